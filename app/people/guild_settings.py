"""Guild settings, which apply to new matches; existing matches do not change."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from app.model.match import User, UserError
from app.model.time_control import DEFAULT_PACE, PACES
from app.ports.audit_log import AuditLogEntry
from app.ports.repo import GuildRepository
from app.ports.services import Clock
from app.runtime.locks import Locks
from games.core.text.languages import LANGUAGES, Lang
from games.core.text.messages import literal, msg

RATED = "rated"  # key of the setting that enables ratings
MAX_SELECT_VALUES = 25  # channels or roles: Discord's limit for one select menu


class GuildSettings(Struct, frozen=True):
    """Settings of a guild.

    - `lang`: language of its matches (None: the guild's locale on Discord, else the creator's)
    - `channels`: channels, threads included, in which matches may be created (empty: all)
    - `roles`: roles that may create matches (empty: everyone may)
    - `pace`: name of the time control of new matches
    - `rated`: whether the guild has ratings
    - `posts`: whether people may post pictures of tables in their channels
    """

    lang: Lang | None = None
    channels: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    pace: str = DEFAULT_PACE
    rated: bool = False
    posts: bool = True


class TableCreator(Struct, frozen=True):
    """Facts from Discord about the creator of a match.

    These are their roles, whether they may manage the guild, and the parent channel of the thread
    in which they create the match (0: no thread).
    """

    roles: tuple[int, ...] = ()
    manages: bool = False
    parent: int = 0


ANYBODY = TableCreator()  # a creator without roles or permissions, in no thread


class GuildSettingsService:
    """Service for guild settings; methods raise `UserError` if the request is not possible."""

    def __init__(self, guilds: GuildRepository, clock: Clock, locks: Locks) -> None:
        self._guilds, self._clock, self._locks = guilds, clock, locks

    async def get(self, guild: int) -> GuildSettings:
        """Return a guild's settings; unset and unknown values are the defaults."""
        return _parse(await self._guilds.prefs(guild)) if guild else GuildSettings()

    async def choose(self, guild: int, by: User, name: str, value: Any) -> GuildSettings:
        """Set the field `name` of a guild's settings to `value`; None resets it.

        Writes an audit entry and returns the settings. The caller must check that the user manages
        the guild.
        """
        async with self._locks(f"server {guild}"):
            before = await self._guilds.prefs(guild)
            prefs = {**before, name: value}
            if value is None:
                del prefs[name]
            settings = _parse(prefs)
            # `_parse` ignores invalid values: if this one is missing in its result, it was invalid
            if value is not None and _as_stored(getattr(settings, name)) != value:
                raise UserError(msg("host.trouble.choice"))
            if prefs != before:
                entry = AuditLogEntry(
                    guild, self._clock.now(), by.id, f"chose_{name}", args={"value": value}
                )
                await self._guilds.save_prefs(guild, prefs, [entry])
            return settings

    async def settings_for_new_match(
        self, guild: int, channel: int, creator: TableCreator
    ) -> GuildSettings:
        """Return the guild's settings for a new match in this channel.

        Raises `UserError` if the user may not create a match there; the message says what to do.
        """
        settings = await self.get(guild)
        if settings.roles and not creator.manages and not set(settings.roles) & set(creator.roles):
            raise UserError(
                msg(
                    "host.trouble.no_role",
                    roles=literal(" ".join(f"<@&{role}>" for role in settings.roles)),
                )
            )
        if not _allowed(settings, channel, creator.parent):
            raise UserError(msg("host.trouble.elsewhere", channels=_channel_mentions(settings)))
        return settings

    async def require_channel_allowed(self, guild: int, channel: int, parent: int) -> None:
        """Raise `UserError` if the guild allows no matches in this channel.

        If `channel` is a thread, `parent` is its channel (else 0); it is enough that one of them is
        allowed.
        """
        settings = await self.get(guild)
        if not _allowed(settings, channel, parent):
            raise UserError(msg("host.trouble.not_here", channels=_channel_mentions(settings)))


def _parse(prefs: dict[str, Any]) -> GuildSettings:
    """Parse stored settings, ignoring invalid values."""
    pace, lang = prefs.get("pace"), prefs.get("lang")
    return GuildSettings(
        lang=lang if lang in LANGUAGES else None,
        channels=_ids(prefs.get("channels")),
        roles=_ids(prefs.get("roles")),
        pace=pace if pace in PACES else DEFAULT_PACE,
        rated=bool(prefs.get(RATED)),
        posts=prefs.get("posts") is not False,
    )


def _ids(value: Any) -> tuple[int, ...]:
    return (
        tuple(item for item in value if isinstance(item, int))[:MAX_SELECT_VALUES]
        if isinstance(value, list)
        else ()
    )


def _as_stored(value: Any) -> Any:
    """Return a setting's value in the form in which it is stored: lists instead of tuples."""
    return list(value) if isinstance(value, tuple) else value


def _allowed(settings: GuildSettings, channel: int, parent: int) -> bool:
    allowed = settings.channels
    return not allowed or channel in allowed or parent in allowed


def _channel_mentions(settings: GuildSettings) -> Any:
    return literal(" ".join(f"<#{channel}>" for channel in settings.channels))
