"""Close-ups of each player's domain."""

from __future__ import annotations

from games.core.text.messages import msg, seat_name
from games.core.views.closeups import Closeup
from games.era_medieval_age.views.narrate import town_words
from games.era_medieval_age.views.view import GameView


def closeups(view: GameView) -> tuple[Closeup, ...]:
    """Return one close-up per domain, by seat.

    Of a hidden layout only the keep is shown.
    """
    return tuple(
        Closeup(
            f"domain{seat}",
            "domain",
            msg("era.look.domain", seat=seat_name(seat)),
            seat,
            tuple(town_words(view, seat, one)),
        )
        for seat, one in enumerate(view.towns)
    )
