"""Playing by command: `/play` in words, `/hand`, `/board`, `/undo`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.ui import speech
from cogs.ui.desk import Answer
from cogs.ui.front import Front
from cogs.ui.hall import Tap
from cogs.ui.ids import TableId
from cogs.ui.message import cut
from cogs.ui.tree import said
from cogs.ui.which import at_table, which
from cogs.ui.words import Words, plain
from games.core.forms import Done
from games.core.messages import listed, literal, msg
from host.model import Match, Person, Trouble

Interaction = discord.Interaction[Any]
_SHOWN = 60  # characters of somebody's own words that are repeated to them


class PlayCog(commands.Cog):
    """Commands of those who sit at a running table."""

    def __init__(self, front: Front) -> None:
        self.front = front

    @app_commands.command(name=said("play.name"), description=said("play.about"))
    @app_commands.rename(move=said("opt.move.name"))
    @app_commands.describe(move=said("opt.move.about"))
    @at_table
    async def play(
        self, interaction: Interaction, move: app_commands.Range[str, 1, 200] | None = None, table: str | None = None
    ) -> None:
        """The panel, or a move in words."""
        front = self.front

        async def work(by: Person) -> Answer:
            match = await which(front, interaction, by, table)
            if not move:
                return await front.desk.open(match.id, by)
            asker = await front.app.tables.asker(match.id, by)
            words = Words.of(match, by.lang)
            path = speech.read(asker.ask, words, move)
            if path is None:
                raise Trouble(_no_move(asker.ask, words, move))
            panel = await front.app.tables.play(match.id, by, path, str(interaction.id))
            if isinstance(panel.answer, Done) and not panel.committed and panel.notice is None:
                panel.notice = msg("ui.play.again")
            return Answer(await front.desk.show(panel, by), edit=False)

        await front.serve(interaction, work)

    @play.autocomplete("move")
    async def _moves(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Every legal move in words, completed down the tree; nothing when the person is not asked."""
        front = self.front
        by = await front.person(interaction)
        try:
            match = await which(front, interaction, by, interaction.namespace.table)
            asker = await front.app.tables.asker(match.id, by)
        except Trouble:
            return []
        found = speech.complete(asker.ask, Words.of(match, by.lang), current)
        return [app_commands.Choice(name=speech.label(one), value=speech.value(one.path)) for one in found]

    @app_commands.command(name=said("hand.name"), description=said("hand.about"))
    @at_table
    async def hand(self, interaction: Interaction, table: str | None = None) -> None:
        """The private screen."""
        await self._tap(interaction, table, "hand")

    @app_commands.command(name=said("board.name"), description=said("board.about"))
    @app_commands.rename(view=said("opt.view.name"))
    @app_commands.describe(view=said("opt.view.about"))
    @app_commands.choices(view=[
        app_commands.Choice(name=said("opt.view.picture"), value="board"),
        app_commands.Choice(name=said("opt.view.text"), value="text"),
    ])
    @at_table
    async def board(self, interaction: Interaction, view: str = "board", table: str | None = None) -> None:
        """The board, as a picture or whole in words."""
        await self._tap(interaction, table, "text" if view == "text" else "board", seated=False)

    @app_commands.command(name=said("undo.name"), description=said("undo.about"))
    @at_table
    async def undo(self, interaction: Interaction, table: str | None = None) -> None:
        """Take back one's last step."""
        await self._tap(interaction, table, "undo")

    async def _tap(self, interaction: Interaction, table: str | None, verb: str, *, seated: bool = True) -> None:
        front = self.front

        async def work(by: Person) -> Answer:
            match: Match = await which(front, interaction, by, table, statuses=("running", "ended"), seated=seated)
            return await front.hall.tap(Tap(TableId(match.id, verb), by, str(interaction.id)))

        await front.serve(interaction, work)


def _no_move(ask: speech.Ask, words: Words, given: str) -> Any:
    """What to say when the words are no move: the nearest moves."""
    close = speech.near(ask, words, given)
    text = literal(plain(cut(given, _SHOWN)))
    if not close:
        return msg("ui.play.unknown", text=text)
    return msg("ui.play.near", text=text, moves=listed([f"«{one}»" for one in close], "or"))
