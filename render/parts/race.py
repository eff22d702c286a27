"""Chart of the points: one bar per player, the leader first.

The scored part of a bar is solid, the projected part pale.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.core.state.score import leader_first
from games.core.text.messages import Seat
from games.core.views.scene import Scene
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sprite, rounded, tinted
from render.base.theme import BLACK, RGB, Theme, dark, mix
from render.parts import panels

LAYOUT = panels.LAYOUT.part("race")
MINUS = "−"


def draw_race(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    frame: Rect,
    standings: Sequence[tuple[int, int]],
    size: int = LAYOUT.int("number"),
    ink: RGB | None = None,
) -> None:
    """Draw one line per seat in a frame, the leader first: piece, bar and points.

    `standings` has one (scored points, projected points) per seat; the projected points are those
    if the game ended now, and are written. `size` is the size of the figures, which are smaller if
    the frame is too low for all lines. A frame that is too narrow for bars has only pieces and
    figures. `ink` is the color of the figures, for backgrounds other than paper.
    """
    pitch = frame.h / len(standings)
    size = min(size, round(pitch * LAYOUT.float("share")))
    persons = panels.seat_headers(scene, len(standings))
    piece = round(size * LAYOUT.float("piece"))
    style = writing.Style(BLACK, size, ink or theme.ink)
    gap = round(size * LAYOUT.float("gap"))
    number_width = max(writing.width(str(points), BLACK, size) for _, points in standings)
    left = frame.x + round(size * LAYOUT.float("left"))
    room = round(frame.right - left - number_width - gap)
    highest = max(1, *(max(standing) for standing in standings))
    for line, seat in enumerate(leader_first(standings)):
        scored, projected = standings[seat]
        figure = str(projected).replace("-", MINUS)
        middle = frame.y + (line + 0.5) * pitch
        canvas.paste_centred(
            panels.sign(theme, persons[seat], piece), (frame.x + size * LAYOUT.float("at"), middle)
        )
        canvas.record_region(
            "racer",
            Rect(frame.x, round(frame.y + line * pitch), frame.w, round(pitch)),
            str(seat),
        )
        end = frame.right - number_width
        if room >= size * LAYOUT.float("least"):
            height = round(size * LAYOUT.float("high"))
            wide = round(room * max(0, projected) / highest)
            bar = _bar(theme, seat, height, max(wide, height // 2), scored, projected)
            canvas.sheet.paste(bar, (left, round(middle - height / 2)), bar)
            end = left + max(wide, height // 2) + gap
            canvas.digits((end, middle), figure, style)
        else:
            canvas.digits((frame.right, middle), figure, style, "r")


def _bar(theme: Theme, seat: Seat, height: int, wide: int, scored: int, projected: int) -> Sprite:
    """Return a bar: the scored part in the seat's color, the projected part pale.

    `wide` is its length in pixels, which stands for `projected` points.
    """
    colour = theme.seats[seat].colour
    share = 1.0 if projected <= 0 else min(1.0, max(0, scored) / projected)
    shape = rounded(wide, height, min(height, wide) // 4)
    out = tinted(shape, dark(colour, LAYOUT.float("rim")))
    edge = LAYOUT.int("edge")
    inner = rounded(wide - 2 * edge, height - 2 * edge, max(1, min(height, wide) // 4 - edge))
    solid = round(inner.width * share)
    for tone, box in (
        (colour, (0, 0, solid, inner.height)),
        (mix(colour, theme.paper, LAYOUT.float("pale")), (solid, 0, inner.width, inner.height)),
    ):
        if box[2] > box[0]:
            part = inner.crop(box)
            out.paste(tone, (edge + box[0], edge), part)
    if 0 < solid < inner.width:
        out.paste(
            dark(colour, LAYOUT.float("rim")),
            (edge + solid - 1, edge, edge + solid + 1, height - edge),
        )
    return out
