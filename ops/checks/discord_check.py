"""Check the token with two REST requests to Discord, without a gateway login."""

from __future__ import annotations

from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord
from msgspec import Struct

TIMEOUT = aiohttp.ClientTimeout(total=15)
USER_AGENT = "DiscordBot (sobremesa doctor)"


class TokenCheck(Struct):
    """Discord's response to the token.

    - `status`: HTTP status (0: no response)
    - `why`: reason of a failure
    - `application`, `name`: id and name of the application
    - `date`: Discord's time (Unix seconds; 0: unknown)
    - `logins`: gateway logins left today (None: unknown)
    - `is_html`: the response is a web page, so that it comes from a proxy or login page, not from
      Discord
    - `retry_after`: seconds until Discord accepts requests again (0: unknown)
    """

    status: int
    why: str = ""
    application: int = 0
    name: str = ""
    date: float = 0.0
    logins: int | None = None
    is_html: bool = False
    retry_after: float = 0.0


async def ask_discord(token: str) -> TokenCheck:
    """Ask Discord for the token's application and the logins left today.

    Network errors are part of the result, not raised.
    """
    headers = {"Authorization": f"Bot {token}", "User-Agent": USER_AGENT}
    try:
        async with aiohttp.ClientSession(timeout=TIMEOUT, headers=headers) as session:
            check, body = await _get(session, "/oauth2/applications/@me")
            if check.status == 200 and not check.is_html:
                application = body if isinstance(body, dict) else {}
                check.application = int(application.get("id") or 0)
                check.name = str(application.get("name") or "")
                _, gateway = await _get(session, "/gateway/bot")
                limit = gateway.get("session_start_limit", {}) if isinstance(gateway, dict) else {}
                check.logins = limit.get("remaining")
            return check
    except (TimeoutError, aiohttp.ClientError, ValueError, OSError) as error:
        return TokenCheck(status=0, why=type(error).__name__)


async def _get(session: aiohttp.ClientSession, path: str) -> tuple[TokenCheck, Any]:
    """Return Discord's response to a GET request of `path`, and its decoded body.

    The body is None if the request failed.
    """
    async with session.get(f"{discord.http.Route.BASE}{path}") as response:
        header = response.headers.get("Date")
        date = parsedate_to_datetime(header).timestamp() if header else 0.0
        # Discord's own error pages from status 500 on are HTML too: they say nothing about a proxy
        is_html = "html" in response.content_type and response.status < 500
        succeeded = response.status == 200 and not is_html
        body = await response.json(content_type=None) if succeeded else None
        retry = response.headers.get("Retry-After", "")
        check = TokenCheck(
            status=response.status,
            why=f"HTTP {response.status}",
            date=date,
            is_html=is_html,
            retry_after=float(retry) if retry.replace(".", "", 1).isdigit() else 0.0,
        )
        return check, body
