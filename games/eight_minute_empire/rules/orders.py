"""Standing order: end the turn by itself once the card's action is used up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.engine import walk
from games.core.prompts.prompt import SelectPrompt
from games.core.state.options import Toggle
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.eight_minute_empire.model.state import Empire
from games.eight_minute_empire.rules.turns import Act

ORDERS: tuple[Toggle, ...] = (Toggle("used_up"),)


def order_answer(
    _view: object, guess: Position[Empire, Any], seat: Seat, orders: Mapping[str, Any]
) -> Path | None:
    """Return the path that ends the turn if the card has no use left, else None.

    Before the first step of the action the result is None: if the card can't be used, the seat may
    still want to undo taking it.
    """
    top = guess.stack[-1] if guess.stack else None
    if not orders["used_up"] or not isinstance(top, Act) or top.seat != seat or not top.steps:
        return None
    prompt = walk.ask(guess, seat)
    is_used_up = isinstance(prompt, SelectPrompt) and len(prompt.options) == 1
    return ("end",) if is_used_up else None
