"""Help by situation: what to do in one's turn ends with the game's own screen."""

from __future__ import annotations

import pytest
from msgspec import structs

from cogs.ui.ids import TableId, decode
from cogs.ui.lobby.lobby_message import lobby_message
from cogs.ui.manual import chapter, chapters
from cogs.ui.message import BODY
from cogs.ui.pages.pages import help_message, rules_message, score_message
from cogs.ui.words import Words
from games.core.messages import literal
from games.core.score import Scoreboard, ScoreRow
from tests.cogs.kit import buttons, faults, match_of


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


def test_the_rules_are_leafed_through_chapter_by_chapter():
    words, book = Words("en", "tadmor"), chapters("tadmor", "en")

    def leaf(at: int) -> list[tuple[str, str, bool]]:
        message = rules_message("tadmor", words, at=at)
        assert list(faults(message)) == []
        return [(b.label, t.arg, b.off) for b in buttons(message) if isinstance(t := decode(b.id), TableId) and t.verb == "rules"]

    assert leaf(0) == [("‹ Previous", "tadmor.0", True), ("Next ›", "tadmor.2", False)]
    assert leaf(1) == [("‹ Previous", "tadmor.1", False), ("Next ›", "tadmor.3", False)]
    assert leaf(len(book) - 1)[1][2], "nothing comes after the last"


def test_the_lobby_leads_to_the_rules():
    match = structs.replace(match_of(2), game="tadmor")
    message = lobby_message(match, Words("en", "tadmor"))
    assert list(faults(message)) == []
    assert ("Rules", TableId(match.id, "rules")) in [(b.label, decode(b.id)) for b in buttons(message)]


def test_a_long_name_of_what_counts_takes_two_lines_of_the_score():
    rows = (ScoreRow("statues", literal("Statues, theatres, colonnades"), (1, 2, 3)),)
    card = score_message(match_of(3), Scoreboard(rows, (1, 2, 3), ()), Words("en", "tadmor")).card
    assert card is not None
    assert "…" not in card.text
    lines = card.text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("Statues"))
    assert (lines[at], lines[at + 1].split()) == ("Statues, theatres,", ["colonnades", "1", "2", "3"])
    assert max(map(len, lines[1:5])) <= 34


@pytest.mark.parametrize(("lang", "told"), [
    ("es", "Te toca unas 71 veces: a 3 al día, unos 24 días."), ("en", "About 71 turns for each: at 3 a day, some 24 days."),
])
def test_the_lobby_tells_how_long_a_game_takes(lang: str, told: str):
    match = structs.replace(match_of(2), game="tadmor", size=2)
    card = lobby_message(match, Words(lang, "tadmor")).card
    assert card is not None
    assert told in card.text
