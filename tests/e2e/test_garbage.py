"""Random input in every option, menu, form and custom id: a refusal, never an error."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.match.access import Origin
from sandbox.state.errors import PersonError
from tests.e2e.conftest import ROOM, BotHarness, Player, seated
from tests.e2e.prompts_game import BAZAAR
from ui import custom_ids
from ui.action import ComponentAction
from ui.errors import explain
from ui.i18n import Translator

WORDS = (
    "",
    " ",
    "0",
    "-1",
    "1",
    "7",
    "99",
    "999999999",
    "9" * 100,
    "abc",
    "ñandú",
    "😀",
    "²",
    "٣",
    "1e9",
    "NaN",
    "null",
    "true",
    "[]",
    "..",
    "a:b",
    "p1:x",
    "@undo",
    "@gone",
    "=[]",
    '=["@undo",1]',
    "=[[[]]]",
    '=[{"a":NaN}]',
    "=[1e400]",
    "~" + "0" * 32,
    "' OR 1=1",
    "\u202e",
    "\x00",
    "<@1>",
    "```",
    "o0",
    "o99",
    "wood",
    "tell",
    "take",
    "back",
    "x" * 100,
    "None",
)
LIKELY = (
    "0",
    "1",
    "tell",
    "take",
    "bid",
    "wood",
    "good0",
    "good5",
    "o1",
    "confirm",
    "give",
    "card1",
    "end",
    "back",
    "all",
)


@pytest.fixture
def games() -> Any:
    from games.hosted import GAMES

    return (*GAMES, BAZAAR)


def garbage(rng: random.Random) -> str:
    """A word, or two in one, or any signs."""
    if rng.random() < 0.7:
        return rng.choice(WORDS)
    return "".join(
        chr(rng.choice((rng.randrange(32, 127), rng.randrange(160, 0x3000))))
        for _ in range(rng.randrange(1, 90))
    )


def ids_of(
    rng: random.Random, matches: list[str], actions: list[custom_ids.TableAction]
) -> custom_ids.AnyId:
    """An id that reads as one of ours, whatever it says."""
    match = rng.choice([*matches, "_", "ZZZ9"])
    arg = rng.choice(LIKELY)
    if rng.random() < 0.5:
        act = rng.choice(list(custom_ids.PanelAct))
        known = rng.choice(list(custom_ids.PanelVerb))
        arg = (
            str(rng.randrange(-5, 2000))
            if act is custom_ids.PanelAct.ENTER_NUMBER
            else known
            if act is custom_ids.PanelAct.RUN
            else arg
        )
        return custom_ids.PanelId(
            match,
            rng.choice((0, 1, 2, 999_999_999)),
            rng.randrange(4),
            act,
            arg,
            rng.choice((-1, 0, 3, 999)),
            rng.choice((0, 1, 999)),
        )
    arg = rng.choice(
        ("", "back", "99", arg, "nogame", "nogame.x", "map_side", "age_order", "-1", "9" * 60)
    )
    return custom_ids.TableId(match, rng.choice(actions), arg)


async def explained(work: Any, faults: list[str], what: object) -> None:
    """Run it as the dispatcher does; a failure that is no sentence is a fault."""
    try:
        await work
    except Exception as error:  # noqa: BLE001 - as the dispatcher catches them
        said = explain(error, Translator("es")).content
        if "Código" in said:
            faults.append(f"{what}: {error!r}")


async def test_forged_ids_menus_and_forms(
    harness: BotHarness, ana: Player, bruno: Player, caplog: pytest.LogCaptureFixture
):
    await seated(ana, bruno)
    await seated(ana, bruno, game="bazaar")
    await ana.person.command("table new", ROOM, game="eight_minute_empire")
    await harness.quiet()
    matches = [match.id for match in await harness.app.repo.matches.find()]
    people = [await harness.app.users.get(int(one.person.id), one.name) for one in (ana, bruno)]
    people.append(await harness.app.users.get(999, "Eva"))
    there = Origin(
        (await harness.app.lobby.get(matches[0])).places.guild, int(ana.person.channel(ROOM))
    )
    tables, panels = harness.bot.dispatcher.table_handler, harness.bot.dispatcher.panel_handler
    actions = [
        action
        for action in tables.actions
        if action not in ("erase_sure", "resign_sure", "start", "leave")
    ]
    rng, faults = random.Random(3), list[str]()
    for n in range(1500):
        tap, by = ids_of(rng, matches, actions), rng.choice(people)
        values = tuple(garbage(rng) for _ in range(rng.choice((0, 1, 1, 1, 3))))
        if isinstance(tap, custom_ids.TableId):
            work: Any = tables.handle_modal(
                ComponentAction(tap, by, f"g{n}", values, in_dm=rng.random() < 0.3, origin=there)
            )
        elif rng.random() < 0.3:
            fields = {
                rng.choice(("n", "good0", "good5", garbage(rng))): garbage(rng) for _ in range(2)
            }
            work = panels.submit(tap, by, f"g{n}", fields)
        else:
            work = panels.handle_click(tap, by, f"g{n}", values)
        await explained(work, faults, (tap, values))
        harness.app.limits._wrong_codes.clear()  # else nothing of what comes later would be looked at
    assert faults == []
    await harness.quiet()
    for match in matches:
        if (await harness.app.repo.matches.load(match)) is not None:
            assert (await harness.app.queries.verify(match)).ok, (
                "whatever was legal among it is in the log"
            )
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    "custom_id",
    [
        "p1:",
        "t1:",
        "p1:a:b:c",
        "p1:AAA:1:0:",
        "t1:AAA:",
        "p2:AAA:1:0:x",
        "t1:AAA:PLAY",
        "p1:AAA:1:0:#x",
    ],
)
def test_ids_that_are_not_ours_are_none(custom_id: str):
    assert custom_ids.decode(custom_id) is None


async def test_garbage_in_every_option(
    harness: BotHarness, ana: Player, bruno: Player, caplog: pytest.LogCaptureFixture
):
    await seated(ana, bruno)
    rng, refused, answered = random.Random(5), 0, 0
    rows = (await harness.app.repo.matches.find())[0].rows
    for _ in range(250):
        command = rng.choice(list(harness.box.world.commands.values()))
        path, options = command["name"], command.get("options") or []
        if any(option["type"] == 1 for option in options):
            sub = rng.choice(
                [
                    o
                    for o in options
                    if o["name"] not in ("resign", "data", "start", "leave", "invite", "kick")
                ]
            )
            path, options = f"{path} {sub['name']}", sub.get("options") or []
        given: dict[str, Any] = {}
        for option in options:
            if option["type"] == 3:
                choices = [one["value"] for one in option.get("choices") or []]
                given[option["name"]] = rng.choice([*choices, garbage(rng)])
            elif option["type"] in (4, 5):
                given[option["name"]] = (
                    rng.randrange(-3, 15) if option["type"] == 4 else rng.random() < 0.5
                )
        given = {name: value for name, value in given.items() if rng.random() < 0.6}
        try:
            outcome = await ana.person.command(path, rng.choice((ROOM, "dm")), **given)
            answered += outcome.state == "done"
            assert outcome.state == "done", (path, given, outcome)
            harness.app.limits._wrong_codes.clear()
        except PersonError:  # Discord itself takes no such value
            refused += 1
    assert answered > 100
    assert refused > 10
    await harness.quiet()
    for channel in (ROOM, "dm"):
        assert not any(
            "Código" in message["content"] for message in await ana.person.messages(channel)
        )
    assert not [record for record in caplog.records if record.exc_info]
    match = (await harness.app.repo.matches.find())[0]
    assert (await harness.app.queries.verify(match.id)).ok
    assert match.rows >= rows
