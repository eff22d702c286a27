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
from render.era_medieval_age.pieces import carving
from render.era_medieval_age.pieces.style import LAYOUT, TRACKS, icon
from render.parts import panels, widgets

TRACK = LAYOUT.part("tracks")
POINTED = ("culture", "calamity")


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

    Shows the changes if the pieces become `after`.
    """
    town, left = view.towns[seat], stock_after(view, seat, after)
    frame, rows, columns = panel(canvas, theme), TRACK.get("rows"), TRACK.get("columns")
    for at, what in enumerate(RESOURCES):
        _stock(
            canvas,
            theme,
            what,
            town.stock[what],
            left[what],
            frame.x + columns[at // 2],
            frame.y + rows[at % 2],
        )
    line, edge = TRACK.get("aside")
    canvas.pen.line(
        (frame.x + line, frame.y + edge, frame.x + line, frame.y + TRACK.int("part_y") - edge // 2),
        fill=HAIRLINE,
        width=2,
    )
    for at, what in enumerate(POINTED):
        _points(canvas, theme, what, getattr(town, what), frame.x, frame.y + rows[at])
    panels.hairline(canvas, frame.x + edge, frame.y + TRACK.int("part_y"), frame.w - 2 * edge)
    _owned(canvas, theme, view, seat, after, frame, frame.y + rows[2])


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
    said = f"−{-n}" if n < 0 else str(n)
    return canvas.text(
        (x, y + size * writing.DIGIT_DROP),
        said,
        writing.Style(BLACK, size, colour),
        anchor,
        kind="number",
    )


def _sticker(canvas: Canvas, theme: Theme, what: str, x: float, y: float) -> None:
    name, colour = TRACKS[what]
    size = TRACK.int("icon")
    canvas.paste_centred(
        icon(name, size, colour, mix(theme.paper, theme.light, 0.5), 2), (x + size / 2, y)
    )


def _stock(canvas: Canvas, theme: Theme, what: str, n: int, left: int, x: int, y: int) -> None:
    """Draw icon, number left after paying, and a peg hole for each step of the track.

    Pegs that pay are hollow.
    """
    _sticker(canvas, theme, what, x, y)
    _number(
        canvas,
        theme,
        left,
        x + TRACK.int("number_x"),
        y,
        TRACK.int("number"),
        colour=theme.madder if left < n else None,
    )
    size = TRACK.int("peg")
    for at in range(RULES.resources[what].most):
        middle = x + TRACK.int("pegs_x") + at * TRACK.int("peg_pitch"), y
        state = "full" if at < left else "lost" if at < n else "hole"
        canvas.paste_centred(carving.peg(TRACKS[what][1], size, state), middle)
        canvas.record_region(
            "peg", Rect(round(middle[0] - size / 2), y - size // 2, size, size), f"{what}:{state}"
        )


def wrapped(total: int) -> tuple[int, int]:
    """Return the peg's position on an endless track, and its number of full laps (rules 2.4)."""
    return (0, 0) if total == 0 else ((total - 1) % RULES.wrap + 1, (total - 1) // RULES.wrap)


def _points(canvas: Canvas, theme: Theme, what: str, total: int, left: int, y: int) -> None:
    """Draw icon, number, a disc per lap, and a bar with ticks every five."""
    _sticker(canvas, theme, what, left + TRACK.int("aside_icon_x"), y)
    peg, notes = wrapped(total)
    _number(canvas, theme, total, left + TRACK.int("aside_number_x"), y, TRACK.int("number"))
    x, high, wide = TRACK.get("bar")
    shift = notes * TRACK.int("note_pitch")
    for at in range(notes):
        canvas.paste_centred(
            carving.peg(TRACKS[what][1], TRACK.int("note")),
            (left + x + at * TRACK.int("note_pitch"), y),
        )
    bar = widgets.meter(
        theme, wide - shift, high, peg / RULES.wrap, TRACKS[what][1], RULES.wrap // 5
    )
    canvas.sheet.paste(bar, (left + x + shift, y - high // 2), bar)
    canvas.record_region(
        "bar", Rect(left + x + shift, y - high // 2, wide - shift, high), f"{what}:{peg}:{notes}"
    )


def _owned(
    canvas: Canvas,
    theme: Theme,
    view: GameView,
    seat: int,
    after: tuple[str, ...],
    frame: Rect,
    y: int,
) -> None:
    """Draw dice by color, walled cells, points, and hammers (while building: those left).

    Each number is followed by its change if the pieces become `after`.
    """
    town = view.towns[seat]
    counts = Counter(class_of(die.id).id for die in town.dice)
    here, there = land(town.pieces), land(after)
    size = TRACK.int("die")
    for at, kind in enumerate(DICE):
        x = frame.x + TRACK.int("dice_x") + at * TRACK.int("dice_pitch")
        more = there.dice.get(kind, 0) - here.dice.get(kind, 0)
        canvas.paste_centred(carving.sprite(theme, kind, carving.DEFAULT_FACE[kind], size), (x, y))
        _change(canvas, theme, counts[kind], more, x + TRACK.int("die_number"), y)
        canvas.record_region(
            "die",
            Rect(round(x - size / 2), y - size // 2, size, size),
            f"{kind}:{counts[kind]}:{more:+d}",
        )
    building = view.question.kind == "build" and seat in view.actors
    changes = set(after) != set(town.pieces)
    facts = (
        ("stone-wall", town.area, there.area - here.area),
        ("laurels", town.points, points_after(view, seat, after) - town.points if changes else 0),
        (
            "flat-hammer",
            view.question.hammers if building else town.hammers,
            -1 if building and changes else 0,
        ),
    )
    size = TRACK.int("fact_icon")
    for at, (name, n, new) in enumerate(facts):
        x = frame.x + TRACK.int("facts_x") + at * TRACK.int("facts_pitch")
        canvas.paste_centred(
            icon(name, size, mix(theme.saffron, theme.ink, 0.45)), (x + size / 2, y)
        )
        _change(canvas, theme, n, new, x + TRACK.int("fact_number"), y)
        canvas.record_region(
            "fact", Rect(x, round(y - size / 2), size, size), f"{name}:{n}:{new:+d}"
        )


def _change(canvas: Canvas, theme: Theme, n: int, more: int, x: float, y: float) -> None:
    """Draw a number, followed by its change."""
    number = TRACK.int("number")
    x += _number(canvas, theme, n, x, y, number, "l")
    if more:
        style = writing.Style(
            BLACK, number, mix(theme.olive, theme.ink, 0.15) if more > 0 else theme.madder
        )
        canvas.text(
            (x, y + number * writing.DIGIT_DROP),
            f"+{more}" if more > 0 else f"−{-more}",
            style,
            kind="number",
        )
