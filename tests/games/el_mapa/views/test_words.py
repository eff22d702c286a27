"""No text is unused; buildings and technologies, the log and the whole position in words."""

from __future__ import annotations

import re

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.text.messages import Msg
from games.el_mapa import GAME
from games.el_mapa.model import events as ev
from games.el_mapa.model.catalog import BUILDINGS, TECHS, TILES
from games.el_mapa.model.names import (
    BUILDING_NAMES,
    TECH_NAMES,
    building_effect,
    building_option,
    findings,
    lasting_effect,
    tech_effect,
    tech_option,
)
from games.el_mapa.model.options import SETTINGS
from games.el_mapa.model.state import StandingOffer
from games.el_mapa.views.build_view import view
from games.el_mapa.views.describe import describe, summary
from games.el_mapa.views.narrate import narrate
from tests.games import wording
from tests.games.el_mapa.positions import Pos, castle, face, first_turn, give, opened, spend
from tests.games.wording import NAMES, speaker

say = speaker(GAME)


def test_no_key_is_unused() -> None:
    assert wording.unused(GAME, made=[r"map\.log\.played(_lasting)?_boosted"]) == []


def test_the_code_names_the_chapters_of_all_that_is_done() -> None:
    wanted = "turn move build castle hire trade technologies lasting watchtower battle damage flee standoff treasures"
    assert wording.chapters_named(GAME) >= set(wanted.split())


def test_nobody_is_called_a_player() -> None:
    assert [
        said
        for said in wording.spanish(GAME)
        if re.search(r"\bjugador(es|as?)?\b", said, re.IGNORECASE)
    ] == []


def test_no_two_buildings_or_technologies_are_called_the_same_and_what_they_do_fits_a_line(
    subtests: pytest.Subtests,
) -> None:
    for lang in ["es", "en"]:
        with subtests.test(lang=lang):
            assert len({say(name, lang) for name in BUILDING_NAMES.values()}) == len(BUILDINGS)
            assert len({say(name, lang) for name in TECH_NAMES.values()}) == len(TECHS)
            values = {one.id: one.values for one in SETTINGS}
            for name in BUILDINGS:
                for value in values.get(building_option(name), ("",)):
                    assert (
                        8
                        <= len(say(building_effect(name, {building_option(name): value}), lang))
                        <= 100
                    )
            for name in TECHS:
                for value in values.get(tech_option(name), ("",)):
                    assert 8 <= len(say(tech_effect(name, {tech_option(name): value}), lang)) <= 100
                    assert (
                        8 <= len(say(lasting_effect(name, {tech_option(name): value}), lang)) <= 100
                    )


def test_what_buildings_do_follows_the_table_s_options() -> None:
    options = {"wonder_bonus": "sources", "watchtower": "reveal"}
    assert say(building_effect("pyramid", options)) == "10 PV al final, y 2 por cada mina de piedra"
    assert (
        say(building_effect("pyramid", options | {"wonder_bonus": "stock"}))
        == "10 PV al final, y 2 por cada unidad de piedra que guardes"
    )
    assert (
        say(building_effect("watchtower", options | {"watchtower": "rotate"}))
        == "Cada turno giras una loseta volteada en la que no haya tropas"
    )
    assert (
        say(building_effect("bank", options | {"wonder_bonus": "stock"})) == "+1 de oro por ronda"
    )
    grown = {"training_increment": "castle"}
    assert say(building_effect("barracks", grown), "en") == "Trains two soldiers every 2 rounds"
    assert (
        say(building_effect("barracks", {"training_increment": "one"}), "en")
        == "Trains one soldier every 2 rounds"
    )


def test_what_technologies_do_follows_the_table_s_options() -> None:
    usual = GAME.defaults(2)
    assert say(tech_effect("speed", usual)).startswith("Una tropa gana 1 de iniciativa")
    assert say(tech_effect("speed", usual | {"speed_scope": "squad"})).startswith(
        "Un pelotón gana 1 de iniciativa"
    )
    assert say(tech_effect("shield", usual), "en").startswith("Your whole army gains 1 HP")
    assert say(tech_effect("shield", usual | {"shield_scope": "squad"}), "en").startswith(
        "One squad gains 1 HP"
    )
    assert (
        say(lasting_effect("shield", usual), "en") == "In each battle, your whole army gains 1 HP."
    )
    assert (
        say(lasting_effect("speed", usual | {"speed_scope": "squad"}))
        == "En cada batalla, un pelotón tuyo gana 1 de iniciativa."
    )


def test_cards_say_which_option_changes_them() -> None:
    told = {name: [say(line, "en") for line in face.text] for name, face in GAME.cards.items()}
    assert "Your table can change this with the “Shield” option." in told["shield"]
    assert "Your table can change this with the “Wonder points” option." in told["pyramid"]
    assert "Your table can change this with the “Training” option." in told["barracks"]
    assert not any("can change" in line for line in told["luck"])


def test_a_game_that_ends_with_the_turn_says_so() -> None:
    assert (
        say(narrate(ev.LastRound("wonders")), "en")
        == "This is the last round because all the wonders have been built."
    )
    assert (
        say(narrate(ev.LastRound("wonders", at_once=True)), "en")
        == "The game ends after this turn because all wonders have been built."
    )
    for finish, words in (
        ("round", "cuando haya 2, llega la última ronda"),
        ("immediate", "cuando haya 2, la partida acaba con el turno"),
    ):
        assert any(words in say(line) for line in describe(view(first_turn(finish=finish), 0)))


def test_the_costs_and_effects_in_the_help_are_those_of_the_box() -> None:
    for lang in ("es", "en"):
        for name, facts in BUILDINGS.items():
            called = say(BUILDING_NAMES[name], lang)
            told = wording.reference(GAME, lang).split("{#build}")[1].split("\n## ")[0]
            at = told.index(f"{called} " if f"{called} " in told else f"{called},")
            words = told[at : at + 60]
            cost = [f"{n} {say(Msg(f'map.good.{what}'), lang)}" for what, n in facts.cost.items()]
            assert all(part in words for part in cost) or name == "stables", (lang, name, words)


def test_a_standing_offer_says_when_its_owner_cannot_pay_it() -> None:
    pos = first_turn()
    pos.state.players[1].posts = [StandingOffer("o1", {"wood": 1}, {"gold": 2}, 3)]
    for wood, end in ((1, "(×3)."), (0, "(×3), pero ahora no puede pagarlo.")):
        pos.state.players[1].goods["wood"] = wood
        told = [say(line) for line in describe(view(pos, None))]
        assert f"Ofrece a la mesa 1 de madera por 2 de oro {end}" in told


def test_the_log_reads_like_a_story(subtests: pytest.Subtests) -> None:
    for event, told in [
        (ev.Began(1, ["a1", "h8"]), "El mapa está listo. Empieza ■ Bruno."),
        (
            ev.Upkeep(3, [{"gold": 2, "cards1": 1}, {"gold": 1, "wood": 1}]),
            "Producen ● Ana (2 de oro y 1 carta de nivel I) y ■ Bruno (1 de oro y 1 de madera).",
        ),
        (ev.Upkeep(3, [{}, {"gold": 1}]), "Produce ■ Bruno (1 de oro)."),
        (ev.Drew(0, {"1": 2}, ["haggler", "vision"]), "Robas Regateador y Visión."),
        (ev.Drew(0, {"1": 2}, ["speed", "speed"]), "Robas 2 cartas de Velocidad."),
        (
            ev.Moved(0, "a1", ["b1", "c1"], {"levy": 2, "soldier": 1}),
            "● Ana mueve 2 levas y 1 soldado de A1 a C1.",
        ),
        (
            ev.Moved(0, "a1", ["d3"], {"cavalry": 1}, jump=True),
            "● Ana teletransporta 1 de caballería de A1 a D3.",
        ),
        (
            ev.Flipped(0, ["c1", "d1", "e3"], ["lake_a", "gold_mine_treasure", "field"], "sight"),
            "● Ana voltea 3 losetas (+3 PV): D1 (mina de oro, 1 tesoro, 1 soldado y 1 arquero) y 2 vacías.",
        ),
        (
            ev.Flipped(0, ["c1", "d1", "e1"], ["gold_mine_treasure"] * 3, "sight"),
            (
                "● Ana voltea 3 losetas (+3 PV): "
                "C1 (mina de oro, 1 tesoro, 1 soldado y 1 arquero), "
                "D1 (mina de oro, 1 tesoro, 1 soldado y 1 arquero) y 1 más."
            ),
        ),
        (
            ev.Flipped(0, ["c1"], ["lake_a"], "tower"),
            "● Ana voltea 1 loseta desde su Atalaya (+1 PV): solo paisaje.",
        ),
        (
            ev.Flipped(0, ["c1", "d1", "e1", "f1", "g1"], ["treasure"] * 4 + ["village"], "vision"),
            "● Ana voltea 5 losetas con Visión (+5 PV): G1 (pueblo y 2 levas), C1 (1 tesoro), D1 (1 tesoro) y 2 más.",
        ),
        (ev.Claimed(0, "b1", "wood", -1), "● Ana toma la mina de madera de B1."),
        (ev.Claimed(0, "c3", "village", 1), "● Ana toma el pueblo de C3, que era de ■ Bruno."),
        (ev.Treasure(0, "c3", "gold", 4), "● Ana abre un tesoro en C3: 4 de oro."),
        (
            ev.Treasure(0, "c3", "stone", 5, 3),
            "● Ana abre un tesoro en C3: 5 de piedra, con 3 gracias a Suerte.",
        ),
        (
            ev.Built(0, "a1", "1-1", "town_hall", {"gold": 2}),
            "● Ana construye un Ayuntamiento en A1 por 2 de oro.",
        ),
        (
            ev.Built(0, "a1", "1-1", "statue", {}),
            "● Ana construye una Estatua en A1 sin pagar nada.",
        ),
        (
            ev.Built(0, "a1", "4-1", "pyramid", {"gold": 6, "stone": 4}),
            "● Ana levanta una Pirámide en A1 por 6 de oro y 4 de piedra.",
        ),
        (
            ev.Played(0, "teleport", False, {"1": 2, "3": 1}),
            "● Ana juega Teletransporte, con 2 cartas de nivel I y 1 carta de nivel III boca abajo.",
        ),
        (ev.Played(0, "vision", True, {}), "● Ana usa su Visión permanente."),
        (
            ev.Lasting(0, "haggler", {"1": 4}, {"speed": 3, "haggler": 1}),
            "● Ana hace permanente Regateador y paga con 3 de Velocidad y Regateador.",
        ),
        (
            ev.Enhanced(1, "speed", "soldier", 1, one=True),
            "Velocidad de ■ Bruno: +1 de iniciativa para uno de sus soldados.",
        ),
        (ev.Enhanced(1, "shield", "levy", 2), "Escudo de ■ Bruno: +2 de vida para sus levas."),
        (
            ev.BattleBegan("g5", [0, -1], [{"levy": 5}, {"soldier": 2}]),
            "Batalla en G5: ● Ana (5 levas) contra los neutrales (2 soldados).",
        ),
        (
            ev.Struck("g5", 1, 2, [6, 4], [{"cavalry": 1}, {"cavalry": 2}]),
            "Asalto 1 en G5, iniciativa 2: el ataque hace 6 de daño (caen 2 de caballería); la defensa, 4 (cae 1 de caballería).",
        ),
        (
            ev.Struck("g5", 1, 1, [0, 2], [{}, {}]),
            "Asalto 1 en G5, iniciativa 1: el ataque hace 0 de daño (no cae nadie); la defensa, 2 (no cae nadie).",
        ),
        (
            ev.Fled(1, "g5", "g6", "levy", {"soldier": 2}, {"soldier": 1}),
            "■ Bruno huye de G5 a G6 y deja atrás 1 leva; la caballería alcanza a 2 soldados.",
        ),
        (
            ev.Fled(1, "g5", "g6", "levy", {"levy": 2}, {}),
            "■ Bruno huye de G5, pero la caballería alcanza a todas sus tropas.",
        ),
        (
            ev.BattleEnded("g5", "won", 0, 4, [0, -1]),
            "● Ana gana la batalla de G5 contra los neutrales: +4 PV.",
        ),
        (
            ev.BattleEnded("g5", "won", 0, 4, [0, 1], [{"levy": 1}, {"levy": 3, "soldier": 1}]),
            "● Ana gana la batalla de G5 contra ■ Bruno: +4 PV. Bajas: ● Ana (1 leva) y ■ Bruno (3 levas y 1 soldado).",
        ),
        (
            ev.BattleEnded("g5", "won", -1, 0, [0, -1], [{"levy": 2}, {}]),
            "● Ana pierde la batalla de G5: los neutrales resisten. Bajas: ● Ana (2 levas).",
        ),
        (
            ev.BattleEnded("g5", "won", -1, 0, [0, -1]),
            "● Ana pierde la batalla de G5: los neutrales resisten.",
        ),
        (
            ev.BattleEnded("g5", "both", -2, 0, [0, 1]),
            "● Ana y ■ Bruno pierden todas sus tropas en G5.",
        ),
        (
            ev.BattleEnded("g5", "standoff", -2, 0, [0, 1]),
            "En G5 no cae nadie: ● Ana se retira ante ■ Bruno.",
        ),
        (ev.Retreated(0, "g5", "", {"levy": 1}), "● Ana no tiene adónde volver y pierde 1 leva."),
        (ev.Razed("c3", ["bank", "statue"]), "En C3 se derrumban un Banco y una Estatua."),
        (
            ev.Offered(0, 1, {"wood": 1}, {"gold": 2}, False),
            "● Ana le ofrece a ■ Bruno 1 de madera por 2 de oro.",
        ),
        (
            ev.Dealt(0, 1, {"wood": 1}, {"gold": 2}),
            "● Ana le da 1 de madera a ■ Bruno por 2 de oro.",
        ),
        (
            ev.Posted(0, {"wood": 1}, {"gold": 2}, 3),
            "● Ana ofrece a la mesa 1 de madera por 2 de oro, 3 veces.",
        ),
        (ev.LastRound("wonders"), "Última ronda: ya están todas las maravillas."),
        (ev.Eliminated(1), "■ Bruno se queda sin pueblos ni tropas y sale de la partida."),
        (
            ev.Ended("map", [70, 66], [1, 2]),
            "La partida acaba con todo el mapa a la vista: ● Ana 70 y ■ Bruno 66.",
        ),
        (
            ev.Ended("map", [70, 70], [1, 2], "wonders"),
            "La partida acaba con todo el mapa a la vista: ● Ana 70 y ■ Bruno 70.",
        ),
        (
            ev.Ended("idle", [7, 7], [1, 1]),
            "La partida acaba tras tres rondas sin una sola jugada: ● Ana 7 y ■ Bruno 7.",
        ),
    ]:
        with subtests.test(event=event, told=told):
            said = GAME.narrate(event)
            assert said is not None
            assert say(said) == told
            assert len(say(said, "en")) > 8


def test_what_is_not_worth_a_sentence(subtests: pytest.Subtests) -> None:
    for event in [
        ev.TurnBegan(0),
        ev.Chest(0, "c3", "gold"),
        ev.Stopped(0, "c3", False),
        ev.TurnEnded(0, []),
        ev.Drew(0, {"1": 1}),
        ev.Enhanced(0, "bloodlust", "", 1),
        ev.Produced(0, {}),
        ev.Upkeep(1, [{}, {}]),
    ]:
        with subtests.test(event=event):
            assert GAME.narrate(event) is None


def test_tiles_are_told_by_what_they_bring() -> None:
    some = {kind: "".join(map(say, findings(["c1"], [kind]))) for kind in TILES}
    assert some["lake_a"] == some["forest_pass"] == ""
    assert some["two_treasures_cavalry"] == "C1 (2 tesoros, 2 soldados y 2 de caballería)"
    assert some["village"] == "C1 (pueblo y 2 levas)"
    assert all((said == "") == TILES[kind].empty for kind, said in some.items())


def description(pos: Pos, viewer: int | None = 0) -> list[str]:
    return [say(one) for one in describe(view(pos, viewer))]


def test_a_position_is_told_whole() -> None:
    pos = spend(opened(2, round_limit="20"), 0, gold=3, wood=1)
    s = pos.state
    s.turn.seat = 0
    castle(pos, 0, "town_hall", "statue").reserve = {"levy": 2}
    s.players[0].stacks = {"c3": {"levy": 2, "archer": 1}}
    s.players[1].stacks = {s.homes[1]: {"levy": 1}}
    home = s.homes[0].upper()
    lines = description(pos)
    assert lines[0] == say(summary(view(pos, 0))) == "Ronda 1 de 20 · turno de ● Ana"
    assert lines[1] == "Última ronda: ya no quedan losetas por voltear."
    assert "No tienes tecnologías en la mano." in lines
    assert "Sus tropas: C3 (2 levas y 1 arquero)." in lines
    assert (
        f"Castillo {home}: Ayuntamiento en 1.1 y Estatua en 1.2. En reserva: 2 levas. Entrena: Leva 0/1 (+1)."
        in lines
    )
    own = next(line for line in lines if line.startswith("● Ana: "))
    assert "Recursos: 3 de oro y 1 de madera. Cada ronda recibe: 2 de oro." in own
    assert (
        "En este turno: casillas de salida 0, ataques 0, unidades 0, ofertas 0, usos de Atalaya 0."
        in lines
    )
    assert (
        "Maravillas por construir: Pirámide 4, Templo de Midas 4, Templo de Ares 4 y Jardines colgantes 4."
        in lines
    )
    rows = [line for line in lines if line.startswith("Fila ")]
    assert len(rows) == 8
    assert "C " in rows[2]
    assert "tropas de ● Ana" in rows[2]


def test_hidden_ground_is_told_by_its_level_and_red_lines_by_the_cells_that_they_part() -> None:
    rows = [line for line in description(first_turn()) if line.startswith("Fila ")]
    assert rows[3].startswith("Fila 4: A oculta II; ")
    assert "ocultas III" in rows[0]
    walls = [line for line in description(opened()) if line.startswith("Líneas rojas")]
    assert walls
    assert re.fullmatch(r"Líneas rojas: ([A-H]\d-[A-H]\d(, | y |\.))+", walls[0])


def test_a_hand_is_told_to_its_owner_alone() -> None:
    pos = give(first_turn(), 0, "haggler", "haggler", "vision")
    own, other, all_of = description(pos, 0), description(pos, 1), description(pos, None)
    assert "En tu mano: 2 de Regateador y Visión." in own
    assert not [line for line in (*other, *all_of) if "Regateador" in line]
    assert [
        line for line in all_of if "En la mano: 2 cartas de nivel I y 1 carta de nivel II." in line
    ]


def test_a_battle_is_told_with_what_counts_in_it() -> None:
    pos, attacker, defender = face({"soldier": 2}, {"levy": 2, "archer": 1}, helpers=(1, 0))
    walk.apply(pos, attacker, ("end",))
    lines = description(pos, defender)
    ours, theirs = (NAMES[seat] for seat in (attacker, defender))
    assert lines[0] == f"Ronda 1 · turno de {ours} · batalla en D4"
    assert "Batalla en D4, asalto 1." in lines
    assert (
        f"{ours}: 2 soldados (vida 2, iniciativa 1, daño 2). Arqueros de apoyo: 1. Bajas: ninguna."
        in lines
    )
    assert any(
        line.startswith(f"{theirs}: ") and "1 arquero (vida 1, iniciativa 1, daño 1)" in line
        for line in lines
    )
    form = walk.ask(pos, defender)
    assert isinstance(form, SelectPrompt)
    assert (
        say(form.prompt) == "Asalto 1 en D4: defiendes con 2 levas y 1 arquero contra 2 soldados."
    )


def test_the_end_of_a_turn_says_first_what_is_left() -> None:
    pos = first_turn()
    seat = pos.state.turn.seat
    done = walk.ask(pos, seat, ("end",))
    assert isinstance(done, MoveReady)
    assert [say(one) for one in done.gives_up] == [
        "Aún puede moverse 1 tropa.",
        "Aún puedes mover C3→C4: mina, +3 PV.",
        "Aún puedes construir.",
        "Aún puedes contratar.",
    ]
    pos.state.players[seat].stacks, pos.state.castles[pos.state.homes[seat]].built = {}, 1
    pos.state.castles[pos.state.homes[seat]].reserve = {}
    done = walk.ask(pos, seat, ("end",))
    assert isinstance(done, MoveReady)
    assert done.instant
