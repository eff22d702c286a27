"""What recaps tell first: bids, turns, and what these took from the reader."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.state.recaps import RecapRules
from games.core.text.messages import Seat
from games.eight_minute_empire.model import events as ev
from games.eight_minute_empire.model.operations import NEUTRAL, owner_of


def losers(event: Event) -> set[Seat]:
    """Return the seats that lost the bid, or armies, regions or continents in another's turn."""
    if isinstance(event, ev.BidsOpened):
        return set(range(len(event.bids))) - {event.winner}
    if not isinstance(event, ev.TurnEnded):
        return set()
    owners = [step[2] for step in event.steps if step[0] == "destroy"]
    owners += [before for _, before, _ in event.changes if before]
    return {owner_of(owner, -1) for owner in owners if owner != NEUTRAL} - {event.seat}


RECAP = RecapRules(deeds=(ev.BidsOpened, ev.TurnEnded), losers=losers)
