"""Presses per move, and that it is visible beforehand whether they can be undone."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import pytest

from games.core.engine import walk
from games.eight_minute_empire import GAME
from games.eight_minute_empire.rules.turns import action_of
from tests.e2e.conftest import BotHarness, Player, labels, seated, words


def deal(patch: pytest.MonkeyPatch, wanted: str, n: int = 2) -> None:
    """Make the first card of the next table one with this action, such as "move 4"."""
    verb, _, many = wanted.partition(" ")
    for seed in (f"{i:032x}" for i in count()):
        pos = walk.start(GAME, {}, n, seed)
        ops = action_of(pos.state.row[0], pos.options).ops
        if (
            len(ops) == 1
            and ops[0].verb == verb
            and ops[0].n == int(many)
            and not getattr(ops[0], "sea", False)
        ):
            patch.setattr("app.match.lobby.secrets.token_hex", lambda _n, seed=seed: seed)
            return


async def bid(who: Player, n: int) -> dict[str, Any]:
    await who.play()
    await who.choose(str(n))
    return await who.choose("Confirmar")


async def at_first_card(harness: BotHarness, patch: pytest.MonkeyPatch, wanted: str) -> Player:
    deal(patch, wanted)
    ana, bruno = harness.person("Ana"), harness.person("Bruno")
    await seated(ana, bruno)
    await bid(ana, 3)
    await bid(bruno, 0)
    ana.clicks = 0
    return ana


def places(message: dict[str, Any]) -> list[str]:
    """Return the buttons of regions, which begin with a code."""
    regions = [label for label in labels(message) if re.match(r"[A-Z]\d", label)]
    return regions or ["Confirmar"]  # the only way on is not asked for, only confirmed


async def three_steps(ana: Player) -> dict[str, Any]:
    """Take the first card and move three times, always the first way."""
    await ana.play()
    panel = await ana.choose("A gratis")
    for _ in range(3):
        if "¿De dónde" in words(panel):
            panel = await ana.choose(places(panel)[0])
        panel = await ana.choose(places(panel)[0])
    return panel


async def test_a_bid_takes_three_taps_and_can_be_changed(
    harness: BotHarness, ana: Player, bruno: Player
):
    await seated(ana, bruno)
    ana.clicks = 0
    panel = await bid(ana, 5)
    assert ana.clicks == 3
    assert "Guardado: Pujas 5 monedas" in words(panel)
    assert any(label.startswith("↩") for label in labels(panel)), (
        "a bid can be taken back until the last one is in"
    )


async def test_a_card_is_taken_by_play_and_one_tap(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
):
    ana = await at_first_card(harness, monkeypatch, "place 3")
    panel = await ana.play()
    assert labels(panel)[0].startswith("A gratis · ")
    assert labels(panel)[0].endswith("colocar 3")
    panel = await ana.choose("A gratis")
    assert ana.clicks == 2
    assert "Guardado" in words(panel)


async def test_a_whole_turn_of_three_steps_takes_at_most_eight_taps(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
):
    ana = await at_first_card(harness, monkeypatch, "move 3")
    panel = await three_steps(ana)
    panel = await ana.choose("Terminar turno")
    assert ana.clicks <= 8
    assert "Falta ■ Bruno" in words(panel)


async def test_three_placed_together_take_four_taps(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
):
    ana = await at_first_card(harness, monkeypatch, "place 3")
    await ana.play()
    panel = await ana.choose("A gratis")
    await ana.choose(next(label for label in labels(panel) if "3 en" in label))
    panel = await ana.choose("Terminar turno")
    assert ana.clicks == 4
    assert "Falta ■ Bruno" in words(panel)


async def test_two_steps_taken_back_by_name_and_the_turn_ended_in_ten_taps(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
):
    ana = await at_first_card(harness, monkeypatch, "move 3")
    panel = await three_steps(ana)
    for _ in range(2):
        back = next(label for label in labels(panel) if label.startswith("↩"))
        panel = await ana.choose(back)
        assert re.search("Deshecho: .*→|Deshecho: .*mueves", words(panel), re.IGNORECASE), "by name"
    ends = [label for label in labels(panel) if label.startswith("Terminar")]
    assert ends == ["Terminar turno"], "while steps are left, ending asks"
    panel = await ana.choose("Terminar turno")
    assert "Aún puedes mover 2." in words(panel)
    await ana.choose("Confirmar")
    assert ana.clicks <= 10


async def test_a_final_turn_says_no_undo_and_why(
    harness: BotHarness, monkeypatch: pytest.MonkeyPatch
):
    ana = await at_first_card(harness, monkeypatch, "place 3")
    await ana.play()
    await ana.choose("A gratis")
    await ana.choose("Terminar turno")
    await ana.choose("Confirmar")
    await ana.tap(await ana.table(), "Deshacer")
    assert "No se puede deshacer" in words(await ana.panel())
