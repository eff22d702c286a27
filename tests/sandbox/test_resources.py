"""Other resources: users, guilds, channels, threads, commands, and their permissions."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.client import UserClient
from sandbox.state.errors import PersonError
from sandbox.state.model import Intent, Permission
from tests.sandbox.conftest import Raw

BUTTON = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}]


def grant(box: Sandbox, *bits: Permission) -> None:
    """Gives the default bot's own role more than an invite does."""
    world = box.world
    guild = next(iter(world.guilds.values()))
    role = next(r for r in guild["roles"] if r.get("bot_id"))
    for bit in bits:
        role["permissions"] |= int(bit)
    world.save_guild(guild)


@pytest.fixture
def guild(sandbox: Sandbox) -> str:
    return next(iter(sandbox.world.guilds))


@pytest.fixture
def place(ana: UserClient) -> str:
    return ana.channel("charla")


async def ok(raw: Raw, method: str, path: str, body=None, status: int = 200):
    got, answer, _ = await raw(method, path, body)
    assert got == status, answer
    return answer


async def test_users_and_the_bot_itself(raw: Raw, ana: UserClient):
    assert (await ok(raw, "GET", f"/users/{ana.id}"))["global_name"] == "Ana"
    assert (await ok(raw, "PATCH", "/users/@me", {"username": "Tertulia"}))[
        "username"
    ] == "Tertulia"
    app = await ok(raw, "GET", "/applications/@me")
    assert app["bot"]["username"] == "Tertulia"
    assert (await ok(raw, "GET", "/gateway/bot"))["url"] == raw.box.gateway_url
    assert (await ok(raw, "GET", f"/applications/{app['id']}/emojis")) == {"items": []}
    assert (await raw.refused("POST", "/users/@me/channels", {"recipient_id": app["id"]}))[
        1
    ] == 50007


async def test_guilds_members_and_roles(raw: Raw, sandbox: Sandbox, ana: UserClient, guild: str):
    assert (await ok(raw, "GET", f"/guilds/{guild}?with_counts=true"))[
        "approximate_member_count"
    ] == 5
    assert [c["name"] for c in await ok(raw, "GET", f"/guilds/{guild}/channels")][:2] == [
        "Salón",
        "bienvenida",
    ]
    assert [r["name"] for r in await ok(raw, "GET", f"/guilds/{guild}/roles")] == [
        "@everyone",
        "Club",
        "Sobremesa",
    ]
    members = await ok(raw, "GET", f"/guilds/{guild}/members?limit=2")
    assert [m["user"]["global_name"] for m in members] == ["Ana", "Bruno"]
    rest = await ok(raw, "GET", f"/guilds/{guild}/members?limit=9&after={members[1]['user']['id']}")
    assert len(rest) == 3
    found = await ok(raw, "GET", f"/guilds/{guild}/members/search?query=car")
    assert [m["user"]["global_name"] for m in found] == ["Carla"]
    assert (await ok(raw, "GET", f"/guilds/{guild}/members/{ana.id}"))["user"]["id"] == ana.id
    assert (await raw.refused("GET", f"/guilds/{guild}/members/1"))[1] == 10013
    assert (await raw.refused("GET", f"/guilds/{guild}/members?limit=x"))[2] == {
        "limit: NUMBER_TYPE_COERCE"
    }
    assert (await raw.refused("GET", f"/guilds/{guild}/members?limit=1001"))[2] == {
        "limit: NUMBER_TYPE_MAX"
    }
    del sandbox.world.guilds[guild]["members"][ana.id]
    assert (await raw.refused("GET", f"/guilds/{guild}/members/{ana.id}"))[1] == 10007


async def test_channels_need_permission_to_be_managed(
    raw: Raw, sandbox: Sandbox, ana: UserClient, guild: str, place: str
):
    new = {"name": "Sala Nueva", "type": 0, "parent_id": ana.channel("Mesas"), "topic": "tema"}
    for method, path, body in (
        ("POST", f"/guilds/{guild}/channels", new), ("PATCH", f"/channels/{place}", {"name": "x"}),
        ("DELETE", f"/channels/{place}", None), ("PUT", f"/channels/{place}/permissions/{ana.id}", {"type": 1, "deny": "1024"}),
    ):  # fmt: skip
        assert (await raw.refused(method, path, body))[:2] == (403, 50013)
    grant(sandbox, Permission.MANAGE_CHANNELS, Permission.MANAGE_ROLES)
    made = await ok(raw, "POST", f"/guilds/{guild}/channels", new, 201)
    assert (made["name"], made["topic"], made["parent_id"]) == (
        "sala-nueva",
        "tema",
        new["parent_id"],
    )
    assert (await raw.refused("POST", f"/guilds/{guild}/channels", new | {"parent_id": place}))[
        :2
    ] == (400, 50035)
    changed = await ok(
        raw, "PATCH", f"/channels/{made['id']}", {"name": "otra", "topic": None, "position": 3}
    )
    assert (changed["name"], changed["topic"], changed["position"]) == ("otra", None, 3)
    await ok(raw, "DELETE", f"/channels/{made['id']}")
    assert (await raw.refused("GET", f"/channels/{made['id']}"))[:2] == (404, 10003)


async def test_overwrites_decide_who_sees_and_speaks(
    raw: Raw, sandbox: Sandbox, ana: UserClient, bruno: UserClient, guild: str, place: str
):
    grant(sandbox, Permission.MANAGE_CHANNELS, Permission.MANAGE_ROLES)
    await ok(
        raw, "PUT", f"/channels/{place}/permissions/{bruno.id}", {"type": 1, "deny": "1024"}, 204
    )
    with pytest.raises(PersonError, match="cannot see"):
        await bruno.messages("charla")
    await ana.send("charla", "Bruno no lo ve")
    assert bruno.unread("charla")["count"] == 0
    await ok(
        raw, "PUT", f"/channels/{place}/permissions/{bruno.id}", {"type": 1, "deny": "2048"}, 204
    )
    assert len(await bruno.messages("charla")) == 1
    with pytest.raises(PersonError, match="cannot write"):
        await bruno.send("charla", "no puedo")
    await ok(raw, "PUT", f"/channels/{place}/permissions/{guild}", {"type": 0, "deny": "2048"}, 204)
    await ok(
        raw, "PUT", f"/channels/{place}/permissions/{bruno.id}", {"type": 1, "allow": "2048"}, 204
    )
    await bruno.send("charla", "un miembro va antes que todos")
    with pytest.raises(PersonError, match="cannot write"):
        await UserClient(sandbox, "Carla").send("charla", "no")
    await ana.send("charla", "la dueña puede todo")
    await ok(raw, "DELETE", f"/channels/{place}/permissions/{guild}", status=204)
    overwrites = [{"id": bruno.id, "type": 1, "allow": "0", "deny": "1024"}]
    changed = await ok(raw, "PATCH", f"/channels/{place}", {"permission_overwrites": overwrites})
    assert changed["permission_overwrites"] == overwrites


async def test_messages_are_listed_around_before_and_after(raw: Raw, ana: UserClient, place: str):
    ids = [(await ana.send("charla", str(n)))["id"] for n in range(7)]

    async def listed(query: str) -> list[int]:
        return [
            ids.index(m["id"]) for m in await ok(raw, "GET", f"/channels/{place}/messages?{query}")
        ]

    assert await listed("limit=3") == [6, 5, 4]
    assert await listed(f"limit=2&before={ids[3]}") == [2, 1]
    assert await listed(f"limit=2&after={ids[3]}") == [5, 4]
    assert await listed(f"limit=4&around={ids[3]}") == [5, 4, 3, 2]
    assert (await raw.refused("GET", f"/channels/{place}/messages?before=abc"))[2] == {
        "before: NUMBER_TYPE_COERCE"
    }
    await ana.sandbox.page.perform("faults", {"missing": {place: ["READ_MESSAGE_HISTORY"]}})
    assert await listed("limit=3") == []


async def test_deleting_others_messages_singly_and_together(
    raw: Raw, sandbox: Sandbox, ana: UserClient, bruno: UserClient, place: str
):
    ids = [(await ana.send("charla", str(n)))["id"] for n in range(4)]
    bulk = f"/channels/{place}/messages/bulk-delete"
    assert (await raw.refused("POST", bulk, {"messages": ids}))[1] == 50013
    grant(sandbox, Permission.MANAGE_MESSAGES)
    assert (await raw.refused("POST", bulk, {"messages": ids[:1]}))[1] in (50016, 50035)
    await ok(raw, "POST", bulk, {"messages": ids[:3]}, 204)
    await ok(raw, "DELETE", f"/channels/{place}/messages/{ids[3]}", status=204)
    assert await bruno.messages("charla") == []
    assert bruno.unread("charla")["count"] == 0
    said = await ana.send("dm", "mío")
    assert (await raw.refused("DELETE", f"/channels/{said['channel_id']}/messages/{said['id']}"))[
        1
    ] == 50003


async def test_replies_refer_to_their_message_and_ping_its_author_if_wanted(
    raw: Raw, ana: UserClient, place: str
):
    said = await ana.send("charla", "¿quién juega?")
    reference = {"message_id": said["id"]}
    body = {
        "content": "yo",
        "message_reference": reference,
        "allowed_mentions": {"replied_user": True},
    }
    reply = await ok(raw, "POST", f"/channels/{place}/messages", body)
    assert (reply["type"], reply["referenced_message"]["content"]) == (19, "¿quién juega?")
    assert ana.unread("charla")["mentions"] == 1
    lost = {"content": "z", "message_reference": {"message_id": "1", "fail_if_not_exists": False}}
    assert (await ok(raw, "POST", f"/channels/{place}/messages", lost))["type"] == 0


async def test_threads_have_members_and_only_they_get_marks(
    raw: Raw, ana: UserClient, bruno: UserClient, place: str
):
    path = f"/channels/{place}/threads"
    thread = await ok(
        raw, "POST", path, {"name": "hilo", "type": 11, "auto_archive_duration": 60}, 201
    )
    members = f"/channels/{thread['id']}/thread-members"
    await ana.send(thread["id"], "hola")
    assert [m["user_id"] for m in await ok(raw, "GET", members)][1:] == [ana.id]
    await ok(raw, "POST", f"/channels/{thread['id']}/messages", {"content": "para Ana"})
    assert (ana.unread(thread["id"])["count"], bruno.unread(thread["id"])["count"]) == (1, 0)
    await ok(raw, "POST", f"/channels/{thread['id']}/messages", {"content": f"ven, <@{bruno.id}>"})
    assert bruno.unread(thread["id"])["mentions"] == 1
    assert (await ok(raw, "GET", f"{members}/{bruno.id}"))["user_id"] == bruno.id
    assert (await raw.refused("GET", f"{members}/1"))[1] == 10007
    assert (await raw.refused("DELETE", f"{members}/{bruno.id}"))[1] == 50013
    await ok(raw, "DELETE", f"{members}/@me", status=204)
    await ok(raw, "PUT", f"{members}/@me", status=204)
    assert (await raw.refused("GET", f"/channels/{place}/thread-members"))[1] == 50024
    assert (
        await raw.refused("POST", f"/channels/{thread['id']}/threads", {"name": "z", "type": 11})
    )[1] == 50024
    assert (await raw.refused("POST", path, {"name": "", "type": 11}))[2] == {
        "name: BASE_TYPE_MIN_LENGTH"
    }


async def test_locked_threads_private_threads_and_lost_threads(
    raw: Raw, sandbox: Sandbox, ana: UserClient, bruno: UserClient, place: str
):
    thread = await ok(raw, "POST", f"/channels/{place}/threads", {"name": "hilo", "type": 11}, 201)
    here = f"/channels/{thread['id']}"
    assert (await raw.refused("PATCH", here, {"locked": True}))[1] == 50013
    await ok(raw, "PATCH", here, {"archived": True})
    assert (await raw.refused("PATCH", here, {"name": "nuevo"}))[1] == 50083
    await ok(raw, "PATCH", here, {"archived": False, "name": "nuevo"})
    grant(sandbox, Permission.MANAGE_THREADS, Permission.CREATE_PRIVATE_THREADS)
    await ok(raw, "PATCH", here, {"archived": True, "locked": True})
    await ok(raw, "POST", f"{here}/messages", {"content": "quien cuida los hilos, puede"})
    await ok(raw, "PATCH", here, {"archived": True})
    with pytest.raises(Exception, match="archived"):
        await bruno.send(thread["id"], "no")
    private = await ok(raw, "POST", f"/channels/{place}/threads", {"name": "secreto"}, 201)
    with pytest.raises(PersonError, match="cannot see"):
        await bruno.messages(private["id"])
    await ok(raw, "PUT", f"/channels/{private['id']}/thread-members/{bruno.id}", status=204)
    assert [m["content"] for m in await bruno.messages(private["id"])] == []
    await ok(raw, "DELETE", f"/channels/{private['id']}/thread-members/{bruno.id}", status=204)
    await ok(raw, "DELETE", here)
    assert (await raw.refused("GET", here))[1] == 10003


async def test_single_commands_are_made_changed_and_dropped(
    raw: Raw, sandbox: Sandbox, ana: UserClient, bruno: UserClient, guild: str
):
    app = sandbox.world.bots()[0]["id"]
    base = f"/applications/{app}/guilds/{guild}/commands"
    body = {"name": "configurar", "description": "d", "default_member_permissions": 32}
    made = await ok(raw, "POST", base, body, 201)
    assert made["default_member_permissions"] == "32"
    again = await ok(raw, "POST", base, body | {"description": "e"})
    assert (again["id"], again["description"]) == (made["id"], "e")
    one = f"{base}/{made['id']}"
    assert (await ok(raw, "PATCH", one, {"description": "f"}))["description"] == "f"
    assert (await ok(raw, "GET", one))["name"] == "configurar"
    assert (await raw.refused("GET", f"{base}/1"))[1] == 10063
    with pytest.raises(PersonError, match="cannot be used here"):
        await bruno.command("configurar", "charla")
    assert (await ana.command("configurar", "charla")).state == "failed", (
        "Ana may, but nobody is there to answer"
    )
    menu = {"name": "Ver mano", "type": 2, "description": "no"}
    assert (await raw.refused("POST", base, menu))[2] == {"description: BASE_TYPE_MAX_LENGTH"}
    await ok(raw, "DELETE", one, status=204)
    assert await ok(raw, "GET", base) == []


async def test_a_person_leaves_a_server_and_comes_back(
    sandbox: Sandbox, raw: Raw, ana: UserClient, bruno: UserClient, guild: str, place: str
):
    thread = (
        await ok(raw, "POST", f"/channels/{place}/threads", {"name": "hilo", "type": 11}, 201)
    )["id"]
    panel = await ok(
        raw,
        "POST",
        f"/channels/{place}/messages",
        {"content": f"<@{bruno.id}>", "components": BUTTON},
    )
    await bruno.send(thread, "hola")
    await ok(raw, "POST", f"/channels/{thread}/messages", {"content": "sin leer"})
    heard: dict[Intent, list[str]] = {Intent.GUILDS: [], Intent.GUILD_MEMBERS: []}

    def to_gateway(_bot: str, event: str, _data: dict[str, Any], wanted: Intent) -> None:
        for have in heard:
            if not wanted or wanted & have:
                heard[have].append(event)

    sandbox.world.to_gateway = to_gateway
    left = await sandbox.page.perform("guild.leave", {"user": bruno.id, "guild": guild})
    assert bruno.id not in left["members"]
    assert "GUILD_MEMBER_REMOVE" in heard[Intent.GUILD_MEMBERS]
    assert heard[Intent.GUILDS] == [], (
        "a bot that has only the intent GUILDS hears nothing of it, as on Discord"
    )
    for act in (
        bruno.messages(place),
        bruno.send(place, "x"),
        bruno.press(panel, "x"),
        bruno.send(thread, "x"),
    ):
        with pytest.raises(PersonError, match="cannot see"):
            await act
    assert bruno.unread(place)["count"] == bruno.unread(thread)["count"] == 0
    assert (await raw.refused("GET", f"/guilds/{guild}/members/{bruno.id}"))[1] == 10007
    assert [m["user_id"] for m in await ok(raw, "GET", f"/channels/{thread}/thread-members")] == [
        ana.bot()
    ]
    await ok(raw, "POST", f"/channels/{thread}/messages", {"content": f"<@{bruno.id}>"})
    assert len(await ok(raw, "GET", f"/channels/{thread}/thread-members")) == 1, (
        "a mention brings only members in"
    )
    dm = (await ok(raw, "POST", "/users/@me/channels", {"recipient_id": bruno.id}))["id"]
    assert (await raw.refused("POST", f"/channels/{dm}/messages", {"content": "x"}))[1] == 50007, (
        "they share no server"
    )
    back = await sandbox.page.perform("guild.join", {"user": bruno.id, "guild": guild})
    assert bruno.id in back["members"]
    assert heard[Intent.GUILD_MEMBERS][-1] == "GUILD_MEMBER_ADD"
    assert (await bruno.messages(place))[-1]["id"] == panel["id"]
    await ok(raw, "POST", f"/channels/{dm}/messages", {"content": "x"})
    with pytest.raises(PersonError, match="owner"):
        await sandbox.page.perform("guild.leave", {"user": ana.id, "guild": guild})


async def test_typing_is_shown(raw: Raw, ana: UserClient, place: str):
    frames: list[dict] = []
    ana.sandbox.world.on_page.append(frames.append)
    await ok(raw, "POST", f"/channels/{place}/typing", status=204)
    assert {"t": "typing", "channel": place, "user": ana.bot()} in frames


async def test_two_files_of_one_name_are_told_apart(raw: Raw, place: str):
    form = aiohttp.FormData()
    described = '{"attachments": [{"id": 0, "description": "uno"}, {"id": 1}]}'
    form.add_field("payload_json", described, content_type="application/json")
    for n in range(2):
        form.add_field(f"files[{n}]", b"no picture at all", filename="a.png")
    status, made, _ = await raw("POST", f"/channels/{place}/messages", form=form)
    assert status == 200
    assert [(a["filename"], a.get("description")) for a in made["attachments"]] == [
        ("a.png", "uno"),
        ("a_1.png", None),
    ]
    kept = {"attachments": [{"id": made["attachments"][1]["id"], "description": "dos"}]}
    edited = await ok(raw, "PATCH", f"/channels/{place}/messages/{made['id']}", kept)
    assert [(a["filename"], a["description"]) for a in edited["attachments"]] == [
        ("a_1.png", "dos")
    ]


async def test_what_was_sent_with_a_nonce_is_not_sent_again_for_some_minutes(
    sandbox: Sandbox, raw: Raw, place: str
) -> None:
    path, body = (
        f"/channels/{place}/messages",
        {"content": "one", "nonce": "n1", "enforce_nonce": True},
    )
    first = await ok(raw, "POST", path, body)
    again = await ok(raw, "POST", path, body | {"content": "two"})
    assert (again["id"], again["content"]) == (first["id"], "one")
    assert (await ok(raw, "POST", path, body | {"enforce_nonce": False}))["id"] != first["id"]
    assert (await ok(raw, "POST", path, body | {"nonce": "n2"}))["id"] != first["id"]
    sandbox.world.clock.offset += 301
    assert (await ok(raw, "POST", path, body))["id"] != first["id"]
