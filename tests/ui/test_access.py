"""Who may open a table: every command and control, from every place, in every status.

For a user without access, a code of a table is answered like an unknown code, and nothing is
done, told or queried differently.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import discord
import pytest

from app.model.match import Match
from tests.app.harness import PEOPLE
from tests.app.test_records import over
from tests.database import database_of
from tests.ui.publisher_harness import PublisherHarness
from tests.ui.ways_in import OUTSIDERS, ROOM, Call, Visitor, Way, visitors, ways
from tools import data_map
from ui.i18n import Translator
from ui.interactions.dispatcher import Dispatcher

pytestmark = pytest.mark.usefixtures("never_deferred")

EME = "eight_minute_empire"
ANA, BRUNO = PEOPLE[:2]
NO_CODE = "NQNQNQNQ"
State = Literal["lobby", "running", "ended"]
STATES: tuple[State, ...] = ("lobby", "running", "ended")
# what changes with every interaction of anybody, whatever they ask for: who they are, and what was found in passing
OWN = {"users", "pulse"}


async def table(shown: PublisherHarness, state: State) -> str:
    """Start a table with Ana, its organizer, and Bruno."""
    match: Match = (
        await over(shown)
        if state == "ended"
        else await shown.table(2, game=EME, start=state == "running")
    )
    await shown.settle()
    return match.id


async def stored(shown: PublisherHarness) -> dict[str, list[tuple[Any, ...]]]:
    """Return all stored rows except who was seen."""
    return {
        name: [
            tuple(row)
            for row in await database_of(shown.app.repo).fetch_all(
                f"SELECT * FROM {name} ORDER BY 1, 2"
            )
        ]
        for name in data_map.load_data_map()
        if name not in OWN
    }


def sent(shown: PublisherHarness) -> dict[int, list[str]]:
    """Return every message in every channel."""
    return {id_: place.texts() for id_, place in shown.client.places.items()}


async def asked(
    shown: PublisherHarness, hands: Dispatcher, way: Way, who: Visitor, code: str
) -> Call:
    """Serve one interaction; reset the limits for the next one."""
    call = await way(who, hands, code)
    await hands.idle()
    shown.app.limits._wrong_codes.clear()
    shown.app.limits._requests.clear()
    return call


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("role", sorted(OUTSIDERS))
async def test_for_who_may_not_see_it_there_is_no_such_table(
    shown: PublisherHarness, hands: Dispatcher, state: State, role: str
) -> None:
    code = await table(shown, state)
    before, said = await stored(shown), sent(shown)
    wrong = dict[str, Any]()
    for n, (name, way) in enumerate(ways(hands).items()):
        there, nowhere = [
            await asked(shown, hands, way, visitors(n)[role], one) for one in (code, NO_CODE)
        ]
        if there.heard != nowhere.heard:
            wrong[name] = (there.heard, nowhere.heard)
        no_table = Translator(there.locale.split("-")[0])("host.trouble.no_table")
        if there.suggested is None and no_table not in there.heard[1]:
            wrong[f"{name}: another answer"] = there.heard
        assert code not in str(there.suggested), name
    assert wrong == {}
    await shown.settle()
    assert await stored(shown) == before
    assert sent(shown) == said


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("role", sorted(set(visitors(0)) - OUTSIDERS))
async def test_for_who_may_see_it_every_way_leads_there(
    shown: PublisherHarness, hands: Dispatcher, state: State, role: str
) -> None:
    code = await table(shown, state)
    version = (await shown.app.lobby.get(code)).version
    shut = list[str]()
    for n, (name, way) in enumerate(ways(hands).items()):
        call = await asked(shown, hands, way, visitors(n)[role], code)
        no_table = Translator(call.locale.split("-")[0])("host.trouble.no_table")
        if call.suggested is None and (
            no_table in call.heard[1] or "Código" in call.heard[1] or "Code " in call.heard[1]
        ):
            shut.append(f"{name}: {call.heard}")
        await shown.settle()
        if (await shown.app.lobby.get(code)).version != version:
            code = await table(shown, state)  # the next one finds it as this one did
            version = (await shown.app.lobby.get(code)).version
    assert shut == []


class Watched:
    """Recorder of each call of the store and of the client, by name."""

    def __init__(self, shown: PublisherHarness, patch: pytest.MonkeyPatch) -> None:
        self.calls = list[str]()
        for what, of in (
            (shown.app.repo, "store"),
            (shown.client, "client"),
            (shown.table_publisher, "table_publisher"),
        ):
            for name in dir(type(what)):
                call = getattr(what, name)
                if not name.startswith("_") and callable(call):
                    patch.setattr(what, name, self._noted(f"{of} {name}", call), raising=False)

    def _noted(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any, **more: Any) -> Any:
            self.calls.append(name)
            return call(*args, **more)

        return noted


@pytest.mark.parametrize("role", sorted(OUTSIDERS))
async def test_the_same_is_asked_of_store_and_discord_whether_there_is_a_table_or_not(
    shown: PublisherHarness,
    hands: Dispatcher,
    role: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """What takes the same work takes the same time, and the log has no other line."""
    code, watched = await table(shown, "running"), Watched(shown, monkeypatch)
    caplog.set_level("DEBUG")
    wrong = dict[str, Any]()
    for n, (name, way) in enumerate(ways(hands).items()):
        seen = []
        for one in (NO_CODE, code, NO_CODE, code):
            watched.calls.clear()
            caplog.clear()
            await asked(shown, hands, way, visitors(n)[role], one)
            seen.append((list(watched.calls), [record.getMessage() for record in caplog.records]))
        if seen[2] != seen[3]:  # the first time of each the person is new
            wrong[name] = seen[2:]
    assert wrong == {}


async def test_a_table_that_has_lost_its_channel_opens_to_its_people_and_administrators(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    code = await table(shown, "running")
    await shown.app.lobby.on_channel_deleted(code, ROOM)
    way = ways(hands)["/table status"]
    every = discord.Permissions.all()
    for role, may, opens in (
        ("member in another channel", None, False),
        ("member in another channel", every, True),
        ("seated", None, True),
        ("administrator of another guild", every, False),
        ("stranger in a direct message", None, False),
    ):
        who = visitors(5)[role]
        who = who if may is None else Visitor(who.by, who.guild, who.channel, who.sees, may)
        call = await asked(shown, hands, way, who, code)
        assert (call.answers[-1][1].get("embed") is not None) == opens, role


async def test_too_many_wrong_codes_end_it_for_a_while(
    shown: PublisherHarness, hands: Dispatcher
) -> None:
    code = await table(shown, "running")
    who, way = visitors(1)["member"], ways(hands)["/board"]
    for n in range(20):
        await way(who, hands, f"NQNQNQ{n:02}")
    call = await way(who, hands, code)
    assert Translator("en")("host.trouble.no_table") in call.words
    assert (await way(visitors(2)["member"], hands, code)).answers[-1][1].get(
        "embed"
    ) is not None, "others go on"
    shown.clock.at += 600
    assert (await way(who, hands, code)).answers[-1][1].get("embed") is not None
