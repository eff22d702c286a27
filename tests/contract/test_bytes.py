"""Equal games are equal bytes: round trip, replay, hash seeds, lane order, undo."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations
from typing import Any

import msgspec
import pytest

from games.core.engine import history, walk
from games.core.prompts.prompt import IllegalPath
from games.core.state.rng import Rng
from games.core.text.messages import Seat
from tests.contract import playouts
from tests.contract.transcript import transcript


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases(seeds=("one", "two")))
def test_positions_survive_json_unchanged(game: str, n: int, seed: str) -> None:
    match = playouts.played(game, n, seed)
    codec = match.game.codec
    for moment in match.moments:
        encoded = codec.encode(moment.step.pos)
        again = codec.decode(encoded)
        assert codec.encode(again) == encoded
        assert again == moment.step.pos
        assert len(encoded) < 12_000, "positions stay small"
        broken = msgspec.json.decode(encoded)
        broken["state"]["surprise"] = 1
        with pytest.raises(msgspec.ValidationError):
            codec.decode(msgspec.json.encode(broken))


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases(seeds=("one", "two")))
def test_the_log_replays_byte_for_byte_after_storage(game: str, n: int, seed: str) -> None:
    match = playouts.played(game, n, seed)
    stored = msgspec.json.encode(match.rows)
    rows = msgspec.json.decode(stored, type=list[history.HistoryRow])
    assert list(history.verify(match.start, rows, seed)) == [row.n for row in rows]
    assert playouts.encoded(history.fold(match.start, rows, seed)) == playouts.encoded(match.end)
    sorted_keys = msgspec.json.decode(
        msgspec.json.encode(rows, order="sorted"), type=list[history.HistoryRow]
    )
    assert playouts.encoded(history.fold(match.start, sorted_keys, seed)) == playouts.encoded(
        match.end
    )
    for row in rows:
        for event in row.events:
            for raw in [event["all"], *event.get("to", {}).values()]:
                assert (
                    raw is None or msgspec.to_builtins(match.game.event(raw), str_keys=True) == raw
                )


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_the_same_seed_gives_the_same_game_and_another_seed_another(
    game: str, n: int, seed: str
) -> None:
    first = transcript(playouts.played(game, n, seed))
    assert transcript(playouts.played.__wrapped__(game, n, seed)) == first
    assert transcript(playouts.played.__wrapped__(game, n, "another")) != first


def _asked(pos: playouts.Pos) -> list[Any]:
    """Return the prompts of all seats that may move."""
    return [playouts.prefixes(pos, seat, Rng.of(6), 12) for seat in playouts.movers(pos)]


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases(seeds=("one", "two", "three")))
def test_playing_in_place_is_playing_on_copies(game: str, n: int, seed: str) -> None:
    """The order in which a dict was filled makes no difference: options keep their order after a restart."""
    match = playouts.played(game, n, seed)
    pos = match.game.codec.clone(match.start)
    asked = _asked(match.start)
    for moment in match.moments:
        assert _asked(pos) == asked
        told = walk.apply(pos, moment.seat, moment.path)
        assert told == moment.step.events
        assert playouts.encoded(pos) == playouts.encoded(moment.step.pos)
        asked = _asked(
            moment.step.pos
        )  # of the copy that was played, which the next moment begins with
        assert _asked(match.game.codec.clone(moment.step.pos)) == asked


@pytest.mark.slow
def test_nothing_depends_on_the_hash_seed() -> None:
    texts = set()
    for hash_seed in ("0", "4242"):
        run = subprocess.run(
            [sys.executable, "-m", "tests.contract.transcript", "hashes"],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        texts.add(run.stdout)
    assert len(texts) == 1
    assert len(next(iter(texts)).splitlines()) == sum(
        len(playouts.counts(game)) for game in playouts.ALL.values()
    )


def _through_lanes(pos: playouts.Pos, order: list[Seat], salt: int) -> playouts.Pos:
    """Play the open lanes to their ends with random moves.

    `order` gives the turns, again and again.
    """
    lots = {seat: Rng.of(salt * 100 + seat) for seat in order}
    left, waiting = set(order), pos.stack
    turn = 0
    while (
        left and pos.stack == waiting
    ):  # what waits beneath goes on with the last answer, and may open lanes anew
        seat = order[turn % len(order)]
        turn += 1
        if seat in left:
            last = len(left) == 1
            pos = walk.submit(pos, seat, walk.random_move(pos, seat, lots[seat])).pos
            anew = last and any(
                pos.lanes[other] for other in order if other != seat
            )  # straight into the next lanes
            if not pos.lanes[seat] or anew or pos.outcome is not None:
                left.discard(seat)
    return pos


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases(seeds=("one", "two")))
def test_all_orders_of_answers_in_lanes_give_equal_bytes(game: str, n: int, seed: str) -> None:
    match = playouts.played(game, n, seed)
    opened = [
        m.pos
        for before, m in zip([None, *match.moments], match.moments, strict=False)
        if any(m.pos.lanes) and (before is None or not any(before.pos.lanes))
    ]
    for at, pos in enumerate(opened[:6]):
        seats = [seat for seat in range(n) if pos.lanes[seat]]
        orders: list[list[Seat]] = [list(some) for some in permutations(seats)][
            :: max(1, len(seats) * 2)
        ]
        orders += [
            [s for seat in some for s in [seat] * 50] for some in orders
        ]  # one after the other as well
        assert len({playouts.encoded(_through_lanes(pos, order, at)) for order in orders}) == 1


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_undo_is_the_fold_without_the_row(game: str, n: int, seed: str) -> None:
    match = playouts.played(game, n, seed)
    rows = match.rows
    undone = 0
    for at in range(1, len(rows) + 1, max(1, len(rows) // (25 if playouts.LONG else 9))):
        so_far = rows[:at]
        pos = match.moments[at - 1].step.pos
        before = playouts.encoded(match.start)
        for seat in range(n):
            back = history.undo(match.start, so_far, seat, seed)
            if isinstance(back, IllegalPath):
                continue
            undone += 1
            without = [row for row in so_far if row.n != back.row.n]
            assert back.row.seat == seat
            barred = any(seat in row.barrier for row in so_far if row.n >= back.row.n)
            assert not barred or (back.move.takeback and back.row is so_far[-1])
            assert playouts.encoded(back.pos) == playouts.encoded(
                history.fold(match.start, without, seed)
            )
            log = [
                *so_far,
                history.system_row(at + 1, seat, "player", ["@undo", back.row.n], back.pos),
            ]
            assert list(history.verify(match.start, log, seed))[-1] == at + 1
            if back.row.n == at:  # undone and done again: as if nothing had been
                again = walk.submit(back.pos, seat, tuple(back.row.path))
                assert playouts.encoded(again.pos) == playouts.encoded(pos)
            if back.pos.outcome is None and walk.actors(back.pos):
                assert next(walk.legal_moves(back.pos, walk.actors(back.pos)[0]))
        assert playouts.encoded(match.start) == before
    assert undone or all(row.seat in row.barrier for row in rows), (
        "steps that are not final cannot be undone"
    )


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_games_full_of_undos_verify(game: str, n: int, seed: str) -> None:
    start = playouts.start(playouts.ALL[game], n, seed)
    pos, rng = start, Rng.of(77)
    rows: list[history.HistoryRow] = []
    while pos.outcome is None and len(rows) < 150:
        seat = playouts.mover(pos, rng)
        back: Any = history.undo(start, rows, seat, seed) if rng.below(3) == 0 else None
        if isinstance(back, history.UndoResult):
            rows.append(
                history.system_row(len(rows) + 1, seat, "player", ["@undo", back.row.n], back.pos)
            )
            pos = back.pos
            continue
        path = walk.random_move(pos, seat, rng)
        step = walk.submit(pos, seat, path)
        rows.append(history.move_row(len(rows) + 1, seat, "player", path, step))
        pos = step.pos
    assert list(history.verify(start, rows, seed)) == [row.n for row in rows]
    assert playouts.encoded(history.fold(start, rows, seed)) == playouts.encoded(pos)
