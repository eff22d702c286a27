"""By what the computer player values things: points unless something else is said. Tools may set other values."""

from __future__ import annotations

from msgspec import Struct

ACTIONS = (
    "gather",
    "market",
    "upgrade",
    "mission",
    "temple",
    "rare_good",
    "tower_single",
    "tower_double",
    "traitor",
    "peace_gifts",
    "caravan",
    "shipyard",
    "tax_collector",
    "war_supplies",
    "first_player",
    "marauders",
)
_EACH = len(ACTIONS)


class Weights(Struct):
    """Numbers, or tuples of them; one of 0 leaves a thought out."""

    # What is kept, and what it becomes
    good: float = 1.0  # a good in the warehouse
    spill: float = 0.1  # the same beyond the storage limit
    piece: float = 2.4  # a further camel or boat, for each turn
    war: float = 0.25  # a tower level, for each turn of War Supplies
    camels: tuple[float, float] = (
        0.5,
        0.3,
    )  # how likely the fourth, the fifth camel follow once they are within reach
    fresh: float = 0.35  # a rare good that makes a set larger, for each turn
    boat: float = 0.15  # how much of a boat's worth each rare good towards it brings
    ahead: float = 0.3  # how much of the next temple part the one before it brings
    spoils: float = 7.0  # a rare good of a first temple
    draws: tuple[float, float, float, float, float] = (
        4.5,
        3.5,
        2.0,
        0.6,
        0.2,
    )  # one more mission, by the number in hand
    done: float = 0.15  # a completed mission, for each turn beside its points
    treason: float = 0.5  # levels of others destroyed, beside what they were worth
    kinds: tuple[float, float, float, float] = (
        0.0,
        0.0,
        0.0,
        0.0,
    )  # more for a good kept: wood, stone, marble, gold
    doubled: float = 0.0  # and if an own exchange makes two of it
    perk: float = (
        0.0  # how much of what giving a mission back will bring counts when it is completed
    )
    late: float = (
        3.0  # turns from which on there is time for a mission in hand, or the next temple part
    )
    # Positions for who looks one step ahead
    caravan: float = 0.3  # of a piece: the caravan is open
    in_hand: float = 0.4  # how much of a mission's points stands already when it is dealt
    lacking: float = 0.05  # and how much less for each good that it lacks
    taxed: tuple[float, float] = (
        1.5,
        0.5,
    )  # what a turn's tax costs at the most, and as a part of the points lost
    # Where pieces go
    yields: tuple[float, float, float, float, float, float] = (
        1.4,
        2.2,
        3.0,
        2.2,
        3.1,
        4.0,
    )  # goods of a camel, a boat, by Era
    trust: float = 0.8  # how much of what pieces in reserve may yet bring is counted on
    regret: float = (
        0.6  # how much being without a space counts when it is chosen which piece goes first
    )
    gathered: float = 0.05  # a good gathered, beside what the plan does with it
    market: float = 0.2  # a market, beside what the plan does with it
    charter: float = 1.0  # the private market, while none is open
    exempt: float = 0.75  # how much of the points of a tax the tax collector saves
    escort: float = 0.5  # how many of War Supplies' points may be lost before they are scored
    nearly: float = 0.75  # of a piece's worth, when this turn's plan would open the caravan
    pawn: float = 3.0  # playing first
    again: float = 0.3  # how much of it for who plays first already
    raid: float = 7.0  # marauders, shared by the number of the others
    loot: float = 1.5  # and for each tile that pays the one who sends them
    harm: float = 0.5  # an own piece driven away, as a part of somebody else's
    court: float = 0.8  # how much of the points of a tax the private court saves
    court_first: float = 1.0  # playing first, by the private court
    idle_good: float = 0.5  # a good spent on an upgrade in the last turn
    bias: tuple[float, ...] = (0.0,) * _EACH  # more for a space, by its action
    rush: tuple[float, ...] = (1.0,) * (
        _EACH + 1
    )  # how likely it is that others take such a space first; own tiles come last
    deny: float = 0.0  # how much of the points that War Supplies would bring another counts, shared by their number
    haunts: tuple[float, ...] = (
        1.0,
    ) * 7  # how likely the regions are to be raided, against each other
    trap: float = 1.0  # how much likelier for each piece that whoever sent the marauders has there
    focus: float = 1.0  # how much oftener marauders go where they do most harm
    # Upgrades, a turn
    trade: float = 0.9  # an exchange
    to_marble: float = 0.2  # and if it is into marble: pairs of tower levels need it
    from_stone: float = (
        0.1  # and if it is from stone, which is easier to spare than the wood that goes with it
    )
    cycle: float = (
        0.0  # and for each own one that gives back what it takes: more comes out than went in
    )
    starts: tuple[float, float, float, float] = (
        0.0,
        0.0,
        0.0,
        0.0,
    )  # more for I1 to I4 at the start, in all
    favours: float = 0.3
    gather: tuple[float, float, float, float] = (
        0.9,
        0.9,
        0.9,
        0.9,
    )  # a good more from a kind of boat, by what it gathers
    multiple: float = 1.4  # free levels
    waive: float = 0.9  # towers without a resource
    builder: tuple[float, float] = (
        0.0,
        0.0,
    )  # how much more free levels, and towers without wood, are to who makes marble
    on_mission: float = 0.55  # how many missions are completed
    hand: float = 0.0  # how much more is what helps missions, for each in hand
    fleet: float = (
        0.0  # how much more is what helps boats and rare goods, for each boat from the third on
    )
    begun: float = 0.0  # how much more is what helps temples, for each part of an unfinished one
    reduced: tuple[float, float, float] = (
        0.6,
        0.55,
        0.35,
    )  # a good less for missions, rare goods, temples
    on_rare: float = 0.4  # how many rare goods are bought
    credit: float = 1.3
    chooses: float = 0.8
    immune: tuple[float, float] = (0.7, 0.2)  # always, or for who sent the marauders
    reveal: float = 0.5  # a reward for who sent them
    private: tuple[float, float, float, float] = (
        0.9,
        3.5,
        6.0,
        4.5,
    )  # market, temple, any work, court
    storage: float = 0.7
    gifts: float = 3.0
    prestige: tuple[float, float] = (
        0.7,
        0.3,
    )  # how likely it is paid to who is highest now, to others
    untaxed: float = 0.6  # how much of the points of a tax its exemption saves
    final: tuple[float, float, float, float] = (
        0.85,
        0.6,
        0.3,
        0.12,
    )  # first in the end: who is far ahead, ahead, level, behind
    envy: float = 0.1  # how much of what a tile would bring another counts
    # Missions given back
    removed: float = 3.5  # a piece driven away
    piece_back: float = 2.0  # what a piece must bring more than the points lost
    tiles_back: float = 1.0  # the same of tiles
    region_back: float = 1.0  # the same of marauders sent elsewhere
    works_back: float = 0.5  # the same of levels, temple parts, rare goods
    further: float = 0.0  # how much counts what goods for points, a market, cards, levels destroyed seem to bring


WEIGHTS = Weights()

# Found by letting players of slightly different weights meet, beginning with those above
FIERCE = Weights(
    good=1.27,
    spill=0.08,
    piece=2.38,
    war=0.194,
    camels=(0.475, 0.248),
    fresh=0.361,
    boat=0.126,
    ahead=0.826,
    spoils=7.52,
    draws=(6.91, 5.05, 2.32, 0.492, 0.236),
    done=0.125,
    treason=0.452,
    kinds=(-0.079, 0.279, -0.117, -0.107),
    doubled=0.285,
    perk=0.388,
    late=2.48,
    yields=(1.59, 1.53, 2.47, 2.79, 2.91, 3.84),
    trust=0.555,
    regret=0.712,
    gathered=0.038,
    market=0.194,
    charter=0.84,
    exempt=0.554,
    escort=0.476,
    nearly=1.28,
    pawn=4.24,
    again=0.337,
    raid=7.04,
    loot=1.17,
    harm=0.492,
    court=0.989,
    court_first=0.698,
    idle_good=0.491,
    bias=(
        1.31,
        1.39,
        -0.257,
        0.939,
        2.72,
        -0.074,
        0.254,
        0.458,
        0.637,
        -0.069,
        0.029,
        -0.743,
        -2.22,
        -1.13,
        1.2,
        1.21,
    ),
    rush=(
        0.833,
        1.1,
        0.647,
        0.955,
        1.11,
        1.19,
        1.05,
        0.871,
        1.22,
        0.905,
        0.904,
        1.02,
        1.02,
        0.849,
        0.99,
        0.958,
        0.093,
    ),
    deny=0.191,
    haunts=(0.967, 1.13, 0.925, 1.08, 0.759, 0.993, 0.822),
    trap=0.041,
    focus=3.42,
    trade=0.92,
    to_marble=0.238,
    from_stone=0.096,
    cycle=0.069,
    starts=(0.925, -5.01, 4.63, -2.1),
    gather=(0.663, 0.824, 0.911, 0.776),
    multiple=1.2,
    waive=1.02,
    builder=(0.58, 0.664),
    on_mission=0.456,
    hand=-0.054,
    fleet=-0.177,
    begun=0.189,
    reduced=(0.506, 0.621, 0.611),
    on_rare=0.416,
    credit=0.913,
    chooses=0.658,
    immune=(0.561, 0.203),
    reveal=0.591,
    private=(0.916, 3.75, 6.14, 3.48),
    storage=0.774,
    gifts=3.55,
    prestige=(0.477, 0.3),
    untaxed=0.577,
    final=(0.774, 0.52, 0.281, 0.118),
    envy=0.093,
    removed=3.53,
    piece_back=1.57,
    tiles_back=0.863,
    region_back=0.927,
    works_back=0.339,
    further=0.828,
)
