"""Drawing kit for the buildings of Era: a plan from above, heights shifted upwards.

Lengths are in pixels of the drawing, where a cell is 180 wide. Light comes from the north-west.
"""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.core.prompts.grid import Cell, Rotation
from render.base.texture import Mask, Sheet, Sprite, flat, noise, scaled, shade, tinted
from render.base.theme import RGB, mix

CELL = 180
SIDE, TOP = 60, 150  # margins around the plan, for shadows and towers
INSET = 14  # distance of a building from the edge of its cells
INK: RGB = (43, 35, 32)
LINE: RGB = (44, 34, 28)  # outlines
PAPER: RGB = (243, 233, 214)
STONE: RGB = (168, 160, 148)
TIMBER: RGB = (96, 66, 44)
GOLD: RGB = (236, 190, 84)
DUST: RGB = (150, 130, 104)  # mixed into strong colors, so that they don't look like plastic
NIGHT: RGB = (30, 24, 10)  # shadows
NEIGHBOURS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Body:
    """Sheet for one piece in one rotation; `plan` are its cells."""

    def __init__(self, turn: Rotation, plan: Iterable[Cell] | None = None) -> None:
        self.plan = frozenset(turn.cells if plan is None else plan)
        self.turn, self.w, self.h = turn, turn.width * CELL, turn.height * CELL
        self.size = (self.w + 2 * SIDE, self.h + TOP + SIDE)
        self.sprite: Sprite = Image.new("RGBA", self.size)

    @property
    def pen(self) -> ImageDraw.ImageDraw:
        """Return a pen with alpha blending."""
        return ImageDraw.Draw(self.sprite, "RGBA")

    def corner(self, cell: Cell) -> tuple[int, int]:
        """Return the upper left corner of a cell (row, column) on the sheet."""
        return SIDE + cell[1] * CELL, TOP + cell[0] * CELL

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Return the center of a cell (row, column) on the sheet."""
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2

    def degree(self, cell: Cell) -> int:
        """Return how many neighbors in the plan a cell has."""
        return sum((cell[0] + r, cell[1] + c) in self.plan for r, c in NEIGHBOURS)

    def ends(self, degree: int) -> list[Cell]:
        """Return the cells with `degree` neighbors, in reading order."""
        return sorted(cell for cell in self.plan if self.degree(cell) == degree)

    def mask(self, cells: Iterable[Cell] | None = None, inset: int = INSET) -> Mask:
        """Return the plan, or some of its cells, as a mask shrunk by `inset`."""
        out = Image.new("L", (self.size[0] // 2, self.size[1] // 2))
        pen = ImageDraw.Draw(out)
        for x, y in map(self.corner, self.plan if cells is None else cells):
            pen.rectangle((x // 2, y // 2, (x + CELL) // 2 - 1, (y + CELL) // 2 - 1), fill=255)
        return out.filter(ImageFilter.MinFilter(inset // 2 * 2 + 1)).resize(
            self.size, Image.Resampling.BICUBIC
        )

    def paint(self, colour: RGB, mask: Mask, share: float = 1) -> None:
        """Paint a color through a mask, at `share` (0..1) of its strength."""
        self.sprite.alpha_composite(tinted(mask if share == 1 else scaled(mask, share), colour))

    def cover(self, sheet: Sheet, mask: Mask) -> None:
        """Paint a sheet of the body's size through a mask."""
        layer = sheet.convert("RGBA")
        layer.putalpha(mask)
        self.sprite.alpha_composite(layer)

    def grained_sheet(self, colour: RGB, seed: int, grain: float, amount: float) -> Sheet:
        """Return a sheet of the body's size in a color with grain."""
        return shade(flat(*self.size, colour), noise(*self.size, seed, grain), amount)

    def shadow(
        self, mask: Mask, drop: tuple[int, int] = (16, 14), share: float = 0.5, blur: int = 9
    ) -> None:
        """Paint the shadow of an object on the ground, to the south-east."""
        self.paint(
            NIGHT, ImageChops.offset(mask, *drop).filter(ImageFilter.GaussianBlur(blur)), share
        )

    def outline(self, mask: Mask, width: int = 7) -> None:
        """Paint a dark outline around `mask`, beneath all that is painted so far."""
        half = mask.resize((mask.width // 2, mask.height // 2)).filter(
            ImageFilter.MaxFilter(width // 2 * 2 + 1)
        )
        under = tinted(half.resize(mask.size, Image.Resampling.BICUBIC), LINE)
        under.alpha_composite(self.sprite)
        self.sprite = under

    def outline_all(self) -> None:
        """Paint a dark outline around all that is painted so far, except shadows."""
        solid = self.sprite.getchannel("A").point([255 if v > 170 else 0 for v in range(256)])
        self.outline(solid.filter(ImageFilter.MinFilter(3)))


def raised(mask: Mask, height: int) -> Mask:
    """Return the mask of a ground plan plus the area that its walls cover in the picture.

    `height` is that of the walls, in pixels.
    """
    out, up = mask, 0
    while up < height:
        up = min(height, up + 4)
        out = ImageChops.lighter(out, ImageChops.offset(mask, 0, -up))
    return out


def facade(body: Body, plan: Mask, height: int, wall: RGB, timber: bool) -> None:
    """Paint the walls that face south, with two lit windows per cell.

    `plan` is the mask of the ground plan, `height` that of the walls in pixels. With `timber`, the
    walls have posts.
    """
    body.cover(body.grained_sheet(wall, 6, 5, 0.18), raised(plan, height))
    pen = body.pen
    for r, c in sorted(body.plan):
        if (r + 1, c) in body.plan:
            continue
        x, y = body.corner((r, c))
        foot = y + CELL - INSET
        left = x + (INSET if (r, c - 1) not in body.plan else 0)
        right = x + CELL - (INSET if (r, c + 1) not in body.plan else 0)
        pen.rectangle((left, foot - height, right, foot - height + 8), fill=(30, 20, 14, 110))
        if timber:
            for k in range(1, 5):
                post = left + (right - left) * k / 5
                pen.line((post, foot - height, post, foot), fill=TIMBER, width=6)
            pen.line((left, foot - 3, right, foot - 3), fill=TIMBER, width=6)
        for share in (0.28, 0.72):
            at = left + (right - left) * share
            pen.rectangle((at - 10, foot - height + 13, at + 10, foot - 7), fill=(62, 44, 34))
            pen.rectangle((at - 7, foot - height + 16, at + 7, foot - 13), fill=(246, 206, 120))


def roof(body: Body, plan: Mask, colour: RGB, up: int, course: int = 11) -> Mask:
    """Paint a hip roof and return its mask.

    The height of the roof at a pixel is its chessboard distance to the rim of the plan: for
    right-angled plans this gives a hip roof. `up` is the height of the walls below, `course` the
    distance between rows of tiles, both in pixels.
    """
    # Painted at half size. The distance to the rim counts the steps of an erosion.
    small = plan.resize((plan.width // 2, plan.height // 2), Image.Resampling.BOX)
    small = small.point([255 if v > 127 else 0 for v in range(256)])
    distance, remaining = Image.new("L", small.size), small
    while remaining.getbbox():
        distance = ImageChops.add(distance, remaining.point([1 if v else 0 for v in range(256)]))
        remaining = remaining.filter(ImageFilter.MinFilter(3))
    # Slopes to the east and south: difference of the neighbors' heights, times 12, around 128. They
    # give the light, which comes from the north-west.
    east = ImageChops.subtract(
        ImageChops.offset(distance, -1, 0), ImageChops.offset(distance, 1, 0), 1 / 12, 128
    )
    south = ImageChops.subtract(
        ImageChops.offset(distance, 0, -1), ImageChops.offset(distance, 0, 1), 1 / 12, 128
    )
    light = ImageChops.add(_slope(east, 1.35), _slope(south, 1.9), 1, -128).filter(
        ImageFilter.GaussianBlur(0.7)
    )
    # Darker lines between the rows of tiles, and at the eaves; 128 leaves the color as it is.
    tiles = distance.point([104 if v > 1 and (v * 2) % course < 3 else 128 for v in range(256)])
    eaves = distance.point([92 if v in (1, 2) else 128 for v in range(256)])
    sheet = shade(flat(*small.size, colour), noise(*small.size, 5, 3), 0.22)
    for tone in (tiles, eaves, light):
        sheet = Image.merge("RGB", [ImageChops.overlay(band, tone) for band in sheet.split()])
    sheet = Image.blend(sheet, flat(*small.size, mix(colour, DUST, 0.5)), 0.24).resize(
        plan.size, Image.Resampling.BICUBIC
    )
    where = ImageChops.offset(plan, 0, -up)
    body.cover(ImageChops.offset(sheet, 0, -up), where)
    return where


def _slope(tone: Mask, strength: float) -> Mask:
    return tone.point([max(0, min(255, int(128 + (v - 128) * strength))) for v in range(256)])
