"""Places of the board at any scale: holes with their yield, pieces, piles, names.

The board, the close-up of a region and the mats share these functions; each gives its own scale and
origin.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image, ImageDraw

from games.core.views.scene import Mark
from games.tadmor.views.view import GameView, SpaceView
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, Halo
from render.base.layout import Point, Rect, around
from render.base.texture import Sprite, scaled
from render.base.theme import INK, RGB, Theme, dark, pale, parse
from render.parts import markers, panels
from render.tadmor.pieces import faces, sprites
from render.tadmor.pieces.style import BLACK, COLOURS, ITALIC, LAYOUT, LOOK, PILES, icon

SIGNS: dict[str, list[str | float]] = LOOK["signs"]
RARE_SIGN = {"grey": "brandy-bottle", "yellow": "ivory-tusks", "red": "rolled-cloth"}
PIECE, NUMBER, LEAST, LAP = (
    LAYOUT.get(f"place.{name}") for name in ("piece", "number", "least", "lap")
)
FAINT = 0.42  # opacity of a space that cannot be chosen


@dataclass(frozen=True)
class BoardTransform:
    """Transformation from board units to the pixels of a picture.

    The point (`left`, `top`) of the board is drawn at the pixel (`dx`, `dy`), `scale` pixels per
    unit. With `named` spaces the tabs are low, so that there is room for a name below them.
    """

    left: float
    top: float
    scale: float
    dx: float
    dy: float
    named: bool = False

    @property
    def relative_scale(self) -> float:
        """Return the scale relative to the board (1 on the board)."""
        return self.scale / LAYOUT.float("canvas.scale")

    def at(self, point: Point) -> Point:
        """Convert a point from board units to picture pixels."""
        return (point[0] - self.left) * self.scale + self.dx, (
            point[1] - self.top
        ) * self.scale + self.dy

    def space(self, space: str) -> Point:
        """Return the center of a space in pixels; raises KeyError for an unknown one."""
        return self.at(LAYOUT.point(f"canvas.spaces.{space}"))


def box(centre: Point, w: float, h: float = 0) -> Rect:
    """Return a rectangle by its center; without a height `h` (0) it is a square."""
    h = h or w
    return Rect(round(centre[0] - w / 2), round(centre[1] - h / 2), round(w), round(h))


def hole_box(space: SpaceView, transform: BoardTransform) -> Rect:
    """Return the rectangle of a space's hole, which depends on the kind of piece."""
    w, h = sprites.SIZES[space.piece]
    return box(
        transform.space(space.id), w * transform.relative_scale, h * transform.relative_scale
    )


def content_box(space: SpaceView, transform: BoardTransform) -> Rect:
    """Return the rectangle of the yield that an empty space shows."""
    return box(
        transform.space(space.id),
        *content(space, sprites.SIZES[space.piece][1] * transform.relative_scale).size,
    )


def whole_box(space: SpaceView, transform: BoardTransform) -> Rect:
    """Return the rectangle of all that a space shows.

    An empty space shows its hole and yield; a covered one its piece, with the yield on a tab.
    """
    if not space.pieces:
        return around([hole_box(space, transform), content_box(space, transform)])
    return around(
        [
            hole_box(space, transform),
            piece_box(space, transform),
            tab_box(space, transform),
        ]
    )


def piece_box(space: SpaceView, transform: BoardTransform) -> Rect:
    """Return the rectangle of a piece on a space, without its outline and shadow."""
    (x, y), k = transform.space(space.id), transform.relative_scale
    own = "named_" if transform.named else ""
    size = round(LAYOUT.int(f"place.{own}piece") * k)
    return box((x, y - LAYOUT.int(f"place.{own}lift") * k), size)


def tab_box(space: SpaceView, transform: BoardTransform) -> Rect:
    """Return the rectangle of the tab of a covered space."""
    (x, y), k = transform.space(space.id), transform.relative_scale
    tab = LAYOUT.part("place.named_tab" if transform.named else "place.tab")
    w, h = tab.get("size")
    return box((x, y + tab.int("drop") * k), round(w * k), round(h * k))


def number_on(space: SpaceView) -> str:
    """Return the number on a space: order, levels, yield or "+"; "" for a space without one."""
    match space.action:
        case "upgrade":
            return str(space.order)
        case "tower_single":
            return "1"
        case "tower_double":
            return "2"
        case "caravan" | "shipyard":
            return "+"
        case "gather" | "peace_gifts" | "traitor" | "tax_collector":
            return str(space.basic_amount) if space.basic_amount else ""
    return ""


@cached
def sign(action: str, resource: str, color: str, number: str, height: float) -> Sprite:
    """Return the sprite of a space's yield, a cube or sign with `number`, for a hole.

    The hole is `height` pixels high. `action`, `resource` and `color` select the sign. A sign that
    would be too small for a phone is enlarged; then the number overlaps its edge and has a light
    rim.
    """
    size = max(NUMBER, round(height * 0.56))
    side = round(height * 0.45)
    if action == "gather":
        body = sprites.cube(resource, max(LEAST - 4, side))
    elif action == "rare_good":
        tone, side = PILES[color], round(height * 0.74)
        body = icon(
            RARE_SIGN[color], max(LEAST, side), tone, dark(tone, 0.7), max(2, round(height / 28))
        )
    else:
        name, colour, size_share = SIGNS[action]
        shrink = 0.84 if number and action in ("traitor", "tax_collector") else 1.0
        side = round(height * float(size_share) * shrink)
        body = icon(str(name), max(LEAST, side), parse(str(colour)))
    width = writing.width(number, BLACK, size) if number else 0
    enlarged = side < LEAST
    gap = (-LAP[0] if enlarged else max(1, round(height * 0.02))) if number else 0
    out = Image.new("RGBA", (round(body.width + gap + width) + 2, max(body.height, size) + 4))
    out.alpha_composite(body, (0, (out.height - body.height) // 2))
    if number:
        at = (body.width + gap, out.height / 2 + size * writing.DIGIT_DROP)
        style = (
            writing.Style(BLACK, size, INK, LAP[1], COLOURS["sand"])
            if enlarged
            else writing.Style(BLACK, size, INK)
        )
        writing.write(ImageDraw.Draw(out), at, number, style)
    return out


def content(space: SpaceView, height: float) -> Sprite:
    """Return the yield of a space as a sprite for a hole or tab of `height` pixels."""
    return sign(space.action, space.resource, space.color, number_on(space), height)


def lay_hole(
    canvas: Canvas, transform: BoardTransform, space: SpaceView, *, is_closed: bool = False
) -> None:
    """Draw an empty space: its hole with its yield, which is faint if it `is_closed`.

    The disc itself is whole in any case, so that no landscape shows through it.
    """
    at = transform.space(space.id)
    body = content(space, sprites.SIZES[space.piece][1] * transform.relative_scale)
    canvas.paste_centred(sprites.hole(space.piece, transform.relative_scale), at)
    canvas.paste_centred(faint(body) if is_closed else body, at)


def faint(body: Sprite, share: float = FAINT) -> Sprite:
    """Return a sprite with less opacity, `share` of its own."""
    out = body.copy()
    out.putalpha(scaled(out.getchannel("A"), share))
    return out


@cached
def _glow(w: int, h: int, radius: int) -> Halo:
    return markers.halo_around(w, h, radius, 11, 6, 1.0)


def draw_halo(canvas: Canvas, theme: Theme, frame: Rect, about: str, radius: int = 0) -> None:
    """Draw the glow of a change around `frame`, recorded as a region `halo` about `about`.

    `radius` is the corner radius in pixels; with 0 the ends are round.
    """
    canvas.glow(
        _glow(frame.w, frame.h, radius or min(frame.w, frame.h) // 2), frame.x, frame.y, theme.halo
    )
    canvas.record_region("halo", frame, about)


def lay_glow(canvas: Canvas, theme: Theme, transform: BoardTransform, space: SpaceView) -> None:
    """Draw the glow of a changed space, or of the piece that arrived there."""
    if not space.pieces:
        draw_halo(canvas, theme, hole_box(space, transform), space.id)
        lay_hole(canvas, transform, space)
        return
    k = transform.relative_scale
    piece, tab = piece_box(space, transform), tab_box(space, transform)
    left = round(min(piece.x, tab.x) - 6 * k)
    top = round(piece.y - 3 * k)
    width = round(max(piece.right, tab.right) + 6 * k) - left
    draw_halo(canvas, theme, Rect(left, top, width, round(tab.bottom - 2 * k) - top), space.id)


def lay_pieces(
    canvas: Canvas, theme: Theme, transform: BoardTransform, space: SpaceView, code: int = 0
) -> None:
    """Draw the pieces on a space, and the tab that repeats its yield.

    The tab leaves room for a code of `code` pixels.
    """
    if not space.pieces:
        return
    k, piece = transform.relative_scale, piece_box(space, transform)
    canvas.paste_centred(sprites.hole(space.piece, k), transform.space(space.id))
    seat, kind = space.pieces[0]
    canvas.paste_centred(sprites.pawn(theme, seat, kind, piece.w), piece.centre)
    canvas.record_region("piece", piece, f"{space.id}={seat}")
    canvas.record_region("piece_body", piece, space.id)
    canvas.record_spot(space.id, piece, seat)
    lay_tab(canvas, transform, space, code)


def tag_on_tab(space: SpaceView, transform: BoardTransform, code: int) -> Point:
    """Return the middle of a code of `code` pixels at the left end of a covered space's tab.

    It is so far to the left that the yield has room beside it.
    """
    tab = tab_box(space, transform)
    left = min(tab.x - 4, tab.right - 6 - content(space, tab.h * 1.32).width - code)
    return left + code / 2, tab.centre[1]


def lay_tab(canvas: Canvas, transform: BoardTransform, space: SpaceView, code: int = 0) -> None:
    """Draw the paper tab below a covered space, with its yield.

    With a `code`, its width in pixels, the yield stands beside it.
    """
    k, frame = transform.relative_scale, tab_box(space, transform)
    w, h = frame.w, frame.h
    canvas.paste_padded(
        panels.sheet(w, h, round(10 * k), (250, 243, 226), COLOURS["hole"], 2, 3), frame.x, frame.y
    )
    middle = frame.centre[0]
    if code:
        middle = (tag_on_tab(space, transform, code)[0] + code / 2 + frame.right) / 2
    canvas.paste_centred(content(space, h * 1.32), (middle, frame.centre[1] + 0.5))
    canvas.record_region("tab", frame, space.id, has_letters=bool(number_on(space)))


def lay_ghost(
    canvas: Canvas, theme: Theme, transform: BoardTransform, space: SpaceView, kind: str, seat: int
) -> None:
    """Draw a planned piece of `kind` on a space: half transparent, in dashes."""
    k, at = transform.relative_scale, transform.space(space.id)
    canvas.paste_centred(sprites.hole(space.piece, k), at)
    canvas.paste_centred(sprites.dashed_ring(space.piece, k, theme.halo), at)
    piece = piece_box(space, transform)
    canvas.paste_centred(sprites.faint(theme, seat, kind, piece.w, 0.72), piece.centre)
    canvas.record_region("ghost", piece, space.id)
    lay_tab(canvas, transform, space)


def lay_pile(canvas: Canvas, view: GameView, transform: BoardTransform, color: str) -> None:
    """Draw a pile of rare goods with the open tile on top."""
    k, at = transform.relative_scale, transform.at(LAYOUT.point(f"canvas.piles.{color}"))
    side, n, step = round(60 * k), view.piles[color], max(2, round(3 * k))
    tone = PILES[color]
    for layer in range(min(2, n - 1), 0, -1):
        canvas.paste_padded(
            panels.sheet(side, side, round(9 * k), dark(tone, 0.1), dark(tone, 0.6), 3, 2),
            at[0] - side / 2 + layer * step,
            at[1] - side / 2 + layer * step,
        )
    if n:
        canvas.paste_padded(
            faces.rare(view.tops[color], side, side), at[0] - side / 2, at[1] - side / 2
        )
    else:
        empty = panels.sheet(side, side, round(9 * k), pale(tone, 0.5), dark(tone, 0.3), 2, 2)
        canvas.paste_padded(empty, at[0] - side / 2, at[1] - side / 2)
    canvas.record_region("pile", box(at, side), f"pile_{color}")


def lay_pile_count(canvas: Canvas, view: GameView, transform: BoardTransform, color: str) -> None:
    """Draw the number of rare goods of a pile, on its lower left corner.

    This is drawn after the pieces, because one of the space below may reach the pile.
    """
    k, pile = transform.relative_scale, pile_box(transform, color)
    w, h, size = round(46 * k), round(36 * k), max(34, round(33 * k))
    # below, because the names of spaces may come down to the pile's upper edge
    badge = box((pile.x + 10 * k, pile.bottom - 8 * k), w, h)
    canvas.paste_padded(panels.sheet(w, h, h // 2, (250, 243, 226), INK, 2, 2), badge.x, badge.y)
    canvas.text(
        (badge.centre[0], badge.centre[1] + size * writing.DIGIT_DROP),
        str(view.piles[color]),
        writing.Style(BLACK, size, INK),
        "m",
        kind="number",
    )


def pile_box(transform: BoardTransform, color: str) -> Rect:
    """Return the rectangle of a color's pile of rare goods."""
    return box(transform.at(LAYOUT.point(f"canvas.piles.{color}")), 60 * transform.relative_scale)


def lay_label(
    canvas: Canvas,
    transform: BoardTransform,
    region: str,
    text: str,
    size: int,
    ground: RGB,
    *,
    under_attack: bool,
    within: Rect,
    at: Point | None = None,
    room: float = math.inf,
) -> None:
    """Draw a region's name in italics, moved sideways into `within`.

    `at` is its place in board units (None: the region's place in the layout), `room` its maximum
    width in pixels. `ground` is the color behind the name. The name of the region under attack is
    red.
    """
    x, y = transform.at(at or LAYOUT.point(f"canvas.labels.{region}"))
    width = min(room, writing.width(text, ITALIC, size))
    x = min(max(x, within.x + width / 2 + 14), within.right - width / 2 - 14)
    tone = (125, 33, 29) if under_attack else dark(ground, 0.78)
    style = writing.Style(ITALIC, size, tone, max(3, size // 10), pale(ground, 0.5))
    canvas.text((x, y + size * 0.3), text, style, "m", kind="region name", room=room)


def lay_seal(canvas: Canvas, centre: Point, size: int, *, under_attack: bool) -> None:
    """Draw the seal of a region, `size` pixels across, around `centre`.

    A region under attack has pale sabers on a dark lozenge, a safe one a shield. Neither is a disc,
    so that it looks like no player's piece.
    """
    if not under_attack:
        safe = COLOURS["safe"]
        canvas.paste_centred(
            icon("checked-shield", size, dark(safe, 0.75), pale(safe, 0.6), 4), centre
        )
        return
    canvas.paste_centred(_lozenge(size), centre)
    canvas.paste_centred(icon("dervish-swords", round(size * 0.66), COLOURS["sabers"]), centre)


@cached
def _lozenge(size: int) -> Sprite:
    """Return a dark lozenge with a pale edge, `size` pixels across."""
    k, pad = 4, 4
    w = (size + 2 * pad) * k
    out = Image.new("RGBA", (w, w))
    pen, c = ImageDraw.Draw(out), w / 2
    for inset, colour in ((0, COLOURS["hole"]), (2, COLOURS["sabers"]), (5, COLOURS["attack"])):
        r = (size * 0.62 - inset) * k
        pen.polygon([(c, c - r), (c + r, c), (c, c + r), (c - r, c)], fill=colour)
    return out.resize((w // k, w // k), Image.Resampling.BOX)


def lay_crossing(canvas: Canvas, centre: Point, size: int) -> None:
    """Draw large sabers around `centre`, for the letter of a region that may be attacked."""
    canvas.paste_centred(icon("dervish-swords", size, COLOURS["raid"], COLOURS["sand"], 4), centre)


def lay_marker(
    canvas: Canvas,
    theme: Theme,
    mark: Mark,
    centre: Point,
    size: int,
    within: Rect | None = None,
) -> None:
    """Draw a mark's letter around `centre`, moved into `within` (None: the picture).

    It is recorded as a region `marker`.
    """
    half, frame = size / 2 + 2, within or canvas.box
    x = min(max(centre[0], frame.x + half), frame.right - half)
    y = min(max(centre[1], frame.y + half), frame.bottom - half)
    canvas.paste_centred(markers.marker(theme, mark.letter, size, mark.tone), (x, y))
    canvas.record_region("marker", box((x, y), size), mark.spot)


def lay_tag(
    canvas: Canvas, theme: Theme, mark: Mark, centre: Point, height: int, within: Rect | None = None
) -> None:
    """Draw a mark's code on a plate around `centre`, moved into `within` (None: the picture).

    It is recorded as a region `marker`.
    """
    w, frame = sprites.tag_width(mark.letter, height), within or canvas.box
    x = min(max(centre[0], frame.x + w / 2 + 2), frame.right - w / 2 - 2)
    y = min(max(centre[1], frame.y + height / 2 + 2), frame.bottom - height / 2 - 2)
    canvas.paste_centred(sprites.tag(theme, mark.letter, height, mark.tone), (x, y))
    canvas.record_region("marker", box((x, y), w, height), mark.spot)


def ghosts(ghost: tuple[str, ...]) -> dict[str, str]:
    """Return, by spot, the result that is previewed; each ghost is `spot=result` or `spot`.

    The result is a piece, a height of a tower, a part of a temple, a good, or "".
    """
    return {spot: result for spot, _, result in (entry.partition("=") for entry in ghost)}
