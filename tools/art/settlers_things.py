"""Objects on the cards of Imperial Settlers whose icons are unclear when they are large.

They have the foot at 0, 0 and height 1, like the buildings of the landscapes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from tools.art import settlers_houses as houses
from tools.art import settlers_trees as trees
from tools.art.settlers_land import Point, Shape, Stamp


def oval(x: float, y: float, rx: float, ry: float, turn: float = 0.0) -> list[Point]:
    """Return the outline of an ellipse, turned by `turn` radians."""
    return turned(
        [(rx * math.cos(a * math.pi / 16), ry * math.sin(a * math.pi / 16)) for a in range(32)],
        turn,
        (x, y),
    )


def turned(points: Sequence[Point], turn: float, at: Point) -> list[Point]:
    """Return points turned by `turn` radians around 0, 0 and then moved to `at`."""
    c, d = math.cos(turn), math.sin(turn)
    return [(at[0] + x * c - y * d, at[1] + x * d + y * c) for x, y in points]


def _ball(s: Stamp, tone: str, x: float, y: float, rx: float, ry: float) -> None:
    """Draw an ellipse in two tones, its lower right in the shade."""
    s.poly(tone, oval(x, y, rx, ry), 0.26)
    arc = [(math.cos(a * math.pi / 16), math.sin(a * math.pi / 16)) for a in range(32)]
    s.fill(tone, [(x - rx * 0.06 + u * rx * 0.9, y + ry * 0.1 + v * ry * 0.86) for u, v in arc])


def _wheel(s: Stamp, x: float, r: float, spokes: int = 8) -> None:
    """Draw a wheel that stands on the ground."""
    s.poly("trunk", oval(x, r, r, r))
    s.poly("cloth", oval(x, r, r * 0.74, r * 0.74), 0.1)
    for k in range(spokes):
        a = k * 2 * math.pi / spokes + 0.2
        end = (x + r * 0.8 * math.cos(a), r + r * 0.8 * math.sin(a))
        s.line("trunk", [(x, r), end], 0.03)
    s.poly("trunk", oval(x, r, r * 0.22, r * 0.22), 0.3)


def pig(s: Stamp) -> None:
    """Draw a pig that looks to the right."""
    for x, more in ((-0.26, 0.34), (0.34, 0.34), (-0.4, 0.06), (0.18, 0.06)):
        s.poly("pig", [(x, 0.42), (x + 0.15, 0.42), (x + 0.13, 0.05), (x + 0.01, 0.05)], more)
        s.box("door", x + 0.005, 0, x + 0.135, 0.07)
    tail = [
        (-0.6 - 0.09 * math.sin(a * 0.7) - a * 0.006, 0.62 + 0.08 * math.cos(a * 0.7))
        for a in range(12)
    ]
    s.line("door", tail, 0.055, 0.2)
    s.line("pig", tail, 0.032)
    _ball(s, "pig", -0.06, 0.54, 0.54, 0.34)
    s.poly("pig", [(0.3, 0.86), (0.38, 1.0), (0.47, 0.8)], 0.3)
    _ball(s, "pig", 0.44, 0.58, 0.26, 0.26)
    s.poly("pig", [(0.46, 0.84), (0.63, 0.98), (0.62, 0.72)], 0.1)
    s.poly("pig", oval(0.68, 0.5, 0.08, 0.12), 0.2)
    for y in (0.46, 0.55):
        s.disc("door", 0.69, y, 0.018)
    s.disc("door", 0.53, 0.66, 0.026)
    s.line("door", [(0.5, 0.42), (0.57, 0.39), (0.62, 0.41)], 0.018)


def wagon(s: Stamp) -> None:
    """Draw a covered wagon with a shaft."""
    s.line("trunk", [(0.5, 0.34), (0.86, 0.16)], 0.045, 0.2)
    hood = [
        (-0.66, 0.98),
        (-0.58, 0.48),
        (0.52, 0.48),
        (0.66, 0.94),
        (0.36, 0.86),
        (0.0, 0.84),
        (-0.36, 0.88),
    ]
    s.poly("sail", hood, 0.24)
    s.fill(
        "sail", [(-0.62, 0.93), (-0.53, 0.6), (0.3, 0.6), (0.36, 0.83), (0.0, 0.81), (-0.36, 0.85)]
    )
    for top, low in ((-0.3, -0.28), (0.02, 0.0), (0.34, 0.28)):
        s.line("door", [(top, 0.86), (low, 0.5)], 0.018)
    s.poly("plank", [(-0.68, 0.5), (0.62, 0.5), (0.54, 0.24), (-0.6, 0.24)], 0.2)
    s.fill("plank", [(-0.66, 0.49), (0.6, 0.49), (0.57, 0.39), (-0.63, 0.39)], -0.05)
    _wheel(s, -0.38, 0.25)
    _wheel(s, 0.36, 0.21)


def pick(s: Stamp) -> None:
    """Draw a pick that leans on two stones."""
    trees.boulder(s.part(-0.26, 0.0, 0.36))
    trees.boulder(s.part(0.2, 0.0, 0.26))
    lean, at = -0.66, (-0.02, 0.5)
    s.poly("wood", turned([(-0.05, -0.56), (0.05, -0.56), (0.05, 0.36), (-0.05, 0.36)], lean, at))
    s.fill(
        "wood", turned([(0.0, -0.54), (0.045, -0.54), (0.045, 0.34), (0.0, 0.34)], lean, at), 0.3
    )
    upper = [(-0.5, 0.16), (-0.3, 0.33), (-0.08, 0.42), (0.08, 0.42), (0.3, 0.33), (0.5, 0.16)]
    lower = [(0.28, 0.24), (0.08, 0.28), (-0.08, 0.28), (-0.28, 0.24)]
    s.poly("steel", turned([*upper, *lower], lean, at), 0.06)
    s.fill(
        "steel",
        turned([(-0.5, 0.16), *lower[::-1], (0.5, 0.16), (0.28, 0.29), (-0.28, 0.29)], lean, at),
        0.34,
    )


def legion(s: Stamp) -> None:
    """Draw three shields before spears and the standard with its eagle."""
    for x in (-0.5, -0.2, 0.24, 0.54):
        s.line("trunk", [(x, 0.2), (x, 0.86)], 0.035, 0.1)
        s.poly("steel", [(x - 0.045, 0.84), (x, 1.0), (x + 0.045, 0.84)])
    s.line("trunk", [(0.02, 0.2), (0.02, 0.86)], 0.045, 0.2)
    eagle = [(0.02, 0.8), (-0.07, 0.84), (-0.2, 1.0), (-0.06, 0.95), (0.0, 1.02)]
    s.poly("gold", [*eagle, (0.05, 1.02), (0.1, 0.95), (0.24, 1.0), (0.11, 0.84)])
    s.box("red", -0.12, 0.62, 0.16, 0.76)
    for x, low in ((-0.42, 0.06), (0.44, 0.06), (0.01, 0.0)):
        _shield(s, x, low)


def _shield(s: Stamp, x: float, low: float) -> None:
    """Draw a legionary's shield."""
    half, high = 0.22, 0.62
    rim = [
        (x - half, low + 0.05),
        (x - half * 0.7, low),
        (x + half * 0.7, low),
        (x + half, low + 0.05),
        (x + half, low + high - 0.05),
        (x + half * 0.7, low + high),
        (x - half * 0.7, low + high),
        (x - half, low + high - 0.05),
    ]
    s.poly("gold", rim, 0.1)
    middle = low + high / 2
    inner = [(x + (u - x) * 0.82, middle + (v - middle) * 0.9) for u, v in rim]
    s.fill("red", inner)
    s.fill(
        "red",
        [
            (x + 0.05, low + 0.03),
            (x + 0.17, low + 0.05),
            (x + 0.17, low + high - 0.05),
            (x + 0.05, low + high - 0.03),
        ],
        0.3,
    )
    for v in (-1, 1):
        s.line("gold", [(x, middle), (x, middle + v * 0.24)], 0.03)
        s.line("gold", [(x, middle), (x + v * 0.13, middle + 0.15)], 0.022)
        s.line("gold", [(x, middle), (x + v * 0.13, middle - 0.15)], 0.022)
    s.poly("steel", oval(x, middle, 0.075, 0.075))


def mason(s: Stamp) -> None:
    """Draw a block of stone with a mallet and a chisel on it."""
    s.poly("marble", [(-0.6, 0.42), (-0.36, 0.56), (0.62, 0.56), (0.4, 0.42)], -0.2)
    s.box("marble", -0.6, 0, 0.4, 0.42, 0.06)
    s.poly("marble", [(0.4, 0), (0.62, 0.14), (0.62, 0.56), (0.4, 0.42)], 0.34)
    s.line("rock", [(-0.5, 0.3), (-0.32, 0.24), (-0.2, 0.3)], 0.02, 0.2)
    s.line("rock", [(-0.1, 0.12), (0.08, 0.16)], 0.02, 0.2)
    turn, at = -0.7, (-0.02, 0.5)
    s.poly(
        "steel", turned([(-0.035, 0.0), (0.035, 0.0), (0.04, 0.3), (-0.04, 0.3)], 0.42, at), 0.06
    )
    s.poly("wood", turned([(-0.05, 0.28), (0.05, 0.28), (0.06, 0.46), (-0.06, 0.46)], 0.42, at))
    s.poly(
        "wood", turned([(-0.03, 0.05), (0.03, 0.05), (0.03, 0.48), (-0.03, 0.48)], turn, (0.1, 0.5))
    )
    head = turned([(-0.2, 0.34), (0.2, 0.34), (0.18, 0.58), (-0.18, 0.58)], turn, (0.1, 0.5))
    s.poly("plank", head, 0.12)
    s.fill(
        "plank",
        turned([(-0.19, 0.46), (0.18, 0.46), (0.165, 0.565), (-0.165, 0.565)], turn, (0.1, 0.5)),
        -0.1,
    )


def chariot(s: Stamp) -> None:
    """Draw an Egyptian chariot."""
    s.line("trunk", [(-0.1, 0.32), (0.5, 0.36), (0.86, 0.56)], 0.05, 0.15)
    s.line("trunk", [(0.82, 0.66), (0.9, 0.46)], 0.05, 0.15)
    body = [(-0.6, 0.3), (0.16, 0.3), (0.24, 0.52), (0.16, 0.94), (0.06, 0.98), (-0.06, 0.66)]
    s.poly("gold", [*body, (-0.4, 0.56), (-0.58, 0.6)], 0.08)
    s.fill(
        "red",
        [
            (-0.52, 0.36),
            (0.1, 0.36),
            (0.16, 0.52),
            (0.1, 0.84),
            (0.02, 0.6),
            (-0.36, 0.5),
            (-0.52, 0.52),
        ],
    )
    s.fill("gold", oval(-0.02, 0.47, 0.07, 0.07))
    _wheel(s, -0.24, 0.3, 6)


def barrow(s: Stamp) -> None:
    """Draw a wheelbarrow with sacks."""
    for x, y, r in ((-0.22, 0.66, 0.22), (0.2, 0.64, 0.22), (0.0, 0.8, 0.19)):
        _ball(s, "cloth", x, y, r, r)
    s.poly("plank", [(-0.52, 0.66), (0.5, 0.66), (0.38, 0.26), (-0.3, 0.26)], 0.16)
    s.fill("plank", [(-0.49, 0.64), (0.47, 0.64), (0.44, 0.5), (-0.42, 0.5)], -0.05)
    s.line("trunk", [(-0.92, 0.56), (-0.36, 0.3), (0.5, 0.2)], 0.05, 0.15)
    s.line("trunk", [(-0.34, 0.3), (-0.42, 0.02)], 0.05, 0.15)
    _wheel(s, 0.52, 0.2, 6)


def amphorae(s: Stamp) -> None:
    """Draw two rows of jars on shelves."""
    for y in (0.5, 0.0):
        s.box("door", -0.62, y + 0.05, 0.62, y + 0.5, -0.1)
        for k in range(4):
            x = -0.45 + k * 0.3
            tone = ("tile", "brick")[(k + round(2 * y)) % 2]
            s.poly(
                tone,
                [
                    (x - 0.05, y + 0.44),
                    (x + 0.05, y + 0.44),
                    (x + 0.04, y + 0.34),
                    (x + 0.11, y + 0.24),
                    (x + 0.05, y + 0.06),
                    (x - 0.05, y + 0.06),
                    (x - 0.11, y + 0.24),
                    (x - 0.04, y + 0.34),
                ],
            )
            s.fill(
                tone,
                [
                    (x + 0.02, y + 0.33),
                    (x + 0.09, y + 0.24),
                    (x + 0.045, y + 0.08),
                    (x + 0.01, y + 0.08),
                ],
                0.34,
            )
        s.box("plank", -0.66, y, 0.66, y + 0.07, 0.05)
    for x in (-0.66, 0.6):
        s.box("plank", x, 0, x + 0.07, 1.0, 0.1)


def _grove(what: Shape, spots: Sequence[tuple[float, float, float]]) -> Shape:
    """Return a drawing of several copies of a thing, at (x, foot, height) each."""

    def draw(s: Stamp) -> None:
        for spot in spots:
            what(s.part(*spot))

    return draw


def town(s: Stamp) -> None:
    """Draw a church among houses."""
    houses.church(s.part(0.06, 0.12, 0.94))
    houses.house(s.part(-0.44, 0.0, 0.5))
    houses.house(s.part(0.44, 0.0, 0.42))


def village(s: Stamp) -> None:
    """Draw three huts."""
    houses.hut(s.part(0.02, 0.26, 0.74))
    houses.hut(s.part(-0.46, 0.0, 0.66))
    houses.hut(s.part(0.44, 0.0, 0.62))


def camel(s: Stamp) -> None:
    """Draw a camel with bales that walks to the right."""
    for hip, knee, foot, more in (
        (-0.3, -0.38, -0.46, 0.3),
        (0.26, 0.34, 0.3, 0.3),
        (-0.26, -0.22, -0.26, 0.04),
        (0.2, 0.18, 0.1, 0.04),
    ):
        s.line("camel", [(hip, 0.5), (knee, 0.24), (foot, 0.02)], 0.07, more)
        s.line("camel", [(foot - 0.02, 0.02), (foot + 0.07, 0.02)], 0.05, more + 0.2)
    neck = [
        (0.28, 0.64),
        (0.38, 0.56),
        (0.46, 0.62),
        (0.48, 0.86),
        (0.54, 0.97),
        (0.64, 0.98),
        (0.76, 0.91),
        (0.74, 0.85),
        (0.62, 0.85),
        (0.61, 0.62),
        (0.52, 0.44),
        (0.32, 0.38),
    ]
    back = [(-0.3, 0.4), (-0.42, 0.52), (-0.38, 0.68), (-0.2, 0.74), (-0.08, 0.92), (0.06, 0.9)]
    s.poly("camel", [*neck, *back, (0.16, 0.72)], 0.02)
    belly = [(-0.4, 0.5), (-0.3, 0.4), (0.32, 0.38), (0.54, 0.46), (0.4, 0.48), (-0.2, 0.5)]
    s.fill("camel", belly, 0.26)
    s.line("camel", [(-0.4, 0.64), (-0.47, 0.42)], 0.03, 0.3)
    saddle = [(-0.22, 0.74), (-0.08, 0.92), (0.06, 0.9), (0.16, 0.72), (0.14, 0.58), (-0.2, 0.58)]
    s.poly("red", saddle)
    s.fill("gold", [(-0.21, 0.64), (0.15, 0.64), (0.14, 0.59), (-0.2, 0.59)])
    for x in (-0.17, 0.1):
        s.poly("cloth", oval(x, 0.58, 0.13, 0.12), 0.06)
        s.line("trunk", [(x - 0.11, 0.58), (x + 0.11, 0.58)], 0.02)
    s.disc("door", 0.64, 0.93, 0.015)


def tomb(s: Stamp) -> None:
    """Draw a tower tomb of Palmyra."""
    s.wall("sandstone", -0.3, 0.0, 0.3, 0.12, 0.58)
    s.wall("sandstone", -0.25, 0.12, 0.25, 0.92, 0.58)
    for y in (0.36, 0.64, 0.9):
        s.wall("sandstone", -0.28, y, 0.28, y + 0.05, 0.58)
    s.wall("sandstone", -0.22, 0.95, 0.22, 1.0, 0.58)
    s.arch("door", -0.05, 0.12, 0.13, 0.3, 0.0)
    for y in (0.46, 0.74):
        s.arch("window", -0.05, y, 0.09, y + 0.12, 0.0)


def camp(s: Stamp) -> None:
    """Draw a tent below a palm."""
    trees.palm(s.part(0.42, 0.06, 0.94))
    houses.tent(s.part(-0.18, 0.0, 0.66))


THINGS: dict[str, Shape] = {
    "pig": pig,
    "wagon": wagon,
    "pick": pick,
    "legion": legion,
    "mason": mason,
    "chariot": chariot,
    "barrow": barrow,
    "amphorae": amphorae,
    "camel": camel,
    "tomb": tomb,
    "camp": camp,
    "town": town,
    "village": village,
    "firs": _grove(trees.pine, ((-0.18, 0.06, 0.94), (0.36, 0.0, 0.58))),
    "grove": _grove(trees.pine, ((0.0, 0.2, 0.8), (-0.42, 0.0, 0.82), (0.42, 0.04, 0.74))),
    "palms": _grove(trees.palm, ((0.2, 0.08, 0.92), (-0.26, 0.0, 0.76))),
    "sheaves": _grove(trees.sheaf, ((0.0, 0.2, 0.74), (-0.4, 0.0, 0.72), (0.4, 0.0, 0.72))),
}
