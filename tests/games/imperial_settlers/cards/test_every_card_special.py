"""Each card whose effect is more than goods has a scene with its exact outcome."""

from __future__ import annotations

import pytest

from tests.games.imperial_settlers.cards import scenes_own, scenes_rivals
from tests.games.imperial_settlers.cards.printed import PRINTED
from tests.games.imperial_settlers.cards.scenes import SCENES

SPECIAL = sorted(
    code for code, card in PRINTED.items() if any("*" in words for words in card.effect.values())
)


@pytest.mark.parametrize("code", SPECIAL)
def test_every_special_card_does_what_it_says(code: str) -> None:
    SCENES[PRINTED[code].id](code)


def test_there_is_a_scene_for_every_special_card_and_no_other() -> None:
    assert set(SCENES) == {PRINTED[code].id for code in SPECIAL}
    assert {one.__module__ for one in SCENES.values()} == {
        scenes_own.__name__,
        scenes_rivals.__name__,
    }
