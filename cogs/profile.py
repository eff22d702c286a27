"""A user's own commands: `/turns` (all their tables) and `/me` (settings and data)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from zoneinfo import available_timezones

import discord
from discord import app_commands
from discord.ext import commands

from app.account.vacation import MAX_DAYS_IN_A_ROW
from app.model.match import User, UserError
from app.people.leaderboards import UNSUNG
from games.core.guides.rulebook import fold_case_and_accents
from games.core.text.languages import DECLARED
from games.core.text.messages import msg
from ui.components import Message
from ui.i18n import Translator, timestamp
from ui.interactions.command_sync import command_text
from ui.interactions.commands import CommandContext, responds
from ui.interactions.dispatcher import Dispatcher
from ui.response import Response
from ui.suggestions import match_or_complete, normalized
from ui.views.pages.settings import settings_message

Interaction = discord.Interaction[Any]


class TurnsCog(commands.Cog):
    """`/turns`: the inbox of all tables."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    @app_commands.command(name=command_text("turns.name"), description=command_text("turns.about"))
    @responds
    async def turns(self, ctx: CommandContext) -> Response:
        """List the user's tables: first those where the user must act, then the others."""
        return Response(await ctx.handlers.inbox.inbox(ctx.user))


class MeCog(
    commands.GroupCog,
    group_name=command_text("me.name"),
    group_description=command_text("me.about"),
):
    """`/me`: settings that apply to a user at every table."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        super().__init__()
        self.dispatcher = dispatcher

    @app_commands.command(
        name=command_text("me.language.name"), description=command_text("me.language.about")
    )
    @app_commands.rename(language=command_text("opt.language.name"))
    @app_commands.describe(language=command_text("opt.language.about"))
    @app_commands.choices(
        language=[
            app_commands.Choice(name=language.label, value=language.code)
            for language in DECLARED.values()
        ]
    )
    @responds
    async def language(self, ctx: CommandContext, language: str) -> Response:
        """Set the language in which the bot answers the user."""
        by = await ctx.app.users.set(ctx.user, lang=language)
        await ctx.app.game_service.republish(by)
        return Response(Message(content=Translator(by.lang)("ui.me.language")))

    @app_commands.command(
        name=command_text("me.display.name"), description=command_text("me.display.about")
    )
    @app_commands.rename(
        text=command_text("opt.text.name"),
        confirm=command_text("opt.confirm.name"),
        large=command_text("opt.large.name"),
        palette=command_text("opt.palette.name"),
        arrows=command_text("opt.arrows.name"),
        firsts=command_text("opt.firsts.name"),
    )
    @app_commands.describe(
        text=command_text("opt.text.about"),
        confirm=command_text("opt.confirm.about"),
        large=command_text("opt.large.about"),
        palette=command_text("opt.palette.about"),
        arrows=command_text("opt.arrows.about"),
        firsts=command_text("opt.firsts.about"),
    )
    @app_commands.choices(
        confirm=[
            app_commands.Choice(name=command_text("opt.confirm.final"), value="final"),
            app_commands.Choice(name=command_text("opt.confirm.always"), value="always"),
        ],
        palette=[
            app_commands.Choice(name=command_text("opt.palette.default"), value="default"),
            app_commands.Choice(name=command_text("opt.palette.contrast"), value="contrast"),
        ],
    )
    @responds
    async def display(
        self,
        ctx: CommandContext,
        text: bool | None = None,
        confirm: str | None = None,
        large: bool | None = None,
        palette: str | None = None,
        arrows: bool | None = None,
        firsts: bool | None = None,
    ) -> Response:
        """Set how tables are displayed to the user.

        - `text`: show text instead of pictures
        - `confirm`: which moves need a confirmation ("final" or "always")
        - `large`: show large pictures
        - `palette`: the colors of the pictures
        - `arrows`: draw arrows for the moves of the last turn
        - `firsts`: send notices of first-time achievements
        """
        by = ctx.user
        changes: dict[str, Any] = {
            "text": text,
            "confirm": confirm,
            "large": large,
            "palette": palette,
        }
        # stored negated: `bare` means no arrows, `UNSUNG` no notices of first achievements
        changes |= {
            name: None if on is None else not on
            for name, on in (("bare", arrows), (UNSUNG, firsts))
        }
        if chosen := {name: value for name, value in changes.items() if value is not None}:
            by = await ctx.app.users.set(by, **chosen)
            await ctx.app.game_service.republish(by)
        return Response(Message(content=_display_text(by)))

    @app_commands.command(
        name=command_text("me.records.name"), description=command_text("me.records.about")
    )
    @responds
    async def records(self, ctx: CommandContext) -> Response:
        """Show the user's own finished games."""
        return await ctx.handlers.leaderboards.show_own(ctx.user)

    @app_commands.command(
        name=command_text("me.settings.name"), description=command_text("me.settings.about")
    )
    @responds
    async def settings(self, ctx: CommandContext) -> Response:
        """Show all of the user's settings as menus and buttons."""
        return Response(settings_message(ctx.user))

    @app_commands.command(
        name=command_text("me.pings.name"), description=command_text("me.pings.about")
    )
    @app_commands.rename(
        where=command_text("opt.pings.name"),
        since=command_text("opt.since.name"),
        until=command_text("opt.until.name"),
        zone=command_text("opt.zone.name"),
    )
    @app_commands.describe(
        where=command_text("opt.pings.about"),
        since=command_text("opt.since.about"),
        until=command_text("opt.until.about"),
        zone=command_text("opt.zone.about"),
    )
    @app_commands.choices(
        where=[
            app_commands.Choice(name=command_text("opt.pings.channel"), value="channel"),
            app_commands.Choice(name=command_text("opt.pings.dm"), value="dm"),
            app_commands.Choice(name=command_text("opt.pings.none"), value="none"),
        ]
    )
    @responds
    async def pings(
        self,
        ctx: CommandContext,
        where: str | None = None,
        since: app_commands.Range[int, 0, 23] | None = None,
        until: app_commands.Range[int, 0, 24] | None = None,
        zone: str | None = None,
    ) -> Response:
        """Set where reminders are sent, the quiet hours, and the time zone.

        `where` is "channel", "dm" or "none". Quiet hours are from the hour `since` to the hour
        `until`. Options that are left out don't change.
        """
        by = ctx.user
        found_zone = None if zone is None else _find_zone(zone)
        if zone is not None and found_zone is None:
            raise UserError(msg("ui.me.no_zone"))
        begin, end = by.prefs.get("quiet") or (0, 0)
        changes: dict[str, Any] = {"pings": where, "zone": found_zone}
        if since is not None or until is not None:
            changes["quiet"] = [
                begin if since is None else since,
                end if until is None else until,
            ]
        by = await ctx.app.users.set(
            by, **{name: value for name, value in changes.items() if value is not None}
        )
        return Response(Message(content=_pings_text(by)))

    @pings.autocomplete("zone")
    async def _suggest_zones(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Suggest time zones by a part of their name."""
        del interaction
        sought = normalized(current).replace(" ", "_")
        return [
            app_commands.Choice(name=name, value=name)
            for name in _zone_names()
            if sought in fold_case_and_accents(name)
        ][:25]

    @app_commands.command(
        name=command_text("me.vacation.name"), description=command_text("me.vacation.about")
    )
    @app_commands.rename(days=command_text("opt.days.name"))
    @app_commands.describe(days=command_text("opt.days.about"))
    @responds
    async def vacation(
        self, ctx: CommandContext, days: app_commands.Range[int, 0, MAX_DAYS_IN_A_ROW]
    ) -> Response:
        """Take days off at all tables; 0 days end a vacation."""
        by = ctx.user
        words, vacations = Translator(by.lang), ctx.app.vacations
        if not days:
            await vacations.end(by)
            return Response(Message(content=words("ui.me.vacation_over", n=vacations.left(by))))
        until = await vacations.begin(by, days)
        return Response(
            Message(content=words("ui.me.vacation", t=timestamp(until, "f"), n=vacations.left(by)))
        )

    @app_commands.command(
        name=command_text("me.data.name"), description=command_text("me.data.about")
    )
    @app_commands.rename(what=command_text("opt.data.name"))
    @app_commands.describe(what=command_text("opt.data.about"))
    @app_commands.choices(
        what=[
            app_commands.Choice(name=command_text("opt.data.privacy"), value="privacy"),
            app_commands.Choice(name=command_text("opt.data.export"), value="export"),
            app_commands.Choice(name=command_text("opt.data.erase"), value="erase"),
        ]
    )
    @responds
    async def data(self, ctx: CommandContext, what: str = "privacy") -> Response:
        """Explain, export or erase the user's data; erasing asks for a confirmation.

        `what` is "privacy" (the explanation), "export" or "erase".
        """
        handler = ctx.handlers.user_settings
        match what:
            case "privacy":
                return await handler.show_privacy(ctx.user)
            case "export":
                return await handler.export_user_data(ctx.user)
            case "erase":
                return await handler.ask_to_erase_user_data(ctx.user)
            case _:
                raise UserError(msg("host.trouble.unknown_choice"))


@lru_cache
def _zone_names() -> tuple[str, ...]:
    return tuple(name for name in sorted(available_timezones()) if "/" in name)


def _find_zone(typed: str) -> str | None:
    """Return the time zone that the user chose or typed ("Madrid", "new york").

    None if no zone matches, or if several do.
    """
    if typed in available_timezones():
        return typed
    city = normalized(typed).replace(" ", "_")
    cities = {
        name for name in _zone_names() if fold_case_and_accents(name).rpartition("/")[2] == city
    }
    return (
        cities.pop()
        if len(cities) == 1
        else match_or_complete(city, [(name, name) for name in _zone_names()])
    )


def _pings_text(by: User) -> str:
    """Return a sentence that says where the user gets reminders, and the quiet hours.

    Quiet hours begin and end at full hours in the user's time zone. If both hours are the same, the
    user has no quiet hours, and the sentence doesn't mention any.
    """
    words, prefs = Translator(by.lang), by.prefs
    where = words(f"ui.cmd.opt.pings.{prefs.get('pings', 'channel')}")
    zone = prefs.get("zone", "UTC")
    begin, end = prefs.get("quiet") or (0, 0)
    if begin == end:
        return words("ui.me.pings", where=where, zone=zone)
    return words("ui.me.pings_quiet", where=where, begin=begin, end=end, zone=zone)


def _display_text(by: User) -> str:
    """Return a sentence about the user's display settings."""
    words, prefs = Translator(by.lang), by.prefs
    on, off = words("ui.options.on"), words("ui.options.off")
    return words(
        "ui.me.display",
        text=on if prefs.get("text") else off,
        large=on if prefs.get("large") else off,
        confirm=words(f"ui.cmd.opt.confirm.{prefs.get('confirm', 'final')}"),
        palette=words(f"ui.cmd.opt.palette.{prefs.get('palette', 'default')}"),
        arrows=off if prefs.get("bare") else on,
        firsts=off if prefs.get(UNSUNG) else on,
    )
