"""Search over whole turns: each is simulated many times, to the end of the next own turn.

The new cards are drawn at random. The other seats draw their turns at random, better turns more
often. The learned evaluation (`learned.py`) gives the value of a turn and of the position at the
end. Near the end of the game, the simulation plays to the end.
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
PRIOR_WEIGHT = 4.0  # the estimate of a turn counts as much as so many simulations
CURIOSITY = 0.2  # exploration constant (UCB), in win probability
# with at most so many turns left after this one, the simulation plays to the end
PLAYOUT_UP_TO_TURNS = 4
HEAT = 0.4  # in rollouts a turn worth this much less is e times rarer
# Value of a finished game: this share is divided among the seats by points, the rest is for the
# victory.
BY_POINTS = 0.3
POINTS_PER_E_SHARE = 3.0  # a seat with so many points more gets e times as much of the share
SEED_STEP = 0x9E3779B97F4A7C15  # step between the seeds of the simulations


class Trial:
    """Turn under search.

    `estimate` is its win probability without simulation, `visits` the number of its simulations, and
    `total` the sum of their results (see `win_probability`).
    """

    __slots__ = ("estimate", "total", "turn", "visits")

    def __init__(self, turn: TurnSketch, estimate: float) -> None:
        self.turn, self.estimate, self.visits, self.total = turn, estimate, 0, 0.0


def think(
    start: Sketch, seat: Seat, plans: Sequence[TurnSketch], has_time: HasTime = no_time_limit
) -> list[TurnSketch]:
    """Return the plans for the current turn, best first.

    The plans are simulated while `has_time()` is true, with at most `MAX_SIMULATED_TURNS` simulated
    turns. Without any time, they are ranked by their estimates.
    """
    if len(plans) == 1:
        return list(plans)
    if start.to_come == 1:
        return sorted(
            plans, key=lambda turn: -result_value(_position_after(start, seat, turn), seat)
        )
    seed = seed_of(start)
    # `worth` is in log odds, but counts from an unknown zero: shift it so that the turn with most
    # `worth` gets the exact value of the position after it.
    best = max(plans, key=lambda turn: turn.worth)
    offset = log_odds(_position_after(start, seat, best), seat) - best.worth
    trials = [Trial(turn, sigmoid(offset + turn.worth)) for turn in plans]
    turns_left = start.to_come - 1  # of all seats, after this one
    # `start.n` turns: those of the other seats, then the seat's own next one
    turns_ahead = turns_left if turns_left <= PLAYOUT_UP_TO_TURNS else start.n
    n_simulations = MAX_SIMULATED_TURNS // (turns_ahead + 1)
    for n_done in range(n_simulations):
        if not has_time():
            break
        log_visits = log(n_done + 1)
        probabilities = _estimated_win_probabilities(trials)
        trial = max(
            zip(trials, probabilities, strict=True),
            key=lambda trial_and_probability: (
                trial_and_probability[1]
                + CURIOSITY * sqrt(log_visits / (trial_and_probability[0].visits + PRIOR_WEIGHT))
            ),
        )[0]
        world = _position_after(start, seat, trial.turn)
        simulate(world, turns_ahead, seed, trial.visits)
        trial.total += win_probability(world, seat)
        trial.visits += 1
    probabilities = _estimated_win_probabilities(trials)
    best_first = sorted(range(len(trials)), key=lambda at: -probabilities[at])
    return [trials[at].turn for at in best_first]


def _estimated_win_probabilities(trials: Sequence[Trial]) -> list[float]:
    """Return the win probability of each turn, from its results and its estimate.

    Only the differences between the estimates count: all are shifted by the mean error that the
    simulated results show.
    """
    visits = sum(one.visits for one in trials)
    mean_error = (
        sum(one.total - one.visits * one.estimate for one in trials) / visits if visits else 0.0
    )
    return [
        (one.total + PRIOR_WEIGHT * (mean_error + one.estimate)) / (one.visits + PRIOR_WEIGHT)
        for one in trials
    ]


def _position_after(start: Sketch, seat: Seat, turn: TurnSketch) -> Sketch:
    world = start.copy()
    world.take(seat, turn)
    return world


def seed_of(s: Sketch) -> int:
    """Return a random seed: a hash of the public state of the game."""
    return int.from_bytes(hashlib.sha256(repr(s.frozen()).encode()).digest()[:8], "big")


def simulate(world: Sketch, turns_ahead: int, seed: int, number: int) -> None:
    """Simulate up to `turns_ahead` turns in place.

    Simulations with the same `seed` and `number` draw the same cards.
    """
    cards, choices = Rng.of(seed + SEED_STEP * number), Rng.of(~seed + SEED_STEP * number)
    for _ in range(min(turns_ahead, world.to_come)):
        if len(world.row) < len(RULES.prices):
            world.refill(cards)
        who = world.next
        world.take(who, sample_turn(turns(world, who, 1), HEAT, choices))


def sigmoid(log_odds_of_win: float) -> float:
    """Convert log odds to a probability, 0 to 1."""
    return 1.0 / (1.0 + exp(-log_odds_of_win))


def log_odds(s: Sketch, seat: Seat) -> float:
    """Return the log odds that the seat that has just moved wins."""
    weights = values(s.n, s.side, s.to_come).weights
    return sum([weights[feature] for feature in active_features(s, seat)])


def win_probability(s: Sketch, seat: Seat) -> float:
    """Return the win probability of the seat that has just moved.

    In a finished game it is the `result_value`, 0 to 1.
    """
    return sigmoid(log_odds(s, seat)) if s.to_come else result_value(s, seat)


def result_value(s: Sketch, seat: Seat) -> float:
    """Return the value of a finished game to a seat: 0 (lost) to 1 (won)."""
    by_seat = results(s)
    top = max(points for points, *_ in by_seat)
    shares = [exp((points - top) / POINTS_PER_E_SHARE) for points, *_ in by_seat]
    won = (by_seat[seat] == max(by_seat)) / by_seat.count(max(by_seat))
    return (1.0 - BY_POINTS) * won + BY_POINTS * shares[seat] / sum(shares)
