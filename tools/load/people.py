"""Simulated users who click what they are offered and wait for each answer.

`Crowd` runs all users. It sees every message that the sandbox shows, and so knows which board
and panel a user has in each match, and when a click is acknowledged and answered.
"""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections import Counter, defaultdict
from typing import Any

from games.core.state.rng import Rng
from games.core.text.messages import literal, msg
from sandbox.state.errors import ApiError, PersonError
from sandbox.state.model import Json
from tools.benchmarks.crowd import CrowdTable, controls
from tools.load.world import LoadWorld, code
from tools.playing import random_stream
from ui.i18n import catalogue

BOARDS_TIMEOUT_S = 300.0  # for the boards of all matches
CLICK_TIMEOUT_S = 30.0  # seconds until a click counts as unanswered
MIN_PAUSE_S = 0.5  # minimum seconds between an answer and the next click
DOUBLE_CLICK_EVERY = 50  # one click in that many is a double click
REOPEN_PANEL_EVERY = 12  # after one click in that many the panel is reopened
TABLE_ID_PREFIX = "t1"  # of the custom_ids of a table's messages (`ui/custom_ids.py`)
PANEL_ID_PREFIX = "p1"  # of the custom_ids of a panel
CATALOGUE = catalogue("es")
SAVED = CATALOGUE.say(msg("ui.saved", sentence=literal("|"))).partition("|")[0]
WAITING = CATALOGUE.say(msg("ui.alt.waiting", seats=literal("|"))).partition("|")[0]


class Clicks:
    """Clicks of all users and their answers.

    - `acknowledged_s`, `answered_s`: seconds until a click was acknowledged, and until its answer
      was shown
    - `shown_as_saved`: interaction ids of clicks (two for a double click) whose move the user saw
      as saved
    - `pressed`: (user, match, decision) of each click on a panel, by interaction id
    """

    def __init__(self) -> None:
        self.acknowledged_s, self.answered_s = list[float](), list[float]()
        self.shown_as_saved = set[tuple[str, ...]]()
        self.pressed: dict[str, tuple[str, str, int]] = {}
        self.counts = Counter[str]()


class SimulatedUser:
    """User with all their matches; clicks every `every` seconds on average."""

    def __init__(self, user: Json, tables: list[CrowdTable], every: float) -> None:
        self.id = str(user["id"])
        self.name = str(user["global_name"])
        self.tables = tables
        self.every = every
        self.rng: Rng = random_stream("person", self.id)

    def pause(self) -> float:
        """Return the seconds until the next click, exponentially distributed."""
        chance = (1 + self.rng.below(10_000)) / 10_001
        return max(MIN_PAUSE_S, min(5 * self.every, -self.every * math.log(chance)))

    def next_table(self) -> CrowdTable | None:
        """Return the match to click in next.

        Matches with a prompt come first, then those whose board names the user, then any.
        """
        with_board = [one for one in self.tables if one.board is not None]
        with_prompt = [one for one in with_board if one.offered()]
        naming_user = [
            one for one in with_board if one.board is not None and self._is_named_in(one.board)
        ]
        candidates = with_prompt or naming_user or with_board
        return self.rng.pick(candidates) if candidates else None

    def _is_named_in(self, board: Json) -> bool:
        """Return whether the board's title or alt text says that the match waits for this user."""
        title = str(board["embeds"][0].get("title")) if board["embeds"] else ""
        waiting_for = json.dumps(board, ensure_ascii=False).partition(WAITING)[2].partition(".")[0]
        return self.name in title or self.name in waiting_for


class Crowd:
    """All simulated users and the messages that they see."""

    def __init__(self, world: LoadWorld, every: float) -> None:
        self.box, self.clicks = world.box, Clicks()
        self.edits = self.failed = 0  # boards posted or edited; interactions that timed out
        self._by_match: dict[str, dict[str, CrowdTable]] = defaultdict(dict)
        self.people = []
        for user in world.people:
            tables = [
                CrowdTable(user["id"], user["global_name"], 0, 0, "")
                for _ in world.matches_of[user["id"]]
            ]
            for table, at in zip(tables, world.matches_of[user["id"]], strict=True):
                table.match = code(at)
                self._by_match[table.match][table.who] = table
            self.people.append(SimulatedUser(user, tables, every))
        self._acknowledged: dict[str, asyncio.Event] = {}
        # by user: the ids of the interactions whose answer is expected (two for a double click),
        # and the event that is set when it is shown
        self._awaited_answers: dict[str, tuple[list[str], asyncio.Event]] = {}
        world.box.world.on_page.append(self._on_frame)

    async def wait_for_boards(self) -> int:
        """Wait for the boards of all matches; return the number still missing at the timeout."""
        end = time.monotonic() + BOARDS_TIMEOUT_S
        while (missing := self._missing()) and time.monotonic() < end:  # noqa: ASYNC110 - that is what is awaited
            await asyncio.sleep(0.2)
        return missing

    def _missing(self) -> int:
        return sum(next(iter(tables.values())).board is None for tables in self._by_match.values())

    # -- what is seen

    def _on_frame(self, frame: Json) -> None:
        if frame["t"] == "interaction" and frame["state"] != "waiting":
            self.failed += frame["state"] == "failed"
            if event := self._acknowledged.pop(frame["id"], None):
                event.set()
        elif frame["t"] == "message" and frame["op"] != "delete":
            self._on_message(frame["message"])

    def _on_message(self, message: Json) -> None:
        """Keep a message as the board or panel of its match, and end the wait for an answer.

        A message for everybody with an undo button is a match's board; a message for one user is
        that user's panel, and the answer to the user's last click.
        """
        viewer = message["ephemeral_for"]
        custom_ids = [str(part.get("custom_id", "")).split(":") for part in controls(message)]
        matches = {id_parts[1] for id_parts in custom_ids if len(id_parts) > 2}
        if viewer is None:
            for match in {
                id_parts[1]
                for id_parts in custom_ids
                if id_parts[0] == TABLE_ID_PREFIX and id_parts[2] == "undo"
            }:
                self.edits += 1
                for table in self._by_match.get(match, {}).values():
                    table.board = message
            return
        for match in matches:
            if own_table := self._by_match.get(match, {}).get(viewer):
                own_table.panel = message
        if awaited := self._awaited_answers.get(viewer):
            interactions, answered = awaited
            shown_text = json.dumps([message["embeds"], message["content"]], ensure_ascii=False)
            if SAVED in shown_text and self._is_newer_panel(interactions[0], custom_ids):
                self.clicks.shown_as_saved.add(tuple(interactions))
            answered.set()

    def _is_newer_panel(self, interaction: str, custom_ids: list[list[str]]) -> bool:
        """Return whether a panel is for a later decision than the click `interaction`.

        `custom_ids` are those of the panel's controls, split at the colons.
        """
        _, match, decision = self.clicks.pressed.get(interaction, ("", "", 0))
        later = [
            int(id_parts[2]) for id_parts in custom_ids if id_parts[:2] == [PANEL_ID_PREFIX, match]
        ]
        return bool(later) and min(later) > decision

    # -- what is done

    async def run(self, seconds: float) -> None:
        """Run all users for that many seconds."""
        end = time.monotonic() + seconds
        await asyncio.gather(*(self._run_user(person, end) for person in self.people))

    async def _run_user(self, person: SimulatedUser, end: float) -> None:
        await asyncio.sleep(
            min(person.every, end - time.monotonic()) * person.rng.below(1000) / 1000
        )
        while time.monotonic() < end:
            if (table := person.next_table()) is not None:
                await self.click(person, table)
            await asyncio.sleep(max(0.0, min(person.pause(), end - time.monotonic())))

    async def click(self, person: SimulatedUser, table: CrowdTable) -> None:
        """Click in a match and wait for the answer; now and then make it a double click."""
        choice = table.choice()
        if choice is None:
            return
        begun, answered = time.monotonic(), asyncio.Event()
        try:
            interaction, acknowledged = await self._press(person, *choice)
            interactions = [interaction]
            self._awaited_answers[person.id] = interactions, answered
            if person.rng.below(DOUBLE_CLICK_EVERY) == 0:
                self.clicks.counts["double"] += 1
                interactions.append((await self._press(person, *choice))[0])
            await asyncio.wait_for(acknowledged.wait(), CLICK_TIMEOUT_S)
            self.clicks.acknowledged_s.append(time.monotonic() - begun)
            await asyncio.wait_for(answered.wait(), CLICK_TIMEOUT_S)
            self.clicks.answered_s.append(time.monotonic() - begun)
            if person.rng.below(REOPEN_PANEL_EVERY) == 0:
                table.panel = None
        except (PersonError, ApiError):
            self.clicks.counts["changed under the finger"] += 1
            table.panel = None
        except TimeoutError:
            self.clicks.counts["unanswered"] += 1
            table.panel = None
        finally:
            self._awaited_answers.pop(person.id, None)

    async def _press(
        self, person: SimulatedUser, action: str, message: Json, fields: dict[str, Any]
    ) -> tuple[str, asyncio.Event]:
        request = {
            "user": person.id,
            "channel": message["channel_id"],
            "message": message["id"],
            **fields,
        }
        interaction = str((await self.box.page.perform(action, request))["interaction"])
        self.clicks.counts["clicks"] += 1
        parts = str(fields["custom_id"]).split(":")
        if parts[0] == PANEL_ID_PREFIX:
            self.clicks.pressed[interaction] = (person.id, parts[1], int(parts[2]))
        event = self._acknowledged[interaction] = asyncio.Event()
        if self.box.world.interactions[interaction]["state"] != "waiting":
            event.set()
        return interaction, event
