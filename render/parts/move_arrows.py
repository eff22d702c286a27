"""Marks of the last moves on a still board: arrows, and dashed outlines of removed pieces.

Numbers, letters and pieces stay on top.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from games.core.text.messages import Seat
from games.core.views.scene import PieceMovement
from render.base.canvas import Canvas
from render.base.layout import Point, Rect
from render.base.texture import Mask, rounded
from render.base.theme import Theme
from render.parts import markers, panels

TRAIL = panels.LAYOUT.part("trail")
GROUND = (
    "stand",
    "space",
    "halo",
    "map",
    "panel",
    "panel part",
    "person",
    "mat",
    "tile",
    "card",
    "domain",
    "wall",
    "title",
    "cell",
    "hidden",
    "mine",
    "pennon",
    "chest",
    "village",
)
MAX_DETAIL_SHARE = 0.03  # of the picture; larger regions are no numbers, letters or pieces
ARROW_SUPERSAMPLE = 3  # supersampling factor
ROOMY = {
    "triangle": 1.4,
    "diamond": 1.25,
    "star": 1.35,
    "hexagon": 1.2,
    "disc": 1.1,
}  # radius factor of shapes drawn around a place
PERSON = "seat"  # prefix of places in front of players (`games.core.views.scene.before`)


def lay(canvas: Canvas, theme: Theme, traces: Sequence[PieceMovement]) -> None:
    """Mark the moves on the canvas.

    Things that came from or went to a player's area have a halo and need no arrow. Places that
    the picture does not show are skipped.
    """
    ways = [
        (way, seat)
        for way, seat in join_movements(traces)
        if len(found := _points(canvas, way, seat)) > 1 and found
    ]
    gone = [one for one in traces if one.gone]
    if not ways and not gone:
        return
    before, over = canvas.sheet.copy(), _over(canvas)
    for one in dict.fromkeys(gone):
        if box := canvas.find_spot(one.way[0], one.seat):
            _missing(canvas, theme, box, one.seat)
    for way, seat in ways:
        _arrow(canvas, theme, _points(canvas, way, seat), seat)
    for box in over:
        _restore(canvas, before, box)


def join_movements(traces: Iterable[PieceMovement]) -> list[tuple[tuple[str, ...], Seat | None]]:
    """Return the distinct ways on the board; consecutive ways of one seat are joined."""
    found: list[tuple[tuple[str, ...], Seat | None]] = []
    for one in traces:
        people = [spot.startswith(PERSON) for spot in (one.way[0], one.way[-1])]
        if one.gone or (any(people) and not all(people)):
            continue
        if found and found[-1][1] == one.seat and found[-1][0][-1] == one.way[0]:
            found[-1] = (found[-1][0] + one.way[1:], one.seat)
        else:
            found.append((one.way, one.seat))
    return list(dict.fromkeys(found))


def _points(canvas: Canvas, way: Sequence[str], seat: Seat | None) -> list[Rect]:
    """Return the visible places of a way; empty if its start or end is not visible."""
    boxes = [canvas.find_spot(spot, seat) for spot in way]
    return [box for box in boxes if box] if boxes[0] and boxes[-1] else []


def _over(canvas: Canvas) -> list[Rect]:
    """Return the regions that must not be covered."""
    most = canvas.sheet.width * canvas.sheet.height * MAX_DETAIL_SHARE
    return [
        one.box
        for one in canvas.noted
        if one.kind not in GROUND and 0 < one.box.w * one.box.h < most
    ]


def _restore(canvas: Canvas, before: Image.Image, box: Rect) -> None:
    """Put the original content of a region back on top."""
    pad = TRAIL.int("air")
    box = Rect(box.x - pad, box.y - pad, box.w + 2 * pad, box.h + 2 * pad)
    round_ = min(box.w, box.h) // 2 if abs(box.w - box.h) < min(box.w, box.h) // 3 else pad
    part = before.crop(box.sides)
    canvas.sheet.paste(part, (box.x, box.y), rounded(box.w, box.h, round_))


def curve(boxes: Sequence[Rect], bend: float) -> list[Point]:
    """Return a line of many points through the centers of the boxes.

    It is slightly bent between two boxes, else smooth (Catmull and Rom 1974).
    """
    ends = [box.centre for box in boxes]
    if len(ends) == 2:
        (x0, y0), (x1, y1) = ends
        middle = (x0 + x1) / 2 + (y1 - y0) * bend, (y0 + y1) / 2 - (x1 - x0) * bend
        ends = [ends[0], middle, ends[1]]
    padded = [ends[0], *ends, ends[-1]]
    line: list[Point] = []
    for p0, p1, p2, p3 in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        line += [
            (
                _smooth(p0[0], p1[0], p2[0], p3[0], t / 12),
                _smooth(p0[1], p1[1], p2[1], p3[1], t / 12),
            )
            for t in range(12)
        ]
    return [*line, ends[-1]]


def _smooth(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3
    )


def _clipped(line: list[Point], start: Rect, end: Rect) -> list[Point]:
    """Return the line without its parts under the pieces at both ends."""

    def radius(box: Rect) -> float:
        return min(box.w, box.h) / 2 + TRAIL.int("air")

    kept = [
        at
        for at in line
        if math.dist(at, start.centre) > radius(start) and math.dist(at, end.centre) > radius(end)
    ]
    return kept if len(kept) > 2 else line


def _line(canvas: Canvas, boxes: list[Rect], half: int) -> list[Point]:
    """Return the line of an arrow, bent so that it stays below the header and on the picture.

    `half` is half of its width.
    """
    top, bend = panels.LAYOUT.int("header.height") + half, TRAIL.float("bend")
    ways = [_clipped(curve(boxes, one), boxes[0], boxes[-1]) for one in (bend, -bend, 0.0)]
    wide, high = canvas.sheet.size
    return next(
        (
            way
            for way in ways
            if all(half <= x <= wide - half and top <= y <= high - half for x, y in way)
        ),
        ways[0],
    )


def _arrow(canvas: Canvas, theme: Theme, boxes: list[Rect], seat: Seat | None) -> None:
    """Draw an arrow in the seat's color, with a light rim and a dark outline."""
    wide, head, rims = TRAIL.int("wide"), TRAIL.int("head"), TRAIL.get("rims")
    pad = head + rims[-1] + 2
    line = _line(canvas, boxes, wide // 2 + rims[-1])
    left, top = min(x for x, _ in line) - pad, min(y for _, y in line) - pad
    right, bottom = max(x for x, _ in line) + pad, max(y for _, y in line) + pad
    size, at = (round(right - left), round(bottom - top)), (round(left), round(top))
    points = [((x - left) * ARROW_SUPERSAMPLE, (y - top) * ARROW_SUPERSAMPLE) for x, y in line]
    colour = theme.seats[-1 if seat is None or seat >= len(theme.seats) else seat].colour
    for grown, tone in ((rims[1], theme.ink), (rims[0], theme.cream), (0, colour)):
        canvas.sheet.paste(tone, at, _body(points, size, wide, head, grown))
    canvas.record_region("trail", Rect(*at, *size), "" if seat is None else str(seat))


def _body(points: Sequence[Point], size: tuple[int, int], wide: int, head: int, grown: int) -> Mask:
    """Return the mask of an arrow along points at `ARROW_SUPERSAMPLE` times their distance.

    It is larger by `grown` pixels on every side.
    """
    mask = Image.new("L", (size[0] * ARROW_SUPERSAMPLE, size[1] * ARROW_SUPERSAMPLE))
    pen, tip = ImageDraw.Draw(mask), points[-1]
    back = next(
        (at for at in reversed(points) if math.dist(at, tip) >= head * ARROW_SUPERSAMPLE), points[0]
    )
    shaft = [at for at in points if math.dist(at, tip) > head * ARROW_SUPERSAMPLE * 0.7] or points[
        :1
    ]
    _stroke(pen, shaft, (wide + 2 * grown) * ARROW_SUPERSAMPLE)
    outline = _head(tip, back, head * ARROW_SUPERSAMPLE)
    pen.polygon(outline, fill=255)
    if grown:
        _stroke(pen, [*outline, outline[0]], 2 * grown * ARROW_SUPERSAMPLE)
    return mask.resize(size, Image.Resampling.BOX)


def _stroke(pen: ImageDraw.ImageDraw, points: Sequence[Point], wide: float) -> None:
    """Draw a thick line with round joints and ends."""
    for a, b in pairwise(points):
        pen.line((a, b), fill=255, width=round(wide))
    for x, y in points:
        pen.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), fill=255)


def _head(tip: Point, back: Point, length: float) -> list[Point]:
    """Return the triangle of an arrow that comes from `back`."""
    way = math.atan2(tip[1] - back[1], tip[0] - back[0])
    wings = [
        (tip[0] + length * math.cos(way + turn), tip[1] + length * math.sin(way + turn))
        for turn in (2.6, -2.6)
    ]
    return [tip, *wings]


def _missing(canvas: Canvas, theme: Theme, box: Rect, seat: Seat | None) -> None:
    """Draw the outline of a removed piece around its place."""
    look = theme.seats[-1 if seat is None or seat >= len(theme.seats) else seat]
    (cx, cy), wide = box.centre, max(TRAIL.int("missing"), box.w, box.h) / 2 + TRAIL.int("air")
    r = wide * ROOMY.get(look.shape, 1.0)
    outline = [(cx + x, cy + y) for x, y in markers.outline_of(look.shape, 0, r)]
    dashes = _dashes([*outline, outline[0]], TRAIL.int("dash"))
    for colour, thick in ((theme.ink, TRAIL.int("line") + 4), (look.colour, TRAIL.int("line"))):
        for dash in dashes:
            canvas.pen.line(dash, fill=colour, width=thick, joint="curve")
    canvas.record_region(
        "gone",
        Rect(round(cx - r), round(cy - r), round(2 * r), round(2 * r)),
        "" if seat is None else str(seat),
    )


def _dashes(around: Sequence[Point], long: float) -> list[list[Point]]:
    """Return evenly spaced dashes of a closed line, about `long` each, with shorter gaps."""
    sides = list(pairwise(around))
    whole = sum(math.dist(a, b) for a, b in sides)
    count = max(6, round(whole / (1.7 * long)))
    pitch, walked = whole / count, 0.0
    found: list[list[Point]] = [[] for _ in range(count)]
    for a, b in sides:
        length = math.dist(a, b)
        steps = max(1, round(length))
        for k in range(steps):
            at, over = divmod(walked + length * k / steps, pitch)
            if over < pitch / 1.7 and at < count:
                found[int(at)].append(
                    (a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps)
                )
        walked += length
    return [one for one in found if len(one) > 1]
