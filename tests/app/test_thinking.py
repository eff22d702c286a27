"""AI workers: killed processes, turns among matches, time by load, a stop at any moment."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import AsyncIterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from app.model.ai_request import AiRequest, AiResponse
from app.model.match import encode_position
from app.workers import ai_pool, ai_worker
from app.workers.ai_pool import AiWorkerPool, InProcessAi, time_budget
from games.core.text.messages import msg
from tests.app.harness import PEOPLE, assert_log_replays

ANA = PEOPLE[0]
NOTES = "TESTS_OF_THINKING"
CELLAR = (("tests.core.small_game", "CELLAR"),)
EACH = 6  # one in so many questions kills its process


# --- what runs in a thinking process ---


def noted(asked: AiRequest) -> AiResponse:
    """Record the request. One in `EACH` requests kills the first worker that gets it.

    Before it thinks, or when the answer is there but not yet sent.
    """
    folder = Path(os.environ[NOTES])
    with (folder / "asked").open("a") as file:
        file.write(f"{asked.seed} {asked.seconds}\n")
    deadly = folder / f"killed-{asked.seed}"
    fatal = asked.seed % EACH == 0 and not deadly.exists()
    if fatal:
        deadly.touch()
    if fatal and asked.seed % 4:
        os.kill(os.getpid(), signal.SIGKILL)
    found = ai_worker.choose_move(asked)
    if fatal:
        os.kill(os.getpid(), signal.SIGKILL)
    return found


def deadly(asked: AiRequest) -> AiResponse:
    """Kill every worker."""
    mark = Path(os.environ[NOTES], "deadly")
    if not mark.exists():
        mark.write_text(str(asked.seed))
    if mark.read_text() == str(asked.seed):
        os.kill(os.getpid(), signal.SIGKILL)
    return ai_worker.choose_move(asked)


def endless(asked: AiRequest) -> AiResponse:
    """Think without end."""
    Path(os.environ[NOTES], "begun").touch()
    threading.Event().wait()
    raise AssertionError(asked)


def heedless(asked: AiRequest) -> AiResponse:
    """Think past the time limit."""
    return ai_worker.choose_move(asked._replace(seconds=0.05 - ai_worker.INTERRUPT_GRACE_S), _spin)


def _spin(*_: Any) -> Any:
    while True:
        try:
            while True:
                pass
        except Exception:  # noqa: BLE001 - as careless code does
            continue


# --- in the bot ---


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    monkeypatch.setenv(NOTES, str(folder))
    return folder


@pytest.fixture
async def made() -> AsyncIterator[Any]:
    """Return a function that makes AI pools, and close them."""
    every = list[AiWorkerPool]()

    def make(answer: Any = ai_worker.choose_move, most: int = 1) -> AiWorkerPool:
        every.append(AiWorkerPool(most, CELLAR, answer))
        return every[-1]

    yield make
    for one in every:
        one.close()


def heard(notes: Path) -> list[tuple[int, float]]:
    """Return random seed and seconds of each request, in order."""
    lines = (notes / "asked").read_text().split("\n")[:-1] if (notes / "asked").exists() else []
    return [(int(luck), float(seconds)) for luck, seconds in (line.split() for line in lines)]


async def question(harness, luck: int = 1) -> AiRequest:
    """Return the request of an AI player at the start of a game."""
    await harness.app.ai_moves.stop()
    match = await harness.table(1, 1)
    stored = await harness.app.repo.matches.load(match.id)
    return AiRequest("cellar", encode_position(stored.pos), 1, "firm", luck)


async def ask(thinkers: AiWorkerPool, asked: AiRequest, luck: int) -> None:
    await thinkers.think(asked._replace(seed=luck))


async def test_processes_that_are_killed_in_mid_thought_lose_and_double_nothing(
    harness, notes, made, caplog
):
    """Ana plays, and tries to take back, while her rivals' processes die; then they end the game among themselves."""
    harness.app.ai_moves.ai_pool = made(noted)
    match, app = await harness.table(1, 2), harness.app
    await harness.say(match, ANA, "throw")
    await harness.say(match, ANA, "keep")
    # only bots are left to answer, so the move is final even while they still think
    assert (await app.game_service.undo(match.id, ANA)).refused == msg("core.undo.seen")
    await harness.settle()
    await assert_log_replays(harness, match.id)
    ended = await harness.finish(match)
    rows = [entry.row for entry in await app.repo.game_log.entries(match.id)]
    assert ended.status == "ended"
    assert len(list(notes.glob("killed-*"))) > 2
    assert [row.n for row in rows] == list(range(1, ended.rows + 1))
    assert (await app.queries.verify(match.id)).ok
    await assert_log_replays(harness, match.id)
    assert not [one for one in caplog.records if one.levelname == "ERROR"], (
        "each was thought about once more"
    )


async def test_the_same_question_has_the_same_answer_wherever_it_is_thought_about(
    harness, notes, made
):
    asked = await question(harness, EACH * 2)
    assert (
        await made(noted).think(asked)
        == await InProcessAi().think(asked)
        == ai_worker.choose_move(asked)
    )


async def test_positions_are_weighed_alike_in_a_process_in_portions(harness, made, monkeypatch):
    monkeypatch.setattr(ai_pool, "BATCH", 2)
    asked = await question(harness, 1)
    positions = [asked.pos] * 5
    found = await made(noted).evaluate(asked.game, positions)
    assert found == await InProcessAi().evaluate(asked.game, positions) == [found[0]] * 5
    assert sum(found[0]) == pytest.approx(1)


async def test_what_kills_every_process_is_answered_by_default(harness, notes, made, caplog):
    harness.app.ai_moves.ai_pool = made(deadly)
    match = await harness.table(1, 1)
    await harness.settle()
    table = await harness.app.lobby.get(match.id)
    assert (table.status, table.waiting) == ("running", (0,))
    assert len([one for one in caplog.records if "AI worker failed" in one.message]) == 1
    (notes / "deadly").unlink()
    with pytest.raises(BrokenProcessPool):
        await made(deadly).think(await question(harness))


async def test_who_does_not_look_at_the_clock_is_interrupted(harness, made):
    found = await made(heedless).think(await question(harness))
    assert "ThinkTimeoutError" in found.wrong
    assert found.path


async def test_a_process_that_hangs_holds_up_nobody_for_ever(harness, notes, made, monkeypatch):
    thinkers = made(endless)
    monkeypatch.setattr(ai_pool, "HUNG_PROCESS_S", 0.0)
    with pytest.raises(TimeoutError):
        await thinkers.think(await question(harness))
    assert not thinkers._workers[0].is_running


async def test_tables_take_turns_however_many_computer_players_they_have(harness, notes, made):
    """One table asks again as soon as it has its answer, thrice; five others ask once."""
    thinkers, asked = made(noted), await question(harness)

    async def greedy() -> None:
        for luck in (101, 103, 107):
            await ask(thinkers, asked, luck)

    await asyncio.gather(greedy(), *(ask(thinkers, asked, luck) for luck in (1, 5, 7, 11, 13)))
    assert [luck for luck, _ in heard(notes)] == [101, 1, 5, 7, 11, 13, 103, 107]


async def test_the_more_tables_wait_the_shorter_is_the_thinking(harness, notes, made):
    thinkers, asked = made(noted), await question(harness)
    await asyncio.gather(*(ask(thinkers, asked, 6 * n + 1) for n in range(8)))
    seconds = [one for _, one in heard(notes)]
    assert seconds[1:] == sorted(seconds[1:])
    assert seconds[1] == time_budget(7, 1) < seconds[-1] == ai_pool.MAX_CPU_S


def test_nobody_thinks_for_more_than_two_seconds_nor_for_none_at_all():
    assert time_budget(0, 1) == time_budget(1, 1) == time_budget(1, 2) == ai_pool.MAX_CPU_S == 2.0
    assert [time_budget(n, 1) for n in (4, 8, 16)] == [1.0, 0.5, 0.25]
    assert time_budget(1000, 2) == ai_pool.MIN_BUDGET_S


async def test_who_no_longer_waits_costs_nothing(harness, notes, made):
    thinkers, asked = made(noted), await question(harness)
    first, old, new = (asyncio.create_task(ask(thinkers, asked, luck)) for luck in (1, 5, 7))
    await asyncio.sleep(0)
    old.cancel()
    await asyncio.gather(first, new)
    assert [luck for luck, _ in heard(notes)] == [1, 7]


async def test_stopping_in_mid_thought_leaves_no_row_and_no_process_behind(harness, notes, made):
    def own() -> set[object]:
        return {*threading.enumerate(), *multiprocessing.active_children()} - others

    harness.app.ai_moves.ai_pool = made(endless)
    others: set[object] = {*threading.enumerate(), *multiprocessing.active_children()}
    tables = [await harness.table(1, 2) for _ in range(3)]
    while not (notes / "begun").exists():  # noqa: ASYNC110 - it is another process that makes it
        await asyncio.sleep(0.01)
    assert any(isinstance(one, multiprocessing.process.BaseProcess) for one in own())
    await harness.app.ai_moves.stop()
    harness.app.ai_moves.ai_pool.close()
    assert not [one for one in own() if "asyncio" not in getattr(one, "name", "")]
    assert [await harness.app.repo.game_log.entries(one.id) for one in tables] == [[]] * 3
    harness.thinker = None
    await harness.reopen()
    await harness.settle()
    assert all([await harness.app.repo.game_log.entries(one.id) for one in tables])


async def test_nothing_is_started_before_somebody_thinks_and_one_core_is_enough(
    harness, notes, made, monkeypatch
):
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    thinkers = made(noted, most=0)
    assert [one.is_running for one in thinkers._workers] == [False]
    await ask(thinkers, await question(harness), 1)
    assert [one.is_running for one in thinkers._workers] == [True]
