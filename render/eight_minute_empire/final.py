"""The end: the map as it lies, and the table of scores with the winners' columns glowing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.scene import Scene
from games.core.score import ScoreRow
from games.eight_minute_empire.view import GameView
from render import chrome, markers, words
from render import text as writing
from render.canvas import Canvas
from render.eight_minute_empire import board, chart, pieces
from render.eight_minute_empire.layers import Plate, draw_map
from render.eight_minute_empire.look import GOODS, LAYOUT, icon, trimmed
from render.layout import Rect, split
from render.texture import Sprite, rounded, scaled, tinted
from render.theme import Theme, mix

BLACK, BOLD = "alegreya-sans-900", "alegreya-sans-800"
CROWD = 5                                     # so many columns are too narrow for piece and name side by side
APART = {"coins": "", "armies": "", "held": "flying-flag", "wins": "crossed-swords"}
LONGEST = 9                                   # rows that fit under the map


@dataclass(frozen=True)
class Line:
    """One row of the table as it is written; ``apart`` rows broke a tie and do not count."""

    id: str
    label: str
    cells: tuple[str, ...]
    apart: bool = False


def _n(name: str) -> int:
    return LAYOUT.int(f"end.{name}")


def _head(view: GameView) -> int:
    """The height of the line of names."""
    return LAYOUT.int("end.head5") if view.n == CROWD else _n("head")


def _pitch(rows: Sequence[Line]) -> int:
    """The height of one row."""
    return _n("row") if len(rows) <= _n("loose_rows") else _n("row_tight")


def _rows(scene: Scene) -> list[Line]:
    """The rows that count, a campaign's earlier games in one; of the criteria apart the last ones that had to decide."""
    board_ = scene.view.scoreboard
    earlier = [row for row in board_.rows if row.id.startswith("game")]
    rows = [_line(scene, row) for row in board_.rows if row not in earlier]
    if earlier:
        sums = zip(*(row.values for row in earlier), strict=True)
        label = words.say(scene.lang, "earlier", n=len(earlier))
        rows.insert(0, Line("games", label, tuple(" + ".join(map(str, one)) for one in sums)))
    depth = max((len(rank.trail) for rank in board_.ranking), default=0)
    decided = board_.apart[:depth][-max(1, LONGEST - len(rows)):] if depth else ()
    return rows + [_line(scene, row, apart=True) for row in decided]


def _line(scene: Scene, row: ScoreRow, *, apart: bool = False) -> Line:
    said = words.say(scene.lang, f"apart.{row.id}") if apart else words.message(scene.game, scene.lang, row.label)
    return Line(row.id, said[:1].upper() + said[1:], tuple(map(str, row.values)), apart)


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Header with the winners, map, table of scores; before the end, the board."""
    view: GameView = scene.view
    if view.scoreboard is None:
        return board.draw_board(scene, theme)
    rows, margin = _rows(scene), chrome.LAYOUT.int("margin")
    place = LAYOUT.rect("board.map")
    place = Rect(place.x, chrome.LAYOUT.int("header.height") + _n("gap") + 2, place.w, place.h)
    high = _head(view) + len(rows) * _pitch(rows) + _n("total") + _n("foot")
    frame = Rect(margin, place.bottom + _n("gap"), board.WIDTH - 2 * margin, high)
    canvas = Canvas(chrome.table(board.WIDTH, frame.bottom + LAYOUT.int("board.foot")))
    board.head(canvas, scene, theme)
    board.shadow(canvas, place)
    draw_map(canvas, scene, theme, Plate(view.side, 0, 0, chart.BOARD, place))
    canvas.lay(chrome.shadowed_panel(frame.w, frame.h, theme.paper, mix(theme.rim, theme.ink, 0.2), 3, 11), frame.x, frame.y)
    canvas.note("panel", frame)
    _columns(canvas, scene, theme, frame, rows)
    return canvas


def _columns(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, rows: Sequence[Line]) -> None:
    view: GameView = scene.view
    columns = split(Rect(frame.x + _n("labels"), frame.y, frame.w - _n("labels") - 8, frame.h), view.n, 8)
    _winners(canvas, view, theme, columns)
    _heads(canvas, scene, theme, columns)
    counted = sum(not row.apart for row in rows)
    y = frame.y + _head(view)
    for i, row in enumerate(rows):
        if i == counted:
            y += _n("total")
        _row(canvas, theme, columns, row, Rect(frame.x, y, frame.w, _pitch(rows)))
        y += _pitch(rows)
    _totals(canvas, view, theme, columns, frame, frame.y + _head(view) + counted * _pitch(rows))


def _first(view: GameView) -> set[int]:
    return {rank.seat for rank in view.scoreboard.ranking if rank.place == 1} if view.scoreboard else set()


def _winners(canvas: Canvas, view: GameView, theme: Theme, columns: Sequence[Rect]) -> None:
    """A warm glow behind the columns of those who have won."""
    for seat in _first(view):
        column = columns[seat]
        canvas.stain(scaled(rounded(column.w, column.h - 12, 12), 0.5), column.x, column.y + 6, theme.halo)


def _heads(canvas: Canvas, scene: Scene, theme: Theme, columns: Sequence[Rect]) -> None:
    """Piece and name of every player."""
    for person, column in zip(chrome.people(scene.names, scene.view.n, scene.lang), columns, strict=True):
        piece, stacked = _n("piece"), scene.view.n == CROWD
        room = column.w - 12 if stacked else column.w - piece - 22
        name, size = chrome.fit_name(person, LAYOUT.int("mat.name"), room, theme.small)
        width = writing.width(name, "alegreya-700", size)
        if stacked:
            canvas.put(markers.piece(theme, person.seat, piece), (column.centre[0], column.y + piece * 0.75))
            low = column.y + _head(scene.view) - 12
            canvas.text((column.centre[0], low), name, writing.Style("alegreya-700", size, theme.ink), "m", kind="name")
            continue
        base = column.y + _n("head") * 0.68
        left = column.x + (column.w - width - piece - 8) / 2
        canvas.put(markers.piece(theme, person.seat, piece), (left + piece / 2, column.y + _n("head") * 0.5))
        canvas.text((left + piece + 8, base), name, writing.Style("alegreya-700", size, theme.ink), kind="name")


def _picture(row: Line, theme: Theme) -> Sprite | None:
    size = _n("icon")
    if row.id in GOODS:
        return trimmed(row.id, size)
    if row.id in APART:
        own = {"coins": pieces.coin("", size - 4), "armies": pieces.cube(size)}.get(row.id)
        return own or icon(APART[row.id], size, theme.rim)
    drawn = {"regions": "flying-flag", "continents": "compass"}.get(row.id)
    return icon(drawn, size, mix(theme.rim, theme.ink, 0.3)) if drawn else None


def _row(canvas: Canvas, theme: Theme, columns: Sequence[Rect], row: Line, frame: Rect) -> None:
    """One category: picture, name, a number per player; zeros stay in the background."""
    middle, size = frame.centre[1], theme.small
    chrome.hairline(canvas, frame.x + 14, frame.y, frame.w - 28)
    sprite = _picture(row, theme)
    x = frame.x + _n("pad")
    if sprite:
        canvas.put(sprite, (x + _n("icon") / 2, middle))
    x += _n("icon") + 10 if sprite else 0
    label, size = writing.fit(row.label, "alegreya-700", size, frame.x + _n("labels") - 6 - x, theme.small)
    canvas.text((x, middle + size * 0.32), label, writing.Style("alegreya-700", size, theme.ink), kind="label")
    for value, column in zip(row.cells, columns, strict=True):
        fill = theme.ink if value != "0" and not row.apart else chrome.muted(theme)
        canvas.text((column.centre[0], middle + _n("number") * writing.DIGIT_DROP), value,
                    writing.Style(BOLD, _n("number"), fill), "m", kind="number")


def _totals(canvas: Canvas, view: GameView, theme: Theme, columns: Sequence[Rect], frame: Rect, y: int) -> None:
    """The sums, large; a wreath for who has won."""
    assert view.scoreboard is not None  # noqa: S101 - the caller has looked
    high, big = _n("total"), _n("sum")
    canvas.pen.line((frame.x + 14, y + 2, frame.right - 14, y + 2), fill=theme.ink, width=3)
    gold = mix(theme.saffron, theme.ink, 0.35)
    canvas.put(icon("laurels", _n("wreath"), gold), (frame.x + _n("pad") + _n("wreath") / 2, y + high / 2 + 2))
    for seat, (total, column) in enumerate(zip(view.scoreboard.total, columns, strict=True)):
        base = y + high / 2 + big * writing.DIGIT_DROP + 2
        width = canvas.text((column.centre[0], base), str(total), writing.Style(BLACK, big, theme.ink), "m", kind="points")
        if seat in _first(view):
            for hand in (-1, 1):
                at = (column.centre[0] + hand * (width / 2 + 26), y + high / 2 + 2)
                canvas.put(_half_wreath(hand, gold), at)


def _half_wreath(hand: int, colour: tuple[int, int, int]) -> Sprite:
    """One branch of the wreath, to stand beside a number."""
    whole = icon("laurels", _n("wreath"), colour).getchannel("A")
    half = whole.width // 2
    return tinted(whole.crop((0, 0, half, whole.height) if hand < 0 else (half, 0, whole.width, whole.height)), colour)
