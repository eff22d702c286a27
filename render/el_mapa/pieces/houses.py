"""Castle buildings as tiles, technology cards and troop shields, cached per size."""

from __future__ import annotations

from PIL import Image, ImageDraw

from games.el_mapa.model.catalog import BUILDINGS
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, PaddedSprite
from render.base.texture import Sprite, rounded
from render.base.theme import (
    CORNERS,
    HEAVY,
    HEAVY_SERIF,
    RGB,
    SERIF,
    SHADOWS,
    WORD,
    dark,
    mix,
    pale,
)
from render.el_mapa.pieces.cubes import cube
from render.el_mapa.pieces.emblems import emblem
from render.el_mapa.pieces.style import COLOURS, GOODS, LEVELS, ROMAN, TROOPS, icon
from render.parts import markers, panels, widgets

SUPER = 3
LETTERS = 30  # minimum size of a name
FIGURES = 34  # size of digits in a pill
PILL = 8  # pixels from the corner of a tile to its pill
CREAM: RGB = (255, 248, 232)
INK: RGB = (43, 32, 26)
BROWN: RGB = (66, 44, 30)


@cached
def house(name: str, w: int, h: int, label: str, bare: bool = False) -> PaddedSprite:
    """Return the tile of a building or wonder: emblem, level, effect, name.

    `bare` leaves out the picture of a wonder, which is drawn in front of the tile.
    """
    building = BUILDINGS[name]
    colour, foot = LEVELS[building.level], round(h * 0.34)
    out = panels.panel(w, h, mix((250, 240, 220), colour, 0.06), dark(colour, 0.55), 3, 5).copy()
    picture = emblem(name, w - 8, h - foot - 4, bare)
    out.paste(picture, (4, 4), rounded(w - 8, h - foot - 4, CORNERS["tile"]))
    pen = ImageDraw.Draw(out)
    pen.line((4, h - foot, w - 5, h - foot), fill=(*dark(colour, 0.55), 255), width=3)
    flag = dark(colour, 0.42)
    pen.polygon([(10, 4), (56, 4), (56, 48), (33, 38), (10, 48)], fill=flag)
    writing.write(pen, (33, 33), ROMAN[building.level], writing.Style(HEAVY_SERIF, 30, CREAM), "m")
    yield_pill = pill(name)
    out.alpha_composite(yield_pill, (w - yield_pill.width - PILL, PILL))
    text, size = writing.fit_compressed(label, SERIF, WORD, w - 24, LETTERS)
    Canvas(out).text(
        (w / 2, h - foot / 2 + size * writing.LETTER_DROP),
        text,
        writing.Style(SERIF, size, INK),
        "m",
        room=w - 24,
    )
    return markers.shadowed(out, *SHADOWS["sign"])


@cached
def faint(name: str, w: int, h: int, label: str) -> PaddedSprite:
    """Return the tile of `house` at 70 % opacity, for a planned building."""
    body = house(name, w, h, label)
    image = body.image.copy()
    image.putalpha(image.getchannel("A").point([v * 70 // 100 for v in range(256)]))
    return PaddedSprite(image, body.pad)


@cached
def pill(name: str) -> Sprite:
    """Return a building's yield on a pill-shaped plate, 44 pixels high."""
    building = BUILDINGS[name]
    items: list[tuple[Sprite | None, str]] = []
    if building.gold:
        items = [(cube(30, GOODS["gold"]), f"+{building.gold}")]
    elif building.cards:
        items = [(card(building.cards), "+1")]
    elif building.points:
        items = [
            (
                icon("laurel-crown", 32, COLOURS["laurel"]),
                str(building.points) + ("+" if building.per else ""),
            )
        ]
    elif building.trains:
        items = [(icon(TROOPS[building.trains], 32, BROWN), "")]
    elif building.looks:
        items = [(icon("spyglass", 32, BROWN), "")]
    elif building.origins:
        items = [(icon("walking-boot", 32, BROWN), "+1")]
    elif building.doubles:
        items = [(None, "×2")]
    else:
        items = [(icon("trade", 32, BROWN), "")]
    sprite, text = items[0]
    letter = FIGURES
    width = (
        round(
            (sprite.width + 4 if sprite else 0)
            + (writing.width(text, HEAVY, letter) if text else 0)
        )
        + 22
    )
    height = 44
    out = widgets.pill(width, height).copy()
    x = 11.0
    if text:
        at = x, height / 2 + letter * writing.DIGIT_DROP
        x += writing.write(ImageDraw.Draw(out), at, text, writing.Style(HEAVY, letter, INK)) + 4
    if sprite:
        out.alpha_composite(sprite, (round(x), round(height / 2 - sprite.height / 2)))
    return out


@cached
def card(level: int, size: int = 34) -> Sprite:
    """Return a technology card of a level (1 to 3, as strokes), `size` pixels high."""
    w, h = round(size * 0.78) * SUPER, size * SUPER
    out = Image.new("RGBA", (w, h))
    pen = ImageDraw.Draw(out)
    violet = COLOURS["cards"]
    pen.rounded_rectangle(
        (0, 0, w - 1, h - 1),
        radius=5 * SUPER,
        fill=violet,
        outline=dark(violet, 0.6),
        width=2 * SUPER,
    )
    for i in range(level):
        x = w / 2 + (i - (level - 1) / 2) * w * 0.2
        pen.line((x, h * 0.26, x, h * 0.74), fill=(252, 240, 216), width=round(w * 0.1))
        for y in (0.27, 0.73):
            pen.line(
                (x - w * 0.09, h * y, x + w * 0.09, h * y),
                fill=(252, 240, 216),
                width=round(w * 0.07),
            )
    return out.resize((w // SUPER, h // SUPER), Image.Resampling.LANCZOS)


@cached
def shield(colour: RGB, glyph: str, size: int) -> PaddedSprite:
    """Return a shield with the icon `glyph` of a kind of troops, `size` pixels wide."""
    k = size * SUPER / 100
    big = Image.new("RGBA", (size * SUPER, round(size * 1.12) * SUPER))
    pen = ImageDraw.Draw(big)
    outline = [(4, 8), (50, 2), (96, 8), (96, 56), (82, 86), (50, 110), (18, 86), (4, 56)]
    body = [(x * k, y * k) for x, y in outline]
    pen.polygon(body, fill=colour)
    pen.polygon(
        [(x * k, y * k) for x, y in ((4, 8), (50, 2), (50, 110), (18, 86), (4, 56))],
        fill=pale(colour, 0.14),
    )
    pen.line([*body, body[0]], fill=dark(colour, 0.65), width=round(5 * k), joint="curve")
    out = big.resize((size, big.height // SUPER), Image.Resampling.LANCZOS)
    mark = icon(glyph, round(size * 0.58), CREAM, dark(colour, 0.5), 2)
    out.alpha_composite(mark, ((size - mark.width) // 2, round(size * 0.5 - mark.height / 2)))
    return markers.shadowed(out, 4, (0, 3), 0.45)
