"""Weights of the evaluation of the standard AI player.

`tools/train.py` can tune them; they are read again for each evaluation.
"""

from __future__ import annotations

from msgspec import Struct


class Weights(Struct):
    """Weights, in points unless noted otherwise."""

    risk: float = 0.7  # probability that a region held by a margin of 1 is finally lost
    idle: float = 0.45  # an army that holds nothing yet, at the start of the game
    tie: float = 0.2  # a tied region, before the end
    second_start: float = 0.35  # a city as a second place to start from, before the end
    open_land: float = 0.08  # plus this for each nearby region not held yet
    symbol_probability: float = 0.55  # probability of getting each further symbol that a set needs
    coin: float = 0.48  # a coin, while there are turns left to spend it
    coins_per_turn: float = 1.5  # coins that can usefully be spent per turn
    rival_symbols: float = 0.25  # weight of the value that a taken card had for the next player
    single_rival: float = 0.8  # weight of a rival's point with two players
    several_rivals: float = 0.6  # the same with more players, divided among the rivals

    leading_rival: float = 0.25  # added for the rivals with the most regions


WEIGHTS = Weights()
