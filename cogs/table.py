"""`/table` with all its subcommands."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.lobby import LeavingCommands, LobbyCommands
from cogs.table_info import TableInfoCommands
from cogs.table_votes import TableVoteCommands
from ui.interactions.command_sync import command_text
from ui.interactions.dispatcher import Dispatcher


class TableCog(commands.Cog):
    """Cog of `/table`; its subcommands come from other cogs, in the order that Discord shows."""

    table = app_commands.Group(
        name=command_text("table.name"), description=command_text("table.about")
    )

    def __init__(self, dispatcher: Dispatcher) -> None:
        for cog in (
            LobbyCommands(dispatcher),
            TableInfoCommands(dispatcher),
            TableVoteCommands(dispatcher),
            LeavingCommands(dispatcher),
        ):
            for command in cog.get_app_commands():
                self.table.add_command(command)
