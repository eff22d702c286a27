"""Presenter of panels: adds to `render_panel`'s message the news, the position and the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

from msgspec import structs

from app.app import App
from app.log.log_page import Recap
from app.model.match import Panel, User
from app.people.users import wants_text
from app.play.panel_builder import letters, marks
from games.core.engine.game import find
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.views.closeups import own_part
from ui.components import ALT, IN_ROW, Button, Message, PanelRef, cut, join_until_full
from ui.custom_ids import NOBODY, TableAction, TableId, encode
from ui.i18n import Translator, escape_markup, jump_url, table_label
from ui.views.pages.common import rest_button
from ui.views.pages.leaderboards import firsts_said, own_button
from ui.views.panel.forms import PanelViewState, groups_of, shown_options
from ui.views.panel.panel import FOLLOWED, alt_text, render_panel
from ui.views.panel.tutorial import append_to_last_row, with_tutorial
from ui.views.table.closeups import legend_button


@dataclass(frozen=True)
class _Reader:
    """User who reads a panel, and where.

    `private`: in their private message. `hand`: in the answer to a click on *My hand*.
    """

    by: User
    words: Translator
    private: bool
    hand: bool


class PanelPresenter:
    """Presenter that turns panels into messages."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def show(
        self,
        panel: Panel,
        by: User,
        show: PanelViewState | None = None,
        *,
        since: Recap | None = None,
        private: bool = False,
        hand: bool = False,
    ) -> Message:
        """Return the message of a panel for the user `by`, with the picture to render.

        `show` is the state of the view, `since` what happened since the user's last step.
        `private`: for their private message. `hand`: for the answer to *My hand*.
        """
        reader = _Reader(
            by=by, words=Translator.of(panel.match, by.lang), private=private, hand=hand
        )
        show = replace(show or PanelViewState(), own=hand or (private and panel.answer is None))
        if wants_text(by, panel.match.id) and not show.picture:
            show = replace(show, text=True)
        message = await self._without_picture(panel, reader, show, since)
        if show.text or self._app.renderer is None:
            return message
        shown = visible_panel(panel, show)
        kind = picture_kind(shown, by, hand=hand, private=private)
        return (
            message
            if kind is None
            else await self._with_picture(message, panel, shown, kind, reader)
        )

    async def _without_picture(
        self, panel: Panel, reader: _Reader, show: PanelViewState, since: Recap | None
    ) -> Message:
        words = reader.words
        achievements = await self._achievement_lines(panel, reader.by, words)
        position = (
            position_lines(panel, words) if _shows_position(panel, reader, show, since) else ()
        )
        news = since_lines(since, words, whole=panel.guide is None)
        if news and panel.committed_move:  # the user's own move came before those of others
            news.insert(0, words.with_markup("ui.saved", sentence=panel.committed_move))
            panel.committed_move = None
        message = render_panel(panel, words, show, [*news, *achievements], position)
        for button in [
            *([own_button(words)] if achievements else []),
            *([rest_button(panel.match, words)] if _has_more(panel, news, since) else []),
            *await self._next_table_button(panel, reader),
        ]:
            message = replace(message, rows=append_to_last_row(message.rows, button))
        message = with_tutorial(message, panel, words, first=show.text)
        message = replace(message, panel=_reference(panel, hand=reader.hand))
        return _titled(message, panel, words) if reader.private or reader.hand else message

    async def _with_picture(
        self, message: Message, panel: Panel, shown: Panel, kind: str, reader: _Reader
    ) -> Message:
        """Return the message with the scene to render and its alt text.

        `shown` is the panel as the picture shows it (`visible_panel`).
        """
        if message.embed is None:
            return message
        by, words = reader.by, reader.words
        scene = await self._app.queries.scene(panel.match.id, panel.seat, kind, by.lang, shown, by)
        sentences = (
            []
            if panel.view is None
            else [words(one) for one in find(panel.match.game).describe(panel.view)]
        )
        if private_picture_kind(panel) == kind:
            sentences[1:1] = part_words(panel, kind, words)
        sentences = [*dict.fromkeys(sentences)]  # the position may describe the hand again
        alt = join_until_full(
            [
                cut(alt_text(panel, words, sentences[0] if sentences else ""), ALT // 2),
                *sentences[1:],
            ],
            words("ui.alt.more"),
            ALT,
        )
        return replace(
            message, embed=replace(message.embed, shows_picture=True), scene=scene, alt=alt
        )

    async def _next_table_button(self, panel: Panel, reader: _Reader) -> list[Button]:
        """Return the button of a panel without a question that leads to another table.

        It leads to the next table that waits for the reader, else to the list of their tables.
        Empty in private messages and for users without another table.
        """
        if reader.private or reader.hand:
            return []
        if panel.answer is not None or panel.seat is None or panel.guide is not None:
            return []
        words = reader.words
        others = [
            turn
            for turn in await self._app.queries.inbox(reader.by)
            if turn.match.id != panel.match.id
        ]
        mine = [turn.match.id for turn in others if turn.waits_for_user]
        if mine:
            go = encode(TableId(mine[0], TableAction.OPEN_FROM_INBOX))
            return [Button(words("ui.inbox.next", n=len(mine)), go, "blue")]
        inbox = encode(TableId(NOBODY, TableAction.SHOW_INBOX))
        return [Button(words("ui.inbox.list"), inbox)] if others else []

    async def _achievement_lines(self, panel: Panel, by: User, words: Translator) -> list[str]:
        """Return what the user achieved for the first time in this match, once it has ended."""
        if panel.match.status != "ended" or panel.seat is None:
            return []
        text = firsts_said(await self._app.leaderboards.firsts(by), panel.match.id, words)
        return [text, ""] if text else []


def _shows_position(
    panel: Panel, reader: _Reader, show: PanelViewState, since: Recap | None
) -> bool:
    """Return whether the panel shows the position as text.

    A private message without a question does not: it would have to be edited at each move of
    any seat. Neither does a tutorial in the middle of a choice: the position has not changed
    since the user's last click.
    """
    if not show.text or (reader.private and not reader.hand and panel.answer is None):
        return False
    chosen = any(not crumb.forced for crumb in panel.crumbs)
    return not (panel.guide and chosen and not panel.committed and since is None)


def _has_more(panel: Panel, news: list[str], since: Recap | None) -> bool:
    """Return whether the panel needs a button to the news it left out; never in a tutorial."""
    left_out = bool(news and since and since.omitted) or len(panel.consequences) > FOLLOWED
    return left_out and panel.guide is None


def _reference(panel: Panel, *, hand: bool) -> PanelRef:
    """Return the reference by which an open panel is kept up to date."""
    waits = (
        panel.seat is not None and panel.seat not in panel.waiting and panel.match.status != "ended"
    )
    return PanelRef(
        match=panel.match.id,
        waits=waits,
        hand=hand,
        seat=panel.seat,
        decision=panel.decision,
        version=panel.written,
        saved=panel.committed_move,
    )


def _titled(message: Message, panel: Panel, words: Translator) -> Message:
    """Return the message with the table's name above it.

    If the panel asks nothing, it also gets a link to the table and a button to the legend.
    """
    title = words("ui.hand.title", table=escape_markup(table_label(panel.match, words)))
    message = replace(message, content=title)
    if panel.answer is not None or not message.rows:
        return message
    *above, last = message.rows
    link = jump_url(panel.match)
    more = [Button(words("ui.hand.table"), url=link)] if link else []
    more += legend_button(panel.match, words, private_picture_kind(panel), "own")
    return replace(
        message, rows=(*above, (*last, *more)[:IN_ROW] if isinstance(last, tuple) else last)
    )


def since_lines(since: Recap | None, words: Translator, *, whole: bool = True) -> list[str]:
    """Return lines on what happened since the user's last step (S6), if some are new to them.

    With `whole`, the last line tells how many were left out.
    """
    if since is None or not since.has_news or not since.short:
        return []
    rest = [words("ui.since.more", n=since.omitted)] if since.omitted and whole else []
    return [
        words("ui.since.title", t=words.elapsed_suffix(since.elapsed)),
        *(f"• {words.with_markup(one)}" for one in since.short),
        *rest,
        "",
    ]


def position_lines(panel: Panel, words: Translator) -> list[str]:
    """Return the position as text, with the user's own hidden information."""
    return (
        []
        if panel.view is None
        else [words.with_markup(one) for one in find(panel.match.game).describe(panel.view)]
    )


def visible_panel(panel: Panel, show: PanelViewState) -> Panel:
    """Return the panel as its picture shows it.

    If a group of options is open, only those options are marked, with their buttons' letters.
    """
    form = panel.answer
    if show.group < 0 or not isinstance(form, SelectPrompt) or not groups_of(form):
        return panel
    by_key = letters(form)
    options = tuple(
        structs.replace(one, mark=by_key.get(one.key, one.mark))
        for one in shown_options(form, show)
    )
    return structs.replace(panel, answer=structs.replace(form, options=options))


def private_picture_kind(panel: Panel) -> str:
    """Return the kind of the user's private picture (*My hand*); "" if there is none."""
    return (
        find(panel.match.game).own_picture(panel.view)
        if panel.view is not None and panel.match.status == "running"
        else ""
    )


def part_words(panel: Panel, kind: str | None, words: Translator) -> tuple[str, ...]:
    """Return what the picture shows, as text, if it shows a part of the table."""
    looks = find(panel.match.game).closeups(panel.view) if panel.view is not None else ()
    part = own_part(kind or "", panel.seat, looks)
    return tuple(words.with_markup(one) for one in part.words) if part else ()


def picture_kind(
    panel: Panel, by: User, *, hand: bool = False, private: bool = False
) -> str | None:
    """Return the kind of the game's picture for a panel, None if it has none.

    It is the private picture for *My hand* (`hand`), and in the private message while no spots
    are marked; otherwise the picture for the question. Users who prefer large pictures get the
    board, which zooms in on marked spots.
    """
    game = find(panel.match.game)
    spots = tuple(mark.spot for mark in marks(panel.answer))
    if isinstance(panel.answer, MoveReady):
        spots = panel.answer.ghost
    kind = game.panel_picture(panel.view, spots) if panel.view is not None else "board"
    if hand or (private and not spots):
        kind = private_picture_kind(panel) or kind
    elif spots and by.prefs.get("large"):
        kind = "board"
    return next((one for one in (kind, "board") if one in game.pictures), None)
