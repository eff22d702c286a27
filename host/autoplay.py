"""Computer players: they answer for their seats, and for seats that were left, one row at a time."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from concurrent.futures import ThreadPoolExecutor
from typing import cast

from games.core import bots, walk
from games.core.history import By
from games.core.messages import Path
from games.core.rng import Rng
from host.locks import Locks
from host.model import SeatRow, Stored, Trouble
from host.moves import Moves
from host.ports import Repo, Unsaved

LATER = 60.0  # seconds until a move that could not be saved is tried again
log = logging.getLogger(__name__)


class Autoplay:
    """One task per match that waits for a computer player. Thinking happens in a thread of its own: the loop stays free."""

    def __init__(self, repo: Repo, locks: Locks, moves: Moves) -> None:
        self._repo, self._locks, self._moves = repo, locks, moves
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="thinking")
        self._open = False

    def wake(self, match: str) -> None:
        """Somebody may have to move there."""
        if not self._open:
            return
        if match in self._tasks:
            self._again.add(match)
            return
        self._tasks[match] = asyncio.create_task(self._run(match), name=f"autoplay {match}")

    async def start(self) -> None:
        """Let every table go on that waits for a computer player."""
        self._open = True
        for match in await self._repo.automatic():
            self.wake(match)

    async def idle(self) -> None:
        """Wait until no table waits for a computer player."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def stop(self) -> None:
        """Stop between two moves; what waits for its turn to think is dropped. The next start goes on."""
        self._open = False
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def _run(self, match: str) -> None:
        try:
            while self._open:
                self._again.discard(match)
                if not await self._move(match) and match not in self._again:
                    return
        except Trouble:
            return  # halted, or over
        except Unsaved:
            asyncio.get_running_loop().call_later(LATER, self.wake, match)
        except Exception:
            log.exception("no computer player can move in match %s", match)
            async with self._locks(match):
                await self._moves.halt(match, ["no computer player can move"])
        finally:
            del self._tasks[match]

    async def _move(self, match: str) -> bool:
        """One move of one computer player; False when none is awaited."""
        stored = await self._repo.load(match)
        if stored is None or stored.match.status != "running" or stored.match.paused:
            return False
        seat = next((one for one in stored.match.seats if one.awaited and one.automatic), None)
        if seat is None or not self._open:
            return False
        path = await asyncio.get_running_loop().run_in_executor(self._thread, self._decide, stored, seat)
        async with self._locks(match):
            now = await self._repo.load(match)
            if now is not None and now.match.version == stored.match.version:
                by: By = "caretaker" if seat.resigned or seat.minded else "computer"
                await self._moves.step(now, seat.seat, path, by)
        return True

    def _decide(self, stored: Stored, seat: SeatRow) -> Path:
        """What the computer player does; the defaults when it fails."""
        match = stored.match
        word = hashlib.sha256(f"computer:{match.seed}:{match.rows}:{seat.seat}".encode()).digest()
        rng = Rng.of(int.from_bytes(word[:8], "big"))  # its own luck, apart from the game's
        try:
            kind = "caretaker" if seat.minded else seat.computer or "game"
            path = bots.decide(stored.pos, seat.seat, cast("bots.Kind", kind), rng)
            walk.submit(stored.pos, seat.seat, path)
        except Exception:
            log.exception("a computer player failed in match %s", match.id)
            return walk.default_path(stored.pos, seat.seat)
        return path
