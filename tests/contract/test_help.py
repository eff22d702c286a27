"""Help at a question: whatever a game with a rules reference asks, help says what the rules say of it."""

from __future__ import annotations

from typing import get_args

import pytest

from cogs.ui import manual
from cogs.ui.message import BODY
from cogs.ui.pages.pages import help_message
from cogs.ui.words import Words
from games.core import walk
from games.core.text import LANGUAGES
from tests.contract import kit
from tests.contract.test_panels import match_of

WITH_RULES = [one for one in kit.cases() if manual.chapters(one[0], "en")]


@pytest.mark.parametrize(("game", "n", "seed"), WITH_RULES)
def test_help_says_what_the_rules_say_of_every_question(game: str, n: int, seed: str) -> None:
    told = kit.played(game, n, seed)
    asked = {walk.question(moment.pos, moment.seat) for moment in told.moments}
    for lang in LANGUAGES:
        assert [one for one in asked if manual.about(game, lang, one) is None] == []
        for one in asked:
            card = help_message(Words(lang, game), match_of(told, told.start), "turn", one).card
            found = manual.about(game, lang, one)
            assert card is not None
            assert found is not None
            assert found.text[:60] in card.text
            assert len(card.text) <= BODY


@pytest.mark.parametrize("game", sorted({one[0] for one in WITH_RULES}))
def test_no_question_is_named_that_does_not_exist(game: str) -> None:
    frames = kit.ALL[game].frames
    known = {frame.__struct_config__.tag for frame in get_args(frames) or (frames,)}
    assert manual.questions(game).keys() <= known
