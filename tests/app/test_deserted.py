"""A table that all people have left sleeps until somebody sits down, then is closed."""

from __future__ import annotations

import pytest

from app.model import time_control
from app.model.ai_request import AiRequest, AiResponse
from app.model.match import Match, UserError
from app.model.time_control import CLOSE_ABANDONED_AFTER_S, DAY
from app.workers.ai_pool import InProcessAi
from tests.app.harness import PEOPLE, STRANGER, AppHarness

ANA, BRUNO, CARLA = PEOPLE[:3]


class Counted(InProcessAi):
    """AI that counts its requests."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    async def think(self, asked: AiRequest) -> AiResponse:
        self.asked += 1
        return await super().think(asked)


async def left(harness: AppHarness, way: str, computers: int = 1) -> Match:
    """Return a table that Ana and Bruno have left."""
    match = await harness.table(2, computers, "eight_minute_empire")
    await harness.settle()
    if way == "erased":
        for person in (ANA, BRUNO):
            await harness.app.privacy.erase(await harness.app.users.get(person.id, person.name))
    else:
        for person in (ANA, BRUNO):
            await harness.app.game_service.resign(match.id, person)
    return await harness.app.lobby.get(match.id)


@pytest.mark.parametrize("way", ["resigned", "erased"])
async def test_it_falls_asleep_and_nobody_thinks_there_any_more(
    harness: AppHarness, way: str
) -> None:
    match = await left(harness, way)
    assert (match.status, match.paused, time_control.abandoned(match)) == (
        "running",
        "asleep",
        True,
    )
    await harness.settle()
    rows = (await harness.app.lobby.get(match.id)).rows
    thinker = harness.thinker = Counted()
    await harness.reopen()
    await harness.later(3 * DAY)
    now = await harness.app.lobby.get(match.id)
    assert (now.status, now.rows, thinker.asked) == ("running", rows, 0)
    assert [one.what.key for one in now.notices].count("host.abandoned") == 1


async def test_one_alone_who_leaves_their_computers_leaves_them_asleep(harness: AppHarness) -> None:
    match = await harness.table(1, 2)
    await harness.app.game_service.resign(match.id, ANA)
    await harness.settle()
    assert (await harness.app.lobby.get(match.id)).paused == "asleep"
    assert (await harness.app.leaderboards.guild_games(1))[0][0].ended == 0


async def test_a_pause_that_nobody_is_left_to_end_holds_up_no_substitute(
    harness: AppHarness,
) -> None:
    match = await harness.table(2)
    async with harness.app.locks(match.id):
        table = await harness.app.lobby.get(match.id)
        table.paused = "consent"
        await harness.app.moves.save(table)
    for person in (ANA, BRUNO):
        await harness.app.game_service.resign(match.id, person)
    assert (await harness.app.lobby.get(match.id)).paused == "asleep"


async def test_who_takes_a_seat_wakes_it_and_the_computers_go_on(harness: AppHarness) -> None:
    match = await left(harness, "resigned")
    await harness.later(DAY)
    await harness.app.substitutes.take_seat(match.id, STRANGER, 0)
    await harness.settle()
    now = await harness.app.lobby.get(match.id)
    assert (now.paused, now.organizer, now.seats[0].user) == ("", STRANGER.id, STRANGER.id)
    assert now.rows > match.rows
    assert now.waiting == (0,)
    assert (await harness.app.queries.verify(match.id)).ok


async def test_it_is_closed_after_a_week_and_not_while_somebody_plays(harness: AppHarness) -> None:
    match, other = await left(harness, "resigned"), await harness.table(2)
    await harness.later(CLOSE_ABANDONED_AFTER_S - 1)
    assert (await harness.app.lobby.get(match.id)).status == "running"
    await harness.later(2)
    assert (await harness.app.lobby.get(match.id)).status == "closed"
    assert (await harness.app.lobby.get(other.id)).status == "running"
    with pytest.raises(UserError):
        await harness.app.substitutes.take_seat(match.id, STRANGER, 0)
