"""Handlers of the components for votes, pauses, free seats and reminders."""

from __future__ import annotations

from app.app import App
from app.model.match import Match, User, UserError
from app.model.time_control import HOUR
from games.core.text.messages import literal, msg
from ui.action import ActionHandlers, ComponentAction
from ui.components import Button, Message
from ui.custom_ids import TableAction, TableId, encode, number
from ui.handlers.panel import PanelHandler
from ui.i18n import Translator, escape_markup, timestamp
from ui.response import Response
from ui.views.pages.common import SNOOZES
from ui.views.table.votes import take_message, vote_message, vote_outcome


class VoteHandler:
    """Handlers of the buttons for votes, pauses, free seats and the snoozing of reminders."""

    def __init__(self, app: App, panels: PanelHandler) -> None:
        self._app, self._panels = app, panels
        self.actions: ActionHandlers = {
            TableAction.SHOW_VOTE: self.show_vote,
            TableAction.VOTE_YES: lambda action: self.vote(action, yes=True),
            TableAction.VOTE_NO: lambda action: self.vote(action, yes=False),
            TableAction.END_PAUSE: self.end_pause,
            TableAction.ASK_TO_TAKE_SEAT: self.ask_to_take_seat,
            TableAction.TAKE_SEAT: self.take_seat,
            TableAction.KEEP_SEAT: self.keep_seat,
            TableAction.SNOOZE_REMINDERS: self.snooze,
        }

    async def show_vote(self, action: ComponentAction) -> Response:
        """Show the open vote, with buttons for those who may vote."""
        match = await self._app.lobby.get(action.match)
        if match.vote is None or match.status != "running":
            raise UserError(msg("host.trouble.vote_over"))
        return Response(
            vote_message(match, action.by.id, Translator.of(match, action.by.lang)), edit=False
        )

    async def vote(self, action: ComponentAction, *, yes: bool) -> Response:
        """Vote for (`yes`) or against the proposal.

        The answer says whether the proposal is still open, or how it ended if this vote decided it.
        """
        # `action.arg` identifies the proposal: a button of an earlier one is refused
        match = await self._app.votes.cast(action.match, action.by, yes, action.arg, action.click)
        return Response(Message(content=vote_answer_text(match, action.by, "ui.time.voted")))

    async def end_pause(self, action: ComponentAction) -> Response:
        """End the pause of a match."""
        match = await self._app.votes.resume(action.match, action.by, action.click)
        words = Translator.of(match, action.by.lang)
        return Response(Message(content=words("ui.time.goes_on")), edit=False)

    async def offer_seat(self, match_id: str, by: User, click: str | None) -> Response:
        """Offer the user's seat to others; a button in the answer withdraws the offer."""
        match = await self._app.substitutes.offer(match_id, by, click)
        words = Translator.of(match, by.lang)
        keep = Button(words("ui.time.keep"), encode(TableId(match.id, TableAction.KEEP_SEAT)))
        return Response(Message(content=words("ui.time.offered"), rows=((keep,),)), edit=False)

    async def keep_seat(self, action: ComponentAction) -> Response:
        """Withdraw the offer of the user's own seat."""
        match = await self._app.substitutes.offer(action.match, action.by, action.click, on=False)
        return Response(Message(content=Translator.of(match, action.by.lang)("ui.time.kept")))

    async def ask_to_take_seat(self, action: ComponentAction) -> Response:
        """Ask for confirmation before the user takes a free seat, whose hand they will then see."""
        return await self._confirm_seat(action.match, action.by, number(action.arg))

    async def take_seat(self, action: ComponentAction) -> Response:
        """Take a seat and open its panel. The argument is `<seat>.<former user>`.

        If the seat has changed hands and is offered by its new user, ask for confirmation again.
        """
        index, _, former_user = action.arg.partition(".")
        seat = number(index)
        if seat is None:
            raise UserError(msg("ui.stale_control"))
        match = await self._app.lobby.get(action.match)
        offered = next(
            (
                seat_row
                for seat_row in match.seats
                if seat_row.seat == seat and seat_row.user is not None
            ),
            None,
        )
        # another user took the seat first, and now offers it
        if (
            offered is not None
            and offered.user != action.by.id
            and str(offered.user) != former_user
        ):
            return await self._confirm_seat(action.match, action.by, seat)
        await self._app.substitutes.take_seat(action.match, action.by, seat, action.click)
        # an AI player had the seat, or Discord has delivered this click twice
        if offered is None or offered.user == action.by.id:
            return await self._panels.open(action.match, action.by, in_dm=action.in_dm)
        notice = msg("ui.time.taken", name=literal(escape_markup(offered.name)))
        return await self._panels.open(action.match, action.by, in_dm=action.in_dm, notice=notice)

    async def _confirm_seat(self, match_id: str, by: User, seat: int | None) -> Response:
        if seat is None:
            raise UserError(msg("ui.stale_control"))
        match, free = await self._app.substitutes.offered_seat(match_id, by, seat)
        return Response(take_message(match, free, Translator.of(match, by.lang)), edit=False)

    async def snooze(self, action: ComponentAction) -> Response:
        """Stop reminders for the number of hours in the argument, which must be in `SNOOZES`."""
        hours = number(action.arg)
        if hours not in SNOOZES:
            raise UserError(msg("ui.stale_control"))
        until = self._app.clock.now() + hours * HOUR
        await self._app.users.set(action.by, snooze=until)
        return Response(
            Message(content=Translator(action.by.lang)("ui.time.snoozed", t=timestamp(until))),
            edit=False,
        )


def vote_answer_text(match: Match, by: User, open_key: str) -> str:
    """Return the text for a user who has just voted or proposed.

    If the vote is decided, the text is its outcome; else the message with the key `open_key`.
    """
    words = Translator.of(match, by.lang)
    if match.vote is not None:
        return words(open_key, t=timestamp(match.vote.until, "f"))
    return words("ui.time.decided", how=vote_outcome(match, words))
