"""Pictures of the table: the whole board, the map alone, the card row, a part of the map."""

from __future__ import annotations

from dataclasses import dataclass

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
from render.eight_minute_empire.layers import chart, chips, marks, mats, news, row, task
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


def draw_own_head(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Draw the header of a picture of the map, with what is left of the card that the viewer uses."""
    if not task.has_task(scene.view):
        draw_head(canvas, scene, theme)
        return
    header.draw_header(moment, canvas, scene, theme)
    titles = [region.box for region in canvas.regions if region.kind == "title"]
    middle = WIDTH // 2
    left = max((box.right for box in titles if box.centre[0] < middle), default=0)
    right = min((box.x for box in titles if box.centre[0] > middle), default=WIDTH)
    gap = panels.LAYOUT.int("header.gap")
    height = panels.LAYOUT.int("header.height")
    task.draw_task(canvas, scene, theme, Rect(left + gap, 0, right - left - 2 * gap, height - 2))


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
    news.draw_news(canvas, scene, theme, LAYOUT.rect("board.news"))
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
    draw_own_head(canvas, scene, theme)
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


@dataclass(frozen=True)
class Part:
    """Part of the map in a picture: its corner, width and height in map units, and its scale."""

    left: float
    top: float
    w: float
    h: float
    scale: float

    @classmethod
    def around(cls, box: tuple[float, float, float, float]) -> Part | None:
        """Return the part with the box left, top, right, bottom; None if it is too tall."""
        min_height, max_height = LAYOUT.get("crop.height")
        left, top, right, bottom = box
        if bottom - top > max_height * chart.WIDTH / WIDTH:
            return None
        max_scale = min(WIDTH / (right - left), max_height / (bottom - top))
        # The layout has few scales, so that cached masks are used again.
        scales = (scale for scale in LAYOUT.get("crop.scales") if scale <= max_scale)
        scale: float = next(scales, WIDTH / chart.WIDTH)
        # Widen the part to the picture's aspect ratio, and keep it on the map.
        w = WIDTH / scale
        h = min(chart.HEIGHT, max((bottom - top), min_height / scale), max_height / scale)
        left = min(max(0.0, (left + right - w) / 2), chart.WIDTH - w)
        top = min(max(0.0, (top + bottom - h) / 2), chart.HEIGHT - h)
        return cls(round(left), round(top), w, h, scale)

    def window(self, side: str) -> marks.MapWindow:
        """Return the window that shows the part in a picture, below the header."""
        place = Rect(0, panels.LAYOUT.int("header.height"), WIDTH, round(self.h * self.scale))
        return marks.MapWindow(side, self.left, self.top, self.scale, place)


def whole_part(scene: Scene, box: tuple[float, float, float, float]) -> Part | None:
    """Return the part of the map around `box` in which no region with pieces is cut.

    A region of which the part shows a piece or the code is shown with all its pieces and its code.
    All regions with pieces of the viewer are in it. Return None if such a part is too tall.
    """
    while (part := Part.around(box)) is not None:
        map_window = part.window(scene.view.side)
        missing = marks.cut_boxes(scene, map_window, marks.regions_with_pieces(scene.view))
        if not missing:
            return part
        lefts, tops, rights, bottoms = zip(box, *missing, strict=True)
        larger = (
            max(0.0, min(lefts)),
            max(0.0, min(tops)),
            min(float(chart.WIDTH), max(rights)),
            min(float(chart.HEIGHT), max(bottoms)),
        )
        if larger == box:
            return part
        box = larger
    return None


def draw_crop(scene: Scene, theme: Theme) -> Canvas:
    """Draw the part of the map from `window` as large as possible, and the players' chips below.

    If there is no such part, or it is too tall even at the smallest scale, draw the whole map.
    """
    boxes = (
        window(scene, margin, is_wide)
        for is_wide in (True, False)
        for margin in LAYOUT.get("crop.margins")
    )
    parts = (whole_part(scene, box) for box in boxes if box)
    part = next((part for part in parts if part), None)
    if part is None:
        return draw_without_cards(scene, theme)
    map_window = part.window(scene.view.side)
    strip = Rect(0, map_window.at.bottom, WIDTH, LAYOUT.int("crop.strip"))
    canvas = Canvas(panels.table(WIDTH, strip.bottom))
    draw_map(canvas, scene, theme, map_window, framed=False)
    draw_own_head(canvas, scene, theme)
    chips.draw_strip(canvas, scene, theme, strip)
    return canvas
