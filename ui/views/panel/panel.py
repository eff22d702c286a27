"""Panel (S5, and inside S4): builds the message of one user from the app's `Panel`.

Pure functions. Parts of the message: the lines above the picture, the rows that answer the
prompt, and below them the general buttons (Back, Undo, `?`, More).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeGuard

from app.model.match import Panel
from app.play.panel_builder import UNCOUNTED_TONES
from app.review import hints
from games.core.engine.game import find
from games.core.prompts.prompt import (
    AmountPrompt,
    DistributePrompt,
    MoveReady,
    Prompt,
    SelectPrompt,
)
from games.core.text.messages import listed, seat_name
from ui.components import (
    FOOT,
    IN_ROW,
    LABEL,
    TITLE,
    Button,
    Embed,
    Message,
    Row,
    colour_of,
    cut,
    paragraphs,
)
from ui.custom_ids import PanelAct, PanelVerb, TableAction, TableId, encode
from ui.i18n import Translator
from ui.rules_search import question_help
from ui.views.panel.confirm_button import confirm_button, continue_button, takes_several_clicks
from ui.views.panel.details import allot_line, breadcrumb, chosen_line, detail_lines
from ui.views.panel.forms import (
    MAX_ROWS,
    ROW_WIDTH,
    PanelViewState,
    blocked_options,
    button_rows,
    choices_of,
    component_id,
    form_rows,
    groups_of,
    may_act_out_of_turn,
    name_of,
    paginate,
    pending_list,
    verb_control,
    width_of,
)
from ui.views.panel.refusals import merged, reason, rule_button
from ui.views.table.board_message import thinking

_CLOSED = PanelViewState()
_MAX_REASONS = 12  # reasons listed below a refusal
_MAX_UNDO_LABEL = 28  # characters of an Undo button that names the step
FOLLOWED = 4  # newest sentences that are shown of a step's consequences
# by `Panel.promise`: message keys if it holds for all options, or for all but those with 🔒
_PROMISES = {
    "undoable": ("ui.promise.all.undoable", "ui.promise.some.undoable"),
    "final": ("ui.promise.all.final", "ui.promise.some.final"),
    "open": ("ui.promise.all.open", "ui.promise.some.open"),
}


def render_panel(
    panel: Panel,
    words: Translator,
    show: PanelViewState = _CLOSED,
    since: Sequence[str] = (),
    told: Sequence[str] = (),
) -> Message:
    """Return the panel's message.

    `since` are lines on what happened since the user's last step; they come first. `told` is
    the position as text; if all that is too long for one message, the user pages through it.
    The message has at most five rows, and all texts are within Discord's limits.
    """
    lines = [*since, *_lines(panel, words, show)]
    parts = paragraphs([*lines, *([""] if lines and told else []), *told])
    at = min(show.part, len(parts) - 1)
    text_buttons = _text_buttons(panel, words, at, len(parts)) if show.text else ()
    match panel.answer:
        case MoveReady() as done:
            title, footer = words.with_markup(done.summary), _footer_done(panel, words)
            rows = [
                *_change_rows(panel, words),
                *([text_buttons] if text_buttons else []),
                _confirm_row(panel, words),
            ]
        case SelectPrompt() | AmountPrompt() | DistributePrompt() as form:
            title, rows, footer = (
                words(form.prompt),
                _form_panel(panel, form, words, show, text_buttons),
                _footer_form(panel, words),
            )
        case _:
            title, rows, footer = (
                _title_idle(panel, words),
                [*_idle_rows(panel, words, show), *([text_buttons] if text_buttons else [])],
                "",
            )
    card = Embed(
        title=cut(title, TITLE),
        text=parts[at],
        author=cut(breadcrumb(panel, words), TITLE),
        footer=cut(footer, FOOT),
        colour=colour_of(panel.seat),
    )
    return Message(embed=card, rows=tuple(rows))


def _text_buttons(panel: Panel, words: Translator, at: int, parts: int) -> tuple[Button, ...]:
    """Return the buttons of a panel shown as text: to its next part, and to the picture."""
    row = []
    if parts > 1:
        label = words("ui.panel.words_on", n=(at + 1) % parts + 1, m=parts)
        row.append(Button(label, verb_control(panel, PanelVerb.SHOW_TEXT, page=(at + 1) % parts)))
    if find(panel.match.game).pictures and panel.view is not None:
        row.append(
            Button(words("ui.panel.in_picture"), verb_control(panel, PanelVerb.SHOW_PICTURE))
        )
    return tuple(row)


def _title_idle(panel: Panel, words: Translator) -> str:
    if panel.match.status != "running":
        return words(
            {"ended": "ui.panel.over", "closed": "ui.board.closed"}.get(
                panel.match.status, "ui.board.paused"
            )
        )
    if panel.seat is None:
        return words("host.trouble.not_seated")
    if (
        panel.committed_move and panel.waiting
    ):  # a user who has just moved knows that it is not their turn
        return waiting_line(panel, words)
    return words("ui.panel.not_now")


def _lines(panel: Panel, words: Translator, show: PanelViewState) -> Iterable[str]:
    """Return the lines of text: what has happened, what was refused, what a move would do."""
    # the title says already that the game has ended
    over = panel.notice is not None and panel.notice.key == "host.trouble.ended"
    if panel.notice and not over:
        yield words.with_markup(panel.notice)
    if panel.committed_move:
        yield words.with_markup("ui.saved", sentence=panel.committed_move)
    yield from _consequences(panel, words)
    if over:
        yield words("ui.panel.remains")
    if panel.refused:
        yield f"✕ {reason(panel, panel.refused, panel.rule, words)}"
        reasons = [
            (words(one.label), words.with_markup(one.why))
            for one in panel.refused_because[:_MAX_REASONS]
        ]
        yield from (f"• {names}: {why}" for names, why in merged(reasons))
    if may_act_out_of_turn(panel):
        yield waiting_line(panel, words)
    match panel.answer:
        case MoveReady() as done:
            yield from (words.with_markup(effect) for effect in done.effects)
        case DistributePrompt() as form:
            yield allot_line(panel, form, words)
        case SelectPrompt() as form:
            yield from _pick_lines(panel, form, words, show)
        case None:
            if panel.waiting and panel.match.status == "running" and not panel.committed_move:
                yield waiting_line(panel, words)
        case _:
            pass


def _consequences(panel: Panel, words: Translator) -> Iterable[str]:
    """Return the newest consequences of the user's step, after the number of omitted ones.

    They explain why the next question is asked.
    """
    rest = len(panel.consequences) - FOLLOWED
    if rest > 0:
        yield words("ui.since.more", n=rest)
    yield from (f"• {words.with_markup(one)}" for one in panel.consequences[-FOLLOWED:])


def waiting_line(panel: Panel, words: Translator) -> str:
    """Return a sentence that says which players have to move."""
    waiting = panel.waiting
    if len(waiting) == 1:
        return words.with_markup(
            "ui.waiting.thinks" if thinking(panel.match) else "ui.waiting.one",
            seat=seat_name(waiting[0]),
        )
    return words.with_markup(
        "ui.waiting.some",
        n=len(waiting),
        m=len(words.names),
        seats=listed(seat_name(seat) for seat in waiting),
    )


def _pick_lines(
    panel: Panel, form: SelectPrompt, words: Translator, show: PanelViewState
) -> Iterable[str]:
    if (form.min, form.max) != (1, 1):
        yield chosen_line(len(pending_list(panel, form)), form, words)
    if show.why:
        reasons = [
            (words(one.label), reason(panel, one.why, one.rule, words))
            for one in blocked_options(form, show)
        ]
        yield from (f"✕ {names}: {why}" for names, why in merged(reasons))
    if show.text:
        for option in form.options:
            detail = f" · {words.with_markup(option.detail)}" if option.detail else ""
            yield f"**{name_of(option, panel, words)}**{detail}"
        blocked = (
            []
            if show.why
            else [(words(one.label), words.with_markup(one.why)) for one in form.blocked]
        )
        yield from (f"✕ {names} · {why}" for names, why in merged(blocked))
    elif not show.why and (panel.guide is None or panel.guide.over):
        yield from detail_lines(panel, form, words, show)


def _footer_done(panel: Panel, words: Translator) -> str:
    if panel.final:
        return words("ui.final", why=panel.final.why)
    return words("ui.undoable")


def _footer_form(panel: Panel, words: Translator) -> str:
    """Return whether the answer can be undone; it promises only what holds for every outcome."""
    if panel.immediate_final:
        return words("ui.final", why=panel.immediate_final.why)
    locked = isinstance(panel.answer, SelectPrompt) and any(
        "🔒" in words.option(option) for option in panel.answer.options
    )
    return words(_PROMISES[panel.promise][bool(panel.finals or locked)])


def _change_rows(panel: Panel, words: Translator) -> list[Row]:
    """Return a row of buttons such as `Change payment`, each to change an automatic answer."""
    found = [
        (depth, crumb.change_label)
        for depth, crumb in enumerate(panel.crumbs)
        if crumb.change_label
    ]
    return button_rows(
        [
            Button(cut(words(name), LABEL), verb_control(panel, PanelVerb.CHANGE_STEP, depth=depth))
            for depth, name in found
        ],
        1,
    )


def _confirm_row(panel: Panel, words: Translator) -> Row:
    """Return the last row below a complete move: Back, Cancel, Undo, `?`, Confirm."""
    back = _back(panel, words)
    # buttons that end the turn instead; if Back leads to them, they are not beside Confirm
    ends = () if back or not panel.root or _ends_turn(panel) else _finish(panel, words)
    chosen = sum(not crumb.forced for crumb in panel.crumbs)
    # after a single choice, Back does the same as Cancel
    cancel = (_cancel(panel, words),) if back and chosen > 1 else ()
    return (
        *back,
        *cancel,
        *_undo(panel, words)[: 2 - len(ends)],
        *_explain(panel, words),
        *ends[:2],
        confirm_button(panel, words),
    )


def _ends_turn(panel: Panel) -> bool:
    """Return whether the move to be confirmed ends the turn."""
    return (
        any(
            option.key == panel.path[0] and option.tone == "finish" for option in panel.root.options
        )
        if panel.root
        else False
    )


def _back(panel: Panel, words: Translator) -> tuple[Button, ...]:
    """Return the button `‹ Back`, or nothing if there is no step to go back to.

    If it goes back one step, the game may name it ("Another army").
    """
    if panel.changing:
        return (Button(words("ui.panel.back"), verb_control(panel, PanelVerb.BACK)),)
    if all(crumb.forced for crumb in panel.crumbs):
        return ()
    named = (
        panel.answer.back
        if isinstance(panel.answer, SelectPrompt) and not panel.crumbs[-1].forced
        else None
    )
    return (
        Button(cut(words(named or "ui.panel.back"), LABEL), verb_control(panel, PanelVerb.BACK)),
    )


def _cancel(panel: Panel, words: Translator) -> Button:
    return Button(words("ui.panel.cancel"), verb_control(panel, PanelVerb.CANCEL))


def _undo(panel: Panel, words: Translator) -> tuple[Button, ...]:
    """Return the button that undoes the user's last step, `↩ Undo: C8→C6`.

    The label is `↩ C8→C6` if that is too long.
    """
    if not panel.undo:
        return ()
    label = (
        words("ui.panel.undo_named", what=panel.undo.label)
        if panel.undo.label
        else words("ui.panel.undo")
    )
    if len(label) > _MAX_UNDO_LABEL and panel.undo.label:
        label = words("ui.panel.undo_short", what=panel.undo.label)
    return (Button(cut(label, LABEL), component_id(panel, PanelAct.UNDO, "last")),)


def _finish(panel: Panel, words: Translator) -> tuple[Button, ...]:
    """Return the buttons that end the turn, from the first prompt and from the current one.

    They are gray if there are other options to choose, else blue.
    """
    current = panel.answer if isinstance(panel.answer, SelectPrompt) else None
    root = panel.root or (current if not panel.path else None)
    alone = (
        not panel.path
        and current is not None
        and all(one.tone in UNCOUNTED_TONES for one in current.options)
    )
    forms = [(root, 0)] if root else []
    if current and panel.path:
        forms.append((current, len(panel.path)))
    return tuple(
        Button(
            name_of(option, panel, words),
            component_id(panel, PanelAct.PICK, option.key, depth=depth),
            "blue" if alone else "grey",
        )
        for form, depth in forms
        for option in form.options
        if option.tone == "finish"
    )


def _free(panel: Panel, form: Prompt, words: Translator) -> list[Button]:
    """Return the free options of the first prompt, legal or blocked, which are behind More.

    Empty if the answer's rows show them, because there are no other options.
    """
    root = panel.root or (form if isinstance(form, SelectPrompt) and not panel.path else None)
    if root is None or (
        not panel.path and any(option.tone == "free" for option in choices_of(root))
    ):
        return []
    found = [
        Button(name_of(o, panel, words), component_id(panel, PanelAct.PICK, o.key, depth=0))
        for o in root.options
        if o.tone == "free"
    ]
    shut = [one for one in root.blocked if one.tone == "free"]
    return found + [
        Button(
            cut(f"✕ {words(one.label)}", LABEL),
            component_id(panel, PanelAct.PICK, one.key, depth=0),
        )
        for one in shut
    ]


def _form_panel(
    panel: Panel,
    form: Prompt,
    words: Translator,
    show: PanelViewState,
    text_buttons: tuple[Button, ...] = (),
) -> list[Row]:
    """Return the rows that answer the prompt and, below them, those with general buttons.

    `text_buttons` lead to more text or to the picture. The general buttons are Back, Undo, the
    rule, Go on, those that end the turn, and More. Rarer ones (`extras`, `?`, free options) are
    shown at once if there is room, otherwise after a click on More.
    """
    ends, free, looks = (
        _finish(panel, words),
        _free(panel, form, words),
        (*_hand_button(panel, words, show), *_board_button(panel, words)),
    )
    explain = _explain(panel, words)
    close = Button(words("ui.panel.back"), verb_control(panel, PanelVerb.SHOW_TOP))
    rest = (close, *text_buttons, *_extras(panel, form, words, show)[:3], *explain, *looks)
    behind_more = [*button_rows(free, MAX_ROWS - 2), *paginate(rest[: 2 * IN_ROW], IN_ROW)]
    if show.more and free:
        return behind_more
    last = [*_step_back(panel, form, words, show), *_undo(panel, words), *rule_button(panel, words)]
    if may_act_out_of_turn(panel):
        last.append(_refresh(panel, words))
    extras = _extras(panel, form, words, show)
    if takes_several_clicks(form):
        last.append(continue_button(panel, form, words))
    last += ends
    rows = form_rows(panel, form, words, show, MAX_ROWS - 1)
    if len(rows) + -(-(len([*last, *text_buttons]) + 1) // IN_ROW) <= MAX_ROWS:
        last[len(last) - len(ends) : len(last) - len(ends)] = text_buttons
    else:
        extras += text_buttons
    room = IN_ROW * (MAX_ROWS - len(rows)) - len([*last, *extras, *explain])
    extras += looks[: max(0, room)]
    small = [*explain, *extras]
    if (free or len(extras) > 1) and not show.more:
        # `?` is beside More if that needs no further row
        more = Button(words("ui.panel.more"), verb_control(panel, PanelVerb.SHOW_MORE))
        last[len(last) - len(ends) : len(last) - len(ends)] = (
            [*explain, more] if _fits_row((*last, more), *explain) else [more]
        )
    elif not last and rows and _fits_row(rows[-1], *small):
        rows[-1] = (*rows[-1], *small)  # these few buttons need no row of their own
    else:
        last += small
    if show.more and len(rows) + -(-len(last) // IN_ROW) > MAX_ROWS:
        # for example four counters, which leave one row
        return behind_more
    return _fit([*rows, *paginate(last, IN_ROW)])


def _fits_row(row: Row, *more: Button) -> TypeGuard[tuple[Button, ...]]:
    """Return whether `row` is a row of buttons to which more can be added on a phone."""
    return (
        isinstance(row, tuple)
        and len(row) + len(more) <= IN_ROW
        and width_of((*row, *more)) <= ROW_WIDTH
    )


def _fit(rows: list[Row]) -> list[Row]:
    """Join rows of buttons, from the last one up, until there are at most five rows."""
    at = len(rows) - 1
    while len(rows) > MAX_ROWS and at > 0:
        above, below = rows[at - 1], rows[at]
        if (
            isinstance(above, tuple)
            and isinstance(below, tuple)
            and len(above) + len(below) <= IN_ROW
        ):
            rows[at - 1 : at + 1] = [(*above, *below)]
        at -= 1
    return rows[: MAX_ROWS - 1] + rows[-1:] if len(rows) > MAX_ROWS else rows


def _step_back(
    panel: Panel, form: Prompt, words: Translator, show: PanelViewState
) -> tuple[Button, ...]:
    if show.group >= 0 and isinstance(form, SelectPrompt) and groups_of(form):
        return (Button(words("ui.panel.back"), verb_control(panel, PanelVerb.SHOW_TOP)),)
    return _back(panel, words)


def _extras(panel: Panel, form: Prompt, words: Translator, show: PanelViewState) -> list[Button]:
    """Return the rarer buttons: Cancel (after several steps), Auto, text, hint."""
    extras = []
    if len([c for c in panel.crumbs if not c.forced]) > 1:
        extras.append(_cancel(panel, words))
    if isinstance(form, DistributePrompt) or (
        takes_several_clicks(form) and form.default is not None
    ):
        extras.append(Button(words("ui.panel.auto"), verb_control(panel, PanelVerb.FILL_DEFAULTS)))
    if not show.text:
        extras.append(Button(words("ui.panel.in_words"), verb_control(panel, PanelVerb.SHOW_TEXT)))
    if hints.allowed(panel.match) and (panel.guide is None or panel.guide.over):
        extras.append(Button(words("ui.panel.advice"), verb_control(panel, PanelVerb.ADVISE)))
    return extras


def _explain(panel: Panel, words: Translator) -> tuple[Button, ...]:
    """Return the button `?`, which explains the panel's question in a message of its own.

    Its custom_id is the same at every step: a click explains the question of that moment.
    """
    if question_help(panel.match.game, words.lang, panel) is None:
        return ()
    return (
        Button(
            words("ui.explain.label"), encode(TableId(panel.match.id, TableAction.EXPLAIN_PROMPT))
        ),
    )


def _board_button(panel: Panel, words: Translator) -> tuple[Button, ...]:
    """Return the button that shows the board and its parts in a message of its own."""
    if panel.view is None or not find(panel.match.game).closeups(panel.view):
        return ()
    return (Button(words("ui.look.look"), encode(TableId(panel.match.id, TableAction.SHOW_BOARD))),)


def _hand_button(panel: Panel, words: Translator, show: PanelViewState) -> tuple[Button, ...]:
    """Return the button that shows *My hand* in the panel, until the next click."""
    if (
        show.own
        or panel.view is None
        or panel.match.status != "running"
        or not find(panel.match.game).own_picture(panel.view)
    ):
        return ()
    return (Button(words("ui.board.hand"), encode(TableId(panel.match.id, TableAction.SHOW_HAND))),)


def _idle_rows(panel: Panel, words: Translator, show: PanelViewState) -> list[Row]:
    """Return the row of a panel without a question: Undo, Refresh, My hand, board, log."""
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
    row += (*_hand_button(panel, words, show), *_board_button(panel, words))
    row.append(Button(words("ui.board.log"), encode(TableId(match, TableAction.SHOW_LOG))))
    return [tuple(row)]


def _refresh(panel: Panel, words: Translator) -> Button:
    return Button(words("ui.hand.refresh"), encode(TableId(panel.match.id, TableAction.OPEN_PANEL)))


def alt_text(panel: Panel, words: Translator, moment: str) -> str:
    """Return the alt text of the panel's picture: game, `moment`, then the marked options.

    `moment` is a sentence on the state of the game.
    """
    parts = [f"{words.game_name()}, {moment}"]
    if isinstance(panel.answer, SelectPrompt):
        marked = [option for option in panel.answer.options if option.key in panel.letters]
        named = [
            f"{'' if o.mark else panel.letters[o.key]} {words.option(o)}".strip() for o in marked
        ]
        if named:
            parts.append(words("ui.alt.options", list="; ".join(named)))
    return " ".join(parts)
