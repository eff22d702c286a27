"""Learned evaluation: log odds of winning, as the sum of the weights of active features.

A position is evaluated for the seat that has just moved. All features are public information.
`learned.json` has weights for some numbers of turns to come (`knots`); others are interpolated.
`tools/learn_empire.py` learns the weights by self-play and writes this file.
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
from games.eight_minute_empire.ai.evaluate import shortest_ways
from games.eight_minute_empire.ai.sketch import Sketch, points_of_goods, side_indexes
from games.eight_minute_empire.model.board import SIDES

FILE = Path(__file__).with_name("learned.json")
# Cap on the strength counted in a region, own and of the strongest rival.
MAX_PIECES_COUNTED = 5
MAX_CONTINENT_LEAD = 4  # cap on the lead counted in a continent
MAX_SYMBOLS_COUNTED = 8  # cap on the symbols counted of one good
MAX_COINS_COUNTED = 14  # cap on coins and on armies in reserve
MAX_STEPS_COUNTED = 5  # cap on the steps from the start region
MAX_BORDERS_COUNTED = 5  # cap on the borders of a region
MAX_LEAD_INDEX = 16  # index of a lead of 0 in `Values.lead`: no continent has so many regions
UNIT = 1000  # weights are stored as integer thousandths
SMALL, MIDDLE = 3, 7  # a small continent has at most 3 regions, a medium one at most 7

# Features of a location: steps from the start, number of borders, with or without a sea route.
_LOCATION = MAX_STEPS_COUNTED + MAX_BORDERS_COUNTED + 4
# Feature groups and their sizes; one or some features of each group are active at a time.
# `_theirs` means the strongest rival in a region; elsewhere the only rival or, with more players,
# the next seat.
GROUPS = {
    # a region, by own strength and that of the strongest rival
    "held": (MAX_PIECES_COUNTED + 1) ** 2,
    # the same if rivals are tied or the neutral color is strongest
    "unclaimed": (MAX_PIECES_COUNTED + 1) ** 2,
    "idle": MAX_PIECES_COUNTED + 1,  # armies that can leave a region without losing it
    "idle_theirs": MAX_PIECES_COUNTED + 1,
    "lead": 3 * (2 * MAX_CONTINENT_LEAD + 1),  # lead in a continent, by its size
    "idle_at": _LOCATION,  # location of idle armies
    "idle_theirs_at": _LOCATION,
    "city_at": _LOCATION,
    "city_theirs_at": _LOCATION,
    "good": 5 * (MAX_SYMBOLS_COUNTED + 1),
    "good_theirs": 5 * (MAX_SYMBOLS_COUNTED + 1),
    "wilds": 4,
    "wilds_theirs": 4,
    "points": 1,  # active once for each point of goods
    "points_theirs": 1,  # active once for each point of the rival with most points
    "coins": MAX_COINS_COUNTED + 1,
    "coins_theirs": MAX_COINS_COUNTED + 1,
    "reserve": MAX_COINS_COUNTED + 1,
    "reserve_theirs": MAX_COINS_COUNTED + 1,
    "towns": 4,  # cities in the reserve
    "towns_theirs": 4,
    "seat": 1,
}
SIZE = sum(GROUPS.values())
OFFSET = dict(zip(GROUPS, accumulate(GROUPS.values(), initial=0), strict=False))
HELD, UNCLAIMED, IDLE, IDLE_THEIRS, LEADS = (
    OFFSET[one] for one in ("held", "unclaimed", "idle", "idle_theirs", "lead")
)


class Learned(Struct, frozen=True, forbid_unknown_fields=True):
    """Weights for one number of seats: for each of `knots`, the weights by feature group.

    `knots` are numbers of turns to come, ascending.
    """

    knots: tuple[int, ...]
    weights: tuple[dict[str, tuple[int, ...]], ...]


class BoardFeatures(NamedTuple):
    """Feature indexes of a board side.

    By region: the location features of idle armies and of cities, own and of the strongest
    rival. `leads`: by continent, the feature of a lead of 0.
    """

    idle: tuple[tuple[int, ...], ...]
    idle_theirs: tuple[tuple[int, ...], ...]
    city: tuple[tuple[int, ...], ...]
    city_theirs: tuple[tuple[int, ...], ...]
    leads: tuple[int, ...]


class Change(NamedTuple):
    """Effect of one army more or less in a region.

    `worth` is the change in the value of the region, without location features. `idle` is 1 if the
    seat now has idle armies there and had none before, -1 if it is the other way round, else 0;
    `idle_theirs` is the same for the strongest rival. `lead` is the change of the lead in the
    continent.
    """

    worth: float
    idle: int
    idle_theirs: int
    lead: int


class RegionFeatures(NamedTuple):
    """Board as one seat sees it.

    By region: strength and armies of the strongest rival. If no rival can hold the region, since
    rivals are tied or the neutral color is strongest, `rival_armies` is -1 minus the armies. By
    continent: `lead`, the own regions minus those of the strongest rival.
    """

    rival_strength: Sequence[int]
    rival_armies: Sequence[int]
    lead: list[int]


@lru_cache(1)
def learned() -> dict[int, Learned]:
    """Return the shipped weights by number of seats, read once."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[int, Learned])


def weights_list(weights: dict[str, tuple[int, ...]]) -> list[float]:
    """Return the weights of all groups in one list, converted from thousandths."""
    return [weight / UNIT for weight in chain.from_iterable(weights[group] for group in GROUPS)]


def knot_position(knots: tuple[int, ...], to_come: int) -> tuple[int, float]:
    """Return the index of the knot below `to_come`, and the fraction towards the next knot.

    The fraction is 0 to 1; `to_come` is a number of turns to come.
    """
    at = max(i for i, knot in enumerate(knots[:-1]) if not i or knot <= to_come)
    return at, min(1.0, (to_come - knots[at]) / (knots[at + 1] - knots[at]))


@lru_cache(2)
def location_features(side: str) -> BoardFeatures:
    """Return the location features of a board side."""
    board = SIDES[side]
    distance = dict(shortest_ways(side, True).reach[side_indexes(side).start])
    locations = []
    for at, region in enumerate(board.regions):
        borders, sea = len(board.land[region]), bool(board.sea[region])
        locations.append(
            (
                min(distance.get(at, 0), MAX_STEPS_COUNTED),
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
        tuple(tuple(OFFSET[group] + feature for feature in location) for location in locations)
        for group in ("idle_at", "idle_theirs_at", "city_at", "city_theirs_at")
    )
    return BoardFeatures(own, theirs, city, city_theirs, leads)


@lru_cache(512)
def values(n: int, side: str, to_come: int) -> Values:
    """Return the weights for `n` seats on a board side, with `to_come` turns to come."""
    shipped = learned()[n]
    at, fraction = knot_position(shipped.knots, to_come)
    below, above = weights_list(shipped.weights[at]), weights_list(shipped.weights[at + 1])
    return Values(
        [
            (1.0 - fraction) * one + fraction * other
            for one, other in zip(below, above, strict=True)
        ],
        side,
    )


class Values:
    """Weights at one time of the game (`weights`, by feature), and sums of them.

    By region: `idle_at`, `idle_theirs_at` and `city_at` are sums of the weights of the region's
    location features. By continent: `lead` has the weight of each lead, at index lead +
    `MAX_LEAD_INDEX`.
    """

    __slots__ = ("_changes", "_worths", "city_at", "idle_at", "idle_theirs_at", "lead", "weights")

    def __init__(self, weights: list[float], side: str) -> None:
        self.weights = weights
        self.idle_at, self.idle_theirs_at, self.city_at = (
            [sum(weights[feature] for feature in location) for location in group]
            for group in location_features(side)[:3]
        )
        leads = [
            max(-MAX_CONTINENT_LEAD, min(MAX_CONTINENT_LEAD, lead))
            for lead in range(-MAX_LEAD_INDEX, MAX_LEAD_INDEX + 1)
        ]
        self.lead = [
            [weights[begin + lead] for lead in leads] for begin in location_features(side).leads
        ]
        self._worths: dict[tuple[int, int, int, int], tuple[float, int, int]] = {}
        self._changes: dict[tuple[int, int, int, int, int], Change] = {}

    def region_value(
        self, own_strength: int, own_armies: int, rival_strength: int, rival_armies: int
    ) -> tuple[float, int, int]:
        """Return (value, own armies idle, rival armies idle) of a region.

        The value leaves out the location features, which depend on where the region is. The second
        number is 1 if armies of the seat can leave without losing the region, else 0; the third
        number says the same of the strongest rival. The arguments are as in the module `ground`.
        """
        key = own_strength, own_armies, rival_strength, rival_armies
        cached = self._worths.get(key)
        if cached is None:
            worth = sum(self.weights[feature] for feature in region_features(*key))
            cached = self._worths[key] = worth, idle(*key) > 0, idle_theirs(*key) > 0
        return cached

    def effect_of_army(
        self, own_strength: int, own_armies: int, rival_strength: int, rival_armies: int, by: int
    ) -> Change:
        """Return the effect of `by` own armies more (1 or -1) in a region."""
        key = own_strength, own_armies, rival_strength, rival_armies, by
        cached = self._changes.get(key)
        if cached is None:
            old, new = (
                self.region_value(own_strength, own_armies, rival_strength, rival_armies),
                self.region_value(own_strength + by, own_armies + by, rival_strength, rival_armies),
            )
            lead = lead_contribution(
                own_strength + by, rival_strength, rival_armies
            ) - lead_contribution(own_strength, rival_strength, rival_armies)
            cached = Change(new[0] - old[0], new[1] - old[1], new[2] - old[2], lead)
            self._changes[key] = cached
        return cached


def lead_contribution(own_strength: int, rival_strength: int, rival_armies: int) -> int:
    """Return what a region adds to the lead in its continent: 1, 0 or -1 (held by a rival)."""
    return (own_strength > rival_strength) - (own_strength < rival_strength and rival_armies >= 0)


def idle(own_strength: int, own_armies: int, rival_strength: int, _theirs: int) -> int:
    """Return how many own armies can leave a region without losing it.

    The arguments are as in the module `ground`; `_theirs` is not used.
    """
    return (
        min(own_armies, own_strength - rival_strength - 1)
        if own_strength > rival_strength
        else own_armies
    )


def idle_theirs(own_strength: int, _own: int, rival_strength: int, rival_armies: int) -> int:
    """Return how many armies of the strongest rival can leave a region without losing it."""
    armies = rival_armies if rival_armies >= 0 else -1 - rival_armies
    return (
        min(armies, rival_strength - own_strength - 1) if rival_strength > own_strength else armies
    )


@lru_cache(20_000)
def region_features(
    own_strength: int, own_armies: int, rival_strength: int, rival_armies: int
) -> tuple[int, ...]:
    """Return the indexes of the active features of a region, without its location.

    The arguments are as in the module `ground`. `rival_armies` is -1 minus the armies if no rival
    can hold the region, since rivals are tied or the neutral color is strongest. The features
    `idle` and `idle_theirs` are for armies that can leave the region without losing it.
    """
    begin = (
        OFFSET["unclaimed"]
        if rival_armies < 0 and rival_strength > own_strength
        else OFFSET["held"]
    )
    held = (
        begin
        + (MAX_PIECES_COUNTED + 1) * min(own_strength, MAX_PIECES_COUNTED)
        + min(rival_strength, MAX_PIECES_COUNTED)
    )
    if not own_strength and not rival_strength:
        return (held,)
    return (
        held,
        OFFSET["idle"]
        + min(idle(own_strength, own_armies, rival_strength, rival_armies), MAX_PIECES_COUNTED),
        OFFSET["idle_theirs"]
        + min(
            idle_theirs(own_strength, own_armies, rival_strength, rival_armies), MAX_PIECES_COUNTED
        ),
    )


def board_view(s: Sketch, seat: Seat) -> RegionFeatures:
    """Return the board as `seat` sees it.

    It has the strongest rival of each region and the lead in each continent.
    """
    side = side_indexes(s.side)
    lead = [0] * side.n_continents
    if s.n == 2 and not s.neutral:
        for continent, own_strength, other in zip(
            side.continent, s.strengths[seat], s.strengths[1 - seat], strict=True
        ):
            lead[continent] += (own_strength > other) - (own_strength < other)
        return RegionFeatures(s.strengths[1 - seat], s.armies[1 - seat], lead)
    rivals, held = [], [[0] * (s.n + 1) for _ in lead]
    for at, own_strength in enumerate(s.strengths[seat]):
        most, armies, who = strongest_rival(s, seat, at)
        rivals.append((most, armies))
        if own_strength > most:
            lead[side.continent[at]] += 1
        elif most > own_strength and who is not None:
            held[side.continent[at]][who] += 1
    rival_strength, rival_armies = zip(*rivals, strict=True)
    return RegionFeatures(
        rival_strength,
        rival_armies,
        [own_strength - max(counts) for own_strength, counts in zip(lead, held, strict=True)],
    )


def strongest_rival(s: Sketch, seat: Seat, at: int) -> tuple[int, int, int | None]:
    """Return (strength, armies, owner) of the strongest rival in the region `at`.

    The owner is None if several are strongest or no rival has pieces there, and `s.n` if it is the
    neutral color. The armies are negative if no rival can hold the region: they are -1 minus the
    armies of the first of the tied rivals, or -1 for the neutral color.
    """
    # `first` is the first of the strongest; `who` is the same, but None if several are strongest
    most, who, first = 0, None, 0  # type: int, int | None, int
    for other, strengths in enumerate(s.strengths):
        strength = strengths[at]
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


def main_rival(s: Sketch, seat: Seat) -> Seat:
    """Return the rival whose symbols and coins are evaluated too: the next seat."""
    return s.order[(s.order.index(seat) + 1) % s.n]


def active_features(s: Sketch, seat: Seat) -> list[int]:
    """Return the indexes of the active features, for the seat that has just moved.

    An index may occur several times.
    """
    board, locations, other = board_view(s, seat), location_features(s.side), main_rival(s, seat)
    found: list[int] = []
    for at, (own_strength, own_armies, rival_strength, rival_armies) in enumerate(
        zip(
            s.strengths[seat], s.armies[seat], board.rival_strength, board.rival_armies, strict=True
        )
    ):
        found += region_features(own_strength, own_armies, rival_strength, rival_armies)
        if own_strength or rival_strength:
            if own_armies and (own_strength <= rival_strength or own_strength > rival_strength + 1):
                found += locations.idle[at]
            if rival_armies not in (0, -1) and idle_theirs(
                own_strength, own_armies, rival_strength, rival_armies
            ):
                found += locations.idle_theirs[at]
            if own_strength > own_armies:
                found += locations.city[at]
            if s.n == 2 and s.strengths[other][at] > s.armies[other][at]:
                found += locations.city_theirs[at]
    found += [
        begin + max(-MAX_CONTINENT_LEAD, min(MAX_CONTINENT_LEAD, lead))
        for begin, lead in zip(locations.leads, board.lead, strict=True)
    ]
    have = s.symbols()
    for suffix, who in (("", seat), ("_theirs", other)):
        found += [
            OFFSET["good" + suffix] + (MAX_SYMBOLS_COUNTED + 1) * good + min(n, MAX_SYMBOLS_COUNTED)
            for good, n in enumerate(have[who][:-1])
        ]
        found += [
            OFFSET["wilds" + suffix] + have[who][-1],
            OFFSET["coins" + suffix] + s.coins[who],
            OFFSET["reserve" + suffix] + s.reserve[who],
            OFFSET["towns" + suffix] + s.city_reserve[who],
        ]
    found += [OFFSET["points"]] * points_of_goods(have[seat])
    found += [OFFSET["points_theirs"]] * max(
        points_of_goods(have[who]) for who in range(s.n) if who != seat
    )
    found.append(OFFSET["seat"])
    return found
