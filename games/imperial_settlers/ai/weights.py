"""Weights of the AI player, in points unless stated otherwise.

`WEIGHTS` are those of the level `firm`, `FIERCE` those of the level `fierce`. Tools may set other
values. The weight of an effect that is no plain gain has the name (tag) of the effect
(`Valuation.special`).
"""

from __future__ import annotations

from msgspec import Struct

from games.imperial_settlers.ai.card_facts import CardGain, Vec

Rounds = tuple[float, float, float, float, float]


class Weights(Struct):
    """Weights of the AI player; a tuple has one weight per number of rounds left, from 0."""

    # goods and cards: value of one, before the factor `scale`
    wood: Rounds = (0.85, 0.85, 0.85, 0.85, 0.85)
    stone: Rounds = (0.95, 0.95, 0.95, 0.95, 0.95)
    food: Rounds = (0.75, 0.75, 0.75, 0.75, 0.75)
    worker: Rounds = (0.47, 0.47, 0.47, 0.47, 0.47)
    raze: Rounds = (0.9, 0.9, 0.9, 0.9, 0.9)  # a raze token
    gold: Rounds = (1.15, 1.15, 1.15, 1.15, 1.15)
    card: Rounds = (0.5, 1.8, 1.8, 1.8, 1.8)  # a drawn card
    # factor on the above, except cards in the last round: late goods build no engine
    scale: Rounds = (0.65, 0.9, 1.0, 1.1, 1.2)
    given_card: float = 0.6  # a card paid for an action, as a share of a drawn card
    eager: float = 0.0  # number of faction cards in hand that may exceed the sites for them
    # Locations and hand cards
    used: float = 0.65  # share of later rounds in which an Action Location is expected to be used
    # when a Location is given up: share of its remaining activations' value that counts as lost
    unused: float = 0.7
    first_use: float = 0.6  # share of an action's value in the round in which it is built
    tempo: float = 0.92  # share of a kept card's value: it is not always built next round
    held: float = 0.0  # base value of a kept card
    least: float = 0.2  # minimum value of a kept card
    site: float = 1.3  # cost of the site that a later building will need
    later_site: float = 0.15  # value of a Common Location because it can be given up as a site
    storage: float = 1.2  # a Location that stores goods, per round
    dearer: float = 0.5  # a Location that raises the raze price for rivals, per round
    placing: float = 2.0  # a Gate or Shrine: value that doesn't depend on the rounds left
    placed: tuple[float, float] = (1.2, 1.8)  # a Gate, a Shrine: additional value per round left
    # effects that are no plain gains, per use
    build_from_hand: float = 1.6  # build a hand card
    build_from_deal: float = 1.4  # build the card of an own Deal
    repeat_action: float = 1.5  # use the action of another own Location again
    gain_deal_good: float = 0.4  # the good of an own Deal, while the seat has no Deal
    discard_enemy_deal: float = 0.8  # end a rival's Deal
    take_enemy_deal: float = 1.6  # take over a rival's Deal
    steal_resource: float = 1.1  # take a good from a rival's supply
    gain_from_enemy_raze_value: float = 1.1  # gain a good of a rival's raze value, without razing
    raze_hand_card: float = 2.4  # raze a hand card
    raze_enemy_location: float = 2.8  # raze a rival's Location
    raze_own_location: float = 1.6  # raze an own Common Location
    remove_enemy_location: float = 2.0  # discard a rival's Location without razing it
    enemy_discards_card: float = 0.6  # make a rival discard a hand card
    block_enemy_action: float = 0.9  # block a rival's Action Location
    capture_location: float = 1.6  # capture a rival's Location for the rest of the round
    # turn a hand card into a Foundation, besides the goods gained
    hand_card_to_foundation: float = 1.4
    trade_route_deal: float = 1.8  # make a Deal with a rival's faction Location
    produce_location: float = 1.2  # produce like any own Production Location
    # expected number of events per round that fire triggers
    razes: float = 1.2  # razings by the seat
    signs: float = 0.8  # Deals made by the seat
    big_gains: float = 2.0  # gains of points by the seat that are large enough for a trigger
    exchanges: float = 1.2  # exchanges of workers by rivals
    builds: float = 5.0  # Locations built by the seat
    own_deck: float = 0.4  # share of the faction's own cards in `builds`
    # rivals
    # part of a rival's loss that counts as own gain, divided by the number of rivals
    harm: float = 0.7
    ahead: float = 1.2  # factor on `harm` for the leader
    behind: float = 0.8  # factor on `harm` for the others
    foundation_left: float = 0.6  # value to the owner of the Foundation that a razing leaves
    wood_left: float = 0.8  # value of the wood that a razing gives to a rival
    discard: float = 0.6  # value to a rival of the card it must discard
    jam: float = 0.5  # share of an action's remaining value that a rival loses if it is blocked
    # solo
    margin: Rounds = (4.0, 3.0, 2.0, 1.5, 1.5)  # one more Location ahead of the Collection
    safe_margin: float = 0.5  # factor on `margin` with a sufficient lead
    risky_margin: float = 2.5  # factor on `margin` far from that lead
    # plans
    width: float = 5.0  # beam width
    depth: float = 14.0  # maximum number of actions in a plan
    most: float = 1000.0  # maximum number of nodes; then the best plan so far is taken
    merge: float = 0.0  # above 0: plans that differ only in the order of Locations are merged
    # share of a razing's or drawn card's value lost per earlier step: a rival may come first, and
    # cards drawn late are used less
    haste: float = 0.015
    lazy: float = 0.01  # cost of each step of a plan, so that the shorter of two equal plans wins
    foundation: float = 0.6  # value of a Foundation, except in the last round
    unspent: float = 0.85  # share of a good's value that it has while a plan has not spent it yet
    stored: float = 0.9  # share of its value in the next round for a good that is stored
    spare: float = 0.3  # share of the value of a resource beyond the amount that can be used
    idle_card: float = 0.1  # value of a card drawn in the last round without goods to use it
    gate_card: float = 1.05  # minimum value of a drawn card if the seat has a Gate
    gate_kept: float = 1.0  # minimum value of a kept card if the seat has a Gate
    shrine: float = 0.7  # value of a spare good that can be put on a Shrine
    # free operations
    defend: float = 2.5  # minimum value of a Location to spend the defense token on
    buried: float = 1.0  # hand cards with a smaller value are put under a Gate

    def of_goods(self, goods: Vec, left: int) -> float:
        """Return the value of goods in a round with `left` rounds to follow, in points."""
        a, b, c, d, e, f = goods
        return self.scale[left] * (
            a * self.wood[left]
            + b * self.stone[left]
            + c * self.food[left]
            + d * self.worker[left]
            + e * self.raze[left]
            + f * self.gold[left]
        )

    def good_values(self, rounds_left: int) -> tuple[float, ...]:
        """Return the value of one good of each kind, in the order of `card_facts.GOOD_KINDS`.

        The values are not yet multiplied by `scale`. `rounds_left` rounds follow.
        """
        return (
            self.wood[rounds_left],
            self.stone[rounds_left],
            self.food[rounds_left],
            self.worker[rounds_left],
            self.raze[rounds_left],
            self.gold[rounds_left],
        )

    def of_card(self, left: int) -> float:
        """Return the value of a drawn card, in points, with `left` rounds to follow."""
        return self.card[left] * self.scale[left] if left else self.card[0]

    def of_gain(self, one: CardGain, times: int, left: int) -> float:
        """Return the value of the gain `one`, made `times` times, with `left` rounds to follow."""
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
