"""Soft edges and shadows, made at half their size: nobody sees the difference, and it takes a third of the time."""

from __future__ import annotations

from PIL import Image, ImageFilter

from render.texture import Mask, scaled


def area(cells: Image.Image, half: tuple[int, int], blur: float) -> Image.Image:
    """A pixel for each cell as an area with soft edges, twice as large as `half`."""
    blurred = cells.resize(half, Image.Resampling.NEAREST).filter(ImageFilter.GaussianBlur(blur))
    return blurred.resize((2 * half[0], 2 * half[1]), Image.Resampling.BILINEAR)


def shadow(mask: Mask, blur: float) -> Mask:
    """What a mask throws on the ground; soft enough to be made at half its size."""
    return scaled(mask.reduce(2).filter(ImageFilter.GaussianBlur(blur / 2)), 0.6).resize(mask.size, Image.Resampling.BILINEAR)
