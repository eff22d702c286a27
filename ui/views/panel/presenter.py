"""Presenter of panels: builds the whole message of a panel, with the app's services.

`render_panel` (`panel.py`) makes the message of the question itself. The presenter adds what
happened since the user's last move, the position as text or as a picture, the tutorial's text, and
buttons to other tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from app.app import App
from app.log.log_page import Recap
from app.model.match import Panel, User
from app.people.users import wants_text
from app.play.panel_builder import letters, marks
from app.play.tutorials import without_shortcuts
from games.core.engine.game import find
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.views.closeups import own_closeup
from ui.components import (
    MAX_ALT_CHARS,
    MAX_BUTTONS_PER_ROW,
    Button,
    Message,
    PanelRef,
    Style,
    cut,
    join_until_full,
)
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.i18n import Translator, escape_markup, jump_url, table_label
from ui.rules_search import help_is_about_prompt, question_help
from ui.views.pages.common import all_news_button
from ui.views.pages.leaderboards import achievements_text, own_button
from ui.views.panel.forms import PanelViewState, groups_of, shown_options
from ui.views.panel.panel import (
    MAX_FEW_CONSEQUENCES,
    alt_text,
    render_panel,
    shown_consequences,
)
from ui.views.panel.recap_lines import NO_RECAP, RecapText, has_recap, recap_forms, room_px
from ui.views.panel.tutorial import with_tutorial
from ui.views.table.board_message import waits_for_ai
from ui.views.table.closeups import legend_button

NEWCOMER_GAMES = 3  # games of a title to finish before its events are no longer explained
_MAX_NOTE_CHARS = 90  # of a private note that a panel shows; `/note` shows all


@dataclass(frozen=True)
class _Reader:
    """User who reads a panel, and where they read it.

    `in_dm` is True for the user's private message, `hand` for the answer to a click on *My hand*.
    """

    by: User
    words: Translator
    in_dm: bool
    hand: bool


class PanelPresenter:
    """Presenter that turns panels into messages."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def build_message(
        self,
        panel: Panel,
        by: User,
        view_state: PanelViewState | None = None,
        *,
        recap: Recap | None = None,
        in_dm: bool = False,
        hand: bool = False,
    ) -> Message:
        """Return a panel's message for the user `by`, before its picture is rendered.

        `view_state` is the state of the view (None: nothing is opened). `recap` is what happened
        since the user's last move (None: don't show it). `in_dm` is True for the user's private
        message, `hand` for the answer to a click on *My hand*.
        """
        reader = _Reader(by=by, words=Translator.of(panel.match, by.lang), in_dm=in_dm, hand=hand)
        view_state = replace(
            view_state or PanelViewState(), shows_hand=hand or (in_dm and panel.asked is None)
        )
        if wants_text(by, panel.match.id) and not view_state.as_picture:
            view_state = replace(view_state, as_text=True)
        panel.plan = await self._app.hints.rest_of_plan(panel.match, by)
        if panel.plan is not None and not panel.advised_path:
            panel.advised_path = await self._app.hints.next_of_plan(panel.match, by) or ()
        shown, kind = panel, None
        if self._app.renderer is not None and not view_state.as_text:
            shown = visible_panel(_without_question(panel), view_state)
            kind = picture_kind(shown, by, hand=hand, in_dm=in_dm)
            # a large board need not show all that the question's own picture shows
            is_pictured = kind is not None and not by.prefs.get("large")
            view_state = replace(view_state, pictured=is_pictured, picture_kind=kind or "")
        render = await self._text_renderer(panel, reader, view_state, recap)
        message = render(view_state)
        if kind is None:
            return message
        message = await self._with_picture(message, panel, shown, kind, reader)
        if not view_state.pictured:
            return message
        # without the picture, labels must not be short: nothing else shows the rest
        return replace(message, wordy=render(replace(view_state, pictured=False)))

    async def recap_again(self, panel: Panel, by: User) -> Recap | None:
        """Return the news since the user's last move, even if the user has seen them.

        A panel shows them again after *Back*: a page, or the answer to `?` or *Advice*, has
        replaced them. A private message shows them at each update. Before the user's first move
        there are none. Returns None for a spectator and if the user has begun a choice.
        """
        if panel.seat is None or any(not crumb.forced for crumb in panel.crumbs):
            return None
        recap = await self._app.queries.recap(panel.match.id, by, seen=False)
        return structs.replace(recap, has_news=recap.played)

    async def _text_renderer(
        self, panel: Panel, reader: _Reader, view_state: PanelViewState, recap: Recap | None
    ) -> Callable[[PanelViewState], Message]:
        """Return a function that takes a view state and renders the panel without its picture.

        The data that the state `view_state` needs is read once, before the function is returned.
        """
        words = reader.words
        achievements = await self._achievement_lines(panel, reader.by, words)
        position = (
            position_lines(panel, words)
            if _shows_position(panel, reader, view_state, recap)
            else ()
        )
        explanation = await self._explanation_lines(panel, reader)
        note = await self._note_lines(panel, reader)
        next_buttons = await self._next_table_button(panel, reader)
        saved = panel.committed_move
        if has_recap(recap) and saved:
            panel.committed_move = None  # shown above the recap, because it came before it

        def render(state: PanelViewState, form: _Form) -> Message:
            told = form.recap.lines
            if told and saved:
                told = [words.with_markup("ui.saved", sentence=saved), *told]
            message = render_panel(
                _without_question(panel) if form.shortcuts else _without_shortcuts(panel),
                words,
                replace(
                    state,
                    has_news=bool(told),
                    brief=form.brief,
                    few_consequences=form.few_consequences,
                    lesson_details=form.lesson_details,
                ),
                [*told, *achievements, *(() if form.brief else [*explanation, *note])],
                position,
            )
            if achievements:
                message = message.with_last_button(own_button(words))
            if _has_more(panel, form):
                message = message.with_last_button(all_news_button(panel.match, words))
            for button in next_buttons:
                message = message.with_last_button(button)
            if not state.aside:
                message = with_tutorial(
                    message, panel, words, text_first=state.as_text, committed_move=saved
                )
            message = replace(message, panel=_reference(panel, hand=reader.hand))
            if not (reader.in_dm or reader.hand):
                return message
            return _titled(message, panel, words, hand=reader.hand)

        forms = _ADVICE_FORMS if view_state.shows_advice else _forms(panel, recap, words)
        form = fitted_form(forms, lambda one: render(view_state, one), view_state)
        return lambda state: render(state, form)

    async def _note_lines(self, panel: Panel, reader: _Reader) -> list[str]:
        """Return the beginning of the reader's private note as one line; none without a note."""
        if panel.seat is None:
            return []
        note = await self._app.repo.notes.get(panel.match.id, reader.by.id)
        shown = escape_markup(cut(" ".join(note.split()), _MAX_NOTE_CHARS))
        return [reader.words("ui.note.line", text=shown)] if note else []

    async def _with_picture(
        self, message: Message, panel: Panel, shown: Panel, kind: str, reader: _Reader
    ) -> Message:
        """Return the message with the scene of its picture and the picture's alt text.

        `shown` is the panel as the picture shows it (`visible_panel`), `kind` the kind of picture.
        """
        if message.embed is None:
            return message
        by, words = reader.by, reader.words
        scene = await self._app.queries.scene(panel.match.id, panel.seat, kind, by.lang, shown, by)
        sentences = (
            []
            if panel.view is None
            else [words(sentence) for sentence in find(panel.match.game).describe(panel.view)]
        )
        if private_picture_kind(panel) == kind:
            sentences[1:1] = part_sentences(panel, kind, words)
        sentences = [*dict.fromkeys(sentences)]  # the position may describe the hand again
        alt = join_until_full(
            [
                cut(alt_text(panel, words, sentences[0] if sentences else ""), MAX_ALT_CHARS // 3),
                *sentences[1:],
            ],
            words("ui.alt.more"),
            MAX_ALT_CHARS,
        )
        return replace(message, picture_source=scene, alt=alt, wait_footer=words("ui.picture_late"))

    async def _next_table_button(self, panel: Panel, reader: _Reader) -> list[Button]:
        """Return a button to another table; only for a panel that asks nothing.

        The button leads to the next table that waits for the reader, else to the list of their
        tables. Empty in private messages and for users without another table.
        """
        if reader.in_dm or reader.hand:
            return []
        if panel.asked is not None or panel.seat is None or panel.guide is not None:
            return []
        words = reader.words
        other_tables = [
            turn
            for turn in await self._app.queries.inbox(reader.by)
            if turn.match.id != panel.match.id
        ]
        waiting_tables = [turn.match.id for turn in other_tables if turn.waits_for_user]
        if waiting_tables:
            open_id = encode(TableId(waiting_tables[0], TableAction.OPEN_FROM_INBOX))
            # bots answer within seconds: the user may well want to stay
            style: Style = "grey" if waits_for_ai(panel.match) else "blue"
            return [Button(words("ui.inbox.next", n=len(waiting_tables)), open_id, style)]
        inbox_id = encode(TableId(NO_MATCH, TableAction.SHOW_INBOX))
        return [Button(words("ui.inbox.list"), inbox_id)] if other_tables else []

    async def _explanation_lines(self, panel: Panel, reader: _Reader) -> list[str]:
        """Return lines that explain an event to users who are new to the game.

        Empty for users who have finished at least `NEWCOMER_GAMES` matches of the game, and in a
        tutorial, which explains events itself. An event, such as a raid, can ask the player several
        questions in a row. The explanation is shown above the first of them, and above a later one
        only if the help was written for that very question.
        """
        if panel.guide is not None:
            return []
        question = question_help(panel.match.game, reader.words.lang, panel)
        if question is None or not question.is_event:
            return []
        is_begun = any(not crumb.forced for crumb in panel.crumbs)
        if is_begun and not help_is_about_prompt(panel.match.game, panel):
            return []
        ended = await self._app.repo.matches.find(user=reader.by.id, statuses=("ended",))
        is_newcomer = (
            sum(ended_game.game == panel.match.game for ended_game in ended) < NEWCOMER_GAMES
        )
        return [question.sentences[0]] if is_newcomer else []

    async def _achievement_lines(self, panel: Panel, by: User, words: Translator) -> list[str]:
        """Return the user's first-time achievements in this match, and an empty line below.

        Empty if there are none, or until the match has ended.
        """
        if panel.match.status != "ended" or panel.seat is None:
            return []
        text = achievements_text(await self._app.leaderboards.firsts(by), panel.match.id, words)
        return [text, ""] if text else []


def _shows_position(
    panel: Panel, reader: _Reader, view_state: PanelViewState, recap: Recap | None
) -> bool:
    """Return whether the panel shows the position as text.

    A panel shown as text does so, except

    - while an explanation is shown in its place
    - in a private message that asks nothing: it would have to be edited at each move of any seat
    - in a tutorial in the middle of a choice: the position is the same as at the user's last click
    """
    if (
        not view_state.as_text
        or view_state.aside
        or (reader.in_dm and not reader.hand and panel.asked is None)
    ):
        return False
    chosen = any(not crumb.forced for crumb in panel.crumbs)
    return not (panel.guide and chosen and not panel.committed and recap is None)


@dataclass(frozen=True)
class _Form:
    """How much a panel tells and offers, so that it fits a phone.

    The panel takes the longest form that fits (`fitted_form`). `recap` is the text on what happened
    since the user's last move. With `brief`, the panel leaves out what `?` tells as well. With
    `few_consequences`, it tells only the most important of what the user's move caused. With
    `lesson_details`, a lesson has lines with the details of options. Without `shortcuts`, the panel
    has only the options that lead to the same moves by more steps.
    """

    recap: RecapText
    brief: bool = False
    few_consequences: bool = False
    lesson_details: bool = False
    shortcuts: bool = True


# below advice, the brief form hides the answers to the question
_ADVICE_FORMS = (_Form(NO_RECAP), _Form(NO_RECAP, brief=True))


def _forms(panel: Panel, recap: Recap | None, words: Translator) -> list[_Form]:
    """Return the forms of a panel with its recap, from the longest to the shortest."""
    in_lesson = panel.guide is not None
    forms = list(recap_forms(recap, words, with_omitted=not in_lesson))
    uncut = [form for form in forms if not form.is_cut]
    found = [
        *(_Form(form) for form in uncut),
        *(_Form(form, brief=True, few_consequences=True) for form in forms),
    ] or [_Form(NO_RECAP)]
    if in_lesson:
        return [replace(found[0], lesson_details=True), *found]
    if not forms and len(panel.consequences) > MAX_FEW_CONSEQUENCES:
        few = _Form(NO_RECAP, few_consequences=True)
        return [*found, few, replace(few, brief=True)]
    shortest = _Form(NO_RECAP, brief=True, few_consequences=True, shortcuts=False)
    if not forms and panel.plan is not None:  # its lines and its button need room
        return [*found, replace(shortest, shortcuts=True), shortest]
    return [*found, *(replace(shortest, recap=form) for form in forms)]


def fitted_form(
    forms: Sequence[_Form], render: Callable[[_Form], Message], view_state: PanelViewState
) -> _Form:
    """Return the first form with which the panel fits a phone, else the last one.

    `render` returns the panel's message in a form. A panel without a picture has more room, and the
    answers to *Why not?* and `?` are short, so they get the first form.
    """
    if not view_state.pictured or (view_state.aside and not view_state.shows_advice):
        return forms[0]
    return next((form for form in forms if room_px(render(form)) >= 0), forms[-1])


def _has_more(panel: Panel, form: _Form) -> bool:
    """Return whether the panel needs a button to omitted news; never in a tutorial."""
    shown = shown_consequences(panel, few=form.few_consequences)
    left_out = form.recap.has_more or len(panel.consequences) > len(shown)
    return left_out and panel.guide is None


def _reference(panel: Panel, *, hand: bool) -> PanelRef:
    """Return what an open panel must remember to be updated later.

    `hand` is True if it shows *My hand*.
    """
    is_waiting = (
        panel.seat is not None and panel.seat not in panel.waiting and panel.match.status != "ended"
    )
    return PanelRef(
        match=panel.match.id,
        is_waiting=is_waiting,
        shows_hand=hand,
        seat=panel.seat,
        decision=panel.decision,
        version=panel.written,
        committed_move=panel.committed_move,
    )


def _titled(message: Message, panel: Panel, words: Translator, *, hand: bool) -> Message:
    """Return the message with a line above it: what it shows, and the table's name.

    `hand` is True for the answer to a click on *My hand*. If the panel asks nothing, the last row
    also gets a link to the table and a button to the legend of *My hand*.
    """
    if panel.asked is not None and panel.seat in panel.waiting and not hand:
        key = "ui.hand.turn"
    elif private_picture_kind(panel) and (hand or panel.asked is None):
        key = "ui.hand.title"
    else:  # for example the board, before the cards are dealt
        key = "ui.hand.game"
    message = replace(
        message, content=words(key, table=escape_markup(table_label(panel.match, words)))
    )
    if panel.asked is not None or not message.rows:
        return message
    *above, last = message.rows
    link = jump_url(panel.match)
    more = [Button(words("ui.hand.table"), url=link)] if link else []
    more += legend_button(panel.match, words, private_picture_kind(panel), "own", panel.view)
    return replace(
        message,
        rows=(*above, (*last, *more)[:MAX_BUTTONS_PER_ROW] if isinstance(last, tuple) else last),
    )


def position_lines(panel: Panel, words: Translator) -> list[str]:
    """Return the position as text, with the user's own hidden information."""
    return (
        []
        if panel.view is None
        else [
            words.with_markup(sentence) for sentence in find(panel.match.game).describe(panel.view)
        ]
    )


def _without_question(panel: Panel) -> Panel:
    """Return the panel; without its question if it is a lesson that is over.

    At the end of a lesson, buttons for what to do next replace the question.
    """
    if panel.guide is None or not panel.guide.over:
        return panel
    return structs.replace(panel, asked=None, waiting=())


def _without_shortcuts(panel: Panel) -> Panel:
    """Return the panel without the options that are shortcuts."""
    return structs.replace(panel, asked=without_shortcuts(panel.asked))


def visible_panel(panel: Panel, view_state: PanelViewState) -> Panel:
    """Return the panel as its picture shows it.

    If a group of options is open, only the options of that group are marked, with the letters that
    their buttons have.
    """
    prompt = panel.asked
    if view_state.group < 0 or not isinstance(prompt, SelectPrompt) or not groups_of(prompt):
        return panel
    by_key = letters(prompt)
    options = tuple(
        structs.replace(option, mark=by_key.get(option.key, option.mark))
        for option in shown_options(prompt, view_state)
    )
    return structs.replace(panel, asked=structs.replace(prompt, options=options))


def private_picture_kind(panel: Panel) -> str:
    """Return the kind of the user's private picture (*My hand*); "" if there is none.

    There is none if the game has no such picture or does not run.
    """
    return (
        find(panel.match.game).own_picture(panel.view)
        if panel.view is not None and panel.match.status == "running"
        else ""
    )


def part_sentences(panel: Panel, kind: str | None, words: Translator) -> tuple[str, ...]:
    """Return the text of the part of the table that the picture `kind` shows.

    Empty if the picture shows the whole board.
    """
    closeups = find(panel.match.game).closeups(panel.view) if panel.view is not None else ()
    part = own_closeup(kind or "", panel.seat, closeups)
    return tuple(words.with_markup(sentence) for sentence in part.words) if part else ()


def picture_kind(panel: Panel, by: User, *, hand: bool = False, in_dm: bool = False) -> str | None:
    """Return the kind of picture for the panel of the user `by`; None without one.

    The picture is that of *My hand* with `hand`, and in a private message that asks nothing.
    Otherwise it is the picture for the question. Users who prefer large pictures get the board
    instead, cut to the marked spots.
    """
    game = find(panel.match.game)
    spots = tuple(mark.spot for mark in marks(panel.asked))
    if isinstance(panel.asked, MoveReady):
        spots = panel.asked.ghost
    spots = panel.advised or spots
    kind = game.panel_picture(panel.view, spots) if panel.view is not None else "board"
    if hand or (in_dm and panel.asked is None):
        kind = private_picture_kind(panel) or kind
    elif spots and by.prefs.get("large"):
        kind = "board"
    return next((available for available in (kind, "board") if available in game.pictures), None)
