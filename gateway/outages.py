"""The log during an outage: one line when Discord is away, asks for patience, nothing can be saved, or processes end, not a
story per try, whoever tells it."""

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

from app.ports.store import StorageUnavailableError
from app.runtime.log_redaction import describe_exception

Kind = Literal["discord", "limits", "store", "workers"]
# seconds without a further mishap after which the next one is another outage; longer than
# between two tries
OUTAGE_RESET_S = 600.0
_AWAY = (
    discord.DiscordServerError,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    aiohttp.ClientError,
    ConnectionError,
    asyncio.TimeoutError,
    TimeoutError,
)
OVER: dict[Kind, str] = {
    "discord": "the gateway is connected again",
    "limits": "Discord takes requests again",
    "store": "moves are saved again",
    "workers": "pictures are drawn again",
}
_END = re.compile(r"(?<!\.)\.$")  # the dots of "FILE=..." belong to it
log = logging.getLogger("sobremesa")
_LATE = (10062, 40060, 50027)  # Discord knows the interaction no more, or has an answer to it
_LIMITED = (
    "discord.http",
    "discord.webhook.async_",
)  # who says of each single request that Discord puts it off


def kind_of(error: BaseException | None) -> Kind | None:
    """Which outage a mishap is part of; None for our own mistakes."""
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
        if isinstance(error, _AWAY) or (
            isinstance(error, RuntimeError) and str(error) == "Session is closed"
        ):
            return "discord"
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return None


def _told_by(record: logging.LogRecord) -> Kind | None:
    """Which outage a line tells of that bears no exception."""
    if record.name in _LIMITED and "rate limit" in str(record.msg).lower():
        return "limits"
    return None


def _moot(record: logging.LogRecord, error: BaseException | None) -> bool:
    """Suggestions that came too late, or twice: whoever typed has typed on."""
    late = isinstance(error, discord.HTTPException) and error.code in _LATE
    return late and record.name == "discord.app_commands.tree"


class OutageLogFilter(logging.Filter):
    """Lets the first line of an outage pass, without its traceback, and leaves out the others. A record belongs to one by the
    exception that it tells of, or by the attribute `outage`."""

    def __init__(self) -> None:
        super().__init__()
        self._until: dict[str, float] = {}

    def over(self, kind: Kind) -> None:
        """Log that an outage is over; the next error of its kind is logged again."""
        if self._until.pop(kind, None) is not None:
            log.info("the outage is over: %s", OVER[kind])

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is written; it is shortened in place."""
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        kind = getattr(record, "outage", None) or kind_of(error) or _told_by(record)
        if kind is None:
            return not _moot(record, error)
        now = time.monotonic()
        first = self._until.get(kind, 0.0) <= now
        self._until[kind] = now + OUTAGE_RESET_S
        if first:
            why = f" ({describe_exception(error)})" if error is not None else ""
            text = f"{_END.sub('', record.getMessage())}{why}; what follows from it is left out until it is over"
            record.msg, record.args, record.exc_info, record.exc_text = (
                " ".join(text.split()),
                (),
                None,
                None,
            )
        return first


OUTAGES = OutageLogFilter()
