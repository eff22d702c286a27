"""Pictures of the table: the whole board, the map alone, the card row, a part of the map."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFilter

from games.core.views.scene import Scene
from games.eight_minute_empire.model.board import SIDES
from games.eight_minute_empire.views.view import GameView
from render.base import i18n
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Mask
from render.base.theme import WARM, Theme
from render.eight_minute_empire.layers import chart, chips, mats, row
from render.eight_minute_empire.layers.marks import MapWindow, draw_map
from render.eight_minute_empire.pieces.style import LAYOUT
from render.parts import header, panels

WIDTH: int = LAYOUT.int("width")
# Key of the header's verb by phase.
VERBS = {"bid": "waiting", "neutral": "places", "first": "chooses", "wilds": "chooses"}


def moment(view: GameView, lang: str) -> str:
    """Return the state of the game in two or three words."""
    is_campaign = view.games > 1
    if view.phase == "end":
        if view.game_no < view.games:
            return f"{i18n.say(lang, 'campaign', g=view.game_no, of=view.games)} · {i18n.say(lang, 'final')}"
        return i18n.say(lang, "campaign_final" if is_campaign else "final")
    key = view.phase if view.phase in ("bid", "neutral", "wilds") else "turn"
    n = view.neutral_left if key == "neutral" else view.turn
    if is_campaign:
        stage = i18n.say(lang, f"campaign_{key}", n=n, m=view.turns)
        return f"{i18n.say(lang, 'campaign', g=view.game_no, of=view.games)} · {stage}"
    return i18n.say(lang, key, n=n, m=view.turns)


def draw_head(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Draw the header: game, moment, and the seats to act or the winners."""
    header.draw_header(
        moment,
        canvas,
        scene,
        theme,
        header.title(scene, "name"),
        verb=VERBS.get(scene.view.phase, "plays"),
    )


def draw_shadow(canvas: Canvas, box: Rect) -> None:
    """Draw a soft shadow under a rectangle."""
    pad = 20
    canvas.tint(_shadow_mask(box.w + 2 * pad, box.h + 2 * pad), box.x - pad, box.y - pad + 6, WARM)


@cached
def _shadow_mask(w: int, h: int) -> Mask:
    mask = Image.new("L", (w, h))
    ImageDraw.Draw(mask).rounded_rectangle((10, 10, w - 11, h - 11), radius=18, fill=107)
    return mask.filter(ImageFilter.BoxBlur(3))


def draw_closeup(scene: Scene, theme: Theme) -> Canvas:
    """Draw a close-up for players who chose large pictures.

    It shows only the regions or only the cards that the question offers. If the question is
    about neither, draw the board.
    """
    spots = {mark.spot for mark in scene.marks}
    if spots & set(chart.regions(scene.view.side)):
        return draw_crop(scene, theme)
    if not spots & {f"card{i + 1}" for i in range(len(scene.view.row))}:
        return draw_board(scene, theme)
    canvas = Canvas(panels.table(WIDTH, LAYOUT.int("aside.height")))
    draw_head(canvas, scene, theme)
    row.draw_enlarged(canvas, scene, theme, LAYOUT.rect("close.frame"))
    return canvas


def draw_board(scene: Scene, theme: Theme) -> Canvas:
    """Draw header, cards and map, with the players' mats in a column at the right."""
    view: GameView = scene.view
    canvas = Canvas(panels.table(WIDTH, LAYOUT.int("board.height")))
    draw_head(canvas, scene, theme)
    header.draw_news(canvas, scene, theme, LAYOUT.rect("board.news"))
    place = LAYOUT.rect("board.map")
    draw_shadow(canvas, place)
    draw_map(canvas, scene, theme, MapWindow(view.side, 0, 0, chart.BOARD, place))
    mats.draw_mats(canvas, scene, theme, LAYOUT.rect("board.mats"))
    # The cards come last: the glow of the uppermost mat would cut them.
    row.draw_tiles(canvas, scene, theme, LAYOUT.rect("board.row"))
    return canvas


def _beside_map(scene: Scene, theme: Theme) -> Canvas:
    """Draw the map at the board's scale; header and the column at the right are empty."""
    place = LAYOUT.rect("aside.map")
    canvas = Canvas(panels.table(WIDTH, LAYOUT.int("aside.height")))
    draw_shadow(canvas, place)
    draw_map(canvas, scene, theme, MapWindow(scene.view.side, 0, 0, chart.BOARD, place))
    return canvas


def draw_without_mats(scene: Scene, theme: Theme) -> Canvas:
    """Draw the map with the cards beside it, and points and coins above, to choose a card."""
    canvas = _beside_map(scene, theme)
    chips.draw_chips(canvas, scene, theme, moment(scene.view, scene.lang))
    row.draw_bars(canvas, scene, theme, LAYOUT.rect("aside.column"))
    return canvas


def draw_without_cards(scene: Scene, theme: Theme) -> Canvas:
    """Draw header and map with the players' mats beside it."""
    canvas = _beside_map(scene, theme)
    draw_head(canvas, scene, theme)
    mats.draw_mats(canvas, scene, theme, LAYOUT.rect("aside.column"))
    return canvas


def draw_strip(scene: Scene, theme: Theme) -> Canvas:
    """Draw the six cards enlarged, and points and coins above, as for the choice of a card."""
    canvas = Canvas(panels.table(WIDTH, LAYOUT.int("aside.height")))
    chips.draw_chips(canvas, scene, theme, moment(scene.view, scene.lang))
    row.draw_enlarged(canvas, scene, theme, LAYOUT.rect("close.frame"))
    return canvas


def window(
    scene: Scene, margin: int, is_wide: bool = False
) -> tuple[float, float, float, float] | None:
    """Return the box around all marked and previewed regions, with a margin.

    The box is left, top, right, bottom; the box and `margin` are in map units. If no region is
    marked or previewed, the box is around the changed regions, with the codes of their neighbors
    if `is_wide`; None if there are none either.
    """
    regions = chart.regions(scene.view.side)
    asked_about = {mark.spot for mark in scene.marks} | set(scene.ghost)
    changed = {spot.split(":")[0] for spot in scene.changed}  # a spot is "region:seat"
    names = asked_about & regions.keys() or changed & regions.keys()
    if not names:
        return None
    boxes = [regions[name].box for name in names]
    if is_wide and not asked_about & regions.keys():
        board = SIDES[scene.view.side]
        codes = (regions[near].label for name in names for near in board.land[name])
        boxes += [(x, y, x, y) for x, y in codes]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (
        max(0, min(lefts) - margin),
        max(0, min(tops) - margin),
        min(chart.WIDTH, max(rights) + margin),
        min(chart.HEIGHT, max(bottoms) + margin),
    )


def draw_crop(scene: Scene, theme: Theme) -> Canvas:
    """Draw the part of the map from `window` as large as possible.

    If there is no such part, or it is too tall even at the smallest scale, draw the whole map.
    """
    min_height, max_height = LAYOUT.get("crop.height")
    tallest = max_height * chart.WIDTH / WIDTH
    parts = (
        window(scene, margin, is_wide)
        for is_wide in (True, False)
        for margin in LAYOUT.get("crop.margins")
    )
    part = next((part for part in parts if part and part[3] - part[1] <= tallest), None)
    if part is None:
        return draw_without_cards(scene, theme)
    left, top, right, bottom = part
    max_scale = min(WIDTH / (right - left), max_height / (bottom - top))
    # The layout has few scales, so that cached masks are used again.
    scales = (scale for scale in LAYOUT.get("crop.scales") if scale <= max_scale)
    scale: float = next(scales, WIDTH / chart.WIDTH)
    # Widen the window to the picture's aspect ratio, and keep it on the map.
    w = WIDTH / scale
    h = min(chart.HEIGHT, max((bottom - top), min_height / scale), max_height / scale)
    left = min(max(0.0, (left + right - w) / 2), chart.WIDTH - w)
    top = min(max(0.0, (top + bottom - h) / 2), chart.HEIGHT - h)
    band = panels.LAYOUT.int("header.height")
    place = Rect(0, band, WIDTH, round(h * scale))
    canvas = Canvas(panels.table(WIDTH, place.bottom))
    draw_map(
        canvas,
        scene,
        theme,
        MapWindow(scene.view.side, round(left), round(top), scale, place),
        framed=False,
    )
    draw_head(canvas, scene, theme)
    return canvas
