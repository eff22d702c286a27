"""Web server of the page: files, WebSocket (PROTOCOL.md), attachments, access guard."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from aiohttp import WSMsgType, web

from sandbox.page.context import SandboxContext
from sandbox.page.requests import HANDLERS
from sandbox.page.words import sentence
from sandbox.services import channels, seed
from sandbox.state import payloads
from sandbox.state.errors import ApiError, PersonError
from sandbox.state.model import ChannelType, Json, is_id
from sandbox.state.server_state import page_user

WEB = Path(__file__).parents[1] / "web"
VERSION = "1"  # of the protocol
MAX_QUEUED_FRAMES = 10_000  # frames that a page may lag behind before it is disconnected
CONTENT_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".woff2": "font/woff2",
    ".svg": "image/svg+xml",
}
# requests that reach a bot, which learns the acting user's language from them
BOT_REQUESTS = ("press", "select", "command", "autocomplete", "modal")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
log = logging.getLogger("sandbox")


class Page:
    """Server of the page's files and of the WebSockets of all open pages."""

    def __init__(self, sandbox: SandboxContext) -> None:
        self.sandbox = sandbox
        self._sockets: set[web.WebSocketResponse] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def add_to(self, app: web.Application) -> None:
        """Register the page's routes; the files of `web/` are served at the root."""
        app.router.add_get("/page/socket", self.socket)
        app.router.add_get("/cdn/attachments/{channel}/{attachment}/{name}", self.attachment)
        app.router.add_get("/{path:.*}", self.file)

    async def close(self) -> None:
        """Close all WebSockets."""
        for task in list(self._tasks):
            task.cancel()
        closing = [ws.close(code=1001) for ws in list(self._sockets)]
        await asyncio.gather(*closing, return_exceptions=True)

    # -- access guard ----------------------------------------------------------------------------
    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Reject requests of other machines and web sites, which must not control the sandbox."""
        if not self._is_local(request):
            return web.Response(status=403, text="Only this machine's own page may come in here.")
        response = await handler(request)
        if not response.prepared:
            response.headers.update(self._headers())
        return response

    def _is_local(self, request: web.Request) -> bool:
        """Return whether the request comes from the page or a program on this machine.

        The Host header must name this machine (against DNS rebinding), and an Origin header must be
        the page's own. Requests from other web sites are refused, unless the user follows a link.
        """
        port = urlsplit(self.sandbox.url).port
        hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}
        if request.host not in hosts:
            return False
        origin = request.headers.get("Origin")
        if origin is not None and origin not in {f"http://{host}" for host in hosts}:
            return False
        fetch_site, fetch_mode = (
            request.headers.get("Sec-Fetch-Site", "none"),
            request.headers.get("Sec-Fetch-Mode"),
        )
        following_a_link = (
            fetch_mode == "navigate"
            and request.method == "GET"
            and not request.path.startswith("/api/")
        )
        return fetch_site in ("none", "same-origin") or following_a_link

    def _headers(self) -> dict[str, str]:
        socket = f"ws://{urlsplit(self.sandbox.url).netloc}"
        policy = (
            f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
            f"connect-src 'self' {socket} ws://localhost:{urlsplit(self.sandbox.url).port}; manifest-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        return {
            "Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin", "X-Frame-Options": "DENY",
        }  # fmt: skip

    # -- files -----------------------------------------------------------------------------------
    async def file(self, request: web.Request) -> web.StreamResponse:
        """Serve a file of the page, but none outside its folder.

        A request for the page by another name of this machine (`localhost`) is redirected to the
        sandbox's URL. The images have that URL, and the page may load images only from its own
        origin.
        """
        url = urlsplit(self.sandbox.url)
        if not request.match_info["path"] and request.host != url.netloc:
            raise web.HTTPFound(f"{url.scheme}://{url.netloc}/")
        wanted = _file(request.match_info["path"] or "index.html")
        if wanted is None:
            return web.Response(status=404, text="There is nothing here.")
        kind = CONTENT_TYPES.get(wanted.suffix)
        headers = {"Cache-Control": "no-cache"} | (
            {"Content-Type": f"{kind}; charset=utf-8"} if kind else {}
        )
        return web.FileResponse(wanted, headers=headers)

    async def attachment(self, request: web.Request) -> web.StreamResponse:
        """Serve an uploaded file.

        Images (PNG, JPEG, GIF, WebP), audio and video are shown; other files are sent as a
        download.
        """
        info = request.match_info
        if not (is_id(info["channel"]) and is_id(info["attachment"])):
            return web.Response(status=404)
        found = self.sandbox.store.file(int(info["channel"]), int(info["attachment"]), info["name"])
        if found is None:
            return web.Response(status=404, text="This file no longer exists.")
        kind, data = found
        headers = {"Content-Type": kind, "Cache-Control": "private, max-age=31536000, immutable"}
        if not kind.startswith(
            ("image/png", "image/jpeg", "image/gif", "image/webp", "audio/", "video/")
        ):
            headers |= {
                "Content-Disposition": "attachment",
                "Content-Type": "application/octet-stream",
            }
        return web.Response(body=data, headers=headers)

    # -- WebSocket -------------------------------------------------------------------------------
    async def socket(self, request: web.Request) -> web.StreamResponse:
        """Serve one open page: send the whole state first, then pushes and replies to requests."""
        ws = web.WebSocketResponse(heartbeat=30.0, max_msg_size=1 << 20)
        await ws.prepare(request)
        out: asyncio.Queue[Json] = asyncio.Queue(MAX_QUEUED_FRAMES)

        def push(frame: Json) -> None:
            try:
                out.put_nowait(frame)
            except asyncio.QueueFull:
                # the page has stopped reading: disconnect; when it reconnects, it loads the state again
                self.sandbox.world.on_page.remove(push)
                self._spawn(self._disconnect(ws))

        seed.translate_guild(self.sandbox.world, request.query.get("speaks", ""))
        push(self.hello())
        self.sandbox.world.on_page.append(push)
        self._sockets.add(ws)
        pump = asyncio.create_task(_pump(ws, out))
        try:
            async for message in ws:
                if message.type is WSMsgType.TEXT:
                    self._spawn(self._do(message.data, push))
        finally:
            pump.cancel()
            self._sockets.discard(ws)
            if push in self.sandbox.world.on_page:
                self.sandbox.world.on_page.remove(push)
        return ws

    async def _disconnect(self, ws: web.WebSocketResponse) -> None:
        await ws.close(code=1013)  # "try again later"

    def _spawn(self, coroutine: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(self, text: str, push: Callable[[Json], None]) -> None:
        """Perform one request of the page, which is JSON, and reply through `push`."""
        try:
            asked = msgspec.json.decode(text)
            number, name = asked.get("id"), asked.get("do")
        except (msgspec.DecodeError, AttributeError):
            push({"t": "reply", "id": None, "ok": False, "error": "This is no request."})
            return
        try:
            data = await self.perform(str(name), asked)
            push({"t": "reply", "id": number, "ok": True, "data": data})
        except (PersonError, ApiError) as error:
            push(
                {
                    "t": "reply",
                    "id": number,
                    "ok": False,
                    "error": sentence(error, str(asked.get("speaks"))),
                }
            )
        except (KeyError, TypeError, ValueError) as error:
            log.debug("A page's request made no sense", exc_info=True)
            push(
                {
                    "t": "reply",
                    "id": number,
                    "ok": False,
                    "error": f"The request is incomplete: {error}.",
                }
            )
        except Exception:
            log.exception("The sandbox failed at the page's request %r", name)
            push(
                {
                    "t": "reply",
                    "id": number,
                    "ok": False,
                    "error": "The sandbox failed at this request; its log says how.",
                }
            )

    async def perform(self, name: str, asked: Json) -> Any:
        """Perform the request `name` with the fields `asked`, and return the data of the answer.

        `UserClient` calls this too. Raises `PersonError`.
        """
        if name in BOT_REQUESTS:
            self.sandbox.world.adopt_page_language(str(asked.get("user")), str(asked.get("speaks")))
        handler = HANDLERS.get(name)
        if handler is None:
            raise PersonError("There is no such request: {name}.", name=name)
        result = handler(self.sandbox, asked)
        return await result if asyncio.iscoroutine(result) else result

    # -- state for the page ----------------------------------------------------------------------
    def hello(self) -> Json:
        """Return the first frame, which has the whole state that a page needs (PROTOCOL.md)."""
        world = self.sandbox.world
        unread: Json = {}
        for user, channel, count, mentions, since in self.sandbox.store.unread():
            if channel in world.channels:
                unread.setdefault(user, {})[channel] = {
                    "count": count,
                    "mentions": mentions,
                    "since": since,
                }
        dms = [dm for dm in world.channels.values() if dm["type"] == ChannelType.DM]
        bots = [{"id": bot["id"], "username": bot["username"]} for bot in world.bots()]
        return {
            "t": "hello", "users": [page_user(person) for person in world.people()],
            "bots": [bot | {"online": self.sandbox.gateway.connected(bot["id"])} for bot in bots],
            "guilds": [self.guild(guild) for guild in world.guilds.values()],
            "dms": [{key: dm[key] for key in ("id", "user", "bot")} for dm in dms],
            "commands": [payloads.command(command) for command in world.commands.values()],
            "unread": unread, "clock": self.clock(),
            "faults": self.faults(), "server": {"version": VERSION},
        }  # fmt: skip

    def guild(self, guild: Json) -> Json:
        """Return a guild for the page: channels, threads, and permissions that bots lack."""
        world = self.sandbox.world
        every = [*world.channels_of(guild["id"]), *world.channels_of(guild["id"], threads=True)]
        missing = {place["id"]: channels.denied_permissions(world, place) for place in every}
        return {
            "id": guild["id"], "name": guild["name"], "owner_id": guild["owner_id"],
            "everyone": guild["roles"][0]["permissions"],
            "roles": [{"id": role["id"], "name": role["name"]} for role in guild["roles"]],
            "members": [member for member in guild["members"] if not world.users[member]["bot"]],
            "channels": [payloads.channel(world, place) for place in every],
            "permissions": {channel: names for channel, names in missing.items() if names},
        }  # fmt: skip

    def clock(self) -> Json:
        """Return the clock for the page: `now` and `offset`.

        `now` is the sandbox's time (ISO 8601). `offset` is by how many seconds it is ahead of real
        time.
        """
        return {"now": self.sandbox.world.now(), "offset": self.sandbox.clock.offset}

    def faults(self) -> Json:
        """Return the faults for the page, with revoked permissions by channel."""
        world, faults = self.sandbox.world, self.sandbox.faults
        missing = {
            place["id"]: channels.denied_permissions(world, place)
            for place in world.channels.values()
        }
        return asdict(faults) | {
            "missing": {channel: names for channel, names in missing.items() if names}
        }


def _file(path: str) -> Path | None:
    """Return the page's file at this path; None if there is none or the name is invalid."""
    try:
        found = (WEB / path).resolve()
        return found if found.is_relative_to(WEB) and found.is_file() else None
    except (ValueError, OSError):  # null character, or name too long
        return None


async def _pump(ws: web.WebSocketResponse, out: asyncio.Queue[Json]) -> None:
    while True:
        await ws.send_str(msgspec.json.encode(await out.get()).decode())
