"""A table whose channel was deleted moves; closed direct messages are tried again."""

from __future__ import annotations

from typing import Any

import pytest

from app.match.access import Origin
from app.model.match import Match, UserError
from sandbox.state.errors import ApiError, LimitedError
from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words
from tests.e2e.test_troubles import _page
from ui.action import ComponentAction
from ui.custom_ids import TableAction, TableId
from ui.handlers.inbox import offer_channel

OTHER = "mesa-larga"


async def homeless(harness: BotHarness, *people: Player) -> Match:
    await seated(*people)
    match = (await harness.app.repo.matches.find())[0]
    await _page(harness, "channel.delete", channel=str(match.places.channel))
    await said(harness, "dm", people[0], "La partida está a salvo.")
    return await harness.app.lobby.get(match.id)


async def said(harness: BotHarness, room: str, who: Player, text: str) -> dict[str, Any]:
    """A message with this text, once it is there."""
    found = await who.person.wait_message(room, lambda message: text in words(message))
    await harness.quiet()
    return found


async def test_the_organiser_is_told_at_once_how_to_bring_the_table_elsewhere(
    harness: BotHarness, ana: Player, bruno: Player
):
    match = await homeless(harness, ana, bruno)
    assert not match.places.channel
    assert match.status == "running"
    told = [words(m) for m in await ana.person.messages("dm") if "se ha borrado" in words(m)]
    assert len(told) == 1
    assert "/mesa mover" in told[0]


async def test_play_elsewhere_offers_to_move_it_and_the_calls_follow(
    harness: BotHarness, ana: Player, bruno: Player
):
    match = await homeless(harness, ana, bruno)
    await bruno.person.command("play", OTHER)
    offer = await bruno.panel(OTHER)
    assert "se ha borrado." in words(offer)
    assert labels(offer) == ["Traerla aquí", "Jugar sin traerla"]
    await bruno.tap(offer, "Traerla aquí")
    await harness.quiet()
    now = await harness.app.lobby.get(match.id)
    assert now.places.channel == int(bruno.person.channel(OTHER))
    board = await bruno.table(OTHER)
    assert int(board["id"]) == now.places.board
    call = next(m for m in await bruno.person.messages(OTHER) if int(m["id"]) == now.places.ping)
    assert {u["id"] for u in call["mentions"]} == {ana.person.id, bruno.person.id}, (
        "both are awaited"
    )
    await ana.person.command("play", OTHER, move="pujar 4")
    await harness.quiet()
    assert "Le toca a ■ Bruno" in words(await ana.table(OTHER))
    assert (await harness.app.lobby.get(match.id)).places.board == now.places.board, (
        "edited, not posted again"
    )


async def test_board_elsewhere_offers_it_too_and_one_may_just_look(
    harness: BotHarness, ana: Player, bruno: Player
):
    await homeless(harness, ana, bruno)
    await bruno.person.command("board", OTHER)
    offer = await bruno.panel(OTHER)
    assert labels(offer) == ["Traerla aquí", "Solo mirar"]
    await bruno.tap(offer, "Solo mirar")
    assert "Ana" in words(await bruno.panel(OTHER))


async def test_in_a_direct_message_it_is_played_on_without_an_offer(
    harness: BotHarness, ana: Player, bruno: Player
):
    await homeless(harness, ana, bruno)
    await bruno.person.command("play", "dm")
    assert "¿Cuánto pujas" in words((await bruno.person.messages("dm"))[-1])


async def test_table_move_brings_it_here_where_the_bot_may_write(
    harness: BotHarness, ana: Player, bruno: Player
):
    match = await homeless(harness, ana, bruno)
    await _page(harness, "faults", missing={bruno.person.channel(OTHER): ["ATTACH_FILES"]})
    await bruno.person.command("table move", OTHER)
    told = words(await bruno.panel(OTHER))
    assert "Me falta el permiso «Adjuntar archivos» en <#" in told
    await _page(harness, "faults", missing={bruno.person.channel(OTHER): []})
    await bruno.person.command("table move", OTHER)
    assert "está ahora en este canal" in words(await bruno.panel(OTHER))
    await harness.quiet()
    assert (await harness.app.lobby.get(match.id)).places.board
    await bruno.person.command("table move", OTHER)
    assert "Eso solo puede hacerlo Ana" in words(await bruno.panel(OTHER)), "it has a home again"


async def test_a_stranger_moves_nothing(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    match = await homeless(harness, ana, bruno)
    by = await harness.app.users.get(int(carla.person.id), "Carla")
    there = int(carla.person.channel(OTHER))
    for origin, why in (
        (Origin(match.places.guild, there, lambda _: True), "no_table"),
        (Origin(match.places.guild, there, administrator=True), "not_seated"),
    ):
        tap = ComponentAction(
            TableId(match.id, TableAction.MOVE_TABLE), by, "forged", channel=there, origin=origin
        )
        with pytest.raises(UserError, match=why):
            await harness.bot.dispatcher.table_handler.handle_modal(tap)
    assert offer_channel(match, by, TableAction.OPEN_PANEL) is None


async def test_a_living_table_is_moved_by_its_organiser_and_leaves_nothing_behind(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    match = (await harness.app.repo.matches.find())[0]
    await ana.person.command("table move", OTHER, table=match.id)
    await harness.quiet()
    left = [int(m["id"]) for m in await ana.person.messages(ROOM)]
    assert match.places.board not in left
    assert "Faltan 2 de 2" in words(await ana.table(OTHER))


async def test_a_deleted_thread_brings_its_table_to_the_channel(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await seated(ana, bruno)
    match = next(m for m in await harness.app.repo.matches.find() if m.places.thread)
    before = len([m for m in await ana.person.messages(ROOM) if m["embeds"]])
    await _page(harness, "channel.delete", channel=str(match.places.thread))
    await ana.person.wait_message(
        ROOM, lambda m: int(m["id"]) > match.places.board and bool(m["embeds"])
    )
    await harness.quiet()
    now = await harness.app.lobby.get(match.id)
    assert (now.places.thread, now.places.home) == (0, match.places.channel)
    assert len([m for m in await ana.person.messages(ROOM) if m["embeds"]]) > before
    assert not [m for m in await ana.person.messages("dm") if "se ha borrado" in words(m)], (
        "it has a home"
    )


async def test_direct_messages_that_were_closed_are_tried_again_behind_my_hand(
    harness: BotHarness, ana: Player, bruno: Player
):
    await bruno.person.set(dms_open=False)
    await seated(ana, bruno)
    await bruno.tap(await bruno.table(), "Mi mano")
    assert "No puedo enviarte mensajes privados." in words(await bruno.panel())
    await bruno.person.set(dms_open=True)
    await bruno.tap(await bruno.table(), "Mi mano")
    assert "No puedo enviarte mensajes privados." not in words(await bruno.panel())
    assert "Tu turno" in words((await bruno.person.messages("dm"))[-1])
    person = await harness.app.repo.users.get(int(bruno.person.id))
    assert person is not None
    assert not person.dm_closed


async def test_direct_messages_that_were_closed_are_tried_again_at_the_next_game(
    harness: BotHarness, ana: Player, bruno: Player
):
    await bruno.person.set(dms_open=False)
    await seated(ana, bruno)
    await bruno.person.set(dms_open=True)
    await seated(ana, bruno)
    assert "Tu turno" in words((await bruno.person.messages("dm"))[-1])


REFUSALS = [
    (403, 50007, True),
    (403, 50278, True),
    (403, 50013, False),
    (404, 10003, False),
    (403, 40003, False),
    (429, 40003, False),
]


@pytest.mark.parametrize(("status", "code", "closed"), REFUSALS)
async def test_only_what_discord_calls_closed_is_kept_as_closed(
    harness: BotHarness,
    ana: Player,
    bruno: Player,
    monkeypatch: pytest.MonkeyPatch,
    status: int,
    code: int,
    closed: bool,
):
    def refuse(*_args: Any) -> Any:
        raise LimitedError(60.0, code) if status == 429 else ApiError(status, code, "no")

    monkeypatch.setattr(harness.box.world, "dm_of", refuse)
    await seated(ana, bruno)
    people = [await harness.app.repo.users.get(int(one.person.id)) for one in (ana, bruno)]
    assert [one.dm_closed for one in people if one] == [closed, closed]
