"""What statistics over many games count in an event."""

from __future__ import annotations

from games.core.state.events import Event, Figure
from games.el_mapa.model.catalog import BUILDINGS
from games.el_mapa.model.events import (
    Banked,
    BattleEnded,
    Began,
    Built,
    Claimed,
    Dealt,
    Eliminated,
    Ended,
    Fled,
    Flipped,
    Hired,
    Lasting,
    Played,
    RoundBegan,
    Treasure,
)


def figures(event: Event) -> list[Figure]:
    """Who began; buildings, wonders, technologies, troops, claims, battles, trade, how long and why it ended."""
    return _built(event) or _fought(event)


def _built(event: Event) -> list[Figure]:
    """What was built, played, hired, found."""
    match event:
        case Built(building=building):
            return [Figure("wonder" if BUILDINGS[building].wonder else "building", building)]
        case Played(card=card, lasting=lasting):
            return [Figure("technology", f"{card}, lasting" if lasting else card)]
        case Lasting(card=card):
            return [Figure("laid down for good", card)]
        case Hired(troops=troops):
            return [Figure("hired", kind) for kind, n in troops.items() for _ in range(n)]
        case Claimed(what=what, before=before):
            return [Figure("claimed" if before < 0 else "captured", what)]
        case Flipped(how=how, cells=cells):
            return [Figure("turned up", how)] * len(cells)
        case Treasure(what=what):
            return [Figure("treasure", what)]
    return []


def _fought(event: Event) -> list[Figure]:
    """Battles, trade, the course of the game."""
    match event:
        case Began(first=first):
            return [Figure("start", "first", first)]
        case RoundBegan():
            return [Figure("length", "rounds")]
        case BattleEnded(end=end, seats=seats):
            return [Figure("battle with neutrals" if -1 in seats else "battle of players", end)]
        case Fled():
            return [Figure("flight", "fled")]
        case Banked():
            return [Figure("trade", "bank")]
        case Dealt():
            return [Figure("trade", "players")]
        case Eliminated(resigned=resigned):
            return [Figure("out", "resigned" if resigned else "eliminated")]
        case Ended(why=why):
            return [Figure("end", why)]
    return []
