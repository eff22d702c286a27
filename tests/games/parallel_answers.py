"""Simultaneous answers: made and undone in any order, by players and by timeouts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.core.engine import history, walk
from games.core.engine.game import Game
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path

Pos = Position[Any, Any]


def encoded_after(
    game: Game[Any, Any], start: Pos, seed: str, order: list[int], salt: int
) -> bytes:
    """Return the encoded position after all open lanes are closed.

    Each seat plays its own random moves; `order` is the order of the seats. A third of the
    moves are undone where that is allowed.
    """
    pos = start
    rows: list[history.HistoryRow] = []
    lots = {seat: Rng.of(salt * 10 + seat) for seat in range(start.n)}
    at = 0
    while pos.stack == start.stack and any(pos.lanes):
        seat = order[at % len(order)] if at < 400 else at % start.n
        at += 1
        if not pos.lanes[seat]:
            continue
        back = history.undo(start, rows, seat, seed) if lots[seat].below(3) == 0 else None
        if isinstance(back, history.UndoResult):
            rows.append(
                history.system_row(len(rows) + 1, seat, "player", ["@undo", back.row.n], back.pos)
            )
            pos = back.pos
        else:
            path = walk.random_move(pos, seat, lots[seat])
            step = walk.submit(pos, seat, path)
            rows.append(history.move_row(len(rows) + 1, seat, "player", path, step))
            pos = step.pos
        assert game.audit(pos) == []
    return game.codec.encode(pos)


def check_defaults_of(
    game: Game[Any, Any], start: Pos, seat: int, orders: Iterable[tuple[int, ...]]
) -> None:
    """Check that a seat's default moves do not depend on when they are played.

    Then play the game to its end without that seat.
    """

    def answer(pos: Pos, who: int, lot: Rng) -> Path:
        return walk.default_path(pos, who) if who == seat else walk.random_move(pos, who, lot)

    ends = set()
    for order in orders:
        pos = start
        for who in order:
            lot = Rng.of(who)
            while pos.stack == start.stack and pos.lanes[who]:
                pos = walk.submit(pos, who, answer(pos, who, lot)).pos
        ends.add(game.codec.encode(pos))
    assert len(ends) == 1
    pos = game.codec.decode(ends.pop())
    pos.gone[seat] = True
    lot = Rng.of(9)
    while pos.outcome is None:
        who = walk.actors(pos)[0]
        walk.apply(pos, who, answer(pos, who, lot))
    assert game.audit(pos) == []
