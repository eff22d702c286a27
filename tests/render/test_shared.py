"""The background of all pictures is decoded once for all render workers and looks the same."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from PIL import Image

from render import render_worker
from render.base.shared_memory_image import SharedImage
from render.parts import panels


def test_from_shared_memory_the_table_is_the_same_at_every_size() -> None:
    assert panels.TABLE_IMAGE.memory_bytes == render_worker.TABLE_IMAGE_BYTES
    lent = SharedImage(
        panels.ASSETS / "table.jpg",
        panels.TABLE_IMAGE.size,
        lambda path: Image.open(path).convert("RGB"),
    )
    lent.use_memory((ctypes.c_ubyte * lent.memory_bytes)())
    for height in (panels.TABLE_IMAGE.size[1], 700, 1):
        assert (
            lent.copy_top_rows(height).tobytes()
            == panels.TABLE_IMAGE.copy_top_rows(height).tobytes()
        )


def test_one_unpacks_it_for_all(tmp_path: Path) -> None:
    reads: list[Path] = []

    def read(path: Path) -> Image.Image:
        reads.append(path)
        return Image.new("RGB", (4, 3), (200, 100, 50))

    memory = (ctypes.c_ubyte * 37)()
    here, there = SharedImage(tmp_path, (4, 3), read), SharedImage(tmp_path, (4, 3), read)
    for one in (here, there):
        one.use_memory(memory)
        drawn = one.copy_top_rows(2)
        assert (drawn.size, drawn.getpixel((3, 1))) == ((4, 2), (200, 100, 50))
        drawn.paste((0, 0, 0), (0, 0, 4, 2))  # whoever draws on it spoils it for nobody
    assert reads == [tmp_path]


@pytest.mark.parametrize("size", [(1200, 1500), (1200, 800), (700, 300), (1200, 1900), (1400, 900)])
def test_a_table_of_any_size(size: tuple[int, int]) -> None:
    assert panels.table(*size).size == size
