"""Where a game of Tadmor stands, in few words, and the header of all its pictures."""

from __future__ import annotations

import functools

from games.core.views.scene import Scene
from games.tadmor.views.view import GameView
from render.base import i18n
from render.parts import header
from render.tadmor.pieces.style import ROMAN


def moment(view: GameView, lang: str) -> str:
    """Turn, era and phase, before the game and at its end the phase alone: `Turno 5 · Era II · colocación`."""
    if view.phase in ("setup", "end"):
        return i18n.say(lang, f"tadmor.phase.{view.phase}")
    phase = i18n.say(lang, f"tadmor.phase.{view.phase}")
    return i18n.say(lang, "tadmor.moment", n=view.turn, era=ROMAN[view.era - 1], phase=phase)


head = functools.partial(header.head, moment)


def shown_seat(scene: Scene) -> int:
    """Whose things are shown: those that are looked at, else the `owner`'s."""
    return header.shown_seat(scene, scene.view.question.seat)


def owner(view: GameView) -> int:
    """Whose things are shown: the viewer's, else those of who is asked or acts."""
    return header.owner(view, view.question.seat)
