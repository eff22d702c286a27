"""Achievements: things worth remembering when a person does them for the first time.

A game declares a handful as data. The events and the score of a finished game say which of them
each seat has done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from games.core.state.events import Event
from games.core.state.score import Scoreboard
from games.core.text.messages import Seat


class Achievement(Struct, frozen=True):
    """One achievement, reached by an event or by the final score; named `<game>.first.<name>`.

    By an event: of this `kind`, whose field `seat` names the seat, if its field `told` is
    `among` these values (none given: if it is truthy). By the score: a seat has points in the
    row `row`.
    """

    name: str
    kind: type[Event] | None = None
    seat: str = "seat"
    told: str = ""
    among: Sequence[Any] = ()
    row: str = ""

    def by(self, event: Event) -> Seat | None:
        """Return the seat that reaches it by this event, if any."""
        if self.kind is None or not isinstance(event, self.kind):
            return None
        value = getattr(event, self.told) if self.told else True
        seat: Seat = getattr(event, self.seat)
        return seat if seat >= 0 and (value in self.among if self.among else value) else None


def done(
    deeds: Sequence[Achievement], events: Iterable[tuple[Seat, Event]], board: Scoreboard
) -> list[list[str]]:
    """Return the names of the achievements of each seat, by seat, in the order of `deeds`.

    `events` are pairs of a seat and an event in the version that this seat was told.
    """
    rows = {row.id: row.values for row in board.rows}
    found = {
        (deed.name, seat)
        for deed in deeds
        for seat, points in enumerate(rows.get(deed.row, ()))
        if points > 0
    }
    found |= {
        (deed.name, seat) for seat, event in events for deed in deeds if deed.by(event) == seat
    }
    return [
        [deed.name for deed in deeds if (deed.name, seat) in found]
        for seat in range(len(board.total))
    ]
