"""The end: every domain over its column of the score table, the winners' columns in a glow."""

from __future__ import annotations

from PIL import Image

from games.core.scene import Scene
from games.core.score import ScoreRow
from games.era_medieval_age.model.catalog import PIECES
from games.era_medieval_age.model.land import GRID
from games.era_medieval_age.show.view import GameView
from render import chrome, layout, scores, words
from render import text as writing
from render.cache import kept
from render.canvas import Canvas
from render.era_medieval_age.layers.ground import domain
from render.era_medieval_age.look import HERE, TRACKS, icon
from render.era_medieval_age.moments import head
from render.era_medieval_age.pieces import sprites
from render.layout import Layout, Rect
from render.texture import Sheet, Sprite
from render.theme import RGB, Theme, mix

END = scores.plan(layout.load(HERE / "table.toml").part("end"))
TIGHT = END.part("tight").over(END)
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
    lay = END if len(counted) <= END.int("loose_rows") else TIGHT
    margin, gap, solo = chrome.LAYOUT.int("margin"), lay.int("gap"), view.n == 1
    paper, cell = _paper(lay, view.n, (len(counted) + len(apart)) * lay.int("row"))
    # one column leaves room for a large domain beside it
    frame = Rect(margin, paper.y, lay.int("solo_ruled"), paper.h) if solo else paper
    above = lay.int("head") + (0 if solo else GRID.rows * cell + lay.int("domain_gap"))
    canvas = Canvas(chrome.table(WIDTH, paper.bottom + lay.int("foot")))
    head(canvas, scene, theme)
    table = scores.Table(canvas, scene, theme, lay, frame, above, paper)
    lands = [Rect(frame.right, paper.y, paper.right - frame.right - gap, paper.h)] if solo else table.columns
    for person, land in zip(table.persons, lands, strict=True):
        table.name(person)
        _domain(canvas, theme, view.towns[person.seat].pieces, person.seat, land, cell)
    for row in counted:
        table.row(_picture(row, theme), _label(scene, row), row.values)
    _totals(scene, theme, table)
    for row in apart:
        table.row(_picture(row, theme), _label(scene, row), row.values, apart=True)
    return canvas


def _paper(lay: Layout, n: int, rows: int) -> tuple[Rect, int]:
    """The sheet on which everything lies, when its rows are so high, and the size of a domain's cell."""
    margin, gap, head_ = chrome.LAYOUT.int("margin"), lay.int("gap"), lay.int("head")
    above, high = chrome.LAYOUT.int("header.height") + gap + 2, head_ + rows + lay.int("total") + gap
    if n == 1:
        cell = lay.int("solo_cell")
    else:
        width = scores.columns(lay, Rect(margin, 0, WIDTH - 2 * margin, 0), n)[0].w
        room = lay.int("most") - above - high - lay.int("domain_gap") - lay.int("foot")
        cell = min(lay.int("cell"), (width - 2 * lay.int("inset")) // GRID.cols, room // GRID.rows)
        high += GRID.rows * cell + lay.int("domain_gap")
    return Rect(margin, above, WIDTH - 2 * margin, max(high, head_ + GRID.rows * cell + 2 * gap)), cell


def _domain(canvas: Canvas, theme: Theme, pieces: tuple[str, ...], seat: int, land: Rect, cell: int) -> None:
    """A player's domain in the middle of its land, below the names."""
    side, edge = GRID.cols * cell, 2
    x, y = round(land.centre[0] - side / 2), land.y + END.int("head")
    canvas.pen.rectangle((x - edge, y - edge, x + side + edge - 1, y + GRID.rows * cell + edge - 1),
                         fill=mix(theme.table, theme.ink, 0.35))
    canvas.sheet.paste(_small(pieces, cell, theme.seats[seat].colour), (x, y))
    canvas.note("domain", Rect(x, y, side, GRID.rows * cell), str(seat))


@kept
def _small(pieces: tuple[str, ...], cell: int, colour: RGB) -> Sheet:
    """A domain, when it is small reduced from the size in which the table shows it."""
    if cell >= END.int("drawn"):
        return domain(pieces, cell, colour)
    whole = domain(pieces, END.int("drawn"), colour)
    return whole.resize((GRID.cols * cell, GRID.rows * cell), Image.Resampling.LANCZOS, reducing_gap=3)


def _picture(row: ScoreRow, theme: Theme) -> Sprite:
    """What stands before a category: the building, or a sign."""
    kind, high = row.id.removeprefix(EXTRA), END.int("icon_high")
    if kind in PIECES:
        return sprites.thumbnail(kind, 0, (END.int("icon"), high))
    if row.id in TRACKS:
        return icon(*_sized(TRACKS[row.id], high))
    return icon(DRAWN[row.id], high, mix(theme.rim, theme.ink, 0.3))


def _sized(track: tuple[str, tuple[int, int, int]], size: int) -> tuple[str, int, tuple[int, int, int]]:
    return track[0], size, track[1]


def _label(scene: Scene, row: ScoreRow) -> str:
    """The name of a category: a bonus by its building, the two that compare the players in fewer words."""
    if row.id.startswith(EXTRA):
        name = words.of_game(scene.game, scene.lang, f"era.piece.{row.id.removeprefix(EXTRA)}")
        return words.say(scene.lang, "era.extra", piece=name)
    short = {"largest_area": "era.area", "most_culture": "era.most_culture"}.get(row.id)
    said = words.say(scene.lang, short) if short else words.message(scene.game, scene.lang, row.label)
    return said[:1].upper() + said[1:]


def _totals(scene: Scene, theme: Theme, table: scores.Table) -> None:
    """The sums, in wreaths for who has won; in a solo game the rank."""
    view: GameView = scene.view
    board = view.scoreboard
    assert board is not None  # noqa: S101 - the caller has looked
    size, gold = END.int("wreath"), mix(theme.saffron, theme.ink, 0.35)
    if view.rank:
        said = words.of_game(scene.game, scene.lang, f"era.rank.{view.rank}")
        face, letters = theme.type["name"]
        at = table.frame.x + 2 * END.int("pad") + size, table.y + END.int("total") / 2 + 2 + letters * writing.LETTER_DROP
        table.canvas.text(at, said, writing.Style(face, letters, theme.ink), kind="label")
    wreath = icon("laurels", size, gold)
    table.total(board.total, wreath, scores.halves(wreath))
