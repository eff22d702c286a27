"""Export and erasure of a user's personal data (PRODUCT 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from app.log.game_log import seated_since
from app.match.lobby import Lobby
from app.match.moves import Moves
from app.model import seat_notices
from app.model.match import Match, User
from app.play.game_service import GameService
from app.ports.repo import Repo
from app.ports.store import CommitDetails, Notifier
from app.runtime.locks import Locks
from games.core.text.i18n import MessageCatalogue
from games.core.text.messages import msg

_GAP = "\0"


class Privacy:
    """Service for data export and erasure; never ends another player's match."""

    def __init__(
        self,
        repo: Repo,
        locks: Locks,
        moves: Moves,
        lobby: Lobby,
        game_service: GameService,
        words: Callable[[str], MessageCatalogue],
    ) -> None:
        self._repo, self._locks, self._moves, self._lobby = repo, locks, moves, lobby
        self._game_service, self._words = game_service, words
        self.notifier: Notifier | None = None

    async def export(self, by: User) -> bytes:
        """Return everything stored about a user as indented JSON.

        Covers settings, matches, the user's own moves and organizer actions; contains no data
        of other people.
        """
        tables = [
            await self._own_part(match, by) for match in await self._repo.matches.mentioning(by.id)
        ]
        kept: dict[str, Any] = {
            "id": str(by.id),
            "name": by.name,
            "own_name": by.own_name,
            "language": by.lang,
            "settings": by.prefs,
            "tables": tables,
            "follows": await self._repo.spectators.followed_by(by.id),
            "done": [
                {
                    "at": one.at,
                    "server": str(one.guild),
                    "table": one.match,
                    "what": one.what,
                    **one.args,
                }
                for one in await self._repo.audit_log.of_user(by.id)
            ],
        }
        return msgspec.json.format(msgspec.json.encode(kept), indent=2)

    async def erase(self, by: User) -> int:
        """Erase a user's personal data and return the number of matches affected.

        The user leaves all lobbies, and AI players take over the seats in running matches. The
        user's id and name are removed from every match, ended ones included, and the bot's
        direct messages to the user are deleted.
        """
        tables = await self._repo.matches.mentioning(by.id)
        own = [
            seat.screen
            for match in tables
            for seat in match.seats
            if seat.user == by.id and seat.screen
        ]
        own += [
            (one.channel, one.message)
            for match in await self._repo.spectators.followed_by(by.id)
            for one in await self._repo.spectators.of_match(match)
            if one.user == by.id and one.message
        ]
        own += [(one.channel, one.message) for one in await self._repo.reminders.find([by.id])]
        for match in tables:
            if match.status == "lobby" and match.seat_of(by.id):
                await self._lobby.leave(match.id, by)
            elif match.status in ("running", "halted") and match.seat_of(by.id):
                await self._game_service.resign(match.id, by)
        for match in tables:
            await self._anonymise(match.id, by, organised=match.host == by.id)
        await self._repo.users.forget(by.id)
        if self.notifier is not None:
            await self.notifier.sweep(own)
        return len(tables)

    async def _own_part(self, match: Match, by: User) -> dict[str, Any]:
        own = {
            seat.seat: seated_since(match, seat.seat) for seat in match.seats if seat.user == by.id
        }
        rows = [(entry.at, entry.row) for entry in await self._repo.game_log.entries(match.id)]
        made = [
            (at, row)
            for at, row in rows
            if row.seat in own and row.by == "player" and row.n > own[row.seat]
        ]
        moves = [{"at": at, "move": row.path} for at, row in made]
        ended = [
            {"place": one.place, "points": one.points, "done": one.deeds}
            for one in await self._repo.results.of_match(match.id)
            if one.seat in own
        ]
        return {
            "table": match.id,
            "game": match.game,
            "name": match.name,
            "status": match.status,
            "created": match.created_at,
            "organiser": match.host == by.id,
            "seats": sorted(own),
            "moves": moves,
            "ended": ended,
            "orders": [seat.orders for seat in match.seats if seat.user == by.id],
            "last_tap": max(
                (seat.tapped for seat in match.seats if seat.user == by.id), default=0.0
            ),
            "vote": _own_vote(match, by.id),
            "seat_news": [
                {"what": one.what, "at": one.at} for one in match.seat_notices if one.user == by.id
            ],
        }

    async def _anonymise(self, match: str, by: User, *, organised: bool) -> None:
        async with self._locks(match):
            await self._repo.matches.record_activity(match, by.id, 0.0)
            table = await self._lobby.get(match)
            words = self._words(table.lang)
            someone = words.say(msg("host.someone"))
            for seat in table.seats:
                if seat.user == by.id:
                    seat.user, seat.name, seat.dm_channel, seat.dm_message = (
                        None,
                        someone,
                        None,
                        None,
                    )
                    seat.orders = {}
                    await self._repo.matches.save_screen(match, seat, by.id)
                    await self._repo.deadlines.set_pings(match, {seat.seat: 0.0})
            if organised and _after_somebody(table.name, words):
                table.name = ""
            if table.host == by.id:
                table.host = next(
                    (one.user for one in table.seats if one.user and not one.automatic), 0
                )
            table.invited = [user for user in table.invited if user != by.id]
            seat_notices.forget(table, by.id)
            await self._moves.save(table, CommitDetails())


def _own_vote(match: Match, user: int) -> dict[str, Any] | None:
    """Return the user's part in the open vote: what they said, or what it says about them."""
    vote = match.vote
    if vote is None or user not in (vote.proposer, vote.about, *vote.yes, *vote.no, *vote.told):
        return None
    said = "yes" if user in vote.yes else "no" if user in vote.no else ""
    return {
        "what": vote.what,
        "proposed": vote.proposer == user,
        "about_you": vote.about == user,
        "said": said,
    }


def _after_somebody(name: str, words: MessageCatalogue) -> bool:
    """Return whether a match name is the default one, built from any organizer's name."""
    before, _, behind = words.say(msg("host.table_name", name=_GAP)).partition(_GAP)
    return len(name) > len(before + behind) and name.startswith(before) and name.endswith(behind)
