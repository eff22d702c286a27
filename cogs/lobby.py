"""Subcommands of `/table` that open, fill, set up, start or leave a table; `/join`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from app.model.ai_request import DEFAULT_STRENGTH
from app.model.match import Match, User, UserError
from app.people.users import clean_name
from app.social.invitations import Guest
from games.core.guides.rulebook import fold_case_and_accents
from games.core.text.messages import msg
from ui.components import MAX_OPTION_CHARS, Message, cut
from ui.errors import require_permissions
from ui.i18n import EMBLEMS, Translator, escape_markup
from ui.interactions.command_sync import command_text
from ui.interactions.commands import CommandContext, responds
from ui.interactions.dispatcher import Dispatcher
from ui.interactions.table_lookup import (
    resolve_game,
    suggest_game,
    table_option,
    tables_for,
)
from ui.interactions.table_names import code_of_typed_table
from ui.permissions import table_creator
from ui.response import Response
from ui.views.lobby.lobby_message import (
    games_message,
    invitation_message,
    join_message,
    table_heading,
)
from ui.views.pages.covers import Covers

Interaction = discord.Interaction[Any]
_LOBBY = ("lobby",)
_MAX_NAME_CHARS = 40  # of a table's name


class LobbyCommands(commands.Cog):
    """Subcommands of `/table` for the lobby, the tutorial and standing orders.

    Not added to the bot: `TableCog` takes its subcommands.
    """

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(
        name=command_text("table.new.name"), description=command_text("table.new.about")
    )
    @app_commands.rename(
        game=command_text("opt.game.name"),
        name=command_text("opt.name.name"),
        seats=command_text("opt.seats.name"),
    )
    @app_commands.describe(
        game=command_text("opt.game.about"),
        name=command_text("opt.name.about"),
        seats=command_text("opt.seats.about"),
    )
    @app_commands.autocomplete(game=suggest_game)
    @app_commands.guild_only()
    @responds
    async def new(
        self,
        ctx: CommandContext,
        game: str | None = None,
        name: app_commands.Range[str, 1, _MAX_NAME_CHARS] | None = None,
        seats: app_commands.Range[int, 1, 12] | None = None,
    ) -> Response:
        """Open a table in this channel.

        The lobby message has buttons for all options that the command lacks. If the user has set no
        option of the command, the answer offers a choice of games instead.
        """
        app, by, interaction = ctx.app, ctx.user, ctx.interaction
        if interaction.guild_id is None or interaction.channel_id is None:
            raise UserError(msg("ui.server_only"))
        if game is None and name is None and seats is None:
            return await _choose_game(ctx, "ui.join.new")
        chosen = resolve_game(app.games, game, by.lang) if game else next(iter(app.games))
        require_permissions(interaction, Translator(by.lang))
        app.limits.count_request(by, "open")
        match = await app.lobby.create(
            by,
            chosen,
            guild=interaction.guild_id,
            channel=interaction.channel_id,
            name=name,
            size=seats,
            click=ctx.interaction_id,
            creator=table_creator(interaction),
        )
        return _table_response("ui.lobby.opened" if game else "ui.lobby.opened_any", match, by)

    @app_commands.command(
        name=command_text("table.learn.name"), description=command_text("table.learn.about")
    )
    @app_commands.rename(game=command_text("opt.game.name"))
    @app_commands.describe(game=command_text("opt.game.about"))
    @app_commands.autocomplete(game=suggest_game)
    @responds
    async def learn(self, ctx: CommandContext, game: str | None = None) -> Response:
        """Start the tutorial of a game for the user; without a game, offer a choice."""
        if not game:
            return ctx.handlers.tutorials.choose_game(ctx.user)
        chosen = resolve_game(ctx.app.games, game, ctx.user.lang)
        return await ctx.handlers.tutorials.start(ctx.user, chosen, ctx.interaction_id)

    @app_commands.command(
        name=command_text("table.join.name"), description=command_text("table.join.about")
    )
    @table_option
    @responds
    async def join(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Take a seat at a table that has not begun."""
        match = await ctx.table(table, statuses=_LOBBY, seated=False)
        await ctx.app.lobby.join(match.id, ctx.user, ctx.interaction_id)
        return _table_response("ui.lobby.joined", match, ctx.user)

    @app_commands.command(
        name=command_text("table.start.name"), description=command_text("table.start.about")
    )
    @table_option
    @responds
    async def start(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Start the game with the seated players."""
        match = await ctx.table(table, statuses=_LOBBY)
        await ctx.app.lobby.start(match.id, ctx.user, ctx.interaction_id)
        return _table_response("ui.lobby.started", match, ctx.user)

    @app_commands.command(
        name=command_text("table.bot.name"), description=command_text("table.bot.about")
    )
    @app_commands.rename(strength=command_text("opt.strength.name"))
    @app_commands.describe(strength=command_text("opt.strength.about"))
    @app_commands.choices(
        strength=[
            app_commands.Choice(name=command_text(f"opt.strength.{level}"), value=level)
            for level in EMBLEMS
        ]
    )
    @table_option
    @responds
    async def bot(
        self, ctx: CommandContext, strength: str = "", table: str | None = None
    ) -> Response:
        """Add an AI player of this strength ("": the default strength)."""
        match = await ctx.table(table, statuses=_LOBBY)
        chosen_strength = strength or DEFAULT_STRENGTH
        await ctx.app.lobby.add_computer(match.id, ctx.user, ctx.interaction_id, chosen_strength)
        return _table_response("ui.lobby.bot_joined", match, ctx.user)

    @app_commands.command(
        name=command_text("table.options.name"), description=command_text("table.options.about")
    )
    @table_option
    @responds
    async def options(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Show the options of a table that has not begun, else of a running table."""
        lobbies = await tables_for(
            ctx.dispatcher, ctx.interaction, ctx.user, statuses=_LOBBY, seated=False
        )
        match = await ctx.table(
            table, statuses=_LOBBY if lobbies else ("running",), seated=not lobbies
        )
        page = await ctx.handlers.lobby.show_options(match.id, ctx.user)
        return await ctx.handlers.add_way_back(page, match.id, ctx.user)

    @app_commands.command(
        name=command_text("table.invite.name"), description=command_text("table.invite.about")
    )
    @app_commands.rename(user=command_text("opt.user.name"))
    @app_commands.describe(user=command_text("opt.user.about"))
    @table_option
    @responds
    async def invite(
        self,
        ctx: CommandContext,
        user: discord.Member | discord.User,
        table: str | None = None,
    ) -> Response:
        """Invite a user: mention them once in the channel, with a button that takes a seat."""
        by, table_publisher = ctx.user, ctx.dispatcher.table_publisher
        match = await ctx.table(table, statuses=_LOBBY)
        guild = ctx.interaction.guild_id or 0 if isinstance(user, discord.Member) else 0
        guest = Guest(user.id, clean_name(user.display_name) or str(user.id), user.bot, guild)

        async def send(lobby: Match) -> tuple[int, int]:
            message = invitation_message(lobby, by, user.id, Translator.of(lobby))
            return lobby.places.home, await table_publisher.guild_channels.announce(
                lobby.places.home, message, by.lang
            )

        match = await ctx.app.invitations.invite(match.id, by, guest, send, ctx.interaction_id)
        key = "ui.lobby.invited" if _can_see(user, match) else "ui.lobby.invited_blind"
        return _table_response(key, match, by, who=guest.name, code=match.id)

    @app_commands.command(
        name=command_text("table.move.name"), description=command_text("table.move.about")
    )
    @table_option
    @responds
    async def move(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Move a table to this channel.

        Without `table`, move the user's table that has lost its channel, if there is only one.
        """
        lost = [
            turn.match.id
            for turn in await ctx.app.queries.inbox(ctx.user)
            if not turn.match.places.channel
        ]
        code = table or (lost[0] if len(lost) == 1 else None)
        match = await ctx.table(code, statuses=("lobby", "running", "halted"))
        channel = ctx.interaction.channel_id
        return await ctx.handlers.move(match.id, ctx.user, channel, ctx.interaction_id)

    @app_commands.command(
        name=command_text("table.orders.name"), description=command_text("table.orders.about")
    )
    @table_option
    @responds
    async def orders(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Show the user's standing orders (automatic answers), visible to the user only."""
        match = await ctx.table(table)
        return await ctx.handlers.show_orders(match.id, ctx.user)


class LeavingCommands(commands.Cog):
    """Subcommands of `/table` that free a seat: leave, kick, resign.

    Not added to the bot: `TableCog` takes its subcommands. It adds them last, so that users find
    them at the end of the list that Discord shows.
    """

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(
        name=command_text("table.leave.name"), description=command_text("table.leave.about")
    )
    @table_option
    @responds
    async def leave(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Give up the user's seat at a table that has not begun."""
        match = await ctx.table(table, statuses=_LOBBY)
        await ctx.app.lobby.leave(match.id, ctx.user, ctx.interaction_id)
        return _table_response("ui.lobby.left", match, ctx.user)

    @app_commands.command(
        name=command_text("table.kick.name"), description=command_text("table.kick.about")
    )
    @app_commands.rename(user=command_text("opt.user.name"))
    @app_commands.describe(user=command_text("opt.user.about"))
    @table_option
    @responds
    async def kick(
        self, ctx: CommandContext, user: discord.User, table: str | None = None
    ) -> Response:
        """Remove a user from the lobby (organizer only)."""
        match = await ctx.table(table, statuses=_LOBBY)
        match = await ctx.app.lobby.kick(match.id, ctx.user, user.id, ctx.interaction_id)
        return _table_response("ui.lobby.kicked", match, ctx.user, who=user.display_name)

    @app_commands.command(
        name=command_text("table.resign.name"), description=command_text("table.resign.about")
    )
    @table_option
    @responds
    async def resign(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Resign from a running game, after a confirmation."""
        match = await ctx.table(table)
        return await ctx.handlers.ask_to_resign(match.id, ctx.user)


class JoinCog(commands.Cog):
    """`/join`: take a seat at this channel's table.

    If several tables have a free seat, the user chooses a table. If none has, the user can choose a
    game and open a table.
    """

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(name=command_text("join.name"), description=command_text("join.about"))
    @app_commands.rename(table=command_text("opt.table.name"))
    @app_commands.describe(table=command_text("opt.table.about"))
    @responds
    async def join(self, ctx: CommandContext, table: str | None = None) -> Response:
        """Take a seat at this channel's table, or at the table given by code or suggestion."""
        by, interaction = ctx.user, ctx.interaction
        if table:
            return await self._join_by_code(
                ctx, await code_of_typed_table(ctx.dispatcher, interaction, by, table)
            )
        if interaction.guild_id is None or interaction.channel_id is None:
            raise UserError(msg("ui.server_only"))
        here = await ctx.app.lobby.tables_in_channel(channel=interaction.channel_id)
        lobbies = [match for match in here if match.status == "lobby"]
        joinable = [match for match in lobbies if _can_join(match, by)]
        if len(joinable) == 1:
            return await self._join_by_code(ctx, joinable[0].id)
        if joinable:
            return Response(join_message(joinable, by.lang))
        own_lobby = next((match for match in lobbies if match.seat_of(by.id)), None)
        if own_lobby is not None:
            # the user sits there already: the call raises the error that says how the game starts
            return await self._join_by_code(ctx, own_lobby.id)
        plays = any(match.seat_of(by.id) for match in here)
        key = "ui.join.full" if lobbies else "ui.join.playing" if plays else "ui.join.none"
        return await _choose_game(ctx, key)

    @join.autocomplete("table")
    async def _free(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Suggest the tables of this channel at which the user can take a free seat."""
        dispatcher, by = self.dispatcher, await self.dispatcher.user_of(interaction)
        here = await dispatcher.app.lobby.tables_in_channel(
            channel=interaction.channel_id or 0, statuses=_LOBBY
        )
        names = {
            match.id: cut(table_heading(match, Translator.of(match, by.lang)), MAX_OPTION_CHARS)
            for match in here
            if _can_join(match, by)
        }
        return [
            app_commands.Choice(name=name, value=code)
            for code, name in names.items()
            if fold_case_and_accents(current) in fold_case_and_accents(name)
        ][:25]

    @staticmethod
    async def _join_by_code(ctx: CommandContext, code: str) -> Response:
        return await ctx.handlers.lobby.join_by_code(code, ctx.user, ctx.origin, ctx.interaction_id)


def _can_join(match: Match, by: User) -> bool:
    """Return whether a user can take a seat at a table that has not begun."""
    return match.seat_of(by.id) is None and len(match.seats) < match.size


def _can_see(user: discord.User | discord.Member, match: Match) -> bool:
    """Return whether an invited user can see the table's channel.

    Also returns True if the user is not a member of this guild, or if the bot does not know the
    channel. Private threads count as visible, because a message in one adds the users whom it
    mentions.
    """
    if not isinstance(user, discord.Member):
        return True
    channel = user.guild.get_channel_or_thread(match.places.home)
    return channel is None or channel.permissions_for(user).view_channel


def _table_response(key: str, match: Match, by: User, **args: Any) -> Response:
    words = Translator.of(match, by.lang)
    escaped = {name: escape_markup(value) for name, value in args.items()}
    return Response(
        Message(content=words(key, table=escape_markup(table_heading(match, words)), **escaped))
    )


async def _choose_game(ctx: CommandContext, key: str) -> Response:
    """Return a list of games; choosing a game opens a table of it in this channel.

    `key` is the message key of the text above the list. Raises `UserError` if the user may not open
    a table, or if the bot lacks permissions.
    """
    app, by, interaction = ctx.app, ctx.user, ctx.interaction
    words = Translator(by.lang)
    # called only for its `UserError` if the user may not open a table here
    await app.guild_settings.settings_for_new_match(
        interaction.guild_id or 0, interaction.channel_id or 0, table_creator(interaction)
    )
    require_permissions(interaction, words)
    message = games_message(app.games, by.lang, key)
    return Response(Covers(app).all(message, words, by))
