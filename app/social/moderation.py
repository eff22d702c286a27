"""What whoever looks after a server may do at its tables, whether they sit there or not. The table's log says so, and
who did it is noted for the server."""

from __future__ import annotations

from app.match.lobby import Lobby
from app.match.moves import Moves
from app.model.match import Match, User, UserError
from app.ports.audit_log import at_table
from app.ports.store import Clock, Repo
from app.review.replay_viewer import Playback
from app.runtime.locks import Locks
from games.core.text.messages import msg


class Moderation:
    """The edge has seen that the person manages the server in which the table lives. Every method raises `UserError`."""

    def __init__(
        self,
        repo: Repo,
        clock: Clock,
        *,
        locks: Locks,
        moves: Moves,
        lobby: Lobby,
        playback: Playback,
    ) -> None:
        self._repo, self._clock, self._locks, self._moves = repo, clock, locks, moves
        self._lobby, self._playback = lobby, playback

    async def rewind(
        self, match: str, by: User, step: int, last: int, *, click: str | None = None
    ) -> Match:
        """Go back to a step as everybody's replay counts them, with other luck from there. `last` was everybody's newest step
        when it was decided: what has been played since is not undone unseen."""
        async with self._locks(match):
            stored = await self._repo.load(match)
            table = stored.match if stored is not None else await self._lobby.get(match)
            if click is not None and await self._repo.clicked(click):
                return table
            if stored is None or table.status != "running":
                raise UserError(msg(f"host.trouble.{table.status}"))
            if await self._playback.last_step(match) != last:
                raise UserError(msg("host.changed"))
            row = await self._playback.row_of_step(match, step)
            table.vote = None
            now = self._clock.now()
            table.note(now, msg("host.rewound", n=step))
            return (
                await self._moves.rewind(
                    stored, row + 1, click, at_table(table, now, by, "rewound", n=step)
                )
            ).match
