"""Whole board: map and spaces, decks, upgrades, score, and a card for each player."""

from __future__ import annotations

import functools
from collections import Counter

from games.core.views.scene import Scene
from games.tadmor.model.catalog import COLORS, PARTS, REGIONS, RULES
from games.tadmor.views.view import GameView, SpaceView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, Halo
from render.base.layout import Rect
from render.base.texture import Sheet, rounded, stored
from render.base.theme import (
    CORNERS,
    CREAM,
    RGB,
    SMALL,
    TEXT,
    Theme,
    bright,
    dark,
    mix,
    pale,
    parse,
)
from render.parts import markers, panels, widgets
from render.tadmor.layers import ground, people, places
from render.tadmor.pieces import faces
from render.tadmor.pieces.header import draw_head, owner
from render.tadmor.pieces.style import (
    ASSETS,
    COLOURS,
    ERAS,
    HEAVY,
    HEAVY_SERIF,
    LAYOUT,
    PART_ICONS,
    ROMAN,
    icon,
)

BOARD = LAYOUT.part("board")
MAP = BOARD.rect("map")
GROUND: dict[str, RGB] = {name: parse(c) for name, c in LAYOUT.get("names").items()}


def plan() -> places.PlacePlan:
    """Return the position of the board's drawing on the picture of the whole board."""
    left, top, _, _ = LAYOUT.get("canvas.map")
    return places.PlacePlan(left, top, LAYOUT.float("canvas.scale"), MAP.x, MAP.y)


@cached
def _table() -> Sheet:
    """Return the table with sheet, map and score track: everything that never changes."""
    return stored(ASSETS / "board.jpg")


def cell(score: int) -> tuple[float, float]:
    """Return the center of a score's cell on the track.

    Scores beyond the end start over; negative ones stay on the first cell.
    """
    track = BOARD.part("track")
    n = max(0, score) % (2 * BOARD.int("track.per_row"))
    per_row = track.int("per_row")
    return track.int("left") + (n % per_row + 0.5) * track.float("cell"), track.get("rows")[
        n // per_row
    ]


@cached
def _static_board(lang: str, raided: str, spaces: tuple[SpaceView, ...]) -> Sheet:
    """Return the board with empty spaces, their yields, attacked region and region names."""
    canvas = Canvas(_table().copy())
    if raided:
        ground.raid_board(canvas.sheet, (MAP.x, MAP.y), raided)
    place_plan = plan()
    for region in REGIONS:
        text = i18n.of_game("tadmor", lang, f"tad.region.{region}")
        places.lay_label(
            canvas,
            place_plan,
            region,
            text,
            BOARD.int("name"),
            GROUND[region],
            raided=region == raided,
            within=MAP,
        )
    for space in spaces:
        places.lay_hole(canvas, place_plan, space)
    if raided:
        places.lay_seal(
            canvas, place_plan.at(LAYOUT.point(f"canvas.seals.{raided}")), BOARD.int("seal")
        )
    return canvas.sheet


def draw_board(scene: Scene, theme: Theme) -> Canvas:
    """Draw land, decks and piles, pieces, ghosts, upgrades, score, players and letters."""
    view: GameView = scene.view
    raided = view.raid or view.attacked
    empty_spaces = tuple(_without_pieces(space) for space in view.spaces)
    canvas = Canvas(_static_board(scene.lang, raided, empty_spaces).copy())
    draw_head(canvas, scene, theme)
    place_plan = plan()
    _draw_turns(canvas, scene, theme)
    _draw_decks(canvas, scene, theme, raided)
    for color in COLORS:
        if f"pile_{color}" in scene.changed:
            places.draw_halo(canvas, theme, places.pile_box(place_plan, color), f"pile_{color}", 12)
        places.lay_pile(canvas, view, place_plan, color)
    for region in REGIONS:
        canvas.record_region(
            "label",
            places.box(place_plan.at(LAYOUT.point(f"canvas.labels.{region}")), 150, 30),
            region,
        )
    ghosts = places.ghosts(scene.ghost)
    for space in view.spaces:
        canvas.record_region("space", places.hole_box(space, place_plan), space.id)
        # trails must not cover a number
        canvas.record_region("gives", places.content_box(space, place_plan), space.id)
        canvas.record_spot(space.id, places.hole_box(space, place_plan))
        if space.id in scene.changed:
            places.lay_glow(canvas, theme, place_plan, space)
    for space in view.spaces:
        places.lay_pieces(canvas, theme, place_plan, space)
        if space.id in ghosts:
            places.lay_ghost(
                canvas, theme, place_plan, space, ghosts[space.id] or "camel", owner(view)
            )
    _draw_tiles(canvas, scene, theme)
    _draw_scores(canvas, view, theme)
    people.draw_people(canvas, scene, theme, BOARD.part("persons"))
    _draw_letters(canvas, scene, theme)
    return canvas


def _without_pieces(space: SpaceView) -> SpaceView:
    """Return a space without its pieces; all views give equal ones, which are cache keys."""
    return _empty_space(
        space.id,
        space.region,
        space.piece,
        space.action,
        space.resource,
        space.color,
        space.order,
        space.basic_amount,
    )


@functools.lru_cache(maxsize=512)
def _empty_space(
    name: str,
    region: str,
    piece: str,
    action: str,
    resource: str,
    color: str,
    order: int,
    brings: int,
) -> SpaceView:
    return SpaceView(name, region, piece, action, resource, color, order, brings, ())


def _draw_turns(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Draw nine turns in three Eras, with a ring around the current one."""
    view: GameView = scene.view
    turns, (x0, y) = BOARD.part("turns"), BOARD.get("turns.at")
    size = turns.int("size")
    number = turns.int("number")
    turns_per_era = view.turns // 3
    for n in range(1, view.turns + 1):
        x = x0 + (n - 1) * turns.int("pitch")
        colour = ERAS[(n - 1) // turns_per_era]
        is_past = n < view.turn or view.phase == "end"
        fill = mix(pale(colour, 0.35), theme.paper, 0.5) if is_past else pale(colour, 0.35)
        disc = panels.sheet(
            size, size, size // 2, fill, dark(colour, 0.3 if is_past else 0.55), 3, 3
        )
        canvas.paste_padded(disc, x - size / 2, y - size / 2)
        if n == view.turn and view.phase != "end":
            r = turns.int("ring") / 2
            canvas.pen.ellipse(
                (x - r, y - r, x + r, y + r), outline=dark(theme.saffron, 0.45), width=7
            )
            canvas.pen.ellipse(
                (x - r + 1, y - r + 1, x + r - 1, y + r - 1), outline=theme.saffron, width=5
            )
        tone = mix(theme.ink, theme.paper, 0.45) if is_past else theme.ink
        canvas.text(
            (x, y + number * writing.DIGIT_DROP),
            str(n),
            writing.Style(HEAVY, number, tone),
            "m",
            kind="turn",
        )
    for era in range(3):
        x = x0 + (era * turns_per_era + (turns_per_era - 1) / 2) * turns.int("pitch")
        text = i18n.say(scene.lang, "tadmor.era", n=ROMAN[era])
        canvas.text(
            (x, turns.int("era")),
            text,
            writing.Style(HEAVY_SERIF, SMALL, dark(ERAS[era], 0.45)),
            "m",
            kind="turn",
        )


def _draw_card(
    canvas: Canvas,
    theme: Theme,
    frame: Rect,
    colour: RGB,
    sign: str,
    label: str,
    tone: RGB | None = None,
    cards_below: int = 0,
) -> None:
    """Draw a small card with a sign and a number or word below.

    `cards_below` cards are visible under it.
    """
    for k in range(cards_below, 0, -1):
        canvas.paste_padded(
            panels.sheet(
                frame.w,
                frame.h,
                CORNERS["tile"],
                pale(theme.paper, 0.1),
                dark(theme.table, 0.4),
                2,
                2,
            ),
            frame.x + 3 * k,
            frame.y + 3 * k,
        )
    canvas.paste_padded(
        panels.sheet(frame.w, frame.h, CORNERS["tile"], colour, dark(colour, 0.6), 3, 4),
        frame.x,
        frame.y,
    )
    size = round(min(frame.w, frame.h) * 0.62)
    canvas.paste_centred(
        icon(sign, size, tone or pale(colour, 0.8), dark(colour, 0.5), 1),
        (frame.centre[0], frame.y + frame.h * 0.36),
    )
    fill = theme.ink if bright(colour) else CREAM
    text, number = writing.fit(label, HEAVY, TEXT if label.isdigit() else 34, frame.w - 6, 34)
    at = frame.centre[0], frame.y + frame.h * 0.81 + number * 0.28
    canvas.text(at, text, writing.Style(HEAVY, number, fill), "m", kind="card")


def _draw_decks(canvas: Canvas, scene: Scene, theme: Theme, raided: str) -> None:
    """Draw attacked region, marauders, missions, discards, and temple cards left."""
    view: GameView = scene.view
    decks = BOARD.part("decks")
    frame = decks.rect("attacked")
    if raided:
        if {raided} & set(scene.changed):
            places.draw_halo(canvas, theme, frame, raided, 12)
        _draw_attacked(canvas, scene, raided, frame)
    else:
        canvas.pen.rounded_rectangle(
            frame.sides, CORNERS["tile"], fill=(90, 58, 40, 40), outline=(120, 40, 34, 170), width=3
        )
        canvas.paste_centred(icon("dervish-swords", 52, (190, 150, 124)), frame.centre)
    _draw_card(
        canvas,
        theme,
        decks.rect("marauders"),
        COLOURS["bandits"],
        "bandit",
        str(view.marauders),
        (240, 214, 170),
        min(2, max(0, view.marauders - 1)),
    )
    _draw_card(
        canvas,
        theme,
        decks.rect("missions"),
        COLOURS["royal"],
        "scroll-unfurled",
        str(view.deck),
        (246, 224, 190),
        min(2, max(0, view.deck - 1)),
    )
    _draw_card(
        canvas,
        theme,
        decks.rect("discard"),
        COLOURS["discard"],
        "scroll-unfurled",
        str(len(view.discard)),
        (246, 234, 210),
    )
    first = decks.rect("temple")
    for k, part in enumerate(PARTS):
        frame = first.moved(k * decks.int("temple_pitch"), 0)
        left = view.stacks[part]
        colour = COLOURS["temple"] if left else mix(COLOURS["temple"], theme.paper, 0.55)
        _draw_card(canvas, theme, frame, colour, PART_ICONS[part], str(left), (90, 60, 30))


def _draw_attacked(canvas: Canvas, scene: Scene, raided: str, frame: Rect) -> None:
    """Draw the name of the attacked region below the seal that is also on the map."""
    decks, colour = BOARD.part("decks"), COLOURS["raid"]
    canvas.paste_padded(
        panels.sheet(frame.w, frame.h, CORNERS["tile"], colour, dark(colour, 0.6), 3, 4),
        frame.x,
        frame.y,
    )
    seal, (name_foot, pitch) = decks.int("seal"), decks.get("name")
    canvas.paste_centred(
        icon("dervish-swords", seal, (255, 232, 200), dark(colour, 0.5), 1),
        (frame.centre[0], frame.y + 3 + seal / 2),
    )
    style = writing.Style(HEAVY, SMALL, CREAM)
    lines = rich_text.wrap(
        i18n.of_game(scene.game, scene.lang, f"tad.region.{raided}"), style, frame.w - 8
    )
    for k, line in enumerate(lines):
        text = " ".join("".join(word) for word in line)
        y = (
            frame.bottom
            - name_foot
            - (len(lines) - 1 - k) * pitch
            - (0 if len(lines) > 1 else pitch / 3)
        )
        canvas.text((frame.centre[0], y), text, style, "m", kind="card")


@cached
def _tile_glow(side: int) -> Halo:
    return markers.halo(rounded(side, side, widgets.corner(side)), 10, 5, 1.0)


def tile_boxes(n: int) -> list[Rect]:
    """Return the rectangles of the displayed upgrades, by slot from the left."""
    side, pitch = BOARD.int("tiles.side"), MAP.w / n
    return [
        Rect(round(MAP.x + (k + 0.5) * pitch - side / 2), BOARD.int("tiles.top"), side, side)
        for k in range(n)
    ]


def _draw_tiles(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    view: GameView = scene.view
    tiles = view.display or ("",) * RULES.display[view.n]  # the display is empty during setup
    for tile, frame in zip(tiles, tile_boxes(len(tiles)), strict=True):
        if not tile:
            canvas.paste_centred(faces.slot(frame.w, COLOURS["sheet"]), frame.centre)
            continue
        if tile in scene.changed or tile in scene.ghost:
            canvas.glow(_tile_glow(frame.w), frame.x, frame.y, theme.halo)
            canvas.record_region("halo", frame, tile)
        canvas.paste_padded(faces.tile(tile, frame.w), frame.x, frame.y)
        canvas.record_region("tile", frame, tile)
        canvas.record_spot(tile, frame)


def _draw_scores(canvas: Canvas, view: GameView, theme: Theme) -> None:
    """Draw the players on the score track.

    Equal scores pile up; a piece that lapped the track shows the hundreds.
    """
    track = BOARD.part("track")
    size = track.int("piece")
    step = track.int("stack")
    track_length = 2 * track.int("per_row")
    cells = [cell(mat.points) for mat in view.mats]
    equals, placed = Counter(cells), Counter[tuple[float, float]]()
    for seat, (mat, track_cell) in enumerate(zip(view.mats, cells, strict=True)):
        steps_right, steps_up = _stack_offset(placed[track_cell], equals[track_cell])
        placed[track_cell] += 1
        at = track_cell[0] + steps_right * step, track_cell[1] - 4 - steps_up * step
        hundreds = mat.points // track_length
        canvas.paste_centred(
            markers.piece(theme, seat, size, str(hundreds) if hundreds > 0 else "", theme.small), at
        )
        canvas.record_region(
            "score", places.box(at, size), f"{seat}:{hundreds}" if hundreds > 0 else str(seat)
        )


def _stack_offset(at: int, n: int) -> tuple[float, int]:
    """Return the offset, in steps to the right and up, of piece `at` of `n` with equal scores.

    Two pieces stand above each other, more stand in pairs.
    """
    if n < 3:
        return 0, at
    is_single = at == n - 1 and n % 2 == 1
    return (0 if is_single else at % 2 - 0.5), at // 2


def _draw_letters(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Draw letters on spaces, regions, tiles, piles and players."""
    view: GameView = scene.view
    place_plan, size = plan(), BOARD.int("marker")
    spaces = {space.id: space for space in view.spaces}
    tiles = dict(
        zip(view.display, tile_boxes(len(view.display)) if view.display else (), strict=True)
    )
    for mark in scene.marks:
        spot = mark.spot
        if spot in spaces:
            frame = places.hole_box(spaces[spot], place_plan)
            places.lay_marker(canvas, theme, mark, (frame.centre[0], frame.y - 10), size)
        elif spot in REGIONS:
            places.lay_marker(
                canvas,
                theme,
                mark,
                place_plan.at(LAYOUT.point(f"canvas.letters.{spot}")),
                size + 10,
            )
        elif spot in tiles:
            places.lay_marker(canvas, theme, mark, (tiles[spot].x + 10, tiles[spot].y + 8), size)
        elif spot.startswith("pile_"):
            frame = places.pile_box(place_plan, spot.removeprefix("pile_"))
            places.lay_marker(canvas, theme, mark, (frame.x + 2, frame.y + 4), size)
        elif (seat := people.seat_of(spot, view.n)) is not None:
            frame = people.boxes(view.n, BOARD.part("persons"))[seat]
            places.lay_marker(canvas, theme, mark, (frame.right - 12, frame.y + 6), size)


def warm_up() -> None:
    """Load the board and the map for close looks."""
    _table()
    ground.large()
