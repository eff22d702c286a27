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
    panel_height = (
        PLAN.int("strip")
        + GRID.rows * PLAN.int("cell")
        + 2 * LAYOUT.int("domain.frame")
        + PLAN.int("pad")
    )
    towns = {layout_id: tuple(preset(layout_id, view.n)) for layout_id in LAYOUTS}
    towns["own"] = tuple(view.towns[seat].pieces)
    columns, gap, top = PLAN.int("columns"), PLAN.int("gap"), PLAN.int("top")
    rows = -(-len(towns) // columns)
    height = top + rows * panel_height + (rows - 1) * gap + PLAN.int("foot")
    canvas = Canvas(panels.table(domain.WIDTH, height))
    domain.draw_head(canvas, scene, theme, seat)
    frames = split(Rect(margin, top, domain.WIDTH - 2 * margin, panel_height), columns, gap)
    for i, (layout_id, pieces) in enumerate(towns.items()):
        frame = frames[i % columns].moved(0, i // columns * (panel_height + gap))
        _draw_panel(canvas, scene, theme, layout_id, pieces, frame, side)
    return canvas


def _chosen(scene: Scene, layout_id: str, pieces: tuple[str, ...]) -> bool:
    """Return whether this ready-made layout is the current choice, ignoring scorched earth."""
    built, ghost = (
        {piece for piece in ids if not piece.startswith(SCORCHED)} for ids in (pieces, scene.ghost)
    )
    return layout_id != "own" and bool(ghost) and built == ghost


def _draw_panel(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    layout_id: str,
    pieces: tuple[str, ...],
    frame: Rect,
    side: int,
) -> None:
    """Draw one layout with letter, name and number of walled cells; a chosen one glows."""
    base = theme.paper
    if _chosen(scene, layout_id, pieces):
        base = theme.warm_paper
        canvas.glow(panels.panel_halo(frame.w, frame.h), frame.x, frame.y, theme.halo)
        canvas.record_region("halo", frame, layout_id)
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, base, theme.rim, 3, LAYOUT.int("tracks.seed")),
        frame.x,
        frame.y,
    )
    canvas.record_region("layout", frame, layout_id)
    edge = LAYOUT.int("domain.frame")
    land_box = Rect(frame.x + (frame.w - side) // 2, frame.y + PLAN.int("strip"), side, side)
    canvas.pen.rectangle(
        (land_box.x, land_box.y, land_box.right - 1, land_box.bottom - 1), fill=LAND["border"]
    )
    colour = theme.seats[domain.owner(scene.view)].colour
    canvas.sheet.paste(
        ground.domain(pieces, PLAN.int("cell"), colour), (land_box.x + edge, land_box.y + edge)
    )
    _draw_title(
        canvas,
        scene,
        theme,
        layout_id,
        land(pieces).area,
        Rect(land_box.x, frame.y, side, PLAN.int("strip")),
    )


def _draw_title(
    canvas: Canvas, scene: Scene, theme: Theme, layout_id: str, area: int, strip: Rect
) -> None:
    """Draw the letter of its button, the name and the walled cells."""
    mark = next((mark_ for mark_ in scene.marks if mark_.spot == f"layout-{layout_id}"), None)
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
    key = "picture.era.layouts.own" if layout_id == "own" else f"era.layout.{layout_id}"
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
