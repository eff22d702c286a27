"""Shop of a castle: buildings that can be built now, with their prices."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.views.scene import Mark, Scene
from games.el_mapa.model.catalog import BUILDINGS, fits_row
from games.el_mapa.views.view import CastleView, GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect, split
from render.base.texture import rounded
from render.base.theme import CORNERS, HEAVY, SERIF, SMALL, TEXT, TITLE, WORD, Theme, dark, mix
from render.el_mapa.pieces.cubes import cube
from render.el_mapa.pieces.emblems import emblem
from render.el_mapa.pieces.style import GOODS, LAYOUT, LEVELS
from render.parts import markers, panels

SHOP = LAYOUT.part("castle.shop")


def marked_offers(scene: Scene, castle: CastleView) -> dict[str, Mark]:
    """Return the marks of buildings to choose from, by name."""
    prefix = f"{castle.cell}.shop."
    return {
        mark.spot.removeprefix(prefix): mark for mark in scene.marks if mark.spot.startswith(prefix)
    }


def choices(scene: Scene, castle: CastleView) -> list[str]:
    """Return the buildings that the shop shows.

    These are the buildings with a letter, if there are any. Else they are the buildings for which
    the castle has a free space and which the owner can pay, the most expensive first. If there
    are none either, they are the buildings with a free space for which the owner lacks the fewest
    goods.
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


@dataclass(frozen=True)
class Shop:
    """Layout of a castle's offers.

    A single row stands beside its heading; with two rows the heading takes the place of a tile.
    """

    names: list[str]

    @property
    def title(self) -> int:
        """Return the width of the heading beside a single row; 0 if the rows take all the width."""
        return SHOP.int("title") if len(self.names) <= SHOP.int("most") else 0

    @property
    def rows(self) -> int:
        """Return the number of rows of tiles."""
        return max(1, -(-len(self.names) // SHOP.int("columns")))

    @property
    def per_row(self) -> int:
        """Return the number of tiles in the fullest row."""
        return max(1, -(-len(self.names) // self.rows))

    @property
    def high(self) -> int:
        """Return the height of a tile in pixels.

        In a single row it grows with the width, so that pictures do not become narrow strips.
        In several rows it is fixed and lower.
        """
        if self.rows > 1:
            return SHOP.int("low")
        width = split(self._first_row(0), self.per_row, SHOP.int("gap"))[0].w
        lowest, highest = SHOP.get("picture")
        picture = min(int(highest), max(int(lowest), round(width / SHOP.float("shape"))))
        return picture + SHOP.int("beside" if width >= SHOP.int("wide") else "below")

    @property
    def box(self) -> Rect:
        """Return the panel's rectangle, as high as its rows need."""
        box, gap = SHOP.rect("at"), SHOP.int("gap")
        return Rect(box.x, box.y, box.w, 24 + self.rows * (self.high + gap) - gap)

    def places(self) -> list[Rect]:
        """Return the rectangles of `names` in their order, row by row."""
        return self._grid()[: len(self.names)]

    @property
    def heading(self) -> Rect | None:
        """Return the rectangle of the heading, or None if several rows leave no place for it."""
        box = self.box
        if self.rows == 1:
            width = self.title if self.names else box.w
            return Rect(box.x, box.y, width, box.h) if self.title else None
        return next(iter(self._grid()[len(self.names) :]), None)

    def _grid(self) -> list[Rect]:
        height, gap = self.high, SHOP.int("gap")
        lines = [self._first_row(height).moved(0, i * (height + gap)) for i in range(self.rows)]
        return [place for line in lines for place in split(line, self.per_row, gap)]

    def _first_row(self, height: int) -> Rect:
        """Return the rectangle of the first row."""
        box = SHOP.rect("at")
        return Rect(box.x + 12 + self.title, box.y + 12, box.w - 24 - self.title, height)


def _heading_key(view: GameView, castle: CastleView, shop: Shop, *, may_choose: bool) -> str:
    """Return the key of the heading: the shop is empty, too expensive, own, or another's."""
    if not shop.names:
        return "el_mapa.shop_empty"
    if not may_choose and missing_goods(view, castle, shop.names[0]) > 0:
        return "el_mapa.shop_dear"
    return "el_mapa.shop" if castle.owner == view.viewer else "el_mapa.shop_other"


def lay_shop(canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView, shop: Shop) -> None:
    """Draw the offers (regions `offer`) with prices, and letters where the seat may choose."""
    box = shop.box
    panels.lay_panel(canvas, theme, box, warm=True)
    marks = marked_offers(scene, castle)
    if heading := shop.heading:
        key = _heading_key(scene.view, castle, shop, may_choose=bool(marks))
        for i, line in enumerate(i18n.say(scene.lang, key).split("|")):
            text, size = writing.fit(
                line, SERIF, WORD, heading.w - (26 if shop.names else 60), theme.small
            )
            canvas.text(
                (heading.x + 22, heading.y + 74 + i * 46),
                text,
                writing.Style(SERIF, size, theme.ink),
            )
    for name, place in zip(shop.names, shop.places(), strict=True):
        _draw_offer(canvas, scene, theme, name, place, marks.get(name), low=shop.rows > 1)
        canvas.record_region("offer", place, name)


def _draw_offer(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    name: str,
    box: Rect,
    mark: Mark | None,
    *,
    low: bool,
) -> None:
    """Draw picture, name and price one below the other.

    In a wide tile the words stand beside the picture. In a `low` tile the price is a column
    beside the picture, which would otherwise be a narrow strip.
    """
    colour, is_wide = LEVELS[BUILDINGS[name].level], box.w >= SHOP.int("wide")
    canvas.paste_padded(
        panels.shadowed_panel(
            box.w, box.h, mix((250, 240, 220), colour, 0.1), dark(colour, 0.5), 2, 5
        ),
        box.x,
        box.y,
    )
    width = round(box.w * SHOP.float("share")) if is_wide else box.w - 8 - low * SHOP.int("price")
    below_picture = SHOP.int("named" if low else "below")  # for name and price
    picture = emblem(name, width, box.h - (8 if is_wide else below_picture))
    canvas.sheet.paste(picture, (box.x + 4, box.y + 4), rounded(*picture.size, CORNERS["tile"]))
    canvas.record_region("picture", Rect(box.x + 4, box.y + 4, *picture.size), name)
    label = i18n.of_game(scene.game, scene.lang, f"map.building.{name}")
    room = Rect(box.x + width + 4, box.y, box.w - width - 4, box.h) if is_wide else box
    pad = 28 if is_wide else 8
    text, letters = writing.fit_compressed(
        label, SERIF, TITLE if is_wide else TEXT, room.w - pad, SHOP.int("letters")
    )
    base = box.bottom - (16 if low else 55)
    if is_wide:
        base = round(box.centre[1] - 6)
    canvas.text(
        (room.centre[0], base),
        text,
        writing.Style(SERIF, letters, theme.ink),
        "m",
        kind="name",
        room=room.w - pad,
    )
    if low:
        _draw_price_column(
            canvas,
            theme,
            name,
            Rect(box.x + 8 + width, box.y + 4, box.right - 4 - box.x - 8 - width, picture.height),
        )
    else:
        _draw_price_row(canvas, theme, name, room.centre[0], base + (48 if is_wide else 31))
    if mark:
        _draw_letter(canvas, theme, mark, box.x + 22, box.y + 20)


def _draw_price_row(canvas: Canvas, theme: Theme, name: str, middle: float, y: float) -> None:
    """Draw the price of a building in a row."""
    style, cost = writing.Style(HEAVY, SMALL, theme.ink), BUILDINGS[name].cost
    x = middle - sum(33 + writing.width(str(n), HEAVY, SMALL) + 8 for n in cost.values()) / 2 + 4
    for good, n in cost.items():
        canvas.paste_centred(cube(30, GOODS[good]), (x + 15, y))
        x += 33
        x += canvas.digits((x, y), str(n), style) + 8


def _draw_price_column(canvas: Canvas, theme: Theme, name: str, box: Rect) -> None:
    """Draw the price of a building in a column."""
    style, cost = writing.Style(HEAVY, SMALL, theme.ink), BUILDINGS[name].cost
    for i, (good, n) in enumerate(cost.items()):
        y = box.centre[1] + (i - (len(cost) - 1) / 2) * SHOP.int("pitch")
        canvas.paste_centred(cube(30, GOODS[good]), (box.x + 17, y))
        canvas.digits((box.x + 36, y), str(n), style)


def _draw_letter(canvas: Canvas, theme: Theme, mark: Mark, x: int, y: int) -> None:
    canvas.paste_centred(markers.marker(theme, mark.letter, 46, mark.tone), (x, y))
    canvas.record_region("marker", Rect(x - 23, y - 23, 46, 46), mark.spot)
