"""Values of dice results for the AI players, and the choice of dice to reroll.

The faces of a seat's dice are added up to a `FaceSum`, since the value depends only on the sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.core.state.rng import Rng
from games.era_medieval_age.ai.evaluate import Valuation
from games.era_medieval_age.model.catalog import (
    FACES,
    KEEP,
    PIECES,
    RESOURCES,
    RULES,
    SIDES,
    DieFace,
    calamity,
)
from games.era_medieval_age.model.state import Die

POINTS_PER_CULTURE = 1.0
JAIME_DICE = 3  # noble dice of Master Jaime, the rival of the solo game
# Results of a noble die, whose swords and shields decide about extortion, as ((swords, shields),
# probability). `NOBLE_RESULTS` is for players, after their rerolls; `JAIME_RESULTS` is for Master
# Jaime, who does not reroll.
NOBLE_RESULTS = (((0, 0), 0.6), ((0, 4), 0.09), ((1, 0), 0.09), ((2, 0), 0.09), ((3, 0), 0.13))
JAIME_RESULTS = (
    ((0, 0), 1 / 3),
    ((0, 4), 1 / 6),
    ((1, 0), 1 / 6),
    ((2, 0), 1 / 6),
    ((3, 0), 1 / 6),
)

# Sum of faces, a list of numbers: goods, stone, wood, food, culture, hammers, swords, shields, skulls,
# choice faces of peasant dice, choice faces of clergy dice. The names below are indexes.
FaceSum = list[int]
FOOD, CULTURE, HAMMERS, SWORDS, SHIELDS, SKULLS, PEASANT_CHOICES, CLERGY_CHOICES = range(3, 11)


@lru_cache(64)
def face_sum(face_id: str) -> tuple[int, ...]:
    """Return the gains of a face, given by id: one number per item of `FaceSum`, in its order."""
    face: DieFace = FACES[face_id]
    gain = [face.gain.get(what, 0) for what in (*RESOURCES, "culture")]
    choice = [int(bool(face.choose) and letter == face_id[0]) for letter in "pc"]
    return (*gain, face.hammers, face.swords, face.shields, face.skulls, *choice)


@lru_cache(16)
def arms_distribution(nobles: int, jaime: bool) -> tuple[tuple[int, int, float], ...]:
    """Return the distribution of swords and shields on `nobles` noble dice.

    Entries are (swords, shields, probability). With `jaime`, the dice are Master Jaime's.
    """
    distribution = {(0, 0): 1.0}
    for _ in range(nobles):
        next_distribution: dict[tuple[int, int], float] = {}
        for (swords, shields), chance in distribution.items():
            for (sword, shield), probability in JAIME_RESULTS if jaime else NOBLE_RESULTS:
                arms = min(swords + sword, 12), min(shields + shield, 12)
                next_distribution[arms] = next_distribution.get(arms, 0.0) + chance * probability
        distribution = next_distribution
    return tuple((*arms, chance) for arms, chance in distribution.items())


class DiceValuation:
    """Value of a seat's dice results."""

    def __init__(self, valuation: Valuation) -> None:
        self.valuation = valuation
        town = valuation.town
        self.stock = [town.stock[what] for what in RESOURCES]
        self.track_maximums = [RULES.resources[what].most for what in RESOURCES]
        counts = valuation.land.counts
        self.income = [
            sum(PIECES[kind].income.get(what, 0) * counts[kind] for kind in ("farm", "lumber_mill"))
            for what in RESOURCES
        ]
        self.n_dice = len(town.dice)
        self.grouped_buildings = len(valuation.land.grouped)
        self.values_by_sum: dict[tuple[int, ...], float] = {}
        self.extortion_values: dict[tuple[int, int], float] = {}
        self.rival_nobles = (
            [JAIME_DICE]
            if valuation.n == 1
            else [town.land.counts[KEEP] for town in valuation.rivals]
        )

    def worth(self, total: Sequence[int]) -> float:
        """Return the value of a sum of faces in points, cached.

        The value includes resources, buildings, culture, the calamity, swords and shields.
        """
        key = tuple(total)
        if key not in self.values_by_sum:
            self.values_by_sum[key] = self._value_of_sum(key)
        return self.values_by_sum[key]

    def _value_of_sum(self, total: tuple[int, ...]) -> float:
        """Compute the value that `worth` caches, with the best use of the choice faces.

        Each peasant choice is one stone or two food, each clergy choice one stone or two wood. All
        dice of a color are assumed to choose the same. Buildings are valued with the stock that is
        left after feeding the dice.
        """
        best, valuation = float("-inf"), self.valuation
        for peasant_stone in {0, total[PEASANT_CHOICES]}:
            peasant_food_dice = total[PEASANT_CHOICES] - peasant_stone
            for clergy_wood_dice in {0, total[CLERGY_CHOICES]}:
                clergy_stone = total[CLERGY_CHOICES] - clergy_wood_dice
                chosen = (  # resources from the choice faces, in the order of `RESOURCES`
                    0,  # goods
                    peasant_stone + clergy_stone,
                    2 * clergy_wood_dice,
                    2 * peasant_food_dice,
                )
                stock = [
                    min(
                        self.track_maximums[at],
                        self.stock[at] + self.income[at] + total[at] + chosen[at],
                    )
                    for at in range(len(RESOURCES))
                ]
                hungry = max(0, self.n_dice - stock[FOOD])
                stock[FOOD] = max(0, stock[FOOD] - self.n_dice)
                value = (
                    valuation.build_worth((stock[0], stock[1], stock[2], stock[3]), total[HAMMERS])
                    - hungry
                )
                best = max(best, value - self._calamity_cost(total[SKULLS], stock))
        culture = valuation.town.culture
        majority_gain = (
            valuation.culture_worth(culture + total[CULTURE]) - valuation.culture_worth(culture)
            if total[CULTURE]
            else 0.0
        )
        return (
            best
            + (POINTS_PER_CULTURE + valuation.land.counts["university"]) * total[CULTURE]
            + majority_gain
            + self._extortion_value(total[SWORDS], total[SHIELDS])
        )

    def _extortion_value(self, swords: int, shields: int) -> float:
        """Return the expected value of extortion, over the possible dice of the rivals."""
        key = swords, shields
        if key not in self.extortion_values:
            valuation = self.valuation
            # A share of what a rival gains or loses counts too; none in a solo game.
            rival_share = 0.0 if valuation.n == 1 else 1 / (valuation.n - 1)
            w = valuation.w
            gain = w.won * valuation.resource_factor  # of the seat that extorts
            loss = w.taken * valuation.resource_factor + w.poor  # of its victim
            if_won = gain + rival_share * loss
            # not `rival_share * gain`, which rounds differently
            if_lost = loss + rival_share * w.won * valuation.resource_factor
            value = 0.0
            for nobles in self.rival_nobles:
                for rival_swords, rival_shields, chance in arms_distribution(
                    nobles, valuation.n == 1
                ):
                    if swords > max(rival_swords, rival_shields):
                        value += if_won * chance
                    elif rival_swords > max(swords, shields):
                        value -= if_lost * chance
            self.extortion_values[key] = value
        return self.extortion_values[key]

    def _calamity_cost(self, skulls: int, stock: Sequence[int]) -> float:
        """Return the cost of the calamity to the seat; negative if it hits the rivals.

        `skulls` are those of the final roll. `stock` is what the seat has after income and feeding,
        in the order of `RESOURCES`.
        """
        solo, w = self.valuation.n == 1, self.valuation.w
        match calamity(skulls):
            case "bandits":
                return w.bandits
            case "disease":
                return float(self.grouped_buildings)
            case "treason":
                return w.treason if solo else -w.treason
            case "fire":
                return w.fire
            case "attack":
                return w.attack[0] if solo else -w.attack[1]
            case "revolt":
                return w.revolt * stock[0]
        return 0.0

    def mean_after_reroll(self, total: Sequence[int], die: str, face: str) -> float:
        """Return the mean value if one die is rerolled and the others stay.

        `die` is its id and `face` the id of the face that it shows; `total` is the sum of all dice.
        """
        sides = SIDES[die[0]]
        return sum(self.worth(swap(total, face, side)) for side in sides) / len(sides)

    def best_reroll(
        self, free: Sequence[Die], dice: Sequence[Die], again: bool, rng: Rng
    ) -> tuple[list[str], float]:
        """Return the ids of the dice to reroll, and the expected gain over stopping.

        `free` are the dice that may be rerolled, `dice` all dice of the seat. With `again`, one
        more roll follows. Dice are added in the order of their gains when rerolled alone, and
        random samples decide how many. In the following roll, dice that came out below average are
        assumed to be rerolled.
        """
        total = sum_of([die.face for die in dice])
        now = self.worth(total)
        order = sorted(
            free, key=lambda die: (now - self.mean_after_reroll(total, die.id, die.face), die.id)
        )
        poor_results = self._poor_results(total, free) if again else frozenset()
        # for each sample and die, the results of this roll and of the following one
        samples = [
            [(rng.pick(SIDES[die.id[0]]), rng.pick(SIDES[die.id[0]])) for die in order]
            for _ in range(self.valuation.samples)
        ]
        best: tuple[float, int] = (now, 0)
        for n in range(1, len(order) + 1):
            value = 0.0
            for sample in samples:
                after: Sequence[int] = total
                for die, (first, second) in zip(order[:n], sample, strict=False):
                    result = second if (die.id[0], first) in poor_results else first
                    after = swap(after, die.face, result)
                value += self.worth(after)
            best = max(best, (value / self.valuation.samples, n))
            if n > best[1] + 1:  # stop after two more dice without improvement
                break
        return [die.id for die in order[: best[1]]], best[0] - now

    def _poor_results(
        self, total: Sequence[int], free: Sequence[Die]
    ) -> frozenset[tuple[str, str]]:
        """Return the results of one die that are worth another roll.

        Each is (letter of the color, face id). A result is worth another roll if its value is below
        the mean of rerolling one die of its color alone. A skull never is, since it can't be
        rerolled.
        """
        found = set()
        for letter in {die.id[0] for die in free}:
            die = next(die for die in free if die.id[0] == letter)
            mean = self.mean_after_reroll(total, die.id, die.face)
            found |= {
                (letter, side)
                for side in SIDES[letter]
                if not FACES[side].skulls and self.worth(swap(total, die.face, side)) < mean
            }
        return frozenset(found)


def swap(total: Sequence[int], old: str, new: str) -> FaceSum:
    """Return the sum `total` after the face `old` of one die is replaced by `new`."""
    return [n - a + b for n, a, b in zip(total, face_sum(old), face_sum(new), strict=True)]


def sum_of(faces: list[str]) -> FaceSum:
    """Return the sum of faces, given by id. Raises KeyError for an unrolled die (empty face)."""
    total = [0] * 11
    for face in faces:
        for at, n in enumerate(face_sum(face)):
            total[at] += n
    return total
