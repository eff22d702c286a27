"""Theme data: colors, type and the six seats, from ``theme.toml``."""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RGB = tuple[int, int, int]
DARK: RGB = (38, 26, 20)
PALE: RGB = (255, 250, 236)
EDGE: RGB = (20, 10, 5)  # line in halos
WARM: RGB = (20, 10, 5)  # shadows
SMALL_SHADOW: RGB = (40, 24, 14)  # shadows of small things, browner
EARTH: RGB = (90, 58, 40)  # cutouts in paper
INK: RGB = (43, 35, 32)  # text on paper
CREAM: RGB = (255, 246, 226)  # text and drawings on colors
HAIRLINE = (120, 90, 60, 110)  # divider on a panel
# Faces by purpose.
SERIF, HEAVY_SERIF, ITALIC = "alegreya-700", "alegreya-800", "alegreya-700-italic"
PLAIN = "alegreya-sans-500"
BOLD = "alegreya-sans-700"
HEAVY = "alegreya-sans-800"
BLACK = "alegreya-sans-900"
HERE = Path(__file__).parents[1]


def read(path: Path) -> dict[str, Any]:
    """Return the data of a TOML file, uncached. Raises ``tomllib.TOMLDecodeError``."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


DATA: dict[str, Any] = read(HERE / "theme.toml")
# Type sizes in pixels, for pictures 1200 pixels wide.
SMALL: int = DATA["type"]["small"]
TEXT, WORD, NAME, HEAD, FIGURE, TITLE = (
    int(DATA["scale"][name]) for name in ("text", "word", "name", "head", "figure", "title")
)
# Arguments for `markers.shadowed`: blur, offset, strength.
SHADOWS: dict[str, tuple[int, tuple[int, int], float]] = {
    name: (soft, (fall[0], fall[1]), share) for name, (soft, fall, share) in DATA["shadows"].items()
}

CORNERS: dict[str, int] = DATA["corners"]  # radius in pixels by kind of thing


def parse(colour: str) -> RGB:
    """Return ``"#rrggbb"`` as three numbers, 0 to 255. Raises `ValueError`."""
    digits = colour.lstrip("#")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def mix(first: RGB, second: RGB, share: float) -> RGB:
    """Return the color ``share`` (0..1) of the way from ``first`` to ``second``."""
    r, g, b = (round(x + (y - x) * share) for x, y in zip(first, second, strict=True))
    return r, g, b


def dark(colour: RGB, share: float) -> RGB:
    """Return a color mixed with the darkest brown; `share` (0..1) is the share of the brown."""
    return mix(colour, DARK, share)


def pale(colour: RGB, share: float) -> RGB:
    """Return a color mixed with the palest cream; `share` (0..1) is the share of the cream."""
    return mix(colour, PALE, share)


def bright(colour: RGB) -> bool:
    """Return whether dark text reads better on the color than light text."""
    return colour[0] * 0.299 + colour[1] * 0.587 + colour[2] * 0.114 >= 150


@dataclass(frozen=True)
class SeatLook:
    """Look of a seat's pieces: shape, color, and how labels are written on them.

    With `dark_digit` labels are dark. `lower` is how far labels are moved down, as a share of the
    piece's size.
    """

    shape: str
    colour: RGB
    dark_digit: bool
    lower: float


@dataclass(frozen=True)
class Theme:
    """Colors by name, typefaces by role, and the look of each seat (neutral last)."""

    colours: dict[str, RGB]
    type: dict[str, tuple[str, int]]
    small: int
    seats: tuple[SeatLook, ...]

    def __getattr__(self, name: str) -> RGB:
        """Return a color by its name: ``theme.ink``."""
        try:
            return self.__dict__["colours"][name]  # type: ignore[no-any-return]
        except KeyError:
            raise AttributeError(name) from None

    def __hash__(self) -> int:
        """Hash by identity, because there is one theme per palette and process."""
        return id(self)


def load(palette: str = "default") -> Theme:
    """Return the theme with the seat colors of `palette`, or the default if unknown."""
    return _load(palette)


@functools.lru_cache
def _load(palette: str) -> Theme:
    data, palettes = DATA, DATA["palettes"]
    colours = palettes.get(palette, palettes["default"])
    seats = tuple(
        SeatLook(seat["shape"], parse(colour), seat["digit"] == "dark", seat["lower"])
        for seat, colour in zip(data["seats"], colours, strict=True)
    )
    faces = {
        role: (face[0], face[1]) for role, face in data["type"].items() if isinstance(face, list)
    }
    return Theme(
        {name: parse(c) for name, c in data["colours"].items()}, faces, data["type"]["small"], seats
    )
