"""Users who press controls while the bot is killed, and the saves that they saw."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.crashes.store import interactions, present
from tests.e2e.conftest import words
from tests.e2e.process import Line, NotAnsweredError, patient

SAVED = ("Guardado: ", "Saved: ")
FAILED = ("He tenido un fallo", "Something went wrong")
MAX_LOOKS = 20  # looks at an unchanged panel until it counts as final
Found = tuple[dict[str, Any] | None, "Control | None"]
Find = Callable[[list[dict[str, Any]]], Found]
Control = tuple[
    str, list[str], int
]  # custom_id; for a menu its values and the least number of choices


class Presser:
    """User who presses the controls they are offered and records which presses were saved.

    An answer may come late, after the next press.
    """

    def __init__(
        self, name: str, rng: random.Random, store: Path, room: str = "mesa-verde"
    ) -> None:
        self.name, self.rng, self.store, self.room = name, rng, store, room
        self.pressed, self.saved = set[str](), set[str]()
        self.presses, self.told, self.unanswered = 0, 0, 0
        self.last: tuple[str, str] | None = None  # message and control of the last press

    def hear(self, before: str, now: str, *, sure: bool) -> None:
        """Record that a panel now says that a move is saved.

        A killed bot may have left a press without an answer. Until the first answer of the next
        bot it is not `sure` which press the panel means.
        """
        if saves(now) and not saves(before):
            stored = self.pressed & interactions(self.store)
            assert stored - self.saved or not sure, "it was said to be saved before it was"
            self.saved |= stored
            self.told += 1

    async def go_on(self, line: Line) -> None:
        """Press controls until the connection breaks."""
        sure = False
        while True:
            seen = await self.sees(line)
            mine = [m for m in seen if m.get("ephemeral_for") and controls(m)]
            tables = [
                m
                for m in seen
                if any(":play" in one[0] for one in controls(m)) and not m.get("ephemeral_for")
            ]
            if mine and self.rng.random() < 0.9:
                message = mine[-1]
                if all(one[0].endswith((":play", ":=last")) for one in controls(message)):
                    await asyncio.sleep(0.05)  # it is another player's turn
                control = self.choice(message)
            elif tables:
                message = tables[-1]
                control = next(one for one in controls(message) if ":play" in one[0])
            else:
                await asyncio.sleep(0.05)
                continue
            if not await self.press(line, message, control):
                continue
            for _ in range(12):  # a user looks at the answer before the next click
                after = await self.sees(line)
                now = next((m for m in after if m["id"] == message["id"]), message)
                if words(now) != words(message):
                    self.hear(words(message), words(now), sure=sure)
                    sure = sure or saves(words(now))
                    break
                await asyncio.sleep(0.05)

    async def sees(self, line: Line) -> list[dict[str, Any]]:
        """Return the messages that this user sees; none of them may report an internal error."""
        seen = await line.messages(line.user(self.name), line.channel(self.room))
        assert not any(one in words(m) for m in seen for one in FAILED), (
            "something went wrong that is no sentence"
        )
        return seen

    async def press(self, line: Line, message: dict[str, Any], control: Control) -> bool:
        """Press a control; return False if it was not handled.

        Then the message has changed since it was read, or a busy machine missed the three
        seconds that Discord allows.
        """
        (custom_id, values, least), user = control, line.user(self.name)
        fields = {
            "user": user,
            "channel": line.channel(self.room),
            "message": message["id"],
            "custom_id": custom_id,
        }
        self.presses, self.last = self.presses + 1, (message["id"], custom_id)
        try:
            if values:
                done = await line.do(
                    "select", **fields, values=self.rng.sample(values, max(1, least))
                )
            else:
                done = await line.do("press", **fields)
        except NotAnsweredError as error:
            self.unanswered += 1
            self.pressed.add(error.args[0]["id"])
            return False
        except AssertionError as error:
            if "no such" in str(error):
                return False
            raise
        self.pressed.add(done["interaction"])
        return True

    async def press_again(self, line: Line) -> list[str]:
        """After a restart press the last control again, and one of an old panel.

        Returns the two outcomes: `counted`, `answered`, `as it stood` (nothing changed, for
        example a full counter), `nothing new` (*Refresh* while others move), or `gone`.
        """
        if self.last is None:
            return []
        pressed = partial(_find_last_pressed, old=self.last)
        return [
            await self._press_until_effect(line, find) for find in (pressed, self._find_old_control)
        ]

    async def _press_until_effect(self, line: Line, find: Find) -> str:
        """Press the control that `find` returns until the press has a visible effect.

        If the machine was too busy to answer, press again.
        """
        before, counted = _appearance(await self.sees(line)), interactions(self.store)
        pressed, looks, what, passing = False, 0, "", False
        async for _ in patient():
            seen = await self.sees(line)
            if pressed and _appearance(seen) != before:
                return (
                    "counted" if self.pressed & (interactions(self.store) - counted) else "answered"
                )
            looks += pressed
            if looks > MAX_LOOKS and present(
                self.store, what, int(line.user(self.name)), passing=passing
            ):
                return "as it stood" if what.startswith("p1:") else "nothing new"
            if not pressed:
                message, control = find(seen)
                if message is None or control is None:
                    return "gone"
                before, passing = _appearance(seen), bool(message.get("ephemeral_for"))
                pressed, what = await self.press(line, message, control), control[0]
        raise AssertionError(
            f"{self.name} is not answered: {what or 'too busy'}, {'in passing' if passing else 'at the table'}"
        )

    def _find_old_control(self, seen: list[dict[str, Any]]) -> Found:
        """Return a random control of any panel but the newest."""
        mine = [m for m in seen if m.get("ephemeral_for") and controls(m)][:-1]
        found = [
            (m, one)
            for m in mine
            for one in controls(m)
            if one[0].startswith("p1:") and not one[0].endswith(":=last")
        ]
        return self.rng.choice(found) if found else (None, None)

    def choice(self, message: dict[str, Any]) -> Control:
        """Return a random control of a panel; prefer those that continue over those that go back."""
        offered, dice = controls(message), self.rng.random()
        back = (":!back", ":!cancel", ":=last", ":!text", ":play")
        onward = [one for one in offered if not one[0].endswith(back)]
        sure = [one for one in onward if one[0].endswith((":!confirm", ":!give", ":end"))]
        for some, share in ((sure, 0.8), (onward, 0.95)):
            if some and dice < share:
                return self.rng.choice(some)
        return self.rng.choice(offered)


def saves(text: str) -> bool:
    """Return whether a panel says that something is saved."""
    return any(one in text for one in SAVED)


def _find_last_pressed(seen: list[dict[str, Any]], old: tuple[str, str]) -> Found:
    """Find the control that was pressed, if it is still offered."""
    message = next((m for m in seen if m["id"] == old[0]), None)
    same = [
        one for one in controls(message or {}) if one[0] == old[1] and not old[1].endswith(":=last")
    ]
    return message, same[0] if same else None


def _appearance(seen: list[dict[str, Any]]) -> list[tuple[str, str, list[Control]]]:
    return [(m["id"], words(m), controls(m)) for m in seen]


def controls(message: dict[str, Any]) -> list[Control]:
    """Return the buttons and menus that lead on in the game."""
    found = []
    for row in message.get("components", []):
        for part in row["components"]:
            custom_id = part.get("custom_id", "")
            if not part.get("disabled") and (
                custom_id.startswith("p1:") or custom_id.endswith(":play")
            ):
                values = [option["value"] for option in part.get("options", [])]
                found.append((custom_id, values, part.get("min_values", 1)))
    return found
