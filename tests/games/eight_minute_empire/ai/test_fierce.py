"""The fierce player: legal, consistent within a turn, exact at the end, better than the usual bot."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ai import think
from games.core.engine import bots, walk
from games.core.prompts.prompt import MoveReady
from games.core.state.rng import Rng
from games.core.text.messages import Path
from games.eight_minute_empire import GAME
from games.eight_minute_empire.ai import fierce, opening, trial
from games.eight_minute_empire.ai.ground import turns
from games.eight_minute_empire.ai.sketch import Sketch
from games.eight_minute_empire.ai.turns import turn_paths
from games.eight_minute_empire.rules.turns import TakeCard
from tests.ai.clocks import Sand
from tests.games.eight_minute_empire.positions import Pos, begin, board, go, last_turns, row

ALL_OPTIONS = {
    "map_side": "random",
    "goods_tokens": True,
    "bid_winner": "chooses",
    "wild_assignment": "manual",
    "ore_card": "english_printing",
    "one_city_per_player_per_region": True,
    "destroyed_armies": "out_of_game",
}


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Limit the search to a few simulations of each turn."""
    monkeypatch.setattr(trial, "MAX_SIMULATED_TURNS", 60)
    monkeypatch.setattr(opening, "SIMULATED_GAMES", 3)
    fierce.PLAN_CACHE.drop()
    yield
    fierce.PLAN_CACHE.drop()


def decide(pos: Pos, seat: int, luck: int = 1) -> Path:
    return bots.decide(pos, seat, "fierce", Rng.of(luck))


def test_it_is_offered() -> None:
    assert think.offered_strengths("eight_minute_empire") == think.STRENGTHS


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    ("n", "options"),
    [
        (2, ALL_OPTIONS | {"neutral_armies": True, "mode": "campaign"}),
        (3, ALL_OPTIONS),
        (4, {}),
        (5, ALL_OPTIONS),
    ],
)
def test_it_plays_every_option_to_the_end(n: int, options: dict[str, bool | str]) -> None:
    pos, rng = walk.start(GAME, options, n, n), Rng.of(1)
    while pos.outcome is None:
        seat = rng.pick(walk.actors(pos))
        path = decide(pos, seat)
        assert isinstance(walk.ask(pos, seat, path), MoveReady), path
        walk.apply(pos, seat, path)
    assert min(GAME.score(pos).total) > 0


@pytest.mark.usefixtures("hasty")
def test_one_thought_serves_a_turn_remembered_or_not() -> None:
    pos = row(begin(), "c12", "c36", "c15", "c06", "c25", "c40")
    way: list[Path] = []
    seat = 0
    while not way or way[-1] != ("end",):
        path = decide(pos, seat, luck=len(way))
        fierce.PLAN_CACHE.drop()
        assert decide(pos, seat, luck=99) == path
        pos = go(pos, path, seat=seat)
        way.append(path)
    start = Sketch(row(begin(), "c12", "c36", "c15", "c06", "c25", "c40"))
    assert tuple(way) in {
        turn_paths(start, turn) for turn in turns(start, seat, fierce.MAX_USES_PER_CARD)
    }


@pytest.mark.usefixtures("hasty")
def test_it_goes_on_with_a_turn_that_another_began() -> None:
    for first in (("move", "c4", "c7"), ("move", "c4", "c5")):
        pos = go(go(row(begin(), "c12"), ("take", "card1"), seat=0), first, seat=0)
        for _ in range(6):
            if isinstance(pos.stack[-1], TakeCard):
                break
            path = decide(pos, 0)
            assert isinstance(walk.ask(pos, 0, path), MoveReady)
            pos = go(pos, path, seat=0)
        assert pos.state.turn == 1


def test_the_last_turn_is_exact() -> None:
    """A free card would win a region; the wild for three coins completes four crystals, and wins the game."""
    hand = ["c01", "c02", "c03"]
    pos = last_turns(
        board(begin(), {"c4": {0: 3, 1: 4}, "w1": {1: 1}}), [hand, ["c40", "c41", "c42"]], left=1
    )
    sketch = Sketch(pos)
    plans = turns(sketch, 0 if sketch.next == 0 else 1, fierce.MAX_USES_PER_CARD)
    best = trial.think(sketch, sketch.next, plans)[0]
    values = []
    for turn in plans:
        after = sketch.copy()
        after.take(sketch.next, turn)
        values.append(trial.result_value(after, sketch.next))
    after = sketch.copy()
    after.take(sketch.next, best)
    assert trial.result_value(after, sketch.next) == max(values)


def test_what_a_finished_game_is_worth_goes_to_the_winner_and_by_points() -> None:
    sketch = Sketch(board(begin(), {"c4": {0: 3}, "w1": {0: 1}}))
    sketch.turn = 26
    assert trial.result_value(sketch, 0) > 0.8
    assert trial.result_value(sketch, 0) + trial.result_value(sketch, 1) == pytest.approx(1)
    assert trial.win_probability(sketch, 1) == trial.result_value(sketch, 1)
    even = Sketch(begin())
    even.turn = 26
    assert trial.result_value(even, 0) == trial.result_value(even, 1) == pytest.approx(0.5)


def test_more_trials_are_made_of_what_is_good_and_in_the_same_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trial, "MAX_SIMULATED_TURNS", 300)
    sketch, tried = Sketch(begin()), []
    further = trial.simulate

    def watched(world: Sketch, more: int, base: int, number: int) -> None:
        tried.append((tuple(world.coins), base, number))
        further(world, more, base, number)

    monkeypatch.setattr(trial, "simulate", watched)
    plans = turns(sketch, 0, 3)
    trial.think(sketch, 0, plans)
    assert len(tried) == 100
    assert len({base for _, base, _ in tried}) == 1
    numbers = [number for *_, number in tried]
    assert numbers.count(0) > numbers.count(max(numbers))


@pytest.mark.usefixtures("hasty")
def test_it_bids_little_and_names_who_is_to_begin() -> None:
    pos = walk.start(GAME, {}, 2, 1)
    assert decide(pos, 0)[0] == "bid"
    assert decide(pos, 0)[1] in range(opening.MAX_WORTH + 1)
    pos = walk.start(GAME, {"bid_winner": "chooses"}, 3, 1)
    for seat in range(3):
        assert decide(pos, seat)[1] in range(opening.MAX_WORTH + 1)
        pos = go(pos, ("bid", seat), seat=seat)
    assert decide(pos, 2) in {("first", f"p{seat}") for seat in range(3)}


def test_it_bids_for_what_beginning_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = walk.start(GAME, {}, 2, 1)
    monkeypatch.setattr(
        opening,
        "_worth",
        lambda start, seat, begins, pays: 0.5 + 0.1 * (begins == seat) - 0.03 * pays,
    )
    assert opening.bid(pos, 0) == 1  # up to 2 coins; half of them
    monkeypatch.setattr(
        opening, "_worth", lambda start, seat, begins, pays: 0.5 - 0.1 * (begins == seat)
    )
    assert opening.bid(pos, 0) == 0
    chooses = walk.start(GAME, {"bid_winner": "chooses"}, 2, 1)
    assert opening.bid(chooses, 0) == 2  # it is worth more than three coins that the rival begins
    assert opening.choose_first_player(chooses, 0) == 1


def test_it_beats_the_careful_player_in_a_game_of_two() -> None:
    pos, rng = walk.start(GAME, {}, 2, 1), Rng.of(1)
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, bots.decide(pos, seat, "fierce" if seat == 1 else "game", rng))
    assert pos.outcome.winners == [1]


def test_where_time_is_short_what_seems_best_stands_and_as_many_turns_are_tried_as_there_is_time_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sketch = Sketch(begin())
    tried: list[Sketch] = []
    further = trial.simulate

    def simulate(world: Sketch, turns_more: int, base: int, number: int) -> None:
        tried.append(world)
        further(world, turns_more, base, number)

    monkeypatch.setattr(trial, "simulate", simulate)
    plans = turns(sketch, 0, 3)
    best = max(plans, key=lambda turn: turn.worth)
    assert trial.think(sketch, 0, plans, Sand(0))[0] == best
    assert not tried
    trial.think(sketch, 0, plans, Sand(7))
    assert len(tried) == 7
