"""Run the whole survey and print its figures.

`python -m tests.leaks.full_run [--comparisons N] [--minutes M] [GAME ...]`
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import tempfile
import time
from collections import Counter
from math import log2
from pathlib import Path

from games.hosted import GAMES
from tests.contract import playouts
from tests.leaks.survey import Tally, survey

MILLION = 1_000_000
# Share of the comparisons for each game; fast games get more.
PLAN = {
    "eight_minute_empire": 25,
    "era_medieval_age": 30,
    "tadmor": 25,
    "imperial_settlers": 12,
    "el_mapa": 8,
}
DRAWN = 150
BUCKETS = 12  # of call times: the first ends at 1 ms, each next one is twice as long


def quota(game: str, comparisons: int = MILLION) -> int:
    """Return the number of comparisons to make in a game."""
    return -(-comparisons * PLAN[game] // sum(PLAN.values()))


class LateError(Exception):
    """Error that ends the survey of a game because its time is over."""


async def whole(games: list[str], comparisons: int, minutes: float) -> dict[str, Tally]:
    """Survey every game with each number of players; the games share the minutes equally."""
    found = {}
    for game in games:
        tally, players = Tally(), playouts.ALL[game].players
        end = time.monotonic() + 60 * minutes / len(games)

        def look(tally: Tally, end: float = end) -> None:
            if minutes and time.monotonic() > end:
                raise LateError

        for n in players:
            upto = round(quota(game, comparisons) * (n - players[0] + 1) / len(players))
            share = end - 60 * minutes / len(games) * (players[-1] - n) / len(players)
            with tempfile.TemporaryDirectory() as folder, contextlib.suppress(LateError):
                await survey(
                    Path(folder),
                    playouts.ALL[game],
                    n,
                    "whole",
                    upto,
                    DRAWN,
                    tally,
                    lambda t: look(t, share),  # noqa: B023 - awaited in the same round
                )
            print(f"{game}, {n} seats: {tally.total} so far, {len(tally.leaks)} leaks", flush=True)
        found[game] = tally
    return found


def bucket(seconds: float) -> int:
    """Return the histogram bucket of a duration."""
    return max(0, min(BUCKETS - 1, int(log2(max(seconds, 1e-9) * 1000)) + 1))


def apart(tally: Tally) -> float:
    """Return how far the distributions of call times differ between the worlds.

    The result is the share of calls that would have to change buckets (0: none).
    """
    one, two = (
        Counter(bucket(took[at]) for some in tally.times.values() for took in some) for at in (0, 1)
    )
    return sum(abs(one[at] - two[at]) for at in range(BUCKETS)) / 2 / max(1, one.total())


def report(found: dict[str, Tally], seconds: float) -> str:
    """Return a Markdown table with a row for each game, the comparisons by kind, and every leak."""
    every = Tally()
    for tally in found.values():
        every.add(tally)
    heads = (
        "game",
        "games",
        "looks",
        "with other secrets",
        "comparisons",
        "leaks",
        "call times apart",
    )
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for game, tally in {**found, "all": every}.items():
        seen = (
            tally.games,
            tally.looks,
            tally.differing,
            f"{tally.total:,}",
            len(tally.leaks),
            f"{apart(tally):.1%}",
        )
        lines.append(f"| {game} | {' | '.join(map(str, seen))} |")
    kinds = Counter[str]()
    for surface, count in every.counted.items():
        kinds[surface.split(": ")[-1]] += count
    lines.append(
        f"{seconds:.0f} s; by kind: "
        + ", ".join(f"{kind} {count:,}" for kind, count in kinds.most_common())
    )
    return "\n".join([*lines, *map(str, every.leaks)])


def main() -> None:
    """Run the survey and print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[game.id for game in GAMES])
    parser.add_argument("--comparisons", type=int, default=MILLION)
    parser.add_argument(
        "--minutes",
        type=float,
        default=0.0,
        help="most minutes (0: until all comparisons are made)",
    )
    args, began = parser.parse_args(), time.monotonic()
    print(
        report(
            asyncio.run(whole(args.games, args.comparisons, args.minutes)),
            time.monotonic() - began,
        )
    )


if __name__ == "__main__":
    main()
