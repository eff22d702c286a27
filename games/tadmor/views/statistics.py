"""Statistics over many games, collected event by event."""

from __future__ import annotations

from games.core.state.events import Event, Stat
from games.tadmor.model.catalog import RARE
from games.tadmor.model.events import (
    Bought,
    BuiltTemple,
    Completed,
    Destroyed,
    Hired,
    PiecePlaced,
    Raided,
    Returned,
    TookRare,
    TookStart,
    TurnBegan,
)


def stats(event: Event) -> list[Stat]:
    """Return the entries that an event adds to the statistics; [] for other events."""
    match event:
        case TurnBegan(turn=1, order=order):
            return [Stat("start", "first", order[0])]
        case TookStart(tile=tile):
            return [Stat("starting tile", tile)]
        case Bought(tile=tile):
            return [Stat("upgrade", tile)]
        case Completed(card=card):
            return [Stat("mission", card)]
        case Returned(card=card):
            return [Stat("returned", card)]
        case PiecePlaced(at=at):
            return [Stat("space", at)]
        case BuiltTemple(part=part):
            return [Stat("temple", part)]
        case TookRare(good=good):
            return [Stat("rare good", RARE[good])]
        case Hired(any=True):
            return [Stat("marauders", "hired")]
        case Raided(region=region, removed=removed):
            return [Stat("raid", region), *[Stat("driven away", region)] * len(removed)]
        case Destroyed():
            return [Stat("tower", "destroyed")]
    return []
