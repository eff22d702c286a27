"""Weights of the computer players' valuations.

`tools/train.py` tunes them. Each valuation reads them anew.
"""

from __future__ import annotations

from msgspec import Struct


class Weights(Struct):
    """Weights, in points unless noted otherwise.

    Tuples of four: goods, stone, wood, food; or peasant, burgher, noble, clergy dice.
    """

    # a resource that can still be used
    unit: tuple[float, float, float, float] = (1.4, 0.8, 0.9, 0.3)
    # deducted for each further one
    decline: tuple[float, float, float, float] = (0.06, 0.05, 0.04, 0.02)
    # share of `unit` that counts in the last round but one, and added per earlier round
    fade: tuple[float, float] = (0.45, 0.35)
    fed: float = 0.35  # added per stored food while there are dice that farms don't feed
    # yield of a die per round, after its food
    die: tuple[float, float, float, float] = (0.7, 1.9, 0.45, 0.75)
    farm: float = 0.75  # a farm's food per round while dice starve
    income: float = 0.7  # factor on a resource's value if a building yields it each round
    setting: float = 0.6  # a die set by a monastery, per round
    healing: float = 0.15  # per round and grouped building, for a building that heals
    market: float = 7.0  # the free cells next to a market
    # expected bonus of a guildhall, and per round left
    guildhall: tuple[float, float] = (5.0, 0.4)
    kept: float = 0.9  # a stored resource per guildhall in the last round
    church: float = 0.7  # culture that a church adds to a university per round
    cathedral: float = 0.6  # additional dice that a cathedral will count, per round left
    # copies that a player builds per round, in the order of `evaluate.KINDS_WITH_PACE`
    pace: tuple[float, float, float, float, float, float, float] = (
        0.8,
        0.4,
        0.55,
        0.24,
        0.24,
        0.1,
        0.15,
    )
    rare: float = 0.04  # the same for all other kinds
    room: float = 0.22  # a walled cell for future buildings
    room_a_round: float = 7.0  # such cells filled per round
    # urgency of walls early in the game: other buildings pay off over the rounds
    wall: float = 0.75
    likely: float = 0.9  # probability that a planned ring gets closed
    town_area: float = 26.0  # cells that rivals will wall, given time
    rival_area: float = 8.0  # the same per round
    # uncertainty of a lead in area, in cells: now, and per round left
    area: tuple[float, float] = (0.6, 1.6)
    culture: tuple[float, float] = (0.4, 0.7)  # the same for culture
    ending: float = 0.35  # value of ending the game per point of lead (negative when behind)
    max_lead: float = 10.0  # cap on the lead for `ending`, in points
    throw: float = 0.12  # minimum expected gain of a reroll
    won: float = 0.8  # a resource gained by extortion
    taken: float = 0.7  # a resource lost to extortion
    poor: float = 0.4  # expected calamity points from having nothing left to pay
    bandits: float = 0.5  # cost of the calamity, like the following
    treason: float = 0.6  # scorched earth, here or with all the others
    fire: float = 2.0
    attack: tuple[float, float] = (2.0, 1.2)  # a building lost here, or by all the others
    revolt: float = 0.9  # per good lost
    # a place within walls: per point of the building, minus per cell
    inside: tuple[float, float] = (1.1, 0.16)
    astride: float = 2.0  # penalty of a place partly within walls
    crowd: float = 0.25  # penalty per additional building that Disease counts
    open_cells: float = 0.02  # penalty per free cell next to a new building


WEIGHTS = Weights()


class Fierce(Weights):
    """Additional weights of the harder player, and different defaults."""

    unit: tuple[float, float, float, float] = (1.45, 1.05, 0.55, 0.25)
    die: tuple[float, float, float, float] = (1.4, 2.8, 0.25, 0.5)
    income: float = 1.5
    # factor on the value of each kind of building, in the order of `catalog.BUILDINGS`
    favour: tuple[float, ...] = (0.95, 1.1, 1.25, 1.0, 1.0, 0.95, 1.0, 1.0, 1.05, 1.0, 1.0, 0.95)
    # copies of each kind of building that a player builds per round
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
    # factor on the rounds that the supply should last, by end markers still to be flipped
    supply_factors: tuple[float, float, float, float, float] = (0.38, 0.57, 0.67, 0.62, 0.62)
    min_rounds: float = 0.12  # minimum of rounds left while a marker is left
    few_rounds: float = 0.7  # with fewer rounds left than this, stored resources lose value
    walled_cell: float = 0.15  # cost of a walled cell that a building covers
    market_cell: float = 1.0  # a free cell next to a market
    market_cell_inside: float = (
        0.3  # deducted per such cell within walls, where buildings are likely
    )
    # walls that will still be built: now, per round left; scale of the uncertainty
    open_ring_walls: tuple[float, float, float] = (3.7, 2.7, 1.9)
    # the same, for a building in the court of an open ring
    court_ring_walls: tuple[float, float, float] = (3.4, 2.9, 1.6)
    rival_gain: float = 1.0  # weight of a rival's gain from a payment
    wall_cost: float = 2.0  # cost of each wall of a ring
    scarce: float = 0.5  # probability that others use up a kind of wall first
    other_ring_cell: float = (
        1.5  # penalty of a place in the way of a ring other than the planned one
    )
    unfed_die: float = 0.4  # cost per round of a die beyond the food storage
    guildhall_fade: float = 0.6  # factor per round left on a resource kept for a guildhall
    # uncertainty of a lead, in points: now, and per round left
    lead_uncertainty: tuple[float, float] = (3.0, 5.0)
    dice_yield: float = 1.0  # weight of the dice' yield when seats are compared
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
    """Learned correction to the value of a feature: a constant, and a part per round left."""

    constant: float
    per_round: float

    def at(self, left: float) -> float:
        """Return the correction with `left` rounds left."""
        return self.constant + self.per_round * min(left, MAX_ROUNDS_LEARNED)


MAX_ROUNDS_LEARNED = 3.0  # maximum of rounds left that counts; there is little data beyond
LEARNED = {  # from two-player games, used in `prospects.py`
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
