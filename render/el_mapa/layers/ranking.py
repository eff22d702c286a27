"""Final points: one panel with a row for each player, the best first."""

from __future__ import annotations

from games.core.state.score import Rank, Scoreboard, ScoreRow
from games.core.views.scene import Scene
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import rounded, scaled
from render.base.theme import BLACK, CORNERS, HEAVY, SERIF, Theme, mix
from render.el_mapa.layers.people import row_sign
from render.el_mapa.pieces.style import LAYOUT
from render.parts import panels
from render.parts.header import winners

RANKING = LAYOUT.part("ranking")
MIN_WORDED_LINES = 3


def draw_ranking(canvas: Canvas, scene: Scene, theme: Theme, board: Scoreboard) -> None:
    """Draw each player's place, name, points by source and sum; winners have a glow.

    With many players the points have only signs, whose words stand below.
    """
    frame, n = RANKING.rect("at"), scene.view.n
    panels.lay_panel(canvas, theme, frame)
    canvas.record_region("panel", frame, "ranking")
    persons = panels.seat_headers(scene, n)
    worded = _lines(n) >= MIN_WORDED_LINES
    below = 0 if worded else RANKING.int("words")
    high = (frame.h - below) // n
    for at, rank in enumerate(board.ranking):
        box = Rect(frame.x, frame.y + at * high, frame.w, high)
        if rank.seat in winners(board):
            glow = scaled(rounded(box.w - 12, box.h - 12, CORNERS["field"]), 0.5)
            canvas.tint(glow, box.x + 6, box.y + 6, theme.halo)
        if at:
            panels.hairline(canvas, box.x + 16, box.y, box.w - 32)
        _draw_player(canvas, scene, theme, board, (persons[rank.seat], rank), box)
    if not worded:
        words = Rect(frame.x, frame.y + n * high, frame.w, frame.bottom - frame.y - n * high)
        _draw_words(canvas, scene, theme, board, words)


def _lines(n: int) -> int:
    """Return in how many lines the points of each of `n` players stand."""
    return int(RANKING.get("lines")[n])


def _draw_player(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    board: Scoreboard,
    player: tuple[panels.SeatHeader, Rank],
    box: Rect,
) -> None:
    """Draw a player's place, name and sum over the points by source."""
    (person, rank), margin = player, RANKING.int("margin")
    lines = _lines(scene.view.n)
    worded = lines >= MIN_WORDED_LINES
    line = (box.h - 12) / (lines + 1)
    y, piece = box.y + 6 + line / 2, RANKING.int("piece")
    total = str(board.total[person.seat])
    sum_style = writing.Style(BLACK, RANKING.int("sum"), theme.ink)
    right = box.right - margin
    # With words the sum stands over its numbers; otherwise it is beside both lines.
    middle = y if worded else box.centre[1]
    canvas.digits((right, middle), total, sum_style, "r", kind="points")
    room = RANKING.int("sum_room")
    x = box.x + margin + panels.PLACE / 2
    panels.draw_place(canvas, theme, rank.place, (x, y))
    x += (panels.PLACE + piece) / 2 + 8
    canvas.paste_centred(panels.sign(theme, person, piece), (x, y))
    left = x + piece / 2 + 10
    width = box.right - room - 10 - left
    least = RANKING.int("name_least")
    name, size = panels.fit_name(person, RANKING.int("name"), width, least, press=True)
    style = writing.Style(SERIF, size, theme.ink)
    canvas.text((left, y + size * writing.LETTER_DROP), name, style, kind="name", room=width)
    columns = -(-len(board.rows) // lines)
    pitch = (box.w - 2 * margin if worded else box.w - room - margin) / columns
    for i, row in enumerate(board.rows):
        at = box.x + margin + i % columns * pitch, y + line * (i // columns + 1)
        if worded:
            last = i % columns == columns - 1
            worded_end = pitch - (0 if last else RANKING.int("column_gap"))
            _draw_worded(canvas, scene, theme, row, person.seat, at, worded_end)
        else:
            _draw_points(canvas, theme, row, person.seat, at)


def _draw_points(
    canvas: Canvas, theme: Theme, row: ScoreRow, seat: int, at: tuple[float, float]
) -> None:
    """Draw the sign of a source and a seat's points from it, from the point `at` to the right."""
    (x, y), size, value = at, RANKING.int("sign"), row.values[seat]
    canvas.paste_centred(row_sign(row.id, size), (x + size / 2, y))
    tone = theme.ink if value else panels.muted(theme)
    style = writing.Style(HEAVY, RANKING.int("number"), tone)
    canvas.digits((x + size + 8, y), str(value), style)


def _draw_worded(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    row: ScoreRow,
    seat: int,
    at: tuple[float, float],
    width: float,
) -> None:
    """Draw sign and name of a source, and dots that lead to a seat's points from it.

    `at` is the left end, and `width` the room in pixels.
    """
    (x, y), value = at, row.values[seat]
    right = x + width
    tone = theme.ink if value else panels.muted(theme)
    style = writing.Style(HEAVY, RANKING.int("number"), tone)
    figures = canvas.digits((right, y), str(value), style, "r")
    end = _draw_word(canvas, scene, theme, row, at, width - figures - 10)
    colour = mix(theme.rim, theme.paper, 0.25)
    panels.dotted_line(canvas, end + 10, right - figures - 10, y + 8, colour)


def _draw_word(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    row: ScoreRow,
    at: tuple[float, float],
    width: float,
    letters: int = RANKING.int("label"),
) -> float:
    """Draw sign and name of a source from the point `at`, and return the x of their end.

    The name is at most `letters` pixels high and `width` pixels wide.
    """
    (x, y), size = at, RANKING.int("sign")
    canvas.paste_centred(row_sign(row.id, size), (x + size / 2, y))
    x += size + 8
    label = i18n.message(scene.game, scene.lang, row.label)
    room = width - size - 8
    text, letters = writing.fit_compressed(label[:1].upper() + label[1:], SERIF, letters, room, 30)
    words = writing.Style(SERIF, letters, theme.ink)
    return x + canvas.text(
        (x, y + letters * writing.LETTER_DROP), text, words, kind="label", room=room
    )


def _draw_words(canvas: Canvas, scene: Scene, theme: Theme, board: Scoreboard, frame: Rect) -> None:
    """Draw what the signs of the sources mean, in two lines."""
    margin = RANKING.int("margin")
    panels.hairline(canvas, frame.x + margin, frame.y, frame.w - 2 * margin)
    columns = -(-len(board.rows) // 2)
    pitch, line = (frame.w - 2 * margin) / columns, (frame.h - 16) / 2
    for i, row in enumerate(board.rows):
        at = frame.x + margin + i % columns * pitch, frame.y + 4 + line * (i // columns + 0.5)
        _draw_word(canvas, scene, theme, row, at, pitch - 10, RANKING.int("word"))
