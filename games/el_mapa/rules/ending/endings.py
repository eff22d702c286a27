"""Elimination and the end of the game (rules 9, 10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.cards.decks import sort_in
from games.core.engine.context import StepContext
from games.core.state.position import Outcome
from games.core.state.score import Scoreboard, places
from games.core.text.messages import Msg, Seat
from games.el_mapa.model.catalog import RESOURCES, TECHS
from games.el_mapa.model.events import Eliminated, Ended, LastRound
from games.el_mapa.model.state import MapState
from games.el_mapa.rules.ending.scoring import score

T = StepContext[MapState]


def limit_of(options: Mapping[str, Any]) -> int:
    """Return the round after which the game ends by option; 0 for no limit."""
    limit = options["round_limit"]
    return 0 if limit == "none" else int(limit)


def ends_at_once(options: Mapping[str, Any]) -> bool:
    """Return whether the game ends right after the turn with the last wonder or tile.

    Otherwise the round is finished first (option `finish`).
    """
    return bool(options["finish"] == "immediate")


def last_round(t: T) -> bool:
    """Return whether the current round is the last, as far as known."""
    return bool(t.state.ending) or t.state.round == limit_of(t.options)


def resign(t: T, seat: Seat) -> None:
    """Remove a player who resigns from the map and eliminate them (rules 9).

    Their troops leave the map. Their villages become neutral without a garrison and lose their
    castles.
    """
    s = t.state
    s.players[seat].stacks.clear()
    for cell in s.villages(seat):
        del s.castles[cell]
    eliminate(t, [seat], resigned=True)


def seats_without_pieces(s: MapState) -> list[Seat]:
    """Return the seats without village and troops.

    They are out when the turn is over (rules 9).
    """
    return [seat for seat in s.alive() if not s.villages(seat) and not s.players[seat].stacks]


def eliminate(t: T, seats: list[Seat], resigned: bool = False) -> None:
    """Eliminate seats at the same moment; none of them ranks above the other for that.

    A player who is left alone has won. If no player is left, the points decide.
    """
    s = t.state
    for seat in seats:
        _clear(s, seat)
        t.emit(Eliminated(seat, resigned))
    s.fallen.append(list(seats))
    if len(s.alive()) < 2:
        end(t, "survivor")


def _clear(s: MapState, seat: Seat) -> None:
    """Remove the markers, goods and cards of an eliminated seat.

    Goods go to the bank, lasting cards to the discards, the hand is put face down. The points
    stay.
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
    """End the game by the current score.

    `why` is `survivor`, `idle`, `rounds`, or the trigger of the last round (`wonders`, `map`).
    """
    board = score(t.pos)
    standing = places(board.ranking)
    t.emit(Ended(why, list(board.total), standing, _decided(board)))
    t.end(Outcome(standing))


def _decided(board: Scoreboard) -> str:
    """Return the criterion that broke a tie for the first place (rules 10.3).

    The result is empty if points decided or if the tie could not be broken.
    """
    first, second = board.ranking[:2]
    if (
        board.total[first.seat] != board.total[second.seat]
        or first.place == second.place
        or not first.trail
    ):
        return ""
    decided: Msg = first.trail[-1].args["what"]
    return decided.key.rpartition(".")[2].removeprefix("tie_")


def check_end_triggers(t: T) -> None:
    """Check the triggers of the last round (rules 10.1).

    They are: as many wonders as players were built, or no tile lies face down.
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
