"""Components of the pages with records: of a guild, of a game, and the user's own."""

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
    """Actions of the pages with records; each may raise `UserError`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.actions: ActionHandlers = {
            TableAction.SHOW_RECORDS: self.records_clicked,
            TableAction.SHOW_OWN_RECORDS: lambda action: self.show_own(action.by),
            TableAction.HIDE_FROM_RECORDS: self.hide_name,
            TableAction.LIST_IN_RECORDS: self.unhide_name,
            TableAction.MUTE_FIRST_TIMES: self.mute_first_times,
            TableAction.ANNOUNCE_FIRST_TIMES: self.announce_first_times,
        }

    async def records_clicked(self, action: ComponentAction) -> Response:
        """Show the list of the guild's games, or the records of the chosen game.

        The argument in the custom_id is `here`, or `here`, a dot and a game's id. In messages sent
        by older versions it has a guild's id instead of `here`; that id is ignored.
        """
        game = action.value or action.arg.partition(".")[2]
        shown = await self.show_guild(action.by, action.origin.guild, game)
        return replace(shown, edit=bool(action.values))

    async def show_guild(self, by: User, guild: int, game: str = "") -> Response:
        """Show a game's records in the guild, or the list of games that were played there.

        `game` is the game's id. If it is "", the records are shown if only one game was played,
        else the list.
        """
        if not guild:
            raise UserError(msg("ui.records.server_only"))
        games, uncounted = await self._app.leaderboards.guild_games(guild)
        played = {count.game for count in games}
        game = game or (next(iter(played)) if len(played) == 1 else "")
        if game not in played:
            return Response(leaderboards.server_message(games, uncounted, by), edit=False)
        record = await self._app.leaderboards.game(guild, game, by)
        if record.longest is not None:  # count steps, not log rows, as the replay pages do
            steps = await self._app.replays.last_step(record.longest.match)
            record = structs.replace(record, longest=structs.replace(record.longest, moves=steps))
        return Response(leaderboards.game_message(record, games, uncounted, by), edit=False)

    async def show_own(self, by: User) -> Response:
        """Show the user's own ended games in all guilds."""
        stats, uncounted = await self._app.leaderboards.own(by)
        return Response(
            leaderboards.own_message(stats, uncounted, by, await self._app.leaderboards.firsts(by)),
            edit=False,
        )

    async def hide_name(self, action: ComponentAction) -> Response:
        """Hide the user's name in the records that other users see."""
        return await self._show_again(action, await self._app.users.set(action.by, unlisted=True))

    async def unhide_name(self, action: ComponentAction) -> Response:
        """Show the user's name in records again."""
        return await self._show_again(action, await self._app.users.set(action.by, unlisted=None))

    async def mute_first_times(self, action: ComponentAction) -> Response:
        """Turn off notices of the user's first-time achievements."""
        return await self._show_again(action, await self._app.users.set(action.by, unsung=True))

    async def announce_first_times(self, action: ComponentAction) -> Response:
        """Turn on notices of the user's first-time achievements."""
        return await self._show_again(action, await self._app.users.set(action.by, unsung=None))

    async def _show_again(self, action: ComponentAction, by: User) -> Response:
        """Show the page of the clicked component again, after the user has changed a setting.

        `by` is the user with the new setting.
        """
        action = replace(action, by=by)
        shown = await (self.records_clicked(action) if action.arg else self.show_own(by))
        return replace(shown, edit=True)
