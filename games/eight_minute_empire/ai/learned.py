"""Learned evaluation: log odds to win, as a sum of weights over some hundred features.

The position is seen by the seat that has just moved; all features are public. Weights are given
for some numbers of turns to come and interpolated in between. `tools/learn_empire.py` learns
them by self-play and writes `learned.json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from games.core.text.messages import Seat
from games.eight_minute_empire.ai.evaluate import ways
from games.eight_minute_empire.ai.sketch import Sketch, facts, goods
from games.eight_minute_empire.model.board import SIDES

FILE = Path(__file__).with_name("learned.json")
MAX_PIECES_COUNTED = (
    5  # cap on the armies and cities counted in a region, own and of the strongest rival
)
MAX_CONTINENT_LEAD = 4  # cap on the lead counted in a continent
MAX_SYMBOLS_COUNTED = 8  # cap on the symbols counted of one good
MAX_COINS_COUNTED = 14  # cap on coins and on armies in reserve
MAX_STEPS_COUNTED, MAX_BORDERS_COUNTED = (
    5,
    5,
)  # caps on steps from the start region and on borders of a region
MOST_AHEAD = 16  # above the number of regions of any continent
UNIT = 1000  # weights are stored as integer thousandths
SMALL, MIDDLE = 3, 7  # at most this many regions in a small and in a medium continent

# Feature groups and their sizes; one or some features of each group are active at a time.
# `theirs`: the strongest rival's in a region;
# elsewhere the only rival's or, with more players, the next seat's.
GROUPS = {
    "held": (MAX_PIECES_COUNTED + 1) ** 2,  # region by own strength and the strongest rival's
    "unclaimed": (MAX_PIECES_COUNTED + 1)
    ** 2,  # the same if rivals are tied or the neutral color is strongest
    "idle": MAX_PIECES_COUNTED + 1,  # armies that can leave a region without losing it
    "idle_theirs": MAX_PIECES_COUNTED + 1,
    "lead": 3 * (2 * MAX_CONTINENT_LEAD + 1),  # lead in a continent, by its size
    "idle_at": MAX_STEPS_COUNTED
    + MAX_BORDERS_COUNTED
    + 4,  # location of idle armies: steps from the start, borders, sea route
    "idle_theirs_at": MAX_STEPS_COUNTED + MAX_BORDERS_COUNTED + 4,
    "city_at": MAX_STEPS_COUNTED + MAX_BORDERS_COUNTED + 4,
    "city_theirs_at": MAX_STEPS_COUNTED + MAX_BORDERS_COUNTED + 4,
    "good": 5 * (MAX_SYMBOLS_COUNTED + 1),
    "good_theirs": 5 * (MAX_SYMBOLS_COUNTED + 1),
    "wilds": 4,
    "wilds_theirs": 4,
    "points": 1,  # for each point of goods
    "points_theirs": 1,  # the best rival's
    "coins": MAX_COINS_COUNTED + 1,
    "coins_theirs": MAX_COINS_COUNTED + 1,
    "reserve": MAX_COINS_COUNTED + 1,
    "reserve_theirs": MAX_COINS_COUNTED + 1,
    "towns": 4,
    "towns_theirs": 4,
    "seat": 1,
}
SIZE = sum(GROUPS.values())
AT = dict(zip(GROUPS, accumulate(GROUPS.values(), initial=0), strict=False))
HELD, UNCLAIMED, IDLE, IDLE_THEIRS, LEADS = (
    AT[one] for one in ("held", "unclaimed", "idle", "idle_theirs", "lead")
)


class Learned(Struct, frozen=True, forbid_unknown_fields=True):
    """Weights for one number of seats: by turns to come (`knots`, ascending), by group."""

    knots: tuple[int, ...]
    weights: tuple[dict[str, tuple[int, ...]], ...]


class BoardFeatures(NamedTuple):
    """Feature indices of a side: by region for pieces there, by continent for a lead of 0."""

    idle: tuple[tuple[int, ...], ...]
    idle_theirs: tuple[tuple[int, ...], ...]
    city: tuple[tuple[int, ...], ...]
    city_theirs: tuple[tuple[int, ...], ...]
    leads: tuple[int, ...]


class Change(NamedTuple):
    """Effect of one army more or less in a region.

    Change in the region's value without its location, in idle own armies and idle rival armies
    (counted as 1 at most), and in the lead in the continent.
    """

    worth: float
    idle: int
    idle_theirs: int
    lead: int


class RegionFeatures(NamedTuple):
    """Board from one seat's view.

    By region: the strongest rival's strength (`top`) and armies (`theirs`); armies of rivals
    that can't hold the region (tied or neutral) are coded as -1 and less. By continent: own
    lead in regions over the strongest rival.
    """

    top: Sequence[int]
    theirs: Sequence[int]
    lead: list[int]


@lru_cache(1)
def learned() -> dict[int, Learned]:
    """Return the shipped weights by number of seats, read once."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[int, Learned])


def flat(weights: dict[str, tuple[int, ...]]) -> list[float]:
    """Return the weights in the order of `GROUPS`, in one list, converted from thousandths."""
    return [weight / UNIT for weight in chain.from_iterable(weights[group] for group in GROUPS)]


def between(knots: tuple[int, ...], to_come: int) -> tuple[int, float]:
    """Return the knot below `to_come` and the fraction (0 to 1) towards the next one."""
    at = max(i for i, knot in enumerate(knots[:-1]) if not i or knot <= to_come)
    return at, min(1.0, (to_come - knots[at]) / (knots[at + 1] - knots[at]))


@lru_cache(2)
def places(side: str) -> BoardFeatures:
    """Return the location features of a side's regions and continents."""
    board, known = SIDES[side], facts(side)
    away = dict(ways(side, True)[0][known.start])
    at = []
    for here, region in enumerate(board.regions):
        borders, sea = len(board.land[region]), bool(board.sea[region])
        at.append(
            (
                min(away.get(here, 0), MAX_STEPS_COUNTED),
                MAX_STEPS_COUNTED + 1 + min(borders, MAX_BORDERS_COUNTED),
                MAX_STEPS_COUNTED + MAX_BORDERS_COUNTED + 2 + sea,
            )
        )
    sizes = [len(members) for members in board.continents.values()]
    leads = tuple(
        LEADS
        + (2 * MAX_CONTINENT_LEAD + 1) * ((size > SMALL) + (size > MIDDLE))
        + MAX_CONTINENT_LEAD
        for size in sizes
    )
    own, theirs, city, city_theirs = (
        tuple(tuple(AT[group] + fact for fact in here) for here in at)
        for group in ("idle_at", "idle_theirs_at", "city_at", "city_theirs_at")
    )
    return BoardFeatures(own, theirs, city, city_theirs, leads)


@lru_cache(512)
def values(n: int, side: str, to_come: int) -> Values:
    """Return the weights for `n` seats with `to_come` turns left."""
    known = learned()[n]
    at, part = between(known.knots, to_come)
    before, after = flat(known.weights[at]), flat(known.weights[at + 1])
    return Values(
        [(1.0 - part) * one + part * other for one, other in zip(before, after, strict=True)], side
    )


class Values:
    """Weights at one moment of the game (`of`, by feature), with sums that `Ground` needs."""

    __slots__ = ("_changes", "_worths", "city_at", "idle_at", "idle_theirs_at", "lead", "of")

    def __init__(self, of: list[float], side: str) -> None:
        self.of = of
        self.idle_at, self.idle_theirs_at, self.city_at = (
            [sum(of[fact] for fact in here) for here in group] for group in places(side)[:3]
        )
        leads = [
            max(-MAX_CONTINENT_LEAD, min(MAX_CONTINENT_LEAD, lead))
            for lead in range(-MOST_AHEAD, MOST_AHEAD + 1)
        ]
        self.lead = [[of[begin + lead] for lead in leads] for begin in places(side).leads]
        self._worths: dict[tuple[int, int, int, int], tuple[float, int, int]] = {}
        self._changes: dict[tuple[int, int, int, int, int], Change] = {}

    def region(self, mine: int, own: int, top: int, theirs: int) -> tuple[float, int, int]:
        """Return a region's value without its location, and whether armies are idle there.

        The two flags are for own and for the strongest rival's armies.
        """
        key = mine, own, top, theirs
        known = self._worths.get(key)
        if known is None:
            worth = sum(self.of[fact] for fact in region_facts(*key))
            known = self._worths[key] = worth, idle(*key) > 0, idle_theirs(*key) > 0
        return known

    def change(self, mine: int, own: int, top: int, theirs: int, by: int) -> Change:
        """Return the effect of `by` armies more (1 or -1) in a region."""
        key = mine, own, top, theirs, by
        known = self._changes.get(key)
        if known is None:
            now, then = (
                self.region(mine, own, top, theirs),
                self.region(mine + by, own + by, top, theirs),
            )
            lead = ahead(mine + by, top, theirs) - ahead(mine, top, theirs)
            known = Change(then[0] - now[0], then[1] - now[1], then[2] - now[2], lead)
            self._changes[key] = known
        return known


def ahead(mine: int, top: int, theirs: int) -> int:
    """Return a region's contribution to the lead in its continent: 1 held, -1 held by a rival."""
    return (mine > top) - (mine < top and theirs >= 0)


def idle(mine: int, own: int, top: int, _theirs: int) -> int:
    """Return the number of own armies that can leave a region without losing it."""
    return min(own, mine - top - 1) if mine > top else own


def idle_theirs(mine: int, _own: int, top: int, theirs: int) -> int:
    """Return the number of the strongest rival's armies that can leave a region.

    The rest is needed to stay ahead of the own strength.
    """
    armies = theirs if theirs >= 0 else -1 - theirs
    return min(armies, top - mine - 1) if top > mine else armies


@lru_cache(20_000)
def region_facts(mine: int, own: int, top: int, theirs: int) -> tuple[int, ...]:
    """Return the features of a region, without its location."""
    begin = AT["unclaimed"] if theirs < 0 and top > mine else AT["held"]
    held = (
        begin
        + (MAX_PIECES_COUNTED + 1) * min(mine, MAX_PIECES_COUNTED)
        + min(top, MAX_PIECES_COUNTED)
    )
    if not mine and not top:
        return (held,)
    here = mine, own, top, theirs
    return (
        held,
        AT["idle"] + min(idle(*here), MAX_PIECES_COUNTED),
        AT["idle_theirs"] + min(idle_theirs(*here), MAX_PIECES_COUNTED),
    )


def board_view(s: Sketch, seat: Seat) -> RegionFeatures:
    """Return the board from one seat's view."""
    side = facts(s.side)
    lead = [0] * side.continents
    if s.n == 2 and not s.neutral:
        for continent, mine, other in zip(
            side.continent, s.strong[seat], s.strong[1 - seat], strict=True
        ):
            lead[continent] += (mine > other) - (mine < other)
        return RegionFeatures(s.strong[1 - seat], s.armies[1 - seat], lead)
    found, held = [], [[0] * (s.n + 1) for _ in lead]
    for at, mine in enumerate(s.strong[seat]):
        most, armies, who = strongest_rival(s, seat, at)
        found.append((most, armies))
        if mine > most:
            lead[side.continent[at]] += 1
        elif most > mine and who is not None:
            held[side.continent[at]][who] += 1
    top, theirs = zip(*found, strict=True)
    return RegionFeatures(
        top, theirs, [mine - max(counts) for mine, counts in zip(lead, held, strict=True)]
    )


def strongest_rival(s: Sketch, seat: Seat, at: int) -> tuple[int, int, int | None]:
    """Return the strongest rival in a region: strength, armies as in `board_view`, owner."""
    most, who, first = 0, None, 0  # type: int, int | None, int
    for other, strong in enumerate(s.strong):
        strength = strong[at]
        if other == seat or not strength:
            continue
        if strength > most:
            most, who, first = strength, other, other
        elif strength == most:
            who = None
    if not most:
        return 0, 0, None
    armies = s.armies[first][at] if first < s.n else 0
    return most, -1 - armies if who in (None, s.n) else armies, who


def rival(s: Sketch, seat: Seat) -> Seat:
    """Return the seat whose symbols and coins are also evaluated: the next one."""
    return s.order[(s.order.index(seat) + 1) % s.n]


def active_features(s: Sketch, seat: Seat) -> list[int]:
    """Return the features of a position for the seat that has just moved."""
    board, where, other = board_view(s, seat), places(s.side), rival(s, seat)
    found: list[int] = []
    for at, here in enumerate(
        zip(s.strong[seat], s.armies[seat], board.top, board.theirs, strict=True)
    ):
        found += region_facts(*here)
        mine, own, top, theirs = here
        if mine or top:
            if own and (mine <= top or mine > top + 1):
                found += where.idle[at]
            if theirs not in (0, -1) and idle_theirs(*here):
                found += where.idle_theirs[at]
            if mine > own:
                found += where.city[at]
            if s.n == 2 and s.strong[other][at] > s.armies[other][at]:
                found += where.city_theirs[at]
    found += [
        begin + max(-MAX_CONTINENT_LEAD, min(MAX_CONTINENT_LEAD, lead))
        for begin, lead in zip(where.leads, board.lead, strict=True)
    ]
    have = s.symbols()
    for whose, who in (("", seat), ("_theirs", other)):
        found += [
            AT["good" + whose] + (MAX_SYMBOLS_COUNTED + 1) * good + min(n, MAX_SYMBOLS_COUNTED)
            for good, n in enumerate(have[who][:-1])
        ]
        found += [
            AT["wilds" + whose] + have[who][-1],
            AT["coins" + whose] + s.coins[who],
            AT["reserve" + whose] + s.reserve[who],
            AT["towns" + whose] + s.towns[who],
        ]
    found += [AT["points"]] * goods(have[seat])
    found += [AT["points_theirs"]] * max(goods(have[who]) for who in range(s.n) if who != seat)
    found.append(AT["seat"])
    return found
