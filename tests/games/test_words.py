"""The catalogues and rules references of all games: complete, nothing unused, alike in both languages, and polite."""

from __future__ import annotations

import re

import pytest

from games import GAMES
from games.core.text import LANGUAGES
from render.words import catalogue
from tests.games import wording
from tests.games.wording import AnyGame

GENDERED = re.compile(r"/a\b|\(a\)|@|\b(invitad[oa]|eliminad[oa]|jugadores|bienvenid[oa]|dueñ[oa])\b", re.IGNORECASE)
MADE = ("el_mapa", "imperial_settlers")  # keys are made of other keys and of tags: see their own tests
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@every_game
def test_options_presets_and_orders_have_all_their_words(game: AnyGame) -> None:
    assert {key for key in wording.own(game).words if key.startswith(f"{game.id}.")} == wording.asked_for(game)


@pytest.mark.parametrize("game", [game for game in GAMES if game.id not in MADE], ids=lambda game: game.id)
def test_no_key_is_unused(game: AnyGame) -> None:
    assert wording.unused(game) == []


@every_game
def test_every_key_that_is_spelled_out_has_its_words(game: AnyGame) -> None:
    words = catalogue("es", game.id)
    missing = [key for key in wording.spelled(game) if not words.has(key) and not words.has(f"picture.{key}")]
    assert set(missing) <= {"imp.op"}, "the head of what ops look up by their tags"


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
        text = (game.folder / "text" / f"{lang}.toml").read_text("utf-8")
        assert not set(text + wording.reference(game, lang)) & set("¡!")


@every_game
def test_spanish_is_written_around_gender(game: AnyGame) -> None:
    assert [said for said in wording.spanish(game) if GENDERED.search(said)] == []
