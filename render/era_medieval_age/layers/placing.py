"""Open question about a domain: lettered places, ghosts, highlighted rows and columns.

`sort_marks` sorts the scene's marks by what they point at: standing pieces, places for a new
piece, rows, columns of a chosen row, rotations. The other functions draw these targets on the
domain: light on the ground, faint pieces, dashed outlines and letters.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from operator import or_

from PIL import Image, ImageChops, ImageDraw

from games.core.prompts.grid import Cell, Cells
from games.core.prompts.option_table import cell_name
from games.core.views.scene import Mark, Scene
from games.era_medieval_age.model.catalog import SCORCHED
from games.era_medieval_age.model.land import (
    GRID,
    TURNS,
    PlacedPiece,
    land,
    piece_id,
    placed,
    scorch_sites,
)
from games.era_medieval_age.rules.domain.placement import best_sites
from games.era_medieval_age.rules.domain.placement import sites as sites_of
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Point, Rect
from render.base.texture import Mask
from render.base.theme import RGB, Theme, mix
from render.era_medieval_age.layers.ground import cells_mask
from render.era_medieval_age.pieces import sprites
from render.era_medieval_age.pieces.badges import cell_badge, free_box
from render.era_medieval_age.pieces.style import LAND, LAYOUT
from render.parts import markers

DOMAIN = LAYOUT.part("domain")
TURN, ROW = "turn-", re.compile(r"row(\d+)-(\w+)-(\d+)")


def piece_of(spot: str) -> PlacedPiece | None:
    """Return the piece that a spot names; None if the spot names no piece."""
    try:
        return placed(spot)
    except (KeyError, ValueError):
        return None


@dataclass
class MarksByTarget:
    """Marks of a scene, sorted by what they point at.

    `standing` are pieces on the domain, `sites` are places for a new piece. If all of them begin in
    one row and some overlap, the row was chosen before, and they are stored as `columns` instead.
    `turns` are (mark, kind of piece, degrees). `examples` holds, by spot of a mark, an example
    place for a row, column or turn. No two examples overlap; a mark without room for one has none.
    """

    standing: list[tuple[Mark, PlacedPiece]] = field(default_factory=list)
    sites: list[tuple[Mark, PlacedPiece]] = field(default_factory=list)
    rows: list[tuple[Mark, list[PlacedPiece]]] = field(default_factory=list)
    columns: list[tuple[Mark, PlacedPiece]] = field(default_factory=list)
    turns: list[tuple[Mark, str, int]] = field(default_factory=list)
    examples: dict[str, PlacedPiece] = field(default_factory=dict)


def sort_marks(marks: Sequence[Mark], pieces: tuple[str, ...]) -> MarksByTarget:
    """Sort the marks by target; marks without a place on the domain are left out."""
    targets = MarksByTarget()
    for mark in marks:
        building = piece_of(mark.spot)
        if building is not None:
            (targets.standing if building.id in pieces else targets.sites).append((mark, building))
        elif (row := ROW.fullmatch(mark.spot)) and (
            places := _places_in_row(pieces, row[2], int(row[3]), int(row[1]) - 1)
        ):
            targets.rows.append((mark, places))
        elif mark.spot.startswith(TURN):
            kind, degrees = mark.spot[len(TURN) :].split("-")
            if int(degrees) in TURNS.get(kind, ()):
                targets.turns.append((mark, kind, int(degrees)))
    if len({building.row for _, building in targets.sites}) == 1 and _overlap(
        [building for _, building in targets.sites]
    ):
        targets.columns, targets.sites = targets.sites, []
    places_by_line = {mark.spot: places for mark, places in targets.rows} | {
        mark.spot: [building] for mark, building in targets.columns
    }
    places_by_turn = {
        mark.spot: _places_best_first(pieces, kind, degrees)
        for mark, kind, degrees in targets.turns
    }
    targets.examples = _separate_examples(places_by_line, {}) | _separate_examples(
        places_by_turn, _separate_examples(places_by_turn, {})
    )
    return targets


def _places_in_row(pieces: tuple[str, ...], kind: str, degrees: int, row: int) -> list[PlacedPiece]:
    """Return the places of a piece, turned by `degrees`, that begin in a row."""
    fitting = (
        scorch_sites(pieces) if kind == SCORCHED else GRID.cells(sites_of(pieces, kind, degrees))
    )
    return [placed(piece_id(kind, *cell, degrees)) for cell in fitting if cell[0] == row]


def _places_best_first(pieces: tuple[str, ...], kind: str, degrees: int) -> list[PlacedPiece]:
    """Return the places of a piece turned by `degrees`, the best places first.

    The best places are those that the game proposes (`best_sites`).
    """
    cells = (
        *(cell for cell, _ in best_sites(pieces, kind, degrees)),
        *GRID.cells(sites_of(pieces, kind, degrees)),
    )
    return [placed(piece_id(kind, *cell, degrees)) for cell in dict.fromkeys(cells)]


def _separate_examples(
    candidates: dict[str, list[PlacedPiece]], found: dict[str, PlacedPiece]
) -> dict[str, PlacedPiece]:
    """Return a place for each key of `candidates` so that no two places overlap.

    Keys in `found` keep their places. Other keys get the first free one of their candidates, or
    none; keys with the fewest candidates choose first. If `found` is empty, at least one cell is
    left between two places, so that they look separate.
    """
    out = dict(found)
    taken = reduce(or_, (place.cells for place in found.values()), 0)
    for spot, places in sorted(candidates.items(), key=lambda item: len(item[1])):
        first = next((place for place in places if not place.cells & taken), None)
        if first is not None and spot not in out:
            out[spot] = first
            taken |= first.cells | (0 if found else first.near)
    return out


def _overlap(places: Sequence[PlacedPiece]) -> bool:
    return any(a.cells & b.cells for a, b in combinations(places, 2))


@functools.lru_cache(maxsize=512)
def corners(cells: Cells) -> tuple[tuple[int, int, int, int], ...]:
    """Return the corners of a shape clockwise, each as (column, row, x, y).

    (x, y) is the direction inward.
    """
    # Four sides of every cell, clockwise. A side that occurs in both directions is inside the
    # shape.
    edges: set[tuple[Cell, Cell]] = set()
    for r, c in GRID.cells(cells):
        cell_corners = ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))
        edges |= set(zip(cell_corners, cell_corners[1:] + cell_corners[:1], strict=True))
    sides = {a: b for a, b in edges if (b, a) not in edges}
    first = corner = min(sides)
    outline = []
    while True:
        outline.append(corner)
        corner = sides[corner]
        if corner == first:
            break
    out = []
    for i, (x, y) in enumerate(outline):
        (x0, y0), (x1, y1) = outline[i - 1], outline[(i + 1) % len(outline)]
        incoming, outgoing = (x - x0, y - y0), (x1 - x, y1 - y)
        if incoming != outgoing:
            out.append((x, y, -incoming[1] - outgoing[1], incoming[0] + outgoing[0]))
    return tuple(out)


def draw_dashes(
    canvas: Canvas,
    theme: Theme,
    at: Point,
    cell: int,
    cells: Cells,
    colour: RGB | None = None,
) -> None:
    """Draw a dashed line just inside a shape: gold, or in `colour`, with a dark edge.

    There is a dash at each corner.
    """
    inset = DOMAIN.int("dash_inset")
    line = [
        (at[0] + x * cell + dx * inset, at[1] + y * cell + dy * inset)
        for x, y, dx, dy in corners(cells)
    ]
    line_colour = colour or theme.glow
    dash, gap = DOMAIN.point("dash")
    thickness = DOMAIN.get("dash_wide")
    dash_lines = [
        dash_line
        for a, b in zip(line, line[1:] + line[:1], strict=True)
        for dash_line in _dashed_line(a, b, dash, gap)
    ]
    for width, fill in zip(thickness, (theme.ink, line_colour), strict=True):
        extra = (width - thickness[-1]) / 2
        for (ax, ay), (bx, by) in dash_lines:
            x, y = (extra, width / 2) if ay == by else (width / 2, extra)
            canvas.pen.rectangle(
                (min(ax, bx) - x, min(ay, by) - y, max(ax, bx) + x, max(ay, by) + y), fill=fill
            )


def _dashed_line(a: Point, b: Point, dash: float, gap: float) -> list[tuple[Point, Point]]:
    """Return a straight line from `a` to `b` as dashes, with one at each end.

    `dash` and `gap` are lengths in pixels.
    """
    length = abs(b[0] - a[0]) + abs(b[1] - a[1])
    n = max(2, round((length + gap) / (dash + gap)))
    step = (length - dash) / (n - 1)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    return [
        (
            (a[0] + ux * k * step, a[1] + uy * k * step),
            (a[0] + ux * (k * step + dash), a[1] + uy * (k * step + dash)),
        )
        for k in range(n)
    ]


@functools.lru_cache(maxsize=128)
def letter_place(shape: Cells) -> Point:
    """Return the place (column, row) of a letter on a shape.

    It is the center of the shape; if that is outside the shape, the center of the nearest cell.
    """
    cells = list(GRID.cells(shape))
    x = sum(c for _, c in cells) / len(cells) + 0.5
    y = sum(r for r, _ in cells) / len(cells) + 0.5
    if any(
        abs(c + 0.5 - x) < 0.51 and abs(r + 0.5 - y) < 0.51 for r, c in cells
    ) and shape & GRID.cell_mask(int(y), int(x)):
        return x, y
    r, c = min(cells, key=lambda cell: (abs(cell[1] + 0.5 - x) + abs(cell[0] + 0.5 - y), cell))
    return c + 0.5, r + 0.5


@cached
def _hatching(size: tuple[int, int]) -> Mask:
    """Return lines at 45 degrees over an area of `size` (width, height)."""
    mask = Image.new("L", size, round(255 * DOMAIN.float("fresh") * 0.6))
    pen, (pitch, width) = ImageDraw.Draw(mask), DOMAIN.get("hatch")
    for x in range(-size[1], size[0], pitch):
        pen.line(
            (x, size[1], x + size[1], 0), fill=round(255 * DOMAIN.float("fresh") * 1.7), width=width
        )
    return mask


def pieces_after(scene: Scene, pieces: tuple[str, ...]) -> tuple[str, ...]:
    """Return the pieces as they would stand after confirming the choice.

    A ready-made layout replaces all pieces; a new piece removes those it covers; a loss removes
    its piece.
    """
    ghost = [piece for piece in scene.ghost if piece_of(piece) is not None]
    if scene.view.phase == "setup" and len(ghost) > 1:
        return tuple(sorted(ghost))
    new = [piece for piece in ghost if piece not in pieces]
    covered = reduce(or_, (placed(piece).cells for piece in new), 0)
    lost = set(ghost) if scene.view.phase == "calamities" else set()
    return tuple(
        sorted(
            [
                *new,
                *(
                    piece
                    for piece in pieces
                    if piece not in lost and not placed(piece).cells & covered
                ),
            ]
        )
    )


def hatch_changed_ground(
    canvas: Canvas, theme: Theme, at: Rect, before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    """Hatch the ground whose enclosure the choice changes.

    The lines are gold on ground that is newly walled in, red on ground that is no longer walled in.
    `before` and `after` are the pieces of the domain.
    """
    land_before, land_after = land(before), land(after)
    opened = land_before.inside & ~land_after.inside & ~land_after.walls
    closed = land_after.inside & ~land_before.inside & ~land_after.scorched
    for kind, cells, colour in (("fresh", closed, LAND["fresh"]), ("open", opened, theme.madder)):
        if cells:
            mask = cells_mask(DOMAIN.int("cell"), cells)
            canvas.tint(ImageChops.multiply(mask, _hatching(mask.size)), at.x, at.y, colour)
            for r, c in GRID.cells(cells):
                canvas.record_region(kind, _box(at, GRID.cell_mask(r, c)), cell_name(r, c))


def draw_ghosts(
    canvas: Canvas,
    theme: Theme,
    at: Rect,
    before: tuple[str, ...],
    after: tuple[str, ...],
    colour: RGB,
) -> None:
    """Draw the pieces that the choice removes or adds.

    Removed pieces are very faint with red dashes, new pieces have gold dashes. `before` and `after`
    are the pieces of the domain.
    """
    cell = DOMAIN.int("cell")
    removed = [("gone", piece) for piece in before if piece not in after]
    for kind, piece in (*removed, *(("ghost", piece) for piece in after if piece not in before)):
        building = placed(piece)
        _, (dx, dy) = sprites.sprite(building.kind, building.turn, cell, colour)
        body = sprites.faint(building.kind, building.turn, cell, colour, DOMAIN.float(kind))
        canvas.sheet.paste(
            body, (at.x + building.col * cell - dx, at.y + building.row * cell - dy), body
        )
        draw_dashes(
            canvas,
            theme,
            (at.x, at.y),
            cell,
            building.cells,
            loss_colour(theme) if kind == "gone" else None,
        )
        canvas.record_region(kind, _box(at, building.cells), piece)


def highlight_places(canvas: Canvas, theme: Theme, at: Rect, targets: MarksByTarget) -> None:
    """Light the rows that are offered or chosen, and the places for the piece.

    In a row, only the first cell of each place is lit more strongly. Otherwise the whole ground of
    each offered place is lit, or of the example of each rotation.
    """
    places_in_rows = [building for _, places in targets.rows for building in places]
    places_in_chosen_row = [building for _, building in targets.columns]
    for row in {building.row for building in (*places_in_rows, *places_in_chosen_row)}:
        _light_cells(
            canvas, theme, at, GRID.from_cells((row, col) for col in range(GRID.cols)), "band"
        )
    for building in (*places_in_rows, *places_in_chosen_row):
        _light_cells(canvas, theme, at, GRID.cell_mask(building.row, building.col), "tint")
    rotations = [
        (mark, targets.examples[mark.spot])
        for mark, _kind, _degrees in targets.turns
        if mark.spot in targets.examples
    ]
    for mark, building in (*targets.sites, *rotations):
        if mark.tone != "blocked":
            _light_cells(canvas, theme, at, building.cells, "tint")


def draw_sites(canvas: Canvas, at: Rect, targets: MarksByTarget, colour: RGB) -> None:
    """Draw the piece on each offered or example place, fainter than a chosen piece."""
    cell, share = DOMAIN.int("cell"), DOMAIN.float("maybe")
    for building in (*(building for _, building in targets.sites), *targets.examples.values()):
        _, (dx, dy) = sprites.sprite(building.kind, building.turn, cell, colour)
        body = sprites.faint(building.kind, building.turn, cell, colour, share)
        canvas.sheet.paste(
            body, (at.x + building.col * cell - dx, at.y + building.row * cell - dy), body
        )
        canvas.record_region("site", _box(at, building.cells), building.id)


def draw_letters(canvas: Canvas, theme: Theme, at: Rect, targets: MarksByTarget) -> None:
    """Draw dashes, and letters or names of cells, on places and pieces; letters of rows, columns."""
    cell = DOMAIN.int("cell")
    marker_size = DOMAIN.int("marker")
    rim_size = DOMAIN.int("rim_marker")
    rim_x = DOMAIN.get("rim_label")[0]
    first_cells = [GRID.cell_mask(building.row, building.col) for _, building in targets.columns]
    for cells in (
        *(building.cells for _, building in targets.sites),
        *first_cells,
        *(building.cells for building in targets.examples.values()),
    ):
        draw_dashes(canvas, theme, (at.x, at.y), cell, cells)
    for _, building in targets.standing:
        draw_dashes(canvas, theme, (at.x, at.y), cell, building.cells, loss_colour(theme))
    taken: list[Rect] = []
    for mark, building in (*targets.sites, *targets.standing):
        if len(mark.letter) > 1:
            taken.append(draw_badge(canvas, theme, mark, building, at, cell, taken))
        else:
            x, y = letter_place(building.cells)
            _draw_letter(canvas, theme, mark, (at.x + x * cell, at.y + y * cell), marker_size)
    for mark, places in targets.rows:
        _draw_letter(
            canvas, theme, mark, (at.x - rim_x, at.y + (places[0].row + 0.5) * cell), rim_size
        )
    example_marks = (
        *(("row", rim_size, mark) for mark, _ in targets.rows),
        *(("marker", marker_size, mark) for mark, _, _ in targets.turns),
    )
    for kind, letter_size, mark in example_marks:
        if mark.spot in targets.examples:
            x, y = letter_place(targets.examples[mark.spot].cells)
            _draw_letter(canvas, theme, mark, (at.x + x * cell, at.y + y * cell), letter_size, kind)
    for mark, building in targets.columns:
        _draw_letter(
            canvas,
            theme,
            mark,
            (at.x + (building.col + 0.5) * cell, at.y + (building.row + 0.5) * cell),
            marker_size,
        )


def draw_badge(
    canvas: Canvas,
    theme: Theme,
    mark: Mark,
    building: PlacedPiece,
    at: Rect,
    cell: int,
    taken: list[Rect],
) -> Rect:
    """Draw the name of the cell where a piece begins, and return the badge's box.

    It stands on the piece's cell nearest to that one, clear of the badges at `taken`.
    """
    first = building.row, building.col
    cells = sorted(GRID.cells(building.cells), key=lambda one: (math.dist(one, first), one))
    spots = [(at.x + (col + 0.5) * cell, at.y + (row + 0.5) * cell) for row, col in cells]
    box = free_box(mark.letter, spots, taken)
    canvas.paste_centred(cell_badge(theme, mark.letter, mark.tone), box.centre)
    canvas.record_region("marker", box, mark.spot)
    return box


def _light_cells(canvas: Canvas, theme: Theme, at: Rect, cells: Cells, share: str) -> None:
    """Draw gold light on `cells`; `share` names its strength in the layout."""
    cell = DOMAIN.int("cell")
    fill = (*theme.glow, round(255 * DOMAIN.float(share)))
    for r, c in GRID.cells(cells):
        canvas.pen.rectangle(
            (
                at.x + c * cell,
                at.y + r * cell,
                at.x + (c + 1) * cell - 1,
                at.y + (r + 1) * cell - 1,
            ),
            fill=fill,
        )


def loss_colour(theme: Theme) -> RGB:
    """Return the color of dashes around pieces that are or may be lost."""
    return mix(theme.madder, theme.light, 0.25)


def _draw_letter(
    canvas: Canvas, theme: Theme, mark: Mark, at: Point, size: int, kind: str = "marker"
) -> None:
    canvas.paste_centred(markers.marker(theme, mark.letter, size, mark.tone), at)
    canvas.record_region(
        kind, Rect(round(at[0] - size / 2), round(at[1] - size / 2), size, size), mark.spot
    )


def _box(at: Rect, cells: Cells) -> Rect:
    """Return the bounding box of some cells on the picture."""
    cell = DOMAIN.int("cell")
    positions: Iterable[Cell] = list(GRID.cells(cells))
    rows, columns = [r for r, _ in positions], [c for _, c in positions]
    return Rect(
        at.x + min(columns) * cell,
        at.y + min(rows) * cell,
        (max(columns) - min(columns) + 1) * cell,
        (max(rows) - min(rows) + 1) * cell,
    )
