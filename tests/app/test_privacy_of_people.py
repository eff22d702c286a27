"""What people may ask of us about themselves: export, erasure."""

import json

import pytest

from app.ports.store import Follower, ReminderMessage
from tests.app.kit import PEOPLE, folded
from ui.i18n import Translator, table_name
from ui.views.lobby.lobby_message import head

ANA, BRUNO, CARLA, _, _ = PEOPLE


async def everything(house) -> str:
    """The whole of the store that could name somebody, as text."""
    tables = await house.app.repo._db.tables()
    rows = [
        row
        for table in tables
        for row in await house.app.repo._db.fetch_all(f"SELECT * FROM {table}")
    ]
    return "\n".join(str(tuple(row)) for row in rows)


async def test_an_export_holds_ones_own_and_nothing_of_others(house):
    match = await house.table(2)
    await house.say(match, ANA, "throw")
    await house.say(match, BRUNO, "throw")
    kept = json.loads(await house.app.privacy.export(ANA))
    assert (kept["id"], kept["name"], kept["language"]) == (str(ANA.id), "Ana", "es")
    (table,) = kept["tables"]
    assert (table["table"], table["game"], table["organiser"], table["seats"]) == (
        match.id,
        "cellar",
        True,
        [0],
    )
    assert [one["move"] for one in table["moves"]] == [["throw"]]
    assert table["last_tap"] == house.clock.at
    assert "Bruno" not in json.dumps(kept)
    assert str(BRUNO.id) not in json.dumps(kept)


async def test_who_took_over_a_seat_is_given_their_own_moves_alone(house):
    match = await house.table(2)
    await house.say(match, ANA, "throw")
    await house.app.substitutes.offer(match.id, ANA)
    await house.app.substitutes.sit(match.id, CARLA, 0)
    await house.say(match, CARLA, "keep")
    (table,) = json.loads(await house.app.privacy.export(CARLA))["tables"]
    assert [one["move"] for one in table["moves"]] == [["keep"]]


async def test_who_is_erased_leaves_lobbies_and_running_games_go_on(house):
    person = await house.app.people.get(ANA.id, "Ana", "es-ES")
    running = await house.table(2)
    await house.say(running, ANA, "throw")
    lobby = await house.app.lobby.create(BRUNO, "cellar", guild=1, channel=3)
    await house.app.lobby.join(lobby.id, person)
    own = await house.app.lobby.create(person, "cellar", guild=1, channel=3)
    invited = await house.app.lobby.create(BRUNO, "cellar", guild=1, channel=3, name="Cena")
    await house.app.lobby.invite(invited.id, BRUNO, person.id)
    assert await house.app.privacy.erase(person) == 4
    await house.settle()
    kept = await everything(house)
    assert str(ANA.id) not in kept
    assert "Ana" not in kept
    after = await house.app.lobby.get(running.id)
    assert after.status == "running"
    assert after.host == BRUNO.id
    assert after.names == ("Alguien", "Bruno")
    assert after.seats[0].automatic
    assert after.seats[0].tapped == 0.0, "nor when they were last there"
    assert (await house.app.lobby.get(own.id)).status == "closed"
    assert [seat.user for seat in (await house.app.lobby.get(lobby.id)).seats] == [BRUNO.id]
    await folded(house, running.id)


async def test_an_ended_game_stays_whole_without_the_name(house):
    match = await house.table(1, 1, "eight_minute_empire")
    assert (await house.finish(match)).status == "ended"
    await house.app.privacy.erase(ANA)
    assert str(ANA.id) not in await everything(house)
    assert (await house.app.tables.verify(match.id)).ok


async def test_who_is_erased_at_a_halted_table_leaves_a_seat_that_is_answered_when_it_goes_on(
    house,
):
    match = await house.table(2)
    await house.to_turns(match)
    async with house.app.locks(match.id):
        await house.app.moves.halt(match.id, ["a coin is missing"])
    await house.app.privacy.erase(ANA)
    await house.settle()
    halted = await house.app.lobby.get(match.id)
    assert (halted.status, halted.names, halted.rows) == ("halted", ("Alguien", "Bruno"), 4)
    await house.app.tables.resume(match.id, CARLA)
    await house.settle()
    after = await house.app.lobby.get(match.id)
    assert after.status == "running"
    assert after.seats[0].automatic
    assert after.rows > 4, "a computer player has gone on for the seat"
    assert not after.seats[0].awaited
    assert str(ANA.id) not in await everything(house)


async def test_a_table_keeps_no_name_of_an_organiser_who_was_called_otherwise(house):
    """Once `Anita`, now `Ana`, then nobody: what the table was called by itself is not kept, what it was named stays."""
    anita = await house.app.people.get(ANA.id, "Anita", "es-ES")
    plain = await house.app.lobby.create(anita, "cellar", guild=1, channel=2)
    named = await house.app.lobby.create(anita, "cellar", guild=1, channel=2, name="Cena")
    older = await house.app.lobby.create(
        anita, "cellar", guild=1, channel=2, name="Mesa de Anita"
    )  # as it was once stored
    for match in (plain, named, older):
        await house.app.lobby.join(match.id, BRUNO)
    ana = await house.app.people.get(ANA.id, "Ana", "es-ES")
    await house.app.privacy.erase(ana)
    kept = await everything(house)
    assert "Anita" not in kept
    after = [await house.app.lobby.get(match.id) for match in (plain, named, older)]
    assert [match.name for match in after] == ["", "Cena", ""]
    assert [table_name(match, Translator.of(match)) for match in after] == [
        "Mesa de Bruno",
        "Cena",
        "Mesa de Bruno",
    ]


async def test_a_table_of_nobody_has_no_name(house):
    match = await house.table(1, 1, "eight_minute_empire")
    await house.app.privacy.erase(ANA)
    await house.settle()
    after = await house.app.lobby.get(match.id)
    assert table_name(after, Translator.of(after)) == ""
    assert head(after, Translator.of(after)) == f"Ocho minutos para un imperio · {match.id}"


async def at(house, status: str):
    """A table of Ana's and Bruno's in this status."""
    match = await house.table(2, start=status not in ("lobby", "closed"))
    if status == "closed":
        await house.app.lobby.leave(match.id, BRUNO)
        await house.app.lobby.leave(match.id, ANA)
        return match
    if status == "lobby":
        await house.app.lobby.invite(match.id, ANA, CARLA.id)
        return match
    await house.say(match, ANA, "throw")
    if status == "choosing":
        panel = await house.app.tables.panel(match.id, BRUNO)
        await house.app.tables.answer(match.id, BRUNO, panel.decision, 0, "throw")
    if status == "asleep":
        await house.later(60 * 24 * 3600.0)
    if status == "voting":
        await house.app.votes.propose(match.id, BRUNO, "pause")
    if status == "halted":
        async with house.app.locks(match.id):
            await house.app.moves.halt(match.id, ["a coin is missing"])
    if status == "ended":
        await house.finish(match)
    await house.settle()
    return match


@pytest.mark.parametrize("who", [ANA, BRUNO], ids=["organiser", "guest"])
@pytest.mark.parametrize(
    "status", ["lobby", "running", "choosing", "voting", "asleep", "halted", "ended", "closed"]
)
async def test_erasing_leaves_nothing_whatever_the_table_is_at(house, status: str, who):
    match = await at(house, status)
    person = await house.app.people.get(who.id, who.name, "es-ES")
    await house.app.repo.save_follower(Follower(match.id, who.id, house.clock.at))
    await house.app.repo.save_letter(ReminderMessage(who.id, 5, 6, [match.id]))
    before = (await house.app.lobby.get(match.id)).status
    await house.app.privacy.erase(person)
    await house.settle()
    kept = await everything(house)
    assert str(who.id) not in kept
    assert who.name not in kept
    after = await house.app.lobby.get(match.id)
    assert after.status in (before, "ended") or (before, after.status) == ("lobby", "closed")
    assert json.loads(await house.app.privacy.export(person))["tables"] == []
