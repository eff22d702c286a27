"""No text is unused; cards, the log and a position in words."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from games.core.cards.effects import each_op
from games.core.engine import walk
from games.core.guides.rulebook import chapters, passage
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import seat_name
from games.imperial_settlers import GAME
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.catalog import CARDS, FACTS
from games.imperial_settlers.model.events import SettlersEvent
from games.imperial_settlers.rules.actions.cards import BY_CARD, card_text, face_words
from games.imperial_settlers.rules.effects.deals import TARGETED
from games.imperial_settlers.views.describe import describe, empire_words
from games.imperial_settlers.views.narrate import narrate, summary
from games.imperial_settlers.views.view import view
from tests.games import wording
from tests.games.imperial_settlers import positions
from tests.games.imperial_settlers.positions import (
    begin,
    deals,
    empire,
    foundation,
    hand,
    place,
    supply,
    used,
    virtual,
)
from tests.games.wording import speaker

MENU_LINES = 25  # Discord's limit for the chapters of the rules
say = speaker(GAME, ("Ana", "Bruno", "Inés", "Diego"))


def text(name: str, lang: str = "es") -> str:
    """Return the text of a card by the id of its name."""
    return say(card_text(FACTS[name].prints[0].code), lang)


def looked_up() -> set[str]:
    """Return the message keys made of tags of ops, which are not written out in the code."""
    keys = set()
    for op in {type(one) for one in each_op(list(BY_CARD.values()))}:
        tag = str(op.__struct_config__.tag)
        keys |= {f"imp.op.{tag}", f"imp.why.no_{tag}", f"imp.verb.{tag}"}
    for op in get_args(TARGETED):
        tag = str(op.__struct_config__.tag)
        keys |= {f"imp.sure.{tag}", *(f"imp.ask.{name}_{tag}" for name in op.fields)}
    return keys


def test_no_key_is_unused() -> None:
    made = {*looked_up(), "imp.sure.activate_once", "imp.sure.activate_twice"}
    patterns = [*map(re.escape, made), r"imp\.feature\.[a-z_]+_(color|deck)"]
    assert wording.unused(GAME, patterns, beside=("imp.sure.{", "imp.ask.{name")) == []


def test_every_op_with_a_target_has_all_its_words() -> None:
    """What it asks of whom and what, what it is about to do, and why it finds nothing."""
    for op in get_args(TARGETED):
        tag = str(op.__struct_config__.tag)
        needed = {f"imp.sure.{tag}", f"imp.why.no_{tag}", f"imp.verb.{tag}"}
        assert [key for key in needed if not wording.own(GAME).has(key)] == []
        asked = [
            name
            for name in op.fields
            if name != "rival" or len(op.fields) > 1 or tag == "enemy_discards_card"
        ]
        for name in asked:
            assert wording.own(GAME, "en").has(f"imp.ask.{name}_{tag}"), (tag, name)


def test_the_chapters_fit_a_menu() -> None:
    for lang in ("es", "en"):
        assert len(chapters(GAME.id, lang)) <= MENU_LINES


def test_the_code_names_chapters_and_every_ruling_is_a_cards() -> None:
    assert {"activate", "build", "raze", "workers"} <= wording.chapters_named(GAME)
    about = {
        anchor.removeprefix("card-")
        for anchor in wording.anchors(GAME)
        if anchor.startswith("card-")
    }
    assert about <= set(FACTS)
    for lang in ("es", "en"):
        assert all(len(passage(GAME.id, lang, f"card-{name}")) > 20 for name in about)


TEXTS = {
    "com_statue": (
        "Al construirse: ganas 1 PV por cada Localización gris de tu Imperio (máximo 6); robas 1 carta.",
        "When built: gain 1 VP for each gray Location in your Empire (at most 6); draw 1 card.",
    ),
    "com_mill": (
        "Apoyo: cada vez que construyes una Localización roja, ganas 1 de oro y 1 PV.",
        "Feature: each time you build a red Location, gain 1 gold and 1 VP.",
    ),
    "com_town": ("Producción: ganas 2 obreros.", "Production: gain 2 workers."),
    "com_castle": (
        "Acción: gasta 1 obrero: robas 1 carta. Dos veces por ronda.",
        "Action: spend 1 worker: draw 1 card. Twice per round.",
    ),
    "com_hanseatic_league": (
        "Acción: gasta 1 obrero y descarta 1 Acuerdo tuyo: ganas 2 PV. Dos veces por ronda.",
        "Action: spend 1 worker and discard 1 of your Deals: gain 2 VP. Twice per round.",
    ),
    "com_tavern": (
        "Acción: descarta 1 carta de tu mano: ganas 2 PV. Al construirse: robas 1 carta.",
        "Action: discard 1 card from your hand: gain 2 VP. When built: draw 1 card.",
    ),
    "com_ruins": (
        "Al construirse: ganas 1 obrero. Sin color. No se puede saquear.",
        "When built: gain 1 worker. No color. Can't be razed.",
    ),
    "bar_barter": (
        "Acción: gasta 1 de madera, piedra o comida: ganas 1 de oro y 1 PV.",
        "Action: spend 1 wood, stone or food: gain 1 gold and 1 VP.",
    ),
    "rom_administration": (
        "Apoyo: cada vez que construyes una Localización romana, ganas 1 de oro o 1 PV.",
        "Feature: each time you build a Roman Location, gain 1 gold or 1 VP.",
    ),
    "rom_trade_colony": (
        "Producción: ganas 1 obrero y 1 de oro. Cuenta como roja, marrón y gris.",
        "Production: gain 1 worker and 1 gold. Counts as red, brown and gray.",
    ),
    "egy_temple_of_ra": (
        "Acción (gratis): capturas una Localización rival, que cuenta como tuya hasta el fin de la ronda.",
        "Action (free): capture a rival's Location, which counts as yours until the end of the round.",
    ),
    "egy_sphinx": (
        "Apoyo: cada vez que ganas 2 PV o más de golpe, ganas 1 PV más.",
        "Feature: each time you gain at least 2 VP at once, gain 1 VP as a bonus.",
    ),
    "jap_gate": (
        (
            "Apoyo: en tu turno puedes poner debajo cartas de tu mano, y ganas 1 PV por cada una; al final, 2 PV si hay al menos "
            "3. No se puede saquear."
        ),
        (
            "Feature: on your turn, you may put cards from your hand underneath and gain 1 VP for each; "
            "at the end, gain 2 VP if there are at "
            "least 3. Can't be razed."
        ),
    ),
}


def test_a_card_says_what_it_does(subtests: pytest.Subtests) -> None:
    for name in sorted(TEXTS):
        with subtests.test(name=name):
            assert (text(name, "es"), text(name, "en")) == TEXTS[name]


def test_every_cards_text_is_whole_sentences_that_agree(subtests: pytest.Subtests) -> None:
    for lang, name in itertools.product(["es", "en"], sorted(FACTS)):
        with subtests.test(lang=lang, name=name):
            said = text(name, lang)
            assert re.fullmatch(r"([A-ZÁÉÍÓÚ].*\. ?)+", said)
            assert not re.search(r"\b1 (obreros|fichas|cartas|workers|tokens|cards)\b", said)
            assert not re.search(r"\b[2-9] (obrero|ficha|carta|worker|token|card)\b", said)
            assert "None" not in said
            assert "{" not in said


def test_a_card_is_told_with_all_that_is_printed_on_it() -> None:
    assert say(face_words("bar010")) == (
        "Saboteadores (Bárbaros, negra): cuesta 1 de madera, más una Localización; como Acuerdo da 1 de oro. "
        "Acción: gasta 1 obrero: le quitas 1 de madera, piedra o comida a alguien."
    )
    ruins = "Ruins (Common): costs nothing. When built: gain 1 worker. No color. Can't be razed."
    assert say(face_words("com069"), "en") == ruins
    castle = "Castillo (Común, azul): cuesta 1 de madera y 1 de piedra; al saquearla da 2 cartas. "
    assert say(face_words("com046")).startswith(castle)


STORY: list[tuple[SettlersEvent, str]] = [
    (ev.RoundBegan(2, 1), "Ronda 2. Empieza Bruno."),
    (ev.Revealed(["com046", "com082"]), "A la vista: Castillo y Joe el cazador."),
    (ev.Took(0, "com046"), "Ana coge el Castillo."),
    (ev.Took(-1, "com046"), "El rival virtual se queda con el Castillo."),
    (ev.Left(["com046"]), "La carta que nadie coge va a los descartes: Castillo."),
    (ev.Kept(0, "com046"), "Te quedas con el Castillo."),
    (
        ev.Drew(0, ["common", "faction", "common"]),
        "Ana roba 2 cartas Comunes y 1 carta de facción.",
    ),
    (ev.Drew(0, ["common"], ["com046"], quiet=True), "Recibes el Castillo."),
    (ev.Gained(0, {"vp": 1}, "com005"), "Patíbulo: Ana gana 1 PV."),
    (
        ev.Produced(0, {"worker": 5, "raze": 1}, 2),
        "Ana produce 5 obreros, 1 ficha de saqueo y 2 cartas.",
    ),
    (ev.Built(0, "com046", {"wood": 1}), "Ana construye el Castillo por 1 de madera."),
    (
        ev.Built(0, "bar010", {"gold": 1}, "com046"),
        "Ana construye los Saboteadores por 1 de oro y sacrifica el Castillo.",
    ),
    (
        ev.Built(0, "bar010", {"wood": 1}, "", "com040"),
        "Ana construye los Saboteadores por 1 de madera gracias a los Colonos.",
    ),
    (ev.Built(0, "com069", {}), "Ana construye las Ruinas."),
    (
        ev.Signed(0, "bar010", "gold", {"food": 1}),
        "Ana firma un Acuerdo con los Saboteadores por 1 de comida: 1 de oro en cada Producción.",
    ),
    (ev.Razed(0, "com046", None, 0, {"card": 2}), "Ana saquea el Castillo de su mano: 2 cartas."),
    (
        ev.Razed(0, "com008", 1, 3, {"stone": 2}, 0, 1),
        (
            "Ana saquea la Cantera de Bruno por 3 fichas: 2 de piedra. Bruno recibe 1 de madera"
            " y conserva la carta como Cimiento para sacrificarla al construir."
        ),
    ),
    (
        ev.Razed(0, "com008", -1, 2, {"stone": 2}),
        "Ana saquea la Cantera del rival virtual por 2 fichas: 2 de piedra.",
    ),
    (
        ev.Razed(0, "com046", 1, 0, {"card": 2}, 2, 1),
        (
            "Ana saquea el Castillo de Bruno: 2 cartas, pero 2 recursos se convierten en 4 PV. Bruno"
            " recibe 1 de madera y conserva la carta como Cimiento para sacrificarla al construir."
        ),
    ),
    (
        ev.Activated(0, "com046", 0, 2, {"worker": 2}),
        "Ana activa el Castillo dos veces por 2 obreros.",
    ),
    (
        ev.Activated(0, "com049", 0, 1, {}, ["com046"]),
        "Ana activa la Posada y descarta el Castillo.",
    ),
    (
        ev.Activated(0, "com046", 0, 1, {}, [], "com041"),
        "Ana repite el Castillo gracias a la Compañía de cómicos.",
    ),
    (
        ev.Worked(0, 4, {"wood": 1, "faction": 1}),
        "Ana cambia 4 obreros por 1 de madera y 1 carta de facción.",
    ),
    (ev.Passed(2), "Inés pasa."),
    (
        ev.Deployed(0, ["jap026"], 1),
        "Ana despliega 1 samurái en los Ninjas, pero otro se queda sin sitio.",
    ),
    (
        ev.DealLost(0, 1, "gold", "bar010"),
        "Ana obliga a Bruno a descartar un Acuerdo: Saboteadores (oro).",
    ),
    (
        ev.DealLost(0, -1, "wood", "atk-01", taken=True),
        "Ana le quita un Acuerdo al rival virtual: carta de Ataque (madera).",
    ),
    (
        ev.DealLost(0, 0, "gold", "", "bar010"),
        "Ana descarta su Acuerdo: Ruta comercial a los Saboteadores (oro).",
    ),
    (ev.Stole(0, 1, "wood", 1), "Ana le quita 1 de madera a Bruno."),
    (ev.Selected(0, 1, ["com046"]), "Ana mira 2 cartas, se queda con 1 y descarta el Castillo."),
    (
        ev.Selected(0, 1, ["com046"], ["com082"]),
        "Te quedas con la carta de Joe el cazador y descartas el Castillo.",
    ),
    (ev.Founded(0), "Ana pone una carta boca abajo como Cimiento."),
    (ev.Founded(0, "com046"), "Pones el Castillo boca abajo como Cimiento."),
    (ev.BuriedCards(0, "jap013", 2), "Ana pone 2 cartas bajo la Puerta ceremonial."),
    (ev.BuriedCards(0, "jap013", 1, ["com046"]), "Pones el Castillo bajo la Puerta ceremonial."),
    (ev.Cleaned(0, {"worker": 2}), "Ana conserva 2 obreros para la próxima ronda."),
    (ev.AttackRevealed("atk-01"), "Nueva carta de Ataque: madera."),
    (
        ev.Attacked(["wood", "gold"], "com032"),
        "El ataque (madera y oro) se lleva el Mercado a la Colección.",
    ),
    (ev.Attacked(["wood"]), "El ataque (madera) no alcanza ninguna Localización."),
    (
        ev.Collected(["com046", "com082"]),
        "El rival virtual suma a su Colección el Castillo y la carta de Joe el cazador.",
    ),
    (
        ev.Ended([57], [1], 12, 11),
        "Victoria: 12 Localizaciones de facción frente a 11 en la Colección. 57 PV: Caballería.",
    ),
    (
        ev.Ended([57], [2], 11, 11),
        "Derrota: 11 Localizaciones de facción frente a 11 en la Colección.",
    ),
    (ev.Ended([57], [2], 1, 1), "Derrota: 1 Localización de facción frente a 1 en la Colección."),
    (ev.Ended([57, 50, 61], [2, 3, 1]), "Fin de la partida: Ana 57, Bruno 50 e Inés 61."),
]


def test_the_log_reads_like_a_story(subtests: pytest.Subtests) -> None:
    for event, told in STORY:
        with subtests.test(event=event, told=told):
            sentence = narrate(event)
            assert sentence is not None
            assert say(sentence) == told
            assert say(sentence, "en").endswith(".")


def test_what_came_to_hand_names_its_seat_so_that_it_is_told_before_other_things() -> None:
    castle = ["com046"]
    for event in (
        ev.Drew(1, ["common"], castle),
        ev.Selected(1, 1, [], castle),
        ev.Selected(1, 1, ["com082"], castle),
    ):
        told = narrate(event)
        assert told is not None
        assert told.args["seat"] == seat_name(1)


QUIET: list[SettlersEvent] = [
    ev.Gained(0, {"wood": 1}, "com007", quiet=True),
    ev.Drew(0, ["common"], quiet=True),
    ev.Kept(0),
    ev.Produced(0, {}),
    ev.Cleaned(0, {}),
    ev.Began(0),
]


def test_what_is_part_of_something_told_as_a_whole_stays_silent(subtests: pytest.Subtests) -> None:
    for event in QUIET:
        with subtests.test(event=event):
            assert narrate(event) is None


def test_every_kind_of_event_is_told_or_known_to_be_silent() -> None:
    told = {type(one) for one, _ in STORY}
    rest: list[Any] = [
        ev.TookFaction(0, "romans"),
        ev.Reshuffled("common"),
        ev.Reshuffled("romans"),
        ev.Routed(0, 1, "bar010", "gold"),
        ev.Defended(0, "com046"),
        ev.Put(0, "jap015", {"wood": 2}),
        ev.Looted(0, 1, "com046", {"card": 1}),
        ev.Removed(0, 1, "com046"),
        ev.Jammed(0, 1, "com046"),
        ev.Captured(0, 1, "com046"),
        ev.Captured(0, 0, "com046"),
        ev.Discarded(0, ["com046"]),
        ev.Exchanged(0, "egi006", {"gold": 1}, {"vp": 2}),
        ev.Produce(0, "com084", "com007"),
    ]
    for one in rest:
        sentence = narrate(one)
        assert sentence is not None
        assert say(sentence).endswith(".")
    assert told | {type(one) for one in rest} | {ev.Began} == set(get_args(SettlersEvent))


def lines(pos: positions.Pos, seat: int | None = 0) -> list[str]:
    return [say(one) for one in describe(view(pos, seat))]


def test_a_position_is_told_whole_and_nobody_elses_hand() -> None:
    pos = supply(
        hand(empire(begin("rb"), 0, "com046", "com034"), 0, "com002", "rom005"),
        0,
        worker=3,
        stone=1,
    )
    hand(deals(empire(pos, 1, "com008"), 1, "bar010"), 1, "com065", "bar001")
    foundation(pos, 1, "com011")
    used(pos, "com046", 0)
    place(pos, "com008").defense = 1
    told = lines(pos)
    assert told[0] == "Ronda 2 de 5 · Acción"
    assert "Orden de la ronda: Ana y Bruno. Empieza Ana." in told
    assert "Tu mano, 2 cartas:" in told
    assert any(
        line.startswith("Proveedor (Común, gris): cuesta 1 de madera y 2 de piedra;")
        for line in told
    )
    assert any(
        line.startswith("Aprendiz de escultor (Romanos") and line.endswith("→ la puedes construir.")
        for line in told
    )
    assert any(
        line.startswith("• Castillo (Común, azul)") and "usada 1 de 2" in line for line in told
    )
    defended = "1 ficha de defensa; saquearla cuesta 3 fichas y da 2 de piedra"
    assert any(line.startswith("• Cantera") and defended in line for line in told)
    assert "Acuerdo: Saboteadores (oro)." in told
    assert "1 Cimiento: Escombros." in told
    assert "Suministro: 3 obreros y 1 de piedra." in told
    assert not any("Atalaya" in line or "Bosque primigenio" in line for line in told)
    assert not any("Proveedor" in line for line in lines(pos, None))


def test_solo_is_told_with_the_virtual_player() -> None:
    pos = virtual(positions.queue(begin("r"), "wood", "gold"), "com046")
    told = lines(pos)
    assert "Tienes 0 Localizaciones de facción; la Colección del rival virtual tiene 0." in told
    assert (
        "Cartas de Ataque a la vista, la más reciente primero: madera y oro. Boca abajo: 14."
        in told
    )
    assert "Localizaciones del rival virtual en esta ronda:" in told
    assert any(
        line.startswith("• Castillo") and "saquearla cuesta 2 fichas y da 2 cartas" in line
        for line in told
    )


def test_an_empire_can_be_told_by_itself() -> None:
    pos = empire(begin("rb"), 1, "com008")
    told = [say(one) for one in empire_words(view(pos, 0), 1)]
    assert (
        told[0]
        == "Bruno, Bárbaros: 0 PV; 1 si la partida acabara ahora. Tiene 0 cartas en la mano y 30 en su mazo."
    )
    assert told[-1].startswith("• Cantera (Común, gris): Producción: ganas 1 de piedra.")


def test_the_summary_is_one_line() -> None:
    pos = begin("rb", at=3)
    assert say(summary(view(pos, None))) == "Ronda 3 de 5 · Acción"
    assert say(summary(view(pos, None)), "en") == "Round 3 of 5 · Action"


def ready_moves(pos: positions.Pos, seat: int, path: tuple[Any, ...] = ()) -> Iterator[MoveReady]:
    """Yield the ready moves of a seat; the first six options of each prompt are tried."""
    answer = walk.ask(pos, seat, path)
    if isinstance(answer, MoveReady):
        yield answer
    elif isinstance(answer, SelectPrompt) and answer.max == 1:
        for option in answer.options[:6]:
            yield from ready_moves(pos, seat, (*path, option.key))


def test_moves_say_what_they_do_in_the_second_person() -> None:
    pos = supply(
        hand(empire(begin("rb"), 0, "com046", "com034"), 0, "com002", "rom005"),
        0,
        worker=3,
        stone=1,
        raze=1,
    )
    said = [say(done.summary) for done in ready_moves(pos, 0)]
    assert len(said) > 6
    assert all(re.match(r"(Construyes|Saqueas|Activas|Cambias|Pasas)", one) for one in said), said


def test_everything_said_in_random_games_has_its_words() -> None:
    """Summaries and effects of moves, sentences of events, in both languages."""
    for n in (1, 3):
        pos, rng = walk.start(GAME, {"factions": "random"}, n, "words"), Rng.of(n)
        while pos.outcome is None:
            seat = walk.actors(pos)[0]
            path = walk.random_move(pos, seat, rng)
            done = walk.ask(pos, seat, path)
            assert isinstance(done, MoveReady)
            step = walk.submit(pos, seat, path)
            for lang in ("es", "en"):
                assert (
                    say(done.summary, lang)[0].isupper() or not say(done.summary, lang)[0].isalpha()
                )
                for one in step.events:
                    sentence = None if one.public is None else GAME.narrate(one.public)
                    assert sentence is None or say(sentence, lang).endswith(".")
            pos = step.pos


def test_long_piles_are_counted_and_stand_on_several_lines() -> None:
    pos = positions.discarded(
        begin("rb"), *sorted(one for one in CARDS if one.startswith("com"))[:84]
    )
    told = [line for line in lines(pos, None) if line.startswith("Descarte Común: ")]
    assert len(told) > 1
    assert max(map(len, told)) < 900
    assert "Castillo (3)" in "".join(told)


def test_a_defense_token_on_ruins_is_said_to_be_idle() -> None:
    pos = supply(empire(begin("rb"), 0, "com069", "com046"), 0, defense=1)
    idle, done = (walk.ask(pos, 0, ("defend", card)) for card in ("com069", "com046"))
    assert isinstance(idle, MoveReady)
    assert isinstance(done, MoveReady)
    assert (
        say(idle.summary)
        == "Pones tu ficha de defensa en las Ruinas, que de todos modos nadie puede saquear."
    )
    assert "En esta ronda, saquear esa carta cuesta 1 ficha más" in say(done.summary)


def test_cards_of_one_name_can_be_named_apart_where_several_are_chosen() -> None:
    pos = hand(empire(begin("jr"), 0, "jap013"), 0, "com046", "com047", "com008")
    form = walk.ask(pos, 0, ("gate", "jap013"))
    assert isinstance(form, SelectPrompt)
    assert [say(option.label) for option in form.options] == [
        "Castillo (1)",
        "Castillo (2)",
        "Cantera",
    ]


def test_locations_of_one_name_are_called_as_the_panels_call_them() -> None:
    pos = supply(empire(begin("rb"), 0, "com046", "com047"), 0, worker=2)
    form = walk.ask(pos, 0, ("activate",))
    assert isinstance(form, SelectPrompt)
    assert [say(option.label) for option in form.options] == [
        "Castillo",
        "Castillo, dos veces",
        "Castillo (2)",
        "Castillo (2), dos veces",
    ]
    assert [line.split(":")[0] for line in lines(pos) if line.startswith("• ")] == [
        "• Castillo (Común, azul)",
        "• Castillo (2) (Común, azul)",
    ]
