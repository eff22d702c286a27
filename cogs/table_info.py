"""Read-only commands: help, rules, cards, log, scores, replay, shuffle verification.

Also the `/table` group with all its subcommands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from app.model.match import User, UserError
from cogs.lobby import LeavingCommands, LobbyCommands
from cogs.table_votes import TableVoteCommands
from games.core.text.messages import literal, msg
from ui import rules_search
from ui.components import IN_MENU, LINE, cut
from ui.custom_ids import NOBODY, TableId
from ui.i18n import Translator
from ui.interactions.command_sync import localized
from ui.interactions.dispatcher import Dispatcher
from ui.interactions.table_lookup import (
    at_home,
    at_past_table,
    resolve_game,
    resolve_table,
    suggest_game,
    table_option,
    tables_for,
)
from ui.response import Response
from ui.views.pages import cards
from ui.views.pages.leaderboards import records_of

Interaction = discord.Interaction[Any]
_SOUGHT = LINE  # characters of the option `find`; a suggestion's name has as many
_READABLE = ("running", "ended", "halted")


class TableInfoCommands(commands.Cog):
    """Read-only subcommands of `/table`."""

    dispatcher: Dispatcher

    @app_commands.command(
        name=localized("table.log.name"), description=localized("table.log.about")
    )
    @table_option
    async def log(self, interaction: Interaction, table: str | None = None) -> None:
        """Show the log, newest page first."""
        await self._read(interaction, table, "log")

    @app_commands.command(
        name=localized("table.since.name"), description=localized("table.since.about")
    )
    @table_option
    async def since(self, interaction: Interaction, table: str | None = None) -> None:
        """Show what happened since the user's last move."""
        await self._read(interaction, table, "since")

    @app_commands.command(
        name=localized("table.status.name"), description=localized("table.status.about")
    )
    @table_option
    async def status(self, interaction: Interaction, table: str | None = None) -> None:
        """Show which seats must act, and the whole position in words."""
        await self._read(interaction, table, "text")

    @app_commands.command(
        name=localized("table.score.name"), description=localized("table.score.about")
    )
    @table_option
    async def score(self, interaction: Interaction, table: str | None = None) -> None:
        """Show the scores as a grid."""
        await self._read(interaction, table, "score")

    @app_commands.command(
        name=localized("table.verify.name"), description=localized("table.verify.about")
    )
    @table_option
    async def verify(self, interaction: Interaction, table: str | None = None) -> None:
        """Replay the game and verify the shuffle."""
        await self._read(interaction, table, "verify")

    @app_commands.command(
        name=localized("table.replay.name"), description=localized("table.replay.about")
    )
    @app_commands.rename(step=localized("opt.step.name"))
    @app_commands.describe(step=localized("opt.step.about"))
    @at_past_table
    async def replay(
        self,
        interaction: Interaction,
        step: app_commands.Range[int, 0, 99_999] | None = None,
        table: str | None = None,
    ) -> None:
        """Replay a game step by step; by default the table here with the latest event."""
        await self._run_at_past_table(
            interaction, table, "replay", "" if step is None else str(step)
        )

    @app_commands.command(
        name=localized("table.film.name"), description=localized("table.film.about")
    )
    @at_past_table
    async def film(self, interaction: Interaction, table: str | None = None) -> None:
        """Make a film of a finished game; by default the last one that ended here."""
        await self._run_at_past_table(interaction, table, "film", "")

    @app_commands.command(
        name=localized("table.records.name"), description=localized("table.records.about")
    )
    @app_commands.rename(game=localized("opt.game.name"))
    @app_commands.describe(game=localized("opt.game.about"))
    @app_commands.autocomplete(game=suggest_game)
    async def records(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the records of this guild."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            chosen = resolve_game(dispatcher.app.games, game, by.lang) if game else ""
            return await dispatcher.run_action(interaction, records_of(chosen), by)

        await dispatcher.handle(interaction, work)

    async def _run_at_past_table(
        self, interaction: Interaction, table: str | None, verb: str, arg: str
    ) -> None:
        """Run the button handler `verb` on a table, by default the one here with the latest event.

        A film requires an ended game.
        """
        dispatcher, statuses = self.dispatcher, ("ended",) if verb == "film" else _READABLE

        async def work(by: User) -> Response:
            here = (
                []
                if table
                else await tables_for(dispatcher, interaction, by, statuses=statuses, seated=False)
            )
            code = here[-1].id if here else table
            match = await resolve_table(
                dispatcher, interaction, by, code, statuses=_READABLE, seated=False
            )
            return await dispatcher.run_action(interaction, TableId(match.id, verb, arg), by)

        await dispatcher.handle(interaction, work)

    async def _read(self, interaction: Interaction, table: str | None, verb: str) -> None:
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            match = await resolve_table(
                dispatcher, interaction, by, table, statuses=_READABLE, seated=False
            )
            return await dispatcher.run_action(interaction, TableId(match.id, verb), by)

        await dispatcher.handle(interaction, work)


class TableCog(
    LeavingCommands,
    TableVoteCommands,
    TableInfoCommands,
    LobbyCommands,
    commands.GroupCog,
    group_name=localized("table.name"),
    group_description=localized("table.about"),
):
    """`/table` with all its subcommands."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        super().__init__()
        self.dispatcher = dispatcher


class InfoCog(commands.Cog):
    """Cog of `/help`, `/rules` and `/card`."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(name=localized("help.name"), description=localized("help.about"))
    async def help(self, interaction: Interaction) -> None:
        """Show help by situation."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            return await dispatcher.run_action(interaction, TableId(NOBODY, "help"), by)

        await dispatcher.handle(interaction, work)

    @app_commands.command(name=localized("rules.name"), description=localized("rules.about"))
    @app_commands.rename(game=localized("opt.game.name"), find=localized("opt.find.name"))
    @app_commands.describe(game=localized("opt.game.about"), find=localized("opt.find.about"))
    @app_commands.autocomplete(game=suggest_game)
    async def rules(
        self,
        interaction: Interaction,
        game: str | None = None,
        find: app_commands.Range[str, 1, _SOUGHT] | None = None,
    ) -> None:
        """Show the chapters of the rules reference, or search it."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            chosen = (
                resolve_game(dispatcher.app.games, game, by.lang)
                if game
                else await self._played(interaction, by)
            )
            if find:
                return Response(dispatcher.table_handler.rules.answer(chosen, by, find), edit=False)
            opened = await dispatcher.run_action(interaction, TableId(NOBODY, "rules", chosen), by)
            return replace(opened, edit=False)

        await dispatcher.handle(interaction, work)

    @rules.autocomplete("find")
    async def _headings(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest rule headings, terms and card names that contain the input, in either language.

        Empty input gives the first headings.
        """
        by = await self.dispatcher.person(interaction)
        try:
            given = interaction.namespace.game
            game = (
                resolve_game(self.dispatcher.app.games, given, by.lang)
                if given
                else await self._played(interaction, by)
            )
        except UserError:
            return []
        found = rules_search.suggestions(game, by.lang, current)
        found |= {
            one.names[by.lang]: one.label(by.lang, alone=True)
            for one in cards.matching([game], by.lang, current)
        } | found
        return [
            app_commands.Choice(name=cut(label, LINE), value=cut(name, _SOUGHT))
            for name, label in found.items()
        ][:IN_MENU]

    @app_commands.command(name=localized("card.name"), description=localized("card.about"))
    @app_commands.rename(name=localized("opt.card.name"), game=localized("opt.game.name"))
    @app_commands.describe(name=localized("opt.card.about"), game=localized("opt.game.about"))
    @app_commands.autocomplete(game=suggest_game)
    async def card(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, 100],
        game: str | None = None,
    ) -> None:
        """Show a card enlarged, with its rules text."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            one = cards.read(
                await self._games(interaction, by, game),
                by.lang,
                name,
                () if game else self._every(),
            )
            scene = (
                cards.card_scene(one, by.lang, by.prefs)
                if dispatcher.app.renderer is not None
                else None
            )
            return Response(
                cards.card_message(one, Translator(by.lang, one.game), scene), edit=False
            )

        await dispatcher.handle(interaction, work)

    @card.autocomplete("name")
    async def _cards(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest cards by a part of their name, in either language."""
        by = await self.dispatcher.person(interaction)
        try:
            games = await self._games(interaction, by, interaction.namespace.game)
        except UserError:
            return []
        also = () if interaction.namespace.game else self._every()
        found = cards.suggestions(games, by.lang, current, also)
        return [app_commands.Choice(name=label, value=value) for value, label in found]

    def _every(self) -> list[str]:
        return cards.with_cards(self.dispatcher.app.games)

    async def _played(self, interaction: Interaction, by: User) -> str:
        """Return the game of the table here with the latest event, else the first game."""
        games = self.dispatcher.app.games
        tables = at_home(
            interaction,
            await tables_for(
                self.dispatcher, interaction, by, statuses=("running", "lobby"), seated=False
            ),
        )
        return next(
            (match.game for match in reversed(tables) if match.game in games), next(iter(games))
        )

    async def _games(self, interaction: Interaction, by: User, game: str | None) -> list[str]:
        """Return the games whose cards may be meant.

        The given game, else those played here, else all games with cards. Raises `UserError` if
        the game has no cards.
        """
        dispatcher, every = self.dispatcher, self._every()
        if game:
            game = resolve_game(dispatcher.app.games, game, by.lang)
            if game not in every:
                raise UserError(
                    msg("ui.card.no_cards", game=literal(Translator(by.lang, game).game_name()))
                )
            return [game]
        for statuses in (("running",), ("lobby", "ended")):
            tables = at_home(
                interaction,
                await tables_for(dispatcher, interaction, by, statuses=statuses, seated=False),
            )
            if found := cards.with_cards(match.game for match in tables if match.game in every):
                return found
        if not every:
            raise UserError(msg("ui.card.none"))
        return every
