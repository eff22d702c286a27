"""By what the computer player values things: points unless something else is said. Tools may set other values."""

from __future__ import annotations

from msgspec import Struct

from games.imperial_settlers.player.card_facts import Bring, Vec


class Weights(Struct):
    """Positive numbers, or tuples of them: by the goods of `KINDS`, or by the rounds that follow the present one."""

    # goods and cards
    goods: tuple[float, float, float, float, float, float] = (0.85, 0.95, 0.75, 0.47, 0.9, 1.15)   # in the middle of the game
    scale: tuple[float, float, float, float, float] = (0.65, 0.9, 1.0, 1.1, 1.2)     # of that: late ones build no engine
    card: float = 1.8               # a card drawn
    last_card: float = 0.5          # the same in the last round
    given_card: float = 0.6         # of a card drawn, one that an action takes
    # what stands, what is held
    used: float = 0.65              # an Action Location is not used in every round
    unused: float = 0.7             # of its activations left, when it is given up
    first_use: float = 0.6          # nor always in the round that it is built in
    tempo: float = 0.92             # a card kept for the next round is not always built then
    least: float = 0.2              # a card kept is worth that much in any case
    site: float = 1.3               # what it costs a plan for later to give something up
    later_site: float = 0.15        # a Common Location, as something to give up
    storage: float = 1.2            # keeping more goods, a round
    dearer: float = 0.5             # Locations that cost rivals more to raze, a round
    placing: float = 2.0            # a Gate or a Shrine at the end
    placed: tuple[float, float] = (1.2, 1.8)    # what a Gate and a Shrine bring a round
    # effects that are no plain gains, a round
    build_from_hand: float = 1.6
    build_from_deal: float = 1.4
    repeat_action: float = 1.5
    gain_deal_good: float = 0.4     # without a Deal yet
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
    builds: float = 5.0             # Locations built
    own_deck: float = 0.4           # of these are of one's own faction
    # rivals
    harm: float = 0.7               # of a rival's loss is one's own gain, shared out among rivals
    ahead: float = 1.2              # that much more, of who leads
    behind: float = 0.8             # and less, of others
    foundation_left: float = 0.6    # a Foundation that razing leaves to the owner
    wood_left: float = 0.8          # and a wood
    discard: float = 0.6            # a rival's worst card, to that one
    jam: float = 0.5                # of a rival's action, what blocking it hurts
    # solo
    margin: tuple[float, float, float, float, float] = (4.0, 3.0, 2.0, 1.5, 1.5)     # to lead the Collection by one more
    safe_margin: float = 0.5        # so much of it with a lead that is large enough
    risky_margin: float = 2.5       # and so much where the lead is far from that
    # plans
    width: float = 5.0              # plans followed at once
    depth: float = 14.0             # actions looked ahead
    most: float = 1000.0            # positions looked at, then the best plan so far is taken
    haste: float = 0.015            # what a step loses by waiting, where rivals or luck may change things
    lazy: float = 0.01              # what a step costs
    foundation: float = 0.6         # a Foundation
    unspent: float = 0.85           # of goods at hand is left when a plan ends
    stored: float = 0.9             # of goods in the next round, what stored ones are worth
    spare: float = 0.3              # of a resource beyond what the hand could use, what it may become
    idle_card: float = 0.1          # a card drawn when nothing is left to use it with
    gate_card: float = 1.05         # a card drawn with a Gate
    gate_kept: float = 1.0          # a card kept for a Gate
    shrine: float = 0.7             # a good that may go on a Shrine
    # what is free
    defend: float = 2.5             # what a Location must promise to be worth the defense token before the end of the round
    buried: float = 1.0             # what a hand card brings under a Gate

    def of_goods(self, goods: Vec, left: int) -> float:
        """Goods in a round after which so many follow."""
        a, b, c, d, e, f = goods
        base = self.goods
        return self.scale[left] * (a * base[0] + b * base[1] + c * base[2] + d * base[3] + e * base[4] + f * base[5])

    def of_card(self, left: int) -> float:
        """A card drawn in such a round."""
        return self.card * self.scale[left] if left else self.last_card

    def of_gain(self, one: Bring, times: int, left: int) -> float:
        """A gain, so many times, in such a round."""
        return times * (self.of_goods(one.goods, left) + one.points + one.cards * self.of_card(left))


WEIGHTS = Weights()
