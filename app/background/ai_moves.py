"""Play the moves of AI players: those with seats of their own and caretakers.

A caretaker is an AI player that plays for an absent human player. Each commit of a match calls
`AiMoves.schedule`. If an AI player must act (`SeatRow.played_by_ai`), its move is computed in a
worker and committed like a human player's.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import cast

from ai.think import PlayerKind
from app.match.moves import Moves
from app.model.ai_request import REPLACEMENT_AI_STRENGTH, AiRequest, AiResponse
from app.model.match import LoadedMatch, SeatRow, UserError, encode_position
from app.play import tutorials
from app.ports.errors import StorageUnavailableError
from app.ports.repo import Repo
from app.ports.services import AiPool
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


class AiMoves:
    """Runner of AI moves, with one task for each match that waits for an AI player.

    A match has at most one AI decision under way. `ai_pool` computes it, usually in another
    process.
    """

    def __init__(
        self, repo: Repo, locks: Locks, moves: Moves, ai_pool: AiPool, cluster: Cluster
    ) -> None:
        self._repo, self._locks, self._moves, self.ai_pool, self._cluster = (
            repo,
            locks,
            moves,
            ai_pool,
            cluster,
        )
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._scheduled_again: set[str] = set()  # scheduled while their task was running
        self._decisions: set[asyncio.Task[AiResponse]] = set()
        self._open = False

    def schedule(self, match_id: str) -> None:
        """Check in a separate task whether an AI player must move in the match.

        Does nothing before `start` and after `stop`.
        """
        if not self._open:
            return
        if match_id in self._tasks:
            self._scheduled_again.add(match_id)
            return
        self._tasks[match_id] = asyncio.create_task(
            self._run(match_id), name=f"AI moves {match_id}"
        )

    async def start(self) -> None:
        """Wake every match that waits for an AI player."""
        self._open = True
        for match_id in await self._repo.matches.awaiting_ai():
            self.schedule(match_id)

    async def idle(self) -> None:
        """Wait until no match waits for an AI player."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def stop(self, grace: float = SHUTDOWN_GRACE_S) -> None:
        """Stop playing AI moves; the next start of the bot resumes them.

        Cancels AI decisions at once and everything else after `grace` seconds.
        """
        self._open = False
        for decision in self._decisions:
            decision.cancel()
        await cancel_after(self._tasks.values(), grace)

    async def _run(self, match_id: str) -> None:
        """Play AI moves of a match until a human player must act or the match is over."""
        budget = AiTimeBudget()
        try:
            while self._open:
                self._scheduled_again.discard(match_id)
                if await self._move(match_id, budget):
                    continue
                if match_id not in self._scheduled_again:
                    return
                budget = AiTimeBudget()  # a human player has moved since
        except UserError:
            return  # the match is halted or has ended
        except StorageUnavailableError:
            asyncio.get_running_loop().call_later(RETRY_AFTER_S, self.schedule, match_id)
        except Exception:
            # the default answer, which replaces a failed or illegal AI move, has failed as well
            log.exception("match %s: bot player has no legal move", match_id)
            async with self._locks(match_id):
                await self._moves.halt(match_id, ["no computer player can move"])
        finally:
            del self._tasks[match_id]

    async def _move(self, match_id: str, budget: AiTimeBudget) -> bool:
        """Make one AI move within the time budget; return False if no AI player must act now."""
        began = asyncio.get_running_loop().time()
        stored = await self._repo.matches.load(match_id)
        if stored is None or stored.match.status != "running" or stored.match.paused:
            return False
        if not self._cluster.owns(stored.match.places.guild):
            return False
        ai_seats = [seat for seat in stored.match.seats if seat.played_by_ai]
        seat = next((seat for seat in ai_seats if seat.awaited), None)
        if seat is None or not self._open:
            return False
        path = await self._decide(stored, seat, budget.remaining(seat.seat, len(ai_seats)))
        if path is None:
            return False
        async with self._locks(match_id):
            current = await self._repo.matches.load(match_id)
            # a match that has changed meanwhile gets a new decision
            if current is not None and current.match.version == stored.match.version:
                by: By = "caretaker" if seat.resigned or seat.has_caretaker else "computer"
                await self._moves.play(current, seat.seat, path, by)
        budget.spend(seat.seat, asyncio.get_running_loop().time() - began)
        return True

    async def _decide(self, stored: LoadedMatch, seat: SeatRow, seconds: float) -> Path | None:
        """Return the AI player's move for `seat`; None if this process shuts down meanwhile.

        `seconds` is the limit of CPU time. Returns the default answer if the AI fails or its move
        is not legal.
        """
        match = stored.match
        if (
            scripted := await tutorials.scripted_move(self._repo.game_log, stored, seat.seat)
        ) is not None:
            return scripted
        decision = asyncio.create_task(self.ai_pool.think(_ai_request(stored, seat, seconds)))
        self._decisions.add(decision)
        try:
            path, wrong = await decision
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
            self._decisions.discard(decision)
        if not isinstance(walk.ask(stored.pos, seat.seat, path), MoveReady):
            return walk.default_path(stored.pos, seat.seat)
        return path


def _ai_request(stored: LoadedMatch, seat: SeatRow, seconds: float) -> AiRequest:
    """Return the request for a move of `seat` in the position of `stored`.

    `seconds` is the limit of CPU time.
    """
    match = stored.match
    # the AI's own randomness, independent of the game's
    seed = _hash64(f"computer:{match.seed}:{match.rows}:{seat.seat}")
    kind = "caretaker" if seat.has_caretaker else seat.computer or REPLACEMENT_AI_STRENGTH
    return AiRequest(
        game=match.game,
        pos=encode_position(stored.pos),
        seat=seat.seat,
        kind=cast("PlayerKind", kind),
        seed=seed,
        seconds=seconds,
        mood=_hash64(f"mood:{match.seed}:{seat.seat}"),
    )


def _hash64(text: str) -> int:
    """Return a hash of a text as a number of 64 bits; the same on all machines."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
