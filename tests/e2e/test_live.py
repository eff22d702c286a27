"""Open panels go on by themselves when others have moved, and never under a finger."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.ui import live
from tests.e2e.conftest import ROOM, House, Player, labels, seated, words


async def with_computers(ana: Player, n: int = 1, **options: Any) -> None:
    """Ana's table against computer players, begun."""
    await ana.person.command("table new", ROOM, seats=1 + n, **options)
    await ana.house.quiet()
    for _ in range(n):
        await ana.tap(await ana.table(), "+ Autómata")
        await ana.house.quiet()
    await ana.tap(await ana.table(), "Empezar")
    await ana.house.quiet()


async def bid(who: Player, n: int) -> dict[str, Any]:
    await who.choose(str(n))
    return await who.choose("Confirmar")


async def mine(who: Player) -> list[dict[str, Any]]:
    return [m for m in await who.person.messages(ROOM) if m.get("ephemeral_for")]


async def test_against_computers_the_panel_that_is_open_asks_the_next_question(house: House, ana: Player):
    """What they did comes first, then what can be done; nothing was tapped but the answers, and it is one message."""
    await with_computers(ana, 2)
    await ana.play()
    panel = await bid(ana, 0)
    for _ in range(3):
        assert "Esperamos" not in words(panel)
        assert "Desde tu último turno" in words(panel)
        assert len([line for line in words(panel).splitlines() if line.startswith("•")]) in (1, 2, 3)
        panel = await ana.choose("A ·")
        while "Terminar 🔒" not in labels(panel) and "Terminar" not in labels(panel):
            panel = await ana.choose(next(label for label in labels(panel) if label[:2] in ("A ", "B ") or label == "Confirmar"))
        panel = await ana.choose("Terminar")
    assert [one["id"] for one in await mine(ana)] == [panel["id"]]


