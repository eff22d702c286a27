"""Statistics that are counted in events over many games."""

from __future__ import annotations

from games.core.state.events import Event, Stat
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


def stats(event: Event) -> list[Stat]:
    """Return the entries that an event adds to the statistics; [] if it adds none."""
    return _expansion_stats(event) or _other_stats(event)


def _expansion_stats(event: Event) -> list[Stat]:
    """Return the entries of an event about buildings, cards, troops and tiles.

    Return [] for other events.
    """
    match event:
        case Built(building=building):
            return [Stat("wonder" if BUILDINGS[building].wonder else "building", building)]
        case Played(card=card, lasting=lasting):
            return [Stat("technology", f"{card}, lasting" if lasting else card)]
        case Lasting(card=card):
            return [Stat("laid down for good", card)]
        case Hired(troops=troops):
            return [Stat("hired", kind) for kind, n in troops.items() for _ in range(n)]
        case Claimed(what=what, before=before):
            return [Stat("claimed" if before < 0 else "captured", what)]
        case Flipped(how=how, cells=cells):
            return [Stat("turned up", how)] * len(cells)
        case Treasure(what=what):
            return [Stat("treasure", what)]
    return []


def _other_stats(event: Event) -> list[Stat]:
    """Return the entries of an event about battles, trade, length and end of the game.

    Return [] for other events.
    """
    match event:
        case Began(first=first):
            return [Stat("start", "first", first)]
        case RoundBegan():
            return [Stat("length", "rounds")]
        case BattleEnded(end=end, seats=seats):
            return [Stat("battle with neutrals" if -1 in seats else "battle of players", end)]
        case Fled():
            return [Stat("flight", "fled")]
        case Banked():
            return [Stat("trade", "bank")]
        case Dealt():
            return [Stat("trade", "players")]
        case Eliminated(resigned=resigned):
            return [Stat("out", "resigned" if resigned else "eliminated")]
        case Ended(why=why):
            return [Stat("end", why)]
    return []
