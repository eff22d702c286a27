"""Tiles, missions and spaces, the log, panels and positions in words."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.tadmor import GAME
from games.tadmor.model import events as ev
from games.tadmor.model.catalog import SPACES
from games.tadmor.model.effects import UPGRADES, effect_text
from games.tadmor.model.names import SPACE_NAMES, mission_name, upgrade_name
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.rules.turn.kingdom import Kingdom
from games.tadmor.views.narrate import describe, summary
from games.tadmor.views.view import view
from tests.games import wording
from tests.games.asking import pick
from tests.games.tadmor.positions import begin, build, put, say, stock, tiles, towers


def test_every_chapter_that_a_rule_names_is_there(subtests: pytest.Subtests) -> None:
    for anchor in sorted(
        {
            "setup",
            "placement",
            "marauders",
            "upgrades",
            "free",
            "gather",
            "peace_gifts",
            "market",
            "tower",
            "traitor",
            "temple",
            "rare_good",
            "missions",
            "private",
            "kingdom",
            "tax_collector",
            "war_supplies",
            "first_player",
            "storage",
            "caravan",
            "shipyard",
            "construction",
            "score",
            "ties",
        }
    ):
        with subtests.test(anchor=anchor):
            assert anchor in wording.anchors(GAME)


def test_every_tile_and_mission_has_its_words_from_its_ops(subtests: pytest.Subtests) -> None:
    for lang in ["es", "en"]:
        with subtests.test(lang=lang):
            for tile in UPGRADES:
                assert 8 <= len(say(effect_text(tile), lang)) <= 100
                assert len(say(upgrade_name(tile), lang)) <= 60
            for card, facts in MISSIONS.items():
                assert 8 <= len(say(facts.benefit.describe(), lang)) <= 100
                assert len(say(mission_name(card), lang)) <= 40
            texts = {
                say(effect_text(tile), lang)
                for tile, one in UPGRADES.items()
                if one.category == "final"
            }
            assert len(texts) == 5


def test_no_two_spaces_are_called_the_same(subtests: pytest.Subtests) -> None:
    for lang in ["es", "en"]:
        with subtests.test(lang=lang):
            assert len({say(name, lang) for name in SPACE_NAMES.values()}) == len(SPACES)


def test_what_tiles_say(subtests: pytest.Subtests) -> None:
    for tile, es, en in [
        (
            "i1",
            "Cambia 1 de madera por 1 de mármol, cuantas veces quieras",
            "Trade 1 wood for 1 marble, as often as you like",
        ),
        (
            "i6",
            "Pagas 1 PP por 1 de madera o piedra y 2 PP por 1 de mármol u oro, cada cambio una vez por turno",
            "Pay 1 PP for 1 wood or stone and 2 PP for 1 marble or gold, each once a turn",
        ),
        (
            "i14",
            "Los niveles 5, 10… de tu torre son gratis",
            "Tower levels 5, 10… are free",
        ),
        (
            "i26",
            "Si tus merodeadores atacan, +1 PP y 1 de oro",
            "When your marauders attack, +1 PP and 1 gold",
        ),
        (
            "i37",
            "Acción privada (camello o barco): Templo (+3 PP)",
            "Private action (camel or boat): Temple (+3 PP)",
        ),
        (
            "i48",
            "Acción privada (camello o barco): Recaudador, Suministros de Guerra o Jugador Inicial",
            "Private action (camel or boat): Tax collector, War supplies or First player",
        ),
    ]:
        with subtests.test(tile=tile, es=es, en=en):
            assert (say(effect_text(tile)), say(effect_text(tile), "en")) == (es, en)


def test_the_log_reads_like_a_story(subtests: pytest.Subtests) -> None:
    for event, told in [
        (ev.PiecePlaced(0, "camel", "tower_single"), "● Ana ocupa Torre (camello)."),
        (ev.PiecePlaced(1, "boat", "i47"), "■ Bruno ocupa Obras privadas (barco)."),
        (
            ev.AllPlaced(1, 2, 1, ["temple_palmyra", "tower_double", "south_gold_boat"]),
            "■ Bruno ocupa Templo, Torre doble y Oro (Sur) (2 camellos y 1 barco).",
        ),
        (
            ev.AllPlaced(
                1,
                6,
                0,
                ["upgrade_1", "temple_ebla", "traitor", "market_ebla", "tower_single", "caravan_1"],
            ),
            "■ Bruno ocupa Mejora 1, Templo (Ebla), Traidor, Mercado (Ebla), Torre… (6 camellos).",
        ),
        (ev.Dealt(1, 1), "■ Bruno roba 1 misión."),
        (ev.Dealt(1, 2, ["k1", "k13"]), "Robas las misiones Colección real I y Carta de mercado."),
        (ev.Hired(2, any=True), "▲ Carla contrata merodeadores en secreto."),
        (ev.Hired(2, any=True, region="ebla"), "Tus merodeadores atacarán esta región: Ebla."),
        (ev.Hired(2, any=False), "▲ Carla no contrata merodeadores."),
        (
            ev.Raided(
                "palmyra",
                [
                    ev.Removed(0, "camel", "upgrade_1"),
                    ev.Removed(0, "camel", "upgrade_2"),
                    ev.Removed(1, "camel", "first_player"),
                ],
                [2],
            ),
            (
                "Palmira: los merodeadores expulsan 2 camellos de ● Ana en Mejora 1 y Mejora 2 y"
                " 1 camello de ■ Bruno en Jugador Inicial. Quedan a salvo las piezas de ▲ Carla."
            ),
        ),
        (ev.Raided("ebla", [], []), "Ebla: los merodeadores no expulsan ninguna pieza."),
        (
            ev.Bought(0, "i10", {"wood": 1, "gold": 1}),
            "● Ana compra Flota de madera por 1 de madera y 1 de oro.",
        ),
        (ev.Bought(0, "i10", {}), "● Ana toma gratis Flota de madera."),
        (
            ev.Gathered(0, "desert_gold_camel", "gold", 1),
            "● Ana recoge 1 de oro en Oro (Desierto).",
        ),
        (ev.Harvested(0, {"gold": 2, "wood": 3}, 4), "● Ana recoge 3 de madera, 2 de oro y 4 PP."),
        (
            ev.Traded(1, "gold", 1, {"wood": 1, "stone": 1}),
            "■ Bruno cambia 1 de oro por 1 de madera y 1 de piedra.",
        ),
        (ev.Climbed(0, 8, 11, {"stone": 7}), "● Ana sube su torre a 11 por 7 de piedra."),
        (
            ev.Destroyed(0, 1, 8, 6),
            "● Ana derriba 2 niveles de la torre de ■ Bruno y la deja en 6.",
        ),
        (
            ev.BuiltTemple(0, "statues", {"marble": 4, "gold": 3}, 3, 1),
            "● Ana construye las estatuas por 4 de mármol y 3 de oro (+3 PP): el primer templo completo.",
        ),
        (
            ev.TookRare(0, "silk", {}, 4, 2, "oil"),
            "● Ana toma Seda por 4 PP (+2 PP); arriba queda Aceite.",
        ),
        (ev.TookRare(0, "silk", {}, 0, 0, ""), "● Ana toma Seda gratis."),
        (
            ev.Completed(0, "k13", {"wood": 1, "gold": 2}, 0),
            "● Ana cumple Carta de mercado por 1 de madera y 2 de oro.",
        ),
        (ev.Taxed(0, 2, 0), "● Ana paga 2 de oro al Recaudador."),
        (ev.Taxed(0, 0, 6), "● Ana no paga al Recaudador y pierde 6 PP."),
        (ev.Ended([60, 50], [1, 2]), "Fin de la partida: ● Ana 60 y ■ Bruno 50."),
        (
            ev.Ended([60, 50], [1, 2], [[20, 20, 14, 0, 6, 0], [22, 8, 10, 5, 5, 0]]),
            "Fin de la partida: ● Ana 60 y ■ Bruno 50. ● Ana supera a ■ Bruno en la torre (20 a 8) y misiones (14 a 10).",
        ),
        (
            ev.Ended([60, 60], [1, 1], [[20, 40], [40, 20]]),
            "Fin de la partida: ● Ana 60 y ■ Bruno 60.",
        ),
        (ev.EraBegan(2, [16, 0]), "Empieza la Era II. Torres: ● Ana +16."),
    ]:
        with subtests.test(event=event, told=told):
            said = GAME.narrate(event)
            assert said is not None
            assert say(said) == told


def test_what_is_not_worth_a_sentence(subtests: pytest.Subtests) -> None:
    for event in [
        ev.StepDone(0),
        ev.Ready(0),
        ev.Gathered(0, "desert_gold_camel", "gold", 1, quiet=True),
        ev.Gifted(0, "peace_gifts_camel", 1, quiet=True),
        ev.Courted(0, ""),
        ev.AllPlaced(0),
    ]:
        with subtests.test(event=event):
            assert GAME.narrate(event) is None


def test_the_panel_s_words_for_construction() -> None:
    pos = build(
        put(put(stock(towers(begin(2, turn=5), 8), 0, stone=7), 0, "tower_single"), 0, "traitor")
    )
    form = pick(pos, seat=0)
    assert [say(one.label) for one in form.options if one.tone != "free"] == ["Torre", "Terminar"]
    assert [(say(one.label), say(one.why)) for one in form.blocked] == [
        ("Traidor", "tu torre es de 8; la rival más alta, de 0")
    ]
    assert say(form.options[1].detail) == "Torre."
    levels = walk.ask(pos, 0, ("tower", "tower_single"))
    assert isinstance(levels, SelectPrompt)
    assert [say(one.label) for one in levels.options] == [
        "+1: 2 piedra",
        "+2: 4 piedra",
        "+3: 7 piedra",
    ]
    assert [(say(one.label), say(one.why)) for one in levels.blocked] == [
        ("+4 niveles", "faltan 3 de piedra")
    ]
    done = walk.ask(pos, 0, ("tower", "tower_single", "3"))
    assert isinstance(done, MoveReady)
    assert say(done.summary, "en") == "You raise your tower to 11 for 7 stone."
    assert say(done.label) == "Torre +3"


def test_with_two_sites_the_verb_names_both_and_the_site_is_asked() -> None:
    pos = build(
        put(
            put(stock(begin(2), 0, wood=2, stone=2, marble=2), 0, "tower_single"), 0, "tower_double"
        )
    )
    assert say(pick(pos, seat=0).options[0].label) == "Torre o Torre doble"
    where = walk.ask(pos, 0, ("tower",))
    assert isinstance(where, SelectPrompt)
    assert [say(one.label) for one in where.options] == [
        "Torre · E3 · +1: 1 madera y 1 piedra",
        "Torre doble · D1 · +2: 1 madera y 2 mármol",
    ]


def test_done_says_first_what_is_left() -> None:
    left = walk.ask(
        build(put(stock(begin(2), 0, wood=1, stone=1), 0, "tower_single")), 0, ("done",)
    )
    assert isinstance(left, MoveReady)
    assert not left.instant
    assert [say(one) for one in left.gives_up] == ["Sin usar este turno: Torre."]
    none = walk.ask(build(put(begin(2), 0, "tower_single")), 0, ("done",))
    assert isinstance(none, MoveReady)
    assert none.instant


def test_a_position_is_told_whole() -> None:
    pos = build(put(stock(tiles(begin(2, turn=5), 0, "i10"), 0, wood=3), 0, "tower_single"))
    told = [say(one) for one in describe(view(pos, 0))]
    assert told[0] == say(summary(view(pos, 0))) == "Turno 5 de 9 · Era II · construcción"
    assert any(one.startswith("Ebla — Torre: para camello, con camello de ● Ana; ") for one in told)
    assert (
        "Almacén: 3 de madera, 0 de piedra, 0 de mármol y 0 de oro (caben 8). Comercio: nada."
        in told
    )
    assert any(
        "Flota de madera (Recibes 1 más con cada barco que recoge madera)" in one for one in told
    )
    assert "No tienes misiones en la mano." in told
    assert Kingdom.__struct_config__.tag == "kingdom"


def test_a_hand_is_told_to_its_owner_alone() -> None:
    pos = begin(2)
    pos.state.deck.remove("k13")
    pos.state.players[0].hand = ["k13"]
    own, other, all_of = (
        [say(one) for one in describe(view(pos, viewer))] for viewer in (0, 1, None)
    )
    card = (
        "En tu mano: Carta de mercado. Cuesta 1 de madera, 1 de piedra y 2 de oro y vale 10 PP. "
        "Si la devuelves, vale 5 PP y te da su favor: "
        "Abre el Mercado de Palmira hasta el fin de la resolución."
        " Te faltan 1 de madera, 1 de piedra y 2 de oro."
    )
    assert card in own
    assert not [one for one in (*other, *all_of) if "Carta de mercado" in one]


def test_marauders_are_told_to_who_sent_them_alone() -> None:
    pos = begin(2)
    pos.state.players[0].chosen = "damascus"
    own, other = ([say(one) for one in describe(view(pos, viewer))] for viewer in (0, 1))
    assert "Tus merodeadores atacarán esta región: Damasco." in own
    assert "Tiene merodeadores contratados." in other
    assert not [one for one in other if "atacarán" in one]


def test_a_reason_in_the_singular() -> None:
    prompt = pick(build(put(stock(begin(2), 0, wood=1), 0, "tower_single")), seat=0)
    assert say(prompt.blocked[0].why) == "falta 1 de piedra"


def test_pieces_removed_by_marauders_come_before_gathered_goods() -> None:
    assert ev.Raided("ebla", [ev.Removed(0, "camel", "missions_ebla")], []).urgent
    assert ev.Raided("ebla", [], []).urgent, "that nothing was lost is news too"
    assert ev.Gathered.minor
