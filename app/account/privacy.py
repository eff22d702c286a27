"""Export and erasure of a user's personal data (docs/privacy.md)."""

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
from app.ports.commit import CommitDetails
from app.ports.repo import Repo
from app.ports.services import MatchPublisher
from app.runtime.locks import Locks
from games.core.text.i18n import MessageCatalogue
from games.core.text.messages import msg

_PLACEHOLDER = "\0"


class Privacy:
    """Service that exports and erases a user's personal data.

    After an erasure the user's matches go on for the other players.
    """

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
        self.match_publisher: MatchPublisher | None = None

    async def export(self, by: User) -> bytes:
        """Return everything stored about a user as indented JSON.

        The JSON has the user's settings, matches, own moves and actions as an organizer, and no
        data of other people.
        """
        own_data = [
            await self._own_data(match, by) for match in await self._repo.matches.mentioning(by.id)
        ]
        stored: dict[str, Any] = {
            "id": str(by.id),
            "name": by.name,
            "own_name": by.own_name,
            "language": by.lang,
            "settings": by.prefs,
            "tables": own_data,
            "follows": await self._repo.spectators.followed_by(by.id),
            "notes": await self._repo.notes.of_user(by.id),
            "done": [
                {
                    "at": entry.at,
                    "server": str(entry.guild),
                    "table": entry.match,
                    "what": entry.what,
                    **entry.args,
                }
                for entry in await self._repo.audit_log.of_user(by.id)
            ],
        }
        return msgspec.json.format(msgspec.json.encode(stored), indent=2)

    async def erase(self, by: User) -> int:
        """Erase a user's personal data and return the number of changed matches.

        The user leaves all lobbies, and AI players take over the seats in running matches. The
        user's id and name are removed from every match, ended ones included, and the bot's direct
        messages to the user are deleted.
        """
        matches = await self._repo.matches.mentioning(by.id)
        direct_messages = [
            seat.screen  # (channel, message) of the private message
            for match in matches
            for seat in match.seats
            if seat.user == by.id and seat.screen
        ]
        direct_messages += [
            (follower.channel, follower.message)
            for match in await self._repo.spectators.followed_by(by.id)
            for follower in await self._repo.spectators.of_match(match)
            if follower.user == by.id and follower.message
        ]
        direct_messages += [
            (reminder.channel, reminder.message)
            for reminder in await self._repo.reminders.find([by.id])
        ]
        for match in matches:
            if match.status == "lobby" and match.seat_of(by.id):
                await self._lobby.leave(match.id, by)
            elif match.status in ("running", "halted") and match.seat_of(by.id):
                await self._game_service.resign(match.id, by)
        for match in matches:
            await self._anonymise(match.id, by, was_organizer=match.organizer == by.id)
        await self._repo.users.forget(by.id)
        if self.match_publisher is not None:
            await self.match_publisher.delete_direct_messages(direct_messages)
        return len(matches)

    async def _own_data(self, match: Match, by: User) -> dict[str, Any]:
        """Return what the export contains about one match.

        This is the user's own data: seats, moves, results, standing orders, last click, vote and
        seat news.
        """
        # seat number -> log row after which the user took the seat (0: from the start)
        own_seats = {
            seat.seat: seated_since(match, seat.seat) for seat in match.seats if seat.user == by.id
        }
        rows = [(entry.at, entry.row) for entry in await self._repo.game_log.entries(match.id)]
        own_rows = [
            (at, row)
            for at, row in rows
            if row.seat in own_seats and row.by == "player" and row.n > own_seats[row.seat]
        ]
        moves = [{"at": at, "move": row.path} for at, row in own_rows]
        results = [
            {"place": result.place, "points": result.points, "done": result.achievements}
            for result in await self._repo.results.of_match(match.id)
            if result.seat in own_seats
        ]
        return {
            "table": match.id,
            "game": match.game,
            "name": match.name,
            "status": match.status,
            "created": match.created_at,
            "organiser": match.organizer == by.id,
            "seats": sorted(own_seats),
            "moves": moves,
            "ended": results,
            "orders": [seat.orders for seat in match.seats if seat.user == by.id],
            "last_tap": max(
                (seat.last_click_at for seat in match.seats if seat.user == by.id), default=0.0
            ),
            "vote": _own_vote(match, by.id),
            "seat_news": [
                {"what": notice.what, "at": notice.at}
                for notice in match.seat_notices
                if notice.user == by.id
            ],
        }

    async def _anonymise(self, match_id: str, by: User, *, was_organizer: bool) -> None:
        """Remove the id and name of the user `by` from a match.

        `was_organizer` says whether the user organized the match before `erase` removed them from
        their seat.
        """
        async with self._locks(match_id):
            # 0.0 deletes the time of the last activity
            await self._repo.matches.record_activity(match_id, by.id, 0.0)
            match = await self._lobby.get(match_id)
            words = self._words(match.lang)
            someone = words.say(msg("host.someone"))
            for seat in match.seats:
                if seat.user == by.id:
                    seat.user, seat.name, seat.dm_channel, seat.dm_message = (
                        None,
                        someone,
                        None,
                        None,
                    )
                    seat.orders = {}
                    await self._repo.matches.save_screen(match_id, seat, by.id)
                    await self._repo.deadlines.set_pings(match_id, {seat.seat: 0.0})
            if was_organizer and _is_default_name(match.name, words):
                match.name = ""
            if match.organizer == by.id:
                match.organizer = next(
                    (seat.user for seat in match.seats if seat.user and not seat.played_by_ai), 0
                )
            match.invited = [user for user in match.invited if user != by.id]
            seat_notices.forget(match, by.id)
            await self._moves.save(match, CommitDetails())


def _own_vote(match: Match, user: int) -> dict[str, Any] | None:
    """Return the user's part in the match's open vote, for the export.

    The result has the kind of proposal (`what`), whether the user made it (`proposed`) and is its
    target (`about_you`), and the user's vote (`said`: "yes", "no" or ""). None if there is no vote
    or the user has no part in it.
    """
    vote = match.vote
    if vote is None or user not in (
        vote.proposer,
        vote.about_user,
        *vote.yes,
        *vote.no,
        *vote.informed,
    ):
        return None
    answer = "yes" if user in vote.yes else "no" if user in vote.no else ""
    return {
        "what": vote.what,
        "proposed": vote.proposer == user,
        "about_you": vote.about_user == user,
        "said": answer,
    }


def _is_default_name(name: str, words: MessageCatalogue) -> bool:
    """Return whether a match name is the default one, which contains the organizer's name.

    `words` are the messages in the match's language.
    """
    default_name = words.say(msg("host.table_name", name=_PLACEHOLDER))
    before, _, after = default_name.partition(_PLACEHOLDER)
    return len(name) > len(before + after) and name.startswith(before) and name.endswith(after)
