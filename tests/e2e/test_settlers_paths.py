"""Click paths of Imperial Settlers, and the same moves as text.

A legal position is stored at a running table, as a saved one would be.
"""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.imperial_settlers import GAME
from games.imperial_settlers.rules.effects.choices import Discard
from games.imperial_settlers.rules.effects.resolve import Draw
from games.imperial_settlers.rules.flow.exploring import OpenRow
from tests.e2e.conftest import ROOM, BotHarness, Player, asked, labels, menu, staged, words
from tests.games.imperial_settlers import positions
from tests.games.imperial_settlers.positions import (
    Pos,
    begin,
    empire,
    hand,
    passed,
    place,
    supply,
    turn,
    used,
)


def offered(*cards: str) -> Pos:
    """The exploration's first row, two to pick."""
    pos = turn(begin("rb"))
    pos.state.offer = [positions.fetch(pos, card) for card in cards]
    pos.stack = [*pos.stack[:-2], OpenRow([[0, 3], [1, 2]])]
    return pos


def acted(pos: Pos, *frames: Draw | Discard, seat: int = 0) -> Pos:
    """A turn whose action waits for these answers."""
    turn(pos, seat)
    pos.stack[-1].acted = True
    pos.stack += frames
    return pos


async def test_exploring_takes_three_taps(harness: BotHarness, ana: Player, bruno: Player):
    panel = await asked(harness, offered("com046", "com002", "com065"), ana, bruno)
    assert labels(panel)[:3] == ["A Castillo", "B Proveedor", "C Atalaya"]
    panel = await ana.choose("A Castillo")
    assert "Acción: gasta 1 obrero: robas 1 carta. Dos veces por ronda." in words(panel)
    assert "🔒 No se puede deshacer: le toca a ■ Bruno." in words(panel)
    await ana.choose("Confirmar 🔒")
    assert ana.clicks == 3
    assert "● Ana coge el Castillo." in words(await ana.table())


async def test_a_turn_offers_what_is_possible_and_says_why_not(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = supply(
        hand(empire(begin("rb"), 0, "com046", "com034"), 0, "rom005", "com002"), 0, worker=1
    )
    panel = await asked(harness, pos, ana, bruno)
    assert labels(panel) == [
        "Castillo: 1 obrero → 1 carta",
        "Activar",
        "¿Por qué no? (4)",
        "?",
        "Más…",
        "Pasar",
        "Aprender",
    ]
    panel = await ana.choose("¿Por qué no?")
    told = words(panel).replace("*", "")
    for reason in (
        "Construir: no puedes pagar ninguna carta. La más cercana es",
        "Firmar un Acuerdo: falta 1 de comida",
        "Saquear: hace falta 1 ficha de saqueo y no tienes ninguna",
        "Cambiar obreros: hacen falta 2 obreros y tienes 1",
    ):
        assert reason in told


async def test_building_takes_three_taps(harness: BotHarness, ana: Player, bruno: Player):
    pos = supply(hand(begin("rb"), 0, "com046", "com065", "com002", "rom005"), 0, wood=2, stone=1)
    await asked(harness, pos, ana, bruno)
    panel = await ana.choose("Construir")
    assert labels(panel)[:4] == ["A Castillo", "B Atalaya", "✕ Proveedor", "✕ Aprendiz de escultor"]
    panel = await ana.choose("A Castillo")
    assert ana.clicks == 3
    assert "↩ Deshacer" in labels(panel), "undone until Bruno answers"
    assert "● Ana construye el Castillo por 1 de madera y 1 de piedra." in words(await ana.table())


@pytest.mark.parametrize("built", [(), ("com034",)])
async def test_a_term_is_explained_above_the_question_in_which_it_is_met_first(
    harness: BotHarness, ana: Player, bruno: Player, built: tuple[str, ...]
):
    pos = supply(hand(empire(begin("rb"), 0, *built), 0, "com046", "com065"), 0, wood=2, stone=1)
    await asked(harness, pos, ana, bruno)
    panel = await ana.choose("Construir")
    assert ("Una carta construida se llama Localización" in words(panel)) == (not built)


async def test_what_cannot_be_built_says_what_is_missing(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = supply(hand(begin("rb"), 0, "com046", "com065", "com023", "rom005"), 0, wood=2, stone=1)
    await asked(harness, pos, ana, bruno)
    await ana.choose("Construir")
    panel = await ana.choose("✕ Campo de trigo")
    told = "falta 1 de comida. Regla: Construir."
    assert f"✕ Campo de trigo: {told}" in words(panel), "no remedy: there are no workers"
    panel = await ana.choose("✕ Aprendiz de escultor")
    assert "no tienes ninguna Localización que sacrificar" in words(panel)


async def test_building_with_a_site_takes_four_taps(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = supply(
        hand(empire(begin("rb"), 0, "com046", "com065"), 0, "rom005", "com002"), 0, stone=2
    )
    positions.foundation(pos, 0, "com008")
    hand(pos, 0, "com036")
    await asked(harness, pos, ana, bruno)
    await ana.choose("Construir")
    panel = await ana.choose("A Aprendiz de escultor")
    assert labels(panel)[:3] == [
        "A Cimiento (Cantera)",
        "B Castillo · −1 PV",
        "C Atalaya · −1 PV",
    ]
    assert "¿Qué sacrificas de tu Imperio para construir el Aprendiz de escultor?" in words(panel)
    await ana.choose("C Atalaya")
    assert ana.clicks == 4, "undone until Bruno answers"
    assert " y sacrifica la Atalaya." in words(await ana.table())


async def test_a_proposal_takes_two_taps(harness: BotHarness, ana: Player, bruno: Player):
    pos = supply(hand(begin("rb"), 0, "com065", "com002"), 0, wood=2, stone=1)
    panel = await asked(harness, pos, ana, bruno)
    proposal = labels(panel)[0]
    assert proposal.startswith("Construir Atalaya")
    panel = await ana.choose(proposal)
    assert ana.clicks == 2
    assert "↩ Deshacer" in labels(panel), "undone until Bruno answers"
    assert "● Ana construye la Atalaya" in words(await ana.table())


async def test_a_deal_takes_three_taps(harness: BotHarness, ana: Player, bruno: Player):
    pos = supply(hand(begin("rb"), 0, "com046", "rom001", "rom005"), 0, food=1)
    await asked(harness, pos, ana, bruno)
    panel = await ana.choose("Firmar un Acuerdo")
    assert labels(panel)[:3] == [
        "A Taller del escultor · 1 de piedra",
        "B Aprendiz de escultor · 1 de piedra",
        "✕ Castillo",
    ]
    panel = await ana.choose("✕ Castillo")
    assert "con cartas Comunes no se firman Acuerdos" in words(panel)
    ana.clicks -= 1
    await ana.choose("B Aprendiz de escultor")
    assert ana.clicks == 3
    assert (
        "● Ana firma un Acuerdo con el Aprendiz de escultor por 1 de comida: 1 de piedra en cada"
        " Producción." in words(await ana.table())
    )


async def test_razing_from_the_hand_takes_three_taps(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = supply(hand(empire(begin("rb"), 1, "com008"), 0, "com005", "com002", "rom001"), 0, raze=2)
    await asked(harness, pos, ana, bruno)
    panel = await ana.choose("Saquear")
    assert labels(panel)[:3] == [
        "A Patíbulo → 1 madera + 1 PV",
        "B Proveedor → 1 piedra + 1 oro",
        "✕ Taller del escultor",
    ]
    await ana.choose("A Patíbulo → 1 madera + 1 PV")
    assert ana.clicks == 3
    assert "● Ana saquea el Patíbulo de su mano: 1 de madera y 1 PV." in words(await ana.table())


async def test_razing_one_of_two_rivals_takes_five_taps_and_tells_prices(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    pos = empire(empire(begin("rbj"), 1, "com008", "com046", "bar001", "com011"), 2, "com065")
    supply(hand(pos, 0, "com002"), 0, raze=2)
    place(pos, "com046").defense = 1
    await asked(harness, pos, ana, bruno, carla)
    panel = await ana.choose("Saquear otro Imperio")
    assert labels(panel)[:2] == ["A ■ Bruno", "B ▲ Carla"]
    panel = await ana.choose("A ■ Bruno")
    assert labels(panel)[:4] == [
        "A Cantera: 2 fichas → 2 piedra",
        "B Escombros: 2 fichas → 2 piedra",
        "✕ Castillo",
        "✕ Bosque primigenio",
    ]
    panel = await ana.choose("✕ Castillo")
    assert "cuesta 3 y tienes 2" in words(panel)
    panel = await ana.choose("✕ Bosque primigenio")
    assert "no se puede saquear" in words(panel)
    ana.clicks -= 2
    panel = await ana.choose("A Cantera")
    assert "Saqueas la Cantera de ■ Bruno por 2 fichas de saqueo y ganas 2 de piedra." in words(
        panel
    )
    await ana.choose("Confirmar")
    assert ana.clicks == 5
    told = words(await ana.table())
    assert (
        "● Ana saquea la Cantera de ■ Bruno por 2 fichas: 2 de piedra. ■ Bruno recibe 1 de madera"
        " y conserva la carta como Cimiento para sacrificarla al construir." in told
    )


async def test_who_has_passed_cannot_be_razed(
    harness: BotHarness, ana: Player, bruno: Player, carla: Player
):
    """And a Samurai makes a Location dearer."""
    pos = positions.samurai(
        empire(empire(begin("rbj"), 1, "com008"), 2, "jap001", "com065", "com067"), "jap001"
    )
    passed(supply(hand(pos, 0, "com002"), 0, raze=2), 1)
    await asked(harness, pos, ana, bruno, carla)
    panel = await ana.choose("Saquear otro Imperio")
    assert "¿Qué le saqueas a ▲ Carla?" in words(panel), (
        "the only one who can be razed is not asked for"
    )
    panel = await ana.choose("✕ Granja")
    assert "cuesta 3 y tienes 2" in words(panel)
    found = await ana.person.autocomplete("play", ROOM, "move", "saquear otro imperio")
    assert found
    assert not any("Bruno" in one["name"] for one in found)


async def test_activating_takes_three_taps(harness: BotHarness, ana: Player, bruno: Player):
    pos = supply(empire(begin("rb"), 0, "com046", "com034", "com049"), 0, worker=3, stone=1)
    used(pos, "com049", 0)
    await asked(harness, pos, ana, bruno)
    panel = await ana.choose("Activar")
    assert labels(panel)[:4] == ["A Castillo", "Castillo, dos veces", "B Albañil", "✕ Posada"]
    panel = await ana.choose("✕ Posada")
    assert "ya usada" in words(panel)
    ana.clicks -= 1
    await ana.choose("B Albañil")
    assert ana.clicks == 3
    assert "Albañil: ● Ana gana 2 PV." in words(await ana.table())


async def test_once_or_twice_takes_three_taps(harness: BotHarness, ana: Player, bruno: Player):
    pos = supply(empire(begin("rb"), 0, "com050", "com034"), 0, worker=3, stone=1)
    await asked(harness, pos, ana, bruno)
    await ana.choose("Activar")
    await ana.choose("Cuartel, dos veces")
    assert ana.clicks == 3
    assert "● Ana activa el Cuartel dos veces por 2 obreros." in words(await ana.table())


async def test_two_workers_take_three_taps(harness: BotHarness, ana: Player, bruno: Player):
    await asked(harness, supply(begin("rb"), 0, worker=5), ana, bruno)
    panel = await ana.choose("Cambiar obreros")
    assert labels(panel)[:6] == [
        "1 de madera",
        "1 de piedra",
        "1 de comida",
        "1 carta Común 🔒",
        "1 carta de facción 🔒",
        "Varios a la vez…",
    ]
    panel = await ana.choose("1 de madera")
    assert ana.clicks == 3
    assert "↩ Deshacer" in labels(panel), "undone until Bruno answers"
    assert "● Ana cambia 2 obreros por 1 de madera." in words(await ana.table())


async def test_several_pairs_are_given_in_one_form(harness: BotHarness, ana: Player, bruno: Player):
    await asked(harness, supply(begin("rb"), 0, worker=5), ana, bruno)
    await ana.choose("Cambiar obreros")
    panel = await ana.choose("Varios a la vez…")
    assert "¿Cuánto recibes de cada cosa?" in words(panel)
    assert "¿Qué falta?" in labels(panel), "nothing is chosen beforehand"
    opened = await ana.tap(panel, "Repartir")
    await ana.person.submit_modal(
        opened, wood=["1"], stone=["0"], food=["0"], common=["0"], faction=["0"]
    )
    panel = await ana.panel()
    assert "Coger 1 de madera" in labels(panel), "the answer as it stands is given by its own name"
    await ana.choose("Coger 1 de madera")
    assert ana.clicks == 5, "the button says what is exchanged"
    assert "● Ana cambia 2 obreros por 1 de madera." in words(await ana.table())


async def test_the_deck_of_a_card_is_one_tap_and_final(
    harness: BotHarness, ana: Player, bruno: Player
):
    panel = await asked(harness, acted(begin("rb"), Draw(0, 2)), ana, bruno)
    assert "Robas 2 cartas, de una en una. ¿De qué mazo robas la primera?" in words(panel)
    assert labels(panel)[:2] == ["A Común 🔒", "B Facción 🔒"]
    ana.clicks = 0
    panel = await ana.choose("B Facción 🔒")
    assert ana.clicks == 1
    assert "¿De qué mazo robas?" in words(panel), "the next one, once the first is seen"
    assert "● Ana roba 1 carta de facción." in words(await bruno.table())


async def test_the_desert_asks_its_victim_in_three_taps(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = acted(hand(begin("br"), 0, "com046", "com002"), Discard(0, 1), seat=1)
    panel = await asked(harness, pos, ana, bruno)
    assert "¿Qué carta descartas?" in words(panel)
    panel = await ana.choose("B Proveedor")
    assert "🔒 No se puede deshacer" in words(panel)
    await ana.choose("Confirmar 🔒")
    assert ana.clicks == 3
    await ana.tap(await ana.table(), "Crónica")
    assert "● Ana descarta el Proveedor." in words(await ana.panel())


async def test_an_action_passes_the_turn_unless_a_free_operation_could_matter(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = supply(empire(begin("rb"), 0, "com046"), 0, worker=4, defense=1)
    supply(pos, 1, raze=2)
    await asked(harness, pos, ana, bruno)
    await ana.choose("Cambiar obreros")
    panel = await ana.choose("1 de madera")
    assert {"Poner la defensa", "↩ Deshacer"} <= {*labels(panel)}
    ana.clicks = 0
    panel = await ana.choose("Terminar el turno 🔒")
    assert ana.clicks == 1
    assert "Falta ■ Bruno" in words(panel)


async def test_the_defense_token_takes_four_taps_and_leaves_the_turn_standing(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = supply(empire(begin("rb"), 0, "com046", "com065"), 0, worker=4, defense=1)
    await asked(harness, pos, ana, bruno)
    await ana.choose("Más…")
    await ana.choose("Poner la defensa")
    panel = await ana.choose("B Atalaya")
    assert ana.clicks == 4
    assert "¿Qué haces?" in words(panel)
    assert "● Ana defiende la Atalaya." in words(await bruno.table())


async def test_passing_takes_three_taps_and_says_what_it_means(
    harness: BotHarness, ana: Player, bruno: Player
):
    await asked(harness, supply(begin("rb"), 0, worker=4), ana, bruno)
    panel = await ana.choose("Pasar")
    assert "no juegas más en esta ronda, y nadie puede saquearte" in words(panel)
    await ana.choose("Confirmar 🔒")
    assert ana.clicks == 3
    assert "● Ana pasa." in words(await bruno.table())


async def test_the_last_one_plays_turn_after_turn_without_waiting(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = passed(supply(begin("rb"), 0, worker=6), 1)
    await staged(harness, pos, ana, bruno)
    await ana.play()
    await ana.choose("Cambiar obreros")
    panel = await ana.choose("1 de madera")
    assert "¿Qué recibes por 2 obreros?" in words(panel), "at once the next turn"
    assert "↩ Deshacer" in labels(panel)
    panel = await ana.choose("1 de piedra")
    assert ana.clicks == 4, "none of them to confirm"
    await ana.choose("‹ Volver")


@pytest.mark.parametrize(
    ("seat", "typed", "meant"),
    [
        (0, "construir castillo", "Construir Castillo"),
        (1, "build castle", "Build Castle"),
    ],
)
async def test_a_building_is_said_in_two_words(
    harness: BotHarness, ana: Player, carla: Player, seat: int, typed: str, meant: str
):
    """Each in their own language: Carla reads English."""
    player = (ana, carla)[seat]
    pos = begin("rb") if seat == 0 else turn(begin("rb"), 1)
    supply(hand(pos, seat, "com046", "com065", "com002"), seat, wood=1, stone=1)
    await staged(harness, pos, ana, carla)
    found = await player.person.autocomplete("play", ROOM, "move", typed)
    assert [one["name"] for one in found if one["name"].startswith(meant)], found
    value = next(one for one in found if one["name"].startswith(meant))["value"]
    await player.person.command("play", ROOM, move=value)
    await harness.quiet()
    if await built(harness, seat) != ["com046"]:  # final: it is said once more
        await player.person.command("play", ROOM, move=value)
        await harness.quiet()
    assert await built(harness, seat) == ["com046"]


async def built(harness: BotHarness, seat: int) -> list[str]:
    """The Locations of a seat at the newest table."""
    match = (await harness.app.repo.matches.find())[-1]
    stored = await harness.app.repo.matches.load(match.id)
    assert stored is not None
    return [one.card for one in stored.pos.state.players[seat].locations]


async def test_a_hand_too_large_for_buttons_becomes_a_menu(
    harness: BotHarness, ana: Player, bruno: Player
):
    cards = [
        f"com{n:03}"
        for n in (
            1,
            2,
            3,
            4,
            5,
            6,
            7,
            8,
            11,
            12,
            15,
            16,
            17,
            18,
            21,
            23,
            25,
            26,
            27,
            28,
            29,
            30,
            32,
        )
    ]
    pos = supply(hand(begin("rb"), 0, *cards), 0, wood=3, stone=2, food=1)
    await asked(harness, pos, ana, bruno)
    await ana.choose("Construir")
    panel = await menu(ana, "com007")
    assert "Construyes el Bosque viejo por 2 de madera." in words(panel)


async def test_the_chapel_tells_the_price_of_each_target(
    harness: BotHarness, ana: Player, bruno: Player
):
    pos = supply(
        hand(empire(empire(begin("br"), 0, "bar014"), 1, "com008", "com047"), 0, "com046"),
        0,
        raze=3,
    )
    place(pos, "com047").defense = 1
    await asked(harness, pos, ana, bruno)
    await ana.choose("Activar")
    panel = await ana.choose("Saquear otro Imperio")
    assert labels(panel)[:2] == [
        "A Cantera: 2 fichas",
        "B Castillo: 3 fichas",
    ]
    await ana.choose("B Castillo")
    panel = await ana.choose("+")
    assert "carta 1/2" in labels(panel)
    panel = await ana.choose("Seguir")
    assert "Pagas 3 fichas de saqueo." in words(panel)
    assert "Los recursos a los que renuncias se convierten en 2 PV." in words(panel)


async def test_a_faction_is_chosen_in_three_taps(harness: BotHarness, ana: Player, bruno: Player):
    pos = walk.start(GAME, {}, 2, "paths")
    await staged(harness, pos, ana, bruno)
    first = (ana, bruno)[walk.actors(pos)[0]]
    panel = await first.play()
    assert labels(panel)[:4] == ["A Bárbaros", "B Japoneses", "C Romanos", "D Egipcios"]
    panel = await first.choose("C Romanos")
    assert "Juegas con los Romanos." in words(panel)
    assert "Entre rondas conservan fichas de saqueo." in words(panel)
    await first.choose("Confirmar")
    assert first.clicks == 3
