"""Commands for help, rules and cards: `/help`, `/rules`, `/card`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from app.model.match import User, UserError
from games.core.text.messages import literal, msg
from ui import rules_search
from ui.components import MAX_OPTION_CHARS, MAX_SELECT_OPTIONS, cut
from ui.custom_ids import NO_MATCH
from ui.i18n import Translator
from ui.interactions.command_sync import command_text
from ui.interactions.commands import CommandContext, responds
from ui.interactions.dispatcher import Dispatcher
from ui.interactions.table_lookup import (
    prefer_tables_outside_threads,
    resolve_game,
    suggest_game,
    tables_for,
)
from ui.response import Response
from ui.views.pages import cards

Interaction = discord.Interaction[Any]
_MAX_QUERY_CHARS = MAX_OPTION_CHARS  # of the option `find`; a suggestion's name has as many


class HelpCog(commands.Cog):
    """Cog of `/help`, `/rules` and `/card`."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(name=command_text("help.name"), description=command_text("help.about"))
    @responds
    async def help(self, ctx: CommandContext) -> Response:
        """Show the start page of the help; its buttons lead to help for common situations."""
        return await ctx.handlers.show_help(None, ctx.user)

    @app_commands.command(name=command_text("rules.name"), description=command_text("rules.about"))
    @app_commands.rename(game=command_text("opt.game.name"), find=command_text("opt.find.name"))
    @app_commands.describe(game=command_text("opt.game.about"), find=command_text("opt.find.about"))
    @app_commands.autocomplete(game=suggest_game)
    @responds
    async def rules(
        self,
        ctx: CommandContext,
        game: str | None = None,
        find: app_commands.Range[str, 1, _MAX_QUERY_CHARS] | None = None,
    ) -> Response:
        """Show the chapters of the rules reference, or search them for the text `find`.

        Without `game`, the rules of the game of this channel's latest table are shown.
        """
        by = ctx.user
        chosen = (
            resolve_game(ctx.app.games, game, by.lang)
            if game
            else await self._game_played_here(ctx.interaction, by)
        )
        rules = ctx.handlers.rules
        match = await self._running_table(ctx.interaction, by, chosen)
        message = (
            rules.answer(chosen, by, find, match) if find else rules.chapter(chosen, by, 0, match)
        )
        page = Response(message)
        return page if match == NO_MATCH else await ctx.handlers.add_way_back(page, match, by)

    @rules.autocomplete("find")
    async def _headings(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest rule headings, terms and card names that contain the input, in any language.

        Empty input gives the first headings.
        """
        by = await self.dispatcher.user_of(interaction)
        try:
            given = interaction.namespace.game
            game = (
                resolve_game(self.dispatcher.app.games, given, by.lang)
                if given
                else await self._game_played_here(interaction, by)
            )
        except UserError:
            return []
        found = rules_search.suggestions(game, by.lang, current)
        card_labels = {
            card.names[by.lang]: card.label(by.lang, with_game=False)
            for card in cards.matching_cards([game], by.lang, current)
        }
        for card_name, label in card_labels.items():
            found.setdefault(card_name, label)  # a heading with the same name has priority
        return [
            app_commands.Choice(
                name=cut(label, MAX_OPTION_CHARS), value=cut(name, _MAX_QUERY_CHARS)
            )
            for name, label in found.items()
        ][:MAX_SELECT_OPTIONS]

    @app_commands.command(name=command_text("card.name"), description=command_text("card.about"))
    @app_commands.rename(name=command_text("opt.card.name"), game=command_text("opt.game.name"))
    @app_commands.describe(name=command_text("opt.card.about"), game=command_text("opt.game.about"))
    @app_commands.autocomplete(game=suggest_game)
    @responds
    async def card(
        self,
        ctx: CommandContext,
        name: app_commands.Range[str, 1, 100],
        game: str | None = None,
    ) -> Response:
        """Show a card enlarged, with its rules text."""
        by = ctx.user
        found = cards.find_card(
            await self._possible_games(ctx.interaction, by, game),
            by.lang,
            name,
            () if game else self._games_with_cards(),
        )
        scene = cards.card_scene(found, by.lang, by.prefs) if ctx.app.renderer is not None else None
        return Response(cards.card_message(found, Translator(by.lang, found.game), scene))

    @card.autocomplete("name")
    async def _cards(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest cards by a part of their name, in any language."""
        by = await self.dispatcher.user_of(interaction)
        try:
            games = await self._possible_games(interaction, by, interaction.namespace.game)
        except UserError:
            return []
        other_games = () if interaction.namespace.game else self._games_with_cards()
        found = cards.suggestions(games, by.lang, current, other_games)
        return [app_commands.Choice(name=label, value=value) for value, label in found]

    def _games_with_cards(self) -> list[str]:
        return cards.games_with_cards(self.dispatcher.app.games)

    async def _game_played_here(self, interaction: Interaction, by: User) -> str:
        """Return the game of this channel's latest table, else the first game that the bot offers."""
        games = self.dispatcher.app.games
        tables = prefer_tables_outside_threads(
            interaction,
            await tables_for(
                self.dispatcher, interaction, by, statuses=("running", "lobby"), seated=False
            ),
        )
        return next(
            (match.game for match in reversed(tables) if match.game in games), next(iter(games))
        )

    async def _running_table(self, interaction: Interaction, by: User, game: str) -> str:
        """Return the id of the user's running table of `game` here.

        Returns `NO_MATCH` if the user has no such table, or several.
        """
        tables = [
            match
            for match in await tables_for(
                self.dispatcher, interaction, by, statuses=("running",), seated=True
            )
            if match.game == game
        ]
        return tables[0].id if len(tables) == 1 else NO_MATCH

    async def _possible_games(
        self, interaction: Interaction, by: User, game: str | None
    ) -> list[str]:
        """Return the ids of the games in which to look for a card.

        If `game` is given, the result is only this game. Otherwise it is the games with cards among
        those of this channel's tables: the running tables or, if no game of theirs has cards, the
        open lobbies and ended tables. If no game of these has cards, the result is all games with
        cards. Raises `UserError` if the given game has no cards, or if no game has any.
        """
        dispatcher, with_cards = self.dispatcher, self._games_with_cards()
        if game:
            game = resolve_game(dispatcher.app.games, game, by.lang)
            if game not in with_cards:
                raise UserError(
                    msg("ui.card.no_cards", game=literal(Translator(by.lang, game).game_name()))
                )
            return [game]
        for statuses in (("running",), ("lobby", "ended")):
            tables = prefer_tables_outside_threads(
                interaction,
                await tables_for(dispatcher, interaction, by, statuses=statuses, seated=False),
            )
            if found := cards.games_with_cards(
                match.game for match in tables if match.game in with_cards
            ):
                return found
        if not with_cards:
            raise UserError(msg("ui.card.none"))
        return with_cards
