"""What moves on the board, for arrows and moving pictures."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.views.scene import Trace, before
from games.eight_minute_empire.model.events import Destroyed, Founded, Moved, Placed, PlacedNeutral, Took


def traces(event: Event) -> tuple[Trace, ...]:
    """Armies and cities that came, went or left; a card on its way to its owner."""
    match event:
        case Moved(seat=seat, start=start, to=to):
            return (Trace((start, to), seat),)
        case Placed(seat=seat, region=region) | Founded(seat=seat, region=region):
            return (Trace((before(seat), region), seat),)
        case PlacedNeutral(seat=seat, region=region):
            return (Trace((before(seat), region)),)
        case Destroyed(region=region, owner=owner):
            return (Trace((region,), owner),)
        case Took(seat=seat, place=place):
            return (Trace((f"card{place}", before(seat)), seat),)
    return ()
