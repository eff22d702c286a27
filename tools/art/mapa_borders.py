"""Image of the irregular ground borders between the cells of El Mapa, for the largest map.

Each pixel holds the cell whose ground it shows (row * 16 + column): a chessboard of 16 by 16
cells, sampled through a mesh distorted by noise.
"""

from __future__ import annotations

from PIL import Image

from render.base.texture import noise
from render.el_mapa.layers.patch import WIDEST
from render.el_mapa.pieces.style import ASSETS, LAYOUT

# pixels; the largest size needed, since the ground is painted at half size
CELL = max(LAYOUT.get("board.tiles").values()) // 2
PER_TILE = 4  # mesh corners along a tile


def borders() -> Image.Image:
    """Return the image, `WIDEST * CELL` pixels wide and high."""
    side, across = WIDEST * CELL, WIDEST * PER_TILE + 1
    cells = Image.new("L", (WIDEST, WIDEST))
    cells.putdata(range(WIDEST * WIDEST))
    cells = cells.resize((side, side), Image.Resampling.NEAREST)
    bend_x, bend_y = (noise(across, across, seed, 2.4).tobytes() for seed in (21, 22))
    reach = LAYOUT.float("land.warp") * CELL / 255
    edges = [index * CELL // PER_TILE for index in range(across)]

    def place(i: int, j: int) -> tuple[float, float]:
        """Return where the mesh corner (row i, column j) is sampled."""
        spot = i * across + j
        x = edges[j] + (bend_x[spot] - 127.5) * reach
        y = edges[i] + (bend_y[spot] - 127.5) * reach
        return min(side - 1, max(0, x)), min(side - 1, max(0, y))

    net = [
        (
            (edges[j], edges[i], edges[j + 1], edges[i + 1]),
            (*place(i, j), *place(i + 1, j), *place(i + 1, j + 1), *place(i, j + 1)),
        )
        for i in range(across - 1)
        for j in range(across - 1)
    ]
    return cells.transform(cells.size, Image.Transform.MESH, net, Image.Resampling.NEAREST)


def build() -> None:
    """Write the image."""
    borders().save(ASSETS / "borders.png", optimize=True)
