"""Tower of a mat: masonry to its height, price bands, dashed outlines of next levels.

A price band is a range of levels with the same prices.
"""

from __future__ import annotations

import math
import random

from PIL import Image, ImageChops, ImageDraw

from games.tadmor.model.catalog import RULES
from games.tadmor.views.view import MatView
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect, around
from render.base.texture import Mask, Sheet, clouds, flat, rounded, scaled, shade
from render.base.theme import CORNERS, RGB, SMALL, TEXT, WORD, Theme, dark, mix, pale, parse
from render.parts import markers, panels
from render.tadmor.layers import places
from render.tadmor.pieces import sprites
from render.tadmor.pieces.style import BOLD, COLOURS, HEAVY, HEAVY_SERIF, SERIF

STONE = COLOURS["sandstone"]
SKY, SAND = parse("#b5cfcc"), parse("#f6dfae")
BAND_COLOURS = ("#f3e3bd", "#ecd3a4", "#e5c08c", "#dcab78")
DUNES = (("#dcb87c", -8, 11, 0.018, 0.0), ("#cfa566", 32, 9, 0.024, 2.0))
CORNICE: RGB = parse("#e9d5a8")


@cached
def masonry(w: int, h: int) -> Sheet:
    """Return a wall of hewn stone in courses, `w` x `h` pixels."""
    sheet, rng, course = flat(w, h, dark(STONE, 0.3)), random.Random(7), 25
    pen = ImageDraw.Draw(sheet)
    for y in range(0, h, course):
        x = -rng.randrange(50)
        while x < w:
            width = rng.randrange(48, 88)
            tone = dark(pale(STONE, rng.random() * 0.2), rng.random() * 0.14)
            pen.rounded_rectangle((x + 2, y + 2, x + width - 2, y + course - 2), 4, fill=tone)
            pen.line((x + 5, y + 3, x + width - 5, y + 3), fill=pale(tone, 0.3), width=2)
            x += width
    return shade(sheet, clouds(w, h, 3, 60), 0.22)


@cached
def _sky(w: int, h: int, foot: int) -> Sheet:
    """Return sky over dunes, `w` x `h` pixels.

    `foot` is the distance in pixels from the lower edge to the foot of the tower.
    """
    ramp = Image.linear_gradient("L").resize((w, h))
    sheet = shade(
        Image.composite(flat(w, h, SAND), flat(w, h, SKY), ramp), clouds(w, h, 91, 140), 0.18
    )
    drifts = clouds(w, h, 4, 70)
    for colour, rise, height, wave, phase in DUNES:
        mask = Image.new("L", (w * 2, h * 2))
        line = [
            (2.0 * x, 2 * (h - foot + rise + height * math.sin(x * wave + phase)))
            for x in range(0, w + 4, 4)
        ]
        ImageDraw.Draw(mask).polygon([*line, (2 * w, 2 * h), (0, 2 * h)], fill=255)
        small = mask.resize((w, h), Image.Resampling.BOX)
        sheet.paste(shade(flat(w, h, parse(colour)), drifts, 0.16), (0, 0), small)
    return sheet


def bands(low: int, height: int) -> list[tuple[int, int, int]]:
    """Return the price bands between the levels `low` and `height`, from the lowest up.

    Each is (index of the band, first visible level, last visible level).
    """
    out = []
    for band in range(len(RULES.bands)):
        first = band * RULES.band_size + 1
        last = (band + 1) * RULES.band_size if band < len(RULES.bands) - 1 else height
        if first <= height and last >= low:
            out.append((band, max(first, low), min(last, height)))
    return out


def band_of(level: int) -> int:
    """Return the index of the price band of a level, counted from 1."""
    return min((level - 1) // RULES.band_size, len(RULES.bands) - 1)


def draw_tower(
    canvas: Canvas,
    theme: Theme,
    lang: str,
    layout: Layout,
    frame: Rect,
    seat: int,
    mat: MatView,
    goal: int | None,
) -> None:
    """Draw a seat's tower in `frame`: sky, price bands, masonry, flag, next levels.

    `goal` is the height after the previewed decision, or None.
    """
    height, build = mat.tower, layout.part("build")
    rows = build.int("rows") + max(0, (frame.h - layout.rect("tower").h) // build.int("level"))
    top = max(height, goal or 0) + build.int("free")
    hidden_levels = max(0, top - rows)  # levels below the lower edge of the picture
    inner = Rect(frame.x + 4, frame.y + 4, frame.w - 8, frame.h - 8)
    canvas.paste_padded(
        panels.sheet(frame.w, frame.h, CORNERS["leaf"], theme.paper, dark(theme.table, 0.5), 4, 8),
        frame.x,
        frame.y,
    )
    sheet = _sky(inner.w, inner.h, build.int("foot")).copy()
    base = inner.bottom - build.int("foot")
    for k, first, last in bands(hidden_levels + 1, hidden_levels + rows):
        y0 = base - (last - hidden_levels) * build.int("level")
        y1 = base - (first - 1 - hidden_levels) * build.int("level")
        veil = Image.new("L", (inner.w, y1 - y0), 120)
        sheet.paste(parse(BAND_COLOURS[k]), (0, y0 - inner.y), veil)
    canvas.sheet.paste(sheet, (inner.x, inner.y), rounded(inner.w, inner.h, CORNERS["leaf"] - 4))
    canvas.record_region("tower", frame, str(seat))
    current = band_of(height + 1)  # also with a goal, which is not yet paid
    for k, first, last in bands(hidden_levels + 1, hidden_levels + rows):
        _draw_band(
            canvas,
            theme,
            build,
            inner,
            base,
            hidden_levels,
            (k, first, last),
            set(mat.waived),
            k - current,
        )
    _draw_levels(canvas, theme, build, inner, base, (hidden_levels, rows, height, goal))
    if hidden_levels:
        _draw_break(canvas, build, inner.centre[0], base - build.int("level") * 0.5)
    _draw_flag(
        canvas,
        theme,
        seat,
        inner.centre[0],
        base - (height - hidden_levels) * build.int("level"),
        height,
    )
    brown = dark(theme.table, 0.2)
    for n, x, anchor in ((1, inner.x + 14, "l"), (2, inner.right - 14, "r")):
        canvas.text(
            (x, inner.y + 44),
            i18n.say(lang, "tadmor.levels", n=n),
            writing.Style(SERIF, TEXT, brown),
            anchor,
        )
    style = writing.Style(HEAVY_SERIF, WORD, brown)
    width = canvas.text((inner.x + 20, inner.bottom - 24), i18n.say(lang, "tadmor.tower"), style)
    text = i18n.say(lang, "tadmor.levels", n=height)
    canvas.text((inner.x + 34 + width, inner.bottom - 24), text, writing.Style(BOLD, TEXT, brown))


def _draw_band(
    canvas: Canvas,
    theme: Theme,
    build: Layout,
    inner: Rect,
    base: int,
    hidden_levels: int,
    band: tuple[int, int, int],
    waived: set[str],
    ahead: int,
) -> None:
    """Draw one price band of a tower: its line, its last level, prices of 1 and 2 levels.

    `band` is an item of `bands`. `base` is the y of the lower edge of the tower, whose lowest
    `hidden_levels` are not drawn. Resources in `waived` are left out of the prices. `ahead` is the
    distance in bands from that of the next level, whose prices have a bright rim; below it, where
    all levels are built, they are faint.
    """
    k, first, last = band
    y0 = base - (last - hidden_levels) * build.int("level")
    y1 = base - (first - 1 - hidden_levels) * build.int("level")
    canvas.pen.line(
        (inner.x + 6, y0, inner.right - 6, y0), fill=(*dark(theme.table, 0.1), 140), width=2
    )
    tall = y1 - y0
    facts, width = RULES.bands[k], build.int("pill")
    if last == (k + 1) * RULES.band_size and k < len(RULES.bands) - 1:
        # on its line, like the figures on a ruler
        ground = mix(SAND, parse(BAND_COLOURS[k]), 0.5)
        style = writing.Style(HEAVY, SMALL, dark(theme.table, 0.05), 7, ground)
        at = inner.x + 12 + width / 2, y0 + SMALL * writing.DIGIT_DROP
        canvas.text(at, str(last), style, "m", kind="band")
    for x, cost in (
        (inner.x + 12, facts.single),
        (inner.right - 12 - width, facts.double),
    ):
        kinds = [(what, n) for what, n in cost.items() if what not in waived]
        height = 48 * len(kinds) + 2
        if not kinds or height > tall:
            continue
        pill = Rect(x, round((y0 + y1) / 2 - height / 2), width, height)
        fill, rim, thick = pale(theme.paper, 0.3), dark(theme.table, 0.2), 2
        if not ahead:
            fill, rim, thick = pale(theme.paper, 0.6), theme.saffron, 6
        elif ahead < 0:
            fill, rim = mix(theme.paper, parse(BAND_COLOURS[k]), 0.6), mix(rim, theme.paper, 0.55)
        canvas.paste_padded(
            panels.sheet(width, height, 13, fill, rim, thick, 3 if ahead >= 0 else 1),
            pill.x,
            pill.y,
        )
        canvas.record_region("price", pill, f"{k}")
        tone = mix(theme.ink, fill, 0.3) if ahead < 0 else theme.ink
        for row, (what, n) in enumerate(kinds):
            y = pill.y + 25 + row * 48
            cube = sprites.cube(what, 33)
            canvas.paste_centred(places.faint(cube, 0.7) if ahead < 0 else cube, (pill.x + 24, y))
            canvas.digits((pill.x + 45, y), str(n), writing.Style(HEAVY, 37, tone))


def _draw_break(canvas: Canvas, build: Layout, x: float, y: float) -> None:
    """Draw a break through the lowest visible level: levels below it are left out."""
    half, tall, teeth = build.int("wide") // 2 + 14, build.int("break"), 8
    upper = [
        (x - half + k * 2 * half / teeth, y - tall / 2 + (5 if k % 2 else -5))
        for k in range(teeth + 1)
    ]
    lower = [(px, py + tall) for px, py in reversed(upper)]
    canvas.pen.polygon([*upper, *lower], fill=parse(BAND_COLOURS[0]))
    for line in (upper, lower):
        canvas.pen.line(line, fill=dark(STONE, 0.6), width=4, joint="curve")


@cached
def _dashed_level(w: int, h: int) -> Mask:
    """Return dashes, `w` x `h` pixels, around a level that is not built."""
    k = 2
    out = Image.new("L", (w * k, h * k))
    pen = ImageDraw.Draw(out)
    for x in range(0, w * k, 24):
        pen.line((x, 3, x + 12, 3), fill=255, width=5)
    for y in range(0, h * k, 24):
        pen.line((3, y, 3, y + 12), fill=255, width=5)
        pen.line((w * k - 4, y, w * k - 4, y + 12), fill=255, width=5)
    return out.resize((w, h), Image.Resampling.BOX)


def _draw_levels(
    canvas: Canvas,
    theme: Theme,
    build: Layout,
    inner: Rect,
    base: int,
    facts: tuple[int, int, int, int | None],
) -> None:
    hidden_levels, rows, height, goal = facts
    tall, full = build.int("level"), build.int("wide")
    texture = masonry(full + 40, tall * (rows + 2))
    side = ImageChops.invert(Image.linear_gradient("L").rotate(270))
    for row in range(1, rows + 1):
        n, y = hidden_levels + row, base - row * tall
        width = round(full - (row - 1) * build.float("narrow"))
        x = round(inner.centre[0] - width / 2)
        if n <= height or (goal is not None and n <= goal):
            body = texture.crop((0, (rows - row) * tall, width, (rows - row + 1) * tall))
            shadow = side.resize((width, tall)).point([max(0, 128 - 2 * v) for v in range(256)])
            body.paste(dark(STONE, 0.5), (0, 0), shadow)
            if n > height:
                canvas.sheet.paste(
                    theme.glow, (x - 5, y - 1), Image.new("L", (width + 10, tall), 190)
                )
                canvas.sheet.paste(body, (x, y), Image.new("L", (width, tall), 130))
                canvas.tint(_dashed_level(width, tall), x, y, dark(theme.saffron, 0.45))
                canvas.record_region("ghost", Rect(x, y, width, tall), str(n))
            else:
                canvas.pen.rectangle((x - 4, y, x + width + 3, y + tall), fill=dark(STONE, 0.6))
                canvas.sheet.paste(body, (x, y))
                _draw_ledge(canvas, x, y, width)
                if n < height or n == 1:
                    _draw_windows(canvas, inner.centre[0], y, width, n)
        else:
            canvas.tint(scaled(_dashed_level(width, tall), 0.45), x, y, dark(theme.table, 0.2))


def _draw_ledge(canvas: Canvas, x: int, y: int, width: int) -> None:
    canvas.pen.rectangle(
        (x - 8, y - 3, x + width + 7, y + 6), fill=CORNICE, outline=dark(STONE, 0.6), width=3
    )


def _draw_windows(canvas: Canvas, centre: float, y: int, width: int, n: int) -> None:
    for side in (-0.22, 0.22) if n % 2 else ():
        x = centre + width * side
        canvas.pen.rounded_rectangle(
            (x - 9, y + 16, x + 9, y + 42), 9, fill=(70, 48, 36), outline=dark(STONE, 0.65), width=3
        )


def _draw_flag(canvas: Canvas, theme: Theme, seat: int, x: float, y: int, height: int) -> None:
    """Draw battlements, the seat's flag, and the height on the top level."""
    colour, pen = theme.seats[seat].colour, canvas.pen
    if height:
        for k in range(5):
            left = x - 66 + k * 28
            pen.rectangle(
                (left, y - 20, left + 20, y - 2), fill=CORNICE, outline=dark(STONE, 0.6), width=3
            )
    foot = y - 20 if height else y + 6
    pen.line((x, foot, x, foot - 84), fill=(60, 40, 26), width=6)
    at = [
        (x + 3, foot - 84),
        (x + 59, foot - 75),
        (x + 50, foot - 58),
        (x + 59, foot - 41),
        (x + 3, foot - 32),
    ]
    pen.polygon([(a + 2, b + 4) for a, b in at], fill=(40, 24, 14, 90))
    pen.polygon(at, fill=colour, outline=dark(colour, 0.65), width=3)
    mark = sprites.seat_shape_mask(
        theme,
        seat,
        (22, 22),
        markers.radius_of(theme.seats[seat].shape, markers.MIN_MARK_PX),
        (44, 44),
    )
    tone = dark(colour, 0.7) if theme.seats[seat].dark_digit else pale(colour, 0.78)
    canvas.tint(mark, round(x + 4), round(foot - 80), tone)
    if height:
        size = 36
        style = writing.Style(HEAVY, size, (60, 40, 26), 5, pale(STONE, 0.5))
        canvas.text((x, y + 28 + size * writing.DIGIT_DROP), str(height), style, "m", kind="height")
    top = places.box((x, y), 40)
    canvas.record_region("flag", top, str(height))
    number = places.box((x, y + 28), 60, 46)
    canvas.record_region("reached", around([top, number]) if height else top, str(height))
