"""Pictures of buildings and technologies: a flat emblem on hills with rays of light.

A wonder has its own drawing instead of an emblem.
"""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from games.el_mapa.model.catalog import BUILDINGS
from render.base.cache import cached
from render.base.flat_sign import closed, two_tones
from render.base.texture import Sheet, Sprite, grow, layer, scaled
from render.base.theme import PALE, RGB, dark, mix, pale, parse
from render.el_mapa.pieces.props import prop, stand
from render.el_mapa.pieces.style import LAYOUT, LEVELS, LOOK, icon

PLAN = LAYOUT.part("emblem")
HILL_SUPERSAMPLE = 2
SHADE: RGB = (30, 20, 12)


class EmblemStyle(NamedTuple):
    """Style of a picture: an icon, its tint, and the props on the left and right hills."""

    icon: str
    tint: RGB
    left: str
    right: str


def looks_of(part: str) -> dict[str, EmblemStyle]:
    """Return the emblems of the section `part` of the theme, by id."""
    tints = {name: parse(colour) for name, colour in LOOK["tints"].items()}
    return {
        name: EmblemStyle(sign, tints[tint], left, right)
        for name, (sign, tint, left, right) in LOOK[part].items()
    }


HOUSES, TECHS = looks_of("houses"), looks_of("techs")


@cached
def emblem(name: str, w: int, h: int, bare: bool = False) -> Sheet:
    """Return the picture of a building or wonder; `bare` leaves out the wonder itself."""
    building, look = BUILDINGS[name], HOUSES[name]
    sheet = _hills(w, h, LEVELS[building.level], look)
    if building.wonder and not bare:
        stand(sheet, prop(name, round(h * PLAN.float("wonder"))), w / 2, h * PLAN.float("foot"))
    elif not building.wonder:
        _draw_emblem(sheet, look)
    return sheet


@cached
def technology(name: str, w: int, h: int, colour: RGB) -> Sheet:
    """Return the picture of a technology, `w` x `h` pixels, with hills in a color.

    Raises KeyError for an unknown technology.
    """
    sheet = _hills(w, h, colour, TECHS[name])
    tall = h >= PLAN.int("tall")
    _draw_emblem(sheet, TECHS[name], "tall_" if tall else "")
    return sheet


def _draw_emblem(sheet: Sheet, look: EmblemStyle, layout: str = "") -> None:
    """Draw an emblem in the middle; the `layout` `tall_` leaves the upper edge free."""
    size = round(min(sheet.width, sheet.height) * PLAN.float(f"{layout}size"))
    body = flat_emblem(look.icon, size, look.tint)
    at = (
        (sheet.width - body.width) // 2,
        round(sheet.height * PLAN.float(f"{layout}middle") - body.height / 2),
    )
    shadow = body.getchannel("A").filter(ImageFilter.GaussianBlur(4))
    sheet.paste(SHADE, (at[0] + 2, at[1] + 4), scaled(shadow, 0.6))
    sheet.paste(body, at, body)


@cached
def flat_emblem(name: str, size: int, tint: RGB) -> Sprite:
    """Return an icon as a flat sign in two tones, with a dark outline."""
    rim = PLAN.int("rim")
    pad = rim + 2
    mask = Image.new("L", (size + 2 * pad, size + 2 * pad))
    mask.paste(icon(name, size, PALE).getchannel("A"), (pad, pad))
    out = Image.new("RGBA", mask.size)
    outline = dark(tint, 0.78)
    layer(out, outline, grow(closed(mask, size * PLAN.float("gap")), rim))
    out.alpha_composite(two_tones(mask, tint))
    return out


def _hills(w: int, h: int, colour: RGB, look: EmblemStyle) -> Sheet:
    """Return three hills in shades of `colour`, with rays above and props on them."""
    ramp = Image.linear_gradient("L").resize((w * HILL_SUPERSAMPLE, h * HILL_SUPERSAMPLE))
    below, above = (
        Image.new("RGB", ramp.size, tone) for tone in (pale(colour, 0.66), dark(colour, 0.06))
    )
    sheet = Image.composite(below, above, ramp)
    pen, (width, height) = ImageDraw.Draw(sheet, "RGBA"), sheet.size
    for i in range(-7, 8):
        ray_ends = [(width * (0.5 + (i + more) / 6), -height * 0.2) for more in (0, 0.45)]
        pen.polygon([(width / 2, height * 0.6), *ray_ends], fill=(255, 250, 226, 40))
    for index, (level, rise, tone) in enumerate(PLAN.get("hills")):
        ridge = [
            (x * width / 24, height * (level + rise * _wave(x / 24 + index * 0.37)))
            for x in range(25)
        ]
        fill = mix(dark(colour, tone), PALE, 0.06)
        pen.polygon([*ridge, (width, height), (0, height)], fill=fill)
        pen.line(ridge, fill=pale(fill, 0.3), width=HILL_SUPERSAMPLE)
        if index == 1:
            _draw_props(sheet, look, dark(colour, PLAN.float("things")))
    return sheet.resize((w, h), Image.Resampling.BOX)


def _wave(x: float) -> float:
    """Return the height of a smooth wave with period 1 at `x`."""
    x %= 1
    return 8 * x * (1 - x) - 1 if x < 0.5 else 1 - 8 * (x - 0.5) * (1 - x)


def _draw_props(sheet: Sheet, look: EmblemStyle, colour: RGB) -> None:
    """Draw the props of `look` on the hills at both sides, as dark shapes."""
    width, height = sheet.size
    for name, places in ((look.left, PLAN.get("left")), (look.right, PLAN.get("right"))):
        for x, y, share in places:
            silhouette = prop(name, round(height * share))
            box = silhouette.box(x * width, y * height)
            sheet.paste(colour, (box.x, box.y), silhouette.image.getchannel("A"))
