"""Weights of the AI player, in points unless stated otherwise.

`WEIGHTS` is the firm player, `FIERCE` the fierce one. Tools may set other values. The weights of
effects that are no plain gains have the names of the ops (`Valuation.special`).
"""

from __future__ import annotations

from msgspec import Struct

from games.imperial_settlers.ai.card_facts import CardGain, Vec

Rounds = tuple[float, float, float, float, float]


class Weights(Struct):
    """Weights as positive numbers, or as tuples by the number of rounds left."""

    # goods and cards
    wood: Rounds = (0.85, 0.85, 0.85, 0.85, 0.85)
    stone: Rounds = (0.95, 0.95, 0.95, 0.95, 0.95)
    food: Rounds = (0.75, 0.75, 0.75, 0.75, 0.75)
    worker: Rounds = (0.47, 0.47, 0.47, 0.47, 0.47)
    raze: Rounds = (0.9, 0.9, 0.9, 0.9, 0.9)
    gold: Rounds = (1.15, 1.15, 1.15, 1.15, 1.15)
    card: Rounds = (0.5, 1.8, 1.8, 1.8, 1.8)  # a drawn card
    # factor on the above, except cards in the last round: late goods build no engine
    scale: Rounds = (0.65, 0.9, 1.0, 1.1, 1.2)
    given_card: float = 0.6  # a card paid for an action, as a share of a drawn card
    eager: float = 0.0  # faction cards that may be drawn beyond the sites for them
    # Locations and hand cards
    used: float = 0.65  # share of rounds in which an Action Location is used
    unused: float = 0.7  # share of its remaining activations lost when it is given up
    first_use: float = 0.6  # share of its value that an action brings in the round of its building
    tempo: float = 0.92  # share of a kept card's value: it is not always built next round
    held: float = 0.0  # base value of a kept card
    least: float = 0.2  # minimum value of a kept card
    site: float = 1.3  # cost of a site, for a later building
    later_site: float = 0.15  # value of a Common Location as a later site
    storage: float = 1.2  # storage of more goods, per round
    dearer: float = 0.5  # higher raze price for rivals, per round
    placing: float = 2.0  # a Gate or Shrine at the end
    placed: tuple[float, float] = (1.2, 1.8)  # Gate and Shrine, per round
    # effects that are no plain gains, per round
    build_from_hand: float = 1.6
    build_from_deal: float = 1.4
    repeat_action: float = 1.5
    gain_deal_good: float = 0.4  # while the seat has no Deal
    discard_enemy_deal: float = 0.8
    take_enemy_deal: float = 1.6
    steal_resource: float = 1.1
    gain_from_enemy_raze_value: float = 1.1
    raze_hand_card: float = 2.4
    raze_enemy_location: float = 2.8
    raze_own_location: float = 1.6
    remove_enemy_location: float = 2.0
    enemy_discards_card: float = 0.6
    block_enemy_action: float = 0.9
    capture_location: float = 1.6
    hand_card_to_foundation: float = 1.4
    trade_route_deal: float = 1.8
    produce_location: float = 1.2
    # triggers fired per round
    razes: float = 1.2
    signs: float = 0.8
    big_gains: float = 2.0
    exchanges: float = 1.2
    builds: float = 5.0  # Locations built
    own_deck: float = 0.4  # share of them of the own faction
    # rivals
    # part of a rival's loss that counts as own gain, divided by the number of rivals
    harm: float = 0.7
    ahead: float = 1.2  # factor on `harm` for the leader
    behind: float = 0.8  # factor on `harm` for the others
    foundation_left: float = 0.6  # Foundation left to the owner of a razed Location
    wood_left: float = 0.8  # wood gained by the owner
    discard: float = 0.6  # a rival's worst card, to the rival
    jam: float = 0.5  # share of a rival's action lost by blocking
    # solo
    margin: Rounds = (4.0, 3.0, 2.0, 1.5, 1.5)  # one more Location ahead of the Collection
    safe_margin: float = 0.5  # factor on `margin` with a sufficient lead
    risky_margin: float = 2.5  # factor on `margin` far from that lead
    # plans
    width: float = 5.0  # beam width
    depth: float = 14.0  # actions per plan
    most: float = 1000.0  # limit of nodes, then the best plan so far is taken
    merge: float = 0.0  # above 0: plans that differ only in the order of Locations are merged
    haste: float = 0.015  # loss per step of delay, as rivals or luck may intervene
    lazy: float = 0.01  # cost of a step
    foundation: float = 0.6  # value of a Foundation
    unspent: float = 0.85  # share of the value of unspent goods within the round
    stored: float = 0.9  # share of next round's value for stored goods
    spare: float = 0.3  # share of the value of a resource beyond the needs
    idle_card: float = 0.1  # a card drawn without goods left to use it
    gate_card: float = 1.05  # a drawn card with a Gate
    gate_kept: float = 1.0  # a kept card with a Gate
    shrine: float = 0.7  # a good for a Shrine
    # free operations
    defend: float = 2.5  # minimum value of a Location to spend the defense token on
    buried: float = 1.0  # value of a hand card under a Gate

    def of_goods(self, goods: Vec, left: int) -> float:
        """Return the value of goods in a round with `left` rounds to follow."""
        a, b, c, d, e, f = goods
        return self.scale[left] * (
            a * self.wood[left]
            + b * self.stone[left]
            + c * self.food[left]
            + d * self.worker[left]
            + e * self.raze[left]
            + f * self.gold[left]
        )

    def row(self, left: int) -> tuple[float, ...]:
        """Return the values of goods in the order of `KINDS`, before the factor `scale`."""
        return (
            self.wood[left],
            self.stone[left],
            self.food[left],
            self.worker[left],
            self.raze[left],
            self.gold[left],
        )

    def of_card(self, left: int) -> float:
        """Return the value of a drawn card, in points, with `left` rounds to follow."""
        return self.card[left] * self.scale[left] if left else self.card[0]

    def of_gain(self, one: CardGain, times: int, left: int) -> float:
        """Return the value of `times` gains, in points, with `left` rounds to follow."""
        return times * (
            self.of_goods(one.goods, left) + one.points + one.cards * self.of_card(left)
        )


WEIGHTS = Weights()
# Early goods and cards count much more than late ones, kept cards less, triggers on building
# twice as much.
FIERCE = Weights(
    wood=(0.46, 0.63, 1.16, 1.89, 2.54),
    stone=(0.29, 0.66, 1.09, 1.17, 1.31),
    food=(0.23, 0.46, 0.8, 1.71, 2.05),
    worker=(0.67, 0.79, 1.0, 1.63, 1.87),
    raze=(1.0, 1.01, 1.8, 1.34, 1.43),
    gold=(0.48, 0.85, 1.28, 1.97, 2.52),
    card=(0.75, 2.14, 2.84, 4.35, 5.44),
    scale=(1.0, 1.0, 1.0, 1.0, 1.0),
    given_card=0.52,
    eager=2.4,
    used=0.47,
    tempo=0.42,
    held=0.73,
    site=2.0,
    later_site=0.8,
    storage=1.48,
    razes=1.57,
    signs=0.9,
    big_gains=2.4,
    builds=12.5,
    own_deck=0.32,
    foundation_left=0.52,
    wood_left=0.89,
    foundation=0.63,
    unspent=0.68,
    spare=0.56,
    defend=2.0,
    width=8.0,
    most=2500.0,
    merge=1.0,
)
