"""Games among AI players, for simulation, measurements, pictures and tests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from games.core.engine import walk
from games.core.engine.bots import Kind, decide
from games.core.engine.game import Game
from games.core.state.options import Choice, Range, Toggle
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat

Pos = Position[Any, Any]
MAX_STEPS = 20_000


def random_stream(*words: object) -> Rng:
    """Return a random stream that depends only on these words; equal on all machines."""
    return Rng.of(int.from_bytes(hashlib.sha256(repr(words).encode()).digest()[:8], "big"))


def random_options(game: Game[Any, Any], n: int, rng: Rng) -> dict[str, Any]:
    """Return random valid options, or none if the random ones are invalid.

    Some options are left at their defaults.
    """
    options: dict[str, Any] = {}
    for setting in game.options:
        if rng.below(3) == 0:
            continue
        match setting:
            case Choice():
                value: Any = (
                    [rng.pick(setting.values) for _ in range(n)]
                    if setting.per_seat
                    else rng.pick(setting.values)
                )
            case Toggle():
                value = bool(rng.below(2))
            case Range():
                value = setting.lo + rng.below(setting.hi - setting.lo + 1)
            case _:
                value = list(range(n))
                rng.shuffle(value)
        options[setting.id] = value
    return options if game.why_options_invalid(game.defaults(n) | options, n) is None else {}


def choose(pos: Pos, seat: Seat, kind: Kind, rng: Rng) -> Path:
    """Return the move of an AI player of this kind.

    The kind "random" chooses at random at each prompt.
    """
    return walk.random_move(pos, seat, rng) if kind == "random" else decide(pos, seat, kind, rng)


def next_seat(pos: Pos, rng: Rng, kinds: Sequence[Kind] = ()) -> Seat:
    """Return the seat that moves next: one that must act or, sometimes, one that may.

    AI players that search move only when they must, as in a match with people. `kinds` are the
    players by seat; without it, any seat may move unasked.
    """
    may = walk.optional_actors(pos) if rng.below(8) == 0 else ()
    may = tuple(seat for seat in may if not kinds or kinds[seat] == "random")
    return rng.pick(may or walk.actors(pos))


def play(
    pos: Pos,
    kinds: Sequence[Kind],
    rng: Rng,
    watch: Callable[[Pos, Seat, Path, list[Any]], None] | None = None,
    by: str = "apply",
) -> tuple[Pos, int]:
    """Play `pos` to its end; return the last position and the number of steps.

    `by` is "apply", which changes `pos` in place, or "submit". `watch` is called after each step
    with the position, the seat, the path and the events. Raises `RuntimeError` if the game does not
    end.
    """
    for steps in range(MAX_STEPS):
        if pos.outcome is not None:
            return pos, steps
        seat = next_seat(pos, rng, kinds)
        path = choose(pos, seat, kinds[seat], rng)
        if by == "apply":
            events = walk.apply(pos, seat, path)
        else:
            step = walk.submit(pos, seat, path)
            pos, events = step.pos, step.events
        if watch is not None:
            watch(pos, seat, path, events)
    raise RuntimeError(f"{pos.game} does not end")
