"""Common parts of all API routes: parsed call, response, registration of routes.

The other modules of this package register their handlers with `route`; `Api` (`api.py`) calls them
with a `Call`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from sandbox.services.interactions import Interactions
from sandbox.services.uploads import Upload
from sandbox.state.errors import FieldError, LimitedError, api_error, invalid_form_body
from sandbox.state.model import Json, is_id
from sandbox.state.rate_limits import RateLimiter
from sandbox.state.server_state import ServerState


@dataclass
class Call:
    """One parsed request.

    - `bot_doc`: the calling bot's user document; None on routes that need no authentication
    - `path`: the variables of the path, such as ids
    - `body`: the JSON body, already checked
    - `rates`: the rate limits; None if they are switched off
    """

    world: ServerState
    flow: Interactions
    bot_doc: Json | None
    path: dict[str, str]
    query: dict[str, str]
    body: Any
    files: dict[int, Upload]
    rates: RateLimiter | None = None

    @property
    def bot(self) -> Json:
        """Return the calling bot's user document."""
        assert self.bot_doc is not None  # noqa: S101 - never used by routes without authentication
        return self.bot_doc

    def flag(self, name: str) -> bool:
        """Return a boolean from the query string; False if it is missing."""
        return self.query.get(name, "").lower() in ("1", "true")

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """Return the number `name` from the query string, `default` if it is missing.

        Raises 50035 if the value is not a number from `low` to `high`.
        """
        text = self.query.get(name, str(default))
        if not is_id(text):
            raise invalid_form_body(
                [FieldError((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not int.')]
            )
        if not low <= int(text) <= high:
            raise invalid_form_body(
                [
                    FieldError(
                        (name,), "NUMBER_TYPE_MAX", f"int value should be between {low} and {high}."
                    )
                ]
            )
        return int(text)

    def snowflake(self, name: str) -> str | None:
        """Return the id `name` from the query string, None if it is missing.

        Raises 50035 if it is malformed.
        """
        text = self.query.get(name)
        if text is not None and not is_id(text):
            raise invalid_form_body(
                [
                    FieldError(
                        (name,), "NUMBER_TYPE_COERCE", f'Value "{text[:40]}" is not snowflake.'
                    )
                ]
            )
        return text

    def count_against_limit(self, limit: tuple[int, float], owner: str, *, error: int) -> None:
        """Count the request against a limit that has an error code of its own.

        `limit` is (number of requests, seconds); `owner` is the id of the bot or channel that has
        the limit. If the limit is exceeded, raises the error with the code `error`. If its status
        is 429, the error also has the time to wait.
        """
        wait = self.rates.count(str(error), owner, limit) if self.rates else None
        if wait is not None:
            refusal = api_error(error)
            raise LimitedError(wait, error) if refusal.status == 429 else refusal

    def require_own_application(self) -> None:
        """Raise 20012 unless the application in the path is the caller's."""
        if self.path["application_id"] != self.bot["id"]:
            raise api_error(20012)


@dataclass(frozen=True)
class RestResponse:
    """Response whose status is not the default (200 with a body, 204 without)."""

    status: int
    body: Any = None


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Route:
    """Route of the API.

    With `checks_request`, the body is validated against the operation's schema before the handler
    runs.
    """

    method: str
    path: str
    operation: str
    handler: Handler
    auth: bool
    checks_request: bool


ROUTES: list[Route] = []


def route(
    method: str, path: str, operation: str, *, auth: bool = True, checks_request: bool = True
) -> Callable[[Handler], Handler]:
    """Return a decorator that registers a handler of `method` and `path`.

    `operation` is the operationId in Discord's OpenAPI description. With `auth`, the call needs a
    bot token. With `checks_request`, the body is first validated against the operation's schema.
    """

    def register(handler: Handler) -> Handler:
        ROUTES.append(Route(method, path, operation, handler, auth, checks_request))
        return handler

    return register
