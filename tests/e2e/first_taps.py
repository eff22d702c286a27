"""First presses at an installed bot: two users start a table; it goes on after a restart."""

from __future__ import annotations

import asyncio

from tests.e2e.process import Line

ROOM = "mesa-verde"


async def _bid(line: Line, who: str, coins: int) -> None:
    """Bid for a user and check that it was saved."""
    room = line.channel(ROOM)
    for label in ("▶", str(coins), "Confirmar"):
        await line.press(who, room, label)
    await line.shows(who, room, f"Guardado: Pujas {coins} monedas")


async def begin(url: str) -> None:
    """Start a table of Ana and Bruno, and bid 5 coins for Ana."""
    line = await Line.open(url)
    ana, bruno, room = line.user("Ana"), line.user("Bruno"), line.channel(ROOM)
    await line.command(ana, room, "table", "new", seats=2)
    await line.press(bruno, room, "Sentarme")
    await line.press(ana, room, "Empezar")
    await _bid(line, ana, 5)
    await line.close()


async def go_on(url: str) -> None:
    """Bid for Bruno too, and check that the board is in the channel as a picture."""
    line = await Line.open(url)
    bruno, room = line.user("Bruno"), line.channel(ROOM)
    await _bid(line, bruno, 3)
    await line.shows(bruno, room, ".webp")
    await line.close()


def both(url: str) -> None:
    """Run both for programs without an event loop."""

    async def taps() -> None:
        await begin(url)
        await go_on(url)

    asyncio.run(taps())
