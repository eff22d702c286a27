"""The bot's application."""

from __future__ import annotations

from typing import Any

from sandbox.rest.base import Call, route
from sandbox.state import payloads


@route("GET", "/oauth2/applications/@me", "get_my_oauth2_application")
async def get_my_oauth2_application(call: Call) -> Any:
    """The application behind the token."""
    return payloads.application(call.world, call.bot)


@route("GET", "/applications/@me", "get_my_application")
async def get_my_application(call: Call) -> Any:
    """The same, by its newer address."""
    return payloads.application(call.world, call.bot)


@route("GET", "/applications/{application_id}/emojis", "list_application_emojis")
async def list_application_emojis(call: Call) -> Any:
    """The application's own emojis: there are none here."""
    call.own_application()
    return {"items": []}
