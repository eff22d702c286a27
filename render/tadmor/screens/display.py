"""Upgrades on offer, large: picture, name and effect in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from games.core.views.scene import Mark, Scene
from games.tadmor.model.catalog import RULES
from games.tadmor.model.effects import STARTING, UPGRADES, effect_text
from games.tadmor.model.names import upgrade_name
from games.tadmor.views.view import GameView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import CORNERS, Theme, dark, load, mix, pale
from render.parts import panels
from render.tadmor.layers import places, purse
from render.tadmor.pieces import faces, sprites
from render.tadmor.pieces.header import draw_head
from render.tadmor.pieces.style import CATEGORIES, LAYOUT, PLAIN, ROMAN, SERIF, WIDTH

ROW = LAYOUT.part("display")
NUMBERS = {tile: number for number, tile in enumerate(UPGRADES)}
SMALL_TILE = 130  # pixels; a smaller tile is drawn with large figures instead of small signs


def offered(scene: Scene) -> tuple[str, ...]:
    """Return the tiles to draw: the display, or the marked tiles if one is not on display.

    They are in the order of their numbers, which are their codes. During setup these are the marked
    tiles, or the four recommended to beginners.
    """
    view: GameView = scene.view
    marked = tuple(mark.spot for mark in scene.marks if mark.spot in UPGRADES)
    if view.phase == "setup":
        return marked or STARTING
    on_display = not marked or set(marked) <= set(view.display)
    shown = tuple(filter(None, view.display)) if on_display else marked
    return tuple(sorted(shown, key=NUMBERS.__getitem__))


@dataclass(frozen=True)
class _Measure:
    """Side of a tile and letter height of its words, in pixels.

    `name_size` is that of all names, so that they are alike (0: as large as fits).
    """

    side: int
    size: int
    name_size: int = 0

    def styles(self, theme: Theme, tile: str) -> tuple[writing.Style, writing.Style]:
        """Return the styles of a tile's name and of its effect."""
        tone = dark(CATEGORIES[UPGRADES[tile].category], 0.45)
        name = writing.Style(SERIF, round(self.size * ROW.float("name")), tone)
        return name, writing.Style(PLAIN, self.size, theme.ink)

    def room(self, width: int) -> int:
        """Return the width for words on a paper of `width` pixels."""
        return width - self.side - 3 * ROW.int("pad")

    def height(self, scene: Scene, tile: str, width: int) -> int:
        """Return the height of a tile's paper for its picture and its words."""
        name, effect = self.styles(load(scene.palette), tile)
        lines = rich_text.wrap(_name_and_effect(scene, tile)[1], effect, self.room(width))
        words = name.size * rich_text.LEADING + rich_text.height(lines, effect)
        air = max(ROW.int("air"), round(self.side * ROW.float("air_share")))
        return max(self.side, round(words)) + 2 * air


def draw_display(scene: Scene, theme: Theme) -> Canvas:
    """Draw the tiles with their words below each other, many of them in two columns.

    The header tells the price, and a strip below it the goods of the player who buys, if there is
    room. If no tiles are left, a recess is drawn instead.
    """
    tiles = offered(scene)
    if len(tiles) > ROW.int("most"):
        return _draw_names(scene, theme, tiles)
    margin, gap = ROW.int("margin"), ROW.int("gap")
    columns = _columns(tiles)
    width = (WIDTH - 2 * margin - (columns - 1) * gap) // columns
    strip = ROW.rect("strip") if purse.needs_line(scene.view) else None
    top = strip.bottom + ROW.int("pad") if strip else ROW.int("top")
    measure, needs = _measured(scene, tiles, columns, width, ROW.int("bottom") - top)
    if strip and max(map(_total, needs)) > ROW.int("bottom") - top:
        strip, top = None, ROW.int("top")
        measure, needs = _measured(scene, tiles, columns, width, ROW.int("bottom") - top)
    high = max(ROW.int("least"), *map(_total, needs))
    canvas = Canvas(panels.table(WIDTH, top + high + ROW.int("pad")).copy())
    _draw_title(canvas, scene, theme, tiles)
    if strip:
        purse.draw_line(canvas, scene, theme, strip)
    if not tiles:
        _draw_empty_slot(canvas, Rect(margin, top, width, high), theme, measure.side)
    letters, left = {mark.spot: mark for mark in scene.marks}, list(tiles)
    names = [_name_size(scene, theme, tile, width, measure, letters.get(tile)) for tile in tiles]
    measure = replace(measure, name_size=min(names, default=0))
    for column, need in enumerate(needs):
        y, spare = float(top), (high - _total(need)) / max(1, len(need))
        for tile, height in zip(left, need, strict=False):
            x = margin + column * (width + gap)
            frame = Rect(x, round(y), width, round(y + height + spare) - round(y))
            if tile in scene.changed or tile in scene.ghost:
                places.draw_halo(canvas, theme, frame, tile, 14)
            mark = letters.get(tile)
            _draw_measured(canvas, scene, theme, frame, tile, measure, mark)
            y += height + spare + gap
        del left[: len(need)]
    return canvas


def _columns(tiles: tuple[str, ...]) -> int:
    return 1 if len(tiles) <= ROW.int("one_column") else 2


def _total(heights: Sequence[int]) -> int:
    return sum(heights) + ROW.int("gap") * max(0, len(heights) - 1)


def _measured(
    scene: Scene, tiles: tuple[str, ...], columns: int, width: int, room: int
) -> tuple[_Measure, list[list[int]]]:
    """Return the largest measure at which the tiles fit, and the heights of each column.

    Tiles are laid from the top down, column after column. Those of a row are equally high, unless
    only ragged columns fit. `width` is the width of a paper and `room` the height for all rows, in
    pixels.
    """
    rows = -(-len(tiles) // columns)
    measure, heights = _Measure(*ROW.get("sizes")[0]), list[int]()
    for side, size in ROW.get("wide_sizes" if columns == 1 else "sizes"):
        measure = _Measure(side, size)
        heights = [measure.height(scene, tile, width) for tile in tiles]
        even = [max(heights[row::rows]) for row in range(rows)]
        if _total(even) <= room:
            return measure, [even] * columns
    if columns == 1:
        return measure, [heights]
    splits = ([heights[:k], heights[k:]] for k in range(1, len(tiles)))
    return measure, min(splits, key=lambda split: max(map(_total, split)))


def _draw_title(canvas: Canvas, scene: Scene, theme: Theme, tiles: tuple[str, ...]) -> None:
    """Draw the header: turn, Era, and the price of a tile unless it is free.

    Tiles that somebody has already are there to be used.
    """
    view: GameView = scene.view
    is_free = view.question.kind == "grants" or not set(tiles) <= set(view.display)
    middle, owned = "", {tile for mat in view.mats for tile in mat.tiles}
    if view.phase != "setup" and not is_free:
        price = i18n.say(scene.lang, "tadmor.price", n=RULES.eras[view.era - 1].upgrade)
        era = ROMAN[view.era - 1]
        middle = i18n.say(scene.lang, "tadmor.moment", n=view.turn, era=era, phase=price)
    title = (
        i18n.say(scene.lang, "tadmor.use_tile")
        if tiles and set(tiles) <= owned
        else i18n.say(scene.lang, "tadmor.tiles")
    )
    draw_head(canvas, scene, theme, title, middle)


def _draw_names(scene: Scene, theme: Theme, tiles: tuple[str, ...]) -> Canvas:
    """Draw many tiles with their names only, because there is no room for effects.

    This is for the choice among all tiles of an Era before the game, and among those that are not
    on display.
    """
    layout = ROW.part("many")
    margin, top, pad = ROW.int("margin"), ROW.int("top"), ROW.int("pad")
    columns, gap = layout.int("columns"), layout.int("gap")
    rows = -(-len(tiles) // columns)
    height = min(layout.int("high"), (ROW.int("bottom") - top + gap) // rows - gap)
    width = (WIDTH - 2 * margin - (columns - 1) * gap) // columns
    side = height - pad
    canvas = Canvas(panels.table(WIDTH, top + rows * (height + gap)).copy())
    _draw_title(canvas, scene, theme, tiles)
    letters = {mark.spot: mark for mark in scene.marks}
    for i, tile in enumerate(tiles):
        frame = Rect(
            margin + i % columns * (width + gap),
            top + i // columns * (height + gap),
            width,
            height,
        )
        panels.lay_panel(canvas, theme, frame)
        body = Rect(frame.x + pad, round(frame.centre[1] - side / 2), side, side)
        _draw_body(canvas, body, tile)
        left = body.right + pad
        name_box = Rect(left, frame.y + 4, frame.right - 8 - left, frame.h - 8)
        name = _name_and_effect(scene, tile)[0]
        style = writing.Style(
            SERIF, layout.int("name"), dark(CATEGORIES[UPGRADES[tile].category], 0.45)
        )
        least = layout.int("least")
        canvas.record_region(
            "words",
            rich_text.set_text(canvas, name_box, name, style, least=least, middle=True),
            tile,
        )
        if tile in letters:
            at = frame.x + 20, frame.y + 20
            places.lay_tag(canvas, theme, _code(letters[tile]), at, ROW.int("tag"))
    return canvas


def _name_and_effect(scene: Scene, tile: str) -> tuple[str, str]:
    """Return a tile's name and its effect."""
    # a number stays on the line of its unit
    effect = i18n.message(scene.game, scene.lang, effect_text(tile)).replace(" PP", "\u00a0PP")
    return i18n.message(scene.game, scene.lang, upgrade_name(tile)), effect[:1].upper() + effect[1:]


def height(scene: Scene, tile: str, width: int, side: int, size: int) -> int:
    """Return the height in pixels of a tile's paper, `width` pixels wide.

    `side` and `size` are those of `draw_tile`.
    """
    return _Measure(side, size).height(scene, tile, width)


def _draw_body(canvas: Canvas, body: Rect, tile: str) -> None:
    """Draw the tile itself; a small one with larger figures."""
    if body.h < SMALL_TILE:
        number = max(34, round(body.h * 0.44))
        canvas.paste_padded(faces.small_tile(tile, body.w, body.h, number), body.x, body.y)
    else:
        canvas.paste_padded(faces.tile(tile, body.w), body.x, body.y)
    canvas.record_region("tile", body, tile)


def draw_tile(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    frame: Rect,
    tile: str,
    side: int,
    size: int,
    mark: Mark | None = None,
) -> None:
    """Draw one tile: its picture, `side` pixels wide, and its words, `size` pixels high.

    `frame` is the paper of the tile. The code of its `mark` stands before its name.
    """
    _draw_measured(canvas, scene, theme, frame, tile, _Measure(side, size), mark)


def _tag_size(mark: Mark | None, name_style: writing.Style) -> tuple[int, int]:
    """Return width and height of the code before a name, (0, 0) without one."""
    if mark is None:
        return 0, 0
    height = min(ROW.int("tag"), round(name_style.size * rich_text.LEADING))
    return sprites.tag_width(_code(mark).letter, height), height


def _code(mark: Mark) -> Mark:
    """Return a tile's mark with a sign before its number, so that it doesn't look like a price."""
    return structs.replace(mark, letter=f"#{mark.letter}") if mark.letter.isdigit() else mark


def _name_size(
    scene: Scene, theme: Theme, tile: str, width: int, measure: _Measure, mark: Mark | None
) -> int:
    """Return the size at which the name of a tile fits on a paper of `width` pixels."""
    style, _ = measure.styles(theme, tile)
    tag, _ = _tag_size(mark, style)
    room = measure.room(width) - (tag + ROW.int("pad") if tag else 0)
    name, _ = _name_and_effect(scene, tile)
    return writing.fit_compressed(name, SERIF, style.size, room, ROW.get("sizes")[-1][1])[1]


def _draw_measured(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    frame: Rect,
    tile: str,
    measure: _Measure,
    mark: Mark | None,
) -> None:
    """Draw one tile with its words in the sizes of `measure`."""
    panels.lay_panel(canvas, theme, frame)
    pad, side = ROW.int("pad"), measure.side
    body = Rect(frame.x + pad, round(frame.centre[1] - side / 2), side, side)
    _draw_body(canvas, body, tile)
    name, effect = _name_and_effect(scene, tile)
    name_style, style = measure.styles(theme, tile)
    room, left = measure.room(frame.w), body.right + pad
    lines = rich_text.wrap(effect, style, room)
    name_height = name_style.size * rich_text.LEADING
    used = name_height + rich_text.height(lines, style)
    y = frame.centre[1] - used / 2
    least, name_left = ROW.get("sizes")[-1][1], float(left)
    if mark is not None:
        tag, height = _tag_size(mark, name_style)
        at = left + tag / 2, y + name_style.size * 0.6
        places.lay_tag(canvas, theme, _code(mark), at, height)
        name_left += tag + pad
    name_room = left + room - name_left
    words, name_size = writing.fit_compressed(
        name, SERIF, measure.name_size or name_style.size, name_room, least
    )
    canvas.text(
        (name_left, y + name_style.size * 0.9),
        words,
        writing.Style(SERIF, name_size, name_style.fill),
        kind="tile name",
        room=name_room,
    )
    box = Rect(left, round(y + name_height), room, round(used - name_height) + 2)
    canvas.record_region("words", rich_text.set_text(canvas, box, effect, style), tile)


def _draw_empty_slot(canvas: Canvas, frame: Rect, theme: Theme, side: int) -> None:
    """Draw the recess of a missing tile, `side` pixels wide, in `frame`."""
    fill = mix(theme.table, theme.ink, 0.25)
    inside = Rect(frame.x + 3, frame.y + 3, frame.w - 7, frame.h - 7)
    canvas.pen.rounded_rectangle(
        inside.sides, CORNERS["panel"], fill=(*fill, 150), outline=(*pale(fill, 0.3), 150), width=2
    )
    body = faces.slot(side, side, mix(theme.table, theme.paper, 0.2))
    canvas.paste_centred(body, frame.centre)
    canvas.record_region("slot", frame)
