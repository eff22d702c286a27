"""Hand of a player, grouped by when each card can be paid: now, soon or later.

If the player is looking at cards of a deck, these come first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import CARDS, COMMON, RULES
from games.imperial_settlers.views.view import EmpireView, GameView, HandCard
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import HEAVY, HEAVY_SERIF, RGB, TEXT, WORD, Theme, dark
from render.imperial_settlers.layers import purse, spread
from render.imperial_settlers.layers.spread import GAP, SPREAD, Group, Item
from render.imperial_settlers.pieces import header
from render.imperial_settlers.pieces.backs import back
from render.imperial_settlers.pieces.face import UNKNOWN, Pay
from render.imperial_settlers.pieces.style import FEET, KINDS, WIDTH
from render.parts import markers, panels

NEAR = 1  # goods that a "soon" card may lack
ORDER = ("look", "now", "soon", "later", "rest")
TONES: dict[str, RGB] = {
    "now": (92, 111, 46),
    "soon": (150, 98, 20),
    "later": (86, 92, 104),
    "look": dark(KINDS["feature"], 0.25),
    "rest": (86, 92, 104),
    "kept": (92, 111, 46),
}
DECK = {"deck_common": COMMON, "deck_faction": "faction"}


def draw_hand(scene: Scene, theme: Theme) -> Canvas:
    """Draw the viewer's cards, as large as possible, and goods; also decks to choose from."""
    view: GameView = scene.view
    if view.hand is None or view.viewer is None:
        return _draw_hidden_hand(scene, theme)
    empire = view.empires[view.viewer]
    marks = {mark.spot: mark for mark in scene.marks}
    offered = {mark.spot for mark in scene.marks if mark.tone != "blocked"}
    decks = [deck for deck in DECK if deck in marks]
    field = field_of(beside_purse=True)
    foot = SPREAD.int("decks") + GAP if decks else 0
    room = Rect(field.x, field.y, field.w, field.h - foot)
    looked_at = [
        Item((code,), group(scene.lang, "look"), pay_of(empire, code)) for code in view.hand.looking
    ]
    is_plain = bool(looked_at) or _question_is_not_about_building(view, offered)
    hand_piles = spread.piles(
        sorted(items(view, scene.lang, plain=is_plain, offered=offered), key=_rank)
    )
    if looked_at:
        hand_rows = spread.slip_rows(hand_piles, scene.lang, room.w)
        rows = rows_above_hand(looked_at, hand_rows, scene.lang, room)
    else:
        rows = spread.rows(hand_piles, scene.lang, room, large=scene.large) if hand_piles else []
    canvas, extra = picture(rows, field.h - foot)
    text = i18n.say(scene.lang, "imp.hand")
    middle = i18n.say(scene.lang, "imp.only_you", moment=header.moment(view, scene.lang))
    header.draw_head(canvas, scene, theme, text, middle, view.viewer)
    glowing = frozenset(spot.partition("=")[0] for spot in (*scene.changed, *scene.ghost))
    cards = Rect(room.x, room.y, room.w, room.h + extra)
    spread.lay(canvas, theme, rows, cards, scene.lang, marks, glowing)
    if not rows:
        panels.lay_panel(canvas, theme, cards)
        panels.centred(canvas, theme, i18n.say(scene.lang, "imp.no_cards"), cards)
    if decks:
        frame = Rect(field.x, cards.bottom + GAP, field.w, SPREAD.int("decks"))
        lay_decks(canvas, scene, theme, frame, decks)
    lay_purse(canvas, scene, theme, empire)
    return canvas


def _question_is_not_about_building(view: GameView, offered: Collection[str]) -> bool:
    """Return whether the user chooses hand cards for something else than building.

    That is so if the hand cards in `offered` are not those that can be built. Groups by what can be
    paid would contradict such a question. Return False without hand cards in `offered`.
    """
    hand = view.hand.cards if view.hand else []
    names = {CARDS[one.card].id for one in hand if one.card in offered}
    return bool(names) and names != {CARDS[one.card].id for one in hand if one.build}


def rows_above_hand(
    chosen_from: Sequence[Item], hand_rows: list[spread.SpreadRow], lang: str, room: Rect
) -> list[spread.SpreadRow]:
    """Return rows of the cards to choose from, and `hand_rows` below them if both fit `room`."""
    left = max(room.h // 3, room.h - spread.height(hand_rows))
    rows = spread.rows(chosen_from, lang, Rect(room.x, room.y, room.w, left))
    fit = spread.height(rows) + spread.height(hand_rows) <= room.h + GAP
    return [*rows, *hand_rows] if fit else spread.rows(chosen_from, lang, room)


def field_of(*, beside_purse: bool) -> Rect:
    """Return the field for cards; `beside_purse`: it lies right of the viewer's purse."""
    margin, top = panels.LAYOUT.int("margin"), SPREAD.int("top")
    left = margin + (SPREAD.int("purse") + GAP if beside_purse else 0)
    return Rect(left, top, WIDTH - margin - left, SPREAD.int("high") - SPREAD.int("below") - top)


def picture(rows: Sequence[spread.SpreadRow], room: int) -> tuple[Canvas, int]:
    """Return a table that holds `rows`, and by how many pixels it is higher than usual.

    `room` is the height for rows on a table of the usual height.
    """
    extra = max(0, spread.height(rows) - GAP - room)
    return spread.table(SPREAD.int("high") + extra), extra


def lay_purse(
    canvas: Canvas, scene: Scene, theme: Theme, empire: EmpireView, *, income: bool = False
) -> None:
    """Draw the viewer's purse at the left; `income`: with what the Production phase brings."""
    field = field_of(beside_purse=False)
    frame = Rect(field.x, field.y, SPREAD.int("purse"), field.h)
    purse.draw_purse(canvas, scene, theme, frame, empire, income=income)


def _draw_hidden_hand(scene: Scene, theme: Theme) -> Canvas:
    """Draw the picture for viewers without a hand."""
    margin = panels.LAYOUT.int("margin")
    canvas = Canvas(panels.table(WIDTH, SPREAD.int("top") + 148))
    header.draw_head(canvas, scene, theme)
    frame = Rect(margin, SPREAD.int("top"), WIDTH - 2 * margin, 124)
    panels.lay_panel(canvas, theme, frame)
    panels.centred(canvas, theme, i18n.say(scene.lang, "imp.hidden"), frame)
    return canvas


def group(lang: str, name: str) -> Group:
    """Return the group of cards called `name`; raises `KeyError` if unknown."""
    return Group(name, i18n.say(lang, f"imp.group.{name}"), TONES[name])


def _rank(item: Item) -> int:
    return ORDER.index(item.group.name)


def pay_of(empire: EmpireView, code: str) -> Pay:
    """Return an Empire's ability to pay a card's cost, gold counted."""
    missing = _missing(empire, code)
    gold_left = empire.supply.get("gold", 0) - CARDS[code].goods.get("gold", 0)
    short = max(0, len(missing) - max(0, gold_left))
    return Pay(short == 0, short, by_gold=() if short else missing)


def _missing(empire: EmpireView, code: str) -> tuple[str, ...]:
    """Return the goods that an Empire lacks for a card, each as often as it is missing."""
    return tuple(
        good for good, n in CARDS[code].goods.items() for _ in range(n - empire.supply.get(good, 0))
    )


def items(
    view: GameView, lang: str, *, plain: bool = False, offered: Collection[str] = ()
) -> list[Item]:
    """Return the viewer's hand; its groups are now, soon and later.

    If `plain`, its groups are the cards in `offered`, from which the user chooses, and the others.
    """
    empire = view.empires[view.viewer or 0]
    hand_items = []
    for hand_card in view.hand.cards if view.hand else ():
        chosen = "look" if hand_card.card in offered else "rest"
        name = chosen if plain else readiness(hand_card)
        raze = bool(CARDS[hand_card.card].raze) and empire.supply.get("raze", 0) >= RULES.raze_hand
        pay = Pay(
            hand_card.build,
            short=hand_card.missing,
            no_site=hand_card.no_site,
            by_gold=_missing(empire, hand_card.card) if hand_card.build else (),
        )
        # What is missing to build the card has no bearing on a choice for something else.
        shown = UNKNOWN if plain else pay
        hand_items.append(Item((hand_card.card,), group(lang, name), shown, raze, hand_card.deal))
    return hand_items


def readiness(hand_card: HandCard) -> str:
    """Return when a card can be built: "now", "soon" (little is missing) or "later"."""
    if hand_card.build:
        return "now"
    return "soon" if hand_card.missing + hand_card.no_site <= NEAR else "later"


def lay_decks(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, decks: list[str]) -> None:
    """Draw the decks to choose from, face down, with their sizes."""
    view: GameView = scene.view
    empire = view.empires[view.viewer or 0]
    panels.lay_panel(canvas, theme, frame)
    marks = {mark.spot: mark for mark in scene.marks}
    part = frame.w // max(1, len(decks))
    for k, name in enumerate(decks):
        deck, n = (COMMON, view.deck) if DECK[name] == COMMON else (empire.faction, empire.deck)
        height = frame.h - 36
        box = Rect(frame.x + k * part + 34, frame.y + 18, round(height * 0.72), height)
        canvas.paste_padded(back(deck or COMMON, box.w, box.h), box.x, box.y)
        canvas.record_region("deck", box, name)
        text = i18n.say(scene.lang, f"imp.{name}")
        x = box.right + 24
        canvas.text(
            (x, box.centre[1] - 6),
            text,
            writing.Style(HEAVY_SERIF, WORD, theme.ink),
            kind="heading",
        )
        left = i18n.say(scene.lang, "imp.cards_left", n=n)
        canvas.text(
            (x, box.centre[1] + 40),
            left,
            writing.Style(HEAVY, TEXT, FEET["raze"][0]),
            kind="number",
        )
        if name in marks:
            side = SPREAD.int("marker")
            at = box.right - 4, box.y + 8
            canvas.paste_centred(
                markers.marker(theme, marks[name].letter, side, marks[name].tone), at
            )
            canvas.record_region(
                "marker", Rect(round(at[0] - side / 2), round(at[1] - side / 2), side, side), name
            )
