"""Two armies on a field: each squad in its ranks above its card, the standards behind them, swords in mounds for who fell."""

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
    """A figure and the point of the picture, in pixels, that its foot touches."""

    one: Prop
    x: float
    y: float


def colour_of(theme: Theme, seat: int) -> RGB:
    """The cloth of a side; neutral troops are the iron of their shields."""
    return COLOURS["iron"] if seat < 0 else theme.seats[seat].colour


def pitch(kind: str, size: int) -> float:
    """From man to man, or from rider to rider."""
    return RANKS.float("ride" if kind == RIDERS else "pitch") * size


def capacity(kind: str, wide: int, size: int) -> int:
    """How many of a kind stand side by side in `wide` pixels at that size of figures; one at least."""
    return max(1, int((wide - RANKS.float("shift") * size) / pitch(kind, size)))


def ranks_of(kind: str, n: int, wide: int, size: int) -> list[int]:
    """How many stand in each rank, from the front, so that all ranks are about as long: at most what there is room for."""
    columns, most = capacity(kind, wide, size), RANKS.int("most")
    rows = min(most, -(-n // columns))
    shown = min(n, rows * columns)
    return [shown // rows + (at < shown % rows) for at in range(rows)]


def size_of(sides: Sequence[SideView], places: Sequence[Sequence[Rect]]) -> int:
    """The same for both armies: the largest at which everybody is seen, else the smallest."""
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
    """Both armies; `places` are the cards that their squads stand above, but nobody stands outside."""
    for at, side in enumerate(sides):
        _standard(canvas, theme, scene, side, left=at == 0)
    size = size_of(sides, places)
    found: list[RankPlace] = []
    for at, (side, boxes) in enumerate(zip(sides, places, strict=True)):
        for squad, box in zip(side.squads, boxes, strict=True):
            found += _squad(theme, scene, side.seat, squad, box, size, turned=at == 1)
    for stand in sorted(found, key=lambda one: one.y):
        box = stand.one.box(stand.x, stand.y)
        box = box.moved(max(0, scene.x - box.x) - max(0, box.right - scene.right), 0)
        canvas.sheet.paste(stand.one.image, (box.x, box.y), stand.one.image)
        canvas.record_region("figure", box)


def _squad(
    theme: Theme, scene: Rect, seat: int, squad: SquadView, box: Rect, size: int, *, turned: bool
) -> list[RankPlace]:
    """A squad in ranks, the first nearest to who looks; a mound where nobody is left."""
    colour, front, middle = colour_of(theme, seat), scene.y + RANKS.int("front"), box.centre[0]
    deep = RANKS.float("deep") * size
    if not squad.n:
        return [RankPlace(prop("fallen", size, colour, turned), middle, front - deep / 2)]
    found = []
    for at, n in enumerate(ranks_of(squad.kind, squad.n, box.w, size)):
        share = 1 - at * RANKS.float("less")
        one, apart = (
            prop(squad.kind, round(size * share), colour, turned),
            pitch(squad.kind, size) * share,
        )
        shift = (at % 2 - 0.5) * RANKS.float("shift") * size * (-1 if turned else 1)
        found += [
            RankPlace(one, middle - shift + (k - (n - 1) / 2) * apart, front - at * deep)
            for k in range(n)
        ]
    return found


def _standard(canvas: Canvas, theme: Theme, scene: Rect, side: SideView, *, left: bool) -> None:
    """A large banner above the heads with all that are left, or the shield of a garrison; none where nobody is."""
    n, size = sum(squad.n for squad in side.squads), RANKS.int("standard")
    if not n:
        return
    here = (
        signs.shield(n, size)
        if side.seat < 0
        else signs.banner(theme, side.seat, n, size, RANKS.int("pole"))
    )
    w, h = here.image.width - 2 * here.pad, here.image.height - 2 * here.pad
    rim, top = RANKS.get("rim")
    x = scene.x + rim if left else scene.right - rim - w
    canvas.paste_padded(here, x, scene.y + top)
    canvas.record_region("standard", Rect(x, scene.y + top, w, h), str(side.seat))
