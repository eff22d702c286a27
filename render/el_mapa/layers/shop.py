"""What can be built in a castle now: tiles with their price."""

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


def asked(scene: Scene, castle: CastleView) -> dict[str, Mark]:
    """The letters of buildings to choose from."""
    door = f"{castle.cell}.shop."
    return {
        mark.spot.removeprefix(door): mark for mark in scene.marks if mark.spot.startswith(door)
    }


def choices(scene: Scene, castle: CastleView) -> list[str]:
    """What the shop shows: what is lettered; else what has a free space here and could be paid by the owner, the dearest first;
    where nothing could, what has a space and comes closest (`dear`)."""
    lettered = list(asked(scene, castle))
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
    able = [name for name in fitting if not short(view, castle, name)]
    if able:
        return sorted(
            able, key=lambda name: (-BUILDINGS[name].level, -sum(BUILDINGS[name].cost.values()))
        )
    return sorted(fitting, key=lambda name: short(view, castle, name))[: SHOP.int("most")]


def short(view: GameView, castle: CastleView, name: str) -> int:
    """How many goods of all kinds the owner lacks for a building, by its full price; 0 when they suffice."""
    goods = view.seats[castle.owner].goods
    return sum(max(0, n - goods[good]) for good, n in BUILDINGS[name].cost.items())


@dataclass(frozen=True)
class Shop:
    """What the castle's owner may choose from: a row beside its heading; of many two rows, the heading where a tile would be."""

    names: list[str]

    @property
    def title(self) -> int:
        """How wide the heading is beside a single row; more than that have the whole width."""
        return SHOP.int("title") if len(self.names) <= SHOP.int("most") else 0

    @property
    def rows(self) -> int:
        """How many rows of tiles there are."""
        return max(1, -(-len(self.names) // SHOP.int("columns")))

    @property
    def per(self) -> int:
        """How many tiles there are in the fullest row."""
        return max(1, -(-len(self.names) // self.rows))

    @property
    def high(self) -> int:
        """How high a tile is, in pixels: the wider the higher, so that pictures are no strips, but low where there are several
        rows; with a picture beside its words as high as that."""
        if self.rows > 1:
            return SHOP.int("low")
        wide = split(self._line(0), self.per, SHOP.int("gap"))[0].w
        least, most = SHOP.get("picture")
        picture = min(int(most), max(int(least), round(wide / SHOP.float("shape"))))
        return picture + SHOP.int("beside" if wide >= SHOP.int("wide") else "below")

    @property
    def box(self) -> Rect:
        """Where it lies: lower when it needs more room."""
        box, gap = SHOP.rect("at"), SHOP.int("gap")
        return Rect(box.x, box.y, box.w, 24 + self.rows * (self.high + gap) - gap)

    def places(self) -> list[Rect]:
        """Where each name stands on the picture, in the order of `names`, row by row."""
        return self._grid()[: len(self.names)]

    @property
    def heading(self) -> Rect | None:
        """Where the heading stands: beside a single row, in the last place of several; None where those are full."""
        box = self.box
        if self.rows == 1:
            return (
                Rect(box.x, box.y, self.title if self.names else box.w, box.h)
                if self.title
                else None
            )
        return next(iter(self._grid()[len(self.names) :]), None)

    def _grid(self) -> list[Rect]:
        high, gap = self.high, SHOP.int("gap")
        lines = [self._line(high).moved(0, at * (high + gap)) for at in range(self.rows)]
        return [place for line in lines for place in split(line, self.per, gap)]

    def _line(self, high: int) -> Rect:
        """The first row."""
        box = SHOP.rect("at")
        return Rect(box.x + 12 + self.title, box.y + 12, box.w - 24 - self.title, high)


def lay_shop(canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView, shop: Shop) -> None:
    """What can be built, each with its price, noted as `offer`; with letters where they are to be chosen from."""
    box = shop.box
    panels.lay_panel(canvas, theme, box, warm=True)
    marks = asked(scene, castle)
    if head := shop.heading:
        own = castle.owner == scene.view.viewer
        dear = bool(shop.names) and not marks and short(scene.view, castle, shop.names[0]) > 0
        key = f"el_mapa.shop{'_empty' if not shop.names else '_dear' if dear else '' if own else '_other'}"
        for at, line in enumerate(i18n.say(scene.lang, key).split("|")):
            text, size = writing.fit(
                line, SERIF, WORD, head.w - (26 if shop.names else 60), theme.small
            )
            canvas.text(
                (head.x + 22, head.y + 74 + at * 46), text, writing.Style(SERIF, size, theme.ink)
            )
    for name, here in zip(shop.names, shop.places(), strict=True):
        _offer(canvas, scene, theme, name, here, marks.get(name), low=shop.rows > 1)
        canvas.record_region("offer", here, name)


def _offer(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    name: str,
    box: Rect,
    mark: Mark | None,
    *,
    low: bool,
) -> None:
    """Picture, name, price: one below the other, or words beside the picture where there is much room; the price in a column
    beside the picture of a `low` tile, which would else be a strip."""
    colour, roomy = LEVELS[BUILDINGS[name].level], box.w >= SHOP.int("wide")
    canvas.paste_padded(
        panels.shadowed_panel(
            box.w, box.h, mix((250, 240, 220), colour, 0.1), dark(colour, 0.5), 2, 5
        ),
        box.x,
        box.y,
    )
    wide = round(box.w * SHOP.float("share")) if roomy else box.w - 8 - low * SHOP.int("price")
    picture = emblem(name, wide, box.h - (8 if roomy else SHOP.int("named" if low else "below")))
    canvas.sheet.paste(picture, (box.x + 4, box.y + 4), rounded(*picture.size, CORNERS["tile"]))
    canvas.record_region("picture", Rect(box.x + 4, box.y + 4, *picture.size), name)
    said = i18n.of_game(scene.game, scene.lang, f"map.building.{name}")
    room = Rect(box.x + wide + 4, box.y, box.w - wide - 4, box.h) if roomy else box
    air = 28 if roomy else 8
    text, letters = writing.fit_pressed(
        said, SERIF, TITLE if roomy else TEXT, room.w - air, SHOP.int("letters")
    )
    base = round(box.centre[1] - 6) if roomy else box.bottom - (16 if low else 55)
    canvas.text(
        (room.centre[0], base),
        text,
        writing.Style(SERIF, letters, theme.ink),
        "m",
        kind="name",
        room=room.w - air,
    )
    if low:
        _column(
            canvas,
            theme,
            name,
            Rect(box.x + 8 + wide, box.y + 4, box.right - 4 - box.x - 8 - wide, picture.height),
        )
    else:
        _line(canvas, theme, name, room.centre[0], base + (48 if roomy else 31))
    if mark:
        _letter(canvas, theme, mark, box.x + 22, box.y + 20)


def _line(canvas: Canvas, theme: Theme, name: str, middle: float, y: float) -> None:
    """What a building costs, side by side."""
    style, cost = writing.Style(HEAVY, SMALL, theme.ink), BUILDINGS[name].cost
    x = middle - sum(33 + writing.width(str(n), HEAVY, SMALL) + 8 for n in cost.values()) / 2 + 4
    for good, n in cost.items():
        canvas.paste_centred(cube(30, GOODS[good]), (x + 15, y))
        x += 33
        x += canvas.digits((x, y), str(n), style) + 8


def _column(canvas: Canvas, theme: Theme, name: str, box: Rect) -> None:
    """The same, one below the other."""
    style, cost = writing.Style(HEAVY, SMALL, theme.ink), BUILDINGS[name].cost
    for at, (good, n) in enumerate(cost.items()):
        y = box.centre[1] + (at - (len(cost) - 1) / 2) * SHOP.int("pitch")
        canvas.paste_centred(cube(30, GOODS[good]), (box.x + 17, y))
        canvas.digits((box.x + 36, y), str(n), style)


def _letter(canvas: Canvas, theme: Theme, mark: Mark, x: int, y: int) -> None:
    canvas.paste_centred(markers.marker(theme, mark.letter, 46, mark.tone), (x, y))
    canvas.record_region("marker", Rect(x - 23, y - 23, 46, 46), mark.spot)
