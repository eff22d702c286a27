"""Setup, sequence of rounds, and end of the game (rules 3, 5, 5.7)."""

from __future__ import annotations

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.state.position import Outcome
from games.core.state.score import places
from games.era_medieval_age.model.catalog import DICE, KEEP, PIECES, RULES, SCORCHED, rank_of
from games.era_medieval_age.model.events import RoundBegan, RoundEnded, Scored
from games.era_medieval_age.model.state import EraState, last_round, match_dice_to_buildings
from games.era_medieval_age.rules.domain.building import Builders
from games.era_medieval_age.rules.domain.layout import CENTER_KEEP, Layouts
from games.era_medieval_age.rules.domain.scoring import decided_by, score
from games.era_medieval_age.rules.phases.calamities import Calamities
from games.era_medieval_age.rules.phases.extortion import Extort
from games.era_medieval_age.rules.phases.harvest import Collect
from games.era_medieval_age.rules.phases.rolling import RollPhase


def setup(t: StepContext[EraState]) -> list[Frame[EraState]]:
    """Fill the supply and the towns, place the keeps in the center (rules 3).

    Returns the first frames of the stack.
    """
    s, facts = t.state, RULES.seats[t.n]
    s.box = {kind: facts.box.get(kind, 0) for kind in PIECES}
    given = RULES.start | {KEEP: 1, SCORCHED: facts.scorched}
    s.supply = {
        kind: piece.count - s.box[kind] - t.n * given.get(kind, 0) for kind, piece in PIECES.items()
    }
    s.pool = {kind: s.supply[die.source] for kind, die in DICE.items()}
    s.markers = facts.markers
    for town in s.towns:
        town.pieces = [CENTER_KEEP]
        town.stock = {what: track.start for what, track in RULES.resources.items()}
    return [Layouts(), Rounds()]


class Rounds(Frame[EraState], tag="rounds"):
    """Bottom frame of the stack: pushes one round after the other."""

    def advance(self, t: StepContext[EraState]) -> None:
        """Push the steps of a round, and its end."""
        s = t.state
        s.round += 1
        if s.round == 1:
            for town in s.towns:
                match_dice_to_buildings(town)
        t.emit(RoundBegan(s.round, s.first))
        order = s.order()
        t.push(
            RollPhase(),
            Collect(),
            Calamities(list(order)),
            Builders(list(order)),
            Extort([]),
            RoundEnd(),
        )


class RoundEnd(Frame[EraState], tag="round_end"):
    """Frame that ends a round: dice check, end of the game or next start player (rules 5.7)."""

    def advance(self, t: StepContext[EraState]) -> None:
        """Update the dice and the pool, then end the game or pass on the start player.

        Each seat gets the dice that its buildings grant. The pool gets one die for each building in
        the supply that grants a die.
        """
        s = t.state
        t.pop()
        changes = []
        for town in s.towns:
            before = len(town.dice)
            match_dice_to_buildings(town)
            changes.append(len(town.dice) - before)
        s.pool = {kind: s.supply[die.source] for kind, die in DICE.items()}
        t.emit(RoundEnded(s.round, changes))
        reason = end_reason(s, t.n, t.options["round_limit"])
        if not reason:
            s.first = (s.first + 1) % t.n
            return
        board = score(t.pos)
        standing = places(board.ranking)
        t.emit(
            Scored(list(board.total), standing, reason, rank_of(board.total[0]) if t.n == 1 else "")
        )
        decided = decided_by(board)
        if decided is not None:
            t.emit(decided)
        t.end(Outcome(standing))


def end_reason(s: EraState, n: int, limit: int) -> str:
    """Return why the game ends with this round, or "" if it does not.

    The reason is `solo`, `markers` or `limit`. `n` is the number of seats and `limit` the last
    round (0: no limit). Rules 5.7, 8; ruling R32.
    """
    if not last_round(s, n, limit):
        return ""
    return "solo" if n == 1 else "markers" if len(s.ended) >= s.markers else "limit"
