"""Computer players by strength: the one question that a host asks of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from games.core import bots
from games.core.messages import Path, Seat
from games.core.position import Position
from games.core.rng import Rng

Strength = Literal["easy", "firm", "fierce"]
Kind = Literal["easy", "firm", "fierce", "caretaker"]
STRENGTHS: tuple[Strength, ...] = ("easy", "firm", "fierce")   # those that take a seat; a caretaker minds somebody else's
_PLAYERS: dict[Kind, bots.Kind] = {"easy": "greedy", "firm": "game", "fierce": "game", "caretaker": "caretaker"}


def always() -> bool:
    """The `more` of who has time without end."""
    return True


def decide(pos: Position[Any, Any], seat: Seat, kind: Kind, rng: Rng, more: Callable[[], bool] = always) -> Path:
    """The move of a computer player of that strength in `seat`; `rng` is its own luck and never the game's.

    `more` says whether there is time to think on: when it says no, it is time to answer.
    """
    del more
    return bots.decide(pos, seat, _PLAYERS[kind], rng)
