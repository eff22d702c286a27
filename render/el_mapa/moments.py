"""Where a game of El Mapa stands, in few words, and the header of all its pictures."""

from __future__ import annotations

from games.core.scene import Scene
from games.el_mapa.view import GameView
from render import chrome, words
from render.canvas import Canvas
from render.theme import Theme


def moment(view: GameView, lang: str) -> str:
    """`Ronda 7 · 29 losetas ocultas`."""
    if view.phase == "end":
        return words.say(lang, "el_mapa.end")
    return words.say(lang, "el_mapa.moment", n=view.hidden, round=view.round)


def title(scene: Scene) -> str:
    """The game's short name."""
    return words.of_game(scene.game, scene.lang, "el_mapa.short")


def head(canvas: Canvas, scene: Scene, theme: Theme, name: str = "", middle: str = "", seat: int | None = None) -> None:
    """Name (the game's unless another is given), moment, and who is to act, has won, or whose things are shown (`seat`)."""
    view: GameView = scene.view
    who, verb = list(view.actors), "plays" if len(view.actors) == 1 else "waiting"
    if view.scoreboard:
        who = [rank.seat for rank in view.scoreboard.ranking if rank.place == 1]
        verb = "wins"
    if seat is not None:
        who, verb = [seat], "plays" if list(view.actors) == [seat] else ""
    persons = chrome.people(scene.names, view.n, scene.lang)
    said = words.say(scene.lang, verb, n=len(who)) if who and verb else ""
    chrome.header(canvas, theme, name or title(scene), middle or moment(view, scene.lang), said, [persons[one] for one in who])


def owner(scene: Scene) -> int:
    """Whose things are shown: the focus's, the viewer's, else those of who is asked or acts."""
    view: GameView = scene.view
    if scene.focus is not None:
        return scene.focus
    if view.viewer is not None:
        return view.viewer
    return view.actors[0] if view.actors else view.first
