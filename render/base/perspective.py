"""Perspective view of a flat sheet on the ground: its far edge is shorter."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.base.layout import Point, Rect
from render.base.texture import Mask

BICUBIC, BOX = Image.Resampling.BICUBIC, Image.Resampling.BOX
OUTLINE_SUPERSAMPLE = 2  # supersampling factor of the outline


@dataclass(frozen=True)
class Tilt:
    """Perspective of a flat sheet.

    `box` is the rectangle in which the result appears. `far_width` is the length of the far edge,
    relative to the near one.
    """

    box: Rect
    far_width: float

    def project(self, u: float, v: float) -> Point:
        """Return the pixel where a point of the sheet appears.

        `u` and `v` are the distances from the sheet's left and upper edge, as fractions of its
        width and height.
        """
        depth = 1 - v * (1 - self.far_width)
        across = self.box.w * self.far_width / depth
        x = self.box.x + self.box.w / 2 + (u - 0.5) * across
        return x, self.box.y + self.box.h * v * self.far_width / depth

    def warp(self, sheet: Image.Image) -> Image.Image:
        """Return the sheet in perspective, as large as `box`.

        Paste it through the mask `outline`.
        """
        w, h, far_width = self.box.w, self.box.h, self.far_width
        depth_per_row = (1 - far_width) / (far_width * h)
        # The inverse of `project`. Pillow needs the point of the sheet for each pixel (x, y) of
        # the result: ((ax + by + c) / d, (ex + fy + g) / d) with d = ix + jy + 1.
        coefficients = (
            sheet.width / (w * far_width),  # a
            sheet.width * depth_per_row / 2,  # b
            sheet.width * (0.5 - 0.5 / far_width),  # c
            0.0,  # e
            sheet.height / (far_width * h),  # f
            0.0,  # g
            0.0,  # i
            depth_per_row,  # j
        )
        return sheet.transform((w, h), Image.Transform.PERSPECTIVE, coefficients, BICUBIC)

    def outline(self) -> Mask:
        """Return a mask of the sheet's shape in the view, as large as `box`."""
        mask = Image.new("L", (self.box.w * OUTLINE_SUPERSAMPLE, self.box.h * OUTLINE_SUPERSAMPLE))
        corners = [self.project(u, v) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]
        ImageDraw.Draw(mask).polygon(
            [
                ((x - self.box.x) * OUTLINE_SUPERSAMPLE, (y - self.box.y) * OUTLINE_SUPERSAMPLE)
                for x, y in corners
            ],
            fill=255,
        )
        return mask.resize((self.box.w, self.box.h), BOX)
