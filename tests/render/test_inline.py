"""Pictures at the size in which Discord's desktop client shows them: landscape and legible.

To see one game: `pytest tests/render/test_inline.py -k tadmor`, or the table of
`python -m tests.render.inline_sizes tadmor`.
"""

from __future__ import annotations

import pytest

from games.core.engine.game import find
from games.hosted import GAMES
from tests.render.inline_sizes import (
    ATTACHMENT,
    EMBED,
    NO_TABLE,
    Measured,
    Written,
    kind_group,
    late_scenes,
    measured,
)

NEVER_SHOWN = {"past"}  # a finished game of a campaign, with the picture of the board


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_pictures_can_be_read_in_a_message(game: str, subtests: pytest.Subtests) -> None:
    for kind, scene in late_scenes(game).items():
        with subtests.test(kind=kind):
            assert measured(scene).faults() == {}


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_kind_of_picture_is_measured(game: str) -> None:
    kinds = {kind_group(kind) for kind in find(game).pictures} - {*NO_TABLE, *NEVER_SHOWN}
    assert late_scenes(game).keys() >= kinds


def test_the_measures_are_those_of_the_client() -> None:
    words, figure = Written(33, "text", "Turn 5"), Written(42, "number", "12")
    landscape = Measured(1200, 900, EMBED, words, figure)
    assert landscape.scale == pytest.approx(1 / 3)
    assert landscape.faults() == {}
    portrait = Measured(1200, 1459, EMBED, words, figure)
    assert portrait.faults() == {"height": "1200 x 1459", "words": "6.8", "figures": "8.6"}
    private = Measured(1200, 764, ATTACHMENT, Written(30, "text", "Coins"), figure)
    assert private.faults() == {}
    assert private._replace(words=Written(29, "text", "Coins")).faults() == {"words": "13.3"}
    assert (words.is_words, words.is_figure) == (True, False)
    assert (figure.is_words, figure.is_figure) == (False, True)
    assert not Written(20, "label", "C4").is_words, "the name of a place is no word"
