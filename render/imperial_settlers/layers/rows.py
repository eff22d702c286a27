"""The three rows of an Empire by kind, on recessed grounds: the faction's cards to the left, Common ones to the right."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from games.imperial_settlers.show.view import EmpireView, GameView, LocationView
from render import text as writing
from render import words
from render.cache import kept
from render.canvas import Canvas
from render.imperial_settlers.layers import plan, tiles
from render.imperial_settlers.layers.plan import Grid
from render.imperial_settlers.layers.tiles import Showing
from render.imperial_settlers.look import KIND_ICONS, KINDS, icon
from render.layout import Layout, Rect
from render.texture import Sheet, rounded
from render.theme import CREAM, HEAVY, RGB, TEXT, dark, mix


def shown(view: GameView, empire: EmpireView) -> dict[str, LocationView]:
    """All Locations on the picture of an Empire by card: those built there, then those it has captured."""
    found = {one.card: one for one in empire.locations}
    held = set(empire.captured)
    others = [one for other in view.empires if other.seat != empire.seat for one in other.locations]
    others += view.solo.locations if view.solo else ()
    return found | {one.card: one for one in others if one.card in held}


def coming(show: Showing, empire: EmpireView) -> tuple[str, ...]:
    """The cards that a ghost builds in the viewer's own Empire."""
    view: GameView = show.scene.view
    if empire.seat != (view.viewer if view.viewer is not None else view.question.seat):
        return ()
    return tuple(card for card, tag in show.ghosts.items() if tag == "build")


RADIUS = 16
LOW = 150                                     # lower rows bear the sign of their kind alone


@kept
def ground(w: int, h: int, label: int, kind: str, table: RGB, said: str) -> Sheet:
    """The recess of a row in the colour of its kind, its label at the left."""
    colour = KINDS[kind]
    tint = tiles.tint(table, colour)
    out = Image.new("RGB", (w, h), tint)
    pen = ImageDraw.Draw(out)
    pen.rectangle((0, 0, label, h), fill=dark(colour, 0.2))
    pen.rectangle((label, 0, label + 2, h), fill=dark(colour, 0.62))
    middle = label // 2 + 1
    wide = writing.width(said, HEAVY, 35) if said else 0
    size = min(46, label - 8)
    if h <= LOW and said:
        style = writing.Style(HEAVY, TEXT, mix(tint, CREAM, 0.5))
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
    """A word that runs upward."""
    wide = round(writing.width(said, HEAVY, 35)) + 4
    body = Image.new("RGBA", (wide, 48))
    writing.write(ImageDraw.Draw(body), (2, 35), said, writing.Style(HEAVY, 35, CREAM))
    body = body.rotate(90, expand=True)
    out.paste(body, (round(centre[0] - body.width / 2 - 1), max(0, round(centre[1] - body.height / 2))), body)


def lay_rows(
    canvas: Canvas, show: Showing, empire: EmpireView, grids: plan.Grids, frame: Rect, label: int, between: int, *, wordy: bool,
    more: int = 0,
) -> tuple[int, dict[str, Rect]]:
    """All three rows from the top of a frame on; gives where they end, and the place for a letter on each card."""
    scene, theme = show.scene, show.theme
    here, new = shown(scene.view, empire), coming(show, empire)
    laid = plan.rows(plan.by_kind([*here, *new]), grids, frame, label, between, more)
    for row in laid:
        at = row.frame
        said = words.of_game(scene.game, scene.lang, f"imp.kind.{row.kind}") if wordy else ""
        body = ground(at.w, at.h, label, row.kind, theme.table, said)
        canvas.sheet.paste(body, (at.x, at.y), rounded(at.w, at.h, RADIUS))
        canvas.note("lane", at, row.kind)
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
    """The sizes of tiles that a layout names, the largest first."""
    return tuple(Grid.of(lay.part(name), lay.int("bare")) for name in lay.get("grids"))

