"""Measure the figures for which there is a promised limit, and compare the two.

The parts are: the engine, still and animated pictures, clicks, clicks while AI players think, load,
edits of old messages, start-up with thousands of games, their deadlines, restore of a backup, and
the store on SQLite and on PostgreSQL.

Run it on an idle machine: most figures are wall-clock times. `--json` prints machine-readable
results.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable
from typing import Any

from games.hosted import GAMES
from tools.benchmarks import (
    clicks,
    deadlines,
    engine,
    load,
    motions,
    old,
    pictures,
    restoring,
    starting,
    stores,
    thinking,
)

Check = tuple[str, float, str, float, str]  # name, measured, comparison, limit, unit


def checks(report: dict[str, Any]) -> list[Check]:
    """Return each promised limit with its measured figure, for the parts in the report."""
    return [
        check
        for name, checks_of in CHECKS_BY_PART.items()
        if (part := report.get(name))
        for check in checks_of(part)
    ]


def _engine_checks(part: dict[str, Any]) -> list[Check]:
    apply, submit, limits = part["apply"], part["submit"], part["targets"]
    asked, trees = part["ask"]["ms"]["p99"], part["trees"]["ms"]["p99"]
    steps, games = apply["steps_per_second"], apply["games_per_second"]
    return [
        ("engine, apply (aim 25,000)", steps, ">=", limits["apply"], "steps/s"),
        ("engine, submit", submit["steps_per_second"], ">=", limits["submit"], "steps/s"),
        ("engine, games of four", games, ">=", limits["games"], "games/s"),
        ("ask, p99", asked, "<=", limits["ask_p99_ms"], "ms"),
        ("ask on whole trees, p99", trees, "<=", limits["trees_p99_ms"], "ms"),
    ]


def _picture_checks(part: dict[str, Any]) -> list[Check]:
    found, limits = list[Check](), part["targets"]
    for name in ("board", "panel"):
        kind = part[name]
        cold = kind["cold_ms"]["p95"]
        warm = kind["warm_ms"]["p95"]
        largest = kind["kib"]["max"]
        found += [
            (f"{name}, cold, p95", cold, "<=", limits["cold_p95_ms"], "ms"),
            (f"{name}, warm, p95", warm, "<=", limits["warm_p95_ms"], "ms"),
            (f"{name}, largest", largest, "<=", limits["kib"], "KiB"),
        ]
    narrowest = min(width for width, _ in part["board"]["pixels"])
    return [*found, ("board, width", narrowest, ">=", limits["width"], "px")]


def _animation_checks(part: dict[str, Any]) -> list[Check]:
    turn, film, limits = part["turn"], part["film"], part["targets"]
    return [
        ("the last turn, p95", turn["processor_ms"]["p95"], "<=", limits["turn_ms"], "ms"),
        ("the last turn, largest", turn["kib"]["max"], "<=", limits["turn_kib"], "KiB"),
        ("film, largest", film["kib"]["max"], "<=", limits["film_kib"], "KiB"),
    ]


def _click_checks(part: dict[str, Any]) -> list[Check]:
    bot, bare, limits = part["sobremesa"], part["without_pictures"]["one_ms"], part["targets"]
    shown = bot["shown_ms"]["p95"]
    return [
        ("click without picture, p50", bare["p50"], "<=", limits["bare_p50_ms"], "ms"),
        ("click without picture, p99", bare["p99"], "<=", limits["bare_p99_ms"], "ms"),
        ("click to picture, p95", shown, "<=", limits["shown_p95_ms"], "ms"),
        ("click, 50 at once, p99", bot["fifty_ms"]["p99"], "<=", limits["fifty_p99_ms"], "ms"),
        ("clicks unanswered", part["unanswered"], "<=", 0, ""),
    ]


def _thinking_checks(part: dict[str, Any]) -> list[Check]:
    what = f"click beside {part['tables']} tables of {part['seats']} thinkers, p99 grows"
    return [(what, part["grows_ms"], "<=", part["targets"]["p99_grows_ms"], "ms")]


def _load_checks(part: dict[str, Any]) -> list[Check]:
    steady = part["steady"]
    fresh = part["fresh"]
    flood = part["flood"]
    limits = part["targets"]
    board = f"{part['tables']} tables: board after, p99"
    steady_mib = steady["memory"]["pss"]
    missing = f"{fresh['tables']} fresh, no board in 20 s"
    flood_mib = flood["memory"]["pss"]
    return [
        (board, steady["board_seconds"]["p99"], "<=", limits["board_p99_s"], "s"),
        (missing, fresh["without_board"], "<=", limits["without_board"], ""),
        ("memory under load", steady_mib, "<=", limits["mib"], "MiB"),
        ("memory after a flood of clicks", flood_mib, "<=", limits["mib"], "MiB"),
        ("SIGTERM after it", part["stop_seconds"], "<=", limits["stop_seconds"], "s"),
    ]


def _old_message_checks(part: dict[str, Any]) -> list[Check]:
    what = f"board beside {part['busy']} tables of old messages, p99"
    return [(what, part["board_seconds"]["p99"], "<=", part["targets"]["board_p99_s"], "s")]


def _start_checks(part: dict[str, Any]) -> list[Check]:
    games, limits = part["games"], part["targets"]
    return [
        (f"start with {games} games", part["ready_seconds"], "<=", limits["ready_seconds"], "s"),
        (f"memory with {games} games", part["mib"], "<=", limits["mib"], "MiB"),
    ]


def _deadline_checks(part: dict[str, Any]) -> list[Check]:
    return [
        (
            f"{part['tables']} deadlines, {name}: of a core",
            part[name]["percent"],
            "<=",
            part["targets"][f"{name}_percent"],
            "%",
        )
        for name in ("idle", "busy")
    ]


def _store_checks(part: dict[str, Any]) -> list[Check]:
    found, limits = list[Check](), part["targets"]
    for place in ("sqlite", "postgres"):
        if place in part:
            commit, moves = part[place]["commit_ms"]["p50"], part[place]["moves_per_second"]
            found += [
                (f"{place}, commit, p50", commit, "<=", limits["commit_p50_ms"], "ms"),
                (f"{place}, fifty", moves, ">=", limits["moves_per_second"], "moves/s"),
            ]
    return found


def _restore_checks(part: dict[str, Any]) -> list[Check]:
    return [
        (
            f"restore, {part[n]['tables']} tables",
            part[n]["seconds"],
            "<=",
            part["targets"]["seconds"],
            "s",
        )
        for n in part
        if n != "targets"
    ]


CHECKS_BY_PART: dict[str, Callable[[dict[str, Any]], list[Check]]] = {
    "engine": _engine_checks,
    "pictures": _picture_checks,
    "motions": _animation_checks,
    "clicks": _click_checks,
    "thinking": _thinking_checks,
    "load": _load_checks,
    "old": _old_message_checks,
    "start": _start_checks,
    "deadlines": _deadline_checks,
    "stores": _store_checks,
    "restore": _restore_checks,
}


def print_report(report: dict[str, Any]) -> None:
    """Print the report for people."""
    print(f"\n{report['machine']}, load {report['load_average']}\n")
    for what, measured, comparison, promised, unit in checks(report):
        holds = measured >= promised if comparison == ">=" else measured <= promised
        print(
            f"{'ok  ' if holds else 'MISS'} {what:<30} {measured:>10,} {unit:<8} promised {comparison} {promised:,}"
        )
    print()
    engine_ = report.get("engine", {})
    for name, part in (
        *((name, engine_.get(name, {}).get("ms")) for name in ("ask", "trees")),
        *_series(report),
    ):
        if part:
            print(f"{name:<26} " + "  ".join(f"{key} {value:,}" for key, value in part.items()))
    if "clicks" in report:
        ratio = report["clicks"]["ratio"]
        print(f"{'ratio to the echo bot':<26} one {ratio['one_p50']}   fifty {ratio['fifty_p50']}")
    if part := report.get("load"):
        for name in ("empty", "steady", "flood"):
            memory = part[name].get("memory", part[name])
            figures = "  ".join(f"{key} {value:,}" for key, value in memory.items())
            print(f"{'memory, ' + name:<26} {figures}")
        clicks_ = {
            key: part["steady"][key] for key in ("clicks", "commits", "boards", "missed", "lost")
        }
        print(
            f"{'load, steady':<26} "
            + "  ".join(f"{key} {value:,}" for key, value in clicks_.items())
        )
    if part := report.get("old"):
        print(
            f"{'beside old messages':<26} busy moves {part['busy_moves']:,}  "
            + "  ".join(f"{key} {value:,}" for key, value in part["board_seconds"].items())
        )
        print(
            f"{'with private screens':<26} "
            + "  ".join(f"{key} {value:,}" for key, value in part["whole_seconds"].items())
        )
    if part := report.get("deadlines"):
        print(
            f"{'deadlines':<26} reminders {part['reminders']:,}  idle {part['idle']}  busy {part['busy']}"
        )
    if part := report.get("stores"):
        print(
            f"{'moves a second, fifty':<26} "
            + "  ".join(
                f"{place} {part[place]['moves_per_second']:,}"
                for place in part
                if place != "targets"
            )
        )
    if "start" in report:
        print(f"{'start with no games':<26} {report['start']['empty']}")


def _series(report: dict[str, Any]) -> list[tuple[str, dict[str, float]]]:
    found = []
    if part := report.get("pictures"):
        series = ("cold_ms", "cold_processor_ms", "warm_ms", "warm_processor_ms", "kib")
        found += [
            (f"{what} {name}", part[what][name]) for what in ("board", "panel") for name in series
        ]
    if part := report.get("motions"):
        found += [
            (f"{what} {name}", part[what][name])
            for what in ("turn", "film", "poster")
            for name in ("processor_ms", "kib")
        ]
    if part := report.get("clicks"):
        found += [
            (f"{who} {name}", part[who][name])
            for who in ("sobremesa", "without_pictures", "echo")
            for name in ("one_ms", "shown_ms", "fifty_ms")
            if name in part[who]
        ]
    if part := report.get("thinking"):
        found += [
            (f"clicks, {name}", {**part[name]["ms"], "moves/s": part[name]["moves_a_second"]})
            for name in ("alone", "processes", "thread")
        ]
    if part := report.get("stores"):
        found += [
            (f"{place} {what}", part[place][what])
            for place in ("sqlite", "postgres")
            if place in part
            for what in ("load_ms", "commit_ms")
        ]
    if part := report.get("load"):
        found += [
            (f"load, {name} {what}", part[name][what])
            for name in ("steady", "flood")
            for what in ("board_seconds", "ack_seconds")
        ]
        found.append(("load, fresh board_seconds", part["fresh"]["board_seconds"]))
    return found


def main(argv: list[str] | None = None) -> int:
    """Run the parts; return 1 if `--strict` is given and a limit is missed."""
    parser = argparse.ArgumentParser(
        prog="bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default=GAMES[0].id, choices=[game.id for game in GAMES])
    parts_ = (
        "engine",
        "pictures",
        "motions",
        "clicks",
        "thinking",
        "old",
        "load",
        "start",
        "deadlines",
        "stores",
        "restore",
    )
    parser.add_argument("--only", choices=parts_, action="append", help="may be repeated")
    parser.add_argument("--mixed", action="store_true", help="load: tables of all games in turn")
    parser.add_argument(
        "--quick", action="store_true", help="do a tenth of the work, to check that it runs"
    )
    parser.add_argument(
        "--games", type=int, default=5000, help="running games stored for the start"
    )
    parser.add_argument("--strict", action="store_true", help="fail if a limit is missed")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    game = next(game for game in GAMES if game.id == args.game)
    quick, mixed = args.quick, "all" if args.mixed else args.game
    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "engine": lambda: engine.measure(game, 1.0 if quick else 8.0),
        "pictures": lambda: pictures.measure(game, 15 if quick else 120),
        "motions": lambda: motions.measure(game, 2 if quick else 12, 1 if quick else 3),
        "clicks": lambda: clicks.measure(game.id, 15 if quick else 150, 1 if quick else 8),
        "thinking": lambda: thinking.measure(game.id, 5 if quick else 20, 20 if quick else 120),
        "old": lambda: old.measure(args.game, 5 if quick else 30),
        "load": lambda: load.measure(mixed, 10, 5, 8, 4) if quick else load.measure(mixed),
        "start": lambda: starting.measure(game, args.games // 10 if quick else args.games),
        "deadlines": lambda: deadlines.measure(
            game, args.games // 10 if quick else args.games, 20 if quick else 120
        ),
        "stores": lambda: stores.measure(game, 4 if quick else 60),
        "restore": lambda: restoring.measure((50,) if quick else restoring.SIZES),
    }
    report: dict[str, Any] = {
        "game": game.id,
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "load_average": round(os.getloadavg()[0], 2),
    }
    for name, measure in parts.items():
        if not args.only or name in args.only:
            if sys.stderr.isatty():
                print(f"measuring: {name}", file=sys.stderr)
            report[name] = measure()
    if args.json:
        print(json.dumps(report, indent=1))
    else:
        print_report(report)
    missed = [
        what
        for what, measured, comparison, promised, _ in checks(report)
        if (measured < promised if comparison == ">=" else measured > promised)
    ]
    return 1 if args.strict and missed else 0


if __name__ == "__main__":
    sys.exit(main())
