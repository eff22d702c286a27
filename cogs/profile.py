"""Everybody's own: the inbox of all tables, language, how things are shown."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast
from zoneinfo import available_timezones

import discord
from discord import app_commands
from discord.ext import commands

from app.account.vacation import AT_ONCE
from app.model.match import Lang, Person, Trouble
from app.people.leaderboards import UNSUNG
from games.core.guides.rulebook import fold
from games.core.text.messages import msg
from ui.components import Button, Message, Paper
from ui.custom_ids import NOBODY, TableId, encode
from ui.handlers.panel import Answer
from ui.i18n import Words, when
from ui.interactions.command_sync import said
from ui.interactions.dispatcher import Dispatcher
from ui.suggestions import completed, squeezed
from ui.views.pages.settings import settings_message

Interaction = discord.Interaction[Any]
_DATA = ("privacy", "export", "erase")     # what can be asked of one's data


class TurnsCog(commands.Cog):
    """`/turns`."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(name=said("turns.name"), description=said("turns.about"))
    async def turns(self, interaction: Interaction) -> None:
        """All one's tables, those that wait first, oldest first."""
        dispatcher = self.dispatcher

        async def work(by: Person) -> Answer:
            return Answer(await dispatcher.table_handler.inbox.inbox(by), edit=False)

        await dispatcher.serve(interaction, work)


class MeCog(commands.GroupCog, group_name=said("me.name"), group_description=said("me.about")):
    """`/me`: settings that follow a person to every table."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        super().__init__()
        self.dispatcher = dispatcher

    @app_commands.command(name=said("me.language.name"), description=said("me.language.about"))
    @app_commands.rename(language=said("opt.language.name"))
    @app_commands.describe(language=said("opt.language.about"))
    @app_commands.choices(language=[
        app_commands.Choice(name="Español", value="es"), app_commands.Choice(name="English", value="en"),
    ])
    async def language(self, interaction: Interaction, language: str) -> None:
        """The language of private screens."""
        dispatcher = self.dispatcher

        async def work(by: Person) -> Answer:
            by = await dispatcher.app.people.set(by, lang=cast("Lang", language))
            await dispatcher.app.tables.show_anew(by)
            return Answer(Message(content=Words(by.lang)("ui.me.language")), edit=False)

        await dispatcher.serve(interaction, work)

    @app_commands.command(name=said("me.display.name"), description=said("me.display.about"))
    @app_commands.rename(
        text=said("opt.text.name"), confirm=said("opt.confirm.name"), large=said("opt.large.name"),
        palette=said("opt.palette.name"), arrows=said("opt.arrows.name"), firsts=said("opt.firsts.name"),
    )
    @app_commands.describe(
        text=said("opt.text.about"), confirm=said("opt.confirm.about"), large=said("opt.large.about"),
        palette=said("opt.palette.about"), arrows=said("opt.arrows.about"), firsts=said("opt.firsts.about"),
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
        palette: str | None = None, arrows: bool | None = None, firsts: bool | None = None,
    ) -> None:
        """Words instead of pictures, larger ones, another palette, no arrows, what asks for a confirmation, no first times."""
        dispatcher = self.dispatcher

        async def work(by: Person) -> Answer:
            given: dict[str, Any] = {"text": text, "confirm": confirm, "large": large, "palette": palette}
            given |= {name: None if on is None else not on for name, on in (("bare", arrows), (UNSUNG, firsts))}
            if chosen := {name: value for name, value in given.items() if value is not None}:
                by = await dispatcher.app.people.set(by, **chosen)
                await dispatcher.app.tables.show_anew(by)
            return Answer(Message(content=_settings(by)), edit=False)

        await dispatcher.serve(interaction, work)

    @app_commands.command(name=said("me.records.name"), description=said("me.records.about"))
    async def records(self, interaction: Interaction) -> None:
        """One's own games that have ended."""
        dispatcher = self.dispatcher

        async def work(by: Person) -> Answer:
            return await dispatcher.tap(interaction, TableId(NOBODY, "records_own"), by)

        await dispatcher.serve(interaction, work)

    @app_commands.command(name=said("me.settings.name"), description=said("me.settings.about"))
    async def settings(self, interaction: Interaction) -> None:
        """All of one's settings as menus and buttons."""

        async def work(by: Person) -> Answer:
            return Answer(settings_message(by), edit=False)

        await self.dispatcher.serve(interaction, work)

    @app_commands.command(name=said("me.pings.name"), description=said("me.pings.about"))
    @app_commands.rename(where=said("opt.pings.name"), since=said("opt.since.name"), until=said("opt.until.name"),
                         zone=said("opt.zone.name"))
    @app_commands.describe(where=said("opt.pings.about"), since=said("opt.since.about"), until=said("opt.until.about"),
                           zone=said("opt.zone.about"))
    @app_commands.choices(where=[
        app_commands.Choice(name=said("opt.pings.channel"), value="channel"),
        app_commands.Choice(name=said("opt.pings.dm"), value="dm"),
        app_commands.Choice(name=said("opt.pings.none"), value="none"),
    ])
    async def pings(
        self, interaction: Interaction, where: str | None = None, since: app_commands.Range[int, 0, 23] | None = None,
        until: app_commands.Range[int, 0, 24] | None = None, zone: str | None = None,
    ) -> None:
        """Where reminders come, in which hours none does, and by which clock."""
        dispatcher = self.dispatcher

        async def work(by: Person) -> Answer:
            meant = None if zone is None else _zone(zone)
            if zone is not None and meant is None:
                raise Trouble(msg("ui.me.no_zone"))
            begin, end = by.prefs.get("quiet") or (0, 0)
            given: dict[str, Any] = {"pings": where, "zone": meant}
            if since is not None or until is not None:
                given["quiet"] = [begin if since is None else since, end if until is None else until]
            by = await dispatcher.app.people.set(by, **{name: value for name, value in given.items() if value is not None})
            return Answer(Message(content=_pings(by)), edit=False)

        await dispatcher.serve(interaction, work)

    @pings.autocomplete("zone")
    async def _zones(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Time zones by a piece of their name."""
        del interaction
        sought = squeezed(current).replace(" ", "_")
        return [app_commands.Choice(name=name, value=name) for name in _zones() if sought in fold(name)][:25]

    @app_commands.command(name=said("me.vacation.name"), description=said("me.vacation.about"))
    @app_commands.rename(days=said("opt.days.name"))
    @app_commands.describe(days=said("opt.days.about"))
    async def vacation(self, interaction: Interaction, days: app_commands.Range[int, 0, AT_ONCE]) -> None:
        """Days off at all tables, or back from them."""
        dispatcher = self.dispatcher

        async def work(by: Person) -> Answer:
            words, vacations = Words(by.lang), dispatcher.app.vacations
            if not days:
                await vacations.end(by)
                return Answer(Message(content=words("ui.me.vacation_over", n=vacations.left(by))), edit=False)
            until = await vacations.begin(by, days)
            return Answer(Message(content=words("ui.me.vacation", t=when(until, "f"), n=vacations.left(by))), edit=False)

        await dispatcher.serve(interaction, work)

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
        dispatcher = self.dispatcher

        async def work(by: Person) -> Answer:
            words = Words(by.lang)
            if what not in _DATA:
                raise Trouble(msg("host.trouble.unknown_choice"))
            if what == "export":
                dispatcher.app.limits.spend(by, "export")
                paper = Paper("sobremesa.json", await dispatcher.app.privacy.export(by))
                return Answer(Message(content=words("ui.me.export"), paper=paper), edit=False)
            if what == "erase":
                sure = Button(words("ui.me.erase_sure"), encode(TableId(NOBODY, "erase_sure")), "red")
                return Answer(Message(content=words("ui.me.erase"), rows=((sure,),)), edit=False)
            days = dispatcher.app.settings.keep_finished
            finished = words("ui.me.finished", n=days) if days else words("ui.me.finished_never")
            return Answer(Message(content=words("ui.me.privacy", finished=finished)), edit=False)

        await dispatcher.serve(interaction, work)


@lru_cache
def _zones() -> tuple[str, ...]:
    return tuple(name for name in sorted(available_timezones()) if "/" in name)


def _zone(said: str) -> str | None:
    """Return the time zone that was chosen or typed ("Madrid", "new york"); None for none, and for several."""
    if said in available_timezones():
        return said
    city = squeezed(said).replace(" ", "_")
    cities = {name for name in _zones() if fold(name).rpartition("/")[2] == city}
    return cities.pop() if len(cities) == 1 else completed(city, [(name, name) for name in _zones()])


def _pings(by: Person) -> str:
    """How one is reminded, in a sentence."""
    words, prefs = Words(by.lang), by.prefs
    where = words(f"ui.cmd.opt.pings.{prefs.get('pings', 'channel')}")
    zone = prefs.get("zone", "UTC")
    begin, end = prefs.get("quiet") or (0, 0)
    if begin == end:
        return words("ui.me.pings", where=where, zone=zone)
    return words("ui.me.pings_quiet", where=where, begin=begin, end=end, zone=zone)


def _settings(by: Person) -> str:
    """The settings as they stand, in a sentence."""
    words, prefs = Words(by.lang), by.prefs
    yes, no = words("ui.options.yes"), words("ui.options.no")
    return words(
        "ui.me.display", text=yes if prefs.get("text") else no, large=yes if prefs.get("large") else no,
        confirm=words(f"ui.cmd.opt.confirm.{prefs.get('confirm', 'final')}"),
        palette=words(f"ui.cmd.opt.palette.{prefs.get('palette', 'default')}"), arrows=no if prefs.get("bare") else yes,
        firsts=no if prefs.get(UNSUNG) else yes,
    )
