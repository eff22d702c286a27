"""Badges with the name of a cell, at the places and pieces that a question is about."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.base import text as writing
from render.base.cache import cached
from render.base.layout import Point, Rect
from render.base.texture import Sprite
from render.base.theme import RGB, Theme, mix
from render.era_medieval_age.pieces.style import LAYOUT

BADGE = LAYOUT.part("badge")
BLACK = "alegreya-sans-900"
SUPERSAMPLE = 4
RIMS = (0.0, 1.6, 4.6, 5.6)  # widths at which ink, cream, the ring and the face begin


def badge_size(name: str) -> tuple[int, int]:
    """Return width and height of the badge of a cell such as `G10`."""
    height = BADGE.int("height")
    wide = writing.width(name, BLACK, BADGE.int("size")) + 2 * BADGE.int("pad")
    return max(height, round(wide)), height


@cached
def badge(theme: Theme, name: str, tone: str = "legal") -> Sprite:
    """Return a badge with a cell's name: gold for a legal place, olive if chosen, else gray."""
    width, height = badge_size(name)
    ring, face = _colours(theme, tone)
    out = Image.new("RGBA", (width * SUPERSAMPLE, height * SUPERSAMPLE))
    pen = ImageDraw.Draw(out)
    for rim, colour in zip(RIMS, (theme.ink, theme.cream, ring, face), strict=True):
        inset = rim * SUPERSAMPLE
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


def _colours(theme: Theme, tone: str) -> tuple[RGB, RGB]:
    """Return the colors of ring and face, those of lettered discs (`render.parts.markers`)."""
    match tone:
        case "legal":
            ring, face = theme.saffron, mix(theme.saffron, (255, 220, 120), 0.25)
        case "chosen":
            ring, face = theme.olive, mix(theme.olive, theme.light, 0.45)
        case _:
            ring, face = theme.ink, mix(theme.paper, theme.ink, 0.38)
    return mix(ring, theme.ink, 0.25), face


def free_box(name: str, spots: list[Point], taken: list[Rect]) -> Rect:
    """Return the box of a badge at the first of `spots` where it is clear of the boxes `taken`.

    Two rims may overlap a little. If the badge is nowhere clear, it stands at the first spot.
    """
    (width, height), overlap = badge_size(name), BADGE.int("overlap")
    boxes = [Rect(round(x - width / 2), round(y - height / 2), width, height) for x, y in spots]
    bodies = [box.inset(overlap) for box in taken]
    return next((box for box in boxes if not any(map(box.inset(overlap).meets, bodies))), boxes[0])
