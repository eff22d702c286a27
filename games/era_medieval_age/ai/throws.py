"""Which dice the harder computer player throws again: any of them together, not only those that gain most by themselves."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.state.rng import Rng
from games.era_medieval_age.ai.evaluate_dice import DiceValuation, face_sum, sum_of
from games.era_medieval_age.model.catalog import SIDES
from games.era_medieval_age.model.state import Die

Change = tuple[int, ...]  # what a new result adds to the sum of all faces


class Throws(DiceValuation):
    """What a set of dice results is worth, and what throws promise."""

    def best_throw(
        self, free: Sequence[Die], dice: Sequence[Die], again: bool, rng: Rng
    ) -> tuple[list[str], float]:
        """Which of the free dice to throw anew, and what that promises over stopping; `again`: there is one throw more.

        From the best of growing sets dice are taken in and out, one by one, as long as that promises more in the same games of
        chance.
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
    """What a new throw of a die changes; a poor result is thrown once more."""
    sides = SIDES[die.id[0]]
    first, second = rng.pick(sides), rng.pick(sides)
    new = second if (die.id[0], first) in poor else first
    return tuple([b - a for a, b in zip(face_sum(die.face), face_sum(new), strict=True)])


def _after(total: Change, changes: Sequence[Change]) -> Change:
    return tuple([sum(column) for column in zip(total, *changes, strict=True)])
