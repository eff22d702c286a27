"""Which place each Location of an Empire takes: three rows by kind, the faction's from the left, Common ones to the right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from games.imperial_settlers.model.catalog import CARDS, KINDS, Kind
from render.base.layout import Layout, Rect, load

TABLE = load(Path(__file__).parents[1] / "table.toml")
Sorted = Mapping[Kind, tuple[tuple[str, ...], tuple[str, ...]]]
Least = Callable[
    [str, int, int], int
]  # how high a card's tile has to be at a width, its picture so high at most


@dataclass(frozen=True)
class Grid:
    """How tiles lie in a row: up to so many in a line, at most so wide, so high (each line as `highs` says, where it does),
    with a gap around each."""

    columns: int
    wide: int
    high: int
    gap: int
    bare: int
    picture: int = 0
    highs: tuple[int, ...] = ()

    @classmethod
    def of(cls, lay: Layout, bare: int) -> Grid:
        """Read from a layout: `columns`, `tile` (the most that a tile is wide, and its height), `gap` and the most that a picture
        is high; `bare` is the height of a row without tiles."""
        wide, high = lay.get("tile")
        return cls(lay.int("columns"), wide, high, lay.int("gap"), bare, lay.int("picture"))

    def lines(self, cards: Sequence[str]) -> list[Sequence[str]]:
        """The cards line by line, as many in each as in the others; what is left over in the last."""
        n = -(-len(cards) // self.columns)
        across = -(-len(cards) // max(1, n))
        return [cards[at : at + across] for at in range(0, len(cards), across)] if n else []

    def heights(self, n: int) -> tuple[int, ...]:
        """How high the lines of a row with `n` tiles are."""
        return self.highs or (self.high,) * -(-n // self.columns)

    def tall(self, n: int) -> int:
        """The height in pixels of a row with `n` tiles, gaps around its lines included."""
        return sum(high + self.gap for high in self.heights(n)) + self.gap if n else self.bare

    def width(self, n: int, room: int) -> int:
        """How wide each of the `n` tiles in a line is: they share its room, as far as they may be so wide."""
        return min(self.wide, (room - (n + 1) * self.gap) // n)


@dataclass(frozen=True)
class PlanRow:
    """A row of one kind: its frame, and the tiles by card."""

    kind: Kind
    frame: Rect
    tiles: dict[str, Rect]


def by_kind(cards: Iterable[str]) -> Sorted:
    """Cards by kind, of the factions and Common, in the order given."""
    known = list(dict.fromkeys(cards))
    return {
        kind: (
            tuple(card for card in known if CARDS[card].kind == kind and not CARDS[card].common),
            tuple(card for card in known if CARDS[card].kind == kind and CARDS[card].common),
        )
        for kind in KINDS
    }


Grids = Mapping[Kind, Grid]  # that of each row: tiles may be higher in one where its cards need it


def suited(grid: Grid, cards: Sorted, room: int, least: Least | None = None) -> Grids:
    """A grid for each row, `room` pixels wide, its tiles high enough for all cards that lie there."""
    if least is None:
        return dict.fromkeys(cards, grid)
    found = {}
    for kind, (left, right) in cards.items():
        highs = [
            max(
                [
                    grid.high,
                    *(least(card, grid.width(len(line), room), grid.picture) for card in line),
                ]
            )
            for line in grid.lines((*left, *right))
        ]
        found[kind] = replace(grid, highs=tuple(highs))
    return found


def fitting(cards: Sorted, grids: Sequence[Grid], room: Rect, least: Least | None = None) -> Grids:
    """The first grids (those with the largest tiles) with which the rows are no higher than a room; else the last."""
    for grid in grids[:-1]:
        size = suited(grid, cards, room.w, least)
        if tall(cards, size) <= room.h:
            return size
    return suited(grids[-1], cards, room.w, least)


def tall(cards: Sorted, grids: Grids) -> int:
    """The height of the three rows without what is between them."""
    return sum(grids[kind].tall(len(left) + len(right)) for kind, (left, right) in cards.items())


def rows(
    cards: Sorted, grids: Grids, frame: Rect, label: int, between: int, more: int = 0
) -> list[PlanRow]:
    """The three rows from the top of a frame on, `between` apart; `label` is how wide the label at their left is, `more` how much
    higher than needed each row shall be. Tiles share the width of their line: there are no empty places between them."""
    found, y = [], frame.y
    for kind, (left, right) in cards.items():
        grid, n = grids[kind], len(left) + len(right)
        here = Rect(frame.x, y, frame.w, grid.tall(n) + more)
        inner = Rect(frame.x + label, y + grid.gap + more // 2, frame.w - label, 0)
        found.append(
            PlanRow(kind, here, _tiles((*left, *right), len(left), grid, inner) if n else {})
        )
        y = here.bottom + between
    return found


def _tiles(cards: Sequence[str], faction: int, grid: Grid, inner: Rect) -> dict[str, Rect]:
    """Line by line, the cards of the faction first; where one line holds all, Common cards stand at its right end."""
    found: dict[str, Rect] = {}
    lines, y = grid.lines(cards), inner.y
    for line, high in zip(lines, grid.heights(len(cards)), strict=True):
        wide = grid.width(len(line), inner.w)
        right = inner.right - grid.gap - wide
        for at, card in enumerate(line):
            own = len(found) < faction or len(lines) > 1
            x = (
                inner.x + grid.gap + at * (wide + grid.gap)
                if own
                else right - (len(line) - 1 - at) * (wide + grid.gap)
            )
            found[card] = Rect(x, y, wide, high)
        y += high + grid.gap
    return found
