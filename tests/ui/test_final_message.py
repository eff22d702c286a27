"""The final message of a table: winner and reason, and nothing that only proves the shuffle."""

from __future__ import annotations

import pytest
from msgspec import structs

from games.core.state.score import Rank, Scoreboard
from games.core.text.messages import literal
from tests.ui.panels import match_of
from ui.i18n import Translator
from ui.views.table.board_message import end_message


@pytest.mark.parametrize(
    ("totals", "places", "trail", "title"),
    [
        ((7, 5, 4), (1, 2, 3), (), "wins with 7 points, 2 more than"),
        ((7, 7, 4), (1, 2, 3), ("rare goods 6",), "wins the tiebreaker at 7 points: rare goods 6."),
        ((7, 7, 4), (1, 1, 3), (), "share the victory"),
    ],
)
def test_the_final_message_begins_with_winner_and_reason(
    totals: tuple[int, ...], places: tuple[int, ...], trail: tuple[str, ...], title: str
) -> None:
    match = structs.replace(match_of(3, status="ended"), seed="s33d", salt="5alt")
    ranking = tuple(
        Rank(place, seat, tuple(map(literal, trail)) if seat == 0 else ())
        for seat, place in enumerate(places)
    )
    message = end_message(
        match, Scoreboard((), totals, ranking), Translator.of(match, "en"), None, []
    )
    assert message.embed is not None
    assert title in message.embed.title
    assert "s33d" not in repr(message.embed), "seed and salt are behind Verify"
    assert "5alt" not in repr(message.embed)
