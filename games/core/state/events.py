"""Facts that rules emit. Each viewer gets exactly one version of each, or none."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec import Struct, field

from games.core.text.messages import Seat


class Event(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of all events. A released kind never changes shape.

    `heading` events begin a part of the game (a round, a turn): the log sets them as headings of what follows. `minor` ones stand
    in the log alone: they change nothing for anybody, or repeat what the next question says. `news` are told even as the first
    sentence of a seat's own step, which otherwise repeats what it has just confirmed: a card that came to hand. `urgent` ones
    concern everybody: the end is near.
    """

    heading: ClassVar[bool] = False
    news: ClassVar[bool] = False
    minor: ClassVar[bool] = False

    @property
    def urgent(self) -> bool:
        """Whether it is told before anything that does not name the reader."""
        return False


class Stat(NamedTuple):
    """One thing that statistics count in an event: `name` within `group`. `first` is the seat that begins, where the event says
    so: wins are then told by turn order, too."""

    group: str
    name: str
    first: Seat | None = None


class AddressedEvent(Struct):
    """One emission: the public version, or None, and what single seats were told instead."""

    all: Event | None
    to: dict[Seat, Event] = field(default_factory=dict)

    def seen_by(self, viewer: Seat | None) -> Event | None:
        """The version of `viewer` (None: a spectator)."""
        return self.all if viewer is None else self.to.get(viewer, self.all)


def to_row(emitted: list[AddressedEvent]) -> list[dict[str, Any]]:
    """The form in which a row of the log keeps events (DESIGN 5)."""
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
    """The raw event that `viewer` may read in an entry made by `to_row`."""
    event: dict[str, Any] | None = row["all"]
    return event if viewer is None else row.get("to", {}).get(str(viewer), event)
