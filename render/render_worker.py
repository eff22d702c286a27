"""What a painter's process does: it makes itself ready, draws one scene after the other, and ends with the bot."""

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

WOOD = 1200 * 1500 * 3 + 1  # bytes of `render.parts.panels.WOOD`
ROOM = (
    40 << 20
)  # bytes of what is kept between pictures, in all processes for still pictures together (docs/performance.md)
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # of glibc's malloc.h
Painters = Mapping[str, Callable[..., Any]]
ELSEWHERE: dict[
    str, Painters
] = {}  # the painters of games that live elsewhere, to be made known in each process


def register_game(game: str, painters: Painters) -> None:
    """Draw a game that lives elsewhere: its painters by kind of picture, functions of modules that a painter can import."""
    from render.pictures import encode

    encode.ELSEWHERE[game] = ELSEWHERE[game] = painters


@functools.lru_cache(maxsize=1)
def worker_args(processes: int) -> tuple[dict[str, Painters], Any, int]:
    """What the bot hands to each of so many painters' processes (`init_worker`): the painters of
    games that live elsewhere, memory for
    the table that all pictures lie on, and the bytes that it may keep. The bot itself looks at no picture: it takes the room by
    its number."""
    return (
        ELSEWHERE,
        multiprocessing.get_context("spawn").RawArray(ctypes.c_ubyte, WOOD),
        ROOM // processes,
    )


def init_worker(others: dict[str, Painters], wood: Any = None, room: int = ROOM) -> None:
    """Once in each process: a bounded shelf, and what `worker_args` says."""
    tune_malloc()
    from render.base import cache
    from render.parts import panels
    from render.pictures import encode

    cache.SHELF.resize(room)
    panels.WOOD.lend(wood)
    encode.ELSEWHERE.update(others)


def tune_malloc(large: int = 1 << 20, arenas: int = 2) -> None:
    """Large pieces of memory go back to the system when they are freed, and threads share arenas: glibc would keep some 40 MiB
    for later. Other systems' C libraries know nothing of it."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        libc = ctypes.CDLL(None)
        libc.mallopt(M_MMAP_THRESHOLD, large)
        libc.mallopt(M_ARENA_MAX, arenas)


def draw(scene: Scene | Animation, hurried: bool = False) -> Picture:
    """One picture, still or moving, named by its content, so that an unchanged one is known as such."""
    from render.motion import encoder
    from render.pictures import encode

    picture = (
        encoder.draw(scene)
        if isinstance(scene, Animation)
        else encode.draw(scene, "jpg" if hurried else "webp")
    )
    stem, _, kind = picture.filename.rpartition(".")
    digest = hashlib.blake2b(picture.data, digest_size=6).hexdigest()
    return msgspec.structs.replace(picture, filename=f"{stem}-{digest}.{kind}")


def warm_up(game: str) -> None:
    """Make ready what every picture of a game needs."""
    from render.pictures import encode

    encode.warm_up(game)
