"""Technologies: the viewer's hand by kind, and the lasting effects of all players."""

from __future__ import annotations

from collections import Counter

from PIL import ImageDraw

from games.core.views.scene import Mark, Scene
from games.el_mapa.model.catalog import TECHS
from games.el_mapa.model.names import tech_effect
from games.el_mapa.views.view import GameView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, PaddedSprite
from render.base.layout import Rect
from render.base.texture import rounded
from render.base.theme import (
    BLACK,
    CORNERS,
    FIGURE,
    HEAD,
    HEAVY,
    HEAVY_SERIF,
    NAME,
    PLAIN,
    RGB,
    SERIF,
    SHADOWS,
    WORD,
    Theme,
    dark,
    mix,
)
from render.el_mapa.pieces.emblems import technology
from render.el_mapa.pieces.header import draw_head
from render.el_mapa.pieces.houses import card
from render.el_mapa.pieces.style import LAYOUT, LEVELS, ROMAN, WIDTH
from render.parts import markers, panels, widgets
from render.parts.header import shown_seat

PLAN = LAYOUT.part("cards")
STAYS = PLAN.part("stays")
CREAM: RGB = (255, 248, 232)
PAPER: RGB = (250, 240, 220)


def draw_cards(scene: Scene, theme: Theme) -> Canvas:
    """Draw the hand, each kind once with its count, and below it all lasting effects."""
    view: GameView = scene.view
    seat = shown_seat(scene)
    hand = Counter(view.hand.cards if view.hand else ())
    kinds = [kind for kind in TECHS if hand[kind]]
    lasting = [
        (other, kind) for other, seat_view in enumerate(view.seats) for kind in seat_view.lasting
    ]
    columns, gap, widths = PLAN.int("columns"), PLAN.int("gap"), PLAN.get("few")
    card_width = widths[len(kinds) - 1] if 0 < len(kinds) <= len(widths) else PLAN.int("w")
    rows = max(1, -(-len(kinds) // columns))
    card_height = PLAN.int("h" if rows > PLAN.int("roomy") else "tall")
    lasting_top = PLAN.int("top") + 12 + rows * (card_height + gap)
    lasting_height = (
        PLAN.int("lasting") + 20 + (STAYS.int("high") + STAYS.int("gap")) * -(-len(lasting) // 2)
        if lasting
        else 0
    )
    canvas = Canvas(panels.table(WIDTH, lasting_top + lasting_height + 12).copy())
    title = i18n.say(scene.lang, "el_mapa.techs")
    draw_head(
        canvas,
        scene,
        theme,
        name=title,
        middle=i18n.say(scene.lang, "el_mapa.round", n=view.round),
        seat=seat,
    )
    marks = {mark.spot: mark for mark in scene.marks}
    for i, kind in enumerate(kinds):
        in_row = min(columns, len(kinds) - i // columns * columns) if rows == 1 else columns
        left = (WIDTH - in_row * card_width - (in_row - 1) * gap) // 2 + i % columns * (
            card_width + gap
        )
        box = Rect(
            left,
            PLAN.int("top") + 12 + i // columns * (card_height + gap),
            card_width,
            card_height,
        )
        _draw_kind(canvas, scene, theme, kind, hand[kind], box, marks.get(f"card.{kind}"))
    if not kinds:
        _draw_empty(
            canvas, scene, theme, seat, Rect(24, PLAN.int("top") + 12, WIDTH - 48, card_height)
        )
    if lasting:
        _draw_lasting(
            canvas, scene, theme, lasting, Rect(24, lasting_top, WIDTH - 48, lasting_height), marks
        )
    return canvas


def _draw_kind(
    canvas: Canvas, scene: Scene, theme: Theme, kind: str, n: int, box: Rect, mark: Mark | None
) -> None:
    if f"card.{kind}" in scene.changed or f"card.{kind}" in scene.ghost:
        canvas.glow(panels.panel_halo(box.w, box.h), box.x, box.y, theme.halo)
    for layer in range(min(n, 3) - 1, 0, -1):
        canvas.paste_padded(
            panels.shadowed_panel(
                box.w, box.h, theme.paper, dark(LEVELS[TECHS[kind].level], 0.4), 2, 5
            ),
            box.x + 4 * layer,
            box.y + 4 * layer,
        )
    picture = PLAN.int("picture" if box.w == PLAN.int("w") else "scene")
    canvas.paste_padded(face(kind, box.w, box.h, picture), box.x, box.y)
    canvas.record_region("card", box, kind)
    name = i18n.of_game(scene.game, scene.lang, f"map.tech.{kind}")
    text, size = writing.fit(name, SERIF, HEAD, box.w - 24, theme.small)
    canvas.text(
        (box.centre[0], box.y + picture + 42),
        text,
        writing.Style(SERIF, size, theme.ink),
        "m",
        kind="name",
    )
    description = i18n.message(scene.game, scene.lang, tech_effect(kind, scene.view.options))
    room = Rect(box.x + 18, box.y + picture + 58, box.w - 36, box.h - picture - 70)
    rich_text.set_text(
        canvas, room, description, writing.Style(PLAIN, NAME, theme.ink), least=theme.small
    )
    if n > 1:
        paper = widgets.pill(72, 48)
        canvas.sheet.paste(paper, (box.right - 84, box.y + 12), paper)
        at = box.right - 48, box.y + 36 + WORD * writing.DIGIT_DROP
        canvas.text(at, f"×{n}", writing.Style(BLACK, WORD, theme.ink), "m", kind="number")
    if mark:
        canvas.paste_centred(
            markers.marker(theme, mark.letter, 56, mark.tone), (box.x + 84, box.y + 34)
        )
        canvas.record_region("marker", Rect(box.x + 56, box.y + 6, 56, 56), mark.spot)


def colour_of(kind: str) -> RGB:
    """Return the color of a technology: that of its level, mixed with violet."""
    return mix(LEVELS[TECHS[kind].level], (96, 72, 120), 0.35)


@cached
def face(kind: str, w: int, h: int, height: int) -> PaddedSprite:
    """Return a technology card without its text; the emblem is `height` pixels high."""
    level, colour = TECHS[kind].level, colour_of(kind)
    out = panels.panel(w, h, mix(PAPER, colour, 0.08), dark(colour, 0.5), 3, 5).copy()
    out.paste(
        technology(kind, w - 8, height, colour), (4, 4), rounded(w - 8, height, CORNERS["tile"])
    )
    pen = ImageDraw.Draw(out)
    pen.line((4, height + 4, w - 5, height + 4), fill=(*dark(colour, 0.5), 255), width=3)
    flag = dark(colour, 0.45)
    pen.polygon([(10, 4), (56, 4), (56, 48), (33, 38), (10, 48)], fill=flag)
    writing.write(pen, (33, 33), ROMAN[level], writing.Style(HEAVY_SERIF, 30, CREAM), "m")
    return markers.shadowed(out, *SHADOWS["card"])


def _draw_empty(canvas: Canvas, scene: Scene, theme: Theme, seat: int, box: Rect) -> None:
    """Draw the number of cards of each level, for an empty hand or that of another player."""
    panels.lay_panel(canvas, theme, box)
    own = scene.view.viewer == seat
    text = i18n.say(scene.lang, "el_mapa.no_cards" if own else "el_mapa.backs")
    panels.centred(canvas, theme, text, Rect(box.x, box.y + 20, box.w, 90))
    x = box.centre[0] - 190
    for level in (1, 2, 3):
        canvas.paste_centred(card(level, 96), (x + 38, box.y + 190))
        n = str(scene.view.seats[seat].hand.get(str(level), 0))
        canvas.digits((x + 84, box.y + 190), n, writing.Style(HEAVY, FIGURE, theme.ink))
        x += 140


def _draw_lasting(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    lasting: list[tuple[int, str]],
    box: Rect,
    marks: dict[str, Mark],
) -> None:
    """Draw the lasting cards, two to a line."""
    panels.lay_panel(canvas, theme, box, warm=True)
    style = writing.Style(SERIF, WORD, theme.ink)
    canvas.text(
        (box.x + 22, box.y + 50), i18n.say(scene.lang, "el_mapa.lasting"), style, kind="title"
    )
    hand = scene.view.hand.cards if scene.view.hand else ()
    played = {
        kind: mark
        for spot, mark in marks.items()
        if (kind := spot.removeprefix("card.")) != spot and kind not in hand
    }
    height, gap, side = STAYS.int("high"), STAYS.int("gap"), STAYS.int("side")
    width = (box.w - 2 * side - gap) // 2
    for i, (seat, kind) in enumerate(lasting):
        place = Rect(
            box.x + side + i % 2 * (width + gap),
            box.y + PLAN.int("lasting") + 8 + i // 2 * (height + gap),
            width,
            height,
        )
        mark = marks.get(f"lasting.{kind}", played.get(kind)) if seat == scene.view.viewer else None
        _draw_lasting_card(canvas, scene, theme, seat, kind, place, mark)


def _draw_lasting_card(
    canvas: Canvas, scene: Scene, theme: Theme, seat: int, kind: str, box: Rect, mark: Mark | None
) -> None:
    """Draw a lasting card: picture with the letter before it, name, the owner's piece."""
    colour = colour_of(kind)
    width = STAYS.int("picture")
    piece = STAYS.int("piece")
    canvas.paste_padded(
        panels.shadowed_panel(box.w, box.h, mix(PAPER, colour, 0.08), dark(colour, 0.5), 3, 5),
        box.x,
        box.y,
    )
    picture = technology(kind, width, box.h - 8, colour)
    canvas.sheet.paste(picture, (box.x + 4, box.y + 4), rounded(*picture.size, CORNERS["tile"]))
    at = box.right - piece / 2 - 16, box.centre[1]
    canvas.paste_centred(markers.piece(theme, seat, piece), at)
    left = box.x + width + 20
    name = i18n.of_game(scene.game, scene.lang, f"map.tech.{kind}")
    text, size = writing.fit(name, SERIF, NAME, at[0] - piece / 2 - 12 - left, theme.small)
    canvas.text(
        (left, at[1] + size * writing.LETTER_DROP),
        text,
        writing.Style(SERIF, size, theme.ink),
        kind="name",
    )
    canvas.record_region("lasting", box, f"{kind}:{seat}")
    if mark:
        side = STAYS.int("marker")
        canvas.paste_centred(
            markers.marker(theme, mark.letter, side, mark.tone),
            (box.x + side * 0.6, box.y + side * 0.6),
        )
        canvas.record_region(
            "marker",
            Rect(round(box.x + side * 0.1), round(box.y + side * 0.1), side, side),
            mark.spot,
        )
