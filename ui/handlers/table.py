"""Route clicks on the components of tables, lobbies and pages to their handlers.

`TableHandler` checks that the user may see the table, then runs the method registered for the
`TableAction`. Some of these methods are here: opening the panel, undo, help, rematch, resignation,
standing orders, resuming a halted table. The others are in the modules beside this one.
"""

from __future__ import annotations

from dataclasses import replace

from app.app import App
from app.match.seating import not_seated_error
from app.model.match import User, UserError
from games.core.text.messages import msg
from ui.action import ActionHandler, ActionHandlers, ComponentAction
from ui.components import Message
from ui.custom_ids import NO_MATCH, TableAction, number
from ui.discord_actions import DiscordActions
from ui.handlers.board import BoardHandler
from ui.handlers.guild_settings import GuildSettingsHandler
from ui.handlers.inbox import InboxHandler
from ui.handlers.leaderboards import LeaderboardHandler
from ui.handlers.lobby import LobbyHandler
from ui.handlers.moderation import ModerationHandler
from ui.handlers.notes import NoteHandler
from ui.handlers.panel import PanelHandler
from ui.handlers.posts import PostHandler
from ui.handlers.replay import ReplayHandler
from ui.handlers.rules import RulesHandler
from ui.handlers.tutorial import TutorialHandler
from ui.handlers.user_settings import UserSettingsHandler
from ui.handlers.votes import VoteHandler
from ui.i18n import Translator, escape_markup
from ui.response import Response
from ui.views.lobby.lobby_message import rematch_text, table_heading
from ui.views.pages import common
from ui.views.pages.covers import Covers
from ui.views.pages.way_back import BACK, has_way_back, leads_back, with_way_back
from ui.views.panel.panel import parse_view_arg
from ui.views.table.standing_orders import order_value, orders_message

# Pages about a running game, which take the place of a player's panel until *Back to the game*.
_PAGES = frozenset(
    {
        TableAction.SHOW_BOARD,
        TableAction.SHOW_TEXT,
        TableAction.SHOW_PART,
        TableAction.SHOW_PART_AS_TEXT,
        TableAction.SHOW_PART_AS_PICTURE,
        TableAction.SHOW_LEGEND,
        TableAction.SHOW_RECAP,
        TableAction.SHOW_LOG,
        TableAction.SHOW_SCORE,
        TableAction.SHOW_LAST_TURN,
        TableAction.SHOW_HELP,
        TableAction.EXPLAIN_PROMPT,
        TableAction.SHOW_RULES,
        TableAction.SHOW_RULES_SHEET,
        TableAction.SHOW_OPTIONS,
        TableAction.SET_LANGUAGE,
        TableAction.SHOW_ORDERS,
        TableAction.SET_ORDER,
        TableAction.WRITE_NOTE,
        TableAction.SHOW_REPLAY,
        TableAction.SHOW_REPLAY_ROUND,
        TableAction.SHOW_FIRST_STEP,
        TableAction.SHOW_LAST_STEP,
        TableAction.SWITCH_REPLAY_VIEW,
        TableAction.GO_TO_STEP,
        TableAction.REPLAY_FROM_LOG,
        TableAction.SHOW_MOMENTS,
    }
)


class TableHandler:
    """Handler of all components of tables, lobbies and pages.

    `actions` maps each `TableAction` to its method, which belongs to this class or to another
    handler. The other handlers are attributes, so that slash commands can call their methods.
    """

    def __init__(self, app: App, panels: PanelHandler, discord_actions: DiscordActions) -> None:
        self._app, self._panels, self._discord_actions = app, panels, discord_actions
        self._covers = Covers(app)
        self.lobby = LobbyHandler(app)
        self.board = BoardHandler(app, panels, discord_actions)
        self.votes = VoteHandler(app, panels)
        self.replay = ReplayHandler(app)
        self.leaderboards = LeaderboardHandler(app)
        self.moderation = ModerationHandler(app, discord_actions)
        self.tutorials = TutorialHandler(app, panels)
        self.rules = RulesHandler(app)
        self.inbox = InboxHandler(app, panels)
        self.notes = NoteHandler(app)
        self.user_settings = UserSettingsHandler(app)
        own: ActionHandlers = {
            TableAction.OPEN_PANEL: self.open_panel,
            TableAction.UNDO: lambda action: self.undo(
                action.match, action.by, action.click, in_dm=action.in_dm
            ),
            TableAction.SHOW_HELP: self.help_clicked,
            TableAction.EXPLAIN_PROMPT: self.explain_prompt,
            TableAction.REMATCH: self.rematch,
            TableAction.RESIGN: self.resign,
            TableAction.SHOW_ORDERS: lambda action: self.show_orders(action.match, action.by),
            TableAction.SET_ORDER: self.set_order,
            TableAction.RESUME_MATCH: self.resume,
            TableAction.MOVE_TABLE: lambda action: self.move(
                action.match, action.by, None if action.in_dm else action.channel, action.click
            ),
        }
        self.actions = _merge(
            own,
            self.lobby.actions,
            self.board.actions,
            self.votes.actions,
            self.replay.actions,
            self.leaderboards.actions,
            self.moderation.actions,
            self.tutorials.actions,
            self.rules.actions,
            self.inbox.actions,
            GuildSettingsHandler(app, discord_actions.guild_channels).actions,
            PostHandler(app, discord_actions.guild_channels).actions,
            self.notes.actions,
            self.user_settings.actions,
        )

    async def handle_click(self, action: ComponentAction) -> Response:
        """Run the action of a clicked component, and record that the user is active."""
        await self._check_access(action)
        await self._app.pings.record_activity(action.match, action.by)
        return await self._answer(action)

    async def add_way_back(self, response: Response, match_id: str, by: User) -> Response:
        """Add a button that leads from a page back to the panel, which the page may have replaced.

        Panels stay as they are, and so do pages of games that don't run and pages for spectators.
        """
        message = response.message
        if message is None or message.panel is not None:
            return response
        match = await self._app.lobby.get(match_id)
        if not has_way_back(match, by):
            return response
        page = with_way_back(message, match, by)
        return replace(response, message=page, edit=True) if leads_back(page) else response

    async def handle_modal(self, action: ComponentAction) -> Response:
        """Run the action of a submitted modal."""
        await self._check_access(action)
        return await self._answer(action)

    async def _answer(self, action: ComponentAction) -> Response:
        response = await self.actions[action.id.action](action)
        if action.id.action not in _PAGES or action.match == NO_MATCH:
            return response
        page = await self.add_way_back(response, action.match, action.by)
        if action.id.action is TableAction.REPLAY_FROM_LOG:
            # do not replace the log: the user may want to see the board after other rows too
            return replace(page, edit=response.edit)
        return page

    async def _check_access(self, action: ComponentAction) -> None:
        """Raise `UserError` if the user may not see the table; an operator may resume any table."""
        is_operator_resuming = (
            action.id.action is TableAction.RESUME_MATCH and action.by.id in self._app.operators
        )
        if action.match != NO_MATCH and not is_operator_resuming:
            await self._app.access.require_access(action.match, action.by.id, action.origin)

    async def open_panel(self, action: ComponentAction) -> Response:
        """Open the panel, in place of the clicked message unless that is public.

        With the argument `back` (the user comes back from a page), the panel shows again what
        happened since their last move.
        """
        return await self._panels.open(
            action.match, action.by, in_dm=action.in_dm, again=action.arg == BACK
        )

    async def undo(
        self, match_id: str, by: User, click: str | None, *, in_dm: bool = False
    ) -> Response:
        """Undo the user's last move and return the new panel.

        `click` is the interaction's id. With `in_dm` the panel is one for the user's DMs.
        """
        panel = await self._app.game_service.undo(match_id, by, click)
        return Response(await self._panels.build_message(panel, by, in_dm=in_dm))

    async def help_clicked(self, action: ComponentAction) -> Response:
        """Show the help topic that the argument names; without one, the start page.

        A topic replaces the clicked message; the start page is a new message.
        """
        if not action.arg:
            match_id = None if action.match == NO_MATCH else action.match
            return await self.show_help(match_id, action.by)
        match = None if action.match == NO_MATCH else await self._app.lobby.get(action.match)
        words = Translator.of(match, action.by.lang) if match else Translator(action.by.lang)
        asked = (
            await self._app.queries.current_prompt(action.match, action.by)
            if match and action.arg == "turn"
            else None
        )
        return Response(common.help_message(words, match, action.arg, asked))

    async def show_help(self, match_id: str | None, by: User) -> Response:
        """Show the start page of the help with a cover picture.

        Both are about the table's game, or about all games if `match_id` is None.
        """
        match = None if match_id is None else await self._app.lobby.get(match_id)
        words = Translator.of(match, by.lang) if match else Translator(by.lang)
        message = common.help_message(words, match)
        covered = (
            self._covers.one(message, words, match.game, by)
            if match
            else self._covers.all(message, words, by)
        )
        return Response(covered, edit=False)

    async def explain_prompt(self, action: ComponentAction) -> Response:
        """Explain the panel's current question (`?`); without one, what to do in a turn."""
        view = parse_view_arg(action.arg)
        panel = await self._panels.explain(action.match, action.by, view, in_dm=action.in_dm)
        if panel is not None:
            return Response(panel)
        match = await self._app.lobby.get(action.match)
        asked = await self._app.queries.current_prompt(action.match, action.by)
        return Response(
            common.help_message(Translator.of(match, action.by.lang), match, "turn", asked),
            edit=False,
        )

    async def rematch(self, action: ComponentAction) -> Response:
        """Open a lobby with the same users; the publisher posts it."""
        match = await self._app.lobby.rematch(action.match, action.by, action.click, action.creator)
        return Response(
            Message(content=rematch_text(match, action.by, Translator.of(match, action.by.lang))),
            edit=False,
        )

    async def ask_to_resign(self, match_id: str, by: User) -> Response:
        """Ask for confirmation before the user leaves a running game."""
        match = await self._app.lobby.get(match_id)
        if match.status not in ("running", "halted"):
            raise UserError(msg(f"host.trouble.{match.status}"))
        if match.seat_of(by.id) is None:
            raise not_seated_error(match, by.id)
        return Response(common.resign_message(match, Translator.of(match, by.lang)), edit=False)

    async def resign(self, action: ComponentAction) -> Response:
        """Leave the game; an AI player takes over."""
        match = await self._app.game_service.resign(action.match, action.by, action.click)
        return Response(Message(content=Translator.of(match, action.by.lang)("ui.resigned")))

    async def show_orders(self, match_id: str, by: User) -> Response:
        """Show the user's standing orders."""
        orders = await self._app.standing_orders.look(match_id, by)
        return Response(orders_message(orders, Translator.of(orders.match, by.lang)), edit=False)

    async def set_order(self, action: ComponentAction) -> Response:
        """Set or clear a standing order.

        The argument is `<order>.<index>`, or `<order>` if a select has the index.
        """
        name, _, index = action.arg.partition(".")
        orders = await self._app.standing_orders.look(action.match, action.by)
        setting = next((order for order in orders.settings if order.id == name), None)
        value = None if setting is None else order_value(setting, number(index or action.value))
        words = Translator.of(orders.match, action.by.lang)
        if value is None:
            return Response(replace(orders_message(orders, words), content=words("ui.stale")))
        return Response(
            orders_message(
                await self._app.standing_orders.set(action.match, action.by, name, value), words
            )
        )

    async def resume(self, action: ComponentAction) -> Response:
        """Let an operator resume a halted table."""
        if action.by.id not in self._app.operators:
            raise UserError(msg("ui.halted.admin_only"))
        match = await self._app.game_service.resume(action.match, action.by)
        words = Translator.of(match, action.by.lang)
        return Response(
            Message(
                content=words("ui.halted.resumed", table=escape_markup(table_heading(match, words)))
            )
        )

    async def move(
        self, match_id: str, by: User, channel: int | None, click: str | None
    ) -> Response:
        """Move the table to a channel, where it then pings its users.

        `click` is the interaction's id. Raises `UserError` without a channel.
        """
        if channel is None:
            raise UserError(msg("ui.server_only"))
        match = await self._discord_actions.move(match_id, by, channel, click or "")
        words = Translator.of(match, by.lang)
        return Response(
            Message(
                content=words("ui.homeless.moved", table=escape_markup(table_heading(match, words)))
            )
        )


def _merge(*parts: ActionHandlers) -> ActionHandlers:
    """Return the actions of all parts; raise `ValueError` if two parts have the same action."""
    merged = dict[TableAction, ActionHandler]()
    for part in parts:
        if duplicates := merged.keys() & part.keys():
            raise ValueError(f"several handlers for {sorted(duplicates)}")
        merged.update(part)
    return merged
