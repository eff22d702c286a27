"""Small card for each player: name and points, gold, wood and stone."""

from __future__ import annotations

from games.core.views.scene import Scene, area_of
from games.el_mapa.views.view import GameView
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect, split
from render.base.theme import BLACK, HEAVY, SERIF, Theme, dark, mix, pale
from render.el_mapa.pieces.cubes import cube
from render.el_mapa.pieces.style import COLOURS, GOODS, LAYOUT, icon
from render.parts import panels

PERSONS = LAYOUT.part("board.persons")
PER_ROW = 4


def rows(n: int) -> int:
    """Return the number of rows of cards: five and six players need two."""
    return 1 if n <= PER_ROW else 2


def height(n: int) -> int:
    """Return the height of all cards in pixels, with the gap below each row."""
    return rows(n) * (PERSONS.int("high") + PERSONS.int("gap"))


def boxes(n: int, frame: Rect) -> list[Rect]:
    """Return the rectangles of the cards, from the top of `frame`."""
    height, gap = PERSONS.int("high"), PERSONS.int("gap")
    per_row = n if rows(n) == 1 else 3
    found: list[Rect] = []
    for row in range(rows(n)):
        found += split(Rect(frame.x, frame.y + row * (height + gap), frame.w, height), per_row, gap)
    return found[:n]


def draw_people(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the small card of every player.

    Active seats have a saffron rim and lighter paper; a veil covers eliminated ones.
    """
    view: GameView = scene.view
    for person, box in zip(panels.seat_headers(scene, view.n), boxes(view.n, frame), strict=True):
        _draw_card(
            canvas,
            theme,
            view,
            person,
            box,
            acts=person.seat in view.actors,
            fresh=f"seat{person.seat}" in scene.changed,
        )


def _draw_card(
    canvas: Canvas,
    theme: Theme,
    view: GameView,
    person: panels.SeatHeader,
    box: Rect,
    *,
    acts: bool,
    fresh: bool,
) -> None:
    seat, seat_view = person.seat, view.seats[person.seat]
    if fresh:
        glow = panels.panel_halo(box.w, box.h)
        canvas.glow(glow, box.x, box.y, theme.halo)
    fill = pale(theme.paper, 0.2) if acts else mix(theme.paper, theme.table, 0.12)
    if seat_view.out:
        fill = mix(theme.paper, theme.table, 0.45)
    rim = theme.saffron if acts else dark(theme.table, 0.5)
    canvas.paste_padded(
        panels.shadowed_panel(box.w, box.h, fill, rim, 5 if acts else 2, 5), box.x, box.y
    )
    canvas.record_region("person", box, str(seat))
    first_line_y, second_line_y = box.y + box.h * 0.30, box.y + box.h * 0.74
    piece = PERSONS.int("piece")
    canvas.paste_centred(panels.sign(theme, person, piece), (box.x + 34, first_line_y))
    canvas.record_spot(
        area_of(seat),
        Rect(round(box.x + 34 - piece / 2), round(first_line_y - piece / 2), piece, piece),
    )
    points_right, size = box.right - 18, PERSONS.int("score")
    laurel, left, text = PERSONS.int("laurel"), box.x + 62, str(seat_view.total)
    room = points_right - writing.width(text, BLACK, size) - left - 10
    # The laurel is left out if the name needs the room.
    if (
        writing.width(person.name, SERIF, theme.small) * writing.MIN_HORIZONTAL_SCALE
        <= room - laurel - 8
    ):
        canvas.paste_centred(
            icon("laurel-crown", laurel, COLOURS["laurel"]),
            (points_right - laurel / 2, first_line_y),
        )
        points_right, room = points_right - laurel - 8, room - laurel - 8
    canvas.text(
        (points_right, first_line_y + size * writing.DIGIT_DROP),
        text,
        writing.Style(BLACK, size, theme.ink),
        "r",
        kind="points",
    )
    name, letters = panels.fit_name(person, PERSONS.int("name"), room, theme.small, press=True)
    style = writing.Style(SERIF, letters, theme.ink)
    canvas.text(
        (left, first_line_y + letters * writing.LETTER_DROP), name, style, kind="name", room=room
    )
    _draw_goods(canvas, theme, seat_view.goods, box, second_line_y)


def _draw_goods(canvas: Canvas, theme: Theme, goods: dict[str, int], box: Rect, y: float) -> None:
    size, number = PERSONS.int("cube"), PERSONS.int("number")
    pitch = (box.w - 36) / len(GOODS)
    for i, (good, colour) in enumerate(GOODS.items()):
        x = box.x + 24 + i * pitch
        canvas.paste_centred(cube(size, colour), (x + size / 2, y))
        style = writing.Style(HEAVY, number, theme.ink)
        canvas.text(
            (x + size + 8, y + number * writing.DIGIT_DROP), str(goods[good]), style, kind="number"
        )
