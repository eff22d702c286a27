"""What people may ask of us about themselves: export, erasure."""

import json

from tests.host.kit import PEOPLE, folded

ANA, BRUNO, CARLA, _, _ = PEOPLE


async def everything(house) -> str:
    """The whole of the store that could name somebody, as text."""
    rows = await house.app.repo._db.rows("SELECT * FROM matches")
    seats = await house.app.repo._db.rows("SELECT * FROM seats")
    users = await house.app.repo._db.rows("SELECT * FROM users")
    return "\n".join(str(tuple(row)) for row in (*rows, *seats, *users))


async def test_an_export_holds_ones_own_and_nothing_of_others(house):
    match = await house.table(2)
    await house.say(match, ANA, "throw")
    await house.say(match, BRUNO, "throw")
    kept = json.loads(await house.app.privacy.export(ANA))
    assert (kept["id"], kept["name"], kept["language"]) == (str(ANA.id), "Ana", "es")
    (table,) = kept["tables"]
    assert (table["table"], table["game"], table["organiser"], table["seats"]) == (match.id, "cellar", True, [0])
    assert [one["move"] for one in table["moves"]] == [["throw"]]
    assert table["last_tap"] == house.clock.at
    assert "Bruno" not in json.dumps(kept)
    assert str(BRUNO.id) not in json.dumps(kept)


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
    await house.app.tables.resign(match.id, ANA)
    await house.settle()
    assert (await house.app.lobby.get(match.id)).status == "ended"
    await house.app.privacy.erase(ANA)
    assert str(ANA.id) not in await everything(house)
    assert (await house.app.tables.verify(match.id)).ok
