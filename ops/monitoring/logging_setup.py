"""Logging: one line per event on stderr, as text or JSON.

`app.runtime.log_redaction` limits what exceptions reveal. No line contains a token.
"""

from __future__ import annotations

import logging
import re
import sys
import time
import types
from collections.abc import Iterable, Sequence
from typing import Any, TextIO
from urllib.parse import unquote, urlsplit

import msgspec

from app.runtime.log_redaction import describe_exception, format_traceback
from app.runtime.settings import Settings

# loggers limited to warnings; discord.py's debug lines contain tokens
CHATTY = ("discord", "aiohttp", "asyncio", "PIL")
MIN_SECRET = 6  # characters; shorter passwords are not redacted, they occur in ordinary words
LINE_FORMAT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
_URL_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.%~-]+")
_TOKEN = re.compile(r"\b[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}\b")
log = logging.getLogger("sobremesa")


class RedactingFilter(logging.Filter):
    """Log filter that redacts exceptions which are arguments of a log line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Redact the record in place; always return True."""
        if isinstance(record.msg, BaseException):
            record.msg = describe_exception(record.msg)
        if isinstance(record.args, tuple):
            record.args = tuple(
                describe_exception(arg) if isinstance(arg, BaseException) else arg
                for arg in record.args
            )
        return True


class RedactingFormatter(logging.Formatter):
    """Text formatter that prints redacted tracebacks and removes `secrets`."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__(LINE_FORMAT)
        self._secrets = [secret for secret in secrets if secret]

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's name
        """Return the traceback without the exceptions' texts."""
        return format_traceback(ei[1])

    def format(self, record: logging.LogRecord) -> str:
        """Return the formatted record without secrets."""
        record.exc_text = None
        return self.clean(super().format(record))

    def clean(self, text: str) -> str:
        """Replace tokens and secrets in a text."""
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return _TOKEN.sub("***", _URL_TOKEN.sub(r"\1***", text))


class JsonFormatter(RedactingFormatter):
    """JSON formatter: `at` (UTC), `level`, `where`, `what`, and `story` (the traceback)."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line of JSON."""
        at = (
            time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z"
        )
        line = {
            "at": at,
            "level": record.levelname,
            "where": record.name,
            "what": record.getMessage(),
        }
        if isinstance(record.exc_info, tuple) and record.exc_info[1] is not None:
            line["story"] = format_traceback(record.exc_info[1])
        return self.clean(msgspec.json.encode(line).decode())


def configure_logging(settings: Settings, filters: Sequence[logging.Filter] = ()) -> None:
    """Set up logging, uncaught exceptions included.

    `filters` run before the filter that redacts exceptions.
    """
    logging.basicConfig(
        level=settings.log_level, handlers=[log_handler(settings, sys.stderr, filters)]
    )
    for chatty in CHATTY:
        logging.getLogger(chatty).setLevel(logging.WARNING)
    sys.excepthook = _log_uncaught


def log_handler(
    settings: Settings, stream: TextIO, filters: Sequence[logging.Filter] = ()
) -> logging.Handler:
    """Return the handler that writes the log to a stream."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        (JsonFormatter if settings.log_format == "json" else RedactingFormatter)(_secrets(settings))
    )
    for log_filter in (*filters, RedactingFilter()):
        handler.addFilter(log_filter)
    return handler


def _secrets(settings: Settings) -> list[str]:
    """Return the strings to redact; a URL comes before the password that it contains."""
    try:
        password = urlsplit(settings.server).password or ""
    except ValueError:
        password = ""
    passwords = [secret for secret in (password, unquote(password)) if len(secret) >= MIN_SECRET]
    return [settings.server, settings.sentry_dsn, settings.token, *passwords]


def _log_uncaught(
    kind: type[BaseException], error: BaseException, trace: types.TracebackType | None
) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
        return
    log.critical("bot stopped by an error", exc_info=error)
