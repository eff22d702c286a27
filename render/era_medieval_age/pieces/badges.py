"""Badges with the name of a cell, at the places and pieces that a question is about."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.base import text as writing
from render.base.cache import cached
from render.base.layout import Point, Rect
from render.base.texture import Sprite
from render.base.theme import BLACK, Theme
from render.era_medieval_age.pieces.style import LAYOUT
from render.parts.markers import MARKER_SUPERSAMPLE, marker_rims

BADGE = LAYOUT.part("badge")


def badge_size(name: str) -> tuple[int, int]:
    """Return width and height of the badge of a cell such as `G10`."""
    height = BADGE.int("height")
    wide = writing.width(name, BLACK, BADGE.int("size")) + 2 * BADGE.int("pad")
    return max(height, round(wide)), height


@cached
def cell_badge(theme: Theme, name: str, tone: str = "legal") -> Sprite:
    """Return a badge with a cell's name: gold for a legal place, olive if chosen, else gray."""
    width, height = badge_size(name)
    out = Image.new("RGBA", (width * MARKER_SUPERSAMPLE, height * MARKER_SUPERSAMPLE))
    pen = ImageDraw.Draw(out)
    for rim, colour in marker_rims(theme, tone):
        inset = rim * MARKER_SUPERSAMPLE
        pen.rounded_rectangle(
            (inset, inset, out.width - 1 - inset, out.height - 1 - inset),
            out.height / 2 - inset,
            fill=colour,
        )
    out = out.resize((width, height), Image.Resampling.BOX)
    size = BADGE.int("size")
    style = writing.Style(BLACK, size, theme.ink)
    at = width / 2, height / 2 + size * writing.LETTER_DROP
    writing.write(ImageDraw.Draw(out), at, name, style, "m")
    return out


def free_box(name: str, spots: list[Point], taken: list[Rect]) -> Rect:
    """Return the box of a badge at the first of `spots` where it is clear of the boxes `taken`.

    Two rims may overlap a little. If the badge is nowhere clear, it stands at the first spot.
    """
    (width, height), overlap = badge_size(name), BADGE.int("overlap")
    boxes = [Rect(round(x - width / 2), round(y - height / 2), width, height) for x, y in spots]
    bodies = [box.inset(overlap) for box in taken]
    return next((box for box in boxes if not any(map(box.inset(overlap).meets, bodies))), boxes[0])
