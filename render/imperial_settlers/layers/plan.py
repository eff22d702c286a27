"""Places of an Empire's Locations: three rows by kind, faction cards left, Common right."""

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
]  # (card, width, maximum picture height) -> minimum tile height


@dataclass(frozen=True)
class Grid:
    """Arrangement of tiles in a row: maximum columns, maximum width, height, and gap.

    `highs` overrides the height per line; `bare` is the height of a row without tiles.
    """

    columns: int
    wide: int
    high: int
    gap: int
    bare: int
    picture: int = 0
    highs: tuple[int, ...] = ()

    @classmethod
    def of(cls, lay: Layout, bare: int) -> Grid:
        """Read a grid from a layout: `columns`, `tile` (maximum width, height), `gap`, `picture`.

        `picture` is the maximum height of a picture; `bare` the height of a row without tiles.
        """
        wide, high = lay.get("tile")
        return cls(lay.int("columns"), wide, high, lay.int("gap"), bare, lay.int("picture"))

    def lines(self, cards: Sequence[str]) -> list[Sequence[str]]:
        """Return the cards line by line, evenly; the last line takes the rest."""
        n = -(-len(cards) // self.columns)
        across = -(-len(cards) // max(1, n))
        return [cards[at : at + across] for at in range(0, len(cards), across)] if n else []

    def heights(self, n: int) -> tuple[int, ...]:
        """Return the heights of the lines of a row with `n` tiles."""
        return self.highs or (self.high,) * -(-n // self.columns)

    def tall(self, n: int) -> int:
        """Return the height in pixels of a row with `n` tiles, including gaps around its lines."""
        return sum(high + self.gap for high in self.heights(n)) + self.gap if n else self.bare

    def width(self, n: int, room: int) -> int:
        """Return the width of each of the `n` tiles in a line of `room` pixels."""
        return min(self.wide, (room - (n + 1) * self.gap) // n)


@dataclass(frozen=True)
class PlanRow:
    """Row of one kind: its frame, and the tiles by card."""

    kind: Kind
    frame: Rect
    tiles: dict[str, Rect]


def by_kind(cards: Iterable[str]) -> Sorted:
    """Return cards by kind, those of factions and Common ones apart, in the order given."""
    known = list(dict.fromkeys(cards))
    return {
        kind: (
            tuple(card for card in known if CARDS[card].kind == kind and not CARDS[card].common),
            tuple(card for card in known if CARDS[card].kind == kind and CARDS[card].common),
        )
        for kind in KINDS
    }


Grids = Mapping[Kind, Grid]  # by row; a row's tiles may be higher if its cards need it


def suited(grid: Grid, cards: Sorted, room: int, least: Least | None = None) -> Grids:
    """Return a grid for each row, `room` pixels wide, with tiles high enough for its cards."""
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
    """Return the first grids (largest tiles first) whose rows fit the room, else the last."""
    for grid in grids[:-1]:
        size = suited(grid, cards, room.w, least)
        if tall(cards, size) <= room.h:
            return size
    return suited(grids[-1], cards, room.w, least)


def tall(cards: Sorted, grids: Grids) -> int:
    """Return the height of the three rows without the gaps between them."""
    return sum(grids[kind].tall(len(left) + len(right)) for kind, (left, right) in cards.items())


def rows(
    cards: Sorted, grids: Grids, frame: Rect, label: int, between: int, more: int = 0
) -> list[PlanRow]:
    """Return the three rows from the top of a frame, `between` pixels apart.

    `label` is the width of the label at their left, `more` the extra height of each row. Tiles
    share the width of their line, so there are no empty places between them.
    """
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
    """Return the tiles line by line, faction cards first.

    If one line holds all, Common cards stand at its right end.
    """
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
