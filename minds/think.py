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
USUAL: Strength = "firm"
_PLAYERS: dict[Kind, bots.Kind] = {"easy": "greedy", "firm": "game", "fierce": "game", "caretaker": "caretaker"}


def unhurried() -> float:
    """Time without end."""
    return float("inf")


def decide(pos: Position[Any, Any], seat: Seat, kind: Kind, rng: Rng, left: Callable[[], float] = unhurried) -> Path:
    """The move of a computer player of that strength in `seat`; `rng` is its own luck and never the game's.

    `left` says how many seconds are left: 0 or less means that it is time to answer; from the start on: without thinking ahead.
    """
    del left
    return bots.decide(pos, seat, _PLAYERS[kind], rng)
