"""Overview of large maps, whose tiles are too small for the usual signs.

Banners carry their number on the seat's shape. Shields of garrisons are drawn only in cells
that troops could enter with their next move.
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
    terrain, closed = board(view.layout), _closed_borders(view)
    face_up = {tile.cell for tile in view.tiles if tile.up}
    armies = armies_of(view)
    occupied = {tile.cell for tile in view.tiles if tile.garrison} | {army.cell for army in armies}
    reachable = {army.cell for army in armies}
    for army in armies:
        steps = max(TROOPS[kind].moves for kind in army.troops)
        reachable |= ways(
            army.cell,
            steps,
            lambda cell: [
                neighbour
                for neighbour in terrain.orthogonal[cell]
                if neighbour in face_up and (cell, neighbour) not in closed
            ],
            occupied.__contains__,
        ).keys()
    return reachable


def _closed_borders(view: GameView) -> set[tuple[str, str]]:
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
    small = Image.new("RGB", (view.size, view.size), COLOURS["void"])
    for tile in view.tiles:
        row, col = cell_at(tile.cell)
        small.putpixel((col, row), GROUND[tile.land[0]] if tile.up else FOG[max(1, tile.level)])
    k = side // view.size
    out = small.resize((view.size * k, view.size * k), Image.Resampling.NEAREST)
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
    """Draw a banner for each army, contested cells last.

    The second banner of a cell hangs below the first. Banners reach into the cell above.
    """
    armies = sorted(
        armies_of(view),
        key=lambda army: (army.contested, cell_at(army.cell), army.seat != view.active),
    )
    contested = {army.cell for army in armies if army.contested}
    last_index: dict[str, int] = {}
    for army in sorted(armies, key=lambda army: army.cell in contested):
        index = last_index[army.cell] = last_index.get(army.cell, -1) + 1
        _draw_banner(canvas, theme, frame, army, index, fresh=army.cell in changed)
    for cell in sorted(contested):
        box, (right, down) = frame.box(cell), PLAN.get("swords_at")
        lay_swords(canvas, cell, (box.x + right, box.y + down), PLAN.int("swords"))


def _banner_corner(frame: MapFrame, cell: str) -> tuple[float, float]:
    """Return the corner of a cell's banner."""
    box = frame.box(cell)
    return box.x + PLAN.int("left"), max(frame.y - 4, box.y - PLAN.int("over"))


def _draw_banner(
    canvas: Canvas, theme: Theme, frame: MapFrame, army: ArmyView, index: int, *, fresh: bool
) -> None:
    n = sum(army.troops.values())
    width = PLAN.int("wide")
    height = PLAN.int("high")
    x, y = _banner_corner(frame, army.cell)
    y += index * PLAN.int("second")
    if fresh:
        canvas.glow(around(width, height), x, y, theme.glow)
    canvas.paste_padded(signs.ensign(theme, army.seat, n, width, height), x, y)
    box = Rect(round(x), round(y), width, height)
    canvas.record_region("army", box, f"{army.cell} {army.seat} {n}")
    canvas.record_spot(army.cell, box, army.seat)
