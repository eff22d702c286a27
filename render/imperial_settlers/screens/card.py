"""One card very large with all its facts: from a game, or by its code."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import CARDS, COMMON, FACTS, Card
from games.imperial_settlers.model.names import COLOR_NAMES, FACTION_NAMES, KIND_NAMES, card_name
from games.imperial_settlers.rules.actions.cards import card_text
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import BOLD, HAIRLINE, HEAD, HEAVY_SERIF, PLAIN, TEXT, Theme, dark
from render.imperial_settlers.layers import strips
from render.imperial_settlers.pieces import chips, face, header, symbols
from render.imperial_settlers.pieces.style import FEET, FRAMES, LAYOUT, WIDTH
from render.imperial_settlers.pieces.symbols import Row, Sign
from render.parts import panels

CARD = LAYOUT.part("card")


def scene(code: str, lang: str) -> Scene:
    """Return a scene of a card without a game, for `render_worker.draw`.

    Raises KeyError for an unknown card.
    """
    return Scene(face.GAME, "card", CARDS[code].code, (), lang)


def shown(scene: Scene) -> str:
    """Return the code of the card that a scene shows.

    It is the scene's `view` if that is a code. In a game it is the first card among ghosts, marks,
    changes, the question, and the cards that the viewer sees.
    """
    view = scene.view
    if isinstance(view, str):
        return view
    spots = [
        spot.partition("=")[0]
        for spot in (*scene.ghost, *(mark.spot for mark in scene.marks), *scene.changed)
    ]
    spots += [
        view.question.card,
        *(card.card for card in (view.hand.cards if view.hand else ())),
        *view.offer,
    ]
    spots += [card.card for empire in view.empires for card in empire.locations]
    return next((spot for spot in spots if spot in CARDS), next(iter(CARDS)))


def draw_card(scene: Scene, theme: Theme) -> Canvas:
    """Draw the card's face at the left; facts in signs and its text at the right.

    Raises KeyError for an unknown card.
    """
    code = shown(scene)
    card, lang, margin = CARDS[code], scene.lang, panels.LAYOUT.int("margin")
    top, width = CARD.int("top"), CARD.int("wide")
    facts_box = Rect(
        margin + width + CARD.int("gap"), top, WIDTH - 2 * margin - width - CARD.int("gap"), 0
    )
    fact_lines = _fact_lines(card)
    text = i18n.message(face.GAME, lang, card_text(code))
    style = writing.Style(PLAIN, CARD.int("words"), theme.ink)
    text_height = round(rich_text.height(rich_text.wrap(text, style, facts_box.w - 56), style)) + 44
    height, head = CARD.int("high"), CARD.int("head")
    # Lines are lower beside a long text.
    line = min(CARD.int("line"), (height - head - text_height) // len(fact_lines))
    canvas = Canvas(panels.table(WIDTH, top + height + 16))
    _draw_head(canvas, scene, theme, card)
    frame = Rect(margin, top, width, height)
    if code in {spot.partition("=")[0] for spot in scene.changed}:
        strips.draw_halo(canvas, theme, frame, code, 24)
    face.lay(canvas, frame, code, lang, with_words=False)
    panel = Rect(facts_box.x, top, facts_box.w, height)
    panels.lay_panel(canvas, theme, panel)
    y = panel.y + head
    deck = (
        i18n.say(lang, "imp.deck.common")
        if card.deck == COMMON
        else i18n.message(face.GAME, lang, FACTION_NAMES[card.deck])
    )
    kind = i18n.message(face.GAME, lang, KIND_NAMES[card.kind])
    heading_style = writing.Style(HEAVY_SERIF, HEAD, dark(FRAMES[card.deck], 0.25))
    canvas.text((panel.x + 28, y - 22), f"{deck} · {kind}", heading_style, kind="heading")
    for key, row in fact_lines:
        _draw_line(canvas, scene, theme, Rect(panel.x, y, panel.w, line), key, row)
        y += line
    canvas.pen.line((panel.x + 24, y, panel.right - 24, y), fill=HAIRLINE, width=2)
    room = Rect(panel.x + 28, y + 22, panel.w - 56, panel.bottom - y - 30)
    canvas.record_region("words", rich_text.set_text(canvas, room, text, style), code)
    return canvas


def _draw_head(canvas: Canvas, scene: Scene, theme: Theme, card: Card) -> None:
    """Draw the card's name and, in a game, its state."""
    name = i18n.message(face.GAME, scene.lang, card_name(card.code))
    if not isinstance(scene.view, str):
        header.draw_head(canvas, scene, theme, name, header.moment(scene.view, scene.lang))
        return
    panels.header(
        canvas,
        theme,
        name,
        i18n.say_for_game(face.GAME, scene.lang, "imperial_settlers.short"),
        "",
        [],
    )


def _fact_lines(card: Card) -> list[tuple[str, Row]]:
    """Return the lines of facts: cost, colors, razing, Deal, points, copies."""
    found: list[tuple[str, Row]] = [("cost", face.pill_row(card.code))]
    if card.colors:
        found.append(("colors", tuple(Sign("color", color) for color in card.colors)))
    if card.raze:
        found.append(("razed", symbols.goods(card.raze)))
    if card.deal:
        found.append(("dealt", symbols.goods({card.deal: 1})))
    found.append(("worth", (Sign("text", str(card.points)), Sign("good", "vp"))))
    copies = len(FACTS[card.id].prints)
    found.append(("copies", (Sign("text", str(copies)),)))
    return found


def _draw_line(canvas: Canvas, scene: Scene, theme: Theme, box: Rect, key: str, row: Row) -> None:
    """Draw a line of facts: a label left, signs right, and the name of a single color.

    `key` is the label's name in the texts.
    """
    canvas.pen.line((box.x + 24, box.y, box.right - 24, box.y), fill=HAIRLINE, width=2)
    tones = {"razed": dark(FEET["raze"][0], 0.1), "dealt": dark(FEET["deal"][0], 0.15)}
    tone = tones.get(key, theme.ink)
    style = writing.Style(BOLD, TEXT, tone)
    base = box.centre[1] + TEXT * writing.LETTER_DROP
    canvas.text((box.x + 28, base), i18n.say(scene.lang, f"imp.line.{key}"), style, kind="label")
    chip = min(CARD.int("chip"), box.h - 4)
    if not row:
        canvas.text(
            (box.right - 30, base), i18n.say(scene.lang, "imp.free"), style, "r", kind="number"
        )
        return
    width = chips.row_width(row, chip)
    chips.draw_row(canvas, row, (box.right - 30 - width / 2, box.centre[1]), chip, key)
    if key == "colors" and len(row) == 1:
        text = i18n.message(face.GAME, scene.lang, COLOR_NAMES[row[0].name])
        canvas.text(
            (box.right - 46 - width, base),
            text,
            writing.Style(PLAIN, TEXT, theme.ink),
            "r",
            kind="number",
        )
