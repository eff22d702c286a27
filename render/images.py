"""The entry: a scene becomes an encoded picture. Pure, safe in threads."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from PIL import Image, JpegImagePlugin, PngImagePlugin, WebPImagePlugin

from games.core.scene import Picture, Scene
from render import easel, eight_minute_empire, el_mapa, era_medieval_age, imperial_settlers, tadmor, theme
from render.canvas import Canvas

Encoding = Literal["webp", "png"]
GAMES: dict[str, dict[str, Callable[[Scene, theme.Theme], Canvas]]] = {
    "eight_minute_empire": eight_minute_empire.KINDS,
    "era_medieval_age": era_medieval_age.PAINTERS,
    "imperial_settlers": imperial_settlers.PAINTERS,
    "tadmor": tadmor.PAINTERS,
    "el_mapa": el_mapa.PAINTERS,
}
PALETTES = {game: Path(__file__).parent / game / "assets" / "palette.png" for game in GAMES}
WARM: dict[str, Callable[[], None]] = {
    "eight_minute_empire": eight_minute_empire.warm_up, "era_medieval_age": era_medieval_age.warm_up,
    "imperial_settlers": imperial_settlers.warm_up, "tadmor": tadmor.warm_up, "el_mapa": el_mapa.warm_up,
}
QUALITY = 85
# Naming the formats that we use spares the first picture the search through all of Pillow's.
FORMATS = (JpegImagePlugin, PngImagePlugin, WebPImagePlugin)


def know(game: str, painters: dict[str, Callable[[Scene, theme.Theme], Canvas]]) -> None:
    """Draw a game that lives elsewhere: its painters by kind of picture, functions of modules that a painter can import."""
    GAMES[game] = easel.ELSEWHERE[game] = painters


def paint(scene: Scene) -> Canvas:
    """The picture before it is encoded, with the record of where things stand; KeyError for an unknown game or kind."""
    return GAMES[scene.game][scene.kind](scene, theme.load(scene.palette))


def draw(scene: Scene, encoding: Encoding = "webp") -> Picture:
    """The picture of a scene; the same scene gives the same bytes. KeyError for an unknown game or kind of picture."""
    return _encode(scene, paint(scene).sheet, encoding)


def warm_up(game: str) -> None:
    """Load and compose what every picture of a game needs, so that the next one is not slow (half a second, some 60 MiB)."""
    if game in WARM:
        WARM[game]()


@functools.lru_cache
def _palette(game: str) -> Image.Image | None:
    """The committed 256 colours of a game; None when it has none, and each picture finds its own."""
    if game not in PALETTES:
        return None
    palette = Image.open(PALETTES[game])
    palette.load()
    return palette


def _encode(scene: Scene, sheet: Image.Image, encoding: Encoding) -> Picture:
    out = io.BytesIO()
    if encoding == "png":
        small = sheet.quantize(palette=_palette(scene.game), dither=Image.Dither.NONE)
        small.save(out, "PNG", compress_level=6)
    else:
        sheet.save(out, "WEBP", quality=QUALITY, method=0)
    return Picture(out.getvalue(), f"{scene.kind}.{encoding}", sheet.width, sheet.height)
