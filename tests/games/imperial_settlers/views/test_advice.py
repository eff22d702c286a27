"""Advice names each move as an order, in both languages."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import MoveReady
from games.core.state.rng import Rng
from games.core.text.languages import COMPLETE_LANGUAGES
from games.core.text.messages import Msg, Path
from games.imperial_settlers import GAME
from tests.games.imperial_settlers.cards.eager import Pos, begin, eager
from tests.games.imperial_settlers.positions import begin as turn_of
from tests.games.imperial_settlers.positions import empire, hand, supply
from ui.i18n import Translator

NAMES = ("Ana", "Bruno", "Carla", "Diego")


def advice(pos: Pos, path: Path) -> Msg:
    """Return the advice of a complete move of seat 0."""
    done = walk.ask(pos, 0, path)
    assert isinstance(done, MoveReady)
    assert done.advice is not None
    return done.advice


@pytest.mark.parametrize("n", [1, 2, 4])
def test_every_move_of_a_game_has_advice(n: int) -> None:
    pos, rng, seen = begin(n, "advice"), Rng.of(n), set[str]()
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        path = eager(pos, seat, rng, tries=2)
        done = walk.ask(pos, seat, path)
        assert isinstance(done, MoveReady)
        assert done.advice is not None, path
        for lang in COMPLETE_LANGUAGES:
            said = Translator(lang, GAME.id, NAMES[:n])(done.advice)
            assert said[0].islower(), said
            assert not said.endswith("."), said
            assert "{" not in said
            assert "imp." not in said
        seen.add(done.advice.key)
        walk.apply(pos, seat, path)
    assert len(seen) > 12


def test_advice_is_an_order_and_no_trail_of_options() -> None:
    pos = supply(hand(empire(turn_of("rb"), 0, "com076", "com069"), 0, "rom029"), stone=3, wood=2)
    build = ("build", "rom029", "com069", {"stone": 1})
    twice = ("activate", "com076-twice", {"wood": 2})
    said = {
        lang: [Translator(lang, GAME.id, NAMES[:2])(advice(pos, path)) for path in (build, twice)]
        for lang in COMPLETE_LANGUAGES
    }
    assert said == {
        "en": ["build Roman Bank, giving up Ruins", "activate Sawmill twice"],
        "es": [
            "construye el Banco romano y sacrifica las Ruinas",
            "activa el Aserradero dos veces",
        ],
    }
