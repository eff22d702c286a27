"""Close look at a domain for users who chose large pictures.

The part that a question is about fills the whole board.
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
    field,
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
        if kind != "board":
            return (draw_dice if kind == "dice" else draw_layouts)(scene, theme)
    return draw_table(scene, theme)


def draw_domain_closeup(scene: Scene, theme: Theme) -> Canvas:
    """Draw the domain; for large pictures only the relevant land, enlarged."""
    canvas = draw_domain(scene, theme)
    part = window(scene) if scene.large else None
    return canvas if part is None else _enlarged(canvas, part)


def window(scene: Scene) -> Rect | None:
    """Return the square of cells (column, row, side) around all marks and changes.

    Returns None if that is nearly the whole land. Rows and turns of a piece concern the whole
    land.
    """
    pieces = scene.view.towns[shown_seat(scene)].pieces
    asked, after = placing.sort(scene.marks, pieces), placing.outcome(scene, pieces)
    if asked.rows or asked.turns or (scene.view.phase == "setup" and len(scene.ghost) > 1):
        return None
    found = [one.cells for _, one in (*asked.sites, *asked.standing)] + [
        GRID.cell_mask(one.row, one.col) for _, one in asked.columns
    ]
    found += [one.cells for one in asked.lying.values()]
    found += [placed(piece).cells for piece in set(pieces) ^ set(after)] + [
        land(pieces).inside ^ land(after).inside
    ]
    cells, air = list(GRID.cells(reduce(or_, found))), DOMAIN.int("near_air")
    if not cells:
        return None
    rows, columns = [r for r, _ in cells], [c for _, c in cells]
    side = max(max(rows) - min(rows), max(columns) - min(columns)) + 1 + 2 * air
    side = max(side, DOMAIN.int("near_least"))
    if side > DOMAIN.int("near_most"):
        return None
    left, top = ((min(some) + max(some) + 1 - side) // 2 for some in (columns, rows))
    return Rect(min(max(left, 0), GRID.cols - side), min(max(top, 0), GRID.rows - side), side, side)


@cached
def _bare() -> Image.Image:
    """Return the board without coordinates."""
    return compose(lettered=False)


def _enlarged(canvas: Canvas, part: Rect) -> Canvas:
    """Return the picture with its land cropped to some cells; notes are moved along."""
    at, cell, mat = field(), DOMAIN.int("cell"), DOMAIN.rect("mat")
    out = Canvas(_bare().copy())
    for band in (
        Rect(0, 0, mat.w, mat.y - 4),
        Rect(0, mat.bottom + 2, mat.w, canvas.box.h - mat.bottom - 2),
    ):
        strip = canvas.sheet.crop((0, band.y, canvas.box.w, band.bottom))
        out.sheet.paste(strip, (0, band.y))
    cut = Rect(at.x + part.x * cell, at.y + part.y * cell, part.w * cell, part.h * cell)
    seen = canvas.sheet.crop(cut.sides)
    out.sheet.paste(seen.resize((at.w, at.h), Image.Resampling.LANCZOS), (at.x, at.y))
    _coordinates(out, part)
    times = at.w / cut.w
    for one in canvas.noted:
        if one.kind in ("grid", "panel") or not one.box.meets(mat):
            out.noted.append(one)
        elif one.box.inside(cut):
            out.noted.append(_moved(one, cut, at, times))
    return out


def _moved(one: DrawnRegion, cut: Rect, at: Rect, times: float) -> DrawnRegion:
    box = one.box
    return replace(
        one,
        box=Rect(
            round(at.x + (box.x - cut.x) * times),
            round(at.y + (box.y - cut.y) * times),
            round(box.w * times),
            round(box.h * times),
        ),
    )


def _coordinates(canvas: Canvas, part: Rect) -> None:
    """Draw letters and numbers of the visible cells."""
    at, mat, (middle, base) = field(), DOMAIN.rect("mat"), DOMAIN.get("rim")
    style, pitch = (
        writing.Style("alegreya-sans-800", DOMAIN.int("label"), LAND["letter"]),
        at.w / part.w,
    )
    for k in range(part.w):
        for y in (mat.y + base, at.bottom + base):
            canvas.text(
                (at.x + (k + 0.5) * pitch, y), LETTERS[part.x + k], style, "m", kind="column"
            )
        for x in (mat.x + middle, at.right + middle):
            y = at.y + (k + 0.5) * pitch + style.size * writing.LETTER_DROP
            canvas.text((x, y), str(part.y + k + 1), style, "m", kind="row")
