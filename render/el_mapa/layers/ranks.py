"""Two armies on a field: each squad in ranks above its card, with standards behind.

A sword in a mound stands for a squad without survivors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.el_mapa.views.view import SideView, SquadView
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import RGB, Theme
from render.el_mapa.layers import signs
from render.el_mapa.pieces.props import Prop, prop
from render.el_mapa.pieces.style import COLOURS, LAYOUT

RANKS = LAYOUT.part("battle.ranks")
RIDERS = "cavalry"


class RankPlace(NamedTuple):
    """Figure and the pixel that its foot touches."""

    prop: Prop
    x: float
    y: float


def colour_of(theme: Theme, seat: int) -> RGB:
    """Return the color of a side; neutral troops have the iron of their shields."""
    return COLOURS["iron"] if seat < 0 else theme.seats[seat].colour


def pitch(kind: str, size: int) -> float:
    """Return the distance between two figures of a kind in pixels."""
    return RANKS.float("ride" if kind == RIDERS else "pitch") * size


def capacity(kind: str, width: int, size: int) -> int:
    """Return how many figures of a kind fit side by side in `width` pixels, at least 1."""
    return max(1, int((width - RANKS.float("shift") * size) / pitch(kind, size)))


def ranks_of(kind: str, n: int, width: int, size: int) -> list[int]:
    """Return the number of figures in each rank from the front, about equal.

    Figures for which there is no room are left out.
    """
    columns, max_rows = capacity(kind, width, size), RANKS.int("most")
    rows = min(max_rows, -(-n // columns))
    shown = min(n, rows * columns)
    return [shown // rows + (i < shown % rows) for i in range(rows)]


def size_of(sides: Sequence[SideView], places: Sequence[Sequence[Rect]]) -> int:
    """Return the largest figure size at which both armies fit, else the smallest size."""
    sizes: list[int] = RANKS.get("sizes")
    for size in sizes:
        if all(
            squad.n <= sum(ranks_of(squad.kind, squad.n, box.w, size))
            for side, boxes in zip(sides, places, strict=True)
            for squad, box in zip(side.squads, boxes, strict=True)
            if squad.n
        ):
            return size
    return sizes[-1]


def lay_sides(
    canvas: Canvas,
    theme: Theme,
    scene: Rect,
    sides: Sequence[SideView],
    places: Sequence[Sequence[Rect]],
) -> None:
    """Draw both armies inside `scene`; `places` are the cards below their squads."""
    for i, side in enumerate(sides):
        _standard(canvas, theme, scene, side, left=i == 0)
    size = size_of(sides, places)
    figures: list[RankPlace] = []
    for i, (side, boxes) in enumerate(zip(sides, places, strict=True)):
        for squad, box in zip(side.squads, boxes, strict=True):
            figures += _squad(theme, scene, side.seat, squad, box, size, turned=i == 1)
    for stand in sorted(figures, key=lambda figure: figure.y):
        box = stand.prop.box(stand.x, stand.y)
        box = box.moved(max(0, scene.x - box.x) - max(0, box.right - scene.right), 0)
        canvas.sheet.paste(stand.prop.image, (box.x, box.y), stand.prop.image)
        canvas.record_region("figure", box)


def _squad(
    theme: Theme, scene: Rect, seat: int, squad: SquadView, box: Rect, size: int, *, turned: bool
) -> list[RankPlace]:
    """Return the figures of a squad in ranks, the first one nearest; a mound if none is left."""
    colour, front, middle = colour_of(theme, seat), scene.y + RANKS.int("front"), box.centre[0]
    rank_depth = RANKS.float("deep") * size
    if not squad.n:
        return [RankPlace(prop("fallen", size, colour, turned), middle, front - rank_depth / 2)]
    figures = []
    for i, n in enumerate(ranks_of(squad.kind, squad.n, box.w, size)):
        share = 1 - i * RANKS.float("less")
        figure, distance = (
            prop(squad.kind, round(size * share), colour, turned),
            pitch(squad.kind, size) * share,
        )
        shift = (i % 2 - 0.5) * RANKS.float("shift") * size * (-1 if turned else 1)
        figures += [
            RankPlace(figure, middle - shift + (k - (n - 1) / 2) * distance, front - i * rank_depth)
            for k in range(n)
        ]
    return figures


def _standard(canvas: Canvas, theme: Theme, scene: Rect, side: SideView, *, left: bool) -> None:
    """Draw a large banner, or a garrison's shield, with the number of troops left."""
    n, size = sum(squad.n for squad in side.squads), RANKS.int("standard")
    if not n:
        return
    sign = (
        signs.shield(n, size)
        if side.seat < 0
        else signs.banner(theme, side.seat, n, size, RANKS.int("pole"))
    )
    w, h = sign.image.width - 2 * sign.pad, sign.image.height - 2 * sign.pad
    rim, top = RANKS.get("rim")
    x = scene.x + rim if left else scene.right - rim - w
    canvas.paste_padded(sign, x, scene.y + top)
    canvas.record_region("standard", Rect(x, scene.y + top, w, h), str(side.seat))
