"""Hand of a player by affordability: now, soon, later; or the cards being looked at."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import CARDS, COMMON, RULES
from games.imperial_settlers.views.view import EmpireView, GameView, HandCard
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import HEAVY, HEAVY_SERIF, RGB, TEXT, WORD, Theme
from render.imperial_settlers.layers import spread, strips
from render.imperial_settlers.layers.spread import GAP, SPREAD, Group, Item
from render.imperial_settlers.pieces import header
from render.imperial_settlers.pieces.backs import back
from render.imperial_settlers.pieces.face import Pay
from render.imperial_settlers.pieces.style import FEET, KINDS, WIDTH
from render.parts import markers, panels

NEAR = 1  # goods that a "soon" card may lack
ORDER = ("now", "soon", "later")
TONES: dict[str, RGB] = {
    "now": (92, 111, 46),
    "soon": (176, 120, 30),
    "later": (120, 96, 78),
    "look": KINDS["feature"],
    "rest": (120, 96, 78),
    "kept": (92, 111, 46),
}
DECK = {"deck_common": COMMON, "deck_faction": "faction"}


def draw_hand(scene: Scene, theme: Theme) -> Canvas:
    """Draw the viewer's cards as large as possible and the goods; decks if one may be chosen."""
    view: GameView = scene.view
    if view.hand is None or view.viewer is None:
        return _hidden(scene, theme)
    empire = view.empires[view.viewer]
    marks = {mark.spot: mark for mark in scene.marks}
    decks = [deck for deck in DECK if deck in marks]
    foot = SPREAD.int("supply") + GAP + (_deck_height() if decks else 0)
    room = SPREAD.int("most") - SPREAD.int("top") - foot
    looked = [
        Item((code,), group(scene.lang, "look"), pay_of(empire, code)) for code in view.hand.looking
    ]
    own = spread.piles(
        sorted(items(view, scene.lang, plain=bool(looked)), key=lambda one: _rank(one.group))
    )
    if looked:
        rows = spread.rows(looked, scene.lang, min(room, 720))
        below = spread.tiles(own, scene.lang)
        rows += below if spread.height(rows) + spread.height(below) <= room else []
    else:
        rows = spread.rows(own, scene.lang, room, large=scene.large) if own else []
    high = spread.height(rows) if rows else 150
    canvas = spread.table(SPREAD.int("top") + high + foot)
    said = i18n.say(scene.lang, "imp.hand")
    middle = i18n.say(scene.lang, "imp.only_you", moment=header.moment(view, scene.lang))
    header.head(canvas, scene, theme, said, middle, view.viewer)
    glowing = frozenset(spot.partition("=")[0] for spot in (*scene.changed, *scene.ghost))
    margin, y = panels.LAYOUT.int("margin"), SPREAD.int("top")
    if decks:
        lay_decks(
            canvas, scene, theme, Rect(margin, y, WIDTH - 2 * margin, _deck_height() - GAP), decks
        )
        y += _deck_height()
    y = spread.lay(canvas, theme, rows, y, scene.lang, marks, glowing)
    if not rows:
        empty = Rect(margin, y, WIDTH - 2 * margin, 130)
        panels.lay_panel(canvas, theme, empty)
        panels.centred(canvas, theme, i18n.say(scene.lang, "imp.no_cards"), empty)
        y = empty.bottom + GAP
    lay_supply(
        canvas, scene, theme, Rect(margin, y, WIDTH - 2 * margin, SPREAD.int("supply")), empire
    )
    return canvas


def _hidden(scene: Scene, theme: Theme) -> Canvas:
    """Draw the picture for viewers without a hand."""
    margin = panels.LAYOUT.int("margin")
    canvas = Canvas(panels.table(WIDTH, SPREAD.int("top") + 148))
    header.head(canvas, scene, theme)
    frame = Rect(margin, SPREAD.int("top"), WIDTH - 2 * margin, 124)
    panels.lay_panel(canvas, theme, frame)
    panels.centred(canvas, theme, i18n.say(scene.lang, "imp.hidden"), frame)
    return canvas


def group(lang: str, name: str) -> Group:
    """Return a group of cards by name, with words and color; raises KeyError if unknown."""
    return Group(name, i18n.say(lang, f"imp.group.{name}"), TONES[name])


def _rank(one: Group) -> int:
    return ORDER.index(one.name) if one.name in ORDER else 0


def pay_of(empire: EmpireView, code: str) -> Pay:
    """Return an Empire's ability to pay a card's cost, gold counted."""
    lacking = {
        good: n - empire.supply.get(good, 0)
        for good, n in CARDS[code].goods.items()
        if n > empire.supply.get(good, 0)
    }
    spare = empire.supply.get("gold", 0) - CARDS[code].goods.get("gold", 0)
    short = max(0, sum(lacking.values()) - max(0, spare))
    return Pay(short == 0, short)


def items(view: GameView, lang: str, *, plain: bool = False) -> list[Item]:
    """Return the viewer's hand by affordability; `plain`: all in one group."""
    empire = view.empires[view.viewer or 0]
    found = []
    for one in view.hand.cards if view.hand else ():
        name = "rest" if plain else near(one)
        raze = bool(CARDS[one.card].raze) and empire.supply.get("raze", 0) >= RULES.raze_hand
        pay = Pay(one.build, short=one.missing, no_site=one.no_site)
        found.append(Item((one.card,), group(lang, name), pay, raze, one.deal))
    return found


def near(one: HandCard) -> str:
    """Return when a card can be built: "now", "soon" or "later"."""
    if one.build:
        return "now"
    return "soon" if one.missing + one.no_site <= NEAR else "later"


def lay_supply(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, empire: EmpireView) -> None:
    """Draw the viewer's goods in one strip."""
    panels.lay_panel(canvas, theme, frame)
    style = writing.Style(HEAVY_SERIF, TEXT, theme.ink)
    x = frame.x + 20
    x += round(
        canvas.text(
            (x, frame.centre[1] + 12), i18n.say(scene.lang, "imp.goods"), style, kind="heading"
        )
    )
    strips.supply(
        canvas,
        theme,
        empire.supply,
        Rect(x + 12, frame.y, frame.right - x - 20, frame.h),
        54,
        40,
        strips.after(scene.ghost, empire.seat),
    )
    canvas.record_region("supply", frame, str(empire.seat))


def _deck_height() -> int:
    return SPREAD.int("decks") + GAP


def lay_decks(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, decks: list[str]) -> None:
    """Draw the decks to choose from, face down, with their sizes."""
    view: GameView = scene.view
    empire = view.empires[view.viewer or 0]
    panels.lay_panel(canvas, theme, frame)
    marks = {mark.spot: mark for mark in scene.marks}
    part = frame.w // max(1, len(decks))
    for k, name in enumerate(decks):
        deck, n = (COMMON, view.deck) if DECK[name] == COMMON else (empire.faction, empire.deck)
        high = frame.h - 36
        here = Rect(frame.x + k * part + 34, frame.y + 18, round(high * 0.72), high)
        canvas.paste_padded(back(deck or COMMON, here.w, here.h), here.x, here.y)
        canvas.record_region("deck", here, name)
        said = i18n.say(scene.lang, f"imp.{name}")
        x = here.right + 24
        canvas.text(
            (x, here.centre[1] - 6),
            said,
            writing.Style(HEAVY_SERIF, WORD, theme.ink),
            kind="heading",
        )
        left = i18n.say(scene.lang, "imp.cards_left", n=n)
        canvas.text(
            (x, here.centre[1] + 40),
            left,
            writing.Style(HEAVY, TEXT, FEET["raze"][0]),
            kind="number",
        )
        if name in marks:
            side = SPREAD.int("marker")
            at = here.right - 4, here.y + 8
            canvas.paste_centred(
                markers.marker(theme, marks[name].letter, side, marks[name].tone), at
            )
            canvas.record_region(
                "marker", Rect(round(at[0] - side / 2), round(at[1] - side / 2), side, side), name
            )
