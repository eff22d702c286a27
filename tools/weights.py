"""The numbers by which a game's computer player values things, as a list that can be searched, and other ones used for a while.

A game names them by `Game.weights`, a Struct of positive numbers or of tuples of them; who plays always reads that one Struct.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import exp, log
from pathlib import Path
from typing import Any

import msgspec

from games.core.engine.game import Game

Values = Mapping[str, Any]  # by name of the weight: a number, or several


def shipped(game: Game[Any, Any]) -> dict[str, Any]:
    """The weights that a game's player uses now; ValueError when it names none."""
    if game.weights is None:
        raise ValueError(f"{game.id} names no weights")
    return {one: getattr(game.weights, one) for one in game.weights.__struct_fields__}


@lru_cache(256)
def read(path: Path) -> Values:
    """The weights in a file; those that it leaves out are the shipped ones."""
    values: Values = json.loads(path.read_text("utf-8"))
    return values


def write(path: Path, values: Values) -> None:
    """Keep weights in a JSON file, which `read` reads; its folder is made where there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(values, indent=1) + "\n", "utf-8")


@contextmanager
def used(game: Game[Any, Any], values: Values) -> Iterator[None]:
    """Let the game's player value things by these, until the end. ValidationError when a name or a shape is wrong."""
    before = shipped(game)
    if unknown := sorted(set(values) - set(before)):
        raise ValueError(f"{game.id} has no weights {', '.join(unknown)}")
    _set(game, msgspec.structs.asdict(msgspec.convert({**before, **values}, type(game.weights))))
    try:
        yield
    finally:
        _set(game, before)


def _set(game: Game[Any, Any], values: Values) -> None:
    for name, value in values.items():
        setattr(game.weights, name, value)


def flat(values: Values) -> list[float]:
    """The logarithms of all weights that are more than 0, in order: where a search moves. Those of 0 stay."""
    return [log(number) for value in values.values() for number in _numbers(value) if number > 0]


def unflat(values: Values, point: Sequence[float]) -> dict[str, Any]:
    """Weights of the same shape as `values` at a point of the search."""
    rest = iter(point)
    found = {}
    for name, value in values.items():
        moved = [round(exp(next(rest)), 4) if number > 0 else number for number in _numbers(value)]
        found[name] = moved if isinstance(value, tuple | list) else moved[0]
    return found


def _numbers(value: Any) -> Sequence[float]:
    return value if isinstance(value, tuple | list) else (value,)
