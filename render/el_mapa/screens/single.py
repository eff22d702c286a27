"""Picture of one technology, building or wonder; the scene's view is its id."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.el_mapa.model.catalog import BUILDINGS
from games.el_mapa.views.looks import CARDS
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet, rounded
from render.base.theme import CORNERS, HEAVY, NAME, PLAIN, RGB, SERIF, TITLE, Theme, dark, mix
from render.el_mapa.layers.scenes import wonder
from render.el_mapa.pieces.cubes import cube
from render.el_mapa.pieces.emblems import emblem, technology
from render.el_mapa.pieces.style import GOODS, LAYOUT, LEVELS
from render.el_mapa.screens.cards import colour_of
from render.parts import panels

SINGLE = LAYOUT.part("single")


def draw_single(scene: Scene, theme: Theme) -> Canvas:
    """Draw the card on the bare table: picture, name, kind, price, text.

    Raises KeyError for an unknown card.
    """
    name = str(scene.view)
    face = CARDS[str(scene.view)]
    margin = SINGLE.int("margin")
    width = SINGLE.int("wide")
    height = SINGLE.int("picture")
    air = SINGLE.int("air")
    style = writing.Style(PLAIN, SINGLE.int("words"), theme.ink)
    wrapped_texts = [
        rich_text.wrap(i18n.message(scene.game, scene.lang, line), style, width - 2 * margin)
        for line in face.text
    ]
    heights = [round(rich_text.height(lines, style)) for lines in wrapped_texts]
    body = (
        height
        + SINGLE.int("head")
        + sum(heights)
        + SINGLE.int("gap") * len(wrapped_texts)
        + margin // 2
    )
    canvas = _table(width + 2 * air, body + 2 * air)
    box = Rect(air, air, width, body)
    picture, colour = _picture(name, width - 8, height)
    canvas.paste_padded(
        panels.shadowed_panel(
            box.w, box.h, mix((250, 240, 220), colour, 0.06), dark(colour, 0.55), 4, 12
        ),
        box.x,
        box.y,
    )
    canvas.record_region("card", box, name)
    canvas.sheet.paste(picture, (box.x + 4, box.y + 4), rounded(*picture.size, CORNERS["field"]))
    _draw_head(
        canvas,
        scene,
        theme,
        name,
        Rect(box.x + margin, box.y + height, width - 2 * margin, SINGLE.int("head")),
    )
    y = box.y + height + SINGLE.int("head")
    for line, text_height in zip(face.text, heights, strict=True):
        room = Rect(box.x + margin, y, width - 2 * margin, text_height + 12)
        canvas.record_region(
            "words",
            rich_text.set_text(canvas, room, i18n.message(scene.game, scene.lang, line), style),
            name,
        )
        y += text_height + SINGLE.int("gap")
    return canvas


def _draw_head(canvas: Canvas, scene: Scene, theme: Theme, name: str, box: Rect) -> None:
    """Draw the name, the kind below it, and the price of a building at the right."""
    face = CARDS[name]
    label, size = writing.fit(i18n.message(scene.game, scene.lang, face.name), SERIF, 64, box.w, 44)
    canvas.text((box.x, box.y + 76), label, writing.Style(SERIF, size, theme.ink), kind="name")
    if face.kind:
        kind = i18n.message(scene.game, scene.lang, face.kind)
        canvas.text(
            (box.x, box.y + 128),
            kind,
            writing.Style(PLAIN, NAME, mix(theme.ink, theme.table, 0.3)),
            kind="kind",
        )
    cost = BUILDINGS[name].cost if name in BUILDINGS else {}
    x = box.right - sum(60 + writing.width(str(n), HEAVY, TITLE) + 22 for n in cost.values()) + 22
    for good, n in cost.items():
        canvas.paste_centred(cube(52, GOODS[good]), (x + 26, box.y + 112))
        x += 60
        at = x, box.y + 112 + TITLE * writing.DIGIT_DROP
        x += canvas.text(at, str(n), writing.Style(HEAVY, TITLE, theme.ink), kind="number") + 22


def _picture(name: str, w: int, h: int) -> tuple[Sheet, RGB]:
    """Return the picture of a card and its color."""
    if name not in BUILDINGS:
        return technology(name, w, h, colour_of(name)), colour_of(name)
    facts = BUILDINGS[name]
    picture = (
        wonder(name, w, h, SINGLE.int("horizon"), SINGLE.int("wonder"))
        if facts.wonder
        else emblem(name, w, h)
    )
    return picture, LEVELS[facts.level]


def _table(w: int, h: int) -> Canvas:
    """Return a table without the band of its header."""
    band = panels.LAYOUT.int("header.height") + 4
    return Canvas(panels.table(w, h + band).crop((0, band, w, h + band)))
