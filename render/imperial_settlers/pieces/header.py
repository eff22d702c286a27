"""Header of the table's pictures, with the state of the game in few words."""

from __future__ import annotations

import functools

from games.imperial_settlers.views.view import GameView
from render.base import i18n
from render.parts import header


def moment(view: GameView, lang: str) -> str:
    """Return round and phase: `Ronda 3/5 · acción`.

    During setup and at the end, return only the phase. While a seat chooses effects of its action,
    say so: the news tell of that action already, as if the turn were over.
    """
    has_acted = view.phase == "action" and view.question.acted
    phase = i18n.say(lang, "imptable.phase.acted" if has_acted else f"imptable.phase.{view.phase}")
    if view.phase in ("setup", "end"):
        return phase
    return i18n.say(lang, "imptable.moment", n=view.round, m=view.rounds, phase=phase)


draw_head = functools.partial(header.draw_header, moment)
