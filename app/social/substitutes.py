"""Substitutes: a user takes over the seat of a player who left or is absent.

The hand passes to them, standing orders do not.
"""

from __future__ import annotations

from msgspec.structs import replace

from app.match.moves import Moves
from app.match.seating import stranger
from app.model import seat_notices, time_control
from app.model.match import Match, SeatRow, TableNotice, User, UserError
from app.model.seat_news import SeatNews, SeatNotice
from app.model.votes import Vote
from app.play.game_service import GameService
from app.ports.repo import Repo
from app.ports.store import Clock, CommitDetails
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
        self, match: str, by: User, click: str | None = None, *, on: bool = True
    ) -> Match:
        """Offer the user's own seat; they keep it until another user takes it.

        Without `on`, withdraw the offer, also one that is about to be made for absence.
        """
        async with self._locks(match):
            table = await self._running(match, by)
            seat = table.seat_of(by.id)
            if click is not None and await self._repo.game_log.clicked(click):
                return table
            if seat is None:
                raise stranger(table, by.id)
            if seat.offered is not on:
                seat.offered = on
                if on:
                    table.note(self._clock.now(), msg("host.offers", seat=seat_name(seat.seat)))
                await self._moves.save(table, CommitDetails(click=click))
            return table

    async def free(self, match: str, by: User, seat: Seat) -> tuple[Match, SeatRow]:
        """Return an offered seat for the confirmation of the user who wants it."""
        table = await self._table(match)
        return table, self._offered(table, by, seat)

    async def sit(self, match: str, by: User, seat: Seat, click: str | None = None) -> Match:
        """Take an offered seat, with all its hidden information; the former player is told."""
        async with self._locks(match):
            table = await self._table(match)
            if click is not None and await self._repo.game_log.clicked(click):
                return table
            taken, now = self._offered(table, by, seat), self._clock.now()
            deserted = time_control.abandoned(table)
            await self._repo.matches.reset_screen(table.id, seat, now)
            left = self._sit(table, taken, by)
            table.notices = [_of_somebody(one, seat) for one in table.notices]
            table.vote = _vote_of_somebody(table.vote, seat)
            table.note(now, msg("host.substitute", seat=seat_name(seat)))
            if left is not None:
                seat_notices.notify(table, left[0], left[1], seat, now, told=left[1] == "left")
            seat_notices.forget(table, by.id)
            if deserted:  # the match was abandoned and has a player again
                table.host, table.paused = by.id, ""
                time_control.restart_clocks(table, now)
            return await self._moves.save(table, CommitDetails(click=click, clear_drafts=[seat]))

    async def told(self, match: str, notices: list[SeatNotice]) -> None:
        """Record that these users know what happened to their seats."""
        async with self._locks(match):
            table = await self._repo.matches.get(match)
            if table is not None and any(one in table.seat_notices for one in notices):
                seat_notices.mark_told(table, notices)
                await self._moves.save(table, looks=True)

    @staticmethod
    def _offered(table: Match, by: User, seat: Seat) -> SeatRow:
        if table.seat_of(by.id):
            raise UserError(msg("host.trouble.seated"))
        taken = next((one for one in table.seats if one.seat == seat and one.offered), None)
        if taken is None:
            raise UserError(msg("host.trouble.not_offered"))
        return taken

    def _sit(self, table: Match, seat: SeatRow, by: User) -> tuple[int, SeatNews] | None:
        """Give the seat to this user; return the former player and how they lost it.

        None if the seat was nobody's or the user's own.
        """
        left = None if seat.user in (None, by.id) else (seat.user, _how(table, seat))
        organised, now = seat.user == table.host, self._clock.now()
        seat.user, seat.name, seat.lang, seat.computer = by.id, by.name, by.lang, None
        seat.resigned, seat.minded, seat.offered, seat.strikes, seat.late, seat.opens = (
            False,
            False,
            False,
            0,
            0.0,
            0.0,
        )
        seat.orders, seat.quiet, seat.acted, seat.bank, seat.away = {}, -1, 0, -1.0, 0.0
        seat.dm_channel, seat.seen = (
            seat.dm_channel and -abs(seat.dm_channel),
            0,
        )  # matches what `move_seat` stored
        seat.tapped = now
        seat.asked += 1
        if organised:
            table.host = by.id
        if seat.awaited:  # the new player does not inherit the wait, with or without a time control
            seat.since = now
            time_control.start_clock(table, seat, now)
        return left

    async def _running(self, match: str, by: User) -> Match:
        """Return the running match after marking the user as present."""
        await self._table(match)
        return (await self._game_service.load_for_action(match, by)).match

    async def _table(self, match: str) -> Match:
        table = await self._repo.matches.get(match)
        if table is None:
            raise UserError(msg("host.trouble.no_table"))
        if table.status != "running":
            raise UserError(msg(f"host.trouble.{table.status}"))
        return table


def _how(table: Match, seat: SeatRow) -> SeatNews:
    """Return how the player of an offered seat loses it now."""
    before = next((one for one in table.seat_notices if one.user == seat.user), None)
    if seat.resigned:  # they know that, unless a vote removed them and they are not told yet
        return before.what if before is not None and not before.told else "left"
    return "absent" if seat.opens else "given"


def _of_somebody(notice: TableNotice, seat: Seat) -> TableNotice:
    """Return the notice without the name of the seat's former player.

    Their name is not kept, so that they can still be erased.
    """
    what = renamed(notice.what, {seat: msg("host.someone")})
    return replace(notice, what=what) if isinstance(what, Msg) else notice


def _vote_of_somebody(vote: Vote | None, seat: Seat) -> Vote | None:
    """Return the vote without the former player's name in its quote from the log."""
    if vote is None or vote.before is None:
        return vote
    return replace(vote, before=renamed(vote.before, {seat: msg("host.someone")}))
