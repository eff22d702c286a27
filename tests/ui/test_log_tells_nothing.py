"""No secret of a game reaches the log, whatever fails."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.model.match import Match, encode_position
from app.runtime.settings import Secret, Settings
from app.workers.ai_pool import InProcessAi
from games.core.state.rng import Rng
from games.core.views import view_helpers
from games.hosted import GAMES
from gateway.outages import OutageLogFilter
from ops.monitoring import logging_setup
from tests.app.harness import PEOPLE
from tests.contract.playouts import LONG
from tests.ui.fake_discord import refusal
from tests.ui.publisher_harness import PublisherHarness

PLANTED = "planted-where-nobody-may-look"
TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw." + "Gabcde." + "y" * 38
STEPS, ROUNDS = (120, 40) if LONG else (25, 1)  # of five titles: two hundred games in the long form
WORD = re.compile(r"[a-z][a-z_]{5,}")


class Spoilt:
    """Renderer that raises an error with the scene in its text."""

    async def draw(self, scene: Any, lane: str = "panel") -> Any:
        raise ValueError(f"{PLANTED} {scene}")


def blunder(pos: Any, seat: int, *_more: Any) -> Any:
    raise KeyError(f"{PLANTED} {encode_position(pos)!r}")


@pytest.fixture
def written() -> Iterator[list[io.StringIO]]:
    """Collect all that is logged, at every level, as text and as JSON."""
    streams, root = [io.StringIO(), io.StringIO()], logging.getLogger()
    handlers = [
        logging_setup.log_handler(
            Settings(token=Secret(TOKEN), log_format=kind), stream, [OutageLogFilter()]
        )
        for kind, stream in zip(("text", "json"), streams, strict=True)
    ]
    before = root.level
    root.setLevel(logging.DEBUG)
    for handler in handlers:
        root.addHandler(handler)
    yield streams
    for handler in handlers:
        root.removeHandler(handler)
    root.setLevel(before)


def hidden(harness: PublisherHarness, stored: Any) -> set[str]:
    """Return words of a position that no spectator can know."""
    game = harness.app.games[stored.match.game]
    seen = viewing_of(game, stored.pos)
    return set(WORD.findall(encode_position(stored.pos).decode())) - set(WORD.findall(seen))


def viewing_of(game: Any, pos: Any) -> str:
    return str(game.view(pos, None))


async def played(harness: PublisherHarness, title: str, luck: Rng, secrets: set[str]) -> Match:
    """Play a random game in which Discord refuses now and then; collect its secrets."""
    match = await harness.table(2, 1, game=title)
    for n in range(STEPS):
        table = await harness.match(match)
        if table.status != "running" or not [
            seat for seat in table.waiting if not table.seats[seat].played_by_ai
        ]:
            break
        stored = await harness.app.repo.matches.load(match.id)
        assert stored is not None
        secrets |= hidden(harness, stored) | {table.seed, table.salt}
        if n % 5 == 2:
            line = harness.client.line(PEOPLE[luck.below(2)].id)
            for place in (harness.room, line):
                place.errors.clear()  # what was not met: failures that have piled up are waited for longer and longer
            line.fail(
                ("send", "edit")[luck.below(2)],
                refusal(400, 50035),
                RuntimeError(f"{PLANTED} {stored.pos}"),
            )
            harness.room.fail("edit", ValueError(f"{PLANTED} {TOKEN} {stored.pos}"))
        await harness.step(match)
    async with harness.app.locks(match.id):
        await harness.app.moves.halt(match.id, [f"{PLANTED}: a coin is missing"])
    await harness.settle()
    return match


@pytest.mark.parametrize("title", [game.id for game in GAMES])
async def test_whatever_goes_wrong_the_log_tells_no_secret(
    tmp_path: Path, written: list[io.StringIO], title: str
) -> None:
    harness, secrets, luck = PublisherHarness(tmp_path), {PLANTED, TOKEN}, Rng.of(len(title))
    harness.thinker = InProcessAi(blunder)
    await harness.begin()
    harness.app.renderer = Spoilt()
    try:
        for _ in range(ROUNDS):
            await played(harness, title, luck, secrets)
        private = {
            text.strip()
            for person in PEOPLE
            for text in harness.client.line(person.id).texts()
            if len(text.strip()) > 20
        }
    finally:
        await harness.app.stop()
    plain, structured = (stream.getvalue() for stream in written)
    assert "ValueError" in plain, "something did go wrong"
    assert "KeyError" in plain
    assert all(json.loads(line)["level"] for line in structured.splitlines())
    words = set(WORD.findall(plain)) | set(WORD.findall(structured))
    told = {
        one
        for one in secrets
        if one in words or (len(one) > 20 and (one in plain or one in structured))
    }
    assert told - code_words() == set()
    assert private
    assert not [text for text in private if text in plain or text in structured]


def code_words() -> set[str]:
    """Return words that stand in tracebacks as names of files and functions."""
    root = Path(view_helpers.__file__).parents[3]
    return {
        word
        for room in ("games", "app", "cogs", "ui", "gateway", "db", "ai")
        for path in (root / room).rglob("*.py")
        for word in WORD.findall(path.as_posix())
        + re.findall(r"def (\w+)", path.read_text("utf-8"))
    }
