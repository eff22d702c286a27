"""Which place each Location of an Empire takes: three rows by kind, the faction's from the left, Common ones to the right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from games.imperial_settlers.catalog import CARDS, KINDS, Kind
from render.layout import Layout, Rect, load

TABLE = load(Path(__file__).parent / "table.toml")
Sorted = Mapping[Kind, tuple[tuple[str, ...], tuple[str, ...]]]


@dataclass(frozen=True)
class Grid:
    """How tiles lie in a row: so many columns of so wide and high tiles with a gap around each."""

    columns: int
    wide: int
    high: int
    gap: int

    @classmethod
    def of(cls, lay: Layout) -> Grid:
        """Read from a layout: `columns`, `tile` and `gap`."""
        wide, high = lay.get("tile")
        return cls(lay.int("columns"), wide, high, lay.int("gap"))


@dataclass(frozen=True)
class Row:
    """A row of one kind: its frame, where the faction's half ends, and the tiles by card."""

    kind: Kind
    frame: Rect
    border: int
    tiles: dict[str, Rect]


def by_kind(cards: Iterable[str]) -> Sorted:
    """Cards by kind, of the factions and Common, in the order given."""
    known = list(dict.fromkeys(cards))
    return {
        kind: (tuple(card for card in known if CARDS[card].kind == kind and not CARDS[card].common),
               tuple(card for card in known if CARDS[card].kind == kind and CARDS[card].common))
        for kind in KINDS
    }


def lines(left: int, right: int, columns: int) -> int:
    """How many lines a row needs, both sides beside each other."""
    n = 1
    while ceil(left / n) + ceil(right / n) > columns:
        n += 1
    return n


def needed(cards: Sorted, columns: int) -> int:
    """How many lines all three rows need."""
    return sum(lines(len(left), len(right), columns) for left, right in cards.values())


def fitting(cards: Sorted, grids: Sequence[Grid], room: int) -> Grid:
    """The first grid (the one with the largest tiles) with which the rows are no higher than `room` pixels; else the last."""
    return next((grid for grid in grids if tall(cards, grid) <= room), grids[-1])


def tall(cards: Sorted, grid: Grid) -> int:
    """The height of the three rows without what is between them."""
    return sum(lines(len(left), len(right), grid.columns) * (grid.high + grid.gap) + grid.gap for left, right in cards.values())


def rows(cards: Sorted, grid: Grid, frame: Rect, label: int, between: int, more: int = 0) -> list[Row]:
    """The three rows from the top of a frame on, `between` apart; `label` is how wide the label at their
    left is, `more` how much higher than needed each row shall be."""
    found, y = [], frame.y
    step = (frame.w - label - grid.gap - grid.wide) / max(1, grid.columns - 1)
    step = min(step, grid.wide + grid.gap) if grid.columns > 1 else 0
    x0 = frame.x + label + grid.gap
    end = frame.right - grid.gap - grid.wide
    for kind, (left, right) in cards.items():
        n = lines(len(left), len(right), grid.columns)
        here = Rect(frame.x, y, frame.w, n * (grid.high + grid.gap) + grid.gap + more)
        a, b = ceil(len(left) / n), ceil(len(right) / n)
        tiles = {}
        for side, per in ((left, a), (right, b)):
            for at, card in enumerate(side):
                column = at % per
                x = x0 + column * step if side is left else end - (per - 1 - column) * step
                tiles[card] = Rect(round(x), y + grid.gap + more // 2 + at // per * (grid.high + grid.gap), grid.wide, grid.high)
        free = (x0 + a * step + end - (b - 1) * step) / 2 - grid.gap / 2
        found.append(Row(kind, here, round(free), tiles))
        y = here.bottom + between
    return found
