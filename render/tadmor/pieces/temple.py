"""Temple by parts: built parts in stone, missing ones in outline, the next in saffron."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.base.cache import cached
from render.base.texture import Sprite
from render.base.theme import RGB, dark, pale, parse

Point = tuple[float, float]
INK: RGB = (62, 46, 36)
STONE: RGB = parse("#e6d2a4")
SAFFRON: RGB = parse("#d9952b")
WIDE, HIGH, K = 116, 112, 3  # width and height in units; supersampling factor
COLUMNS = tuple(10 + k * 16 for k in range(6))
STATUES = ((8.0, 33.0), (50.0, 12.0), (92.0, 33.0))


class _Pen:
    def __init__(self, width: int) -> None:
        self.k = width * K / WIDE
        self.image = Image.new("RGBA", (round(WIDE * self.k), round(HIGH * self.k)))
        self.pen = ImageDraw.Draw(self.image, "RGBA")

    def poly(
        self,
        points: list[Point],
        fill: tuple[int, ...],
        line: tuple[int, ...] | None = None,
        width: float = 1.5,
    ) -> None:
        at = [((x + 8) * self.k, (y + 10) * self.k) for x, y in points]
        self.pen.polygon(at, fill=fill)
        if line:
            self.pen.line(
                [*at, at[0]], fill=line, width=max(1, round(width * self.k)), joint="curve"
            )


def _box(x0: float, y0: float, x1: float, y1: float) -> list[Point]:
    return [(x0, y1), (x0, y0), (x1, y0), (x1, y1)]


@cached
def temple(parts: int, ghost: bool, width: int) -> Sprite:
    """Return a temple, `width` pixels wide, with its first `parts` parts built.

    `ghost`: preview the next part.
    """
    pen = _Pen(width)
    (a, b), (c, d) = (-6 + 8, 92 + 10), (106 + 8, 102 + 10)
    pen.pen.ellipse(
        (a * pen.k, b * pen.k, c * pen.k, min(d * pen.k, pen.image.height - 1)),
        fill=(60, 44, 30, 70),
    )

    def part(number: int, points: list[Point], fill: RGB, line: float = 1.5) -> None:
        if number <= parts:
            pen.poly(points, fill, INK, line)
        elif ghost and number == parts + 1:
            pen.poly(points, (*pale(SAFFRON, 0.5), 190), (*dark(SAFFRON, 0.35), 255), 1.6)
        else:
            pen.poly(points, (120, 96, 70, 22), (120, 96, 70, 135), 1.0)

    part(1, _box(-4, 90, 104, 97), dark(STONE, 0.1))
    part(1, _box(2, 84, 98, 90), STONE)
    for x in COLUMNS:
        part(2, [(x - 4.5, 84), (x - 3.6, 44), (x + 3.6, 44), (x + 4.5, 84)], pale(STONE, 0.15))
        if parts >= 2:
            pen.poly(
                [(x + 0.8, 84), (x + 0.6, 44), (x + 3.2, 44), (x + 4.0, 84)], dark(STONE, 0.16)
            )
        part(2, _box(x - 6, 40, x + 6, 44), STONE)
    part(3, _box(-2, 33, 102, 40), STONE)
    part(3, [(0, 33), (50, 12), (100, 33)], pale(STONE, 0.1))
    if parts >= 3:
        pen.poly([(14, 30.5), (50, 15.5), (86, 30.5)], dark(STONE, 0.12))
    for mid, y in STATUES:
        robe = [
            (mid - 4, y),
            (mid - 3, y - 7),
            (mid - 3.4, y - 12),
            (mid + 3.4, y - 12),
            (mid + 3, y - 7),
            (mid + 4, y),
        ]
        part(4, robe, pale(STONE, 0.2), 1.2)
        bust = [
            (mid - 2, y - 12),
            (mid - 2.4, y - 16),
            (mid, y - 18.5),
            (mid + 2.4, y - 16),
            (mid + 2, y - 12),
        ]
        part(4, bust, pale(STONE, 0.2), 1.2)
    size = pen.image.width // K, pen.image.height // K
    return pen.image.resize(size, Image.Resampling.BOX)
