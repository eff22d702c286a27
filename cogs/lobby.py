"""`/table` commands that open, fill, set up, start or leave a table; `/join`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from app.app import App
from app.model.match import Match, User, UserError
from app.people.users import clean_name
from app.social.invitations import Guest
from games.core.guides.rulebook import strip_accents
from games.core.text.messages import msg
from ui.components import LINE, Message, cut
from ui.custom_ids import NOBODY, TableId
from ui.errors import require_permissions
from ui.i18n import EMBLEMS, Translator, plain
from ui.interactions.command_sync import localized
from ui.interactions.dispatcher import Dispatcher
from ui.interactions.table_lookup import (
    resolve_game,
    resolve_table,
    suggest_game,
    table_lang,
    table_option,
)
from ui.interactions.table_names import typed_code
from ui.permissions import table_creator
from ui.response import Response
from ui.views.lobby.lobby_message import games_message, head, invitation_message, join_message
from ui.views.pages.covers import Covers

Interaction = discord.Interaction[Any]
_LOBBY = ("lobby",)
_NAME = 40


class LobbyCommands(commands.Cog):
    """Subcommands of `/table` for the lobby: seats, options, invitations, standing orders."""

    dispatcher: Dispatcher

    @app_commands.command(
        name=localized("table.new.name"), description=localized("table.new.about")
    )
    @app_commands.rename(
        game=localized("opt.game.name"),
        name=localized("opt.name.name"),
        seats=localized("opt.seats.name"),
    )
    @app_commands.describe(
        game=localized("opt.game.about"),
        name=localized("opt.name.about"),
        seats=localized("opt.seats.about"),
    )
    @app_commands.autocomplete(game=suggest_game)
    @app_commands.guild_only()
    async def new(
        self,
        interaction: Interaction,
        game: str | None = None,
        name: app_commands.Range[str, 1, _NAME] | None = None,
        seats: app_commands.Range[int, 1, 12] | None = None,
    ) -> None:
        """Open a table in this channel and post its lobby, where the rest is chosen.

        Without any option, offer a choice of games instead.
        """
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            if interaction.guild_id is None or interaction.channel_id is None:
                raise UserError(msg("ui.server_only"))
            if game is None and name is None and seats is None:
                return await _which_game(dispatcher.app, interaction, by, "ui.join.new")
            chosen = (
                resolve_game(dispatcher.app.games, game, by.lang)
                if game
                else next(iter(dispatcher.app.games))
            )
            require_permissions(interaction, Translator(by.lang))
            dispatcher.app.limits.check(by, "open")
            match = await dispatcher.app.lobby.create(
                by,
                chosen,
                guild=interaction.guild_id,
                channel=interaction.channel_id,
                name=name,
                size=seats,
                lang=table_lang(interaction, by),
                click=str(interaction.id),
                opener=table_creator(interaction),
            )
            return _done("ui.lobby.opened" if game else "ui.lobby.opened_any", match, by)

        await dispatcher.handle(interaction, work)

    @app_commands.command(
        name=localized("table.learn.name"), description=localized("table.learn.about")
    )
    @app_commands.rename(game=localized("opt.game.name"))
    @app_commands.describe(game=localized("opt.game.about"))
    @app_commands.autocomplete(game=suggest_game)
    async def learn(self, interaction: Interaction, game: str | None = None) -> None:
        """Start the tutorial of a game for the user; without a game, offer a choice."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            chosen = resolve_game(dispatcher.app.games, game, by.lang) if game else ""
            return await dispatcher.run_action(interaction, TableId(NOBODY, "learn", chosen), by)

        await dispatcher.handle(interaction, work)

    @app_commands.command(
        name=localized("table.join.name"), description=localized("table.join.about")
    )
    @table_option
    async def join(self, interaction: Interaction, table: str | None = None) -> None:
        """Take a seat at a table in the lobby."""
        await self._run_at_table(interaction, table, "join", "ui.lobby.joined", seated=False)

    @app_commands.command(
        name=localized("table.start.name"), description=localized("table.start.about")
    )
    @table_option
    async def start(self, interaction: Interaction, table: str | None = None) -> None:
        """Start the game with the seated players."""
        await self._run_at_table(interaction, table, "start", "ui.lobby.started")

    @app_commands.command(
        name=localized("table.bot.name"), description=localized("table.bot.about")
    )
    @app_commands.rename(strength=localized("opt.strength.name"))
    @app_commands.describe(strength=localized("opt.strength.about"))
    @app_commands.choices(
        strength=[
            app_commands.Choice(name=localized(f"opt.strength.{one}"), value=one) for one in EMBLEMS
        ]
    )
    @table_option
    async def bot(
        self, interaction: Interaction, strength: str = "", table: str | None = None
    ) -> None:
        """Seat a bot player, of the default strength unless one is given."""
        await self._run_at_table(interaction, table, "bot", "ui.lobby.bot_joined", arg=strength)

    @app_commands.command(
        name=localized("table.options.name"), description=localized("table.options.about")
    )
    @table_option
    async def options(self, interaction: Interaction, table: str | None = None) -> None:
        """Show the options of the table."""
        await self._run_at_table(interaction, table, "options", "", seated=False)

    @app_commands.command(
        name=localized("table.invite.name"), description=localized("table.invite.about")
    )
    @app_commands.rename(user=localized("opt.user.name"))
    @app_commands.describe(user=localized("opt.user.about"))
    @table_option
    async def invite(
        self,
        interaction: Interaction,
        user: discord.Member | discord.User,
        table: str | None = None,
    ) -> None:
        """Invite a user: mention them once in the channel, with a button that takes a seat."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            match = await resolve_table(dispatcher, interaction, by, table, statuses=_LOBBY)
            there = interaction.guild_id or 0 if isinstance(user, discord.Member) else 0
            guest = Guest(user.id, clean_name(user.display_name) or str(user.id), user.bot, there)

            async def send(lobby: Match) -> tuple[int, int]:
                message = invitation_message(lobby, by, user.id, Translator.of(lobby))
                return lobby.places.home, await dispatcher.messenger.guild_channels.announce(
                    lobby.places.home, message, by.lang
                )

            match = await dispatcher.app.invitations.invite(
                match.id, by, guest, send, str(interaction.id)
            )
            key = "ui.lobby.invited" if _sees(user, match) else "ui.lobby.invited_blind"
            return _done(key, match, by, who=guest.name, code=match.id)

        await dispatcher.handle(interaction, work)

    @app_commands.command(
        name=localized("table.move.name"), description=localized("table.move.about")
    )
    @table_option
    async def move(self, interaction: Interaction, table: str | None = None) -> None:
        """Move a table to this channel.

        Without a code: the user's only table that has lost its channel.
        """
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            lost = [
                turn.match.id
                for turn in await dispatcher.app.queries.inbox(by)
                if not turn.match.places.channel
            ]
            code = table or (lost[0] if len(lost) == 1 else None)
            match = await resolve_table(
                dispatcher, interaction, by, code, statuses=("lobby", "running", "halted")
            )
            return await dispatcher.run_action(interaction, TableId(match.id, "move"), by)

        await dispatcher.handle(interaction, work)

    @app_commands.command(
        name=localized("table.orders.name"), description=localized("table.orders.about")
    )
    @table_option
    async def orders(self, interaction: Interaction, table: str | None = None) -> None:
        """Show the user's standing orders (automatic answers), visible to the user only."""
        await self._run_at_table(interaction, table, "orders", "", statuses=("running",))

    async def _run_at_table(
        self,
        interaction: Interaction,
        table: str | None,
        verb: str,
        said_key: str,
        *,
        statuses: tuple[str, ...] = _LOBBY,
        seated: bool = True,
        arg: str = "",
    ) -> None:
        """Run the button handler `verb` on a table.

        The public message shows the result; the user gets the text `said_key`, if any, else the
        handler's response.
        """
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            match = await resolve_table(
                dispatcher, interaction, by, table, statuses=statuses, seated=seated
            )
            answer = await dispatcher.run_action(interaction, TableId(match.id, verb, arg), by)
            return _done(said_key, match, by) if said_key else answer

        await dispatcher.handle(interaction, work)


class LeavingCommands(LobbyCommands):
    """Subcommands of `/table` that give up a seat.

    They come last in the list, so that autocompletion does not offer them first.
    """

    @app_commands.command(
        name=localized("table.leave.name"), description=localized("table.leave.about")
    )
    @table_option
    async def leave(self, interaction: Interaction, table: str | None = None) -> None:
        """Give up the seat before the start."""
        await self._run_at_table(interaction, table, "leave", "ui.lobby.left")

    @app_commands.command(
        name=localized("table.kick.name"), description=localized("table.kick.about")
    )
    @app_commands.rename(user=localized("opt.user.name"))
    @app_commands.describe(user=localized("opt.user.about"))
    @table_option
    async def kick(
        self, interaction: Interaction, user: discord.User, table: str | None = None
    ) -> None:
        """Remove a user from the lobby (organizer only)."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            match = await resolve_table(dispatcher, interaction, by, table, statuses=_LOBBY)
            match = await dispatcher.app.lobby.kick(match.id, by, user.id, str(interaction.id))
            return _done("ui.lobby.kicked", match, by, who=user.display_name)

        await dispatcher.handle(interaction, work)

    @app_commands.command(
        name=localized("table.resign.name"), description=localized("table.resign.about")
    )
    @table_option
    async def resign(self, interaction: Interaction, table: str | None = None) -> None:
        """Resign from a running game, after a confirmation."""
        await self._run_at_table(interaction, table, "resign", "", statuses=("running",))


class JoinCog(commands.Cog):
    """`/join`: a seat at this channel's table.

    With several open tables, it offers a choice of table; with none, a choice of game.
    """

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(name=localized("join.name"), description=localized("join.about"))
    @app_commands.rename(table=localized("opt.table.name"))
    @app_commands.describe(table=localized("opt.table.about"))
    async def join(self, interaction: Interaction, table: str | None = None) -> None:
        """Take a seat at this channel's table, or at the table given by code or suggestion."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            if table:
                return await self._sit(
                    await typed_code(dispatcher, interaction, by, table), by, interaction
                )
            if interaction.guild_id is None or interaction.channel_id is None:
                raise UserError(msg("ui.server_only"))
            here = await dispatcher.app.lobby.tables_in_channel(channel=interaction.channel_id)
            waiting = [match for match in here if match.status == "lobby"]
            free = [match for match in waiting if _can_join(match, by)]
            if len(free) == 1:
                return await self._sit(free[0].id, by, interaction)
            if free:
                return Response(join_message(free, by.lang), edit=False)
            if any(match.seat_of(by.id) for match in waiting):
                raise UserError(msg("host.trouble.seated"))
            plays = any(match.seat_of(by.id) for match in here)
            why = "ui.join.full" if waiting else "ui.join.playing" if plays else "ui.join.none"
            return await _which_game(dispatcher.app, interaction, by, why)

        await dispatcher.handle(interaction, work)

    @join.autocomplete("table")
    async def _free(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Suggest the tables of this channel that have a free seat for the user."""
        dispatcher, by = self.dispatcher, await self.dispatcher.person(interaction)
        here = await dispatcher.app.lobby.tables_in_channel(
            channel=interaction.channel_id or 0, statuses=_LOBBY
        )
        names = {
            match.id: cut(head(match, Translator.of(match, by.lang)), LINE)
            for match in here
            if _can_join(match, by)
        }
        return [
            app_commands.Choice(name=n, value=code)
            for code, n in names.items()
            if strip_accents(current) in strip_accents(n)
        ][:25]

    async def _sit(self, table: str, by: User, interaction: Interaction) -> Response:
        return replace(
            await self.dispatcher.run_action(interaction, TableId(NOBODY, "sit"), by, (table,)),
            edit=False,
        )


def _can_join(match: Match, by: User) -> bool:
    """Return whether a user can take a seat at a table that has not begun."""
    return match.seat_of(by.id) is None and len(match.seats) < match.size


def _sees(user: discord.User | discord.Member, match: Match) -> bool:
    """Return whether the invited user can see the table's channel.

    True if the user is not a member of this guild or the channel is unknown to the bot. A
    private thread counts as seen: a message there adds the users that it mentions.
    """
    if not isinstance(user, discord.Member):
        return True
    place = user.guild.get_channel_or_thread(match.places.home)
    return place is None or place.permissions_for(user).view_channel


def _done(key: str, match: Match, by: User, **args: Any) -> Response:
    words = Translator.of(match, by.lang)
    told = {name: plain(value) for name, value in args.items()}
    return Response(
        Message(content=words(key, table=plain(head(match, words)), **told)), edit=False
    )


async def _which_game(app: App, interaction: Interaction, by: User, why: str) -> Response:
    """Return a choice of games; choosing one opens a table here.

    Raises `UserError` if the user may not open one, or the bot lacks permissions.
    """
    words = Translator(by.lang)
    await app.guild_settings.admit(
        interaction.guild_id or 0, interaction.channel_id or 0, table_creator(interaction)
    )
    require_permissions(interaction, words)
    spoken = table_lang(interaction, by)
    return Response(
        Covers(app).all(games_message(app.games, by.lang, spoken, why), words, by), edit=False
    )
