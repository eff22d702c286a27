"""Help by situation: what to do in one's turn ends with the game's own screen."""

from __future__ import annotations

import pytest
from msgspec import structs

from cogs.ui.manual import chapter
from cogs.ui.message import BODY
from cogs.ui.pages import help_message
from cogs.ui.words import Words
from tests.cogs.kit import match_of


@pytest.mark.parametrize("lang", ["es", "en"])
def test_my_turn_what_now_ends_with_the_game_on_one_screen(lang: str):
    match = structs.replace(match_of(2), game="tadmor")
    now = chapter("tadmor", lang, "now")
    assert now is not None
    card = help_message(Words(lang, "tadmor"), match, "turn").card
    assert card is not None
    assert card.text.endswith(now.text), "whole"
    assert len(card.text) <= BODY
    first = help_message(Words(lang, "tadmor"), match, "first").card
    assert first is not None
    assert now.title not in first.text
    other = help_message(Words(lang), None, "turn").card
    assert other is not None
    assert now.title not in other.text
