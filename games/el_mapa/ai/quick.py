"""Fast policy for rollouts: plays whole turns with the functions of `decide`.

The functions are called in the order `ORDER`, each until it proposes no further step; a few steps
lead back to an earlier function. The policy proposes no deals. It chooses a campaign once in a
turn, and again after hiring troops for one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from games.core.engine import walk
from games.core.prompts.prompt import MoveReady
from games.core.state.position import Position
from games.core.text.messages import Path
from games.el_mapa.ai import campaigns, decide
from games.el_mapa.ai.evaluate import Valuation
from games.el_mapa.model.holdings import markets, tower_reveals
from games.el_mapa.model.state import MapState
from games.el_mapa.rules.castles.hiring import payable
from games.el_mapa.rules.flow.turns import TurnActions

Pos = Position[MapState, Any]
Proposal = Callable[[decide.TurnDecision], Path | None]  # proposes a step of a turn
ORDER: tuple[Proposal, ...] = (
    decide.look,
    decide.vision,
    decide.produce,
    decide.defend,
    decide.muster,
    decide.build,
    decide.move,
    decide.hire,
    decide.sell,
)
# After these steps, go back to an earlier one: hired troops can move, and gold from sales can pay for
# a building.
GO_BACK_AFTER: dict[Proposal, Proposal] = {
    decide.hire: decide.move,
    decide.sell: decide.build,
}


class QuickTurn(decide.TurnDecision):
    """Decision with less effort: usable actions are estimated, a campaign is reused.

    `campaign` is a list that the decisions of a turn share. It is empty until a campaign is chosen;
    then it contains the campaign, or None if there is none.
    """

    def __init__(self, v: Valuation, campaign: list[campaigns.Campaign | None]) -> None:
        super().__init__(v)
        self._campaign = campaign

    @cached_property
    def verbs(self) -> set[str]:
        """Return the keys of the actions that the seat can probably take now.

        The prompt may still disable some of them.
        """
        s, seat = self.v.s, self.seat
        able = {
            "look": s.turn.looks < tower_reveals(s, seat) and not s.explored,
            "trade": markets(s, seat) > 0,
            "hire": any(
                payable(s, seat, cell) for cell, castle in s.castles.items() if castle.owner == seat
            ),
            "move": bool(self.origins),
            "build": True,
            "tech": True,
            "produce": True,
        }
        return {verb for verb, may in able.items() if may}

    @cached_property
    def war(self) -> campaigns.War:
        """Return the threats and prizes, with the campaign of this turn."""
        war = campaigns.War(self.v)
        if self._campaign:
            war.campaign = self._campaign[0]
        else:
            self._campaign.append(war.campaign)
        return war


class Quick:
    """Rollout that changes a position in place, move by move."""

    def __init__(self, pos: Pos) -> None:
        self.pos = pos
        self._turn_of = (0, -1)  # round and seat of the current turn
        self._next_proposal = 0  # index in `ORDER` of the next function
        self._campaign: list[campaigns.Campaign | None] = []
        self._goods: dict[str, int] = {}  # goods when `decide.build` found nothing to build

    def step(self) -> None:
        """Play the next move of the first seat that must act; raise IndexError if there is none."""
        seat = walk.actors(self.pos)[0]
        if isinstance(self.pos.stack[-1], TurnActions):
            if self._turn_of != (self.pos.state.round, seat):
                self._turn_of, self._next_proposal, self._campaign = (
                    (self.pos.state.round, seat),
                    0,
                    [],
                )
            path = self._next(QuickTurn(Valuation(self.pos, seat), self._campaign))
        else:
            path = decide.decide(self.pos, seat, deals=True)
        walk.apply(self.pos, seat, path)

    def _next(self, turn: QuickTurn) -> Path:
        """Return the next move of a seat in its turn."""
        goods = turn.v.s.players[turn.seat].goods
        while self._next_proposal < len(ORDER):
            propose = ORDER[self._next_proposal]
            path = propose(turn)
            if path is not None and _legal(turn, propose, path):
                self._next_proposal = ORDER.index(GO_BACK_AFTER.get(propose, propose))
                if propose is decide.muster:
                    self._campaign.clear()
                return path
            if propose is decide.build:
                self._goods = dict(goods)
            # Moves may have brought goods that pay for another building.
            if propose is decide.move and any(n > self._goods[what] for what, n in goods.items()):
                self._next_proposal = ORDER.index(decide.build)
            else:
                self._next_proposal += 1
        return ("end",)


def _legal(turn: QuickTurn, propose: Proposal, path: Path) -> bool:
    """Return whether a proposed path is legal.

    Only hiring needs a check: several kinds of troops may cost too much together.
    """
    if propose is not decide.hire:
        return True
    return isinstance(walk.ask(turn.pos, turn.seat, path), MoveReady)
