"""Animation of moves: pieces glide along their routes, cards flip, new pieces rise.

Each frame is the still board of a scene at half size, with patches pasted over the moving parts.
Durations are in `[motion]` of the layout, in milliseconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from msgspec import structs
from PIL import Image, ImageChops, ImageDraw

from games.core.text.messages import Seat
from games.core.views.scene import PieceMovement, Scene
from render.base import theme
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Point, Rect
from render.base.texture import Sheet, Sprite, rounded
from render.parts import markers, move_arrows, panels
from render.pictures import drawing

MOTION = panels.LAYOUT.part("motion")
HALF = 2  # reduction factor of boards
# Kinds of regions that flip when their content is new, and kinds of regions that a player can take.
FLIPPING_KINDS = ("card", "tile", "die", "mission", "cell")
TAKEABLE_KINDS = ("card", "tile", "mission")
# Kind of regions around a single piece, which glides as itself from its player to this place.
PIECE_KIND = "piece_body"
# Kinds that flip from their previous content to the new one; the others flip from a card's back.
TWO_SIDED_KINDS = ("die", "cell")
# Lookup tables for `Image.point`: they darken the ground under a flipping card, the place of a
# taken card, and the table under a board.
CARD_SHADOW_TABLE = [round(grey * 0.85) for grey in range(256)] * 3
TAKEN_PLACE_TABLE = [round(grey * 0.35) for grey in range(256)] * 3
BOARD_SHADOW_TABLE = [round(grey * 0.7) for grey in range(256)]


GROUND_NOISE = 10  # difference of gray up to which a pixel is still the ground under a new piece

Patch = tuple[Sheet, Rect]  # image for a rectangle of a board


@dataclass(frozen=True)
class DrawnFrame:
    """Frame of an animation: a board (`ground`), patches on it, and its duration.

    The patches are (image, rectangle of the board).
    """

    ground: Sheet
    duration_ms: int
    patches: tuple[Patch, ...] = ()

    @property
    def sheet(self) -> Sheet:
        """Return the whole picture."""
        if not self.patches:
            return self.ground
        sheet = self.ground.copy()
        for part, box in self.patches:
            sheet.paste(part, (box.x, box.y))
        return sheet


@dataclass(frozen=True)
class ReducedBoard:
    """Still board of a scene at reduced size, with the boxes of what may move.

    `places` has the boxes of places, by place or by "place:seat". `things` has the boxes of
    flipping cards, tiles and dice, by (kind, id). `pieces` has the boxes of single pieces, by
    place.
    """

    sheet: Sheet
    places: dict[str, Rect]
    things: dict[tuple[str, str], Rect]
    pieces: dict[str, Rect] = field(default_factory=dict)

    def at(self, spot: str, seat: Seat | None) -> Point | None:
        """Return the center of a place; None if the picture does not show it.

        If the seat's part of the place was recorded, its center is returned.
        """
        box = self.places.get(f"{spot}:{seat}") or self.places.get(spot)
        return box.centre if box else None


def board(scene: Scene, *, marked: bool = False) -> ReducedBoard:
    """Draw the reduced board of a scene; with `marked`, also the marks of the last moves."""
    canvas = drawing.paint(scene if marked else structs.replace(scene, changed=(), moved=()))
    return reduced(canvas)


def reduced(canvas: Canvas) -> ReducedBoard:
    """Return a picture at reduced size, with its places."""

    def small(box: Rect) -> Rect:
        return Rect(box.x // HALF, box.y // HALF, max(1, box.w // HALF), max(1, box.h // HALF))

    places = {
        region.about: small(region.box) for region in canvas.regions if region.kind == "stand"
    }
    things = {
        (region.kind, region.about): small(region.box)
        for region in canvas.regions
        if region.kind in FLIPPING_KINDS
    }
    pieces = {
        region.about: small(region.box) for region in canvas.regions if region.kind == PIECE_KIND
    }
    return ReducedBoard(canvas.sheet.reduce(HALF), places, things, pieces)


def between(
    before: ReducedBoard, after: ReducedBoard, traces: Sequence[PieceMovement], palette: str
) -> Iterator[DrawnFrame]:
    """Yield the frames from the board `before` to the board `after`.

    First pieces glide, then new cards flip and new pieces rise. `traces` are the movements between
    the two boards; `palette` is the name of the seats' colors.
    """
    glides = [
        glide
        for trace in traces
        if len(trace.places) > 1 and (glide := glide_between(before, after, trace, palette))
    ]
    yield from glide_frames(before.sheet, glides)
    yield from change_frames(before, after, traces)


@dataclass(frozen=True)
class _Glide:
    """Moving sprite, the line of its center, and patches that hide the place that it has left."""

    body: Sprite
    line: list[Point]
    vacated: tuple[Patch, ...] = ()


def glide_between(
    before: ReducedBoard, after: ReducedBoard, trace: PieceMovement, palette: str
) -> _Glide | None:
    """Return the glide of the movement `trace`; None if its way is not visible.

    A card or tile that a player takes glides itself, and the place that it left is darkened. A new
    piece glides as itself, if its box is known. Otherwise a token of the seat glides.
    """
    stops = [
        before.at(trace.places[0], trace.seat),
        *(after.at(spot, trace.seat) or before.at(spot, trace.seat) for spot in trace.places[1:]),
    ]
    visible = [at for at in stops if at]
    if stops[0] is None or stops[-1] is None or len(visible) < 2 or visible[0] == visible[-1]:
        return None
    line = move_arrows.curve(
        [Rect(round(x), round(y), 0, 0) for x, y in visible], MOTION.float("bend")
    )
    if (piece_box := _new_piece(after, trace)) is not None:
        return _Glide(_cut_out(before.sheet, after.sheet, piece_box), line)
    goes_to_player = trace.places[-1].startswith(move_arrows.PERSON)
    card_box = _takeable_at(before, visible[0]) if goes_to_player else None
    if card_box is None:
        return _Glide(token(palette, trace.seat), line)
    dimmed_place = before.sheet.crop(card_box.sides).point(TAKEN_PLACE_TABLE)
    return _Glide(_lifted_card(before.sheet, card_box), line, vacated=((dimmed_place, card_box),))


def _new_piece(after: ReducedBoard, trace: PieceMovement) -> Rect | None:
    """Return the box of a piece that comes from a player's area.

    None if it comes from elsewhere, or if its box is not known.
    """
    comes_from_player = trace.places[0].startswith(move_arrows.PERSON)
    return after.pieces.get(trace.places[-1]) if comes_from_player else None


def _cut_out(before: Sheet, after: Sheet, box: Rect) -> Sprite:
    """Return what is new in a box, without the ground that was there before."""
    new = after.crop(box.sides)
    changed = ImageChops.difference(new, before.crop(box.sides)).convert("L")
    body = new.convert("RGBA")
    body.putalpha(changed.point([255 * (grey > GROUND_NOISE) for grey in range(256)]))
    return body


def _takeable_at(board: ReducedBoard, at: Point) -> Rect | None:
    """Return the box of the card or tile at a point; None if there is none."""
    spot = Rect(round(at[0]), round(at[1]), 1, 1)
    return next(
        (
            box
            for (kind, _), box in board.things.items()
            if kind in TAKEABLE_KINDS and spot.is_inside(box)
        ),
        None,
    )


def _lifted_card(sheet: Sheet, box: Rect) -> Sprite:
    """Return the card in a box, at most as large as a carried card, with its shadow."""
    share = min(1.0, MOTION.int("carried") / max(box.w, box.h))
    small = sheet.crop(box.sides).resize(
        (max(1, round(box.w * share)), max(1, round(box.h * share))), Image.Resampling.BOX
    )
    body = small.convert("RGBA")
    body.putalpha(rounded(*small.size, theme.CORNERS["step"]))
    return markers.shadowed(body, *theme.SHADOWS["card"]).image


def glide_frames(ground: Sheet, glides: Sequence[_Glide]) -> Iterator[DrawnFrame]:
    """Yield the frames in which all `glides` move at once, slowly at the start and end.

    `ground` is the board below them.
    """
    if not glides:
        return
    longest = max(sum(math.dist(a, b) for a, b in pairwise(glide.line)) for glide in glides)
    count = max(MOTION.int("least"), min(MOTION.int("most"), round(longest / MOTION.int("pace"))))
    vacated = tuple(patch for glide in glides for patch in glide.vacated)
    # the board without the pieces that move
    vacated_ground = DrawnFrame(ground, 0, vacated).sheet
    for k in range(1, count + 1):
        share = 0.5 - 0.5 * math.cos(math.pi * k / (count + 1))
        pieces = [
            (glide.body, _rect_around(along(glide.line, share), glide.body)) for glide in glides
        ]
        yield DrawnFrame(
            ground,
            MOTION.int("glide"),
            (
                *vacated,
                *((_part_with_pieces(vacated_ground, box, pieces), box) for _, box in pieces),
            ),
        )


def _rect_around(centre: Point, body: Sprite) -> Rect:
    """Return the rectangle of a sprite centered at a point."""
    return Rect(
        round(centre[0] - body.width / 2),
        round(centre[1] - body.height / 2),
        body.width,
        body.height,
    )


def _part_with_pieces(ground: Sheet, box: Rect, pieces: Sequence[tuple[Sprite, Rect]]) -> Sheet:
    """Return the part `box` of a board, with the pieces in it.

    `pieces` are (sprite, its rectangle on the board).
    """
    part = ground.crop(box.sides)
    for body, at in pieces:
        if at.meets(box):
            part.paste(body, (at.x - box.x, at.y - box.y), body)
    return part


def token(palette: str, seat: Seat | None) -> Sprite:
    """Return the moving piece of a seat; a neutral one for None or a seat without a color."""
    colours = theme.load(palette)
    look = len(colours.seats) - 1 if seat is None or seat >= len(colours.seats) else seat
    return markers.piece(colours, look, MOTION.int("token"))


def along(line: Sequence[Point], share: float) -> Point:
    """Return the point at a `share` (0..1) of the length of a line."""
    lengths = [math.dist(a, b) for a, b in pairwise(line)]
    left = share * sum(lengths)
    for (x0, y0), (x1, y1), length in zip(line, line[1:], lengths, strict=False):
        if left <= length and length:
            return x0 + (x1 - x0) * left / length, y0 + (y1 - y0) * left / length
        left -= length
    return line[-1]


def change_frames(
    before: ReducedBoard, after: ReducedBoard, traces: Sequence[PieceMovement]
) -> Iterator[DrawnFrame]:
    """Yield the frames in which new cards flip and pieces that a player placed rise.

    `traces` are the movements between the boards. All other changes are visible from the first of
    these frames on.
    """
    flips = [
        (kind, box)
        for (kind, about), box in after.things.items()
        if (kind, about) not in before.things
    ]
    arrivals = {
        trace.places[-1]: after.places.get(f"{trace.places[-1]}:{trace.seat}")
        or after.places.get(trace.places[-1])
        for trace in traces
        if len(trace.places) > 1
        and trace.places[0].startswith(move_arrows.PERSON)
        and not trace.places[-1].startswith(move_arrows.PERSON)
        and _new_piece(after, trace) is None  # it has glided as itself
    }
    rises = [
        box for box in arrivals.values() if box and not any(box.meets(card) for _, card in flips)
    ]
    if not flips and not rises:
        return
    steps = MOTION.int("steps")
    for k in range(1, steps):
        flipping = [
            (
                _flipped(
                    after.sheet,
                    before.sheet.crop(box.sides) if kind in TWO_SIDED_KINDS else back(box.w, box.h),
                    box,
                    k / steps,
                ),
                box,
            )
            for kind, box in flips
        ]
        rising = [(_risen(after.sheet, before.sheet, box, k / steps), box) for box in rises]
        yield DrawnFrame(after.sheet, MOTION.int("change"), (*flipping, *rising))


@cached
def back(w: int, h: int) -> Sheet:
    """Return the back of a card."""
    colours = theme.load()
    body = Image.new("RGB", (w, h), theme.dark(colours.band, 0.5))
    for inset, tone in ((1, colours.second), (3, colours.band)):
        body.paste(tone, (inset, inset, max(inset + 1, w - inset), max(inset + 1, h - inset)))
    side = max(2, min(w, h) // 4)
    ImageDraw.Draw(body).regular_polygon((w / 2, h / 2, side), 4, 45, fill=colours.saffron)
    return body


def _flipped(sheet: Sheet, old: Sheet, box: Rect, share: float) -> Sheet:
    """Return a flipping card: its old face in the first half of the time, then the new one.

    `old` is the old face, `sheet` the board with the new face in `box`. `share` (0 to 1) is the
    share of the time that has passed.
    """
    width = max(2, round(box.w * abs(math.cos(math.pi * share))))
    part = _ground_under(sheet, box)
    face = (old if share < 0.5 else sheet.crop(box.sides)).resize((width, box.h))
    part.paste(face, ((box.w - width) // 2, 0))
    return part


def _ground_under(sheet: Sheet, box: Rect) -> Sheet:
    """Return the ground under a flipping card: the column left of it, stretched and darkened."""
    x = max(0, box.x - 2)
    strip = sheet.crop((x, box.y, x + 1, box.bottom)).point(CARD_SHADOW_TABLE)
    return strip.resize((box.w, box.h))


def _risen(sheet: Sheet, old: Sheet, box: Rect, share: float) -> Sheet:
    """Return a place with a piece that has risen to a `share` (0 to 1) of its height.

    `old` is the board without the piece; `sheet` is the board with the piece in `box`.
    """
    height = max(1, round(box.h * share))
    part = old.crop(box.sides)
    part.paste(sheet.crop(box.sides).resize((box.w, height)), (0, box.h - height))
    return part


def turn(scenes: Sequence[Scene]) -> list[DrawnFrame]:
    """Return the frames of a turn: its result, then the moves, then the result again.

    `scenes` are the positions of the turn, in order. The result comes first, because clients that
    do not play animations show only the first frame.
    """
    *boards, last = on_equal_tables(
        [*(board(scene_) for scene_ in scenes), board(scenes[-1], marked=True)]
    )
    frames = [
        DrawnFrame(last.sheet, MOTION.int("first")),
        DrawnFrame(boards[0].sheet, MOTION.int("hold")),
    ]
    for before, after, scene in zip(boards, boards[1:], scenes[1:], strict=False):
        frames += [
            *between(before, after, scene.moved, scene.palette),
            DrawnFrame(after.sheet, MOTION.int("hold")),
        ]
    frames.append(DrawnFrame(last.sheet, MOTION.int("last")))
    return within_duration(frames, MOTION.int("longest"))


def on_equal_tables(
    boards: Sequence[ReducedBoard], table: Callable[[int, int, int], Sheet] | None = None
) -> list[ReducedBoard]:
    """Return the boards on tables of one size, because the boards of some games grow.

    If the boards differ in height, `table(width, height, free)` draws the table (None: a wooden
    one). `free` is the height of the table below the lowest board, in pixels.
    """
    width, height = (max(board_.sheet.size[axis] for board_ in boards) for axis in (0, 1))
    free_height = height - min(board_.sheet.height for board_ in boards)
    ground = (
        table(width, height, free_height) if table and free_height else panels.planks(width, height)
    )
    return [replace(board_, sheet=on_table(board_.sheet, ground)) for board_ in boards]


def on_table(sheet: Sheet, table: Sheet) -> Sheet:
    """Return a board on a table with its shadow; unchanged if it fills the table."""
    if sheet.size == table.size:
        return sheet
    ground = table.copy()
    shadow = Image.linear_gradient("L").transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    ground.paste(
        theme.WARM,
        (0, sheet.height),
        shadow.resize((table.width, MOTION.int("fall"))).point(BOARD_SHADOW_TABLE),
    )
    ground.paste(sheet)
    return ground


def within_duration(frames: list[DrawnFrame], longest: int) -> list[DrawnFrame]:
    """Return the frames, sped up if they take longer than `longest` milliseconds."""
    total = sum(frame.duration_ms for frame in frames)
    return (
        frames
        if total <= longest
        else [
            replace(frame, duration_ms=max(20, frame.duration_ms * longest // total))
            for frame in frames
        ]
    )
