"""A command that may mean several tables asks which one, then runs as typed."""

from __future__ import annotations

from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words
from ui.interactions.pending_commands import PendingCommands


async def test_several_tables_here_ask_which(harness: BotHarness, ana: Player, bruno: Player):
    await seated(ana, bruno)
    await seated(ana, bruno)
    await ana.person.command("board", "dm")
    asked = (await ana.person.messages("dm"))[-1]
    assert "Hay 2 mesas. ¿A cuál te refieres?" in words(asked)
    codes = [match.id for match in await harness.app.repo.matches.find()]
    for code in codes:
        assert sum(code in one for one in labels(asked)) == 1
    await ana.tap(asked, next(one for one in labels(asked) if codes[1] in one))
    await harness.quiet()
    shown = (await ana.person.messages("dm"))[-1]
    assert codes[1] in words(shown), "the command goes on, in place of the question"
    assert "¿Cuál?" not in words(shown)
    assert asked["id"] == shown["id"]


async def test_a_move_in_words_goes_on_at_the_table_that_is_then_chosen(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await seated(ana, bruno)
    codes = [match.id for match in await harness.app.repo.matches.find()]
    await ana.person.command("play", "dm", move="pujar 4")
    asked = (await ana.person.messages("dm"))[-1]
    await ana.tap(asked, next(one for one in labels(asked) if codes[0] in one))
    await harness.quiet()
    assert "Guardado: Pujas 4 monedas" in words((await ana.person.messages("dm"))[-1])
    assert [match.id for match in await harness.app.repo.matches.find() if match.rows] == [codes[0]]


async def test_a_channels_own_table_is_meant_where_the_other_lives_in_its_thread(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await seated(ana, bruno)
    homes = {match.places.home: match.id for match in await harness.app.repo.matches.find()}
    channel = next(one.places.channel for one in await harness.app.repo.matches.find())
    assert len(homes) == 2
    await ana.person.command("table vote", ROOM, what="pause")
    await harness.quiet()
    (voted,) = [match for match in await harness.app.repo.matches.find() if match.vote]
    assert voted.id == homes[channel]


async def test_the_table_that_is_played_is_meant_where_all_have_left_another(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    (left,) = await harness.app.repo.matches.find()
    for who in (ana, bruno):
        await harness.app.game_service.resign(
            left.id, await harness.app.users.get(int(who.person.id), who.name, "es-ES")
        )
    await harness.quiet()
    await seated(ana, bruno)
    for command in ("table log", "board", "table verify"):
        await ana.person.command(command, ROOM)
        assert "Hay 2 mesas" not in words(await ana.panel()), command
    (going,) = [one for one in await harness.app.repo.matches.find() if one.id != left.id]
    await ana.person.command("table status", ROOM)
    assert going.id in words(await ana.panel())


async def test_a_question_from_before_a_restart_asks_for_the_command_again(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await seated(ana, bruno)
    await ana.person.command("board", "dm")
    asked = (await ana.person.messages("dm"))[-1]
    harness.bot.dispatcher.pending = PendingCommands()
    await ana.tap(asked, labels(asked)[0])
    await harness.quiet()
    assert "Esa pregunta ha caducado. Envía el comando otra vez." in words(
        (await ana.person.messages("dm"))[-1]
    )
