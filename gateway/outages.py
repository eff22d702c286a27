"""Log filter for outages: one line per outage instead of one traceback per attempt.

Kinds of outages (`OutageKind`): Discord is down, Discord rate-limits the bot, the store cannot be
written, worker processes die. `outage_kind` returns the kind that has caused an exception; other
modules use it to decide whether to retry.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from concurrent.futures.process import BrokenProcessPool
from http import HTTPStatus
from typing import Literal

import aiohttp
import discord

from app.ports.errors import StorageUnavailableError
from app.runtime.log_redaction import describe_exception

OutageKind = Literal["discord", "limits", "store", "workers"]
# seconds without an error after which the next error starts a new outage; longer than
# the time between two retries
OUTAGE_RESET_S = 600.0
_DISCORD_UNREACHABLE = (
    discord.DiscordServerError,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    aiohttp.ClientError,
    ConnectionError,
    asyncio.TimeoutError,
    TimeoutError,
)
OVER_TEXTS: dict[OutageKind, str] = {
    "discord": "the gateway is connected again",
    "limits": "Discord takes requests again",
    "store": "moves are saved again",
    "workers": "pictures are drawn again",
}
_FINAL_STOP = re.compile(r"(?<!\.)\.$")  # a final full stop, but not the dots of "FILE=..."
log = logging.getLogger("sobremesa")
# Discord error codes: unknown interaction, already acknowledged, invalid token
_LATE_CODES = (10062, 40060, 50027)
# loggers that report each rate-limited request
_RATE_LIMIT_LOGGERS = ("discord.http", "discord.webhook.async_")


def outage_kind(error: BaseException | None) -> OutageKind | None:
    """Return the kind of outage that caused an exception; None if it is no outage.

    The exceptions that caused this one (`__cause__`, `__context__`) are searched as well.
    """
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if isinstance(error, StorageUnavailableError):
            return "store"
        if (
            isinstance(error, discord.RateLimited)
            or getattr(error, "status", 0) == HTTPStatus.TOO_MANY_REQUESTS
        ):
            return "limits"
        if isinstance(error, BrokenProcessPool):
            return "workers"
        if isinstance(error, _DISCORD_UNREACHABLE) or (
            isinstance(error, RuntimeError) and str(error) == "Session is closed"
        ):
            return "discord"
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return None


def _kind_of_record(record: logging.LogRecord) -> OutageKind | None:
    """Return the kind of outage that a log record reports; None for no outage.

    Examines the record's logger and text, while `outage_kind` examines exceptions.
    """
    if record.name in _RATE_LIMIT_LOGGERS and "rate limit" in str(record.msg).lower():
        return "limits"
    return None


def _is_late_autocomplete(record: logging.LogRecord, error: BaseException | None) -> bool:
    """Return whether the record reports an autocomplete response that came too late or twice.

    `error` is the record's exception.
    """
    late = isinstance(error, discord.HTTPException) and error.code in _LATE_CODES
    return late and record.name == "discord.app_commands.tree"


class OutageLogFilter(logging.Filter):
    """Log filter that lets only the first record of an outage pass, cut to one line.

    The kind of outage is the record's attribute `outage`; without it, the kind is found from the
    record's exception or text. Records of autocomplete responses that came too late are dropped,
    too.
    """

    def __init__(self) -> None:
        super().__init__()
        self._outage_until: dict[str, float] = {}

    def log_end(self, kind: OutageKind) -> None:
        """Log the end of an outage; the next error of its kind is logged again."""
        if self._outage_until.pop(kind, None) is not None:
            log.info("outage over: %s", OVER_TEXTS[kind])

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log the record; the first one of an outage is cut to one line."""
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        kind = getattr(record, "outage", None) or outage_kind(error) or _kind_of_record(record)
        if kind is None:
            return not _is_late_autocomplete(record, error)
        now = time.monotonic()
        is_first = self._outage_until.get(kind, 0.0) <= now
        self._outage_until[kind] = now + OUTAGE_RESET_S
        if is_first:
            cause = f" ({describe_exception(error)})" if error is not None else ""
            text = f"{_FINAL_STOP.sub('', record.getMessage())}{cause}; what follows from it is left out until it is over"
            record.msg, record.args, record.exc_info, record.exc_text = (
                " ".join(text.split()),
                (),
                None,
                None,
            )
        return is_first


OUTAGES = OutageLogFilter()
