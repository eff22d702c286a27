"""End of the solo game: victory or defeat, its reason, the points, the prestige ladder."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import RULES
from games.imperial_settlers.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sprite
from render.base.theme import (
    BLACK,
    FIGURE,
    HEAVY,
    SERIF,
    WORD,
    Theme,
    dark,
    mix,
    parse,
)
from render.imperial_settlers.layers import glory, virtual
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.pieces import header, woodcut
from render.imperial_settlers.pieces.style import icon
from render.parts import awards, panels, widgets
from render.parts.header import winners
from render.pictures import end_screen

END = TABLE.part("end")
SOLO = END.part("solo")
WIDTH, GAP = TABLE.int("width"), TABLE.int("gap")
STEPS = RULES.solo.prestige
GATE = "jap_gate"


def draw_solo(scene: Scene, theme: Theme) -> Canvas:
    """Draw the final scene (by night after a defeat), the balance, the points, the ladder."""
    view: GameView = scene.view
    board, solo = view.scoreboard, view.solo
    won = bool(winners(board))
    tie_breaks = {row.id: row for row in board.apart} if board else {}
    grade = tie_breaks["prestige"].values[0] if won else -1
    place = glory.stage()
    canvas = Canvas(panels.table(WIDTH, place.height))
    header.draw_head(canvas, scene, theme, seat=0)
    total = board.total[0] if board else view.empires[0].total
    glory.draw_glory(canvas, scene, theme, place.scene)
    rank = i18n.say_for_game(scene.game, scene.lang, f"imp.prestige.{grade if won else 'lost'}")
    text = i18n.say(scene.lang, "imptable.won" if won else "imptable.lost") + " · " + rank
    if won:
        end_screen.draw_awards(canvas, scene, theme, glory.GLORY, place, text)
    else:
        glory.draw_defeat(canvas, theme, place, total, text)
    grid = place.table
    balance = Rect(grid.x, grid.y, grid.w, SOLO.int("balance"))
    panels.lay_panel(canvas, theme, balance)
    if solo is not None:
        inner = Rect(balance.x + 24, balance.y + 6, balance.w - 48, balance.h - 12)
        virtual.draw_balance(
            canvas, theme, scene.lang, solo, view.empires[0].faction, inner, stacked=True
        )
    ladder = Rect(grid.x, grid.bottom - SOLO.int("ladder"), grid.w, SOLO.int("ladder"))
    points = Rect(grid.x, balance.bottom + GAP, grid.w, ladder.y - balance.bottom - 2 * GAP)
    _draw_points(canvas, scene, theme, points, total)
    _draw_ladder(canvas, theme, ladder, grade)
    return canvas


def _draw_points(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, total: int) -> None:
    """Draw the points by source."""
    view: GameView = scene.view
    panels.lay_panel(canvas, theme, frame)
    canvas.record_region("panel", frame, "points")
    total_height = SOLO.int("total")
    rows = view.scoreboard.rows if view.scoreboard else ()
    pitch = (frame.h - total_height - GAP) / max(1, len(rows))
    for i, row in enumerate(rows):
        y = frame.y + GAP / 2 + (i + 0.5) * pitch
        canvas.paste_centred(row_sign(row.id, 48), (frame.x + 48, y))
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
    y = frame.bottom - total_height / 2 - 4
    canvas.pen.line(
        (frame.x + 22, y - total_height / 2, frame.right - 22, y - total_height / 2),
        fill=theme.ink,
        width=3,
    )
    canvas.paste_centred(awards.wreath(50), (frame.x + 52, y))
    text = i18n.say(scene.lang, "total")
    style = writing.Style(SERIF, WORD, theme.ink)
    canvas.text((frame.x + 84, y + WORD * writing.LETTER_DROP), text, style, kind="label")
    style = writing.Style(BLACK, 64, theme.ink)
    canvas.text(
        (frame.right - 40, y + 64 * writing.DIGIT_DROP), str(total), style, "r", kind="number"
    )


def row_sign(key: str, size: int) -> Sprite:
    """Return the sign of a source of points, that of the card Gate for what lies on cards."""
    if key == "placed":
        return woodcut.sign(GATE, size)
    sign, colour = END.get(f"rows.{key}")
    return icon(sign, size, dark(parse(colour), 0.15))


def _draw_ladder(canvas: Canvas, theme: Theme, frame: Rect, grade: int) -> None:
    """Draw the steps of prestige with their points; the reached step is highlighted."""
    panels.lay_panel(canvas, theme, frame)
    canvas.record_region("panel", frame, "ladder")
    step, rise = (frame.w - 2 * GAP) / len(STEPS), 5
    for i, points in enumerate(STEPS):
        top = frame.y + GAP + rise * (len(STEPS) - 1 - i)
        left = round(frame.x + GAP + i * step)
        box = Rect(left, top, round(step) - 6, frame.bottom - GAP - top)
        is_reached, is_lower = i == grade, i < grade
        if is_reached:
            fill = theme.saffron
        elif is_lower:
            fill = mix(theme.paper, theme.saffron, 0.28)
        else:
            fill = mix(theme.paper, theme.table, 0.1)
        rim = dark(fill, 0.5 if is_reached else 0.3)
        widgets.draw_plate(canvas, box, "tile", fill, rim, 5 if is_reached else 3)
        tone = theme.ink if is_reached or is_lower else mix(theme.ink, theme.paper, 0.3)
        canvas.digits(box.centre, str(points), writing.Style(HEAVY, FIGURE, tone), "m")
        canvas.record_region("rung", box, "here" if is_reached else str(i))
