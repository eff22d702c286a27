"""Events that rules emit: facts for the log.

Each viewer gets one version of an event, or none.

A game derives its events from `Event` and emits them with `StepContext.emit`, which wraps each in
an `AddressedEvent`. `to_log_events` encodes these for the log, and `seen_in_log` decodes one for a
viewer.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec import Struct, field

from games.core.text.messages import Seat


class Event(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """Base of all events.

    Once released, a class never changes its fields, because stored logs contain its events.

    - `heading`: begins a part of the game (a round, a turn); the log uses it as a heading
    - `minor`: shown only in the log, because it changes nothing or repeats what the next prompt
      says
    - `news`: shown to a seat even if it is the first event of its own move, such as a drawn card
      (else the first event is left out, because it repeats what the seat has just confirmed)
    - `idle`: says that nothing happened; a short recap prefers all other events except headings,
      unless the event is one of the game's main deeds (`RecapRules.deeds`)
    - `urgent`: concerns all players, such as the approaching end; a short recap always has it
    """

    heading: ClassVar[bool] = False
    news: ClassVar[bool] = False
    minor: ClassVar[bool] = False
    idle: ClassVar[bool] = False

    @property
    def urgent(self) -> bool:
        """Return whether a recap must have the event, however short it is."""
        return False


class Stat(NamedTuple):
    """Thing that statistics count in an event: `name` within `group`.

    `first` is the starting seat, set only for the event that names this seat; statistics then also
    count wins by turn order.
    """

    group: str
    name: str
    first: Seat | None = None


class AddressedEvent(Struct):
    """Emitted event: its public version (None: not public), and its versions for some seats."""

    public: Event | None
    by_seat: dict[Seat, Event] = field(default_factory=dict)

    def seen_by(self, viewer: Seat | None) -> Event | None:
        """Return the event as `viewer` sees it (None: a spectator); None if it is hidden."""
        return self.public if viewer is None else self.by_seat.get(viewer, self.public)


def to_log_events(emitted: list[AddressedEvent]) -> list[dict[str, Any]]:
    """Return events in the form in which a log row stores them: one dict per event.

    In each dict, `all` is the public version (None: not public); `to` has the versions for some
    seats, by seat.
    """
    rows = []
    for addressed in emitted:
        row: dict[str, Any] = {"all": msgspec.to_builtins(addressed.public, str_keys=True)}
        if addressed.by_seat:
            row["to"] = {
                str(seat): msgspec.to_builtins(event, str_keys=True)
                for seat, event in sorted(addressed.by_seat.items())
            }
        rows.append(row)
    return rows


def seen_in_log(stored_event: dict[str, Any], viewer: Seat | None) -> dict[str, Any] | None:
    """Return `viewer`'s version of an event that was stored by `to_log_events`; None if hidden."""
    event: dict[str, Any] | None = stored_event["all"]
    return event if viewer is None else stored_event.get("to", {}).get(str(viewer), event)
