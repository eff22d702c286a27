"""Case after case: a table at any moment of its game, a control, a fault; and what was counted of them."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from games.core.rules import find
from sandbox.client import Outcome
from sandbox.client import Person as Human
from sandbox.errors import PersonError
from tests.faults import of_calls, taps, truth
from tests.faults.case import FAULTS, Case, Fault
from tests.faults.house import NAMES, FaultHouse
from tests.faults.travel import run

MINUTE = 60.0
OURS = ("Código ", "Code ")
LEAST, MOST = 0, 60      # decisions of a game before somebody looks at it
SOURCES = (of_calls,)  # where the faults are told


@dataclass
class Tally:
    """What was tried with one fault, and what came of it."""

    tried: int = 0
    healed: int = 0
    told: Counter[str] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)


@dataclass
class Report:
    """Everything that was tried; `wrong` are the cases that did not heal, with what was wrong with them."""

    by_fault: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    wrong: list[str] = field(default_factory=list)
    rows: int = 0
    tables: int = 0
    games: Counter[str] = field(default_factory=Counter)


class Frames:
    """What the people's pages are told while a case lasts."""

    def __init__(self, house: FaultHouse) -> None:
        self._world, self.all = house.box.world, list[dict[str, Any]]()
        self._world.on_page.append(self.all.append)

    def close(self) -> None:
        self._world.on_page.remove(self.all.append)

    def told(self, who: Human, outcome: Outcome, pressed: str | None) -> tuple[str, list[str]]:
        """Who told the person how their tap went (us, Discord's own client, nobody), and the words of ours that they saw."""
        state = ""
        said = list[str]()
        for frame in self.all:
            if frame["t"] == "interaction" and frame["id"] == outcome.interaction:
                state = frame["state"]
            elif frame["t"] == "modal" and frame["user"] == who.id:
                said.append("")
            elif frame["t"] == "message" and frame["op"] != "delete":
                message = frame["message"]
                mine = message["ephemeral_for"] == who.id or who.id in (message["seen_by"] or ())
                if mine or message["id"] == pressed:
                    said.append(message["content"])
        return ("us" if said else "Discord" if state == "failed" else "nobody"), said


class Run:
    """Cases on one house, with tables of one game after the other."""

    def __init__(self, house: FaultHouse, game: str, luck: Random, report: Report) -> None:
        self.house, self.game, self.luck, self.report = house, game, luck, report
        self.match = ""

    async def case(self, fault: Fault, wanted: Callable[[Counter[str], Sequence[taps.Control]], taps.Control]) -> None:
        """One case, counted."""
        tally, house = self.report.by_fault[fault.name], self.house
        await self._table(fault)
        case = Case(house, self.match, self.luck)
        who, control = await self._control(case, tally, wanted)
        before = await truth.log_of(house, case.match)
        house.lines.begin()
        frames = Frames(house)
        try:
            outcome, end = await self._used(case, fault, control)
            await asyncio.sleep(self.luck.choice(fault.lasts))
            if end is not None:
                await end()
            await asyncio.sleep(MINUTE)
            by, said = frames.told(who, outcome, control.on) if outcome else ("nobody to tell", [])
        finally:
            frames.close()
        wrong = await self._looked(case, fault, before, said)
        self._count(tally, case, control, by, wrong, fault)

    async def _table(self, fault: Fault) -> None:
        """A table that runs, at some moment of its game."""
        if self.match:
            match = await self.house.app.repo.match(self.match)
            if match is not None and match.status == "running" and match.places.channel and self.luck.random() < 0.9:
                await self.house.go_on(self.match, self.luck.randint(0, 4), self.luck)
                await self.house.settle()
                return
        players = find(self.game).players
        people = self.luck.randint(max(1, min(players)), min(len(NAMES), max(players)))
        made = await self.house.table(self.game, people, 0, await self.house.room(), seed=f"{self.luck.getrandbits(32):x}")
        await self.house.go_on(made.id, self.luck.randint(LEAST, MOST), self.luck)
        await self.house.settle()
        self.match = made.id
        self.report.tables += 1

    async def _control(self, case: Case, tally: Tally, wanted: Any) -> tuple[Human, taps.Control]:
        """Who taps what: rather who is awaited, on a panel of theirs."""
        table = await case.table()
        awaited = [seat.user for seat in table.seats if seat.awaited and seat.user]
        users = awaited if awaited and self.luck.random() < 0.7 else [int(Human(self.house.box, name).id) for name in NAMES]
        who = Human(self.house.box, str(self.luck.choice(users)))
        case.who = who.id
        offered = await taps.shown(who, [str(table.places.home), "dm"], self.luck)
        if self.luck.random() < 0.6:
            offered += await self._panel(case, who, offered)
        offered += taps.commands(who, str(table.places.home), case.match, self.luck)
        return who, wanted(tally.kinds, offered)

    async def _panel(self, case: Case, who: Human, offered: list[taps.Control]) -> list[taps.Control]:
        """A panel is opened, and some choices are made on it."""
        play = next((one for one in offered if one.kind == "table play"), None)
        if play is None:
            return []
        await play.use()
        await self.house.settle()
        home = str((await case.table()).places.home)
        for _ in range(self.luck.randint(0, 3)):
            mine = [one for one in await taps.shown(who, [home], self.luck) if one.kind.startswith("panel")]
            if not mine:
                break
            await self.luck.choice(mine).use()
            await self.house.settle()
        return [one for one in await taps.shown(who, [home], self.luck) if one.kind.startswith("panel")]

    async def _used(self, case: Case, fault: Fault, control: taps.Control) -> tuple[Outcome | None, Any]:
        """The control, right before the fault begins or right after."""
        early, outcome = self.luck.random() < 0.5, None
        if early:
            outcome = await self._use(control)
        end = await fault.begin(case)
        if not early:
            outcome = await self._use(control)
        return outcome, end

    async def _use(self, control: taps.Control) -> Outcome | None:
        try:
            return await control.use()
        except PersonError:   # Discord's client itself does not let them
            return None

    async def _looked(self, case: Case, fault: Fault, before: truth.Log, said: Iterable[str]) -> list[str]:
        wrong = list(await truth.broken(self.house, case.match, before))
        if fault.moves:
            await self.house.go_on(case.match, 1, self.luck)
            await asyncio.sleep(MINUTE)
        if await self.house.app.repo.match(case.match) is not None:
            wrong += await truth.untrue(self.house, case.match)
        wrong += [f"a code was all that was said: {text}" for text in said if any(word in text for word in OURS)]
        lines = [one for one in self.house.lines.take() if one.levelno >= logging.WARNING]
        if len(lines) > fault.lines:
            wrong.append(f"{len(lines)} lines in the log: " + " | ".join(f"{one.name}: {one.getMessage()}" for one in lines[:4]))
        stories = [one for one in lines if isinstance(one.exc_info, tuple)]
        wrong += [f"a story in the log: {one.getMessage()}: {one.exc_info}" for one in stories]
        return wrong

    def _count(
        self, tally: Tally, case: Case, control: taps.Control, by: str, wrong: list[str], fault: Fault
    ) -> None:
        tally.tried += 1
        tally.kinds[control.kind] += 1
        if by == "nobody" and not fault.mute:
            wrong.append("the person was told nothing")
        tally.told[by] += 1
        tally.healed += not wrong
        self.report.games[self.game] += 1
        if wrong:
            self.report.wrong.append(f"{fault.name} × {control.kind} ({self.game} {case.match}): " + "; ".join(wrong))
            self.match = ""


def rarest(luck: Random) -> Callable[[Counter[str], Sequence[taps.Control]], taps.Control]:
    """The control whose kind was used the least so far, by lot among equals."""

    def choose(used: Counter[str], offered: Sequence[taps.Control]) -> taps.Control:
        least = min(used[one.kind] for one in offered)
        return luck.choice([one for one in offered if used[one.kind] == least])

    return choose


def anything(luck: Random) -> Callable[[Counter[str], Sequence[taps.Control]], taps.Control]:
    """Any control of the table's rather than a command."""

    def choose(_: Counter[str], offered: Sequence[taps.Control]) -> taps.Control:
        plain = [one for one in offered if one.kind.startswith("panel")]
        return luck.choice(plain or list(offered))

    return choose


async def tried(house: FaultHouse, names: Sequence[str], games: Sequence[str], cases: int, seed: int, report: Report) -> None:
    """So many cases of each fault, with each of the games."""
    for game in games:
        luck = Random(f"{seed} {game}")
        one = Run(house, game, luck, report)
        order = [name for name in names for _ in range(cases)]
        luck.shuffle(order)
        for at, name in enumerate(order):
            choose = rarest(luck) if at % 2 else anything(luck)
            await one.case(FAULTS[name], choose)


def played(names: Sequence[str], games: Sequence[str], cases: int, seed: int) -> Report:
    """The same on a house of its own for each game, in a time of its own."""
    report = Report()
    for game in games:
        with tempfile.TemporaryDirectory() as folder:
            run(_housed(Path(folder), names, [game], cases, seed, report))
    return report


async def _housed(folder: Path, names: Sequence[str], games: Sequence[str], cases: int, seed: int, report: Report) -> None:
    house = FaultHouse(folder)
    await house.open()
    try:
        await tried(house, names, games, cases, seed, report)
    finally:
        await house.close()


def table(report: Report) -> list[str]:
    """The report in rows for `docs/reliability.md`."""
    rows = ["| fault | tried | healed | told by the bot | by Discord's own client | kinds of controls |", f"|{' --- |' * 6}"]
    for name, one in sorted(report.by_fault.items()):
        rows.append(f"| {name} | {one.tried} | {one.healed} | {one.told['us']} | {one.told['Discord']} | {len(one.kinds)} |")
    all_ = report.by_fault.values()
    sums = [sum(one.tried for one in all_), sum(one.healed for one in all_)]
    sums += [sum(one.told[by] for one in all_) for by in ("us", "Discord")]
    kinds = {kind for one in all_ for kind in one.kinds}
    rows.append(f"| **all** | {' | '.join(map(str, sums))} | {len(kinds)} |")
    return [*rows, "", f"{report.tables} tables of {len(report.games)} games."]
