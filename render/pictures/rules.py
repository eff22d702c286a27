"""Pictures of the rules: examples of chapters, and a poster of the rules for phones.

An example is drawn from a stored position and cropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from msgspec import structs
from PIL import Image, ImageOps

from games.core.engine.game import find
from games.core.guides import rulebook
from games.core.views.scene import Scene
from render.base import fonts, i18n, rich_text, theme
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.text import Style
from render.base.texture import Sheet
from render.base.theme import Theme
from render.parts import legend, panels
from render.pictures import cover

SHEET = panels.LAYOUT.part("sheet")
LIGHT = ("day", "summer")
_RIM = (60, 40, 25)
Paint = Callable[[Scene], Canvas]
_MARKS = re.compile(r"\*\*|`|(?<!\w)\*|\*(?!\w)")
_ITEM = re.compile(r"\s*[-*]\s+")


def example(scene: Scene, paint: Paint) -> Canvas:
    """Draw the example of a chapter; the view is its anchor.

    Raises `KeyError` for a chapter without an example.
    """
    one = rulebook.examples(scene.game)[str(scene.view)]
    whole = paint(structs.replace(one.scene(scene.game, scene.lang), palette=scene.palette))
    return _cut(whole, one.cut, one.air)


def _cut(whole: Canvas, names: Sequence[str], air: int) -> Canvas:
    """Crop a picture to the named regions with `air` pixels around.

    It stays uncropped if none is found. A crop has no recorded regions.
    """
    boxes = [box for name in names if (box := legend.place(whole.noted, (name,))) is not None]
    if not boxes:
        return whole
    left, top = max(0, min(b.x for b in boxes) - air), max(0, min(b.y for b in boxes) - air)
    right, low = (
        min(whole.box.w, max(b.right for b in boxes) + air),
        min(whole.box.h, max(b.bottom for b in boxes) + air),
    )
    return Canvas(whole.sheet.crop((left, top, right, low)))


@dataclass(frozen=True)
class Block:
    """Part of the poster, `high` pixels: a heading, text, picture or numbered line.

    `draw` draws it from its upper left corner.
    """

    high: int
    draw: Callable[[Canvas, int, int], None]  # canvas, left, top


def sheet(scene: Scene, paint: Paint) -> Canvas:
    """Draw the rules poster: cover, chapters with examples, and the board with its legend.

    Raises `KeyError` for a game without a poster.
    """
    wanted = rulebook.sheet(scene.game)
    if wanted is None:
        raise KeyError(scene.game)
    look = theme.load(scene.palette)
    chapters = [
        _chapter(scene, look, paint, anchor, whole=anchor in wanted.whole)
        for anchor in wanted.chapters
    ]
    chapters.append(_legend(scene, look, paint, wanted))
    top = _top(scene, look)
    wide, margin, gap, pad = (
        SHEET.int("width"),
        SHEET.int("margin"),
        SHEET.int("gap"),
        SHEET.int("pad"),
    )
    total = (
        top.height
        + gap
        + sum(sum(one.high for one in blocks) + 2 * pad + gap for blocks in chapters)
    )
    canvas = Canvas(_ground(wide, total))
    canvas.sheet.paste(top, (0, 0))
    y = top.height + gap
    for blocks in chapters:
        high = sum(one.high for one in blocks) + 2 * pad
        frame = Rect(margin, y, wide - 2 * margin, high)
        panels.lay_panel(canvas, look, frame)
        canvas.record_region("panel", frame)
        at = y + pad
        for one in blocks:
            one.draw(canvas, margin + pad, at)
            at += one.high
        y += high + gap
    return canvas


def _ground(wide: int, high: int) -> Sheet:
    """Return a wooden table of any height; every other repetition is flipped to hide seams."""
    out, at, turned = Image.new("RGB", (wide, high)), 0, False
    while at < high:
        part = panels.planks(
            wide, min(panels.WOOD.size[1] - panels.LAYOUT.int("header.height") - 4, 1400)
        )
        out.paste(ImageOps.flip(part) if turned else part, (0, at))
        at, turned = at + part.height, not turned
    return out


def _top(scene: Scene, look: Theme) -> Sheet:
    """Return the cover at the poster's width, or a header band for a game without one."""
    wide = SHEET.int("width")
    if "cover" not in find(scene.game).pictures:
        return Canvas(panels.table(wide, panels.LAYOUT.int("header.height") + 4)).sheet
    painted = cover.paint(structs.replace(scene, kind="cover", view=LIGHT), look).sheet
    return painted.resize(
        (wide, round(painted.height * wide / painted.width)), Image.Resampling.LANCZOS
    )


def _room() -> int:
    """Return the width available on a panel."""
    return SHEET.int("width") - 2 * SHEET.int("margin") - 2 * SHEET.int("pad")


def _chapter(scene: Scene, look: Theme, paint: Paint, anchor: str, *, whole: bool) -> list[Block]:
    """Return heading, text and example of a chapter; a narrow picture is right of the text."""
    read, shown = (
        rulebook.chapter(scene.game, scene.lang, anchor),
        rulebook.examples(scene.game).get(anchor),
    )
    if read is None:
        raise KeyError(anchor)
    parts = rulebook.paragraphs(read.text)
    parts = parts if whole else _lead(parts)
    parts = [
        part
        for part in parts
        if fonts.drawable(_MARKS.sub("", part).replace("\n", ""), theme.PLAIN)
    ]  # no emoji
    heading = _heading(read.title, look)
    if shown is None:
        return [heading, *(_text(part, look) for part in parts)]
    picture = example(structs.replace(scene, kind="example", view=anchor), paint).sheet
    wide = picture.width > picture.height * SHEET.float("beside")
    room = _room() if wide else _room() - SHEET.int("column") - SHEET.int("pad")
    texts, note = (
        [_text(part, look, room=room) for part in parts],
        _text(shown.says[scene.lang], look, "note", room),
    )
    if wide:
        return [heading, *texts, _picture(picture, room), note]
    texts.append(note)
    return [
        heading,
        _beside(texts, _picture(picture, SHEET.int("column")), room + SHEET.int("pad")),
    ]


def _lead(parts: Sequence[str]) -> list[str]:
    """Return the first paragraph of a chapter, with the list that it introduces or begins."""
    more = parts[0].endswith(":") or bool(rulebook.ITEM.match(parts[0]))
    return [parts[0], *(takewhile(rulebook.ITEM.match, parts[1:]) if more else ())]


def _beside(texts: Sequence[Block], picture: Block, at: int) -> Block:
    """Return texts below each other, with a picture `at` pixels from their left edge."""

    def draw(canvas: Canvas, x: int, y: int) -> None:
        picture.draw(canvas, x + at, y + 8)
        for one in texts:
            one.draw(canvas, x, y)
            y += one.high

    return Block(max(sum(one.high for one in texts), picture.high + 8), draw)


def _legend(scene: Scene, look: Theme, paint: Paint, wanted: rulebook.RulesPoster) -> list[Block]:
    """Return the legend as blocks: the board with numbered places, and what they mean."""
    board = structs.replace(wanted.scene(scene.game, scene.lang), palette=scene.palette)
    blocks = [
        _heading(i18n.say(scene.lang, "legend"), look),
        _picture(paint(board).sheet, _room(), SHEET.int("width") * 2),
    ]
    for n, one in enumerate(rulebook.signs(scene.game)["board"], 1):
        sign = one.sign.get(scene.lang, "")
        if one.at:
            blocks.append(
                _numbered(
                    n, f"{sign}: {one.says[scene.lang]}" if sign else one.says[scene.lang], look
                )
            )
    return blocks


def plain(text: str) -> str:
    """Return a text of the rules without its markup."""
    return _MARKS.sub("", text)


def _heading(title: str, look: Theme) -> Block:
    size = SHEET.int("heading")
    style = Style(theme.HEAVY_SERIF, size, look.madder)
    lines = rich_text.wrap(title, style, _room())
    high = round(rich_text.height(lines, style))

    def draw(canvas: Canvas, x: int, y: int) -> None:
        rich_text.set_text(canvas, Rect(x, y, _room(), high), title, style)

    return Block(high + SHEET.int("line"), draw)


def _text(part: str, look: Theme, kind: str = "text", room: int = 0) -> Block:
    """Return a paragraph or list item, `room` pixels wide (0: as wide as the panel)."""
    item = _ITEM.match(part)
    said = plain(part[item.end() :] if item else part)
    style = Style(theme.ITALIC if kind == "note" else theme.PLAIN, SHEET.int(kind), look.ink)
    indent = SHEET.int("indent") if item else 0
    room = (room or _room()) - indent
    high = round(rich_text.height(rich_text.wrap(said, style, room), style)) + 2

    def draw(canvas: Canvas, x: int, y: int) -> None:
        if item:
            canvas.text((x + 4, y + style.size * 0.9), "•", style)
        used = rich_text.set_text(canvas, Rect(x + indent, y, room, high), said, style)
        canvas.record_region("words", used, said)

    return Block(high + SHEET.int("line"), draw)


def _numbered(n: int, said: str, look: Theme) -> Block:
    """Return a number of the legend and its meaning."""
    style, indent, disc = (
        Style(theme.PLAIN, SHEET.int("text"), look.ink),
        SHEET.int("number"),
        legend.LEGEND.int("disc"),
    )
    said = plain(said)
    high = max(
        disc, round(rich_text.height(rich_text.wrap(said, style, _room() - indent), style)) + 2
    )

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.paste_centred(legend.number(look, n, disc), (x + disc / 2, y + disc / 2))
        used = rich_text.set_text(
            canvas, Rect(x + indent, y, _room() - indent, high), said, style, middle=high == disc
        )
        canvas.record_region("words", used, said)

    return Block(high + SHEET.int("line"), draw)


def _picture(picture: Sheet, room: int, highest: int = 0) -> Block:
    """Return a picture centered in `room`, scaled to fit, at most `highest` pixels high."""
    times = min(
        room / picture.width,
        SHEET.float("enlarged"),
        (highest or SHEET.int("highest")) / picture.height,
    )
    body = picture.resize(
        (round(picture.width * times), round(picture.height * times)), Image.Resampling.LANCZOS
    )

    def draw(canvas: Canvas, x: int, y: int) -> None:
        left = x + (room - body.width) // 2
        canvas.sheet.paste(body, (left, y))
        canvas.pen.rectangle(
            (left - 2, y - 2, left + body.width + 1, y + body.height + 1), outline=_RIM, width=2
        )
        canvas.record_region("picture", Rect(left, y, body.width, body.height))

    return Block(body.height + SHEET.int("line") + 8, draw)


GUIDES: dict[str, Callable[[Scene, Paint], Canvas]] = {"example": example, "sheet": sheet}
