"""Supply (buildings, walls, scorched earth, dice pool, end markers) and Master Jaime."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from games.core.views.scene import Scene
from games.era_medieval_age.model.catalog import BUILDINGS, DICE, FACES, SCORCHED, WALLS
from games.era_medieval_age.views.view import GameView
from render.base import i18n, layout
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect, around
from render.base.texture import Sprite
from render.base.theme import BLACK, HAIRLINE, RGB, SERIF, Theme, mix
from render.era_medieval_age.layers import trays
from render.era_medieval_age.layers.all_dice import KIND_OF
from render.era_medieval_age.pieces import dice_sprites, sprites
from render.era_medieval_age.pieces.style import HERE, icon
from render.parts import markers, panels

LAYOUT = layout.load(HERE / "table.toml").part("supply")
JAIME = layout.load(HERE / "table.toml").part("jaime")
Block = Sequence[int | str]
TITLE = LAYOUT.int("title")
# Width of a cell in heights from which its number stands beside the picture.
BESIDE_SHAPE = 1.4


def draw_supply(
    canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, blocks: Sequence[Block]
) -> None:
    """Draw the panel of the supply with its blocks, separated by hairlines.

    Each block is (name, left, top, width, height), and the number of columns if it has some. The
    measures are in pixels, from the corner of `frame`.
    """
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, theme.paper, theme.rim, 2, LAYOUT.int("seed")),
        frame.x,
        frame.y,
    )
    canvas.record_region("supply", frame)
    painters: dict[str, Callable[..., None]] = {
        "title": _draw_title,
        "buildings": _draw_buildings,
        "walls": _draw_walls,
        "dice": _draw_dice,
        "markers": _draw_markers,
    }
    pad = LAYOUT.int("pad")
    boxes = [
        Rect(frame.x + int(x), frame.y + int(y), int(w), int(h)) for _, x, y, w, h, *_ in blocks
    ]
    for above, below in pairwise(boxes):
        if below.x < above.right:
            panels.hairline(canvas, below.x + 2 * pad, below.y, below.w - 4 * pad)
        else:
            canvas.pen.line(
                (below.x, frame.y + 2 * pad, below.x, frame.bottom - 2 * pad), HAIRLINE, 2
            )
    for (name, *measures), box in zip(blocks, boxes, strict=True):
        if name != "markers" or scene.view.markers:
            painters[str(name)](canvas, scene, theme, box.inset(pad), *map(int, measures[4:]))


def grid(frame: Rect, n: int, columns: int) -> list[Rect]:
    """Split a frame into equal cells, `columns` in a row; return the first `n`."""
    rows = -(-n // columns)
    w, h = frame.w / columns, frame.h / rows
    return [
        Rect(
            round(frame.x + i % columns * w), round(frame.y + i // columns * h), round(w), round(h)
        )
        for i in range(n)
    ]


def _draw_title(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Write what the panel is."""
    panels.centred(canvas, theme, i18n.say(scene.lang, "era.supply"), frame, SERIF, TITLE)


def _is_beside(cell: Rect) -> bool:
    """Return whether the number of a cell stands beside its picture, not below it."""
    return cell.w > cell.h * BESIDE_SHAPE


def _draw_sprite_with_count(
    canvas: Canvas,
    theme: Theme,
    sprite: Sprite,
    n: int,
    cell: Rect,
    about: str,
    *,
    times: bool = False,
    tone: RGB | None = None,
) -> None:
    """Draw a sprite with its count beside or below it; veiled with a pale zero if none is left.

    `about` is the name in the recorded region. With `times`, a multiplication sign precedes the
    count, because the sprite has a number too. `tone` is another color of the count.
    """
    number, style_fill = LAYOUT.int("number"), tone or (theme.ink if n else panels.muted(theme))
    if not n:
        sprite = markers.veil(sprite, theme.paper, LAYOUT.float("veil"))
    if _is_beside(cell):
        room = LAYOUT.int("times" if times else "beside")
        middle = cell.x + (cell.w - room) / 2, cell.centre[1]
        at = cell.right - room / 2, cell.centre[1]
    else:
        room = LAYOUT.int("number_room")
        middle = cell.centre[0], cell.y + (cell.h - room) / 2
        at = cell.centre[0], cell.bottom - room / 2
    canvas.paste_centred(sprite, middle)
    text = f"×{n}" if times else str(n)
    canvas.digits(at, text, writing.Style(BLACK, number, style_fill), "m")
    canvas.record_region("count", cell, f"{about}:{n}")


def _max_sprite_size(cell: Rect, beside: str = "beside", air: str = "air") -> tuple[int, int]:
    """Return the largest (width, height) of a sprite in a cell.

    `beside` and `air` are the layout's names for the room of a count beside the sprite, and for the
    space between them.
    """
    w, h = LAYOUT.point("most")
    margin = LAYOUT.int(air)
    if _is_beside(cell):
        return round(min(w, cell.w - LAYOUT.int(beside) - margin)), cell.h - margin
    return round(min(w, cell.w - margin)), round(
        min(h, cell.h - LAYOUT.int("number_room") - margin)
    )


def _draw_buildings(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, columns: int) -> None:
    """Draw the buildings with their counts, which are red where few are left."""
    view: GameView = scene.view
    for kind, cell in zip(BUILDINGS, grid(frame, len(BUILDINGS), columns), strict=True):
        _draw_sprite_with_count(
            canvas,
            theme,
            sprites.thumbnail(kind, 0, _max_sprite_size(cell)),
            view.supply.get(kind, 0),
            cell,
            kind,
            tone=theme.madder if 0 < view.supply.get(kind, 0) <= LAYOUT.int("few") else None,
        )


def _draw_walls(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, columns: int) -> None:
    """Draw the walls of each length, and scorched earth, with their counts.

    The walls differ less in length than in a domain, so that each has room for its number.
    """
    cell_boxes = grid(frame, len(WALLS) + 1, columns)
    longest = round(
        _max_sprite_size(cell_boxes[0], "times", "wall_air")[0] * LAYOUT.float("wall_share")
    )
    for kind, cell in zip((*WALLS, SCORCHED), cell_boxes, strict=True):
        width, height = _max_sprite_size(cell, "times", "wall_air")
        cells = int(kind[-1]) if kind in WALLS else 0
        sprite = (
            _wall(theme, kind, round(longest * (1 - LAYOUT.float("wall_step") * (6 - cells))))
            if cells
            else sprites.thumbnail(kind, 0, (width, height))
        )
        count = scene.view.supply.get(kind, 0)
        _draw_sprite_with_count(canvas, theme, sprite, count, cell, kind, times=True)


@cached
def _wall(theme: Theme, kind: str, length: int) -> Sprite:
    """Return a wall `length` pixels long with the number of its cells, thick enough for it."""
    body = sprites.thumbnail(kind, 0, (length, length))
    thickness = max(body.height, LAYOUT.int("wall_thick"))
    wall = body.resize((body.width, thickness), Image.Resampling.LANCZOS)
    digit, rim = LAYOUT.int("wall_digit"), LAYOUT.int("wall_rim")
    style = writing.Style(BLACK, digit, theme.light, stroke=rim, stroke_fill=theme.ink)
    at = wall.width / 2, wall.height / 2 + digit * writing.DIGIT_DROP
    writing.write(ImageDraw.Draw(wall), at, kind[-1], style, "m")
    return wall


def _draw_dice(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, columns: int) -> None:
    for kind, cell in zip(DICE, grid(frame, len(DICE), columns), strict=True):
        size = min(LAYOUT.int("die"), *_max_sprite_size(cell))
        _draw_sprite_with_count(
            canvas,
            theme,
            dice_sprites.sprite(theme, kind, dice_sprites.DEFAULT_FACE[kind], size),
            scene.view.pool.get(kind, 0),
            cell,
            kind,
        )


@cached
def end_marker(theme: Theme, size: int, flipped: bool) -> Sprite:
    """Return a wooden disc, blank or with a painted cross."""
    k, pad = 4, 6
    w = (size + 2 * pad) * k
    out = Image.new("RGBA", (w, w))
    pen, c, r = ImageDraw.Draw(out), w / 2, size * k / 2
    rim = mix(theme.table, theme.ink, 0.2)
    face = mix(theme.paper, theme.table, 0.16)
    pen.ellipse((c - r, c - r + 3 * k, c + r, c + r + 3 * k), fill=(*theme.shadow, 130))
    for q, fill in ((r, rim), (r - 3 * k, face)):
        pen.ellipse((c - q, c - q, c + q, c + q), fill=fill)
    if flipped:
        a = LAYOUT.float("cross") * 2 * r
        for slope in (-1, 1):
            pen.line(
                (c - a, c - slope * a, c + a, c + slope * a),
                fill=theme.madder,
                width=LAYOUT.int("cross_wide") * k,
            )
    return out.resize((w // k, w // k), Image.Resampling.BOX)


def _draw_markers(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the end markers, flipped ones first, and what they are about.

    The words are above the markers if the frame is high enough, else before them.
    """
    view: GameView = scene.view
    flipped = min(len(view.ended), view.markers)
    last, size = flipped == view.markers, LAYOUT.int("caption")
    above = frame.h >= LAYOUT.int("caption_above")
    key = "era.last_round" if last and above else "era.ends" if above else "era.ends_short"
    tone = theme.madder if last else theme.ink
    said, size = writing.fit(i18n.say(scene.lang, key), SERIF, size, frame.w, size)
    words = round(writing.width(said, SERIF, size))
    x = frame.x + ((frame.w - words) // 2 if above else 0)
    y = frame.y + size / 2 if above else frame.centre[1]
    style = writing.Style(SERIF, size, tone)
    canvas.text((x, y + size * writing.LETTER_DROP), said, style, kind="label")
    row = frame
    if above:
        row = Rect(frame.x, frame.y + size + 4, frame.w, frame.h - size - 4)
    else:
        row = Rect(x + words + 6, frame.y, frame.right - x - words - 6, frame.h)
    pitch = min(LAYOUT.int("marker_pitch"), row.w // view.markers)
    disc = min(LAYOUT.int("marker"), pitch - 3, row.h)
    boxes: list[Rect] = []
    for i in range(view.markers):
        at = row.centre[0] + (i - (view.markers - 1) / 2) * pitch, row.centre[1]
        canvas.paste_centred(end_marker(theme, disc, i < flipped), at)
        boxes.append(trays.square_around(at, disc))
        canvas.record_region("end", boxes[-1], "flipped" if i < flipped else "blank")
    if boxes:
        canvas.record_region("ends", around(boxes))


def draw_jaime(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw Master Jaime's dice, and his and the player's swords and shields."""
    view: GameView = scene.view
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, theme.paper, theme.rim, 4, LAYOUT.int("seed") + 1),
        frame.x,
        frame.y,
    )
    canvas.record_region("jaime", frame)
    pad = JAIME.int("pad")
    crown = JAIME.int("crown")
    face = theme.type["name"][0]
    base = frame.y + JAIME.int("head") * 0.82
    canvas.paste_centred(
        icon("crown@lorc", crown, mix(theme.saffron, theme.ink, 0.25)),
        (frame.x + pad + crown / 2, base - crown * 0.3),
    )
    name = i18n.say_for_game(scene.game, scene.lang, "era.jaime")
    left = frame.x + pad + crown + pad // 2
    words, size = writing.fit(
        name[:1].upper() + name[1:],
        face,
        theme.type["name"][1],
        frame.right - pad - left,
        theme.small,
    )
    canvas.text((left, base), words, writing.Style(face, size, theme.ink), kind="name")
    for i, face_id in enumerate(view.jaime):
        spot = (
            frame.x + JAIME.int("dice_x") + i * JAIME.int("die_pitch"),
            frame.y + JAIME.int("dice_y"),
        )
        canvas.paste_centred(
            dice_sprites.sprite(theme, KIND_OF[face_id], face_id, JAIME.int("die")), spot
        )
        canvas.record_region("die", trays.square_around(spot, JAIME.int("die")), face_id)
    _draw_arms(canvas, view, theme, frame)


def _draw_arms(canvas: Canvas, view: GameView, theme: Theme, frame: Rect) -> None:
    """Draw swords and shields of the player, and below them those of Master Jaime."""
    size, arm, number = JAIME.int("whose"), JAIME.int("arm"), JAIME.int("number")
    crown = icon("crown@lorc", size, mix(theme.saffron, theme.ink, 0.25))
    arms = (("swords", "broadsword"), ("shields", "checked-shield"))
    jaime_counts = [
        sum(getattr(FACES[face_id], attribute) for face_id in view.jaime) for attribute, _ in arms
    ]
    player_counts = [getattr(view.towns[0], attribute) for attribute, _ in arms]
    lines = (("own", markers.piece(theme, 0, size), player_counts), ("jaime", crown, jaime_counts))
    for (owner, sign, counts), dy in zip(lines, JAIME.get("arms_y"), strict=True):
        x = frame.x + JAIME.int("facts_x") + JAIME.int("fact") / 2
        y = frame.y + dy
        canvas.paste_centred(sign, (x, y))
        canvas.record_region("whose", trays.square_around((x, y), size), owner)
        for (attribute, icon_name), n in zip(arms, counts, strict=True):
            x += JAIME.int("arms_pitch")
            canvas.paste_centred(
                icon(icon_name, arm, mix(theme.ink, theme.paper, 0.1 if n else 0.5)), (x, y)
            )
            style = writing.Style(BLACK, number, theme.ink if n else panels.muted(theme))
            canvas.text(
                (x + arm * 0.7, y + number * writing.DIGIT_DROP), str(n), style, kind="number"
            )
            canvas.record_region(
                "arms", trays.square_around((x, y), arm), f"{owner}:{attribute}:{n}"
            )
