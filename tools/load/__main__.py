"""Load test: bot processes against a sandbox that runs in this process.

- Part (a): one process on SQLite
- Part (b): one process on PostgreSQL
- Part (c): several processes on PostgreSQL (`--processes`, by default 2); one of them is killed and
  replaced
- Part (d): cost of a start and of a click by the number of stored matches
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

from tests import postgres
from tools.load import busy, growth
from tools.load.report import draw, missed, print_report

PARTS = ("a", "b", "c", "d")


def _size(args: argparse.Namespace, **overrides: Any) -> busy.Size:
    set_on_command_line = {
        name: value
        for name in busy.Size.__struct_fields__
        if (value := getattr(args, name, None)) is not None
    }
    return busy.Size(**set_on_command_line | overrides)


def _server() -> postgres.Server:
    """Start a PostgreSQL server; raise `RuntimeError` if PostgreSQL is not installed."""
    programs = postgres.find()
    if programs is None:
        raise RuntimeError("(b) needs PostgreSQL's programs: see `python -m tests.postgres`")
    return postgres.Server(programs)


def _on_server(args: argparse.Namespace, part: str) -> dict[str, Any]:
    server = _server()
    try:
        processes = args.processes or (1 if part == "b" else 2)
        return asyncio.run(busy.measure(_size(args, processes=processes), server))
    finally:
        server.close()


def _growth(args: argparse.Namespace) -> dict[str, Any]:
    size = _size(args, servers=args.servers or 100)
    counts = [count for count in growth.COUNTS if count <= (args.tables or max(growth.COUNTS))]
    if not args.on_server:
        return asyncio.run(growth.measure(size, counts))
    server = _server()
    try:
        return asyncio.run(growth.measure(size, counts, server))
    finally:
        server.close()


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """Parse the command line; the default sizes are those of the promised limits."""
    parser = argparse.ArgumentParser(
        prog="load", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--only", choices=PARTS, action="append", help="part to run; may be repeated (default: all)"
    )
    parser.add_argument(
        "--servers", type=int, help=f"guilds (default: {busy.Size().servers}; part d: 100)"
    )
    parser.add_argument(
        "--tables",
        type=int,
        help=f"running matches (default: {busy.Size().tables}); for part d the most that are stored",
    )
    parser.add_argument("--people", type=int, help=f"active users (default: {busy.Size().people})")
    parser.add_argument(
        "--every",
        type=float,
        help=f"mean seconds between two clicks of a user (default: {busy.Size().every})",
    )
    parser.add_argument(
        "--seconds", type=float, help=f"measured seconds (default: {busy.Size().seconds})"
    )
    parser.add_argument(
        "--warm", type=float, help=f"warm-up in seconds (default: {busy.Size().warm})"
    )
    parser.add_argument("--processes", type=int, help="bot processes, for part c")
    parser.add_argument(
        "--backup",
        action="store_true",
        default=None,
        help="let the bot make its first backup, a minute after the start",
    )
    parser.add_argument("--on-server", action="store_true", help="part d on a PostgreSQL server")
    parser.add_argument("--plots", type=Path, help="folder for the plots")
    parser.add_argument("--strict", action="store_true", help="fail if a limit is missed")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    """Run the parts; return 1 if `--strict` is given and a limit is missed."""
    args = arguments(argv)
    report: dict[str, Any] = {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "load_average": round(os.getloadavg()[0], 2),
    }
    parts = {
        "a": lambda: asyncio.run(busy.measure(_size(args, processes=1))),
        "b": lambda: _on_server(args, "b"),
        "c": lambda: _on_server(args, "c"),
        "d": lambda: _growth(args),
    }
    for part in args.only or PARTS:
        report[part] = parts[part]()
    if args.plots is not None:
        draw(report, args.plots)
    if args.json:
        print(json.dumps(report, indent=1))
    else:
        print_report(report)
    return 1 if args.strict and missed(report) else 0


if __name__ == "__main__":
    sys.exit(main())
