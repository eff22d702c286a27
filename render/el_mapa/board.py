"""The whole map: land, armies, who owns what, and a card for each player."""

from __future__ import annotations

import functools

from games.core.scene import Scene
from games.el_mapa.view import GameView
from render import chrome
from render import text as writing
from render.canvas import Canvas
from render.el_mapa import chart, land, people
from render.el_mapa.look import HEAVY, LAYOUT, WIDTH
from render.el_mapa.moments import head
from render.layout import Rect
from render.texture import Sheet
from render.theme import Theme, dark, load, mix

BOARD = LAYOUT.part("board")


def size_of(rows: int) -> int:
    """Pixels of a tile on a map with so many rows."""
    return BOARD.int(f"tiles.{rows}")


def frame_of(view: GameView) -> chart.Frame:
    """The whole map on the picture."""
    size = size_of(view.size)
    return chart.Frame(0, 0, view.size, view.size, size, (WIDTH - view.size * size) // 2, BOARD.int("top"))


def parchment(frame: chart.Frame) -> Rect:
    """The sheet that the map lies on, with room for letters and numbers."""
    left, top, right, bottom = BOARD.get("frame")
    area = frame.area
    return Rect(area.x - left, area.y - top, area.w + left + right, area.h + top + bottom)


def lay_frame(canvas: Canvas, theme: Theme, frame: chart.Frame) -> None:
    """The parchment with column letters above and row numbers at both sides."""
    sheet, area = parchment(frame), frame.area
    warm = mix(theme.paper, (222, 200, 160), 0.5)
    canvas.lay(chrome.shadowed_panel(sheet.w, sheet.h, warm, dark(theme.table, 0.6), 3, 7), sheet.x, sheet.y)
    canvas.pen.rectangle((area.x - 5, area.y - 5, area.right + 4, area.bottom + 4), outline=dark(theme.table, 0.3), width=3)
    letters = BOARD.int("letters")
    style = writing.Style(HEAVY, letters, dark(theme.table, 0.25))
    for at in range(frame.cols):
        x = area.x + (at + 0.5) * frame.size
        canvas.text((x, area.y - 12), chr(65 + frame.col + at), style, "m", kind="edge")
    for at in range(frame.rows):
        y = area.y + (at + 0.5) * frame.size + letters * writing.DIGIT_DROP
        for x in (area.x - 24, area.right + 24):
            canvas.text((x, y), str(frame.row + at + 1), style, "m", kind="edge")


@functools.lru_cache(maxsize=4)
def _table(theme: Theme, frame: chart.Frame, n: int) -> Sheet:
    """The wooden table with the empty parchment on it."""
    height = parchment(frame).bottom + BOARD.int("foot") + people.height(n) + 6
    canvas = Canvas(chrome.table(WIDTH, height).copy())
    lay_frame(canvas, theme, frame)
    return canvas.sheet


def draw_board(scene: Scene, theme: Theme) -> Canvas:
    """In painter's order: table, land, red lines, signs, armies, ways, marks, persons."""
    view: GameView = scene.view
    frame = frame_of(view)
    canvas = Canvas(_table(theme, frame, view.n).copy())
    head(canvas, scene, theme)
    canvas.note("map", frame.area)
    fresh = {cell for cell in scene.changed if cell in chart.tiles_of(view)}
    chart.lay_land(canvas, view, theme, frame, fresh)
    chart.lay_walls(canvas, view, frame)
    chart.lay_way(canvas, theme, frame, scene.ghost)
    chart.lay_signs(canvas, view, theme, frame)
    chart.lay_armies(canvas, view, theme, frame, fresh)
    chart.lay_targets(canvas, theme, frame, scene.ghost)
    chart.lay_marks(canvas, view, theme, frame, scene.marks, {})
    sheet = parchment(frame)
    people.draw_people(canvas, scene, theme, Rect(24, sheet.bottom + BOARD.int("foot"), WIDTH - 48, people.height(view.n)))
    return canvas


def warm_up() -> None:
    """Noise, the drawings in the sizes of all maps and of close looks, and the table for the map of four."""
    theme = load()
    land.warm_up(((12, size_of(12)), *((rows, size_of(rows)) for rows in (8, 10, 14, 16)), (7, LAYOUT.int("near.tile"))))
    chrome.table(WIDTH, 10)
    _table(theme, chart.Frame(0, 0, 12, 12, size_of(12), (WIDTH - 12 * size_of(12)) // 2, BOARD.int("top")), 4)
