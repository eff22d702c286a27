"""No request body crashes the sandbox: it is accepted, or refused with a 4xx."""

from __future__ import annotations

import copy
import json
import random
import re
from typing import Any

import pytest
from yarl import URL

from gateway.outages import OutageLogFilter, outage_kind
from sandbox import Sandbox
from sandbox.page.requests import HANDLERS
from sandbox.rest.base import ROUTES
from sandbox.state.model import Kind
from tests.sandbox.conftest import Raw

JUNK: list[Any] = [
    None,
    0,
    -1,
    2**70,
    1.5,
    True,
    "",
    "x",
    "x" * 5000,
    [],
    {},
    [None],
    [[]],
    {"type": 1},
    "attachment://x",
    "\ud7ff\u0000",
]
MESSAGE = {
    "content": "hola <@1>", "flags": 4096, "tts": False, "allowed_mentions": {"parse": ["users"], "replied_user": False},
    "embeds": [{
        "title": "t", "description": "d", "url": "https://x.org", "timestamp": "2026-01-01T00:00:00+00:00", "color": 3,
        "author": {"name": "a", "icon_url": "https://x.org/a.png"}, "footer": {"text": "f"},
        "fields": [{"name": "n", "value": "v", "inline": True}], "image": {"url": "https://x.org/i.png"},
    }],
    "components": [
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_id": "a", "emoji": {"id": None, "name": "🎲"}}]},
        {"type": 1, "components": [{"type": 3, "custom_id": "m", "options": [{"label": "l", "value": "v", "default": True}]}]},
        {"type": 1, "components": [{"type": 5, "custom_id": "u", "min_values": 0, "max_values": 2}]},
    ],
    "attachments": [],
}  # fmt: skip
LAYOUT = {
    "flags": 32768,
    "components": [
        {"type": 17, "accent_color": 5, "spoiler": False, "components": [
            {"type": 10, "content": "hola"}, {"type": 14, "divider": True, "spacing": 1},
            {"type": 12, "items": [{"media": {"url": "https://x.org/a.png"}, "description": "d"}]},
        ]},
        {
            "type": 9, "components": [{"type": 10, "content": "x"}],
            "accessory": {"type": 2, "style": 2, "label": "a", "custom_id": "b"},
        },
    ],
}  # fmt: skip
COMMAND = {
    "name": "mesa", "description": "d", "default_member_permissions": "32", "contexts": [0, 1],
    "name_localizations": {"es-ES": "mesa"},
    "options": [{"type": 2, "name": "g", "description": "d", "options": [{"type": 1, "name": "s", "description": "d", "options": [
        {"type": 3, "name": "t", "description": "d", "required": True, "choices": [{"name": "a", "value": "b"}]},
        {"type": 4, "name": "n", "description": "d", "min_value": 1, "max_value": 4, "autocomplete": True},
    ]}]}],
}  # fmt: skip


def told_errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the bot's own errors: what a busy machine answers late, or after the end, is none."""
    quiet = OutageLogFilter()
    return [
        record.getMessage()
        for record in caplog.records
        if isinstance(record.exc_info, tuple)
        and outage_kind(record.exc_info[1]) is None
        and quiet.filter(record)
    ]


def places(node, path=()):
    """The paths of all values inside a body."""
    items = (
        node.items()
        if isinstance(node, dict)
        else enumerate(node)
        if isinstance(node, list)
        else ()
    )
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


def mutated(body: dict, rng: random.Random) -> dict:
    """The body with one to three of its parts replaced, dropped or doubled."""
    body = copy.deepcopy(body)
    for _ in range(rng.randint(1, 3)):
        spots = list(places(body))
        *way, last = rng.choice(spots)
        holder = body
        for key in way:
            holder = holder[key]
        act = rng.random()
        if act < 0.6:
            holder[last] = copy.deepcopy(rng.choice(JUNK))
        elif act < 0.8:
            del holder[last]
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[last]))
    return body


@pytest.mark.parametrize("name", ["message", "layout", "edit", "command", "callback", "modal"])
async def test_odd_bodies_never_crash_it(raw: Raw, sandbox: Sandbox, name: str):
    rng, world = random.Random(name), sandbox.world
    place = next(c["id"] for c in world.channels.values() if c["name"] == "charla")
    bot, ana, taken = world.bots()[0]["id"], world.people()[0], 0
    _, sent, _ = await raw("POST", f"/channels/{place}/messages", MESSAGE)
    world.online, panel = (lambda _: True), world.store.message(sent["id"])
    for _ in range(150):
        method, path = "POST", f"/channels/{place}/messages"
        token: str | None = "sandbox"
        body: Any
        match name:
            case "message" | "layout":
                body = mutated(MESSAGE if name == "message" else LAYOUT, rng)
            case "edit":
                method, path, body = "PATCH", f"{path}/{sent['id']}", mutated(MESSAGE, rng)
            case "command":
                method, path, body = "PUT", f"/applications/{bot}/commands", [mutated(COMMAND, rng)]
            case _:
                opened = sandbox.interactions.open(
                    Kind.COMPONENT,
                    ana,
                    world.channels[place],
                    bot,
                    {"custom_id": "a"},
                    message=panel,
                )
                path, token = (
                    f"/interactions/{opened['id']}/{opened['token']}/callback?with_response=1",
                    None,
                )
                fields = [
                    {
                        "type": 18,
                        "label": "l",
                        "component": {"type": 4, "style": 1, "custom_id": "t", "value": "v"},
                    }
                ]
                form = {"type": 9, "data": {"title": "t", "custom_id": "f", "components": fields}}
                body = mutated({"type": 4, "data": MESSAGE} if name == "callback" else form, rng)
        status, answer, _ = await raw(method, path, body, token=token)
        assert status in (200, 204, 400), (status, answer, body)
        taken += status != 400
    assert taken >= 5, "some of the odd bodies are good ones"
    await sandbox.page.perform("history", {"user": ana["id"], "channel": place, "limit": 200})
    assert sandbox.page.hello()["commands"] is not None


# Parts of an address as nobody would write them: control characters, bad UTF-8, digits of other scripts, too large, too long.
ODD = [
    "%00", "a%00b", "%0a", "%ff", "%ed%a0%80", "%c2%b2", "%d9%a3", "9" * 19, "9" * 20, "9" * 40, "-1", "0", "1e5", "x" * 300,
    "x" * 5000, "..", "%2e%2e", "%2f", "%5c", "~", "%F0%9F%98%80",
]  # fmt: skip
PAGES = [
    "/{}", "/js/{}", "/{}/x", "/js/{}.js", "/page/{}", "/cdn/{}", "/cdn/attachments/{}/1/x", "/cdn/attachments/1/{}/x",
    "/cdn/attachments/1/1/{}", "/api/{}", "/api/v10/{}", "/gateway/{}",
]  # fmt: skip


async def status(raw: Raw, method: str, path: str, **sent) -> int:
    headers = {"Authorization": "Bot sandbox"} if path.startswith("/api") else {}
    async with raw.session.request(
        method, URL(raw.box.url + path, encoded=True), headers=headers, **sent
    ) as answer:
        return answer.status


@pytest.mark.parametrize("part", ODD, ids=lambda part: part[:12])
async def test_odd_addresses_lead_nowhere(raw: Raw, caplog: pytest.LogCaptureFixture, part: str):
    for path in PAGES:
        assert await status(raw, "GET", path.format(part)) in (404, 405), path
    place = next(c["id"] for c in raw.box.world.channels.values() if c["name"] == "charla")
    known = {
        "channel_id": place,
        "guild_id": next(iter(raw.box.world.guilds)),
        "application_id": raw.box.world.bots()[0]["id"],
    }
    for entry in ROUTES:
        for odd in re.findall(r"{(\w+)}", entry.path):
            parts = re.sub(
                r"{(\w+)}",
                lambda name: part if name[1] == odd else known.get(name[1], "1"),  # noqa: B023 - called at once
                entry.path,
            )
            got = await status(raw, entry.method, f"/api/v10{parts}", json={"content": "x"})
            assert 400 <= got < 500, (entry.method, entry.path, odd)
    for key in ("before", "after", "around", "limit"):
        assert await status(raw, "GET", f"/api/v10/channels/{place}/messages?{key}={part}") < 500
    assert told_errors(caplog) == []


JUNK_FIELDS = [
    None, 0, -1, 2**63, -(2**70), 1.5, True, "", "x", "9" * 19, "9" * 25, "²", "٣", "\x00", [], {}, [None], {"a": 1}, "x" * 9000,
]  # fmt: skip
FIELDS = (
    "user", "channel", "message", "custom_id", "values", "command", "options", "components", "interaction", "name", "locale",
    "guild", "bot", "token", "op", "advance", "reset", "limit", "before", "content", "slow", "missing", "http_5xx", "archived",
    "parent", "type", "speaks", "dms_open",
)  # fmt: skip


@pytest.mark.parametrize("name", HANDLERS)
async def test_odd_requests_of_a_page_are_answered(
    raw: Raw, sandbox: Sandbox, caplog: pytest.LogCaptureFixture, name: str
):
    rng, world = random.Random(name), sandbox.world
    known = {
        "user": world.people()[1]["id"], "guild": next(iter(world.guilds)), "bot": world.bots()[0]["id"],
        "channel": next(c["id"] for c in world.channels.values() if c["name"] == "charla"),
    }  # fmt: skip
    async with raw.session.ws_connect(raw.box.url + "/page/socket") as ws:
        for number in range(60):
            odd = {field: rng.choice(JUNK_FIELDS) for field in FIELDS if rng.random() < 0.5}
            asked = odd | {
                field: value
                for field, value in known.items()
                if field not in odd or rng.random() < 0.6
            }
            await ws.send_str(json.dumps(asked | {"id": number, "do": name}))
            while (frame := await ws.receive_json(timeout=60))["t"] != "reply":
                pass
            assert frame["id"] == number
    assert [
        record.getMessage()
        for record in caplog.records
        if record.exc_info and record.levelname == "ERROR" and OutageLogFilter().filter(record)
    ] == []
