"""Buttons *Learn* and *On my own*: open, resume or leave a tutorial."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from app.app import App
from app.model.match import UserError
from games.core.guides import tutorials
from games.core.guides.tutorials import FIRST
from games.core.text.messages import msg
from ui.action import ComponentAction
from ui.components import IN_MENU, LINE, Button, Message, Select, SelectOption, cut
from ui.custom_ids import NOBODY, TableId, encode
from ui.handlers.panel import PanelHandler
from ui.i18n import Translator
from ui.response import Response
from ui.views.panel.tutorial import append_to_last_row


class TutorialHandler:
    """Verbs `learn`, `alone` and `guided`."""

    def __init__(self, app: App, panels: PanelHandler) -> None:
        self._app, self._panels = app, panels
        self.verbs: dict[str, Callable[[ComponentAction], Awaitable[Response]]] = {
            "learn": self.learn,
            "alone": self.alone,
            "guided": self.guided,
        }

    async def learn(self, tap: ComponentAction) -> Response:
        """Open the tutorial of the chosen game or of the table's game, else offer a choice.

        It opens for the user alone, in a message of its own.
        """
        game = next(iter(tap.values), "") or tap.id.arg
        if not game and tap.match != NOBODY:
            game = (await self._app.lobby.get(tap.match)).game
        if not game:
            return Response(self._choice(tap), edit=False)
        if game not in self._app.games:
            raise UserError(msg("ui.stale_control"))
        match = await self._app.tutorials.learn(tap.by, game, tap.click)
        opened = await self._panels.open(match.id, tap.by)
        return Response(opened.message, edit=bool(tap.values))

    async def alone(self, tap: ComponentAction) -> Response:
        """Leave the tutorial; the panel continues to ask without it."""
        match = await self._app.tutorials.leave(tap.match, tap.by, tap.click)
        panel = await self._app.game_service.panel(tap.match, tap.by, requested=True)
        panel.notice = msg("ui.lesson.left")
        message = await self._panels.show(panel, tap.by, private=tap.private)
        back = Button(
            Translator.of(match, tap.by.lang)("ui.lesson.back"),
            encode(TableId(match.id, "guided", FIRST)),
        )
        return Response(replace(message, rows=append_to_last_row(message.rows, back)))

    async def guided(self, tap: ComponentAction) -> Response:
        """Resume a tutorial that was left, unless another move was made since."""
        await self._app.tutorials.back(tap.match, tap.by, tap.id.arg or FIRST, tap.click)
        return await self._panels.open(tap.match, tap.by, private=tap.private)

    def _choice(self, tap: ComponentAction) -> Message:
        """Return a select of the games that have a tutorial."""
        lines = []
        for game in [one for one in self._app.games if tutorials.lesson(one)][:IN_MENU]:
            words = Translator(tap.by.lang, game)
            pitch = words(f"{game}.pitch") if words.catalogue.has(f"{game}.pitch") else ""
            lines.append(SelectOption(game, cut(words.game_name(), LINE), cut(pitch, LINE)))
        words = Translator(tap.by.lang)
        menu = Select(encode(TableId(NOBODY, "learn")), tuple(lines), words("ui.join.games"))
        return Message(content=words("ui.lesson.which"), rows=(menu,))
