"""Several processes on one PostgreSQL server: each owns tables, all accept moves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.match.moves import Moves
from app.model.match import Match
from app.runtime.cluster import SharedCluster
from db import Store
from db.postgres import cluster
from tests.app.harness import PEOPLE, AppHarness, assert_log_replays

ANA, BRUNO = PEOPLE[:2]
OTHERS = 1 << 22  # a server of the second shard of two


class Process(AppHarness):
    """One of two processes."""

    def __init__(self, folder: Path, where: str) -> None:
        super().__init__(folder, where, 2)

    @property
    def members(self) -> SharedCluster:
        """Return the membership of this process."""
        assert isinstance(self.app.repo, Store)
        found = self.app.repo.shared_cluster
        assert found is not None
        return found

    async def acquire_shards(self, _shards: Sequence[int]) -> None:
        """As the edge does."""
        await self.app.resume_new_guilds()

    async def release_shards(self, _shards: Sequence[int]) -> None:
        """There are no lines here."""

    def on_remote_commit(self, match: str, guild: int) -> None:
        """As the edge does."""
        self.app.on_remote_commit(match, guild)

    def on_remote_shard_ready(self, _shard: int) -> None:
        """There are no lines here."""

    async def end(self) -> None:
        """Stop as the program does."""
        await self.members.close()
        await self.app.stop()


@pytest.fixture
async def two(
    postgres: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[list[Process]]:
    """Return two processes: of the first shard and of the second."""
    monkeypatch.setattr(cluster, "POLL_S", 0.05)
    url = postgres.new()
    both = [Process(tmp_path, url), Process(tmp_path, url)]
    for one in both:
        await one.open()
        await one.members.run(one)
    await until(lambda: [list(one.members.held) for one in both] == [[0], [1]])
    yield both
    for one in both:
        await one.end()
    postgres.drop(url)


async def until(true: Callable[[], Any]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(180):
        while not true():  # noqa: ASYNC110 - it is another process's
            await asyncio.sleep(0.01)


async def begin(harness: AppHarness, guild: int, computers: int = 0) -> Match:
    """Start a table of Ana with Bruno or AI players in this guild."""
    lobby = harness.app.lobby
    match = await lobby.create(ANA, "cellar", guild=guild, channel=2)
    if not computers:
        await lobby.join(match.id, BRUNO)
    for _ in range(computers):
        await lobby.add_computer(match.id, ANA)
    return await lobby.start(match.id, ANA)


def newest(harness: AppHarness, match: str) -> int:
    """Return the version of a match that this process published last."""
    return max(
        (version for name, version, *_ in harness.notifier.shown if name == match), default=0
    )


async def test_what_one_commits_is_shown_by_whose_table_it_is(two: list[Process]) -> None:
    first, second = two
    match = await begin(first, OTHERS)  # a command that came to another process
    await until(lambda: newest(second, match.id) == match.version)
    await first.say(match, ANA, "throw")  # from a direct message, say
    table = await first.app.lobby.get(match.id)
    await until(lambda: newest(second, match.id) == table.version)
    await first.settle()
    assert newest(first, match.id) == 0
    assert match.id in second.notifier.stirs  # whoever looks at it there sees it go on


async def test_computers_play_where_the_table_is_seen_to(
    two: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two
    by: list[int] = []
    step = Moves.play

    async def noted(
        self: Moves, stored: Any, seat: int, path: Any, kind: Any, click: Any = None
    ) -> Any:
        if kind == "computer":
            by.append(two.index(next(one for one in two if one.app.moves is self)))
        return await step(self, stored, seat, path, kind, click)

    monkeypatch.setattr(Moves, "play", noted)
    match = await begin(first, OTHERS, computers=1)
    await first.say(match, ANA, "throw")
    await until(lambda: by)
    await second.settle()
    assert set(by) == {1}
    await assert_log_replays(first, match.id)


async def test_of_one_tap_that_comes_to_both_one_counts(two: list[Process]) -> None:
    first, second = two
    match = await begin(first, 1)
    panel = await first.app.game_service.open_or_refresh_panel(match.id, ANA)
    panel = await second.app.game_service.answer(match.id, ANA, panel.decision, 0, "throw")

    async def tap(harness: Process) -> str:
        found = await harness.app.game_service.confirm(match.id, ANA, panel.decision, "click")
        return "counted" if found.committed else found.notice.key if found.notice else ""

    done = await asyncio.gather(*(tap(one) for one in two))
    assert sorted(done) == ["counted", "ui.already"]
    await assert_log_replays(second, match.id)


async def test_what_waits_when_one_is_gone_is_done_by_the_other(two: list[Process]) -> None:
    first, second = two
    second.app.moves.on_commit.clear()  # it is killed before it does anything
    match = await begin(second, OTHERS, computers=1)
    await second.say(match, ANA, "throw")
    shown = newest(second, match.id)
    table = await first.app.lobby.get(match.id)
    assert table.published == shown < table.version
    await second.members.leave()
    await until(lambda: first.members.owns(OTHERS))
    await until(lambda: newest(first, match.id) > shown)
    await first.settle()
    after = await first.app.lobby.get(match.id)
    assert after.rows > table.rows  # the computer has moved
    assert after.published == after.version


def shows(harness: AppHarness, table: Match) -> bool:
    """Return whether a process has shown this version of a match."""
    return newest(harness, table.id) == table.version


async def test_time_is_kept_once_for_each_table(two: list[Process]) -> None:
    first, second = two
    mine, its = await begin(first, 1), await begin(first, OTHERS)
    for harness in two:
        await harness.settle()
        harness.clock.advance(8 * 86400.0)
        await harness.settle()
        await harness.settle()
    for match, harness, other in ((mine, first, second), (its, second, first)):
        table = await first.app.lobby.get(match.id)
        assert (
            any(seat.missed_deadlines or seat.has_caretaker for seat in table.seats) or table.paused
        )
        await until(partial(shows, harness, table))
        assert newest(other, match.id) == 0
        await assert_log_replays(first, match.id)
