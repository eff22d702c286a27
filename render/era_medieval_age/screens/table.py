"""Picture of the table: small domains with numbers, supply, Master Jaime in solo games."""

from __future__ import annotations

import math
from collections.abc import Container, Sequence

from msgspec import structs
from PIL import Image, ImageDraw

from games.core.views.scene import Mark, News, Scene, area_of
from games.era_medieval_age.model.catalog import RESOURCES
from games.era_medieval_age.model.land import GRID, PlacedPiece, placed
from games.era_medieval_age.views.standing import standing
from games.era_medieval_age.views.view import (
    GameView,
    TownView,
    hammers_left,
    largest_area_holders,
)
from render.base import i18n, layout
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Layout, Point, Rect, around
from render.base.texture import Sheet, Sprite, wood
from render.base.theme import BLACK, RGB, Theme, mix, parse
from render.era_medieval_age.layers import trays
from render.era_medieval_age.layers.ground import domain, paving
from render.era_medieval_age.layers.placing import draw_badge, piece_of
from render.era_medieval_age.layers.supply import draw_jaime, draw_supply, grid
from render.era_medieval_age.pieces import sprites
from render.era_medieval_age.pieces.header import draw_head, open_demand
from render.era_medieval_age.pieces.style import HERE, TRACKS, icon
from render.era_medieval_age.screens import final
from render.parts import header, markers, panels, widgets

LAYOUT = layout.load(HERE / "table.toml")
PANEL = LAYOUT.part("panel")
# Numbers on a player's strip in each phase.
FACTS: dict[str, tuple[str, ...]] = {
    "build": ("hammers",),
    "extort": ("swords", "shields"),
    "calamities": ("skulls",),
    "quill": ("skulls",),
}
ICONS = {
    "hammers": "flat-hammer",
    "swords": "broadsword",
    "shields": "checked-shield",
    "skulls": "death-skull",
    "dice": "perspective-dice-six-faces-random",
    "area": "stone-wall",
}


def draw_table(scene: Scene, theme: Theme) -> Canvas:
    """Draw all domains and the supply; the end screen once the game is over."""
    view: GameView = scene.view
    if view.scoreboard is not None:
        return final.draw_end(scene, theme)
    plan = LAYOUT.part(f"n{view.n}")
    canvas = Canvas(panels.table(LAYOUT.int("width"), LAYOUT.int("height")))
    draw_head(canvas, scene, theme)
    header.draw_news(canvas, _with_demand(scene), theme, LAYOUT.rect("news"))
    points = [projected for _, projected in standing(view)]
    for seat, corner in enumerate(plan.get("panels")):
        _draw_panel(canvas, scene, theme, plan, seat, Rect(*corner, *plan.get("size")), points)
    draw_supply(canvas, scene, theme, plan.rect("supply"), plan.get("blocks"))
    if view.n == 1:
        draw_jaime(canvas, scene, theme, plan.rect("jaime"))
    return canvas


def _with_demand(scene: Scene) -> Scene:
    """Return the scene with the open demand as its first news.

    It takes the place of the log's sentence on this demand.
    """
    demand = open_demand(scene.view)
    if demand is None:
        return scene
    said = [one for one in scene.news.said if not one.key.startswith("era.log.demanded")]
    return structs.replace(scene, news=News((demand, *said), scene.news.seat, scene.news.spots))


def addressed_seats(view: GameView) -> tuple[int, ...]:
    """Return the seats whose turn the header names: the viewer, else all who must act."""
    return (view.viewer,) if view.viewer in view.actors else view.actors


def _draw_panel(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    plan: Layout,
    seat: int,
    frame: Rect,
    points: Sequence[int],
) -> None:
    """Draw one player: strip, domain, numbers; who is asked glows. `points` are of all seats."""
    view: GameView = scene.view
    colour = theme.seats[seat].colour
    active = seat in addressed_seats(view)
    if active:
        # nearly white, because one of the seats has the color of other halos
        canvas.glow(panels.panel_halo(frame.w, frame.h), frame.x, frame.y, theme.light)
    base = theme.warm_paper if active else theme.paper
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, base, panels.seat_rim(theme, seat), 4, 20),
        frame.x,
        frame.y,
    )
    canvas.record_region("panel", frame, str(seat))
    band = panels.strip(frame.w, plan.int("head") - 2 * PANEL.int("inset"), colour, 70)
    canvas.sheet.paste(band, (frame.x, frame.y), band)
    cell = plan.int("cell")
    dx, dy = plan.get("land")
    land = Rect(frame.x + dx, frame.y + dy, GRID.cols * cell, GRID.rows * cell)
    _draw_strip(canvas, scene, theme, plan, seat, frame)
    _draw_domain(canvas, scene, theme, seat, land, cell)
    golden = set[str]()
    if view.phase != "setup":
        if view.n > 1 and points[seat] == max(points):
            golden.add("points")
        if seat in largest_area_holders(view):
            golden.add("area")
    _draw_numbers(
        canvas,
        theme,
        plan,
        view.towns[seat],
        points[seat],
        plan.rect("facts").moved(frame.x, frame.y),
        golden,
    )


def _draw_strip(
    canvas: Canvas, scene: Scene, theme: Theme, plan: Layout, seat: int, frame: Rect
) -> None:
    """Draw piece, name, the first player's sign, and the numbers of this phase."""
    view: GameView = scene.view
    person = panels.seat_headers(scene, view.n)[seat]
    y, pad, piece = frame.y + plan.int("head") / 2, PANEL.int("pad"), plan.int("piece")
    canvas.paste_centred(
        panels.sign(theme, person, piece, initial=theme.small), (frame.x + pad + piece / 2, y)
    )
    canvas.record_spot(area_of(seat), trays.square_around((frame.x + pad + piece / 2, y), piece))
    right = _draw_facts(canvas, view, theme, plan, seat, frame)
    size, gap = PANEL.int("order"), PANEL.int("order_gap")
    wide = PANEL.int("order_wide")
    is_first = view.n > 1 and view.phase != "setup" and seat == view.first
    x = frame.x + pad + piece + gap
    room = right - x - (wide + gap + PANEL.int("order_air") if is_first else gap)
    name, digits = panels.fit_name(person, plan.int("name"), room, theme.small, press=True)
    base = y + digits * writing.LETTER_DROP
    style = writing.Style("alegreya-700", digits, theme.ink)
    x += round(canvas.text((x, base), name, style, kind="name", room=room))
    if is_first:
        middle = x + gap + wide / 2, y
        box = Rect(x + gap, round(y - size / 2), wide, size)
        canvas.record_region("order", box, "1")
        canvas.paste_centred(first_sign(theme, wide, size), middle)
        style = writing.Style(BLACK, PANEL.int("order_number"), theme.light)
        first = i18n.say(scene.lang, "era.first")
        at = middle[0] + PANEL.int("order_dx"), y + style.size * writing.DIGIT_DROP
        canvas.text(at, first, style, "m", kind="ordinal")
    if view.rank:
        rank = i18n.say_for_game(scene.game, scene.lang, f"era.rank.{view.rank}")
        style = writing.Style(
            "alegreya-sans-700", plan.int("name"), mix(theme.ink, theme.paper, 0.2)
        )
        canvas.text((right - pad, base), rank, style, "r", kind="label")


@cached
def first_sign(theme: Theme, wide: int, size: int) -> Sprite:
    """Return the first player's tag, which points to the right, without its number."""
    across, big = wide * 4, size * 4  # drawn large, so that its edges are smooth
    tag = Image.new("RGBA", (across, big))
    tip = big * PANEL.float("order_tip")
    top, bottom = big * PANEL.float("order_top"), big * (1 - PANEL.float("order_top"))
    ImageDraw.Draw(tag).polygon(
        [(0, top), (across - tip, top), (across, big / 2), (across - tip, bottom), (0, bottom)],
        fill=mix(theme.saffron, theme.ink, 0.55),
    )
    return tag.resize((wide, size), Image.Resampling.LANCZOS)


@cached
def hourglass(theme: Theme, size: int) -> Sprite:
    """Return the sign of a player who must act too, but is not the one addressed."""
    big = size * 4  # drawn large, so that its edges are smooth
    glass = Image.new("RGBA", (big, big))
    pen, tone = ImageDraw.Draw(glass), mix(theme.saffron, theme.ink, 0.6)
    left, right, middle = big * 0.2, big * 0.8, big / 2
    top, bottom, rim = big * 0.06, big * 0.94, big * 0.12
    sides = [(left, top), (right, top), (left, bottom), (right, bottom)]
    pen.polygon(sides, fill=theme.light)
    pen.polygon([(left + rim, big * 0.28), (right - rim, big * 0.28), (middle, middle)], fill=tone)
    pen.polygon([(left, bottom), (right, bottom), (middle, big * 0.68)], fill=tone)
    pen.line([*sides, sides[0]], fill=tone, width=big // 14, joint="curve")
    for y in (top, bottom - rim):
        pen.rectangle((left - rim / 2, y, right + rim / 2, y + rim), fill=tone)
    return glass.resize((size, size), Image.Resampling.LANCZOS)


def _draw_facts(
    canvas: Canvas, view: GameView, theme: Theme, plan: Layout, seat: int, frame: Rect
) -> int:
    """Draw the numbers of this phase at the right; return the x of their left edge.

    If the seat has finished a hidden step, there is a tick too; if it must act beside the player
    whose turn the header names, an hourglass.
    """
    town = view.towns[seat]
    left = frame.right - PANEL.int("pad")
    y = frame.y + plan.int("head") / 2
    size, number = plan.int("fact"), plan.int("fact_number")
    tone = mix(theme.seats[seat].colour, theme.ink, 0.5)
    air, gap = PANEL.int("number_air"), PANEL.int("fact_air")
    for fact in reversed(FACTS.get(view.phase, ("dice",))):
        text = _fact(view, town, seat, fact)
        tick = 0 if text else PANEL.int("tick")
        width = size + air + (tick or round(writing.width(text, BLACK, number)))
        left -= width
        skulls = fact == "skulls" and text != "0"
        canvas.paste_centred(
            icon(ICONS[fact], size, theme.madder if skulls else tone), (left + size / 2, y)
        )
        if text:
            # zeros are no paler than others: the band has the seat's color
            style = writing.Style(BLACK, number, theme.ink)
            canvas.digits((left + size + air, y), text, style)
        else:
            _draw_tick(canvas, theme, seat, (left + width - tick / 2, y))
        box = Rect(left, round(y - size / 2), width, size)
        canvas.record_region("step", box, f"{fact}:{text or 'done'}")
        left -= gap
    left += gap
    if town.status == "done":
        tick = PANEL.int("tick")
        left -= tick + PANEL.int("order_gap")
        _draw_tick(canvas, theme, seat, (left + tick / 2, y))
    elif seat in view.actors and seat not in addressed_seats(view):
        tick = PANEL.int("tick")
        left -= tick + PANEL.int("order_gap")
        canvas.paste_centred(hourglass(theme, tick), (left + tick / 2, y))
        box = trays.square_around((left + tick / 2, y), tick)
        canvas.record_region("hourglass", box, str(seat))
    return left


def _draw_tick(canvas: Canvas, theme: Theme, seat: int, at: Point) -> None:
    """Draw the sign of a seat that has finished this step."""
    size = PANEL.int("tick")
    canvas.paste_centred(markers.tick(size, theme.olive), at)
    canvas.record_region("tick", trays.square_around(at, size), str(seat))


def _fact(view: GameView, town: TownView, seat: int, fact: str) -> str:
    """Return the number `fact` of a town for the strip.

    Hammers are those left of those rolled; "" if the seat has built.
    """
    if fact == "dice":
        return str(len(town.dice))
    if fact != "hammers":
        return str(getattr(town, fact))
    left = hammers_left(view, seat)
    if left is None:
        return ""
    rolled = max(left, town.hammers)
    return f"{left}/{rolled}" if rolled else "0"


def _draw_numbers(
    canvas: Canvas,
    theme: Theme,
    plan: Layout,
    town: TownView,
    points: int,
    frame: Rect,
    golden: Container[str],
) -> None:
    """Draw points, walled area, culture and calamity; then the four resources.

    Numbers in `golden` (the leader's `points`, the largest `area`) stand on a golden plate.
    """
    gold = mix(theme.saffron, theme.ink, 0.35)
    numbers = {
        "culture": town.culture,
        "calamity": town.calamity,
        **{resource: town.stock[resource] for resource in RESOURCES},
    }
    lines = [
        ("points", "laurels", gold, points),
        ("area", ICONS["area"], mix(theme.rim, theme.ink, 0.25), town.area),
        *((track, *TRACKS[track], n) for track, n in numbers.items()),
    ]
    panels.hairline(canvas, frame.x, round(frame.centre[1]), frame.w)
    stock: list[Rect] = []
    for (track, name, colour, n), box in zip(
        lines, grid(frame, len(lines), plan.int("columns")), strict=True
    ):
        if track in golden:
            plate = _golden_plate(box, plan, str(n))
            widgets.draw_plate(canvas, plate, "tile", theme.glow, gold, 3)
            canvas.record_region("leader" if track == "points" else "largest", plate, str(n))
        number, gap = plan.int("number"), PANEL.int("number_gap")
        style = writing.Style(BLACK, number, _number_tone(theme, track, n))
        text = str(n).replace("-", "−")
        room = box.w - 2 * gap
        if plan.get("anchor") == "m":
            _draw_number_below(canvas, theme, plan, (name, colour), box, text, style)
            canvas.record_region("fact", box, f"{track}:{n}")
            if track in RESOURCES:
                stock.append(box)
            continue
        size = min(
            plan.int("icon"),
            max(PANEL.int("icon_least"), int(room - gap - writing.width(text, BLACK, number))),
        )
        canvas.paste_centred(
            icon(name, size, colour, mix(theme.paper, theme.light, 0.5), 2),
            (box.x + gap + size / 2, box.centre[1]),
        )
        anchor = plan.get("anchor")
        x = box.x + size + 2 * gap if anchor == "l" else box.right - gap
        base = box.centre[1] + number * writing.DIGIT_DROP
        canvas.text((x, base), text, style, anchor, kind="number", room=room - size - gap)
        canvas.record_region("fact", box, f"{track}:{n}")
        if track in RESOURCES:
            stock.append(box)
    canvas.record_region("stock", around(stock))


def _draw_number_below(
    canvas: Canvas,
    theme: Theme,
    plan: Layout,
    sign: tuple[str, RGB],
    box: Rect,
    text: str,
    style: writing.Style,
) -> None:
    """Draw a number below its icon; `sign` is the icon's name and color."""
    size, gap = plan.int("icon"), PANEL.int("number_gap")
    top = box.y + (box.h - size - 2 * style.size * writing.DIGIT_DROP - gap) / 2
    paper = mix(theme.paper, theme.light, 0.5)
    canvas.paste_centred(icon(sign[0], size, sign[1], paper, 2), (box.centre[0], top + size / 2))
    base = top + size + gap + 2 * style.size * writing.DIGIT_DROP
    canvas.text((box.centre[0], base), text, style, "m", kind="number", room=box.w - 2 * gap)


def _golden_plate(box: Rect, plan: Layout, text: str) -> Rect:
    """Return the rectangle of the golden plate behind a number (`text`) and its icon."""
    air = PANEL.int("plate")
    if plan.get("anchor") == "m":
        return Rect(box.x + air, box.y + air, box.w - 2 * air, box.h - 2 * air)
    if plan.get("anchor") == "r":
        return Rect(box.x - air, box.y, box.w + 2 * air, box.h)
    number, gap = plan.int("number"), PANEL.int("number_gap")
    width = plan.int("icon") + 2 * gap + writing.width(text, BLACK, number)
    return Rect(box.x - air, box.y + air, min(round(width) + 3 * air, box.w), box.h - 2 * air)


def _number_tone(theme: Theme, track: str, n: int) -> RGB:
    """Return the color of a number: zeros are pale, calamity is red."""
    if not n:
        return panels.muted(theme)
    return theme.madder if track == "calamity" else theme.ink


@cached
def _setup_screen(w: int, h: int) -> Sheet:
    """Return the screen that hides a domain during setup."""
    return wood(w, h, PANEL.int("screen_seed"), parse(PANEL.get("screen_wood")), 3)


def _draw_domain(
    canvas: Canvas, scene: Scene, theme: Theme, seat: int, land: Rect, cell: int
) -> None:
    """Draw the framed domain with new pieces, ghosts and letters, or its screen."""
    view: GameView = scene.view
    frame = PANEL.int("frame")
    edge = (land.x - frame, land.y - frame, land.right + frame - 1, land.bottom + frame - 1)
    canvas.pen.rectangle(edge, fill=mix(theme.table, theme.ink, 0.35))
    canvas.record_region("domain", land, str(seat))
    if view.phase == "setup" and view.viewer != seat:
        canvas.sheet.paste(_setup_screen(land.w, land.h), (land.x, land.y))
        canvas.paste_centred(markers.piece(theme, seat, PANEL.int("screen")), land.centre)
        return
    town, colour = view.towns[seat], theme.seats[seat].colour
    canvas.sheet.paste(domain(town.pieces, cell, colour), (land.x, land.y))
    for piece in town.pieces:
        box = _ground_box(placed(piece), land, cell)
        canvas.record_spot(f"{seat}/{piece}", box)
        canvas.record_region("piece_body", box, f"{seat}/{piece}")
    is_asked = _asked_seat(view) == seat
    # the news tell a whole building turn, of which only the last row may be in `changed`
    fresh = {*scene.changed, *scene.news.spots}
    for piece in (piece for piece in town.pieces if f"{seat}/{piece}" in fresh):
        _draw_new_piece(canvas, theme, placed(piece), land, cell, seat)
    ghosts = [building for spot in scene.ghost if is_asked and (building := piece_of(spot))]
    for building in ghosts:
        dx, dy = sprites.sprite(building.kind, building.turn, cell, colour)[1]
        body = sprites.faint(building.kind, building.turn, cell, colour, PANEL.float("ghost"))
        canvas.sheet.paste(
            body, (land.x + building.col * cell - dx, land.y + building.row * cell - dy), body
        )
        canvas.record_region("ghost", land, building.id)
    _draw_letters(canvas, scene, theme, seat, land, cell, is_asked=is_asked)


def _ground_box(building: PlacedPiece, land: Rect, cell: int) -> Rect:
    """Return the bounding box of a piece's ground."""
    rows, cols = zip(*GRID.cells(building.cells), strict=True)
    return Rect(
        land.x + min(cols) * cell,
        land.y + min(rows) * cell,
        (max(cols) - min(cols) + 1) * cell,
        (max(rows) - min(rows) + 1) * cell,
    )


def _asked_seat(view: GameView) -> int | None:
    """Return the seat whose domain the marks are about; None if there is none.

    It is the viewer's seat, or, for a spectator, the first seat that must act.
    """
    if view.viewer is not None:
        return view.viewer
    return view.actors[0] if view.actors else None


def _draw_new_piece(
    canvas: Canvas, theme: Theme, building: PlacedPiece, land: Rect, cell: int, seat: int
) -> None:
    """Draw the latest piece over its glow."""
    body, (dx, dy) = sprites.sprite(building.kind, building.turn, cell, theme.seats[seat].colour)
    x, y = land.x + building.col * cell - dx, land.y + building.row * cell - dy
    canvas.glow(sprites.halo(building.kind, building.turn, cell), x, y, theme.halo)
    canvas.sheet.paste(body, (x, y), body)
    canvas.record_region("fresh", Rect(x, y, body.width, body.height), building.id)


def _draw_letters(
    canvas: Canvas, scene: Scene, theme: Theme, seat: int, land: Rect, cell: int, *, is_asked: bool
) -> None:
    """Draw the letters or cell names of marks on a domain and its pieces, or on the whole town.

    Pieces have letters only if the question is about this domain (`is_asked`). No letter covers
    another.
    """
    taken: list[Point] = []
    badges: list[Rect] = []
    for mark in scene.marks:
        building, size = piece_of(mark.spot), PANEL.int("marker")
        if mark.spot == f"town{seat}":
            dx, dy = PANEL.point("marker_at")
            _draw_marker(
                canvas, theme, mark, (land.x + dx, land.bottom + dy), PANEL.int("marker_town")
            )
        elif building is not None and is_asked and len(mark.letter) > 1:
            badges.append(draw_badge(canvas, theme, mark, building, land, cell, badges))
        elif building is not None and is_asked:
            taken.append(_free_letter_place(building, land, cell, taken, size))
            _draw_marker(canvas, theme, mark, taken[-1], size)


def _free_letter_place(
    building: PlacedPiece, land: Rect, cell: int, taken: list[Point], size: int
) -> Point:
    """Return the place of a piece's letter that is clear of the letters at `taken`.

    The place is the piece's center, else the center of its nearest free cell, else the nearest free
    corner of a cell. If none is free, it is the piece's center.
    """
    cells = [
        (land.x + (col + 0.5) * cell, land.y + (row + 0.5) * cell)
        for row, col in GRID.cells(building.cells)
    ]
    middle = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
    half = cell / 2
    cell_corners = {
        (x + dx, y + dy) for x, y in cells for dx in (-half, half) for dy in (-half, half)
    }

    def distance(spot: Point) -> tuple[float, Point]:
        return math.dist(spot, middle), spot

    spots = [middle, *sorted(cells, key=distance), *sorted(cell_corners, key=distance)]
    return next(
        (spot for spot in spots if all(math.dist(spot, other) >= size for other in taken)), middle
    )


def _draw_marker(canvas: Canvas, theme: Theme, mark: Mark, at: Point, size: int) -> None:
    canvas.paste_centred(markers.marker(theme, mark.letter, size, mark.tone), at)
    canvas.record_region("marker", trays.square_around(at, size), mark.spot)


def warm_up(theme: Theme) -> None:
    """Fill the cache with table, meadow and paving for every number of players."""
    for n in range(1, LAYOUT.int("players") + 1):
        plan = LAYOUT.part(f"n{n}")
        panels.table(LAYOUT.int("width"), LAYOUT.int("height"))
        domain((), plan.int("cell"), theme.seats[0].colour)
        paving(plan.int("cell"))
