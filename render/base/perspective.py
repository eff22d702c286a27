"""A flat sheet as it is seen that lies on a table or on the ground before us: its far edge is narrower than its near one."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.base.layout import Point, Rect
from render.base.texture import Mask

BICUBIC, BOX = Image.Resampling.BICUBIC, Image.Resampling.BOX
OUTLINE_SUPERSAMPLE = 2  # the outline is drawn so many times larger


@dataclass(frozen=True)
class Tilt:
    """The box in which it is seen, and how wide its far edge is: a `share` of the near one."""

    box: Rect
    share: float

    def seen(self, u: float, v: float) -> Point:
        """Where a place of the sheet is seen; both are shares of it, from its upper left corner."""
        depth = 1 - v * (1 - self.share)
        across = self.box.w * self.share / depth
        return self.box.x + self.box.w / 2 + (
            u - 0.5
        ) * across, self.box.y + self.box.h * v * self.share / depth

    def drawn(self, sheet: Image.Image) -> Image.Image:
        """The sheet as it is seen in the box; the corners that it leaves free are to be cut by the `outline`."""
        w, h, share = self.box.w, self.box.h, self.share
        deeper = (1 - share) / (share * h)  # by a row of pixels
        one = (
            sheet.width / (w * share),
            sheet.width * deeper / 2,
            sheet.width * (0.5 - 0.5 / share),
            0.0,
            sheet.height / (share * h),
            0.0,
            0.0,
            deeper,
        )
        return sheet.transform((w, h), Image.Transform.PERSPECTIVE, one, BICUBIC)

    def outline(self) -> Mask:
        """Where in its box it lies: a mask as large as the box."""
        mask = Image.new("L", (self.box.w * OUTLINE_SUPERSAMPLE, self.box.h * OUTLINE_SUPERSAMPLE))
        corners = [self.seen(u, v) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1))]
        ImageDraw.Draw(mask).polygon(
            [
                ((x - self.box.x) * OUTLINE_SUPERSAMPLE, (y - self.box.y) * OUTLINE_SUPERSAMPLE)
                for x, y in corners
            ],
            fill=255,
        )
        return mask.resize((self.box.w, self.box.h), BOX)
