"""Header of all pictures of El Mapa, with the state of the game in few words."""

from __future__ import annotations

import functools

from games.el_mapa.views.view import GameView
from render.base import i18n
from render.parts import header


def moment(view: GameView, lang: str) -> str:
    """Return the words for round and hidden tiles: `Ronda 7 · 29 losetas ocultas`.

    With a round limit, the round is `Ronda 3/8`. After the end, return the words for "game over".
    """
    if view.phase == "end":
        return i18n.say(lang, "el_mapa.end")
    current = f"{view.round}/{view.limit}" if view.limit else str(view.round)
    return i18n.say(lang, "el_mapa.moment", n=view.hidden, round=current)


draw_head = functools.partial(header.draw_header, moment)
