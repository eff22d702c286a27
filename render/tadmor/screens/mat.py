"""Player's mat: tower, pieces, warehouse, traded goods, upgrades, temples, rare, missions."""

from __future__ import annotations

from math import ceil

from games.core.views.scene import Scene
from games.tadmor.model.catalog import PIECES, RESOURCES, RULES
from games.tadmor.views.view import GameView, MatView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import HEAD, SMALL, TEXT, Theme, dark, mix, pale
from render.parts import panels, widgets
from render.tadmor.layers import belongings, foreseen, places, tower
from render.tadmor.pieces import faces, sprites
from render.tadmor.pieces.header import draw_head, moment, shown_seat
from render.tadmor.pieces.style import BOLD, LAYOUT, SERIF, WIDTH, icon

MAT = LAYOUT.part("mat")
CUBES_PER_ROW = 4  # of traded goods
MAX_CUBES = 6  # more traded goods are shown as numbers


def rows_of(tiles: int) -> int:
    """Return the number of rows of upgrades, at least 1."""
    return max(1, ceil(tiles / MAT.int("tile.per_row")))


def draw_mat(scene: Scene, theme: Theme) -> Canvas:
    """Draw the mat of the shown seat, panel by panel."""
    seat = shown_seat(scene)
    scene = foreseen.with_ghost_applied(scene, seat)
    view: GameView = scene.view
    mat, ghosts = view.mats[seat], places.ghosts(scene.ghost)
    rows, tile = rows_of(len(mat.tiles)), MAT.part("tile")
    side = tile.int("side") if len(mat.tiles) <= 5 else tile.int("small")
    tiles_height = rows * (side + 14)
    extra_height = tiles_height - (tile.int("side") + 14)
    canvas = Canvas(panels.table(WIDTH, MAT.int("height") + extra_height).copy())
    text = i18n.say(scene.lang, "tadmor.mat", n=mat.points)
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
        Rect(frame.x, frame.y, frame.w, frame.h + extra_height),
        seat,
        mat,
        int(goal) if goal.isdigit() else None,
    )
    y = frame.y
    for name, fixed_height, draw in (
        ("pieces", MAT.int("pieces"), _draw_pieces),
        ("goods", MAT.int("goods"), _draw_goods),
        ("tiles", MAT.int("tiles") + tiles_height, _draw_tiles),
        ("works", MAT.int("works"), belongings.draw_temples_and_rare),
        ("missions", 0, belongings.draw_missions),
    ):
        height = fixed_height or frame.bottom + extra_height - y
        panel = Rect(MAT.int("left"), y, MAT.int("right") - MAT.int("left"), height)
        draw(canvas, scene, theme, panel, seat)
        canvas.record_region("panel", panel, name)
        y += height + MAT.int("gap")
    _draw_letters(canvas, scene, theme, seat)
    return canvas


def _draw_pieces(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int) -> None:
    """Draw camels and boats in reserve, out, or not yet won, with a border in seat's color."""
    mat: MatView = scene.view.mats[seat]
    colour, layout = theme.seats[seat].colour, MAT.part("piece")
    fill = mix(theme.paper, colour, 0.10)
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, fill, theme.rim, 2, 5), frame.x, frame.y
    )
    _draw_border(
        canvas,
        Rect(frame.x + 4, frame.bottom - 25, frame.w - 8, 19),
        dark(colour, 0.15),
        pale(colour, 0.62),
    )
    for kind in PIECES:
        (x, pitch), size = layout.get(f"{kind}s"), layout.int(kind)
        for k in range(RULES.pieces[kind].most):
            at = frame.x + x + k * pitch, frame.y + 62
            if k < mat.reserve[kind]:
                canvas.paste_centred(sprites.pawn(theme, seat, kind, size), at)
            elif k < mat.own[kind]:
                canvas.paste_centred(sprites.faint(theme, seat, kind, size), at)
            else:
                sign = "camel" if kind == "camel" else "sailboat"
                canvas.paste_centred(
                    icon(sign, round(size * 0.84), mix(fill, theme.table, 0.24)), at
                )
                canvas.paste_centred(
                    icon("padlock", 38, dark(theme.table, 0.1)), (at[0] + 2, at[1] + 8)
                )
            canvas.record_region("piece", places.box(at, size), kind)


def _draw_border(
    canvas: Canvas, frame: Rect, colour: tuple[int, int, int], light: tuple[int, int, int]
) -> None:
    """Draw embroidery: triangles and rings in turn."""
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
    """Draw the warehouse as recesses, with the traded goods beside it on another paper."""
    mat: MatView = scene.view.mats[seat]
    layout = MAT.part("store")
    panels.lay_panel(canvas, theme, frame)
    belongings.title(canvas, theme, frame, i18n.say(scene.lang, "tadmor.store"))
    goods = [what for what in RESOURCES for _ in range(mat.store[what])]
    is_wide = mat.storage > RULES.storage or len(goods) > RULES.storage
    (w, h) = layout.get("wide_box" if is_wide else "box")
    (px, py) = layout.get("wide_pitch" if is_wide else "pitch")
    columns, (x0, y0) = 6 if is_wide else 4, layout.get("at")
    slots = max(mat.storage, min(len(goods), 12))
    text = i18n.say(lang := scene.lang, "tadmor.of", n=len(goods), m=mat.storage)
    tone = theme.madder if len(goods) > mat.storage else dark(theme.table, 0.05)
    canvas.text(
        (frame.x + x0 + (columns - 1) * px + w, frame.y + 48),
        text,
        writing.Style(BOLD, TEXT, tone),
        "r",
        kind="count",
    )
    base = mix(theme.paper, theme.table, 0.16)
    # Fuller warehouses show one cube of each kind with its number instead.
    for k in range(slots if len(goods) <= slots else 0):
        cell = Rect(frame.x + x0 + k % columns * px, frame.y + y0 + k // columns * py, w, h)
        rim = mix(theme.paper, theme.table, 0.45) if k < mat.storage else theme.madder
        widgets.draw_plate(canvas, cell, "cell", base, rim)
        if k < len(goods):
            what = goods[k]
            canvas.paste_centred(
                sprites.cube(what, layout.int("cube")), (cell.centre[0], cell.centre[1] - 1)
            )
            canvas.record_region("good", cell, what)
    if len(goods) > slots:
        _draw_counts(
            canvas, theme, mat.store, Rect(frame.x + x0, frame.y + y0, columns * px, 2 * py), 4
        )
    left = frame.x + layout.int("traded")
    _draw_traded(
        canvas, theme, lang, mat, Rect(left, frame.y + 16, frame.right - 16 - left, frame.h - 32)
    )


def _draw_counts(
    canvas: Canvas, theme: Theme, goods: dict[str, int], frame: Rect, columns: int
) -> None:
    kinds = [what for what in RESOURCES if goods[what]]
    step = frame.w / columns
    for k, what in enumerate(kinds):
        x = frame.x + k % columns * step
        y = frame.y + (k // columns + 0.5) * frame.h / ceil(len(kinds) / columns)
        canvas.paste_centred(sprites.cube(what, 50), (x + 32, y))
        canvas.digits((x + 64, y), str(goods[what]), writing.Style(BOLD, HEAD, theme.ink))


def _draw_traded(canvas: Canvas, theme: Theme, lang: str, mat: MatView, frame: Rect) -> None:
    """Draw the traded goods, which must be used up this turn."""
    canvas.paste_padded(
        panels.sheet(
            frame.w,
            frame.h,
            15,
            mix(theme.paper, theme.saffron, 0.22),
            dark(theme.saffron, 0.25),
            3,
            2,
        ),
        frame.x,
        frame.y,
    )
    tone = dark(theme.saffron, 0.6)
    canvas.text(
        (frame.x + 18, frame.y + 42),
        i18n.say(lang, "tadmor.traded"),
        writing.Style(SERIF, TEXT, tone),
    )
    canvas.record_region("traded", frame)
    goods = [what for what in RESOURCES for _ in range(mat.traded[what])]
    if len(goods) <= MAX_CUBES:
        two_rows = len(goods) > CUBES_PER_ROW
        for k, what in enumerate(goods):
            at = (
                frame.x + 50 + k % CUBES_PER_ROW * 70,
                frame.y + (92 + k // CUBES_PER_ROW * 52 if two_rows else 104),
            )
            canvas.paste_centred(sprites.cube(what, 42 if two_rows else 48), at)
            canvas.record_region("good", places.box(at, 48), what)
    else:
        _draw_counts(
            canvas, theme, mat.traded, Rect(frame.x + 14, frame.y + 62, frame.w - 20, 132), 2
        )
    if len(goods) <= CUBES_PER_ROW:
        text, size = writing.fit(i18n.say(lang, "tadmor.used_up"), BOLD, SMALL, frame.w - 34, 34)
        canvas.text(
            (frame.x + 18, frame.bottom - 24),
            text,
            writing.Style("alegreya-sans-500", size, dark(theme.table, 0.15)),
        )


def tile_boxes(n: int, frame: Rect) -> list[Rect]:
    """Return the rectangles of a mat's upgrades row by row, smaller from six on."""
    layout = MAT.part("tile")
    is_large = n <= 5
    side, pitch = (
        (layout.int("side"), layout.int("pitch"))
        if is_large
        else (layout.int("small"), layout.int("small_pitch"))
    )
    per_row = layout.int("per_row")
    return [
        Rect(
            frame.x + 22 + k % per_row * pitch,
            frame.y + 62 + k // per_row * (side + 14),
            side,
            side,
        )
        for k in range(n)
    ]


def _draw_tiles(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int) -> None:
    """Draw the upgrades, with the piece on private ones."""
    mat: MatView = scene.view.mats[seat]
    panels.lay_panel(canvas, theme, frame)
    belongings.title(canvas, theme, frame, i18n.say(scene.lang, "tadmor.tiles"))
    ghosts = places.ghosts(scene.ghost)
    for tile, at in zip(mat.tiles, tile_boxes(len(mat.tiles), frame), strict=True):
        if tile in scene.changed:
            places.draw_halo(canvas, theme, at, tile, 14)
        canvas.paste_padded(faces.tile(tile, at.w), at.x, at.y)
        canvas.record_region("tile", at, tile)
        spot, size = (at.centre[0], at.bottom - at.h * 0.27), round(at.w * 0.46)
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
    spots[f"tower{seat}"] = Rect(MAT.rect("tower").right - 40, MAT.rect("tower").y + 70, 40, 40)
    spots |= {
        f"{region.about}{seat}": region.box
        for region in canvas.regions
        if region.kind == "panel part"
    }
    for mark in scene.marks:
        if mark.spot in spots:
            at = spots[mark.spot]
            places.lay_marker(canvas, theme, mark, (at.x + 12, at.y + 10), 50)
