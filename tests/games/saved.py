"""Saved games: moves, events and result under a version of the rules, compared with today."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.core.engine import walk
from games.core.engine.game import Game
from games.core.state.position import Position
from games.core.text.messages import Msg, Seat

Say = Callable[[Msg], str]
Play = Callable[[Position[Any, Any], Seat], tuple[Any, ...]]


def load(folder: Path, name: str) -> dict[str, Any]:
    game: dict[str, Any] = json.loads((folder / f"{name}.json").read_text("utf-8"))
    return game


def check(
    game: Game[Any, Any], say: Say, folder: Path, name: str, rules: int | None = None
) -> None:
    """Check that a saved game has the same log, end and digest today.

    `rules` is the version of the rules that the file was saved under, if it is an old one: all
    but this number must be equal in the last position.

    On a difference: if it is intended, save the game again (with `retell`), and where behavior
    changed, raise the version of the rules and keep the old file.
    """
    before = load(folder, name)
    assert retell(game, say, before, rules) == before
    assert before["log"]


def record(
    game: Game[Any, Any], say: Say, n: int, options: dict[str, Any], seed: str, play: Play
) -> dict[str, Any]:
    """Return a game played by `play`, in the format of the saved games."""
    pos, moves = walk.start(game, options, n, seed), []
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        moves.append([seat, *play(pos, seat)])
        walk.apply(pos, seat, tuple(moves[-1][1:]))
    return retell(game, say, {"n": n, "options": options, "seed": seed, "moves": moves})


def retell(
    game: Game[Any, Any], say: Say, saved: dict[str, Any], rules: int | None = None
) -> dict[str, Any]:
    """Return a saved game with its log, last description and digest as they are today."""
    pos, log = walk.start(game, saved["options"], saved["n"], saved["seed"]), []
    for seat, *path in saved["moves"]:
        step = walk.submit(pos, seat, tuple(path))
        pos = step.pos
        log += [
            say(line) for one in step.events if one.public and (line := game.narrate(one.public))
        ]
    end = [say(line) for line in game.describe(game.view(pos, None))]
    if rules is not None:
        pos.rules = rules
    return saved | {"log": log, "end": end, "hash": game.codec.digest(pos)}
