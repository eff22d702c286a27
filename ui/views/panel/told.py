"""What options cost and bring, in lines of their own above the buttons, as far as a phone has room for them. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from app.model.match import Panel
from games.core.prompts.prompt import Option
from ui.i18n import Translator

LINE_WIDE = 44  # letters in a line of a phone
MOST_LINES = (
    6  # beyond these the picture and the buttons no longer stand on one screen (UX: Heights)
)
_GAP = "\u2003"


def option_lines(panel: Panel, options: Sequence[Option], words: Translator) -> list[str] | None:
    """Return each option's own line, as far as its label does not say it; short ones share one. None where that is more than a
    phone shows above the picture."""
    said = [
        one
        for one in (_said(panel, option, words) for option in options if option.detail)
        if one[1]
    ]
    for back in (
        1,
        MOST_LINES,
    ):  # in their order; where that is too tall, short ones fill up earlier lines, too
        lines = _shared(said, back)
        if sum(-(-wide // LINE_WIDE) for wide, _ in lines) <= MOST_LINES:
            return [_GAP.join(texts) for _, texts in lines]
    return None


def _shared(said: list[tuple[str, int]], back: int) -> list[tuple[int, list[str]]]:
    """Texts with their widths on lines, each with its own: a text goes to the first of the last `back` lines with room for it."""
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
    """`**Temple** 3 gold · +1`, by its letter where the picture gives one, and its width; 0 when the label says it already."""
    label = words.option(option)
    if option.detail is None or words(option.detail).casefold() in label.casefold():
        return "", 0
    letter = "" if option.mark else panel.letters.get(option.key, "")
    called = option.name or option.label
    name, told = letter or words.rich(called), words.rich(option.detail)
    told = told.removeprefix(words.rich(option.label)).lstrip(
        ": "
    )  # a name that the detail begins with is not said twice
    return f"**{name}** {told}", len(letter or words(called)) + 1 + len(told)
