"""Choice of a faction by the AI player: random among those nearly as strong as the best."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from games.core.state.rng import Rng
from games.imperial_settlers.model.catalog import FACTIONS

Policy = Literal["firm", "fierce"]

# Wins in percent of the matches with the faction, by number of players. They were measured
# between AI players with the same policy, all seatings equally often
# (`games/imperial_settlers/README.md`, What games look like).
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
MOST_MEASURED = 3  # four players take all factions, so the numbers for three suffice
# percentage points; two standard errors of the difference of two measured shares
NEAR_PERCENT = 10.0


def favourites(policy: Policy, n: int, taken: Iterable[str], seed: int) -> list[str]:
    """Return the factions not in `taken`, strongest first, for a match of `n` players.

    The strengths were measured with AI players of the level `policy`. Factions of nearly equal
    strength are in random order, by `seed`. In solo the whole order is random, because no strengths
    were measured.
    """
    taken_names = set(taken)
    remaining, rng = [name for name in sorted(FACTIONS) if name not in taken_names], Rng.of(seed)
    strength = FACTION_STRENGTH[policy].get(min(n, MOST_MEASURED), {})
    ranked: list[str] = []
    while remaining:
        best = max(strength.get(name, 0.0) for name in remaining)
        ranked.append(
            rng.pick([name for name in remaining if strength.get(name, 0.0) > best - NEAR_PERCENT])
        )
        remaining.remove(ranked[-1])
    return ranked
