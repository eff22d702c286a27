"""What the computer player values things by: numbers that `tools/train.py` may search, read anew whenever something is valued."""

from __future__ import annotations

from msgspec import Struct


class Weights(Struct):
    """In points unless said otherwise. Of four numbers: goods, stone, wood, food; or peasant, burgher, noble, clergy dice."""

    unit: tuple[float, float, float, float] = (
        1.4,
        0.8,
        0.9,
        0.3,
    )  # a resource that still can be used
    extra: tuple[float, float, float, float] = (
        0.06,
        0.05,
        0.04,
        0.02,
    )  # how much less each further one is worth
    fade: tuple[float, float] = (
        0.45,
        0.35,
    )  # what of that is left in the last round but one, and for each round before it
    fed: float = (
        0.35  # what a food in store is worth more while there are mouths that farms don't feed
    )
    die: tuple[float, float, float, float] = (
        0.7,
        1.9,
        0.45,
        0.75,
    )  # what a die brings in a round, its food paid
    farm: float = 0.75  # a farm's food in a round while dice starve
    income: float = 0.7  # of a resource's worth, when a building brings it round by round
    setting: float = 0.6  # a die set by a monastery, in a round
    healing: float = 0.15  # each grouped building next to nothing but a hospital, in a round
    market: float = 7.0  # the free cells that a market keeps
    guildhall: tuple[float, float] = (
        5.0,
        0.4,
    )  # what a guildhall will count, and for each round left
    kept: float = 0.9  # a resource that a guildhall counts in the last round
    church: float = 0.7  # culture that a church brings to a university in a round
    cathedral: float = 0.6  # dice that will be there for a cathedral to count, for each round left
    pace: tuple[float, float, float, float, float, float, float] = (
        0.8,
        0.4,
        0.55,
        0.24,
        0.24,
        0.1,
        0.15,
    )
    # copies that a player builds in a round: houses, palaces, farms, mills, markets, cathedrals, keeps
    rare: float = 0.04  # ... and of others
    room: float = 0.22  # what a walled cell is worth to buildings that are still to come
    room_a_round: float = 7.0  # how many such cells a round may fill
    wall: float = 0.75  # a wall may wait, a house that brings a die or goods may not
    likely: float = 0.9  # how surely a ring that is begun will be closed
    town_area: float = 26.0  # cells that rivals will wall if they have time
    rival_area: float = 8.0  # and how many of them in a round
    area: tuple[float, float] = (
        0.6,
        1.6,
    )  # cells by which a lead in area is uncertain now, and for each round left
    culture: tuple[float, float] = (0.4, 0.7)  # the same of culture
    ending: float = 0.35  # what a point of lead is worth to whoever ends the game, or of arrears to whoever doesn't
    hurry: float = 10.0  # beyond that many points a lead counts no more
    throw: float = 0.12  # a new throw must promise so much more
    won: float = 0.8  # what a resource extorted brings
    taken: float = 0.7  # what it costs to lose one
    poor: float = 0.4  # and how much of a calamity comes from having nothing left
    bandits: float = 0.5  # the calamities
    treason: float = 0.6  # scorched earth, here or at all others
    fire: float = 2.0
    attack: tuple[float, float] = (2.0, 1.2)  # a building lost here, or by all others
    revolt: float = 0.9  # each of the goods lost
    inside: tuple[float, float] = (
        1.1,
        0.16,
    )  # a place within walls for each point of a building, less so much for each cell
    astride: float = 2.0  # a place that is partly within
    crowd: float = 0.25  # each building more that Disease counts
    open_cells: float = 0.02  # each free cell next to a building that it spoils


WEIGHTS = Weights()


class Fierce(Weights):
    """What the harder player weighs besides, and what it weighs otherwise."""

    unit: tuple[float, float, float, float] = (1.45, 1.05, 0.55, 0.25)
    die: tuple[float, float, float, float] = (1.4, 2.8, 0.25, 0.5)
    income: float = 1.5
    favour: tuple[float, ...] = (0.95, 1.1, 1.25, 1.0, 1.0, 0.95, 1.0, 1.0, 1.05, 1.0, 1.0, 0.95)
    # by kind of building, as `catalog.BUILDINGS` has them: its worth so many times
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
    # copies of each kind of building that a player builds in a round
    slopes: tuple[float, float, float, float, float] = (0.38, 0.57, 0.67, 0.62, 0.62)
    # rounds that come of those that the supply seems to last for, by markers still to be turned
    least: float = 0.12  # rounds that come at least while a marker is left
    brink: float = 0.7  # with fewer rounds left than that what is in store is worth less and less
    space: float = 0.15  # a cell within walls that a building takes
    stall: float = 1.0  # a free cell next to a market
    busy: float = 0.3  # ... less where others are likely to build
    finish: tuple[float, float, float] = (
        3.7,
        2.7,
        1.9,
    )  # walls that will still be built, and in each round left; how surely
    sure: tuple[float, float, float] = (
        3.4,
        2.9,
        1.6,
    )  # the same, as who builds in the court of a ring may hope
    spite: float = 1.0  # what a rival gains by what is paid counts so much
    brick: float = 2.0  # what a wall of a ring will cost
    scarce: float = 0.5  # how likely others take walls of a kind before it is used up
    block: float = 1.5  # a place in the way of another ring than the one that is planned
    glut: float = 0.4  # a die that no store of food can feed, in a round
    hoard: float = 0.6  # what is left a round later of a resource kept for a guildhall
    margin: tuple[float, float] = (
        3.0,
        5.0,
    )  # points by which a lead is uncertain, and for each round left
    hope: float = 1.0  # of what dice bring in a round counts when seats are compared
    others: float = 0.5  # how likely somebody ends the game who can


FIERCE = Fierce()
ALONE = Fierce(  # found by games alone
    unit=(1.29, 0.684, 0.408, 0.222),
    extra=(0.045, 0.0411, 0.0438, 0.0143),
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
    space=0.102,
    stall=0.88,
    busy=0.441,
    finish=(3.54, 4.87, 1.9),
    sure=(6.52, 4.4, 2.27),
    brick=1.56,
    block=1.95,
    glut=0.423,
    hoard=0.826,
)


class Fact(Struct, frozen=True):
    """What one more of something brings by the end beyond what it is taken for: so much, and so much for each round to come."""

    now: float
    each: float

    def at(self, left: float) -> float:
        """With so many rounds left."""
        return self.now + self.each * min(left, MOST_LEARNED)


MOST_LEARNED = 3.0  # rounds left; of more little was seen
LEARNED = {  # by games at tables of two (`prospects.py`)
    "points": Fact(-0.03, -0.04),
    "area": Fact(-0.47, -0.01),
    "culture": Fact(-0.06, -0.47),
    "goods": Fact(0.31, -0.38),
    "stone": Fact(0.59, -0.40),
    "wood": Fact(0.65, -0.23),
    "food": Fact(-0.25, 0.41),
    "peasant": Fact(0.75, -0.15),
    "burgher": Fact(2.10, -0.90),
    "noble": Fact(1.23, -0.19),
    "farm": Fact(1.02, 0.04),
    "lumber_mill": Fact(0.78, 1.28),
    "ring": Fact(0.11, -0.15),
    "unwalled": Fact(0.34, 0.12),
    "first": Fact(1.04, -0.43),
    "fierce": Fact(2.14, 1.25),
}
