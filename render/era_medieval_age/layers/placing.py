"""Open question about a domain: lettered places, ghosts, highlighted rows and columns."""

from __future__ import annotations

import functools
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
    PlacedBuilding,
    land,
    name,
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
from render.era_medieval_age.pieces.style import LAND, LAYOUT
from render.parts import markers

DOMAIN = LAYOUT.part("domain")
TURN, ROW = "turn-", re.compile(r"row(\d+)-(\w+)-(\d+)")


def piece_of(spot: str) -> PlacedBuilding | None:
    """Return the piece with this id, or None if the spot is something else."""
    try:
        return placed(spot)
    except (KeyError, ValueError):
        return None


@dataclass
class MarksByTarget:
    """Marks of a scene by target: standing pieces, places for a piece, rows, columns, turns.

    Overlapping places are stored as columns: they are the choices left once the row is known.
    `lying` holds an example place for each row, column or turn; no two overlap, and a mark
    without room has none.
    """

    standing: list[tuple[Mark, PlacedBuilding]] = field(default_factory=list)
    sites: list[tuple[Mark, PlacedBuilding]] = field(default_factory=list)
    rows: list[tuple[Mark, list[PlacedBuilding]]] = field(default_factory=list)
    columns: list[tuple[Mark, PlacedBuilding]] = field(default_factory=list)
    turns: list[tuple[Mark, str, int]] = field(default_factory=list)
    lying: dict[str, PlacedBuilding] = field(default_factory=dict)


def sort(marks: Sequence[Mark], pieces: tuple[str, ...]) -> MarksByTarget:
    """Sort the marks by target; marks without a place on the domain are left out."""
    out = MarksByTarget()
    for mark in marks:
        one = piece_of(mark.spot)
        if one is not None:
            (out.standing if one.id in pieces else out.sites).append((mark, one))
        elif (row := ROW.fullmatch(mark.spot)) and (
            places := _begins(pieces, row[2], int(row[3]), int(row[1]) - 1)
        ):
            out.rows.append((mark, places))
        elif mark.spot.startswith(TURN):
            kind, degrees = mark.spot[len(TURN) :].split("-")
            if int(degrees) in TURNS.get(kind, ()):
                out.turns.append((mark, kind, int(degrees)))
    if len({one.row for _, one in out.sites}) == 1 and _overlap([one for _, one in out.sites]):
        out.columns, out.sites = out.sites, []
    lines = {mark.spot: places for mark, places in out.rows} | {
        mark.spot: [one] for mark, one in out.columns
    }
    turns = {
        mark.spot: _places_best_first(pieces, kind, degrees) for mark, kind, degrees in out.turns
    }
    out.lying = _apart(lines, {}) | _apart(turns, _apart(turns, {}))
    return out


def _begins(pieces: tuple[str, ...], kind: str, degrees: int, row: int) -> list[PlacedBuilding]:
    """Return the places of a piece that begin in a row."""
    fitting = (
        scorch_sites(pieces) if kind == SCORCHED else GRID.cells(sites_of(pieces, kind, degrees))
    )
    return [placed(name(kind, *cell, degrees)) for cell in fitting if cell[0] == row]


def _places_best_first(pieces: tuple[str, ...], kind: str, degrees: int) -> list[PlacedBuilding]:
    """Return the places of a piece in a turn: proposed ones first, then all."""
    cells = (
        *(cell for cell, _ in best_sites(pieces, kind, degrees)),
        *GRID.cells(sites_of(pieces, kind, degrees)),
    )
    return [placed(name(kind, *cell, degrees)) for cell in dict.fromkeys(cells)]


def _apart(
    wishes: dict[str, list[PlacedBuilding]], found: dict[str, PlacedBuilding]
) -> dict[str, PlacedBuilding]:
    """Give each key without a `found` place its first place clear of all others.

    Keys with the fewest places choose first. If nothing is found yet, a cell is left between
    places so that each is seen by itself.
    """
    out, taken = dict(found), reduce(or_, (one.cells for one in found.values()), 0)
    for spot, places in sorted(wishes.items(), key=lambda one: len(one[1])):
        first = next((one for one in places if not one.cells & taken), None)
        if first is not None and spot not in out:
            out[spot] = first
            taken |= first.cells | (0 if found else first.near)
    return out


def _overlap(places: Sequence[PlacedBuilding]) -> bool:
    return any(a.cells & b.cells for a, b in combinations(places, 2))


@functools.lru_cache(maxsize=512)
def corners(cells: Cells) -> tuple[tuple[int, int, int, int], ...]:
    """Return the corners of a shape clockwise: (column, row) and direction (x, y) inward."""
    # four sides of every cell, clockwise; a side that occurs in both directions is inside the
    # shape
    both: set[tuple[Cell, Cell]] = set()
    for r, c in GRID.cells(cells):
        ring = ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))
        both |= set(zip(ring, ring[1:] + ring[:1], strict=True))
    sides = {a: b for a, b in both if (b, a) not in both}
    first = at = min(sides)
    line = []
    while True:
        line.append(at)
        at = sides[at]
        if at == first:
            break
    out = []
    for i, (x, y) in enumerate(line):
        (px, py), (nx, ny) = line[i - 1], line[(i + 1) % len(line)]
        into, on = (x - px, y - py), (nx - x, ny - y)
        if into != on:
            out.append((x, y, -into[1] - on[1], into[0] + on[0]))
    return tuple(out)


def dashes(
    canvas: Canvas, theme: Theme, at: Point, cell: int, cells: Cells, colour: RGB | None = None
) -> None:
    """Draw a dashed line just inside a shape: gold, or a color, over ink.

    Every corner is inside a dash.
    """
    inset = DOMAIN.int("inset")
    line = [
        (at[0] + x * cell + dx * inset, at[1] + y * cell + dy * inset)
        for x, y, dx, dy in corners(cells)
    ]
    over = colour or theme.glow
    dash, gap = DOMAIN.point("dash")
    pieces = [
        part
        for a, b in zip(line, line[1:] + line[:1], strict=True)
        for part in _broken(a, b, dash, gap)
    ]
    for width, fill in zip(DOMAIN.get("dash_wide"), (theme.ink, over), strict=True):
        more = (width - DOMAIN.get("dash_wide")[-1]) / 2
        for (ax, ay), (bx, by) in pieces:
            x, y = (more, width / 2) if ay == by else (width / 2, more)
            canvas.pen.rectangle(
                (min(ax, bx) - x, min(ay, by) - y, max(ax, bx) + x, max(ay, by) + y), fill=fill
            )


def _broken(a: Point, b: Point, dash: float, gap: float) -> list[tuple[Point, Point]]:
    """Return a straight line as dashes, with one at each end."""
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
def letter_place(one: Cells) -> Point:
    """Return the place (column, row) of a letter on a shape.

    The center, or for a crooked shape the center of the nearest cell.
    """
    cells = list(GRID.cells(one))
    x, y = sum(c for _, c in cells) / len(cells) + 0.5, sum(r for r, _ in cells) / len(cells) + 0.5
    if any(
        abs(c + 0.5 - x) < 0.51 and abs(r + 0.5 - y) < 0.51 for r, c in cells
    ) and one & GRID.cell_mask(int(y), int(x)):
        return x, y
    r, c = min(cells, key=lambda cell: (abs(cell[1] + 0.5 - x) + abs(cell[0] + 0.5 - y), cell))
    return c + 0.5, r + 0.5


@cached
def _hatching(size: tuple[int, int]) -> Mask:
    """Return lines at 45 degrees over the whole domain."""
    mask = Image.new("L", size, round(255 * DOMAIN.float("fresh") * 0.6))
    pen, (pitch, wide) = ImageDraw.Draw(mask), DOMAIN.get("hatch")
    for x in range(-size[1], size[0], pitch):
        pen.line(
            (x, size[1], x + size[1], 0), fill=round(255 * DOMAIN.float("fresh") * 1.7), width=wide
        )
    return mask


def outcome(scene: Scene, pieces: tuple[str, ...]) -> tuple[str, ...]:
    """Return the pieces as they would stand after confirming the choice.

    A ready-made layout replaces all pieces; a new piece removes those it covers; a loss removes
    its piece.
    """
    ghost = [piece for piece in scene.ghost if piece_of(piece) is not None]
    if scene.view.phase == "setup" and len(ghost) > 1:
        return tuple(sorted(ghost))
    new = [piece for piece in ghost if piece not in pieces]
    taken = reduce(or_, (placed(piece).cells for piece in new), 0)
    losing = set(ghost) if scene.view.phase == "calamities" else set()
    return tuple(
        sorted(
            [
                *new,
                *(
                    piece
                    for piece in pieces
                    if piece not in losing and not placed(piece).cells & taken
                ),
            ]
        )
    )


def turf(
    canvas: Canvas, theme: Theme, at: Rect, before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    """Hatch the ground that would be walled in gold, and that which would be opened in red."""
    here, there = land(before), land(after)
    opened = here.inside & ~there.inside & ~there.walls
    closed = there.inside & ~here.inside & ~there.scorched
    for kind, cells, colour in (("fresh", closed, LAND["fresh"]), ("open", opened, theme.madder)):
        if cells:
            mask = cells_mask(DOMAIN.int("cell"), cells)
            canvas.tint(ImageChops.multiply(mask, _hatching(mask.size)), at.x, at.y, colour)
            for r, c in GRID.cells(cells):
                canvas.record_region(kind, _box(at, GRID.cell_mask(r, c)), cell_name(r, c))


def ghosts(
    canvas: Canvas,
    theme: Theme,
    at: Rect,
    before: tuple[str, ...],
    after: tuple[str, ...],
    colour: RGB,
) -> None:
    """Draw removed pieces very faint with red dashes, then new ones faint with gold dashes."""
    cell = DOMAIN.int("cell")
    going = [("gone", piece) for piece in before if piece not in after]
    for kind, piece in (*going, *(("ghost", piece) for piece in after if piece not in before)):
        one = placed(piece)
        _, (dx, dy) = sprites.sprite(one.kind, one.turn, cell, colour)
        body = sprites.faint(one.kind, one.turn, cell, colour, DOMAIN.float(kind))
        canvas.sheet.paste(body, (at.x + one.col * cell - dx, at.y + one.row * cell - dy), body)
        dashes(
            canvas, theme, (at.x, at.y), cell, one.cells, loss(theme) if kind == "gone" else None
        )
        canvas.record_region(kind, _box(at, one.cells), piece)


def lights(canvas: Canvas, theme: Theme, at: Rect, asked: MarksByTarget) -> None:
    """Light the rows that may be chosen or were, and the cells where a piece may begin."""
    begins = [one for _, places in asked.rows for one in places] + [one for _, one in asked.columns]
    for row in {one.row for one in begins}:
        _light(canvas, theme, at, GRID.of((row, col) for col in range(GRID.cols)), "band")
    for one in begins:
        _light(canvas, theme, at, GRID.cell_mask(one.row, one.col), "tint")
    turns = [
        (mark, asked.lying[mark.spot]) for mark, _, _ in asked.turns if mark.spot in asked.lying
    ]
    for mark, one in (*asked.sites, *turns):
        if mark.tone != "blocked":
            _light(canvas, theme, at, one.cells, "tint")


def sites(canvas: Canvas, at: Rect, asked: MarksByTarget, colour: RGB) -> None:
    """Draw the piece on each possible place, fainter than a chosen one."""
    cell, share = DOMAIN.int("cell"), DOMAIN.float("maybe")
    for one in (*(one for _, one in asked.sites), *asked.lying.values()):
        _, (dx, dy) = sprites.sprite(one.kind, one.turn, cell, colour)
        body = sprites.faint(one.kind, one.turn, cell, colour, share)
        canvas.sheet.paste(body, (at.x + one.col * cell - dx, at.y + one.row * cell - dy), body)
        canvas.record_region("site", _box(at, one.cells), one.id)


def letters(canvas: Canvas, theme: Theme, at: Rect, asked: MarksByTarget) -> None:
    """Draw dashes and letters on places and pieces, beside rows, and on cells of columns."""
    cell, large, size, middle = (
        DOMAIN.int("cell"),
        DOMAIN.int("marker"),
        DOMAIN.int("rim_marker"),
        DOMAIN.get("rim")[0],
    )
    begins = [GRID.cell_mask(one.row, one.col) for _, one in asked.columns]
    for cells in (
        *(one.cells for _, one in asked.sites),
        *begins,
        *(one.cells for one in asked.lying.values()),
    ):
        dashes(canvas, theme, (at.x, at.y), cell, cells)
    for _, one in asked.standing:
        dashes(canvas, theme, (at.x, at.y), cell, one.cells, loss(theme))
    for mark, one in (*asked.sites, *asked.standing):
        x, y = letter_place(one.cells)
        _disc(canvas, theme, mark, (at.x + x * cell, at.y + y * cell), large)
    for mark, places in asked.rows:
        _disc(canvas, theme, mark, (at.x - middle, at.y + (places[0].row + 0.5) * cell), size)
    on_it = (
        *(("row", size, mark) for mark, _ in asked.rows),
        *(("marker", large, mark) for mark, _, _ in asked.turns),
    )
    for kind, wide, mark in on_it:
        if mark.spot in asked.lying:
            x, y = letter_place(asked.lying[mark.spot].cells)
            _disc(canvas, theme, mark, (at.x + x * cell, at.y + y * cell), wide, kind)
    for mark, one in asked.columns:
        _disc(
            canvas,
            theme,
            mark,
            (at.x + (one.col + 0.5) * cell, at.y + (one.row + 0.5) * cell),
            large,
        )


def _light(canvas: Canvas, theme: Theme, at: Rect, cells: Cells, share: str) -> None:
    """Draw gold light on some cells."""
    cell, fill = DOMAIN.int("cell"), (*theme.glow, round(255 * DOMAIN.float(share)))
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


def loss(theme: Theme) -> RGB:
    """Return the color of dashes around pieces that are or may be lost."""
    return mix(theme.madder, theme.light, 0.25)


def _disc(
    canvas: Canvas, theme: Theme, mark: Mark, at: Point, size: int, kind: str = "marker"
) -> None:
    canvas.paste_centred(markers.marker(theme, mark.letter, size, mark.tone), at)
    canvas.record_region(
        kind, Rect(round(at[0] - size / 2), round(at[1] - size / 2), size, size), mark.spot
    )


def _box(at: Rect, cells: Cells) -> Rect:
    """Return the bounding box of some cells on the picture."""
    cell = DOMAIN.int("cell")
    where: Iterable[Cell] = list(GRID.cells(cells))
    rows, columns = [r for r, _ in where], [c for _, c in where]
    return Rect(
        at.x + min(columns) * cell,
        at.y + min(rows) * cell,
        (max(columns) - min(columns) + 1) * cell,
        (max(rows) - min(rows) + 1) * cell,
    )
