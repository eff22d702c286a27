"""Components of a replay, animation or poster.

`ReplayHandler` shows a match step by step, as `app/review/replay_viewer.py` provides it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from app.app import App
from app.model.match import Match, User, UserError
from app.review import replay_viewer
from app.review.replay_viewer import ReplayFrame, StepView
from games.core.text.messages import msg
from ui.action import ActionHandlers, ComponentAction
from ui.components import MAX_MODAL_LABEL_CHARS, Modal, ModalField, cut
from ui.custom_ids import TableAction, TableId, encode
from ui.i18n import Translator
from ui.response import Response
from ui.views.pages import animations, common, replay
from ui.views.pages.replay import ReplayCursor
from ui.views.table.board_message import has_board, public_picture_kind


def opens_modal(component: TableId) -> bool:
    """Return whether a component opens a modal."""
    return component.action is TableAction.GO_TO_STEP


class ReplayHandler:
    """Actions of replays; each may raise `UserError`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.actions: ActionHandlers = {
            TableAction.SHOW_REPLAY: self.replay_clicked,
            TableAction.SHOW_REPLAY_ROUND: self.replay_clicked,
            TableAction.SHOW_FIRST_STEP: self.show_first,
            TableAction.SHOW_LAST_STEP: self.show_last,
            TableAction.SWITCH_REPLAY_VIEW: self.switch_view,
            TableAction.GO_TO_STEP: self.go_to_step,
            TableAction.REPLAY_FROM_LOG: self.replay_from_log,
            TableAction.SHOW_MOMENTS: self.show_moments,
            TableAction.SHOW_LAST_TURN: self.show_last_turn,
            TableAction.SHOW_FILM: lambda action: self.show_film(action.match, action.by),
            TableAction.SHOW_POSTER: lambda action: self.show_film(
                action.match, action.by, "poster"
            ),
        }

    async def replay_clicked(self, action: ComponentAction) -> Response:
        """Show the step that the component or the chosen round names.

        If neither names a step, show the newest one or, if the game has ended, the start.
        """
        cursor = replay.parse_cursor(action.arg)
        if action.values:
            cursor = cursor._replace(at=replay.parse_cursor(action.values[0]).at)
        return await self.show_step(action.match, action.by, cursor, edit=bool(action.arg))

    async def show_step(
        self, match_id: str, by: User, cursor: ReplayCursor, *, edit: bool = False
    ) -> Response:
        """Show a step of the game as the user may see it; `cursor` says which and how.

        With `edit`, the message replaces the clicked one.
        """
        step = await self._app.replays.step_view(match_id, by, cursor.at, own=cursor.own)
        return self._step_response(step, cursor, by, edit=edit)

    async def show_first(self, action: ComponentAction) -> Response:
        """Show the start of the game."""
        cursor = replay.parse_cursor(action.arg)._replace(at=0)
        return await self.show_step(action.match, action.by, cursor, edit=True)

    async def show_last(self, action: ComponentAction) -> Response:
        """Show the end of the game; while it runs, the current state."""
        cursor = replay.parse_cursor(action.arg)
        step = await self._app.replays.step_view(
            action.match, action.by, replay_viewer.LAST, own=cursor.own
        )
        return self._step_response(step, cursor, action.by)

    async def switch_view(self, action: ComponentAction) -> Response:
        """Switch between the user's own view and the spectators' view of the same step."""
        cursor = replay.parse_cursor(action.arg)
        step = await self._app.replays.step_view(
            action.match, action.by, cursor.at, own=bool(cursor.own), turned=True
        )
        return self._step_response(step, cursor, action.by)

    async def go_to_step(self, action: ComponentAction) -> Response:
        """Ask for a step's number in a modal; after its submission, show the step."""
        cursor = replay.parse_cursor(action.arg)
        typed_step = replay.parse_cursor(action.value.strip()).at if action.values else None
        step = await self._app.replays.step_view(
            action.match, action.by, cursor.at if typed_step is None else typed_step, own=cursor.own
        )
        if action.values:
            return self._step_response(step, cursor, action.by)
        words = Translator.of(step.match, action.by.lang)
        field = ModalField(
            "row", cut(words("ui.replay.which", m=step.last), MAX_MODAL_LABEL_CHARS), str(step.at)
        )
        return Response(
            modal=Modal(
                encode(action.id), cut(words("ui.replay.go"), MAX_MODAL_LABEL_CHARS), (field,)
            )
        )

    async def replay_from_log(self, action: ComponentAction) -> Response:
        """Show the board at the last row of a log page, in a new message."""
        log = await self._app.queries.log(
            action.match, action.by, max(0, replay.parse_cursor(action.arg).at or 0)
        )
        step = await self._app.replays.step_of_log_page(action.match, action.by, log)
        return self._step_response(step, ReplayCursor(), action.by, edit=False)

    async def show_moments(self, action: ComponentAction) -> Response:
        """Show the turning points of an ended game, with buttons to their steps."""
        match = await self._app.lobby.get(action.match)
        found = await self._app.hints.turning_points(action.match)
        return Response(
            replay.turning_points_message(
                match, found, replay.parse_cursor(action.arg), Translator.of(match, action.by.lang)
            )
        )

    async def show_last_turn(self, action: ComponentAction) -> Response:
        """Show the last turn as an animation, or as text.

        Text is shown if the user prefers it or if nothing moved on the board.
        """
        match = await self._app.lobby.get(action.match)
        words, frames = Translator.of(match, action.by.lang), list[ReplayFrame]()
        recap = await self._app.queries.recap(action.match, action.by, seen=False)
        if self._has_pictures(match) and not action.by.prefs.get("text"):
            with suppress(UserError):  # rows of earlier rules can be shown as text only
                match, frames = await self._app.replays.animation_frames(
                    action.match, action.by, animations.MAX_TURN_FRAMES
                )
        if len(frames) < 2:
            return Response(common.since_message(match, recap, words), edit=False)
        sentences = (
            recap.said or (await self._app.queries.log(action.match, action.by)).rows[-1].said
        )
        return Response(
            animations.turn_message(match, frames, sentences, words, action.by), edit=False
        )

    async def show_film(
        self, match_id: str, by: User, kind: Literal["film", "poster"] = "film"
    ) -> Response:
        """Show an ended game as an animation (`kind` "film") or as a poster."""
        if not self._has_pictures(await self._app.lobby.get(match_id)):
            raise UserError(msg("ui.film.no_pictures"))
        self._app.limits.count_request(by, "film")
        match, frames = await self._app.replays.animation_frames(
            match_id, by, animations.MAX_FILM_FRAMES, whole=True
        )
        words = Translator.of(match, by.lang)
        return Response(animations.film_message(match, frames, kind, words, by), edit=False)

    def _has_pictures(self, match: Match) -> bool:
        return self._app.renderer is not None and has_board(match)

    def _step_response(
        self, step: StepView, cursor: ReplayCursor, by: User, *, edit: bool = True
    ) -> Response:
        """Return a step as a message: a picture if there is one, unless the user prefers text.

        `cursor` says how the step is shown. With `edit`, the message replaces the clicked one.
        """
        words = Translator.of(step.match, by.lang)
        pictures = (
            self._app.renderer is not None and has_board(step.match) and step.view is not None
        )
        form = cursor.form or (replay.TEXT if by.prefs.get("text") else replay.BOARD)
        form = form if pictures else replay.TEXT
        cursor = ReplayCursor(step.at, step.seat is not None, form, cursor.page)
        if form == replay.TEXT:
            return Response(
                replay.replay_message(step, cursor, words, None, pictures=pictures), edit=edit
            )
        kind = public_picture_kind(step.match) if step.over else "board"
        if form == replay.HAND and step.hand:
            kind = step.hand
        scene = replay_viewer.scene(step, kind, words.lang, by)
        return Response(
            replay.replay_message(step, cursor, words, scene, pictures=pictures), edit=edit
        )
