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
# Marks of the regions, with which those of their spaces begin: initials in both languages, R for
# the river and C for the road of the caravans.
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


PILE_MARKS: dict[str, str] = dict(zip(COLORS, "ABC", strict=True))


def _marks() -> dict[str, str]:
    """Return each space's mark by id: its region's letter and a number, as in `A1`."""
    counts = dict.fromkeys(REGION_LETTERS, 0)
    marks = dict[str, str]()
    for space in SPACES.values():
        counts[space.region] += 1
        marks[space.id] = f"{REGION_LETTERS[space.region]}{counts[space.region]}"
    return marks


SPACE_MARKS: dict[str, str] = _marks()


@lru_cache(4096)
def upgrade_name(tile: str) -> Msg:
    """Return an upgrade tile's name."""
    return msg(f"tad.upgrade.{tile}")


@lru_cache(4096)
def mission_name(card: str) -> Msg:
    """Return a mission's name."""
    return msg(f"tad.mission.{card}")


def place_name(place: str) -> Msg:
    """Return the name of a space or private tile."""
    return SPACE_NAMES.get(place) or upgrade_name(place)


def mark_of(place: str) -> str:
    """Return the mark of a space or private tile in pictures."""
    return SPACE_MARKS.get(place) or number_of(place)


def name_with_mark(place: str) -> Msg:
    """Return the name of a space or upgrade, followed by its mark in pictures.

    The number of an upgrade is said to be one, because it could be read as a price.
    """
    key = "tad.marked" if place in SPACE_MARKS else "tad.numbered"
    return msg(key, mark=mark_of(place), what=place_name(place))


def number_of(card: str) -> str:
    """Return the mark of an upgrade or a mission in pictures: the number in its id."""
    return card[1:]


@lru_cache(4096)
def numbered_mission(card: str) -> Msg:
    """Return the name of a mission, followed by its number in pictures."""
    return msg("tad.mission.numbered", mark=number_of(card), card=mission_name(card))


@lru_cache(16)
def lettered_region(region: str) -> Msg:
    """Return the name of a region, followed by its letter in pictures."""
    return msg("tad.marked", mark=REGION_LETTERS[region], what=REGION_NAMES[region])


@lru_cache(4096)
def _amount(what: str, n: int) -> Msg:
    return msg("tad.amount", n=n, what=GOODS[what])


def amounts(goods: Mapping[str, int]) -> Msg:
    """Return goods in words: `2 de madera y 1 de oro`; `nada` if there are none."""
    parts = [_amount(what, goods[what]) for what in RESOURCES if goods.get(what)]
    return listed(parts) if parts else msg("tad.nothing")


def short_amounts(goods: Mapping[str, int]) -> Msg:
    """Return goods in words for labels, such as `2 madera y 1 oro`."""
    return listed([_short_amount(what, goods[what]) for what in RESOURCES if goods.get(what)])


def short_price(cost: Mapping[str, int], reduction: int = 0) -> Msg:
    """Return a price as short label text.

    With a `reduction`, the text says how many goods of any kind the payer saves.
    """
    price = short_amounts(cost)
    n = min(reduction, sum(cost.values()))
    return msg("tad.reduced", what=price, n=n) if n else price


@lru_cache(4096)
def _short_amount(what: str, n: int) -> Msg:
    return msg("tad.short", n=n, what=GOODS[what])


def some_of(kinds: Sequence[str]) -> Msg:
    """Return the kinds as alternatives in words: `madera o piedra`."""
    return listed([GOODS[what] for what in kinds], "or")
