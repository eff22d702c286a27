"""What taps on time, votes and free seats do. No Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from app.app import App
from app.model.match import Match, Person, Trouble
from app.model.time_control import HOUR
from games.core.text.messages import literal, msg
from ui.action import Tap
from ui.components import Button, Message
from ui.custom_ids import TableId, encode, number
from ui.handlers.panel import Answer, PanelHandler
from ui.i18n import Words, plain, when
from ui.views.pages.common import SNOOZES
from ui.views.table.votes import outcome, take_message, vote_message


class TogetherHandler:
    """The verbs of a table's second row, and what goes with them."""

    def __init__(self, app: App, panels: PanelHandler) -> None:
        self._app, self._panels = app, panels
        self.verbs: dict[str, Callable[[Tap], Awaitable[Answer]]] = {
            "vote": self.look, "vote_yes": self.vote, "vote_no": self.vote, "go_on": self.go_on, "take": self.take,
            "take_sure": self.take_sure, "offer": self.offer, "keep": self.keep, "snooze": self.snooze,
        }

    async def look(self, tap: Tap) -> Answer:
        """The vote that is open, with its buttons for those who have one."""
        match = await self._app.lobby.get(tap.match)
        if match.vote is None or match.status != "running":
            raise Trouble(msg("host.trouble.vote_over"))
        return Answer(vote_message(match, tap.by.id, Words.of(match, tap.by.lang)), edit=False)

    async def vote(self, tap: Tap) -> Answer:
        """Be for or against what is proposed; the table shows the count. Who decides it reads how it went."""
        match = await self._app.votes.say(tap.match, tap.by, tap.id.verb == "vote_yes", tap.id.arg, tap.click)
        return Answer(Message(content=voted(match, tap.by, "ui.time.voted")))

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
        """Ask once before a free seat is taken: a hand can't be given back."""
        seat = number(tap.id.arg)
        if seat is None:
            raise Trouble(msg("ui.stale_control"))
        match, free = await self._app.substitutes.free(tap.match, tap.by, seat)
        return Answer(take_message(match, free, Words.of(match, tap.by.lang)), edit=False)

    async def take_sure(self, tap: Tap) -> Answer:
        """Sit down on the seat as it was when that was asked (`<seat>.<whose>`); what it sees is shown right here."""
        at, _, whose = tap.id.arg.partition(".")
        seat = number(at)
        if seat is None:
            raise Trouble(msg("ui.stale_control"))
        match = await self._app.lobby.get(tap.match)
        left = next((one for one in match.seats if one.seat == seat and one.user is not None), None)
        if left is not None and left.user != tap.by.id and str(left.user) != whose:    # somebody else was faster, and offers it
            return await self.take(replace(tap, id=TableId(tap.match, "take", at)))
        await self._app.substitutes.sit(tap.match, tap.by, seat, tap.click)
        if left is None or left.user == tap.by.id:  # a computer player had it; or this tap comes a second time
            return await self._panels.open(tap.match, tap.by, private=tap.private)
        notice = msg("ui.time.taken", name=literal(plain(left.name)))
        return await self._panels.open(tap.match, tap.by, private=tap.private, notice=notice)

    async def snooze(self, tap: Tap) -> Answer:
        """No reminder for as many hours as the control says, one of `SNOOZES`; from now on, not from an earlier one's end."""
        hours = number(tap.id.arg)
        if hours not in SNOOZES:
            raise Trouble(msg("ui.stale_control"))
        until = self._app.clock.now() + hours * HOUR
        await self._app.people.set(tap.by, snooze=until)
        return Answer(Message(content=Words(tap.by.lang)("ui.time.snoozed", t=when(until))), edit=False)


def voted(match: Match, by: Person, standing: str) -> str:
    """What somebody reads who has voted or proposed something: that it is `standing`, or how it went."""
    words = Words.of(match, by.lang)
    if match.vote is not None:
        return words(standing, t=when(match.vote.until, "f"))
    return words("ui.time.decided", how=outcome(match, words))


def _said(tap: Tap, match: Match, key: str) -> Answer:
    return Answer(Message(content=Words.of(match, tap.by.lang)(key)), edit=False)
