"""Picture of the table: small domains with numbers, supply, Master Jaime in solo games."""

from __future__ import annotations

import math

from games.core.views.scene import Mark, Scene, area_of
from games.era_medieval_age.model.land import GRID, PlacedPiece, placed
from games.era_medieval_age.views.view import GameView, TownView
from render.base import layout
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Point, Rect
from render.base.texture import Sheet, wood
from render.base.theme import BLACK, HAIRLINE, Theme, mix, parse
from render.era_medieval_age.layers import trays
from render.era_medieval_age.layers.ground import domain, paving
from render.era_medieval_age.layers.placing import piece_of
from render.era_medieval_age.layers.supply import draw_jaime, draw_supply
from render.era_medieval_age.pieces import sprites
from render.era_medieval_age.pieces.header import draw_head
from render.era_medieval_age.pieces.style import HERE, TRACKS, icon
from render.era_medieval_age.screens import final
from render.parts import markers, panels

LAYOUT = layout.load(HERE / "table.toml")
PANEL = LAYOUT.part("panel")
# Numbers on a player's strip in each phase.
FACTS: dict[str, tuple[str, ...]] = {
    "build": ("hammers", "area"),
    "extort": ("swords", "shields"),
    "calamities": ("skulls", "area"),
    "quill": ("skulls", "dice"),
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
    canvas = Canvas(panels.table(LAYOUT.int("width"), plan.int("height")))
    draw_head(canvas, scene, theme)
    cell = plan.int("cell")
    for seat, corner in enumerate(plan.get("panels")):
        _draw_panel(canvas, scene, theme, seat, corner, cell)
    draw_supply(canvas, scene, theme, plan.rect("supply"), plan.get("blocks"))
    if view.n == 1:
        draw_jaime(canvas, scene, theme, plan.rect("jaime"))
    return canvas


def size_of(cell: int) -> tuple[int, int]:
    """Return width and height of a panel whose domain has cells of that size."""
    width = 2 * PANEL.int("pad") + GRID.cols * cell + PANEL.int("aside") + PANEL.int("aside_gap")
    return width, PANEL.int("head") + GRID.rows * cell + PANEL.int("pad")


def _draw_panel(
    canvas: Canvas, scene: Scene, theme: Theme, seat: int, corner: list[int], cell: int
) -> None:
    """Draw one player: strip, domain, column of numbers; active seats glow."""
    view: GameView = scene.view
    town = view.towns[seat]
    colour = theme.seats[seat].colour
    active = seat in view.actors
    frame = Rect(corner[0], corner[1], *size_of(cell))
    if active:
        canvas.glow(panels.panel_halo(frame.w, frame.h), frame.x, frame.y, theme.halo)
    base = theme.warm_paper if active else theme.paper
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, base, mix(colour, theme.ink, 0.35), 4, 20),
        frame.x,
        frame.y,
    )
    canvas.record_region("panel", frame, str(seat))
    band = panels.strip(frame.w, PANEL.int("strip"), colour, 70)
    canvas.sheet.paste(band, (frame.x, frame.y), band)
    land = Rect(
        frame.x + PANEL.int("pad"), frame.y + PANEL.int("head"), GRID.cols * cell, GRID.rows * cell
    )
    _draw_strip(canvas, scene, theme, seat, frame)
    _draw_domain(canvas, scene, theme, seat, land, cell)
    _draw_column(
        canvas,
        theme,
        town,
        Rect(land.right + PANEL.int("aside_gap"), land.y, PANEL.int("aside"), land.h),
    )


def _draw_strip(canvas: Canvas, scene: Scene, theme: Theme, seat: int, frame: Rect) -> None:
    """Draw piece, name, place in the turn order, and the numbers of this phase."""
    view: GameView = scene.view
    person = panels.seat_headers(scene, view.n)[seat]
    y, pad = frame.y + PANEL.int("middle"), PANEL.int("pad")
    piece = PANEL.int("piece")
    canvas.paste_centred(
        panels.sign(theme, person, piece, initial=PANEL.int("initial")),
        (frame.x + pad + piece / 2, y),
    )
    canvas.record_spot(area_of(seat), trays.box((frame.x + pad + piece / 2, y), piece))
    right = _facts(canvas, view, theme, seat, frame)
    size, gap = PANEL.int("order"), PANEL.int("order_gap")
    show_order = view.n > 1 and view.phase != "setup"
    room = right - frame.x - PANEL.int("name_x") - (size + 2 * gap if show_order else gap)
    name, digits = panels.fit_name(person, theme.type["name"][1], room, theme.small, press=True)
    x = frame.x + PANEL.int("name_x")
    style = writing.Style("alegreya-700", digits, theme.ink)
    x += round(canvas.text((x, frame.y + PANEL.int("name_y")), name, style, kind="name", room=room))
    if show_order:
        _draw_order(canvas, theme, view.order.index(seat), (x + gap + size / 2, y))


def _draw_order(canvas: Canvas, theme: Theme, at: int, middle: Point) -> None:
    """Draw a crown for the first seat, the number for others."""
    size = PANEL.int("order")
    canvas.record_region("order", trays.box(middle, size), str(at + 1))
    if not at:
        canvas.paste_centred(icon("crown@lorc", size, mix(theme.saffron, theme.ink, 0.25)), middle)
        return
    tone = panels.muted(theme)
    base = middle[1] + theme.small * writing.DIGIT_DROP
    canvas.text(
        (middle[0], base), str(at + 1), writing.Style(BLACK, theme.small, tone), "m", kind="number"
    )
    r = size / 2
    canvas.pen.ellipse(
        (middle[0] - r, middle[1] - r, middle[0] + r, middle[1] + r), outline=tone, width=2
    )


def _facts(canvas: Canvas, view: GameView, theme: Theme, seat: int, frame: Rect) -> int:
    """Draw two numbers at the right, a tick for a finished hidden step; return the left end."""
    town = view.towns[seat]
    left = frame.right - PANEL.int("pad")
    y = frame.y + PANEL.int("middle")
    size = PANEL.int("fact")
    number = PANEL.int("fact_number")
    tone = mix(theme.seats[seat].colour, theme.ink, 0.5)
    for fact in reversed(FACTS.get(view.phase, ("dice", "area"))):
        left -= PANEL.int("fact_width")
        n = _fact(view, town, seat, fact)
        canvas.paste_centred(
            icon(ICONS[fact], size, theme.madder if fact == "skulls" and n else tone),
            (left + size / 2, y),
        )
        style = writing.Style(BLACK, number, theme.ink if n else panels.muted(theme))
        canvas.text(
            (left + size + 6, y + number * writing.DIGIT_DROP), str(n), style, kind="number"
        )
    if town.status == "done":
        tick = PANEL.int("tick")
        left -= tick + PANEL.int("order_gap")
        canvas.paste_centred(markers.tick(tick, theme.olive), (left + tick / 2, y))
        canvas.record_region("tick", trays.box((left + tick / 2, y), tick), str(seat))
    return left


def _fact(view: GameView, town: TownView, seat: int, fact: str) -> int:
    """Return a number of the strip; for the active builder, only the hammers left."""
    if fact == "hammers" and view.question.kind == "build" and seat in view.actors:
        return view.question.hammers
    return len(town.dice) if fact == "dice" else int(getattr(town, fact))


def _draw_column(canvas: Canvas, theme: Theme, town: TownView, frame: Rect) -> None:
    """Draw current points, the four resources, culture and calamity.

    The order is that of the domain's picture.
    """
    gold, size = mix(theme.saffron, theme.ink, 0.35), PANEL.int("icon")
    numbers = {track: town.stock.get(track, 0) for track in TRACKS} | {
        "culture": town.culture,
        "calamity": town.calamity,
    }
    lines = [("laurels", gold, town.points), *((*TRACKS[track], n) for track, n in numbers.items())]
    for i, (name, colour, n) in enumerate(lines):
        y = frame.y + (i + 0.5) * frame.h / len(lines)
        number, room = PANEL.int("number"), frame.w - PANEL.int("number_gap")
        if writing.width(str(n), BLACK, number) + size > room:
            number = theme.small
        icon_size = min(size, int(room - writing.width(str(n), BLACK, number)))
        canvas.paste_centred(
            icon(name, icon_size, colour, mix(theme.paper, theme.light, 0.5), 2),
            (frame.x + icon_size / 2, y),
        )
        is_calamity = i == len(lines) - 1
        tone = theme.madder if is_calamity else theme.ink
        if not n:
            tone = panels.muted(theme)
        style = writing.Style(BLACK, number, tone)
        canvas.text(
            (frame.right, y + number * writing.DIGIT_DROP), str(n), style, "r", kind="number"
        )
    y = frame.y + frame.h / len(lines)
    canvas.pen.line((frame.x, y, frame.right, y), fill=HAIRLINE, width=2)


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
        canvas.record_spot(f"{seat}/{piece}", _ground_box(placed(piece), land, cell))
    is_asked = _asked_seat(view) == seat
    for spot in scene.changed:
        owner, _, piece = spot.rpartition("/")
        if piece in town.pieces and owner == str(seat):
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
    """Return the seat whose domain the marks are about."""
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
    """Draw letters on pieces and places of the domain in question, and on whole towns.

    No letter covers another.
    """
    taken: list[Point] = []
    for mark in scene.marks:
        building, size = piece_of(mark.spot), PANEL.int("marker")
        if mark.spot == f"town{seat}":
            dx, dy = PANEL.point("marker_at")
            _draw_marker(
                canvas, theme, mark, (land.x + dx, land.bottom + dy), PANEL.int("marker_town")
            )
        elif building is not None and is_asked:
            taken.append(_free_letter_place(building, land, cell, taken, size))
            _draw_marker(canvas, theme, mark, taken[-1], size)


def _free_letter_place(
    building: PlacedPiece, land: Rect, cell: int, taken: list[Point], size: int
) -> Point:
    """Return the place of a piece's letter: its center, or its nearest cell clear of others."""
    cells = [
        (land.x + (col + 0.5) * cell, land.y + (row + 0.5) * cell)
        for row, col in GRID.cells(building.cells)
    ]
    middle = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
    spots = [middle, *sorted(cells, key=lambda spot: math.dist(spot, middle))]
    return next(
        (spot for spot in spots if all(math.dist(spot, other) >= size for other in taken)), middle
    )


def _draw_marker(canvas: Canvas, theme: Theme, mark: Mark, at: Point, size: int) -> None:
    canvas.paste_centred(markers.marker(theme, mark.letter, size, mark.tone), at)
    canvas.record_region("marker", trays.box(at, size), mark.spot)


def warm_up(theme: Theme) -> None:
    """Fill the cache with table, meadow and paving for every number of players."""
    for n in range(1, LAYOUT.int("players") + 1):
        plan = LAYOUT.part(f"n{n}")
        panels.table(LAYOUT.int("width"), plan.int("height"))
        domain((), plan.int("cell"), theme.seats[0].colour)
        paving(plan.int("cell"))
