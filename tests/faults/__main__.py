"""Prints the table of `docs/reliability.md`: `python -m tests.faults --cases 20 [--faults 429 hang] [--games tadmor]`."""

from __future__ import annotations

import argparse
import sys

from games.hosted import HOSTED
from tests.faults.case import FAULTS
from tests.faults.harness import played
from tests.faults.report import Report, table


def main() -> int:
    """0 when everything healed."""
    parser = argparse.ArgumentParser(description="Faults tried against the whole bot.")
    parser.add_argument("--cases", type=int, default=4, help="of each fault with each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", nargs="*", default=list(HOSTED), choices=HOSTED)
    parser.add_argument("--faults", nargs="*", default=[], help="those whose names contain one of these")
    parser.add_argument("--kind", default="", help="what is rather tapped: panel confirm, table play, /board...")
    asked = parser.parse_args()
    names = [name for name in FAULTS if not asked.faults or any(part in name for part in asked.faults)]
    report = Report()
    for game in asked.games:
        played(names, game, asked.cases, asked.seed, report, dict.fromkeys(names, asked.kind))
        print(*(f"- {one}" for one in report.wrong), game, sep="\n", file=sys.stderr, flush=True)
    print("\n".join(table(report)))
    return bool(report.wrong)


if __name__ == "__main__":
    sys.exit(main())
