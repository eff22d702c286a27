"""The log: position = fold(rows).

Undo, barriers, rewind, leaving, and a row that was tampered with.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.core.engine import history, walk
from games.core.engine.game import Game
from games.core.engine.history import HistoryRow, ReplayMismatchError, UndoResult
from games.core.prompts.prompt import IllegalPath
from games.core.state.position import Position
from games.core.text.messages import Seat, seat_name
from tests.core.small_game import CELLAR
from tests.core.toy import Said, Say, toy

TALK = toy(Say, lambda t: [Say(0), Say(0), Say(0), Say(1), Say(0)])


class Log:
    """Match played move by move."""

    def __init__(self, game: Game[Any, Any], n: int, seed: str = "s") -> None:
        self.seed, self.start = seed, walk.start(game, {}, n, seed)
        self.pos: Position[Any, Any] = self.start
        self.rows: list[HistoryRow] = []

    def play(self, seat: Seat, *path: Any) -> walk.MoveResult:
        step = walk.submit(self.pos, seat, path)
        self.rows.append(history.move_row(len(self.rows) + 1, seat, "player", path, step))
        self.pos = step.pos
        return step

    def undo(self, seat: Seat) -> UndoResult | IllegalPath:
        return history.undo(self.start, self.rows, seat, self.seed)

    def take_back(self, seat: Seat) -> UndoResult:
        back = self.undo(seat)
        assert isinstance(back, UndoResult), back
        self.system(seat, ["@undo", back.row.n], back.pos)
        return back

    def system(self, seat: Seat | None, path: list[Any], pos: Position[Any, Any]) -> None:
        self.rows.append(history.system_row(len(self.rows) + 1, seat, "admin", path, pos))
        self.pos = pos

    def rewind(self, n: int) -> None:
        left = history.fold(
            self.start, [row for row in history.effective_rows(self.rows) if row.n < n], self.seed
        )
        row = history.system_row(len(self.rows) + 1, None, "admin", ["@rewind", n], left)
        self.system(None, ["@rewind", n], history.replay(left, row, self.seed))

    def holds(self) -> None:
        assert list(history.verify(self.start, self.rows, self.seed)) == list(
            range(1, len(self.rows) + 1)
        )
        assert history.fold(self.start, self.rows, self.seed) == self.pos


def why(answer: UndoResult | IllegalPath) -> str:
    assert isinstance(answer, IllegalPath), answer
    return answer.why.key


def test_a_row_tells_what_happened_and_survives_json() -> None:
    log = Log(CELLAR, 2)
    log.play(1, "throw")
    (row,) = log.rows
    assert (row.n, row.seat, row.by, row.path, row.barrier, row.rules, row.system) == (
        1,
        1,
        "player",
        ["throw"],
        [1],
        1,
        False,
    )
    assert row.events[0]["all"] == {"kind": "threw", "seat": 1}
    assert len(row.events[0]["to"]["1"]["dice"]) == 3
    assert msgspec.json.decode(msgspec.json.encode(row), type=HistoryRow) == row
    assert row.hash == CELLAR.codec.digest(log.pos)


def test_events_with_numbers_as_keys_are_stored_as_json_has_them() -> None:
    log = Log(TALK, 2)
    log.play(0, "hello")
    stored = msgspec.json.decode(msgspec.json.encode(log.rows), type=list[HistoryRow])
    assert stored == log.rows
    assert list(history.verify(log.start, stored, "s")) == [1]
    said = TALK.event(stored[0].events[0]["all"])
    assert isinstance(said, Said)
    assert said.by == {0: 1}


def test_undo_takes_back_the_last_own_step_again_and_again() -> None:
    log = Log(TALK, 2)
    log.play(0, "hello")
    log.play(0, "bye")
    back = log.take_back(0)
    assert back.row.path == ["bye"]
    assert back.move.summary.args["text"] == "bye"
    assert log.take_back(0).row.path == ["hello"]
    assert log.pos == log.start
    assert why(log.undo(0)) == "core.undo.nothing"
    log.play(0, "bye")
    log.holds()


def test_undo_is_fenced_by_what_is_final_for_the_seat() -> None:
    log = Log(TALK, 2)
    for _ in range(3):
        log.play(0, "bye")
    assert why(log.undo(0)) == "core.undo.seen"  # the last of them woke seat 1
    assert why(log.undo(1)) == "core.undo.nothing"


def test_own_luck_fences_the_own_undo_and_nobody_elses() -> None:
    log = Log(CELLAR, 3)
    log.play(0, "throw")
    log.play(1, "throw")
    log.play(0, "keep")
    assert log.take_back(0).row.path == ["keep"]
    assert why(log.undo(0)) == "core.undo.seen"
    assert why(log.undo(1)) == "core.undo.seen"
    log.holds()


def test_undo_steps_around_the_later_steps_of_others() -> None:
    log = Log(CELLAR, 3)
    for seat in range(3):
        log.play(seat, "throw")
    log.play(0, "keep")
    log.play(1, "keep")
    back = log.take_back(0)
    assert back.row.n == 4
    assert [bool(lane) for lane in log.pos.lanes] == [True, False, True]
    log.play(2, "throw")
    log.play(0, "keep")
    log.holds()


def _offer() -> Log:
    """Let seat 0 offer a token to seat 1, which has not answered."""
    log = Log(CELLAR, 2)
    for seat in (0, 1):
        log.play(seat, "throw")
        log.play(seat, "keep")
    return log


def test_undo_is_refused_when_others_have_built_on_it() -> None:
    """Seat 1 swaps tokens that the undone move gave it: without that move the swap is illegal."""
    log = _offer()
    while log.pos.state.tokens[1] >= 2:
        log.play(1, "swap")
    need = 2 - log.pos.state.tokens[1]
    log.play(0, "give", "p1", need)
    gift = history.move_row(
        len(log.rows) + 1, 1, "player", ("accept",), walk.submit(log.pos, 1, ("accept",))
    )
    quiet = msgspec.structs.replace(gift, barrier=[])  # as if accepting were no news to anybody
    log.rows[-1] = msgspec.structs.replace(log.rows[-1], barrier=[])
    log.rows.append(quiet)
    refused = log.undo(0)
    assert isinstance(refused, IllegalPath)
    assert refused.why.key == "core.undo.built"
    assert refused.why.args["seat"] == seat_name(1)


def test_a_rewind_derives_new_streams_and_is_final() -> None:
    log = Log(CELLAR, 2)
    log.play(0, "throw")
    first = list(log.pos.state.dice[0])
    log.play(1, "throw")
    log.rewind(1)
    assert log.pos.state == log.start.state
    assert log.pos.rng != log.start.rng
    assert why(log.undo(0)) == "core.undo.nothing"
    dice = set()
    for _ in range(6):
        log.play(0, "throw")
        dice.add(tuple(log.pos.state.dice[0]))
        log.rewind(len(log.rows))
    assert len(dice | {tuple(first)}) > 2, "known luck comes back"
    log.play(1, "throw")
    log.holds()
    assert [row.path[0] for row in history.effective_rows(log.rows)] == ["@rewind"] * 7 + ["throw"]


def test_leaving_sets_gone_and_nothing_else() -> None:
    log = Log(CELLAR, 3)
    log.play(0, "throw")
    before = log.pos
    row = history.system_row(2, 1, "admin", ["@gone", 1], before)
    log.system(1, ["@gone", 1], history.replay(before, row, "s"))
    assert log.pos.gone == [False, True, False]
    assert before.gone == [False, False, False]
    assert msgspec.structs.replace(log.pos, gone=before.gone) == before
    log.play(1, "throw")
    log.holds()


def test_live_rows() -> None:
    def row(n: int, *path: Any) -> HistoryRow:
        return HistoryRow(n, 0, "player", list(path), [], [], 1, "")

    def left(*rows: HistoryRow) -> list[int]:
        return [one.n for one in history.effective_rows(rows)]

    assert left(row(1, "a"), row(2, "b"), row(3, "@undo", 1)) == [2]
    assert left(row(1, "a"), row(2, "b"), row(3, "@undo", 2), row(4, "c"), row(5, "@undo", 4)) == [
        1
    ]
    assert left(row(1, "a"), row(2, "b"), row(3, "c"), row(4, "@rewind", 2), row(5, "d")) == [
        1,
        4,
        5,
    ]
    assert left(row(1, "a"), row(2, "@gone", 0), row(3, "@rules", 2)) == [1, 2]


@pytest.mark.parametrize(
    "change",
    [
        {"path": ["keep"]},
        {"hash": "0" * 16},
        {"seat": 1},
        {"path": ["nonsense"]},
        {"events": []},
        {"seat": None},
    ],
)
def test_verify_finds_a_row_that_was_tampered_with(change: dict[str, Any]) -> None:
    log = Log(CELLAR, 3)
    for seat in (0, 1, 0, 1):
        log.play(seat, "throw")
    log.holds()
    log.rows[2] = msgspec.structs.replace(log.rows[2], **change)
    verified = iter(history.verify(log.start, log.rows, "s"))
    assert [next(verified), next(verified)] == [1, 2]
    with pytest.raises(ReplayMismatchError) as caught:
        next(verified)
    assert caught.value.row.n == 3


def test_verify_finds_a_forged_undo_and_another_seed() -> None:
    log = Log(CELLAR, 2)
    log.play(0, "throw")
    log.play(0, "keep")
    log.take_back(0)
    log.holds()
    with pytest.raises(ReplayMismatchError):
        list(
            history.verify(
                log.start,
                [*log.rows[:2], msgspec.structs.replace(log.rows[2], path=["@undo", 1])],
                "s",
            )
        )
    with pytest.raises(ReplayMismatchError):
        list(history.verify(walk.start(CELLAR, {}, 2, "t"), log.rows, "t"))


def test_verify_finds_a_row_that_tells_of_other_luck() -> None:
    log = Log(CELLAR, 3)
    log.play(0, "throw")
    log.play(1, "throw")
    told = log.rows[0].events
    assert told, "a throw tells something"
    other = log.rows[1].events  # as many facts, of the same kinds: only what they say differs
    assert len(told) == len(other)
    log.rows[0] = msgspec.structs.replace(log.rows[0], events=other)
    with pytest.raises(ReplayMismatchError, match="row 1"):
        list(history.verify(log.start, log.rows, "s"))
