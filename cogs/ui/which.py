"""Which table or game a command means: the one that was named, else the only one it can be; and what may be named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import discord
from discord import app_commands

from cogs.ui.front import Front
from cogs.ui.lobby_message import head
from cogs.ui.manual import fold
from cogs.ui.message import LINE, cut
from cogs.ui.tree import said
from cogs.ui.words import Words
from games.core.messages import literal, msg
from host.model import Match, Person, Trouble

Interaction = discord.Interaction[Any]
Command = TypeVar("Command", bound=Callable[..., Any])
_MOST = 25


async def tables_for(
    front: Front, interaction: Interaction, by: Person, *, statuses: tuple[str, ...], seated: bool
) -> list[Match]:
    """The tables a person may mean here: those of the channel (at which they sit), else all of their own."""
    here: list[Match] = []
    if interaction.channel_id is not None and interaction.guild_id is not None:
        here = await front.app.lobby.here(channel=interaction.channel_id, by=by if seated else None, statuses=statuses)
    if here:
        return here
    return [turn.match for turn in await front.app.tables.turns(by) if turn.match.status in statuses]


async def which(
    front: Front, interaction: Interaction, by: Person, code: str | None, *,
    statuses: tuple[str, ...] = ("running",), seated: bool = True,
) -> Match:
    """The table that is meant; `Trouble` when it can't be told."""
    if code:
        return await front.app.lobby.get(code.strip().upper())
    found = await tables_for(front, interaction, by, statuses=statuses, seated=seated)
    if len(found) == 1:
        return found[0]
    if not found:
        begun = "running" not in statuses and await tables_for(front, interaction, by, statuses=("running",), seated=True)
        raise Trouble(msg("ui.which.begun" if begun else "ui.which.none"))
    waiting = [match for match in found if (seat := match.seat_of(by.id)) and seat.seat in match.waiting]
    if len(waiting) == 1:
        return waiting[0]
    raise Trouble(msg("ui.which.several", n=len(found), codes=literal(", ".join(match.id for match in found[:8]))))


def at_table(command: Command) -> Command:
    """Gives a command's option `table` its words and its completions."""
    app_commands.rename(table=said("opt.table.name"))(command)
    app_commands.describe(table=said("opt.table.about"))(command)
    app_commands.autocomplete(table=suggest)(command)
    return command


async def suggest_game(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Completions for the option `game`: the games by their names in the person's language."""
    front: Front = interaction.client.front
    by = await front.person(interaction)
    names = {game: Words(by.lang, game).game_name() for game in front.app.games}
    return [app_commands.Choice(name=cut(n, LINE), value=g) for g, n in names.items() if fold(current) in fold(n)][:_MOST]


async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Completions for the option `table`: the person's own tables, then those of this channel."""
    front: Front = interaction.client.front
    by = await front.person(interaction)
    own = [turn.match for turn in await front.app.tables.turns(by)]
    here: list[Match] = []
    if interaction.channel_id is not None:
        here = await front.app.lobby.here(channel=interaction.channel_id)
    names: dict[str, str] = {}
    for match in [*own, *here]:
        names.setdefault(match.id, cut(head(match, Words.of(match, by.lang)), LINE))
    fits = [(code, name) for code, name in names.items() if fold(current) in fold(name)]
    return [app_commands.Choice(name=name, value=code) for code, name in fits[:_MOST]]
