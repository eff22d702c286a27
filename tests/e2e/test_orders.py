"""Standing orders at a real table of Era: set in a private panel, obeyed silently."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from games.core.engine.game import find
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.phases.extortion import Extort
from games.hosted import GAMES
from tests.app.harness import loaded
from tests.e2e.conftest import ROOM, BotHarness, Player, labels, seated, words
from tests.e2e.test_era_paths import at, staged
from tests.games.era_medieval_age.positions import begin, dice, stock

FINISH = "Finish building for me"  # the other order of Era


def demand() -> Any:
    """Return a position in which Ana may extort wood from the other seat."""
    pos = dice(
        dice(stock(stock(begin(), 0), 1, wood=2, food=1), 0, "noble_sword1"), 1, "peasant_food3"
    )
    return at(pos, Extort([]), Build(0, 1))


async def extort(ana: Player) -> None:
    """Demand wood as Ana."""
    panel = await ana.play()
    await ana.choose(next(one for one in labels(panel) if "1 de madera" in one))


def orders(panel: dict[str, Any]) -> list[str]:
    """Return the labels of the orders, without the note and the way back to the game."""
    return [label for label in labels(panel) if not label.startswith(("‹", "📝"))]


def menu(panel: dict[str, Any]) -> dict[str, Any]:
    return next(
        part for row in panel["components"] for part in row["components"] if part["type"] == 3
    )


async def test_the_panel_gives_and_takes_back_orders_in_the_readers_language(
    harness: BotHarness, ana: Player, carla: Player
) -> None:
    await staged(harness, demand(), ana, carla)
    before = await ana.table()
    await carla.person.command("table orders", ROOM)
    panel = await carla.panel()
    assert "Standing orders" in words(panel)
    assert "**Auto-pay extortion**: no" in words(panel)
    assert orders(panel) == ["Auto-pay extortion", FINISH], "how much is kept means nothing yet"
    panel = await carla.choose("Auto-pay extortion")
    assert orders(panel) == ["✓ Auto-pay extortion", FINISH]
    control = menu(panel)
    assert [one["label"] for one in control["options"]] == [f"Keep at least: {n}" for n in range(9)]
    await carla.person.select(panel, control["custom_id"], "1")
    panel = await carla.panel()
    assert "**Keep at least**: 1" in words(panel)
    assert await ana.table() == before, "nobody else sees that anything was done"
    assert not any("Standing orders" in words(m) for m in await ana.person.messages(ROOM))
    panel = await carla.choose("✓ Auto-pay extortion")
    assert orders(panel) == ["Auto-pay extortion", FINISH]


async def test_who_has_left_orders_is_not_called_and_the_log_says_so(
    harness: BotHarness, ana: Player, carla: Player
) -> None:
    await staged(harness, demand(), ana, carla)
    await carla.person.command("table orders", ROOM)
    await carla.choose("Auto-pay extortion")
    called = sum(f"<@{carla.person.id}>" in m["content"] for m in await ana.person.messages(ROOM))
    await extort(ana)
    assert (
        sum(f"<@{carla.person.id}>" in m["content"] for m in await ana.person.messages(ROOM))
        <= called
    )
    match = (await harness.app.repo.matches.find())[-1]
    stored = await loaded(harness.app, match.id)
    assert stored.pos.state.towns[1].stock["wood"] == 1
    assert [(e.row.seat, e.row.by) for e in await harness.app.repo.game_log.entries(match.id)][
        -2:
    ] == [
        (0, "player"),
        (1, "order"),
    ]
    await ana.person.command("table log", ROOM)
    assert "Orden dada: ■ Carla" in words(await ana.panel())
    await carla.person.command("table log", ROOM)
    assert "Standing order: ■ Carla" in words(await carla.panel())


async def test_an_order_given_while_one_is_asked_answers_at_once(
    harness: BotHarness, ana: Player, carla: Player
) -> None:
    await staged(harness, demand(), ana, carla)
    await extort(ana)
    asked = await carla.play()
    assert "● Ana demands" in words(asked)
    await carla.person.command("table orders", ROOM)
    panel = await carla.choose("Auto-pay extortion")
    assert "Your orders apply from now on, and they've just made a choice for you." in words(panel)
    await harness.quiet()
    there = next(m for m in await carla.person.messages(ROOM) if m["id"] == asked["id"])
    assert "demands" not in words(there), "the panel that was open asks it no more"
    match = (await harness.app.repo.matches.find())[-1]
    assert [(e.row.seat, e.row.by) for e in await harness.app.repo.game_log.entries(match.id)][
        -1
    ] == (
        1,
        "order",
    )


async def test_games_without_orders_say_so_and_help_shows_the_way(
    harness: BotHarness, ana: Player, bruno: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seated(ana, bruno)
    bare = dataclasses.replace(find("eight_minute_empire"), orders=())
    for module in ("app.account.standing_orders", "ui.views.pages.common"):
        monkeypatch.setattr(f"{module}.find", lambda _: bare)
    await ana.person.command("table orders", ROOM)
    assert "Este juego no admite órdenes." in words(await ana.panel())
    await ana.tap(await ana.table(), "Ayuda")
    assert "Tus órdenes" not in labels(await ana.panel())


async def test_help_at_a_table_leads_to_the_orders(
    harness: BotHarness, ana: Player, bruno: Player
) -> None:
    await seated(ana, bruno, game="era_medieval_age")
    await ana.tap(await ana.table(), "Ayuda")
    await ana.tap(await ana.panel(), "Tus órdenes")
    assert "Tus órdenes deciden por ti cuando te toca." in words(await ana.panel())
    stranger = harness.person("Carla")
    await stranger.person.command("table orders", ROOM)
    assert "Solo tú" not in words(await stranger.panel())


@pytest.mark.parametrize("game", [game.id for game in GAMES if game.orders])
async def test_the_page_of_every_game_has_room_for_its_orders(
    harness: BotHarness, ana: Player, bruno: Player, game: str
) -> None:
    await seated(ana, bruno, game=game)
    await ana.person.command("table orders", ROOM)
    panel = await ana.panel()
    assert "Tus órdenes" in words(panel)
    assert len(panel["components"]) <= 5
