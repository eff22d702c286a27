"""Explain errors at the start of the bot to its operator.

`classify_login_errors` turns discord.py's general login errors into specific ones.
`explain_start_error` returns the sentence and the exit code for each error that an operator can
fix. If Discord has banned this machine's IP address, `wait_until_unblocked` waits before the process
ends.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import aiohttp
import discord

from app.runtime.settings import TOKEN, SettingsError, source_of
from games.core.text.messages import Msg, literal, msg
from gateway.connection import NotJsonError
from ui.errors import TOKEN_REFUSED, close_code_message
from ui.interactions import command_sync

# exit codes of errors that the admin can fix
EXIT_SETTINGS, EXIT_LOGIN, EXIT_PORT, EXIT_STORE, EXIT_NETWORK, EXIT_CLOSED, EXIT_SYNC = range(2, 9)
USUAL_BAN_S = 900.0  # seconds, if Discord does not say how long an IP ban lasts
MIN_BAN_S, MAX_BAN_S = 60.0, 3600.0  # bounds of the wait before the process ends, in seconds


class AddressBlockedError(Exception):
    """Error if Discord blocks this machine's IP address for `seconds` seconds.

    Discord answers with the status 429 or Cloudflare's error 1015.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{seconds:.0f}")
        self.seconds = seconds
        self.what = msg("ui.start.blocked", minutes=math.ceil(seconds / 60))


class StartError(Exception):
    """Error at the start: `what` says why and what to do, `code` is the exit code."""

    def __init__(self, what: Msg, code: int) -> None:
        super().__init__(what.key)
        self.what, self.code = what, code


@contextmanager
def classify_login_errors() -> Iterator[None]:
    """Raise `AddressBlockedError` or `NotJsonError` instead of discord.py's general errors."""
    try:
        yield
    except discord.RateLimited as error:
        raise AddressBlockedError(error.retry_after) from error
    except discord.HTTPException as error:
        raise _specific_error(error) from error
    except discord.LoginFailure as error:
        if isinstance(error.__cause__, discord.HTTPException) and _is_html(error.__cause__):
            raise NotJsonError(error.__cause__.status) from error
        raise


def _specific_error(error: discord.HTTPException) -> Exception:
    """Return a more specific error than `error`, or `error` itself if there is none."""
    if error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return AddressBlockedError(_retry_after(error))
    return (
        NotJsonError(error.status)
        if error.status < HTTPStatus.INTERNAL_SERVER_ERROR and _is_html(error)
        else error
    )


def _is_html(error: discord.HTTPException) -> bool:
    return "html" in error.response.headers.get("Content-Type", "").lower()


def _retry_after(error: discord.HTTPException) -> float:
    try:
        seconds = float(error.response.headers.get("Retry-After", ""))
    except ValueError:
        seconds = math.nan
    return seconds if math.isfinite(seconds) and seconds > 0 else USUAL_BAN_S


async def wait_until_unblocked(blocked: AddressBlockedError, stop: asyncio.Event) -> bool:
    """Wait until Discord accepts this address again, at most `MAX_BAN_S`.

    The wait ends early, and True is returned, if `stop` is set. Without the wait, a supervisor
    would restart the bot at once, and each request prolongs the ban.
    """
    try:
        await asyncio.wait_for(stop.wait(), min(max(blocked.seconds, MIN_BAN_S), MAX_BAN_S))
    except TimeoutError:
        return False
    return True


def explain_start_error(error: BaseException) -> tuple[Msg, int] | None:
    """Return the message for the operator and the exit code.

    Returns None for an error that an operator can't fix.
    """
    match error:
        case SettingsError():
            return error.what, EXIT_SETTINGS
        case command_sync.CommandSyncError():
            return error.what, EXIT_SYNC
        case discord.LoginFailure():
            return msg("ui.start.token", env=source_of(TOKEN)), EXIT_LOGIN
        case discord.PrivilegedIntentsRequired():
            return close_code_message(4014), EXIT_CLOSED
        case discord.ConnectionClosed(code=code):
            return close_code_message(code), EXIT_LOGIN if code == TOKEN_REFUSED else EXIT_CLOSED
        case StartError():
            return error.what, error.code
        case AddressBlockedError():
            return error.what, EXIT_NETWORK
        case NotJsonError(status=status):
            return msg("ui.start.page", status=int(status)), EXIT_NETWORK
        case (
            aiohttp.ClientConnectionError()
            | discord.GatewayNotFound()
            | discord.HTTPException()
            | discord.RateLimited()
        ):
            return msg("ui.start.network", why=literal(type(error).__name__)), EXIT_NETWORK
    return None
