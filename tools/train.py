"""Tune the weights of a game's AI player with CMA-ES over their logarithms.

The candidates of a generation play the same games against the shipped player, in rotating
seats; the next generation plays other games. All seeds are tuning seeds. Judge the result on
fresh seeds with the arena, then copy it into the game by hand:

    python -m tools.train --game tadmor --generations 12 --games 16
    python -m tools.arena --game tadmor --players firm@var/train/tadmor.json,firm --games 200 --seeds fresh

After each generation the center of the search is written to the file; a stopped search resumes
from there.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from math import tanh
from pathlib import Path
from typing import Any

import cma

from games.core.engine.game import find
from tools import arena, weights
from tools.stats import mean

# spread of the first generation, in logarithms: most weights stay within 25 % of the shipped ones
SPREAD = 0.25
# share of the points in the value of a game: over few games, points vary less than wins
POINTS_WEIGHT = 0.5
LIMITS = (-1.5, 1.5)  # bounds of a weight's change, in logarithms


def result_value(result: arena.Result, scale: float) -> float:
    """Return a candidate's value in a game, 0 to 1, from the win and the lead in points.

    `scale` is the number of points that counts as a large lead.
    """
    own = result.points[result.bout.seat]
    best_other = max(
        points for seat, points in enumerate(result.points) if seat != result.bout.seat
    )
    by_points = 0.5 + 0.5 * tanh((own - best_other) / scale)
    return (1 - POINTS_WEIGHT) * result.won + POINTS_WEIGHT * by_points


def bouts(
    args: argparse.Namespace, generation: int, files: Iterable[Path]
) -> list[list[arena.Bout]]:
    """Return the games of a generation: a list for each candidate's file of weights.

    All candidates play with the same seeds.
    """
    first = arena.SEEDS["tuning"] + args.first + generation * args.games
    return [
        [
            arena.Bout(
                args.game,
                args.options,
                args.seats,
                f"firm@{file}",
                "firm",
                first + i,
                i % args.seats,
            )
            for i in range(args.games)
        ]
        for file in files
    ]


def search(args: argparse.Namespace) -> dict[str, Any]:
    """Run the search and return the weights at the center of its distribution.

    Also writes them to the file after each generation.
    """
    game = find(args.game)
    start = {**weights.shipped(game), **(weights.read(args.out) if args.out.exists() else {})}
    point = weights.flat(start)
    low, high = ([logarithm + limit for logarithm in point] for limit in LIMITS)
    options = {"seed": args.seed, "popsize": args.candidates, "verbose": -9, "bounds": [low, high]}
    optimizer = cma.CMAEvolutionStrategy(point, args.spread, options)
    found = start
    for generation in range(args.generations):
        points = optimizer.ask()
        values = _evaluate(
            args, generation, [weights.unflatten(start, candidate) for candidate in points]
        )
        optimizer.tell(points, [-value for value in values])
        found = weights.unflatten(start, optimizer.result.xfavorite)
        weights.write(args.out, found)
        print(
            f"{generation + 1}/{args.generations}: mean {mean(values):.3f}, best {max(values):.3f}, step {optimizer.sigma:.3f}",
            flush=True,
        )
    return found


def _evaluate(
    args: argparse.Namespace, generation: int, candidates: Sequence[weights.Values]
) -> list[float]:
    """Return the mean value of each candidate in a generation's games."""
    files = [args.out.with_suffix(f".{generation}-{i}.json") for i in range(len(candidates))]
    for file, values in zip(files, candidates, strict=True):
        weights.write(file, values)
    games = bouts(args, generation, files)
    results = iter(list(arena.play_all([bout for row in games for bout in row], args.jobs)))
    for file in files:
        file.unlink()
    return [mean([result_value(next(results), args.scale) for _ in row]) for row in games]


def parse(argv: list[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        prog="train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", required=True)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", default="", help="random, a preset, or name=value,name=value")
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--candidates", type=int, default=8, help="candidates per generation")
    parser.add_argument(
        "--games",
        type=int,
        default=16,
        help="games per candidate and generation; best a multiple of --seats",
    )
    parser.add_argument(
        "--scale", type=float, default=10.0, help="lead in points that counts as large"
    )
    parser.add_argument(
        "--spread", type=float, default=SPREAD, help="spread of the first generation, in logarithms"
    )
    parser.add_argument("--first", type=int, default=0, help="tuning seeds to skip")
    parser.add_argument("--seed", type=int, default=1, help="seed of the search")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--out",
        type=Path,
        help="weights file, also the start of the search (default: var/train/<game>.json)",
    )
    args = parser.parse_args(argv)
    args.out = args.out or Path("var", "train", f"{args.game}.json")
    return args


def main(argv: list[str] | None = None) -> int:
    """Run the search and print the weights."""
    for name, value in search(parse(argv)).items():
        print(f"{name} = {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
