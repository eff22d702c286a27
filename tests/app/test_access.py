"""A table opens in its own guild to users who see its channel, elsewhere to its players.

For everybody else it does not exist.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from app.match.access import NOWHERE, TYPED_MAX_LENGTH, Origin, access_reason, normalize_code
from app.match.lobby import CODE_ALPHABET, CODE_LENGTH
from app.model.match import Match, User, UserError
from app.people.rate_limits import WRONG_CODES, WRONG_CODES_SPAN_S
from app.ports.access import MatchAccess
from app.ports.services import RetryLaterError
from db import open_store
from tests.app.harness import PEOPLE, STRANGER, AppHarness
from tests.database import database_of
from tests.db.test_released import RELEASED, restore_dump

ANA, BRUNO, CARLA, *_ = PEOPLE
GUILD, ROOM, THREAD = 1, 2, 3
INSIDE = Origin(GUILD, ROOM)
SAME_GUILD = Origin(GUILD, 99)


def sees(*channels: int, guild: int = GUILD) -> Origin:
    return Origin(guild, 99, lambda channel: channel in channels)


@pytest.mark.parametrize(
    ("door", "origin", "why"),
    [
        (MatchAccess(GUILD, ROOM), INSIDE, "channel"),
        (MatchAccess(GUILD, ROOM, THREAD), Origin(GUILD, THREAD), "channel"),
        (MatchAccess(GUILD, ROOM), sees(ROOM), "channel"),
        (MatchAccess(GUILD, ROOM, THREAD), sees(THREAD), "channel"),
        (MatchAccess(GUILD, ROOM), SAME_GUILD, None),
        (MatchAccess(GUILD, ROOM), NOWHERE, None),
        (MatchAccess(GUILD, ROOM), sees(ROOM, guild=9), None),
        (MatchAccess(GUILD, ROOM), Origin(9, 99, lambda _: True, administrator=True), None),
        (
            MatchAccess(GUILD, ROOM),
            Origin(GUILD, 99, administrator=True),
            None,
        ),  # who administers sees every channel: Discord says so
        (MatchAccess(GUILD), Origin(GUILD, 99, lambda _: True, administrator=True), "channel"),
        (MatchAccess(GUILD), Origin(GUILD, 99, lambda _: True), None),
        (MatchAccess(GUILD), Origin(GUILD, 0, lambda _: True), None),
        (MatchAccess(), NOWHERE, None),  # a lesson's door is of no guild, as a direct message is
        (MatchAccess(), Origin(GUILD, ROOM, lambda _: True, administrator=True), None),
        (MatchAccess(GUILD, ROOM, seated=True), NOWHERE, "seat"),
        (MatchAccess(GUILD, ROOM, invited=True), Origin(9, 99), "invitation"),
        (MatchAccess(GUILD, ROOM, follows=True), NOWHERE, "following"),
        (MatchAccess(GUILD, ROOM, follows=True), INSIDE, "channel"),
        (MatchAccess(GUILD, ROOM, seated=True, invited=True, follows=True), INSIDE, "seat"),
    ],
)
def test_why_a_table_opens(door: MatchAccess, origin: Origin, why: str | None) -> None:
    assert access_reason(door, origin) == why


async def shut(harness: AppHarness, code: str, by: User, origin: Origin = NOWHERE) -> str:
    with pytest.raises(UserError) as trouble:
        await harness.app.access.find(code, by.id, origin)
    return trouble.value.what.key


async def test_codes_are_found_by_who_may_however_they_are_typed(harness: AppHarness) -> None:
    match = await harness.table(2)
    typed = f" {match.id[:4].lower()}-{match.id[4:].lower()} "
    for by, origin in ((ANA, NOWHERE), (BRUNO, Origin(9, 99)), (STRANGER, INSIDE)):
        assert await harness.app.access.find(typed, by.id, origin) == match.id
    for origin in (NOWHERE, Origin(9, 99), SAME_GUILD):
        assert await shut(harness, match.id, STRANGER, origin) == "host.trouble.no_table"
    assert await shut(harness, "", STRANGER, INSIDE) == "host.trouble.no_table"
    assert normalize_code("x" * 6000) == "X" * TYPED_MAX_LENGTH


async def test_new_codes_are_too_many_to_be_guessed_and_short_ones_of_older_tables_stay(
    harness: AppHarness,
) -> None:
    match = await harness.table(2)
    assert (len(match.id), set(match.id) <= set(CODE_ALPHABET)) == (CODE_LENGTH, True)
    assert len(CODE_ALPHABET) ** CODE_LENGTH > 10**11
    old = await older(harness)
    assert await harness.app.access.find("4k2", STRANGER.id, INSIDE) == old.id
    assert await harness.app.access.find("4K2", ANA.id, NOWHERE) == old.id
    assert await shut(harness, "4K2", STRANGER) == "host.trouble.no_table"


async def older(harness: AppHarness) -> Match:
    """A table as 0.1.0 opened it."""
    match = await harness.app.lobby.create(ANA, "cellar", guild=GUILD, channel=ROOM)
    match.id = "4K2"
    await harness.app.repo.matches.create(match)
    return await harness.app.lobby.get("4K2")


async def test_who_was_invited_or_follows_may_look_and_who_left_for_good_keeps_what_they_knew(
    harness: AppHarness,
) -> None:
    lobby = await harness.table(1, start=False)
    await harness.app.lobby.invite(lobby.id, ANA, CARLA.id)
    await harness.app.access.require_access(lobby.id, CARLA.id, NOWHERE)
    match = await harness.table(2)
    await harness.app.spectators.follow(match.id, STRANGER)
    await harness.app.access.require_access(match.id, STRANGER.id, NOWHERE)
    await harness.app.game_service.resign(match.id, BRUNO)
    await harness.app.access.require_access(match.id, BRUNO.id, NOWHERE)
    await harness.app.substitutes.take_seat(match.id, CARLA, 1)
    assert await shut(harness, match.id, BRUNO) == "host.trouble.no_table", (
        "somebody else sits there now"
    )


async def test_who_was_kicked_is_no_longer_invited(harness: AppHarness) -> None:
    lobby = await harness.table(1, start=False)
    await harness.app.lobby.invite(lobby.id, ANA, CARLA.id)
    await harness.app.lobby.join(lobby.id, CARLA)
    await harness.app.lobby.kick(lobby.id, ANA, CARLA.id)
    assert await shut(harness, lobby.id, CARLA) == "host.trouble.no_table"


async def test_a_follower_who_has_lost_the_channel_sees_nothing_more(
    harness: AppHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether they follow since before the channel was asked for or not: Discord is asked each time, but not for each page."""
    match = await harness.table(2)
    await harness.app.spectators.follow(match.id, STRANGER)
    await harness.app.access.require_access(match.id, STRANGER.id, NOWHERE)
    harness.notifier.blind.add(STRANGER.id)
    await harness.app.access.require_access(match.id, STRANGER.id, NOWHERE)
    harness.clock.at += 601
    assert await shut(harness, match.id, STRANGER) == "host.trouble.no_table"
    monkeypatch.setattr(harness.notifier, "still_sees", unknown)
    with pytest.raises(RetryLaterError):
        await harness.app.access.require_access(match.id, STRANGER.id, NOWHERE)


async def unknown(user: int, guild: int, channel: int) -> bool | None:
    return None


async def test_twenty_wrong_codes_in_ten_minutes_are_too_many(
    harness: AppHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, asked = await harness.table(2), list[str]()
    door = harness.app.repo.matches.access

    async def counted(code: str, user: int):
        asked.append(code)
        return await door(code, user)

    monkeypatch.setattr(harness.app.repo.matches, "access", counted)
    for n in range(WRONG_CODES):
        assert await shut(harness, f"WRONG{n}", STRANGER) == "host.trouble.no_table"
        assert await shut(harness, f"WRONG{n}", STRANGER) == "host.trouble.no_table", (
            "the same one is no other guess"
        )
        await harness.app.access.require_access(
            match.id, ANA.id, NOWHERE
        )  # what opens is never counted
    asked.clear()
    assert await shut(harness, match.id, STRANGER, INSIDE) == "host.trouble.no_table"
    assert asked == [], "without a look at the store"
    await harness.app.access.require_access(match.id, ANA.id, NOWHERE)
    harness.clock.at += WRONG_CODES_SPAN_S
    await harness.app.access.require_access(match.id, STRANGER.id, INSIDE)


async def test_a_damaged_table_does_not_exist_for_who_may_not_see_it(
    harness: AppHarness, caplog: pytest.LogCaptureFixture
) -> None:
    match = await harness.table(2)
    for column in ("options", "invited"):
        await database_of(harness.app.repo).execute(
            f"UPDATE matches SET {column} = '{{' WHERE id = ?", (match.id,)
        )
    caplog.clear()
    assert await shut(harness, match.id, STRANGER) == "host.trouble.no_table"
    assert caplog.records == []
    await harness.app.access.require_access(match.id, STRANGER.id, INSIDE)
    with pytest.raises(UserError, match="damaged"):
        await harness.app.lobby.get(match.id)


async def test_the_decision_asks_the_store_once_whether_there_is_a_table_or_not(
    harness: AppHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same work for a code without a table as for a table that stays shut: nothing is to be told from how long it takes."""
    match, asked = await harness.table(2), list[tuple[str, int]]()
    await harness.settle()
    rows = database_of(harness.app.repo).fetch_fast

    async def counted(sql, args=()):
        asked.append((sql, len(args)))
        return await rows(sql, args)

    monkeypatch.setattr(database_of(harness.app.repo), "fetch_fast", counted)
    seen = []
    for code in (match.id, "NOTHING2"):
        for origin in (NOWHERE, SAME_GUILD, Origin(9, 99)):
            asked.clear()
            assert await shut(harness, code, STRANGER, origin) == "host.trouble.no_table"
            seen.append(list(asked))
    assert len(seen[0]) == 1
    assert all(one == seen[0] for one in seen)


async def test_the_doors_of_a_database_of_0_1_0_open_as_before(tmp_path: Path) -> None:
    path = tmp_path / "host.sqlite3"
    restore_dump(RELEASED[0], path)
    store = await open_store(path)
    try:
        matches = await store.matches.find()
        assert {len(match.id) for match in matches} == {3}
        for match in matches:
            door = await store.matches.access(match.id, match.organizer)
            assert door is not None
            assert (door.guild, door.channel) == (match.places.guild, match.places.channel)
            assert door.seated == any(seat.user == match.organizer for seat in match.seats)
            assert (
                access_reason(
                    await store.matches.access(match.id, 999) or MatchAccess(),
                    Origin(door.guild, door.channel),
                )
                == "channel"
            )
            assert (
                access_reason(await store.matches.access(match.id, 999) or MatchAccess(), NOWHERE)
                is None
            )
    finally:
        await store.close()
