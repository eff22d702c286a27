"""Factions as boards: land, crest, name, style of play, production, storage."""

from __future__ import annotations

from collections import Counter

from PIL import Image, ImageOps

from games.core.views.scene import Scene
from games.imperial_settlers.model.catalog import CARDS, FACTIONS, KINDS, deck_of
from games.imperial_settlers.model.names import FACTION_NAMES
from games.imperial_settlers.views.view import GameView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect, split
from render.base.texture import rounded, scaled, stored
from render.base.theme import (
    BOLD,
    CORNERS,
    HAIRLINE,
    HEAVY_SERIF,
    PLAIN,
    SHADOWS,
    SMALL,
    Theme,
    dark,
)
from render.imperial_settlers.layers import strips, tiles
from render.imperial_settlers.layers.spread import GAP, SPREAD
from render.imperial_settlers.pieces import chips, header, sheets, symbols, woodcut
from render.imperial_settlers.pieces.style import ASSETS, FRAMES, LAYOUT, LINES, WIDTH
from render.imperial_settlers.pieces.symbols import Sign
from render.parts import markers, panels

BOARD = LAYOUT.part("factions")


def draw_factions(scene: Scene, theme: Theme) -> Canvas:
    """Draw four boards side by side; a faction that a seat has chosen shows its player."""
    view: GameView = scene.view
    margin = panels.LAYOUT.int("margin")
    canvas = Canvas(panels.table(WIDTH, BOARD.int("bottom")))
    field = Rect(margin, BOARD.int("top"), WIDTH - 2 * margin, BOARD.int("high"))
    header.draw_head(
        canvas, scene, theme, i18n.say(scene.lang, "imp.factions"), header.moment(view, scene.lang)
    )
    taken = {empire.faction: empire.seat for empire in view.empires if empire.faction}
    marks = {mark.spot: mark for mark in scene.marks}
    glowing = {spot.partition("=")[0] for spot in (*scene.changed, *scene.ghost)}
    for faction, frame in zip(FACTIONS, split(field, len(FACTIONS), GAP), strict=True):
        if faction in glowing:
            strips.draw_halo(canvas, theme, frame, faction, 22)
        _draw_board(canvas, scene, theme, frame, faction, taken.get(faction))
        if faction in marks:
            side, mark = SPREAD.int("marker"), marks[faction]
            at = frame.right - side * 0.4, frame.y + side * 0.4
            canvas.paste_centred(markers.marker(theme, mark.letter, side, mark.tone), at)
            canvas.record_region(
                "marker",
                Rect(round(at[0] - side / 2), round(at[1] - side / 2), side, side),
                faction,
            )
    return canvas


def _draw_board(
    canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, faction: str, seat: int | None
) -> None:
    """Draw one board: its land, and its facts below.

    If a seat has chosen the faction, its land is gray, with the player's name in the sky.
    """
    radius, edge = CORNERS[BOARD.get("rounded")], BOARD.int("edge")
    sheets.lay_card(
        canvas, sheets.ground(frame.w, frame.h, faction, edge, radius), frame.x, frame.y, radius
    )
    canvas.record_region("faction", frame, faction)
    inner = frame.inset(edge)
    land = Rect(inner.x, inner.y, inner.w, BOARD.int("land"))
    round_top = rounded(inner.w, inner.h, radius - edge).crop((0, 0, land.w, land.h))
    sheet = ImageOps.fit(
        stored(ASSETS / "boards" / f"{faction}.jpg"), (land.w, land.h), Image.Resampling.BILINEAR
    )
    canvas.sheet.paste(
        sheet if seat is None else tiles.faded(sheet, theme), (land.x, land.y), round_top
    )
    canvas.record_region("land", land, faction)
    y = _banner(canvas, scene, Rect(inner.x, land.bottom, inner.w, BOARD.int("banner")), faction)
    _draw_facts(canvas, scene, theme, Rect(inner.x, y, inner.w, inner.bottom - y), faction)
    if seat is not None:
        veil = scaled(rounded(inner.w, inner.h, radius - edge), BOARD.float("veil")).crop(
            (0, y - inner.y, inner.w, inner.h)
        )
        canvas.tint(veil, inner.x, y, theme.paper)
        _draw_taken(canvas, scene, theme, land, seat)


def _banner(canvas: Canvas, scene: Scene, banner: Rect, faction: str) -> int:
    """Draw the faction's name on its color, and its crest; return the y of the lower end."""
    canvas.sheet.paste(
        sheets.band(banner.w, banner.h, FRAMES[faction], -0.04, 0.2), (banner.x, banner.y)
    )
    canvas.pen.line((banner.x, banner.y, banner.right - 1, banner.y), fill=LINES[faction], width=3)
    side, x = BOARD.int("crest"), banner.x + BOARD.int("side")
    canvas.paste_padded(
        markers.shadowed(woodcut.crest(faction, side), *SHADOWS["card"]),
        x,
        banner.bottom - 8 - side,
    )
    name = i18n.message(scene.game, scene.lang, FACTION_NAMES[faction])
    size = BOARD.int("name")
    left = x + side + 10
    text, size = writing.fit_compressed(name, HEAVY_SERIF, size, banner.right - 8 - left, 34)
    style, room = writing.Style(HEAVY_SERIF, size, (255, 244, 222)), banner.right - 8 - left
    at = left, banner.centre[1] + size * writing.LETTER_DROP
    canvas.text(at, text, style, kind="name", room=room)
    return banner.bottom


def _draw_facts(canvas: Canvas, scene: Scene, theme: Theme, room: Rect, faction: str) -> None:
    """Draw a faction's style of play, production, storage and card counts."""
    lang, side, line = scene.lang, BOARD.int("side"), BOARD.int("line")
    box = Rect(room.x + side, room.y + 8, room.w - 2 * side, BOARD.int("style"))
    text = i18n.say_for_game(scene.game, lang, f"imp.style.{faction}")
    style = writing.Style(PLAIN, SMALL, theme.ink)
    canvas.record_region(
        "words",
        rich_text.set_text(canvas, box, text[:1].upper() + text[1:], style, least=34, middle=True),
        faction,
    )
    faction_facts = FACTIONS[faction]
    counts = Counter(CARDS[code].kind for code in deck_of(faction))
    deck = tuple(
        sign for kind in KINDS for sign in (Sign("kind", kind), Sign("text", str(counts[kind])))
    )
    y = box.bottom + 6
    storage = symbols.goods(dict.fromkeys(faction_facts.storage, 1))
    for key, row in (
        ("each", _goods_with_numbers(faction_facts.production)),
        ("keeps", storage),
        ("deck", deck),
    ):
        canvas.pen.line((room.x + 18, y, room.right - 18, y), fill=HAIRLINE, width=2)
        label = writing.Style(BOLD, SMALL, dark(FRAMES[faction], 0.4))
        text = i18n.say(lang, f"imp.faction.{key}")
        width = canvas.text((box.x, y + SMALL), text, label, kind="label")
        chip = chips.fit((row,), BOARD.int("chip"), box.w, 24)
        row_width = chips.row_width(row, chip)
        # What is short stands beside its label, else below.
        is_beside = width + 12 + row_width <= box.w
        middle = y + (line - 34 if is_beside else line) / 2 if is_beside else y + 60
        chips.draw_row(canvas, row, (box.right - row_width / 2, middle), chip, faction)
        y += line - 34 if is_beside else line


def _goods_with_numbers(production: dict[str, int]) -> tuple[Sign, ...]:
    """Return one sign per good, with a number before it if there is more than one."""
    signs: list[Sign] = []
    for sign in symbols.goods(dict.fromkeys(production, 1)):
        if (n := production[sign.name]) > 1:
            signs.append(Sign("text", str(n)))
        signs.append(sign)
    return tuple(signs)


def _draw_taken(canvas: Canvas, scene: Scene, theme: Theme, land: Rect, seat: int) -> None:
    """Draw the player who has chosen the faction on a strip of paper in the sky."""
    person = panels.seat_headers(scene, scene.view.n)[seat]
    strip = Rect(land.x + 6, land.y + 6, land.w - 12, BOARD.int("strip"))
    panels.lay_panel(canvas, theme, strip, warm=True)
    canvas.paste_centred(markers.piece(theme, seat, 44), (strip.x + 34, strip.centre[1]))
    name, size = panels.fit_name(person, 42, strip.w - 74, theme.small, press=True)
    canvas.text(
        (strip.x + 64, strip.centre[1] + size * 0.3),
        name,
        writing.Style(HEAVY_SERIF, size, theme.ink),
        kind="person",
        room=strip.w - 74,
    )
    canvas.record_region("taken", strip, str(seat))
