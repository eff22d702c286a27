"""The first taps at a bot, however it was installed: two people begin a table, one bids; after a restart it goes on."""

from __future__ import annotations

import asyncio

from tests.e2e.process import Line

ROOM = "mesa-verde"


async def _bid(line: Line, who: str, coins: int) -> None:
    """A person's bid, and that it was saved."""
    room = line.channel(ROOM)
    for label in ("▶", str(coins), "Confirmar"):
        await line.press(who, room, label)
    await line.shows(who, room, f"Guardado: Pujas {coins} monedas")


async def begin(url: str) -> None:
    """Ana and Bruno begin a table, and Ana bids 5 coins."""
    line = await Line.open(url)
    ana, bruno, room = line.user("Ana"), line.user("Bruno"), line.channel(ROOM)
    await line.command(ana, room, "table", "new", seats=2)
    await line.press(bruno, room, "Sentarme")
    await line.press(ana, room, "Empezar")
    await _bid(line, ana, 5)
    await line.close()


async def go_on(url: str) -> None:
    """Bruno bids too, and the board is in the channel as a picture."""
    line = await Line.open(url)
    bruno, room = line.user("Bruno"), line.channel(ROOM)
    await _bid(line, bruno, 3)
    await line.shows(bruno, room, ".webp")
    await line.close()


def both(url: str) -> None:
    """The same for programs that run no loop of their own."""

    async def taps() -> None:
        await begin(url)
        await go_on(url)

    asyncio.run(taps())
