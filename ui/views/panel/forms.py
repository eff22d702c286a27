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
    why_incomplete,
)
from games.core.text.messages import Msg
from ui.components import (
    MAX_BUTTONS_PER_ROW,
    MAX_LABEL_CHARS,
    MAX_OPTION_CHARS,
    MAX_PLACEHOLDER_CHARS,
    MAX_SELECT_OPTIONS,
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

MAX_BLOCKED_BUTTONS = 3  # with more blocked options, one button "Why not?" replaces them
MIN_FOR_ALL_AND_NONE = 3  # with fewer toggles, there are no buttons "All" and "None"
MAX_COUNTERS = 4  # with more slots, a modal asks for the numbers
# with more options a select is easier to read, unless the prompt's layout is a grid
MAX_TOGGLES = MAX_BUTTONS = 10
MAX_GRID = 20  # buttons in a grid
_MAX_PROPOSED_AFTER_MOVE, _MAX_PROPOSED_IN_BRIEF = 4, 2  # two lines on a phone, or one
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
    """State of a panel's view; stored only in the custom_ids of its components.

    - `page`: the page of a long list of options, from 0
    - `group`: the index of the opened group of options, -1 for none
    - `shows_more`: True if the buttons behind More are shown
    - `shows_reasons`: True if the reasons of the blocked options are shown
    - `as_text`: True if the panel is shown as text
    - `text_part`: which part of a long text is shown, from 0
    - `as_picture`: True if the panel is shown as a picture to a user who prefers text
    - `shows_hand`: True if the panel shows *My hand*
    - `shows_help`, `shows_advice`: True if the answer to `?` or to *Advice* is shown
    - `pictured`: True if the panel has the picture of its question, so that labels can be short:
      the picture shows, for example, the cards with their costs
    - `picture_kind`: the kind of the panel's picture, "" if there is none
    - `has_news`: True if the panel tells what happened since the user's last move
    - `brief`: True if the news or the advice takes so much room on a phone that the panel leaves out
      what `?`, a select or other buttons show as well
    - `few_consequences`: True if a phone has no room for all that the user's move caused
    - `lesson_details`: True if a lesson leaves room for lines with the options' details
    """

    page: int = 0
    group: int = -1
    shows_more: bool = False
    shows_reasons: bool = False
    as_text: bool = False
    text_part: int = 0
    as_picture: bool = False
    shows_hand: bool = False
    shows_help: bool = False
    shows_advice: bool = False
    pictured: bool = False
    picture_kind: str = ""
    has_news: bool = False
    brief: bool = False
    few_consequences: bool = False
    lesson_details: bool = False

    @property
    def aside(self) -> bool:
        """Return whether the answer to *Why not?*, `?` or *Advice* replaces the panel's lines.

        The panel then has a Back button.
        """
        return self.shows_reasons or self.shows_help or self.shows_advice


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

    A click on the component does `act` with the argument `arg`. The click applies to the prompt
    after the first `depth` steps of the draft (None: after all steps). `group` is a group of
    options (-1: none) and `page` a page of options, from 0; both are part of the custom_id.
    """
    depth_of_click = len(panel.path) if depth is None else depth
    return encode(
        PanelId(
            match=panel.match.id,
            decision=panel.decision,
            depth=depth_of_click,
            act=act,
            arg=arg,
            group=group,
            page=page,
        )
    )


def verb_id(
    panel: Panel, verb: PanelVerb, *, depth: int | None = None, group: int = -1, page: int = 0
) -> str:
    """Return the custom_id of a component of this panel that runs `verb`.

    `depth`, `group` and `page` are as in `component_id`.
    """
    return component_id(panel, PanelAct.RUN, verb, depth=depth, group=group, page=page)


def button_rows(buttons: Sequence[Button], room: int) -> list[Row]:
    """Return the buttons in at most `room` rows that fit a phone's width.

    If the buttons need more rows, the width is ignored: each row has four buttons, which a phone
    wraps in pairs. If even four per row need too many rows, each row has five.
    """
    rows: list[list[Button]] = []
    width = 0
    for button in buttons:
        needed = len(button.label) + _PADDING
        if not rows or width + needed > ROW_WIDTH or len(rows[-1]) == MAX_BUTTONS_PER_ROW:
            rows.append([])
            width = 0
        rows[-1].append(button)
        width += needed
    return (
        [tuple(row) for row in rows]
        if len(rows) <= room
        else rows_of_size(buttons, 4 if len(buttons) <= 4 * room else MAX_BUTTONS_PER_ROW)
    )


def width_of(buttons: Sequence[Button]) -> int:
    """Return the width of a row of buttons, in characters with the buttons' padding."""
    return sum(len(button.label) + _PADDING for button in buttons)


def rows_of_size(buttons: Sequence[Button], size: int) -> list[Row]:
    """Return rows of `size` buttons (Discord's limit is 5); the last row may be shorter."""
    return [tuple(buttons[at : at + size]) for at in range(0, len(buttons), size)]


def columns(count: int) -> int:
    """Return the number of columns that makes the rows of a grid with `count` cells most even."""
    if count <= MAX_BUTTONS_PER_ROW:
        return count if count != 4 else 2
    return next(
        (number for number in (4, 3, 5) if count % number == 0 and count // number <= 4),
        MAX_BUTTONS_PER_ROW,
    )


def grid(buttons: Sequence[Button], room: int) -> list[Row]:
    """Return the buttons in rows of equal length, as long as fits a phone's width.

    If the buttons then need more than `room` rows, the width is ignored.
    """
    most_columns = columns(len(buttons))
    for column_count in range(most_columns, 1, -1):
        rows = [buttons[at : at + column_count] for at in range(0, len(buttons), column_count)]
        if len(rows) <= room and all(
            width_of(row) <= (ROW_WIDTH if column_count > 2 else _PAIR_WIDTH) for row in rows
        ):
            return [tuple(row) for row in rows]
    return rows_of_size(buttons, most_columns)


def option_label(
    option: Option,
    panel: Panel,
    words: Translator,
    *,
    chosen: bool = False,
    pictured: bool = False,
) -> str:
    """Return an option's label, preceded by the option's letter in the picture: `A C6`.

    `✓ ` comes before the label of an option that is `chosen` (ticked), and `🔒` after the label of
    one that can't be undone. If the option is a card and its label begins with a number, a dot
    separates letter and number: `A · 1 · 3 by sea`. With `pictured`, the label is short, because
    the picture above the button shows the rest.
    """
    label = words(option.short) if pictured and option.short else words.option(option)
    letter = panel.letters.get(option.key)
    if letter and not option.mark:
        label = f"{letter}{' · ' if option.art and label[:1].isdigit() else ' '}{label}"
    if option.key in panel.finals and "🔒" not in label:
        label = f"{label} 🔒"
    return cut(f"✓ {label}" if chosen else label, MAX_LABEL_CHARS)


def form_rows(
    panel: Panel, prompt: Prompt, words: Translator, view_state: PanelViewState, room: int
) -> list[Row]:
    """Return at most `room` rows of components that answer the prompt."""
    match prompt:
        case SelectPrompt(min=1, max=1):
            return _pick_one(panel, prompt, words, view_state, room)
        case SelectPrompt():
            return _pick_some(panel, prompt, words, view_state, room)
        case AmountPrompt():
            return _amount_rows(panel, prompt, words)
        case DistributePrompt():
            return _counter_rows(panel, prompt, words)


def may_act_out_of_turn(panel: Panel) -> bool:
    """Return whether the seat may act although the game does not wait for it.

    For example, it may withdraw an offer.
    """
    running = panel.match.status == "running" and panel.asked is not None
    return (
        running
        and bool(panel.waiting)
        and panel.seat is not None
        and panel.seat not in panel.waiting
    )


def choices_of(prompt: SelectPrompt) -> tuple[Option, ...]:
    """Return the options to show in the rows that answer the prompt.

    Options that end the turn (tone "finish") are in the panel's last row instead. Options that cost
    no action (tone "free") are shown after a click on *More* instead, unless there are no others.
    """
    own = tuple(option for option in prompt.options if option.tone not in ("finish", "free"))
    return own or tuple(option for option in prompt.options if option.tone == "free")


def blocked_options(prompt: SelectPrompt, view_state: PanelViewState) -> tuple[DisabledOption, ...]:
    """Return the blocked options to show with the legal ones.

    If a group is open, these are the blocked options of that group and those without a group.
    Blocked options that cost no action are shown only where legal ones that cost no action are
    shown.
    """
    blocked, groups = prompt.blocked, groups_of(prompt)
    if groups and 0 <= view_state.group < len(groups):
        blocked = tuple(
            disabled_option
            for disabled_option in blocked
            if disabled_option.group in (None, groups[view_state.group])
        )
    free_shown = all(option.tone in ("finish", "free") for option in prompt.options)
    return (
        blocked
        if free_shown
        else tuple(disabled_option for disabled_option in blocked if disabled_option.tone != "free")
    )


def groups_of(prompt: SelectPrompt) -> list[Msg | None]:
    """Return the groups of options among which the user chooses first, in their order.

    None stands for the options without a group. Empty if the options are few enough to be shown at
    once, or if each group has a select of its own.
    """
    if prompt.layout == "menus":
        return []
    options = choices_of(prompt)
    groups: list[Msg | None] = []
    for option in options:
        if option.group not in groups:
            groups.append(option.group)
    return groups if len(groups) > 1 and len(options) > MAX_BUTTONS else []


def shown_options(prompt: SelectPrompt, view_state: PanelViewState) -> tuple[Option, ...]:
    """Return the options of the group that `view_state` has open; all options if none is open."""
    groups, options = groups_of(prompt), choices_of(prompt)
    if groups and 0 <= view_state.group < len(groups):
        return tuple(option for option in options if option.group == groups[view_state.group])
    return options


def tickable_options(prompt: SelectPrompt, view_state: PanelViewState) -> tuple[Option, ...]:
    """Return the options that the user can tick or untick now.

    If a group is open in `view_state`, these are the options of that group, else all options.
    """
    return (
        shown_options(prompt, view_state)
        if groups_of(prompt) and view_state.group >= 0
        else prompt.options
    )


def _pick_one(
    panel: Panel, prompt: SelectPrompt, words: Translator, view_state: PanelViewState, room: int
) -> list[Row]:
    """Return at most `room` rows to choose one option.

    They are a button per group, a button per option, or a select, depending on the number of
    options.
    """
    if prompt.layout == "menus":
        return _rows_of_menus(panel, prompt, words, view_state, room)
    groups = groups_of(prompt)
    if groups and not 0 <= view_state.group < len(groups):
        return _group_rows(panel, prompt, words, groups, room)
    options, blocked = shown_options(prompt, view_state), blocked_options(prompt, view_state)
    few = _few_blocked(prompt, len(options), len(blocked))
    if fits_as_buttons(panel, prompt, words, view_state):
        buttons = [_option_button(panel, option, words, view_state) for option in options]
        if blocked and few:
            buttons += [_blocked_button(panel, option, words, view_state) for option in blocked]
        elif blocked:
            buttons.append(why_button(panel, blocked, words, view_state))
        return (
            grid(buttons, room)
            if prompt.layout in ("grid", "cards")
            else button_rows(buttons, room)
        )
    return _menu_rows(panel, prompt, options, words, view_state)


def _rows_of_menus(
    panel: Panel, prompt: SelectPrompt, words: Translator, view_state: PanelViewState, room: int
) -> list[Row]:
    """Return a button for each proposed option, then a select for each group of options.

    A proposed option without a group has only a button. A select has at most 25 lines: the group's
    options, then blocked ones while there is room. If a group has more than 25 options, the options
    that have a button get no line. Below news, or a line on the last move, there is room for fewer
    buttons.
    """
    groups: list[Msg | None] = []
    in_menus = [one for one in prompt.options if one.group or one.key not in prompt.proposed]
    for option in in_menus:
        if option.group not in groups:
            groups.append(option.group)
    by_group = [[one for one in in_menus if one.group == group] for group in groups]
    has_all_lines = max(map(len, by_group)) <= MAX_SELECT_OPTIONS
    is_short = (panel.committed_move or view_state.has_news) and has_all_lines
    most = _MAX_PROPOSED_IN_BRIEF if view_state.brief else _MAX_PROPOSED_AFTER_MOVE
    proposed = prompt.proposed[: most if is_short else None]
    by_key = {option.key: option for option in prompt.options}
    menus: list[Row] = []
    for index, (group, options) in enumerate(zip(groups, by_group, strict=True)):
        lines = [
            _line(panel, option, words)
            for option in options
            if len(options) <= MAX_SELECT_OPTIONS or option.key not in proposed
        ]
        lines += [
            _blocked_line(blocked, words) for blocked in prompt.blocked if blocked.group == group
        ]
        menus.append(
            Select(
                verb_id(panel, PanelVerb.CHOOSE_OPTION, group=index),
                tuple(lines[:MAX_SELECT_OPTIONS]),
                cut(words(group) if group else words("ui.panel.choose"), MAX_PLACEHOLDER_CHARS),
            )
        )
    buttons = [_option_button(panel, by_key[key], words, view_state) for key in proposed]
    return [*button_rows(buttons, room - len(menus)), *menus]


def fits_as_buttons(
    panel: Panel, prompt: SelectPrompt, words: Translator, view_state: PanelViewState
) -> bool:
    """Return whether each shown option has a button, to be chosen or ticked.

    Otherwise the options are in groups, in a select, or on pages. The spots of a grid have buttons
    only if the lines with their details fit above the picture; else they are in a select, which
    shows each detail below the label. In a lesson, so are the options of a prompt with
    `details_in_lesson` if there is no room for their details.
    """
    if (prompt.min, prompt.max) != (1, 1):
        return len(tickable_options(prompt, view_state)) <= _max_toggles(prompt)
    options, blocked = shown_options(prompt, view_state), len(blocked_options(prompt, view_state))
    if groups_of(prompt) and not 0 <= view_state.group < len(groups_of(prompt)):
        return False
    if (
        prompt.layout == "grid"
        and len(options) > MAX_BUTTONS_PER_ROW
        and option_lines(panel, options, words) is None
    ):
        return False
    if panel.in_lesson and prompt.details_in_lesson and not view_state.lesson_details:
        return False
    few = _few_blocked(prompt, len(options), blocked)
    return prompt.layout != "menus" and _fits_buttons(
        prompt, len(options) + (blocked if few else 0)
    )


def _few_blocked(prompt: SelectPrompt, count: int, blocked: int) -> bool:
    """Return whether there is room for a button for each blocked option.

    `count` is the number of legal options, which have buttons too, and `blocked` the number of
    blocked options.
    """
    return blocked <= MAX_BLOCKED_BUTTONS and (
        prompt.layout == "menu" or _fits_buttons(prompt, count + blocked)
    )


def _max_toggles(prompt: SelectPrompt) -> int:
    return MAX_GRID if prompt.layout in ("grid", "cards") else MAX_TOGGLES


def _fits_buttons(prompt: SelectPrompt, count: int) -> bool:
    """Return whether `count` options are few enough for buttons in the prompt's layout."""
    if count <= MAX_BUTTONS_PER_ROW:
        return True
    if prompt.layout == "menu":
        return False
    return count <= (MAX_GRID if prompt.layout in ("grid", "cards") else MAX_BUTTONS)


def _group_rows(
    panel: Panel, prompt: SelectPrompt, words: Translator, groups: list[Msg | None], room: int
) -> list[Row]:
    """Return a button for each group of options, or a select if there are too many.

    The result has at most `room` rows. None in `groups` stands for the options without a group.
    """

    def label(group: Msg | None) -> str:
        count = sum(option.group == group for option in choices_of(prompt))
        return words(
            "ui.panel.group", name=words(group) if group else words("ui.panel.others"), n=count
        )

    if len(groups) <= MAX_BUTTONS:
        return button_rows(
            [
                Button(
                    cut(label(group_at_index), MAX_LABEL_CHARS),
                    verb_id(panel, PanelVerb.SHOW_GROUP, group=index),
                )
                for index, group_at_index in enumerate(groups)
            ],
            room,
        )
    lines = tuple(
        SelectOption(str(index), cut(label(group_at_index), MAX_OPTION_CHARS))
        for index, group_at_index in enumerate(groups[:MAX_SELECT_OPTIONS])
    )
    return [Select(verb_id(panel, PanelVerb.SHOW_GROUP), lines, words("ui.panel.choose"))]


def is_advised(panel: Panel, key: str, depth: int) -> bool:
    """Return whether the shown advice is the option `key` of the prompt at `depth`.

    `depth` is the number of steps of the move before that prompt.
    """
    path = panel.advised_path
    return path[:depth] == panel.path[:depth] and path[depth : depth + 1] == (key,)


def _option_button(
    panel: Panel, option: Option, words: Translator, view_state: PanelViewState
) -> Button:
    style = "grey" if may_act_out_of_turn(panel) else _STYLES[option.tone]
    if is_advised(panel, option.key, len(panel.path)):
        style = _STYLES["main"]
    label = option_label(option, panel, words, pictured=view_state.pictured)
    return Button(label, component_id(panel, PanelAct.PICK, option.key), style)


def _blocked_button(
    panel: Panel, blocked: DisabledOption, words: Translator, view_state: PanelViewState
) -> Button:
    return Button(
        _blocked_label(blocked, words, view_state),
        component_id(panel, PanelAct.PICK, blocked.key, group=view_state.group),
    )


def _blocked_label(blocked: DisabledOption, words: Translator, view_state: PanelViewState) -> str:
    label = blocked.short if view_state.pictured and blocked.short else blocked.label
    return cut(f"✕ {words(label)}", MAX_LABEL_CHARS)


def why_button(
    panel: Panel, blocked: Sequence[DisabledOption], words: Translator, view_state: PanelViewState
) -> Button:
    """Return the button `Why not? (7)`, which shows why these options are blocked."""
    return Button(
        words("ui.panel.why", n=len(blocked)),
        verb_id(panel, PanelVerb.SHOW_REASONS, group=view_state.group),
    )


def _menu_rows(
    panel: Panel,
    prompt: SelectPrompt,
    options: Sequence[Option],
    words: Translator,
    view_state: PanelViewState,
) -> list[Row]:
    """Return the rows to choose one of `options`: a select with 25 lines per page and a pager.

    Blocked options come last, with their reasons.
    """
    lines = [_line(panel, option, words) for option in options]
    if not groups_of(prompt):
        lines += [_blocked_line(blocked, words) for blocked in blocked_options(prompt, view_state)]
    more = words(prompt.more_label) if prompt.more_label else ""
    return _paged_menu(
        panel,
        lines,
        words,
        view_state,
        verb=PanelVerb.CHOOSE_OPTION,
        placeholder=words("ui.panel.choose"),
        next_label=more,
    )


def _blocked_line(blocked: DisabledOption, words: Translator) -> SelectOption:
    """Return the line of a select for a blocked option, with the reason."""
    return SelectOption(
        blocked.key,
        cut(f"✕ {words(blocked.label)}", MAX_OPTION_CHARS),
        cut(words(blocked.why), MAX_OPTION_CHARS),
    )


def _line(panel: Panel, option: Option, words: Translator, *, chosen: bool = False) -> SelectOption:
    description = cut(words(option.detail), MAX_OPTION_CHARS) if option.detail else ""
    return SelectOption(
        option.key, cut(option_label(option, panel, words), MAX_OPTION_CHARS), description, chosen
    )


def _paged_menu(
    panel: Panel,
    lines: Sequence[SelectOption],
    words: Translator,
    view_state: PanelViewState,
    *,
    verb: PanelVerb,
    placeholder: str,
    next_label: str = "",
) -> list[Row]:
    pages = max(1, -(-len(lines) // MAX_SELECT_OPTIONS))
    page = min(view_state.page, pages - 1)
    lines_of_page = tuple(lines[page * MAX_SELECT_OPTIONS : (page + 1) * MAX_SELECT_OPTIONS])
    menu_id = verb_id(panel, verb, group=view_state.group, page=page)
    rows: list[Row] = [Select(menu_id, lines_of_page, placeholder)]
    if pages > 1:
        rows.append(_page_buttons(panel, words, view_state, page, pages, next_label))
    return rows


def _page_buttons(
    panel: Panel,
    words: Translator,
    view_state: PanelViewState,
    page: int,
    pages: int,
    next_label: str = "",
) -> tuple[Button, ...]:
    """Return the buttons `‹  1 of 2  ›`; `page` is from 0.

    `next_label` is the prompt's own label of the button to the next page, "" for `›`.
    """

    def page_button(target: int, label: str) -> Button:
        verb = PanelVerb.PREVIOUS_PAGE if target < page else PanelVerb.NEXT_PAGE
        return Button(
            label,
            verb_id(panel, verb, group=view_state.group, page=max(0, target)),
            disabled=not 0 <= target < pages,
        )

    page_label = Button(
        words("ui.page.of", n=page + 1, m=pages),
        verb_id(panel, PanelVerb.PAGE_NUMBER, group=view_state.group, page=page),
        disabled=True,
    )
    return (
        page_button(page - 1, "‹"),
        page_label,
        page_button(page + 1, cut(next_label, MAX_LABEL_CHARS) or "›"),
    )


def _pick_some(
    panel: Panel, prompt: SelectPrompt, words: Translator, view_state: PanelViewState, room: int
) -> list[Row]:
    """Return at most `room` rows to tick several options.

    They are toggles if these fit, else a select with several values, else toggles on pages.
    """
    chosen = set(ticked_keys(panel, prompt))
    options = tickable_options(prompt, view_state)
    if len(options) <= _max_toggles(prompt):
        buttons = [
            _toggle(panel, option, words, option.key in chosen, view_state) for option in options
        ]
        all_and_none: tuple[Button, ...] = ()
        if options == prompt.options:
            buttons += _blocked_toggles(panel, prompt, words, view_state)
            if not view_state.brief:
                all_and_none = _all_and_none(panel, prompt, words, len(chosen))
        room -= bool(all_and_none)
        rows = grid(buttons, room) if prompt.layout == "grid" else button_rows(buttons, room)
        return [*rows, all_and_none] if all_and_none else rows
    if len(options) <= MAX_SELECT_OPTIONS:
        lines = tuple(
            _line(panel, option, words, chosen=option.key in chosen) for option in options
        )
        most = min(prompt.max, len(lines))
        return [
            Select(
                id=verb_id(panel, PanelVerb.CHOOSE_SEVERAL),
                choices=lines,
                placeholder=cut(words(prompt.prompt), MAX_PLACEHOLDER_CHARS),
                min=prompt.min,
                max=most,
            )
        ]
    size = 3 * MAX_BUTTONS_PER_ROW
    pages = -(-len(options) // size)
    page = min(view_state.page, pages - 1)
    view_of_page = PanelViewState(page=page, group=view_state.group)
    buttons = [
        _toggle(panel, option, words, option.key in chosen, view_of_page)
        for option in options[page * size : (page + 1) * size]
    ]
    return [
        *rows_of_size(buttons, MAX_BUTTONS_PER_ROW),
        _page_buttons(panel, words, view_state, page, pages),
    ]


def _blocked_toggles(
    panel: Panel, prompt: SelectPrompt, words: Translator, view_state: PanelViewState
) -> list[Button]:
    """Return the blocked toggles, or the button *Why not?* if there are too many.

    Discord's `disabled` is not set for blocked toggles, because a click on one tells the reason.
    """
    if len(prompt.blocked) > MAX_BLOCKED_BUTTONS:
        return [why_button(panel, prompt.blocked, words, _CLOSED)]
    return [
        Button(
            _blocked_label(option, words, view_state),
            component_id(panel, PanelAct.TOGGLE, option.key),
        )
        for option in prompt.blocked
    ]


def _all_and_none(
    panel: Panel, prompt: SelectPrompt, words: Translator, ticked: int
) -> tuple[Button, ...]:
    """Return the buttons `All` and `None`, or nothing if they would not help.

    They would not if not all options may be ticked, if at least two must be, or if so few options
    exist that the buttons save no clicks. `ticked` is the number of ticked options. The buttons
    have their own row, so that they don't move while the user ticks options.
    """
    count = len(prompt.options)
    if count < MIN_FOR_ALL_AND_NONE or prompt.max < count or prompt.min > 1:
        return ()
    both_buttons = (
        ("ui.panel.all", PanelVerb.SELECT_ALL, ticked == count),
        ("ui.panel.none", PanelVerb.SELECT_NONE, ticked == 0),
    )
    return tuple(
        Button(words(key), verb_id(panel, verb), disabled=is_effectless)
        for key, verb, is_effectless in both_buttons
    )


def _toggle(
    panel: Panel, option: Option, words: Translator, is_ticked: bool, view_state: PanelViewState
) -> Button:
    label = option_label(option, panel, words, chosen=is_ticked, pictured=view_state.pictured)
    return Button(
        label,
        component_id(
            panel, PanelAct.TOGGLE, option.key, group=view_state.group, page=view_state.page
        ),
        "blue" if is_ticked else "grey",
    )


def ticked_keys(panel: Panel, prompt: SelectPrompt) -> list[str]:
    """Return the keys of the options that are ticked so far, in the prompt's order."""
    pending = panel.pending
    return (
        [option.key for option in prompt.options if option.key in pending]
        if isinstance(pending, list)
        else []
    )


def pending_units(panel: Panel, prompt: DistributePrompt) -> dict[str, int]:
    """Return how many units are in each slot so far, by the slot's key.

    Before the first click, these are the numbers in `DistributePrompt.initial`.
    """
    pending = prompt.initial() if panel.pending is None else panel.pending
    return dict(pending) if isinstance(pending, dict) else {}


def _amount_rows(panel: Panel, prompt: AmountPrompt, words: Translator) -> list[Row]:
    """Return the rows to choose a number: buttons, a select, or buttons and a modal.

    Up to 20 numbers have a button each, up to 25 are in a select. Beyond that, there are a few
    buttons and one that opens a modal.
    """

    def button(n: int, label: str = "") -> Button:
        final = " 🔒" if str(n) in panel.finals else ""
        return Button(f"{label or n}{final}", component_id(panel, PanelAct.ENTER_NUMBER, str(n)))

    count = prompt.hi - prompt.lo + 1
    if count <= 20:
        return rows_of_size(
            [button(n) for n in range(prompt.lo, prompt.hi + 1)], MAX_BUTTONS_PER_ROW
        )
    if count <= MAX_SELECT_OPTIONS:
        unit = f" {words(prompt.unit)}" if prompt.unit else ""
        lines = tuple(
            SelectOption(str(n), cut(f"{n}{unit}", MAX_OPTION_CHARS))
            for n in range(prompt.lo, prompt.hi + 1)
        )
        return [
            Select(
                verb_id(panel, PanelVerb.CHOOSE_NUMBER),
                lines,
                cut(words(prompt.prompt), MAX_PLACEHOLDER_CHARS),
            )
        ]
    few_numbers = sorted(
        {prompt.lo, prompt.lo if prompt.default is None else prompt.default, prompt.hi}
    )
    write_button = Button(
        words("ui.panel.write", lo=prompt.lo, hi=prompt.hi),
        verb_id(panel, PanelVerb.WRITE_NUMBER),
        "blue",
    )
    return [(*(button(n) for n in few_numbers), write_button)]


def _counter_rows(panel: Panel, prompt: DistributePrompt, words: Translator) -> list[Row]:
    """Return a counter for each slot; for many slots, buttons that open a modal."""
    units_by_slot = pending_units(panel, prompt)
    if len(prompt.slots) > MAX_COUNTERS:
        parts = -(-len(prompt.slots) // MAX_BUTTONS_PER_ROW)
        names = [words("ui.panel.spread", n=part + 1, m=parts) for part in range(parts)]
        if parts == 1:
            names = [words("ui.panel.spread_all")]
        return button_rows(
            [
                Button(name, verb_id(panel, PanelVerb.DISTRIBUTE, page=part), "blue")
                for part, name in enumerate(names)
            ],
            3,
        )
    rows: list[Row] = []
    for slot in prompt.slots:
        units = units_by_slot.get(slot.key, 0)
        label = cut(
            words("ui.panel.slot", name=words(slot.label), n=units, m=slot.most), MAX_LABEL_CHARS
        )
        rows.append(
            (
                Button("−", component_id(panel, PanelAct.TAKE, slot.key), disabled=units == 0),
                Button(
                    label, component_id(panel, PanelAct.FILL, slot.key), "blue" if units else "grey"
                ),
                Button(
                    "+", component_id(panel, PanelAct.ADD, slot.key), disabled=units >= slot.most
                ),
            )
        )
    return rows


def why_pending_incomplete(panel: Panel, prompt: Prompt) -> Msg | None:
    """Return why an answer made of several clicks is incomplete; None if it is complete."""
    match prompt:
        case DistributePrompt():
            refusal = why_illegal(prompt, pending_units(panel, prompt))
        case SelectPrompt():
            refusal = why_incomplete(prompt, ticked_keys(panel, prompt))
        case AmountPrompt():
            return None
    return refusal.why if refusal else None
