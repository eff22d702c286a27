"""End screen of a game: a scene of the game, laurels with the points, names on a ribbon.

place = end_screen.stage(lay, width, high)         # `lay`: end_screen.plan(own part), `high`: of the score table
canvas = Canvas(panels.table(width, place.height))
...                                                # the game draws its landscape in `place.scene`
end_screen.shine(canvas, theme, lay, place.scene)  # rays of the laurels, behind all that stands on the land
...                                                # things on the land
end_screen.crown(canvas, scene, theme, lay, place) # frame, standards, laurels, ribbon
...                                                # the score table (`score_table.py`) in `place.grid`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.views.scene import Scene
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Layout, Point, Rect, split
from render.base.theme import BLACK, SERIF, Theme, dark
from render.parts import awards, header, markers, panels


@dataclass(frozen=True)
class EndStage:
    """Places on an end screen: scene, ribbon, center of the laurels, score table, height."""

    scene: Rect
    ribbon: Rect
    laurels: Point
    grid: Rect
    height: int


def plan(own: Layout) -> Layout:
    """Return the measures of a game's end screen, with defaults from `[ceremony]`.

    `[ceremony]` is a part of the layout. A game's part is separate from that of its score
    table, which uses the same names.
    """
    return own.over(panels.LAYOUT.part("ceremony"))


def stage(lay: Layout, width: int, grid: int) -> EndStage:
    """Return the places on a picture with a score table of `grid` pixels height."""
    margin, top = panels.LAYOUT.int("margin"), panels.LAYOUT.int("header.height") + lay.int("air")
    scene = Rect(margin, top, width - 2 * margin, lay.int("high"))
    ribbon, (dx, dy) = lay.rect("ribbon").moved(scene.x, scene.bottom), lay.point("laurels_at")
    below = Rect(margin, ribbon.bottom + lay.int("below"), scene.w, grid)
    return EndStage(
        scene, ribbon, (scene.x + dx, scene.bottom + dy), below, below.bottom + lay.int("foot")
    )


def shine(canvas: Canvas, theme: Theme, lay: Layout, frame: Rect) -> None:
    """Draw the rays of the laurels over the landscape, before the things that stand on it."""
    dx, dy = lay.point("laurels_at")
    light = awards.rays(round(lay.int("laurels") * lay.float("rays")), lay.float("light"))
    canvas.tint(
        light,
        round(frame.x + dx - light.width / 2),
        round(frame.bottom + dy - light.height / 2),
        theme.glow,
    )


def crown(
    canvas: Canvas, scene: Scene, theme: Theme, lay: Layout, place: EndStage, said: str = ""
) -> None:
    """Draw the frame, the winners' standards, the laurels with the points, and the ribbon.

    The ribbon shows the names, or the text `said` for a solo player.
    """
    board = scene.view.scoreboard
    first = header.winners(board)
    frame = awards.frame(place.scene.w, place.scene.h, lay.int("frame"), theme.saffron)
    canvas.paste_padded(frame, place.scene.x, place.scene.y)
    canvas.record_region("scene", place.scene)
    people = panels.people(scene, scene.view.n)
    standards(canvas, theme, lay, place.scene, [people[seat] for seat in first])
    laurels(canvas, theme, lay, place.laurels, board.total[first[0]])
    ribbon(canvas, scene, theme, lay, place.ribbon, said)


def standards(
    canvas: Canvas, theme: Theme, lay: Layout, frame: Rect, first: Sequence[panels.SeatHeader]
) -> None:
    """Hang the winners' standards from the upper edge.

    A single winner has one at both sides; several are spread from side to side, or, if the
    layout has a `standard_step`, alternate from the left and from the right.
    """
    hung = list(first) * 2 if len(first) == 1 else list(first)
    (w, h), step = lay.get("standard"), lay.int("standard_step")
    left, right = frame.x + lay.int("standard_x"), frame.right - lay.int("standard_x")
    for at, person in enumerate(hung):
        inward = at // 2 * step
        middle = (
            (right - inward if at % 2 else left + inward)
            if step
            else left + (right - left) * at / (len(hung) - 1)
        )
        x = round(middle - w / 2)
        cloth = awards.standard(theme, person.seat, w, h, lay.int("standard_sign"), person.arms)
        canvas.paste_padded(cloth, x, frame.y - lay.int("standard_rise"))
        canvas.record_region(
            "standard", Rect(x, frame.y, w, h - lay.int("standard_rise")), str(person.seat)
        )


def laurels(canvas: Canvas, theme: Theme, lay: Layout, centre: Point, points: int) -> None:
    """Draw the laurels with the points in the middle."""
    size = lay.int("laurels")
    disc = round(size * lay.float("medal"))
    canvas.paste_padded(
        awards.medal(disc, dark(theme.band, 0.2), theme.saffron),
        centre[0] - disc / 2,
        centre[1] - disc / 2,
    )
    canvas.paste_centred(awards.wreath(size), centre)
    canvas.record_region(
        "laurels", Rect(round(centre[0] - size / 2), round(centre[1] - size / 2), size, size)
    )
    said, digits = str(points).replace("-", "−"), round(size * lay.float("points"))
    while writing.width(said, BLACK, digits) > disc * lay.float("medal_room"):
        digits -= 1
    at = centre[0], centre[1] + digits * writing.DIGIT_DROP
    canvas.text(at, said, writing.Style(BLACK, digits, theme.bright), "m", kind="victory")


def ribbon(
    canvas: Canvas, scene: Scene, theme: Theme, lay: Layout, frame: Rect, said: str = ""
) -> None:
    """Draw the ribbon: a part in each winner's color with sign and name, or the text `said`."""
    persons, first = panels.people(scene, scene.view.n), header.winners(scene.view.scoreboard)
    cut = awards.FlagShape.of(lay.part("cut"))
    colours = tuple(theme.seats[seat].colour for seat in first)
    canvas.paste_padded(
        awards.ribbon(frame.w, frame.h, colours, theme.saffron, cut), frame.x, frame.y
    )
    canvas.record_region("ribbon", frame)
    inner = Rect(frame.x + cut.fold, frame.y, frame.w - 2 * cut.fold, frame.h)
    parts = dict(zip(first, split(inner, len(first), 0), strict=True))
    if len(first) > lay.int("named"):
        for seat, part in parts.items():
            canvas.paste_centred(
                markers.piece(theme, seat, lay.int("piece"), persons[seat].initial), part.centre
            )
        return
    side, gap = lay.int("sign"), lay.int("sign_gap")
    room, most = inner.w // len(first) - side - 3 * gap, lay.int("said" if said else "name")
    for seat in first:
        most = min(most, _fit(theme, persons[seat], said, most, room)[1])
    for seat, part in parts.items():
        name, size = _fit(theme, persons[seat], said, most, room)
        x, middle = (
            part.centre[0] - (writing.width(name, SERIF, size) + side + gap) / 2,
            part.centre[1],
        )
        canvas.paste_centred(
            awards.sign(theme, seat, side, persons[seat].arms), (x + side / 2, middle)
        )
        tone = theme.ink if theme.seats[seat].dark_digit else theme.bright
        canvas.text(
            (x + side + gap, middle + size * writing.LETTER_DROP),
            name,
            writing.Style(SERIF, size, tone),
            kind="victor",
        )


def _fit(
    theme: Theme, person: panels.SeatHeader, said: str, size: int, room: float
) -> tuple[str, int]:
    """Return the text on a part of the ribbon, and the size at which it fits."""
    return (
        writing.fit(said, SERIF, size, room, theme.small)
        if said
        else panels.fit_name(person, size, room, theme.small)
    )
