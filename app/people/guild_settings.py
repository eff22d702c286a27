"""Guild settings for new matches; existing matches keep theirs."""

from __future__ import annotations

from typing import Any, cast

from msgspec import Struct

from app.model.match import Lang, User, UserError
from app.model.time_control import DEFAULT_PACE, PACES
from app.ports.audit_log import AuditEntry
from app.ports.repo import GuildRepository
from app.ports.store import Clock
from app.runtime.locks import Locks
from games.core.text.i18n import LANGUAGES
from games.core.text.messages import literal, msg

RATED = "rated"  # key of the setting that enables ratings
MAX_SELECT_VALUES = 25  # channels or roles: Discord's limit for one select menu


class GuildSettings(Struct, frozen=True):
    """Settings of a guild.

    `lang` is the language of its matches (None: Discord's, else the creator's). `channels` may
    have matches, with their threads and posts (empty: any channel). `roles` may create matches
    (empty: everyone). `pace` is the initial time control, and `rated` enables ratings.
    """

    lang: Lang | None = None
    channels: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    pace: str = DEFAULT_PACE
    rated: bool = False


class TableCreator(Struct, frozen=True):
    """Facts from Discord about the creator of a match.

    Their roles, whether they manage the guild, and the parent channel of the thread they use
    (0: no thread).
    """

    roles: tuple[int, ...] = ()
    manages: bool = False
    parent: int = 0


ANYBODY = TableCreator()


class GuildSettingsService:
    """Service for guild settings; methods raise `UserError` if the request is not possible."""

    def __init__(self, guilds: GuildRepository, clock: Clock, locks: Locks) -> None:
        self._guilds, self._clock, self._locks = guilds, clock, locks

    async def choices(self, guild: int) -> GuildSettings:
        """Return a guild's settings; unset and unknown values are the defaults."""
        return _read(await self._guilds.prefs(guild)) if guild else GuildSettings()

    async def choose(self, guild: int, by: User, name: str, value: Any) -> GuildSettings:
        """Set one field of `GuildSettings`; None resets it. Writes an audit entry.

        The caller must check that the user manages the guild.
        """
        async with self._locks(f"server {guild}"):
            before = await self._guilds.prefs(guild)
            prefs = {**before, name: value}
            if value is None:
                del prefs[name]
            chosen = _read(prefs)
            if value is not None and _plain(getattr(chosen, name)) != value:
                raise UserError(msg("host.trouble.choice"))
            if prefs != before:
                done = AuditEntry(
                    guild, self._clock.now(), by.id, f"chose_{name}", args={"value": value}
                )
                await self._guilds.save_prefs(guild, prefs, [done])
            return chosen

    async def admit(self, guild: int, channel: int, opener: TableCreator) -> GuildSettings:
        """Return the settings for a new match in this channel.

        Raises `UserError` if the user may not create one here; the message says what to do.
        """
        chosen = await self.choices(guild)
        if chosen.roles and not opener.manages and not set(chosen.roles) & set(opener.roles):
            raise UserError(
                msg(
                    "host.trouble.no_role",
                    roles=literal(" ".join(f"<@&{one}>" for one in chosen.roles)),
                )
            )
        if not _allowed(chosen, channel, opener.parent):
            raise UserError(msg("host.trouble.elsewhere", channels=_places(chosen)))
        return chosen

    async def house(self, guild: int, channel: int, parent: int) -> None:
        """Raise `UserError` if the guild allows no matches in this channel."""
        chosen = await self.choices(guild)
        if not _allowed(chosen, channel, parent):
            raise UserError(msg("host.trouble.not_here", channels=_places(chosen)))


def _read(prefs: dict[str, Any]) -> GuildSettings:
    """Parse stored settings, ignoring invalid values."""
    pace, lang = prefs.get("pace"), prefs.get("lang")
    return GuildSettings(
        cast("Lang", lang) if lang in LANGUAGES else None,
        _ids(prefs.get("channels")),
        _ids(prefs.get("roles")),
        pace if pace in PACES else DEFAULT_PACE,
        bool(prefs.get(RATED)),
    )


def _ids(value: Any) -> tuple[int, ...]:
    return (
        tuple(one for one in value if isinstance(one, int))[:MAX_SELECT_VALUES]
        if isinstance(value, list)
        else ()
    )


def _plain(value: Any) -> Any:
    """Return the value as stored."""
    return list(value) if isinstance(value, tuple) else value


def _allowed(chosen: GuildSettings, channel: int, parent: int) -> bool:
    return not chosen.channels or channel in chosen.channels or parent in chosen.channels


def _places(chosen: GuildSettings) -> Any:
    return literal(" ".join(f"<#{one}>" for one in chosen.channels))
