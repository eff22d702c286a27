"""The table's message is found again if deleted or buried, and says that it is halted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.model.match import UserError
from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words
from ui import custom_ids
from ui.action import ComponentAction
from ui.delivery.table_publisher import BURIED_AFTER_MESSAGES


async def test_a_deleted_board_is_posted_anew(harness: BotHarness, ana: Player, bruno: Player):
    await seated(ana, bruno)
    board = await ana.table()
    await harness.box.page.perform(
        "message.delete", {"user": ana.person.id, "message": board["id"]}
    )
    await ana.person.command("play", ROOM, move="pujar 4")
    await harness.quiet()
    fresh = await ana.table()
    assert fresh["id"] != board["id"]
    assert "Le toca a ■ Bruno" in words(fresh)


async def test_a_board_that_talk_has_buried_is_posted_anew_after_a_round(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    board = await ana.table()
    for n in range(BURIED_AFTER_MESSAGES):
        await bruno.person.send(ROOM, f"¿Jugamos? {n}")
    await ana.person.command("play", ROOM, move="pujar 4")
    await harness.quiet()
    assert (await ana.table())["id"] == board["id"], "not in the middle of a round"
    await bruno.person.command("play", ROOM, move="pujar 1")
    await harness.quiet()
    await bruno.choose("Confirmar")
    fresh = await ana.table()
    assert int(fresh["id"]) > int(board["id"])
    seen = await ana.person.messages(ROOM)
    assert board["id"] not in [m["id"] for m in seen], "the old one is gone"
    calls = [m for m in seen if "te toca" in words(m) and not m.get("ephemeral_for")]
    assert [m["id"] for m in calls] == [fresh["id"]], "one message, not two: the board itself calls"
    assert fresh["mentions"]


async def test_who_runs_the_bot_lets_a_halted_table_go_on(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    harness.app.settings = replace(harness.app.settings, admin=int(carla.person.id))
    harness.app.operators = {int(carla.person.id)}
    await seated(ana, bruno)
    match = (await harness.app.repo.matches.find())[0].id
    async with harness.app.locks(match):
        await harness.app.moves.halt(match, ["row 3 bid", "a coin is missing"])
    await harness.quiet()
    assert "Mesa detenida" in words(await ana.table())
    told = (await carla.person.messages("dm"))[-1]
    assert "a coin is missing" in words(told)
    assert "a coin is missing" not in "".join(words(m) for m in await ana.person.messages("dm"))
    forged = ComponentAction(
        custom_ids.TableId(match, custom_ids.TableAction.RESUME_MATCH),
        await harness.app.users.get(int(bruno.person.id), "Bruno"),
        "forged",
    )
    with pytest.raises(UserError, match="admin_only"):
        await harness.bot.dispatcher.table_handler.handle_modal(forged)
    await carla.tap(told, "Resume" if "Resume" in labels(told) else "Reanudar")
    await harness.quiet()
    assert (await harness.app.repo.matches.find())[0].status == "running"
    assert "Faltan 2 de 2" in words(await ana.table())
