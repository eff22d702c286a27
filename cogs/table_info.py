"""Read-only commands about a table: log, scores, replay, shuffle verification, records."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from app.model.match import Match
from ui.interactions.command_sync import command_text
from ui.interactions.commands import CommandContext, responds
from ui.interactions.dispatcher import Dispatcher
from ui.interactions.table_lookup import (
    past_table_option,
    resolve_game,
    suggest_game,
    table_option,
    tables_for,
)
from ui.response import Response
from ui.views.pages.replay import ReplayCursor

_READABLE = ("running", "ended", "halted")


class TableInfoCommands(commands.Cog):
    """Read-only subcommands of `/table`.

    Not added to the bot: `TableCog` takes its subcommands.
    """

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(
        name=command_text("table.log.name"), description=command_text("table.log.about")
    )
    @table_option
    @responds
    async def log(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Show the log, newest page first."""
        match = await ctx.table(table, statuses=_READABLE, seated=False)
        page = await ctx.handlers.board.show_log(match.id, ctx.user)
        return await ctx.handlers.add_way_back(page, match.id, ctx.user)

    @app_commands.command(
        name=command_text("table.since.name"), description=command_text("table.since.about")
    )
    @table_option
    @responds
    async def since(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Show what happened since the user's last move."""
        match = await ctx.table(table, statuses=_READABLE, seated=False)
        page = await ctx.handlers.board.show_recap(match.id, ctx.user)
        return await ctx.handlers.add_way_back(page, match.id, ctx.user)

    @app_commands.command(
        name=command_text("table.status.name"), description=command_text("table.status.about")
    )
    @table_option
    @responds
    async def status(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Show which seats must act, and the whole position in words."""
        match = await ctx.table(table, statuses=_READABLE, seated=False)
        page = await ctx.handlers.board.show_text(match.id, ctx.user)
        return await ctx.handlers.add_way_back(page, match.id, ctx.user)

    @app_commands.command(
        name=command_text("table.score.name"), description=command_text("table.score.about")
    )
    @table_option
    @responds
    async def score(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Show the scores as a grid."""
        match = await ctx.table(table, statuses=_READABLE, seated=False)
        page = await ctx.handlers.board.show_score(match.id, ctx.user)
        return await ctx.handlers.add_way_back(page, match.id, ctx.user)

    @app_commands.command(
        name=command_text("table.verify.name"), description=command_text("table.verify.about")
    )
    @table_option
    @responds
    async def verify(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Replay the game; prove that the shuffle was fixed before the game began."""
        match = await ctx.table(table, statuses=_READABLE, seated=False)
        return await ctx.handlers.board.verify(match.id, ctx.user)

    @app_commands.command(
        name=command_text("table.replay.name"), description=command_text("table.replay.about")
    )
    @app_commands.rename(step=command_text("opt.step.name"))
    @app_commands.describe(step=command_text("opt.step.about"))
    @past_table_option
    @responds
    async def replay(
        self,
        ctx: CommandContext,
        step: app_commands.Range[int, 0, 99_999] | None = None,
        table: str | None = None,
    ) -> Response:
        """Replay a game step by step; without `table`, this channel's latest one.

        `step` is the step to show first. Without `step`, that is the newest step or, if the game
        has ended, the start.
        """
        match = await _past_table(ctx, table, _READABLE)
        return await ctx.handlers.replay.show_step(match.id, ctx.user, ReplayCursor(step))

    @app_commands.command(
        name=command_text("table.film.name"), description=command_text("table.film.about")
    )
    @past_table_option
    @responds
    async def film(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Render a film of an ended game; without `table`, this channel's latest one."""
        match = await _past_table(ctx, table, ("ended",))
        return await ctx.handlers.replay.show_film(match.id, ctx.user)

    @app_commands.command(
        name=command_text("table.records.name"), description=command_text("table.records.about")
    )
    @app_commands.rename(game=command_text("opt.game.name"))
    @app_commands.describe(game=command_text("opt.game.about"))
    @app_commands.autocomplete(game=suggest_game)
    @responds
    async def records(self, ctx: CommandContext, game: str | None = None) -> Response:
        """Show a game's records in this guild; without `game`, the games that were played here."""
        chosen = resolve_game(ctx.app.games, game, ctx.user.lang) if game else ""
        return await ctx.handlers.leaderboards.show_guild(ctx.user, ctx.origin.guild, chosen)


async def _past_table(ctx: CommandContext, code: str | None, statuses: tuple[str, ...]) -> Match:
    """Return the table with this code; without a code, this channel's latest table.

    The latest table is the last one that `tables_for` returns for `statuses`. If it returns none,
    `CommandContext.table` looks for any table that can be read, or raises its error.
    """
    if not code:
        here = await tables_for(
            ctx.dispatcher, ctx.interaction, ctx.user, statuses=statuses, seated=False
        )
        code = here[-1].id if here else None
    return await ctx.table(code, statuses=_READABLE, seated=False)
