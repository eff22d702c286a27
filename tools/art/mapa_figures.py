"""Troops of El Mapa in a battle, facing right, and a fallen one. A man is 100 units high."""

from __future__ import annotations

from render.base.theme import RGB
from tools.art.mapa_pen import INK, Pen, Point, dark, pale

SKIN: RGB = (232, 192, 150)
STRAW: RGB = (226, 194, 116)
LEATHER: RGB = (126, 88, 54)
STEEL: RGB = (196, 202, 204)
WOOD: RGB = (150, 108, 66)
HORSE: RGB = (134, 92, 58)
CREAM: RGB = (250, 240, 216)
# Outlines of the rider on horseback, in units of the tile.
HORSE_BODY: tuple[Point, ...] = (
    (12, 58),
    (20, 49),
    (40, 46),
    (62, 48),
    (72, 42),
    (79, 26),
    (84, 18),
    (88, 20),
    (96, 30),
    (104, 38),
    (103, 44),
    (95, 46),
    (88, 42),
    (84, 54),
    (80, 68),
    (70, 76),
    (40, 77),
    (18, 74),
)
CAPARISON: tuple[Point, ...] = (
    (14, 60),
    (22, 50),
    (60, 49),
    (70, 56),
    (74, 74),
    (62, 84),
    (54, 78),
    (46, 86),
    (38, 79),
    (28, 86),
    (18, 76),
)
RIDER_HELMET: tuple[Point, ...] = (
    (34, 8),
    (34, -1),
    (39, -8),
    (46, -10),
    (53, -7),
    (56, 1),
    (56, 5),
    (48, 3),
    (47, 11),
    (43, 12),
    (42, 5),
)


def _legs(pen: Pen, x: float, colour: RGB, boots: RGB) -> None:
    """Draw two legs, the left one a step ahead."""
    pen.oval(x + 2, 95, 25, 5, (50, 36, 24, 70))
    for foot, hip in ((x - 9, x - 5), (x + 11, x + 6)):
        pen.shape([(hip - 6, 70), (hip + 6, 70), (foot + 5, 92), (foot - 5, 92)], colour, INK)
        pen.shape([(foot - 6, 86), (foot + 5, 86), (foot + 11, 95), (foot - 6, 95)], boots, INK)


def _face(pen: Pen, x: float, y: float, r: float) -> None:
    """Draw a head that faces right."""
    pen.oval(x, y, r, r * 1.06, SKIN, INK)
    pen.oval(x + r * 0.52, y - r * 0.05, 1.2, 1.5, INK)
    pen.line([(x + r * 0.45, y + r * 0.5), (x + r * 0.85, y + r * 0.42)], dark(SKIN, 0.5), 1.2)


def levy(pen: Pen, cloth: RGB) -> None:
    """Draw a peasant with a pitchfork and a hat of straw."""
    _legs(pen, 46, (140, 116, 88), LEATHER)
    pen.line([(73, 95), (73, 24)], INK, 5)
    pen.line([(73, 94), (73, 24)], WOOD, 3)
    for x in (64, 73, 82):
        pen.line([(x, 24), (x, 5)], INK, 4.4)
        pen.line([(x, 24), (x, 6)], STEEL, 2.4)
    pen.line([(63, 24), (83, 24)], INK, 5)
    pen.line([(64, 24), (82, 24)], STEEL, 2.8)
    pen.shape([(34, 46), (58, 46), (64, 80), (28, 80)], cloth, INK)
    pen.shape([(50, 47), (58, 46), (64, 80), (54, 80)], dark(cloth, 0.2))
    pen.line([(31, 66), (61, 66)], INK, 4.6)
    pen.line([(31, 66), (61, 66)], LEATHER, 2.8)
    pen.shape([(56, 47), (64, 52), (74, 60), (70, 67), (58, 60)], pale(cloth, 0.12), INK)
    pen.oval(73, 62, 5, 5, SKIN, INK)
    pen.shape([(36, 46), (28, 58), (36, 68), (42, 62), (38, 58), (42, 48)], cloth, INK)
    _face(pen, 47, 34, 11)
    pen.shape([(38, 27), (41, 15), (54, 15), (57, 27)], STRAW, INK)
    pen.oval(47, 27, 18, 4.6, STRAW, INK)
    pen.line([(39, 23), (56, 23)], (168, 104, 60), 2.6)


def soldier(pen: Pen, cloth: RGB) -> None:
    """Draw a man in a helmet, with a sword and a round shield."""
    _legs(pen, 46, (112, 108, 106), dark(LEATHER, 0.2))
    pen.shape([(76, 60), (81, 56), (87, 12), (83, 5), (78, 12)], STEEL, INK)
    pen.line([(82.5, 10), (78.5, 56)], pale(STEEL, 0.7), 1.6)
    pen.shape([(33, 44), (59, 44), (64, 82), (28, 82)], STEEL, INK)
    for y in (52, 60, 68, 76):
        pen.line([(31, y), (61, y)], dark(STEEL, 0.25), 1)
    pen.shape([(38, 44), (54, 44), (57, 84), (35, 84)], cloth, INK)
    pen.shape([(48, 45), (54, 44), (57, 84), (50, 84)], dark(cloth, 0.2))
    pen.shape([(56, 46), (64, 50), (78, 58), (75, 66), (58, 60)], dark(STEEL, 0.08), INK)
    pen.line([(70, 62), (85, 58)], INK, 5)
    pen.line([(71, 62), (84, 58)], (214, 170, 80), 3)
    pen.oval(76, 63, 5, 5, SKIN, INK)
    _face(pen, 47, 32, 11)
    pen.shape(
        [
            (35, 32),
            (35, 24),
            (39, 16),
            (47, 13),
            (55, 16),
            (59, 24),
            (59, 30),
            (51, 28),
            (50, 38),
            (46, 38),
            (45, 30),
        ],
        STEEL,
        INK,
    )
    pen.line([(40, 21), (47, 17)], pale(STEEL, 0.8), 2)
    pen.shape([(45, 13), (40, 6), (49, 2), (62, 6), (55, 10), (50, 14)], cloth, INK)
    pen.oval(32, 64, 19, 20, dark(cloth, 0.1), INK, 2.2)
    pen.oval(32, 64, 14.5, 15.5, None, CREAM, 3)
    pen.oval(32, 64, 5, 5.4, (214, 170, 80), INK)


def archer(pen: Pen, cloth: RGB) -> None:
    """Draw a man in a hood, drawing his bow."""
    _legs(pen, 44, (104, 112, 84), LEATHER)
    pen.shape([(22, 40), (30, 36), (40, 70), (32, 74)], dark(LEATHER, 0.15), INK)
    for x in (23, 27):
        pen.line([(x, 40), (x - 5, 24)], INK, 2.6)
        pen.shape([(x - 8, 30), (x - 5, 20), (x - 1, 28)], CREAM, INK, 1)
    pen.shape([(33, 46), (56, 46), (60, 80), (29, 80)], cloth, INK)
    pen.shape([(48, 47), (56, 46), (60, 80), (50, 80)], dark(cloth, 0.2))
    pen.line([(31, 67), (59, 67)], INK, 4.6)
    pen.line([(31, 67), (59, 67)], LEATHER, 2.8)
    bow: list[Point] = [(70, 16), (78, 24), (84, 38), (85, 52), (84, 66), (78, 80), (70, 88)]
    pen.line([(70, 16), (52, 52), (70, 88)], (250, 246, 232), 1.4)
    pen.line(bow, INK, 6)
    pen.line(bow, WOOD, 3.6)
    pen.line([(50, 52), (92, 52)], INK, 3)
    pen.shape([(90, 47), (99, 52), (90, 57)], STEEL, INK, 1.2)
    pen.shape([(53, 47), (62, 49), (84, 49), (84, 56), (60, 57)], pale(cloth, 0.1), INK)
    pen.oval(84, 52, 5, 5.4, SKIN, INK)
    pen.shape([(36, 46), (30, 52), (44, 60), (54, 55), (50, 48), (42, 50)], cloth, INK)
    pen.oval(53, 52, 4.6, 4.6, SKIN, INK)
    _face(pen, 46, 33, 11)
    pen.shape(
        [
            (57, 26),
            (50, 20),
            (42, 17),
            (32, 22),
            (30, 34),
            (33, 46),
            (44, 48),
            (42, 40),
            (41, 32),
            (46, 27),
        ],
        cloth,
        INK,
    )
    pen.shape([(34, 21), (24, 18), (20, 26), (32, 30)], dark(cloth, 0.15), INK)


def cavalry(pen: Pen, cloth: RGB) -> None:
    """Draw a rider with a lance, the horse in a caparison."""
    pen.oval(50, 96, 44, 6, (50, 36, 24, 70))
    _horse(pen)
    _caparison(pen, cloth)
    _rider(pen, cloth)


def _horse(pen: Pen) -> None:
    """Draw the horse, from the far legs to the near ones."""
    for hip, knee, hoof in (((28, 70), (24, 82), (20, 95)), ((72, 70), (80, 78), (92, 88))):
        _leg(pen, hip, knee, hoof, dark(HORSE, 0.25))
    tail: list[Point] = [(14, 58), (4, 66), (2, 84), (8, 92), (10, 78), (18, 68)]
    pen.shape(tail, dark(HORSE, 0.45), INK)
    pen.shape(HORSE_BODY, HORSE, INK)
    ear: list[Point] = [(84, 19), (86, 9), (90, 18)]
    pen.shape(ear, HORSE, INK)
    pen.oval(93, 29, 1.7, 1.9, INK)  # eye
    pen.line([(99, 41), (104, 41)], dark(HORSE, 0.5), 1.4)  # mouth
    mane: list[Point] = [(83, 17), (78, 15), (70, 28), (64, 46), (70, 46), (76, 36)]
    pen.shape(mane, dark(HORSE, 0.5), INK, 1.2)
    for hip, knee, hoof in (((24, 72), (30, 82), (30, 95)), ((76, 68), (86, 74), (84, 86))):
        _leg(pen, hip, knee, hoof, HORSE)


def _caparison(pen: Pen, cloth: RGB) -> None:
    """Draw the cloth over the horse's body with its hem, and the cloth and rein at its head."""
    pen.shape(CAPARISON, cloth, INK)
    hem: list[Point] = [(17, 73), (28, 82), (38, 75), (46, 82), (54, 74), (62, 80), (72, 72)]
    pen.line(hem, CREAM, 2.6)
    pen.shape([(82, 30), (94, 38), (92, 44), (80, 36)], dark(cloth, 0.1), INK, 1.2)
    pen.line([(78, 44), (98, 40)], INK, 1.6)


def _rider(pen: Pen, cloth: RGB) -> None:
    """Draw the rider: leg, body, lance with pennant, arm, head with plumed helmet."""
    leg: list[Point] = [(40, 48), (54, 48), (58, 66), (52, 72), (46, 66)]
    pen.shape(leg, (112, 108, 106), INK)
    boot: list[Point] = [(46, 66), (54, 68), (60, 74), (46, 74)]
    pen.shape(boot, dark(LEATHER, 0.2), INK)
    # armor, the tabard over it, the tabard's shaded side
    pen.shape([(34, 18), (54, 18), (58, 52), (32, 52)], STEEL, INK)
    pen.shape([(37, 18), (51, 18), (54, 52), (36, 52)], cloth, INK)
    pen.shape([(46, 19), (51, 18), (54, 52), (48, 52)], dark(cloth, 0.2))
    # lance: shaft, tip, pennant
    pen.line([(20, 46), (111, -2)], INK, 5)
    pen.line([(20, 46), (109, -1)], WOOD, 3)
    pen.shape([(106, -4), (114, -5), (110, 4)], STEEL, INK, 1.2)
    pen.shape([(96, 6), (78, 3), (84, 9), (74, 15), (90, 15)], cloth, INK, 1.4)
    arm: list[Point] = [(51, 20), (58, 24), (64, 30), (60, 36), (50, 30)]
    pen.shape(arm, dark(STEEL, 0.08), INK)
    pen.oval(61, 28, 4.6, 4.6, SKIN, INK)  # hand
    _face(pen, 45, 7, 10)
    pen.shape(RIDER_HELMET, STEEL, INK)
    plume: list[Point] = [(44, -10), (38, -14), (28, -10), (24, 2), (32, -4), (40, -6)]
    pen.shape(plume, cloth, INK, 1.4)


def _leg(pen: Pen, hip: Point, knee: Point, hoof: Point, colour: RGB) -> None:
    """Draw a leg of a horse."""
    for thigh_width, tone in ((11, INK), (8, colour)):
        pen.line([hip, knee], tone, thigh_width)
    for shin_width, tone in ((8, INK), (5.4, colour)):
        pen.line([knee, hoof], tone, shin_width)
    pen.oval(hoof[0] + 1, hoof[1], 4, 2.6, dark(HORSE, 0.7), INK, 1)


def fallen(pen: Pen, cloth: RGB) -> None:
    """Draw the sign of a fallen unit: a mound, a sword in it, a cloak over it."""
    pen.oval(50, 95, 40, 6, (50, 36, 24, 70))
    mound: list[Point] = [(14, 95), (20, 84), (34, 76), (52, 73), (70, 77), (82, 86), (86, 95)]
    pen.shape(mound, (150, 124, 92), INK)
    pen.shape([(52, 74), (70, 77), (82, 86), (86, 95), (62, 95)], (126, 102, 74))
    pen.shape([(46, 78), (51, 78), (53, 34), (44, 34)], STEEL, INK)
    pen.line([(34, 40), (63, 40)], INK, 6)
    pen.line([(35, 40), (62, 40)], (214, 170, 80), 3.6)
    pen.shape([(45, 36), (52, 36), (51, 22), (46, 22)], LEATHER, INK)
    pen.oval(48.5, 20, 4.6, 4.6, (214, 170, 80), INK)
    pen.shape(
        [(40, 46), (60, 44), (72, 62), (64, 70), (70, 82), (54, 78), (44, 84), (38, 72), (44, 60)],
        cloth,
        INK,
    )
    pen.shape([(54, 45), (60, 44), (72, 62), (64, 70), (70, 82), (58, 79)], dark(cloth, 0.2))


FIGURES = {"levy": levy, "soldier": soldier, "archer": archer, "cavalry": cavalry, "fallen": fallen}
