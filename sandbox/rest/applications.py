"""Routes of the bot's application."""

from __future__ import annotations

from typing import Any

from sandbox.rest.base import Call, route
from sandbox.state import payloads


@route("GET", "/oauth2/applications/@me", "get_my_oauth2_application")
async def get_my_oauth2_application(call: Call) -> Any:
    """Return the calling bot's application."""
    return payloads.application(call.world, call.bot)


@route("GET", "/applications/@me", "get_my_application")
async def get_my_application(call: Call) -> Any:
    """Return the calling bot's application (newer route)."""
    return payloads.application(call.world, call.bot)


@route("GET", "/applications/{application_id}/emojis", "list_application_emojis")
async def list_application_emojis(call: Call) -> Any:
    """Return the application's emojis: always none here."""
    call.require_own_application()
    return {"items": []}
