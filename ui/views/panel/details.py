"""Lines above a panel's components: the steps so far, costs and gains, the amount chosen.

Pure functions.
"""

from __future__ import annotations

import re

from app.model.match import Panel
from games.core.guides.rulebook import strip_accents
from games.core.prompts.prompt import DistributePrompt, SelectPrompt
from games.core.text.messages import listed
from ui.i18n import Translator
from ui.views.panel.forms import (
    MAX_COUNTERS,
    PanelViewState,
    as_buttons,
    groups_of,
    pending_spread,
    shown_options,
)
from ui.views.panel.option_details import option_lines

_WORD = re.compile(r"\w+")


def breadcrumb(panel: Panel, words: Translator) -> str:
    """Return the steps of the move so far: `Tadmor › Build › (Tower)`.

    Forced steps, which the user did not choose, are in parentheses. If all steps are forced, none
    is shown. Also omitted: the first step if it is the only option, steps without a label, and a
    forced step that repeats the one before.
    """
    trail, root = panel.crumbs, panel.root
    if trail and trail[0].forced and root and len(root.options) + len(root.blocked) == 1:
        trail = trail[1:]
    # a step that the bot filled in is forced too, but the user may change it (`crumb.change`)
    any_choice = any(not crumb.forced or crumb.change_label for crumb in trail)
    named: list[str] = []
    for crumb in trail if any_choice else ():
        label = words(crumb.label)
        if label and not (crumb.forced and named and _repeats(label, named[-1])):
            named.append(f"({label})" if crumb.forced and "(" not in label else label)
    return " › ".join([words.short_name(), *named])


def _repeats(label: str, before: str) -> bool:
    """Return whether every word of a label is in the one before, in singular or plural.

    Example: `Mission (Ebla)` after `Missions (Ebla)`.
    """
    known = _WORD.findall(strip_accents(before))
    return all(
        any(word.startswith(one) or one.startswith(word) for one in known)
        for word in _WORD.findall(strip_accents(label))
    )


def detail_lines(
    panel: Panel, form: SelectPrompt, words: Translator, show: PanelViewState
) -> list[str]:
    """Return lines with the details of the options that are buttons, such as costs and gains.

    Empty if the options are in a select, which shows the details itself, or if the lines would
    need more height than a phone has above the picture.
    """
    if not as_buttons(panel, form, words, show):
        return []
    options = shown_options(form, show) if groups_of(form) else form.options
    # free actions (tone "free") are behind the button *More*, unless there are no other options
    free_shown = all(option.tone == "free" for option in options)
    spot_details = [option.detail for option in options if option.spot]
    described = [
        option
        for option in options
        if (free_shown or option.tone != "free")
        # "2 at C4" need not repeat the detail of the spot C4
        and (option.spot or option.detail not in spot_details)
    ]
    return option_lines(panel, described, words) or []


def allot_line(panel: Panel, form: DistributePrompt, words: Translator) -> str:
    """Return how many units are distributed, and how many may or must be.

    Slots of weight 0, which don't count, are named separately.
    """
    given = pending_spread(panel, form)
    total = sum(slot.weight * given.get(slot.key, 0) for slot in form.slots)
    hi = min(form.hi, sum(slot.most * slot.weight for slot in form.slots))
    # "n of hi": exactly so many are required, or all are distributed
    if hi in (form.lo, total):
        key = "ui.panel.sum_exact"
    elif total < form.lo:
        key = "ui.panel.sum"
    else:
        key = "ui.panel.sum_free"
    line = words(key, n=total, lo=form.lo, hi=hi) if hi else ""
    weightless = [slot.label for slot in form.slots if not slot.weight]
    if line and weightless:
        line = " ".join((line, words("ui.panel.sum_apart", names=listed(weightless))))
    if len(form.slots) > MAX_COUNTERS:
        parts = [
            words("ui.panel.part", name=words(s.label), n=given[s.key])
            for s in form.slots
            if given.get(s.key)
        ]
        line = f"{line} {' · '.join(parts)}" if parts else line
    return line


def chosen_line(n: int, form: SelectPrompt, words: Translator) -> str:
    """Return how many options are ticked, and how many may or must be."""
    hi = min(form.max, len(form.options))
    # "n of hi": exactly so many are required, or all that are allowed are ticked
    if hi in (form.min, n):
        return words("ui.panel.sum_exact", n=n, hi=hi)
    if n < form.min:
        return words("ui.panel.chosen", n=n, lo=form.min, hi=hi)
    return words("ui.panel.chosen_free", n=n, hi=hi) if n else words("ui.panel.chosen_none", hi=hi)
