"""Where a game of Tadmor stands, in few words, and the header of all its pictures."""

from __future__ import annotations

from games.core.scene import Scene
from games.tadmor.view import GameView
from render import chrome, words
from render.canvas import Canvas
from render.tadmor.look import ROMAN
from render.theme import Theme


def moment(view: GameView, lang: str) -> str:
    """`Turno 5 · Era II · colocación`."""
    if view.phase in ("setup", "end"):
        return words.say(lang, f"tadmor.phase.{view.phase}")
    phase = words.say(lang, f"tadmor.phase.{view.phase}")
    return words.say(lang, "tadmor.moment", n=view.turn, era=ROMAN[view.era - 1], phase=phase)


def title(scene: Scene) -> str:
    """The game's short name."""
    return words.of_game(scene.game, scene.lang, "tadmor.short")


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


def shown_seat(scene: Scene) -> int:
    """Whose things are shown: those that are looked at, else the `owner`'s."""
    return owner(scene.view) if scene.focus is None else scene.focus


def owner(view: GameView) -> int:
    """Whose things are shown: the viewer's, else those of who is asked or acts."""
    if view.viewer is not None:
        return view.viewer
    if view.question.seat is not None and 0 <= view.question.seat < view.n:
        return view.question.seat
    return view.actors[0] if view.actors else view.first
