"""Automatic answers by standing orders, in the same commit as the move that caused the prompt."""

from __future__ import annotations

import hashlib
import logging
from typing import Any

from app.model.match import Match, SeatRow
from games.core.engine import bots, history, walk
from games.core.engine.game import find
from games.core.engine.history import HistoryRow
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat

Pos = Position[Any, Any]
MAX_AUTO_ANSWERS = 100  # automatic answers in one commit; the players answer further prompts
log = logging.getLogger(__name__)


def others_may_answer_at_once(match: Match, before: Pos, after: Pos, seat: Seat) -> bool:
    """Return whether another seat may answer without its player after a move of `seat`.

    AI players do, and a question of another kind than that of the move may be answered by a
    standing order. Whether a user has given one is not looked at, because nobody else may know.
    """
    actors, asked = walk.actors(after), walk.question(before, seat)
    has_orders = bool(find(match.game).orders)
    return any(
        one.automatic or (has_orders and walk.question(after, one.seat) != asked)
        for one in match.seats
        if one.seat in actors and one.seat != seat
    )


def answer(match: Match, pos: Pos) -> tuple[HistoryRow, Pos] | None:
    """Return the next log row that standing orders make, and the position after it.

    Returns None if no standing order answers a current prompt. Skips a seat that has just undone
    a move. A failing order is logged and ignored.
    """
    game = find(match.game)
    if not game.orders or pos.outcome is not None:
        return None
    actors = walk.actors(pos)
    for seat in match.seats:
        if (
            seat.seat not in actors
            or seat.automatic
            or seat.manual_decision == seat.decision  # has just undone an answer
            or not (seat.orders or game.orders_answer_by_default)
        ):
            continue
        seed = hashlib.sha256(f"order:{match.seed}:{match.rows}:{seat.seat}".encode()).digest()
        try:
            rng = int.from_bytes(seed[:8], "big")
            path = bots.follow_orders(pos, seat.seat, seat.orders, Rng.of(rng))
            by = _who_answers(pos, seat, path, rng)
        except Exception:
            log.exception("match %s: standing order failed", match.id)
            continue
        if path is not None:
            step = walk.submit(pos, seat.seat, path)
            return history.move_row(match.rows + 1, seat.seat, by, path, step), step.pos
    return None


def _who_answers(pos: Pos, seat: SeatRow, path: Path | None, rng: int) -> history.By:
    """Return "order" for an answer that the user's orders give, "default" for a usual one."""
    if path is None or not find(pos.game).orders_answer_by_default:
        return "order"
    usual = bots.follow_orders(pos, seat.seat, {}, Rng.of(rng)) if seat.orders else path
    return "default" if path == usual else "order"
