"""Where a game stands, in two or three words, and the header that all public pictures share."""

from __future__ import annotations

from games.core.scene import Scene
from games.era_medieval_age.show.view import GameView
from render import heading, words
from render.canvas import Canvas
from render.theme import Theme


def moment(view: GameView, lang: str) -> str:
    """`Ronda 6 · construir`; in a solo game `Ronda 6/8`."""
    if view.phase in ("setup", "end"):
        return words.say(lang, f"era.moment.{view.phase}", n=view.round)
    key = "era.moment.of" if view.n == 1 else "era.moment.round"
    return words.say(lang, key, n=view.round, m=view.rounds, step=words.say(lang, f"era.doing.{view.phase}"))


def head(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Game, moment, and who is to act or has won; a solo game has no winner."""
    heading.head(moment, canvas, scene, theme, heading.title(scene, "name"), won="wins" if scene.view.n > 1 else "")
