"""Row of six cards with their prices.

Cards that the mover cannot pay for are veiled, the taken card is moved up, letters stand on a
corner.
"""

from __future__ import annotations

from games.core.views.scene import Scene
from games.eight_minute_empire.views.view import GameView
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.texture import Sprite
from render.base.theme import Theme
from render.eight_minute_empire.layers import marks
from render.eight_minute_empire.pieces import cards, large, sprites
from render.eight_minute_empire.pieces.style import LAYOUT
from render.parts import markers


def slots(left: int, top: int, width: int, n: int = 6) -> list[Rect]:
    """Return the rectangles of `n` cards in a row of `width` pixels."""
    w, h = LAYOUT.get("card.size")
    gap = (width - n * w) / (n - 1)
    return [Rect(round(left + i * (w + gap)), top, w, h) for i in range(n)]


def draw_row(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the whole row, the cards' upper edges at the top of `frame`."""
    places = slots(frame.x, frame.y, frame.w)
    for i, place in enumerate(places[: len(scene.view.row)]):
        _draw_card(canvas, scene, theme, i, place, 1)


def draw_close(canvas: Canvas, scene: Scene, theme: Theme, left: int, width: int) -> None:
    """Draw the cards enlarged in two rows, for players who chose large pictures."""
    scale, per_row = LAYOUT.int("close.card_scale"), LAYOUT.int("close.per_row")
    w, h = cards.card_layout(scale).get("size")
    gap = (width - per_row * w) / (per_row - 1)
    for i in range(len(scene.view.row)):
        row, column = divmod(i, per_row)
        x = round(left + column * (w + gap))
        y = LAYOUT.get("close.row_tops")[row]
        _draw_card(canvas, scene, theme, i, Rect(x, y, w, h), scale)


def _unaffordable(view: GameView, i: int) -> bool:
    """Return whether the mover cannot pay for the card at place `i`."""
    return (
        view.phase == "take"
        and len(view.actors) == 1
        and view.prices[i] > view.seats[view.actors[0]].coins
    )


def _draw_card(canvas: Canvas, scene: Scene, theme: Theme, i: int, place: Rect, times: int) -> None:
    """Draw one card with its price and, on a corner, a letter or the taker's piece."""
    view = scene.view
    layout = cards.card_layout(times)
    card = scene.view.row[i]
    spot = f"card{i + 1}"
    mark = next((m for m in scene.marks if m.spot == spot), None)
    lifted = view.taken == i + 1 or spot in scene.ghost
    greyed = _unaffordable(view, i) or (mark is not None and mark.tone == "blocked")
    if lifted:
        place = place.moved(0, -layout.int("lift"))
    if lifted or spot in scene.changed:
        canvas.glow(cards.halo(times), place.x, place.y, theme.halo)
    draw_face = large.shadowed_large_card if times > 1 else cards.shadowed_card
    face = draw_face(theme, card, english=view.english, lang=scene.lang, veiled=greyed)
    canvas.paste_padded(face, place.x, place.y)
    canvas.record_region("card", place, card)
    canvas.record_spot(spot, place)
    _draw_on_card(
        canvas,
        sprites.coin(str(view.prices[i]), layout.int("coin"), greyed),
        place,
        layout,
        "coin",
        "coin",
        spot,
    )
    if mark and mark.letter:
        _draw_on_card(
            canvas,
            markers.plate(theme, mark.letter, layout.int("mark"), mark.tone),
            place,
            layout,
            "mark",
            "marker",
            spot,
        )
    elif lifted and view.actors:
        piece = markers.piece(theme, marks.look_of(view, view.actors[0]), layout.int("mark"))
        _draw_on_card(canvas, piece, place, layout, "mark", "piece", spot)


def _draw_on_card(
    canvas: Canvas, sprite: Sprite, place: Rect, layout: Layout, name: str, kind: str, spot: str
) -> None:
    """Draw a sprite at its place on a card."""
    x, y = layout.point(f"{name}_at")
    size = layout.int(name)
    box = Rect(round(place.x + x - size / 2), round(place.y + y - size / 2), size, size)
    canvas.paste_centred(sprite, box.centre)
    canvas.record_region(kind, box, spot)
