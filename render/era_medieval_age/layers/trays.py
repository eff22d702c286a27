"""Wooden dice tray with its felt wells, and the arrangement of dice in a box."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImageFilter

from games.core.views.scene import Mark
from games.era_medieval_age.model.catalog import DICE
from games.era_medieval_age.views.view import DieView
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.texture import Sheet, Sprite, clouds, flat, noise, rounded, shade, wood
from render.base.theme import CORNERS, RGB, SERIF, Theme, parse
from render.era_medieval_age.pieces import dice_sprites
from render.era_medieval_age.pieces.style import ASSETS
from render.parts import markers, panels

LAYOUT = dice_sprites.LAYOUT
WELL = LAYOUT.part("well")
WIDTH: int = LAYOUT.int("width")
HEIGHT: int = LAYOUT.int("height")
SMALL_GAP = 4  # gaps are at most this part of a die's size
WELLS = ("roll", "kept", "locked")
# Maximum number of dice of each stored tray.
SIZES: tuple[int, ...] = tuple(row["most"] for row in LAYOUT.get("trays.by"))


@functools.lru_cache(maxsize=64)
def tray_boxes(dice: int, locked: int = 0, *, rolling: bool = True) -> dict[str, Rect]:
    """Return the rectangles of the tray and its wells, by name.

    The tray holds `dice` dice, of which `locked` are locked. While no die is `rolling`, the upper
    well is low, so that the lower ones have room for large dice. Nothing else matters, so the wells
    do not move when one more die is rolled. The lower wells share their width in proportion to the
    columns of dice that they may have to hold.
    """
    measures = Layout(next(row for row in LAYOUT.get("trays.by") if dice <= row["most"]))
    frame, tray = LAYOUT.int("trays.frame"), LAYOUT.rect("trays.at")
    left, inner_width = tray.x + frame, tray.w - 2 * frame
    upper = measures.int("upper") if rolling else LAYOUT.int("trays.upper_empty")
    lower_top = tray.y + 2 * frame + upper
    lower = tray.bottom - frame - lower_top
    rows, narrow = LAYOUT.int("well.rows"), LAYOUT.int("well.narrow")
    columns = [max(1, -(-n // rows)) for n in (dice - locked, locked)]
    margin = 2 * LAYOUT.int("well.side") - LAYOUT.int("well.between")
    pitch = (inner_width - frame - 2 * margin) / sum(columns)
    kept = round(margin + columns[0] * pitch)
    kept = max(narrow, min(kept, inner_width - frame - narrow))
    return {
        "tray": tray,
        "roll": Rect(left, tray.y + frame, inner_width, upper),
        "kept": Rect(left, lower_top, kept, lower),
        "locked": Rect(left + kept + frame, lower_top, inner_width - frame - kept, lower),
    }


@dataclass(frozen=True)
class Spread:
    """Dice in rows: their size, and centers in whole pixels."""

    size: int
    at: tuple[tuple[int, int], ...]


def spread(
    n: int, frame: Rect, sizes: Sequence[int], between: int, below: int, most: int = 9999
) -> Spread:
    """Arrange `n` dice in rows in a box, at the largest of `sizes` that fits.

    `sizes` go from large to small; the last one is taken if none fits. `between` and `below` are
    the gaps between columns and rows; small dice lie closer together. Rows are centered, and the
    centers of neighbors are at most `most` pixels apart.
    """
    size, rows, gap = sizes[-1], 1, below
    for size in sizes:
        aside, gap = (min(air, size // SMALL_GAP) for air in (between, below))
        rows = -(-n // max(1, (frame.w + aside) // (size + aside)))
        if size <= frame.w and rows * size + (rows - 1) * gap <= frame.h:
            break
    per_row, height = -(-n // max(1, rows)), rows * size + (rows - 1) * gap
    centres, pitch = [], min(frame.w / max(per_row, 2), most)
    for i in range(n):
        row_index, column = divmod(i, per_row)
        in_row = min(per_row, n - row_index * per_row)
        x = frame.x + frame.w / 2 + (column - (in_row - 1) / 2) * pitch
        y = frame.y + (frame.h - height) / 2 + size / 2 + row_index * (size + gap)
        centres.append((round(x), round(y)))
    return Spread(size, tuple(centres))


def dice_area(well: Rect) -> Rect:
    """Return the area for dice in a well, without rims and heading."""
    side, head = LAYOUT.int("well.side"), LAYOUT.int("well.head")
    return Rect(
        well.x + side, well.y + head, well.w - 2 * side, well.h - head - LAYOUT.int("well.foot")
    )


def _tray(w: int, h: int) -> Sprite:
    """Return the wooden tray with a worn edge."""
    radius = CORNERS["leaf"]
    out = wood(w, h, LAYOUT.int("trays.seed"), parse(LAYOUT.get("trays.wood")), 1).convert("RGBA")
    pen = ImageDraw.Draw(out)
    pen.rounded_rectangle((1, 1, w - 2, h - 2), radius, outline=(50, 30, 20), width=3)
    pen.line((radius, 6, w - radius, 6), fill=(214, 170, 120), width=2)
    pen.line((radius, h - 5, w - radius, h - 5), fill=(70, 44, 28), width=4)
    out.putalpha(rounded(w, h, radius))
    return out


@cached
def _well(w: int, h: int, colour: RGB, seed: int) -> Sprite:
    """Return a hollow lined with felt, dark along its upper left edge."""
    radius = CORNERS["card"]
    felt = shade(
        shade(flat(w, h, colour), clouds(w, h, seed, 90), 0.22), noise(w, h, seed + 3, 1.7), 0.30
    )
    inner = Image.new("L", (w, h))
    ImageDraw.Draw(inner).rounded_rectangle((12, 20, w - 8, h - 6), radius, fill=255)
    dark_felt = Image.blend(felt, flat(w, h, (12, 10, 8)), 0.62)
    out = Image.composite(felt, dark_felt, inner.filter(ImageFilter.GaussianBlur(12))).convert(
        "RGBA"
    )
    ImageDraw.Draw(out).rounded_rectangle(
        (0, 0, w - 1, h - 1), radius, outline=(40, 24, 16), width=3
    )
    out.putalpha(rounded(w, h, radius))
    return out


def _draw_well(onto: Image.Image, name: str, box: Rect) -> None:
    """Draw an empty well in the tray."""
    seed = 4 + WELLS.index(name)
    body = _well(box.w, box.h, parse(LAYOUT.get(f"well.{name}")), seed)
    onto.paste(body, (box.x, box.y), body)


def compose(most: int) -> Sheet:
    """Draw the table with the tray for at most `most` dice, and its upper well.

    This part never changes, so `tools/art` stores it. The lower wells are drawn later, because
    their widths depend on the dice.
    """
    wells = tray_boxes(most)
    tray = wells["tray"]
    canvas = Canvas(panels.table(WIDTH, HEIGHT))
    canvas.paste_padded(markers.shadowed(_tray(tray.w, tray.h), 12, (0, 7), 0.6), tray.x, tray.y)
    _draw_well(canvas.sheet, "roll", wells["roll"])
    return canvas.sheet


@cached
def _stored(most: int) -> Sheet:
    """Return the stored table with the tray for at most `most` dice."""
    return Image.open(ASSETS / f"tray_{most}.jpg").convert("RGB")


def empty_tray(dice: int, locked: int, *, rolling: bool = True) -> Canvas:
    """Return a canvas with the tray for a number of dice, `locked` of them locked.

    The upper well is low unless a die is `rolling`.
    """
    canvas = Canvas(_stored(next(most for most in SIZES if dice <= most)).copy())
    drawn = {"kept", "locked"}
    if not rolling:
        _cover_upper_well(canvas.sheet, tray_boxes(dice, locked))
        drawn.add("roll")
    for name, well_box in tray_boxes(dice, locked, rolling=rolling).items():
        if name in drawn:
            _draw_well(canvas.sheet, name, well_box)
        canvas.record_region("tray" if name == "tray" else "well", well_box, name)
    return canvas


def _cover_upper_well(onto: Image.Image, wells: dict[str, Rect]) -> None:
    """Cover the stored upper well with wood from the lower part of the tray."""
    well, lower = wells["roll"], wells["kept"]
    tray, rim = wells["tray"], LAYOUT.int("trays.frame") // 2
    height = lower.y - well.y
    bare = (tray.x + rim, tray.bottom - rim - height, tray.right - rim, tray.bottom - rim)
    onto.paste(onto.crop(bare), (tray.x + rim, well.y))


def fits(theme: Theme, text: str, room: float) -> bool:
    """Return whether `engrave` can write `text` in `room` pixels."""
    return full_width(theme, text) <= room


def full_width(theme: Theme, text: str) -> float:
    """Return the width of `text` as `engrave` writes it where there is room."""
    return writing.width(text, SERIF, theme.type["number"][1])


def least_width(theme: Theme, text: str) -> float:
    """Return the width of `text` in the smallest letters of `engrave`."""
    return writing.width(text, SERIF, theme.small)


def engrave(
    canvas: Canvas,
    theme: Theme,
    at: tuple[float, float],
    text: str,
    anchor: str = "l",
    room: float = float("inf"),
) -> float:
    """Draw cream letters on felt from `at`, at most `room` pixels wide; return their width."""
    text, size = writing.fit(text, SERIF, theme.type["number"][1], room, theme.small)
    dark, cream = (parse(LAYOUT.get(f"trays.{name}")) for name in ("dark", "cream"))
    style = writing.Style(SERIF, size, dark)
    writing.write(canvas.pen, (at[0] + 2, at[1] + 2), text, style, anchor)
    return canvas.text(at, text, writing.Style(SERIF, size, cream), anchor, kind="label")


def draw_die(
    canvas: Canvas,
    theme: Theme,
    die: DieView,
    size: int,
    at: tuple[float, float],
    angle: int,
    mark: Mark | None,
    *,
    named: bool = False,
    is_free: bool = False,
    veil: float = 0.0,
    place: Layout = WELL,
) -> None:
    """Draw a die; it has a letter if it may be chosen, else its id if it is `named`.

    The tag with the id is golden if the die may be rolled again (`is_free`).
    `veil` is the share (0..1) of paper over a die that doesn't count. `place` has the point of the
    letter.
    """
    body = dice_sprites.of_die(theme, die.id, die.face, size, angle)
    if veil:
        body = markers.veil(body, theme.paper, veil)
    canvas.paste_centred(body, at)
    canvas.record_region("die", square_around(at, size), die.id)
    if mark is not None:
        draw_letter(canvas, theme, mark, size, at, place=place)
    elif named:
        # it can't be chosen, but texts name it
        mark = Mark(die.id, die.id.upper())
        draw_letter(canvas, theme, mark, size, at, "code", place, is_plain=not is_free)


def draw_letter(
    canvas: Canvas,
    theme: Theme,
    mark: Mark,
    size: int,
    at: tuple[float, float],
    kind: str = "marker",
    place: Layout = WELL,
    *,
    is_plain: bool = False,
) -> None:
    """Draw a mark's letter at the upper right of a die, at the point `marker_at` of `place`.

    `size` is the width of the die in pixels, `at` its center, and `kind` the kind of the recorded
    region. The id of a die is on a tag, which is pale if it `is_plain`.
    """
    disc_size = max(LAYOUT.int("well.marker_least"), min(LAYOUT.int("well.marker"), size // 2))
    if len(mark.letter) > 1:
        most = max(round(size * LAYOUT.float("well.tag_most")), LAYOUT.int("well.tag_least"))
        disc_size = min(round(disc_size * LAYOUT.float("well.tag")), most)
    dx, dy = place.point("marker_at")
    spot = at[0] + dx * size, at[1] + dy * size
    box = square_around(spot, disc_size)
    if len(mark.letter) > 1:
        tone = "plain" if is_plain else mark.tone
        sign = dice_sprites.id_tag(theme, mark.letter, disc_size, tone)
        high = round(disc_size * LAYOUT.float("well.tag_high"))
        box = Rect(box.x, round(spot[1] - high / 2), box.w, high)
    else:
        sign = markers.marker(theme, mark.letter, disc_size, mark.tone)
    canvas.paste_centred(sign, spot)
    canvas.record_region(kind, box, mark.spot)


def square_around(at: tuple[float, float], size: float) -> Rect:
    """Return the square with the center `at` and sides of `size`."""
    return Rect(round(at[0] - size / 2), round(at[1] - size / 2), round(size), round(size))


def warm_up(theme: Theme) -> None:
    """Fill the cache with the trays and the faces of all dice.

    The faces have the large sizes, which are used when a player has few dice.
    """
    for most in SIZES:
        _stored(most)
    for kind, die in DICE.items():
        for face in ("", *(one.id for one in die.faces)):
            for size in LAYOUT.get("well.warm"):
                dice_sprites.sprite(theme, kind, face, size)
