"""Decks are bags: sorted lists from which a card is drawn by lot when it is drawn, so that no secret order can leak."""

from __future__ import annotations

from bisect import insort
from typing import Any, TypeVar

from games.core.state.rng import Rng

T = TypeVar("T", str, int)


def sort_in(bag: list[T], *items: T) -> None:
    """Add items to a bag, in place: it is sorted before and after."""
    for item in items:
        insort(bag, item)


def draw(rng: Rng, bag: list[T], discards: list[T] | None = None) -> T | None:
    """One item by lot. An empty bag takes in the discards first; None when they are spent as well."""
    if not bag and discards:
        bag.extend(sorted(discards))
        discards.clear()
    return rng.draw(bag) if bag else None


def redeal(rng: Rng, *hidden: list[Any]) -> None:
    """Deal anew, in place, what lies in all these bags and hands together: each keeps its size and comes out sorted.

    For `determinize`: the deck, others' hands, what others look at in a frame.
    """
    pool = sorted(item for some in hidden for item in some)
    for some in hidden:
        some[:] = sorted(rng.draw(pool) for _ in some)
