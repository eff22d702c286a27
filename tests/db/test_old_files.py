"""Databases that earlier versions of the bot have written: opened, migrated, verified, and played on.

`old/v1.sql.gz` is a dump of what the very first store wrote (migration 1, Eight-Minute Empire with rules 1): a running table with
an undo in its log, one that has ended, one that somebody has left, and a lobby. `old/v1_campaign.sql.gz` is of the same versions:
a campaign that has ended without the sentence about its end, one in its midst, and a lobby. `old/v2_campaign.sql.gz` is the same
of migration 2 and rules 2, which kept no boards of finished games. `old/v1_el_mapa.sql.gz` is of migration 2
and El Mapa with rules 1: a table in the midst of a battle, one that has ended, and a lobby. `old/v1_tadmor.sql.gz` is of the
same versions and Tadmor, `old/v2_tadmor.sql.gz` of migration 11 and its rules 2: a table with a tower of more than ten levels
that still grows, one that has ended, and a lobby.
`old/v1_imperial_settlers.sql.gz` is of migration 12 and Imperial Settlers with rules 1: a table whose Barbarians and Japanese are
in its midst, one that has ended, and a lobby.
"""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.log import game_record
from app.log.game_log import public_rows
from app.model.match import User
from games.core.engine import walk
from games.core.engine.game import find
from tests.app.harness import AppHarness

OLD = sorted((Path(__file__).parent / "old").glob("v*.sql.gz"))


@pytest.fixture(params=OLD, ids=lambda path: path.name)
async def harness(request, tmp_path, at_home):
    harness = AppHarness(tmp_path)
    harness.written = int(request.param.name[1])  # the rules when it was written
    with closing(sqlite3.connect(harness.path)) as conn:
        conn.executescript(gzip.decompress(request.param.read_bytes()).decode())
    await at_home(harness)
    await harness.open()
    yield harness
    await harness.app.stop()


async def test_an_old_file_opens_verifies_and_reads(harness):
    await harness.settle()
    matches = await harness.app.repo.matches.find()
    assert {match.status for match in matches} == {"running", "ended", "lobby"}
    for match in matches:
        if match.status == "lobby":
            continue
        verified = await harness.app.queries.verify(match.id)
        assert (verified.ok, verified.first_broken_row) == (True, None), match.id
        old = [
            e.row
            for e in await harness.app.repo.game_log.entries(match.id)
            if e.row.rules != find(match.game).rules
        ]
        assert verified.not_replayable == len(public_rows(old)) > 0, (
            "rows of older rules are read, not replayed"
        )
        assert (await harness.app.queries.log(match.id)).rows
        stored = await harness.app.repo.matches.load(match.id)
        record = await game_record.record(harness.app.repo, match.id)
        assert match.rules == (
            find(match.game).rules if match.status == "running" else harness.written
        )
        if match.status == "running":
            assert record.since == len(old) + 1
            assert game_record.encode_position(
                game_record.rebuild(record)
            ) == game_record.encode_position(stored.pos)
        assert (await harness.app.queries.view(match.id)).words
    assert await harness.app.repo.matches.unpublished() == []


async def test_what_has_ended_in_an_old_file_is_counted_once(harness):
    ended = [match for match in await harness.app.repo.matches.find() if match.status == "ended"]
    for match in ended:
        guild, person = match.places.guild, User(match.seats[0].user or 0, "x")
        tallies, left = await harness.app.leaderboards.guild_games(guild)
        assert (sum(one.ended for one in tallies), left) == (len(ended), 0)
        record = await harness.app.leaderboards.game(guild, match.game, person)
        people = [
            seat
            for seat in match.seats
            if seat.user is not None and seat.computer is None and not seat.resigned
        ]
        assert {one.user for one in record.people} >= {
            seat.user for seat in people
        } or match.size == 1
        assert record.longest is not None
        assert record.longest.moves > 0
    assert await harness.app.repo.results.ended_without_results(guild=ended[0].places.guild) == []


async def test_the_replay_of_an_old_game_is_read_where_it_can_t_be_shown(harness):
    someone = User(1, "x")
    for match in await harness.app.repo.matches.find():
        if match.status == "lobby":
            continue
        first = await harness.app.replays.step_view(match.id, someone, 0)
        stills = [
            await harness.app.replays.step_view(match.id, someone, at)
            for at in range(first.last + 1)
        ]
        assert all(still.said for still in stills[1:-1])
        assert first.view is not None, "the start is kept"
        assert stills[-1].view is not None, (
            "so is what is final for everybody, and what was played by our rules"
        )


async def test_an_old_table_is_played_to_its_end(harness):
    tables, repo = harness.app.game_service, harness.app.repo
    match = next(
        one
        for one in await repo.matches.find()
        if one.status == "running" and not any(seat.resigned for seat in one.seats)
    )
    people = [User(seat.user, seat.name, seat.lang) for seat in match.seats]
    old = public_rows([entry.row for entry in await repo.game_log.entries(match.id)])
    while (stored := await repo.matches.load(match.id)).match.status == "running":
        person = people[walk.actors(stored.pos)[0]]
        panel = await tables.open_or_refresh_panel(match.id, person)
        panel = await tables.fill_defaults(match.id, person, panel.decision)
        assert (await tables.confirm(match.id, person, panel.decision)).committed
    verified = await harness.app.queries.verify(match.id)
    assert verified.ok
    assert verified.rows > 0
    assert verified.not_replayable == len(old), "all that was told, so not the row of the new rules"
    lobby = next(one for one in await repo.matches.find() if one.status == "lobby")
    await harness.app.lobby.add_computer(lobby.id, User(lobby.organizer, lobby.seats[0].name))
    await harness.app.lobby.start(lobby.id, User(lobby.organizer, lobby.seats[0].name))
    await harness.settle()
