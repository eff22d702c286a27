"""All texts of games use one word for each thing, fit a phone, and lead to the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from games.core.engine.game import find
from games.core.guides import rulebook
from games.core.text.i18n import MessageCatalogue
from games.core.text.languages import LANGUAGES
from games.hosted import GAMES
from tests.games.wording import short_texts
from tests.ui.panels import buttons, faults
from ui import rules_search
from ui.i18n import Translator
from ui.views.pages import rules as pages

TITLES = [game.id for game in GAMES]
LONGEST = 90  # letters of a sentence in a panel, a legend, an example


def texts(game: str, lang: str) -> Iterator[tuple[str, str]]:
    """Yield all texts of a game: catalogue, rules, short texts."""
    for key, leaf in MessageCatalogue.load(lang, [find(game).folder / "text"]).words.items():
        yield from (
            (key, str(said)) for said in (leaf.values() if isinstance(leaf, dict) else (leaf,))
        )
    yield from ((one.title, f"{one.title}. {one.text}") for one in rulebook.chapters(game, lang))
    yield from short_texts(game, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", [title for title in TITLES if rulebook.terms(title)])
def test_a_thing_is_called_by_its_one_word(game: str, lang: str) -> None:
    never = {
        word.lower(): name
        for name, one in rulebook.terms(game).items()
        for word in one.never.get(lang, ())
    }
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, never))})\b", re.IGNORECASE)
    named = [(where, word) for where, said in texts(game, lang) for word in pattern.findall(said)]
    assert [
        (where, word) for where, word in named if where != f"term {never[word.lower()]}"
    ] == [], "but where its term says so"
    names = [one.name[lang].lower() for one in rulebook.terms(game).values()]
    assert len(set(names)) == len(names) >= 10
    assert not set(names) & never.keys()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", TITLES)
def test_short_texts_are_short(game: str, lang: str) -> None:
    cut = re.compile(r"(?<=[.?;:]) ")
    long = {
        where: said
        for where, text in short_texts(game, lang)
        for said in cut.split(text)
        if len(said) > LONGEST
    }
    assert long == {}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", TITLES)
def test_every_term_is_found_and_leads_to_its_chapter(game: str, lang: str) -> None:
    for name, one in rulebook.terms(game).items():
        for said in one.name.values():
            assert (
                rules_search.find_term(game, rulebook.fold_case_and_accents(said).upper())
                is not None
            ), name
        offered = rules_search.suggestions(game, lang, one.name[lang][:4])
        assert rulebook.fold_case_and_accents(one.name[lang]) in map(
            rulebook.fold_case_and_accents, offered
        )
        message = pages.term_message(game, Translator(lang, game), one, {})
        assert list(faults(message)) == []
        assert rulebook.chapter(game, lang, one.rule) is not None, one.rule
        assert buttons(message)


@pytest.mark.parametrize(
    ("lang", "sought", "first"),
    [
        ("es", "ejercitos", "Ejércitos neutrales"),
        ("es", "army", "Mover ejércitos"),
        ("en", "SEA", "Moving by sea"),
        ("en", "ejército", "Setup"),
    ],
)
def test_a_search_needs_no_accents_and_knows_the_other_language(
    lang: str, sought: str, first: str
) -> None:
    game = "eight_minute_empire"
    found = rules_search.search(game, lang, sought)
    assert found[0].chapter.title == first
    assert all(one.paragraphs for one in found)
    message = pages.found_message(game, Translator(lang, game), sought, found, prefs={})
    assert list(faults(message)) == []
    assert message.embed is not None
    assert found[0].paragraphs[0] in message.embed.text, "the paragraph itself"


def test_what_a_term_must_not_be_called_leads_to_it() -> None:
    assert [
        one.name["es"] for one in rules_search.find_terms("eight_minute_empire", "es", "tropas")
    ] == ["ejército"]
    assert rules_search.search("eight_minute_empire", "es", "  ") == []
