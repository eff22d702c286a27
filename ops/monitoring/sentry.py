"""Optional error reports to Sentry.

A report contains only what is on an allow list: exception types, and locations in the code.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

EVENT_FIELDS = (
    "event_id",
    "timestamp",
    "level",
    "logger",
    "platform",
    "release",
    "sdk",
)  # of an event
FRAME_FIELDS = (
    "filename",
    "function",
    "module",
    "lineno",
    "in_app",
    "context_line",
)  # kept of a frame
log = logging.getLogger("sobremesa")


def start_reporting(dsn: str, is_outage: Callable[[BaseException], bool], **options: Any) -> bool:
    """Start reporting; return False, and log it, if sentry-sdk is not installed.

    Errors for which `is_outage` returns True are not reported, because outages end by themselves.
    `options` are further arguments of `sentry_sdk.init`.
    """
    try:
        import sentry_sdk
        from sentry_sdk.integrations.logging import LoggingIntegration
    except ImportError:
        log.error("SOBREMESA_SENTRY_DSN is set, but sentry-sdk is not installed: sobremesa[sentry]")
        return False

    def before_send(event: Any, hint: dict[str, Any]) -> Any:
        error = (hint.get("exc_info") or (None, None, None))[1]
        return None if error is not None and is_outage(error) else scrubbed(event)

    sentry_sdk.init(
        dsn=dsn,
        before_send=before_send,
        default_integrations=False,
        auto_enabling_integrations=False,
        max_breadcrumbs=0,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        include_local_variables=False,
        server_name="",
        **options,
    )
    return True


def scrubbed(event: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a Sentry event that reveal no data.

    These are the format string of the log line (not its arguments), and exception types, files,
    functions and line numbers.
    """
    allowed = {name: event[name] for name in EVENT_FIELDS if name in event}
    allowed["logentry"] = {"message": str((event.get("logentry") or {}).get("message", ""))}
    allowed["exception"] = {
        "values": [
            _scrubbed_exception(error) for error in (event.get("exception") or {}).get("values", [])
        ]
    }
    return allowed


def _scrubbed_exception(error: dict[str, Any]) -> dict[str, Any]:
    """Return an exception's type and the places in the code that it passed."""
    frames = (error.get("stacktrace") or {}).get("frames", [])
    allowed_frames = [
        {name: frame[name] for name in FRAME_FIELDS if name in frame} for frame in frames
    ]
    return {
        "type": error.get("type"),
        "module": error.get("module"),
        "stacktrace": {"frames": allowed_frames},
    }
