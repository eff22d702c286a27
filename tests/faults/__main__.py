"""Print one row per fault and the controls used.

`python -m tests.faults --cases 20 [--faults 429 hang] [--games tadmor]`
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from games.hosted import HOSTED
from tests.faults.case import FAULTS
from tests.faults.report import Report, merged, table
from tests.faults.runner import played


def main() -> int:
    """Run the cases; return 0 if every case healed."""
    parser = argparse.ArgumentParser(description="Faults tried against the whole bot.")
    parser.add_argument("--cases", type=int, default=4, help="cases per fault and game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="*", default=list(HOSTED), choices=HOSTED)
    parser.add_argument(
        "--faults", nargs="*", default=[], help="only faults whose name contains one of these words"
    )
    parser.add_argument(
        "--kind",
        default="",
        help="preferred control and state: panel confirm, /board @ a pause...",
    )
    parser.add_argument(
        "--each", type=int, default=1, help="faults to try with every command and verb"
    )
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    names = [
        name for name in FAULTS if not args.faults or any(part in name for part in args.faults)
    ]
    work = partial(
        _run_game,
        asked=[(name, args.kind) for name in names] * args.cases,
        seed=args.seed,
        each=args.each,
    )
    with ProcessPoolExecutor(args.processes) as pool:
        report = merged(pool.map(work, args.games))
    print("\n".join(table(report)))
    return bool(report.wrong)


def _run_game(game: str, asked: list[tuple[str, str]], seed: int, each: int) -> Report:
    """Run the cases of one game in this process."""
    report = played(asked, game, seed, Report(), each)
    print(*(f"- {one}" for one in report.wrong), game, sep="\n", file=sys.stderr, flush=True)
    return report


if __name__ == "__main__":
    sys.exit(main())
