"""What a game says of its events for recaps: which are main deeds, and who loses something."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from games.core.state.events import Event
from games.core.text.messages import Seat


def _nobody(_: Any) -> tuple[Seat, ...]:
    """Return no seats: the default of `losers`.

    It suits games in which no player takes something from another.
    """
    return ()


@dataclass(frozen=True)
class RecapRules:
    """Which events of a game matter to the reader of a recap.

    - `deeds`: event classes that are the main deeds of a turn, the most important first; a recap
      tells the most important deed of each rival
    - `losers`: returns the seats from which an event takes something (pieces, goods, points); a
      recap never leaves out what its reader lost
    - `counted_as`: returns the event class as which an event counts among `deeds`
    """

    deeds: tuple[type[Event], ...] = ()
    losers: Callable[[Any], Iterable[Seat]] = _nobody
    counted_as: Callable[[Any], type[Event]] = type

    def rank(self, event: Event) -> int:
        """Return how important the event is for a recap; higher is more important.

        0 means that the event is not one of the main deeds (`deeds`). If there is not enough room
        for all sentences, a recap prefers those with a higher rank.
        """
        counted = self.counted_as(event)
        for position, kind in enumerate(self.deeds):
            if issubclass(counted, kind):
                return len(self.deeds) - position
        return 0


NO_RECAP_RULES = RecapRules()  # of games that name neither main deeds nor losses
