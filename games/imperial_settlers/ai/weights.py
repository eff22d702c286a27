"""By what the computer player values things: points unless something else is said. Tools may set other values."""

from __future__ import annotations

from msgspec import Struct

from games.imperial_settlers.ai.card_facts import Bring, Vec

Rounds = tuple[float, float, float, float, float]


class Weights(Struct):
    """Positive numbers, or tuples of them by the rounds that follow the present one."""

    # goods and cards
    wood: Rounds = (0.85, 0.85, 0.85, 0.85, 0.85)
    stone: Rounds = (0.95, 0.95, 0.95, 0.95, 0.95)
    food: Rounds = (0.75, 0.75, 0.75, 0.75, 0.75)
    worker: Rounds = (0.47, 0.47, 0.47, 0.47, 0.47)
    raze: Rounds = (0.9, 0.9, 0.9, 0.9, 0.9)
    gold: Rounds = (1.15, 1.15, 1.15, 1.15, 1.15)
    card: Rounds = (0.5, 1.8, 1.8, 1.8, 1.8)  # one drawn
    scale: Rounds = (
        0.65,
        0.9,
        1.0,
        1.1,
        1.2,
    )  # of all that, but for cards in the last round: late goods build no engine
    given_card: float = 0.6  # of a card drawn, one that an action takes
    eager: float = 0.0  # so many cards of the own deck more are drawn than there is room for
    # what stands, what is held
    used: float = 0.65  # an Action Location is not used in every round
    unused: float = 0.7  # of its activations left, when it is given up
    first_use: float = 0.6  # nor always in the round that it is built in
    tempo: float = 0.92  # a card kept for the next round is not always built then
    held: float = 0.0  # a card kept, whatever it may do
    least: float = 0.2  # a card kept is worth that much in any case
    site: float = 1.3  # what it costs a plan for later to give something up
    later_site: float = 0.15  # a Common Location, as something to give up
    storage: float = 1.2  # keeping more goods, a round
    dearer: float = 0.5  # Locations that cost rivals more to raze, a round
    placing: float = 2.0  # a Gate or a Shrine at the end
    placed: tuple[float, float] = (1.2, 1.8)  # what a Gate and a Shrine bring a round
    # effects that are no plain gains, a round
    build_from_hand: float = 1.6
    build_from_deal: float = 1.4
    repeat_action: float = 1.5
    gain_deal_good: float = 0.4  # without a Deal yet
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
    # how often triggers fire, a round
    razes: float = 1.2
    signs: float = 0.8
    big_gains: float = 2.0
    exchanges: float = 1.2
    builds: float = 5.0  # Locations built
    own_deck: float = 0.4  # of these are of one's own faction
    # rivals
    harm: float = 0.7  # of a rival's loss is one's own gain, shared out among rivals
    ahead: float = 1.2  # that much more, of who leads
    behind: float = 0.8  # and less, of others
    foundation_left: float = 0.6  # a Foundation that razing leaves to the owner
    wood_left: float = 0.8  # and a wood
    discard: float = 0.6  # a rival's worst card, to that one
    jam: float = 0.5  # of a rival's action, what blocking it hurts
    # solo
    margin: Rounds = (4.0, 3.0, 2.0, 1.5, 1.5)  # to lead the Collection by one more
    safe_margin: float = 0.5  # so much of it with a lead that is large enough
    risky_margin: float = 2.5  # and so much where the lead is far from that
    # plans
    width: float = 5.0  # plans followed at once
    depth: float = 14.0  # actions looked ahead
    most: float = 1000.0  # positions looked at, then the best plan so far is taken
    merge: float = 0.0  # more than 0: plans that differ in the order of Locations alone are one
    haste: float = 0.015  # what a step loses by waiting, where rivals or luck may change things
    lazy: float = 0.01  # what a step costs
    foundation: float = 0.6  # a Foundation
    unspent: float = 0.85  # of goods at hand is left when a plan ends
    stored: float = 0.9  # of goods in the next round, what stored ones are worth
    spare: float = 0.3  # of a resource beyond what the hand could use, what it may become
    idle_card: float = 0.1  # a card drawn when nothing is left to use it with
    gate_card: float = 1.05  # a card drawn with a Gate
    gate_kept: float = 1.0  # a card kept for a Gate
    shrine: float = 0.7  # a good that may go on a Shrine
    # what is free
    defend: float = 2.5  # what a Location must promise to be worth the defense token before the end of the round
    buried: float = 1.0  # what a hand card brings under a Gate

    def of_goods(self, goods: Vec, left: int) -> float:
        """Goods in a round after which so many follow."""
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
        """The goods by KINDS in such a round, but for the scale."""
        return (
            self.wood[left],
            self.stone[left],
            self.food[left],
            self.worker[left],
            self.raze[left],
            self.gold[left],
        )

    def of_card(self, left: int) -> float:
        """A card drawn, in points, in a round after which `left` follow."""
        return self.card[left] * self.scale[left] if left else self.card[0]

    def of_gain(self, one: Bring, times: int, left: int) -> float:
        """A gain, so many times, in points, in a round after which `left` follow."""
        return times * (
            self.of_goods(one.goods, left) + one.points + one.cards * self.of_card(left)
        )


WEIGHTS = Weights()
# Early goods and cards are worth much more than late ones, what stands in the hand less, what reacts to building twice as much.
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
