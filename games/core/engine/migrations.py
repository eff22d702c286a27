"""Positions that were stored under earlier rules of a game, brought to the present ones (DESIGN 3: Versions)."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from games.core.engine.game import Game
from games.core.state.position import Position


class RulesTooNewError(ValueError):
    """The position is of rules `have`; this code knows them up to `known`."""

    def __init__(self, game: str, have: int, known: int) -> None:
        super().__init__(f"{game}: stored under rules {have}, this code knows {known}")
        self.have, self.known = have, known


class _Stamp(Struct):
    """All that is looked at before the shape is known."""

    rules: int


def read(game: Game[Any, Any], data: bytes) -> Position[Any, Any]:
    """The position in `data`; one of older rules goes through the game's `upgrade`, version by version, frames included.

    Raises `RulesTooNewError` for one of newer rules, `msgspec.ValidationError` when the shape is not that of the present rules.
    """
    have = msgspec.json.decode(data, type=_Stamp).rules
    if have > game.rules:
        raise RulesTooNewError(game.id, have, game.rules)
    if have == game.rules:
        return game.codec.decode(data)
    raw: dict[str, Any] = msgspec.json.decode(data)
    for version in range(have, game.rules):
        raw = {**game.upgrade(raw, version), "rules": version + 1}
    return game.codec.decode(msgspec.json.encode(raw))
