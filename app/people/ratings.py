"""Player ratings of a guild, computed by OpenSkill from its ended matches in order.

Ratings are computed from the results and never stored, so a user whose data was erased has none.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from msgspec import Struct

from app.ports.results import Placement

INTERVAL_DEVIATIONS = 2.0  # standard deviations to either side: a 95 % interval


class Rating(Struct, frozen=True):
    """Rating of a user: strength (25 at first), its uncertainty `doubt`, and number of games.

    Only games with at least one other human player are counted.
    """

    user: int
    strength: float
    doubt: float
    games: int


def rate(finishes: Iterable[Placement]) -> list[Rating]:
    """Return one rating per user in these games, strongest first.

    `finishes` must be sorted by time, oldest first, with the rows of one game together. Equal
    places are draws. Games with fewer than two human players are skipped, because AI players have
    no rating.
    """
    # slow import (50 ms), only needed by guilds with ratings
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known, games = dict[int, Any](), dict[int, int]()
    for _, rows in groupby(finishes, lambda row: row.match):
        people = list(rows)
        if len(people) < 2:
            continue
        teams = [[known.get(row.user) or model.rating()] for row in people]
        rated = model.rate(teams, ranks=[float(row.place) for row in people])
        for row, (new,) in zip(people, rated, strict=True):
            known[row.user] = new
            games[row.user] = games.get(row.user, 0) + 1
    ratings = [
        Rating(
            user=user, strength=skill.mu, doubt=INTERVAL_DEVIATIONS * skill.sigma, games=games[user]
        )
        for user, skill in known.items()
    ]
    return sorted(ratings, key=lambda rating: (-rating.strength, rating.user))
