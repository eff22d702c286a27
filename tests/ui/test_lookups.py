"""`/card` and `/rules` prefer the game that is played in the channel."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from games.era_medieval_age import GAME as ERA
from games.era_medieval_age.model.catalog import BUILDINGS, RULES
from games.hosted import GAMES
from tests.ui.command_harness import CommandHarness
from tests.ui.publisher_harness import PublisherHarness
from ui.views.pages import cards


@pytest.fixture
async def commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[CommandHarness]:
    """Era is played in the channel, and nothing else."""
    shown = PublisherHarness(tmp_path)
    await shown.begin()
    await shown.table(2, game=ERA.id)
    await shown.settle()
    made = CommandHarness(shown)
    await made.begin(monkeypatch)
    yield made
    await made.dispatcher.idle()
    await shown.app.stop()


async def told(commands: CommandHarness, name: str) -> str:
    return (await commands.says(commands.command("card"), name=name))[1]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("market", "Mercado Al final, +1 punto por cada casilla vacía que toque."),
        ("Mercado", "Cuesta 1 mercancía y 4 de madera."),
        ("university", "Universidad Al final, +1 punto por cada punto de Cultura."),
        ("longhouse", "+1 dado de Plebe."),
        ("keep", "Vale 2 puntos."),
        ("hospital", "Enfermedad"),
        ("guildhall", "recurso que guardes"),
        ("ataque", "pierde un edificio"),
        ("attack", "pierde un edificio"),
        ("treason", "Tierra quemada"),
        ("peasant", "Sus seis caras"),
        ("wall of 4", "4 casillas"),
    ],
)
async def test_a_card_of_the_game_that_is_played_here_is_meant(
    commands: CommandHarness, name: str, says: str
):
    assert says in await told(commands, name)


async def test_suggestions_begin_with_the_game_that_is_played_here(commands: CommandHarness):
    command = commands.command("card")
    first = await commands.suggested(command, "name", "")
    assert len(first) == 25
    assert all(one.value.startswith(f"{ERA.id}:") for one in first)
    found = await commands.suggested(command, "name", "mercad")
    assert [one.value for one in found][:1] == [f"{ERA.id}:market"]
    assert any(one.value == "el_mapa:market" and one.name.endswith("El Mapa") for one in found), (
        "others follow, with their game"
    )


async def test_a_card_that_only_another_game_has_is_found_too(commands: CommandHarness):
    assert "Pies ligeros" in await told(commands, "pies ligeros")


def test_all_that_people_look_up_in_each_title_has_a_face():
    assert set(ERA.cards) >= {*BUILDINGS, *(one.id for one in RULES.calamities)}
    wanted = {
        "tadmor": {
            "traitor",
            "war_supplies",
            "tower_double",
            "caravan_1",
            "market_ebla",
            "roof",
            "silk",
        },
        "eight_minute_empire": {"tools", "crystal", "wild"},
        "el_mapa": {"levy", "cavalry", "statue", "teleport", "pyramid"},
        "imperial_settlers": {"romans", "egyptians", "com_village"},
        ERA.id: {"wall_4", "noble"},
    }
    assert set(wanted) == {game.id for game in GAMES}
    for game in GAMES:
        assert wanted[game.id] <= set(game.cards), game.id
        for one in cards.cards_of_game(game.id):
            assert all(one.names.values())
