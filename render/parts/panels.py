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
SHORT_NAME_EM = 6.8  # maximum width of a short name: about eleven letters
# A name with more letters that is compressed further than this scale is worse than its short form.
SHORT_FROM_LETTERS, SHORT_FROM_SCALE = 18, 0.8
SHORT_NAME_LETTERS = 10  # maximum length of a short name of several words
MIN_SHORT_LETTERS = 3  # a shorter first word ("El") is no name
RIM_SHARE, DEEP_RIM_SHARE = 0.35, 0.62  # share of ink in the frame of a seat's panel
NEAR_HALO = 130  # difference from the halo's color below which a frame looks like a halo
DOT, DOT_PITCH = 4, 13  # dots of a dotted line: diameter and distance in pixels
PLACE = 44  # disc with a player's place at the end, in pixels


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
    - `called`: short form of a long name, where there is little room (`seat_headers`); "" if the
      header was made without it, then `name` is used
    """

    seat: int
    name: str
    short: str = ""
    arms: CoatOfArms | None = None
    shares_initial: bool = False
    called: str = ""

    @property
    def brief(self) -> SeatHeader:
        """Return this header with the short form of the name."""
        return replace(self, name=self.called or self.name)

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
    called = [_first_words(person.name) for person in out]
    namesakes = [
        tuple(one.name for one, same in zip(out, called, strict=True) if same == words)
        for words in called
    ]
    return [
        replace(
            person,
            shares_initial=initials.count(person.initial) > 1,
            called=_distinguished(person.name, words, others) if len(others) > 1 else words,
        )
        for person, words, others in zip(out, called, namesakes, strict=True)
    ]


@cached
def _first_words(name: str) -> str:
    """Return as many words of a name as make a short name, at least a part of the first.

    A number at the end stays, because it distinguishes AI players.
    """
    words, number = name.split(), ""
    if _is_short(name):
        return name
    if len(words) > 1 and words[-1].isdecimal() and len(words[-1]) <= writing.MAX_KEPT_DIGITS:
        number = f" {words.pop()}"
    out = words[0]
    for word in words[1:]:
        longer = f"{out} {word}"
        if len(longer) > SHORT_NAME_LETTERS or not _is_short(longer + number):
            break
        out = longer
    if len(out) < MIN_SHORT_LETTERS and len(words) > 1:
        out = " ".join(words)
    return out + number if _is_short(out + number) else _cut(out, number)


@cached
def _distinguished(name: str, called: str, others: tuple[str, ...]) -> str:
    """Return the short form of a name whose first words `called` are those of `others`, too.

    It is `called` with the initial of the first further word that none of the others has
    ("Bartholomew W."); without such a word, it is the beginning of the name.
    `others` may have the name itself.
    """
    if called == name or called.endswith(writing.ELLIPSIS):
        return called
    start = len(called.split())
    for k, word in enumerate(name.split()[start:], start):
        initials = [other.split()[k][0] for other in others if len(other.split()) > k]
        if initials.count(word[0]) == 1 and word[0].isalpha() and name.startswith(f"{called} "):
            return f"{called} {word[0]}."
    return _cut(name)


def _cut(name: str, end: str = "") -> str:
    """Return as many letters of a name as fit a short form, with an ellipsis and `end`."""
    while len(name) > 1 and not _is_short(f"{name}{writing.ELLIPSIS}{end}"):
        name = name[:-1].rstrip(" -·.,")
    return f"{name}{writing.ELLIPSIS}{end}"


def _is_short(name: str) -> bool:
    """Return True if a name is at most as wide as a short form."""
    size = 40
    return writing.width(name, SERIF, size) <= SHORT_NAME_EM * size


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

    The size is from `least` to `size`. A long name gives way to its short form before it is cut.
    With `press`, the name must be written by `Canvas.text` with the same `room`, which compresses
    it.
    """
    face = SERIF
    if person.short and writing.width(person.name, face, least) > room:
        return person.short, size
    full = text_shaping.in_drawing_order(person.name)
    fit = writing.fit_compressed if press else writing.fit
    whole = fit(person.name, face, size, room, least)
    scale = room / max(1, writing.width(full, face, whole[1]))
    if whole[0] == full and (scale >= SHORT_FROM_SCALE or len(full) <= SHORT_FROM_LETTERS):
        return whole
    return fit(person.brief.name, face, size, room, least)


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
    viewer's own turn, which has another color. If the line is too long, first a long name is
    replaced by its short form, then the title is written smaller, then the phrase; then the name is
    cut.
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
    if name and other_width + writing.width(title, kind, size) > canvas.box.w:
        who = [who[0].brief]
        brief = phrase.replace(NAME_PLACEHOLDER, who[0].name)
        other_width += writing.width(brief, face, full_size) - words_width
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


def dotted_line(canvas: Canvas, left: float, right: float, y: float, colour: RGB) -> None:
    """Draw dots that lead from a label to its number, from the x `left` to the x `right`."""
    x = right - DOT / 2
    while x - DOT / 2 >= left:
        canvas.pen.ellipse((x - DOT / 2, y - DOT / 2, x + DOT / 2, y + DOT / 2), fill=colour)
        x -= DOT_PITCH


def draw_place(
    canvas: Canvas, theme: Theme, place: int, at: tuple[float, float], size: int = PLACE
) -> None:
    """Draw a player's place at the end in a disc around `at`, dark for the first place.

    `size` is the width of the disc in pixels.
    """
    is_first = place == 1
    fill = theme.ink if is_first else mix(theme.paper, theme.table, 0.2)
    disc = sheet(size, size, size // 2, fill, dark(theme.table, 0.4), 2, 2)
    canvas.paste_padded(disc, at[0] - size / 2, at[1] - size / 2)
    style = writing.Style(BLACK, max(theme.small, round(size * 0.74)), theme.ink)
    if is_first:
        style = replace(style, fill=theme.bright)
    canvas.digits(at, str(place), style, "m", kind="place")


def seat_rim(theme: Theme, seat: int) -> RGB:
    """Return the color of the frame of a seat's panel.

    A yellow frame is darker than the others, because it would look like the halo of who acts.
    """
    colour = theme.seats[seat].colour
    distance = sum(abs(a - b) for a, b in zip(colour, theme.halo, strict=True))
    return mix(colour, theme.ink, DEEP_RIM_SHARE if distance < NEAR_HALO else RIM_SHARE)


def muted(theme: Theme) -> RGB:
    """Return the color of a number that means "none"."""
    return mix(theme.ink, theme.paper, MUTED)
