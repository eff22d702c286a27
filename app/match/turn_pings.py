"""Decide which players to ping, that is, to mention in a message that notifies them.

A player gets one ping for each decision that another player's move causes. A player who has just
clicked in the match gets none.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from app.model import time_control
from app.model.match import Match, SeatRow, User
from app.ports.errors import StorageUnavailableError
from app.ports.repo import Repo, UserRepository
from app.ports.services import Clock
from games.core.text.messages import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def seats_needing_ping(match: Match) -> Iterator[SeatRow]:
    """Yield the seats whose players must act and were not told yet.

    Yields none while the match is paused. In a full lobby, only the organizer must act: they start
    the match.
    """
    if match.status == "lobby" and _should_announce_full(match):
        yield from (seat for seat in match.seats if seat.user == match.organizer)
    if match.status == "running" and not match.paused:
        people = (seat for seat in match.seats if seat.user is not None and not seat.played_by_ai)
        yield from (seat for seat in people if seat.awaited and not seat.knows_newest_ping)


def seats_to_ping(match: Match, now: float, recent_click_s: float) -> list[Seat]:
    """Return the seats to ping now; `set_ping_times` must have set their `ping_at`.

    Skips players on a day off, and players who clicked within the last `recent_click_s` seconds,
    because they see the match anyway. The organizer of a lobby is not pinged in quiet hours either.
    """
    seats = _reachable(seats_needing_ping(match), now, recent_click_s)
    return [seat for seat in seats if match.status == "running" or match.seats[seat].ping_at <= now]


def reachable_seats_to_act(match: Match, now: float, recent_click_s: float) -> list[Seat]:
    """Return the seats that must act and whose players can be pinged now.

    This includes players who were already pinged for their decision. Players who clicked within the
    last `recent_click_s` seconds, and players on a day off, are left out.
    """
    if match.status != "running" or match.paused:
        return []
    return _reachable(
        (
            seat
            for seat in match.seats
            if seat.user is not None and seat.awaited and not seat.played_by_ai
        ),
        now,
        recent_click_s,
    )


def next_ping_at(match: Match, now: float, recent_click_s: float) -> float | None:
    """Return when to send the next ping if nothing happens until then (Unix seconds).

    None if no ping is due later. `recent_click_s` as in `seats_to_ping`.
    """
    if match.status == "lobby":
        return next(
            (
                max(seat.last_click_at + recent_click_s, seat.ping_at)
                for seat in seats_needing_ping(match)
            ),
            None,
        )
    return min(
        (
            max(seat.last_click_at + recent_click_s, seat.away_until)
            for seat in seats_needing_ping(match)
            if _must_not_ping(seat, now, recent_click_s)
        ),
        default=None,
    )


def _reachable(seats: Iterable[SeatRow], now: float, recent_click_s: float) -> list[Seat]:
    return [seat.seat for seat in seats if not _must_not_ping(seat, now, recent_click_s)]


def _should_announce_full(match: Match) -> bool:
    """Return whether to tell the organizer that the lobby is full, at most once a day."""
    return (
        bool(match.full_at)
        and not match.full_known
        and match.full_at - match.full_announced_at >= time_control.DAY
    )


def _must_not_ping(seat: SeatRow, now: float, recent_click_s: float) -> bool:
    """Return whether the player clicked within `recent_click_s` seconds or has a day off.

    A click that is far in the future was stored before the machine's clock was set back, so it is
    ignored.
    """
    return abs(now - seat.last_click_at) < recent_click_s or now < (seat.away_until or now)


async def set_ping_times(users: UserRepository, match: Match, now: float) -> None:
    """Set each seat's `ping_at` to the end of its player's current quiet hours, or to 0.

    In quiet hours, a message mentions the player without a notification; the ping follows at
    `ping_at`.
    """
    players = [seat.user for seat in match.seats if seat.user is not None]
    prefs = await users.prefs(players) if players else {}
    for seat in match.seats:
        seat.ping_at = time_control.quiet_until(prefs.get(seat.user or 0, {}), now)


class PingTracker:
    """Recorder of each player's last click in a match, so that active players get no pings.

    If the store is unavailable, nothing is recorded, but the click is still answered.
    """

    def __init__(self, repo: Repo, clock: Clock) -> None:
        self._repo, self._clock = repo, clock

    async def record_activity(self, match_id: str, by: User) -> None:
        """Record a click whose response does not show the player's prompt."""
        with suppress(StorageUnavailableError):
            await self._repo.matches.record_activity(match_id, by.id, self._clock.now())

    async def mark_ping_seen(self, match: Match, seat: SeatRow, by: User) -> None:
        """Record a click whose response shows the player's panel.

        The seat's current ping is then not needed.
        """
        await self.record_activity(match.id, by)
        with suppress(StorageUnavailableError):
            if not seat.knows_newest_ping:
                await self._repo.matches.mark_pinged(match.id, {seat.seat: seat.newest_ping})
            elif seat.ping_at:
                await self._repo.deadlines.set_pings(match.id, {seat.seat: 0.0})
