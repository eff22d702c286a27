"""Outdated commands: explain them to the user, and log them once an hour.

Discord may still offer the commands of another version of the bot.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands

from app.model.match import User, UserError
from app.runtime.bounded_dict import BoundedDict
from games.core.text.messages import msg

LOG_EVERY_S = 3600.0  # seconds between two log lines for one command
MAX_COMMANDS = 200  # limit, because the names come from users' apps
NAME_MAX_LENGTH = 100  # characters of a name in the log
SUBCOMMANDS = (1, 2)  # option types: subcommand, subcommand group
log = logging.getLogger(__name__)
Interaction = discord.Interaction[Any]
_STALE = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)


class StaleAwareCommandTree(app_commands.CommandTree[Any]):
    """Command tree of a bot with a `dispatcher`; explains outdated commands.

    After an update, users' apps keep the old commands for a while. If Discord refuses the new list,
    the apps keep the old one for good.
    """

    def __init__(self, client: Any) -> None:
        super().__init__(client)
        self._logged = BoundedDict[str, float](MAX_COMMANDS)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return False for autocompletion of an outdated option.

        The user then gets no suggestions. Otherwise discord.py would log an error at each typed
        letter.
        """
        if interaction.type is not discord.InteractionType.autocomplete:
            return True
        command = self._command(interaction)
        typed = next(
            (option["name"] for option in _options(interaction) if option.get("focused")), None
        )
        known = command is not None and any(
            option.display_name == typed and option.autocomplete for option in command.parameters
        )
        if not known:
            self._log_unknown(interaction)
            await interaction.response.autocomplete([])
        return known

    async def on_error(
        self, interaction: Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the user if the command belongs to another version of the bot.

        All other errors are left to discord.py's handler.
        """
        if not isinstance(error, _STALE):
            await super().on_error(interaction, error)
            return
        self._log_unknown(interaction)
        await interaction.client.dispatcher.handle(interaction, _raise_stale)

    def _command(self, interaction: Interaction) -> app_commands.Command[Any, ..., Any] | None:
        """Return the typed command, or None if there is none of this name."""
        first, *rest = _names(interaction)
        found = self.get_command(first)
        for name in rest:
            found = found.get_command(name) if isinstance(found, app_commands.Group) else None
        return found if isinstance(found, app_commands.Command) else None

    def _log_unknown(self, interaction: Interaction) -> None:
        name, now = " ".join(_names(interaction))[:NAME_MAX_LENGTH], time.monotonic()
        if now - self._logged.get(name, -LOG_EVERY_S) >= LOG_EVERY_S:
            self._logged[name] = now
            log.warning(
                "command /%s unknown: Discord or the user's client still has another version's list",
                name,
            )


async def _raise_stale(_by: User) -> Any:
    raise UserError(msg("ui.stale_command"))


def _names(interaction: Interaction) -> list[str]:
    """Return the parts of the command's name as Discord sent them: `["table", "vote"]`."""
    data: Any = interaction.data
    return [
        str(data["name"]),
        *(
            str(option["name"])
            for option in _walk_options(interaction)
            if option.get("type") in SUBCOMMANDS
        ),
    ]


def _options(interaction: Interaction) -> list[Any]:
    return [
        option for option in _walk_options(interaction) if option.get("type") not in SUBCOMMANDS
    ]


def _walk_options(interaction: Interaction) -> Iterator[Any]:
    """Yield the options of a command, each subcommand before its own options."""
    data: Any = interaction.data
    options = list(data.get("options", ()))
    while options:
        option = options.pop(0)
        yield option
        options[:0] = option.get("options", ())
