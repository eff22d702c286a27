"""One half-made choice in two places, the panel in the channel and the private screen: a tap on one brings the other up."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord

from cogs.ui import ids, send
from cogs.ui.desk import Desk
from cogs.ui.message import Menu, Message
from cogs.ui.messenger import Messenger
from games.core.scene import Picture, Scene
from host.app import App
from host.model import Trouble

log = logging.getLogger("sobremesa.mirror")
LIVES = 14 * 60.0     # seconds in which a panel in passing can still be edited (Discord: 15 minutes)
REMEMBERED = 500      # panels
Edit = Callable[..., Awaitable[Any]]


@dataclass(frozen=True)
class _Shown:
    """A panel that only one person sees, how to change it, and since when."""

    edit: Edit
    since: float


class Mirror:
    """Keeps a person's panels of one match alike. What is tapped meanwhile is shown by the same task, the newest only."""

    def __init__(self, app: App, desk: Desk, messenger: Messenger) -> None:
        self._app, self._desk, self._messenger = app, desk, messenger
        self._panels: dict[tuple[str, int], _Shown] = {}
        self._tasks: dict[tuple[str, int, bool], asyncio.Task[None]] = {}
        self._again: set[tuple[str, int, bool]] = set()

    def note(self, user: int, message: Message, edit: Edit) -> None:
        """A panel that is shown in passing, in place of an older one of the same match."""
        match = match_of(message)
        if match is None:
            return
        self._panels.pop((match, user), None)
        self._panels[match, user] = _Shown(edit, time.monotonic())
        oldest = next(iter(self._panels.values()))
        if len(self._panels) > REMEMBERED or time.monotonic() - oldest.since > LIVES:
            del self._panels[next(iter(self._panels))]

    def touch(self, match: str, user: int, *, private: bool) -> None:
        """A tap has changed the choice; `private` says that it was on the private screen, so that the other one is behind."""
        key = (match, user, private)
        if key in self._tasks:
            self._again.add(key)
            return
        self._tasks[key] = task = asyncio.create_task(self._run(key), name=f"mirror {match}")
        task.add_done_callback(lambda _: self._tasks.pop(key, None))

    def tasks(self) -> list[asyncio.Task[None]]:
        """What is under way."""
        return list(self._tasks.values())

    async def idle(self) -> None:
        """Wait until both places show the same."""
        while tasks := list(self._tasks.values()):
            await asyncio.wait(tasks)
            await asyncio.sleep(0)

    async def _run(self, key: tuple[str, int, bool]) -> None:
        match, user, private = key
        while True:
            self._again.discard(key)
            try:
                if private:
                    await self._panel(match, user)
                else:
                    await self._messenger.mirror(match, user)
            except (discord.HTTPException, Trouble) as error:
                log.info("a second panel of %s stays as it is: %s", match, error)
                self._panels.pop((match, user), None)
            except Exception:
                log.exception("a second panel of %s", match)
            if key not in self._again:
                return

    async def _panel(self, match: str, user: int) -> None:
        """The panel in the channel, when one is open. The private screen has just been changed by its own tap."""
        table = await self._app.repo.match(match)
        if table is not None and (seat := table.seat_of(user)) is not None:
            self._messenger.changed(match, seat.seat)
        shown, by = self._panels.get((match, user)), await self._app.repo.person(user)
        if shown is None or by is None or time.monotonic() - shown.since > LIVES:
            return
        message = await self._desk.show(await self._app.tables.panel(match, by), by)
        picture = await self._draw(message.scene)
        if self._panels.get((match, user)) is shown:  # meanwhile it may have been replaced
            edited = await shown.edit(**send.change(message if picture else message.without_picture(), picture))
            self._messenger.files[edited.id] = picture.filename if picture else ""

    async def _draw(self, scene: Scene | None) -> Picture | None:
        return None if scene is None or self._app.images is None else await self._app.images.draw(scene, "screen")


def match_of(message: Message) -> str | None:
    """The match whose choosing panel a message is; None when it is none."""
    for row in message.rows:
        for part in (row,) if isinstance(row, Menu) else row:
            tap = ids.decode(part.id) if part.id else None
            if isinstance(tap, ids.PanelId):
                return tap.match
    return None
