"""A flight: the pursuit, the arrival (rules 8.3, 8.6)."""

from __future__ import annotations

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import Answer, Option, SelectPrompt
from games.core.text.messages import Path, Seat, msg
from games.el_mapa.model.events import Fled
from games.el_mapa.model.state import NEUTRAL, Blow, MapState, Side, Troops, add, counts, fought
from games.el_mapa.rules.battle import strikes
from games.el_mapa.rules.battle.outcomes import conclude
from games.el_mapa.rules.moving.exploring import look_around
from games.el_mapa.rules.strength import strength
from games.el_mapa.rules.technology.resources import PRODUCTION

T = StepContext[MapState]


class Flight(Frame[MapState], tag="pursue"):
    """`seat`'s troops flee to `to` after giving up one (`given`, its kind); the other side's cavalry deals `strike`."""

    free = (PRODUCTION,)

    seat: int
    side: int
    to: str
    given: str
    strike: int

    def _sides(self, t: T) -> tuple[Side, Side]:
        battle = fought(t.state)
        return battle.sides[self.side], battle.sides[1 - self.side]

    def actors(self, t: T) -> tuple[Seat, ...]:
        """The side that stays, if its cavalry has a choice."""
        runs, stays = self._sides(t)
        return (
            (stays.seat,)
            if stays.seat != NEUTRAL and strength.several(self.strike, strength.ranks(runs))
            else ()
        )

    def prompt(self, t: T, seat: Seat, path: Path) -> Answer:
        """Whom the cavalry of the side that stays catches: `("kill", {squad: n})`, as many as its strike allows (rules 8.6)."""
        runs, _ = self._sides(t)
        if not path:
            return _ROOT
        if len(path) == 1:
            return strikes.kill_form(
                self.strike,
                strength.ranks(runs),
                t.options["troop_levels"] == "ladder",
                neutral=False,
            )
        return strikes.sure(path[1], strength.ranks(runs))

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Those named are caught, the rest arrives."""
        self._arrive(t, counts(path[1]))

    def advance(self, t: T) -> None:
        """Nobody has to choose: the usual division, or nobody is pursued."""
        runs, stays = self._sides(t)
        ladder = t.options["troop_levels"] == "ladder"
        self._arrive(
            t,
            dict(strength.usual_kills(stays.seat, self.strike, strength.ranks(runs), ladder))
            if self.strike
            else {},
        )

    def _arrive(self, t: T, kills: Troops) -> None:
        """Who is left stands in the new cell and looks around; the battle is over."""
        s = t.state
        battle = fought(s)
        runs, _ = self._sides(t)
        caught = strength.fell(runs, kills)
        left = strength.troops(runs)
        gone = dict(caught)
        add(gone, {self.given: 1})
        dealt, dead = (
            ([0, self.strike], [gone, {}]) if self.side == 0 else ([self.strike, 0], [{}, gone])
        )
        s.reports[-1].blows.append(Blow(battle.round, 0, dealt, dead))
        t.pop()
        t.reveal()
        t.emit(Fled(self.seat, battle.cell, self.to, self.given, caught, left))
        for squad in runs.squads:
            squad.n = 0
        if left:
            add(s.players[self.seat].stacks.setdefault(self.to, {}), left)
            if s.turn.seat == self.seat:
                add(s.turn.spent.setdefault(self.to, {}), left)
            look_around(t, self.seat, self.to)
        conclude(t, "fled")


_ROOT = SelectPrompt((Option("kill", msg("map.verb.catch"), tone="main", rule="flee"),))
