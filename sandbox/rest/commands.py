"""Routes of application commands: global commands and a guild's commands."""

from __future__ import annotations

from typing import Any

from sandbox.rest.base import Call, RestResponse, route
from sandbox.state import payloads
from sandbox.state.errors import api_error, raise_if_any
from sandbox.state.model import Json
from sandbox.validation import command_rules

FIELDS = (
    "name", "name_localizations", "description", "description_localizations", "options", "default_member_permissions",
    "dm_permission", "contexts", "integration_types", "nsfw",
)  # fmt: skip
GLOBAL_COMMANDS = "/applications/{application_id}/commands"
GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"


def commands_in_scope(call: Call) -> list[Json]:
    """Return the bot's commands in the scope that the path names: global or a guild.

    Raises Discord's 20012 for another bot's application, 10004 for an unknown guild and 50001 for a
    guild that the bot is not in.
    """
    call.require_own_application()
    guild_id = call.path.get("guild_id")
    if guild_id and call.bot["id"] not in call.world.guild(guild_id)["members"]:
        raise api_error(50001)
    all_commands = call.world.commands.values()
    return [
        command
        for command in all_commands
        if command["application_id"] == call.bot["id"] and command.get("guild_id") == guild_id
    ]


def command_of(call: Call) -> Json:
    """Return the command that the path names; raises 10063 if there is none."""
    matching = [
        command for command in commands_in_scope(call) if command["id"] == call.path["command_id"]
    ]
    if not matching:
        raise api_error(10063)
    return matching[0]


def save(call: Call, body: Json, old: Json | None) -> Json:
    """Store a command and return it.

    The command keeps the id of `old`, the command that it replaces. If `old` is None, the command
    gets a new id.
    """
    world = call.world
    doc: Json = {
        "id": old["id"] if old else world.new_id(),
        "application_id": call.bot["id"],
        "version": world.new_id(),
    }
    doc |= {"type": command_rules.kind_of(body), "guild_id": call.path.get("guild_id")}
    doc |= {key: body.get(key) for key in FIELDS}
    doc["description"] = body.get("description") or ""
    doc["nsfw"], doc["options"] = bool(body.get("nsfw")), _without_nulls(body.get("options") or [])
    if doc["default_member_permissions"] is not None:
        doc["default_member_permissions"] = str(doc["default_member_permissions"])
    world.commands[doc["id"]] = doc
    world.store.put("command", doc["id"], doc)
    return payloads.command(doc)


def _without_nulls(node: Any) -> Any:
    if isinstance(node, list):
        return [_without_nulls(part) for part in node]
    return (
        {key: _without_nulls(value) for key, value in node.items() if value is not None}
        if isinstance(node, dict)
        else node
    )


def forget(call: Call, doc: Json) -> None:
    """Delete a command."""
    del call.world.commands[doc["id"]]
    call.world.store.drop("command", doc["id"])


def push_commands(call: Call) -> None:
    """Push the current commands to the page."""
    call.world.tell_page(
        {
            "t": "commands",
            "commands": [payloads.command(command) for command in call.world.commands.values()],
        }
    )


@route("GET", GLOBAL_COMMANDS, "list_application_commands")
@route("GET", GUILD_COMMANDS, "list_guild_application_commands")
async def list_commands(call: Call) -> Any:
    """Return all commands of a scope."""
    return [payloads.command(command) for command in commands_in_scope(call)]


@route("PUT", GLOBAL_COMMANDS, "bulk_set_application_commands")
@route("PUT", GUILD_COMMANDS, "bulk_set_guild_application_commands")
async def bulk_set(call: Call) -> Any:
    """Replace all commands of a scope; known names keep their ids."""
    bodies = call.body or []
    before = {(command["type"], command["name"]): command for command in commands_in_scope(call)}
    raise_if_any(command_rules.commands(bodies))
    command_rules.check_count(command_rules.kind_of(body) for body in bodies)
    saved = []
    for body in bodies:
        old = before.pop((command_rules.kind_of(body), body["name"]), None)
        saved.append(save(call, body, old))
    for removed in before.values():
        forget(call, removed)
    push_commands(call)
    return saved


@route("POST", GLOBAL_COMMANDS, "create_application_command")
@route("POST", GUILD_COMMANDS, "create_guild_application_command")
async def create(call: Call) -> Any:
    """Create a command, or overwrite the command with the same name."""
    raise_if_any(list(command_rules.command(call.body)))
    key = (command_rules.kind_of(call.body), call.body["name"])
    existing = {(command["type"], command["name"]): command for command in commands_in_scope(call)}
    command_rules.check_count(kind for kind, _ in {*existing, key})
    created = save(call, call.body, existing.get(key))
    push_commands(call)
    return RestResponse(200 if key in existing else 201, created)


@route("GET", f"{GLOBAL_COMMANDS}/{{command_id}}", "get_application_command")
@route("GET", f"{GUILD_COMMANDS}/{{command_id}}", "get_guild_application_command")
async def get_command(call: Call) -> Any:
    """Return one command."""
    return payloads.command(command_of(call))


@route("PATCH", f"{GLOBAL_COMMANDS}/{{command_id}}", "update_application_command")
@route("PATCH", f"{GUILD_COMMANDS}/{{command_id}}", "update_guild_application_command")
async def patch_command(call: Call) -> Any:
    """Change the given fields of a command."""
    old = command_of(call)
    body = old | call.body
    raise_if_any(list(command_rules.command(body)))
    made = save(call, body, old)
    push_commands(call)
    return made


@route("DELETE", f"{GLOBAL_COMMANDS}/{{command_id}}", "delete_application_command")
@route("DELETE", f"{GUILD_COMMANDS}/{{command_id}}", "delete_guild_application_command")
async def delete_command(call: Call) -> Any:
    """Delete a command."""
    forget(call, command_of(call))
    push_commands(call)
