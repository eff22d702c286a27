"""Movements of cards and goods on the table, for arrows and animations."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.views.scene import PieceMovement, area_of
from games.imperial_settlers.model.events import (
    Attacked,
    Built,
    Captured,
    DealLost,
    Looted,
    Razed,
    Removed,
    Signed,
    Stole,
    Took,
)

VIRTUAL = -1


def movements(event: Event) -> tuple[PieceMovement, ...]:
    """Return the movements of an event.

    These are cards taken, built, made Deals, razed, captured, given up or attacked by the virtual
    player, and goods and Deals that change hands.

    A movement with a single place means that the piece leaves the table. The `seat` of a movement
    gives its color: for stolen goods and taken Deals it is the victim, for razed and removed
    Locations the owner, else the seat that acts. Movements of the virtual player's Locations and of
    attacks have no seat.
    """
    match event:
        case Took(seat=seat, card=card) if seat != VIRTUAL:
            return (PieceMovement((card, area_of(seat)), seat=seat),)
        case Built(seat=seat, card=card, site=site):
            return (
                *((PieceMovement((site,), seat=seat),) if site else ()),
                PieceMovement((area_of(seat), card), seat=seat),
            )
        case Signed(seat=seat):
            return (PieceMovement((area_of(seat), f"deals{seat}"), seat=seat),)
        case Razed(card=card, owner=owner) | Removed(card=card, owner=owner) if owner is not None:
            return (PieceMovement((card,), seat=owner if owner != VIRTUAL else None),)
        case Captured(seat=seat, card=card) | Looted(seat=seat, card=card):
            return (PieceMovement((card, area_of(seat)), seat=seat),)
        case Stole(seat=seat, victim=victim):
            return (PieceMovement((area_of(victim), area_of(seat)), seat=victim),)
        case DealLost(seat=seat, victim=victim, taken=True):
            return (PieceMovement((f"deals{victim}", f"deals{seat}"), seat=victim),)
        case Attacked(card=card) if card:
            return (PieceMovement((card,)),)
    return ()
