"""Animation of moves: pieces glide along their ways, cards flip, new pieces rise.

Each scene has one ground: the still board at half size. Of each frame only the moving parts are
drawn. Durations are in `[motion]` of the layout, in milliseconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from msgspec import structs
from PIL import Image, ImageDraw

from games.core.text.messages import Seat
from games.core.views.scene import PieceMovement, Scene
from render.base import theme
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Point, Rect
from render.base.texture import Sheet, Sprite, rounded
from render.parts import markers, move_arrows, panels
from render.pictures import encode

MOTION = panels.LAYOUT.part("motion")
HALF = 2  # reduction factor of boards
TURNS = ("card", "tile", "die", "mission", "cell")  # kinds of things that flip
SHADE = [round(grey * 0.85) for grey in range(256)] * 3  # darkens the ground under a flipping card
LIFTED = [round(grey * 0.35) for grey in range(256)] * 3  # darkens the place of a taken card
SHADE_OF_BOARD = [
    round(grey * 0.7) for grey in range(256)
]  # strength of a board's shadow on the table
TAKEN = ("card", "tile", "mission")  # kinds that a player can take
OPEN = ("die", "cell")  # kinds whose previous content is the other side; the others have a back


Patch = tuple[Sheet, Rect]  # image for a rectangle of a board


@dataclass(frozen=True)
class AnimationFrame:
    """Frame: a board, patches on it, and its duration in milliseconds."""

    ground: Sheet
    stands: int
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
class BoardAnimation:
    """Reduced board of a scene, and where things are on it."""

    sheet: Sheet
    places: dict[str, Rect]
    things: dict[tuple[str, str], Rect]

    def at(self, spot: str, seat: Seat | None) -> Point | None:
        """Return the center of a place, preferably of the seat's part of it, or None."""
        box = self.places.get(f"{spot}:{seat}") or self.places.get(spot)
        return box.centre if box else None


def board(scene: Scene, *, marked: bool = False) -> BoardAnimation:
    """Draw the reduced board of a scene; `marked` adds the halos and arrows of the still one."""
    canvas = encode.paint(scene if marked else structs.replace(scene, changed=(), trail=()))
    return reduced(canvas)


def reduced(canvas: Canvas) -> BoardAnimation:
    """Return a reduced picture with its places."""

    def small(box: Rect) -> Rect:
        return Rect(box.x // HALF, box.y // HALF, max(1, box.w // HALF), max(1, box.h // HALF))

    places = {noted.about: small(noted.box) for noted in canvas.noted if noted.kind == "stand"}
    things = {
        (noted.kind, noted.about): small(noted.box) for noted in canvas.noted if noted.kind in TURNS
    }
    return BoardAnimation(canvas.sheet.reduce(HALF), places, things)


def between(
    here: BoardAnimation, there: BoardAnimation, traces: Sequence[PieceMovement], palette: str
) -> Iterator[AnimationFrame]:
    """Yield the frames from one board to the next: first moves, then new things."""
    glides = [
        glide
        for one in traces
        if len(one.way) > 1 and (glide := glide_between(here, there, one, palette))
    ]
    yield from glide_frames(here.sheet, glides)
    yield from change_frames(here, there, traces)


@dataclass(frozen=True)
class _Glide:
    """Moving sprite, the line of its center, and patches where it lay."""

    body: Sprite
    line: list[Point]
    left: tuple[Patch, ...] = ()


def glide_between(
    here: BoardAnimation, there: BoardAnimation, one: PieceMovement, palette: str
) -> _Glide | None:
    """Return the movement of a trace, or None if too little of it is visible.

    A thing that a player takes moves as itself, other things as a piece.
    """
    ends = [
        here.at(one.way[0], one.seat),
        *(there.at(spot, one.seat) or here.at(spot, one.seat) for spot in one.way[1:]),
    ]
    shown = [at for at in ends if at]
    if ends[0] is None or ends[-1] is None or len(shown) < 2 or shown[0] == shown[-1]:
        return None
    line = move_arrows.curve(
        [Rect(round(x), round(y), 0, 0) for x, y in shown], MOTION.float("bend")
    )
    taken = _thing(here, shown[0]) if one.way[-1].startswith(move_arrows.PERSON) else None
    if taken is None:
        return _Glide(token(palette, one.seat), line)
    return _Glide(
        _carried(here.sheet, taken), line, ((here.sheet.crop(taken.sides).point(LIFTED), taken),)
    )


def _thing(board: BoardAnimation, at: Point) -> Rect | None:
    """Return the card or tile at a point, or None."""
    spot = Rect(round(at[0]), round(at[1]), 1, 1)
    return next(
        (box for (kind, _), box in board.things.items() if kind in TAKEN and spot.inside(box)), None
    )


def _carried(sheet: Sheet, box: Rect) -> Sprite:
    """Return the content of a box, reduced, with the shadow of a held card."""
    share = min(1.0, MOTION.int("carried") / max(box.w, box.h))
    small = sheet.crop(box.sides).resize(
        (max(1, round(box.w * share)), max(1, round(box.h * share))), Image.Resampling.BOX
    )
    body = small.convert("RGBA")
    body.putalpha(rounded(*small.size, theme.CORNERS["step"]))
    return markers.shadowed(body, *theme.SHADOWS["card"]).image


def glide_frames(ground: Sheet, glides: Sequence[_Glide]) -> Iterator[AnimationFrame]:
    """Yield the frames of all movements at once, slower at both ends."""
    if not glides:
        return
    longest = max(sum(math.dist(a, b) for a, b in pairwise(one.line)) for one in glides)
    count = max(MOTION.int("least"), min(MOTION.int("most"), round(longest / MOTION.int("pace"))))
    left = tuple(patch for one in glides for patch in one.left)
    bare = AnimationFrame(ground, 0, left).sheet
    for k in range(1, count + 1):
        share = 0.5 - 0.5 * math.cos(math.pi * k / (count + 1))
        pieces = [(one.body, _around(along(one.line, share), one.body)) for one in glides]
        yield AnimationFrame(
            ground,
            MOTION.int("glide"),
            (*left, *((_stood(bare, box, pieces), box) for _, box in pieces)),
        )


def _around(centre: Point, body: Sprite) -> Rect:
    """Return the rectangle of a sprite centered at a point."""
    return Rect(
        round(centre[0] - body.width / 2),
        round(centre[1] - body.height / 2),
        body.width,
        body.height,
    )


def _stood(ground: Sheet, box: Rect, pieces: Sequence[tuple[Sprite, Rect]]) -> Sheet:
    """Return a part of a board with the pieces in it."""
    part = ground.crop(box.sides)
    for body, at in pieces:
        if at.meets(box):
            part.paste(body, (at.x - box.x, at.y - box.y), body)
    return part


def token(palette: str, seat: Seat | None) -> Sprite:
    """Return the moving piece of a seat; the neutral one without a seat or beyond the colors."""
    colours = theme.load(palette)
    look = len(colours.seats) - 1 if seat is None or seat >= len(colours.seats) else seat
    return markers.piece(colours, look, MOTION.int("token"))


def along(line: Sequence[Point], share: float) -> Point:
    """Return the point after that share of a line."""
    lengths = [math.dist(a, b) for a, b in pairwise(line)]
    left = share * sum(lengths)
    for (x0, y0), (x1, y1), length in zip(line, line[1:], lengths, strict=False):
        if left <= length and length:
            return x0 + (x1 - x0) * left / length, y0 + (y1 - y0) * left / length
        left -= length
    return line[-1]


def change_frames(
    here: BoardAnimation, there: BoardAnimation, traces: Sequence[PieceMovement]
) -> Iterator[AnimationFrame]:
    """Yield the frames in which new cards flip and brought pieces rise.

    All other changes are visible at once.
    """
    turned = [
        (kind, box)
        for (kind, about), box in there.things.items()
        if (kind, about) not in here.things
    ]
    came = {
        one.way[-1]: there.places.get(f"{one.way[-1]}:{one.seat}") or there.places.get(one.way[-1])
        for one in traces
        if len(one.way) > 1
        and one.way[0].startswith(move_arrows.PERSON)
        and not one.way[-1].startswith(move_arrows.PERSON)
    }
    risen = [box for box in came.values() if box and not any(box.meets(card) for _, card in turned)]
    if not turned and not risen:
        return
    steps = MOTION.int("steps")
    for k in range(1, steps):
        turning = [
            (
                _turned(
                    there.sheet,
                    here.sheet.crop(box.sides) if kind in OPEN else back(box.w, box.h),
                    box,
                    k / steps,
                ),
                box,
            )
            for kind, box in turned
        ]
        rising = [(_grown(there.sheet, here.sheet, box, k / steps), box) for box in risen]
        yield AnimationFrame(there.sheet, MOTION.int("change"), (*turning, *rising))


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


def _turned(sheet: Sheet, old: Sheet, box: Rect, share: float) -> Sheet:
    """Return a flipping card: its old face in the first half of the time, then the new one."""
    wide = max(2, round(box.w * abs(math.cos(math.pi * share))))
    part = _beside(sheet, box)
    face = (old if share < 0.5 else sheet.crop(box.sides)).resize((wide, box.h))
    part.paste(face, ((box.w - wide) // 2, 0))
    return part


def _beside(sheet: Sheet, box: Rect) -> Sheet:
    """Return the ground under a thing: the column left of it, stretched and darkened."""
    x = max(0, box.x - 2)
    strip = sheet.crop((x, box.y, x + 1, box.bottom)).point(SHADE)
    return strip.resize((box.w, box.h))


def _grown(sheet: Sheet, old: Sheet, box: Rect, share: float) -> Sheet:
    """Return a thing that has risen to a share of its height, above the old ground."""
    high = max(1, round(box.h * share))
    part = old.crop(box.sides)
    part.paste(sheet.crop(box.sides).resize((box.w, high)), (0, box.h - high))
    return part


def turn(scenes: Sequence[Scene]) -> list[AnimationFrame]:
    """Return the frames of a turn: its result first, then how it came about."""
    *boards, last = level([*(board(one) for one in scenes), board(scenes[-1], marked=True)])
    frames = [
        AnimationFrame(last.sheet, MOTION.int("first")),
        AnimationFrame(boards[0].sheet, MOTION.int("hold")),
    ]
    for here, there, scene in zip(boards, boards[1:], scenes[1:], strict=False):
        frames += [
            *between(here, there, scene.trail, scene.palette),
            AnimationFrame(there.sheet, MOTION.int("hold")),
        ]
    frames.append(AnimationFrame(last.sheet, MOTION.int("last")))
    return timed(frames, MOTION.int("longest"))


def level(
    boards: Sequence[BoardAnimation], table: Callable[[int, int, int], Sheet] | None = None
) -> list[BoardAnimation]:
    """Return the boards on tables of equal size, because some games' boards grow.

    `table` makes one from width, height and the height that the lowest board leaves free; wood
    by default.
    """
    wide, high = (max(one.sheet.size[at] for one in boards) for at in (0, 1))
    bare = high - min(one.sheet.height for one in boards)
    ground = table(wide, high, bare) if table and bare else panels.planks(wide, high)
    return [replace(one, sheet=on_table(one.sheet, ground)) for one in boards]


def on_table(sheet: Sheet, table: Sheet) -> Sheet:
    """Return a board on a table with its shadow; unchanged if it fills the table."""
    if sheet.size == table.size:
        return sheet
    ground, fall = (
        table.copy(),
        Image.linear_gradient("L").transpose(Image.Transpose.FLIP_TOP_BOTTOM),
    )
    ground.paste(
        theme.WARM,
        (0, sheet.height),
        fall.resize((table.width, MOTION.int("fall"))).point(SHADE_OF_BOARD),
    )
    ground.paste(sheet)
    return ground


def timed(frames: list[AnimationFrame], longest: int) -> list[AnimationFrame]:
    """Return the frames, sped up if they take longer than `longest` milliseconds."""
    total = sum(one.stands for one in frames)
    return (
        frames
        if total <= longest
        else [replace(one, stands=max(20, one.stands * longest // total)) for one in frames]
    )
