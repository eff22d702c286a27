"""Weights of the evaluation of the standard AI player (`evaluate.py`, `decide.py`).

`tools/train.py` can tune them: each evaluation reads them from `WEIGHTS` again. In the comments,
"before the end" means that the weight is multiplied by the share of the seat's turns that are left.
"""

from __future__ import annotations

from msgspec import Struct


class Weights(Struct):
    """Weights, in points unless noted otherwise."""

    risk: float = 0.7  # probability that a region held by a margin of 1 is finally lost
    idle: float = 0.45  # an army that holds nothing yet, before the end
    tie: float = 0.2  # a region in which the seat is tied for most, before the end
    second_start: float = 0.35  # a city as a second place for new armies, before the end
    open_land: float = 0.08  # added to that for each region near the city that is not held yet
    symbol_probability: float = 0.55  # probability of getting each further symbol that a set needs
    coin: float = 0.48  # a coin that can usefully be spent
    coins_per_turn: float = 1.5  # coins that can usefully be spent per turn
    # factor on the value of symbols for a rival: a taken card is lost for the next player
    rival_symbols: float = 0.25
    single_rival: float = 0.8  # factor on a rival's point with two players
    several_rivals: float = 0.6  # the same with more players, divided by the number of rivals
    leading_rival: float = 0.25  # added to that for the rivals with the most regions

    # by how much the values of cards are misjudged; only weaker players do
    blur: float = 0.0


WEIGHTS = Weights()
