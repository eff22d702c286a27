"""End screen of a game: a scene of the game, laurels with the points, names on a ribbon.

A game draws its end screen like this, where `table_height` is the height of the score table in pixels:

layout = end_screen.end_layout(LAYOUT.part("ceremony"))
place = end_screen.stage(layout, width, table_height)
canvas = Canvas(panels.table(width, place.height))
...  # the game draws its landscape in `place.scene`
end_screen.draw_rays(canvas, theme, layout, place.scene)  # rays, behind all objects
...  # the game draws the objects on the landscape
end_screen.draw_awards(canvas, scene, theme, layout, place)  # frame, standards, laurels, ribbon
...  # the game draws the score table (`score_table.py`) in `place.table`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.views.scene import Scene
from render.base import text as writing
from render.base import text_shaping
from render.base.canvas import Canvas
from render.base.layout import Layout, Point, Rect, split
from render.base.theme import BLACK, SERIF, Theme, dark
from render.parts import awards, header, markers, panels

NAME_LEAST = 0.7  # share of the full size of a whole name on a ribbon


@dataclass(frozen=True)
class EndStage:
    """Places on an end screen: scene, ribbon, center of the laurels, score table.

    `height` is the height of the whole picture.
    """

    scene: Rect
    ribbon: Rect
    laurels: Point
    table: Rect
    height: int


def end_layout(own: Layout) -> Layout:
    """Return the layout of a game's end screen; missing values come from `[ceremony]`.

    `own` must not be the part for the game's score table, which uses the same names.
    """
    return own.with_defaults_from(panels.LAYOUT.part("ceremony"))


def stage(layout: Layout, width: int, table_height: int) -> EndStage:
    """Return the places on a picture whose score table is `table_height` pixels high."""
    margin = panels.LAYOUT.int("margin")
    top = panels.LAYOUT.int("header.height") + layout.int("air")
    scene = Rect(margin, top, width - 2 * margin, layout.int("high"))
    ribbon = layout.rect("ribbon").moved(scene.x, scene.bottom)
    (dx, dy) = layout.point("laurels_at")
    below = Rect(margin, ribbon.bottom + layout.int("below"), scene.w, table_height)
    return EndStage(
        scene, ribbon, (scene.x + dx, scene.bottom + dy), below, below.bottom + layout.int("foot")
    )


def draw_rays(canvas: Canvas, theme: Theme, layout: Layout, frame: Rect) -> None:
    """Draw rays of light that spread from the winner's laurels.

    Call it after the landscape is drawn, and before the objects on it are.
    """
    dx, dy = layout.point("laurels_at")
    light = awards.rays(round(layout.int("laurels") * layout.float("rays")), layout.float("light"))
    canvas.tint(
        light,
        round(frame.x + dx - light.width / 2),
        round(frame.bottom + dy - light.height / 2),
        theme.glow,
    )


def draw_awards(
    canvas: Canvas, scene: Scene, theme: Theme, layout: Layout, place: EndStage, text: str = ""
) -> None:
    """Draw the frame, the winners' standards, the laurels with the points, and the ribbon.

    The ribbon shows the names, or the text `text` for a solo player.
    """
    board = scene.view.scoreboard
    winners = header.winners(board)
    frame = awards.frame(place.scene.w, place.scene.h, layout.int("frame"), theme.saffron)
    canvas.paste_padded(frame, place.scene.x, place.scene.y)
    canvas.record_region("scene", place.scene)
    people = panels.seat_headers(scene, scene.view.n)
    draw_standards(canvas, theme, layout, place.scene, [people[seat] for seat in winners])
    draw_laurels(canvas, theme, layout, place.laurels, board.total[winners[0]])
    draw_ribbon(canvas, scene, theme, layout, place.ribbon, text)


def draw_standards(
    canvas: Canvas, theme: Theme, layout: Layout, frame: Rect, winners: Sequence[panels.SeatHeader]
) -> None:
    """Hang the winners' standards (banners) from the upper edge of the scene.

    A single winner gets two, one at each side. Several winners get one each: spread evenly, or, if
    the layout has a `standard_step`, placed inward from the left and from the right in turn.
    """
    persons = list(winners) * 2 if len(winners) == 1 else list(winners)
    (w, h), step = layout.get("standard"), layout.int("standard_step")
    left = frame.x + layout.int("standard_x")
    right = frame.right - layout.int("standard_x")
    for i, person in enumerate(persons):
        if step:
            inward = i // 2 * step
            middle: float = right - inward if i % 2 else left + inward
        else:
            middle = left + (right - left) * i / (len(persons) - 1)
        x = round(middle - w / 2)
        cloth = awards.standard(theme, person.seat, w, h, layout.int("standard_sign"), person.arms)
        canvas.paste_padded(cloth, x, frame.y - layout.int("standard_rise"))
        canvas.record_region(
            "standard", Rect(x, frame.y, w, h - layout.int("standard_rise")), str(person.seat)
        )


def draw_laurels(canvas: Canvas, theme: Theme, layout: Layout, centre: Point, points: int) -> None:
    """Draw the laurels with the points in the middle."""
    size = layout.int("laurels")
    disc = round(size * layout.float("medal"))
    canvas.paste_padded(
        awards.medal(disc, dark(theme.band, 0.2), theme.saffron),
        centre[0] - disc / 2,
        centre[1] - disc / 2,
    )
    canvas.paste_centred(awards.wreath(size), centre)
    canvas.record_region(
        "laurels", Rect(round(centre[0] - size / 2), round(centre[1] - size / 2), size, size)
    )
    text = str(points).replace("-", "−")
    digits = round(size * layout.float("points"))
    while writing.width(text, BLACK, digits) > disc * layout.float("medal_room"):
        digits -= 1
    at = centre[0], centre[1] + digits * writing.DIGIT_DROP
    canvas.text(at, text, writing.Style(BLACK, digits, theme.bright), "m", kind="victory")


def draw_ribbon(
    canvas: Canvas, scene: Scene, theme: Theme, layout: Layout, frame: Rect, text: str = ""
) -> None:
    """Draw the ribbon with one part per winner, in the winner's color.

    A part has the winner's sign and name, or `text` instead of the name. If there are too many
    winners for names, a part has only the winner's piece.
    """
    persons = panels.seat_headers(scene, scene.view.n)
    winners = header.winners(scene.view.scoreboard)
    cut = awards.RibbonShape.of(layout.part("cut"))
    colours = tuple(theme.seats[seat].colour for seat in winners)
    canvas.paste_padded(
        awards.ribbon(frame.w, frame.h, colours, theme.saffron, cut), frame.x, frame.y
    )
    canvas.record_region("ribbon", frame)
    inner = Rect(frame.x + cut.fold, frame.y, frame.w - 2 * cut.fold, frame.h)
    parts = dict(zip(winners, split(inner, len(winners), 0), strict=True))
    if len(winners) > layout.int("named"):
        for seat, part in parts.items():
            canvas.paste_centred(
                markers.piece(theme, seat, layout.int("piece"), persons[seat].initial), part.centre
            )
        return
    side, gap = layout.int("sign"), layout.int("sign_gap")
    room = inner.w // len(winners) - side - 4 * gap
    name_size = layout.int("said" if text else "name")
    for seat in winners:
        name_size = min(name_size, _fit(theme, persons[seat], text, name_size, room)[1])
    for seat, part in parts.items():
        name, size = _fit(theme, persons[seat], text, name_size, room)
        width = min(room, writing.width(name, SERIF, size))
        x = part.centre[0] - (width + side + gap) / 2
        middle = part.centre[1]
        sign = awards.sign(theme, seat, side, persons[seat].arms)
        canvas.paste_centred(sign, (x + side / 2, middle))
        canvas.record_region(
            "emblem", Rect(round(x), round(middle - side / 2), side, side), str(seat)
        )
        tone = dark(theme.ink, 0.6) if theme.seats[seat].dark_digit else theme.bright
        canvas.text(
            (x + side + gap, middle + size * writing.LETTER_DROP),
            name,
            writing.Style(SERIF, size, tone),
            kind="victor",
            room=room,
        )


def _fit(
    theme: Theme, person: panels.SeatHeader, text: str, size: int, room: float
) -> tuple[str, int]:
    """Return the text on a part of the ribbon, and the size at which it fits.

    The text is `text` or, if that is "", the player's name.
    """
    if text:
        return writing.fit_compressed(text, SERIF, size, room, theme.small)
    return fit_victor(theme, person, size, room)


def fit_victor(theme: Theme, person: panels.SeatHeader, size: int, room: float) -> tuple[str, int]:
    """Return a winner's name on a ribbon and its size; `Canvas.text` compresses it to `room`.

    A whole name in small letters is worse here than its short form in large ones.
    """
    least = max(theme.small, round(size * NAME_LEAST))
    shown, letters = panels.fit_name(person, size, room, least)
    if shown == text_shaping.in_drawing_order(person.name):
        return shown, letters
    return panels.fit_name(person.brief, size, room, theme.small, press=True)
