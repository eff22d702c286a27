"""What taps on a list of one's own tables do, and the ways from a table to the next. No Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from cogs.ui.ids import NOBODY, TableId, encode
from cogs.ui.message import Button, Message
from cogs.ui.pages import pages
from cogs.ui.panel.handler import Answer, PanelHandler
from cogs.ui.panel.lesson import beside
from cogs.ui.tap import Tap
from cogs.ui.words import Words
from host.app import App
from host.model import Person


class InboxHandler:
    """The verbs of `/turns`."""

    def __init__(self, app: App, panels: PanelHandler) -> None:
        self._app, self._panels = app, panels
        self.verbs: dict[str, Callable[[Tap], Awaitable[Answer]]] = {"go": self.go, "turns": self.turns}

    async def go(self, tap: Tap) -> Answer:
        """The choosing panel, from a list of tables, with the way back to it; a reminder stays for the others on it."""
        answer = await self._panels.open(tap.match, tap.by)
        message = answer.message
        if message is not None and len(await self._app.tables.turns(tap.by)) > 1:
            message = replace(message, rows=beside(message.rows, list_button(Words(tap.by.lang))))
        return replace(answer, message=message, edit=not tap.private)

    async def turns(self, tap: Tap) -> Answer:
        """The list of all one's tables, in place of the panel."""
        return Answer(await self.inbox(tap.by), edit=not tap.private)

    async def inbox(self, by: Person) -> Message:
        """All of a person's tables, those that wait for them first."""
        return pages.inbox_message(await self._app.tables.turns(by), by.lang, self._app.clock.now())


def list_button(words: Words) -> Button:
    """The way to all of one's tables."""
    return Button(words("ui.inbox.list"), encode(TableId(NOBODY, "turns")))
