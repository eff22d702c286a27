"""Components of a user's list of tables: open a table from it, and return to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from app.app import App
from app.model.match import Match, User
from ui.action import ActionHandlers, ComponentAction
from ui.components import Button, Message
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.handlers.panel import PanelHandler
from ui.i18n import Translator, escape_markup
from ui.response import Response
from ui.views.lobby.lobby_message import table_heading
from ui.views.pages import common


class InboxHandler:
    """Actions of `/turns`."""

    def __init__(self, app: App, panels: PanelHandler) -> None:
        self._app, self._panels = app, panels
        self.actions: ActionHandlers = {
            TableAction.OPEN_FROM_INBOX: self.open_table,
            TableAction.SHOW_INBOX: self.show_inbox,
        }

    async def open_table(self, action: ComponentAction) -> Response:
        """Open the panel from a list of tables, with a button back to the list.

        The panel replaces the list. If the list is a reminder, it stays, because it names other
        tables too. If the table has lost its channel, offer to move the table to the channel of the
        click.
        """
        if action.origin.guild and (
            offer := offer_channel(
                await self._app.lobby.get(action.match), action.by, TableAction.OPEN_PANEL
            )
        ):
            return offer
        answer = await self._panels.open(action.match, action.by)
        message = answer.message
        if message is not None and len(await self._app.queries.inbox(action.by)) > 1:
            message = message.with_last_button(list_button(Translator(action.by.lang)))
        return replace(answer, message=message, edit=not action.in_dm)

    async def show_inbox(self, action: ComponentAction) -> Response:
        """Show the list of the user's tables in place of the panel."""
        return Response(await self.inbox(action.by), edit=not action.in_dm)

    async def inbox(self, by: User) -> Message:
        """Return the list of the user's tables; tables that wait for the user come first."""
        return common.inbox_message(
            await self._app.queries.inbox(by), by.lang, self._app.clock.now()
        )


def list_button(words: Translator) -> Button:
    """Return the button that opens the user's list of tables."""
    return Button(words("ui.inbox.list"), encode(TableId(NO_MATCH, TableAction.SHOW_INBOX)))


def offer_channel(
    match: Match, by: User, other_action: Literal[TableAction.OPEN_PANEL, TableAction.SHOW_BOARD]
) -> Response | None:
    """Return an offer to move a table without a channel to the channel of the click.

    A second button does not move the table but runs `other_action`. Returns None if there is
    nothing to offer: the table has a channel, the user `by` has no seat, or the table is a
    tutorial, which never has a channel.
    """
    if match.places.channel or not match.places.guild or match.seat_of(by.id) is None:
        return None
    words = Translator.of(match, by.lang)
    move_button = Button(
        words("ui.homeless.move"), encode(TableId(match.id, TableAction.MOVE_TABLE)), "blue"
    )
    stay_button = Button(
        words(f"ui.homeless.{other_action}"), encode(TableId(match.id, other_action))
    )
    offer = words("ui.homeless.offer", table=escape_markup(table_heading(match, words)))
    return Response(Message(content=offer, rows=((move_button, stay_button),)), edit=False)
