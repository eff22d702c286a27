"""No body, however odd, brings the sandbox down: it is taken, or refused with a 4xx; and what it takes it can tell again."""

from __future__ import annotations

import copy
import random

import pytest

from sandbox import Sandbox

from .conftest import Raw

JUNK = [None, 0, -1, 2**70, 1.5, True, "", "x", "x" * 5000, [], {}, [None], [[]], {"type": 1}, "attachment://x", "\ud7ff\u0000"]
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


def places(node, path=()):
    """The paths of all values inside a body."""
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
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
        method, path, token = "POST", f"/channels/{place}/messages", "sandbox"
        match name:
            case "message" | "layout":
                body = mutated(MESSAGE if name == "message" else LAYOUT, rng)
            case "edit":
                method, path, body = "PATCH", f"{path}/{sent['id']}", mutated(MESSAGE, rng)
            case "command":
                method, path, body = "PUT", f"/applications/{bot}/commands", [mutated(COMMAND, rng)]
            case _:
                opened = sandbox.interactions.open(3, ana, world.channels[place], bot, {"custom_id": "a"}, message=panel)
                path, token = f"/interactions/{opened['id']}/{opened['token']}/callback?with_response=1", None
                fields = [{"type": 18, "label": "l", "component": {"type": 4, "style": 1, "custom_id": "t", "value": "v"}}]
                form = {"type": 9, "data": {"title": "t", "custom_id": "f", "components": fields}}
                body = mutated({"type": 4, "data": MESSAGE} if name == "callback" else form, rng)
        status, answer, _ = await raw(method, path, body, token=token)
        assert status in (200, 204, 400), (status, answer, body)
        taken += status != 400
    assert taken >= 5, "some of the odd bodies are good ones"
    await sandbox.page.perform("history", {"user": ana["id"], "channel": place, "limit": 200})
    assert sandbox.page.hello()["commands"] is not None
