"""Player ratings of a guild: OpenSkill over its ended matches, in order.

Ratings are computed from the results and never stored, so an erased user is in none.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from msgspec import Struct

from app.ports.results import Placement

SURE = 2.0  # standard deviations to either side: a 95 % interval


class Rating(Struct, frozen=True):
    """Rating of a user: strength (25 at first), its uncertainty, number of games with others."""

    user: int
    strength: float
    doubt: float
    games: int


def rate(finishes: Iterable[Placement]) -> list[Rating]:
    """Return the ratings of all users in these games, strongest first.

    `finishes` are oldest first, rows of a game together. Equal places are draws. Games with
    fewer than two people are skipped, because AI players have no rating.
    """
    # slow import (50 ms), only needed by guilds with ratings
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known, games = dict[int, Any](), dict[int, int]()
    for _, rows in groupby(finishes, lambda one: one.match):
        people = list(rows)
        if len(people) < 2:
            continue
        teams = [[known.get(one.user) or model.rating()] for one in people]
        rated = model.rate(teams, ranks=[float(one.place) for one in people])
        for one, (new,) in zip(people, rated, strict=True):
            known[one.user] = new
            games[one.user] = games.get(one.user, 0) + 1
    ratings = [Rating(user, one.mu, SURE * one.sigma, games[user]) for user, one in known.items()]
    return sorted(ratings, key=lambda one: (-one.strength, one.user))
