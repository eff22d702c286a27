"""Small card for each player: name, points, tower, reserve, and more if there is room."""

from __future__ import annotations

from games.core.views.scene import Scene, area_of
from games.tadmor.views.view import GameView, MatView
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect, split
from render.base.texture import Sprite
from render.base.theme import CORNERS, Theme, dark, mix, pale
from render.parts import panels
from render.tadmor.layers import places
from render.tadmor.pieces import faces, sprites
from render.tadmor.pieces.style import BLACK, COLOURS, HEAVY, SERIF, icon

SEATED = ("tower", "temple", "rare", "p")


def seat_of(spot: str, n: int) -> int | None:
    """Return the seat in `tower2`, `temple0`, `rare1` or `p3`, or None."""
    for name in SEATED:
        rest = spot.removeprefix(name)
        if rest != spot and rest.isdigit() and int(rest) < n:
            return int(rest)
    return None


def boxes(n: int, layout: Layout) -> list[Rect]:
    """Return the rectangles of `n` players' cards from left to right by seat."""
    return split(layout.rect("at"), n, layout.int("gap"))


def draw_people(canvas: Canvas, scene: Scene, theme: Theme, layout: Layout) -> None:
    """Draw all cards; active seats have a saffron rim and lighter paper."""
    view: GameView = scene.view
    for person, frame in zip(
        panels.seat_headers(scene, view.n), boxes(view.n, layout), strict=True
    ):
        seat, mat = person.seat, view.mats[person.seat]
        acts = seat in view.actors
        changed = any(
            seat_of(spot, view.n) == seat for spot in (*scene.changed, *places.ghosts(scene.ghost))
        )
        if changed:
            places.draw_halo(canvas, theme, frame, str(seat), 14)
        fill = pale(theme.paper, 0.2) if acts else mix(theme.paper, theme.table, 0.12)
        rim = theme.saffron if acts else dark(theme.table, 0.5)
        canvas.paste_padded(
            panels.sheet(frame.w, frame.h, CORNERS["panel"], fill, rim, 5 if acts else 2, 6),
            frame.x,
            frame.y,
        )
        canvas.record_region("person", frame, str(seat))
        first_line_y = frame.y + frame.h * 0.29
        second_line_y = frame.y + frame.h * 0.74
        canvas.paste_centred(
            panels.sign(theme, person, layout.int("piece")), (frame.x + 31, first_line_y)
        )
        canvas.record_spot(
            area_of(seat), places.box((frame.x + 31, first_line_y), layout.int("piece"))
        )
        left = frame.x + 58
        min_name_width = (
            writing.width(person.name, SERIF, theme.small) * writing.MIN_HORIZONTAL_SCALE
        )
        right = _points(canvas, theme, layout, mat, frame, first_line_y, left + 6 + min_name_width)
        room = right - left - 6
        name, size = panels.fit_name(person, layout.int("name"), room, theme.small, press=True)
        style = writing.Style(SERIF, size, theme.ink)
        canvas.text(
            (left, first_line_y + size * writing.LETTER_DROP), name, style, kind="name", room=room
        )
        _draw_facts(canvas, theme, layout, view, seat, frame, second_line_y)
        _draw_badges(canvas, theme, layout, view, seat, frame)


def _draw_badges(
    canvas: Canvas, theme: Theme, layout: Layout, view: GameView, seat: int, frame: Rect
) -> None:
    """Draw badges on the upper edge: first player's pawn, hired marauders."""
    size = layout.int("badge")
    signs = [("chess-pawn", theme.madder)] * (seat == view.first) + [
        ("bandit", COLOURS["bandits"])
    ] * view.mats[seat].hired
    for k, (sign, colour) in enumerate(signs):
        at = frame.centre[0] + (k - (len(signs) - 1) / 2) * (size + 6), frame.y - 5
        canvas.paste_padded(panels.badge(theme, size), at[0] - size / 2, at[1] - size / 2)
        canvas.paste_centred(icon(sign, round(size * 0.78), colour), at)
        canvas.record_region("badge", places.box(at, size), sign)


def _points(
    canvas: Canvas, theme: Theme, layout: Layout, mat: MatView, frame: Rect, y: float, needed: float
) -> float:
    """Draw the score at the right; return its left end.

    A laurel is added if the name, which ends at `needed`, leaves room.
    """
    laurel, size = layout.int("laurel"), layout.int("score")
    text = str(mat.points).replace("-", "−")
    width, end = writing.width(text, BLACK, size), frame.right - 16
    if needed <= end - laurel - width - 4:
        canvas.paste_centred(faces.laurel(laurel), (frame.right - 12 - laurel / 2, y))
        end -= laurel
    canvas.text(
        (end, y + size * writing.DIGIT_DROP),
        text,
        writing.Style(BLACK, size, theme.ink),
        "r",
        kind="points",
    )
    return end - width - 4


def _draw_facts(
    canvas: Canvas, theme: Theme, layout: Layout, view: GameView, seat: int, frame: Rect, y: float
) -> None:
    mat, number = view.mats[seat], layout.int("number")
    brown = dark(theme.table, 0.1)
    things: list[tuple[Sprite, str]] = [
        (icon("stone-tower", 38, brown), str(mat.tower)),
        (sprites.pawn(theme, seat, "camel", 44), str(mat.reserve["camel"])),
        (sprites.pawn(theme, seat, "boat", 40), str(mat.reserve["boat"])),
    ]
    if view.n < 4:
        things.append(
            (
                icon("scroll-unfurled", 38, COLOURS["royal"]),
                str(mat.hand + len(mat.face_up) + len(mat.returned)),
            )
        )
    if view.n < 3:
        things.append((icon("amphora", 38, COLOURS["raid"]), str(len(mat.rare))))
        things.append(
            (icon("greek-temple", 38, dark(COLOURS["temple"], 0.3)), str(sum(mat.temples)))
        )
    pitch = (frame.w - 20) / len(things)
    for k, (body, text) in enumerate(things):
        icon_width = body.width if body.width < 50 else body.width - 16
        left = (
            frame.x
            + 10
            + k * pitch
            + (pitch - icon_width - 4 - writing.width(text, HEAVY, number)) / 2
        )
        canvas.paste_centred(body, (left + icon_width / 2, y))
        at = left + icon_width + 4, y + number * writing.DIGIT_DROP
        canvas.text(at, text, writing.Style(HEAVY, number, theme.ink), kind="number")
