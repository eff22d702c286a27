"""Check the token with two REST requests to Discord, without a gateway login."""

from __future__ import annotations

from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord
from msgspec import Struct

TIMEOUT = aiohttp.ClientTimeout(total=15)
AGENT = "DiscordBot (sobremesa doctor)"


class TokenCheck(Struct):
    """Response of Discord to the token.

    `status`: HTTP status (0: no response); `why`: the reason of a failure; `application`,
    `name`: id and name of the application; `date`: Discord's time (unix seconds; 0: unknown);
    `logins`: logins left today (None: unknown); `page`: a web page came, so the response is not
    Discord's; `retry_after`: seconds until Discord accepts requests again (0: unknown).
    """

    status: int
    why: str = ""
    application: int = 0
    name: str = ""
    date: float = 0.0
    logins: int | None = None
    page: bool = False
    retry_after: float = 0.0


async def ask(token: str) -> TokenCheck:
    """Ask Discord for the token's application and the logins left today.

    Never raises for network errors.
    """
    headers = {"Authorization": f"Bot {token}", "User-Agent": AGENT}
    try:
        async with aiohttp.ClientSession(timeout=TIMEOUT, headers=headers) as session:
            answer = await _get(session, "/oauth2/applications/@me")
            if answer[0].status == 200 and not answer[0].page:
                body = answer[1] if isinstance(answer[1], dict) else {}
                answer[0].application, answer[0].name = (
                    int(body.get("id") or 0),
                    str(body.get("name") or ""),
                )
                gate = (await _get(session, "/gateway/bot"))[1]
                limit = gate.get("session_start_limit", {}) if isinstance(gate, dict) else {}
                answer[0].logins = limit.get("remaining")
            return answer[0]
    except (TimeoutError, aiohttp.ClientError, ValueError, OSError) as error:
        return TokenCheck(0, type(error).__name__)


async def _get(session: aiohttp.ClientSession, path: str) -> tuple[TokenCheck, Any]:
    async with session.get(f"{discord.http.Route.BASE}{path}") as response:
        told = response.headers.get("Date")
        date = parsedate_to_datetime(told).timestamp() if told else 0.0
        page = "html" in response.content_type and response.status < 500
        body = (
            await response.json(content_type=None) if response.status == 200 and not page else None
        )
        retry = response.headers.get("Retry-After", "")
        wait = float(retry) if retry.replace(".", "", 1).isdigit() else 0.0
        return TokenCheck(
            response.status, f"HTTP {response.status}", date=date, page=page, retry_after=wait
        ), body
