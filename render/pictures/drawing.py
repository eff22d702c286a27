"""Entry point: draw a scene and encode the picture. Thread-safe and without side effects."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Literal

from PIL import Image, JpegImagePlugin, PngImagePlugin, WebPImagePlugin

from games.core.guides.rulebook import legend_of
from games.core.views.scene import Picture, Scene
from render.base import theme
from render.base.canvas import Canvas
from render.parts import awards, legend, move_arrows, tutorial_highlight
from render.pictures import cover, rules

Encoding = Literal["webp", "jpg", "png"]
Painters = Mapping[str, Callable[[Scene, theme.Theme], Canvas]]
EXTERNAL_PAINTERS: dict[str, Painters] = {}  # games whose pictures are outside of this package
# Kinds of pictures that are drawn alike for every game.
COMMON: Painters = {"cover": cover.paint, "shelf": cover.shelf, "arms": awards.arms}
QUALITY, QUICK_QUALITY = 85, 80  # of WebP and JPEG
HUGE, HUGE_QUALITY = 3_000_000, 72  # WebPs from this number of pixels have the lower quality
# Importing these formats keeps Pillow from importing all of its formats at the first picture.
FORMATS = (JpegImagePlugin, PngImagePlugin, WebPImagePlugin)


@functools.lru_cache
def game_module(game: str) -> ModuleType | None:
    """Return the package `render/<id>` of a game, imported at its first picture.

    It has `PAINTERS` and optionally `warm_up`. None for a game without such a package.
    """
    name = f"render.{game}"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def painters(game: str) -> Painters:
    """Return a game's drawing functions by kind of picture.

    The dict is empty for a game without pictures.
    """
    return EXTERNAL_PAINTERS.get(game) or getattr(game_module(game), "PAINTERS", {})


def palette_path(game: str) -> Path:
    """Return the path of a game's palette of 256 colors; the file may not exist."""
    return Path(__file__).parents[1] / game / "assets" / "palette.png"


def paint(scene: Scene) -> Canvas:
    """Draw a scene without encoding it; the canvas also has the record of drawn regions.

    Raises `KeyError` for an unknown game or kind.
    """
    colours = theme.load(scene.palette)
    if scene.kind in rules.GUIDES:
        return rules.GUIDES[scene.kind](scene, paint)
    canvas = (COMMON.get(scene.kind) or painters(scene.game)[scene.kind])(scene, colours)
    if scene.moved:
        move_arrows.draw_moves(canvas, colours, scene.moved)
    if scene.aim:
        tutorial_highlight.draw_highlight(canvas, colours, scene.aim)
    if scene.legend:
        canvas = legend.with_callouts(
            canvas, colours, legend_of(scene.game, scene.kind, scene.view), scene.legend_page
        )
    return canvas


def draw_picture(scene: Scene, encoding: Encoding = "webp") -> Picture:
    """Return the picture of a scene in this encoding; equal scenes give equal bytes.

    Raises `KeyError` for an unknown game or kind.
    """
    return _encode(scene, paint(scene).sheet, encoding)


def warm_up(game: str) -> None:
    """Load the data that every picture of a game needs (0.5 s and about 60 MiB)."""
    getattr(game_module(game), "warm_up", lambda: None)()


@functools.lru_cache
def _palette(game: str) -> Image.Image | None:
    """Return a game's stored palette; None if each picture gets a palette of its own."""
    if not palette_path(game).is_file():
        return None
    with Image.open(palette_path(game)) as palette:
        palette.load()
        return palette


def _encode(scene: Scene, sheet: Image.Image, encoding: Encoding) -> Picture:
    """Return the image in this encoding, with a file name."""
    out = io.BytesIO()
    if encoding == "png":
        indexed = sheet.quantize(palette=_palette(scene.game), dither=Image.Dither.NONE)
        indexed.save(out, "PNG", compress_level=6)
    elif encoding == "jpg":  # a third larger than WebP, in a sixth of the time
        sheet.save(out, "JPEG", quality=QUICK_QUALITY, subsampling=0)
    else:
        quality = QUALITY if sheet.width * sheet.height < HUGE else HUGE_QUALITY
        sheet.save(out, "WEBP", quality=quality, method=0)
    return Picture(out.getvalue(), f"{scene.kind}.{encoding}", sheet.width, sheet.height)
