"""End of the solo game: victory or defeat, its reason, the points, the prestige ladder."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import RULES
from games.imperial_settlers.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import (
    BLACK,
    FIGURE,
    HEAVY,
    HEAVY_SERIF,
    SERIF,
    WORD,
    Theme,
    dark,
    mix,
    parse,
)
from render.imperial_settlers.layers import glory, virtual
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.pieces import header
from render.imperial_settlers.pieces.style import icon
from render.parts import panels, widgets
from render.parts.header import winners
from render.pictures import end_screen

END = TABLE.part("end")
WIDTH, GAP = TABLE.int("width"), TABLE.int("gap")
BALANCE_HEIGHT_PX = 140
STEPS = RULES.solo.prestige


def draw_solo(scene: Scene, theme: Theme) -> Canvas:
    """Draw the final scene (by night after a defeat), the balance, the points, the ladder."""
    view: GameView = scene.view
    board, solo = view.scoreboard, view.solo
    step = END.int("step")
    won = bool(winners(board))
    tie_breaks = {row.id: row for row in board.apart} if board else {}
    grade = tie_breaks["prestige"].values[0] if won else -1
    lower_height = max(4 * END.int("row") + END.int("total"), len(STEPS) * step) + 2 * GAP
    place = end_screen.stage(glory.GLORY, WIDTH, BALANCE_HEIGHT_PX + GAP + lower_height)
    canvas = Canvas(panels.table(WIDTH, place.height))
    header.draw_head(canvas, scene, theme, seat=0)
    total = board.total[0] if board else view.empires[0].total
    glory.draw_glory(canvas, scene, theme, place.scene)
    rank = i18n.of_game(scene.game, scene.lang, f"imp.prestige.{grade if won else 'lost'}")
    text = i18n.say(scene.lang, "imptable.won" if won else "imptable.lost") + " · " + rank
    if won:
        end_screen.draw_awards(canvas, scene, theme, glory.GLORY, place, text)
    else:
        glory.draw_defeat(canvas, theme, place, total, text)
    grid = place.table
    frame = Rect(grid.x, grid.y, grid.w, BALANCE_HEIGHT_PX)
    panels.lay_panel(canvas, theme, frame)
    if solo is not None:
        inner = Rect(frame.x + 24, frame.y + 8, frame.w - 48, BALANCE_HEIGHT_PX - 16)
        virtual.draw_balance(canvas, theme, scene.lang, solo, view.empires[0].faction, inner)
    half = (grid.w - GAP) // 2
    left = Rect(grid.x, frame.bottom + GAP, half, lower_height)
    right = Rect(grid.x + half + GAP, frame.bottom + GAP, half, lower_height)
    _draw_points(canvas, scene, theme, left, total)
    _draw_ladder(canvas, scene, theme, right, grade)
    return canvas


def _draw_points(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, total: int) -> None:
    """Draw the points by source."""
    view: GameView = scene.view
    panels.lay_panel(canvas, theme, frame)
    canvas.record_region("panel", frame, "points")
    pitch = (frame.h - END.int("total") - GAP) / 4
    for i, row in enumerate(view.scoreboard.rows if view.scoreboard else ()):
        y = frame.y + GAP / 2 + (i + 0.5) * pitch
        sign, colour = END.get(f"rows.{row.id}")
        canvas.paste_centred(icon(sign, 48, dark(parse(colour), 0.15)), (frame.x + 48, y))
        text, size = writing.fit(
            i18n.say(scene.lang, f"imptable.row.{row.id}"), SERIF, WORD, frame.w - 190, theme.small
        )
        canvas.text(
            (frame.x + 84, y + size * writing.LETTER_DROP),
            text,
            writing.Style(SERIF, size, theme.ink),
            kind="label",
        )
        value = row.values[0]
        tone = theme.ink if value else panels.muted(theme)
        style = writing.Style(HEAVY, FIGURE, tone)
        canvas.text(
            (frame.right - 40, y + FIGURE * writing.DIGIT_DROP),
            str(value),
            style,
            "r",
            kind="number",
        )
    y = frame.bottom - END.int("total") / 2 - 4
    canvas.pen.line(
        (frame.x + 22, y - END.int("total") / 2, frame.right - 22, y - END.int("total") / 2),
        fill=theme.ink,
        width=3,
    )
    canvas.paste_centred(
        icon("laurel-crown", 60, parse(END.get("rows.track")[1])), (frame.x + 56, y)
    )
    style = writing.Style(BLACK, 64, theme.ink)
    canvas.text(
        (frame.right - 40, y + 64 * writing.DIGIT_DROP), str(total), style, "r", kind="number"
    )


def _draw_ladder(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, grade: int) -> None:
    """Draw the steps of prestige with their points, highest on top; the reached one is lit."""
    panels.lay_panel(canvas, theme, frame)
    canvas.record_region("panel", frame, "ladder")
    step = (frame.h - 2 * GAP) / len(STEPS)
    for i, points in enumerate(STEPS):
        y = frame.bottom - GAP - (i + 0.5) * step
        inset = 16 + i * 16
        box = Rect(frame.x + 16, round(y - step / 2) + 4, frame.w - 16 - inset, round(step) - 8)
        is_reached, is_lower = i == grade, i < grade
        if is_reached:
            fill = theme.saffron
        elif is_lower:
            fill = mix(theme.paper, theme.saffron, 0.28)
        else:
            fill = mix(theme.paper, theme.table, 0.1)
        widgets.draw_plate(canvas, box, "tile", fill, dark(fill, 0.5 if is_reached else 0.3), 3)
        tone = theme.ink if is_reached or is_lower else mix(theme.ink, theme.paper, 0.3)
        text = i18n.of_game(scene.game, scene.lang, f"imp.prestige.{i}")
        face = HEAVY_SERIF if is_reached else SERIF
        canvas.text(
            (box.x + 20, y + WORD * writing.LETTER_DROP),
            text,
            writing.Style(face, 38, tone),
            kind="step",
        )
        canvas.digits((box.right - 20, y), str(points), writing.Style(HEAVY, WORD, tone), "r")
        canvas.record_region("rung", box, "here" if is_reached else str(i))
