"""Places of an Empire's Locations: a row per kind, faction cards first, then Common cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from games.imperial_settlers.model.catalog import CARDS, KINDS, Kind
from render.base.layout import Layout, Rect, load

TABLE = load(Path(__file__).parents[1] / "table.toml")
# Cards by kind: those of factions, then Common ones.
Sorted = Mapping[Kind, tuple[tuple[str, ...], tuple[str, ...]]]
# Function (card, width, maximum picture height) -> minimum tile height.
Least = Callable[[str, int, int], int]


@dataclass(frozen=True)
class Grid:
    """Arrangement of the tiles of a row (cards of one kind) in one or more lines.

    - `columns`: maximum number of tiles in a line.
    - `wide`: maximum width of a tile; `high`: height of a tile; `gap`: space between tiles.
    - `bare`: height of a row without tiles; `picture`: maximum height of a picture.
    - `highs`: height of each line, if the heights differ from `high`; else empty.
    """

    columns: int
    wide: int
    high: int
    gap: int
    bare: int
    picture: int = 0
    highs: tuple[int, ...] = ()

    @classmethod
    def of(cls, layout: Layout, bare: int) -> Grid:
        """Return the grid that a layout describes.

        Its keys are `columns`, `tile` (maximum width, height), `gap` and `picture` (maximum height
        of a picture). `bare` is the height of a row without tiles.
        """
        width, height = layout.get("tile")
        return cls(
            layout.int("columns"), width, height, layout.int("gap"), bare, layout.int("picture")
        )

    def lines(self, cards: Sequence[str]) -> list[Sequence[str]]:
        """Return the cards line by line, evenly distributed; the last line may be shorter."""
        n = -(-len(cards) // self.columns)
        per_line = -(-len(cards) // max(1, n))
        return [cards[i : i + per_line] for i in range(0, len(cards), per_line)] if n else []

    def heights(self, n: int) -> tuple[int, ...]:
        """Return the heights of the lines of a row with `n` tiles, one per line."""
        return self.highs or (self.high,) * -(-n // self.columns)

    def row_height(self, n: int) -> int:
        """Return the height in pixels of a row with `n` tiles, including gaps around its lines."""
        return sum(height + self.gap for height in self.heights(n)) + self.gap if n else self.bare

    def width(self, n: int, room: int) -> int:
        """Return the width of each of the `n` tiles in a line of `room` pixels."""
        return min(self.wide, (room - (n + 1) * self.gap) // n)


@dataclass(frozen=True)
class PlanRow:
    """Row of the cards of one kind, and the places of their tiles.

    `tiles` has, for each block, the rectangle of each card's tile.
    """

    kind: Kind
    frame: Rect
    tiles: tuple[dict[str, Rect], ...]


def by_kind(cards: Iterable[str]) -> Sorted:
    """Return, by kind, a pair (faction cards, Common cards), each in the order given."""
    distinct = list(dict.fromkeys(cards))
    return {
        kind: (
            tuple(card for card in distinct if CARDS[card].kind == kind and not CARDS[card].common),
            tuple(card for card in distinct if CARDS[card].kind == kind and CARDS[card].common),
        )
        for kind in KINDS
    }


Grids = Mapping[Kind, Grid]  # by row; a row's tiles may be higher if its cards need it


@dataclass(frozen=True)
class Block:
    """Cards whose tiles are drawn alike, by kind, and the grid for each kind.

    In a row, the lines of a block stand below those of the previous block.
    """

    cards: Sorted
    grids: Grids

    def count(self, kind: Kind) -> int:
        """Return the number of cards in the row of a kind."""
        return sum(map(len, self.cards[kind]))


def fitted_grids(grid: Grid, cards: Sorted, room: int, least: Least | None = None) -> Grids:
    """Return, by kind, the grid of its row, for rows `room` pixels wide.

    `least` returns the minimum height of a card's tile; lines are as high as their cards need.
    Without `least` all rows have the given grid.
    """
    if least is None:
        return dict.fromkeys(cards, grid)
    grids = {}
    for kind, (left, right) in cards.items():
        heights = [
            max(
                [
                    grid.high,
                    *(least(card, grid.width(len(line), room), grid.picture) for card in line),
                ]
            )
            for line in grid.lines((*left, *right))
        ]
        grids[kind] = replace(grid, highs=tuple(heights))
    return grids


def total_height(*blocks: Block) -> int:
    """Return the total height of the rows of all kinds, without the gaps between them."""
    return sum(_row_height(blocks, kind) for kind in blocks[0].cards)


def _row_height(blocks: Sequence[Block], kind: Kind) -> int:
    """Return the height of a row; a row without cards has a small height."""
    filled = [block for block in blocks if block.count(kind)] or blocks[:1]
    return sum(block.grids[kind].row_height(block.count(kind)) for block in filled)


def rows(
    blocks: Sequence[Block], frame: Rect, label: int, between: int, more: int = 0
) -> list[PlanRow]:
    """Return the rows of all kinds from the top of a frame, `between` pixels apart.

    `label` is the width of the label at their left, `more` the extra height of each row. Tiles
    share the width of their line, so there are no empty places between them.
    """
    plan_rows, y = [], frame.y
    for kind in blocks[0].cards:
        row_frame = Rect(frame.x, y, frame.w, _row_height(blocks, kind) + more)
        places, top = [], y + more // 2
        for block in blocks:
            (left, right), grid = block.cards[kind], block.grids[kind]
            inner = Rect(frame.x + label, top + grid.gap, frame.w - label, 0)
            n = block.count(kind)
            places.append(_tiles((*left, *right), grid, inner) if n else {})
            top += grid.row_height(n) if n else 0
        plan_rows.append(PlanRow(kind, row_frame, tuple(places)))
        y = row_frame.bottom + between
    return plan_rows


def _tiles(cards: Sequence[str], grid: Grid, inner: Rect) -> dict[str, Rect]:
    """Return, by card, the rectangle of its tile: line by line, without empty places."""
    places: dict[str, Rect] = {}
    y = inner.y
    for line, height in zip(grid.lines(cards), grid.heights(len(cards)), strict=True):
        width = grid.width(len(line), inner.w)
        for i, card in enumerate(line):
            places[card] = Rect(inner.x + grid.gap + i * (width + grid.gap), y, width, height)
        y += height + grid.gap
    return places
