"""What every call of the API has in common: who calls, the body, the files, the answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from sandbox.services.interactions import Interactions
from sandbox.services.uploads import Upload
from sandbox.state.errors import FieldError, LimitedError, invalid, refuse
from sandbox.state.model import Json, is_id
from sandbox.state.rate_limits import RateLimiter
from sandbox.state.server_state import ServerState


@dataclass
class Call:
    """One request, taken apart: `bot` is the caller (None on token routes), `path` its ids, `body` its checked JSON."""

    world: ServerState
    flow: Interactions
    bot_doc: Json | None
    path: dict[str, str]
    query: dict[str, str]
    body: Any
    files: dict[int, Upload]
    rates: RateLimiter | None = None  # None: nothing is limited

    @property
    def bot(self) -> Json:
        """The calling bot's user document."""
        assert self.bot_doc is not None  # noqa: S101 - routes without a bot never ask
        return self.bot_doc

    def flag(self, name: str) -> bool:
        """A boolean of the query string."""
        return self.query.get(name, "").lower() in ("1", "true")

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """A number of the query string within its limits; raises 50035."""
        text = self.query.get(name, str(default))
        if not is_id(text):
            raise invalid(
                [FieldError((name,), "NUMBER_TYPE_COERCE", f'Value "{text}" is not int.')]
            )
        if not low <= int(text) <= high:
            raise invalid(
                [
                    FieldError(
                        (name,), "NUMBER_TYPE_MAX", f"int value should be between {low} and {high}."
                    )
                ]
            )
        return int(text)

    def snowflake(self, name: str) -> str | None:
        """An id of the query string, if it is there; raises 50035."""
        text = self.query.get(name)
        if text is not None and not is_id(text):
            raise invalid(
                [
                    FieldError(
                        (name,), "NUMBER_TYPE_COERCE", f'Value "{text[:40]}" is not snowflake.'
                    )
                ]
            )
        return text

    def spend(self, code: int, whose: str, rule: tuple[int, float]) -> None:
        """Counts against a limit that has an error code of its own; raises it, with the time to wait if it is a 429."""
        wait = self.rates.spend(str(code), whose, rule) if self.rates else None
        if wait is not None:
            refusal = refuse(code)
            raise LimitedError(wait, code) if refusal.status == 429 else refusal

    def own_application(self) -> None:
        """Raises 20012 unless the application in the path is the caller's."""
        if self.path["application_id"] != self.bot["id"]:
            raise refuse(20012)


@dataclass(frozen=True)
class RestResponse:
    """A status and a JSON body where it is not simply 200 with a body or 204 without."""

    status: int
    body: Any = None


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True)
class Route:
    """One entry of the API. `checked`: the body goes through the operation's schema before the handler sees it."""

    method: str
    path: str
    operation: str
    handler: Handler
    auth: bool
    checked: bool


ROUTES: list[Route] = []


def route(
    method: str, path: str, operation: str, *, auth: bool = True, checked: bool = True
) -> Callable[[Handler], Handler]:
    """Registers a handler for one of Discord's operations, by the name that its OpenAPI file gives it."""

    def register(handler: Handler) -> Handler:
        ROUTES.append(Route(method, path, operation, handler, auth, checked))
        return handler

    return register
