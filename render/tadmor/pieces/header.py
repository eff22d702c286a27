"""Header of all pictures of Tadmor, with the state of the game in few words."""

from __future__ import annotations

import functools

from games.core.views.scene import Scene
from games.tadmor.views.view import GameView
from render.base import i18n
from render.parts import header
from render.tadmor.pieces.style import ROMAN


def moment(view: GameView, lang: str) -> str:
    """Return turn, Era and phase (`Turno 5 · Era II · colocación`).

    During setup and at the end, return only the phase.
    """
    if view.phase in ("setup", "end"):
        return i18n.say(lang, f"tadmor.phase.{view.phase}")
    phase = i18n.say(lang, f"tadmor.phase.{view.phase}")
    return i18n.say(lang, "tadmor.moment", n=view.turn, era=ROMAN[view.era - 1], phase=phase)


draw_head = functools.partial(header.draw_header, moment)


def shown_seat(scene: Scene) -> int:
    """Return the seat whose belongings are shown: the requested seat, else the `default_seat`."""
    return header.shown_seat(scene, scene.view.question.seat)


def default_seat(view: GameView) -> int:
    """Return the viewer's seat; for a spectator the seat that is asked, else an active seat."""
    return header.default_seat(view, view.question.seat)
