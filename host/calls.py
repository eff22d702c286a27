"""Whom the table calls, and when: once for each decision that others bring upon a person, and never who is there just now."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from games.core.messages import Seat
from host.model import Match, Person, SeatRow
from host.ports import Clock, Repo, Unsaved

if TYPE_CHECKING:
    from collections.abc import Iterator


def owed(match: Match) -> Iterator[SeatRow]:
    """The people for whom the table waits and who do not know it yet."""
    if match.status == "running":
        people = (seat for seat in match.seats if seat.user is not None and not seat.automatic)
        yield from (seat for seat in people if seat.awaited and not seat.called)


def due(match: Match, now: float, lull: float) -> list[Seat]:
    """Who is to be called now: not within `lull` seconds of their last tap at the table, for then they see it by themselves,
    nor on a day off."""
    return [seat.seat for seat in owed(match) if not _here(seat, now, lull)]


def later(match: Match, now: float, lull: float) -> float | None:
    """When the next of the others is to be called, if nothing happens until then."""
    return min((max(seat.tapped + lull, seat.away) for seat in owed(match) if _here(seat, now, lull)), default=None)


def _here(seat: SeatRow, now: float, lull: float) -> bool:
    """True for who has just tapped, or has a day off; a tap long ahead of now is one from before the clock was put back."""
    return abs(now - seat.tapped) < lull or now < (seat.away or now)


class Calls:
    """Remembers who is at a table. A person's tap is never lost to a full disk: then it is only not remembered."""

    def __init__(self, repo: Repo, clock: Clock) -> None:
        self._repo, self._clock = repo, clock

    async def tapped(self, match: str, by: Person) -> None:
        """A tap at the table that shows no question."""
        with suppress(Unsaved):
            await self._repo.tapped(match, by.id, self._clock.now())

    async def answered(self, match: Match, seat: SeatRow, by: Person) -> None:
        """A tap that is answered with the panel: whoever is awaited knows it now, and what they take back is no news to them."""
        await self.tapped(match.id, by)
        if not seat.called:
            with suppress(Unsaved):
                await self._repo.told(match.id, {seat.seat: seat.call})
