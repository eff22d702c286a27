"""A match whose stored data disagree with its log is not shown or changed; others are."""

from __future__ import annotations

import json

import pytest

from app.app import catalogue
from app.model.match import encode_position
from app.ports.errors import CorruptDataError
from games.core.text.languages import LANGUAGES
from tests.app.harness import PEOPLE, AppHarness
from tests.database import database_of

ANA = PEOPLE[0]
ROW = "SELECT row FROM actions WHERE match = ? AND n = ?"
NEWEST_GONE = (
    "DELETE FROM actions WHERE match = ?1 AND n = (SELECT MAX(n) FROM actions WHERE match = ?1)"
)


async def damage(harness: AppHarness, sql: str, *args: object) -> None:
    await database_of(harness.app.repo).transaction(lambda conn: conn.execute(sql, args))


async def test_a_position_that_no_row_has_led_to_is_not_shown(harness):
    match, other = await harness.table(2), await harness.table(2)
    await harness.say(match, ANA, "throw")
    stored = await harness.app.repo.matches.load(match.id)
    dice = stored.pos.state.dice[0]
    stored.pos.state.dice[0] = [7 - one for one in dice]
    await damage(
        harness,
        "UPDATE matches SET position = ? WHERE id = ?",
        encode_position(stored.pos),
        match.id,
    )
    for work in (harness.app.queries.view, harness.app.queries.score):
        with pytest.raises(CorruptDataError) as caught:
            await work(match.id)
        for lang in LANGUAGES:
            assert catalogue(lang).say(caught.value.what)
    with pytest.raises(CorruptDataError):
        await harness.app.game_service.open_or_refresh_panel(match.id, ANA)
    assert (await harness.app.game_service.open_or_refresh_panel(other.id, ANA)).asked is not None


async def test_a_log_that_has_lost_a_row_is_noticed(harness):
    match = await harness.table(2)
    await harness.say(match, ANA, "throw")
    await damage(harness, NEWEST_GONE, match.id)
    with pytest.raises(CorruptDataError):
        await harness.app.repo.matches.load(match.id)


async def test_nothing_is_taken_back_by_a_log_that_does_not_lead_there(harness):
    match = await harness.table(2)
    await harness.to_turns(match)
    for _ in range(2):
        await harness.say(match, ANA, "buy", {"oil": 1})
    before = (await harness.app.lobby.get(match.id)).rows
    entry = (await harness.app.repo.game_log.entries(match.id, before - 2, before - 1))[0]
    row = json.loads(
        (await database_of(harness.app.repo).fetch_one(ROW, (match.id, entry.row.n)))["row"]
    )
    row["path"] = ["buy", {"oil": 2}]
    await damage(
        harness,
        "UPDATE actions SET row = ? WHERE match = ? AND n = ?",
        json.dumps(row),
        match.id,
        entry.row.n,
    )
    assert not (await harness.app.game_service.undo(match.id, ANA)).committed
    stored = await harness.app.repo.matches.load(match.id)
    with pytest.raises(CorruptDataError):
        await harness.app.moves.rewind(stored, before)
    assert (await harness.app.lobby.get(match.id)).rows == before


async def test_a_running_table_that_can_t_be_read_holds_up_no_start(harness):
    match, other = await harness.table(2), await harness.table(2)
    await damage(harness, "UPDATE matches SET pace = '{' WHERE id = ?", match.id)
    await harness.reopen()
    with pytest.raises(CorruptDataError):
        await harness.app.queries.view(match.id)
    assert (await harness.app.game_service.open_or_refresh_panel(other.id, ANA)).asked is not None


async def test_time_passes_for_the_others_and_the_damaged_one_is_looked_at_now_and_then(
    harness, monkeypatch
):
    match = await harness.table(2)
    await damage(
        harness,
        "UPDATE matches SET position = ?, wake = ? WHERE id = ?",
        b"{}",
        harness.clock.now() + 10,
        match.id,
    )
    looked, woken = [], harness.app.repo.deadlines.due_matches

    async def counted(now: float) -> list[str]:
        looked.append(now)
        return await woken(now)

    monkeypatch.setattr(harness.app.repo.deadlines, "due_matches", counted)
    harness.app.deadlines.schedule(harness.clock.now() + 10)
    for _ in range(20):
        await harness.later(1.0)
    assert len(looked) == 1, "it is not looked at again and again"
