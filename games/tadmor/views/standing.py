"""Points of all seats, so far and if the match ended now, as everyone at the table knows them."""

from __future__ import annotations

from games.tadmor.views.view import GameView


def standing(view: GameView) -> list[tuple[int, int]]:
    """Return one pair per seat: points so far, and points if the match ended now.

    The second number adds towers, temples, rare goods, open missions and final bonuses. A mission
    in hand is worth nothing before it is completed, so no hidden card counts.
    """
    return [(mat.points, mat.total) for mat in view.mats]


def leaders(view: GameView) -> list[int]:
    """Return the seats with the most points if the match ended now; none while all are equal."""
    ends = [end for _, end in standing(view)]
    return [seat for seat, end in enumerate(ends) if end == max(ends) > min(ends)]
