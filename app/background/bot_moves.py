"""Moves of AI players, for their own seats and for abandoned seats, one row at a time."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import cast

from ai.think import Kind
from app.match.moves import Moves
from app.model.ai_request import DEFAULT_STRENGTH, AiRequest, AiResponse
from app.model.match import LoadedMatch, SeatRow, UserError, encode_position
from app.play import tutorials
from app.ports.repo import Repo
from app.ports.store import AiPool, StorageUnavailableError
from app.runtime.cancellation import SHUTDOWN_GRACE_S, cancel_after
from app.runtime.cluster import Cluster
from app.runtime.locks import Locks
from app.workers.ai_budget import AiTimeBudget
from games.core.engine import walk
from games.core.engine.history import By
from games.core.prompts.prompt import MoveReady
from games.core.text.messages import Path

RETRY_AFTER_S = 60.0  # retry delay after a failed save
log = logging.getLogger(__name__)


class BotMoves:
    """Runner of AI moves: one task for each match that waits for an AI player.

    A match has at most one decision under way. The AI itself runs elsewhere (`AiPool`).
    """

    def __init__(
        self, repo: Repo, locks: Locks, moves: Moves, thinker: AiPool, cluster: Cluster
    ) -> None:
        self._repo, self._locks, self._moves, self.thinker, self._cluster = (
            repo,
            locks,
            moves,
            thinker,
            cluster,
        )
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._thoughts: set[asyncio.Task[AiResponse]] = set()
        self._open = False

    def schedule(self, match: str) -> None:
        """Check in a separate task whether an AI player must move in the match.

        Does nothing before `start` and after `stop`.
        """
        if not self._open:
            return
        if match in self._tasks:
            self._again.add(match)
            return
        self._tasks[match] = asyncio.create_task(self._run(match), name=f"autoplay {match}")

    async def start(self) -> None:
        """Wake every match that waits for an AI player."""
        self._open = True
        for match in await self._repo.matches.awaiting_ai():
            self.schedule(match)

    async def idle(self) -> None:
        """Wait until no match waits for an AI player."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def stop(self, grace: float = SHUTDOWN_GRACE_S) -> None:
        """Stop between two moves; the next start continues.

        Cancels AI decisions at once and everything else after `grace` seconds.
        """
        self._open = False
        for thought in self._thoughts:
            thought.cancel()
        await cancel_after(self._tasks.values(), grace)

    async def _run(self, match: str) -> None:
        allowance = AiTimeBudget()
        try:
            while self._open:
                self._again.discard(match)
                if await self._move(match, allowance):
                    continue
                if match not in self._again:
                    return
                allowance = AiTimeBudget()  # a person has moved since
        except UserError:
            return  # the match is halted or has ended
        except StorageUnavailableError:
            asyncio.get_running_loop().call_later(RETRY_AFTER_S, self.schedule, match)
        except Exception:
            log.exception("match %s: bot player has no legal move", match)
            async with self._locks(match):
                await self._moves.halt(match, ["no computer player can move"])
        finally:
            del self._tasks[match]

    async def _move(self, match: str, allowance: AiTimeBudget) -> bool:
        """Make one AI move within the time budget; return False if no AI player must act."""
        began = asyncio.get_running_loop().time()
        stored = await self._repo.matches.load(match)
        if stored is None or stored.match.status != "running" or stored.match.paused:
            return False
        if not self._cluster.owns(stored.match.places.guild):
            return False
        seat = next((one for one in stored.match.seats if one.awaited and one.automatic), None)
        if seat is None or not self._open:
            return False
        path = await self._decide(
            stored,
            seat,
            allowance.remaining(seat.seat, sum(one.automatic for one in stored.match.seats)),
        )
        if path is None:
            return False
        async with self._locks(match):
            now = await self._repo.matches.load(match)
            if now is not None and now.match.version == stored.match.version:
                by: By = "caretaker" if seat.resigned or seat.minded else "computer"
                await self._moves.play(now, seat.seat, path, by)
        allowance.spend(seat.seat, asyncio.get_running_loop().time() - began)
        return True

    async def _decide(self, stored: LoadedMatch, seat: SeatRow, seconds: float) -> Path | None:
        """Return the AI player's move, or None if the bot stops meanwhile.

        Falls back to the default answer if the AI fails or its move is not legal.
        """
        match = stored.match
        if (told := await tutorials.answer(self._repo.game_log, stored, seat.seat)) is not None:
            return told
        thought = asyncio.create_task(self.thinker.think(_question(stored, seat, seconds)))
        self._thoughts.add(thought)
        try:
            path, wrong = await thought
            if wrong:
                log.error("match %s: bot player failed\n%s", match.id, wrong)
        except asyncio.CancelledError:
            if self._open:
                raise
            return None
        except Exception:
            log.exception("match %s: AI worker failed", match.id)
            path = ()
        finally:
            self._thoughts.discard(thought)
        if not isinstance(walk.ask(stored.pos, seat.seat, path), MoveReady):
            return walk.default_path(stored.pos, seat.seat)
        return path


def _question(stored: LoadedMatch, seat: SeatRow, seconds: float) -> AiRequest:
    match = stored.match
    word = hashlib.sha256(f"computer:{match.seed}:{match.rows}:{seat.seat}".encode()).digest()
    luck = int.from_bytes(word[:8], "big")  # the AI's own randomness, independent of the game's
    kind = "caretaker" if seat.minded else seat.computer or DEFAULT_STRENGTH
    return AiRequest(
        match.game, encode_position(stored.pos), seat.seat, cast("Kind", kind), luck, seconds
    )
