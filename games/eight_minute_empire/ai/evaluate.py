"""Evaluation of the board for the standard AI player, and the best use of one op.

An op is a part of a card's action, such as placing three armies. For each region a table holds its
value by the number of own armies there; the gain of a plan is a sum of differences in these tables.
The value of continents depends on several regions, so it is computed only for the few best plans.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.core.text.messages import Path, Seat
from games.eight_minute_empire.ai.weights import WEIGHTS, Weights
from games.eight_minute_empire.model.board import SIDES, Side
from games.eight_minute_empire.model.catalog import RULES
from games.eight_minute_empire.model.operations import (
    City,
    Destroy,
    Move,
    Op,
    PlaceArmies,
    owner_key,
)
from games.eight_minute_empire.model.state import Empire

SURVIVAL_PER_RIVAL_TURN = 0.85  # rough probability that a region stays held in a rival's turn
IDLE_ARMY_DISCOUNT = 0.75  # value of each further idle army in a region, relative to the one before
BEAM_WIDTH = 8  # partial plans that the search for moves goes on with
LEAD_UNCERTAINTY = 0.5  # deducted from the value of a continent's lead at the start of the game
CERTAINTY_PER_EXTRA_REGION = 0.15  # added per region of a lead in a continent after the first


class TurnPlan(NamedTuple):
    """Use of an op or action: its gain in points and its steps as paths."""

    gain: float
    steps: tuple[Path, ...]


NO_PLAN = TurnPlan(0.0, ())


class ShortestWays(NamedTuple):
    """Shortest ways between all regions of a side; regions are indexes.

    `reach[a]` lists the other regions as (region, number of steps), nearest first.
    `first_step[a][b]` is the first region on a shortest way from a to b; -1 if there is none.
    `distance[a][b]` is the number of steps from a to b; regions that can't be reached are missing.
    """

    reach: tuple[tuple[tuple[int, int], ...], ...]
    first_step: tuple[tuple[int, ...], ...]
    distance: tuple[dict[int, int], ...]


@lru_cache(4)
def shortest_ways(side: str, sea: bool) -> ShortestWays:
    """Return the shortest ways over land borders, with `sea` also over sea routes."""
    board = SIDES[side]
    index = {region: at for at, region in enumerate(board.regions)}
    reach, first_step, distance = [], [], []
    for start in board.regions:
        # by region: number of steps from `start`, and first step on the way there
        steps, first = {index[start]: 0}, {index[start]: index[start]}
        queue = [start]
        for region in queue:
            for other in (*board.land[region], *(board.sea[region] if sea else ())):
                if index[other] not in steps:
                    steps[index[other]] = steps[index[region]] + 1
                    first[index[other]] = index[other] if region == start else first[index[region]]
                    queue.append(other)
        reach.append(tuple((to, n) for to, n in steps.items() if n))
        first_step.append(tuple(first.get(to, -1) for to in range(len(board.regions))))
        distance.append(steps)
    return ShortestWays(tuple(reach), tuple(first_step), tuple(distance))


def without_detours(
    journeys: Sequence[tuple[int, int]], distance: Sequence[dict[int, int]]
) -> list[tuple[int, int]]:
    """Merge journeys of which one continues another; same result in fewer steps.

    Each journey is (from, to) for one army; `distance` is as in `ShortestWays`. A search that plans
    one journey after the other may let an army move on, or back, from where an earlier journey
    ended. If that saves steps, such a pair is replaced by one direct journey, or by none if the
    army returns to its start.
    """
    found: list[tuple[int, int]] = []
    for begin, end in journeys:
        frm = begin
        while frm != end:
            # only the last arrival: earlier ones may be needed by journeys that left since
            at = next((at for at in reversed(range(len(found))) if found[at][1] == frm), None)
            if at is None:
                break
            before = found[at][0]
            if distance[before][end] == distance[before][frm] + distance[frm][end]:
                break
            del found[at]
            frm = before
        if frm != end:
            found.append((frm, end))
    return found


class BoardEstimate:
    """Evaluation of the board for one seat; regions are indexes.

    - `once`: a player may found only one city per region. `share_of_game_left`: 0 to 1.
    - By region: `own` and `cities` are the seat's armies and cities; `rival_strengths` the armies and
      cities of each owner by seat (-1 for the own seat, the neutral color last); `region_values` the
      value of the region by number of own armies.
    - `rival_weights`: how much a point of each owner counts against an own point.
    - `continents`: the regions of each continent.
    - `threat`: probability that a region held by a margin of 1 is lost before the end.
    """

    def __init__(
        self,
        s: Empire,
        seat: Seat,
        share_of_game_left: float,
        w: Weights = WEIGHTS,
        *,
        once: bool = False,
    ) -> None:
        self.s, self.seat, self.w, self.once = s, seat, w, once
        self.share_of_game_left = share_of_game_left
        self.side: Side = s.map
        self.n = len(s.coins)
        self.threat = self.w.risk * (1.0 - SURVIVAL_PER_RIVAL_TURN ** rival_turns(s, seat))
        self.own = [s.armies[region][seat] for region in self.side.regions]
        self.cities = [s.cities[region][seat] for region in self.side.regions]
        self.rival_strengths = [self._strengths(region) for region in self.side.regions]
        self.rival_weights = self._rival_weights()
        self.continents = [
            [self.side.regions.index(region) for region in members]
            for members in self.side.continents.values()
        ]
        self.max_armies = sum(self.own) + min(4, s.reserve[seat])
        self.region_values = [
            [
                self._region_value(at, armies, self.cities[at])
                for armies in range(self.max_armies + 1)
            ]
            for at in range(len(self.own))
        ]

    def worth(self) -> float:
        """Return the value of the whole board in points, continents included."""
        return sum(
            values[armies] for values, armies in zip(self.region_values, self.own, strict=True)
        ) + self._continents_worth(self.own)

    def best(self, op: Op, n: int) -> TurnPlan:
        """Return the best plan that uses an op up to `n` times (City and Destroy: once)."""
        match op:
            case PlaceArmies():
                return self._place(n)
            case Move():
                return self._move(n, op.sea)
            case City():
                return self._city()
            case Destroy():
                return self._destroy()

    def _strengths(self, region: str) -> list[int]:
        """Return, by seat, the number of armies and cities in a region.

        It is -1 for the own seat; the last number is that of the neutral color.
        """
        armies, cities = self.s.armies[region], self.s.cities[region]
        strengths = [a + c for a, c in zip(armies, (*cities, 0), strict=True)]
        strengths[self.seat] = -1  # leaves the own seat out of maximums
        return strengths

    def _rival_weights(self) -> list[float]:
        """Return, by seat, the weight of a rival's point against an own one.

        The last item is that of the neutral color, 0. The weight is highest with two players. With
        more players, it is higher for the rivals that have the most regions. Here a rival has a
        region if it alone is the strongest of the rivals there.
        """
        if self.n == 2:
            return [self.w.single_rival, self.w.single_rival, 0.0]
        held = [0] * (self.n + 1)
        for strengths in self.rival_strengths:
            top = max(strengths)
            if top > 0 and strengths.count(top) == 1:
                held[strengths.index(top)] += 1
        most_held, share = max(held[: self.n]), self.w.several_rivals / (self.n - 1)
        return [
            share + (self.w.leading_rival if held[who] == most_held else 0.0)
            for who in range(self.n)
        ] + [0.0]

    def _region_value(self, at: int, armies: int, cities: int) -> float:
        """Return the value of a region with this number of own armies and cities."""
        rivals = self.rival_strengths[at]
        top = max(rivals)
        own = armies + cities
        if own > top:  # the seat holds the region
            margin = own - max(top, 0)
            idle = min(armies, margin - 1)
            return 1.0 - self._loss_probability(margin) + self._idle_worth(idle)
        if own == top:
            return self.w.tie * self.share_of_game_left if own else 0.0
        rival_weight = self.rival_weights[rivals.index(top)] if rivals.count(top) == 1 else 0.0
        return self._idle_worth(armies) - rival_weight * (1.0 - self._loss_probability(top - own))

    def _loss_probability(self, margin: int) -> float:
        """Return the probability that a lead of `margin` pieces in a region is lost."""
        return self.threat * 0.5 ** (margin - 1)

    def _idle_worth(self, armies: int) -> float:
        """Return the value of `armies` armies in one region that are not needed to hold it."""
        return (
            self.w.idle
            * self.share_of_game_left
            * (1.0 - IDLE_ARMY_DISCOUNT**armies)
            / (1.0 - IDLE_ARMY_DISCOUNT)
        )

    def _continents_worth(self, own: Sequence[int]) -> float:
        """Return the expected points for continents, minus those of rivals.

        `own` is the number of own armies by region. A lead in a continent counts less while much of
        the game is left, because it can still be lost.
        """
        certainty = 1.0 - LEAD_UNCERTAINTY * self.share_of_game_left
        total = 0.0
        for regions in self.continents:
            held = self._regions_held(regions, own)
            held_by_seat = held[self.seat]
            held[self.seat] = -1  # leaves the own seat out of the maximum
            top = max(held)
            lead = held_by_seat - max(top, 0)
            if lead > 0:
                total += min(1.0, certainty + CERTAINTY_PER_EXTRA_REGION * (lead - 1))
            elif lead < 0 and held.count(top) == 1:
                total -= certainty * self.rival_weights[held.index(top)]
        return total

    def _regions_held(self, regions: Sequence[int], own: Sequence[int]) -> list[int]:
        """Return how many of `regions` each seat holds; the neutral color is last.

        `own` is the number of own armies by region.
        """
        held = [0] * (self.n + 1)
        for at in regions:
            own_strength = own[at] + self.cities[at]
            rivals = self.rival_strengths[at]
            top = max(rivals)
            if own_strength > top:
                held[self.seat] += 1
            elif own_strength < top and rivals.count(top) == 1:
                held[rivals.index(top)] += 1
        return held

    def _place(self, n: int) -> TurnPlan:
        """Return the plan to place up to `n` armies, each where it gains most."""
        s, side = self.s, self.side
        n = min(n, s.reserve[self.seat])
        sites = [
            at for at, region in enumerate(side.regions) if region == side.start or self.cities[at]
        ]
        own, gain, placed = list(self.own), 0.0, []
        values = self.region_values
        for _ in range(n):
            added, at = max(
                ((values[at][own[at] + 1] - values[at][own[at]], at) for at in sites),
                key=lambda gain_and_site: gain_and_site[0],
            )
            if added <= 1e-9:
                break
            own[at] += 1
            gain += added
            placed.append(side.regions[at])
        if not placed:
            return NO_PLAN
        gain += self._continents_worth(own) - self._continents_worth(self.own)
        if len(set(placed)) == 1 and len(placed) == n > 1:
            return TurnPlan(gain, (("place", f"{placed[0]}_x{n}"),))
        return TurnPlan(
            gain, tuple(("place", region) for region in sorted(placed, key=placed.count))
        )

    def _move(self, n: int, sea: bool) -> TurnPlan:
        """Return the best plan to move armies by up to `n` steps in all.

        `sea`: steps may go over sea routes. The plan is found by a beam search over journeys of
        single armies. A state of the search is (gain, steps left, own armies by region, journeys so
        far). This gain leaves out continents; their value is added only for the most promising end
        states.
        """
        ways = shortest_ways(self.side.id, sea)
        start = tuple(self.own)
        beam: list[tuple[float, int, tuple[int, ...], tuple[tuple[int, int], ...]]] = [
            (0.0, n, start, ())
        ]
        # best gain by (own armies, steps left), to drop worse ways to the same state
        seen: dict[tuple[tuple[int, ...], int], float] = {}
        # best (gain, journeys) by own armies after them
        ends = {start: (0.0, ())}  # type: dict[tuple[int, ...], tuple[float, tuple[tuple[int, int], ...]]]
        while beam:
            longer = []
            for gain, left, own, journeys in beam:
                for journey_gain, frm, to, steps in self._journeys(own, ways.reach, left):
                    moved = list(own)
                    moved[frm] -= 1
                    moved[to] += 1
                    key = (tuple(moved), left - steps)
                    total = gain + journey_gain
                    if total > seen.get(key, -99.0) + 1e-9:
                        seen[key] = total
                        longer.append((total, left - steps, key[0], (*journeys, (frm, to))))
            # a step left is worth a little, since it can still gain something
            longer.sort(key=lambda one: -one[0] - 0.05 * one[1])
            beam = longer[:BEAM_WIDTH]
            for gain, _, own, journeys in beam:
                if own not in ends or gain > ends[own][0]:
                    ends[own] = (gain, journeys)
        before = self._continents_worth(self.own)
        most_promising = sorted(ends.items(), key=lambda one: -one[1][0])[:BEAM_WIDTH]
        best, (_, journeys) = max(
            most_promising, key=lambda one: one[1][0] + self._continents_worth(one[0])
        )
        total_gain = ends[best][0] + self._continents_worth(best) - before
        if total_gain <= 1e-9 or not journeys:
            return NO_PLAN
        direct = without_detours(journeys, ways.distance)
        return TurnPlan(total_gain, tuple(self._steps(direct, ways.first_step)))

    def _journeys(
        self, own: tuple[int, ...], reach: Sequence[Sequence[tuple[int, int]]], left: int
    ) -> list[tuple[float, int, int, int]]:
        """Return the most promising journeys of one army, of at most `left` steps.

        Each is (gain, from, to, number of steps); continents are not included in the gain. `own` is
        the number of own armies by region; `reach` is as in `ShortestWays`.
        """
        values, found = self.region_values, []
        # gain of one army more in each region; -9 if there can't be more armies
        arrive = [
            by_armies[armies + 1] - by_armies[armies] if armies < self.max_armies else -9.0
            for by_armies, armies in zip(values, own, strict=True)
        ]
        for frm, armies in enumerate(own):
            if armies:
                leave = values[frm][armies - 1] - values[frm][armies]
                for to, steps in reach[frm]:
                    if steps > left:
                        break
                    gain = leave + arrive[to]
                    if gain > -0.3:  # a small loss may allow a better journey afterwards
                        found.append((gain, frm, to, steps))
        # gains first, best per step; then losses, smallest first
        found.sort(key=lambda one: -one[0] / one[3] if one[0] > 0 else 1.0 - one[0])
        return found[: 2 * BEAM_WIDTH]

    def _steps(
        self, journeys: Sequence[tuple[int, int]], first_step: Sequence[Sequence[int]]
    ) -> list[Path]:
        """Return the paths of the single steps of journeys (from, to).

        `first_step` is as in `ShortestWays`.
        """
        regions, steps = self.side.regions, []
        for frm, to in journeys:
            at = frm
            while at != to:
                next_region = first_step[at][to]
                steps.append(("move", regions[at], regions[next_region]))
                at = next_region
        return list(steps)

    def _city(self) -> TurnPlan:
        """Return the plan to found a city in the region where it gains most.

        A city adds strength to its region. New armies may also be placed there, which is worth more
        if there is more open land nearby.
        """
        if not self.s.city_reserve[self.seat]:
            return NO_PLAN
        near = shortest_ways(self.side.id, False).reach
        best = NO_PLAN
        for at, region in enumerate(self.side.regions):
            if not self.own[at] or (self.once and self.cities[at]):
                continue
            gain = (
                self._region_value(at, self.own[at], self.cities[at] + 1)
                - self.region_values[at][self.own[at]]
            )
            if region != self.side.start and not self.cities[at]:
                open_near = sum(
                    1
                    for to, n in near[at]
                    if n <= 2 and self.own[to] + self.cities[to] <= max(self.rival_strengths[to])
                )
                gain += (
                    self.share_of_game_left
                    * (self.w.second_start + self.w.open_land * open_near)
                    * min(1.0, self.s.reserve[self.seat] / 4)
                )
            if gain > best.gain + 1e-9:
                best = TurnPlan(gain, (("city", region),))
        return best

    def _destroy(self) -> TurnPlan:
        """Return the plan to destroy the army whose destruction gains most.

        It is an army of a rival or of the neutral color.
        """
        best = NO_PLAN
        for at, region in enumerate(self.side.regions):
            rivals = self.rival_strengths[at]
            for who, n in enumerate(self.s.armies[region]):
                if not n or who == self.seat:
                    continue
                before = self.region_values[at][self.own[at]] + self._continents_worth(self.own)
                rivals[who] -= 1
                gain = (
                    self._region_value(at, self.own[at], self.cities[at])
                    + self._continents_worth(self.own)
                    - before
                )
                rivals[who] += 1
                if gain > best.gain + 1e-9:
                    best = TurnPlan(gain, (("destroy", region, owner_key(who, self.n)),))
        return best


def rival_turns(s: Empire, seat: Seat) -> int:
    """Return how many turns all seats other than `seat` together still have.

    A turn no longer counts once its card is taken.
    """
    return sum(
        RULES.by_players[len(s.coins)].cards - len(cards)
        for who, cards in enumerate(s.cards)
        if who != seat
    )


def share_of_game_left(s: Empire, seat: Seat) -> float:
    """Return the fraction of a seat's turns that are still to come.

    A turn no longer counts once its card is taken.
    """
    most = RULES.by_players[len(s.coins)].cards
    return max(0, most - len(s.cards[seat])) / most
