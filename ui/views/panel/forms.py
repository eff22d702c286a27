"""Prompts as rows of components: buttons, selects, toggles, counters. Pure functions.

Glossary: a *toggle* is a button that ticks one of several options; a *counter* is a row of
buttons that changes one slot's number; a *blocked* option (`DisabledOption`) is not legal now,
and a click on it tells why.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.match import Panel
from games.core.prompts.prompt import (
    AmountPrompt,
    DisabledOption,
    DistributePrompt,
    Option,
    Prompt,
    SelectPrompt,
    why_illegal,
)
from games.core.text.messages import Msg
from ui.components import (
    IN_MENU,
    IN_ROW,
    LABEL,
    LINE,
    NOTE,
    Button,
    Row,
    Select,
    SelectOption,
    Style,
    cut,
)
from ui.custom_ids import PanelAct, PanelId, PanelVerb, encode
from ui.i18n import Translator
from ui.views.panel.option_details import option_lines

MAX_ROWS = 5  # rows of components in a message: Discord's limit
MAX_BLOCKED_BUTTONS = 3  # with more blocked options, one button "Why not?" replaces them
MIN_FOR_ALL_AND_NONE = 3  # with fewer toggles, there are no buttons "All" and "None"
MAX_COUNTERS = 4  # with more slots, a modal asks for the numbers
# with more options a select is easier to read, unless the prompt's layout is a grid
MAX_TOGGLES = MAX_BUTTONS = 10
_MAX_GRID = 20  # buttons in a grid
ROW_WIDTH = 41  # characters in a row of buttons on a phone; a button's padding counts as _PADDING
_PADDING = 5
_PAIR_WIDTH = 52  # characters in a row of two buttons, which Discord shrinks if needed
_STYLES: dict[str, Style] = {
    "plain": "grey",
    "main": "blue",
    "finish": "blue",
    "danger": "red",
    "free": "grey",
}


@dataclass(frozen=True)
class PanelViewState:
    """State of a panel's view, which is stored only in the custom_ids of its components.

    - `page`: the page of a long list of options, from 0
    - `group`: the index of the opened group of options, -1 for none
    - `more`: whether the buttons behind More are shown
    - `why`: whether the reasons of the blocked options are shown
    - `text`: whether the panel is shown as text
    - `part`: which part of a long text is shown, from 0
    - `picture`: whether the panel is shown as a picture to a user who prefers text
    - `own`: whether the panel shows *My hand*
    """

    page: int = 0
    group: int = -1
    more: bool = False
    why: bool = False
    text: bool = False
    part: int = 0
    picture: bool = False
    own: bool = False


_CLOSED = PanelViewState()


def component_id(
    panel: Panel,
    act: PanelAct,
    arg: str,
    *,
    depth: int | None = None,
    group: int = -1,
    page: int = 0,
) -> str:
    """Return the custom_id of a component of this panel.

    `depth` is the number of steps after which its click applies (None: all steps so far).
    """
    at = len(panel.path) if depth is None else depth
    return encode(
        PanelId(
            match=panel.match.id,
            decision=panel.decision,
            depth=at,
            act=act,
            arg=arg,
            group=group,
            page=page,
        )
    )


def verb_control(
    panel: Panel, verb: PanelVerb, *, depth: int | None = None, group: int = -1, page: int = 0
) -> str:
    """Return a custom_id of this panel that runs a verb; the arguments are those of `component_id`."""
    return component_id(panel, PanelAct.RUN, verb, depth=depth, group=group, page=page)


def button_rows(buttons: Sequence[Button], room: int) -> list[Row]:
    """Return the buttons in rows that fit a phone's width.

    If that needs more than `room` rows, each row has five buttons.
    """
    rows: list[list[Button]] = []
    width = 0
    for button in buttons:
        need = len(button.label) + _PADDING
        if not rows or width + need > ROW_WIDTH or len(rows[-1]) == IN_ROW:
            rows.append([])
            width = 0
        rows[-1].append(button)
        width += need
    return [tuple(row) for row in rows] if len(rows) <= room else paginate(buttons, IN_ROW)


def width_of(buttons: Sequence[Button]) -> int:
    """Return the width of a row of buttons in characters."""
    return sum(len(button.label) + _PADDING for button in buttons)


def paginate(buttons: Sequence[Button], size: int) -> list[Row]:
    """Return rows of `size` buttons (Discord's limit is 5); the last row may be shorter."""
    return [tuple(buttons[at : at + size]) for at in range(0, len(buttons), size)]


def columns(count: int) -> int:
    """Return the number of columns of the most even grid with `count` cells."""
    if count <= IN_ROW:
        return count if count != 4 else 2
    return next((c for c in (3, 4, 5) if count % c == 0 and count // c <= 4), IN_ROW)


def grid(buttons: Sequence[Button], room: int) -> list[Row]:
    """Return the buttons in even columns, as many as fit a phone's width.

    If that needs too many rows, the width is ignored.
    """
    most = columns(len(buttons))
    for wide in range(most, 1, -1):
        rows = [buttons[at : at + wide] for at in range(0, len(buttons), wide)]
        if len(rows) <= room and all(
            width_of(row) <= (ROW_WIDTH if wide > 2 else _PAIR_WIDTH) for row in rows
        ):
            return [tuple(row) for row in rows]
    return paginate(buttons, most)


def name_of(option: Option, panel: Panel, words: Translator, *, chosen: bool = False) -> str:
    """Return an option's label, after its letter in the picture: `A C6`.

    `✓ ` comes before a chosen option, `🔒` after one that can't be undone. If the option is a
    card and its label begins with a number, a dot separates them: `A · 1 · 3 by sea`.
    """
    label = words.option(option)
    letter = panel.letters.get(option.key)
    if letter and not option.mark:
        label = f"{letter}{' · ' if option.art and label[:1].isdigit() else ' '}{label}"
    if option.key in panel.finals and "🔒" not in label:
        label = f"{label} 🔒"
    return cut(f"✓ {label}" if chosen else label, LABEL)


def form_rows(
    panel: Panel, form: Prompt, words: Translator, show: PanelViewState, room: int
) -> list[Row]:
    """Return at most `room` rows of components that answer the prompt."""
    match form:
        case SelectPrompt(min=1, max=1):
            return _pick_one(panel, form, words, show, room)
        case SelectPrompt():
            return _pick_some(panel, form, words, show, room)
        case AmountPrompt():
            return _amount_rows(panel, form, words)
        case DistributePrompt():
            return _counter_rows(panel, form, words)


def may_act_out_of_turn(panel: Panel) -> bool:
    """Return whether the seat may act although the game doesn't wait for it.

    Example: it may withdraw an offer.
    """
    running = panel.match.status == "running" and panel.answer is not None
    return (
        running
        and bool(panel.waiting)
        and panel.seat is not None
        and panel.seat not in panel.waiting
    )


def choices_of(form: SelectPrompt) -> tuple[Option, ...]:
    """Return the options for the rows that answer the prompt.

    Options that end the turn (tone "finish") are in the panel's last row instead. Free options
    (tone "free", they cost no action) are shown after a click on *More* instead, unless there
    are no others.
    """
    own = tuple(option for option in form.options if option.tone not in ("finish", "free"))
    return own or tuple(option for option in form.options if option.tone == "free")


def blocked_options(form: SelectPrompt, show: PanelViewState) -> tuple[DisabledOption, ...]:
    """Return the blocked options that are shown with the legal ones.

    If a group is open, these are the blocked options of that group. Blocked free options are
    shown only if the legal free options are.
    """
    blocked, groups = form.blocked, groups_of(form)
    if groups and 0 <= show.group < len(groups):
        blocked = tuple(one for one in blocked if one.group in (None, groups[show.group]))
    free_shown = all(option.tone in ("finish", "free") for option in form.options)
    return blocked if free_shown else tuple(one for one in blocked if one.tone != "free")


def groups_of(form: SelectPrompt) -> list[Msg | None]:
    """Return the groups of options among which the user chooses first, in order.

    Empty if the options are few enough to be shown at once.
    """
    options = choices_of(form)
    groups: list[Msg | None] = []
    for option in options:
        if option.group not in groups:
            groups.append(option.group)
    return groups if len(groups) > 1 and len(options) > MAX_BUTTONS else []


def shown_options(form: SelectPrompt, show: PanelViewState) -> tuple[Option, ...]:
    """Return the options of the open group; all options if none is open."""
    groups, options = groups_of(form), choices_of(form)
    if groups and 0 <= show.group < len(groups):
        return tuple(option for option in options if option.group == groups[show.group])
    return options


def ticked_options(form: SelectPrompt, show: PanelViewState) -> tuple[Option, ...]:
    """Return the options to tick: those of the open group; all options if none is open."""
    return shown_options(form, show) if groups_of(form) and show.group >= 0 else form.options


def _pick_one(
    panel: Panel, form: SelectPrompt, words: Translator, show: PanelViewState, room: int
) -> list[Row]:
    groups = groups_of(form)
    if groups and not 0 <= show.group < len(groups):
        return _group_rows(panel, form, words, groups, room)
    options, blocked = shown_options(form, show), blocked_options(form, show)
    few = _few_blocked(form, len(options), len(blocked))
    if as_buttons(panel, form, words, show):
        buttons = [_option_button(panel, option, words) for option in options]
        if blocked and few:
            buttons += [_blocked_button(panel, option, words, show) for option in blocked]
        elif blocked:
            buttons.append(why_button(panel, blocked, words, show))
        return (
            grid(buttons, room) if form.layout in ("grid", "cards") else button_rows(buttons, room)
        )
    return _menu_rows(panel, form, options, words, show)


def as_buttons(panel: Panel, form: SelectPrompt, words: Translator, show: PanelViewState) -> bool:
    """Return whether the shown options are buttons, to pick one or to tick several.

    Otherwise they are groups, a select, or pages. The spots of a grid become a select if the
    lines with their details would not fit above the picture: a select shows each detail below
    its label.
    """
    if (form.min, form.max) != (1, 1):
        return len(ticked_options(form, show)) <= _max_toggles(form)
    options, blocked = shown_options(form, show), len(blocked_options(form, show))
    if groups_of(form) and not 0 <= show.group < len(groups_of(form)):
        return False
    if (
        form.layout == "grid"
        and len(options) > IN_ROW
        and option_lines(panel, options, words) is None
    ):
        return False
    few = _few_blocked(form, len(options), blocked)
    return _fits_buttons(form, len(options) + (blocked if few else 0))


def _few_blocked(form: SelectPrompt, count: int, blocked: int) -> bool:
    """Return whether each of the `blocked` options has a button, besides `count` legal ones."""
    return blocked <= MAX_BLOCKED_BUTTONS and (
        form.layout == "menu" or _fits_buttons(form, count + blocked)
    )


def _max_toggles(form: SelectPrompt) -> int:
    return _MAX_GRID if form.layout in ("grid", "cards") else MAX_TOGGLES


def _fits_buttons(form: SelectPrompt, count: int) -> bool:
    """Return whether this number of options is few enough for buttons."""
    if count <= IN_ROW:
        return True
    if form.layout == "menu":
        return False
    return count <= (_MAX_GRID if form.layout in ("grid", "cards") else MAX_BUTTONS)


def _group_rows(
    panel: Panel, form: SelectPrompt, words: Translator, groups: list[Msg | None], room: int
) -> list[Row]:
    def label(group: Msg | None) -> str:
        count = sum(option.group == group for option in choices_of(form))
        return words(
            "ui.panel.group", name=words(group) if group else words("ui.panel.others"), n=count
        )

    if len(groups) <= MAX_BUTTONS:
        return button_rows(
            [
                Button(cut(label(g), LABEL), verb_control(panel, PanelVerb.SHOW_GROUP, group=i))
                for i, g in enumerate(groups)
            ],
            room,
        )
    lines = tuple(SelectOption(str(i), cut(label(g), LINE)) for i, g in enumerate(groups[:IN_MENU]))
    return [Select(verb_control(panel, PanelVerb.SHOW_GROUP), lines, words("ui.panel.choose"))]


def _option_button(panel: Panel, option: Option, words: Translator) -> Button:
    style = "grey" if may_act_out_of_turn(panel) else _STYLES[option.tone]
    return Button(
        name_of(option, panel, words), component_id(panel, PanelAct.PICK, option.key), style
    )


def _blocked_button(
    panel: Panel, blocked: DisabledOption, words: Translator, show: PanelViewState
) -> Button:
    return Button(
        cut(f"✕ {words(blocked.label)}", LABEL),
        component_id(panel, PanelAct.PICK, blocked.key, group=show.group),
    )


def why_button(
    panel: Panel, blocked: Sequence[DisabledOption], words: Translator, show: PanelViewState
) -> Button:
    """Return the button `Why not? (7)`, which shows the reasons of these blocked options."""
    return Button(
        words("ui.panel.why", n=len(blocked)),
        verb_control(panel, PanelVerb.SHOW_REASONS, group=show.group),
    )


def _menu_rows(
    panel: Panel,
    form: SelectPrompt,
    options: Sequence[Option],
    words: Translator,
    show: PanelViewState,
) -> list[Row]:
    """Return a select in pages of 25 options; blocked options come last, with the reason."""
    lines = [_line(panel, option, words) for option in options]
    if not groups_of(form):
        lines += [
            SelectOption(b.key, cut(f"✕ {words(b.label)}", LINE), cut(words(b.why), LINE))
            for b in blocked_options(form, show)
        ]
    more = words(form.more_label) if form.more_label else ""
    return _paged_menu(
        panel,
        lines,
        words,
        show,
        verb=PanelVerb.CHOOSE_OPTION,
        hint=words("ui.panel.choose"),
        more=more,
    )


def _line(panel: Panel, option: Option, words: Translator, *, chosen: bool = False) -> SelectOption:
    note = cut(words(option.detail), LINE) if option.detail else ""
    return SelectOption(option.key, cut(name_of(option, panel, words), LINE), note, chosen)


def _paged_menu(
    panel: Panel,
    lines: Sequence[SelectOption],
    words: Translator,
    show: PanelViewState,
    *,
    verb: PanelVerb,
    hint: str,
    more: str = "",
) -> list[Row]:
    pages = max(1, -(-len(lines) // IN_MENU))
    page = min(show.page, pages - 1)
    part = tuple(lines[page * IN_MENU : (page + 1) * IN_MENU])
    menu_id = verb_control(panel, verb, group=show.group, page=page)
    rows: list[Row] = [Select(menu_id, part, hint)]
    if pages > 1:
        rows.append(_page_buttons(panel, words, show, page, pages, more))
    return rows


def _page_buttons(
    panel: Panel, words: Translator, show: PanelViewState, page: int, pages: int, more: str = ""
) -> tuple[Button, ...]:
    """Return the buttons `‹  1 of 2  ›`; `more` is the prompt's own label of the last one."""

    def page_button(to: int, label: str) -> Button:
        verb = PanelVerb.PREVIOUS_PAGE if to < page else PanelVerb.NEXT_PAGE
        return Button(
            label,
            verb_control(panel, verb, group=show.group, page=max(0, to)),
            off=not 0 <= to < pages,
        )

    here = Button(
        words("ui.page.of", n=page + 1, m=pages),
        verb_control(panel, PanelVerb.PAGE_NUMBER, group=show.group, page=page),
        off=True,
    )
    return page_button(page - 1, "‹"), here, page_button(page + 1, cut(more, LABEL) or "›")


def _pick_some(
    panel: Panel, form: SelectPrompt, words: Translator, show: PanelViewState, room: int
) -> list[Row]:
    chosen = set(pending_list(panel, form))
    options = ticked_options(form, show)
    if len(options) <= _max_toggles(form):
        buttons = [_toggle(panel, o, words, o.key in chosen, show) for o in options]
        all_and_none: tuple[Button, ...] = ()
        if options == form.options:
            buttons += _blocked_toggles(panel, form, words)
            all_and_none = _all_and_none(panel, form, words, len(chosen))
        room -= bool(all_and_none)
        rows = grid(buttons, room) if form.layout == "grid" else button_rows(buttons, room)
        return [*rows, all_and_none] if all_and_none else rows
    if len(options) <= IN_MENU:
        lines = tuple(_line(panel, o, words, chosen=o.key in chosen) for o in options)
        most = min(form.max, len(lines))
        return [
            Select(
                id=verb_control(panel, PanelVerb.CHOOSE_SEVERAL),
                choices=lines,
                hint=cut(words(form.prompt), NOTE),
                min=form.min,
                max=most,
            )
        ]
    size = 3 * IN_ROW
    pages = -(-len(options) // size)
    page = min(show.page, pages - 1)
    here = PanelViewState(page=page, group=show.group)
    buttons = [
        _toggle(panel, o, words, o.key in chosen, here)
        for o in options[page * size : (page + 1) * size]
    ]
    return [*paginate(buttons, IN_ROW), _page_buttons(panel, words, show, page, pages)]


def _blocked_toggles(panel: Panel, form: SelectPrompt, words: Translator) -> list[Button]:
    """Return the blocked toggles; they are not disabled, as a click on one tells the reason."""
    if len(form.blocked) > MAX_BLOCKED_BUTTONS:
        return [why_button(panel, form.blocked, words, _CLOSED)]
    return [
        Button(cut(f"✕ {words(one.label)}", LABEL), component_id(panel, PanelAct.TOGGLE, one.key))
        for one in form.blocked
    ]


def _all_and_none(
    panel: Panel, form: SelectPrompt, words: Translator, ticked: int
) -> tuple[Button, ...]:
    """Return the buttons `All` and `None`, if both answers are legal and they save clicks.

    They have a row of their own, so that they don't move while the user ticks options.
    """
    count = len(form.options)
    if count < MIN_FOR_ALL_AND_NONE or form.max < count or form.min:
        return ()
    both = (
        ("ui.panel.all", PanelVerb.SELECT_ALL, ticked == count),
        ("ui.panel.none", PanelVerb.SELECT_NONE, ticked == 0),
    )
    return tuple(Button(words(key), verb_control(panel, verb), off=off) for key, verb, off in both)


def _toggle(
    panel: Panel, option: Option, words: Translator, on: bool, show: PanelViewState
) -> Button:
    label = name_of(option, panel, words, chosen=on)
    return Button(
        label,
        component_id(panel, PanelAct.TOGGLE, option.key, group=show.group, page=show.page),
        "blue" if on else "grey",
    )


def pending_list(panel: Panel, form: SelectPrompt) -> list[str]:
    """Return the keys of the options that are ticked so far."""
    pending = panel.pending
    return [o.key for o in form.options if o.key in pending] if isinstance(pending, list) else []


def pending_spread(panel: Panel, form: DistributePrompt) -> dict[str, int]:
    """Return the units distributed so far, by slot.

    At first this is the distribution that the button Auto makes.
    """
    pending = form.auto() if panel.pending is None else panel.pending
    return dict(pending) if isinstance(pending, dict) else {}


def _amount_rows(panel: Panel, form: AmountPrompt, words: Translator) -> list[Row]:
    def button(n: int, label: str = "") -> Button:
        final = " 🔒" if str(n) in panel.finals else ""
        return Button(f"{label or n}{final}", component_id(panel, PanelAct.ENTER_NUMBER, str(n)))

    count = form.hi - form.lo + 1
    if count <= 20:
        return paginate([button(n) for n in range(form.lo, form.hi + 1)], IN_ROW)
    if count <= IN_MENU:
        unit = f" {words(form.unit)}" if form.unit else ""
        lines = tuple(
            SelectOption(str(n), cut(f"{n}{unit}", LINE)) for n in range(form.lo, form.hi + 1)
        )
        return [
            Select(
                verb_control(panel, PanelVerb.CHOOSE_NUMBER), lines, cut(words(form.prompt), NOTE)
            )
        ]
    some = sorted({form.lo, form.lo if form.default is None else form.default, form.hi})
    write = Button(
        words("ui.panel.write", lo=form.lo, hi=form.hi),
        verb_control(panel, PanelVerb.WRITE_NUMBER),
        "blue",
    )
    return [(*(button(n) for n in some), write)]


def _counter_rows(panel: Panel, form: DistributePrompt, words: Translator) -> list[Row]:
    """Return a counter for each slot, or buttons that open a modal if there are too many."""
    given = pending_spread(panel, form)
    if len(form.slots) > MAX_COUNTERS:
        parts = -(-len(form.slots) // IN_ROW)
        names = [words("ui.panel.spread", n=part + 1, m=parts) for part in range(parts)]
        if parts == 1:
            names = [words("ui.panel.spread_all")]
        return button_rows(
            [
                Button(name, verb_control(panel, PanelVerb.DISTRIBUTE, page=part), "blue")
                for part, name in enumerate(names)
            ],
            3,
        )
    rows: list[Row] = []
    for slot in form.slots:
        n = given.get(slot.key, 0)
        label = cut(words("ui.panel.slot", name=words(slot.label), n=n, m=slot.most), LABEL)
        rows.append(
            (
                Button("−", component_id(panel, PanelAct.TAKE, slot.key), off=n == 0),
                Button(
                    label, component_id(panel, PanelAct.FILL, slot.key), "blue" if n else "grey"
                ),
                Button("+", component_id(panel, PanelAct.ADD, slot.key), off=n >= slot.most),
            )
        )
    return rows


def missing_fields(panel: Panel, form: Prompt) -> Msg | None:
    """Return why an answer made of several clicks is incomplete; None if it is complete."""
    match form:
        case DistributePrompt():
            refusal = why_illegal(form, pending_spread(panel, form))
        case SelectPrompt():
            refusal = why_illegal(form, pending_list(panel, form))
        case AmountPrompt():
            return None
    return refusal.why if refusal else None
