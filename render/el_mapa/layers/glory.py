"""Final scene: the winners' castles in the evening, with their wonders and troops in front.

The castles of the other players stand far away.
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
from render.parts import awards, markers
from render.parts.header import winners
from render.pictures import end_screen

GLORY = end_screen.end_layout(LAYOUT.part("ceremony"))


class FigurePlace(NamedTuple):
    """Prop on the ground of the final scene.

    `x`, `y` is the point that its foot touches, in pixels of the scene. `kind` is the kind of its
    recorded region.
    """

    prop: Prop
    x: float
    y: float
    kind: str
    seat: int


def draw_glory(canvas: Canvas, scene: Scene, theme: Theme, place: end_screen.EndStage) -> None:
    """Draw the land, then all figures from far to near, then the others' pieces.

    The others are the players who did not win.
    """
    frame = place.scene
    view: GameView = scene.view
    winning = winners(view.scoreboard)
    canvas.sheet.paste(
        _land(frame.w, frame.h),
        (frame.x, frame.y),
        rounded(frame.w, frame.h, GLORY.int("frame") // 2),
    )
    size = round(GLORY.int("laurels") * GLORY.float("rays"))
    light = awards.rays(size, GLORY.float("light"))
    x, y = place.laurels
    canvas.tint(light, round(x - light.width / 2), round(y - light.height / 2), theme.glow)
    large = [*_castles(theme, winning), *_wonders(view, winning)]
    others = list(
        _others(view, theme, winning, [stand.prop.box(stand.x, stand.y) for stand in large])
    )
    figures = [*others, *large, *_troops(view, theme, winning)]
    for stand in sorted(figures, key=lambda stand: stand.y):
        box = stand.prop.box(frame.x + stand.x, frame.y + stand.y)
        canvas.sheet.paste(stand.prop.image, (box.x, box.y), stand.prop.image)
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
    """Return the ground with its trees, `w` x `h` pixels."""
    left = (WIDE - w) // 2
    return evening("end", h, GLORY.int("horizon")).crop((left, 0, left + w, h))


def _plan(n: int) -> Any:
    """Return the layout for `n` winners: size and places of castles, places of wonders.

    If `n` is more than the theme provides for, return its last layout.
    """
    plans = GLORY.get("winners")
    return plans[min(n, len(plans)) - 1]


def _castles(theme: Theme, winning: list[int]) -> Iterator[FigurePlace]:
    plan = _plan(len(winning))
    for seat, (x, y) in zip(winning, plan["at"], strict=False):
        yield FigurePlace(
            prop("castle", plan["size"], theme.seats[seat].colour), x, y, "castle", seat
        )


def _others(
    view: GameView, theme: Theme, winning: list[int], taken: list[Rect]
) -> Iterator[FigurePlace]:
    """Yield the far castles of players who did not win; swords for eliminated ones.

    `taken` are the rectangles of large figures. Places that these do not hide are used first.
    """
    rest = [seat for seat in range(view.n) if seat not in winning]
    size = GLORY.int("far")
    boxes = [(prop("castle", size).box(x, y), x, y) for x, y in GLORY.get("others")]
    boxes.sort(key=lambda entry: any(entry[0].meets(box) for box in taken))
    for seat, (_, x, y) in zip(rest, boxes, strict=False):
        name = "fallen" if view.seats[seat].out else "castle"
        yield FigurePlace(prop(name, size, theme.seats[seat].colour), x, y, "far", seat)


def _wonders(view: GameView, winning: list[int]) -> Iterator[FigurePlace]:
    built = [
        (name, seat)
        for name in WONDERS
        for seat in winning
        for _ in range(view.seats[seat].wonders.count(name))
    ]
    for (name, seat), (x, y) in zip(built, _plan(len(winning))["wonders"], strict=False):
        yield FigurePlace(prop(name, GLORY.int("wonder")), x, y, "wonder", seat)


def _troops(view: GameView, theme: Theme, winning: list[int]) -> Iterator[FigurePlace]:
    """Yield some troops of each kind of the winners, on both sides of the laurels.

    The troops face the laurels. Several winners get equal numbers, as far as they have troops.
    """
    rows = GLORY.get("ranks")
    ranks = [(far, x, y, size) for x, y, size in rows for far in (False, True)]
    ranks_depth = GLORY.int("rank")
    per_winner = max(1, len(ranks) * ranks_depth // len(winning))
    troops = [(kind, seat) for seat in winning for kind in _sample(view, seat, per_winner)]
    troops.sort(key=lambda soldier: list(TROOPS).index(soldier[0]))
    for i, (kind, seat) in enumerate(troops[: len(ranks) * ranks_depth]):
        turned, x, y, size = ranks[i % len(ranks)]
        step = i // len(ranks) * GLORY.int("pitch")
        soldier = prop(kind, size, theme.seats[seat].colour, turned)
        yield FigurePlace(
            soldier, GLORY.int("middle") * 2 - x + step if turned else x - step, y, "figure", seat
        )


def _sample(view: GameView, seat: int, most: int) -> list[str]:
    """Return about `most` of a seat's troops, as one kind per figure.

    A seat with fewer troops gets all of them; otherwise the kinds keep their proportions.
    """
    troops = view.seats[seat].troops
    total = sum(troops.values())
    return [
        kind
        for kind, n in troops.items()
        for _ in range(n if total <= most else round(n * most / total))
    ]
