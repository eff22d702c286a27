"""A closer look at parts of a table and at cards, also for spectators."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine.game import find
from games.core.views.scene import Scene
from games.tadmor.model.names import mission_name
from games.tadmor.rules.turn.placing import PlacePiece
from tests.contract.playouts import played
from tests.e2e.conftest import ROOM, BotHarness, Player, labels, menu, seated, staged, words
from tests.e2e.recording_painters import Recorder
from tests.e2e.test_pictures import picture
from tests.e2e.test_tadmor_paths import at, world
from tests.render.el_mapa.staged import played as mapa
from ui.action import ComponentAction
from ui.custom_ids import TableAction, TableId
from ui.i18n import Translator


@pytest.fixture
def painter(recorder: Recorder) -> Recorder:
    recorder.blank = ("board", "screen")
    return recorder


async def tadmor(harness: BotHarness, *people: Player) -> Any:
    """A table at which the first is to place."""
    pos = at(world(5, n=len(people), wood=3, stone=4), PlacePiece(0))
    await staged(harness, pos, *people)
    return pos


def kinds(painter: Recorder) -> tuple[str, int | None]:
    """What the newest picture shows, and whose things."""
    scene: Scene = painter.panels[-1]
    return scene.kind, scene.focus


async def test_each_castle_of_a_player_is_a_part_of_its_own(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player
):
    pos = find("el_mapa").codec.clone(mapa(2, "middle"))
    cells = [cell for cell, castle in pos.state.castles.items() if castle.owner == 0]
    assert len(cells) > 1
    await staged(harness, pos, ana, bruno)
    table = await bruno.table()
    part = next(
        part for row in table["components"] for part in row["components"] if part["type"] == 3
    )
    await bruno.person.select(table, part["custom_id"], "land0")
    await harness.quiet()
    for cell in cells:
        seen = await menu(
            bruno, f"castle_{cell}"
        )  # with one's own hand they are too many for a row of buttons
        assert kinds(painter) == ("castle", 0)
        assert painter.panels[-1].spot == cell
        assert f"Castillo {cell.upper()} de ● Ana" in words(seen)


async def test_one_tap_on_the_tables_message_shows_anybodys_things_and_the_next_takes_its_place(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player
):
    await tadmor(harness, ana, bruno)
    table = await bruno.table()
    assert labels(table)[5:] == ["🔍 ● Ana", "🔍 ■ Bruno", "🔍 Mejoras"]
    await bruno.tap(table, "🔍 ● Ana")
    first = await bruno.panel()
    assert "Tablero de ● Ana" in words(first)
    assert picture(first) is not None
    assert kinds(painter) == ("mat", 0)
    seen = await bruno.choose("Mejoras")
    assert seen["id"] == first["id"], "a look takes the place of the one before"
    assert kinds(painter) == ("display", None)
    seen = await bruno.choose("Tablero")
    assert (seen["id"], painter.panels[-1].kind) == (first["id"], "board")
    seen = await bruno.choose("● Ana")
    seen = await bruno.choose("Ver en texto")
    assert seen["id"] == first["id"]
    assert picture(seen) is None
    assert "Tablero de ● Ana" in words(seen)
    assert "● Ana: 10 PP" in words(seen)
    assert "■ Bruno:" not in words(seen), "only what was asked for"
    await bruno.choose("Actualizar")
    assert picture(await bruno.choose("■ Bruno")) is not None
    assert not [
        m for m in await ana.person.messages(ROOM) if "Tablero en ese momento" in words(m)
    ], "nobody else sees it"


async def test_what_is_hidden_stays_hidden_in_every_look(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player, carla: Player
):
    pos = await tadmor(harness, ana, bruno)
    for who, viewer in ((carla, None), (bruno, 1)):
        lang = "en" if who is carla else "es"
        hidden = [
            card
            for seat, player in enumerate(pos.state.players)
            if seat != viewer
            for card in player.hand
        ]
        others = {Translator(lang, "tadmor")(mission_name(card)) for card in hidden}
        assert others
        for label in ("🔍 ● Ana", "🔍 ■ Bruno"):
            await who.tap(await who.table(), label)
            assert painter.panels[-1].view.viewer == viewer
            seen = await who.choose("Show as text" if who is carla else "Ver en texto")
            assert not [name for name in others if name in words(seen)]
    assert all(scene.view.viewer in (None, 0, 1) for scene in painter.scenes)


async def test_the_board_takes_the_place_of_the_panel_and_leads_back_to_it(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player
):
    await tadmor(harness, ana, bruno)
    panel = await ana.play()
    assert "Mirar" not in labels(panel)
    panel = await ana.choose("Más…")
    await ana.tap(panel, "Mirar")
    seen = await ana.panel()
    assert seen["id"] == panel["id"], "the question is never off the screen"
    seen = await ana.choose("■ Bruno")
    assert kinds(painter) == ("mat", 1)
    back = await ana.choose("‹ Volver a la partida")
    assert back["id"] == panel["id"]
    assert "Más…" in labels(back)
    waiting = await bruno.play()
    assert "Mirar" in labels(waiting), "who waits has time to look around"


async def test_the_private_screen_shows_what_one_looks_at_and_then_itself(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player
):
    await tadmor(harness, ana, bruno)
    screen = (await bruno.person.messages("dm"))[-1]
    await bruno.tap(screen, "Mirar")
    seen = (await bruno.person.messages("dm"))[-1]
    assert seen["id"] == screen["id"]
    await bruno.tap(seen, "● Ana")
    found = await bruno.person.messages("dm")
    assert found[-1]["id"] == screen["id"]
    assert kinds(painter) == ("mat", 0)
    assert "Tablero de ● Ana" in words(found[-1])
    await bruno.tap(found[-1], "‹ Volver a la partida")
    found = await bruno.person.messages("dm")
    assert found[-1]["id"] == screen["id"]
    assert "Tu mano" in words(found[-1])
    assert labels(found[-1]) == labels(screen)


async def test_the_command_shows_a_part_as_picture_or_in_words(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player
):
    await tadmor(harness, ana, bruno)
    found = await ana.person.autocomplete("board", ROOM, "view", "")
    assert [one["name"] for one in found] == [
        "imagen",
        "texto",
        "Tablero de ● Ana",
        "Tablero de ■ Bruno",
        "Mejoras",
        "Tus misiones",
    ]
    found = await ana.person.autocomplete("board", ROOM, "seat", "bru")
    assert [(one["name"], one["value"]) for one in found] == [("■ Bruno", "1")]
    views: tuple[tuple[dict[str, Any], Any], ...] = (
        ({}, ("board", None)),
        ({"view": "mat1"}, ("mat", 1)),
        ({"seat": "Bruno"}, ("mat", 1)),
        ({"view": "mejoras"}, ("display", None)),
        ({"view": "imagen", "seat": "0"}, ("mat", 0)),
        ({"view": "board"}, ("board", None)),
        ({"view": "hand"}, ("missions", None)),
    )
    for options, shown in views:
        await ana.person.command("board", ROOM, **options)
        await harness.quiet()
        assert kinds(painter) == shown, options
    await ana.person.command("board", ROOM, view="texto", seat="1")
    text = words(await ana.panel())
    assert "■ Bruno: 10 PP" in text
    assert "● Ana:" not in text
    unknown: tuple[dict[str, Any], ...] = (
        {"view": "nada así"},
        {"seat": "Zoe"},
        {"view": "tablero de"},
    )
    for options in unknown:
        await ana.person.command("board", ROOM, **options)
        assert "Prueba con Tablero de ● Ana, Tablero de ■ Bruno, Mejoras o Tus misiones." in words(
            await ana.panel()
        )


async def test_who_reads_gets_words_of_that_part(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player
):
    await tadmor(harness, ana, bruno)
    await bruno.person.command("me display", ROOM, text=True)
    before = len(painter.scenes)
    await bruno.tap(await bruno.table(), "🔍 ● Ana")
    seen = await bruno.panel()
    assert "● Ana: 10 PP" in words(seen)
    assert "■ Bruno:" not in words(seen)
    seen = await bruno.choose("Tablero")
    assert "■ Bruno:" in words(seen)
    assert len(painter.scenes) == before


async def test_a_look_that_is_no_more_shows_the_board(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player
):
    await tadmor(harness, ana, bruno)
    match, by = (
        (await harness.app.repo.matches.find())[-1],
        await harness.app.repo.users.get(int(bruno.person.id)),
    )
    assert by is not None
    answer = await harness.bot.dispatcher.table_handler.handle_modal(
        ComponentAction(TableId(match.id, TableAction.SHOW_PART, "dragon"), by, None)
    )
    assert answer.message is not None
    assert answer.message.picture_source is not None
    assert answer.message.picture_source.kind == "board"


async def test_era_and_eight_minute_empire_have_their_own_parts(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player
):
    await seated(ana, bruno, game="era_medieval_age")
    assert labels(await ana.table())[5:] == ["🔍 ● Ana", "🔍 ■ Bruno"]
    await ana.tap(await ana.table(), "🔍 ■ Bruno")
    assert kinds(painter) == ("domain", 1)
    assert painter.panels[-1].view.viewer == 0


async def test_an_empire_close_up_and_a_card_with_its_ruling(
    harness: BotHarness, painter: Recorder, ana: Player, bruno: Player
):
    moments = played("imperial_settlers", 2).moments
    await staged(harness, moments[len(moments) // 2].pos, ana, bruno)
    assert {"🔍 ● Ana", "🔍 ■ Bruno"} <= set(labels(await ana.table()))
    await ana.tap(await ana.table(), "🔍 ■ Bruno")
    assert "Imperio de ■ Bruno" in words(await ana.panel())
    assert kinds(painter) == ("empire1", 1)
    assert painter.panels[-1].view.viewer == 0
    await ana.person.command("card", ROOM, name="posada")
    seen = await ana.panel()
    assert picture(seen) is not None
    assert painter.panels[-1].view == find("imperial_settlers").cards["com_tavern"].image_id
    assert "**Aclaraciones**\n**Posada**: la carta que descartas es el coste." in words(seen)


async def test_the_rules_are_sought_as_one_types(
    harness: BotHarness, ana: Player, carla: Player, bruno: Player
):
    await seated(ana, bruno, game="tadmor")
    found = [one["name"] for one in await ana.person.autocomplete("rules", ROOM, "find", "merode")]
    assert found[0] == "Merodeadores"
    assert len(found) > 1, "cards, too"
    english = [
        one["value"]
        for one in await carla.person.autocomplete("rules", ROOM, "find", "MERODEADORES")
    ]
    assert english[0] == "Marauders", "in either language, accents or not"
    assert len(await ana.person.autocomplete("rules", ROOM, "find", "")) > 10, (
        "all headings for nothing"
    )
    await carla.person.command("rules", ROOM, find="Marauders")
    seen = await carla.panel()
    assert "Next ›" in labels(seen), "the whole chapter"
    await carla.person.command("rules", ROOM, find="marauders attack nothing at all")
    assert "Next ›" not in labels(await carla.panel())


async def test_a_card_by_its_name(
    harness: BotHarness, painter: Recorder, ana: Player, carla: Player, bruno: Player
):
    found = await ana.person.autocomplete("card", ROOM, "name", "flota de m")
    assert found[0]["name"] == "Flota de madera · Mejora · Era I · Tadmor", (
        "no table here: every game there is"
    )
    await seated(ana, bruno, game="tadmor")
    found = await ana.person.autocomplete("card", ROOM, "name", "wood fl")
    assert (found[0]["name"], found[0]["value"]) == (
        "Flota de madera · Mejora · Era I",
        "tadmor:i10",
    )
    found = await carla.person.autocomplete("card", ROOM, "name", "flota de mad")
    assert found[0]["name"] == "Wood fleet · Upgrade · Era I", (
        "either language, said in the reader's"
    )
    for given in ("tadmor:i10", "Flota de madera", "flota DE madera"):
        await ana.person.command("card", ROOM, name=given)
        seen = await ana.panel()
        assert "Recibes 1 más con cada barco que recoge madera." in words(seen)
        assert "Regla: Mejoras" in labels(seen)
        assert picture(seen) is not None
    assert (painter.panels[-1].kind, painter.panels[-1].view) == ("card", "i10")
    await ana.tap(seen, "Regla")
    assert "Los espacios Mejora 1 a 4" in words(await ana.panel())
    await ana.person.command("card", ROOM, name="flota")
    assert "Elige una de la lista" in words(await ana.panel())
    await ana.person.command("card", ROOM, name="un **dragón**")
    assert r"\*\*dragón\*\*" in words(await ana.panel())
    await ana.person.command("card", ROOM, name="x", game="era_medieval_age")
    assert "No encuentro la carta «x»" in words(await ana.panel())
    assert seen["ephemeral_for"] == ana.person.id


async def test_the_search_of_the_rules_finds_cards_too(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno, game="tadmor")
    await ana.person.command("rules", ROOM, find="heraldo")
    assert "**Heraldo real · Mejora · Era II** +3 PP por cada misión que cumples." in words(
        await ana.panel()
    )
