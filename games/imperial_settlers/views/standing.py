"""Projected standings: points so far, and points if the game ended now."""

from __future__ import annotations

from games.imperial_settlers.views.view import GameView


def standing(view: GameView) -> list[tuple[int, int]]:
    """Return one pair per seat: points so far, and points if the game ended now.

    The second number adds the built Locations, Shrines and Gates. All of them lie open on the
    table, so the numbers are the same for every viewer.
    """
    return [(empire.points, empire.total) for empire in view.empires]


def leaders(view: GameView) -> frozenset[int]:
    """Return the seats with most points if the game ended now.

    There are none if all are equal, as in the solo game.
    """
    totals = [total for _, total in standing(view)]
    best = max(totals)
    if min(totals) == best:
        return frozenset()
    return frozenset(seat for seat, total in enumerate(totals) if total == best)
