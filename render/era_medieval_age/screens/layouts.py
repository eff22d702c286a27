"""Choice of a start: ready-made layouts side by side, and the viewer's own domain so far."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.era_medieval_age.model.catalog import LAYOUTS, SCORCHED
from games.era_medieval_age.model.land import GRID, land
from games.era_medieval_age.rules.domain.layout import building_points, preset
from games.era_medieval_age.views.view import GameView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect, split
from render.base.theme import BOLD, Theme, mix
from render.era_medieval_age.layers import ground
from render.era_medieval_age.pieces.style import LAND, LAYOUT, icon
from render.era_medieval_age.screens import domain
from render.parts import header, markers, panels

LEAST = 30  # of the words beside a number
PLAN = LAYOUT.part("layouts")


def draw_layouts(scene: Scene, theme: Theme) -> Canvas:
    """Draw every ready-made layout and the viewer's own domain, two panels a row."""
    view: GameView = scene.view
    seat, margin = domain.default_seat(view), PLAN.int("margin")
    towns = {layout_id: tuple(preset(layout_id, view.n)) for layout_id in LAYOUTS}
    towns["own"] = tuple(view.towns[seat].pieces)
    columns, gap, top = PLAN.int("columns"), PLAN.int("gap"), PLAN.int("top")
    rows = -(-len(towns) // columns)
    panel_height = _side() + 2 * PLAN.int("pad")
    height = top + rows * panel_height + (rows - 1) * gap + PLAN.int("foot")
    canvas = Canvas(panels.table(domain.WIDTH, height))
    header.draw_viewer_header(
        canvas, scene, theme, header.title(scene, "name"), i18n.say(scene.lang, "era.choose_layout")
    )
    frames = split(Rect(margin, top, domain.WIDTH - 2 * margin, panel_height), columns, gap)
    for i, (layout_id, pieces) in enumerate(towns.items()):
        frame = frames[i % columns].moved(0, i // columns * (panel_height + gap))
        _draw_panel(canvas, scene, theme, layout_id, pieces, frame)
    return canvas


def _side() -> int:
    """Return the width and height of a framed domain."""
    return GRID.cols * PLAN.int("cell") + 2 * LAYOUT.int("domain.frame")


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
) -> None:
    """Draw one layout with letter, points, name and walled cells; a chosen one glows."""
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
    edge, pad, side = LAYOUT.int("domain.frame"), PLAN.int("pad"), _side()
    land_box = Rect(frame.x + pad, frame.y + pad, side, side)
    canvas.pen.rectangle(
        (land_box.x, land_box.y, land_box.right - 1, land_box.bottom - 1), fill=LAND["border"]
    )
    colour = theme.seats[domain.default_seat(scene.view)].colour
    canvas.sheet.paste(
        ground.domain(pieces, PLAN.int("cell"), colour), (land_box.x + edge, land_box.y + edge)
    )
    left = land_box.right + PLAN.int("words_x")
    words = Rect(left, land_box.y, frame.right - 3 * pad - left, side)
    _draw_words(canvas, scene, theme, layout_id, pieces, words)


def _draw_words(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    layout_id: str,
    pieces: tuple[str, ...],
    frame: Rect,
) -> None:
    """Draw what is written beside the domain of a layout, within `frame`.

    It is the letter of the layout's button, its points, its name on one or more lines, and the
    number of its walled cells. The own domain has the number of pieces that are left instead, and a
    letter only as long as there are any.
    """
    area, points = land(pieces).area, building_points(pieces)
    mark = next((mark_ for mark_ in scene.marks if mark_.spot == f"layout-{layout_id}"), None)
    size = PLAN.int("marker")
    if mark is not None:
        box = Rect(frame.x, frame.y + PLAN.int("pad"), size, size)
        canvas.paste_centred(markers.marker(theme, mark.letter, size, mark.tone), box.centre)
        canvas.record_region("marker", box, mark.spot)
    key = "era.layout.place" if layout_id == "own" else f"era.layout.{layout_id}"
    style = writing.Style("alegreya-700", PLAN.int("name"), theme.ink)
    lines = rich_text.wrap(i18n.say_for_game(scene.game, scene.lang, key), style, frame.w)
    pitch = PLAN.int("name_line")
    y = frame.y + PLAN.int("name_y") - (len(lines) - 1) / 2 * pitch
    for line in lines:
        words, fitted = writing.fit(
            " ".join("".join(word) for word in line),
            style.face,
            style.size,
            frame.w,
            theme.small,
        )
        base = y + fitted * writing.LETTER_DROP
        canvas.text(
            (frame.x, base), words, writing.Style(style.face, fitted, theme.ink), kind="name"
        )
        y += pitch
    icon_size, number, pad = PLAN.int("icon"), PLAN.int("number"), PLAN.int("pad")
    left = len(scene.view.hand.unplaced) if layout_id == "own" and scene.view.hand else 0
    facts = [("points", points, "laurels"), ("cells", area, "stone-wall")]
    if left:
        facts[1] = ("left", left, "")
    for i, (word, n, name) in enumerate(facts):
        x, y = frame.x, frame.bottom - pad - icon_size / 2 - (1 - i) * PLAN.int("line")
        if name:
            sign = icon(name, icon_size, mix(theme.saffron, theme.ink, 0.45))
            canvas.paste_centred(sign, (x + icon_size / 2, y))
            x += icon_size + pad
        style = writing.Style(domain.BLACK, number, theme.ink)
        x += round(canvas.digits((x, y), str(n), style)) + pad
        said, fitted = writing.fit(
            i18n.say(scene.lang, f"era.layout_{word}", n=n),
            BOLD,
            PLAN.int("word"),
            frame.right - x,
            LEAST,
        )
        base = y + number * writing.DIGIT_DROP  # on the line of the number
        canvas.text((x, base), said, writing.Style(BOLD, fitted, theme.ink), kind="label")
