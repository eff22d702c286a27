"""What taps on time, votes and free seats do. No Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cogs.ui.ids import TableId, encode, number
from cogs.ui.message import Button, Message
from cogs.ui.pages.pages import SNOOZES
from cogs.ui.panel.handler import Answer, PanelHandler
from cogs.ui.rooms import Rooms
from cogs.ui.tap import Tap
from cogs.ui.words import Words, plain, table_title, when
from games.core.messages import literal, msg
from host.app import App
from host.model import Match, Person, SeatRow, Trouble
from host.pace import HOUR


class TogetherHandler:
    """The verbs of a table's second row, and what goes with them."""

    def __init__(self, app: App, panels: PanelHandler, rooms: Rooms) -> None:
        self._app, self._panels, self._rooms = app, panels, rooms
        self.verbs: dict[str, Callable[[Tap], Awaitable[Answer]]] = {
            "vote_yes": self.vote, "vote_no": self.vote, "go_on": self.go_on, "take": self.take, "offer": self.offer,
            "keep": self.keep, "snooze": self.snooze,
        }

    async def vote(self, tap: Tap) -> Answer:
        """Be for or against what is proposed; the table shows the count."""
        match = await self._app.votes.say(tap.match, tap.by, tap.id.verb == "vote_yes", tap.id.arg, tap.click)
        return _said(tap, match, "ui.time.voted" if match.vote else "ui.time.decided")

    async def go_on(self, tap: Tap) -> Answer:
        """End a pause."""
        return _said(tap, await self._app.votes.go_on(tap.match, tap.by, tap.click), "ui.time.goes_on")

    async def offer(self, tap: Tap) -> Answer:
        """Offer one's own seat; what is answered takes it back."""
        match = await self._app.substitutes.offer(tap.match, tap.by, tap.click)
        words = Words.of(match, tap.by.lang)
        keep = Button(words("ui.time.keep"), encode(TableId(match.id, "keep")))
        return Answer(Message(content=words("ui.time.offered"), rows=((keep,),)), edit=False)

    async def keep(self, tap: Tap) -> Answer:
        """Offer one's own seat no more."""
        match = await self._app.substitutes.offer(tap.match, tap.by, tap.click, on=False)
        return Answer(Message(content=Words.of(match, tap.by.lang)("ui.time.kept")))

    async def take(self, tap: Tap) -> Answer:
        """Sit down on a free seat; what it sees is shown right here, and who sat there is told."""
        seat = number(tap.id.arg)
        if seat is None:
            raise Trouble(msg("ui.stale_control"))
        match = await self._app.lobby.get(tap.match)
        left = next((one for one in match.seats if one.seat == seat and one.user is not None), None)
        await self._app.substitutes.sit(tap.match, tap.by, seat, tap.click)
        if left is None or left.user == tap.by.id:  # a computer player had it; or this tap comes a second time
            return await self._panels.open(tap.match, tap.by, private=tap.private)
        await self._replaced(match, left, tap.by)
        notice = msg("ui.time.taken", name=literal(plain(left.name)))
        return await self._panels.open(tap.match, tap.by, private=tap.private, notice=notice)

    async def _replaced(self, match: Match, left: SeatRow, by: Person) -> None:
        """Who has lost or given away a seat hears of it, if they take direct messages. `match`: as it was before."""
        words = Words.of(match, left.lang)
        said = words("ui.time.replaced", name=plain(by.name), table=plain(table_title(match, words)))
        await self._rooms.tell(left.user or 0, Message(content=said))

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
