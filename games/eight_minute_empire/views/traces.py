"""What moves on the board, for arrows and moving pictures."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.views.scene import PieceMovement, before
from games.eight_minute_empire.model.events import (
    ArmiesPlaced,
    Destroyed,
    Founded,
    Moved,
    PlacedNeutral,
    Took,
)


def traces(event: Event) -> tuple[PieceMovement, ...]:
    """Armies and cities that came, went or left; a card on its way to its owner."""
    match event:
        case Moved(seat=seat, start=start, to=to):
            return (PieceMovement((start, to), seat),)
        case ArmiesPlaced(seat=seat, region=region) | Founded(seat=seat, region=region):
            return (PieceMovement((before(seat), region), seat),)
        case PlacedNeutral(seat=seat, region=region):
            return (PieceMovement((before(seat), region)),)
        case Destroyed(region=region, owner=owner):
            return (PieceMovement((region,), owner),)
        case Took(seat=seat, place=place):
            return (PieceMovement((f"card{place}", before(seat)), seat),)
    return ()
