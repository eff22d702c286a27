"""Budget of presses of Imperial Settlers: for each action, and for the rounds of whole games."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from statistics import median
from types import SimpleNamespace

import pytest

from app.play.panel_builder import UndoForecast
from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.state.rng import Rng
from games.core.text.messages import Path
from games.imperial_settlers import GAME
from games.imperial_settlers.rules.flow import proposals
from games.imperial_settlers.rules.flow.turn import unfold
from tests.games.budgets import over_budget
from tests.games.imperial_settlers.positions import (
    Pos,
    begin,
    empire,
    foundation,
    go,
    hand,
    supply,
    who,
)
from tests.games.presses import presses

ACTIONS = ("build", "deal", "raze", "raze_rival", "activate", "workers")
GAMES = [(2, "pair"), (3, "three"), (4, "four")]


def fewest(pos: Pos, seat: int, path: Path, opened: Path) -> tuple[int, Path]:
    """Return the presses of a move and its path, by its proposal if that takes fewer.

    A proposal may leave the last step open: which Location a building replaces.
    """
    whole = unfold(path)
    steps = [step for step in whole if isinstance(step, str)]
    root = walk.ask(pos, seat)
    assert isinstance(root, SelectPrompt)
    ways = [path]
    for n in {len(steps), len(steps) - 1} - {0}:
        key = proposals.key_of(tuple(steps[:n]))
        if any(one.key == key for one in root.options):
            ways.append((key, *whole[n:]))
    return min(((presses(pos, seat, way, opened), way) for way in ways), key=lambda one: one[0])


@lru_cache
def moves(n: int, seed: str) -> list[tuple[int, int, Path, int]]:
    """Return round, seat, path and presses of the moves of a game of computer players."""
    rng = Rng.of(sum(seed.encode()))
    pos = walk.start(GAME, {}, n, seed)
    opened: dict[int, Path] = {}
    found = []
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        path = decide(pos, seat, "game", rng)
        taken, way = fewest(pos, seat, path, opened.get(seat, ()))
        found.append((pos.state.round, seat, unfold(way), taken))
        done = walk.ask(pos, seat, way)
        assert isinstance(done, MoveReady)
        opened[seat] = done.then
        pos = walk.submit(pos, seat, way).pos
    return found


@pytest.mark.parametrize(("n", "seed"), [(2, "pair"), (3, "three")])
def test_no_action_takes_more_than_four_presses(n: int, seed: str) -> None:
    """Several ticked things or counted units take one press each."""
    verbs, over = over_budget(GAME, n, seed, most=4, several=4)
    assert over == []
    assert len(verbs) > 8


def test_most_actions_take_at_most_three_presses() -> None:
    taken = [n for game in GAMES for _, _, path, n in moves(*game) if path[0] in ACTIONS]
    assert len(taken) > 500
    assert sum(n <= 3 for n in taken) / len(taken) > 0.85
    assert sum(taken) / len(taken) <= 2.0


def test_a_round_takes_three_to_four_presses_for_each_action_with_all_that_belongs_to_it() -> None:
    """Exploration, questions of effects, free operations, the end of the turn and the pass."""
    rounds, actions = Counter[tuple[int, int, int, int]](), 0
    for at, (n, seed) in enumerate(GAMES):
        for round_, seat, path, taken in moves(n, seed):
            if round_:
                rounds[at, n, round_, seat] += taken
            actions += path[0] in ACTIONS
    assert median(rounds.values()) <= 40
    assert max(rounds.values()) <= 86
    assert sum(rounds.values()) / actions < 3.1


def test_the_end_of_the_turn_is_asked_after_few_actions() -> None:
    keys = Counter(str(path[0]) for game in GAMES for _, _, path, _ in moves(*game))
    assert keys["end"] < 0.15 * sum(keys[verb] for verb in ACTIONS)


def test_where_the_turn_goes_on_an_action_needs_no_confirmation() -> None:
    hand_card = "com065"
    pos = supply(hand(empire(begin("rb"), 0, "com046"), 0, hand_card, "com002"), worker=4, raze=1)
    supply(empire(pos, 1, "com008", "com049"), raze=2, worker=4)
    path = ("raze_rival", "p1", "com008")
    assert presses(pos, 0, path) == 3, "another player is next"
    assert presses(pos, 0, ("raze", "hand", hand_card)) == 2, "it can be undone until then"
    who(pos, 1).passed = True
    assert presses(pos, 0, ("raze", "hand", hand_card)) == 2
    done = walk.ask(pos, 0, ("workers", "wood"))
    assert isinstance(done, MoveReady)
    after = go(pos, ("workers", "wood"))
    assert presses(after, 0, ("workers", "food"), done.then) == 1
    assert presses(after, 0, ("activate", "com046-twice"), done.then) == 3, "back first"


def test_the_button_that_says_what_it_does_is_the_last_press() -> None:
    """Another player is next; the payment of a Deal that gold could pay too is still shown."""
    pos = supply(empire(begin("rb"), 0, "com046", "com049"), worker=4, food=1)
    hand(pos, 0, "rom005", "com002")
    assert presses(pos, 0, ("workers", "wood")) == 2
    assert presses(pos, 0, ("workers", "several", {"wood": 2})) == 5
    assert presses(pos, 0, ("activate", "com046-twice")) == 2
    assert presses(pos, 0, ("deal", "rom005", {"food": 1})) == 2
    supply(pos, food=1, gold=1)
    assert presses(pos, 0, ("deal", "rom005", {"food": 1})) == 3


def test_a_proposal_is_one_press_whatever_it_is_paid_with() -> None:
    """Its button tells the payment, unless the seat has several resources that would do."""
    pos = supply(hand(begin("rb"), 0, "rom005", "com002"), food=1, gold=1)
    assert presses(pos, 0, ("now-deal-rom005", {"food": 1})) == 1
    assert presses(pos, 0, ("deal", "rom005", {"food": 1})) == 3
    any_resource = supply(empire(begin("br"), 0, "bar025"), wood=1, gold=1)
    assert presses(any_resource, 0, ("now-activate-bar025", {"wood": 1})) == 1
    supply(any_resource, wood=1, stone=1, gold=1)
    assert presses(any_resource, 0, ("now-activate-bar025", {"wood": 1})) == 2


def test_a_proposed_building_asks_which_location_is_given_up() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com046", "com065"), 0, "rom005"), stone=1, gold=1)
    assert presses(pos, 0, ("now-build-rom005", "com065", {"stone": 1})) == 2


def test_a_location_to_give_up_is_the_last_press_of_a_building() -> None:
    pos = supply(hand(empire(begin("rb"), 0, "com046", "com065"), 0, "rom005"), stone=1)
    foundation(pos, 0, "com008")
    assert presses(pos, 0, ("build", "rom005", "com065", {"stone": 1})) == 3


def test_what_stands_alone_is_named_before_it_is_used_or_given_up() -> None:
    """A verb alone would not say which Location it uses and what that costs."""
    pos = supply(hand(empire(begin("rb"), 0, "com033"), 0, "rom005"), stone=1, worker=1, raze=1)
    who(pos, 1).passed = True
    assert presses(pos, 0, ("activate", "com033")) == 2
    assert presses(pos, 0, ("build", "rom005", "com033", {"stone": 1})) == 3
    supply(empire(pos, 1, "com008"), raze=2)
    who(pos, 1).passed = False
    assert presses(pos, 0, ("raze_rival", "p1", "com008")) == 3


def test_razing_a_rival_is_confirmed() -> None:
    """The sentence to confirm says what the owner gets."""
    pos = supply(empire(begin("rb"), 1, "com008", "com065"), raze=2)
    path = ("raze_rival", "p1", "com008")
    assert presses(pos, 0, path) == 3
    done = walk.ask(pos, 0, path)
    assert isinstance(done, MoveReady)
    assert any(effect.key == "imp.sure.founding" for effect in done.effects)


def test_a_pass_is_confirmed_only_if_something_could_still_be_done() -> None:
    pos = begin("rb")
    assert presses(pos, 0, ("pass",)) == 1
    assert presses(supply(pos, worker=2), 0, ("pass",)) == 2


def test_several_pairs_of_workers_are_confirmed_where_a_bot_answers_at_once() -> None:
    """One pair is not: its button says what it brings, and has a lock where it is final."""
    pos = supply(begin("rb"), worker=4)
    for is_bot, asks in ((True, True), (False, False)):
        seats = [
            SimpleNamespace(seat=0, played_by_ai=False, orders={}),
            SimpleNamespace(seat=1, played_by_ai=is_bot, orders={}),
        ]
        match = SimpleNamespace(id="ABC", rows=1, seats=seats, game=GAME.id)
        forecast = UndoForecast(SimpleNamespace(pos=pos, match=match), 0)  # type: ignore[arg-type]
        several = ("workers", "several", {"wood": 2})
        assert (forecast.immediate_move(several) is None) is asks
        assert forecast.immediate_move(("workers", "wood")) is not None
        assert forecast.is_final(("workers", "wood")) is asks
