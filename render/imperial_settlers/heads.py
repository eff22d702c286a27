"""Where a game stands, in few words, and the header of the pictures of the table."""

from __future__ import annotations

from games.core.scene import Scene
from games.imperial_settlers.view import GameView
from render import chrome, words
from render.canvas import Canvas
from render.theme import Theme


def moment(view: GameView, lang: str) -> str:
    """`Ronda 3/5 · acción`."""
    phase = words.say(lang, f"imptable.phase.{view.phase}")
    if view.phase in ("setup", "end"):
        return phase
    return words.say(lang, "imptable.moment", n=view.round, m=view.rounds, phase=phase)


def head(canvas: Canvas, scene: Scene, theme: Theme, name: str = "", middle: str = "", seat: int | None = None) -> None:
    """Name (the game's unless another is given), moment, and who is to act, has won, or whose things are shown (`seat`)."""
    view: GameView = scene.view
    who, verb = list(view.actors), "plays" if len(view.actors) == 1 else "waiting"
    if view.scoreboard:
        who, verb = [rank.seat for rank in view.scoreboard.ranking if rank.place == 1], "wins"
    if seat is not None:
        who, verb = [seat], "plays" if list(view.actors) == [seat] else ""
    persons = chrome.people(scene.names, view.n, scene.lang)
    said = words.say(scene.lang, verb, n=len(who)) if who and verb else ""
    title = name or words.of_game(scene.game, scene.lang, "imperial_settlers.short")
    chrome.header(canvas, theme, title, middle or moment(view, scene.lang), said, [persons[one] for one in who])
