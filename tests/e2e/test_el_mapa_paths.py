"""Click paths of El Mapa, and the same moves as text.

A legal position is stored at a running table, as a saved one would be.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.el_mapa import GAME
from games.el_mapa.model.state import Castle, StandingOffer
from tests.e2e.conftest import BotHarness, Player, asked, labels, menu, words
from tests.games.el_mapa.positions import Pos, castle, give, opened, spend

pytestmark = pytest.mark.usefixtures("corners")
SEED = "m28"  # the first seat begins, at a1: b1 wood mine, a2 stone mine with a levy, b2 treasure with a levy


def world(**options: Any) -> Pos:
    """Return the first turn of the first seat, at home in a1."""
    return walk.start(GAME, options, 2, SEED)


def label(panel: dict[str, Any], part: str) -> str:
    """Return the label of the button that contains this text."""
    return next(one for one in labels(panel) if part in one)


def lines(panel: dict[str, Any]) -> list[tuple[str, str]]:
    """Return labels and notes of the panel's menu."""
    menus = [part for row in panel["components"] for part in row["components"] if part["type"] == 3]
    return [(one["label"], one.get("description", "")) for one in menus[0]["options"]]


async def pick(who: Player, part: str) -> dict[str, Any]:
    """Press the button whose label contains this text."""
    return await who.choose(label(await who.panel(), part))


async def line(who: Player, part: str) -> dict[str, Any]:
    """Choose the option of the panel's menu whose label contains this text."""
    panel = await who.panel()
    menus = [part for row in panel["components"] for part in row["components"] if part["type"] == 3]
    value = next(one["value"] for one in menus[0]["options"] if part in one["label"])
    await who.person.select(panel, menus[0]["custom_id"], value)
    await who.harness.quiet()
    return await who.panel()


async def test_a_turn_begins_with_its_verbs_and_says_why_not(
    harness: BotHarness, ana: Player, bruno: Player
):
    panel = await asked(harness, world(), ana, bruno)
    assert "Gana quien sume más puntos de victoria (PV)." in words(panel)
    assert "Tienes 3 de oro y 1 de madera. ¿Qué haces?" in words(panel)
    *verbs, learn = labels(panel)
    assert [one for one in verbs if "→" not in one and ":" not in one] == [
        "Mover",
        "Construir",
        "Contratar 1 leva (1 oro)",
        "?",
        "Más…",
        "Terminar 🔒",
    ]
    assert learn == "Aprender", "their first game of the title"
    assert "o se puede deshacer" not in words(panel), "it depends on the action"
    await ana.choose("Más…")
    panel = await ana.choose("✕ Comerciar")
    assert "✕ Comerciar: hace falta un Mercado, que cuesta 1 de oro. Regla: Comerciar." in words(
        panel
    )
    await ana.choose("Más…")
    panel = await ana.choose("✕ Tecnología")
    assert (
        "✕ Tecnología: no tienes cartas. Consigues cartas con las torres del saber y la Biblioteca. Regla: Tecnologías."
        in words(panel)
    )
    await ana.choose("Más…")
    panel = await pick(ana, "✕ Atalaya")
    assert "hace falta una Atalaya, que cuesta 4 de oro y 1 de madera. Regla: Atalaya." in words(
        panel
    )


async def test_moving_takes_four_taps(harness: BotHarness, ana: Player, bruno: Player):
    """Play, the verb, the origin and the target, whose lock says that tiles come up."""
    pos = world(start_package="rich")
    pos.state.players[0].stacks = {"a1": {"levy": 2}, "b1": {"levy": 1}}
    for cell in ("c1", "c2"):
        lay(pos, cell)
    await asked(harness, pos, ana, bruno)
    panel = await ana.choose("Mover")
    assert {"A1 (2)", "B1 (1)"} <= set(labels(panel))
    panel = await pick(ana, "A1 (2)")
    assert "mueves 1 leva de A1? (2 pasos; se queda 1 leva)" in words(panel)
    assert "Todas: 2 levas" in labels(panel)
    offered = {
        "B1 · 1 paso",
        "A2 · 1 paso ⚔ 1 leva · con todas 🔒",
        "B2 · 2 pasos ⚔ 1 leva · con todas 🔒",
        "C1 · 2 pasos 🔒",
    }
    assert {*offered, "Otro grupo"} <= set(labels(panel))
    assert "+2 PV" in words(panel)
    await pick(ana, "C1 · 2")
    assert ana.clicks == 4
    assert "● Ana voltea" in words(await ana.table())


async def test_a_way_over_known_ground_needs_no_confirmation_and_is_taken_back_by_name(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = opened()
    pos.state.chests = {}
    await asked(harness, first(pos, {"a1": {"levy": 1}}), ana, bruno)
    panel = await ana.choose("Mover")
    assert "¿Adónde mueves 1 leva de A1?" in words(panel), "one origin and troop aren't asked for"
    assert "El Mapa › Mover\n" in words(panel), "only what was chosen"
    panel = await pick(ana, "B1 · 1")
    assert ana.clicks == 3
    assert "Guardado: Mueves 1 leva a B1." in words(panel)
    assert "↩ Deshacer" in labels(panel)
    panel = await ana.choose("↩ Deshacer")
    assert "Deshecho: Mueves 1 leva a B1." in words(panel)


def first(pos: Pos, stacks: dict[str, dict[str, int]]) -> Pos:
    """The first seat is on turn with these troops; the other stays at home."""
    s = pos.state
    s.turn.seat = s.first = 0
    s.players[0].stacks = stacks
    s.players[1].stacks = {s.homes[1]: {"levy": 1}}
    for frame in pos.stack:
        if hasattr(frame, "seat"):
            frame.seat = 0
        if hasattr(frame, "left"):
            frame.left = [1]
    return pos


def walled() -> Pos:
    """The first seat's levy beside a red line, on open ground."""
    pos = opened()
    s = pos.state
    cell = next(
        cell
        for cell in s.board.cells
        if sum(s.barred(cell, side, other) for side, other in s.board.beside[cell].items()) == 1
        and len(s.open_neighbors(cell)) == 3
        and not s.chests.get(cell)
    )
    return first(pos, {cell: {"levy": 1}})


async def test_step_by_step_north_east_south_west_and_stop(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = walled()
    await asked(harness, pos, ana, bruno)
    await ana.choose("Mover")
    panel = await ana.choose("Paso a paso")
    assert {one.removeprefix("✕ ")[0] for one in labels(panel)[:4]} == set("⬆➡⬇⬅")
    shut = next(one for one in labels(panel) if one.startswith("✕ "))
    panel = await ana.choose(shut)
    assert (
        f"{shut}: lo impide una línea roja. Da un rodeo o usa Teletransporte. Regla: Mover."
        in words(panel)
    )
    taps = ana.clicks
    panel = await ana.choose(
        next(one for one in labels(panel) if one[0] in "⬆➡⬇⬅" and "🔒" not in one)
    )
    assert ana.clicks == taps + 1, "a step over known ground is made at once"
    assert "queda 1 paso" in words(panel)
    assert {"Parar", "↩ Deshacer"} <= set(labels(panel)), "on, or stop, or back by name"
    panel = await ana.choose("Parar")
    assert "Tus tropas se quedan en" in words(panel)


async def test_a_fight_shows_its_strength_and_without_attacks_left_says_so(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = first(opened(), {"d4": {"levy": 2}, "g4": {"levy": 1}})
    s = pos.state
    s.players[1].stacks["e4"] = {"soldier": 3}
    castle(pos, 0, "warehouse")
    await asked(harness, pos, ana, bruno)
    await ana.choose("Mover")
    panel = await pick(ana, "D4 (2)")
    told = dict(lines(panel))
    assert told["E4 · 1 paso ⚔ 3 soldados"] == ("tropas de ■ Bruno; caen todas tus tropas")
    assert told["D2 · 2 pasos"] == "tomas: pueblo"
    panel = await menu(ana, "e4")
    assert (
        "Si nadie juega cartas ni huye, pierdes todas tus tropas en E4. Quedan en pie: 2 soldados."
        in words(panel)
    )
    panel = await ana.choose("Confirmar ↩")
    assert "Guardado: Mueves 2 levas a E4." in words(panel), (
        "until the turn ends it can be taken back"
    )
    assert "● Ana entra en E4, así que habrá batalla." in words(await ana.table())
    (targets,) = [
        one for row in panel["components"] for one in row["components"] if one["type"] == 3
    ]
    offered = [one["label"] for one in targets["options"]]
    assert "F4 · 1 paso" in offered, "the panel goes on with the other group"
    assert "E4 · 2 pasos ⚔ 3 soldados" not in offered
    panel = await line(ana, "Paso a paso")
    panel = await pick(ana, "⬅ F4")
    panel = await pick(ana, "✕ ⬅ E4")
    assert "solo puedes atacar desde 1 casilla por turno, y ya lo has hecho" in words(panel)


async def test_building_takes_four_taps_and_five_with_two_castles(
    harness: BotHarness, ana: Player, bruno: Player
):
    await asked(harness, world(), ana, bruno)
    panel = await ana.choose("Construir")
    assert "¿Qué construyes en A1?" in words(panel)
    told = dict(lines(panel))
    assert told["B Ayuntamiento · 2 oro"] == "Ayuntamiento: 1 PV · +1 de oro por ronda"
    assert (
        told["✕ Banco · 3 oro y 1 madera"]
        == "necesita un sitio libre de nivel II o más, con los dos de debajo ocupados"
    )
    assert told["✕ Pirámide · 6 oro y 4 piedra"] == "primero hay que llenar los otros nueve sitios"
    panel = await menu(ana, "town_hall")
    assert "Guardado: Construyes un Ayuntamiento en A1, sitio 1.1. Pagas 2 de oro." in words(panel)
    assert "↩ Deshacer" in labels(panel), "what can be taken back asks for no confirmation"
    assert ana.clicks == 4
    await ana.choose("Más…")
    panel = await ana.choose("✕ Construir")
    reason = "ya has construido aquí este turno. Construye en otro castillo o espera a tu próximo turno. Regla: Construir."
    assert reason in words(panel)


async def test_with_two_castles_the_castle_is_asked_for_and_goods_that_lack_are_named(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = spend(first(opened(), {"a1": {"levy": 1}}), 0, gold=3, wood=1)
    castle(pos, 0, "town_hall", "statue", "market")
    village(pos, 0)
    await asked(harness, pos, ana, bruno)
    panel = await ana.choose("Construir")
    assert "¿En qué castillo construyes?" in words(panel)
    panel = await pick(ana, f"Castillo {pos.state.homes[0].upper()}")
    told = dict(lines(panel))
    assert told["✕ Armería · 3 oro y 1 piedra"] == "falta 1 de piedra"
    assert told["✕ Estatua · 1 oro"] == "ya está en este castillo"
    await line(ana, "Banco · 3 oro y 1 madera")
    panel = await ana.panel()
    assert "sitio 2.1" in words(panel)


def village(pos: Pos, seat: int) -> str:
    """Another village for a seat."""
    s = pos.state
    cell = next(
        cell for cell in s.board.cells if s.kind(cell) == "village" and cell not in s.castles
    )
    s.owners[cell], s.castles[cell] = seat, Castle(seat)
    return cell


async def test_a_card_that_makes_it_cheaper_is_named_before_it_is_spent(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = give(
        spend(first(opened(), {"a1": {"levy": 1}}), 0, gold=1, wood=1),
        0,
        "haggler",
        "speed",
        "lumberer",
    )
    await asked(harness, pos, ana, bruno)
    await ana.choose("Construir")
    panel = await menu(ana, "town_hall")
    assert "Cuesta 2 de oro. ¿Pagas ya o juegas antes una carta?" in words(panel), (
        "without one there is not enough gold"
    )
    panel = await pick(ana, "Regateador")
    assert "¿Qué cartas gastas en potenciarla? Por cada 2 puntos consigues 1 más." in words(panel)
    assert "Llevas 0. Puedes llegar hasta 3." in words(panel)
    panel = await ana.choose("Seguir")
    assert "Construyes un Ayuntamiento en A1, sitio 1.1. Pagas 1 de oro." in words(panel)
    assert "Gastas Regateador." in words(panel)
    await ana.choose("Confirmar ↩")
    log = words(await ana.table())
    assert "● Ana construye un Ayuntamiento en A1 por 1 de oro." in log


async def test_hiring_takes_three_taps(harness: BotHarness, ana: Player, bruno: Player):
    pos = spend(first(opened(), {"a1": {"levy": 1}}), 0, gold=3)
    pos.state.castles[pos.state.homes[0]].reserve = {"levy": 2, "soldier": 1}
    await asked(harness, pos, ana, bruno)
    panel = await ana.choose("Contratar")
    assert "¿Qué tropas contratas?" in words(panel)
    assert "Otras tropas" in labels(panel)
    panel = await ana.choose("A1 · 1 leva y 1 soldado (3 oro)")
    assert "Guardado: Contratas 1 leva y 1 soldado en" in words(panel)
    assert "Pagas 3 de oro." in words(panel)
    assert ana.clicks == 3


async def test_hiring_with_two_castles(harness: BotHarness, ana: Player, bruno: Player):
    pos = spend(first(opened(), {"a1": {"levy": 1}}), 0, gold=3)
    other = village(pos, 0)
    pos.state.castles[pos.state.homes[0]].reserve = {"levy": 2}
    pos.state.castles[other].reserve = {"levy": 3}
    await asked(harness, pos, ana, bruno)
    await ana.choose("Contratar")
    await pick(ana, f"{other.upper()} · 3 levas (3 oro)")
    assert ana.clicks == 3


def market(*seats: int) -> Pos:
    """These seats have a market and goods."""
    pos = first(opened(), {"a1": {"levy": 1}})
    for seat in seats:
        castle(pos, seat, "market")
        spend(pos, seat, gold=4, wood=2, stone=1)
    return pos


async def test_the_bank_takes_three_taps(harness: BotHarness, ana: Player, bruno: Player):
    await asked(harness, market(0), ana, bruno)
    panel = await ana.choose("Comerciar")
    assert "¿Cómo comercias? Puedes cambiar 2 unidades más este turno." in words(panel)
    assert {"1 madera → 1 oro", "1 piedra → 2 oro", "2 oro → 1 madera"} <= set(labels(panel))
    panel = await pick(ana, "4 oro → 2 madera")
    assert ana.clicks == 3
    assert "Guardado: Cambias 4 de oro por 2 de madera en la banca." in words(panel)
    assert "↩ Deshacer" in labels(panel)


async def test_an_offer_takes_five_taps_and_its_answer_three(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    pos = first(opened(3), {"a1": {"levy": 1}})
    s = pos.state
    s.players[2].stacks = {s.homes[2]: {"levy": 1}}
    for seat in range(3):
        castle(pos, seat, "market")
        spend(pos, seat, gold=4, wood=2, stone=1)
    await asked(harness, pos, ana, bruno, carla)
    await ana.choose("Comerciar")
    panel = await pick(ana, "■ Bruno")
    assert "¿Qué das?" in words(panel)
    await ana.choose("Seguir")
    panel = await ana.panel()
    assert "¿Qué pides?" in words(panel)
    assert "🔒 No se puede deshacer: le toca a ■ Bruno." in words(panel)
    await ana.choose("Ofrecer a ■ Bruno 🔒")
    assert ana.clicks == 5
    panel = await bruno.play()
    assert "● Ana da 1 de madera por 1 de piedra. ¿Vale?" in words(panel)
    assert labels(panel)[:3] == ["Aceptar", "Rechazar", "Contraoferta"]
    await bruno.choose("Aceptar")
    await bruno.choose("Confirmar 🔒")
    assert bruno.clicks == 3
    assert "● Ana le da 1 de madera a ■ Bruno por 1 de piedra." in words(await ana.table())


async def test_who_has_no_market_or_left_an_offer_uncovered_says_so(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = market(0, 1)
    pos.state.players[1].posts = [
        StandingOffer("o1", {"stone": 3}, {"gold": 1}, 2),
        StandingOffer("o2", {"stone": 1}, {"gold": 2}, 1),
        StandingOffer("o3", {"wood": 1}, {"gold": 1}, 1),
    ]
    await asked(harness, pos, ana, bruno)
    await ana.choose("Comerciar")
    panel = await ana.choose("Aceptar una oferta")
    assert "A 2 oro → 1 piedra" in labels(panel)
    panel = await ana.choose("✕ 1 oro → 3 piedra")
    assert "quien la ofrece ya no puede pagarla" in words(panel)
    await pick(ana, "2 oro → 1 piedra")
    panel = await ana.panel()
    assert "Le das a ■ Bruno 2 de oro por 1 de piedra." in words(panel)


async def test_vision_takes_five_taps(harness: BotHarness, ana: Player, bruno: Player):
    pos = give(world(), 0, "vision")
    s = pos.state
    keep = {"c1", "c2", "c3", "d1"}
    for cell in [cell for cell in s.board.cells if not s.open(cell) and cell not in keep]:
        lay(pos, cell)
    await asked(harness, pos, ana, bruno)
    panel = await ana.choose("Tecnología")
    assert "¿Qué loseta volteas?" in words(panel)
    panel = await pick(ana, "C2")
    assert "Volteas la loseta de C2." in words(panel)
    await ana.choose("Confirmar 🔒")
    assert ana.clicks <= 5
    assert "● Ana voltea 1 loseta con Visión" in words(await ana.table())


def lay(pos: Pos, cell: str) -> None:
    """A tile lies open, and the first seat has its point."""
    s = pos.state
    at = s.board.at[cell]
    s.up = f"{s.up[:at]}1{s.up[at + 1 :]}"
    s.players[0].tiles += 1


async def test_a_lasting_technology_takes_five_taps(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = give(world(), 0, "haggler", "speed", "speed", "shield", "quarryman")
    await asked(harness, pos, ana, bruno)
    panel = await ana.choose("Tecnología")
    # without Vision there is nothing else to use a technology for
    assert "¿Qué carta haces permanente? Vale toda la partida y no se gasta." in words(panel)
    panel = await ana.choose("✕ Pedrero")
    assert (
        "cuesta 8 puntos, y tus otras cartas suman 6. Junta más cartas. Regla: Tecnologías permanentes."
        in words(panel)
    )
    panel = await pick(ana, "Regateador")
    assert "¿Con qué cartas pagas los 4 puntos?" in words(panel)
    panel = await ana.choose("Seguir")
    assert "Haces permanente Regateador." in words(panel)
    assert "Cada edificio te cuesta 1 de oro menos." in words(panel)
    await ana.choose(label(panel, "Confirmar"))
    assert ana.clicks == 6, "one of them to read a reason"
