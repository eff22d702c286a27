"""Header of all pictures of El Mapa, with the state of the game in few words."""

from __future__ import annotations

import functools

from games.el_mapa.views.view import GameView
from render.base import i18n
from render.parts import header


def moment(view: GameView, lang: str) -> str:
    """Return round and hidden tiles (`Ronda 7 · 29 losetas ocultas`), or "game over" words."""
    if view.phase == "end":
        return i18n.say(lang, "el_mapa.end")
    return i18n.say(lang, "el_mapa.moment", n=view.hidden, round=view.round)


draw_head = functools.partial(header.draw_header, moment)
