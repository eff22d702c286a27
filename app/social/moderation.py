"""Actions of guild moderators on any match of their guild.

The match's log shows them, and the audit log names the user.
"""

from __future__ import annotations

from app.match.lobby import Lobby
from app.match.moves import Moves
from app.model.match import Match, User, UserError
from app.ports.audit_log import entries_for_match
from app.ports.repo import Repo
from app.ports.services import Clock
from app.review.replay_viewer import Replays
from app.runtime.locks import Locks
from games.core.text.messages import msg


class Moderation:
    """Service for guild moderators; methods raise `UserError`.

    The caller must check that the user manages the match's guild.
    """

    def __init__(
        self,
        repo: Repo,
        clock: Clock,
        *,
        locks: Locks,
        moves: Moves,
        lobby: Lobby,
        replays: Replays,
    ) -> None:
        self._repo, self._clock, self._locks, self._moves = repo, clock, locks, moves
        self._lobby, self._replays = lobby, replays

    async def rewind(
        self, match_id: str, by: User, step: int, last: int, *, click: str | None = None
    ) -> Match:
        """Rewind to a step of the public replay, with new randomness from there.

        `last` is the newest public step that the user saw: if more moves were made since, the
        request is refused. `click` is the id of the interaction: Discord may deliver it twice; the
        second delivery changes nothing.
        """
        async with self._locks(match_id):
            stored = await self._repo.matches.load(match_id)
            match = stored.match if stored is not None else await self._lobby.get(match_id)
            if click is not None and await self._repo.game_log.match_of_interaction(click):
                return match
            if stored is None or match.status != "running":
                raise UserError(msg(f"host.trouble.{match.status}"))
            if await self._replays.last_step(match_id) != last:
                raise UserError(msg("host.changed"))
            last_kept_row = await self._replays.row_of_step(match_id, step)
            match.vote = None
            now = self._clock.now()
            match.note(now, msg("host.rewound", n=step))
            return (
                await self._moves.rewind(
                    stored,
                    last_kept_row + 1,
                    click,
                    entries_for_match(match, now, by, "rewound", n=step),
                )
            ).match
