"""Events that recaps tell first: main deeds, losses, and acts without a question."""

from __future__ import annotations

from games.core.state.events import Event
from games.core.state.recaps import RecapRules
from games.core.text.messages import Seat
from games.era_medieval_age.model import events as ev
from games.era_medieval_age.model.catalog import RULES
from games.era_medieval_age.rules.phases.calamities import BACKFIRES
from games.era_medieval_age.rules.phases.extortion import JAIME


def losers(event: Event) -> set[Seat]:
    """Return the seats that lose by an event, or act in it without a question.

    A loss is one of buildings, dice, resources, calamity points or the largest area. A calamity
    counts as a loss of the seats that it hits, so that a recap tells it before what they lost. Acts
    without a question are hammers that a seat can't use, and an extorter's demand and the answer to
    it. They tell the seat that the step is over.
    """
    match event:
        case ev.Struck(seat=seat, calamity=calamity, alone=alone):
            if calamity in BACKFIRES and not alone:
                return set(range(max(RULES.seats))) - {seat}
            return {seat}
        case ev.Sick(n=0) | ev.Revolted(goods=0):
            return set()
        case (
            ev.Robbed(seat=seat)
            | ev.Sick(seat=seat)
            | ev.Scorched(seat=seat)
            | ev.Lost(seat=seat)
            | ev.Revolted(seat=seat)
            | ev.DieLeft(seat=seat)
        ):
            return {seat}
        case ev.BuildSkipped(seat=seat, hammers=hammers) if hammers:
            return {seat}
        case ev.Demanded(by=by) if by != JAIME:
            return {by}
        case ev.Paid(by=by, victim=seat) | ev.ExtortionRefused(by=by, victim=seat):
            return {by, seat} - {JAIME}
        case ev.Collected(seat=seat, hungry=hungry) if hungry:
            return {seat}
        case ev.LargestArea(losers=seats):
            return set(seats)
    return set()


RECAP = RecapRules(
    deeds=(
        ev.BuildEnded,
        ev.Built,
        ev.Demanded,
        ev.Plundered,
        ev.Struck,
        ev.Quilled,
        ev.Collected,
    ),
    losers=losers,
)
