"""What thinking is made of: guesses at what is hidden, plans, games played out in thought, what they are worth to each seat."""

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
MOST_LEAVES = 200  # of a game that names no candidates so many legal moves are looked at before some are picked
UNLIKELY = 2.0  # points that a move seems to be worse than what the game's player would do, before it is tried
WON = 0.5  # how much of a finished game's value is who has won; the rest is by how much


def determinize(pos: Pos, game: Game[Any, Any], seat: Seat, rng: Rng) -> Pos:
    """A copy of `pos` in which all that `seat` cannot know is dealt anew."""
    world = game.codec.clone(pos)
    bots.determinize(world, seat, rng)
    return world


def plans(
    world: Pos, game: Game[Any, Any], seat: Seat, most: int, rng: Rng
) -> list[tuple[float, Plan]]:
    """At most `most` plans worth a thought with the points they seem to bring (only differences tell), likeliest first: the
    game's own; else what its player would do, then legal moves by lot."""
    if game.candidates is not None:
        return game.candidates(world, seat, most)
    first = quick(world, game, seat, rng)
    leaves: list[Plan] = []
    for path in walk.legal_moves(world, seat):
        if (path,) != first:
            leaves.append((path,))
        if len(leaves) == MOST_LEAVES:
            break
    if len(leaves) >= most:
        rng.shuffle(leaves)
    return [(0.0, first), *((-UNLIKELY, plan) for plan in leaves[: most - 1])]


def quick(world: Pos, game: Game[Any, Any], seat: Seat, rng: Rng) -> Plan:
    """What a seat does in a game that is played out in thought."""
    if game.quick is not None:
        return game.quick(world, seat, rng)
    if game.bot is not None:
        return (game.bot(game.view(world, seat), world, seat),)
    return (walk.random_move(world, seat, rng),)


def apply_plan(world: Pos, seat: Seat, plan: Plan) -> None:
    """Play a plan in place, trusting that it is legal."""
    for path in plan:
        walk.apply(world, seat, path)


def legal(pos: Pos, seat: Seat, path: Path) -> bool:
    """Whether a seat may play that complete path now."""
    return isinstance(walk.ask(pos, seat, path), MoveReady)


def rollout(world: Pos, game: Game[Any, Any], most: int, rng: Rng) -> None:
    """Go on in place by what comes to mind first, for at most `most` plans or to the end."""
    for _ in range(most):
        if world.outcome is not None:
            return
        seat = walk.actors(world)[0]
        apply_plan(world, seat, quick(world, game, seat, rng))


def utilities(world: Pos, game: Game[Any, Any], scale: float) -> list[float]:
    """What a position is worth to each seat, together 1: shares by expected points, `scale` points being worth a factor e; of a
    finished game half goes to who has won."""
    by_points = score_shares(world, game, scale)
    if world.outcome is None:
        return by_points
    winners = world.outcome.winners
    return [
        (1.0 - WON) * one + WON * (seat in winners) / len(winners)
        for seat, one in enumerate(by_points)
    ]


def score_shares(world: Pos, game: Game[Any, Any], scale: float) -> list[float]:
    """The same by points alone, in a finished game, too."""
    return _shares(points(world, game) if world.outcome is None else game.score(world).total, scale)


def points(world: Pos, game: Game[Any, Any]) -> Sequence[float]:
    """The points that each seat may expect, by seat: as the game reckons its `chances`, else its `worth`, else its score so
    far."""
    if game.chances is not None:
        return game.chances(world)
    if game.worth is not None:
        return [game.worth(world, seat) for seat in range(world.n)]
    return game.score(world).total


def _shares(expected: Sequence[float], scale: float) -> list[float]:
    top = max(expected)
    raw = [exp((one - top) / scale) for one in expected]
    total = sum(raw)
    return [one / total for one in raw]
