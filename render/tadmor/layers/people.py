"""Card for each player at the right of the board: name, points, tower, pieces, belongings."""

from __future__ import annotations

from PIL import Image

from games.core.views.scene import Scene, area_of
from games.tadmor.views.standing import leaders, standing
from games.tadmor.views.view import GameView
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.texture import Sprite
from render.base.theme import CORNERS, RGB, Theme, dark, mix, pale, parse
from render.parts import markers, panels
from render.tadmor.layers import places
from render.tadmor.pieces import faces, sprites
from render.tadmor.pieces.style import BLACK, COLOURS, HEAVY, SERIF, icon

SEATED = ("tower", "temple", "rare", "p")
CARD_INSET_PX = 16  # from the edge of a card to what is on it
FACTS_PER_LINE = 3
CROWN = 1.25  # width of the leader's crown in widths of a laurel
GILT: RGB = parse("#f0b92e")
BADGE_MOST_PX = 48  # larger ones would leave too little room for a name
POINTS_LEAST_PX = 42  # height of the figures of points, for a phone
COLUMNS = (0.0, 0.37, 0.69)  # starts of the facts in a line; only the first has two large digits


def seat_of(spot: str, n: int) -> int | None:
    """Return the seat in a spot such as `tower2`, `temple0`, `rare1` or `p3`; else None.

    `n` is the number of seats.
    """
    for name in SEATED:
        rest = spot.removeprefix(name)
        if rest != spot and rest.isdigit() and int(rest) < n:
            return int(rest)
    return None


def boxes(n: int, layout: Layout) -> list[Rect]:
    """Return the rectangles of `n` players' cards, from the top down, in seat order."""
    whole, gap = layout.rect("at"), layout.int("gap")
    height = (whole.h - gap * (n - 1)) // n
    return [Rect(whole.x, whole.y + k * (height + gap), whole.w, height) for k in range(n)]


def draw_people(canvas: Canvas, scene: Scene, theme: Theme, board: Layout) -> None:
    """Draw all cards; active seats have a saffron rim and lighter paper."""
    view: GameView = scene.view
    for person, frame in zip(
        panels.seat_headers(scene, view.n), boxes(view.n, board.part("persons")), strict=True
    ):
        draw_person(canvas, scene, theme, board, person, frame)


def draw_person(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    board: Layout,
    person: panels.SeatHeader,
    frame: Rect,
) -> None:
    """Draw the card of one player.

    It glows if something of the player has changed or the previewed decision will change it.
    """
    view: GameView = scene.view
    seat, layout = person.seat, board.part("persons")
    acts = seat in view.actors
    if any(seat_of(spot, view.n) == seat for spot in (*scene.changed, *places.ghosts(scene.ghost))):
        places.draw_halo(canvas, theme, frame, str(seat), CORNERS["panel"])
    fill = pale(theme.paper, 0.2) if acts else mix(theme.paper, theme.table, 0.12)
    rim = theme.saffron if acts else dark(theme.table, 0.5)
    canvas.paste_padded(
        panels.sheet(frame.w, frame.h, CORNERS["panel"], fill, rim, 6 if acts else 2, 6),
        frame.x,
        frame.y,
    )
    canvas.record_region("person", frame, str(seat))
    facts = _facts(theme, view, seat, all_facts=frame.h > 3.5 * layout.int("line"))
    lines = 2 + -(-len(facts) // FACTS_PER_LINE)
    pitch = (frame.h - 8) / lines
    scale = min(layout.float("largest"), max(1.0, pitch / layout.int("line")))
    scaled = board.part("persons", scale)
    ys = [frame.y + 2 + (k + 0.5) * pitch for k in range(lines)]
    _draw_name(canvas, theme, scaled, view, person, Rect(frame.x, frame.y, frame.w, round(pitch)))
    draw_points(canvas, theme, scaled, view, seat, frame, ys[1])
    below = Rect(frame.x + 8, round(ys[2] - pitch / 2), frame.w - 16, round(pitch * (lines - 2)))
    canvas.record_region("facts", below, str(seat))
    for k, (body, number) in enumerate(facts):
        at = (
            frame.x + CARD_INSET_PX + COLUMNS[k % FACTS_PER_LINE] * (frame.w - CARD_INSET_PX),
            ys[2 + k // FACTS_PER_LINE],
        )
        _draw_fact(canvas, theme, at, body, number, scaled.int("number"))


def _draw_name(
    canvas: Canvas,
    theme: Theme,
    layout: Layout,
    view: GameView,
    person: panels.SeatHeader,
    frame: Rect,
) -> None:
    """Draw piece and name, and at the right the badges: first player's pawn, marauders.

    `frame` is the first line of the card.
    """
    seat, y = person.seat, frame.centre[1] + 2
    piece, badge = layout.int("piece"), min(layout.int("badge"), frame.h - 4, BADGE_MOST_PX)
    at = frame.x + CARD_INSET_PX - 4 + piece / 2, y
    canvas.paste_centred(panels.sign(theme, person, piece), at)
    canvas.record_spot(area_of(seat), places.box(at, piece))
    right = frame.right - CARD_INSET_PX
    signs = [("chess-pawn", theme.madder)] * (seat == view.first) + [
        ("dervish-swords", COLOURS["bandits"])
    ] * view.mats[seat].hired
    for sign, colour in signs:
        spot = right - badge / 2, y
        canvas.paste_padded(panels.badge(theme, badge), spot[0] - badge / 2, spot[1] - badge / 2)
        canvas.paste_centred(icon(sign, round(badge * 0.78), colour), spot)
        canvas.record_region("badge", places.box(spot, badge), sign)
        right -= badge + 6
    left = frame.x + CARD_INSET_PX + piece + 6
    room = right - left
    name, size = panels.fit_name(person, layout.int("name"), room, theme.small, press=True)
    style = writing.Style(SERIF, size, theme.ink)
    canvas.text((left, y + size * writing.LETTER_DROP), name, style, kind="name", room=room)


def _points_parts(size: int, laurel: int, view: GameView, seat: int) -> list[float]:
    """Return the widths of the parts of a seat's line of points, the laurel first."""
    now, end = (str(points).replace("-", "−") for points in standing(view)[seat])
    gap = round(size * 0.16)
    texts = [now] if now == end else [now, end]
    arrows = [round(size * 0.5) + gap] * (len(texts) - 1)
    crown = [round(laurel * CROWN) + gap] if seat in leaders(view) else []
    return [
        laurel + gap,
        *(writing.width(text, BLACK, size) + gap for text in texts),
        *arrows,
        *crown,
    ]


def draw_points(
    canvas: Canvas, theme: Theme, layout: Layout, view: GameView, seat: int, frame: Rect, y: float
) -> None:
    """Draw a seat's points so far and its points if the game ended now.

    A crown marks the leader. The line begins at the left of `frame`, with its middle at `y`.
    """
    now, end = (str(points).replace("-", "−") for points in standing(view)[seat])
    room = frame.right - 10 - frame.x - CARD_INSET_PX + 2
    parts = [
        _points_parts(layout.int("points"), layout.int("laurel"), view, one)
        for one in range(view.n)
    ]
    # One size for all seats, at which each line fits; if none does, the laurel is left out.
    share = min(1.0, *((room - len(widths)) / sum(widths) for widths in parts))  # less by rounding
    size = max(POINTS_LEAST_PX, int(layout.int("points") * share))
    laurel = int(layout.int("laurel") * size / layout.int("points"))
    arrow, gap = round(size * 0.5), round(size * 0.16)
    leads = seat in leaders(view)
    texts = [now] if now == end else [now, end]
    width = sum(_points_parts(size, laurel, view, seat)[1:])
    x = frame.x + CARD_INSET_PX - 2.0
    line = places.box((frame.centre[0], y), frame.w - 16, size)
    canvas.record_region("standing", line, str(seat))
    if laurel + gap + width <= room + 1:
        canvas.paste_centred(faces.laurel(laurel), (x + laurel / 2, y))
        x += laurel + gap
    for k, text in enumerate(texts):
        if k:
            canvas.paste_centred(sprites.arrow(arrow, dark(theme.table, 0.1)), (x + arrow / 2, y))
            x += arrow + gap
        tone = theme.ink if k == len(texts) - 1 else dark(theme.table, 0.15)
        kind = "points" if not k else "projected"
        x += canvas.digits((x, y), text, writing.Style(BLACK, size, tone), kind=kind) + gap
    if leads:
        crown = round(laurel * CROWN)
        at = x + crown / 2, y - 2
        canvas.paste_centred(icon("crown@lorc", crown, GILT, dark(COLOURS["gold"], 0.6), 3), at)
        canvas.record_region("leader", places.box(at, crown), str(seat))


def _facts(theme: Theme, view: GameView, seat: int, *, all_facts: bool) -> list[tuple[Sprite, int]]:
    """Return the numbers to show for a seat, as pairs (sign, number).

    They are the levels of its tower, then its camels and boats that are not on the board yet. With
    `all_facts`, the numbers of its completed missions, rare goods and temple parts follow.
    """
    mat, brown = view.mats[seat], dark(theme.table, 0.1)
    found = [
        (icon("stone-tower", 38, brown), mat.tower),
        (sprites.pawn(theme, seat, "camel", 44), mat.reserve["camel"]),
        (sprites.pawn(theme, seat, "boat", 40), mat.reserve["boat"]),
    ]
    if all_facts:
        # as in the line of the missions on the mat: a returned one is no longer completed
        found += [
            (_completed_sign(theme), len(mat.face_up)),
            (icon("amphora", 38, COLOURS["raid"]), len(mat.rare)),
            (icon("greek-temple", 38, dark(COLOURS["temple"], 0.3)), sum(mat.temples)),
        ]
    return found


@cached
def _completed_sign(theme: Theme) -> Sprite:
    """Return the sign of completed missions: a scroll with a tick."""
    scroll = icon("scroll-unfurled", 38, COLOURS["royal"])
    out = Image.new("RGBA", (46, 46))
    out.alpha_composite(scroll, (0, 4))
    tick = markers.tick(24, theme.olive)
    out.alpha_composite(tick, (out.width - tick.width, out.height - tick.height))
    return out


def _draw_fact(
    canvas: Canvas, theme: Theme, at: tuple[float, float], body: Sprite, number: int, size: int
) -> None:
    """Draw a sign and its number from the point `at` to the right.

    `size` is the height of the digits in pixels.
    """
    wide = body.width if body.width < 50 else body.width - 16  # pieces have a margin
    canvas.paste_centred(body, (at[0] + wide / 2, at[1]))
    style = writing.Style(HEAVY, size, theme.ink)
    canvas.digits((at[0] + wide + 4, at[1]), str(number), style)
