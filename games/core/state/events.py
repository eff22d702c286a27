"""Facts that rules emit; each viewer gets one version of each, or none."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec import Struct, field

from games.core.text.messages import Seat


class Event(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of all events; a released kind never changes its shape.

    - `heading`: begins a part of the game (a round, a turn); the log uses it as a heading.
    - `minor`: shown only in the log; it changes nothing, or repeats what the next question says.
    - `news`: told even as the first sentence of a seat's own step, which otherwise repeats what the
      seat has just confirmed (a card that was drawn).
    - `urgent`: concerns all players, such as the approaching end.
    """

    heading: ClassVar[bool] = False
    news: ClassVar[bool] = False
    minor: ClassVar[bool] = False

    @property
    def urgent(self) -> bool:
        """Return whether it is told before anything that does not name the reader."""
        return False


class Stat(NamedTuple):
    """One thing that statistics count in an event: `name` within `group`.

    `first` is the starting seat, if the event tells it: wins are then also listed by turn
    order.
    """

    group: str
    name: str
    first: Seat | None = None


class AddressedEvent(Struct):
    """One emitted event: the public version, or None, and the versions of single seats."""

    all: Event | None
    to: dict[Seat, Event] = field(default_factory=dict)

    def seen_by(self, viewer: Seat | None) -> Event | None:
        """Return the version of `viewer` (None: a spectator)."""
        return self.all if viewer is None else self.to.get(viewer, self.all)


def to_row(emitted: list[AddressedEvent]) -> list[dict[str, Any]]:
    """Return events in the form in which a row of the log stores them."""
    rows = []
    for one in emitted:
        row: dict[str, Any] = {"all": msgspec.to_builtins(one.all, str_keys=True)}
        if one.to:
            row["to"] = {
                str(seat): msgspec.to_builtins(event, str_keys=True)
                for seat, event in sorted(one.to.items())
            }
        rows.append(row)
    return rows


def seen_in_row(row: dict[str, Any], viewer: Seat | None) -> dict[str, Any] | None:
    """Return the raw event that `viewer` may read in an entry made by `to_row`."""
    event: dict[str, Any] | None = row["all"]
    return event if viewer is None else row.get("to", {}).get(str(viewer), event)
