"""What a server has chosen for the tables that are opened there. Tables that there are keep what they have."""

from __future__ import annotations

from typing import Any, cast

from msgspec import Struct

from app.model.match import Lang, User, UserError
from app.model.time_control import DEFAULT_PACE, PACES
from app.ports.audit_log import AuditEntry
from app.ports.store import Clock, Repo
from app.runtime.locks import Locks
from games.core.text.i18n import LANGUAGES
from games.core.text.messages import literal, msg

RATED = "rated"  # the choice of a server that wants ratings
MAX_SELECT_VALUES = 25  # channels, or roles: what Discord lets people choose at once


class GuildSettings(Struct, frozen=True):
    """What a server has chosen: the language of its tables (None: as Discord has it, else that of whoever opens one), in which
    `channels` they are opened (with their threads and posts; none: in any), by people of which `roles` (none: by anybody), how
    much time they give at first, and whether there are ratings."""

    lang: Lang | None = None
    channels: tuple[int, ...] = ()
    roles: tuple[int, ...] = ()
    pace: str = DEFAULT_PACE
    rated: bool = False


class TableCreator(Struct, frozen=True):
    """What Discord says of whoever opens a table: their roles, whether they look after the server, and of which channel the
    thread is a part in which they do it (0: it is none)."""

    roles: tuple[int, ...] = ()
    manages: bool = False
    parent: int = 0


ANYBODY = TableCreator()


class GuildSettingsService:
    """The choices of servers. Every method raises `UserError` for what can't be done."""

    def __init__(self, repo: Repo, clock: Clock, locks: Locks) -> None:
        self._repo, self._clock, self._locks = repo, clock, locks

    async def choices(self, guild: int) -> GuildSettings:
        """What a server has chosen, all else as usual; a choice that this version does not know is as if it were not made."""
        return _read(await self._repo.guild_prefs(guild)) if guild else GuildSettings()

    async def choose(self, guild: int, by: User, name: str, value: Any) -> GuildSettings:
        """Choose one thing (`name` is a field of `GuildSettings`, None as a value takes it back);
        all else stays. It is noted who did
        it. The edge has seen that they look after the server."""
        async with self._locks(f"server {guild}"):
            before = await self._repo.guild_prefs(guild)
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
                await self._repo.save_guild_prefs(guild, prefs, [done])
            return chosen

    async def admit(self, guild: int, channel: int, opener: TableCreator) -> GuildSettings:
        """What is chosen for a table that is opened there now; `UserError` says why it can't be, and what to do."""
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
        """A table that there is comes to this channel; `UserError` where the server wants none."""
        chosen = await self.choices(guild)
        if not _allowed(chosen, channel, parent):
            raise UserError(msg("host.trouble.not_here", channels=_places(chosen)))


def _read(prefs: dict[str, Any]) -> GuildSettings:
    """Stored choices; what can't be is left out."""
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
    """As it is stored."""
    return list(value) if isinstance(value, tuple) else value


def _allowed(chosen: GuildSettings, channel: int, parent: int) -> bool:
    return not chosen.channels or channel in chosen.channels or parent in chosen.channels


def _places(chosen: GuildSettings) -> Any:
    return literal(" ".join(f"<#{one}>" for one in chosen.channels))
