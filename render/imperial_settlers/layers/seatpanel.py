"""Player's mat on the table: name, faction, points, goods, numbers of cards, newest cards.

All cards of an Empire are in its close-up; the mat has the newest ones, and those with a mark.
A mat that is the same as in the last picture comes from the cache of parts
(`render/motion/part_cache.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence

from msgspec import json

from games.core.views.scene import area_of
from games.imperial_settlers.model.catalog import CARDS, COLORS, KINDS
from games.imperial_settlers.views import standing as standings
from games.imperial_settlers.views.view import EmpireView, GameView, LocationView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.texture import rounded
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
from render.imperial_settlers.pieces.style import COLORS as COLOR_SIGNS
from render.imperial_settlers.pieces.style import CRESTS, FRAMES, KIND_ICONS, LINES, icon
from render.imperial_settlers.pieces.style import KINDS as KIND_COLORS
from render.motion import part_cache
from render.parts import markers, panels, widgets

BOARD = TABLE.part("board")
MAT = BOARD.part("mat")
TALL = MAT.part("tall").with_defaults_from(MAT)
TALL_FROM_PX = 560  # height of a mat from which its lines are higher
LEAST_SQUARE_PX = 34  # smaller signs of colors take two lines
MANY_DEALS = 8  # from this number of Deals they take two lines
IN_LINE = 4  # goods side by side
SLEEP: RGB = (70, 84, 110)
RIM = 6  # pixels
TAG_PAD_PX = 4, 8  # left and right of the number on a label
APART_PX = sum(TAG_PAD_PX) + 7  # from the end of a number to the next sign
MORE_PX = 50  # height of the pile of the cards for which a mat has no room
MORE_WIDTH_PX = 62
PILE_STEP_PX = 5
BAND_GAP_PX = 6  # between the signs of the band
LEAST_SCALE = 0.74  # of a faction's name in a low band
LAUREL_SHARE, CROWN_SHARE = 0.8, 0.96  # of the sign beside points, as a share of their size
BAR_GAP_PX = 6  # below the bar of an active seat


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
    state = (
        view.viewer,
        view.n,
        view.first,
        view.phase,
        seat in view.actors,
        seat in standings.leaders(view),
    )
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
    """Draw paper with a rim in the faction's color, and a halo if the whole Empire changed."""
    theme, seat = show.theme, empire.seat
    if f"empire{seat}" in show.scene.changed:
        strips.draw_halo(canvas, theme, frame, str(seat))
    fill = pale(theme.paper, 0.15) if not empire.passed else mix(theme.paper, theme.table, 0.32)
    rim = FRAMES.get(empire.faction, theme.rim)
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
    band, padding = layout.int("band"), layout.int("padding")
    x = frame.x + band + padding
    width = frame.right - padding - x
    colors = _colors(show, empire)
    if not _is_one_line(colors, width, layout):
        layout = layout.part("dense").with_defaults_from(layout)
    line = layout.int("line")
    color_lines = 1 if _is_one_line(colors, width, layout) else 2
    inner = Rect(x, frame.y + RIM, width, layout.int("head"))
    goods = Rect(x, inner.bottom, inner.w, 2 * line)
    figures = Rect(x, goods.bottom, inner.w, (1 + color_lines) * line)
    bottom = frame.bottom - padding
    marked_deals = [spot for spot in show.marked if spot.startswith(f"deal{seat}_")]
    cards = Rect(x, figures.bottom, inner.w, bottom - figures.bottom)
    required = stack.required_cards(show, empire)
    upper = Rect(x, figures.y, inner.w, line)
    has_deals = bool(marked_deals or planned_deal(show, empire))
    has_figures = not has_deals and stack.fits(show, required, _below(cards), layout)
    if has_deals:
        n = len(empire.deals) + bool(planned_deal(show, empire))
        upper = Rect(x, figures.y, inner.w, line * (2 if n > MANY_DEALS else 1))
        cards = Rect(x, upper.bottom, inner.w, bottom - upper.bottom)
    elif not has_figures:
        cards = Rect(x, figures.y, inner.w, bottom - figures.y)
    cards = _below(cards)
    shown = stack.lay_out(show, empire, cards, layout)
    band_box = Rect(frame.x, frame.y, band, frame.h)
    spots = _draw_band(canvas, show, person, band_box, layout, shown.left_out)
    _draw_head(canvas, show, person, inner, layout)
    _draw_goods(canvas, show, empire, goods, layout)
    spots |= {f"supply{seat}": goods}
    if has_deals:
        spots |= _draw_deals(canvas, show, empire, upper, layout)
    elif has_figures:
        spots |= _draw_kinds(canvas, show, empire, upper, layout)
        field = Rect(x, upper.bottom, inner.w, color_lines * line)
        spots |= _draw_colors(canvas, show, empire, field, layout, colors)
    return spots | stack.draw(canvas, show, empire, cards, shown)


def _below(cards: Rect) -> Rect:
    """Return the place of the cards, a little below the figures."""
    return Rect(cards.x, cards.y + 4, cards.w, cards.h - 4)


def planned_deal(show: TileContext, empire: EmpireView) -> str:
    """Return the card that the previewed decision makes a Deal in this Empire, or ""."""
    if empire.seat != show.scene.view.viewer:
        return ""
    return next((card for card, tag in show.ghosts.items() if tag == "deal"), "")


def _draw_band(
    canvas: Canvas,
    show: TileContext,
    person: panels.SeatHeader,
    frame: Rect,
    layout: Layout,
    more: int,
) -> dict[str, Rect]:
    """Draw piece, crest and signs (first player, passed, choosing) on the faction's color.

    `more` is the number of cards for which the mat has no room, drawn beside the others, above the
    letter if there is one. Returns the place of each spot.
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
    y = inner.y + layout.int("head") - 2
    if empire.faction:
        sign = icon(CRESTS[empire.faction], crest, pale(line, 0.25), dark(colour, 0.6), 2)
        canvas.paste_centred(sign, (middle, y + crest / 2))
        box = Rect(round(middle - crest / 2), y, crest, crest)
        canvas.record_region("crest", box, empire.faction)
    y += crest + BAND_GAP_PX
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
        y += side + BAND_GAP_PX
    bottom = inner.bottom
    if more:
        letter = BOARD.int("marker") + 6 if f"empire{seat}" in show.marked else 0
        bottom = frame.bottom - layout.int("padding") - MORE_PX - 2 * PILE_STEP_PX - letter
        place = Rect(frame.x + 3, bottom + 2 * PILE_STEP_PX, MORE_WIDTH_PX, MORE_PX - 4)
        _draw_more(canvas, show, more, place, colour)
    _draw_faction_name(canvas, show, empire, Rect(inner.x, y, inner.w, bottom - y))
    return {f"empire{seat}": Rect(frame.x + 15, inner.bottom - 46, 40, 40)}


def _draw_more(canvas: Canvas, show: TileContext, n: int, box: Rect, colour: RGB) -> None:
    """Draw the number of cards that the mat leaves out on a pile of cards, the top one in `box`.

    It touches the cards beside it, and its cards have the frame `colour` that they have.
    """
    text, digit = f"+{n}", BOARD.int("digit")
    for k in (2, 1, 0):
        rim = dark(colour, 0.55)
        card = widgets.plate(box.w, box.h, CORNERS["cell"], show.theme.chip, rim, 4)
        at = box.moved(0, -k * PILE_STEP_PX)
        canvas.sheet.paste(card, (at.x, at.y), card)
    style, room = writing.Style(HEAVY, digit, show.theme.ink), box.w - 12
    left = box.centre[0] - min(room, writing.width(text, HEAVY, digit)) / 2
    y = box.centre[1] + digit * writing.DIGIT_DROP
    canvas.text((left, y), text, style, kind="more", room=room)


def _draw_faction_name(canvas: Canvas, show: TileContext, empire: EmpireView, frame: Rect) -> None:
    """Write the faction's name upward, if there is room and no mark's letter is there."""
    if not empire.faction or f"empire{empire.seat}" in show.marked:
        return
    text = i18n.say_for_game(show.scene.game, show.scene.lang, f"imp.faction.{empire.faction}")
    width = writing.width(text, HEAVY, TEXT)
    room = frame.h - 8
    if width * LEAST_SCALE > room:
        return
    width = min(width, room)
    below = min(14, frame.h - width - 4)
    middle = round(frame.centre[0]) - 1, frame.bottom - below - width / 2
    rows.draw_vertical_text(canvas.sheet, text, middle, TEXT, room)
    box = Rect(round(middle[0] - 18), round(frame.bottom - below - width), 36, round(width))
    canvas.record_region("faction", box, empire.faction, has_letters=True)


def _draw_head(
    canvas: Canvas, show: TileContext, person: panels.SeatHeader, frame: Rect, layout: Layout
) -> None:
    """Draw piece and name, points so far and points if the game ended now.

    The name of an active seat stands on a saffron bar.
    """
    theme, seat = show.theme, person.seat
    middle = frame.centre[1] - BAR_GAP_PX / 2
    if seat in show.scene.view.actors:
        padding = layout.int("padding")
        bar = Rect(frame.x - padding, frame.y, frame.w + 2 * padding - RIM, frame.h - BAR_GAP_PX)
        radius = CORNERS["panel"] - RIM
        mask = rounded(bar.w + radius, bar.h + radius, radius)
        canvas.tint(mask.crop((radius, 0, mask.width, bar.h)), bar.x, bar.y, theme.saffron)
        edge = dark(theme.saffron, 0.5)
        canvas.pen.line((bar.x, bar.bottom, bar.right - 1, bar.bottom), fill=edge, width=3)
        canvas.record_region("acting", bar, str(seat))
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
    on a golden plate with a crown: a digit there would read as one of the number. Returns the x of
    the left end.
    """
    view: GameView = show.scene.view
    theme = show.theme
    points, total = standings.standing(view)[seat]
    leads = seat in standings.leaders(view)
    crown = round(size * (CROWN_SHARE if leads else LAUREL_SHARE))
    width = writing.width(str(total), BLACK, size) + 6 + crown + 16
    box = Rect(round(right - width), round(middle - size * 0.5) - 2, round(width), size + 4)
    halo = Rect(box.x - 2, box.y, box.w + 4, box.h)
    if f"points{seat}" in show.scene.changed:
        strips.draw_halo(canvas, theme, halo, f"points{seat}", CORNERS["field"])
        highlight(canvas, theme, halo)
    if leads:
        fill = mix(theme.paper, theme.saffron, 0.6)
        widgets.draw_plate(canvas, box, "field", fill, dark(theme.saffron, 0.45), 3)
        canvas.record_region("leader", box, str(seat))
    at = box.right - 8 - crown / 2, middle
    if leads:
        canvas.paste_centred(icon("crown@lorc", crown, theme.ink), at)
    else:
        tone = dark(theme.saffron, 0.6 if seat in view.actors else 0.3)
        canvas.paste_centred(icon("laurel-crown", crown, tone), at)
    style = writing.Style(BLACK, size, theme.ink)
    canvas.digits((box.x + 8, middle), str(total), style, kind="points")
    if total == points:
        canvas.record_region("scores", box, str(seat))
        return box.x
    small = max(theme.small, round(size * 0.88))
    arrow = chips.arrow(round(small * 0.7))
    x = box.x - 4 - arrow.width
    canvas.paste_centred(arrow, (x + arrow.width / 2, middle))
    # On the bar of an active seat a lighter tone would not stand out.
    tone = theme.ink if seat in view.actors else mix(theme.ink, theme.paper, 0.15)
    faint = writing.Style(HEAVY, small, tone)
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
        box = Rect(frame.x - 4, frame.y - 2, frame.w + 6, frame.h + 1)
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
    hand = f"hand{empire.seat}"
    if hand in show.scene.changed and spot not in show.scene.changed:
        box = Rect(
            round(at[0]) - 4, round(at[1] - size / 2) - 3, frame.right - round(at[0]) + 6, size + 6
        )
        strips.draw_halo(canvas, theme, box, hand)
        highlight(canvas, theme, box)
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

    Of Action Locations it is, in the action phase, those that are still usable, and of how many.
    """
    theme, seat = show.theme, empire.seat
    shown = rows.shown_locations(show.scene.view, empire)
    of_kind = Counter(CARDS[card].kind for card in shown)
    counts, tails = dict(of_kind), dict[str, str]()
    if show.scene.view.phase == "action" and of_kind["action"]:
        counts["action"] = sum(is_usable(location, empire) for location in shown.values())
        tails["action"] = f"/{of_kind['action']}"
    n = str(len(empire.deals))
    texts = [str(counts.get(kind, 0)) + tails.get(kind, "") for kind in KINDS]
    cells, side, number = _uneven_cells((*texts, n), frame, layout)
    middle = frame.centre[1]
    with canvas.group("kinds", str(seat)):
        for kind, x in zip(KINDS, cells, strict=False):
            box = Rect(round(x), round(middle - side / 2), side, side)
            sign, tail = (KIND_COLORS[kind], KIND_ICONS[kind]), tails.get(kind, "")
            place = _draw_count(canvas, show, sign, box, counts.get(kind, 0), number, tail)
            canvas.record_region("count", place, kind)
    x = cells[-1]
    box = Rect(round(x), round(middle - side / 2), side, side)
    spot = f"deals{seat}"
    if spot in show.scene.changed:
        area = Rect(box.x - 4, frame.y + 2, frame.right + 2 - box.x, frame.h - 4)
        strips.draw_halo(canvas, theme, area, spot)
        highlight(canvas, theme, area)
    place = _draw_count(canvas, show, (DEAL, "shaking-hands"), box, len(empire.deals), number)
    canvas.record_region("tell", place, "shaking-hands")
    canvas.record_spot(spot, box)
    return {spot: box}


def _uneven_cells(
    texts: Sequence[str], frame: Rect, layout: Layout
) -> tuple[list[float], int, int]:
    """Return where a sign with each of `texts` begins, and the sizes of signs and numbers.

    They begin where the goods above do, unless a text before them is too wide for that.
    """
    for number in (layout.int("number"), BOARD.int("digit")):
        widths = [writing.width(text, HEAVY, number) + APART_PX for text in texts]
        side = min(layout.int("square"), int((frame.w - sum(widths)) / len(texts)))
        if side == layout.int("square"):
            break
    starts, right = list[float](), float(frame.right + APART_PX)
    for k in reversed(range(len(texts))):
        right = min(_cell(frame, frame.h, k)[0], right - side - widths[k])
        starts.insert(0, right)
    x = float(frame.x)
    for k, start in enumerate(starts):
        starts[k] = max(start, x)
        x = starts[k] + side + widths[k]
    return starts, side, number


def is_usable(location: LocationView, empire: EmpireView) -> bool:
    """Return whether the seat can still activate an Action Location this round."""
    return (
        location.controller == empire.seat
        and location.used < location.uses
        and not location.blocked
        and not empire.passed
    )


def _colors(show: TileContext, empire: EmpireView) -> list[tuple[str, str]]:
    """Return (color, number of Locations), and ("", number of Foundations) if there are any."""
    counts = Counter(
        color
        for card in rows.shown_locations(show.scene.view, empire)
        for color in CARDS[card].colors
    )
    found = len(tiles.remaining_foundations(show, empire.foundations))
    texts = [(color, str(counts[color])) for color in COLORS if counts[color]]
    return [*texts, *([("", str(found))] if found else [])]


def _color_side(colors: Sequence[tuple[str, str]], width: int, layout: Layout) -> int:
    """Return the size of the signs of colors that stand side by side in `width` pixels."""
    taken = sum(writing.width(text, HEAVY, BOARD.int("digit")) for _, text in colors)
    return min(layout.int("square"), round((width - taken) / max(1, len(colors))) - APART_PX)


def _is_one_line(colors: Sequence[tuple[str, str]], width: int, layout: Layout) -> bool:
    return _color_side(colors, width, layout) >= LEAST_SQUARE_PX


def _draw_colors(
    canvas: Canvas,
    show: TileContext,
    empire: EmpireView,
    frame: Rect,
    layout: Layout,
    colors: Sequence[tuple[str, str]],
) -> dict[str, Rect]:
    """Draw the numbers of Locations by color, and of Foundations if there are any.

    They stand in one line or, if their signs would be too small, in two. Returns the place of each
    spot.
    """
    number, line, places = BOARD.int("digit"), layout.int("line"), dict[str, Rect]()
    columns = max(1, len(colors)) if frame.h <= line else max(IN_LINE, -(-len(colors) // 2))
    side = min(
        (
            _color_side(colors[at : at + columns], frame.w, layout)
            for at in range(0, len(colors), columns)
        ),
        default=0,
    )
    x, gap = float(frame.x), min(14.0, _color_gap(colors, frame.w, side))
    pad = sum(TAG_PAD_PX)
    for k, (color, text) in enumerate(colors):
        middle = frame.y + (k // columns + 0.5) * line
        if frame.h > line:
            x = frame.x + k % columns * frame.w / columns
        box = Rect(round(x), round(middle - side / 2), side, side)
        if color:
            place = _draw_count(canvas, show, COLOR_SIGNS[color], box, int(text), number)
            canvas.record_region("count", place, color)
            x += side + pad + writing.width(text, HEAVY, number) + gap
            continue
        sign = dark(strips.BRICK, 0.4), "brick-wall"
        place = _draw_count(canvas, show, sign, box, int(text), number)
        canvas.record_region("tell", place, "brick-wall")
        found = tiles.remaining_foundations(show, empire.foundations)
        places = {card: place for card in found if card}
    return places


def _color_gap(colors: Sequence[tuple[str, str]], width: int, side: int) -> float:
    """Return the room between the numbers of colors in one line of `width` pixels."""
    taken = sum(writing.width(text, HEAVY, BOARD.int("digit")) for _, text in colors)
    return (width - taken) / max(1, len(colors)) - side - sum(TAG_PAD_PX)


def _draw_count(
    canvas: Canvas,
    show: TileContext,
    sign: tuple[RGB, str],
    box: Rect,
    n: int,
    number: int,
    tail: str = "",
) -> Rect:
    """Draw a label with the color and icon of `sign` in `box`, and the number `n` on its paper.

    Labels of zeros are faint. `number` is the height of the digits in pixels; `tail` follows the
    number. Return the place of the label up to the number.
    """
    theme = show.theme
    left, right = TAG_PAD_PX
    width, more = writing.width(str(n), HEAVY, number), writing.width(tail, HEAVY, number)
    body = chips.tag(*sign, box.h, round(left + width + more + right))
    if not n:
        body = strips.faint(body)
    middle, x = box.centre[1], box.right + left
    canvas.paste_centred(body, (box.x + body.width / 2 - chips.SHADOW_MARGIN_PX, middle))
    style = writing.Style(HEAVY, number, theme.ink if n else panels.muted(theme))
    canvas.digits((x, middle), str(n), style)
    if tail:
        faint = writing.Style(HEAVY, number, panels.muted(theme))
        canvas.digits((x + width, middle), tail, faint, kind="of")
    return Rect(box.x, box.y, round(x + width) - box.x, box.h)


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
