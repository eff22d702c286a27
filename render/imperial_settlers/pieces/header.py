"""Where a game stands, in few words, and the header of the pictures of the table."""

from __future__ import annotations

import functools

from games.imperial_settlers.views.view import GameView
from render.base import i18n
from render.parts import header


def moment(view: GameView, lang: str) -> str:
    """Round and phase, before the game and at its end the phase alone: `Ronda 3/5 · acción`."""
    phase = i18n.say(lang, f"imptable.phase.{view.phase}")
    if view.phase in ("setup", "end"):
        return phase
    return i18n.say(lang, "imptable.moment", n=view.round, m=view.rounds, phase=phase)


head = functools.partial(header.head, moment)
