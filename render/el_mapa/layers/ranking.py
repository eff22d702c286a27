"""Final points: one panel with a row for each player, the best first."""

from __future__ import annotations

from games.core.state.score import Scoreboard, ScoreRow
from games.core.views.scene import Scene
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import rounded, scaled
from render.base.theme import BLACK, BOLD, CORNERS, HEAVY, SERIF, Theme
from render.el_mapa.layers.people import row_sign
from render.el_mapa.pieces.style import COLOURS, LAYOUT, icon
from render.parts import panels
from render.parts.header import winners

RANKING = LAYOUT.part("ranking")
MIN_WORDED_LINES = 3


def draw_ranking(canvas: Canvas, scene: Scene, theme: Theme, board: Scoreboard) -> None:
    """Draw each player's name, points by source and sum; winners have a glow."""
    frame, n = RANKING.rect("at"), scene.view.n
    panels.lay_panel(canvas, theme, frame)
    canvas.record_region("panel", frame, "ranking")
    persons = panels.seat_headers(scene, n)
    if RANKING.get("lines")[n] < MIN_WORDED_LINES:
        key = RANKING.get("key")[0]
        _draw_key(canvas, scene, theme, board, Rect(frame.x, frame.y, frame.w, key))
        frame = Rect(frame.x, frame.y + key, frame.w, frame.h - key)
    high = frame.h // n
    for at, rank in enumerate(board.ranking):
        box = Rect(frame.x, frame.y + at * high, frame.w, high)
        if rank.seat in winners(board):
            glow = scaled(rounded(box.w - 12, box.h - 12, CORNERS["field"]), 0.5)
            canvas.tint(glow, box.x + 6, box.y + 6, theme.halo)
        if at or frame.y > RANKING.rect("at").y:
            panels.hairline(canvas, box.x + 16, box.y, box.w - 32)
        _draw_player(canvas, scene, theme, board, persons[rank.seat], box)


def _draw_key(canvas: Canvas, scene: Scene, theme: Theme, board: Scoreboard, box: Rect) -> None:
    """Draw in two lines what the signs of the points are."""
    margin, size, letters = RANKING.int("margin"), RANKING.int("sign"), RANKING.int("key_letters")
    line, style = RANKING.get("key")[1], writing.Style(BOLD, letters, theme.ink)
    first = -(-len(board.rows) // 2)
    for at, rows in enumerate((board.rows[:first], board.rows[first:])):
        x, y = float(box.x + margin), box.y + 2 + (at + 0.5) * line
        for row in rows:
            canvas.paste_centred(row_sign(row.id, size), (x + size / 2, y))
            label = i18n.message(scene.game, scene.lang, row.label)
            x += size + 8
            base = x, y + letters * writing.LETTER_DROP
            x += canvas.text(base, label[:1].upper() + label[1:], style, kind="label") + 2 * margin


def _draw_player(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    board: Scoreboard,
    person: panels.SeatHeader,
    box: Rect,
) -> None:
    """Draw a player's name over the points, and the sum at the right."""
    margin, seat = RANKING.int("margin"), person.seat
    room = RANKING.int("sum_room")
    lines = RANKING.get("lines")[scene.view.n]
    line = (box.h - 12) / (lines + 1)
    worded = lines >= MIN_WORDED_LINES
    at = box.right - margin, box.y + 6 + line / 2 if worded else box.centre[1]
    laurel = RANKING.int("sign") + 8 if seat in winners(board) else 0
    canvas.digits(
        at,
        str(board.total[seat]),
        writing.Style(BLACK, RANKING.int("sum"), theme.ink),
        "r",
        kind="points",
    )
    y, piece = (
        box.y + 6 + line / 2,
        max(RANKING.int("piece_least"), min(RANKING.int("piece"), round(line) - 2)),
    )
    x = box.x + margin + piece / 2
    canvas.paste_centred(panels.sign(theme, person, piece), (x, y))
    left = x + piece / 2 + 12
    width = box.right - room - 10 - left - (laurel + 10 if laurel else 0)
    least = RANKING.int("name_least")
    name, size = panels.fit_name(person, RANKING.int("name"), width, least, press=True)
    style = writing.Style(SERIF, size, theme.ink)
    end = canvas.text((left, y + size * writing.LETTER_DROP), name, style, kind="name", room=width)
    if laurel:
        x = left + end + 10 + laurel / 2
        canvas.paste_centred(icon("laurel-crown", laurel, COLOURS["laurel"]), (x, y))
    columns = -(-len(board.rows) // lines)
    pitch = (box.w - room - margin) / columns
    for i, row in enumerate(board.rows):
        place = box.x + margin + i % columns * pitch, y + line * (i // columns + 1)
        _draw_points(canvas, scene, theme, row, seat, place, pitch, worded=worded)


def _draw_points(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    row: ScoreRow,
    seat: int,
    at: tuple[float, float],
    width: float,
    *,
    worded: bool,
) -> None:
    """Draw the points of a seat from one source, from the point `at` to the right.

    A sign, and with `worded` a word, names the source. `width` is the room in pixels.
    """
    (x, y), size, number = at, RANKING.int("sign"), RANKING.int("number")
    value = row.values[seat]
    canvas.paste_centred(row_sign(row.id, size), (x + size / 2, y))
    style = writing.Style(HEAVY, number, theme.ink if value else panels.muted(theme))
    x += size + 8
    if not worded:
        canvas.digits((x, y), str(value), style)
        return
    right = at[0] + width - 14
    figures = canvas.digits((right, y), str(value), style, "r")
    room = right - figures - 10 - x
    label = i18n.message(scene.game, scene.lang, row.label)
    text, letters = writing.fit_compressed(
        label[:1].upper() + label[1:], SERIF, RANKING.int("label"), room, 30
    )
    words = writing.Style(SERIF, letters, theme.ink)
    end = canvas.text((x, y + letters * writing.LETTER_DROP), text, words, kind="label", room=room)
    for dot in range(round(x + end) + 14, round(right - figures) - 10, 14):
        canvas.pen.ellipse((dot, y + 9, dot + 3, y + 12), fill=panels.muted(theme))
