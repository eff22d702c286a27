"""Viewer's purse beside the cards: points, goods, and numbers of own Locations by color."""

from __future__ import annotations

from collections import Counter

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import CARDS, COLORS
from games.imperial_settlers.views.view import EmpireView
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import HEAD, HEAVY, Theme
from render.imperial_settlers.layers import seatpanel, strips
from render.imperial_settlers.layers.tiles import TileContext
from render.imperial_settlers.pieces.chips import color_square
from render.parts import panels

COLUMNS = 2
PADDING = 14
POINTS = 84  # height of the line with the points
CHIP, SQUARE = 46, 40


def draw_purse(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, empire: EmpireView) -> None:
    """Draw an Empire's points, and below them goods and colors in two columns."""
    panels.lay_panel(canvas, theme, frame)
    canvas.record_region("supply", frame, str(empire.seat))
    show = TileContext(scene, theme, badge=0, named=True)
    middle = frame.y + POINTS / 2 + 2
    seatpanel.draw_points(canvas, show, empire.seat, frame.right - PADDING, middle, HEAD)
    inner = Rect(frame.x + PADDING, frame.y + POINTS, frame.w - 2 * PADDING, 0)
    panels.hairline(canvas, inner.x, inner.y, inner.w)
    goods, colors = -(-len(strips.ORDER) // COLUMNS), -(-len(COLORS) // COLUMNS)
    line = (frame.bottom - PADDING - inner.y - 16) / (goods + colors)
    draw_goods(
        canvas, scene, theme, Rect(inner.x, inner.y + 4, inner.w, round(goods * line)), empire
    )
    top = round(inner.y + 12 + goods * line)
    panels.hairline(canvas, inner.x, top - 2, inner.w)
    counts = Counter(
        color for location in empire.locations for color in CARDS[location.card].colors
    )
    for k, color in enumerate(COLORS):
        x, y = _cell(Rect(inner.x, top, inner.w, round(colors * line)), colors, k)
        n = counts[color]
        body = color_square(color, SQUARE)
        canvas.paste_centred(body if n else strips.faint(body), (x + CHIP / 2, y))
        tone = theme.ink if n else panels.muted(theme)
        canvas.digits((x + CHIP + 6, y), str(n), writing.Style(HEAVY, HEAD, tone))


def draw_goods(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, empire: EmpireView) -> None:
    """Draw the goods in two columns."""
    new = strips.previewed_goods(scene.ghost, empire.seat)
    lines = -(-len(strips.ORDER) // COLUMNS)
    with canvas.group("purse", str(empire.seat)):
        for k, good in enumerate(strips.ORDER):
            at = _cell(frame, lines, k)
            strips.draw_good(canvas, theme, good, empire.supply, at, CHIP, HEAD, new)


def _cell(frame: Rect, lines: int, k: int) -> tuple[float, float]:
    """Return the point where place `k` begins; places fill two columns line by line.

    `k` counts from 0, and `lines` is the number of lines in `frame`. The point is on the middle of
    the line.
    """
    x = frame.x + frame.w / COLUMNS * (k % COLUMNS)
    return x, frame.y + (k // COLUMNS + 0.5) * frame.h / lines
