"""Card faces: the good and its thresholds above, the action below."""

from __future__ import annotations

import functools
from zlib import crc32

from PIL import Image, ImageChops, ImageDraw

from games.eight_minute_empire.cards import CARDS, GOODS, Card
from games.eight_minute_empire.effects import Op
from render import chrome, markers, words
from render import text as writing
from render.canvas import Baked
from render.eight_minute_empire import pieces
from render.eight_minute_empire.look import GOODS as LOOKS
from render.eight_minute_empire.look import LAYOUT, MAP, icon
from render.layout import Layout
from render.texture import Sprite, clouds, flat, rounded, scaled, shade
from render.theme import RGB, Theme, mix

SHEETS = 4                                     # so many different sheets of paper lie under the cards
SIGNS = {"place": "+", "destroy": "−"}


def _sub(name: str) -> str:
    return f"card.{name}"


def _kind(op: Op) -> tuple[str, bool]:
    """The op's name in the data, and whether it crosses the sea."""
    return str(op.__struct_config__.tag), bool(getattr(op, "sea", False))


def face(theme: Theme, card_id: str, english: bool, lang: str, veiled: bool = False) -> Sprite:
    """A card as it lies in the row; ``veiled`` when the mover cannot pay for it."""
    card = CARDS[card_id]
    w, h = LAYOUT.get(_sub("size"))
    out = chrome.panel(w, h, MAP["card"], MAP["card_rim"], 3, crc32(card_id.encode()) % SHEETS).copy()
    _field(out, card, theme, lang)
    _actions(out, card, english, theme, lang)
    return markers.veil(out, mix(theme.paper, (150, 140, 128), 0.5), 0.62) if veiled else out


@functools.lru_cache(maxsize=256)
def lying(theme: Theme, card_id: str, english: bool, lang: str, veiled: bool) -> Baked:
    """A card with its shadow."""
    return markers.shadowed(face(theme, card_id, english, lang, veiled))


@functools.lru_cache(maxsize=1)
def halo() -> Baked:
    """The glow of a card."""
    w, h = LAYOUT.get(_sub("size"))
    return markers.halo(rounded(w, h, chrome.LAYOUT.int("panel.radius")))


def _field(out: Sprite, card: Card, theme: Theme, lang: str) -> None:
    """The tinted field with the good's icon and the thresholds."""
    lay: Layout = LAYOUT
    (w, h), low = lay.get(_sub("size")), lay.int(_sub("field"))
    name, colour = LOOKS[card.good]
    mask = Image.new("L", (w, h))
    ImageDraw.Draw(mask).rounded_rectangle((7, 7, w - 8, low), radius=10, fill=255)
    tint = shade(flat(w, h, mix(colour, theme.paper, 0.62)), clouds(w, h, 4, 60, 3), 0.15)
    out.paste(tint, (0, 0), ImageChops.multiply(mask, scaled(out.getchannel("A"), 235 / 255)))
    pen = ImageDraw.Draw(out)
    pen.line((8, low, w - 9, low), fill=colour, width=3)
    places = [lay.point(_sub("icon_at"))] if card.symbols == 1 else [(x, y) for x, y in lay.get(_sub("twin_at"))]
    size = lay.int(_sub("icon")) if card.symbols == 1 else lay.int(_sub("twin"))
    for x, y in places:
        out.alpha_composite(icon(name, size, colour, (252, 246, 232)), (round(x - size / 2), round(y - size / 2)))
    base = lay.int(_sub("steps"))
    if card.good not in GOODS:
        style = writing.Style("alegreya-sans-700", theme.small, mix(colour, theme.ink, 0.5))
        writing.write(pen, (w / 2, base - 2), words.say(lang, "wild"), style, "m")
        return
    steps, pitch = GOODS[card.good].steps, lay.int(_sub("step_pitch"))
    style = writing.Style("alegreya-sans-800", theme.small, mix(colour, theme.ink, 0.55))
    for i, (need, _) in enumerate(steps):
        x = w / 2 + (i - (len(steps) - 1) / 2) * pitch
        writing.write(pen, (x, base), str(need), style, "m")
        if i:
            pen.ellipse((x - pitch / 2 - 2, base - 13, x - pitch / 2 + 2, base - 9), fill=mix(colour, theme.ink, 0.35))


def _actions(out: Sprite, card: Card, english: bool, theme: Theme, lang: str) -> None:
    action = card.action(english)
    if len(action.ops) == 1:
        _single(out, action.ops[0], theme)
    else:
        _double(out, action.ops, words.say(lang, action.join), theme)


def _single(out: Sprite, op: Op, theme: Theme) -> None:
    lay = LAYOUT
    w, size, number = lay.get(_sub("size"))[0], lay.int(_sub("action_icon")), lay.int(_sub("action_number"))
    kind, sea = _kind(op)
    text, y = SIGNS.get(kind, "") + str(op.n), lay.int(_sub("action_y"))
    total = writing.width(text, "alegreya-sans-900", number) + 8 + size
    style = writing.Style("alegreya-sans-900", number, theme.ink)
    writing.write(ImageDraw.Draw(out), ((w - total) / 2, y + number * 0.33), text, style)
    out.alpha_composite(pieces.action(kind, sea, size), (round((w + total) / 2 - size), y - size // 2))


def _double(out: Sprite, ops: tuple[Op, ...], join: str, theme: Theme) -> None:
    lay, pen = LAYOUT, ImageDraw.Draw(out)
    w, size, number = lay.get(_sub("size"))[0], lay.int(_sub("part_icon")), lay.int(_sub("part_number"))
    right, left = lay.get(_sub("part_x"))
    x, y = lay.point(_sub("join_at"))
    pen.line((16, y, w - 17, y), fill=mix(MAP["rule"], MAP["card"], 0.5), width=2)
    for op, middle in zip(ops, lay.get(_sub("part_y")), strict=True):
        kind, sea = _kind(op)
        text = SIGNS.get(kind, "") + str(op.n)
        style = writing.Style("alegreya-sans-900", number, theme.ink)
        writing.write(pen, (right, middle + number * 0.32), text, style, "r")
        out.alpha_composite(pieces.action(kind, sea, size), (left, middle - size // 2))
    ring: RGB = mix(MAP["rule"], MAP["card"], 0.35)
    r = lay.int(_sub("join"))
    pen.ellipse((x - r, y - r, x + r, y + r), fill=MAP["card"], outline=ring, width=2)
    style = writing.Style("alegreya-sans-700", theme.small, mix(theme.ink, theme.paper, 0.2))
    writing.write(pen, (x, y + 9), join, style, "m")
