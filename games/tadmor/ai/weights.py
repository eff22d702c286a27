"""Weights of the AI player, in points unless stated otherwise. Tools may set other values."""

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
    """Weights as numbers or tuples; a weight of 0 disables a consideration."""

    # Things kept, and their prospects
    good: float = 1.0  # a good in the warehouse
    spill: float = 0.1  # a good beyond the storage limit
    piece: float = 2.4  # an additional camel or boat, per turn
    war: float = 0.25  # a tower level, per turn of War Supplies
    # probability of the fourth and the fifth camel once within reach
    camels: tuple[float, float] = (0.5, 0.3)
    fresh: float = 0.35  # a rare good that extends a set, per turn
    boat: float = 0.15  # share of a boat's value per rare good towards it
    ahead: float = 0.3  # share of the next temple part's gain credited to the one before
    spoils: float = 7.0  # a rare good for a first temple
    # a drawn mission, by the number in hand
    draws: tuple[float, float, float, float, float] = (4.5, 3.5, 2.0, 0.6, 0.2)
    done: float = 0.15  # a completed mission, per turn, besides its points
    treason: float = 0.5  # destroyed levels of others, besides their value
    # extra value of a kept good: wood, stone, marble, gold
    kinds: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    doubled: float = 0.0  # extra if an own exchange doubles it
    perk: float = 0.0  # share of the benefit of giving a mission back, counted at its completion
    late: float = 3.0  # turns left below which hand missions and next temple parts lose value
    # Positions, for AI players that look one step ahead
    caravan: float = 0.3  # share of a piece's value while the caravan is open
    in_hand: float = 0.4  # share of the points of a hand mission
    lacking: float = 0.05  # reduction of that share per missing good
    # cost of a turn's tax: maximum, and share of the points lost
    taxed: tuple[float, float] = (1.5, 0.5)
    # Placement of pieces
    # goods per camel, then per boat, by Era
    yields: tuple[float, float, float, float, float, float] = (1.4, 2.2, 3.0, 2.2, 3.1, 4.0)
    trust: float = 0.8  # share of the goods expected from pieces in reserve
    regret: float = 0.6  # weight of losing a space, in the choice of the piece to place first
    gathered: float = 0.05  # a gathered good, besides its use in the plan
    market: float = 0.2  # a market, besides its use in the plan
    charter: float = 1.0  # the private market, while no other opens it
    exempt: float = 0.75  # share of the tax's points saved by the tax collector
    escort: float = 0.5  # expected loss of War Supplies' points before they score
    nearly: float = 0.75  # share of a piece's value if this turn's plan would open the caravan
    pawn: float = 3.0  # being first player
    again: float = 0.3  # share of it for the present first player
    raid: float = 7.0  # marauders, divided by the number of opponents
    loot: float = 1.5  # extra per own tile that rewards them
    harm: float = 0.5  # an own piece driven away, relative to an opponent's
    court: float = 0.8  # share of the tax's points saved by the private court
    court_first: float = 1.0  # being first player, by the private court
    idle_good: float = 0.5  # a good spent on an upgrade in the last turn
    bias: tuple[float, ...] = (0.0,) * _EACH  # extra value of a space, by its action
    # probability that others take a space first, by action; private tiles last
    rush: tuple[float, ...] = (1.0,) * (_EACH + 1)
    deny: float = 0.0  # share of War Supplies' points denied to opponents, divided by their number
    haunts: tuple[float, ...] = (1.0,) * 7  # relative probability of an attack, by region
    trap: float = 1.0  # factor on it per piece of the sender there
    focus: float = 1.0  # exponent on the harm in the choice of a region
    # Upgrades, per turn
    trade: float = 0.9  # an exchange
    to_marble: float = 0.2  # extra if it gives marble, which pairs of tower levels need
    from_stone: float = 0.1  # extra if it takes stone, which is easier to spare than wood
    cycle: float = 0.0  # extra per own exchange that reverses it with a gain
    # total extra value of I1 to I4 at the start
    starts: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    favours: float = 0.3
    # one more good per gathering boat, by resource
    gather: tuple[float, float, float, float] = (0.9, 0.9, 0.9, 0.9)
    multiple: float = 1.4  # free levels
    waive: float = 0.9  # tower levels without a resource
    # extra share of free levels and of towers without wood, with marble
    builder: tuple[float, float] = (0.0, 0.0)
    on_mission: float = 0.55  # missions completed per turn
    hand: float = 0.0  # extra share of effects on missions, per mission in hand
    fleet: float = 0.0  # extra share of effects on boats and rare goods, per additional boat
    begun: float = 0.0  # extra share of effects on temples, per part of an unfinished one
    # one good fewer for missions, rare goods, temples
    reduced: tuple[float, float, float] = (0.6, 0.55, 0.35)
    on_rare: float = 0.4  # rare goods bought per turn
    credit: float = 1.3
    chooses: float = 0.8
    immune: tuple[float, float] = (0.7, 0.2)  # always, or only for the sender
    reveal: float = 0.5  # reward for the sender
    # market, temple, any work, court
    private: tuple[float, float, float, float] = (0.9, 3.5, 6.0, 4.5)
    storage: float = 0.7
    gifts: float = 3.0
    # probability of the bonus: for the highest tower now, for others
    prestige: tuple[float, float] = (0.7, 0.3)
    untaxed: float = 0.6  # share of the tax's points saved by the exemption
    # probability to be first at the end: far ahead, ahead, level, behind
    final: tuple[float, float, float, float] = (0.85, 0.6, 0.3, 0.12)
    envy: float = 0.1  # share of a tile's value to an opponent
    # Missions given back
    removed: float = 3.5  # a piece driven away
    piece_back: float = 2.0  # minimum net gain for a piece
    tiles_back: float = 1.0  # minimum net gain for tiles
    region_back: float = 1.0  # minimum net gain for redirecting marauders
    works_back: float = 0.5  # minimum net gain for levels, temple parts, rare goods
    # share of the estimated gain that counts for goods for points, a market, drawn missions
    # and destroyed levels
    further: float = 0.0


WEIGHTS = Weights()

# Found by matches between AI players with slightly different weights, starting from the above
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
