"""Learn position weights for Eight-Minute Empire's player `fierce` from self-play.

The weights are those of `games/eight_minute_empire/ai/learned.py`. While learning, the players use
the weights learned so far.

    python -m tools.learn_empire --seats 2 --games 150000 --out var/learned.json

The method is TD(lambda) with logistic values (Sutton 1988). After each game, a seat's estimate of
each of its positions moves towards the result, mostly through the seat's own later estimates. Turns
are sampled: better ones are more likely, and the temperature falls. The more a weight has moved,
the smaller its steps. The output is the average of the weights in the second half.

Board sides, goods tokens and (for two players) neutral armies vary from game to game. The file
keeps its entries for other numbers of seats.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

import msgspec

from games.core.engine import walk
from games.core.engine.game import find
from games.core.state.rng import Rng
from games.eight_minute_empire.ai import learned
from games.eight_minute_empire.ai.ground import sample_turn, turns
from games.eight_minute_empire.ai.learned import (
    GROUPS,
    SIZE,
    UNIT,
    Learned,
    active_features,
    knot_position,
)
from games.eight_minute_empire.ai.sketch import Sketch
from games.eight_minute_empire.ai.trial import result_value, sigmoid
from games.eight_minute_empire.rules.turns import TakeCard
from tools.progress import bar

KNOTS = {
    2: (0, 1, 2, 3, 4, 6, 9, 13, 18, 25),
    3: (0, 1, 2, 3, 4, 5, 6, 8, 12, 18, 25, 29),
    4: (0, 1, 2, 3, 4, 5, 6, 8, 12, 18, 25, 31),
    5: (0, 1, 2, 3, 4, 5, 6, 8, 12, 18, 25, 34),
}
RATE, SLOWER = 0.025, 0.2  # learning rate at the start; it falls to SLOWER times that
TRACE = 0.8  # lambda: weight of the result against the seat's own next estimate
# temperatures: in the first fifth of the games, until 70 %, at the end
TEMPERATURES = (0.3, 0.15, 0.08)
GAMES_PER_UPDATE = 64  # games between two updates of the players' weights
# One game in so many has goods tokens, or neutral armies (two players).
ONE_IN_WITH_TOKENS, ONE_IN_WITH_NEUTRAL = 4, 5
USES_PER_CARD = 2  # uses of each card's action that are considered


def opening(n: int, rng: Rng) -> Sketch:
    """Return a game before its first turn, with varying options."""
    game = find("eight_minute_empire")
    options: dict[str, Any] = {
        "map_side": rng.pick(("side_a", "side_b")),
        "goods_tokens": rng.below(ONE_IN_WITH_TOKENS) == 0,
    }
    if n == 2:
        options["neutral_armies"] = rng.below(ONE_IN_WITH_NEUTRAL) == 0
    pos = walk.start(game, options, n, rng.next())
    # Bids are random; simultaneous choices take the default.
    while not isinstance(pos.stack[-1], TakeCard) or any(pos.lanes):
        seat = walk.actors(pos)[0]
        path = walk.default_path(pos, seat) if any(pos.lanes) else walk.random_move(pos, seat, rng)
        walk.apply(pos, seat, path)
    return Sketch(pos)


class Learner:
    """Weights that are being learned, with their step sizes and running sums.

    There is a row of weights for each knot (a number of turns to come); between two knots the
    weights are interpolated. A row has the weights of all groups, one after the other.
    """

    def __init__(self, n: int, start: Learned | None) -> None:
        self.n, self.knots = n, KNOTS[n]
        self.weights = (
            [learned.weights_list(weights) for weights in start.weights]
            if start
            else [[0.0] * SIZE for _ in self.knots]
        )
        # Sum of squared changes so far: the more a weight has moved, the smaller its steps (AdaGrad).
        self.moved = [[1.0] * SIZE for _ in self.knots]
        self.sums, self.summed = [[0.0] * SIZE for _ in self.knots], 0

    def use(self) -> None:
        """Give the current weights to the AI players."""
        learned.learned()[self.n] = self._named(self.weights)
        learned.values.cache_clear()

    def note(self) -> None:
        """Add the current weights to the running sum for the average."""
        self.summed += 1
        for total, now in zip(self.sums, self.weights, strict=True):
            total[:] = [before + weight for before, weight in zip(total, now, strict=True)]

    def averaged(self) -> Learned:
        """Return the average of the weights passed to `note`, rounded to whole units."""
        count = max(1, self.summed)
        average = self._named([[weight / count for weight in total] for total in self.sums])
        rounded = tuple(
            {group: tuple(map(round, weights)) for group, weights in by_group.items()}
            for by_group in average.weights
        )
        return msgspec.structs.replace(average, weights=rounded)

    def _named(self, weights: Sequence[Sequence[float]]) -> Learned:
        # The file has whole numbers; while learning they are fractions.
        found: list[dict[str, tuple[Any, ...]]] = []
        for row in weights:
            rest = iter(row)
            found.append(
                {
                    group: tuple(next(rest) * UNIT for _ in range(size))
                    for group, size in GROUPS.items()
                }
            )
        return Learned(self.knots, tuple(found))

    def step(self, to_come: int, facts: Sequence[int], error: float, rate: float) -> None:
        """Move the weights of these facts so that their sum comes closer to its target.

        `error` is the estimate minus its target, `rate` the step size. The two knots next to
        `to_come` (turns to come) each take a share of the error.
        """
        lower, share_of_upper = knot_position(self.knots, to_come)
        for knot, share in ((lower, 1.0 - share_of_upper), (lower + 1, share_of_upper)):
            if share:
                change = error * share
                weights = self.weights[knot]
                moved = self.moved[knot]
                square, step = change * change, change * rate
                for fact in facts:
                    moved[fact] += square
                    weights[fact] -= step / sqrt(moved[fact])


def play(
    n: int, temperature: float, rng: Rng
) -> tuple[list[list[tuple[int, list[int], float]]], list[float]]:
    """Play one game; return each seat's estimates and each seat's result.

    An estimate is (turns to come, facts, estimated chance to win).
    """
    s = opening(n, rng)
    estimates: list[list[tuple[int, list[int], float]]] = [[] for _ in range(n)]
    while s.to_come:
        seat = s.next
        s.take(seat, sample_turn(turns(s, seat, USES_PER_CARD), temperature, rng))
        facts = active_features(s, seat)
        weights = learned.values(n, s.side, s.to_come).weights
        estimates[seat].append((s.to_come, facts, sigmoid(sum(weights[fact] for fact in facts))))
        s.refill(rng)
    return estimates, [result_value(s, seat) for seat in range(n)]


def learn(n: int, games: int, start: Learned | None, seed: int) -> tuple[Learned, float]:
    """Return the learned weights and the mean squared error in the last tenth of the games."""
    learner, rng, squared_errors = Learner(n, start), Rng.of(seed), []
    for i in bar(range(games), games, f"{n} seats"):
        done = i / games
        if i % GAMES_PER_UPDATE == 0:
            learner.use()
            if done >= 0.5:
                learner.note()
        temperature = TEMPERATURES[(done >= 0.2) + (done >= 0.7)]
        rate = RATE * exp(log(SLOWER) * done)
        estimates, results = play(n, temperature, rng)
        for seat_estimates, result in zip(estimates, results, strict=True):
            # TD(lambda), from the last estimate to the first: the target of an estimate is a mix
            # of the result and the estimates after it.
            target = result
            for moves_after, (to_come, facts, chance) in enumerate(reversed(seat_estimates)):
                if moves_after:
                    next_chance = seat_estimates[-moves_after][2]
                    target = TRACE * target + (1.0 - TRACE) * next_chance
                if done >= 0.9:
                    squared_errors.append((chance - result) ** 2)
                learner.step(to_come, facts, chance - target, rate)
    return learner.averaged(), sum(squared_errors) / max(1, len(squared_errors))


def main(argv: list[str] | None = None) -> int:
    """Learn the weights and write them."""
    parser = argparse.ArgumentParser(
        prog="learn_empire",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--games", type=int, default=150_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", action="store_true", help="continue from the shipped weights")
    parser.add_argument("--out", type=Path, default=learned.FILE)
    args = parser.parse_args(argv)
    start = learned.learned().get(args.seats) if args.on else None
    found, mean_square = learn(args.seats, args.games, start, args.seed)
    by_seats = json.loads(args.out.read_text("utf-8")) if args.out.exists() else {}
    by_seats[str(args.seats)] = msgspec.to_builtins(found)
    args.out.write_bytes(msgspec.json.encode(dict(sorted(by_seats.items()))) + b"\n")
    print(f"{args.seats} seats, {args.games} games: mean square {mean_square:.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
