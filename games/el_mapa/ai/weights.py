"""Weights of the AI player's evaluation, found by `tools/train.py`.

Each evaluation reads them from `WEIGHTS` again, so a tuner can change them while the program runs.
"""

from __future__ import annotations

from msgspec import Struct


class Weights(Struct):
    """Weights of the evaluation, in points unless noted otherwise.

    They are positive numbers or tuples of these. "Per round" means per round left.
    """

    gold: float = 0.6  # per coin
    wood: float = 0.7  # per wood
    stone: float = 1.3  # per stone
    mines: tuple[float, float, float] = (0.5, 0.85, 0.8)  # a mine of wood, stone, gold, per round
    village: float = 5.0  # a village, once
    village_per_round: float = 1.7  # added to that per round
    tower: float = 0.55  # a tower, per level of its cards and two rounds
    chest: float = 1.3  # a treasure
    flip: float = 1.15  # a tile revealed
    service: float = 4.0  # rounds that troops need to earn their price
    usual_rounds: float = 13.0  # rounds left while there are too few castles for the last wonder
    rounds_per_building: float = 1.25  # players do not build every turn
    reveal_rate: float = 0.15  # share of the hidden tiles that troops reveal in a round
    troop: float = 0.35  # a troop, on top of its price
    card: float = 0.28  # a card of level 1, per round
    origin: float = 0.45  # one more cell from which troops may move, per round
    trains: float = 0.3  # a building that trains a kind of troops, per round
    doubles: float = 0.34  # a building that doubles the training, per round
    market: float = 2.0  # the first market
    step_to_wonder: float = 1.2  # a building that is no wonder: one space less is missing for one
    scouting: float = 0.25  # share of a cell's attraction that counts for scouts
    min_move_worth: float = 0.55  # minimum value of a move
    saved_coins: float = 2.0  # coins kept for the next building
    peaceful_move: float = 0.12  # cost per troop of a move without a battle
    bank_share: float = 0.8  # share of a building's value that counts if the bank must help to pay
    min_prize: float = 3.0  # minimum value of a campaign's target
    delay_discount: float = 0.86  # factor on a prize per turn until it is won
    building_share: float = 0.6  # a campaign must be worth this share of the next building
    on_the_way: float = 0.6  # share of a prize that counts before the army arrives
    # probability of an attack by a rival 0, 1 and 2 turns away
    risks: tuple[float, float, float] = (1.0, 0.8, 0.2)
    guarded: float = 0.7  # factor of that probability if troops guard the cell
    min_saved: float = 2.0  # expected loss that hired guards must avoid at least
    rival_gold_share: float = 0.5  # share of a rival's gold that becomes troops before an attack
    # a unit of gold, wood, stone that the next buildings need
    needed: tuple[float, float, float] = (0.7, 1.1, 1.8)
    spare: tuple[float, float, float] = (0.5, 0.6, 1.1)  # the same, if they do not need it
    at_hand: float = 0.4  # share of a building's value that counts if the goods can pay it
    leader_factor: float = 1.6  # factor of the other's gain in a deal, if the other leads
    # minimum gain from an own offer; high because the game waits for the answer
    min_offer_gain: float = 0.6
    min_partner_gain: float = 0.15  # minimum gain of the partner from such an offer

    # by how much the values of moves and buildings are misjudged; only weaker players do
    blur: float = 0.0


WEIGHTS = Weights()
