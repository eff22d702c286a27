"""Actions of users without a seat: spectate, and rewind games of a guild they manage."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.app import App
from app.model.match import Match, UserError
from games.core.text.messages import msg
from ui.action import ComponentAction
from ui.components import Message
from ui.custom_ids import number
from ui.discord_actions import DiscordActions
from ui.i18n import Translator, plain, table_title
from ui.response import Response
from ui.views.pages import spectating


class ModerationHandler:
    """Verbs of spectators and guild managers; each raises `UserError`."""

    def __init__(self, app: App, rooms: DiscordActions) -> None:
        self._app, self._rooms = app, rooms
        self.verbs: dict[str, Callable[[ComponentAction], Awaitable[Response]]] = {
            "follow": self.follow,
            "unfollow": self.unfollow,
            "rewind": self.rewind,
            "rewind_sure": self.rewind_sure,
        }

    async def follow(self, tap: ComponentAction) -> Response:
        """Start spectating: one DM per round, the first one at once."""
        await self._app.spectators.begin(tap.match, tap.by)
        if not await self._rooms.send_watcher_message(tap.match, tap.by):
            await self._app.spectators.end(tap.match, tap.by)
            raise UserError(msg("ui.follow.closed"))
        return await self._said(tap, "ui.follow.on")

    async def unfollow(self, tap: ComponentAction) -> Response:
        """Stop spectating; a status message whose button was clicked says so."""
        await self._rooms.delete_watcher_message(tap.match, tap.by, stays=tap.private)
        return await self._said(tap, "ui.follow.off", edit=tap.private)

    async def rewind(self, tap: ComponentAction) -> Response:
        """Ask the guild's manager to confirm a rewind, and show what it undoes."""
        match, step = await self._mine(tap), number(tap.id.arg)
        if match.status != "running":
            raise UserError(msg(f"host.trouble.{match.status}"))
        still = await self._app.replays.frame(match.id, tap.by, step, own=False)
        if still.at == still.last:
            raise UserError(msg("host.trouble.no_rewind"))
        return Response(
            spectating.rewind_message(still, Translator.of(match, tap.by.lang)), edit=False
        )

    async def rewind_sure(self, tap: ComponentAction) -> Response:
        """Rewind to a step: `<step>.<the newest step when it was decided>`."""
        match, (step, _, last) = await self._mine(tap), tap.id.arg.partition(".")
        there, newest = number(step) or 0, number(last) or 0
        match = await self._app.moderation.rewind(match.id, tap.by, there, newest, click=tap.click)
        return Response(
            Message(content=Translator.of(match, tap.by.lang)("ui.rewind.done", n=there))
        )

    async def _mine(self, tap: ComponentAction) -> Match:
        """Return the table if the user manages its guild."""
        match = await self._app.lobby.get(tap.match)
        if not match.places.guild or tap.manages != match.places.guild:
            raise UserError(msg("ui.rewind.not_yours"))
        return match

    async def _said(self, tap: ComponentAction, key: str, *, edit: bool = False) -> Response:
        match = await self._app.lobby.get(tap.match)
        words = Translator.of(match, tap.by.lang)
        return Response(
            Message(content=words(key, table=plain(table_title(match, words)))), edit=edit
        )
