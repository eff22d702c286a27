"""Every way to reach a table by its code, and users with different access.

The ways are commands, suggestions, controls and forms.
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
from ui.custom_ids import NOBODY, PanelAct, PanelId, PanelVerb, TableAction, TableId, encode
from ui.interactions.dispatcher import Dispatcher

GUILD, ROOM, ELSEWHERE, OTHER_GUILD = 1, 2, 92, 9
CARLA, DIEGO = PEOPLE[2:4]
Interaction = discord.Interaction[Any]
NOTHING = discord.Permissions.none()


@dataclass(frozen=True)
class Visitor:
    """User at a place: `sees` these channels of the guild and has the permissions `may` there."""

    by: User
    guild: int | None
    channel: int
    sees: frozenset[int] = frozenset()
    may: discord.Permissions = NOTHING


def visitors(n: int) -> dict[str, Visitor]:
    """Return users with different access; new ones for each `n`.

    Otherwise one user's failed attempts would count against another.
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

    A press with a `custom_id`, a form with `fields`, else a command.
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
        """Return all that the visitor gets: the kind of answer, its text and the suggestions."""
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

# by its words: what a command needs beside `table`; `table` itself is given to each that has it
NEEDED: dict[str, dict[str, Any]] = {
    "table invite": {"user": member(DIEGO.id, DIEGO.name)},
    "table kick": {"user": member(CARLA.id, CARLA.name)},
    "table vote": {"what": "pause"},
    "table rewind": {"step": 0},
}
# these name no table: what they tell is the person's own, of this channel, or of no table at all
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


def _command(path: str) -> Way:
    async def use(who: Visitor, hands: Dispatcher, code: str) -> Call:
        cog, command = next(
            (cog, one) for cog, one in commands(hands) if one.qualified_name == path
        )
        call = Call(who, hands)
        await command.callback(cog, cast("Interaction", call), table=code, **NEEDED.get(path, {}))
        return call

    return use


def _suggestion(path: str, option: str) -> Way:
    async def use(who: Visitor, hands: Dispatcher, code: str) -> Call:
        _, command = next((cog, one) for cog, one in commands(hands) if one.qualified_name == path)
        call, typed = Call(who, hands), code if option == "table" else ""
        call.namespace = SimpleNamespace(**{"table": code, "game": None, option: typed})
        await command._invoke_autocomplete(call, option, call.namespace)
        return call

    return use


# ---- controls and forms

# by its action: argument and menu values that a control of a table may bear; the others bear none
GIVEN: dict[str, tuple[str, tuple[str, ...]]] = {
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


def _of_table(component: PanelId | TableId, code: str) -> str:
    """The custom_id of a control, of this table unless it belongs to none."""
    if isinstance(component, TableId) and component.match == NOBODY:
        return encode(component)
    return encode(replace(component, match=code))


def _control(component: PanelId | TableId, *values: str) -> Way:
    """A press, or a choice; "CODE" stands for the table's."""

    async def use(who: Visitor, hands: Dispatcher, code: str) -> Call:
        chosen = (code if value == "CODE" else value for value in values)
        call = Call(who, hands, _of_table(component, code), *chosen)
        await hands.on_component(cast("Interaction", call))
        return call

    return use


async def _of_another_version(who: Visitor, hands: Dispatcher, code: str) -> Call:
    call = Call(who, hands, f"t1:{code}:of_another_version")
    await hands.on_component(cast("Interaction", call))
    return call


def _form(component: PanelId | TableId, **fields: str) -> Way:
    async def use(who: Visitor, hands: Dispatcher, code: str) -> Call:
        call = Call(who, hands, _of_table(component, code), fields=fields)
        await hands.on_modal(cast("Interaction", call))
        return call

    return use


def ways(hands: Dispatcher) -> dict[str, Way]:
    """Return every way in by its name.

    Raises KeyError for an unknown verb and AssertionError for an unknown command: add it here.
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
            found[f"/{path}"] = _command(path)
            for name, one in given.items():
                if one.autocomplete:
                    found[f"/{path} {name}…"] = _suggestion(path, name)
    for action in TableAction:
        if action is not TableAction.CHOOSE_TABLE:  # it answers a command's question
            arg, values = GIVEN.get(action, ("", ()))
            found[f"control {action}"] = _control(TableId("-", action, arg), *values)
    found["control of another version"] = _of_another_version
    found["control sit of no table"] = _control(TableId(NOBODY, TableAction.JOIN_CHOSEN), "CODE")
    for act in PanelAct:
        if act is not PanelAct.RUN:
            found[f"panel {act.name}"] = _control(PanelId("-", 1, 0, act, "1"))
    for verb in PanelVerb:
        numbers = verb in (PanelVerb.SHOW_GROUP, PanelVerb.CHOOSE_NUMBER)
        found[f"panel {verb}"] = _control(
            PanelId("-", 1, 0, PanelAct.RUN, verb), *(("1",) if numbers else ())
        )
    found["panel choose menu"] = _control(
        PanelId("-", 1, 0, PanelAct.RUN, PanelVerb.CHOOSE_OPTION), "1"
    )
    found["form write"] = _form(PanelId("-", 1, 0, PanelAct.RUN, PanelVerb.WRITE_NUMBER), n="1")
    found["form spread"] = _form(PanelId("-", 1, 0, PanelAct.RUN, PanelVerb.DISTRIBUTE), x="1")
    found["form replay_row"] = _form(TableId("-", TableAction.GO_TO_STEP, "0.p.b.1"), row="1")
    return found
