"""Both sides of the board as graphs of regions (`data/maps.json`), and control of regions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from msgspec import Struct

DATA = Path(__file__).parents[1] / "data"


class _Map(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    start: str
    goods_spots: tuple[str, ...]
    continents: dict[str, tuple[str, ...]]
    land: tuple[tuple[str, str], ...]
    sea: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Side:
    """One side of the board.

    `regions` are in reading order, `home` is the continent of each region. `land` and `sea` are
    the neighbors of each region over land borders and over sea routes. `goods_spots` are the
    regions that get a goods token.
    """

    id: str
    start: str
    goods_spots: tuple[str, ...]
    continents: Mapping[str, tuple[str, ...]]
    regions: tuple[str, ...]
    home: Mapping[str, str]
    land: Mapping[str, tuple[str, ...]]
    sea: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, raw: _Map) -> Side:
        """Build a side from raw map data; its neighbors are in reading order."""
        regions = tuple(region for members in raw.continents.values() for region in members)
        home = {
            region: continent for continent, members in raw.continents.items() for region in members
        }
        land, sea = _neighbours(regions, raw.land), _neighbours(regions, raw.sea)
        return cls(raw.id, raw.start, raw.goods_spots, raw.continents, regions, home, land, sea)


def _neighbours(
    regions: Sequence[str], borders: Sequence[tuple[str, str]]
) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {region: set() for region in regions}
    for a, b in borders:
        found[a].add(b)
        found[b].add(a)
    return {
        region: tuple(other for other in regions if other in found[region]) for region in regions
    }


SIDES: dict[str, Side] = {
    raw.id: Side.of(raw)
    for raw in msgspec.json.decode((DATA / "maps.json").read_bytes(), type=tuple[_Map, ...])
}
CODES: dict[str, str] = {
    region: region.upper() for side in SIDES.values() for region in side.regions
}


def holder(armies: Sequence[int], cities: Sequence[int]) -> int | None:
    """Return the holder of a region, or None (rules 11.1).

    `armies` and `cities` are the numbers in the region by owner. The holder has strictly the most
    armies and cities together, and at least one piece. The neutral color, if in play, is the index
    after the last seat.
    """
    best, who = 0, None
    for seat, n in enumerate(armies):
        strength = n + cities[seat] if seat < len(cities) else n
        if strength > best:
            best, who = strength, seat
        elif strength == best:
            who = None
    return who


def holders(
    armies: Mapping[str, Sequence[int]], cities: Mapping[str, Sequence[int]]
) -> dict[str, int]:
    """Return the holder of each held region (see `holder`); omit regions without a holder."""
    found = {}
    for region, by_owner in armies.items():
        who = holder(by_owner, cities[region])
        if who is not None:
            found[region] = who
    return found


def rulers(side: Side, held: Mapping[str, int]) -> dict[str, int]:
    """Return the ruler of each controlled continent (rules 11.2).

    `held` has the holder of each held region. The ruler holds more regions of the continent than
    anyone else.
    """
    ruled = {}
    for continent, members in side.continents.items():
        counts: dict[int, int] = {}
        for region in members:
            if region in held:
                counts[held[region]] = counts.get(held[region], 0) + 1
        top = max(counts.values(), default=0)
        leaders = [who for who, n in counts.items() if n == top]
        if len(leaders) == 1:
            ruled[continent] = leaders[0]
    return ruled
