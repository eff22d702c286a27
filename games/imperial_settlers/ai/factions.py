"""Choice of a faction by the AI player: random among those about as strong as the best."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from games.core.state.rng import Rng
from games.imperial_settlers.model.catalog import FACTIONS

Policy = Literal["firm", "fierce"]

# Wins in percent of the games with the faction, measured between AI players of one kind, by number
# of players, all seatings equally often (`games/imperial_settlers/README.md`, What games look like).
# Strengths depend on the policy.
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
MOST_MEASURED = 3  # with four players all factions are taken; the numbers for three apply
NEAR_PERCENT = 10.0  # two standard errors of the difference of two shares


def favourites(policy: Policy, n: int, taken: Iterable[str], luck: int) -> list[str]:
    """Return the free factions, best first; near equals in random order.

    In solo the order is random, since nothing was measured.
    """
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
