"""Components of `/setup`: defaults of tables, audit log, test message, ratings, doctor."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from app.app import App
from app.model.match import UserError
from app.model.time_control import PACES
from app.people.guild_settings import RATED, GuildSettings
from games.core.text.i18n import LANGUAGES
from games.core.text.messages import msg
from ui.action import ComponentAction
from ui.components import Message
from ui.custom_ids import number
from ui.discord_actions import GuildChecks
from ui.i18n import Translator
from ui.response import Response
from ui.views.lobby.defaults import AS_DISCORD, NONE, defaults_message
from ui.views.lobby.permissions_check import AGAIN, health_message, ratings_button
from ui.views.pages.audit_log import PER_PAGE, done_message


class GuildSettingsHandler:
    """Verbs for guild managers and the bot's operators; `UserError` for other users."""

    def __init__(self, app: App, guild_channels: GuildChecks) -> None:
        self._app, self._guild_channels = app, guild_channels
        self.verbs: dict[str, Callable[[ComponentAction], Awaitable[Response]]] = {
            "try_here": self.try_here,
            "ratings": self.ratings,
            "condition": self.health_check,
            "defaults": self.defaults,
            "default": self.default,
            "done": self.done,
        }

    async def try_here(self, tap: ComponentAction) -> Response:
        """Post, edit and delete a message like a table's in the click's own channel.

        The `UserError` names what Discord refuses.
        """
        _managed(tap)
        if tap.here is None or tap.id.arg != str(tap.here):
            raise UserError(msg("ui.stale_control"))
        await self._guild_channels.check_permissions(tap.here, tap.by.lang)
        return Response(
            Message(content=Translator(tap.by.lang)("ui.setup.tried", channel=f"<#{tap.id.arg}>")),
            edit=False,
        )

    async def ratings(self, tap: ComponentAction) -> Response:
        """Turn the guild's ratings `on` or `off`."""
        if tap.id.arg not in ("on", "off"):
            raise UserError(msg("ui.stale_control"))
        rated, words = tap.id.arg == "on", Translator(tap.by.lang)
        await self._app.guild_settings.choose(_managed(tap), tap.by, RATED, rated)
        told = words("ui.setup.rated" if rated else "ui.setup.unrated")
        return Response(
            Message(content=told, rows=((ratings_button(words, rated=rated),),)), edit=False
        )

    async def defaults(self, tap: ComponentAction) -> Response:
        """Show the guild's defaults of new tables."""
        guild = _managed(tap)
        return self._defaults(guild, await self._app.guild_settings.choices(guild), tap, edit=False)

    async def default(self, tap: ComponentAction) -> Response:
        """Change a default: `<name>` with the select's values, or `<name>.none`."""
        guild, (name, _, none) = _managed(tap), tap.id.arg.partition(".")
        first = next(iter(tap.values), "")
        value: Any = None
        match name:
            case "lang" if first in (*LANGUAGES, AS_DISCORD):
                value = None if first == AS_DISCORD else first
            case "pace" if first in PACES:
                value = first
            case "channels" | "roles":
                given = [int(one) for one in tap.values if one.isdecimal() and none != NONE]
                value = sorted(self._guild_channels.existing_ids(guild, given)) or None
                # no chosen channel or role belongs to this guild
                if value is None and tap.values and none != NONE:
                    raise UserError(msg("ui.stale_control"))
                if guild in given:  # the @everyone role, which has the guild's id: no restriction
                    value = None
            case _:
                raise UserError(msg("ui.stale_control"))
        return self._defaults(
            guild, await self._app.guild_settings.choose(guild, tap.by, name, value), tap
        )

    async def done(self, tap: ComponentAction) -> Response:
        """Show a page of the guild's audit log, newest first."""
        guild, repo = _managed(tap), self._app.repo
        pages = max(1, -(-await repo.audit_log.count(guild) // PER_PAGE))
        page = min(pages, max(1, number(tap.id.arg) or 1))
        told = await repo.audit_log.page(guild, (page - 1) * PER_PAGE, PER_PAGE)
        return Response(
            done_message(told, page, pages, Translator(tap.by.lang)), edit=bool(tap.id.arg)
        )

    async def health_check(self, tap: ComponentAction) -> Response:
        """Show the findings of the health check (`doctor`); for the bot's operators only."""
        if tap.by.id not in self._app.operators or self._app.health_check is None:
            raise UserError(msg("ui.setup.operator_only"))
        found = await self._app.health_check(tap.by.lang)
        return Response(health_message(found, Translator(tap.by.lang)), edit=tap.id.arg == AGAIN)

    def _defaults(
        self, guild: int, chosen: GuildSettings, tap: ComponentAction, *, edit: bool = True
    ) -> Response:
        there = self._guild_channels.existing_ids(guild, (*chosen.channels, *chosen.roles))
        return Response(defaults_message(chosen, there, Translator(tap.by.lang)), edit=edit)


def _managed(tap: ComponentAction) -> int:
    """Return the guild that the user manages or whose `/setup` they may use; else `UserError`."""
    guild = tap.sets_up if tap.manages is None else tap.manages
    if guild is None:
        raise UserError(msg("ui.setup.not_yours"))
    return guild
