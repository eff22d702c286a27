"""Checks that Discord's client makes before it sends buttons, selects, modals, options.

The functions raise `PersonError` if a check fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sandbox.state import payloads
from sandbox.state.errors import PersonError
from sandbox.state.model import SELECTS, Component, Json, Option
from sandbox.state.permissions import in_channel
from sandbox.state.server_state import ServerState
from sandbox.validation.message_rules import walk

RESOLVED_SELECTS = {
    Component.USER_SELECT: ("users",), Component.ROLE_SELECT: ("roles",), Component.CHANNEL_SELECT: ("channels",),
    Component.MENTIONABLE_SELECT: ("users", "roles"),
}  # fmt: skip
RESOLVED_OPTIONS = {
    Option.USER: ("users",), Option.ROLE: ("roles",), Option.CHANNEL: ("channels",),
    Option.MENTIONABLE: ("users", "roles"),
}  # fmt: skip


def button(message: Json, custom_id: str) -> Json:
    """Return the enabled button of a message with this custom_id."""
    part = _find(message["components"], custom_id)
    if part is None or part["type"] != Component.BUTTON:
        raise PersonError("This message has no such button.")
    if part.get("disabled"):
        raise PersonError("This button is disabled.")
    return part


def menu(
    world: ServerState, channel: Json, message: Json, custom_id: str, values: list[str]
) -> tuple[Json, Json]:
    """Return the enabled select menu with this custom_id, and the `resolved` objects.

    The `resolved` objects are the users, roles or channels whose ids are in `values`. Raises
    `PersonError` if a value is not valid.
    """
    part = _find(message["components"], custom_id)
    if part is None or part["type"] not in SELECTS:
        raise PersonError("This message has no such menu.")
    if part.get("disabled"):
        raise PersonError("This menu is disabled.")
    return part, _resolve_choice(world, channel, part, values)


def _find(parts: list[Json], custom_id: str) -> Json | None:
    return next((part for _, part in walk(parts, ()) if part.get("custom_id") == custom_id), None)


def _resolve_choice(world: ServerState, channel: Json, part: Json, values: Any) -> Json:
    """Check the `values` chosen in a select menu; return the `resolved` objects.

    `part` is the menu. A menu of strings has no `resolved` objects. Raises `PersonError` if a value
    is not valid.
    """
    if (
        not isinstance(values, list)
        or not all(isinstance(value, str) for value in values)
        or len(set(values)) < len(values)
    ):
        raise PersonError("A menu's values are a list of different strings.")
    low, high = part.get("min_values", 1), part.get("max_values", 1)
    if not low <= len(values) <= high and not (not values and part.get("required") is False):
        raise PersonError(
            "Choose {low} to {high} options." if low != high else "Choose {low} option(s).",
            low=low,
            high=high,
        )
    if part["type"] == Component.STRING_SELECT:
        if not set(values) <= {option["value"] for option in part["options"]}:
            raise PersonError("The menu has no such option.")
        return {}
    return resolve(world, channel, values, RESOLVED_SELECTS[Component(part["type"])])


def resolve(world: ServerState, channel: Json, ids: Iterable[str], kinds: Iterable[str]) -> Json:
    """Return the `resolved` objects for ids of users, roles or channels.

    `kinds` are the allowed kinds: "users", "roles", "channels". Raises `PersonError` for an unknown
    id.
    """
    resolved: Json = {}
    guild = world.guilds.get(channel.get("guild_id", ""))
    for found_id in ids:
        for kind, thing in _objects_with_id(world, channel, guild, str(found_id), kinds):
            resolved.setdefault(kind, {})[str(found_id)] = thing
        if not any(str(found_id) in things for things in resolved.values()):
            raise PersonError("Nothing here has the id {id}.", id=found_id)
    return resolved


def _objects_with_id(
    world: ServerState, channel: Json, guild: Json | None, found_id: str, kinds: Iterable[str]
) -> Iterator[tuple[str, Json]]:
    """Yield (kind, object) for the objects of these kinds with the id `found_id`.

    For a user who is in the guild, the member object follows with the kind "members".
    """
    if "users" in kinds and found_id in world.users:
        yield "users", payloads.user(world, found_id)
        if guild and found_id in guild["members"]:
            member = {
                key: value
                for key, value in payloads.member(world, guild, found_id).items()
                if key not in ("user", "deaf", "mute")
            }
            yield (
                "members",
                member | {"permissions": str(int(in_channel(world, channel, found_id)))},
            )
    if "roles" in kinds and guild:
        for role in guild["roles"]:
            if role["id"] == found_id:
                yield "roles", payloads.role(role)
    if (
        "channels" in kinds
        and guild
        and world.channels.get(found_id, {}).get("guild_id") == guild["id"]
    ):
        yield "channels", payloads.channel(world, world.channels[found_id]) | {"permissions": "0"}


# -- modals --------------------------------------------------------------------------------------
def modal(world: ServerState, channel: Json, form: Json, submitted: Any) -> tuple[list[Json], Json]:
    """Return Discord's `components` and `resolved` of a submitted modal.

    `form` is the modal. `submitted` has the shape that Discord's client sends: rows or labels that
    contain `{"type", "custom_id", "value" or "values"}`. Missing fields count as empty. Raises
    `PersonError`, which names the wrong field.
    """
    given = {
        part["custom_id"]: part for _, part in walk(_listed(submitted), ()) if "custom_id" in part
    }
    resolved: Json = {}
    shaped = []
    for part in form["components"]:
        if part["type"] == Component.TEXT:
            shaped.append({"type": part["type"], "id": part["id"]})
        elif part["type"] == Component.LABEL:
            field = _field(world, channel, part["component"], part["label"], given, resolved)
            shaped.append({"type": part["type"], "id": part["id"], "component": field})
        else:
            inner = [
                _field(world, channel, component, component.get("label") or "", given, resolved)
                for component in part["components"]
            ]
            shaped.append({"type": part["type"], "id": part["id"], "components": inner})
    return shaped, resolved


def _listed(submitted: Any) -> list[Json]:
    if not isinstance(submitted, list) or not all(
        isinstance(component, dict) and "type" in component for component in submitted
    ):
        raise PersonError("A form is sent as a list of components.")
    return submitted


def _field(
    world: ServerState, channel: Json, part: Json, label: str, given: Json, resolved: Json
) -> Json:
    sent = given.get(part["custom_id"], {})
    shaped = {"type": part["type"], "id": part["id"], "custom_id": part["custom_id"]}
    required = part.get("required", True) is not False
    match part["type"]:
        case Component.TEXT_INPUT:
            text = str(sent.get("value") or "")
            low, high = part.get("min_length") or int(required), part.get("max_length") or 4000
            if (text or required) and not low <= len(text) <= high:
                size = {"low": low, "high": high, "n": len(text)}
                raise PersonError(
                    "{label}: {low} to {high} characters, these are {n}.", label=label, **size
                )
            return shaped | {"value": text}
        case Component.CHECKBOX:
            return shaped | {"value": bool(sent.get("value"))}
        case Component.RADIO:
            value = sent.get("value")
            if value not in {option["value"] for option in part["options"]} and (
                required or value is not None
            ):
                raise PersonError("{label}: choose one of the options.", label=label)
            return shaped | {"value": value}
        case Component.UPLOAD:
            if required and part.get("min_values", 1):
                raise PersonError("{label}: files in forms cannot be sent here.", label=label)
            return shaped | {"values": []}
    values = sent.get("values") or []
    if values or required:
        try:
            limits = (
                {"min_values": 0, "max_values": 25} if part["type"] == Component.CHECKBOXES else {}
            )
            kind = (
                {"type": int(Component.STRING_SELECT)}
                if part["type"] == Component.CHECKBOXES
                else {}
            )
            found = _resolve_choice(world, channel, limits | part | kind, values)
        except PersonError as error:
            raise PersonError("{label}: {error}", label=label, error=error) from None
        for key, things in found.items():
            resolved.setdefault(key, {}).update(things)
    return shaped | {"values": values}


# -- commands ------------------------------------------------------------------------------------
def options(
    world: ServerState, channel: Json, definition: list[Json], given: Any, *, partial: bool = False
) -> tuple[list[Json], Json]:
    """Return Discord's option tree and `resolved` objects of a typed command.

    `definition` are the command's options, `given` those that the user has typed. With `partial`
    (autocomplete) no option is required, and the value of the option with `focused` is incomplete.
    Raises `PersonError`, which names the wrong option.
    """
    known = {option["name"]: option for option in definition}
    sent = {sent_option.get("name"): sent_option for sent_option in given or []}
    for name in sent:
        if name not in known:
            raise PersonError("The command has no option “{name}”.", name=name)
    resolved: Json = {}
    nested = [
        option for option in definition if option["type"] in (Option.SUBCOMMAND, Option.GROUP)
    ]
    if nested:
        if len(sent) != 1:
            raise PersonError("Choose one of the subcommands.")
        name, chosen = next(iter(sent.items()))
        inner, resolved = options(
            world, channel, known[name].get("options") or [], chosen.get("options"), partial=partial
        )
        return [{"name": name, "type": known[name]["type"], "options": inner}], resolved
    shaped = []
    for option in definition:
        entry = sent.get(option["name"])
        if entry is None or "value" not in entry:
            if option.get("required") and not partial:
                raise PersonError("The option “{name}” is missing.", name=option["name"])
            continue
        focused = bool(partial and entry.get("focused"))
        value = str(entry["value"]) if focused else _value(option, entry["value"])
        if not focused and option["type"] in RESOLVED_OPTIONS:
            for key, things in resolve(
                world, channel, [value], RESOLVED_OPTIONS[option["type"]]
            ).items():
                resolved.setdefault(key, {}).update(things)
        shaped.append(
            {"name": option["name"], "type": option["type"], "value": value}
            | ({"focused": True} if focused else {})
        )
    return shaped, resolved


def _value(option: Json, value: Any) -> Any:
    """Check an option's value as Discord's client does, and return it."""
    name = option["name"]
    match option["type"]:
        case Option.INTEGER:
            has_right_type = isinstance(value, int) and not isinstance(value, bool)
        case Option.NUMBER:
            has_right_type = isinstance(value, int | float) and not isinstance(value, bool)
        case Option.BOOLEAN:
            has_right_type = isinstance(value, bool)
        case Option.ATTACHMENT:
            raise PersonError(
                "The option “{name}”: files in commands cannot be sent here.", name=name
            )
        case _:
            has_right_type = isinstance(value, str)
    if not has_right_type:
        raise PersonError("The option “{name}” has a value of the wrong kind.", name=name)
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise PersonError("The option “{name}” has no such choice.", name=name)
    size = len(value) if isinstance(value, str) else value
    low, high = (
        ("min_length", "max_length") if isinstance(value, str) else ("min_value", "max_value")
    )
    if option.get(low) is not None and size < option[low]:
        raise PersonError(
            "The option “{name}” must be at least {limit}.", name=name, limit=option[low]
        )
    if option.get(high) is not None and size > option[high]:
        raise PersonError(
            "The option “{name}” must be at most {limit}.", name=name, limit=option[high]
        )
    return value
