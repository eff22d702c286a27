"""Standing orders: end the turn, pass, discard, preferred deck (rules 13).

`order_answer` answers for a player who has set an order. It answers the questions of `PlayerTurn`
(decisions D6 and D15), `Discard` (D16) and `Draw` (D4).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.engine import walk
from games.core.prompts.prompt import SelectPrompt
from games.core.state.options import Choice, Setting, Toggle
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.imperial_settlers.ai.decide import least_wanted_card
from games.imperial_settlers.model.catalog import DECKS
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.effects.choices import Discard
from games.imperial_settlers.rules.effects.resolve import Draw
from games.imperial_settlers.rules.flow.turn import PlayerTurn

ORDERS: tuple[Setting, ...] = (
    Toggle("end_turn"),
    Toggle("pass_idle"),
    Toggle("desert"),  # discard the weakest card when an enemy's Desert makes the seat discard
    Choice("deck", ("ask", *DECKS), "ask"),
)


def order_answer(
    _view: object, guess: Position[SettlersState, Any], seat: Seat, orders: Mapping[str, Any]
) -> Path | None:
    """Return the path by which a standing order answers; None to ask the player.

    `orders` has the player's setting for each of `ORDERS`. Nothing that is hidden from the seat is
    read.
    """
    top = (guess.lanes[seat] or guess.stack)[-1]
    if getattr(top, "seat", None) != seat:
        return None
    match top:
        case PlayerTurn(acted=True) if orders["end_turn"]:
            return ("end",)
        case PlayerTurn(acted=False) if orders["pass_idle"] and _idle(guess, seat):
            return ("pass",)
        # order `desert`: the seat discards its least wanted card without being asked
        case Discard() if orders["desert"]:
            return ("discard", least_wanted_card(guess.state, seat))
        case Draw() if orders["deck"] in DECKS:
            return ("draw", str(orders["deck"]))
    return None


def _idle(guess: Position[SettlersState, Any], seat: Seat) -> bool:
    """Return whether the seat can do nothing but pass, free operations included."""
    form = walk.ask(guess, seat)
    return isinstance(form, SelectPrompt) and [option.key for option in form.options] == ["pass"]
