"""Languages: which one a locale means, and what stands in for missing texts."""

from __future__ import annotations

import pytest

from games.core.guides import rulebook, tutorials
from games.core.text.languages import (
    COMPLETE_LANGUAGES,
    DECLARED,
    LANGUAGES,
    decimal_sign,
    language_of_locale,
    other_language,
    plural_form,
    plural_forms,
    with_fallbacks,
)
from games.hosted import GAMES


@pytest.mark.parametrize(
    ("locale", "lang"),
    [
        ("es-419", "es"),
        ("es-ES", "es"),
        ("en-GB", "en"),
        ("en", "en"),
        ("pt-BR", "pt-BR"),
        ("pt_PT.UTF-8".partition(".")[0], "pt-BR"),
        ("fr", None),
        ("", None),
    ],
)
def test_a_locale_means_a_language(locale: str, lang: str | None) -> None:
    assert language_of_locale(locale) == lang


def test_one_language_is_a_beta() -> None:
    assert COMPLETE_LANGUAGES == ("es", "en")
    assert [DECLARED[code].label for code in LANGUAGES] == [
        "Español",
        "English",
        "Português (Brasil) · beta",
    ]
    assert [other_language(code) for code in LANGUAGES] == ["en", "es", "en"]


def test_numbers_follow_the_language() -> None:
    assert [plural_form("pl", n) for n in (1, 2, 5)] == ["one", "few", "many"]
    assert plural_forms("ja") == {"other"}
    assert [decimal_sign(code) for code in LANGUAGES] == [",", ".", ","]


def test_english_fills_tables_of_texts_alone() -> None:
    data = {"rule": "a", "name": {"es": "rey", "en": "king"}, "list": [{"en": ["x"]}]}
    assert with_fallbacks(data) == {
        "rule": "a",
        "name": {"es": "rey", "en": "king", "pt-BR": "king"},
        "list": [{"en": ["x"], "pt-BR": ["x"]}],
    }
    assert with_fallbacks({"en": "king", "pt-BR": "rei"})["pt-BR"] == "rei"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", [one.id for one in GAMES])
def test_help_and_lesson_are_there_in_every_language(game: str, lang: str) -> None:
    english = rulebook.chapters(game, "en")
    assert [one.anchor for one in rulebook.chapters(game, lang)] == [one.anchor for one in english]
    assert rulebook.passages(game, lang).keys() == rulebook.passages(game, "en").keys()
    assert all(one.name[lang] and one.says[lang] for one in rulebook.terms(game).values())
    assert all(one.says[lang] for signs in rulebook.legends(game).values() for one in signs)
    found = tutorials.lesson(game)
    assert found is not None
    assert all(step.text[lang] and step.wrong_choice[lang] for step in found.steps)
