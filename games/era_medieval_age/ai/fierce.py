"""Harder AI player: values places, rings and sets of dice; searches building turns.

The search is in `trial.py`.
"""

from __future__ import annotations

from typing import Any

from games.core.engine.game import HasTime
from games.core.state.position import Position
from games.core.text.messages import Path, Seat
from games.era_medieval_age.ai.decide import answer, asking_frame
from games.era_medieval_age.ai.outlook import Outlook
from games.era_medieval_age.ai.throws import Throws
from games.era_medieval_age.ai.trial import build
from games.era_medieval_age.model.catalog import RULES
from games.era_medieval_age.model.state import EraState
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.phases.extortion import Yield
from games.era_medieval_age.views.view import GameView


def choose_harder(
    _view: GameView, guess: Position[EraState, Any], seat: Seat, has_time: HasTime
) -> Path:
    """Return the move of the harder AI player in `seat`.

    `guess` is the determinized position. The search for a building turn ends soon after
    `has_time()` is false.
    """
    frame = asking_frame(guess, seat)
    if isinstance(frame, Build):
        return build(guess, seat, frame, has_time)
    outlook = Outlook(guess.state, seat, guess.options)
    if isinstance(frame, Yield):
        return (
            ("pay",) if outlook.payment_cost(frame.what, frame.by) < RULES.refusal else ("refuse",)
        )
    return answer(frame, guess, seat, outlook, Throws(outlook))
