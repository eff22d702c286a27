"""What moves on the map, for arrows and moving pictures."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.views.scene import Trace, before
from games.el_mapa.model.events import BattleEnded, Built, Dealt, Fled, Hired, Moved, Razed, Retreated


def traces(event: Event) -> tuple[Trace, ...]:
    """Troops on the march, in flight, hired or fallen; what is built or razed; goods that change hands."""
    match event:
        case Moved(seat=seat, origin=origin, way=way, jump=jump):
            return (Trace((origin, way[-1]) if jump else (origin, *way), seat),)
        case Fled(seat=seat, cell=cell, to=to, left=left):
            return (Trace((cell, to) if left else (cell,), seat),)
        case Retreated(seat=seat, cell=cell, to=to):
            return (Trace((cell, to) if to else (cell,), seat),)
        case BattleEnded(cell=cell, winner=winner, seats=seats):
            return tuple(Trace((cell,), seat) for seat in seats if seat not in (winner, -1))
        case Hired(seat=seat, cell=cell) | Built(seat=seat, cell=cell):
            return (Trace((before(seat), cell), seat),)
        case Razed(cell=cell):
            return (Trace((cell,)),)
        case Dealt(seat=seat, other=other):
            return (Trace((before(seat), before(other)), seat), Trace((before(other), before(seat)), other))
    return ()
