"""Whole board: map and spaces, upgrades, supply, and a card for each player."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from games.core.views.scene import Scene
from games.tadmor.model.catalog import COLORS, PARTS, REGIONS, RULES
from games.tadmor.views.view import GameView, SpaceView
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas, Halo, PaddedSprite
from render.base.layout import Point, Rect, around, split
from render.base.texture import Sheet, stored
from render.base.theme import CORNERS, RGB, Theme, dark, mix, pale, parse
from render.parts import header, markers, panels
from render.tadmor.layers import ground, people, places, purse
from render.tadmor.pieces import faces
from render.tadmor.pieces.header import default_seat, draw_head
from render.tadmor.pieces.style import (
    ASSETS,
    COLOURS,
    ERAS,
    HEAVY,
    LAYOUT,
    PART_ICONS,
    PILES,
    icon,
)

BOARD = LAYOUT.part("board")
MAP = BOARD.rect("map")
HALO_REACH = 18  # pixels of the glow around a halo's frame
GROUND: dict[str, RGB] = {name: parse(c) for name, c in LAYOUT.get("names").items()}


def board_transform() -> places.BoardTransform:
    """Return the transformation from board units to pixels of the board's picture."""
    left, top, _, _ = LAYOUT.get("canvas.map")
    return places.BoardTransform(left, top, LAYOUT.float("canvas.scale"), MAP.x, MAP.y)


@cached
def _table() -> Sheet:
    """Return the stored picture of the table with sheet and map, the unchanging parts."""
    return stored(ASSETS / "board.jpg")


@cached
def _static_board(
    lang: str, sealed: str, under_attack: bool, spaces: tuple[SpaceView, ...]
) -> Sheet:
    """Return the board with empty spaces, their yields, the sealed region and region names.

    The sealed region is the one under attack, or the safe one.
    """
    canvas = Canvas(_table().copy())
    if sealed:
        ground.hatch_on_board(canvas.sheet, (MAP.x, MAP.y), sealed, under_attack=under_attack)
    transform = board_transform()
    narrow = {sealed} & LAYOUT.get("canvas.sealed_labels").keys()
    for region in REGIONS:
        text = i18n.say_for_game("tadmor", lang, f"tad.region.{region}")
        x, y, *rest = LAYOUT.get("canvas.sealed_labels" if region in narrow else "canvas.labels")[
            region
        ]
        room = rest[0] if rest else math.inf
        places.lay_label(
            canvas,
            transform,
            region,
            text,
            BOARD.int("name"),
            GROUND[region],
            under_attack=under_attack and region == sealed,
            within=MAP,
            at=(x, y),
            room=room * transform.scale,
        )
    for space in spaces:
        places.lay_hole(canvas, transform, space)
    if sealed:
        seal = _seal(sealed)
        places.lay_seal(canvas, seal.centre, seal.w, under_attack=under_attack)
    return canvas.sheet


def draw_board(scene: Scene, theme: Theme) -> Canvas:
    """Draw land, pieces, ghosts, upgrades, supply, players and letters."""
    view: GameView = scene.view
    sealed, under_attack = view.raid or view.attacked, bool(view.raid)
    empty_spaces = tuple(_without_pieces(space) for space in view.spaces)
    canvas = Canvas(_static_board(scene.lang, sealed, under_attack, empty_spaces).copy())
    draw_head(canvas, scene, theme)
    if purse.needs_line(view):
        purse.draw_line(canvas, scene, theme, BOARD.rect("news"))
    else:
        header.draw_news(canvas, scene, theme, BOARD.rect("news"))
    transform = board_transform()
    _draw_turns(canvas, view, theme)
    if sealed:
        _draw_seal(canvas, scene, theme, sealed)
    _draw_supply(canvas, scene, theme)
    for region in REGIONS:
        canvas.record_region(
            "label",
            places.box(transform.at(LAYOUT.point(f"canvas.labels.{region}")), 150, 30),
            region,
        )
        name = places.box(transform.at(LAYOUT.point(f"canvas.labels.{region}")), 216, 48)
        canvas.record_region("written", name, region, has_letters=True)
    ghosts = places.ghosts(scene.ghost)
    glowing = [space for space in view.spaces if space.id in scene.changed]
    for space in glowing:
        places.lay_glow(canvas, theme, transform, space)
    _uncover(canvas, transform, [space for space in view.spaces if space not in glowing])
    for space in view.spaces:
        canvas.record_region("space", places.hole_box(space, transform), space.id)
        # trails must not cover a number
        canvas.record_region(
            "gives",
            places.content_box(space, transform),
            space.id,
            has_letters=bool(places.number_on(space)),
        )
        canvas.record_spot(space.id, places.hole_box(space, transform))
    for space in view.spaces:
        places.lay_pieces(canvas, theme, transform, space)
        if space.id in ghosts:
            places.lay_ghost(
                canvas, theme, transform, space, ghosts[space.id] or "camel", default_seat(view)
            )
        canvas.record_region("place", places.whole_box(space, transform), space.id)
    _draw_tiles(canvas, scene, theme)
    people.draw_people(canvas, scene, theme, BOARD)
    _draw_letters(canvas, scene, theme)
    return canvas


def _uncover(canvas: Canvas, transform: places.BoardTransform, spaces: Sequence[SpaceView]) -> None:
    """Draw those of the `spaces` again over which a halo of another one reaches."""
    lit = [noted.box.inset(-HALO_REACH) for noted in canvas.regions if noted.kind == "halo"]
    for space in spaces:
        if any(places.hole_box(space, transform).meets(one) for one in lit):
            places.lay_hole(canvas, transform, space)


def _without_pieces(space: SpaceView) -> SpaceView:
    """Return a space without its pieces, as a cache key that is the same in all views."""
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
    """Return the view of an action space on which no piece stands, cached."""
    return SpaceView(name, region, piece, action, resource, color, order, brings, ())


def _draw_turns(canvas: Canvas, view: GameView, theme: Theme) -> None:
    """Draw a bar of nine turns in three Eras: past ones dark, the current one in saffron."""
    turns = BOARD.part("turns")
    frame, gap, era_gap = turns.rect("at"), turns.int("gap"), turns.int("era_gap")
    per_era = view.turns // 3
    gaps = gap * (view.turns - 3) + era_gap * 2
    width = (frame.w - gaps) / view.turns
    x = float(frame.x)
    for n in range(1, view.turns + 1):
        colour = ERAS[(n - 1) // per_era]
        is_past = n < view.turn or view.phase == "end"
        is_current = n == view.turn and view.phase != "end"
        fill = dark(colour, 0.3) if is_past else mix(colour, theme.paper, 0.6)
        rim = dark(colour, 0.5)
        if is_current:
            fill, rim = theme.saffron, theme.ink
        canvas.pen.rounded_rectangle(
            (x, frame.y, x + width, frame.bottom - 1),
            frame.h // 2,
            fill=fill,
            outline=rim,
            width=2,
        )
        x += width + (era_gap if n % per_era == 0 else gap)
    canvas.record_region("turns", frame, str(view.turn))


def _seal(region: str) -> Rect:
    x, y, size = LAYOUT.get(f"canvas.seals.{region}")
    return places.box(board_transform().at((x, y)), size)


def _asked_at(region: str) -> Point:
    return board_transform().at(LAYOUT.point(f"canvas.asked.{region}"))


def _draw_seal(canvas: Canvas, scene: Scene, theme: Theme, region: str) -> None:
    """Draw the glow around the seal of a region that was attacked or chosen just now."""
    frame = _seal(region)
    canvas.record_region("seal", frame, region)
    canvas.record_region("sealed", frame.inset(8), region)  # a frame here crosses no name
    if region in scene.changed:
        places.draw_halo(canvas, theme, frame, region)
        under_attack = bool(scene.view.raid)
        places.lay_seal(canvas, frame.centre, frame.w, under_attack=under_attack)


def pile_boxes() -> dict[str, Rect]:
    """Return, by color, the rectangle of the pile of rare goods with its count."""
    first, _, _ = _supply_lines()
    return dict(zip(COLORS, split(first, len(COLORS), 0), strict=True))


def _supply_lines() -> tuple[Rect, Rect, Rect]:
    """Return the three lines of the supply: rare goods, decks, temple parts."""
    supply = BOARD.part("supply")
    frame, line = supply.rect("at").inset(supply.int("inset")), supply.int("line")
    first, second, third = (
        Rect(frame.x, frame.y + round((frame.h - 3 * line) / 2) + k * line, frame.w, line)
        for k in range(3)
    )
    return first, second, third


def _draw_supply(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Draw what is left: rare goods, marauders, missions, discards, temple parts."""
    view: GameView = scene.view
    supply = BOARD.part("supply")
    panels.lay_panel(canvas, theme, supply.rect("at"))
    for color, cell in pile_boxes().items():
        spot = f"pile_{color}"
        if spot in scene.changed:
            places.draw_halo(canvas, theme, cell.inset(3), spot, CORNERS["cell"])
        body = _pile_top(view.tops[color] if view.piles[color] else "", color, supply.int("tile"))
        at = cell.x + 3, cell.centre[1] - supply.int("tile") / 2
        canvas.paste_padded(body, *at)
        _draw_count(canvas, theme, cell.x + supply.int("tile") + 9, cell, view.piles[color])
        canvas.record_region("pile", cell, spot)
        canvas.record_spot(spot, Rect(round(at[0]), round(at[1]), *(supply.int("tile"),) * 2))
    _, decks, temples = _supply_lines()
    brown, temple = dark(theme.table, 0.1), dark(COLOURS["temple"], 0.3)
    discarded = len(view.discard)
    for line, kind, entries in (
        (
            decks,
            "deck",
            (
                ("dervish-swords", COLOURS["bandits"], "marauders", view.marauders),
                ("scroll-unfurled", COLOURS["royal"], "missions", view.deck),
                *(
                    [("card-draw", mix(COLOURS["discard"], brown, 0.5), "discards", discarded)]
                    if discarded
                    else []
                ),
            ),
        ),
        (
            temples,
            "stack",
            tuple((PART_ICONS[part], temple, part, view.stacks[part]) for part in PARTS),
        ),
    ):
        cells = split(line, max(len(COLORS), len(entries)), 0)  # below the piles
        for (sign, colour, about, left), cell in zip(entries, cells, strict=False):
            size = supply.int("icon")
            canvas.paste_centred(icon(sign, size, colour), (cell.x + 4 + size / 2, cell.centre[1]))
            _draw_count(canvas, theme, cell.x + size + 7, cell, left, "card")
            canvas.record_region(kind, cell, about)
    boxes = {
        region.about: region.box for region in canvas.regions if region.kind in ("deck", "stack")
    }
    missions = [boxes[name] for name in ("missions", "discards") if name in boxes]
    canvas.record_region("missions", around(missions))
    canvas.record_region("parts", around([boxes[part] for part in PARTS]))


def _draw_count(
    canvas: Canvas, theme: Theme, x: float, cell: Rect, n: int, kind: str = "number"
) -> None:
    tone = theme.ink if n else panels.muted(theme)
    style = writing.Style(HEAVY, BOARD.int("supply.number"), tone)
    canvas.digits((x, cell.centre[1]), str(n), style, kind=kind)


def _pile_top(good: str, color: str, side: int) -> PaddedSprite:
    """Return the top tile of a pile of rare goods, or a blank one for an empty pile."""
    if good:
        return faces.rare(good, side, side)
    tone = PILES[color]
    return panels.sheet(side, side, CORNERS["cell"], pale(tone, 0.5), dark(tone, 0.3), 2, 2)


@cached
def _tile_glow(w: int, h: int) -> Halo:
    return markers.halo_around(w, h, CORNERS["field"], 10, 5, 1.0)


def tile_boxes(n: int) -> list[Rect]:
    """Return the rectangles of the displayed upgrades, by slot from the left."""
    tiles = BOARD.part("tiles")
    frame, pitch = tiles.rect("at"), tiles.rect("at").w / n
    width = min(tiles.int("most"), round(pitch) - tiles.int("gap"))
    return [
        Rect(round(frame.x + (k + 0.5) * pitch - width / 2), frame.y, width, frame.h)
        for k in range(n)
    ]


def _draw_tiles(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    view: GameView = scene.view
    tiles = view.display or ("",) * RULES.display[view.n]  # the display is empty during setup
    for tile, frame in zip(tiles, tile_boxes(len(tiles)), strict=True):
        if not tile:
            canvas.paste_centred(faces.slot(frame.w, frame.h, COLOURS["sheet"]), frame.centre)
            continue
        if tile in scene.changed or tile in scene.ghost:
            canvas.glow(_tile_glow(frame.w, frame.h), frame.x, frame.y, theme.halo)
            canvas.record_region("halo", frame, tile)
        body = faces.small_tile(tile, frame.w, frame.h, BOARD.int("tiles.number"))
        canvas.paste_padded(body, frame.x, frame.y)
        canvas.record_region("tile", frame, tile, has_letters=True)
        canvas.record_spot(tile, frame)


def _draw_letters(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Draw letters on spaces, regions, tiles, piles and players."""
    view: GameView = scene.view
    transform, size = board_transform(), BOARD.int("marker")
    spaces = {space.id: space for space in view.spaces}
    tiles = dict(
        zip(view.display, tile_boxes(len(view.display)) if view.display else (), strict=True)
    )
    for mark in scene.marks:
        spot = mark.spot
        if spot in spaces:
            at = transform.space(spot)
            dx, dy = BOARD.get("tag.taken" if spaces[spot].pieces else "tag.free")
            centre = at[0] + dx, at[1] + dy
            places.lay_tag(canvas, theme, mark, centre, BOARD.int("tag.height"), MAP)
        elif spot in REGIONS:
            sabers = places.box(_asked_at(spot), BOARD.int("sabers"))
            places.lay_crossing(canvas, sabers.centre, sabers.w)
            canvas.record_region("candidate", sabers, spot)
            places.lay_marker(canvas, theme, mark, sabers.centre, size)
        elif spot in tiles:
            places.lay_marker(canvas, theme, mark, (tiles[spot].x + 10, tiles[spot].y + 8), size)
        elif spot.startswith("pile_"):
            frame = pile_boxes()[spot.removeprefix("pile_")]
            places.lay_marker(canvas, theme, mark, (frame.x + 6, frame.y + 6), size)
        elif (seat := people.seat_of(spot, view.n)) is not None:
            frame = people.boxes(view.n, BOARD.part("persons"))[seat]
            places.lay_marker(canvas, theme, mark, (frame.x + 6, frame.y + 8), size)


def warm_up() -> None:
    """Load the board and the map for close-ups into the cache."""
    _table()
    ground.large()
