"""What is drawn on: an RGB sheet, a pen, and a record of where things were put (tests look at it)."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.base import text as writing
from render.base.layout import Rect
from render.base.texture import Mask, Sprite
from render.base.theme import EDGE, RGB


@dataclass(frozen=True)
class DrawnRegion:
    """Something on a picture: what it is, where, and for whom or which place it stands."""

    kind: str
    box: Rect
    about: str


@dataclass(frozen=True)
class PaddedSprite:
    """A sprite or mask that is larger than its body by ``pad`` on every side, for its shadow or glow. Of a large one `solid` is
    the part of its pixels through which nothing is seen: it needs no mask."""

    image: Image.Image
    pad: int
    solid: Rect | None = None


@dataclass(frozen=True)
class Halo:
    """What lies around a body that is to be seen: a mask for its light and one for the dark line in it. Of the two one stands out
    on every ground."""

    light: Mask
    edge: Mask
    pad: int


class Canvas:
    """An RGB sheet with RGBA things pasted on it. A board is never kept in RGBA: pasting is three times faster so."""

    def __init__(self, sheet: Image.Image) -> None:
        self.sheet = sheet
        self.pen = ImageDraw.Draw(sheet, "RGBA")
        self.noted: list[DrawnRegion] = []

    @property
    def box(self) -> Rect:
        """All of the picture, from (0, 0), in pixels."""
        return Rect(0, 0, self.sheet.width, self.sheet.height)

    def record_region(self, kind: str, box: Rect, about: str = "") -> None:
        """Remember that something stands in a box (pixels of the picture); `about`: whose it is, or at which place."""
        self.noted.append(DrawnRegion(kind, box, about))

    def record_spot(self, spot: str, box: Rect, seat: int | None = None) -> None:
        """Remember where the things of a place stand; with a `seat`, that player's. Trails and moving pictures lead there."""
        self.record_region("stand", box, spot if seat is None else f"{spot}:{seat}")

    def find_spot(self, spot: str, seat: int | None = None) -> Rect | None:
        """Where a player's things at a place stand, or else any; None where the picture does not show the place."""
        known = {noted.about: noted.box for noted in self.noted if noted.kind == "stand"}
        return known.get(f"{spot}:{seat}") or known.get(spot)

    def paste_centred(self, sprite: Sprite, centre: tuple[float, float]) -> None:
        """Paste a sprite by its middle, `centre` in pixels of the picture; what lies outside is cut."""
        self.sheet.paste(
            sprite,
            (round(centre[0] - sprite.width / 2), round(centre[1] - sprite.height / 2)),
            sprite,
        )

    def paste_padded(self, baked: PaddedSprite, x: float, y: float) -> None:
        """Paste a baked sprite so that its body begins at ``x, y``."""
        left, top, image, solid = (
            round(x - baked.pad),
            round(y - baked.pad),
            baked.image,
            baked.solid,
        )
        if solid is None:
            self.sheet.paste(image, (left, top), image)
            return
        self.sheet.paste(image.crop(solid.sides), (left + solid.x, top + solid.y))
        for box in (
            (0, 0, image.width, solid.y),
            (0, solid.bottom, image.width, image.height),
            (0, solid.y, solid.x, solid.bottom),
            (solid.right, solid.y, image.width, solid.bottom),
        ):
            part = image.crop(box)
            self.sheet.paste(part, (left + box[0], top + box[1]), part)

    def glow(self, halo: Halo, x: float, y: float, colour: RGB) -> None:
        """Lay a halo of that colour around a body that begins at ``x, y``."""
        at = round(x - halo.pad), round(y - halo.pad)
        self.sheet.paste(colour, at, halo.light)
        self.sheet.paste(EDGE, at, halo.edge)

    def tint(self, mask: Mask, x: int, y: int, colour: RGB) -> None:
        """Paste a colour through a mask whose upper left corner lies at `x, y`, in pixels."""
        self.sheet.paste(colour, (x, y), mask)

    def text(
        self,
        at: tuple[float, float],
        words: str,
        style: writing.Style,
        anchor: str = "l",
        kind: str = "text",
        room: float = float("inf"),
    ) -> float:
        """Write one line (see ``render.base.text.write``), remember its box and return its width;
        its letters are pressed together
        where it would be wider than `room`."""
        width = writing.width(words, style.face, style.size)
        if width > room:
            self._press(at, words, style, anchor, room)
            width = room
        else:
            writing.write(self.pen, at, words, style, anchor)
        left = at[0] - {"l": 0.0, "m": width / 2, "r": width}[anchor]
        top = at[1] - style.size * 0.7
        self.record_region(
            kind, Rect(round(left), round(top), round(width), round(style.size * 0.7)), words
        )
        return width

    def _press(
        self, at: tuple[float, float], words: str, style: writing.Style, anchor: str, room: float
    ) -> None:
        wide, air = writing.width(words, style.face, style.size), style.size
        left, share = at[0] - {"l": 0.0, "m": room / 2, "r": room}[anchor], room / wide
        mask = Image.new("L", (round(wide) + 2 * air, 2 * air))
        writing.write(
            ImageDraw.Draw(mask),
            (air, round(air * 1.4)),
            words,
            writing.Style(style.face, style.size, (255,)),
        )
        pressed = mask.resize((round(mask.width * share), mask.height), Image.Resampling.LANCZOS)
        red, green, blue = style.fill[:3]
        self.tint(pressed, round(left - air * share), round(at[1] - air * 1.4), (red, green, blue))

    def digits(
        self,
        at: tuple[float, float],
        said: str,
        style: writing.Style,
        anchor: str = "l",
        kind: str = "number",
    ) -> float:
        """Write a number so that its figures stand on both sides of the middle line `at`; as `text` otherwise."""
        return self.text(
            (at[0], at[1] + style.size * writing.DIGIT_DROP), said, style, anchor, kind
        )
