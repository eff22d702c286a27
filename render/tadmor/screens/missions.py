"""Private hand: King's missions as cards with cost, points, window and benefit in words."""

from __future__ import annotations

import math

from PIL import Image, ImageChops, ImageFilter, ImageOps

from games.core.views.scene import Scene
from games.tadmor.model.catalog import RESOURCES
from games.tadmor.model.names import mission_name
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.views.view import GameView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.cache import cached
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet, flat, grow, noise, rounded, scaled, shade, tinted
from render.base.theme import CORNERS, CREAM, RGB, SMALL_SHADOW, TEXT, Theme, dark, mix, pale
from render.parts import markers, panels
from render.tadmor.layers import belongings, places
from render.tadmor.pieces import sprites
from render.tadmor.pieces.cards import PHASES, benefit_sign
from render.tadmor.pieces.header import draw_head, moment, owner
from render.tadmor.pieces.style import (
    ASSETS,
    BOLD,
    COLOURS,
    HEAVY,
    LAYOUT,
    PLAIN,
    SERIF,
    WIDTH,
    silhouette,
)

HAND = LAYOUT.part("hand")
ROYAL: RGB = COLOURS["royal"]


def draw_missions(scene: Scene, theme: Theme) -> Canvas:
    """Draw the marked missions, or else the hand, large, and all other missions small.

    The small ones include the completed and returned missions.
    """
    view: GameView = scene.view
    seat = owner(view)
    mat = view.mats[seat]
    hand = view.hand.missions if view.hand is not None and seat == view.viewer else ()
    marked = tuple(
        mark.spot for mark in scene.marks if mark.spot in MISSIONS and mark.spot not in hand
    )
    large = marked or hand
    groups = ((hand, "hand"), (mat.face_up, "done"), (mat.returned, "back"))
    small_cards = [(card, kind) for cards, kind in groups for card in cards if card not in large]
    margin = panels.LAYOUT.int("margin")
    gap = HAND.int("gap")
    top = HAND.int("top")
    rows = max(1, math.ceil(len(large) / HAND.int("columns")))
    columns = max(2, math.ceil(len(large) / rows))
    is_single = len(large) == 1
    art = 0  # height of the missions' pictures; there is room for them in up to two rows
    if rows <= 2:
        art = HAND.int("alone_art" if is_single else "art")
    height = HAND.int("high") + (art or HAND.int("no_art"))
    small_height = 0
    if small_cards:
        small_height = HAND.int("foot" if art else "foot_bare")
    canvas = Canvas(
        panels.table(
            WIDTH, top + rows * (height + gap) + (small_height + gap if small_height else 8)
        ).copy()
    )
    draw_head(
        canvas,
        scene,
        theme,
        i18n.say(scene.lang, "tadmor.missions"),
        moment(view, scene.lang),
        seat,
    )
    width = (
        HAND.int("alone") if is_single else (WIDTH - 2 * margin - (columns - 1) * gap) // columns
    )
    letters = {mark.spot: mark for mark in scene.marks}
    for k, card in enumerate(large):
        in_row = min(columns, len(large) - k // columns * columns)
        shift = (WIDTH - 2 * margin - in_row * (width + gap) + gap) / 2
        frame = Rect(
            round(margin + k % columns * (width + gap) + shift),
            top + k // columns * (height + gap),
            width,
            height,
        )
        if card in scene.changed or card in scene.ghost:
            places.draw_halo(canvas, theme, frame, card, 16)
        draw_card(
            canvas,
            scene,
            theme,
            frame,
            card,
            art,
            done=card in mat.face_up,
            lettered=card in letters,
        )
        if card in letters:
            places.lay_marker(
                canvas, theme, letters[card], (frame.x + 22, frame.y + 18), HAND.int("marker")
            )
    if not large:
        frame = Rect(margin, top, WIDTH - 2 * margin, height)
        panels.lay_panel(canvas, theme, frame)
        panels.centred(canvas, theme, i18n.say(scene.lang, "tadmor.no_missions"), frame)
    if small_height:
        _draw_small_missions(
            canvas,
            scene,
            theme,
            Rect(margin, top + rows * (height + gap), WIDTH - 2 * margin, small_height),
            small_cards,
        )
    return canvas


@cached
def picture(card: str, w: int, h: int) -> Sheet:
    """Return the picture on a card: its scene, with its sign in relief."""
    sign, tint = benefit_sign(card)
    sheet = _scene(card, w, h)
    x_share, y_share, share = HAND.get("sign")
    _draw_relief(sheet, sign, tint, (round(w * x_share), round(h * y_share)), round(h * share))
    return sheet


def _scene(card: str, w: int, h: int) -> Sheet:
    """Return a card's scene, cropped to a box, keeping the left edge and nearly the foot."""
    with Image.open(ASSETS / "missions" / f"{card}.jpg") as stored:
        return ImageOps.fit(
            stored.convert("RGB"), (w, h), Image.Resampling.LANCZOS, centering=(0.0, 0.8)
        )


def _draw_relief(sheet: Sheet, sign: str, tint: RGB, at: tuple[int, int], size: int) -> None:
    """Draw a sign in relief: light around it, shadow, dark outline, light from above."""
    mask = Image.new("L", sheet.size)
    mask.paste(silhouette(sign, size), (at[0] - size // 2, at[1] - size // 2))
    sheet.paste(pale(tint, 0.7), (0, 0), scaled(mask.filter(ImageFilter.GaussianBlur(14)), 0.8))
    sheet.paste(
        SMALL_SHADOW,
        (0, 0),
        scaled(ImageChops.offset(mask, 0, 5).filter(ImageFilter.GaussianBlur(4)), 0.6),
    )
    sheet.paste(dark(ROYAL, 0.75), (0, 0), grow(mask, 3))
    ramp = Image.linear_gradient("L").resize(sheet.size)
    face = Image.composite(
        flat(*sheet.size, dark(tint, 0.16)), flat(*sheet.size, pale(tint, 0.5)), ramp
    )
    sheet.paste(shade(face, noise(*sheet.size, 5, 8), 0.2), (0, 0), mask)
    sheet.paste(
        pale(tint, 0.8),
        (0, 0),
        scaled(ImageChops.subtract(mask, ImageChops.offset(mask, 1, 3)), 0.8),
    )


def draw_card(
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    frame: Rect,
    card: str,
    art: int,
    *,
    done: bool,
    lettered: bool = False,
) -> None:
    """Draw one mission: name, picture, cost and points, benefit, window.

    `art` is the height of the picture (0: none). `done`: the mission is completed, so its cost
    is paid. `lettered`: the name leaves room for a letter on the corner.
    """
    facts, lang = MISSIONS[card], scene.lang
    fill = pale(theme.paper, 0.25)
    canvas.paste_padded(
        panels.sheet(frame.w, frame.h, CORNERS["leaf"], fill, dark(ROYAL, 0.35), 7, 8),
        frame.x,
        frame.y,
    )
    canvas.record_region("card", frame, card)
    inner = Rect(frame.x + 7, frame.y + 7, frame.w - 14, frame.h - 14)
    band = Rect(inner.x, inner.y, inner.w, HAND.int("band"))
    canvas.paste_centred(_band(band.w, band.h, "" if art else card), band.centre)
    name = i18n.message(scene.game, lang, mission_name(card))
    name_margin = HAND.int("lettered" if lettered else "bare")
    room = Rect(band.x + name_margin, band.y + 2, band.w - 2 * name_margin, band.h - 4)
    style = writing.Style(SERIF, 37, (255, 244, 220), 0 if art else 3, dark(ROYAL, 0.6))
    rich_text.set_text(canvas, room, name, style, least=34, anchor="m", middle=True)
    y = band.bottom
    if art:
        canvas.sheet.paste(picture(card, inner.w, art), (inner.x, y))
        y += art
    _draw_line(canvas, theme, Rect(inner.x, y, inner.w, 72), card, done=done)
    y += 74
    strip = Rect(inner.x, inner.bottom - 54, inner.w, 54)
    benefit = i18n.message(scene.game, lang, facts.benefit.describe())
    box = Rect(inner.x + 14, y + 4, inner.w - 28, strip.y - y - 8)
    style = writing.Style(PLAIN, TEXT, theme.ink)
    canvas.record_region(
        "words",
        rich_text.set_text(
            canvas, box, benefit[:1].upper() + benefit[1:], style, least=34, middle=True
        ),
        card,
    )
    _draw_window_strip(canvas, theme, lang, strip, card)


def _draw_window_strip(canvas: Canvas, theme: Theme, lang: str, strip: Rect, card: str) -> None:
    """Draw when a mission can be returned, and the points that it then gives."""
    facts = MISSIONS[card]
    tone = PHASES[facts.window]
    canvas.paste_centred(_strip(strip.w, strip.h, tone), strip.centre)
    window_text, size = writing.fit(
        i18n.say(lang, f"tadmor.window.{facts.window}"), BOLD, 35, strip.w - 142, 34
    )
    canvas.text(
        (strip.x + 16, strip.centre[1] + size * 0.3),
        window_text,
        writing.Style(BOLD, size, CREAM),
        kind="window",
    )
    canvas.paste_centred(sprites.arrow(30, CREAM), (strip.right - 108, strip.centre[1]))
    belongings.draw_points(
        canvas, theme, strip.right - 12, strip.centre[1] + 12, facts.returned, 37, CREAM
    )


@cached
def _band(w: int, h: int, card: str) -> Image.Image:
    """Return the background of a mission's name; with `card`, that mission's dimmed scene."""
    mask = Image.new("L", (w, h))
    mask.paste(rounded(w, h + 20, 12), (0, 0))
    out = tinted(mask, ROYAL)
    if card:
        out = Image.blend(
            _scene(card, w, h), flat(w, h, dark(ROYAL, 0.25)), HAND.float("dim")
        ).convert("RGBA")
        out.putalpha(mask)
    return out


def _strip(w: int, h: int, colour: RGB) -> Image.Image:
    mask = Image.new("L", (w, h))
    mask.paste(rounded(w, h + 20, 12).crop((0, 20, w, h + 20)), (0, 0))
    return tinted(mask, dark(colour, 0.12))


def _draw_line(canvas: Canvas, theme: Theme, frame: Rect, card: str, *, done: bool) -> None:
    """Draw the cost at the left and the points at the right."""
    facts = MISSIONS[card]
    canvas.pen.rectangle(
        (frame.x, frame.y, frame.right - 1, frame.bottom), fill=mix(theme.paper, theme.saffron, 0.2)
    )
    canvas.pen.line(
        (frame.x, frame.bottom, frame.right - 1, frame.bottom), fill=(120, 90, 60, 140), width=2
    )
    kinds = [(what, facts.cost[what]) for what in RESOURCES if facts.cost.get(what)]
    x, y = frame.x + 10.0, frame.centre[1]
    if done:
        canvas.paste_centred(markers.tick(44, theme.olive), (x + 26, y))
        kinds = []
    for what, n in kinds:
        canvas.paste_centred(sprites.cube(what, 33), (x + 18, y - 1))
        x += 36
        x += canvas.digits((x, y), str(n), writing.Style(HEAVY, 37, theme.ink), kind="cost") + 6
    belongings.draw_points(canvas, theme, frame.right - 10, y + 14, facts.points, 44)


def _draw_small_missions(
    canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, cards: list[tuple[str, str]]
) -> None:
    """Draw the other missions, small."""
    panels.lay_panel(canvas, theme, frame)
    mat = scene.view.mats[owner(scene.view)]
    key = "tadmor.held" if any(kind == "hand" for _, kind in cards) else "tadmor.finished"
    summary = i18n.say(scene.lang, key, n=mat.hand, done=len(mat.face_up), back=len(mat.returned))
    belongings.title(canvas, theme, frame, summary, 36)
    belongings.draw_points(canvas, theme, frame.right - 18, frame.y + 48, mat.mission_points)
    if frame.h < HAND.int("foot"):
        return
    pitch = min(128, (frame.w - 44) / len(cards))
    letters = {mark.spot: mark for mark in scene.marks}
    for k, (card, kind) in enumerate(cards):
        at = Rect(round(frame.x + 22 + k * pitch), frame.y + 66, round(pitch - 14), frame.h - 86)
        if card in scene.changed or card in scene.ghost:
            places.draw_halo(canvas, theme, at, card, 12)
        belongings.draw_small_card(canvas, theme, at, card, kind)
        canvas.record_region("mission", at, card)
        if card in letters:
            places.lay_marker(canvas, theme, letters[card], (at.x + 10, at.y + 8), 50)
