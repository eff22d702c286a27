"""What recaps tell first: main deeds, and what was taken from a seat."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.state.recaps import RecapRules
from games.core.text.messages import Seat
from games.el_mapa.model import events as ev
from games.el_mapa.model.state import NEUTRAL


def losers(event: Event) -> set[Seat]:
    """Return the seats that lost a village, a mine, a tower, troops or the game."""
    match event:
        case ev.Claimed(before=loser) if loser >= 0:
            return {loser}
        case ev.BattleEnded(seats=seats, winner=winner, end=end, losses=losses):
            hurt = {seat for seat, dead in zip(seats, losses, strict=False) if any(dead.values())}
            beaten = set() if end == "standoff" else set(seats) - {winner}
            return (hurt | beaten) - {NEUTRAL}
        case ev.Fled(seat=seat) | ev.Eliminated(seat=seat) if seat >= 0:
            return {seat}
        case ev.Retreated(seat=seat, to="") if seat >= 0:
            return {seat}
    return set()


RECAP = RecapRules(
    deeds=(
        ev.Eliminated,
        ev.BattleEnded,
        ev.Built,
        ev.Claimed,
        ev.Lasting,
        ev.Dealt,
        ev.Hired,
        ev.Played,
        ev.Treasure,
        ev.Flipped,
        ev.Moved,
    ),
    losers=losers,
)
