"""Fake of the sandbox's server that speaks PROTOCOL.md, for tests of the page alone."""

# ruff: noqa: E501 - one request, one line
from __future__ import annotations

import asyncio
import contextlib
import copy
import io
import json
import threading
import time
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web
from PIL import Image, ImageDraw

from tests.page import staged
from tests.page.staged import BOT, Json

WEB = Path(__file__).parents[2] / "sandbox" / "web"
CSP = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self' ws://127.0.0.1:*; "
       "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")  # fmt: skip
PATIENCE = 0.4  # seconds to wait for the bot's answer; three in the real server


def board(art: Path | None, name: str) -> bytes:
    """Return a stored picture, or a simple chequered board."""
    if art and (art / name).exists():
        return (art / name).read_bytes()
    picture = Image.new("RGB", (656, 755), "#c9b48a")
    draw = ImageDraw.Draw(picture)
    for i in range(64):
        x, y = i % 8 * 82, i // 8 * 94
        draw.rectangle(
            (x, y, x + 81, y + 93),
            fill="#7f9a5a" if (i + i // 8) % 2 else "#dcc79a",
            outline="#4a3327",
        )
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


class Fake:
    """Server in a thread: `asked` records every request, `push` sends a frame to all pages."""

    def __init__(self, art: Path | None = None, port: int = 0) -> None:
        self.art, self.port = art, port
        self.asked: list[Json] = []
        self.sockets: set[web.WebSocketResponse] = set()
        self.next_id = 5000
        self.silent_autocomplete = False
        self.ended = threading.Event()
        self.loop = asyncio.new_event_loop()
        self.tasks: set[asyncio.Task[None]] = set()

    # -- life
    def heard(self, do: str, patience: float = 5.0, **fields: Any) -> Json:
        """Wait for a request of this kind with these fields; return the newest one."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            for one in reversed(self.asked):
                if one["do"] == do and fields.items() <= one.items():
                    return one
            time.sleep(0.02)
        raise AssertionError(f"the page never asked for {do} {fields}")

    def start(self) -> str:
        """Start the server and return the address of the page."""
        ready = threading.Event()
        threading.Thread(target=self._run, args=(ready,), daemon=True).start()
        assert ready.wait(10)
        self.base = f"http://127.0.0.1:{self.port}"
        self.stage()
        return self.base

    def stage(self) -> None:
        """Reset all data."""
        self.users, self.guilds, self.unread = (
            copy.deepcopy(staged.USERS),
            staged.guilds(),
            staged.unread(),
        )
        self.bots = [{"id": BOT["id"], "username": BOT["username"], "online": True}]
        self.dms = [
            {"id": staged.DM_ANA, "user": staged.ANA, "bot": "900"},
            {"id": staged.DM_CARLA, "user": staged.CARLA, "bot": "900"},
        ]
        self.messages = {m["id"]: copy.deepcopy(m) for m in staged.messages(self.base)}
        self.faults: Json = {
            "slow": 0,
            "rate_limited": False,
            "http_5xx": 0,
            "drop_gateway": False,
            "missing": {},
        }
        self.offset = 0
        self.silent_autocomplete = False
        self.asked.clear()

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self.loop)
        app = web.Application()
        app.router.add_get("/page/socket", self.socket)
        app.router.add_get("/cdn/{path:.*}", self.cdn)
        app.router.add_get("/{path:.*}", self.file)
        self.runner = web.AppRunner(app, access_log=None)
        self.loop.run_until_complete(self.runner.setup())
        site = web.TCPSite(self.runner, "127.0.0.1", self.port)
        self.loop.run_until_complete(site.start())
        self.port = self.runner.addresses[0][1]
        ready.set()
        self.loop.run_forever()
        self.loop.close()
        self.ended.set()

    def stop(self) -> None:
        """Stop the thread."""
        asyncio.run_coroutine_threadsafe(self.runner.cleanup(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.ended.wait(10)

    def cut(self) -> None:
        """Close every page's WebSocket."""

        async def close() -> None:
            for ws in list(self.sockets):
                await ws.close()

        asyncio.run_coroutine_threadsafe(close(), self.loop).result(10)

    def push(self, **frame: Any) -> None:
        """Send a frame to all pages, from any thread; keep a message for later answers."""
        if frame["t"] == "message" and "message" in frame:
            self.messages[frame["message"]["id"]] = frame["message"]
        asyncio.run_coroutine_threadsafe(self.tell(frame), self.loop).result(10)

    # -- HTTP
    async def file(self, request: web.Request) -> web.StreamResponse:
        path = (WEB / (request.match_info["path"] or "index.html")).resolve()
        if not path.is_file() or not path.is_relative_to(WEB):
            return web.Response(status=404)
        return web.FileResponse(
            path, headers={"Cache-Control": "no-cache", "Content-Security-Policy": CSP}
        )

    async def cdn(self, request: web.Request) -> web.StreamResponse:
        return web.Response(
            body=board(self.art, request.path.rsplit("/", 1)[-1]), content_type="image/png"
        )

    # -- WebSocket
    async def tell(self, frame: Json) -> None:
        for ws in list(self.sockets):
            with contextlib.suppress(ConnectionError):  # the page may be closing
                await ws.send_str(json.dumps(frame))

    async def socket(self, request: web.Request) -> web.StreamResponse:
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        await ws.send_str(json.dumps(self.hello()))
        self.sockets.add(ws)
        async for frame in ws:
            if frame.type is not WSMsgType.TEXT:
                continue
            asked = json.loads(frame.data)
            self.asked.append(asked)
            try:
                reply = {"ok": True, "data": await self.do(asked)}
            except LookupError as error:
                reply = {"ok": False, "error": str(error.args[0])}
            await ws.send_str(json.dumps({"t": "reply", "id": asked["id"], **reply}))
        self.sockets.discard(ws)
        return ws

    def hello(self) -> Json:
        return {
            "t": "hello", "users": self.users, "bots": self.bots, "guilds": self.guilds, "dms": self.dms, "commands": staged.COMMANDS, "unread": self.unread,
            "clock": {"now": "", "offset": self.offset}, "faults": self.faults, "server": {"version": "fake"},
        }  # fmt: skip

    async def do(self, a: Json) -> Any:
        name = "do_" + a["do"].replace(".", "_")
        return await getattr(self, name)(a)

    def id(self) -> str:
        self.next_id += 1
        return str(self.next_id)

    def later(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def create(self, room: str, author: Json, content: str = "", **more: Any) -> Json:
        made = staged.message(self.id(), room, author, 0, content, **more)
        self.messages[made["id"]] = made
        await self.tell({"t": "message", "op": "create", "message": made})
        return made

    async def edit(self, id_: str, **fields: Any) -> None:
        self.messages[id_] = self.messages[id_] | fields | {"edited_timestamp": staged.at(0)}
        await self.tell({"t": "message", "op": "update", "message": self.messages[id_]})

    async def do_history(self, a: Json) -> Json:
        mine = [
            m
            for m in self.messages.values()
            if m["channel_id"] == a["channel"] and m["ephemeral_for"] in (None, a["user"])
        ]
        mine.sort(key=lambda m: int(m["id"]))
        older = [m for m in mine if not a.get("before") or int(m["id"]) < int(a["before"])]
        limit = min(a.get("limit", 50), 25)
        return {"messages": older[-limit:], "more": len(older) > limit}

    async def do_send(self, a: Json) -> Json:
        author = next(u for u in self.users if u["id"] == a["user"])
        return await self.create(a["channel"], author, a["content"])

    async def outcome(
        self, a: Json, interaction: str, state: str, error: str | None = None
    ) -> None:
        await self.tell(
            {
                "t": "interaction",
                "id": interaction,
                "user": a["user"],
                "state": state,
                "message_id": a.get("message"),
                "custom_id": a.get("custom_id"),
                "error": error,
            }
        )

    async def do_press(self, a: Json) -> Json:
        if a["message"] not in self.messages:
            raise LookupError("This message no longer exists.")
        interaction = self.id()
        await self.outcome(a, interaction, "waiting")
        self.later(self.answer(a, interaction))
        return {"interaction": interaction}

    do_select = do_press

    async def answer(self, a: Json, interaction: str) -> None:
        custom_id = a.get("custom_id", "")
        if custom_id == "silent":
            await asyncio.sleep(PATIENCE)
            await self.outcome(a, interaction, "failed", "This application did not respond")
            return
        await asyncio.sleep(0.05)
        user = next(u for u in self.users if u["id"] == a["user"])
        if custom_id == "play":
            panel = {
                "author": {"name": "El Mapa · «Domingo»"},
                "title": "Desde tu último turno (5 h)",
                "color": 0xCF4A3C,
                "description": "■ **Bruno entra en H3**, a dos pasos de tus jinetes. ◆ Diego levanta un Teatro.\n-# Tienes 6 de oro, 3 de madera y 1 de piedra.",
            }
            await self.create(a["channel"], BOT, embeds=[panel], ephemeral_for=a["user"], flags=64, interaction_metadata={"id": interaction, "type": 3, "user": user, "interacted_message_id": a["message"]},
                              components=[staged.row(staged.button("Jugar", "go", 1, emoji=staged.emoji("▶")), staged.button("Toda la crónica", "all"))])  # fmt: skip
        elif custom_id in ("modal", "oldmodal"):
            await self.tell(
                {
                    "t": "modal",
                    "interaction": interaction,
                    "user": a["user"],
                    "modal": staged.MODAL if custom_id == "modal" else staged.OLD_MODAL,
                }
            )
        elif custom_id == "count":
            rows = copy.deepcopy(self.messages[a["message"]]["components"])
            part = rows[-1]["components"][-1]
            part["label"] = f"Sumar {int(part['label'].split()[-1]) + 1}"
            await self.edit(a["message"], components=rows)
        elif "values" in a:
            await self.edit(a["message"], content=f"Elegido: {', '.join(a['values'])}")
        await self.outcome(a, interaction, "done")

    async def do_command(self, a: Json) -> Json:
        interaction = self.id()
        await self.outcome(a, interaction, "waiting")
        user = next(u for u in self.users if u["id"] == a["user"])
        name, among = (
            next(c["name"] for c in staged.COMMANDS if c["id"] == a["command"]),
            a["options"],
        )
        while among and among[0]["type"] in (1, 2):
            name, among = f"{name} {among[0]['name']}", among[0].get("options", [])
        await self.create(
            a["channel"],
            BOT,
            f"Hecho: {json.dumps(a['options'], ensure_ascii=False)}",
            type=20,
            interaction_metadata={"id": interaction, "type": 2, "user": user, "name": name},
        )
        await self.outcome(a, interaction, "done")
        return {"interaction": interaction}

    async def do_autocomplete(self, a: Json) -> Json:
        await asyncio.sleep(0.1)
        if self.silent_autocomplete:
            raise LookupError("This application did not respond")
        value = next(o["value"] for o in a["options"] if o.get("focused"))
        return {
            "choices": [
                {"name": p, "value": f"v:{p}"}
                for p in staged.PLAYS
                if all(w in p.lower() for w in str(value).lower().split())
            ]
        }

    async def do_modal(self, a: Json) -> Json:
        interaction = self.id()
        self.later(self.outcome({"user": a["user"]}, interaction, "done"))
        return {"interaction": interaction}

    async def do_dismiss(self, a: Json) -> None:
        gone = self.messages.pop(a["message"])
        await self.tell(
            {"t": "message", "op": "delete", "channel_id": gone["channel_id"], "id": gone["id"]}
        )

    async def do_read(self, a: Json) -> None:
        self.unread.setdefault(a["user"], {})[a["channel"]] = {
            "count": 0,
            "mentions": 0,
            "since": None,
        }
        await self.tell(
            {
                "t": "unread",
                "user": a["user"],
                "channel": a["channel"],
                "count": 0,
                "mentions": 0,
                "since": None,
            }
        )

    async def do_dm(self, a: Json) -> Json:
        made = {"id": self.id(), "user": a["user"], "bot": a["bot"]}
        self.dms.append(made)
        return made

    async def do_user_add(self, a: Json) -> Json:
        if any(u["global_name"] == a["name"] for u in self.users):
            raise LookupError("That name is taken.")
        user = {
            "id": self.id(),
            "username": a["name"].lower(),
            "global_name": a["name"],
            "color": "#6a4f8a",
            "locale": a.get("locale", "es-ES"),
            "dms_open": True,
        }
        self.users.append(user)
        await self.tell({"t": "user", "op": "create", "user": user})
        return user

    async def do_user_set(self, a: Json) -> Json:
        user = next(u for u in self.users if u["id"] == a["user"])
        user |= {k: a[k] for k in ("locale", "dms_open") if k in a}
        await self.tell({"t": "user", "op": "update", "user": user})
        return user

    async def do_guild_add(self, a: Json) -> Json:
        guild: Json = {
            "id": self.id(),
            "name": a["name"],
            "owner_id": staged.ANA,
            "channels": [],
            "permissions": {},
        }
        self.guilds.append(guild)
        await self.tell({"t": "guild", "op": "create", "guild": guild})
        return guild

    async def do_channel_add(self, a: Json) -> Json:
        made = {
            **staged.channel(self.id(), a["name"], 11 if a.get("parent") else 0, a.get("parent")),
            "guild_id": a["guild"],
        }
        next(g for g in self.guilds if g["id"] == a["guild"])["channels"].append(made)
        await self.tell({"t": "channel", "op": "create", "channel": made, "guild_id": a["guild"]})
        return made

    async def do_message_delete(self, a: Json) -> None:
        await self.do_dismiss(a)

    async def do_clock(self, a: Json) -> Json:
        self.offset = 0 if a.get("reset") else self.offset + a["advance"]
        clock = {"now": "", "offset": self.offset}
        await self.tell({"t": "clock", **clock})
        return clock

    async def do_faults(self, a: Json) -> Json:
        self.faults |= {k: v for k, v in a.items() if k in self.faults}
        await self.tell({"t": "faults", **self.faults})
        return self.faults

    async def do_api(self, a: Json) -> list[Json]:
        return [
            {
                "t": "api",
                "method": "POST",
                "path": "/interactions/…/callback",
                "status": 204,
                "ms": 4,
            },
            {"t": "api", "method": "POST", "path": "/users/@me/channels", "status": 403, "ms": 1},
        ]
