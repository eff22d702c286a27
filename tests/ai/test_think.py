"""AI strengths: legal, repeatable, without hidden information, in every hosted game.

Rollouts are few, to be quick.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from ai import determinization, search, think
from games.core.engine import bots, walk
from games.core.engine.game import HasTime, find, register
from games.core.prompts.prompt import MoveReady
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path
from games.hosted import GAMES
from tests.ai.clocks import Sand
from tests.core.second_game import FERRY
from tests.core.small_game import CELLAR
from tests.fishers import GAME as FISHERS
from tests.fishers.views.view import View

ALL = (*GAMES, FISHERS, FERRY, CELLAR)
EMPIRE = find("eight_minute_empire")
FEW = 3  # rollouts
KINDS: tuple[think.PlayerKind, ...] = (*think.STRENGTHS, "caretaker")


def moments(
    game: Any, n: int, seed: int, some: int = 3, apart: int = 11
) -> Iterator[tuple[Position[Any, Any], int]]:
    """Yield some positions of a game of quick bots with a seat that must act."""
    pos, rng = walk.start(game, {}, n, seed), Rng.of(seed)
    for step in range(some * apart):
        if pos.outcome is not None:
            return
        seat = rng.pick(walk.actors(pos))
        if step % apart == apart // 2:
            yield pos, seat
        walk.apply(
            pos,
            seat,
            walk.random_move(pos, seat, rng) if step % 3 else bots.decide(pos, seat, "game", rng),
        )


def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit searches to a few short rollouts; a game's own fierce player stays as it is."""
    for game in ALL:
        how = think.ai_config(game.id)
        flat = search.SearchConfig(rollouts=FEW, width=4, horizon=1, depth=1)
        deep = msgspec.structs.replace(flat, horizon=2, depth=2)
        KNOWN[game.id] = msgspec.structs.replace(
            how, firm=flat, fierce=how.fierce if game.strong_bot else deep
        )
    monkeypatch.setattr(think, "ai_config", KNOWN.__getitem__)


KNOWN: dict[str, think.GameAiConfig] = {}


def crossroads() -> Position[Any, Any]:
    """Return Eight-Minute Empire near its end, with a card to take."""
    pos, rng = walk.start(EMPIRE, {}, 2, 2), Rng.of(1)
    determinization.rollout(pos, EMPIRE, 18, rng)
    return pos


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)
def test_decisions_are_legal_repeatable_and_the_same_in_worlds_that_a_seat_cannot_tell_apart(
    game: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short(monkeypatch)
    n = max(2, game.players.start)
    for pos, seat in moments(game, n, 5):
        before = game.codec.encode(pos)
        others = [determinization.determinize(pos, game, seat, Rng.of(world)) for world in (77, 78)]
        for kind in KINDS:
            path = think.decide(pos, seat, kind, Rng.of(3))
            assert isinstance(walk.ask(pos, seat, path), MoveReady), kind
            assert game.codec.encode(pos) == before
            for world in (pos, *others):
                assert think.decide(world, seat, kind, Rng.of(3)) == path, kind


def test_a_thought_stops_when_its_time_is_up() -> None:
    pos = crossroads()
    asked: list[int] = []

    def more() -> bool:
        asked.append(1)
        return len(asked) < 4

    search.search(
        pos, EMPIRE, walk.actors(pos)[0], search.SearchConfig(rollouts=50), Rng.of(1), more
    )
    assert len(asked) == 4


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_who_has_no_time_left_answers_all_the_same_by_what_comes_to_mind_first(game: Any) -> None:
    for pos, seat in moments(game, max(2, game.players.start), 6, some=2):
        for often in (0, 2):
            sand = Sand(often)
            path = think.decide(pos, seat, "fierce", Rng.of(3), sand)
            assert isinstance(walk.ask(pos, seat, path), MoveReady)
            assert sand.refused <= 2, "who is told no does not think on"


def test_rollouts_are_counted_and_more_of_them_are_made_of_what_is_good() -> None:
    pos = crossroads()
    care = search.SearchConfig(rollouts=60, width=6, horizon=1, trust=1.0)
    found = search.search(pos, EMPIRE, walk.actors(pos)[0], care, Rng.of(1), bots.no_time_limit)
    assert len(found) == 6
    assert sum(node.visits for node in found) == 60
    assert found[0].visits > found[-1].visits


def test_one_ply_and_flat_rollouts_are_simple_cases() -> None:
    pos = crossroads()
    few = search.SearchConfig(rollouts=12, width=3, horizon=0, depth=1)
    for care in (
        few,
        msgspec.structs.replace(few, horizon=4),
        msgspec.structs.replace(few, rollouts=30, depth=4),
    ):
        found = search.search(pos, EMPIRE, walk.actors(pos)[0], care, Rng.of(1), bots.no_time_limit)
        grown = [node for node in found if node.children]
        assert bool(grown) == (care.depth > 1)
        for node in grown:
            assert sum(one.visits for one in node.children.values()) <= node.visits


def test_values_are_shares_of_one_and_the_winner_has_most() -> None:
    pos, rng = walk.start(FISHERS, {}, 3, 4), Rng.of(1)
    assert sum(determinization.utilities(pos, FISHERS, 3.0)) == pytest.approx(1)
    determinization.rollout(pos, FISHERS, 500, rng)
    assert pos.outcome is not None
    found = determinization.utilities(pos, FISHERS, 3.0)
    assert sum(found) == pytest.approx(1)
    assert found.index(max(found)) in pos.outcome.winners


def test_every_hosted_game_has_its_strengths() -> None:
    for game in GAMES:
        how = think.ai_config(game.id)
        assert how.noise.beginner > how.noise.easy > how.noise.medium > 0
        assert set(how.steady) <= set(game.weights.__struct_fields__)
        assert game.weighted_bot is not None
    assert think.offered_strengths("eight_minute_empire") == think.STRENGTHS
    assert think.ai_config("unheard_of").fierce is None


def test_the_caretaker_is_the_games_own_cautious_player() -> None:
    game = find("el_mapa")
    pos = walk.start(game, {}, 2, 3)
    seat = walk.actors(pos)[0]
    assert think.decide(pos, seat, "caretaker", Rng.of(1)) == bots.decide(
        pos, seat, "caretaker", Rng.of(1)
    )


def test_a_game_may_bring_its_own_harder_player() -> None:
    def harder(view: View | None, guess: Position[Any, Any], seat: int, has_time: HasTime) -> Path:
        return walk.default_path(guess, seat)

    def usual(view: View | None, guess: Position[Any, Any], seat: int) -> Path:
        return list(walk.legal_moves(guess, seat))[-1]

    game = replace(FISHERS, id="fishers_harder", bot=usual, strong_bot=harder)
    register(game)
    assert think.offered_strengths(FISHERS.id) == think.STRENGTHS[:-1]
    assert think.offered_strengths(game.id) == think.STRENGTHS
    pos = walk.start(game, {}, 2, 5)
    for seat in walk.actors(pos):
        walk.apply(pos, seat, ("cast",))
        assert think.decide(pos, seat, "fierce", Rng.of(1)) == harder(
            None, pos, seat, bots.no_time_limit
        )
        assert (
            think.decide(pos, seat, "firm", Rng.of(1))
            == usual(None, pos, seat)
            != harder(None, pos, seat, bots.no_time_limit)
        )
        assert think.decide(pos, seat, "caretaker", Rng.of(1)) == usual(None, pos, seat)
