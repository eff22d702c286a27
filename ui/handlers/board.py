"""Components that show what the user may see of a game: board, parts of it, log, score."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from app.app import App
from app.match.seating import not_seated_error
from app.model.match import TableView, User
from app.people.users import wants_text
from ui.action import ActionHandlers, ComponentAction
from ui.components import Message
from ui.custom_ids import TableAction, number
from ui.discord_actions import DiscordActions
from ui.handlers.panel import PanelHandler
from ui.i18n import Translator
from ui.response import Response
from ui.views.pages import common
from ui.views.table import closeups
from ui.views.table.board_message import board_alt, has_board, public_picture_kind


class BoardHandler:
    """Actions that show a running or ended game; each may raise `UserError`."""

    def __init__(self, app: App, panels: PanelHandler, discord_actions: DiscordActions) -> None:
        self._app, self._panels, self._discord_actions = app, panels, discord_actions
        self.actions: ActionHandlers = {
            TableAction.SHOW_HAND: lambda action: self.show_hand(
                action.match, action.by, in_dm=action.in_dm
            ),
            TableAction.SHOW_BOARD: self.board_clicked,
            TableAction.PAGE_NUMBER: self.board_clicked,  # its button is disabled, so any action will do
            TableAction.SHOW_TEXT: lambda action: self.show_text(
                action.match, action.by, _page(action.arg)
            ),
            TableAction.SHOW_PART: self.part_clicked,
            TableAction.SHOW_PART_AS_TEXT: self.part_clicked,
            TableAction.SHOW_PART_AS_PICTURE: self.part_clicked,
            TableAction.SHOW_LOG: self.log_clicked,
            TableAction.SHOW_RECAP: self.recap_clicked,
            TableAction.SHOW_SCORE: lambda action: self.show_score(action.match, action.by),
            TableAction.VERIFY_LOG: lambda action: self.verify(action.match, action.by),
        }

    async def show_hand(self, match_id: str, by: User, *, in_dm: bool = False) -> Response:
        """Show the user's private view of the game: their panel with *My hand*.

        `in_dm` is True for a click in a direct message. If the user's DMs were closed, the private
        message is sent again; if that fails, the answer has a hint that DMs are closed.
        """
        match = await self._app.lobby.get(match_id)
        if match.seat_of(by.id) is None:
            raise not_seated_error(match, by.id)
        answer = await self._panels.open(match_id, by, in_dm=in_dm, hand=True)
        if (
            by.dm_closed
            and answer.message is not None
            and not await self._discord_actions.retry_dm(match_id, by)
        ):
            note = Translator(by.lang)("ui.dm_closed")
            answer = replace(answer, message=replace(answer.message, content=note))
        return answer

    async def board_clicked(self, action: ComponentAction) -> Response:
        """Show the board: in a new message, or in place of another page after *Back*."""
        shown = await self.show_board(action.match, action.by, picture=action.arg == common.PICTURE)
        return replace(shown, edit=bool(action.arg))

    async def show_board(self, match_id: str, by: User, *, picture: bool = False) -> Response:
        """Show the board as a picture, or as text to users who prefer text.

        With `picture`, these users get the picture too.
        """
        view = await self._app.queries.view(match_id, by)
        words = Translator.of(view.match, by.lang)
        message = common.text_message(view, words, pictures=self._has_picture(view))
        in_words = wants_text(by, match_id) and not picture
        if in_words or not self._has_picture(view) or message.embed is None:
            return Response(message, edit=False)
        scene = await self._app.queries.scene(
            match_id, view.seat, public_picture_kind(view.match), by.lang, by=by
        )
        summary = words.with_markup(view.summary) if view.summary else ""
        embed = replace(message.embed, text=summary)
        message = Message(
            embed=embed,
            rows=closeups.picture_buttons(view, words),
            picture_source=scene,
            alt=board_alt(view, (), words),
        )
        return Response(message, edit=False)

    async def show_text(self, match_id: str, by: User, page: int = 0) -> Response:
        """Show the whole position as text."""
        view = await self._app.queries.view(match_id, by)
        words = Translator.of(view.match, by.lang)
        return Response(common.text_message(view, words, page, pictures=self._has_picture(view)))

    async def part_clicked(self, action: ComponentAction) -> Response:
        """Show a part of the board; the argument is `<part>` or `<part>.<page of its text>`."""
        part, _, page = (action.arg or action.value).partition(".")
        in_words = {
            TableAction.SHOW_PART_AS_TEXT: True,
            TableAction.SHOW_PART_AS_PICTURE: False,
        }.get(action.id.action)
        return await self.show_part(
            action.match,
            action.by,
            part,
            _page(page),
            in_words=in_words,
            in_dm=action.in_dm,
        )

    async def show_part(
        self,
        match_id: str,
        by: User,
        part_id: str,
        page: int = 0,
        *,
        in_words: bool | None = None,
        in_dm: bool = False,
    ) -> Response:
        """Show the part `part_id` of the board close up; `page` is the page of its text.

        It is text if `in_words` is True, a picture if False, and what the user prefers if None. If
        the part no longer exists, the whole board is shown. `in_dm` is True for a direct message.
        """
        view = await self._app.queries.view(match_id, by)
        words = Translator.of(view.match, by.lang)
        part = next((closeup for closeup in view.closeups if closeup.id == part_id), None)
        if part is None:
            return await self.show_board(match_id, by)
        pictures = self._app.renderer is not None
        if in_words is None:
            in_words = wants_text(by, match_id)
        if in_words or not pictures:
            message = common.text_message(view, words, page, part, pictures=pictures)
            return Response(message, edit=not in_dm)
        scene = await self._app.queries.scene(match_id, view.seat, part.picture, by.lang, by=by)
        message = closeups.closeup_message(
            view, part, words, structs.replace(scene, focus=part.seat, spot=part.spot)
        )
        return Response(message, edit=not in_dm)

    async def log_clicked(self, action: ComponentAction) -> Response:
        """Show the page of the log that the argument names, else the newest page.

        The argument `LOG_SINCE_LAST_MOVE` means the page with the first row after the user's last
        move.
        """
        row = None
        if action.arg == common.LOG_SINCE_LAST_MOVE:
            recap = await self._app.queries.recap(action.match, action.by, seen=False)
            row = recap.row
        shown = await self.show_log(action.match, action.by, _page(action.arg), after=row)
        return replace(shown, edit=bool(action.arg) and row is None)

    async def show_log(
        self, match_id: str, by: User, page: int = 0, *, after: int | None = None
    ) -> Response:
        """Show page `page` of the log (0: the newest).

        If `after` is given, it is the number of a row, and the page with the next row is shown
        instead.
        """
        match = await self._app.lobby.get(match_id)
        log = await self._app.queries.log(match_id, by, page, after=after)
        return Response(common.log_message(match, log, Translator.of(match, by.lang)), edit=False)

    async def recap_clicked(self, action: ComponentAction) -> Response:
        """Show a page of what others did since the user's last move."""
        shown = await self.show_recap(action.match, action.by, _page(action.arg))
        return replace(shown, edit=bool(action.arg))

    async def show_recap(self, match_id: str, by: User, page: int = 0) -> Response:
        """Show what others did since the user's last move, in a new message."""
        match = await self._app.lobby.get(match_id)
        recap = await self._app.queries.recap(match_id, by)
        message = common.since_message(match, recap, Translator.of(match, by.lang), page)
        return Response(message, edit=False)

    async def show_score(self, match_id: str, by: User) -> Response:
        """Show the points as a grid; while the game runs, also the current standings."""
        board = await self._app.queries.score(match_id)
        view = await self._app.queries.view(match_id, by)
        words = Translator.of(view.match, by.lang)
        return Response(common.score_message(view.match, board, words, view.standing), edit=False)

    async def verify(self, match_id: str, by: User) -> Response:
        """Replay the whole game and show whether its log leads to the stored position."""
        match = await self._app.lobby.get(match_id)
        result = await self._app.queries.verify(match_id)
        if result.ok and not result.not_replayable:  # count the steps as the replay pages do
            result = structs.replace(result, rows=await self._app.replays.last_step(match_id))
        return Response(
            common.verify_message(match, result, Translator.of(match, by.lang)), edit=False
        )

    def _has_picture(self, table_view: TableView) -> bool:
        """Return whether the table can be shown as a picture."""
        return self._app.renderer is not None and has_board(table_view.match)


def _page(text: str) -> int:
    return max(0, number(text) or 0)
