"""Jumps of the machine's clock, in both directions: order comes from row numbers."""

import pytest

from tests.app.harness import PEOPLE, assert_log_replays
from ui.i18n import Translator
from ui.views.pages import common

ANA, BRUNO, CARLA = PEOPLE[:3]
DAY = 86400.0


@pytest.mark.parametrize("jump", [-400 * DAY, -3600.0, 400 * DAY])
async def test_the_clock_jumps_in_the_middle_of_a_game(harness, jump):
    match, tables = await harness.table(3), harness.app.game_service
    await harness.say(match, ANA, "throw")
    harness.clock.at += jump
    await harness.say(match, BRUNO, "throw")
    await harness.say(match, ANA, "keep")
    harness.clock.at -= jump / 2
    await tables.resign(match.id, CARLA)
    await harness.settle()
    await harness.say(match, BRUNO, "keep")
    await harness.later(120)
    assert harness.notifier.pings[-1] == [0], "who is awaited is called all the same"
    assert (await tables.undo(match.id, BRUNO)).refused.key == "core.undo.seen"
    rows = (await harness.app.queries.log(match.id)).rows
    assert [row.n for row in rows] == sorted(row.n for row in rows)
    since = await harness.app.queries.recap(match.id, ANA)
    assert since.said
    turns = await harness.app.queries.inbox(ANA)
    assert [turn.waits_for_user for turn in turns] == [True]
    words = Translator.of(await harness.app.lobby.get(match.id), "es")
    assert common.inbox_message(turns, "es", harness.clock.now()).embed
    assert common.since_message(match, since, words).embed
    await harness.reopen()
    assert (await harness.app.queries.verify(match.id)).ok
    await assert_log_replays(harness, match.id)


async def test_a_click_counts_once_however_the_clock_jumps(harness):
    lobby = harness.app.lobby
    match = await lobby.create(ANA, "cellar", guild=1, channel=2, click="c1")
    await lobby.join(match.id, BRUNO, "c2")
    harness.clock.at -= 10 * DAY
    app = await harness.reopen()
    assert (await app.lobby.create(ANA, "cellar", guild=1, channel=2, click="c1")).id == match.id
    assert (await app.lobby.join(match.id, BRUNO, "c2")).names == ("Ana", "Bruno")
