"""Header for choosing a card: whose turn it is, and each player's points and coins."""

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

    `stock` holds the numbers of armies and cities left, if they are shown.
    """

    person: panels.SeatHeader
    points: str
    coins: str
    stock: tuple[int, ...] = ()

    def width(self, layout: Layout) -> int:
        """Return the width in pixels."""
        coins = writing.width(self.coins, BLACK, layout.int("digit"))
        icons = layout.int("piece") + layout.int("coin") + layout.int("coin_gap") + round(coins)
        spaces = 2 * layout.int("pad") + 4 * layout.int("space")
        return icons + spaces + mats.points_width(layout, self.points) + self.stock_width(layout)

    def stock_width(self, layout: Layout) -> int:
        """Return the width in pixels of the armies and cities."""
        digit, icon_size, space = (layout.int(name) for name in ("stock_digit", "stock", "space"))
        widths = (writing.width(str(count), BOLD, digit) for count in self.stock)
        return sum(round(width) + icon_size + 2 * space for width in widths)


def draw_chips(canvas: Canvas, scene: Scene, theme: Theme, moment: str) -> None:
    """Draw whose turn it is and `moment` at the left of the header, the players' chips at its right.

    `moment` is the text about the state of the game. With armies and cities left: all players if
    there is room, else the viewer. If there is little room, the chips are smaller, then without
    wreaths, then without armies and cities.
    """
    words, margin = _words(scene, moment), panels.LAYOUT.int("margin")
    gap = LAYOUT.int("chips.gap")
    room = canvas.box.w - 2 * margin - gap - _needed(words, theme)
    chips, layout = _fitting(scene, room)
    left = canvas.box.right - margin - _width(chips, layout)
    _draw_words(canvas, scene, theme, words, left - gap - margin)
    _draw_row(canvas, scene.view, theme, chips, layout, left, layout.int("top"))


def draw_strip(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the players' chips in the middle of `frame`."""
    chips, layout = _fitting(scene, frame.w - 2 * panels.LAYOUT.int("margin"))
    left = round(frame.centre[0] - _width(chips, layout) / 2)
    top = frame.y + (frame.h - layout.int("height")) // 2
    _draw_row(canvas, scene.view, theme, chips, layout, left, top)


def _fitting(scene: Scene, room: float) -> tuple[list[Chip], Layout]:
    """Return the chips, and the layout in which they fit `room` pixels."""
    view: GameView = scene.view
    full = LAYOUT.part("chips")
    chips = [
        Chip(person, str(points), str(seat.coins))
        for person, (_, points), seat in zip(
            panels.seat_headers(scene, view.n), standing(view), view.seats, strict=True
        )
    ]
    full_stock = [
        replace(chip, stock=(own.reserve, own.cities))
        for chip, own in zip(chips, view.seats, strict=True)
    ]
    stocked = [full_stock[seat] if seat == view.viewer else chip for seat, chip in enumerate(chips)]
    small = full.part("small").with_defaults_from(full)
    bare = full.part("bare").with_defaults_from(small)
    ways = (
        (full_stock, full),
        (stocked, full),
        (stocked, small),
        (stocked, bare),
        (chips, small),
        (chips, bare),
    )
    return next((way for way in ways if _width(*way) <= room), ways[-1])


def _width(chips: list[Chip], layout: Layout) -> int:
    """Return the width in pixels of chips side by side."""
    return sum(chip.width(layout) for chip in chips) + layout.int("gap") * (len(chips) - 1)


def _draw_row(
    canvas: Canvas,
    view: GameView,
    theme: Theme,
    chips: list[Chip],
    layout: Layout,
    left: int,
    top: int,
) -> None:
    """Draw chips side by side, from the x `left` and the y `top`."""
    for chip in chips:
        frame = Rect(left, top, chip.width(layout), layout.int("height"))
        _draw_chip(canvas, view, theme, layout, chip, frame)
        left = frame.right + layout.int("gap")


def _words(scene: Scene, moment: str) -> tuple[str, str]:
    """Return the two lines before the chips: whose turn it is, or the game; and the moment."""
    view: GameView = scene.view
    if view.viewer in view.actors:
        return panels.phrase(scene.lang, header.OWN_TURN), moment
    if len(view.actors) != 1:
        return header.title(scene), moment
    name = panels.seat_headers(scene, view.n)[view.actors[0]].brief.name
    return panels.phrase(scene.lang, "plays").replace(panels.NAME_PLACEHOLDER, name), moment


def _needed(words: tuple[str, str], theme: Theme) -> float:
    """Return the least width in pixels of the words before the chips."""
    last = words[1].rpartition(" · ")[2]
    lines = ((words[0], theme.type["name"][0]), (last, theme.type["header"][0]))
    return max(writing.width(line, face, theme.small) for line, face in lines) * MIN_PRESS


def _draw_words(
    canvas: Canvas, scene: Scene, theme: Theme, words: tuple[str, str], room: float
) -> None:
    """Write the two lines before the chips into `room` pixels of the header."""
    first, moment = words
    face, second = theme.type["header"][0], LAYOUT.get("chips.lines")
    if writing.width(moment, face, theme.small) > room:  # "Game 2/3 · 19/32" beside five players
        moment = moment.rpartition(" · ")[2]
    is_own = scene.view.viewer in scene.view.actors
    for line, style, base in (
        (
            first,
            writing.Style(
                theme.type["name"][0], theme.small, theme.own_turn if is_own else theme.title
            ),
            second[0],
        ),
        (moment, writing.Style(face, theme.small, theme.second), second[1]),
    ):
        canvas.text((panels.LAYOUT.int("margin"), base), line, style, kind="title", room=room)


def _draw_chip(
    canvas: Canvas, view: GameView, theme: Theme, layout: Layout, chip: Chip, frame: Rect
) -> None:
    seat = chip.person.seat
    active, waits = seat in view.actors, bool(view.actors) and seat not in view.actors
    paper = theme.warm_paper
    if waits:
        paper = mix(theme.paper, theme.ink, layout.float("dark"))
    if active:
        canvas.glow(panels.panel_halo(frame.w, frame.h), frame.x, frame.y, theme.halo)
    rim = panels.seat_rim(theme, seat)
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
    # The number stands beside the coin: on it, it would look like the leader's golden plate.
    coin = layout.int("coin")
    canvas.paste_centred(sprites.coin("", coin), (x + coin / 2, middle))
    style = writing.Style(BLACK, layout.int("digit"), theme.ink)
    beside = coin + layout.int("coin_gap")
    wide = beside + round(canvas.digits((x + beside, middle), chip.coins, style))
    purse = Rect(x, round(middle - coin / 2), wide, coin)
    canvas.record_region("purse", purse, str(seat))
    if chip.stock:
        _draw_stock(canvas, theme, layout, chip, x + wide + space, middle)


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
