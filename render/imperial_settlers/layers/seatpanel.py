"""Player's mat on the table: name, faction, points, goods, numbers of cards, newest cards.

All cards of an Empire are in its close-up; the mat has the newest ones, and those with a mark.
A mat that is the same as in the last picture comes from the cache of parts
(`render/motion/part_cache.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable

from msgspec import json

from games.core.views.scene import area_of
from games.imperial_settlers.model.catalog import CARDS, COLORS, KINDS
from games.imperial_settlers.views import standing as standings
from games.imperial_settlers.views.view import EmpireView, GameView, LocationView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.texture import Sprite, rounded
from render.base.theme import (
    BLACK,
    CORNERS,
    HEAVY,
    RGB,
    SERIF,
    TEXT,
    Theme,
    dark,
    mix,
    pale,
)
from render.imperial_settlers.layers import rows, stack, strips, tiles
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.layers.tiles import TileContext
from render.imperial_settlers.pieces import chips
from render.imperial_settlers.pieces.badges import DEAL
from render.imperial_settlers.pieces.style import CRESTS, FRAMES, KIND_ICONS, LINES, icon
from render.imperial_settlers.pieces.style import KINDS as KIND_COLORS
from render.motion import part_cache
from render.parts import markers, panels, widgets

BOARD = TABLE.part("board")
MAT = BOARD.part("mat")
TALL = MAT.part("tall").with_defaults_from(MAT)
TALL_FROM_PX = 560  # height of a mat from which its lines are higher
MANY_DEALS = 8  # from this number of Deals they take two lines
IN_LINE = 4  # goods side by side
SLEEP: RGB = (70, 84, 110)
RIM = 6  # pixels


def draw_mat(
    canvas: Canvas, show: TileContext, person: panels.SeatHeader, frame: Rect
) -> dict[str, Rect]:
    """Draw the mat of one player in `frame`; return the place of each spot."""
    view: GameView = show.scene.view
    empire = view.empires[person.seat]
    _draw_ground(canvas, show, empire, frame)
    # The halo of a neighboring mat may reach into the margin.
    cached_box = frame if show.scene.changed else frame.inset(-BOARD.int("gap") // 2)
    return part_cache.draw_cached_part(
        canvas,
        area_of(person.seat),
        lambda: _cache_key(canvas.box, show, empire, person, frame),
        cached_box,
        lambda: _draw_content(canvas, show, person, frame),
    )


def _cache_key(
    table: Rect, show: TileContext, empire: EmpireView, person: panels.SeatHeader, frame: Rect
) -> Hashable:
    """Return the cache key of a mat's content, or None if it must be drawn anew.

    It is drawn anew if the picture has marks or a preview, or if something on the mat has changed.
    `table` is the area of the picture: the texture around the mat, visible at its corners, depends
    on it.
    """
    scene, seat = show.scene, person.seat
    view: GameView = scene.view
    locations = rows.shown_locations(view, empire)
    new_or_changed = {
        *locations,
        *(f"{name}{seat}" for name in ("points", "hand", "empire", "supply", "deals")),
    } & set(scene.changed)
    if scene.marks or scene.ghost or new_or_changed:
        return None
    state = view.viewer, view.n, view.first, seat in view.actors, seat in standings.leaders(view)
    return (
        show.theme,
        scene.lang,
        person,
        table,
        frame,
        state,
        json.encode((empire, list(locations.values()))),
    )


def _draw_ground(canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect) -> None:
    """Draw paper with a rim in the faction's color; saffron for an active seat."""
    view: GameView = show.scene.view
    theme, seat = show.theme, empire.seat
    acts = seat in view.actors
    if {f"points{seat}", f"hand{seat}", f"empire{seat}"} & set(show.scene.changed):
        strips.draw_halo(canvas, theme, frame, str(seat))
    fill = pale(theme.paper, 0.15) if not empire.passed else mix(theme.paper, theme.table, 0.22)
    rim = theme.saffron if acts else FRAMES.get(empire.faction, theme.rim)
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, fill, rim, RIM, 5), frame.x, frame.y
    )
    canvas.record_region("person", frame, str(seat))


def _draw_content(
    canvas: Canvas, show: TileContext, person: panels.SeatHeader, frame: Rect
) -> dict[str, Rect]:
    """Draw the content of a mat from its band to its cards; return the place of each spot."""
    seat = person.seat
    empire = show.scene.view.empires[seat]
    layout = TALL if frame.h >= TALL_FROM_PX else MAT
    band, padding, line = layout.int("band"), layout.int("padding"), layout.int("line")
    spots = _draw_band(canvas, show, person, Rect(frame.x, frame.y, band, frame.h), layout)
    x = frame.x + band + padding
    inner = Rect(x, frame.y + RIM, frame.right - padding - x, layout.int("head"))
    _draw_head(canvas, show, person, inner, layout)
    goods = Rect(x, inner.bottom, inner.w, 2 * line)
    _draw_goods(canvas, show, empire, goods, layout)
    figures = Rect(x, goods.bottom, inner.w, 2 * line)
    bottom = frame.bottom - padding
    marked_deals = [spot for spot in show.marked if spot.startswith(f"deal{seat}_")]
    cards = Rect(x, figures.bottom, inner.w, bottom - figures.bottom)
    required = stack.required_cards(show, empire)
    upper = Rect(x, figures.y, inner.w, line)
    spots |= {f"supply{seat}": goods}
    if marked_deals or planned_deal(show, empire):
        n = len(empire.deals) + bool(planned_deal(show, empire))
        deals = Rect(x, figures.y, inner.w, line * (2 if n > MANY_DEALS else 1))
        spots |= _draw_deals(canvas, show, empire, deals, layout)
        cards = Rect(x, deals.bottom, inner.w, bottom - deals.bottom)
    elif not stack.fits(show, required, cards, layout):
        cards = Rect(x, figures.y, inner.w, bottom - figures.y)
    else:
        spots |= _draw_kinds(canvas, show, empire, upper, layout)
        spots |= _draw_colors(canvas, show, empire, upper.moved(0, line), layout)
    cards = Rect(cards.x, cards.y + 4, cards.w, cards.h - 4)
    return spots | stack.draw(canvas, show, empire, cards, layout)


def planned_deal(show: TileContext, empire: EmpireView) -> str:
    """Return the card that the previewed decision makes a Deal in this Empire, or ""."""
    if empire.seat != show.scene.view.viewer:
        return ""
    return next((card for card, tag in show.ghosts.items() if tag == "deal"), "")


def _draw_band(
    canvas: Canvas, show: TileContext, person: panels.SeatHeader, frame: Rect, layout: Layout
) -> dict[str, Rect]:
    """Draw piece, crest and signs (first player, passed, choosing) on the faction's color.

    Returns the place of each spot.
    """
    view: GameView = show.scene.view
    theme, seat = show.theme, person.seat
    empire = view.empires[seat]
    colour = FRAMES.get(empire.faction, mix(theme.paper, theme.table, 0.5))
    radius = CORNERS["panel"] - RIM
    inner = Rect(frame.x + RIM, frame.y + RIM, frame.w - RIM, frame.h - 2 * RIM)
    mask = rounded(inner.w + radius, inner.h, radius).crop((0, 0, inner.w, inner.h))
    canvas.tint(mask, inner.x, inner.y, colour)
    line = LINES.get(empire.faction, theme.rim)
    canvas.pen.line((inner.right - 1, inner.y, inner.right - 1, inner.bottom), fill=line, width=2)
    middle = inner.x + inner.w / 2 - 1
    crest = layout.int("crest")
    y = inner.y + layout.int("head")
    if empire.faction:
        sign = icon(CRESTS[empire.faction], crest, pale(line, 0.25), dark(colour, 0.6), 2)
        canvas.paste_centred(sign, (middle, y + crest / 2))
        box = Rect(round(middle - crest / 2), y, crest, crest)
        canvas.record_region("crest", box, empire.faction)
    y += crest + 8
    signs = [("chess-pawn", theme.madder, "first")] * (view.first == seat and view.n > 1)
    signs += [("night-sleep", SLEEP, "passed")] * empire.passed
    signs += [("hourglass", dark(theme.table, 0.1), "open")] * (empire.status == "open")
    signs += [("", theme.olive, "done")] * (empire.status == "done")
    side = layout.int("flag")
    for sign_name, tone, about in signs:
        at = (middle, y + side / 2)
        badge = panels.sheet(
            side, side, side // 2, pale(theme.paper, 0.5), dark(theme.table, 0.4), 2, 2
        )
        if sign_name:
            canvas.paste_padded(badge, at[0] - side / 2, y)
        canvas.paste_centred(
            icon(sign_name, round(side * 0.7), tone) if sign_name else markers.tick(side, tone), at
        )
        canvas.record_region("flag", Rect(round(at[0] - side / 2), y, side, side), about)
        y += side + 8
    _draw_faction_name(canvas, show, empire, Rect(inner.x, y, inner.w, inner.bottom - y))
    return {f"empire{seat}": Rect(frame.x + 15, inner.bottom - 46, 40, 40)}


def _draw_faction_name(canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect) -> None:
    """Write the faction's name upward, if there is room and no mark's letter is there."""
    if not empire.faction or f"empire{empire.seat}" in show.marked:
        return
    text = i18n.say_for_game(show.scene.game, show.scene.lang, f"imp.faction.{empire.faction}")
    width = writing.width(text, HEAVY, TEXT)
    if width + 24 > frame.h:
        return
    middle = round(frame.centre[0]) - 1, frame.bottom - 14 - width / 2
    rows.draw_vertical_text(canvas.sheet, text, middle, TEXT)
    box = Rect(round(middle[0] - 18), round(frame.bottom - 14 - width), 36, round(width))
    canvas.record_region("faction", box, empire.faction, has_letters=True)


def _draw_head(
    canvas: Canvas, show: TileContext, person: panels.SeatHeader, frame: Rect, layout: Layout
) -> None:
    """Draw piece and name, points so far and points if the game ended now."""
    theme, seat = show.theme, person.seat
    middle = frame.centre[1]
    piece = BOARD.int("piece")
    at = frame.x - layout.int("padding") - (layout.int("band") - RIM) / 2, middle
    canvas.paste_centred(panels.sign(theme, person, piece), at)
    canvas.record_spot(
        area_of(seat), Rect(round(at[0] - piece / 2), round(middle - piece / 2), piece, piece)
    )
    left = draw_points(canvas, show, seat, frame.right, middle, layout.int("points"))
    room = left - frame.x - 12
    name, size = panels.fit_name(person, layout.int("name"), room, theme.small, press=True)
    style = writing.Style(SERIF, size, theme.ink)
    canvas.text((frame.x, middle + size * writing.LETTER_DROP), name, style, kind="name", room=room)


def draw_points(
    canvas: Canvas, show: TileContext, seat: int, right: float, middle: float, size: int
) -> float:
    """Draw points so far and, if they differ, points if the game ended now: `16 → 33`.

    The numbers end at the x `right`, around the y `middle`, and have a laurel. The leader's stand
    on a golden plate. Returns the x of the left end.
    """
    view: GameView = show.scene.view
    theme = show.theme
    points, total = standings.standing(view)[seat]
    leads = seat in standings.leaders(view)
    crown = round(size * 0.8)
    width = writing.width(str(total), BLACK, size) + 6 + crown + 16
    box = Rect(round(right - width), round(middle - size * 0.5) - 2, round(width), size + 4)
    if leads:
        fill = mix(theme.paper, theme.saffron, 0.6)
        widgets.draw_plate(canvas, box, "field", fill, dark(theme.saffron, 0.45), 3)
        canvas.record_region("leader", box, str(seat))
    tone = dark(theme.saffron, 0.55 if leads else 0.3)
    canvas.paste_centred(icon("laurel-crown", crown, tone), (box.right - 8 - crown / 2, middle))
    style = writing.Style(BLACK, size, theme.ink)
    canvas.digits((box.x + 8, middle), str(total), style, kind="points")
    if total == points:
        canvas.record_region("scores", box, str(seat))
        return box.x
    small = max(theme.small, round(size * 0.82))
    arrow = chips.arrow(round(small * 0.7))
    x = box.x - 4 - arrow.width
    canvas.paste_centred(arrow, (x + arrow.width / 2, middle))
    faint = writing.Style(HEAVY, small, mix(theme.ink, theme.paper, 0.25))
    left = x - 4 - canvas.digits((x - 4, middle), str(points), faint, "r", kind="earned")
    whole = Rect(round(left), box.y, box.right - round(left), box.h)
    canvas.record_region("scores", whole, str(seat))
    return left


def _cell(frame: Rect, line: int, k: int) -> tuple[float, float]:
    """Return the point where place `k` begins; each line has four places.

    `k` counts from 0, and `line` is the height of a line in pixels. The point is on the middle of
    the line.
    """
    return frame.x + frame.w / IN_LINE * (k % IN_LINE), frame.y + (k // IN_LINE + 0.5) * line


def _sizes(texts: Iterable[str], room: float, layout: Layout, sign: str) -> tuple[int, int]:
    """Return the sizes (sign, number) at which a sign and each of `texts` fit `room`.

    `room` is in pixels; `sign` is the name of the sign's size in `layout`.
    """
    taken = max(writing.width(text, HEAVY, layout.int("number")) for text in texts) + 10
    if layout.int(sign) + taken <= room:
        return layout.int(sign), layout.int("number")
    number = BOARD.int("digit")
    taken = max(writing.width(text, HEAVY, number) for text in texts) + 10
    return min(MAT.int(sign), round(room - taken)), number


def _draw_goods(
    canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect, layout: Layout
) -> None:
    """Draw goods and cards in hand in two lines, highlighted if the goods have changed."""
    theme, spot = show.theme, f"supply{empire.seat}"
    if spot in show.scene.changed:
        box = Rect(frame.x - 4, frame.y + 1, frame.w + 6, frame.h - 2)
        strips.draw_halo(canvas, theme, box, spot)
        highlight(canvas, theme, box)
    new = strips.previewed_goods(show.scene.ghost, empire.seat)
    texts = [str(new.get(good, empire.supply.get(good, 0))) for good in strips.ORDER]
    line, room = layout.int("line"), frame.w / IN_LINE
    size, number = _sizes((*texts, str(empire.hand)), room, layout, "chip")
    for kind, first, last in (("materials", 0, IN_LINE), ("tokens", IN_LINE, len(strips.ORDER))):
        with canvas.group(kind, str(empire.seat)):
            for k in range(first, last):
                at, good = _cell(frame, line, k), strips.ORDER[k]
                strips.draw_good(canvas, theme, good, empire.supply, at, size, number, new)
    tone = dark(FRAMES.get(empire.faction, theme.table), 0.25)
    at = _cell(frame, line, len(strips.ORDER))
    strips.draw_sign_and_number(
        canvas, theme, "card-random", str(empire.hand), at, size, tone, number
    )


def highlight(canvas: Canvas, theme: Theme, place: Rect) -> None:
    """Draw lighter paper on `place`, behind a part that has changed."""
    canvas.paste_padded(
        panels.sheet(place.w, place.h, CORNERS["field"], pale(theme.paper, 0.3), theme.rim, 1, 2),
        place.x,
        place.y,
    )


def _draw_kinds(
    canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect, layout: Layout
) -> dict[str, Rect]:
    """Draw the numbers of Locations by kind, and of Deals; return the place of each spot.

    Of Action Locations only the usable ones are counted.
    """
    theme, seat = show.theme, empire.seat
    shown = rows.shown_locations(show.scene.view, empire)
    counts = Counter(
        CARDS[card].kind
        for card, location in shown.items()
        if CARDS[card].kind != "action"
        or show.scene.view.phase != "action"
        or is_usable(location, empire)
    )
    n = str(len(empire.deals))
    texts = (n, *(str(counts[kind]) for kind in KINDS))
    side, number = _sizes(texts, frame.w / IN_LINE, layout, "square")
    with canvas.group("kinds", str(seat)):
        for k, kind in enumerate(KINDS):
            x, middle = _cell(frame, frame.h, k)
            box = Rect(round(x), round(middle - side / 2), side, side)
            body = chips.square(KIND_COLORS[kind], KIND_ICONS[kind], side)
            _draw_count(canvas, show, body, box, counts[kind], number, kind)
    x, middle = _cell(frame, frame.h, len(KINDS))
    box = Rect(round(x), round(middle - side / 2), side, side)
    spot = f"deals{seat}"
    if spot in show.scene.changed:
        area = Rect(box.x - 4, frame.y + 2, frame.right + 2 - box.x, frame.h - 4)
        strips.draw_halo(canvas, theme, area, spot)
        highlight(canvas, theme, area)
    tone = dark(DEAL, 0.4) if empire.deals else panels.muted(theme)
    strips.draw_sign_and_number(canvas, theme, "shaking-hands", n, (x, middle), side, tone, number)
    canvas.record_spot(spot, box)
    return {spot: box}


def is_usable(location: LocationView, empire: EmpireView) -> bool:
    """Return whether the seat can still activate an Action Location this round."""
    return (
        location.controller == empire.seat
        and location.used < location.uses
        and not location.blocked
        and not empire.passed
    )


def _draw_colors(
    canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect, layout: Layout
) -> dict[str, Rect]:
    """Draw the numbers of Locations by color, and of Foundations if there are any.

    Returns the place of each spot.
    """
    theme = show.theme
    counts = Counter(
        color
        for card in rows.shown_locations(show.scene.view, empire)
        for color in CARDS[card].colors
    )
    found, number = list(tiles.remaining_foundations(show, empire.foundations)), BOARD.int("digit")
    texts = [(color, str(counts[color])) for color in COLORS if counts[color]]
    taken = sum(writing.width(text, HEAVY, number) for _, text in texts)
    taken += writing.width(str(len(found)), HEAVY, number) if found else 0
    n, gap = len(texts) + bool(found), 2
    if not n:
        return {}
    most = layout.int("square")
    side = min(most, round((frame.w - taken) / n) - 2 * gap - 2)
    pitch_gap = min(14.0, (frame.w - taken - n * (side + gap)) / n)
    x, middle = float(frame.x), frame.centre[1]
    for color, text in texts:
        box = Rect(round(x), round(middle - side / 2), side, side)
        _draw_count(canvas, show, chips.color_square(color, side), box, int(text), number, color)
        x += side + gap + writing.width(text, HEAVY, number) + pitch_gap
    if not found:
        return {}
    tone = dark(theme.table, 0.1)
    end = strips.draw_sign_and_number(
        canvas, theme, "brick-wall", str(len(found)), (x, middle), side, tone, number
    )
    place = Rect(round(x), round(middle - side / 2), round(end - x), side)
    return {card: place for card in found if card}


def _draw_count(
    canvas: Canvas,
    show: TileContext,
    body: Sprite,
    box: Rect,
    n: int,
    number: int,
    about: str,
) -> None:
    """Draw the square `body` in `box` and the number `n` beside it; zeros are faint.

    `number` is the height of the digits in pixels, `about` what the recorded region is about.
    """
    theme = show.theme
    if not n:
        body = strips.faint(body)
    canvas.paste_centred(body, box.centre)
    style = writing.Style(HEAVY, number, theme.ink if n else panels.muted(theme))
    width = canvas.digits((box.right + 3, box.centre[1]), str(n), style)
    canvas.record_region("count", Rect(box.x, box.y, box.w + 3 + round(width), box.h), about)


def _draw_deals(
    canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect, layout: Layout
) -> dict[str, Rect]:
    """Draw each Deal; return the place of each spot."""
    spot, middle = f"deals{empire.seat}", frame.centre[1]
    canvas.paste_centred(icon("shaking-hands", 44, dark(DEAL, 0.4)), (frame.x + 22, middle))
    place = Rect(frame.x, round(middle) - 22, 44, 44)
    canvas.record_spot(spot, place)
    inner = Rect(frame.x + 56, frame.y, frame.w - 56, frame.h)
    side = layout.int("deal")
    planned = planned_deal(show, empire)
    return {spot: place} | strips.lay_deals(canvas, show.theme, empire, inner, side, planned)
