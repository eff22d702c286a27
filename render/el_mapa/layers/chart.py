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
MAX_BANNER_RISE_PX = LAYOUT.int("land.over")
OVERVIEW_DIGITS_PX = LAYOUT.int("overview.digits")
MIN_OWNER_PIECE_PX = LAYOUT.int("land.owner")
COLUMNS = "abcdefghijklmnop"
# Sides of a cell: offset of the border line in rows and columns, and whether it is horizontal.
SIDES = {
    "n": (0, 0, True),
    "w": (0, 0, False),
    "e": (0, 1, False),
    "s": (1, 0, True),
}


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
    """Return all armies on the map.

    A moving group is merged with the army of the same seat in the same cell.
    """
    group = view.moving
    if group is None:
        return list(view.armies)
    others = [army for army in view.armies if (army.cell, army.seat) != (group.at, group.seat)]
    troops = dict(group.troops)
    for army in view.armies:
        if (army.cell, army.seat) == (group.at, group.seat):
            troops = {
                kind: troops.get(kind, 0) + army.troops.get(kind, 0)
                for kind in {**army.troops, **troops}
            }
    return [*others, ArmyView(group.at, group.seat, troops, {})]


def lay_land(
    canvas: Canvas, view: GameView, theme: Theme, frame: MapFrame, fresh: Collection[str]
) -> None:
    """Draw the ground of the tiles with its painted details; parchment over face-down tiles.

    `fresh` are the cells that the last move revealed.
    """
    tiles = tiles_of(view)
    cells = [[f"{letter}{row + 1}" for letter in COLUMNS[: view.size]] for row in range(view.size)]
    grid = tuple(
        tuple(
            look_of(tile, theme, cell in fresh) if (tile := tiles.get(cell)) else None
            for cell in row
        )
        for row in cells
    )
    block = (frame.row, frame.col, frame.row + frame.rows, frame.col + frame.cols)
    canvas.sheet.paste(land.land(grid, frame.size, block), (frame.x, frame.y))


def fresh_sample(size: int) -> Sheet:
    """Return a changed tile of bare ground, for the key."""
    bare = DrawnTile(True, 1, "meadow", "meadow", changed=True)
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
    mask = _cells_mask(
        frame,
        [
            tile.cell
            for tile in view.tiles
            if tile.up and tile.cell not in reach and frame.holds(tile.cell)
        ],
    )
    canvas.sheet.paste(theme.paper, (frame.x, frame.y), scaled(mask, share))
    edge = _outline_mask(frame, [cell for cell in reach if frame.holds(cell)])
    bounds = edge.getbbox()
    if not bounds:
        return
    x, y = (max(0, start - 16) // 4 * 4 for start in bounds[:2])
    edge = edge.crop((x, y, min(edge.width, bounds[2] + 16), min(edge.height, bounds[3] + 16)))
    # The glow is soft, so it is computed at a quarter of the size.
    small_glow = scaled(edge.reduce(4).filter(ImageFilter.GaussianBlur(5 / 4)), 1.6)
    glow = small_glow.resize(
        (4 * small_glow.width, 4 * small_glow.height), Image.Resampling.BILINEAR
    ).crop((0, 0, *edge.size))
    canvas.sheet.paste(theme.saffron, (frame.x + x, frame.y + y), glow)
    canvas.sheet.paste(dark(theme.saffron, 0.45), (frame.x + x, frame.y + y), edge)


def _outline_mask(frame: MapFrame, cells: Collection[str]) -> Mask:
    """Return a line around cells.

    There is none along the edge of the picture, because the area may continue beyond it.
    """
    mask = Image.new("L", (frame.cols * frame.size, frame.rows * frame.size))
    size = frame.size
    pen = ImageDraw.Draw(mask)
    shown = {(row - frame.row, col - frame.col) for row, col in map(cell_at, cells)}
    for row, col in shown:
        for down, right, horizontal in SIDES.values():
            neighbour = (
                row + (2 * down - 1) * horizontal,
                col + (2 * right - 1) * (not horizontal),
            )
            if neighbour in shown or not (
                0 <= neighbour[0] < frame.rows and 0 <= neighbour[1] < frame.cols
            ):
                continue
            x, y = (col + right) * size, (row + down) * size
            long_x, long_y = (size, 0) if horizontal else (0, size)
            pen.rectangle((x - 2, y - 2, x + long_x + 1, y + long_y + 1), fill=255)
    return mask


def _cells_mask(frame: MapFrame, cells: Collection[str]) -> Mask:
    mask = Image.new("L", (frame.cols * frame.size, frame.rows * frame.size))
    pen = ImageDraw.Draw(mask)
    for cell in cells:
        box = frame.box(cell).moved(-frame.x, -frame.y)
        pen.rectangle((box.x, box.y, box.right - 1, box.bottom - 1), fill=255)
    return mask


def lay_walls(canvas: Canvas, view: GameView, frame: MapFrame) -> None:
    """Draw the red lines; each lies half on one cell and half on the next."""
    for name in view.walls:
        cell, side = name[:-1], name[-1]
        row, col = cell_at(cell)
        down, right, horizontal = SIDES[side]
        row, col = row + down - frame.row, col + right - frame.col
        rows, cols = (frame.rows, frame.cols - 1) if horizontal else (frame.rows - 1, frame.cols)
        if not (0 <= row <= rows and 0 <= col <= cols):
            continue
        bar = signs.wall(frame.size, upright=not horizontal)
        body_w = bar.image.width - 2 * bar.pad
        body_h = bar.image.height - 2 * bar.pad
        x, y = frame.x + col * frame.size, frame.y + row * frame.size
        if horizontal:
            # Lines at the rim stay on the map.
            y = min(max(y, frame.area.y + body_h // 3), frame.area.bottom - body_h // 3)
            canvas.paste_padded(bar, x + (frame.size - body_w) / 2, y - body_h / 2)
        else:
            x = min(max(x, frame.area.x + body_w // 3), frame.area.right - body_w // 3)
            canvas.paste_padded(bar, x - body_w / 2, y + (frame.size - body_h) / 2)
        canvas.record_region(
            "wall",
            Rect(x, y, frame.size if horizontal else 1, 1 if horizontal else frame.size),
            name,
        )


def owned(view: GameView, frame: MapFrame) -> Iterator[tuple[str, int, tuple[float, float], int]]:
    """Yield each owned cell that is shown: cell, owner, center and size of the piece."""
    for tile in view.tiles:
        if tile.owner is not None and frame.holds(tile.cell):
            box = frame.box(tile.cell)
            size = max(MIN_OWNER_PIECE_PX, round(frame.size * 0.27))
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
    """Draw the owner's piece on each owned tile (regions `owner`)."""
    for cell, owner, at, size in owned(view, frame):
        canvas.paste_centred(markers.piece(theme, owner, size), at)
        canvas.record_region(
            "owner", Rect(round(at[0] - size / 2), round(at[1] - size / 2), size, size), cell
        )


def lay_signs(
    canvas: Canvas, view: GameView, frame: MapFrame, near: Collection[str] | None = None
) -> None:
    """Draw yields and garrisons of tiles.

    With `near`, garrisons are drawn only in those cells: on large maps their signs are larger
    than the tiles and would cover others.
    """
    sign = frame.size
    for tile in view.tiles:
        if not frame.holds(tile.cell):
            continue
        box = frame.box(tile.cell)
        for feature in _features(tile):
            canvas.record_region(feature, box, tile.cell)
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
            canvas.paste_padded(
                signs.shield(n, size, OVERVIEW_DIGITS_PX if near is not None else 0), x, y
            )
            canvas.record_region(
                "garrison",
                Rect(round(x), round(y), round(size * 0.44), round(size * 0.5)),
                f"{tile.cell} {n}",
            )


def _features(tile: TileView) -> list[str]:
    """Return the features of a tile, by their names in the legend."""
    features = {
        "hidden": not tile.up,
        "mine": tile.mine,
        "pennon": tile.tower,
        "chest": tile.treasures,
        "village": tile.village,
    }
    return [feature for feature, present in features.items() if present]


def lay_armies(
    canvas: Canvas,
    view: GameView,
    theme: Theme,
    frame: MapFrame,
    changed: Collection[str] = (),
    *,
    kinds: bool = False,
) -> None:
    """Draw the banners in rows from the top; with `kinds` also the kinds of troops.

    A second banner in a cell hangs lower than the first. Cells in `changed` glow.
    """
    last_index: dict[str, int] = {}
    armies = armies_of(view)
    for army in sorted(armies, key=lambda army: (cell_at(army.cell), army.seat != view.active)):
        if not frame.holds(army.cell):
            continue
        index = last_index[army.cell] = last_index.get(army.cell, -1) + 1
        _draw_banner(canvas, theme, frame, army, index, army.cell in changed)
    for army in armies:
        if (
            kinds
            and frame.holds(army.cell)
            and (army.seat == view.active or not last_index[army.cell])
        ):
            _draw_kinds(canvas, theme, frame, army, alone=not last_index[army.cell])
    for cell in sorted({army.cell for army in armies if army.contested}):
        if frame.holds(cell):
            (x, y), sign = _banner_corner(frame, cell), frame.sign
            x, y = (x, y + sign * 0.42) if last_index[cell] else (x + sign * 0.5, y + sign * 0.51)
            lay_swords(canvas, cell, (max(x, frame.x + sign * 0.13), y), round(sign * 0.26))


def _banner_corner(frame: MapFrame, cell: str) -> tuple[float, float]:
    """Return the corner of a cell's banner."""
    sign, box = frame.sign, frame.box(cell)
    return max(frame.x - 4, box.right - sign * 0.74), max(
        frame.y - sign * 0.06, box.bottom - sign * 1.04, box.y - MAX_BANNER_RISE_PX
    )


def lay_swords(canvas: Canvas, cell: str, middle: tuple[float, float], side: int) -> None:
    """Draw the swords of a pending fight."""
    x, y = middle[0] - side / 2, middle[1] - side / 2
    canvas.paste_padded(signs.swords(side), x, y)
    canvas.record_region("fight", Rect(round(x), round(y), side, side), cell)


def _draw_banner(
    canvas: Canvas, theme: Theme, frame: MapFrame, army: ArmyView, index: int, fresh: bool
) -> None:
    sign, n = frame.sign, sum(army.troops.values())
    sprite = signs.banner(theme, army.seat, n, sign)
    x, y = _banner_corner(frame, army.cell)
    y += index * sign * 0.385
    if fresh:
        canvas.glow(
            around(round(sign * 0.64), round(sign * 0.38)),
            x + sign * 0.08,
            y + sign * 0.08,
            theme.glow,
        )
    if index:  # the pole of a second banner is cut at the lower edge of the tile
        room = max(round(sign * 0.5), frame.box(army.cell).bottom - round(y)) + sprite.pad
        sprite = PaddedSprite(
            sprite.image.crop((0, 0, sprite.image.width, min(sprite.image.height, room))),
            sprite.pad,
        )
    canvas.paste_padded(sprite, x, y)
    box = Rect(round(x), round(y), round(sign * 0.74), round(sign * 0.48))
    canvas.record_region("army", box, f"{army.cell} {army.seat} {n}")
    canvas.record_spot(army.cell, box, army.seat)


@cached
def around(w: int, h: int) -> Halo:
    """Return the glow of a changed banner with a cloth of that size."""
    return markers.halo(Image.new("L", (w, h), 255), max(6, w // 6), 4)


def _draw_kinds(
    canvas: Canvas, theme: Theme, frame: MapFrame, army: ArmyView, *, alone: bool
) -> None:
    """Draw the kinds of troops of an army at the lower right of its cell.

    With one banner in the cell (`alone`) they stand in two columns, or in one beside the shield
    of a garrison; below two banners they stand in one row.
    """
    colour = theme.seats[army.seat].colour
    tone = colour if not bright(colour) else dark(colour, 0.4)
    columns = 1 if army.contested else 2
    if not alone:
        columns = len(army.troops)
    plaque = signs.plaque(theme, tuple(army.troops.items()), tone, frame.size, columns)
    box = frame.box(army.cell)
    w = plaque.image.width - 2 * plaque.pad
    h = plaque.image.height - 2 * plaque.pad
    x, y = min(box.right - w - 2, frame.area.right - w), box.bottom - h - 2
    if not alone:
        x = max(x, frame.x)
        y = max(y + 6, round(_banner_corner(frame, army.cell)[1] + frame.sign * (0.385 + 0.46)))
    elif army.contested:  # beside the shield; a high plaque must not cover the seat's shape
        x = (
            box.x + 2
            if h < frame.size * 0.66
            else max(frame.x - 14, box.x + round(frame.size * 0.33) - w)
        )
    canvas.paste_padded(plaque, x, y)
    canvas.record_region("kinds", Rect(round(x), y, w, h), army.cell)


def lay_marks(
    canvas: Canvas,
    view: GameView,
    theme: Theme,
    frame: MapFrame,
    marks: Collection[Mark],
    kinds: Mapping[str, str],
) -> None:
    """Draw the marks: letters in discs, and the costs of steps.

    `kinds` is, by cell, the kind of disc for the cost of a step (`fight`, `unseen`).
    """
    occupied = {army.cell for army in armies_of(view)} | {
        tile.cell for tile in view.tiles if tile.garrison
    }
    cells_with_kinds = {region.about for region in canvas.regions if region.kind == "kinds"}
    for mark in marks:
        cell = cell_of(mark.spot)
        if not cell or not frame.holds(cell):
            continue
        box = frame.box(cell)
        share = 0.36 if cell in cells_with_kinds else 0.44
        digit = mark.letter.isdigit()
        if cell in cells_with_kinds:  # only this corner of the tile is free
            x, y = box.x + frame.size * 0.19, box.y + frame.size * 0.24
        else:
            x = box.x + frame.size * (0.5 if digit or cell not in occupied else 0.3)
            y = box.y + frame.size * (0.5 if digit else 0.6)
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
    segments = [
        (frame.box(a).centre, frame.box(b).centre)
        for a, b in steps
        if frame.holds(a) and frame.holds(b)
    ]
    for width, colour in ((frame.size // 9, (58, 40, 26)), (frame.size // 15, theme.saffron)):
        for (x0, y0), (x1, y1) in segments:
            canvas.pen.line((x0, y0, x1, y1), fill=(*colour, 225), width=max(3, width))
            r = max(3, width) / 2
            for x, y in ((x0, y0), (x1, y1)):
                canvas.pen.ellipse((x - r, y - r, x + r, y + r), fill=(*colour, 225))
    if segments:
        x, y = segments[-1][1]
        for share, colour in ((0.17, (58, 40, 26)), (0.14, theme.saffron), (0.07, (255, 250, 232))):
            r = frame.size * share
            canvas.pen.ellipse((x - r, y - r, x + r, y + r), fill=colour)
        canvas.record_region("way", Rect(round(x - 10), round(y - 10), 20, 20), steps[-1][1])


def lay_targets(canvas: Canvas, theme: Theme, frame: MapFrame, ghost: Collection[str]) -> None:
    """Draw a dashed frame around the cells that the previewed decision is about."""
    for spot in ghost:
        cell = cell_of(spot)
        if not cell or ">" in spot or "." in spot or not frame.holds(cell):
            continue
        box = frame.box(cell)
        step = frame.size / 9
        for width, colour in ((8, theme.ink), (4, theme.glow)):
            for i in range(0, 9, 2):
                a, b = i * step, (i + 1) * step
                for edge in (2, frame.size - 3):
                    canvas.pen.line(
                        (box.x + a, box.y + edge, box.x + b, box.y + edge), fill=colour, width=width
                    )
                    canvas.pen.line(
                        (box.x + edge, box.y + a, box.x + edge, box.y + b), fill=colour, width=width
                    )
