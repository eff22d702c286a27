"""Placements can be undone until another seat answers."""

from __future__ import annotations

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
