"""What was counted of faults, and how it is told."""

from __future__ import annotations

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from games.hosted import HOSTED


@dataclass
class Tally:
    """What was tried with one fault, and what came of it."""

    tried: int = 0
    healed: int = 0
    told: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)


@dataclass
class Report:
    """Everything that was tried; `wrong` are the cases that did not heal, with what was wrong with them."""

    by_fault: defaultdict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    wrong: list[str] = field(default_factory=list)
    tables: int = 0
    games: Counter[str] = field(default_factory=Counter)
    known: set[str] = field(default_factory=set)  # every command, every verb of a table's controls
    opened: Counter[str] = field(
        default_factory=Counter
    )  # what was used to come to others, before anything went wrong
    scenes: Counter[str] = field(default_factory=Counter)  # in which state the table was

    @property
    def used(self) -> Counter[str]:
        """How often each kind of control was met with any fault."""
        return sum((one.kinds for one in self.by_fault.values()), Counter())

    @property
    def met(self) -> set[str]:
        """The kinds of controls, whatever they look like."""
        return {kind.removesuffix(" ▾").removeprefix("form of ") for kind in self.used}

    def share(self, game: str) -> set[str]:
        """The commands and verbs that it is this title's turn to meet."""
        return {kind for kind in self.known if turn(game, kind)}


def turn(game: str, kind: str) -> bool:
    """Whether it is this title's turn to meet a kind: each has a share of all."""
    return zlib.crc32(kind.encode()) % len(HOSTED) == HOSTED.index(game)


def merged(reports: Iterable[Report]) -> Report:
    """Several as one."""
    whole = Report()
    for one in reports:
        for name, tally in one.by_fault.items():
            there = whole.by_fault[name]
            there.tried, there.healed = there.tried + tally.tried, there.healed + tally.healed
            there.told, there.kinds = there.told + tally.told, there.kinds + tally.kinds
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
    return [*rows, "", *_met(report)]


def _row(name: str, some: list[Tally]) -> str:
    sums = [sum(one.tried for one in some), sum(one.healed for one in some)]
    sums += [sum(one.told[by] for one in some) for by in ("us", "Discord", "nobody")]
    kinds = {kind for one in some for kind in one.kinds}
    return f"| {' | '.join([name, *map(str, sums), str(len(kinds))])} |"


def _met(report: Report) -> list[str]:
    """Which of all controls that there are were used."""
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
