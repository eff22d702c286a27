"""Where a game stands, in few words, and the header of the pictures of the table."""

from __future__ import annotations

import functools

from games.imperial_settlers.show.view import GameView
from render import heading, words


def moment(view: GameView, lang: str) -> str:
    """Round and phase, before the game and at its end the phase alone: `Ronda 3/5 · acción`."""
    phase = words.say(lang, f"imptable.phase.{view.phase}")
    if view.phase in ("setup", "end"):
        return phase
    return words.say(lang, "imptable.moment", n=view.round, m=view.rounds, phase=phase)


head = functools.partial(heading.head, moment)
