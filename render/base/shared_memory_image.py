"""Large image that every render worker needs, decoded once into shared memory."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path

from PIL import Image

Memory = ctypes.Array[ctypes.c_ubyte]


class SharedImage:
    """Image from a file, of `size` (width, height) in RGB, shared by several processes.

    Without shared memory, each process decodes the file for itself.
    """

    def __init__(
        self, path: Path, size: tuple[int, int], read: Callable[[Path], Image.Image]
    ) -> None:
        self._path, self.size, self._read = path, size, read
        self._memory: Memory | None = None

    @property
    def memory_bytes(self) -> int:
        """Return the size that the shared memory must have.

        It is the bytes of the image, and one byte that marks the image as complete.
        """
        return self.size[0] * self.size[1] * 3 + 1

    def use_memory(self, memory: Memory | None) -> None:
        """Use the shared memory `memory`, whose size must be `memory_bytes`.

        The first process that reads the image decodes it into the memory. Two processes may do so
        at once, because they write the same bytes. If `memory` is None, each process decodes the
        file for itself.
        """
        self._memory = memory

    def copy_top_rows(self, height: int) -> Image.Image:
        """Return a copy of the uppermost `height` rows, to draw on."""
        width = self.size[0]
        if self._memory is None:
            return self._read(self._path).crop((0, 0, width, height))
        if not self._memory[0]:
            memoryview(self._memory).cast("B")[1:] = self._read(self._path).tobytes()
            self._memory[0] = 1
        return Image.frombytes(
            "RGB", (width, height), memoryview(self._memory).cast("B")[1 : 1 + width * height * 3]
        )
