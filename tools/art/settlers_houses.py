"""Buildings in the landscapes of Imperial Settlers, with the foot at 0, 0 and height 1."""

from __future__ import annotations

import math

from tools.art.settlers_land import Shape, Stamp


def house(s: Stamp) -> None:
    """Draw a gabled house, its gable in the light."""
    _gabled(s, "plaster", "tile", 0.52)


def barn(s: Stamp) -> None:
    """Draw a wooden house."""
    _gabled(s, "plank", "thatch", 0.46)


def _gabled(s: Stamp, wall: str, roof: str, low: float) -> None:
    s.poly(wall, [(-0.62, 0), (-0.04, 0), (-0.04, low), (-0.33, 0.94), (-0.62, low)], -0.1)
    s.box(wall, -0.04, 0, 0.66, low, 0.3)
    s.poly(roof, [(-0.33, 1.0), (0.42, 1.0), (0.74, low - 0.05), (0.0, low - 0.05)], 0.08)
    s.poly(
        roof,
        [
            (-0.33, 1.0),
            (-0.72, low - 0.05),
            (-0.64, low - 0.05),
            (-0.29, 0.95),
            (0.0, low - 0.05),
            (0.06, low - 0.02),
        ],
        0.3,
    )
    for k in range(3):
        y = low + 0.1 + k * 0.13
        s.line(
            roof,
            [(0.0 - 0.24 * (y - low) / (1 - low), y), (0.68 - 0.28 * (y - low) / (1 - low), y)],
            0.014,
            0.34,
        )
    s.box("door", -0.42, 0, -0.24, 0.3)
    for x in (0.1, 0.38):
        s.box("window", x, 0.2, x + 0.13, 0.36)


def hut(s: Stamp) -> None:
    """Draw a round hut with a thatched roof."""
    s.wall("plaster", -0.34, 0, 0.34, 0.42)
    s.box("door", -0.1, 0, 0.1, 0.3)
    s.poly("thatch", [(-0.56, 0.36), (0, 1.0), (0.56, 0.36), (0.0, 0.3)], 0.26)
    s.poly("thatch", [(-0.56, 0.36), (0, 1.0), (0.1, 0.6), (0.02, 0.3)], -0.1)
    for x in (-0.4, -0.24, -0.08):
        s.line("thatch", [(x, 0.37), (x * 0.4, 0.72)], 0.02, 0.3)


def longhouse(s: Stamp) -> None:
    """Draw a long low house with a bent ridge and crossed gable beams."""
    s.box("plank", -0.95, 0, 0.95, 0.34, 0.22)
    for k in range(8):
        s.line("plank", [(-0.84 + k * 0.24, 0), (-0.84 + k * 0.24, 0.32)], 0.03, 0.42)
    ridge = [(-0.9 + k * 0.3, 0.92 + 0.1 * abs(k - 3) / 3) for k in range(7)]
    s.poly("thatch", [(-1.08, 0.26), *ridge, (1.08, 0.26)], 0.12)
    s.poly("thatch", [(-1.08, 0.26), *ridge[:3], (-0.5, 0.28)], -0.12)
    for k in range(3):
        s.line(
            "thatch",
            [(-1.0 + k * 0.03, 0.38 + k * 0.17), (1.0 - k * 0.03, 0.38 + k * 0.17)],
            0.016,
            0.36,
        )
    s.box("door", -0.14, 0, 0.14, 0.28)
    for x in (-0.9, 0.9):
        s.line("trunk", [(x - 0.1, 0.92), (x + 0.1, 1.16)], 0.045)
        s.line("trunk", [(x + 0.1, 0.92), (x - 0.1, 1.16)], 0.045)


def church(s: Stamp) -> None:
    """Draw a nave and a tower with a spire."""
    s.poly("tile", [(0.0, 0.5), (0.5, 0.5), (0.62, 0.28), (0.02, 0.28)], 0.1)
    s.box("plaster", 0.0, 0, 0.58, 0.3, 0.26)
    for x in (0.14, 0.3, 0.46):
        s.arch("window", x, 0.08, 0.07, 0.22, 0.1)
    s.wall("plaster", -0.24, 0, 0.06, 0.62)
    s.poly("slate", [(-0.28, 0.6), (-0.09, 1.0), (0.1, 0.6)], 0.22)
    s.poly("slate", [(-0.28, 0.6), (-0.09, 1.0), (-0.1, 0.6)], -0.08)
    s.arch("window", -0.12, 0.4, 0.08, 0.52, 0.1)


def tower(s: Stamp) -> None:
    """Draw a round stone tower with a crown of merlons."""
    s.wall("stone", -0.2, 0, 0.2, 0.84)
    s.wall("stone", -0.26, 0.8, 0.26, 0.9)
    for x in (-0.26, -0.1, 0.06, 0.18):
        s.box("stone", x, 0.88, x + 0.08, 1.0, -0.05 if x < 0 else 0.22)
    for y in (0.3, 0.58):
        s.box("window", -0.06, y, 0.0, y + 0.12)
    s.arch("door", -0.05, 0, 0.13, 0.2, 0.0)


def watch(s: Stamp) -> None:
    """Draw a wooden tower on legs."""
    for a, b in ((-0.3, -0.16), (0.3, 0.16), (-0.1, -0.05), (0.1, 0.06)):
        s.line("trunk", [(a, 0), (b, 0.62)], 0.045, 0.15)
    s.line("trunk", [(-0.28, 0.1), (0.2, 0.46)], 0.03, 0.25)
    s.line("trunk", [(0.28, 0.1), (-0.2, 0.46)], 0.03, 0.25)
    s.wall("plank", -0.27, 0.56, 0.27, 0.74)
    s.poly("thatch", [(-0.36, 0.8), (0, 1.0), (0.36, 0.8)], 0.15)
    for x in (-0.23, 0.2):
        s.line("trunk", [(x, 0.72), (x, 0.82)], 0.04, 0.2)


def castle(s: Stamp) -> None:
    """Draw a wall between towers, a keep behind it."""
    s.wall("stone", -0.3, 0.2, 0.3, 0.86)
    s.poly("slate", [(-0.36, 0.84), (0, 1.12), (0.36, 0.84)], 0.15)
    s.wall("stone", -0.95, 0, 0.95, 0.42)
    for k in range(13):
        s.box("stone", -0.95 + k * 0.148, 0.42, -0.87 + k * 0.148, 0.5, -0.05 if k < 8 else 0.24)
    for x in (-0.95, 0.95):
        s.wall("stone", x - 0.16, 0, x + 0.16, 0.66)
        s.poly("tile", [(x - 0.22, 0.64), (x, 0.96), (x + 0.22, 0.64)], 0.2)
        s.poly("tile", [(x - 0.22, 0.64), (x, 0.96), (x, 0.64)], -0.05)
    s.arch("door", 0, 0, 0.24, 0.3, 0.0)
    for x in (-0.5, 0.5):
        s.box("window", x - 0.03, 0.18, x + 0.03, 0.3)


def battlement(s: Stamp) -> None:
    """Draw a long wall with merlons, as wide as the image."""
    for k in range(-20, 21):
        s.box("stone", k * 0.42, 0.72, k * 0.42 + 0.24, 1.0, -0.02)
        s.box("stone", k * 0.42 + 0.16, 0.72, k * 0.42 + 0.24, 1.0, 0.24)
    s.box("stone", -9, 0, 9, 0.74, 0.1)
    s.box("stone", -9, 0.64, 9, 0.74, -0.14)
    for row in range(3):
        for k in range(-16, 17):
            left, y = k * 0.5 + 0.25 * (row % 2), 0.06 + row * 0.2
            s.line("stone", [(left, y), (left + 0.3, y)], 0.02, 0.36)


def townwall(s: Stamp) -> None:
    """Draw a town wall with a gate between two towers."""
    for k in range(-24, 25):
        s.box("stone", k * 0.16, 0.66, k * 0.16 + 0.09, 0.78, -0.02)
    s.box("stone", -3.9, 0, 3.9, 0.68, 0.12)
    s.box("stone", -3.9, 0.58, 3.9, 0.68, -0.1)
    for k in range(-19, 19):
        for y in (0.12, 0.34):
            s.line("stone", [(k * 0.2 + y * 0.3, y), (k * 0.2 + y * 0.3 + 0.11, y)], 0.02, 0.34)
    for x in (-3.9, -2.1, -0.42, 0.42, 2.1, 3.9):
        s.wall("stone", x - 0.24, 0, x + 0.24, 1.0)
        s.poly("tile", [(x - 0.32, 0.98), (x, 1.5), (x + 0.32, 0.98)], 0.2)
        s.poly("tile", [(x - 0.32, 0.98), (x, 1.5), (x, 0.98)], -0.05)
        s.box("window", x - 0.07, 0.6, x + 0.03, 0.8)
    s.arch("door", 0, 0, 0.36, 0.56, 0.0)


def temple(s: Stamp) -> None:
    """Draw a temple with columns under a pediment."""
    for k in range(3):
        s.box("marble", -0.9 + k * 0.06, k * 0.05, 0.9 - k * 0.06, k * 0.05 + 0.06, 0.18 - k * 0.1)
    s.box("marble", -0.7, 0.15, 0.7, 0.66, 0.55)
    for k in range(6):
        x = -0.68 + k * 0.245
        s.wall("marble", x, 0.15, x + 0.13, 0.66, 0.55)
        s.box("marble", x - 0.025, 0.62, x + 0.155, 0.67, -0.05)
    s.box("marble", -0.8, 0.66, 0.8, 0.75, -0.02)
    s.poly("marble", [(-0.86, 0.75), (0, 1.02), (0.86, 0.75)], 0.12)
    s.poly("marble", [(-0.66, 0.77), (0, 0.97), (0.66, 0.77)], 0.38)
    s.line("tile", [(-0.88, 0.755), (0, 1.03), (0.88, 0.755)], 0.04, 0.0)


def villa(s: Stamp) -> None:
    """Draw a Roman country house: low wings, a tower, tiled roofs."""
    s.wall("plaster", -0.3, 0.3, 0.1, 0.86)
    s.poly("tile", [(-0.38, 0.84), (-0.1, 1.0), (0.18, 0.84)], 0.06)
    s.wall("plaster", -0.95, 0, 0.95, 0.42, 0.66)
    s.poly("tile", [(-1.04, 0.4), (-0.86, 0.6), (0.86, 0.6), (1.04, 0.4)], 0.08)
    for k in range(7):
        s.arch("door", -0.74 + k * 0.245, 0, 0.13, 0.28, 0.1)
    s.line("tile", [(-1.0, 0.44), (1.0, 0.44)], 0.025, 0.35)


def aqueduct(s: Stamp) -> None:
    """Draw two rows of arches, as wide as the image."""
    s.box("brick", -9, 0.93, 9, 1.0, -0.16)
    for k in range(-24, 25):
        x = k * 0.34
        s.wall("brick", x - 0.05, 0.0, x + 0.05, 0.62, 0.55)
        s.wall("brick", x - 0.05, 0.62, x + 0.05, 0.94, 0.55)
        for low, top in ((0.34, 0.62), (0.72, 0.94)):
            curve = [
                (
                    x + 0.17 - 0.12 * math.cos(a * math.pi / 8),
                    low + (top - low) * 0.72 * math.sin(a * math.pi / 8),
                )
                for a in range(9)
            ]
            s.poly(
                "brick",
                [(x + 0.04, low), *curve, (x + 0.3, low), (x + 0.3, top), (x + 0.04, top)],
                0.04,
            )
        s.box("brick", x - 0.05, 0.6, x + 0.3, 0.65, -0.16)


def arena(s: Stamp) -> None:
    """Draw a round arena in three tiers, broken at one side."""
    outline = [
        (-1.05, 0),
        (1.05, 0),
        (1.02, 0.5),
        (0.72, 0.56),
        (0.62, 0.78),
        (0.2, 0.86),
        (0.06, 1.0),
        (-0.98, 1.0),
    ]
    s.poly("brick", outline, -0.02)
    s.poly(
        "brick", [(0.4, 0), (1.05, 0), (1.02, 0.5), (0.72, 0.56), (0.62, 0.78), (0.4, 0.8)], 0.26
    )
    for row in range(3):
        for k in range(11):
            x = -0.92 + k * 0.184
            if (row == 1 and x > 0.62) or (row == 2 and x > 0.0):
                continue
            s.arch("brick", x, 0.04 + row * 0.32, 0.1, 0.26 + row * 0.32, 0.6)
    for y in (0.31, 0.64, 0.97):
        s.line(
            "brick", [(-1.02, y), (1.02 if y < 0.4 else 0.6 if y < 0.7 else 0.06, y)], 0.04, -0.3
        )


def column(s: Stamp) -> None:
    """Draw one column."""
    s.box("marble", -0.16, 0, 0.16, 0.07, 0.1)
    s.wall("marble", -0.1, 0.07, 0.1, 0.9, 0.58)
    for x in (-0.05, 0.0, 0.05):
        s.line("marble", [(x, 0.1), (x, 0.88)], 0.014, 0.3)
    s.box("marble", -0.16, 0.9, 0.16, 1.0, -0.1)


def ruin(s: Stamp) -> None:
    """Draw broken columns and a fallen lintel."""
    for x, height in ((-0.7, 0.9), (-0.3, 0.9), (0.2, 0.5), (0.6, 0.32)):
        s.wall("marble", x - 0.1, 0, x + 0.1, height, 0.58)
        s.poly(
            "marble",
            [
                (x - 0.1, height),
                (x - 0.03, height + 0.06),
                (x + 0.05, height - 0.02),
                (x + 0.1, height + 0.03),
                (x + 0.1, height - 0.05),
                (x - 0.1, height - 0.05),
            ],
            0.0,
        )
    s.box("marble", -0.86, 0.9, -0.14, 1.0, -0.1)
    s.poly("marble", [(0.1, 0), (0.9, 0), (0.95, 0.12), (0.2, 0.16)], 0.3)


def pyramid(s: Stamp) -> None:
    """Draw a pyramid in courses, one side lit."""
    s.poly("sandstone", [(-0.86, 0), (-0.06, 1.0), (0.22, 0)], -0.16)
    s.poly("sandstone", [(0.22, 0), (-0.06, 1.0), (0.86, 0)], 0.3)
    for k in range(1, 9):
        y = k / 9
        s.line("sandstone", [(-0.86 + 0.8 * y, y), (0.22 - 0.28 * y, y)], 0.01, 0.22)
        s.line("sandstone", [(0.22 - 0.28 * y, y), (0.86 - 0.92 * y, y)], 0.01, 0.48)


def obelisk(s: Stamp) -> None:
    """Draw a slim stone with signs on it."""
    s.box("sandstone", -0.16, 0, 0.16, 0.08, 0.1)
    s.poly("sandstone", [(-0.1, 0.08), (0.02, 0.08), (0.02, 0.88), (-0.06, 0.88)], -0.16)
    s.poly("sandstone", [(0.02, 0.08), (0.1, 0.08), (0.06, 0.88), (0.02, 0.88)], 0.3)
    s.poly("gold", [(-0.06, 0.88), (0.06, 0.88), (0.0, 1.0)], -0.2)
    for k in range(5):
        s.box("sandstone", -0.055, 0.2 + k * 0.13, -0.015, 0.26 + k * 0.13, 0.4)


def pylon(s: Stamp) -> None:
    """Draw the gate of an Egyptian temple: two sloping towers with flags."""
    for x in (-0.95, 0.33):
        for flag in (0.14, 0.46):
            s.line("trunk", [(x + flag, 0.2), (x + flag, 1.16)], 0.025, 0.1)
            s.poly("red", [(x + flag, 1.16), (x + flag + 0.2, 1.1), (x + flag, 1.02)], -0.05)
    s.box("sandstone", -0.4, 0, 0.4, 0.62, 0.2)
    s.box("door", -0.18, 0, 0.18, 0.46)
    for x in (-0.98, 0.3):
        s.poly("sandstone", [(x, 0), (x + 0.68, 0), (x + 0.58, 0.9), (x + 0.1, 0.9)], -0.06)
        s.poly("sandstone", [(x + 0.46, 0), (x + 0.68, 0), (x + 0.58, 0.9), (x + 0.42, 0.9)], 0.28)
        s.box("sandstone", x + 0.07, 0.88, x + 0.61, 0.97, -0.2)
        for k in range(3):
            s.box("sandstone", x + 0.18 + k * 0.13, 0.3, x + 0.25 + k * 0.13, 0.62, 0.3)


def flatroof(s: Stamp) -> None:
    """Draw Egyptian houses: stacked boxes."""
    s.wall("plaster", -0.7, 0, 0.2, 0.56)
    s.wall("plaster", -0.4, 0.56, 0.1, 1.0)
    s.wall("plaster", 0.2, 0, 0.8, 0.42)
    for x, y in ((-0.56, 0.26), (-0.2, 0.26), (-0.22, 0.72), (0.42, 0.2)):
        s.box("window", x, y, x + 0.1, y + 0.14)
    s.box("door", -0.02, 0, 0.12, 0.26)
    s.line("red", [(-0.7, 0.53), (0.2, 0.53)], 0.04, 0.0)


def tent(s: Stamp) -> None:
    """Draw a tent of striped cloth."""
    s.poly("cloth", [(-0.9, 0), (0, 1.0), (0.9, 0)], 0.2)
    for k in range(4):
        a, b = -0.9 + k * 0.45, -0.9 + k * 0.45 + 0.22
        s.poly("cloth", [(a, 0), (b, 0), (0, 1.0)], -0.16 if k < 2 else 0.04)
    s.poly("door", [(-0.14, 0), (0.14, 0), (0, 0.6)])


def pagoda(s: Stamp) -> None:
    """Draw a pagoda of five roofs."""
    for k in range(5):
        low, half_width = k * 0.165, 0.34 - k * 0.04
        s.wall("wood", -half_width * 0.72, low, half_width * 0.72, low + 0.12)
        for way in (-0.4, 0.0, 0.4):
            s.box("window", half_width * way - 0.02, low + 0.02, half_width * way + 0.02, low + 0.1)
        roof(s, 0, low + 0.1, half_width, 0.09)
    s.line("gold", [(0, 0.86), (0, 1.0)], 0.03, -0.1)
    for y in (0.9, 0.94):
        s.line("gold", [(-0.035, y), (0.035, y)], 0.018, 0.0)


def roof(
    s: Stamp, x: float, y: float, half_width: float, height: float, tone: str = "slate"
) -> None:
    """Draw a roof with upturned corners, from its eaves at `y` upwards."""
    eaves = [
        (x - half_width, y + height * 0.42),
        (x - half_width * 0.72, y + height * 0.06),
        (x, y),
        (x + half_width * 0.72, y + height * 0.06),
        (x + half_width, y + height * 0.42),
    ]
    top = [
        (x + half_width * 0.62, y + height * 0.72),
        (x + half_width * 0.42, y + height * 1.3),
        (x - half_width * 0.42, y + height * 1.3),
        (x - half_width * 0.62, y + height * 0.72),
    ]
    s.poly(tone, [*eaves, *top], 0.12)
    s.poly(tone, [eaves[0], eaves[1], eaves[2], (x, y + height * 1.3), top[2], top[3]], -0.1)
    s.line(tone, eaves, height * 0.16, 0.4)


def minka(s: Stamp) -> None:
    """Draw a Japanese house under one wide roof."""
    s.wall("plaster", -0.66, 0, 0.66, 0.42)
    for k in range(6):
        s.line("wood", [(-0.6 + k * 0.24, 0), (-0.6 + k * 0.24, 0.42)], 0.04, 0.3)
    s.line("wood", [(-0.66, 0.22), (0.66, 0.22)], 0.03, 0.3)
    s.box("door", -0.12, 0, 0.12, 0.36)
    roof(s, 0, 0.38, 0.98, 0.4)
    s.box("slate", -0.4, 0.86, 0.4, 0.96, 0.3)


def keep(s: Stamp) -> None:
    """Draw a Japanese castle on its stone foot."""
    s.poly(
        "stone",
        [(-0.72, 0), (-0.5, 0.16), (-0.44, 0.32), (0.44, 0.32), (0.5, 0.16), (0.72, 0)],
        0.08,
    )
    s.poly("stone", [(0.2, 0), (0.16, 0.32), (0.44, 0.32), (0.5, 0.16), (0.72, 0)], 0.32)
    for low, half_width, height in ((0.32, 0.42, 0.15), (0.56, 0.3, 0.12), (0.76, 0.2, 0.1)):
        s.wall("plaster", -half_width, low, half_width, low + height)
        for k in range(4):
            left = (0.48 * k - 0.8) * half_width
            s.box("window", left, low + 0.04, left + half_width * 0.16, low + height - 0.03)
        roof(s, 0, low + height - 0.01, half_width + 0.14, 0.1)
    s.poly("slate", [(-0.16, 0.6), (0.0, 0.72), (0.16, 0.6)], 0.2)
    s.line("gold", [(-0.09, 1.0), (-0.12, 1.07)], 0.03)
    s.line("gold", [(0.09, 1.0), (0.12, 1.07)], 0.03)


def torii(s: Stamp) -> None:
    """Draw a red gate."""
    s.poly("red", [(-0.5, 0), (-0.4, 0), (-0.34, 0.9), (-0.42, 0.9)], -0.06)
    s.poly("red", [(0.5, 0), (0.4, 0), (0.34, 0.9), (0.42, 0.9)], 0.2)
    s.box("red", -0.54, 0.62, 0.54, 0.7, 0.1)
    s.box("red", -0.05, 0.68, 0.05, 0.84, 0.15)
    s.poly(
        "red",
        [(-0.68, 0.98), (-0.6, 0.84), (0.6, 0.84), (0.68, 0.98), (0.3, 0.93), (-0.3, 0.93)],
        -0.02,
    )
    beam = [
        (-0.74, 1.04),
        (-0.68, 0.97),
        (-0.3, 0.92),
        (0.3, 0.92),
        (0.68, 0.97),
        (0.74, 1.04),
        (0.3, 0.98),
        (-0.3, 0.98),
    ]
    s.poly("slate", beam, 0.2)


def bridge(s: Stamp) -> None:
    """Draw an arched bridge with a red railing."""
    deck = [(-1.2 + k * 0.2, 0.5 * math.sin(k / 12 * math.pi)) for k in range(13)]
    s.poly("wood", [*deck, *[(x, y - 0.14) for x, y in reversed(deck)]], 0.3)
    for x, y in deck[1:-1:2]:
        s.line("wood", [(x, -0.1), (x, y)], 0.06, 0.35)
        s.line("red", [(x, y), (x, y + 0.34)], 0.07, 0.0)
    s.line("red", [(x, y + 0.3) for x, y in deck], 0.08, -0.08)
    s.line("red", [(x, y + 0.14) for x, y in deck], 0.05, 0.1)


def stonebridge(s: Stamp) -> None:
    """Draw a bridge of two stone arches."""
    top = [(-1.3 + k * 0.2166, 0.56 + 0.26 * math.sin(k / 12 * math.pi)) for k in range(13)]
    s.poly("stone", [*top, (1.3, 0), (-1.3, 0)], 0.1)
    s.line("stone", top, 0.1, -0.25)
    for x in (-0.56, 0.56):
        s.arch("stone", x, -0.02, 0.8, 0.5, 0.62)


def mill(s: Stamp) -> None:
    """Draw a windmill."""
    s.poly("plaster", [(-0.24, 0), (0.24, 0), (0.15, 0.6), (-0.15, 0.6)], -0.08)
    s.poly("plaster", [(0.06, 0), (0.24, 0), (0.15, 0.6), (0.05, 0.6)], 0.28)
    s.poly("tile", [(-0.19, 0.58), (0.0, 0.76), (0.19, 0.58)], 0.15)
    s.arch("door", 0, 0, 0.12, 0.18, 0.0)
    first_angle = s.rng.uniform(0.2, 1.2)
    for k in range(4):
        a = first_angle + k * math.pi / 2
        # u points along the arm, v across it
        ux, uy, vx, vy = math.cos(a), math.sin(a), -math.sin(a), math.cos(a)
        s.line("trunk", [(0, 0.62), (0.42 * ux, 0.62 + 0.42 * uy)], 0.03, 0.2)
        s.poly(
            "sail",
            [
                (0.1 * ux, 0.62 + 0.1 * uy),
                (0.42 * ux, 0.62 + 0.42 * uy),
                (0.42 * ux + 0.11 * vx, 0.62 + 0.42 * uy + 0.11 * vy),
                (0.1 * ux + 0.09 * vx, 0.62 + 0.1 * uy + 0.09 * vy),
            ],
            -0.15,
        )


def mine(s: Stamp) -> None:
    """Draw the timbered mouth of a mine in its own hill."""
    s.poly("rock", [(-1.2, 0), (-0.8, 0.6), (-0.3, 1.0), (0.3, 0.94), (0.8, 0.5), (1.25, 0)], 0.18)
    s.poly("rock", [(-1.2, 0), (-0.8, 0.6), (-0.3, 1.0), (-0.1, 0.6), (-0.5, 0)], -0.1)
    s.box("door", -0.3, 0, 0.3, 0.5, 0.5)
    s.box("plank", -0.38, 0, -0.28, 0.54, -0.1)
    s.box("plank", 0.28, 0, 0.38, 0.54, 0.1)
    s.box("plank", -0.46, 0.5, 0.46, 0.62, -0.12)
    s.line("stone", [(-0.1, 0.02), (-0.3, -0.2)], 0.04, -0.2)
    s.line("stone", [(0.1, 0.02), (0.2, -0.2)], 0.04, -0.2)


def crane(s: Stamp) -> None:
    """Draw a wooden crane with a block on its rope."""
    s.line("trunk", [(-0.3, 0), (0.0, 0.9)], 0.06, 0.1)
    s.line("trunk", [(0.3, 0), (0.0, 0.9)], 0.06, 0.25)
    s.line("trunk", [(-0.18, 0.36), (0.18, 0.36)], 0.04, 0.2)
    s.line("trunk", [(-0.3, 0.76), (0.62, 1.0)], 0.06, 0.05)
    s.line("door", [(0.58, 0.98), (0.58, 0.42)], 0.018)
    s.wall("stone", 0.44, 0.24, 0.72, 0.44)


def stall(s: Stamp) -> None:
    """Draw a stall under a striped awning."""
    for x in (-0.62, 0.6):
        s.line("trunk", [(x, 0), (x, 0.8)], 0.06, 0.2)
    s.box("plank", -0.68, 0, 0.68, 0.34, 0.12)
    for k in range(5):
        s.disc(("fruit", "gold", "leaf", "red", "wheat")[k], -0.48 + k * 0.24, 0.38, 0.1)
    for k in range(6):
        x = -0.84 + k * 0.28
        stripe = [(x, 0.68), (x + 0.28, 0.68), (x * 0.8 + 0.22, 1.0), (x * 0.8, 1.0)]
        s.poly("red" if k % 2 else "sail", stripe, -0.08 if k < 4 else 0.1)
        s.disc("red" if k % 2 else "sail", x + 0.14, 0.68, 0.14, 0.0 if k < 4 else 0.14)


HOUSES: dict[str, Shape] = {
    shape.__name__: shape
    for shape in (
        house,
        barn,
        hut,
        longhouse,
        church,
        tower,
        watch,
        castle,
        battlement,
        townwall,
        temple,
        villa,
        aqueduct,
        arena,
        column,
        ruin,
        pyramid,
        obelisk,
        pylon,
        flatroof,
        tent,
        pagoda,
        minka,
        keep,
        torii,
        bridge,
        stonebridge,
        mill,
        mine,
        crane,
        stall,
    )
}
