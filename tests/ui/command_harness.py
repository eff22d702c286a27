"""Command tree of an app without Discord; calls of services are recorded, not made."""

from __future__ import annotations

import inspect
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from app.match.access import Origin
from app.model.match import User, UserError
from cogs.admin import SetupCog
from cogs.help import HelpCog
from cogs.lobby import JoinCog
from cogs.play import PlayCog
from cogs.profile import MeCog, TurnsCog
from cogs.table import TableCog
from games.core.text.messages import literal
from tests.app.harness import PEOPLE
from tests.ui.fake_interaction import Tap
from tests.ui.publisher_harness import PublisherHarness
from ui.interactions.dispatcher import Dispatcher

ANA, BRUNO = PEOPLE[:2]
OTHERS: dict[str, Any] = {
    "what": "pace",
    "step": 1,
    "user": None,
    "name": "x",
    "seats": 2,
}  # values for the required options of commands


class Command(Tap):
    """Slash command as discord.py passes it on, or a request for suggestions of an option."""

    def __init__(self, by: User, client: Any, **given: Any) -> None:
        super().__init__(by)
        self.client, self.namespace = (
            client,
            SimpleNamespace(**{"table": None, "game": None} | given),
        )
        self.guild, self.guild_locale, self.app_permissions = None, None, discord.Permissions.all()


class Bot(commands.Bot):
    """A bot with the attribute that the cogs read."""

    dispatcher: Dispatcher


class CommandHarness:
    """Command tree of an app; calls of services are recorded in `done`, not made."""

    def __init__(self, shown: PublisherHarness) -> None:
        self.shown, self.done = shown, list[tuple[Any, ...]]()
        self.bot = Bot(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True))
        self.bot.dispatcher = self.dispatcher = Dispatcher(shown.app, shown.table_publisher)

    async def begin(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for cog in (TableCog, JoinCog, PlayCog, TurnsCog, HelpCog, MeCog, SetupCog):
            await self.bot.add_cog(cog(self.dispatcher))
        app, handler = self.shown.app, self.dispatcher.table_handler
        for part in (
            handler,
            handler.lobby,
            handler.board,
            handler.votes,
            handler.replay,
            handler.leaderboards,
            handler.moderation,
            handler.tutorials,
        ):
            for name, method in vars(type(part)).items():
                if not name.startswith("_") and inspect.iscoroutinefunction(method):
                    monkeypatch.setattr(part, name, self._recorder(name))
        for what, name in (
            (app.game_service, "play"),
            (app.votes, "propose"),
            (app.users, "set"),
            (app.lobby, "create"),
            (app.lobby, "join"),
            (app.lobby, "leave"),
            (app.lobby, "start"),
            (app.lobby, "add_computer"),
            (app.invitations, "invite"),
            (app.lobby, "kick"),
            (self.dispatcher.panel_handler, "open"),
        ):
            monkeypatch.setattr(what, name, self._recorder(name))

    def _recorder(self, name: str) -> Any:
        async def note(*args: Any, **more: Any) -> Any:
            kept = [
                one
                for one in args
                if not (isinstance(one, User | Origin) or callable(one) or str(one).isdigit())
            ]
            self.done.append(
                (
                    name,
                    kept,
                    {key: value for key, value in more.items() if key not in ("click", "creator")},
                )
            )
            raise UserError(literal("noted"))

        return note

    def command(self, name: str) -> Any:
        """Return the command with this name, for example `table join`."""
        return next(one for one in self.bot.tree.walk_commands() if one.qualified_name == name)

    def options(self) -> list[tuple[app_commands.Command[Any, ..., Any], str]]:
        """Return every option that has suggestions, with its command."""
        every = [
            one for one in self.bot.tree.walk_commands() if isinstance(one, app_commands.Command)
        ]
        return [
            (one, option.name) for one in every for option in one.parameters if option.autocomplete
        ]

    async def suggested(
        self, command: Any, option: str, typed: str, **given: Any
    ) -> list[app_commands.Choice[Any]]:
        callback = command._params[option].autocomplete
        tap = cast("Any", Command(ANA, self.bot, **given))
        return await (
            callback(command.binding, tap, typed)
            if callback.pass_command_binding
            else callback(tap, typed)
        )

    async def says(self, command: Any, **given: Any) -> tuple[list[tuple[Any, ...]], str]:
        """Run a command; return the recorded calls and the text of the answer."""
        self.done.clear()
        wanted = {
            one.name: OTHERS[one.name]
            for one in command.parameters
            if one.required and one.name not in given
        }
        if "user" in wanted:
            wanted["user"] = SimpleNamespace(
                id=BRUNO.id, display_name=BRUNO.name, mention="@Bruno", bot=False
            )
        tap = Command(ANA, self.bot, **given)
        await command._do_call(cast("Any", tap), {**wanted, **given})
        return list(self.done), tap.words
