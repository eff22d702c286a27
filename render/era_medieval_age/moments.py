"""Where a game stands, in two or three words, and the header that all public pictures share."""

from __future__ import annotations

from games.core.scene import Scene
from games.era_medieval_age.view import GameView
from render import chrome, words
from render.canvas import Canvas
from render.theme import Theme


def moment(view: GameView, lang: str) -> str:
    """`Ronda 6 · construir`; in a solo game `Ronda 6/8`."""
    if view.phase in ("setup", "end"):
        return words.say(lang, f"era.moment.{view.phase}", n=view.round)
    key = "era.moment.of" if view.n == 1 else "era.moment.round"
    return words.say(lang, key, n=view.round, m=view.rounds, step=words.say(lang, f"era.doing.{view.phase}"))


def head(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Game, moment, and who is to act or has won."""
    view: GameView = scene.view
    who, verb = list(view.actors), "plays" if len(view.actors) == 1 else "waiting"
    if view.scoreboard:
        who = [rank.seat for rank in view.scoreboard.ranking if rank.place == 1]
        verb = "wins" if view.n > 1 else ""
    persons = chrome.people(scene.names, view.n, scene.lang)
    said = words.say(scene.lang, verb, n=len(who)) if who and verb else ""
    chrome.header(canvas, theme, words.of_game(scene.game, scene.lang, f"{scene.game}.name"), moment(view, scene.lang), said,
                  [persons[seat] for seat in who])
