"""What happened: one Struct for each shape that a fact has."""

from msgspec import field

from games.core.state.events import Event


class Told(Event, frozen=True, tag="told"):
    """A fact about a seat; `card` and `dice` where it speaks of them."""

    what: str  # the last part of its sentence's key
    seat: int
    n: int = 0
    card: str = "net"
    dice: list[int] = field(default_factory=list)
