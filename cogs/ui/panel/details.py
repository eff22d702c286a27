"""What stands above the controls: what options cost and bring, and how much was chosen so far. Pure."""

from __future__ import annotations

from cogs.ui.panel.forms import MOST_COUNTERS, Show, as_buttons, groups_of, pending_spread, shown_options
from cogs.ui.words import Words
from games.core.forms import Allot, Option, Pick
from games.core.messages import listed
from host.model import Panel

LINE_WIDE = 44         # letters in a line of a phone
MOST_LINES = 6         # beyond these the picture and the buttons no longer stand on one screen (UX: Heights)
_GAP = "\u2003"


def detail_lines(panel: Panel, form: Pick, words: Words, show: Show) -> list[str]:
    """Each option's own line, as far as its label does not say it; short ones share one. None where that is more than a phone
    shows above the picture, and none for a menu."""
    if not as_buttons(form, show):
        return []
    here = shown_options(form, show) if groups_of(form) else form.options
    beside = all(option.tone == "free" for option in here)     # else they stand behind More
    lettered = [option.detail for option in here if option.spot]    # what is said of places on the picture
    said = [
        _said(panel, option, words) for option in here
        if option.detail and (beside or option.tone != "free")
        and (option.spot or option.detail not in lettered)      # "2 at C4" is not told the place's name again
    ]
    for back in (1, MOST_LINES):           # in their order; where that is too tall, short ones fill up earlier lines, too
        lines = _shared([one for one in said if one[1]], back)
        if sum(-(-wide // LINE_WIDE) for wide, _ in lines) <= MOST_LINES:
            return [_GAP.join(texts) for _, texts in lines]
    return []


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


def _said(panel: Panel, option: Option, words: Words) -> tuple[str, int]:
    """`**Temple** 3 gold · +1`, by its letter where the picture gives one, and its width; 0 when the label says it already."""
    label = words.option(option)
    if option.detail is None or words(option.detail).casefold() in label.casefold():
        return "", 0
    letter = "" if option.mark else panel.letters.get(option.key, "")
    called = option.name or option.label
    name, told = letter or words.rich(called), words.rich(option.detail)
    told = told.removeprefix(words.rich(option.label)).lstrip(": ")   # a name that the detail begins with is not said twice
    return f"**{name}** {told}", len(letter or words(called)) + 1 + len(told)


def allot_line(panel: Panel, form: Allot, words: Words) -> str:
    """How much was spread so far, and how much may or must be; what weighs nothing is told to be beside that."""
    given = pending_spread(panel, form)
    total = sum(slot.weight * given.get(slot.key, 0) for slot in form.slots)
    hi = min(form.hi, sum(slot.most * slot.weight for slot in form.slots))
    key = "ui.panel.sum_exact" if hi in (form.lo, total) else "ui.panel.sum" if total < form.lo else "ui.panel.sum_free"
    line = words(key, n=total, lo=form.lo, hi=hi) if hi else ""
    apart = [slot.label for slot in form.slots if not slot.weight]
    if line and apart:
        line = " ".join((line, words("ui.panel.sum_apart", names=listed(apart))))
    if len(form.slots) > MOST_COUNTERS:
        parts = [words("ui.panel.part", name=words(s.label), n=given[s.key]) for s in form.slots if given.get(s.key)]
        line = f"{line} {' · '.join(parts)}" if parts else line
    return line


def chosen_line(n: int, form: Pick, words: Words) -> str:
    """How many are ticked, and how many may or must be."""
    hi = min(form.max, len(form.options))
    if hi in (form.min, n):
        return words("ui.panel.sum_exact", n=n, hi=hi)
    if n < form.min:
        return words("ui.panel.chosen", n=n, lo=form.min, hi=hi)
    return words("ui.panel.chosen_free", n=n, hi=hi) if n else words("ui.panel.chosen_none", hi=hi)
