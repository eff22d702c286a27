"""Click paths of Era: Medieval Age, and the same moves as text.

A legal position is stored at a running table, as a saved one would be.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine.frame import Frame
from games.era_medieval_age.rules.domain.building import Builders
from games.era_medieval_age.rules.flow.setup import RoundEnd, Rounds
from games.era_medieval_age.rules.phases.calamities import Calamities
from games.era_medieval_age.rules.phases.extortion import Extort, Yield
from games.era_medieval_age.rules.phases.harvest import Collect
from games.era_medieval_age.rules.phases.rolling import CountSkulls, Quill, RollPhase, SecretRoll
from tests.e2e.conftest import ROOM, BotHarness, Player, asked, labels, menu, staged, words
from tests.games.era_medieval_age.positions import Pos, begin, dice, lay, stage, stock

TOWN = [
    "keep-g7-0",
    "wall_4-c6-0",
    "wall_4-b6-90",
    "wall_4-c9-0",
    "farm-j3-0",
    "longhouse-d3-0",
    "longhouse-d12-0",
    "longhouse-k11-0",
    "church-j7-0",
    "monastery-a1-0",
    "scorched_earth-m13-0",
    "scorched_earth-a13-0",
]
FACES = (
    "peasant_food3",
    "peasant_wood3",
    "peasant_food2_or_stone1",
    "noble_shields4",
    "clergy_culture1",
)


def world(
    *,
    mine: tuple[str, ...] = FACES,
    theirs: tuple[str, ...] = ("peasant_food3", "noble_swords2"),
    **have: int,
) -> Pos:
    """Two players in round 1: Ana (or who opened the table) with a monastery and a church."""
    pos = stock(lay(begin(2, "paths"), TOWN), 0, **(have or {"goods": 2, "wood": 4, "food": 3}))
    dice(dice(pos, 0, *mine), 1, *theirs)
    for town in pos.state.towns:
        town.skulls = 0
    return pos


def at(pos: Pos, *frames: Frame[Any]) -> Pos:
    stage(pos, *frames)
    return pos


async def test_a_monastery_sets_a_die_in_four_taps(harness: BotHarness, ana: Player, bruno: Player):
    pos = world(theirs=("peasant_food3",) * 3 + ("noble_swords2",))
    pos.stack, pos.lanes = (
        [Rounds(), RoundEnd(), RollPhase(forked=True)],
        [[SecretRoll(0, sets=1, throws=1)], [SecretRoll(1)]],
    )
    panel = await asked(harness, pos, ana, bruno)
    assert "¿Qué dado fijas con tu Monasterio?" in words(panel)
    assert {"Volver a tirar…", "Me los quedo"} <= set(labels(panel)), (
        "throwing and stopping stay at hand"
    )
    panel = await ana.choose("P2 ")
    assert "¿En qué cara fijas P2?" in words(panel)
    assert sum(label[:2] in ("A ", "B ", "C ", "D ", "E ", "F ") for label in labels(panel)) == 6
    panel = await ana.choose("E ")
    assert "Fijas P2 en «2 martillos» con tu Monasterio." in words(panel)
    panel = await ana.choose("Confirmar ↩")
    assert ana.clicks == 4
    assert "Guardado" in words(panel)
    assert any(label.startswith("↩") for label in labels(panel))
    assert "¿Qué dados vuelves a tirar?" in words(panel), "and on with the throw"
    assert "✕ P2 (2 martillos)" in labels(panel)
    panel = await ana.choose("✕ P2")
    assert "el Monasterio ha fijado el dado: esta vez no" in words(panel)


async def test_a_quill_takes_two_taps_and_is_final(harness: BotHarness, ana: Player, bruno: Player):
    pos = world(
        mine=("peasant_food3", "peasant_wood1_build1_skull", "noble_shields4", "clergy_quill")
    )
    panel = await asked(harness, at(pos, Quill(0), CountSkulls()), ana, bruno)
    assert labels(panel)[:3] == ["Solo C1 🔒", "C1 con P1 🔒", "C1 con P2 🔒"]
    assert "Dejar los dados así 🔒" in labels(panel)
    panel = await ana.choose("C1 con P2")
    assert ana.clicks == 2
    assert "Guardado: Vuelves a tirar C1 y P2." in words(panel)
    assert not any(label.startswith("↩") for label in labels(panel))
    assert "usa una pluma: C1" in words(await ana.table()), "a quill is public"


async def test_a_choice_face_takes_one_tap_and_shows_what_it_brings(
    harness: BotHarness, ana: Player, bruno: Player
):
    panel = await asked(
        harness, at(world(theirs=("peasant_food2_or_stone1",)), Collect()), ana, bruno
    )
    assert "Un dado da 2 de comida o 1 de piedra. ¿Qué eliges?" in words(panel)
    assert labels(panel)[:2] == ["2 de comida", "1 de piedra"]
    ana.clicks = 0
    panel = await ana.choose("1 de piedra")
    assert "Guardado: Estos dados dan 1 de piedra." in words(panel)
    assert any(label.startswith("↩") for label in labels(panel)), (
        "it may be changed until the others have chosen"
    )
    assert ana.clicks == 1
    assert "Falta ■ Bruno" in words(panel), "who is awaited is said"


async def test_bandits_take_two_taps(harness: BotHarness, ana: Player, bruno: Player):
    pos = world()
    pos.state.towns[0].skulls = 1
    panel = await asked(harness, at(pos, Calamities([0, 1])), ana, bruno)
    assert labels(panel)[:4] == [
        "+1 de Calamidad (−1 punto) 🔒",
        "1 mercancía (tienes 2) 🔒",
        "1 de madera (tienes 4) 🔒",
        "1 de comida (tienes 3) 🔒",
    ]
    assert "lo demás" not in words(panel), "nothing else could be undone"
    panel = await ana.choose("1 mercancía")
    assert "Pierdes 1 mercancía." in words(panel)
    assert ana.clicks == 2
    await ana.tap(await ana.table(), "Crónica")
    assert "Los Bandidos le quitan 1 mercancía a ● Ana." in words(await ana.panel())


async def test_a_fire_asks_for_a_building_by_its_cell(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = world()
    pos.state.towns[0].skulls = 4
    panel = await asked(harness, at(pos, Calamities([0, 1])), ana, bruno)
    assert "Incendio: has sacado cuatro calaveras. ¿Qué edificio pierdes?" in words(panel)
    panel = await menu(ana, "farm-j3-0")
    assert "Pierdes la Granja de J3." in words(panel)
    await ana.choose("Confirmar 🔒")
    assert ana.clicks == 4, "a menu of buildings counts as two"


async def test_treason_asks_the_victim_for_a_place(harness: BotHarness, ana: Player, bruno: Player):
    pos = world()
    pos.state.towns[1].skulls = 3
    panel = await asked(harness, at(pos, Calamities([0, 1])), ana, bruno)
    assert "Traición de ■ Bruno: ¿dónde pones tu Tierra quemada?" in words(panel)
    assert "Otro sitio…" in labels(panel)
    panel = await ana.choose("C1")
    assert "Guardado: Pones Tierra quemada en C1." in words(panel), "a free place needs no question"
    assert ana.clicks == 2


@pytest.mark.parametrize(
    ("answer", "taps", "told"),
    [
        ("Pagar 1 mercancía", 2, "■ Bruno le paga 1 mercancía a ● Ana."),
        ("Negarme: +2", 2, "■ Bruno se niega a pagar a ● Ana: +2 de Calamidad."),
    ],
)
async def test_extortion_from_the_demand_to_the_answer(
    harness: BotHarness, ana: Player, bruno: Player, answer: str, taps: int, told: str
):
    pos = stock(
        world(mine=("peasant_food3", "noble_swords2"), theirs=("peasant_food3",)),
        1,
        goods=2,
        wood=6,
    )
    panel = await asked(harness, at(pos, Extort([])), ana, bruno)
    assert labels(panel)[:2] == ["1 mercancía 🔒", "1 de madera 🔒"], (
        "what the victim lacks is not asked for"
    )
    await ana.choose("1 mercancía")
    assert ana.clicks == 2
    panel = await bruno.play()
    assert "● Ana te exige 1 mercancía. ¿Pagas?" in words(panel)
    await bruno.choose(answer)
    assert bruno.clicks == taps
    await ana.tap(await ana.table(), "Crónica")
    assert "● Ana le exige 1 mercancía a ■ Bruno." in words(await ana.panel())
    assert told in words(await ana.panel())


async def test_a_place_by_row_and_column_is_marked_as_on_the_rim(
    harness: BotHarness, ana: Player, bruno: Player
):
    """Any place of all: the row by its number, the cell by its name; nothing is lettered twice."""
    pos = at(
        world(mine=("peasant_build2", "noble_shields4"), goods=1, stone=1, wood=4), Builders([0])
    )
    await asked(harness, pos, ana, bruno)
    await ana.choose("Construir otra cosa…")
    panel = await menu(ana, "longhouse")
    panel = await ana.choose("horizontal ▬…")
    ana.clicks = 0
    panel = await ana.choose("Otro sitio…")
    assert labels(panel)[:2] == ["Fila 1", "Fila 2"]
    panel = await ana.choose("Fila 7")
    assert "C7" in labels(panel)
    panel = await ana.choose("C7")
    assert ana.clicks == 3
    assert "Guardado: Construyes una Casa en C7." in words(panel)
    assert any(label.startswith("↩") for label in labels(panel))


async def test_blocked_buildings_say_what_is_missing(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = at(world(mine=("peasant_build2", "noble_shields4"), wood=4, stone=1), Builders([0]))
    await asked(harness, pos, ana, bruno)
    panel = await ana.choose("Construir otra cosa…")
    part = next(
        part for row in panel["components"] for part in row["components"] if part["type"] == 3
    )
    why = {
        one["value"]: one["description"] for one in part["options"] if one["label"].startswith("✕")
    }
    assert why["church"] == "falta 1 mercancía (+1 dado de Clero)"
    assert why["townhouse"] == "faltan 2 mercancías (+1 dado de Burguesía)"
    assert why["hospital"].startswith("faltan")
    panel = await menu(ana, "church")
    assert "Iglesia" in words(panel)
    assert "falta 1 mercancía" in words(panel), "a blocked one tells why and changes nothing"


async def test_where_little_can_be_built_one_button_tells_why_not(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = at(world(mine=("peasant_build2", "noble_shields4"), wood=2), Builders([0]))
    await asked(harness, pos, ana, bruno)
    panel = await ana.choose("Construir otra cosa…")
    assert [label for label in labels(panel) if label.startswith(("Casa", "Granja"))]
    panel = await ana.choose("¿Por qué no?")
    assert "Iglesia · 1 punto · 1 mercancía" in words(panel)
    assert "falta 1 mercancía" in words(panel)


@pytest.mark.parametrize(
    ("seat", "typed", "begins"),
    [
        (0, "casa c7", "Construir"),
        (0, "c7", "Construir"),
        (1, "longhouse c7", "Build"),
        (1, "c7", "Build"),
    ],
)
async def test_a_place_is_completed_from_its_name_alone(
    harness: BotHarness, ana: Player, carla: Player, seat: int, typed: str, begins: str
):
    """Each in their own language: Carla reads English."""
    player = (ana, carla)[seat]
    pos = stock(begin(2, "paths"), seat, goods=1, stone=1, wood=4)
    dice(
        dice(pos, seat, "peasant_build2", "noble_shields4"),
        1 - seat,
        "peasant_food3",
        "noble_shields4",
    )
    await staged(harness, at(pos, Builders([seat])), ana, carla)
    found = await player.person.autocomplete("play", ROOM, "move", typed)
    names = [one["name"] for one in found]
    assert names
    assert all("C7" in name and name.startswith(begins) for name in names), names
    kinds = {"Casa", "Longhouse"}
    if " " in typed:
        assert len(names) == 2, "lying or standing is all that is left open"
        assert all(kinds & set(name.split()) for name in names)
    else:
        assert 5 < len(names) <= 25, "every piece that fits there"
    whole = next(one for one in found if kinds & set(one["name"].split()))
    await player.person.command("play", ROOM, move=whole["value"])
    await harness.quiet()
    match = (await harness.app.repo.matches.find())[-1]
    stored = await harness.app.repo.matches.load(match.id)
    assert stored is not None
    assert any(piece.startswith("longhouse-c7") for piece in stored.pos.state.towns[seat].pieces)


async def test_a_demand_of_master_jaime_names_him(harness: BotHarness, ana: Player):
    pos = begin(1, "jaime")
    stock(
        dice(pos, 0, "peasant_food3", "peasant_food3", "peasant_food3", "noble_sword1"), 0, wood=2
    )
    pos.state.jaime = ["noble_swords3", "noble_swords3", "noble_goods1", "peasant_food3"]
    panel = await asked(harness, at(pos, Yield(0, -1, "wood"), Extort([], ready=True)), ana)
    assert "Maese Jaime (6 espadas) te exige 1 de madera. ¿Pagas?" in words(panel)
    await ana.choose("Negarme")
    assert ana.clicks == 2
