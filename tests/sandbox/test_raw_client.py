"""A client of bare aiohttp logs in and plays: the sandbox does not depend on discord.py."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.client import UserClient
from sandbox.services.seed import ROLE
from sandbox.state.errors import PersonError
from tests.sandbox.conftest import Raw

GUILDS, EVERYTHING = 1, (1 << 26) - 1
BUTTON = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Va", "custom_id": "go"}]}
COMMAND = {
    "name": "mesa", "description": "Mesas",
    "options": [{"type": 1, "name": "nueva", "description": "Abre", "options": [
        {"type": 3, "name": "juego", "description": "Cuál", "autocomplete": True},
        {"type": 4, "name": "plazas", "description": "n", "min_value": 2, "max_value": 5, "autocomplete": True},
    ]}],
}  # fmt: skip


class Line:
    """A gateway line and the calls that go with it."""

    def __init__(self, raw: Raw, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.raw, self.ws = raw, ws
        self.seq: int | None = None
        self.ready: dict = {}

    async def next(self, event: str | int) -> dict:
        """The next frame that is this event (or op); others are passed over."""
        while True:
            frame = await asyncio.wait_for(self.ws.receive_json(), 60)
            self.seq = frame["s"] or self.seq
            if event in (frame["t"], frame["op"] if isinstance(event, int) else None):
                return frame["d"]

    async def identify(self, intents: int = EVERYTHING, token: str = "otro") -> None:
        await self.next(10)
        data = {
            "token": token,
            "intents": intents,
            "properties": {"os": "x", "browser": "x", "device": "x"},
        }
        await self.ws.send_json({"op": 2, "d": data})
        self.ready = await self.next("READY")

    async def interaction(self) -> dict:
        return await self.next("INTERACTION_CREATE")

    async def answer(
        self, got: dict, kind: int, data: dict | None = None, query: str = ""
    ) -> tuple[int, Any]:
        body = {"type": kind} | ({"data": data} if data is not None else {})
        path = f"/interactions/{got['id']}/{got['token']}/callback{query}"
        return (await self.raw("POST", path, body, token=None))[:2]

    def hook(self, got: dict) -> str:
        return f"/webhooks/{got['application_id']}/{got['token']}"


@contextlib.asynccontextmanager
async def connect(raw: Raw) -> AsyncIterator[Line]:
    raw.box.world.add_bot("otro")
    async with raw.session.ws_connect(raw.box.gateway_url + "?v=10&encoding=json") as ws:
        yield Line(raw, ws)


@pytest.fixture
async def line(raw: Raw) -> AsyncIterator[Line]:
    async with connect(raw) as opened:
        await opened.identify()
        yield opened


@pytest.fixture
async def panel(line: Line, ana: UserClient) -> dict:
    body = {"content": "panel", "components": [BUTTON]}
    return (
        await line.raw("POST", f"/channels/{ana.channel('charla')}/messages", body, token="otro")
    )[1]


async def test_logs_in_and_gets_its_guild(line: Line, sandbox: Sandbox):
    assert line.ready["user"]["username"] == "otro"
    assert line.ready["resume_gateway_url"] == sandbox.gateway_url
    guild = await line.next("GUILD_CREATE")
    assert guild["id"] == line.ready["guilds"][0]["id"]
    assert {c["name"] for c in guild["channels"]} >= {"charla", "mesa-verde", "Mesas"}
    await line.ws.send_json({"op": 1, "d": None})
    await line.next(11)
    await line.ws.send_json(
        {"op": 8, "d": {"guild_id": guild["id"], "query": "", "limit": 0, "nonce": "n"}}
    )
    chunk = await line.next("GUILD_MEMBERS_CHUNK")
    assert (len(chunk["members"]), chunk["nonce"]) == (6, "n")


async def test_command_with_autocomplete_from_typing_to_answer(
    line: Line, sandbox: Sandbox, ana: UserClient
):
    status, made, _ = await line.raw(
        "POST", f"/applications/{line.ready['user']['id']}/commands", COMMAND, token="otro"
    )
    assert status == 201
    typing = asyncio.create_task(ana.autocomplete("mesa nueva", "charla", "juego", "e"))
    got = await line.interaction()
    assert (got["type"], got["data"]["id"]) == (4, made["id"])
    assert got["data"]["options"][0]["options"] == [
        {"name": "juego", "type": 3, "value": "e", "focused": True}
    ]
    many = [{"name": str(n), "value": str(n)} for n in range(26)]
    assert (await line.answer(got, 8, {"choices": many}))[0] == 400
    assert (await line.answer(got, 4, {"content": "x"}))[0] == 400
    assert (await line.answer(got, 8, {"choices": many[:25]}))[0] == 204
    assert len(await typing) == 25
    typing = asyncio.create_task(ana.autocomplete("mesa nueva", "charla", "plazas", "3"))
    got = await line.interaction()
    assert (await line.answer(got, 8, {"choices": [{"name": "tres", "value": "3"}]}))[0] == 400, (
        "a text for a number"
    )
    await line.answer(got, 8, {"choices": [{"name": "tres", "value": 3}]})
    assert await typing == [{"name": "tres", "value": 3}]

    playing = asyncio.create_task(ana.command("mesa nueva", "charla", juego="eme", plazas=3))
    got = await line.interaction()
    assert (got["context"], got["locale"], got["guild_locale"]) == (0, "es-ES", "es-ES")
    assert int(got["member"]["permissions"]) & 1 << 5, "Ana may manage the server"
    assert int(got["app_permissions"]) & 1 << 11, "the bot may speak here"
    assert not int(got["app_permissions"]) & 1 << 13, "it may not delete what others say"
    assert (got["attachment_size_limit"], got["version"]) == (10 * 1024 * 1024, 1)
    status, answer = await line.answer(got, 4, {"content": "hecho"}, "?with_response=true")
    assert (status, answer["resource"]["type"], answer["resource"]["message"]["content"]) == (
        200,
        4,
        "hecho",
    )
    assert answer["interaction"]["response_message_id"] == answer["resource"]["message"]["id"]
    assert answer["resource"]["message"]["interaction_metadata"]["user"]["id"] == ana.id
    assert (await playing).message == answer["resource"]["message"]["id"]
    with pytest.raises(PersonError, match="cannot be used here"):
        await ana.command(
            "mesa nueva", ana.dm(sandbox.world.bots()[0]["id"]), juego="x"
        )  # a DM with another bot


async def test_an_interaction_is_answered_once(line: Line, ana: UserClient, panel: dict):
    pressing = asyncio.create_task(ana.press(panel["id"], "Va"))
    got = await line.interaction()
    assert got["message"]["id"] == panel["id"]
    assert got["data"] == {"custom_id": "go", "component_type": 2, "id": 2}
    assert (await line.raw.refused("POST", line.hook(got), {"content": "x"}, token=None))[:2] == (
        404,
        10015,
    )
    status, wrong = await line.answer(got, 4, {"content": "x" * 2001})
    assert (status, wrong["errors"]["data"]["content"]["_errors"][0]["code"]) == (
        400,
        "BASE_TYPE_MAX_LENGTH",
    )
    assert (await line.answer(got, 1))[0] == 400
    assert (await line.answer(got, 6))[0] == 204, "a refused answer does not count"
    status, wrong = await line.answer(got, 6)
    assert (status, wrong["code"]) == (400, 40060)
    assert (await pressing).state == "done"
    status, wrong = await line.answer(got | {"token": "x"}, 6)
    assert (status, wrong["code"]) == (404, 10062)


async def test_deferral_follow_ups_and_original(line: Line, ana: UserClient, panel: dict):
    opened = await ana.press(panel["id"], "Va", wait=False)
    got = await line.interaction()
    hook = line.hook(got)
    status, answer = await line.answer(got, 5, {"flags": 64}, "?with_response=1")
    told = answer["interaction"]
    assert (status, told["response_message_loading"], told["response_message_ephemeral"]) == (
        200,
        True,
        True,
    )
    thinking = await ana.last("charla")
    assert (thinking["flags"], thinking["ephemeral_for"]) == (192, ana.id)
    first = (await line.raw("POST", hook, {"content": "uno"}, token=None))[1]
    assert (first["id"], first["flags"]) == (told["response_message_id"], 64), (
        "the first follow-up is the answer"
    )
    second = (
        await line.raw("POST", hook + "?wait=true", {"content": "dos", "flags": 64}, token=None)
    )[1]
    assert second["id"] != first["id"]
    assert (await line.raw("GET", hook + "/messages/@original", token=None))[1]["content"] == "uno"
    edited = (
        await line.raw("PATCH", hook + "/messages/@original", {"content": "UNO"}, token=None)
    )[1]
    assert (edited["id"], edited["content"]) == (first["id"], "UNO")
    assert (
        await line.raw("PATCH", f"{hook}/messages/{second['id']}", {"content": "DOS"}, token=None)
    )[0] == 200
    assert (
        await line.raw("PATCH", f"{hook}/messages/{panel['id']}", {"content": "P"}, token=None)
    )[0] == 200
    assert [m["content"] for m in await ana.messages("charla")] == ["P", "UNO", "DOS"]
    assert (
        await line.raw.refused(
            "GET", f"/channels/{panel['channel_id']}/messages/{first['id']}", token="otro"
        )
    )[1] == 10008
    listed = (await line.raw("GET", f"/channels/{panel['channel_id']}/messages", token="otro"))[1]
    assert [m["id"] for m in listed] == [panel["id"]]
    assert (await line.raw("DELETE", hook + "/messages/@original", token=None))[0] == 204
    assert (await line.raw.refused("GET", hook + "/messages/@original", token=None))[:2] == (
        404,
        10008,
    )
    assert opened.state == "waiting"


async def test_no_bot_hears_of_messages_that_one_person_sees(
    line: Line, ana: UserClient, panel: dict
):
    pressing = asyncio.create_task(ana.press(panel["id"], "Va"))
    got = await line.interaction()
    await line.answer(got, 4, {"content": "sólo tú", "flags": 64})
    await pressing
    await line.raw("PATCH", line.hook(got) + "/messages/@original", {"content": "aún"}, token=None)
    await line.raw(
        "POST", f"/channels/{panel['channel_id']}/messages", {"content": "para todos"}, token="otro"
    )
    while True:  # whatever the line tells up to the public message
        frame = await asyncio.wait_for(line.ws.receive_json(), 60)
        said = (frame["d"] or {}).get("content") if isinstance(frame["d"], dict) else None
        assert said not in ("sólo tú", "aún"), f"{frame['t']} tells what only Ana sees"
        if said == "para todos":
            return


async def test_a_token_is_worth_nothing_with_another_bots_id(
    line: Line, sandbox: Sandbox, ana: UserClient, panel: dict
):
    pressing = asyncio.create_task(ana.press(panel["id"], "Va"))
    got = await line.interaction()
    await line.answer(got, 4, {"content": "sólo tú", "flags": 64})
    await pressing
    other = next(bot["id"] for bot in sandbox.world.bots() if bot["id"] != got["application_id"])
    foreign = f"/webhooks/{other}/{got['token']}/messages/@original"
    assert (await line.raw.refused("PATCH", foreign, {"content": "b"}, token=None))[:2] == (
        404,
        10015,
    )
    assert (await line.raw("GET", line.hook(got) + "/messages/@original", token=None))[1][
        "content"
    ] == "sólo tú"


async def test_a_token_dies_after_15_minutes(
    line: Line, sandbox: Sandbox, ana: UserClient, panel: dict
):
    pressing = asyncio.create_task(ana.press(panel["id"], "Va"))
    got = await line.interaction()
    await line.answer(got, 6)
    await pressing
    sandbox.advance(14 * 60)
    assert (
        await line.raw(
            "PATCH", line.hook(got) + "/messages/@original", {"content": "a"}, token=None
        )
    )[0] == 200
    sandbox.advance(61)
    refusal = await line.raw.refused(
        "PATCH", line.hook(got) + "/messages/@original", {"content": "b"}, token=None
    )
    assert refusal[:2] == (401, 50027)
    path = f"/channels/{panel['channel_id']}/messages/{panel['id']}"
    assert (await line.raw("PATCH", path, {"content": "por su id sí"}, token="otro"))[0] == 200


async def test_a_dismissed_message_stays_away(line: Line, ana: UserClient, panel: dict):
    pressing = asyncio.create_task(ana.press(panel["id"], "Va"))
    got = await line.interaction()
    await line.answer(got, 4, {"content": "sólo tú", "flags": 64})
    await pressing
    await ana.dismiss(await ana.last("charla"))
    assert (
        await line.raw(
            "PATCH", line.hook(got) + "/messages/@original", {"content": "z"}, token=None
        )
    )[0] == 200
    assert [m["content"] for m in await ana.messages("charla")] == ["panel"]
    with pytest.raises(PersonError, match="you alone"):
        await ana.dismiss(panel["id"])


def field(**changes):
    return {
        "type": 18,
        "label": "Oro",
        "component": {"type": 4, "style": 1, "custom_id": "oro"} | changes,
    }


@pytest.mark.parametrize(
    ("form", "wrong"),
    [
        ({"title": "x" * 46, "components": [field()]}, "data.title: BASE_TYPE_MAX_LENGTH"),
        (
            {"components": [field(custom_id=str(n)) for n in range(6)]},
            "data.components: BASE_TYPE_BAD_LENGTH",
        ),
        (
            {"components": [field(), field()]},
            "data.components.1.component.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            {"components": [field(min_length=5, max_length=2)]},
            "data.components.0.component.min_length: TEXT_INPUT_MIN_GREATER_THAN_MAX",
        ),
        (
            {"components": [field() | {"label": "x" * 46}]},
            "data.components.0.label: BASE_TYPE_MAX_LENGTH",
        ),
        ({"components": []}, "data.components: BASE_TYPE_MIN_LENGTH"),
    ],
)
async def test_forms_that_discord_refuses(
    line: Line, ana: UserClient, panel: dict, form: dict, wrong: str
):
    await ana.press(panel["id"], "Va", wait=False)
    got = await line.interaction()
    path = f"/interactions/{got['id']}/{got['token']}/callback"
    body = {"type": 9, "data": {"title": "T", "custom_id": "f"} | form}
    status, code, paths = await line.raw.refused("POST", path, body, token=None)
    assert (status, code) == (400, 50035)
    assert wrong in paths


async def test_a_form_is_not_answered_by_a_form_and_stays_open_after_a_failure(
    line: Line, sandbox: Sandbox, ana: UserClient, panel: dict
):
    pressing = asyncio.create_task(ana.press(panel["id"], "Va"))
    form = {"title": "T", "custom_id": "f", "components": [field()]}
    await line.answer(await line.interaction(), 9, form)
    opened = await pressing
    sandbox.interactions.ack_seconds = 0.05
    assert (await ana.submit_modal(opened, oro="5")).state == "failed"
    sandbox.interactions.ack_seconds = 60
    sending = asyncio.create_task(ana.submit_modal(opened, oro="7"))
    await line.interaction()
    got = await line.interaction()
    assert got["data"]["components"] == [
        {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "oro", "value": "7"}}
    ]
    assert got["message"]["id"] == panel["id"]
    assert (await line.answer(got, 9, form))[0] == 400
    status, answer = await line.answer(got, 7, {"content": "7"}, "?with_response=true")
    assert (status, answer["resource"]["message"]["content"]) == (200, "7")
    await sending


async def test_a_bot_that_is_away_fails_at_once(sandbox: Sandbox, raw: Raw, ana: UserClient):
    body = {"content": "panel", "components": [BUTTON]}
    await raw("POST", f"/channels/{ana.channel('charla')}/messages", body)
    outcome = await ana.press(await ana.last("charla"), "Va")
    assert (outcome.state, outcome.error) == ("failed", "This application did not respond")


IDENTIFY: dict[str, Any] = {"op": 2, "d": {"token": "otro", "intents": 1, "properties": {}}}


def shard(*of: object) -> list:
    return [{"op": 2, "d": IDENTIFY["d"] | {"shard": [*of]}}]


CLOSES = {
    "no JSON": ([], "{nope", 4002),
    "not identified": ([{"op": 3, "d": {}}], None, 4003),
    "no token": ([{"op": 2, "d": {"token": "", "intents": 1, "properties": {}}}], None, 4004),
    "twice": ([IDENTIFY, IDENTIFY], None, 4005),
    "unknown op": ([IDENTIFY, {"op": 77, "d": {}}], None, 4001),
    "an unknown token": ([{"op": 2, "d": {"token": "x", "intents": 1, "properties": {}}}], None, 4004),
    "a shard beyond the last": (shard(2, 2), None, 4010),
    "a shard of words": (shard("0", "1"), None, 4010),
    "unknown intents": ([{"op": 2, "d": {"token": "otro", "intents": 1 << 40, "properties": {}}}], None, 4013),
}  # fmt: skip


@pytest.mark.parametrize(("frames", "text", "code"), CLOSES.values(), ids=CLOSES.keys())
async def test_the_gateway_closes_with_discords_codes(
    raw: Raw, frames: list, text: str | None, code: int
):
    async with connect(raw) as line:
        for frame in frames:
            await line.ws.send_json(frame)
        if text:
            await line.ws.send_str(text)
        while not line.ws.closed:
            await line.ws.receive(5)
        assert line.ws.close_code == code


async def test_a_fault_closes_with_any_code(raw: Raw, sandbox: Sandbox):
    await sandbox.page.perform("faults", {"close_code": 4008})
    async with connect(raw) as line:
        await line.ws.send_json(IDENTIFY)
        while not line.ws.closed:
            await line.ws.receive(5)
        assert line.ws.close_code == 4008


async def test_resume_replays_what_was_missed_and_a_foreign_session_is_invalid(
    raw: Raw, sandbox: Sandbox, ana: UserClient
):
    async with connect(raw) as line:
        await line.identify()
        await line.next("GUILD_CREATE")
        session, seq = line.ready["session_id"], line.seq
        await sandbox.gateway.drop_connections()
    await ana.send("charla", "uno")
    await ana.send("charla", "dos")
    async with connect(raw) as line:
        await line.ws.send_json(
            {"op": 6, "d": {"token": "otro", "session_id": session, "seq": seq}}
        )
        assert (await line.next("MESSAGE_CREATE"))["content"] == "uno"
        assert (await line.next("MESSAGE_CREATE"))["content"] == "dos"
        await line.next("RESUMED")
        await line.ws.close(code=1000)
    async with connect(raw) as line:
        await line.ws.send_json(
            {"op": 6, "d": {"token": "otro", "session_id": session, "seq": seq}}
        )
        assert await line.next(9) is False, "a session that was closed with 1000 is over"


async def test_a_silent_heart_ends_the_line(raw: Raw, sandbox: Sandbox):
    sandbox.gateway.heartbeat_ms = 40
    async with connect(raw) as line:
        await line.next(10)
        assert (await line.ws.receive(5)).type is aiohttp.WSMsgType.CLOSE
        assert line.ws.close_code == 4009


async def test_without_the_content_intent_others_words_are_blank(raw: Raw, ana: UserClient):
    async with connect(raw) as line:
        await line.identify(EVERYTHING & ~(1 << 15))
        await ana.send("charla", "secreto")
        heard = await line.next("MESSAGE_CREATE")
        club = [
            role["id"]
            for guild in line.raw.box.world.guilds.values()
            for role in guild["roles"]
            if role["name"] == ROLE
        ]
        assert (heard["content"], heard["member"]["roles"]) == ("", club)
        await ana.send("charla", f"<@{line.ready['user']['id']}> hola")
        assert (await line.next("MESSAGE_CREATE"))["content"].endswith("hola")
        line.raw.box.world.dm_between(ana.id, line.ready["user"]["id"])
        await ana.send(ana.dm(line.ready["user"]["id"]), "en privado")
        assert (await line.next("MESSAGE_CREATE"))["content"] == "en privado"
