"""The end: a column for each player, a row for each source of points, the winners in a glow."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.scene import Scene
from games.core.score import ScoreRow
from games.el_mapa.catalog import WONDERS
from games.el_mapa.view import GameView
from render import chrome, markers, prose, words
from render import text as writing
from render.canvas import Canvas
from render.el_mapa.houses import HOUSES
from render.el_mapa.look import BLACK, HEAVY, LAYOUT, LOOK, SERIF, WIDTH, icon
from render.el_mapa.moments import head
from render.el_mapa.tiles import thing
from render.layout import Rect, split
from render.texture import rounded, scaled
from render.theme import Theme, mix, parse

END = LAYOUT.part("end")
ROWS: dict[str, list[str]] = LOOK["rows"]
GOLD = (165, 112, 28)


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Header with the winners; castle and wonders of all; points by source; sums."""
    view: GameView = scene.view
    board = view.scoreboard
    rows = list(board.rows) if board else []
    margin, gap = chrome.LAYOUT.int("margin"), END.int("gap")
    tall, pitch = END.int("head") + END.int("scene"), END.int("row")
    frame = Rect(margin, 96, WIDTH - 2 * margin, tall + len(rows) * pitch + END.int("total"))
    canvas = Canvas(chrome.table(WIDTH, frame.bottom + 24).copy())
    head(canvas, scene, theme)
    canvas.lay(chrome.shadowed_panel(frame.w, frame.h, theme.paper, mix(theme.rim, theme.ink, 0.2), 3, 11), frame.x, frame.y)
    canvas.note("panel", frame)
    left = frame.x + (END.int("labels") if view.n < 5 else 250)
    columns = [Rect(one.x, frame.y, one.w, frame.h) for one in split(Rect(left, 0, frame.right - left - gap, 0), view.n, gap)]
    first = [rank.seat for rank in board.ranking if rank.place == 1] if board else []
    for seat in first:
        canvas.stain(scaled(rounded(columns[seat].w, frame.h - gap, 14), 0.5), columns[seat].x, frame.y + gap // 2, theme.halo)
    for person, column in zip(chrome.people(scene.names, view.n, scene.lang), columns, strict=True):
        _head(canvas, theme, view, person, column)
    y = frame.y + tall
    for row in rows:
        _row(canvas, scene, theme, columns, row, Rect(frame.x, y, frame.w, pitch))
        y += pitch
    total = tuple(board.total) if board else tuple(one.total for one in view.seats)
    _totals(canvas, theme, columns, Rect(frame.x, y, frame.w, END.int("total")), total, first)
    return canvas


def _head(canvas: Canvas, theme: Theme, view: GameView, person: chrome.Person, column: Rect) -> None:
    """Piece and name, and below them the castle in their colour, with the wonders they built; a skull for who was driven out."""
    piece, high = END.int("piece"), END.int("head")
    name, size = chrome.fit_name(person, theme.type["name"][1], column.w - piece - 20, 26)
    width = writing.width(name, SERIF, size)
    x = column.x + (column.w - width - piece - 8) / 2
    canvas.put(markers.piece(theme, person.seat, piece), (x + piece / 2, column.y + high * 0.52))
    canvas.text((x + piece + 8, column.y + high * 0.68), name, writing.Style(SERIF, size, theme.ink), kind="name")
    one, middle = view.seats[person.seat], column.y + high + END.int("scene") / 2
    if one.out:
        canvas.put(icon("death-skull", 92, mix(theme.ink, theme.paper, 0.4)), (column.centre[0], middle))
        return
    body = thing("home", 104, theme.seats[person.seat].colour)
    wonders = [name for name in WONDERS for _ in range(one.wonders.count(name))][:3]
    shift = 40 if wonders else 0
    canvas.put(body, (column.centre[0] - shift, middle - 6))
    for at, wonder in enumerate(wonders):
        canvas.put(icon(HOUSES[wonder], 52, (124, 90, 148), (250, 240, 220), 2), (column.centre[0] + 58, middle - 40 + at * 44))


def _row(canvas: Canvas, scene: Scene, theme: Theme, columns: Sequence[Rect], row: ScoreRow, frame: Rect) -> None:
    middle = frame.centre[1]
    chrome.hairline(canvas, frame.x + 18, frame.y, frame.w - 36)
    sign, colour = ROWS[row.id]
    canvas.put(icon(sign, 46, parse(colour)), (frame.x + 44, middle))
    said = words.message(scene.game, scene.lang, row.label)
    _label(canvas, theme, said[:1].upper() + said[1:], Rect(frame.x + 78, frame.y, columns[0].x - frame.x - 92, frame.h))
    for value, column in zip(row.values, columns, strict=True):
        tone = chrome.muted(theme) if not value else theme.ink
        at = column.centre[0], middle + 42 * writing.DIGIT_DROP
        canvas.text(at, str(value), writing.Style(HEAVY, 42, tone), "m", kind="number")


def _label(canvas: Canvas, theme: Theme, said: str, room: Rect) -> None:
    """What a row counts, in two lines where one would be too small."""
    label, size = writing.fit(said, SERIF, 36, room.w, 30)
    style = writing.Style(SERIF, size, theme.ink)
    if label == said:
        canvas.text((room.x, room.centre[1] + size * writing.LETTER_DROP), label, style, kind="label")
        return
    lines = prose.wrap(said, style, room.w)
    high = round(prose.height(lines, style))
    prose.set_text(canvas, Rect(room.x, round(room.centre[1] - high / 2), room.w, high + 8), said, style)


def _totals(
    canvas: Canvas, theme: Theme, columns: Sequence[Rect], frame: Rect, total: Sequence[int], first: Sequence[int],
) -> None:
    """The sums, between laurels for who has won."""
    canvas.pen.line((frame.x + 18, frame.y + 2, frame.right - 18, frame.y + 2), fill=theme.ink, width=3)
    middle, big = frame.centre[1] + 2, END.int("sum")
    canvas.put(icon("laurel-crown", 74, GOLD), (frame.x + 60, middle))
    for seat, (points, column) in enumerate(zip(total, columns, strict=True)):
        at = column.centre[0], middle + big * writing.DIGIT_DROP
        wide = canvas.text(at, str(points), writing.Style(BLACK, big, theme.ink), "m", kind="points")
        if seat in first and column.w > wide + 120:
            for side in (-1, 1):
                canvas.put(icon("laurel-crown", 46, GOLD), (column.centre[0] + side * (wide / 2 + 32), middle))


