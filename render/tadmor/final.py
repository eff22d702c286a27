"""The end: a column for each player, a row for each source of points, the winners in a glow."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.messages import msg
from games.core.scene import Scene
from games.core.score import ScoreRow
from games.tadmor.view import GameView
from render import chrome, markers, words
from render import text as writing
from render.canvas import Canvas
from render.layout import Rect, split
from render.tadmor import faces, temple
from render.tadmor.look import BLACK, HEAVY, LAYOUT, LOOK, SERIF, WIDTH, icon
from render.tadmor.moments import head
from render.texture import rounded, scaled
from render.theme import Theme, dark, mix, pale, parse

END = LAYOUT.part("end")
ROWS: dict[str, list[str]] = LOOK["rows"]


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Header with the winners; towers and temples of all; points by source; sums."""
    view: GameView = scene.view
    board = view.scoreboard
    rows = [row for row in board.rows if any(row.values)] if board else []
    margin, gap = chrome.LAYOUT.int("margin"), END.int("gap")
    tall, pitch = END.int("head") + END.int("scene"), END.int("row")
    tie = board is not None and any(rank.trail for rank in board.ranking)
    frame = Rect(margin, 92, WIDTH - 2 * margin, tall + len(rows) * pitch + END.int("total") + (pitch if tie else 0))
    canvas = Canvas(chrome.table(WIDTH, frame.bottom + 24).copy())
    head(canvas, scene, theme)
    canvas.lay(chrome.shadowed_panel(frame.w, frame.h, theme.paper, mix(theme.rim, theme.ink, 0.2), 3, 11), frame.x, frame.y)
    canvas.note("panel", frame)
    left = frame.x + END.int("labels")
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
    total = tuple(board.total) if board else tuple(mat.total for mat in view.mats)
    _totals(canvas, theme, columns, Rect(frame.x, y, frame.w, END.int("total")), total, first)
    if tie:
        goods = ScoreRow("tie", msg("tad.score.tie"), tuple(len(mat.rare) for mat in view.mats))
        _row(canvas, scene, theme, columns, goods, Rect(frame.x, y + END.int("total"), frame.w, pitch))
    return canvas


def _head(canvas: Canvas, theme: Theme, view: GameView, person: chrome.Person, column: Rect) -> None:
    """Piece and name, and below them the temple and how high the tower became."""
    piece, high = END.int("piece"), END.int("head")
    name, size = chrome.fit_name(person, theme.type["name"][1], column.w - piece - 26, theme.small)
    width = writing.width(name, SERIF, size)
    x = column.x + (column.w - width - piece - 8) / 2
    canvas.put(markers.piece(theme, person.seat, piece), (x + piece / 2, column.y + high * 0.52))
    canvas.text((x + piece + 8, column.y + high * 0.68), name, writing.Style(SERIF, size, theme.ink), kind="name")
    mat = view.mats[person.seat]
    middle = column.y + high + END.int("scene") / 2
    half = min(column.w / 4, 76)
    body = temple.temple(max(mat.temples, default=0), ghost=False, width=min(120, round(column.w * 0.5)))
    canvas.put(body, (column.centre[0] - half, middle))
    at = column.centre[0] + half, middle - 20
    canvas.put(icon("stone-tower", 84, dark(theme.seats[person.seat].colour, 0.2), pale(theme.paper, 0.3), 3), at)
    canvas.text((at[0], middle + 58), str(mat.tower), writing.Style(BLACK, 38, theme.ink), "m", kind="height")


def _row(canvas: Canvas, scene: Scene, theme: Theme, columns: Sequence[Rect], row: ScoreRow, frame: Rect) -> None:
    middle = frame.centre[1]
    chrome.hairline(canvas, frame.x + 18, frame.y, frame.w - 36)
    sign, colour = ROWS[row.id]
    canvas.put(icon(sign, 46, parse(colour)), (frame.x + 44, middle))
    said = words.say(scene.lang, "tadmor.tie") if row.id == "tie" else words.message(scene.game, scene.lang, row.label)
    label, size = writing.fit(said, SERIF, 36, END.int("labels") - 84, 34)
    canvas.text((frame.x + 78, middle + size * writing.LETTER_DROP), label, writing.Style(SERIF, size, theme.ink), kind="label")
    for value, column in zip(row.values, columns, strict=True):
        tone = chrome.muted(theme) if not value else theme.madder if value < 0 else theme.ink
        at = column.centre[0], middle + 42 * writing.DIGIT_DROP
        canvas.text(at, str(value).replace("-", "−"), writing.Style(HEAVY, 42, tone), "m", kind="number")


def _totals(
    canvas: Canvas, theme: Theme, columns: Sequence[Rect], frame: Rect, total: Sequence[int], first: Sequence[int],
) -> None:
    """The sums, between laurels for who has won."""
    canvas.pen.line((frame.x + 18, frame.y + 2, frame.right - 18, frame.y + 2), fill=theme.ink, width=3)
    middle, big = frame.centre[1] + 2, END.int("sum")
    canvas.put(faces.laurel(74), (frame.x + 60, middle))
    for seat, (points, column) in enumerate(zip(total, columns, strict=True)):
        said = str(points).replace("-", "−")
        at = column.centre[0], middle + big * writing.DIGIT_DROP
        wide = canvas.text(at, said, writing.Style(BLACK, big, theme.ink), "m", kind="points")
        if seat in first and column.w > wide + 130:
            for side in (-1, 1):
                canvas.put(faces.laurel(52), (column.centre[0] + side * (wide / 2 + 36), middle))


