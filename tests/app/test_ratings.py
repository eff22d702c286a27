"""Ratings of players, in guilds that want them."""

from __future__ import annotations

from typing import Any

from app.model.match import Match, User
from app.people.guild_settings import RATED
from app.people.leaderboards import UNLISTED
from app.people.ratings import rate
from app.ports.results import Placement
from tests.app.harness import PEOPLE, AppHarness
from tests.app.test_records import EME, over, places

ANA, BRUNO, CARLA = PEOPLE[:3]


def games(*orders: str) -> list[Placement]:
    """`abc` is a game that 1 won before 2 and 3; `a=b` one that they shared."""
    found = []
    for n, order in enumerate(orders):
        place, step = 0, 1
        for sign in order:
            if sign == "=":
                step = 0
                continue
            place, step = place + step, 1
            found.append(Placement(str(n), ord(sign) - ord("a") + 1, place))
    return found


def test_who_wins_gains_who_loses_drops_and_doubt_shrinks() -> None:
    first = {one.user: one for one in rate(games("ab"))}
    assert first[1].strength > 25 > first[2].strength
    later = {one.user: one for one in rate(games("ab", "ab", "ab", "ba"))}
    assert later[1].games == 4
    assert later[1].doubt < first[1].doubt < 2 * 25 / 3
    assert [one.user for one in rate(games("abc", "acb", "abc"))] == [1, 2, 3]


def test_a_draw_leaves_equals_equal_and_one_alone_is_not_rated() -> None:
    one, two = rate(games("a=b"))
    assert one.strength == two.strength
    assert rate(games("a", "b")) == []


async def rated(harness: AppHarness, by: User = ANA) -> list[int] | None:
    ratings = (await harness.app.leaderboards.game(1, EME, by)).ratings
    return None if ratings is None else [one.user for one in ratings]


async def test_a_server_that_wants_them_rates_the_people_of_its_games_that_ended(
    harness: AppHarness,
) -> None:
    match: Match = await over(harness, 2, computers=1)
    assert await rated(harness) is None
    await harness.app.guild_settings.choose(1, ANA, RATED, True)
    assert not (await harness.app.guild_settings.get(2)).rated, "one server's choice is its own"
    place = await places(harness, match)
    assert await rated(harness) == sorted(
        (ANA.id, BRUNO.id), key=lambda user: place["Ana" if user == ANA.id else "Bruno"]
    )
    for person in (ANA, BRUNO):
        await harness.app.users.get(person.id, person.name, person.lang)
    await harness.app.users.set(BRUNO, **dict[str, Any]({UNLISTED: True}))
    assert await rated(harness) == [ANA.id], "who is in no list is in none of these"
    assert set(await rated(harness, BRUNO) or ()) == {ANA.id, BRUNO.id}
    await harness.app.privacy.erase(ANA)
    assert await rated(harness, BRUNO) == [], "nobody is left to compare with"
    await harness.app.guild_settings.choose(1, ANA, RATED, False)
    assert await rated(harness) is None
