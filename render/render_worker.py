"""Functions that the render workers run: initialization, and drawing of scenes."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import multiprocessing
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from games.core.views.scene import Animation, Picture, Scene

TABLE_IMAGE_BYTES = 1200 * 1500 * 3 + 1  # bytes of `render.parts.panels.TABLE_IMAGE`
# Bytes of image cache, divided among the workers that draw still pictures (docs/performance.md).
TOTAL_CACHE_BYTES = 40 << 20
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # from glibc's malloc.h
Painters = Mapping[str, Callable[..., Any]]
# Drawing functions of games outside of this package, passed to each worker.
EXTERNAL_PAINTERS: dict[str, Painters] = {}


def register_game(game: str, painters: Painters) -> None:
    """Register the drawing functions of an external game, by kind of picture.

    They must be functions of modules that a worker can import.
    """
    from render.pictures import drawing

    drawing.EXTERNAL_PAINTERS[game] = EXTERNAL_PAINTERS[game] = painters


@functools.lru_cache(maxsize=1)
def worker_args(processes: int) -> tuple[dict[str, Painters], Any, int]:
    """Return the arguments of `init_worker`, the same for each of the `processes` workers.

    They are the drawing functions of external games, shared memory for the table texture, and the
    bytes of cache for each worker. The size of the shared memory is a constant here, so that the
    bot process need not load the image.
    """
    return (
        EXTERNAL_PAINTERS,
        multiprocessing.get_context("spawn").RawArray(ctypes.c_ubyte, TABLE_IMAGE_BYTES),
        TOTAL_CACHE_BYTES // processes,
    )


def init_worker(
    external_painters: dict[str, Painters],
    table_memory: Any = None,
    cache_bytes: int = TOTAL_CACHE_BYTES,
) -> None:
    """Initialize a render worker with the arguments that `worker_args` returns.

    `external_painters` are the drawing functions of external games, by game and kind of picture.
    `table_memory` is the shared memory of the table texture (None: not shared). `cache_bytes` is
    the size of the worker's image cache.
    """
    tune_malloc()
    from render.base import cache
    from render.parts import panels
    from render.pictures import drawing

    cache.IMAGE_CACHE.resize(cache_bytes)
    panels.TABLE_IMAGE.use_memory(table_memory)
    drawing.EXTERNAL_PAINTERS.update(external_painters)


def tune_malloc(large: int = 1 << 20, arenas: int = 2) -> None:
    """Make glibc return large freed blocks to the system, and let threads share arenas.

    Without this, about 40 MiB of freed memory stay allocated. `large` is the size in bytes from
    which blocks are returned, `arenas` the maximum number of arenas. Does nothing with other C
    libraries.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        libc = ctypes.CDLL(None)
        libc.mallopt(M_MMAP_THRESHOLD, large)
        libc.mallopt(M_ARENA_MAX, arenas)


def draw(scene: Scene | Animation, hurried: bool = False) -> Picture:
    """Return a still or moving picture; its file name contains a hash of its bytes.

    The name shows whether a picture has changed. With `hurried`, a still picture is encoded as JPEG
    instead of WebP, which is faster.
    """
    from render.motion import animation_encoder
    from render.pictures import drawing

    if isinstance(scene, Animation):
        picture = animation_encoder.draw_animation(scene)
    else:
        picture = drawing.draw_picture(scene, "jpg" if hurried else "webp")
    stem, _, kind = picture.filename.rpartition(".")
    digest = hashlib.blake2b(picture.data, digest_size=6).hexdigest()
    return msgspec.structs.replace(picture, filename=f"{stem}-{digest}.{kind}")


def warm_up(game: str) -> None:
    """Load the data that every picture of a game needs."""
    from render.pictures import drawing

    drawing.warm_up(game)
