"""Choice of a start: ready-made layouts side by side, and the viewer's own domain so far."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.era_medieval_age.model.catalog import LAYOUTS, SCORCHED
from games.era_medieval_age.model.land import GRID, land
from games.era_medieval_age.rules.domain.layout import preset
from games.era_medieval_age.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect, split
from render.base.theme import Theme, mix
from render.era_medieval_age.layers import ground
from render.era_medieval_age.pieces.style import LAND, LAYOUT, icon
from render.era_medieval_age.screens import domain
from render.parts import markers, panels

PLAN = LAYOUT.part("layouts")


def draw_layouts(scene: Scene, theme: Theme) -> Canvas:
    """Draw every ready-made layout and the viewer's own domain, two panels a row."""
    view: GameView = scene.view
    seat, margin = domain.owner(view), panels.LAYOUT.int("margin")
    side = GRID.cols * PLAN.int("cell") + 2 * LAYOUT.int("domain.frame")
    high = (
        PLAN.int("strip")
        + GRID.rows * PLAN.int("cell")
        + 2 * LAYOUT.int("domain.frame")
        + PLAN.int("pad")
    )
    towns = {which: tuple(preset(which, view.n)) for which in LAYOUTS}
    towns["own"] = tuple(view.towns[seat].pieces)
    columns, gap, top = PLAN.int("columns"), PLAN.int("gap"), PLAN.int("top")
    rows = -(-len(towns) // columns)
    height = top + rows * high + (rows - 1) * gap + PLAN.int("foot")
    canvas = Canvas(panels.table(domain.WIDTH, height))
    domain.head(canvas, scene, theme, seat)
    across = split(Rect(margin, top, domain.WIDTH - 2 * margin, high), columns, gap)
    for at, (which, pieces) in enumerate(towns.items()):
        frame = across[at % columns].moved(0, at // columns * (high + gap))
        _panel(canvas, scene, theme, which, pieces, frame, side)
    return canvas


def _chosen(scene: Scene, which: str, pieces: tuple[str, ...]) -> bool:
    """Return whether this ready-made layout is the current choice, ignoring scorched earth."""
    built, ghost = (
        {piece for piece in some if not piece.startswith(SCORCHED)}
        for some in (pieces, scene.ghost)
    )
    return which != "own" and bool(ghost) and built == ghost


def _panel(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    which: str,
    pieces: tuple[str, ...],
    frame: Rect,
    side: int,
) -> None:
    """Draw one layout with letter, name and number of walled cells; a chosen one glows."""
    base = theme.paper
    if _chosen(scene, which, pieces):
        base = theme.warm_paper
        canvas.glow(panels.panel_halo(frame.w, frame.h), frame.x, frame.y, theme.halo)
        canvas.record_region("halo", frame, which)
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, base, theme.rim, 3, LAYOUT.int("tracks.seed")),
        frame.x,
        frame.y,
    )
    canvas.record_region("layout", frame, which)
    edge = LAYOUT.int("domain.frame")
    at = Rect(frame.x + (frame.w - side) // 2, frame.y + PLAN.int("strip"), side, side)
    canvas.pen.rectangle((at.x, at.y, at.right - 1, at.bottom - 1), fill=LAND["border"])
    colour = theme.seats[domain.owner(scene.view)].colour
    canvas.sheet.paste(ground.domain(pieces, PLAN.int("cell"), colour), (at.x + edge, at.y + edge))
    _title(
        canvas, scene, theme, which, land(pieces).area, Rect(at.x, frame.y, side, PLAN.int("strip"))
    )


def _title(canvas: Canvas, scene: Scene, theme: Theme, which: str, area: int, strip: Rect) -> None:
    """Draw the letter of its button, the name and the walled cells."""
    mark = next((one for one in scene.marks if one.spot == f"layout-{which}"), None)
    left, middle = strip.x, strip.centre[1]
    if mark is not None:
        size = PLAN.int("marker")
        canvas.paste_centred(
            markers.marker(theme, mark.letter, size, mark.tone), (left + size / 2, middle)
        )
        canvas.record_region("marker", Rect(left, round(middle - size / 2), size, size), mark.spot)
        left += size + PLAN.int("pad")
    number, size = LAYOUT.int("tracks.number"), PLAN.int("icon")
    style = writing.Style(domain.BLACK, number, theme.ink if area else panels.muted(theme))
    right = strip.right - round(
        canvas.text(
            (strip.right, middle + number * writing.DIGIT_DROP), str(area), style, "r", "number"
        )
    )
    right -= size + PLAN.int("pad") // 2
    canvas.paste_centred(
        icon("stone-wall", size, mix(theme.saffron, theme.ink, 0.45)), (right + size / 2, middle)
    )
    key = "picture.era.layouts.own" if which == "own" else f"era.layout.{which}"
    name, size = writing.fit(
        i18n.of_game(scene.game, scene.lang, key),
        "alegreya-700",
        PLAN.int("name"),
        right - left - PLAN.int("pad"),
        theme.small,
    )
    canvas.text(
        (left, middle + size * writing.LETTER_DROP),
        name,
        writing.Style("alegreya-700", size, theme.ink),
        kind="name",
    )
