"""Substitutes: a user takes over the seat of a player who left or is absent.

The substitute gets the seat's hidden information, but not its standing orders.
"""

from __future__ import annotations

from msgspec.structs import replace

from app.match.moves import Moves
from app.match.seating import not_seated_error
from app.model import seat_notices, time_control
from app.model.match import Match, SeatRow, TableNotice, User, UserError
from app.model.seat_news import SeatNews, SeatNotice
from app.model.votes import Vote
from app.play.game_service import GameService
from app.ports.commit import CommitDetails
from app.ports.repo import Repo
from app.ports.services import Clock
from app.runtime.locks import Locks
from games.core.text.messages import Msg, Seat, msg, renamed, seat_name


class Substitutes:
    """Service for taking over seats; methods raise `UserError` if not possible."""

    def __init__(
        self, repo: Repo, clock: Clock, locks: Locks, moves: Moves, game_service: GameService
    ) -> None:
        self._repo, self._clock, self._locks, self._moves = repo, clock, locks, moves
        self._game_service = game_service

    async def offer(
        self, match_id: str, by: User, click: str | None = None, *, on: bool = True
    ) -> Match:
        """Offer the user's own seat to others; the user keeps it until another user takes it.

        With `on` False, withdraw the offer, even if it was made because the user was absent.
        """
        async with self._locks(match_id):
            match = await self._running_match_of_present_user(match_id, by)
            seat = match.seat_of(by.id)
            if click is not None and await self._repo.game_log.match_of_interaction(click):
                return match
            if seat is None:
                raise not_seated_error(match, by.id)
            if seat.offered is not on:
                seat.offered = on
                if on:
                    match.note(self._clock.now(), msg("host.offers", seat=seat_name(seat.seat)))
                await self._moves.save(match, CommitDetails(click=click))
            return match

    async def offered_seat(self, match_id: str, by: User, seat: Seat) -> tuple[Match, SeatRow]:
        """Return (match, seat) of an offered seat, so that the user can be asked to take it.

        Raises `UserError` if the seat is not offered or the user has one.
        """
        match = await self._running_match(match_id)
        return match, self._offered(match, by, seat)

    async def take_seat(
        self, match_id: str, by: User, seat: Seat, click: str | None = None
    ) -> Match:
        """Take an offered seat, with all its hidden information; the former player is told."""
        async with self._locks(match_id):
            match = await self._running_match(match_id)
            if click is not None and await self._repo.game_log.match_of_interaction(click):
                return match
            row, now = self._offered(match, by, seat), self._clock.now()
            was_abandoned = time_control.abandoned(match)
            await self._repo.matches.reset_screen(match.id, seat, now)
            former = self._take_seat(match, row, by)
            match.notices = [_without_name(notice, seat) for notice in match.notices]
            match.vote = _vote_without_name(match.vote, seat)
            match.note(now, msg("host.substitute", seat=seat_name(seat)))
            if former is not None:
                user, news = former
                seat_notices.notify(match, user, news, seat, now, told=news == "left")
            seat_notices.forget(match, by.id)
            if was_abandoned:
                match.organizer, match.paused = by.id, ""
                time_control.restart_clocks(match, now)
            return await self._moves.save(match, CommitDetails(click=click, clear_drafts=[seat]))

    async def mark_delivered(self, match_id: str, notices: list[SeatNotice]) -> None:
        """Record that these notices were delivered to their users."""
        async with self._locks(match_id):
            match = await self._repo.matches.get(match_id)
            if match is not None and any(notice in match.seat_notices for notice in notices):
                seat_notices.mark_told(match, notices)
                await self._moves.save(match, display_only=True)

    @staticmethod
    def _offered(match: Match, by: User, seat: Seat) -> SeatRow:
        """Return the offered seat.

        Raises `UserError` if the seat is not offered or `by` already has a seat.
        """
        if match.seat_of(by.id):
            raise UserError(msg("host.trouble.seated"))
        row = next((row for row in match.seats if row.seat == seat and row.offered), None)
        if row is None:
            raise UserError(msg("host.trouble.not_offered"))
        return row

    def _take_seat(self, match: Match, seat: SeatRow, by: User) -> tuple[int, SeatNews] | None:
        """Give the seat to this user; return (former player's id, news for that player).

        Returns None if the seat had no player, or if this user had it before.
        """
        former = None if seat.user in (None, by.id) else (seat.user, _why_seat_is_lost(match, seat))
        was_organizer, now = seat.user == match.organizer, self._clock.now()
        seat.user, seat.name, seat.lang = by.id, by.name, by.lang
        seat.computer = None
        seat.resigned = False
        seat.has_caretaker = False
        seat.offered = False
        seat.missed_deadlines = 0
        seat.absence_deadline = 0.0
        seat.opens_at = 0.0
        seat.orders = {}
        seat.manual_decision = -1
        seat.last_own_row = 0
        seat.seconds_left = -1.0
        seat.away_until = 0.0
        # The same values that `Repo.matches.reset_screen` has stored. A negative channel: the private
        # message there still belongs to the former player.
        seat.dm_channel = seat.dm_channel and -abs(seat.dm_channel)
        seat.seen = 0
        seat.last_click_at = now
        seat.decision += 1
        if was_organizer:
            match.organizer = by.id
        if seat.awaited:  # the new player gets the full time
            seat.waiting_since = now
            time_control.start_clock(match, seat, now)
        return former

    async def _running_match_of_present_user(self, match_id: str, by: User) -> Match:
        """Return a running match after marking the user as present; see `_running_match`."""
        await self._running_match(match_id)
        return (await self._game_service.load_for_action(match_id, by)).match

    async def _running_match(self, match_id: str) -> Match:
        """Return a running match; raise `UserError` if there is none with this id."""
        match = await self._repo.matches.get(match_id)
        if match is None:
            raise UserError(msg("host.trouble.no_table"))
        if match.status != "running":
            raise UserError(msg(f"host.trouble.{match.status}"))
        return match


def _why_seat_is_lost(match: Match, seat: SeatRow) -> SeatNews:
    """Return which news the player of an offered seat gets when another user takes it.

    It says that the player had left, was absent, or had given the seat away.
    """
    notice = next((news for news in match.seat_notices if news.user == seat.user), None)
    if seat.resigned:
        # a player who resigned knows of it; a player whom a vote removed may not have been told yet
        return notice.what if notice is not None and not notice.told else "left"
    # `opens_at` is set for the seat of an absent player only
    return "absent" if seat.opens_at else "given"


def _without_name(notice: TableNotice, seat: Seat) -> TableNotice:
    """Return the log notice with "someone" in place of the seat's former player.

    Names of users without a seat are not stored, so that a user's data can be erased completely.
    """
    what = renamed(notice.what, {seat: msg("host.someone")})
    return replace(notice, what=what) if isinstance(what, Msg) else notice


def _vote_without_name(vote: Vote | None, seat: Seat) -> Vote | None:
    """Return the vote with "someone" in place of the former player's name in `Vote.before`."""
    if vote is None or vote.before is None:
        return vote
    return replace(vote, before=renamed(vote.before, {seat: msg("host.someone")}))
