"""Where a game of El Mapa stands, in few words, and the header of all its pictures."""

from __future__ import annotations

import functools

from games.el_mapa.show.view import GameView
from render import heading, words


def moment(view: GameView, lang: str) -> str:
    """Round and hidden tiles, at the end only that it has come: `Ronda 7 · 29 losetas ocultas`."""
    if view.phase == "end":
        return words.say(lang, "el_mapa.end")
    return words.say(lang, "el_mapa.moment", n=view.hidden, round=view.round)


head = functools.partial(heading.head, moment)
