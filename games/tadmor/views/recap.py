"""What recaps tell first: main deeds, and what was taken from a seat."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.state.recaps import RecapRules
from games.core.text.messages import Seat
from games.tadmor.model import events as ev


def losers(event: Event) -> set[Seat]:
    """Return the seats that lost pieces, tower levels, goods or points."""
    match event:
        case ev.Raided(removed=removed):
            return {piece.seat for piece in removed}
        case ev.Destroyed(victim=seat) | ev.Swapped(other=seat):
            return {seat}
        case ev.Taxed(seat=seat) | ev.GoodsStored(seat=seat):
            return {seat}
    return set()


RECAP = RecapRules(
    deeds=(
        ev.Destroyed,
        ev.BuiltTemple,
        ev.TookRare,
        ev.Completed,
        ev.Climbed,
        ev.Supplied,
        ev.Looted,
        ev.Prestige,
        ev.Harvested,
        ev.Swapped,
        ev.Bought,
        ev.TookStart,
        ev.NewPiece,
        ev.AllPlaced,
        ev.PiecePlaced,
    ),
    losers=losers,
)
