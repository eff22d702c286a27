"""Ships in the landscapes of Imperial Settlers, with the keel at 0, 0 and about 1 high."""

from __future__ import annotations

import math

from tools.art.settlers_land import Shape, Stamp


def _wake(s: Stamp, half: float) -> None:
    for k in range(4):
        s.line(
            "snow",
            [(-half + k * 0.12, -0.03 - k * 0.035), (half - k * 0.2, -0.03 - k * 0.035)],
            0.018,
            0.05,
        )


def longship(s: Stamp) -> None:
    """Draw a dragon ship under a striped sail, shields along its side."""
    keel = [(-0.8 + k * 0.2, 0.02 + 0.26 * abs((k - 4) / 4) ** 2.2) for k in range(9)]
    s.line("trunk", [(0, 0.16), (0, 1.0)], 0.04, 0.1)
    for k in range(5):
        x = -0.5 + k * 0.2
        bulge = 0.06 * math.sin((k + 0.5) / 5 * math.pi)
        s.poly(
            "sail" if k % 2 else "red",
            [(x, 0.9), (x + 0.2, 0.9), (x + 0.2 + bulge, 0.36 - bulge), (x + bulge, 0.36 - bulge)],
            -0.1 if k < 3 else 0.08,
        )
    s.poly("trunk", [*keel, *[(x, y + 0.15) for x, y in reversed(keel)]], 0.1)
    for x, way in ((-0.8, -1), (0.8, 1)):
        s.line(
            "trunk",
            [(x, 0.3), (x + way * 0.1, 0.5), (x + way * 0.05, 0.66), (x + way * 0.16, 0.7)],
            0.06,
            0.05,
        )
    for k in range(6):
        s.disc("gold" if k % 2 else "red", -0.5 + k * 0.2, 0.17 + 0.02 * abs(k - 2.5), 0.075, 0.0)
    _wake(s, 0.9)


def galley(s: Stamp) -> None:
    """Draw a Roman galley: oars, a ram, a square sail."""
    s.line("trunk", [(0.05, 0.2), (0.05, 1.0)], 0.04, 0.1)
    s.poly("sail", [(-0.42, 0.9), (0.5, 0.9), (0.6, 0.4), (-0.34, 0.4)], -0.1)
    s.poly("red", [(-0.14, 0.9), (0.2, 0.9), (0.3, 0.4), (-0.06, 0.4)], 0.0)
    s.line("trunk", [(-0.46, 0.91), (0.54, 0.91)], 0.035)
    s.poly(
        "plank",
        [
            (-0.95, 0.34),
            (-0.7, 0.06),
            (0.7, 0.04),
            (1.05, 0.1),
            (0.84, 0.2),
            (0.74, 0.3),
            (-0.66, 0.26),
        ],
        0.12,
    )
    s.line("red", [(-0.74, 0.25), (0.76, 0.28)], 0.05)
    s.line("plank", [(-0.92, 0.32), (-1.02, 0.5), (-0.9, 0.56)], 0.06, -0.1)
    for k in range(9):
        s.line("trunk", [(-0.52 + k * 0.14, 0.2), (-0.62 + k * 0.14, -0.05)], 0.022, 0.1)
    _wake(s, 0.9)


def felucca(s: Stamp) -> None:
    """Draw a boat of the Nile under a lateen sail."""
    s.line("trunk", [(-0.1, 0.12), (-0.05, 0.62)], 0.035, 0.1)
    s.poly("sail", [(-0.5, 0.3), (0.42, 1.06), (0.3, 0.26)], -0.12)
    s.poly("sail", [(0.1, 0.32), (0.42, 1.06), (0.3, 0.26)], 0.12)
    s.line("trunk", [(-0.56, 0.26), (0.45, 1.1)], 0.03)
    s.poly(
        "plank",
        [(-0.75, 0.22), (-0.5, 0.03), (0.45, 0.03), (0.75, 0.24), (0.4, 0.15), (-0.4, 0.14)],
        0.15,
    )
    _wake(s, 0.7)


def junk(s: Stamp) -> None:
    """Draw a boat with a ribbed sail."""
    s.line("trunk", [(0, 0.12), (0, 1.0)], 0.035, 0.1)
    s.poly("sail", [(-0.3, 0.95), (0.32, 0.85), (0.44, 0.3), (-0.42, 0.3)], -0.05)
    for k in range(5):
        s.line(
            "trunk",
            [(-0.4 + k * 0.02, 0.38 + k * 0.12), (0.42 - k * 0.02, 0.38 + k * 0.1)],
            0.02,
            0.2,
        )
    s.poly(
        "plank",
        [(-0.8, 0.32), (-0.6, 0.04), (0.55, 0.04), (0.78, 0.24), (0.5, 0.18), (-0.5, 0.18)],
        0.2,
    )
    _wake(s, 0.7)


def cog(s: Stamp) -> None:
    """Draw a merchant's round ship."""
    s.line("trunk", [(0, 0.2), (0, 1.02)], 0.04, 0.1)
    s.poly("sail", [(-0.4, 0.94), (0.4, 0.94), (0.54, 0.42), (-0.3, 0.42)], -0.1)
    s.poly("sail", [(0.1, 0.94), (0.4, 0.94), (0.54, 0.42), (0.2, 0.42)], 0.1)
    s.poly("red", [(0.0, 1.04), (0.22, 1.0), (0.0, 0.96)])
    s.poly(
        "plank",
        [
            (-0.72, 0.42),
            (-0.56, 0.03),
            (0.5, 0.03),
            (0.74, 0.36),
            (0.46, 0.24),
            (-0.44, 0.24),
            (-0.46, 0.4),
        ],
        0.12,
    )
    s.line("plank", [(-0.58, 0.14), (0.58, 0.14)], 0.025, 0.4)
    _wake(s, 0.7)


SHIPS: dict[str, Shape] = {
    shape.__name__: shape for shape in (longship, galley, felucca, junk, cog)
}
