"""What statistics over many games count in an event."""

from __future__ import annotations

from games.core.state.events import Event, Figure
from games.tadmor.model.catalog import RARE
from games.tadmor.model.events import (
    Bought,
    BuiltTemple,
    Completed,
    Destroyed,
    Hired,
    Placed,
    Raided,
    Returned,
    TookRare,
    TookStart,
    TurnBegan,
)


def figures(event: Event) -> list[Figure]:
    """Who started; tiles, missions completed and given back, spaces, temple parts, rare goods, marauders and what they took."""
    match event:
        case TurnBegan(turn=1, order=order):
            return [Figure("start", "first", order[0])]
        case TookStart(tile=tile):
            return [Figure("starting tile", tile)]
        case Bought(tile=tile):
            return [Figure("upgrade", tile)]
        case Completed(card=card):
            return [Figure("mission", card)]
        case Returned(card=card):
            return [Figure("returned", card)]
        case Placed(at=at):
            return [Figure("space", at)]
        case BuiltTemple(part=part):
            return [Figure("temple", part)]
        case TookRare(good=good):
            return [Figure("rare good", RARE[good])]
        case Hired(any=True):
            return [Figure("marauders", "hired")]
        case Raided(region=region, removed=removed):
            return [Figure("raid", region), *[Figure("driven away", region)] * len(removed)]
        case Destroyed():
            return [Figure("tower", "destroyed")]
    return []
