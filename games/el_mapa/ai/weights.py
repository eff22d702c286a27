"""By what the computer player values things: points unless something else is said. Tools may set other values."""

from __future__ import annotations

from msgspec import Struct


class Weights(Struct):
    """Positive numbers, or tuples of them."""

    gold: float = 0.6  # a coin
    wood: float = 0.7  # a piece of wood
    stone: float = 1.3  # a stone
    mines: tuple[float, float, float] = (0.5, 0.85, 0.8)  # a round of a mine of wood, stone, gold
    village: float = 5.0  # a village by itself
    sites: float = 1.7  # and for each round that it builds and sends troops out
    tower: float = 0.55  # half a card of a tower's level, for each round
    chest: float = 1.3  # a treasure
    flip: float = 1.15  # a tile turned up
    service: float = 4.0  # rounds after which troops have earned their price
    usual_rounds: float = 13.0  # while there are too few castles for the last wonder
    dawdle: float = 1.25  # rounds for each building: nobody builds in every turn
    sight: float = 0.15  # the part of the unknown that troops turn up in a round
    troop: float = 0.35  # a troop beside its price
    card: float = 0.28  # a card of level 1, for each round
    origin: float = 0.45  # one more place to leave from, for each round
    trains: float = 0.3  # a kind of troops to train, for each round
    doubles: float = 0.34  # twice as many of them, for each round
    market: float = 2.0  # the first market
    carries: float = 1.2  # of a building: it carries a wonder in the end
    scouting: float = 0.25  # of what lies beyond a cell draws scouts to it
    worth_it: float = 0.55  # what a move must bring more than staying
    saved: float = 2.0  # coins kept for the next building
    idle: float = 0.12  # what a troop is kept for that goes without need
    strait: float = 0.8  # of a building's worth is left when the bank has to help
    prize: float = 3.0  # what is worth less than this is taken in passing
    later: float = 0.86  # what is left of a prize when it comes a turn later
    patience: float = 0.6  # of the next building's worth a muster must bring
    on_the_way: float = 0.6  # of a prize counts before the army stands there
    risks: tuple[float, float, float] = (
        1.0,
        0.8,
        0.2,
    )  # that a rival comes who is there already, one turn away, two
    guarded: float = (
        0.7  # of a danger is left where somebody stands who would fall: who walks in loses nobody
    )
    saves: float = 2.0  # what guards must save at least
    purse: float = 0.5  # of a rival's gold that may go into troops before an army arrives
    needed: tuple[float, float, float] = (
        0.7,
        1.1,
        1.8,
    )  # gold, wood, stone that one of the next buildings takes
    spare: tuple[float, float, float] = (0.5, 0.6, 1.1)  # and that none takes
    at_hand: float = 0.4  # of what a building brings is gained by being able to pay it
    leader: float = 1.6  # the gain of who leads counts so much more
    asking: float = 0.6  # what an offer must bring: somebody is waited for
    pleasing: float = 0.15  # and what the partner should find in it


WEIGHTS = Weights()
