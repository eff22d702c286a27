"""The machine's clock jumps, back as well as forth: order comes from row numbers, never from the time of day."""

import pytest

from tests.app.kit import PEOPLE, folded
from ui.i18n import Translator
from ui.views.pages import common

ANA, BRUNO, CARLA = PEOPLE[:3]
DAY = 86400.0


@pytest.mark.parametrize("jump", [-400 * DAY, -3600.0, 400 * DAY])
async def test_the_clock_jumps_in_the_middle_of_a_game(house, jump):
    match, tables = await house.table(3), house.app.tables
    await house.say(match, ANA, "throw")
    house.clock.at += jump
    await house.say(match, BRUNO, "throw")
    await house.say(match, ANA, "keep")
    house.clock.at -= jump / 2
    await tables.resign(match.id, CARLA)
    await house.settle()
    await house.say(match, BRUNO, "keep")
    await house.later(120)
    assert house.edge.pings[-1] == [0], "who is awaited is called all the same"
    assert (await tables.undo(match.id, BRUNO)).refused.key == "core.undo.seen"
    rows = (await tables.log(match.id)).rows
    assert [row.n for row in rows] == sorted(row.n for row in rows)
    since = await tables.recap(match.id, ANA)
    assert since.said
    turns = await tables.inbox(ANA)
    assert [turn.mine for turn in turns] == [True]
    words = Translator.of(await house.app.lobby.get(match.id), "es")
    assert common.inbox_message(turns, "es", house.clock.now()).card
    assert common.since_message(match, since, words).card
    await house.reopen()
    assert (await house.app.tables.verify(match.id)).ok
    await folded(house, match.id)


async def test_a_click_counts_once_however_the_clock_jumps(house):
    lobby = house.app.lobby
    match = await lobby.create(ANA, "cellar", guild=1, channel=2, click="c1")
    await lobby.join(match.id, BRUNO, "c2")
    house.clock.at -= 10 * DAY
    app = await house.reopen()
    assert (await app.lobby.create(ANA, "cellar", guild=1, channel=2, click="c1")).id == match.id
    assert (await app.lobby.join(match.id, BRUNO, "c2")).names == ("Ana", "Bruno")
