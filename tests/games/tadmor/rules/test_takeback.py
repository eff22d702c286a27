"""Placements can be undone until another seat answers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from app.match.moves import Moves
from app.model.match import LoadedMatch, LogEntry, Match, MessageRefs, SeatRow
from games.core.engine import history, walk
from games.core.engine.history import HistoryRow, UndoResult
from games.core.prompts.prompt import IllegalPath
from games.core.text.messages import Path, Seat
from games.tadmor.rules.turn.placing import Placement
from tests.games.tadmor.positions import Pos, begin, stage


def placing() -> Pos:
    pos = begin(2)
    stage(pos, Placement(), resolving=False)
    return pos


def played(pos: Pos, *moves: tuple[Seat, Path]) -> list[HistoryRow]:
    """Return the log of these moves."""
    rows = []
    for n, (seat, path) in enumerate(moves, 1):
        step = walk.submit(pos, seat, path)
        rows.append(history.move_row(n, seat, "player", path, step))
        pos = step.pos
    return rows


def test_a_placement_is_undone_while_it_is_the_last_move() -> None:
    pos = placing()
    rows = played(pos, (0, ("place", "upgrade_1")))
    assert rows[0].barrier == [0, 1], "it hands the turn on"
    undone = history.undo(pos, rows, 0, "seed")
    assert isinstance(undone, UndoResult)
    assert undone.pos.state.board["upgrade_1"] == []
    assert walk.actors(undone.pos) == (0,)


def test_after_the_next_placement_it_stays() -> None:
    pos = placing()
    rows = played(pos, (0, ("place", "upgrade_1")), (1, ("place", "market_palmyra")))
    assert isinstance(history.undo(pos, rows, 0, "seed"), IllegalPath)
    assert isinstance(history.undo(pos, rows, 1, "seed"), UndoResult)


def test_paths_of_stored_games_place_the_same() -> None:
    pos = placing()
    for old, new in (
        (("place", "camel", "upgrade_3"), ("place", "upgrade_3")),
        (("place", "boat", "war_supplies"), ("place", "war_supplies-boat")),
    ):
        assert walk.submit(pos, 0, old).pos == walk.submit(pos, 0, new).pos


class _Log:
    """Log of a match whose last final position is the one given."""

    def __init__(self, base: Pos, rows: list[HistoryRow]) -> None:
        self._base, self._rows = base, rows

    async def checkpoint(self, _match: str, *, final: bool) -> tuple[int, Pos]:
        assert final
        return 0, self._base

    async def entries(self, _match: str, _after: int) -> list[LogEntry]:
        return [LogEntry(row, 0.0, None, 0) for row in self._rows]


@pytest.mark.parametrize(
    ("second", "may_undo"),
    [
        (SeatRow(1, 2, "Bruno"), True),
        (SeatRow(1, None, "Bot 1", computer="firm"), False),
        # a difference would tell Ana that Bruno has given an order, or chosen places in advance
        (SeatRow(1, 2, "Bruno", orders={"kingdom": True}), True),
    ],
)
async def test_before_a_bot_player_a_placement_is_as_final_as_its_button_says(
    second: SeatRow, may_undo: bool
) -> None:
    pos = placing()
    rows = played(pos, (0, ("place", "upgrade_1")))
    after = walk.submit(pos, 0, ("place", "upgrade_1")).pos
    first = SeatRow(0, 1, "Ana", last_own_row=1)
    seats, refs = [first, second], MessageRefs(1, 2)
    match = Match("TEST", "tadmor", "", "en", 1, pos.options, 2, "running", seats, refs, 0.0, 0.0)
    stored = LoadedMatch(match, after)
    moves: Any = SimpleNamespace(_repo=SimpleNamespace(game_log=_Log(pos, rows)))
    found = await Moves.undoable(moves, stored, first)
    assert isinstance(found, UndoResult) is may_undo
