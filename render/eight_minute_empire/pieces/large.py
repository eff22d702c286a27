"""Large card: the good's name, a landscape, the points of the good, the action in words."""

from __future__ import annotations

import math
from zlib import crc32

from PIL import Image, ImageDraw

from games.eight_minute_empire.model.catalog import CARDS, GOODS, Card
from games.eight_minute_empire.model.operations import Op
from games.eight_minute_empire.rules.turns import goods_on_card
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, PaddedSprite
from render.base.icons import silhouette
from render.base.layout import Rect
from render.base.texture import Sheet, clouds, flat, rounded, scaled, shade
from render.base.theme import BLACK, CORNERS, HEAVY, SERIF, Theme, mix, pale
from render.eight_minute_empire.pieces import cards, sprites
from render.eight_minute_empire.pieces.style import ASSETS, LAYOUT, LOOK, MAP, icon
from render.eight_minute_empire.pieces.style import GOODS as LOOKS
from render.parts import markers, panels

LARGE = LAYOUT.part("large")
GAME = "eight_minute_empire"


@cached
def shadowed_large_card(
    theme: Theme, card_id: str, *, english_printing: bool, lang: str, veiled: bool
) -> PaddedSprite:
    """Return a large card with its shadow; arguments as in `cards.face`."""
    card, (w, h) = CARDS[card_id], LARGE.get("size")
    paper = panels.panel(
        w,
        h,
        MAP["card"],
        MAP["card_rim"],
        LARGE.int("line"),
        crc32(card_id.encode()) % cards.PAPER_VARIANTS,
    )
    canvas = Canvas(paper.convert("RGB"))
    _draw_title(canvas, theme, i18n.message(GAME, lang, goods_on_card(card_id)), card)
    _draw_thresholds(canvas, theme, card, lang)
    action = card.action(english_printing)
    if len(action.ops) == 1:
        _draw_single(canvas, theme, action.ops[0], lang)
    else:
        _draw_double(canvas, theme, action.ops, i18n.say(lang, action.join), lang)
    out = canvas.sheet.convert("RGBA")
    out.putalpha(paper.getchannel("A"))
    return markers.shadowed(
        markers.veil(out, mix(theme.paper, (150, 140, 128), 0.5), 0.62) if veiled else out
    )


def _draw_title(canvas: Canvas, theme: Theme, name: str, card: Card) -> None:
    """Draw the good's name and the landscape."""
    room, frame = LARGE.rect("name"), LARGE.rect("vista")
    text, size = writing.fit(name, SERIF, LARGE.int("name_size"), room.w, theme.small)
    ink = mix(LOOKS[card.good][1], theme.ink, 0.6)
    canvas.text(
        (room.centre[0], room.centre[1] + size * writing.LETTER_DROP),
        text,
        writing.Style(SERIF, size, ink),
        "m",
        "name",
    )
    view = vista(card.good, frame.w, frame.h)
    canvas.sheet.paste(view, (frame.x, frame.y), rounded(frame.w, frame.h, CORNERS["tile"]))
    for x in LARGE.get("emblems")[card.symbols - 1]:
        emblem = icon(LOOKS[card.good][0], LARGE.int("emblem"), LOOKS[card.good][1], theme.cream)
        canvas.paste_centred(emblem, (x, LARGE.int("emblem_y")))


@cached
def vista(good: str, w: int, h: int) -> Sheet:
    """Draw a landscape: sky, a low sun, hills, and silhouettes of the good's source."""
    colour = LOOKS[good][1]
    land_colour = mix(LOOKS[good][1], (150, 160, 110), 0.55)
    (sun, crests, silhouettes) = LOOK["vista"][good]
    ramp = Image.linear_gradient("L").resize((w, h))
    sheet = Image.composite(flat(w, h, (248, 226, 178)), flat(w, h, pale(colour, 0.45)), ramp)
    disc, scale = Image.new("L", (w * 2, h * 2)), 2
    (x, y), r = (sun[0] * w, sun[1] * h), h * 0.15
    ImageDraw.Draw(disc).ellipse(
        ((x - r) * scale, (y - r) * scale, (x + r) * scale, (y + r) * scale), fill=230
    )
    sheet.paste((255, 246, 214), (0, 0), disc.resize((w, h), Image.Resampling.BOX))
    for index, (base, height, turn) in enumerate(crests):
        hill = Image.new("L", (w * scale, h * scale))
        line = [
            (i * scale, (base - height * math.sin(turn + i / w * (4 + 2 * index))) * h * scale)
            for i in range(0, w + 4, 4)
        ]
        ImageDraw.Draw(hill).polygon([(0, h * scale), *line, (w * scale, h * scale)], fill=255)
        tone = mix(
            pale(land_colour, 0.35),
            mix(land_colour, (60, 60, 40), 0.35),
            index / max(1, len(crests) - 1),
        )
        sheet.paste(
            shade(flat(w, h, tone), clouds(w, h, 7 + index, 40, 3), 0.2),
            (0, 0),
            hill.resize((w, h), Image.Resampling.BOX),
        )
    for name, across, down, size in silhouettes:
        mask = silhouette(ASSETS, name, round(size * h))
        place = round(across * w - mask.width / 2), round(down * h - mask.height / 2)
        sheet.paste(mix(land_colour, (40, 34, 24), 0.6), place, scaled(mask, 0.8))
    return sheet


def _draw_thresholds(canvas: Canvas, theme: Theme, card: Card, lang: str) -> None:
    """Draw the thresholds of the good and their points, or the rule of a wild card."""
    frame, colour = LARGE.rect("worth"), LOOKS[card.good][1]
    if card.good not in GOODS:
        style = writing.Style("alegreya-sans-700", theme.small, mix(colour, theme.ink, 0.5))
        rich_text.set_text(canvas, frame, i18n.say(lang, "eme.any"), style, anchor="m", middle=True)
        return
    steps, side = GOODS[card.good].steps, LARGE.int("sign")
    signs = (
        icon(LOOKS[card.good][0], side, colour),
        icon("laurels", side, mix(theme.saffron, theme.ink, 0.35)),
    )
    for row, sign in enumerate(signs):
        y = frame.y + frame.h * (0.25 + 0.5 * row)
        canvas.paste_centred(sign, (frame.x + side / 2, y))
        face, tone = (BLACK, theme.ink) if row else (HEAVY, mix(colour, theme.ink, 0.55))
        for i, step in enumerate(steps):
            place = (
                frame.x + side + (frame.w - side) * (i + 0.5) / len(steps),
                y + theme.small * writing.DIGIT_DROP,
            )
            canvas.text(place, str(step[row]), writing.Style(face, theme.small, tone), "m", "step")
    panels.hairline(canvas, frame.x, round(frame.centre[1]), frame.w)


def _action_text(op: Op, lang: str) -> str:
    """Return the text of an operation."""
    return i18n.say(lang, f"eme.act.{op.text_key}", n=op.n)


def _number_and_icon(canvas: Canvas, theme: Theme, op: Op, x: float, y: float, size: int) -> None:
    """Draw the number and the icon of an operation, centered at `x`, `y`.

    `size` is the icon's height in pixels.
    """
    kind, by_sea = cards.kind_of(op)
    text, digits = cards.SIGNS.get(kind, "") + str(op.n), round(size * 0.8)
    total = writing.width(text, BLACK, digits) + LARGE.int("space") + size
    canvas.text(
        (x - total / 2, y + digits * writing.LETTER_DROP),
        text,
        writing.Style(BLACK, digits, theme.ink),
        kind="number",
    )
    canvas.paste_centred(sprites.action(kind, by_sea, size), (x + total / 2 - size / 2, y))


def _draw_single(canvas: Canvas, theme: Theme, op: Op, lang: str) -> None:
    """Draw the number and the icon of a card's only action, with the words below."""
    box = LARGE.rect("single_words")
    _number_and_icon(canvas, theme, op, *LARGE.point("single_at"), LARGE.int("single_icon"))
    rich_text.set_text(
        canvas,
        box,
        _action_text(op, lang),
        writing.Style(SERIF, theme.small, theme.ink),
        anchor="m",
        middle=True,
    )


def _draw_double(canvas: Canvas, theme: Theme, ops: tuple[Op, ...], join: str, lang: str) -> None:
    """Draw two actions one above the other, with "or" or "and" between."""
    for op, (x, y), box in zip(ops, LARGE.get("double_at"), LARGE.get("double_words"), strict=True):
        _number_and_icon(canvas, theme, op, x, y, LARGE.int("double_icon"))
        rich_text.set_text(
            canvas,
            Rect(*box),
            _action_text(op, lang),
            writing.Style(SERIF, theme.small, theme.ink),
            middle=True,
        )
    (x, y), r = LARGE.point("join_at"), LARGE.int("join")
    panels.hairline(canvas, LARGE.rect("worth").x, round(y), LARGE.rect("worth").w)
    canvas.pen.ellipse(
        (x - r, y - r, x + r, y + r),
        fill=MAP["card"],
        outline=mix(MAP["rule"], MAP["card"], 0.35),
        width=2,
    )
    style = writing.Style("alegreya-sans-700", theme.small, mix(theme.ink, theme.paper, 0.2))
    canvas.text((x, y + style.size * 0.26), join, style, "m")
