"""Overview of large maps, whose tiles are smaller than the signs of close looks.

Banners carry their number on the seat's shape; shields stand only where a fight is possible
soon.
"""

from __future__ import annotations

from collections.abc import Collection

from PIL import Image, ImageDraw

from games.core.prompts.option_table import cell_at
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.model.terrain import board, ways
from games.el_mapa.views.view import ArmyView, GameView
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet
from render.base.theme import EDGE, Theme
from render.el_mapa.layers import signs
from render.el_mapa.layers.chart import MapFrame, armies_of, around, lay_swords, owned
from render.el_mapa.pieces.style import COLOURS, FOG, GROUND, LAYOUT

PLAN = LAYOUT.part("overview")


def within_reach(view: GameView) -> set[str]:
    """Return the cells that any troops could enter, given red lines and known tiles."""
    where, shut = board(view.layout), _shut(view)
    up = {tile.cell for tile in view.tiles if tile.up}
    armies = armies_of(view)
    held = {tile.cell for tile in view.tiles if tile.garrison} | {army.cell for army in armies}
    found = {army.cell for army in armies}
    for army in armies:
        steps = max(TROOPS[kind].moves for kind in army.troops)
        found |= ways(
            army.cell,
            steps,
            lambda cell: [
                one for one in where.orthogonal[cell] if one in up and (cell, one) not in shut
            ],
            held.__contains__,
        ).keys()
    return found


def _shut(view: GameView) -> set[tuple[str, str]]:
    """Return the pairs of neighboring cells with a red line between them."""
    beside, pairs = board(view.layout).beside, set()
    for wall in view.walls:
        cell, side = wall[:-1], wall[-1]
        if other := beside[cell].get(side):
            pairs |= {(cell, other), (other, cell)}
    return pairs


def locator(view: GameView, frame: MapFrame, side: int) -> Sheet:
    """Return a small image of the whole map, at most `side` pixels wide.

    A frame marks the part that is shown.
    """
    few = Image.new("RGB", (view.size, view.size), COLOURS["void"])
    for tile in view.tiles:
        row, col = cell_at(tile.cell)
        few.putpixel((col, row), GROUND[tile.land[0]] if tile.up else FOG[max(1, tile.level)])
    k = side // view.size
    out = few.resize((view.size * k, view.size * k), Image.Resampling.NEAREST)
    box = [at * k for at in (frame.col, frame.row, frame.col + frame.cols, frame.row + frame.rows)]
    for inset, colour in enumerate((EDGE, COLOURS["step"], COLOURS["step"], COLOURS["step"], EDGE)):
        ImageDraw.Draw(out).rectangle(
            (box[0] + inset, box[1] + inset, box[2] - 1 - inset, box[3] - 1 - inset), outline=colour
        )
    return out


def lay_rims(canvas: Canvas, view: GameView, theme: Theme, frame: MapFrame) -> None:
    """Draw the light rims of the owners' pieces, below all banners so that numbers stay free."""
    for _, owner, at, size in owned(view, frame):
        canvas.paste_centred(signs.rim(theme, owner, size), at)


def lay_banners(
    canvas: Canvas, view: GameView, theme: Theme, frame: MapFrame, changed: Collection[str]
) -> None:
    """Draw a banner for each army; contested cells last, the second banner below the first.

    Banners reach into the cell above.
    """
    armies = sorted(
        armies_of(view),
        key=lambda army: (army.contested, cell_at(army.cell), army.seat != view.active),
    )
    pairs = {army.cell for army in armies if army.contested}
    seen: dict[str, int] = {}
    for army in sorted(armies, key=lambda army: army.cell in pairs):
        at = seen[army.cell] = seen.get(army.cell, -1) + 1
        _banner(canvas, theme, frame, army, at, fresh=army.cell in changed)
    for cell in sorted(pairs):
        box, (right, down) = frame.box(cell), PLAN.get("swords_at")
        lay_swords(canvas, cell, (box.x + right, box.y + down), PLAN.int("swords"))


def _hung(frame: MapFrame, cell: str) -> tuple[float, float]:
    """Return the corner of a cell's banner."""
    box = frame.box(cell)
    return box.x + PLAN.int("left"), max(frame.y - 4, box.y - PLAN.int("over"))


def _banner(
    canvas: Canvas, theme: Theme, frame: MapFrame, army: ArmyView, at: int, *, fresh: bool
) -> None:
    n, wide, high = sum(army.troops.values()), PLAN.int("wide"), PLAN.int("high")
    x, y = _hung(frame, army.cell)
    y += at * PLAN.int("second")
    if fresh:
        canvas.glow(around(wide, high), x, y, theme.glow)
    canvas.paste_padded(signs.ensign(theme, army.seat, n, wide, high), x, y)
    box = Rect(round(x), round(y), wide, high)
    canvas.record_region("army", box, f"{army.cell} {army.seat} {n}")
    canvas.record_spot(army.cell, box, army.seat)
