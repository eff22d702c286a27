"""End of a battle: points, claims, retreat after a standoff (rules 8.8)."""

from __future__ import annotations

from msgspec.structs import replace

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Path, Seat, msg
from games.el_mapa.model.events import BattleEnded, Retreated
from games.el_mapa.model.names import cell_name
from games.el_mapa.model.state import (
    NEUTRAL,
    Battle,
    MapState,
    Troops,
    add,
    current_battle,
    levels,
    ordered,
)
from games.el_mapa.rules.moving.exploring import claim, look_around
from games.el_mapa.rules.strength import strength
from games.el_mapa.rules.technology.resources import PRODUCTION

T = StepContext[MapState]


def end_battle(t: T, end: str) -> None:
    """End the battle; `end` is `won`, `fled`, `both` (no survivors) or `standoff`.

    Survivors are put back on the map. The winner gets points for the dead of the other side. If
    the attacker wins, the cell is claimed.
    """
    s = t.state
    battle = current_battle(s)
    entries = s.turn.entries.pop(battle.cell)
    s.battle = None
    survivors = [strength.troops(side) for side in battle.sides]
    seats = [side.seat for side in battle.sides]
    surviving_side = 0 if survivors[0] else 1
    winner = -1 if end in ("both", "standoff") else surviving_side
    points = 0
    if winner >= 0 and seats[winner] != NEUTRAL:
        points = levels(battle.sides[1 - winner].dead, t.options["troop_levels"] == "ladder")
        s.players[seats[winner]].fights += points
    report = s.reports[-1]
    report.end, report.winner, report.points = end, winner, points
    winning_seat = seats[winner] if winner >= 0 else -2
    losses = [ordered(side.dead) for side in battle.sides]
    ended = BattleEnded(battle.cell, end, winning_seat, points, seats, losses)
    own = replace(ended, own=True)
    t.emit(ended, {seat: own for seat in seats if seat != NEUTRAL})
    _put_back(s, battle, 1, survivors[1])
    if end == "standoff":
        _send_back(t, battle, survivors[0], entries)
    elif survivors[0]:
        _put_back(s, battle, 0, survivors[0])
        t.push(*claim(t, seats[0], battle.cell))


def _put_back(s: MapState, battle: Battle, side: int, survivors: Troops) -> None:
    """Put the survivors of a side back into the cell of the battle.

    Attackers can't move again this turn. `side` is 0 for the attacker.
    """
    seat = battle.sides[side].seat
    if not survivors:
        return
    if seat == NEUTRAL:
        s.garrisons[battle.cell] = dict(survivors)
        return
    s.players[seat].stacks[battle.cell] = dict(survivors)
    if side == 0:
        s.turn.spent[battle.cell] = dict(survivors)


def _send_back(t: T, battle: Battle, survivors: Troops, entries: list[str]) -> None:
    """Send the attackers back after a standoff.

    They go to one of `entries`, the cells from which their groups came. If troops of others are in
    all of these cells, they go to any cell to which they could flee. Without such a cell they are
    disbanded.
    """
    s, seat = t.state, battle.sides[0].seat
    targets = [cell for cell in entries if s.foe(cell, seat) is None]
    if not targets:
        targets = [
            neighbor
            for edge, neighbor in s.board.beside[battle.cell].items()
            if not s.barred(battle.cell, edge, neighbor)
            and s.open(neighbor)
            and s.foe(neighbor, seat) is None
        ]
    if targets:
        t.push(Return(seat, battle.cell, targets, survivors))
    else:
        t.emit(Retreated(seat, battle.cell, "", survivors))


class Return(Frame[MapState], tag="back"):
    """Frame in which the attackers of a standoff go back to one of the cells `to`."""

    free = (PRODUCTION,)

    seat: int
    cell: str
    to: list[str]
    troops: dict[str, int]

    def actors(self, t: T) -> tuple[Seat, ...]:
        """Return the attacker if there are several cells to choose from (rules 8.8)."""
        return (self.seat,) if len(self.to) > 1 else ()

    def prompt(self, t: T, seat: Seat, path: Path) -> PromptResult:
        """Ask for the cell: `("back", cell)`."""
        if not path:
            return _ROOT
        if len(path) == 1:
            return SelectPrompt(
                tuple(
                    Option(cell, cell_name(cell), spot=cell, rule="standoff", mark=cell.upper())
                    for cell in self.to
                ),
                msg("map.ask.back"),
            )
        return MoveReady(
            msg("map.done.back", at=cell_name(str(path[1]))),
            ghost=(f"{self.cell}>{path[1]}", str(path[1])),
            advice=msg("map.advice.back", at=cell_name(str(path[1]))),
        )

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Put the troops into the chosen cell and reveal tiles around it."""
        self._go(t, str(path[1]))

    def advance(self, t: T) -> None:
        """Put the troops into the only possible cell."""
        self._go(t, self.to[0])

    def _go(self, t: T, cell: str) -> None:
        s = t.state
        t.pop()
        t.reveal()
        add(s.players[self.seat].stacks.setdefault(cell, {}), self.troops)
        add(s.turn.spent.setdefault(cell, {}), self.troops)
        t.emit(Retreated(self.seat, self.cell, cell, dict(self.troops)))
        look_around(t, self.seat, cell)


_ROOT = SelectPrompt((Option("back", msg("map.verb.back"), tone="main", rule="standoff"),))
