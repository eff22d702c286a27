"""Rules for pings: one for each decision that others cause, none to an active player."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from app.model import time_control
from app.model.match import Match, SeatRow, User
from app.ports.repo import Repo, UserRepository
from app.ports.store import Clock, StorageUnavailableError
from games.core.text.messages import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def unnotified_users(match: Match) -> Iterator[SeatRow]:
    """Yield the seats whose players must act and do not know it yet.

    None while the match is paused. A full lobby waits for its organizer.
    """
    if match.status == "lobby" and _tell_full(match):
        yield from (seat for seat in match.seats if seat.user == match.host)
    if match.status == "running" and not match.paused:
        people = (seat for seat in match.seats if seat.user is not None and not seat.automatic)
        yield from (seat for seat in people if seat.awaited and not seat.called)


def users_to_ping(match: Match, now: float, lull: float) -> list[Seat]:
    """Return the seats to ping now.

    Skips players who clicked within the last `lull` seconds, because they see the match anyway,
    and players on a day off. The organizer of a lobby is not pinged in quiet hours either
    (`hush`).
    """
    called = _absent(unnotified_users(match), now, lull)
    return [
        seat for seat in called if match.status == "running" or match.seats[seat].ping_at <= now
    ]


def awaited(match: Match, now: float, lull: float) -> list[Seat]:
    """Return the seats that must act and whose players are away but can play, pinged or not."""
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
    """Return when the next ping is due if nothing happens until then; None if there is none."""
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
    """Return whether to tell the organizer that the lobby is full, at most once a day."""
    return (
        bool(match.full_at)
        and not match.full_known
        and match.full_at - match.full_told >= time_control.DAY
    )


def _here(seat: SeatRow, now: float, lull: float) -> bool:
    """Return whether the player has just clicked or has a day off.

    A click far in the future dates from before the clock was set back and does not count.
    """
    return abs(now - seat.tapped) < lull or now < (seat.away or now)


async def hush(users: UserRepository, match: Match, now: float) -> None:
    """Set each seat's `ping_at` to the end of its player's quiet hours; 0 outside of them.

    A ping now names those players without notifying them; they are notified at `ping_at`.
    """
    players = [seat.user for seat in match.seats if seat.user is not None]
    prefs = await users.prefs(players) if players else {}
    for seat in match.seats:
        seat.ping_at = time_control.quiet_until(prefs.get(seat.user or 0, {}), now)


class PingTracker:
    """Record of each player's last click in a match.

    If the store is unavailable, the click is still answered and only not recorded.
    """

    def __init__(self, repo: Repo, clock: Clock) -> None:
        self._repo, self._clock = repo, clock

    async def record_activity(self, match: str, by: User) -> None:
        """Record a click that does not show the prompt."""
        with suppress(StorageUnavailableError):
            await self._repo.matches.record_activity(match, by.id, self._clock.now())

    async def mark_notified(self, match: Match, seat: SeatRow, by: User) -> None:
        """Record a click that is answered with the panel, and mark its ping as seen."""
        await self.record_activity(match.id, by)
        with suppress(StorageUnavailableError):
            if not seat.called:
                await self._repo.matches.mark_notified(match.id, {seat.seat: seat.call})
            elif seat.ping_at:
                await self._repo.deadlines.set_pings(match.id, {seat.seat: 0.0})
