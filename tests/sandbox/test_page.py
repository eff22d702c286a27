"""The page's WebSocket (PROTOCOL.md), its files, and the check of the origin."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import yarl

from sandbox import Sandbox
from sandbox.page import web_server
from tests.sandbox.conftest import Raw


class Tab:
    """One open page."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws, self.number = ws, 0
        self.frames: list[dict[str, Any]] = []
        self.hello: dict[str, Any] = {}
        self.users: dict[str, str] = {}  # ids by name
        self.channels: dict[str, str] = {}

    async def next(self, kind: str, **fits) -> dict:
        """The next frame of this kind with these fields."""
        while True:
            frame = await asyncio.wait_for(self.ws.receive_json(), 60)
            self.frames.append(frame)
            if frame["t"] == kind and fits.items() <= frame.items():
                return frame

    async def do(self, name: str, /, **fields) -> dict:
        self.number += 1
        await self.ws.send_json({"id": self.number, "do": name} | fields)
        return await self.next("reply", id=self.number)

    async def data(self, name: str, /, **fields):
        reply = await self.do(name, **fields)
        assert reply["ok"], reply
        return reply["data"]


@contextlib.asynccontextmanager
async def open_tab(raw: Raw, **headers: str) -> AsyncIterator[Tab]:
    async with raw.session.ws_connect(raw.box.url + "/page/socket", headers=headers) as ws:
        yield Tab(ws)


@pytest.fixture
async def tab(raw: Raw) -> AsyncIterator[Tab]:
    async with open_tab(raw, Origin=raw.box.url) as opened:
        opened.hello = await opened.next("hello")
        opened.users = {u["global_name"]: u["id"] for u in opened.hello["users"]}
        opened.channels = {c["name"]: c["id"] for c in opened.hello["guilds"][0]["channels"]}
        yield opened


async def test_hello_tells_everything(tab: Tab):
    hello = tab.hello
    assert list(tab.users) == ["Ana", "Bruno", "Carla", "Diego"]
    assert [u["locale"] for u in hello["users"]] == ["es-ES", "es-ES", "en-GB", "es-ES"]
    assert set(tab.channels) == {
        "Salón",
        "bienvenida",
        "charla",
        "Mesas",
        "mesa-verde",
        "mesa-larga",
    }
    assert hello["guilds"][0]["owner_id"] == tab.users["Ana"]
    assert [(b["username"], b["online"]) for b in hello["bots"]] == [("Sobremesa", False)]
    assert hello["faults"] == {
        "slow": 0, "rate_limited": False, "http_5xx": 0, "http_429": 0, "drop_gateway": False, "close_code": 0, "missing": {},
    }  # fmt: skip
    assert hello["clock"]["offset"] == 0
    assert (hello["dms"], hello["commands"], hello["unread"]) == ([], [], {})


async def test_talk_unread_and_history(tab: Tab):
    ana, bruno, place = tab.users["Ana"], tab.users["Bruno"], tab.channels["charla"]
    said = [
        await tab.data("send", user=ana, channel=place, content=f"{n} <@{bruno}>") for n in range(3)
    ]
    assert said[0]["seen_by"] is None
    assert said[0]["mentions"][0]["id"] == bruno
    unread = [f for f in tab.frames if f["t"] == "unread" and f["user"] == bruno][-1]
    assert unread == {
        "t": "unread", "user": bruno, "channel": place, "count": 3, "mentions": 3, "since": said[0]["id"],
    }  # fmt: skip
    assert not [f for f in tab.frames if f["t"] == "unread" and f["user"] == ana and f["count"]]
    await tab.do("read", user=bruno, channel=place, message=said[1]["id"])
    assert [f for f in tab.frames if f["t"] == "unread" and f["user"] == bruno][-1][
        "since"
    ] == said[2]["id"]
    await tab.data("message.delete", message=said[2]["id"])
    assert [f for f in tab.frames if f["t"] == "unread" and f["user"] == bruno][-1]["count"] == 0
    page_one = await tab.data("history", user=bruno, channel=place, limit=1)
    assert ([m["id"] for m in page_one["messages"]], page_one["more"]) == ([said[1]["id"]], True)
    page_two = await tab.data("history", user=bruno, channel=place, limit=5, before=said[1]["id"])
    assert ([m["id"] for m in page_two["messages"]], page_two["more"]) == ([said[0]["id"]], False)


async def test_people_servers_and_channels(tab: Tab, raw: Raw):
    eva = await tab.data("user.add", name="Eva Ñ", locale="en-US")
    assert (eva["username"], eva["global_name"], eva["locale"], eva["dms_open"]) == (
        "eva",
        "Eva Ñ",
        "en-US",
        True,
    )
    assert (await tab.data("user.set", user=eva["id"], dms_open=False, name="Evita"))[
        "global_name"
    ] == "Evita"
    guild = await tab.data("guild.add", name="Los martes", user=eva["id"])
    assert (guild["owner_id"], [c["name"] for c in guild["channels"]]) == (eva["id"], ["general"])
    assert [f["guild"] for f in tab.frames if f["t"] == "guild" and f["op"] == "create"] == [guild]
    made = await tab.data("channel.add", guild=guild["id"], name="Mesa Roja")
    assert made["name"] == "mesa-roja"
    await tab.data("channel.delete", channel=made["id"])
    assert {"create", "delete"} <= {f["op"] for f in tab.frames if f["t"] == "channel"}
    assert (await raw("GET", "/users/@me/guilds"))[1][1]["name"] == "Los martes"
    dm = await tab.data("dm", user=eva["id"], bot=tab.hello["bots"][0]["id"])
    assert (dm["type"], dm["user"]) == (1, eva["id"])


WRONG = {
    "an unknown request": ("nonsense", {}, "no such request"),
    "fields left out": ("send", {}, "incomplete"),
    "an unknown user": ("send", {"user": "1", "channel": "1", "content": "x"}, "no such user"),
    "no words": ("send", {"user": "Ana", "channel": "charla", "content": "  "}, "1 to 2000"),
    "a category": ("send", {"user": "Ana", "channel": "Mesas", "content": "x"}, "cannot write"),
    "no such message": ("press", {"user": "Ana", "channel": "charla", "message": "1", "custom_id": "x"}, "no longer exists"),
    "an unknown language": ("user.set", {"user": "Ana", "locale": "es"}, "language"),
    "an unknown fault": ("faults", {"fire": 1}, "no fault"),
    "a fault of the wrong kind": ("faults", {"slow": "much"}, "cannot be"),
    "the clock back": ("clock", {"advance": -5}, "forward"),
    "an unknown permission": ("faults", {"missing": {"charla": ["FLY"]}}, "no permission"),
    "an unknown form": ("modal", {"user": "Ana", "interaction": "1", "components": []}, "no longer open"),
    "an unknown command": ("command", {"user": "Ana", "channel": "charla", "command": "1"}, "cannot be used"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "fields", "words"), WRONG.values(), ids=WRONG.keys())
async def test_wrong_requests_get_a_sentence(tab: Tab, name: str, fields: dict, words: str):
    ids = tab.users | tab.channels
    fields = {
        k: ids.get(v, v) if isinstance(v, str) and k != "content" else v for k, v in fields.items()
    }
    if "missing" in fields:
        fields["missing"] = {ids[k]: v for k, v in fields["missing"].items()}
    reply = await tab.do(name, **fields)
    assert not reply["ok"]
    assert words in reply["error"]


async def test_nonsense_on_the_line_is_no_harm(tab: Tab):
    for text in ("{", "[1]", '"x"'):
        await tab.ws.send_str(text)
        assert (await tab.next("reply"))["ok"] is False
    assert await tab.data("api") == []


async def test_the_backstage_shows_calls_clock_and_faults(tab: Tab, raw: Raw):
    await raw("GET", "/users/@me")
    call = await tab.next("api")
    assert (call["method"], call["path"], call["status"]) == ("GET", "/users/@me", 200)
    assert [c["path"] for c in await tab.data("api")] == ["/users/@me"]
    assert (await tab.data("clock", advance=3600))["offset"] == 3600
    assert (await tab.data("clock", reset=True))["offset"] == 0
    shown = await tab.data(
        "faults", slow=5, missing={tab.channels["charla"]: ["SEND_MESSAGES", "ATTACH_FILES"]}
    )
    assert (shown["slow"], shown["missing"]) == (
        5,
        {tab.channels["charla"]: ["SEND_MESSAGES", "ATTACH_FILES"]},
    )
    async with open_tab(raw) as second:
        hello = await second.next("hello")
        assert hello["guilds"][0]["permissions"] == shown["missing"]
    assert (
        await raw.refused("POST", f"/channels/{tab.channels['charla']}/messages", {"content": "x"})
    )[1] == 50013
    await tab.data("faults", missing={tab.channels["charla"]: []})
    assert (await raw("POST", f"/channels/{tab.channels['charla']}/messages", {"content": "x"}))[
        0
    ] == 200


async def test_a_cut_gateway_stays_cut_until_switched_on(tab: Tab, raw: Raw):
    await tab.data("faults", drop_gateway=True)
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await raw.session.ws_connect(raw.box.gateway_url)
    await tab.data("faults", drop_gateway=False)
    ws = await raw.session.ws_connect(raw.box.gateway_url)
    await ws.close()


STRANGERS = {
    "another site's script": {"Origin": "https://evil.example"},
    "no origin at all": {"Origin": "null"},
    "another port": {"Origin": "http://127.0.0.1:1"},
    "another site's request": {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"},
    "a neighbour's request": {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"},
    "another name for this address": {"Host": "evil.example"},
}


@pytest.mark.parametrize("headers", STRANGERS.values(), ids=STRANGERS.keys())
@pytest.mark.parametrize("path", ["/", "/page/socket", "/api/v10/users/@me", "/gateway"])
async def test_other_web_sites_are_kept_out(raw: Raw, headers: dict[str, str], path: str):
    async with raw.session.get(raw.box.url + path, headers=headers) as answer:
        assert answer.status == 403


async def test_a_link_from_elsewhere_may_open_the_page_but_not_the_api(raw: Raw):
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    async with raw.session.get(raw.box.url + "/", headers=headers) as answer:
        assert answer.status != 403
    async with raw.session.get(raw.box.api_base + "/gateway", headers=headers) as answer:
        assert answer.status == 403


async def test_files_of_the_page_and_only_those(
    raw: Raw, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    web = tmp_path / "web"
    (web / "js").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><title>ñ</title>", encoding="utf-8")
    (web / "js" / "app.js").write_text("export {}", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("no", encoding="utf-8")
    monkeypatch.setattr(web_server, "WEB", web)
    for path, kind in (("/", "text/html"), ("/js/app.js", "text/javascript")):
        async with raw.session.get(raw.box.url + path) as answer:
            assert (answer.status, answer.content_type) == (200, kind)
            policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self';")
            assert "unsafe" not in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
    outside = ("/../secret.txt", "/%2e%2e/secret.txt", "/js/..%2f..%2fsecret.txt")
    for path in (*outside, "/js", "/nothing.js", "/cdn/attachments/1/2/a"):
        async with raw.session.get(yarl.URL(raw.box.url + path, encoded=True)) as answer:
            assert answer.status == 404


async def test_it_listens_on_this_machine_only():
    with pytest.raises(ValueError, match=r"127\.0\.0\.1"):
        await Sandbox.start(None, host="0.0.0.0")
