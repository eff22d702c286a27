"""Achievements: things worth noting when a person does them for the first time.

A game declares a few of them as data (`Game.achievements`). `achieved_by_seat` finds out from the
events and the score of an ended game which of them each seat has reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from games.core.state.events import Event
from games.core.state.score import Scoreboard
from games.core.text.messages import Seat


class Achievement(Struct, frozen=True):
    """Achievement that is reached by an event or by the final score.

    Its text has the key `<game>.first.<name>`. An event of the class `kind` reaches it for the seat
    in the event's field that `seat` names. If `required_field` is set, this field of the event must
    have one of the `accepted_values`, or, if these are empty, any true value. The score reaches it
    for seats with points in the row whose id is `score_row`.
    """

    name: str
    kind: type[Event] | None = None
    seat: str = "seat"
    required_field: str = ""
    accepted_values: Sequence[Any] = ()
    score_row: str = ""

    def reached_by(self, event: Event) -> Seat | None:
        """Return the seat that reaches the achievement by this event; None if no seat does."""
        if self.kind is None or not isinstance(event, self.kind):
            return None
        if self.required_field:
            value = getattr(event, self.required_field)
            accepted = value in self.accepted_values if self.accepted_values else bool(value)
            if not accepted:
                return None
        seat: Seat = getattr(event, self.seat)
        return seat if seat >= 0 else None


def achieved_by_seat(
    achievements: Sequence[Achievement],
    events: Iterable[tuple[Seat, Event]],
    scoreboard: Scoreboard,
) -> list[list[str]]:
    """Return one list per seat: the names of its achievements, in the order of `achievements`.

    `events` has one pair per event and seat: the seat, and the event as that seat may see it.
    """
    points_by_row = {row.id: row.values for row in scoreboard.rows}
    reached = {
        (achievement.name, seat)
        for achievement in achievements
        for seat, points in enumerate(points_by_row.get(achievement.score_row, ()))
        if points > 0
    }
    reached |= {
        (achievement.name, seat)
        for seat, event in events
        for achievement in achievements
        if achievement.reached_by(event) == seat
    }
    names = [achievement.name for achievement in achievements]
    return [
        [name for name in names if (name, seat) in reached] for seat in range(len(scoreboard.total))
    ]
