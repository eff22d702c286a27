"""Close look at the armies and places of a question: reach in steps, fights, hidden tiles."""

from __future__ import annotations

import functools

from games.core.prompts.option_table import cell_at
from games.core.views.scene import Scene
from games.el_mapa.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import BOLD, HEAVY_SERIF, SMALL, Theme, dark
from render.el_mapa.layers import chart, overview, signs
from render.el_mapa.pieces.header import draw_head
from render.el_mapa.pieces.style import FOG, LAYOUT, ROMAN, WIDTH
from render.el_mapa.screens.board import area, parchment, size_of, table
from render.parts import panels, widgets
from render.parts.header import shown_seat

NEAR = LAYOUT.part("near")
Cell = tuple[int, int]


def focus(scene: Scene) -> list[str]:
    """Return the cells that the picture is about, the most important first.

    They are the cells of marks, ghosts, a moving group or a battle; if there are none, those of
    the shown seat.
    """
    view: GameView = scene.view
    if scene.focus is not None:
        return _places(view, scene.focus)
    known = chart.tiles_of(view)
    cells = [chart.cell_of(mark.spot) for mark in scene.marks]
    cells += [chart.cell_of(part) for ghost in scene.ghost for part in ghost.split(">")]
    cells += [view.moving.at] if view.moving else []
    cells += [view.battle.cell] if view.battle else []
    return [cell for cell in cells if cell in known] or _places(view, shown_seat(scene))


def _places(view: GameView, seat: int) -> list[str]:
    """Return the cells of a seat's troops, then of its tiles; else its home."""
    troops = [army.cell for army in view.armies if army.seat == seat]
    return [*troops, *(tile.cell for tile in view.tiles if tile.owner == seat)] or [
        view.homes[seat]
    ]


def frame_of(scene: Scene) -> chart.MapFrame:
    """Return the requested part, or a square window on the map around the focus.

    The window shows as many cells of `focus` as possible. If the picture is about a question,
    it always shows the first one.
    """
    if _is_part(scene):
        return _part(scene.spot)
    view: GameView = scene.view
    window = min(NEAR.int("cells"), view.size)
    cells = [cell_at(cell) for cell in focus(scene)]
    if scene.view.moving and scene.focus is None:
        cells.insert(0, cell_at(scene.view.moving.at))
    any_cell_first = scene.focus is not None or not (
        scene.marks or scene.ghost or view.moving or view.battle
    )
    corner_of = _densest_corner if any_cell_first else _corner
    row, col = corner_of(tuple(cells), window, view.size)
    size = NEAR.int("tile")
    map_area = area(window * size)
    return chart.MapFrame(row, col, window, window, size, map_area.x, map_area.y)


def _is_part(scene: Scene) -> bool:
    """Return whether the scene asks for a part of the map, not for a seat."""
    return scene.focus is None and "-" in scene.spot


def _part(spot: str) -> chart.MapFrame:
    """Return the window from one cell to another (`a1-h8`)."""
    (row, col), (last, _) = (cell_at(cell) for cell in spot.split("-"))
    n = last - row + 1
    size = NEAR.int("tile") if n == NEAR.int("cells") else size_of(n)
    map_area = area(n * size)
    return chart.MapFrame(row, col, n, n, size, map_area.x, map_area.y)


@functools.lru_cache(maxsize=256)
def _corner(cells: tuple[Cell, ...], window: int, board: int) -> Cell:
    """Return the upper left cell of the window with most of `cells`, including the first.

    The window has `window` x `window` cells and lies on a board of `board` x `board`. Among
    windows with equally many it is the one closest to centring all cells, or the first cell if
    they do not fit into one window.
    """

    def clamped(start: int) -> int:
        return min(max(0, start), board - window)

    first = cells[0]
    to_centre = [(min(side), max(side)) for side in zip(*cells, strict=True)]
    if any(end - start >= window for start, end in to_centre):  # they do not fit into one window
        to_centre = [(at, at) for at in first]
    (top, bottom), (left, right) = to_centre
    rows = range(max(0, first[0] - window + 1), min(first[0], board - window) + 1)
    cols = range(max(0, first[1] - window + 1), min(first[1], board - window) + 1)
    middle = (
        clamped((top + bottom) // 2 - window // 2),
        clamped((left + right) // 2 - window // 2),
    )

    def score(corner: Cell) -> tuple[int, int]:
        off_centre = abs(corner[0] - middle[0]) + abs(corner[1] - middle[1])
        return _cells_shown(cells, corner, window), -off_centre

    return max(((r, c) for r in rows for c in cols), key=score)


@functools.lru_cache(maxsize=256)
def _densest_corner(cells: tuple[Cell, ...], window: int, board: int) -> Cell:
    """Return the upper left cell of the window with most of `cells`, whichever these are.

    The window has `window` x `window` cells and lies on a board of `board` x `board`.
    """
    corners = (_corner((cell, *cells), window, board) for cell in dict.fromkeys(cells))
    return max(corners, key=lambda corner: _cells_shown(cells, corner, window))


def _cells_shown(cells: tuple[Cell, ...], corner: Cell, window: int) -> int:
    """Return how many of `cells` lie in the window with this upper left corner."""
    top, left = corner
    return sum(top <= r < top + window and left <= c < left + window for r, c in cells)


def kinds_of(view: GameView) -> dict[str, str]:
    """Return the kind of step by cell, for steps that are not plain.

    In cells with `fight` the active player has to fight; cells with `unseen` are face down.
    """
    kinds = {tile.cell: "unseen" for tile in view.tiles if not tile.up}
    kinds |= {tile.cell: "fight" for tile in view.tiles if tile.garrison}
    kinds |= {army.cell: "fight" for army in view.armies if army.seat != view.active}
    return kinds


def draw_near(scene: Scene, theme: Theme) -> Canvas:
    """Draw land, the veil over cells out of reach, then everything that must stay bright."""
    view: GameView = scene.view
    frame = frame_of(scene)
    canvas = Canvas(table(theme, frame, NEAR.int("key") + 24).copy())
    draw_head(canvas, scene, theme, middle=_middle(scene))
    canvas.record_region("map", frame.area)
    changed = {cell for cell in scene.changed if cell in chart.tiles_of(view)}
    chart.lay_land(canvas, view, theme, frame, changed)
    reach = {mark.spot for mark in scene.marks if mark.letter.isdigit()}
    if reach:
        chart.lay_veil(canvas, theme, frame, view, reach | _start(scene), 0.38)
    chart.lay_walls(canvas, view, frame)
    chart.draw_path(canvas, theme, frame, scene.ghost)
    chart.lay_owners(canvas, view, theme, frame)
    chart.lay_signs(canvas, view, frame)
    chart.lay_armies(canvas, view, theme, frame, changed, kinds=True)
    chart.lay_targets(canvas, theme, frame, scene.ghost)
    chart.lay_marks(canvas, view, theme, frame, scene.marks, kinds_of(view))
    key = Rect(24, parchment(frame.area).bottom + 12, WIDTH - 48, NEAR.int("key") - 6)
    _draw_key(canvas, scene, theme, frame, key, moves=bool(reach))
    return canvas


def _start(scene: Scene) -> set[str]:
    """Return the cells of the group that may move.

    It is the cell of the moving group. Before the group has moved, the view does not tell its
    cell: then return the active seat's armies that are next to all marks of cost 1.
    """
    view: GameView = scene.view
    if view.moving:
        return {view.moving.at}
    near = [cell_at(mark.spot) for mark in scene.marks if mark.letter == "1"]
    own = {army.cell: cell_at(army.cell) for army in view.armies if army.seat == view.active}
    return {
        name
        for name, at in own.items()
        if near and all(abs(at[0] - r) + abs(at[1] - c) == 1 for r, c in near)
    }


def _middle(scene: Scene) -> str:
    """Return the header's middle text: the part's cells, `Desde F5: 3 pasos`, or ""."""
    moving = scene.view.moving
    if _is_part(scene):
        first, last = scene.spot.upper().split("-")
        return i18n.say(scene.lang, "el_mapa.part", round=scene.view.round, first=first, last=last)
    if not moving:
        return ""
    return i18n.say(scene.lang, "el_mapa.moving", cell=moving.at.upper(), n=moving.points)


def _draw_key(
    canvas: Canvas, scene: Scene, theme: Theme, frame: chart.MapFrame, box: Rect, *, moves: bool
) -> None:
    """Draw the key of signs in one line; for a part of the map also its place."""
    panels.lay_panel(canvas, theme, box)
    size, y = 36, box.y + box.h / 2
    style = writing.Style(BOLD, size, theme.ink)
    names = (
        ["step", "fight", "unseen", "wall", "fog"]
        if moves
        else ["garrison", "swords", "wall", "fog", "fresh"]
    )
    if _is_part(scene):
        locator_image = overview.locator(scene.view, frame, box.h - 2 * NEAR.int("locator"))
        canvas.sheet.paste(
            locator_image,
            (
                box.right - locator_image.width - NEAR.int("locator"),
                box.y + (box.h - locator_image.height) // 2,
            ),
        )
        box = Rect(box.x, box.y, box.w - locator_image.width - NEAR.int("locator"), box.h)
        names = names[:-1]
    labels = {name: i18n.say(scene.lang, f"el_mapa.key.{name}") for name in names}
    icon_size = 62
    total = sum(icon_size + 10 + writing.width(text, style.face, size) for text in labels.values())
    gap = (box.w - 40 - total) / (len(names) - 1)
    x = box.x + 22.0
    for name in names:
        _draw_sample(canvas, name, x, y, icon_size)
        x += icon_size + 10
        x += (
            canvas.text((x, y + size * writing.LETTER_DROP - 2), labels[name], style, kind="key")
            + gap
        )


def _draw_sample(canvas: Canvas, name: str, x: float, y: float, width: int) -> None:
    match name:
        case "step" | "fight" | "unseen":
            disc = signs.disc({"step": "1", "fight": "2", "unseen": "3"}[name], name, 132)
            canvas.paste_padded(disc, x, y - 29)
        case "garrison":
            canvas.paste_padded(signs.shield(2, 108), x + 6, y - 27)
        case "wall":
            bar = signs.wall(62, upright=False)
            canvas.paste_padded(bar, x - 4, y - (bar.image.height - 2 * bar.pad) / 2)
        case "swords":
            canvas.paste_padded(signs.swords(52), x + 8, y - 26)
        case "fresh":
            ring = chart.fresh_sample(52)
            canvas.sheet.paste(ring, (round(x + 6), round(y - 26)))
        case "fog":
            rim = dark(FOG[3], 0.6)
            widgets.draw_plate(
                canvas, Rect(round(x) + 4, round(y) - 26, width - 10, 52), "cell", FOG[3], rim
            )
            canvas.text(
                (x + width / 2 - 1, y + 34 * 0.32),
                ROMAN[3],
                writing.Style(HEAVY_SERIF, SMALL, rim),
                "m",
            )
