"""Movements on the board, for arrows and animations."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.views.scene import PieceMovement, area_of
from games.tadmor.model.events import (
    Bought,
    NewPiece,
    PiecePlaced,
    Raided,
    Swapped,
    TookRare,
    TookStart,
)


def movements(event: Event) -> tuple[PieceMovement, ...]:
    """Return the movements of an event.

    These are pieces placed, driven away or swapped, and tiles and rare goods bought.
    """
    match event:
        case PiecePlaced(seat=seat, at=at):
            return (PieceMovement((area_of(seat), at), seat),)
        case NewPiece(seat=seat, at=at) if at:
            return (PieceMovement((area_of(seat), at), seat),)
        case Raided(removed=removed):
            return tuple(PieceMovement((one.at,), one.seat) for one in removed)
        case Swapped(seat=seat, other=other, own=own, at=at):
            return PieceMovement((own, at), seat), PieceMovement((at, own), other)
        case Bought(seat=seat, tile=tile) | TookStart(seat=seat, tile=tile):
            return (PieceMovement((tile, area_of(seat)), seat),)
        case TookRare(seat=seat):
            return (PieceMovement((f"rare{seat}", area_of(seat)), seat),)
    return ()
