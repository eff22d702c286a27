"""Painted map: ground, drawings, and parchment over face-down tiles.

Between two pictures, few tiles of a map change, and a close-up moves by a few cells. So painted
windows are cached, and only the blocks that differ are painted again. The noise depends only on the
place on the map, so a partly repainted picture equals a fully painted one.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from PIL import Image

from render.base.cache import IMAGE_CACHE
from render.base.texture import Sheet
from render.base.theme import load
from render.el_mapa.layers import fog, ground, patch
from render.el_mapa.layers.tiles import Block, DrawnTile, Grid, drawings, tile_drawing

MAX_REPAINT_SHARE = 0.7  # share of a window: if more differs, all of it is painted
Cell = tuple[int, int]


class _Window(NamedTuple):
    """Part of a map (`block`) with tiles of `size` pixels; the key of a cached painting.

    `seen` are the tiles in the block and next to it, `rows` and `cols` the size of the map.
    """

    size: int
    rows: int
    cols: int
    block: Block
    seen: Grid

    def around(self) -> Block:
        """Return the block of the tiles in `seen`."""
        return _with_neighbours(self.block, self.rows, self.cols)


def land(grid: Grid, size: int, block: Block | None = None) -> Sheet:
    """Return a block of the map, or all of it, with tiles of `size` pixels (an even number).

    The sheet is shared: copy it before drawing on it.
    """
    block = block or (0, 0, len(grid), len(grid[0]))
    around = _with_neighbours(block, len(grid), len(grid[0]))
    window = _Window(size, len(grid), len(grid[0]), block, _cut(grid, around))
    if found := IMAGE_CACHE.find(window):
        return found.value  # type: ignore[no-any-return]
    cached_window, missing = _best_cached(window)
    started = time.perf_counter()
    sheet = (
        _repaint(grid, window, cached_window, missing)
        if cached_window
        else paint(grid, size, block)
    )
    IMAGE_CACHE.put(window, sheet, time.perf_counter() - started)
    return sheet


def _is_window(key: Hashable) -> bool:
    return isinstance(key, _Window)


def paint(grid: Grid, size: int, block: Block) -> Sheet:
    """Paint a block of the map: first the land, then the parchment.

    The block is painted with a margin around it and then cropped.
    """
    padded = patch.patch_of(grid, size, block)
    sheet = Image.new("RGB", padded.full)
    if face_up := padded.around(_is_face_up):
        part = ground.paint_ground(face_up)
        for draw in (ground.lay_lines, ground.lay_changed, ground.lay_drawings):
            draw(part, face_up)
        sheet.paste(part, _within(padded, face_up)[:2])
    if face_down := padded.around(lambda tile: not _is_face_up(tile)):
        place = _within(padded, face_down)
        part = sheet.crop(place)
        fog.lay_fog(part, face_down)
        sheet.paste(part, place[:2])
    x, y = padded.to_pixel(block[0], block[1])
    return sheet.crop((x, y, x + (block[3] - block[1]) * size, y + (block[2] - block[0]) * size))


def _is_face_up(tile: DrawnTile | None) -> bool:
    return tile is not None and tile.up


def _within(whole: patch.Patch, part: patch.Patch) -> patch.Box:
    """Return the box of the patch `part` within the patch `whole`, in painted pixels."""
    left = 2 * (part.box[0] - whole.box[0])
    top = 2 * (part.box[1] - whole.box[1])
    return left, top, left + part.full[0], top + part.full[1]


def _cut(grid: Grid, block: Block) -> Grid:
    return tuple(row[block[1] : block[3]] for row in grid[block[0] : block[2]])


def _with_neighbours(block: Block, rows: int, cols: int) -> Block:
    """Return a block with the cells around it, as far as the map goes."""
    top, left, bottom, right = block
    return max(0, top - 1), max(0, left - 1), min(rows, bottom + 1), min(cols, right + 1)


def _common(a: Block, b: Block) -> Block:
    """Return the cells that two blocks share as a block.

    The block is empty, with its end before its start, if they share none.
    """
    return max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])


def _area(block: Block) -> int:
    return max(0, block[2] - block[0]) * max(0, block[3] - block[1])


# --- cache of painted windows
# -------------------------------------------------------------------------------------------


def _best_cached(window: _Window) -> tuple[tuple[_Window, Sheet] | None, list[Block]]:
    """Return the cached window that needs least repainting, and the blocks to repaint.

    The window comes with its sheet. It is None if each cached one would need too much repainting.
    """
    best: tuple[tuple[_Window, Sheet] | None, list[Block]] = (None, [])
    least = MAX_REPAINT_SHARE * _area(window.block)
    for old, sheet in IMAGE_CACHE.items(_is_window):
        if old[:3] != window[:3] or not _area(_common(old.block, window.block)):
            continue
        missing = list(_missing(old, window))
        if (area := sum(map(_area, missing))) < least:
            best, least = ((old, sheet), missing), area
    return best


def _missing(old: _Window, new: _Window) -> Iterator[Block]:
    """Yield the blocks of `new` that `old` does not show, or shows differently."""
    common = _common(old.block, new.block)
    top, left, bottom, right = new.block
    uncovered = (
        (top, left, common[0], right),
        (common[2], left, bottom, right),
        (common[0], left, common[2], common[1]),
        (common[0], common[3], common[2], right),
    )
    yield from (block for block in uncovered if _area(block))
    for block in _merged_blocks(
        [
            _with_neighbours((r, c, r + 1, c + 1), new.rows, new.cols)
            for r, c in _differing(old, new)
        ]
    ):
        if _area(block := _common(block, common)):
            yield block


def _differing(old: _Window, new: _Window) -> Iterator[Cell]:
    """Yield the cells in the `seen` of both windows whose tiles differ."""
    a, b = old.around(), new.around()
    top, left, bottom, right = _common(a, b)
    for row in range(top, bottom):
        ours = new.seen[row - b[0]][left - b[1] : right - b[1]]
        theirs = old.seen[row - a[0]][left - a[1] : right - a[1]]
        if ours != theirs:
            yield from (
                (row, left + i)
                for i, (our_tile, their_tile) in enumerate(zip(ours, theirs, strict=True))
                if our_tile != their_tile
            )


def _merged_blocks(found: list[Block]) -> list[Block]:
    """Return the blocks with touching ones merged."""
    merged = True
    while merged:
        merged = False
        for i, a in enumerate(found):
            meets = next((j for j in range(i + 1, len(found)) if _touch(a, found[j])), None)
            if meets is not None:
                b = found.pop(meets)
                found[i] = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
                merged = True
                break
    return found


def _touch(a: Block, b: Block) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def _repaint(
    grid: Grid, window: _Window, cached_window: tuple[_Window, Sheet], missing: list[Block]
) -> Sheet:
    """Return the sheet of `window`: a cached one with the `missing` blocks repainted."""
    (top, left, bottom, right), size = window.block, window.size
    old, old_sheet = cached_window
    if old.block == window.block:
        sheet = old_sheet.copy()
    else:
        sheet = old_sheet.crop(
            (
                (left - old.block[1]) * size,
                (top - old.block[0]) * size,
                (right - old.block[1]) * size,
                (bottom - old.block[0]) * size,
            )
        )
    for block in missing:
        sheet.paste(paint(grid, size, block), ((block[1] - left) * size, (block[0] - top) * size))
    return sheet


def warm_up(sizes: tuple[int, ...]) -> None:
    """Fill the cache with noise and drawings for tiles of these sizes in pixels."""
    for size in sizes:
        patch.warm_up(size)
        for name in drawings():
            tile_drawing(name, size)
        for seat in load().seats:
            for name in ("home", "village"):
                tile_drawing(name, size, seat.colour)
