"""Card of each player: points now and at the end, goods, troops, castles, cards."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from games.core.views.scene import Scene, area_of
from games.el_mapa.views.standing import leaders, standing
from games.el_mapa.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sprite
from render.base.theme import BLACK, CREAM, HEAVY, PLAIN, SERIF, Theme, dark, mix, pale, parse
from render.el_mapa.layers import signs
from render.el_mapa.pieces.cubes import cube
from render.el_mapa.pieces.style import COLOURS, GOODS, LAYOUT, LOOK, TROOPS, icon
from render.parts import panels

PERSONS = LAYOUT.part("board.persons")
ROW_SIGNS = {name: (str(sign), parse(colour)) for name, (sign, colour) in LOOK["rows"].items()}
LINES = ("goods", "forces", "sources")
WORDED_LINES = ("points", "sources", "captions", "goods", "forces", "income", "round")
SOURCES = ("tiles", "fights", "buildings")  # of points
CROWN_RIM_PX = 3  # light rim of a crown, so that it stands out from a piece of its color
MERGED_ROWS = 2  # cards with so few lines show the troops beside the goods
Figure = tuple[Sprite, str]


def _shares_caption(n: int) -> bool:
    """Return whether the cards of `n` players have one caption of their points in common."""
    return bool(PERSONS.get("rows")[n] < PERSONS.int("apart"))


def boxes(n: int) -> list[Rect]:
    """Return the rectangles of `n` players' cards, one below the other."""
    frame, gap = PERSONS.rect("at"), PERSONS.int("gap")
    if _shares_caption(n):
        top = PERSONS.int("shared")
        frame = Rect(frame.x, frame.y + top, frame.w, frame.h - top)
    high = (frame.h - (n - 1) * gap) // n
    return [Rect(frame.x, frame.y + seat * (high + gap), frame.w, high) for seat in range(n)]


def draw_people(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Draw the card of every player.

    Active seats have a saffron rim and lighter paper, leaders a crown; eliminated ones are
    darker.
    """
    view: GameView = scene.view
    if _shares_caption(view.n):
        _draw_shared_caption(canvas, scene, theme)
    for person, box in zip(panels.seat_headers(scene, view.n), boxes(view.n), strict=True):
        draw_card(canvas, scene, theme, person, box, PERSONS.get("rows")[view.n])


def _draw_shared_caption(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Write over all cards what their two numbers of points are."""
    frame, size = PERSONS.rect("at"), PERSONS.int("caption_least")
    right = frame.right - PERSONS.int("margin")
    base = frame.y + PERSONS.int("shared") / 2 - 3 + size * writing.LETTER_DROP
    label = i18n.say(scene.lang, "el_mapa.points_now_end")
    style = writing.Style(PLAIN, size, theme.cream)
    canvas.text((right, base), label, style, "r", kind="shared_caption", room=frame.w)


def draw_card(
    canvas: Canvas, scene: Scene, theme: Theme, person: panels.SeatHeader, box: Rect, rows: int
) -> None:
    """Draw the card of a player with `rows` lines; the first has the name."""
    view: GameView = scene.view
    seat, acts = person.seat, person.seat in view.actors
    if f"seat{seat}" in scene.changed:
        canvas.glow(panels.panel_halo(box.w, box.h), box.x, box.y, theme.halo)
    fill = pale(theme.paper, 0.2) if acts else mix(theme.paper, theme.table, 0.12)
    if view.seats[seat].out:
        fill = mix(theme.paper, theme.table, 0.45)
    rim = theme.saffron if acts else dark(theme.table, 0.5)
    canvas.paste_padded(
        panels.shadowed_panel(box.w, box.h, fill, rim, 6 if acts else 2, 5), box.x, box.y
    )
    canvas.record_region("person", box, str(seat))
    pitch = (box.h - 8) / rows
    y = box.y + 4 + pitch / 2
    left = _draw_piece(canvas, theme, person, box, y, leads=seat in leaders(view))
    right = float(box.right - PERSONS.int("margin"))
    worded = rows > len(WORDED_LINES)
    own_line = rows >= PERSONS.int("apart") and not worded
    if own_line:
        width = _standing_width(view, seat)
        _draw_standing(canvas, theme, view, seat, left + width, y + pitch)
        scored, total = standing(view)[seat]
        if scored != total:
            start = left + width + 22
            label = i18n.say(scene.lang, "el_mapa.now_end")
            _draw_caption(canvas, theme, label, start, right - start, y + pitch)
    else:
        right = _draw_standing(canvas, theme, view, seat, right, y) - 8
    _draw_name(canvas, theme, person, left, right - left, y)
    first = 2 if own_line else 1
    lines = WORDED_LINES if worded else LINES[: rows - first]
    for at, kind in enumerate(lines, first):
        y = box.y + 4 + pitch * (at + 0.5)
        if kind == "points":
            _draw_points_caption(canvas, scene, theme, seat, box, y + 3)
            continue
        if kind == "captions":
            _draw_captions(canvas, scene, theme, box, y - 7)
            continue
        if kind == "round":
            label, x = i18n.say(scene.lang, "el_mapa.income"), box.x + PERSONS.int("margin")
            _draw_caption(canvas, theme, label, x, box.w - 28, y - 7)
            continue
        figures = _figures(theme, view, seat, kind, merged=rows <= MERGED_ROWS)
        if at > 1 and not (worded and kind == "sources"):
            line = round(box.y + 4 + pitch * at)
            panels.hairline(canvas, box.x + 14, line, box.w - 28)
        end = _draw_figures(canvas, theme, figures, box, y)
        height = min(round(pitch) - 6, PERSONS.int("piece"))
        x = box.x + PERSONS.int("margin") - 4
        around = Rect(x, round(y - height / 2), round(end) + 4 - x, height)
        canvas.record_region(kind, around, str(seat))


def draw_strip(
    canvas: Canvas, scene: Scene, theme: Theme, person: panels.SeatHeader, box: Rect
) -> None:
    """Draw a player's name, goods, troops and points in one line."""
    view: GameView = scene.view
    seat = person.seat
    panels.lay_panel(canvas, theme, box, warm=seat in view.actors)
    canvas.record_region("person", box, str(seat))
    y = box.centre[1]
    left = _draw_piece(canvas, theme, person, box, y, leads=seat in leaders(view))
    right = float(box.right - PERSONS.int("margin"))
    _draw_standing(canvas, theme, view, seat, right, y)
    start, end = PERSONS.get("strip")
    figures = _figures(theme, view, seat, "goods", merged=True)
    place = Rect(box.x + start, box.y, end - start, box.h)
    _draw_figures(canvas, theme, figures, place, y)
    canvas.record_region("goods", place, str(seat))
    _draw_name(canvas, theme, person, left, place.x - 10 - left, y)


def _draw_points_caption(
    canvas: Canvas, scene: Scene, theme: Theme, seat: int, box: Rect, y: float
) -> None:
    """Write below a seat's points what they are, which also heads the line `sources`."""
    scored, total = standing(scene.view)[seat]
    key = "el_mapa.points" if scored == total else "el_mapa.points_now_end"
    label, size = i18n.say(scene.lang, key), PERSONS.int("caption_least")
    style = writing.Style(PLAIN, size, panels.muted(theme))
    margin = PERSONS.int("margin")
    at = box.right - margin, y + size * writing.LETTER_DROP
    canvas.text(at, label, style, "r", kind="caption", room=box.w - 2 * margin)


def _draw_captions(canvas: Canvas, scene: Scene, theme: Theme, box: Rect, y: float) -> None:
    """Write below the line `sources` where its points come from."""
    margin = PERSONS.int("margin")
    pitch = (box.w - 2 * margin) / len(SOURCES)
    for at, name in enumerate(SOURCES):
        label = i18n.say(scene.lang, f"el_mapa.source.{name}")
        _draw_caption(canvas, theme, label, box.x + margin + at * pitch, pitch - 8, y)


def _draw_caption(
    canvas: Canvas, theme: Theme, label: str, x: float, room: float, y: float
) -> None:
    size, least = PERSONS.int("caption"), PERSONS.int("caption_least")
    text, size = writing.fit_compressed(label, PLAIN, size, room, least)
    style = writing.Style(PLAIN, size, panels.muted(theme))
    canvas.text((x, y + size * writing.LETTER_DROP), text, style, kind="caption", room=room)


@cached
def crown(w: int, h: int) -> Sprite:
    """Return the golden crown of the leader, `w` x `h` pixels with its light rim."""
    k, gold = 4, COLOURS["crown"]
    out = Image.new("RGBA", (w * k, h * k))
    points = ((0.06, 0.94), (0.04, 0.3), (0.28, 0.56), (0.5, 0.08), (0.72, 0.56), (0.96, 0.3))
    rim = CROWN_RIM_PX
    body = [
        ((rim + x * (w - 2 * rim)) * k, (rim + y * (h - 2 * rim)) * k)
        for x, y in (*points, (0.94, 0.94))
    ]
    pen = ImageDraw.Draw(out)
    for width, tone in ((3 + 2 * rim, CREAM), (5, dark(gold, 0.85))):
        pen.line([*body, body[0], body[1]], fill=tone, width=width * k, joint="curve")
    pen.polygon(body, fill=gold)
    pen.line([*body, body[0], body[1]], fill=dark(gold, 0.85), width=2 * k, joint="curve")
    return out.resize((w, h), Image.Resampling.LANCZOS)


def _draw_piece(
    canvas: Canvas, theme: Theme, person: panels.SeatHeader, box: Rect, y: float, *, leads: bool
) -> float:
    """Draw a player's piece at the left of the card; return the x where the name begins.

    The piece of a leader wears a crown.
    """
    piece = PERSONS.int("piece")
    x = box.x + PERSONS.int("margin") + piece / 2
    canvas.paste_centred(panels.sign(theme, person, piece), (x, y))
    spot = Rect(round(x - piece / 2), round(y - piece / 2), piece, piece)
    canvas.record_spot(area_of(person.seat), spot)
    if leads:
        w, h = PERSONS.get("crown")
        golden = crown(w, h)
        place = Rect(spot.right + 9 - w, max(box.y + 3, spot.y - 9), w, h)
        canvas.sheet.paste(golden, (place.x, place.y), golden)
        canvas.record_region("leader", place, str(person.seat))
    return x + piece / 2 + 10


def _draw_name(
    canvas: Canvas, theme: Theme, person: panels.SeatHeader, left: float, room: float, y: float
) -> None:
    name, letters = panels.fit_name(person, PERSONS.int("name"), room, theme.small, press=True)
    style = writing.Style(SERIF, letters, theme.ink)
    at = left, y + letters * writing.LETTER_DROP
    canvas.text(at, name, style, kind="name", room=room)


def _standing_width(view: GameView, seat: int) -> float:
    """Return the width in pixels of the points that `_draw_standing` draws."""
    scored, total = standing(view)[seat]
    width = writing.width(str(total), BLACK, PERSONS.int("score"))
    if scored != total:
        width += PERSONS.int("arrow") + 10
        width += writing.width(str(scored), HEAVY, PERSONS.int("scored"))
    return width


def _draw_standing(
    canvas: Canvas, theme: Theme, view: GameView, seat: int, right: float, y: float
) -> float:
    """Draw a seat's points so far and its points if the game ended now.

    The numbers, with an arrow between them, end at the x `right`. Returns the x of the left end.
    """
    scored, total = standing(view)[seat]
    x, size = right, PERSONS.int("score")
    x -= canvas.digits((x, y), str(total), writing.Style(BLACK, size, theme.ink), "r", "points")
    soft = panels.muted(theme)
    if scored != total:
        x -= _draw_arrow(canvas, x, y, soft)
        style = writing.Style(HEAVY, PERSONS.int("scored"), soft)
        x -= canvas.digits((x, y), str(scored), style, "r", kind="scored")
    around = Rect(round(x), round(y - 24), round(right - x), 48)
    canvas.record_region("standing", around, str(seat))
    return x


def _draw_arrow(canvas: Canvas, right: float, y: float, colour: tuple[int, int, int]) -> int:
    """Draw an arrow to the right that ends before `right`; return its width with gaps."""
    width = PERSONS.int("arrow")
    x = right - width - 5
    canvas.pen.line((x, y, x + width - 8, y), fill=colour, width=5)
    canvas.pen.polygon(
        [(x + width - 14, y - 10), (x + width, y), (x + width - 14, y + 10)], fill=colour
    )
    return width + 10


def _figures(theme: Theme, view: GameView, seat: int, kind: str, *, merged: bool) -> list[Figure]:
    """Return pairs (sign, number) for one line of a seat's card.

    `kind` names the line. `merged` adds the troops to the line of goods.
    """
    one = view.seats[seat]
    size, cube_size = PERSONS.int("sign"), PERSONS.int("cube")
    tone = dark(theme.table, 0.1)
    troops = sum(one.troops.values())
    castles = sum(castle.owner == seat for castle in view.castles)
    army: Figure = (icon(TROOPS["soldier"], size, tone), str(troops))
    match kind:
        case "goods":
            found = [(cube(cube_size, GOODS[good]), str(one.goods[good])) for good in GOODS]
            return [*found, army] if merged else found
        case "forces":
            return [
                army,
                (signs.castle(size, tone), str(castles)),
                (icon("card-draw", size, tone), str(sum(one.hand.values()))),
                (row_sign("wonders", size), str(len(one.wonders))),
            ]
        case "sources":
            rest = one.total - one.tiles - one.fights
            return [
                (row_sign("tiles", size), str(one.tiles)),
                (row_sign("fights", size), str(one.fights)),
                (row_sign("buildings", size), str(rest)),
            ]
        case "income":
            return [
                (cube(cube_size, colour), f"+{one.income.get(good, 0)}")
                for good, colour in GOODS.items()
            ]
    raise ValueError(kind)


def row_sign(name: str, size: int) -> Sprite:
    """Return the sign of a line of the score table."""
    sign, colour = ROW_SIGNS[name]
    return icon(sign, size, colour)


def _draw_figures(
    canvas: Canvas, theme: Theme, figures: Sequence[Figure], box: Rect, y: float
) -> float:
    """Draw signs, each with its number, in columns of equal width.

    Returns the x of the right end.
    """
    margin, number = PERSONS.int("margin"), PERSONS.int("number")
    pitch = (box.w - 2 * margin) / len(figures)
    style, end = writing.Style(HEAVY, number, theme.ink), 0.0
    for at, (sign, text) in enumerate(figures):
        x = box.x + margin + at * pitch
        canvas.paste_centred(sign, (x + sign.width / 2, y))
        end = x + sign.width + 6
        end += canvas.digits((end, y), text, style)
    return end
