"""Part of the map with everything on it, back to front.

Land, red lines, yields and owners of tiles, garrisons, banners, then marks and ghosts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from games.core.prompts.option_table import cell_at
from games.core.views.scene import Mark
from games.el_mapa.views.view import ArmyView, GameView, TileView
from render.base.cache import cached
from render.base.canvas import Canvas, Halo, PaddedSprite
from render.base.layout import Rect
from render.base.texture import Mask, Sheet, scaled
from render.base.theme import Theme, bright, dark
from render.el_mapa.layers import land, signs
from render.el_mapa.layers.tiles import DrawnTile, look_of
from render.el_mapa.pieces.style import LAYOUT
from render.parts import markers

MIN_TILE_PX = LAYOUT.int("land.least")
OVER = LAYOUT.int("land.over")
DIGITS = LAYOUT.int("overview.digits")
OWNER = LAYOUT.int("land.owner")
COLUMNS = "abcdefghijklmnop"
SIDES = {
    "n": (0, 0, True),
    "w": (0, 0, False),
    "e": (0, 1, False),
    "s": (1, 0, True),
}  # offset of the line in rows and columns; whether it is horizontal


class MapFrame(NamedTuple):
    """Part of the map on a picture.

    First row and column, number of rows and columns, tile size in pixels, and the corner on the
    picture.
    """

    row: int
    col: int
    rows: int
    cols: int
    size: int
    x: int
    y: int

    def holds(self, cell: str) -> bool:
        """Return whether a cell (`c7`) is shown."""
        row, col = cell_at(cell)
        return self.row <= row < self.row + self.rows and self.col <= col < self.col + self.cols

    def box(self, cell: str) -> Rect:
        """Return the rectangle of a cell in pixels; outside of `area` if the cell is not shown."""
        row, col = cell_at(cell)
        return Rect(
            self.x + (col - self.col) * self.size,
            self.y + (row - self.row) * self.size,
            self.size,
            self.size,
        )

    @property
    def area(self) -> Rect:
        """Return the rectangle of the whole part in pixels."""
        return Rect(self.x, self.y, self.cols * self.size, self.rows * self.size)

    @property
    def sign(self) -> int:
        """Return the tile size for signs, which do not shrink with the tiles of large maps."""
        return max(self.size, MIN_TILE_PX)


def cell_of(spot: str) -> str:
    """Return the cell of a spot or ghost (`c7.2-3`, `b1>c1`, `c7=market`), or "" if none."""
    cell = spot.partition("=")[0].partition(".")[0].rpartition(">")[2]
    return cell if len(cell) in (2, 3) and cell[0].isalpha() and cell[1:].isdigit() else ""


def tiles_of(view: GameView) -> dict[str, TileView]:
    """Return the tiles of a view by cell, face-down ones too; void cells have none."""
    return {tile.cell: tile for tile in view.tiles}


def armies_of(view: GameView) -> list[ArmyView]:
    """Return all troops on the map.

    A moving group is merged with its owner's army in the same cell.
    """
    group = view.moving
    if group is None:
        return list(view.armies)
    found = [army for army in view.armies if (army.cell, army.seat) != (group.at, group.seat)]
    troops = dict(group.troops)
    for army in view.armies:
        if (army.cell, army.seat) == (group.at, group.seat):
            troops = {
                kind: troops.get(kind, 0) + army.troops.get(kind, 0)
                for kind in {**army.troops, **troops}
            }
    return [*found, ArmyView(group.at, group.seat, troops, {})]


def lay_land(
    canvas: Canvas, view: GameView, theme: Theme, frame: MapFrame, fresh: Collection[str]
) -> None:
    """Draw the painted ground with its drawings, and the parchment over face-down tiles."""
    here = tiles_of(view)
    names = [[f"{letter}{row + 1}" for letter in COLUMNS[: view.size]] for row in range(view.size)]
    grid = tuple(
        tuple(
            look_of(tile, theme, cell in fresh) if (tile := here.get(cell)) else None
            for cell in row
        )
        for row in names
    )
    block = (frame.row, frame.col, frame.row + frame.rows, frame.col + frame.cols)
    canvas.sheet.paste(land.land(grid, frame.size, block), (frame.x, frame.y))


def fresh_sample(size: int) -> Sheet:
    """Return a changed tile of bare ground, for the key."""
    bare = DrawnTile(True, 1, "meadow", "meadow", fresh=True)
    return land.paint(((bare,),), size, (0, 0, 1, 1))


def lay_veil(
    canvas: Canvas,
    theme: Theme,
    frame: MapFrame,
    view: GameView,
    reach: Collection[str],
    share: float,
) -> None:
    """Veil face-up cells out of reach, and draw a glowing line around those in reach."""
    mask = _cells(
        frame,
        [
            tile.cell
            for tile in view.tiles
            if tile.up and tile.cell not in reach and frame.holds(tile.cell)
        ],
    )
    canvas.sheet.paste(theme.paper, (frame.x, frame.y), scaled(mask, share))
    edge = _outline(frame, [cell for cell in reach if frame.holds(cell)])
    around = edge.getbbox()
    if not around:
        return
    x, y = (max(0, at - 16) // 4 * 4 for at in around[:2])
    edge = edge.crop((x, y, min(edge.width, around[2] + 16), min(edge.height, around[3] + 16)))
    few = scaled(
        edge.reduce(4).filter(ImageFilter.GaussianBlur(5 / 4)), 1.6
    )  # soft enough to be computed at a quarter of the size
    glow = few.resize((4 * few.width, 4 * few.height), Image.Resampling.BILINEAR).crop(
        (0, 0, *edge.size)
    )
    canvas.sheet.paste(theme.saffron, (frame.x + x, frame.y + y), glow)
    canvas.sheet.paste(dark(theme.saffron, 0.45), (frame.x + x, frame.y + y), edge)


def _outline(frame: MapFrame, cells: Collection[str]) -> Mask:
    """Return a line around cells; none along the edge of the picture, where they may go on."""
    mask, size = Image.new("L", (frame.cols * frame.size, frame.rows * frame.size)), frame.size
    pen = ImageDraw.Draw(mask)
    inside = {(row - frame.row, col - frame.col) for row, col in map(cell_at, cells)}
    for row, col in inside:
        for down, right, lying in SIDES.values():
            beside = (row + (2 * down - 1) * lying, col + (2 * right - 1) * (not lying))
            if beside in inside or not (
                0 <= beside[0] < frame.rows and 0 <= beside[1] < frame.cols
            ):
                continue
            x, y = (col + right) * size, (row + down) * size
            long_x, long_y = (size, 0) if lying else (0, size)
            pen.rectangle((x - 2, y - 2, x + long_x + 1, y + long_y + 1), fill=255)
    return mask


def _cells(frame: MapFrame, cells: Collection[str]) -> Mask:
    mask = Image.new("L", (frame.cols * frame.size, frame.rows * frame.size))
    pen = ImageDraw.Draw(mask)
    for cell in cells:
        box = frame.box(cell).moved(-frame.x, -frame.y)
        pen.rectangle((box.x, box.y, box.right - 1, box.bottom - 1), fill=255)
    return mask


def lay_walls(canvas: Canvas, view: GameView, frame: MapFrame) -> None:
    """Draw the red lines; a line between two cells once, half on each."""
    for name in view.walls:
        cell, side = name[:-1], name[-1]
        row, col = cell_at(cell)
        down, right, lying = SIDES[side]
        row, col = row + down - frame.row, col + right - frame.col
        rows, cols = (frame.rows, frame.cols - 1) if lying else (frame.rows - 1, frame.cols)
        if not (0 <= row <= rows and 0 <= col <= cols):
            continue
        bar = signs.wall(frame.size, upright=not lying)
        body_w, body_h = bar.image.width - 2 * bar.pad, bar.image.height - 2 * bar.pad
        x, y = frame.x + col * frame.size, frame.y + row * frame.size
        if lying:
            y = min(
                max(y, frame.area.y + body_h // 3), frame.area.bottom - body_h // 3
            )  # lines at the rim stay on the map
            canvas.paste_padded(bar, x + (frame.size - body_w) / 2, y - body_h / 2)
        else:
            x = min(max(x, frame.area.x + body_w // 3), frame.area.right - body_w // 3)
            canvas.paste_padded(bar, x - body_w / 2, y + (frame.size - body_h) / 2)
        canvas.record_region(
            "wall", Rect(x, y, frame.size if lying else 1, 1 if lying else frame.size), name
        )


def owned(view: GameView, frame: MapFrame) -> Iterator[tuple[str, int, tuple[float, float], int]]:
    """Yield each owned cell that is shown: cell, owner, center and size of the piece."""
    for tile in view.tiles:
        if tile.owner is not None and frame.holds(tile.cell):
            box, size = frame.box(tile.cell), max(OWNER, round(frame.size * 0.27))
            yield (
                tile.cell,
                tile.owner,
                (
                    box.x + size * 0.6,
                    box.bottom - size * (0.62 if frame.size >= MIN_TILE_PX else 0.4),
                ),
                size,
            )


def lay_owners(canvas: Canvas, view: GameView, theme: Theme, frame: MapFrame) -> None:
    """Draw the owner's piece on each owned tile, noted as `owner`."""
    for cell, owner, at, size in owned(view, frame):
        canvas.paste_centred(markers.piece(theme, owner, size), at)
        canvas.record_region(
            "owner", Rect(round(at[0] - size / 2), round(at[1] - size / 2), size, size), cell
        )


def lay_signs(
    canvas: Canvas, view: GameView, frame: MapFrame, near: Collection[str] | None = None
) -> None:
    """Draw yields and garrisons of tiles.

    Where signs are larger than tiles, only those of the cells in `near`.
    """
    sign = frame.size
    for tile in view.tiles:
        if not frame.holds(tile.cell):
            continue
        box = frame.box(tile.cell)
        for what in _bears(tile):
            canvas.record_region(what, box, tile.cell)
        if not tile.up:
            continue
        canvas.record_region("cell", box, tile.cell)
        canvas.record_spot(
            tile.cell, Rect(box.x + box.w // 4, box.y + box.h // 4, box.w // 2, box.h // 2)
        )
        if tile.mine:
            cube = signs.mine(tile.mine, sign)
            canvas.sheet.paste(cube, (box.x + sign // 50, box.y + sign // 33), cube)
        if tile.tower:
            canvas.paste_padded(signs.pennon(tile.tower, sign), box.x, box.y + sign // 50)
        if tile.garrison and (near is None or tile.cell in near):
            n, size = sum(k for _, k in tile.garrison), frame.sign
            x, y = box.right - size * 0.46, box.bottom - size * 0.52
            canvas.paste_padded(signs.shield(n, size, DIGITS if near is not None else 0), x, y)
            canvas.record_region(
                "garrison",
                Rect(round(x), round(y), round(size * 0.44), round(size * 0.5)),
                f"{tile.cell} {n}",
            )


def _bears(tile: TileView) -> list[str]:
    """Return the features of a tile, by their names in the legend."""
    found = {
        "hidden": not tile.up,
        "mine": tile.mine,
        "pennon": tile.tower,
        "chest": tile.treasures,
        "village": tile.village,
    }
    return [what for what, there in found.items() if there]


def lay_armies(
    canvas: Canvas,
    view: GameView,
    theme: Theme,
    frame: MapFrame,
    changed: Collection[str] = (),
    *,
    kinds: bool = False,
) -> None:
    """Draw the banners in rows from the top; close looks also show the `kinds` of troops.

    Of two banners in a cell the second hangs lower.
    """
    seen: dict[str, int] = {}
    armies = armies_of(view)
    for army in sorted(armies, key=lambda army: (cell_at(army.cell), army.seat != view.active)):
        if not frame.holds(army.cell):
            continue
        at = seen[army.cell] = seen.get(army.cell, -1) + 1
        _army(canvas, theme, frame, army, at, army.cell in changed)
    for army in armies:
        if kinds and frame.holds(army.cell) and (army.seat == view.active or not seen[army.cell]):
            _kinds(canvas, theme, frame, army, alone=not seen[army.cell])
    for cell in sorted({army.cell for army in armies if army.contested}):
        if frame.holds(cell):
            (x, y), sign = _banner_corner(frame, cell), frame.sign
            x, y = (x, y + sign * 0.42) if seen[cell] else (x + sign * 0.5, y + sign * 0.51)
            lay_swords(canvas, cell, (max(x, frame.x + sign * 0.13), y), round(sign * 0.26))


def _banner_corner(frame: MapFrame, cell: str) -> tuple[float, float]:
    """Return the corner of a cell's banner."""
    sign, box = frame.sign, frame.box(cell)
    return max(frame.x - 4, box.right - sign * 0.74), max(
        frame.y - sign * 0.06, box.bottom - sign * 1.04, box.y - OVER
    )


def lay_swords(canvas: Canvas, cell: str, middle: tuple[float, float], side: int) -> None:
    """Draw the swords of a pending fight."""
    x, y = middle[0] - side / 2, middle[1] - side / 2
    canvas.paste_padded(signs.swords(side), x, y)
    canvas.record_region("fight", Rect(round(x), round(y), side, side), cell)


def _army(
    canvas: Canvas, theme: Theme, frame: MapFrame, army: ArmyView, at: int, fresh: bool
) -> None:
    sign, n = frame.sign, sum(army.troops.values())
    here = signs.banner(theme, army.seat, n, sign)
    x, y = _banner_corner(frame, army.cell)
    y += at * sign * 0.385
    if fresh:
        canvas.glow(
            around(round(sign * 0.64), round(sign * 0.38)),
            x + sign * 0.08,
            y + sign * 0.08,
            theme.glow,
        )
    if at:  # the pole of a second banner ends with the tile
        room = max(round(sign * 0.5), frame.box(army.cell).bottom - round(y)) + here.pad
        here = PaddedSprite(
            here.image.crop((0, 0, here.image.width, min(here.image.height, room))), here.pad
        )
    canvas.paste_padded(here, x, y)
    banner = Rect(round(x), round(y), round(sign * 0.74), round(sign * 0.48))
    canvas.record_region("army", banner, f"{army.cell} {army.seat} {n}")
    canvas.record_spot(army.cell, banner, army.seat)


@cached
def around(w: int, h: int) -> Halo:
    """Return the glow of a changed banner with a cloth of that size."""
    return markers.halo(Image.new("L", (w, h), 255), max(6, w // 6), 4)


def _kinds(canvas: Canvas, theme: Theme, frame: MapFrame, army: ArmyView, *, alone: bool) -> None:
    """Draw the kinds of troops of an army at the lower right of its cell.

    They stand beside the shield of a garrison, and in one row below two banners.
    """
    colour = theme.seats[army.seat].colour
    tone = colour if not bright(colour) else dark(colour, 0.4)
    columns = len(army.troops) if not alone else 1 if army.contested else 2
    here = signs.plaque(theme, tuple(army.troops.items()), tone, frame.size, columns)
    box = frame.box(army.cell)
    w, h = here.image.width - 2 * here.pad, here.image.height - 2 * here.pad
    x, y = min(box.right - w - 2, frame.area.right - w), box.bottom - h - 2
    if not alone:
        x, y = (
            max(x, frame.x),
            max(y + 6, round(_banner_corner(frame, army.cell)[1] + frame.sign * (0.385 + 0.46))),
        )
    elif army.contested:  # a plaque that reaches the banner leaves the seat's shape visible
        x = (
            box.x + 2
            if h < frame.size * 0.66
            else max(frame.x - 14, box.x + round(frame.size * 0.33) - w)
        )
    canvas.paste_padded(here, x, y)
    canvas.record_region("kinds", Rect(round(x), y, w, h), army.cell)


def lay_marks(
    canvas: Canvas,
    view: GameView,
    theme: Theme,
    frame: MapFrame,
    marks: Collection[Mark],
    kinds: Mapping[str, str],
) -> None:
    """Draw the letters of marks in discs beside an army's pole.

    The cost of a step is drawn in a disc of the cell's kind (`fight`, `unseen`).
    """
    taken = {army.cell for army in armies_of(view)} | {
        tile.cell for tile in view.tiles if tile.garrison
    }
    told = {noted.about for noted in canvas.noted if noted.kind == "kinds"}
    for mark in marks:
        cell = cell_of(mark.spot)
        if not cell or not frame.holds(cell):
            continue
        box, share, digit = frame.box(cell), 0.36 if cell in told else 0.44, mark.letter.isdigit()
        if cell in told:  # the rest of the tile is covered by information
            x, y = box.x + frame.size * 0.19, box.y + frame.size * 0.24
        else:
            x, y = (
                box.x + frame.size * (0.5 if digit or cell not in taken else 0.3),
                box.y + frame.size * (0.5 if digit else 0.6),
            )
        side = round(frame.sign * share) if digit else max(46, round(frame.sign * share))
        if digit:
            disc = signs.disc(mark.letter, kinds.get(cell, "step"), round(side / 0.44))
            canvas.paste_padded(disc, x - side / 2, y - side / 2)
        else:
            canvas.paste_centred(markers.marker(theme, mark.letter, side, mark.tone), (x, y))
        canvas.record_region(
            "marker", Rect(round(x - side / 2), round(y - side / 2), side, side), mark.spot
        )


def draw_path(canvas: Canvas, theme: Theme, frame: MapFrame, ghost: Collection[str]) -> None:
    """Draw the path of a group (`b1>c1`): an arrow from cell to cell and a ring at its end."""
    steps = [step.split(">") for step in ghost if ">" in step]
    shown = [
        (frame.box(a).centre, frame.box(b).centre)
        for a, b in steps
        if frame.holds(a) and frame.holds(b)
    ]
    for wide, colour in ((frame.size // 9, (58, 40, 26)), (frame.size // 15, theme.saffron)):
        for (x0, y0), (x1, y1) in shown:
            canvas.pen.line((x0, y0, x1, y1), fill=(*colour, 225), width=max(3, wide))
            r = max(3, wide) / 2
            for x, y in ((x0, y0), (x1, y1)):
                canvas.pen.ellipse((x - r, y - r, x + r, y + r), fill=(*colour, 225))
    if shown:
        x, y = shown[-1][1]
        for share, colour in ((0.17, (58, 40, 26)), (0.14, theme.saffron), (0.07, (255, 250, 232))):
            r = frame.size * share
            canvas.pen.ellipse((x - r, y - r, x + r, y + r), fill=colour)
        canvas.record_region("way", Rect(round(x - 10), round(y - 10), 20, 20), steps[-1][1])


def lay_targets(canvas: Canvas, theme: Theme, frame: MapFrame, ghost: Collection[str]) -> None:
    """Draw a dashed frame around the cells that a decision is about."""
    for name in ghost:
        cell = cell_of(name)
        if not cell or ">" in name or "." in name or not frame.holds(cell):
            continue
        box = frame.box(cell)
        step = frame.size / 9
        for wide, colour in ((8, theme.ink), (4, theme.glow)):
            for i in range(0, 9, 2):
                a, b = i * step, (i + 1) * step
                for edge in (2, frame.size - 3):
                    canvas.pen.line(
                        (box.x + a, box.y + edge, box.x + b, box.y + edge), fill=colour, width=wide
                    )
                    canvas.pen.line(
                        (box.x + edge, box.y + a, box.x + edge, box.y + b), fill=colour, width=wide
                    )
