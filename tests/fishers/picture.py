"""Pictures of the table: coins of each seat, the viewer's dice and cards."""

from collections.abc import Callable

from games.core.views.scene import Scene
from render.base import i18n
from render.base.canvas import Canvas
from render.base.layout import Rect, split
from render.base.theme import Theme
from render.parts import markers, panels
from tests.fishers.model.catalog import name
from tests.fishers.views.describe import describe


def board(scene: Scene, theme: Theme) -> Canvas:
    """Paint everybody's coins."""
    canvas = _head(scene, theme, 400)
    _purses(canvas, scene, theme)
    return canvas


def hand(scene: Scene, theme: Theme) -> Canvas:
    """Paint the coins, and the viewer's dice and cards below."""
    canvas = _head(scene, theme, 620)
    _purses(canvas, scene, theme)
    cards = [i18n.message(scene.game, scene.lang, name(card)) for card in scene.view.hand]
    for word, frame in zip(
        [*map(str, scene.view.dice), *cards], split(Rect(40, 400, 1120, 170), 5, 20), strict=False
    ):
        panels.lay_panel(canvas, theme, frame, warm=True)
        panels.centred(canvas, theme, word, frame)
    return canvas


def _head(scene: Scene, theme: Theme, height: int) -> Canvas:
    view, persons = scene.view, panels.seat_headers(scene, scene.view.n)
    canvas = Canvas(panels.table(1200, height))
    moment = i18n.message(scene.game, scene.lang, describe(view)[0], panels.name_formatter(persons))
    title = i18n.say_for_game(scene.game, scene.lang, f"{scene.game}.name")
    panels.header(canvas, theme, title, moment, "", [persons[seat] for seat in view.actors])
    return canvas


def _purses(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    persons = panels.seat_headers(scene, scene.view.n)
    for seat, frame in enumerate(split(Rect(40, 130, 1120, 220), len(persons), 20)):
        panels.lay_panel(canvas, theme, frame)
        canvas.paste_centred(markers.piece(theme, seat, 70), (frame.centre[0], frame.y + 55))
        panels.centred(canvas, theme, persons[seat].name, Rect(frame.x, frame.y + 90, frame.w, 50))
        coins = str(scene.view.coins[seat])
        panels.centred(
            canvas, theme, coins, Rect(frame.x, frame.y + 145, frame.w, 60), "alegreya-sans-900", 60
        )


PAINTERS: dict[str, Callable[[Scene, Theme], Canvas]] = {"board": board, "hand": hand, "end": board}
