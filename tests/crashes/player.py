"""Two players in a process, who commit as fast as possible.

`python -m tests.crashes.player FOLDER LIFE` prints `open`, then a line for each acknowledged
click.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections.abc import Callable
from pathlib import Path

from app.app import App
from games.core.engine import walk
from games.core.state.rng import Rng
from tests.app.harness import PEOPLE, AppHarness

GAMES = ("eight_minute_empire", "era_medieval_age")


async def one_move(app: App, match: str, click: str, rng: Rng) -> bool:
    """Make a random move, or now and then an undo; return whether it was committed."""
    if rng.below(8) == 0:
        return (await app.game_service.undo(match, PEOPLE[rng.below(2)], click)).committed
    async with app.locks(match):
        stored = await app.repo.matches.load(match)
        assert stored is not None
        seat = walk.actors(stored.pos)[0]
        await app.moves.play(stored, seat, walk.random_move(stored.pos, seat, rng), "player", click)
    return True


async def play(
    harness: AppHarness, life: int, tell: Callable[[str], None], moves: int | None = None
) -> None:
    """Make moves at one table after the other and report each acknowledged click."""
    rng = Rng.of(life)
    for n in itertools.count() if moves is None else range(moves):
        running = [
            m for m in await harness.app.lobby.tables_in_channel(channel=2) if m.status == "running"
        ]
        match = running[0] if running else await harness.table(2, game=GAMES[n % len(GAMES)])
        click = f"{life} {n}"
        if await one_move(harness.app, match.id, click, rng):
            tell(click)


async def main(folder: Path, life: int) -> None:
    """Play until the process is killed."""
    harness = AppHarness(folder)
    await harness.open()
    print("open", flush=True)
    await play(harness, life, lambda click: print(click, flush=True))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
