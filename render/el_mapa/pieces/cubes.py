"""Wooden cubes for goods."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.base.cache import cached
from render.base.texture import Sprite
from render.base.theme import INK, RGB, mix

CUBE_SUPERSAMPLE = 4
EDGE: RGB = INK
CREAM: RGB = (250, 240, 216)


@cached
def cube(size: int, colour: RGB) -> Sprite:
    """Return a cube seen from above one edge: its top lighter, its right side darker."""
    w = size * CUBE_SUPERSAMPLE
    a, h = w * 0.06, w * 0.22
    top = [(w / 2, a), (w - a, a + h), (w / 2, a + 2 * h), (a, a + h)]
    left = [(a, a + h), (w / 2, a + 2 * h), (w / 2, w - a), (a, w - a - h)]
    right = [(w - a, a + h), (w / 2, a + 2 * h), (w / 2, w - a), (w - a, w - a - h)]
    out = Image.new("RGBA", (w, w))
    pen = ImageDraw.Draw(out)
    for face, tone in (
        (top, mix(colour, CREAM, 0.35)),
        (left, colour),
        (right, mix(colour, EDGE, 0.4)),
    ):
        pen.polygon(face, fill=tone)
        pen.line([*face, face[0]], fill=EDGE, width=CUBE_SUPERSAMPLE, joint="curve")
    return out.resize((size, size), Image.Resampling.BOX)
