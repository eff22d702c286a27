"""Export and erasure of a user's data."""

import json

import pytest

from app.ports.repo import ReminderMessage, Spectator
from tests.app.harness import PEOPLE, assert_log_replays
from tests.database import database_of
from ui.i18n import Translator, table_name
from ui.views.lobby.lobby_message import table_heading

ANA, BRUNO, CARLA, _, _ = PEOPLE


async def everything(harness) -> str:
    """Return all text of the store that could name a user."""
    tables = await database_of(harness.app.repo).tables()
    rows = [
        row
        for table in tables
        for row in await database_of(harness.app.repo).fetch_all(f"SELECT * FROM {table}")
    ]
    return "\n".join(str(tuple(row)) for row in rows)


async def test_an_export_holds_ones_own_and_nothing_of_others(harness):
    match = await harness.table(2)
    await harness.say(match, ANA, "throw")
    await harness.say(match, BRUNO, "throw")
    kept = json.loads(await harness.app.privacy.export(ANA))
    assert (kept["id"], kept["name"], kept["language"]) == (str(ANA.id), "Ana", "es")
    (table,) = kept["tables"]
    assert (table["table"], table["game"], table["organiser"], table["seats"]) == (
        match.id,
        "cellar",
        True,
        [0],
    )
    assert [one["move"] for one in table["moves"]] == [["throw"]]
    assert table["last_tap"] == harness.clock.at
    assert "Bruno" not in json.dumps(kept)
    assert str(BRUNO.id) not in json.dumps(kept)


async def test_who_took_over_a_seat_is_given_their_own_moves_alone(harness):
    match = await harness.table(2)
    await harness.say(match, ANA, "throw")
    await harness.app.substitutes.offer(match.id, ANA)
    await harness.app.substitutes.take_seat(match.id, CARLA, 0)
    await harness.say(match, CARLA, "keep")
    (table,) = json.loads(await harness.app.privacy.export(CARLA))["tables"]
    assert [one["move"] for one in table["moves"]] == [["keep"]]


async def test_who_is_erased_leaves_lobbies_and_running_games_go_on(harness):
    person = await harness.app.users.get(ANA.id, "Ana", "es-ES")
    running = await harness.table(2)
    await harness.say(running, ANA, "throw")
    lobby = await harness.app.lobby.create(BRUNO, "cellar", guild=1, channel=3)
    await harness.app.lobby.join(lobby.id, person)
    own = await harness.app.lobby.create(person, "cellar", guild=1, channel=3)
    invited = await harness.app.lobby.create(BRUNO, "cellar", guild=1, channel=3, name="Cena")
    await harness.app.lobby.invite(invited.id, BRUNO, person.id)
    assert await harness.app.privacy.erase(person) == 4
    await harness.settle()
    kept = await everything(harness)
    assert str(ANA.id) not in kept
    assert "Ana" not in kept
    after = await harness.app.lobby.get(running.id)
    assert after.status == "running"
    assert after.organizer == BRUNO.id
    assert after.names == ("Alguien", "Bruno")
    assert after.seats[0].played_by_ai
    assert after.seats[0].last_click_at == 0.0, "nor when they were last there"
    assert (await harness.app.lobby.get(own.id)).status == "closed"
    assert [seat.user for seat in (await harness.app.lobby.get(lobby.id)).seats] == [BRUNO.id]
    await assert_log_replays(harness, running.id)


async def test_an_ended_game_stays_whole_without_the_name(harness):
    match = await harness.table(1, 1, "eight_minute_empire")
    assert (await harness.finish(match)).status == "ended"
    await harness.app.privacy.erase(ANA)
    assert str(ANA.id) not in await everything(harness)
    assert (await harness.app.queries.verify(match.id)).ok


async def test_who_is_erased_at_a_halted_table_leaves_a_seat_that_is_answered_when_it_goes_on(
    harness,
):
    match = await harness.table(2)
    await harness.to_turns(match)
    async with harness.app.locks(match.id):
        await harness.app.moves.halt(match.id, ["a coin is missing"])
    await harness.app.privacy.erase(ANA)
    await harness.settle()
    halted = await harness.app.lobby.get(match.id)
    assert (halted.status, halted.names, halted.rows) == ("halted", ("Alguien", "Bruno"), 4)
    await harness.app.game_service.resume(match.id, CARLA)
    await harness.settle()
    after = await harness.app.lobby.get(match.id)
    assert after.status == "running"
    assert after.seats[0].played_by_ai
    assert after.rows > 4, "a computer player has gone on for the seat"
    assert not after.seats[0].awaited
    assert str(ANA.id) not in await everything(harness)


async def test_a_table_keeps_no_name_of_an_organiser_who_was_called_otherwise(harness):
    """Once `Anita`, now `Ana`, then nobody: what the table was called by itself is not kept, what it was named stays."""
    anita = await harness.app.users.get(ANA.id, "Anita", "es-ES")
    plain = await harness.app.lobby.create(anita, "cellar", guild=1, channel=2)
    named = await harness.app.lobby.create(anita, "cellar", guild=1, channel=2, name="Cena")
    older = await harness.app.lobby.create(
        anita, "cellar", guild=1, channel=2, name="Mesa de Anita"
    )  # as it was once stored
    for match in (plain, named, older):
        await harness.app.lobby.join(match.id, BRUNO)
    ana = await harness.app.users.get(ANA.id, "Ana", "es-ES")
    await harness.app.privacy.erase(ana)
    kept = await everything(harness)
    assert "Anita" not in kept
    after = [await harness.app.lobby.get(match.id) for match in (plain, named, older)]
    assert [match.name for match in after] == ["", "Cena", ""]
    assert [table_name(match, Translator.of(match)) for match in after] == [
        "Mesa de Bruno",
        "Cena",
        "Mesa de Bruno",
    ]


async def test_a_table_of_nobody_has_no_name(harness):
    match = await harness.table(1, 1, "eight_minute_empire")
    await harness.app.privacy.erase(ANA)
    await harness.settle()
    after = await harness.app.lobby.get(match.id)
    assert table_name(after, Translator.of(after)) == ""
    assert (
        table_heading(after, Translator.of(after)) == f"Ocho minutos para un imperio · {match.id}"
    )


async def at(harness, status: str):
    """Return a table of Ana and Bruno in this status."""
    match = await harness.table(2, start=status not in ("lobby", "closed"))
    if status == "closed":
        await harness.app.lobby.leave(match.id, BRUNO)
        await harness.app.lobby.leave(match.id, ANA)
        return match
    if status == "lobby":
        await harness.app.lobby.invite(match.id, ANA, CARLA.id)
        return match
    await harness.say(match, ANA, "throw")
    if status == "choosing":
        panel = await harness.app.game_service.open_or_refresh_panel(match.id, BRUNO)
        await harness.app.game_service.answer(match.id, BRUNO, panel.decision, 0, "throw")
    if status == "asleep":
        await harness.later(60 * 24 * 3600.0)
    if status == "voting":
        await harness.app.votes.propose(match.id, BRUNO, "pause")
    if status == "halted":
        async with harness.app.locks(match.id):
            await harness.app.moves.halt(match.id, ["a coin is missing"])
    if status == "ended":
        await harness.finish(match)
    await harness.settle()
    return match


@pytest.mark.parametrize("who", [ANA, BRUNO], ids=["organiser", "guest"])
@pytest.mark.parametrize(
    "status", ["lobby", "running", "choosing", "voting", "asleep", "halted", "ended", "closed"]
)
async def test_erasing_leaves_nothing_whatever_the_table_is_at(harness, status: str, who):
    match = await at(harness, status)
    person = await harness.app.users.get(who.id, who.name, "es-ES")
    await harness.app.repo.spectators.save(Spectator(match.id, who.id, harness.clock.at))
    await harness.app.repo.reminders.save(ReminderMessage(who.id, 5, 6, [match.id]))
    before = (await harness.app.lobby.get(match.id)).status
    await harness.app.privacy.erase(person)
    await harness.settle()
    kept = await everything(harness)
    assert str(who.id) not in kept
    assert who.name not in kept
    after = await harness.app.lobby.get(match.id)
    assert after.status in (before, "ended") or (before, after.status) == ("lobby", "closed")
    assert json.loads(await harness.app.privacy.export(person))["tables"] == []
