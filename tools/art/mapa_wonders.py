"""Wonders of El Mapa as buildings, on the same 100-unit sheet as the tile drawings."""

from __future__ import annotations

from render.base.theme import RGB
from tools.art.mapa_pen import INK, Pen, Point, dark, pale
from tools.art.mapa_things import tree

SAND: RGB = (226, 200, 144)
MARBLE: RGB = (238, 230, 212)
GOLD: RGB = (226, 176, 58)
BLOOD: RGB = (168, 52, 42)
BRICK: RGB = (206, 164, 112)
LEAF: RGB = (104, 146, 76)


def pyramid(pen: Pen) -> None:
    """Draw a stepped pyramid, a fire on its top."""
    pen.oval(52, 94, 54, 7, (50, 36, 24, 70))
    for i in range(6):
        half, top = 48 - i * 7.6, 94 - (i + 1) * 12.4
        foot = top + 12.4
        left: list[Point] = [
            (50 - half, foot),
            (50 - half + 3.4, top),
            (50 + half * 0.28, top),
            (50 + half * 0.28, foot),
        ]
        pen.shape(left, pale(SAND, 0.16 - i * 0.01), INK, 1.3)
        pen.shape(
            [
                (50 + half * 0.28, foot),
                (50 + half * 0.28, top),
                (50 + half - 3.4, top),
                (50 + half, foot),
            ],
            dark(SAND, 0.24),
            INK,
            1.3,
        )
        for k in range(1, 5):
            x = 50 - half + 3 + k * (half * 1.28) / 5
            pen.line([(x, foot - 1), (x, top + 6)], (168, 134, 84, 150), 0.9)
        pen.line(
            [(50 - half + 1.6, top + 6.2), (50 + half * 0.28, top + 6.2)], (168, 134, 84, 150), 0.9
        )
    pen.shape([(40, 94), (44, 19.6), (52, 19.6), (52, 94)], dark(SAND, 0.06), INK, 1.2)
    for index in range(14):
        y = 91 - index * 5.1
        pen.line([(41 + index * 0.25, y), (52, y)], (150, 116, 70), 1)
    pen.shape([(38, 19.6), (38, 9), (60, 9), (60, 19.6)], pale(SAND, 0.1), INK, 1.4)
    pen.shape([(46, 19.6), (46, 12), (52, 12), (52, 19.6)], (74, 48, 34))
    pen.shape([(35, 9), (39, 4), (59, 4), (63, 9)], GOLD, INK, 1.4)
    pen.shape([(44, 4), (46, -6), (49, -1), (52, -10), (54, 4)], (238, 132, 44), INK, 1.2)
    pen.shape([(47, 4), (49, -2), (52, 4)], (255, 222, 120))


def _columns(
    pen: Pen, lefts: tuple[float, ...], top: float, foot: float, width: float, colour: RGB
) -> None:
    for x in lefts:
        pen.shape([(x, foot), (x, top), (x + width, top), (x + width, foot)], colour, INK, 1.2)
        pen.line(
            [(x + width * 0.72, top + 2), (x + width * 0.72, foot - 2)],
            dark(colour, 0.22),
            width * 0.3,
        )
        for y in (top, foot):
            pen.line([(x - 1.6, y), (x + width + 1.6, y)], INK, 3.4)
            pen.line([(x - 1.2, y), (x + width + 1.2, y)], pale(colour, 0.4), 1.8)


def _temple(pen: Pen, stone: RGB, roof: RGB, steps: int = 3) -> None:
    """Draw steps, six columns before a dark interior, and a gable."""
    pen.oval(52, 94, 54, 7, (50, 36, 24, 70))
    for i in range(steps):
        half, y = 50 - i * 3.6, 94 - i * 5
        pen.shape(
            [(50 - half, y), (50 - half, y - 5), (50 + half, y - 5), (50 + half, y)],
            dark(stone, 0.04 * i),
            INK,
            1.3,
        )
        pen.line([(50 - half + 1, y - 4), (50 + half - 1, y - 4)], pale(stone, 0.5), 1.2)
    foot = 94 - steps * 5
    pen.shape([(13, foot), (13, 40), (87, 40), (87, foot)], (86, 62, 48), INK, 1.3)
    pen.shape([(42, foot), (42, 52), (58, 52), (58, foot)], (52, 36, 30))
    _columns(pen, (12, 26, 40.5, 53.5, 68, 82), 42, foot, 6, stone)
    pen.shape([(7, 41), (7, 34), (93, 34), (93, 41)], stone, INK, 1.4)
    for index in range(9):
        x = 12 + index * 9.5
        pen.line([(x, 35.6), (x, 39.6)], dark(stone, 0.4), 1.6)
    pen.shape([(4, 34), (50, 11), (96, 34)], stone, INK, 1.6)
    pen.shape([(16, 32), (50, 15.6), (84, 32)], dark(stone, 0.22), INK, 1)
    for a, b in (((4, 34), (50, 10)), ((50, 10), (96, 34))):
        pen.line([a, b], INK, 6)
        pen.line([a, b], roof, 3.6)


def midas(pen: Pen) -> None:
    """Draw a temple with gold on its gable and before its door."""
    _temple(pen, MARBLE, GOLD)
    pen.oval(50, 25.5, 6, 6, GOLD, INK, 1.3)
    pen.line([(50, 22), (50, 29)], pale(GOLD, 0.6), 1.6)
    for x, y in ((4, 30), (96, 30), (50, 6)):
        pen.shape([(x - 4, y + 3), (x, y - 6), (x + 4, y + 3)], GOLD, INK, 1.2)
    for x, y, r in ((34, 92, 4), (42, 94, 5), (38, 87, 4), (63, 93, 4.6), (70, 95, 4)):
        pen.oval(x, y, r, r * 0.62, GOLD, INK, 1.1)
        pen.oval(x - r * 0.2, y - r * 0.12, r * 0.45, r * 0.26, pale(GOLD, 0.6))


def ares(pen: Pen) -> None:
    """Draw a temple of red stone, spears and shields before it."""
    _temple(pen, (214, 188, 168), BLOOD)
    pen.oval(50, 26, 5.4, 5.8, (196, 202, 204), INK, 1.3)
    pen.shape([(46, 20), (50, 14), (56, 19), (52, 21)], BLOOD, INK, 1)
    for x in (19.6, 76.4):
        pen.shape([(x, 44), (x + 6.4, 44), (x + 6.4, 66), (x + 3.2, 71), (x, 66)], BLOOD, INK, 1.1)
    for x in (9, 91):
        pen.line([(x, 96), (x, 46)], INK, 3.4)
        pen.line([(x, 95), (x, 46)], (150, 108, 66), 1.8)
        pen.shape([(x - 3, 47), (x, 38), (x + 3, 47)], (196, 202, 204), INK, 1.1)
        pen.oval(x, 86, 8.5, 9, BLOOD, INK, 1.6)
        pen.oval(x, 86, 5, 5.4, None, (250, 240, 216), 1.6)
    pen.shape(
        [(44, 12), (44, 4), (46, 7), (48, -4), (51, 3), (54, -1), (56, 12)], (238, 132, 44), INK, 1
    )
    pen.shape([(42, 14), (42, 9), (58, 9), (58, 14)], (196, 152, 70), INK, 1.1)


def gardens(pen: Pen) -> None:
    """Draw terraces of arches, one above the other, with trees on them and water falling."""
    pen.oval(52, 94, 54, 7, (50, 36, 24, 70))
    for i, (half, foot, height) in enumerate(((48, 94, 26), (36, 68, 24), (23, 44, 22))):
        top, stone = foot - height, pale(BRICK, 0.05 * i)
        pen.shape(
            [(50 - half, foot), (50 - half, top), (50 + half, top), (50 + half, foot)],
            stone,
            INK,
            1.4,
        )
        pen.shape(
            [
                (50 + half * 0.45, foot),
                (50 + half * 0.45, top),
                (50 + half, top),
                (50 + half, foot),
            ],
            dark(stone, 0.16),
        )
        n = 5 - i
        for k in range(n):
            x = 50 - half + (k + 0.5) * 2 * half / n
            w = half / n * 0.56
            arch = [
                (x - w, foot),
                (x - w, top + height * 0.56),
                (x - w * 0.7, top + height * 0.38),
                (x, top + height * 0.3),
                (x + w * 0.7, top + height * 0.38),
                (x + w, top + height * 0.56),
                (x + w, foot),
            ]
            pen.shape(arch, (92, 66, 48), INK, 1.1)
        pen.line([(50 - half - 2, top), (50 + half + 2, top)], INK, 4.6)
        pen.line([(50 - half - 1.4, top), (50 + half + 1.4, top)], pale(stone, 0.35), 2.8)
        for k in range(round(half / 4)):
            x = 50 - half + 3 + k * (2 * half - 6) / max(1, round(half / 4) - 1)
            deep = 3 + (k * 7 + i * 3) % 8
            for y in range(0, deep, 3):
                pen.oval(x, top + y, 3.1 - y * 0.16, 2.9, dark(LEAF, 0.5))
            for y in range(0, deep, 3):
                pen.oval(x - 0.4, top + y - 0.4, 2.3 - y * 0.16, 2.1, pale(LEAF, (k % 3) * 0.12))
    pen.line([(62, 24), (62, 42), (70, 46), (70, 66), (80, 72), (80, 92)], (214, 236, 240), 3)
    pen.line([(62, 24), (62, 42), (70, 46), (70, 66), (80, 72), (80, 92)], (122, 178, 196), 1.2)
    for x, y, r in (
        (10, 62, 7),
        (92, 62, 6),
        (22, 62, 5),
        (18, 38, 6),
        (83, 38, 6.5),
        (32, 16, 5.5),
        (68, 16, 5),
    ):
        tree(pen, x, y, r, LEAF)
    for x in (44, 54):
        pen.line([(x, 22), (x + 1, 6)], INK, 3)
        pen.line([(x, 22), (x + 1, 6)], (150, 108, 66), 1.8)
        for dx, dy in ((-9, 3), (-7, -4), (9, 3), (7, -4), (0, -7)):
            pen.line(
                [(x + 1, 6), (x + 1 + dx * 0.6, 4 + dy * 0.7), (x + 1 + dx, 7 + dy)],
                dark(LEAF, 0.5),
                3.4,
            )
            pen.line([(x + 1, 6), (x + 1 + dx * 0.6, 4 + dy * 0.7), (x + 1 + dx, 7 + dy)], LEAF, 2)


WONDERS = {
    "pyramid": pyramid,
    "temple_of_midas": midas,
    "temple_of_ares": ares,
    "hanging_gardens": gardens,
}
