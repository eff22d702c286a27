"""Catalogues and rules references of all games are complete, equal in both languages and polite."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from games.core.text.i18n import MessageCatalogue
from games.core.text.languages import COMPLETE_LANGUAGES, LANGUAGES
from games.hosted import GAMES
from render.base.i18n import catalogue
from tests.games import wording
from tests.games.wording import AnyGame

GENDERED = re.compile(
    r"/a\b|\(a\)|@|\b(invitad[oa]|eliminad[oa]|jugadores|bienvenid[oa]|dueñ[oa])\b", re.IGNORECASE
)
MADE = (
    "el_mapa",
    "imperial_settlers",
)  # keys are made of other keys and of tags: see their own tests
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@every_game
def test_options_presets_and_orders_have_all_their_words(game: AnyGame) -> None:
    assert {
        key for key in wording.own(game).words if key.startswith(f"{game.id}.")
    } == wording.asked_for(game)


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.id not in MADE], ids=lambda game: game.id
)
def test_no_key_is_unused(game: AnyGame) -> None:
    assert wording.unused(game) == []


@every_game
def test_every_key_that_is_spelled_out_has_its_words(game: AnyGame) -> None:
    words = catalogue("es", game.id)
    missing = [
        key
        for key in wording.spelled(game)
        if not words.has(key) and not words.has(f"picture.{key}")
    ]
    assert missing == []


@every_game
def test_anchors_are_unique_and_the_same_in_both_languages(game: AnyGame) -> None:
    assert wording.anchors(game, "es") == wording.anchors(game, "en")
    assert len(set(wording.anchors(game))) == len(wording.anchors(game))


@every_game
def test_every_rule_named_in_the_code_is_a_chapter(game: AnyGame) -> None:
    named = wording.chapters_named(game)
    assert named
    assert named <= set(wording.anchors(game))


@every_game
def test_nobody_shouts(game: AnyGame) -> None:
    for lang in LANGUAGES:
        files = (game.folder / "text" / f"{lang}.toml", game.folder / "help" / f"{lang}.md")
        assert not set("".join(one.read_text("utf-8") for one in files if one.is_file())) & set(
            "¡!"
        )


@every_game
def test_spanish_is_written_around_gender(game: AnyGame) -> None:
    assert [said for said in wording.spanish(game) if GENDERED.search(said)] == []


ROOT = Path(__file__).parents[2]
GLOSSARY = tomllib.loads((Path(__file__).parent / "glossary.toml").read_text("utf-8"))


def broken(table: str, lang: str, said: list[str]) -> list[str]:
    """Return the texts that break the glossary, with the right word."""
    terms = {**GLOSSARY["all"].get(lang, {}), **GLOSSARY.get(table, {}).get(lang, {})}
    bare = [re.sub(r"\{[^}]*\}|`[^`]*`", " ", one) for one in said]
    return [
        f"{one!r}: {better}"
        for term, better in terms.items()
        for one in bare
        if re.search(rf"(?<!\w)(?:{term})(?!\w)", one)
    ]


@pytest.mark.parametrize("lang", COMPLETE_LANGUAGES)
@every_game
def test_one_thing_has_one_name(game: AnyGame, lang: str) -> None:
    said = [*wording.written(game.folder / "text", lang), *wording.pictured(game, lang)]
    said += [one for _, one in wording.short_texts(game.id, lang)]
    assert broken(game.id, lang, said + wording.reference(game, lang).splitlines()) == []


@pytest.mark.parametrize("lang", COMPLETE_LANGUAGES)
def test_one_thing_has_one_name_around_every_game(lang: str) -> None:
    folders = ("ui/text", "app/text", "games/core/text")
    said = [one for folder in folders for one in wording.written(ROOT / folder, lang)]
    page = json.loads((ROOT / "sandbox/web/i18n" / f"{lang}.json").read_text("utf-8"))
    said += [
        form
        for leaf in page.values()
        for form in (leaf.values() if isinstance(leaf, dict) else (leaf,))
    ]
    readme = (ROOT / ("README.es.md" if lang == "es" else "README.md")).read_text("utf-8")
    said += [
        line
        for line in readme.splitlines()
        if not line.startswith("[MIT]") and "dibujo nuestro" not in line
    ]
    assert broken("house", lang, said) == []


def test_the_glossary_speaks_of_games_and_languages_that_there_are() -> None:
    assert set(GLOSSARY) <= {"all", "house", *(game.id for game in GAMES)}
    assert {lang for table in GLOSSARY.values() for lang in table} <= set(LANGUAGES)


SEVERAL = re.compile(
    r"(:|de|of|from|a|por|for|Comparten la victoria) \{seats\}|\{seats\}(:| share the victory| dividem a vitória)"
)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_verb_agrees_with_however_many_people_there_are(lang: str) -> None:
    """A sentence about `seats` has a singular and a plural, or a verb that fits both."""
    folders = [ROOT / "ui/text", ROOT / "app/text", *(game.folder / "text" for game in GAMES)]
    every = {
        key: leaf
        for folder in folders
        for key, leaf in MessageCatalogue.load(lang, [folder]).words.items()
    }
    loose = {
        key: leaf
        for key, leaf in every.items()
        if isinstance(leaf, str) and "{seats}" in leaf and not SEVERAL.search(leaf)
    }
    assert loose == {}
