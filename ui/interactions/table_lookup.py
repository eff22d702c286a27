"""Find the table or game that a command means, and suggest values for its options.

`resolve_table` and `resolve_game` return what is meant, or raise an error that the user sees. The
`suggest_...` functions are autocomplete callbacks; `table_option` adds one to a command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import discord
from discord import app_commands

from app.model.match import Match, User, UserError
from app.model.time_control import abandoned
from games.core.guides.rulebook import fold_case_and_accents
from games.core.text.languages import LANGUAGES
from games.core.text.messages import listed, literal, msg
from ui.components import MAX_OPTION_CHARS, cut
from ui.i18n import Translator, escape_markup
from ui.interactions.command_sync import command_text
from ui.interactions.dispatcher import Dispatcher
from ui.interactions.table_names import code_of_typed_table
from ui.permissions import origin
from ui.views.lobby.lobby_message import table_heading
from ui.views.table.choice import SeveralTablesError

Interaction = discord.Interaction[Any]
Command = TypeVar("Command", bound=Callable[..., Any])
_MAX_SUGGESTIONS = 25  # Discord's limit
_MAX_ECHO_CHARS = 40  # characters of the user's input that an error message repeats


async def tables_for(
    dispatcher: Dispatcher,
    interaction: Interaction,
    by: User,
    *,
    statuses: tuple[str, ...],
    seated: bool,
) -> list[Match]:
    """Return the tables with one of these `statuses` that a user may mean in this channel.

    These are the tables of the channel (with `seated`, only those in which the user has a seat). If
    the channel has none, they are all tables of the user. Tutorials are returned only if there are
    no other tables.
    """
    here: list[Match] = []
    if interaction.channel_id is not None and interaction.guild_id is not None:
        here = await dispatcher.app.lobby.tables_in_channel(
            channel=interaction.channel_id, by=by if seated else None, statuses=statuses
        )
    if here:
        return here
    own = [
        turn.match
        for turn in await dispatcher.app.queries.inbox(by)
        if turn.match.status in statuses
    ]
    return [match for match in own if not match.lesson] or own


async def resolve_table(
    dispatcher: Dispatcher,
    interaction: Interaction,
    by: User,
    code: str | None,
    *,
    statuses: tuple[str, ...] = ("running",),
    seated: bool = True,
) -> Match:
    """Return the table with this `code`; without a code, the likeliest one in this channel.

    Without a code, `statuses` and `seated` select the tables as in `tables_for`. Raises
    `SeveralTablesError` if the user must choose, and `UserError` if there is no table. The user may
    see the returned table: access by a code is checked, and without a code only the user's own
    tables and those of this channel count.
    """
    code = dispatcher.pending.chosen(interaction.id) or (
        await code_of_typed_table(dispatcher, interaction, by, code) if code else None
    )
    if code:
        return await dispatcher.app.lobby.get(
            await dispatcher.app.access.find(code, by.id, origin(interaction))
        )
    found = await tables_for(dispatcher, interaction, by, statuses=statuses, seated=seated)
    if len(found) == 1:
        return found[0]
    if not found:
        seated_in_running = "running" not in statuses and await tables_for(
            dispatcher, interaction, by, statuses=("running",), seated=True
        )
        raise UserError(msg("ui.which.begun" if seated_in_running else "ui.which.none"))
    # tables in the channel itself; the others are in its threads
    in_channel = [match for match in found if match.places.home == interaction.channel_id]
    waiting = [
        match for match in found if (seat := match.seat_of(by.id)) and seat.seat in match.waiting
    ]
    # no lobbies, no ended games, and no games that all users have left
    unfinished = [
        match for match in found if match.status in ("running", "halted") and not abandoned(match)
    ]
    for candidates in (
        [match for match in in_channel if match in unfinished],
        waiting,
        unfinished,
        in_channel,
    ):
        if len(candidates) == 1:
            return candidates[0]
    raise SeveralTablesError(found)


def prefer_tables_outside_threads(
    interaction: Interaction, tables: Sequence[Match]
) -> Sequence[Match]:
    """Return the tables in the channel itself; if there are none, those in its threads."""
    return [match for match in tables if match.places.home == interaction.channel_id] or tables


def table_option(command: Command) -> Command:
    """Add localized texts and autocomplete to a command's `table` option."""
    app_commands.rename(table=command_text("opt.table.name"))(command)
    app_commands.describe(table=command_text("opt.table.about"))(command)
    app_commands.autocomplete(table=suggest_table)(command)
    return command


def past_table_option(command: Command) -> Command:
    """Add what `table_option` adds, but suggest ended games too."""
    app_commands.rename(table=command_text("opt.table.name"))(command)
    app_commands.describe(table=command_text("opt.table.about"))(command)
    app_commands.autocomplete(table=suggest_past_table)(command)
    return command


def resolve_game(games: Iterable[str], typed: str, lang: str) -> str:
    """Return the id of the game among `games` that the user typed.

    The text is the id, or a part of the name in any language; `lang` is the language of the error.
    Raises `UserError` if no game matches or if several do.
    """
    wanted = fold_case_and_accents(typed.strip())
    # a short name such as "Imperio" is no exact match: other games may have the word in theirs
    exact = {game: _full_names(game) for game in games}
    found = [game for game in exact if wanted in exact[game]] or [
        game for game in exact if any(wanted in name for name in _game_names(game))
    ]
    if len(found) == 1:
        return found[0]
    text = literal(escape_markup(cut(typed, _MAX_ECHO_CHARS)))
    if not found or not wanted:
        raise UserError(msg("ui.no_game", game=text))
    several = [literal(Translator(lang, game).game_name()) for game in found]
    raise UserError(msg("ui.which.games", text=text, games=listed(several, "or")))


def _full_names(game: str) -> list[str]:
    names = (Translator(lang, game).game_name() for lang in LANGUAGES)
    return [fold_case_and_accents(name) for name in (game, game.replace("_", " "), *names)]


def _game_names(game: str) -> list[str]:
    short = (Translator(lang, game).short_name() for lang in LANGUAGES)
    return [*_full_names(game), *map(fold_case_and_accents, short)]


async def suggest_game(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest games whose name in any language contains the input."""
    dispatcher: Dispatcher = interaction.client.dispatcher
    by = await dispatcher.user_of(interaction)
    found = [
        game
        for game in dispatcher.app.games
        if any(fold_case_and_accents(current.strip()) in name for name in _game_names(game))
    ]
    return [
        app_commands.Choice(
            name=cut(Translator(by.lang, game).game_name(), MAX_OPTION_CHARS), value=game
        )
        for game in found
    ][:_MAX_SUGGESTIONS]


async def suggest_past_table(
    interaction: Interaction, current: str
) -> list[app_commands.Choice[str]]:
    """Suggest this channel's running and ended games, newest first, for the option `table`."""
    if interaction.channel_id is None:
        return []
    dispatcher: Dispatcher = interaction.client.dispatcher
    by = await dispatcher.user_of(interaction)
    here = await dispatcher.app.lobby.tables_in_channel(
        channel=interaction.channel_id, statuses=("running", "halted", "ended")
    )
    return _choices(here[::-1], by, current)


async def suggest_table(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggest the user's own tables, then this channel's, for the option `table`."""
    dispatcher: Dispatcher = interaction.client.dispatcher
    by = await dispatcher.user_of(interaction)
    own = [turn.match for turn in await dispatcher.app.queries.inbox(by)]
    here: list[Match] = []
    if interaction.channel_id is not None:
        here = await dispatcher.app.lobby.tables_in_channel(channel=interaction.channel_id)
    return _choices([*own, *here], by, current)


def _choices(matches: Iterable[Match], by: User, current: str) -> list[app_commands.Choice[str]]:
    """Return suggestions for the tables whose heading contains the typed text `current`."""
    names: dict[str, str] = {}
    for match in matches:
        names.setdefault(
            match.id, cut(table_heading(match, Translator.of(match, by.lang)), MAX_OPTION_CHARS)
        )
    matching = [
        (code, name)
        for code, name in names.items()
        if fold_case_and_accents(current) in fold_case_and_accents(name)
    ]
    return [
        app_commands.Choice(name=name, value=code) for code, name in matching[:_MAX_SUGGESTIONS]
    ]
