"""Header for choosing a card: state of the game, and each player's points and coins."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.views.scene import Scene, area_of
from games.eight_minute_empire.views.standing import leaders, standing
from games.eight_minute_empire.views.view import GameView
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.theme import Theme, mix
from render.eight_minute_empire.layers import mats
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import LAYOUT
from render.parts import header, panels, widgets

BOLD = "alegreya-sans-800"


@dataclass(frozen=True)
class Chip:
    """Plate of a player in the header: piece, points if the game ended now, coins."""

    person: panels.SeatHeader
    points: str
    coins: str

    def width(self, layout: Layout) -> int:
        """Return the width in pixels."""
        digits = writing.width(self.coins, BOLD, layout.int("digit"))
        icons = layout.int("piece") + layout.int("coin") + layout.int("air")
        spaces = 2 * (layout.int("pad") + layout.int("space"))
        return icons + spaces + mats.points_width(layout, self.points) + round(digits)


def draw_chips(canvas: Canvas, scene: Scene, theme: Theme, moment: str) -> None:
    """Draw `moment` at the left of the header and the players' chips at its right.

    `moment` is the text about the state of the game. The game's name stands before it if there is
    room.
    """
    view: GameView = scene.view
    layout = LAYOUT.part("chips")
    if view.n > layout.int("most_with_wreath"):
        layout = layout.part("bare").with_defaults_from(layout)
    gap, margin = layout.int("gap"), panels.LAYOUT.int("margin")
    chips = [
        Chip(person, str(points), str(seat.coins))
        for person, (_, points), seat in zip(
            panels.seat_headers(scene, view.n), standing(view), view.seats, strict=True
        )
    ]
    widths = [chip.width(layout) for chip in chips]
    left = canvas.box.right - margin - sum(widths) - gap * (view.n - 1)
    _draw_words(canvas, scene, theme, moment, left - gap - margin)
    for chip, width in zip(chips, widths, strict=True):
        frame = Rect(left, layout.int("top"), width, layout.int("height"))
        _draw_chip(canvas, view, theme, layout, chip, frame)
        left += width + gap


def _draw_words(canvas: Canvas, scene: Scene, theme: Theme, moment: str, room: float) -> None:
    """Write the game's name and `moment` into `room` pixels of the header.

    `moment` has priority: if both do not fit, the name is shortened or left out.
    """
    x, base = float(panels.LAYOUT.int("margin")), panels.LAYOUT.int("header.baseline")
    gap = panels.LAYOUT.int("header.gap")
    face, size = theme.type["header"]
    needed = writing.width(moment, face, size)
    if needed > room:  # "Game 2/3 · 19/32" beside five players
        moment = moment.rpartition(" · ")[2]
    title_face, title_size = theme.type["title"]
    for name in (header.title(scene, "name"), header.title(scene)):
        if writing.width(name, title_face, title_size) + gap + needed <= room:
            style = writing.Style(title_face, title_size, theme.title)
            x += canvas.text((x, base), name, style, kind="title") + gap
            break
    style = writing.Style(face, size, theme.second)
    canvas.text((x, base), moment, style, kind="title", room=room)


def _draw_chip(
    canvas: Canvas, view: GameView, theme: Theme, layout: Layout, chip: Chip, frame: Rect
) -> None:
    seat, own = chip.person.seat, chip.person.seat == view.viewer
    rim = theme.halo if own else mix(theme.seats[seat].colour, theme.ink, 0.35)
    plate = widgets.plate(
        frame.w, frame.h, 14, theme.warm_paper if own else theme.paper, rim, 5 if own else 3
    )
    canvas.sheet.paste(plate, (frame.x, frame.y), plate)
    canvas.record_region("chip", frame, str(seat))
    middle, size, space = frame.centre[1], layout.int("piece"), layout.int("space")
    x = frame.x + layout.int("pad")
    sign = panels.sign(theme, chip.person, size, initial=layout.int("initial"))
    canvas.paste_centred(sign, (x + size / 2, middle))
    canvas.record_spot(area_of(seat), Rect(x, round(middle - size / 2), size, size))
    x += size + space + mats.points_width(layout, chip.points)
    leads = seat in leaders(view)
    box = mats.draw_points(canvas, theme, layout, chip.points, x, middle, leads)
    if leads:
        canvas.record_region("leader", box, str(seat))
    x += space
    coin = layout.int("coin")
    canvas.paste_centred(sprites.coin("", coin), (x + coin / 2, middle))
    style = writing.Style(BOLD, layout.int("digit"), theme.ink)
    air = layout.int("air")
    width = canvas.digits((x + coin + air, middle), chip.coins, style)
    purse = Rect(x, round(middle - coin / 2), coin + air + round(width), coin)
    canvas.record_region("purse", purse, str(seat))
