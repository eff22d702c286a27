"""Components for time, votes and free seats."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from app.app import App
from app.model.match import Match, User, UserError
from app.model.time_control import HOUR
from games.core.text.messages import literal, msg
from ui.action import ComponentAction
from ui.components import Button, Message
from ui.custom_ids import TableId, encode, number
from ui.handlers.panel import PanelHandler
from ui.i18n import Translator, plain, when
from ui.response import Response
from ui.views.pages.common import SNOOZES
from ui.views.table.votes import outcome, take_message, vote_message


class VoteHandler:
    """Verbs of a table's second row of buttons, and related ones."""

    def __init__(self, app: App, panels: PanelHandler) -> None:
        self._app, self._panels = app, panels
        self.verbs: dict[str, Callable[[ComponentAction], Awaitable[Response]]] = {
            "vote": self.look,
            "vote_yes": self.vote,
            "vote_no": self.vote,
            "go_on": self.go_on,
            "take": self.take,
            "take_sure": self.take_sure,
            "offer": self.offer,
            "keep": self.keep,
            "snooze": self.snooze,
        }

    async def look(self, tap: ComponentAction) -> Response:
        """Show the open vote, with buttons for those who may vote."""
        match = await self._app.lobby.get(tap.match)
        if match.vote is None or match.status != "running":
            raise UserError(msg("host.trouble.vote_over"))
        return Response(
            vote_message(match, tap.by.id, Translator.of(match, tap.by.lang)), edit=False
        )

    async def vote(self, tap: ComponentAction) -> Response:
        """Vote for or against the proposal; the table shows the count.

        The user whose vote decides it reads the outcome.
        """
        match = await self._app.votes.cast(
            tap.match, tap.by, tap.id.verb == "vote_yes", tap.id.arg, tap.click
        )
        return Response(Message(content=voted(match, tap.by, "ui.time.voted")))

    async def go_on(self, tap: ComponentAction) -> Response:
        """End a pause."""
        return _said(
            tap, await self._app.votes.go_on(tap.match, tap.by, tap.click), "ui.time.goes_on"
        )

    async def offer(self, tap: ComponentAction) -> Response:
        """Offer the user's own seat; a button in the answer withdraws the offer."""
        match = await self._app.substitutes.offer(tap.match, tap.by, tap.click)
        words = Translator.of(match, tap.by.lang)
        keep = Button(words("ui.time.keep"), encode(TableId(match.id, "keep")))
        return Response(Message(content=words("ui.time.offered"), rows=((keep,),)), edit=False)

    async def keep(self, tap: ComponentAction) -> Response:
        """Withdraw the offer of the user's own seat."""
        match = await self._app.substitutes.offer(tap.match, tap.by, tap.click, on=False)
        return Response(Message(content=Translator.of(match, tap.by.lang)("ui.time.kept")))

    async def take(self, tap: ComponentAction) -> Response:
        """Ask for confirmation before a user takes a free seat: a hand once seen stays known."""
        seat = number(tap.id.arg)
        if seat is None:
            raise UserError(msg("ui.stale_control"))
        match, free = await self._app.substitutes.free(tap.match, tap.by, seat)
        return Response(take_message(match, free, Translator.of(match, tap.by.lang)), edit=False)

    async def take_sure(self, tap: ComponentAction) -> Response:
        """Take the seat if its state is unchanged (`<seat>.<former user>`), and open the panel."""
        at, _, whose = tap.id.arg.partition(".")
        seat = number(at)
        if seat is None:
            raise UserError(msg("ui.stale_control"))
        match = await self._app.lobby.get(tap.match)
        left = next((one for one in match.seats if one.seat == seat and one.user is not None), None)
        if (
            left is not None and left.user != tap.by.id and str(left.user) != whose
        ):  # somebody else was faster, and offers it
            return await self.take(replace(tap, id=TableId(tap.match, "take", at)))
        await self._app.substitutes.sit(tap.match, tap.by, seat, tap.click)
        if (
            left is None or left.user == tap.by.id
        ):  # a computer player had it; or this tap comes a second time
            return await self._panels.open(tap.match, tap.by, private=tap.private)
        notice = msg("ui.time.taken", name=literal(plain(left.name)))
        return await self._panels.open(tap.match, tap.by, private=tap.private, notice=notice)

    async def snooze(self, tap: ComponentAction) -> Response:
        """Pause reminders for the component's number of hours from now, one of `SNOOZES`."""
        hours = number(tap.id.arg)
        if hours not in SNOOZES:
            raise UserError(msg("ui.stale_control"))
        until = self._app.clock.now() + hours * HOUR
        await self._app.users.set(tap.by, snooze=until)
        return Response(
            Message(content=Translator(tap.by.lang)("ui.time.snoozed", t=when(until))), edit=False
        )


def voted(match: Match, by: User, standing: str) -> str:
    """Return the answer to a voter or proposer: the vote is `standing`, or its outcome."""
    words = Translator.of(match, by.lang)
    if match.vote is not None:
        return words(standing, t=when(match.vote.until, "f"))
    return words("ui.time.decided", how=outcome(match, words))


def _said(tap: ComponentAction, match: Match, key: str) -> Response:
    return Response(Message(content=Translator.of(match, tap.by.lang)(key)), edit=False)
