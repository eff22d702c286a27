"""Legend of a picture: numbered call-outs beside recorded regions, without their texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from PIL import Image, ImageDraw, ImageFilter, ImageStat

from games.core.guides.rulebook import LegendEntry
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, DrawnRegion
from render.base.layout import Point, Rect
from render.base.texture import Sheet, Sprite
from render.base.theme import BLACK, CORNERS, Theme
from render.parts import panels

LEGEND = panels.LAYOUT.part("legend")
LEGEND_SUPERSAMPLE = 4


def with_callouts(picture: Canvas, theme: Theme, signs: Sequence[LegendEntry]) -> Canvas:
    """Return the picture with a frame around each sign that it shows, and a number beside it.

    The numbers are the positions in `signs`, from 1; signs that the picture does not show have
    none. The returned picture has a margin below, which gives room for numbers.
    """
    canvas = _with_bottom_margin(picture)
    located = [
        (n, entry, find_region(canvas.regions, entry.at)) for n, entry in enumerate(signs, 1)
    ]
    found = [(n, _part_of(box, entry.part)) for n, entry, box in located if box is not None]
    edges = canvas.sheet.convert("L").filter(ImageFilter.FIND_EDGES)
    discs: list[Rect] = []
    for _, box in found:
        discs.append(
            _free_place(canvas, edges, box, [other for _, other in found if other != box], discs)
        )
    for (n, box), disc in zip(found, discs, strict=True):
        _draw_frame(canvas, theme, box)
        _draw_connector(canvas, theme, disc, box)
        canvas.record_region("meant", box, str(n))
    for (n, _), disc in zip(found, discs, strict=True):
        canvas.paste_centred(number(theme, n, disc.w), disc.centre)
        canvas.record_region("callout", disc, str(n))
    return canvas


def _with_bottom_margin(picture: Canvas) -> Canvas:
    """Return the picture on a slightly longer table, with its recorded regions."""
    width, height = picture.sheet.size
    canvas = Canvas(Image.new("RGB", (width, height + LEGEND.int("below"))))
    canvas.sheet.paste(panels.planks(width, LEGEND.int("below")), (0, height))
    canvas.sheet.paste(picture.sheet, (0, 0))
    canvas.regions += picture.regions
    return canvas


def find_region(recorded: Iterable[DrawnRegion], names: Sequence[str]) -> Rect | None:
    """Return the first region that one of the names matches, in order of preference.

    A name is a kind (`coin`), or a kind and its subject (`coin card1`, with `*` as wildcard);
    `card #2` is the second match.
    """
    regions = list(recorded)
    for name in names:
        wanted, _, nth = name.partition(" #")
        found = [
            region.box
            for region in regions
            if wanted == region.kind or fnmatchcase(f"{region.kind} {region.about}", wanted)
        ]
        if len(found) >= int(nth or 1):
            return found[int(nth or 1) - 1]
    return None


def _part_of(box: Rect, part: tuple[float, float, float, float]) -> Rect:
    """Return a part of a box, given as shares."""
    left, top, right, bottom = part
    x, y = round(box.x + left * box.w), round(box.y + top * box.h)
    return Rect(x, y, round((right - left) * box.w), round((bottom - top) * box.h))


def _clipped(box: Rect, limits: Rect) -> Rect:
    x, y = max(box.x, limits.x), max(box.y, limits.y)
    return Rect(x, y, min(box.right, limits.right) - x, min(box.bottom, limits.bottom) - y)


def _free_place(
    canvas: Canvas, edges: Sheet, box: Rect, others: Sequence[Rect], taken: Sequence[Rect]
) -> Rect:
    """Return the place for the number of `box` where it covers least.

    `edges` is the picture after an edge filter; it shows how much is drawn at each pixel.
    `others` are the boxes of other signs, covered only if needed; `taken` are the numbers
    placed before, which are never covered.
    """
    side, edge, whole = LEGEND.int("disc"), LEGEND.int("edge"), canvas.box
    best, least = Rect(edge, edge, side, side), float("inf")
    for x, y in _candidate_centres(box, side):
        candidate = Rect(round(x - side / 2), round(y - side / 2), side, side)
        if not _grown(candidate, edge).is_inside(whole):
            continue
        detail = ImageStat.Stat(edges.crop(candidate.sides)).rms[0]
        cost = detail + LEGEND.float("far") * _distance(candidate, box)
        cost += (
            LEGEND.float("other")
            * sum(_shared_pixels(candidate, other) for other in others)
            / side**2
        )
        cost += 1000 * sum(candidate.meets(_grown(one, 4)) for one in taken)
        if cost < least:
            best, least = candidate, cost
    return best


def _candidate_centres(box: Rect, side: int) -> list[Point]:
    """Return candidate centers for a number: around the box, near to far, then inside it.

    Only a box larger than the number has candidates inside.
    """
    centres: list[Point] = []
    shares = (0.0, 0.25, 0.5, 0.75, 1.0)
    for distance in (side * 0.2, side * 0.56, side, side * 1.5):
        left = box.x - distance
        right = box.right + distance
        top = box.y - distance
        bottom = box.bottom + distance
        centres += [(left + share * (right - left), y) for share in shares for y in (top, bottom)]
        centres += [(x, top + share * (bottom - top)) for share in shares for x in (left, right)]
    if min(box.w, box.h) > 1.2 * side:
        inner = _grown(box, -round(side * 0.56))
        centres += [
            (inner.x + across * inner.w, inner.y + down * inner.h)
            for across in shares
            for down in shares
        ]
    return centres


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


def _draw_frame(canvas: Canvas, theme: Theme, box: Rect) -> None:
    """Draw a light line with dark edges around a box."""
    gap, width, radius = LEGEND.int("air"), LEGEND.int("wide"), CORNERS["field"]
    around = _clipped(_grown(box, gap), _grown(canvas.box, -2))
    corners = around.sides
    canvas.pen.rounded_rectangle(corners, radius, outline=theme.ink, width=width + 4)
    inner = (corners[0] + 2, corners[1] + 2, corners[2] - 2, corners[3] - 2)
    canvas.pen.rounded_rectangle(inner, max(1, radius - 2), outline=theme.bright, width=width)


def _draw_connector(canvas: Canvas, theme: Theme, disc: Rect, box: Rect) -> None:
    """Draw a line from a number to its box if they are apart."""
    if _distance(disc, box) < LEGEND.int("air") + 4:
        return
    start = disc.centre
    end = (min(max(start[0], box.x), box.right), min(max(start[1], box.y), box.bottom))
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
