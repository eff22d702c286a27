"""Pieces of the domains, as drawn by `python -m tools.art era`.

Each is a file of its own, so that a picture reads only the pieces it shows.
"""

from __future__ import annotations

import functools
import json
from typing import cast

from PIL import Image, ImageChops

from games.era_medieval_age.model.catalog import KEEP
from render.base.cache import cached
from render.base.canvas import Halo
from render.base.texture import Sprite, flat, scaled
from render.base.theme import RGB
from render.era_medieval_age.pieces.style import ASSETS, LAYOUT
from render.parts import markers

# Cell sizes (pixels) in which the pieces are stored, largest first.
CELLS: tuple[int, ...] = tuple(LAYOUT.get("sprite.cells"))
FULL = CELLS[0]
WHITE: RGB = (239, 230, 210)
Offset = tuple[int, int]


@functools.lru_cache(maxsize=1)
def _corners() -> dict[str, dict[str, list[int]]]:
    """Return, by cell size and image name, the offset of the cells in the stored image."""
    found: dict[str, dict[str, list[int]]] = json.loads(
        (ASSETS / "pieces.json").read_text(encoding="utf-8")
    )
    return found


def _load(name: str, cell: int) -> tuple[Sprite, Offset]:
    dx, dy = _corners()[str(cell)][name]
    with Image.open(ASSETS / f"pieces_{cell}" / f"{name}.webp") as stored:
        return stored.convert("RGBA"), (dx, dy)


@cached
def _stored(name: str, cell: int, colour: RGB) -> tuple[Sprite, Offset]:
    """Return the stored image of a piece, and the offset of its cells in the image.

    `name` has the piece and its turn, such as `keep-90`. `cell` is the size of a cell in pixels,
    one of `CELLS`. A keep gets a pennant in `colour`; other pieces ignore `colour`.
    """
    body, (dx, dy) = _load(name, cell)
    if name.startswith(KEEP):
        cloth, (px, py) = _load("pennant", cell)
        shaded = ImageChops.multiply(cloth.convert("RGB"), flat(*cloth.size, colour)).convert(
            "RGBA"
        )
        shaded.putalpha(cloth.getchannel("A"))
        body.alpha_composite(shaded, (dx - px, dy - py))
    return body, (dx, dy)


def _stored_size_for(cell: float) -> int:
    """Return the smallest stored cell size that is at least `cell`, or the largest one."""
    return next((size for size in reversed(CELLS) if size >= cell), FULL)


@cached
def _sized(name: str, cell: int, colour: RGB) -> tuple[Sprite, Offset]:
    stored_cell = _stored_size_for(cell)
    body, (dx, dy) = _stored(name, stored_cell, colour)
    if cell == stored_cell:
        return body, (dx, dy)
    share = cell / stored_cell
    at = round(dx * share), round(dy * share)
    size = round((body.width - dx) * share) + at[0], round((body.height - dy) * share) + at[1]
    return body.resize(size, Image.Resampling.LANCZOS, reducing_gap=3), at


def sprite(kind: str, turn: int, cell: int, seat_colour: RGB = WHITE) -> tuple[Sprite, Offset]:
    """Return a piece turned by `turn` degrees, and the offset of its cells in the image.

    `cell` is the size of a cell in pixels. Paste the image at the top left corner of the piece's
    bounding box, minus the offset. `seat_colour` is only used for a keep. The image is cached: do
    not change it. Raises KeyError for a piece or turn that does not exist.
    """
    return _sized(f"{kind}-{turn}", cell, seat_colour if kind == KEEP else WHITE)


@cached
def faint(kind: str, turn: int, cell: int, seat_colour: RGB, share: float) -> Sprite:
    """Return the image of `sprite` with its alpha multiplied by `share`, for a planned piece."""
    body = sprite(kind, turn, cell, seat_colour)[0].copy()
    body.putalpha(scaled(body.getchannel("A"), share))
    return body


@cached
def halo(kind: str, turn: int, cell: int) -> Halo:
    """Return the glow of a new piece, to be drawn where its `sprite` is pasted."""
    solid = (
        sprite(kind, turn, cell)[0]
        .getchannel("A")
        .point([255 if v > 200 else 0 for v in range(256)])
    )
    return markers.halo(solid, max(4, cell // 8), max(4, cell // 9), 1.0)


@cached
def thumbnail(kind: str, turn: int, room: tuple[int, int], seat_colour: RGB = WHITE) -> Sprite:
    """Return a piece scaled to fit `room`, its (width, height) in pixels."""
    for cell in reversed(CELLS):
        body = sprite(kind, turn, cell, seat_colour)[0]
        share = min(room[0] / body.width, room[1] / body.height)
        if share <= 1:
            break
    size = cast("tuple[int, int]", tuple(max(1, round(v * share)) for v in body.size))
    return body.resize(size, Image.Resampling.LANCZOS, reducing_gap=3)
