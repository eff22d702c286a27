"""What moves on the map, for arrows and moving pictures."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.views.scene import PieceMovement, before
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


def traces(event: Event) -> tuple[PieceMovement, ...]:
    """Troops on the march, in flight, hired or fallen; what is built or razed; goods that change hands."""
    match event:
        case Moved(seat=seat, origin=origin, way=way, jump=jump):
            return (PieceMovement((origin, way[-1]) if jump else (origin, *way), seat),)
        case Fled(seat=seat, cell=cell, to=to, left=left):
            return (PieceMovement((cell, to) if left else (cell,), seat),)
        case Retreated(seat=seat, cell=cell, to=to):
            return (PieceMovement((cell, to) if to else (cell,), seat),)
        case BattleEnded(cell=cell, winner=winner, seats=seats):
            return tuple(PieceMovement((cell,), seat) for seat in seats if seat not in (winner, -1))
        case Hired(seat=seat, cell=cell) | Built(seat=seat, cell=cell):
            return (PieceMovement((before(seat), cell), seat),)
        case Razed(cell=cell):
            return (PieceMovement((cell,)),)
        case Dealt(seat=seat, other=other):
            return (
                PieceMovement((before(seat), before(other)), seat),
                PieceMovement((before(other), before(seat)), other),
            )
    return ()
