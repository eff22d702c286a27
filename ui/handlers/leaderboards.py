"""Components of records: a guild's, a game's, the user's own, and whether they are listed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from msgspec import structs

from app.app import App
from app.model.match import User, UserError
from games.core.text.messages import msg
from ui.action import ComponentAction
from ui.response import Response
from ui.views.pages import leaderboards


class LeaderboardHandler:
    """Verbs of records; each raises `UserError`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.verbs: dict[str, Callable[[ComponentAction], Awaitable[Response]]] = {
            "records": self.server,
            "records_own": self.own,
            "records_unlist": self.unlist,
            "records_list": self.list,
            "records_unsung": self.unsung,
            "records_sung": self.sung,
        }

    async def server(self, tap: ComponentAction) -> Response:
        """Show the guild's games, or the records of the chosen one: `here.<game>`.

        Components of older versions name a guild in place of `here`: it is ignored.
        """
        by, values, guild, game = tap.by, tap.values, tap.origin.guild, tap.id.arg.partition(".")[2]
        if not guild:
            raise UserError(msg("ui.records.server_only"))
        tallies, left = await self._app.leaderboards.server(guild)
        played = {one.game for one in tallies}
        game = next(iter(values), game) or (next(iter(played)) if len(played) == 1 else "")
        if game not in played:
            return Response(leaderboards.server_message(tallies, left, by), edit=bool(values))
        record = await self._app.leaderboards.game(guild, game, by)
        if record.longest is not None:  # its steps as its replay counts them
            steps = await self._app.replays.last_step(record.longest.match)
            record = structs.replace(record, longest=structs.replace(record.longest, moves=steps))
        return Response(leaderboards.game_message(record, tallies, left, by), edit=bool(values))

    async def own(self, tap: ComponentAction) -> Response:
        """Show the user's own ended games in all guilds."""
        own, left = await self._app.leaderboards.own(tap.by)
        return Response(
            leaderboards.own_message(
                own, left, tap.by, await self._app.leaderboards.firsts(tap.by)
            ),
            edit=False,
        )

    async def unlist(self, tap: ComponentAction) -> Response:
        """Hide the user's name from other users' records."""
        return await self._again(tap, await self._app.users.set(tap.by, unlisted=True))

    async def list(self, tap: ComponentAction) -> Response:
        """Show the user's name in records again."""
        return await self._again(tap, await self._app.users.set(tap.by, unlisted=None))

    async def unsung(self, tap: ComponentAction) -> Response:
        """Stop telling the user what they did for the first time."""
        return await self._again(tap, await self._app.users.set(tap.by, unsung=True))

    async def sung(self, tap: ComponentAction) -> Response:
        """Tell the user again what they did for the first time."""
        return await self._again(tap, await self._app.users.set(tap.by, unsung=None))

    async def _again(self, tap: ComponentAction, by: User) -> Response:
        tap = replace(tap, by=by)
        shown = await (self.server(tap) if tap.id.arg else self.own(tap))
        return replace(shown, edit=True)
