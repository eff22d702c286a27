"""What may be looked at closely: everybody's domain."""

from __future__ import annotations

from games.core.looks import Closeup
from games.core.messages import msg, seat_name
from games.era_medieval_age.show.narrate import town_words
from games.era_medieval_age.show.view import GameView


def looks(view: GameView) -> tuple[Closeup, ...]:
    """The domains by seat; of layouts that are still hidden only as much as the view knows."""
    return tuple(
        Closeup(f"domain{seat}", "domain", msg("era.look.domain", seat=seat_name(seat)), seat, tuple(town_words(view, seat, one)))
        for seat, one in enumerate(view.towns)
    )
