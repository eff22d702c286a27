"""The header line that all pictures of a table share, and whose things a closer look shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.state.score import Scoreboard
from games.core.views.scene import Scene
from render.base import i18n
from render.base.canvas import Canvas
from render.base.theme import Theme
from render.parts import panels

Moment = Callable[[Any, str], str]  # where a view's game stands, in few words of a language


def title(scene: Scene, form: str = "short") -> str:
    """The game's short name, or all of its `name`."""
    return i18n.of_game(scene.game, scene.lang, f"{scene.game}.{form}")


def winners(board: Scoreboard | None) -> list[int]:
    """Who has won, several where they share it; nobody before the end."""
    return [rank.seat for rank in board.ranking if rank.place == 1] if board else []


def head(
    moment: Moment,
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    name: str = "",
    middle: str = "",
    seat: int | None = None,
    *,
    verb: str = "plays",
    won: str = "wins",
) -> None:
    """Name (the game's unless another is given), moment, and who is to act, has won, or whose things are shown (`seat`).

    `verb` is what somebody does who acts alone, `won` what is said of the winners, if anything.
    """
    view = scene.view
    who, said = list(view.actors), verb if len(view.actors) == 1 else "waiting"
    if view.scoreboard:
        who, said = winners(view.scoreboard), won
    if seat is not None:
        who, said = [seat], verb if list(view.actors) == [seat] else ""
    persons = panels.people(scene, view.n)
    spoken = i18n.say(scene.lang, said, n=len(who)) if who and said else ""
    panels.header(
        canvas,
        theme,
        name or title(scene),
        middle or moment(view, scene.lang),
        spoken,
        [persons[one] for one in who],
    )


def owner(view: Any, asked: int | None = None) -> int:
    """Whose things are shown: the viewer's, else those of who is `asked`, acts, or begins."""
    if view.viewer is not None:
        return int(view.viewer)
    if asked is not None and 0 <= asked < view.n:
        return asked
    return int(view.actors[0] if view.actors else view.first)


def shown_seat(scene: Scene, asked: int | None = None) -> int:
    """Whose things a closer look shows: those that are looked at, else the `owner`'s."""
    return owner(scene.view, asked) if scene.focus is None else scene.focus
