"""The sandbox refuses what Discord refuses, with status, code and path."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.state import rate_limits
from tests.sandbox.conftest import Raw

BUTTON = {"type": 2, "style": 1, "label": "Va", "custom_id": "go"}


def row(*parts):
    return {"type": 1, "components": list(parts)}


def menu(**changes):
    options = [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]
    return {"type": 3, "custom_id": "m", "options": options} | changes


def button(**changes):
    return {key: value for key, value in (BUTTON | changes).items() if value is not None}


def rows(count: int):
    return [row(button(custom_id=f"b{n}")) for n in range(count)]


def text(content: str):
    return {"type": 10, "content": content}


V2 = 32768
MESSAGES = {
    "content too long": ({"content": "x" * 2001}, "content: BASE_TYPE_MAX_LENGTH"),
    "content far too long": ({"content": "x" * 4001}, "content: BASE_TYPE_MAX_LENGTH"),
    "six rows": ({"components": rows(6)}, "components: BASE_TYPE_BAD_LENGTH"),
    "six buttons": (
        {"components": [row(*(button(custom_id=f"b{n}") for n in range(6)))]}, "components.0.components: BASE_TYPE_MAX_LENGTH",
    ),
    "a custom_id twice": (
        {"components": [row(BUTTON), row(BUTTON)]}, "components.1.components.0.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "custom_id of 101": (
        {"components": [row(button(custom_id="x" * 101))]}, "components.0.components.0.custom_id: BASE_TYPE_MAX_LENGTH",
    ),
    "label of 81": ({"components": [row(button(label="x" * 81))]}, "components.0.components.0.label: BASE_TYPE_MAX_LENGTH"),
    "a button without a name": (
        {"components": [row(button(label=None))]}, "components.0.components.0.label: BASE_TYPE_REQUIRED",
    ),
    "a button with a blank label": (
        {"components": [row(button(label="  "))]}, "components.0.components.0.label: BASE_TYPE_REQUIRED",
    ),
    "a button without custom_id": (
        {"components": [row(button(custom_id=None))]},
        "components.0.components.0.custom_id: BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
    ),
    "a link without url": (
        {"components": [row(button(style=5, custom_id=None))]}, "components.0.components.0.url: BUTTON_COMPONENT_URL_REQUIRED",
    ),
    "a link with custom_id": (
        {"components": [row(button(style=5, url="https://x.org"))]},
        "components.0.components.0.custom_id: BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "a sign that is no emoji": (
        {"components": [row(button(emoji={"name": "✕"}))]},
        "components.0.components.0.emoji.name: BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "26 options": (
        {"components": [row(menu(options=[{"label": str(n), "value": str(n)} for n in range(26)]))]},
        "components.0.components.0.options: BASE_TYPE_MAX_LENGTH",
    ),
    "no options": ({"components": [row(menu(options=[]))]}, "components.0.components.0.options: BASE_TYPE_MIN_LENGTH"),
    "an option's value twice": (
        {"components": [row(menu(options=[{"label": "A", "value": "a"}, {"label": "B", "value": "a"}]))]},
        "components.0.components.0.options.1.value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "more values than options": (
        {"components": [row(menu(max_values=3))]},
        "components.0.components.0.max_values: SELECT_COMPONENT_MAX_GREATER_THAN_OPTIONS",
    ),
    "a menu beside a button": (
        {"components": [row(menu(), BUTTON)]}, "components.0.components.1: COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "a placeholder of 151": (
        {"components": [row(menu(placeholder="x" * 151))]}, "components.0.components.0.placeholder: BASE_TYPE_MAX_LENGTH",
    ),
    "an unknown component": ({"components": [{"type": 99}]}, "components.0.type: BASE_TYPE_CHOICES"),
    "6001 characters over all embeds": (
        {"embeds": [{"description": "x" * 3000}, {"description": "x" * 3001}]}, "embeds: MAX_EMBED_SIZE_EXCEEDED",
    ),
    "11 embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds: BASE_TYPE_MAX_LENGTH"),
    "26 fields": ({"embeds": [{"fields": [{"name": "a", "value": "b"}] * 26}]}, "embeds.0.fields: BASE_TYPE_MAX_LENGTH"),
    "a title of 257": ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title: BASE_TYPE_MAX_LENGTH"),
    "an empty field": (
        {"embeds": [{"fields": [{"name": "a", "value": " "}]}]}, "embeds.0.fields.0.value: BASE_TYPE_REQUIRED",
    ),
    "an empty embed": ({"embeds": [{"color": 3}]}, "embeds.0.description: BASE_TYPE_REQUIRED"),
    "a file link as picture": (
        {"embeds": [{"image": {"url": "file:///etc/passwd"}}]}, "embeds.0.image.url: URL_TYPE_INVALID_SCHEME",
    ),
    "an attachment that is not there": (
        {"embeds": [{"image": {"url": "attachment://board.png"}}]},
        "embeds.0.image.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "a file that was not sent": ({"content": "x", "attachments": [{"id": 0}]}, "attachments.0.id: ATTACHMENT_NOT_FOUND"),
    "V2 parts without the flag": ({"components": [text("x")]}, "components.0.type: UNION_TYPE_CHOICES"),
    "V2 with content": (
        {"flags": V2, "content": "x", "components": [text("x")]},
        "content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "V2 with embeds": (
        {"flags": V2, "embeds": [{"title": "x"}], "components": [text("x")]},
        "embeds: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "V2 with 41 parts": (
        {"flags": V2, "components": [text("x")] + [row(*(button(custom_id=f"{r}{c}") for c in range(4))) for r in range(8)]},
        "components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "V2 with 4001 characters": (
        {"flags": V2, "components": [text("x" * 2000), text("x" * 2001)]},
        "components: COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "mentions parsed and listed": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions: MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "a reply to nothing": (
        {"content": "x", "message_reference": {"message_id": "1"}}, "message_reference: REPLIES_UNKNOWN_MESSAGE",
    ),
}  # fmt: skip


@pytest.fixture
def place(sandbox: Sandbox) -> str:
    return next(c["id"] for c in sandbox.world.channels.values() if c["name"] == "charla")


@pytest.mark.parametrize(("body", "wrong"), MESSAGES.values(), ids=MESSAGES.keys())
async def test_messages_that_discord_refuses(raw: Raw, place: str, body: dict, wrong: str):
    status, code, paths = await raw.refused("POST", f"/channels/{place}/messages", body)
    assert (status, code) == (400, 50035)
    assert wrong in paths


async def test_what_is_at_the_limit_passes(raw: Raw, place: str):
    options = [{"label": "x" * 100, "value": f"{n}"} for n in range(25)]
    full = [
        row(*(button(custom_id=f"{r}{c}".ljust(100, "x"), label="x" * 80) for c in range(5)))
        for r in range(4)
    ]
    body = {
        "content": "x" * 2000, "components": [*full, row(menu(options=options, max_values=25, placeholder="x" * 150))],
        "embeds": [{"title": "x" * 256, "description": "x" * 4096}, {"description": "x" * (6000 - 4352)}],
    }  # fmt: skip
    status, made, _ = await raw("POST", f"/channels/{place}/messages", body)
    assert status == 200
    assert made["components"][4]["components"][0]["max_values"] == 25


@pytest.mark.parametrize(
    "body", [{}, {"content": "  "}, {"content": None}, {"embeds": [], "components": []}]
)
async def test_empty_messages_are_50006(raw: Raw, place: str, body: dict):
    assert await raw.refused("POST", f"/channels/{place}/messages", body) == (400, 50006, set())


async def test_a_refused_edit_leaves_the_message_as_it_was(raw: Raw, sandbox: Sandbox, place: str):
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps({"content": "a"}), content_type="application/json")
    form.add_field("files[0]", b"data", filename="ma\u00f1 b.txt")
    _, made, _ = await raw("POST", f"/channels/{place}/messages", form=form)
    assert made["attachments"][0]["filename"] == "ma_b.txt"
    path = f"/channels/{place}/messages/{made['id']}"
    assert (await raw.refused("PATCH", path, {"content": "x" * 2001}))[1] == 50035
    assert (await raw.refused("PATCH", path, {"content": "", "attachments": []}))[1] == 50006
    assert (await raw("GET", path))[1] == made
    async with raw.session.get(made["attachments"][0]["url"]) as file:
        assert await file.read() == b"data"
        assert file.headers["Content-Disposition"] == "attachment"
    status, edited, _ = await raw("PATCH", path, {"content": "b", "attachments": []})
    assert (status, edited["attachments"]) == (200, [])
    async with raw.session.get(made["attachments"][0]["url"]) as file:
        assert file.status == 404


async def test_files_over_the_limit_are_40005(
    raw: Raw, place: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sandbox.services.uploads.ATTACHMENT_LIMIT", 10)
    form = aiohttp.FormData()
    form.add_field("payload_json", "{}", content_type="application/json")
    form.add_field("files[0]", b"x" * 11, filename="a.txt")
    assert (await raw.refused("POST", f"/channels/{place}/messages", form=form))[:2] == (413, 40005)


CALLS: dict[str, tuple[str, str, Any, str | None, int, int]] = {
    "no token": ("GET", "/users/@me", None, None, 401, 0),
    "unknown channel": ("POST", "/channels/1/messages", {"content": "x"}, "sandbox", 404, 10003),
    "unknown user": ("GET", "/users/1", None, "sandbox", 404, 10013),
    "unknown guild": ("GET", "/guilds/1", None, "sandbox", 404, 10004),
    "no id at all": ("GET", "/channels/mesa", None, "sandbox", 400, 50035),
    "another's application": ("PUT", "/applications/1/commands", [], "sandbox", 403, 20012),
    "unknown path": ("GET", "/nothing/here", None, "sandbox", 404, 0),
    "wrong method": ("DELETE", "/users/@me", None, "sandbox", 405, 0),
    "unknown interaction": ("POST", "/interactions/1/abc/callback", {"type": 5}, None, 404, 10062),
    "unknown webhook token": ("POST", "/webhooks/1/abc", {"content": "x"}, None, 401, 50027),
    "a DM with nobody": ("POST", "/users/@me/channels", {}, "sandbox", 400, 50035),
    "a DM with no id": (
        "POST",
        "/users/@me/channels",
        {"recipient_id": "ana"},
        "sandbox",
        400,
        50035,
    ),
}


@pytest.mark.parametrize(
    ("method", "path", "body", "token", "status", "code"), CALLS.values(), ids=CALLS.keys()
)
async def test_calls_that_discord_refuses(raw: Raw, method, path, body, token, status, code):
    assert (await raw.refused(method, path, body, token=token))[:2] == (status, code)


async def test_broken_json_is_50109(raw: Raw, place: str):
    headers = {"Authorization": "Bot sandbox", "Content-Type": "application/json"}
    url = f"{raw.box.api_base}/channels/{place}/messages"
    async with raw.session.post(url, data=b"{nope", headers=headers) as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50109)
    async with raw.session.post(
        url, data=b"a=1", headers=headers | {"Content-Type": "text/plain"}
    ) as answer:
        assert (answer.status, (await answer.json())["code"]) == (400, 50035)


async def test_anothers_message_cannot_be_edited_nor_deleted(
    raw: Raw, sandbox: Sandbox, place: str
):
    ana = sandbox.world.people()[0]["id"]
    said = await sandbox.page.perform("send", {"user": ana, "channel": place, "content": "mío"})
    path = f"/channels/{place}/messages/{said['id']}"
    assert (await raw.refused("PATCH", path, {"content": "x"}))[:2] == (403, 50005)
    assert (await raw.refused("DELETE", path))[:2] == (403, 50013)


async def test_the_429_tells_what_discord_py_needs(raw: Raw, sandbox: Sandbox, place: str):
    await sandbox.page.perform("faults", {"rate_limited": True})
    limit = rate_limits.BUCKETS["create_message"][0]
    for left in range(limit - 1, -1, -1):
        status, _, headers = await raw("POST", f"/channels/{place}/messages", {"content": "x"})
        assert (status, headers["X-RateLimit-Remaining"]) == (200, str(left))
    status, body, headers = await raw("POST", f"/channels/{place}/messages", {"content": "x"})
    assert status == 429
    assert (body["message"], body["global"]) == ("You are being rate limited.", False)
    assert 0 < body["retry_after"] <= 5
    assert headers["Via"]
    assert int(headers["Retry-After"]) >= 1
    status, _, _ = await raw("GET", f"/channels/{place}/messages")
    assert status == 200, "another bucket"


def sub(name: str, **changes):
    return {"type": 1, "name": name, "description": "d"} | changes


def option(name: str, **changes):
    return {"type": 3, "name": name, "description": "d"} | changes


COMMANDS = {
    "capital letters": ({"name": "Mesa"}, "0.name: APPLICATION_COMMAND_INVALID_NAME"),
    "a blank": ({"name": "la mesa"}, "0.name: APPLICATION_COMMAND_INVALID_NAME"),
    "33 letters": ({"name": "x" * 33}, "0.name: BASE_TYPE_MAX_LENGTH"),
    "no description": ({"description": ""}, "0.description: BASE_TYPE_REQUIRED"),
    "a description of 101": ({"description": "x" * 101}, "0.description: BASE_TYPE_MAX_LENGTH"),
    "26 subcommands": ({"options": [sub(f"s{n}") for n in range(26)]}, "0.options: BASE_TYPE_MAX_LENGTH"),
    "an unknown locale": ({"name_localizations": {"es": "mesa"}}, "0.name_localizations.es: ENUM_TYPE_COERCE"),
    "a translation that is no name": (
        {"name_localizations": {"es-ES": "La Mesa"}}, "0.name_localizations.es-ES: APPLICATION_COMMAND_INVALID_NAME",
    ),
    "an option twice": (
        {"options": [option("a"), option("a")]}, "0.options.1.name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    "two options alike in Spanish": (
        {"options": [option("a", name_localizations={"es-ES": "x"}), option("b", name_localizations={"es-ES": "x"})]},
        "0.options.1.name_localizations.es-ES: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    "required after optional": (
        {"options": [option("a"), option("b", required=True)]},
        "0.options.1.required: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "a subcommand beside an option": (
        {"options": [sub("a"), option("b")]}, "0.options: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "choices and autocomplete": (
        {"options": [option("a", autocomplete=True, choices=[{"name": "x", "value": "x"}])]},
        "0.options.0.autocomplete: APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE",
    ),
    "a choice twice": (
        {"options": [option("a", choices=[{"name": "x", "value": "1"}, {"name": "x", "value": "2"}])]},
        "0.options.0.choices.1.name: APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS",
    ),
    "more than 8000 characters": (
        {"options": [sub(f"s{n}", options=[option(f"o{m}", description="x" * 100) for m in range(10)]) for n in range(9)]},
        "0: APPLICATION_COMMAND_TOO_LARGE",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "wrong"), COMMANDS.values(), ids=COMMANDS.keys())
async def test_commands_that_discord_refuses(raw: Raw, changes: dict, wrong: str):
    app = (await raw("GET", "/users/@me"))[1]["id"]
    body = [{"name": "mesa", "description": "Mesas"} | changes]
    status, code, paths = await raw.refused("PUT", f"/applications/{app}/commands", body)
    assert (status, code) == (400, 50035)
    assert wrong in paths
    assert (await raw("GET", f"/applications/{app}/commands"))[1] == []


async def test_two_commands_of_one_name_are_refused_and_25_subcommands_pass(raw: Raw):
    app = (await raw("GET", "/users/@me"))[1]["id"]
    twice = [{"name": "mesa", "description": "d"}] * 2
    _, _, paths = await raw.refused("PUT", f"/applications/{app}/commands", twice)
    assert paths == {"1.name: APPLICATION_COMMANDS_DUPLICATE_NAME"}
    full = [
        {"name": "configuración", "description": "d", "options": [sub(f"s{n}") for n in range(25)]}
    ]
    status, made, _ = await raw("PUT", f"/applications/{app}/commands", full)
    assert (status, len(made[0]["options"])) == (200, 25)
