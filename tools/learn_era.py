"""Learn how Era's fierce player values a position at the start of a round.

The weights are `LEARNED` in `games/era_medieval_age/ai/weights.py`; the games are those of
fierce and firm players with two seats:

    python -m tools.learn_era --seeds 20000-20299

Method: ridge regression of a seat's final lead beyond its estimated lead, on the differences to
its rival in each fact, by itself and times the rounds left. Three games in ten are fierce
against fierce. Prints the weights.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from math import sqrt

from games.core.engine import bots, walk
from games.core.engine.game import find
from games.era_medieval_age.ai.prospects import FastOutlook, facts, unlearned_value
from tools.arena import seeds_of
from tools.playing import luck
from tools.progress import bar

Row = tuple[list[float], float]  # facts, and final lead minus estimated lead
RIDGE_PENALTY = 100.0  # ridge penalty


def rows(seed: int) -> Iterator[Row]:
    """Yield the samples of one game: each round from the second on, for each seat."""
    game = find("era_medieval_age")
    kinds: list[bots.Kind] = ["fierce", "fierce" if seed % 10 < 3 else "game"]
    if seed % 2:
        kinds.reverse()
    pos, lucks, seen = (
        walk.start(game, {}, 2, f"learn-{seed}"),
        [luck("learn", seed, seat) for seat in (0, 1)],
        1,
    )
    begun: list[tuple[int, list[float], float]] = []
    while pos.outcome is None:
        if pos.state.round > seen:
            seen = pos.state.round
            looks = [FastOutlook(pos.state, seat, pos.options) for seat in (0, 1)]
            known = [facts(out) for out in looks]
            taken, left = (
                [unlearned_value(out, one) for out, one in zip(looks, known, strict=True)],
                looks[0].left,
            )
            for seat, other in ((0, 1), (1, 0)):
                more = [known[seat][fact] - known[other][fact] for fact in known[seat]]
                more += [
                    1.0 if pos.state.first == seat else -1.0,
                    float((kinds[seat] == "fierce") - (kinds[other] == "fierce")),
                ]
                begun.append((seat, [*more, *(n * left for n in more)], taken[seat] - taken[other]))
        seat = walk.actors(pos)[0]
        walk.apply(pos, seat, bots.decide(pos, seat, kinds[seat], lucks[seat]))
    points = game.score(pos).total
    yield from ((more, points[seat] - points[1 - seat] - thought) for seat, more, thought in begun)


def ridge(found: list[Row], pull: float) -> list[float]:
    """Return the weights of a ridge regression, with each feature scaled to unit variance."""
    n = len(found[0][0])
    spread = [sqrt(sum(x[at] ** 2 for x, _ in found) / len(found)) or 1.0 for at in range(n)]
    scaled = [([x[at] / spread[at] for at in range(n)], y) for x, y in found]
    matrix = [
        [sum(x[row] * x[col] for x, _ in scaled) + pull * (row == col) for col in range(n)]
        + [sum(x[row] * y for x, y in scaled)]
        for row in range(n)
    ]
    for at in range(n):  # positive definite: no pivot is 0
        for row in range(n):
            if row != at:
                times = matrix[row][at] / matrix[at][at]
                matrix[row] = [a - times * b for a, b in zip(matrix[row], matrix[at], strict=True)]
    return [matrix[at][n] / matrix[at][at] / spread[at] for at in range(n)]


def main(argv: list[str] | None = None) -> int:
    """Learn the weights and print them."""
    parser = argparse.ArgumentParser(
        prog="learn_era", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", default="20000-20299", help="a range")
    args = parser.parse_args(argv)
    seeds = seeds_of(args.seeds, 0)
    found = [row for some in bar(map(rows, seeds), len(seeds), "era") for row in some]
    weights = ridge(found, RIDGE_PENALTY)
    pos = walk.start(find("era_medieval_age"), {}, 2, "names")
    names = [*facts(FastOutlook(pos.state, 0, pos.options)), "first", "fierce"]
    for at, name in enumerate(names):
        sys.stdout.write(
            f"{name:12} {weights[at]:6.2f} {weights[at + len(names)]:6.2f} for each round left\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
