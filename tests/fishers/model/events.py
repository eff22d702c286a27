"""Event of the game."""

from msgspec import field

from games.core.state.events import Event


class Told(Event, frozen=True, tag="told"):
    """Event about a seat, with its `card` and `dice` if there are any."""

    what: str  # last part of the message key of its log sentence
    seat: int
    n: int = 0
    card: str = "net"
    dice: list[int] = field(default_factory=list)
