"""Location in an Empire: the card's small face, tokens on it, and a preview of changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PIL import Image

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import CARDS
from games.imperial_settlers.views.view import LocationView
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Mask, Sheet, rounded, scaled
from render.base.theme import RGB, Theme
from render.imperial_settlers.layers import strips
from render.imperial_settlers.pieces import badges, face, stamps
from render.imperial_settlers.pieces.style import FRAMES

VEIL = 0.45
PRICE, STRIP_PRICE = 34, 26  # pixels; height of the price tag for razing, on tiles and on strips
GREY, PALE = (
    0.8,
    0.22,
)  # shares of color and contrast that a card out of play loses
# Previewed changes of a Location: sign and color of the token.
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
class TileContext:
    """Settings of a picture for its tiles.

    `ghosts` are changes by card, `prices` shows razing prices for a rival, `badge` is the size
    of badges. `below` is the height of pictures below the names of strips (0: beside them).
    """

    scene: Scene
    theme: Theme
    badge: int
    named: bool
    prices: bool = False
    ghosts: Mapping[str, str] = field(default_factory=dict)
    marked: frozenset[str] = frozenset()
    below: int = 0


def ghosts(names: tuple[str, ...]) -> dict[str, str]:
    """Return the previewed change by card.

    `build`, `deal`, `raze`, `site`, `defense`, the tag of an effect, or "".
    """
    return {card: tag for card, _, tag in (name.partition("=") for name in names)}


def standing(show: TileContext, foundations: Sequence[str]) -> tuple[str, ...]:
    """Return the Foundations without one that a building would replace."""
    return tuple(card for card in foundations if show.ghosts.get(card) != "site")


def least(lang: str, card: str, w: int, picture: int) -> int:
    """Return the minimum height of a tile, with a picture of at most `picture` pixels."""
    return face.least_height(
        card, w, lang, "tile", picture=round(min(picture, w * face.TILE_SHARE))
    )


def put_face(canvas: Canvas, show: TileContext, card: str, frame: Rect) -> tuple[Rect, int]:
    """Draw the face of a card as a tile or a strip.

    Returns its picture without the color spine, and the width of the razing band.
    """
    if show.named:
        laid = face.lay(canvas, frame, card, show.scene.lang, "tile")
        return laid.picture.moved(frame.x, frame.y), laid.loot.w
    return stamps.lay(canvas, frame, card, show.scene.lang, tall=show.below > 0), 0


def lay_tile(canvas: Canvas, show: TileContext, one: LocationView, frame: Rect, here: int) -> Rect:
    """Draw one Location in the Empire of the seat `here`; return the place for a letter."""
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


def _room(show: TileContext, art: Rect, *, priced: bool) -> Rect:
    """Return the area for badges on a picture: above the price tag, over the edge of a strip."""
    if not priced:
        return Rect(art.x + 2, art.y + 3, art.w - 6, art.h - 4)
    if show.named or show.below:
        return Rect(
            art.x + 2, art.y + 4, art.w - 6, art.h - 6 - (PRICE if show.named else STRIP_PRICE)
        )
    return Rect(art.x, art.y - 5, art.w, art.h + 4 - STRIP_PRICE)


def letter_spot(frame: Rect, art: Rect) -> Rect:
    """Return the place for a letter: at the colors of a tile, below its name."""
    return Rect(frame.x, art.y + 14, art.right - frame.x, art.h - 14)


def faded(part: Sheet, theme: Theme) -> Sheet:
    """Return a gray and pale copy of a picture, for a card out of play."""
    grey = Image.blend(part, part.convert("L").convert("RGB"), GREY)
    return Image.blend(grey, Image.new("RGB", grey.size, theme.paper), PALE)


def _ghost(canvas: Canvas, show: TileContext, frame: Rect, art: Rect, card: str, tag: str) -> None:
    """Draw a preview of what happens to a card: a dashed frame and, for some changes, a disc."""
    canvas.paste_centred(badges.dashes(frame.w, frame.h, 16, show.theme.saffron), frame.centre)
    if tag in HAPPENS:
        sign, colour = HAPPENS[tag]
        size = max(badges.LEAST_NAMED, min(72, art.h - 8))
        canvas.paste_centred(badges.disc(size, colour, sign), (art.centre[0], art.y + 4 + size / 2))
    canvas.record_region("ghost", frame, card)


def lay_coming(canvas: Canvas, show: TileContext, card: str, frame: Rect) -> None:
    """Draw a planned card: faint, in a dashed frame."""
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


@cached
def _veil(w: int, h: int) -> Mask:
    return scaled(rounded(w, h, stamps.RADIUS), VEIL)
