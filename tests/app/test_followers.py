"""Who follows a table without sitting there."""

from __future__ import annotations

import json

import pytest

from app.model.match import UserError
from tests.app.kit import PEOPLE, STRANGER, House
from tests.app.test_time import get, on_turns

ANA, BRUNO = PEOPLE[:2]


async def why(house: House, match: str, by=STRANGER) -> str:
    with pytest.raises(UserError) as trouble:
        await house.app.followers.begin(match, by)
    return trouble.value.what.key


async def test_a_table_is_followed_once_by_who_does_not_play_there_while_it_runs(
    house: House,
) -> None:
    match = await on_turns(house)
    assert await why(house, match.id, ANA) == "host.trouble.follow_own"
    assert await why(house, "NONE") == "host.trouble.no_table"
    first = await house.app.followers.begin(match.id, STRANGER)
    house.clock.advance(60)
    assert await house.app.followers.begin(match.id, STRANGER) == first, "twice is once"
    await house.app.followers.end(match.id, STRANGER)
    assert await house.app.repo.followers(match.id) == []
    lobby = await house.table(2, start=False)
    assert await why(house, lobby.id) == "host.trouble.lobby"


async def test_news_are_a_round_or_the_end_and_who_sits_down_follows_no_longer(
    house: House,
) -> None:
    match = await on_turns(house)
    followers = house.app.followers
    house.clock.advance(1)
    await followers.begin(match.id, STRANGER)
    assert await followers.due(await get(house, match)) == []
    table = await get(house, match)
    table.status = "ended"
    [one] = await followers.due(table)
    await followers.told(table, one, 5, 6)
    assert await followers.due(table) == [], "they know how it ended"
    assert (await followers.begin(match.id, STRANGER)).heard == house.clock.now()
    await house.app.substitutes.offer(match.id, BRUNO)
    await house.app.substitutes.sit(match.id, STRANGER, 1)
    assert await followers.due(await get(house, match)) == []
    assert [one.user for one in await followers.seated(await get(house, match))] == [STRANGER.id]


async def test_what_one_follows_is_theirs_to_see_and_goes_with_them(house: House) -> None:
    match = await on_turns(house)
    await house.app.people.get(STRANGER.id, STRANGER.name, STRANGER.lang)
    await house.app.followers.begin(match.id, STRANGER)
    assert json.loads(await house.app.privacy.export(STRANGER))["follows"] == [match.id]
    await house.reopen()
    assert [one.user for one in await house.app.repo.followers(match.id)] == [STRANGER.id]
    await house.app.privacy.erase(STRANGER)
    assert await house.app.repo.followers(match.id) == []
