"""Movements that events cause, for arrows and animations."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.views.scene import PieceMovement, area_of
from games.el_mapa.model.events import (
    BattleEnded,
    Built,
    Dealt,
    Fled,
    Hired,
    Moved,
    Razed,
    Retreated,
)


def movements(event: Event) -> tuple[PieceMovement, ...]:
    """Return the movements of an event.

    They are troops that move, flee, are hired or die, buildings built or razed, and goods that
    are exchanged.
    """
    match event:
        case Moved(seat=seat, origin=origin, way=way, jump=jump):
            return (PieceMovement((origin, way[-1]) if jump else (origin, *way), seat),)
        case Fled(seat=seat, cell=cell, to=to, arrived=arrived):
            return (PieceMovement((cell, to) if arrived else (cell,), seat),)
        case Retreated(seat=seat, cell=cell, to=to):
            return (PieceMovement((cell, to) if to else (cell,), seat),)
        case BattleEnded(cell=cell, winner=winner, seats=seats):
            return tuple(PieceMovement((cell,), seat) for seat in seats if seat not in (winner, -1))
        case Hired(seat=seat, cell=cell) | Built(seat=seat, cell=cell):
            return (PieceMovement((area_of(seat), cell), seat),)
        case Razed(cell=cell):
            return (PieceMovement((cell,)),)
        case Dealt(seat=seat, other=other):
            return (
                PieceMovement((area_of(seat), area_of(other)), seat),
                PieceMovement((area_of(other), area_of(seat)), other),
            )
    return ()
