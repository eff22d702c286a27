"""Hints agree with the proposals: they say why not, if another piece brings more points now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.era_medieval_age import GAME
from games.era_medieval_age.ai.purpose import purpose
from games.era_medieval_age.ai.trial import build
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.domain.scoring import points_of
from tests.games.era_medieval_age.positions import Pos, begin, dice, say, stage, stock

WHY_NOT = {"era.purpose.instead", "era.purpose.later", "era.purpose.save"}


def turns(seed: int) -> Iterator[tuple[Pos, Seat]]:
    """Yield the positions of a game of two standard players in which a seat begins to build."""
    pos, rng = walk.start(GAME, {}, 2, seed), Rng.of(seed)
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        top = pos.stack[-1]
        if isinstance(top, Build) and not top.built:
            yield pos, seat
        pos = walk.submit(pos, seat, decide(pos, seat, "game", rng)).pos


def gain(pos: Pos, seat: Seat, path: Path) -> int:
    """Return the points that a move brings at once."""
    after = walk.submit(pos, seat, path).pos
    return points_of(after.state, after.options, seat) - points_of(pos.state, pos.options, seat)


def best_proposal(pos: Pos, seat: Seat) -> Path:
    """Return the proposed piece that brings most points at once."""
    prompt = walk.ask(pos, seat)
    assert isinstance(prompt, SelectPrompt)
    pieces = [(one.key,) for one in prompt.options if one.spot]
    return max(pieces, key=lambda path: gain(pos, seat, path))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_hint_brings_as_many_points_as_any_proposal_or_says_why_not(seed: int) -> None:
    asked = Counter[str]()
    for pos, seat in turns(seed):
        path = build(pos, seat, pos.stack[-1])
        points = 0 if path == ("pass",) else gain(pos, seat, path)
        best, said = best_proposal(pos, seat), purpose(pos, seat, path)
        most = gain(pos, seat, best)
        why_not = said.key if said is not None and said.key in WHY_NOT else ""
        assert bool(why_not) == (most > max(0, points)), (path, points, best, most)
        if said is not None and why_not:
            assert said.args["n"] == most
        if why_not == "era.purpose.later":
            after = walk.submit(pos, seat, path).pos
            assert isinstance(walk.ask(after, seat, best), MoveReady)
        asked[why_not] += 1
    assert asked[""]


def test_the_harder_player_gives_the_hints() -> None:
    assert GAME.hint_strength == "fierce"


def test_the_reason_of_a_hint_holds_for_each_of_several_houses() -> None:
    pos = stock(begin(2), wood=2)
    stage(pos, Build(0, 2))
    said = purpose(pos, 0, ("build", "longhouse", "a6-90"))
    assert said is not None
    assert say(said, "en") == ("Starting next round, each Longhouse also lets you roll 1 Peasant.")


def test_who_is_advised_to_keep_hungry_dice_reads_what_that_costs() -> None:
    pos = begin(2)
    dice(pos, 0, *["peasant_build2"] * 5)
    stock(pos, 0, food=2)
    said = purpose(pos, 0, ("stop",))
    assert said is not None
    assert say(said, "en").startswith("2 dice go hungry (−2 points)")
