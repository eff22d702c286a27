"""Close-up of one region for the choice of a space: large spaces, names, letters."""

from __future__ import annotations

import functools
import math

from PIL import ImageChops, ImageFilter

from games.core.views.scene import Scene
from games.tadmor.model.catalog import COLORS, REGIONS, RULES, SPACES
from games.tadmor.model.names import SPACE_NAMES
from games.tadmor.views.view import GameView, SpaceView
from render.base import crop, i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Point, Rect
from render.base.texture import Sheet, scaled
from render.base.theme import Theme, mix
from render.parts.panels import table
from render.tadmor.layers import ground, places, purse
from render.tadmor.pieces import sprites
from render.tadmor.pieces.header import default_seat, draw_head
from render.tadmor.pieces.style import BOLD, ITALIC, LAYOUT, WIDTH
from render.tadmor.screens.board import GROUND

NEAR = LAYOUT.part("region")
SQUEEZED = 1.2  # width of a name that is squeezed into a line, as a share of the line
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
def window(spaces: tuple[str, ...]) -> crop.CropWindow:
    """Return the part of the map that shows the `spaces` of a region with their names."""
    air = NEAR.get("air")
    points = [LAYOUT.get(f"canvas.spaces.{space}") for space in spaces]
    boxes = [
        (x - LEFT - air[0], y - TOP - air[1], x - LEFT + air[0], y - TOP + air[2])
        for x, y in points
    ]
    (narrow, wide), (low, high) = NEAR.get("widths"), NEAR.get("heights")
    full = crop.window_around(boxes, (WIDE, HIGH), wide, (low, high), NEAR.get("scales"))
    units = max(box[2] for box in boxes) - min(box[0] for box in boxes)
    width = min(wide, max(narrow, math.ceil(units * full.scale) + 1))
    return crop.window_around(boxes, (WIDE, HIGH), width, (low, high), [full.scale])


@cached
def _still(
    theme: Theme, region: str, spaces: tuple[str, ...], sealed: str, under_attack: bool
) -> Sheet:
    """Return the land in a region's window: the region outlined, all others veiled.

    `sealed` is the region under attack or the safe one, or "".
    """
    map_part = window(spaces)
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
    map_part = window(names)
    top = NEAR.int("top")
    canvas = Canvas(table(WIDTH, top + map_part.height).copy())
    canvas.sheet.paste(_still(theme, region, names, sealed, bool(view.raid)), (0, top))
    draw_head(
        canvas, scene, theme, i18n.say_for_game(scene.game, scene.lang, f"tad.region.{region}")
    )
    left, air = NEAR.get("side")
    x, y = map_part.width + left, top + air
    purse.draw_purse(canvas, scene, theme, Rect(x, y, WIDTH - air - x, canvas.box.bottom - y - air))
    transform = places.BoardTransform(
        int(map_part.left) + LEFT, int(map_part.top) + TOP, map_part.scale, 0, top, named=True
    )
    frame = Rect(0, top, map_part.width, map_part.height)
    canvas.record_region("region", frame, region)
    _draw_name(canvas, scene, transform, region, spaces, frame, sealed=region == sealed)
    piles = [
        color
        for color in COLORS
        if PILES_IN[color] == region and places.pile_box(transform, color).is_inside(frame)
    ]
    for color in piles:
        places.lay_pile(canvas, view, transform, color)
    ghosts = places.ghosts(scene.ghost)
    asked = {mark.spot for mark in scene.marks} & set(names)
    closed = {name for name in names if asked and name not in asked and name not in ghosts}
    # a glow must not lie over the discs beside it
    for space in spaces:
        if space.id in scene.changed:
            places.lay_glow(canvas, theme, transform, space)
    for space in spaces:
        canvas.record_region("space", places.hole_box(space, transform), space.id)
        places.lay_hole(canvas, transform, space, is_closed=space.id in closed)
    codes = {mark.spot: sprites.tag_width(mark.letter, NEAR.int("tag")) for mark in scene.marks}
    for space in spaces:
        places.lay_pieces(canvas, theme, transform, space, codes.get(space.id, 0))
        if space.id in ghosts:
            places.lay_ghost(
                canvas, theme, transform, space, ghosts[space.id] or "camel", default_seat(view)
            )
    for color in piles:
        places.lay_pile_count(canvas, view, transform, color)
    for space in spaces:
        is_taken = bool(space.pieces) or space.id in ghosts
        _draw_space_name(
            canvas, scene, theme, space, spaces, transform, frame, is_taken, space.id in closed
        )
    _draw_letters(canvas, scene, theme, spaces, transform, frame)
    return canvas


def _draw_name(
    canvas: Canvas,
    scene: Scene,
    transform: places.BoardTransform,
    region: str,
    spaces: tuple[SpaceView, ...],
    frame: Rect,
    *,
    sealed: bool,
) -> None:
    """Draw the region's name where it is on the board, with its seal if it has one.

    The seal stands beside the name, where it is over nothing else. A name that is outside the
    picture is left out, because the header has it, too. Then the seal lies in the corner that is
    farthest from all spaces.
    """
    under_attack = sealed and bool(scene.view.raid)
    text = i18n.say_for_game(scene.game, scene.lang, f"tad.region.{region}")
    x, y = LAYOUT.get(f"canvas.labels.{region}")
    at, size, seal = transform.at((x, y)), NEAR.int("name"), NEAR.int("seal")
    width = writing.width(text, ITALIC, size)
    if frame.y + size // 2 <= at[1] <= frame.bottom - size // 2:
        places.lay_label(
            canvas,
            transform,
            region,
            text,
            size,
            GROUND[region],
            under_attack=under_attack,
            within=frame,
            at=(x, y),
        )
        middle = min(max(at[0], frame.x + width / 2 + 14), frame.right - width / 2 - 14)
        spot = _beside((middle, at[1]), width, spaces, transform, frame)
    else:
        inner = frame.inset(seal * 3 // 4)
        corners = [(px, py) for px in (inner.x, inner.right) for py in (inner.y, inner.bottom)]
        spot = max(
            corners,
            key=lambda corner: min(math.dist(corner, transform.space(one.id)) for one in spaces),
        )
    if sealed:
        places.lay_seal(canvas, spot, seal, under_attack=under_attack)
        canvas.record_region("seal", places.box(spot, seal), region)


def _beside(
    name: Point,
    width: float,
    spaces: tuple[SpaceView, ...],
    transform: places.BoardTransform,
    frame: Rect,
) -> Point:
    """Return the middle of a seal beside a region's name, `width` pixels wide around `name`.

    It is the first of right, left, above and below where the seal is inside `frame` and over no
    space and no space's name, else the right.
    """
    seal, apart, size = NEAR.int("seal"), NEAR.int("beside"), NEAR.int("name")
    (x, y), across, down = name, (width + seal) / 2 + apart, (size * 0.7 + seal) / 2 + apart
    taken = []
    for space in spaces:
        box = places.whole_box(space, transform)
        label = NEAR.get("label")[1] * 2
        taken += [box, places.box((box.centre[0], box.bottom + label / 2), box.w * 1.3, label)]
    spots = [(x + across, y), (x - across, y), (x, y - down), (x, y + down)]
    free = [
        spot
        for spot in spots
        if places.box(spot, seal).is_inside(frame.inset(4))
        and not any(places.box(spot, seal).meets(box) for box in taken)
    ]
    return [*free, spots[0]][0]


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
    hole = places.hole_box(space, transform)
    apart = [abs(x - other_x) for other_x, other_y in row if abs(y - other_y) < hole.h / 2]
    longest = hole.w * NEAR.float("longest")
    return min([longest, *apart]) - NEAR.int("between")


def _draw_space_name(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    space: SpaceView,
    spaces: tuple[SpaceView, ...],
    transform: places.BoardTransform,
    frame: Rect,
    is_taken: bool,
    is_closed: bool,
) -> None:
    """Write a space's name below its hole or tab, in two lines if it is too wide for its row.

    The name stays inside `frame`. The name of a taken space has one line, because a piece below may
    reach up to it. `is_closed`: the space cannot be chosen, so its name is paler; that of a taken
    one is not, because its piece says so.
    """
    least, most = NEAR.get("label")
    size = min(most, max(least, round(NEAR.float("label_share") * transform.scale)))
    room = _room_of_name(space, spaces, transform)
    ground = mix(GROUND[space.region], theme.light, 0.62)
    tone = mix(theme.ink, ground, 0.22) if is_closed and not is_taken else theme.ink
    words = short_name(scene, space)
    first, _, rest = words.partition(" ")
    box = places.hole_box(space, transform)
    if is_taken:
        box, size = places.tab_box(space, transform), least
    is_long = writing.width(words, BOLD, size) > room * SQUEEZED
    lines = (first, rest) if rest and is_long else (words,)
    style = writing.Style(BOLD, size, tone, 4, ground)
    # the legend explains a name with air around it
    with canvas.group("taken name" if is_taken else "named", space.id):
        for k, line in enumerate(lines):
            half = min(room, writing.width(line, BOLD, size)) / 2 + style.stroke
            x = min(max(box.centre[0], frame.x + half), frame.right - half)
            at = x, box.bottom + size * (0.86 + 0.9 * k)
            canvas.text(at, line, style, "m", kind="space name", room=room)


def _free_tag_at(
    canvas: Canvas, space: SpaceView, others: list[Rect], transform: places.BoardTransform, w: int
) -> Point:
    """Return the middle of the code, `w` pixels wide, of a space without a piece.

    It stands on the upper edge of the hole, or at a corner if it would cover the name above. If all
    three are over something of the `others`, it is the one farthest from them.
    """
    hole, height, dx = places.hole_box(space, transform), NEAR.int("tag"), NEAR.int("tag_corner")
    covered = min(NEAR.int("tag_over"), hole.h * NEAR.float("tag_share"))
    corner = hole.y + height / 3
    spots = [
        (hole.centre[0], hole.y + covered - height / 2),
        (hole.x + dx, corner),
        (hole.right - dx, corner),
    ]
    for spot in spots:
        frame = places.box(spot, w, height)
        if frame.is_inside(canvas.box) and not any(frame.meets(other) for other in others):
            return spot
    return max(spots, key=lambda spot: min(math.dist(spot, other.centre) for other in others))


def _draw_letters(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    spaces: tuple[SpaceView, ...],
    transform: places.BoardTransform,
    within: Rect,
) -> None:
    """Draw the codes of spaces, on the tab of a taken one, where they lean on no other space."""
    height = NEAR.int("tag")
    space_by_id = {space.id: space for space in spaces}
    names = [noted.box for noted in canvas.regions if noted.kind in ("space name", "region name")]
    for mark in scene.marks:
        if mark.spot in space_by_id:
            space, w = space_by_id[mark.spot], sprites.tag_width(mark.letter, height)
            if space.pieces:
                at = places.tag_on_tab(space, transform, w)
            else:
                bodies = [places.whole_box(one, transform) for one in spaces if one != space]
                at = _free_tag_at(canvas, space, names + bodies, transform, w)
            places.lay_tag(canvas, theme, mark, at, height, within)
        elif mark.spot.startswith("pile_") and PILES_IN.get(
            mark.spot.removeprefix("pile_")
        ) == shown(scene):
            frame = places.pile_box(transform, mark.spot.removeprefix("pile_"))
            places.lay_tag(canvas, theme, mark, (frame.x + 6, frame.y + 8), height, within)
