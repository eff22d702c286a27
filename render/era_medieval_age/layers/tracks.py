"""Panel beside a domain: points, area, resource tracks, culture, calamity, dice, standing."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from games.era_medieval_age.model.catalog import DICE, RESOURCES, RULES, class_of
from games.era_medieval_age.model.land import land
from games.era_medieval_age.views.standing import standing
from games.era_medieval_age.views.view import (
    GameView,
    hammers_left,
    largest_area_holders,
    points_after,
    stock_after,
)
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect, split
from render.base.theme import BLACK, RGB, Theme, mix
from render.era_medieval_age.layers import trays
from render.era_medieval_age.pieces import dice_sprites
from render.era_medieval_age.pieces.style import LAYOUT, TRACKS, icon
from render.parts import markers, panels, widgets

TRACK = LAYOUT.part("tracks")
POINT_TRACKS = ("culture", "calamity")
# Signs of the dice that count in a step, with their icons.
SIGNS = {
    "build": (("hammers", "flat-hammer"),),
    "extort": (("swords", "broadsword"), ("shields", "checked-shield")),
    "calamities": (("skulls", "death-skull"),),
    "quill": (("skulls", "death-skull"),),
}
ZERO = 0.1  # share of paper in the color of zeros


class Preview(NamedTuple):
    """A seat's domain after the previewed decision: `after` are its pieces, `frame` the panel."""

    view: GameView
    seat: int
    after: tuple[str, ...]
    frame: Rect


def panel(canvas: Canvas, theme: Theme) -> Rect:
    """Draw the paper beside the domain; return its rectangle."""
    frame = TRACK.rect("at")
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, theme.paper, theme.rim, 2, TRACK.int("seed")),
        frame.x,
        frame.y,
    )
    canvas.record_region("panel", frame)
    return frame


def draw_tracks(
    canvas: Canvas, theme: Theme, view: GameView, seat: int, after: tuple[str, ...]
) -> None:
    """Draw the panel of a seat: points, resources as pegs, culture and calamity, dice.

    `after` are the pieces after the previewed decision; the changes that it causes are shown.
    """
    town, stock_left = view.towns[seat], stock_after(view, seat, after)
    frame = panel(canvas, theme)
    pad = TRACK.int("pad")
    for y in TRACK.get("rules"):
        panels.hairline(canvas, frame.x + pad, frame.y + y, frame.w - 2 * pad)
    preview = Preview(view, seat, after, frame)
    _draw_facts(canvas, theme, preview)
    with canvas.group("stock"):
        for i, track in enumerate(RESOURCES):
            y = frame.y + TRACK.int("stock_y") + i * TRACK.int("stock_pitch")
            _draw_stock(canvas, theme, track, town.stock[track], stock_left[track], frame.x, y)
    for i, track in enumerate(POINT_TRACKS):
        y = frame.y + TRACK.int("points_y") + i * TRACK.int("points_pitch")
        with canvas.group("counter", track):
            _draw_points(canvas, theme, track, getattr(town, track), frame.x, y)
    with canvas.group("dice"):
        _draw_dice(canvas, theme, preview)
    if view.n > 1:
        with canvas.group("standings"):
            _draw_standing(canvas, theme, view, seat, frame)


def _number(
    canvas: Canvas,
    theme: Theme,
    n: int,
    x: float,
    y: float,
    size: int,
    anchor: str = "m",
    colour: RGB | None = None,
) -> float:
    colour = colour or (theme.ink if n else _zero(theme))
    return canvas.text(
        (x, y + size * writing.DIGIT_DROP),
        _signed(n),
        writing.Style(BLACK, size, colour),
        anchor,
        kind="number",
    )


def _zero(theme: Theme) -> RGB:
    """Return the color of a zero, which is still dark enough for a phone."""
    return mix(theme.ink, theme.paper, ZERO)


def _signed(n: int) -> str:
    return str(n).replace("-", "−")


def _draw_sticker(canvas: Canvas, theme: Theme, track: str, left: float, y: float) -> None:
    name, colour = TRACKS[track]
    size = TRACK.int("icon")
    canvas.paste_centred(
        icon(name, size, colour, mix(theme.paper, theme.light, 0.5), 2),
        (left + TRACK.int("icon_x") + size / 2, y),
    )


def _draw_stock(
    canvas: Canvas, theme: Theme, resource: str, n: int, stock_left: int, x: int, y: int
) -> None:
    """Draw the track of a resource: icon, number left after paying, pegs and holes.

    `n` is the number before paying; pegs that will be paid are hollow. `x`, `y` are the panel's
    left edge and the track's vertical center.
    """
    _draw_sticker(canvas, theme, resource, x, y)
    _number(
        canvas,
        theme,
        stock_left,
        x + TRACK.int("number_x"),
        y,
        TRACK.int("number"),
        colour=theme.madder if stock_left < n else None,
    )
    size = TRACK.int("peg")
    for i in range(RULES.resources[resource].most):
        centre = x + TRACK.int("pegs_x") + i * TRACK.int("peg_pitch"), y
        state = "lost" if i < n else "hole"
        if i < stock_left:
            state = "full"
        canvas.paste_centred(dice_sprites.peg(TRACKS[resource][1], size, state), centre)
        canvas.record_region("peg", trays.square_around(centre, size), f"{resource}:{state}")


def wrapped(total: int) -> tuple[int, int]:
    """Return the position on a track that wraps, and the completed laps (rules 2.4)."""
    return (0, 0) if total == 0 else ((total - 1) % RULES.wrap + 1, (total - 1) // RULES.wrap)


def _draw_points(canvas: Canvas, theme: Theme, track: str, total: int, left: int, y: int) -> None:
    """Draw icon and number of a track, a disc for each lap, and a bar.

    The bar shows the position in the current lap, with a tick every five points and the number of
    its end.
    """
    _draw_sticker(canvas, theme, track, left, y)
    position, laps = wrapped(total)
    _number(canvas, theme, total, left + TRACK.int("number_x"), y, TRACK.int("number"))
    x, height, width = TRACK.get("bar")
    lap_pitch = TRACK.int("lap_pitch")
    laps_width = laps * lap_pitch
    for i in range(laps):
        lap_disc = dice_sprites.peg(TRACKS[track][1], TRACK.int("lap_disc"))
        canvas.paste_centred(lap_disc, (left + x + i * lap_pitch, y))
    bar = widgets.meter(
        theme, width - laps_width, height, position / RULES.wrap, TRACKS[track][1], RULES.wrap // 5
    )
    canvas.sheet.paste(bar, (left + x + laps_width, y - height // 2), bar)
    canvas.record_region(
        "bar",
        Rect(left + x + laps_width, y - height // 2, width - laps_width, height),
        f"{track}:{position}:{laps}",
    )
    size = TRACK.int("bar_end")
    at = left + x + width + TRACK.int("fact_air")
    _number(canvas, theme, RULES.wrap, at, y, size, "l", _zero(theme))


def _draw_facts(canvas: Canvas, theme: Theme, preview: Preview) -> None:
    """Draw points and walled area, each with its change by the preview; signs of the dice.

    Beside the seat's area is the largest area of another player, with the signs of all who have it.
    The largest area of all and the leader's points are on golden plates.
    """
    view, seat, after, frame = preview
    town = view.towns[seat]
    changes = set(after) != set(town.pieces)
    area_change = land(after).area - land(town.pieces).area
    points_change = points_after(view, seat, after) - town.points if changes else 0
    left, right = frame.x + TRACK.int("icon_x"), frame.x + TRACK.int("half")
    lead, area = frame.y + TRACK.int("lead_y"), frame.y + TRACK.int("area_y")
    holders = (
        [] if view.phase == "setup" else largest_area_holders(view, seat, town.area + area_change)
    )
    _draw_signs(canvas, theme, preview, right, lead, changes=changes)
    for name, n, change, size, x, y in (
        ("laurels", town.points, points_change, "lead", left, lead),
        ("stone-wall", town.area, area_change, "fact", left, area),
    ):
        side = TRACK.int(f"{size}_icon")
        with canvas.group("value", name):
            if name == "stone-wall" and seat in holders:
                _draw_golden_plate(canvas, theme, x, y, n, "fact", seat)
            if name == "laurels" and _leads(view, seat):
                _draw_golden_plate(canvas, theme, x, y, n, "lead", seat, kind="leader")
            canvas.paste_centred(
                icon(name, side, mix(theme.saffron, theme.ink, 0.45)), (x + side / 2, y)
            )
            at = x + side + TRACK.int("fact_air")
            _draw_change(canvas, theme, n, change, at, y, TRACK.int(f"{size}_number"))
        canvas.record_region(
            "fact", Rect(x, round(y - side / 2), side, side), f"{name}:{n}:{change:+d}"
        )
    areas = {other: one.area for other, one in enumerate(view.towns) if other != seat and one.area}
    if areas:
        right = frame.x + TRACK.int("rival_x")
        most = max(areas.values())
        *tied, rival = (other for other, n in areas.items() if n == most)
        side, pitch, wall = map(TRACK.int, ("piece", "rival_pitch", "rival_icon"))
        first = wall + TRACK.int("fact_air") // 2  # the rivals' pieces begin after the wall
        extra = first + len(tied) * pitch
        with canvas.group("value", "rival"):
            if rival in holders:
                most_width = frame.right - TRACK.int("pad") // 2 - right
                _draw_golden_plate(
                    canvas, theme, right, area, most, "", rival, extra, most_width=most_width
                )
            sign = icon("stone-wall", wall, mix(theme.saffron, theme.ink, 0.45))
            canvas.paste_centred(sign, (right + wall / 2, area))
            for at, other in enumerate(tied):
                middle = right + first + at * pitch + side / 2, area
                canvas.paste_centred(markers.piece(theme, other, side), middle)
                canvas.record_region("rival", trays.square_around(middle, side), f"{other}:{most}")
            room = frame.right - TRACK.int("pad") - right - extra
            _draw_seat_number(canvas, theme, rival, most, right + extra, area, "rival", room)


def _draw_signs(
    canvas: Canvas, theme: Theme, preview: Preview, left: int, y: int, *, changes: bool
) -> None:
    """Draw the signs of the seat's dice that count in this step, from `left` on.

    Hammers are those left of those rolled, less one if the preview `changes` the domain; once the
    seat has built, they have a tick.
    """
    view, seat = preview.view, preview.seat
    town, side, number = view.towns[seat], TRACK.int("sign_icon"), TRACK.int("sign_number")
    for sign, name in SIGNS.get(view.phase, ()):
        n = rolled = getattr(town, sign)
        text, change = str(n), 0
        if sign == "hammers":
            hammers = hammers_left(view, seat)
            n = hammers or 0
            text = "" if hammers is None else f"{n}/{max(n, rolled)}"
            change = -1 if changes and view.question.kind == "build" and seat in view.actors else 0
        with canvas.group("value", name):
            tone = theme.madder if sign == "skulls" and n else mix(theme.saffron, theme.ink, 0.45)
            canvas.paste_centred(icon(name, side, tone), (left + side / 2, y))
            x: float = left + side + TRACK.int("fact_air")
            if text:
                style = writing.Style(BLACK, number, theme.ink if n else _zero(theme))
                x += canvas.digits((x, y), text, style)
            else:
                canvas.paste_centred(markers.tick(side, theme.olive), (x + side / 2, y))
            if change:
                style = writing.Style(BLACK, TRACK.int("number"), theme.madder)
                canvas.digits((x + TRACK.int("fact_air"), y), f"−{-change}", style)
        box = Rect(left, round(y - side / 2), side, side)
        canvas.record_region("fact", box, f"{name}:{text or 'done'}:{change:+d}")
        left += TRACK.int("sign_pitch")


def _leads(view: GameView, seat: int) -> bool:
    """Return whether a seat has the most points of several players."""
    points = [now for _, now in standing(view)]
    return view.n > 1 and view.phase != "setup" and points[seat] == max(points)


def _draw_golden_plate(
    canvas: Canvas,
    theme: Theme,
    x: float,
    y: float,
    n: int,
    size: str,
    seat: int,
    extra: int = 0,
    kind: str = "largest",
    most_width: int = 9999,
) -> None:
    """Draw the plate of the leader or the largest area behind an icon at `x` and the number `n`.

    It is `extra` pixels wider, for the pieces of others who have the area too, but at most
    `most_width` pixels wide. `kind` is the kind of the recorded region.

    `size` is the layout's name for the sizes of icon and number; with "", a player's piece takes
    the place of the icon.
    """
    dx, dy = TRACK.get("plate")
    side = TRACK.int(f"{size}_icon" if size else "piece")
    number = TRACK.int(f"{size}_number" if size else "number")
    width = side + TRACK.int("fact_air") + writing.width(str(n), BLACK, number) + 2 * dx
    width = min(width + extra, most_width)
    plate = Rect(round(x - dx), round(y - side / 2 - dy), round(width), side + 2 * dy)
    gold = mix(theme.saffron, theme.ink, 0.35)
    widgets.draw_plate(canvas, plate, "tile", theme.glow, gold, 3)
    canvas.record_region(kind, plate, str(seat))


def _draw_seat_number(
    canvas: Canvas, theme: Theme, seat: int, n: int, x: float, y: float, kind: str, room: float
) -> None:
    """Draw the number `n` after the player's piece; together they take at most `room` pixels."""
    side, number = TRACK.int("piece"), TRACK.int("number")
    middle = x + side / 2, y
    canvas.paste_centred(markers.piece(theme, seat, side), middle)
    canvas.record_region(kind, trays.square_around(middle, side), f"{seat}:{n}")
    air = TRACK.int("fact_air")
    style = writing.Style(BLACK, number, theme.ink if n else _zero(theme))
    base = y + number * writing.DIGIT_DROP
    room -= side + 2 * air
    canvas.text((x + side + air, base), _signed(n), style, kind="number", room=room)


def _draw_dice(canvas: Canvas, theme: Theme, preview: Preview) -> None:
    """Draw the number of dice of each color, with its change by the preview."""
    _, _, after, frame = preview
    town = preview.view.towns[preview.seat]
    counts = Counter(class_of(die.id).id for die in town.dice)
    land_before, land_after = land(town.pieces), land(after)
    size, y = TRACK.int("die"), frame.y + TRACK.int("dice_y")
    for kind, column in zip(DICE, _columns(frame, len(DICE)), strict=True):
        x = column.x + size / 2
        change = land_after.dice.get(kind, 0) - land_before.dice.get(kind, 0)
        canvas.paste_centred(
            dice_sprites.sprite(theme, kind, dice_sprites.DEFAULT_FACE[kind], size), (x, y)
        )
        at = x + TRACK.int("die_number")
        _draw_change(
            canvas, theme, counts[kind], change, at, y, TRACK.int("number"), column.right - at
        )
        canvas.record_region(
            "die", trays.square_around((x, y), size), f"{kind}:{counts[kind]}:{change:+d}"
        )


def _columns(frame: Rect, n: int, first: int = 0) -> list[Rect]:
    """Return the rectangles of `n` equal columns of `frame`, less `first` pixels at the left."""
    pad = TRACK.int("pad")
    room = Rect(frame.x + pad + first, frame.y, frame.w - 2 * pad - first, frame.h)
    return split(room, n, 0)


def _draw_standing(canvas: Canvas, theme: Theme, view: GameView, seat: int, frame: Rect) -> None:
    """Draw the points of the others after a laurel; the leader's are on a golden plate."""
    points = [now for _, now in standing(view)]
    y, side = frame.y + TRACK.int("standing_y"), TRACK.int("piece")
    gold = mix(theme.saffron, theme.ink, 0.35)
    laurel, others = TRACK.int("crown"), [other for other in range(view.n) if other != seat]
    sign = icon("laurels", laurel, mix(theme.saffron, theme.ink, 0.45))
    canvas.paste_centred(sign, (frame.x + TRACK.int("icon_x") + laurel / 2, y))
    columns = _columns(frame, len(others), TRACK.int("crown_room"))
    for other, column in zip(others, columns, strict=True):
        if points[other] == max(points) and view.phase != "setup":
            dx, dy = TRACK.get("plate")
            width = side + TRACK.int("fact_air") + 2 * dx
            width += round(writing.width(_signed(points[other]), BLACK, TRACK.int("number")))
            plate = Rect(column.x - dx, y - side // 2 - dy, min(width, column.w), side + 2 * dy)
            widgets.draw_plate(canvas, plate, "tile", theme.glow, gold, 3)
            canvas.record_region("leader", plate, str(other))
        _draw_seat_number(canvas, theme, other, points[other], column.x, y, "standing", column.w)


def _draw_change(
    canvas: Canvas,
    theme: Theme,
    n: int,
    change: int,
    x: float,
    y: float,
    number: int,
    room: float | None = None,
) -> None:
    """Draw a number, followed by its change; 0 draws no change.

    Both are smaller if they need more than `room` pixels (None: no limit).
    """
    text = f"+{change}" if change > 0 else f"−{-change}" if change else ""
    change_number = TRACK.int("number")
    width = writing.width(_signed(n), BLACK, number) + writing.width(text, BLACK, change_number)
    air = TRACK.int("plate_air") if room is None else 0  # only facts have plates
    if room is not None and width > room:
        number, change_number = (int(size * room / width) for size in (number, change_number))
    x += _number(canvas, theme, n, x, y, number, "l")
    if change:
        x += air
        tone = mix(theme.olive, theme.ink, 0.15) if change > 0 else theme.madder
        canvas.digits((x, y), text, writing.Style(BLACK, change_number, tone))
