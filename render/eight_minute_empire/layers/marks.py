"""Changing layers of the map, back to front.

Control colors, legal places, tokens, continent names, armies, markers.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFilter

from games.core.views.scene import Scene
from games.eight_minute_empire.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, Halo
from render.base.layout import Point, Rect
from render.base.texture import Sprite, rounded, scaled
from render.base.theme import RGB, Theme, mix
from render.eight_minute_empire.layers import chart
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import LAYOUT, MAP
from render.parts import markers

NEUTRAL = 5  # index of the neutral color: the last of the theme's seats


@dataclass(frozen=True)
class MapWindow:
    """Window on the map: corner in map units, scale, and its rectangle on the canvas."""

    side: str
    left: float
    top: float
    scale: float
    at: Rect

    @property
    def zoom(self) -> float:
        """Return the scale relative to the board (1 on the board)."""
        return self.scale / chart.BOARD

    def px(self, point: Point) -> Point:
        """Convert a point from map units to canvas pixels."""
        return (point[0] - self.left) * self.scale + self.at.x, (
            point[1] - self.top
        ) * self.scale + self.at.y

    def size(self, name: str) -> int:
        """Return a size of the layout (in board pixels) scaled to this plate."""
        return round(LAYOUT.int(f"map.{name}") * self.zoom)

    def corner(self, cut: chart.Cutout) -> tuple[int, int]:
        """Return the canvas position of a region's mask."""
        return round(cut.x - self.left * self.scale) + self.at.x, round(
            cut.y - self.top * self.scale
        ) + self.at.y

    def shows(self, name: str) -> bool:
        """Return whether the center of the region's code lies on the plate."""
        x, y = self.px(chart.regions(self.side)[name].label)
        return self.at.x <= x < self.at.right and self.at.y <= y < self.at.bottom

    def touches(self, name: str) -> bool:
        """Return whether any part of the region's box lies on the plate."""
        left, top, right, bottom = chart.regions(self.side)[name].box
        (x0, y0), (x1, y1) = self.px((left, top)), self.px((right, bottom))
        return x0 < self.at.right and x1 > self.at.x and y0 < self.at.bottom and y1 > self.at.y


@dataclass(frozen=True)
class SlotItem:
    """Occupant of a slot: an army, a ghost or a marker."""

    kind: str
    seat: int = 0
    count: int = 0
    cities: int = 0
    letter: str = ""
    tone: str = "legal"


def look_of(view: GameView, seat: int) -> int:
    """Return the theme's seat for a seat of the view.

    The index after the last player is the neutral color.
    """
    return NEUTRAL if seat >= view.n else seat


def things(scene: Scene, name: str) -> list[SlotItem]:
    """Return the contents of a region: armies (those with towers first), ghosts, the marker."""
    view: GameView = scene.view
    armies, cities = view.armies.get(name, ()), view.cities.get(name, ())
    here = [
        SlotItem(
            "army",
            seat,
            armies[seat] if seat < len(armies) else 0,
            cities[seat] if seat < len(cities) else 0,
        )
        for seat in range(max(len(armies), len(cities)))
    ]
    out = sorted((t for t in here if t.count or t.cities), key=lambda t: (not t.cities, t.seat))
    if name in scene.ghost[-1:]:
        out.append(_ghost(view))
    out += [
        SlotItem("marker", letter=mark.letter, tone=mark.tone)
        for mark in scene.marks
        if mark.spot == name and mark.letter
    ]
    return out


def _ghost(view: GameView) -> SlotItem:
    """Return the preview of the chosen action.

    It is an army of the mover, a city, a neutral army, or swords where an army would be
    destroyed. The scene names only the place; the rest of the action tells the kind where it is
    not ambiguous.
    """
    seat = view.actors[0] if view.actors else view.viewer or 0
    left = view.left
    if view.phase == "neutral":
        return SlotItem("ghost", view.n)
    if left and not left.place and not left.move and bool(left.city) != bool(left.destroy):
        return SlotItem("ghost", seat, tone="city" if left.city else "destroy")
    return SlotItem("ghost", seat, tone="place" if left is None or not left.destroy else "spot")


def washes(canvas: Canvas, scene: Scene, theme: Theme, plate: MapWindow) -> None:
    """Tint the inside of each region's border in the color of the seat in control."""
    for name, seat in sorted(scene.view.control.items()):
        if not plate.touches(name):
            continue
        mask = chart.control_band(plate.side, name, plate.scale)
        x, y = plate.corner(chart.cutout(plate.side, name, plate.scale))
        canvas.tint(mask, x, y, theme.seats[look_of(scene.view, seat)].colour)


def legal(canvas: Canvas, scene: Scene, theme: Theme, plate: MapWindow) -> None:
    """Highlight the places that may be chosen.

    A legal place has an ink line, a cream band and an inward glow; a chosen place glows all
    over.
    """
    for mark in scene.marks:
        if mark.spot not in chart.regions(plate.side) or mark.tone == "blocked":
            continue
        cut = chart.cutout(plate.side, mark.spot, plate.scale)
        x, y = plate.corner(cut)
        glow, cream, ink = chart.legal_rim(plate.side, mark.spot, plate.scale)
        if mark.tone == "chosen":
            canvas.tint(scaled(cut.mask, 0.4), x, y, theme.glow)
        canvas.tint(glow, x, y, theme.halo)
        canvas.tint(cream, x, y, theme.brown_light)
        canvas.tint(ink, x, y, theme.ink)
        _code(canvas, plate, mark.spot)


def _code(canvas: Canvas, plate: MapWindow, name: str) -> None:
    """Draw a region's code again over layers that covered it."""
    size = plate.size("code")
    x, y = plate.px(chart.regions(plate.side)[name].label)
    style = writing.Style(
        "alegreya-sans-800", size, MAP["code"], 3, mix(MAP["castle_rim"], (255, 255, 255), 0.3)
    )
    canvas.text((x, y + size * 0.33), name.upper(), style, "m", kind="code")


def tokens(canvas: Canvas, scene: Scene, plate: MapWindow) -> None:
    """Draw the goods tokens (of the optional rule)."""
    for name, good in sorted(scene.view.tokens.items()):
        where = chart.regions(plate.side)[name].token
        if where:
            size = plate.size("token")
            x, y = plate.px(where)
            canvas.paste_centred(sprites.token(good, size), (x, y))
            canvas.record_region("token", _box(x, y, size), name)


def lines_of(name: str, lines: int) -> list[str]:
    """Split a name into at most two lines of about equal length."""
    parts = name.split()
    if lines < 2 or len(parts) < 2:
        return [name]
    cuts = [(" ".join(parts[:i]), " ".join(parts[i:])) for i in range(1, len(parts))]
    best = min(cuts, key=lambda c: (max(len(c[0]), len(c[1])), len(c[0])))
    return list(best)


@cached
def lettering(line: str, size: int, tint: RGB) -> Sprite:
    """Return a line of a continent's name with a soft glow in the continent's tint."""
    width = round(writing.width(line, "alegreya-700-italic", size)) + 24
    out = Image.new("RGBA", (width, size * 2))
    glow = Image.new("L", out.size)
    style = writing.Style("alegreya-700-italic", size, (255,), 6, (255, 255, 255))
    writing.write(
        ImageDraw.Draw(glow), (12, size * 1.4), line, writing.Style(style.face, size, (255,)), "l"
    )
    glow = glow.filter(ImageFilter.MaxFilter(5)).filter(ImageFilter.GaussianBlur(5))
    light = Image.new("RGBA", out.size, (*mix(tint, MAP["name_halo"], 0.35), 0))
    light.putalpha(scaled(glow, 0.85))
    out.alpha_composite(light)
    writing.write(
        ImageDraw.Draw(out),
        (12, size * 1.4),
        line,
        writing.Style(style.face, size, (*MAP["name"], 245)),
        "l",
    )
    return out


def names(canvas: Canvas, scene: Scene, theme: Theme, plate: MapWindow) -> None:
    """Draw continent names in the sea, each with the piece of the seat that leads there."""
    size, pitch, holder = plate.size("name"), plate.size("name_pitch"), plate.size("holder")
    known = chart.regions(plate.side)
    for code, entry in LAYOUT.get(f"names.{plate.side}").items():
        tint = next(region.tint for name, region in known.items() if name[0] == code)
        lines = lines_of(
            i18n.of_game(scene.game, scene.lang, f"eme.continent.{code}"), entry["lines"]
        )
        x, y = plate.px(tuple(entry["solo" if len(lines) == 1 and "solo" in entry else "at"]))
        wide = (
            max(writing.width(line, "alegreya-700-italic", size) for line in lines) / 2 + 2 * holder
        )
        if not (wide < x < plate.at.w - wide and size < y < plate.at.h - len(lines) * pitch):
            continue  # skip names that the edge would cut
        for i, line in enumerate(lines):
            sprite = lettering(line, size, tint)
            base = y + i * pitch
            canvas.sheet.paste(
                sprite, (round(x - sprite.width / 2), round(base - size * 1.4)), sprite
            )
            canvas.record_region(
                "name",
                Rect(
                    round(x - sprite.width / 2 + 12),
                    round(base - size * 0.7),
                    sprite.width - 24,
                    size,
                ),
                code,
            )
        seat = scene.view.continents.get(code)
        if seat is not None:
            before = entry.get("holder") == "before"
            line, row = (lines[0], 0) if before else (lines[-1], len(lines) - 1)
            aside = writing.width(line, "alegreya-700-italic", size) / 2 + holder * 0.75
            middle = (x - aside if before else x + aside, y + row * pitch - size * 0.28)
            canvas.paste_centred(markers.piece(theme, look_of(scene.view, seat), holder), middle)
            canvas.record_region("holder", _box(*middle, holder), code)


@dataclass(frozen=True)
class PlacedMark:
    """Thing in its slot on a picture: center on the canvas and size in pixels.

    `low`: its towers stand low.
    """

    thing: SlotItem
    region: str
    at: Point
    size: int
    low: bool


def placed(scene: Scene, plate: MapWindow) -> list[PlacedMark]:
    """Return all things on the regions of a plate, northern regions first."""
    known = chart.regions(plate.side)
    out: list[PlacedMark] = []
    for name in sorted(known, key=lambda n: known[n].box[1]):
        here = things(scene, name) if plate.shows(name) else []
        if here:
            slots = known[name].places(len(here), sum(bool(t.cities) for t in here))
            size = round(slots.size * plate.zoom)
            for thing, where in zip(here, slots.at, strict=True):
                out.append(
                    PlacedMark(thing, name, plate.px(where), size, slots.low and bool(thing.cities))
                )
    return out


def armies(canvas: Canvas, scene: Scene, theme: Theme, plate: MapWindow) -> None:
    """Draw all pieces over the glows of changed ones; ghosts and markers last."""
    standing = placed(scene, plate)
    for name, region in chart.regions(plate.side).items():
        if plate.shows(name):
            canvas.record_spot(name, _box(*plate.px(region.label), plate.size("piece")))
            if region.castle:
                canvas.record_region(
                    "castle", _box(*plate.px(region.castle), plate.size("castle")), name
                )
    _glows(canvas, scene, theme, plate, standing)
    for one in standing:
        canvas.record_region(one.thing.kind, _box(*one.at, one.size), one.region)
        if one.thing.kind == "army":
            canvas.record_spot(one.region, _box(*one.at, one.size), one.thing.seat)
            _army(canvas, scene, theme, one)
    for one in standing:  # draw pieces again, so that no tower hides a number in a tight region
        if one.thing.kind == "army" and one.thing.count:
            canvas.paste_centred(
                sprites.army(
                    theme, look_of(scene.view, one.thing.seat), one.thing.count, 0, one.size, False
                ),
                one.at,
            )
    for one in standing:
        if one.thing.kind == "ghost":
            canvas.paste_centred(
                sprites.ghost(theme, look_of(scene.view, one.thing.seat), one.thing.tone, one.size),
                one.at,
            )
        elif one.thing.kind == "marker":
            large = max(44, round(one.size * LAYOUT.int("map.marker") / LAYOUT.int("map.piece")))
            canvas.paste_centred(
                markers.marker(theme, one.thing.letter, large, one.thing.tone), one.at
            )


def _glows(
    canvas: Canvas, scene: Scene, theme: Theme, plate: MapWindow, standing: list[PlacedMark]
) -> None:
    """Draw glows under changed pieces and under the codes of regions that became empty.

    Draws those codes again.
    """
    changed = set(scene.changed)
    for one in standing:
        if one.thing.kind == "army" and {one.region, f"{one.region}:{one.thing.seat}"} & changed:
            look = look_of(scene.view, one.thing.seat)
            sprite = sprites.army(theme, look, one.thing.count, one.thing.cities, one.size, one.low)
            glow = sprites.army_halo(theme, look, one.thing.cities, one.size, one.low)
            canvas.glow(
                glow, one.at[0] - sprite.width / 2, one.at[1] - sprite.height / 2, theme.glow
            )
    for name in sorted(changed & set(chart.regions(plate.side))):
        if not plate.shows(name):
            continue
        if not any(one.region == name for one in standing):
            size = plate.size("code")
            x, y = plate.px(chart.regions(plate.side)[name].label)
            canvas.glow(_code_glow(size), x - size * 1.1, y - size * 0.8, theme.glow)
        _code(canvas, plate, name)


def _army(canvas: Canvas, scene: Scene, theme: Theme, one: PlacedMark) -> None:
    """Draw an army and note the box of its towers."""
    look = look_of(scene.view, one.thing.seat)
    canvas.paste_centred(
        sprites.army(theme, look, one.thing.count, one.thing.cities, one.size, one.low), one.at
    )
    if one.thing.cities:
        rise = sprites.rise(one.size, one.low)
        wide = LAYOUT.int("map.tower") * one.size / LAYOUT.int("map.piece") * 0.72
        box = Rect(
            round(one.at[0] - wide / 2), round(one.at[1] - rise), round(wide), rise - one.size // 2
        )
        canvas.record_region("tower", box, one.region)


@cached
def _code_glow(size: int) -> Halo:
    """Return the glow behind a code."""
    wide, high = round(size * 2.2), round(size * 1.6)
    return markers.halo(rounded(wide, high, high // 2), 8, 5, 1.0)


def _box(x: float, y: float, size: float) -> Rect:
    return Rect(round(x - size / 2), round(y - size / 2), round(size), round(size))


def draw_map(
    canvas: Canvas, scene: Scene, theme: Theme, plate: MapWindow, framed: bool = True
) -> None:
    """Draw the map on its plate: the ground, then every layer back to front."""
    right, bottom = plate.left + plate.at.w / plate.scale, plate.top + plate.at.h / plate.scale
    box = (round(plate.left), round(plate.top), round(right), round(bottom))
    ground = chart.ground(plate.side, plate.scale, box)
    part = Canvas(ground.copy())
    inner = MapWindow(
        plate.side, box[0], box[1], plate.scale, Rect(0, 0, ground.width, ground.height)
    )
    washes(part, scene, theme, inner)
    legal(part, scene, theme, inner)
    tokens(part, scene, inner)
    names(part, scene, theme, inner)
    if framed:
        chart.frame(part.sheet)
    armies(part, scene, theme, inner)
    canvas.sheet.paste(part.sheet, (plate.at.x, plate.at.y))
    for noted in part.noted:
        canvas.record_region(noted.kind, noted.box.moved(plate.at.x, plate.at.y), noted.about)
