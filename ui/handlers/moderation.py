"""Actions of users without a seat: spectate, and rewind games of guilds that they manage."""

from __future__ import annotations

from app.app import App
from app.model.match import Match, User, UserError
from games.core.text.messages import msg
from ui.action import ActionHandlers, ComponentAction
from ui.components import Message
from ui.custom_ids import TableAction, number
from ui.discord_actions import DiscordActions
from ui.i18n import Translator, escape_markup, table_title
from ui.response import Response
from ui.views.pages import spectating


class ModerationHandler:
    """Actions of spectators and guild managers; each may raise `UserError`."""

    def __init__(self, app: App, discord_actions: DiscordActions) -> None:
        self._app, self._discord_actions = app, discord_actions
        self.actions: ActionHandlers = {
            TableAction.FOLLOW: lambda action: self.follow(action.match, action.by),
            TableAction.UNFOLLOW: self.unfollow,
            TableAction.REWIND: self.rewind,
        }

    async def follow(self, match_id: str, by: User) -> Response:
        """Make the user a spectator, who gets a DM once a round; the first is sent at once."""
        await self._app.spectators.follow(match_id, by)
        if not await self._discord_actions.send_spectator_status(match_id, by):
            await self._app.spectators.unfollow(match_id, by)
            raise UserError(msg("ui.follow.closed"))
        return await self._confirmation(match_id, by, "ui.follow.on")

    async def unfollow(self, action: ComponentAction) -> Response:
        """End the user's spectating, and confirm it.

        After a click on the spectator's DM, the confirmation replaces the DM's content. Otherwise
        the DM is deleted.
        """
        await self._discord_actions.end_spectating(
            action.match, action.by, keep_message=action.in_dm
        )
        return await self._confirmation(action.match, action.by, "ui.follow.off", edit=action.in_dm)

    async def ask_to_rewind(
        self, match_id: str, by: User, step: int, managed_guild: int | None
    ) -> Response:
        """Ask the guild's manager to confirm a rewind to `step`, and show what it undoes.

        `managed_guild` is the guild of the interaction if the user may manage it, else None.
        """
        match = await self._require_managed_match(match_id, managed_guild)
        if match.status != "running":
            raise UserError(msg(f"host.trouble.{match.status}"))
        frame = await self._app.replays.step_view(match.id, by, step, own=False)
        if frame.at == frame.last:
            raise UserError(msg("host.trouble.no_rewind"))
        return Response(spectating.rewind_message(frame, Translator.of(match, by.lang)), edit=False)

    async def rewind(self, action: ComponentAction) -> Response:
        """Rewind the match to a step, after the guild's manager has confirmed it.

        The argument is `<step>.<newest step when the user was asked>`.
        """
        match = await self._require_managed_match(action.match, action.managed_guild)
        step, _, last = action.arg.partition(".")
        target, newest = number(step) or 0, number(last) or 0
        match = await self._app.moderation.rewind(
            match.id, action.by, target, newest, click=action.click
        )
        return Response(
            Message(content=Translator.of(match, action.by.lang)("ui.rewind.done", n=target))
        )

    async def _require_managed_match(self, match_id: str, managed_guild: int | None) -> Match:
        """Return the match if its guild is `managed_guild`; else raise `UserError`.

        `managed_guild` is the guild of the interaction if the user may manage it, else None.
        """
        match = await self._app.lobby.get(match_id)
        if not match.places.guild or managed_guild != match.places.guild:
            raise UserError(msg("ui.rewind.not_yours"))
        return match

    async def _confirmation(
        self, match_id: str, by: User, key: str, *, edit: bool = False
    ) -> Response:
        match = await self._app.lobby.get(match_id)
        words = Translator.of(match, by.lang)
        return Response(
            Message(content=words(key, table=escape_markup(table_title(match, words)))), edit=edit
        )
