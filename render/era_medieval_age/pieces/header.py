"""Header of all public pictures: game, state, and seats to act or winners."""

from __future__ import annotations

from games.core.text.messages import Msg
from games.core.views.scene import Scene
from games.era_medieval_age.views.narrate import question_words
from games.era_medieval_age.views.view import GameView
from render.base import i18n, text_shaping
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
    if view.is_last_round:
        key = "era.moment.last"
    return i18n.say(
        lang, key, n=view.round, m=view.rounds, step=i18n.say(lang, f"era.doing.{view.phase}")
    )


def open_demand(view: GameView) -> Msg | None:
    """Return the sentence on who demands something of whom; None if nobody does."""
    return next(iter(question_words(view)), None) if view.phase == "extort" else None


def demand_words(scene: Scene) -> str:
    """Return the sentence on the open demand, with pieces before the names; "" if none is open."""
    demand = open_demand(scene.view)
    if demand is None:
        return ""
    persons = [person.brief for person in panels.seat_headers(scene, scene.view.n)]
    said = i18n.message(scene.game, scene.lang, demand, panels.name_formatter(persons))
    return said.removesuffix(".")


def demand_title(scene: Scene, theme: Theme, width: int, seat: int) -> str:
    """Return the open demand for a header with the short title and a seat; "" if it doesn't fit.

    It has names without pieces, and follows the round if there is room.
    """
    view: GameView = scene.view
    demand = open_demand(view)
    if demand is None:
        return ""
    persons = [person.brief for person in panels.seat_headers(scene, view.n)]
    said = i18n.message(scene.game, scene.lang, demand, lambda one: persons[one].name)
    said = text_shaping.in_drawing_order(said.removesuffix("."), sentence=True)
    key = "your_turn" if seat == view.viewer else "plays"
    phrase = panels.phrase(scene.lang, key).replace(panels.NAME_PLACEHOLDER, persons[seat].name)
    taken = 2 * panels.LAYOUT.int("margin") + panels.LAYOUT.int("header.pitch")
    taken += 2 * panels.LAYOUT.int("header.gap")
    taken += round(
        writing.width(header.title(scene), *theme.type["title"])
        + writing.width(phrase, *theme.type["name"])
    )
    key = "era.last_round" if view.is_last_round else "era.round"
    forms = (f"{i18n.say(scene.lang, key, n=view.round)} · {said}", said)
    face, size = theme.type["header"]
    return next((one for one in forms if taken + writing.width(one, face, size) <= width), "")


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
