"""Close look at a domain, for users who chose large pictures.

The part of the domain that the question is about is enlarged to the size of the whole board.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_

from PIL import Image

from games.core.views.scene import Scene
from games.era_medieval_age.model.land import GRID, land, placed
from games.era_medieval_age.views.view import panel_picture
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, DrawnRegion
from render.base.layout import Rect
from render.base.theme import Theme
from render.era_medieval_age.layers import placing
from render.era_medieval_age.pieces.style import LAND
from render.era_medieval_age.screens.dice import draw_dice
from render.era_medieval_age.screens.domain import (
    DOMAIN,
    LETTERS,
    compose,
    draw_domain,
    grid_rect,
    shown_seat,
)
from render.era_medieval_age.screens.layouts import draw_layouts
from render.era_medieval_age.screens.table import draw_table


def draw_board(scene: Scene, theme: Theme) -> Canvas:
    """Draw the table; for large pictures with an open question, a close look at its subject."""
    spots = (*(mark.spot for mark in scene.marks), *scene.ghost)
    if scene.large and spots:
        kind = panel_picture(scene.view, spots)
        if kind == "domain":
            return draw_domain_closeup(scene, theme)
        if kind == "dice":
            return draw_dice(scene, theme)
        if kind != "board":
            return draw_layouts(scene, theme)
    return draw_table(scene, theme)


def draw_domain_closeup(scene: Scene, theme: Theme) -> Canvas:
    """Draw the domain; for large pictures only the relevant land, enlarged."""
    canvas = draw_domain(scene, theme)
    part = window(scene) if scene.large else None
    return canvas if part is None else _enlarged(canvas, part)


def window(scene: Scene) -> Rect | None:
    """Return the square part of the domain around all marks and changes.

    The square is in cells: column, row, width, height. Returns None if nothing is marked or
    changed, if the square would be nearly the whole domain, or if rows, rotations or ready-made
    layouts are shown, which concern the whole domain.
    """
    pieces = scene.view.towns[shown_seat(scene)].pieces
    targets = placing.sort_marks(scene.marks, pieces)
    after = placing.pieces_after(scene, pieces)
    if targets.rows or targets.turns or (scene.view.phase == "setup" and len(scene.ghost) > 1):
        return None
    shapes = [building.cells for _, building in (*targets.sites, *targets.standing)] + [
        GRID.cell_mask(building.row, building.col) for _, building in targets.columns
    ]
    shapes += [building.cells for building in targets.examples.values()]
    shapes += [placed(piece).cells for piece in set(pieces) ^ set(after)] + [
        land(pieces).inside ^ land(after).inside
    ]
    cells, margin = list(GRID.cells(reduce(or_, shapes))), DOMAIN.int("near_air")
    if not cells:
        return None
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    side = max(max(rows) - min(rows), max(columns) - min(columns)) + 1 + 2 * margin
    side = max(side, DOMAIN.int("near_least"))
    if side > DOMAIN.int("near_most"):
        return None
    left, top = ((min(values) + max(values) + 1 - side) // 2 for values in (columns, rows))
    return Rect(min(max(left, 0), GRID.cols - side), min(max(top, 0), GRID.rows - side), side, side)


@cached
def _board_without_coordinates() -> Image.Image:
    """Return the board without coordinates."""
    return compose(lettered=False)


def _enlarged(canvas: Canvas, part: Rect) -> Canvas:
    """Return the picture with the cells `part` of its land enlarged to the whole board.

    The recorded regions are enlarged too.
    """
    grid_box, cell, mat = grid_rect(), DOMAIN.int("cell"), DOMAIN.rect("mat")
    out = Canvas(canvas.sheet.copy())
    out.sheet.paste(_board_without_coordinates().crop(mat.sides), (mat.x, mat.y))
    cut = Rect(grid_box.x + part.x * cell, grid_box.y + part.y * cell, part.w * cell, part.h * cell)
    land_image = canvas.sheet.crop(cut.sides)
    out.sheet.paste(
        land_image.resize((grid_box.w, grid_box.h), Image.Resampling.LANCZOS),
        (grid_box.x, grid_box.y),
    )
    _draw_coordinates(out, part)
    scale = grid_box.w / cut.w
    for region in canvas.regions:
        if region.kind in ("grid", "panel") or not region.box.meets(mat):
            out.regions.append(region)
        elif region.box.is_inside(cut):
            out.regions.append(_on_enlarged(region, cut, grid_box, scale))
    return out


def _on_enlarged(region: DrawnRegion, cut: Rect, target: Rect, scale: float) -> DrawnRegion:
    box = region.box
    return replace(
        region,
        box=Rect(
            round(target.x + (box.x - cut.x) * scale),
            round(target.y + (box.y - cut.y) * scale),
            round(box.w * scale),
            round(box.h * scale),
        ),
    )


def _draw_coordinates(canvas: Canvas, part: Rect) -> None:
    """Draw letters and numbers of the visible cells."""
    at = grid_rect()
    mat = DOMAIN.rect("mat")
    (label_dx, label_dy) = DOMAIN.get("rim_label")
    style = writing.Style("alegreya-sans-800", DOMAIN.int("label"), LAND["letter"])
    pitch = at.w / part.w
    for k in range(part.w):
        x = at.x + (k + 0.5) * pitch
        canvas.text((x, mat.y + label_dy), LETTERS[part.x + k], style, "m", kind="column")
        y = at.y + (k + 0.5) * pitch + style.size * writing.LETTER_DROP
        canvas.text((mat.x + label_dx, y), str(part.y + k + 1), style, "m", kind="row")
