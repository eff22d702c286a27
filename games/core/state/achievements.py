"""Deeds: what is worth remembering when a person does it for the first time. A game declares a handful, as data; how a game was
played to its end says which of them each seat has done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from games.core.state.events import Event
from games.core.state.score import Scoreboard
from games.core.text.messages import Seat


class Achievement(Struct, frozen=True):
    """Done by an event or shown by the final score: `name` is said as `<game>.first.<name>`.

    By an event of this `kind`, whose field `seat` tells by whom, where its field `told` is `among` these values, or where it is
    anything at all (no zero, no empty text) when none are named. By the row `row` of the score where a seat has points in it.
    """

    name: str
    kind: type[Event] | None = None
    seat: str = "seat"
    told: str = ""
    among: Sequence[Any] = ()
    row: str = ""

    def by(self, event: Event) -> Seat | None:
        """The seat that has done it by this event, if one has."""
        if self.kind is None or not isinstance(event, self.kind):
            return None
        value = getattr(event, self.told) if self.told else True
        seat: Seat = getattr(event, self.seat)
        return seat if seat >= 0 and (value in self.among if self.among else value) else None


def done(
    deeds: Sequence[Achievement], events: Iterable[tuple[Seat, Event]], board: Scoreboard
) -> list[list[str]]:
    """Which of them each seat has done, by seat, in their order; `events` are those that count for a seat, as it was told."""
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
