"""End screen: the map in the colors of the controlling seats, laurels, and the score table.

The columns of the winners glow.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import structs

from games.core.state.score import ScoreRow
from games.core.views.scene import Scene
from games.eight_minute_empire.views.view import GameView, view_of_past_game
from render.base import i18n
from render.base.canvas import Canvas
from render.base.texture import Sprite
from render.base.theme import Theme, mix
from render.eight_minute_empire.layers.glory import GLORY, draw_glory
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import GOODS, LAYOUT, icon, trimmed
from render.eight_minute_empire.screens import board
from render.parts import panels, score_table
from render.pictures import end_screen

END = score_table.table_layout(LAYOUT.part("end"))
TIGHT = END.part("tight").with_defaults_from(END)
TIE_BREAK_ICONS = {"coins": "", "armies": "", "held": "flying-flag", "wins": "crossed-swords"}
MAX_ROWS = 9  # rows that fit below the scene


@dataclass(frozen=True)
class ScoreLine:
    """Row of the score table as text; an `apart` row broke a tie and gives no points."""

    id: str
    label: str
    cells: tuple[str, ...]
    apart: bool = False


def _rows(scene: Scene) -> list[ScoreLine]:
    """Return the scoring rows and the last tie-break criteria that were needed.

    The earlier games of a campaign share one row.
    """
    board_ = scene.view.scoreboard
    earlier = [row for row in board_.rows if row.id.startswith("game")]
    rows = [_score_line(scene, row) for row in board_.rows if row not in earlier]
    if earlier:
        sums = zip(*(row.values for row in earlier), strict=True)
        label = i18n.say(scene.lang, "earlier", n=len(earlier))
        rows.insert(
            0, ScoreLine("games", label, tuple(" + ".join(map(str, values)) for values in sums))
        )
    depth = max((len(rank.trail) for rank in board_.ranking), default=0)
    tie_breaks = board_.apart[:depth][-max(1, MAX_ROWS - len(rows)) :] if depth else ()
    return rows + [_score_line(scene, row, apart=True) for row in tie_breaks]


def _score_line(scene: Scene, row: ScoreRow, *, apart: bool = False) -> ScoreLine:
    text = (
        i18n.say(scene.lang, f"apart.{row.id}")
        if apart
        else i18n.message(scene.game, scene.lang, row.label)
    )
    return ScoreLine(row.id, text[:1].upper() + text[1:], tuple(map(str, row.values)), apart)


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Draw the header with the winners, the final scene and the score table.

    Before the end of the game, draws the board.
    """
    view: GameView = scene.view
    if view.scoreboard is None:
        return board.draw_board(scene, theme)
    rows = _rows(scene)
    layout = END if len(rows) <= END.int("loose_rows") else TIGHT
    above = score_table.names_height(END, view.n)
    place = end_screen.stage(
        GLORY,
        board.WIDTH,
        above + len(rows) * layout.int("row") + END.int("total") + END.int("foot"),
    )
    canvas = Canvas(panels.table(board.WIDTH, place.height))
    board.draw_head(canvas, scene, theme)
    draw_glory(canvas, scene, theme, place.scene)
    end_screen.draw_awards(canvas, scene, theme, GLORY, place)
    table = score_table.ScoreTable(canvas, scene, theme, layout, place.table, above)
    for person in table.persons:
        table.name(person)
    for row in rows:
        if not row.apart:
            table.row(_row_icon(row, theme), row.label, row.cells)
    wreath = icon("laurels", END.int("wreath"), mix(theme.saffron, theme.ink, 0.35))
    table.total(view.scoreboard.total, wreath, score_table.halves(wreath))
    for row in rows:
        if row.apart:
            table.row(_row_icon(row, theme), row.label, row.cells, apart=True)
    return canvas


def draw_past(scene: Scene, theme: Theme) -> Canvas:
    """Draw the end of a campaign's finished game; `scene.spot` is its number."""
    past_view = view_of_past_game(scene.view, int(scene.spot))
    return draw_end(
        structs.replace(scene, kind="end", view=past_view, marks=(), changed=(), ghost=()), theme
    )


def _row_icon(row: ScoreLine, theme: Theme) -> Sprite | None:
    size = END.int("icon")
    if row.id in GOODS:
        return trimmed(row.id, size)
    if row.id in TIE_BREAK_ICONS:
        sprite = {"coins": sprites.coin("", size - 4), "armies": sprites.cube(size)}.get(row.id)
        return sprite or icon(TIE_BREAK_ICONS[row.id], size, theme.rim)
    name = {"regions": "flying-flag", "continents": "compass"}.get(row.id)
    return icon(name, size, mix(theme.rim, theme.ink, 0.3)) if name else None
