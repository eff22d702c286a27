"""Days off: the user's clocks stop in all their matches until a chosen time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from math import floor

from app.match.moves import Moves
from app.model import time_control
from app.model.match import Match, User, UserError
from app.people.users import UserService
from app.ports.repo import MatchRepository
from app.ports.services import Clock
from app.runtime.locks import Locks
from games.core.text.messages import msg, seat_name

DAYS_PER_YEAR = 30  # days off for each user
MAX_DAYS_IN_A_ROW = 14  # limits how long the other players have to wait


class Vacations:
    """Service to start and end days off.

    Methods raise `UserError` if the request is not possible.
    """

    def __init__(
        self,
        matches: MatchRepository,
        clock: Clock,
        locks: Locks,
        moves: Moves,
        people: UserService,
    ) -> None:
        self._matches, self._clock, self._locks, self._moves, self._people = (
            matches,
            clock,
            locks,
            moves,
            people,
        )

    def left(self, by: User) -> int:
        """Return the days off that the user has left this year (UTC)."""
        year, used = by.prefs.get("days_off") or (0, 0)
        return DAYS_PER_YEAR - (used if year == self._year() else 0)

    async def begin(self, by: User, days: int) -> float:
        """Start a vacation of `days` days now and return its end in Unix seconds.

        It replaces a current vacation, whose remaining whole days are given back to the user.
        """
        if not 1 <= days <= MAX_DAYS_IN_A_ROW:
            raise UserError(msg("host.trouble.days", n=MAX_DAYS_IN_A_ROW))
        running = await self._matches.find(user=by.id, statuses=("running",))
        left = self.left(by) + self._unused(by, running)
        if days > left:
            raise UserError(msg("host.trouble.days_left", n=left))
        until = self._clock.now() + days * time_control.DAY
        await self._people.set(
            by, days_off=[self._year(), DAYS_PER_YEAR - left + days], off_until=until
        )
        for match in running:
            await self._set_away(match.id, by, until)
        return until

    async def end(self, by: User) -> None:
        """End the user's vacation in all matches now and give back its remaining whole days."""
        running = await self._matches.find(user=by.id, statuses=("running",))
        unused = self._unused(by, running)
        if unused or "off_until" in by.prefs:
            await self._people.set(
                by, days_off=[self._year(), DAYS_PER_YEAR - self.left(by) - unused], off_until=None
            )
        for match in running:
            await self._set_away(match.id, by, 0.0)

    def _unused(self, by: User, running: Sequence[Match]) -> int:
        """Return how many days of the current vacation to give back to the user.

        These are the remaining whole days; a day counts as whole for an hour after its start. Only
        days that were taken from this year's allowance are given back. `running` are the user's
        running matches.
        """
        away = max(
            (seat.away_until for match in running if (seat := match.seat_of(by.id))), default=0.0
        )
        seconds_left = max(by.prefs.get("off_until") or 0.0, away) - self._clock.now()
        return min(
            max(0, floor((seconds_left + time_control.HOUR) / time_control.DAY)),
            DAYS_PER_YEAR - self.left(by),
        )

    async def _set_away(self, match_id: str, by: User, until: float) -> None:
        """Store when the user's days off end in a match (`until`, Unix seconds; 0: end them now)."""
        async with self._locks(match_id):
            match: Match | None = await self._matches.get(match_id)
            seat = match.seat_of(by.id) if match is not None else None
            if (
                match is None
                or seat is None
                or match.status != "running"
                or (not until and not seat.away_until)
            ):
                return
            now = self._clock.now()
            if not until:  # the user is active right now: no ping is needed
                await self._matches.record_activity(match_id, by.id, now)
            seat.away_until = until
            if seat.awaited and not seat.has_caretaker:
                time_control.start_clock(match, seat, now)
            if until:
                time_control.reset_absence(seat)
                days = round((until - now) / time_control.DAY)
                match.note(now, msg("host.vacation", seat=seat_name(seat.seat), n=days))
            else:
                match.note(now, msg("host.back", seat=seat_name(seat.seat)))
            await self._moves.save(match)

    def _year(self) -> int:
        return datetime.fromtimestamp(self._clock.now(), UTC).year
