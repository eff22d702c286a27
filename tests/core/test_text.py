"""Texts: plurals, Spanish y/e and o/u, lists, names, nested messages, clashing catalogues."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.core.text.i18n import SEAT_MARKS, MessageCatalogue, core_folder, seat_mark
from games.core.text.languages import COMPLETE_LANGUAGES
from games.core.text.messages import Msg, listed, literal, msg, seat_name

COINS = {"one": "{n} moneda", "other": "{n} monedas"}
ES = MessageCatalogue("es", {"coin": COINS, "take": "Tomas {what} por {price}.", "nice": "¡Bien!"})
EN = MessageCatalogue(
    "en",
    {"coin": {"one": "{n} coin", "other": "{n} coins"}, "take": "You take {what} for {price}."},
)


@pytest.mark.parametrize(
    ("n", "spanish", "english"),
    [
        (0, "0 monedas", "0 coins"),
        (1, "1 moneda", "1 coin"),
        (2, "2 monedas", "2 coins"),
        (-1, "-1 monedas", "-1 coins"),
    ],
)
def test_plurals(n: int, spanish: str, english: str) -> None:
    assert ES.say(msg("coin", n=n)) == spanish
    assert EN.say(msg("coin", n=n)) == english


def test_messages_nest_in_the_readers_language() -> None:
    told = msg("take", what=literal("C7"), price=msg("coin", n=2))
    assert ES.say(told) == "Tomas C7 por 2 monedas."
    assert EN.say(told) == "You take C7 for 2 coins."


@pytest.mark.parametrize(
    ("last", "joiner"),
    [
        ("Inés", "e"),
        ("Hipólito", "e"),
        ("iglesias", "e"),
        ("hierro", "y"),
        ("hielo", "y"),
        ("ionio", "y"),
        ("Yago", "y"),
        ("Ana", "y"),
        ("● Inés", "e"),
        ("■ Ana", "y"),
        ("**Íñigo**", "e"),
        ("«isla»", "e"),
        ("11", "y"),
    ],
)
def test_spanish_says_e_before_an_i_sound(last: str, joiner: str) -> None:
    assert ES.say(listed(["Bruno", last])) == f"Bruno {joiner} {last}"


@pytest.mark.parametrize(
    ("last", "joiner"),
    [
        ("Olga", "u"),
        ("hotel", "u"),
        ("Óscar", "u"),
        ("◆ Oriol", "u"),
        ("Ana", "o"),
        ("8", "u"),
        ("80 monedas", "u"),
        ("11", "u"),
        ("110", "o"),
        ("11000", "u"),
        ("118", "o"),
        ("18", "o"),
        ("<@8123>", "o"),
    ],
)
def test_spanish_says_u_before_an_o_sound(last: str, joiner: str) -> None:
    assert ES.say(listed(["siete", last], "or")) == f"siete {joiner} {last}"


def test_lists_of_every_length() -> None:
    assert [ES.say(listed(items)) for items in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a y b",
        "a, b y c",
    ]
    assert EN.say(listed([msg("coin", n=1), "x", literal(3)], "or")) == "1 coin, x or 3"
    assert EN.say(listed(["a", "Inés"])) == "a and Inés"


def test_names_are_put_in_by_the_edge_and_are_never_read_as_patterns() -> None:
    told = msg("take", what=seat_name(1), price="{what}")
    assert ES.say(told, lambda seat: f"{seat_mark(seat)} {{n}}") == "Tomas ■ {n} por {what}."
    assert ES.say(seat_name(0)) == "●"
    assert len({seat_mark(seat) for seat in range(len(SEAT_MARKS))}) == len(SEAT_MARKS)


RIVALS = {
    "rival": "el rival virtual",
    "of": "Retiras {what} de {who}.",
    "to": "Das {what} a {who}; ahora es de {who}.",
    "does": "{who} pierde {what}.",
    "asks": "{who} te pide {what}",
}


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (msg("of", what="C7", who=msg("rival")), "Retiras C7 del rival virtual."),
        (
            msg("to", what="C7", who=msg("rival")),
            "Das C7 al rival virtual; ahora es del rival virtual.",
        ),
        (msg("does", what="C7", who=msg("rival")), "El rival virtual pierde C7."),
        (msg("asks", what="C7", who=msg("rival")), "el rival virtual te pide C7"),
        (msg("of", what="C7", who=literal("el Cid")), "Retiras C7 de el Cid."),
        (msg("does", what="C7", who=literal("el zorro")), "el zorro pierde C7."),
    ],
)
def test_spanish_joins_the_article_and_sentences_begin_with_a_capital_but_names_stay_as_they_are(
    told: Msg, said: str
) -> None:
    assert MessageCatalogue("es", RIVALS).say(told) == said
    assert MessageCatalogue("en", {**RIVALS, "rival": "the virtual rival"}).say(
        msg("does", what="C7", who=msg("rival"))
    ) == ("The virtual rival pierde C7.")


def test_unknown_keys_and_missing_arguments_are_errors() -> None:
    with pytest.raises(KeyError):
        ES.say(msg("nope"))
    with pytest.raises(KeyError):
        ES.say(msg("take", what="x"))
    assert ES.has("nice")
    assert not EN.has("nice")


def test_placeholders_of_all_plural_forms() -> None:
    assert ES.placeholders == {
        "coin": frozenset("n"),
        "take": {"what", "price"},
        "nice": frozenset(),
    }


def test_catalogues_are_nested_toml_and_may_not_clash(tmp_path: Path) -> None:
    files = {
        "one": '[a.b]\nc = "C"\nd = {one = "1", other = "n"}\n',
        "two": '[a]\nx = "X"\n',
        "three": '[a.b]\nc = "?"\n',
    }
    for name, text in files.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "es.toml").write_text(text, "utf-8")
    both = MessageCatalogue.load("es", [tmp_path / "one", tmp_path / "two"])
    assert set(both.words) == {"a.b.c", "a.b.d", "a.x"}
    with pytest.raises(ValueError, match=r"a\.b\.c stands in two files"):
        MessageCatalogue.load("es", [tmp_path / "one", tmp_path / "three"])


def test_the_engines_own_words_are_complete_in_both_languages() -> None:
    spanish, english = (MessageCatalogue.load(lang, [core_folder()]) for lang in COMPLETE_LANGUAGES)
    assert spanish.placeholders == english.placeholders
    assert all(
        spanish.words[key] != english.words[key] for key in spanish.words if key != "core.trail"
    )


def test_the_engines_words_are_those_that_it_says() -> None:
    """Every `core.` key of the catalogue is in the engine's source, and the reverse."""
    source = "".join(path.read_text("utf-8") for path in core_folder().parent.rglob("*.py"))
    words = MessageCatalogue.load("es", [core_folder()]).words
    assert {key for key in words if f'"{key}"' not in source} == set()
