"""Message of a panel, built from the app's `Panel` for one user. Pure functions.

A panel is an ephemeral message or the user's private message. Its parts are, from the top: lines of
text, the picture, the rows of components that answer the prompt (`forms.py`), and the general
buttons (Back, Undo, `?`, More). `presenter.py` adds the picture and the news.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil
from typing import TypeGuard

from app.model.match import Panel
from app.play.panel_builder import UNCOUNTED_TONES
from app.review import hints
from games.core.engine.game import find
from games.core.guides.rulebook import chapter
from games.core.prompts.prompt import (
    AmountPrompt,
    DisabledOption,
    DistributePrompt,
    MoveReady,
    Prompt,
    SelectPrompt,
)
from games.core.text.messages import Msg, listed, seat_name
from ui.components import (
    MAX_BUTTONS_PER_ROW,
    MAX_FOOTER_CHARS,
    MAX_LABEL_CHARS,
    MAX_ROWS,
    MAX_SELECT_OPTIONS,
    MAX_TITLE_CHARS,
    Button,
    Embed,
    Message,
    Row,
    colour_of,
    cut,
    paragraphs,
)
from ui.custom_ids import PanelAct, PanelVerb, TableAction, TableId, encode, number
from ui.i18n import Translator
from ui.rules_search import question_help
from ui.views.pages.way_back import BACK
from ui.views.panel.confirm_button import (
    confirm_button,
    continue_button,
    step_label,
    takes_several_clicks,
)
from ui.views.panel.details import allot_line, breadcrumb, chosen_line, detail_lines
from ui.views.panel.forms import (
    ROW_WIDTH,
    PanelViewState,
    blocked_options,
    button_rows,
    choices_of,
    component_id,
    form_rows,
    groups_of,
    is_advised,
    may_act_out_of_turn,
    option_label,
    rows_of_size,
    ticked_keys,
    verb_id,
    width_of,
)
from ui.views.panel.refusals import joined_by_reason, refusal_text, rule_button, suggested_fix
from ui.views.table.board_message import waits_for_ai, waits_for_one_ai
from ui.views.table.closeups import legend_button

_CLOSED = PanelViewState()
_MAX_REASONS = 12  # reasons listed below a refusal
_MAX_UNDO_LABEL = 28  # characters of an Undo button that names the step
MAX_CONSEQUENCES = 4  # newest sentences that are shown of a step's consequences
MAX_FEW_CONSEQUENCES = 2  # the same, if a phone has no room for more
# by `Panel.promise`: message keys without and with options marked by 🔒; no key if the answer
# depends on later steps, because a line about 🔒 would sound as if all other moves could be undone
_PROMISES = {
    "undoable": ("ui.promise.undoable", "ui.promise.marked"),
    "final": ("ui.promise.final", "ui.promise.final"),
    "open": ("", ""),
}


def render_panel(
    panel: Panel,
    words: Translator,
    view_state: PanelViewState = _CLOSED,
    news_lines: Sequence[str] = (),
    position_lines: Sequence[str] = (),
) -> Message:
    """Return the panel's message, with at most five rows and within Discord's limits.

    `news_lines` are lines on what happened since the user's last move; they come first.
    `position_lines` is the position as text; it comes last. If the text is too long for one
    message, the user pages through it.
    """
    aside_lines = list(_aside_lines(panel, words, view_state))
    if not aside_lines:  # for example a late click on a button of an earlier question
        view_state = replace(view_state, shows_reasons=False, shows_help=False, shows_advice=False)
    lines = aside_lines or [*news_lines, *_lines(panel, words, view_state)]
    parts = paragraphs([*lines, *([""] if lines and position_lines else []), *position_lines])
    part_index = min(view_state.text_part, len(parts) - 1)
    text_buttons = _text_buttons(panel, words, part_index, len(parts)) if view_state.as_text else ()
    match panel.asked:
        case MoveReady() as done:
            # a move that is not committed must not sound done; a button such as "Roll dice" needs no line
            title = (
                words.with_markup("ui.panel.confirm_title", what=done.summary)
                if step_label(panel) is None
                else words.with_markup(done.summary)
            )
            footer = _footer_done(panel, words)
            last_row = (
                (*_aside_buttons(panel, words, view_state), confirm_button(panel, words))
                if view_state.aside
                else _confirm_row(panel, words)
            )
            rows = [
                *_change_rows(panel, words),
                *([text_buttons] if text_buttons and not view_state.aside else []),
                last_row,
            ]
        case SelectPrompt() | AmountPrompt() | DistributePrompt() as prompt:
            title, rows, footer = (
                words(prompt.prompt),
                _aside_rows(panel, prompt, words, view_state)
                if view_state.aside
                else _rows_with_buttons(panel, prompt, words, view_state, text_buttons),
                _undo_footer(panel, words, view_state),
            )
        case _:
            title, rows, footer = (
                _idle_title(panel, words),
                [*_idle_rows(panel, words, view_state), *([text_buttons] if text_buttons else [])],
                "",
            )
    card = Embed(
        title=cut(title, MAX_TITLE_CHARS),
        text=parts[part_index],
        author=cut(_author(panel, words, view_state), MAX_TITLE_CHARS),
        footer=cut(footer, MAX_FOOTER_CHARS),
        colour=colour_of(panel.seat),
    )
    return Message(embed=card, rows=tuple(rows))


def _author(panel: Panel, words: Translator, view_state: PanelViewState) -> str:
    """Return the line above the title: the game's name and the steps so far.

    Returns "" in a brief panel if there are no steps.
    """
    steps = breadcrumb(panel, words)
    return "" if view_state.brief and steps == words.short_name() else steps


def _aside_lines(panel: Panel, words: Translator, view_state: PanelViewState) -> Iterable[str]:
    """Return the answer to *Why not?*, `?` or *Advice*, which replaces the lines.

    Empty if `view_state` shows no such answer, or if the panel asks nothing.
    """
    if not view_state.aside or panel.asked is None:
        return ()
    if view_state.shows_help:
        question = question_help(panel.match.game, words.lang, panel)
        locked = _has_locked_button(panel, words)
        return (*question.sentences, *([words("ui.lock")] if locked else [])) if question else ()
    if view_state.shows_reasons and isinstance(panel.asked, SelectPrompt):
        return _reason_lines(panel, panel.asked, words, view_state)
    return (words.with_markup(panel.notice),) if panel.notice and view_state.shows_advice else ()


def _aside_rows(
    panel: Panel, prompt: Prompt, words: Translator, view_state: PanelViewState
) -> list[Row]:
    """Return the rows below the answer to *Why not?*, `?` or *Advice*.

    First come the rows that answer the prompt, then Back and the buttons that end the turn. If
    *Advice* leaves no room on a phone (`PanelViewState.brief`), the answers wait behind Back.
    """
    is_crowded = view_state.brief and view_state.shows_advice
    rows = [] if is_crowded else form_rows(panel, prompt, words, view_state, MAX_ROWS - 1)
    # Continue belongs to answers of several clicks, so it waits behind Back with them
    has_continue = takes_several_clicks(prompt) and not is_crowded
    ways_on = (
        *([continue_button(panel, prompt, words)] if has_continue else []),
        *_finish(panel, words),
    )
    room = MAX_BUTTONS_PER_ROW * (MAX_ROWS - len(rows)) - len(ways_on)
    aside_buttons = _aside_buttons(panel, words, view_state)[: max(1, room)]
    return _fit([*rows, *rows_of_size((*aside_buttons, *ways_on), MAX_BUTTONS_PER_ROW)])


def _aside_buttons(
    panel: Panel, words: Translator, view_state: PanelViewState
) -> tuple[Button, ...]:
    """Return the buttons below an answer to *Why not?*, `?` or *Advice*.

    The first is Back, which returns to the group or page of options that the panel showed before.
    The others, for example, follow the advice or open the rule behind a reason.
    """
    # group -1: no group is open
    if view_state.group >= 0:
        verb, group, page = PanelVerb.SHOW_GROUP, view_state.group, view_state.page
    elif view_state.page:
        verb, group, page = PanelVerb.PREVIOUS_PAGE, -1, view_state.page
    else:
        verb, group, page = PanelVerb.SHOW_TOP, -1, 0
    back = Button(words("ui.panel.back"), verb_id(panel, verb, group=group, page=page))
    if view_state.shows_advice:
        plans = ("host.coach.plan", "host.coach.plan_steps")
        is_first = panel.notice is not None and panel.notice.key in plans
        follow = Button(
            words("ui.panel.follow_first" if is_first else "ui.panel.follow_advice"),
            verb_id(panel, PanelVerb.FOLLOW_ADVICE),
        )
        return (back, follow)
    if not view_state.shows_help:
        return (back, *rule_button(panel, words))
    question = question_help(panel.match.game, words.lang, panel)
    rule_chapter = chapter(panel.match.game, words.lang, question.rule) if question else None
    if question is None or rule_chapter is None:
        return (back, *_panel_legend(panel, words, view_state))
    rules_id = TableId(
        panel.match.id, TableAction.SHOW_RULES, f"{panel.match.game}.{question.rule}"
    )
    label = cut(words("ui.explain.rule", title=rule_chapter.title), MAX_LABEL_CHARS)
    return (
        back,
        Button(label, encode(rules_id)),
        *_panel_legend(panel, words, view_state),
    )


def _panel_legend(panel: Panel, words: Translator, view_state: PanelViewState) -> list[Button]:
    """Return the button to the legend of the panel's picture; empty without a legend.

    For a panel shown as text, the button leads to the legend of the board.
    """
    kind = view_state.picture_kind or "board"
    is_own = panel.view is not None and kind == find(panel.match.game).own_picture(panel.view)
    arg = "own" if is_own else "" if kind == "board" else f"own.{kind}"
    return legend_button(panel.match, words, kind, arg, panel.view)


def _text_buttons(
    panel: Panel, words: Translator, part_index: int, parts: int
) -> tuple[Button, ...]:
    """Return the buttons of a panel shown as text: to its next part, and to the picture.

    `part_index` is the part of the text that is shown (from 0), and `parts` the number of parts.
    """
    row = []
    if parts > 1:
        label = words("ui.panel.words_on", n=(part_index + 1) % parts + 1, m=parts)
        row.append(
            Button(label, verb_id(panel, PanelVerb.SHOW_TEXT, page=(part_index + 1) % parts))
        )
    if find(panel.match.game).pictures and panel.view is not None:
        row.append(Button(words("ui.panel.in_picture"), verb_id(panel, PanelVerb.SHOW_PICTURE)))
    return tuple(row)


def _idle_title(panel: Panel, words: Translator) -> str:
    """Return the title of a panel that asks nothing; it says why there is no question."""
    if panel.match.status != "running":
        return words(
            {"ended": "ui.panel.over", "closed": "ui.board.closed"}.get(
                panel.match.status, "ui.board.paused"
            )
        )
    if panel.seat is None:
        return words("host.trouble.not_seated")
    # a user who has just moved knows that it is not their turn: tell whose it is
    if panel.committed_move and panel.waiting:
        return waiting_line(panel, words)
    return words("ui.panel.not_now")


def _lines(panel: Panel, words: Translator, view_state: PanelViewState) -> Iterable[str]:
    """Yield the lines of text: what happened, what was refused, what a move would do."""
    # the title says already that the game has ended
    repeats_title = panel.notice is not None and panel.notice.key == "host.trouble.ended"
    if panel.notice and not repeats_title:
        yield words.with_markup(panel.notice)
    if panel.committed_move:
        yield words.with_markup("ui.saved", sentence=panel.committed_move)
    yield from _consequences(panel, words, few=view_state.few_consequences)
    if repeats_title:
        yield words("ui.panel.remains")
    if panel.plan is not None:
        yield words.with_markup(panel.plan)
    if panel.refused:
        yield f"✕ {refusal_text(panel, panel.refused, panel.rule, words)}"
        reasons = [
            (words(blocked.label), words.with_markup(blocked.why))
            for blocked in panel.refused_because[:_MAX_REASONS]
        ]
        yield from (f"• {names}: {why}" for names, why in joined_by_reason(reasons))
    if may_act_out_of_turn(panel):
        yield waiting_line(panel, words)
    match panel.asked:
        case MoveReady() as done:
            if done.gives_up:
                yield words("ui.panel.gives_up")
                yield from (f"• {words.with_markup(loss)}" for loss in done.gives_up)
            yield from (words.with_markup(effect) for effect in done.effects)
        case DistributePrompt() as prompt:
            yield allot_line(panel, prompt, words)
        case SelectPrompt() as prompt:
            yield from _pick_lines(panel, prompt, words, view_state)
        case None:
            yield from _idle_lines(panel, words)
        case _:
            pass


def _idle_lines(panel: Panel, words: Translator) -> Iterable[str]:
    """Yield who must move, and that the panel updates itself while the table waits for bots."""
    if not panel.waiting or panel.match.status != "running":
        return
    if not panel.committed_move:
        yield waiting_line(panel, words)
    if panel.seat is not None and waits_for_ai(panel.match):
        yield words("ui.waiting.updates")


def _consequences(panel: Panel, words: Translator, *, few: bool) -> Iterable[str]:
    """Yield lines on what the user's move caused, last the number of omitted lines.

    The lines explain why the next question is asked. `shown_consequences` chooses them. A lesson
    doesn't count the omitted ones, because it has no button that shows them.
    """
    shown = shown_consequences(panel, few=few)
    yield from (f"• {words.with_markup(sentence)}" for sentence in shown)
    omitted = len(panel.consequences) - len(shown)
    if omitted > 0 and not panel.in_lesson:
        yield words("ui.since.more", n=omitted)


def shown_consequences(panel: Panel, *, few: bool = False) -> tuple[Msg, ...]:
    """Return the consequences of the user's move that fit the panel, in their order.

    If there is no room for all, the user's losses are kept first, then the direct result of the
    move, then what else happened to the user's own seat, then the newest. At most
    `MAX_CONSEQUENCES` are shown, or with `few` `MAX_FEW_CONSEQUENCES`, but always all losses. If
    only one would be left out, it is shown too, because the line about omitted ones would take as
    much room. A lesson shows only what happened to the user's own seat, because its text tells what
    else matters.
    """
    if panel.in_lesson and panel.committed_move:
        own_indices = panel.own_results | panel.own_losses
        return tuple(line for at, line in enumerate(panel.consequences) if at in own_indices)
    count = len(panel.consequences)
    most = MAX_FEW_CONSEQUENCES if few else MAX_CONSEQUENCES
    if count <= most + 1:
        return panel.consequences
    own, losses = panel.own_results, panel.own_losses
    # losses come first of all, then the direct result, the seat's own events, and the newest
    by_rank = sorted(
        range(count), key=lambda at: (at in losses, at in own, at in own and not at, at)
    )
    shown = max(most, len(losses))
    return tuple(panel.consequences[at] for at in sorted(by_rank[-shown:]))


def waiting_line(panel: Panel, words: Translator) -> str:
    """Return a sentence that says which players must move."""
    waiting = panel.waiting
    if len(waiting) == 1:
        return words.with_markup(
            "ui.waiting.thinks" if waits_for_one_ai(panel.match) else "ui.waiting.one",
            seat=seat_name(waiting[0]),
        )
    return words.with_markup(
        "ui.waiting.some",
        n=len(waiting),
        m=len(words.names),
        seats=listed(seat_name(seat) for seat in waiting),
    )


def _pick_lines(
    panel: Panel, prompt: SelectPrompt, words: Translator, view_state: PanelViewState
) -> Iterable[str]:
    """Yield the lines of a `SelectPrompt`.

    First come the prompt's own lines and how many options are ticked; a lesson, which has lines of
    its own, leaves both out. Then come all options if the panel is shown as text, else the details
    of the options. A lesson shows details only if the prompt says so (`details_in_lesson`).
    """
    if not panel.in_lesson:
        yield from (words.with_markup(line) for line in prompt.lines)
    if (prompt.min, prompt.max) != (1, 1) and not panel.in_lesson and not view_state.brief:
        yield chosen_line(len(ticked_keys(panel, prompt)), prompt, words)
    if view_state.as_text:
        yield from _option_text_lines(panel, prompt, words)
        yield from _blocked_text_lines(prompt, words)
    elif not panel.in_lesson or (prompt.details_in_lesson and view_state.lesson_details):
        yield from detail_lines(panel, prompt, words, view_state)


def _reason_lines(
    panel: Panel, prompt: SelectPrompt, words: Translator, view_state: PanelViewState
) -> Iterable[str]:
    """Yield one line per reason why shown options are blocked.

    A line has the options, the reason, what to do about it, and the rule. If several reasons have
    the same remedy, only the first line has it.
    """
    by_reason: dict[str, list[DisabledOption]] = {}
    for option in blocked_options(prompt, view_state):
        why = refusal_text(panel, option.why, option.rule, words)
        by_reason.setdefault(why, []).append(option)
    said = set[str]()
    for options in by_reason.values():
        first, names = options[0], (f"**{words(option.label)}**" for option in options)
        fix = suggested_fix(first.why, words)
        why = refusal_text(panel, first.why, first.rule, words, with_fix=fix not in said)
        said.add(fix)
        yield f"✕ {', '.join(names)}: {why}"


def _option_text_lines(panel: Panel, prompt: SelectPrompt, words: Translator) -> Iterable[str]:
    """Yield one line per legal option, with its detail."""
    for option in prompt.options:
        detail = f" · {words.with_markup(option.detail)}" if option.detail else ""
        yield f"**{option_label(option, panel, words)}**{detail}"


def _blocked_text_lines(prompt: SelectPrompt, words: Translator) -> Iterable[str]:
    """Return one line per reason for blocked options: their names, and the reason."""
    reasons = [(words(option.label), words.with_markup(option.why)) for option in prompt.blocked]
    return (f"✕ {names} · {why}" for names, why in joined_by_reason(reasons))


def _footer_done(panel: Panel, words: Translator) -> str:
    if panel.final:
        return words("ui.final", why=panel.final.why)
    return words("ui.undoable")


def _undo_footer(panel: Panel, words: Translator, view_state: PanelViewState) -> str:
    """Return the footer that says whether the answer can be undone; "" for no footer.

    🔒 on a button means that its move can't be undone. There is no footer

    - if later steps decide whether the answer can be undone
    - right after a move that can be undone: *Undo* and 🔒 say enough, and a phone has no room for
      the footer as well
    - in a panel with shortened texts (`PanelViewState.brief`), if a button has 🔒, or if every
      answer can be undone
    """
    if (panel.undo and panel.committed_move) or (
        view_state.brief and (panel.promise == "undoable" or _has_locked_button(panel, words))
    ):
        return ""
    if panel.immediate_final:
        return words("ui.final", why=panel.immediate_final.why)
    promise = _PROMISES[panel.promise][_has_locked_button(panel, words)]
    return words(promise) if promise else ""


def _has_locked_button(panel: Panel, words: Translator) -> bool:
    """Return whether a button has 🔒, which marks a move that can't be undone."""
    return bool(panel.finals or panel.immediate_final) or (
        isinstance(panel.asked, SelectPrompt)
        and any("🔒" in words.option(option) for option in panel.asked.options)
    )


def _change_rows(panel: Panel, words: Translator) -> list[Row]:
    """Return a row of buttons such as `Change payment`, one per step that the user may change."""
    change_labels = [
        (depth, crumb.change_label)
        for depth, crumb in enumerate(panel.crumbs)
        if crumb.change_label
    ]
    return button_rows(
        [
            Button(
                cut(words(name), MAX_LABEL_CHARS),
                verb_id(panel, PanelVerb.CHANGE_STEP, depth=depth),
            )
            for depth, name in change_labels
        ],
        1,
    )


def _confirm_row(panel: Panel, words: Translator) -> Row:
    """Return the last row below a complete move: Back, Cancel, `?`, Confirm.

    Undo takes back an earlier move, so the row has it only if the user chose no step of this move.
    """
    back_buttons = _back(panel, words)
    # buttons that end the turn instead; if Back leads to them, they are not beside Confirm
    ending_buttons = (
        () if back_buttons or not panel.root or _ends_turn(panel) else _finish(panel, words)
    )
    chosen_steps = sum(not crumb.forced for crumb in panel.crumbs)
    # after a single choice, Back does the same as Cancel
    cancel_buttons = (_cancel(panel, words),) if back_buttons and chosen_steps > 1 else ()
    return (
        *back_buttons,
        *cancel_buttons,
        *(() if back_buttons else _undo(panel, words)[: 2 - len(ending_buttons)]),
        *_explain(panel, words),
        *ending_buttons[:2],
        confirm_button(panel, words),
    )


def _ends_turn(panel: Panel) -> bool:
    """Return whether the move to be confirmed ends the turn."""
    if not panel.root:
        return False
    return any(
        option.key == panel.path[0] and option.tone == "finish" for option in panel.root.options
    )


def _back(panel: Panel, words: Translator) -> tuple[Button, ...]:
    """Return the button `‹ Back`, or nothing if there is no step to go back to.

    If the button goes back one step, the game may give it a label of its own ("Another army").
    """
    if panel.changing:
        return (Button(words("ui.panel.back"), verb_id(panel, PanelVerb.BACK)),)
    if all(crumb.forced for crumb in panel.crumbs):
        return ()
    label_of_game = (
        panel.asked.back_label
        if isinstance(panel.asked, SelectPrompt) and not panel.crumbs[-1].forced
        else None
    )
    return (
        Button(
            cut(words(label_of_game or "ui.panel.back"), MAX_LABEL_CHARS),
            verb_id(panel, PanelVerb.BACK),
        ),
    )


def _alternatives(panel: Panel, words: Translator) -> list[Row]:
    """Return a row of buttons `⇄ C8 (2)`, one per option that can replace the last answer.

    Empty if there is no such option.
    """
    buttons = [
        Button(
            cut(words("ui.panel.instead", what=option.label), MAX_LABEL_CHARS),
            component_id(panel, PanelAct.PICK, option.key, depth=len(panel.path) - 1),
        )
        for option in panel.alternatives[:MAX_BUTTONS_PER_ROW]
    ]
    return [tuple(buttons)] if buttons else []


def _cancel(panel: Panel, words: Translator) -> Button:
    return Button(words("ui.panel.cancel"), verb_id(panel, PanelVerb.CANCEL))


def _undo(panel: Panel, words: Translator) -> tuple[Button, ...]:
    """Return the button that undoes the user's last move: `↩ Undo: C8→C6`.

    Empty if undo is impossible. A long name of a move is cut at its end, so that the verb always
    stays on the button. The name is left out right after the move, because a line above has it, and
    in a lesson, whose text needs the room.
    """
    if not panel.undo:
        return ()
    label = words("ui.panel.undo")
    if panel.undo.label and not panel.committed_move and panel.guide is None:
        room = _MAX_UNDO_LABEL - len(words("ui.panel.undo_named", what=""))
        label = words("ui.panel.undo_named", what=cut(words(panel.undo.label), room))
    return (Button(cut(label, MAX_LABEL_CHARS), component_id(panel, PanelAct.UNDO, "last")),)


def _finish(panel: Panel, words: Translator) -> tuple[Button, ...]:
    """Return the buttons that end the turn: options of the first prompt and the current one.

    They are blue if there are no other options to choose, or if the shown advice is to press them,
    else gray. The option of the first prompt that the panel asks about has no button.
    """
    current = panel.asked if isinstance(panel.asked, SelectPrompt) else None
    root = panel.root or (current if not panel.path else None)
    has_no_other_options = (
        not panel.path
        and current is not None
        and all(option.tone in UNCOUNTED_TONES for option in current.options)
    )
    opened = panel.path[0] if panel.path else None
    prompts_with_depth = [(root, 0)] if root else []
    if current and panel.path:
        prompts_with_depth.append((current, len(panel.path)))
    return tuple(
        Button(
            option_label(option, panel, words),
            component_id(panel, PanelAct.PICK, option.key, depth=depth),
            "blue" if has_no_other_options or is_advised(panel, option.key, depth) else "grey",
        )
        for prompt, depth in prompts_with_depth
        for option in prompt.options
        if option.tone == "finish" and (depth, option.key) != (0, opened)
    )


def _free(panel: Panel, prompt: Prompt, words: Translator) -> list[Button]:
    """Return a button for each free action, legal or blocked, to show behind *More*.

    Free actions are options of the first prompt with the tone "free". Empty while the rows that
    answer the first prompt show its free actions, because that prompt has no other options.
    """
    root = panel.root or (prompt if isinstance(prompt, SelectPrompt) and not panel.path else None)
    if root is None or (
        not panel.path and any(option.tone == "free" for option in choices_of(root))
    ):
        return []
    legal_labels = {
        option.key: option_label(option, panel, words)
        for option in root.options
        if option.tone == "free"
    }
    blocked_labels = {
        option.key: cut(f"✕ {words(option.label)}", MAX_LABEL_CHARS)
        for option in root.blocked
        if option.tone == "free"
    }
    return [
        Button(label, component_id(panel, PanelAct.PICK, key, depth=0))
        for labels in (legal_labels, blocked_labels)
        for key, label in labels.items()
    ]


def _rows_with_buttons(
    panel: Panel,
    prompt: Prompt,
    words: Translator,
    view_state: PanelViewState,
    text_buttons: tuple[Button, ...] = (),
) -> list[Row]:
    """Return the rows that answer the prompt, and rows of general buttons below them.

    `text_buttons` lead to more text or to the picture. General buttons are Back, Undo, the rule, Go
    on, More, and last those that end the turn. Rarer buttons (`_extras`, `?`, free actions) are
    shown at once if there is room, else after a click on More. Less then takes the place of More.
    """
    ending_buttons, free_buttons = _finish(panel, words), _free(panel, prompt, words)
    view_buttons = (*_hand_button(panel, words, view_state), *_board_button(panel, words))
    explain_buttons, extras = (
        _explain(panel, words, view_state),
        _extras(panel, prompt, words, view_state),
    )
    close_button = Button(words("ui.panel.back"), verb_id(panel, PanelVerb.SHOW_TOP))
    rare_buttons = (close_button, *text_buttons, *extras[:3], *explain_buttons, *view_buttons)
    rows_behind_more = [
        *button_rows(free_buttons, MAX_ROWS - 2),
        *rows_of_size(rare_buttons[: 2 * MAX_BUTTONS_PER_ROW], MAX_BUTTONS_PER_ROW),
    ]
    if view_state.shows_more and free_buttons:
        return rows_behind_more
    general_buttons = _permanent_buttons(panel, prompt, words, view_state)
    rows = form_rows(panel, prompt, words, view_state, MAX_ROWS - 1)
    if len(rows) < MAX_ROWS - 1:
        rows += _alternatives(panel, words)
    with_more = len([*general_buttons, *ending_buttons, *text_buttons]) + 1
    if len(rows) + _row_count(with_more) <= MAX_ROWS:
        general_buttons += text_buttons
    else:
        extras += text_buttons
    hand_back = _back_from_hand(panel, words, view_state)
    if len(rows) + _row_count(len([*general_buttons, *ending_buttons, *hand_back]) + 1) <= MAX_ROWS:
        general_buttons = [*hand_back, *general_buttons]
    else:
        extras = [*hand_back, *extras]
    free_places = MAX_BUTTONS_PER_ROW * (MAX_ROWS - len(rows)) - len(
        [*general_buttons, *ending_buttons, *extras, *explain_buttons]
    )
    extras += view_buttons[: max(0, free_places - view_state.shows_more)]  # Less needs a place
    small_buttons = [*explain_buttons, *extras]
    all_buttons = [*general_buttons, *ending_buttons, *small_buttons]
    is_crowded = len(rows) + _row_count(len(all_buttons)) > MAX_ROWS
    has_more = bool(free_buttons) or len(extras) > 1 or is_crowded
    if has_more and not view_state.shows_more:
        more_button = Button(words("ui.panel.more"), verb_id(panel, PanelVerb.SHOW_MORE))
        # show `?` beside More only if that needs no further row, also with *What happened*
        if not view_state.brief and _fits_row(
            (*general_buttons, *ending_buttons, more_button), *explain_buttons
        ):
            general_buttons += explain_buttons
        last_buttons = [*general_buttons, more_button, *ending_buttons]
    else:
        # a button to hide what More has shown
        less_buttons = (
            [Button(words("ui.panel.less"), verb_id(panel, PanelVerb.SHOW_TOP))] if has_more else []
        )
        last_buttons = [*general_buttons, *less_buttons, *ending_buttons]
        if not last_buttons and rows and _fits_row(rows[-1], *small_buttons):
            rows[-1] = (*rows[-1], *small_buttons)  # these few buttons need no row of their own
        else:
            last_buttons += small_buttons
    if view_state.shows_more and len(rows) + _row_count(len(last_buttons)) > MAX_ROWS:
        # for example, four counters leave one row
        return rows_behind_more
    return _fit([*rows, *rows_of_size(last_buttons, MAX_BUTTONS_PER_ROW)])


def _permanent_buttons(
    panel: Panel, prompt: Prompt, words: Translator, view_state: PanelViewState
) -> list[Button]:
    """Return the buttons that are never behind More.

    They are Back, Undo, the rule, Refresh, Go on, and the next step of a plan.
    """
    return [
        *_step_back(panel, prompt, words, view_state),
        *_undo(panel, words),
        *rule_button(panel, words),
        *([_refresh(panel, words)] if may_act_out_of_turn(panel) else []),
        *([continue_button(panel, prompt, words)] if takes_several_clicks(prompt) else []),
        *_next_step(panel, words),
    ]


def _next_step(panel: Panel, words: Translator) -> list[Button]:
    """Return the button that takes the next step of the plan that the user follows.

    Once the panel asks about that step's move, its answer is a blue button instead.
    """
    if panel.plan is None or panel.plan.key != "host.coach.rest" or panel.path:
        return []
    return [Button(words("ui.panel.follow_next"), verb_id(panel, PanelVerb.FOLLOW_ADVICE))]


def _row_count(buttons: int) -> int:
    """Return how many rows this number of buttons needs."""
    return ceil(buttons / MAX_BUTTONS_PER_ROW)


def _fits_row(row: Row, *more: Button) -> TypeGuard[tuple[Button, ...]]:
    """Return whether `row` consists of buttons and has room on a phone for the buttons `more`."""
    return (
        isinstance(row, tuple)
        and len(row) + len(more) <= MAX_BUTTONS_PER_ROW
        and width_of((*row, *more)) <= ROW_WIDTH
    )


def _fit(rows: list[Row]) -> list[Row]:
    """Join rows of buttons, from the last one up, until there are at most `MAX_ROWS` rows."""
    index = len(rows) - 1
    while len(rows) > MAX_ROWS and index > 0:
        above, below = rows[index - 1], rows[index]
        if (
            isinstance(above, tuple)
            and isinstance(below, tuple)
            and len(above) + len(below) <= MAX_BUTTONS_PER_ROW
        ):
            rows[index - 1 : index + 1] = [(*above, *below)]
        index -= 1
    return rows[: MAX_ROWS - 1] + rows[-1:] if len(rows) > MAX_ROWS else rows


def _step_back(
    panel: Panel, prompt: Prompt, words: Translator, view_state: PanelViewState
) -> tuple[Button, ...]:
    if view_state.group >= 0 and isinstance(prompt, SelectPrompt) and groups_of(prompt):
        return (Button(words("ui.panel.back"), verb_id(panel, PanelVerb.SHOW_TOP)),)
    return _back(panel, words)


def _extras(
    panel: Panel, prompt: Prompt, words: Translator, view_state: PanelViewState
) -> list[Button]:
    """Return the rarer buttons: Cancel (after several steps), Auto, text, advice."""
    extras = []
    if len([crumb for crumb in panel.crumbs if not crumb.forced]) > 1:
        extras.append(_cancel(panel, words))
    if isinstance(prompt, DistributePrompt) or (
        takes_several_clicks(prompt) and prompt.default is not None
    ):
        extras.append(Button(words("ui.panel.auto"), verb_id(panel, PanelVerb.FILL_DEFAULTS)))
    if not view_state.as_text:
        extras.append(Button(words("ui.panel.in_words"), verb_id(panel, PanelVerb.SHOW_TEXT)))
    if hints.allowed(panel.match) and not panel.in_lesson:
        extras.append(Button(words("ui.panel.advice"), verb_id(panel, PanelVerb.ADVISE)))
    return extras


def view_arg(view_state: PanelViewState) -> str:
    """Return the opened group and page of options as the argument of `?`: `<group>.<page>`.

    Returns "" if neither is open.
    """
    if view_state.group < 0 and not view_state.page:
        return ""
    return f"{view_state.group}.{view_state.page}"


def parse_view_arg(arg: str) -> PanelViewState:
    """Parse the argument of `?`; missing and invalid parts get the defaults."""
    group, _, page = arg.partition(".")
    group_index, page_index = number(group), number(page)
    return PanelViewState(
        group=-1 if group_index is None else min(group_index, MAX_SELECT_OPTIONS),
        page=max(0, page_index or 0),
    )


def _explain(
    panel: Panel, words: Translator, view_state: PanelViewState = _CLOSED
) -> tuple[Button, ...]:
    """Return the button `?`, which shows an explanation of the question instead of the lines.

    Its custom_id has the opened group and page of options but no step: a click explains the
    question that is asked at the time of the click.
    """
    if question_help(panel.match.game, words.lang, panel) is None:
        return ()
    return (
        Button(
            words("ui.explain.label"),
            encode(TableId(panel.match.id, TableAction.EXPLAIN_PROMPT, view_arg(view_state))),
        ),
    )


def _board_button(panel: Panel, words: Translator) -> tuple[Button, ...]:
    """Return the button that shows the board and its parts in a message of its own."""
    if panel.view is None or not find(panel.match.game).closeups(panel.view):
        return ()
    return (Button(words("ui.look.look"), encode(TableId(panel.match.id, TableAction.SHOW_BOARD))),)


def _hand_button(panel: Panel, words: Translator, view_state: PanelViewState) -> tuple[Button, ...]:
    """Return the button that shows *My hand* in the panel, until the next click there.

    Empty if the game has no such picture or does not run, or if *My hand* is shown already.
    """
    if (
        view_state.shows_hand
        or panel.view is None
        or panel.match.status != "running"
        or not find(panel.match.game).own_picture(panel.view)
    ):
        return ()
    return (Button(words("ui.board.hand"), encode(TableId(panel.match.id, TableAction.SHOW_HAND))),)


def _back_from_hand(
    panel: Panel, words: Translator, view_state: PanelViewState
) -> tuple[Button, ...]:
    """Return the button that leads from *My hand* back to the picture of the question.

    Empty if the panel does not show *My hand*.
    """
    if not view_state.shows_hand:
        return ()
    back_id = TableId(panel.match.id, TableAction.OPEN_PANEL, BACK)
    return (Button(words("ui.page.game"), encode(back_id)),)


def _idle_rows(panel: Panel, words: Translator, view_state: PanelViewState) -> list[Row]:
    """Return the row of a panel that asks nothing.

    While the game runs, the row has Undo, Refresh, My hand, board and log. Otherwise it has the log
    and, after the end, the score.
    """
    match = panel.match.id
    if panel.match.status != "running":
        ended = (
            (Button(words("ui.end.score"), encode(TableId(match, TableAction.SHOW_SCORE))),)
            if panel.match.status == "ended"
            else ()
        )
        return [
            (*ended, Button(words("ui.board.log"), encode(TableId(match, TableAction.SHOW_LOG))))
        ]
    row = [*_undo(panel, words)]
    if panel.seat is not None:
        row.append(_refresh(panel, words))
    row += (*_hand_button(panel, words, view_state), *_board_button(panel, words))
    row.append(Button(words("ui.board.log"), encode(TableId(match, TableAction.SHOW_LOG))))
    return [tuple(row)]


def _refresh(panel: Panel, words: Translator) -> Button:
    return Button(words("ui.hand.refresh"), encode(TableId(panel.match.id, TableAction.OPEN_PANEL)))


def alt_text(panel: Panel, words: Translator, moment: str) -> str:
    """Return the alt text of the panel's picture: game, `moment`, then the marked options.

    `moment` is a sentence on the state of the game.
    """
    parts = [f"{words.game_name()}, {moment}"]
    if isinstance(panel.asked, SelectPrompt):
        named = []
        for option in panel.asked.options:
            if option.key in panel.letters:
                letter = "" if option.mark else panel.letters[option.key]
                named.append(f"{letter} {words.option(option)}".strip())
        if named:
            parts.append(words("ui.alt.options", list="; ".join(named)))
    return " ".join(parts)
