"""Both sides of the board as graphs (from `data/maps.json`), and control of regions."""

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
    """One side of the board: regions, neighbors by land and by sea, continents.

    Regions are in reading order; `home` maps each region to its continent.
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
        """Build a side and its adjacency from raw map data.

        Borders hold both ways; neighbors are in reading order.
        """
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

    The holder has strictly the most armies and cities together, and at least one piece. The
    neutral color, if in play, is the index after the last seat.
    """
    best, who = 0, None
    for seat, n in enumerate(armies):
        strength = n + cities[seat] if seat < len(cities) else n
        if strength > best:
            best, who = strength, seat
        elif strength == best:
            who = None
    return who


def control(
    armies: Mapping[str, Sequence[int]], cities: Mapping[str, Sequence[int]]
) -> dict[str, int]:
    """Map each held region to its holder (see `holder`); omit regions without a holder."""
    held = {}
    for region, here in armies.items():
        who = holder(here, cities[region])
        if who is not None:
            held[region] = who
    return held


def rulers(side: Side, held: Mapping[str, int]) -> dict[str, int]:
    """Map each controlled continent to its ruler: most of its regions, no ties (rules 11.2)."""
    ruled = {}
    for continent, members in side.continents.items():
        counts: dict[int, int] = {}
        for region in members:
            if region in held:
                counts[held[region]] = counts.get(held[region], 0) + 1
        top = max(counts.values(), default=0)
        first = [who for who, n in counts.items() if n == top]
        if len(first) == 1:
            ruled[continent] = first[0]
    return ruled
