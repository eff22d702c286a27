"""End screen: the map in the colors of the controlling seats, laurels, and a row per player.

The rows stand in the order of the ranking; those of the winners glow.
"""

from __future__ import annotations

from msgspec import structs

from games.core.state.score import Scoreboard
from games.core.views.scene import Scene
from games.eight_minute_empire.views.view import GameView, view_of_past_game
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect, split
from render.base.texture import Sprite
from render.base.theme import SERIF, Theme, dark, mix
from render.eight_minute_empire.layers.glory import GLORY, draw_glory
from render.eight_minute_empire.layers.mats import WORD, Item, draw_items, draw_paper, draw_points
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import GOODS, LAYOUT, icon, trimmed
from render.eight_minute_empire.screens import board
from render.parts import awards, markers, panels, widgets
from render.parts.header import winners
from render.pictures import end_screen

END = LAYOUT.part("end")
LEAST_GAP = 10  # between two items
TIE_BREAK_ICONS = {"armies": "", "coins": "", "held": "flying-flag", "wins": "crossed-swords"}


def draw_end(scene: Scene, theme: Theme) -> Canvas:
    """Draw the header with the winners, the final scene and the players' points.

    Before the end of the game, draw the board instead.
    """
    view: GameView = scene.view
    if view.scoreboard is None:
        return board.draw_board(scene, theme)
    canvas = Canvas(panels.table(board.WIDTH, END.int("height")))
    board.draw_head(canvas, scene, theme)
    _draw_scene(canvas, scene, theme, view.scoreboard)
    _draw_rows(canvas, scene, theme, view.scoreboard)
    return canvas


def draw_past(scene: Scene, theme: Theme) -> Canvas:
    """Draw the end of a campaign's finished game; `scene.spot` is its number."""
    past_view = view_of_past_game(scene.view, int(scene.spot))
    return draw_end(
        structs.replace(scene, kind="end", view=past_view, marks=(), changed=(), ghost=()), theme
    )


def _draw_scene(canvas: Canvas, scene: Scene, theme: Theme, points: Scoreboard) -> None:
    """Draw the map on its table in a gilded frame, the laurels, and the winners' ribbon."""
    place = END.rect("scene")
    draw_glory(canvas, scene, theme, place)
    frame = awards.frame(place.w, place.h, GLORY.int("frame"), theme.saffron)
    canvas.paste_padded(frame, place.x, place.y)
    canvas.record_region("scene", place)
    best = points.total[winners(points)[0]]
    end_screen.draw_laurels(canvas, theme, GLORY, END.point("laurels"), best)
    _draw_ribbon(canvas, scene, theme, END.rect("ribbon"))


def _draw_ribbon(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the ribbon with a part for each winner: piece and name on the winner's color."""
    winning = winners(scene.view.scoreboard)
    if len(winning) > GLORY.int("named"):
        end_screen.draw_ribbon(canvas, scene, theme, GLORY, frame)
        return
    cut = awards.RibbonShape.of(GLORY.part("cut"))
    colours = tuple(theme.seats[seat].colour for seat in winning)
    cloth = awards.ribbon(frame.w, frame.h, colours, theme.saffron, cut)
    canvas.paste_padded(cloth, frame.x, frame.y)
    canvas.record_region("ribbon", frame)
    inner = Rect(frame.x + cut.fold, frame.y, frame.w - 2 * cut.fold, frame.h)
    persons = panels.seat_headers(scene, scene.view.n)
    for seat, part in zip(winning, split(inner, len(winning), 0), strict=True):
        _draw_victor(canvas, theme, persons[seat], part)


def _draw_victor(canvas: Canvas, theme: Theme, person: panels.SeatHeader, part: Rect) -> None:
    """Draw a winner's piece and name in the middle of a part of the ribbon."""
    look, pad = theme.seats[person.seat], END.int("pad")
    size, gap = END.int("ribbon_piece"), END.int("ribbon_gap")
    room = part.w - 2 * pad - size - gap
    name, letters = panels.fit_name(person, GLORY.int("name"), room, theme.small, press=True)
    width = min(room, writing.width(name, SERIF, letters))
    (x, y) = part.centre
    left = x - (width + size + gap) / 2
    # The piece has the color of the ribbon, so it lies on a light plate.
    plate = Rect(round(left) - 6, round(y - size / 2) - 6, size + 12, size + 12)
    widgets.draw_plate(canvas, plate, "tile", theme.cream, dark(look.colour, 0.6))
    sign = panels.sign(theme, person, size, initial=END.int("initial"))
    canvas.paste_centred(sign, plate.centre)
    canvas.record_region("emblem", plate, str(person.seat))
    tone = dark(theme.ink, 0.6) if look.dark_digit else theme.bright
    at = left + size + gap, y + letters * writing.LETTER_DROP
    canvas.text(at, name, writing.Style(SERIF, letters, tone), kind="victor", room=room)


def _draw_rows(canvas: Canvas, scene: Scene, theme: Theme, points: Scoreboard) -> None:
    """Draw a row for each player, in the order of the ranking."""
    n, room, gap = scene.view.n, END.rect("rows"), END.int("gap")
    height = min(END.int("high"), (room.h - (n - 1) * gap) // n)
    top = room.y + (room.h - n * height - (n - 1) * gap) // 2
    persons = panels.seat_headers(scene, n)
    for i, rank in enumerate(points.ranking):
        frame = Rect(room.x, top + i * (height + gap), room.w, height)
        wilds = scene.view.seats[rank.seat].goods.get("wild", 0)
        _draw_row(canvas, theme, points, persons[rank.seat], rank.place, wilds, frame, scene.lang)


def _draw_row(
    canvas: Canvas,
    theme: Theme,
    points: Scoreboard,
    person: panels.SeatHeader,
    place: int,
    wilds: int,
    frame: Rect,
    lang: str,
) -> None:
    """Draw a player's place, name and total, and below them where the points come from.

    If there are few players, the numbers of regions and continents are labeled where the labels
    fit. The number of the seat's `wilds`, which count as other goods, follows if there is room.
    """
    seat, pad = person.seat, END.int("pad")
    left, right = _draw_head(canvas, theme, points, person, place, frame)
    middle = frame.y + END.int("name_y")
    ties, caption = _tie_breaks(theme, points, seat), i18n.say(lang, "eme.tie")
    widths = [_width(ties, word) + 2 * LEAST_GAP for word in (caption, "")]
    room = right - left - 8 - (widths[0] - widths[1] + LEAST_GAP if ties else 0)
    name, letters = panels.fit_name(person, END.int("name"), room, END.int("least"), press=True)
    at = left, middle + letters * writing.LETTER_DROP
    style = writing.Style(SERIF, letters, theme.ink)
    canvas.text(at, name, style, kind="name", room=room)
    is_low = len(points.total) >= END.int("many")
    sources, goods = _sources(theme, points, seat), _goods(points, seat)
    room = frame.w - 2 * pad
    if is_low:
        lines = [[one for one in sources if one.text != "+0"] + goods]
    else:
        *land, continents = _sources(theme, points, seat, lang)
        lines = [land, [continents], goods]
    bag = Item(trimmed("wild", END.int("icon")), f"×{wilds}")
    if wilds and goods and _width([*lines[-1], bag]) <= room:
        lines[-1].append(bag)
    # the first line with room for the words, else without them
    holds = [(i, w) for w in widths for i, line in enumerate(lines) if _width(line) + w <= room]
    holder, width = next(iter(holds), (0, widths[1])) if ties else (-1, 0)
    for i, (line, share) in enumerate(
        zip(lines, END.get("lines")[0 if is_low else 1], strict=True)
    ):
        y = round(share * frame.h)
        beside = Rect(frame.x, frame.y, frame.w - (width if i == holder else 0), frame.h)
        if line:
            draw_items(canvas, theme, END, line, beside, y)
        if i == holder:
            words = caption if width == widths[0] else ""
            if not words:  # beside the name, above the values
                style = writing.Style(WORD, END.int("caption"), theme.ink)
                base = middle + END.int("caption") * writing.LETTER_DROP
                canvas.text((right - LEAST_GAP, base), caption, style, "r", kind="caption")
            box = Rect(beside.right - pad, frame.y, width + pad, frame.h)
            _draw_ties(canvas, theme, ties, box, y, words)


def _draw_head(
    canvas: Canvas,
    theme: Theme,
    points: Scoreboard,
    person: panels.SeatHeader,
    place: int,
    frame: Rect,
) -> tuple[int, int]:
    """Draw a row's paper with the place, the piece and the total of a player.

    Return the left and right end of the room for the name.
    """
    seat = person.seat
    wins = seat in winners(points)
    if wins:
        canvas.glow(panels.panel_halo(frame.w, frame.h), frame.x, frame.y, theme.halo)
    draw_paper(canvas, theme, person, frame, END.int("strip"), is_warm=wins)
    size, pad, middle = END.int("piece"), END.int("pad"), frame.y + END.int("name_y")
    sign = panels.sign(theme, person, size, initial=END.int("initial"))
    start = frame.x + pad
    if len(points.total) > 1:
        panels.draw_place(canvas, theme, place, (start + panels.PLACE / 2, middle))
        start += panels.PLACE + 10
    canvas.paste_centred(sign, (start + size / 2, middle))
    box = draw_points(canvas, theme, END, str(points.total[seat]), frame.right - pad, middle, wins)
    return start + size + 10, box.x


def _draw_ties(
    canvas: Canvas, theme: Theme, ties: list[Item], frame: Rect, y: int, caption: str
) -> None:
    """Draw a line, the words "tie-break" if there is room, and the values that broke a tie."""
    size, middle = END.int("digit"), frame.y + y
    x, half = float(frame.x + LEAST_GAP), size // 2
    canvas.pen.line((x, middle - half, x, middle + half), fill=panels.muted(theme), width=2)
    x += LEAST_GAP
    if caption:
        style = writing.Style(WORD, END.int("caption"), panels.muted(theme))
        base = middle + size * writing.DIGIT_DROP
        x += canvas.text((x, base), caption, style, kind="caption") + LEAST_GAP
    pad = END.int("pad")
    rest = Rect(round(x) - pad, frame.y, frame.right - round(x) + pad, frame.h)
    draw_items(canvas, theme, END, ties, rest, y)


def _sources(theme: Theme, points: Scoreboard, seat: int, lang: str = "") -> list[Item]:
    """Return items with the points for earlier games, regions and continents.

    Regions and continents are named in the language `lang`; "" gives numbers without names.
    """
    size, tone = END.int("icon"), mix(theme.rim, theme.ink, 0.3)
    values = {row.id: row.values[seat] for row in points.rows}
    earlier = [value for row, value in values.items() if row.startswith("game")]
    items = []
    if earlier:
        sprite = icon("laurels", size, mix(theme.saffron, theme.ink, 0.35))
        items.append(Item(sprite, f"+{sum(earlier)}"))
    for row, name in (("regions", "flying-flag"), ("continents", "compass")):
        word = i18n.say_for_game("eight_minute_empire", lang, f"eme.score.{row}") if lang else ""
        items.append(Item(icon(name, size, tone), f"+{values[row]}", word=word))
    return items


def _width(line: list[Item], caption: str = "") -> int:
    """Return the width in pixels of items with gaps, after a `caption` ("": none)."""
    words = writing.width(caption, WORD, END.int("caption")) + LEAST_GAP if caption else 0
    return round(sum((item.width(END.int("digit")) + LEAST_GAP for item in line), words))


def _tie_breaks(theme: Theme, points: Scoreboard, seat: int) -> list[Item]:
    """Return the values of a seat that broke its ties."""
    size = END.int("icon")
    depth = max((len(rank.trail) for rank in points.ranking if rank.seat == seat), default=0)
    return [
        Item(_tie_break(row.id, theme, seat, size), str(row.values[seat]))
        for row in points.apart[:depth]
    ]


def _goods(points: Scoreboard, seat: int) -> list[Item]:
    """Return one item for each good that gives the seat points, with these points."""
    size = END.int("icon")
    return [
        Item(trimmed(row.id, size), f"+{row.values[seat]}")
        for row in points.rows
        if row.id in GOODS and row.values[seat]
    ]


def _tie_break(criterion: str, theme: Theme, seat: int, size: int) -> Sprite:
    """Return the icon of a tie-break criterion, for armies on the map the seat's own piece."""
    if criterion == "coins":
        return sprites.coin("", size - 4)
    if criterion == "armies":
        return markers.piece(theme, seat, size + 6)
    return icon(TIE_BREAK_ICONS[criterion], size, theme.rim)
