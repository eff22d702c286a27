"""Viewer's purse beside the cards: points, goods, and numbers of own Locations by color."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import CARD_GOODS, CARDS, COLORS
from games.imperial_settlers.views.income import next_production
from games.imperial_settlers.views.view import EmpireView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import BOLD, HEAD, HEAVY, TEXT, Theme, dark
from render.imperial_settlers.layers import seatpanel, strips
from render.imperial_settlers.layers.tiles import TileContext
from render.imperial_settlers.pieces import chips
from render.imperial_settlers.pieces.style import COLORS as COLOR_SIGNS
from render.parts import panels

COLUMNS = 2
PADDING = 14
POINTS = 84  # height of the line with the points
CHIP, SQUARE = 46, 42
TAG_PAD_PX = 7  # beside the number on a label
HEADING, MOST_LINE_PX = 52, 68  # heights in pixels


def draw_purse(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    frame: Rect,
    empire: EmpireView,
    *,
    income: bool = False,
) -> None:
    """Draw an Empire's points, and below them goods and colors in two columns.

    Colors without a Location are left out. With `income`, while cards are chosen before the
    Production phase, goods that are not there are left out too, and what that phase brings follows.
    """
    panels.lay_panel(canvas, theme, frame)
    canvas.record_region("supply", frame, str(empire.seat))
    show = TileContext(scene, theme, badge=0, named=True)
    middle = frame.y + POINTS / 2 + 2
    seatpanel.draw_points(canvas, show, empire.seat, frame.right - PADDING, middle, HEAD)
    inner = Rect(frame.x + PADDING, frame.y + POINTS, frame.w - 2 * PADDING, 0)
    counts = Counter(
        color for location in empire.locations for color in CARDS[location.card].colors
    )
    colors = [color for color in COLORS if counts[color]]
    gains = next_production(empire) if income else {}
    gained = [good for good in (*strips.ORDER, *CARD_GOODS, "vp") if gains.get(good)]
    held = [good for good in strips.ORDER if empire.supply.get(good, 0) or not income]
    lines = [-(-len(part) // COLUMNS) for part in (held, gained, colors)]
    headings = HEADING * (bool(gained) + bool(colors))
    room = frame.bottom - PADDING - inner.y - 4 - headings
    line = min(MOST_LINE_PX, room / max(1, sum(lines)))
    chip = min(CHIP, round(line) - 4)
    y = inner.y
    if held:
        panels.hairline(canvas, inner.x, y, inner.w)
        goods = Rect(inner.x, y + 4, inner.w, round(lines[0] * line))
        draw_goods(canvas, scene, theme, goods, empire, held, chip)
        y = goods.bottom
    if gained:
        word = i18n.say_for_game(scene.game, scene.lang, "imp.kind.production")
        y = _draw_heading(canvas, theme, word, Rect(inner.x, y, inner.w, HEADING))
        for k, good in enumerate(gained):
            at = _cell(Rect(inner.x, y, inner.w, round(lines[1] * line)), lines[1], k)
            canvas.paste_centred(chips.chip(good, chip), (at[0] + chip / 2, at[1]))
            style = writing.Style(HEAVY, HEAD, dark(theme.olive, 0.2))
            left = at[0] + chip + 4, at[1] + HEAD * writing.DIGIT_DROP
            wide = inner.w / COLUMNS - chip - 8
            canvas.text(left, f"+{gains[good]}", style, kind="income", room=wide)
        y += round(lines[1] * line)
    if not colors:
        return
    word = i18n.say(scene.lang, "imptable.own_empire")
    y = _draw_heading(canvas, theme, word, Rect(inner.x, y, inner.w, HEADING))
    for k, color in enumerate(colors):
        at = _cell(Rect(inner.x, y, inner.w, round(lines[2] * line)), lines[2], k)
        text, side = str(counts[color]), min(SQUARE, chip)
        width = writing.width(text, HEAVY, HEAD)
        body = chips.tag(*COLOR_SIGNS[color], side, round(width) + 2 * TAG_PAD_PX)
        canvas.paste_centred(body, (at[0] + body.width / 2 - chips.SHADOW_MARGIN_PX, at[1]))
        style = writing.Style(HEAVY, HEAD, theme.ink)
        canvas.digits((at[0] + side + TAG_PAD_PX, at[1]), text, style)


def _draw_heading(canvas: Canvas, theme: Theme, word: str, box: Rect) -> int:
    """Draw a word below a line; return the y of the lower end of `box`."""
    panels.hairline(canvas, box.x, box.y, box.w)
    text, size = writing.fit_compressed(word, BOLD, TEXT, box.w, theme.small)
    style = writing.Style(BOLD, size, dark(theme.table, 0.1))
    at = box.x, box.centre[1] + 3 + size * writing.LETTER_DROP
    canvas.text(at, text, style, kind="label", room=box.w)
    return box.bottom


def draw_goods(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    frame: Rect,
    empire: EmpireView,
    goods: Sequence[str] = strips.ORDER,
    chip: int = CHIP,
) -> None:
    """Draw `goods` in two columns."""
    new = strips.previewed_goods(scene.ghost, empire.seat)
    lines = -(-len(goods) // COLUMNS)
    with canvas.group("purse", str(empire.seat)):
        for k, good in enumerate(goods):
            at = _cell(frame, lines, k)
            strips.draw_good(canvas, theme, good, empire.supply, at, chip, HEAD, new)


def _cell(frame: Rect, lines: int, k: int) -> tuple[float, float]:
    """Return the point where place `k` begins; places fill two columns line by line.

    `k` counts from 0, and `lines` is the number of lines in `frame`. The point is on the middle of
    the line.
    """
    x = frame.x + frame.w / COLUMNS * (k % COLUMNS)
    return x, frame.y + (k // COLUMNS + 0.5) * frame.h / lines
