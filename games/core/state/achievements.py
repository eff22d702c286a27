"""Achievements: things worth noting when a person does them for the first time.

A game declares a few achievements as data (`Game.achievements`). `achieved_by_seat` returns which of
them each seat has reached, according to the events and the score of an ended game.
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

    - `name`: the last part of the key of its text, `<game>.first.<name>`
    - `event_class`: class of the events that count (None: none do)
    - `seat_field`: field of the event that names the seat which reaches the achievement
    - `required_field`: field of the event that must have an accepted value ("": all events count)
    - `accepted_values`: the accepted values of `required_field` (empty: every true value)
    - `score_row`: id of a row of the final score; seats with points there reach the achievement
      ("": the score does not count)
    """

    name: str
    event_class: type[Event] | None = None
    seat_field: str = "seat"
    required_field: str = ""
    accepted_values: Sequence[Any] = ()
    score_row: str = ""

    def reached_by(self, event: Event) -> Seat | None:
        """Return the seat that reaches the achievement by this event; None if no seat does."""
        if self.event_class is None or not isinstance(event, self.event_class):
            return None
        if self.required_field:
            value = getattr(event, self.required_field)
            accepted = value in self.accepted_values if self.accepted_values else bool(value)
            if not accepted:
                return None
        seat: Seat = getattr(event, self.seat_field)
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
