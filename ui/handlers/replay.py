"""Components of a replay, animation or poster."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Literal

from app.app import App
from app.model.match import Match, User, UserError
from app.review import replay_viewer
from app.review.replay_viewer import AnimationPosition, ReplayFrame
from games.core.text.messages import msg
from ui.action import ComponentAction
from ui.components import Modal, ModalField, cut
from ui.custom_ids import TableId, encode
from ui.i18n import Translator
from ui.response import Response
from ui.views.pages import animations, common, replay
from ui.views.pages.replay import ReplayCursor
from ui.views.table.board_message import has_board, picture_of

_FORM_TITLE = 45  # letters of a form's title and labels


def opens_form(tap: TableId) -> bool:
    """Return whether a component opens a modal."""
    return tap.verb == "replay_row"


class ReplayHandler:
    """Verbs of replays; each raises `UserError`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.verbs: dict[str, Callable[[ComponentAction], Awaitable[Response]]] = {
            "replay": self.replay,
            "replay_round": self.replay,
            "replay_first": self.first,
            "replay_last": self.last,
            "replay_eyes": self.eyes,
            "replay_row": self.row,
            "replay_page": self.page,
            "replay_moments": self.moments,
            "turn": self.turn,
            "film": self.film,
            "poster": self.film,
        }

    async def replay(self, tap: ComponentAction) -> Response:
        """Show the component's step or the start of the chosen round; else the default step."""
        here = replay.spot(tap.id.arg)
        if tap.values:
            here = here._replace(at=replay.spot(tap.values[0]).at)
        still = await self._app.replays.frame(tap.match, tap.by, here.at, own=here.own)
        return self._shown(still, here, tap.by, edit=bool(tap.id.arg))

    async def first(self, tap: ComponentAction) -> Response:
        """Show the start."""
        here = replay.spot(tap.id.arg)._replace(at=0)
        return self._shown(
            await self._app.replays.frame(tap.match, tap.by, 0, own=here.own), here, tap.by
        )

    async def last(self, tap: ComponentAction) -> Response:
        """Show the end, or the current state of a running game."""
        here = replay.spot(tap.id.arg)
        return self._shown(
            await self._app.replays.frame(tap.match, tap.by, replay_viewer.LAST, own=here.own),
            here,
            tap.by,
        )

    async def eyes(self, tap: ComponentAction) -> Response:
        """Show the same step from the other view: the user's own, or the spectators'."""
        here = replay.spot(tap.id.arg)
        still = await self._app.replays.frame(
            tap.match, tap.by, here.at, own=bool(here.own), turned=True
        )
        return self._shown(still, here, tap.by)

    async def row(self, tap: ComponentAction) -> Response:
        """Open the modal for a step's number, or show the submitted step."""
        here = replay.spot(tap.id.arg)
        typed = replay.spot(tap.values[0].strip()).at if tap.values else None
        still = await self._app.replays.frame(
            tap.match, tap.by, here.at if typed is None else typed, own=here.own
        )
        if tap.values:
            return self._shown(still, here, tap.by)
        words = Translator.of(still.match, tap.by.lang)
        line = ModalField(
            "row", cut(words("ui.replay.which", m=still.last), _FORM_TITLE), str(still.at)
        )
        return Response(
            sheet=Modal(encode(tap.id), cut(words("ui.replay.go"), _FORM_TITLE), (line,))
        )

    async def page(self, tap: ComponentAction) -> Response:
        """Show the board at the last row of a log page, in a new message."""
        log = await self._app.queries.log(
            tap.match, tap.by, max(0, replay.spot(tap.id.arg).at or 0)
        )
        still = await self._app.replays.page(tap.match, tap.by, log)
        return self._shown(still, ReplayCursor(), tap.by, edit=False)

    async def moments(self, tap: ComponentAction) -> Response:
        """Show the decisive turns of an ended game, with buttons to their steps."""
        match = await self._app.lobby.get(tap.match)
        found = await self._app.hints.moments(tap.match)
        return Response(
            replay.moments_message(
                match, found, replay.spot(tap.id.arg), Translator.of(match, tap.by.lang)
            )
        )

    async def turn(self, tap: ComponentAction) -> Response:
        """Show the last turn as an animation.

        It is shown as text if the user prefers text or if nothing moved.
        """
        match = await self._app.lobby.get(tap.match)
        words, takes = Translator.of(match, tap.by.lang), list[AnimationPosition]()
        since = await self._app.queries.recap(tap.match, tap.by, seen=False)
        if self._has_pictures(match) and not tap.by.prefs.get("text"):
            with suppress(UserError):  # rows of earlier rules can be read alone
                match, takes = await self._app.replays.animation_frames(
                    tap.match, tap.by, animations.TURN
                )
        if len(takes) < 2:
            return Response(common.since_message(match, since, words), edit=False)
        said = since.said or (await self._app.queries.log(tap.match, tap.by)).rows[-1].said
        return Response(animations.turn_message(match, takes, said, words, tap.by), edit=False)

    async def film(self, tap: ComponentAction) -> Response:
        """Show an ended game as an animation or a poster."""
        if not self._has_pictures(await self._app.lobby.get(tap.match)):
            raise UserError(msg("ui.film.no_pictures"))
        self._app.limits.check(tap.by, "film")
        match, takes = await self._app.replays.animation_frames(
            tap.match, tap.by, animations.FILM, whole=True
        )
        words = Translator.of(match, tap.by.lang)
        kind: Literal["film", "poster"] = "poster" if tap.id.verb == "poster" else "film"
        return Response(animations.film_message(match, takes, kind, words, tap.by), edit=False)

    def _has_pictures(self, match: Match) -> bool:
        """Return whether the match has pictures."""
        return self._app.renderer is not None and has_board(match)

    def _shown(
        self, still: ReplayFrame, here: ReplayCursor, by: User, *, edit: bool = True
    ) -> Response:
        """Return a step as a message: a picture if there is one, unless the user prefers text."""
        words = Translator.of(still.match, by.lang)
        pictures = (
            self._app.renderer is not None and has_board(still.match) and still.view is not None
        )
        form = here.form or (replay.TEXT if by.prefs.get("text") else replay.BOARD)
        form = form if pictures else replay.TEXT
        here = ReplayCursor(still.at, still.seat is not None, form, here.page)
        if form == replay.TEXT:
            return Response(
                replay.replay_message(still, here, words, None, pictures=pictures), edit=edit
            )
        kind = picture_of(still.match) if still.over else "board"
        if form == replay.HAND and still.hand:
            kind = still.hand
        scene = replay_viewer.scene(still, kind, words.lang, by)
        return Response(
            replay.replay_message(still, here, words, scene, pictures=pictures), edit=edit
        )
