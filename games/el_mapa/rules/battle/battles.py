"""Battles at the end of a turn, one contested cell after the other (rules 8)."""

from __future__ import annotations

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Msg, Path, Seat, msg
from games.el_mapa.model.events import BattleBegan, Enhanced
from games.el_mapa.model.names import cell_name, troops
from games.el_mapa.model.options import ends_at_once
from games.el_mapa.model.state import NEUTRAL, Battle, MapState, Report, Side, current_battle
from games.el_mapa.rules.battle.decisions import Decide, fights_on, has_decision
from games.el_mapa.rules.battle.outcomes import end_battle
from games.el_mapa.rules.battle.strikes import Exchange
from games.el_mapa.rules.ending.endings import eliminate, end, seats_without_pieces
from games.el_mapa.rules.strength import strength
from games.el_mapa.rules.technology.resources import PRODUCTION

T = StepContext[MapState]


class Battles(Frame[MapState], tag="order"):
    """Frame for the battles of a turn.

    `left` are the cells whose battle is not fought yet. The attacker chooses the next one.
    """

    free = (PRODUCTION,)

    seat: int
    left: list[str]

    def actors(self, t: T) -> tuple[Seat, ...]:
        """Return the attacker if several battles are left to choose from (rules 8.1).

        Nobody is asked if all of these battles are fought to the end without questions, because
        then their order does not matter.
        """
        settled = all(t.state.turn.hold(cell) for cell in self.left)
        return (self.seat,) if len(self.left) > 1 and not settled else ()

    def prompt(self, t: T, seat: Seat, path: Path) -> PromptResult:
        """Ask which contested cell is next: `("battle", cell)`."""
        if not path:
            return _ROOT
        if len(path) == 1:
            options = tuple(
                Option(cell, self._label(t, cell), spot=cell, rule="battle", mark=cell.upper())
                for cell in self.left
            )
            return SelectPrompt(options, msg("map.ask.battle"))
        at = cell_name(str(path[1]))
        return MoveReady(
            msg("map.done.battle", at=at),
            ghost=(str(path[1]),),
            advice=msg("map.advice.battle", at=at),
        )

    def _label(self, t: T, cell: str) -> Msg:
        s = t.state
        foe = s.foe(cell, self.seat)
        who = s.garrisons[cell] if foe == NEUTRAL or foe is None else s.players[foe].stacks[cell]
        return msg("map.against", at=cell_name(cell), who=troops(who))

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Begin the battle in the chosen cell; this cannot be undone."""
        self._begin(t, str(path[1]))

    def advance(self, t: T) -> None:
        """Begin the next battle, or end the turn if none is left."""
        if self.left:
            self._begin(t, self.left[0])
            return
        t.pop()
        finish_turn(t)

    def _begin(self, t: T, cell: str) -> None:
        self.left.remove(cell)
        t.reveal()
        begin(t, cell, self.seat)
        t.push(Fight())


def begin(t: T, cell: str, seat: Seat) -> None:
    """Move the troops of both sides from the map into a new battle in `cell`.

    `seat` is the attacker.
    """
    s = t.state
    foe = s.foe(cell, seat)  # never None here: there are troops to fight
    resident = (
        s.garrisons.pop(cell) if foe == NEUTRAL or foe is None else s.players[foe].stacks.pop(cell)
    )
    seats = [seat, NEUTRAL if foe is None else foe]
    armies = [s.players[seat].stacks.pop(cell), resident]
    s.turn.spent.pop(cell, None)
    for name, hold in (("0", s.turn.hold(cell)), ("1", 0), (cell, 0)):
        s.turn.set_hold(name, hold)
    s.battle = Battle(
        cell, [Side(who, strength.squads(army)) for who, army in zip(seats, armies, strict=True)]
    )
    before = [strength.troops(side) for side in s.battle.sides]
    s.reports.append(Report(cell, list(seats), before))
    t.emit(BattleBegan(cell, list(seats), [dict(some) for some in before]))


class Fight(Frame[MapState], tag="fight"):
    """Frame that runs one battle.

    `stage` is the next part: `round` (a new round, in which the defender decides first), `attack`
    (the decision of the attacker) or `strike` (the strikes).
    """

    stage: str = "round"

    def advance(self, t: T) -> None:
        """Run the next part of a round (rules 8.2)."""
        battle = current_battle(t.state)
        match self.stage:
            case "round":
                self._begin_round(t, battle)
            case "attack":
                self.stage = "strike"
                if has_decision(t, 0) and not fights_on(t, 0):
                    t.push(Decide(battle.sides[0].seat, 0))
            case _:
                self._strike(t, battle)

    def _begin_round(self, t: T, battle: Battle) -> None:
        battle.round, battle.fallen, battle.step = battle.round + 1, False, 0
        for side in battle.sides:
            strength.apply_lasting_bonuses(t.state, side)
        self.stage = "attack"
        if has_decision(t, 1) and not fights_on(t, 1):
            t.push(Decide(battle.sides[1].seat, 1))

    def _strike(self, t: T, battle: Battle) -> None:
        """Strike at the next initiative, begin another round, or end the battle."""
        first_strike = battle.step == 0
        if first_strike:
            for side in battle.sides:
                for card, kind in strength.target_lasting_cards(t.state, side, t.options):
                    t.emit(Enhanced(side.seat, card, kind, 1, strength.for_one(card, t.options)))
        if not all(strength.alive(side) for side in battle.sides):
            t.pop()
            end_battle(t, _end(battle))
            return
        battle.step = strength.next_step(battle, None if first_strike else battle.step)
        if battle.step:
            t.push(Exchange())
        elif battle.fallen:
            self.stage = "round"
        else:
            t.pop()
            end_battle(t, "standoff")


def _end(battle: Battle) -> str:
    return "won" if any(strength.alive(side) for side in battle.sides) else "both"


def finish_turn(t: T) -> None:
    """Eliminate players without village and troops at the end of a turn (rules 9).

    With the option `finish` = `immediate` the game ends here if an end was triggered (rules
    10.1).
    """
    s = t.state
    if eliminated := seats_without_pieces(s):
        eliminate(t, eliminated)
    if t.pos.outcome is None and s.ending and ends_at_once(t.options):
        end(t, s.ending)


_ROOT = SelectPrompt((Option("battle", msg("map.verb.battle"), tone="main", rule="battle"),))
