"""Standings in the middle of a match: points so far, and points if the game ended now."""

from __future__ import annotations

from games.eight_minute_empire.views.view import GameView


def standing(view: GameView) -> list[tuple[int, int]]:
    """Return one pair per seat: points so far, and points if the game ended now.

    A game is scored only at its end, so the points so far are those of a campaign's earlier games.
    Everything that scores is public: the view's `points` come from the engine's own tally, in which
    wilds that are not assigned yet count where they score most.
    """
    if view.scoreboard is not None:
        return [(points, points) for points in view.scoreboard.total]
    earlier = view.sums if view.games > 1 else (0,) * view.n
    return [
        (before, before + seat.points) for before, seat in zip(earlier, view.seats, strict=True)
    ]


def leaders(view: GameView) -> list[int]:
    """Return the seats that would have most points now; none if all have the same."""
    now = [points for _, points in standing(view)]
    return [seat for seat, points in enumerate(now) if points == max(now) > min(now)]
