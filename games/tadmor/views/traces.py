"""What moves on the board, for arrows and moving pictures."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.views.scene import Trace, before
from games.tadmor.model.events import Bought, NewPiece, Placed, Raided, Swapped, TookRare, TookStart


def traces(event: Event) -> tuple[Trace, ...]:
    """Pieces that are placed, driven away or change places; tiles and rare goods on their way to who bought them."""
    match event:
        case Placed(seat=seat, at=at):
            return (Trace((before(seat), at), seat),)
        case NewPiece(seat=seat, at=at) if at:
            return (Trace((before(seat), at), seat),)
        case Raided(removed=removed):
            return tuple(Trace((one.at,), one.seat) for one in removed)
        case Swapped(seat=seat, other=other, own=own, at=at):
            return Trace((own, at), seat), Trace((at, own), other)
        case Bought(seat=seat, tile=tile) | TookStart(seat=seat, tile=tile):
            return (Trace((tile, before(seat)), seat),)
        case TookRare(seat=seat):
            return (Trace((f"rare{seat}", before(seat)), seat),)
    return ()
