"""Fast policy for rollouts: plays whole turns with the ideas of `decide`.

Each idea comes up once or twice in a turn. The policy makes no offers, and the campaign chosen
at the start of a turn stays until its end.
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
from games.el_mapa.model.holdings import looks, markets
from games.el_mapa.model.state import MapState
from games.el_mapa.rules.castles.hiring import payable
from games.el_mapa.rules.flow.turns import TurnActions

Pos = Position[MapState, Any]
Thought = Callable[[decide.TurnDecision], Path | None]
ORDER: tuple[Thought, ...] = (
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
BACK: dict[
    Thought, Thought
] = {  # hired troops may move, and gold from sales may pay for a building
    decide.hire: decide.move,
    decide.sell: decide.build,
}


class QuickTurn(decide.TurnDecision):
    """Turn decided with less effort: legal verbs are estimated, the campaign may be given."""

    def __init__(self, v: Valuation, campaign: list[campaigns.Aim | None]) -> None:
        super().__init__(v)
        self._campaign = campaign

    @cached_property
    def verbs(self) -> set[str]:
        """Return the verbs that may be usable; some may turn out to be blocked."""
        s, seat = self.v.s, self.seat
        able = {
            "look": s.turn.looks < looks(s, seat) and not s.explored,
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
        """Return the war options, with the campaign that the turn began with."""
        war = campaigns.War(self.v)
        if self._campaign:
            war.aim = self._campaign[0]
        else:
            self._campaign.append(war.aim)
        return war


class Quick:
    """Rollout in place; tracks the progress of the seat whose turn it is."""

    def __init__(self, pos: Pos) -> None:
        self.pos = pos
        self._whose = (0, -1)
        self._at = 0
        self._campaign: list[campaigns.Aim | None] = []
        self._goods: dict[str, int] = {}

    def step(self) -> None:
        """Play the next move of the first seat that must act; raise IndexError if there is none."""
        seat = walk.actors(self.pos)[0]
        if isinstance(self.pos.stack[-1], TurnActions):
            if self._whose != (self.pos.state.round, seat):
                self._whose, self._at, self._campaign = (self.pos.state.round, seat), 0, []
            path = self._next(QuickTurn(Valuation(self.pos, seat), self._campaign))
        else:
            path = decide.decide(self.pos, seat, deals=True)
        walk.apply(self.pos, seat, path)

    def _next(self, turn: QuickTurn) -> Path:
        """Return the next move of a seat in its turn."""
        goods = turn.v.s.players[turn.seat].goods
        while self._at < len(ORDER):
            thought = ORDER[self._at]
            path = thought(turn)
            if path is not None and _legal(turn, thought, path):
                self._at = ORDER.index(BACK.get(thought, thought))
                if thought is decide.muster:
                    self._campaign.clear()
                return path
            if thought is decide.build:
                self._goods = dict(goods)
            if thought is decide.move and any(n > self._goods[what] for what, n in goods.items()):
                self._at = ORDER.index(decide.build)
            else:
                self._at += 1
        return ("end",)


def _legal(turn: QuickTurn, thought: Thought, path: Path) -> bool:
    """Return whether an idea is legal.

    Only hiring is checked: several kinds of troops may cost too much together.
    """
    if thought is not decide.hire:
        return True
    return isinstance(walk.ask(turn.pos, turn.seat, path), MoveReady)
