"""Piece movements of events, for arrows and animated images."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.views.scene import PieceMovement, area_of
from games.era_medieval_age.model.events import Built, Lost, Paid, Scorched


def movements(event: Event) -> tuple[PieceMovement, ...]:
    """Return the movements of an event: pieces built or removed, resources extorted."""
    match event:
        case Built(seat=seat, piece=piece):
            return (PieceMovement((area_of(seat), f"{seat}/{piece}"), seat),)
        case Scorched(seat=seat, piece=piece, removed=removed):
            return (
                *(PieceMovement((f"{seat}/{one}",), seat) for one in removed),
                PieceMovement((area_of(seat), f"{seat}/{piece}"), seat),
            )
        case Lost(seat=seat, piece=piece):
            return (PieceMovement((f"{seat}/{piece}",), seat),)
        case Paid(by=by, victim=victim) if by >= 0:
            return (PieceMovement((area_of(victim), area_of(by)), victim),)
    return ()
