"""Shop of a castle: buildings that can be built now, with their prices."""

from __future__ import annotations

from games.core.views.scene import Mark, Scene
from games.el_mapa.model.catalog import BUILDINGS, fits_row
from games.el_mapa.views.view import CastleView, GameView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect, split
from render.base.texture import rounded
from render.base.theme import CORNERS, HEAVY, SERIF, SMALL, TEXT, Theme, dark, mix
from render.el_mapa.pieces.cubes import cube
from render.el_mapa.pieces.emblems import emblem
from render.el_mapa.pieces.style import GOODS, LAYOUT, LEVELS
from render.parts import markers, panels

SHOP = LAYOUT.part("castle.shop")
SIDE = LAYOUT.part("castle.side")


def marked_offers(scene: Scene, castle: CastleView) -> dict[str, Mark]:
    """Return the marks in the shop of a castle, by building."""
    prefix = f"{castle.cell}.shop."
    return {
        mark.spot.removeprefix(prefix): mark for mark in scene.marks if mark.spot.startswith(prefix)
    }


def choices(scene: Scene, castle: CastleView) -> list[str]:
    """Return the buildings that the shop shows.

    These are the buildings with a letter, if any. Otherwise they are all buildings that fit a free
    space and that the owner can pay, the highest level first. If the owner can pay none, they are
    some buildings that fit, those for which the fewest goods are missing first.
    """
    lettered = list(marked_offers(scene, castle))
    if lettered:
        return lettered
    view: GameView = scene.view
    fitting = [
        name
        for name in BUILDINGS
        if name not in castle.spaces.values()
        and view.supply.get(name, 1)
        and any(fits_row(name, space) for space in castle.free)
    ]
    affordable = [name for name in fitting if not missing_goods(view, castle, name)]
    if affordable:
        return sorted(
            affordable,
            key=lambda name: (-BUILDINGS[name].level, -sum(BUILDINGS[name].cost.values())),
        )
    return sorted(fitting, key=lambda name: missing_goods(view, castle, name))[: SHOP.int("most")]


def missing_goods(view: GameView, castle: CastleView, name: str) -> int:
    """Return how many goods the owner lacks for the full price of a building; 0 if none."""
    goods = view.seats[castle.owner].goods
    return sum(max(0, n - goods[good]) for good, n in BUILDINGS[name].cost.items())


def _heading(scene: Scene, castle: CastleView, names: list[str]) -> str:
    """Return the heading of the shop: empty, too expensive, own, or another player's."""
    view: GameView = scene.view
    if not names:
        key = "shop_empty"
    elif not marked_offers(scene, castle) and missing_goods(view, castle, names[0]) > 0:
        key = "shop_dear"
    else:
        key = "shop" if castle.owner == view.viewer else "shop_other"
    return i18n.say(scene.lang, f"el_mapa.{key}").replace("|", " ")


def lay_list(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    castle: CastleView,
    names: list[str],
    box: Rect,
    hidden: int = 0,
) -> None:
    """Draw the offers (regions `offer`) one to a line, with letters where the seat may choose.

    If some offers are `hidden`, a line below tells how many.
    """
    heading, shown = SIDE.int("heading"), len(names) + bool(hidden)
    line = (box.h - heading - 8) // max(1, shown)
    line = min(SIDE.int("offer_most"), max(SIDE.int("offer"), line))
    text = _heading(scene, castle, names)
    style = writing.Style(SERIF, TEXT, theme.ink)
    high = heading + line * shown + 8
    if not names:
        high = round(rich_text.height(rich_text.wrap(text, style, box.w - 40), style)) + 32
    panel = Rect(box.x, box.y, box.w, high)
    panels.lay_panel(canvas, theme, panel, warm=True)
    canvas.record_region("panel", panel, "shop")
    room = Rect(box.x + 20, box.y, box.w - 40, heading)
    if names:
        said, size = writing.fit_compressed(text, SERIF, TEXT, room.w, SHOP.int("letters"))
        canvas.text(
            (room.x, room.centre[1] + size * writing.LETTER_DROP),
            said,
            writing.Style(SERIF, size, theme.ink),
            room=room.w,
        )
    else:
        rich_text.set_text(canvas, Rect(room.x, room.y + 8, room.w, panel.h - 8), text, style)
    marks = marked_offers(scene, castle)
    for at, name in enumerate(names):
        place = Rect(box.x + 8, box.y + heading + at * line, box.w - 16, line)
        panels.hairline(canvas, place.x + 6, place.y, place.w - 12)
        _draw_line(canvas, scene, theme, name, place, marks.get(name))
        canvas.record_region("offer", place, name)
    if hidden:
        more = i18n.say(scene.lang, "el_mapa.shop_more", n=hidden)
        y = box.y + heading + (len(names) + 0.5) * line
        panels.hairline(canvas, box.x + 14, round(y - line / 2), box.w - 28)
        _write(canvas, theme, more, room.x, y, room.w, kind="more")


def _draw_line(
    canvas: Canvas, scene: Scene, theme: Theme, name: str, box: Rect, mark: Mark | None
) -> None:
    """Draw picture, name and price of an offer side by side."""
    w, h = SHOP.get("thumb")
    picture = Rect(box.x + 2, box.y + (box.h - h) // 2, w, h)
    _draw_picture(canvas, name, picture)
    right = _draw_price(canvas, theme, name, box.right - 4, box.centre[1])
    left = picture.right + 8
    _draw_name(canvas, scene, theme, name, left, box.centre[1], right - 14 - left)
    if mark:
        _draw_letter(canvas, theme, mark, picture.x + 18, picture.centre[1])


def lay_tiles(
    canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView, names: list[str]
) -> None:
    """Draw many offers (regions `offer`) as tiles in columns, in the place of the castle."""
    frame, columns = SHOP.rect("tile"), SHOP.int("columns")
    marks, rows = marked_offers(scene, castle), -(-len(names) // columns)
    gap, side = 10, SHOP.int("picture")
    high = min(130, (frame.h - gap * (rows - 1)) // rows)
    for at, name in enumerate(names):
        row = Rect(frame.x, frame.y + at // columns * (high + gap), frame.w, high)
        box = split(row, columns, gap)[at % columns]
        colour = LEVELS[BUILDINGS[name].level]
        base = mix((250, 240, 220), colour, 0.1)
        sheet = panels.shadowed_panel(box.w, box.h, base, dark(colour, 0.5), 2, 5)
        canvas.paste_padded(sheet, box.x, box.y)
        picture = Rect(box.x + 4, box.y + 4, side, min(box.h - 8, side + 16))
        _draw_picture(canvas, name, picture)
        label = i18n.say_for_game(scene.game, scene.lang, f"map.building.{name}")
        lines = _two_lines(label)
        left, room = picture.right + 8, box.right - picture.right - 14
        canvas.record_region("name", Rect(left, box.y + 6, room, box.h // 2), label)
        for i, text in enumerate(lines):
            y = box.y + (20 if len(lines) > 1 else 34) + i * 28
            _write(canvas, theme, text, left, y, room)
        _draw_price(canvas, theme, name, box.right - 6, box.bottom - 20)
        if mark := marks.get(name):
            _draw_letter(canvas, theme, mark, box.x + 24, box.y + 24)
        canvas.record_region("offer", box, name)


def _two_lines(label: str) -> list[str]:
    """Return a name in two lines, the last word in the second, or in one if it is one word."""
    first, space, last = label.rpartition(" ")
    return [first, last] if space else [label]


def _draw_picture(canvas: Canvas, name: str, box: Rect) -> None:
    picture = emblem(name, box.w, box.h)
    canvas.sheet.paste(picture, (box.x, box.y), rounded(*picture.size, CORNERS["tile"]))
    canvas.record_region("picture", box, name)


def _draw_name(
    canvas: Canvas, scene: Scene, theme: Theme, name: str, x: float, y: float, room: float
) -> None:
    label = i18n.say_for_game(scene.game, scene.lang, f"map.building.{name}")
    _write(canvas, theme, label, x, y, room, kind="name")


def _write(
    canvas: Canvas, theme: Theme, label: str, x: float, y: float, room: float, kind: str = "line"
) -> None:
    """Write a name that starts at `x`, with its middle at `y`.

    It is made smaller and narrower to fit `room` pixels.
    """
    text, size = writing.fit_compressed(label, SERIF, TEXT, room, SHOP.int("letters"))
    style = writing.Style(SERIF, size, theme.ink)
    canvas.text((x, y + size * writing.LETTER_DROP), text, style, kind=kind, room=room)


def _draw_price(canvas: Canvas, theme: Theme, name: str, right: float, y: float) -> float:
    """Draw the price of a building, ending at the x `right`; return the x of its start."""
    style = writing.Style(HEAVY, SMALL, theme.ink)
    x = right
    for good, n in reversed(BUILDINGS[name].cost.items()):
        x -= canvas.digits((x, y), str(n), style, "r") + 27
        canvas.paste_centred(cube(26, GOODS[good]), (x + 13, y))
        x -= 6
    return x + 6


def _draw_letter(canvas: Canvas, theme: Theme, mark: Mark, x: float, y: float) -> None:
    side = SIDE.int("mark")
    canvas.paste_centred(markers.marker(theme, mark.letter, side, mark.tone), (x, y))
    canvas.record_region(
        "marker", Rect(round(x - side / 2), round(y - side / 2), side, side), mark.spot
    )
