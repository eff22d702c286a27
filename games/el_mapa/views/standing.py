"""Projected standings: points so far, and points if the game ended now."""

from __future__ import annotations

from games.el_mapa.views.view import GameView


def standing(view: GameView) -> list[tuple[int, int]]:
    """Return one pair per seat: points so far, and points if the game ended now.

    The first number has the points for revealed tiles and battles, which a player can't lose. The
    second adds buildings and wonders, which count at the end. All these points are public, so the
    numbers are the same for every viewer.
    """
    return [(seat.tiles + seat.fights, seat.total) for seat in view.seats]


def leaders(view: GameView) -> frozenset[int]:
    """Return the seats that would win if the game ended now; none if all have equal points.

    Eliminated seats rank below all others, so they never lead.
    """
    totals = {seat: seat_view.total for seat, seat_view in enumerate(view.seats)}
    if len(set(totals.values())) == 1:
        return frozenset()
    alive = [seat for seat in totals if not view.seats[seat].out] or list(totals)
    best = max(totals[seat] for seat in alive)
    return frozenset(seat for seat in alive if totals[seat] == best)
