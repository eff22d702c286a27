"""The end: a column for each player, a row for each source of points, the winners in a glow."""

from __future__ import annotations

from games.core.scene import Scene
from games.el_mapa.model.catalog import WONDERS
from games.el_mapa.show.view import GameView
from render import chrome, scores, words
from render.canvas import Canvas
from render.el_mapa.layers.tiles import thing
from render.el_mapa.look import HOUSES, LAYOUT, LOOK, WIDTH, icon
from render.el_mapa.moments import head
from render.layout import Rect
from render.theme import Theme, mix, parse

END = scores.plan(LAYOUT.part("end"))
CROWD = END.part("crowd").over(END)
ROWS: dict[str, list[str]] = LOOK["rows"]
GOLD = (165, 112, 28)


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Header with the winners; castle and wonders of all; points by source; sums."""
    view: GameView = scene.view
    board = view.scoreboard
    rows = board.rows if board else ()
    plan = END if view.n < 5 else CROWD
    margin, tall = chrome.LAYOUT.int("margin"), plan.int("head") + plan.int("scene")
    frame = Rect(margin, 96, WIDTH - 2 * margin, tall + len(rows) * plan.int("row") + plan.int("total"))
    canvas = Canvas(chrome.table(WIDTH, frame.bottom + 24))
    head(canvas, scene, theme)
    table = scores.Table(canvas, scene, theme, plan, frame, tall)
    for person, column in zip(table.persons, table.columns, strict=True):
        table.name(person)
        _built(canvas, theme, view, person.seat, column)
    for row in rows:
        sign, colour = ROWS[row.id]
        said = words.message(scene.game, scene.lang, row.label)
        table.row(icon(sign, 46, parse(colour)), said[:1].upper() + said[1:], row.values)
    laurel = icon("laurel-crown", 46, GOLD)
    total = board.total if board else [one.total for one in view.seats]
    table.total(total, icon("laurel-crown", 74, GOLD), (laurel, laurel))
    return canvas


def _built(canvas: Canvas, theme: Theme, view: GameView, seat: int, column: Rect) -> None:
    """The castle in a player's colour, with the wonders they built; a skull for who was driven out."""
    one, middle = view.seats[seat], column.y + END.int("head") + END.int("scene") / 2
    if one.out:
        canvas.put(icon("death-skull", 92, mix(theme.ink, theme.paper, 0.4)), (column.centre[0], middle))
        return
    body = thing("home", 104, theme.seats[seat].colour)
    wonders = [name for name in WONDERS for _ in range(one.wonders.count(name))][:3]
    shift = 40 if wonders else 0
    canvas.put(body, (column.centre[0] - shift, middle - 6))
    for at, wonder in enumerate(wonders):
        canvas.put(icon(HOUSES[wonder], 52, (124, 90, 148), (250, 240, 220), 2), (column.centre[0] + 58, middle - 40 + at * 44))
