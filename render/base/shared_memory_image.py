"""A picture that every painter needs, and that is large: unpacked once, in memory that all of their processes share."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path

from PIL import Image

Memory = ctypes.Array[ctypes.c_ubyte]


class SharedImage:
    """A stored picture, `size` pixels of RGB. Where no memory is lent to it, as in programs of one process, it is read like any
    other."""

    def __init__(
        self, path: Path, size: tuple[int, int], read: Callable[[Path], Image.Image]
    ) -> None:
        self._path, self.size, self._read = path, size, read
        self._memory: Memory | None = None

    @property
    def room(self) -> int:
        """Bytes that it takes, and one that says that they are there."""
        return self.size[0] * self.size[1] * 3 + 1

    def lend(self, memory: Memory | None) -> None:
        """From now on it lies in `memory`, of `room` bytes; the first process to look unpacks it there. Two may do so at once:
        they write the same."""
        self._memory = memory

    def top(self, height: int) -> Image.Image:
        """Its uppermost `height` rows of pixels as a picture of one's own, to draw on."""
        width = self.size[0]
        if self._memory is None:
            return self._read(self._path).crop((0, 0, width, height))
        if not self._memory[0]:
            memoryview(self._memory).cast("B")[1:] = self._read(self._path).tobytes()
            self._memory[0] = 1
        return Image.frombytes(
            "RGB", (width, height), memoryview(self._memory).cast("B")[1 : 1 + width * height * 3]
        )
