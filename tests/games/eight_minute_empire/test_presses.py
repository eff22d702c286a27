"""Budget of presses for each action of Eight-Minute Empire, on the turns of whole games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count, pairwise

import pytest

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.prompts.prompt import MoveReady
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.eight_minute_empire import GAME
from games.eight_minute_empire.model.operations import as_steps
from tests.games.eight_minute_empire.positions import Pos, begin, board, go, row
from tests.games.presses import presses

Turn = tuple[Pos, Seat, list[Path]]  # the position before a card is taken, the paths of the turn


def turns(n: int, seed: str) -> Iterator[Turn]:
    """Yield the turns of a game of computer players."""
    pos, rng = walk.start(GAME, {}, n, seed), Rng.of(sum(seed.encode()))
    begun, paths = pos, list[Path]()
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        path = decide(pos, seat, "game", rng)
        if path[0] == "take":
            begun, paths = pos, []
        paths.append(path)
        pos = walk.submit(pos, seat, path).pos
        if path[0] == "end":
            yield begun, seat, paths


def whole(pos: Pos, seat: Seat, paths: list[Path]) -> int:
    """Return the fewest presses of a whole turn: the card, its action in any order, the end."""
    take, end = paths[0], paths[-1]
    done = walk.ask(pos, seat, take)
    assert isinstance(done, MoveReady)
    taken = presses(pos, seat, take)
    return taken + fewest(walk.submit(pos, seat, take).pos, seat, paths[1:-1], done.then, end)


def fewest(
    pos: Pos, seat: Seat, paths: list[Path], opened: Path = (), end: Path | None = None
) -> int:
    """Return the fewest presses that bring the same steps, in any order; then those for `end`.

    `opened` is the path at which the panel stands.
    """
    goal = Counter(tuple(step) for path in paths for step in as_steps(path))
    order = count()
    heap: list[tuple[int, int, Pos, Path, Counter[tuple[str, ...]]]] = []
    heappush(heap, (0, next(order), pos, opened, goal))
    seen = set[tuple[Path, frozenset[tuple[tuple[str, ...], int]]]]()
    while heap:
        taken, _, now, shown, left = heappop(heap)
        if not left:
            return taken + (0 if end is None else presses(now, seat, end, shown))
        key = (shown, frozenset(left.items()))
        if key in seen:
            continue
        seen.add(key)
        for path in walk.legal_moves(now, seat):
            steps = Counter(tuple(step) for step in as_steps(path))
            if steps <= left:
                done = walk.ask(now, seat, path)
                assert isinstance(done, MoveReady)
                after = walk.submit(now, seat, path).pos
                cost = taken + presses(now, seat, path, shown)
                heappush(heap, (cost, next(order), after, done.then, left - steps))
    raise AssertionError(paths)


def steps_of(paths: list[Path]) -> list[list[str]]:
    return [step for path in paths for step in as_steps(path)]


def journeys(paths: list[Path]) -> int:
    """Return how many regions armies start from that have not just arrived there."""
    starts, arrived = set[str](), Counter[str]()
    for _, start, to in steps_of(paths):
        if arrived[start]:
            arrived[start] -= 1
        else:
            starts.add(start)
        arrived[to] += 1
    return len(starts)


@pytest.mark.parametrize(("n", "seed"), [(2, "pair"), (3, "three"), (5, "five")])
def test_turns_of_whole_games_keep_to_the_budget(n: int, seed: str) -> None:
    """Steps: n + 2, and 2 for each further region. Other uses: one press each and the verb."""
    moved = used = 0
    for before, seat, (take, *paths, _) in turns(n, seed):
        pos = walk.submit(before, seat, take).pos
        moves = [path for path in paths if path[0] == "move"]
        if moves and len(moves) == len(paths):
            moved += 1
            most = len(moves) + 2 + 2 * (journeys(paths) - 1)
            assert fewest(pos, seat, paths) <= most, paths
        elif paths and not moves:
            used += 1
            places = sum(path[0] == "place" for path in paths)
            assert fewest(pos, seat, paths) <= places + 3 * (len(paths) - places) + 1, paths
    assert moved > 3
    assert used > 3


def test_typical_turns_take_four_presses_and_most_at_most_six() -> None:
    """A card, its use and the end are three; an `or` card and each further army cost one more."""
    games = [(2, "pair"), (3, "three"), (4, "four"), (5, "five")]
    taken = sorted(whole(*turn) for n, seed in games for turn in turns(n, seed))
    assert len(taken) > 100
    assert taken[len(taken) // 2] <= 4
    assert sum(n <= 6 for n in taken) >= 0.85 * len(taken)
    assert taken[-1] <= 8


@pytest.mark.parametrize("to", [["c2"] * 4, ["c2", "c6", "c7", "c5"], ["c2", "c2", "c6", "c6"]])
def test_n_armies_of_one_region_take_at_most_n_and_two_presses(to: list[str]) -> None:
    pos = go(row(begin(), "c37"), ("take", "card1"))  # place 3 or move 4
    pos.state.armies["c4"][0], pos.state.reserve[0] = 6, 8
    for n in range(1, 5):
        paths: list[Path] = [("move", "c4", region) for region in to[:n]]
        assert fewest(pos, 0, paths) <= n + 2
        one_by_one = 0
        after = pos
        opened: Path = ()
        for path in paths:
            one_by_one += presses(after, 0, path, opened)
            done = walk.ask(after, 0, path)
            assert isinstance(done, MoveReady)
            opened, after = done.then, go(after, path)
        assert one_by_one <= n + 2


def test_all_armies_of_a_region_move_at_once_where_few_targets_leave_room_for_it() -> None:
    pos = go(row(board(begin(), {"w7": {0: 4}}), "c37"), ("take", "card1"))
    assert fewest(pos, 0, [("move", "w7", "w6")] * 4) == 2, "verb, 4 to W6"


def test_a_card_that_only_moves_opens_at_the_armies_that_can_be_spared() -> None:
    pieces = {"c4": {0: 1, 1: 1}, "c7": {0: 3}, "c8": {0: 1, 1: 2}}
    pos = row(board(begin(), pieces), "c18")  # move 3
    done = walk.ask(pos, 0, ("take", "card1"))
    assert isinstance(done, MoveReady)
    assert done.then == ("move", "c7"), "1 of 3 holds C7"
    after = go(pos, ("take", "card1"))
    assert presses(after, 0, ("move", "c7", "c9"), done.then) == 1
    assert presses(after, 0, ("move", "c8", "c6"), done.then) == 2, "another army, its target"
    assert presses(after, 0, ("move", "c7", "c10_c11"), done.then) == 1, "two steps at once"


def test_one_army_takes_n_steps_with_n_and_two_presses() -> None:
    pos = go(row(begin(), "c37"), ("take", "card1"))
    way = ["c4", "c6", "c8", "c7", "c9"]
    paths: list[Path] = [("move", a, b) for a, b in pairwise(way)]
    for n in range(1, 5):
        assert fewest(pos, 0, paths[:n]) <= n + 2


def test_armies_are_placed_with_n_and_one_presses() -> None:
    pos = go(row(begin(), "c37"), ("take", "card1"))
    for n in range(1, 4):
        assert fewest(pos, 0, [("place", "c4")] * n) <= n + 1
    assert fewest(pos, 0, [("place", "c4_x3")]) == 2, "verb, 3 at C4"
