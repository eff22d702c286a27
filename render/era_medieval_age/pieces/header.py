"""Header of all public pictures: game, state, and seats to act or winners."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.era_medieval_age.views.view import GameView, is_last_round
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.theme import Theme
from render.parts import header, panels


def moment(view: GameView, lang: str) -> str:
    """Return the state, as `Ronda 6 · construir`; in a solo game `Ronda 6/8`.

    The last round has no number, but is named.
    """
    if view.phase in ("setup", "end"):
        return i18n.say(lang, f"era.moment.{view.phase}", n=view.round)
    key = "era.moment.of" if view.n == 1 else "era.moment.round"
    if is_last_round(view):
        key = "era.moment.last"
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
        _title(scene, theme, canvas.box.w),
        won="wins" if scene.view.n > 1 else "",
    )


def _title(scene: Scene, theme: Theme, width: int) -> str:
    """Return the game's name; the short one if a long phrase would make the name small."""
    view, name = scene.view, header.title(scene, "name")
    key, seats = ("wins", header.winners(view.scoreboard)) if view.scoreboard else ("plays", [])
    if not view.scoreboard and view.viewer not in view.actors:
        seats = list(view.actors)
    if len(seats) != 1:
        return name
    person = panels.seat_headers(scene, view.n)[seats[0]]
    phrase = panels.phrase(scene.lang, key).replace(panels.NAME_PLACEHOLDER, person.name)
    taken = 2 * (panels.LAYOUT.int("margin") + panels.LAYOUT.int("header.gap"))
    taken += panels.LAYOUT.int("header.pitch")
    words = ((name, "title"), (moment(view, scene.lang), "header"), (phrase, "name"))
    taken += round(sum(writing.width(said, *theme.type[role]) for said, role in words))
    return name if taken <= width else header.title(scene)
