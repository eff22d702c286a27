"""Header for choosing a card: state of the game, and each player's points and coins."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.core.views.scene import Scene, area_of
from games.eight_minute_empire.views.standing import leaders, standing
from games.eight_minute_empire.views.view import GameView
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.theme import BLACK, Theme, mix
from render.eight_minute_empire.layers import mats
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import LAYOUT, icon
from render.parts import header, panels, widgets

BOLD = "alegreya-sans-800"
MIN_PRESS = 0.8  # words before the chips are compressed to this share at most


@dataclass(frozen=True)
class Chip:
    """Plate of a player in the header: piece, points if the game ended now, coins.

    `stock` holds the numbers of armies and cities left, only on the plate of the viewer.
    """

    person: panels.SeatHeader
    points: str
    coins: str
    stock: tuple[int, ...] = ()

    def width(self, layout: Layout) -> int:
        """Return the width in pixels."""
        icons = layout.int("piece") + layout.int("coin")
        spaces = 2 * layout.int("pad") + 4 * layout.int("space")
        return icons + spaces + mats.points_width(layout, self.points) + self.stock_width(layout)

    def stock_width(self, layout: Layout) -> int:
        """Return the width in pixels of the armies and cities."""
        digit, icon_size, space = (layout.int(name) for name in ("stock_digit", "stock", "space"))
        widths = (writing.width(str(count), BOLD, digit) for count in self.stock)
        return sum(round(width) + icon_size + 2 * space for width in widths)


def draw_chips(canvas: Canvas, scene: Scene, theme: Theme, moment: str) -> None:
    """Draw `moment` at the left of the header and the players' chips at its right.

    `moment` is the text about the state of the game. The game's name stands before it if there is
    room. If there is little room, the viewer's armies and cities are left out, then the wreaths.
    """
    view: GameView = scene.view
    full = LAYOUT.part("chips")
    gap, margin = full.int("gap"), panels.LAYOUT.int("margin")
    chips = [
        Chip(person, str(points), str(seat.coins))
        for person, (_, points), seat in zip(
            panels.seat_headers(scene, view.n), standing(view), view.seats, strict=True
        )
    ]
    stocked = [
        replace(chip, stock=(own.reserve, own.cities)) if seat == view.viewer else chip
        for seat, (chip, own) in enumerate(zip(chips, view.seats, strict=True))
    ]
    small = full.part("small").with_defaults_from(full)
    bare = full.part("bare").with_defaults_from(small)
    room = canvas.box.w - 2 * margin - gap * view.n - _needed(theme, moment)
    ways = ((stocked, full), (chips, full), (stocked, small), (chips, small), (chips, bare))
    chips, layout = next(
        (way for way in ways if sum(chip.width(way[1]) for chip in way[0]) <= room), ways[-1]
    )
    widths, gap = [chip.width(layout) for chip in chips], layout.int("gap")
    left = canvas.box.right - margin - sum(widths) - gap * (view.n - 1)
    _draw_words(canvas, scene, theme, moment, left - gap - margin)
    for chip, width in zip(chips, widths, strict=True):
        frame = Rect(left, layout.int("top"), width, layout.int("height"))
        _draw_chip(canvas, view, theme, layout, chip, frame)
        left += width + gap


def _needed(theme: Theme, moment: str) -> float:
    """Return the least width in pixels of the words before the chips."""
    last = moment.rpartition(" · ")[2]
    return writing.width(last, *theme.type["header"]) * MIN_PRESS


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
    paper = theme.warm_paper
    if view.viewer is not None and not own:
        paper = mix(theme.paper, theme.ink, layout.float("dark"))
    if own:
        canvas.glow(panels.panel_halo(frame.w, frame.h), frame.x, frame.y, theme.halo)
    rim = mix(theme.seats[seat].colour, theme.ink, 0.35)
    plate = widgets.plate(frame.w, frame.h, 14, paper, rim, 4)
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
    x += space + 1
    half, tone = layout.int("line") // 2, mix(theme.ink, paper, 0.45)
    canvas.pen.line((x, middle - half, x, middle + half), fill=tone, width=2)
    x += space
    # The number stands on the coin: beside it, the disc would look like a zero.
    coin = layout.int("coin")
    purse = Rect(x, round(middle - coin / 2), coin, coin)
    canvas.paste_centred(sprites.coin("", coin), purse.centre)
    style = writing.Style(BLACK, layout.int("digit"), sprites.GOLD["ink"])
    canvas.digits(purse.centre, chip.coins, style, "m")
    canvas.record_region("purse", purse, str(seat))
    if chip.stock:
        _draw_stock(canvas, theme, layout, chip, x + coin + space, middle)


def _draw_stock(
    canvas: Canvas, theme: Theme, layout: Layout, chip: Chip, left: int, middle: float
) -> None:
    """Draw the numbers of armies and cities that are left, from the x `left`."""
    size, space = layout.int("stock"), layout.int("space")
    tower = icon("white-tower", size, theme.seats[chip.person.seat].colour)
    style = writing.Style(BOLD, layout.int("stock_digit"), theme.ink)
    x = float(left + space)
    for sprite, count in zip((sprites.cube(size), tower), chip.stock, strict=True):
        canvas.paste_centred(sprite, (x + size / 2, middle))
        x += size + canvas.digits((x + size, middle), str(count), style, kind="stock") + 2 * space
    box = Rect(left, round(middle - size / 2), round(x) - left, size)
    canvas.record_region("reserve", box, str(chip.person.seat))
