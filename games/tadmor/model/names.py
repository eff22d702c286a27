"""Names of things as messages, built once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.core.text.messages import Msg, listed, msg
from games.tadmor.model.catalog import (
    COLORS,
    KINGDOM,
    PARTS,
    PIECES,
    RARE,
    REGIONS,
    RESOURCES,
    SPACES,
    WORKS,
)

GOODS: dict[str, Msg] = {what: msg(f"tad.good.{what}") for what in RESOURCES}
PIECE_NAMES: dict[str, Msg] = {piece: msg(f"tad.piece.{piece}") for piece in PIECES}
A_PIECE: dict[str, Msg] = {piece: msg(f"tad.a.{piece}") for piece in PIECES}
ACTIONS: dict[str, Msg] = {what: msg(f"tad.action.{what}") for what in (*WORKS, *KINGDOM, "market")}
REGION_NAMES: dict[str, Msg] = {region: msg(f"tad.region.{region}") for region in REGIONS}
SPACE_NAMES: dict[str, Msg] = {space: msg(f"tad.space.{space}") for space in SPACES}
# Letters of the regions in the marks of spaces: initials in both languages, R for the river and C
# for the road of the caravans.
REGION_LETTERS = {
    "palmyra": "P",
    "ebla": "E",
    "damascus": "D",
    "desert": "C",
    "north_sea": "N",
    "south_sea": "S",
    "euphrates": "R",
}
COLOR_NAMES: dict[str, Msg] = {color: msg(f"tad.color.{color}") for color in COLORS}
RARE_NAMES: dict[str, Msg] = {good: msg(f"tad.rare_good.{good}") for good in RARE}
PART_NAMES: dict[str, Msg] = {part: msg(f"tad.part.{part}") for part in PARTS}


def _marks() -> dict[str, str]:
    """Return each space's mark, the same in every match: its region's letter and a number."""
    counts = dict.fromkeys(REGION_LETTERS, 0)
    marks = dict[str, str]()
    for space in SPACES.values():
        counts[space.region] += 1
        marks[space.id] = f"{REGION_LETTERS[space.region]}{counts[space.region]}"
    return marks


SPACE_MARKS: dict[str, str] = _marks()


@lru_cache(4096)
def upgrade_name(tile: str) -> Msg:
    """Return a tile's name."""
    return msg(f"tad.upgrade.{tile}")


@lru_cache(4096)
def mission_name(card: str) -> Msg:
    """Return a mission's name."""
    return msg(f"tad.mission.{card}")


def place_name(place: str) -> Msg:
    """Return the name of a space or private tile."""
    return SPACE_NAMES.get(place) or upgrade_name(place)


def marked(place: str) -> Msg:
    """Return the name of a space after its mark, or the name of a private tile."""
    if place not in SPACE_MARKS:
        return upgrade_name(place)
    return msg("tad.marked", mark=SPACE_MARKS[place], what=SPACE_NAMES[place])


@lru_cache(4096)
def _amount(what: str, n: int) -> Msg:
    return msg("tad.amount", n=n, what=GOODS[what])


def amounts(goods: Mapping[str, int]) -> Msg:
    """Return goods in words: `2 de madera y 1 de oro`; `nada` if there are none."""
    parts = [_amount(what, goods[what]) for what in RESOURCES if goods.get(what)]
    return listed(parts) if parts else msg("tad.nothing")


def short_amounts(goods: Mapping[str, int]) -> Msg:
    """Return goods in words for labels: `2 madera y 1 oro`."""
    return listed([_short_amount(what, goods[what]) for what in RESOURCES if goods.get(what)])


def short_price(cost: Mapping[str, int], reduction: int = 0) -> Msg:
    """Return a price as short label text; it says how many goods of any kind the payer saves."""
    price = short_amounts(cost)
    n = min(reduction, sum(cost.values()))
    return msg("tad.reduced", what=price, n=n) if n else price


@lru_cache(4096)
def _short_amount(what: str, n: int) -> Msg:
    return msg("tad.short", n=n, what=GOODS[what])


def some_of(kinds: Sequence[str]) -> Msg:
    """Return the kinds as alternatives in words: `madera o piedra`."""
    return listed([GOODS[what] for what in kinds], "or")
