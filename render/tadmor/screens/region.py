"""Close-up of one region for the choice of a space: large spaces, names, letters."""

from __future__ import annotations

import functools

from PIL import ImageChops, ImageFilter

from games.core.views.scene import Scene
from games.tadmor.model.catalog import COLORS, REGIONS, RULES, SPACES
from games.tadmor.model.names import SPACE_NAMES
from games.tadmor.views.view import GameView, SpaceView
from render.base import crop, i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet, scaled
from render.base.theme import Theme, mix
from render.parts.panels import table
from render.tadmor.layers import ground, places, purse
from render.tadmor.pieces import sprites
from render.tadmor.pieces.header import default_seat, draw_head
from render.tadmor.pieces.style import BOLD, LAYOUT, WIDTH
from render.tadmor.screens.board import GROUND

NEAR = LAYOUT.part("region")
LEFT, TOP, WIDE, HIGH = LAYOUT.get("canvas.map")
PILES_IN: dict[str, str] = {color: SPACES[f"rare_{color}"].region for color in RULES.rare}


def shown(scene: Scene) -> str:
    """Return the region to show.

    It is the region of the first mark, else of the previewed decision (ghost), else of the latest
    change, else Palmyra.
    """
    view: GameView = scene.view
    region_of = {space.id: space.region for space in view.spaces}
    spots = (
        [mark.spot for mark in scene.marks]
        + list(places.ghosts(scene.ghost))
        + list(reversed(scene.changed))
    )
    return next(
        (region_of.get(spot, spot) for spot in spots if spot in region_of or spot in REGIONS),
        "palmyra",
    )


@functools.lru_cache(maxsize=32)
def window(region: str, spaces: tuple[str, ...]) -> crop.CropWindow:
    """Return the part of the map that shows a region's spaces with all names."""
    air = NEAR.get("air")
    points = [LAYOUT.get(f"canvas.spaces.{space}") for space in spaces]
    boxes = [
        (x - LEFT - air[0], y - TOP - air[1], x - LEFT + air[0], y - TOP + air[2])
        for x, y in points
    ]
    x, y = LAYOUT.get(f"canvas.labels.{region}")
    boxes.append((x - LEFT, y - TOP - air[3], x - LEFT, y - TOP + air[3]))
    heights = NEAR.get("heights")
    return crop.window_around(
        boxes, (WIDE, HIGH), NEAR.int("width"), (heights[0], heights[1]), NEAR.get("scales")
    )


@cached
def _still(
    theme: Theme, region: str, spaces: tuple[str, ...], sealed: str, under_attack: bool
) -> Sheet:
    """Return the land in a region's window: the region outlined, all others veiled.

    `sealed` is the region under attack or the safe one, or "".
    """
    map_part = window(region, spaces)
    left, top = int(map_part.left), int(map_part.top)
    sheet = ground.window(left, top, map_part.width, map_part.height, map_part.scale).copy()
    mask = ground.part_of(region, left, top, map_part.width, map_part.height, map_part.scale)
    if sealed:
        ground.hatch(
            sheet,
            (0, 0),
            ground.part_of(sealed, left, top, map_part.width, map_part.height, map_part.scale),
            under_attack=under_attack,
        )
    sheet.paste(
        mix(theme.paper, theme.table, 0.25),
        (0, 0),
        scaled(ImageChops.invert(mask), NEAR.float("veil")),
    )
    small_mask = mask.reduce(4)
    edge = ImageChops.subtract(
        small_mask.filter(ImageFilter.MaxFilter(3)), small_mask.filter(ImageFilter.MinFilter(3))
    )
    glow = edge.filter(ImageFilter.GaussianBlur(2)).resize(mask.size)
    sheet.paste(theme.light, (0, 0), scaled(glow, 1.0))
    return sheet


def draw_region(scene: Scene, theme: Theme) -> Canvas:
    """Draw land, name, spaces with pieces and names, ghosts and letters."""
    view: GameView = scene.view
    region, sealed = shown(scene), view.raid or view.attacked
    spaces = tuple(space for space in view.spaces if space.region == region)
    names = tuple(space.id for space in spaces)
    map_part = window(region, names)
    top = NEAR.int("top")
    canvas = Canvas(table(WIDTH, top + map_part.height).copy())
    canvas.sheet.paste(_still(theme, region, names, sealed, bool(view.raid)), (0, top))
    draw_head(canvas, scene, theme)
    side = NEAR.rect("side")
    purse.draw_purse(
        canvas, scene, theme, Rect(side.x, side.y, side.w, canvas.box.bottom - side.y - 12)
    )
    transform = places.BoardTransform(
        int(map_part.left) + LEFT, int(map_part.top) + TOP, map_part.scale, 0, top
    )
    frame = Rect(0, top, map_part.width, map_part.height)
    canvas.record_region("region", frame, region)
    _draw_name(canvas, scene, transform, region, frame, sealed=region == sealed)
    for color in COLORS:
        if PILES_IN[color] == region and places.pile_box(transform, color).is_inside(frame):
            places.lay_pile(canvas, view, transform, color)
    ghosts = places.ghosts(scene.ghost)
    for space in spaces:
        canvas.record_region("space", places.hole_box(space, transform), space.id)
        places.lay_hole(canvas, transform, space)
        if space.id in scene.changed:
            places.lay_glow(canvas, theme, transform, space)
    for space in spaces:
        places.lay_pieces(canvas, theme, transform, space)
        if space.id in ghosts:
            places.lay_ghost(
                canvas, theme, transform, space, ghosts[space.id] or "camel", default_seat(view)
            )
    for space in spaces:
        if not space.pieces and space.id not in ghosts:
            room = _room_of_name(space, spaces, transform)
            _draw_space_name(
                canvas, scene, theme, space, places.hole_box(space, transform), frame, room
            )
    _draw_letters(canvas, scene, theme, spaces, transform, frame)
    return canvas


def _draw_name(
    canvas: Canvas,
    scene: Scene,
    transform: places.BoardTransform,
    region: str,
    frame: Rect,
    *,
    sealed: bool,
) -> None:
    """Draw the region's name inside the picture, with its seal if it is under attack or safe."""
    under_attack = sealed and bool(scene.view.raid)
    text = i18n.say_for_game(scene.game, scene.lang, f"tad.region.{region}")
    x, y = LAYOUT.get(f"canvas.labels.{region}")
    places.lay_label(
        canvas,
        transform,
        region,
        text,
        NEAR.int("name"),
        GROUND[region],
        under_attack=under_attack,
        within=frame,
        at=(x, y),
    )
    if sealed:
        width = writing.width(text, "alegreya-700-italic", NEAR.int("name"))
        at = transform.at((x, y))
        places.lay_seal(
            canvas,
            (min(at[0] + width / 2 + 48, frame.right - 40), at[1]),
            NEAR.int("seal"),
            under_attack=under_attack,
        )


def short_name(scene: Scene, space: SpaceView) -> str:
    """Return the short name of a space: the good that is gathered, else its name without region."""
    if space.action == "gather":
        good = i18n.say_for_game(scene.game, scene.lang, f"tad.good.{space.resource}")
        return good[:1].upper() + good[1:]
    if space.action == "rare_good":
        return i18n.message(scene.game, scene.lang, SPACE_NAMES[space.id])
    return i18n.say(scene.lang, f"tadmor.do.{space.action}", n=space.order)


def _room_of_name(
    space: SpaceView, spaces: tuple[SpaceView, ...], transform: places.BoardTransform
) -> float:
    """Return the width in pixels that a space's name may take in one line.

    It ends where the names of other spaces of the row begin.
    """
    x, y = transform.space(space.id)
    row = [transform.space(other.id) for other in spaces if other.id != space.id]
    apart = [abs(x - other_x) for other_x, other_y in row if abs(y - other_y) < 1]
    return min([places.hole_box(space, transform).w * NEAR.float("longest"), *apart])


def _draw_space_name(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    space: SpaceView,
    hole: Rect,
    frame: Rect,
    room: float,
) -> None:
    """Write a space's name below its hole, in two lines if it is wider than `room` pixels.

    The name stays inside `frame`.
    """
    size = NEAR.int("label")
    style = writing.Style(BOLD, size, theme.ink, 4, mix(GROUND[space.region], theme.light, 0.62))
    words = short_name(scene, space)
    first, _, rest = words.partition(" ")
    is_long = writing.width(words, BOLD, size) > room
    with canvas.group("named", space.id):
        for k, line in enumerate((first, rest) if is_long and rest else (words,)):
            half = writing.width(line, BOLD, size) / 2 + style.stroke
            x = min(max(hole.centre[0], frame.x + half), frame.right - half)
            at = x, hole.bottom + size * (0.86 + 0.9 * k)
            canvas.text(at, line, style, "m", kind="space name")


def _draw_letters(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    spaces: tuple[SpaceView, ...],
    transform: places.BoardTransform,
    within: Rect,
) -> None:
    size = NEAR.int("marker")
    space_by_id = {space.id: space for space in spaces}
    for mark in scene.marks:
        if mark.spot in space_by_id:
            space = space_by_id[mark.spot]
            hole = places.hole_box(space, transform)
            lift = (
                0.62 * sprites.SIZES["camel"][1] * transform.relative_scale if space.pieces else 0
            )
            places.lay_marker(
                canvas,
                theme,
                mark,
                (hole.x + hole.w * 0.13, hole.y + hole.h * 0.1 - lift * 0.4),
                size,
                within,
            )
        elif mark.spot.startswith("pile_") and PILES_IN.get(
            mark.spot.removeprefix("pile_")
        ) == shown(scene):
            frame = places.pile_box(transform, mark.spot.removeprefix("pile_"))
            places.lay_marker(canvas, theme, mark, (frame.x + 6, frame.y + 8), size, within)
