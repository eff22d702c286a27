"""Movements of pieces that events cause, for arrows and animations."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.views.scene import PieceMovement, area_of
from games.eight_minute_empire.model.events import (
    ArmiesPlaced,
    Destroyed,
    Founded,
    Moved,
    PlacedNeutral,
    Took,
)


def movements(event: Event) -> tuple[PieceMovement, ...]:
    """Return the armies, cities and cards that an event moved, added or removed."""
    match event:
        case Moved(seat=seat, start=start, to=to):
            return (PieceMovement((start, to), seat),)
        case ArmiesPlaced(seat=seat, region=region) | Founded(seat=seat, region=region):
            return (PieceMovement((area_of(seat), region), seat),)
        case PlacedNeutral(seat=seat, region=region):
            return (PieceMovement((area_of(seat), region)),)
        case Destroyed(region=region, owner=owner):
            return (PieceMovement((region,), owner),)
        case Took(seat=seat, place=place):
            return (PieceMovement((f"card{place}", area_of(seat)), seat),)
    return ()
