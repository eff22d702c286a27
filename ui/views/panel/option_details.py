"""Lines above the buttons with the options' costs and gains, if a phone has room. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from app.model.match import Panel
from games.core.prompts.prompt import Option
from ui.i18n import Translator

LINE_WIDE = 44  # characters in a line of a phone
MOST_LINES = 6  # with more, picture and buttons do not fit on one screen (UX: Heights)
_GAP = "\u2003"


def option_lines(panel: Panel, options: Sequence[Option], words: Translator) -> list[str] | None:
    """Return the options' details that their labels do not show; short ones share a line.

    None if they need more height than a phone has above the picture.
    """
    said = [
        one
        for one in (_said(panel, option, words) for option in options if option.detail)
        if one[1]
    ]
    for back in (
        1,
        MOST_LINES,
    ):  # in order first; if that is too high, short ones may also fill earlier lines
        lines = _shared(said, back)
        if sum(-(-wide // LINE_WIDE) for wide, _ in lines) <= MOST_LINES:
            return [_GAP.join(texts) for _, texts in lines]
    return None


def _shared(said: list[tuple[str, int]], back: int) -> list[tuple[int, list[str]]]:
    """Return lines with their widths; several short texts share a line.

    A text goes to the first of the last `back` lines that has room.
    """
    lines: list[tuple[int, list[str]]] = []
    for text, width in said:
        start = max(0, len(lines) - back)
        at = next((at for at in range(start, len(lines)) if lines[at][0] + width < LINE_WIDE), None)
        if at is None:
            lines.append((width, [text]))
        else:
            lines[at] = (lines[at][0] + width + 1, [*lines[at][1], text])
    return lines


def _said(panel: Panel, option: Option, words: Translator) -> tuple[str, int]:
    """Return `**Temple** 3 gold · +1` and its width; 0 if the label already says it.

    The name is the option's letter in the picture, if it has one.
    """
    label = words.option(option)
    if option.detail is None or words(option.detail).casefold() in label.casefold():
        return "", 0
    letter = "" if option.mark else panel.letters.get(option.key, "")
    called = option.name or option.label
    name, told = letter or words.rich(called), words.rich(option.detail)
    told = told.removeprefix(words.rich(option.label)).lstrip(
        ": "
    )  # do not repeat a name that the detail begins with
    return f"**{name}** {told}", len(letter or words(called)) + 1 + len(told)
