"""AI players of each strength: added by button, menu and command, named everywhere."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import ROOM, BotHarness, Player, words


@pytest.mark.e2e
async def test_each_strength_can_be_chosen_and_is_named_wherever_its_player_is(
    harness: BotHarness, ana: Player
):
    await ana.person.command("table new", ROOM, game="eight_minute_empire", seats=4)
    await harness.quiet()
    await ana.tap(await ana.table(), "+ Bot")
    lobby = await ana.table()
    (menu,) = [one for row in lobby["components"] for one in row["components"] if one["type"] == 3]
    await ana.person.select(lobby, menu["custom_id"], "easy")
    await harness.quiet()
    await ana.person.command("table bot", ROOM, strength="fierce")
    await harness.quiet()
    said_in_lobby = words(await ana.table())
    for said in ("Bot 1 ♗ (medio)", "Bot 2 ♘ (fácil)", "Bot 3 ♕ (experto)"):
        assert said in said_in_lobby
    await ana.tap(await ana.table(), "Empezar")
    await harness.quiet()
    table = words(await ana.table())
    for said in ("■ Bot 1 ♗", "▲ Bot 2 ♘", "◆ Bot 3 ♕"):
        assert said in table
    match = (await harness.app.repo.matches.find())[-1]
    assert [seat.computer for seat in match.seats] == [None, "medium", "easy", "fierce"]
