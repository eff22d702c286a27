"""Frame of every picture: wooden table, header, paper panels, and players' names.

A picture begins with `table(width, height)`; then it gets its `header` and a panel (`lay_panel`)
for each of its parts. Coordinates are in `render/layout.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image, ImageDraw

from games.core.text.i18n import seat_mark
from games.core.views.scene import CoatOfArms, Scene
from render.base import fonts, i18n, text_shaping
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, Halo, PaddedSprite
from render.base.layout import Layout, Rect, load
from render.base.shared_memory_image import SharedImage
from render.base.texture import Mask, Sprite, paper, rounded, scaled, stretched, tinted
from render.base.theme import BLACK, CORNERS, HAIRLINE, RGB, SERIF, WARM, Theme, dark, mix, pale
from render.parts import markers, widgets

ASSETS = Path(__file__).parents[1] / "assets"
LAYOUT: Layout = load(Path(__file__).parents[1] / "layout.toml")
BLUR = 6  # blur of the shadow under a panel, in pixels
# Pixels beyond rounding and blur that are not stretched either, since shadows are moved down.
SHADOW_OFFSET_ROOM_PX = 6
# Width and height from which pasting a panel's opaque part separately is faster.
MIN_SPLIT_PASTE_PX = 120
MUTED = (
    0.22  # share of paper in the color: with more, the number is too pale to read on a tinted mat
)
NAME_PLACEHOLDER = "{name}"  # stands for a player's name in the phrase of a header


@cached
def _wood(path: Path) -> Image.Image:
    return Image.open(path).convert("RGB")


TABLE_IMAGE = SharedImage(ASSETS / "table.jpg", (1200, 1500), _wood)  # made by ``tools/art``


def table(width: int, height: int) -> Image.Image:
    """Return a wooden table of this size in pixels, with its top ready for a header."""
    full_width, full_height = TABLE_IMAGE.size
    if height <= full_height and width <= full_width:
        return (
            TABLE_IMAGE.copy_top_rows(height).crop((0, 0, width, height))
            if width < full_width
            else TABLE_IMAGE.copy_top_rows(height)
        )
    return (
        TABLE_IMAGE.copy_top_rows(full_height)
        .resize((width, max(height, full_height)))
        .crop((0, 0, width, height))
    )


def planks(width: int, height: int) -> Image.Image:
    """Return a wooden table of this size in pixels, without room for a header."""
    band = LAYOUT.int("header.height") + 4
    return table(width, height + band).crop((0, band, width, height + band))


_paper = cached(paper)


@cached
def panel(w: int, h: int, base: RGB, rim: RGB, thick: int = 2, seed: int = 5) -> Sprite:
    """Return a sheet of paper with a darker rim, a light line at the top and round corners.

    The rim is `thick` pixels wide; `seed` is the random seed of the paper.
    """
    radius = CORNERS["panel"]

    def draw(w: int, h: int) -> Sprite:
        k = 3
        lines = Image.new("RGBA", (w * k, h * k))
        pen = ImageDraw.Draw(lines)
        pen.rounded_rectangle(
            (0, 0, w * k - 1, h * k - 1), radius=radius * k, outline=rim, width=thick * k
        )
        pen.line(
            (radius * k, thick * k + 1, (w - radius) * k, thick * k + 1),
            fill=(255, 250, 235, 170),
            width=k + 1,
        )
        return lines.resize((w, h), Image.Resampling.BOX)

    out = _paper(w, h, seed, base).convert("RGBA")
    edge = radius + thick
    corner = radius + thick + 4
    if min(w, h) > 2 * corner:  # the middle of `lines` is empty, so only the edges are pasted
        small_side = 2 * corner + 1
        small = draw(small_side, small_side)
        wide_lines, tall_lines = (
            stretched(lambda *_: small, *size, corner)
            for size in ((w, small_side), (small_side, h))
        )
        for lines, box, at in (
            (wide_lines, (0, 0, w, edge), (0, 0)),
            (wide_lines, (0, small_side - edge, w, small_side), (0, h - edge)),
            (tall_lines, (0, edge, edge, h - edge), (0, edge)),
            (tall_lines, (small_side - edge, edge, small_side, h - edge), (w - edge, edge)),
        ):
            out.alpha_composite(lines, at, box)
    else:
        out.alpha_composite(stretched(draw, w, h, corner))
    out.putalpha(rounded(w, h, radius))
    return out


@cached
def shadowed_panel(w: int, h: int, base: RGB, rim: RGB, thick: int, seed: int) -> PaddedSprite:
    """Return a panel of `w` x `h` pixels with its shadow.

    The rim is `thick` pixels wide; `seed` is the random seed of the paper.
    """
    pad, radius = 3 * BLUR, CORNERS["panel"]

    def draw(padded_w: int, padded_h: int) -> Mask:
        shape = rounded(padded_w - 2 * pad, padded_h - 2 * pad, radius)
        return markers.drop_shadow(shape, BLUR, (0, 4), 0.5)

    corner = 2 * pad + radius + SHADOW_OFFSET_ROOM_PX
    out = tinted(stretched(draw, w + 2 * pad, h + 2 * pad, corner), WARM)
    body = panel(w, h, base, rim, thick, seed)
    corners = [(x, y, x + radius, y + radius) for y in (0, h - radius) for x in (0, w - radius)]
    shadow_corners = [
        out.crop((x + pad, y + pad, right + pad, bottom + pad)) for x, y, right, bottom in corners
    ]
    out.paste(body, (pad, pad))  # paste without a mask: only the corners are transparent
    for box, part in zip(corners, shadow_corners, strict=True):
        part.alpha_composite(body.crop(box))
        out.paste(part, (box[0] + pad, box[1] + pad))
    return PaddedSprite(
        out, pad, Rect(pad, pad, w, h).inset(radius) if min(w, h) > MIN_SPLIT_PASTE_PX else None
    )


@cached
def sheet(
    w: int, h: int, radius: int, fill: RGB, rim: RGB, width: int = 2, blur: int = 3
) -> PaddedSprite:
    """Return a small plate with outline and soft shadow: a tab, pill, tile or card."""
    pad = 3 * blur

    def draw(padded_w: int, padded_h: int) -> Sprite:
        plate = widgets.plate(padded_w - 2 * pad, padded_h - 2 * pad, radius, fill, rim, width)
        return markers.shadowed(plate, blur, (0, 3), 0.45).image

    corner = 2 * pad + radius + SHADOW_OFFSET_ROOM_PX
    return PaddedSprite(stretched(draw, w + 2 * pad, h + 2 * pad, corner), pad)


def badge(theme: Theme, size: int) -> PaddedSprite:
    """Return a light disc, `size` pixels wide, for a sign beside a player's name."""
    return sheet(size, size, size // 2, pale(theme.paper, 0.3), dark(theme.table, 0.4), 3, 3)


def lay_panel(canvas: Canvas, theme: Theme, frame: Rect, *, warm: bool = False) -> None:
    """Draw a sheet of paper with its shadow, the background of most parts of a picture.

    `warm` selects the warmer of the two paper colors.
    """
    base = theme.warm_paper if warm else theme.paper
    canvas.paste_padded(shadowed_panel(frame.w, frame.h, base, theme.rim, 2, 5), frame.x, frame.y)


def centred(
    canvas: Canvas, theme: Theme, words: str, frame: Rect, face: str = SERIF, size: int = 44
) -> None:
    """Write a line in the center of a frame.

    The line is made smaller if needed; if it is still too wide, it is cut.
    """
    text, size = writing.fit(words, face, size, frame.w - 20, min(size, theme.small))
    at = frame.centre[0], frame.centre[1] + size * writing.LETTER_DROP
    canvas.text(at, text, writing.Style(face, size, theme.ink), "m")


@cached
def panel_halo(w: int, h: int) -> Halo:
    """Return the glow around a panel of `w` x `h` pixels."""
    return markers.halo_around(w, h, CORNERS["panel"])


@cached
def strip(w: int, height: int, colour: RGB, alpha: int) -> Sprite:
    """Return a tinted name strip along the top of a panel that is `w` pixels wide.

    `alpha` (0 to 255) is its opacity.
    """
    inset = LAYOUT.int("panel.inset")
    mask = Image.new("L", (w, height + inset))
    mask.paste(rounded(w - 2 * inset, height, CORNERS["panel"] - 4), (inset, inset))
    return tinted(scaled(mask, alpha / 255), colour)


@dataclass(frozen=True)
class SeatHeader:
    """Name of a seat on pictures: the user's name if the fonts can draw it, else "Player 2".

    - `short`: shorter form of "Player 2"; "" for a user's name
    - `arms`: the user's coat of arms
    - `shares_initial`: True if another player's name has the same initial
    """

    seat: int
    name: str
    short: str = ""
    arms: CoatOfArms | None = None
    shares_initial: bool = False

    @property
    def initial(self) -> str:
        """Return the label of the player's piece.

        It is the initial of the name. If another name has the same initial and this name ends in a
        number ("Bot 1"), the label is this number. If the name can't be drawn, it is the number of
        the seat.
        """
        seat_number = str(self.seat + 1)
        if self.short:  # the name is "Player 2"
            return seat_number
        number = self.name.rpartition(" ")[2]
        if self.shares_initial and number.isdecimal() and len(number) <= writing.MAX_KEPT_DIGITS:
            return number
        letters = (c for c in text_shaping.plain(self.name) if c.isalnum())
        first = next(letters, seat_number).upper()
        return first if len(first) == 1 and fonts.drawable(first, BLACK) else seat_number


def seat_headers(scene: Scene, n: int) -> list[SeatHeader]:
    """Return one header per seat, for `n` seats in order.

    `scene.names` and `scene.arms` may be shorter; names may contain undrawable characters.
    """
    out = []
    for seat in range(n):
        name = fonts.drawable_name(scene.names[seat]) if seat < len(scene.names) else None
        short = "" if name else i18n.say(scene.lang, "player_short", n=seat + 1)
        coat = scene.arms[seat] if seat < len(scene.arms) else None
        out.append(
            SeatHeader(seat, name or i18n.say(scene.lang, "player", n=seat + 1), short, coat)
        )
    initials = [person.initial for person in out]
    return [replace(person, shares_initial=initials.count(person.initial) > 1) for person in out]


def sign(theme: Theme, person: SeatHeader, size: int, *, initial: int = 0) -> Sprite:
    """Return the piece beside a player's name, `size` pixels high, with their coat of arms.

    Without a coat of arms the piece has the initial, `initial` pixels high (0: no initial).
    """
    if person.arms is not None:
        return markers.piece_with_arms(theme, person.seat, size, person.arms)
    return markers.piece(theme, person.seat, size, person.initial if initial else "", initial)


def phrase(lang: str, key: str, n: int = 1) -> str:
    """Return the phrase `key` for a `header` about `n` players.

    `NAME_PLACEHOLDER` in it stands for a single player's name.
    """
    return i18n.say(lang, key, n=n, name=NAME_PLACEHOLDER)


def name_formatter(persons: Sequence[SeatHeader]) -> Callable[[int], str]:
    """Return a function that returns a seat's mark and name, for sentences (`i18n.message`).

    `persons` are the headers of all seats.
    """
    return lambda seat: f"{seat_mark(seat)} {persons[seat].name}"


def fit_name(
    person: SeatHeader, size: int, room: float, least: int, *, press: bool = False
) -> tuple[str, int]:
    """Return a player's name, in drawing order, and the size at which it fits `room` pixels.

    The size is from `least` to `size`. With `press`, the name must be written by `Canvas.text` with
    the same `room`, which compresses it.
    """
    face = SERIF
    if person.short and writing.width(person.name, face, least) > room:
        return person.short, size
    if press:
        return writing.fit_compressed(person.name, face, size, room, least)
    return writing.fit(person.name, face, size, room, least)


def header(
    canvas: Canvas,
    theme: Theme,
    title: str,
    middle: str,
    phrase: str,
    who: Sequence[SeatHeader],
    *,
    own: bool = False,
) -> None:
    """Draw `title` and `middle` at the left, the pieces of `who` and a `phrase` at the right.

    The phrase says whose turn it is or who has won. If there is only one player, their name
    replaces `NAME_PLACEHOLDER`; without a phrase, the name is written alone. With `own` it is the
    viewer's own turn, which has another color. If the line is too long, first the title is written
    smaller, then the phrase; then the name is cut.
    """
    layout = LAYOUT
    margin = layout.int("margin")
    base = layout.int("header.baseline")
    gap = layout.int("header.gap")
    piece, pitch = layout.int("header.piece"), layout.int("header.pitch")
    phrase = phrase or (NAME_PLACEHOLDER if len(who) == 1 else "")
    name = who[0].name if len(who) == 1 else ""
    face, full_size = theme.type["name"]
    words_width = writing.width(phrase.replace(NAME_PLACEHOLDER, name), face, full_size)
    kind, size = theme.type["title"]
    other_width = (
        2 * margin
        + 2 * gap
        + writing.width(middle, *theme.type["header"])
        + len(who) * pitch
        + words_width
    )
    while size > theme.small and other_width + writing.width(title, kind, size) > canvas.box.w:
        size -= 1
    x = (
        margin
        + canvas.text((margin, base), title, writing.Style(kind, size, theme.title), kind="title")
        + gap
    )
    kind, size = theme.type["header"]
    x += canvas.text((x, base), middle, writing.Style(kind, size, theme.second), kind="title") + gap
    right = canvas.box.right - margin
    words, size, room = _fit_phrase(phrase, who, right - x - len(who) * pitch, theme)
    if words:
        style = writing.Style(face, size, theme.own_turn if own else theme.bright)
        right -= round(canvas.text((right, base), words, style, "r", kind="title", room=room))
    for person in reversed(who):
        right -= pitch
        at = (right + pitch / 2 - layout.int("header.nudge"), layout.int("header.middle"))
        canvas.paste_centred(sign(theme, person, piece), at)
        canvas.record_region("title", Rect(round(right), 0, pitch, piece), "piece")


def _fit_phrase(
    phrase: str, who: Sequence[SeatHeader], room: float, theme: Theme
) -> tuple[str, int, float]:
    """Return the header's phrase in drawing order, its size, and the room for it.

    `who` are the players whose pieces stand beside the phrase. The phrase is written smaller if
    needed; if it is still too wide, the name in it is compressed and cut. A phrase without a name
    that does not fit is left out ("").
    """
    face, size = theme.type["name"]
    before, placeholder, after = phrase.partition(NAME_PLACEHOLDER)
    if not placeholder or len(who) != 1:
        while size > theme.small and writing.width(phrase, face, size) > room:
            size -= 1
        fits = bool(phrase) and writing.width(phrase, face, size) <= room
        return (phrase if fits else "", size, max(room, 0))
    name = who[0].name
    while (
        size > theme.small
        and writing.width(phrase.replace(NAME_PLACEHOLDER, name), face, size) > room
    ):
        size -= 1
    fixed = writing.width(before, face, size) + writing.width(after, face, size)
    shown, _ = fit_name(who[0], size, room - fixed, size, press=True)
    return f"{before}{shown}{after}", size, room


def hairline(canvas: Canvas, x: int, y: int, width: int) -> None:
    """Draw a thin horizontal divider, `width` pixels long."""
    canvas.pen.line((x, y, x + width, y), fill=HAIRLINE, width=2)


def muted(theme: Theme) -> RGB:
    """Return the color of a number that means "none"."""
    return mix(theme.ink, theme.paper, MUTED)
