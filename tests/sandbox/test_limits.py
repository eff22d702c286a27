"""Discord's limits beside rate limits: old messages, direct messages, invalid requests."""

from __future__ import annotations

import pytest

from sandbox import Sandbox
from sandbox.client import UserClient
from sandbox.state import rate_limits
from tests.sandbox.conftest import Raw
from tests.sandbox.test_raw_client import IDENTIFY, connect

HOUR = 3600.0


@pytest.fixture
def strict(raw: Raw) -> Raw:
    """As the sandbox starts."""
    raw.box.faults.rate_limited = type(raw.box.faults)().rate_limited
    return raw


async def posted(raw: Raw, channel: str) -> str:
    return (await raw("POST", f"/channels/{channel}/messages", {"content": "x"}))[1]["id"]


async def test_every_answer_tells_what_is_left(strict: Raw, ana: UserClient):
    _, _, headers = await strict(
        "POST", f"/channels/{ana.channel('charla')}/messages", {"content": "x"}
    )
    assert (headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == ("5", "4")
    assert (await strict("GET", "/users/@me"))[2]["X-RateLimit-Bucket"] == "get_my_user"


async def test_edits_of_messages_older_than_an_hour_are_limited_apart(
    strict: Raw, sandbox: Sandbox, ana: UserClient
):
    here, there = ana.channel("charla"), ana.channel("mesa-larga")
    old, other = await posted(strict, here), await posted(strict, there)
    sandbox.advance(HOUR + 1)
    young = await posted(strict, here)
    edit = {"content": "y"}
    for _ in range(rate_limits.OLD_EDITS[0]):
        assert (await strict("PATCH", f"/channels/{here}/messages/{old}", edit))[0] == 200
    status, body, headers = await strict("PATCH", f"/channels/{here}/messages/{old}", edit)
    assert (status, body["code"], body["global"]) == (429, 30046, False)
    assert 0 < body["retry_after"] <= rate_limits.OLD_EDITS[1]
    assert headers["Via"], "else discord.py takes it for a ban"
    assert (await strict("PATCH", f"/channels/{here}/messages/{young}", edit))[0] == 200, (
        "young ones are as free as ever"
    )
    assert (await strict("PATCH", f"/channels/{there}/messages/{other}", edit))[0] == 200, (
        "each channel has its own"
    )


async def test_too_many_new_direct_messages_are_refused_for_a_while(
    strict: Raw, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rate_limits, "NEW_DMS", (2, 10.0))
    people = [user["id"] for user in sandbox.world.people()]
    opened = [
        await strict("POST", "/users/@me/channels", {"recipient_id": one}) for one in people[:3]
    ]
    assert [(status, body.get("code")) for status, body, _ in opened] == [
        (200, None),
        (200, None),
        (403, 40003),
    ]
    again = await strict("POST", "/users/@me/channels", {"recipient_id": people[0]})
    assert again[0] == 200, "one that is open is not opened"


async def test_fifty_a_second_hold_for_all_requests_together_but_not_for_answers(
    strict: Raw, ana: UserClient, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rate_limits, "GLOBAL", (3, 60.0))
    paths = ["/users/@me", "/users/@me/guilds", "/applications/@me", "/oauth2/applications/@me"]
    got = [await strict("GET", path) for path in paths]
    assert [status for status, _, _ in got] == [200, 200, 200, 429]
    _, body, headers = got[-1]
    assert (body["global"], headers["X-RateLimit-Global"], headers["X-RateLimit-Scope"]) == (
        True,
        "true",
        "global",
    )
    assert (await strict("POST", "/interactions/1/x/callback", {"type": 6}, token=None))[
        0
    ] == 404, "only unknown"


async def test_who_makes_too_many_invalid_requests_is_shut_out(
    strict: Raw, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(rate_limits, "INVALID", (3, 600.0))
    for _ in range(3):
        assert (await strict("GET", "/users/@me", token="wrong"))[0] == 401
    async with strict.session.get(
        strict.box.api_base + "/users/@me", headers={"Authorization": "Bot sandbox"}
    ) as answer:
        assert (answer.status, answer.content_type) == (429, "text/plain")
        assert "Via" not in answer.headers
        assert "1015" in await answer.text()


async def test_unknown_tokens_are_refused_and_make_no_bot(strict: Raw, sandbox: Sandbox):
    bots = len(sandbox.world.bots())
    assert (await strict.refused("GET", "/users/@me", token="nobody"))[:2] == (401, 0)
    assert len(sandbox.world.bots()) == bots
    made = await sandbox.page.perform("bot.add", {"token": "nobody"})
    assert (await strict("GET", "/users/@me", token="nobody"))[1]["id"] == made["id"]


async def test_there_may_be_fifteen_context_commands_of_a_kind(raw: Raw, sandbox: Sandbox):
    base = f"/applications/{sandbox.world.bots()[0]['id']}/commands"
    menus = [{"name": f"Menu {n}", "type": 2} for n in range(15)]
    assert (await raw("PUT", base, [*menus, {"name": "Otro", "type": 3}]))[0] == 200
    assert (await raw.refused("POST", base, {"name": "Uno más", "type": 2}))[:2] == (400, 30032)
    assert (await raw("POST", base, {"name": "Uno más", "type": 3}))[0] == 201
    assert (await raw.refused("PUT", base, [*menus, {"name": "Uno más", "type": 2}]))[:2] == (
        400,
        30032,
    )


async def test_a_shard_hears_its_guilds_only_and_private_messages_go_to_the_first(
    raw: Raw, sandbox: Sandbox, ana: UserClient
):
    guild = next(iter(sandbox.world.guilds))
    mine = (int(guild) >> 22) % 2
    async with connect(raw) as own, connect(raw) as foreign:
        for line, at in ((own, mine), (foreign, 1 - mine)):
            await line.next(10)
            await line.ws.send_json(
                {"op": 2, "d": IDENTIFY["d"] | {"intents": (1 << 26) - 1, "shard": [at, 2]}}
            )
            line.ready = await line.next("READY")
            assert line.ready["shard"] == [at, 2]
        assert [len(line.ready["guilds"]) for line in (own, foreign)] == [1, 0]
        bot = own.ready["user"]["id"]
        await ana.send("charla", "en el servidor")
        await ana.send(ana.dm(bot), "en privado")
        first = own if mine == 0 else foreign
        heard = [
            (await first.next("MESSAGE_CREATE"))["content"] for _ in range(2 if first is own else 1)
        ]
        assert heard[-1] == "en privado"
        if first is foreign:
            assert (await own.next("MESSAGE_CREATE"))["content"] == "en el servidor"


async def test_the_gateway_tells_shards_and_what_is_left_of_the_day(raw: Raw, sandbox: Sandbox):
    before = (await raw("GET", "/gateway/bot", token="sandbox"))[1]
    assert before["shards"] == 1
    assert before["session_start_limit"] == {
        "total": 1000,
        "remaining": 1000,
        "reset_after": 86_400_000,
        "max_concurrency": 1,
    }
    async with connect(raw) as line:
        await line.identify()
        after = (await raw("GET", "/gateway/bot", token="otro"))[1]
        assert after["session_start_limit"]["remaining"] == 999


async def test_a_bot_that_is_sent_out_hears_of_it_and_of_its_return(
    raw: Raw, sandbox: Sandbox, ana: UserClient
):
    async with connect(raw) as line:
        await line.identify()
        bot, guild = line.ready["user"]["id"], next(iter(sandbox.world.guilds))
        await sandbox.page.perform("bot.leave", {"guild": guild, "bot": bot})
        assert await line.next("GUILD_DELETE") == {"id": guild}
        path = f"/channels/{ana.channel('charla')}/messages"
        assert (await raw.refused("POST", path, {"content": "x"}, token="otro"))[:2] == (403, 50001)
        await sandbox.page.perform("bot.invite", {"guild": guild, "bot": bot})
        assert (await line.next("GUILD_CREATE"))["id"] == guild
        assert (await raw("POST", path, {"content": "x"}, token="otro"))[0] == 200
