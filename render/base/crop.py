"""Crop window of a large board, which shows the important places at one of a few scales."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Box = tuple[float, float, float, float]  # left, top, right, bottom in units of the board


@dataclass(frozen=True)
class CropWindow:
    """Part of a board: its upper left corner (board units), pixels per unit, size in pixels."""

    left: float
    top: float
    scale: float
    width: int
    height: int

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of the point (`x`, `y`), given in board units.

        It may be outside the picture.
        """
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def shows(self, box: Box) -> bool:
        """Return whether the whole box (in board units) is on the picture."""
        right = self.left + self.width / self.scale
        bottom = self.top + self.height / self.scale
        return (
            self.left <= box[0]
            and self.top <= box[1]
            and box[2] <= right + 1e-6
            and box[3] <= bottom + 1e-6
        )


def window_around(
    boxes: Iterable[Box],
    board: tuple[float, float],
    width: int,
    heights: tuple[int, int],
    scales: Sequence[float],
    air: float = 0,
) -> CropWindow:
    """Return the window that shows all `boxes` at the largest possible of `scales`.

    `board` is the width and height of the board, `air` the space around the boxes, both in board
    units. The window is `width` pixels wide. Its height is between the two `heights` (in pixels),
    or less if the whole board is less high.

    `scales` are in pixels per unit, and few, so that cached masks are reused. A scale at which the
    board would be narrower than the window is skipped. If no scale fits or `boxes` is empty, the
    window shows the whole board and may have any height.
    """
    shown = list(boxes)
    full_scale = width / board[0]
    if not shown:
        return CropWindow(0, 0, full_scale, width, round(board[1] * full_scale))
    left = max(0.0, min(b[0] for b in shown) - air)
    top = max(0.0, min(b[1] for b in shown) - air)
    right = min(board[0], max(b[2] for b in shown) + air)
    bottom = min(board[1], max(b[3] for b in shown) + air)
    min_height, max_height = heights
    max_scale = min(width / (right - left), max_height / (bottom - top))
    scale = next(
        (scale for scale in sorted(scales, reverse=True) if full_scale <= scale <= max_scale), None
    )
    if scale is None:
        return CropWindow(0, 0, full_scale, width, round(board[1] * full_scale))
    w = width / scale
    h = min(board[1], max(bottom - top, min_height / scale), max_height / scale)
    left = min(max(0.0, (left + right - w) / 2), board[0] - w)
    top = min(max(0.0, (top + bottom - h) / 2), board[1] - h)
    return CropWindow(left, top, scale, width, round(h * scale))
