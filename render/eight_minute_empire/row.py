"""The row of six cards with their prices: veiled beyond the mover's purse, the taken one lifted, letters on the corner."""

from __future__ import annotations

from games.core.scene import Mark, Scene
from games.eight_minute_empire.cards import CARDS
from games.eight_minute_empire.view import GameView
from render import markers
from render.canvas import Canvas
from render.eight_minute_empire import cards, layers, pieces
from render.eight_minute_empire.look import LAYOUT
from render.layout import Rect
from render.theme import Theme


def slots(left: int, top: int, width: int, n: int = 6) -> list[Rect]:
    """The places of the cards in a row of ``width``."""
    w, h = LAYOUT.get("card.size")
    gap = (width - n * w) / (n - 1)
    return [Rect(round(left + i * (w + gap)), top, w, h) for i in range(n)]


def draw_row(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """The whole row, its cards' upper edges at the top of ``frame``."""
    view: GameView = scene.view
    places = slots(frame.x, frame.y, frame.w)
    marks = {mark.spot: mark for mark in scene.marks}
    for i, (card, place) in enumerate(zip(view.row, places, strict=False)):
        spot = f"card{i + 1}"
        lifted = view.taken == i + 1 or spot in scene.ghost
        mark = marks.get(spot)
        _card(canvas, scene, theme, card, place, spot, lifted, mark)


def _poor(view: GameView, i: int) -> bool:
    """Whether the mover cannot pay for the card at place ``i``."""
    return view.phase == "take" and len(view.actors) == 1 and view.prices[i] > view.seats[view.actors[0]].coins


def _card(canvas: Canvas, scene: Scene, theme: Theme, card: str, place: Rect, spot: str, lifted: bool,
          mark: Mark | None) -> None:
    lay, view = LAYOUT, scene.view
    i = int(spot.removeprefix("card")) - 1
    poor = _poor(view, i) or (mark is not None and mark.tone == "blocked")
    if lifted:
        place = place.moved(0, -lay.int("card.lift"))
    if lifted or spot in scene.changed:
        canvas.glow(cards.halo(), place.x, place.y, theme.halo)
    canvas.lay(cards.lying(theme, card, view.english, scene.lang, poor), place.x, place.y)
    canvas.note("card", place, CARDS[card].id)
    x, y = lay.point("card.coin_at")
    size = lay.int("card.coin")
    canvas.put(pieces.coin(str(view.prices[i]), size, poor), (place.x + x, place.y + y))
    canvas.note("coin", Rect(round(place.x + x - size / 2), round(place.y + y - size / 2), size, size), spot)
    x, y = lay.point("card.mark_at")
    size = lay.int("card.mark")
    where = Rect(round(place.x + x - size / 2), round(place.y + y - size / 2), size, size)
    if mark and mark.letter:
        canvas.put(markers.marker(theme, mark.letter, size, mark.tone), where.centre)
        canvas.note("marker", where, spot)
    elif lifted and view.actors:
        canvas.put(markers.piece(theme, layers.look_of(view, view.actors[0]), size), where.centre)
        canvas.note("piece", where, spot)
