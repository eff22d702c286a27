"""Layers of the map that change during a game, back to front.

They are control colors, legal places, tokens, continent names, armies and markers.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFilter

from games.core.views.scene import Scene
from games.eight_minute_empire.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Point, Rect
from render.base.texture import Sprite, scaled
from render.base.theme import RGB, Theme, mix
from render.eight_minute_empire.layers import chart
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import LAYOUT, MAP, icon
from render.parts import markers, widgets

CODE_FACE, NAME_FACE = "alegreya-sans-800", "alegreya-700-italic"
PALE, MARKER_LIGHT, AMBER = (255, 255, 255), (255, 220, 120), (176, 84, 0)
NEUTRAL = 5  # index of the neutral color: the last of the theme's seats


@dataclass(frozen=True)
class MapWindow:
    """Window on the map: its corner in map units, its scale, and its rectangle `at`.

    `scale` is in pixels per map unit; `at` is in pixels of the canvas.
    """

    side: str
    left: float
    top: float
    scale: float
    at: Rect

    @property
    def zoom(self) -> float:
        """Return the factor by which pieces are enlarged compared to the board."""
        return chart.zoom(self.scale)

    def px(self, point: Point) -> Point:
        """Convert a point from map units to canvas pixels."""
        return (point[0] - self.left) * self.scale + self.at.x, (
            point[1] - self.top
        ) * self.scale + self.at.y

    def size(self, name: str) -> int:
        """Return the size `name` of the layout (in board pixels), scaled to this window."""
        return round(LAYOUT.int(f"map.{name}") * self.zoom)

    def corner(self, cut: chart.Cutout) -> tuple[int, int]:
        """Return the position on the canvas of the upper left corner of a region's mask."""
        return round(cut.x - self.left * self.scale) + self.at.x, round(
            cut.y - self.top * self.scale
        ) + self.at.y

    def shows(self, name: str) -> bool:
        """Return whether the center of the region's code lies in the window."""
        x, y = self.px(chart.regions(self.side)[name].label)
        return self.at.x <= x < self.at.right and self.at.y <= y < self.at.bottom

    def holds(self, at: Point, size: int) -> bool:
        """Return whether a piece of `size` pixels with its center at `at` lies in the window."""
        inner = self.at.inset(size // 2)
        return inner.x <= at[0] < inner.right and inner.y <= at[1] < inner.bottom

    def touches(self, name: str) -> bool:
        """Return whether any part of the region's box lies in the window."""
        left, top, right, bottom = chart.regions(self.side)[name].box
        (x0, y0), (x1, y1) = self.px((left, top)), self.px((right, bottom))
        return x0 < self.at.right and x1 > self.at.x and y0 < self.at.bottom and y1 > self.at.y


@dataclass(frozen=True)
class SlotItem:
    """Content of a slot: an army with its cities, or a ghost.

    `kind` is "army" or "ghost". `count` and `cities` are the numbers of armies and cities. `tone`
    says which action a ghost previews (see `sprites.ghost`).
    """

    kind: str
    seat: int = 0
    count: int = 0
    cities: int = 0
    tone: str = "place"


def look_of(view: GameView, seat: int) -> int:
    """Return the index in `theme.seats` for a seat of the view.

    The seat after the last player stands for the neutral armies.
    """
    return NEUTRAL if seat >= view.n else seat


def items_in(scene: Scene, name: str) -> list[SlotItem]:
    """Return the items in the region `name`: armies (those with towers first), then a ghost."""
    view: GameView = scene.view
    armies, cities = view.armies.get(name, ()), view.cities.get(name, ())
    armies_here = [
        SlotItem(
            "army",
            seat,
            armies[seat] if seat < len(armies) else 0,
            cities[seat] if seat < len(cities) else 0,
        )
        for seat in range(max(len(armies), len(cities)))
    ]
    out = sorted(
        (item for item in armies_here if item.count or item.cities),
        key=lambda item: (not item.cities, item.seat),
    )
    if name in scene.ghost[-1:]:
        out.append(_preview(view))
    return out


def _preview(view: GameView) -> SlotItem:
    """Return the preview of the chosen action: an army, a city, or swords.

    Swords mean that an army is destroyed. The scene names only the place; what is left of the
    action says which piece is shown. If both a city and swords are possible, the preview shows
    both.
    """
    seat = view.actors[0] if view.actors else view.viewer or 0
    left = view.left
    if view.phase == "neutral":
        return SlotItem("ghost", view.n)
    if left and not left.place and not left.move and bool(left.city) != bool(left.destroy):
        return SlotItem("ghost", seat, tone="city" if left.city else "destroy")
    return SlotItem("ghost", seat, tone="place" if left is None or not left.destroy else "spot")


def land_tone(theme: Theme, seat: int) -> RGB:
    """Return the color of the land that a seat controls.

    Colors that are nearly those of the bare land are darker than on the pieces.
    """
    colour = theme.seats[seat].colour
    is_pale = sum(colour) > LAYOUT.int("map.pale") and seat != NEUTRAL
    return mix(colour, AMBER, LAYOUT.float("map.deep")) if is_pale else colour


def tint_controlled(canvas: Canvas, scene: Scene, theme: Theme, window: MapWindow) -> None:
    """Tint each region in the color of the seat that controls it, most at its border."""
    for name, seat in sorted(scene.view.control.items()):
        if not window.touches(name):
            continue
        mask = chart.control_band(window.side, name, window.scale)
        x, y = window.corner(chart.cutout(window.side, name, window.scale))
        canvas.tint(mask, x, y, land_tone(theme, look_of(scene.view, seat)))
    for name in sorted(scene.view.control):
        _draw_signs_again(canvas, scene, theme, window, name)


def _draw_signs_again(
    canvas: Canvas, scene: Scene, theme: Theme, window: MapWindow, name: str
) -> None:
    """Draw the code and the castle of a region over its color, if they lie on its land."""
    region = chart.regions(window.side)[name]
    box = _code_plate(window, name)
    if chart.line_from_code(window.side, name) is None and box.is_inside(window.at):
        _draw_code(canvas, scene, theme, window, name)
    if region.castle:
        x, y = window.px(region.castle)
        size = round(LAYOUT.int("map.castle") * window.scale / chart.BOARD)
        if window.at.x < x < window.at.right and window.at.y < y < window.at.bottom:
            castle = icon("castle", size, MAP["castle"], MAP["castle_rim"])
            canvas.paste_centred(castle, (x, y))


def highlight_legal(canvas: Canvas, scene: Scene, theme: Theme, window: MapWindow) -> None:
    """Highlight the places that may be chosen, and darken the other regions.

    A legal place has an ink line, a white band, an inward glow in the color of the seat in control
    and its code on a plate: the buttons have the same code. A chosen place glows all over. The
    place from which a move starts has a thick band and a plate in the color of the seat to move.
    """
    known = chart.regions(window.side)
    asked = _lit(scene)
    for name in sorted(known.keys() - asked) if asked else ():
        if window.touches(name):
            cut = chart.cutout(window.side, name, window.scale)
            canvas.tint(scaled(cut.mask, LAYOUT.float("map.dim")), *window.corner(cut), theme.ink)
    for mark in scene.marks:
        if mark.spot not in chart.regions(window.side) or mark.tone == "blocked":
            continue
        cut = chart.cutout(window.side, mark.spot, window.scale)
        x, y = window.corner(cut)
        glow, cream, ink = chart.legal_rim(window.side, mark.spot, window.scale)
        if mark.tone == "chosen":
            canvas.tint(scaled(cut.mask, 0.4), x, y, theme.glow)
        if mark.tone == "origin":
            own, line = chart.origin_rim(window.side, mark.spot, window.scale)
            canvas.tint(own, x, y, theme.seats[_mover(scene.view)].colour)
            canvas.tint(line, x, y, theme.cream)
        else:
            seat = scene.view.control.get(mark.spot)
            if seat is not None:  # white on bare land would hide what grows there
                canvas.tint(glow, x, y, land_tone(theme, look_of(scene.view, seat)))
            canvas.tint(cream, x, y, PALE)
        canvas.tint(ink, x, y, theme.ink)
        _draw_code(canvas, scene, theme, window, mark.spot)
        canvas.record_region("marker", _code_plate(window, mark.spot), mark.spot, has_letters=True)


def _lit(scene: Scene) -> set[str]:
    """Return the regions that may be chosen, and the one from which the move starts."""
    known = chart.regions(scene.view.side).keys()
    return {mark.spot for mark in scene.marks if mark.tone != "blocked"} & known


def _mover(view: GameView) -> int:
    """Return the index in `theme.seats` for the seat to move."""
    return look_of(view, view.actors[0] if view.actors else view.viewer or 0)


def _code_plate(window: MapWindow, name: str) -> Rect:
    """Return the box of the plate behind the code of a legal place."""
    size = window.size("code")
    x, y = window.px(chart.regions(window.side)[name].label)
    w = round(writing.width(name.upper(), CODE_FACE, size) + 0.42 * size)
    h = round(0.94 * size)
    return Rect(round(x - w / 2), round(y - h / 2), w, h)


def _draw_code(canvas: Canvas, scene: Scene, theme: Theme, window: MapWindow, name: str) -> None:
    """Draw a region's code again, over the layers that covered it.

    If the region may be chosen, the code stands on a plate. The plate lies at the usual place of
    the code, so that no piece has to move.
    """
    size = window.size("code")
    x, y = window.px(chart.regions(window.side)[name].label)
    style = writing.Style(CODE_FACE, size, MAP["code"], 3, mix(MAP["castle_rim"], PALE, 0.3))
    tones = {mark.tone for mark in scene.marks if mark.spot == name} - {"blocked"}
    if tones:
        box, look = _code_plate(window, name), theme.seats[_mover(scene.view)]
        is_origin = tones == {"origin"}
        face = look.colour if is_origin else mix(theme.saffron, MARKER_LIGHT, 0.25)
        letters = theme.bright if is_origin and not look.dark_digit else theme.ink
        sprite = widgets.plate(box.w, box.h, round(0.3 * box.h), face, theme.ink, 3)
        canvas.sheet.paste(sprite, (box.x, box.y), sprite)
        style = writing.Style(CODE_FACE, size, letters)
    canvas.text((x, y + size * 0.33), name.upper(), style, "m", kind="code")


def draw_tokens(canvas: Canvas, scene: Scene, window: MapWindow) -> None:
    """Draw the goods tokens (of the optional rule)."""
    for name, good in sorted(scene.view.tokens.items()):
        where = chart.regions(window.side)[name].token
        if where:
            size = window.size("token")
            x, y = window.px(where)
            canvas.paste_centred(sprites.token(good, size), (x, y))
            canvas.record_region("token", _box(x, y, size), name)


def lines_of(name: str, lines: int) -> list[str]:
    """Return a name in at most `lines` lines (one or two) of about equal length."""
    parts = name.split()
    if lines < 2 or len(parts) < 2:
        return [name]
    cuts = [(" ".join(parts[:i]), " ".join(parts[i:])) for i in range(1, len(parts))]
    best = min(cuts, key=lambda c: (max(len(c[0]), len(c[1])), len(c[0])))
    return list(best)


@cached
def lettering(line: str, size: int, tint: RGB) -> Sprite:
    """Return a line of a continent's name with a soft glow in the continent's tint."""
    width = round(writing.width(line, NAME_FACE, size)) + 24
    out = Image.new("RGBA", (width, size * 2))
    glow = Image.new("L", out.size)
    style = writing.Style(NAME_FACE, size, (255,), 6, (255, 255, 255))
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


@cached
def name_plate(theme: Theme, seat: int, lines: tuple[str, ...], size: int, pitch: int) -> Sprite:
    """Return a plate in a seat's color with its piece and a continent's name.

    `size` is that of the letters, `pitch` the distance between two `lines`. A plate, because a
    piece by itself beside the name looks like an army without its number.
    """
    look, pad = theme.seats[seat], round(0.2 * size)
    piece = markers.piece(
        theme, seat, round(size * LAYOUT.int("map.ruler") / LAYOUT.int("map.name"))
    )
    bed = piece.width - 2 * pad
    words = max(round(writing.width(line, NAME_FACE, size)) for line in lines)
    w, h = bed + words + 3 * pad, max(bed, (len(lines) - 1) * pitch + size) + round(0.8 * pad)
    out = widgets.plate(w, h, pad + 4, look.colour, theme.ink, 3).copy()
    middle = out.height // 2
    # The piece has the color of the plate, so it has a light edge.
    solid = piece.getchannel("A").point([255 if v > 200 else 0 for v in range(256)])
    edge = solid.filter(ImageFilter.MaxFilter(5)).filter(ImageFilter.GaussianBlur(1))
    at = pad + (bed - piece.width) // 2, middle - piece.height // 2
    light = Image.new("RGBA", out.size, (*theme.cream, 0))
    cut = max(0, -at[0]), max(0, -at[1])
    place = max(0, at[0]), max(0, at[1])
    cropped = edge.crop((*cut, *edge.size))
    light_alpha = Image.new("L", out.size)
    light_alpha.paste(cropped, place)
    light.putalpha(light_alpha)
    out.alpha_composite(light)
    out.alpha_composite(piece, place, cut)
    x, top = pad + bed + pad + words / 2, middle - (len(lines) - 1) * pitch / 2
    fill = theme.ink if look.dark_digit else theme.bright
    style = writing.Style(NAME_FACE, size, fill)
    for i, line in enumerate(lines):
        base = top + i * pitch + size * writing.LETTER_DROP
        writing.write(ImageDraw.Draw(out), (x, base), line, style, "m")
    return out


def draw_names(canvas: Canvas, scene: Scene, theme: Theme, window: MapWindow) -> None:
    """Draw the continents' names in the sea.

    The name of a continent that a seat controls stands on a plate in the seat's color.
    """
    size = window.size("name")
    pitch = window.size("name_pitch")
    regions = chart.regions(window.side)
    for code, entry in LAYOUT.get(f"names.{window.side}").items():
        tint = next(region.tint for name, region in regions.items() if name[0] == code)
        lines = lines_of(
            i18n.say_for_game(scene.game, scene.lang, f"eme.continent.{code}"), entry["lines"]
        )
        x, y = window.px(tuple(entry["solo" if len(lines) == 1 and "solo" in entry else "at"]))
        half_width = max(writing.width(line, NAME_FACE, size) for line in lines) / 2 + 2 * size
        if not (
            half_width < x < window.at.w - half_width
            and size < y < window.at.h - len(lines) * pitch
        ):
            continue  # skip names that the edge would cut
        seat = scene.view.continents.get(code)
        if seat is not None:
            plate = name_plate(theme, look_of(scene.view, seat), tuple(lines), size, pitch)
            (shift_x, shift_y) = entry.get("plate", (0, 0))
            middle = (
                x + shift_x * window.scale,
                y
                + (len(lines) - 1) * pitch / 2
                - size * writing.LETTER_DROP
                + shift_y * window.scale,
            )
            canvas.paste_centred(plate, middle)
            box = Rect(
                round(middle[0] - plate.width / 2), round(middle[1] - plate.height / 2), *plate.size
            )
            canvas.record_region("holder", box, code, has_letters=True)
            continue
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
                has_letters=True,
            )


@dataclass(frozen=True)
class PlacedMark:
    """Item of a region with its center on the canvas and its size in pixels.

    With `low`, the item's towers stand lower.
    """

    thing: SlotItem
    region: str
    at: Point
    size: int
    low: bool


def placed(scene: Scene, window: MapWindow) -> list[PlacedMark]:
    """Return all items to draw in a window, northern regions first.

    If the code of a region lies outside the window, only the region's items that lie inside are
    returned.
    """
    known = chart.regions(window.side)
    out: list[PlacedMark] = []
    for name in sorted(known, key=lambda name_: known[name_].box[1]):
        items = items_in(scene, name) if window.touches(name) else []
        if items:
            slots = known[name].slots_for(len(items), sum(bool(item.cities) for item in items))
            size = round(slots.size * window.zoom)
            for item, centre in zip(items, slots.at, strict=True):
                at = window.px(centre)
                if window.shows(name) or window.holds(at, size):
                    out.append(PlacedMark(item, name, at, size, slots.low and bool(item.cities)))
    return out


def regions_with_pieces(view: GameView) -> set[str]:
    """Return the regions with armies or cities of the viewer."""
    seat = view.viewer
    if seat is None:
        return set()
    return {name for name, armies in view.armies.items() if armies[seat] or view.cities[name][seat]}


def cut_boxes(
    scene: Scene, window: MapWindow, needed: set[str]
) -> list[tuple[float, float, float, float]]:
    """Return boxes in map units that the edge of the window cuts: pieces and codes of regions.

    They are those of the regions of which the window shows a part of the pieces or the code, and of
    the `needed` regions. A box is left, top, right, bottom.
    """
    found: list[tuple[float, float, float, float]] = []
    for name, region in chart.regions(window.side).items():
        if not window.touches(name) and name not in needed:
            continue
        signs = [(region.label, _half_code(window, name))] if items_in(scene, name) else []
        signs += [(at, (half, half)) for at, half in _slots_of(scene, window, name)]
        boxes = [(x - a, y - b, x + a, y + b) for (x, y), (a, b) in signs]
        inside = [_is_inside(window, box) for box in boxes]
        seen = [
            window.at.x <= x < window.at.right and window.at.y <= y < window.at.bottom
            for x, y in (window.px(at) for at, _ in signs)
        ]
        if (any(seen) or name in needed) and not all(inside):
            found += boxes
    return found


def _half_code(window: MapWindow, name: str) -> Point:
    """Return half the width and height of a region's code in map units."""
    box = _code_plate(window, name)
    return (box.w / 2 + 4) / window.scale, (box.h / 2 + 4) / window.scale


def _slots_of(scene: Scene, window: MapWindow, name: str) -> list[tuple[Point, float]]:
    """Return the center and half the size of each item in a region, in map units."""
    items = items_in(scene, name)
    if not items:
        return []
    slots = chart.regions(window.side)[name].slots_for(
        len(items), sum(bool(item.cities) for item in items)
    )
    half = (slots.size * window.zoom / 2 + 4) / window.scale
    return [(at, half) for _, at in zip(items, slots.at, strict=True)]


def _is_inside(window: MapWindow, box: tuple[float, float, float, float]) -> bool:
    """Return whether a box in map units lies in the window, or ends at the edge of the map."""
    (left, top), (right, bottom) = window.px(box[:2]), window.px(box[2:])
    return (
        left >= window.at.x
        and top >= window.at.y
        and right <= window.at.right
        and bottom <= window.at.bottom
    )


def draw_armies(canvas: Canvas, scene: Scene, theme: Theme, window: MapWindow) -> None:
    """Draw all pieces and ghosts, with a glow under changed pieces.

    Also record where codes, castles and pieces are.
    """
    marks = placed(scene, window)
    for name, region in chart.regions(window.side).items():
        if window.shows(name):
            canvas.record_spot(name, _box(*window.px(region.label), window.size("piece")))
            label = _box(*window.px(region.label), window.size("code"))
            canvas.record_region("label", label.inset(-4), name, has_letters=True)
            if region.castle:
                canvas.record_region(
                    "castle", _box(*window.px(region.castle), window.size("castle")), name
                )
    _draw_glows(canvas, scene, theme, window, marks)
    for mark in marks:
        canvas.record_region(
            mark.thing.kind,
            _box(*mark.at, mark.size),
            mark.region,
            has_letters=mark.thing.kind == "army",
        )
        if mark.thing.kind == "army":
            canvas.record_spot(mark.region, _box(*mark.at, mark.size), mark.thing.seat)
            _draw_army(canvas, scene, theme, mark)
    _draw_hidden_codes(canvas, scene, theme, window)
    # Draw the pieces again without towers, so that no tower hides a number in a tight region.
    for mark in marks:
        if mark.thing.kind == "army" and mark.thing.count:
            look = look_of(scene.view, mark.thing.seat)
            piece = sprites.army(theme, look, mark.thing.count, 0, mark.size, low=False)
            canvas.paste_centred(piece, mark.at)
    for mark in marks:
        if mark.thing.kind == "ghost":
            canvas.paste_centred(
                sprites.ghost(
                    theme, look_of(scene.view, mark.thing.seat), mark.thing.tone, mark.size
                ),
                mark.at,
            )


def _draw_glows(
    canvas: Canvas, scene: Scene, theme: Theme, window: MapWindow, marks: list[PlacedMark]
) -> None:
    """Draw glows under the pieces of those who moved.

    While regions may be chosen there are none, because they look like a choice. The codes of all
    changed regions are drawn again over the glows.
    """
    if _lit(scene):
        return
    changed, movers = set(scene.changed), _movers(scene)
    for mark in marks:
        if mark.thing.kind == "army" and (
            f"{mark.region}:{mark.thing.seat}" in changed
            or (
                mark.region in changed
                and mark.thing.seat in movers.get(mark.region, {mark.thing.seat})
            )
        ):
            look = look_of(scene.view, mark.thing.seat)
            sprite = sprites.army(
                theme, look, mark.thing.count, mark.thing.cities, mark.size, low=mark.low
            )
            glow = sprites.army_halo(theme, look, mark.thing.cities, mark.size, low=mark.low)
            canvas.glow(
                glow, mark.at[0] - sprite.width / 2, mark.at[1] - sprite.height / 2, theme.glow
            )
    for name in sorted(changed & set(chart.regions(window.side))):
        if window.shows(name):
            _draw_code(canvas, scene, theme, window, name)


def _draw_hidden_codes(canvas: Canvas, scene: Scene, theme: Theme, window: MapWindow) -> None:
    """Draw again the codes of regions that are covered by a tower."""
    towers = [region.box for region in canvas.regions if region.kind == "tower"]
    size = window.size("code")
    for name, region in chart.regions(window.side).items():
        x, y = window.px(region.label)
        code = Rect(
            round(x - size * 0.7), round(y - size * 0.35), round(size * 1.4), round(size * 0.7)
        )
        if window.shows(name) and any(tower.meets(code) for tower in towers):
            _draw_code(canvas, scene, theme, window, name)


def _draw_army(canvas: Canvas, scene: Scene, theme: Theme, mark: PlacedMark) -> None:
    """Draw an army and record the region of its towers."""
    look = look_of(scene.view, mark.thing.seat)
    sprite = sprites.army(theme, look, mark.thing.count, mark.thing.cities, mark.size, low=mark.low)
    canvas.paste_centred(sprite, mark.at)
    if mark.thing.cities:
        rise = sprites.rise(mark.size, mark.low)
        width = LAYOUT.int("map.tower") * mark.size / LAYOUT.int("map.piece") * 0.72
        box = Rect(
            round(mark.at[0] - width / 2),
            round(mark.at[1] - rise),
            round(width),
            rise - mark.size // 2,
        )
        canvas.record_region("tower", box, mark.region)


def _movers(scene: Scene) -> dict[str, set[int]]:
    """Return by region the seats that moved or placed pieces there.

    If the scene has no movements, that is the seat that acts or acted last. A region of which this
    is not known is left out.
    """
    view: GameView = scene.view
    acting = view.actors[0] if view.phase == "action" and view.actors else scene.news.seat
    found: dict[str, set[int]] = {}
    for name in set(scene.changed) & view.armies.keys():
        seats = {one.seat for one in scene.moved if name in one.places} - {None}
        if seats or acting is not None:
            found[name] = {seat for seat in seats or {acting} if seat is not None}
    return found


def _box(x: float, y: float, size: float) -> Rect:
    return Rect(round(x - size / 2), round(y - size / 2), round(size), round(size))


def draw_map(
    canvas: Canvas, scene: Scene, theme: Theme, window: MapWindow, framed: bool = True
) -> None:
    """Draw the map in its window: the ground, then every layer back to front.

    With `framed`, the map has the border of an old chart.
    """
    right = window.left + window.at.w / window.scale
    bottom = window.top + window.at.h / window.scale
    box = (round(window.left), round(window.top), round(right), round(bottom))
    ground = chart.ground(window.side, window.scale, box)
    map_canvas = Canvas(ground.copy())
    canvas_window = MapWindow(
        window.side, box[0], box[1], window.scale, Rect(0, 0, ground.width, ground.height)
    )
    tint_controlled(map_canvas, scene, theme, canvas_window)
    highlight_legal(map_canvas, scene, theme, canvas_window)
    draw_tokens(map_canvas, scene, canvas_window)
    draw_names(map_canvas, scene, theme, canvas_window)
    if framed:
        chart.draw_frame(map_canvas.sheet)
    draw_armies(map_canvas, scene, theme, canvas_window)
    canvas.sheet.paste(map_canvas.sheet, (window.at.x, window.at.y))
    canvas.copy_regions(map_canvas.regions, window.at.x, window.at.y)
