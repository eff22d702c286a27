"""Decks as sorted lists ("bags"): the next card is chosen at random when it is drawn.

So a position holds no secret order of cards that could leak.
"""

from __future__ import annotations

from bisect import insort
from typing import Any, TypeVar

from games.core.state.rng import Rng

T = TypeVar("T", str, int)


def sort_in(bag: list[T], *items: T) -> None:
    """Add items to a sorted bag, in place, and keep it sorted."""
    for item in items:
        insort(bag, item)


def draw(rng: Rng, bag: list[T], discards: list[T] | None = None) -> T | None:
    """Draw one random item from `bag`; if the bag is empty, move all `discards` into it first.

    Changes both lists in place. Returns None if both are empty.
    """
    if not bag and discards:
        bag.extend(sorted(discards))
        discards.clear()
    return rng.draw(bag) if bag else None


def redeal(rng: Rng, *hidden: list[Any]) -> None:
    """Redistribute the items of the lists `hidden` among these lists, in place.

    The lists are bags and hands; each keeps its size and is sorted. A game's `determinize` passes
    all lists that the viewer can't know: the deck, other players' hands, cards that other players
    are looking at.
    """
    pool = sorted(item for group in hidden for item in group)
    for group in hidden:
        group[:] = sorted(rng.draw(pool) for _ in group)
