"""Components of records: a guild's, a game's, the user's own, and whether they are listed."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from app.app import App
from app.model.match import User, UserError
from games.core.text.messages import msg
from ui.action import ActionHandlers, ComponentAction
from ui.custom_ids import TableAction
from ui.response import Response
from ui.views.pages import leaderboards


class LeaderboardHandler:
    """Actions of records; each raises `UserError`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.actions: ActionHandlers = {
            TableAction.SHOW_RECORDS: self.records_clicked,
            TableAction.SHOW_OWN_RECORDS: lambda action: self.show_own(action.by),
            TableAction.HIDE_FROM_RECORDS: self.hide_name,
            TableAction.LIST_IN_RECORDS: self.list_name,
            TableAction.MUTE_FIRST_TIMES: self.mute_first_times,
            TableAction.ANNOUNCE_FIRST_TIMES: self.announce_first_times,
        }

    async def records_clicked(self, action: ComponentAction) -> Response:
        """Show the guild's games, or the records of the chosen one: `here.<game>`.

        Components of older versions name a guild in place of `here`: it is ignored.
        """
        game = action.value or action.arg.partition(".")[2]
        shown = await self.show_guild(action.by, action.origin.guild, game)
        return replace(shown, edit=bool(action.values))

    async def show_guild(self, by: User, guild: int, game: str = "") -> Response:
        """Show the records of a game, by default of the only one that was played in the guild.

        If several or none were played, show what was played.
        """
        if not guild:
            raise UserError(msg("ui.records.server_only"))
        games, uncounted = await self._app.leaderboards.server(guild)
        played = {one.game for one in games}
        game = game or (next(iter(played)) if len(played) == 1 else "")
        if game not in played:
            return Response(leaderboards.server_message(games, uncounted, by), edit=False)
        record = await self._app.leaderboards.game(guild, game, by)
        if record.longest is not None:  # its steps as its replay counts them
            steps = await self._app.replays.last_step(record.longest.match)
            record = structs.replace(record, longest=structs.replace(record.longest, moves=steps))
        return Response(leaderboards.game_message(record, games, uncounted, by), edit=False)

    async def show_own(self, by: User) -> Response:
        """Show the user's own ended games in all guilds."""
        own, uncounted = await self._app.leaderboards.own(by)
        return Response(
            leaderboards.own_message(own, uncounted, by, await self._app.leaderboards.firsts(by)),
            edit=False,
        )

    async def hide_name(self, action: ComponentAction) -> Response:
        """Hide the user's name from other users' records."""
        return await self._show_again(action, await self._app.users.set(action.by, unlisted=True))

    async def list_name(self, action: ComponentAction) -> Response:
        """Show the user's name in records again."""
        return await self._show_again(action, await self._app.users.set(action.by, unlisted=None))

    async def mute_first_times(self, action: ComponentAction) -> Response:
        """Stop telling the user what they did for the first time."""
        return await self._show_again(action, await self._app.users.set(action.by, unsung=True))

    async def announce_first_times(self, action: ComponentAction) -> Response:
        """Tell the user again what they did for the first time."""
        return await self._show_again(action, await self._app.users.set(action.by, unsung=None))

    async def _show_again(self, action: ComponentAction, by: User) -> Response:
        """Show the page of the component again, with the user's new setting."""
        action = replace(action, by=by)
        shown = await (self.records_clicked(action) if action.arg else self.show_own(by))
        return replace(shown, edit=True)
