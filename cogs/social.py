"""Everybody's own: the inbox of all tables, language, how things are shown."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.ui import pages
from cogs.ui.desk import Answer
from cogs.ui.front import Front
from cogs.ui.ids import NOBODY, TableId, encode
from cogs.ui.message import Button, Message, Paper
from cogs.ui.tree import said
from cogs.ui.words import Words
from host.model import Lang, Person

Interaction = discord.Interaction[Any]


class TurnsCog(commands.Cog):
    """`/turns`."""

    def __init__(self, front: Front) -> None:
        self.front = front

    @app_commands.command(name=said("turns.name"), description=said("turns.about"))
    async def turns(self, interaction: Interaction) -> None:
        """All one's tables, those that wait first, oldest first."""
        front = self.front

        async def work(by: Person) -> Answer:
            turns = await front.app.tables.turns(by)
            return Answer(pages.inbox_message(turns, by.lang, front.app.clock.now()), edit=False)

        await front.serve(interaction, work)


class MeCog(commands.GroupCog, group_name=said("me.name"), group_description=said("me.about")):
    """`/me`: settings that follow a person to every table."""

    def __init__(self, front: Front) -> None:
        super().__init__()
        self.front = front

    @app_commands.command(name=said("me.language.name"), description=said("me.language.about"))
    @app_commands.rename(language=said("opt.language.name"))
    @app_commands.describe(language=said("opt.language.about"))
    @app_commands.choices(language=[
        app_commands.Choice(name="Español", value="es"), app_commands.Choice(name="English", value="en"),
    ])
    async def language(self, interaction: Interaction, language: str) -> None:
        """The language of private screens."""
        front = self.front

        async def work(by: Person) -> Answer:
            lang: Lang = "en" if language == "en" else "es"
            by = await front.app.people.set(by, lang=lang)
            return Answer(Message(content=Words(by.lang)("ui.me.language")), edit=False)

        await front.serve(interaction, work)

    @app_commands.command(name=said("me.display.name"), description=said("me.display.about"))
    @app_commands.rename(
        text=said("opt.text.name"), confirm=said("opt.confirm.name"), large=said("opt.large.name"),
        palette=said("opt.palette.name"),
    )
    @app_commands.describe(
        text=said("opt.text.about"), confirm=said("opt.confirm.about"), large=said("opt.large.about"),
        palette=said("opt.palette.about"),
    )
    @app_commands.choices(
        confirm=[
            app_commands.Choice(name=said("opt.confirm.final"), value="final"),
            app_commands.Choice(name=said("opt.confirm.always"), value="always"),
        ],
        palette=[
            app_commands.Choice(name=said("opt.palette.default"), value="default"),
            app_commands.Choice(name=said("opt.palette.contrast"), value="contrast"),
        ],
    )
    async def display(
        self, interaction: Interaction, text: bool | None = None, confirm: str | None = None, large: bool | None = None,
        palette: str | None = None,
    ) -> None:
        """Words instead of pictures, larger pictures, another palette, and what asks for a confirmation."""
        front = self.front

        async def work(by: Person) -> Answer:
            given: dict[str, Any] = {"text": text, "confirm": confirm, "large": large, "palette": palette}
            by = await front.app.people.set(by, **{name: value for name, value in given.items() if value is not None})
            return Answer(Message(content=_settings(by)), edit=False)

        await front.serve(interaction, work)

    @app_commands.command(name=said("me.data.name"), description=said("me.data.about"))
    @app_commands.rename(what=said("opt.data.name"))
    @app_commands.describe(what=said("opt.data.about"))
    @app_commands.choices(what=[
        app_commands.Choice(name=said("opt.data.privacy"), value="privacy"),
        app_commands.Choice(name=said("opt.data.export"), value="export"),
        app_commands.Choice(name=said("opt.data.erase"), value="erase"),
    ])
    async def data(self, interaction: Interaction, what: str = "privacy") -> None:
        """What the bot keeps of a person: said, handed out, or erased after a second question."""
        front = self.front

        async def work(by: Person) -> Answer:
            words = Words(by.lang)
            if what == "export":
                paper = Paper("sobremesa.json", await front.app.privacy.export(by))
                return Answer(Message(content=words("ui.me.export"), paper=paper), edit=False)
            if what == "erase":
                sure = Button(words("ui.me.erase_sure"), encode(TableId(NOBODY, "erase_sure")), "red")
                return Answer(Message(content=words("ui.me.erase"), rows=((sure,),)), edit=False)
            return Answer(Message(content=words("ui.me.privacy")), edit=False)

        await front.serve(interaction, work)


def _settings(by: Person) -> str:
    """The settings as they stand, in a sentence."""
    words, prefs = Words(by.lang), by.prefs
    yes, no = words("ui.options.yes"), words("ui.options.no")
    return words(
        "ui.me.display", text=yes if prefs.get("text") else no, large=yes if prefs.get("large") else no,
        confirm=words(f"ui.cmd.opt.confirm.{prefs.get('confirm', 'final')}"),
        palette=words(f"ui.cmd.opt.palette.{prefs.get('palette', 'default')}"),
    )
