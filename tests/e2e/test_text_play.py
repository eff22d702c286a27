"""Games by text alone: commands, `/play` with suggestions, descriptions."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from games.hosted import GAMES
from tests import fishers
from tests.contract.playouts import LONG
from tests.e2e.conftest import ROOM, BotHarness, Player, words
from tests.e2e.near_end import played_on

PLACE = re.compile(r"\b[A-Z]\d{1,2}\b")
AGAIN = "Para confirmar, envía la misma jugada otra vez o pulsa Confirmar."
MOST = 700  # moves of a whole game
FIRST, LAST = (
    8,
    4,
)  # moves that are said in words where others play between: of all people together, of each


@pytest.fixture
def games() -> Sequence[Any]:
    return (*GAMES, fishers.GAME)


class Reader:
    """User who sees no pictures and presses no buttons."""

    def __init__(self, player: Player, luck: random.Random, *, places: bool) -> None:
        self.player, self.person, self.luck = player, player.person, luck
        self.harness, self.places, self.moves = player.harness, places, 0

    async def ask(self, command: str, **options: Any) -> dict[str, Any]:
        """What a command shows to this person alone."""
        await self.person.command(command, ROOM, **options)
        await self.harness.quiet()
        return await self.player.panel()

    async def board(self) -> str:
        """The whole position, as this person may know it, in one text."""
        told = words(await self.ask("board", view="text"))
        assert "‹" not in told
        return told

    async def completions(self, typed: str) -> list[dict[str, Any]]:
        """What may follow the typed words."""
        return await self.person.autocomplete("play", ROOM, "move", typed)

    async def move(self) -> bool:
        """Read everything, then say one move, step by step, and again where it wants to be confirmed; False when not asked."""
        if not await self.completions(""):
            return False
        known, typed, value = f"{await self.board()}\n{words(await self.ask('play'))}", "", ""
        for _ in range(12):
            found = [one for one in await self.completions(typed) if one["name"] != f"{typed} …"]
            assert found, f"nothing follows «{typed}»"
            choice = self.luck.choice(found)
            self.check(choice["name"], known)
            value = choice["value"]
            if not choice["name"].endswith(" …"):
                break
            typed = choice["name"].removesuffix(" …")
        said = words(await self.ask("play", move=value))
        if AGAIN in said and self.luck.random() < 0.9:
            said = words(await self.ask("play", move=value))
            assert AGAIN not in said, said
        assert said
        self.moves += 1
        return True

    def check(self, choice: str, known: str) -> None:
        """A place that is offered is a place that was read about."""
        if self.places:
            assert set(PLACE.findall(choice)) <= set(PLACE.findall(known)), (choice, known)


async def opened(
    harness: BotHarness, game: str, people: Sequence[Player], preset: str = ""
) -> None:
    """A table made, joined and started by commands; everybody reads in text."""
    for one in people:
        await one.person.command("me display", ROOM, text=True)
    await people[0].person.command("table new", ROOM, game=game, seats=len(people))
    await harness.quiet()
    if preset:
        await people[0].preset(preset)
    for one in people[1:]:
        await one.person.command("table join", ROOM)
        await harness.quiet()
    await people[0].person.command("table start", ROOM)
    await harness.quiet()


async def play(
    harness: BotHarness,
    people: Sequence[Player],
    seed: int,
    *,
    places: bool = False,
    whole: bool = LONG,
) -> None:
    """From the first question to the end, and what everybody may read then. Unless it is to be the whole game, others play its
    middle."""
    luck = random.Random(seed)
    readers = [Reader(one, luck, places=places) for one in people]
    if not whole:
        await some(readers, luck, FIRST)
        table = (await harness.app.repo.matches.find())[-1]
        stored = await harness.app.repo.matches.load(table.id)
        assert stored is not None
        await played_on(harness.app, stored, LAST, seed)
        await harness.quiet()
    await some(readers, luck, MOST)
    for reader in readers:
        assert "ha terminado" in await reader.board()
        assert "```" in words(await reader.ask("table score"))
        assert reader.moves > 3


async def some(readers: Sequence[Reader], luck: random.Random, most: int) -> None:
    """So many moves, or as many as there are; whose turn it is is found out by asking."""
    for _ in range(most):
        order = luck.sample(readers, len(readers))
        if not any([await one.move() for one in order[:1]]) and not any(
            [await one.move() for one in order[1:]]
        ):
            break


async def test_the_small_game(harness: BotHarness, ana: Player, bruno: Player) -> None:
    await opened(harness, "fishers", (ana, bruno))
    await play(harness, (ana, bruno), 1, whole=True)


async def test_eight_minute_empire(harness: BotHarness, ana: Player, bruno: Player) -> None:
    await opened(harness, "eight_minute_empire", (ana, bruno))
    await play(harness, (ana, bruno), 2, places=True)


async def test_era_by_two(harness: BotHarness, ana: Player, bruno: Player) -> None:
    await opened(harness, "era_medieval_age", (ana, bruno), preset="short")
    await play(harness, (ana, bruno), 3)


async def test_era_alone(harness: BotHarness, ana: Player) -> None:
    await opened(harness, "era_medieval_age", (ana,))
    await play(harness, (ana,), 4)


async def test_tadmor_by_two(harness: BotHarness, ana: Player, bruno: Player) -> None:
    await opened(harness, "tadmor", (ana, bruno))
    await play(harness, (ana, bruno), 5)


async def test_imperial_settlers_by_two(harness: BotHarness, ana: Player, bruno: Player) -> None:
    await opened(harness, "imperial_settlers", (ana, bruno))
    await play(harness, (ana, bruno), 6)


async def test_imperial_settlers_alone(harness: BotHarness, ana: Player) -> None:
    await opened(harness, "imperial_settlers", (ana,))
    await play(harness, (ana,), 7)
