"""Whom the table calls, and when: once for each decision that others bring upon a person, and never who is there just now."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from app.model import time_control
from app.model.match import Match, SeatRow, User
from app.ports.store import Clock, Repo, StorageUnavailableError
from games.core.text.messages import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def unnotified_users(match: Match) -> Iterator[SeatRow]:
    """The people for whom the table waits and who do not know it yet; nobody while the table is paused or asleep. A full lobby
    waits for its organizer."""
    if match.status == "lobby" and _tell_full(match):
        yield from (seat for seat in match.seats if seat.user == match.host)
    if match.status == "running" and not match.paused:
        people = (seat for seat in match.seats if seat.user is not None and not seat.automatic)
        yield from (seat for seat in people if seat.awaited and not seat.called)


def users_to_ping(match: Match, now: float, lull: float) -> list[Seat]:
    """Who is to be called now: not within `lull` seconds of their last tap at the table, for then they see it by themselves,
    nor on a day off. The organizer of a lobby is not called in their quiet hours either (`hush`)."""
    called = _absent(unnotified_users(match), now, lull)
    return [
        seat for seat in called if match.status == "running" or match.seats[seat].ping_at <= now
    ]


def awaited(match: Match, now: float, lull: float) -> list[Seat]:
    """Return who is awaited and can play now, whether called or not, without those who are here."""
    if match.status != "running" or match.paused:
        return []
    return _absent(
        (
            seat
            for seat in match.seats
            if seat.user is not None and seat.awaited and not seat.automatic
        ),
        now,
        lull,
    )


def next_ping_at(match: Match, now: float, lull: float) -> float | None:
    """When the next of the others is to be called, if nothing happens until then."""
    if match.status == "lobby":
        return next(
            (max(seat.tapped + lull, seat.ping_at) for seat in unnotified_users(match)), None
        )
    return min(
        (
            max(seat.tapped + lull, seat.away)
            for seat in unnotified_users(match)
            if _here(seat, now, lull)
        ),
        default=None,
    )


def _absent(seats: Iterable[SeatRow], now: float, lull: float) -> list[Seat]:
    return [seat.seat for seat in seats if not _here(seat, now, lull)]


def _tell_full(match: Match) -> bool:
    """Return whether the organizer is to be told that the lobby is full: once a day at most."""
    return (
        bool(match.full_at)
        and not match.full_known
        and match.full_at - match.full_told >= time_control.DAY
    )


def _here(seat: SeatRow, now: float, lull: float) -> bool:
    """True for who has just tapped, or has a day off; a tap long ahead of now is one from before the clock was put back."""
    return abs(now - seat.tapped) < lull or now < (seat.away or now)


async def hush(repo: Repo, match: Match, now: float) -> None:
    """Set each seat's `ping_at` to the end of its person's quiet hours; 0 for everybody else.

    A call now names those people without notifying them, and they are pinged then.
    """
    users = [seat.user for seat in match.seats if seat.user is not None]
    prefs = await repo.prefs(users) if users else {}
    for seat in match.seats:
        seat.ping_at = time_control.quiet_until(prefs.get(seat.user or 0, {}), now)


class PingTracker:
    """Remembers who is at a table. A person's tap is never lost to a full disk: then it is only not remembered."""

    def __init__(self, repo: Repo, clock: Clock) -> None:
        self._repo, self._clock = repo, clock

    async def record_activity(self, match: str, by: User) -> None:
        """A tap at the table that shows no question."""
        with suppress(StorageUnavailableError):
            await self._repo.record_activity(match, by.id, self._clock.now())

    async def mark_notified(self, match: Match, seat: SeatRow, by: User) -> None:
        """A tap that is answered with the panel: whoever is awaited knows it now, and what they take back is no news to them."""
        await self.record_activity(match.id, by)
        with suppress(StorageUnavailableError):
            if not seat.called:
                await self._repo.mark_notified(match.id, {seat.seat: seat.call})
            elif seat.ping_at:
                await self._repo.pings(match.id, {seat.seat: 0.0})
