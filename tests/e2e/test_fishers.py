"""The example game at a real table, with nothing but its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.log import game_record
from bot import BotRenderPool
from render import render_worker
from tests import fishers
from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words
from tests.e2e.test_pictures import picture
from tests.fishers import picture as drawn
from tests.fishers.model.state import ROUNDS
from tools import replay as tool
from tools import simulate


@pytest.fixture
def games() -> tuple[Any, ...]:
    render_worker.register_game("fishers", drawn.PAINTERS)
    return (fishers.GAME,)


@pytest.fixture
def painter() -> Any:
    made = BotRenderPool()
    yield made
    made.close()


async def lay(who: Player) -> None:
    """The rest of a seat's round: whatever card is first in hand."""
    panel = await who.choose("Poner una carta")
    if card := next(
        (label for label in labels(panel) if label in ("Red", "Gaviota", "Tormenta")), None
    ):
        panel = await who.choose(card)
    await who.choose("Confirmar")


async def test_a_whole_game_by_buttons_with_hands_in_private_and_pictures(
    harness: BotHarness,
    ana: Player,
    bruno: Player,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    await seated(ana, bruno)
    assert picture(await ana.table()) is not None
    for _ in range(ROUNDS):
        for who in (ana, bruno):
            panel = await who.play()
            assert picture(panel) is not None
            panel = await who.choose("Echar la red")
            assert "Tus dados:" in words(panel)
            hand = (await who.person.messages("dm"))[-1]
            assert picture(hand) is not None
            assert "Tus dados:" in words(hand)
            assert "Poner una carta" in labels(hand), (
                "private moves can be made from the private message"
            )
            await lay(who)
        assert not any(
            "Tus dados:" in words(m)
            for m in await ana.person.messages(ROOM)
            if not m.get("ephemeral_for")
        )
    end = await ana.table()
    assert "Revancha" in labels(end), words(end)

    match = (await harness.app.repo.matches.find())[0]
    record = await game_record.record(harness.app.repo, match.id)
    file = tmp_path / "match.json"
    file.write_bytes(game_record.to_json(record))
    assert tool.main([str(file), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "■ Bruno lays" in told
    assert "holds" in told


def test_it_is_simulated_like_any_game() -> None:
    args = simulate.parse(["--games", "20", "--bots", "random,greedy"])
    report = simulate.simulate(fishers.GAME, 3, args).report()
    assert (report["games"], report["findings"]) == (20, [])
    assert {"cast", "lay"} == set(report["verbs"])


def test_its_rooms_words_data_and_picture_take_390_lines() -> None:
    folder = Path(fishers.__file__).parent
    files = [
        file
        for file in folder.rglob("*")
        if file.suffix in (".py", ".json", ".toml") and "test" not in file.name
    ]
    assert (
        sum(bool(line.strip()) for file in files for line in file.read_text("utf-8").splitlines())
        <= 390
    )
