"""Final scene: the map on a table, every region in the color of the seat that controls it.

The winners' regions are in full color with a white rim, those of others are pale. On each region
stands a piece of the controlling seat with its cities.
"""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.core.views.scene import Scene
from games.eight_minute_empire.views.view import GameView
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.perspective import Tilt
from render.base.texture import Mask, Sheet, flat, scaled
from render.base.theme import Theme
from render.eight_minute_empire.layers import chart
from render.eight_minute_empire.layers.marks import look_of
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import LAYOUT, MAP, icon
from render.parts import panels
from render.parts.header import winners
from render.pictures import end_screen

GLORY = end_screen.end_layout(LAYOUT.part("ceremony"))
TILT = Tilt(GLORY.rect("map"), GLORY.float("far_share"))
DARK, LIGHT = (16, 8, 5), (255, 196, 110)


@cached
def _lamp(w: int, h: int) -> Mask:
    """Return the mask of the lamp light, `w` x `h` pixels."""
    mask = Image.new("L", (w // 8, h // 8))
    x, y, r_x, r_y = (v / 8 for v in GLORY.get("lamp"))
    ImageDraw.Draw(mask).ellipse((x - r_x, y - r_y, x + r_x, y + r_y), fill=255)
    return mask.filter(ImageFilter.GaussianBlur(16)).resize((w, h), Image.Resampling.BICUBIC)


@cached
def _lit_table(w: int, h: int) -> Sheet:
    """Draw the table in the lamp light, with the shadow of the map."""
    table = panels.planks(w, h)
    dim = Image.blend(table, flat(w, h, DARK), GLORY.float("dark"))
    sheet = Image.composite(Image.blend(table, flat(w, h, LIGHT), 0.10), dim, _lamp(w, h))
    shadow = Image.new("L", (w, h))
    shadow.paste(_outline(), (TILT.box.x, TILT.box.y))
    shadow = shadow.filter(ImageFilter.GaussianBlur(9))
    sheet.paste((10, 5, 3), (0, 10), scaled(shadow, 0.75))
    return sheet


@cached
def _outline() -> Mask:
    """Return the mask of the map in its box, in perspective."""
    return TILT.outline()


@cached
def _shade_mask(w: int, h: int) -> Mask:
    """Return the mask that darkens the map outside the lamp light."""
    box = TILT.box
    return scaled(ImageChops.invert(_lamp(w, h)).crop(box.sides), GLORY.float("shade"))


@cached
def _faded_map(side: str) -> Sheet:
    """Return the map without codes, faded so that controlled regions stand out."""
    sheet = chart.map_without_codes(side)
    for region in chart.regions(side):
        cut = chart.cutout(side, region, chart.BOARD)
        sheet.paste(MAP["card"], (cut.x, cut.y), scaled(cut.mask, GLORY.float("faded")))
    chart.draw_frame(sheet)
    return sheet


def _controlled_map(view: GameView, theme: Theme, winning: list[int]) -> Sheet:
    """Return the map with each region in the color of the seat that controls it."""
    sheet = _faded_map(view.side).copy()
    for region, seat in sorted(view.control.items(), key=lambda item: item[1] in winning):
        cut = chart.cutout(view.side, region, chart.BOARD)
        colour, wins = theme.seats[look_of(view, seat)].colour, seat in winning
        share = GLORY.float("won" if wins else "ruled")
        sheet.paste(colour, (cut.x, cut.y), scaled(cut.mask, share))
        if wins:
            _, pale, _ = chart.legal_rim(view.side, region, chart.BOARD)
            sheet.paste(theme.bright, (cut.x, cut.y), pale)
        else:
            band = chart.control_band(view.side, region, chart.BOARD)
            sheet.paste(colour, (cut.x, cut.y), scaled(band, GLORY.float("edged")))
    return sheet


def draw_glory(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the table, the map, and the pieces on it from far to near."""
    view: GameView = scene.view
    winning = winners(view.scoreboard)
    table = _lit_table(frame.w, frame.h).copy()
    tilted_map = TILT.warp(_controlled_map(view, theme, winning))
    tilted_map.paste(DARK, (0, 0), _shade_mask(frame.w, frame.h))
    table.paste(tilted_map, (TILT.box.x, TILT.box.y), _outline())
    canvas.sheet.paste(table, (frame.x, frame.y))
    end_screen.draw_rays(canvas, theme, GLORY, frame)
    _draw_pieces(canvas, theme, view, winning, frame)


def _draw_pieces(
    canvas: Canvas, theme: Theme, view: GameView, winning: list[int], frame: Rect
) -> None:
    """Draw the controlling seat's piece and cities on each region, and the castle.

    The castle stands in the start region. Pieces of `winning` seats are larger.
    """
    regions = chart.regions(view.side)
    castle = regions[view.start].castle
    for region in sorted(regions, key=lambda name: regions[name].box[3]):
        slots = regions[region].slots_for(1, 0)
        u, v = slots.at[0][0] / chart.WIDTH, slots.at[0][1] / chart.HEIGHT
        x, y = TILT.project(u, v)
        seat = view.control.get(region)
        if region == view.start and castle:
            size = GLORY.int("castle")
            at = TILT.project(castle[0] / chart.WIDTH, castle[1] / chart.HEIGHT)
            canvas.paste_centred(
                icon("castle", size, MAP["castle"], MAP["castle_rim"]),
                (frame.x + at[0], frame.y + at[1]),
            )
        if seat is None:
            continue
        size = GLORY.int("piece") if seat in winning else GLORY.int("other")
        towns = view.cities.get(region, ())
        cities = min(towns[seat], 3) if seat < len(towns) else 0
        body = sprites.army(theme, look_of(view, seat), 0, cities, size)
        canvas.paste_centred(body, (frame.x + x, frame.y + y))
        canvas.record_region("ruler", _box(frame.x + x, frame.y + y, size), f"{region}={seat}")


def _box(x: float, y: float, size: float) -> Rect:
    return Rect(round(x - size / 2), round(y - size / 2), round(size), round(size))
