"""Values that no Discord client offers are refused in words and change nothing.

Discord checks choices, bounds and lengths in its own clients; a forged request, or a command as
an older version registered it, brings others.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import discord
import pytest

from app.model.match import Match
from games.core.engine import walk
from tests.app.harness import PEOPLE
from tests.database import database_of
from tests.ui.publisher_harness import PublisherHarness
from tests.ui.ways_in import GUILD, NEEDED, ROOM, Call, Visitor, commands, options
from tools import data_map
from ui.custom_ids import NO_MATCH, PanelAct, PanelId, TableAction, TableId, encode
from ui.interactions.dispatcher import Dispatcher

pytestmark = pytest.mark.usefixtures("never_deferred")

EME = "eight_minute_empire"
ANA, BRUNO, *_ = PEOPLE
ORGANIZER = Visitor(ANA, GUILD, ROOM, frozenset({ROOM}), discord.Permissions.all())
PASSING = {("seats", "tapped"), ("seats", "seen"), ("seats", "told")}
LONG, HUGE = "x" * 6000, 10**12
REQUIRED: dict[str, dict[str, Any]] = {
    **NEEDED,
    "card": {"name": "x"},
    "me language": {"language": "es"},
    "me vacation": {"days": 1},
}
# answered with what there is, as for any text that is found nowhere
SEARCHED = frozenset(
    {
        ("rules", "find"),
        ("card", "name"),
        ("table replay", "step"),
        ("play", "move"),
        ("board", "view"),
        ("board", "seat"),
    }
)


async def stored(shown: PublisherHarness) -> dict[str, list[tuple[Any, ...]]]:
    """Return all stored rows without those that any interaction changes."""
    return {
        name: [
            tuple(row)
            for row in await database_of(shown.app.repo).fetch_all(
                f"SELECT {', '.join(columns)} FROM {name} ORDER BY 1, 2"
            )
        ]
        for name, one in data_map.load_data_map().items()
        if name != "pulse"
        for columns in [[column for column in one["columns"] if (name, column) not in PASSING]]
    }


def forged() -> Iterator[tuple[str, str, Any]]:
    """Yield each option that takes certain values only, with values that it rejects."""
    for _, command in commands():
        for name, one in options(command).items():
            path, text = command.qualified_name, one.type is discord.AppCommandOptionType.string
            if one.choices:
                yield path, name, "zzz"
                yield path, name, LONG
            elif text and name != "table" and (one.autocomplete or one.max_value is not None):
                yield path, name, LONG
                if one.autocomplete:
                    yield path, name, "zzz"
            elif not text and one.min_value is not None:
                yield path, name, one.min_value - 1
                yield path, name, HUGE if one.max_value is None else one.max_value + 1


CASES = [*forged()]


def test_there_are_such_options() -> None:
    assert {(path, name) for path, name, _ in CASES} >= {
        ("table vote", "what"),
        ("table vote", "clock"),
        ("table vote", "step"),
        ("me display", "confirm"),
        ("me display", "palette"),
        ("me pings", "where"),
        ("me pings", "since"),
        ("me pings", "until"),
        ("me pings", "zone"),
        ("me language", "language"),
        ("me data", "what"),
        ("me vacation", "days"),
        ("table bot", "strength"),
        ("table new", "seats"),
        ("table new", "name"),
        ("table new", "game"),
        ("table rewind", "step"),
        ("table replay", "step"),
    }


@pytest.mark.parametrize("begun", [False, True], ids=["lobby", "running"])
async def test_a_forged_option_is_refused_in_words_and_changes_nothing(
    shown: PublisherHarness, hands: Dispatcher, begun: bool
) -> None:
    match = await shown.table(2, game=EME, start=begun)
    await shown.settle()
    before, wrong = await stored(shown), dict[str, Any]()
    for path, name, value in CASES:
        cog, command = next(
            (cog, one) for cog, one in commands(hands) if one.qualified_name == path
        )
        call, given = Call(ORGANIZER, hands), {**REQUIRED.get(path, {}), name: value}
        if (path, name) == ("table vote", "clock"):
            given["what"] = "pace"
        if (path, name) == ("table vote", "step"):
            given["what"] = "rewind"
        if "table" in options(command):
            given["table"] = match.id
        await command.callback(cog, cast("discord.Interaction[Any]", call), **given)
        await hands.idle()
        await shown.settle()
        what = f"/{path} {name}:{str(value)[:8]}"
        shown.app.limits._requests.clear()
        if "Código" in call.words or not call.words.strip():
            wrong[what] = call.answers
        if (path, name) not in SEARCHED and call.answers[-1][1].get("embed") is not None:
            wrong[f"{what}: not refused"] = call.words
        if (now := await stored(shown)) != before:
            wrong[f"{what}: changed"] = {one: now[one] for one in now if now[one] != before[one]}
            before = now
    assert wrong == {}


MENUS = [
    ("option", "", "zzz"),
    ("value", "map_side", "99"),
    ("value", "zzz", "0"),
    ("preset", "", "zzz"),
    ("size", "", "99"),
    ("size", "", "zzz"),
    ("pace", "", "zzz"),
    ("lang", "zzz", ""),
    ("order", "zzz.0", ""),
    ("order", "pass", "99"),
    ("bot", "zzz", ""),
    ("take", "99", ""),
    ("look", "", "zzz"),
    ("rewind_sure", "zzz", ""),
    ("replay_round", "", "zzz"),
    ("vote_yes", "zzz", ""),
    ("rules", "", "zzz"),
]
OF_NOBODY = [
    *(
        (("pref", name, "zzz"))
        for name in ("lang", "pings", "palette", "quiet", "charge", "tincture", "zzz")
    ),
    ("snooze", "5", ""),
    ("default", "lang", "zzz"),
    ("default", "pace", "zzz"),
    ("default", "channels", "zzz"),
    ("default", "roles", "zzz"),
    ("default", "zzz", "1"),
    ("ratings", "zzz", ""),
    ("open", "es", "zzz"),
    ("open", "zzz", EME),
    ("sit", "", "zzz"),
    ("learn", "", "zzz"),
    ("records", "here.zzz", ""),
    ("records", "here", "zzz"),
    ("done", "zzz", ""),
]


@pytest.mark.parametrize("begun", [False, True], ids=["lobby", "running"])
async def test_a_forged_line_of_a_menu_changes_nothing(
    shown: PublisherHarness, hands: Dispatcher, begun: bool
) -> None:
    match = await shown.table(2, game=EME, start=begun)
    await shown.settle()
    ids = [
        (encode(TableId(code, TableAction(verb), arg)), value)
        for code, some in ((match.id, MENUS), (NO_MATCH, OF_NOBODY))
        for verb, arg, value in some
    ]
    ids += [
        (encode(PanelId(match.id, 1, 0, PanelAct.RUN, arg)), "zzz")
        for arg in ("choose", "number", "group", "several")
    ]
    if begun:  # a question that was looked at is a draft
        await hands.on_component(
            cast(
                "discord.Interaction[Any]",
                Call(ORGANIZER, hands, encode(TableId(match.id, TableAction.OPEN_PANEL))),
            )
        )
        await shown.settle()
    before, wrong = await stored(shown), dict[str, Any]()
    for custom_id, value in ids:
        call = Call(ORGANIZER, hands, custom_id, *([value] if value else []))
        await hands.on_component(cast("discord.Interaction[Any]", call))
        await hands.idle()
        await shown.settle()
        shown.app.limits._requests.clear()
        if "Código" in call.words or call.how == []:
            wrong[custom_id] = call.answers
        if (now := await stored(shown)) != before:
            wrong[f"{custom_id} {value}"] = {
                one: now[one] for one in now if now[one] != before[one]
            }
            before = now
    assert wrong == {}


async def test_a_table_that_such_a_vote_has_damaged_is_read_again_without_it(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    match = await shown.table(2, game=EME)
    await shown.settle()
    vote = '{"what":"zzz","arg":"","by":0,"at":1.0,"yes":[0],"no":[]}'
    await database_of(shown.app.repo).execute(
        "UPDATE matches SET vote = ? WHERE id = ?", (vote, match.id)
    )
    read = await shown.app.lobby.get(match.id)
    assert read.vote is None
    assert [one.what.key for one in read.notices] == ["host.vote.dropped"]
    said = [one.key for row in (await shown.app.queries.log(match.id)).rows for one in row.said]
    assert "host.vote.dropped" in said
    stands = await shown.app.repo.matches.load(match.id)
    assert stands is not None
    seat = walk.actors(stands.pos)[0]
    assert (await shown.app.votes.propose(match.id, PEOPLE[seat], "pause")).vote is not None
    again: Match = await shown.app.lobby.get(match.id)
    assert [one.what.key for one in again.notices] == ["host.vote.dropped", "host.vote.pause"], (
        "said once"
    )


@pytest.mark.parametrize("vote", ["{", '"zzz"', '{"what":"pause"}', '{"what":5}', "[]"])
async def test_any_other_vote_that_can_not_be_read_is_damage(
    shown: PublisherHarness, vote: str
) -> None:
    match = await shown.table(2, game=EME)
    await shown.settle()
    await database_of(shown.app.repo).execute(
        "UPDATE matches SET vote = ? WHERE id = ?", (vote, match.id)
    )
    with pytest.raises(Exception, match="damaged"):
        await shown.app.lobby.get(match.id)


async def test_settings_that_can_not_be_are_as_if_they_were_not_made(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    """An older version stored what a forged command said."""
    prefs = '{"confirm":"always","palette":"zzz","pings":5,"quiet":[99,-3],"text":"yes","zone":"Mars/Olympus"}'
    await database_of(shown.app.repo).execute(
        "UPDATE users SET prefs = ? WHERE id = ?", (prefs, ANA.id)
    )
    by = await shown.app.users.get(ANA.id, ANA.name, "es-ES")
    assert by.prefs == {"confirm": "always", "zone": "Mars/Olympus"}
    for path in ("me display", "me pings", "me settings"):
        cog, command = next(
            (cog, one) for cog, one in commands(hands) if one.qualified_name == path
        )
        call = Call(ORGANIZER, hands)
        await command.callback(cog, cast("discord.Interaction[Any]", call))
        assert "Código" not in call.words
