"""Row of six cards with their prices.

Cards that the active player cannot pay for are veiled. The taken card is moved up and glows; in a
picture of the row alone the others are veiled then. A card that is new in the row has a star. Cards
that may be chosen have a letter on a corner.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from games.core.views.scene import Scene
from games.eight_minute_empire.model.catalog import CARDS, GOODS, Action
from games.eight_minute_empire.views.view import GameView
from render.base import text as writing
from render.base.canvas import Canvas, Halo, PaddedSprite
from render.base.layout import Layout, Point, Rect, around, split
from render.base.texture import Sprite
from render.base.theme import BLACK, HEAVY, Theme, mix
from render.eight_minute_empire.layers import marks
from render.eight_minute_empire.pieces import cards, sprites, tiles
from render.eight_minute_empire.pieces.style import GOODS as LOOKS
from render.eight_minute_empire.pieces.style import LAYOUT
from render.parts import markers, panels, widgets

PALE = 0.4  # share of paper in the fill of reached thresholds on a veiled card


def slots(left: int, top: int, width: int, n: int = 6) -> list[Rect]:
    """Return the rectangles of `n` cards in a row of `width` pixels."""
    w, h = LAYOUT.get("card.size")
    gap = (width - n * w) / (n - 1)
    return [Rect(round(left + i * (w + gap)), top, w, h) for i in range(n)]


def draw_row(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the whole row, the cards' upper edges at the top of `frame`."""
    places = slots(frame.x, frame.y, frame.w)
    for i, place in enumerate(places[: len(scene.view.row)]):
        _draw_card(canvas, scene, theme, i, place, cards.CARD, cards.halo(), cards.shadowed_card)


def draw_enlarged(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the cards enlarged in two columns, for players who chose large pictures."""
    gap, columns = LAYOUT.int("close.gap"), LAYOUT.int("close.columns")
    lines = -(-len(scene.view.prices) // columns)
    h = (frame.h - (lines - 1) * gap) // lines
    places = [
        place
        for line in range(lines)
        for place in split(Rect(frame.x, frame.y + line * (h + gap), frame.w, h), columns, gap)
    ]
    _draw_compact(canvas, scene, theme, "large", places)


def draw_tiles(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the row as compact cards side by side that fill `frame`."""
    _draw_compact(canvas, scene, theme, "tile", tile_places(frame, len(scene.view.prices)))


def tile_places(frame: Rect, n: int) -> list[Rect]:
    """Return the places of `n` compact cards side by side."""
    return split(frame, n, tiles.SHAPES["tile"].int("gap"))


def draw_bars(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the row as compact cards with thresholds, one below the other, that fill `frame`."""
    gap, n = tiles.SHAPES["bar"].int("gap"), len(scene.view.prices)
    h = (frame.h - (n - 1) * gap) // n
    places = [Rect(frame.x, frame.y + i * (h + gap), frame.w, h) for i in range(n)]
    _draw_compact(canvas, scene, theme, "bar", places)


def _draw_compact(
    canvas: Canvas, scene: Scene, theme: Theme, shape: str, places: list[Rect]
) -> None:
    """Draw the cards of the row as compact cards of a `shape`, one at each of `places`."""
    w, h, layout = places[0].w, places[0].h, tiles.SHAPES[shape]
    is_bare = tiles.has_steps(layout) and scene.view.viewer is None
    draw_face = functools.partial(_tile, shape, w, h, centred=is_bare)
    for i, place in enumerate(places[: len(scene.view.row)]):
        _draw_card(canvas, scene, theme, i, place, layout, tiles.halo(w, h), draw_face)


def _tile(shape: str, w: int, h: int, theme: Theme, card: str, **how: Any) -> PaddedSprite:
    return tiles.shadowed_tile(theme, card, shape, w, h, **how)


def symbols(view: GameView, good: str, seat: int) -> int:
    """Return how many symbols of a good a seat has.

    Symbols are on cards, and on tokens in regions that the seat controls (rules 11.3).
    """
    tokens = sum(
        token == good and view.control.get(region) == seat for region, token in view.tokens.items()
    )
    return view.seats[seat].goods.get(good, 0) + tokens


def _draw_owned(
    canvas: Canvas,
    view: GameView,
    theme: Theme,
    layout: Layout,
    good: str,
    place: Rect,
    *,
    pale: bool,
) -> None:
    """Draw on a card how many of its good the viewer has, and fill the thresholds reached.

    On a card that cannot be chosen, which is `pale`, they are filled in a paler tone.
    """
    if view.viewer is None:
        return
    count = symbols(view, good, view.viewer)
    if good in GOODS:
        size, r, colour = layout.int("step_digit"), layout.int("reached"), LOOKS[good][1]
        fill = mix(colour, theme.paper, PALE) if pale else colour
        base = place.y + layout.int("steps")
        for x, need in tiles.step_places(good, layout):
            if count >= need:
                centre = place.x + x, base - size * writing.LETTER_DROP
                canvas.paste_centred(sprites.dot(2 * r, fill), centre)
                style = writing.Style(HEAVY, size, theme.cream)
                writing.write(canvas.pen, (place.x + x, base), str(need), style, "m")
                canvas.record_region("reached", _square(centre, 2 * r), str(need))
    (w, h), digit = layout.get("owned"), layout.int("owned_digit")
    piece = layout.int("owned_piece")
    w = max(w, piece + round(writing.width(str(count), BLACK, digit)) + h // 3)
    (left, top) = layout.point("owned_at")
    box = Rect(round(place.x + left - w / 2), round(place.y + top - h / 2), w, h)
    rim = mix(theme.seats[view.viewer].colour, theme.ink, 0.2)
    widgets.draw_plate(canvas, box, "tile", theme.cream, rim, 4)
    style = writing.Style(BLACK, digit, theme.ink if count and not pale else panels.muted(theme))
    # The own piece says whose symbols these are: the number by itself looks like the card's.
    canvas.paste_centred(
        markers.piece(theme, view.viewer, piece), (box.x + piece / 2 + 5, box.centre[1])
    )
    middle = (box.x + piece + 3 + box.right) / 2
    canvas.digits((middle, box.centre[1]), str(count), style, "m", kind="owned")
    canvas.record_region("stock", box, good)


def _square(centre: Point, size: int) -> Rect:
    x, y = centre
    return Rect(round(x - size / 2), round(y - size / 2), size, size)


def _unaffordable(view: GameView, i: int) -> bool:
    """Return whether the player to choose cannot pay for the card at index `i`."""
    return (
        view.phase == "take"
        and len(view.actors) == 1
        and view.prices[i] > view.seats[view.actors[0]].coins
    )


def _draw_card(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    i: int,
    place: Rect,
    layout: Layout,
    halo: Halo,
    draw_face: Callable[..., PaddedSprite],
) -> None:
    """Draw the card at the index `i` in `place`: face, price, and a letter or taker's piece."""
    view = scene.view
    card = scene.view.row[i]
    spot = f"card{i + 1}"
    mark = next((m for m in scene.marks if m.spot == spot), None)
    lifted = view.taken == i + 1 or spot in scene.ghost
    is_passed = scene.kind == "row" and view.taken not in (None, i + 1)
    greyed = is_passed or _unaffordable(view, i) or (mark is not None and mark.tone == "blocked")
    if lifted:
        place = place.moved(0, -layout.int("lift"))
    if lifted:
        canvas.glow(halo, place.x, place.y, theme.halo)
    face = draw_face(theme, card, english_printing=view.english, lang=scene.lang, veiled=greyed)
    canvas.paste_padded(face, place.x, place.y)
    canvas.record_region("card", place, card)
    canvas.record_spot(spot, place)
    action = CARDS[card].action(view.english)
    own_layout = tiles.layout_for(layout, action)
    _record_parts(canvas, spot, place, own_layout, action)
    coin = sprites.price(str(view.prices[i]), layout.int("coin"), layout.int("price"), greyed)
    _draw_on_card(
        canvas,
        coin,
        place,
        layout,
        "coin",
        "coin",
        spot,
    )
    if tiles.has_steps(layout) and layout is not cards.CARD:
        _draw_owned(canvas, view, theme, layout, CARDS[card].good, place, pale=greyed)
    if spot in scene.changed and not lifted:
        star = sprites.star(theme, own_layout.int("fresh"))
        _draw_on_card(canvas, star, place, own_layout, "fresh", "fresh", spot)
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
    """Draw a sprite on a card, and record it as a region about `spot`.

    `kind` is the kind of the region. `name` is the key of the sprite's position and size in the
    layout.
    """
    x, y = layout.point(f"{name}_at")
    size = layout.int(name)
    box = Rect(round(place.x + x - size / 2), round(place.y + y - size / 2), size, size)
    canvas.paste_centred(sprite, box.centre)
    canvas.record_region(kind, box, spot, has_letters=kind != "piece")


def _record_parts(canvas: Canvas, spot: str, place: Rect, layout: Layout, action: Action) -> None:
    """Record the regions of a card: its good, its action, and "or" or "and".

    The word exists only between two actions.
    """
    field, edge = layout.int("field"), layout.int("edge")
    inner, is_upright = place.inset(edge), place.h > place.w
    if is_upright:
        good = Rect(inner.x, inner.y, inner.w, field - 2 * edge)
        deed = Rect(inner.x, place.y + field, inner.w, inner.bottom - place.y - field)
    else:
        coin = round(layout.point("coin_at")[0]) + layout.int("coin") // 2
        # Thresholds begin below the coin and end near the line.
        left, right = (coin - edge, field) if tiles.has_steps(layout) else (coin, field - edge)
        good = Rect(place.x + left, inner.y, right - left, inner.h)
        deed = Rect(place.x + field + edge, inner.y, inner.right - place.x - field - edge, inner.h)
    is_double = len(action.ops) > 1
    # A legend explains good and action on a card with one action, if there is one.
    shared = "shared " if is_double and not is_upright else ""
    canvas.record_region(f"{shared}good", good, spot, has_letters=tiles.has_steps(layout))
    canvas.record_region(f"{shared}action", deed, spot, has_letters=True)
    if is_double:
        (x, y), r = layout.point("join_at"), layout.int("join") + 2
        box = Rect(round(place.x + x - r), round(place.y + y - r), 2 * r, 2 * r)
        canvas.record_region("joined", around([deed, box]), spot, has_letters=True)
