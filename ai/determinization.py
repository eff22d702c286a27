"""Parts of the search: determinizations, candidate plans, rollouts and utilities.

A plan is a list of paths (complete answers) that one seat plays one after the other. A world is
a determinization: a position in which the information hidden from a seat is drawn at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Any

from games.core.engine import bots, walk
from games.core.engine.game import Game, Plan
from games.core.prompts.prompt import MoveReady
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat

Pos = Position[Any, Any]
MAX_ENUMERATED_MOVES = 200  # legal moves enumerated at most, in a game without `candidates`
# points by which a random legal move counts less than the game's own move, before any rollout
RANDOM_MOVE_PENALTY = 2.0
WIN_WEIGHT = 0.5  # weight of winning in the value of a finished game; the points have the rest


def determinize(pos: Pos, game: Game[Any, Any], seat: Seat, rng: Rng) -> Pos:
    """Return a copy of `pos` in which all that `seat` cannot see is redrawn at random."""
    world = game.codec.clone(pos)
    bots.determinize(world, seat, rng)
    return world


def candidate_plans(
    world: Pos, game: Game[Any, Any], seat: Seat, max_plans: int, rng: Rng
) -> list[tuple[float, Plan]]:
    """Return at most `max_plans` plans of `seat` with estimated points, best first.

    Only differences between the estimates matter. The plans come from the game's `candidates`
    function. In a game without this function, the first plan is the one that a rollout would play.
    The other plans are single legal moves, chosen at random if there are too many, and estimated
    `RANDOM_MOVE_PENALTY` points lower.
    """
    if game.candidates is not None:
        return game.candidates(world, seat, max_plans)
    first_plan = rollout_plan(world, game, seat, rng)
    others: list[Plan] = []
    for path in walk.legal_moves(world, seat):
        if (path,) != first_plan:
            others.append((path,))
        if len(others) == MAX_ENUMERATED_MOVES:
            break
    if len(others) >= max_plans:
        rng.shuffle(others)
    return [(0.0, first_plan), *((-RANDOM_MOVE_PENALTY, plan) for plan in others[: max_plans - 1])]


def rollout_plan(world: Pos, game: Game[Any, Any], seat: Seat, rng: Rng) -> Plan:
    """Return the plan that a seat plays during a rollout."""
    if game.rollout_policy is not None:
        return game.rollout_policy(world, seat, rng)
    if game.bot is not None:
        return (game.bot(game.view(world, seat), world, seat),)
    return (walk.random_move(world, seat, rng),)


def apply_plan(world: Pos, seat: Seat, plan: Plan) -> None:
    """Apply a plan to `world` in place, without checking that it is legal."""
    for path in plan:
        walk.apply(world, seat, path)


def is_legal(pos: Pos, seat: Seat, path: Path) -> bool:
    """Return whether `path` is a complete legal move of the seat now."""
    return isinstance(walk.ask(pos, seat, path), MoveReady)


def rollout(world: Pos, game: Game[Any, Any], max_plans: int, rng: Rng) -> None:
    """Play on in `world`, in place, with the rollout policy of each seat.

    Stops at the end of the game or after `max_plans` plans.
    """
    for _ in range(max_plans):
        if world.outcome is not None:
            return
        seat = walk.actors(world)[0]
        apply_plan(world, seat, rollout_plan(world, game, seat, rng))


def utilities(world: Pos, game: Game[Any, Any], scale: float) -> list[float]:
    """Return the value of a position for each seat; the values sum to 1.

    While the game runs, the values depend only on points (`score_shares`). In an ended game, the
    winners share `WIN_WEIGHT` equally, and points decide about the remaining `1 - WIN_WEIGHT`.
    """
    by_points = score_shares(world, game, scale)
    if world.outcome is None:
        return by_points
    winners = world.outcome.winners
    return [
        (1.0 - WIN_WEIGHT) * share + WIN_WEIGHT * (seat in winners) / len(winners)
        for seat, share in enumerate(by_points)
    ]


def score_shares(world: Pos, game: Game[Any, Any], scale: float) -> list[float]:
    """Return the value of a position for each seat by points alone; the values sum to 1.

    A seat with `scale` more points than another has e times its value. The points are the expected
    ones or, in an ended game, the final ones; winning gives no bonus.
    """
    return _softmax(
        expected_points(world, game) if world.outcome is None else game.score(world).total, scale
    )


def expected_points(world: Pos, game: Game[Any, Any]) -> Sequence[float]:
    """Return the points that each seat may expect, one number per seat.

    They come from the game's `expected_points`, else from its `estimate`, else from the current
    score.
    """
    if game.expected_points is not None:
        return game.expected_points(world)
    if game.estimate is not None:
        return [game.estimate(world, seat) for seat in range(world.n)]
    return game.score(world).total


def _softmax(points: Sequence[float], scale: float) -> list[float]:
    highest = max(points)
    weights = [exp((value - highest) / scale) for value in points]
    total = sum(weights)
    return [weight / total for weight in weights]
