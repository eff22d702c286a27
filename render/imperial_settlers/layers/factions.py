"""The factions as boards: crest, how they play, what they produce in each round, what they keep between rounds."""

from __future__ import annotations

from collections import Counter

from games.core.scene import Scene
from games.imperial_settlers.model.catalog import CARDS, FACTIONS, KINDS, deck_of
from games.imperial_settlers.model.names import FACTION_NAMES
from games.imperial_settlers.show.view import GameView
from render import chrome, markers, prose, words
from render import text as writing
from render.canvas import Canvas
from render.imperial_settlers import heads
from render.imperial_settlers.layers import strips
from render.imperial_settlers.layers.spread import GAP, SPREAD
from render.imperial_settlers.look import BOLD, CRESTS, FRAMES, HEAVY_SERIF, LAYOUT, LINES, PLAIN, WIDTH, icon
from render.imperial_settlers.pieces import chips, sheets, symbols
from render.imperial_settlers.pieces.symbols import Sign
from render.layout import Rect
from render.texture import rounded, scaled, tinted
from render.theme import Theme, dark, pale

BOARD = LAYOUT.part("factions")


def draw_factions(scene: Scene, theme: Theme) -> Canvas:
    """Four boards, two by two; who has chosen one stands on it."""
    view: GameView = scene.view
    margin, top, high = chrome.LAYOUT.int("margin"), SPREAD.int("top"), BOARD.int("high")
    wide = (WIDTH - 2 * margin - GAP) // 2
    canvas = Canvas(chrome.table(WIDTH, top + 2 * (high + GAP) + 6))
    heads.head(canvas, scene, theme, words.say(scene.lang, "imp.factions"), heads.moment(view, scene.lang))
    taken = {empire.faction: empire.seat for empire in view.empires if empire.faction}
    marks = {mark.spot: mark for mark in scene.marks}
    glowing = {spot.partition("=")[0] for spot in (*scene.changed, *scene.ghost)}
    for k, faction in enumerate(FACTIONS):
        frame = Rect(margin + k % 2 * (wide + GAP), top + k // 2 * (high + GAP), wide, high)
        if faction in glowing:
            strips.halo(canvas, theme, frame, faction, 22)
        _board(canvas, scene, theme, frame, faction, taken.get(faction))
        if faction in marks:
            side, mark = SPREAD.int("marker"), marks[faction]
            at = frame.right - side * 0.4, frame.y + side * 0.4
            canvas.put(markers.marker(theme, mark.letter, side, mark.tone), at)
            canvas.note("marker", Rect(round(at[0] - side / 2), round(at[1] - side / 2), side, side), faction)
    return canvas


def _board(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, faction: str, seat: int | None) -> None:
    """One board; veiled, with its player's name, once it is taken."""
    radius, edge, lang = 22, 12, scene.lang
    sheets.lay_card(canvas, sheets.ground(frame.w, frame.h, faction, edge, radius), frame.x, frame.y, radius)
    canvas.note("faction", frame, faction)
    inner = Rect(frame.x + edge, frame.y + edge, frame.w - 2 * edge, frame.h - 2 * edge)
    banner = Rect(inner.x, inner.y, inner.w, BOARD.int("banner"))
    mask = rounded(inner.w, inner.h, radius - edge).crop((0, 0, banner.w, banner.h))
    canvas.sheet.paste(sheets.band(banner.w, banner.h, FRAMES[faction], -0.04, 0.2), (banner.x, banner.y), mask)
    side = banner.h - 26
    canvas.put(icon(CRESTS[faction], side, pale(LINES[faction], 0.3), dark(FRAMES[faction], 0.5), 2),
               (banner.x + side / 2 + 20, banner.centre[1]))
    name = words.message(scene.game, lang, FACTION_NAMES[faction])
    canvas.text((banner.x + side + 42, banner.centre[1] + 18), name, writing.Style(HEAVY_SERIF, 54, (255, 244, 222)), kind="name")
    style = writing.Style(PLAIN, 36, theme.ink)
    room = Rect(inner.x + 22, banner.bottom + 12, inner.w - 44, BOARD.int("style"))
    said = words.of_game(scene.game, lang, f"imp.style.{faction}")
    canvas.note("words", prose.set_text(canvas, room, said[:1].upper() + said[1:], style, least=34, middle=True), faction)
    facts = FACTIONS[faction]
    kept = symbols.goods(dict.fromkeys(facts.storage, 1))
    counts = Counter(CARDS[code].kind for code in deck_of(faction))
    lines = [("each", _each(facts.production)), ("keeps", kept)]
    deck = tuple(sign for kind in KINDS for sign in (Sign("kind", kind), Sign("text", str(counts[kind]))))
    y = room.bottom + 8
    for key, row in (*lines, ("deck", deck)):
        canvas.pen.line((inner.x + 18, y, inner.right - 18, y), fill=(120, 90, 60, 110), width=2)
        middle = y + BOARD.int("line") / 2
        label = writing.Style(BOLD, 36, dark(FRAMES[faction], 0.25))
        canvas.text((inner.x + 22, middle + 36 * writing.LETTER_DROP), words.say(lang, f"imp.faction.{key}"), label, kind="label")
        chip = BOARD.int("chip")
        chips.draw_row(canvas, row, (inner.right - 22 - chips.row_width(row, chip) / 2, middle), chip, faction)
        y += BOARD.int("line")
    if seat is not None:
        veil = tinted(scaled(rounded(frame.w, frame.h, radius), 0.5), theme.paper)
        canvas.sheet.paste(veil, (frame.x, frame.y), veil)
        _taken(canvas, scene, theme, frame, seat)


def _each(production: dict[str, int]) -> tuple[Sign, ...]:
    """Goods with their numbers, so that five workers take no more room than two."""
    signs: list[Sign] = []
    for sign in symbols.goods(dict.fromkeys(production, 1)):
        if (n := production[sign.name]) > 1:
            signs.append(Sign("text", str(n)))
        signs.append(sign)
    return tuple(signs)


def _taken(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, seat: int) -> None:
    """Whose faction it is, on a strip of paper across the board."""
    person = chrome.people(scene, scene.view.n)[seat]
    strip = Rect(frame.x + 40, round(frame.centre[1] - 44), frame.w - 80, 88)
    chrome.lay_panel(canvas, theme, strip, warm=True)
    canvas.put(markers.piece(theme, seat, 52), (strip.x + 54, strip.centre[1]))
    name, size = chrome.fit_name(person, 42, strip.w - 120, theme.small)
    canvas.text((strip.x + 96, strip.centre[1] + size * 0.3), name, writing.Style(HEAVY_SERIF, size, theme.ink), kind="person")
    canvas.note("taken", strip, str(seat))

