"""Era: Medieval Age: presses per move, pictures, secrets."""

from __future__ import annotations

import json
from itertools import count, product
from typing import Any

import pytest

from games.core.engine import walk
from games.era_medieval_age import GAME
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.domain.layout import CENTER_KEEP
from games.era_medieval_age.rules.phases.rolling import locked
from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words
from tests.e2e.recording_painters import Recorder


@pytest.fixture
def painter(recorder: Recorder) -> Recorder:
    recorder.blank = ("board", "screen")
    return recorder


def deal(patch: pytest.MonkeyPatch, free: int = 0) -> None:
    """Set the dice of the next table so that Ana builds first, with two hammers.

    At least `free` of her dice can roll again.
    """
    for seed in (f"{i:032x}" for i in count()):
        pos = walk.start(GAME, {}, 2, seed)
        try:
            for seat, path in product(range(2), [("compact",)]):
                pos = walk.submit(pos, seat, path).pos
            for seat, path in product(range(2), [("stop",)]):
                pos = walk.submit(pos, seat, path).pos
        except walk.IllegalMoveError:  # skulls all over: there is nothing to stop
            continue
        top = pos.stack[-1] if pos.stack else None
        rolls = sum(not locked(die) for die in pos.state.towns[0].dice)
        if isinstance(top, Build) and top.seat == 0 and top.hammers > 1 and rolls >= free:
            patch.setattr("app.match.lobby.secrets.token_hex", lambda _n, seed=seed: seed)
            return


async def sat(*people: Player) -> None:
    await seated(*people, game="era_medieval_age")
    for one in people:
        one.clicks = 0


async def confirm_layout(who: Player) -> dict[str, Any]:
    """Choose and confirm the ready-made layout."""
    await who.play()
    await who.choose("A ")
    return await who.choose("Confirmar")


async def at_first_throw(patch: pytest.MonkeyPatch, *people: Player) -> None:
    """Start a table at which both have confirmed their layouts.

    Three of Ana's dice can roll again.
    """
    deal(patch, free=3)
    await sat(*people)
    for one in people:
        await confirm_layout(one)


async def thrown(who: Player) -> dict[str, Any]:
    """Keep the dice of the first throw."""
    await who.play()
    return await kept(who)


async def kept(who: Player) -> dict[str, Any]:
    """Keep all dice; only a drawback, such as hunger, is asked about."""
    panel = await who.choose("Me los quedo")
    if any(label.startswith("Confirmar") for label in labels(panel)):
        panel = await who.choose("Confirmar")
    return panel


def dice(message: dict[str, Any]) -> list[str]:
    """Return the buttons of dice that may roll again."""
    return [label for label in labels(message) if label[0] in "PBNC" and label[1:2].isdigit()]


def coloured(message: dict[str, Any]) -> list[str]:
    """Return the labels of buttons that are not gray."""
    return [
        part["label"]
        for row in message["components"]
        for part in row["components"]
        if part["type"] == 2 and part["style"] != 2
    ]


def off(message: dict[str, Any]) -> set[str]:
    """Return the labels of disabled buttons."""
    return {
        part["label"]
        for row in message["components"]
        for part in row["components"]
        if part.get("disabled")
    }


async def test_a_layout_takes_three_taps_and_can_be_changed(
    harness: BotHarness, ana: Player, bruno: Player, painter: Recorder
):
    await sat(ana, bruno)
    panel = await ana.play()
    ready = [label for label in labels(panel) if label[:2] in ("A ", "B ", "C ")]
    assert ready == [
        "A Casi cerrada",
        "B Muralla cerrada",
        "C Abierta",
    ]
    assert painter.last(0).kind == "layouts"
    panel = await ana.choose("A ")
    shown = painter.last(0)
    assert (shown.kind, len(shown.ghost) > 1) == ("domain", True)
    panel = await ana.choose("Confirmar")
    assert ana.clicks == 3
    assert "Guardado" in words(panel)
    assert any(label.startswith("↩") for label in labels(panel)), (
        "it may be changed until the whole table is ready"
    )


async def test_dice_take_five_taps_and_each_throw_says_that_it_is_final(
    harness: BotHarness,
    ana: Player,
    bruno: Player,
    painter: Recorder,
    monkeypatch: pytest.MonkeyPatch,
):
    await at_first_throw(monkeypatch, ana, bruno)
    ana.clicks = 0
    panel = await ana.play()
    assert painter.last(0).kind == "dice"
    assert {mark.spot for mark in painter.last(0).marks} == set(painter.last(0).view.hand.free)
    for _ in range(2):
        panel = await ana.choose(dice(panel)[0])
    assert "Volver a tirar 2 dados 🔒" in labels(panel)
    assert "🔒 No se puede deshacer" in words(panel)
    panel = await ana.choose("Volver a tirar 2 dados")
    assert "¿Qué dados vuelves a tirar?" in words(panel)
    assert not any(label.startswith(("✓", "Volver a tirar")) for label in labels(panel)), (
        "no new face is ticked"
    )
    await kept(ana)
    assert ana.clicks <= 6
    assert (await harness.app.repo.matches.find())[0].waiting == (1,)


async def test_all_dice_and_none_by_one_tap_and_a_locked_one_says_why(
    harness: BotHarness, ana: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
):
    await at_first_throw(monkeypatch, ana, bruno)
    panel = await ana.play()
    free = len(dice(panel))
    await ana.choose("P1")  # the news is gone after a click, so there is room for both buttons
    panel = await ana.choose("Todos")
    assert f"Volver a tirar {free} dados 🔒" in labels(panel)
    assert off(panel) == {"Todos"}, (
        "both stay where they are; the one that would change nothing is off"
    )
    panel = await ana.choose("Ninguno")
    assert off(panel) == {"Ninguno"}
    assert "¿Qué falta?" in labels(panel), "a roll of no dice is not offered"
    assert "✕" in words(await ana.choose("¿Qué falta?"))
    assert any(label.startswith("Me los quedo") for label in labels(panel))
    assert coloured(panel) == []
    shut = [label for label in labels(panel) if label.startswith("✕ P")]
    for label in shut:
        panel = await ana.choose(label)
        assert "✕" in words(panel)
        assert "calavera" in words(panel).lower()


async def test_a_building_stands_after_two_taps_or_five(
    harness: BotHarness,
    ana: Player,
    bruno: Player,
    painter: Recorder,
    monkeypatch: pytest.MonkeyPatch,
):
    deal(monkeypatch)
    await sat(ana, bruno)
    for step in (confirm_layout, thrown):
        await step(ana)
        await step(bruno)
    ana.clicks = 0
    panel = await ana.play()
    cells = [mark.letter for mark in painter.last(0).marks]
    assert len(cells) > 1, "proposed pieces"
    panel = await ana.choose(next(one for one in labels(panel) if cells[0] in one.split()))
    assert ana.clicks == 2
    assert "Guardado" in words(panel)
    panel = await ana.choose("↩")
    panel = await ana.choose("Otra cosa…")
    ana.clicks = 1
    menu = next(
        part for row in panel["components"] for part in row["components"] if part["type"] == 3
    )
    assert any(one["label"].startswith("✕") and one["description"] for one in menu["options"]), (
        "a blocked one tells why"
    )
    wanted = next(one["value"] for one in menu["options"] if one["value"] == "longhouse")
    await ana.person.select(panel, menu["custom_id"], wanted)
    ana.clicks += 2
    await harness.quiet()
    panel = await ana.panel()
    assert {"Otros ▬…", "Otros ▮…"} <= set(labels(panel)), "the other places"
    cells = [mark.letter for mark in painter.last(0).marks]
    assert len(cells) > 1
    assert painter.last(0).kind == "domain"
    panel = await ana.choose(next(one for one in labels(panel) if cells[0] in one.split()))
    assert ana.clicks == 4
    assert "Guardado" in words(panel)
    assert any(label.startswith("↩") for label in labels(panel))
    assert "Acabar la obra" in labels(panel), "while a hammer is left, ending asks"
    panel = await ana.choose("Acabar la obra")
    assert "martillos sin usar, y aún puedes construir." in words(panel)
    assert "Confirmar 🔒" in labels(panel)


async def seen(who: Player) -> str:
    """Return all that a user can read: channel, direct messages, log."""
    await who.tap(await who.table(), "Crónica")
    found = [*await who.person.messages(ROOM), *await who.person.messages("dm")]
    return json.dumps(found, ensure_ascii=False)


async def test_layouts_and_dice_are_their_owners_alone(
    harness: BotHarness, painter: Recorder, monkeypatch: pytest.MonkeyPatch
):
    deal(monkeypatch)
    ana, bruno, carla = (harness.person(name) for name in ("Ana", "Bruno", "Carla"))
    await bruno.person.set(dms_open=False)
    await sat(ana, bruno)
    await ana.play()
    await ana.choose("B ")
    await ana.choose("Confirmar")
    await harness.quiet()
    for other in (bruno, carla):
        assert "muro cerrado" not in (await seen(other)).lower().replace("b muro cerrado", "")
    own, others = (
        [s for s in painter.scenes if s.view.viewer == 0],
        [s for s in painter.scenes if s.view.viewer != 0],
    )
    assert any(len(scene.view.towns[0].pieces) > 1 for scene in own)
    assert others
    assert all(scene.view.towns[0].pieces == (CENTER_KEEP,) and not scene.ghost for scene in others)
    await confirm_layout(bruno)
    await ana.play()
    painter.scenes.clear()
    await ana.choose(dice(await ana.panel())[0])
    await ana.choose("Volver a tirar")
    await harness.quiet()
    await bruno.play()
    for other in (bruno, carla):
        said = await seen(other)
        for die in painter.last(0).view.towns[0].dice:
            assert die.face
        for told in ("Tirada 3, ", "Tirada 2, "):
            assert told not in said, "nothing of Ana's throw"
    others = [scene for scene in painter.scenes if scene.view.viewer != 0]
    assert others
    assert all(not die.face for scene in others for die in scene.view.towns[0].dice)
    assert not any(
        word in name
        for name in painter.names
        for word in ("compact", "closed", "noble", "peasant", "skull")
    )
    assert not await bruno.person.messages("dm"), "nobody writes to whom takes no messages"


async def test_what_is_tapped_in_one_place_shows_in_the_other(
    harness: BotHarness,
    ana: Player,
    bruno: Player,
    painter: Recorder,
    monkeypatch: pytest.MonkeyPatch,
):
    """The panel in the channel and the private screen are the same half-made choice."""
    await at_first_throw(monkeypatch, ana, bruno)
    panel = await ana.play()
    first, second = dice(panel)[:2]
    panel = await ana.choose(first)
    screen = (await ana.person.messages("dm"))[-1]
    assert (
        [label for label in labels(screen) if label.startswith("✓")]
        == [f"✓ {first}"]
        == chosen_on(panel)
    )
    await ana.tap(screen, second)
    await harness.quiet()
    panel = await ana.panel()
    assert chosen_on(panel) == [f"✓ {first}", f"✓ {second}"]
    assert "Volver a tirar 2 dados 🔒" in labels(panel)
    await ana.choose("Ninguno")
    assert not chosen_on((await ana.person.messages("dm"))[-1])
    screen = (await ana.person.messages("dm"))[-1]
    assert "Novedades" in labels(screen), "news leaves no room for buttons that tick all dice"
    await ana.tap(screen, first)
    await harness.quiet()
    await kept(ana)
    await harness.quiet()
    assert "Falta ■ Bruno" in words(await ana.panel())


def chosen_on(message: dict[str, Any]) -> list[str]:
    """Return the toggles that are on."""
    return [label for label in labels(message) if label.startswith("✓")]
