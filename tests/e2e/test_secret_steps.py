"""Secret steps are invisible: two worlds that differ only in one player's secrets.

Everybody else gets the same messages and edits in the same order, and the same answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from app.people import avatars
from bot import BotRenderPool
from games.core.engine.game import find
from games.core.engine.history import UndoResult
from games.core.views.scene import CoatOfArms
from sandbox import Sandbox
from tests.app.harness import loaded
from tests.app.test_privacy import swap
from tests.e2e.conftest import FOREVER, ROOM, BotHarness, Player, seated, start_bot
from tests.e2e.recording_painters import Recorder
from ui.custom_ids import TableAction, TableId, encode

ERA = "era_medieval_age"
NUMBER = re.compile(r"\d{15,20}")
MOMENT = re.compile(
    r'\d{4}-\d\d-\d\dT[\d:.+]+Z?|<t:\d+(:\w)?>|127\.0\.0\.1:\d+|(?<="nonce": ")[\w-]+'
)


@pytest.fixture(autouse=True)
def same_arms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give users the same emblems in each world: these depend on their ids."""
    monkeypatch.setattr(avatars, "arms_of", lambda _user, _prefs: CoatOfArms("lion", "gold"))


@dataclass
class Ear:
    """Recorder of what one user's client receives, without ids, times and nonces."""

    who: Player
    heard: list[str] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)

    def __call__(self, frame: Any) -> None:
        if frame["t"] not in ("message", "typing"):
            return
        told = frame.get("message") or frame
        place = told.get("channel_id") or told.get("channel")
        mine = {self.who.person.channel(ROOM), self.who.person.dm()}
        if place in mine and told.get("ephemeral_for") in (None, self.who.person.id):
            self.note(frame)

    def note(self, what: Any) -> None:
        """Record a frame that this user received."""
        text = json.dumps(what, sort_keys=True, ensure_ascii=False)
        text = NUMBER.sub(
            lambda found: self.ids.setdefault(found[0], f"id{len(self.ids)}"),
            MOMENT.sub("then", text),
        )
        self.heard.append(text)


@asynccontextmanager
async def world(
    folder: Path, patch: pytest.MonkeyPatch, easels: BotRenderPool
) -> AsyncIterator[BotHarness]:
    """Start a sandbox and a bot of their own, with pictures."""
    patch.setattr("app.match.lobby.secrets.token_hex", lambda n: "5e" * n)
    patch.setattr("app.match.lobby.secrets.choice", lambda some: some[0])
    box, painter = (
        await Sandbox.start(None),
        Recorder(easels, ("board", "panel", "screen")),
    )  # named by what is to be drawn
    box.faults.rate_limited, box.interactions.ack_seconds = False, FOREVER
    made, _ = await start_bot(box, folder, patch, painter)
    try:
        yield BotHarness(box, made, made.app)
    finally:
        await made.close()
        await made.app.stop()
        await box.close()
        painter.close()


async def asks(harness: BotHarness, match: str, *ears: Ear, also: tuple[str, ...] = ()) -> None:
    """Send all requests of the others: Play, hand, log, help, suggestions, and `also`."""
    for ear in ears:
        who = ear.who
        board = await who.table()
        for verb in ("play", "hand", "undo", "log", "help", *also):
            assert (
                await who.person.press(board, encode(TableId(match, TableAction(verb))))
            ).state == "done"
            await harness.quiet()  # what was answered is there before anything else is heard
        for text in ("", "t", "tirar", "parar", "p", "n", "c", "colocar", "gra"):
            ear.note(await who.person.autocomplete("play", ROOM, "move", text))
        await harness.quiet()


async def secretly(
    harness: BotHarness, seat: int, paths: Sequence[tuple[Any, ...]], luck: int | None
) -> None:
    """Play moves of a seat and publish each one; `luck` is the seed of its next dice."""
    match = (await harness.app.repo.matches.find())[0].id
    if luck is not None:
        stored = await loaded(harness.app, match)
        stored.pos.rng[seat] = luck
        await swap(harness, stored)
    for path in paths:
        async with harness.app.locks(match):
            stored = await loaded(harness.app, match)
            if not stored.pos.lanes[seat]:
                return
            if path == UNDO:
                found = await harness.app.moves.undoable(stored, stored.match.seats[seat])
                assert isinstance(found, UndoResult), found
                await harness.app.moves.undo(stored, stored.match.seats[seat], found)
            else:
                await harness.app.moves.play(stored, seat, path, "player")
        await harness.quiet()


async def run(
    folder: Path,
    patch: pytest.MonkeyPatch,
    easels: BotRenderPool,
    layout: Sequence[tuple[Any, ...]],
    rolls: Sequence[tuple[Any, ...]],
    luck: int,
    status: str = "done",
) -> dict[str, list[str]]:
    """Play the game with these secrets; return what Bruno, Diego and Carla received.

    Diego plays and takes no direct messages.
    """
    async with world(folder, patch, easels) as harness:
        ana, bruno, carla, diego = (
            harness.person(name) for name in ("Ana", "Bruno", "Carla", "Diego")
        )
        await diego.person.set(dms_open=False)
        await seated(ana, bruno, diego, game=ERA)
        ears = [Ear(one) for one in (bruno, carla, diego)]
        harness.box.world.on_page.extend(ears)
        match = (await harness.app.repo.matches.find())[0].id
        await secretly(harness, 0, layout, None)
        await asks(
            harness, match, *ears, also=("turn",)
        )  # later it shows the rows as they were, in which the layouts are open
        for ear in ears:
            harness.box.world.on_page.remove(ear)
        await secretly(harness, 1, [("compact",)], None)
        await secretly(harness, 2, [("open",)], None)
        stored = await loaded(harness.app, match)
        stored.pos.state.towns[0].pieces = list(
            stored.pos.state.towns[1].pieces
        )  # what is public from here on is the same again
        await swap(harness, stored)
        await harness.app.moves.save(stored.match)
        for one in (
            bruno,
            diego,
        ):  # their open panels went on when the layouts came to light, and still show Ana's
            await harness.bot.dispatcher.live.rerender(match, int(one.person.id))
        await harness.quiet()
        later = [Ear(one) for one in (bruno, carla, diego)]
        harness.box.world.on_page.extend(later)
        await secretly(harness, 0, rolls, luck)
        await asks(harness, match, *later)
        stored = await loaded(harness.app, match)
        assert find(ERA).view(stored.pos, None).towns[0].status == status
        return {
            f"{at} {ear.who.name}": ear.heard
            for at, some in (("setup", ears), ("roll", later))
            for ear in some
        }


def kind(told: str) -> str:
    """Return the kind of a received frame: which message was posted, edited or deleted."""
    what = json.loads(told)
    return (
        f"{what['op']} {what.get('message', what)['id']}"
        if isinstance(what, dict)
        else "completion"
    )


def apart(this: str, that: str) -> str:
    """Return the text around the first difference."""
    at = next(
        (i for i, (a, b) in enumerate(zip(this, that, strict=False)) if a != b),
        min(len(this), len(that)),
    )
    return f"{this[max(0, at - 60) : at + 60]} / {that[max(0, at - 60) : at + 60]}"


UNDO = ("@undo",)
# neither encloses an area, because the reveal says who has the largest one
BY_HAND = [("place", "farm", "t0", "a1"), ("place", "longhouse", "t0", "d1"), ("open",)]
OTHERWISE = [("place", "wall_4", "t0", "h1"), ("place", "longhouse", "t90", "n13"), ("open",)]


def compare(one: dict[str, list[str]], two: dict[str, list[str]]) -> None:
    """Assert that nobody can tell the two worlds apart."""
    assert one.keys() == two.keys()
    for who, heard in one.items():
        other = two[who]
        assert len(heard) > 10, who
        assert [kind(told) for told in heard] == [kind(told) for told in other], who
        for at, (this, that) in enumerate(zip(heard, other, strict=True)):
            assert this == that, f"{who}, {at}: …{apart(this, that)}"


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    made = [tmp_path / "one", tmp_path / "two"]
    for folder in made:
        folder.mkdir()
    return made


async def test_two_worlds_that_differ_in_anas_secrets_sound_the_same(
    folders: list[Path],
    monkeypatch: pytest.MonkeyPatch,
    easels: BotRenderPool,
):
    """Another layout; one throw instead of three, and other luck."""
    one = await run(folders[0], monkeypatch, easels, BY_HAND, [("stop",)], 1)
    two = await run(folders[1], monkeypatch, easels, OTHERWISE, [("throw", []), ("throw", [])], 77)
    compare(one, two)


async def test_who_still_rolls_may_have_thrown_or_not(
    folders: list[Path], monkeypatch: pytest.MonkeyPatch, easels: BotRenderPool
):
    """Ana has not touched her dice, or has thrown twice; and laid her pieces once, or two of them twice."""
    one = await run(folders[0], monkeypatch, easels, BY_HAND, [], 1, "open")
    two = await run(
        folders[1],
        monkeypatch,
        easels,
        [BY_HAND[0], UNDO, *OTHERWISE],
        [("throw", [])],
        5,
        "open",
    )
    compare(one, two)
