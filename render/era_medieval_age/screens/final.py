"""End screen: the winner's town in the evening, laurels, and the points by category."""

from __future__ import annotations

from games.core.state.score import ScoreRow
from games.core.views.scene import Scene
from games.era_medieval_age.model.catalog import PIECES
from games.era_medieval_age.views.view import GameView
from render.base import i18n, layout
from render.base.canvas import Canvas
from render.base.layout import Layout
from render.base.texture import Sprite
from render.base.theme import Theme, mix
from render.era_medieval_age.layers.glory import GLORY, draw_glory, layout_for
from render.era_medieval_age.pieces import sprites
from render.era_medieval_age.pieces.header import draw_head
from render.era_medieval_age.pieces.style import HERE, TRACKS, icon
from render.parts import panels, score_table
from render.parts.header import winners
from render.pictures import end_screen

END = score_table.table_layout(layout.load(HERE / "table.toml").part("end"))
SHARED_ROW = {"most_culture": "culture"}
BONUS_PREFIX = "bonus_"
ROW_ICONS = {"most_culture": "laurels", "largest_area": "stone-wall"}
WIDTH: int = layout.load(HERE / "table.toml").int("width")


def rows_of(view: GameView) -> tuple[list[ScoreRow], list[ScoreRow]]:
    """Return the categories with points, and the tie-break criteria that were needed."""
    board = view.scoreboard
    assert board is not None  # noqa: S101 - checked by the caller
    depth = max((len(rank.trail) for rank in board.ranking), default=0)
    return [row for row in board.rows if any(row.values)], list(
        board.apart[:depth]
    ) if view.n > 1 else []


def lines_of(rows: list[ScoreRow]) -> list[tuple[ScoreRow, list[str]]]:
    """Return the rows, each with its texts, one per seat.

    A bonus is added to the row that it belongs to ("3+2"): the bonus of a building to the
    building's row, that for most culture to the row of culture.
    """
    known = {row.id for row in rows}
    target_row = {row.id: SHARED_ROW.get(row.id, row.id.removeprefix(BONUS_PREFIX)) for row in rows}
    lines = {
        row.id: (row, [str(value) for value in row.values])
        for row in rows
        if target_row[row.id] == row.id or target_row[row.id] not in known
    }
    for row in rows:
        if row.id not in lines:
            values = lines[target_row[row.id]][1]
            values[:] = [
                f"{text}+{value}" if value else text
                for text, value in zip(values, row.values, strict=True)
            ]
    return list(lines.values())


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Draw the header with the winners; left the final scene, right a score column per player."""
    view: GameView = scene.view
    scored, tie_breaks = rows_of(view)
    lines = lines_of(scored)
    first = winners(view.scoreboard)
    place = _stage(len(first))
    layout = _table_layout(view.n, len(lines) + len(tie_breaks))
    canvas = Canvas(panels.table(WIDTH, place.height))
    draw_head(canvas, scene, theme)
    draw_glory(canvas, scene, theme, place.scene)
    end_screen.draw_awards(canvas, scene, theme, layout_for(len(first)), place, _rank(scene))
    above = score_table.names_height(layout, view.n)
    table = score_table.ScoreTable(canvas, scene, theme, layout, place.table, above)
    for person in table.persons:
        table.name(person)
    icon_height = min(END.int("icon_high"), round(layout.int("row") * END.float("icon_share")))
    for row, values in lines:
        table.row(_row_icon(row, theme, icon_height), _label(scene, row), values)
    assert view.scoreboard is not None  # noqa: S101 - checked by the caller
    sums = [text for _, values in lines for text in values if "+" in text]
    if sums and view.n > 1:
        table.note(i18n.say(scene.lang, "era.sum", sum=sums[0]))
    aside = icon("laurels", END.int("wreath_side"), mix(theme.saffron, theme.ink, 0.35))
    table.total(view.scoreboard.total, score_table.halves(aside))
    for row in tie_breaks:
        table.row(_row_icon(row, theme, icon_height), _label(scene, row), row.values, apart=True)
    return canvas


def _stage(n: int) -> end_screen.EndStage:
    """Return the places on the picture with `n` winners."""
    scene, glory = GLORY.rect("scene"), layout_for(n)
    dx, dy = glory.point("laurels_at")
    return end_screen.EndStage(
        scene,
        GLORY.rect("ribbon_at"),
        (scene.x + dx, scene.bottom + dy),
        END.rect("table"),
        END.int("height"),
    )


def _table_layout(n: int, rows: int) -> Layout:
    """Return the layout of the table of `n` players.

    The rows fill the table; numbers shrink in low rows.
    """
    above = score_table.names_height(END, n)
    space = END.rect("table").h - above - END.int("total") - END.int("gap")
    row = min(END.int("most_row"), space // max(1, rows))
    number = round(row * END.float("number_share"))
    number = max(END.int("least_number"), min(END.int("number"), number))
    label = max(END.int("label_least"), min(END.int("label"), number))
    measures = {"row": row, "number": number, "label": label}
    return Layout(measures).with_defaults_from(END)


def _rank(scene: Scene) -> str:
    """Return the rank that a solo player has reached, as text; "" if there is none."""
    return (
        i18n.say_for_game(scene.game, scene.lang, f"era.rank.{scene.view.rank}")
        if scene.view.rank
        else ""
    )


def _row_icon(row: ScoreRow, theme: Theme, icon_height: int) -> Sprite:
    """Return the icon of a category: the building, or a sign."""
    kind = row.id.removeprefix(BONUS_PREFIX)
    if kind in PIECES:
        return sprites.thumbnail(kind, 0, (END.int("icon"), icon_height))
    if row.id in TRACKS:
        return icon(*_icon_args(TRACKS[row.id], icon_height))
    return icon(ROW_ICONS[row.id], icon_height, mix(theme.rim, theme.ink, 0.3))


def _icon_args(
    track: tuple[str, tuple[int, int, int]], size: int
) -> tuple[str, int, tuple[int, int, int]]:
    return track[0], size, track[1]


def _label(scene: Scene, row: ScoreRow) -> str:
    """Return the name of a category.

    A bonus has the name of its building. The categories for the largest area and most culture have
    shorter names.
    """
    if row.id.startswith(BONUS_PREFIX):
        name = i18n.say_for_game(
            scene.game, scene.lang, f"era.piece.{row.id.removeprefix(BONUS_PREFIX)}"
        )
        return i18n.say(scene.lang, "era.extra", piece=name)
    key = {"largest_area": "era.area", "most_culture": "era.most_culture"}.get(row.id)
    text = i18n.say(scene.lang, key) if key else i18n.message(scene.game, scene.lang, row.label)
    return text[:1].upper() + text[1:]
