"""What recaps tell first: main deeds, and what a seat lost to others."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.state.recaps import RecapRules
from games.core.text.messages import Seat
from games.imperial_settlers.model import events as ev


def losers(event: Event) -> set[Seat]:
    """Return the seats that an event harmed.

    They lost a Location, a Deal, goods or the use of a Location to another seat, or a Location to a
    solo attack.
    """
    match event:
        case ev.Razed(seat=seat, owner=int(loser)) if loser != seat:
            return {loser}
        case ev.DealLost(seat=seat, victim=loser) | ev.Stole(seat=seat, victim=loser) if (
            loser != seat
        ):
            return {loser}
        case (
            ev.Removed(seat=seat, owner=loser)
            | ev.Jammed(seat=seat, owner=loser)
            | ev.Captured(seat=seat, owner=loser)
        ) if loser != seat:
            return {loser}
        case ev.Attacked(card=str(card)) if card:
            return {0}  # only solo games have attacks
    return set()


def _counted_as(event: Event) -> type[Event]:
    """Return the class of the event; a card razed from a hand counts as exchanged workers."""
    return ev.Worked if isinstance(event, ev.Razed) and event.owner is None else type(event)


RECAP = RecapRules(
    deeds=(
        ev.Razed,
        ev.Built,
        ev.Removed,
        ev.Captured,
        ev.Signed,
        ev.Routed,
        ev.Activated,
        ev.Stole,
        ev.DealLost,
        ev.Jammed,
        ev.Looted,
        ev.Founded,
        ev.Worked,
        ev.Took,
        ev.Passed,
    ),
    losers=losers,
    counted_as=_counted_as,
)
