"""What all players share: round, turn order, Common deck, the open row of Exploration."""

from __future__ import annotations

from games.imperial_settlers.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sprite, scaled
from render.base.theme import BOLD, CORNERS, HEAVY, TEXT, dark, mix
from render.imperial_settlers.layers import strips, tiles
from render.imperial_settlers.layers.plan import TABLE
from render.imperial_settlers.layers.tiles import TileContext
from render.imperial_settlers.pieces import stamps
from render.imperial_settlers.pieces.style import FRAMES, icon
from render.parts import markers, panels

BOARD = TABLE.part("board")
PANEL_PAD_PX = 12
COMMON = FRAMES["common"]
SIGN = 50  # size of the decks' signs in pixels
DECK_WORDS = {"deck_common": "deck", "discard": "discard"}
TURN_PAD_PX = 6  # around the piece of a player who must act
MIN_APART_PX = 14  # between rounds, turn order and decks


def _draw_ground(canvas: Canvas, show: TileContext, frame: Rect) -> None:
    theme = show.theme
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, mix(theme.paper, COMMON, 0.3), theme.rim, 2, 5),
        frame.x,
        frame.y,
    )
    canvas.record_region("panel", frame, "centre")


def draw_column(canvas: Canvas, show: TileContext, frame: Rect) -> dict[str, Rect]:
    """Draw rounds, turn order and decks below each other; return the place of each deck."""
    view: GameView = show.scene.view
    _draw_ground(canvas, show, frame)
    x = frame.centre[0]
    deck_height = 2 * SIGN - 6
    room = frame.h - 2 * PANEL_PAD_PX - 2 * deck_height - 2 * MIN_APART_PX
    pitch = min(64.0, room / (view.rounds + view.n))
    y = frame.y + PANEL_PAD_PX + pitch / 2
    for n in range(1, view.rounds + 1):
        _draw_round(canvas, show, n, (x, y))
        y += pitch
    spare = (frame.bottom - PANEL_PAD_PX - 2 * deck_height - pitch * view.n - (y - pitch / 2)) / 2
    _draw_order(canvas, show, (x, y + spare), (0, pitch))
    places: dict[str, Rect] = {}
    top = frame.bottom - PANEL_PAD_PX - 2 * deck_height
    for k, (spot, sign, n) in enumerate(_piles(view)):
        box = Rect(round(x) - 42, top + k * deck_height, 84, deck_height)
        canvas.paste_centred(icon(sign, SIGN - 4, dark(COMMON, 0.65)), (x, box.y + SIGN / 2 - 2))
        style = writing.Style(HEAVY, BOARD.int("number"), show.theme.ink)
        canvas.digits((x, box.bottom - SIGN / 2 - 6), str(n), style, "m")
        canvas.record_region("pile", box, spot)
        places[spot] = box
    return places


def draw_panel(canvas: Canvas, show: TileContext, frame: Rect) -> dict[str, Rect]:
    """Draw rounds, turn order and decks as three lines; return the place of each deck."""
    view: GameView = show.scene.view
    _draw_ground(canvas, show, frame)
    lines = 3 if view.n > 1 else 2
    line = (frame.h - 2 * PANEL_PAD_PX) / lines
    middle = frame.y + PANEL_PAD_PX + line / 2
    pitch = frame.w / (view.rounds + 1.5)
    left = frame.centre[0] - pitch * (view.rounds - 1) / 2
    for n in range(1, view.rounds + 1):
        _draw_round(canvas, show, n, (left + (n - 1) * pitch, middle))
    step = min(pitch, frame.w / (view.n + 1.5))
    start = frame.centre[0] - step * (view.n - 1) / 2
    _draw_order(canvas, show, (start, middle + line), (step, 0))
    box = Rect(
        frame.x + PANEL_PAD_PX,
        round(frame.bottom - PANEL_PAD_PX - line),
        frame.w - 2 * PANEL_PAD_PX,
        round(line),
    )
    return draw_decks(canvas, show, box, wordy=True)


def _draw_round(canvas: Canvas, show: TileContext, n: int, at: tuple[float, float]) -> None:
    """Draw the disc of round `n` around `at`; the current round is saffron in a thicker ring."""
    view: GameView = show.scene.view
    theme, size, digit = show.theme, BOARD.int("disc"), BOARD.int("digit")
    is_past = n < view.round or view.phase == "end"
    is_current = n == view.round and view.phase != "end"
    fill = mix(theme.paper, COMMON, 0.55 if is_past else 0.12)
    if is_current:
        fill = theme.saffron
    thick = 5 if is_current else 3
    disc = panels.sheet(size, size, size // 2, fill, dark(COMMON, 0.6), thick, 3)
    canvas.paste_padded(disc, at[0] - size / 2, at[1] - size / 2)
    tone = mix(theme.ink, COMMON, 0.25) if is_past else theme.ink
    canvas.digits(at, str(n), writing.Style(HEAVY, digit, tone), "m", kind="round")


def _draw_order(
    canvas: Canvas, show: TileContext, at: tuple[float, float], step: tuple[float, float]
) -> None:
    """Draw the players' pieces in turn order: the first at `at`, each a `step` further.

    Those who must act stand on a saffron plate, as their names on the mats do.
    """
    view: GameView = show.scene.view
    if view.n == 1:
        return
    size, theme = BOARD.int("piece"), show.theme
    side = size + 2 * TURN_PAD_PX
    for k, seat in enumerate(view.order):
        x, y = at[0] + k * step[0], at[1] + k * step[1]
        if seat in view.actors:
            edge = dark(theme.saffron, 0.5)
            plate = panels.sheet(side, side, CORNERS["field"], theme.saffron, edge, 3, 2)
            canvas.paste_padded(plate, x - side / 2, y - side / 2)
        canvas.paste_centred(_piece(show, seat, size), (x, y))
        box = Rect(round(x - size / 2), round(y - size / 2), size, size)
        canvas.record_region("turn", box, str(seat))


def _piece(show: TileContext, seat: int, size: int) -> Sprite:
    """Return a player's piece of `size` pixels, faint after passing."""
    body = markers.piece(show.theme, seat, size)
    view: GameView = show.scene.view
    if not view.empires[seat].passed:
        return body
    body = body.copy()
    body.putalpha(scaled(body.getchannel("A"), 0.4))
    return body


def _piles(view: GameView) -> tuple[tuple[str, str, int], ...]:
    """Return (spot, sign, number of cards) of the Common deck and of its discard pile."""
    return (
        ("deck_common", "stack", view.deck),
        ("discard", "card-discard", len(view.discard)),
    )


def draw_decks(
    canvas: Canvas, show: TileContext, frame: Rect, *, wordy: bool = False
) -> dict[str, Rect]:
    """Draw the Common deck and its discard pile side by side; return the place of each.

    `wordy`: with the names of the piles.
    """
    view: GameView = show.scene.view
    places, style = {}, writing.Style(HEAVY, BOARD.int("number"), show.theme.ink)
    for k, (spot, sign, n) in enumerate(_piles(view)):
        label = i18n.say(show.scene.lang, f"imptable.{DECK_WORDS[spot]}") if wordy else ""
        words = writing.Style(BOLD, TEXT, dark(COMMON, 0.65))
        label_width = writing.width(label, words.face, words.size) + 10 if label else 0
        width = SIGN + 8 + label_width + writing.width(str(n), style.face, style.size)
        x, middle = frame.x + (k + 0.5) * frame.w / 2 - width / 2, frame.centre[1]
        canvas.paste_centred(icon(sign, SIGN, dark(COMMON, 0.65)), (x + SIGN / 2, middle))
        if label:
            at = x + SIGN + 8, middle + TEXT * writing.LETTER_DROP
            canvas.text(at, label, words, kind="label")
        canvas.digits((x + SIGN + 8 + label_width, middle), str(n), style)
        box = Rect(round(x), round(middle - SIGN / 2), round(width), SIGN)
        canvas.record_region("pile", box, spot)
        places[spot] = box
    return places


def draw_offer(canvas: Canvas, show: TileContext, frame: Rect) -> dict[str, Rect]:
    """Draw decks and turn order, and below them the open cards in one or two columns.

    Returns, by id of the deck or card, the box at whose corner the letter of its mark is drawn.
    """
    view: GameView = show.scene.view
    _draw_ground(canvas, show, frame)
    line = BOARD.int("decks")
    is_narrow = frame.w < 2 * stamps.NAMED + 3 * PANEL_PAD_PX
    inner = Rect(
        frame.x + PANEL_PAD_PX, frame.y + PANEL_PAD_PX // 2, frame.w - 2 * PANEL_PAD_PX, line
    )
    half = inner.w if is_narrow else inner.w // 2
    spots = draw_decks(canvas, show, Rect(inner.x, inner.y, half, line))
    y, columns = inner.bottom, 1 if is_narrow else 2
    if view.n > 1:
        step = min(64.0, half / view.n)
        left = inner.x + (0 if is_narrow else half) + half / 2 - step * (view.n - 1) / 2
        middle = (inner.bottom if is_narrow else inner.y) + line / 2
        _draw_order(canvas, show, (left, middle), (step, 0))
        y += line if is_narrow else 0
    field = Rect(frame.x + PANEL_PAD_PX, y, inner.w, frame.bottom - PANEL_PAD_PX - y)
    return spots | _draw_open_cards(canvas, show, field, columns)


def _draw_open_cards(
    canvas: Canvas, show: TileContext, field: Rect, columns: int
) -> dict[str, Rect]:
    """Draw the open row on dark cloth, in `columns`; return, by card, its letter's place."""
    view: GameView = show.scene.view
    theme, lang = show.theme, show.scene.lang
    colour = mix(mix(theme.table, (20, 12, 8), 0.4), COMMON, 0.25)
    canvas.paste_padded(
        panels.sheet(field.w, field.h, CORNERS["card"], colour, dark(theme.table, 0.6), 3, 3),
        field.x,
        field.y,
    )
    canvas.record_region("field", field, "offer")
    gap = 8
    width = (field.w - (columns + 1) * gap) // columns
    lines = -(-len(view.offer) // columns)
    least, most = BOARD.get("card")
    height = min((field.h - (lines + 1) * gap) // lines, most + stamps.SINGLE + 2 * stamps.FRAME)
    top = field.y + (field.h - lines * (height + gap) + gap) // 2
    found: dict[str, Rect] = {}
    for i, card in enumerate(view.offer):
        x, y = field.x + gap + i % columns * (width + gap), top + i // columns * (height + gap)
        box = Rect(x, y, width, height)
        if card in show.scene.changed or card in show.ghosts:
            strips.draw_halo(canvas, theme, box, card, 16)
        tall = height - stamps.least(lang, card, width, 1) >= least
        picture = stamps.lay(canvas, box, card, lang, stamps.StripForm(tall=tall))
        canvas.record_region("tile", box, card)
        canvas.record_spot(card, box)
        found[card] = tiles.letter_spot(box, picture) if tall else box
    return found
