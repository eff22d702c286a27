"""Standing orders: pay the tax, end the Kingdom phase, pass mission windows (rules 13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.cards.reaction_window import PASS
from games.core.engine.context import StepContext
from games.core.engine.game import find
from games.core.state.options import Setting, Toggle
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.tadmor.model.catalog import RULES
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.turn.buying import Grants
from games.tadmor.rules.turn.kingdom import (
    KingdomEnd,
    Tax,
    can_pay,
    can_trade,
    tax_is_lost,
)
from games.tadmor.rules.turn.placing import Placement, PlacePiece, queued_place
from games.tadmor.rules.turn.raid import Reaction

ORDERS: tuple[Setting, ...] = (Toggle("kingdom"), Toggle("pass_windows"))


def order_answer(
    _view: object, guess: Position[TadmorState, Any], seat: Seat, orders: Mapping[str, Any]
) -> Path | None:
    """Return the path by which a standing order answers; None to ask the person.

    Reads nothing that is hidden from the seat. Three decisions are answered without an order too:
    the placement of a piece whose place the seat has chosen in advance; the end of the Kingdom
    phase, unless the seat can trade on an open market and was not told so beside the tax,
    since all other operations are still possible next turn (after the last turn even goods from a
    market are worth nothing); and a tax that nothing can pay. The seat itself still decides whether to
    lose points if it could get the gold, how to use the private court, and which good First Player
    brings.
    """
    stack = guess.lanes[seat] or guess.stack
    match stack[-1]:
        case PlacePiece(seat=who) if who == seat:
            placement = next((frame for frame in stack if isinstance(frame, Placement)), None)
            key = queued_place(guess.state, placement, seat) if placement else ""
            return ("place", key) if key else None
        case Tax(seat=who) if who == seat and orders["kingdom"] and can_pay(guess.state, seat):
            return ("tax", "pay")
        case Tax(seat=who) if who == seat and tax_is_lost(_context(guess, seat), seat):
            return ("tax", "lose")
        case KingdomEnd(seat=who, told=told) if who == seat and (
            orders["kingdom"]
            or guess.state.turn == RULES.turns
            or not can_trade(guess.state, seat)
            # the good of First Player comes after the tax
            or (told is True and seat not in guess.state.claims)
        ):
            return ("done",)
        case Reaction() | Grants() if orders["pass_windows"]:
            return (PASS,)
    return None


def _context(guess: Position[TadmorState, Any], seat: Seat) -> StepContext[TadmorState]:
    return StepContext(find(guess.game), guess, seat if guess.lanes[seat] else None)
