"""What is stored of a table is no longer what its log has led to: nothing of it is shown or changed, and the others go on."""

from __future__ import annotations

import json

import pytest

from app.app import catalogue
from app.model.match import encode_position
from app.ports.store import CorruptDataError
from games.core.text.i18n import LANGUAGES
from tests.app.kit import PEOPLE, House

ANA = PEOPLE[0]
ROW = "SELECT row FROM actions WHERE match = ? AND n = ?"
NEWEST_GONE = (
    "DELETE FROM actions WHERE match = ?1 AND n = (SELECT MAX(n) FROM actions WHERE match = ?1)"
)


async def damage(house: House, sql: str, *args: object) -> None:
    await house.app.repo._db.transaction(lambda conn: conn.execute(sql, args))


async def test_a_position_that_no_row_has_led_to_is_not_shown(house):
    match, other = await house.table(2), await house.table(2)
    await house.say(match, ANA, "throw")
    stored = await house.app.repo.load(match.id)
    dice = stored.pos.state.dice[0]
    stored.pos.state.dice[0] = [7 - one for one in dice]
    await damage(
        house, "UPDATE matches SET position = ? WHERE id = ?", encode_position(stored.pos), match.id
    )
    for work in (house.app.tables.view, house.app.tables.score):
        with pytest.raises(CorruptDataError) as caught:
            await work(match.id)
        for lang in LANGUAGES:
            assert catalogue(lang).say(caught.value.what)
    with pytest.raises(CorruptDataError):
        await house.app.tables.panel(match.id, ANA)
    assert (await house.app.tables.panel(other.id, ANA)).answer is not None


async def test_a_log_that_has_lost_a_row_is_noticed(house):
    match = await house.table(2)
    await house.say(match, ANA, "throw")
    await damage(house, NEWEST_GONE, match.id)
    with pytest.raises(CorruptDataError):
        await house.app.repo.load(match.id)


async def test_nothing_is_taken_back_by_a_log_that_does_not_lead_there(house):
    match = await house.table(2)
    await house.to_turns(match)
    for _ in range(2):
        await house.say(match, ANA, "buy", {"oil": 1})
    before = (await house.app.lobby.get(match.id)).rows
    entry = (await house.app.repo.entries(match.id, before - 2, before - 1))[0]
    row = json.loads((await house.app.repo._db.fetch_one(ROW, (match.id, entry.row.n)))["row"])
    row["path"] = ["buy", {"oil": 2}]
    await damage(
        house,
        "UPDATE actions SET row = ? WHERE match = ? AND n = ?",
        json.dumps(row),
        match.id,
        entry.row.n,
    )
    assert not (await house.app.tables.undo(match.id, ANA)).committed
    stored = await house.app.repo.load(match.id)
    with pytest.raises(CorruptDataError):
        await house.app.moves.rewind(stored, before)
    assert (await house.app.lobby.get(match.id)).rows == before


async def test_a_running_table_that_can_t_be_read_holds_up_no_start(house):
    match, other = await house.table(2), await house.table(2)
    await damage(house, "UPDATE matches SET pace = '{' WHERE id = ?", match.id)
    await house.reopen()
    with pytest.raises(CorruptDataError):
        await house.app.tables.view(match.id)
    assert (await house.app.tables.panel(other.id, ANA)).answer is not None


async def test_time_passes_for_the_others_and_the_damaged_one_is_looked_at_now_and_then(
    house, monkeypatch
):
    match = await house.table(2)
    await damage(
        house,
        "UPDATE matches SET position = ?, wake = ? WHERE id = ?",
        b"{}",
        house.clock.now() + 10,
        match.id,
    )
    looked, woken = [], house.app.repo.due_tables

    async def counted(now: float) -> list[str]:
        looked.append(now)
        return await woken(now)

    monkeypatch.setattr(house.app.repo, "due_tables", counted)
    house.app.time.schedule(house.clock.now() + 10)
    for _ in range(20):
        await house.later(1.0)
    assert len(looked) == 1, "it is not looked at again and again"
