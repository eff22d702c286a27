"""Which faction a computer player takes: by lot, one of those that are about as strong as the strongest left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from games.core.state.rng import Rng
from games.imperial_settlers.model.catalog import FACTIONS

Policy = Literal["firm", "fierce"]

# Games won, in percent of those in which the faction took part: measured between players of one kind, by number of players, each
# seating of factions equally often (`docs/games/imperial_settlers.md`, What games look like). Who plays decides which are strong.
FACTION_STRENGTH: dict[Policy, dict[int, dict[str, float]]] = {
    "firm": {
        2: {"japanese": 63.7, "romans": 60.3, "barbarians": 42.2, "egyptians": 33.8},
        3: {"japanese": 48.0, "romans": 39.9, "barbarians": 26.8, "egyptians": 18.7},
    },
    "fierce": {
        2: {"egyptians": 54.4, "barbarians": 51.1, "japanese": 48.2, "romans": 46.3},
        3: {"egyptians": 59.1, "barbarians": 29.3, "romans": 28.8, "japanese": 16.2},
    },
}
MOST_MEASURED = 3  # where four play, all factions are taken; who chooses goes by the table of three
NEAR_PERCENT = 10.0  # two standard errors of the difference of two such shares


def favourites(policy: Policy, n: int, taken: Iterable[str], luck: int) -> list[str]:
    """Return the factions that nobody has, the best first: near equals in an order by lot. Alone any will do."""
    gone = set(taken)
    left, rng = [name for name in sorted(FACTIONS) if name not in gone], Rng.of(luck)
    strength = FACTION_STRENGTH[policy].get(min(n, MOST_MEASURED), {})
    found: list[str] = []
    while left:
        best = max(strength.get(name, 0.0) for name in left)
        found.append(
            rng.pick([name for name in left if strength.get(name, 0.0) > best - NEAR_PERCENT])
        )
        left.remove(found[-1])
    return found
