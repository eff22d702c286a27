"""`/play` as text: every legal move is found and read back; a refusal suggests others."""

from __future__ import annotations

from itertools import islice

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import (
    AmountPrompt,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    Option,
    SelectPrompt,
    Slot,
)
from games.core.state.rng import Rng
from games.core.text.messages import literal
from games.eight_minute_empire import GAME
from ui.components import join_until_full
from ui.i18n import Translator
from ui.views.panel.text_moves import (
    SUGGESTIONS,
    InterpretedMove,
    ambiguous_moves,
    complete,
    interpret,
    label,
    path_of_text,
    similar_moves,
    steps,
    suggestion_value,
)

ES = Translator("es", GAME.id, ("Ana", "Bruno"))


def small(path):
    match path:
        case ():
            verbs = {"move": "Mover 2", "pay": "Pagar", "end": "Terminar 🔒"}
            return SelectPrompt(tuple(Option(key, literal(text)) for key, text in verbs.items()))
        case ("move",):
            return SelectPrompt(
                (Option("c4", literal("C4 (3)")), Option("c10", literal("C10 (1)")))
            )
        case ("move", str()):
            return SelectPrompt((Option("c7", literal("C7")), Option("s1", literal("S1 ⛵"))))
        case ("pay",):
            return DistributePrompt(
                (Slot("wood", literal("madera"), 3), Slot("gold", literal("oro"), 2)),
                2,
                2,
                default={"wood": 2},
            )
        case ("pay", dict()):
            return AmountPrompt(1, 40)
        case ("move", str(), str()) | ("end",) | ("pay", dict(), int()):
            return MoveReady(literal("hecho"))
    return IllegalPath(literal("no"))


def texts(typed: str) -> list[str]:
    return [label(one) for one in complete(small, ES, typed)]


def test_nothing_typed_shows_the_verbs():
    assert texts("") == ["Mover 2 …", "Pagar …", "Terminar 🔒"]


def test_it_completes_word_by_word_down_the_tree():
    assert texts("mo")[0] == "Mover 2 …"
    assert "Mover 2 C4 (3) …" in texts("mover 2")
    assert texts("mover 2 c1")[0] == "Mover 2 C10 (1) …"
    assert {"Mover 2 C4 (3) C7", "Mover 2 C4 (3) S1 ⛵"} <= set(texts("Mover 2 C4 (3)"))


def test_words_from_the_middle_find_whole_moves():
    assert texts("s1") == ["Mover 2 C4 (3) S1 ⛵", "Mover 2 C10 (1) S1 ⛵"]


def test_there_are_never_more_than_discord_takes():
    assert len(complete(small, ES, "pagar madera 2")) <= SUGGESTIONS


@pytest.mark.parametrize("given", ["terminar", "Terminar 🔒", "TERMINAR", " terminar "])
def test_ones_own_words_are_read(given: str):
    assert path_of_text(small, ES, given) == ("end",)


@pytest.mark.parametrize(
    "given", ["baila", "", "   ", "mover 2 c4 c9", "=[1,2", '=["fly"]', "~00", "=7", "s1"]
)
def test_what_is_no_move_or_several_is_none(given: str):
    assert path_of_text(small, ES, given) is None


def test_near_moves_are_offered():
    assert "Terminar 🔒" in similar_moves(small, ES, "terminor")
    assert similar_moves(small, ES, "xyzzy")


def test_a_path_too_long_for_any_value_is_not_offered_and_can_be_said():
    def ask(path):
        if len(path) == 9:
            return MoveReady(literal("x"))
        return (
            SelectPrompt((Option("a" * 30, literal("largo")), Option("b", literal("corto"))))
            if len(path) < 4
            else SelectPrompt((Option("b", literal("corto")),))
        )

    path = ("a" * 30,) * 4 + ("b",) * 5
    said = " ".join(["largo"] * 4 + ["corto"] * 5)
    assert path not in [one.path for one in complete(ask, ES, said)]
    assert path_of_text(ask, ES, said) == path


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_move_of_a_real_game_is_found_and_read_back(seed: int):
    rng = Rng.of(seed)
    pos = walk.start(GAME, {}, 2, seed)
    for _ in range(40):
        seat = walk.actors(pos)[0] if walk.actors(pos) else None
        if seat is None:
            break
        ask = lambda path, pos=pos, seat=seat: walk.ask(pos, seat, path)  # noqa: E731 - the tree of this moment
        for one in islice(walk.legal_moves(pos, seat), 30):
            assert path_of_text(ask, ES, suggestion_value(one)) == one
        for move in complete(ask, ES, ""):
            assert len(label(move)) <= 100
            assert not isinstance(ask(move.path), IllegalPath)
        pos = walk.submit(pos, seat, walk.random_move(pos, seat, rng)).pos


NAMES = {"c2": "Pinar", "c4": "Corona", "c7": "Llano"}


def armies(path):
    """Two armies on a map, and a card to take: regions and cards have names that stand beside their labels."""

    def region(code: str, count: str = "") -> Option:
        return Option(code, literal(f"{code.upper()}{count}"), literal(NAMES[code]))

    match path:
        case ():
            verbs = {"take": "Tomar una carta", "move": "Mover 2", "end": "Terminar"}
            return SelectPrompt(tuple(Option(key, literal(text)) for key, text in verbs.items()))
        case ("take",):
            goods = {"c1": "Herramientas · gratis", "c2": "Madera ×2 · cuesta 1"}
            return SelectPrompt(
                tuple(
                    Option(key, literal("1 · mover 3"), literal(good))
                    for key, good in goods.items()
                )
            )
        case ("move",):
            return SelectPrompt((region("c4", " (6)"), region("c2", " (1)")))
        case ("move", "c4"):
            return SelectPrompt((region("c2"), region("c7")))
        case ("move", "c2"):
            return SelectPrompt((region("c4"),))
        case ("move", str(), str()) | ("take", str()) | ("end",):
            return MoveReady(literal("hecho " + " ".join(path)))
    return IllegalPath(literal("no"))


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("c4 c2", ("move", "c4", "c2")),
        ("c2 c4", ("move", "c2", "c4")),
        ("2 c4 c2", ("move", "c4", "c2")),
        ("de C4 a C2", ("move", "c4", "c2")),
        ("mueve", None),
        ("mover desde la c2 a la c4", ("move", "c2", "c4")),
        ("corona pinar", ("move", "c4", "c2")),
        ("pinar corona", ("move", "c2", "c4")),
        ("coro lla", ("move", "c4", "c7")),
        ("herramientas", ("take", "c1")),
        ("la carta de herramientas", ("take", "c1")),
        ("madera", ("take", "c2")),
        ("«Mover 2 C4 (6) C7»", ("move", "c4", "c7")),
    ],
)
def test_the_order_of_words_and_the_names_of_things_tell_what_is_meant(given: str, path):
    assert path_of_text(armies, ES, given) == path
    if path is not None:
        assert complete(armies, ES, given)[0].path == path


@pytest.mark.parametrize("given", ["Mover 2 …", "mover 2", "mov", "Mover…"])
def test_the_name_of_a_step_that_leads_on_opens_its_question(given: str):
    assert path_of_text(armies, ES, given) == ("move",)


def test_of_two_orders_the_typed_one_comes_first():
    assert [one.path for one in complete(armies, ES, "c2 c4")] == [
        ("move", "c2", "c4"),
        ("move", "c4", "c2"),
    ]


def test_what_is_said_word_for_word_is_sure_and_in_another_order_only_shown():
    assert interpret(armies, ES, "mover 2 c4 6 c7") == InterpretedMove(("move", "c4", "c7"))
    assert interpret(armies, ES, "c4 c7") == InterpretedMove(("move", "c4", "c7"), sure=False)
    assert interpret(armies, ES, "c7 c4") == InterpretedMove(
        ("move", "c4", "c7"), sure=False, must_confirm=True
    )


def test_of_several_that_fit_as_well_none_is_taken_and_they_are_told():
    assert interpret(armies, ES, "c4") is None
    assert ambiguous_moves(armies, ES, "c4") == [
        "Mover 2 C4 (6)",
        "Mover 2 C4 (6) C2",
        "Mover 2 C4 (6) C7",
    ]
    assert ambiguous_moves(armies, ES, "xyzzy") == ambiguous_moves(armies, ES, "end") == []


def test_a_name_that_was_cut_is_found_where_only_one_begins_so():
    def ask(path):
        if path:
            return MoveReady(literal(path[0]))
        return SelectPrompt(
            (
                Option("a", literal("x" * 120 + " uno")),
                Option("b", literal("y" * 120)),
                Option("c", literal("x" * 50)),
            )
        )

    assert len(label(complete(ask, ES, "x")[0])) == 100
    assert path_of_text(ask, ES, label(complete(ask, ES, "x")[0])) == ("a",)
    twins = lambda path: (  # noqa: E731
        MoveReady(literal(path[0]))
        if path
        else SelectPrompt(tuple(Option(key, literal("x" * 120 + key)) for key in "ab"))
    )
    assert path_of_text(twins, ES, "x" * 99 + "…") is None


def test_a_path_too_long_for_a_value_is_packed():
    path = (
        "build",
        "f6",
        "temple_of_midas",
        "4-1",
        "haggler",
        {"haggler": 1, "light_feet": 1, "marksmanship": 2, "speed": 1},
    )
    there = suggestion_value(path)
    assert len(there) <= 100
    assert path_of_text(lambda path: MoveReady(literal("x")), ES, there) == path
    assert path_of_text(armies, ES, there) is None


TOOLS = tuple(Option(f"p{n}", literal(f"P{n}")) for n in range(1, 9))


def many(path):
    match path:
        case ():
            return SelectPrompt(
                (
                    Option("throw", literal("Tirar")),
                    Option("pay", literal("Pagar")),
                    Option("take", literal("Tomar")),
                )
            )
        case ("throw",):
            return SelectPrompt(TOOLS, min=0, max=8)
        case ("pay",):
            return DistributePrompt(
                (Slot("wood", literal("madera"), 3), Slot("gold", literal("oro"), 2)),
                2,
                4,
                default={"wood": 2},
            )
        case ("take",):
            goods = {"c0": "mineral", "c1": "madera"}
            return SelectPrompt(
                tuple(
                    Option(key, literal("1 · mover 2"), literal(good))
                    for key, good in goods.items()
                )
            )
    return MoveReady(literal("hecho"))


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("tirar p2, p4, p5, p7, p8", ("throw", ["p2", "p4", "p5", "p7", "p8"])),
        ("tirar p8 p2", None),
        ("tirar nada", ("throw", [])),
        ("pagar madera 1, oro 2", ("pay", {"wood": 1, "gold": 2})),
        ("pagar madera 3, oro 2", None),
        ("tomar 1 mover 2 madera", ("take", "c1")),
    ],
)
def test_sets_spreads_and_like_labels_are_said(given: str, path):
    assert path_of_text(many, ES, given) == path


def twice(path):
    goods = tuple(
        Slot(key, literal(good), 3) for key, good in {"wood": "madera", "gold": "oro"}.items()
    )
    return (
        DistributePrompt(goods, 0, 2, default={}) if len(path) < 2 else MoveReady(literal("hecho"))
    )


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("madera 1, oro 3", None),
        ("madera 2 oro 2", ({"wood": 2}, {"gold": 2})),
        ("madera 1, oro 1 oro 2", ({"wood": 1, "gold": 1}, {"gold": 2})),
    ],
)
def test_typed_goods_are_divided_between_two_questions_with_the_same_slots(given: str, path):
    assert path_of_text(twice, ES, given) == path


def test_of_many_sets_the_smallest_and_all_there_is_are_offered_and_the_typed_one_grows():
    offered = [key for key, _ in steps(many(("throw",)), ES)]
    assert [] in offered
    assert [option.key for option in TOOLS] in offered
    grown = [key for key, _ in steps(many(("throw",)), ES, ["p3", "p6"])]
    assert grown[:3] == [["p3", "p6"], ["p1", "p3", "p6"], ["p2", "p3", "p6"]]


def test_alt_texts_end_with_where_the_rest_stands():
    assert (
        join_until_full(["Uno.", "Dos dos dos.", "Tres."], "Más: aquí.", 30)
        == "Uno. Dos dos dos. Más: aquí."
    )
    assert join_until_full(["x" * 40], "Más: aquí.", 30) == "Más: aquí."
