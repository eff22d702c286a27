"""Error messages for users.

A `UserError` has its own text. For an unexpected error the user sees only a random code; the log
has the details under this code.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
from collections.abc import Iterable, Sequence
from typing import Any

import discord

from app.model.match import UserError
from app.ports.errors import StorageUnavailableError
from app.ports.services import RetryLaterError
from app.runtime.settings import TOKEN
from app.runtime.settings import source_of as variable
from games.core.text.messages import Msg, literal, msg
from gateway.outages import outage_kind
from ui.components import Message
from ui.i18n import Translator, catalogue

log = logging.getLogger(__name__)
TOKEN_REFUSED = 4004  # gateway close code after which discord.py does not reconnect
# Discord docs: JSON Error Codes
UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
NO_ACCESS, NO_PERMISSION = 50001, 50013
ARCHIVED = 50083  # the thread is archived
INVALID = 50035  # invalid message, for example one that names an attachment that it does not have
ALREADY_ACKNOWLEDGED, TOKEN_EXPIRED = (
    40060,
    50027,
)  # interaction already acknowledged; interaction token expired
# temporary: too many edits of a message older than an hour; DMs opened too fast
EDIT_LIMIT_REACHED, DMS_TOO_FAST = 30046, 40003
# permanent: AutoMod (two codes), bot quarantined, thread full
BLOCKED = (200000, 200001, 20026, 30033)
DM_CLOSED = (50007, 50278)  # the user's DMs are closed; no guild is shared with the user
IN_THREADS = "send_messages_in_threads"
VIEW_CHANNEL = "view_channel"
# permissions the bot needs in a table's channel, in the order users should grant them
TABLE_PERMISSIONS = (
    VIEW_CHANNEL,
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
)


def explain(error: BaseException, words: Translator, where: str = "") -> Message:
    """Return the message that tells the user of an error; log the error if it is unexpected.

    `where` is the channel, to be named if Discord refused the bot a permission there.
    """
    match error:
        case UserError(what=what, table=table):
            return Message(
                content=(words if table is None else Translator.of(table, words.lang)).with_markup(
                    what
                )
            )
        case StorageUnavailableError():  # already logged by the store
            return Message(content=words("ui.unsaved"))
        case RetryLaterError() | discord.RateLimited():
            return Message(content=words("ui.slow_down"))
        case discord.Forbidden():
            return Message(
                content=words(
                    missing_permissions_text(
                        "ui.missing", TABLE_PERMISSIONS, words, where or "Discord"
                    )
                )
            )
    if outage_kind(error) == "discord":
        log.warning("interaction failed during an outage", exc_info=error)
        return Message(content=words("ui.discord_away"))
    code = secrets.token_hex(3)
    log.error("%s %s", code, type(error).__name__, exc_info=error)
    return Message(content=words(msg("ui.failed", code=literal(code))))


def permission_names(permissions: Iterable[str], words: Translator) -> str:
    """Return the permissions' names as Discord shows them in the user's language, quoted."""
    return ", ".join(words("ui.quoted", name=words(f"ui.perm.{name}")) for name in permissions)


def missing_permissions_text(
    key: str, missing: Sequence[str], words: Translator, where: Msg | str
) -> Msg:
    """Return a message that names the bot's `missing` permissions in the channel `where`.

    `key` is `ui.missing` (the user is told that the game is safe) or `ui.missing_here` (the user is
    told to try again).
    """
    channel = literal(where) if isinstance(where, str) else where
    return msg(key, n=len(missing), perm=literal(permission_names(missing, words)), channel=channel)


def require_permissions(interaction: discord.Interaction, words: Translator) -> None:
    """Raise `UserError` if the bot lacks a permission in the interaction's channel.

    The caller is about to open a table there.
    """
    granted, channel = interaction.app_permissions, interaction.channel
    missing = [name for name in required_permissions(channel) if not getattr(granted, name)]
    if missing:
        where = f"<#{interaction.channel_id}>"
        if VIEW_CHANNEL in missing and isinstance(channel, discord.Thread) and channel.is_private():
            raise UserError(msg("ui.setup.private", channel=literal(where)))
        raise UserError(missing_permissions_text("ui.missing_here", missing, words, where))


def missing_permissions(channel: object, me: object) -> list[str]:
    """Return the table permissions that the bot's member `me` lacks in a channel.

    Empty if the permissions are unknown.
    """
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread) or not isinstance(
        me, discord.Member
    ):
        return []
    granted = channel.permissions_for(me)
    return [name for name in required_permissions(channel) if not getattr(granted, name)]


async def require_table_channel(client: discord.Client, channel: int, lang: str) -> Any:
    """Return the guild channel with the id `channel`, which can hold a table.

    Raises `UserError`, in the language `lang`, if there is no such channel, or if the bot lacks a
    permission there.
    """
    place: Any = client.get_channel(channel)
    if place is None:
        with contextlib.suppress(discord.HTTPException, discord.RateLimited):
            place = await client.fetch_channel(channel)
    guild = getattr(place, "guild", None)
    if guild is None:
        raise UserError(msg("ui.server_only"))
    if missing := missing_permissions(place, guild.me):
        raise UserError(
            missing_permissions_text("ui.missing_here", missing, Translator(lang), f"<#{channel}>")
        )
    return place


def required_permissions(channel: object) -> list[str]:
    """Return the names of the permissions that a table needs in a channel.

    In a forum the table is in a post, so it needs the permissions for threads.
    """
    view, send, *rest = TABLE_PERMISSIONS
    if isinstance(channel, discord.Thread | discord.ForumChannel):
        send = IN_THREADS
    voice = isinstance(channel, discord.VoiceChannel | discord.StageChannel)
    return [view, *(["connect"] if voice else []), send, *rest]


def close_code_message(code: int) -> Msg:
    """Return the message to the operator about a gateway close code.

    After these codes the bot can't reconnect (Discord docs: Gateway Close Event Codes).
    """
    if code == TOKEN_REFUSED:
        return msg("ui.start.token", env=variable(TOKEN))
    known = catalogue("en").has(f"ui.start.closed_{code}")
    return msg(f"ui.start.closed_{code}" if known else "ui.start.closed", code=code)
