"""A Location as it lies in an Empire: the card's small face, what lies on it, what is about to happen to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PIL import Image

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.views.view import LocationView
from render.base.cache import kept
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Mask, Sheet, rounded, scaled
from render.base.theme import RGB, Theme
from render.imperial_settlers.layers import strips
from render.imperial_settlers.pieces import badges, face, stamps
from render.imperial_settlers.pieces.style import FRAMES

VEIL = 0.45
PRICE, STRIP_PRICE = 34, 26  # height of the tag with what razing costs, on tiles and on strips
GREY, PALE = (
    0.8,
    0.22,
)  # how far the picture of what is out of play loses its colours, and its force
# What would happen to a Location: the sign on it, the colour of its token.
HAPPENS: dict[str, tuple[str, RGB]] = {
    "site": ("castle-ruins", (96, 84, 72)),
    "raze": ("torch", badges.RAZE),
    "raze_enemy_location": ("torch", badges.RAZE),
    "raze_own_location": ("torch", badges.RAZE),
    "remove_enemy_location": ("castle-ruins", badges.RAZE),
    "capture_location": ("ankh", FRAMES["egyptians"]),
    "block_enemy_action": ("padlock", badges.RAZE),
    "trade_route_deal": ("trail", badges.DEAL),
    "defense": ("checked-shield", (107, 125, 58)),
}
GONE = ("site", "raze", "raze_enemy_location", "raze_own_location", "remove_enemy_location")


@dataclass(frozen=True)
class Showing:
    """What a picture adds to its tiles: ghosts by card, prices for a rival on all tiles or the marked ones, names, the size
    of badges; `below`: how high the pictures of strips are, below the names (0: beside them)."""

    scene: Scene
    theme: Theme
    badge: int
    named: bool
    prices: bool = False
    ghosts: Mapping[str, str] = field(default_factory=dict)
    marked: frozenset[str] = frozenset()
    below: int = 0


def ghosts(names: tuple[str, ...]) -> dict[str, str]:
    """What would happen, by card: `build`, `deal`, `raze`, `site`, `defense`, the tag of an effect, or nothing in particular."""
    return {card: tag for card, _, tag in (name.partition("=") for name in names)}


def standing(show: Showing, foundations: Sequence[str]) -> tuple[str, ...]:
    """The Foundations but for one that makes room for what would be built."""
    return tuple(card for card in foundations if show.ghosts.get(card) != "site")


def least(lang: str, card: str, w: int, picture: int) -> int:
    """How high a tile with all that stands on the card has to be, with a picture that is no higher than `picture`."""
    return face.least_height(
        card, w, lang, "tile", picture=round(min(picture, w * face.TILE_SHARE))
    )


def put_face(canvas: Canvas, show: Showing, card: str, frame: Rect) -> tuple[Rect, int]:
    """The face of a card, large or small; gives its picture between the colours and what razing brings, and how wide the latter
    is."""
    if show.named:
        laid = face.lay(canvas, frame, card, show.scene.lang, "tile")
        return laid.picture.moved(frame.x, frame.y), laid.loot.w
    return stamps.lay(canvas, frame, card, show.scene.lang, tall=show.below > 0), 0


def lay_tile(canvas: Canvas, show: Showing, one: LocationView, frame: Rect, here: int) -> Rect:
    """One Location in the Empire of the seat `here`; gives what a letter lies at."""
    card, theme = one.card, show.theme
    tag = show.ghosts.get(card)
    if card in show.scene.changed:
        strips.halo(canvas, theme, frame, card, 16)
    art, loot = put_face(canvas, show, card, frame)
    canvas.record_region("tile", frame, card)
    canvas.record_spot(card, frame)
    if tag in GONE:
        canvas.tint(_veil(frame.w, frame.h), frame.x, frame.y, theme.paper)
        canvas.record_region("veil", frame, card)
    elif badges.veiled(one, here):
        canvas.sheet.paste(faded(canvas.sheet.crop(art.sides), theme), (art.x, art.y))
        canvas.record_region("veil", frame, card)
    price = (
        bool(one.price)
        and one.lord != show.scene.view.viewer
        and (show.prices or card in show.marked)
    )
    if price and loot:
        step = art.h // (1 + sum(CARDS[card].raze.values()))
        badges.lay_due(canvas, one.price, Rect(art.right, art.y, loot, max(PRICE, step)), card)
    elif price:
        high = PRICE if show.named else STRIP_PRICE
        badges.lay_price(
            canvas, badges.price(theme, one.price, high), (art.right, art.bottom), card
        )
    if tag not in GONE:
        small = badges.LEAST_NAMED if show.named else badges.LEAST
        badges.lay(
            canvas, theme, one, here, _room(show, art, priced=price and not loot), show.badge, small
        )
    if tag is not None:
        _ghost(canvas, show, frame, art, card, tag)
    return letter_spot(frame, art) if show.named or show.below else frame


def _room(show: Showing, art: Rect, *, priced: bool) -> Rect:
    """Where badges may lie on a picture: above the tag with the price, over the edge of a strip."""
    if not priced:
        return Rect(art.x + 2, art.y + 3, art.w - 6, art.h - 4)
    if show.named or show.below:
        return Rect(
            art.x + 2, art.y + 4, art.w - 6, art.h - 6 - (PRICE if show.named else STRIP_PRICE)
        )
    return Rect(art.x, art.y - 5, art.w, art.h + 4 - STRIP_PRICE)


def letter_spot(frame: Rect, art: Rect) -> Rect:
    """What a letter lies at the upper left of: the colours of a tile, below its name."""
    return Rect(frame.x, art.y + 14, art.right - frame.x, art.h - 14)


def faded(part: Sheet, theme: Theme) -> Sheet:
    """A picture of what is out of play: grey and pale."""
    grey = Image.blend(part, part.convert("L").convert("RGB"), GREY)
    return Image.blend(grey, Image.new("RGB", grey.size, theme.paper), PALE)


def _ghost(canvas: Canvas, show: Showing, frame: Rect, art: Rect, card: str, tag: str) -> None:
    canvas.paste_centred(badges.dashes(frame.w, frame.h, 16, show.theme.saffron), frame.centre)
    if tag in HAPPENS:
        sign, colour = HAPPENS[tag]
        size = max(badges.LEAST_NAMED, min(72, art.h - 8))
        canvas.paste_centred(badges.disc(size, colour, sign), (art.centre[0], art.y + 4 + size / 2))
    canvas.record_region("ghost", frame, card)


def lay_coming(canvas: Canvas, show: Showing, card: str, frame: Rect) -> None:
    """A card that would be built here: faint, in a dashed frame."""
    if show.named:
        sheet = face.draw(
            CARDS[card].like[0], frame.w, frame.h, show.scene.lang, "tile", pill=False
        ).sheet
    else:
        sheet = stamps.draw(
            CARDS[card].like[0], frame.w, frame.h, show.scene.lang, tall=show.below > 0
        )
    canvas.sheet.paste(
        sheet, (frame.x, frame.y), scaled(rounded(frame.w, frame.h, stamps.RADIUS), 0.8)
    )
    canvas.paste_centred(badges.dashes(frame.w, frame.h, 16, show.theme.saffron), frame.centre)
    canvas.record_region("ghost", frame, card)


@kept
def _veil(w: int, h: int) -> Mask:
    return scaled(rounded(w, h, stamps.RADIUS), VEIL)
