"""Components of a table's messages: lobby, board, pages, end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from msgspec import structs

from app.app import App
from app.match.seating import stranger
from app.model.match import Match, TableView, UserError
from app.people.users import reads
from games.core.state.options import Order
from games.core.text.messages import msg
from ui.action import ComponentAction
from ui.components import Message
from ui.custom_ids import NOBODY, TableId, number
from ui.discord_actions import DiscordActions
from ui.handlers.guild_settings import GuildSettingsHandler
from ui.handlers.inbox import InboxHandler
from ui.handlers.invitation import InvitationHandler
from ui.handlers.leaderboards import LeaderboardHandler
from ui.handlers.moderation import ModerationHandler
from ui.handlers.panel import PanelHandler
from ui.handlers.replay import ReplayHandler
from ui.handlers.rules import RulesHandler
from ui.handlers.tutorial import TutorialHandler
from ui.handlers.votes import VoteHandler
from ui.i18n import Translator, plain
from ui.response import Response
from ui.views.lobby.lobby_message import (
    head,
    lobby_line,
    lobby_message,
    options_message,
    rematch_text,
    settable,
    values_of,
    youngest_first,
)
from ui.views.pages import common, settings
from ui.views.pages.covers import Covers
from ui.views.table import closeups
from ui.views.table.board_message import board_alt, has_board, picture_of
from ui.views.table.standing_orders import order_value, orders_message


class TableHandler:
    """Verbs of all components and commands of a table."""

    def __init__(self, app: App, panels: PanelHandler, rooms: DiscordActions) -> None:
        self._app, self._panels, self._rooms = app, panels, rooms
        self._covers = Covers(app)
        self.rules, self.inbox = RulesHandler(app), InboxHandler(app, panels)
        self._verbs: dict[str, Callable[[ComponentAction], Awaitable[Response]]] = {
            "join": self.join,
            "sit": self.sit,
            "open": self.open,
            "leave": self.leave,
            "bot": self.bot,
            "nobot": self.remove_bot,
            "start": self.start,
            "moving": self.moving,
            "options": self.options,
            "option": self.option,
            "value": self.value,
            "preset": self.preset,
            "size": self.size,
            "play": self.open_panel,
            "hand": self.hand,
            "undo": self.undo,
            "board": self.board,
            "text": self.text,
            "look": self.look,
            "look_text": self.look,
            "look_picture": self.look,
            "log": self.log,
            "help": self.help,
            "explain": self.explain,
            "score": self.score,
            "verify": self.verify,
            "rematch": self.rematch,
            "since": self.since,
            "resign": self.resign,
            "resign_sure": self.resign_sure,
            "erase_sure": self.erase_sure,
            "resume": self.resume,
            "orders": self.orders,
            "order": self.order,
            "pref": self.pref,
            "move": self.move_channel,
            "pace": self.pace,
            **VoteHandler(app, panels).verbs,
            **ReplayHandler(app).verbs,
            **LeaderboardHandler(app).verbs,
            **ModerationHandler(app, rooms).verbs,
            **GuildSettingsHandler(app, rooms.guild_channels).verbs,
            **TutorialHandler(app, panels).verbs,
            **self.rules.verbs,
            **self.inbox.verbs,
            **InvitationHandler(app).verbs,
        }

    async def tap(self, tap: ComponentAction) -> Response:
        """Run a component's or command's action if the user may see the table."""
        await self._enter(tap)
        return await self._do(tap)

    async def press(self, tap: ComponentAction) -> Response:
        """Run the action of a clicked component, and record that its user is active."""
        await self._enter(tap)
        await self._app.pings.record_activity(tap.match, tap.by)
        return await self._do(tap)

    async def _enter(self, tap: ComponentAction) -> None:
        """Raise `UserError` if the user may not see the table; an operator may resume any table."""
        operates = tap.id.verb == "resume" and tap.by.id in self._app.operators
        if tap.match != NOBODY and not operates:
            await self._app.access.enter(tap.match, tap.by.id, tap.origin)

    async def _do(self, tap: ComponentAction) -> Response:
        """Call the verb's method; an unknown verb of an older version shows the board."""
        return await self._verbs.get(tap.id.verb, self.board)(tap)

    # --- the lobby ---

    async def join(self, tap: ComponentAction) -> Response:
        """Take a seat; the lobby message shows it at once."""
        return self._lobby(await self._app.lobby.join(tap.match, tap.by, tap.click))

    async def sit(self, tap: ComponentAction) -> Response:
        """Take a seat at the table chosen from a list or by name; the answer is for the user only."""
        code = await self._app.access.find(next(iter(tap.values), ""), tap.by.id, tap.origin)
        match = await self._app.lobby.join(code, tap.by, tap.click)
        return self._told("ui.lobby.joined", match, tap)

    async def open(self, tap: ComponentAction) -> Response:
        """Open a table of the chosen game in the click's guild and channel.

        The component names the language. Components of older versions also name a guild, which
        is ignored.
        """
        lang, game = tap.id.arg.partition(".")[0], next(iter(tap.values), "")
        if tap.here is None or not tap.origin.guild or game not in self._app.games:
            raise UserError(msg("ui.stale_control"))
        self._app.limits.check(tap.by, "open")
        match = await self._app.lobby.create(
            tap.by,
            game,
            guild=tap.origin.guild,
            channel=tap.here,
            lang=lang,
            click=tap.click,
            opener=tap.opener,
        )
        return self._told("ui.lobby.opened", match, tap)

    @staticmethod
    def _told(key: str, match: Match, tap: ComponentAction) -> Response:
        words = Translator.of(match, tap.by.lang)
        return Response(Message(content=words(key, table=plain(head(match, words)))))

    async def leave(self, tap: ComponentAction) -> Response:
        """Leave the seat."""
        return self._lobby(await self._app.lobby.leave(tap.match, tap.by, tap.click))

    async def bot(self, tap: ComponentAction) -> Response:
        """Add an AI player, of the default strength unless one is given."""
        strength = {"kind": tap.id.arg} if tap.id.arg else {}
        return self._lobby(
            await self._app.lobby.add_computer(tap.match, tap.by, tap.click, **strength)
        )

    async def remove_bot(self, tap: ComponentAction) -> Response:
        """Remove the last AI player (from the options)."""
        return await self._set(self._app.lobby.remove_computer(tap.match, tap.by, tap.click), tap)

    async def moving(self, tap: ComponentAction) -> Response:
        """Toggle the animation of the last turn on the board."""
        return await self._set(self._app.lobby.toggle_animation(tap.match, tap.by, tap.click), tap)

    async def start(self, tap: ComponentAction) -> Response:
        """Start the game; the publisher shows the table."""
        await self._app.lobby.start(tap.match, tap.by, tap.click)
        return Response(None)

    async def options(self, tap: ComponentAction) -> Response:
        """Show the options, which the organizer can change."""
        answer = self._options(await self._app.lobby.get(tap.match), tap)
        return answer if tap.id.arg == "back" else replace(answer, edit=False)

    async def option(self, tap: ComponentAction) -> Response:
        """Show the values of the chosen option."""
        match = await self._app.lobby.get(tap.match)
        return self._options(match, tap, tap.values[0] if tap.values else "")

    async def value(self, tap: ComponentAction) -> Response:
        """Set an option to the value at the chosen index.

        An outdated list sets nothing and says so.
        """
        match = await self._app.lobby.get(tap.match)
        setting = next((s for s in settable(match) if s.id == tap.id.arg), None)
        at = number(tap.values[0]) if tap.values else None
        if (
            setting is None
            or at is None
            or not (isinstance(setting, Order) or 0 <= at < len(values_of(setting)))
        ):
            return self._options(match, tap, stale=True)
        value = (
            youngest_first(at, match, setting)
            if isinstance(setting, Order)
            else values_of(setting)[at]
        )
        return await self._set(
            self._app.lobby.set_option(match.id, tap.by, setting.id, value, tap.click), tap
        )

    async def preset(self, tap: ComponentAction) -> Response:
        """Set all options to the chosen preset."""
        preset = next(iter(tap.values), "")
        return await self._set(
            self._app.lobby.set_preset(tap.match, tap.by, preset, tap.click), tap
        )

    async def pref(self, tap: ComponentAction) -> Response:
        """Change a setting of the user.

        Their open private messages follow, and the boards that show the setting.
        """
        pictures = next(iter(self._app.games)) if self._app.renderer is not None else ""
        if tap.id.arg == settings.ARMS:
            return Response(settings.arms_message(tap.by, pictures))
        if tap.id.arg == settings.BACK:
            return Response(settings.settings_message(tap.by))
        given = settings.changed(tap.by, tap.id.arg, tap.values)
        if given is None:
            raise UserError(msg("ui.stale_control"))
        by = await self._app.users.set(tap.by, **given)
        if tap.id.arg not in settings.UNSEEN:
            await self._app.game_service.republish(by)
        return Response(
            settings.arms_message(by, pictures)
            if tap.id.arg in settings.COATS
            else settings.settings_message(by)
        )

    async def pace(self, tap: ComponentAction) -> Response:
        """Set the time control: one of `pace.PACES`, `weekends` or `absent`."""
        name = next(iter(tap.values), "")
        return await self._set(self._app.lobby.set_pace(tap.match, tap.by, name, tap.click), tap)

    async def size(self, tap: ComponentAction) -> Response:
        """Set the number of seats."""
        size = number(next(iter(tap.values), ""))
        if size is None:
            return self._options(await self._app.lobby.get(tap.match), tap, stale=True)
        return await self._set(self._app.lobby.set_size(tap.match, tap.by, size, tap.click), tap)

    def _lobby(self, match: Match) -> Response:
        """Return the public lobby message."""
        words = Translator.of(match)
        if match.status == "closed":  # the last have left
            return Response(lobby_line(match, words, ""), public=True)
        if match.status != "lobby":
            return Response(None)
        return Response(
            self._covers.one(
                lobby_message(match, words), words, match.game, None, match.created_at
            ),
            public=True,
        )

    async def _set(self, change: Awaitable[Match], tap: ComponentAction) -> Response:
        """Return the options after a change.

        If the game has begun meanwhile they have no components.
        """
        try:
            match = await change
        except UserError:
            match = await self._app.lobby.get(tap.match)
            if match.status == "lobby":
                raise
        return self._options(match, tap)

    def _options(
        self, match: Match, tap: ComponentAction, opened: str = "", *, stale: bool = False
    ) -> Response:
        mine, words = (
            match.host == tap.by.id and match.status == "lobby",
            Translator.of(match, tap.by.lang),
        )
        message = options_message(match, words, mine=mine, opened=opened if mine else "")
        return Response(replace(message, content=words("ui.stale")) if stale else message)

    # --- the game ---

    async def open_panel(self, tap: ComponentAction) -> Response:
        """Open the panel."""
        return await self._panels.open(tap.match, tap.by, private=tap.private)

    async def hand(self, tap: ComponentAction) -> Response:
        """Show what the private message shows, for users whose DMs are closed."""
        match = await self._app.lobby.get(tap.match)
        if match.seat_of(tap.by.id) is None:
            raise stranger(match, tap.by.id)
        answer = await self._panels.open(tap.match, tap.by, private=tap.private, hand=True)
        if (
            tap.by.dm_closed
            and answer.message is not None
            and not await self._rooms.retry_dm(tap.match, tap.by)
        ):
            note = Translator(tap.by.lang)("ui.dm_closed")
            answer = replace(answer, message=replace(answer.message, content=note))
        return answer

    async def undo(self, tap: ComponentAction) -> Response:
        """Undo the user's last step and show the panel."""
        panel = await self._app.game_service.undo(tap.match, tap.by, tap.click)
        return Response(await self._panels.show(panel, tap.by, private=tap.private))

    async def board(self, tap: ComponentAction) -> Response:
        """Show the board as the user may see it."""
        look = await self._app.queries.view(tap.match, tap.by)
        words = Translator.of(look.match, tap.by.lang)
        message = common.text_message(look, words, pictures=self._has_picture(look))
        in_words = reads(tap.by, tap.match) and tap.id.arg != common.PICTURE
        if in_words or not self._has_picture(look) or message.card is None:
            return Response(message, edit=bool(tap.id.arg))
        scene = await self._app.queries.scene(
            tap.match, look.seat, picture_of(look.match), tap.by.lang, by=tap.by
        )
        summary = words.rich(look.summary) if look.summary else ""
        card = replace(message.card, picture=True, text=summary)
        made = Message(
            card=card,
            rows=closeups.picture_buttons(look, words),
            scene=scene,
            alt=board_alt(look, (), words),
        )
        return Response(made, edit=bool(tap.id.arg))

    def _has_picture(self, look: TableView) -> bool:
        """Return whether the table can be shown as a picture."""
        return self._app.renderer is not None and has_board(look.match)

    async def look(self, tap: ComponentAction) -> Response:
        """Show a part of the table close up, as the user may see it.

        As text for users who prefer that (unless `look_picture`) or ask for it (`look_text`). A
        part that no longer exists shows the board.
        """
        look = await self._app.queries.view(tap.match, tap.by)
        words, (name, _, page) = (
            Translator.of(look.match, tap.by.lang),
            (tap.id.arg or next(iter(tap.values), "")).partition("."),
        )
        part = next((one for one in look.closeups if one.id == name), None)
        if part is None:
            return await self.board(replace(tap, id=TableId(tap.match, "board")))
        in_words = tap.id.verb == "look_text" or (
            reads(tap.by, tap.match) and tap.id.verb != "look_picture"
        )
        if in_words or self._app.renderer is None:
            told = common.text_message(
                look, words, _number(page), part, pictures=self._app.renderer is not None
            )
            return Response(told, edit=not tap.private)
        scene = await self._app.queries.scene(
            tap.match, look.seat, part.picture, tap.by.lang, by=tap.by
        )
        made = closeups.look_message(
            look, part, words, structs.replace(scene, focus=part.seat, spot=part.spot)
        )
        return Response(made, edit=not tap.private)

    async def text(self, tap: ComponentAction) -> Response:
        """Show the whole position as text."""
        look = await self._app.queries.view(tap.match, tap.by)
        words = Translator.of(look.match, tap.by.lang)
        return Response(
            common.text_message(look, words, _number(tap.id.arg), pictures=self._has_picture(look))
        )

    async def log(self, tap: ComponentAction) -> Response:
        """Show a page of the log: the asked one, where the user left off, or the newest."""
        match = await self._app.lobby.get(tap.match)
        row = (
            (await self._app.queries.recap(tap.match, tap.by, seen=False)).row
            if tap.id.arg == common.SINCE
            else None
        )
        page = await self._app.queries.log(tap.match, tap.by, _number(tap.id.arg), after=row)
        return Response(
            common.log_message(match, page, Translator.of(match, tap.by.lang)),
            edit=bool(tap.id.arg) and row is None,
        )

    async def since(self, tap: ComponentAction) -> Response:
        """Show a page of what others did since the user's last step."""
        match = await self._app.lobby.get(tap.match)
        since = await self._app.queries.recap(tap.match, tap.by)
        message = common.since_message(
            match, since, Translator.of(match, tap.by.lang), _number(tap.id.arg)
        )
        return Response(message, edit=bool(tap.id.arg))

    async def help(self, tap: ComponentAction) -> Response:
        """Show help for the situation."""
        match = None if tap.match == NOBODY else await self._app.lobby.get(tap.match)
        words = Translator.of(match, tap.by.lang) if match else Translator(tap.by.lang)
        asked = (
            await self._app.queries.asked(tap.match, tap.by)
            if match and tap.id.arg == "turn"
            else None
        )
        message = common.help_message(words, match, tap.id.arg, asked)
        if tap.id.arg:
            return Response(message)
        covered = (
            self._covers.one(message, words, match.game, tap.by)
            if match
            else self._covers.all(message, words, tap.by)
        )
        return Response(covered, edit=False)

    async def explain(self, tap: ComponentAction) -> Response:
        """Explain the current question (`?`); without one, what to do in a turn."""
        match = await self._app.lobby.get(tap.match)
        asked = await self._app.queries.asked(tap.match, tap.by)
        return Response(
            common.explain_message(match, Translator.of(match, tap.by.lang), asked), edit=False
        )

    async def score(self, tap: ComponentAction) -> Response:
        """Show the points as a grid."""
        match = await self._app.lobby.get(tap.match)
        board = await self._app.queries.score(tap.match)
        return Response(
            common.score_message(match, board, Translator.of(match, tap.by.lang)), edit=False
        )

    async def verify(self, tap: ComponentAction) -> Response:
        """Replay the whole game and show whether the log leads to the stored position."""
        match = await self._app.lobby.get(tap.match)
        result = await self._app.queries.verify(tap.match)
        if result.ok and not result.read:  # counted like everywhere, as everybody was told them
            result = structs.replace(result, rows=await self._app.replays.last_step(tap.match))
        return Response(
            common.verify_message(match, result, Translator.of(match, tap.by.lang)), edit=False
        )

    async def rematch(self, tap: ComponentAction) -> Response:
        """Open a lobby with the same users; the publisher posts it."""
        match = await self._app.lobby.rematch(tap.match, tap.by, tap.click, tap.opener)
        return Response(
            Message(content=rematch_text(match, tap.by, Translator.of(match, tap.by.lang))),
            edit=False,
        )

    async def resign(self, tap: ComponentAction) -> Response:
        """Ask for confirmation before the user leaves a running game."""
        match = await self._app.lobby.get(tap.match)
        if match.status not in ("running", "halted"):
            raise UserError(msg(f"host.trouble.{match.status}"))
        if match.seat_of(tap.by.id) is None:
            raise stranger(match, tap.by.id)
        return Response(common.resign_message(match, Translator.of(match, tap.by.lang)), edit=False)

    async def resign_sure(self, tap: ComponentAction) -> Response:
        """Leave the game; an AI player takes over."""
        match = await self._app.game_service.resign(tap.match, tap.by, tap.click)
        return Response(Message(content=Translator.of(match, tap.by.lang)("ui.resigned")))

    async def orders(self, tap: ComponentAction) -> Response:
        """Show the user's standing orders."""
        orders = await self._app.standing_orders.look(tap.match, tap.by)
        return Response(
            orders_message(orders, Translator.of(orders.match, tap.by.lang)), edit=False
        )

    async def order(self, tap: ComponentAction) -> Response:
        """Set or clear a standing order: `<order>.<index of the value>`, or the index by select."""
        name, _, at = tap.id.arg.partition(".")
        orders = await self._app.standing_orders.look(tap.match, tap.by)
        setting = next((one for one in orders.settings if one.id == name), None)
        value = (
            None
            if setting is None
            else order_value(setting, number(at or next(iter(tap.values), "")))
        )
        words = Translator.of(orders.match, tap.by.lang)
        if value is None:
            return Response(replace(orders_message(orders, words), content=words("ui.stale")))
        return Response(
            orders_message(
                await self._app.standing_orders.set(tap.match, tap.by, name, value), words
            )
        )

    async def resume(self, tap: ComponentAction) -> Response:
        """Let an operator resume a halted table."""
        if tap.by.id not in self._app.operators:
            raise UserError(msg("ui.halted.admin_only"))
        match = await self._app.game_service.resume(tap.match, tap.by)
        words = Translator.of(match, tap.by.lang)
        return Response(
            Message(content=words("ui.halted.resumed", table=plain(head(match, words))))
        )

    async def erase_sure(self, tap: ComponentAction) -> Response:
        """Erase the user's data for good."""
        tables = await self._app.privacy.erase(tap.by)
        return Response(
            Message(
                content=Translator(tap.by.lang)(
                    "ui.me.erased" if tables else "ui.me.erased_none", n=tables
                )
            )
        )

    async def move_channel(self, tap: ComponentAction) -> Response:
        """Move the table to the click's channel; the pings follow."""
        if tap.here is None or tap.private:
            raise UserError(msg("ui.server_only"))
        match = await self._rooms.move(tap.match, tap.by, tap.here, tap.click or "")
        words = Translator.of(match, tap.by.lang)
        return Response(
            Message(content=words("ui.homeless.moved", table=plain(head(match, words))))
        )


def _number(text: str) -> int:
    return max(0, number(text) or 0)
