"""`/join` and `/pass` typed by users."""

from __future__ import annotations

from typing import Any

import pytest

from app.play.game_service import GameService
from games.core.prompts.prompt import DisabledOption, Option, SelectPrompt
from games.core.text.messages import literal
from games.era_medieval_age.rules.domain.building import Builders
from games.era_medieval_age.rules.phases.rolling import CountSkulls, Quill
from tests.e2e.conftest import ROOM, BotHarness, Player, asked, labels, menu, seated, staged, words
from tests.e2e.test_era_paths import at, world
from tests.games.era_medieval_age.positions import begin, dice, stock
from tests.games.imperial_settlers import positions as settlers
from ui.i18n import Translator


def options(message: dict[str, Any]) -> dict[str, str]:
    """Values and labels of a message's menu."""
    menu = next(
        part for row in message["components"] for part in row["components"] if part["type"] == 3
    )
    return {one["value"]: one["label"] for one in menu["options"]}


async def choose(who: Player, value: str) -> dict[str, Any]:
    message = await who.panel()
    menu = next(
        part for row in message["components"] for part in row["components"] if part["type"] == 3
    )
    await who.person.select(message, menu["custom_id"], value)
    await who.harness.quiet()
    return await who.panel()


async def say(who: Player, command: str, **more: Any) -> str:
    """A command, and what the person is told."""
    await who.person.command(command, ROOM, **more)
    await who.harness.quiet()
    return words(await who.panel())


async def test_join_sits_down_at_the_channels_table(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    await say(ana, "table new", game="tadmor")
    assert "Te has sentado en Tadmor" in await say(bruno, "join")
    assert "You have a seat at Tadmor" in await say(carla, "join")
    (match,) = await harness.app.repo.matches.find()
    assert match.names == ("Ana", "Bruno", "Carla")
    assert "Ya tienes sitio" in await say(bruno, "join")
    assert "3 de 4" in words(await ana.table()), "the table's own message shows it"


async def test_join_asks_which_of_several_tables(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    await say(ana, "table new", game="tadmor", name="Lunes")
    await say(bruno, "table new", game="eight_minute_empire", name="Martes")
    tables = {match.name: match for match in await harness.app.repo.matches.find()}
    assert "Which one do you want to join?" in await say(carla, "join")
    shown = options(await carla.panel())
    assert set(shown) == {match.id for match in tables.values()}
    assert "Lunes" in shown[tables["Lunes"].id]
    choices = await carla.person.autocomplete("join", ROOM, "table", "mart")
    assert [one["value"] for one in choices] == [tables["Martes"].id]
    told = words(await choose(carla, tables["Martes"].id))
    assert "You have a seat at" in told
    assert "Martes" in told
    assert (await harness.app.lobby.get(tables["Martes"].id)).names == ("Bruno", "Carla")
    assert [
        m["id"]
        for m in await ana.person.messages(ROOM)
        if m.get("ephemeral_for") == carla.person.id
    ] == []
    assert "Lunes" in await say(carla, "join"), "only one is left that has no seat of hers"
    assert (await harness.app.lobby.get(tables["Lunes"].id)).names == ("Ana", "Carla")


async def test_join_named_by_its_code(harness: BotHarness, ana: Player, bruno: Player):
    await say(ana, "table new", game="tadmor")
    (match,) = await harness.app.repo.matches.find()
    assert "Te has sentado" in await say(bruno, "join", table=match.id.lower())
    assert "No encuentro esa mesa" in await say(bruno, "join", table="ZZZZ")


async def test_join_opens_the_choice_of_games_where_no_table_waits(
    harness: BotHarness, ana: Player, carla: Player
):
    assert "Aquí no hay ninguna mesa esperando gente." in await say(ana, "join")
    assert list(options(await ana.panel())) == list(harness.app.games)
    assert "Mesa abierta: El Mapa" in words(await choose(ana, "el_mapa"))
    (match,) = await harness.app.repo.matches.find()
    assert (match.game, match.lang, match.names, match.status) == (
        "el_mapa",
        "es",
        ("Ana",),
        "lobby",
    )
    assert str(match.places.channel) == ana.person.channel(ROOM)
    assert str(match.places.guild) in harness.box.world.guilds
    assert "The Map" in await say(carla, "join")
    assert (await harness.app.lobby.get(match.id)).names == ("Ana", "Carla")


async def test_join_beside_a_full_or_a_begun_table_opens_another(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    await say(ana, "table new", game="tadmor", seats=2)
    await say(bruno, "join")
    assert "The table here is full" in await say(carla, "join")
    await ana.tap(await ana.table(), "Empezar")
    await harness.quiet()
    assert "Ya estás jugando aquí." in await say(bruno, "join")
    assert "No tables here need players" in await say(carla, "join")
    await choose(carla, "era_medieval_age")
    assert len(await harness.app.repo.matches.find()) == 2


async def test_join_is_for_servers(harness: BotHarness, ana: Player, bruno: Player):
    await seated(ana, bruno, game="eight_minute_empire")
    await ana.person.command("join", "dm")
    assert "canal de un servidor" in words((await ana.person.messages("dm"))[-1])


async def rows(harness: BotHarness) -> int:
    """How many steps the table has seen."""
    return (await harness.app.repo.matches.find())[-1].rows


async def test_pass_asks_before_what_is_final_and_said_again_does_it(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = settlers.begin("rb")
    settlers.supply(pos, 0, wood=1)
    await staged(harness, settlers.turn(pos), ana, bruno)
    before = await rows(harness)
    told = await say(ana, "pass")
    assert "Para confirmar, envía /pasar otra vez o pulsa Confirmar." in told
    assert "🔒 No se puede deshacer" in told
    assert await rows(harness) == before
    assert any(label.endswith("🔒") for label in labels(await ana.panel()))
    assert "Guardado" in await say(ana, "pass")
    assert await rows(harness) == before + 1


async def test_pass_is_undone_by_back_and_confirmed_by_its_button_too(
    harness: BotHarness, ana: Player, bruno: Player
):
    await staged(
        harness,
        at(
            world(mine=("peasant_food3", "noble_shields4", "clergy_quill")), Quill(0), CountSkulls()
        ),
        ana,
        bruno,
    )
    before = await rows(harness)
    assert "Para confirmar, envía /pasar otra vez o pulsa Confirmar." in await say(ana, "pass"), (
        "an instant step that is final is confirmed as well"
    )
    panel = await ana.panel()
    await ana.tap(panel, next(label for label in labels(panel) if label.endswith(" 🔒")))
    await harness.quiet()
    assert await rows(harness) == before + 1


async def test_pass_beside_a_half_made_choice_is_that_of_the_root(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = stock(begin(2, "pass"), 0, goods=1, stone=1, wood=4)
    dice(dice(pos, 0, "peasant_build2", "noble_shields4"), 1, "peasant_food3", "noble_shields4")
    await asked(harness, at(pos, Builders([0])), ana, bruno)
    await ana.choose("Construir otra cosa…")
    await menu(ana, "longhouse")
    before = await rows(harness)
    told = await say(ana, "pass")
    if await rows(harness) == before:
        assert "Para confirmar, envía /pasar otra vez o pulsa Confirmar." in told
        await say(ana, "pass")
    (row,) = [
        one.row
        for one in await harness.app.repo.game_log.entries(
            (await harness.app.repo.matches.find())[-1].id, before
        )
    ]
    assert list(row.path) == ["pass"]


async def test_pass_where_nothing_passes_says_what_one_may_do(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno, game="eight_minute_empire")
    match = (await harness.app.repo.matches.find())[-1]
    now, other = (ana, bruno) if match.waiting[:1] == (0,) else (bruno, ana)
    before = match.rows
    told = await say(now, "pass")
    assert "Ahora no puedes pasar." in told
    assert "Tus opciones: un número de 0 a" in told
    assert await rows(harness) == before
    if len(match.waiting) == 1:
        assert "no te toca" in await say(other, "pass")


async def test_pass_says_why_what_would_pass_is_blocked(
    harness: BotHarness, ana: Player, bruno: Player, monkeypatch
):
    await seated(ana, bruno, game="eight_minute_empire")
    match = (await harness.app.repo.matches.find())[-1]
    now = (ana, bruno)[match.waiting[0]]
    real = GameService.open_or_refresh_panel

    async def closed(tables: Any, table: str, by: Any, **how: Any) -> Any:
        panel = await real(tables, table, by, **how)
        shut = DisabledOption("end", literal("Terminar"), literal("falta 1 de madera"))
        panel.asked, panel.root = (
            SelectPrompt(
                (Option("go", literal("Sigue")),), literal("¿Qué quieres hacer?"), (shut,)
            ),
            None,
        )
        return panel

    monkeypatch.setattr(GameService, "open_or_refresh_panel", closed)
    assert "Terminar: falta 1 de madera" in await say(now, "pass")


async def test_pass_is_for_the_seated(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    await seated(ana, bruno, game="eight_minute_empire")
    match = (await harness.app.repo.matches.find())[-1]
    assert "You don't have a seat here" in await say(carla, "pass", table=match.id)
    choices = await ana.person.autocomplete("pass", ROOM, "table", "")
    assert [one["value"] for one in choices] == [match.id]


SPANISH = {"entrar", "pasar"}


@pytest.mark.parametrize(
    ("lang", "names"), [("es-ES", SPANISH), ("es-419", SPANISH), (None, {"join", "pass"})]
)
def test_both_are_named_in_both_languages(harness: BotHarness, lang: str | None, names: set[str]):
    told = harness.box.world.commands.values()
    assert names <= {
        one["name"] if lang is None else one["name_localizations"][lang] for one in told
    }


def test_the_help_tells_of_both():
    for lang, (join, step) in {
        "es": ("`/entrar`", "`/pasar`"),
        "en": ("`/join`", "`/pass`"),
    }.items():
        said = [Translator(lang)(f"ui.help.{topic}.answer") for topic in ("first", "turn")]
        assert join in said[0]
        assert step in said[1]
