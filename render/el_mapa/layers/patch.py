"""Part of the map that is being painted: its tiles, and the noise at its place.

Everything soft (ground colors, mottling, blurred edges) is computed at half the size, which
looks the same and takes a quarter of the time. The noise depends on the place on the map, so a
block looks the same in every picture.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from PIL import Image, ImageOps

from render.base.cache import cached
from render.base.texture import Mask, Sheet, clouds
from render.el_mapa.layers.tiles import Block, DrawnTile, Grid
from render.el_mapa.pieces.style import ASSETS, LAYOUT

LAND = LAYOUT.part("land")
LAND_MARGIN = LAND.float("air")
WIDEST = 16  # cells across the largest map
FIELD = 600  # pixels of the noise before it is mirrored, at half size
Box = tuple[int, int, int, int]  # left, top, right, bottom
Cell = tuple[int, int]
V = TypeVar("V")


class Patch(NamedTuple):
    """Block of a map with a margin around it.

    `half` is half the size of a tile in pixels. `box` is the patch in pixels at half size; `cells`
    are the cells that it touches.
    """

    grid: Grid
    half: int
    box: Box
    cells: Block

    @property
    def small(self) -> tuple[int, int]:
        """Return width and height in pixels at half size."""
        return self.box[2] - self.box[0], self.box[3] - self.box[1]

    @property
    def full(self) -> tuple[int, int]:
        """Return width and height in painted pixels."""
        return 2 * self.small[0], 2 * self.small[1]

    @property
    def scale(self) -> float:
        """Return how many painted pixels a hundredth of a tile has."""
        return self.half / 50

    def to_pixel(self, row: int, col: int) -> Cell:
        """Return the upper left corner of a cell in painted pixels of the patch."""
        return 2 * (col * self.half - self.box[0]), 2 * (row * self.half - self.box[1])

    def tiles(self) -> Iterator[tuple[int, int, DrawnTile]]:
        """Yield row, column and tile of the cells that the box touches, in rows from the top."""
        top, left, bottom, right = self.cells
        for row in range(top, bottom):
            for col in range(left, right):
                if tile := self.grid[row][col]:
                    yield row, col, tile

    def around(self, wanted: Callable[[DrawnTile | None], bool]) -> Patch | None:
        """Return the part that holds all cells accepted by `wanted`, with a margin.

        Return None if there is no such cell.
        """
        top, left, bottom, right = self.cells
        found = [
            (r, c)
            for r in range(top, bottom)
            for c in range(left, right)
            if wanted(self.grid[r][c])
        ]
        if not found:
            return None
        rows, cols = [r for r, _ in found], [c for _, c in found]
        block = (min(rows), min(cols), max(rows) + 1, max(cols) + 1)
        wide = _with_margin(self.grid, self.half, block)
        clipped = (
            max(self.box[0], wide[0]),
            max(self.box[1], wide[1]),
            min(self.box[2], wide[2]),
            min(self.box[3], wide[3]),
        )
        return _patch(self.grid, self.half, clipped)

    def areas(self, mode: str, value: Callable[[DrawnTile | None], Any]) -> Image.Image:
        """Return an image of `mode` at half size, in which each cell is filled with its `value`."""
        top, left, bottom, right = self.cells
        small = Image.new(mode, (right - left, bottom - top))
        small.putdata([value(tile) for row in self.grid[top:bottom] for tile in row[left:right]])
        whole_image = small.resize(
            (small.width * self.half, small.height * self.half), Image.Resampling.NEAREST
        )
        x, y = self.box[0] - left * self.half, self.box[1] - top * self.half
        return whole_image.crop((x, y, x + self.small[0], y + self.small[1]))

    def warped_cells(self) -> Mask:
        """Return an image at half size whose values are cell numbers (16 row + column).

        A pixel gets the ground of the cell that its value names. Near borders this may be a
        neighbor of the cell under the pixel, which makes the borders irregular.
        """
        return _warped_cells(self.half).crop(self.box)

    def values_by_cell(self, value: Callable[[DrawnTile | None], V]) -> list[V]:
        """Return the `value` of each cell's tile, indexed by the cells' numbers.

        The numbers are the pixel values of `warped_cells`. A cell beyond the map gets the value of
        the nearest tile.
        """
        rows, cols = len(self.grid), len(self.grid[0])
        return [
            value(self.grid[min(r, rows - 1)][min(c, cols - 1)])
            for r in range(WIDEST)
            for c in range(WIDEST)
        ]

    def noise(self, name: str) -> Mask:
        """Return the patch's part of a noise at half size.

        The noise `mottle` is for the ground, `stain` and `edge` for the parchment.
        """
        field = _field(name)
        side, (x, y, right, bottom) = field.width, self.box
        if right <= side and bottom <= side:
            return field.crop(self.box)
        out = Image.new("L", self.small)
        for left in range(x // side * side, right, side):
            for top in range(y // side * side, bottom, side):
                out.paste(field, (left - x, top - y))
        return out


def patch_of(grid: Grid, size: int, block: Block) -> Patch:
    """Return a block with a margin for shadows, blurred edges and overhanging trees.

    `size` is the size of a tile in pixels.
    """
    return _patch(grid, size // 2, _with_margin(grid, size // 2, block))


def _patch(grid: Grid, half: int, box: Box) -> Patch:
    x, y, right, bottom = box
    return Patch(grid, half, box, (y // half, x // half, -(-bottom // half), -(-right // half)))


def _with_margin(grid: Grid, half: int, block: Block) -> Box:
    """Return the pixels of a block with its margin, clipped to the map.

    `half` is half the size of a tile in pixels.
    """
    rows, cols, margin = len(grid), len(grid[0]), math.ceil(half * LAND_MARGIN)
    # Even numbers, because shadows are computed at a quarter of the size.
    x, y = (max(0, start * half - margin) // 2 * 2 for start in (block[1], block[0]))
    return (
        x,
        y,
        min(cols * half, block[3] * half + margin),
        min(rows * half, block[2] * half + margin),
    )


@cached
def _warped_cells(half: int) -> Mask:
    """Return the image of irregular borders at `half` pixels per cell.

    The image was stored by `tools/art`. Its values are cell numbers.
    """
    with Image.open(ASSETS / "borders.png") as stored:
        return stored.resize((WIDEST * half, WIDEST * half), Image.Resampling.NEAREST)


@cached
def _field(name: str) -> Mask:
    """Return the noise `name`, mirrored so that it can be repeated without seams."""
    seed, cell, octaves = {"mottle": (31, 23, 4), "stain": (51, 45, 4), "edge": (41, 8, 3)}[name]
    part = clouds(FIELD, FIELD, seed, cell, octaves)
    whole = Image.new("L", (2 * FIELD, 2 * FIELD))
    for i, tile in enumerate(
        (part, ImageOps.mirror(part), ImageOps.flip(part), ImageOps.flip(ImageOps.mirror(part)))
    ):
        whole.paste(tile, (i % 2 * FIELD, i // 2 * FIELD))
    return whole


def warm_up(size: int) -> None:
    """Fill the cache with the borders and noise of maps with tiles of `size` pixels."""
    _warped_cells(size // 2)
    for name in ("mottle", "stain", "edge"):
        _field(name)


def band(field: Mask, level: float, width: float, strength: float) -> Mask:
    """Return the mask of a contour line in a soft field.

    `level` is the value at the line, `width` its width and `strength` its opacity; all are shares,
    0 to 1.
    """
    return field.point(band_of(level, width, strength))


@functools.lru_cache(maxsize=16)
def band_of(level: float, width: float, strength: float) -> list[int]:
    """Return a table for `Image.point` that turns a soft mask into a contour line.

    The table gives the opacity of the line for each of 256 grays: `strength` where the gray is
    `level`, and almost none from a distance of twice `width` on. All three are shares, 0 to 1.
    """
    return [
        round(255 * strength * math.exp(-((((v / 255) - level) / width) ** 2))) for v in range(256)
    ]


@functools.lru_cache(maxsize=8)
def sharpening_table(gain: int) -> list[int]:
    """Return a table of 256 values for `Image.point` that sharpens an edge at the middle gray.

    `gain` is how many times steeper the edge becomes.
    """
    return [max(0, min(255, (v - 128) * gain + 128)) for v in range(256)]


def doubled_smoothly(half: Mask) -> Mask:
    """Return a mask at twice its size, with interpolated pixels."""
    return half.resize((2 * half.width, 2 * half.height), Image.Resampling.BILINEAR)


def doubled_pixels(half: Sheet) -> Sheet:
    """Return an image at twice its size, with repeated pixels.

    This is faster than interpolating, and in soft colors nobody sees the difference.
    """
    return half.resize((2 * half.width, 2 * half.height), Image.Resampling.NEAREST)
