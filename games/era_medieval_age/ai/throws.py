"""Reroll decision of the harder computer player: sets of dice, not only single dice."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.state.rng import Rng
from games.era_medieval_age.ai.evaluate_dice import DiceValuation, face_sum, sum_of
from games.era_medieval_age.model.catalog import SIDES
from games.era_medieval_age.model.state import Die

Change = tuple[int, ...]  # difference that a new result makes to the sum of all faces


class Throws(DiceValuation):
    """Value of dice results, and of rerolling sets of dice."""

    def best_throw(
        self, free: Sequence[Die], dice: Sequence[Die], again: bool, rng: Rng
    ) -> tuple[list[str], float]:
        """Return the free dice to reroll and the expected gain over stopping.

        `again`: one more roll follows. Starts from the best of growing sets and adds or removes
        single dice as long as the expectation over the same random samples improves.
        """
        total = tuple(sum_of([die.face for die in dice]))
        now = self.worth(total)
        order = sorted(free, key=lambda die: (now - self.chances(total, die.id, die.face), die.id))
        poor = self._poor(total, free) if again else frozenset()
        luck = [[_change(die, rng, poor) for die in order] for _ in range(self.out.samples)]
        known: dict[frozenset[int], float] = {frozenset(): now}

        def promise(some: frozenset[int]) -> float:
            if some not in known:
                known[some] = sum(
                    [self.worth(_after(total, [row[at] for at in some])) for row in luck]
                ) / len(luck)
            return known[some]

        best = max((frozenset(range(n)) for n in range(len(order) + 1)), key=promise)
        while True:
            other = max((best ^ {at} for at in range(len(order))), key=promise, default=best)
            if promise(other) <= promise(best):
                return [order[at].id for at in best], promise(best) - now
            best = other


def _change(die: Die, rng: Rng, poor: frozenset[tuple[str, str]]) -> Change:
    """Sample the change from rerolling a die; a poor result is rerolled once."""
    sides = SIDES[die.id[0]]
    first, second = rng.pick(sides), rng.pick(sides)
    new = second if (die.id[0], first) in poor else first
    return tuple([b - a for a, b in zip(face_sum(die.face), face_sum(new), strict=True)])


def _after(total: Change, changes: Sequence[Change]) -> Change:
    return tuple([sum(column) for column in zip(total, *changes, strict=True)])
