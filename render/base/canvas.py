"""Canvas: an RGB image, a pen, and a record of what was drawn where, for tests and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from PIL import Image, ImageDraw

from render.base import text as writing
from render.base.layout import Rect, around
from render.base.texture import Mask, Sprite
from render.base.theme import EDGE, RGB

DESCENDING = frozenset("gjpqyQçÇ,;()[]")  # letters that reach below the baseline
DESCENT = 0.24  # by how much, in heights of a line


@dataclass(frozen=True)
class DrawnRegion:
    """Region of a picture: the kind of what is drawn, its box, and its subject.

    `about` is the subject: a seat, a place, a card or the written words; "" for none. `has_letters`
    is True if words or figures are written there; callouts and crops avoid such regions. `descent`
    is how many pixels the letters reach below the box.
    """

    kind: str
    box: Rect
    about: str
    has_letters: bool = False
    descent: int = 0  # pixels that letters reach below the box


@dataclass(frozen=True)
class PaddedSprite:
    """Sprite or mask with `pad` extra pixels on every side, for a shadow or glow.

    `solid` is an opaque rectangle of a large sprite, which can be pasted faster, without a mask.
    """

    image: Image.Image
    pad: int
    solid: Rect | None = None


@dataclass(frozen=True)
class Halo:
    """Highlight around a shape: a mask for the light, and one for the dark line within it.

    On every background at least one of the two can be seen.
    """

    light: Mask
    edge: Mask
    pad: int


class Canvas:
    """RGB image on which RGBA sprites are pasted.

    Pasting is three times faster than on an RGBA image.
    """

    def __init__(self, sheet: Image.Image) -> None:
        self.sheet = sheet
        self.pen = ImageDraw.Draw(sheet, "RGBA")
        self.regions: list[DrawnRegion] = []
        self._groups: list[list[Rect]] = []  # what was drawn in each open group

    @property
    def box(self) -> Rect:
        """Return the rectangle of the whole picture, from (0, 0), in pixels."""
        return Rect(0, 0, self.sheet.width, self.sheet.height)

    def record_region(
        self, kind: str, box: Rect, about: str = "", *, has_letters: bool = False
    ) -> None:
        """Record a region in pixels of the picture; `about` names its seat or place.

        `has_letters` must be True for drawings with words or figures. The methods `text` and
        `digits` record what they write.
        """
        self.regions.append(DrawnRegion(kind, box, about, has_letters))

    @contextmanager
    def group(self, kind: str, about: str = "") -> Iterator[None]:
        """Return a context that also records all that is drawn in it as one region.

        `kind` and `about` are as in `record_region`. The region contains the texts, the recorded
        regions, and the sprites pasted by `paste_centred`.
        """
        first = len(self.regions)
        self._groups.append([])
        yield
        drawn = self._groups.pop() + [region.box for region in self.regions[first:]]
        if drawn:
            self.record_region(kind, around(drawn), about)

    def copy_regions(self, regions: Iterable[DrawnRegion], dx: int, dy: int) -> None:
        """Record the regions of a picture whose upper left corner was pasted at `dx, dy`."""
        self.regions += [replace(region, box=region.box.moved(dx, dy)) for region in regions]

    def record_spot(self, spot: str, box: Rect, seat: int | None = None) -> None:
        """Record the box in which the pieces on a place of the board are drawn.

        With `seat`, the box has only this seat's pieces. Arrows and animations of moves
        start and end there.
        """
        self.record_region("stand", box, spot if seat is None else f"{spot}:{seat}")

    def find_spot(self, spot: str, seat: int | None = None) -> Rect | None:
        """Return the box of a seat's pieces at a place, else the box of the place.

        None if neither is recorded.
        """
        boxes = {region.about: region.box for region in self.regions if region.kind == "stand"}
        return boxes.get(f"{spot}:{seat}") or boxes.get(spot)

    def paste_centred(self, sprite: Sprite, centre: tuple[float, float]) -> None:
        """Paste a sprite centered at `centre`, in pixels; parts outside are cut."""
        x, y = round(centre[0] - sprite.width / 2), round(centre[1] - sprite.height / 2)
        self.sheet.paste(sprite, (x, y), sprite)
        if self._groups and (drawn := sprite.getbbox()):
            left, top, right, bottom = drawn
            box = Rect(x + left, y + top, right - left, bottom - top)
            for group in self._groups:
                group.append(box)

    def paste_padded(self, padded: PaddedSprite, x: float, y: float) -> None:
        """Paste a padded sprite so that its part without the padding begins at `x, y`."""
        left = round(x - padded.pad)
        top = round(y - padded.pad)
        image = padded.image
        solid = padded.solid
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
        """Draw a halo in this color around a shape whose upper left corner is at `x, y`."""
        at = round(x - halo.pad), round(y - halo.pad)
        self.sheet.paste(colour, at, halo.light)
        self.sheet.paste(EDGE, at, halo.edge)

    def tint(self, mask: Mask, x: int, y: int, colour: RGB) -> None:
        """Paste a color through a mask with its upper left corner at `x, y`, in pixels."""
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
        """Write one line, record its box and return its width in pixels.

        `at` and `anchor` are as in `render.base.text.write`; `kind` is the kind of the recorded
        region. A line wider than `room` pixels is compressed horizontally.
        """
        width = writing.width(words, style.face, style.size)
        if width > room:
            self._write_compressed(at, words, style, anchor, room)
            width = room
        else:
            writing.write(self.pen, at, words, style, anchor)
        left = at[0] - {"l": 0.0, "m": width / 2, "r": width}[anchor]
        top = at[1] - style.size * 0.7
        box = Rect(round(left), round(top), round(width), round(style.size * 0.7))
        descent = round(style.size * DESCENT) if DESCENDING & set(words) else 0
        self.regions.append(DrawnRegion(kind, box, words, has_letters=True, descent=descent))
        return width

    def _write_compressed(
        self, at: tuple[float, float], words: str, style: writing.Style, anchor: str, room: float
    ) -> None:
        """Write a line into `room` pixels by compressing its letters horizontally."""
        full_width = writing.width(words, style.face, style.size)
        pad = style.size
        x = at[0] - {"l": 0.0, "m": room / 2, "r": room}[anchor]
        scale = room / full_width
        mask = Image.new("L", (round(full_width) + 2 * pad, 2 * pad))
        writing.write(
            ImageDraw.Draw(mask),
            (pad, round(pad * 1.4)),
            words,
            writing.Style(style.face, style.size, (255,)),
        )
        compressed = mask.resize((round(mask.width * scale), mask.height), Image.Resampling.LANCZOS)
        red, green, blue = style.fill[:3]
        self.tint(compressed, round(x - pad * scale), round(at[1] - pad * 1.4), (red, green, blue))

    def digits(
        self,
        at: tuple[float, float],
        text: str,
        style: writing.Style,
        anchor: str = "l",
        kind: str = "number",
    ) -> float:
        """Write a number, vertically centered at `at`, and return its width.

        The other arguments are as in `text`.
        """
        return self.text(
            (at[0], at[1] + style.size * writing.DIGIT_DROP), text, style, anchor, kind
        )
