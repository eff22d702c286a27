"""Whole map: land, realms, armies, owners, and a card for each player."""

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
from render.el_mapa.pieces.style import ASSETS, LAYOUT
from render.parts import header

BOARD = LAYOUT.part("board")
NEAR = LAYOUT.part("near")


def size_of(rows: int) -> int:
    """Return the tile size in pixels of a map with `rows` rows."""
    return BOARD.int(f"tiles.{rows}")


def frame_of(view: GameView) -> chart.MapFrame:
    """Return the frame of the whole map on the picture."""
    return chart.MapFrame(
        0, 0, view.size, view.size, size_of(view.size), BOARD.int("left"), BOARD.int("top")
    )


def parchment(area: Rect) -> Rect:
    """Return the rectangle of the parchment under a map, with room for letters and numbers."""
    left, top, right, bottom = BOARD.get("frame")
    return Rect(area.x - left, area.y - top, area.w + left + right, area.h + top + bottom)


def areas() -> list[tuple[Rect, int]]:
    """Return (area of the map, height of the picture) for each size of a map."""
    found = {
        (Rect(plan.int("left"), plan.int("top"), rows * size, rows * size), plan.int("high"))
        for plan in (BOARD, NEAR)
        for rows, size in ((int(rows), size) for rows, size in plan.get("tiles").items())
    }
    return sorted(found, key=lambda one: (one[1], one[0].w))


def sheet_path(side: int, high: int) -> str:
    """Return the file name of the stored table for a map `side` pixels wide.

    `high` is the height of the picture in pixels.
    """
    return f"sheet_{high}_{side}.jpg"


@cached
def _sheet(side: int, high: int) -> Sheet:
    """Return the stored table with an empty parchment (made by `tools/art`)."""
    with Image.open(ASSETS / sheet_path(side, high)) as stored:
        return stored.convert("RGB")


@cached
def table(theme: Theme, frame: chart.MapFrame, high: int) -> Sheet:
    """Return the table with an empty parchment, column letters and row numbers.

    `high` is the height of the picture.
    """
    canvas = Canvas(_sheet(frame.area.w, high).copy())
    area = frame.area
    letters = BOARD.int("letters")
    style = writing.Style(HEAVY, letters, dark(theme.table, 0.25))
    for i in range(frame.cols):
        x = area.x + (i + 0.5) * frame.size
        canvas.text((x, area.y - 11), chr(65 + frame.col + i), style, "m", kind="edge")
    for i in range(frame.rows):
        y = area.y + (i + 0.5) * frame.size
        x = area.x - BOARD.int("numbers")
        canvas.digits((x, y), str(frame.row + i + 1), style, "m", kind="edge")
    return canvas.sheet


def record_edges(canvas: Canvas, frame: chart.MapFrame) -> None:
    """Record the strips of column letters and row numbers as regions.

    `table` draws them, but returns only the image.
    """
    area, letters, numbers = frame.area, BOARD.int("letters"), BOARD.int("numbers")
    top = Rect(area.x, area.y - 11 - letters * 7 // 10, area.w, letters * 7 // 10)
    left = Rect(area.x - numbers - letters // 2, area.y, letters, area.h)
    for strip in (top, left):
        canvas.record_region("edge", strip, has_letters=True)


def draw_board(scene: Scene, theme: Theme) -> Canvas:
    """Draw table, land, realms, red lines, signs, paths, troops, marks and players."""
    view: GameView = scene.view
    frame = frame_of(view)
    canvas = Canvas(table(theme, frame, BOARD.int("high")).copy())
    draw_head(canvas, scene, theme)
    header.draw_news(canvas, scene, theme, BOARD.rect("news"))
    canvas.record_region("map", frame.area)
    record_edges(canvas, frame)
    fresh = {cell for cell in scene.changed if cell in chart.tiles_of(view)}
    chart.lay_land(canvas, view, theme, frame, fresh)
    chart.lay_paper(canvas, view, theme, frame)
    chart.lay_realms(canvas, view, theme, frame)
    chart.lay_walls(canvas, view, frame)
    chart.draw_path(canvas, theme, frame, scene.ghost)
    chart.lay_owners(canvas, view, theme, frame)
    chart.lay_signs(canvas, view, frame)
    roomy = frame.size >= chart.ROOMY_TILE_PX
    guarded = None if roomy else overview.within_reach(view)
    overview.lay_troops(canvas, view, theme, frame, fresh, guarded)
    chart.lay_levels(canvas, view, frame)
    chart.lay_steps(canvas, view, frame, scene.marks)
    chart.lay_castles(canvas, view, theme, frame)
    overview.lay_threats(canvas, view, frame)
    chart.lay_targets(canvas, theme, frame, scene.ghost)
    chart.lay_marks(canvas, view, theme, frame, scene.marks, {})
    people.draw_people(canvas, scene, theme)
    return canvas


def warm_up() -> None:
    """Fill the cache with noise, tables, and the drawings in the sizes of all maps."""
    sizes = {*BOARD.get("tiles").values(), *NEAR.get("tiles").values()}
    land.warm_up(tuple(sorted(sizes)))
    for area, high in areas():
        _sheet(area.w, high)
