"""Large picture of a player's domain: coordinates, land, pieces, open question, tracks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PIL import Image

from games.core.views.scene import Mark, Scene
from games.era_medieval_age.model.land import GRID, land, placed
from games.era_medieval_age.views.view import GameView
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import RGB, Theme
from render.era_medieval_age.layers import ground, placing, tracks
from render.era_medieval_age.pieces import sprites
from render.era_medieval_age.pieces.header import demand_title, moment
from render.era_medieval_age.pieces.style import ASSETS, LAND, LAYOUT
from render.parts import header, markers, panels

DOMAIN, REST = LAYOUT.part("domain"), LAYOUT.part("rest")
WIDTH: int = LAYOUT.int("width")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BLACK = "alegreya-sans-900"


def default_seat(view: GameView) -> int:
    """Return the seat whose domain is shown if none is requested.

    It is the viewer's seat; for a spectator, the victim's seat, else a seat that must act, else the
    first player's.
    """
    return header.default_seat(view, view.question.victim)


def shown_seat(scene: Scene) -> int:
    """Return the seat whose domain is shown: the requested one, else the `default_seat`."""
    return header.shown_seat(scene, scene.view.question.victim)


def grid_rect() -> Rect:
    """Return the rectangle of the domain's grid in pixels."""
    x, y = DOMAIN.get("grid")
    return Rect(x, y, GRID.cols * DOMAIN.int("cell"), GRID.rows * DOMAIN.int("cell"))


def draw_head(canvas: Canvas, scene: Scene, theme: Theme, seat: int) -> None:
    """Draw the header: game, state (or who demands what of whom) and the domain's seat."""
    name = header.title(scene, "name")
    if scene.view.phase == "setup" and scene.view.viewer == seat:
        header.draw_viewer_header(canvas, scene, theme, name, moment(scene.view, scene.lang))
    else:
        demand = demand_title(scene, theme, canvas.box.w, seat)
        title = header.title(scene) if demand else name
        header.draw_header(moment, canvas, scene, theme, title, demand, seat=seat)


@cached
def empty_board() -> Image.Image:
    """Return the board of the domains as composed by `tools/art`."""
    return Image.open(ASSETS / "board.jpg").convert("RGB")


def compose(*, lettered: bool = True) -> Image.Image:
    """Draw the table and the parchment: everything that never changes.

    With `lettered`, the parchment has the letters and numbers of its cells.
    """
    canvas = Canvas(panels.table(WIDTH, DOMAIN.int("height")))
    mat = DOMAIN.rect("mat")
    grid_box = grid_rect()
    cell = DOMAIN.int("cell")
    frame = DOMAIN.int("frame")
    canvas.paste_padded(
        panels.shadowed_panel(
            mat.w, mat.h, LAND["mat"], LAND["mat_rim"], 3, DOMAIN.int("mat_seed")
        ),
        mat.x,
        mat.y,
    )
    label_dx, label_dy = DOMAIN.get("rim_label")
    style = writing.Style("alegreya-sans-800", DOMAIN.int("label"), LAND["letter"])
    for k in range(GRID.cols if lettered else 0):
        x = grid_box.x + (k + 0.5) * cell
        canvas.text((x, mat.y + label_dy), LETTERS[k], style, "m")
    for k in range(GRID.rows if lettered else 0):
        y = grid_box.y + (k + 0.5) * cell + style.size * writing.LETTER_DROP
        canvas.text((mat.x + label_dx, y), str(k + 1), style, "m")
    canvas.pen.rectangle(
        (
            grid_box.x - frame,
            grid_box.y - frame,
            grid_box.right + frame - 1,
            grid_box.bottom + frame - 1,
        ),
        fill=LAND["border"],
    )
    return canvas.sheet


def _record_coordinates(canvas: Canvas, grid_box: Rect, cell: int, k: int) -> None:
    """Record the regions of the letter of column `k` and the number of row `k`.

    Both are already drawn on the stored board.
    """
    (dx, dy), mat, size = DOMAIN.get("rim_label"), DOMAIN.rect("mat"), DOMAIN.int("label")
    middle = (k + 0.5) * cell
    column = Rect(round(grid_box.x + middle) - size // 2, mat.y + dy - size, size, size)
    canvas.record_region("column_letter", column, LETTERS[k], has_letters=True)
    row = Rect(mat.x + dx - size // 2, round(grid_box.y + middle) - size // 2, size, size)
    canvas.record_region("row_number", row, str(k + 1), has_letters=True)


def draw_domain(scene: Scene, theme: Theme) -> Canvas:
    """Draw ground, glows, pieces, places, ghost and letters; then the panel beside them."""
    view: GameView = scene.view
    seat, grid_box, cell = shown_seat(scene), grid_rect(), DOMAIN.int("cell")
    town, colour = view.towns[seat], theme.seats[seat].colour
    canvas = Canvas(empty_board().copy())
    draw_head(canvas, scene, theme, seat)
    canvas.sheet.paste(
        ground.ground(cell, ground.paved(land(town.pieces))), (grid_box.x, grid_box.y)
    )
    canvas.record_region("grid", grid_box)
    for k in range(GRID.cols):
        _record_coordinates(canvas, grid_box, cell, k)
    targets = placing.sort_marks(scene.marks, town.pieces)
    after = placing.pieces_after(scene, town.pieces)
    placing.hatch_changed_ground(canvas, theme, grid_box, town.pieces, after)
    placing.highlight_places(canvas, theme, grid_box, targets)
    ground.set_pieces(
        canvas.sheet,
        (grid_box.x, grid_box.y),
        cell,
        tuple(item for item in town.pieces if item in after),
        colour,
    )
    _draw_rim_again(canvas, grid_box)
    for piece in town.pieces:
        if f"{seat}/{piece}" in scene.changed:
            _draw_glow(canvas, theme, grid_box, piece, colour)
    placing.draw_sites(canvas, grid_box, targets, colour)
    placing.draw_ghosts(canvas, theme, grid_box, town.pieces, after, colour)
    placing.draw_letters(canvas, theme, grid_box, targets)
    turns_without_room = [item for item in targets.turns if item[0].spot not in targets.examples]
    if turns_without_room:
        _draw_turns(canvas, theme, turns_without_room, seat)
    elif view.phase == "setup" and view.hand and view.viewer == seat and len(scene.ghost) < 2:
        # A ready-made layout leaves nothing to place, and only the owner sees what is left.
        _draw_pieces_left(canvas, theme, view.hand.unplaced, seat)
    else:
        tracks.draw_tracks(canvas, theme, view, seat, after)
    return canvas


def warm_up() -> None:
    """Fill the cache with the board, meadow and paving."""
    empty_board()
    for cell in (DOMAIN.int("cell"), LAYOUT.int("layouts.cell")):
        ground.meadow(cell)
        ground.paving(cell)


def _draw_rim_again(canvas: Canvas, at: Rect) -> None:
    """Draw the rim above the land over the roofs of the first row, which reach into it."""
    mat = DOMAIN.rect("mat")
    top = (mat.x, mat.y, mat.right, at.y)
    canvas.sheet.paste(empty_board().crop(top), top[:2])


def _draw_glow(canvas: Canvas, theme: Theme, at: Rect, piece: str, colour: RGB) -> None:
    """Draw the latest piece again, over its glow."""
    building, cell = placed(piece), DOMAIN.int("cell")
    body, (dx, dy) = sprites.sprite(building.kind, building.turn, cell, colour)
    x, y = at.x + building.col * cell - dx, at.y + building.row * cell - dy
    canvas.glow(sprites.halo(building.kind, building.turn, cell), x, y, theme.glow)
    canvas.sheet.paste(body, (x, y), body)
    canvas.record_region("halo", Rect(x, y, cell, cell), piece)


def _lines(frame: Rect, n: int) -> list[float]:
    """Return the y of the middles of `n` lines of a panel, from its top."""
    pitch = min(REST.int("most"), frame.h / n)
    return [frame.y + (i + 0.5) * pitch for i in range(n)]


def _draw_turns(
    canvas: Canvas, theme: Theme, turns: Sequence[tuple[Mark, str, int]], seat: int
) -> None:
    """Draw the rotations of the chosen piece that have no example on the land.

    `turns` are (mark, kind of piece, degrees). Each rotation has its letter.
    """
    frame, size = tracks.panel(canvas, theme), REST.int("marker")
    cell, room, air = REST.int("turn_cell"), REST.get("turn_thumb"), REST.int("air")
    bodies = [
        sprites.sprite(kind, degrees, cell, theme.seats[seat].colour)[0]
        for _, kind, degrees in turns
    ]
    share = min(1.0, *(min(room[0] / body.width, room[1] / body.height) for body in bodies))
    left = frame.x + air
    for (mark, _, _), body, y in zip(turns, bodies, _lines(frame, len(turns)), strict=True):
        scaled_body = body.resize(
            (round(body.width * share), round(body.height * share)), Image.Resampling.LANCZOS
        )
        canvas.paste_centred(
            markers.marker(theme, mark.letter, size, mark.tone), (left + size / 2, y)
        )
        canvas.paste_centred(scaled_body, (left + size + air + room[0] / 2, y))
        canvas.record_region(
            "marker", Rect(round(left), round(y - size / 2), size, size), mark.spot
        )


def _draw_pieces_left(canvas: Canvas, theme: Theme, left: tuple[str, ...], seat: int) -> None:
    """Draw the pieces still to be placed, with counts."""
    frame, kinds = tracks.panel(canvas, theme), Counter(left)
    number, air, room = REST.int("number"), REST.int("air"), REST.get("thumb")
    for (kind, n), y in zip(kinds.items(), _lines(frame, max(1, len(kinds))), strict=False):
        body = sprites.thumbnail(kind, 0, tuple(room), theme.seats[seat].colour)
        x = frame.x + air + room[0] / 2
        canvas.paste_centred(body, (x, y))
        style = writing.Style(BLACK, number, theme.ink)
        canvas.digits((frame.x + 2 * air + room[0], y), f"×{n}", style)
        canvas.record_region(
            "left",
            Rect(round(x - body.width / 2), round(y - body.height / 2), *body.size),
            f"{kind}:{n}",
        )
