"""Middle of the table: round, turn order, Common deck, and the open row of Exploration."""

from __future__ import annotations

from games.imperial_settlers.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sprite, scaled
from render.base.theme import BOLD, CORNERS, HEAD, HEAVY, SERIF, TEXT, dark, mix, pale
from render.imperial_settlers.layers import strips
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.layers.tiles import TileContext, letter_spot
from render.imperial_settlers.pieces import face
from render.imperial_settlers.pieces.style import FRAMES, icon
from render.parts import markers, panels

BOARD = TABLE.part("board")
PAD = 14
COMMON = FRAMES["common"]


def draw_centre(canvas: Canvas, show: TileContext, frame: Rect) -> dict[str, Rect]:
    """Draw the round, turn order and decks; return the places of the decks.

    They are drawn as a strip if the frame is low, else as a panel.
    """
    theme = show.theme
    view: GameView = show.scene.view
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, mix(theme.paper, COMMON, 0.3), theme.rim, 2, 5),
        frame.x,
        frame.y,
    )
    canvas.record_region("panel", frame, "centre")
    height = BOARD.int("centre")
    if frame.h <= height + 10:
        middle = frame.centre[1]
        _draw_rounds(canvas, show, frame.x + 18, middle)
        x = frame.x + 48.0 + view.rounds * BOARD.int("pitch")
        if view.n > 1:
            x = _order(canvas, show, x, middle) + 34
        return _decks(canvas, show, max(x, frame.right - 470), middle)
    return _draw_as_panel(canvas, show, frame)


def _draw_as_panel(canvas: Canvas, show: TileContext, frame: Rect) -> dict[str, Rect]:
    """Draw the middle as a panel: rounds, players in turn order, decks.

    Returns the places of the decks.
    """
    theme, scene = show.theme, show.scene
    view: GameView = scene.view
    pitch = BOARD.int("pitch") * 1.5
    _draw_rounds(canvas, show, frame.centre[0] - pitch * view.rounds / 2, frame.y + 62, 1.5)
    people = panels.seat_headers(scene, view.n)
    top, row_height = frame.y + 122, (frame.h - 122 - 104) / view.n
    for i, seat in enumerate(view.order):
        y = top + (i + 0.5) * row_height
        body = panels.sheet(
            frame.w - 72,
            round(row_height) - 12,
            CORNERS["panel"],
            pale(theme.paper, 0.2),
            theme.rim,
            2,
            3,
        )
        canvas.paste_padded(body, frame.x + 36, y - row_height / 2 + 6)
        canvas.paste_centred(_piece(show, seat, 46), (frame.x + 84, y))
        name, size = panels.fit_name(people[seat], 38, frame.w - 250, theme.small)
        canvas.text(
            (frame.x + 122, y + size * writing.LETTER_DROP),
            name,
            writing.Style(SERIF, size, theme.ink),
            kind="name",
        )
        sign = "hourglass" if seat in view.actors else ""
        if view.empires[seat].passed:
            sign = "night-sleep"
        if sign:
            canvas.paste_centred(icon(sign, 44, dark(theme.table, 0.1)), (frame.right - 76, y))
            canvas.record_region("flag", Rect(frame.right - 98, round(y) - 22, 44, 44), sign)
    return _decks(canvas, show, frame.x + 30, frame.bottom - 52)


def _draw_rounds(
    canvas: Canvas, show: TileContext, left: float, middle: float, times: float = 1
) -> None:
    """Draw a disc for each round; the current one is saffron in a thicker ring."""
    view: GameView = show.scene.view
    theme = show.theme
    size = round(BOARD.int("disc") * times)
    digit = round(36 * times)
    for n in range(1, view.rounds + 1):
        x = left + (n - 0.5) * BOARD.int("pitch") * times
        is_past = n < view.round or view.phase == "end"
        is_current = n == view.round and view.phase != "end"
        fill = mix(theme.paper, COMMON, 0.55 if is_past else 0.12)
        if is_current:
            fill = theme.saffron
        disc = panels.sheet(
            size, size, size // 2, fill, dark(COMMON, 0.6), 5 if is_current else 3, 3
        )
        canvas.paste_padded(disc, x - size / 2, middle - size / 2)
        tone = theme.ink if is_current or not is_past else mix(theme.ink, COMMON, 0.45)
        canvas.text(
            (x, middle + digit * writing.DIGIT_DROP),
            str(n),
            writing.Style(HEAVY, digit, tone),
            "m",
            kind="round",
        )


def _order(canvas: Canvas, show: TileContext, left: float, middle: float) -> float:
    """Draw the players' pieces in turn order; return their right end."""
    view: GameView = show.scene.view
    canvas.paste_centred(icon("hourglass", 40, dark(show.theme.table, 0.1)), (left + 20, middle))
    x = left + 50
    for seat in view.order:
        canvas.paste_centred(_piece(show, seat, 44), (x + 24, middle))
        x += 52
    return x


def _piece(show: TileContext, seat: int, size: int) -> Sprite:
    """Return a player's piece, faint after passing."""
    body = markers.piece(show.theme, seat, size)
    view: GameView = show.scene.view
    if not view.empires[seat].passed:
        return body
    body = body.copy()
    body.putalpha(scaled(body.getchannel("A"), 0.4))
    return body


def _decks(canvas: Canvas, show: TileContext, left: float, middle: float) -> dict[str, Rect]:
    """Draw the Common deck and its discard pile; return their places."""
    view: GameView = show.scene.view
    theme, lang = show.theme, show.scene.lang
    tone, places, x = dark(COMMON, 0.65), {}, left
    piles = (
        ("deck_common", "stack", "deck", view.deck),
        ("discard", "card-discard", "discard", len(view.discard)),
    )
    for spot, sign, key, n in piles:
        text = i18n.say(lang, f"imptable.{key}")
        canvas.paste_centred(icon(sign, 44, tone), (x + 22, middle))
        start = x
        style = writing.Style(BOLD, TEXT, tone)
        x += (
            52
            + canvas.text((x + 52, middle + TEXT * writing.LETTER_DROP), text, style, kind="label")
            + 12
        )
        x += canvas.digits((x, middle), str(n), writing.Style(HEAVY, HEAD, theme.ink))
        places[spot] = Rect(round(start), round(middle - 24), round(x - start), 48)
        x += 30
    return places


def offer_frame(view: GameView, inside: Rect) -> Rect:
    """Return the rectangle of the open row; height 0 if there is none."""
    if not view.offer:
        return Rect(inside.x, inside.y, inside.w, 0)
    _, height = BOARD.get("offer")
    return Rect(inside.x, inside.y, inside.w, height + 2 * PAD)


def draw_offer(canvas: Canvas, show: TileContext, frame: Rect) -> dict[str, Rect]:
    """Draw the cards that may be taken side by side; return their places."""
    view: GameView = show.scene.view
    theme = show.theme
    (width, height) = BOARD.get("offer")
    gap = BOARD.int("offer_gap")
    colour = mix(mix(theme.table, (20, 12, 8), 0.4), COMMON, 0.25)
    canvas.paste_padded(
        panels.sheet(frame.w, frame.h, CORNERS["card"], colour, dark(theme.table, 0.6), 3, 3),
        frame.x,
        frame.y,
    )
    canvas.record_region("panel", frame, "offer")
    x = frame.centre[0] - (len(view.offer) * (width + gap) - gap) / 2
    found: dict[str, Rect] = {}
    for card in view.offer:
        box = Rect(round(x), frame.y + PAD, width, height)
        if card in show.scene.changed or card in show.ghosts:
            strips.draw_halo(canvas, theme, box, card, 16)
        card_face = face.lay(canvas, box, card, show.scene.lang, "tile")
        canvas.record_region("tile", box, card)
        found[card] = letter_spot(box, card_face.picture.moved(box.x, box.y))
        x += width + gap
    return found
