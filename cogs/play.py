"""Commands for playing: `/play` in words, `/pass`, `/hand`, `/note`, `/board`, `/undo`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from app.model.match import TableView, UserError
from games.core.guides.rulebook import fold_case_and_accents
from games.core.prompts.prompt import MoveReady
from games.core.text.messages import Msg, listed, literal, msg
from ui.components import MAX_OPTION_CHARS, cut
from ui.custom_ids import TableAction
from ui.handlers.inbox import offer_channel
from ui.handlers.notes import MAX_NOTE_CHARS
from ui.i18n import Translator, escape_markup
from ui.interactions.command_sync import command_text
from ui.interactions.commands import CommandContext, may_open_modal, responds
from ui.interactions.dispatcher import Dispatcher
from ui.interactions.table_lookup import resolve_table, table_option
from ui.response import Response
from ui.views.panel import pass_command, text_moves
from ui.views.table import closeups

Interaction = discord.Interaction[Any]
_BEGUN = ("running", "ended")
_NOTABLE = ("lobby", "running", "halted", "ended")
_MAX_SUGGESTIONS = 25  # Discord's limit
_MAX_ECHO_CHARS = 60  # characters of the user's input that an error message repeats


class PlayCog(commands.Cog):
    """Commands for the players of a running match."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(name=command_text("play.name"), description=command_text("play.about"))
    @app_commands.rename(move=command_text("opt.move.name"))
    @app_commands.describe(move=command_text("opt.move.about"))
    @table_option
    @responds
    async def play(
        self,
        ctx: CommandContext,
        move: app_commands.Range[str, 1, 200] | None = None,
        table: str | None = None,
    ) -> Response:
        """Open the user's panel, or make the move that the text `move` describes."""
        by = ctx.user
        match = await ctx.table(table)
        if not move:
            # a table can only move to a channel of a guild, so a direct message has no such offer
            if ctx.interaction.guild_id and (
                offer := offer_channel(match, by, TableAction.OPEN_PANEL)
            ):
                return offer
            return await ctx.panels.open(match.id, by)
        move_tree = await ctx.app.game_service.move_tree(match.id, by)
        words = Translator.of(match, by.lang)
        with move_tree.cached_prompts():
            typed_move = text_moves.interpret(move_tree.ask, words, move)
            if typed_move is None:
                raise UserError(_no_move_error(move_tree.ask, words, move))
        # the less certain it is that the user means this move, the more it must be confirmed: without
        # `sure`, if it can't be undone; with `must_confirm`, in any case
        panel = await ctx.app.game_service.play(
            match.id,
            by,
            typed_move.path,
            ctx.interaction_id,
            sure=typed_move.sure,
            must_confirm=typed_move.must_confirm,
        )
        if isinstance(panel.asked, MoveReady) and not panel.committed and panel.notice is None:
            panel.notice = msg("ui.play.again")
        return Response(await ctx.panels.build_message(panel, by))

    @play.autocomplete("move")
    async def _moves(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest legal moves in words, step by step; none if the user has no decision to make."""
        dispatcher = self.dispatcher
        by = await dispatcher.user_of(interaction)
        try:
            match = await resolve_table(dispatcher, interaction, by, interaction.namespace.table)
            move_tree = await dispatcher.app.game_service.move_tree(match.id, by)
        except UserError:
            return []
        with move_tree.cached_prompts():
            found = text_moves.complete(move_tree.ask, Translator.of(match, by.lang), current)
        return [
            app_commands.Choice(
                name=text_moves.label(move), value=text_moves.suggestion_value(move.path)
            )
            for move in found
        ]

    @app_commands.command(name=command_text("pass.name"), description=command_text("pass.about"))
    @table_option
    @responds
    async def pass_(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Make the user's move that passes, ends the turn or declines.

        If there are several such moves or none, the panel says so.
        """
        match = await ctx.table(table)
        panel = await pass_command.play_pass(
            ctx.app.game_service, match.id, ctx.user, ctx.interaction_id
        )
        return Response(await ctx.panels.build_message(panel, ctx.user))

    @app_commands.command(name=command_text("hand.name"), description=command_text("hand.about"))
    @table_option
    @responds
    async def hand(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Show the user's panel with the page *My hand*, which only the user sees."""
        match = await ctx.table(table, statuses=_BEGUN)
        return await ctx.handlers.board.show_hand(match.id, ctx.user)

    @app_commands.command(name=command_text("board.name"), description=command_text("board.about"))
    @app_commands.rename(view=command_text("opt.view.name"), seat=command_text("opt.seat.name"))
    @app_commands.describe(view=command_text("opt.view.about"), seat=command_text("opt.seat.about"))
    @table_option
    @responds
    async def board(
        self,
        ctx: CommandContext,
        view: str | None = None,
        seat: str | None = None,
        table: str | None = None,
    ) -> Response:
        """Show the board or a part of it, as a picture or in words.

        `view` and `seat` name the part; without them, the whole board is shown.
        """
        by = ctx.user
        match = await ctx.table(table, statuses=_BEGUN, seated=False)
        if ctx.interaction.guild_id and (offer := offer_channel(match, by, TableAction.SHOW_BOARD)):
            return offer
        table_view = await ctx.app.queries.view(match.id, by)
        part, in_words = closeups.resolve_view(
            table_view, view or "", seat or "", Translator.of(table_view.match, by.lang)
        )
        if part is not None:
            page = await ctx.handlers.board.show_part(
                match.id, by, part.id, in_words=in_words or None
            )
        elif in_words:
            page = await ctx.handlers.board.show_text(match.id, by)
        else:
            page = await ctx.handlers.board.show_board(match.id, by)
        return await ctx.handlers.add_way_back(page, match.id, by)

    @board.autocomplete("view")
    async def _views(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest the picture, the text and the named parts of the board for the option `view`."""
        table_view, words = await self._view(interaction)
        return _choices(closeups.view_suggestions(table_view, words), current)

    @board.autocomplete("seat")
    async def _seats(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest the seats that have their own part of the board."""
        table_view, words = await self._view(interaction)
        return _choices(closeups.seat_suggestions(table_view, words), current) if table_view else []

    async def _view(self, interaction: Interaction) -> tuple[TableView | None, Translator]:
        """Return the view and the translator for autocompletion.

        This is the user's view of the table that the options typed so far determine, or None if
        they don't determine one yet. The user need not have a seat at it (`seated=False`).
        """
        dispatcher, by = self.dispatcher, await self.dispatcher.user_of(interaction)
        try:
            match = await resolve_table(
                dispatcher,
                interaction,
                by,
                interaction.namespace.table,
                statuses=_BEGUN,
                seated=False,
            )
            table_view = await dispatcher.app.queries.view(match.id, by)
        except UserError:
            return None, Translator(by.lang)
        return table_view, Translator.of(table_view.match, by.lang)

    @app_commands.command(name=command_text("note.name"), description=command_text("note.about"))
    @app_commands.rename(text=command_text("opt.note.name"))
    @app_commands.describe(text=command_text("opt.note.about"))
    @table_option
    @may_open_modal
    async def note(
        self,
        ctx: CommandContext,
        text: app_commands.Range[str, 1, MAX_NOTE_CHARS] | None = None,
        table: str | None = None,
    ) -> Response:
        """Store the user's private note about the table; without `text`, open it in a modal."""
        match = await ctx.table(table, statuses=_NOTABLE)
        if text is None:
            return await ctx.handlers.notes.open(match.id, ctx.user)
        page = await ctx.handlers.notes.save(match.id, ctx.user, text)
        return await ctx.handlers.add_way_back(page, match.id, ctx.user)

    @app_commands.command(name=command_text("undo.name"), description=command_text("undo.about"))
    @table_option
    @responds
    async def undo(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Undo the user's last move."""
        match = await ctx.table(table, statuses=_BEGUN)
        return await ctx.handlers.undo(match.id, ctx.user, ctx.interaction_id)


def _choices(named: list[tuple[str, str]], current: str) -> list[app_commands.Choice[str]]:
    """Return autocomplete choices for the names that contain the text `current`.

    `named` has (value, name) pairs.
    """
    matching = [
        (value, name)
        for value, name in named
        if fold_case_and_accents(current) in fold_case_and_accents(name)
    ]
    return [
        app_commands.Choice(name=cut(name, MAX_OPTION_CHARS), value=value)
        for value, name in matching[:_MAX_SUGGESTIONS]
    ]


def _no_move_error(ask: text_moves.Ask, words: Translator, typed: str) -> Msg:
    """Return the error text for typed input that does not identify one move.

    If several moves match equally well, the text names them. If none matches, it names similar
    moves, if there are any. `ask` returns the prompt that follows given steps of a move.
    """
    text, ambiguous = (
        literal(escape_markup(cut(typed, _MAX_ECHO_CHARS))),
        text_moves.ambiguous_moves(ask, words, typed),
    )
    candidates = ambiguous or text_moves.similar_moves(ask, words, typed)
    if not candidates:
        return msg("ui.play.unknown", text=text)
    moves = listed([literal(f"«{escape_markup(move)}»") for move in candidates], "or")
    return msg("ui.play.several" if ambiguous else "ui.play.near", text=text, moves=moves)
