"""Decorator `responds` for slash commands, and the context that it passes to them."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import discord

from app.app import App
from app.match.access import Origin
from app.model.match import Match, User
from ui import permissions
from ui.handlers.panel import PanelHandler
from ui.handlers.table import TableHandler
from ui.interactions.dispatcher import Dispatcher
from ui.interactions.table_lookup import resolve_table
from ui.response import Response

Interaction = discord.Interaction[Any]


class CommandCog(Protocol):
    """Cog whose commands the dispatcher runs."""

    dispatcher: Dispatcher


Cog = TypeVar("Cog", bound=CommandCog)
Options = ParamSpec("Options")


@dataclass(frozen=True)
class CommandContext:
    """One call of a slash command by a user, with the services it needs."""

    dispatcher: Dispatcher
    interaction: Interaction
    user: User

    @property
    def app(self) -> App:
        """Return the application."""
        return self.dispatcher.app

    @property
    def panels(self) -> PanelHandler:
        """Return the handler of panels."""
        return self.dispatcher.panel_handler

    @property
    def handlers(self) -> TableHandler:
        """Return the handlers that commands share with buttons."""
        return self.dispatcher.table_handler

    @property
    def interaction_id(self) -> str:
        """Return the interaction's id, which is stored so that a second delivery has no effect."""
        return str(self.interaction.id)

    @property
    def origin(self) -> Origin:
        """Return where the interaction was made, which decides what the user may see."""
        return permissions.origin(self.interaction)

    async def table(
        self, code: str | None, *, statuses: tuple[str, ...] = ("running",), seated: bool = True
    ) -> Match:
        """Return the table that the command's option `table` means.

        `code` is the option's value; for None, the likeliest table of the channel is returned.
        `statuses`, `seated` and the errors are those of `resolve_table`.
        """
        return await resolve_table(
            self.dispatcher, self.interaction, self.user, code, statuses=statuses, seated=seated
        )


def responds(
    command: Callable[Concatenate[Cog, CommandContext, Options], Awaitable[Response]],
) -> Callable[Concatenate[Cog, Interaction, Options], Coroutine[Any, Any, None]]:
    """Turn a method that returns a `Response` into a callback for `app_commands.command`.

    The dispatcher runs the method, acknowledges in time, sends the response and explains errors. If
    the method raises `SeveralTablesError`, the dispatcher asks the user which table is meant and
    calls the method again.
    """
    return _callback(command)


def may_open_modal(
    command: Callable[Concatenate[Cog, CommandContext, Options], Awaitable[Response]],
) -> Callable[Concatenate[Cog, Interaction, Options], Coroutine[Any, Any, None]]:
    """Do what `responds` does, for a command whose response may be a modal."""
    return _callback(command, may_open_modal=True)


def _callback(
    command: Callable[Concatenate[Cog, CommandContext, Options], Awaitable[Response]],
    *,
    may_open_modal: bool = False,
) -> Callable[Concatenate[Cog, Interaction, Options], Coroutine[Any, Any, None]]:

    @wraps(command)
    async def callback(
        cog: Cog, interaction: Interaction, /, *args: Options.args, **kwargs: Options.kwargs
    ) -> None:
        async def handler(by: User) -> Response:
            context = CommandContext(cog.dispatcher, interaction, by)
            return await command(cog, context, *args, **kwargs)

        await cog.dispatcher.handle(interaction, handler, may_open_modal=may_open_modal)

    # discord.py reads the command's options from the signature; without `eval_str` it would look up
    # the annotations' names in this module
    callback.__signature__ = inspect.signature(command, eval_str=True)  # type: ignore[attr-defined]
    return callback
