"""Spectators who follow a table."""

from __future__ import annotations

import json

import pytest

from app.model.match import UserError
from tests.app.harness import PEOPLE, STRANGER, AppHarness
from tests.app.test_time import get, on_turns

ANA, BRUNO = PEOPLE[:2]


async def why(harness: AppHarness, match: str, by=STRANGER) -> str:
    with pytest.raises(UserError) as trouble:
        await harness.app.spectators.follow(match, by)
    return trouble.value.what.key


async def test_a_table_is_followed_once_by_who_does_not_play_there_while_it_runs(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness)
    assert await why(harness, match.id, ANA) == "host.trouble.follow_own"
    assert await why(harness, "NONE") == "host.trouble.no_table"
    first = await harness.app.spectators.follow(match.id, STRANGER)
    harness.clock.advance(60)
    assert await harness.app.spectators.follow(match.id, STRANGER) == first, "twice is once"
    await harness.app.spectators.unfollow(match.id, STRANGER)
    assert await harness.app.repo.spectators.of_match(match.id) == []
    lobby = await harness.table(2, start=False)
    assert await why(harness, lobby.id) == "host.trouble.lobby"


async def test_news_are_a_round_or_the_end_and_who_sits_down_follows_no_longer(
    harness: AppHarness,
) -> None:
    match = await on_turns(harness)
    followers = harness.app.spectators
    harness.clock.advance(1)
    await followers.follow(match.id, STRANGER)
    assert await followers.due(await get(harness, match)) == []
    table = await get(harness, match)
    table.status = "ended"
    [one] = await followers.due(table)
    await followers.mark_notified(table, one, 5, 6)
    assert await followers.due(table) == [], "they know how it ended"
    assert (await followers.follow(match.id, STRANGER)).notified_at == harness.clock.now()
    await harness.app.substitutes.offer(match.id, BRUNO)
    await harness.app.substitutes.take_seat(match.id, STRANGER, 1)
    assert await followers.due(await get(harness, match)) == []
    assert [one.user for one in await followers.seated(await get(harness, match))] == [STRANGER.id]


async def test_what_one_follows_is_theirs_to_see_and_goes_with_them(harness: AppHarness) -> None:
    match = await on_turns(harness)
    await harness.app.users.get(STRANGER.id, STRANGER.name, STRANGER.lang)
    await harness.app.spectators.follow(match.id, STRANGER)
    assert json.loads(await harness.app.privacy.export(STRANGER))["follows"] == [match.id]
    await harness.reopen()
    assert [one.user for one in await harness.app.repo.spectators.of_match(match.id)] == [
        STRANGER.id
    ]
    await harness.app.privacy.erase(STRANGER)
    assert await harness.app.repo.spectators.of_match(match.id) == []
