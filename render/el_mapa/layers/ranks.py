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
    """Return the color of a seat's figures; neutral troops have the color of iron."""
    return COLOURS["iron"] if seat < 0 else theme.seats[seat].colour


def pitch(kind: str, size: int) -> float:
    """Return the distance between two figures of a kind in pixels."""
    return RANKS.float("ride" if kind == RIDERS else "pitch") * size


def capacity(kind: str, width: int, size: int) -> int:
    """Return how many figures of a kind fit side by side in `width` pixels, at least 1."""
    return max(1, int((width - RANKS.float("shift") * size) / pitch(kind, size)))


def ranks_of(kind: str, n: int, width: int, size: int) -> list[int]:
    """Return the number of figures in each rank, from the front, about equal.

    `n` figures of a kind stand in ranks `width` pixels wide; figures without room are left out.
    """
    columns, max_rows = capacity(kind, width, size), RANKS.int("most")
    rows = min(max_rows, -(-n // columns))
    shown = min(n, rows * columns)
    return [shown // rows + (i < shown % rows) for i in range(rows)]


def size_of(sides: Sequence[SideView], cards: Sequence[Sequence[Rect]]) -> int:
    """Return the largest size of figures at which both armies fit above their cards.

    `cards` are the squads' cards, by side. If no size fits, return the smallest.
    """
    sizes: list[int] = RANKS.get("sizes")
    for size in sizes:
        if all(
            squad.n <= sum(ranks_of(squad.kind, squad.n, card.w, size))
            for side, own_cards in zip(sides, cards, strict=True)
            for squad, card in zip(side.squads, own_cards, strict=True)
            if squad.n
        ):
            return size
    return sizes[-1]


def lay_sides(
    canvas: Canvas,
    theme: Theme,
    field: Rect,
    sides: Sequence[SideView],
    cards: Sequence[Sequence[Rect]],
) -> None:
    """Draw both armies on the `field`; `cards` are the squads' cards below them, by side."""
    for i, side in enumerate(sides):
        _draw_standard(canvas, theme, field, side, left=i == 0)
    size = size_of(sides, cards)
    figures: list[RankPlace] = []
    for i, (side, own_cards) in enumerate(zip(sides, cards, strict=True)):
        for squad, card in zip(side.squads, own_cards, strict=True):
            figures += _squad(theme, field, side.seat, squad, card, size, turned=i == 1)
    for figure in sorted(figures, key=lambda figure: figure.y):
        box = figure.prop.box(figure.x, figure.y)
        # A figure that would stick out of the field is moved inside.
        box = box.moved(max(0, field.x - box.x) - max(0, box.right - field.right), 0)
        canvas.sheet.paste(figure.prop.image, (box.x, box.y), figure.prop.image)
        canvas.record_region("figure", box)


def _squad(
    theme: Theme, field: Rect, seat: int, squad: SquadView, card: Rect, size: int, *, turned: bool
) -> list[RankPlace]:
    """Return a squad's figures with their places, the front rank first.

    The ranks stand above the squad's card. A squad without survivors becomes a burial mound.
    """
    colour = colour_of(theme, seat)
    front = field.y + RANKS.int("front")
    middle = card.centre[0]
    rank_depth = RANKS.float("deep") * size
    if not squad.n:
        return [RankPlace(prop("fallen", size, colour, turned), middle, front - rank_depth / 2)]
    figures = []
    for i, n in enumerate(ranks_of(squad.kind, squad.n, card.w, size)):
        scale = 1 - i * RANKS.float("less")  # ranks farther back are smaller
        figure = prop(squad.kind, round(size * scale), colour, turned)
        distance = pitch(squad.kind, size) * scale
        shift = (i % 2 - 0.5) * RANKS.float("shift") * size * (-1 if turned else 1)
        figures += [
            RankPlace(figure, middle - shift + (k - (n - 1) / 2) * distance, front - i * rank_depth)
            for k in range(n)
        ]
    return figures


def _draw_standard(
    canvas: Canvas, theme: Theme, field: Rect, side: SideView, *, left: bool
) -> None:
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
    x = field.x + rim if left else field.right - rim - w
    canvas.paste_padded(sign, x, field.y + top)
    canvas.record_region("standard", Rect(x, field.y + top, w, h), str(side.seat), has_letters=True)
