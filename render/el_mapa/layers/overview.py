"""Troops on the map, the cells in their reach, and a small map that locates a part.

A banner shows the number of troops on the seat's shape.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PIL import Image, ImageDraw

from games.core.prompts.option_table import cell_at
from games.el_mapa.model.catalog import TROOPS
from games.el_mapa.model.terrain import board, ways
from games.el_mapa.views.view import ArmyView, GameView, TileView
from render.base.cache import cached
from render.base.canvas import Canvas, Halo
from render.base.layout import Rect
from render.base.texture import Sheet
from render.base.theme import EDGE, Theme
from render.el_mapa.layers import signs
from render.el_mapa.layers.chart import ROOMY_TILE_PX, MapFrame, armies_of, fights_of, garrisons_of
from render.el_mapa.pieces.style import COLOURS, LAYOUT
from render.parts import markers

TROOPS_PLAN = LAYOUT.part("troops")


def within_reach(view: GameView) -> set[str]:
    """Return the cells that any army could enter in one turn.

    Red lines and face-down tiles stop troops.
    """
    return set().union(*(cells for _, cells in _reaches(view)))


def threatened(view: GameView) -> set[str]:
    """Return the viewer's castles that another player's troops could enter in one turn.

    Castles are given by their cells.
    """
    own = {castle.cell for castle in view.castles if castle.owner == view.viewer}
    if not own:
        return set()
    return own & set().union(*(cells for army, cells in _reaches(view) if army.seat != view.viewer))


def _reaches(view: GameView) -> list[tuple[ArmyView, set[str]]]:
    """Return each army with its own cell and those that its fastest troops could enter."""
    terrain, closed = board(view.layout), _closed_borders(view)
    face_up = {tile.cell for tile in view.tiles if tile.up}
    armies = armies_of(view)
    occupied = {tile.cell for tile in view.tiles if tile.garrison} | {army.cell for army in armies}

    def enterable(cell: str) -> list[str]:
        return [
            neighbour
            for neighbour in terrain.orthogonal[cell]
            if neighbour in face_up and (cell, neighbour) not in closed
        ]

    return [
        (
            army,
            {
                army.cell,
                *ways(
                    army.cell,
                    max(TROOPS[kind].moves for kind in army.troops),
                    enterable,
                    lambda cell: cell in occupied,  # a march ends in an occupied cell
                ),
            },
        )
        for army in armies
    ]


def lay_threats(canvas: Canvas, view: GameView, frame: MapFrame) -> None:
    """Draw a striped rim around the viewer's castles that a rival could attack next turn."""
    shown = threatened(view)
    if frame.size < ROOMY_TILE_PX:  # a fight there is the plainer sign, and its numbers stay free
        shown -= fights_of(view)
    for cell in sorted(shown):
        if not frame.holds(cell):
            continue
        box = frame.box(cell)
        rim = signs.danger_rim(frame.size)
        canvas.sheet.paste(rim, (box.x, box.y), rim)
        canvas.record_region("threat", box, cell)


def _closed_borders(view: GameView) -> set[tuple[str, str]]:
    """Return the pairs of neighboring cells with a red line between them."""
    beside, pairs = board(view.layout).beside, set()
    for wall in view.walls:
        cell, edge = wall[:-1], wall[-1]
        if neighbour := beside[cell].get(edge):
            pairs |= {(cell, neighbour), (neighbour, cell)}
    return pairs


def locator(view: GameView, theme: Theme, frame: MapFrame, side: int) -> Sheet:
    """Return a small image of the whole map, at most `side` pixels wide.

    Tiles have the color of the seat that owns them or stands there alone; others are gray, darker
    if face down, because some land has the color of a seat. A frame marks the part that is shown.
    """
    small = Image.new("RGB", (view.size, view.size), COLOURS["void"])
    holders = {army.cell: army.seat for army in armies_of(view)}
    for tile in view.tiles:
        row, col = cell_at(tile.cell)
        ground = COLOURS["locator_up" if tile.up else "locator_down"]
        owner = holders.get(tile.cell, tile.owner)
        small.putpixel((col, row), ground if owner is None else theme.seats[owner].colour)
    k = side // view.size
    out = small.resize((view.size * k, view.size * k), Image.Resampling.NEAREST)
    pen = ImageDraw.Draw(out)
    for at in range(1, view.size):
        for ends in ((at * k, 0, at * k, out.height), (0, at * k, out.width, at * k)):
            pen.line(ends, fill=COLOURS["locator_line"])
    pen.rectangle((0, 0, out.width - 1, out.height - 1), outline=EDGE)
    box = [at * k for at in (frame.col, frame.row, frame.col + frame.cols, frame.row + frame.rows)]
    for inset, colour in enumerate((EDGE, COLOURS["step"], COLOURS["step"], COLOURS["step"], EDGE)):
        ImageDraw.Draw(out).rectangle(
            (box[0] + inset, box[1] + inset, box[2] - 1 - inset, box[3] - 1 - inset), outline=colour
        )
    return out


@cached
def banner_glow(w: int, h: int) -> Halo:
    """Return the glow of a changed banner whose cloth is `w` x `h` pixels."""
    return markers.halo(Image.new("L", (w, h), 255), max(6, w // 6), 4)


def lay_troops(
    canvas: Canvas,
    view: GameView,
    theme: Theme,
    frame: MapFrame,
    changed: Collection[str] = (),
    guarded: Collection[str] | None = None,
) -> None:
    """Draw a banner for each army and a shield for each garrison, in their cells.

    Signs that share a cell stand above each other, the active seat's
    first; these cells are drawn last. On small tiles an army's sign is its seat's shape instead of
    a banner. With `guarded`, garrisons outside these cells are drawn only next to an army. The banners
    in `changed` cells glow.
    """
    by_cell: dict[str, list[ArmyView | TileView]] = {}
    for army in sorted(armies_of(view), key=lambda army: army.seat != view.active):
        by_cell.setdefault(army.cell, []).append(army)
    for tile in garrisons_of(view):
        if guarded is None or tile.cell in guarded or tile.cell in by_cell:
            by_cell.setdefault(tile.cell, []).append(tile)
    contested = {army.cell for army in armies_of(view) if army.contested}
    small = frame.size < ROOMY_TILE_PX
    if small:  # first, so that they cover no sign of a neighboring tile
        for cell in filter(frame.holds, by_cell.keys() & set(changed)):
            ring = signs.last_move(frame.size, theme.glow)
            canvas.paste_padded(ring, frame.box(cell).x, frame.box(cell).y)
    for cell, found in sorted(by_cell.items(), key=lambda item: (len(item[1]), cell_at(item[0]))):
        if not frame.holds(cell):
            continue
        fresh = cell in changed
        if len(found) == 1:
            _draw_alone(canvas, theme, frame, found[0], fresh=fresh)
        elif small:
            _draw_shared(canvas, theme, frame.box(cell), found)
        else:
            _draw_stacked(canvas, theme, frame, found, fresh=fresh and cell not in contested)
        if cell in contested and not small:
            _draw_swords(canvas, frame, cell)


def _draw_alone(
    canvas: Canvas, theme: Theme, frame: MapFrame, sign: ArmyView | TileView, *, fresh: bool
) -> None:
    """Draw the sign of the only troops in a cell: an army's or a garrison's.

    With `fresh`, an army's sign glows. A small tile has no room for a banner with both symbol and
    number, so the army's symbol is drawn as large as the tile instead.
    """
    box = frame.box(sign.cell)
    if isinstance(sign, ArmyView) and frame.size < ROOMY_TILE_PX:
        _draw_token(canvas, theme, sign, box, fresh=fresh)
        return
    if isinstance(sign, ArmyView):
        w, h = TROOPS_PLAN.get(f"cloths.{frame.size}")
        cloth = Rect(box.right - w, box.y + 1, w, h)
        pole = min(TROOPS_PLAN.int("pole"), box.bottom - cloth.bottom)
        _draw_banner(canvas, theme, sign, cloth, pole, fresh=fresh)
        return
    small = frame.size < ROOMY_TILE_PX
    size = TROOPS_PLAN.int("shield_small") if small else max(frame.size, TROOPS_PLAN.int("shield"))
    w, h = round(size * 0.44), round(size * 0.5)
    _draw_shield(canvas, sign, Rect(box.right - w, box.bottom - h, w, h), size, quiet=small)


def _draw_shared(
    canvas: Canvas,
    theme: Theme,
    box: Rect,
    found: Sequence[ArmyView | TileView],
) -> None:
    """Draw the sign of a fight on a small cell, with a line for each side; it sticks out.

    Troops of several owners share a cell only before their battle.
    """
    left, top, right, bottom = signs.SHARED_OUT_PX
    box = Rect(box.x - left, box.y - top, box.w + left + right, box.h + top + bottom)
    troops = tuple(
        (sign.seat, sum(sign.troops.values()))
        if isinstance(sign, ArmyView)
        else (-1, sum(n for _, n in sign.garrison))
        for sign in found
    )
    around = (box.x - 2, box.y - 2, box.right + 1, box.bottom + 1)
    canvas.pen.rectangle(around, outline=theme.cream, width=2)  # apart from signs beside it
    canvas.paste_padded(signs.shared(theme, troops, box.w, box.h), box.x, box.y)
    for at, (seat, n) in enumerate(troops):
        start, end = (box.y + box.h * end // len(troops) for end in (at, at + 1))
        part = Rect(box.x, start, box.w, end - start)
        kind, about = ("army", f"{seat} {n}") if seat >= 0 else ("garrison", f"{n}")
        cell = found[at].cell
        canvas.record_region(kind, part, f"{cell} {about}", has_letters=True)
        if seat >= 0:
            canvas.record_spot(cell, box, seat)
    canvas.record_region("fight", box, found[0].cell)


def _draw_stacked(
    canvas: Canvas,
    theme: Theme,
    frame: MapFrame,
    found: Sequence[ArmyView | TileView],
    *,
    fresh: bool,
) -> None:
    """Draw the signs of all troops in a cell above each other, around its middle.

    They are narrow, so that the sign of their fight has room beside them. With `fresh`, the banners
    of armies glow.
    """
    box = frame.box(found[0].cell)
    w, h = _stacked_width(frame), TROOPS_PLAN.get(f"cloths.{frame.size}")[1]
    h = max(TROOPS_PLAN.int("stacked"), min(h, frame.size // len(found)))
    high = h * len(found)
    y = round(box.centre[1] - high / 2)
    for sign in found:
        if isinstance(sign, ArmyView):
            _draw_banner(canvas, theme, sign, Rect(box.right - w, y, w, h), 0, fresh=fresh)
        else:
            size = h * 2
            across = round(size * 0.44)
            _draw_shield(canvas, sign, Rect(box.right - (w + across) // 2, y, across, h), size)
        y += h


def _stacked_width(frame: MapFrame) -> int:
    """Return the width of the banners in a large cell where a fight is pending."""
    return max(TROOPS_PLAN.int("stacked_least"), frame.size - TROOPS_PLAN.int("swords"))


def _draw_banner(
    canvas: Canvas, theme: Theme, army: ArmyView, box: Rect, pole: int, *, fresh: bool
) -> None:
    n = sum(army.troops.values())
    if fresh:
        canvas.glow(banner_glow(box.w, box.h), box.x, box.y, theme.glow)
    canvas.paste_padded(signs.ensign(theme, army.seat, n, box.w, box.h, pole), box.x, box.y)
    canvas.record_region("army", box, f"{army.cell} {army.seat} {n}", has_letters=True)
    canvas.record_spot(army.cell, box, army.seat)


def _draw_token(canvas: Canvas, theme: Theme, army: ArmyView, box: Rect, *, fresh: bool) -> None:
    n = sum(army.troops.values())
    if fresh:
        canvas.glow(banner_glow(box.w, box.h), box.x, box.y, theme.glow)
    canvas.paste_padded(signs.token(theme, army.seat, n, box.w), box.x, box.y)
    middle = Rect(box.x + 4, box.y + 4, box.w - 8, box.h - 8)  # the number, without the corners
    canvas.record_region("army", middle, f"{army.cell} {army.seat} {n}", has_letters=True)
    canvas.record_spot(army.cell, box, army.seat)


def _draw_shield(
    canvas: Canvas, tile: TileView, box: Rect, size: int, *, quiet: bool = False
) -> None:
    n = sum(k for _, k in tile.garrison)
    made = signs.shield(n, size, TROOPS_PLAN.int("digits"), quiet)
    canvas.paste_padded(made, box.x, box.y)
    canvas.record_region("garrison", box, f"{tile.cell} {n}", has_letters=True)


def _draw_swords(canvas: Canvas, frame: MapFrame, cell: str) -> None:
    """Draw the sign of a pending fight in a large cell, left of the banners, and a red rim."""
    side, box = TROOPS_PLAN.int("swords"), frame.box(cell)
    rim = signs.fight_rim(frame.size)
    canvas.sheet.paste(rim, (box.x, box.y), rim)
    x, y = box.right - _stacked_width(frame) - side + 2, round(box.centre[1] - side / 2)
    canvas.paste_padded(signs.swords(side), x, y)
    canvas.record_region("fight", Rect(x, y, side, side), cell)
