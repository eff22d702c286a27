"""What taps on time, votes and free seats do. No Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cogs.ui.ids import number
from cogs.ui.message import Message
from cogs.ui.pages.pages import SNOOZES
from cogs.ui.panel.handler import Answer, PanelHandler
from cogs.ui.tap import Tap
from cogs.ui.words import Words, when
from games.core.messages import msg
from host.app import App
from host.model import Match, Trouble
from host.pace import HOUR


class TogetherHandler:
    """The verbs of a table's second row, and what goes with them."""

    def __init__(self, app: App, panels: PanelHandler) -> None:
        self._app, self._panels = app, panels
        self.verbs: dict[str, Callable[[Tap], Awaitable[Answer]]] = {
            "vote_yes": self.vote, "vote_no": self.vote, "go_on": self.go_on, "take": self.take, "offer": self.offer,
            "snooze": self.snooze,
        }

    async def vote(self, tap: Tap) -> Answer:
        """Be for or against what is proposed; the table shows the count."""
        match = await self._app.votes.say(tap.match, tap.by, tap.id.verb == "vote_yes", tap.id.arg, tap.click)
        return _said(tap, match, "ui.time.voted" if match.vote else "ui.time.decided")

    async def go_on(self, tap: Tap) -> Answer:
        """End a pause."""
        return _said(tap, await self._app.votes.go_on(tap.match, tap.by, tap.click), "ui.time.goes_on")

    async def offer(self, tap: Tap) -> Answer:
        """Offer one's own seat."""
        return _said(tap, await self._app.substitutes.offer(tap.match, tap.by, tap.click), "ui.time.offered")

    async def take(self, tap: Tap) -> Answer:
        """Sit down on a free seat; what it sees is shown right here."""
        seat = number(tap.id.arg)
        if seat is None:
            raise Trouble(msg("ui.stale_control"))
        await self._app.substitutes.sit(tap.match, tap.by, seat, tap.click)
        return await self._panels.open(tap.match, tap.by, private=tap.private)

    async def snooze(self, tap: Tap) -> Answer:
        """No reminder for as many hours as the control says, one of `SNOOZES`; from now on, not from an earlier one's end."""
        hours = number(tap.id.arg)
        if hours not in SNOOZES:
            raise Trouble(msg("ui.stale_control"))
        until = self._app.clock.now() + hours * HOUR
        await self._app.people.set(tap.by, snooze=until)
        return Answer(Message(content=Words(tap.by.lang)("ui.time.snoozed", t=when(until))), edit=False)


def _said(tap: Tap, match: Match, key: str) -> Answer:
    return Answer(Message(content=Words.of(match, tap.by.lang)(key)), edit=False)
