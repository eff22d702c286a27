"""Budget of presses for each action of Era, in staged positions and in recorded games."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from statistics import median

import pytest

from games.core.engine import walk
from games.core.engine.bots import decide, follow_orders
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.era_medieval_age import GAME
from games.era_medieval_age.model.catalog import PIECES
from games.era_medieval_age.model.land import TURNS
from games.era_medieval_age.rules.domain.placement import MAX_PROPOSALS, sites
from tests.games.asking import keys
from tests.games.era_medieval_age.positions import Pos
from tests.games.presses import presses, recorded

BUILDING, KEEPING, ENDING, ANSWER, ROUND, MOST = 3, 2, 2, 2, 12, 22
ROUND_WITH_ORDER = 11  # with the standing order that finishes a building turn
GAMES = 4  # games for the median of the rounds
SETUP = ("compact", "closed", "open")
ANSWERS = ("bandits", "scorch", "remove", "return", "demand", "pay", "refuse", "take")


def proposed(pos: Pos, seat: Seat, path: Path) -> Path:
    """Return the path with the first place that the panel proposes for the same piece."""
    if path[0] == "scorch":
        return ("scorch", keys(pos, "scorch", seat=seat)[0])
    if path[0] not in ("build", "place"):
        return path
    for key in keys(pos, seat=seat):
        if key.startswith(f"{path[1]}-"):
            return (key,)
    return in_two_steps(pos, seat, path)


def in_two_steps(pos: Pos, seat: Seat, path: Path) -> Path:
    """Return the path that names the kind and then the first place proposed for it."""
    while not isinstance(walk.ask(pos, seat, path[:3]), MoveReady):
        first = keys(pos, *path[:2], seat=seat)[0]
        path = (*path[:2], first)
        if first in ("t0", "t90", "t180", "t270"):  # it fits in one rotation only
            return (*path, keys(pos, *path, seat=seat)[0])
    return path[:3]


def is_building(path: Path) -> bool:
    """Return whether the path builds a piece, from the proposals or in two steps."""
    return path[0] == "build" or (path[0].__class__ is str and "-" in str(path[0]))


@lru_cache
def game(n: int, seed: str) -> list[tuple[Pos, Seat, Path, int]]:
    """Return a game of computer players that build at the proposed places."""
    rng = Rng.of(sum(seed.encode()))

    def play(pos: Pos, seat: Seat) -> Path:
        return proposed(pos, seat, decide(pos, seat, "game", rng))

    return list(recorded(walk.start(GAME, {}, n, seed), play))


games = pytest.mark.parametrize(("n", "seed"), [(1, "alone"), (2, "pair"), (3, "three")])


@games
def test_no_action_takes_more_than_its_budget(n: int, seed: str) -> None:
    most = Counter[str]()
    for _pos, _seat, path, taken in game(n, seed):
        what = "answer" if path[0] in ANSWERS else str(path[0])
        if is_building(path):
            what = "build"
        most[what] = max(most[what], taken)
        if path[0] == "throw" and len(path) > 1:
            dice = path[1] if isinstance(path[1], list) else [path[1]]
            assert taken <= len(dice) + 1, path
    assert most["build"] <= BUILDING
    assert most["stop"] <= KEEPING
    assert most["pass"] <= ENDING
    assert most["answer"] <= ANSWER
    assert all(
        taken == 1
        for pos, seat, path, taken in game(n, seed)
        if path[0] == "scorch" and not getattr(walk.ask(pos, seat, path), "effects", ())
    )
    assert most["build"]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_median_of_all_rounds_is_at_most_twelve_presses(n: int) -> None:
    """All rounds count, also those with many answers to others; the most is bounded, too."""
    rounds, with_order = Counter[tuple[int, Seat, int]](), Counter[tuple[int, Seat, int]]()
    for at in range(GAMES):
        for pos, seat, path, taken in game(n, f"median {at}"):
            if path[0] not in (*SETUP, "place", "ready"):
                rounds[at, seat, pos.state.round] += taken
                by_order = follow_orders(pos, seat, {"used_up": True}, Rng.of(0)) is not None
                with_order[at, seat, pos.state.round] += 0 if by_order else taken
    assert len(rounds) > 20
    assert median(rounds.values()) <= ROUND
    assert max(rounds.values()) <= MOST
    assert median(with_order.values()) <= ROUND_WITH_ORDER


@games
def test_every_affordable_kind_is_built_in_three_presses_at_every_moment(n: int, seed: str) -> None:
    built = Counter[str]()
    for pos, seat, path, _ in game(n, seed):
        if not is_building(path):
            continue
        for kind in keys(pos, "build", seat=seat):
            full = in_two_steps(pos, seat, ("build", kind, "t0", "a1"))
            assert presses(pos, seat, full) <= BUILDING, full
            built[kind] += 1
    assert len(built) > 5


@games
def test_places_and_rotations_are_offered_together(n: int, seed: str) -> None:
    """A rotation is never the whole question; the other places stay within reach."""
    asked = 0
    for pos, seat, path, _ in game(n, seed):
        if not is_building(path):
            continue
        pieces = tuple(pos.state.towns[seat].pieces)
        for kind in keys(pos, "build", seat=seat):
            fitting = [degrees for degrees in TURNS[kind] if sites(pieces, kind, degrees)]
            form = walk.ask(pos, seat, ("build", kind))
            assert isinstance(form, SelectPrompt)
            turns = [f"t{degrees}" for degrees in fitting]
            pairs = [option.key for option in form.options if option.key not in turns]
            assert [option.key for option in form.options if option.key in turns] == turns
            assert len(fitting) == 1 or 0 < len(pairs) <= MAX_PROPOSALS
            asked += bool(pairs)
            for pair in pairs:
                cell, degrees = pair.split("-")
                assert isinstance(walk.ask(pos, seat, ("build", kind, pair)), MoveReady)
                one, two = (
                    walk.submit(pos, seat, ("build", kind, *where)).pos
                    for where in ((pair,), (f"t{degrees}", cell))
                )
                assert GAME.codec.encode(one) == GAME.codec.encode(two)
    assert asked


def test_a_place_that_is_not_proposed_is_legal_with_its_rotation() -> None:
    pos, seat, _, _ = next(one for one in game(2, "pair") if is_building(one[2]))
    pieces = tuple(pos.state.towns[seat].pieces)
    form = walk.ask(pos, seat, ("build", "wall_2"))
    assert isinstance(form, SelectPrompt)
    legal = {
        f"{chr(97 + col)}{row + 1}-{degrees}"
        for row in range(14)
        for col in range(14)
        for degrees in (0, 90, 180)
        if f"{chr(97 + col)}{row + 1}-{degrees}" in form.unlisted_keys
    }
    assert len(legal) == sum(sites(pieces, "wall_2", d).bit_count() for d in TURNS["wall_2"])
    assert "z9-0" not in form.unlisted_keys
    assert "a1" not in form.unlisted_keys
    assert PIECES["wall_2"].barrier
