"""What one may read: help, rules, log, scores, the proof of the shuffle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from app.model.match import User, UserError
from cogs.lobby import LeavingCommands, LobbyCommands
from cogs.table_votes import TogetherCommands
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
_SOUGHT = LINE  # letters that the option `find` takes: as many as a suggestion's name has
_READABLE = ("running", "ended", "halted")


class ReadingCommands(commands.Cog):
    """The part of `/table` that only tells."""

    dispatcher: Dispatcher

    @app_commands.command(
        name=localized("table.log.name"), description=localized("table.log.about")
    )
    @table_option
    async def log(self, interaction: Interaction, table: str | None = None) -> None:
        """The log, newest page first."""
        await self._read(interaction, table, "log")

    @app_commands.command(
        name=localized("table.since.name"), description=localized("table.since.about")
    )
    @table_option
    async def since(self, interaction: Interaction, table: str | None = None) -> None:
        """What happened since one's last move."""
        await self._read(interaction, table, "since")

    @app_commands.command(
        name=localized("table.status.name"), description=localized("table.status.about")
    )
    @table_option
    async def status(self, interaction: Interaction, table: str | None = None) -> None:
        """Whom we wait for, and the whole position in words."""
        await self._read(interaction, table, "text")

    @app_commands.command(
        name=localized("table.score.name"), description=localized("table.score.about")
    )
    @table_option
    async def score(self, interaction: Interaction, table: str | None = None) -> None:
        """The points as a grid."""
        await self._read(interaction, table, "score")

    @app_commands.command(
        name=localized("table.verify.name"), description=localized("table.verify.about")
    )
    @table_option
    async def verify(self, interaction: Interaction, table: str | None = None) -> None:
        """Replay the game and check the shuffle."""
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
        """The game again, step by step: of the tables here the one in which something happened last, unless it is named."""
        await self._past(interaction, table, "replay", "" if step is None else str(step))

    @app_commands.command(
        name=localized("table.film.name"), description=localized("table.film.about")
    )
    @at_past_table
    async def film(self, interaction: Interaction, table: str | None = None) -> None:
        """The game as a film: of the tables here the one that has ended last, unless it is named."""
        await self._past(interaction, table, "film", "")

    @app_commands.command(
        name=localized("table.records.name"), description=localized("table.records.about")
    )
    @app_commands.rename(game=localized("opt.game.name"))
    @app_commands.describe(game=localized("opt.game.about"))
    @app_commands.autocomplete(game=suggest_game)
    async def records(self, interaction: Interaction, game: str | None = None) -> None:
        """What has been played in this server."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            chosen = resolve_game(dispatcher.app.games, game, by.lang) if game else ""
            return await dispatcher.tap(interaction, records_of(chosen), by)

        await dispatcher.handle(interaction, work)

    async def _past(self, interaction: Interaction, table: str | None, verb: str, arg: str) -> None:
        """Look back at a table: the newest here that there is something to be seen of, unless one is named."""
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
            return await dispatcher.tap(interaction, TableId(match.id, verb, arg), by)

        await dispatcher.handle(interaction, work)

    async def _read(self, interaction: Interaction, table: str | None, verb: str) -> None:
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            match = await resolve_table(
                dispatcher, interaction, by, table, statuses=_READABLE, seated=False
            )
            return await dispatcher.tap(interaction, TableId(match.id, verb), by)

        await dispatcher.handle(interaction, work)


class TableCog(
    LeavingCommands,
    TogetherCommands,
    ReadingCommands,
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
    """`/help`, `/rules` and `/card`."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(name=localized("help.name"), description=localized("help.about"))
    async def help(self, interaction: Interaction) -> None:
        """Help by situation."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            return await dispatcher.tap(interaction, TableId(NOBODY, "help"), by)

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
        """The rules reference: chapters, or a search."""
        dispatcher = self.dispatcher

        async def work(by: User) -> Response:
            chosen = (
                resolve_game(dispatcher.app.games, game, by.lang)
                if game
                else await self._played(interaction, by)
            )
            if find:
                return Response(dispatcher.table_handler.rules.answer(chosen, by, find), edit=False)
            opened = await dispatcher.tap(interaction, TableId(NOBODY, "rules", chosen), by)
            return replace(opened, edit=False)

        await dispatcher.handle(interaction, work)

    @rules.autocomplete("find")
    async def _headings(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Headings of the rules, terms and names of cards that contain what was typed, in either language; the first headings for
        nothing."""
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
        """A card large, with what the rules say of it."""
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
                if dispatcher.app.images is not None
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
        """Cards by a piece of their name, in either language."""
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
        """The game of the table here in which something happened last, else the first there is."""
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
        """The games whose cards may be meant: the one that is named, else those played here, else all that have cards."""
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
