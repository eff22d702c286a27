"""A Location as it lies in an Empire: the card's small face, what lies on it, what is about to happen to it."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field

from games.core.scene import Scene
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.show.view import LocationView
from render.cache import kept
from render.canvas import Canvas
from render.imperial_settlers.layers import strips
from render.imperial_settlers.look import FRAMES
from render.imperial_settlers.pieces import badges, face, stamps
from render.layout import Rect
from render.texture import Mask, rounded, scaled
from render.theme import RGB, Theme, mix

VEIL = 0.45
STAMP_TAG = 34                                # of the price on a stamp
TAG = 46                                      # height of the tag with what razing brings, and its air
# What would happen to a Location: the sign on it, the colour of its token.
HAPPENS: dict[str, tuple[str, RGB]] = {
    "site": ("castle-ruins", (96, 84, 72)), "raze": ("torch", badges.RAZE), "raze_enemy_location": ("torch", badges.RAZE),
    "raze_own_location": ("torch", badges.RAZE), "remove_enemy_location": ("castle-ruins", badges.RAZE),
    "capture_location": ("ankh", FRAMES["egyptians"]), "block_enemy_action": ("padlock", badges.RAZE),
    "trade_route_deal": ("trail", badges.DEAL), "defense": ("checked-shield", (107, 125, 58)),
}
GONE = ("site", "raze", "raze_enemy_location", "raze_own_location", "remove_enemy_location")


@dataclass(frozen=True)
class Showing:
    """What a picture adds to its tiles: ghosts by card, prices for a rival on all tiles or the marked ones, names, the size
    of badges."""

    scene: Scene
    theme: Theme
    badge: int
    named: bool
    prices: bool = False
    ghosts: Mapping[str, str] = field(default_factory=dict)
    marked: frozenset[str] = frozenset()


def ghosts(names: tuple[str, ...]) -> dict[str, str]:
    """What would happen, by card: `build`, `deal`, `raze`, `site`, `defense`, the tag of an effect, or nothing in particular."""
    return {card: tag for card, _, tag in (name.partition("=") for name in names)}


def least(lang: str, card: str, w: int) -> int:
    """How high a tile with all that stands on the card has to be."""
    return face.least_height(card, w, lang, "tile")


def put_face(canvas: Canvas, show: Showing, card: str, frame: Rect) -> Rect:
    """The face of a card, with its name or without; gives its picture right of the colours."""
    if show.named:
        return face.lay(canvas, frame, card, show.scene.lang, "tile").picture.moved(frame.x, frame.y)
    return stamps.lay(canvas, frame, card)


def lay_tile(canvas: Canvas, show: Showing, one: LocationView, frame: Rect, here: int) -> None:
    """One Location in the Empire of the seat `here`."""
    card, theme = one.card, show.theme
    tag = show.ghosts.get(card)
    if card in show.scene.changed:
        strips.halo(canvas, theme, frame, card, 16)
    art = put_face(canvas, show, card, frame)
    canvas.note("tile", frame, card)
    canvas.stand(card, frame)
    if badges.veiled(one, here) or tag in GONE:
        canvas.stain(_veil(frame.w, frame.h), frame.x, frame.y, theme.paper)
        canvas.note("veil", frame, card)
    priced = bool(one.price) and one.lord != show.scene.view.viewer and (show.prices or card in show.marked)
    if priced:
        goods = tuple(good for good, n in CARDS[card].raze.items() for _ in range(n))
        high = 42 if show.named else STAMP_TAG
        badges.lay_price(canvas, badges.price(theme, one.price, goods if show.named else (), high), (art.right, art.bottom), card)
    if tag not in GONE:
        small = badges.LEAST_NAMED if show.named else badges.LEAST
        badges.lay(canvas, theme, one, here, _room(show, frame, art, card, STAMP_TAG if priced else 0), show.badge, small)
    if tag is not None:
        _ghost(canvas, show, frame, art, card, tag)


def _room(show: Showing, frame: Rect, art: Rect, card: str, tag: int) -> Rect:
    """Where badges may lie: above the tag with what razing brings, over the card's edge where the picture is low; on stamps above
    the price, `tag` high."""
    whole = Rect(art.x + 2, art.y + 4, art.w - 6, art.h - 4)
    if not show.named:
        return Rect(whole.x, whole.y, whole.w, whole.h - tag)
    if not CARDS[card].raze:
        return whole
    if art.h - TAG > badges.LEAST_NAMED:
        return Rect(whole.x, whole.y, whole.w, art.h - TAG)
    return Rect(whole.x, frame.y - 6, whole.w, badges.LEAST_NAMED)


def _ghost(canvas: Canvas, show: Showing, frame: Rect, art: Rect, card: str, tag: str) -> None:
    canvas.put(badges.dashes(frame.w, frame.h, 16, show.theme.saffron), frame.centre)
    if tag in HAPPENS:
        sign, colour = HAPPENS[tag]
        priced = show.prices or CARDS[card].raze
        size = max(badges.LEAST_NAMED, min(72, art.h - (52 if show.named and priced else 8)))
        canvas.put(badges.disc(size, colour, sign), (art.centre[0], art.y + 4 + size / 2))
    canvas.note("ghost", frame, card)


def lay_coming(canvas: Canvas, show: Showing, card: str, frame: Rect) -> None:
    """A card that would be built here: faint, in a dashed frame."""
    if show.named:
        sheet = face.draw(CARDS[card].like[0], frame.w, frame.h, show.scene.lang, "tile", pill=False).sheet
    else:
        sheet = stamps.draw(CARDS[card].like[0], frame.w, frame.h)
    canvas.sheet.paste(sheet, (frame.x, frame.y), scaled(rounded(frame.w, frame.h, stamps.RADIUS), 0.8))
    canvas.put(badges.dashes(frame.w, frame.h, 16, show.theme.saffron), frame.centre)
    canvas.note("ghost", frame, card)


@kept
def _veil(w: int, h: int) -> Mask:
    return scaled(rounded(w, h, stamps.RADIUS), VEIL)


@functools.lru_cache(maxsize=64)
def tint(table: RGB, colour: RGB) -> RGB:
    """The ground of a row on the table, in the colour of a kind or a faction."""
    return mix(mix(table, (20, 12, 8), 0.4), colour, 0.34)
