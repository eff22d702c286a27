"""The layers of the map that change, in painter's order: wash, legal places, tokens, names, armies, markers."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFilter

from games.core.views.scene import Scene
from games.eight_minute_empire.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.cache import kept
from render.base.canvas import Canvas, Halo
from render.base.layout import Point, Rect
from render.base.texture import Sprite, rounded, scaled
from render.base.theme import RGB, Theme, mix
from render.eight_minute_empire.layers import chart
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import LAYOUT, MAP
from render.parts import markers

NEUTRAL = 5  # the look of the neutral colour is the last of the theme's seats


@dataclass(frozen=True)
class Plate:
    """A part of the map on a picture: units from ``left, top``, a scale, and where on the canvas it begins."""

    side: str
    left: float
    top: float
    scale: float
    at: Rect

    @property
    def zoom(self) -> float:
        """How much larger than on the board it is drawn; 1 there."""
        return self.scale / chart.BOARD

    def px(self, point: Point) -> Point:
        """Where a place of the map (units) is on the canvas (pixels)."""
        return (point[0] - self.left) * self.scale + self.at.x, (
            point[1] - self.top
        ) * self.scale + self.at.y

    def size(self, name: str) -> int:
        """A size of the layout (in board pixels) on this plate."""
        return round(LAYOUT.int(f"map.{name}") * self.zoom)

    def corner(self, cut: chart.Cutout) -> tuple[int, int]:
        """Where a region's mask begins on the canvas."""
        return round(cut.x - self.left * self.scale) + self.at.x, round(
            cut.y - self.top * self.scale
        ) + self.at.y

    def shows(self, name: str) -> bool:
        """Whether the middle of the region's code lies on the plate."""
        x, y = self.px(chart.regions(self.side)[name].label)
        return self.at.x <= x < self.at.right and self.at.y <= y < self.at.bottom

    def touches(self, name: str) -> bool:
        """Whether any of the region's box lies on the plate."""
        left, top, right, bottom = chart.regions(self.side)[name].box
        (x0, y0), (x1, y1) = self.px((left, top)), self.px((right, bottom))
        return x0 < self.at.right and x1 > self.at.x and y0 < self.at.bottom and y1 > self.at.y


@dataclass(frozen=True)
class Thing:
    """One thing that needs a slot: an army, a ghost or a marker."""

    kind: str
    seat: int = 0
    count: int = 0
    cities: int = 0
    letter: str = ""
    tone: str = "legal"


def look_of(view: GameView, seat: int) -> int:
    """The theme's seat for a seat of the view: the index after the last player is the neutral colour."""
    return NEUTRAL if seat >= view.n else seat


def things(scene: Scene, name: str) -> list[Thing]:
    """What stands in a region, those with towers first, then ghosts, then the marker."""
    view: GameView = scene.view
    armies, cities = view.armies.get(name, ()), view.cities.get(name, ())
    here = [
        Thing(
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
        Thing("marker", letter=mark.letter, tone=mark.tone)
        for mark in scene.marks
        if mark.spot == name and mark.letter
    ]
    return out


def _ghost(view: GameView) -> Thing:
    """What the chosen path would put down: an army of the mover, a city, a neutral army, or swords where one would fall.

    The scene names only the place; what is left of the action tells the rest, where it is not ambiguous.
    """
    seat = view.actors[0] if view.actors else view.viewer or 0
    left = view.left
    if view.phase == "neutral":
        return Thing("ghost", view.n)
    if left and not left.place and not left.move and bool(left.city) != bool(left.destroy):
        return Thing("ghost", seat, tone="city" if left.city else "destroy")
    return Thing("ghost", seat, tone="place" if left is None or not left.destroy else "spot")


def washes(canvas: Canvas, scene: Scene, theme: Theme, plate: Plate) -> None:
    """The colour of whoever controls a region, along the inside of its border."""
    for name, seat in sorted(scene.view.control.items()):
        if not plate.touches(name):
            continue
        mask = chart.wash(plate.side, name, plate.scale)
        x, y = plate.corner(chart.cutout(plate.side, name, plate.scale))
        canvas.tint(mask, x, y, theme.seats[look_of(scene.view, seat)].colour)


def legal(canvas: Canvas, scene: Scene, theme: Theme, plate: Plate) -> None:
    """Places that may be chosen: a cream band with ink outside and a glow inward; a chosen place glows all over."""
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


def _code(canvas: Canvas, plate: Plate, name: str) -> None:
    """Write a region's code again over what covered it."""
    size = plate.size("code")
    x, y = plate.px(chart.regions(plate.side)[name].label)
    style = writing.Style(
        "alegreya-sans-800", size, MAP["code"], 3, mix(MAP["castle_rim"], (255, 255, 255), 0.3)
    )
    canvas.text((x, y + size * 0.33), name.upper(), style, "m", kind="code")


def tokens(canvas: Canvas, scene: Scene, plate: Plate) -> None:
    """The goods tokens of the option."""
    for name, good in sorted(scene.view.tokens.items()):
        where = chart.regions(plate.side)[name].token
        if where:
            size = plate.size("token")
            x, y = plate.px(where)
            canvas.paste_centred(sprites.token(good, size), (x, y))
            canvas.record_region("token", _box(x, y, size), name)


def lines_of(name: str, lines: int) -> list[str]:
    """A name in at most two lines, broken at the space that makes them most alike."""
    parts = name.split()
    if lines < 2 or len(parts) < 2:
        return [name]
    cuts = [(" ".join(parts[:i]), " ".join(parts[i:])) for i in range(1, len(parts))]
    best = min(cuts, key=lambda c: (max(len(c[0]), len(c[1])), len(c[0])))
    return list(best)


@kept
def lettering(line: str, size: int, tint: RGB) -> Sprite:
    """A line of a continent's name, with a soft light under it in the continent's tint."""
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


def names(canvas: Canvas, scene: Scene, theme: Theme, plate: Plate) -> None:
    """Continent names in the sea, each with the piece of whoever would score it now."""
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
            continue  # on a part of the map, no half names
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
    """A thing in its slot on a picture: its middle on the canvas, its size there in pixels, whether its towers stand low."""

    thing: Thing
    region: str
    at: Point
    size: int
    low: bool


def placed(scene: Scene, plate: Plate) -> list[PlacedMark]:
    """Everything that stands on the regions of a plate, northern regions first."""
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


def armies(canvas: Canvas, scene: Scene, theme: Theme, plate: Plate) -> None:
    """All pieces over the glows of what changed; ghosts and markers last."""
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
    for one in standing:  # pieces again: where it is tight, no tower hides a number
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
    canvas: Canvas, scene: Scene, theme: Theme, plate: Plate, standing: list[PlacedMark]
) -> None:
    """Light under all pieces that changed, and under the codes of regions that were emptied; codes are written again."""
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
    """An army, and a note of where its towers stand."""
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


@kept
def _code_glow(size: int) -> Halo:
    """A spot of light behind a code."""
    wide, high = round(size * 2.2), round(size * 1.6)
    return markers.halo(rounded(wide, high, high // 2), 8, 5, 1.0)


def _box(x: float, y: float, size: float) -> Rect:
    return Rect(round(x - size / 2), round(y - size / 2), round(size), round(size))


def draw_map(canvas: Canvas, scene: Scene, theme: Theme, plate: Plate, framed: bool = True) -> None:
    """The whole map on its plate: the ground, then every layer in painter's order."""
    right, bottom = plate.left + plate.at.w / plate.scale, plate.top + plate.at.h / plate.scale
    box = (round(plate.left), round(plate.top), round(right), round(bottom))
    ground = chart.ground(plate.side, plate.scale, box)
    part = Canvas(ground.copy())
    inner = Plate(plate.side, box[0], box[1], plate.scale, Rect(0, 0, ground.width, ground.height))
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
