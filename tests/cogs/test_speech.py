"""`/play` in words: every legal move can be found and is read back as itself; anything else is refused with what is near."""

from __future__ import annotations

from itertools import islice

import pytest

from cogs.ui.message import filled
from cogs.ui.panel.speech import SUGGESTIONS, complete, label, near, read, steps, value
from cogs.ui.words import Words
from games.core import walk
from games.core.forms import Allot, Amount, Done, Option, Pick, Reject, Slot
from games.core.messages import literal
from games.core.rng import Rng
from games.eight_minute_empire import GAME

ES = Words("es", GAME.id, ("Ana", "Bruno"))


def small(path):
    match path:
        case ():
            verbs = {"move": "Mover 2", "pay": "Pagar", "end": "Terminar 🔒"}
            return Pick(tuple(Option(key, literal(text)) for key, text in verbs.items()))
        case ("move",):
            return Pick((Option("c4", literal("C4 (3)")), Option("c10", literal("C10 (1)"))))
        case ("move", str()):
            return Pick((Option("c7", literal("C7")), Option("s1", literal("S1 ⛵"))))
        case ("pay",):
            return Allot((Slot("wood", literal("madera"), 3), Slot("gold", literal("oro"), 2)), 2, 2, default={"wood": 2})
        case ("pay", dict()):
            return Amount(1, 40)
        case ("move", str(), str()) | ("end",) | ("pay", dict(), int()):
            return Done(literal("hecho"))
    return Reject(literal("no"))


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
    assert read(small, ES, given) == ("end",)


@pytest.mark.parametrize("given", ["baila", "", "   ", "mover 2 c4 c9", "=[1,2", '=["fly"]', "~00", "=7", "s1"])
def test_what_is_no_move_or_several_is_none(given: str):
    assert read(small, ES, given) is None


def test_near_moves_are_offered():
    assert "Terminar 🔒" in near(small, ES, "terminor")
    assert near(small, ES, "xyzzy")


def test_long_paths_are_told_by_their_digest():
    def ask(path):
        if len(path) == 9:
            return Done(literal("x"))
        return Pick((Option("a" * 30, literal("largo")), Option("b", literal("corto")))) if len(path) < 4 else Pick(
            (Option("b", literal("corto")),)
        )

    path = ("a" * 30,) * 4 + ("b",) * 5
    assert len(value(path)) <= 100
    assert read(ask, ES, value(path)) == path


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_move_of_a_real_game_is_found_and_read_back(seed: int):
    rng = Rng.of(seed)
    pos = walk.start(GAME, {}, 2, seed)
    for _ in range(40):
        seat = walk.actors(pos)[0] if walk.actors(pos) else None
        if seat is None:
            break
        ask = lambda path, pos=pos, seat=seat: walk.ask(pos, seat, path)  # noqa: E731 - the tree of this moment
        for one in islice(walk.leaves(pos, seat), 30):
            assert read(ask, ES, value(one)) == one
        for one in complete(ask, ES, ""):
            assert len(label(one)) <= 100
            assert not isinstance(ask(one.path), Reject)
        pos = walk.submit(pos, seat, walk.sample(pos, seat, rng)).pos


TOOLS = tuple(Option(f"p{n}", literal(f"P{n}")) for n in range(1, 9))


def many(path):
    match path:
        case ():
            return Pick((Option("throw", literal("Tirar")), Option("pay", literal("Pagar")), Option("take", literal("Tomar"))))
        case ("throw",):
            return Pick(TOOLS, min=0, max=8)
        case ("pay",):
            return Allot((Slot("wood", literal("madera"), 3), Slot("gold", literal("oro"), 2)), 2, 4, default={"wood": 2})
        case ("take",):
            goods = {"c0": "mineral", "c1": "madera"}
            return Pick(tuple(Option(key, literal("1 · mover 2"), literal(good)) for key, good in goods.items()))
    return Done(literal("hecho"))


@pytest.mark.parametrize(("given", "path"), [
    ("tirar p2, p4, p5, p7, p8", ("throw", ["p2", "p4", "p5", "p7", "p8"])),
    ("tirar p8 p2", None),
    ("tirar nada", ("throw", [])),
    ("pagar madera 1, oro 2", ("pay", {"wood": 1, "gold": 2})),
    ("pagar madera 3, oro 2", None),
    ("tomar 1 mover 2 madera", ("take", "c1")),
])
def test_sets_spreads_and_like_labels_are_said(given: str, path):
    assert read(many, ES, given) == path


def twice(path):
    goods = tuple(Slot(key, literal(good), 3) for key, good in {"wood": "madera", "gold": "oro"}.items())
    return Allot(goods, 0, 2, default={}) if len(path) < 2 else Done(literal("hecho"))


@pytest.mark.parametrize(("given", "path"), [
    ("madera 1, oro 3", None),
    ("madera 2 oro 2", ({"wood": 2}, {"gold": 2})),
    ("madera 1, oro 1 oro 2", ({"wood": 1, "gold": 1}, {"gold": 2})),
])
def test_typed_goods_are_divided_between_two_questions_with_the_same_slots(given: str, path):
    assert read(twice, ES, given) == path


def test_of_many_sets_the_smallest_and_all_there_is_are_offered_and_the_typed_one_grows():
    offered = [key for key, _ in steps(many(("throw",)), ES)]
    assert [] in offered
    assert [option.key for option in TOOLS] in offered
    grown = [key for key, _ in steps(many(("throw",)), ES, ["p3", "p6"])]
    assert grown[:3] == [["p3", "p6"], ["p1", "p3", "p6"], ["p2", "p3", "p6"]]


def test_alt_texts_end_with_where_the_rest_stands():
    assert filled(["Uno.", "Dos dos dos.", "Tres."], "Más: aquí.", 30) == "Uno. Dos dos dos. Más: aquí."
    assert filled(["x" * 40], "Más: aquí.", 30) == "Más: aquí."
