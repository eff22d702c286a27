"""Flat widgets that all games draw on paper: plates with a rim, pills, meters.

Corners and colors come from the theme.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sprite, layer, rounded, tinted
from render.base.theme import CORNERS, RGB, Theme, load, mix

METER_SUPERSAMPLE = 3  # supersampling factor of meters


@cached
def plate(w: int, h: int, radius: int, fill: RGB, rim: RGB, width: int = 2) -> Sprite:
    """Return a flat plate of `w` x `h` pixels with a rim of `width` pixels, without a shadow.

    Copy it before drawing on it.
    """
    out = tinted(rounded(w, h, radius), rim)
    layer(out, fill, rounded(w, h, radius, width))
    return out


def corner(side: int) -> int:
    """Return the corner radius of a small square in pixels, proportional to its side."""
    return side // CORNERS["share"]


def pill(w: int, h: int, rim: RGB | None = None) -> Sprite:
    """Return a light paper strip with round ends, for a price or a number.

    Copy it before drawing on it.
    """
    return plate(w, h, h // 2, load().chip, rim or load().chip_rim, 3)


def draw_plate(canvas: Canvas, box: Rect, sort: str, fill: RGB, rim: RGB, width: int = 2) -> None:
    """Draw a plate with the corner radius of a `sort` of widget, a key of `theme.CORNERS`.

    Raises `KeyError` for an unknown sort.
    """
    body = plate(box.w, box.h, CORNERS[sort], fill, rim, width)
    canvas.sheet.paste(body, (box.x, box.y), body)


@cached
def meter(theme: Theme, w: int, h: int, share: float, colour: RGB, ticks: int) -> Sprite:
    """Return a groove of `w` x `h` pixels, filled to a `share` (0..1), with `ticks` divisions."""
    out = Image.new("RGBA", (w * METER_SUPERSAMPLE, h * METER_SUPERSAMPLE))
    pen = ImageDraw.Draw(out, "RGBA")
    groove = mix(theme.paper, theme.rim, 0.34)
    pen.rounded_rectangle(
        (0, 0, w * METER_SUPERSAMPLE - 1, h * METER_SUPERSAMPLE - 1),
        h * METER_SUPERSAMPLE / 2,
        fill=groove,
        outline=theme.rim,
        width=2 * METER_SUPERSAMPLE,
    )
    room = (w - 6) * METER_SUPERSAMPLE
    if share:
        filled_width = max(room * share, (h - 6) * METER_SUPERSAMPLE)
        pen.rounded_rectangle(
            (
                3 * METER_SUPERSAMPLE,
                3 * METER_SUPERSAMPLE,
                3 * METER_SUPERSAMPLE + filled_width,
                (h - 3) * METER_SUPERSAMPLE - 1,
            ),
            (h - 6) * METER_SUPERSAMPLE / 2,
            fill=colour,
        )
        pen.rounded_rectangle(
            (
                8 * METER_SUPERSAMPLE,
                5 * METER_SUPERSAMPLE,
                max(9 * METER_SUPERSAMPLE, filled_width - 4 * METER_SUPERSAMPLE),
                9 * METER_SUPERSAMPLE,
            ),
            2 * METER_SUPERSAMPLE,
            fill=mix(colour, theme.light, 0.35),
        )
    for step in range(1, ticks):
        x = 3 * METER_SUPERSAMPLE + room * step / ticks
        pen.line(
            (x, 3 * METER_SUPERSAMPLE, x, (h - 3) * METER_SUPERSAMPLE),
            fill=(60, 40, 24, 100),
            width=2 * METER_SUPERSAMPLE,
        )
    return out.resize((w, h), Image.Resampling.BOX)
