"""Processing of every API call.

The steps are: faults, authentication, rate limits, body, schema, handler, check of the answer.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from aiohttp import BodyPartReader, MultipartReader, web

from sandbox.rest import (
    applications,
    channels,
    commands,
    guilds,
    interactions,
    messages,
    threads,
    users,
    webhooks,
)
from sandbox.rest.base import ROUTES, Call, RestResponse, Route
from sandbox.services.interactions import Interactions
from sandbox.services.uploads import Upload
from sandbox.state import rate_limits
from sandbox.state.errors import (
    ApiError,
    FieldError,
    LimitedError,
    PersonError,
    api_error,
    invalid_form_body,
    plain,
    raise_if_any,
)
from sandbox.state.faults import Faults
from sandbox.state.model import API, Json, is_id
from sandbox.state.server_state import ServerState
from sandbox.validation import schema

MODULES = (
    applications,
    channels,
    commands,
    guilds,
    interactions,
    messages,
    threads,
    users,
    webhooks,
)
MAX_BODY = 25 * 1024 * 1024  # bytes
# parts of a path that distinguish the rate limit buckets of an operation (major parameters)
MAJOR_PARAMETERS = ("webhook_token", "interaction_token", "channel_id", "guild_id")
CLOUDFLARE = "error code: 1015"  # body of the answer after too many invalid requests
StatusAndBody = tuple[int, Any]  # status and body
# Test hook around every call: gets the operation, the request and a function that processes it.
# It may delay or skip the processing, or replace the answer.
CallHook = Callable[
    [str, web.Request, Callable[[], Awaitable[StatusAndBody]]], Awaitable[StatusAndBody]
]
log = logging.getLogger("sandbox")


class Api:
    """All routes under /api/v10."""

    def __init__(
        self, world: ServerState, flow: Interactions, faults: Faults, checks_answers: bool
    ) -> None:
        self.world, self.flow, self.faults = world, flow, faults
        self.checks_answers = checks_answers
        self.rates = rate_limits.RateLimiter()
        self.around_request: CallHook | None = None
        self.on_fault: Callable[[], None] = lambda: None  # called when a counted fault was used up
        self.calls: deque[Json] = deque(maxlen=50)  # shown in the developer tools
        # the sandbox's answers that break Discord's OpenAPI description; tests require none
        self.own_errors: list[str] = []

    def add_to(self, app: web.Application) -> None:
        """Register all routes, and a 404 for the rest of /api."""
        # the fewest variables first, so that "@original" comes before "{message_id}"
        for entry in sorted(ROUTES, key=lambda r: r.path.count("{")):
            app.router.add_route(entry.method, API + entry.path, self._endpoint(entry))
        app.router.add_route("*", "/api/{rest:.*}", self._unknown_route)

    def _endpoint(self, entry: Route) -> Any:
        """Return the aiohttp handler of a route.

        It runs the route's handler and turns errors into Discord's responses.
        """

        async def endpoint(request: web.Request) -> web.StreamResponse:
            began = time.perf_counter()
            headers: dict[str, str] = {}
            # as at Discord, Cloudflare bans a client after too many invalid requests
            banned_for = self.rates.seconds_until_free("invalid", "")
            if banned_for is not None:
                self._log_call(request, 429, began)
                return web.Response(
                    status=429,
                    text=CLOUDFLARE,
                    headers={"Retry-After": f"{max(1, round(banned_for))}"},
                )
            try:
                status, body = await self._call_with_test_hook(entry, request, headers)
            except LimitedError as error:
                extra, body = rate_limits.too_many(error)
                status = error.status
                headers.update(extra)
            except ApiError as error:
                status, body = error.status, error.body()
            except PersonError as error:
                # from a rule shared with the page, which shows the error to the user
                status, body = (
                    400,
                    invalid_form_body([FieldError((), "BASE_TYPE_BAD_VALUE", str(error))]).body(),
                )
            except Exception:
                log.exception("The sandbox failed at %s %s", entry.method, entry.path)
                self.own_errors.append(f"{entry.operation}: a crash")
                status, body = 500, plain(500, "Internal Server Error").body()
            if status in (401, 403, 429):
                self.rates.count("invalid", "", rate_limits.INVALID)
            self._log_call(request, status, began)
            return _response(status, body, headers)

        return endpoint

    async def _call_with_test_hook(
        self, entry: Route, request: web.Request, headers: dict[str, str]
    ) -> StatusAndBody:
        if self.around_request is None:
            return await self._call(entry, request, headers)
        return await self.around_request(
            entry.operation, request, lambda: self._call(entry, request, headers)
        )

    async def _call(
        self, entry: Route, request: web.Request, headers: dict[str, str]
    ) -> StatusAndBody:
        if self.faults.slow:
            await asyncio.sleep(self.faults.slow / 1000)
        if self.faults.take("http_5xx"):
            self.on_fault()
            raise ApiError(500, 0, "500: Internal Server Error")
        path = dict(request.match_info)
        bot = self._authenticate(request) if entry.auth else None
        self._limit(entry, path, bot, headers)
        _check_ids(path)
        body, files = await _body(request)
        if entry.checks_request:
            raise_if_any(schema.request(entry.operation, body))
        # limits with an error code of their own, which the handlers count
        rates = self.rates if self.faults.rate_limited else None
        call = Call(
            world=self.world,
            flow=self.flow,
            bot_doc=bot,
            path=path,
            query=dict(request.query),
            body=body,
            files=files,
            rates=rates,
        )
        result = await entry.handler(call)
        answer = (
            result
            if isinstance(result, RestResponse)
            else RestResponse(204 if result is None else 200, result)
        )
        if self.checks_answers and (
            wrong := schema.answer(entry.operation, answer.status, answer.body)
        ):
            self.own_errors += [f"{entry.operation}: {text}" for text in wrong]
            log.error(
                "An answer of the sandbox breaks Discord's own description: %s", self.own_errors[-1]
            )
        return answer.status, answer.body

    def _limit(
        self, entry: Route, path: dict[str, str], bot: Json | None, headers: dict[str, str]
    ) -> None:
        """Count the call and set the rate limit headers; raise `LimitedError` (429) over a limit.

        `path` has the variables of the path; `bot` is None without authentication. Limits apply
        only while the fault `rate_limited` is on. While the fault `http_429` is above 0, every call
        raises `LimitedError`.
        """
        is_forced = self.faults.take("http_429")
        if is_forced:
            self.on_fault()
        elif not self.faults.rate_limited:
            return
        major_parameter = next((path[key] for key in MAJOR_PARAMETERS if key in path), "")
        rate_headers, wait = self.rates.count_request(entry.operation, major_parameter)
        headers.update(rate_headers)
        if is_forced:
            headers["X-RateLimit-Remaining"] = "0"
            raise LimitedError(0.2)
        if wait is not None:
            raise LimitedError(wait)
        global_wait = self.rates.count("global", bot["id"], rate_limits.GLOBAL) if bot else None
        if global_wait is not None:
            raise LimitedError(global_wait, everywhere=True)

    def _authenticate(self, request: web.Request) -> Json:
        """Return the bot that sends the request, by its token; raise 401 for an unknown token."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme != "Bot" or not token.strip():
            raise plain(401, "Unauthorized")
        return self.world.bot_for(token.strip())

    async def _unknown_route(self, request: web.Request) -> web.StreamResponse:
        """Answer an unknown path (404) or method (405)."""
        status, words = (405, "Method Not Allowed") if _path_known(request) else (404, "Not Found")
        self._log_call(request, status, time.perf_counter())
        return _response(status, plain(status, words).body(), {})

    def _log_call(self, request: web.Request, status: int, began: float) -> None:
        """Store a call for the developer tools, without interaction tokens.

        `began` is when the call arrived (monotonic seconds).
        """
        parts = request.path.removeprefix(API).split("/")
        shown_path = "/".join("…" if len(part) > 40 else part for part in parts)
        milliseconds = round((time.perf_counter() - began) * 1000, 1)
        call = {"method": request.method, "path": shown_path, "status": status, "ms": milliseconds}
        self.calls.append(call)
        self.world.tell_page({"t": "api"} | call)


def _path_known(request: web.Request) -> bool:
    wanted = request.path.removeprefix(API).split("/")
    for entry in ROUTES:
        parts = entry.path.split("/")
        if len(parts) == len(wanted) and all(
            part_of_route.startswith("{") or part_of_route == part_of_request
            for part_of_route, part_of_request in zip(parts, wanted, strict=True)
        ):
            return True
    return False


def _response(status: int, body: Any, headers: dict[str, str]) -> web.Response:
    """Build a JSON response whose content type is exactly `application/json`.

    discord.py does not parse the body as JSON if a charset follows.
    """
    if body is None:
        return web.Response(status=status, headers=headers)
    data = msgspec.json.encode(body)
    return web.Response(
        status=status, body=data, headers=headers | {"Content-Type": "application/json"}
    )


def _check_ids(path: dict[str, str]) -> None:
    wrong = [
        FieldError((key,), "NUMBER_TYPE_COERCE", f'Value "{value[:40]}" is not snowflake.')
        for key, value in path.items() if key.endswith("_id") and not is_id(value)
    ]  # fmt: skip
    raise_if_any(wrong)


async def _body(request: web.Request) -> tuple[Any, dict[int, Upload]]:
    """Return the JSON and the files of a request.

    The request is plain JSON, or multipart with `payload_json` and `files[n]`.
    """
    kind = request.content_type
    if kind.startswith("multipart/"):
        return await _multipart(await request.multipart())
    data = await request.read()
    if len(data) > MAX_BODY:
        raise api_error(40005)
    if not data:
        return ({} if request.method in ("POST", "PATCH", "PUT") else None), {}
    if kind != "application/json":
        words = f"Expected \"Content-Type\" header to be one of {{'application/json'}}, not {kind}."
        raise invalid_form_body([FieldError((), "CONTENT_TYPE_INVALID", words)])
    return _json(data), {}


async def _multipart(reader: MultipartReader) -> tuple[Any, dict[int, Upload]]:
    body: Any = {}
    files: dict[int, Upload] = {}
    total = 0
    async for part in reader:
        if not isinstance(part, BodyPartReader):
            raise api_error(50109)
        data = bytes(await part.read(decode=True))
        total += len(data)
        if total > MAX_BODY:
            raise api_error(40005)
        name = part.name or ""
        if name == "payload_json":
            body = _json(data)
        elif name.startswith("files[") and name[6:-1].isdigit():
            files[int(name[6:-1])] = Upload(part.filename or "unknown", data)
        elif part.filename:
            files[len(files)] = Upload(part.filename, data)
    return body, files


def _json(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise api_error(50109) from None
