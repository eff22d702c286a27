"""What the computer player weighs things by: numbers that `tools/train.py` may search, read anew whenever something is valued."""

from __future__ import annotations

from msgspec import Struct


class Weights(Struct):
    """In points unless said otherwise."""

    risk: float = 0.7  # how likely a region held by one army more is lost in the long run
    idle: float = (
        0.45  # what an army that holds nothing yet may still become, at the start of the game
    )
    tie: float = 0.2  # a tied region, before the end
    spawn: float = 0.35  # a city as a second place to start from, before the end
    open_land: float = 0.08  # and for each region near it that is not held yet
    hope: float = 0.55  # how likely each further symbol that a set needs is to come
    coin: float = 0.48  # what a coin buys while there are turns to spend it in
    pace: float = 1.5  # so many coins a turn can well be spent
    heir: float = (
        0.25  # how much of a symbol's worth to the next player counts when it is taken away
    )
    duel: float = 0.8  # how much a point of the only rival counts against one's own
    crowd: float = 0.6  # the same of several, shared out among them
    ahead: float = 0.25  # and so much more of those who hold most regions


WEIGHTS = Weights()
