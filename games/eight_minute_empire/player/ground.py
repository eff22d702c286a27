"""A board in one seat's eyes, quick to lay out: what one army more or less in a region would change, and the uses of an op.

It weighs as `evaluate.Board` does, but tables nothing that is not asked for: in games that are played out in thought, thousands
of these are laid out for one decision.
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from games.core.messages import Path, Seat
from games.eight_minute_empire.model.board import SIDES
from games.eight_minute_empire.model.catalog import RULES
from games.eight_minute_empire.model.operations import City, Destroy, Move, Op, Place, owner_key
from games.eight_minute_empire.model.state import Empire
from games.eight_minute_empire.player.evaluate import CALM, FADE, NOTHING, Plan, rival_turns, ways
from games.eight_minute_empire.player.weights import WEIGHTS

STEP = 2.0       # a journey is as good as its gain for each step, so many steps being on top
FAR = -9.0       # no gain: nobody can go there
LEAD = 0.15      # a continent is safer by this for each further region of lead
MOST = 40        # armies and cities that may meet in a region, at most
CLOSE = 2        # a city opens the regions within so many steps


class Facts(NamedTuple):
    """A side of the board by indices: its regions, where armies enter, the continent of each region, how many there are."""

    regions: tuple[str, ...]
    start: int
    continent: tuple[int, ...]
    continents: int
    homes: tuple[tuple[str, int], ...]   # each region with its continent
    close: tuple[tuple[int, ...], ...]   # the regions within `CLOSE` steps over land of each


class Odds(NamedTuple):
    """What depends on the time left alone: holding a region by a margin, idle armies, a tie, a continent by its lead (a negative
    one counts from the end)."""

    keep: tuple[float, ...]
    idle: tuple[float, ...]
    tie: float
    rest: float
    lead: tuple[float, ...]
    known: dict[tuple[int, int, int, float], tuple[float, float]]    # of `Ground.change`, without continents


@lru_cache(2)
def facts(side: str) -> Facts:
    """The indices of one side."""
    board = SIDES[side]
    names = list(board.continents)
    continent = tuple(names.index(board.home[region]) for region in board.regions)
    homes = tuple(zip(board.regions, continent, strict=True))
    close = tuple(tuple(to for to, steps in reach if steps <= CLOSE) for reach in ways(side, False)[0])
    return Facts(board.regions, board.regions.index(board.start), continent, len(names), homes, close)


@lru_cache(2048)
def odds(rest: float, rivals: int, risk: float, idle_army: float, tie: float) -> Odds:
    """The tables for a seat with `rest` (1 down to 0) of its turns and all others with `rivals` turns to come; then weights."""
    threat = risk * (1.0 - CALM**rivals)
    keep = (0.0, *(1.0 - threat * 0.5 ** (margin - 1) for margin in range(1, MOST)))
    idle = tuple(idle_army * rest * (1.0 - FADE**armies) / (1.0 - FADE) for armies in range(MOST))
    sure = 1.0 - 0.5 * rest
    ahead = (0.0, *(min(1.0, sure + LEAD * lead) for lead in range(MOST)))
    return Odds(keep, idle, tie * rest, rest, ahead + (-0.5 * sure,) * MOST, {})


class Ground:
    """By region `own` armies, `towns`, the strongest rival (`top`), what its hold costs (`spite`); `lead` by continent."""

    __slots__ = ("_best", "_changes", "facts", "lead", "n", "odds", "once", "own", "s", "seat", "spite", "top", "towns")

    def __init__(self, s: Empire, seat: Seat, rest: float, *, once: bool = False) -> None:
        self.s, self.seat, self.n, self.once = s, seat, len(s.coins), once
        self.facts = facts(s.side)
        self.odds = odds(rest, rival_turns(s, seat), WEIGHTS.risk, WEIGHTS.idle, WEIGHTS.tie)
        regions = len(self.facts.regions)
        self.own, self.towns, self.top = [0] * regions, [0] * regions, [0] * regions
        first = [-1] * regions
        mine_in = [0] * self.facts.continents
        held = [[0] * (self.n + 1) for _ in mine_in]
        others = [other for other in range(self.n) if other != seat]
        all_armies, all_cities = s.armies, s.cities
        for at, (region, continent) in enumerate(self.facts.homes):
            armies, cities = all_armies[region], all_cities[region]
            if not (any(armies) or any(cities)):
                continue
            top = armies[-1]
            who = self.n if top else -1
            for other in others:
                strength = armies[other] + cities[other]
                if strength > top:
                    top, who = strength, other
                elif strength == top:
                    who = -1
            mine = armies[seat] + cities[seat]
            self.own[at], self.towns[at], self.top[at], first[at] = armies[seat], cities[seat], top, who
            if mine > top:
                mine_in[continent] += 1
            elif who >= 0 and mine < top:
                held[continent][who] += 1
        spites = self._spite(held)
        self.spite = [spites[who] if who >= 0 else 0.0 for who in first]
        self._changes: tuple[list[float], list[float]] | None = None
        self._best: dict[Op, Plan] = {}
        self.lead = [mine - max(others) for mine, others in zip(mine_in, held, strict=True)]

    def _spite(self, held: list[list[int]]) -> list[float]:
        """How much each rival's point counts against one's own: most of it between two, less among more, the strongest most."""
        if self.n == 2:
            return [WEIGHTS.duel, WEIGHTS.duel, 0.0]
        total = [sum(counts) for counts in zip(*held, strict=True)]
        lead, share = max(total[: self.n]), WEIGHTS.crowd / (self.n - 1)
        return [share + (WEIGHTS.ahead if total[who] == lead else 0.0) for who in range(self.n)] + [0.0]

    def region(self, at: int, armies: int, towns: int) -> float:
        """A region's worth with so many own armies and cities in it."""
        return self._worth(armies, towns, self.top[at], self.spite[at])

    def _worth(self, armies: int, towns: int, top: int, spite: float) -> float:
        tables, mine = self.odds, armies + towns
        if mine > top:
            return tables.keep[mine - top] + tables.idle[min(armies, mine - top - 1)]
        if mine == top:
            return tables.tie if mine else 0.0
        return tables.idle[armies] - spite * tables.keep[top - mine]

    def change(self, at: int, own: list[int], by: int) -> float:
        """What `by` armies more (1 or -1) would change in a region, its continent included."""
        armies, towns, top, spite = own[at], self.towns[at], self.top[at], self.spite[at]
        known = self.odds.known.get((armies, towns, top, spite))
        if known is None:
            now = self._worth(armies, towns, top, spite)
            less = self._worth(armies - 1, towns, top, spite) - now if armies else FAR
            known = self.odds.known[armies, towns, top, spite] = self._worth(armies + 1, towns, top, spite) - now, less
        mine = armies + towns - top
        gain = known[by < 0]
        if (mine == 0 and by > 0) or (mine == 1 and by < 0) or (mine == -1 and by > 0 and spite):
            lead, worths = self.lead[self.facts.continent[at]], self.odds.lead
            gain += worths[lead + by] - worths[lead]
        return gain

    def changes(self) -> tuple[list[float], list[float]]:
        """For each region what one army more and what one less would change, as the board lies; `FAR` where there is none."""
        if self._changes is None:
            own, worths = self.own, self.odds.lead
            empty = self._worth(1, 0, 0, 0.0)     # regions where nothing stands differ by their continent alone
            into = [empty + (worths[lead + 1] - worths[lead]) for lead in self.lead]
            self._changes = (
                [
                    self.change(at, own, 1) if own[at] or self.top[at] or self.towns[at] else into[continent]
                    for at, continent in enumerate(self.facts.continent)
                ],
                [self.change(at, own, -1) if k else FAR for at, k in enumerate(own)],
            )
        return self._changes

    def best(self, op: Op) -> Plan:
        """The best full use of an op; none where it gains nothing. Cards share their ops: each is thought of once."""
        found = self._best.get(op)
        if found is None:
            found = self._best[op] = max([*self.uses(op, op.n), NOTHING], key=attrgetter("gain"))
        return found

    def uses(self, op: Op, n: int, some: int = 1) -> list[Plan]:
        """The best uses of up to `n` times an op, best first, `some` at most; none where it gains nothing."""
        match op:
            case Place():
                found = self._places(n, some)
            case Move():
                found = self._moves(n, op.sea, some)
            case City():
                found = self._cities()
            case Destroy():
                found = self._targets()
        return sorted(found, key=attrgetter("gain"), reverse=True)[:some]

    def _places(self, n: int, some: int) -> list[Plan]:
        """One army after the other where it is worth most; then all at one place."""
        n = min(n, self.s.reserve[self.seat])
        sites = [at for at, towns in enumerate(self.towns) if towns or at == self.facts.start]
        if not n:
            return []
        put, own, total = [], list(self.own), 0.0
        gains = [self.change(site, own, 1) for site in sites]
        for _ in range(n):
            top = max(gains)
            which = gains.index(top)
            at = sites[which]
            total += top
            own[at] += 1
            put.append(at)
            gains[which] = self.change(at, own, 1)
        plans = {tuple(sorted(put)): total}
        for site in sites if some > 1 else ():
            own, total = list(self.own), 0.0
            for _ in range(n):
                total += self.change(site, own, 1)
                own[site] += 1
            plans.setdefault((site,) * n, total)
        return [Plan(gain, self._put(put_at)) for put_at, gain in plans.items()]

    def _put(self, put: tuple[int, ...]) -> tuple[Path, ...]:
        regions = self.facts.regions
        if len(put) > 1 and len(set(put)) == 1:
            return (("place", f"{regions[put[0]]}_x{len(put)}"),)
        return tuple(("place", regions[at]) for at in put)

    def _moves(self, n: int, sea: bool, some: int) -> list[Plan]:
        """Journeys of single armies, each the best for its steps; other beginnings make other plans."""
        reach, first = ways(self.s.side, sea)
        arrive, leave = self.changes()
        if some == 1:
            begin = self._next(n, reach, self.own, arrive, leave)
            return [self._journeys(n, reach, first, begin, (list(arrive), list(leave)))[0]] if begin else []
        begins = sorted(
            ((leave[frm] + arrive[to]) / (steps + STEP), -frm, -to, steps)
            for frm, k in enumerate(self.own) if k for to, steps in reach[frm] if steps <= n and leave[frm] + arrive[to] > 0
        )[-some:]
        plans: dict[tuple[int, ...], Plan] = {}
        for _, frm, to, steps in begins:
            plan, own = self._journeys(n, reach, first, (-frm, -to, steps), (list(arrive), list(leave)))
            if own not in plans or plan.gain > plans[own].gain:
                plans[own] = plan
        return list(plans.values())

    def _journeys(
        self, n: int, reach: tuple[tuple[tuple[int, int], ...], ...], first: tuple[tuple[int, ...], ...],
        begin: tuple[int, int, int], changes: tuple[list[float], list[float]],
    ) -> tuple[Plan, tuple[int, ...]]:
        """From one first journey on, whatever gains most for its steps; the plan and the armies as they then stand."""
        arrive, leave = changes
        own, lead, regions = list(self.own), list(self.lead), self.facts.regions
        total, hops = 0.0, []  # type: float, list[Path]
        now: tuple[int, int, int] | None = begin
        while now is not None:
            frm, to, steps = now
            total += leave[frm] + arrive[to]
            for at, by in ((frm, -1), (to, 1)):
                mine = own[at] + self.towns[at] - self.top[at]
                self.lead[self.facts.continent[at]] += by * (mine in ((0, -1) if by > 0 else (1,)))
                own[at] += by
            while frm != to:
                hop = first[frm][to]
                hops.append(("move", regions[frm], regions[hop]))
                frm = hop
            n -= steps
            for at in now[:2]:
                arrive[at] = self.change(at, own, 1)
                leave[at] = self.change(at, own, -1) if own[at] else FAR
            now = self._next(n, reach, own, arrive, leave)
        self.lead = lead
        return Plan(total, tuple(hops)), tuple(own)

    def _next(
        self, n: int, reach: tuple[tuple[tuple[int, int], ...], ...], own: list[int], arrive: list[float], leave: list[float],
    ) -> tuple[int, int, int] | None:
        """The journey that gains most for its steps; None when none gains anything."""
        best, top, most = None, 0.001, max(arrive)
        for frm, k in enumerate(own):
            off = leave[frm]
            if k and off + most > top * (1.0 + STEP):
                for to, steps in reach[frm]:
                    if steps > n:
                        break
                    gain = (off + arrive[to]) / (steps + STEP)
                    if gain > top:
                        best, top = (frm, to, steps), gain
        return best

    def _cities(self) -> list[Plan]:
        """Where it adds strength or a new place to start from."""
        found = []
        near, own, open_to = self.facts.close, self.own, None
        for at, armies in enumerate(own if self.s.towns[self.seat] else ()):
            towns = self.towns[at]
            if not armies or (self.once and towns):
                continue
            gain = self.region(at, armies, towns + 1) - self.region(at, armies, towns)
            if at != self.facts.start and not towns:
                open_to = open_to or [k + city <= top for k, city, top in zip(own, self.towns, self.top, strict=True)]
                open_near = sum([open_to[to] for to in near[at]])
                gain += self.odds.rest * (WEIGHTS.spawn + WEIGHTS.open_land * open_near) * min(1.0, self.s.reserve[self.seat] / 4)
            found.append(Plan(gain, (("city", self.facts.regions[at]),)))
        return found

    def _targets(self) -> list[Plan]:
        """A rival's army in each region: the strongest rival's where one leads."""
        found = []
        for at, region in enumerate(self.facts.regions):
            armies, cities = self.s.armies[region], self.s.cities[region]
            rivals = [
                (k + (cities[who] if who < self.n else 0), -who) for who, k in enumerate(armies) if k and who != self.seat
            ]
            if not rivals:
                continue
            strength, who = max(rivals)
            if strength == self.top[at]:
                mine = self.own[at] + self.towns[at]
                spite, self.top[at] = self.spite[at], strength - 1
                gain = self.region(at, self.own[at], self.towns[at])
                self.top[at], self.spite[at] = strength, spite
                gain -= self.region(at, self.own[at], self.towns[at])
                if mine == strength or (mine == strength - 1 and spite):
                    lead = self.lead[self.facts.continent[at]]
                    gain += self.odds.lead[lead + 1] - self.odds.lead[lead]
            else:
                gain = 0.02
            found.append(Plan(gain, (("destroy", region, owner_key(-who, self.n)),)))
        return found


def turns_left(s: Empire, seat: Seat) -> int:
    """How many turns of a seat are still to come, the running one not counted."""
    return RULES.by_players[len(s.coins)].cards - len(s.cards[seat])
