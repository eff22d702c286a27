"""Points of all seats, as far as a viewer knows them."""

from __future__ import annotations

from games.era_medieval_age.views.view import GameView


def standing(view: GameView) -> list[tuple[int, int]]:
    """Return one pair per seat: points so far, and points if the game ended now.

    Both are equal, because there is no running score: all points come from the pieces in the
    domains and from the tracks. Secret layouts and hidden dice do not count.
    """
    return [(town.points, town.points) for town in view.towns]
