"""Standings in the middle of a match: points so far, and points if the game ended now."""

from __future__ import annotations

from games.eight_minute_empire.views.view import GameView


def standing(view: GameView) -> list[tuple[int, int]]:
    """Return a pair per seat: the points scored so far, and the total if the game ended now.

    A game is scored only at its end. Until then, the points scored so far are those of the earlier
    games of a campaign (0 without a campaign). Everything that scores is public: the `points` of
    the view come from the engine's own tally, in which wilds that are not assigned yet count where
    they score most. After the end of the match, both numbers are the final points.
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
