"""Bad input and failures: a clear text in the user's language, nothing lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.background import publisher
from app.model.match import UserError
from sandbox.client import UserClient
from tests.database import limit_pages
from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words
from tests.e2e.process import patient
from ui import custom_ids
from ui.delivery import live_panels


async def refused(who: Player, message, label: str) -> str:
    """Press a button and return the text that only this user sees."""
    await who.tap(message, label)
    return words(await who.panel())


async def test_a_stranger_may_look_but_not_play(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    await seated(ana, bruno)
    await carla.tap(await carla.table(), "▶")
    assert "You don't have a seat here" in words(await carla.panel()), (
        "in the reader's own language"
    )
    assert "You don't have a seat here" in await refused(carla, await carla.table(), "Mi mano")
    assert "You don't have a seat here" in await refused(carla, await carla.table(), "Deshacer")


async def test_another_persons_panel_button_changes_nothing(
    harness: BotHarness, ana: Player, bruno: Player
):
    """Discord shows a panel to its owner only; a forged press still meets the host."""
    await seated(ana, bruno)
    panel = await ana.play()
    before = (await harness.app.repo.matches.find())[0].version
    tap = custom_ids.decode(bruno.person.buttons(panel)["3"])
    assert isinstance(tap, custom_ids.PanelId)
    stranger = await harness.app.users.get(999, "Eva", "es-ES")
    with pytest.raises(UserError, match="not_seated"):
        await harness.bot.dispatcher.panel_handler.handle_click(tap, stranger, "forged")
    assert (await harness.app.repo.matches.find())[0].version == before


async def test_a_doubled_click_counts_once(harness: BotHarness, ana: Player, bruno: Player):
    await seated(ana, bruno)
    await ana.play()
    panel = await ana.choose("5")
    first, second = await asyncio.gather(
        ana.person.press(panel, "Confirmar ↩"), ana.person.press(panel, "Confirmar ↩")
    )
    assert {first.state, second.state} == {"done"}
    await harness.quiet()
    match = (await harness.app.repo.matches.find())[0]
    assert [entry.row.path for entry in await harness.app.repo.game_log.entries(match.id)] == [
        ["bid", 5]
    ]


async def test_an_old_button_answers_with_a_fresh_panel(
    harness: BotHarness, ana: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(
        live_panels, "EDITABLE_S", 0.0
    )  # as after a quarter of an hour: it can't be changed any more
    await seated(ana, bruno)
    old = await ana.play()
    await ana.play()
    await ana.choose("5")
    await ana.choose("Confirmar")
    await bruno.play()
    await bruno.choose("0")
    await bruno.choose("Confirmar")
    await ana.tap(old, "3")
    panel = next(m for m in await ana.person.messages(ROOM) if m["id"] == old["id"])
    assert "Ese botón ya no vale" in words(panel)
    assert "¿Qué carta tomas?" in words(panel)


async def test_a_full_table_a_started_table_and_joining_twice(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    await ana.person.command("table new", ROOM, seats=2)
    await harness.quiet()
    lobby = await ana.table()
    assert "Ya tienes sitio" in await refused(ana, lobby, "Sentarme")
    await bruno.tap(lobby, "Sentarme")
    await harness.quiet()
    assert "Sentarme" not in carla.person.buttons(await carla.table()), (
        "a full table offers no seat"
    )
    await carla.person.command("table join", ROOM)
    assert "full" in words(await carla.panel()), "who asks by the command is told"
    assert "Ana puede empezar" in await refused(bruno, await bruno.table(), "Empezar")
    lobby = await ana.table()
    await ana.tap(lobby, "Empezar")
    await harness.quiet()
    code = (await harness.app.repo.matches.find())[0].id
    await carla.person.command("table join", ROOM, table=code)
    assert "already started. You're welcome to watch" in words(await carla.panel())
    await bruno.person.command("table join", ROOM, table=code)
    assert "ya ha empezado y tienes sitio. Pulsa Jugar" in words(await bruno.panel())


async def test_start_needs_people_and_says_how_many(harness: BotHarness, ana: Player):
    await ana.person.command("table new", ROOM, seats=3)
    await harness.quiet()
    text = await refused(ana, await ana.table(), "Empezar")
    assert "Falta 1 persona." in text


async def test_nonsense_in_play_names_near_moves(harness: BotHarness, ana: Player, bruno: Player):
    await seated(ana, bruno)
    await ana.person.command("play", ROOM, move="bailar un vals")
    text = words(await ana.panel())
    assert "«bailar un vals» no se puede jugar ahora" in text
    assert "pujar" in text.lower()


async def test_play_in_words_and_amounts_beyond_the_limits(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    choices = await ana.person.autocomplete("play", ROOM, "move", "pujar 1")
    assert any(choice["name"] == "Pujar 1" for choice in choices)
    await ana.person.command("play", ROOM, move="pujar 99")
    assert "no se puede jugar ahora" in words(await ana.panel())
    await ana.person.command("play", ROOM, move='=["bid",99]')
    assert "no se puede jugar ahora" in words(await ana.panel())
    await ana.person.command("play", ROOM, move="pujar 4")
    await harness.quiet()
    assert "Guardado: Pujas 4 monedas" in words(await ana.panel())


async def test_play_without_a_table_or_with_a_wrong_one(harness: BotHarness, ana: Player):
    await ana.person.command("play", ROOM)
    assert "No tienes ninguna mesa aquí." in words(await ana.panel())
    await ana.person.command("play", ROOM, table="ZZZ9")
    assert "No encuentro esa mesa" in words(await ana.panel())


async def test_the_second_table_lives_in_a_thread(harness: BotHarness, ana: Player, bruno: Player):
    await seated(ana, bruno)
    await seated(ana, bruno)
    first, second = await harness.app.repo.matches.find()
    assert sorted(bool(m.places.thread) for m in (first, second)) == [False, True]
    thread = next(m.places.thread for m in (first, second) if m.places.thread)
    assert any("Faltan 2 de 2" in words(m) for m in await ana.person.messages(str(thread)))


async def test_without_permission_for_threads_the_second_table_stays_in_the_channel(
    harness: BotHarness, ana: Player, bruno: Player
):
    await _page(harness, "faults", missing={ana.person.channel(ROOM): ["CREATE_PUBLIC_THREADS"]})
    await seated(ana, bruno)
    await seated(ana, bruno)
    matches = await harness.app.repo.matches.find()
    assert [m.places.thread for m in matches] == [0, 0]
    assert all(m.places.board for m in matches)


async def test_a_slow_answer_is_announced_in_time(
    harness: BotHarness, ana: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
):
    await seated(ana, bruno)
    real = harness.app.game_service.open_or_refresh_panel

    async def slow(*args, **how):
        await asyncio.sleep(0.3)
        return await real(*args, **how)

    monkeypatch.setattr("ui.interactions.dispatcher.DEFER_AFTER_S", 0.1)
    monkeypatch.setattr(harness.app.game_service, "open_or_refresh_panel", slow)
    await ana.tap(await ana.table(), "▶")
    await harness.quiet()
    assert "¿Cuánto pujas" in words(await ana.panel())
    await ana.person.command("play", ROOM)
    await harness.quiet()
    assert "¿Cuánto pujas" in words(await ana.panel())


async def test_closed_dms_are_remembered_and_everything_works_behind_my_hand(
    harness: BotHarness, ana: Player, bruno: Player
):
    await bruno.person.set(dms_open=False)
    await seated(ana, bruno)
    await bruno.tap(await bruno.table(), "Mi mano")
    panel = await bruno.panel()
    assert "No puedo enviarte mensajes privados. Usa Mi mano." in words(panel)
    await bruno.choose("2")
    await bruno.choose("Confirmar")
    assert "Guardado: Pujas 2 monedas" in words(await bruno.panel())
    person = await harness.app.repo.users.get(int(bruno.person.id))
    assert person is not None
    assert person.dm_closed


async def test_the_private_screen_plays_too_and_nothing_secret_is_in_the_channel(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    screen = (await ana.person.messages("dm"))[-1]
    assert "Tu turno" in words(screen)
    await ana.tap(screen, "7")
    await ana.tap((await ana.person.messages("dm"))[-1], "Confirmar")
    await harness.quiet()
    assert len(await ana.person.messages("dm")) == 1, "one message per seat, edited in place"
    assert "Falta ■ Bruno" in words((await ana.person.messages("dm"))[-1])
    for message in await bruno.person.messages(ROOM):
        assert "7 monedas" not in words(message)


async def test_a_channel_that_is_gone_keeps_the_table(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    match = (await harness.app.repo.matches.find())[0]
    await _page(harness, "channel.delete", channel=str(match.places.channel))
    screen = (await bruno.person.messages("dm"))[-1]
    await bruno.tap(screen, "1")
    await bruno.tap((await bruno.person.messages("dm"))[-1], "Confirmar")
    await harness.quiet()
    assert any("La partida está a salvo." in words(m) for m in await ana.person.messages("dm"))
    assert (await harness.app.repo.matches.find())[0].rows == 1


async def test_a_missing_permission_is_named_to_the_organiser(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    room = ana.person.channel(ROOM)
    await _page(harness, "faults", missing={room: ["SEND_MESSAGES", "VIEW_CHANNEL"]})
    screen = (await bruno.person.messages("dm"))[-1]
    await bruno.tap(screen, "1")
    await bruno.tap((await bruno.person.messages("dm"))[-1], "Confirmar")
    await harness.quiet()
    told = [words(m) for m in await ana.person.messages("dm") if "Me faltan permisos" in words(m)]
    assert len(told) == 1
    assert "Enviar mensajes" in told[0] or "Ver canal" in told[0]


async def test_no_table_is_opened_where_the_bot_may_not_write(harness: BotHarness, ana: Player):
    await _page(harness, "faults", missing={ana.person.channel(ROOM): ["SEND_MESSAGES"]})
    await ana.person.command("table new", ROOM, game="eight_minute_empire")
    told = words(await ana.panel())
    assert "Me faltan permisos en <#" in told
    assert "«Enviar mensajes»" in told
    assert await harness.app.repo.matches.find() == []


async def test_a_table_that_was_refused_is_shown_once_the_permission_is_back(
    harness: BotHarness, ana: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(publisher, "MAX_BACKOFF_S", 0.2)
    await seated(ana, bruno)
    room = ana.person.channel(ROOM)
    await _page(harness, "faults", missing={room: ["SEND_MESSAGES", "VIEW_CHANNEL"]})
    await bruno.tap((await bruno.person.messages("dm"))[-1], "1")
    await bruno.tap((await bruno.person.messages("dm"))[-1], "Confirmar")
    await harness.quiet()
    assert await harness.app.repo.matches.unpublished(), "what nobody could see is not called shown"
    await _page(harness, "faults", missing={room: []})
    async for _ in patient():
        await harness.quiet()
        if not await harness.app.repo.matches.unpublished():
            break
    assert await harness.app.repo.matches.unpublished() == []
    assert "Le toca a ● Ana" in words(await ana.table()), "the bid of Bruno is in"


async def test_lobby_commands_after_the_start_say_that_it_has_begun(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await ana.person.command("table start", ROOM)
    assert "ya ha empezado" in words(await ana.panel())


async def test_rate_limits_and_server_errors_lose_nothing(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await _page(harness, "faults", http_5xx=1)
    await ana.person.command("play", ROOM, move="pujar 4")
    await harness.quiet()
    assert (await harness.app.repo.matches.find())[0].rows == 1
    assert "Le toca a ■ Bruno" in words(await ana.table())


async def test_buttons_of_a_finished_table_say_so(harness: BotHarness, ana: Player, bruno: Player):
    await seated(ana, bruno)
    panel = await ana.play()
    match = (await harness.app.repo.matches.find())[0]
    stored = await harness.app.repo.matches.load(match.id)
    assert stored is not None
    stored.match.status = "ended"
    stored.match.version += 1
    await harness.app.repo.matches.commit(stored.match, stored.match.version - 1)
    await ana.tap(panel, "3")
    text = words(await ana.panel())
    assert "ha terminado" in text


async def test_an_unexpected_failure_is_a_sentence_with_a_code(
    harness: BotHarness,
    ana: Player,
    bruno: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    await seated(ana, bruno)

    async def broken(*_args, **_more):
        raise RuntimeError("a bug")

    monkeypatch.setattr(harness.app.game_service, "open_or_refresh_panel", broken)
    text = await refused(ana, await ana.table(), "▶")
    assert "He tenido un fallo" in text
    code = text.rsplit("Código de error: ", 1)[1].rstrip(".")
    assert code in caplog.text


async def test_no_room_on_the_disk_is_a_sentence_without_a_story(
    harness: BotHarness,
    ana: Player,
    bruno: Player,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    await seated(ana, bruno)
    await limit_pages(harness.app.repo, 1)
    said = ""
    for n in range(80):  # a few small rows still find room
        await (
            ana.person.command("undo", ROOM)
            if n % 2
            else ana.person.command("play", ROOM, move=f"pujar {n // 2 % 10}")
        )
        said = words(await ana.panel())
        if "Ahora no puedo guardar" in said:
            break
    assert (
        said
        == "Ahora mismo no puedo guardar, así que no ha cambiado nada. Vuelve a intentarlo dentro de unos minutos."
    )
    assert not [record for record in caplog.records if record.exc_info]
    await limit_pages(harness.app.repo, 1_000_000)
    await ana.person.command("undo", ROOM)  # whichever of the two found no room
    await ana.person.command("play", ROOM, move="pujar 3")
    assert "Guardado: Pujas 3 monedas" in words(await ana.panel())


async def test_the_inbox_opens_a_panel_right_there(harness: BotHarness, ana: Player, bruno: Player):
    await seated(ana, bruno)
    await ana.person.command("turns", "dm")
    inbox = (await ana.person.messages("dm"))[-1]
    assert "Tus turnos (1)" in words(inbox)
    await ana.tap(inbox, "1 ▶")
    assert "¿Cuánto pujas" in words((await ana.person.messages("dm"))[-1])


async def test_the_board_whole_in_words(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    await seated(ana, bruno)
    await carla.person.command("board", ROOM, view="text")
    text = words(await carla.panel())
    for needed in ("Ana", "Bruno", "14", "C4"):
        assert needed in text
    assert "Waiting for 2 of 2" in text


async def test_help_rules_log_points_and_proof_answer_in_private(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    for command, wanted in (
        ("help", "¿En qué te ayudo?"),
        ("rules", "Reglas"),
        ("table log", "Crónica"),
        ("table score", "Puntos"),
        ("table verify", "todo coincide"),
        ("table status", "Faltan 2 de 2"),
        ("table since", "Desde que se abrió la mesa"),
    ):
        await ana.person.command(command, ROOM)
        message = await ana.panel()
        assert wanted in words(message), command
        assert message["ephemeral_for"] == ana.person.id


async def test_leaving_asks_once_more(harness: BotHarness, ana: Player, bruno: Player):
    await seated(ana, bruno)
    await bruno.person.command("table resign", ROOM)
    assert "¿Dejas la mesa?" in words(await bruno.panel())
    await bruno.choose("Dejar la mesa")
    assert "Has dejado la mesa" in words(await bruno.panel())
    assert (await harness.app.repo.matches.find())[0].seats[1].resigned


async def test_language_and_display_follow_the_person(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    await ana.person.command("me language", ROOM, language="en")
    await ana.person.command("me display", ROOM, text=True)
    assert "Show as text: on" in words(await ana.panel())
    panel = await ana.play()
    assert "How much" in words(panel) or "bid" in words(panel).lower()


async def test_one_summons_at_a_time_and_one_ping_each(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    for who, move in ((ana, "pujar 4"), (bruno, "pujar 1")):
        await who.person.command("play", ROOM, move=move)
        await harness.quiet()
    assert "🔒 No se puede deshacer: " in words(await bruno.panel()), (
        "what is final is asked for even of a written move"
    )
    await bruno.choose("Confirmar")
    calls = [
        m
        for m in await ana.person.messages(ROOM)
        if "te toca" in words(m) and not m.get("ephemeral_for")
    ]
    assert len(calls) == 1
    assert [user["id"] for user in calls[0]["mentions"]] == [ana.person.id]
    assert "Jugar" in "".join(labels(calls[0]))


async def _page(harness: BotHarness, do: str, **fields: Any) -> Any:
    """Perform an action of the page's Backstage."""
    return await harness.box.page.perform(do, {"user": UserClient(harness.box, "Ana").id} | fields)
