"""`/table` subcommands for votes, substitutes, spectators and rewinding."""

from __future__ import annotations

from typing import Any, cast

import discord
from discord import app_commands
from discord.ext import commands

from app.model.match import Match, UserError
from app.model.time_control import PACES
from app.model.votes import ABOUT_SOMEBODY, VoteKind
from games.core.text.languages import LANGUAGES
from games.core.text.messages import msg
from ui.components import Message
from ui.handlers.votes import vote_answer_text
from ui.i18n import Translator
from ui.interactions.command_sync import command_text
from ui.interactions.commands import CommandContext, responds
from ui.interactions.dispatcher import Dispatcher
from ui.interactions.table_lookup import table_option
from ui.permissions import managed_guild
from ui.response import Response
from ui.suggestions import match_or_complete, normalized

Interaction = discord.Interaction[Any]


class TableVoteCommands(commands.Cog):
    """Subcommands of `/table` for votes, substitutes, spectators and rewinding.

    Not added to the bot: `TableCog` takes its subcommands.
    """

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(
        name=command_text("table.vote.name"), description=command_text("table.vote.about")
    )
    @app_commands.rename(
        what=command_text("opt.vote.name"),
        user=command_text("opt.user.name"),
        clock=command_text("opt.clock.name"),
        step=command_text("opt.step.name"),
    )
    @app_commands.describe(
        what=command_text("opt.vote.about"),
        user=command_text("opt.user.about"),
        clock=command_text("opt.clock.about"),
        step=command_text("opt.step.about"),
    )
    @app_commands.choices(
        what=[
            app_commands.Choice(name=command_text("opt.vote.pause"), value="pause"),
            app_commands.Choice(name=command_text("opt.vote.skip"), value="skip"),
            app_commands.Choice(name=command_text("opt.vote.kick"), value="kick"),
            app_commands.Choice(name=command_text("opt.vote.pace"), value="pace"),
            app_commands.Choice(name=command_text("opt.vote.rewind"), value="rewind"),
            app_commands.Choice(name=command_text("opt.vote.end"), value="end"),
        ],
    )
    @table_option
    @responds
    async def vote(
        self,
        ctx: CommandContext,
        what: str,
        user: discord.User | None = None,
        clock: str | None = None,
        step: app_commands.Range[int, 0] | None = None,
        table: str | None = None,
    ) -> Response:
        """Propose a vote of the kind `what`; the proposer votes yes.

        `user` is the player to skip or kick, `clock` the new time control, `step` the step to
        rewind to. Each of these options is ignored for other kinds of votes.
        """
        match = await ctx.table(table)
        args = {
            "pace": _find_time_control(clock or ""),
            "rewind": "" if step is None else str(step),
        }
        arg = _seat_arg(match, user) if what in ABOUT_SOMEBODY else args.get(what, "")
        match = await ctx.app.votes.propose(
            match.id, ctx.user, cast("VoteKind", what), arg, ctx.interaction_id
        )
        return Response(Message(content=vote_answer_text(match, ctx.user, "ui.time.proposed")))

    @vote.autocomplete("clock")
    async def _clocks(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest time controls."""
        words = Translator((await self.dispatcher.user_of(interaction)).lang)
        label_by_name = {name: words(f"host.pace.{name}") for name in PACES}
        return [
            app_commands.Choice(name=label, value=name)
            for name, label in label_by_name.items()
            if normalized(current) in normalized(label)
        ]

    @app_commands.command(
        name=command_text("table.substitute.name"),
        description=command_text("table.substitute.about"),
    )
    @table_option
    @responds
    async def substitute(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Offer the user's own seat to a substitute."""
        match = await ctx.table(table)
        return await ctx.handlers.votes.offer_seat(match.id, ctx.user, ctx.interaction_id)

    @app_commands.command(
        name=command_text("table.follow.name"), description=command_text("table.follow.about")
    )
    @table_option
    @responds
    async def follow(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Make the user a spectator of this table, who gets a DM once per round."""
        match = await ctx.table(table, seated=False)
        return await ctx.handlers.moderation.follow(match.id, ctx.user)

    @app_commands.command(
        name=command_text("table.rewind.name"), description=command_text("table.rewind.about")
    )
    @app_commands.rename(step=command_text("opt.step.name"))
    @app_commands.describe(step=command_text("opt.step.about"))
    @table_option
    @responds
    async def rewind(
        self, ctx: CommandContext, step: app_commands.Range[int, 0], table: str | None = None
    ) -> Response:
        """Rewind a match to a step, after a confirmation (guild managers only)."""
        match = await ctx.table(table, seated=False)
        return await ctx.handlers.moderation.ask_to_rewind(
            match.id, ctx.user, step, managed_guild(ctx.interaction)
        )


def _find_time_control(typed: str) -> str:
    """Return the name of the time control that the user chose or typed, in any language.

    Any other text is returned as typed.
    """
    suggestions = [
        (name, words(f"host.pace.{name}")) for words in map(Translator, LANGUAGES) for name in PACES
    ]
    return match_or_complete(typed, suggestions) or typed


def _seat_arg(match: Match, user: discord.User | None) -> str:
    """Return the seat number of the user whom the vote is about, as text.

    Raises `UserError` if no user is given, or if the user has no seat at the table.
    """
    seat = match.seat_of(user.id) if user is not None else None
    if seat is None:
        raise UserError(msg("host.trouble.vote_nobody"))
    return str(seat.seat)
