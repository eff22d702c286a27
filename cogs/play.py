"""Commands for playing: `/play` in words, `/pass`, `/hand`, `/board`, `/undo`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from app.model.match import Match, TableView, User, UserError
from games.core.guides.rulebook import strip_accents
from games.core.prompts.prompt import MoveReady
from games.core.text.messages import listed, literal, msg
from ui.components import LINE, cut
from ui.custom_ids import TableId
from ui.handlers.inbox import offer_channel
from ui.i18n import Translator, plain
from ui.interactions.command_sync import localized
from ui.interactions.dispatcher import Dispatcher
from ui.interactions.table_lookup import resolve_table, table_option
from ui.response import Response
from ui.views.panel import pass_command, text_moves
from ui.views.table import closeups

Interaction = discord.Interaction[Any]
_BEGUN = ("running", "ended")
_MOST = 25
_MAX_ECHO_CHARS = 60  # characters of the user's input that an error repeats


class PlayCog(commands.Cog):
    """Commands for the players of a running match."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(name=localized("play.name"), description=localized("play.about"))
    @app_commands.rename(move=localized("opt.move.name"))
    @app_commands.describe(move=localized("opt.move.about"))
    @table_option
    async def play(
        self,
        interaction: Interaction,
        move: app_commands.Range[str, 1, 200] | None = None,
        table: str | None = None,
    ) -> None:
        """Open the panel, or make a move given in words."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            match = await resolve_table(dispatcher, interaction, by, table)
            if not move:
                offer = interaction.guild_id and offer_channel(match, by, "play")
                return offer or await dispatcher.panel_handler.open(match.id, by)
            asker = await dispatcher.app.game_service.move_tree(match.id, by)
            words = Translator.of(match, by.lang)
            with asker.still():
                meant = text_moves.meant(asker.ask, words, move)
                if meant is None:
                    raise UserError(_no_move(asker.ask, words, move))
            panel = await dispatcher.app.game_service.play(
                match.id, by, meant.path, str(interaction.id), sure=meant.sure, shown=meant.shown
            )
            if isinstance(panel.answer, MoveReady) and not panel.committed and panel.notice is None:
                panel.notice = msg("ui.play.again")
            return Response(await dispatcher.panel_handler.show(panel, by), edit=False)

        await dispatcher.handle(interaction, work)

    @play.autocomplete("move")
    async def _moves(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest legal moves in words, step by step; none if the user has no decision to make."""
        dispatcher = self.dispatcher
        by = await dispatcher.person(interaction)
        try:
            match = await resolve_table(dispatcher, interaction, by, interaction.namespace.table)
            asker = await dispatcher.app.game_service.move_tree(match.id, by)
        except UserError:
            return []
        with asker.still():
            found = text_moves.complete(asker.ask, Translator.of(match, by.lang), current)
        return [
            app_commands.Choice(name=text_moves.label(one), value=text_moves.value(one.path))
            for one in found
        ]

    @app_commands.command(name=localized("pass.name"), description=localized("pass.about"))
    @table_option
    async def pass_(self, interaction: Interaction, table: str | None = None) -> None:
        """Make the move that passes, ends or declines."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            match = await resolve_table(dispatcher, interaction, by, table)
            panel = await pass_command.play_pass(
                dispatcher.app.game_service, match.id, by, str(interaction.id)
            )
            return Response(await dispatcher.panel_handler.show(panel, by), edit=False)

        await dispatcher.handle(interaction, work)

    @app_commands.command(name=localized("hand.name"), description=localized("hand.about"))
    @table_option
    async def hand(self, interaction: Interaction, table: str | None = None) -> None:
        """Show the user's private view."""
        await self._tap(interaction, table, "hand")

    @app_commands.command(name=localized("board.name"), description=localized("board.about"))
    @app_commands.rename(view=localized("opt.view.name"), seat=localized("opt.seat.name"))
    @app_commands.describe(view=localized("opt.view.about"), seat=localized("opt.seat.about"))
    @table_option
    async def board(
        self,
        interaction: Interaction,
        view: str | None = None,
        seat: str | None = None,
        table: str | None = None,
    ) -> None:
        """Show the board or a part of it, as a picture or in words."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            match = await resolve_table(
                dispatcher, interaction, by, table, statuses=_BEGUN, seated=False
            )
            if interaction.guild_id and (offer := offer_channel(match, by, "board")):
                return offer
            look = await dispatcher.app.queries.view(match.id, by)
            there = closeups.resolve_view(
                look, view or "", seat or "", Translator.of(look.match, by.lang)
            )
            return await dispatcher.run_action(interaction, there, by)

        await dispatcher.handle(interaction, work)

    @board.autocomplete("view")
    async def _views(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest the picture, the text and the named parts of the board."""
        look, words = await self._look(interaction)
        return _choices(closeups.views(look, words), current)

    @board.autocomplete("seat")
    async def _seats(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest the seats whose things can be viewed."""
        look, words = await self._look(interaction)
        return _choices(closeups.seats(look, words), current) if look else []

    async def _look(self, interaction: Interaction) -> tuple[TableView | None, Translator]:
        """Return the user's view of the table that the command's options name.

        The view is None while it is not clear which table is meant.
        """
        dispatcher, by = self.dispatcher, await self.dispatcher.person(interaction)
        try:
            match = await resolve_table(
                dispatcher,
                interaction,
                by,
                interaction.namespace.table,
                statuses=_BEGUN,
                seated=False,
            )
            look = await dispatcher.app.queries.view(match.id, by)
        except UserError:
            return None, Translator(by.lang)
        return look, Translator.of(look.match, by.lang)

    @app_commands.command(name=localized("undo.name"), description=localized("undo.about"))
    @table_option
    async def undo(self, interaction: Interaction, table: str | None = None) -> None:
        """Take back the user's last step."""
        await self._tap(interaction, table, "undo")

    async def _tap(
        self, interaction: Interaction, table: str | None, verb: str, *, seated: bool = True
    ) -> None:
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            match: Match = await resolve_table(
                dispatcher, interaction, by, table, statuses=_BEGUN, seated=seated
            )
            return await dispatcher.run_action(interaction, TableId(match.id, verb), by)

        await dispatcher.handle(interaction, work)


def _choices(named: list[tuple[str, str]], current: str) -> list[app_commands.Choice[str]]:
    """Return the (value, name) pairs whose name contains `current`, as autocomplete choices."""
    fits = [(value, name) for value, name in named if strip_accents(current) in strip_accents(name)]
    return [app_commands.Choice(name=cut(name, LINE), value=value) for value, name in fits[:_MOST]]


def _no_move(ask: text_moves.Ask, words: Translator, given: str) -> Any:
    """Return the error for words that match no move or several: matches, else near misses."""
    text, some = literal(plain(cut(given, _MAX_ECHO_CHARS))), text_moves.several(ask, words, given)
    close = some or text_moves.near(ask, words, given)
    if not close:
        return msg("ui.play.unknown", text=text)
    moves = listed([literal(f"«{plain(one)}»") for one in close], "or")
    return msg("ui.play.several" if some else "ui.play.near", text=text, moves=moves)
