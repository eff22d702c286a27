"""Where a game of El Mapa stands, in few words, and the header of all its pictures."""

from __future__ import annotations

import functools

from games.el_mapa.views.view import GameView
from render.base import i18n
from render.parts import header


def moment(view: GameView, lang: str) -> str:
    """Round and hidden tiles, at the end only that it has come: `Ronda 7 · 29 losetas ocultas`."""
    if view.phase == "end":
        return i18n.say(lang, "el_mapa.end")
    return i18n.say(lang, "el_mapa.moment", n=view.hidden, round=view.round)


head = functools.partial(header.head, moment)
