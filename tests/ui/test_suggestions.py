"""The name of a suggestion works like its value: clients send it, and users paste it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

from app.model.match import Match, UserError
from games.hosted import GAMES
from tests.app.harness import PEOPLE
from tests.ui.command_harness import ANA, Command, CommandHarness
from tests.ui.publisher_harness import HERE, PublisherHarness
from ui.interactions.table_names import code_of_typed_table
from ui.suggestions import match_or_complete, match_suggestion


@pytest.fixture
async def tables(shown: PublisherHarness) -> dict[str, Match]:
    """Create a running table and a lobby of each game in one channel.

    Ana plays at all but some of the lobbies.
    """
    found = {}
    for at, game in enumerate(GAMES):
        found[game.id] = await shown.table(2, game=game.id)
        await shown.app.lobby.create(
            PEOPLE[at % 2], game.id, guild=1, channel=HERE, name=f"Los martes {at}"
        )
    await shown.settle()
    return found


@pytest.fixture
async def commands(
    shown: PublisherHarness, tables: dict[str, Match], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[CommandHarness]:
    made = CommandHarness(shown)
    await made.begin(monkeypatch)
    yield made
    await made.dispatcher.idle()


async def test_every_suggestion_does_the_same_by_name_as_by_value(
    commands: CommandHarness, tables: dict[str, Match]
):
    tried = set[str]()
    for command, option in commands.options():
        here: list[dict[str, Any]] = [{}]
        arguments = {one.name for one in command.parameters}
        if option != "table" and "table" in arguments:
            here = [{"table": match.id} for match in tables.values()]
        elif option != "game" and "game" in arguments:
            here = [{"game": game} for game in tables]
        for given in here:
            found = {
                one.value: one
                for typed in ("", "a", "o")
                for one in await commands.suggested(command, option, typed, **given)
            }
            for one in list(found.values())[:: 1 if len(found) < 30 else 7]:
                assert len(one.name) <= 100
                by_value = await commands.says(command, **given, **{option: one.value})
                by_name = await commands.says(command, **given, **{option: one.name})
                assert by_name == by_value, (command.qualified_name, option, one.name)
                tried.add(f"{command.qualified_name} {option}")
    assert len(tried) > 30
    assert {
        "play move",
        "join table",
        "table vote clock",
        "rules find",
        "card name",
        "board view",
        "me pings zone",
    } <= tried


async def test_a_table_is_found_by_all_that_people_know_of_it(
    commands: CommandHarness, tables: dict[str, Match]
):
    tap = cast("Any", Command(ANA, commands.bot))
    match = next(iter(tables.values()))
    martes = next(
        one
        for one in await commands.shown.app.lobby.tables_in_channel(channel=HERE)
        if one.name == "Los martes 3"
    )
    spaced = f"{match.id[:4]}-{match.id[4:]}"
    for typed in (
        match.id,
        f" {match.id.lower()} ",
        spaced,
        f"Eight-Minute Empire · «Mesa de Ana» · {match.id}",
    ):
        assert await code_of_typed_table(commands.dispatcher, tap, ANA, typed) == match.id
    for typed in ("Los martes 3", "los MARTES 3", f"… · «Los martes 3» · {martes.id}", "martes 3"):
        assert await code_of_typed_table(commands.dispatcher, tap, ANA, typed) == martes.id
    assert (
        await code_of_typed_table(commands.dispatcher, tap, ANA, "Tadmor · «Otra mesa» · QQ9")
        == "QQ9"
    ), "of another channel: others decide"
    with pytest.raises(UserError) as refused:
        await code_of_typed_table(commands.dispatcher, tap, ANA, "la mesa del rey")
    assert refused.value.what.key == "ui.which.unknown"


async def test_a_name_that_no_table_has_is_said_to_be_none(
    commands: CommandHarness, tables: dict[str, Match]
):
    done, words = await commands.says(commands.command("play"), table="la mesa del rey")
    assert done == []
    assert "No encuentro aquí la mesa «la mesa del rey»" in words


CLOCKS = [
    ("none", "Sin reloj"),
    ("day", "24 h por decisión"),
    ("week", "7 días por decisión"),
    ("long", "x" * 99 + "…"),
]


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ("day", "day"),
        ("24 h por decisión", "day"),
        ("24  H POR DECISION", "day"),
        ("24 h por d…", "day"),
        ("por decisión", None),
        ("x" * 40 + "…", "long"),
        ("…", None),
        ("", None),
        ("hour", None),
    ],
)
def test_a_suggestion_is_known_by_its_value_its_name_and_the_beginning_that_is_left_of_it(
    given: str, value: str | None
):
    assert match_suggestion(given, CLOCKS) == value


@pytest.mark.parametrize(
    ("given", "value"), [("24", "day"), ("días", "week"), ("por", None), ("", None), ("mes", None)]
)
def test_a_piece_is_enough_where_one_suggestion_alone_has_it(given: str, value: str | None):
    assert match_or_complete(given, CLOCKS) == value
