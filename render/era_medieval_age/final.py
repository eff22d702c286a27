"""The end: every domain over its column of the score table, the winners' columns in a glow."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from PIL import Image

from games.core.scene import Scene
from games.core.score import ScoreRow
from games.era_medieval_age.catalog import PIECES
from games.era_medieval_age.land import GRID
from games.era_medieval_age.view import GameView
from render import chrome, layout, markers, words
from render import text as writing
from render.canvas import Canvas
from render.era_medieval_age import sprites
from render.era_medieval_age.ground import domain
from render.era_medieval_age.look import HERE, TRACKS, icon
from render.era_medieval_age.moments import head
from render.layout import Rect, split
from render.texture import Sheet, Sprite, rounded, scaled
from render.theme import RGB, Theme, mix

LAYOUT = layout.load(HERE / "table.toml").part("end")
BLACK, BOLD, SERIF = "alegreya-sans-900", "alegreya-sans-800", "alegreya-700"
EXTRA = "bonus_"
DRAWN = {"most_culture": "laurels", "largest_area": "stone-wall"}
WIDTH: int = layout.load(HERE / "table.toml").int("width")


def rows_of(view: GameView) -> tuple[list[ScoreRow], list[ScoreRow]]:
    """The categories in which anybody has points, and of the criteria apart those that had to decide."""
    board = view.scoreboard
    assert board is not None  # noqa: S101 - the caller has looked
    depth = max((len(rank.trail) for rank in board.ranking), default=0)
    return [row for row in board.rows if any(row.values)], list(board.apart[:depth]) if view.n > 1 else []


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Header with the winners, a column for each player: name, domain, points by category, sum."""
    view: GameView = scene.view
    counted, apart = rows_of(view)
    margin, gap = chrome.LAYOUT.int("margin"), LAYOUT.int("gap")
    width = WIDTH - 2 * margin
    solo = view.n == 1                              # one column leaves room for a large domain beside it
    ruled = LAYOUT.int("solo_ruled") if solo else width
    columns = split(Rect(margin + LAYOUT.int("labels"), 0, ruled - LAYOUT.int("labels") - gap, 0), view.n, gap)
    pitch = LAYOUT.int("row" if len(counted) <= LAYOUT.int("loose_rows") else "row_tight")
    top, above = LAYOUT.int("head"), chrome.LAYOUT.int("header.height") + gap + 2
    height = top + (len(counted) + len(apart)) * pitch + LAYOUT.int("total") + gap
    room = LAYOUT.int("most") - above - height - LAYOUT.int("domain_gap") - LAYOUT.int("foot")
    cell = LAYOUT.int("solo_cell") if solo else min(
        LAYOUT.int("cell"), (columns[0].w - 2 * LAYOUT.int("inset")) // GRID.cols, room // GRID.rows)
    tall = 0 if solo else GRID.rows * cell + LAYOUT.int("domain_gap")
    height += tall
    height = max(height, top + GRID.rows * cell + 2 * gap)
    frame = Rect(margin, above, width, height)
    canvas = Canvas(chrome.table(WIDTH, frame.bottom + LAYOUT.int("foot")))
    head(canvas, scene, theme)
    canvas.lay(chrome.shadowed_panel(frame.w, frame.h, theme.paper, mix(theme.rim, theme.ink, 0.2), 3, 11), frame.x, frame.y)
    canvas.note("panel", frame)
    columns = [Rect(one.x, frame.y, one.w, frame.h) for one in columns]
    for seat in _first(view):
        glow = scaled(rounded(columns[seat].w, frame.h - gap, gap), 0.5)
        canvas.stain(glow, columns[seat].x, frame.y + gap // 2, theme.halo)
    lands = [Rect(frame.x + ruled, 0, frame.w - ruled - gap, 0)] if solo else columns
    _heads(canvas, scene, theme, columns, lands, cell)
    y = frame.y + top + tall
    for row in counted:
        _row(canvas, scene, theme, columns, row, Rect(frame.x, y, ruled, pitch), apart=False)
        y += pitch
    _totals(canvas, scene, theme, columns, Rect(frame.x, y, ruled, LAYOUT.int("total")))
    y += LAYOUT.int("total")
    for row in apart:
        _row(canvas, scene, theme, columns, row, Rect(frame.x, y, ruled, pitch), apart=True)
        y += pitch
    return canvas


def _first(view: GameView) -> list[int]:
    board = view.scoreboard
    return [rank.seat for rank in board.ranking if rank.place == 1] if board and view.n > 1 else []


def _heads(canvas: Canvas, scene: Scene, theme: Theme, columns: Sequence[Rect], lands: Sequence[Rect],
           cell: int) -> None:
    """Piece and name of every player, and their domains, each in the middle of its land."""
    view: GameView = scene.view
    piece, top = LAYOUT.int("piece"), LAYOUT.int("head")
    for person, column, land in zip(chrome.people(scene.names, view.n, scene.lang), columns, lands, strict=True):
        name, size = chrome.fit_name(person, theme.type["name"][1], column.w - piece - 2 * LAYOUT.int("gap"), theme.small)
        width = writing.width(name, SERIF, size)
        left = column.x + (column.w - width - piece - 8) / 2
        canvas.put(markers.piece(theme, person.seat, piece), (left + piece / 2, column.y + top * 0.5))
        canvas.text((left + piece + 8, column.y + top * 0.68), name, writing.Style(SERIF, size, theme.ink), kind="name")
        side, edge = GRID.cols * cell, 2
        x, y = round(land.centre[0] - side / 2), column.y + top
        canvas.pen.rectangle((x - edge, y - edge, x + side + edge - 1, y + GRID.rows * cell + edge - 1),
                             fill=mix(theme.table, theme.ink, 0.35))
        canvas.sheet.paste(_small(view.towns[person.seat].pieces, cell, theme.seats[person.seat].colour), (x, y))
        canvas.note("domain", Rect(x, y, side, GRID.rows * cell), str(person.seat))


@functools.lru_cache(maxsize=16)
def _small(pieces: tuple[str, ...], cell: int, colour: RGB) -> Sheet:
    """A domain, when it is small reduced from the size in which the table shows it."""
    if cell >= LAYOUT.int("drawn"):
        return domain(pieces, cell, colour)
    whole = domain(pieces, LAYOUT.int("drawn"), colour)
    return whole.resize((GRID.cols * cell, GRID.rows * cell), Image.Resampling.LANCZOS, reducing_gap=3)


def _picture(row: ScoreRow, theme: Theme) -> Sprite:
    """What stands before a category: the building, or a sign."""
    kind, high = row.id.removeprefix(EXTRA), LAYOUT.int("icon_high")
    if kind in PIECES:
        return sprites.thumbnail(kind, 0, (LAYOUT.int("icon"), high))
    if row.id in TRACKS:
        return icon(*_sized(TRACKS[row.id], high))
    return icon(DRAWN[row.id], high, mix(theme.rim, theme.ink, 0.3))


def _sized(track: tuple[str, tuple[int, int, int]], size: int) -> tuple[str, int, tuple[int, int, int]]:
    return track[0], size, track[1]


def _label(scene: Scene, row: ScoreRow) -> str:
    """The name of a category, short where the building's picture stands before it."""
    if row.id.startswith(EXTRA):
        return words.say(scene.lang, "era.extra")
    short = {"largest_area": "era.area", "most_culture": "era.most_culture"}.get(row.id)
    said = words.say(scene.lang, short) if short else words.message(scene.game, scene.lang, row.label)
    return said[:1].upper() + said[1:]


def _row(canvas: Canvas, scene: Scene, theme: Theme, columns: Sequence[Rect], row: ScoreRow, frame: Rect, *, apart: bool) -> None:
    """One category: picture, name, a number per player; zeros stay in the background."""
    middle = frame.centre[1]
    pad, room = LAYOUT.int("pad"), LAYOUT.int("icon")
    chrome.hairline(canvas, frame.x + pad, frame.y, frame.w - 2 * pad)
    canvas.put(_picture(row, theme), (frame.x + pad + room / 2, middle))
    x = frame.x + pad + room + 10
    label, size = writing.fit(_label(scene, row), SERIF, theme.small, frame.x + LAYOUT.int("labels") - 6 - x, theme.small)
    canvas.text((x, middle + size * writing.LETTER_DROP), label, writing.Style(SERIF, size, theme.ink), kind="label")
    for value, column in zip(row.values, columns, strict=True):
        tone = chrome.muted(theme) if apart or not value else theme.madder if value < 0 else theme.ink
        said, number = str(value).replace("-", "−"), LAYOUT.int("number")
        canvas.text((column.centre[0], middle + number * writing.DIGIT_DROP), said, writing.Style(BOLD, number, tone), "m",
                    kind="number")


def _totals(canvas: Canvas, scene: Scene, theme: Theme, columns: Sequence[Rect], frame: Rect) -> None:
    """The sums, large, in wreaths for who has won; in a solo game the rank."""
    view: GameView = scene.view
    board = view.scoreboard
    assert board is not None  # noqa: S101 - the caller has looked
    pad, big, gold = LAYOUT.int("pad"), LAYOUT.int("sum"), mix(theme.saffron, theme.ink, 0.35)
    canvas.pen.line((frame.x + pad, frame.y + 2, frame.right - pad, frame.y + 2), fill=theme.ink, width=3)
    middle, wreath = frame.centre[1] + 2, LAYOUT.int("wreath")
    canvas.put(icon("laurels", wreath, gold), (frame.x + pad + wreath / 2, middle))
    if view.rank:
        said = words.of_game(scene.game, scene.lang, f"era.rank.{view.rank}")
        face, size = theme.type["name"]
        canvas.text((frame.x + 2 * pad + wreath, middle + size * writing.LETTER_DROP), said,
                    writing.Style(face, size, theme.ink), kind="label")
    for seat, (total, column) in enumerate(zip(board.total, columns, strict=True)):
        base, said = middle + big * writing.DIGIT_DROP, str(total).replace("-", "−")
        width = canvas.text((column.centre[0], base), said, writing.Style(BLACK, big, theme.ink), "m", kind="points")
        if seat in _first(view):
            off = width / 2 + LAYOUT.int("wreath_gap")
            whole = icon("laurels", wreath, gold)
            half = wreath // 2
            canvas.put(whole.crop((0, 0, half, wreath)), (column.centre[0] - off, middle))
            canvas.put(whole.crop((half, 0, wreath, wreath)), (column.centre[0] + off, middle))
