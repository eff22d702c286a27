"""Lines of a panel that describe the answer in progress. Pure functions.

- `breadcrumb`: the steps chosen so far
- `detail_lines`: costs and gains of the options that are buttons
- `allot_line`, `chosen_line`: how many units are distributed or options ticked so far
"""

from __future__ import annotations

from app.model.match import Panel
from games.core.prompts.prompt import DistributePrompt, Option, SelectPrompt
from games.core.text.messages import listed
from ui.i18n import Translator
from ui.views.panel.forms import (
    MAX_COUNTERS,
    PanelViewState,
    fits_as_buttons,
    groups_of,
    pending_units,
    shown_options,
)
from ui.views.panel.option_details import option_lines


def breadcrumb(panel: Panel, words: Translator) -> str:
    """Return the game's name and the steps that the user chose so far: `Tadmor › Build › Tower`.

    Left out are steps that the user did not choose, because they were the only option or an
    automatic payment, and steps without a label.
    """
    chosen = (words(crumb.label) for crumb in panel.crumbs if not crumb.forced)
    return " › ".join([words.short_name(), *filter(None, chosen)])


def detail_lines(
    panel: Panel, prompt: SelectPrompt, words: Translator, view_state: PanelViewState
) -> list[str]:
    """Return lines with the details (such as costs) of the options that have a button.

    Empty if the options are in a select, which shows the details itself. If the lines would need
    more height than a phone has above the picture, only the first of the turn's actions and the
    options that end the turn are described (none if there are no such actions). `view_state` says
    which options are shown.
    """
    if not fits_as_buttons(panel, prompt, words, view_state):
        return []
    options = shown_options(prompt, view_state) if groups_of(prompt) else prompt.options
    # free actions (tone "free") appear after a click on *More*, unless there are no other options
    only_free_actions = all(option.tone == "free" for option in options)
    spot_details = [option.detail for option in options if option.spot]

    def is_described(option: Option) -> bool:
        if option.tone == "free" and not only_free_actions:
            return False
        # an option such as "2 at C4" has the detail of the spot C4, whose own line shows it
        repeats_spot = not option.spot and option.detail in spot_details
        in_picture = view_state.pictured and option.art and option.key in panel.letters
        return not (repeats_spot or in_picture)

    described = [option for option in options if is_described(option)]
    if view_state.brief:
        described = [option for option in described if option.tone == "finish"]
    lines = option_lines(panel, described, words)
    # if there is no room for all, describe only the first of the turn's actions, but always what
    # ending the turn gives up
    actions = [option for option in described if option.tone == "main"]
    endings = [option for option in described if option.tone == "finish"]
    while lines is None and actions:
        actions.pop()
        lines = option_lines(panel, [*actions, *endings], words)
    return lines or []


def allot_line(panel: Panel, prompt: DistributePrompt, words: Translator) -> str:
    """Return how many units are distributed, and how many may or must be.

    Slots of weight 0, whose units don't count, are named separately. If a unit in some slot counts
    as more than 1, the sum differs from the numbers on the counters, so the unit's name comes
    first.
    """
    units_by_slot = pending_units(panel, prompt)
    total = sum(slot.weight * units_by_slot.get(slot.key, 0) for slot in prompt.slots)
    most = min(prompt.hi, sum(slot.most * slot.weight for slot in prompt.slots))
    is_exact_number_required, is_complete = prompt.lo == most, total == most
    if is_exact_number_required or is_complete:
        key = "ui.panel.sum_exact"
    elif total < prompt.lo:
        key = "ui.panel.sum" if total else "ui.panel.sum_none"
    else:
        key = "ui.panel.sum_free"
    line = words(key, n=total, lo=prompt.lo, hi=most) if most else ""
    if line and prompt.progress:
        return words(prompt.progress, n=total, left=most - total, lo=prompt.lo, hi=most)
    if line and prompt.unit and any(slot.weight > 1 for slot in prompt.slots):
        unit = words(prompt.unit)
        line = f"{unit[:1].upper()}{unit[1:]} · {line}"
    weightless = [slot.label for slot in prompt.slots if not slot.weight]
    if line and weightless:
        line = " ".join((line, words("ui.panel.sum_apart", names=listed(weightless))))
    if len(prompt.slots) > MAX_COUNTERS:
        # there are no counters that show how the units are distributed
        parts = [
            words("ui.panel.part", name=words(slot.label), n=units_by_slot[slot.key])
            for slot in prompt.slots
            if units_by_slot.get(slot.key)
        ]
        line = f"{line} {' · '.join(parts)}" if parts else line
    return line


def chosen_line(ticked: int, prompt: SelectPrompt, words: Translator) -> str:
    """Return how many options are ticked (`ticked`), and how many may or must be."""
    most = min(prompt.max, len(prompt.options))
    is_exact_number_required, is_complete = prompt.min == most, ticked == most
    if is_exact_number_required or is_complete:
        return words("ui.panel.sum_exact", n=ticked, hi=most)
    if ticked < prompt.min:
        # without "none yet": there may be a button to choose nothing at all
        key = "ui.panel.chosen" if ticked else "ui.panel.choose_range"
        return words(key, n=ticked, lo=prompt.min, hi=most)
    return (
        words("ui.panel.chosen_free", n=ticked, hi=most)
        if ticked
        else words("ui.panel.chosen_none", hi=most)
    )
