"""Weights of a game's AI player: read, write, flatten for a search, replace temporarily.

A game names them in `Game.weights`, a Struct of positive numbers or tuples of them; its AI
player always reads that one Struct.
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

Values = Mapping[str, Any]  # by name of the weight: one number or several


def shipped(game: Game[Any, Any]) -> dict[str, Any]:
    """Return the weights that a game's AI player uses now.

    Raises `ValueError` if the game has none.
    """
    if game.weights is None:
        raise ValueError(f"{game.id} names no weights")
    return {one: getattr(game.weights, one) for one in game.weights.__struct_fields__}


@lru_cache(256)
def read(path: Path) -> Values:
    """Return the weights in a file, by name.

    In `override`, weights that the file lacks keep their shipped values.
    """
    values: Values = json.loads(path.read_text("utf-8"))
    return values


def write(path: Path, values: Values) -> None:
    """Write weights to a JSON file for `read`; create its folder if needed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(values, indent=1) + "\n", "utf-8")


@contextmanager
def override(game: Game[Any, Any], values: Values) -> Iterator[None]:
    """Let the game's AI player use these weights inside the `with` block.

    Weights that `values` lacks are unchanged. Raises `ValueError` for an unknown name,
    `ValidationError` for a wrong shape.
    """
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
    """Return the logarithms of all weights above 0, as one flat list.

    Weights of 0 are left out, since a search does not change them.
    """
    return [log(number) for value in values.values() for number in _numbers(value) if number > 0]


def unflatten(values: Values, point: Sequence[float]) -> dict[str, Any]:
    """Return the weights at a point of the search, in the shape of `values`.

    `point` is a list as made by `flat`. Numbers that are 0 in `values` are not in it and stay 0.
    """
    rest = iter(point)
    found = {}
    for name, value in values.items():
        moved = [round(exp(next(rest)), 4) if number > 0 else number for number in _numbers(value)]
        found[name] = moved if isinstance(value, tuple | list) else moved[0]
    return found


def _numbers(value: Any) -> Sequence[float]:
    return value if isinstance(value, tuple | list) else (value,)
