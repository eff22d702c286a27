"""Votes of version 0.1.0 were stored by seat: they become votes of users."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app.match import ballots
from app.model.match import Match, User
from app.model.time_control import DAY, HOUR
from app.ports.commit import CommitDetails
from games.core.text.messages import msg, seat_name
from games.imperial_settlers import GAME
from tests.app.harness import PEOPLE, AppHarness
from tests.database import database_of
from tests.db.test_released import RELEASED, restore_dump

ANA, BRUNO, CARLA, DIEGO, _ = PEOPLE

RULES_OF_RELEASE = 2  # of Imperial Settlers in 0.1.0


async def stored(harness: AppHarness, match: Match, vote: dict, **change: object) -> Match:
    """Store this vote for a match and return the match."""
    async with harness.app.locks(match.id):
        table = await harness.app.lobby.get(match.id)
        for name, value in change.items():
            setattr(table, name, value)
        await harness.app.moves.save(table, CommitDetails())

    async def work(conn) -> None:
        await conn.execute(
            "UPDATE matches SET vote = ? WHERE id = ?",
            (json.dumps(vote, separators=(",", ":")), match.id),
        )

    await database_of(harness.app.repo).transaction(work)
    return await harness.app.lobby.get(match.id)


@pytest.fixture
async def harness(tmp_path, at_home):
    harness = AppHarness(tmp_path)
    await harness.open()
    yield harness
    await harness.app.stop()


async def test_a_vote_by_seats_is_read_as_one_of_the_people_who_sat_there_all_the_while(
    harness: AppHarness,
) -> None:
    match = await harness.table(4)
    old: dict[str, Any] = {
        "what": "end",
        "arg": "",
        "by": 0,
        "at": harness.clock.now() - HOUR,
        "yes": [0, 2],
        "no": [3],
    }
    table = await stored(harness, match, old)
    vote = table.vote
    assert vote is not None
    assert (vote.proposer, vote.yes, vote.no, vote.about_user) == (
        ANA.id,
        (ANA.id, CARLA.id),
        (DIEGO.id,),
        0,
    )
    assert vote.until == old["at"] + 3 * DAY
    assert ballots.tally(table, vote) == (
        (ANA.id, BRUNO.id, CARLA.id, DIEGO.id),
        4,
        (ANA.id, CARLA.id),
    )
    table = await harness.app.votes.cast(
        match.id, DIEGO, True, f"0.{ballots.vote_id(vote)}"
    )  # a button that stood there
    assert table.vote is not None
    assert (
        await harness.app.votes.cast(match.id, BRUNO, True, ballots.vote_id(vote))
    ).status == "closed"


async def test_a_word_that_somebody_else_may_have_said_is_dropped_and_so_is_a_proposal(
    harness: AppHarness,
) -> None:
    match = await harness.table(4)
    began = harness.clock.now() - HOUR
    table = await harness.app.lobby.get(match.id)
    table.note(harness.clock.now(), msg("host.substitute", seat=seat_name(2)))
    old = {"what": "end", "arg": "", "by": 0, "at": began, "yes": [0, 2], "no": []}
    read = await stored(harness, match, old, notices=table.notices)
    assert read.vote is not None
    assert read.vote.yes == (ANA.id,)
    for lost in ({**old, "by": 2}, {**old, "what": "kick", "arg": "2"}):
        read = await stored(harness, match, lost)
        assert read.vote is None
        assert read.notices[-1].what.key == "host.vote.lost"
    await harness.app.game_service.open_or_refresh_panel(match.id, ANA, requested=True)
    await harness.app.votes.propose(match.id, ANA, "pause")
    table = await harness.app.lobby.get(match.id)
    assert table.vote is not None
    assert [one.what.key for one in table.notices].count("host.vote.lost") == 2, "each once"


async def test_a_kick_is_about_the_person(harness: AppHarness) -> None:
    match = await harness.table(3)
    old = {"what": "kick", "arg": "1", "by": 0, "at": harness.clock.now(), "yes": [0], "no": []}
    read = await stored(harness, match, old)
    assert read.vote is not None
    assert read.vote.about_user == BRUNO.id


@pytest.fixture
def rules_of_release() -> Iterator[None]:
    """Give the game the rules version of the release.

    Newer rules save the match, and saving counts the votes before anybody can take a seat back.
    """
    now = GAME.rules
    object.__setattr__(GAME, "rules", RULES_OF_RELEASE)
    yield
    object.__setattr__(GAME, "rules", now)


@pytest.mark.usefixtures("rules_of_release")
@pytest.mark.parametrize("file", RELEASED, ids=lambda file: file.name)
async def test_a_database_that_was_released_in_the_midst_of_a_vote_goes_on(
    tmp_path: Path, file: Path
) -> None:
    harness = AppHarness(tmp_path)
    restore_dump(file, harness.path)
    with closing(sqlite3.connect(harness.path)) as conn:
        [code] = conn.execute(
            "SELECT m.id FROM matches m JOIN seats s ON s.match = m.id WHERE m.status = 'running' AND s.user IS NOT NULL"
            " AND s.resigned = 0 AND m.rules = ? AND m.game = ? GROUP BY m.id HAVING count(*) > 1",
            (GAME.rules, GAME.id),
        ).fetchone()
        [(at,)] = conn.execute("SELECT changed_at FROM matches WHERE id = ?", (code,))
        old = json.dumps(
            {"arg": "", "at": at, "by": 0, "no": [], "what": "end", "yes": [0]},
            separators=(",", ":"),
        )
        conn.execute("UPDATE matches SET vote = ? WHERE id = ?", (old, code))
        conn.execute(
            "UPDATE seats SET offered = 1, strikes = 2, minded = 1 WHERE match = ? AND seat = 1",
            (code,),
        )
        conn.commit()
    harness.clock.at = at + HOUR
    await harness.open()
    await harness.later(0)
    table = await harness.app.lobby.get(code)
    assert table.vote is not None
    assert table.seats[1].offered
    owner = User(table.seats[1].user or 0, table.seats[1].name)
    await harness.app.game_service.open_or_refresh_panel(code, owner, requested=True)
    table = await harness.app.lobby.get(code)
    assert (table.seats[1].offered, table.seats[1].has_caretaker) == (False, False), (
        "one click takes it back"
    )
    for seat in table.seats[1:]:
        vote = (await harness.app.lobby.get(code)).vote
        if seat.user is not None and not seat.resigned and vote is not None:
            await harness.app.votes.cast(
                code, User(seat.user, seat.name), True, ballots.vote_id(vote)
            )
    assert (await harness.app.lobby.get(code)).status == "closed"
    await harness.app.stop()
