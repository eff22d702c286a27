"""Tutorial in a panel: its text, which component to click, and the button that ends it.

Pure functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import Any

from app.model.match import Match, Panel, User
from games.core.guides.rulebook import chapter
from games.core.guides.tutorials import ANY, Guide
from games.core.prompts.prompt import AmountPrompt, DistributePrompt, MoveReady, SelectPrompt
from games.core.text.messages import Key, Msg, listed
from ui.components import (
    MAX_EMBED_CHARS,
    MAX_FOOTER_CHARS,
    MAX_OPTION_CHARS,
    Button,
    Embed,
    Message,
    Row,
    Select,
    SelectOption,
    append_at_end,
    cut,
)
from ui.custom_ids import (
    NO_MATCH,
    PanelAct,
    PanelId,
    PanelVerb,
    TableAction,
    TableId,
    decode,
    encode,
)
from ui.i18n import Translator
from ui.views.panel.forms import (
    ROW_WIDTH,
    groups_of,
    pending_units,
    ticked_keys,
    width_of,
)
from ui.views.panel.recap_lines import SMALL, SMALL_CHARS, room_px

_ARROW = "➜"
_EXPENDABLE = (
    PanelVerb.SHOW_MORE,
    PanelVerb.SHOW_TEXT,
    PanelVerb.SELECT_ALL,
    PanelVerb.SELECT_NONE,
)
# with more lines of buttons, the text is off a phone's screen, so the footer repeats what to click
_MANY = 4
OVER = "over"  # argument of `LEAVE_TUTORIAL`: the lesson has ended, its game goes on
# a tight panel may be higher than a phone by so many estimated pixels: the top of the picture
_SPARE_PX = 40
_MAX_NAMED_CHAPTERS = 5  # later chapters that are named; the others are only counted


def with_tutorial(
    message: Message,
    panel: Panel,
    words: Translator,
    *,
    text_first: bool = False,
    committed_move: Msg | None = None,
) -> Message:
    """Return the panel's message with the tutorial's text, and mark what to click.

    A button to click is green, a line to choose has an arrow. The tutorial's text follows the
    panel's lines. With `text_first`, for panels shown as text, it precedes them. `committed_move`
    is the move that the message reports as saved.
    """
    guide = panel.guide
    if guide is None or message.embed is None or panel.match.status != "running":
        return message
    if guide.over:
        return _lesson_end(message, message.embed, panel, guide, words, text_first=text_first)
    if panel.asked is None:
        return message
    text_lines = [*_goal(panel, guide, words), _guide_text(guide, panel, words)]
    rows = _without(message.rows, _cancels)  # Back is enough
    panel_text, author = message.embed.text, message.embed.author
    if author == words.short_name():  # the learner knows it
        author = ""
    own_button = Button(
        words("ui.lesson.own"), encode(TableId(panel.match.id, TableAction.LEAVE_TUTORIAL))
    )
    is_tight = not text_first and _lines(append_at_end(rows, own_button)) > _MANY
    if is_tight:
        rows, panel_text, author = (
            _fewer(rows, panel, guide),
            _shortened(panel, words, panel_text, committed_move),
            "",
        )
    # the lesson's text stands directly above the buttons, unless a long text comes between
    footer = message.embed.footer if text_first else ""
    if (target := component_to_click(panel, guide, rows)) is not None:
        key, component_id, args = target
        instruction = f"{_ARROW} {_instruction(words(key, **args), panel, words)}"
        # newcomers meet this sign in lessons first
        if "🔒" in str(args.get("what", "")) and not guide.lock_known:
            text_lines.append(words("ui.lock"))
        text_lines.append(instruction)
        if text_first and _lines(rows) > _MANY:
            footer = " · ".join(filter(None, (instruction.replace("**", ""), footer)))
        rows = tuple(_highlighted(row, component_id, args.get("what", "")) for row in rows)
    rows = append_at_end(rows, own_button)
    text = _joined("\n".join(text_lines), panel_text, text_first=text_first)
    embed = replace(message.embed, text=text, author=author, footer=cut(footer, MAX_FOOTER_CHARS))
    message = replace(message, embed=embed, rows=rows)
    if is_tight and committed_move is not None and room_px(message) < -_SPARE_PX:
        shorter = text.replace(f"{_small_saved(committed_move, words)}\n", "", 1)
        message = replace(message, embed=replace(embed, text=shorter))
    return message


def _instruction(do: str, panel: Panel, words: Translator) -> str:
    """Return what to click (`do`); after a refusal also how to leave the lesson."""
    if panel.refused is None:
        return do
    return words("ui.lesson.or_leave", do=do, own=words("ui.lesson.own"))


def _lesson_end(
    message: Message,
    embed: Embed,
    panel: Panel,
    guide: Guide,
    words: Translator,
    *,
    text_first: bool,
) -> Message:
    """Return the end of the lesson: its text, and what to do next in place of the question.

    *Play a real game* stands out; *Keep playing* shows the question of the lesson's own game.
    """
    match = panel.match.id
    row = (
        Button(
            words("ui.lesson.real"), encode(TableId(match, TableAction.PLAY_REAL_GAME)), "green"
        ),
        Button(words("ui.lesson.another"), encode(TableId(NO_MATCH, TableAction.START_TUTORIAL))),
        Button(words("ui.lesson.finish"), encode(TableId(match, TableAction.LEAVE_TUTORIAL, OVER))),
    )
    lesson_text = "\n".join([_guide_text(guide, panel, words), words("ui.lesson.real_bot")])
    text = _joined(lesson_text, embed.text, text_first=text_first)
    card = replace(embed, title=words("ui.lesson.done"), text=text, author="", footer="")
    return replace(message, embed=card, rows=(row,))


def _joined(lesson_text: str, panel_text: str, *, text_first: bool) -> str:
    """Return both texts in one: the lesson's text last or, with `text_first`, first.

    An empty line is between them only with `text_first`: above a picture, a phone has no room for it.
    """
    texts = (lesson_text, panel_text) if text_first else (panel_text, lesson_text)
    gap = "\n\n" if text_first else "\n"
    return cut(gap.join(part.strip("\n") for part in texts if part), MAX_EMBED_CHARS)


def learn_button(match: Match, by: User) -> Button:
    """Return the button *Learn*, which opens the game's tutorial for the user who clicks."""
    return Button(
        Translator.of(match, by.lang)("ui.lobby.learn"),
        encode(TableId(match.id, TableAction.START_TUTORIAL)),
    )


def _goal(panel: Panel, guide: Guide, words: Translator) -> list[str]:
    """Return lines on what the game is about and how it is won.

    Empty after the first question of the lesson.
    """
    key = f"{panel.match.game}.goal"
    is_first_question = guide.number == 1 and all(crumb.forced for crumb in panel.crumbs)
    return [words(key)] if is_first_question and words.catalogue.has(key) else []


def _guide_text(guide: Guide, panel: Panel, words: Translator) -> str:
    """Return the text of the tutorial's step.

    After the last step, it also names the rules that the tutorial has left out.
    """
    said = guide.text[words.lang] if guide.text else words("ui.lesson.sure")
    if not guide.over:
        return words("ui.lesson.step", n=guide.number, m=guide.total, said=said)
    omitted_chapters = (
        chapter(panel.match.game, words.lang, anchor) for anchor in guide.chapters_left_out
    )
    omitted_titles = [
        omitted_chapter.title for omitted_chapter in omitted_chapters if omitted_chapter
    ]
    if len(omitted_titles) > _MAX_NAMED_CHAPTERS:
        omitted_titles[_MAX_NAMED_CHAPTERS - 1 :] = [
            words("ui.lesson.more", n=len(omitted_titles) - _MAX_NAMED_CHAPTERS + 1)
        ]
    return "\n".join(
        [*([words("ui.lesson.later", what=listed(omitted_titles))] if omitted_titles else []), said]
    )


# what the user should click: message key, custom_id of the component, arguments of the message
Asked = tuple[str, str, dict[str, Any]]


def component_to_click(panel: Panel, guide: Guide, rows: Sequence[Row]) -> Asked | None:
    """Return the component to click for the tutorial's step; None if not in `rows`.

    The result has the key of the message that says what to click, the component's custom_id, and
    the arguments of the message.
    """
    return next(_targets(panel, guide, rows), None)


def _targets(panel: Panel, guide: Guide, rows: Sequence[Row]) -> Iterator[Asked]:
    """Yield the components that lead to the tutorial's move, the most direct one first.

    `rows` are the rows of the panel. Each component is described as in `component_to_click`.
    """
    prompt, answer_key = panel.asked, guide.keys[0] if guide.keys else None
    if isinstance(prompt, MoveReady):
        yield from _button(rows, PanelAct.RUN, PanelVerb.CONFIRM)
    elif answer_key is None:
        return
    elif answer_key == ANY:
        yield "ui.lesson.any", "", {}
    elif isinstance(answer_key, str) and (
        buttons := list(_button(rows, PanelAct.PICK, answer_key))
    ):
        yield from buttons
    elif isinstance(prompt, AmountPrompt):
        yield from _button(rows, PanelAct.ENTER_NUMBER, str(answer_key))
        yield from _line(rows, str(answer_key))
        yield from (
            (name, control, {**args, "n": str(answer_key)})
            for name, control, args in _button(rows, PanelAct.RUN, PanelVerb.WRITE_NUMBER)
        )
    elif isinstance(prompt, DistributePrompt):
        yield from _counter_targets(panel, prompt, answer_key, rows)
    elif isinstance(prompt, SelectPrompt) and isinstance(answer_key, list):
        yield from _toggle_targets(panel, prompt, answer_key, rows)
    elif isinstance(prompt, SelectPrompt):
        yield from _option_targets(prompt, str(answer_key), rows)


def _option_targets(prompt: SelectPrompt, key: str, rows: Sequence[Row]) -> Iterator[Asked]:
    """Yield the components that choose the option `key` or make it visible.

    First the option's line in a select, then its group, the next page and *More*. Components that
    are not in `rows` are left out.
    """
    yield from _line(rows, key)
    groups = groups_of(prompt)
    group_index = next(
        (
            groups.index(option.group)
            for option in prompt.options
            if option.key == key and option.group in groups
        ),
        -1,
    )
    yield from _button(rows, PanelAct.RUN, PanelVerb.SHOW_GROUP, group=group_index)
    yield from _line(rows, str(group_index))
    yield from _button(rows, PanelAct.RUN, PanelVerb.NEXT_PAGE)
    yield from _button(rows, PanelAct.RUN, PanelVerb.SHOW_MORE)


def _toggle_targets(
    panel: Panel, prompt: SelectPrompt, keys_to_tick: Sequence[str], rows: Sequence[Row]
) -> Iterator[Asked]:
    """Yield the toggles that the user must still tick or untick, then Continue.

    `keys_to_tick` are the keys of the lesson's answer.
    """
    ticked = ticked_keys(panel, prompt)
    for option in prompt.options:
        if (option.key in keys_to_tick) != (option.key in ticked):
            for name, control, args in _button(rows, PanelAct.TOGGLE, option.key):
                yield ("ui.lesson.untick" if option.key in ticked else name), control, args
            yield from _line(rows, option.key)
    yield from _button(rows, PanelAct.RUN, PanelVerb.GIVE_ANSWER)


def _counter_targets(
    panel: Panel, prompt: DistributePrompt, key: Key, rows: Sequence[Row]
) -> Iterator[Asked]:
    """Yield the counters that differ from the lesson's answer `key`, then Continue."""
    units, wanted_units = pending_units(panel, prompt), key if isinstance(key, dict) else {}
    for slot in prompt.slots:
        wanted = wanted_units.get(slot.key, 0)
        if wanted != units.get(slot.key, 0):
            act = PanelAct.ADD if wanted > units.get(slot.key, 0) else PanelAct.TAKE
            control = next(
                (button.id for button in _buttons(rows) if _is(button, act, slot.key)), ""
            )
            yield "ui.lesson.set", control, {"what": slot.label, "n": wanted}
    yield from _button(rows, PanelAct.RUN, PanelVerb.GIVE_ANSWER)


def _buttons(rows: Sequence[Row]) -> Iterator[Button]:
    return (
        button
        for row in rows
        if not isinstance(row, Select)
        for button in row
        if button.id and not button.disabled
    )


def _is(button: Button, act: PanelAct, arg: str, group: int | None = None) -> bool:
    component = decode(button.id)
    return (
        isinstance(component, PanelId)
        and (component.act, component.arg) == (act, arg)
        and group in (None, component.group)
    )


def _button(
    rows: Sequence[Row], act: PanelAct, arg: str, group: int | None = None
) -> Iterator[Asked]:
    found = (button for button in _buttons(rows) if _is(button, act, arg, group))
    yield from (("ui.lesson.tap", button.id, {"what": button.label}) for button in found)


def _line(rows: Sequence[Row], value: str) -> Iterator[Asked]:
    """Yield the options with this value in the selects of `rows`."""
    lines: Iterator[tuple[Select, SelectOption]] = (
        (row, option) for row in rows if isinstance(row, Select) for option in row.choices
    )
    yield from (
        ("ui.lesson.line", menu.id, {"what": option.label})
        for menu, option in lines
        if option.value == value
    )


def _fewer(rows: Sequence[Row], panel: Panel, guide: Guide) -> tuple[Row, ...]:
    """Return the rows without buttons that a tutorial can do without, to save room.

    These buttons are *More*, `?`, *Show as text*, *All*, *None* and other answers to the previous
    prompt. If the step needs one of them, all of them stay.
    """
    alternatives = {option.key for option in panel.alternatives}

    def is_expendable(one: PanelId | TableId) -> bool:
        if isinstance(one, TableId):
            return one.action is TableAction.EXPLAIN_PROMPT
        is_alternative = one.act is PanelAct.PICK and one.depth < len(panel.path)
        return one.verb in _EXPENDABLE or (is_alternative and one.arg in alternatives)

    fewer = _without(rows, is_expendable)
    return tuple(rows) if component_to_click(panel, guide, fewer) is None else fewer


def _shortened(panel: Panel, words: Translator, text: str, committed_move: Msg | None) -> str:
    """Return the panel's text without most consequences of the user's last move, to save room.

    The move itself stays in small text. So do consequences that took something from the user, but
    whole, because no panel leaves out a loss.
    """
    changed = dict[str, str | None]()
    if committed_move is not None:
        saved = words.with_markup("ui.saved", sentence=committed_move)
        changed[saved] = _small_saved(committed_move, words)
    for index, sentence in enumerate(panel.consequences):
        told = words.with_markup(sentence)
        changed[f"• {told}"] = f"{SMALL}{told}" if index in panel.own_losses else None
    lines = (changed.get(line, line) for line in text.split("\n"))
    return "\n".join(line for line in lines if line is not None).strip("\n")


def _small_saved(committed_move: Msg, words: Translator) -> str:
    """Return the line that confirms the user's last move, in one line of small text on a phone."""
    saved = cut(words.with_markup("ui.saved", sentence=committed_move), SMALL_CHARS)
    # a cut between a backslash and the character that it escapes would show the backslash
    return SMALL + saved.replace("\\…", "…")


def _cancels(component: PanelId | TableId) -> bool:
    return isinstance(component, PanelId) and component.verb is PanelVerb.CANCEL


def _without(
    rows: Sequence[Row], is_expendable: Callable[[PanelId | TableId], bool]
) -> tuple[Row, ...]:
    """Return the rows without the buttons for which `is_expendable` returns True.

    Selects and links always stay.
    """

    def stays(button: Button) -> bool:
        component = decode(button.id) if button.id else None
        return not (isinstance(component, PanelId | TableId) and is_expendable(component))

    rows_left = (
        row if isinstance(row, Select) else tuple(button for button in row if stays(button))
        for row in rows
    )
    return tuple(row for row in rows_left if row)


def _lines(rows: Sequence[Row]) -> int:
    """Return how many lines the rows of components take on a phone, approximately."""
    return sum(1 if isinstance(row, Select) else ceil(width_of(row) / ROW_WIDTH) for row in rows)


def _highlighted(row: Row, component_id: str, label: str) -> Row:
    """Return the row with the button `component_id` in green and the other buttons in gray.

    In the select `component_id`, an arrow marks the placeholder and the option with the label
    `label`; other selects stay as they are.
    """
    if isinstance(row, Select) and row.id == component_id:
        options = (
            replace(option, label=cut(f"{_ARROW} {option.label}", MAX_OPTION_CHARS))
            if option.label == label
            else option
            for option in row.choices
        )
        placeholder = f"{_ARROW} {row.placeholder}" if row.placeholder else ""
        return replace(row, choices=tuple(options), placeholder=placeholder)
    if isinstance(row, Select) or not component_id:
        return row
    return tuple(
        replace(button, style="green" if button.id == component_id else "grey") for button in row
    )
