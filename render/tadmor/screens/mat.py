"""Player's mat: tower, pieces, warehouse, traded goods, upgrades, temples, rare, missions."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from games.core.views.scene import Scene
from games.tadmor.model.catalog import PIECES, RESOURCES, RULES
from games.tadmor.views.view import GameView, MatView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import RGB, SMALL, TEXT, Theme, dark, mix, pale
from render.parts import panels, widgets
from render.tadmor.layers import belongings, foreseen, people, places, purse, tower
from render.tadmor.pieces import faces, sprites
from render.tadmor.pieces.header import draw_head, moment, shown_seat
from render.tadmor.pieces.style import BOLD, LAYOUT, SERIF, WIDTH, icon

MAT = LAYOUT.part("mat")
MARKER = 50
MAX_CUBES = 4  # more traded goods are shown as numbers


def draw_mat(scene: Scene, theme: Theme) -> Canvas:
    """Draw the mat of the shown seat: the tower at the left, panels in four rows beside it."""
    seat = shown_seat(scene)
    scene = foreseen.with_ghost_applied(scene, seat)
    view: GameView = scene.view
    mat, ghosts = view.mats[seat], places.ghosts(scene.ghost)
    canvas = Canvas(panels.table(WIDTH, MAT.int("height")).copy())
    text = i18n.say(scene.lang, "tadmor.mat")
    draw_head(canvas, scene, theme, text, moment(view, scene.lang), seat)
    frame = MAT.rect("tower")
    goal = ghosts.get(f"tower{seat}", "")
    if f"tower{seat}" in scene.changed:
        places.draw_halo(canvas, theme, frame, f"tower{seat}", 20)
    tower.draw_tower(
        canvas,
        theme,
        scene.lang,
        MAT,
        frame,
        seat,
        mat,
        int(goal) if goal.isdigit() else None,
    )
    for name, panel in panel_boxes().items():
        PANELS[name](canvas, scene, theme, panel, seat)
        canvas.record_region("panel", panel, name)
    _draw_letters(canvas, scene, theme, seat)
    return canvas


def panel_boxes() -> dict[str, Rect]:
    """Return the rectangles of the panels beside the tower, by name."""
    left, gap, top = MAT.int("left"), MAT.int("gap"), MAT.rect("tower").y
    width = MAT.int("right") - left
    stores = top + MAT.int("pieces") + gap
    works = stores + MAT.int("stores") + gap
    missions = works + MAT.int("works") + gap
    goods, temple = MAT.int("goods_width"), MAT.int("temple_width")
    return {
        "pieces": Rect(left, top, width, MAT.int("pieces")),
        "goods": Rect(left, stores, goods, MAT.int("stores")),
        "tiles": Rect(left + goods + gap, stores, width - goods - gap, MAT.int("stores")),
        "temple": Rect(left, works, temple, MAT.int("works")),
        "rare": Rect(left + temple + gap, works, width - temple - gap, MAT.int("works")),
        "missions": Rect(left, missions, width, MAT.rect("tower").bottom - missions),
    }


def _draw_pieces(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int) -> None:
    """Draw the seat's camels and boats, and the points at the right."""
    view: GameView = scene.view
    colour, layout = theme.seats[seat].colour, MAT.part("piece")
    fill = mix(theme.paper, colour, 0.10)
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, fill, theme.rim, 2, 5), frame.x, frame.y
    )
    _draw_border(
        canvas,
        Rect(frame.x + 4, frame.bottom - 20, frame.w - 8, 15),
        dark(colour, 0.15),
        pale(colour, 0.62),
    )
    middle = frame.y + (frame.h - 18) / 2
    with canvas.group("pieces"):
        _draw_all_pieces(canvas, theme, view, seat, Rect(frame.x, round(middle), 0, 0), fill)
    left = frame.x + layout.int("points")
    room = Rect(left, frame.y, frame.right - left, frame.h - 18)
    people.draw_points(canvas, theme, MAT.part("points"), view, seat, room, middle)


def _draw_all_pieces(
    canvas: Canvas, theme: Theme, view: GameView, seat: int, start: Rect, fill: RGB
) -> None:
    """Draw camels and boats in a line from the point of `start`.

    Pieces in reserve are solid, of pieces elsewhere only the outline is drawn, pieces not yet won
    have a padlock. `fill`
    is the color of the ground.
    """
    mat, layout = view.mats[seat], MAT.part("piece")
    for kind in PIECES:
        (x, pitch), size = layout.get(f"{kind}s"), layout.int(kind)
        for k in range(RULES.pieces[kind].most):
            at = start.x + x + k * pitch, start.y
            if k < mat.reserve[kind]:
                canvas.paste_centred(sprites.pawn(theme, seat, kind, size), at)
            elif k < mat.own[kind]:
                canvas.paste_centred(sprites.outlined(theme, seat, kind, size), at)
            else:
                sign = "camel" if kind == "camel" else "sailboat"
                canvas.paste_centred(
                    icon(sign, round(size * 0.84), mix(fill, theme.table, 0.24)), at
                )
                lock = at[0] + 2, at[1] + 6
                canvas.paste_centred(icon("padlock", 38, dark(theme.table, 0.1)), lock)
                canvas.record_region("padlock", places.box(lock, 38), kind)
            canvas.record_region("piece", places.box(at, size), kind)


def _draw_border(
    canvas: Canvas, frame: Rect, colour: tuple[int, int, int], light: tuple[int, int, int]
) -> None:
    """Draw embroidery along `frame`: triangles and rings in turn."""
    pen, count = canvas.pen, round(frame.w / frame.h / 1.5)
    pen.rectangle((frame.x, frame.y, frame.right - 1, frame.bottom - 1), fill=colour)
    step, height = frame.w / count, frame.h
    for k in range(count):
        x, y = frame.x + k * step, frame.y
        if k % 2:
            c, r = x + step / 2, height * 0.3
            pen.ellipse((c - r, y + height * 0.2, c + r, y + height * 0.8), outline=light, width=3)
        else:
            pen.line(
                [
                    (x + step * 0.1, y + height * 0.84),
                    (x + step * 0.5, y + height * 0.16),
                    (x + step * 0.9, y + height * 0.84),
                ],
                fill=light,
                width=4,
                joint="curve",
            )


def _draw_goods(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int) -> None:
    """Draw the goods in the warehouse, and beside it the traded goods on another paper.

    Traded goods count for what can be kept, too. Without any, the warehouse takes the whole panel.
    """
    mat: MatView = scene.view.mats[seat]
    layout = MAT.part("store")
    panels.lay_panel(canvas, theme, frame)
    end = belongings.title(canvas, theme, frame, i18n.say(scene.lang, "tadmor.store"), SMALL)
    goods = [what for what in RESOURCES for _ in range(mat.store[what])]
    is_wide = mat.storage > RULES.storage or len(goods) > RULES.storage
    columns, (x0, y0) = 6 if is_wide else 4, layout.get("at")
    slots = max(mat.storage, min(len(goods), 12))
    set_apart = sum(mat.traded.values())
    traded = frame.x + layout.int("traded") if set_apart else frame.right - 6
    (gap_x, gap_y), h = layout.get("gap"), layout.int("high")
    px, py = (traded - 12 + gap_x - frame.x - x0) / columns, h + gap_y
    w = round(px) - gap_x
    held = len(goods) + set_apart
    text = i18n.say(scene.lang, "tadmor.of", n=held, m=mat.storage)
    is_over = purse.is_over(scene.view, seat)
    style = writing.Style(BOLD, TEXT, theme.madder if is_over else dark(theme.table, 0.05))
    at, room_for_count = (traded - 12, frame.y + 42), traded - 12 - end - 8
    canvas.text(at, text, style, "r", kind="count", room=room_for_count)
    base = mix(theme.paper, theme.table, 0.16)
    # Fuller warehouses show one cube of each kind with its number instead.
    for k in range(slots if len(goods) <= slots else 0):
        cell = Rect(round(frame.x + x0 + k % columns * px), frame.y + y0 + k // columns * py, w, h)
        rim = mix(theme.paper, theme.table, 0.45) if k < mat.storage else theme.madder
        widgets.draw_plate(canvas, cell, "cell", base, rim)
        if k < len(goods):
            what = goods[k]
            cube = sprites.cube(what, min(layout.int("large_cube"), w - 8))
            canvas.paste_centred(cube, (cell.centre[0], cell.centre[1] - 1))
            canvas.record_region("good", cell, what)
    if len(goods) > slots:
        room = Rect(frame.x + x0, frame.y + y0, traded - frame.x - x0, 2 * py)
        _draw_counts(canvas, theme, mat.store, room)
    if set_apart:
        body = Rect(traded, frame.y + 12, frame.right - 12 - traded, frame.h - 26)
        _draw_traded(canvas, theme, scene.lang, mat, body)


def _draw_counts(canvas: Canvas, theme: Theme, goods: dict[str, int], frame: Rect) -> None:
    """Draw one cube per kind of goods with its number, in two columns."""
    kinds = [what for what in RESOURCES if goods[what]]
    size = MAT.int("store.counts")
    for k, what in enumerate(kinds):
        x = frame.x + k % 2 * frame.w / 2
        y = frame.y + (k // 2 + 0.5) * frame.h / ceil(len(kinds) / 2)
        canvas.paste_centred(sprites.cube(what, 38), (x + 23, y))
        canvas.digits((x + 46, y), str(goods[what]), writing.Style(BOLD, size, theme.ink))


def _draw_traded(canvas: Canvas, theme: Theme, lang: str, mat: MatView, frame: Rect) -> None:
    """Draw the traded goods, which are spent first and cannot be traded again this turn."""
    goods = [what for what in RESOURCES for _ in range(mat.traded[what])]
    fill, rim = mix(theme.paper, theme.saffron, 0.22), dark(theme.saffron, 0.25)
    tone = dark(theme.saffron, 0.6)
    canvas.paste_padded(panels.sheet(frame.w, frame.h, 15, fill, rim, 3, 2), frame.x, frame.y)
    text = i18n.say(lang, "tadmor.traded")
    words, size = writing.fit_compressed(text, SERIF, SMALL, frame.w - 28, 30)
    style = writing.Style(SERIF, size, tone)
    canvas.text((frame.centre[0], frame.y + 36), words, style, "m", room=frame.w - 28)
    canvas.record_region("traded", frame)
    room = Rect(frame.x + 8, frame.y + 48, frame.w - 12, frame.h - 58)
    if len(goods) > MAX_CUBES:
        _draw_counts(canvas, theme, mat.traded, room)
        return
    for k, what in enumerate(goods):
        at = room.x + (k % 2 + 0.5) * room.w / 2, room.y + (k // 2 + 0.5) * room.h / 2
        canvas.paste_centred(sprites.cube(what, MAT.int("store.cube")), at)
        canvas.record_region("good", places.box(at, 48), what)


def tile_boxes(n: int, frame: Rect) -> list[Rect]:
    """Return the rectangles of a mat's `n` upgrades: one row if few, else two or three.

    Five or six lie in rows of three, wider than in the fuller rows.
    """
    layout = MAT.part("tile")
    x0, y0 = layout.get("at")
    (px, py), (w, h) = layout.get("pitch"), layout.get("box")
    per_row = layout.int("per_row")
    if n <= per_row:
        h = layout.get("alone")[1]
        w = min(layout.get("alone")[0], w if n == per_row else layout.get("alone")[0])
        px = w + 8
    elif n <= 6:
        per_row, px = 3, layout.int("of_three")
        w = px - 8
    elif n > 2 * per_row:
        per_row, px, w = (
            layout.int("most_per_row"),
            layout.int("narrow_pitch"),
            layout.int("narrow_box"),
        )
        if n > 2 * per_row:  # all upgrades that there are would fit in three lines
            h = round(2 * py / 3) - 6
            py = round(2 * py / 3)
    return [
        Rect(
            frame.x + x0 + k % per_row * px,
            frame.y + y0 + k // per_row * py,
            w,
            h,
        )
        for k in range(n)
    ]


def _draw_tiles(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int) -> None:
    """Draw the upgrades, with the seat's piece at the foot of those where it has one."""
    mat: MatView = scene.view.mats[seat]
    panels.lay_panel(canvas, theme, frame)
    belongings.title(canvas, theme, frame, i18n.say(scene.lang, "tadmor.tiles"))
    ghosts = places.ghosts(scene.ghost)
    for tile, at in zip(mat.tiles, tile_boxes(len(mat.tiles), frame), strict=True):
        if tile in scene.changed:
            places.draw_halo(canvas, theme, at, tile, 14)
        body = faces.small_tile(tile, at.w, at.h, MAT.int("tile.number"))
        canvas.paste_padded(body, at.x, at.y)
        canvas.record_region("tile", at, tile, has_letters=True)
        size = MAT.int("tile.piece")  # in the corner, beside the sign of what was done there
        spot = at.right - size * 0.5, at.bottom - size * 0.5
        if tile in mat.placed:
            canvas.paste_centred(sprites.pawn(theme, seat, mat.placed[tile], size), spot)
            canvas.record_region("piece", places.box(spot, size), f"{tile}={seat}")
        elif ghosts.get(tile) in PIECES:
            canvas.paste_centred(sprites.faint(theme, seat, ghosts[tile], size, 0.72), spot)
            canvas.record_region("ghost", places.box(spot, size), tile)


def _draw_letters(canvas: Canvas, scene: Scene, theme: Theme, seat: int) -> None:
    """Draw letters on the marked parts of the mat."""
    spots = {
        region.about: region.box for region in canvas.regions if region.kind in ("tile", "mission")
    }
    spots[f"tower{seat}"] = Rect(MAT.rect("tower").right - 52, MAT.rect("tower").y + 62, 40, 40)
    spots |= {
        f"{region.about}{seat}": region.box
        for region in canvas.regions
        if region.kind == "panel part"
    }
    for mark in scene.marks:
        if mark.spot in spots:
            at = spots[mark.spot]
            places.lay_marker(canvas, theme, mark, (at.x + 12, at.y + 10), MARKER)


PANELS: dict[str, Callable[[Canvas, Scene, Theme, Rect, int], None]] = {
    "pieces": _draw_pieces,
    "goods": _draw_goods,
    "tiles": _draw_tiles,
    "temple": belongings.draw_temples,
    "rare": belongings.draw_rare,
    "missions": belongings.draw_missions,
}
