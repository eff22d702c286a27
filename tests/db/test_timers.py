"""The queries of the deadline scheduler do not grow with the number of matches."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.model.votes import Vote
from games.core.text.messages import literal
from tests.database import database_of
from tests.db.test_store import begun


@pytest.fixture
async def asked(store, monkeypatch):
    """What the store is asked, with its arguments."""
    said: list[tuple[str, tuple]] = []
    rows = database_of(store).fetch_all

    async def listen(sql, args=()):
        said.append((sql, tuple(args)))
        return await rows(sql, args)

    monkeypatch.setattr(database_of(store), "fetch_all", listen)
    return said


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "ask",
    [
        lambda store: store.deadlines.next_check_at(),
        lambda store: store.deadlines.due_matches(10.0),
    ],
)
async def test_what_is_due_is_found_by_its_index_and_in_its_order(store, asked, ask) -> None:
    await begun(store)
    await ask(store)
    for (sql, args), index in zip(list(asked), ("matches_wake", "seats_ping_at"), strict=True):
        plan = [
            row["detail"]
            for row in await database_of(store).fetch_all(f"EXPLAIN QUERY PLAN {sql}", args)
        ]
        assert f"INDEX {index}" in plan[0], plan
        assert not [one for one in plan if "SCAN" in one or "TEMP B-TREE" in one], (
            "a look at all of them, or a sort"
        )


async def test_only_tables_that_are_due_are_found_the_longest_due_first(store) -> None:
    for code, wake in (("AAA", 3.0), ("BBB", 0.0), ("CCC", 2.0), ("DDD", 9.0)):
        await begun(store, code)
        await store.deadlines.set_reminders(code, {}, wake)
    assert await store.deadlines.next_check_at() == 2.0
    assert await store.deadlines.due_matches(3.0) == ["CCC", "AAA"]


async def test_a_time_that_was_away_is_put_off_at_every_table_that_gives_time(store) -> None:
    for code in ("AAA", "BBB", "CCC"):
        match = await begun(store, code)
        match.check_at, match.version = 50.0, 2
        if code != "CCC":
            match.seats[0].deadline, match.seats[0].next_reminder_at = (
                90.0,
                50.0 if code == "AAA" else 0.0,
            )
        await store.matches.commit(match, 1)
        await store.matches.mark_published(code, 2, 0)
    assert sorted(await store.deadlines.extend(7.0, 20.0, literal("away"))) == ["AAA", "BBB"]
    first, second, third = [await store.matches.get(code) for code in ("AAA", "BBB", "CCC")]
    assert [one.check_at for one in (first, second, third)] == [57.0, 57.0, 50.0]
    assert [(one.seats[0].deadline, one.seats[0].next_reminder_at) for one in (first, second)] == [
        (97.0, 57.0),
        (97.0, 0.0),
    ]
    assert [len(one.notices) for one in (first, second, third)] == [1, 1, 0]
    assert await store.matches.unpublished() == ["AAA", "BBB"]
    assert await store.deadlines.last_heartbeat() == 20.0


async def test_what_runs_out_for_who_is_absent_and_a_vote_are_put_off_too(store) -> None:
    match = await begun(store)
    match.status, match.version = "running", 2
    match.seats[0].absence_deadline, match.seats[0].opens_at = 30.0, 40.0
    match.seats[1].absence_deadline, match.seats[1].opens_at, match.seats[1].offered = (
        -1.0,
        10.0,
        True,
    )
    match.vote = Vote("end", "", match.organizer, 1.0, 90.0)
    await store.matches.commit(match, 1)
    await store.deadlines.extend(7.0, 20.0, None)
    after = await store.matches.get(match.id)
    seats = [(one.absence_deadline, one.opens_at) for one in after.seats[:2]]
    assert seats == [(37.0, 47.0), (-1.0, 10.0)], "what stands still or is over stays"
    assert after.vote == replace(match.vote, until=97.0)
