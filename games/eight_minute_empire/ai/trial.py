"""Search over whole turns: simulate each in sampled worlds until the seat moves again.

A world is a determinization from the seat's view. Its final value is learned (`learned.py`),
and so are the others' moves: they are drawn at random, weighted by value. Near the end, games
are played out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import exp, log, sqrt

from games.core.engine.bots import no_time_limit
from games.core.engine.game import HasTime
from games.core.state.rng import Rng
from games.core.text.messages import Seat
from games.eight_minute_empire.ai.ground import sample_turn, turns
from games.eight_minute_empire.ai.learned import active_features, values
from games.eight_minute_empire.ai.sketch import Sketch, TurnSketch, results
from games.eight_minute_empire.model.catalog import RULES

MAX_SIMULATED_TURNS = 2000  # simulated turns per decision
PRIOR_WEIGHT = 4.0  # weight of a turn's prior value, in trials
CURIOSITY = 0.2  # exploration constant (UCB), in win probability
PLAYOUT_BELOW_TURNS = 4  # with this many turns left, games are played out
HEAT = 0.4  # in rollouts a turn worth this much less is e times rarer
# share of a finished game's value by points (POINTS of them: a factor e); rest: victory
BY_POINTS = 0.3
POINTS = 3.0
GOLDEN = 0x9E3779B97F4A7C15


class Trial:
    """Turn under search: prior value (`seems`), number of visits, sum of results."""

    __slots__ = ("seems", "total", "turn", "visits")

    def __init__(self, turn: TurnSketch, seems: float) -> None:
        self.turn, self.seems, self.visits, self.total = turn, seems, 0, 0.0


def think(
    start: Sketch, seat: Seat, plans: Sequence[TurnSketch], more: HasTime = no_time_limit
) -> list[TurnSketch]:
    """Return the plans for the current turn, best first.

    Simulates them while `more()` is true, up to `MAX_SIMULATED_TURNS` simulated turns; without time, ranks
    them by their prior value.
    """
    if len(plans) == 1:
        return list(plans)
    if start.to_come == 1:
        return sorted(plans, key=lambda turn: -share(_after(start, seat, turn), seat))
    base = luck_of(start)
    top = max(plans, key=lambda turn: turn.worth)
    level = worth(_after(start, seat, top), seat) - top.worth
    tried = [Trial(turn, odds(level + turn.worth)) for turn in plans]
    further = start.to_come - 1 if start.to_come - 1 <= PLAYOUT_BELOW_TURNS else start.n
    for at in range(MAX_SIMULATED_TURNS // (further + 1)):
        if not more():
            break
        known = log(at + 1)
        hopes = _hopes(tried)
        one = max(
            zip(tried, hopes, strict=True),
            key=lambda both: both[1] + CURIOSITY * sqrt(known / (both[0].visits + PRIOR_WEIGHT)),
        )[0]
        world = _after(start, seat, one.turn)
        simulate(world, further, base, one.visits)
        one.total += chance(world, seat)
        one.visits += 1
    hopes = _hopes(tried)
    return [tried[at].turn for at in sorted(range(len(tried)), key=lambda at: -hopes[at])]


def _hopes(tried: Sequence[Trial]) -> list[float]:
    """Return the estimated value of each turn: its results shrunk towards its prior.

    Priors only rank turns against each other; their common level is corrected by the results.
    """
    visits = sum(one.visits for one in tried)
    level = sum(one.total - one.visits * one.seems for one in tried) / visits if visits else 0.0
    return [
        (one.total + PRIOR_WEIGHT * (level + one.seems)) / (one.visits + PRIOR_WEIGHT)
        for one in tried
    ]


def _after(start: Sketch, seat: Seat, turn: TurnSketch) -> Sketch:
    world = start.copy()
    world.take(seat, turn)
    return world


def luck_of(s: Sketch) -> int:
    """Return a random seed that depends only on the public state of the game."""
    return int.from_bytes(hashlib.sha256(repr(s.frozen()).encode()).digest()[:8], "big")


def simulate(world: Sketch, turns_more: int, base: int, number: int) -> None:
    """Simulate up to `turns_more` turns in place.

    Worlds with the same `base` and `number` draw the same cards.
    """
    cards, whims = Rng.of(base + GOLDEN * number), Rng.of(~base + GOLDEN * number)
    for _ in range(min(turns_more, world.to_come)):
        if len(world.row) < len(RULES.prices):
            world.refill(cards)
        who = world.next
        world.take(who, sample_turn(turns(world, who, 1), HEAT, whims))


def odds(worth: float) -> float:
    """Convert log odds to a probability, 0 to 1."""
    return 1.0 / (1.0 + exp(-worth))


def worth(s: Sketch, seat: Seat) -> float:
    """Return the log odds that the seat that has just moved wins."""
    of = values(s.n, s.side, s.to_come).of
    return sum([of[fact] for fact in active_features(s, seat)])


def chance(s: Sketch, seat: Seat) -> float:
    """Return the win probability of the seat that has just moved, or its final result."""
    return odds(worth(s, seat)) if s.to_come else share(s, seat)


def share(s: Sketch, seat: Seat) -> float:
    """Return the value of a finished game to a seat, 0 to 1."""
    came = results(s)
    top = max(points for points, *_ in came)
    parts = [exp((points - top) / POINTS) for points, *_ in came]
    won = (came[seat] == max(came)) / came.count(max(came))
    return (1.0 - BY_POINTS) * won + BY_POINTS * parts[seat] / sum(parts)
