"""What happened, moving: pieces glide along the ways that they took, cards turn, walls rise.

One ground for each scene, drawn as the still board is and made half as large; of each frame only what moves is drawn. How long
everything takes stands in `[motion]` of the layout, in milliseconds.
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
from render.base.cache import kept
from render.base.canvas import Canvas
from render.base.layout import Point, Rect
from render.base.texture import Sheet, Sprite, rounded
from render.parts import markers, move_arrows, panels
from render.pictures import encode

MOTION = panels.LAYOUT.part("motion")
HALF = 2  # boards are shown so many times smaller
TURNS = ("card", "tile", "die", "mission", "cell")  # kinds of things whose other side comes up
SHADE = [
    round(grey * 0.85) for grey in range(256)
] * 3  # what a card that is being turned lies on is darker
LIFTED = [
    round(grey * 0.35) for grey in range(256)
] * 3  # what was taken has left the dark of itself
SHADE_OF_BOARD = [
    round(grey * 0.7) for grey in range(256)
]  # how dark its shadow is on what lies below
TAKEN = ("card", "tile", "mission")  # of these, what a player takes
OPEN = ("die", "cell")  # of these, what lay there before is the other side; the others have a back


Patch = tuple[Sheet, Rect]  # what is seen in a place of a board


@dataclass(frozen=True)
class AnimationFrame:
    """A board, what is seen in some places of it instead, and how many milliseconds it stands."""

    ground: Sheet
    stands: int
    patches: tuple[Patch, ...] = ()

    @property
    def sheet(self) -> Sheet:
        """All of the picture."""
        if not self.patches:
            return self.ground
        sheet = self.ground.copy()
        for part, box in self.patches:
            sheet.paste(part, (box.x, box.y))
        return sheet


@dataclass(frozen=True)
class BoardAnimation:
    """A scene's board, small, and what stands where on it."""

    sheet: Sheet
    places: dict[str, Rect]
    things: dict[tuple[str, str], Rect]

    def at(self, spot: str, seat: Seat | None) -> Point | None:
        """The middle of a place, a player's part of it first."""
        box = self.places.get(f"{spot}:{seat}") or self.places.get(spot)
        return box.centre if box else None


def board(scene: Scene, *, marked: bool = False) -> BoardAnimation:
    """The board of a scene; `marked`: with halos and arrows, as the still one."""
    canvas = encode.paint(scene if marked else structs.replace(scene, changed=(), trail=()))
    return reduced(canvas)


def reduced(canvas: Canvas) -> BoardAnimation:
    """A picture made smaller, with its places."""

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
    """How one board becomes the next: first what moves, then what is new where it arrived."""
    glides = [
        glide for one in traces if len(one.way) > 1 and (glide := _glide(here, there, one, palette))
    ]
    yield from _gliding(here.sheet, glides)
    yield from _changing(here, there, traces)


@dataclass(frozen=True)
class _Glide:
    """What is on its way: a picture, the line that its middle takes, and what is seen where it lay."""

    body: Sprite
    line: list[Point]
    left: tuple[Patch, ...] = ()


def _glide(
    here: BoardAnimation, there: BoardAnimation, one: PieceMovement, palette: str
) -> _Glide | None:
    """The way of a trace, None where the pictures show too little of it. What a player takes goes as itself, else as a piece."""
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
    """The card or tile that lies there."""
    spot = Rect(round(at[0]), round(at[1]), 1, 1)
    return next(
        (box for (kind, _), box in board.things.items() if kind in TAKEN and spot.inside(box)), None
    )


def _carried(sheet: Sheet, box: Rect) -> Sprite:
    """What lies in a place of a board, smaller, with the shadow of what is held above it."""
    share = min(1.0, MOTION.int("carried") / max(box.w, box.h))
    small = sheet.crop(box.sides).resize(
        (max(1, round(box.w * share)), max(1, round(box.h * share))), Image.Resampling.BOX
    )
    body = small.convert("RGBA")
    body.putalpha(rounded(*small.size, theme.CORNERS["step"]))
    return markers.shadowed(body, *theme.SHADOWS["card"]).image


def _gliding(ground: Sheet, glides: Sequence[_Glide]) -> Iterator[AnimationFrame]:
    """All of them at once, slower at both ends."""
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
    """Where a piece lies whose middle is there."""
    return Rect(
        round(centre[0] - body.width / 2),
        round(centre[1] - body.height / 2),
        body.width,
        body.height,
    )


def _stood(ground: Sheet, box: Rect, pieces: Sequence[tuple[Sprite, Rect]]) -> Sheet:
    """A place of a board with the pieces that lie in it."""
    part = ground.crop(box.sides)
    for body, at in pieces:
        if at.meets(box):
            part.paste(body, (at.x - box.x, at.y - box.y), body)
    return part


def token(palette: str, seat: Seat | None) -> Sprite:
    """What moves: a seat's piece; without a seat, or for one beyond the players' colours, the neutral one."""
    colours = theme.load(palette)
    look = len(colours.seats) - 1 if seat is None or seat >= len(colours.seats) else seat
    return markers.piece(colours, look, MOTION.int("token"))


def along(line: Sequence[Point], share: float) -> Point:
    """Where one is after that share of a line."""
    lengths = [math.dist(a, b) for a, b in pairwise(line)]
    left = share * sum(lengths)
    for (x0, y0), (x1, y1), length in zip(line, line[1:], lengths, strict=False):
        if left <= length and length:
            return x0 + (x1 - x0) * left / length, y0 + (y1 - y0) * left / length
        left -= length
    return line[-1]


def _changing(
    here: BoardAnimation, there: BoardAnimation, traces: Sequence[PieceMovement]
) -> Iterator[AnimationFrame]:
    """Cards and tiles that were not there turn over, what was brought rises from the ground; all else is there at once."""
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


@kept
def back(w: int, h: int) -> Sheet:
    """The back of a card."""
    colours = theme.load()
    body = Image.new("RGB", (w, h), theme.dark(colours.band, 0.5))
    for inset, tone in ((1, colours.second), (3, colours.band)):
        body.paste(tone, (inset, inset, max(inset + 1, w - inset), max(inset + 1, h - inset)))
    side = max(2, min(w, h) // 4)
    ImageDraw.Draw(body).regular_polygon((w / 2, h / 2, side), 4, 45, fill=colours.saffron)
    return body


def _turned(sheet: Sheet, old: Sheet, box: Rect, share: float) -> Sheet:
    """A card on its edge after half of the time: its old face before, its new one after."""
    wide = max(2, round(box.w * abs(math.cos(math.pi * share))))
    part = _beside(sheet, box)
    face = (old if share < 0.5 else sheet.crop(box.sides)).resize((wide, box.h))
    part.paste(face, ((box.w - wide) // 2, 0))
    return part


def _beside(sheet: Sheet, box: Rect) -> Sheet:
    """What a thing lies on: what is at its left, drawn out and a little darker."""
    x = max(0, box.x - 2)
    strip = sheet.crop((x, box.y, x + 1, box.bottom)).point(SHADE)
    return strip.resize((box.w, box.h))


def _grown(sheet: Sheet, old: Sheet, box: Rect, share: float) -> Sheet:
    """It grows out of the ground, which is still as it was above it."""
    high = max(1, round(box.h * share))
    part = old.crop(box.sides)
    part.paste(sheet.crop(box.sides).resize((box.w, high)), (0, box.h - high))
    return part


def turn(scenes: Sequence[Scene]) -> list[AnimationFrame]:
    """The frames of a turn: how it ended, then how it came to that."""
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
    """The boards on tables of one size: some games' grow while one plays. `table` gives one by width, height, and how much of it
    the lowest board leaves bare; else it is wood."""
    wide, high = (max(one.sheet.size[at] for one in boards) for at in (0, 1))
    bare = high - min(one.sheet.height for one in boards)
    ground = table(wide, high, bare) if table and bare else panels.planks(wide, high)
    return [replace(one, sheet=on_table(one.sheet, ground)) for one in boards]


def on_table(sheet: Sheet, table: Sheet) -> Sheet:
    """A small board on a table, its shadow below it; itself where it fills it."""
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
    """The same, all of it faster where it would take too long."""
    total = sum(one.stands for one in frames)
    return (
        frames
        if total <= longest
        else [replace(one, stands=max(20, one.stands * longest // total)) for one in frames]
    )
