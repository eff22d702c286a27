"""Helpers of `Game.purpose`, to say what a move is for: its effects, what it enables."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from games.core.engine import walk
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.position import Position
from games.core.text.messages import Msg, Path, Seat

Pos = Position[Any, Any]


def effect_of(pos: Pos, seat: Seat, path: Path, keys: Container[str] | None = None) -> Msg | None:
    """Return the first effect of a move whose message key is in `keys`; None if there is none.

    If `keys` is None, return the first effect. `path` is the move.
    """
    ready = walk.ask(pos, seat, path)
    effects = ready.effects if isinstance(ready, MoveReady) else ()
    return next((effect for effect in effects if keys is None or effect.key in keys), None)


def newly_possible(pos: Pos, seat: Seat, path: Path) -> list[Msg]:
    """Return the labels of the options that the move `path` makes possible.

    Now these options are disabled.
    """
    before, after = walk.ask(pos, seat), walk.submit(pos, seat, path).pos
    if seat not in walk.actors(after) or not isinstance(before, SelectPrompt):
        return []
    now = walk.ask(after, seat)
    blocked = {option.key for option in before.blocked}
    options = now.options if isinstance(now, SelectPrompt) else ()
    return [option.label for option in options if option.key in blocked]
