"""Panel under a domain: resource tracks, culture, calamity, and possessions."""

from __future__ import annotations

from collections import Counter

from games.era_medieval_age.model.catalog import DICE, RESOURCES, RULES, class_of
from games.era_medieval_age.model.land import land
from games.era_medieval_age.views.view import GameView, points_after, stock_after
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import BLACK, HAIRLINE, RGB, Theme, mix
from render.era_medieval_age.pieces import dice_sprites
from render.era_medieval_age.pieces.style import LAYOUT, TRACKS, icon
from render.parts import panels, widgets

TRACK = LAYOUT.part("tracks")
POINT_TRACKS = ("culture", "calamity")


def panel(canvas: Canvas, theme: Theme) -> Rect:
    """Draw the paper under the domain; return its rectangle."""
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
    """Draw stock as pegs, culture and calamity as bars, and a row of possessions.

    `after` are the pieces after the previewed decision; the changes they cause are shown.
    """
    town, stock_left = view.towns[seat], stock_after(view, seat, after)
    frame = panel(canvas, theme)
    rows = TRACK.get("rows")
    columns = TRACK.get("columns")
    for i, track in enumerate(RESOURCES):
        _draw_stock(
            canvas,
            theme,
            track,
            town.stock[track],
            stock_left[track],
            frame.x + columns[i // 2],
            frame.y + rows[i % 2],
        )
    divider_x, margin = TRACK.get("divider")
    divider_y = TRACK.int("divider_y")
    canvas.pen.line(
        (
            frame.x + divider_x,
            frame.y + margin,
            frame.x + divider_x,
            frame.y + divider_y - margin // 2,
        ),
        fill=HAIRLINE,
        width=2,
    )
    for i, track in enumerate(POINT_TRACKS):
        _draw_points(canvas, theme, track, getattr(town, track), frame.x, frame.y + rows[i])
    panels.hairline(canvas, frame.x + margin, frame.y + divider_y, frame.w - 2 * margin)
    _draw_owned(canvas, theme, view, seat, after, frame, frame.y + rows[2])


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
    colour = colour or (theme.ink if n else panels.muted(theme))
    text = f"−{-n}" if n < 0 else str(n)
    return canvas.text(
        (x, y + size * writing.DIGIT_DROP),
        text,
        writing.Style(BLACK, size, colour),
        anchor,
        kind="number",
    )


def _draw_sticker(canvas: Canvas, theme: Theme, track: str, x: float, y: float) -> None:
    name, colour = TRACKS[track]
    size = TRACK.int("icon")
    canvas.paste_centred(
        icon(name, size, colour, mix(theme.paper, theme.light, 0.5), 2), (x + size / 2, y)
    )


def _draw_stock(
    canvas: Canvas, theme: Theme, resource: str, n: int, stock_left: int, x: int, y: int
) -> None:
    """Draw icon, number left after paying, and a peg or hole for each step of the track.

    Pegs that will be paid are hollow.
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
        canvas.record_region(
            "peg",
            Rect(round(centre[0] - size / 2), y - size // 2, size, size),
            f"{resource}:{state}",
        )


def wrapped(total: int) -> tuple[int, int]:
    """Return the peg's position on an endless track, and its number of full laps (rules 2.4)."""
    return (0, 0) if total == 0 else ((total - 1) % RULES.wrap + 1, (total - 1) // RULES.wrap)


def _draw_points(canvas: Canvas, theme: Theme, track: str, total: int, left: int, y: int) -> None:
    """Draw icon, number, a disc per lap, and a bar with ticks every five."""
    _draw_sticker(canvas, theme, track, left + TRACK.int("aside_icon_x"), y)
    position, laps = wrapped(total)
    _number(canvas, theme, total, left + TRACK.int("aside_number_x"), y, TRACK.int("number"))
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


def _draw_owned(
    canvas: Canvas,
    theme: Theme,
    view: GameView,
    seat: int,
    after: tuple[str, ...],
    frame: Rect,
    y: int,
) -> None:
    """Draw dice by color, walled cells, points, and hammers (while building: those left).

    Each number is followed by the change that the pieces `after` cause.
    """
    town = view.towns[seat]
    counts = Counter(class_of(die.id).id for die in town.dice)
    land_before, land_after = land(town.pieces), land(after)
    size = TRACK.int("die")
    for i, kind in enumerate(DICE):
        x = frame.x + TRACK.int("dice_x") + i * TRACK.int("dice_pitch")
        change = land_after.dice.get(kind, 0) - land_before.dice.get(kind, 0)
        canvas.paste_centred(
            dice_sprites.sprite(theme, kind, dice_sprites.DEFAULT_FACE[kind], size), (x, y)
        )
        _draw_change(canvas, theme, counts[kind], change, x + TRACK.int("die_number"), y)
        canvas.record_region(
            "die",
            Rect(round(x - size / 2), y - size // 2, size, size),
            f"{kind}:{counts[kind]}:{change:+d}",
        )
    is_building = view.question.kind == "build" and seat in view.actors
    changes = set(after) != set(town.pieces)
    facts = (
        ("stone-wall", town.area, land_after.area - land_before.area),
        ("laurels", town.points, points_after(view, seat, after) - town.points if changes else 0),
        (
            "flat-hammer",
            view.question.hammers if is_building else town.hammers,
            -1 if is_building and changes else 0,
        ),
    )
    size = TRACK.int("fact_icon")
    for i, (name, n, difference) in enumerate(facts):
        x = frame.x + TRACK.int("facts_x") + i * TRACK.int("facts_pitch")
        canvas.paste_centred(
            icon(name, size, mix(theme.saffron, theme.ink, 0.45)), (x + size / 2, y)
        )
        _draw_change(canvas, theme, n, difference, x + TRACK.int("fact_number"), y)
        canvas.record_region(
            "fact", Rect(x, round(y - size / 2), size, size), f"{name}:{n}:{difference:+d}"
        )


def _draw_change(canvas: Canvas, theme: Theme, n: int, change: int, x: float, y: float) -> None:
    """Draw a number, followed by its change."""
    number = TRACK.int("number")
    x += _number(canvas, theme, n, x, y, number, "l")
    if change:
        style = writing.Style(
            BLACK, number, mix(theme.olive, theme.ink, 0.15) if change > 0 else theme.madder
        )
        canvas.text(
            (x, y + number * writing.DIGIT_DROP),
            f"+{change}" if change > 0 else f"−{-change}",
            style,
            kind="number",
        )
