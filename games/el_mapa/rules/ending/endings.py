"""Elimination and the end of the game (rules 9, 10)."""

from __future__ import annotations

from games.core.cards.decks import sort_in
from games.core.engine.context import StepContext
from games.core.state.position import Outcome
from games.core.state.score import Scoreboard, places
from games.core.text.messages import Msg, Seat
from games.el_mapa.model.catalog import RESOURCES, TECHS
from games.el_mapa.model.events import Eliminated, Ended, LastRound
from games.el_mapa.model.options import ends_at_once, last_round
from games.el_mapa.model.state import MapState
from games.el_mapa.rules.ending.scoring import score

T = StepContext[MapState]


def ends_with_turn(t: T, seat: Seat) -> bool:
    """Return whether it is known that the game ends once this seat's turn is over."""
    s = t.state
    if not last_round(s, t.options):
        return False
    if s.ending and ends_at_once(t.options):
        return True
    seats = ((s.first + at) % t.n for at in range(t.n))
    return [one for one in seats if not s.players[one].out][-1] == seat


def resign(t: T, seat: Seat) -> None:
    """Eliminate a player who resigns (rules 9).

    The player's troops leave the map; villages lose their castles and become neutral, without a
    garrison.
    """
    s = t.state
    s.players[seat].stacks.clear()
    for cell in s.villages(seat):
        del s.castles[cell]
    eliminate(t, [seat], resigned=True)


def seats_without_pieces(s: MapState) -> list[Seat]:
    """Return the seats to eliminate: those with neither a village nor troops (rules 9).

    The elimination follows after the turn.
    """
    return [seat for seat in s.alive() if not s.villages(seat) and not s.players[seat].stacks]


def eliminate(t: T, seats: list[Seat], resigned: bool = False) -> None:
    """Eliminate seats at the same time, so that they share their place.

    `resigned`: they left the game by themselves. If one player is left, that player has won; if
    none is left, points decide.
    """
    s = t.state
    for seat in seats:
        _remove_possessions(s, seat)
        t.emit(Eliminated(seat, resigned))
    s.fallen.append(list(seats))
    if len(s.alive()) < 2:
        end(t, "survivor")


def _remove_possessions(s: MapState, seat: Seat) -> None:
    """Remove the markers, goods and cards of an eliminated seat; its points stay.

    Its lasting copies are discarded face up, its hand face down.
    """
    player = s.players[seat]
    for cell in s.owned(seat):
        del s.owners[cell]
    player.goods = dict.fromkeys(RESOURCES, 0)
    for card in player.lasting:
        sort_in(s.discards[str(TECHS[card].level)], card)
    sort_in(player.buried, *player.hand)
    player.hand, player.lasting, player.posts, player.produced = [], [], [], []
    player.out = s.round


def end(t: T, why: str) -> None:
    """End the game with the current score.

    `why` is `survivor`, `idle`, `rounds`, `wonders` or `map`.
    """
    board = score(t.pos)
    by_seat = places(board.ranking)
    t.emit(Ended(why, list(board.total), by_seat, _tie_breaker(board)))
    t.end(Outcome(by_seat))


def _tie_breaker(board: Scoreboard) -> str:
    """Return the criterion that decided between the first two with equal points (rules 10.3).

    It is empty if their points differ or if they share the first place.
    """
    first, second = board.ranking[:2]
    if (
        board.total[first.seat] != board.total[second.seat]
        or first.place == second.place
        or not first.trail
    ):
        return ""
    label: Msg = first.trail[-1].args["what"]
    return label.key.rpartition(".")[2].removeprefix("tie_")


def check_end_triggers(t: T) -> None:
    """Make this round the last if the end of the game is triggered (rules 10.1).

    The triggers are: as many wonders as there are players are built, or no tile is face down.
    """
    s = t.state
    if s.ending or not s.round or t.pos.outcome is not None:
        return
    if s.raised >= t.n:
        s.ending = "wonders"
    elif s.explored:
        s.ending = "map"
    else:
        return
    t.emit(LastRound(s.ending, ends_at_once(t.options)))
