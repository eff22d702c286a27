"""Counts of all fault cases, and the report."""

from __future__ import annotations

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from games.hosted import HOSTED


@dataclass
class Tally:
    """Counts of the cases with one fault."""

    tried: int = 0
    healed: int = 0
    told: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)


@dataclass
class Report:
    """Counts of all cases; `wrong` describes the cases that failed."""

    by_fault: defaultdict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    wrong: list[str] = field(default_factory=list)
    tables: int = 0
    games: Counter[str] = field(default_factory=Counter)
    # all commands, and all verbs of a table's controls
    known: set[str] = field(default_factory=set)
    opened: Counter[str] = field(
        default_factory=Counter
    )  # controls used to reach other controls, before the fault
    scenes: Counter[str] = field(default_factory=Counter)  # state of the table

    @property
    def used(self) -> Counter[str]:
        """Return how often each kind of control was used."""
        return sum((one.kinds for one in self.by_fault.values()), Counter())

    @property
    def met(self) -> set[str]:
        """Return the kinds of controls that were used, menus and forms included."""
        return {kind.removesuffix(" ▾").removeprefix("form of ") for kind in self.used}

    def share(self, game: str) -> set[str]:
        """Return the commands and verbs that are tested with this game."""
        return {kind for kind in self.known if turn(game, kind)}


def turn(game: str, kind: str) -> bool:
    """Return whether a kind of control is tested with this game."""
    return zlib.crc32(kind.encode()) % len(HOSTED) == HOSTED.index(game)


def merged(reports: Iterable[Report]) -> Report:
    """Return the sum of several reports."""
    whole = Report()
    for one in reports:
        for name, tally in one.by_fault.items():
            sums = whole.by_fault[name]
            sums.tried, sums.healed = sums.tried + tally.tried, sums.healed + tally.healed
            sums.told, sums.kinds = sums.told + tally.told, sums.kinds + tally.kinds
        whole.wrong, whole.known = whole.wrong + one.wrong, whole.known | one.known
        whole.tables, whole.games = whole.tables + one.tables, whole.games + one.games
        whole.opened, whole.scenes = whole.opened + one.opened, whole.scenes + one.scenes
    return whole


def table(report: Report) -> list[str]:
    """Return a Markdown table with a row for each fault, then what controls were used."""
    rows = [
        "| fault | tried | healed | told by the bot | by Discord's client | nothing was said | kinds of controls |",
        f"|{' --- |' * 7}",
    ]
    rows += [_row(name, [one]) for name, one in sorted(report.by_fault.items())]
    rows.append(_row("**all**", list(report.by_fault.values())))
    return [*rows, "", *_used_controls(report)]


def _row(name: str, tallies: list[Tally]) -> str:
    sums = [sum(one.tried for one in tallies), sum(one.healed for one in tallies)]
    sums += [sum(one.told[by] for one in tallies) for by in ("us", "Discord", "nobody")]
    kinds = {kind for one in tallies for kind in one.kinds}
    return f"| {' | '.join([name, *map(str, sums), str(len(kinds))])} |"


def _used_controls(report: Report) -> list[str]:
    """Return which of all controls were used, as lines of the report."""
    met = report.met
    commands = {kind for kind in report.known if kind.startswith("/")}
    verbs = report.known - commands
    panels = sum(kind.startswith("panel") for kind in met)
    return [
        f"{report.tables} tables of {len(report.games)} games.",
        f"How it was: {', '.join(f'{name} {n}' for name, n in sorted(report.scenes.items(), key=lambda one: -one[1]))}.",
        f"{len(commands & met)} of {len(commands)} commands, {len(verbs & met)} of {len(verbs)} verbs of tables' controls.",
        f"{panels} kinds of panels' controls.",
        f"Never met: {', '.join(sorted(report.known - met)) or 'none'}.",
    ]
