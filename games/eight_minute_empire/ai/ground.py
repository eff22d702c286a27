"""Search for good uses of a card's action, by the gain of each unit action.

A unit action places, moves, founds or destroys one piece. `BoardGains` is the board as the seat to
move sees it, with the values of `learned.py`. The gain of a single unit action is exact, except for
goods tokens; sequences of unit actions are found greedily, one after the other. The function
`turns` combines the uses of the actions with the cards that the seat can take.

Everywhere, `own_armies` are the seat's armies in a region, and `own_strength` is the number of its
armies and cities there. `rival_armies` and `rival_strength` are those of the strongest rival (see
`RegionFeatures`). `lead` is the number of own regions of a continent minus that of the strongest
rival.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from operator import attrgetter

from games.core.state.rng import Rng
from games.core.text.messages import Seat
from games.eight_minute_empire.ai.evaluate import shortest_ways, without_detours
from games.eight_minute_empire.ai.learned import (
    MAX_LEAD_INDEX,
    MAX_SYMBOLS_COUNTED,
    OFFSET,
    board_view,
    lead_contribution,
    main_rival,
    strongest_rival,
    values,
)
from games.eight_minute_empire.ai.sketch import (
    CITY,
    DESTROY,
    MOVE,
    PLACE,
    Counts,
    Sketch,
    TurnSketch,
    points_of_goods,
    side_indexes,
    with_card,
)
from games.eight_minute_empire.model.catalog import RULES, Action
from games.eight_minute_empire.model.operations import City, Destroy, Move, Op, PlaceArmies

IMPOSSIBLE_GAIN = -99.0  # gain of a move that is not possible
STEP_COST = 2.0  # journeys are compared by gain / (steps + STEP_COST)
MIN_JOURNEY_GAIN = 0.0005  # minimum gain of a journey, per step
NO_USE = TurnSketch(0.0, 0, ())
_RANDOM_STEPS = 1 << 32  # resolution of random numbers
Journey = tuple[int, int, int]  # first region, last region, number of steps
# Strengths in a region: (own_strength, rival_strength, rival_armies).
Strengths = tuple[int, int, int]


@lru_cache(32)
def _within(side: str, sea: bool, n: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the regions within `n` steps of each region, as (region, steps), nearest first.

    There is one tuple per region. `sea`: steps may go over sea routes.
    """
    return tuple(
        tuple(one for one in reach if one[1] <= n) for reach in shortest_ways(side, sea).reach
    )


class BoardGains:
    """Board as one seat sees it, with the gain of each possible unit action.

    - By region: `armies` and `strength` of the seat, `rival_strength` and `rival_armies` (see the module).
    - By continent: `lead`.
    - `have`: symbols of all seats. `tokens`: by region with a token, the value of its symbol for the
      seat and for its rival (`learned.main_rival`).
    """

    def __init__(self, s: Sketch, seat: Seat) -> None:
        self.s, self.seat, self.facts = s, seat, side_indexes(s.side)
        self.values = values(s.n, s.side, s.to_come - 1)
        self.armies, self.strength = s.armies[seat], s.strengths[seat]
        self.rival_strength, self.rival_armies, self.lead = board_view(s, seat)
        self.have = s.symbols()
        self.tokens = {at: self._token(good) for at, good in s.tokens} if s.tokens else {}
        self._army_gains: tuple[list[float], list[float]] | None = None
        self._best: dict[Op, TurnSketch] = {}

    def _token(self, good: int) -> tuple[float, float]:
        """Return how one more symbol of a good changes the seat's value, as a pair.

        The first number is the change if the seat gets the symbol, the second the change if its
        rival (`main_rival`) gets it.
        """
        other = main_rival(self.s, self.seat)
        gains = [
            self._symbols(self.have[who], _with_symbol(self.have[who], good), suffix)
            for who, suffix in ((self.seat, ""), (other, "_theirs"))
        ]
        return gains[0], gains[1]

    def _symbols(self, before: Counts, after: Counts, suffix: str = "") -> float:
        """Return the change in value from the symbols `before` to the symbols `after`.

        `suffix` is the ending of the names of the feature groups: "" for symbols of the seat,
        `_theirs` for those of its rival.
        """
        weights = self.values.weights
        gain = weights[OFFSET["points" + suffix]] * (
            points_of_goods(after) - points_of_goods(before)
        )
        wilds = OFFSET["wilds" + suffix]
        gain += weights[wilds + after[-1]] - weights[wilds + before[-1]]
        for good, (old, new) in enumerate(zip(before[:-1], after[:-1], strict=True)):
            if old != new:
                first = OFFSET["good" + suffix] + (MAX_SYMBOLS_COUNTED + 1) * good
                gain += (
                    weights[first + min(new, MAX_SYMBOLS_COUNTED)]
                    - weights[first + min(old, MAX_SYMBOLS_COUNTED)]
                )
        return gain

    def card_value(self, at: int) -> float:
        """Return the value of the card at the index `at` of the row: its symbols minus its price."""
        s, weights, have = self.s, self.values.weights, self.have[self.seat]
        coins = OFFSET["coins"] + s.coins[self.seat]
        return (
            self._symbols(have, with_card(have, s.row[at]))
            + weights[coins - RULES.prices[at]]
            - weights[coins]
        )

    def army_gain(
        self,
        at: int,
        own_armies: Sequence[int],
        own_strength: Sequence[int],
        lead: Sequence[int],
        by: int,
    ) -> float:
        """Return the change in value if `by` armies (1 or -1) are added to the region `at`.

        The change of the region's continent is included.
        """
        values, rival_strength, rival_armies = (
            self.values,
            self.rival_strength[at],
            self.rival_armies[at],
        )
        change = values.effect_of_army(
            own_strength[at], own_armies[at], rival_strength, rival_armies, by
        )
        gain = change.worth
        if change.idle:
            gain += change.idle * values.idle_at[at]
        if change.idle_theirs:
            gain += change.idle_theirs * values.idle_theirs_at[at]
        if change.lead:
            gain += self._lead_change(at, lead, change.lead)
        if at in self.tokens:
            gain += self._token_change(
                at,
                (own_strength[at], rival_strength, rival_armies),
                (own_strength[at] + by, rival_strength, rival_armies),
            )
        return gain

    def _lead_change(self, at: int, lead: Sequence[int], by: int) -> float:
        """Return the change in value of the continent of region `at` if its lead changes by `by`."""
        continent = self.facts.continent[at]
        weights, now = self.values.lead[continent], lead[continent] + MAX_LEAD_INDEX
        return weights[now + by] - weights[now]

    def _token_change(self, at: int, before: Strengths, after: Strengths) -> float:
        """Return the change in value of the token in region `at` if the strengths change.

        `before` and `after` are the strengths in the region.
        """
        gains = self.tokens[at]
        worth = [
            gains[0] * (lead_contribution(*one) > 0) + gains[1] * (lead_contribution(*one) < 0)
            for one in (before, after)
        ]
        return worth[1] - worth[0]

    def army_gains(self) -> tuple[list[float], list[float]]:
        """Return two lists by region: the gain of one more army there, and of one less; cached."""
        if self._army_gains is None:
            own_armies, own_strength, lead, rival_strength = (
                self.armies,
                self.strength,
                self.lead,
                self.rival_strength,
            )
            # For empty regions without a token the gain depends only on the continent: an army
            # there adds 1 to the seat's lead in it.
            gain_in_empty_region = self.values.effect_of_army(
                own_strength=0, own_armies=0, rival_strength=0, rival_armies=0, by=1
            ).worth
            into_empty = [
                gain_in_empty_region
                + (weights[MAX_LEAD_INDEX + now + 1] - weights[MAX_LEAD_INDEX + now])
                for weights, now in zip(self.values.lead, lead, strict=True)
            ]
            arrive = [
                self.army_gain(at, own_armies, own_strength, lead, 1)
                if own_strength[at] or rival_strength[at] or at in self.tokens
                else into_empty[continent]
                for at, continent in enumerate(self.facts.continent)
            ]
            leave = [
                self.army_gain(at, own_armies, own_strength, lead, -1)
                if armies
                else IMPOSSIBLE_GAIN
                for at, armies in enumerate(own_armies)
            ]
            self._army_gains = arrive, leave
        return self._army_gains

    def best(self, action: Action) -> TurnSketch:
        """Return the best use of a whole action, or `NO_USE` if no use gains anything.

        The best use of each op is cached, because several cards have the same op.
        """
        parts = [self._best_of(op) for op in action.ops]
        if len(parts) == 1:
            return parts[0]
        return _combined(*parts) if action.join == "and" else max(parts, key=_worth)

    def _best_of(self, op: Op) -> TurnSketch:
        found = self._best.get(op)
        if found is None:
            found = self._best[op] = max([*self.uses(op, op.n, 1), NO_USE], key=_worth)
        return found

    def plans(
        self, action: Action, left: Sequence[int], side: int | None, limit: int
    ) -> list[TurnSketch]:
        """Return the best uses of the rest of an action, at most `limit`.

        `left` counts the uses left of each op. A plan uses one op of `or` (the index `side`; None
        if the player may still choose) or both ops of `and`. Doing nothing is always one of the
        plans.
        """
        by_op = [
            [*(self.uses(op, n, limit) if n and side in (None, at) else ()), NO_USE]
            for at, (op, n) in enumerate(zip(action.ops, left, strict=True))
        ]
        if action.join == "and":
            # Each use of one op with the best of the other.
            first_uses, second_uses = by_op
            plans = [_combined(use, second_uses[0]) for use in first_uses] + [
                _combined(first_uses[0], use) for use in second_uses[1:]
            ]
        else:
            plans = [use for uses in by_op for use in uses]
        plans = list({use.unit_actions: use for use in plans}.values())
        return sorted(plans, key=_worth, reverse=True)[:limit]

    def uses(self, op: Op, n: int, limit: int) -> list[TurnSketch]:
        """Return the best `limit` ways to use an op up to `n` times, best first."""
        match op:
            case PlaceArmies():
                found = self._places(n, limit)
            case Move():
                found = self._moves(n, op.sea, limit)
            case City():
                found = self._cities()
            case Destroy():
                found = self._destroy_plans()
        return sorted(found, key=_worth, reverse=True)[:limit]

    def _places(self, n: int, limit: int) -> list[TurnSketch]:
        """Return ways to place `n` armies: each where it gains most, or all together.

        "Together" means in one region. With the `limit` 1, only the first way is returned.
        """
        left = self.s.reserve[self.seat]
        n = min(n, left)
        if not n:
            return []
        pieces = enumerate(zip(self.armies, self.strength, strict=True))
        sites = [
            at
            for at, (own_armies, own_strength) in pieces
            if own_strength > own_armies or at == self.facts.start
        ]
        weights, reserve = self.values.weights, OFFSET["reserve"] + left
        reserve_change = weights[reserve - n] - weights[reserve]
        plans = [self._put(sites, n)]
        if limit > 1 and len(sites) > 1:
            plans += [self._put([site], n) for site in sites]
        return [plan._replace(worth=plan.worth + reserve_change) for plan in plans]

    def _put(self, sites: Sequence[int], n: int) -> TurnSketch:
        """Return the placement of `n` armies, each at the site where it gains most."""
        own_armies, own_strength, lead = list(self.armies), list(self.strength), list(self.lead)
        total, unit_actions = 0.0, []
        for _ in range(n):
            # Sites are negated, so that on ties the one with the lowest index is chosen.
            gain, at = max(
                (self.army_gain(site, own_armies, own_strength, lead, 1), -site) for site in sites
            )
            total += gain
            self._shift(-at, own_armies, own_strength, lead, 1)
            unit_actions.append((PLACE, -at, 0))
        return TurnSketch(total, 0, tuple(sorted(unit_actions)))

    def _shift(
        self, at: int, own_armies: list[int], own_strength: list[int], lead: list[int], by: int
    ) -> None:
        """Add `by` armies to a region, in the lists `own_armies`, `own_strength` and `lead`."""
        rival_strength, rival_armies = self.rival_strength[at], self.rival_armies[at]
        lead[self.facts.continent[at]] += lead_contribution(
            own_strength[at] + by, rival_strength, rival_armies
        ) - lead_contribution(own_strength[at], rival_strength, rival_armies)
        own_armies[at] += by
        own_strength[at] += by

    def _moves(self, n: int, sea: bool, limit: int) -> list[TurnSketch]:
        """Return greedy sequences of journeys.

        There is one for each of the `limit` best first journeys. The journeys have at most `n`
        steps in all; `sea` allows sea routes.
        """
        arrive, leave = self.army_gains()
        if limit == 1:
            begin = self._next_journey(n, sea, self.armies, arrive, leave)
            return [self._journeys(n, sea, begin)[0]] if begin else []
        # The last `limit` are kept. Regions are negated, so that ties keep those of the lowest indices.
        first_journeys = sorted(
            ((leave[frm] + arrive[to]) / (steps + STEP_COST), -frm, -to, steps)
            for frm, armies in enumerate(self.armies)
            if armies
            for to, steps in _within(self.s.side, sea, n)[frm]
            if leave[frm] + arrive[to] > 0
        )[-limit:]
        plans: dict[tuple[int, ...], TurnSketch] = {}
        for _, frm, to, steps in first_journeys:
            # Of plans that lead to the same armies, the better one is kept.
            plan, armies_after = self._journeys(n, sea, (-frm, -to, steps))
            if armies_after not in plans or plan.worth > plans[armies_after].worth:
                plans[armies_after] = plan
        return list(plans.values())

    def _journeys(self, n: int, sea: bool, begin: Journey) -> tuple[TurnSketch, tuple[int, ...]]:
        """Return a plan that begins with `begin`, and the armies by region after it.

        Each next journey is the one with the best gain per step. The journeys have at most `n`
        steps in all.
        """
        arrive, leave = map(list, self.army_gains())
        own_armies, own_strength, lead = list(self.armies), list(self.strength), list(self.lead)
        total = 0.0
        journeys: list[tuple[int, int]] = []
        now: Journey | None = begin
        while now is not None:
            frm, to, steps = now
            for at, by in ((frm, -1), (to, 1)):
                total += self.army_gain(at, own_armies, own_strength, lead, by)
                self._shift(at, own_armies, own_strength, lead, by)
            journeys.append((frm, to))
            n -= steps
            if not n:
                break
            for at in (frm, to):
                arrive[at] = self.army_gain(at, own_armies, own_strength, lead, 1)
                leave[at] = (
                    self.army_gain(at, own_armies, own_strength, lead, -1)
                    if own_armies[at]
                    else IMPOSSIBLE_GAIN
                )
            now = self._next_journey(n, sea, own_armies, arrive, leave)
        if len(journeys) > 1:
            journeys = without_detours(journeys, shortest_ways(self.s.side, sea).distance)
        unit_actions = tuple((MOVE, *journey) for journey in journeys)
        return TurnSketch(total, 0, unit_actions), tuple(own_armies)

    def _next_journey(
        self, n: int, sea: bool, own_armies: Sequence[int], arrive: list[float], leave: list[float]
    ) -> Journey | None:
        """Return the journey of at most `n` steps with the best gain per step; None if none gains.

        `arrive` and `leave` are the gains of one more army and of one less, by region.
        """
        best, best_rate, best_arrival = None, MIN_JOURNEY_GAIN, max(arrive)
        reach = _within(self.s.side, sea, n)
        for frm, gain_of_leaving in enumerate(leave):
            if own_armies[frm] and gain_of_leaving + best_arrival > best_rate * (1.0 + STEP_COST):
                for to, steps in reach[frm]:
                    rate = (gain_of_leaving + arrive[to]) / (steps + STEP_COST)
                    if rate > best_rate:
                        best, best_rate = (frm, to, steps), rate
        return best

    def _cities(self) -> list[TurnSketch]:
        """Return one plan, to found a city, for each region where the seat may do so."""
        s, values, left = self.s, self.values, self.s.city_reserve[self.seat]
        if not left:
            return []
        reserve = OFFSET["towns"] + left
        found, reserve_change = [], values.weights[reserve - 1] - values.weights[reserve]
        for at, own_armies in enumerate(self.armies):
            own_strength, rival_strength, rival_armies = (
                self.strength[at],
                self.rival_strength[at],
                self.rival_armies[at],
            )
            if not own_armies or (s.once and own_strength > own_armies):
                continue
            before, after = (
                (own_strength, rival_strength, rival_armies),
                (own_strength + 1, rival_strength, rival_armies),
            )
            gain = reserve_change + self._strength_change(at, before, after)
            if own_strength == own_armies:
                gain += values.city_at[at]
            found.append(TurnSketch(gain, 0, ((CITY, at, 0),)))
        return found

    def _strength_change(self, at: int, before: Strengths, after: Strengths) -> float:
        """Return the change in value of the region `at` if the strengths in it change.

        The number of the seat's armies stays the same.
        """
        values, own_armies = self.values, self.armies[at]
        old, new = (
            values.region_value(before[0], own_armies, *before[1:]),
            values.region_value(after[0], own_armies, *after[1:]),
        )
        gain = (
            new[0]
            - old[0]
            + (new[1] - old[1]) * values.idle_at[at]
            + (new[2] - old[2]) * values.idle_theirs_at[at]
        )
        if by := lead_contribution(*after) - lead_contribution(*before):
            gain += self._lead_change(at, self.lead, by)
        if at in self.tokens:
            gain += self._token_change(at, before, after)
        return gain

    def _destroy_plans(self) -> list[TurnSketch]:
        """Return one plan to destroy an army for each pair (region, strongest rival there).

        On a tie a region has several strongest rivals.
        """
        s, found = self.s, []
        weighed_rival = main_rival(s, self.seat)
        # Value of one army more in the reserve of that rival, where a destroyed army goes.
        reserve = OFFSET["reserve_theirs"] + s.reserve[weighed_rival]
        to_reserve = (
            0.0 if s.lost else self.values.weights[reserve + 1] - self.values.weights[reserve]
        )
        for at, rival_strength in enumerate(self.rival_strength):
            if not rival_strength:
                continue
            for who in range(s.n + s.neutral):
                if (
                    who == self.seat
                    or not s.armies[who][at]
                    or s.strengths[who][at] < rival_strength
                ):
                    continue
                destruction = (DESTROY, at, who)
                s.apply_action(self.seat, destruction)
                rival_strength_after, rival_armies_after, _ = strongest_rival(s, self.seat, at)
                s.undo_action(self.seat, destruction)
                gain = self._strength_change(
                    at,
                    before=(self.strength[at], rival_strength, self.rival_armies[at]),
                    after=(self.strength[at], rival_strength_after, rival_armies_after),
                )
                if who == weighed_rival:
                    gain += to_reserve
                found.append(TurnSketch(gain, 0, (destruction,)))
        return found


_worth = attrgetter("worth")


def _with_symbol(counts: Counts, good: int) -> Counts:
    return (*counts[:good], counts[good] + 1, *counts[good + 1 :])


def _combined(one: TurnSketch, other: TurnSketch) -> TurnSketch:
    return TurnSketch(one.worth + other.worth, 0, one.unit_actions + other.unit_actions)


def turns(s: Sketch, seat: Seat, uses_per_card: int) -> list[TurnSketch]:
    """Return whole turns: the best `uses_per_card` uses of each affordable card in the row."""
    ground, found = BoardGains(s, seat), []
    for at, card in enumerate(s.row):
        if RULES.prices[at] <= s.coins[seat]:
            action, gain = s.action_of(card), ground.card_value(at)
            uses = (
                [ground.best(action)]
                if uses_per_card == 1
                else ground.plans(action, [op.n for op in action.ops], None, uses_per_card)
            )
            found += [TurnSketch(gain + use.worth, at, use.unit_actions) for use in uses]
    return found


def best_estimated_turn(s: Sketch, seat: Seat) -> TurnSketch:
    """Return the turn with the highest estimated value; ties go to the leftmost card."""
    return max(turns(s, seat, 1), key=_worth)


def sample_turn(candidates: Sequence[TurnSketch], heat: float, rng: Rng) -> TurnSketch:
    """Draw one of `candidates` at random, better turns more often.

    A turn worth `heat` less than another one is drawn 1/e times as often.
    """
    top = max(map(_worth, candidates))
    weights = [exp((turn.worth - top) / heat) for turn in candidates]
    drawn = rng.below(_RANDOM_STEPS) / _RANDOM_STEPS * sum(weights)
    for turn, weight in zip(candidates, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return turn
    return candidates[0]
