"""Plants and small objects in the landscapes of Imperial Settlers, height 1, foot at 0, 0."""

from __future__ import annotations

import math

from tools.art.settlers_land import Point, Shape, Stamp


def _blobs(stamp: Stamp, tone: str, balls: list[tuple[float, float, float]]) -> None:
    """Draw a crown of leaves: dark discs with smaller pale ones on the lit side."""
    for x, y, r in balls:
        stamp.disc(tone, x, y, r, 0.34)
    for x, y, r in balls:
        stamp.disc(tone, x - r * 0.16, y + r * 0.18, r * 0.8, 0.05)
    for x, y, r in balls:
        stamp.disc(tone, x - r * 0.3, y + r * 0.34, r * 0.46, -0.07)


def pine(s: Stamp) -> None:
    """Draw a fir of four tiers."""
    s.box("trunk", -0.04, 0, 0.04, 0.2, 0.2)
    for k in range(4):
        low, height, half = 0.12 + k * 0.2, 0.46 + k * 0.18, 0.27 - k * 0.052
        s.poly("pine", [(-half, low), (0, low - 0.03), (half, low), (0.01, height)], 0.34)
        s.poly("pine", [(-half, low), (-half * 0.1, low - 0.02), (0.01, height)], -0.06)


def oak(s: Stamp) -> None:
    """Draw a round tree."""
    s.poly("trunk", [(-0.07, 0), (0.08, 0), (0.04, 0.45), (-0.03, 0.45)], 0.15)
    _blobs(
        s,
        "leaf",
        [
            (-0.22, 0.5, 0.19),
            (0.22, 0.5, 0.2),
            (0.0, 0.58, 0.25),
            (-0.12, 0.76, 0.19),
            (0.14, 0.77, 0.18),
        ],
    )


def cherry(s: Stamp) -> None:
    """Draw a tree in blossom on a bent trunk."""
    s.line("trunk", [(0, 0), (0.03, 0.2), (-0.04, 0.36), (0.02, 0.55)], 0.08, 0.2)
    s.line("trunk", [(-0.03, 0.34), (-0.22, 0.56)], 0.045, 0.2)
    s.line("trunk", [(0.0, 0.4), (0.24, 0.6)], 0.045, 0.2)
    _blobs(
        s,
        "blossom",
        [
            (-0.28, 0.6, 0.17),
            (0.3, 0.64, 0.17),
            (0.02, 0.62, 0.2),
            (-0.12, 0.8, 0.17),
            (0.15, 0.82, 0.16),
        ],
    )


def bonsai(s: Stamp) -> None:
    """Draw a pine in flat clouds on a winding trunk."""
    s.line("trunk", [(0, 0), (0.1, 0.22), (-0.06, 0.42), (0.06, 0.66), (0.0, 0.84)], 0.07, 0.15)
    for x, y, half in (
        (0.2, 0.42, 0.22),
        (-0.26, 0.58, 0.24),
        (0.2, 0.72, 0.2),
        (-0.02, 0.92, 0.22),
    ):
        top = [
            (x + half * math.cos(a * math.pi / 10), y + half * 0.42 * math.sin(a * math.pi / 10))
            for a in range(11)
        ]
        s.poly("pine", [*top, (x - half, y - 0.03), (x + half, y - 0.03)], 0.25)
        s.poly(
            "pine",
            [(px - half * 0.08, py + 0.005) for px, py in top[3:]] + [(x - half * 0.9, y)],
            -0.1,
        )


def cypress(s: Stamp) -> None:
    """Draw a slim dark cypress."""
    s.box("trunk", -0.02, 0, 0.02, 0.08, 0.2)
    side = [(0.0, 1.0), (0.045, 0.82), (0.085, 0.5), (0.1, 0.26), (0.07, 0.07)]
    s.poly("cypress", [*side, *[(-x, y) for x, y in reversed(side)]], 0.28)
    s.poly("cypress", [(0, 1.0), (0.0, 0.07), *[(-x * 0.92, y) for x, y in reversed(side)]], -0.06)


def palm(s: Stamp) -> None:
    """Draw a palm with drooping fronds."""
    bend = s.rng.uniform(-0.12, 0.12)
    trunk = [(bend * (k / 6) ** 2, 0.12 * k) for k in range(7)]
    for (x0, y0), (x1, y1), width in zip(
        trunk, trunk[1:], (0.075, 0.066, 0.06, 0.055, 0.05, 0.048), strict=False
    ):
        s.line("trunk", [(x0, y0), (x1, y1)], width, -0.02)
        s.line("trunk", [(x1 - width / 2, y1), (x1 + width / 2, y1)], 0.012, 0.4)
    top = trunk[-1]
    for turn, more in (
        (-2.75, 0.3),
        (-0.4, 0.3),
        (-1.05, 0.12),
        (-2.1, 0.12),
        (-1.58, -0.02),
        (0.02, 0.34),
        (-3.2, 0.34),
    ):
        _frond(s, top, turn, more)
    s.disc("fruit", top[0] + 0.03, top[1] - 0.04, 0.03, 0.1)
    s.disc("fruit", top[0] - 0.04, top[1] - 0.05, 0.028)


def _frond(s: Stamp, top: Point, turn: float, more: float) -> None:
    """Draw a palm leaf that starts at an angle and bends down."""
    spine = [
        (
            top[0] + 0.42 * t * math.cos(turn),
            top[1] - 0.42 * t * math.sin(turn) * 0.9 - 0.34 * t * t,
        )
        for t in (0, 0.2, 0.4, 0.6, 0.8, 1.0)
    ]
    upper = [(x, y + 0.05 * math.sin(k / 5 * math.pi)) for k, (x, y) in enumerate(spine)]
    lower = [
        (x, y - 0.055 * math.sin(k / 5 * math.pi) - (0.03 if k % 2 else 0))
        for k, (x, y) in enumerate(spine)
    ]
    s.poly("palm", [*upper, *reversed(lower)], more)
    s.line("palm", spine, 0.012, more - 0.3)


def bamboo(s: Stamp) -> None:
    """Draw a clump of stalks with narrow leaves."""
    for k in range(4):
        x = (k - 1.5) * 0.11 + s.rng.uniform(-0.02, 0.02)
        lean, height = s.rng.uniform(-0.05, 0.08), s.rng.uniform(0.78, 1.0)
        s.line("bamboo", [(x, 0), (x + lean, height)], 0.045, 0.12 if k % 2 else -0.1)
        for node in range(1, 6):
            y = height * node / 6
            at = x + lean * node / 6
            s.line("bamboo", [(at - 0.03, y), (at + 0.03, y)], 0.014, 0.45)
            if node > 2:
                way = -1 if (node + k) % 2 else 1
                for drop in (0.03, 0.1):
                    s.poly(
                        "leaf",
                        [
                            (at, y + 0.05),
                            (at + way * 0.1, y + 0.09 - drop),
                            (at + way * 0.22, y - drop),
                            (at + way * 0.09, y + 0.04 - drop),
                        ],
                        0.05 + 0.15 * (way > 0),
                    )


def bush(s: Stamp) -> None:
    """Draw a low shrub."""
    _blobs(s, "leaf", [(-0.35, 0.32, 0.32), (0.35, 0.3, 0.32), (0.0, 0.5, 0.42)])


def reeds(s: Stamp) -> None:
    """Draw reeds with dark heads."""
    for k in range(7):
        x, height = (k - 3) * 0.09, s.rng.uniform(0.6, 1.0)
        tip = x + s.rng.uniform(-0.1, 0.14)
        s.line("bamboo", [(x, 0), ((x + tip) / 2, height * 0.6), (tip, height)], 0.03, 0.1)
        if k % 2:
            s.line("trunk", [(tip, height), (tip + 0.01, height - 0.2)], 0.055, 0.15)


def sheaf(s: Stamp) -> None:
    """Draw a sheaf of corn."""
    for k in range(9):
        x = (k - 4) * 0.1
        s.line(
            "wheat",
            [(x * 0.35, 0), (x * 0.2, 0.4), (x, 0.95 - abs(x) * 0.4)],
            0.06,
            -0.15 if k < 5 else 0.2,
        )
        s.disc("wheat", x, 0.94 - abs(x) * 0.4, 0.06, -0.25 if k < 5 else 0.1)
    s.box("trunk", -0.13, 0.36, 0.13, 0.44)


def hay(s: Stamp) -> None:
    """Draw a haystack."""
    dome = [
        (0.6 * math.cos(a * math.pi / 10), math.sin(a * math.pi / 10) ** 0.8) for a in range(11)
    ]
    s.poly("wheat", [*dome, (-0.55, 0), (0.55, 0)], 0.2)
    s.poly(
        "wheat", [(x * 0.86 - 0.06, y * 0.96) for x, y in dome[4:]] + [(-0.5, 0), (0.05, 0)], -0.15
    )
    for k in range(5):
        s.line("wheat", [(-0.4 + k * 0.2, 0.06), (-0.32 + k * 0.17, 0.6)], 0.018, 0.35)


def stump(s: Stamp) -> None:
    """Draw a tree stump with a pale cut."""
    s.poly("trunk", [(-0.6, 0), (0.65, 0), (0.42, 0.7), (-0.4, 0.7)], 0.12)
    s.poly("trunk", [(0.1, 0), (0.65, 0), (0.42, 0.7), (0.16, 0.7)], 0.4)
    s.poly("plank", [(-0.4, 0.7), (0.0, 0.58), (0.42, 0.7), (0.0, 0.86)], -0.2)


def logs(s: Stamp) -> None:
    """Draw a stack of logs, seen from their ends."""
    for row in range(3):
        for k in range(4 - row):
            x, y = (k - (3 - row) / 2) * 0.44, 0.2 + row * 0.34
            s.disc("trunk", x, y, 0.22, 0.3)
            s.disc("plank", x - 0.02, y + 0.02, 0.17, -0.15)
            s.disc("plank", x - 0.02, y + 0.02, 0.08, 0.15)


def boulder(s: Stamp) -> None:
    """Draw a rock with a lit and a shaded side."""
    s.poly("stone", [(-0.7, 0), (-0.55, 0.55), (-0.1, 1.0), (0.35, 0.8), (0.75, 0)], 0.28)
    s.poly("stone", [(-0.7, 0), (-0.55, 0.55), (-0.1, 1.0), (0.08, 0.55), (-0.1, 0)], -0.12)
    s.poly("stone", [(-0.1, 1.0), (0.35, 0.8), (0.08, 0.55)], -0.28)


def menhir(s: Stamp) -> None:
    """Draw a standing stone."""
    s.poly("stone", [(-0.17, 0), (-0.2, 0.7), (-0.06, 1.0), (0.12, 0.92), (0.2, 0)], 0.26)
    s.poly("stone", [(-0.17, 0), (-0.2, 0.7), (-0.06, 1.0), (0.0, 0.9), (0.02, 0)], -0.12)
    s.line("stone", [(-0.1, 0.3), (-0.06, 0.42), (-0.12, 0.55)], 0.03, 0.4)


def fire(s: Stamp) -> None:
    """Draw a bonfire with its smoke."""
    for k in range(8):
        x = 0.16 * math.sin(k * 1.1) + k * 0.05
        s.disc("smoke", x, 1.0 + k * 0.34, 0.16 + k * 0.055, -0.1 + k * 0.03)
    for x in (-0.3, 0.3):
        s.line("trunk", [(-x, 0), (x, 0.16)], 0.12, 0.3)
    s.poly(
        "fire",
        [
            (-0.3, 0.06),
            (-0.34, 0.4),
            (-0.16, 0.62),
            (-0.06, 1.0),
            (0.12, 0.66),
            (0.3, 0.72),
            (0.3, 0.1),
        ],
        0.05,
    )
    s.poly("gold", [(-0.16, 0.06), (-0.18, 0.3), (0.0, 0.66), (0.16, 0.36), (0.16, 0.08)], -0.4)


def fence(s: Stamp) -> None:
    """Draw two posts with rails between them."""
    for y in (0.38, 0.74):
        s.line("plank", [(-1.0, y), (1.0, y)], 0.13, 0.1)
    for x in (-0.8, 0.0, 0.8):
        s.wall("plank", x - 0.09, 0, x + 0.09, 1.0)


def palisade(s: Stamp) -> None:
    """Draw pointed stakes side by side."""
    for k in range(9):
        x, height = (k - 4) * 0.2, s.rng.uniform(0.8, 0.92)
        s.poly(
            "trunk",
            [(x - 0.1, 0), (x + 0.1, 0), (x + 0.1, height), (x, height + 0.14), (x - 0.1, height)],
            0.3,
        )
        s.poly("trunk", [(x - 0.1, 0), (x, 0), (x, height + 0.14), (x - 0.1, height)], -0.08)
    s.line("plank", [(-0.9, 0.55), (0.9, 0.55)], 0.07, 0.3)


TREES: dict[str, Shape] = {
    shape.__name__: shape
    for shape in (
        pine,
        oak,
        cherry,
        bonsai,
        cypress,
        palm,
        bamboo,
        bush,
        reeds,
        sheaf,
        hay,
        stump,
        logs,
        boulder,
        menhir,
        fire,
        fence,
        palisade,
    )
}
