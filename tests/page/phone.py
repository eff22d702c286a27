"""Height of a message on a phone, computed from its parts with the constants of the page.

The constants are those of `sandbox/web/css` below 700 px: `discord.css`, `message.css`,
`controls.css`, `narrow.css`. `test_panel_height.py` compares the heights with the page's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from pathlib import Path

from PIL import ImageFont

from ui.components import Button, Embed, Message, Row, Select

COLUMN_PX = 320  # beside the avatar, in a window of 390 px
SCREEN_PX = 700  # what a phone shows at once, between the app's bars
MAX_PICTURE_PX = (550, 350)  # an attachment
EMBED_WIDTH_PX = COLUMN_PX - 4 - 12 - 16  # without border and padding
EMBED_PADDING_PX, EMBED_GAP_PX, ABOVE_EMBED_PX, ABOVE_PICTURE_PX = 8 + 16, 6, 5, 5
ABOVE_ROW_PX, TOUCH_PX, SELECT_LABEL_PX = 8, 44, 320 - 2 * 13 - 3 - 18 - 10
# by number of buttons in a row: gap, horizontal padding, font size
BUTTONS = {4: (6.0, 10.0, 16.0), 5: (5.0, 6.5, 15.5)}
OTHER_BUTTONS = (7.0, 13.0, 16.5)
FONTS = Path(__file__).parents[2] / "sandbox" / "web" / "fonts"
SMALL_PX, _SMALL = 15, "-# "  # small text of Discord's markdown
SENDER_PX = 9 + 6 + 22  # line above a message with the sender's name, and its padding
_SIGN = re.compile(r"[^\x00-\u024F\u2010-\u205E€]")  # a sign that the page draws as an icon
_BOLD = re.compile(r"\*\*(.+?)\*\*")


@lru_cache
def _font(name: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"{name}-normal.ttf", size)


def _width(text: str, name: str, size: float) -> float:
    signs = len(_SIGN.findall(text))
    return _font(name, size).getlength(_SIGN.sub("", text)) + signs * 1.06 * size


def _line_count(text: str, width: float, size: float, name: str) -> int:
    """Return how many lines a text takes; words in ** are measured in bold."""
    bold = name.replace("500", "700")
    words: list[tuple[str, float]] = []
    for at, part in enumerate(_BOLD.split(text)):
        words += [(word, _width(word, bold if at % 2 else name, size)) for word in part.split()]
    space, count, used = _width(" ", name, size), 1, 0.0
    for _, wide in words:
        if used and used + space + wide > width:
            count, used = count + 1, wide
            if wide > width:  # a name that no line holds is broken
                count, used = count + int(wide // width), wide % width
        else:
            used += (space if used else 0) + wide
    return count


def text_px(text: str, size: float, line_height: float, name: str) -> float:
    """Return the height of a text of an embed."""
    height = 0.0
    for line in text.strip("\n").split("\n"):
        drawn = SMALL_PX if line.startswith(_SMALL) else size
        count = _line_count(line.removeprefix(_SMALL), EMBED_WIDTH_PX, drawn, name)
        height += count * drawn * line_height
    return height


def embed_px(card: Embed) -> float:
    """Return the height of an embed without a picture."""
    parts = [
        text_px(card.author, 15.5, 1.2, "alegreya-sans-700") if card.author else 0,
        text_px(card.title, 22, 1.15, "alegreya-800") if card.title else 0,
        text_px(card.text, 17, 1.36, "alegreya-sans-500") if card.text.strip() else 0,
        text_px(card.footer, 15, 1.38, "alegreya-sans-500") if card.footer else 0,
    ]
    shown = [part for part in parts if part]
    return ABOVE_EMBED_PX + EMBED_PADDING_PX + sum(shown) + EMBED_GAP_PX * (len(shown) - 1)


def buttons_px(row: Sequence[Button]) -> float:
    """Return the height of a row of buttons, which a phone wraps into lines."""
    gap, padding, size = BUTTONS.get(len(row), OTHER_BUTTONS)
    heights, used = [0.0], 0.0
    for button in row:
        text = _width(button.label, "alegreya-sans-800", size)
        wide = max(TOUCH_PX, min(COLUMN_PX, text + 2 * padding))
        lines = ceil(text / (COLUMN_PX - 2 * padding))
        high = max(TOUCH_PX, lines * size * 1.25 + 16)
        if used and used + gap + wide > COLUMN_PX:
            heights.append(high)
            used = wide
        else:
            heights[-1] = max(heights[-1], high)
            used += (gap if used else 0) + wide
    return sum(heights) + gap * (len(heights) - 1)


def row_px(row: Row) -> float:
    """Return the height of a row of components with the space above it."""
    if isinstance(row, tuple):
        return ABOVE_ROW_PX + buttons_px(row)
    return ABOVE_ROW_PX + select_px(row)


def select_px(menu: Select) -> float:
    """Return the height of a closed select."""
    chosen = ", ".join(option.label for option in menu.choices if option.chosen)
    lines = _line_count(chosen or menu.placeholder, SELECT_LABEL_PX, 17, "alegreya-sans-700")
    return max(TOUCH_PX, lines * 17 * 1.38 + 12 + 3)


def picture_px(size: tuple[int, int]) -> float:
    """Return the height at which a phone draws an attached picture of this size."""
    width, height = size
    drawn = min(COLUMN_PX, width, MAX_PICTURE_PX[0], MAX_PICTURE_PX[1] * width / height)
    return ABOVE_PICTURE_PX + drawn * height / width


def message_px(message: Message, picture: tuple[int, int] | None) -> float:
    """Return the height of picture, embed and components, without the sender's name."""
    return (
        (picture_px(picture) if picture else 0.0)
        + (embed_px(message.embed) if message.embed else 0.0)
        + sum(map(row_px, message.rows))
    )
