"""Final scene: an evening before Palmyra with all towers.

The winners' caravan, boats and temple are in front of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image

from games.core.views.scene import Scene
from games.tadmor.views.view import GameView
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet, rounded, scaled, stored
from render.base.theme import Theme
from render.parts.header import winners
from render.pictures import end_screen
from render.tadmor.pieces import sprites, temple, turret
from render.tadmor.pieces.style import ASSETS, LAYOUT

GLORY = end_screen.end_layout(LAYOUT.part("ceremony"))
SHADE = (70, 40, 22)


def draw_glory(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw all towers from the first place to the last, and the winners' possessions."""
    view: GameView = scene.view
    winning = winners(view.scoreboard)
    canvas.sheet.paste(_evening(frame.w, frame.h), (frame.x, frame.y))
    end_screen.draw_rays(canvas, theme, GLORY, frame)
    places = GLORY.get("towers")[view.n - 1]
    # All towers have one scale, low enough that the highest fits, and stand on one ground.
    level = min(GLORY.int("level"), places["tall"] // max(1, *(mat.tower for mat in view.mats)))
    towers = [(frame.x + x, places["wide"]) for x, _ in places["at"]]
    _draw_boats(canvas, theme, view, winning, frame, towers)
    if len(winning) == 1:
        _draw_temple(canvas, view, winning[0], frame)
    ranking = view.scoreboard.ranking if view.scoreboard else ()
    by_place = [rank.seat for rank in ranking]
    # The last is drawn first, so that no flag hides that of a better player.
    for seat, (x, y) in reversed(list(zip(by_place, places["at"], strict=False))):
        _draw_tower(canvas, theme, view, seat, (frame.x + x, frame.y + y), (level, places["wide"]))
    _draw_caravan(canvas, theme, view, winning, frame)


@cached
def _evening(w: int, h: int) -> Sheet:
    """Return the painted evening in `w` x `h` pixels."""
    part = GLORY.rect("window").sides
    return stored(ASSETS / "dusk.jpg").resize((w, h), Image.Resampling.LANCZOS, box=part)


def _draw_tower(
    canvas: Canvas,
    theme: Theme,
    view: GameView,
    seat: int,
    foot: tuple[int, int],
    size: tuple[int, int],
) -> None:
    """Draw a seat's tower with its foot at `foot`; `size` is (height of a level, width)."""
    levels, (level, width) = view.mats[seat].tower, size
    _shade(canvas, foot, round(width * 1.3), round(width * 0.2))
    body = turret.turret(theme, seat, levels, level, width)
    height = body.image.height - 2 * body.pad
    canvas.paste_padded(body, foot[0] - width / 2, foot[1] - height)
    canvas.record_region(
        "tower", Rect(foot[0] - width // 2, foot[1] - height, width, height), f"{seat}={levels}"
    )


def _shade(canvas: Canvas, foot: tuple[float, float], w: int, h: int) -> None:
    """Draw the shadow of a thing, `w` x `h` pixels, on the sand at its `foot`."""
    mask = rounded(w, h, h // 2)
    canvas.tint(scaled(mask, 0.4), round(foot[0] - w * 0.56), round(foot[1] - h / 2), SHADE)


def _draw_temple(canvas: Canvas, view: GameView, seat: int, frame: Rect) -> None:
    """Draw a winner's temple with the most parts in `frame`, if the winner has any."""
    parts = max(view.mats[seat].temples, default=0)
    (x, y) = GLORY.point("temple_at")
    if parts:
        body = temple.temple(parts, ghost=False, width=GLORY.int("temple"))
        box = Rect(
            round(frame.x + x - body.width / 2),
            round(frame.y + y - body.height),
            body.width,
            body.height,
        )
        canvas.paste_centred(body, box.centre)
        canvas.record_region("temple", box, str(seat))


def _procession(view: GameView, winning: list[int], kind: str, most: int) -> list[int]:
    """Return the owner of each camel or boat (`kind`) that the winners show.

    The winners share room for `most` pieces equally, and each of them has at least one place.
    """
    per_winner = max(1, most // len(winning))
    return [
        seat for seat in winning for _ in range(min(per_winner, view.mats[seat].own.get(kind, 0)))
    ]


def _draw_caravan(
    canvas: Canvas, theme: Theme, view: GameView, winning: list[int], frame: Rect
) -> None:
    """Draw the winners' camels in a line, tied by a rope."""
    size = GLORY.int("camel")
    (x, y) = GLORY.point("caravan")
    pitch = GLORY.int("camel_pitch")
    seats = _procession(view, winning, "camel", GLORY.int("camels"))
    spots = [
        (frame.x + x - pitch * i, frame.y + y + GLORY.int("camel_sway") * (i % 2))
        for i in range(len(seats))
    ]
    for a, b in pairwise(spots):
        canvas.pen.line(
            [
                (a[0] - size * 0.42, a[1] - size * 0.16),
                ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - size * 0.02),
                (b[0] + size * 0.44, b[1] - size * 0.3),
            ],
            fill=(88, 58, 34),
            width=3,
            joint="curve",
        )
    for seat, spot in reversed(list(zip(seats, spots, strict=True))):
        _shade(canvas, (spot[0], spot[1] + size * 0.46), round(size * 1.05), round(size * 0.16))
        canvas.paste_centred(sprites.pawn(theme, seat, "camel", size), spot)
        canvas.record_region(
            "camel",
            Rect(round(spot[0] - size / 2), round(spot[1] - size / 2), size, size),
            str(seat),
        )


def _draw_boats(
    canvas: Canvas,
    theme: Theme,
    view: GameView,
    winning: list[int],
    frame: Rect,
    towers: Sequence[tuple[int, int]],
) -> None:
    """Draw the winners' boats on the river, where no tower would hide them.

    `towers` are (middle, width) of each tower in pixels.
    """
    size = GLORY.int("boat")
    free = [
        (x, y)
        for x, y in GLORY.get("boats")
        if all(abs(frame.x + x - middle) >= (size + wide) / 2 for middle, wide in towers)
    ]
    if not free:
        return
    for seat, (x, y) in zip(
        _procession(view, winning, "boat", len(free)),
        free,
        strict=False,
    ):
        at = frame.x + x, frame.y + y
        glint = rounded(round(size * 1.3), 9, 4)
        canvas.tint(
            scaled(glint, 0.35),
            round(at[0] - glint.width / 2),
            round(at[1] + size * 0.4),
            (40, 70, 78),
        )
        canvas.paste_centred(sprites.pawn(theme, seat, "boat", size), at)
        canvas.record_region(
            "boat", Rect(round(at[0] - size / 2), round(at[1] - size / 2), size, size), str(seat)
        )
