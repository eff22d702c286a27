"""Decorations on Tadmor's map: mountains, palms, dunes, fields, houses, ruins, ship, rose.

Each is drawn on a tile of 100 units, lit from the upper left, in ink and flat colors.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence

from PIL import Image, ImageDraw

from render.base.texture import Sprite
from render.base.theme import RGB, mix, parse

Point = tuple[float, float]
INK: RGB = (62, 46, 36)
DARK: RGB = (38, 26, 20)
PALE: RGB = (255, 250, 236)
SS, AIR = 2, 16


class DecoTile:
    """Enlarged drawing tile of 100 units, with a margin of 16 units on every side."""

    def __init__(self, size: float) -> None:
        self.k, self.size = size / 100 * SS, size
        n = round((100 + 2 * AIR) * self.k)
        self.image = Image.new("RGBA", (n, n))
        self.pen = ImageDraw.Draw(self.image, "RGBA")

    def _at(self, points: Sequence[Point]) -> list[Point]:
        return [((x + AIR) * self.k, (y + AIR) * self.k) for x, y in points]

    def poly(
        self,
        points: Sequence[Point],
        fill: tuple[int, ...],
        line: RGB | None = None,
        width: float = 1.5,
    ) -> None:
        """Draw a polygon, optionally with an outline of this width in units."""
        at = self._at(points)
        self.pen.polygon(at, fill=fill)
        if line:
            self.pen.line([*at, at[0]], fill=line, width=max(1, int(width * self.k)), joint="curve")

    def line(self, points: Sequence[Point], fill: tuple[int, ...], width: float = 1.6) -> None:
        """Draw a stroke of this width in units through the points."""
        self.pen.line(self._at(points), fill=fill, width=max(1, int(width * self.k)), joint="curve")

    def shadow(self, x: float, y: float, rx: float, ry: float, alpha: int = 65) -> None:
        """Draw a shadow on the ground: an ellipse by center and radii; `alpha` 0..255."""
        (a, b), (c, d) = self._at([(x - rx, y - ry), (x + rx, y + ry)])
        self.pen.ellipse((a, b, c, d), fill=(60, 44, 30, alpha))

    def ring(self, x: float, y: float, r: float, line: tuple[int, ...]) -> None:
        """Draw a circle with a line one unit thick."""
        (a, b), (c, d) = self._at([(x - r, y - r), (x + r, y + r)])
        self.pen.ellipse((a, b, c, d), outline=line, width=max(1, round(self.k)))

    def done(self) -> Sprite:
        """Return the drawing at its size, in pixels: the tile and its margin."""
        side = round((100 + 2 * AIR) * self.size / 100)
        return self.image.resize((side, side), Image.Resampling.BOX)


def palm(t: DecoTile) -> None:
    """Draw a palm with seven leaves."""
    leaf, trunk = parse("#6f8f45"), [(48.0, 92.0), (50.0, 70.0), (56.0, 46.0)]
    t.shadow(54, 92, 26, 6)
    t.line(trunk, mix(parse("#8a5f34"), DARK, 0.35), 8)
    t.line(trunk, (150, 108, 64), 5)
    for a in (-2.9, -2.2, -1.5, -0.8, -0.15, 0.5, 2.6):
        c, s = math.cos(a), math.sin(a)
        t.poly(
            [
                (56, 46),
                (56 + 26 * c - 6 * s, 46 + 20 * s - 4),
                (56 + 38 * c, 46 + 30 * s + 8),
                (59 + 22 * c, 46 + 18 * s + 8),
            ],
            leaf,
            mix(leaf, DARK, 0.5),
            1.3,
        )


def mountain(t: DecoTile, w: float, h: float, seed: int) -> None:
    """Draw a peak: light face, dark face behind a jagged ridge, hatching, mostly snow."""
    rng, c = random.Random(seed), parse("#b49b78")
    x, y = 50.0, 80.0
    left = (x - w / 2, y)
    right = (x + w / 2, y)
    top = (x + rng.uniform(-0.06, 0.06) * w, y - h)
    west = [
        left,
        (x - w * 0.33, y - h * 0.3),
        (x - w * 0.2, y - h * 0.52),
        (x - w * 0.1, y - h * 0.74),
        top,
    ]
    east = [
        top,
        (x + w * 0.12, y - h * 0.7),
        (x + w * 0.2, y - h * 0.46),
        (x + w * 0.36, y - h * 0.26),
        right,
    ]
    ridge = [
        top,
        (x + w * 0.03, y - h * 0.72),
        (x - w * 0.02, y - h * 0.5),
        (x + w * 0.07, y - h * 0.3),
        (x + w * 0.02, y - h * 0.12),
        (x + w * 0.05, y),
    ]
    t.shadow(x + w * 0.06, y, w * 0.52, h * 0.1)
    t.poly(west + ridge[1:], mix(c, PALE, 0.32))
    t.poly(east + ridge[:0:-1], mix(c, DARK, 0.18))
    for k in (0.2, 0.36, 0.52, 0.68, 0.84):
        a, b = top[0] + (right[0] - top[0]) * k * 0.9, top[1] + (y - top[1]) * k
        t.line([(a, b), (a - w * 0.07, b + h * 0.2 * (1 - k * 0.4))], mix(c, DARK, 0.5), 1)
    if seed % 3 != 2:
        t.poly(
            [
                top,
                (x - w * 0.1, y - h * 0.74),
                (x - w * 0.06, y - h * 0.66),
                (x - w * 0.01, y - h * 0.73),
                (x + w * 0.03, y - h * 0.64),
                (x + w * 0.08, y - h * 0.68),
                (x + w * 0.12, y - h * 0.7),
            ],
            (250, 245, 233),
        )
    t.line(west + east[1:], mix(c, DARK, 0.68), 1.9)


def dune(t: DecoTile) -> None:
    """Draw two crests of sand."""
    t.poly([(30, 56), (60, 60), (96, 46), (80, 66), (48, 70)], (205, 166, 108, 120))
    t.line([(4, 70), (30, 56), (60, 60), (96, 46)], (176, 134, 80), 2)
    t.line([(20, 86), (48, 76), (80, 80), (100, 72)], (190, 148, 92), 1.6)


def field(t: DecoTile) -> None:
    """Draw furrows, green and ripe."""
    for i in range(6):
        y = 20 + i * 12
        t.poly(
            [(6, y), (88, y - 10), (92, y - 2), (10, y + 8)],
            parse("#c9c684" if i % 2 else "#a9b46a"),
        )
        t.line([(6, y), (88, y - 10)], (112, 122, 66, 150), 1.2)


def waves(t: DecoTile) -> None:
    """Draw three wave crests."""
    for x, y in ((24, 40), (70, 60), (36, 84)):
        t.line(
            [(x - 12, y), (x - 6, y - 4), (x, y), (x + 6, y - 4), (x + 12, y)], (222, 238, 236), 2
        )


def house(t: DecoTile, x: float, y: float, w: float, h: float, roof: RGB) -> None:
    """Draw a house seen from its corner; `x, y` is the center of its foot."""
    wall = parse("#ead9b6")
    t.shadow(x + w * 0.15, y, w * 0.62, h * 0.16)
    t.poly(
        [
            (x - w * 0.5, y),
            (x - w * 0.5, y - h * 0.5),
            (x + w * 0.1, y - h * 0.5),
            (x + w * 0.1, y),
        ],
        wall,
        INK,
        1.4,
    )
    t.poly(
        [
            (x + w * 0.1, y),
            (x + w * 0.1, y - h * 0.5),
            (x + w * 0.3, y - h * 0.92),
            (x + w * 0.5, y - h * 0.5),
            (x + w * 0.5, y),
        ],
        mix(wall, DARK, 0.14),
        INK,
        1.4,
    )
    eaves = y - h * 0.46
    t.poly(
        [(x - w * 0.58, eaves), (x - w * 0.3, y - h), (x + w * 0.3, y - h), (x + w * 0.08, eaves)],
        roof,
        INK,
        1.4,
    )
    t.poly(
        [
            (x - w * 0.28, y),
            (x - w * 0.28, y - h * 0.28),
            (x - w * 0.12, y - h * 0.28),
            (x - w * 0.12, y),
        ],
        (92, 62, 42),
    )


def hamlet(t: DecoTile) -> None:
    """Draw three houses."""
    for x, y, w, colour in (
        (26, 70, 30, "#b3623a"),
        (62, 64, 34, "#a9713f"),
        (46, 92, 36, "#bb7a48"),
    ):
        house(t, x, y, w, w * 0.94, parse(colour))


def ruin(t: DecoTile) -> None:
    """Draw the colonnade of Palmyra."""
    c = parse("#e9d3a0")
    t.shadow(52, 90, 50, 8)
    for x in (8, 24, 40, 64, 80, 96):
        t.poly([(x - 4, 88), (x - 3.4, 44), (x + 3.4, 44), (x + 4, 88)], c, INK)
        t.poly([(x + 0.5, 88), (x + 0.5, 44), (x + 3.2, 44), (x + 3.6, 88)], mix(c, DARK, 0.18))
        for y in (44, 90):
            t.poly([(x - 6.5, y), (x - 6.5, y - 5), (x + 6.5, y - 5), (x + 6.5, y)], c, INK, 1.4)
    for a, b in ((0, 48), (56, 104)):
        t.poly([(a, 39), (a, 31), (b, 31), (b, 39)], mix(c, PALE, 0.2), INK)
    t.poly([(4, 31), (24, 18), (46, 31)], c, INK)


def ship(t: DecoTile) -> None:
    """Draw a merchant ship under sail."""
    t.poly([(6, 62), (94, 58), (80, 82), (24, 82)], parse("#8a5a34"), INK, 2)
    t.line([(50, 60), (50, 10)], INK, 3)
    t.poly([(53, 12), (86, 52), (53, 54)], parse("#f0e2c0"), INK, 1.8)
    t.poly([(47, 18), (20, 54), (47, 54)], parse("#e2cfa2"), INK, 1.8)
    t.line(
        [(4, 88), (18, 84), (32, 88), (46, 84), (60, 88), (74, 84), (92, 88)], (226, 240, 238), 2.4
    )


def rose(t: DecoTile) -> None:
    """Draw the compass rose."""
    for r in (40, 36):
        t.ring(50, 50, r, (70, 60, 36, 150))
    for k in range(8):
        a, reach = math.radians(k * 45 - 90), 52 if k % 2 == 0 else 34

        def at(turn: float, r: float, a: float = a) -> Point:
            return 50 + r * math.cos(a + turn), 50 + r * math.sin(a + turn)

        for side, fill in ((-0.5, (240, 226, 186, 225)), (0.5, (110, 84, 48, 225))):
            t.poly([(50, 50), at(side, 11), at(0, reach)], fill, (70, 56, 36), 0.8)


DRAWN: dict[str, Callable[[DecoTile], None]] = {
    "palm": palm,
    "dune": dune,
    "field": field,
    "waves": waves,
    "hamlet": hamlet,
    "ruin": ruin,
    "ship": ship,
    "rose": rose,
}
