"""Components of a table that has not begun (seats, options, start), and of table lists."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import replace

from app.app import App
from app.match.access import Origin
from app.model.ai_request import DEFAULT_STRENGTH
from app.model.match import Match, User, UserError
from games.core.state.options import Order
from games.core.text.messages import msg
from ui.action import ActionHandlers, ComponentAction
from ui.components import Message
from ui.custom_ids import TableAction, number
from ui.i18n import Translator, escape_markup
from ui.response import Response
from ui.views.lobby.lobby_message import (
    applicable_options,
    games_message,
    lobby_message,
    options_page,
    order_beginning_with,
    replaced_lobby_message,
    table_heading,
    values_of,
)
from ui.views.pages.begun_options import begun_options_page
from ui.views.pages.covers import Covers


class LobbyHandler:
    """Actions of the lobby; each may raise `UserError`."""

    def __init__(self, app: App) -> None:
        self._app, self._covers = app, Covers(app)
        self.actions: ActionHandlers = {
            TableAction.JOIN: self.join,
            TableAction.JOIN_CHOSEN: self.join_chosen,
            TableAction.ACCEPT_INVITATION: self.accept_invitation,
            TableAction.NEW_TABLE: self.choose_game,
            TableAction.OPEN_TABLE: self.open_table,
            TableAction.LEAVE: self.leave,
            TableAction.ADD_BOT: self.add_bot,
            TableAction.REMOVE_BOT: self.remove_bot,
            TableAction.START: self.start,
            TableAction.TOGGLE_ANIMATION: self.toggle_animation,
            TableAction.SHOW_OPTIONS: self.options_clicked,
            TableAction.SHOW_OPTION: self.show_option,
            TableAction.SET_OPTION: self.set_option,
            TableAction.SET_PRESET: self.set_preset,
            TableAction.SET_SIZE: self.set_size,
            TableAction.SET_TIME_CONTROL: self.set_time_control,
            TableAction.SET_LANGUAGE: self.set_language,
        }

    async def join(self, action: ComponentAction) -> Response:
        """Take a seat; the clicked lobby message shows it at once."""
        return self._lobby_response(
            await self._app.lobby.join(action.match, action.by, action.click)
        )

    async def join_chosen(self, action: ComponentAction) -> Response:
        """Take a seat at the table chosen from a list; the answer replaces the list."""
        joined = await self.join_by_code(action.value, action.by, action.origin, action.click)
        return replace(joined, edit=True)

    async def join_by_code(
        self, code: str, by: User, origin: Origin, click: str | None
    ) -> Response:
        """Take a seat at the table with this code; only the user sees the answer.

        `origin` decides whether the user may see the table, `click` is the interaction's id.
        """
        match_id = await self._app.access.find(code, by.id, origin)
        match = await self._app.lobby.join(match_id, by, click)
        return _table_response("ui.lobby.joined", match, by)

    async def accept_invitation(self, action: ComponentAction) -> Response:
        """Seat a user who accepts an invitation.

        The publisher then updates the lobby message and deletes the invitation.
        """
        match = await self._app.invitations.accept(action.match, action.by, action.click)
        return _table_response("ui.lobby.joined", match, action.by)

    async def choose_game(self, action: ComponentAction) -> Response:
        """Show a list of games; the user may open a table of one in the channel of the click."""
        by, guild = action.by, action.origin.guild
        if action.channel is None or not guild:
            raise UserError(msg("ui.server_only"))
        await self._app.guild_settings.settings_for_new_match(guild, action.channel, action.creator)
        message = games_message(self._app.games, by.lang, "ui.join.new")
        return Response(self._covers.all(message, Translator(by.lang), by), edit=False)

    async def open_table(self, action: ComponentAction) -> Response:
        """Open a table of the chosen game in the guild and channel of the click.

        The argument is the table's language. Components of older versions have
        `<language>.<guild>`, of which the guild is ignored.
        """
        lang, game = action.arg.partition(".")[0], action.value
        if action.channel is None or not action.origin.guild or game not in self._app.games:
            raise UserError(msg("ui.stale_control"))
        self._app.limits.count_request(action.by, "open")
        match = await self._app.lobby.create(
            action.by,
            game,
            guild=action.origin.guild,
            channel=action.channel,
            lang=lang,
            click=action.click,
            creator=action.creator,
        )
        return replace(_table_response("ui.lobby.opened", match, action.by), edit=True)

    async def leave(self, action: ComponentAction) -> Response:
        """Leave the user's seat."""
        return self._lobby_response(
            await self._app.lobby.leave(action.match, action.by, action.click)
        )

    async def add_bot(self, action: ComponentAction) -> Response:
        """Add an AI player.

        The player's strength is the select's value or, for buttons of older messages, the argument.
        Without either, the default strength is used.
        """
        return self._lobby_response(
            await self._app.lobby.add_computer(
                action.match,
                action.by,
                action.click,
                action.value or action.arg or DEFAULT_STRENGTH,
            )
        )

    async def remove_bot(self, action: ComponentAction) -> Response:
        """Remove the last AI player and show the options page, which has the clicked button."""
        return await self._apply_change(
            action, self._app.lobby.remove_computer(action.match, action.by, action.click)
        )

    async def start(self, action: ComponentAction) -> Response:
        """Start the game; the publisher shows the table."""
        await self._app.lobby.start(action.match, action.by, action.click)
        return Response(None)

    async def toggle_animation(self, action: ComponentAction) -> Response:
        """Toggle the animation of the last turn on the board."""
        return await self._apply_change(
            action, self._app.lobby.toggle_animation(action.match, action.by, action.click)
        )

    async def options_clicked(self, action: ComponentAction) -> Response:
        """Show the options in a new message or, with the argument `back`, in the clicked message."""
        shown = await self.show_options(action.match, action.by)
        return replace(shown, edit=action.arg == "back")

    async def show_options(self, match_id: str, by: User) -> Response:
        """Show the options, which the organizer can change."""
        match = await self._app.lobby.get(match_id)
        return replace(self._options_response(match, by), edit=False)

    async def show_option(self, action: ComponentAction) -> Response:
        """Show the values of the chosen option."""
        match = await self._app.lobby.get(action.match)
        if match.status != "lobby":
            return Response(begun_options_page(match, action.by))
        return self._options_response(match, action.by, action.value)

    async def set_option(self, action: ComponentAction) -> Response:
        """Set an option to the value with the chosen index.

        If the list of values was outdated, nothing is set, and the answer says so.
        """
        match = await self._app.lobby.get(action.match)
        setting = next(
            (option for option in applicable_options(match) if option.id == action.arg), None
        )
        index = number(action.value)
        if (
            setting is None
            or index is None
            or not (isinstance(setting, Order) or 0 <= index < len(values_of(setting)))
        ):
            return self._options_response(match, action.by, stale=True)
        value = (
            order_beginning_with(index, match, setting)
            if isinstance(setting, Order)
            else values_of(setting)[index]
        )
        return await self._apply_change(
            action,
            self._app.lobby.set_option(match.id, action.by, setting.id, value, action.click),
        )

    async def set_preset(self, action: ComponentAction) -> Response:
        """Set all options to the chosen preset."""
        return await self._apply_change(
            action,
            self._app.lobby.set_preset(action.match, action.by, action.value, action.click),
        )

    async def set_size(self, action: ComponentAction) -> Response:
        """Set the number of seats."""
        size = number(action.value)
        if size is None:
            match = await self._app.lobby.get(action.match)
            return self._options_response(match, action.by, stale=True)
        return await self._apply_change(
            action, self._app.lobby.set_size(action.match, action.by, size, action.click)
        )

    async def set_time_control(self, action: ComponentAction) -> Response:
        """Set the time control, or toggle one of its fields.

        The select's value is a preset in `time_control.PACES`, or the field: `weekends` or
        `absent`.
        """
        return await self._apply_change(
            action, self._app.lobby.set_pace(action.match, action.by, action.value, action.click)
        )

    async def set_language(self, action: ComponentAction) -> Response:
        """Set the language of the table's public messages to the argument."""
        match = await self._app.lobby.set_language(
            action.match, action.by, action.arg, action.click
        )
        return self._options_response(match, action.by)

    def _lobby_response(self, match: Match) -> Response:
        """Return the public lobby message, which replaces the clicked message.

        If the table was closed, return the message that says so; if the game has begun, an
        acknowledgement.
        """
        words = Translator.of(match)
        if match.status == "closed":  # the last user has left
            return Response(replaced_lobby_message(match, words, ""), public=True)
        if match.status != "lobby":
            return Response(None)
        return Response(
            self._covers.one(
                lobby_message(match, words), words, match.game, None, match.created_at
            ),
            public=True,
        )

    async def _apply_change(self, action: ComponentAction, change: Awaitable[Match]) -> Response:
        """Await `change`, which sets an option, and return the page of options.

        If the game has begun meanwhile, the change fails, and the page says so.
        """
        try:
            match = await change
        except UserError:
            match = await self._app.lobby.get(action.match)
            if match.status == "lobby":
                raise
            return Response(begun_options_page(match, action.by))
        return self._options_response(match, action.by)

    @staticmethod
    def _options_response(
        match: Match, by: User, opened: str = "", *, stale: bool = False
    ) -> Response:
        """Return the page of options as a response.

        `opened` is the id of the option whose values the organizer sees, "" for none. With `stale`,
        the page says that the click was outdated.
        """
        message = options_page(match, by, opened)
        words = Translator.of(match, by.lang)
        return Response(replace(message, content=words("ui.stale")) if stale else message)


def _table_response(key: str, match: Match, by: User) -> Response:
    """Return a new ephemeral message that names the table.

    `key` is the message key of its text.
    """
    words = Translator.of(match, by.lang)
    return Response(
        Message(content=words(key, table=escape_markup(table_heading(match, words)))), edit=False
    )
