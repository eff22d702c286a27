"""Card faces: the good and its thresholds above, the action below."""

from __future__ import annotations

from zlib import crc32

from PIL import Image, ImageChops, ImageDraw

from games.eight_minute_empire.model.catalog import CARDS, GOODS, Card
from games.eight_minute_empire.model.operations import Op
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Halo, PaddedSprite
from render.base.layout import Layout
from render.base.texture import Sprite, clouds, flat, rounded, scaled, shade
from render.base.theme import BLACK, CORNERS, Theme, mix
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import GOODS as LOOKS
from render.eight_minute_empire.pieces.style import LAYOUT, MAP, icon
from render.parts import markers, panels, widgets

CARD = LAYOUT.part("card")
PAPER_VARIANTS = 2  # number of paper textures of cards
FIELD_OPACITY = 235 / 255  # of the tinted field with the good
JOIN_FACE = "alegreya-sans-800"  # of the word between two actions
SIGNS = {"place": "+", "destroy": "−"}


def kind_of(op: Op) -> tuple[str, bool]:
    """Return an operation's kind, such as "place", and whether it crosses the sea."""
    return str(op.__struct_config__.tag), bool(getattr(op, "sea", False))


def face(
    theme: Theme, card_id: str, *, english_printing: bool, lang: str, veiled: bool = False
) -> Sprite:
    """Draw a card of the row.

    With `english_printing`, the card has the action of the English printing. With `veiled`, it is
    dimmed, because the active player cannot pay for it.
    """
    card, layout = CARDS[card_id], CARD
    w, h = layout.get("size")
    out = blank(card_id, w, h, layout)
    _draw_field(out, card, theme, lang, layout)
    action = card.action(english_printing)
    if len(action.ops) == 1:
        _draw_single(out, action.ops[0], theme, layout)
    else:
        _draw_double(out, action.ops, i18n.say(lang, action.join), theme, layout)
    return veil(out, theme) if veiled else out


def blank(card_id: str, w: int, h: int, layout: Layout) -> Sprite:
    """Return the paper of a card without its face."""
    variant = crc32(card_id.encode()) % PAPER_VARIANTS
    return panels.panel(w, h, MAP["card"], MAP["card_rim"], layout.int("line"), variant).copy()


def veil(face: Sprite, theme: Theme) -> Sprite:
    """Return a card's face, dimmed because the active player cannot pay for it."""
    return markers.veil(face, mix(theme.paper, (150, 140, 128), 0.5), 0.54)


@cached
def shadowed_card(
    theme: Theme, card_id: str, *, english_printing: bool, lang: str, veiled: bool
) -> PaddedSprite:
    """Return the card of `face` with its shadow, cached."""
    return markers.shadowed(
        face(theme, card_id, english_printing=english_printing, lang=lang, veiled=veiled)
    )


@cached
def halo() -> Halo:
    """Return the glow of a card of the row."""
    w, h = CARD.get("size")
    return markers.halo(rounded(w, h, CORNERS["panel"]))


def _draw_field(out: Sprite, card: Card, theme: Theme, lang: str, layout: Layout) -> None:
    """Draw the tinted field with the good's icon and the thresholds."""
    (w, h) = layout.get("size")
    field_bottom = layout.int("field")
    edge = layout.int("edge")
    name, colour = LOOKS[card.good]
    mask = Image.new("L", (w, h))
    ImageDraw.Draw(mask).rounded_rectangle(
        (edge - 1, edge - 1, w - edge, field_bottom), radius=edge + 2, fill=255
    )
    tint = shade(flat(w, h, mix(colour, theme.paper, 0.62)), clouds(w, h, 4, 60, 3), 0.15)
    out.paste(tint, (0, 0), ImageChops.multiply(mask, scaled(out.getchannel("A"), FIELD_OPACITY)))
    pen = ImageDraw.Draw(out)
    pen.line(
        (edge, field_bottom, w - edge - 1, field_bottom), fill=colour, width=layout.int("line")
    )
    places = (
        [layout.point("icon_at")]
        if card.symbols == 1
        else [(x, y) for x, y in layout.get("twin_at")]
    )
    size = layout.int("icon") if card.symbols == 1 else layout.int("twin")
    for x, y in places:
        out.alpha_composite(
            icon(name, size, colour, (252, 246, 232)), (round(x - size / 2), round(y - size / 2))
        )
    if card.good in GOODS:
        _draw_steps(pen, card.good, theme, layout)
    else:
        style = writing.Style("alegreya-sans-700", layout.int("word"), mix(colour, theme.ink, 0.5))
        writing.write(pen, (w / 2, layout.int("steps")), i18n.say(lang, "wild"), style, "m")


def _draw_steps(pen: ImageDraw.ImageDraw, good: str, theme: Theme, layout: Layout) -> None:
    """Draw the thresholds of a good, with dots between them.

    A threshold is the number of symbols from which the good gives more points.
    """
    w = layout.get("size")[0]
    base = layout.int("steps")
    pitch = layout.int("step_pitch")
    r = layout.int("dot")
    colour, steps = LOOKS[good][1], GOODS[good].steps
    style = writing.Style(BLACK, layout.int("step_digit"), mix(colour, theme.ink, 0.75))
    for i, (need, _) in enumerate(steps):
        x = w / 2 + (i - (len(steps) - 1) / 2) * pitch
        writing.write(pen, (x, base), str(need), style, "m")
        if i:
            at, middle = x - pitch / 2, base - style.size * writing.LETTER_DROP
            pen.ellipse((at - r, middle - r, at + r, middle + r), fill=mix(colour, theme.ink, 0.35))


def _draw_single(out: Sprite, op: Op, theme: Theme, layout: Layout) -> None:
    """Draw the number and the icon of a card's only action."""
    w = layout.get("size")[0]
    size = layout.int("action_icon")
    number = layout.int("action_number")
    kind, by_sea = kind_of(op)
    text, y = SIGNS.get(kind, "") + str(op.n), layout.int("action_y")
    total = writing.width(text, "alegreya-sans-900", number) + layout.int("space") + size
    style = writing.Style("alegreya-sans-900", number, theme.ink)
    writing.write(
        ImageDraw.Draw(out), ((w - total) / 2, y + number * writing.LETTER_DROP), text, style
    )
    out.alpha_composite(
        sprites.action(kind, by_sea, size), (round((w + total) / 2 - size), y - size // 2)
    )


def _draw_double(out: Sprite, ops: tuple[Op, ...], join: str, theme: Theme, layout: Layout) -> None:
    """Draw two actions one above the other, with "or" or "and" on a pill between."""
    pen = ImageDraw.Draw(out)
    w, y = layout.get("size")[0], layout.point("join_at")[1]
    line_inset = layout.int("deep")
    pen.line(
        (line_inset, y, w - line_inset - 1, y),
        fill=mix(MAP["rule"], MAP["card"], 0.5),
        width=2,
    )
    draw_parts(out, ops, join, theme, layout, writing.LETTER_DROP)


def draw_parts(
    out: Sprite, ops: tuple[Op, ...], join: str, theme: Theme, layout: Layout, drop: float
) -> None:
    """Draw two actions one above the other, and `join` on a pill between them.

    `join` is the word "or" or "and". `drop` is how far the baseline is below the middle of a line,
    as a share of the numbers' size.
    """
    pen = ImageDraw.Draw(out)
    size, number = layout.int("part_icon"), layout.int("part_number")
    number_right, icon_left = layout.get("part_x")
    style = writing.Style(BLACK, number, theme.ink)
    for op, middle in zip(ops, layout.get("part_y"), strict=True):
        kind, by_sea = kind_of(op)
        text = SIGNS.get(kind, "") + str(op.n)
        writing.write(pen, (number_right, middle + number * drop), text, style, "r")
        out.alpha_composite(sprites.action(kind, by_sea, size), (icon_left, middle - size // 2))
    _draw_join(out, join, theme, layout)


def _draw_join(out: Sprite, join: str, theme: Theme, layout: Layout) -> None:
    """Draw `join`, the word between two actions, light on a dark pill."""
    (x, y), size, half = layout.point("join_at"), layout.int("word"), layout.int("join")
    style = writing.Style(JOIN_FACE, size, theme.cream)
    half_width = max(
        half, round(writing.width(join, style.face, size) / 2) + layout.int("join_air")
    )
    # On a dark ground a Spanish "o" is no zero.
    pill = widgets.plate(
        2 * half_width, 2 * half, half, mix(theme.ink, MAP["rule"], 0.2), theme.ink
    )
    out.alpha_composite(pill, (round(x - half_width), round(y - half)))
    writing.write(ImageDraw.Draw(out), (x, y + size * 0.26), join, style, "m")
