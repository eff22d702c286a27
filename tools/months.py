"""Simulate a month on the real app, with users of several temperaments and all games.

The bot's own publisher runs on top of a Discord client that only counts. The report says how often
users are pinged and reminded, how many messages are posted, how the matches end, and whether any is
stuck.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from app.model import time_control
from app.workers import ai_worker
from games.core.engine import walk
from tools.living.people import STAND_IN, TEMPERS
from tools.living.world import SimulatedMonth, has_at_most_one_user
from tools.plot import lines

MAX_WARNING_CHARS = 160  # characters of a warning in the report


def random_move(pos: Any, seat: int, _kind: Any, rng: Any, _more: Any) -> Any:
    """Return a random move, to save the time of the AI players."""
    return walk.random_move(pos, seat, rng)


async def simulate(args: argparse.Namespace) -> tuple[SimulatedMonth, dict[str, Any]]:
    """Run the simulation; return it, and how many matches ended in which way.

    The dict also has the numbers of open, stuck and successfully replayed matches.
    """
    with tempfile.TemporaryDirectory() as folder:
        outages = () if args.days < 3 else (args.days // 3,)
        world = SimulatedMonth(
            Path(folder) / "month.sqlite3",
            args.seed,
            people=args.people or args.tables,
            outages=outages,
            screens=args.screens,
            decide=random_move if args.thinker == "quick" else ai_worker.search_move,
        )
        logging.getLogger().addHandler(world.mishaps)
        try:
            await world.open()
            await world.begin(args.tables)
            await world.live(args.days)
            tables = await world.app.repo.matches.find()
            replayed = [
                (await world.app.queries.verify(table.id)).ok
                for table in tables
                if table.status != "lobby"
            ]
            await world.app.stop()
        finally:
            logging.getLogger().removeHandler(world.mishaps)
    running = [table for table in tables if table.status == "running"]
    return world, {
        "finished": sum(table.status == "ended" for table in tables),
        "closed": sum(table.status == "closed" for table in tables),
        "halted": sum(table.status == "halted" for table in tables),
        "open": len(running),
        "paused": sum(bool(table.paused) for table in running),
        "alone": sum(has_at_most_one_user(table) for table in running),
        "stuck": len(world.stuck),
        "replayed": sum(replayed),
        "tables": len(tables),
        "rest": Counter(
            f"{table.game} at pace {time_control.preset_name(table.pace)}" for table in running
        ),
    }


def report(world: SimulatedMonth, outcome: dict[str, Any]) -> str:
    """Return the Markdown report: a line for each temperament, then the totals."""
    rows = [
        "| who | people | days at a table | pings a day | most in a day | turns | reminders | letters |",
        "|---|---|---|---|---|---|---|---|",
    ]
    users_by_temper = {
        temper.name: [user for user, one in world.players.items() if one.temper is temper]
        for temper in (*TEMPERS, STAND_IN)
    }
    rows += [_temper_row(world, name, users) for name, users in users_by_temper.items()]
    rows.append(_temper_row(world, "**all**", list(world.players)))
    return "\n".join(
        [*rows, "", *(f"- **{what}**: {said}." for what, said in figures(world, outcome).items())]
    )


def figures(world: SimulatedMonth, outcome: dict[str, Any]) -> dict[str, str]:
    """Return the figures outside the table of temperaments: {title: sentence}."""
    tally, mishaps = world.tally, world.mishaps.counts
    turns = sum(tally.turns.values())
    letters = sum(tally.dm_reminders.values())
    commits = max(1, tally.commits)
    posted = Counter(
        {
            kind: n
            for kind, n in tally.posted.items()
            if kind not in ("private screens", "letters", "lobby")
        }
    )
    new, reminders = sum(posted.values()), sum(tally.reminders.values())
    pings = sum(tally.pings.values())
    present = max(1, sum(world.present.values()))
    calls = posted["ping"] + posted["board"] - reminders
    return {
        "Tables": f"{outcome['tables']}: {outcome['finished']} finished, {outcome['closed']} closed, {outcome['halted']} halted, "
        f"{outcome['open']} open (of these {outcome['paused']} paused, {outcome['alone']} with one person left); "
        f"**{outcome['stuck']} stuck**; {outcome['replayed']} replayed from their logs with equal results",
        "Still open": _counts(outcome["rest"]) or "none",
        "Rows": f"{tally.rows:,} ({_counts(tally.rows_by_actor)}) in {tally.commits:,} commits; "
        f"{turns:,} turns that others brought to people",
        "New public messages": f"{new:,} ({_counts(posted)}): {new / max(1, turns):.2f} a turn, {calls / max(1, turns):.2f} "
        f"without reminders, boards posted anew and ends",
        "In one showing": _counts(tally.updates_by_posted),
        "Edits": f"{tally.edits['public']:,}, {tally.edits['public'] / commits:.2f} a commit; of private screens "
        f"{tally.edits['private screens']:,}",
        "Worst turn": f"{tally.worst_calls} call and {tally.worst_reminders} reminders at the table",
        "Reminders": f"{reminders:,} at tables, {letters:,} letters; in somebody's quiet hours {tally.reminders_in_quiet_hours}",
        "Pings": f"{pings:,} and {letters:,} letters, {(pings + letters) / max(1, turns):.2f} a turn, {pings / present:.2f} and "
        f"{letters / present:.2f} a person and day; in somebody's quiet hours {tally.pings_in_quiet_hours}; "
        f"of {tally.silent_calls:,} calls without a sound {tally.pings_after_silent_call:,} were followed by a ping at the table",
        "What people did besides": _counts(world.counts),
        "Warnings and errors of the bot": f"{sum(mishaps.values())}"
        + "".join(f"; {n} x {text[:MAX_WARNING_CHARS]}" for text, n in mishaps.most_common(5)),
    }


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{what} {n:,}" for what, n in counter.most_common())


def _temper_row(world: SimulatedMonth, name: str, users: list[int]) -> str:
    tally = world.tally
    names = {world.players[user].temper.name for user in users}
    days = sum(world.present[one] for one in names)
    pings = sum(tally.pings[u] for u in users)
    turns = sum(tally.turns[u] for u in users)
    most = max((n for (user, _), n in tally.on_day.items() if user in users), default=0)
    reminders = sum(tally.reminders[u] for u in users)
    letters = sum(tally.dm_reminders[u] for u in users)
    return f"| {name} | {len(users)} | {days} | {pings / max(1, days):.2f} | {most} | {turns:,} | {reminders:,} | {letters:,} |"


def open_matches_plot(world: SimulatedMonth, args: argparse.Namespace) -> str:
    """Return open matches and pings by day, as SVG."""
    pings = [
        sum(n for (_, on), n in world.tally.on_day.items() if on == day) for day in range(args.days)
    ]
    return lines(
        {"open tables": world.open_by_day, "pings": pings},
        f"{args.tables} tables, {args.days} days",
    )


def main(argv: list[str] | None = None) -> int:
    """Run the simulation; return 1 if it shows a fault.

    Faults: a match is stuck or halted, a log does not replay, one update posts two messages, or a
    user is pinged twice for one turn or in quiet hours.
    """
    parser = argparse.ArgumentParser(
        prog="months", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--people", type=int, default=0, help="number of people (0: as many as tables)"
    )
    parser.add_argument(
        "--thinker",
        choices=("own", "quick"),
        default="own",
        help="moves of AI players: those of the game, or random ones",
    )
    parser.add_argument(
        "--screens", action="store_true", help="with private screens; takes twice as long"
    )
    parser.add_argument("--svg", type=Path, help="file for the plot")
    args = parser.parse_args(argv)
    begun = time.perf_counter()

    world, outcome = asyncio.run(simulate(args))
    print(report(world, outcome))
    print(f"\nin {time.perf_counter() - begun:.0f} s")
    if args.svg:
        args.svg.write_text(open_matches_plot(world, args), "utf-8")
    tally = world.tally
    # an update that posts several messages lists their kinds as "board + summons"
    double_posts = any(" + " in kinds for kinds in tally.updates_by_posted)
    pings_in_quiet_hours = tally.reminders_in_quiet_hours + tally.pings_in_quiet_hours
    faults = (
        outcome["stuck"],
        outcome["halted"],
        outcome["tables"] - outcome["replayed"],
        double_posts,
        tally.worst_calls > 1,
        pings_in_quiet_hours,
    )
    return 1 if any(faults) else 0


if __name__ == "__main__":
    sys.exit(main())
