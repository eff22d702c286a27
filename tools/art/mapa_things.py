"""Trees, hills, houses and similar objects on El Mapa's tiles."""

from __future__ import annotations

import math
import random

from render.base.theme import RGB
from tools.art.mapa_pen import INK, Pen, Point, dark, pale

TRUNK: RGB = (122, 82, 48)
WALL: RGB = (216, 200, 168)
DOOR: RGB = (84, 56, 40)


def tree(pen: Pen, x: float, y: float, r: float, colour: RGB, *, apples: bool = False) -> None:
    """Draw a leafy tree of four discs: `x, y` is the crown's center, `r` about its radius."""
    pen.shade(x + r * 0.3, y + r * 0.95, r * 1.05, r * 0.35)
    pen.line([(x, y + r * 0.4), (x, y + r * 1.15)], dark(TRUNK, 0.2), r * 0.34)
    discs = ((0, 0, 1), (-0.55, 0.25, 0.62), (0.55, 0.25, 0.62), (0, -0.35, 0.7))
    for dx, dy, size in discs:
        pen.oval(x + dx * r, y + dy * r, r * size + 1.1, r * size + 1.1, dark(colour, 0.55))
    for dx, dy, size in discs:
        pen.oval(x + dx * r, y + dy * r, r * size, r * size, dark(colour, 0.08))
    for dx, dy, size in discs:
        pen.oval(
            x + dx * r - r * 0.16,
            y + dy * r - r * 0.2,
            r * size * 0.66,
            r * size * 0.62,
            pale(colour, 0.2),
        )
    if apples:
        for dx, dy in ((-0.4, 0.2), (0.35, -0.1), (0.1, 0.45), (-0.1, -0.4)):
            pen.oval(x + dx * r, y + dy * r, r * 0.19, r * 0.19, (190, 50, 40), (110, 30, 25), 0.7)


def pine(pen: Pen, x: float, y: float, height: float, colour: RGB = (63, 110, 88)) -> None:
    """Draw a fir of three tiers, its left half lighter."""
    w = height * 0.34
    pen.shade(x + w * 0.3, y + height * 0.5, w, height * 0.12)
    pen.line([(x, y + height * 0.25), (x, y + height * 0.55)], (96, 64, 40), height * 0.1)
    for drop, share in ((0.38, 1.0), (0.08, 0.8), (-0.2, 0.58)):
        foot = y + height * drop
        tier: list[Point] = [
            (x, foot - height * 0.42),
            (x + w * share, foot),
            (x - w * share, foot),
        ]
        pen.shape(tier, dark(colour, 0.1), dark(colour, 0.6), 1.2)
        pen.shape(
            [
                (x, foot - height * 0.38),
                (x - w * share * 0.1, foot - 1),
                (x - w * share * 0.82, foot - 1),
            ],
            pale(colour, 0.18),
        )


def mountain(
    pen: Pen, x: float, y: float, w: float, h: float, *, snow: bool = True, lean: float = 0.0
) -> None:
    """Draw a peak: light face, dark face behind a jagged ridge, hatching, snow."""
    stone: RGB = (168, 150, 127)
    foot_l, foot_r, top = (x - w / 2, y), (x + w / 2, y), (x + lean * w, y - h)
    left = [
        foot_l,
        (x - w * 0.33, y - h * 0.3),
        (x - w * 0.2, y - h * 0.52),
        (x - w * 0.1, y - h * 0.74),
        top,
    ]
    right = [
        top,
        (x + w * 0.12, y - h * 0.7),
        (x + w * 0.2, y - h * 0.46),
        (x + w * 0.36, y - h * 0.26),
        foot_r,
    ]
    ridge = [
        top,
        (x + w * 0.03, y - h * 0.72),
        (x - w * 0.02, y - h * 0.5),
        (x + w * 0.07, y - h * 0.3),
        (x + w * 0.02, y - h * 0.12),
        (x + w * 0.05, y),
    ]
    pen.shade(x + w * 0.06, y, w * 0.52, h * 0.1, 55)
    pen.shape(left + ridge[1:], pale(stone, 0.32))
    pen.shape(right + ridge[:0:-1], dark(stone, 0.18))
    for t in (0.2, 0.36, 0.52, 0.68, 0.84):
        a, b = top[0] + (foot_r[0] - top[0]) * t * 0.9, top[1] + (y - top[1]) * t
        pen.line([(a, b), (a - w * 0.07, b + h * 0.2 * (1 - t * 0.4))], dark(stone, 0.5), 1)
    if snow:
        pen.shape(
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
    pen.line(left + right[1:], dark(stone, 0.68), 1.9)


def hill(pen: Pen, x: float, y: float, w: float, h: float, colour: RGB) -> None:
    """Draw a round hill, shaded on its right; `x, y` is the center of its foot."""
    rise = [(x - w / 2 + w * t / 16, y - h * math.sin(math.pi * t / 16) ** 0.8) for t in range(17)]
    pen.shape(rise, pale(colour, 0.12))
    pen.shape(
        [
            (x + w * 0.02, y - h * 0.98),
            *((a, b) for a, b in rise if a > x + w * 0.02),
            (x + w * 0.16, y - h * 0.3),
        ],
        dark(colour, 0.12),
    )
    pen.line(rise, dark(colour, 0.55), 1.7)
    for k in (0.25, 0.4):
        pen.line(
            [(x + w * k * 0.8, y - h * (0.75 - k)), (x + w * k * 0.95, y - h * (0.5 - k * 0.8))],
            dark(colour, 0.45),
            1,
        )


def house(pen: Pen, x: float, y: float, w: float, h: float, roof: RGB) -> None:
    """Draw a house with a gable; `x, y` is the center of its foot."""
    wall: RGB = (234, 217, 182)
    pen.shade(x + w * 0.15, y, w * 0.62, h * 0.16)
    pen.shape(
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
    pen.shape(
        [
            (x + w * 0.1, y),
            (x + w * 0.1, y - h * 0.5),
            (x + w * 0.3, y - h * 0.92),
            (x + w * 0.5, y - h * 0.5),
            (x + w * 0.5, y),
        ],
        dark(wall, 0.14),
        INK,
        1.4,
    )
    pen.shape(
        [
            (x - w * 0.58, y - h * 0.46),
            (x - w * 0.3, y - h),
            (x + w * 0.3, y - h),
            (x + w * 0.08, y - h * 0.46),
        ],
        roof,
        INK,
        1.4,
    )
    eaves: list[Point] = [
        (x - w * 0.58, y - h * 0.46),
        (x - w * 0.5, y - h * 0.6),
        (x + w * 0.14, y - h * 0.6),
        (x + w * 0.08, y - h * 0.46),
    ]
    pen.shape(eaves, dark(roof, 0.2))
    pen.shape(
        [
            (x - w * 0.28, y),
            (x - w * 0.28, y - h * 0.28),
            (x - w * 0.12, y - h * 0.28),
            (x - w * 0.12, y),
        ],
        (92, 62, 42),
    )


def castle(pen: Pen, x: float, y: float, w: float, roof: RGB) -> None:
    """Draw a keep between two towers; `x, y` is the center of its foot."""
    pen.oval(x, y + 1, w * 0.58, w * 0.12, (60, 44, 30, 70))
    for side in (-1, 1):
        at = x + side * w * 0.38
        pen.shape(
            [
                (at - w * 0.13, y),
                (at - w * 0.13, y - w * 0.62),
                (at + w * 0.13, y - w * 0.62),
                (at + w * 0.13, y),
            ],
            WALL if side < 0 else dark(WALL, 0.1),
            INK,
            1.5,
        )
        _spire(pen, at, y - w * 0.6, w * 0.17, w * 0.35, roof)
        pen.line([(at, y - w * 0.44), (at, y - w * 0.32)], INK, 2.4)
    light = pale(WALL, 0.15)
    pen.shape(
        [
            (x - w * 0.27, y),
            (x - w * 0.27, y - w * 0.42),
            (x + w * 0.27, y - w * 0.42),
            (x + w * 0.27, y),
        ],
        light,
        INK,
        1.5,
    )
    for i in range(4):
        at = x - w * 0.24 + i * w * 0.145
        pen.shape(_upright(at, at + w * 0.08, y - w * 0.42, y - w * 0.5), light, INK, 1.2)
    pen.shape(
        [
            (x - w * 0.1, y),
            (x - w * 0.1, y - w * 0.2),
            (x - w * 0.05, y - w * 0.28),
            (x + w * 0.05, y - w * 0.28),
            (x + w * 0.1, y - w * 0.2),
            (x + w * 0.1, y),
        ],
        DOOR,
        INK,
        1.2,
    )
    pen.shape(_upright(x - w * 0.16, x + w * 0.16, y - w * 0.5, y - w * 0.8), WALL, INK, 1.5)
    _spire(pen, x, y - w * 0.78, w * 0.2, w * 0.34, roof)


def _spire(pen: Pen, x: float, y: float, w: float, h: float, roof: RGB) -> None:
    """Draw a pointed roof, its right side darker."""
    pen.shape([(x - w, y), (x, y - h), (x + w, y)], roof, INK, 1.5)
    pen.shape(
        [(x, y - h * 0.94), (x + w * 0.94, y - h * 0.03), (x + w * 0.17, y - h * 0.03)],
        dark(roof, 0.25),
    )


def _upright(left: float, right: float, foot: float, top: float) -> list[Point]:
    """Return an upright rectangle."""
    return [(left, foot), (left, top), (right, top), (right, foot)]


def tower(pen: Pen, x: float, y: float, h: float, roof: RGB = (122, 90, 140)) -> None:
    """Draw the tower of knowledge with a lit window."""
    w, wall = h * 0.34, (214, 205, 192)
    pen.shade(x + 3, y, w * 0.75, w * 0.25, 70)
    pen.shape(
        [
            (x - w * 0.46, y),
            (x - w * 0.36, y - h * 0.66),
            (x + w * 0.36, y - h * 0.66),
            (x + w * 0.46, y),
        ],
        wall,
        INK,
    )
    pen.shape(
        [
            (x + w * 0.05, y - 1),
            (x + w * 0.05, y - h * 0.66),
            (x + w * 0.35, y - h * 0.66),
            (x + w * 0.44, y - 1),
        ],
        dark(wall, 0.18),
    )
    pen.shape(
        _upright(x - w * 0.5, x + w * 0.5, y - h * 0.64, y - h * 0.74), pale(wall, 0.2), INK, 1.4
    )
    _spire(pen, x, y - h * 0.73, w * 0.56, h * 0.35, roof)
    pen.oval(x - w * 0.02, y - h * 0.5, w * 0.13, w * 0.17, (240, 205, 110), INK, 1.2)
    pen.shape(
        [
            (x - w * 0.14, y),
            (x - w * 0.14, y - h * 0.16),
            (x + w * 0.12, y - h * 0.16),
            (x + w * 0.12, y),
        ],
        DOOR,
    )


def adit(pen: Pen, x: float, y: float) -> None:
    """Draw the timbered mouth of a mine; `x, y` is the center of its foot."""
    pen.shape(
        [
            (x - 16, y),
            (x - 16, y - 22),
            (x - 9, y - 31),
            (x + 9, y - 31),
            (x + 16, y - 22),
            (x + 16, y),
        ],
        (52, 38, 30),
    )
    for beam in (
        [(x - 17, y + 1), (x - 17, y - 23)],
        [(x + 17, y + 1), (x + 17, y - 23)],
        [(x - 18, y - 23), (x - 9, y - 33), (x + 9, y - 33), (x + 18, y - 23)],
    ):
        pen.line(beam, INK, 7.5)
        pen.line(beam, (150, 104, 60), 5)


def lumps(
    pen: Pen, places: tuple[tuple[float, float, float], ...], colour: RGB, light: RGB
) -> None:
    """Draw blocks of stone or nuggets of gold, one per place (x, y, radius)."""
    for x, y, r in places:
        pen.shape(
            [
                (x - r, y + 4),
                (x - r * 0.6, y - r * 0.8),
                (x + r * 0.5, y - r),
                (x + r, y + 3),
                (x + r * 0.2, y + r * 0.6),
            ],
            colour,
            INK,
            1.5,
        )
        pen.shape([(x - r * 0.6, y - r * 0.8), (x + r * 0.5, y - r), (x + r * 0.1, y - 1)], light)


def chest(pen: Pen, x: float, y: float, w: float) -> None:
    """Draw a chest with gold bands, `w` wide; `x, y` is the center of its foot."""
    h, wood = w * 0.62, (154, 95, 44)
    pen.oval(x + 2, y, w * 0.56, w * 0.13, (60, 44, 30, 80))
    pen.shape(
        [(x - w / 2, y), (x - w / 2, y - h * 0.62), (x + w / 2, y - h * 0.62), (x + w / 2, y)],
        wood,
        INK,
    )
    lid: list[Point] = [(x - w / 2, y - h * 0.6)]
    turns = [math.pi * t / 10 for t in range(11)]
    lid += [
        (x - w / 2 * math.cos(turn), y - h * 0.6 - h * 0.5 * max(0.0, math.sin(turn)) ** 0.7)
        for turn in turns
    ]
    pen.shape([*lid, (x + w / 2, y - h * 0.6)], pale(wood, 0.12), INK)
    for k in (-0.36, 0.36):
        pen.line([(x + w * k, y), (x + w * k, y - h * 0.98)], (217, 164, 50), w * 0.09)
    pen.line([(x - w / 2, y - h * 0.6), (x + w / 2, y - h * 0.6)], (90, 52, 24))
    pen.shape(
        _upright(x - w * 0.09, x + w * 0.09, y - h * 0.42, y - h * 0.72), (240, 196, 80), INK, 1.2
    )


def grave(pen: Pen, x: float, y: float, *, cross: bool) -> None:
    """Draw a cross or a headstone at `x, y`."""
    pen.oval(x + 2, y + 1, 9, 3, (60, 44, 30, 70))
    if cross:
        for width, colour in ((6.4, INK), (3.8, (206, 202, 190))):
            pen.line([(x, y), (x, y - 20)], colour, width)
            pen.line([(x - 7, y - 13), (x + 7, y - 13)], colour, width)
        return
    pen.shape(
        [
            (x - 7, y),
            (x - 7, y - 12),
            (x - 4, y - 17),
            (x + 4, y - 17),
            (x + 7, y - 12),
            (x + 7, y),
        ],
        (200, 197, 186),
        INK,
    )
    pen.line([(x - 3, y - 10), (x + 3, y - 10)], (120, 114, 104), 1.4)


def waves(pen: Pen, places: tuple[Point, ...], colour: RGB = (222, 238, 236)) -> None:
    """Draw short strokes on water, one at each place."""
    for x, y in places:
        pen.line([(x - 9, y), (x - 4, y - 3), (x, y), (x + 5, y - 3), (x + 10, y)], colour, 2)


def wood(pen: Pen, places: tuple[Point, ...], rng: random.Random) -> None:
    """Draw many trees, each within a few units of its place, the nearer ones in front."""
    for x, y in sorted(places, key=lambda at: at[1]):
        colour: RGB = (93, 136, 72) if rng.random() < 0.7 else (116, 151, 77)
        tree(pen, x + rng.uniform(-4, 4), y + rng.uniform(-3, 3), rng.uniform(9.5, 12), colour)


def crops(pen: Pen) -> None:
    """Draw a field of ripe wheat in slanted stripes."""
    stripes: tuple[RGB, ...] = ((233, 209, 130), (217, 185, 92), (239, 220, 150), (207, 174, 82))

    def kept(points: list[Point]) -> list[Point]:
        return [(min(97.0, max(3.0, x)), y) for x, y in points]

    for i in range(-3, 9):
        left = i * 16
        stripe = kept([(left, 96), (left + 16, 96), (left + 58, 4), (left + 42, 4)])
        pen.shape(stripe, (*stripes[i % 4], 215))
        if 0 < left + 28 < 104:
            pen.line(kept([(left, 96), (left + 42, 4)]), (168, 122, 44, 150), 1.3)
    for i in range(-3, 9):
        for j in range(8):
            x, y = i * 16 + 9 + j * 5.4, 90 - j * 11.6
            if 7 < x < 92 and y > 9:
                pen.line([(x, y), (x, y - 7)], (150, 104, 34), 1.2)
                pen.oval(x, y - 7, 1.7, 3.4, (248, 224, 130), (160, 112, 36), 0.7)
