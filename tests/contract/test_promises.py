"""A prompt says about undo what its confirmation says, and that is true.

Many random games of each title are played (`GAMES=300` sets the number).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.model.match import LoadedMatch, Match, MessageRefs, Panel, SeatRow
from app.play import panel_builder
from games.core.engine import history, walk
from games.core.engine.game import find
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Key, Path, Seat
from tests.contract import playouts

LOOKS = 2  # moments looked at in each


def table(pos: playouts.Pos, rows: int) -> LoadedMatch:
    seats = [SeatRow(seat, 10 + seat, f"S{seat}") for seat in range(pos.n)]
    match = Match(
        "4K2",
        pos.game,
        "",
        "es",
        10,
        pos.options,
        pos.n,
        "running",
        seats,
        MessageRefs(1, 2),
        0.0,
        0.0,
        rows=rows,
    )
    return LoadedMatch(match, pos)


def panel_of(stored: LoadedMatch, seat: Seat, path: Path) -> Panel:
    panel = Panel(stored.match, seat)
    panel_builder.fill_panel(panel, stored, seat, path, None, ask_always=False)
    return panel


def walked(game: str, n: int, seed: str) -> Iterator[tuple[playouts.Pos, Seat, Path, int]]:
    """Yield some moments of a random game with the path that is played there."""
    pos, rng, row = playouts.start(playouts.ALL[game], n, seed), Rng.of(sum(map(ord, seed)) + n), 0
    left = LOOKS
    while pos.outcome is None and left and row < playouts.MOST_STEPS:
        seat = playouts.mover(pos, rng)
        path = walk.random_move(pos, seat, rng)
        row += 1
        if rng.below(25) == 0 or row == 1:
            left -= 1
            yield find(pos.game).codec.clone(pos), seat, path, row
        walk.apply(pos, seat, path)


def has_final_mark(panel: Panel, key: Key) -> bool:
    """Return whether this answer has a mark of its own that it is final."""
    return str(key) in panel.finals or (panel.immediate_final is not None and key == panel.pending)


@pytest.mark.slow
@pytest.mark.parametrize("game", playouts.ALL)
def test_no_question_promises_what_its_confirmation_breaks(game: str) -> None:
    kinds, counts = set[str](), tuple(playouts.ALL[game].players)
    for at in range(playouts.GAMES_EACH):
        for pos, seat, path, row in walked(game, counts[at % len(counts)], f"promise {at}"):
            stored = table(pos, row)
            sure = panel_of(stored, seat, path)
            assert isinstance(sure.asked, MoveReady)
            for depth in range(len(path)):
                panel = panel_of(stored, seat, path[:depth])
                if has_final_mark(panel, path[depth]):
                    continue
                kinds.add(panel.promise)
                said = {
                    "undoable": sure.final is None,
                    "final": sure.final is not None,
                    "open": True,
                }[panel.promise]
                assert said, (path, depth, panel.promise, sure.final)
    assert kinds, "nothing was asked"


@pytest.mark.parametrize("game", playouts.ALL)
def test_a_step_that_ends_something_by_one_tap_says_so_on_its_button(game: str) -> None:
    """Only luck, a named end of turn, and the only possible move are final at the last click.

    A game may name other moves (`unconfirmed`) whose button has a lock.
    """
    found = []
    for at in range(40):
        counts = tuple(playouts.ALL[game].players)
        for pos, seat, path, row in walked(game, counts[at % len(counts)], f"tap {at}"):
            stored = table(pos, row)
            final = panel_of(stored, seat, path).final
            if (
                final is None
                or panel_builder.UndoForecast(stored, seat).immediate_move(path) is None
            ):
                continue
            last = walk.ask(pos, seat, path[:-1])
            root = walk.ask(pos, seat)
            done = walk.ask(pos, seat, path)
            if isinstance(done, MoveReady) and done.unconfirmed:
                before = panel_of(stored, seat, path[:-1])
                locked = (
                    has_final_mark(before, path[-1])
                    if isinstance(last, SelectPrompt)
                    else done.label
                )
                assert locked, path
                continue
            ends = isinstance(last, SelectPrompt) and any(
                o.key == path[-1] and o.tone == "finish" for o in last.options
            )
            ends = ends or (
                isinstance(root, SelectPrompt)
                and any(o.key == path[0] and o.tone == "finish" for o in root.options)
            )
            step = walk.submit(pos, seat, path)
            if final.why.key != "host.final.over" and not ends and step.pos.rng == pos.rng:
                found.append(path)
    assert found == []


def test_a_promise_is_kept_by_undo() -> None:
    """A move marked as undoable can be undone."""
    kept = 0
    for at in range(60):
        for pos, seat, path, row in walked("eight_minute_empire", 3, f"undo {at}"):
            panel = panel_of(table(pos, row), seat, ())
            if panel.promise != "undoable" or has_final_mark(panel, path[0]):
                continue
            step = walk.submit(pos, seat, path)
            undone = history.undo(pos, [history.move_row(1, seat, "player", path, step)], seat, "x")
            assert isinstance(undone, history.UndoResult)
            kept += 1
    assert kept
