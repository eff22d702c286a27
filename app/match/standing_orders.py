"""Automatic answers by standing orders.

They are in the same commit as the move that caused the prompt.
"""

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
    """Return whether another seat's answer may follow a move of `seat` without a click.

    `before` and `after` are the positions around the move. AI players answer at once. A standing
    order may do so, if the next question is of another kind than the one that the move answered.
    Whether a user has given such an order is not considered, because nobody else may know.
    """
    actors, asked = walk.actors(after), walk.question(before, seat)
    has_orders = bool(find(match.game).orders)
    return any(
        other.played_by_ai or (has_orders and walk.question(after, other.seat) != asked)
        for other in match.seats
        if other.seat in actors and other.seat != seat
    )


def only_bots_go_on(match: Match, after: Pos, seat: Seat) -> bool:
    """Return whether the game waits only for AI players after a move of `seat`.

    `after` is the position after the move. Where seats answer at the same time, such a move can be
    undone in theory. But the AI players answer at once, and when the last of them has, the game
    goes on, so that nothing can be undone any more.
    """
    actors = walk.actors(after)
    bots = {other.seat for other in match.seats if other.played_by_ai}
    return bool(actors) and seat not in actors and bots.issuperset(actors)


def next_automatic_answer(match: Match, pos: Pos) -> tuple[HistoryRow, Pos] | None:
    """Return (log row, position after it) of the next answer by a standing order.

    Returns None if no order answers a current prompt. Skips a seat that has just undone such an
    answer. An order that fails is logged and ignored.
    """
    game = find(match.game)
    if not game.orders or pos.outcome is not None:
        return None
    actors = walk.actors(pos)
    for seat in match.seats:
        if (
            seat.seat not in actors
            or seat.played_by_ai
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
    """Return "order" if the user's own orders decide the answer, else "default".

    `path` is the answer to give, and `rng` the random seed for it. "default" means that the game's
    default orders alone give the same answer.
    """
    if path is None or not find(pos.game).orders_answer_by_default:
        return "order"
    usual = bots.follow_orders(pos, seat.seat, {}, Rng.of(rng)) if seat.orders else path
    return "default" if path == usual else "order"
