"""Events: one Struct for each shape."""

from msgspec import field

from games.core.state.events import Event


class Told(Event, frozen=True, tag="told"):
    """Event about a seat, with its `card` and `dice` if any."""

    what: str  # the last part of its sentence's key
    seat: int
    n: int = 0
    card: str = "net"
    dice: list[int] = field(default_factory=list)
