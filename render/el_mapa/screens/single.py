"""Picture of one technology, building or wonder, whose id is the scene's `view`."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.views.scene import Scene
from games.el_mapa.model.catalog import BUILDINGS
from games.el_mapa.views.looks import CARDS
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet, rounded
from render.base.theme import CORNERS, HEAVY, NAME, PLAIN, RGB, SERIF, TITLE, Theme, dark, mix
from render.el_mapa.layers.scenes import wonder
from render.el_mapa.pieces.cubes import cube
from render.el_mapa.pieces.emblems import emblem, technology
from render.el_mapa.pieces.style import GOODS, LAYOUT, LEVELS, WIDTH
from render.el_mapa.screens.cards import colour_of
from render.parts import panels

SINGLE = LAYOUT.part("single")


def draw_single(scene: Scene, theme: Theme) -> Canvas:
    """Draw the card on the bare table: picture at the left; name, kind, price, text beside it.

    Raises KeyError for an unknown card.
    """
    name = str(scene.view)
    face = CARDS[name]
    margin, air, width = SINGLE.int("margin"), SINGLE.int("air"), SINGLE.int("wide")
    left = air + SINGLE.int("picture") + margin
    room = air + width - margin - left
    style = writing.Style(PLAIN, SINGLE.int("words"), theme.ink)
    texts = [i18n.message(scene.game, scene.lang, line) for line in face.text]
    heights = [round(rich_text.height(rich_text.wrap(one, style, room), style)) for one in texts]
    head = SINGLE.int("head") + (SINGLE.int("price") if _cost(name) else 0)
    body = head + sum(heights) + SINGLE.int("gap") * len(texts) + margin
    least, most = SINGLE.get("high")
    box = Rect(air, air, width, min(most, max(least, body)))
    canvas = Canvas(panels.planks(WIDTH, box.h + 2 * air))
    picture, colour = _picture(name, SINGLE.int("picture"), box.h - 8)
    base, rim = mix((250, 240, 220), colour, 0.06), dark(colour, 0.55)
    canvas.paste_padded(panels.shadowed_panel(box.w, box.h, base, rim, 4, 12), box.x, box.y)
    canvas.record_region("card", box, name)
    canvas.sheet.paste(picture, (box.x + 4, box.y + 4), rounded(*picture.size, CORNERS["field"]))
    y = box.y + (box.h - body) // 3
    _draw_head(canvas, scene, theme, name, Rect(left, y, room, head))
    y += head
    for text, text_height in zip(texts, heights, strict=True):
        place = Rect(left, y, room, text_height + 12)
        canvas.record_region("words", rich_text.set_text(canvas, place, text, style), name)
        y += text_height + SINGLE.int("gap")
    return canvas


def _cost(name: str) -> Mapping[str, int]:
    """Return the price of a building; technologies have none."""
    return BUILDINGS[name].cost if name in BUILDINGS else {}


def _draw_head(canvas: Canvas, scene: Scene, theme: Theme, name: str, box: Rect) -> None:
    """Draw the name, the kind below it, and the price of a building below that."""
    face = CARDS[name]
    label, size = writing.fit(i18n.message(scene.game, scene.lang, face.name), SERIF, 64, box.w, 44)
    canvas.text((box.x, box.y + 76), label, writing.Style(SERIF, size, theme.ink), kind="name")
    if face.kind:
        kind = i18n.message(scene.game, scene.lang, face.kind)
        style = writing.Style(PLAIN, NAME, mix(theme.ink, theme.table, 0.3))
        canvas.text((box.x, box.y + 126), kind, style, kind="kind")
    x, y = float(box.x), box.y + SINGLE.int("head") + SINGLE.int("price") / 2 - 12
    style = writing.Style(HEAVY, TITLE, theme.ink)
    for good, n in _cost(name).items():
        canvas.paste_centred(cube(52, GOODS[good]), (x + 26, y))
        x += 60 + canvas.digits((x + 60, y), str(n), style) + 22


def _picture(name: str, w: int, h: int) -> tuple[Sheet, RGB]:
    """Return the picture of a card and its color."""
    if name not in BUILDINGS:
        return technology(name, w, h, colour_of(name)), colour_of(name)
    facts = BUILDINGS[name]
    horizon, size = (round(h * SINGLE.float(share)) for share in ("horizon", "wonder"))
    picture = wonder(name, w, h, horizon, size) if facts.wonder else emblem(name, w, h)
    return picture, LEVELS[facts.level]
