"""Pictures of the rules: examples of chapters, and the pages of the rules sheet.

An example is drawn from a stored position and cropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from msgspec import structs
from PIL import Image, ImageOps

from games.core.engine.game import find
from games.core.guides import rulebook
from games.core.views.scene import Scene
from render.base import fonts, i18n, rich_text, theme
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect, around
from render.base.text import Style
from render.base.texture import Sheet
from render.base.theme import Theme
from render.parts import header, legend, panels
from render.pictures import cover

SHEET = panels.LAYOUT.part("sheet")
LIGHT = ("day", "summer")
_RIM = (60, 40, 25)
WORD_MARGIN = 3  # pixels around a word through which the edge of an example does not go
MAX_EDGE_SHIFT, EDGE_ROUNDS = (
    130,
    4,
)  # pixels by which an edge moves for it; times that all are tried
Paint = Callable[[Scene], Canvas]
_MARKUP = re.compile(r"\*\*|`|(?<!\w)\*|\*(?!\w)")
_LIST_ITEM = re.compile(r"\s*[-*]\s+")


def example(scene: Scene, paint: Paint) -> Canvas:
    """Draw the example of a chapter; `scene.view` is the chapter's anchor.

    `paint` draws a scene. Raises `KeyError` for a chapter without an example.
    """
    chapter_example = rulebook.examples(scene.game)[str(scene.view)]
    full = paint(
        structs.replace(chapter_example.scene(scene.game, scene.lang), palette=scene.palette)
    )
    return _cropped(full, chapter_example.cut, chapter_example.air)


def _cropped(full: Canvas, names: Sequence[str], air: int) -> Canvas:
    """Return a picture cropped to the named regions and to whole words.

    `names` are as in `legend.find_region`; `air` is the space around the regions in pixels. If no
    region is found, return the picture itself. A cropped picture keeps only the recorded regions
    with words.
    """
    boxes = [
        box for name in names if (box := legend.find_region(full.regions, (name,))) is not None
    ]
    if not boxes:
        return full
    named = around(boxes)
    box = _at_whole_words(full, named, named.inset(-air))
    cropped = Canvas(full.sheet.crop(box.sides))
    words = (region for region in full.regions if region.has_letters and region.box.meets(box))
    cropped.copy_regions(words, -box.x, -box.y)
    return cropped


def _at_whole_words(full: Canvas, named: Rect, cut: Rect) -> Rect:
    """Return a crop near `cut` whose edges go through no word or figure.

    Each edge moves to the nearest line without words, by at most `MAX_EDGE_SHIFT` pixels and never
    into `named`. An edge stays where it is if there is no such line.
    """
    words = [region.box.inset(-WORD_MARGIN) for region in full.regions if region.has_letters]
    limits = full.box.sides
    sides = [
        max(0, cut.x),
        max(0, cut.y),
        min(limits[2], cut.right),
        min(limits[3], cut.bottom),
    ]
    for _ in range(EDGE_ROUNDS):
        before = list(sides)
        for edge in range(4):
            outwards = -1 if edge < 2 else 1
            inner = named.sides[edge]
            lines = (sides[edge] + step for step in _nearest_first(MAX_EDGE_SHIFT))
            sides[edge] = next(
                (
                    line
                    for line in lines
                    if (line - inner) * outwards >= 0
                    and 0 <= line <= limits[2 + edge % 2]
                    and not _cuts(words, edge, line, sides)
                ),
                sides[edge],
            )
        if sides == before:
            break
    left, top, right, bottom = sides
    return Rect(left, top, right - left, bottom - top)


def _nearest_first(most: int) -> Iterator[int]:
    """Yield 0, 1, -1, 2, -2 and so on up to `most`."""
    yield 0
    for step in range(1, most + 1):
        yield from (step, -step)


def _cuts(words: Sequence[Rect], edge: int, line: int, sides: Sequence[int]) -> bool:
    """Return whether an edge at `line` cuts a word that the crop shows a part of.

    `edge` is 0 to 3: left, top, right, bottom; `sides` are the present positions of the four edges.
    """
    axis = edge % 2
    low, high = sides[1 - axis], sides[3 - axis]
    return any(
        word.sides[axis] < line < word.sides[2 + axis]
        and word.sides[1 - axis] < high
        and word.sides[3 - axis] > low
        for word in words
    )


@dataclass(frozen=True)
class Block:
    """Part of a page: a heading, text, picture or numbered line.

    `high` is its height in pixels; `draw(canvas, left, top)` draws it.
    """

    high: int
    draw: Callable[[Canvas, int, int], None]


def sheet(scene: Scene, paint: Paint) -> Canvas:
    """Draw a page of the rules sheet.

    `scene.view` is the number of the page, from 1; anything else means the first page. The first
    page begins with the cover. The last pages have the board with its legend, the others chapters
    with their examples. Raises `KeyError` for a game without a rules sheet, and `IndexError` for a
    page that does not exist.
    """
    rules_sheet = rulebook.rules_sheet(scene.game)
    if rules_sheet is None:
        raise KeyError(scene.game)
    colours, page = theme.load(scene.palette), scene.view if isinstance(scene.view, int) else 1
    if not 1 <= page <= rules_sheet.page_count(scene.game):
        raise IndexError(page)
    chapters = (
        [_legend(scene, colours, paint, rules_sheet, page - len(rules_sheet.pages))]
        if page > len(rules_sheet.pages)
        else [
            _chapter(scene, colours, paint, anchor, is_whole=anchor in rules_sheet.whole)
            for anchor in rules_sheet.pages[page - 1]
        ]
    )
    top_image = (
        _cover(scene, colours) if page == 1 else _page_header(scene, colours, rules_sheet, page)
    )
    width = SHEET.int("width")
    margin = SHEET.int("margin")
    gap = SHEET.int("gap")
    pad = SHEET.int("pad")
    full_height = (
        top_image.height
        + gap
        + sum(sum(block.high for block in blocks) + 2 * pad + gap for blocks in chapters)
    )
    canvas = Canvas(_tall_table(width, full_height))
    canvas.sheet.paste(top_image, (0, 0))
    y = top_image.height + gap
    for blocks in chapters:
        height = sum(block.high for block in blocks) + 2 * pad
        frame = Rect(margin, y, width - 2 * margin, height)
        panels.lay_panel(canvas, colours, frame)
        canvas.record_region("panel", frame)
        block_y = y + pad
        for block in blocks:
            block.draw(canvas, margin + pad, block_y)
            block_y += block.high
        y += height + gap
    return canvas


def _tall_table(width: int, height: int) -> Sheet:
    """Return a wooden table of any height; every second repetition is flipped, to hide seams."""
    out, y, flipped = Image.new("RGB", (width, height)), 0, False
    while y < height:
        part = panels.planks(
            width, min(panels.TABLE_IMAGE.size[1] - panels.LAYOUT.int("header.height") - 4, 1400)
        )
        out.paste(ImageOps.flip(part) if flipped else part, (0, y))
        y, flipped = y + part.height, not flipped
    return out


def _cover(scene: Scene, colours: Theme) -> Sheet:
    """Return the cover in the page's width; for a game without one, a band of wood."""
    width = SHEET.int("width")
    if "cover" not in find(scene.game).pictures:
        return panels.table(width, panels.LAYOUT.int("header.height") + 4)
    painted = cover.paint(structs.replace(scene, kind="cover", view=LIGHT), colours).sheet
    return painted.resize(
        (width, round(painted.height * width / painted.width)), Image.Resampling.LANCZOS
    )


def _page_header(
    scene: Scene, colours: Theme, rules_sheet: rulebook.RulesSheet, page: int
) -> Sheet:
    """Return a band with the game's name and the number of the page."""
    width, height = SHEET.int("width"), panels.LAYOUT.int("header.height")
    canvas = Canvas(panels.table(width, height + 4))
    style = Style(theme.HEAVY_SERIF, SHEET.int("text"), colours.title)
    baseline, edge = panels.LAYOUT.int("header.baseline"), SHEET.int("margin") + SHEET.int("pad")
    canvas.text((edge, baseline), header.title(scene), style)
    number = f"{page} / {rules_sheet.page_count(scene.game)}"
    canvas.text(
        (width - edge - writing.width(number, style.face, style.size), baseline), number, style
    )
    return canvas.sheet


def _panel_width() -> int:
    """Return the width available on a panel."""
    return SHEET.int("width") - 2 * SHEET.int("margin") - 2 * SHEET.int("pad")


def _chapter(
    scene: Scene, colours: Theme, paint: Paint, anchor: str, *, is_whole: bool
) -> list[Block]:
    """Return heading, text and example of a chapter as blocks.

    A narrow picture stands at the right of the text. With `is_whole`, the whole text is shown,
    otherwise its first paragraph.
    """
    chapter = rulebook.chapter(scene.game, scene.lang, anchor)
    chapter_example = rulebook.examples(scene.game).get(anchor)
    if chapter is None:
        raise KeyError(anchor)
    parts = rulebook.paragraphs(chapter.text)
    parts = parts if is_whole else _first_paragraph(parts)
    # no emoji
    parts = [
        part
        for part in parts
        if fonts.drawable(_MARKUP.sub("", part).replace("\n", ""), theme.PLAIN)
    ]
    heading = _heading(chapter.title, colours)
    if chapter_example is None:
        return [heading, *(_text(part, colours) for part in parts)]
    picture = example(structs.replace(scene, kind="example", view=anchor), paint).sheet
    is_wide = picture.width > picture.height * SHEET.float("beside")
    room = _panel_width() if is_wide else _panel_width() - SHEET.int("column") - SHEET.int("pad")
    texts = [_text(part, colours, room=room) for part in parts]
    note = _text(chapter_example.says[scene.lang], colours, "note", room)
    if is_wide:
        return [heading, *texts, _picture(picture, room), note]
    texts.append(note)
    return [
        heading,
        _side_by_side(texts, _picture(picture, SHEET.int("column")), room + SHEET.int("pad")),
    ]


def _first_paragraph(parts: Sequence[str]) -> list[str]:
    """Return the first paragraph of a chapter and the list that follows it, if any."""
    with_list = parts[0].endswith(":") or bool(rulebook.ITEM.match(parts[0]))
    return [parts[0], *(takewhile(rulebook.ITEM.match, parts[1:]) if with_list else ())]


def _side_by_side(texts: Sequence[Block], picture: Block, at: int) -> Block:
    """Return a block of texts below each other, with a picture beside them.

    The picture is `at` pixels from the left edge of the texts.
    """

    def draw(canvas: Canvas, x: int, y: int) -> None:
        picture.draw(canvas, x + at, y + 8)
        for block in texts:
            block.draw(canvas, x, y)
            y += block.high

    return Block(max(sum(block.high for block in texts), picture.high + 8), draw)


def _legend(
    scene: Scene, colours: Theme, paint: Paint, rules_sheet: rulebook.RulesSheet, part: int
) -> list[Block]:
    """Return a page of the legend as blocks: the numbered board, then each number's meaning.

    `part` is the number of the page, from 1.
    """
    board = structs.replace(rules_sheet.scene(scene.game, scene.lang, part), palette=scene.palette)
    blocks = [
        _heading(i18n.say(scene.lang, "legend"), colours),
        _picture(paint(board).sheet, _panel_width(), SHEET.int("width") * 2),
    ]
    for n, entry in rulebook.legend_page(rulebook.legends(scene.game)["board"], part):
        sign, says = entry.sign.get(scene.lang, ""), entry.says[scene.lang]
        blocks.append(_numbered(n, f"{sign}: {says}" if sign else says, colours))
    return blocks


def plain(text: str) -> str:
    """Return a text of the rules without its markup."""
    return _MARKUP.sub("", text)


def _heading(title: str, colours: Theme) -> Block:
    """Return a heading as a block."""
    size = SHEET.int("heading")
    style = Style(theme.HEAVY_SERIF, size, colours.madder)
    lines = rich_text.wrap(title, style, _panel_width())
    height = round(rich_text.height(lines, style))

    def draw(canvas: Canvas, x: int, y: int) -> None:
        rich_text.set_text(canvas, Rect(x, y, _panel_width(), height), title, style)

    return Block(height + SHEET.int("line"), draw)


def _text(part: str, colours: Theme, kind: str = "text", room: int = 0) -> Block:
    """Return a paragraph or list item, `room` pixels wide (0: as wide as the panel).

    `kind` ("text" or "note") selects face and size.
    """
    item = _LIST_ITEM.match(part)
    text = plain(part[item.end() :] if item else part)
    style = Style(theme.ITALIC if kind == "note" else theme.PLAIN, SHEET.int(kind), colours.ink)
    indent = SHEET.int("indent") if item else 0
    room = (room or _panel_width()) - indent
    height = round(rich_text.height(rich_text.wrap(text, style, room), style)) + 2

    def draw(canvas: Canvas, x: int, y: int) -> None:
        if item:
            canvas.text((x + 4, y + style.size * 0.9), "•", style)
        used = rich_text.set_text(canvas, Rect(x + indent, y, room, height), text, style)
        canvas.record_region("words", used, text)

    return Block(height + SHEET.int("line"), draw)


def _numbered(n: int, text: str, colours: Theme) -> Block:
    """Return a line with a number of the legend and its meaning."""
    style = Style(theme.PLAIN, SHEET.int("text"), colours.ink)
    indent = SHEET.int("number")
    disc = legend.LEGEND.int("disc")
    text = plain(text)
    height = max(
        disc,
        round(rich_text.height(rich_text.wrap(text, style, _panel_width() - indent), style)) + 2,
    )

    def draw(canvas: Canvas, x: int, y: int) -> None:
        canvas.paste_centred(legend.number(colours, n, disc), (x + disc / 2, y + disc / 2))
        used = rich_text.set_text(
            canvas,
            Rect(x + indent, y, _panel_width() - indent, height),
            text,
            style,
            middle=height == disc,
        )
        canvas.record_region("words", used, text)

    return Block(height + SHEET.int("line"), draw)


def _picture(picture: Sheet, room: int, highest: int = 0) -> Block:
    """Return a block with a picture, scaled to fit and centered in `room` pixels.

    It is at most `highest` pixels high (0: the default of the layout).
    """
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
