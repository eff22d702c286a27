"""Rounds: upkeep, a turn for each player, the end (rules 5).

`Rounds` is the frame at the bottom of the stack. It goes on when the frames above it are done, that
is after each turn.
"""

from __future__ import annotations

from msgspec import field

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.text.messages import Seat
from games.el_mapa.model.catalog import RESOURCES, RULES, TECHS
from games.el_mapa.model.events import LastRound, RoundBegan, TurnBegan, Upkeep
from games.el_mapa.model.holdings import income, train
from games.el_mapa.model.options import last_round, limit_of
from games.el_mapa.model.state import MapState, TurnState, add
from games.el_mapa.model.terrain import reading
from games.el_mapa.rules.ending.endings import end, resign
from games.el_mapa.rules.flow.turns import TurnActions
from games.el_mapa.rules.moving.exploring import claim, has_claim
from games.el_mapa.rules.technology import cards
from games.el_mapa.rules.technology.resources import PRODUCTION_CARD, produce_more

T = StepContext[MapState]
SEATS_PER_UPKEEP_EVENT = 2  # so that a sentence of the log does not get too long


class Rounds(Frame[MapState], tag="rounds"):
    """Frame at the bottom of the stack that starts rounds and turns.

    `left` are the seats that still have a turn in this round.
    """

    left: list[int] = field(default_factory=list)

    def advance(self, t: T) -> None:
        """Start the next turn or the next round, or end the game."""
        s = t.state
        if self.left:
            begin_turn(t, self.left.pop(0))
        elif s.round and last_round(s, t.options):
            end(t, s.ending or "rounds")
        elif s.idle == RULES.idle:
            end(t, "idle")
        else:
            if s.round and t.options["start_player"] == "rotating":
                s.first = (s.first + 1) % t.n
            s.round += 1
            s.idle += 1  # an action of any player sets it to 0 again
            self.left = order(s)
            t.emit(RoundBegan(s.round, list(self.left)))
            if s.round == limit_of(t.options):
                t.emit(LastRound("rounds"))
            upkeep(t)


def order(s: MapState) -> list[Seat]:
    """Return the seats that are not eliminated, clockwise from the start player."""
    n = len(s.players)
    seats = ((s.first + at) % n for at in range(n))
    return [seat for seat in seats if not s.players[seat].out]


def upkeep(t: T) -> None:
    """Train troops in all castles, then give all seats their income (rules 5.1, 5.2)."""
    s = t.state
    for castle in s.castles.values():
        train(castle, t.options)
    gains: list[dict[str, int]] = [{} for _ in s.players]
    for seat in order(s):
        player, produced = s.players[seat], income(s, seat)
        player.produced, player.boosted = [what for what, n in produced.items() if n], False
        for what in RESOURCES:
            player.goods[what] += produced[what]
        # The other kinds are `cards1`, `cards2`, `cards3`.
        wanted = {
            what.removeprefix("cards"): n for what, n in produced.items() if what not in RESOURCES
        }
        levels = cards.draw(t, seat, wanted)
        gains[seat] = {what: produced[what] for what in RESOURCES if produced[what]}
        add(gains[seat], {f"cards{level}": n for level, n in levels.items()})
        if PRODUCTION_CARD in player.lasting and player.produced:
            add(gains[seat], produce_more(t, seat, TECHS[PRODUCTION_CARD].amount))
    with_gains = [seat for seat in order(s) if gains[seat]]
    for at in range(0, len(with_gains), SEATS_PER_UPKEEP_EVENT):
        covered = with_gains[at : at + SEATS_PER_UPKEEP_EVENT]
        covered_gains = [gained if seat in covered else {} for seat, gained in enumerate(gains)]
        t.emit(Upkeep(s.round, covered_gains))


def begin_turn(t: T, seat: Seat) -> None:
    """Begin the turn of a seat: reset the counters, claim cells (rules 7.4), ask for actions.

    A player who has left the match for good is eliminated instead.
    """
    s = t.state
    if s.players[seat].out:
        return
    s.turn = TurnState(seat)
    for castle in s.castles.values():
        castle.built = 0
    if t.gone[seat]:
        resign(t, seat)
        return
    t.emit(TurnBegan(seat))
    here = [cell for cell in reading(s.board, s.players[seat].stacks) if has_claim(s, seat, cell)]
    treasures = [frame for cell in here for frame in claim(t, seat, cell)]
    t.push(*treasures, TurnActions(seat))  # the first frame is on top: treasures come first
