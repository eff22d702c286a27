"""Upgrades on offer, large: picture, name and effect in words."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.tadmor.model.catalog import RULES
from games.tadmor.model.effects import STARTING, UPGRADES, effect_text
from games.tadmor.model.names import upgrade_name
from games.tadmor.views.view import GameView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import CORNERS, WORD, Theme, dark, load, mix, pale
from render.parts import panels
from render.tadmor.layers import places
from render.tadmor.pieces import faces, sprites
from render.tadmor.pieces.header import draw_head
from render.tadmor.pieces.style import BOLD, CATEGORIES, LAYOUT, PLAIN, SERIF, WIDTH

ROW = LAYOUT.part("display")


def offered(scene: Scene) -> tuple[str, ...]:
    """Return the tiles to draw: those on display, or the marked ones if others are marked.

    During setup they are the marked tiles, or the four recommended to beginners.
    """
    view: GameView = scene.view
    marked = tuple(mark.spot for mark in scene.marks if mark.spot in UPGRADES)
    if view.phase == "setup":
        return marked or STARTING
    return (
        tuple(filter(None, view.display))
        if not marked or set(marked) <= set(view.display)
        else marked
    )


def draw_display(scene: Scene, theme: Theme) -> Canvas:
    """Draw the tiles in two columns, a single one over both, and the price below.

    A recess stands for a tile that is gone.
    """
    view: GameView = scene.view
    tiles = offered(scene)
    if len(tiles) > ROW.int("most"):
        return _draw_names(scene, theme, tiles)
    rows = [tiles[k : k + 2] for k in range(0, len(tiles), 2)] or [("",)]
    y = ROW.int("top")
    gap = ROW.int("gap")
    foot = 0 if view.phase == "setup" else ROW.int("foot")
    margin = panels.LAYOUT.int("margin")
    widths = [(WIDTH - 2 * margin - gap * (len(row) - 1)) // len(row) for row in rows]
    heights = [
        max([ROW.int("least"), *(height(scene, tile, tile_width) for tile in row if tile)])
        for row, tile_width in zip(rows, widths, strict=True)
    ]
    canvas = Canvas(
        panels.table(WIDTH, y + sum(heights) + gap * len(rows) + foot + (gap if foot else 0)).copy()
    )
    draw_head(canvas, scene, theme)
    letters = {mark.spot: mark for mark in scene.marks}
    for row_height, tile_width, row in zip(heights, widths, rows, strict=True):
        for column, tile in enumerate(row):
            frame = Rect(margin + column * (tile_width + gap), y, tile_width, row_height)
            if not tile:
                _draw_empty_slot(canvas, theme, frame)
                continue
            if tile in scene.changed or tile in scene.ghost:
                places.draw_halo(canvas, theme, frame, tile, 14)
            draw_tile(canvas, scene, theme, frame, tile)
            if tile in letters:
                places.lay_marker(
                    canvas, theme, letters[tile], (frame.x + 22, frame.y + 20), ROW.int("marker")
                )
        y += row_height + gap
    if foot:
        _draw_price(canvas, scene, theme, Rect(margin, y, WIDTH - 2 * margin, foot))
    return canvas


def _draw_names(scene: Scene, theme: Theme, tiles: tuple[str, ...]) -> Canvas:
    """Draw tiles with their names only, when there are too many for their effects.

    This is for the choice among all tiles of an Era before the game.
    """
    layout = ROW.part("many")
    margin = panels.LAYOUT.int("margin")
    top = ROW.int("top")
    columns = layout.int("columns")
    height = layout.int("high")
    gap = layout.int("gap")
    width = (WIDTH - 2 * margin - (columns - 1) * gap) // columns
    picture_size = layout.int("side")
    canvas = Canvas(
        panels.table(WIDTH, top + -(-len(tiles) // columns) * (height + gap) + gap).copy()
    )
    draw_head(canvas, scene, theme)
    letters = {mark.spot: mark for mark in scene.marks}
    for i, tile in enumerate(tiles):
        frame = Rect(
            margin + i % columns * (width + gap),
            top + i // columns * (height + gap),
            width,
            height,
        )
        panels.lay_panel(canvas, theme, frame)
        body = Rect(
            round(frame.centre[0] - picture_size / 2), frame.y + 10, picture_size, picture_size
        )
        canvas.paste_padded(faces.tile(tile, picture_size), body.x, body.y)
        canvas.record_region("tile", body, tile)
        name_box = Rect(frame.x + 10, body.bottom + 2, frame.w - 20, frame.bottom - body.bottom - 8)
        name, style = _name_and_effect(scene, tile)[0], _styles(theme, tile)[0]
        canvas.record_region(
            "words",
            rich_text.set_text(canvas, name_box, name, style, least=34, anchor="m", middle=True),
            tile,
        )
        if tile in letters:
            places.lay_marker(
                canvas, theme, letters[tile], (frame.x + 24, frame.y + 22), ROW.int("marker")
            )
    return canvas


def _name_and_effect(scene: Scene, tile: str) -> tuple[str, str]:
    """Return a tile's name and its effect."""
    effect = i18n.message(scene.game, scene.lang, effect_text(tile))
    return i18n.message(scene.game, scene.lang, upgrade_name(tile)), effect[:1].upper() + effect[1:]


def _styles(theme: Theme, tile: str) -> tuple[writing.Style, writing.Style]:
    tone = dark(CATEGORIES[UPGRADES[tile].category], 0.45)
    return writing.Style(SERIF, 37, tone), writing.Style(PLAIN, 35, theme.ink)


def _room(width: int) -> int:
    return width - ROW.int("side") - 36 - 16


def height(scene: Scene, tile: str, width: int) -> int:
    """Return the height of a tile's paper for its words."""
    style = _styles(load(scene.palette), tile)
    lines = [
        rich_text.height(rich_text.wrap(text, one, _room(width)), one)
        for text, one in zip(_name_and_effect(scene, tile), style, strict=True)
    ]
    return round(sum(lines)) + 34


def draw_tile(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, tile: str) -> None:
    """Draw one tile: the picture at the left, name and words beside it."""
    panels.lay_panel(canvas, theme, frame)
    side = ROW.int("side")
    body = Rect(frame.x + 18, round(frame.centre[1] - side / 2), side, side)
    canvas.paste_padded(faces.tile(tile, side), body.x, body.y)
    canvas.record_region("tile", body, tile)
    name, effect = _name_and_effect(scene, tile)
    name_style, effect_style = _styles(theme, tile)
    room = Rect(frame.x + side + 36, frame.y + 14, _room(frame.w), frame.h - 24)
    used = rich_text.set_text(canvas, room, name, name_style)
    room = Rect(room.x, used.bottom, room.w, frame.bottom - 10 - used.bottom)
    canvas.record_region("words", rich_text.set_text(canvas, room, effect, effect_style), tile)


def _draw_empty_slot(canvas: Canvas, theme: Theme, frame: Rect) -> None:
    """Draw the place of a missing tile."""
    fill = mix(theme.table, theme.ink, 0.25)
    inside = Rect(frame.x + 3, frame.y + 3, frame.w - 7, frame.h - 7)
    canvas.pen.rounded_rectangle(
        inside.sides, CORNERS["panel"], fill=(*fill, 150), outline=(*pale(fill, 0.3), 150), width=2
    )
    side = ROW.int("side")
    body = faces.slot(side, side, mix(theme.table, theme.paper, 0.2))
    canvas.paste_centred(body, frame.centre)
    canvas.record_region("slot", frame)


def _draw_price(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the number of goods that a tile costs in this Era."""
    view: GameView = scene.view
    price = RULES.eras[view.era - 1].upgrade
    text = i18n.say(scene.lang, "tadmor.price", n=price)
    style = writing.Style(BOLD, WORD, theme.title)
    width = writing.width(text, BOLD, WORD) + price * 52
    x, y = frame.centre[0] - width / 2, frame.centre[1]
    for k in range(price):
        # The cubes are examples: any goods pay the price.
        cube = sprites.cube(("wood", "stone", "marble")[k % 3], 38)
        canvas.paste_centred(cube, (x + 22 + k * 52, y))
    canvas.text((x + price * 52 + 8, y + 13), text, style, kind="price")
