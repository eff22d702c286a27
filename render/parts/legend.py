"""Legend of a picture: numbers beside the recorded regions that the legend explains.

The texts of the legend are not drawn; the message has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase

from PIL import Image, ImageDraw, ImageFilter, ImageStat

from games.core.guides import rulebook
from games.core.guides.rulebook import LegendEntry
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, DrawnRegion
from render.base.layout import Point, Rect, around
from render.base.texture import Sprite
from render.base.theme import BLACK, CORNERS, Theme
from render.parts import panels

LEGEND = panels.LAYOUT.part("legend")
LEGEND_SUPERSAMPLE = 4
REDUCED = 4  # pixels of a picture for one of its ground's


def with_callouts(
    picture: Canvas, theme: Theme, entries: Sequence[LegendEntry], page: int = 1
) -> Canvas:
    """Return the picture with a frame and a number for each entry of a legend's page.

    The numbers are the positions in `entries`, from 1. Entries whose region the picture does not
    show have no number. A number without a free place in the picture is on a margin around it.
    """
    whole, ground = picture.box.inset(2), _Ground(picture)
    located = [
        (n, [_clipped(box, whole) for box in _regions(picture.regions, entry.at)])
        for n, entry in rulebook.legend_page(entries, page)
    ]
    found = [(n, _clearest(boxes, ground)) for n, boxes in located if boxes]
    discs: list[Rect] = []
    for _, box in found:
        others = [other for _, other in found if other != box]
        discs.append(_free_place(ground, box, others, discs))
    frames = [_frame_around(box, ground) for _, box in found]
    canvas, dx, dy = _with_margins(picture, discs)
    moved = [
        (n, box.moved(dx, dy), disc.moved(dx, dy))
        for (n, box), disc in zip(found, discs, strict=True)
    ]
    for (n, box, disc), frame in zip(moved, frames, strict=True):
        _draw_frame(canvas, theme, frame.moved(dx, dy))
        _draw_connector(canvas, theme, disc, box)
        canvas.record_region("meant", frame.moved(dx, dy), str(n))
    for n, _, disc in moved:
        canvas.paste_centred(number(theme, n, disc.w), disc.centre)
        canvas.record_region("callout", disc, str(n))
    return canvas


def _with_margins(picture: Canvas, discs: Sequence[Rect]) -> tuple[Canvas, int, int]:
    """Return the picture with margins, and the picture's (x, y) in the result.

    Only the sides beyond which a number (`discs`) lies have a margin.
    """
    margin, (width, height) = LEGEND.int("margin"), picture.sheet.size
    left = margin if any(disc.x < 0 for disc in discs) else 0
    top = margin if any(disc.y < 0 for disc in discs) else 0
    right = margin if any(disc.right > width for disc in discs) else 0
    bottom = margin if any(disc.bottom > height for disc in discs) else 0
    if left or top or right or bottom:
        canvas = Canvas(panels.planks(left + width + right, top + height + bottom).copy())
        canvas.sheet.paste(picture.sheet, (left, top))
    else:
        canvas = Canvas(picture.sheet.copy())
    canvas.copy_regions(picture.regions, left, top)
    return canvas, left, top


def find_region(recorded: Iterable[DrawnRegion], names: Sequence[str]) -> Rect | None:
    """Return the box of the first recorded region that matches one of the names.

    Earlier names have priority. A name is a kind (`coin`), or a kind and its subject (`coin card1`,
    with `*` as wildcard); `card #2` is the second match. None if no region matches.
    """
    return next(_regions(list(recorded), names), None)


def _regions(recorded: Sequence[DrawnRegion], names: Sequence[str]) -> Iterator[Rect]:
    """Yield the boxes of the regions that match a name, in the order of the names.

    The names are as in `find_region`.
    """
    for name in names:
        wanted, _, nth = name.partition(" #")
        found = [
            region.box
            for region in recorded
            if wanted == region.kind or fnmatchcase(f"{region.kind} {region.about}", wanted)
        ]
        yield from found[int(nth) - 1 : int(nth)] if nth else found


def _clipped(box: Rect, limits: Rect) -> Rect:
    x, y = max(box.x, limits.x), max(box.y, limits.y)
    return Rect(x, y, min(box.right, limits.right) - x, min(box.bottom, limits.bottom) - y)


def _with_descent(region: DrawnRegion) -> Rect:
    box = region.box
    return Rect(box.x, box.y, box.w, box.h + region.descent)


class _Ground:
    """Reduced picture with its margin, which tells what is drawn and written where."""

    def __init__(self, picture: Canvas) -> None:
        self.margin = LEGEND.int("margin")
        self.picture = picture.box
        self.limits = _grown(picture.box, self.margin)
        size = -(-self.limits.w // REDUCED), -(-self.limits.h // REDUCED)
        edges = picture.sheet.convert("L").filter(ImageFilter.FIND_EDGES)
        self._detail = Image.new("L", size, LEGEND.int("on_margin"))
        drawn = edges.filter(ImageFilter.MaxFilter(3)).reduce(REDUCED)
        self._detail.paste(drawn, (self.margin // REDUCED, self.margin // REDUCED))
        self.lines = [
            _clipped(_with_descent(region), picture.box)
            for region in picture.regions
            if region.has_letters and region.box.meets(picture.box)
        ]
        # letters that stand at the places of options, in discs
        self.markers = [region.box for region in picture.regions if region.kind == "marker"]
        self._letters = Image.new("L", size)
        pen = ImageDraw.Draw(self._letters)
        for line in self.lines:
            left, top, right, bottom = self._reduced(_grown(line, 2))
            pen.rectangle((left, top, right - 1, bottom - 1), fill=255)

    def _reduced(self, box: Rect) -> tuple[int, int, int, int]:
        left, top = box.x + self.margin, box.y + self.margin
        return (
            left // REDUCED,
            top // REDUCED,
            -(-(left + box.w) // REDUCED),
            -(-(top + box.h) // REDUCED),
        )

    def detail(self, box: Rect) -> float:
        """Return how much is drawn in a box, from 0 (a plain area) to 255."""
        return ImageStat.Stat(self._detail.crop(self._reduced(box))).mean[0]

    def has_letters(self, box: Rect) -> bool:
        """Return whether anything is written in a box."""
        return self._letters.crop(self._reduced(box)).getbbox() is not None

    def crossed_letters(self, start: Point, end: Point) -> int:
        """Return how many points of a line cross something written.

        The points are `REDUCED` pixels apart.
        """
        steps = int(max(abs(end[0] - start[0]), abs(end[1] - start[1])) / REDUCED)
        return sum(
            self._letters.getpixel(
                (
                    int((start[0] + (end[0] - start[0]) * i / steps + self.margin) / REDUCED),
                    int((start[1] + (end[1] - start[1]) * i / steps + self.margin) / REDUCED),
                )
            )
            == 255
            for i in range(steps)
        )


def _free_place(ground: _Ground, box: Rect, others: Sequence[Rect], taken: Sequence[Rect]) -> Rect:
    """Return the best place for the number of `box`: near, clear of text and drawings.

    `others` are the boxes of other entries, which are covered only if needed. `taken` are the
    places of earlier numbers, which are never covered.
    """
    side = LEGEND.int("disc")
    limits = ground.limits.inset(LEGEND.int("edge"))
    best, least = Rect(limits.x, limits.y, side, side), float("inf")
    for candidate in _candidates(box, side, limits):
        cost = LEGEND.float("far") * _distance(candidate, box)
        if cost >= least:
            break  # the candidates go from near to far
        if any(candidate.meets(_grown(number_box, 4)) for number_box in taken):
            continue
        if not candidate.is_inside(ground.picture):
            if candidate.meets(ground.picture):
                continue  # a number must not lie half on a margin
            cost += LEGEND.float("margin_opened")
        cost += LEGEND.float("drawn") * ground.detail(candidate)
        cost += (
            LEGEND.float("other")
            * sum(_shared_pixels(candidate, other) for other in others)
            / side**2
        )
        cost += LEGEND.float("written") * ground.has_letters(candidate)
        if cost < least:
            start, end = _connector(candidate, box)
            cost += LEGEND.float("crossed") * ground.crossed_letters(start, end)
        if cost < least:
            best, least = candidate, cost
    return best


def _candidates(box: Rect, side: int, limits: Rect) -> list[Rect]:
    """Return places for a number in and around a box, near to far.

    They are squares of `side` pixels within `limits`.
    """
    step, reach = LEGEND.int("step"), LEGEND.int("reach")
    left, top = max(limits.x, box.x - reach), max(limits.y, box.y - reach)
    right = min(limits.right, box.right + reach) - side
    bottom = min(limits.bottom, box.bottom + reach) - side
    columns = sorted({*range(left, right + 1, step), limits.x, limits.right - side})
    rows = sorted({*range(top, bottom + 1, step), limits.y, limits.bottom - side})
    found = [Rect(x, y, side, side) for x in columns for y in rows]
    return sorted(found, key=lambda place: (_distance(place, box), _off_centre(place, box)))


def _off_centre(a: Rect, b: Rect) -> float:
    """Return the distance between the centers of two boxes: horizontal plus vertical."""
    return abs(a.centre[0] - b.centre[0]) + abs(a.centre[1] - b.centre[1])


def _grown(box: Rect, by: int) -> Rect:
    return Rect(box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by)


def _shared_pixels(a: Rect, b: Rect) -> float:
    """Return the number of pixels that two boxes share."""
    return max(0, min(a.right, b.right) - max(a.x, b.x)) * max(
        0, min(a.bottom, b.bottom) - max(a.y, b.y)
    )


def _distance(a: Rect, b: Rect) -> float:
    """Return the distance between two boxes in pixels."""
    return max(0, a.x - b.right, b.x - a.right) + max(0, a.y - b.bottom, b.y - a.bottom)


def _frame_around(box: Rect, ground: _Ground) -> Rect:
    """Return the frame of a box: a little larger, but with no edge on a written line.

    Where written lines outside the box are near, the frame is closer to the box, or even within it.
    """
    air = LEGEND.int("air")
    half = LEGEND.int("wide") // 2 + 2
    own = [line for line in ground.lines if _holds(box, line)]
    box = around([box, *own])
    near = [
        line for line in ground.lines if line not in own and line.meets(_grown(box, air + half))
    ]
    least = -min(LEGEND.int("inward"), min(box.w, box.h) // 4)

    def gap(band: Callable[[int], Rect]) -> int:
        def touched(by: int) -> int:
            return sum(_shared_pixels(line, band(by)) > 0 for line in near)

        return min(range(air, least - 1, -1), key=touched)

    left = box.x - gap(lambda by: Rect(box.x - by, box.y, 2 * half, box.h))
    top = box.y - gap(lambda by: Rect(box.x, box.y - by, box.w, 2 * half))
    right = box.right + gap(lambda by: Rect(box.right + by - 2 * half, box.y, 2 * half, box.h))
    bottom = box.bottom + gap(lambda by: Rect(box.x, box.bottom + by - 2 * half, box.w, 2 * half))
    return _clipped(Rect(left, top, right - left, bottom - top), _grown(ground.picture, -2))


def _clearest(boxes: Sequence[Rect], ground: _Ground) -> Rect:
    """Return the first box whose frame crosses no text or marker, else the first."""
    return next((box for box in boxes if not _is_crossed(box, ground)), boxes[0])


def _is_crossed(box: Rect, ground: _Ground) -> bool:
    """Return whether the frame of a box lies on text or a marker outside the box."""
    frame, wide = _frame_around(box, ground), LEGEND.int("wide") + 4
    inner = frame.inset(wide)
    return any(
        line.meets(frame) and not line.is_inside(inner) and not _holds(box, line)
        for line in (*ground.lines, *ground.markers)
    )


def _holds(box: Rect, line: Rect) -> bool:
    """Return whether a box contains a written line.

    The line may reach above or below the box by up to half of its height.
    """
    return line.x >= box.x - 2 and line.right <= box.right + 2 and _contains(box, line.centre)


def _contains(box: Rect, point: Point) -> bool:
    return box.x <= point[0] < box.right and box.y <= point[1] < box.bottom


def _draw_frame(canvas: Canvas, theme: Theme, frame: Rect) -> None:
    """Draw a light line with dark edges just within a box."""
    width, radius = LEGEND.int("wide"), CORNERS["field"]
    corners = frame.sides
    canvas.pen.rounded_rectangle(corners, radius, outline=theme.ink, width=width + 4)
    inner = (corners[0] + 2, corners[1] + 2, corners[2] - 2, corners[3] - 2)
    canvas.pen.rounded_rectangle(inner, max(1, radius - 2), outline=theme.bright, width=width)


def _connector(disc: Rect, box: Rect) -> tuple[Point, Point]:
    """Return the line from the center of a number to the nearest point of its box."""
    x, y = disc.centre
    return (x, y), (min(max(x, box.x), box.right), min(max(y, box.y), box.bottom))


def _draw_connector(canvas: Canvas, theme: Theme, disc: Rect, box: Rect) -> None:
    """Draw a line from a number to its box if they are apart."""
    if _distance(disc, box) < LEGEND.int("air") + 4:
        return
    start, end = _connector(disc, box)
    canvas.pen.line((*start, *end), fill=theme.ink, width=LEGEND.int("wide") + 4)
    canvas.pen.line((*start, *end), fill=theme.bright, width=LEGEND.int("wide"))


@cached
def number(theme: Theme, n: int, side: int) -> Sprite:
    """Return a number on a light disc with a dark rim, `side` pixels wide."""
    w = side * LEGEND_SUPERSAMPLE
    out = Image.new("RGBA", (w, w))
    pen = ImageDraw.Draw(out)
    for step, colour in (
        (0.0, theme.ink),
        (2.5, theme.bright),
        (5.0, theme.ink),
        (7.5, theme.bright),
    ):
        inset = step * LEGEND_SUPERSAMPLE
        pen.ellipse((inset, inset, w - 1 - inset, w - 1 - inset), fill=colour)
    out = out.resize((side, side), Image.Resampling.BOX)
    digit = round(side * (0.62 if n < 10 else 0.56))
    style = writing.Style(BLACK, digit, theme.ink)
    writing.write(
        ImageDraw.Draw(out), (side / 2, side / 2 + digit * writing.DIGIT_DROP), str(n), style, "m"
    )
    return out
