"""Badges on a Location: uses, tokens, Samurai, captor, stored things, razing price."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from games.imperial_settlers.views.view import LocationView
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, PaddedSprite
from render.base.layout import Rect
from render.base.texture import Sprite, layer, tinted
from render.base.theme import BLACK, CREAM, DARK, RGB, SHADOWS, Theme, dark, pale
from render.imperial_settlers.pieces.chips import SHADOW_MARGIN_PX, chip
from render.imperial_settlers.pieces.style import FEET, FRAMES, KIND_ICONS, KINDS, icon
from render.parts import markers, widgets

LEAST, LEAST_NAMED = 16, 28  # minimum badge size in pixels, on strips and on tiles with names
SUPERSAMPLE = 4
HAND_SHARE = 0.62  # of the hand in the marker of an activation
BOX = Image.Resampling.BOX
Badge = tuple[str, Sprite]  # kind and sprite
EGYPT: RGB = FRAMES["egyptians"]
JAPAN: RGB = FRAMES["japanese"]
DEAL: RGB = FEET["deal"][0]
RAZE: RGB = FEET["raze"][0]
PAPER: RGB = (250, 242, 224)
IDLE: RGB = (172, 164, 150)  # ground of an activation that its seat can no longer make
DUE: RGB = (255, 232, 205)  # digits and flame of the razing price
FLAME: RGB = (255, 178, 84)


@cached
def ring(size: int, used: bool, idle: bool = False) -> Sprite:
    """Return the ring of an activation: with a hand, or a check mark if it is `used`.

    The hand is gray if it is `idle`: the seat has passed.
    """
    w = size * SUPERSAMPLE
    out = Image.new("RGBA", (w, w))
    pen = ImageDraw.Draw(out)
    edge = max(2, round(w * 0.09))
    pen.ellipse((0, 0, w - 1, w - 1), fill=(*DARK, 255))
    pen.ellipse(
        (edge, edge, w - 1 - edge, w - 1 - edge),
        fill=(*((92, 82, 70) if used else IDLE if idle else PAPER), 255),
    )
    if used:
        check_mark = (w * 0.26, w * 0.52, w * 0.44, w * 0.70, w * 0.76, w * 0.32)
        pen.line(check_mark, fill=(*CREAM, 255), width=round(w * 0.13), joint="curve")
    out = out.resize((size, size), BOX)
    if not used:
        tone = dark(IDLE, 0.45) if idle else dark(KINDS["action"], 0.35)
        glyph = icon(KIND_ICONS["action"], round(size * HAND_SHARE), tone)
        out.alpha_composite(glyph, ((size - glyph.width) // 2, (size - glyph.height) // 2))
    return out


@cached
def disc(size: int, colour: RGB, sign: str) -> Sprite:
    """Return a round token `size` pixels across, with an icon in cream."""
    w = size * SUPERSAMPLE
    out = Image.new("RGBA", (w, w))
    pen = ImageDraw.Draw(out)
    for inset, tone in ((0.0, dark(colour, 0.7)), (0.06, pale(colour, 0.6)), (0.11, colour)):
        q = inset * w
        pen.ellipse((q, q, w - 1 - q, w - 1 - q), fill=(*tone, 255))
    out = out.resize((size, size), BOX)
    glyph = icon(sign, round(size * 0.62), CREAM)
    at = (size - glyph.width) // 2
    out.alpha_composite(glyph, (at, at))
    return out


@cached
def tablet(
    theme: Theme, size: int, colour: RGB, sign: str, seat: int | None, text: str = ""
) -> Sprite:
    """Return a long token: an icon, then the piece of `seat` or, without one, `text`."""
    digit = round(size * 0.82)
    extra_width = (
        round(size * 0.86)
        if seat is not None
        else round(writing.width(text, BLACK, digit) + size * 0.2)
    )
    width = round(size * 0.86) + extra_width
    fill = PAPER if seat is not None else pale(colour, 0.72)
    out = widgets.plate(
        width, size, size // 2, fill, dark(colour, 0.7), max(2, round(size * 0.06))
    ).copy()
    glyph = icon(sign, round(size * 0.66), dark(colour, 0.35))
    out.alpha_composite(glyph, (round(size * 0.16), (size - glyph.height) // 2))
    if seat is not None:
        body = markers.piece(theme, seat, round(size * 0.62))
        x = round(size * 0.86 + extra_width / 2 - size * 0.06 - body.width / 2)
        y = (size - body.height) // 2
        out.paste(body, (x, y), body)
    else:
        at = (round(size * 0.88), size / 2 + digit * writing.DIGIT_DROP)
        writing.write(ImageDraw.Draw(out), at, text, writing.Style(BLACK, digit, theme.ink))
    return out


def badges(
    theme: Theme, location: LocationView, seat: int, size: int, *, idle: bool = False
) -> list[Badge]:
    """Return all badges of a Location in the Empire of the seat `seat`, most important first.

    `idle`: its activations can no longer be made, because the seat has passed.
    """
    uses = location.uses if location.controller >= 0 else 0  # the virtual player never activates
    badge_list: list[Badge] = [
        ("use", ring(size, i < location.used, idle)) for i in reversed(range(uses))
    ]
    if location.blocked:
        badge_list.append(("blocked", disc(size, RAZE, "padlock")))
    badge_list += [("defense", chip("defense", size))] * location.defense
    if location.samurai:
        badge_list.append(("samurai", disc(size, JAPAN, "samurai-helmet")))
    if location.controller != location.owner:
        badge_list.append(
            (
                "captured",
                tablet(
                    theme,
                    size,
                    EGYPT,
                    "ankh",
                    location.controller if seat == location.owner else max(0, location.owner),
                ),
            )
        )
    badge_list += [
        ("route", tablet(theme, size, DEAL, "trail", route_seat)) for route_seat in location.routes
    ]
    if location.put:
        badge_list.append(
            ("put", tablet(theme, size, JAPAN, "wooden-crate", None, str(location.put)))
        )
    if location.under:
        badge_list.append(
            ("under", tablet(theme, size, EGYPT, "card-play", None, str(location.under)))
        )
    return badge_list


def lay(
    canvas: Canvas,
    theme: Theme,
    location: LocationView,
    seat: int,
    area: Rect,
    size: int,
    least: int,
    *,
    idle: bool = False,
) -> None:
    """Draw a Location's badges from the upper right corner of `area`, in lines.

    `size` is the largest and `least` the smallest size of a badge in pixels. If even the smallest
    do not fit, the least important badges are left out. `idle` is as in `badges`.
    """
    found = badges(theme, location, seat, size, idle=idle)
    while (places := _badge_places(found, area)) is None and size > least:
        size -= 2
        found = badges(theme, location, seat, size, idle=idle)
    while places is None:
        found = found[:-1]
        places = _badge_places(found, area)
    for kind, body, box in places:
        canvas.paste_centred(body, box.centre)
        canvas.record_region("badge", box, f"{location.card} {kind}")


def _badge_places(badge_list: Sequence[Badge], area: Rect) -> list[tuple[str, Sprite, Rect]] | None:
    """Return each badge's (name, sprite, rectangle), or None if `area` is too small for all."""
    places, x, y, height = [], area.right, area.y, 0
    for kind, body in badge_list:
        w = body.width - 2 * (kind == "defense") * SHADOW_MARGIN_PX
        h = body.height - 2 * (kind == "defense") * SHADOW_MARGIN_PX
        if x - w < area.x and x < area.right:
            x, y = area.right, y + height + 2
        if x - w < area.x or y + h > area.bottom:
            return None
        places.append((kind, body, Rect(x - w, y, w, h)))
        x, height = x - w - 2, h
    return places


def is_unavailable(location: LocationView, seat: int) -> bool:
    """Return whether a Location in the Empire of `seat` is used, blocked or captured."""
    return (
        (0 < location.uses <= location.used)
        or location.blocked
        or (location.controller != location.owner and location.owner == seat)
    )


@cached
def price(theme: Theme, n: int, height: int) -> PaddedSprite:
    """Return a tag, `height` pixels high, with the price `n` of a razing in raze tokens."""
    size, digit = round(height * 0.78), max(theme.small, round(height * 0.84))
    number = writing.width(str(n), BLACK, digit)
    width = round(height * 0.48 + number + size * 0.8)
    body = Image.new("L", (width * SUPERSAMPLE, height * SUPERSAMPLE))
    slant = height * 0.3 * SUPERSAMPLE
    ImageDraw.Draw(body).polygon(
        [
            (0, height * SUPERSAMPLE),
            (slant, 0),
            (width * SUPERSAMPLE, 0),
            (width * SUPERSAMPLE, height * SUPERSAMPLE),
        ],
        fill=255,
    )
    out = tinted(body.resize((width, height), BOX), RAZE)
    x = height * 0.32
    writing.write(
        ImageDraw.Draw(out),
        (x, height / 2 + digit * writing.DIGIT_DROP),
        str(n),
        writing.Style(BLACK, digit, DUE),
    )
    torch = icon("torch", round(size * 0.84), FLAME)
    out.alpha_composite(torch, (round(x + number), (height - torch.height) // 2))
    return markers.shadowed(out, *SHADOWS["chip"])


def draw_price_on_band(canvas: Canvas, n: int, box: Rect, card: str) -> None:
    """Draw the price `n` for razing `card` in `box`, over the torch of the razing band."""
    canvas.sheet.paste(dark(RAZE, 0.35), (box.x + 1, box.y, box.right, box.bottom))
    digit = 34
    number = writing.width(str(n), BLACK, digit)
    torch = max(14, min(24, round(box.w - number - 2)))
    left = box.x + max(1.0, (box.w - number - torch) / 2)
    canvas.text(
        (left, box.centre[1] + digit * writing.DIGIT_DROP),
        str(n),
        writing.Style(BLACK, digit, DUE),
        kind="due",
    )
    canvas.paste_centred(icon("torch", torch, FLAME), (left + number + torch / 2, box.centre[1]))
    canvas.record_region("price", box, card)


def lay_price(canvas: Canvas, tag: PaddedSprite, corner: tuple[float, float], card: str) -> None:
    """Draw the price tag of `card` with its lower right end at `corner`."""
    w, h = tag.image.width - 2 * tag.pad, tag.image.height - 2 * tag.pad
    canvas.paste_padded(tag, corner[0] - w, corner[1] - h)
    canvas.record_region("price", Rect(round(corner[0] - w), round(corner[1] - h), w, h), card)


@cached
def dashes(w: int, h: int, radius: int, colour: RGB) -> Sprite:
    """Return a dashed frame for a preview, which reaches 4 pixels beyond `w` x `h` pixels."""
    pad, width, dash = 4, 6, 22
    out = Image.new("RGBA", (w + 2 * pad, h + 2 * pad))
    for extra, tone in ((2, DARK), (0, colour)):
        line = Image.new("L", (out.width * 2, out.height * 2))
        edge = (pad - 1 - extra // 2) * 2
        ImageDraw.Draw(line).rounded_rectangle(
            (edge, edge, line.width - 1 - edge, line.height - 1 - edge),
            radius * 2,
            outline=255,
            width=(width + extra) * 2,
        )
        gaps = Image.new("L", line.size)
        pen = ImageDraw.Draw(gaps)
        for x in range(-line.height, line.width + line.height, dash * 4):
            slant = x + line.height
            pen.polygon(
                [(x, 0), (x + dash * 2, 0), (slant + dash * 2, line.height), (slant, line.height)],
                fill=255,
            )
        mask = Image.composite(line, Image.new("L", line.size), gaps).resize(out.size, BOX)
        layer(out, tone, mask)
    return out
