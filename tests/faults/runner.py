"""Runs of fault cases: a table in a random state, a control, a fault; and their counts."""

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
from tests.faults.scenes import BY_NAME, HOST, PLAIN, Scene, finish_lesson, turns
from tests.faults.virtual_time import run

SETTLE_S, ANSWER_S = 60.0, 1.0
CODE_PREFIXES = ("Código de error: ", "Error code: ")
MAX_LOG_LINES = 12  # most log lines of a case
OPEN_PAGE_SHARE = (
    0.35  # share of the cases of a plain game in which the user first opens a page by a command
)
MAX_STEPS_TO_CONTROL = 24  # most presses on the way to a control
MAX_FURTHER_PAGES = 2  # most pages opened from there
NEW_TABLE_SHARE = 0.1  # share of the cases that get a new table although the old one fits
MAX_SECRET_MOVES = 12  # most consecutive decisions that leave the board unchanged
MIN_MOVES_BEFORE, MAX_MOVES_BEFORE = 0, 60  # decisions before the case (range)
MAX_MOVES_TO_END, MAX_PLAYERS_TO_END = (
    5000,
    2,
)  # most decisions of a whole game, and its most players
# modules that register faults
SOURCES = (api_faults, gateway_faults, channel_faults, machine_faults)


class Frames:
    """Frames that the users' pages receive during a case."""

    def __init__(self, harness: FaultHarness) -> None:
        self._world, self.all = harness.box.world, list[dict[str, Any]]()
        self._world.on_page.append(self.all.append)

    def close(self) -> None:
        self._world.on_page.remove(self.all.append)

    def told(self, who: Human, outcome: Outcome, pressed: str | None) -> tuple[str, list[str]]:
        """Return who told the user the result of their press, and the bot's texts that they saw.

        The first is `us` (the bot), `Discord` (its client shows a failure) or `nobody`.
        """
        state = outcome.state if not outcome.interaction else ""
        if state == "done":  # of an option's suggestions
            return "us", []
        texts = list[str]()
        for frame in self.all:
            if frame["t"] == "interaction" and frame["id"] == outcome.interaction:
                state = frame["state"]
            elif frame["t"] == "modal" and frame["user"] == who.id:
                texts.append("")
            elif frame["t"] == "message" and frame["op"] != "delete":
                message = frame["message"]
                mine = message["ephemeral_for"] == who.id or who.id in (message["seen_by"] or ())
                if mine or message["id"] == pressed:
                    texts.append(message["content"])
        return ("us" if texts else "Discord" if state == "failed" else "nobody"), texts


class Run:
    """Cases of one game in one app."""

    def __init__(self, harness: FaultHarness, game: str, luck: Random, report: Report) -> None:
        self.harness, self.game, self.luck, self.report = harness, game, luck, report
        self.tables: dict[str, str] = {}  # table by kind, for the next case
        self.made: set[str] = set()  # tables that still exist

    async def cases(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Run the cases, each with a table in the next state.

        Half of those with a plain running game use a panel.
        """
        states = itertools.cycle(turns(HOSTED.index(self.game)))
        for at, (name, wanted) in enumerate(pairs):
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
        """Run and count one case; with `kind` first reach a control of this kind."""
        harness, case = self.harness, Case(self.harness, await self._table(fault, scene), self.luck)
        who, control = await self._control(case, scene, choose, kind)
        if control.opened is not None:
            await control.opened()
            await harness.settle()
        before = await invariants.log_of(harness, case.match)
        harness.lines.begin()
        frames = Frames(harness)
        try:
            outcome, end = await self._use_during_fault(case, fault, scene, control)
            await asyncio.sleep(self.luck.choice(fault.lasts))
            untold = (
                []
                if scene.away or scene.at == "lesson"
                else await self._organizer_untold(case, fault)
            )
            if end is not None:
                await end()
            await asyncio.sleep(SETTLE_S)
            by, texts = frames.told(who, outcome, control.on) if outcome else ("nobody to tell", [])
        finally:
            frames.close()
        wrong = untold + await self._errors_after(case, fault, scene, before, texts)
        self._count(case, scene, control, by, wrong, fault)

    async def _table(self, fault: Fault, scene: Scene) -> str:
        """Return a table in this state; a running game is advanced by some random moves."""
        known = self.tables.get(scene.at, "")
        if known and scene.at == "running":
            await self.harness.go_on(known, self.luck.randint(0, 4), self.luck)
        match = await self.harness.app.repo.matches.get(known)
        if (
            match is None
            or not self._fits(match, fault, scene)
            or self.luck.random() < NEW_TABLE_SHARE
        ):
            match = await self._create_table(fault, scene)
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
        if scene.prepare is finish_lesson:
            del self.tables[scene.at]  # its lesson cannot be learned again
        return match.id

    def _fits(self, match: Match, fault: Fault, scene: Scene) -> bool:
        """Return whether an existing table can be used for a case."""
        lesson, people = scene.at == "lesson", {seat.user for seat in match.seats} - {None}
        fits = match.status == ("running" if lesson else scene.at)
        fits = fits and (lesson or str(match.places.home) in self.harness.box.world.channels)
        fits = fits and (scene.who != "stranger" or len(people) < len(NAMES))
        fits = fits and (not fault.thread or bool(match.places.thread))
        return fits and (not fault.computers or any(seat.played_by_ai for seat in match.seats))

    async def _create_table(self, fault: Fault, scene: Scene) -> Match:
        """Create a table in a new channel."""
        harness, luck = self.harness, self.luck
        if scene.at == "lesson":
            return await harness.app.tutorials.start_or_resume(
                await harness.person(HOST), self.game
            )
        players, room = find(self.game).players, await harness.room()
        most = min(len(NAMES) - (scene.who == "stranger"), max(players))
        seats = luck.randint(
            max(2, min(players)),
            max(2, min(most, MAX_PLAYERS_TO_END) if scene.at == "ended" else most),
        )
        computers = luck.randint(1, seats - 1) if fault.computers else 0
        if fault.thread:  # the first table of a channel is in the channel, the next one in a thread
            await harness.table(self.game, 2, 0, room)
        seed, begin = f"{luck.getrandbits(32):x}", scene.at != "lobby"
        made = await harness.table(
            self.game, seats - computers - (not begin), computers, room, seed=seed, begin=begin
        )
        if begin:
            steps = (
                luck.randint(MIN_MOVES_BEFORE, MAX_MOVES_BEFORE)
                if scene.at == "running"
                else MAX_MOVES_TO_END
            )
            await harness.go_on(made.id, steps, luck)
        return made

    async def _control(
        self, case: Case, scene: Scene, choose: Choose, kind: str = ""
    ) -> tuple[Human, controls.Control]:
        """Choose the user and the control.

        Users whose seat must act are preferred, and the controls of their panels.
        """
        who = await self._person(case, scene)
        case.who = who.id
        places = [await self._place(case, scene), "dm"]
        if kind and route(kind)[0] is scene:
            await self._reach(case, who, places, kind)
        elif scene.pages or self.luck.random() < OPEN_PAGE_SHARE:
            await self._open_pages(case, scene, who, places)
        offered = await controls.shown(who, places, self.luck)
        if not scene.pages and self.luck.random() < 0.6:
            offered += await self._panel_controls(case, who, offered)
        if (
            scene is PLAIN or not offered
        ):  # commands are always available; other controls come first
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

    async def _open_pages(self, case: Case, scene: Scene, who: Human, places: list[str]) -> None:
        """Open a page by a command, then pages from it; prefer those opened least often."""
        before = {one.on for one in await controls.shown(who, places, self.luck)}
        offered = controls.commands(who, places[0], case.match, self.game, self.luck)
        offered = [
            one
            for one in offered
            if controls.reads(one) and (not scene.pages or one.kind in scene.pages)
        ]
        for _ in range(1 + self.luck.randint(0, MAX_FURTHER_PAGES)):
            if not offered:
                return
            page = least(self.luck)(self.report.opened, offered)
            self.report.opened[page.kind] += 1
            await self._use_and_settle(page)
            offered = [
                one
                for one in await controls.shown(who, places, self.luck)
                if one.on not in before and controls.reads(one)
            ]

    async def _reach(self, case: Case, who: Human, places: list[str], kind: str) -> None:
        """Press the controls that lead to this kind of control until it is offered."""
        used, leads = Counter[str](), route(kind)[1]
        for _ in range(MAX_STEPS_TO_CONTROL):
            offered = await controls.shown(who, places, self.luck)
            options = [
                *offered,
                *controls.commands(who, places[0], case.match, self.game, self.luck),
            ]
            options = [one for one in options if one.kind in leads]
            if not options or any(
                one.kind.removesuffix(" ▾") == kind.removesuffix(" ▾") for one in offered
            ):
                return
            option = least(self.luck)(used, options)
            used[option.kind] += 1
            await self._use_and_settle(option)

    async def _panel_controls(
        self, case: Case, who: Human, offered: list[controls.Control]
    ) -> list[controls.Control]:
        """Open a panel, make some choices and return its controls."""
        play = next((one for one in offered if one.kind == "table play"), None)
        if play is None:
            return []
        await self._use_and_settle(play)
        home = str((await case.table()).places.home)
        for _ in range(self.luck.randint(0, 3)):
            mine = [
                one
                for one in await controls.shown(who, [home], self.luck)
                if one.kind.startswith("panel")
            ]
            if not mine:
                break
            await self._use_and_settle(self.luck.choice(mine))
        return [
            one
            for one in await controls.shown(who, [home], self.luck)
            if one.kind.startswith("panel")
        ]

    async def _use_during_fault(
        self, case: Case, fault: Fault, scene: Scene, control: controls.Control
    ) -> tuple[Outcome | None, Any]:
        """Use the control right before or right after the fault begins."""
        early, outcome = fault.early and self.luck.random() < 0.5, None
        if early:
            outcome = await self._use_control(control)
        end = await fault.begin(case)
        if not early:
            outcome = await self._use_control(control)
        for _ in range(fault.taps - 1):
            _, another = await self._control(case, scene, anything(self.luck))
            await self._use_control(another)
        return outcome, end

    async def _use_control(self, control: controls.Control) -> Outcome | None:
        try:
            return await control.use()
        except PersonError:  # Discord's client does not allow it
            return None

    async def _use_and_settle(self, control: controls.Control) -> None:
        """Use the control and wait until the bot has received it."""
        await self._use_control(control)
        await asyncio.sleep(ANSWER_S)
        await self.harness.settle()

    async def _errors_after(
        self, case: Case, fault: Fault, scene: Scene, before: invariants.Log, texts: Iterable[str]
    ) -> list[str]:
        wrong = list(
            await invariants.storage_errors(self.harness, case.match, before, halted=scene.halts)
        )
        if fault.moves:
            await self._move_until_visible(case)
        if await self.harness.app.repo.matches.get(case.match) is not None:
            wrong += await invariants.wrong_surfaces(self.harness, case.match, lost=fault.moves)
        if not self.harness.box.gateway.connected(self.harness.box.world.bots()[0]["id"]):
            wrong.append("the bot hears nothing")
        wrong += [
            f"a code was all that was said: {text}"
            for text in texts
            if any(word in text for word in CODE_PREFIXES)
        ]
        records = self.harness.lines.take()
        lines = [one for one in records if one.levelno >= logging.WARNING]
        if len(records) > MAX_LOG_LINES:
            common = Counter(one.getMessage()[:50] for one in records).most_common(3)
            wrong.append(f"a storm of {len(records)} lines in the log: {common}")
        rate_limit_lines = [
            one for one in lines if one.name == "discord.http" and "rate limit" in one.getMessage()
        ]
        if len(lines) > fault.lines + bool(
            rate_limit_lines
        ):  # the sandbox's rate limits apply, too, and after an outage many calls come at once
            wrong.append(
                f"{len(lines)} lines in the log: "
                + " | ".join(f"{one.name}: {one.getMessage()}" for one in lines[:4])
            )
        tracebacks = [one for one in lines if isinstance(one.exc_info, tuple)]
        wrong += [f"a story in the log: {one.getMessage()}: {one.exc_info}" for one in tracebacks]
        return wrong

    async def _organizer_untold(self, case: Case, fault: Fault) -> list[str]:
        """Return a sentence if the organizer was not told why the table cannot be shown."""
        match = await self.harness.app.repo.matches.get(case.match)
        if (
            not fault.tells
            or match is None
            or not match.organizer
            or (match.places.channel and match.published >= match.version)
        ):
            return []
        if match.places.channel and not await invariants.wrong_in_channel(self.harness, match):
            return []  # everything but a private screen is shown
        host = self.harness.human(str(match.organizer))
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

    async def _move_until_visible(self, case: Case) -> None:
        """Make moves until the board changes; secret moves leave it as it is."""
        for _ in range(MAX_SECRET_MOVES):
            await self.harness.go_on(case.match, 1, self.luck)
            await asyncio.sleep(SETTLE_S)
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
            self.tables.clear()  # the data that was deleted must not affect later cases
        if wrong:
            where = f"{fault.name} × {control.kind} @ {scene.name} ({self.game} {case.match})"
            self.report.wrong.append(f"{where}: {'; '.join(wrong)}")
            self.tables.clear()


Choose = Callable[[Counter[str], Sequence[controls.Control]], controls.Control]


def share(game: str, kind: str) -> int:
    """Return the priority of a kind, low first: controls of this game, others, suggestions."""
    other = not turn(game, kind)
    return other + (kind.startswith("/") and other) + kind.endswith("…")


def least(luck: Random, game: str = "") -> Choose:
    """Choose at random among the least used kinds; prefer those tested with this game."""

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
    """Choose a random control of a panel if there is one, else any control."""

    def choose(_: Counter[str], offered: Sequence[controls.Control]) -> controls.Control:
        plain = [one for one in offered if one.kind.startswith("panel")]
        return luck.choice(plain or list(offered))

    return choose


MAX_ATTEMPTS = 20  # attempts to reach a command or verb that was not used yet


def directed(kinds: Iterable[str], each: int) -> list[tuple[str, str]]:
    """Pair each of these kinds with `each` faults."""
    pairs = list[tuple[str, str]]()
    for kind in sorted(kinds):
        plain = route(kind)[0] is PLAIN
        fitting = [name for name, one in FAULTS.items() if plain or not one.special]
        pairs += [
            (fitting[(zlib.crc32(kind.encode()) + n) % len(fitting)], kind)
            for n in range(min(each, len(fitting)))
        ]
    return pairs


def played(
    asked: Sequence[tuple[str, str]], game: str, seed: int, report: Report, each: int = 0
) -> Report:
    """Run cases of a game in random order, in an app of its own and in virtual time.

    Each pair has a fault and a control (`table value ▾ @ lobby`: the kind and the state of the
    table; either may be missing). Every command and verb that is tested with this game also
    gets `each` faults. Returns the report.
    """

    async def work(folder: Path) -> None:
        harness, luck = FaultHarness(folder), Random(f"{seed} {game}")
        await harness.open()
        try:
            game_run = Run(harness, game, luck, report)
            report.known |= {
                f"table {action}" for action in harness.bot.dispatcher.table_handler.actions
            } - ASIDE | ELSEWHERE
            report.known |= {f"/{path}" for path, _ in controls.leaves(harness.human(NAMES[0]))}
            pairs = [*asked, *directed(report.share(game), each)]
            await game_run.cases(luck.sample(pairs, len(pairs)))
            for _ in range(
                MAX_ATTEMPTS
            ):  # the presses on the way are random, so that not every attempt succeeds
                unused = report.share(game) - report.met if each else set()
                game_run.tables.clear()  # a full lobby may be an obstacle
                await game_run.cases(directed(unused, 1))
        finally:
            await harness.close()

    with tempfile.TemporaryDirectory() as folder:
        run(work(Path(folder)))
    return report
