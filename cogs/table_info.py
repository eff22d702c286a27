"""What one may read: help, rules, log, scores, the proof of the shuffle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from app.model.match import Person, Trouble
from cogs.lobby import LeavingCommands, LobbyCommands
from cogs.table_votes import TogetherCommands
from games.core.text.messages import literal, msg
from ui import rules_search
from ui.components import IN_MENU, LINE, cut
from ui.custom_ids import NOBODY, TableId
from ui.handlers.panel import Answer
from ui.i18n import Words
from ui.interactions.command_sync import said
from ui.interactions.dispatcher import Dispatcher
from ui.interactions.table_lookup import at_home, at_past_table, at_table, game_meant, suggest_game, tables_for, which
from ui.views.pages import cards
from ui.views.pages.leaderboards import records_of

Interaction = discord.Interaction[Any]
_SOUGHT = LINE   # letters that the option `find` takes: as many as a suggestion's name has
_READABLE = ("running", "ended", "halted")


class ReadingCommands(commands.Cog):
    """The part of `/table` that only tells."""

    dispatcher: Dispatcher

    @app_commands.command(name=said("table.log.name"), description=said("table.log.about"))
    @at_table
    async def log(self, interaction: Interaction, table: str | None = None) -> None:
        """The log, newest page first."""
        await self._read(interaction, table, "log")

    @app_commands.command(name=said("table.since.name"), description=said("table.since.about"))
    @at_table
    async def since(self, interaction: Interaction, table: str | None = None) -> None:
        """What happened since one's last move."""
        await self._read(interaction, table, "since")

    @app_commands.command(name=said("table.status.name"), description=said("table.status.about"))
    @at_table
    async def status(self, interaction: Interaction, table: str | None = None) -> None:
        """Whom we wait for, and the whole position in words."""
        await self._read(interaction, table, "text")

    @app_commands.command(name=said("table.score.name"), description=said("table.score.about"))
    @at_table
    async def score(self, interaction: Interaction, table: str | None = None) -> None:
        """The points as a grid."""
        await self._read(interaction, table, "score")

    @app_commands.command(name=said("table.verify.name"), description=said("table.verify.about"))
    @at_table
    async def verify(self, interaction: Interaction, table: str | None = None) -> None:
        """Replay the game and check the shuffle."""
        await self._read(interaction, table, "verify")

    @app_commands.command(name=said("table.replay.name"), description=said("table.replay.about"))
    @app_commands.rename(step=said("opt.step.name"))
    @app_commands.describe(step=said("opt.step.about"))
    @at_past_table
    async def replay(
        self, interaction: Interaction, step: app_commands.Range[int, 0, 99_999] | None = None, table: str | None = None
    ) -> None:
        """The game again, step by step: of the tables here the one in which something happened last, unless it is named."""
        await self._past(interaction, table, "replay", "" if step is None else str(step))

    @app_commands.command(name=said("table.film.name"), description=said("table.film.about"))
    @at_past_table
    async def film(self, interaction: Interaction, table: str | None = None) -> None:
        """The game as a film: of the tables here the one that has ended last, unless it is named."""
        await self._past(interaction, table, "film", "")

    @app_commands.command(name=said("table.records.name"), description=said("table.records.about"))
    @app_commands.rename(game=said("opt.game.name"))
    @app_commands.describe(game=said("opt.game.about"))
    @app_commands.autocomplete(game=suggest_game)
    async def records(self, interaction: Interaction, game: str | None = None) -> None:
        """What has been played in this server."""
        dispatcher = self.dispatcher

        async def work(by: Person) -> Answer:
            chosen = game_meant(dispatcher.app.games, game, by.lang) if game else ""
            return await dispatcher.tap(interaction, records_of(chosen), by)

        await dispatcher.serve(interaction, work)

    async def _past(self, interaction: Interaction, table: str | None, verb: str, arg: str) -> None:
        """Look back at a table: the newest here that there is something to be seen of, unless one is named."""
        dispatcher, statuses = self.dispatcher, ("ended",) if verb == "film" else _READABLE

        async def work(by: Person) -> Answer:
            here = [] if table else await tables_for(dispatcher, interaction, by, statuses=statuses, seated=False)
            code = here[-1].id if here else table
            match = await which(dispatcher, interaction, by, code, statuses=_READABLE, seated=False)
            return await dispatcher.tap(interaction, TableId(match.id, verb, arg), by)

        await dispatcher.serve(interaction, work)

    async def _read(self, interaction: Interaction, table: str | None, verb: str) -> None:
        dispatcher = self.dispatcher

        async def work(by: Person) -> Answer:
            match = await which(dispatcher, interaction, by, table, statuses=_READABLE, seated=False)
            return await dispatcher.tap(interaction, TableId(match.id, verb), by)

        await dispatcher.serve(interaction, work)


class TableCog(
    LeavingCommands, TogetherCommands, ReadingCommands, LobbyCommands, commands.GroupCog,
    group_name=said("table.name"), group_description=said("table.about"),
):
    """`/table` with all its subcommands."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        super().__init__()
        self.dispatcher = dispatcher


class InfoCog(commands.Cog):
    """`/help`, `/rules` and `/card`."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(name=said("help.name"), description=said("help.about"))
    async def help(self, interaction: Interaction) -> None:
        """Help by situation."""
        dispatcher = self.dispatcher

        async def work(by: Person) -> Answer:
            return await dispatcher.tap(interaction, TableId(NOBODY, "help"), by)

        await dispatcher.serve(interaction, work)

    @app_commands.command(name=said("rules.name"), description=said("rules.about"))
    @app_commands.rename(game=said("opt.game.name"), find=said("opt.find.name"))
    @app_commands.describe(game=said("opt.game.about"), find=said("opt.find.about"))
    @app_commands.autocomplete(game=suggest_game)
    async def rules(
        self, interaction: Interaction, game: str | None = None, find: app_commands.Range[str, 1, _SOUGHT] | None = None
    ) -> None:
        """The rules reference: chapters, or a search."""
        dispatcher = self.dispatcher

        async def work(by: Person) -> Answer:
            chosen = game_meant(dispatcher.app.games, game, by.lang) if game else await self._played(interaction, by)
            if find:
                return Answer(dispatcher.table_handler.rules.answer(chosen, by, find), edit=False)
            opened = await dispatcher.tap(interaction, TableId(NOBODY, "rules", chosen), by)
            return replace(opened, edit=False)

        await dispatcher.serve(interaction, work)

    @rules.autocomplete("find")
    async def _headings(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Headings of the rules, terms and names of cards that contain what was typed, in either language; the first headings for
        nothing."""
        by = await self.dispatcher.person(interaction)
        try:
            given = interaction.namespace.game
            game = game_meant(self.dispatcher.app.games, given, by.lang) if given else await self._played(interaction, by)
        except Trouble:
            return []
        found = rules_search.suggestions(game, by.lang, current)
        found |= {one.names[by.lang]: one.label(by.lang, alone=True) for one in cards.matching([game], by.lang, current)} | found
        return [app_commands.Choice(name=cut(label, LINE), value=cut(name, _SOUGHT)) for name, label in found.items()][:IN_MENU]

    @app_commands.command(name=said("card.name"), description=said("card.about"))
    @app_commands.rename(name=said("opt.card.name"), game=said("opt.game.name"))
    @app_commands.describe(name=said("opt.card.about"), game=said("opt.game.about"))
    @app_commands.autocomplete(game=suggest_game)
    async def card(
        self, interaction: Interaction, name: app_commands.Range[str, 1, 100], game: str | None = None
    ) -> None:
        """A card large, with what the rules say of it."""
        dispatcher = self.dispatcher

        async def work(by: Person) -> Answer:
            one = cards.read(await self._games(interaction, by, game), by.lang, name, () if game else self._every())
            scene = cards.card_scene(one, by.lang, by.prefs) if dispatcher.app.images is not None else None
            return Answer(cards.card_message(one, Words(by.lang, one.game), scene), edit=False)

        await dispatcher.serve(interaction, work)

    @card.autocomplete("name")
    async def _cards(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Cards by a piece of their name, in either language."""
        by = await self.dispatcher.person(interaction)
        try:
            games = await self._games(interaction, by, interaction.namespace.game)
        except Trouble:
            return []
        also = () if interaction.namespace.game else self._every()
        found = cards.suggestions(games, by.lang, current, also)
        return [app_commands.Choice(name=label, value=value) for value, label in found]

    def _every(self) -> list[str]:
        return cards.with_cards(self.dispatcher.app.games)

    async def _played(self, interaction: Interaction, by: Person) -> str:
        """The game of the table here in which something happened last, else the first there is."""
        games = self.dispatcher.app.games
        tables = at_home(interaction, await tables_for(
            self.dispatcher, interaction, by, statuses=("running", "lobby"), seated=False
        ))
        return next((match.game for match in reversed(tables) if match.game in games), next(iter(games)))

    async def _games(self, interaction: Interaction, by: Person, game: str | None) -> list[str]:
        """The games whose cards may be meant: the one that is named, else those played here, else all that have cards."""
        dispatcher, every = self.dispatcher, self._every()
        if game:
            game = game_meant(dispatcher.app.games, game, by.lang)
            if game not in every:
                raise Trouble(msg("ui.card.no_cards", game=literal(Words(by.lang, game).game_name())))
            return [game]
        for statuses in (("running",), ("lobby", "ended")):
            tables = at_home(interaction, await tables_for(dispatcher, interaction, by, statuses=statuses, seated=False))
            if found := cards.with_cards(match.game for match in tables if match.game in every):
                return found
        if not every:
            raise Trouble(msg("ui.card.none"))
        return every
