"""Location in an Empire: the card's small face, tokens on it, and a preview of changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

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
PRICE, STRIP_PRICE = 34, 26  # height in pixels of the price tag for razing, on tiles and strips
STRIP_BADGE_SHARE = 0.72  # largest badge on a strip, as a share of its picture's width
GREY, PALE = 0.8, 0.22  # shares of color and contrast that a card out of play loses
# Previewed changes of a Location: sign and color of the token.
CHANGE_TOKENS: dict[str, tuple[str, RGB]] = {
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
# Changes that remove a Location.
GONE = ("site", "raze", "raze_enemy_location", "raze_own_location", "remove_enemy_location")


@dataclass(frozen=True)
class TileContext:
    """Settings with which a picture draws its tiles.

    - `badge`: size of badges in pixels
    - `named`: tiles show name and effect; otherwise they are strips
    - `prices`: razing prices are shown
    - `ghosts`: previewed changes by card
    - `marked`: spots with a mark
    - `effects`: strips show the effect of a card where there is room
    - `copies`: by card, how many equal cards a tile stands for, if there are several
    - `slim`: strips have narrower pictures and smaller letters, for room for effects
    - `below`: height of the picture below a strip's name (0: the picture is beside the name)
    """

    scene: Scene
    theme: Theme
    badge: int
    named: bool
    prices: bool = False
    ghosts: Mapping[str, str] = field(default_factory=dict)
    marked: frozenset[str] = frozenset()
    slim: bool = False
    below: int = 0
    effects: bool = False
    copies: Mapping[str, int] = field(default_factory=dict)


def ghosts(names: tuple[str, ...]) -> dict[str, str]:
    """Return, by card, the change that is previewed, from the scene's ghosts (`card=build`).

    A change is `build`, `deal`, `raze`, `site`, `defense`, the tag of an effect, or "".
    """
    return {card: tag for card, _, tag in (name.partition("=") for name in names)}


def remaining_foundations(show: TileContext, foundations: Sequence[str]) -> tuple[str, ...]:
    """Return the Foundations, except one that the previewed decision builds on."""
    return tuple(card for card in foundations if show.ghosts.get(card) != "site")


def least(lang: str, card: str, w: int, picture: int, *, copies: int = 1) -> int:
    """Return the minimum height of a tile `w` pixels wide, with a picture up to `picture` px."""
    return face.least_height(
        card, w, lang, "tile", picture=round(min(picture, w * face.TILE_SHARE)), copies=copies
    )


def put_face(canvas: Canvas, show: TileContext, card: str, frame: Rect) -> tuple[Rect, int]:
    """Draw the face of a card in `frame`, as a tile or, if tiles are not `named`, as a strip.

    Returns the rectangle of its picture without the color spine, and the width of the razing band.
    """
    copies = show.copies.get(card, 1)
    if show.named:
        card_face = face.lay(canvas, frame, card, show.scene.lang, "tile", copies=copies)
        return card_face.picture.moved(frame.x, frame.y), card_face.loot.w
    tall, lang = show.below > 0, show.scene.lang
    slim = show.slim
    form = stamps.StripForm(tall=tall, effect=show.effects, copies=copies, slim=slim)
    picture = stamps.lay(canvas, frame, card, lang, form)
    least = stamps.least_with_effect(lang, card, frame.w, copies=copies, slim=slim)
    if show.effects and not tall and frame.h >= least:
        place = Rect(picture.right, frame.y, frame.right - picture.right, frame.h)
        canvas.record_region("row", place, card)
    return picture, 0


def lay_tile(
    canvas: Canvas, show: TileContext, location: LocationView, frame: Rect, seat: int
) -> Rect:
    """Draw one Location in the Empire of `seat`; return the rectangle for a letter."""
    card, theme = location.card, show.theme
    is_idle = location.controller == seat and show.scene.view.empires[seat].passed
    tag = show.ghosts.get(card)
    if card in show.scene.changed:
        strips.draw_halo(canvas, theme, frame, card, 16)
    picture, band_width = put_face(canvas, show, card, frame)
    canvas.record_region("tile", frame, card)
    canvas.record_spot(card, frame)
    if tag in GONE:
        canvas.tint(_veil(frame.w, frame.h), frame.x, frame.y, theme.paper)
        canvas.record_region("veil", frame, card)
    elif badges.is_unavailable(location, seat) or (is_idle and location.uses):
        canvas.sheet.paste(faded(canvas.sheet.crop(picture.sides), theme), (picture.x, picture.y))
        canvas.record_region("veil", frame, card)
    shows_price = (
        bool(location.price)
        and location.controller != show.scene.view.viewer
        and (show.prices or card in show.marked)
    )
    if shows_price and band_width:
        step = picture.h // (1 + sum(CARDS[card].raze.values()))
        badges.draw_price_on_band(
            canvas,
            location.price,
            Rect(picture.right, picture.y, band_width, max(PRICE, step)),
            card,
        )
    elif shows_price:
        height = PRICE if show.named else STRIP_PRICE
        badges.lay_price(
            canvas,
            badges.price(theme, location.price, height),
            (picture.right, picture.bottom),
            card,
        )
    if tag not in GONE:
        min_badge = badges.LEAST_NAMED if show.named else badges.LEAST
        badges.lay(
            canvas,
            theme,
            location,
            seat,
            _badge_area(show, picture, priced=shows_price and not band_width),
            show.badge if show.named else min(show.badge, round(picture.w * STRIP_BADGE_SHARE)),
            min_badge,
            idle=is_idle,
        )
    if tag is not None:
        _draw_ghost(canvas, show, frame, picture, card, tag)
    return letter_spot(frame, picture) if show.named or show.below else frame


def counted(show: TileContext, copies: Mapping[str, Sequence[str]]) -> TileContext:
    """Return the settings with the numbers of equal cards; `copies` are the others, by card."""
    return replace(show, copies={card: 1 + len(more) for card, more in copies.items() if more})


def record_copies(canvas: Canvas, frame: Rect, copies: Sequence[str]) -> None:
    """Record that the card in `frame` stands for the equal cards `copies` too."""
    for card in copies:
        canvas.record_region("copy", frame, card)
        canvas.record_spot(card, frame)


def _badge_area(show: TileContext, picture: Rect, *, priced: bool) -> Rect:
    """Return the area for badges on a card's picture.

    With `priced`, the area leaves room for the price tag, and may reach over the edge of a strip.
    """
    if not priced and show.named:
        return Rect(picture.x + 2, picture.y + 3, picture.w - 6, picture.h - 4)
    if not priced:  # a route's tablet is nearly as wide as the picture of a slim strip
        return Rect(picture.x, picture.y + 3, picture.w - 2, picture.h - 4)
    if show.named or show.below:
        return Rect(
            picture.x + 2,
            picture.y + 4,
            picture.w - 6,
            picture.h - 6 - (PRICE if show.named else STRIP_PRICE),
        )
    return Rect(picture.x, picture.y - 5, picture.w, picture.h + 4 - STRIP_PRICE)


def letter_spot(frame: Rect, picture: Rect) -> Rect:
    """Return the rectangle for a letter: on the color spine of a tile, below its name."""
    return Rect(frame.x, picture.y + 14, picture.right - frame.x, picture.h - 14)


def faded(part: Sheet, theme: Theme) -> Sheet:
    """Return a gray and pale copy of a picture, for a card out of play."""
    grey = Image.blend(part, part.convert("L").convert("RGB"), GREY)
    return Image.blend(grey, Image.new("RGB", grey.size, theme.paper), PALE)


def _draw_ghost(
    canvas: Canvas, show: TileContext, frame: Rect, picture: Rect, card: str, tag: str
) -> None:
    """Draw a preview of what happens to a card: a dashed frame and perhaps a disc.

    `tag` is the kind of change; those in `CHANGE_TOKENS` have a disc with an icon. `frame` is the
    card, `picture` the place of its picture, where the disc is drawn.
    """
    canvas.paste_centred(badges.dashes(frame.w, frame.h, 16, show.theme.saffron), frame.centre)
    if tag in CHANGE_TOKENS:
        sign, colour = CHANGE_TOKENS[tag]
        size = max(badges.LEAST_NAMED, min(72, picture.h - 8))
        canvas.paste_centred(
            badges.disc(size, colour, sign), (picture.centre[0], picture.y + 4 + size / 2)
        )
    canvas.record_region("ghost", frame, card)


def lay_coming(canvas: Canvas, show: TileContext, card: str, frame: Rect) -> None:
    """Draw a planned card: faint, in a dashed frame."""
    if show.named:
        sheet = face.draw(
            CARDS[card].like[0], frame.w, frame.h, show.scene.lang, "tile", pill=False
        ).sheet
    else:
        tall, code = show.below > 0, CARDS[card].like[0]
        form = stamps.StripForm(tall=tall, effect=show.effects, slim=show.slim)
        sheet = stamps.draw(code, frame.w, frame.h, show.scene.lang, form)
    canvas.sheet.paste(
        sheet, (frame.x, frame.y), scaled(rounded(frame.w, frame.h, stamps.RADIUS), 0.8)
    )
    canvas.paste_centred(badges.dashes(frame.w, frame.h, 16, show.theme.saffron), frame.centre)
    canvas.record_region("ghost", frame, card)


@cached
def _veil(w: int, h: int) -> Mask:
    return scaled(rounded(w, h, stamps.RADIUS), VEIL)
