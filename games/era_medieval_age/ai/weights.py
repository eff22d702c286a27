"""Weights of the AI players' valuations, found by `tools/train.py`.

`WEIGHTS` are the weights of the standard player. `FIERCE` and `SOLO` are those of the harder
player, with several players and alone. `LEARNED` corrects the values of whole positions. Each
valuation reads the weights from these objects again, so a tuner can change them while the program
runs.
"""

from __future__ import annotations

from msgspec import Struct


class Weights(Struct):
    """Weights, in points unless noted otherwise.

    Tuples of four: goods, stone, wood, food; or peasant, burgher, noble, clergy dice.
    "Per round" means per round left after the current one.
    """

    # n units of a resource that can still be used are worth `unit` * n - `decline` * n * n
    unit: tuple[float, float, float, float] = (1.4, 0.8, 0.9, 0.3)
    decline: tuple[float, float, float, float] = (0.06, 0.05, 0.04, 0.02)
    # factor on the value of stored resources: in the last round but one, added per earlier round
    fade: tuple[float, float] = (0.45, 0.35)
    fed: float = 0.35  # added per stored food, up to the number of dice that farms don't feed
    # what a die yields per round, minus the food it needs
    die: tuple[float, float, float, float] = (0.7, 1.9, 0.45, 0.75)
    farm: float = 0.75  # a unit of a farm's food per round, while dice starve
    income: float = 0.7  # factor on `unit` for a resource that a building yields each round
    setting: float = 0.6  # per round and die that a monastery may set
    healing: float = 0.15  # a hospital, per round and building that Disease would count
    market: float = 7.0  # bonus of a market: the cells next to it that stay free
    # expected bonus of a guildhall: constant, per round
    guildhall: tuple[float, float] = (5.0, 0.4)
    kept: float = 0.9  # a stored resource in the last round, per guildhall
    church: float = 0.7  # bonus of a university, per round and church
    cathedral: float = 0.6  # dice per round that a cathedral will count in addition
    # copies of a kind that a player builds per round, in the order of `evaluate.KINDS_WITH_PACE`
    pace: tuple[float, float, float, float, float, float, float] = (
        0.8,
        0.4,
        0.55,
        0.24,
        0.24,
        0.1,
        0.15,
    )
    rare: float = 0.04  # the same for each of the other kinds
    room: float = 0.22  # a free walled cell that a future building can use
    room_a_round: float = 7.0  # number of such cells that are used per round
    # factor on the value of a ring early in the game, when other buildings pay off longer; it rises
    # to 1 toward the end
    wall: float = 0.75
    likely: float = 0.9  # probability that a planned ring gets closed
    town_area: float = 26.0  # walled cells that a rival has at most
    rival_area: float = 8.0  # walled cells that a rival adds per round
    # uncertainty of a lead in walled area, in cells: constant, per round
    area: tuple[float, float] = (0.6, 1.6)
    culture: tuple[float, float] = (0.4, 0.7)  # the same for a lead in culture
    ending: float = 0.35  # ending the game, per point of lead (negative when behind)
    max_lead: float = 10.0  # the lead counts for `ending` up to this
    throw: float = 0.12  # minimum expected gain of a reroll
    won: float = 0.8  # a resource gained by extortion
    taken: float = 0.7  # a resource lost to extortion
    poor: float = 0.4  # cost of being extorted: nothing may be left to pay the next demand
    # Costs of the own skulls. Treason and Attack hit the rivals, to the seat's gain; in a solo game
    # they hit the seat.
    bandits: float = 0.5
    treason: float = 0.6  # cost in a solo game, else gain
    fire: float = 2.0
    attack: tuple[float, float] = (2.0, 1.2)  # cost in a solo game; gain from rivals' losses
    revolt: float = 0.9  # per unit of goods lost
    # a place within walls: added per point of the building, subtracted per cell of it
    inside: tuple[float, float] = (1.1, 0.16)
    astride: float = 2.0  # cost of a place partly within walls
    crowd: float = 0.25  # cost per building that Disease counts in addition
    open_cells: float = 0.02  # cost per free cell next to a new building, which loses room

    # by how much the values of buildings are misjudged; only weaker players do
    blur: float = 0.0


WEIGHTS = Weights()


class Fierce(Weights):
    """Weights of the harder player: some of `Weights` with other values, and further weights."""

    unit: tuple[float, float, float, float] = (1.45, 1.05, 0.55, 0.25)
    die: tuple[float, float, float, float] = (1.4, 2.8, 0.25, 0.5)
    income: float = 1.5
    # factor on the value of each kind of building, in the order of `catalog.BUILDINGS`
    favour: tuple[float, ...] = (0.95, 1.1, 1.25, 1.0, 1.0, 0.95, 1.0, 1.0, 1.05, 1.0, 1.0, 0.95)
    # copies that a player builds per round, in the same order; used in place of `pace`
    paces: tuple[float, ...] = (
        0.08,
        0.78,
        0.27,
        0.064,
        0.84,
        0.445,
        0.059,
        0.06,
        0.23,
        0.021,
        0.024,
        0.06,
    )
    # The rounds left are the rounds that the supply lasts at this pace, times this factor: the
    # first if one end marker is left, the second if two are, and so on.
    supply_factors: tuple[float, float, float, float, float] = (0.38, 0.57, 0.67, 0.62, 0.62)
    min_rounds: float = 0.12  # the rounds left are at least this while a marker is left
    few_rounds: float = 0.7  # with fewer rounds left, stored resources lose value
    walled_cell: float = 0.15  # cost per walled cell that a building covers
    market_cell: float = 1.0  # added per free cell next to a market
    # subtracted per such cell within walls, where it will probably be built on
    market_cell_inside: float = 0.3
    # Probability that a ring gets closed, as `win_probability(a + b * rounds left - walls missing,
    # c)`: the numbers (a, b, c).
    open_ring_walls: tuple[float, float, float] = (3.7, 2.7, 1.9)
    # the same, when a building in the court of an open ring is valued
    court_ring_walls: tuple[float, float, float] = (3.4, 2.9, 1.6)
    rival_gain: float = 1.0  # weight of a rival's gain from a payment
    wall_cost: float = 2.0  # cost per missing wall of a ring
    scarce: float = 0.5  # probability that rivals take the last wall of a kind
    # cost of a place in the way of a ring other than the planned one
    other_ring_cell: float = 1.5
    unfed_die: float = 0.4  # cost per round of one more die than food can be stored for
    guildhall_fade: float = 0.6  # factor per round on a resource stored for a guildhall
    # uncertainty of a lead in points: constant, per round
    lead_uncertainty: tuple[float, float] = (3.0, 5.0)
    dice_yield: float = 1.0  # factor on the future yield of dice when seats are compared
    others_end: float = 0.5  # probability that another seat ends the game if it can


FIERCE = Fierce()
SOLO = Fierce(  # for solo games, tuned on solo games
    unit=(1.29, 0.684, 0.408, 0.222),
    decline=(0.045, 0.0411, 0.0438, 0.0143),
    fade=(0.391, 0.379),
    fed=0.445,
    die=(1.3, 1.75, 0.295, 0.497),
    farm=0.448,
    income=1.52,
    setting=0.602,
    guildhall=(5.04, 0.448),
    church=0.985,
    cathedral=0.767,
    room=0.184,
    room_a_round=6.05,
    throw=0.167,
    won=0.842,
    taken=0.51,
    poor=0.282,
    treason=0.574,
    fire=2.59,
    revolt=1.18,
    crowd=0.185,
    open_cells=0.0251,
    favour=(0.866, 0.646, 1.12, 0.882, 1.06, 1.11, 1.08, 0.716, 0.807, 0.862, 1.14, 1.28),
    walled_cell=0.102,
    market_cell=0.88,
    market_cell_inside=0.441,
    open_ring_walls=(3.54, 4.87, 1.9),
    court_ring_walls=(6.52, 4.4, 2.27),
    wall_cost=1.56,
    other_ring_cell=1.95,
    unfed_die=0.423,
    guildhall_fade=0.826,
)


class Correction(Struct, frozen=True):
    """Learned correction to the value of a feature, in points per unit of the feature.

    The correction is `constant` plus `per_round` for each round left.
    """

    constant: float
    per_round: float

    def at(self, left: float) -> float:
        """Return the correction with `left` rounds left."""
        return self.constant + self.per_round * min(left, MAX_ROUNDS_LEARNED)


MAX_ROUNDS_LEARNED = 3.0  # maximum of rounds left that counts; there is little data beyond
# Corrections by feature, learned from two-player games by `tools/learn_era.py`. The keys are those of
# `prospects.features`, and two more: `first` (the seat is the start player) and `fierce` (the seat
# is played by the harder player, its rival is not).
LEARNED = {
    "points": Correction(-0.03, -0.04),
    "area": Correction(-0.47, -0.01),
    "culture": Correction(-0.06, -0.47),
    "goods": Correction(0.31, -0.38),
    "stone": Correction(0.59, -0.40),
    "wood": Correction(0.65, -0.23),
    "food": Correction(-0.25, 0.41),
    "peasant": Correction(0.75, -0.15),
    "burgher": Correction(2.10, -0.90),
    "noble": Correction(1.23, -0.19),
    "farm": Correction(1.02, 0.04),
    "lumber_mill": Correction(0.78, 1.28),
    "ring": Correction(0.11, -0.15),
    "unwalled": Correction(0.34, 0.12),
    "first": Correction(1.04, -0.43),
    "fierce": Correction(2.14, 1.25),
}
