"""Whole map: land, armies, owners, and a card for each player."""

from __future__ import annotations

from PIL import Image

from games.core.views.scene import Scene
from games.el_mapa.views.view import GameView
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet
from render.base.theme import HEAVY, Theme, dark
from render.el_mapa.layers import chart, land, overview, people
from render.el_mapa.pieces.header import draw_head
from render.el_mapa.pieces.style import ASSETS, LAYOUT, WIDTH

BOARD = LAYOUT.part("board")


def size_of(rows: int) -> int:
    """Return the tile size in pixels of a map with `rows` rows."""
    return BOARD.int(f"tiles.{rows}")


def frame_of(view: GameView) -> chart.MapFrame:
    """Return the frame of the whole map on the picture."""
    size = size_of(view.size)
    map_area = area(view.size * size)
    return chart.MapFrame(0, 0, view.size, view.size, size, map_area.x, map_area.y)


def area(side: int) -> Rect:
    """Return the rectangle of a map that is `side` pixels wide."""
    return Rect((WIDTH - side) // 2, BOARD.int("top"), side, side)


def parchment(area: Rect) -> Rect:
    """Return the rectangle of the parchment under a map, with room for letters and numbers."""
    left, top, right, bottom = BOARD.get("frame")
    return Rect(area.x - left, area.y - top, area.w + left + right, area.h + top + bottom)


@cached
def _sheet(side: int) -> Sheet:
    """Return the stored table with an empty parchment for that width (made by `tools/art`)."""
    with Image.open(ASSETS / f"sheet_{side}.jpg") as stored:
        return stored.convert("RGB")


@cached
def table(theme: Theme, frame: chart.MapFrame, foot: int) -> Sheet:
    """Return the table with an empty parchment, column letters and row numbers.

    `foot` is the pixels below the parchment.
    """
    canvas = Canvas(_sheet(frame.area.w).crop((0, 0, WIDTH, parchment(frame.area).bottom + foot)))
    area = frame.area
    letters = BOARD.int("letters")
    style = writing.Style(HEAVY, letters, dark(theme.table, 0.25))
    for i in range(frame.cols):
        x = area.x + (i + 0.5) * frame.size
        canvas.text((x, area.y - 12), chr(65 + frame.col + i), style, "m", kind="edge")
    for i in range(frame.rows):
        y = area.y + (i + 0.5) * frame.size + letters * writing.DIGIT_DROP
        for x in (area.x - BOARD.int("numbers"), area.right + BOARD.int("numbers")):
            canvas.text((x, y), str(frame.row + i + 1), style, "m", kind="edge")
    return canvas.sheet


def draw_board(scene: Scene, theme: Theme) -> Canvas:
    """Draw table, land, red lines, signs, armies, paths, marks and players, back to front."""
    view: GameView = scene.view
    frame = frame_of(view)
    foot = BOARD.int("foot")
    canvas = Canvas(table(theme, frame, foot + people.height(view.n) + 6).copy())
    draw_head(canvas, scene, theme)
    canvas.record_region("map", frame.area)
    fresh = {cell for cell in scene.changed if cell in chart.tiles_of(view)}
    chart.lay_land(canvas, view, theme, frame, fresh)
    chart.lay_walls(canvas, view, frame)
    chart.draw_path(canvas, theme, frame, scene.ghost)
    if frame.size < chart.MIN_TILE_PX:
        chart.lay_signs(canvas, view, frame, overview.within_reach(view))
        overview.lay_rims(canvas, view, theme, frame)
        overview.lay_banners(canvas, view, theme, frame, fresh)
        chart.lay_owners(canvas, view, theme, frame)
    else:
        chart.lay_owners(canvas, view, theme, frame)
        chart.lay_signs(canvas, view, frame)
        chart.lay_armies(canvas, view, theme, frame, fresh)
    chart.lay_targets(canvas, theme, frame, scene.ghost)
    chart.lay_marks(canvas, view, theme, frame, scene.marks, {})
    people.draw_people(
        canvas,
        scene,
        theme,
        Rect(24, parchment(frame.area).bottom + foot, WIDTH - 48, people.height(view.n)),
    )
    return canvas


def warm_up() -> None:
    """Fill the cache with noise, tables, and the drawings in the sizes of all maps."""
    sizes = [(rows, size_of(rows)) for rows in (8, 10, 12, 14, 16)]
    close_look = (LAYOUT.int("near.cells"), LAYOUT.int("near.tile"))
    land.warm_up(tuple(size for _, size in (*sizes, close_look)))
    for side in {rows * size for rows, size in (*sizes, close_look)}:
        _sheet(side)
