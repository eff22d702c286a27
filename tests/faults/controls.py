"""All controls and commands that a user sees, and how they are used."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from sandbox.client import Outcome
from sandbox.client import UserClient as Human
from sandbox.state.errors import PersonError
from sandbox.validation.message_rules import walk
from ui import custom_ids
from ui.interactions.dispatcher import opens_modal

MENU, LINE, ROLES, CHANNELS = 3, 4, 6, 8
CHANGING = frozenset(
    [
        f"/table {name}"
        for name in (
            "new",
            "start",
            "leave",
            "join",
            "bot",
            "kick",
            "invite",
            "move",
            "vote",
            "substitute",
        )
    ]
    + [
        f"table {verb}"
        for verb in (
            "join",
            "sit",
            "open",
            "leave",
            "bot",
            "nobot",
            "start",
            "undo",
            "rematch",
            "resign_sure",
            "erase_sure",
            "resume",
            "move",
            "rewind_sure",
            "accept",
            "vote_yes",
            "vote_no",
            "go_on",
            "take",
            "take_sure",
            "keep",
            "play",
            "go",
            "film",
            "poster",
            "which",
        )
    ]
)  # controls that change the match, and so are not used to reach other controls
SUB = (1, 2)
NEWEST = 25  # newest messages of a channel in which controls are used


@dataclass(frozen=True)
class Control:
    """Control or command: its `kind` in the report, and how to use it."""

    kind: str
    use: Callable[[], Awaitable[Outcome]]
    on: str | None = None  # id of its message
    opened: Callable[[], Awaitable[None]] | None = None  # opens the form, if it is one


def reads(one: Control) -> bool:
    """Return whether a control opens a page and changes little."""
    return (
        one.kind.startswith(("table ", "/"))
        and not one.kind.endswith("…")
        and one.kind.removesuffix(" ▾") not in CHANGING
    )


def kind_of(custom_id: str) -> str:
    """Return the kind of a control: the act of a panel control, the verb of a table control."""
    match custom_ids.decode(custom_id):
        case custom_ids.PanelId(act=custom_ids.PanelAct.RUN, arg=verb):
            return f"panel {verb}"
        case custom_ids.PanelId(act=act):
            return f"panel {act.name.lower()}"
        case custom_ids.TableId(action=action):
            return f"table {action}"
    return "unknown"


async def shown(who: Human, places: list[str], luck: Random) -> list[Control]:
    """Return all controls that a user could press now in these channels."""
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
            if part["type"] in (MENU, ROLES, CHANNELS):
                values = _values(who, message, part)
                lo, hi = part.get("min_values", 1), min(part.get("max_values", 1), len(values))
                chosen = luck.sample(values, luck.randint(min(lo, hi), hi)) if hi else []
                if chosen:
                    yield Control(
                        f"{kind_of(custom_id)} ▾",
                        _selects(who, message, custom_id, chosen),
                        message["id"],
                    )
            else:
                yield Control(kind_of(custom_id), _presses(who, message, custom_id), message["id"])
                if (tap := custom_ids.decode(custom_id)) is not None and opens_modal(tap):
                    form = Form(who, message, custom_id, luck)
                    yield Control(
                        f"form of {kind_of(custom_id)}", form.send, message["id"], form.open
                    )


def _values(who: Human, message: dict[str, Any], menu: dict[str, Any]) -> list[str]:
    """Return what may be chosen in a menu."""
    world = who.sandbox.world
    if menu["type"] == MENU:
        return [one["value"] for one in menu["options"]]
    guild = world.channels[message["channel_id"]].get("guild_id")
    if menu["type"] == ROLES:
        return [role["id"] for role in world.guild(guild)["roles"]] if guild else []
    return [
        one["id"]
        for one in world.channels.values()
        if guild and one.get("guild_id") == guild and one["type"] == 0
    ]


def _presses(
    who: Human, message: dict[str, Any], custom_id: str
) -> Callable[[], Awaitable[Outcome]]:
    return lambda: who.press(message, custom_id, wait=False)


def _selects(
    who: Human, message: dict[str, Any], custom_id: str, values: list[str]
) -> Callable[[], Awaitable[Outcome]]:
    return lambda: who.select(message, custom_id, *values, wait=False)


class Form:
    """Modal that is opened, filled in at random, and sent."""

    def __init__(self, who: Human, message: dict[str, Any], custom_id: str, luck: Random) -> None:
        self._who, self._message, self._custom_id, self._luck = who, message, custom_id, luck
        self._opened: Outcome | None = None

    async def open(self) -> None:
        self._opened = await self._who.press(self._message, self._custom_id)

    async def send(self) -> Outcome:
        if self._opened is None or self._opened.modal is None:
            raise PersonError("There is no form.")
        fields: dict[str, Any] = {}
        for _, part in walk(self._opened.modal["components"], ()):
            if part["type"] == MENU:
                fields[part["custom_id"]] = [self._luck.choice(part["options"])["value"]]
            elif part["type"] == LINE:
                fields[part["custom_id"]] = self._luck.choice(("0", "1", "2", "x"))
        return await self._who.submit_modal(self._opened, wait=False, **fields)


def completions(who: Human, channel: str, luck: Random) -> list[Control]:
    """Return every option of a command that has suggestions."""
    found = list[Control]()
    for path, options in leaves(who):
        found += [
            Control(
                f"/{path} {one['name']}…",
                _completes(who, path, channel, one["name"], luck.choice(("", "1", "p", "c"))),
            )
            for one in options
            if one.get("autocomplete")
        ]
    return found


def _completes(
    who: Human, path: str, channel: str, option: str, text: str
) -> Callable[[], Awaitable[Outcome]]:
    async def use() -> Outcome:
        try:
            await who.autocomplete(path, channel, option, text)
        except PersonError as error:
            return Outcome("", "failed", str(error), None, None)
        return Outcome("", "done", None, None, None)

    return use


def leaves(who: Human) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the commands by their names, with their options."""
    for command in who.sandbox.world.commands.values():
        options = command.get("options") or []
        subs = [one for one in options if one["type"] in SUB]
        for sub in subs:
            yield f"{command['name']} {sub['name']}", sub.get("options") or []
        if not subs:
            yield command["name"], options


def commands(who: Human, channel: str, table: str, game: str, luck: Random) -> list[Control]:
    """Return every command, with some random options."""
    found = list[Control]()
    for path, options in leaves(who):
        chosen = [one for one in options if one.get("required") or luck.random() < 0.4]
        given = {one["name"]: _value(who, one, (table, game), luck) for one in chosen}
        given = {name: value for name, value in given.items() if value is not None}
        found.append(Control(f"/{path}", _commands(who, path, channel, given)))
    return found


def _value(who: Human, option: dict[str, Any], here: tuple[str, str], luck: Random) -> Any:
    """Return a value for an option; the table and the game are those of the case (`here`)."""
    if option["name"] == "game":
        return here[1]
    if option.get("choices"):
        return luck.choice(option["choices"])["value"]
    match option["type"]:
        case 3:
            return (
                here[0] if option["name"] == "table" else luck.choice(("1", "2", "0", "x", "pasar"))
            )
        case 4:
            return luck.randint(
                max(1, option.get("min_value") or 1), min(4, option.get("max_value") or 4)
            )
        case 5:
            return luck.random() < 0.5
        case 6:
            return luck.choice(who.sandbox.world.people())["id"]
    return None


def _commands(
    who: Human, path: str, channel: str, given: dict[str, Any]
) -> Callable[[], Awaitable[Outcome]]:
    return lambda: who.command(path, channel, wait=False, **given)
