"""Exchange of strikes: both sides strike at once and divide their damage in secret (rules 8.5).

`Exchange` opens a lane with `Allocate` for each seat that has a choice; `strength.py` computes the
damage.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import (
    DistributePrompt,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    Slot,
)
from games.core.text.messages import Key, Path, Seat, msg
from games.el_mapa.model.events import Struck
from games.el_mapa.model.names import fallen, squad_name
from games.el_mapa.model.state import NEUTRAL, Blow, MapState, counts, current_battle
from games.el_mapa.rules.strength import strength
from games.el_mapa.rules.strength.strength import Ranks

T = StepContext[MapState]


def damage(t: T, side: int) -> int:
    """Return the damage that a side (0: attacker) deals at the current initiative (rules 8.5).

    Supporting archers and cards are included.
    """
    battle = current_battle(t.state)
    striker = battle.sides[side]
    return strength.strike(
        striker, battle.step, strength.support(t.state, striker.seat, battle.cell, t.options)
    )[0]


def damage_assigner(t: T, side: int) -> Seat | None:
    """Return the seat that divides the damage of a side; None if nobody is asked.

    A player divides the damage of own troops. The damage of a garrison is divided by the next
    player after the attacker or, with the option `neutral_assignment` = `automatic`, automatically
    (rules 8.7).
    """
    battle = current_battle(t.state)
    seat = battle.sides[side].seat
    if seat != NEUTRAL:
        return seat
    if t.options["neutral_assignment"] == "automatic":
        return None
    attacker = battle.sides[0].seat
    return next(
        other for at in range(1, t.n) if not t.state.players[other := (attacker + at) % t.n].out
    )


class Exchange(Frame[MapState], tag="exchange"):
    """Frame for one exchange of strikes.

    It opens a lane for each seat that can choose how to divide damage. When all have chosen, the
    dead of both sides are removed together.
    """

    open: bool = False

    def advance(self, t: T) -> None:
        """Open the lanes, if there is a choice; strike when all seats have chosen."""
        if not self.open:
            self.open = True
            battle = current_battle(t.state)
            lanes: dict[Seat, Frame[MapState]] = {}
            for side in (0, 1):
                who = damage_assigner(t, side)
                if who is not None and strength.has_several_divisions(
                    damage(t, side), strength.ranks(battle.sides[1 - side])
                ):
                    lanes[who] = Allocate(who, side)
            if lanes:
                t.fork(lanes)
                return
        t.pop()
        self._strike(t)

    def _strike(self, t: T) -> None:
        s = t.state
        battle = current_battle(s)
        ladder = t.options["troop_levels"] == "ladder"
        strikes, kills = [], []
        for at, side in enumerate(battle.sides):
            dealt, marks, lusts = strength.strike(
                side, battle.step, strength.support(s, side.seat, battle.cell, t.options)
            )
            side.marks -= marks
            side.lusts -= lusts
            who = damage_assigner(t, at)
            aim = None if who is None else s.players[who].aim
            strikes.append(dealt)
            kills.append(
                strength.usual_kills(side.seat, dealt, strength.ranks(battle.sides[1 - at]), ladder)
                if aim is None
                else aim
            )
        for player in s.players:
            player.aim = None
        dead = [strength.remove_dead(side, kills[1 - at]) for at, side in enumerate(battle.sides)]
        battle.fallen = battle.fallen or any(dead)
        t.reveal()
        if any(strikes):
            s.reports[-1].blows.append(Blow(battle.round, battle.step, strikes, dead))
            t.emit(
                Struck(
                    battle.cell, battle.round, battle.step, strikes, [dict(some) for some in dead]
                )
            )


class Allocate(Frame[MapState], tag="strike"):
    """Frame in a lane in which `seat` divides the damage of `side` among the enemy's squads."""

    seat: int
    side: int

    def prompt(self, t: T, seat: Seat, path: Path) -> PromptResult:
        """Ask how many troops of each squad are killed: `("kill", {squad: n})`."""
        battle = current_battle(t.state)
        targets = strength.ranks(battle.sides[1 - self.side])
        if not path:
            return _ROOT
        if len(path) == 1:
            neutral = battle.sides[self.side].seat == NEUTRAL
            return kill_form(
                damage(t, self.side), targets, t.options["troop_levels"] == "ladder", neutral
            )
        return division_summary(path[1], targets)

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Store the division in secret (`Player.aim`) until both sides have chosen."""
        t.state.players[seat].aim = counts(path[1])
        t.pop()


@lru_cache(4096)
def kill_form(strike: int, some: Ranks, ladder: bool, neutral: bool) -> DistributePrompt:
    """Ask how to divide the damage `strike` among the squads `some`.

    Each troop killed costs its hit points. Damage that suffices to kill one more troop must be used
    (ruling R20). The default is the division that the rules prescribe for a garrison if `neutral`
    is set, else the best division for the player. `ladder` is as in `catalog.level_of`.
    """
    slots = tuple(
        Slot(name, msg("map.squad", who=squad_name(kind, n, name), n=hp), n, hp, kind)
        for name, kind, n, hp, _ in some
    )
    usual = (
        strength.neutral_kills(strike, some)
        if neutral
        else strength.best_kills(strike, some, ladder)
    )
    return DistributePrompt(
        slots,
        0,
        strike,
        msg("map.ask.kill", n=strike),
        full=True,
        default=dict(usual),
        unit=msg("map.unit.damage"),
    )


def division_summary(kills: Key, some: Ranks) -> MoveReady:
    """Return the finished move that divides damage among the squads `some`.

    `kills` is the number of troops killed by squad id.
    """
    by_squad, dead = counts(kills), Counter[str]()
    for name, kind, *_ in some:
        dead[kind] += by_squad.get(name, 0)
    return MoveReady(
        msg("map.done.kill", who=fallen(dead)), advice=msg("map.advice.kill", who=fallen(dead))
    )


_ROOT = SelectPrompt((Option("kill", msg("map.verb.kill"), tone="main", rule="damage"),))
