"""Pen for drawings on El Mapa's tiles: a tile is 100 units wide, lit from the upper left."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.base.theme import RGB, mix

PAD = 16  # units around the tile that a drawing may extend
SUPER = 3
INK: RGB = (62, 46, 36)
DARK: RGB = (38, 26, 20)
PALE: RGB = (255, 250, 236)
Point = tuple[float, float]


def dark(colour: RGB, share: float) -> RGB:
    """Return a color mixed with dark brown by `share` (0..1)."""
    return mix(colour, DARK, share)


def pale(colour: RGB, share: float) -> RGB:
    """Return a color mixed with cream by `share` (0..1)."""
    return mix(colour, PALE, share)


class Pen:
    """Pen that draws on a tile; its unit is 1/100 of the tile's width.

    Its sheet is larger than the tile by `PAD` units on every side.
    """

    def __init__(self, tile: int) -> None:
        self.tile = tile
        self.k = tile / 100 * SUPER
        side = round((100 + 2 * PAD) * self.k)
        self.sheet = Image.new("RGBA", (side, side))
        self.pen = ImageDraw.Draw(self.sheet, "RGBA")

    def done(self) -> Image.Image:
        """Return the sheet at its real size, in pixels: the tile and `PAD` around it."""
        side = round((100 + 2 * PAD) * self.tile / 100)
        return self.sheet.resize((side, side), Image.Resampling.LANCZOS)

    def _at(self, points: Sequence[Point]) -> list[Point]:
        return [((x + PAD) * self.k, (y + PAD) * self.k) for x, y in points]

    def shape(
        self,
        points: Sequence[Point],
        fill: tuple[int, ...],
        rim: tuple[int, ...] | None = None,
        width: float = 1.6,
    ) -> None:
        """Draw a filled polygon, optionally with an outline in the color `rim`.

        The outline is `width` units wide.
        """
        here = self._at(points)
        self.pen.polygon(here, fill=fill)
        if rim:
            self.pen.line(
                [*here, here[0]], fill=rim, width=max(1, round(width * self.k)), joint="curve"
            )

    def line(self, points: Sequence[Point], fill: tuple[int, ...], width: float = 1.6) -> None:
        """Draw a stroke of this width in units through the points."""
        self.pen.line(
            self._at(points), fill=fill, width=max(1, round(width * self.k)), joint="curve"
        )

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        fill: tuple[int, ...] | None,
        rim: tuple[int, ...] | None = None,
        width: float = 1.6,
    ) -> None:
        """Draw an ellipse around `x, y` with the radii `rx` and `ry`.

        `fill` is its color (None: not filled), `rim` that of its outline, `width` units wide.
        """
        (left, top), (right, bottom) = self._at([(x - rx, y - ry), (x + rx, y + ry)])
        rim_px = max(1, round(width * self.k)) if rim else 0
        self.pen.ellipse((left, top, right, bottom), fill=fill, outline=rim, width=rim_px)

    def shade(self, x: float, y: float, rx: float, ry: float, strength: int = 60) -> None:
        """Draw the shadow of an object on the ground: an ellipse around `x, y`.

        `strength` is its opacity, 0 to 255.
        """
        self.oval(x, y, rx, ry, (60, 44, 30, strength))
