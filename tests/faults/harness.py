"""Case after case: a table at any moment of its game, a control, a fault; and what was counted of them."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from games.core.rules import find
from sandbox.client import Outcome
from sandbox.client import Person as Human
from sandbox.errors import PersonError
from tests.faults import of_calls, of_lines, of_machines, of_places, taps, truth
from tests.faults.case import FAULTS, Case, Fault
from tests.faults.house import NAMES, FaultHouse
from tests.faults.report import Report, Tally
from tests.faults.travel import run

MINUTE = 60.0
OURS = ("Código ", "Code ")
STORM = 12               # lines of the log that are too many, whatever they say
PAGES = 0.35             # cases before which somebody opens a page of controls by a command
CHANGING = tuple(f"/table {name}" for name in ("new", "start", "leave", "join", "bot", "kick", "invite", "move"))
LOBBIES = 0.15           # tables where the game has not begun
SECRET = 12              # decisions one after the other of which the table's message may say nothing
LEAST, MOST = 0, 60      # decisions of a game before somebody looks at it
SOURCES = (of_calls, of_lines, of_places, of_machines)  # where the faults are told


class Frames:
    """What the people's pages are told while a case lasts."""

    def __init__(self, house: FaultHouse) -> None:
        self._world, self.all = house.box.world, list[dict[str, Any]]()
        self._world.on_page.append(self.all.append)

    def close(self) -> None:
        self._world.on_page.remove(self.all.append)

    def told(self, who: Human, outcome: Outcome, pressed: str | None) -> tuple[str, list[str]]:
        """Who told the person how their tap went (us, Discord's own client, nobody), and the words of ours that they saw."""
        state = outcome.state if not outcome.interaction else ""
        if state == "done":     # suggestions
            return "us", []
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
        if control.opened is not None:
            await control.opened()
            await house.settle()
        before = await truth.log_of(house, case.match)
        house.lines.begin()
        frames = Frames(house)
        try:
            outcome, end = await self._used(case, fault, control)
            await asyncio.sleep(self.luck.choice(fault.lasts))
            untold = await self._untold(case, fault)
            if end is not None:
                await end()
            await asyncio.sleep(MINUTE)
            by, said = frames.told(who, outcome, control.on) if outcome else ("nobody to tell", [])
        finally:
            frames.close()
        wrong = untold + await self._looked(case, fault, before, said)
        self._count(tally, case, control, by, wrong, fault)

    async def _table(self, fault: Fault) -> None:
        """A table that runs, at some moment of its game."""
        if self.match:
            match = await self.house.app.repo.match(self.match)
            fits = match is not None and match.status in ("lobby", "running") and match.places.channel
            fits = fits and (match.status == "running" or not fault.computers)
            fits = fits and (not fault.thread or match.places.thread)
            fits = fits and (not fault.computers or any(seat.automatic for seat in match.seats))
            if fits and self.luck.random() < 0.9:
                await self.house.go_on(self.match, self.luck.randint(0, 4), self.luck)
                await self.house.settle()
                return
        players = find(self.game).players
        seats, room = self.luck.randint(max(2, min(players)), min(len(NAMES), max(players))), await self.house.room()
        computers = self.luck.randint(1, seats - 1) if fault.computers else 0
        if fault.thread:  # the first table of a channel lives in it
            await self.house.table(self.game, 2, 0, room)
        seed = f"{self.luck.getrandbits(32):x}"
        lobby = not (fault.thread or fault.computers) and self.luck.random() < LOBBIES
        made = await self.house.table(self.game, seats - computers, computers, room, seed=seed, begin=not lobby)
        if made.status == "running":
            await self.house.go_on(made.id, self.luck.randint(LEAST, MOST), self.luck)
            await self.house.settle()
        self.match = made.id
        self.report.tables += 1

    async def _control(self, case: Case, tally: Tally, wanted: Any) -> tuple[Human, taps.Control]:
        """Who taps what: rather who is awaited, on a panel of theirs."""
        table = await case.table()
        awaited = [seat.user for seat in table.seats if seat.awaited and seat.user]
        here = self.luck.random()
        users = awaited if awaited and here < 0.7 else [int(self.house.human(name).id) for name in NAMES]
        who = Human(self.house.box, str(self.luck.choice(users)))
        case.who = who.id
        if self.luck.random() < PAGES:  # a page is opened, for what stands on it
            page = self.luck.choice(taps.commands(who, str(table.places.home), case.match, self.luck))
            if not page.kind.startswith(CHANGING):
                await page.use()
                await self.house.settle()
        offered = await taps.shown(who, [str(table.places.home), "dm"], self.luck)
        if self.luck.random() < 0.6:
            offered += await self._panel(case, who, offered)
        offered += taps.commands(who, str(table.places.home), case.match, self.luck)
        offered += taps.completions(who, str(table.places.home), self.luck)
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
        early, outcome = fault.early and self.luck.random() < 0.5, None
        if early:
            outcome = await self._use(control)
        end = await fault.begin(case)
        if not early:
            outcome = await self._use(control)
        for _ in range(fault.taps - 1):
            _, another = await self._control(case, Tally(), anything(self.luck))
            await self._use(another)
        return outcome, end

    async def _use(self, control: taps.Control) -> Outcome | None:
        try:
            return await control.use()
        except PersonError:   # Discord's client itself does not let them
            return None

    async def _looked(self, case: Case, fault: Fault, before: truth.Log, said: Iterable[str]) -> list[str]:
        wrong = list(await truth.broken(self.house, case.match, before))
        if fault.moves:
            await self._moved(case)
        if await self.house.app.repo.match(case.match) is not None:
            wrong += await truth.untrue(self.house, case.match, lost=fault.moves)
        if not self.house.box.gateway.connected(self.house.box.world.bots()[0]["id"]):
            wrong.append("the bot hears nothing")
        wrong += [f"a code was all that was said: {text}" for text in said if any(word in text for word in OURS)]
        every = self.house.lines.take()
        lines = [one for one in every if one.levelno >= logging.WARNING]
        if len(every) > STORM:
            common = Counter(one.getMessage()[:50] for one in every).most_common(3)
            wrong.append(f"a storm of {len(every)} lines in the log: {common}")
        limits = [one for one in lines if one.name == "discord.http" and "rate limit" in one.getMessage()]
        if len(lines) > fault.lines + bool(limits):  # the sandbox's own limits hold, too: an outage ends in many calls at once
            wrong.append(f"{len(lines)} lines in the log: " + " | ".join(f"{one.name}: {one.getMessage()}" for one in lines[:4]))
        stories = [one for one in lines if isinstance(one.exc_info, tuple)]
        wrong += [f"a story in the log: {one.getMessage()}: {one.exc_info}" for one in stories]
        return wrong

    async def _untold(self, case: Case, fault: Fault) -> list[str]:
        """Whether the organiser of a table that can't be shown was not told why."""
        match = await self.house.app.repo.match(case.match)
        if not fault.tells or match is None or (match.places.channel and match.published >= match.version):
            return []
        host = self.house.human(str(match.host))
        told = any(fault.tells in message["content"] for message in await host.messages("dm"))
        return [] if told or match.status in ("ended", "closed") else ["the organiser was not told why nothing is shown"]

    async def _moved(self, case: Case) -> None:
        """Moves until everybody sees one: what is decided in secret leaves the table's message as it is."""
        for _ in range(SECRET):
            await self.house.go_on(case.match, 1, self.luck)
            await asyncio.sleep(MINUTE)
            board = (await case.table()).places.board
            if self.house.box.store.message(str(board)) is not None:
                return

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
        if fault.moves:
            self.match = ""  # what was lost there shows in no later case
        if wrong:
            self.report.wrong.append(f"{fault.name} × {control.kind} ({self.game} {case.match}): " + "; ".join(wrong))
            self.match = ""


def rarest(luck: Random) -> Callable[[Counter[str], Sequence[taps.Control]], taps.Control]:
    """The control whose kind was used the least so far, by lot among equals."""

    def choose(used: Counter[str], offered: Sequence[taps.Control]) -> taps.Control:
        least = min(used[one.kind] for one in offered)
        return luck.choice([one for one in offered if used[one.kind] == least])

    return choose


def rather(kind: str, luck: Random) -> Callable[[Counter[str], Sequence[taps.Control]], taps.Control]:
    """A control of this kind where one is offered, else anything."""

    def choose(used: Counter[str], offered: Sequence[taps.Control]) -> taps.Control:
        return anything(luck)(used, [one for one in offered if one.kind == kind] or offered)

    return choose


def anything(luck: Random) -> Callable[[Counter[str], Sequence[taps.Control]], taps.Control]:
    """Any control of the table's rather than a command."""

    def choose(_: Counter[str], offered: Sequence[taps.Control]) -> taps.Control:
        plain = [one for one in offered if one.kind.startswith("panel")]
        return luck.choice(plain or list(offered))

    return choose


def played(
    names: Sequence[str], game: str, cases: int, seed: int, report: Report, kinds: Mapping[str, str] | None = None
) -> Report:
    """So many cases of each fault with a game, on a house and in a time of their own; `kinds` are what is rather tapped, by
    fault."""

    async def work(folder: Path) -> None:
        house, luck = FaultHouse(folder), Random(f"{seed} {game}")
        await house.open()
        try:
            one = Run(house, game, luck, report)
            report.known |= {f"table {verb}" for verb in house.bot.dispatcher.table_handler._verbs}
            report.known |= {f"/{path}" for path, _ in taps.leaves(house.human(NAMES[0]))}
            order = [name for name in names for _ in range(cases)]
            luck.shuffle(order)
            for at, name in enumerate(order):
                kind = (kinds or {}).get(name, "")
                choose = rather(kind, luck) if kind else rarest(luck) if at % 2 else anything(luck)
                await one.case(FAULTS[name], choose)
        finally:
            await house.close()

    with tempfile.TemporaryDirectory() as folder:
        run(work(Path(folder)))
    return report
