"""All ways to reach a match by its code, and users with different access.

The ways are commands, suggestions of options, controls and modals.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import MagicMock

import discord

import bot as entry
from app.model.match import User
from tests.app.harness import PEOPLE
from tests.ui.fake_interaction import Tap
from ui.custom_ids import NO_MATCH, PanelAct, PanelId, PanelVerb, TableAction, TableId, encode
from ui.interactions.dispatcher import Dispatcher

GUILD, ROOM, ELSEWHERE, OTHER_GUILD = 1, 2, 92, 9
CARLA, DIEGO = PEOPLE[2:4]
Interaction = discord.Interaction[Any]
NOTHING = discord.Permissions.none()


@dataclass(frozen=True)
class Visitor:
    """User in a channel: `sees` are the channels that they see, `may` their permissions."""

    by: User
    guild: int | None
    channel: int
    sees: frozenset[int] = frozenset()
    may: discord.Permissions = NOTHING


def visitors(n: int) -> dict[str, Visitor]:
    """Return users with different access; the outsiders are new for each `n`.

    Otherwise the failed attempts of one test would count against the user of another.
    """
    zoe = User(9000 + n, "Zoe", "en")
    every = discord.Permissions.all()
    return {
        "stranger in a direct message": Visitor(zoe, None, 700),
        "member of another guild": Visitor(zoe, OTHER_GUILD, 90, frozenset({90, ROOM})),
        "administrator of another guild": Visitor(
            zoe, OTHER_GUILD, 90, frozenset({90, ROOM}), every
        ),
        "member without access to the channel": Visitor(
            zoe, GUILD, ELSEWHERE, frozenset({ELSEWHERE})
        ),
        "member in another channel": Visitor(zoe, GUILD, ELSEWHERE, frozenset({ELSEWHERE, ROOM})),
        "member": Visitor(zoe, GUILD, ROOM, frozenset({ROOM})),
        "seated": Visitor(PEOPLE[1], None, 701),
        "organizer": Visitor(PEOPLE[0], GUILD, ROOM, frozenset({ROOM}), every),
    }


OUTSIDERS = frozenset(
    {
        "stranger in a direct message",
        "member of another guild",
        "administrator of another guild",
        "member without access to the channel",
    }
)


class Call(Tap):
    """Interaction of a visitor.

    With a `custom_id` it is a press, with `fields` a modal, else a command.
    """

    def __init__(
        self, who: Visitor, hands: Dispatcher, custom_id: str = "", *values: str, **more: Any
    ) -> None:
        super().__init__(who.by, custom_id, *values, guild=who.guild, **more)
        self.channel_id, self.channel, self.permissions = (
            who.channel,
            SimpleNamespace(id=who.channel),
            who.may,
        )
        self.client, self.namespace = (
            SimpleNamespace(dispatcher=hands),
            SimpleNamespace(table=None, game=None),
        )
        self.app_permissions, self.guild_locale = (
            discord.Permissions.all(),
            discord.Locale.spain_spanish,
        )
        if who.guild is not None:
            self.user = member(who.by.id, who.by.name)
            self.guild = SimpleNamespace(
                id=who.guild,
                features=(),
                get_channel_or_thread=lambda channel: _place(channel, who.sees),
                text_channels=[],
                voice_channels=[],
                stage_channels=[],
                forums=[],
                me=None,
            )
        self.suggested: list[str] | None = None
        self.response.autocomplete = self._suggest  # type: ignore[attr-defined]

    async def _suggest(self, choices: list[Any]) -> None:
        self.suggested = [f"{one.name} {one.value}" for one in choices]

    @property
    def heard(self) -> Any:
        """Return everything that the visitor gets: kinds of answer, text and suggestions."""
        words = " ".join(str(fields.get("content")) for _, fields in self.answers)
        return self.how, words, self.suggested


def member(
    user: int, name: str, *, bot: bool = False, sees: frozenset[int] = frozenset({ROOM})
) -> Any:
    """Return a guild member as discord.py shows it."""
    made = MagicMock(spec=discord.Member)
    made.id, made.display_name, made.bot, made.roles = user, name, bot, []
    made.guild = SimpleNamespace(get_channel_or_thread=lambda channel: _place(channel, sees))
    return made


def _place(channel: int, sees: frozenset[int]) -> Any:
    has = discord.Permissions(view_channel=channel in sees)
    return SimpleNamespace(id=channel, permissions_for=lambda _member: has)


Way = Callable[[Visitor, Dispatcher, str], Awaitable[Call]]  # with the code of a table

# ---- commands

# required options of commands by name, other than `table`, which every command gets that has it
NEEDED: dict[str, dict[str, Any]] = {
    "table invite": {"user": member(DIEGO.id, DIEGO.name)},
    "table kick": {"user": member(CARLA.id, CARLA.name)},
    "table vote": {"what": "pause"},
    "table rewind": {"step": 0},
}
# commands without a table: they show the user's own data, data of this channel, or no table's
# data
TABLELESS = frozenset(
    {
        "table new",
        "table learn",
        "table records",
        "turns",
        "help",
        "rules",
        "card",
        "me language",
        "me display",
        "me records",
        "me settings",
        "me pings",
        "me vacation",
        "me data",
        "setup",
    }
)


def cogs(hands: Dispatcher) -> list[Any]:
    return [cog(hands) for cog in entry.COGS]


def commands(hands: Dispatcher | None = None) -> Iterator[tuple[Any, Any]]:
    """Yield every command of the tree with its cog."""
    for cog in cogs(cast("Dispatcher", hands)):
        for one in cog.walk_app_commands():
            if hasattr(one, "callback"):
                yield one.binding, one


def options(command: Any) -> dict[str, Any]:
    """Return a command's options by the names of their arguments."""
    return {one.name: one for one in command.parameters}


def _command_way(path: str) -> Way:
    async def use(who: Visitor, hands: Dispatcher, code: str) -> Call:
        cog, command = next(
            (cog, one) for cog, one in commands(hands) if one.qualified_name == path
        )
        call = Call(who, hands)
        await command.callback(cog, cast("Interaction", call), table=code, **NEEDED.get(path, {}))
        return call

    return use


def _suggestion_way(path: str, option: str) -> Way:
    async def use(who: Visitor, hands: Dispatcher, code: str) -> Call:
        _, command = next((cog, one) for cog, one in commands(hands) if one.qualified_name == path)
        call, typed = Call(who, hands), code if option == "table" else ""
        call.namespace = SimpleNamespace(**{"table": code, "game": None, option: typed})
        await command._invoke_autocomplete(call, option, call.namespace)
        return call

    return use


# ---- controls and forms

# argument and menu values of the controls of a table, by action; other controls have none
CONTROL_VALUES: dict[str, tuple[str, tuple[str, ...]]] = {
    "sit": ("", ("CODE",)),
    "open": ("es", ("eight_minute_empire",)),
    "option": ("", ("map_side",)),
    "value": ("map_side", ("0",)),
    "preset": ("", ("campaign",)),
    "size": ("", ("4",)),
    "pace": ("", ("week",)),
    "order": ("pass.0", ()),
    "pref": ("text", ()),
    "snooze": ("4", ()),
    "try_here": (str(ROOM), ()),
    "ratings": ("on", ()),
    "default": ("pace", ("week",)),
    "vote_yes": ("0.1", ()),
    "vote_no": ("0.1", ()),
    "take": ("1", ()),
    "take_sure": ("1.5", ()),
    "rewind_sure": ("0.1", ()),
    "replay_round": ("", ("0.p.b.1",)),
    "replay_first": ("0.p.b.1", ()),
    "replay_last": ("0.p.b.1", ()),
    "replay_eyes": ("0.p.b.1", ()),
    "replay_row": ("0.p.b.1", ()),
    "replay_page": ("1", ()),
}


def _custom_id_for(component: PanelId | TableId, code: str) -> str:
    """Return the custom_id of a control with this match's code, unless it belongs to no match."""
    if isinstance(component, TableId) and component.match == NO_MATCH:
        return encode(component)
    return encode(replace(component, match=code))


def _control_way(component: PanelId | TableId, *values: str) -> Way:
    """Return a press or a choice in a menu; "CODE" stands for the match's code."""

    async def use(who: Visitor, hands: Dispatcher, code: str) -> Call:
        chosen = (code if value == "CODE" else value for value in values)
        call = Call(who, hands, _custom_id_for(component, code), *chosen)
        await hands.on_component(cast("Interaction", call))
        return call

    return use


async def _of_another_version(who: Visitor, hands: Dispatcher, code: str) -> Call:
    call = Call(who, hands, f"t1:{code}:of_another_version")
    await hands.on_component(cast("Interaction", call))
    return call


def _modal_way(component: PanelId | TableId, **fields: str) -> Way:
    async def use(who: Visitor, hands: Dispatcher, code: str) -> Call:
        call = Call(who, hands, _custom_id_for(component, code), fields=fields)
        await hands.on_modal(cast("Interaction", call))
        return call

    return use


def ways(hands: Dispatcher) -> dict[str, Way]:
    """Return all ways by name.

    Raises KeyError for an unknown verb and AssertionError for an unknown command: describe it
    in this module.
    """
    found = dict[str, Way]()
    for _, command in commands():
        path, given = command.qualified_name, options(command)
        named = "table" in given
        assert named != (path in TABLELESS), (
            f"say of /{path} in tests/ui/ways_in.py whether it names a table"
        )
        missing = {name for name, one in given.items() if one.required} - {
            "table",
            *NEEDED.get(path, {}),
        }
        assert not named or not missing, f"say in tests/ui/ways_in.py what /{path} needs: {missing}"
        if named:
            found[f"/{path}"] = _command_way(path)
            for name, one in given.items():
                if one.autocomplete:
                    found[f"/{path} {name}…"] = _suggestion_way(path, name)
    for action in TableAction:
        if action is not TableAction.CHOOSE_TABLE:  # only offered after a command without a table
            arg, values = CONTROL_VALUES.get(action, ("", ()))
            found[f"control {action}"] = _control_way(TableId("-", action, arg), *values)
    found["control of another version"] = _of_another_version
    found["control sit of no table"] = _control_way(
        TableId(NO_MATCH, TableAction.JOIN_CHOSEN), "CODE"
    )
    for act in PanelAct:
        if act is not PanelAct.RUN:
            found[f"panel {act.name}"] = _control_way(PanelId("-", 1, 0, act, "1"))
    for verb in PanelVerb:
        numbers = verb in (PanelVerb.SHOW_GROUP, PanelVerb.CHOOSE_NUMBER)
        found[f"panel {verb}"] = _control_way(
            PanelId("-", 1, 0, PanelAct.RUN, verb), *(("1",) if numbers else ())
        )
    found["panel choose menu"] = _control_way(
        PanelId("-", 1, 0, PanelAct.RUN, PanelVerb.CHOOSE_OPTION), "1"
    )
    found["form write"] = _modal_way(
        PanelId("-", 1, 0, PanelAct.RUN, PanelVerb.WRITE_NUMBER), n="1"
    )
    found["form spread"] = _modal_way(PanelId("-", 1, 0, PanelAct.RUN, PanelVerb.DISTRIBUTE), x="1")
    found["form replay_row"] = _modal_way(TableId("-", TableAction.GO_TO_STEP, "0.p.b.1"), row="1")
    return found
