"""Weights of the AI player, in points unless stated otherwise.

`WEIGHTS` are those of the level `firm`, `FIERCE` those of the level `fierce`. Tools may set other
values.
"""

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
    excess_good: float = 0.1  # a good beyond the storage limit
    piece: float = 2.4  # an additional camel or boat, per turn
    war_supplies_level: float = 0.25  # a tower level, per turn of War Supplies
    # probability of the fourth and the fifth camel once within reach
    camels: tuple[float, float] = (0.5, 0.3)
    new_rare_kind: float = 0.35  # a rare good that extends a set, per turn
    boat: float = 0.15  # share of a boat's value per rare good towards it
    next_part_share: float = 0.3  # share of the next temple part's gain credited to the one before
    first_temple_rare: float = 7.0  # a rare good for a first temple
    # a drawn mission, by the number in hand
    draws: tuple[float, float, float, float, float] = (4.5, 3.5, 2.0, 0.6, 0.2)
    completed_mission: float = 0.15  # a completed mission, per turn, besides its points
    levels_destroyed: float = 0.5  # destroyed levels of others, besides their value
    # extra value of a kept good: wood, stone, marble, gold
    kept_good_bonus: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    doubled_good_bonus: float = 0.0  # extra value of a kept good that an own exchange doubles
    # share of the benefit of giving a mission back, counted at its completion
    return_benefit_share: float = 0.0
    late_turns: float = 3.0  # turns left below which hand missions and next temple parts lose value
    # Positions, for AI players that look one step ahead
    open_caravan_share: float = 0.3  # share of a piece's value while the caravan is open
    hand_mission_share: float = 0.4  # share of the points of a hand mission
    missing_good_reduction: float = 0.05  # reduction of that share per missing good
    # cost of a turn's tax: maximum, and share of the points lost
    taxed: tuple[float, float] = (1.5, 0.5)
    # Placement of pieces
    # goods per camel, then per boat, by Era
    yields: tuple[float, float, float, float, float, float] = (1.4, 2.2, 3.0, 2.2, 3.1, 4.0)
    reserve_goods_share: float = 0.8  # share of the goods expected from pieces in reserve
    # weight of losing a space, in the choice of the piece to place first
    lost_space_weight: float = 0.6
    gathered: float = 0.05  # a gathered good, besides its use in the plan
    market: float = 0.2  # a market, besides its use in the plan
    charter: float = 1.0  # the private market, while no other opens it
    tax_collector_share: float = 0.75  # share of the tax's points saved by the tax collector
    war_supplies_loss: float = 0.5  # expected loss of War Supplies' points before they score
    # share of a piece's value if this turn's plan would open the caravan
    nearly_open_caravan_share: float = 0.75
    first_player: float = 3.0  # being first player
    first_player_again_share: float = 0.3  # share of `first_player` for the present first player
    marauders: float = 7.0  # marauders, divided by the number of opponents
    marauder_reward_bonus: float = 1.5  # extra per own tile that rewards them
    own_piece_harm: float = 0.5  # an own piece driven away, relative to an opponent's
    court_tax_share: float = 0.8  # share of the tax's points saved by the private court
    court_first_player: float = 1.0  # being first player, by the private court
    # a good spent on an upgrade in the last turn, when goods have no other use
    idle_good: float = 0.5
    space_bonus: tuple[float, ...] = (0.0,) * _EACH  # extra value of a space, by its action
    # factor on the value lost if others take a space first, by its action: a rough probability; the
    # last number is for private tiles
    taken_first: tuple[float, ...] = (1.0,) * (_EACH + 1)
    # share of War Supplies' points denied to opponents, divided by their number
    denied_war_supplies_share: float = 0.0
    attacked_region: tuple[float, ...] = (1.0,) * 7  # relative probability of an attack, by region
    # factor on the probability above for each piece of the sender there
    sender_piece_factor: float = 1.0
    harm_exponent: float = 1.0  # exponent on the harm in the choice of the region to attack
    # Upgrades: points per turn of a tile with the effect
    trade: float = 0.9  # an exchange that the tile adds
    to_marble: float = 0.2  # extra if it gives marble, which pairs of tower levels need
    from_stone: float = 0.1  # extra if it takes stone, which is easier to spare than wood
    # extra per own exchange that the new one reverses with a gain
    reverse_exchange_bonus: float = 0.0
    # total extra value of I1 to I4 at the start
    start_tile_bonus: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    goods_for_points: float = 0.3  # an exchange of goods for points
    # one more good per gathering boat, by resource
    gather: tuple[float, float, float, float] = (0.9, 0.9, 0.9, 0.9)
    free_levels: float = 1.4  # free levels
    waived_resource: float = 0.9  # tower levels without a resource
    # extra share of free levels and of towers without wood, with marble
    builder: tuple[float, float] = (0.0, 0.0)
    on_mission: float = 0.55  # effects on missions: expected number of missions per turn
    hand_mission_bonus: float = 0.0  # extra share of effects on missions, per mission in hand
    boat_bonus: float = 0.0  # extra share of effects on boats and rare goods, per additional boat
    # extra share of effects on temples, per part of an unfinished one
    begun_temple_bonus: float = 0.0
    # a good saved on missions, rare goods, temples
    reduced: tuple[float, float, float] = (0.6, 0.55, 0.35)
    on_rare: float = 0.4  # effects on rare goods: expected number of purchases per turn
    points_for_rare: float = 1.3  # points may pay for a rare good
    choose_rare: float = 0.8  # any tile of a pile of rare goods may be taken
    # own pieces are spared by marauders: always, or if the owner sent them
    immune: tuple[float, float] = (0.7, 0.2)
    reveal: float = 0.5  # a reward for sending marauders
    # a private market, temple, any work, court
    private: tuple[float, float, float, float] = (0.9, 3.5, 6.0, 4.5)
    storage_limit: float = 0.7  # a higher warehouse limit
    gifts_factor: float = 3.0  # peace gifts bring a multiple of their points
    # probability of the bonus: for the highest tower now, for others
    prestige: tuple[float, float] = (0.7, 0.3)
    no_tax_share: float = 0.6  # share of the tax's points saved by the exemption
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
    uncertain_gain_share: float = 0.0

    # by how much the values of places are misjudged; only weaker players do
    blur: float = 0.0


WEIGHTS = Weights()

# Found by matches between AI players with slightly different weights, starting from the above
FIERCE = Weights(
    good=1.27,
    excess_good=0.08,
    piece=2.38,
    war_supplies_level=0.194,
    camels=(0.475, 0.248),
    new_rare_kind=0.361,
    boat=0.126,
    next_part_share=0.826,
    first_temple_rare=7.52,
    draws=(6.91, 5.05, 2.32, 0.492, 0.236),
    completed_mission=0.125,
    levels_destroyed=0.452,
    kept_good_bonus=(-0.079, 0.279, -0.117, -0.107),
    doubled_good_bonus=0.285,
    return_benefit_share=0.388,
    late_turns=2.48,
    yields=(1.59, 1.53, 2.47, 2.79, 2.91, 3.84),
    reserve_goods_share=0.555,
    lost_space_weight=0.712,
    gathered=0.038,
    market=0.194,
    charter=0.84,
    tax_collector_share=0.554,
    war_supplies_loss=0.476,
    nearly_open_caravan_share=1.28,
    first_player=4.24,
    first_player_again_share=0.337,
    marauders=7.04,
    marauder_reward_bonus=1.17,
    own_piece_harm=0.492,
    court_tax_share=0.989,
    court_first_player=0.698,
    idle_good=0.491,
    space_bonus=(
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
    taken_first=(
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
    denied_war_supplies_share=0.191,
    attacked_region=(0.967, 1.13, 0.925, 1.08, 0.759, 0.993, 0.822),
    sender_piece_factor=0.041,
    harm_exponent=3.42,
    trade=0.92,
    to_marble=0.238,
    from_stone=0.096,
    reverse_exchange_bonus=0.069,
    start_tile_bonus=(0.925, -5.01, 4.63, -2.1),
    gather=(0.663, 0.824, 0.911, 0.776),
    free_levels=1.2,
    waived_resource=1.02,
    builder=(0.58, 0.664),
    on_mission=0.456,
    hand_mission_bonus=-0.054,
    boat_bonus=-0.177,
    begun_temple_bonus=0.189,
    reduced=(0.506, 0.621, 0.611),
    on_rare=0.416,
    points_for_rare=0.913,
    choose_rare=0.658,
    immune=(0.561, 0.203),
    reveal=0.591,
    private=(0.916, 3.75, 6.14, 3.48),
    storage_limit=0.774,
    gifts_factor=3.55,
    prestige=(0.477, 0.3),
    no_tax_share=0.577,
    final=(0.774, 0.52, 0.281, 0.118),
    envy=0.093,
    removed=3.53,
    piece_back=1.57,
    tiles_back=0.863,
    region_back=0.927,
    works_back=0.339,
    uncertain_gain_share=0.828,
)
