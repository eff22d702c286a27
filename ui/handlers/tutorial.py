"""Buttons *Learn*, *On my own* and *Play a real game*: open, resume or leave a tutorial."""

from __future__ import annotations

from dataclasses import replace

from app.app import App
from app.model.match import User, UserError
from app.play.tutorials import BEGINNER
from games.core.guides import tutorials
from games.core.guides.tutorials import FIRST
from games.core.text.messages import msg
from ui.action import ActionHandlers, ComponentAction
from ui.components import (
    MAX_OPTION_CHARS,
    MAX_SELECT_OPTIONS,
    Button,
    Message,
    Select,
    SelectOption,
    cut,
)
from ui.custom_ids import NO_MATCH, TableAction, TableId, encode
from ui.handlers.panel import PanelHandler
from ui.i18n import Translator, escape_markup
from ui.response import Response
from ui.views.lobby.lobby_message import menu_line, table_heading
from ui.views.panel.tutorial import OVER

REAL_GAME_SEATS = 2  # seats of the table after a tutorial: a short game, which every game offers


class TutorialHandler:
    """Actions of tutorials."""

    def __init__(self, app: App, panels: PanelHandler) -> None:
        self._app, self._panels = app, panels
        self.actions: ActionHandlers = {
            TableAction.START_TUTORIAL: self.learn_clicked,
            TableAction.LEAVE_TUTORIAL: self.leave,
            TableAction.RESUME_TUTORIAL: self.resume,
            TableAction.PLAY_REAL_GAME: self.play_real_game,
        }

    async def learn_clicked(self, action: ComponentAction) -> Response:
        """Start the tutorial of the chosen game or of the table's game.

        If there is neither, offer a choice of games.
        """
        game = action.value or action.arg
        if not game and action.match != NO_MATCH:
            game = (await self._app.lobby.get(action.match)).game
        if not game:
            return self.choose_game(action.by)
        return replace(await self.start(action.by, game, action.click), edit=bool(action.values))

    async def start(self, by: User, game: str, click: str | None) -> Response:
        """Open the tutorial of a game in a new ephemeral message."""
        if game not in self._app.games:
            raise UserError(msg("ui.stale_control"))
        match = await self._app.tutorials.start_or_resume(by, game, click)
        return replace(await self._panels.open(match.id, by), edit=False)

    async def leave(self, action: ComponentAction) -> Response:
        """Leave the tutorial. The match goes on, and its panel no longer shows the lesson."""
        match = await self._app.tutorials.leave(action.match, action.by, action.click)
        if action.arg == OVER:  # nothing was left out, so there is nothing to go back to
            return await self._panels.open(action.match, action.by, in_dm=action.in_dm)
        panel = await self._app.game_service.open_or_refresh_panel(
            action.match, action.by, requested=True
        )
        panel.notice = msg("ui.lesson.left")
        message = await self._panels.build_message(panel, action.by, in_dm=action.in_dm)
        back = Button(
            Translator.of(match, action.by.lang)("ui.lesson.back"),
            encode(TableId(match.id, TableAction.RESUME_TUTORIAL, FIRST)),
        )
        return Response(message.with_last_button(back))

    async def resume(self, action: ComponentAction) -> Response:
        """Resume a tutorial that was left, unless another move was made since."""
        await self._app.tutorials.resume(action.match, action.by, action.arg or FIRST, action.click)
        return await self._panels.open(action.match, action.by, in_dm=action.in_dm)

    async def play_real_game(self, action: ComponentAction) -> Response:
        """Open a table of the tutorial's game and fill it with beginner AI players.

        In a guild the user can change the table before they press Start. In a direct message, where
        there is no channel for a table, the game starts at once and only the user sees it.
        """
        by, guild = action.by, action.origin.guild
        game = (await self._app.lobby.get(action.match)).game
        channel = (action.channel or 0) if guild else 0
        self._app.limits.count_request(by, "open")
        match = await self._app.lobby.create(
            by,
            game,
            guild=guild,
            channel=channel,
            size=REAL_GAME_SEATS,
            click=action.click,
            creator=action.creator,
        )
        while match.status == "lobby" and len(match.seats) < match.size:
            match = await self._app.lobby.add_computer(match.id, by, kind=BEGINNER)
        if not channel:
            match = await self._app.lobby.start(match.id, by)
            if by.dm_closed:  # without a guild, but in no conversation with the bot
                return replace(await self._panels.open(match.id, by), edit=False)
        # The clicked message may be the panel of the lesson, so the answer is a new one. It is no
        # panel: in a direct message, the game's private message is one already.
        words = Translator.of(match, by.lang)
        key = "ui.lesson.real_open" if channel else "ui.lesson.real_begun"
        text = words(key, table=escape_markup(table_heading(match, words)))
        return Response(Message(content=text), edit=False)

    def choose_game(self, by: User) -> Response:
        """Offer the games that have a tutorial."""
        options = []
        for game in [
            hosted_game for hosted_game in self._app.games if tutorials.lesson(hosted_game)
        ][:MAX_SELECT_OPTIONS]:
            words = Translator(by.lang, game)
            options.append(
                SelectOption(
                    game,
                    cut(words.game_name(), MAX_OPTION_CHARS),
                    cut(menu_line(game, words), MAX_OPTION_CHARS),
                )
            )
        words = Translator(by.lang)
        select = Select(
            encode(TableId(NO_MATCH, TableAction.START_TUTORIAL)),
            tuple(options),
            words("ui.join.games"),
        )
        return Response(Message(content=words("ui.lesson.which"), rows=(select,)), edit=False)
