"""Statistics over many games, collected event by event."""

from __future__ import annotations

from games.core.state.events import Event, Stat
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.model.events import (
    Activated,
    Attacked,
    Began,
    Built,
    BuriedCards,
    Captured,
    DealLost,
    Defended,
    Deployed,
    Drew,
    Jammed,
    Left,
    Looted,
    Put,
    Razed,
    Removed,
    Routed,
    Signed,
    Stole,
    Took,
    TookFaction,
    Worked,
)
from games.imperial_settlers.model.state import VIRTUAL


def stats(event: Event) -> list[Stat]:
    """Return the entries that an event adds to the statistics; [] if it adds none."""
    match event:
        case Began(first=first):
            return [Stat("start", "first", first)]
        case TookFaction(faction=faction):
            return [Stat("faction", faction)]
        case Took(seat=seat, card=card):
            return [Stat("taken" if seat != VIRTUAL else "left over", CARDS[card].id)]
        case Left(cards=cards):
            return [Stat("left over", CARDS[card].id) for card in cards]
        case Drew(decks=decks):
            return [Stat("drawn", deck) for deck in decks]
        case Built(card=card, site=site):
            given = [Stat("given up", CARDS[site].id)] if site else []
            return [Stat("built", CARDS[card].id), *given]
        case Signed(card=card):
            return [Stat("deal", CARDS[card].id)]
        case Routed(good=good):
            return [Stat("trade route", good)]
        case Activated(card=card, times=times):
            return [Stat("activated", CARDS[card].id)] * times
        case Worked(goods=goods):
            return [Stat("exchanged", good) for good, n in goods.items() for _ in range(n)]
    return _free(event) or _raiding(event) or _hostile(event)


def _free(event: Event) -> list[Stat]:
    """Return the entries of a free operation; [] for other events."""
    match event:
        case Defended(card=card):
            return [Stat("defended", CARDS[card].id)]
        case Deployed(cards=cards):
            return [Stat("samurai", CARDS[card].id) for card in cards]
        case Put(goods=goods):
            return [Stat("shrine", good) for good, n in goods.items() for _ in range(n)]
        case BuriedCards(n=n):
            return [Stat("gate", "cards")] * n
    return []


def _raiding(event: Event) -> list[Stat]:
    """Return the entries of a razing by a player or of a solo attack; [] for other events."""
    match event:
        case Razed(card=card, owner=owner):
            return [
                Stat("razed from hand" if owner is None else "razed where it stood", CARDS[card].id)
            ]
        case Attacked(card=card) if card:
            return [Stat("attacked", CARDS[card].id)]
    return []


def _hostile(event: Event) -> list[Stat]:
    """Return the entries of a hostile effect; [] for other events."""
    match event:
        case DealLost(good=good, taken=taken):
            return [Stat("deal taken" if taken else "deal lost", good)]
        case Stole(good=good):
            return [Stat("stolen", good)]
        case Looted(goods=goods):
            return [Stat("looted", good) for good in goods]
        case Removed(card=card):
            return [Stat("removed", CARDS[card].id)]
        case Jammed(card=card):
            return [Stat("blocked", CARDS[card].id)]
        case Captured(card=card):
            return [Stat("captured", CARDS[card].id)]
    return []
