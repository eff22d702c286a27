"""Replay of a game, one step at a time: board, log, and buttons to other steps.

Pure functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.model.match import Match
from app.review.hints import TurningPoint
from app.review.replay_viewer import StepView
from games.core.views.scene import Scene
from ui.components import (
    MAX_ALT_CHARS,
    MAX_BUTTONS_PER_ROW,
    MAX_EMBED_CHARS,
    MAX_OPTION_CHARS,
    MAX_SELECT_OPTIONS,
    MAX_TITLE_CHARS,
    Button,
    Embed,
    Message,
    Row,
    Select,
    SelectOption,
    colour_of,
    cut,
    join_until_full,
    paragraphs,
)
from ui.custom_ids import TableAction, TableId, encode, number
from ui.i18n import Translator
from ui.views.lobby.lobby_message import table_heading
from ui.views.pages.posts import PostKind, post_button

# forms of a step: picture of the board, picture of the user's own pieces, text
BOARD, HAND, TEXT = "b", "h", "t"
_OWN, _ALL = "o", "p"  # what is shown: with the user's hidden information, or only what all see


class ReplayCursor(NamedTuple):
    """What a replay message shows; stored in custom_ids, such as `12.o.t.2`.

    - `at`: the step's number; None for the default step
    - `own`: True to show the user's hidden information too, False for the public view; None for the
      default
    - `form`: BOARD, HAND (the picture of *My hand*) or TEXT; "" follows the user's settings
    - `page`: the page of a long text, from 1
    """

    at: int | None = None
    own: bool | None = None
    form: str = ""
    page: int = 1

    @property
    def arg(self) -> str:
        """Return the argument `<at>.<view>.<form>.<page>`, which `parse_cursor` parses."""
        view = "" if self.own is None else _OWN if self.own else _ALL
        return f"{'' if self.at is None else self.at}.{view}.{self.form}.{self.page}"


def parse_cursor(arg: str) -> ReplayCursor:
    """Parse an argument, or a step number that the user typed.

    Missing parts get the defaults.
    """
    at, view, form, page, *_ = [*arg.split("."), "", "", "", ""]
    own = {_OWN: True, _ALL: False}.get(view)
    step = number(at)
    known = form if form in (BOARD, HAND, TEXT) else ""
    return ReplayCursor(
        at=None if step is None else max(0, step),
        own=own,
        form=known,
        page=max(1, number(page) or 1),
    )


def replay_message(
    step: StepView,
    cursor: ReplayCursor,
    words: Translator,
    scene: Scene | None,
    *,
    pictures: bool = False,
) -> Message:
    """Return a replay step as a picture, or as text if there is no `scene`.

    `cursor` says what the message shows. With `pictures`, this bot can render pictures, and there
    are buttons for them.
    """
    events = [words.with_markup(sentence) for sentence in step.said] or [
        words("ui.replay.now" if step.at else "ui.replay.start")
    ]
    summary = [words.with_markup(step.summary)] if step.summary else [words("ui.replay.read")]
    position = [words.with_markup(sentence) for sentence in step.words if sentence != step.summary]
    pages = paragraphs([*events, "", *summary, *position])
    page = min(cursor.page, len(pages))
    body = (
        cut("\n".join([*events, *summary]), MAX_EMBED_CHARS)
        if scene is not None
        else pages[page - 1]
    )
    step_title = words("ui.replay.title", n=step.at, m=step.last)
    title = (
        step_title if step.chapter is None else f"{step_title} · {words(step.chapter).rstrip('.')}"
    )
    card = Embed(
        title=cut(title, MAX_TITLE_CHARS),
        text=body,
        author=cut(table_heading(step.match, words), MAX_TITLE_CHARS),
        footer=_viewer_line(step, words),
        colour=colour_of(step.seat),
    )
    rows = [
        _steps(step, cursor, words),
        *_chapters(step, cursor, words),
        _display_buttons(step, cursor, words, pictures=pictures),
    ]
    if scene is None and len(pages) > 1:
        rows.append(_pager(step, cursor._replace(page=page), len(pages), words))
    alt = join_until_full(
        [f"{words.game_name()}, {step_title}.", *events, *summary, *position],
        words("ui.replay.more"),
        MAX_ALT_CHARS,
    ).replace("**", "")
    return Message(
        embed=card, rows=tuple(rows), picture_source=scene, alt=alt if scene is not None else ""
    )


def turning_points_message(
    match: Match, found: Sequence[TurningPoint], cursor: ReplayCursor, words: Translator
) -> Message:
    """Return a list of the turns `found`, which changed the chances to win the most.

    Each turn has a button to the turn's last step; `cursor` says how that step is shown.
    """

    def line(point: TurningPoint) -> str:
        percent = {"before": round(100 * point.before), "after": round(100 * point.after)}
        return words("ui.replay.moment", n=point.step, seat=words.seat(point.seat), **percent)

    buttons = [
        Button(
            words("ui.replay.step", n=point.step),
            encode(
                TableId(
                    match.id, TableAction.SHOW_REPLAY, cursor._replace(at=point.step, page=1).arg
                )
            ),
        )
        for point in found
    ]
    card = Embed(
        words("ui.replay.moments_title"),
        "\n".join(map(line, found)),
        author=cut(table_heading(match, words), MAX_TITLE_CHARS),
        footer=words("ui.replay.moments_how"),
    )
    return Message(embed=card, rows=(tuple(buttons),))


def _id(step: StepView, action: TableAction, target: ReplayCursor) -> str:
    return encode(TableId(step.match.id, action, target.arg))


def _viewer_line(step: StepView, words: Translator) -> str:
    """Return whose view the message shows: a seat's view, or the view of all players."""
    if step.seat is None:
        return words("ui.replay.as_all")
    return words("ui.replay.as_seat", seat=words.seat(step.seat))


def _steps(step: StepView, cursor: ReplayCursor, words: Translator) -> tuple[Button, ...]:
    """Return the buttons `◀◀ ◀ ▶ ▶▶`, and for a player one that switches the view.

    `◀◀` and `◀`, or `▶` and `▶▶`, may lead to the same step, but the custom_ids of a message must
    differ. So `◀◀` and `▶▶` have actions of their own.
    """
    cursor = cursor._replace(page=1)
    is_first, is_last = step.at <= 0, step.at >= step.last
    row = [
        Button(
            "◀◀", _id(step, TableAction.SHOW_FIRST_STEP, cursor._replace(at=0)), disabled=is_first
        ),
        Button(
            "◀",
            _id(step, TableAction.SHOW_REPLAY, cursor._replace(at=step.at - 1)),
            disabled=is_first,
        ),
        Button(
            "▶",
            _id(step, TableAction.SHOW_REPLAY, cursor._replace(at=step.at + 1)),
            "blue",
            disabled=is_last,
        ),
        Button(
            "▶▶", _id(step, TableAction.SHOW_LAST_STEP, cursor._replace(at=None)), disabled=is_last
        ),
    ]
    if step.own is not None:
        other = cursor._replace(
            at=step.at, own=step.seat is None, form="" if cursor.form == HAND else cursor.form
        )
        row.append(
            Button(
                words("ui.replay.own" if step.seat is None else "ui.replay.all"),
                _id(step, TableAction.SWITCH_REPLAY_VIEW, other),
            )
        )
    return tuple(row)


def _chapters(step: StepView, cursor: ReplayCursor, words: Translator) -> list[Row]:
    """Return a select of the game's chapters (rounds); empty if there is only one.

    `cursor` says how the first step of the chosen chapter is shown. If there are too many chapters,
    the select lists the first, the last, and those around the current step.
    """
    if len(step.chapters) < 2:
        return []
    current = max(
        (index for index, (first_step, _) in enumerate(step.chapters) if first_step <= step.at),
        default=0,
    )
    begin = max(0, min(current - MAX_SELECT_OPTIONS // 2, len(step.chapters) - MAX_SELECT_OPTIONS))
    shown = list(step.chapters[begin : begin + MAX_SELECT_OPTIONS])
    if begin:
        shown[0] = step.chapters[0]
    if begin + MAX_SELECT_OPTIONS < len(step.chapters):
        shown[-1] = step.chapters[-1]
    round_start = step.chapters[current][0]
    lines = tuple(
        SelectOption(
            str(first_step),
            cut(
                words("ui.replay.line", what=words(name).rstrip("."), n=first_step),
                MAX_OPTION_CHARS,
            ),
            # a user can't pick the preselected option, so none is preselected before round one
            chosen=first_step == round_start and step.at >= round_start,
        )
        for first_step, name in shown
    )
    return [
        Select(
            _id(step, TableAction.SHOW_REPLAY_ROUND, cursor._replace(at=None, page=1)),
            lines,
            words("ui.replay.rounds"),
        )
    ]


def _display_buttons(
    step: StepView, cursor: ReplayCursor, words: Translator, *, pictures: bool
) -> tuple[Button, ...]:
    """Return the row of buttons that change how the step is shown.

    The buttons ask for a step number, show the board, *My hand* or the text, list the turning
    points, and post the picture. With `pictures`, this bot can render pictures.
    """
    cursor = cursor._replace(at=step.at, page=1)
    row = [Button(words("ui.replay.go"), _id(step, TableAction.GO_TO_STEP, cursor))]
    labels = {
        BOARD: "ui.panel.in_picture" if cursor.form == TEXT else "ui.look.board",
        HAND: "ui.board.hand",
        TEXT: "ui.panel.in_words",
    }
    available = {BOARD: pictures, HAND: pictures and bool(step.hand), TEXT: pictures}
    row += [
        Button(words(key), _id(step, TableAction.SHOW_REPLAY, cursor._replace(form=form)))
        for form, key in labels.items()
        if available[form] and form != cursor.form
    ]
    if step.match.status == "ended" and len(step.match.seats) > 1:
        row.append(Button(words("ui.replay.moments"), _id(step, TableAction.SHOW_MOMENTS, cursor)))
    if pictures and cursor.form == BOARD:
        own = step.seat is not None
        row += post_button(step.match, PostKind.STEP, words, step.at, own=own)
    return tuple(row[:MAX_BUTTONS_PER_ROW])


def _pager(
    step: StepView, cursor: ReplayCursor, pages: int, words: Translator
) -> tuple[Button, ...]:
    """Return the buttons `‹ 1 of 2 ›` to page through a step's text, which has `pages` pages."""
    cursor = cursor._replace(at=step.at)
    return (
        Button(
            "‹",
            _id(step, TableAction.SHOW_REPLAY, cursor._replace(page=cursor.page - 1)),
            disabled=cursor.page <= 1,
        ),
        Button(
            words("ui.page.of", n=cursor.page, m=pages),
            encode(TableId(step.match.id, TableAction.PAGE_NUMBER)),
            disabled=True,
        ),
        Button(
            "›",
            _id(step, TableAction.SHOW_REPLAY, cursor._replace(page=cursor.page + 1)),
            disabled=cursor.page >= pages,
        ),
    )
