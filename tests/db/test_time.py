"""Stored pings after quiet hours, full lobbies, names, messages, time without the bot."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from app.model.match import Match, MessageRefs, SeatRow, Status, User
from db import open_store
from db.base.migrations import list_migrations
from db.sqlite.migrate import migrate
from games.core.text.messages import msg
from tests.db.test_store import begun

NUMBER = next(number for number, file in list_migrations() if file.name.endswith("_pings.sql"))


async def seats(store, code: str = "AAA") -> list[SeatRow]:
    return (await store.matches.get(code)).seats


async def test_a_silent_call_is_found_by_its_time_and_no_commit_forgets_it(store) -> None:
    match = await begun(store)
    for seat in match.seats:
        seat.awaited, seat.newest_ping = True, 1
    match.version = 2
    assert await store.matches.commit(match, 1)
    await store.matches.mark_pinged("AAA", {0: 1, 1: 1}, {1: 500.0})
    assert [one.ping_at for one in await seats(store)] == [0.0, 500.0]
    assert (
        await store.deadlines.next_check_at(),
        await store.deadlines.due_matches(499.0),
        await store.deadlines.due_matches(500.0),
    ) == (
        500.0,
        [],
        ["AAA"],
    )
    match.version = 3  # read before the call was noted
    assert await store.matches.commit(match, 2)
    assert [one.ping_at for one in await seats(store)] == [0.0, 500.0]
    await store.matches.mark_pinged("AAA", {1: 1}, {1: 900.0})
    assert (await seats(store))[1].ping_at == 500.0, "what was told already is told once"
    await store.deadlines.set_pings("AAA", {1: 0.0})
    assert (await store.deadlines.next_check_at(), await store.deadlines.due_matches(1e9)) == (
        None,
        [],
    )
    await store.deadlines.set_pings("AAA", {1: 700.0})
    await store.matches.reset_screen("AAA", 1, 600.0)
    assert (await seats(store))[1].ping_at == 0.0, "who sits down there was not called"


async def test_a_lobby_whose_organizer_was_not_told_that_it_is_full_is_found_until_they_were(
    store,
) -> None:
    full = Match(
        "FUL",
        "cellar",
        "x",
        "es",
        7,
        {},
        1,
        "lobby",
        [SeatRow(0, 7, "Ana")],
        MessageRefs(1, 2),
        10.0,
        10.0,
        full_at=10.0,
    )
    known = replace(full, id="KNO", full_known=True)
    free = replace(full, id="FRE", full_at=0.0)
    for match in (full, known, free):
        await store.matches.create(match)
    assert await store.matches.without_ping() == ["FUL"]
    await store.matches.mark_full_announced("FUL", 20.0)
    assert await store.matches.without_ping() == []
    held = await store.matches.get("FUL")
    assert (held.full_at, held.full_known, held.full_announced_at) == (10.0, False, 20.0)
    assert (await store.matches.get("KNO")).full_known is True


async def test_a_person_is_renamed_in_open_tables_and_no_commit_brings_the_old_name_back(
    store,
) -> None:
    matches: tuple[tuple[str, int, Status], ...] = (
        ("AAA", 1, "running"),
        ("BBB", 1, "ended"),
        ("CCC", 2, "lobby"),
        ("DDD", 0, "halted"),
    )
    for code, guild, status in matches:
        rows = [SeatRow(0, 7, "Ana"), SeatRow(1, None, "Bot 1", "firm")]
        match = Match(
            code, "cellar", "x", "es", 7, {}, 2, status, rows, MessageRefs(guild), 0.0, 0.0
        )
        await store.matches.create(match)
    held = await store.matches.get("AAA")
    await store.users.rename(7, "Anita", guild=1)

    async def names() -> list[str]:
        return [(await seats(store, code))[0].name for code in ("AAA", "BBB", "CCC", "DDD")]

    assert await names() == ["Anita", "Ana", "Ana", "Ana"]
    held.version = 1
    assert await store.matches.commit(held, 0)
    assert await names() == ["Anita", "Ana", "Ana", "Ana"]
    await store.users.rename(7, "Reina", former="Ana")
    assert await names() == ["Anita", "Ana", "Reina", "Reina"]
    held.seats[0].user, held.seats[0].name, held.version = 8, "Bruno", 2
    held.seats[1].name = "Bot 2"
    assert await store.matches.commit(held, 1)
    assert [one.name for one in await seats(store)] == ["Bruno", "Bot 2"]


async def test_messages_that_stay_are_known_by_their_part(store) -> None:
    await begun(store)
    assert await store.matches.permanent_messages("AAA") == []
    for n, message in ((0, 70), (1, 71), (1, 72)):
        await store.matches.save_permanent_message("AAA", n, 5, message)
    assert sorted(await store.matches.permanent_messages("AAA")) == [(0, 5, 70), (1, 5, 72)]
    assert await store.matches.permanent_messages("ZZZ") == []


async def test_of_a_server_without_the_bot_nothing_is_due_and_its_time_is_given_back(store) -> None:
    here, there = await begun(store, "AAA"), await begun(store, "BBB")
    for match, guild in ((here, 1), (there, 2)):
        await store.matches.set_channel(match.id, guild, 5)
        (
            match.seats[0].awaited,
            match.seats[0].waiting_since,
            match.seats[0].deadline,
            match.seats[0].next_reminder_at,
        ) = (
            True,
            100.0,
            1000.0,
            550.0,
        )
        match.check_at, match.version, match.changed_at = 550.0, 2, 100.0
        assert await store.matches.commit(match, 1)
        await store.matches.mark_published(match.id, 2, 0)
    await store.retention.mark_removed(1, 200.0)
    assert (await store.deadlines.due_matches(600.0), await store.deadlines.next_check_at()) == (
        ["BBB"],
        550.0,
    )
    assert await store.deadlines.extend(50.0, 600.0, None, everywhere=True) == ["BBB"]
    assert await store.retention.mark_returned(1, 700.0, msg("host.away", minutes=8)) == ["AAA"]
    now = await store.matches.get("AAA")
    assert (now.seats[0].waiting_since, now.seats[0].deadline, now.seats[0].next_reminder_at) == (
        600.0,
        1500.0,
        1050.0,
    )
    assert (now.check_at, now.changed_at) == (700.0, 600.0)
    assert [one.what.key for one in now.notices] == ["host.away"]
    assert now.published < now.version
    assert (await seats(store, "BBB"))[0].deadline == 1050.0
    assert await store.retention.mark_returned(1, 900.0, None) == [], "once"
    assert await store.retention.removed_guilds() == []


async def test_a_person_keeps_the_name_that_is_their_own(store) -> None:
    await store.users.save(User(7, "Anita", "es", own_name="Ana"))
    assert (await store.users.get(7)).own_name == "Ana"


async def test_lobbies_that_were_full_before_call_nobody_and_may_be_started_by_all(
    tmp_path: Path,
) -> None:
    old, file = tmp_path / "old", tmp_path / "bot.sqlite3"
    old.mkdir()
    for number, step in list_migrations():
        if number < NUMBER:
            shutil.copy(step, old)
    migrate(file, old)
    with closing(sqlite3.connect(file)) as conn, conn:
        columns = [row[1] for row in conn.execute("PRAGMA table_info(matches)")]
        for code, size in (("FUL", 1), ("FRE", 2)):
            match = Match(
                code, "cellar", "x", "es", 7, {}, size, "lobby", [], MessageRefs(), 5.0, 90.0
            )
            known = {
                "id": code,
                "game": "cellar",
                "name": "x",
                "lang": "es",
                "host": 7,
                "options": "{}",
                "size": size,
                "status": "lobby",
                "created_at": 5.0,
                "changed_at": match.changed_at,
                "position": None,
            }
            texts = (
                "seed",
                "salt",
                "commitment",
                "halted",
                "preset",
                "rematch",
                "paused",
                "lesson",
            )
            lists = {
                "invited": "[]",
                "notices": "[]",
                "pace": "{}",
                "vote": "null",
                "seat_notices": "[]",
            }
            values = [
                known.get(name, "" if name in texts else lists.get(name, 0)) for name in columns
            ]
            conn.execute(f"INSERT INTO matches VALUES ({', '.join('?' * len(values))})", values)
            conn.execute(
                "INSERT INTO seats (match, seat, user, name, lang, asked, asked_digest, resigned, awaited, since, acted, seen)"
                " VALUES (?, 0, 7, 'Ana', 'es', 0, '', 0, 0, 0, 0, 0)",
                (code,),
            )
    store = await open_store(file)
    assert await store.matches.without_ping() == []
    full, free = await store.matches.get("FUL"), await store.matches.get("FRE")
    assert full is not None
    assert free is not None
    assert (full.full_at, full.full_known, free.full_at) == (90.0, True, 0.0)
    await store.close()
