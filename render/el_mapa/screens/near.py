"""Close-up of the map around the cells of a question: reach, costs of steps, fights."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence

from games.core.prompts.option_table import cell_at
from games.core.views.scene import Scene
from games.el_mapa.views.view import ArmyView, GameView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import BOLD, HEAVY, HEAVY_SERIF, SMALL, Theme, dark, mix
from render.el_mapa.layers import chart, overview, people, signs
from render.el_mapa.pieces.header import draw_head
from render.el_mapa.pieces.style import FOG, ROMAN, TROOPS, icon
from render.el_mapa.screens.board import NEAR, record_edges, table
from render.parts import markers, panels, widgets
from render.parts.header import shown_seat

KEY_COLUMNS = 2
LABEL_X = 82  # pixels from the left end of a line of the legend to its words
KINDS_X = 128  # pixels from the left end of an army in the list to its troops
Cell = tuple[int, int]


def focus(scene: Scene) -> list[str]:
    """Return the cells that the picture is about, the most important first.

    They are the cells of marks, ghosts, a moving group or a battle; if there are none, the shown
    seat's cells.
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
    """Return the cells of a seat's troops, then of its tiles; its home without either."""
    troops = [army.cell for army in view.armies if army.seat == seat]
    return [*troops, *(tile.cell for tile in view.tiles if tile.owner == seat)] or [
        view.homes[seat]
    ]


def frame_of(scene: Scene) -> chart.MapFrame:
    """Return the requested part of the map, or a square window around the `focus`.

    The smallest map is shown whole, because only a row or column of it would be missing. On others
    the window shows as many cells of `focus` as possible. If the picture is about a question, it
    always shows the first cell.
    """
    if _is_part(scene):
        return _part(scene.spot)
    view: GameView = scene.view
    if view.size <= NEAR.int("whole"):
        return _window(0, 0, view.size)
    window = NEAR.int("cells")
    cells = [cell_at(cell) for cell in focus(scene)]
    if scene.view.moving and scene.focus is None:
        cells.insert(0, cell_at(scene.view.moving.at))
    any_cell_first = scene.focus is not None or not (
        scene.marks or scene.ghost or view.moving or view.battle
    )
    corner_of = _densest_corner if any_cell_first else _corner
    row, col = corner_of(tuple(cells), window, view.size)
    return _window(row, col, window)


def _is_part(scene: Scene) -> bool:
    """Return whether the scene asks for a part of the map, not for a seat."""
    return scene.focus is None and "-" in scene.spot


def _part(spot: str) -> chart.MapFrame:
    """Return the square window between two corner cells, such as `a1-h8`."""
    (row, col), (last, _) = (cell_at(cell) for cell in spot.split("-"))
    return _window(row, col, last - row + 1)


def _window(row: int, col: int, n: int) -> chart.MapFrame:
    """Return the frame of `n` x `n` cells whose upper left cell is in this row and column."""
    size = NEAR.int(f"tiles.{n}")
    return chart.MapFrame(row, col, n, n, size, NEAR.int("left"), NEAR.int("top"))


@functools.lru_cache(maxsize=256)
def _corner(cells: tuple[Cell, ...], window: int, board: int) -> Cell:
    """Return the upper left cell of the window with most of `cells` and the first one.

    The window has `window` x `window` cells and lies on a map of `board` x `board`. Among windows
    with equally many cells, the most central one is returned. The center is that of all cells, or
    the first cell if not all fit into one window.
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
    """Return the upper left cell of the window with most of `cells`.

    Unlike in `_corner`, the window need not include the first cell. It has `window` x `window`
    cells and lies on a map of `board` x `board`.
    """
    corners = (_corner((cell, *cells), window, board) for cell in dict.fromkeys(cells))
    return max(corners, key=lambda corner: _cells_shown(cells, corner, window))


def _cells_shown(cells: tuple[Cell, ...], corner: Cell, window: int) -> int:
    """Return how many of `cells` lie in the window with this upper left corner."""
    top, left = corner
    return sum(top <= r < top + window and left <= c < left + window for r, c in cells)


def fight_discs(view: GameView) -> dict[str, str]:
    """Return {cell: "fight"} for cells with troops that the active player would fight."""
    kinds = {tile.cell: "fight" for tile in view.tiles if tile.garrison}
    kinds |= {army.cell: "fight" for army in view.armies if army.seat != view.active}
    return kinds


def draw_near(scene: Scene, theme: Theme) -> Canvas:
    """Draw a close-up of the map, with the veil over cells out of reach.

    Beside the map stand its armies by kind of troops, and the legend of its signs.
    """
    view: GameView = scene.view
    frame = frame_of(scene)
    canvas = Canvas(table(theme, frame, NEAR.int("high")).copy())
    draw_head(canvas, scene, theme, middle=_middle(scene))
    canvas.record_region("map", frame.area)
    record_edges(canvas, frame)
    reach = {mark.spot for mark in scene.marks if mark.letter.isdigit()}
    changed = _fresh(scene)
    chart.lay_land(canvas, view, theme, frame, changed)
    chart.lay_realms(canvas, view, theme, frame)
    if reach:
        chart.lay_veil(canvas, theme, frame, view, reach | _start(scene), 0.38)
    chart.lay_walls(canvas, view, frame)
    chart.draw_path(canvas, theme, frame, scene.ghost)
    chart.lay_owners(canvas, view, theme, frame)
    chart.lay_signs(canvas, view, frame)
    starts = _start(scene) if reach else set()
    for cell in filter(frame.holds, starts):
        ring = signs.last_move(frame.size, theme.glow)
        canvas.paste_padded(ring, frame.box(cell).x, frame.box(cell).y)
        canvas.record_region("start", frame.box(cell), cell)
    overview.lay_troops(canvas, view, theme, frame, changed)
    chart.lay_levels(canvas, view, frame)
    chart.lay_castles(canvas, view, theme, frame)
    overview.lay_threats(canvas, view, frame)
    chart.lay_targets(canvas, theme, frame, scene.ghost)
    chart.lay_marks(canvas, view, theme, frame, scene.marks, fight_discs(view))
    side = NEAR.rect("side")
    rows = _legend_rows(scene, legend_names(scene, frame))
    asks = _what_to_choose(scene, frame)
    high = (len(rows) + bool(asks)) * NEAR.int("line") + 16
    foot = Rect(side.x, side.bottom - high, side.w, high)
    if rows or asks:
        _draw_legend(canvas, theme, rows, asks, foot)
        side = Rect(side.x, side.y, side.w, side.h - high - NEAR.int("gap"))
    _draw_armies(canvas, scene, theme, frame, side, starts)
    return canvas


def _fresh(scene: Scene) -> set[str]:
    """Return the changed cells that glow.

    None does while a way is chosen, because the group's own cell has a ring then. A pending fight has a
    rim of its own.
    """
    if any(mark.letter.isdigit() for mark in scene.marks):
        return set()
    fights = {army.cell for army in chart.armies_of(scene.view) if army.contested}
    return {cell for cell in scene.changed if cell in chart.tiles_of(scene.view)} - fights


def _what_to_choose(scene: Scene, frame: chart.MapFrame) -> str:
    """Return what the marks on the shown cells ask for; "" without such marks."""
    marks = [
        mark for mark in scene.marks if (cell := chart.cell_of(mark.spot)) and frame.holds(cell)
    ]
    if not marks:
        return ""
    moves = any(mark.letter.isdigit() for mark in marks)
    return i18n.say(scene.lang, "el_mapa.pick_step" if moves else "el_mapa.pick_cell")


def _draw_armies(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    frame: chart.MapFrame,
    box: Rect,
    starts: Collection[str],
) -> None:
    """Draw the armies on the shown cells: owner, cell, troops by kind; fights first.

    Above them stands the card of the shown player, or, for a requested part of the map, a small map
    that marks this part. The line of an army in `starts`, which moves, is lit.
    """
    view: GameView = scene.view
    if _is_part(scene):
        panel = _draw_locator(canvas, scene, theme, frame, box, NEAR.int("locator"))
    else:
        panel = Rect(box.x, box.y, box.w, NEAR.int("card"))
        person = panels.seat_headers(scene, view.n)[shown_seat(scene)]
        people.draw_card(canvas, scene, theme, person, panel, people.MERGED_ROWS)
    gap = panel.h + NEAR.int("gap")
    box = Rect(box.x, box.y + gap, box.w, box.h - gap)
    line = NEAR.int("line")
    found = [army for army in chart.armies_of(view) if frame.holds(army.cell)]
    if not found:
        _draw_free_locator(canvas, scene, theme, frame, box)
        return
    most = (box.h - 16) // line
    fights = {army.cell for army in found if army.contested}
    found = _by_interest(scene, found, starts)
    rows: list[list[tuple[int, ArmyView]]] = []
    for fight in (True, False):
        some = [army for army in found if (army.cell in fights) == fight]
        rows += _army_rows(some, shown_seat(scene), box.w // 2 - 16, most - len(rows))
    hidden = sum(len(row) for row in rows[most:])
    if hidden:  # the last line tells how many are not shown
        hidden += len(rows[most - 1])
        rows = rows[: most - 1]
    lines = len(rows) + bool(hidden)
    # A map that shows where this part is needs room.
    most_line = "line_most" if view.size <= NEAR.int("whole") else "line_beside_map"
    line = max(line, min(NEAR.int(most_line), (box.h - 16) // lines))
    panel = Rect(box.x, box.y, box.w, lines * line + 16)
    panels.lay_panel(canvas, theme, panel)
    canvas.record_region("panel", panel, "armies")
    for at, row in enumerate(rows):
        y = panel.y + 8 + at * line
        wide = len(row) == 1 and _army_width(row[0][1]) > box.w // 2 - 16
        for column, army in row:
            w = panel.w if wide else panel.w // 2
            place = Rect(panel.x + column * w, y, w, line)
            if army.cell in starts:
                lit = Rect(place.x + 6, place.y, place.w - 12, place.h)
                ground, rim = mix(theme.paper, theme.saffron, 0.45), dark(theme.saffron, 0.3)
                widgets.draw_plate(canvas, lit, "cell", ground, rim)
            _draw_army(canvas, theme, army, place)
    if hidden:
        style = writing.Style(BOLD, NEAR.int("cell"), panels.muted(theme))
        base = panel.y + 8 + (len(rows) + 0.5) * line + style.size * writing.LETTER_DROP
        text = i18n.say(scene.lang, "el_mapa.more_armies", n=hidden)
        canvas.text((panel.centre[0], base), text, style, "m", kind="at")
    top = panel.bottom + NEAR.int("gap")
    _draw_free_locator(canvas, scene, theme, frame, Rect(box.x, top, box.w, box.bottom - top))


def _by_interest(
    scene: Scene, armies: Sequence[ArmyView], starts: Collection[str]
) -> list[ArmyView]:
    """Return the armies in the order of the list: fights, then what is asked about, then own ones.

    `starts` are the cells of armies that move.
    """
    view: GameView = scene.view
    asked = {chart.cell_of(mark.spot) for mark in scene.marks if not mark.letter.isdigit()}
    asked |= set(starts)
    own = view.active if view.viewer is None else view.viewer
    fights = {army.cell for army in armies if army.contested}
    return sorted(
        armies,
        key=lambda army: (
            army.cell not in fights,
            army.cell not in asked,
            army.seat != own,
            cell_at(army.cell),
        ),
    )


def _draw_free_locator(
    canvas: Canvas, scene: Scene, theme: Theme, frame: chart.MapFrame, box: Rect
) -> None:
    """Draw the small map in the free place `box` if it has room and the map is not shown whole."""
    least, most = NEAR.get("locator_free")
    side = min(most, box.h - 20)
    if frame.rows < scene.view.size and not _is_part(scene) and side >= least:
        _draw_locator(canvas, scene, theme, frame, box, side)


def _draw_locator(
    canvas: Canvas, scene: Scene, theme: Theme, frame: chart.MapFrame, box: Rect, side: int
) -> Rect:
    """Draw a small map, at most `side` pixels wide, that marks the shown part; return its panel.

    Beside it stand the first and last cell of the part.
    """
    image = overview.locator(scene.view, theme, frame, side)
    panel = Rect(box.x, box.y, box.w, image.height + 20)
    panels.lay_panel(canvas, theme, panel)
    canvas.record_region("panel", panel, "locator")
    canvas.sheet.paste(image, (panel.x + 14, panel.y + 10))
    first, last = (
        f"{chr(65 + col)}{row + 1}"
        for row, col in (
            (frame.row, frame.col),
            (frame.row + frame.rows - 1, frame.col + frame.cols - 1),
        )
    )
    words = i18n.say(scene.lang, "el_mapa.shown_part", first=first, last=last)
    left = panel.x + image.width + 30
    room = Rect(left, panel.y + 6, panel.right - 14 - left, panel.h - 12)
    style = writing.Style(BOLD, NEAR.int("cell"), theme.ink)
    rich_text.set_text(canvas, room, words, style, least=30, anchor="m", middle=True)
    return panel


def _army_width(army: ArmyView) -> float:
    """Return the width in pixels of an army in the list beside the map."""
    style = writing.Style(HEAVY, NEAR.int("digits"), (0, 0, 0))
    kinds = (writing.width(str(n), style.face, style.size) for n in army.troops.values())
    return KINDS_X + sum(NEAR.int("sign") + 14 + width for width in kinds)


def _army_rows(
    found: Sequence[ArmyView], seat: int, room: float, most: int
) -> list[list[tuple[int, ArmyView]]]:
    """Return the lines of the list of armies, each with (column, army) for one or two of them.

    The armies of `seat` stand at the left and all others at the right, if they need at most `most`
    lines so; an army wider than `room` pixels has a line of its own.
    """
    sides = [[army for army in found if (army.seat != seat) == bool(at)] for at in (0, 1)]
    rows: list[list[tuple[int, ArmyView]]] = [
        [(0, army)] for army in found if _army_width(army) > room
    ]
    columns = [[army for army in side if _army_width(army) <= room] for side in sides]
    # A column that is too long goes on below the other.
    while max(map(len, columns)) > most - len(rows) and abs(len(columns[0]) - len(columns[1])) > 1:
        long = columns[0] if len(columns[0]) > len(columns[1]) else columns[1]
        (columns[1] if long is columns[0] else columns[0]).append(long.pop())
    pairs = [
        [(i, one[at]) for i, one in enumerate(columns) if at < len(one)]
        for at in range(max(map(len, columns)))
    ]
    return rows + pairs


def _draw_army(canvas: Canvas, theme: Theme, army: ArmyView, box: Rect) -> None:
    """Draw an army in the list: its owner's piece, its cell, its troops by kind."""
    y = box.centre[1]
    canvas.paste_centred(markers.piece(theme, army.seat, NEAR.int("piece")), (box.x + 34, y))
    cell = writing.Style(BOLD, NEAR.int("cell"), theme.ink)
    at = box.x + 62, y + cell.size * writing.LETTER_DROP
    canvas.text(at, army.cell.upper(), cell, kind="at")
    _draw_kinds(canvas, theme, army.troops, (box.x + KINDS_X, y))
    canvas.record_region("kinds", Rect(box.x + 8, box.y + 2, box.w - 16, box.h - 4), army.cell)


def _draw_kinds(
    canvas: Canvas, theme: Theme, troops: Mapping[str, int], at: tuple[float, float]
) -> None:
    """Draw the troops of an army in one line: each kind's sign with its number."""
    (x, y), size = at, NEAR.int("sign")
    style = writing.Style(HEAVY, NEAR.int("digits"), theme.ink)
    for kind, n in troops.items():
        canvas.paste_centred(icon(TROOPS[kind], size, dark(theme.table, 0.1)), (x + size / 2, y))
        x += size + 3
        x += canvas.digits((x, y), str(n), style) + 11


def _start(scene: Scene) -> set[str]:
    """Return the cells from which the group may start to move.

    It is the cell of the moving group. Before the first step the view does not tell that cell; then
    return the active seat's armies that are next to all marks of cost 1.
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


def legend_names(scene: Scene, frame: chart.MapFrame) -> list[str]:
    """Return the names of the signs on the shown cells, which the legend explains."""
    view: GameView = scene.view
    fights = fight_discs(view)
    marked = {chart.cell_of(mark.spot): mark.letter.isdigit() for mark in scene.marks}
    signs_by_cell = {
        "tag": [cell for cell, digit in marked.items() if cell and not digit],
        "step": [cell for cell, digit in marked.items() if digit and cell not in fights],
        "fight": [cell for cell, digit in marked.items() if digit and cell in fights],
        "garrison": [tile.cell for tile in chart.garrisons_of(view)],
        "swords": [army.cell for army in chart.armies_of(view) if army.contested],
        "wall": [name[:-1] for name in view.walls],
        "fog": [tile.cell for tile in view.tiles if not tile.up],
        "fresh": [cell for cell in _fresh(scene) if chart.tiles_of(view)[cell].up],
        "threat": overview.threatened(view),
    }
    return [name for name, cells in signs_by_cell.items() if any(map(frame.holds, cells))]


def _legend_rows(scene: Scene, names: Sequence[str]) -> list[list[tuple[str, str]]]:
    """Return the lines of the legend, each with (sign, words) for one or two signs."""
    style = NEAR.int("cell")
    room = NEAR.rect("side").w // KEY_COLUMNS - LABEL_X
    rows: list[list[tuple[str, str]]] = []
    wide: list[list[tuple[str, str]]] = []
    for name in names:
        label = i18n.say(scene.lang, f"el_mapa.key.{name}")
        if writing.width(label, BOLD, style) > room:
            wide.append([(name, label)])
        elif rows and len(rows[-1]) < KEY_COLUMNS:
            rows[-1].append((name, label))
        else:
            rows.append([(name, label)])
    return wide + rows


def _draw_legend(
    canvas: Canvas,
    theme: Theme,
    rows: Sequence[Sequence[tuple[str, str]]],
    asks: str,
    box: Rect,
) -> None:
    """Draw what to choose, and below it the legend of signs in columns."""
    panels.lay_panel(canvas, theme, box)
    canvas.record_region("panel", box, "key")
    style = writing.Style(BOLD, NEAR.int("cell"), theme.ink)
    line, top = NEAR.int("line"), box.y + 8
    if asks:
        text, size = writing.fit_compressed(asks, HEAVY, NEAR.int("digits"), box.w - 32, 30)
        head = writing.Style(HEAVY, size, dark(theme.saffron, 0.62))
        at_base = box.centre[0], top + line / 2 + size * writing.LETTER_DROP - 2
        canvas.text(at_base, text, head, "m", kind="asks", room=box.w - 32)
        top += line
        if rows:
            panels.hairline(canvas, box.x + 16, top, box.w - 32)
    for at, row in enumerate(rows):
        for column, (name, label) in enumerate(row):
            x = box.x + column * box.w // KEY_COLUMNS
            y = top + (at + 0.5) * line
            _draw_sample(canvas, theme, name, x + 12, y, 62)
            at_base = x + LABEL_X, y + style.size * writing.LETTER_DROP - 2
            canvas.text(at_base, label, style, kind="key")


def _draw_sample(canvas: Canvas, theme: Theme, name: str, x: float, y: float, width: int) -> None:
    match name:
        case "tag":
            canvas.paste_centred(markers.plate(theme, "A1", 40), (x + 29, y))
        case "step" | "fight":
            disc = signs.disc({"step": "1", "fight": "2"}[name], name, 100)
            canvas.paste_padded(disc, x + 6, y - 22)
        case "garrison":
            canvas.paste_padded(signs.shield(2, 88, NEAR.int("digits")), x + 10, y - 22)
        case "wall":
            bar = signs.wall(62, upright=False)
            canvas.paste_padded(bar, x - 4, y - (bar.image.height - 2 * bar.pad) / 2)
        case "threat":
            danger = signs.danger_rim(42)
            canvas.sheet.paste(danger, (round(x + 8), round(y - 21)), danger)
        case "swords":
            canvas.paste_padded(signs.swords(42), x + 8, y - 21)
        case "fresh":
            ring = chart.changed_sample(42)
            canvas.sheet.paste(ring, (round(x + 8), round(y - 21)))
        case "fog":
            rim = dark(FOG[3], 0.6)
            widgets.draw_plate(
                canvas, Rect(round(x) + 4, round(y) - 20, width - 10, 40), "cell", FOG[3], rim
            )
            canvas.text(
                (x + width / 2 - 1, y + 34 * 0.32),
                ROMAN[3],
                writing.Style(HEAVY_SERIF, SMALL, dark(FOG[3], 0.8)),
                "m",
            )
