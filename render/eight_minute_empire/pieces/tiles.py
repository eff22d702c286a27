"""Compact cards: the good at the left, the action at the right."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw

from games.eight_minute_empire.model.catalog import CARDS, GOODS, Action, Card
from games.eight_minute_empire.model.operations import Op
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Halo, PaddedSprite
from render.base.layout import Layout
from render.base.texture import Sprite, clouds, flat, rounded, scaled, shade
from render.base.theme import BLACK, CORNERS, HEAVY, Theme, mix
from render.eight_minute_empire.pieces import cards, sprites
from render.eight_minute_empire.pieces.style import GOODS as LOOKS
from render.eight_minute_empire.pieces.style import LAYOUT, MAP, icon
from render.parts import markers

# Layouts by shape: a `tile` of the board's row, `double` if it has two actions; a `bar` of the column; a `large` bar for cards
# without a map. Both bars have thresholds.
SHAPES = {
    "tile": LAYOUT.part("tile"),
    "double": LAYOUT.part("tile.double").with_defaults_from(LAYOUT.part("tile")),
    "bar": LAYOUT.part("bar"),
    "large": LAYOUT.part("bar", LAYOUT.int("close.scale")),
}
_WORD_FACE = "alegreya-sans-700"


@cached
def shadowed_tile(
    theme: Theme,
    card_id: str,
    shape: str,
    w: int,
    h: int,
    *,
    english_printing: bool,
    lang: str,
    veiled: bool,
    centred: bool,
) -> PaddedSprite:
    """Return a compact card, `w` x `h` pixels, with its shadow.

    `shape` is a key of `SHAPES`. With `centred`, the good stands in the middle above its
    thresholds, because no number of symbols stands beside it. The other arguments are as in
    `cards.face`.
    """
    card = CARDS[card_id]
    action = card.action(english_printing)
    layout = layout_for(SHAPES[shape], action)
    out = cards.blank(card_id, w, h, layout)
    _draw_field(out, card, theme, lang, layout, centred=centred)
    if len(action.ops) == 1:
        _draw_single(out, action.ops[0], theme, layout)
    else:
        join = i18n.say(lang, action.join)
        if has_steps(layout):
            rule, y = layout.get("rule"), layout.point("join_at")[1]
            tone = mix(MAP["rule"], MAP["card"], 0.5)
            ImageDraw.Draw(out).line((rule[0], y, rule[1], y), fill=tone, width=2)
        elif writing.width(join, cards.JOIN_FACE, layout.int("word")) > layout.int("join_room"):
            join = "&"
        cards.draw_parts(out, action.ops, join, theme, layout, writing.DIGIT_DROP)
    return markers.shadowed(cards.veil(out, theme) if veiled else out)


def layout_for(layout: Layout, action: Action) -> Layout:
    """Return the layout of a card with this action, by that of its shape."""
    return SHAPES["double"] if layout is SHAPES["tile"] and len(action.ops) > 1 else layout


def has_steps(layout: Layout) -> bool:
    """Return whether a card of this shape shows its good's thresholds."""
    return layout not in (SHAPES["tile"], SHAPES["double"])


@cached
def halo(w: int, h: int) -> Halo:
    """Return the glow of a compact card."""
    return markers.halo(rounded(w, h, CORNERS["panel"]))


def _draw_field(
    out: Sprite, card: Card, theme: Theme, lang: str, layout: Layout, *, centred: bool
) -> None:
    """Draw the tinted field with the good's icon, once or twice, and the thresholds of a bar."""
    name, colour = LOOKS[card.good]
    edge, w, h = layout.int("edge"), layout.int("field"), out.height
    mask = Image.new("L", out.size)
    ImageDraw.Draw(mask).rounded_rectangle((edge - 1, edge - 1, w + 40, h - edge), 10, fill=255)
    mask.paste(0, (w, 0, *out.size))
    tint = shade(flat(*out.size, mix(colour, theme.paper, 0.62)), clouds(*out.size, 4, 60, 3), 0.15)
    alpha = scaled(out.getchannel("A"), cards.FIELD_OPACITY)
    out.paste(tint, (0, 0), ImageChops.multiply(mask, alpha))
    ImageDraw.Draw(out).line((w, edge, w, h - edge - 1), fill=colour, width=layout.int("line"))
    spots = [layout.point("icon_at")] if card.symbols == 1 else layout.get("twin_at")
    size = layout.int("icon" if card.symbols == 1 else "twin")
    middle = sum(x for x, _ in spots) / len(spots)
    shift = layout.int("step_x") - middle if centred and has_steps(layout) else 0
    for x, y in ((x + shift, y) for x, y in spots):
        sprite = icon(name, size, colour, (252, 246, 232))
        out.alpha_composite(sprite, (round(x - size / 2), max(0, round(y - size / 2))))

    if has_steps(layout):
        _draw_steps(out, card, theme, lang, layout)


def _draw_steps(out: Sprite, card: Card, theme: Theme, lang: str, layout: Layout) -> None:
    """Draw the thresholds of the good, or the word for a wild card.

    A threshold is the number of symbols from which the good gives more points.
    """
    pen, colour = ImageDraw.Draw(out), LOOKS[card.good][1]
    base, size = layout.int("steps"), layout.int("word")
    tone = mix(colour, theme.ink, 0.7)
    if card.good not in GOODS:
        word, fitting = writing.fit(
            i18n.say(lang, "wild"), _WORD_FACE, size, layout.int("wild_room"), size * 3 // 4
        )
        style = writing.Style(_WORD_FACE, fitting, tone)
        writing.write(pen, (layout.int("wild_x"), base), word, style, "m")
        return
    digit, r = layout.int("step_digit"), layout.int("dot")
    places, middle = step_places(card.good, layout), base - digit * writing.LETTER_DROP
    for i, (x, need) in enumerate(places):
        writing.write(pen, (x, base), str(need), writing.Style(HEAVY, digit, tone), "m")
        if i:  # without dots between them the thresholds look like one number
            at = (x + places[i - 1][0]) / 2
            pen.ellipse((at - r, middle - r, at + r, middle + r), fill=tone)


def step_places(good: str, layout: Layout) -> list[tuple[float, int]]:
    """Return the x of the middle of each threshold of a good on a card, and the threshold."""
    steps = GOODS[good].steps
    x, pitch = layout.int("step_x"), layout.int("step_pitch")
    return [(x + (i - (len(steps) - 1) / 2) * pitch, need) for i, (need, _) in enumerate(steps)]


def _draw_single(out: Sprite, op: Op, theme: Theme, layout: Layout) -> None:
    """Draw one action: number and icon."""
    size, number = layout.int("action_icon"), layout.int("number")
    kind, by_sea = cards.kind_of(op)
    text = cards.SIGNS.get(kind, "") + str(op.n)
    total = writing.width(text, BLACK, number) + layout.int("space") + size
    x, y = layout.int("action_x") - total / 2, out.height / 2
    writing.write(
        ImageDraw.Draw(out),
        (x, y + number * writing.DIGIT_DROP),
        text,
        writing.Style(BLACK, number, theme.ink),
    )
    sprite = sprites.action(kind, by_sea, size)
    out.alpha_composite(sprite, (round(x + total - size), round(y - size / 2)))
