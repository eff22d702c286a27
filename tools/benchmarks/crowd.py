"""Load in a process of its own, so that its memory can be measured.

`python -m tools.benchmarks.crowd` runs bot, sandbox and simulated users in one process and one
event loop, as with `make run`; only the render workers are separate. It prints one line of JSON
after the measurement, keeps clicking, and ends at SIGTERM.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import bot as program
import sandbox
from app.app import App
from app.model.match import Match
from app.model.match import User as Player
from app.runtime.settings import Settings
from games.hosted import GAMES
from sandbox import Sandbox
from sandbox.state.errors import PersonError
from sandbox.state.model import Json
from sandbox.validation.message_rules import walk
from tools import memory
from tools.playing import random_stream
from tools.stats import percentile

RATE = 20.0  # clicks per second
FIRST_BOARD_TIMEOUT_S = 20.0  # limit for the first board of a new match
CLICK_TIMEOUT_S = 30.0  # after that a click counts as lost
# verbs of a panel (`PanelVerb`) that do not answer its prompt
NON_ANSWERS = {
    "cancel",
    "back",
    "write",
    "spread",
    "why",
    "text",
    "more",
    "earlier",
    "later",
    "top",
    "group",
    "none",
    "auto",
    "change",
}
RUNNING: dict[str, Any] = {}
STARTED = asyncio.Event()


class RegisteredBot(program.Sobremesa):
    """Real bot that stores itself in `RUNNING`."""

    def __init__(self, app: App, **more: Any) -> None:
        super().__init__(app, **more)
        RUNNING["bot"] = self
        STARTED.set()


class RegisteredSandbox(Sandbox):
    """Real sandbox that stores itself in `RUNNING`."""

    @classmethod
    async def start(cls, *args: Any, **more: Any) -> RegisteredSandbox:
        """Start the sandbox and store it in `RUNNING`."""
        RUNNING["box"] = box = await super().start(*args, **more)
        return box


class CrowdTable:
    """Match of one user against an AI player, in a channel of its own.

    `board` and `panel` are the messages that the user sees.
    """

    def __init__(self, who: str, name: str, guild: int, channel: int, game: str) -> None:
        self.who, self.name, self.guild, self.channel, self.game = who, name, guild, channel, game
        self.rng = random_stream("crowd", who)
        self.match, self.began = "", 0.0
        self.board: Json | None = None
        self.panel: Json | None = None
        self.busy = False

    async def open(self, app: App) -> None:
        """Start the first or the next game."""
        self.board = self.panel = None
        self.began = time.perf_counter()
        by = Player(int(self.who), self.name)
        await app.users.get(by.id, by.name, "es-ES")
        match = await app.lobby.create(by, self.game, guild=self.guild, channel=self.channel)
        await app.lobby.add_computer(match.id, by)
        self.match = (await app.lobby.start(match.id, by)).id

    def offered(self) -> list[Json]:
        """Return the panel's controls that answer its prompt."""
        answers = []
        for part in controls(self.panel):
            custom_id = str(part.get("custom_id", ""))
            if custom_id.startswith(f"p1:{self.match}:") and _is_answer(custom_id):
                answers.append(part)
        return answers

    def choice(self) -> tuple[str, Json, Json] | None:
        """Return the next click: (action of the sandbox, message, fields).

        Returns None if there is nothing to click.
        """
        answers = self.offered()
        if self.panel is not None and answers:
            part = next(
                (answer for answer in answers if str(answer["custom_id"]).endswith("!confirm")),
                None,
            ) or self.rng.pick(answers)
            if part["type"] == 2:
                return "press", self.panel, {"custom_id": part["custom_id"]}
            values = [one["value"] for one in part["options"]]
            self.rng.shuffle(values)
            return (
                "select",
                self.panel,
                {"custom_id": part["custom_id"], "values": values[: max(1, part["min_values"])]},
            )
        return (
            ("press", self.board, {"custom_id": f"t1:{self.match}:play"})
            if self.board is not None
            else None
        )


def _is_answer(custom_id: str) -> bool:
    """Return whether a click on a component of a panel answers the panel's prompt.

    Its custom_id is `p1:<match>:<decision>:<depth>:<act>` (`ui/custom_ids.py`). The act is a prefix
    and an argument, perhaps followed by a group (`*`) and a page (`@`).
    """
    act = custom_id.split(":")[4].split("*")[0].split("@")[0]
    # prefix "=": undo; prefix "!": a verb, which may do something else than answer
    return act[0] != "=" and act.removeprefix("!") not in NON_ANSWERS


def controls(message: Json | None) -> list[Json]:
    """Return the enabled controls of a message."""
    every = walk(message["components"], ()) if message else ()
    return [part for _, part in every if part["type"] in (2, 3) and not part.get("disabled")]


class Crowd:
    """Matches of all users, their clicks, and how late their boards were shown."""

    def __init__(self, client: program.Sobremesa, box: Sandbox) -> None:
        self.client, self.app, self.box = client, client.app, box
        self.tables: list[CrowdTable] = []
        self.board_delays = list[float]()
        self.firsts = list[float]()
        self.acks = list[float]()
        self.clicks = self.missed = self.lost = self.commits = 0
        # By match: commits that no board shows yet (version, time), and the version being published.
        self._commits: dict[str, list[tuple[int, float]]] = {}
        self._publishing: dict[str, int] = {}
        self._boards: dict[str, str] = {}  # match by the id of its board message
        self._waiting: dict[str, asyncio.Future[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        box.world.on_page.append(self._on_frame)
        self._wrap(self.app.repo.matches, "commit", self._committed)
        self._wrap(client.table_publisher, "_publish_board", self._published)

    @staticmethod
    def _wrap(target: Any, name: str, wrapper: Callable[..., Any]) -> None:
        original = getattr(target, name)
        setattr(target, name, lambda *args, **kwargs: wrapper(original, *args, **kwargs))

    async def _committed(self, original: Callable[..., Any], match: Match, *args: Any) -> bool:
        committed = bool(await original(match, *args))
        if committed and match.status in ("running", "ended"):
            self.commits += 1
            self._commits.setdefault(match.id, []).append((match.version, time.perf_counter()))
        return committed

    async def _published(
        self, original: Callable[..., Any], match: Match, *args: Any, **kwargs: Any
    ) -> Any:
        self._publishing[match.id] = match.version
        result = await original(match, *args, **kwargs)
        self._board_shown(match.id, [])  # a commit that does not change the board is not late
        return result

    def _board_shown(self, match: str, delays: list[float]) -> None:
        """Forget the commits that the board shows now, and add how late they were to `delays`."""
        now, shown = time.perf_counter(), self._publishing.get(match, 0)
        commits = self._commits.get(match, [])
        delays += [now - at for version, at in commits if version <= shown]
        self._commits[match] = [(version, at) for version, at in commits if version > shown]

    def overdue(self) -> list[float]:
        """Return the seconds that each commit not yet shown on a board has waited."""
        now = time.perf_counter()
        return [now - at for waiting in self._commits.values() for _, at in waiting]

    def _on_frame(self, frame: Json) -> None:
        if frame["t"] == "interaction" and frame["state"] != "waiting":
            if (waiting := self._waiting.pop(frame["id"], None)) and not waiting.done():
                waiting.set_result(None)
        elif frame["t"] == "message" and frame["op"] != "delete":
            self._on_message(frame["message"])

    def _on_message(self, message: Json) -> None:
        if message["ephemeral_for"] is not None:
            for table in self.tables:
                if table.who == message["ephemeral_for"] and f":{table.match}:" in json.dumps(
                    message["components"]
                ):
                    table.panel = message
            return
        for part in controls(message):
            head, match, verb = [*str(part.get("custom_id", "")).split(":"), "", ""][:3]
            if head == "t1" and verb == "undo":
                self._boards[message["id"]] = match
                own_table = next((one for one in self.tables if one.match == match), None)
                if own_table is not None:
                    if own_table.board is None:
                        self.firsts.append(time.perf_counter() - own_table.began)
                    own_table.board = message
        if message["id"] in self._boards:
            self._board_shown(self._boards[message["id"]], self.board_delays)

    async def start_matches(self, count: int, pace: float, game: str) -> list[CrowdTable]:
        """Start `count` matches, one each `pace` seconds, and return them.

        `game` is a game's id, or "all" for all games in turn.
        """
        games = [one.id for one in GAMES if game in (one.id, "all")]
        guild = next(iter(self.box.world.guilds.values()))
        fresh = []
        for i in range(len(self.tables), len(self.tables) + count):
            channel = await self.box.page.perform(
                "channel.add", {"guild": guild["id"], "name": f"sala-{i}"}
            )
            user = self.box.world.add_user(f"Persona {i}")
            table = CrowdTable(
                user["id"],
                user["global_name"],
                int(guild["id"]),
                int(channel["id"]),
                games[i % len(games)],
            )
            self.tables.append(table)
            fresh.append(table)
            await table.open(self.app)
            await asyncio.sleep(pace)
        return fresh

    async def click(self, table: CrowdTable) -> None:
        """Click in a match and wait for the acknowledgement; open another match after the end."""
        begun = time.perf_counter()
        try:
            if table.panel is None or table.rng.below(8) == 0:
                match = await self.app.repo.matches.get(table.match)
                if match is not None and match.status == "ended":
                    await table.open(self.app)
            choice = table.choice()
            if choice is None:
                return
            action, message, fields = choice
            request = {
                "user": table.who,
                "channel": message["channel_id"],
                "message": message["id"],
                **fields,
            }
            interaction = (await self.box.page.perform(action, request))["interaction"]
            self.clicks += 1
            if (
                self.box.world.interactions.get(interaction, {"state": "waiting"})["state"]
                == "waiting"
            ):
                self._waiting[interaction] = asyncio.get_running_loop().create_future()
                await asyncio.wait_for(self._waiting[interaction], CLICK_TIMEOUT_S)
            self.acks.append(time.perf_counter() - begun)
            if table.rng.below(12) == 0:
                table.panel = None  # people reopen the panel now and then
        except PersonError:
            table.panel = None  # the message changed meanwhile
        except TimeoutError:
            self.lost += 1
        finally:
            table.busy = False

    async def press(self, seconds: float, rate: float, tables: Sequence[CrowdTable]) -> None:
        """Click at `rate` per second, in one match after the other, for `seconds`.

        With `rate` 0, click as fast as clicks are acknowledged.
        """
        end = time.perf_counter() + seconds
        at = 0
        begun = time.perf_counter()
        done = 0
        while time.perf_counter() < end:
            due = len(tables) if not rate else int((time.perf_counter() - begun) * rate) - done
            for _ in range(due):
                done += 1
                free = next(
                    (
                        one
                        for k in range(len(tables))
                        if not (one := tables[(at + k) % len(tables)]).busy
                    ),
                    None,
                )
                if free is None:
                    self.missed += bool(rate)
                    continue
                at = tables.index(free) + 1
                free.busy = True  # one click per person at a time
                task = asyncio.create_task(self.click(free))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            await asyncio.sleep(0.01)

    def take_figures(self) -> dict[str, Any]:
        """Return the figures since the last call (times in seconds), and reset them.

        `missed` are clicks that were due while all users were busy; `lost` are those that were not
        acknowledged.
        """
        # Commits without a board count too, with the time they have waited so far.
        delays = [*self.board_delays, *self.overdue()]
        figures = {
            "board_seconds": _percentiles(delays),
            "ack_seconds": _percentiles(self.acks),
            "boards": len(self.board_delays),
            "commits": self.commits,
            "clicks": self.clicks,
            "missed": self.missed,
            "lost": self.lost,
        }
        self.board_delays, self.acks = [], []
        self.clicks = self.missed = self.lost = self.commits = 0
        return figures


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    points = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    return {name: round(percentile(values, share), 2) for name, share in points.items()}


async def _phases(args: argparse.Namespace) -> dict[str, Any]:
    await STARTED.wait()
    await RUNNING["bot"].started.wait()
    await asyncio.sleep(1.0)
    crowd, me = Crowd(RUNNING["bot"], RUNNING["box"]), os.getpid()
    empty = await asyncio.to_thread(memory.process_tree_memory, me)
    live = await crowd.start_matches(args.tables, 0.2, args.game)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(crowd.app.publish_scheduler.idle(), CLICK_TIMEOUT_S)
    crowd.take_figures()
    pressing = asyncio.create_task(
        crowd.press(args.seconds + args.fresh / 5 + FIRST_BOARD_TIMEOUT_S, RATE, live)
    )
    await asyncio.sleep(args.seconds)
    steady = crowd.take_figures() | {
        "memory": await asyncio.to_thread(memory.process_tree_memory, me)
    }
    crowd.firsts.clear()
    fresh = await crowd.start_matches(args.fresh, 0.2, args.game)
    await pressing
    firsts = [one for one in fresh if one.board is not None]
    fresh_tables = {
        "tables": len(fresh),
        "without_board": len(fresh)
        - sum(one <= FIRST_BOARD_TIMEOUT_S for one in crowd.firsts[: len(firsts)]),
        "board_seconds": _percentiles(crowd.firsts),
    }
    crowd.take_figures()
    await crowd.press(args.flood, 0, live)
    flood = crowd.take_figures() | {
        "memory": await asyncio.to_thread(memory.process_tree_memory, me)
    }
    RUNNING["go on"] = asyncio.create_task(crowd.press(3600, 0, live))
    return {
        "tables": args.tables,
        "rate": RATE,
        "empty": empty,
        "steady": steady,
        "fresh": fresh_tables,
        "flood": flood,
    }


async def _main(args: argparse.Namespace) -> None:
    program.Sobremesa, sandbox.Sandbox = RegisteredBot, RegisteredSandbox  # type: ignore[misc]
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    running = asyncio.create_task(program.run(Settings(data=args.folder, sandbox_port=0), stop))
    measuring = asyncio.create_task(_phases(args))
    await asyncio.wait({running, measuring}, return_when=asyncio.FIRST_COMPLETED)
    if not running.done():
        print(json.dumps(await measuring), flush=True)
    await stop.wait()
    RUNNING["go on"].cancel()
    await running


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="crowd", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", default="all")
    parser.add_argument("--tables", type=int, default=45)
    parser.add_argument("--fresh", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=75)
    parser.add_argument("--flood", type=float, default=30)
    logging.basicConfig(level="WARNING")
    asyncio.run(_main(parser.parse_args()))
