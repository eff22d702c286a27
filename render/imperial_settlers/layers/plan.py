"""Which place each Location of an Empire takes: three rows by kind, the faction's from the left, Common ones to the right."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path

from games.imperial_settlers.model.catalog import CARDS, KINDS, Kind
from render.layout import Layout, Rect, load

TABLE = load(Path(__file__).parents[1] / "table.toml")
Sorted = Mapping[Kind, tuple[tuple[str, ...], tuple[str, ...]]]
Least = Callable[[str, int], int]             # how high a card's tile has to be at a width


@dataclass(frozen=True)
class Grid:
    """How tiles lie in a row: so many columns of so wide and high tiles with a gap around each."""

    columns: int
    wide: int
    high: int
    gap: int
    bare: int

    @classmethod
    def of(cls, lay: Layout, bare: int) -> Grid:
        """Read from a layout: `columns`, `tile` and `gap`; `bare` is the height of a row without tiles."""
        wide, high = lay.get("tile")
        return cls(lay.int("columns"), wide, high, lay.int("gap"), bare)

    def tall(self, left: int, right: int) -> int:
        """The height of a row with so many tiles on each side."""
        if not left + right:
            return self.bare
        return lines(left, right, self.columns) * (self.high + self.gap) + self.gap


@dataclass(frozen=True)
class Row:
    """A row of one kind: its frame, where the faction's half ends, the tiles by card, and where there is room for more."""

    kind: Kind
    frame: Rect
    border: int
    tiles: dict[str, Rect]
    free: tuple[Rect, ...]


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


Grids = Mapping[Kind, Grid]                   # that of each row: tiles may be higher in one where its cards need it


def suited(grid: Grid, cards: Sorted, least: Least | None = None) -> Grids:
    """A grid for each row, its tiles high enough for all cards that lie there."""
    if least is None:
        return dict.fromkeys(cards, grid)
    return {
        kind: replace(grid, high=max([grid.high, *(least(card, grid.wide) for card in (*left, *right))]))
        for kind, (left, right) in cards.items()
    }


def fitting(cards: Sorted, grids: Sequence[Grid], room: int, least: Least | None = None) -> Grids:
    """The first grids (those with the largest tiles) with which the rows are no higher than `room` pixels; else the last."""
    sizes = [suited(grid, cards, least) for grid in grids]
    return next((size for size in sizes if tall(cards, size) <= room), sizes[-1])


def tall(cards: Sorted, grids: Grids) -> int:
    """The height of the three rows without what is between them."""
    return sum(grids[kind].tall(len(left), len(right)) for kind, (left, right) in cards.items())


def rows(cards: Sorted, grids: Grids, frame: Rect, label: int, between: int, more: int = 0) -> list[Row]:
    """The three rows from the top of a frame on, `between` apart; `label` is how wide the label at their
    left is, `more` how much higher than needed each row shall be."""
    found, y = [], frame.y
    for kind, (left, right) in cards.items():
        grid = grids[kind]
        x0, end = frame.x + label + grid.gap, frame.right - grid.gap - grid.wide
        step = (end - x0) / (grid.columns - 1)
        n = lines(len(left), len(right), grid.columns)
        here = Rect(frame.x, y, frame.w, grid.tall(len(left), len(right)) + more)
        a, b = ceil(len(left) / n), ceil(len(right) / n)
        top = y + grid.gap + more // 2

        cell = functools.partial(_cell, grid, x0, step, top)

        tiles = {card: cell(at % a, at // a) for at, card in enumerate(left)}
        tiles |= {card: cell(grid.columns - b + at % b, at // b) for at, card in enumerate(right)}
        taken = set(tiles.values())
        cells = [cell(column, line) for line in range(n) for column in range(grid.columns)] if taken else []
        border = x0 + min(max(a, grid.columns // 2), grid.columns - b) * step - grid.gap / 2     # halves, where they suffice
        found.append(Row(kind, here, min(round(border), frame.right), tiles, tuple(one for one in cells if one not in taken)))
        y = here.bottom + between
    return found


def _cell(grid: Grid, x0: float, step: float, top: int, column: int, line: int) -> Rect:
    return Rect(round(x0 + column * step), top + line * (grid.high + grid.gap), grid.wide, grid.high)
