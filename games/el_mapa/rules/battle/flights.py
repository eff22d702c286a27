"""Flight from a battle: pursuit and arrival (rules 8.3, 8.6)."""

from __future__ import annotations

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import Option, PromptResult, SelectPrompt
from games.core.text.messages import Path, Seat, msg
from games.el_mapa.model.events import Fled
from games.el_mapa.model.state import (
    NEUTRAL,
    Blow,
    MapState,
    Side,
    Troops,
    add,
    counts,
    current_battle,
)
from games.el_mapa.rules.battle import strikes
from games.el_mapa.rules.battle.outcomes import end_battle
from games.el_mapa.rules.moving.exploring import look_around
from games.el_mapa.rules.strength import strength
from games.el_mapa.rules.technology.resources import PRODUCTION

T = StepContext[MapState]


class Flight(Frame[MapState], tag="pursue"):
    """Frame in which troops of `seat` flee to the cell `to`.

    The seat has given up one troop of the kind `given`. The cavalry of the other side catches
    troops with `strike` damage. `side` is 0 if the attacker flees.
    """

    free = (PRODUCTION,)  # actions that are possible before the answer, see `FreeActions`

    seat: int
    side: int
    to: str
    given: str
    strike: int

    def _sides(self, t: T) -> tuple[Side, Side]:
        """Return the side that flees and the side that stays."""
        battle = current_battle(t.state)
        return battle.sides[self.side], battle.sides[1 - self.side]

    def actors(self, t: T) -> tuple[Seat, ...]:
        """Return the seat of the side that stays, if it can choose which troops it catches."""
        fleeing, staying = self._sides(t)
        if staying.seat == NEUTRAL:
            return ()
        choice = strength.has_several_divisions(self.strike, strength.ranks(fleeing))
        return (staying.seat,) if choice else ()

    def prompt(self, t: T, seat: Seat, path: Path) -> PromptResult:
        """Ask which troops the cavalry catches: `("kill", {squad: n})` (rules 8.6)."""
        fleeing, _ = self._sides(t)
        if not path:
            return _ROOT
        if len(path) == 1:
            return strikes.kill_form(
                self.strike,
                strength.ranks(fleeing),
                t.options["troop_levels"] == "ladder",
                neutral=False,
            )
        return strikes.division_summary(path[1], strength.ranks(fleeing))

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Remove the troops that were caught; the others arrive."""
        self._arrive(t, counts(path[1]))

    def advance(self, t: T) -> None:
        """Divide the damage automatically, because there is no choice; the others arrive."""
        fleeing, staying = self._sides(t)
        ladder = t.options["troop_levels"] == "ladder"
        self._arrive(
            t,
            dict(strength.usual_kills(staying.seat, self.strike, strength.ranks(fleeing), ladder))
            if self.strike
            else {},
        )

    def _arrive(self, t: T, kills: Troops) -> None:
        """Put the survivors into the refuge, reveal tiles around it and end the battle.

        `kills` are the troops that the cavalry catches, by squad.
        """
        s = t.state
        battle = current_battle(s)
        fleeing, _ = self._sides(t)
        caught = strength.remove_dead(fleeing, kills)
        arrived = strength.troops(fleeing)
        lost = dict(caught)
        add(lost, {self.given: 1})
        dealt: list[int] = [0, 0]
        dead: list[Troops] = [{}, {}]
        dealt[1 - self.side], dead[self.side] = self.strike, lost
        pursuit = Blow(battle.round, step=0, strikes=dealt, dead=dead)
        s.reports[-1].blows.append(pursuit)
        t.pop()
        t.reveal()  # all see the outcome, so nobody can undo the flight
        t.emit(Fled(self.seat, battle.cell, self.to, self.given, caught, arrived))
        for squad in fleeing.squads:
            squad.n = 0
        if arrived:
            add(s.players[self.seat].stacks.setdefault(self.to, {}), arrived)
            if s.turn.seat == self.seat:
                add(s.turn.spent.setdefault(self.to, {}), arrived)
            look_around(t, self.seat, self.to)
        end_battle(t, "fled")


_ROOT = SelectPrompt((Option("kill", msg("map.verb.catch"), tone="main", rule="flee"),))
