"""End screen: the winners' land with laurels, all points by source, the tie-breaks."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import RESOURCES
from games.imperial_settlers.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sprite
from render.base.theme import BOLD, RGB, TEXT, Theme, dark, parse
from render.imperial_settlers.layers import glory
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.pieces import header
from render.imperial_settlers.pieces.style import CRESTS, FRAMES, icon
from render.imperial_settlers.screens import board as table_of
from render.imperial_settlers.screens import solitaire
from render.parts import panels, score_table
from render.pictures import end_screen

END = score_table.table_layout(TABLE.part("end"))
WIDTH = TABLE.int("width")
SIGNS: dict[str, str] = {name: sign for name, (sign, _) in END.get("rows").items()}
COLOURS: dict[str, RGB] = {name: parse(colour) for name, (_, colour) in END.get("rows").items()}
Values = tuple[int, ...]


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Draw the final scene and the table of points; the solo game has its own picture."""
    view: GameView = scene.view
    if view.solo is not None:
        return solitaire.draw_solo(scene, theme)
    board = view.scoreboard
    if board is None:
        return table_of.draw_board(scene, theme)
    tie_breaks = _tie_breaks(view)
    above = score_table.names_height(END, view.n) + END.int("crest") + END.int("called")
    place = end_screen.stage(
        glory.GLORY,
        WIDTH,
        above + (len(board.rows) + len(tie_breaks)) * END.int("row") + END.int("total"),
    )
    canvas = Canvas(panels.table(WIDTH, place.height))
    header.draw_head(canvas, scene, theme)
    glory.draw_glory(canvas, scene, theme, place.scene)
    end_screen.draw_awards(canvas, scene, theme, glory.GLORY, place)
    table = score_table.ScoreTable(canvas, scene, theme, END, place.table, above)
    for person, column in zip(table.persons, table.columns, strict=True):
        table.name(person)
        _draw_faction(
            canvas,
            scene,
            view.empires[person.seat].faction,
            column,
            column.y + score_table.names_height(END, view.n),
        )
    for row in board.rows:
        table.row(_sign(row.id), i18n.say(scene.lang, f"imptable.row.{row.id}"), row.values)
    laurel = icon("laurel-crown", 48, COLOURS["track"])
    table.total(board.total, icon("laurel-crown", 64, COLOURS["track"]), (laurel, laurel))
    for key, values in tie_breaks:
        table.row(_sign(key), i18n.say(scene.lang, f"imptable.row.{key}"), values)
    return canvas


def _tie_breaks(view: GameView) -> list[tuple[str, Values]]:
    """Return the tie-break values that were needed: goods, then cards in hand."""
    depth = (
        max((len(rank.trail) for rank in view.scoreboard.ranking), default=0)
        if view.scoreboard
        else 0
    )
    goods = tuple(
        sum(empire.supply[good] for good in (*RESOURCES, "worker")) for empire in view.empires
    )
    hands = tuple(empire.hand for empire in view.empires)
    return [("goods", goods), ("hand", hands)][:depth]


def _draw_faction(canvas: Canvas, scene: Scene, faction: str, column: Rect, top: int) -> None:
    """Draw crest and name of a player's faction at `top`."""
    crest, tone = END.int("crest"), dark(FRAMES[faction], 0.1)
    canvas.paste_centred(icon(CRESTS[faction], crest, tone), (column.centre[0], top + crest / 2))
    name = i18n.of_game(scene.game, scene.lang, f"imp.faction.{faction}")
    text, size = writing.fit(name, BOLD, TEXT, column.w - 8, 34)
    at = column.centre[0], top + crest + END.int("called") * 0.66
    canvas.text(at, text, writing.Style(BOLD, size, tone), "m", kind="faction")


def _sign(key: str) -> Sprite:
    return icon(SIGNS[key], 46, dark(COLOURS[key], 0.15))
