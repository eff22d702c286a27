"""What statistics over many games count in an event."""

from __future__ import annotations

from games.core.state.events import Event, Figure
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


def figures(event: Event) -> list[Figure]:
    """Who started; factions; cards taken and left in the row, drawn by deck, built, given up, made Deals, razed, activated;
    workers exchanged; free operations; what was done to rivals; what the attacks of the solo game took."""
    match event:
        case Began(first=first):
            return [Figure("start", "first", first)]
        case TookFaction(faction=faction):
            return [Figure("faction", faction)]
        case Took(seat=seat, card=card):
            return [Figure("taken" if seat != VIRTUAL else "left over", CARDS[card].id)]
        case Left(cards=cards):
            return [Figure("left over", CARDS[card].id) for card in cards]
        case Drew(decks=decks):
            return [Figure("drawn", deck) for deck in decks]
        case Built(card=card, site=site):
            given = [Figure("given up", CARDS[site].id)] if site else []
            return [Figure("built", CARDS[card].id), *given]
        case Signed(card=card):
            return [Figure("deal", CARDS[card].id)]
        case Routed(good=good):
            return [Figure("trade route", good)]
        case Activated(card=card, times=times):
            return [Figure("activated", CARDS[card].id)] * times
        case Worked(goods=goods):
            return [Figure("exchanged", good) for good, n in goods.items() for _ in range(n)]
    return _free(event) or _raiding(event) or _hostile(event)


def _free(event: Event) -> list[Figure]:
    """Free operations."""
    match event:
        case Defended(card=card):
            return [Figure("defended", CARDS[card].id)]
        case Deployed(cards=cards):
            return [Figure("samurai", CARDS[card].id) for card in cards]
        case Put(goods=goods):
            return [Figure("shrine", good) for good, n in goods.items() for _ in range(n)]
        case BuriedCards(n=n):
            return [Figure("gate", "cards")] * n
    return []


def _raiding(event: Event) -> list[Figure]:
    """What was razed, by players and by the attacks of the solo game."""
    match event:
        case Razed(card=card, owner=owner):
            return [Figure("razed from hand" if owner is None else "razed where it stood", CARDS[card].id)]
        case Attacked(card=card) if card:
            return [Figure("attacked", CARDS[card].id)]
    return []


def _hostile(event: Event) -> list[Figure]:
    """What was done to rivals."""
    match event:
        case DealLost(good=good, taken=taken):
            return [Figure("deal taken" if taken else "deal lost", good)]
        case Stole(good=good):
            return [Figure("stolen", good)]
        case Looted(goods=goods):
            return [Figure("looted", good) for good in goods]
        case Removed(card=card):
            return [Figure("removed", CARDS[card].id)]
        case Jammed(card=card):
            return [Figure("blocked", CARDS[card].id)]
        case Captured(card=card):
            return [Figure("captured", CARDS[card].id)]
    return []
