"""Tutorial in a panel: its text, which component to click, and the button that ends it.

Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import Any

from app.model.match import Match, Panel, User
from games.core.guides.rulebook import chapter
from games.core.guides.tutorials import ANY, Guide
from games.core.prompts.prompt import AmountPrompt, DistributePrompt, MoveReady, SelectPrompt
from games.core.text.messages import Key, listed
from ui.components import (
    BODY,
    FOOT,
    IN_ROW,
    LABEL,
    LINE,
    Button,
    Message,
    Row,
    Select,
    SelectOption,
    cut,
)
from ui.custom_ids import PanelAct, PanelId, PanelVerb, TableAction, TableId, decode, encode
from ui.i18n import Translator
from ui.views.panel.forms import (
    MAX_ROWS,
    ROW_WIDTH,
    groups_of,
    pending_list,
    pending_spread,
    width_of,
)

_ARROW = "➜"
# lines of buttons above which the text is off a phone's screen: the footer repeats what to click
_MANY = 4
_MAX_NAMED_CHAPTERS = 5  # later chapters that are named; the others are only counted


def with_tutorial(
    message: Message, panel: Panel, words: Translator, *, first: bool = False
) -> Message:
    """Return the panel's message with the tutorial's text; the component to click is green.

    The text is below what has happened. With `first` it is above, as the panel has much text.
    """
    guide = panel.guide
    if guide is None or message.embed is None or panel.match.status != "running":
        return message
    if not guide.over and panel.answer is None:
        return message
    text_lines, rows, foot = (
        [_guide_text(guide, panel, words)],
        _without_cancel(message.rows),
        message.embed.footer,
    )
    if not guide.over:
        if (target := tutorial_question(panel, guide, rows)) is not None:
            key, control, args = target
            instruction = f"{_ARROW} {words(key, **args)}"
            text_lines.append(instruction)
            if _lines(rows) > _MANY:
                foot = " · ".join(filter(None, (instruction.replace("**", ""), foot)))
            rows = tuple(_highlighted(row, control, args.get("what", "")) for row in rows)
        rows = append_to_last_row(
            rows,
            Button(
                words("ui.lesson.own"), encode(TableId(panel.match.id, TableAction.LEAVE_TUTORIAL))
            ),
        )
    both = ("\n".join(text_lines), message.embed.text)
    text = "\n\n".join(part.strip("\n") for part in (both if first else both[::-1]) if part)
    return replace(
        message,
        embed=replace(message.embed, text=cut(text, BODY), footer=cut(foot, FOOT)),
        rows=rows,
    )


def learn_button(match: Match, by: User) -> Button:
    """Return the button *Learn*, which opens the game's tutorial for the user who clicks."""
    return Button(
        Translator.of(match, by.lang)("ui.lobby.learn"),
        encode(TableId(match.id, TableAction.START_TUTORIAL)),
    )


def _guide_text(guide: Guide, panel: Panel, words: Translator) -> str:
    """Return the text of the tutorial's step; after the last one, also which rules it left out."""
    said = guide.text[words.lang] if guide.text else words("ui.lesson.sure")
    if not guide.over:
        return words("ui.lesson.step", n=guide.number, m=guide.total, said=said)
    later = (chapter(panel.match.game, words.lang, anchor) for anchor in guide.chapters_left_out)
    left = [one.title for one in later if one]
    if len(left) > _MAX_NAMED_CHAPTERS:
        left[_MAX_NAMED_CHAPTERS - 1 :] = [
            words("ui.lesson.more", n=len(left) - _MAX_NAMED_CHAPTERS + 1)
        ]
    return "\n".join([*([words("ui.lesson.later", what=listed(left))] if left else []), said])


# what the user should click: message key, custom_id of the component, arguments of the message
Asked = tuple[str, str, dict[str, Any]]


def tutorial_question(panel: Panel, guide: Guide, rows: Sequence[Row]) -> Asked | None:
    """Return which visible component to click for the tutorial's step; None if there is none."""
    return next(_targets(panel, guide, rows), None)


def _targets(panel: Panel, guide: Guide, rows: Sequence[Row]) -> Iterator[Asked]:
    """Yield the components that lead to the tutorial's move, the most direct one first."""
    form, key = panel.answer, guide.keys[0] if guide.keys else None
    if isinstance(form, MoveReady):
        yield from _button(rows, PanelAct.RUN, PanelVerb.CONFIRM)
    elif key is None:
        return
    elif key == ANY:
        yield "ui.lesson.any", "", {}
    elif isinstance(key, str) and (buttons := list(_button(rows, PanelAct.PICK, key))):
        yield from buttons
    elif isinstance(form, AmountPrompt):
        yield from _button(rows, PanelAct.ENTER_NUMBER, str(key))
        yield from _line(rows, str(key))
        yield from (
            (name, control, {**args, "n": str(key)})
            for name, control, args in _button(rows, PanelAct.RUN, PanelVerb.WRITE_NUMBER)
        )
    elif isinstance(form, DistributePrompt):
        yield from _counter_targets(panel, form, key, rows)
    elif isinstance(form, SelectPrompt) and isinstance(key, list):
        yield from _toggle_targets(panel, form, key, rows)
    elif isinstance(form, SelectPrompt):
        yield from _option_targets(form, str(key), rows)


def _option_targets(form: SelectPrompt, key: str, rows: Sequence[Row]) -> Iterator[Asked]:
    """Yield the option in a select; else its group, the next page or *More*."""
    yield from _line(rows, key)
    groups = groups_of(form)
    at = next(
        (groups.index(one.group) for one in form.options if one.key == key and one.group in groups),
        -1,
    )
    yield from _button(rows, PanelAct.RUN, PanelVerb.SHOW_GROUP, group=at)
    yield from _line(rows, str(at))
    yield from _button(rows, PanelAct.RUN, PanelVerb.NEXT_PAGE)
    yield from _button(rows, PanelAct.RUN, PanelVerb.SHOW_MORE)


def _toggle_targets(
    panel: Panel, form: SelectPrompt, key: Sequence[str], rows: Sequence[Row]
) -> Iterator[Asked]:
    """Yield the options that the user must still tick or untick, then Continue."""
    have = pending_list(panel, form)
    for option in form.options:
        if (option.key in key) != (option.key in have):
            for name, control, args in _button(rows, PanelAct.TOGGLE, option.key):
                yield ("ui.lesson.untick" if option.key in have else name), control, args
            yield from _line(rows, option.key)
    yield from _button(rows, PanelAct.RUN, PanelVerb.GIVE_ANSWER)


def _counter_targets(
    panel: Panel, form: DistributePrompt, key: Key, rows: Sequence[Row]
) -> Iterator[Asked]:
    """Yield the counters that differ from the lesson's answer `key`, then Continue."""
    have, want = pending_spread(panel, form), key if isinstance(key, dict) else {}
    for slot in form.slots:
        n = want.get(slot.key, 0)
        if n != have.get(slot.key, 0):
            act = PanelAct.ADD if n > have.get(slot.key, 0) else PanelAct.TAKE
            control = next((one.id for one in _buttons(rows) if _is(one, act, slot.key)), "")
            yield "ui.lesson.set", control, {"what": slot.label, "n": n}
    yield from _button(rows, PanelAct.RUN, PanelVerb.GIVE_ANSWER)


def _buttons(rows: Sequence[Row]) -> Iterator[Button]:
    return (
        one for row in rows if not isinstance(row, Select) for one in row if one.id and not one.off
    )


def _is(one: Button, act: PanelAct, arg: str, group: int | None = None) -> bool:
    known = decode(one.id)
    return (
        isinstance(known, PanelId)
        and (known.act, known.arg) == (act, arg)
        and group in (None, known.group)
    )


def _button(
    rows: Sequence[Row], act: PanelAct, arg: str, group: int | None = None
) -> Iterator[Asked]:
    found = (one for one in _buttons(rows) if _is(one, act, arg, group))
    yield from (("ui.lesson.tap", one.id, {"what": one.label}) for one in found)


def _line(rows: Sequence[Row], value: str) -> Iterator[Asked]:
    """Yield the select option with this value."""
    lines: Iterator[tuple[Select, SelectOption]] = (
        (row, one) for row in rows if isinstance(row, Select) for one in row.choices
    )
    yield from (
        ("ui.lesson.line", menu.id, {"what": one.label})
        for menu, one in lines
        if one.value == value
    )


def _without_cancel(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows without Cancel, to have room: Back is enough in a tutorial."""
    left = (
        row
        if isinstance(row, Select)
        else tuple(one for one in row if not _is(one, PanelAct.RUN, PanelVerb.CANCEL))
        for row in rows
    )
    return tuple(row for row in left if row)


def _lines(rows: Sequence[Row]) -> int:
    """Return about how many lines the components take on a phone."""
    return sum(1 if isinstance(row, Select) else ceil(width_of(row) / ROW_WIDTH) for row in rows)


def _highlighted(row: Row, control: str, what: str) -> Row:
    """Return the row with the component to click in green and the others in gray.

    In a select, an arrow marks the option with the label `what`.
    """
    if isinstance(row, Select) and row.id == control:
        lines = (
            replace(one, label=cut(f"{_ARROW} {one.label}", LINE)) if one.label == what else one
            for one in row.choices
        )
        return replace(row, choices=tuple(lines))
    if isinstance(row, Select) or not control:
        return row
    return tuple(replace(one, style="green" if one.id == control else "grey") for one in row)


def append_to_last_row(rows: tuple[Row, ...], button: Button) -> tuple[Row, ...]:
    """Return the rows with one more button at the end, unless there is no room for it."""
    button = replace(button, label=cut(button.label, LABEL))
    last = rows[-1] if rows else None
    if isinstance(last, tuple) and len(last) < IN_ROW:
        return (*rows[:-1], (*last, button))
    return (*rows, (button,)) if len(rows) < MAX_ROWS else rows
