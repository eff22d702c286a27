"""Final scene: an evening with the winners' castles, their wonders and troops before them.

The castles of the others stand far away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.core.views.scene import Scene
from games.el_mapa.model.catalog import TROOPS, WONDERS
from games.el_mapa.views.view import GameView
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet, rounded
from render.base.theme import Theme
from render.el_mapa.layers.scenes import WIDE, evening
from render.el_mapa.pieces.props import Prop, prop
from render.el_mapa.pieces.style import LAYOUT
from render.parts import markers
from render.parts.header import winners
from render.pictures import end_screen

GLORY = end_screen.plan(LAYOUT.part("ceremony"))


class FigurePlace(NamedTuple):
    """Prop on the ground: its foot in the scene, its kind and its seat."""

    one: Prop
    x: float
    y: float
    kind: str
    seat: int


def draw_glory(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the land and everything on it from far to near, and the others' signs last."""
    view: GameView = scene.view
    first = winners(view.scoreboard)
    canvas.sheet.paste(
        _land(frame.w, frame.h),
        (frame.x, frame.y),
        rounded(frame.w, frame.h, GLORY.int("frame") // 2),
    )
    end_screen.shine(canvas, theme, GLORY, frame)
    large = [*_castles(theme, first), *_wonders(view, first)]
    others = list(_others(view, theme, first, [stand.one.box(stand.x, stand.y) for stand in large]))
    found = [*others, *large, *_troops(view, theme, first)]
    for stand in sorted(found, key=lambda stand: stand.y):
        box = stand.one.box(frame.x + stand.x, frame.y + stand.y)
        canvas.sheet.paste(stand.one.image, (box.x, box.y), stand.one.image)
        canvas.record_region(stand.kind, box, str(stand.seat))
    for stand in others:
        side = GLORY.int("sign_far")
        at = frame.x + stand.x, frame.y + stand.y - GLORY.int("sign_rise")
        canvas.paste_centred(markers.piece(theme, stand.seat, side), at)
        canvas.record_region(
            "piece",
            Rect(round(at[0] - side / 2), round(at[1] - side / 2), side, side),
            str(stand.seat),
        )


@cached
def _land(w: int, h: int) -> Sheet:
    """Return the ground with its trees, as wide as the scene."""
    left = (WIDE - w) // 2
    return evening("end", h, GLORY.int("horizon")).crop((left, 0, left + w, h))


def _plan(n: int) -> Any:
    """Return size and places of `n` winners' castles; more than the layout knows use its last."""
    plans = GLORY.get("winners")
    return plans[min(n, len(plans)) - 1]


def _castles(theme: Theme, first: list[int]) -> Iterator[FigurePlace]:
    plan = _plan(len(first))
    for seat, (x, y) in zip(first, plan["at"], strict=False):
        yield FigurePlace(
            prop("castle", plan["size"], theme.seats[seat].colour), x, y, "castle", seat
        )


def _others(
    view: GameView, theme: Theme, first: list[int], taken: list[Rect]
) -> Iterator[FigurePlace]:
    """Yield the castles of the others far away; a sword in a mound for an eliminated seat.

    Places that nothing large hides come first.
    """
    rest = [seat for seat in range(view.n) if seat not in first]
    size = GLORY.int("far")
    boxes = [(prop("castle", size).box(x, y), x, y) for x, y in GLORY.get("others")]
    boxes.sort(key=lambda one: any(one[0].meets(box) for box in taken))
    for seat, (_, x, y) in zip(rest, boxes, strict=False):
        name = "fallen" if view.seats[seat].out else "castle"
        yield FigurePlace(prop(name, size, theme.seats[seat].colour), x, y, "far", seat)


def _wonders(view: GameView, first: list[int]) -> Iterator[FigurePlace]:
    built = [
        (name, seat)
        for name in WONDERS
        for seat in first
        for _ in range(view.seats[seat].wonders.count(name))
    ]
    for (name, seat), (x, y) in zip(built, _plan(len(first))["wonders"], strict=False):
        yield FigurePlace(prop(name, GLORY.int("wonder")), x, y, "wonder", seat)


def _troops(view: GameView, theme: Theme, first: list[int]) -> Iterator[FigurePlace]:
    """Yield some troops of each kind at both sides of the laurels, facing them.

    Several winners get equal numbers, as far as they have troops.
    """
    rows = GLORY.get("ranks")
    ranks, room = (
        [(far, x, y, size) for x, y, size in rows for far in (False, True)],
        GLORY.int("rank"),
    )
    each = max(1, len(ranks) * room // len(first))
    men = [(kind, seat) for seat in first for kind in _sample(view, seat, each)]
    men.sort(key=lambda one: list(TROOPS).index(one[0]))
    for at, (kind, seat) in enumerate(men[: len(ranks) * room]):
        turned, x, y, size = ranks[at % len(ranks)]
        step = at // len(ranks) * GLORY.int("pitch")
        one = prop(kind, size, theme.seats[seat].colour, turned)
        yield FigurePlace(
            one, GLORY.int("middle") * 2 - x + step if turned else x - step, y, "figure", seat
        )


def _sample(view: GameView, seat: int, most: int) -> list[str]:
    """Return at most about `most` troops of a seat, in the proportions of their kinds."""
    troops = view.seats[seat].troops
    whole = sum(troops.values())
    return [
        kind
        for kind, n in troops.items()
        for _ in range(n if whole <= most else round(n * most / whole))
    ]
