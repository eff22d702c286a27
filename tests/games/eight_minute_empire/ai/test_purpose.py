"""What a card is for, in a sentence for hints."""

from __future__ import annotations

import pytest

from games.eight_minute_empire.ai.purpose import purpose
from tests.games.eight_minute_empire.positions import begin, row, say


@pytest.mark.parametrize(
    ("held", "card", "english", "spanish"),
    [
        (
            ["c06"],
            "c10",
            "You'd have 2 × food; 3 would be worth 1 point.",
            "Tendrías 2 de alimento; 3 valdrían 1 punto.",
        ),
        (
            [],
            "c01",
            "You'd have 1 × crystal, worth 1 point; 2 would be worth 2 points.",
            "Tendrías 1 de cristal (1 punto); 2 valdrían 2 puntos.",
        ),
        (
            ["c01", "c02", "c03"],
            "c04",
            "You'd have 4 × crystal, worth 5 points, the most possible.",
            "Tendrías 4 de cristal (5 puntos, el máximo).",
        ),
        (
            ["c01"],
            "c40",
            "At the end, a wild counts as a good you already have.",
            "El comodín cuenta al final como una mercancía que ya tengas.",
        ),
    ],
)
def test_a_card_is_for_the_points_that_its_good_is_worth(
    held: list[str], card: str, english: str, spanish: str
) -> None:
    pos = row(begin(), card)
    pos.state.cards[0] = held
    told = purpose(pos, 0, ("take", "card1"))
    assert told is not None
    assert (say(told, "en"), say(told)) == (english, spanish)
