"""Player mats beside the map: name, points, coins, reserve of armies and cities, goods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.views.scene import Scene, area_of
from games.eight_minute_empire.views.standing import leaders, standing
from games.eight_minute_empire.views.view import GameView, SeatView
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect, around
from render.base.texture import Sprite, scaled
from render.base.theme import Theme, mix
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import LAYOUT, icon, trimmed
from render.parts import markers, panels, widgets
from render.parts.header import winners

BLACK, BOLD = "alegreya-sans-900", "alegreya-sans-800"
WORD, WORD_SIZE, WORD_GAP = "alegreya-sans-700", 34, 12
ARROW = "→"
NAME_AIR = 5  # between a name and the points
NONE = 0.35  # opacity of the icon of a good that a seat has none of


def _layout(n: int) -> Layout:
    """Return the layout of the mats of `n` players."""
    return LAYOUT.part(f"mat.{n}").with_defaults_from(LAYOUT.part("mat"))


@dataclass(frozen=True)
class Item:
    """Icon with a number (`text`) to its right, and optionally a word between them.

    `word` says what is counted. With `pale`, the number is pale like a zero.
    """

    sprite: Sprite
    text: str
    pale: bool = False
    word: str = ""

    def width(self, size: int) -> float:
        """Return the width in pixels with letters of `size`."""
        word = writing.width(self.word, WORD, WORD_SIZE) + WORD_GAP if self.word else 0
        return self.sprite.width + writing.width(self.text, BOLD, size) + word


@dataclass(frozen=True)
class GoodsRows:
    """A seat's goods as rows of items.

    `aside` is the wild that stands beside coins, armies and cities, because the only row of goods
    is full.
    """

    rows: list[list[Item]]
    aside: list[Item]


def _goods_rows(seat: SeatView, layout: Layout, width: int) -> GoodsRows:
    """Return the goods with the largest icons with which each row fits a mat of `width` pixels.

    Where there are two rows, every good has its own place, also if the seat has none of it.
    """
    order = LAYOUT.get("goods.order")
    is_grid = layout.int("goods_pitch") > 0
    goods = [good for good in order if is_grid or seat.goods.get(good, 0)]
    per_row, digit = layout.int("goods_per_row"), layout.int("digit")
    aside = [] if is_grid else goods[per_row:]
    kept = goods[: len(goods) - len(aside)]
    room, sizes = width - 2 * layout.int("pad"), layout.get("good_sizes")
    made: list[list[Item]] = []
    for size in sizes:
        items = [_good_item(seat, good, size) for good in kept]
        made = [items[i : i + per_row] for i in range(0, len(items), per_row)]
        gaps = (per_row - 1) * layout.int("gap_least")
        if all(sum(item.width(digit) for item in row) + gaps <= room for row in made):
            break
    return GoodsRows(made, [_good_item(seat, good, sizes[0]) for good in aside])


def _good_item(seat: SeatView, good: str, size: int) -> Item:
    """Return a good's icon, faint if the seat has none of it, with its number."""
    count = seat.goods.get(good, 0)
    sprite = trimmed(good, size)
    if not count:
        sprite = sprite.copy()
        sprite.putalpha(scaled(sprite.getchannel("A"), NONE))
    return Item(sprite, str(count))


def mat_boxes(n: int, column: Rect) -> list[Rect]:
    """Return the rectangles of `n` mats, one above the other in a column."""
    layout = _layout(n)
    height, gap = layout.int("height"), layout.int("gap")
    return [Rect(column.x, column.y + i * (height + gap), column.w, height) for i in range(n)]


def draw_paper(
    canvas: Canvas,
    theme: Theme,
    person: panels.SeatHeader,
    frame: Rect,
    strip: int,
    *,
    is_warm: bool,
) -> None:
    """Draw a player's sheet of paper with a band in their color, `strip` pixels high, on top."""
    base = theme.warm_paper if is_warm else theme.paper
    rim = panels.seat_rim(theme, person.seat)
    canvas.paste_padded(panels.shadowed_panel(frame.w, frame.h, base, rim, 4, 7), frame.x, frame.y)
    canvas.record_region("mat", frame, person.name)
    band = panels.strip(frame.w, strip, theme.seats[person.seat].colour, 70)
    canvas.sheet.paste(band, (frame.x, frame.y), band)


def draw_mats(canvas: Canvas, scene: Scene, theme: Theme, column: Rect) -> None:
    """Draw all mats in a column.

    The mats of seats that must act, and of winners, are on warmer paper with a glow. Other changed
    mats only glow.
    """
    view: GameView = scene.view
    best = winners(view.scoreboard)
    layout = _layout(view.n)
    for person, frame in zip(
        panels.seat_headers(scene, view.n), mat_boxes(view.n, column), strict=True
    ):
        seat = person.seat
        active = seat in view.actors or seat in best
        if active or area_of(seat) in scene.changed:
            canvas.glow(panels.panel_halo(frame.w, frame.h), frame.x, frame.y, theme.halo)
        draw_paper(canvas, theme, person, frame, layout.int("strip"), is_warm=active)
        _draw_strip(canvas, view, theme, layout, person, frame)
        rows = _goods_rows(view.seats[seat], layout, frame.w)
        _draw_stats(canvas, view, theme, layout, seat, frame, rows)
        _draw_goods(canvas, view.seats[seat], theme, layout, frame, seat, rows)


def _draw_strip(
    canvas: Canvas,
    view: GameView,
    theme: Theme,
    layout: Layout,
    person: panels.SeatHeader,
    frame: Rect,
) -> None:
    """Draw the head of a mat: piece with initial, name, and points or bid.

    During bidding, a sign says whether the seat has bid.
    """
    size = layout.int("piece")
    middle = frame.y + layout.int("name_y")
    x = frame.x + layout.int("pad") + size / 2
    canvas.paste_centred(
        panels.sign(theme, person, size, initial=layout.int("initial")), (x, middle)
    )
    initial = Rect(round(x - size / 2), round(middle - size / 2), size, size)
    canvas.record_spot(area_of(person.seat), initial)
    canvas.record_region("initial", initial, str(person.seat), has_letters=True)
    left = round(x + size / 2) + 4
    if view.phase == "bid":
        right = _draw_bid(canvas, view, theme, layout, person.seat, frame)
    else:
        right = _draw_seat_points(canvas, view, theme, layout, person, frame, left)
    room = right - NAME_AIR - left
    name, size = _fitted(person, layout, room)
    style = writing.Style("alegreya-700", size, theme.ink)
    base = middle + size * writing.LETTER_DROP
    canvas.text((left, base), name, style, kind="name", room=room)


def _fitted(person: panels.SeatHeader, layout: Layout, room: float) -> tuple[str, int]:
    return panels.fit_name(person, layout.int("name"), room, layout.int("name_least"), press=True)


def _draw_bid(
    canvas: Canvas, view: GameView, theme: Theme, layout: Layout, seat: int, frame: Rect
) -> int:
    """Draw a tick if the seat has bid, else a coin with "?"; return the x of the left end."""
    size = layout.int("bid_mark")
    sprite = (
        markers.tick(size, theme.olive)
        if view.seats[seat].bid_in
        else sprites.price("?", size, layout.int("digit"))
    )
    box = Rect(
        frame.right - layout.int("pad") - size,
        round(frame.y + layout.int("name_y") - size / 2),
        size,
        size,
    )
    canvas.paste_centred(sprite, box.centre)
    canvas.record_region("bid", box, str(seat))
    return box.x


def _draw_seat_points(
    canvas: Canvas,
    view: GameView,
    theme: Theme,
    layout: Layout,
    person: panels.SeatHeader,
    frame: Rect,
    name_left: int,
) -> int:
    """Draw the points if the game ended now, and return the left edge of the drawing.

    The leaders' points are on a golden plate. From the second game of a campaign on, the points of
    the earlier games stand before them. Otherwise there is a wreath, unless the name (from
    `name_left`) is whole only without it.
    """
    seat = person.seat
    before, now = standing(view)[seat]
    is_later = view.games > 1 and view.game_no > 1
    text = f"{before}{ARROW}{now}" if is_later else str(now)
    right, middle = frame.right - layout.int("pad") + 4, frame.y + layout.int("name_y")
    if is_later:
        layout = layout.part("sums").with_defaults_from(layout)
    else:
        bare = layout.part("bare").with_defaults_from(layout)
        whole = _fitted(person, layout, frame.w)[0]
        shown, shown_bare = (
            _fitted(person, one, right - points_width(one, text) - NAME_AIR - name_left)[0]
            for one in (layout, bare)
        )
        if shown != whole == shown_bare:
            layout = bare
    box = draw_points(canvas, theme, layout, text, right, middle, seat in leaders(view))
    if seat in leaders(view):
        canvas.record_region("leader", box, str(seat))
    return box.x


def points_width(layout: Layout, text: str) -> int:
    """Return the width in pixels that `draw_points` needs for `text`."""
    wreath = layout.int("wreath")
    digits = round(writing.width(text, BLACK, layout.int("points")))
    return digits + (wreath + 5 if wreath else 0) + 2 * layout.int("points_air")


def draw_points(
    canvas: Canvas, theme: Theme, layout: Layout, text: str, right: int, middle: float, leads: bool
) -> Rect:
    """Draw points with a wreath, on a golden plate if `leads`; return the rectangle.

    The rectangle ends at the x `right`, and its vertical center is the y `middle`.
    """
    size, air, height = (layout.int(f"points{part}") for part in ("", "_air", "_height"))
    wreath, width = layout.int("wreath"), points_width(layout, text)
    box = Rect(right - width, round(middle - height / 2), width, height)
    if leads:
        rim = mix(theme.saffron, theme.ink, 0.45)
        gold = widgets.plate(box.w, box.h, box.h // 2, theme.halo, rim, 3)
        canvas.sheet.paste(gold, (box.x, box.y), gold)
    if wreath:
        tone = mix(theme.saffron, theme.ink, 0.62 if leads else 0.35)
        canvas.paste_centred(icon("laurels", wreath, tone), (box.x + air + wreath / 2, middle))
    style = writing.Style(BLACK, size, theme.ink)
    canvas.digits((box.right - air, middle), text, style, "r", kind="points")
    canvas.record_region("earned", box)
    return box


def _draw_stats(
    canvas: Canvas,
    view: GameView,
    theme: Theme,
    layout: Layout,
    seat: int,
    frame: Rect,
    goods: GoodsRows,
) -> None:
    """Draw the seat's coins, and the armies and cities that are not on the board.

    If the layout has no row for regions and continents, those that score follow here.
    """
    own = view.seats[seat]
    colour = mix(
        theme.seats[seat].colour, theme.ink, 0.45 if theme.seats[seat].dark_digit else 0.25
    )
    size = layout.int("icon")
    tower = icon("white-tower", size, colour)
    left, _, right, _ = tower.getbbox() or (0, 0, size, size)
    items = [
        Item(sprites.coin("", size), str(own.coins)),
        Item(sprites.cube(size), str(own.reserve)),
        Item(tower.crop((left, 0, right, size)), str(own.cities)),
    ]
    items += goods.aside
    if not layout.int("sources_y"):
        # where there is no row for them, as many as find room
        for source in (one for one in _land_items(theme, layout, own) if one.text != "0"):
            room = frame.w - 2 * layout.int("pad")
            if sum(item.width(layout.int("digit")) for item in (*items, source)) <= room:
                items.append(source)
    reserve = draw_items(canvas, theme, layout, items, frame, layout.int("stats_y"))
    canvas.record_region("reserve", reserve, str(seat))
    if layout.int("line_y"):
        panels.hairline(canvas, frame.x + 14, frame.y + layout.int("line_y"), frame.w - 28)


def _draw_goods(
    canvas: Canvas,
    own: SeatView,
    theme: Theme,
    layout: Layout,
    frame: Rect,
    seat: int,
    goods: GoodsRows,
) -> None:
    """Draw a seat's goods in rows.

    `own` is the seat's part of the view. If the layout has room, the numbers of controlled regions
    and continents stand below.
    """
    columns = layout.int("goods_per_row") if layout.int("goods_pitch") else 0
    drawn = [
        draw_items(canvas, theme, layout, line, frame, y, columns)
        for i, line in enumerate(goods.rows)
        for y in [layout.int("goods_y") + i * layout.int("goods_pitch")]
    ]
    if drawn:
        canvas.record_region("collected", around(drawn), str(seat))
    if layout.int("sources_y"):
        sources = _land_items(theme, layout, own)
        controlled = draw_items(canvas, theme, layout, sources, frame, layout.int("sources_y"))
        canvas.record_region("controlled", controlled, str(seat))


def _land_items(theme: Theme, layout: Layout, own: SeatView) -> list[Item]:
    """Return the numbers of regions and continents that a seat controls."""
    size, tone = layout.int("icon"), mix(theme.rim, theme.ink, 0.3)
    land = (("flying-flag", own.regions), ("compass", own.continents))
    found = []
    for name, count in land:
        sprite = icon(name, size, tone)
        left, _, right, _ = sprite.getbbox() or (0, 0, size, size)
        found.append(Item(sprite.crop((left, 0, right, size)), str(count)))
    return found


def draw_items(
    canvas: Canvas,
    theme: Theme,
    layout: Layout,
    items: Sequence[Item],
    frame: Rect,
    y: int,
    columns: int = 0,
) -> Rect:
    """Draw items side by side and return their box.

    `y` is the vertical center, from the top of the frame. If there are `columns`, the items begin
    at the left ends of as many columns. If the items are too wide, their numbers overlap the icons.
    """
    digit, pad = layout.int("digit"), layout.int("pad")
    spare = frame.w - 2 * pad - sum(item.width(digit) for item in items)
    lap = min(0.0, spare / max(1, len(items)))
    gap = min(layout.int("gap_most"), max(0.0, spare) / max(1, len(items) - 1))
    x, middle = float(frame.x + pad), frame.y + y
    for i, item in enumerate(items):
        if columns:
            x = frame.x + pad + i * (frame.w - 2 * pad) / columns
        canvas.paste_centred(item.sprite, (x + item.sprite.width / 2, middle))
        fill = panels.muted(theme) if item.pale or item.text in ("0", "+0") else theme.ink
        style = writing.Style(BOLD, digit, fill, 3 if lap else 0, theme.paper)
        x += item.sprite.width + lap
        base = middle + digit * writing.DIGIT_DROP
        if item.word:
            named = writing.Style(WORD, WORD_SIZE, mix(theme.ink, theme.paper, 0.2))
            x += WORD_GAP + canvas.text((x + WORD_GAP / 2, base), item.word, named, kind="label")
        x += canvas.text((x, base), item.text, style, kind="number") + gap
    high = max(digit, *(item.sprite.height for item in items))
    left = frame.x + pad - 3
    return Rect(left, round(middle - high / 2), round(x - gap) + 3 - left, high)
