"""Three rows of an Empire by kind on recessed grounds, faction cards left, Common right."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageOps

from games.imperial_settlers.views.view import EmpireView, GameView, LocationView
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect
from render.base.texture import Sheet, rounded
from render.base.theme import CORNERS, CREAM, HEAVY, RGB, TEXT, dark, mix
from render.imperial_settlers.layers import plan, tiles
from render.imperial_settlers.layers.plan import Grid
from render.imperial_settlers.layers.tiles import TileContext
from render.imperial_settlers.pieces.style import ASSETS, KIND_ICONS, KINDS, icon


def shown(view: GameView, empire: EmpireView) -> dict[str, LocationView]:
    """Return the Locations shown in an Empire by card: those built there, then captured ones."""
    found = {one.card: one for one in empire.locations}
    held = set(empire.captured)
    others = [one for other in view.empires if other.seat != empire.seat for one in other.locations]
    others += view.solo.locations if view.solo else ()
    return found | {one.card: one for one in others if one.card in held}


def coming(show: TileContext, empire: EmpireView) -> tuple[str, ...]:
    """Return the cards that a ghost would build in this Empire.

    Only the viewer's own Empire has any; for a spectator that of the question.
    """
    view: GameView = show.scene.view
    if empire.seat != (view.viewer if view.viewer is not None else view.question.seat):
        return ()
    return tuple(card for card, tag in show.ghosts.items() if tag == "build")


RADIUS = CORNERS["card"]
LOW = 150  # pixels; lower rows show only the sign of their kind
LAND, NEAR = (
    0.72,
    600,
)  # share of the land in a row's ground; pixels above which the large picture is used
HALF = (560, 300)  # minimum pixels of a land
MIST = [
    round(124 + grey * 0.5) for grey in range(256)
] * 3  # bright, so that halos stand out for everyone


@cached
def _stored(faction: str, *, near: bool) -> Sheet:
    """Return the land of a faction in mist, or the cover picture without a faction.

    Mist needs only half of the pixels.
    """
    name = f"boards/{faction}.jpg" if near else f"ends/{faction}-won.jpg"
    with Image.open(ASSETS / (name if faction else "cover.jpg")) as picture:
        picture.draft("RGB", HALF)
        return picture.convert("RGB").point(MIST)


@cached
def land(faction: str, w: int, h: int) -> Sheet:
    """Return the land behind all rows of an Empire."""
    return ImageOps.fit(
        _stored(faction, near=w <= NEAR), (w, h), Image.Resampling.BILINEAR, centering=(0.5, 0.6)
    )


def ground(behind: Sheet, label: int, kind: str, table: RGB, said: str) -> Sheet:
    """Return the ground of a row: its kind's color over a land, with its label at the left."""
    colour, (w, h) = KINDS[kind], behind.size
    tint = mix(colour, CREAM, 0.45)
    out = Image.blend(Image.new("RGB", (w, h), tint), behind, LAND)
    pen = ImageDraw.Draw(out)
    pen.rectangle((0, 0, label, h), fill=dark(colour, 0.2))
    pen.rectangle((label, 0, label + 2, h), fill=dark(colour, 0.62))
    middle = label // 2 + 1
    wide = writing.width(said, HEAVY, 35) if said else 0
    size = min(46, label - 8)
    if h <= LOW and said:
        style = writing.Style(HEAVY, TEXT, dark(colour, 0.5))
        writing.write(pen, (label + 26, h / 2 + TEXT * writing.LETTER_DROP), said, style)
        said = ""
    alone = not said or wide + size + 26 > h
    if said:
        _turned(out, said, (middle, h / 2 - (0 if alone else size / 2 + 2)))
    if not said or not alone:
        glyph = icon(KIND_ICONS[kind], size, CREAM)
        at = (round(middle - size / 2), round((h - size) / 2) if not said else h - size - 8)
        out.paste(glyph, at, glyph)
    rim = Image.new("RGB", (w, h), dark(table, 0.6))
    rim.paste(out, mask=rounded(w, h, RADIUS, 3))
    return rim


def _turned(out: Sheet, said: str, centre: tuple[float, float]) -> None:
    """Draw a word that runs upward."""
    wide = round(writing.width(said, HEAVY, 35)) + 4
    body = Image.new("RGBA", (wide, 48))
    writing.write(ImageDraw.Draw(body), (2, 35), said, writing.Style(HEAVY, 35, CREAM))
    body = body.rotate(90, expand=True)
    out.paste(
        body,
        (round(centre[0] - body.width / 2 - 1), max(0, round(centre[1] - body.height / 2))),
        body,
    )


def lay_rows(
    canvas: Canvas,
    show: TileContext,
    empire: EmpireView,
    grids: plan.Grids,
    frame: Rect,
    label: int,
    between: int,
    *,
    wordy: bool,
    more: int = 0,
) -> tuple[int, dict[str, Rect]]:
    """Draw all three rows from the top of a frame.

    Returns their lower end, and the place for a letter on each card.
    """
    scene, theme = show.scene, show.theme
    here, new = shown(scene.view, empire), coming(show, empire)
    laid = plan.rows(plan.by_kind([*here, *new]), grids, frame, label, between, more)
    behind = land(empire.faction, frame.w, laid[-1].frame.bottom - frame.y)
    for row in laid:
        at = row.frame
        said = i18n.of_game(scene.game, scene.lang, f"imp.kind.{row.kind}") if wordy else ""
        body = ground(
            behind.crop((0, at.y - frame.y, at.w, at.bottom - frame.y)),
            label,
            row.kind,
            theme.table,
            said,
        )
        canvas.sheet.paste(body, (at.x, at.y), rounded(at.w, at.h, RADIUS))
        canvas.record_region("lane", at, row.kind)
    spots: dict[str, Rect] = {}
    for row in laid:
        for card, tile in row.tiles.items():
            if card in here:
                spots[card] = tiles.lay_tile(canvas, show, here[card], tile, empire.seat)
            else:
                tiles.lay_coming(canvas, show, card, tile)
                spots[card] = tile
    return laid[-1].frame.bottom, spots


def sizes(lay: Layout) -> Sequence[Grid]:
    """Return the tile sizes of a layout, the largest first."""
    return tuple(Grid.of(lay.part(name), lay.int("bare")) for name in lay.get("grids"))
