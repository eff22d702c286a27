"""Every control that a person sees, and every command: what kinds there are, and how one is used."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from cogs.ui import ids
from sandbox.client import Outcome
from sandbox.client import Person as Human

MENU = 3
SUB = (1, 2)
NEWEST = 25     # messages of a channel that somebody looks at


@dataclass(frozen=True)
class Control:
    """Something that can be used: its `kind` in the report, and the act."""

    kind: str
    use: Callable[[], Awaitable[Outcome]]
    on: str | None = None   # the message that it belongs to


def kind_of(custom_id: str) -> str:
    """The kind of a control: the act of a panel's, the verb of a table's."""
    match ids.decode(custom_id):
        case ids.PanelId(act="verb", arg=verb):
            return f"panel {verb}"
        case ids.PanelId(act=act):
            return f"panel {act}"
        case ids.TableId(verb=verb):
            return f"table {verb}"
    return "unknown"


async def shown(who: Human, places: list[str], luck: Random) -> list[Control]:
    """All that this person could tap now in these channels."""
    found = list[Control]()
    for place in places:
        if place == "dm" or place in who.sandbox.world.channels:
            for message in await who.messages(place, NEWEST):
                found += _of(who, message, luck)
    return found


def _of(who: Human, message: dict[str, Any], luck: Random) -> Iterator[Control]:
    for row in message["components"]:
        for part in row["components"]:
            custom_id = part.get("custom_id")
            if not custom_id or part.get("disabled"):
                continue
            if part["type"] == MENU:
                values = [one["value"] for one in part["options"]]
                lo, hi = part.get("min_values", 1), min(part.get("max_values", 1), len(values))
                chosen = luck.sample(values, luck.randint(min(lo, hi), hi)) if hi else []
                if chosen:
                    yield Control(f"{kind_of(custom_id)} ▾", _selects(who, message, custom_id, chosen), message["id"])
            else:
                yield Control(kind_of(custom_id), _presses(who, message, custom_id), message["id"])


def _presses(who: Human, message: dict[str, Any], custom_id: str) -> Callable[[], Awaitable[Outcome]]:
    return lambda: who.press(message, custom_id, wait=False)


def _selects(who: Human, message: dict[str, Any], custom_id: str, values: list[str]) -> Callable[[], Awaitable[Outcome]]:
    return lambda: who.select(message, custom_id, *values, wait=False)


def commands(who: Human, channel: str, table: str, luck: Random) -> list[Control]:
    """Every command, with some of its options by lot."""
    found = list[Control]()
    for command in who.sandbox.world.commands.values():
        subs = [one for one in command.get("options") or [] if one["type"] in SUB]
        for sub in subs or [None]:
            path = command["name"] + (f" {sub['name']}" if sub else "")
            options = (sub or command).get("options") or []
            given = {one["name"]: _value(one, table, luck) for one in options if one.get("required") or luck.random() < 0.4}
            given = {name: value for name, value in given.items() if value is not None}
            found.append(Control(f"/{path}", _commands(who, path, channel, given)))
    return found


def _value(option: dict[str, Any], table: str, luck: Random) -> Any:
    if option.get("choices"):
        return luck.choice(option["choices"])["value"]
    match option["type"]:
        case 3:
            return table if option["name"] == "table" else luck.choice(("1", "2", "0", "x", "pasar"))
        case 4:
            return luck.randint(max(1, option.get("min_value") or 1), min(4, option.get("max_value") or 4))
        case 5:
            return luck.random() < 0.5
    return None


def _commands(who: Human, path: str, channel: str, given: dict[str, Any]) -> Callable[[], Awaitable[Outcome]]:
    return lambda: who.command(path, channel, wait=False, **given)
