"""Choice of dice to reroll for the harder AI player, which compares sets of dice."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.state.rng import Rng
from games.era_medieval_age.ai.evaluate_dice import DiceValuation, face_sum, sum_of
from games.era_medieval_age.model.catalog import SIDES
from games.era_medieval_age.model.state import Die

Change = tuple[int, ...]  # change of a `FaceSum` when one die is rerolled, in the same order


class Throws(DiceValuation):
    """Value of dice results, and of rerolling sets of dice."""

    def best_reroll(
        self, free: Sequence[Die], dice: Sequence[Die], again: bool, rng: Rng
    ) -> tuple[list[str], float]:
        """Return the ids of the dice to reroll, and the expected gain over stopping.

        The parameters are as in `DiceValuation.best_reroll`. The dice are sorted by their gains when
        rerolled alone. The search starts with the best set of the first n dice in this order. It
        adds or removes single dice as long as the mean over the same random samples improves.
        """
        total = tuple(sum_of([die.face for die in dice]))
        now = self.worth(total)
        order = sorted(
            free, key=lambda die: (now - self.mean_after_reroll(total, die.id, die.face), die.id)
        )
        poor_results = self._poor_results(total, free) if again else frozenset()
        samples = [
            [_sample_change(die, rng, poor_results) for die in order]
            for _ in range(self.valuation.samples)
        ]
        known: dict[frozenset[int], float] = {frozenset(): now}

        def expected_value(indices: frozenset[int]) -> float:
            if indices not in known:
                known[indices] = sum(
                    [self.worth(_sum_after(total, [row[at] for at in indices])) for row in samples]
                ) / len(samples)
            return known[indices]

        best = max((frozenset(range(n)) for n in range(len(order) + 1)), key=expected_value)
        while True:
            changed = max(
                (best ^ {at} for at in range(len(order))), key=expected_value, default=best
            )
            if expected_value(changed) <= expected_value(best):
                return [order[at].id for at in best], expected_value(best) - now
            best = changed


def _sample_change(die: Die, rng: Rng, poor_results: frozenset[tuple[str, str]]) -> Change:
    """Return a random change of the sum of faces by rerolling a die.

    A result in `poor_results` is rerolled once.
    """
    sides = SIDES[die.id[0]]
    first, second = rng.pick(sides), rng.pick(sides)
    new = second if (die.id[0], first) in poor_results else first
    return tuple([b - a for a, b in zip(face_sum(die.face), face_sum(new), strict=True)])


def _sum_after(total: tuple[int, ...], changes: Sequence[Change]) -> tuple[int, ...]:
    return tuple([sum(column) for column in zip(total, *changes, strict=True)])
