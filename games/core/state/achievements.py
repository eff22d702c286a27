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
    """One achievement, reached by an event or by the final score.

    Its text has the key `<game>.first.<name>`. An event of the class `kind` reaches it for the
    seat in the event's field `seat`, if the event's field `told` has one of the values `among`
    (if `among` is empty: any truthy value). The score reaches it for seats with points in the
    row `row`.
    """

    name: str
    kind: type[Event] | None = None
    seat: str = "seat"
    required_field: str = ""
    accepted_values: Sequence[Any] = ()
    score_row: str = ""

    def reached_by(self, event: Event) -> Seat | None:
        """Return the seat that reaches the achievement by this event, if any."""
        if self.kind is None or not isinstance(event, self.kind):
            return None
        value = getattr(event, self.required_field) if self.required_field else True
        seat: Seat = getattr(event, self.seat)
        return (
            seat
            if seat >= 0 and (value in self.accepted_values if self.accepted_values else value)
            else None
        )


def achieved_by_seat(
    deeds: Sequence[Achievement], events: Iterable[tuple[Seat, Event]], board: Scoreboard
) -> list[list[str]]:
    """Return the names of the achievements of each seat, by seat, in the order of `Game.achievements`.

    `events` are pairs of a seat and an event in the version of this seat.
    """
    rows = {row.id: row.values for row in board.rows}
    reached = {
        (deed.name, seat)
        for deed in deeds
        for seat, points in enumerate(rows.get(deed.score_row, ()))
        if points > 0
    }
    reached |= {
        (deed.name, seat)
        for seat, event in events
        for deed in deeds
        if deed.reached_by(event) == seat
    }
    return [
        [deed.name for deed in deeds if (deed.name, seat) in reached]
        for seat in range(len(board.total))
    ]
