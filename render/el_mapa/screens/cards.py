"""Technologies: the viewer's hand by kind, and the lasting effects of all players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from games.core.views.scene import Mark, Scene
from games.el_mapa.model.catalog import TECHS
from games.el_mapa.model.names import tech_effect
from games.el_mapa.views.view import GameView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect, split
from render.base.texture import rounded, scaled
from render.base.theme import (
    BLACK,
    BOLD,
    CORNERS,
    FIGURE,
    HEAD,
    HEAVY,
    HEAVY_SERIF,
    NAME,
    PLAIN,
    RGB,
    SERIF,
    SMALL,
    TEXT,
    WORD,
    Theme,
    dark,
    mix,
)
from render.el_mapa.layers import people
from render.el_mapa.pieces.emblems import technology
from render.el_mapa.pieces.header import draw_head
from render.el_mapa.pieces.houses import card
from render.el_mapa.pieces.style import LAYOUT, LEVELS, ROMAN, WIDTH
from render.parts import markers, panels, widgets
from render.parts.header import shown_seat

PLAN = LAYOUT.part("cards")
LETTERS = 30  # minimum size of words
CREAM: RGB = (255, 248, 232)
PAPER: RGB = (250, 240, 220)


def draw_cards(scene: Scene, theme: Theme) -> Canvas:
    """Draw the player's figures in a strip, below it the hand, beside it all lasting effects.

    Each kind of card is drawn once with its count.
    """
    view: GameView = scene.view
    seat = shown_seat(scene)
    hand = Counter(view.hand.cards if view.hand else ())
    kinds = [kind for kind in TECHS if hand[kind]]
    canvas = Canvas(panels.table(WIDTH, PLAN.int("high")).copy())
    marks = {mark.spot: mark for mark in scene.marks}
    asks = any(spot.startswith(("card.", "lasting.")) for spot in marks)
    draw_head(
        canvas,
        scene,
        theme,
        name=i18n.say(scene.lang, "el_mapa.pick_card" if asks else "el_mapa.techs"),
        middle=i18n.say(scene.lang, "el_mapa.round", n=view.round),
        seat=seat,
    )
    person = panels.seat_headers(scene, view.n)[seat]
    people.draw_strip(canvas, scene, theme, person, PLAN.rect("strip"))
    side, frame = PLAN.rect("side"), PLAN.rect("hand")
    beside = any(one.lasting for one in view.seats)
    if beside:
        frame = Rect(frame.x, frame.y, side.x - PLAN.int("gap") - frame.x, frame.h)
        _draw_lasting(canvas, scene, theme, side, marks, set(kinds))
    choosing = any(f"card.{kind}" in marks for kind in kinds)
    columns = PLAN.get("columns_beside" if beside else "columns")
    for kind, box in zip(kinds, _places(len(kinds), frame, columns), strict=True):
        worded = len(kinds) <= PLAN.int("worded")
        mark = marks.get(f"card.{kind}")
        _draw_kind(
            canvas,
            scene,
            theme,
            kind,
            hand[kind],
            box,
            mark,
            worded=worded,
            playable=mark is not None or not choosing,
        )
    if not kinds:
        _draw_empty(canvas, scene, theme, seat, frame)
    return canvas


def _places(n: int, frame: Rect, columns_by_kinds: Sequence[int]) -> list[Rect]:
    """Return the rectangles of the cards for `n` kinds in `frame`, one per kind."""
    if not n:
        return []
    gap = PLAN.int("gap")
    columns = columns_by_kinds[n]
    rows = -(-n // columns)
    high = (frame.h - gap * (rows - 1)) // rows
    lines = [Rect(frame.x, frame.y + row * (high + gap), frame.w, high) for row in range(rows)]
    return [box for line in lines for box in split(line, columns, gap)][:n]


def _draw_kind(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    kind: str,
    n: int,
    box: Rect,
    mark: Mark | None,
    *,
    worded: bool,
    playable: bool,
) -> None:
    """Draw the cards of a kind: picture, name, number and, with `worded`, the effect.

    On a high card the picture is above the words, on a wide one left of them, and on a low one
    beside the name. A card that is not `playable` now has no letter and is darker; unless it is
    low or narrow, it also says so.
    """
    if f"card.{kind}" in scene.changed or f"card.{kind}" in scene.ghost:
        canvas.glow(panels.panel_halo(box.w, box.h), box.x, box.y, theme.halo)
    colour, spaces = colour_of(kind), _card_spaces(box, worded=worded)
    base, rim = mix(PAPER, colour, 0.08), dark(colour, 0.5)
    if not playable:
        base = mix(base, theme.table, 0.3)
    canvas.paste_padded(panels.shadowed_panel(box.w, box.h, base, rim, 3, 5), box.x, box.y)
    canvas.record_region("card", box, kind)
    _draw_picture(canvas, theme, kind, box, spaces, playable=playable)
    if spaces.over:
        _draw_worth(canvas, scene, theme, kind, spaces.picture)
    _draw_words(canvas, scene, theme, kind, n, box, spaces, worded=worded)
    if not playable and spaces.over:
        _draw_not_now(canvas, scene, theme, kind, box, free=80 if n > 1 else 10)
    middle = box.y + (34 if spaces.over else round(spaces.title.centre[1] - box.y))
    if n > 1:
        paper, right = widgets.pill(70, 48), box.right - 10
        canvas.sheet.paste(paper, (right - 70, middle - 24), paper)
        canvas.digits((right - 35, middle), f"×{n}", writing.Style(BLACK, WORD, theme.ink), "m")
    if mark:
        side = PLAN.int("mark")
        x, y = (box.x + 90, box.y + 34) if spaces.over else spaces.picture.centre
        canvas.paste_centred(markers.marker(theme, mark.letter, side, mark.tone), (x, y))
        place = Rect(round(x - side / 2), round(y - side / 2), side, side)
        canvas.record_region("marker", place, mark.spot)


class CardSpaces(NamedTuple):
    """Places of picture, name and words on a card.

    `over`: the picture is above the words, or, on a `wide` card, left of them.
    """

    picture: Rect
    title: Rect
    words: Rect
    over: bool
    wide: bool


def _card_spaces(box: Rect, *, worded: bool) -> CardSpaces:
    """Return the places on the card in `box`; it has words if `worded`."""
    wide = worded and box.w >= PLAN.int("wide")
    over = not worded or box.h >= PLAN.int("beside")
    thumb, room = PLAN.int("thumb"), Rect(box.x + 16, box.y, box.w - 32, box.h)
    if wide:
        picture = Rect(box.x + 4, box.y + 4, PLAN.int("wide_picture"), box.h - 8)
        left = picture.right + 28
        room = Rect(left, box.y, box.right - 28 - left, box.h)
        title = Rect(left, box.y + box.h // 5, room.w, 96)
    elif over:
        share = round(box.h * PLAN.float("picture"))
        high = box.h - 56 if not worded else max(share, box.h - _text_height(box))
        picture = Rect(box.x + 4, box.y + 4, box.w - 8, high)
        title = Rect(room.x, picture.bottom, room.w, round(_letters(box) * 1.4))
    else:
        if box.h < PLAN.int("low"):
            thumb = PLAN.int("thumb_low")
        picture = Rect(box.x + 6, box.y + 6, thumb, thumb - 8)
        title = Rect(picture.right + 10, box.y + 4, box.w - thumb - 26, thumb - 8)
    foot = 14 if over else 2
    words = Rect(room.x, title.bottom, room.w, box.bottom - title.bottom - foot)
    return CardSpaces(picture, title, words, over, wide)


def _draw_picture(
    canvas: Canvas, theme: Theme, kind: str, box: Rect, spaces: CardSpaces, *, playable: bool
) -> None:
    """Draw the picture of a technology, and on a large one its level."""
    colour, picture = colour_of(kind), spaces.picture
    sheet = technology(kind, picture.w, picture.h, colour)
    mask = rounded(*sheet.size, CORNERS["tile"])
    canvas.sheet.paste(sheet, (picture.x, picture.y), mask)
    if not playable:
        canvas.sheet.paste(theme.table, (picture.x, picture.y), scaled(mask, 0.55))
    if spaces.over:
        level = writing.Style(HEAVY_SERIF, SMALL, CREAM)
        flag = [(10, 4), (60, 4), (60, 50), (35, 40), (10, 50)]
        canvas.pen.polygon([(box.x + x, box.y + y) for x, y in flag], fill=dark(colour, 0.45))
        canvas.text((box.x + 35, box.y + 35), ROMAN[TECHS[kind].level], level, "m", kind="level")


def _draw_worth(canvas: Canvas, scene: Scene, theme: Theme, kind: str, box: Rect) -> None:
    """Say in the foot of a picture how many card points the card gives when it is spent."""
    by_level = scene.view.options["card_points"] == "level"
    label = i18n.say(scene.lang, "el_mapa.card_points", n=TECHS[kind].level if by_level else 1)
    style = writing.Style(BOLD, LETTERS, theme.ink)
    w = round(writing.width(label, style.face, style.size)) + 26
    paper = widgets.pill(w, 42)
    x, y = box.x + 8, box.bottom - 29
    canvas.sheet.paste(paper, (x, y - 21), paper)
    at = x + w / 2, y + style.size * writing.LETTER_DROP
    canvas.text(at, label, style, "m", kind="worth", room=w)


def _draw_words(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    kind: str,
    n: int,
    box: Rect,
    spaces: CardSpaces,
    *,
    worded: bool,
) -> None:
    """Draw the name of a technology and, with `worded`, its effect."""
    title, large = spaces.title, _letters(box)
    room = title.w - (70 if n > 1 and not spaces.over else 0)
    head = max(HEAD, round(large * 1.15)) if worded and spaces.over else HEAD
    name = i18n.say_for_game(scene.game, scene.lang, f"map.tech.{kind}")
    text, size = writing.fit_compressed(name, SERIF, head, room, LETTERS)
    at = float(title.x), title.centre[1] + size * writing.LETTER_DROP
    if spaces.over and not worded:  # a name alone stands in the middle
        at = title.centre[0] - writing.width(text, SERIF, size) / 2, at[1]
    style = writing.Style(SERIF, size, theme.ink)
    canvas.text(at, text, style, kind="name", room=room)
    if worded:
        said = i18n.message(scene.game, scene.lang, tech_effect(kind, scene.view.options))
        style = writing.Style(PLAIN, large if spaces.over else NAME, theme.ink)
        rich_text.set_text(canvas, spaces.words, said, style, least=LETTERS)


def _letters(box: Rect) -> int:
    """Return the size of the words on a card, larger on large cards."""
    least: int
    most: int
    least, most = PLAN.get("letters")
    return min(most, max(least, box.w // 10, box.h // 14))


def _text_height(box: Rect) -> int:
    """Return the height of name and words below the picture of a card."""
    return max(PLAN.int("text"), round(PLAN.float("worded_share") * box.h))


def _draw_not_now(
    canvas: Canvas, scene: Scene, theme: Theme, kind: str, box: Rect, free: int
) -> None:
    """Say on a card that it cannot be played at the moment, if it has room for the words.

    `free` pixels stay free at the right.
    """
    style = writing.Style(PLAIN, LETTERS, theme.ink)
    label = i18n.say(scene.lang, "el_mapa.not_now")
    if TECHS[kind].when == "battle" and scene.view.battle is None:
        label = i18n.say(scene.lang, "el_mapa.in_battle")
    w = round(writing.width(label, style.face, style.size)) + 28
    paper = widgets.pill(w, 42)
    x, y = box.x + 68, box.y + 34
    if x + w > box.right - free:
        return
    canvas.sheet.paste(paper, (x, y - 21), paper)
    at = x + w / 2, y + style.size * writing.LETTER_DROP
    canvas.text(at, label, style, "m", kind="not_now", room=w)


def colour_of(kind: str) -> RGB:
    """Return the color of a technology: that of its level, mixed with violet."""
    return mix(LEVELS[TECHS[kind].level], (96, 72, 120), 0.12)


def _draw_empty(canvas: Canvas, scene: Scene, theme: Theme, seat: int, box: Rect) -> None:
    """Draw an empty hand, or another player's as the number of cards of each level."""
    panel = Rect(box.x, box.y, box.w, 300)
    panels.lay_panel(canvas, theme, panel)
    own = scene.view.viewer == seat
    text = i18n.say(scene.lang, "el_mapa.no_cards" if own else "el_mapa.backs")
    panels.centred(canvas, theme, text, Rect(panel.x, panel.y + 20, panel.w, 90))
    x = panel.centre[0] - 210
    for level in (1, 2, 3):
        canvas.paste_centred(card(level, 96), (x + 38, panel.y + 190))
        n = str(scene.view.seats[seat].hand.get(str(level), 0))
        canvas.digits((x + 88, panel.y + 190), n, writing.Style(HEAVY, FIGURE, theme.ink))
        x += 150


def _draw_lasting(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    box: Rect,
    marks: dict[str, Mark],
    hand: Collection[str],
) -> None:
    """Draw all players' lasting cards, one line per kind with its owners' pieces.

    The kinds of the shown seat come first. `hand` are the kinds in the viewer's hand.
    """
    view: GameView = scene.view
    owners: dict[str, list[int]] = {}
    for seat in sorted(range(view.n), key=lambda seat: seat != shown_seat(scene)):
        for kind in view.seats[seat].lasting:
            owners.setdefault(kind, []).append(seat)
    if not owners:
        return
    most, line = PLAN.int("owners"), PLAN.int("line")
    lines = [
        (kind, seats[at : at + most])
        for kind, seats in owners.items()
        for at in range(0, len(seats), most)
    ]
    head = PLAN.int("lasting") if PLAN.int("lasting") + len(lines) * line + 8 <= box.h else 0
    line = min(line, (box.h - head - 8) // len(lines))
    panel = Rect(box.x, box.y, box.w, head + len(lines) * line + 8)
    panels.lay_panel(canvas, theme, panel, warm=True)
    canvas.record_region("panel", panel, "lasting")
    if head:
        style = writing.Style(SERIF, TEXT, theme.ink)
        at = box.x + 18, box.y + head / 2 + 4 + TEXT * writing.LETTER_DROP
        canvas.text(at, i18n.say(scene.lang, "el_mapa.lasting"), style, kind="title")
    for nth, (kind, seats) in enumerate(lines):
        place = Rect(box.x + 10, box.y + head + 4 + nth * line, box.w - 20, line)
        mark = None
        if view.viewer in seats:
            played = None if kind in hand else marks.get(f"card.{kind}")
            mark = marks.get(f"lasting.{kind}", played)
        _draw_lasting_kind(canvas, scene, theme, kind, seats, place, mark)


def _draw_lasting_kind(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    kind: str,
    seats: Sequence[int],
    box: Rect,
    mark: Mark | None,
) -> None:
    """Draw a line for a lasting card: its picture or letter, its name, its owners."""
    y, piece = box.centre[1], PLAN.int("piece")
    picture = Rect(box.x, round(y) - 19, 50, 38)
    sheet = technology(kind, picture.w, picture.h, colour_of(kind))
    canvas.sheet.paste(sheet, (picture.x, picture.y), rounded(*sheet.size, CORNERS["step"]))
    if mark:
        side = min(PLAN.int("mark"), box.h)
        canvas.paste_centred(markers.marker(theme, mark.letter, side, mark.tone), picture.centre)
        place = Rect(
            round(picture.centre[0] - side / 2), round(picture.centre[1] - side / 2), side, side
        )
        canvas.record_region("marker", place, mark.spot)
    start = box.right - len(seats) * (piece + 2)
    side = min(piece, box.h)
    for nth, seat in enumerate(seats):
        x = start + nth * (piece + 2)
        canvas.paste_centred(markers.piece(theme, seat, piece), (x + piece / 2, y))
        spot = Rect(x, round(y - side / 2), piece, side)
        canvas.record_region("lasting", spot, f"{kind}:{seat}")
    left = picture.right + 10
    room = start - 6 - left
    name = i18n.say_for_game(scene.game, scene.lang, f"map.tech.{kind}")
    text, size = writing.fit_compressed(name, SERIF, TEXT, room, LETTERS)
    canvas.text(
        (left, y + size * writing.LETTER_DROP),
        text,
        writing.Style(SERIF, size, theme.ink),
        kind="name",
        room=room,
    )
