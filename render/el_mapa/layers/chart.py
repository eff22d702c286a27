"""Part of the map with everything on it, back to front.

Land, red lines, yields and owners of tiles, garrisons, banners, then marks and ghosts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from msgspec import structs
from PIL import Image, ImageDraw, ImageFilter

from games.core.prompts.option_table import cell_at
from games.core.views.scene import Mark
from games.el_mapa.views.view import ArmyView, GameView, SideView, TileView
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Mask, Sheet, Sprite, scaled
from render.base.theme import Theme, dark
from render.el_mapa.layers import land, signs
from render.el_mapa.layers.tiles import DrawnTile, look_of
from render.el_mapa.pieces.style import LAYOUT
from render.parts import markers

LAND = LAYOUT.part("land")
LEVEL_OUT_PX = (-2, -5)  # of a tower's level, from the corner of its tile: numbers stay free
TROOPS = LAYOUT.part("troops")
ROOMY_TILE_PX = LAND.int("roomy")
FIGHT_ROOM_PX = 3  # how far castles and levels reach down beside the sign of a fight
CASTLE_OUT_PX = 3  # from the corner of a tile outward, away from the number of troops
COLUMNS = "abcdefghijklmnop"
# Sides of a cell: offset of the border line in rows and columns, and whether it is horizontal.
SIDES = {
    "n": (0, 0, True),
    "w": (0, 0, False),
    "e": (0, 1, False),
    "s": (1, 0, True),
}


class MapFrame(NamedTuple):
    """Part of the map, and where it is drawn on the picture.

    `row` and `col` are its first row and column, `rows` and `cols` the number of rows and columns.
    `size` is the tile size in pixels; `x` and `y` are the part's upper left corner on the picture,
    in pixels.
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
        """Return the rectangle of a cell in pixels.

        The rectangle of a cell that is not shown lies outside `area`.
        """
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


def cell_of(spot: str) -> str:
    """Return the cell of a spot or ghost, or "" if it has none.

    Examples: `c7.2-3` and `c7=market` lie in `c7`; the step `b1>c1` leads to `c1`.
    """
    cell = spot.partition("=")[0].partition(".")[0].rpartition(">")[2]
    return cell if len(cell) in (2, 3) and cell[0].isalpha() and cell[1:].isdigit() else ""


def tiles_of(view: GameView) -> dict[str, TileView]:
    """Return the tiles of a view by cell, including face-down ones.

    Void cells have no tile.
    """
    return {tile.cell: tile for tile in view.tiles}


def armies_of(view: GameView) -> list[ArmyView]:
    """Return all armies on the map, together with those of the current battle.

    A moving group is merged with the army of the same seat in the same cell.
    """
    armies = [*view.armies, *_fighting(view)]
    group = view.moving
    if group is None:
        return armies
    others = [army for army in armies if (army.cell, army.seat) != (group.at, group.seat)]
    troops = dict(group.troops)
    for army in armies:
        if (army.cell, army.seat) == (group.at, group.seat):
            troops = {
                kind: troops.get(kind, 0) + army.troops.get(kind, 0)
                for kind in {**army.troops, **troops}
            }
    return [*others, ArmyView(group.at, group.seat, troops, {})]


def _fighting(view: GameView) -> list[ArmyView]:
    """Return the armies of the players in the current battle."""
    battle = view.battle
    if battle is None:
        return []
    return [
        ArmyView(battle.cell, side.seat, troops, {}, contested=True)
        for side in battle.sides
        if side.seat >= 0 and (troops := _troops_of(side))
    ]


def fights_of(view: GameView) -> set[str]:
    """Return the cells with troops of several owners."""
    cells = [army.cell for army in armies_of(view)] + [tile.cell for tile in garrisons_of(view)]
    return {cell for cell in cells if cells.count(cell) > 1}


def _troops_of(side: SideView) -> dict[str, int]:
    """Return, by kind, the number of troops of a side of the battle."""
    troops: dict[str, int] = {}
    for squad in side.squads:
        troops[squad.kind] = troops.get(squad.kind, 0) + squad.n
    return troops


def garrisons_of(view: GameView) -> list[TileView]:
    """Return the tiles with neutral troops, including those in the current battle."""
    battle, tiles = view.battle, view.tiles
    if battle is not None:
        for side in battle.sides:
            if side.seat < 0:
                neutrals = tuple(_troops_of(side).items())
                tiles = tuple(
                    structs.replace(tile, garrison=neutrals) if tile.cell == battle.cell else tile
                    for tile in tiles
                )
    return [tile for tile in tiles if tile.garrison]


def lay_land(
    canvas: Canvas, view: GameView, theme: Theme, frame: MapFrame, fresh: Collection[str]
) -> None:
    """Draw the tiles: painted land if they are face up, otherwise parchment.

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


def changed_sample(size: int) -> Sheet:
    """Return a sample of a tile that glows because it has changed, for the legend."""
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
    """Veil face-up cells outside `reach`, and draw a glowing line around those in it.

    `share` is the opacity of the veil, 0 to 1.
    """
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


def lay_paper(canvas: Canvas, view: GameView, theme: Theme, frame: MapFrame) -> None:
    """Fade the small tiles that belong to nobody, so that realms and troops stand out."""
    if frame.size >= ROOMY_TILE_PX:
        return
    cells = [tile.cell for tile in view.tiles if tile.owner is None and frame.holds(tile.cell)]
    mask = scaled(_cells_mask(frame, cells), LAND.float("faded"))
    canvas.sheet.paste(theme.paper, (frame.x, frame.y), mask)


def lay_steps(canvas: Canvas, view: GameView, frame: MapFrame, marks: Collection[Mark]) -> None:
    """Frame the small tiles within reach; tint those without troops."""
    if frame.size >= ROOMY_TILE_PX:
        return
    occupied = {army.cell for army in armies_of(view)} | {tile.cell for tile in garrisons_of(view)}
    for mark in marks:
        cell = cell_of(mark.spot)
        if cell and mark.letter.isdigit() and frame.holds(cell):
            box = frame.box(cell)
            tile = signs.step_tile(frame.size, tinted=cell not in occupied)
            canvas.sheet.paste(tile, (box.x, box.y), tile)


def _draw_step_cost(
    canvas: Canvas,
    frame: MapFrame,
    mark: Mark,
    occupied: Collection[str],
    *,
    castle: bool,
    fight: bool,
) -> None:
    """Draw the cost of a step in the lower left corner of a small tile.

    Mines, towers and castles are in the upper ones. At `occupied` cells the cost sticks out, away
    from the numbers of troops: of the upper right corner, or of the lower left one if there is a
    `castle` or troops are above. It sticks out farther from the sign of a `fight`.
    """
    row, col = cell_at(cell_of(mark.spot))
    above, below = (f"{COLUMNS[col]}{row + 1 + step}" for step in (-1, 1))
    box, held = frame.box(cell_of(mark.spot)), cell_of(mark.spot) in occupied
    cost = signs.step_cost(mark.letter, box.w * 2 // 3, plated=held)
    x, y = box.x + 3, box.bottom - cost.height - 3
    if held:
        free_above = not castle and row > frame.row and above not in occupied
        free_below = row + 1 < frame.row + frame.rows and below not in occupied
        hangs = free_below and not free_above
        x = box.x if hangs or castle else box.right - cost.width
        out = signs.STEP_OUT_PX
        if fight:
            out += signs.SHARED_OUT_PX[3 if hangs else 1]
        y = box.bottom + out - cost.height if hangs else box.y - out
    canvas.sheet.paste(cost, (x, y), cost)
    canvas.record_region("marker", Rect(x, y, *cost.size), mark.spot)


def lay_castles(canvas: Canvas, view: GameView, theme: Theme, frame: MapFrame) -> None:
    """Mark the castles in a corner that troops leave free.

    It is the upper right one on small tiles, and the lower right one below a banner.
    """
    roomy, fights = frame.size >= ROOMY_TILE_PX, fights_of(view)
    side = LAND.int("castle_roomy" if roomy else "castle")
    for castle in view.castles:
        if frame.holds(castle.cell):
            box, colour = frame.box(castle.cell), theme.seats[castle.owner].colour
            plate = signs.castle_plate(side, colour)
            at = box.right - side + CASTLE_OUT_PX, box.y - CASTLE_OUT_PX
            if castle.cell in fights:
                at = box.right, box.y - side + FIGHT_ROOM_PX
            if roomy:
                at = box.right - side - CASTLE_OUT_PX, box.bottom - side - CASTLE_OUT_PX
            canvas.sheet.paste(plate, at, plate)
            canvas.record_region("castle", Rect(*at, side, side), castle.cell)


def _outline_mask(frame: MapFrame, cells: Collection[str]) -> Mask:
    """Return the mask of a line around `cells`.

    There is no line along the edge of the picture, because the area may continue beyond it.
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


def lay_realms(canvas: Canvas, view: GameView, theme: Theme, frame: MapFrame) -> None:
    """Tint the tiles of each seat with its color, and draw a line around them."""
    line = LAND.int("line")
    owners = {cell_at(tile.cell): tile.owner for tile in view.tiles if tile.owner is not None}
    for (row, col), owner in owners.items():
        cell = f"{COLUMNS[col]}{row + 1}"
        if not frame.holds(cell):
            continue
        colour, box = theme.seats[owner].colour, frame.box(cell)
        left, top, right, bottom = box.x, box.y, box.right - 1, box.bottom - 1
        small = frame.size < ROOMY_TILE_PX
        wash = (*colour, round(255 * LAND.float("wash_small" if small else "wash")))
        canvas.pen.rectangle((left, top, right, bottom), fill=wash)
        for place, edge in (
            ((row - 1, col), (left, top, right, top + line)),
            ((row + 1, col), (left, bottom - line, right, bottom)),
            ((row, col - 1), (left, top, left + line, bottom)),
            ((row, col + 1), (right - line, top, right, bottom)),
        ):
            if owners.get(place) != owner:
                canvas.pen.rectangle(edge, fill=dark(colour, 0.7))
                canvas.pen.rectangle(
                    (edge[0] + 1, edge[1] + 1, edge[2] - 1, edge[3] - 1), fill=colour
                )


def lay_owners(canvas: Canvas, view: GameView, theme: Theme, frame: MapFrame) -> None:
    """Mark each owned tile with its owner's shape, and record it as a region `owner`.

    A small tile has the outline of the shape in its middle, a large one the owner's piece in a
    corner. A tile with troops of the owner gets no mark, because their banner shows the owner.
    """
    held = {(army.cell, army.seat) for army in armies_of(view)}
    for tile in view.tiles:
        if tile.owner is None or not frame.holds(tile.cell):
            continue
        box = frame.box(tile.cell)
        if frame.size < ROOMY_TILE_PX:
            size = round(frame.size * LAND.float("stamp"))
            at = box.centre
            if (tile.cell, tile.owner) not in held:
                canvas.paste_centred(signs.stamp(theme, tile.owner, size), at)
        else:
            size = LAND.int("owner")
            at = box.x + size * 0.58, box.bottom - size * 0.58
            if (tile.cell, tile.owner) not in held:
                canvas.paste_centred(markers.piece(theme, tile.owner, size), at)
        mark = Rect(round(at[0] - size / 2), round(at[1] - size / 2), size, size)
        canvas.record_region("owner", mark, tile.cell)
        is_held = (tile.cell, tile.owner) in held
        canvas.record_region("held" if is_held else "shape", box if is_held else mark, tile.cell)


def lay_signs(canvas: Canvas, view: GameView, frame: MapFrame) -> None:
    """Draw mines' goods; record tiles and features as regions.

    The good of a large tile lies below the banner of an army that stands there alone.
    """
    sign = max(frame.size, LAND.int("signs"))
    armies = {army.cell for army in armies_of(view)}
    guarded = {tile.cell for tile in garrisons_of(view)}
    roomy, contested = frame.size >= ROOMY_TILE_PX, {a.cell for a in armies_of(view) if a.contested}
    for tile in view.tiles:
        if not frame.holds(tile.cell):
            continue
        box = frame.box(tile.cell)
        for feature in _features(tile):
            # a hidden tile has the numeral of its level
            canvas.record_region(feature, box, tile.cell, has_letters=feature == "hidden")
        if not tile.up:
            continue
        canvas.record_region("cell", box, tile.cell)
        canvas.record_spot(
            tile.cell, Rect(box.x + box.w // 4, box.y + box.h // 4, box.w // 2, box.h // 2)
        )
        if tile.mine:
            cube = signs.mine(tile.mine, sign)
            at = box.x + sign // 50, box.y + sign // 33
            below = roomy and tile.cell in armies - guarded - contested
            if below:
                at = box.right - cube.width - sign // 33, box.bottom - cube.height - sign // 33
            canvas.sheet.paste(cube, at, cube)
            if below or tile.cell not in armies | guarded:
                canvas.record_region("cube", _drawn(cube, at), tile.cell)


def lay_levels(canvas: Canvas, view: GameView, frame: MapFrame) -> None:
    """Draw the levels of towers over the troops, so that no numeral is cut."""
    sign, fights = max(frame.size, LAND.int("signs")), fights_of(view)
    for tile in view.tiles:
        if tile.tower and tile.up and frame.holds(tile.cell):
            box = frame.box(tile.cell)
            x, y = box.x + LEVEL_OUT_PX[0], box.y + LEVEL_OUT_PX[1]
            pennon = signs.pennon(tile.tower, sign)
            if tile.cell in fights and frame.size < ROOMY_TILE_PX:
                width, height = (side - 2 * pennon.pad for side in pennon.image.size)
                x, y = box.x - width, box.y + FIGHT_ROOM_PX - height
            canvas.paste_padded(pennon, x, y)
            drawn = _drawn(pennon.image, (x - pennon.pad, y - pennon.pad))
            canvas.record_region("level", drawn, tile.cell, has_letters=True)


def _drawn(sprite: Sprite, at: tuple[int, int]) -> Rect:
    """Return the box of a sprite's visible pixels if the sprite is pasted at `at`."""
    left, top, right, bottom = sprite.getbbox() or (0, 0, *sprite.size)
    return Rect(at[0] + left, at[1] + top, right - left, bottom - top)


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


def lay_marks(
    canvas: Canvas,
    view: GameView,
    theme: Theme,
    frame: MapFrame,
    marks: Collection[Mark],
    kinds: Mapping[str, str],
) -> None:
    """Draw the marks: letters of choices on plates, and costs of steps in discs.

    `kinds` gives, by cell, the special disc (such as `fight`) for the cost of a step; other costs
    get a plain disc. On large tiles a mark is in the upper right corner, or below a banner.
    """
    armies = {army.cell for army in armies_of(view)}
    signs_of_troops = [army.cell for army in armies_of(view)]
    signs_of_troops += [tile.cell for tile in garrisons_of(view)]
    occupied = set(signs_of_troops)
    stacked = {cell for cell in occupied if signs_of_troops.count(cell) > 1}
    castles = {castle.cell for castle in view.castles}
    for mark in marks:
        cell = cell_of(mark.spot)
        if not cell or not frame.holds(cell):
            continue
        box = frame.box(cell)
        digit = mark.letter.isdigit()
        side = max(LAND.int("marks"), frame.size) * 44 // 100
        x, y = box.centre
        if frame.size >= ROOMY_TILE_PX:
            out = max(0, (LAND.int("marked") - frame.size) // 2)
            left, right = box.x + side / 2 + 1 - out, box.right - side / 2 - 1 + out
            top, bottom = box.y + side / 2 + 1 - out, box.bottom - side / 2 - 1 + out
            if cell in armies:  # below the count of troops; left of several counts
                x, y = (box.x + 2 if cell in stacked else left), bottom
            else:  # above a shield; a tower's level, a cube and the owner's piece stay free
                x, y = right, top
        if digit and frame.size < ROOMY_TILE_PX:
            has = {"castle": cell in castles, "fight": cell in stacked}
            _draw_step_cost(canvas, frame, mark, occupied, **has)
            continue
        if digit:
            disc = signs.disc(mark.letter, kinds.get(cell, "step"), round(side / 0.44))
            canvas.paste_padded(disc, x - side / 2, y - side / 2)
        else:
            canvas.paste_centred(markers.plate(theme, mark.letter, side, mark.tone), (x, y))
        canvas.record_region(
            "marker", Rect(round(x - side / 2), round(y - side / 2), side, side), mark.spot
        )


def draw_path(canvas: Canvas, theme: Theme, frame: MapFrame, ghost: Collection[str]) -> None:
    """Draw the planned path of a group of troops.

    The path is a line from cell to cell, with a ring at its end. `ghost` has its steps in order,
    each as `from>to`, such as `b1>c1`. Other entries of `ghost`, and steps outside `frame`, are not
    drawn.
    """
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
    """Draw a dashed frame around each cell that the previewed decision (`ghost`) is about."""
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
