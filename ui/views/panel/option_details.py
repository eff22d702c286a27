"""Lines with the options' costs and gains above a panel's buttons, if a phone has room.

Pure functions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.model.match import Panel
from games.core.prompts.prompt import Option
from ui.i18n import Translator

LINE_WIDTH = 44  # characters in a line of a phone
MAX_LINES = 6  # with more, picture and buttons do not fit on a phone's screen
NO_BREAK_SPACE = "\u00a0"  # between a name and its detail
_GAP = "\u2003"  # em space


def option_lines(panel: Panel, options: Sequence[Option], words: Translator) -> list[str] | None:
    """Return lines with those details of the options that their labels don't show.

    Short details share a line. Returns None if the lines need more height than a phone has above
    the picture.
    """
    details = [
        detail
        for detail in (_detail(panel, option, words) for option in options if option.detail)
        if detail[1]
    ]
    # keep the options' order; only if that needs too many lines, fill gaps in earlier lines
    for lines_back in (1, MAX_LINES):
        lines = _pack(details, lines_back)
        if sum(-(-wide // LINE_WIDTH) for wide, _ in lines) <= MAX_LINES:
            return [_GAP.join(texts) for _, texts in lines]
    return None


def _pack(details: list[tuple[str, int]], lines_back: int) -> list[tuple[int, list[str]]]:
    """Distribute (text, width) pairs over lines; return one (width, texts) per line.

    Widths are in characters. Each text goes to the first line with room among the last `lines_back`
    lines, else to a new line. The value 1 keeps the order of the texts; a larger value also fills
    gaps in earlier lines.
    """
    lines: list[tuple[int, list[str]]] = []
    for text, width in details:
        start = max(0, len(lines) - lines_back)
        line_index = next(
            (
                line_index
                for line_index in range(start, len(lines))
                if lines[line_index][0] + width < LINE_WIDTH
            ),
            None,
        )
        if line_index is None:
            lines.append((width, [text]))
        else:
            lines[line_index] = (lines[line_index][0] + width + 1, [*lines[line_index][1], text])
    return lines


def _detail(panel: Panel, option: Option, words: Translator) -> tuple[str, int]:
    """Return an option's name and detail, `**Temple** 3 gold · +1`, and their width.

    The width is in characters. If the label already contains the detail, the text is "" and the
    width 0. If the option has a letter in the picture, the letter replaces the name.
    """
    label = words.option(option)
    if option.detail is None or words(option.detail).casefold() in label.casefold():
        return "", 0
    letter = "" if option.mark else panel.letters.get(option.key, "")
    name = option.name or option.label
    # a detail may begin with the label, which must not be repeated ("Build" is not in "Builder")
    own_label = re.escape(words.with_markup(option.label))
    detail = re.sub(rf"^{own_label}(?!\w)[: ]*", "", words.with_markup(option.detail))
    width = len(letter or words(name)) + 1 + len(detail)
    return f"**{letter or words.with_markup(name)}**{NO_BREAK_SPACE}{detail}", width
