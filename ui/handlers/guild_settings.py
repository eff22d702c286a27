"""Components of `/setup`: defaults, audit log, test message, ratings, health check."""

from __future__ import annotations

from typing import Any

from app.app import App
from app.model.match import UserError
from app.model.time_control import PACES
from app.people.guild_settings import RATED, GuildSettings
from games.core.text.languages import LANGUAGES
from games.core.text.messages import msg
from ui.action import ActionHandlers, ComponentAction
from ui.components import Message
from ui.custom_ids import TableAction, number
from ui.discord_actions import GuildChecks
from ui.i18n import Translator
from ui.response import Response
from ui.views.lobby.defaults import AS_DISCORD, NONE, defaults_message
from ui.views.lobby.permissions_check import REPEAT_CHECK, health_message, ratings_button
from ui.views.pages.audit_log import PER_PAGE, audit_log_message


class GuildSettingsHandler:
    """Actions for guild managers and the bot's operators.

    For other users, the methods raise `UserError`.
    """

    def __init__(self, app: App, guild_channels: GuildChecks) -> None:
        self._app, self._guild_channels = app, guild_channels
        self.actions: ActionHandlers = {
            TableAction.TEST_PERMISSIONS: self.test_permissions,
            TableAction.SET_RATINGS: self.set_ratings,
            TableAction.SHOW_HEALTH_CHECK: self.show_health_check,
            TableAction.SHOW_DEFAULTS: self.show_defaults,
            TableAction.SET_DEFAULT: self.set_default,
            TableAction.SHOW_AUDIT_LOG: self.show_audit_log,
        }

    async def test_permissions(self, action: ComponentAction) -> Response:
        """Post, edit and delete a test message in the channel of the click.

        The message is like a table's messages. If Discord refuses something, the `UserError` names
        it.
        """
        _require_managed_guild(action)
        if action.channel is None or action.arg != str(action.channel):
            raise UserError(msg("ui.stale_control"))
        await self._guild_channels.check_permissions(action.channel, action.by.lang)
        return Response(
            Message(
                content=Translator(action.by.lang)("ui.setup.tried", channel=f"<#{action.arg}>")
            ),
            edit=False,
        )

    async def set_ratings(self, action: ComponentAction) -> Response:
        """Turn the guild's ratings on or off; the argument is `on` or `off`."""
        if action.arg not in ("on", "off"):
            raise UserError(msg("ui.stale_control"))
        rated, words = action.arg == "on", Translator(action.by.lang)
        await self._app.guild_settings.choose(
            _require_managed_guild(action), action.by, RATED, rated
        )
        text = words("ui.setup.rated" if rated else "ui.setup.unrated")
        return Response(
            Message(content=text, rows=((ratings_button(words, rated=rated),),)), edit=False
        )

    async def show_defaults(self, action: ComponentAction) -> Response:
        """Show the guild's defaults of new tables."""
        guild = _require_managed_guild(action)
        return self._defaults_response(
            guild, await self._app.guild_settings.get(guild), action, edit=False
        )

    async def set_default(self, action: ComponentAction) -> Response:
        """Change a default of new tables.

        The argument is the name of the default if a select has its new values. `channels.none` and
        `roles.none` remove a restriction, and `posts.on` and `posts.off` allow or forbid posts.
        """
        guild, (name, _, suffix) = _require_managed_guild(action), action.arg.partition(".")
        chosen = action.value
        value: Any = None
        match name:
            case "lang" if chosen in (*LANGUAGES, AS_DISCORD):
                value = None if chosen == AS_DISCORD else chosen
            case "pace" if chosen in PACES:
                value = chosen
            case "posts" if suffix in ("on", "off"):
                value = None if suffix == "on" else False
            case "channels" | "roles":
                chosen_ids = [
                    int(chosen_id)
                    for chosen_id in action.values
                    if chosen_id.isdecimal() and suffix != NONE
                ]
                value = sorted(self._guild_channels.existing_ids(guild, chosen_ids)) or None
                # none of the chosen channels or roles belongs to this guild
                if value is None and action.values and suffix != NONE:
                    raise UserError(msg("ui.stale_control"))
                # the @everyone role has the guild's id, and means no restriction
                if guild in chosen_ids:
                    value = None
            case _:
                raise UserError(msg("ui.stale_control"))
        return self._defaults_response(
            guild, await self._app.guild_settings.choose(guild, action.by, name, value), action
        )

    async def show_audit_log(self, action: ComponentAction) -> Response:
        """Show a page of the guild's audit log, newest first."""
        guild, repo = _require_managed_guild(action), self._app.repo
        pages = max(1, -(-await repo.audit_log.count(guild) // PER_PAGE))
        page = min(pages, max(1, number(action.arg) or 1))
        entries = await repo.audit_log.page(guild, (page - 1) * PER_PAGE, PER_PAGE)
        return Response(
            audit_log_message(entries, page, pages, Translator(action.by.lang)),
            edit=bool(action.arg),
        )

    async def show_health_check(self, action: ComponentAction) -> Response:
        """Show the findings of the health check (`doctor`); for the bot's operators only."""
        if action.by.id not in self._app.operators or self._app.health_check is None:
            raise UserError(msg("ui.setup.operator_only"))
        findings = await self._app.health_check(action.by.lang)
        return Response(
            health_message(findings, Translator(action.by.lang)), edit=action.arg == REPEAT_CHECK
        )

    def _defaults_response(
        self, guild: int, settings: GuildSettings, action: ComponentAction, *, edit: bool = True
    ) -> Response:
        existing = self._guild_channels.existing_ids(guild, (*settings.channels, *settings.roles))
        return Response(defaults_message(settings, existing, Translator(action.by.lang)), edit=edit)


def _require_managed_guild(action: ComponentAction) -> int:
    """Return the guild of the click; raise `UserError` if the user may not set it up.

    The user may change the settings of a guild that they manage, or whose `/setup` Discord let them
    run.
    """
    guild = action.setup_guild if action.managed_guild is None else action.managed_guild
    if guild is None:
        raise UserError(msg("ui.setup.not_yours"))
    return guild
