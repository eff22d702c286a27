"""How strong people have shown themselves, where a server wants to know: OpenSkill over its games that have ended, in order.

Nothing of it is stored: a rating is what the results say, and a person who is forgotten is in none of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from msgspec import Struct

from app.ports.results import Placement

SURE = 2.0  # standard deviations to either side of what is shown: 19 of 20 such intervals hold the strength they look for


class Rating(Struct, frozen=True):
    """A person's strength: 25 for who has not played, and how far it may be off; of how many games with other people."""

    user: int
    strength: float
    doubt: float
    games: int


def rate(finishes: Iterable[Placement]) -> list[Rating]:
    """The ratings of everybody in these games (oldest first, rows of a game together), the strongest first. Equal places are
    draws; games with fewer than two people are passed over, for computer players have no rating."""
    from openskill.models import PlackettLuce  # 50 ms, for servers that want ratings alone

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
