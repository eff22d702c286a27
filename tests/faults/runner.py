"""Runs of cases: a table at any moment of its game, a control, a fault; and the counts."""

from __future__ import annotations

import asyncio
import itertools
import logging
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from app.model.match import Match
from games.core.engine.game import find
from games.hosted import HOSTED
from sandbox.client import Outcome
from sandbox.client import UserClient as Human
from sandbox.state.errors import PersonError
from tests.faults import (
    api_faults,
    channel_faults,
    controls,
    gateway_faults,
    invariants,
    machine_faults,
)
from tests.faults.case import FAULTS, Case, Fault
from tests.faults.fault_harness import NAMES, FaultHarness
from tests.faults.report import Report, turn
from tests.faults.routes import ASIDE, ELSEWHERE, route
from tests.faults.scenes import BY_NAME, HOST, PLAIN, Scene, turns
from tests.faults.virtual_time import run

MINUTE, MOMENT = 60.0, 1.0
OURS = ("Código ", "Code ")
STORM = 12  # lines of the log that are too many, whatever they say
PAGES = 0.35  # cases of a plain game before which somebody opens a page of controls by a command
TURNINGS = 24  # on the way to a control
DEPTH = 2  # pages that they may open from there, at most
ANOTHER = 0.1  # cases for which there is a new table, though the old one would do
SECRET = 12  # decisions one after the other of which the table's message may say nothing
LEAST, MOST = 0, 60  # decisions of a game before somebody looks at it
WHOLE, SHORT = (
    5000,
    2,
)  # decisions of a game that is played to its end, and how many play there at most
SOURCES = (api_faults, gateway_faults, channel_faults, machine_faults)  # where the faults are told


class Frames:
    """Frames that the users' pages receive during a case."""

    def __init__(self, harness: FaultHarness) -> None:
        self._world, self.all = harness.box.world, list[dict[str, Any]]()
        self._world.on_page.append(self.all.append)

    def close(self) -> None:
        self._world.on_page.remove(self.all.append)

    def told(self, who: Human, outcome: Outcome, pressed: str | None) -> tuple[str, list[str]]:
        """Return who told the user how their press went, and the texts of the bot that they saw.

        `us`, `Discord` (its client shows a failure) or `nobody`.
        """
        state = outcome.state if not outcome.interaction else ""
        if state == "done":  # suggestions
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
    """Cases of one game in one app."""

    def __init__(self, harness: FaultHarness, game: str, luck: Random, report: Report) -> None:
        self.harness, self.game, self.luck, self.report = harness, game, luck, report
        self.tables: dict[str, str] = {}  # one of each kind, for the next case
        self.made: set[str] = set()  # all that there are still

    async def cases(self, asked: Sequence[tuple[str, str]]) -> None:
        """Run the cases with the table in changing states; half of the plain ones use a panel."""
        states = itertools.cycle(turns(HOSTED.index(self.game)))
        for at, (name, wanted) in enumerate(asked):
            fault, (kind, _, state) = FAULTS[name], wanted.partition(" @ ")
            scene = (
                BY_NAME[state]
                if state
                else route(kind)[0]
                if kind
                else PLAIN
                if fault.special
                else next(states)
            )
            panel = scene is PLAIN and at % 2
            choose = (
                rather(kind, self.luck)
                if kind
                else anything(self.luck)
                if panel
                else least(self.luck, self.game)
            )
            await self.case(fault, scene, choose, kind)

    async def case(self, fault: Fault, scene: Scene, choose: Choose, kind: str = "") -> None:
        """Run and count one case; first reach this kind of control."""
        harness, case = self.harness, Case(self.harness, await self._table(fault, scene), self.luck)
        who, control = await self._control(case, scene, choose, kind)
        if control.opened is not None:
            await control.opened()
            await harness.settle()
        before = await invariants.log_of(harness, case.match)
        harness.lines.begin()
        frames = Frames(harness)
        try:
            outcome, end = await self._used(case, fault, scene, control)
            await asyncio.sleep(self.luck.choice(fault.lasts))
            untold = [] if scene.away or scene.at == "lesson" else await self._untold(case, fault)
            if end is not None:
                await end()
            await asyncio.sleep(MINUTE)
            by, said = frames.told(who, outcome, control.on) if outcome else ("nobody to tell", [])
        finally:
            frames.close()
        wrong = untold + await self._looked(case, fault, scene, before, said)
        self._count(case, scene, control, by, wrong, fault)

    async def _table(self, fault: Fault, scene: Scene) -> str:
        """Return a table in this state; a running game is at a random moment."""
        known = self.tables.get(scene.at, "")
        if known and scene.at == "running":
            await self.harness.go_on(known, self.luck.randint(0, 4), self.luck)
        match = await self.harness.app.repo.matches.get(known)
        if match is None or not self._fits(match, fault, scene) or self.luck.random() < ANOTHER:
            match = await self._made(fault, scene)
            self.tables[scene.at] = match.id
            self.report.tables += 1
            self.made.add(match.id)
            for old in sorted(self.made.difference(self.tables.values())):
                await self.harness.drop(old)
                self.made.remove(old)
        await self.harness.settle()
        if scene.prepare is not None:
            await scene.prepare(self.harness, await self.harness.app.lobby.get(match.id), self.luck)
            await self.harness.settle()
        return match.id

    def _fits(self, match: Match, fault: Fault, scene: Scene) -> bool:
        """Return whether an existing table can be used for a case."""
        lesson, people = scene.at == "lesson", {seat.user for seat in match.seats} - {None}
        here = match.status == ("running" if lesson else scene.at)
        here = here and (lesson or str(match.places.home) in self.harness.box.world.channels)
        here = here and (scene.who != "stranger" or len(people) < len(NAMES))
        here = here and (not fault.thread or bool(match.places.thread))
        return here and (not fault.computers or any(seat.automatic for seat in match.seats))

    async def _made(self, fault: Fault, scene: Scene) -> Match:
        """Create a table in a new channel."""
        harness, luck = self.harness, self.luck
        if scene.at == "lesson":
            return await harness.app.tutorials.learn(await harness.person(HOST), self.game)
        players, room = find(self.game).players, await harness.room()
        most = min(len(NAMES) - (scene.who == "stranger"), max(players))
        seats = luck.randint(
            max(2, min(players)), max(2, min(most, SHORT) if scene.at == "ended" else most)
        )
        computers = luck.randint(1, seats - 1) if fault.computers else 0
        if fault.thread:  # the first table of a channel lives in it
            await harness.table(self.game, 2, 0, room)
        seed, begin = f"{luck.getrandbits(32):x}", scene.at != "lobby"
        made = await harness.table(
            self.game, seats - computers - (not begin), computers, room, seed=seed, begin=begin
        )
        if begin:
            steps = luck.randint(LEAST, MOST) if scene.at == "running" else WHOLE
            await harness.go_on(made.id, steps, luck)
        return made

    async def _control(
        self, case: Case, scene: Scene, choose: Choose, kind: str = ""
    ) -> tuple[Human, controls.Control]:
        """Choose the user and the control; prefer an awaited user with their panel."""
        who = await self._person(case, scene)
        case.who = who.id
        places = [await self._place(case, scene), "dm"]
        if kind and route(kind)[0] is scene:
            await self._led(case, who, places, kind)
        elif scene.pages or self.luck.random() < PAGES:
            await self._pages(case, scene, who, places)
        offered = await controls.shown(who, places, self.luck)
        if not scene.pages and self.luck.random() < 0.6:
            offered += await self._panel(case, who, offered)
        if (
            scene is PLAIN or not offered
        ):  # commands are there at any time, what else there is now is not
            offered += controls.commands(who, places[0], case.match, self.game, self.luck)
            offered += controls.completions(who, places[0], self.luck)
        return who, choose(self.report.used, offered)

    async def _person(self, case: Case, scene: Scene) -> Human:
        table = await case.table()
        seated = {seat.user for seat in table.seats if seat.user}
        users = [int(self.harness.human(name).id) for name in NAMES]
        awaited = [seat.user for seat in table.seats if seat.awaited and seat.user]
        if scene.who == "organiser":
            users = users[:1]
        elif scene.who == "stranger":
            users = [one for one in users if one not in seated] or users
        elif awaited and self.luck.random() < 0.7:
            users = awaited
        return Human(self.harness.box, str(self.luck.choice(users)))

    async def _place(self, case: Case, scene: Scene) -> str:
        """Return the channel in which a user looks."""
        home = (await case.table()).places.home
        return await self.harness.room() if scene.away or not home else str(home)

    async def _pages(self, case: Case, scene: Scene, who: Human, places: list[str]) -> None:
        """Open a page by a command, and others from it; prefer those opened least."""
        before = {one.on for one in await controls.shown(who, places, self.luck)}
        offered = controls.commands(who, places[0], case.match, self.game, self.luck)
        offered = [
            one
            for one in offered
            if controls.reads(one) and (not scene.pages or one.kind in scene.pages)
        ]
        for _ in range(1 + self.luck.randint(0, DEPTH)):
            if not offered:
                return
            page = least(self.luck)(self.report.opened, offered)
            self.report.opened[page.kind] += 1
            await self._answered(page)
            offered = [
                one
                for one in await controls.shown(who, places, self.luck)
                if one.on not in before and controls.reads(one)
            ]

    async def _led(self, case: Case, who: Human, places: list[str], kind: str) -> None:
        """Press the controls that lead to a kind of control until it is offered."""
        used, leads = Counter[str](), route(kind)[1]
        for _ in range(TURNINGS):
            offered = await controls.shown(who, places, self.luck)
            ways = [*offered, *controls.commands(who, places[0], case.match, self.game, self.luck)]
            ways = [one for one in ways if one.kind in leads]
            if not ways or any(
                one.kind.removesuffix(" ▾") == kind.removesuffix(" ▾") for one in offered
            ):
                return
            way = least(self.luck)(used, ways)
            used[way.kind] += 1
            await self._answered(way)

    async def _panel(
        self, case: Case, who: Human, offered: list[controls.Control]
    ) -> list[controls.Control]:
        """Open a panel and make some choices."""
        play = next((one for one in offered if one.kind == "table play"), None)
        if play is None:
            return []
        await self._answered(play)
        home = str((await case.table()).places.home)
        for _ in range(self.luck.randint(0, 3)):
            mine = [
                one
                for one in await controls.shown(who, [home], self.luck)
                if one.kind.startswith("panel")
            ]
            if not mine:
                break
            await self._answered(self.luck.choice(mine))
        return [
            one
            for one in await controls.shown(who, [home], self.luck)
            if one.kind.startswith("panel")
        ]

    async def _used(
        self, case: Case, fault: Fault, scene: Scene, control: controls.Control
    ) -> tuple[Outcome | None, Any]:
        """Use the control right before or right after the fault begins."""
        early, outcome = fault.early and self.luck.random() < 0.5, None
        if early:
            outcome = await self._use(control)
        end = await fault.begin(case)
        if not early:
            outcome = await self._use(control)
        for _ in range(fault.taps - 1):
            _, another = await self._control(case, scene, anything(self.luck))
            await self._use(another)
        return outcome, end

    async def _use(self, control: controls.Control) -> Outcome | None:
        try:
            return await control.use()
        except PersonError:  # Discord's client itself does not let them
            return None

    async def _answered(self, control: controls.Control) -> None:
        """Use the control and wait until the bot has received it."""
        await self._use(control)
        await asyncio.sleep(MOMENT)
        await self.harness.settle()

    async def _looked(
        self, case: Case, fault: Fault, scene: Scene, before: invariants.Log, said: Iterable[str]
    ) -> list[str]:
        wrong = list(
            await invariants.storage_errors(self.harness, case.match, before, halted=scene.halts)
        )
        if fault.moves:
            await self._moved(case)
        if await self.harness.app.repo.matches.get(case.match) is not None:
            wrong += await invariants.wrong_surfaces(self.harness, case.match, lost=fault.moves)
        if not self.harness.box.gateway.connected(self.harness.box.world.bots()[0]["id"]):
            wrong.append("the bot hears nothing")
        wrong += [
            f"a code was all that was said: {text}"
            for text in said
            if any(word in text for word in OURS)
        ]
        every = self.harness.lines.take()
        lines = [one for one in every if one.levelno >= logging.WARNING]
        if len(every) > STORM:
            common = Counter(one.getMessage()[:50] for one in every).most_common(3)
            wrong.append(f"a storm of {len(every)} lines in the log: {common}")
        limits = [
            one for one in lines if one.name == "discord.http" and "rate limit" in one.getMessage()
        ]
        if len(lines) > fault.lines + bool(
            limits
        ):  # the sandbox's own limits hold, too: an outage ends in many calls at once
            wrong.append(
                f"{len(lines)} lines in the log: "
                + " | ".join(f"{one.name}: {one.getMessage()}" for one in lines[:4])
            )
        stories = [one for one in lines if isinstance(one.exc_info, tuple)]
        wrong += [f"a story in the log: {one.getMessage()}: {one.exc_info}" for one in stories]
        return wrong

    async def _untold(self, case: Case, fault: Fault) -> list[str]:
        """Return a sentence if the organizer was not told why a table cannot be shown."""
        match = await self.harness.app.repo.matches.get(case.match)
        if (
            not fault.tells
            or match is None
            or not match.host
            or (match.places.channel and match.published >= match.version)
        ):
            return []
        if match.places.channel and not await invariants.wrong_in_channel(self.harness, match):
            return []  # it is shown, but for a private screen
        host = self.harness.human(str(match.host))
        told = any(
            one in message["content"]
            for message in await host.messages("dm")
            for one in fault.tells
        )
        return (
            []
            if told or match.status in ("ended", "closed")
            else ["the organiser was not told why nothing is shown"]
        )

    async def _moved(self, case: Case) -> None:
        """Move until everybody sees a move: secret ones leave the table's message as it is."""
        for _ in range(SECRET):
            await self.harness.go_on(case.match, 1, self.luck)
            await asyncio.sleep(MINUTE)
            board = (await case.table()).places.board
            if self.harness.box.store.message(str(board)) is not None:
                return

    def _count(
        self,
        case: Case,
        scene: Scene,
        control: controls.Control,
        by: str,
        wrong: list[str],
        fault: Fault,
    ) -> None:
        tally = self.report.by_fault[fault.name]
        tally.tried += 1
        self.report.scenes[scene.name] += 1
        tally.kinds[control.kind] += 1
        if by == "nobody" and not fault.mute:
            wrong.append("the person was told nothing")
        tally.told[by] += 1
        tally.healed += not wrong
        self.report.games[self.game] += 1
        if fault.moves or control.kind == "table erase_sure":
            self.tables.clear()  # what was lost there shows in no later case
        if wrong:
            where = f"{fault.name} × {control.kind} @ {scene.name} ({self.game} {case.match})"
            self.report.wrong.append(f"{where}: {'; '.join(wrong)}")
            self.tables.clear()


Choose = Callable[[Counter[str], Sequence[controls.Control]], controls.Control]


def share(game: str, kind: str) -> int:
    """Return how much later a kind is due: the game's own share first, suggestions last."""
    other = not turn(game, kind)
    return other + (kind.startswith("/") and other) + kind.endswith("…")


def least(luck: Random, game: str = "") -> Choose:
    """Choose among the least used kinds at random; prefer the game's share."""

    def choose(used: Counter[str], offered: Sequence[controls.Control]) -> controls.Control:
        often = [used[one.kind] + (share(game, one.kind) if game else 0) for one in offered]
        return luck.choice([one for one, n in zip(offered, often, strict=True) if n == min(often)])

    return choose


def rather(kind: str, luck: Random) -> Choose:
    """Choose a control of this kind if one is offered, else anything."""

    def choose(used: Counter[str], offered: Sequence[controls.Control]) -> controls.Control:
        kinds = (kind, f"{kind} ▾", f"form of {kind}")
        return anything(luck)(used, [one for one in offered if one.kind in kinds] or offered)

    return choose


def anything(luck: Random) -> Choose:
    """Choose a control of a panel if there is one, else any."""

    def choose(_: Counter[str], offered: Sequence[controls.Control]) -> controls.Control:
        plain = [one for one in offered if one.kind.startswith("panel")]
        return luck.choice(plain or list(offered))

    return choose


AGAIN = 20  # times that a command or verb is looked for which nobody came to


def directed(kinds: Iterable[str], each: int) -> list[tuple[str, str]]:
    """Pair each of these kinds with so many faults."""
    asked = list[tuple[str, str]]()
    for kind in sorted(kinds):
        plain = route(kind)[0] is PLAIN
        fit = [name for name, one in FAULTS.items() if plain or not one.special]
        asked += [
            (fit[(zlib.crc32(kind.encode()) + n) % len(fit)], kind)
            for n in range(min(each, len(fit)))
        ]
    return asked


def played(
    asked: Sequence[tuple[str, str]], game: str, seed: int, report: Report, each: int = 0
) -> Report:
    """Run cases of a game in random order in its own app and virtual time; return the report.

    Each pair has a fault and a control (`table value ▾ @ lobby`: the kind and the state of the
    table; either may be missing). Every command and verb in the share of the game also gets `each`
    faults.
    """

    async def work(folder: Path) -> None:
        harness, luck = FaultHarness(folder), Random(f"{seed} {game}")
        await harness.open()
        try:
            one = Run(harness, game, luck, report)
            report.known |= {
                f"table {action}" for action in harness.bot.dispatcher.table_handler.actions
            } - ASIDE | ELSEWHERE
            report.known |= {f"/{path}" for path, _ in controls.leaves(harness.human(NAMES[0]))}
            every = [*asked, *directed(report.share(game), each)]
            await one.cases(luck.sample(every, len(every)))
            for _ in range(
                AGAIN
            ):  # what lies on the way is by lot too, so that not every way comes where it leads
                left = report.share(game) - report.met if each else set()
                one.tables.clear()  # and a full lobby may stand in the way
                await one.cases(directed(left, 1))
        finally:
            await harness.close()

    with tempfile.TemporaryDirectory() as folder:
        run(work(Path(folder)))
    return report
