"""Discord's limits: an old message is posted again instead of edited late.

No table waits for another one.
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from app.model.match import Match
from app.ports.services import Clock
from games.core.engine import walk
from sandbox.state import rate_limits
from tests.e2e.conftest import ROOM, BotHarness, Player, seated, words
from ui.delivery import private_messages

HOURS = 7200.0


class BoxClock:
    """Clock of the bot that follows the sandbox's."""

    def __init__(self, harness: BotHarness) -> None:
        self.box = harness.box

    def now(self) -> float:
        return self.box.clock.now().timestamp()


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the seconds that discord.py slept because of rate limits."""
    times: list[float] = []

    class Watched:
        def __getattr__(self, name: str) -> Any:
            return getattr(asyncio, name)

        async def sleep(self, seconds: float) -> None:
            times.append(seconds)
            await asyncio.sleep(seconds)

    monkeypatch.setattr("discord.http.asyncio", Watched())
    return times


def later(harness: BotHarness) -> None:
    """Advance two hours and switch Discord's limits on."""
    harness.box.advance(HOURS)
    harness.app.clock = cast("Clock", BoxClock(harness))
    harness.box.api.rates.windows.clear()
    harness.box.faults.rate_limited = True


async def table(harness: BotHarness, channel: str, *people: Player) -> Match:
    """Start a table of these users in a channel, without presses."""
    lobby = harness.app.lobby
    persons = [await harness.app.users.get(int(one.person.id), one.name, "es-ES") for one in people]
    guild = next(iter(harness.box.world.guilds))
    made = await lobby.create(
        persons[0], "eight_minute_empire", guild=int(guild), channel=int(channel)
    )
    for other in persons[1:]:
        await lobby.join(made.id, other)
    await lobby.start(made.id, persons[0])
    await harness.app.publish_scheduler.idle()
    return await lobby.get(made.id)


async def step(harness: BotHarness, match: str) -> None:
    """Play the default move of an awaited user."""
    async with harness.app.locks(match):
        stored = await harness.app.repo.matches.load(match)
        assert stored is not None
        seat = walk.actors(stored.pos)[0]
        await harness.app.moves.play(stored, seat, walk.default_path(stored.pos, seat), "player")


async def shown(harness: BotHarness, match: str) -> Match:
    """Wait until the newest version of a match is published and return it."""
    async with asyncio.timeout(60):
        while (now := await harness.app.lobby.get(match)).published < now.version:  # noqa: ASYNC110 - that is what is awaited
            await asyncio.sleep(0.01)
    return now


async def rooms(harness: BotHarness, n: int) -> list[str]:
    guild = next(iter(harness.box.world.guilds))
    return [
        (await harness.box.page.perform("channel.add", {"guild": guild, "name": f"sala-{at}"}))[
            "id"
        ]
        for at in range(n)
    ]


async def test_an_old_board_is_posted_anew_and_can_be_edited_freely_again(
    harness: BotHarness, ana: Player, bruno: Player, slept: list[float]
):
    match = await table(harness, ana.person.channel(ROOM), ana, bruno)
    later(harness)
    boards = [match.places.board]
    for _ in range(rate_limits.OLD_EDITS[0] + 4):
        await step(harness, match.id)
        boards.append((await shown(harness, match.id)).places.board)
    kept = rate_limits.OLD_EDITS[0] + 1
    assert len(set(boards[:kept])) == 1, "as many edits as Discord takes"
    assert len(set(boards[kept:])) == 1, "then once anew, and not at every move"
    assert boards[kept] > boards[0]
    seen = {int(m["id"]): m for m in await ana.person.messages(ROOM)}
    assert boards[0] not in seen, "the old one is gone"
    assert boards[-1] in seen
    summons = (await harness.app.lobby.get(match.id)).places.ping
    assert summons in seen, "somebody is called"
    assert str(boards[-1]) in str(seen[summons]["components"]), "the summons leads to the new one"
    assert all(one <= 5.0 for one in slept), "nobody is waited for"


async def test_an_old_private_screen_is_sent_anew_and_the_old_one_goes(
    harness: BotHarness, ana: Player, bruno: Player, slept: list[float]
):
    match = await table(harness, ana.person.channel(ROOM), ana, bruno)
    later(harness)
    for _ in range(rate_limits.OLD_EDITS[0] + 4):
        await step(harness, match.id)
        await shown(harness, match.id)
    for one in (ana, bruno):
        screens_there = [m for m in await one.person.messages("dm") if m["embeds"]]
        assert len(screens_there) == 1, "one message per seat"
    now = await harness.app.lobby.get(match.id)
    assert any(
        seat.dm_message != old.dm_message for seat, old in zip(now.seats, match.seats, strict=True)
    )
    assert all(one <= 5.0 for one in slept)


async def test_ten_tables_that_wait_for_discord_hold_up_nobody(
    harness: BotHarness,
    ana: Player,
    bruno: Player,
    carla: Player,
    monkeypatch: pytest.MonkeyPatch,
):
    """However long Discord keeps ten tables waiting, an eleventh is shown."""
    matches = [await table(harness, room, ana, bruno) for room in await rooms(harness, 11)]
    post = harness.bot.table_publisher._channel_client
    real, never, waiting = post.edit, asyncio.Event(), set[int]()
    busy = {match.places.board for match in matches[:10]}

    async def edit(channel: int, message: int, *more: Any, **how: Any) -> bool:
        if message in busy:
            waiting.add(message)
            await never.wait()
        return await real(channel, message, *more, **how)

    monkeypatch.setattr(post, "edit", edit)
    try:
        for match in matches[:10]:
            await step(harness, match.id)
        async with asyncio.timeout(60):
            while waiting != busy:  # noqa: ASYNC110 - that is what is awaited
                await asyncio.sleep(0.01)
        await step(harness, matches[10].id)
        assert (await shown(harness, matches[10].id)).rows == 1
        assert waiting == busy
    finally:
        never.set()
    await harness.quiet()


async def test_a_private_screen_that_is_kept_waiting_does_not_hold_up_its_table(
    harness: BotHarness, ana: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(private_messages, "SCREEN_WAIT_S", 0.05)
    monkeypatch.setattr(private_messages, "LATE_SCREEN_CHECK_S", 3600.0)
    match = await table(harness, ana.person.channel(ROOM), ana, bruno)
    post = harness.bot.table_publisher._channel_client
    real, never, boards = post.edit, asyncio.Event(), list[int]()

    async def edit(channel: int, message: int, *more: Any, **how: Any) -> bool:
        if channel == match.seats[0].dm_channel:
            await never.wait()
        if message == match.places.board:
            boards.append((await harness.app.lobby.get(match.id)).rows)
        return await real(channel, message, *more, **how)

    monkeypatch.setattr(post, "edit", edit)
    for n in (1, 2, 3):
        await step(harness, match.id)
        async with asyncio.timeout(60):
            while n not in boards:  # noqa: ASYNC110 - that is what is awaited
                await asyncio.sleep(0.01)
    assert await harness.app.repo.matches.unpublished() == [match.id], (
        "what not everybody could see is not called shown"
    )
    monkeypatch.setattr(private_messages, "SCREEN_WAIT_S", 60.0)
    never.set()
    async with asyncio.timeout(60):  # at once, not after `LATE_SCREEN_CHECK_S`
        while await harness.app.repo.matches.unpublished():  # noqa: ASYNC110 - that is awaited
            await asyncio.sleep(0.01)
    await harness.quiet()
    assert len([m for m in await ana.person.messages("dm") if m["embeds"]]) == 1


async def test_ten_busy_tables_of_old_messages_do_not_delay_another(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player, slept: list[float]
):
    """The measured case: ten tables in play, all their messages older than an hour, all limits on."""
    matches = [await table(harness, room, ana, bruno) for room in await rooms(harness, 10)]
    quiet = await table(harness, ana.person.channel(ROOM), carla, ana)
    later(harness)

    async def play(match: str) -> None:
        for _ in range(6):
            await step(harness, match)
            await asyncio.sleep(0)

    await asyncio.gather(*(play(match.id) for match in matches))
    await step(harness, quiet.id)
    async with asyncio.timeout(60):
        while not (harness.box.store.message(str(quiet.places.board)) or {})["edited_timestamp"]:  # noqa: ASYNC110 - awaited
            await asyncio.sleep(0.01)
    await harness.app.publish_scheduler.idle()
    assert all(one <= 5.0 for one in slept), max(slept)


async def test_too_many_new_direct_messages_pass_and_nobody_is_called_closed(
    harness: BotHarness, ana: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rate_limits, "NEW_DMS", (1, 3600.0))
    monkeypatch.setattr("app.background.publisher.MAX_BACKOFF_S", 0.1)
    harness.box.api.rates.windows.clear()
    harness.box.faults.rate_limited = True
    match = await table(harness, ana.person.channel(ROOM), ana, bruno)
    people = [await harness.app.repo.users.get(int(one.person.id)) for one in (ana, bruno)]
    assert [one.dm_closed for one in people if one] == [False, False]
    now = await harness.app.lobby.get(match.id)
    assert sum(bool(seat.dm_message) for seat in now.seats) == 1
    harness.box.api.rates.windows.clear()
    now = await shown(harness, match.id)
    assert all(seat.dm_message for seat in now.seats), "it is tried again"


async def test_limits_on_from_the_start_a_game_goes_on(
    harness: BotHarness, ana: Player, bruno: Player
):
    harness.box.faults.rate_limited = True
    await seated(ana, bruno)
    await ana.person.command("play", ROOM, move="pujar 4")
    await harness.quiet()
    assert "Le toca a ■ Bruno" in words(await ana.table())
