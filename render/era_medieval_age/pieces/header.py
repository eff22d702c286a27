"""Header of all public pictures: game, state, and seats to act or winners."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.era_medieval_age.views.view import GameView
from render.base import i18n
from render.base.canvas import Canvas
from render.base.theme import Theme
from render.parts import header


def moment(view: GameView, lang: str) -> str:
    """Return the state, as `Ronda 6 · construir`; in a solo game `Ronda 6/8`."""
    if view.phase in ("setup", "end"):
        return i18n.say(lang, f"era.moment.{view.phase}", n=view.round)
    key = "era.moment.of" if view.n == 1 else "era.moment.round"
    return i18n.say(
        lang, key, n=view.round, m=view.rounds, step=i18n.say(lang, f"era.doing.{view.phase}")
    )


def draw_head(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Draw the header: the game's name, its state, and the active seats or the winners.

    The end of a solo game shows only the player's name, without a phrase that they have won.
    """
    header.draw_header(
        moment,
        canvas,
        scene,
        theme,
        header.title(scene, "name"),
        won="wins" if scene.view.n > 1 else "",
    )
