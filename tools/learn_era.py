"""Learn how the AI player `fierce` of Era: Medieval Age values a position.

The weights apply at the start of a round; they are `LEARNED` in
`games/era_medieval_age/ai/weights.py`. The samples come from games of two seats. In seven of ten,
`fierce` plays against the game's own bot (`game`), in the others against itself.

    python -m tools.learn_era --seeds 20000-20299

The method is ridge regression. The target is a seat's final lead minus its estimated lead. The
features are the differences between the seat and its rival in each fact, once by themselves and
once times the rounds left. The program prints the weights.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from math import sqrt

from games.core.engine import bots, walk
from games.core.engine.game import find
from games.era_medieval_age.ai.prospects import FastOutlook, features, unlearned_value
from tools.arena import seeds_of
from tools.playing import random_stream
from tools.progress import bar

Row = tuple[list[float], float]  # features, and final lead minus estimated lead
RIDGE_PENALTY = 100.0


def rows(seed: int) -> Iterator[Row]:
    """Yield the samples of the game with this seed.

    There is a sample for each seat at the start of each round but the first.
    """
    game = find("era_medieval_age")
    kinds: list[bots.Kind] = ["fierce", "fierce" if seed % 10 < 3 else "game"]
    if seed % 2:
        kinds.reverse()
    pos = walk.start(game, {}, 2, f"learn-{seed}")
    rngs = [random_stream("learn", seed, seat) for seat in (0, 1)]
    last_round = 1
    samples: list[tuple[int, list[float], float]] = []
    while pos.outcome is None:
        if pos.state.round > last_round:
            last_round = pos.state.round
            outlooks = [FastOutlook(pos.state, seat, pos.options) for seat in (0, 1)]
            features_of = [features(out) for out in outlooks]
            estimates = [
                unlearned_value(out, one) for out, one in zip(outlooks, features_of, strict=True)
            ]
            rounds_left = outlooks[0].rounds_left
            for seat, other in ((0, 1), (1, 0)):
                advantages = [
                    features_of[seat][name] - features_of[other][name] for name in features_of[seat]
                ]
                advantages += [
                    1.0 if pos.state.first == seat else -1.0,
                    float((kinds[seat] == "fierce") - (kinds[other] == "fierce")),
                ]
                samples.append(
                    (
                        seat,
                        [*advantages, *(n * rounds_left for n in advantages)],
                        estimates[seat] - estimates[other],
                    )
                )
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, bots.decide(pos, seat, kinds[seat], rngs[seat]))
    points = game.score(pos).total
    yield from (
        (advantages, points[seat] - points[1 - seat] - estimate)
        for seat, advantages, estimate in samples
    )


def ridge(samples: list[Row], penalty: float) -> list[float]:
    """Return the weights of a ridge regression, with each feature scaled to unit variance."""
    n = len(samples[0][0])
    deviations = [
        sqrt(sum(x[index] ** 2 for x, _ in samples) / len(samples)) or 1.0 for index in range(n)
    ]
    scaled = [([x[at] / deviations[at] for at in range(n)], y) for x, y in samples]
    matrix = [
        [sum(x[row] * x[col] for x, _ in scaled) + penalty * (row == col) for col in range(n)]
        + [sum(x[row] * y for x, y in scaled)]
        for row in range(n)
    ]
    for i in range(n):  # positive definite: no pivot is 0
        for row in range(n):
            if row != i:
                times = matrix[row][i] / matrix[i][i]
                matrix[row] = [a - times * b for a, b in zip(matrix[row], matrix[i], strict=True)]
    return [matrix[number][n] / matrix[number][number] / deviations[number] for number in range(n)]


def main(argv: list[str] | None = None) -> int:
    """Learn the weights and print them."""
    parser = argparse.ArgumentParser(
        prog="learn_era", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", default="20000-20299", help="a range")
    args = parser.parse_args(argv)
    seeds = seeds_of(args.seeds, 0)
    samples = [row for some in bar(map(rows, seeds), len(seeds), "era") for row in some]
    weights = ridge(samples, RIDGE_PENALTY)
    pos = walk.start(find("era_medieval_age"), {}, 2, "names")
    names = [*features(FastOutlook(pos.state, 0, pos.options)), "first", "fierce"]
    for i, name in enumerate(names):
        sys.stdout.write(
            f"{name:12} {weights[i]:6.2f} {weights[i + len(names)]:6.2f} for each round left\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
