"""Castle in its land: ten spaces in stepped masonry, training, shop, purse.

`draw_castle` draws the land, the castle's spaces with its buildings, then below what the owner
can train, buy and pay with.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from games.core.prompts.option_table import cell_at, cell_name
from games.core.views.scene import Scene
from games.el_mapa.model.catalog import BUILDINGS, SPACES, TROOPS, WONDERS
from games.el_mapa.views.view import CastleView, GameView, TrainingView
from render.base import i18n
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect, split
from render.base.texture import Sheet, Sprite
from render.base.theme import (
    BLACK,
    HEAD,
    HEAVY,
    HEAVY_SERIF,
    NAME,
    PALE,
    PLAIN,
    RGB,
    SERIF,
    SMALL,
    TEXT,
    TITLE,
    WORD,
    Theme,
    dark,
    load,
    mix,
)
from render.el_mapa.layers.chart import cell_of, tiles_of
from render.el_mapa.layers.scenes import landscape
from render.el_mapa.layers.shop import SHOP, Shop, choices, lay_shop
from render.el_mapa.pieces.cubes import cube
from render.el_mapa.pieces.header import draw_head
from render.el_mapa.pieces.houses import PILL, card, faint, house, pill, shield
from render.el_mapa.pieces.props import prop, stand
from render.el_mapa.pieces.style import ASSETS, COLOURS, GOODS, HOUSES, LAYOUT, ROMAN, WIDTH, icon
from render.el_mapa.pieces.style import TROOPS as TROOP_ICONS
from render.parts import markers, panels, widgets
from render.parts.awards import rays
from render.parts.header import shown_seat

CASTLE = LAYOUT.part("castle")
PLAINS = "meadow"


def shown(scene: Scene) -> CastleView | None:
    """Return the castle to draw.

    It is the requested castle; else the first one in the scene's marks, ghosts or changes; else
    the shown seat's castle with the most buildings; else any castle.
    """
    view: GameView = scene.view
    own_castles = [castle for castle in view.castles if castle.owner == shown_seat(scene)]
    fullest = max(
        own_castles, key=lambda castle: sum(map(bool, castle.spaces.values())), default=None
    )
    by_cell = {castle.cell: castle for castle in view.castles}
    if scene.focus is not None:  # the user asks for a castle of this seat; `spot` is its cell
        return by_cell.get(scene.spot, fullest)
    spots = [mark.spot for mark in scene.marks] + list(scene.ghost) + list(scene.changed)
    named = next((by_cell[cell] for spot in spots if (cell := cell_of(spot)) in by_cell), None)
    return named or fullest or next(iter(view.castles), None)


def outlook(view: GameView, castle: CastleView | None) -> tuple[str, str]:
    """Return the known land west and east of a castle."""
    if castle is None:
        return PLAINS, PLAINS
    known, (row, col) = tiles_of(view), cell_at(castle.cell)
    beside = [known.get(cell_name(row, at)) if at >= 0 else None for at in (col - 1, col + 1)]
    west, east = (tile.land[0] if tile and tile.up else PLAINS for tile in beside)
    return west, east


@cached
def _scene(west: str, east: str) -> Sheet:
    """Draw the walls in front of the land west and east of the castle."""
    (w, h), horizon = CASTLE.get("scene"), CASTLE.int("horizon")
    sheet = landscape((west,), h, horizon).copy()
    sheet.paste(landscape((east,), h, horizon).crop((w // 2, 0, w, h)), (w // 2, 0))
    with Image.open(ASSETS / "wall.webp") as stored:
        wall = stored.convert("RGBA")
    sheet.paste(wall, (0, h - wall.height), wall)
    return sheet


def space_box(space: str) -> Rect:
    """Return the rectangle of a space of the castle."""
    row, at = int(space[0]), int(space[2:])
    layout = CASTLE.part("space")
    n, w, h = 5 - row, layout.int("w"), layout.int("h")
    left = (WIDTH - n * w - (n - 1) * layout.int("gap")) // 2
    return Rect(
        left + (at - 1) * (w + layout.int("gap")),
        CASTLE.int("top") + layout.int("first") - (row - 1) * layout.int("pitch"),
        w,
        h,
    )


def draw_castle(scene: Scene, theme: Theme) -> Canvas:
    """Draw walls, flags, spaces, signs, training, shop, purse and letters, back to front."""
    view: GameView = scene.view
    castle = shown(scene)
    shop = Shop(choices(scene, castle) if castle else [])
    purse = CASTLE.rect("purse.at")
    purse = purse.moved(0, shop.box.bottom + SHOP.int("gap") + 4 - purse.y)
    canvas = Canvas(panels.table(WIDTH, purse.bottom + SHOP.int("gap")).copy())
    canvas.sheet.paste(_scene(*outlook(view, castle)), (0, CASTLE.int("top")))
    if castle is None:
        draw_head(canvas, scene, theme)
        return canvas
    title = i18n.say(scene.lang, "el_mapa.castle", cell=castle.cell.upper())
    draw_head(
        canvas,
        scene,
        theme,
        name=title,
        middle=i18n.say(scene.lang, "el_mapa.round", n=view.round),
        seat=castle.owner,
    )
    _draw_wonder_rays(canvas, theme, castle)
    _draw_flags(canvas, theme, castle)
    ghosts = dict(_ghost(name) for name in scene.ghost)
    for space in SPACES:
        _draw_space(canvas, scene, theme, castle, space, ghosts.get(f"{castle.cell}.{space}", ""))
    _draw_signs(canvas, scene, theme, castle)
    _draw_training(canvas, scene, theme, castle)
    lay_shop(canvas, scene, theme, castle, shop)
    _draw_purse(canvas, scene, theme, castle, purse)
    for mark in scene.marks:
        if mark.spot.startswith(f"{castle.cell}.") and mark.spot.partition(".")[2] in SPACES:
            box = space_box(mark.spot.partition(".")[2])
            canvas.paste_centred(
                markers.marker(theme, mark.letter, 58, mark.tone), (box.right - 22, box.y + 18)
            )
            canvas.record_region("marker", Rect(box.right - 51, box.y - 11, 58, 58), mark.spot)
    return canvas


def _ghost(name: str) -> tuple[str, str]:
    place, _, building = name.partition("=")
    return place, building


def _draw_wonder_rays(canvas: Canvas, theme: Theme, castle: CastleView) -> None:
    """Draw rays in the sky behind a wonder."""
    if castle.spaces.get("4-1"):
        (x, y) = space_box("4-1").centre
        mask = rays(CASTLE.int("wonder_light"), 0.9)
        top = max(0, CASTLE.int("top") - round(y - mask.height / 2))
        mask = mask.crop((0, top, mask.width, mask.height))
        canvas.tint(mask, round(x - mask.width / 2), CASTLE.int("top"), theme.glow)


def _draw_flags(canvas: Canvas, theme: Theme, castle: CastleView) -> None:
    """Draw two flags in the owner's color on the highest step."""
    colour = theme.seats[castle.owner].colour
    box = space_box("4-1")
    for x, direction in ((box.x - 20, -1), (box.right + 20, 1)):
        y = box.y - 44
        canvas.pen.rectangle((x - 4, y - 44, x + 4, y + 10), fill=(58, 40, 28))
        cloth = [
            (x, y - 44),
            (x + direction * 92, y - 38),
            (x + direction * 72, y - 20),
            (x + direction * 92, y - 2),
            (x, y - 6),
        ]
        canvas.pen.polygon(cloth, fill=colour)
        canvas.pen.line([*cloth, cloth[0]], fill=dark(colour, 0.65), width=4, joint="curve")
        piece = markers.piece(theme, castle.owner, 44)
        canvas.paste_centred(piece, (x + direction * 38, y - 24))


def _draw_space(
    canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView, space: str, ghost: str
) -> None:
    box, built = space_box(space), castle.spaces.get(space, "")
    spot = f"{castle.cell}.{space}"
    canvas.record_region("space", box, spot)
    if spot in scene.changed or ghost:
        canvas.glow(panels.panel_halo(box.w, box.h), box.x, box.y, theme.halo)
    if built or ghost:
        canvas.record_region("built", box, built or ghost)
        name = i18n.of_game(scene.game, scene.lang, f"map.building.{built or ghost}")
        if built and BUILDINGS[built].wonder:
            _draw_wonder(canvas, built, name, box)
        else:
            draw = house if built else faint
            body = draw(built or ghost, box.w, box.h, name)
            canvas.paste_padded(body, box.x, box.y)
    elif space in castle.free:
        _draw_free(canvas, scene, theme, box, int(space[0]))
    else:
        _draw_closed(canvas, scene, theme, box, int(space[0]))


def _draw_wonder(canvas: Canvas, built: str, text: str, box: Rect) -> None:
    """Draw a built wonder, higher than its space, and its points."""
    canvas.paste_padded(house(built, box.w, box.h, text, bare=True), box.x, box.y)
    wonder_box = stand(
        canvas.sheet,
        prop(built, CASTLE.int("wonder")),
        box.centre[0],
        box.bottom - CASTLE.int("wonder_foot"),
    )
    canvas.record_region("wonder", wonder_box, built)
    points_pill = pill(built)
    canvas.sheet.paste(
        points_pill, (box.right - points_pill.width - PILL, box.y + PILL), points_pill
    )


def _draw_free(canvas: Canvas, scene: Scene, theme: Theme, box: Rect, row: int) -> None:
    """Draw a free space: pale stone in a dashed frame, with the levels that may stand there."""
    stone, rim = mix(theme.paper, theme.table, 0.08), dark(theme.table, 0.3)
    canvas.paste_padded(panels.shadowed_panel(box.w, box.h, stone, rim, 3, 5), box.x, box.y)
    frame = _dashed_frame(box.w - 20, box.h - 20, theme.saffron)
    canvas.sheet.paste(frame, (box.x + 10, box.y + 10), frame)
    first = i18n.say(scene.lang, "el_mapa.free")
    wonder = row == len(ROMAN) - 1
    levels = (
        i18n.say(scene.lang, "el_mapa.wonder")
        if wonder
        else i18n.say(scene.lang, "el_mapa.levels", n=row, top=ROMAN[row])
    )
    canvas.text((box.centre[0], box.y + 78), first, writing.Style(SERIF, WORD, theme.ink), "m")
    canvas.text(
        (box.centre[0], box.y + 122),
        levels,
        writing.Style(PLAIN, TEXT, dark(theme.table, 0.1)),
        "m",
    )


@cached
def _dashed_frame(w: int, h: int, colour: RGB) -> Sprite:
    """Return a dashed frame."""
    out = Image.new("RGBA", (w, h))
    pen = ImageDraw.Draw(out)
    for i in range(0, w, 26):
        for y in (2, h - 4):
            pen.line((i, y, min(w, i + 15), y), fill=colour, width=5)
    for i in range(0, h, 26):
        for x in (2, w - 4):
            pen.line((x, i, x, min(h, i + 15)), fill=colour, width=5)
    return out


def _draw_closed(canvas: Canvas, scene: Scene, theme: Theme, box: Rect, row: int) -> None:
    """Draw a space that still lacks support."""
    stone = mix((118, 106, 92), theme.ink, 0.12)
    canvas.paste_padded(
        panels.shadowed_panel(box.w, box.h, stone, dark(stone, 0.6), 3, 9), box.x, box.y
    )
    tone, text = mix(stone, PALE, 0.5), ROMAN[row]
    if row == 4:
        for i, name in enumerate(WONDERS):
            canvas.paste_centred(
                icon(HOUSES[name], 48, tone), (box.x + 52 + i * 62, box.centre[1] - 22)
            )
        text = i18n.say(scene.lang, "el_mapa.wonder")
    else:
        canvas.paste_centred(icon("stone-wall", 70, tone), (box.centre[0], box.centre[1] - 18))
    canvas.text(
        (box.centre[0], box.bottom - 22),
        text[:1].upper() + text[1:],
        writing.Style(HEAVY_SERIF, TEXT, tone),
        "m",
    )


def _draw_signs(canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView) -> None:
    """Draw the castle's income per round and the points of its buildings."""
    first, second = (Rect(x, y + CASTLE.int("top"), w, h) for x, y, w, h in CASTLE.get("signs"))
    for box, key in ((first, "each_round"), (second, "this_castle")):
        panels.lay_panel(canvas, theme, box)
        canvas.text(
            (box.x + 22, box.y + 52),
            i18n.say(scene.lang, f"el_mapa.{key}"),
            writing.Style(SERIF, WORD, theme.ink),
        )
    x, y = first.x + 20.0, first.y + 104
    style = writing.Style(HEAVY, NAME, theme.ink)
    for what, n in castle.income.items():
        if n:
            sprite = cube(38, GOODS[what]) if what in GOODS else card(int(what[-1]), 42)
            canvas.paste_centred(sprite, (x + sprite.width / 2, y))
            x += sprite.width + 6
            x += canvas.text((x, y + NAME * writing.DIGIT_DROP), str(n), style, kind="number") + 16
    points = sum(
        BUILDINGS[name].level + BUILDINGS[name].points for name in castle.spaces.values() if name
    )
    x = second.x + 24.0
    x += canvas.digits((x, y), str(points), writing.Style(BLACK, TITLE, theme.ink)) + 8
    canvas.paste_centred(icon("laurel-crown", 44, COLOURS["laurel"]), (x + 22, y))
    built = f"{sum(bool(name) for name in castle.spaces.values())}/{len(SPACES)}"
    canvas.text(
        (second.right - 22, y + NAME * writing.DIGIT_DROP), built, style, "r", kind="number"
    )


def _draw_training(canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView) -> None:
    """Draw a card for each kind of troops: reserve, price and clock.

    Kinds that are not trained here have a padlock.
    """
    frame = CASTLE.rect("training.at")
    clocks = {clock.kind: clock for clock in castle.training}
    spot = f"{castle.cell}.reserve"
    for kind, box in zip(
        TROOPS, split(frame, len(TROOPS), CASTLE.int("training.gap")), strict=True
    ):
        clock = clocks.get(kind)
        if spot in scene.changed and clock:
            canvas.glow(panels.panel_halo(box.w, box.h), box.x, box.y, theme.halo)
        _draw_troop(canvas, scene, theme, castle, kind, clock, box)


def _draw_troop(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    castle: CastleView,
    kind: str,
    clock: TrainingView | None,
    box: Rect,
) -> None:
    base = theme.paper if clock else mix(theme.paper, theme.table, 0.35)
    canvas.paste_padded(panels.shadowed_panel(box.w, box.h, base, theme.rim, 2, 5), box.x, box.y)
    canvas.record_region("troop", box, kind)
    colour = theme.seats[castle.owner].colour if clock else mix(theme.table, theme.paper, 0.3)
    body = shield(colour, TROOP_ICONS[kind], 96)
    canvas.paste_padded(body, box.x + 18, box.y + 18)
    ink = theme.ink if clock else mix(theme.ink, theme.paper, 0.4)
    name, size = writing.fit(
        i18n.of_game(scene.game, scene.lang, f"map.troop.{kind}"), SERIF, WORD, box.w - 30, 28
    )
    canvas.text(
        (box.centre[0], box.bottom - 20),
        name[:1].upper() + name[1:],
        writing.Style(SERIF, size, ink),
        "m",
        kind="name",
    )
    if not clock:
        canvas.paste_centred(
            icon("padlock", 56, mix(theme.ink, theme.paper, 0.45)), (box.x + 190, box.y + 66)
        )
        return
    number = str(castle.reserve.get(kind, 0))
    x = box.x + 126.0
    x += (
        canvas.text((x, box.y + 76), number, writing.Style(BLACK, 62, theme.ink), kind="number")
        + 12
    )
    _draw_price(canvas, theme, kind, Rect(round(x), box.y + 30, box.right - 14 - round(x), 52))
    canvas.paste_centred(icon("hourglass", 34, dark(theme.table, 0.2)), (box.x + 140, box.y + 116))
    for i in range(clock.time):
        cx, cy = box.x + 176 + i * 40, box.y + 116
        fill = theme.saffron if i < clock.progress else mix(theme.paper, theme.table, 0.25)
        canvas.pen.ellipse(
            (cx - 15, cy - 15, cx + 15, cy + 15), fill=fill, outline=dark(theme.table, 0.4), width=3
        )
    if clock.adds > 1:
        style = writing.Style(HEAVY, SMALL, theme.ink)
        canvas.text((box.right - 18, box.y + 128), f"+{clock.adds}", style, "r", kind="number")


def _draw_price(canvas: Canvas, theme: Theme, kind: str, box: Rect) -> None:
    """Draw the price of one troop of a kind in a pill."""
    cost = TROOPS[kind].cost
    width = sum(28 + 6 + writing.width(str(n), HEAVY, SMALL) + 8 for n in cost.values()) + 16
    paper = widgets.pill(round(width), box.h)
    canvas.sheet.paste(paper, (box.right - paper.width, box.y), paper)
    x = box.right - width + 12.0
    for good, n in cost.items():
        body = cube(30, GOODS[good])
        canvas.paste_centred(body, (x + 15, box.centre[1]))
        x += 34
        x += (
            canvas.digits(
                (x, box.centre[1]), str(n), writing.Style(HEAVY, SMALL, theme.ink), kind="text"
            )
            + 8
        )


def _draw_purse(canvas: Canvas, scene: Scene, theme: Theme, castle: CastleView, box: Rect) -> None:
    """Draw the owner's goods and cards."""
    seat = scene.view.seats[castle.owner]
    panels.lay_panel(canvas, theme, box)
    y, style = box.centre[1], writing.Style(HEAVY, HEAD, theme.ink)
    label = writing.Style(SERIF, WORD, theme.ink)
    x = box.x + 24.0
    x += (
        canvas.text(
            (x, y + WORD * writing.LETTER_DROP), i18n.say(scene.lang, "el_mapa.purse"), label
        )
        + 30
    )
    for good in GOODS:
        canvas.paste_centred(cube(44, GOODS[good]), (x + 22, y))
        x += 52
        x += (
            canvas.text(
                (x, y + HEAD * writing.DIGIT_DROP), str(seat.goods[good]), style, kind="number"
            )
            + 34
        )
    x = max(x, box.x + 660.0)
    x += (
        canvas.text(
            (x, y + WORD * writing.LETTER_DROP), i18n.say(scene.lang, "el_mapa.cards"), label
        )
        + 26
    )
    for level in (1, 2, 3):
        canvas.paste_centred(card(level, 58), (x + 23, y))
        x += 56
        x += (
            canvas.text(
                (x, y + HEAD * writing.DIGIT_DROP),
                str(seat.hand.get(str(level), 0)),
                style,
                kind="number",
            )
            + 26
        )


def warm_up() -> None:
    """Fill the cache with the walls in their land, and load the theme."""
    _scene(PLAINS, PLAINS)
    load()
