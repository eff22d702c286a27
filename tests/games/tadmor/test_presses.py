"""Budget of presses for each action and for a turn of Tadmor, on whole games."""

from __future__ import annotations

from collections import Counter
from statistics import median

import pytest

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.prompts.prompt import SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.tadmor import GAME
from games.tadmor.rules.turn.placing import SEVERAL
from tests.games.budgets import over_budget
from tests.games.presses import Pos, recorded


@pytest.mark.parametrize(("n", "seed"), [(2, "pair"), (3, "three")])
def test_no_action_takes_more_than_five_presses(n: int, seed: str) -> None:
    """Several ticked things or counted units take one press each."""
    verbs, over = over_budget(GAME, n, seed, most=5, several=4)
    assert over == []
    assert len(verbs) > 8


def place_several(pos: Pos, seat: Seat) -> Path | None:
    """Return the move that takes all places proposed together; None if none are."""
    where = walk.ask(pos, seat, ("place",))
    if not isinstance(where, SelectPrompt) or SEVERAL not in where.proposed:
        return None
    several = walk.ask(pos, seat, ("place", SEVERAL))
    assert isinstance(several, SelectPrompt)
    return ("place", SEVERAL, several.only_answer() or [])


def presses_per_turn(n: int, seed: str, menus: int, *, several: bool = False) -> list[int]:
    """Return the presses of each seat in each of the nine turns of a computer players' game.

    With `several`, these are the presses of the first seat, which places as many pieces with one
    answer as it can.
    """
    rng = Rng.of(sum(seed.encode()))
    counts: Counter[tuple[int, int]] = Counter()
    start = walk.start(GAME, {}, n, seed)

    def play(pos: Pos, seat: Seat) -> Path:
        return (several and seat == 0 and place_several(pos, seat)) or decide(
            pos, seat, "game", rng
        )

    moves = recorded(start, play, menus=menus)
    for pos, seat, _, taken in moves:
        if pos.state.turn:
            counts[pos.state.turn, seat] += taken
    assert len(counts) == 9 * n
    return [taken for (_, seat), taken in counts.items() if seat == 0 or not several]


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_turn_takes_some_seventeen_presses(n: int) -> None:
    """All of a turn: five to eight pieces, upgrades, gathering, works, tax and warehouse."""
    taken = [k for seed in ("pair", "three") for k in presses_per_turn(n, seed, menus=1)]
    assert median(taken) <= 17
    assert max(taken) <= 36


@pytest.mark.parametrize("n", [2, 3, 4])
def test_a_turn_takes_some_nineteen_presses_with_those_that_open_menus(n: int) -> None:
    taken = [k for seed in ("pair", "three") for k in presses_per_turn(n, seed, menus=2)]
    assert median(taken) <= 19
    assert max(taken) <= 38


@pytest.mark.parametrize(("n", "most"), [(2, 10), (3, 11), (4, 13.5)])
def test_a_turn_takes_some_eleven_presses_with_pieces_placed_in_one_go(n: int, most: float) -> None:
    """One seat places its pieces so, among bots that contest the same spaces."""
    taken = [
        k for seed in ("pair", "three") for k in presses_per_turn(n, seed, menus=2, several=True)
    ]
    assert median(taken) <= most
    assert max(taken) <= 22
