"""A start does not read every match."""

from __future__ import annotations

import pytest

from db.tables.matches import RUNNING_GAMES, UNPAUSED_GAMES, WITH_OTHER_RULES
from tests.database import database_of
from tests.db.test_store import begun, table


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("sql", "args"), [(RUNNING_GAMES, ()), (UNPAUSED_GAMES, ()), (WITH_OTHER_RULES, ("cellar", 1))]
)
async def test_a_start_finds_games_and_old_rules_by_their_index(store, sql, args) -> None:
    await begun(store)
    plan = [
        row["detail"]
        for row in await database_of(store).fetch_all(f"EXPLAIN QUERY PLAN {sql}", args)
    ]
    looked = [one for one in plan if " matches" in f" {one}" or " m " in f"{one} "]
    assert looked
    assert all("INDEX matches_by_game" in one for one in looked), plan


@pytest.mark.parametrize("where", ["sqlite"], indirect=True)
async def test_a_person_s_tables_and_those_that_wait_are_not_looked_for_among_all_that_run(
    store, monkeypatch
) -> None:
    await begun(store)
    asked, fetch = [], database_of(store).fetch_all

    async def listen(sql, args=()):
        asked.append((sql, args))
        return await fetch(sql, args)

    monkeypatch.setattr(database_of(store), "fetch_all", listen)
    await store.matches.find(user=11, statuses=("running",))
    await store.matches.without_ping()
    await store.matches.awaiting_ai()
    for sql, args in asked:
        plan = [row["detail"] for row in await fetch(f"EXPLAIN QUERY PLAN {sql}", args)]
        assert not [one for one in plan if "matches_by_game" in one or one.startswith("SCAN m")], (
            plan
        )


async def test_tables_of_other_rules_are_found_where_they_have_begun_and_not_ended(store) -> None:
    statuses = {
        "AAA": "running",
        "BBB": "halted",
        "CCC": "ended",
        "DDD": "lobby",
        "EEE": "running",
        "FFF": "running",
    }
    for at, (code, status) in enumerate(statuses.items()):
        match = table(code, status=status, rules={"EEE": 2, "FFF": 3}.get(code, 1))
        match.changed_at = 9.0 - at
        await store.matches.create(match)
    assert await store.matches.with_other_rules({"cellar": 2, "era": 7}) == ["FFF", "BBB", "AAA"]
    assert await store.matches.with_other_rules({"era": 7}) == []


async def test_the_games_on_running_tables_are_named_once_in_order(store) -> None:
    for code, game, status in (
        ("A", "tadmor", "running"),
        ("B", "cellar", "running"),
        ("C", "tadmor", "running"),
        ("D", "era", "ended"),
        ("E", "el_mapa", "lobby"),
    ):
        match = table(code, status=status)
        match.game = game
        await store.matches.create(match)
    assert await store.matches.running_games() == ["cellar", "tadmor"]


async def test_the_games_that_people_play_are_those_whose_time_runs_at_a_table_with_people(
    store,
) -> None:
    assert await store.matches.unpaused_games() == []
    tables = (
        ("A", "tadmor", "running", "", "people"), ("B", "cellar", "running", "", "people"),
        ("C", "tadmor", "running", "", "people"), ("D", "era", "running", "", "computers"),
        ("E", "el_mapa", "running", "asleep", "people"), ("F", "imperial_settlers", "running", "consent", "people"),
        ("G", "eight_minute_empire", "lobby", "", "people"), ("H", "eight_minute_empire", "ended", "", "people"),
        ("I", "cellar", "halted", "", "people"),
    )  # fmt: skip
    for code, game, status, paused, who in tables:
        match = table(code, status=status, paused=paused)
        match.game = game
        if who == "computers":
            for seat in match.seats:
                seat.user, seat.computer = None, "careful"
        await store.matches.create(match)
    assert await store.matches.unpaused_games() == ["cellar", "tadmor"]
