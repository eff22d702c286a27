"""Marks of the last moves on a still board: arrows, and dashed outlines of removed pieces.

Arrows do not cover numbers, letters and pieces.
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
from render.parts import header, markers, panels

TRAIL = panels.LAYOUT.part("trail")
# Kinds of regions that arrows may cover.
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
# Share of the picture's area; larger regions are no numbers, letters or pieces.
MAX_DETAIL_SHARE = 0.03
ARROW_SUPERSAMPLE = 3  # supersampling factor
# Radius of a shape's outline around a piece, relative to a square's radius.
OUTLINE_FACTORS = {"triangle": 1.4, "diamond": 1.25, "star": 1.35, "hexagon": 1.2, "disc": 1.1}
PERSON = "seat"  # prefix of the players' areas (`games.core.views.scene.area_of`)


def draw_moves(canvas: Canvas, theme: Theme, traces: Sequence[PieceMovement]) -> None:
    """Draw an arrow for each movement on the board, and outline removed pieces.

    Movements between a player's area and the board have no arrow. Places that the picture does not
    show are skipped.
    """
    routes = [
        (route, seat)
        for route, seat in join_movements(traces)
        if len(_visible_boxes(canvas, route, seat)) > 1
    ]
    gone = [trace for trace in traces if trace.gone]
    if not routes and not gone:
        return
    original, uncovered = canvas.sheet.copy(), _uncovered_regions(canvas)
    for trace in dict.fromkeys(gone):
        if box := canvas.find_spot(trace.places[0], trace.seat):
            _draw_removed_piece(canvas, theme, box, trace.seat)
    for route, seat in routes:
        _draw_arrow(canvas, theme, _visible_boxes(canvas, route, seat), seat)
    for box in uncovered:
        _restore(canvas, original, box)


def join_movements(traces: Iterable[PieceMovement]) -> list[tuple[tuple[str, ...], Seat | None]]:
    """Return one (places, seat) per arrow, in order.

    Consecutive movements of one seat become one arrow if the second begins where the first ends.
    """
    found: list[tuple[tuple[str, ...], Seat | None]] = []
    for trace in traces:
        at_person = [spot.startswith(PERSON) for spot in (trace.places[0], trace.places[-1])]
        if trace.gone or (any(at_person) and not all(at_person)):
            continue
        if found and found[-1][1] == trace.seat and found[-1][0][-1] == trace.places[0]:
            found[-1] = (found[-1][0] + trace.places[1:], trace.seat)
        else:
            found.append((trace.places, trace.seat))
    return list(dict.fromkeys(found))


def _visible_boxes(canvas: Canvas, route: Sequence[str], seat: Seat | None) -> list[Rect]:
    """Return the boxes of the visible places of a route, in order.

    Empty if its start or end is not visible.
    """
    boxes = [canvas.find_spot(spot, seat) for spot in route]
    return [box for box in boxes if box] if boxes[0] and boxes[-1] else []


def _uncovered_regions(canvas: Canvas) -> list[Rect]:
    """Return the regions that arrows must not cover."""
    max_area = canvas.sheet.width * canvas.sheet.height * MAX_DETAIL_SHARE
    return [
        region.box
        for region in canvas.regions
        if region.kind not in GROUND and 0 < region.box.w * region.box.h < max_area
    ]


def _restore(canvas: Canvas, before: Image.Image, box: Rect) -> None:
    """Paste the content of `box` in the image `before`, without arrows, over the arrows."""
    pad = TRAIL.int("air")
    box = Rect(box.x - pad, box.y - pad, box.w + 2 * pad, box.h + 2 * pad)
    round_ = min(box.w, box.h) // 2 if abs(box.w - box.h) < min(box.w, box.h) // 3 else pad
    part = before.crop(box.sides)
    canvas.sheet.paste(part, (box.x, box.y), rounded(box.w, box.h, round_))


def curve(boxes: Sequence[Rect], bend: float) -> list[Point]:
    """Return a smooth line of many points through the centers of the boxes.

    The line is a spline (Catmull and Rom 1974). If there are only two boxes, it is bent to the
    side, by the share `bend` of their distance.
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
                _catmull_rom(p0[0], p1[0], p2[0], p3[0], t / 12),
                _catmull_rom(p0[1], p1[1], p2[1], p3[1], t / 12),
            )
            for t in range(12)
        ]
    return [*line, ends[-1]]


def _catmull_rom(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3
    )


def _without_ends(line: list[Point], start: Rect, end: Rect) -> list[Point]:
    """Return the line without its parts under the pieces at its start and end."""

    def radius(box: Rect) -> float:
        return min(box.w, box.h) / 2 + TRAIL.int("air")

    kept = [
        at
        for at in line
        if math.dist(at, start.centre) > radius(start) and math.dist(at, end.centre) > radius(end)
    ]
    return kept if len(kept) > 2 else line


def _line(canvas: Canvas, boxes: list[Rect], half: int) -> list[Point]:
    """Return the line of an arrow that stays on the picture, below header and news.

    If no such line is found, the line may leave this area. `half` is half of the arrow's width.
    """
    strips = [region.box.bottom for region in canvas.regions if region.kind == header.NEWS_REGION]
    top = max(panels.LAYOUT.int("header.height"), *strips, 0) + half
    bend = TRAIL.float("bend")
    candidates = [
        _without_ends(curve(boxes, bend_), boxes[0], boxes[-1]) for bend_ in (bend, -bend, 0.0)
    ]
    width, height = canvas.sheet.size
    return next(
        (
            line
            for line in candidates
            if all(half <= x <= width - half and top <= y <= height - half for x, y in line)
        ),
        candidates[0],
    )


def _draw_arrow(canvas: Canvas, theme: Theme, boxes: list[Rect], seat: Seat | None) -> None:
    """Draw an arrow through `boxes` in the seat's color, with a light rim and a dark outline."""
    width, head, rims = TRAIL.int("wide"), TRAIL.int("head"), TRAIL.get("rims")
    pad = head + rims[-1] + 2
    line = _line(canvas, boxes, width // 2 + rims[-1])
    left, top = min(x for x, _ in line) - pad, min(y for _, y in line) - pad
    right, bottom = max(x for x, _ in line) + pad, max(y for _, y in line) + pad
    size = (round(right - left), round(bottom - top))
    at = (round(left), round(top))
    points = [((x - left) * ARROW_SUPERSAMPLE, (y - top) * ARROW_SUPERSAMPLE) for x, y in line]
    colour = theme.seats[-1 if seat is None or seat >= len(theme.seats) else seat].colour
    for grown, tone in ((rims[1], theme.ink), (rims[0], theme.cream), (0, colour)):
        canvas.sheet.paste(tone, at, _arrow_mask(points, size, width, head, grown))
    canvas.record_region("trail", Rect(*at, *size), "" if seat is None else str(seat))


def _arrow_mask(
    points: Sequence[Point], size: tuple[int, int], width: int, head: int, grown: int
) -> Mask:
    """Return the mask of an arrow along `points`, which are in supersampled pixels.

    `width` is the arrow's width and `head` the length of its head, in pixels. The arrow is thicker
    by `grown` pixels on every side.
    """
    mask = Image.new("L", (size[0] * ARROW_SUPERSAMPLE, size[1] * ARROW_SUPERSAMPLE))
    pen, tip = ImageDraw.Draw(mask), points[-1]
    back = next(
        (at for at in reversed(points) if math.dist(at, tip) >= head * ARROW_SUPERSAMPLE), points[0]
    )
    shaft = [at for at in points if math.dist(at, tip) > head * ARROW_SUPERSAMPLE * 0.7] or points[
        :1
    ]
    _draw_stroke(pen, shaft, (width + 2 * grown) * ARROW_SUPERSAMPLE)
    outline = _arrow_head(tip, back, head * ARROW_SUPERSAMPLE)
    pen.polygon(outline, fill=255)
    if grown:
        _draw_stroke(pen, [*outline, outline[0]], 2 * grown * ARROW_SUPERSAMPLE)
    return mask.resize(size, Image.Resampling.BOX)


def _draw_stroke(pen: ImageDraw.ImageDraw, points: Sequence[Point], width: float) -> None:
    """Draw a thick line with round joints and ends."""
    for a, b in pairwise(points):
        pen.line((a, b), fill=255, width=round(width))
    for x, y in points:
        pen.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=255)


def _arrow_head(tip: Point, back: Point, length: float) -> list[Point]:
    """Return the triangle at the end of an arrow that comes from the point `back`."""
    direction = math.atan2(tip[1] - back[1], tip[0] - back[0])
    wings = [
        (tip[0] + length * math.cos(direction + turn), tip[1] + length * math.sin(direction + turn))
        for turn in (2.6, -2.6)
    ]
    return [tip, *wings]


def _draw_removed_piece(canvas: Canvas, theme: Theme, box: Rect, seat: Seat | None) -> None:
    """Draw the outline of a removed piece around its place."""
    look = theme.seats[-1 if seat is None or seat >= len(theme.seats) else seat]
    (cx, cy) = box.centre
    width = max(TRAIL.int("missing"), box.w, box.h) / 2 + TRAIL.int("air")
    r = width * OUTLINE_FACTORS.get(look.shape, 1.0)
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
    """Return dashes of about `long` pixels, evenly spaced along a closed line, with gaps."""
    sides = list(pairwise(around))
    whole = sum(math.dist(a, b) for a, b in sides)
    count = max(6, round(whole / (1.7 * long)))
    pitch, done = whole / count, 0.0
    found: list[list[Point]] = [[] for _ in range(count)]
    for a, b in sides:
        length = math.dist(a, b)
        steps = max(1, round(length))
        for k in range(steps):
            at, rest = divmod(done + length * k / steps, pitch)
            if rest < pitch / 1.7 and at < count:
                found[int(at)].append(
                    (a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps)
                )
        done += length
    return [one for one in found if len(one) > 1]
