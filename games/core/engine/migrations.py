"""Migration of stored positions from earlier rules of a game to the current ones."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from games.core.engine.game import Game
from games.core.state.position import Position


class RulesTooNewError(ValueError):
    """Error for a position of newer rules than this code knows.

    `have` is the rules version of the position, `known` the newest one of this code.
    """

    def __init__(self, game: str, have: int, known: int) -> None:
        super().__init__(f"{game}: stored under rules {have}, this code knows {known}")
        self.have, self.known = have, known


class _RulesVersion(Struct):
    """Rules version of a stored position; other fields are ignored."""

    rules: int


def read(game: Game[Any, Any], data: bytes) -> Position[Any, Any]:
    """Return the position in `data`, upgraded to the current rules.

    A position of older rules, frames included, goes through the game's `upgrade` for each version.
    Raises `RulesTooNewError` for newer rules, and `msgspec.ValidationError` if the shape does not
    fit the current rules.
    """
    have = msgspec.json.decode(data, type=_RulesVersion).rules
    if have > game.rules:
        raise RulesTooNewError(game.id, have, game.rules)
    if have == game.rules:
        return game.codec.decode(data)
    raw: dict[str, Any] = msgspec.json.decode(data)
    for version in range(have, game.rules):
        raw = {**game.upgrade(raw, version), "rules": version + 1}
    return game.codec.decode(msgspec.json.encode(raw))
