"""Stronger AI player: simulates whole turns (`trial.py`) and plays the best one.

A turn is searched once, at its start; the plan is cached for the later steps of the turn. If the
plan is no longer cached, the position at the start of the turn is reconstructed and searched again.
The search and its random seed depend only on that position and on the time, so it usually finds the
same turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core.engine.bots import PlanCache
from games.core.engine.game import HasTime
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.eight_minute_empire.ai import decide, opening
from games.eight_minute_empire.ai.ground import BoardGains, turns
from games.eight_minute_empire.ai.sketch import (
    CITY,
    DESTROY,
    MOVE,
    PLACE,
    Sketch,
    TurnSketch,
    UnitAction,
    side_indexes,
    symbols,
)
from games.eight_minute_empire.ai.trial import think
from games.eight_minute_empire.ai.turns import END, action_paths, turn_paths
from games.eight_minute_empire.model.catalog import RULES
from games.eight_minute_empire.model.operations import as_steps, owner_of
from games.eight_minute_empire.model.state import Empire
from games.eight_minute_empire.rules.bidding import Bid, ChooseFirstPlayer
from games.eight_minute_empire.rules.turns import Act, TakeCard, action_of
from games.eight_minute_empire.views.view import GameView

Pos = Position[Empire, Any]
MAX_SIMULATED_PLANS = 60  # at most so many turns are simulated
MAX_USES_PER_CARD = 8  # at most so many ways of using the action of one card
PLAN_CACHE = PlanCache[TurnSketch]()
VERBS = {"place": PLACE, "move": MOVE, "city": CITY, "destroy": DESTROY}


def choose(view: GameView, guess: Pos, seat: Seat, has_time: HasTime) -> Path:
    """Return the move of the stronger AI player in `seat`."""
    frame = (guess.lanes[seat] or guess.stack)[-1]
    match frame:
        case TakeCard():
            start = Sketch(guess)
            return turn_paths(start, _planned_turn(start.frozen(), seat, has_time))[0]
        case Act():
            return _continue_turn(guess, seat, frame, has_time)
        case Bid():
            return "bid", opening.bid(guess, seat)
        case ChooseFirstPlayer():
            return "first", f"p{opening.choose_first_player(guess, seat)}"
    return decide.choose(view, guess, seat)


def _continue_turn(pos: Pos, seat: Seat, frame: Act, has_time: HasTime) -> Path:
    """Return the next step of the turn that was planned at its start.

    If the steps done differ from the plan, search the rest of the turn.
    """
    now, done = (
        Sketch(pos),
        [unit_action for step in frame.steps for unit_action in _unit_actions_of(pos, step)],
    )
    card = (pos.state.taken or 1) - 1
    start = _start_of_turn(pos, seat, now, done, card)
    turn = _planned_turn(start.frozen(), seat, has_time)
    if turn.card == card:
        planned = [step for path in turn_paths(start, turn)[1:-1] for step in as_steps(path)]
        if frame.steps == planned[: len(frame.steps)]:
            return turn_paths(start, turn)[1 + len(frame.steps)]
    action = action_of(pos.state.cards[seat][-1], pos.options)
    uses = BoardGains(now, seat).plans(action, frame.left, frame.side, MAX_USES_PER_CARD)
    whole_turns = [use._replace(card=card, unit_actions=(*done, *use.unit_actions)) for use in uses]
    best = think(start, seat, whole_turns, has_time)[0]
    return (*action_paths(now, action, uses[whole_turns.index(best)]), END)[0]


def _start_of_turn(
    pos: Pos, seat: Seat, now: Sketch, done: Sequence[UnitAction], card: int
) -> Sketch:
    """Return the sketch at the start of the current turn.

    It is `now` without the unit actions `done`, and before the seat took the card. `card` is the
    index of that card in the row.
    """
    start = now.copy()
    for unit_action in reversed(done):
        start.undo_action(seat, unit_action)
    start.coins[seat] += RULES.prices[card]
    start.counts[seat] = symbols(tuple(pos.state.cards[seat][:-1]))
    return start


def _unit_actions_of(pos: Pos, step: Sequence[str]) -> list[UnitAction]:
    """Return a step of `TurnEnded` as unit actions of the sketch."""
    verb, region, *rest = step
    regions = side_indexes(pos.state.side).regions
    what, at = VERBS[verb], regions.index(region)
    if what == PLACE:
        return [(PLACE, at, 0)] * int(rest[0])
    to = (
        regions.index(rest[0])
        if what == MOVE
        else owner_of(rest[0], pos.n)
        if what == DESTROY
        else 0
    )
    return [(what, at, to)]


def _planned_turn(frozen: tuple[Any, ...], seat: Seat, has_time: HasTime) -> TurnSketch:
    """Return the best turn from the position `frozen` (see `Sketch.frozen`), cached."""

    def search() -> TurnSketch:
        start = Sketch.thawed(frozen)
        plans = sorted(turns(start, seat, MAX_USES_PER_CARD), key=lambda turn: -turn.worth)[
            :MAX_SIMULATED_PLANS
        ]
        return think(start, seat, plans, has_time)[0]

    return PLAN_CACHE.get_or_compute((frozen, seat), search)
