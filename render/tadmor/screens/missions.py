"""Private hand of missions as cards with cost, points, benefit and time of return."""

from __future__ import annotations

import math
from typing import NamedTuple

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
from render.base.theme import CORNERS, CREAM, RGB, SMALL_SHADOW, Theme, dark, mix, pale
from render.parts import markers, panels
from render.tadmor.layers import belongings, places
from render.tadmor.pieces import sprites
from render.tadmor.pieces.cards import PHASES, benefit_sign
from render.tadmor.pieces.header import default_seat, draw_head, moment
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
INNER_WIDTH = WIDTH - 2 * HAND.int("margin")
ROYAL: RGB = COLOURS["royal"]
MANY_KINDS = 3  # more kinds of goods stand closer together


class _HandCards(NamedTuple):
    """A player's missions, divided into large and small cards.

    `small` has pairs (card, kind); a kind is `hand`, `done` or `back` (returned).
    """

    large: tuple[str, ...]
    small: list[tuple[str, str]]


class _HandLayout(NamedTuple):
    """Places of the cards: large ones in rows and columns, small ones in a strip below.

    `width` and `height` are those of a large card. `small_height` is 0 if there is no strip.
    """

    rows: int
    columns: int
    width: int
    height: int
    small_height: int  # 0 without a strip
    is_beside: bool = False  # the small cards stand at the right of a single large one

    @property
    def strip(self) -> Rect:
        """Return the place of the small cards: below the last row, or beside a single card."""
        if self.is_beside:
            x = HAND.int("margin") + self.width + HAND.int("gap")
            return Rect(x, HAND.int("top"), HAND.int("margin") + INNER_WIDTH - x, self.height)
        y = HAND.int("top") + self.rows * (self.height + HAND.int("gap"))
        return Rect(HAND.int("margin"), y, INNER_WIDTH, self.small_height)

    @property
    def bottom(self) -> int:
        """Return the height of the picture."""
        strip = self.strip
        return strip.bottom + HAND.int("gap") if self.small_height else strip.y

    def frame(self, k: int, n: int) -> Rect:
        """Return the place of the large card `k` (from 0) of `n`; short rows are centered."""
        gap, (row, column) = HAND.int("gap"), divmod(k, self.columns)
        if self.is_beside:
            return Rect(HAND.int("margin"), HAND.int("top"), self.width, self.height)
        in_row = min(self.columns, n - row * self.columns)
        shift = (INNER_WIDTH - in_row * (self.width + gap) + gap) / 2
        return Rect(
            round(HAND.int("margin") + column * (self.width + gap) + shift),
            HAND.int("top") + row * (self.height + gap),
            self.width,
            self.height,
        )


def draw_missions(scene: Scene, theme: Theme) -> Canvas:
    """Draw the missions in hand large, and all other missions small.

    If marked missions are not in hand, they are drawn large instead. The small missions include the
    completed and returned ones.
    """
    cards = _sort_cards(scene)
    plan = _lay_out(scene, cards)
    canvas = Canvas(panels.table(WIDTH, plan.bottom).copy())
    # Three rows leave no room for the other cards; the header tells how many there are.
    header = moment(scene.view, scene.lang) if plan.rows < 3 else _summary(scene, "tadmor.held")
    title = i18n.say(scene.lang, "tadmor.missions")
    draw_head(canvas, scene, theme, title, header, default_seat(scene.view))
    for k, card in enumerate(cards.large):
        _draw_large_mission(canvas, scene, theme, plan.frame(k, len(cards.large)), card)
    if not cards.large:
        _draw_no_missions(canvas, scene, theme, plan)
    if plan.small_height:
        _draw_small_missions(canvas, scene, theme, plan.strip, cards.small)
    return canvas


def _sort_cards(scene: Scene) -> _HandCards:
    """Return which missions are drawn large, and which small."""
    view: GameView = scene.view
    seat = default_seat(view)
    mat = view.mats[seat]
    hand = view.hand.missions if view.hand is not None and seat == view.viewer else ()
    marked = tuple(
        mark.spot for mark in scene.marks if mark.spot in MISSIONS and mark.spot not in hand
    )
    large = marked or hand
    groups = ((hand, "hand"), (mat.face_up, "done"), (mat.returned, "back"))
    return _HandCards(
        large, [(card, kind) for cards, kind in groups for card in cards if card not in large]
    )


def _lay_out(scene: Scene, cards: _HandCards) -> _HandLayout:
    """Return the places of the cards; large ones fill the height that small ones leave."""
    n, gap, top = len(cards.large), HAND.int("gap"), HAND.int("top")
    rows = max(1, math.ceil(n / HAND.int("columns")))
    columns = max(2, math.ceil(n / rows))
    lettered = {mark.spot for mark in scene.marks}
    if n == 1 and cards.small:
        height = HAND.int("high")
        return _HandLayout(1, 2, HAND.int("alone"), height, height, is_beside=True)
    small_height = 0
    if cards.small and (rows == 1 or any(card in lettered for card, _ in cards.small)):
        small_height = HAND.int("foot")
    elif cards.small and rows == 2:
        small_height = HAND.int("foot_bare")
    room = HAND.int("bottom") - top - (small_height + gap if small_height else 0)
    height = min(HAND.int("high"), (room + gap) // rows - gap)
    width = HAND.int("alone") if n == 1 else (INNER_WIDTH - (columns - 1) * gap) // columns
    return _HandLayout(rows, columns, width, height if n else HAND.int("none"), small_height)


def _draw_large_mission(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, card: str) -> None:
    """Draw one large mission with its halo and its letter, if it has them."""
    mark = next((mark for mark in reversed(scene.marks) if mark.spot == card), None)
    if card in scene.changed or card in scene.ghost:
        places.draw_halo(canvas, theme, frame, card, 16)
    done = card in scene.view.mats[default_seat(scene.view)].face_up
    left = HAND.int("bare")
    if mark is not None:
        left += sprites.tag_width(mark.letter, HAND.int("tag")) - HAND.int("edge")
    hand = None if scene.view.phase == "end" else scene.view.hand  # then nothing can be completed
    missing = hand.missing.get(card) if hand is not None else None
    draw_card(canvas, scene, theme, frame, card, done=done, missing=missing, name_left=left)
    if mark is not None:
        at = frame.x + 4, frame.y + HAND.int("edge") + HAND.int("band") / 2
        places.lay_tag(canvas, theme, mark, at, HAND.int("tag"))


def _draw_no_missions(canvas: Canvas, scene: Scene, theme: Theme, plan: _HandLayout) -> None:
    """Draw the words "no missions" in the place of the large cards."""
    frame = Rect(HAND.int("margin"), HAND.int("top"), INNER_WIDTH, plan.height)
    panels.lay_panel(canvas, theme, frame)
    panels.centred(canvas, theme, i18n.say(scene.lang, "tadmor.no_missions"), frame)


def _summary(scene: Scene, key: str) -> str:
    """Return the text `key` with the numbers of missions in hand, completed, returned."""
    mat = scene.view.mats[default_seat(scene.view)]
    return i18n.say(scene.lang, key, n=mat.hand, done=len(mat.face_up), back=len(mat.returned))


@cached
def picture(card: str, w: int, h: int) -> Sheet:
    """Return the picture on a card: its scene, with its sign in relief."""
    sign, tint = benefit_sign(card)
    sheet = _scene(card, w, h)
    across, down = HAND.get("sign_size")
    size, air = round(min(w * across, h * down)), HAND.int("sign_air")
    # in the corner over the sky, because the figures stand below
    _draw_relief(sheet, sign, tint, (w - air - size // 2, air + size // 2), size)
    return sheet


def _scene(card: str, w: int, h: int) -> Sheet:
    """Return a card's scene, `w` x `h` pixels, cropped at the right and mostly on top."""
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
    *,
    done: bool,
    missing: dict[str, int] | None = None,
    name_left: int = HAND.int("bare"),
) -> None:
    """Draw a mission: name, picture if there is room, cost, points, benefit, return.

    The last line tells when the mission can be returned. `done`: the mission is completed, so its
    cost is paid. `missing` are the goods that the viewer still needs for it (None: the card is not
    in hand, or the match is over). `name_left` is the distance in pixels of the name from the left.
    """
    edge = HAND.int("edge")
    canvas.paste_padded(
        panels.sheet(
            frame.w, frame.h, CORNERS["leaf"], pale(theme.paper, 0.25), dark(ROYAL, 0.35), edge, 8
        ),
        frame.x,
        frame.y,
    )
    canvas.record_region("card", frame, card)
    inner = frame.inset(edge)
    band = Rect(inner.x, inner.y, inner.w, HAND.int("band"))
    line, strip_height = HAND.int("line"), HAND.int("strip")
    art = inner.h - band.h - line - strip_height - HAND.int("words")
    art = art if art >= HAND.int("least_art") else 0
    canvas.paste_centred(_band(band.w, band.h, "" if art else card), band.centre)
    _draw_name(canvas, scene, band, card, name_left)
    y = band.bottom
    if art:
        canvas.sheet.paste(picture(card, inner.w, art), (inner.x, y))
        y += art
    _draw_line(canvas, theme, Rect(inner.x, y, inner.w, line), card, missing, done=done)
    y += line
    strip = Rect(inner.x, inner.bottom - strip_height, inner.w, strip_height)
    benefit_box = Rect(inner.x + 10, y + 2, inner.w - 20, strip.y - y - 2)
    _draw_benefit(canvas, scene, theme, benefit_box, card)
    _draw_window_strip(canvas, theme, scene.lang, strip, card)


def _draw_name(canvas: Canvas, scene: Scene, band: Rect, card: str, left: int) -> None:
    """Draw a mission's name in its `band`, as large as fits.

    `left` pixels stay free at the left.
    """
    room = band.w - HAND.int("bare") - left
    name, size = writing.fit_compressed(
        i18n.message(scene.game, scene.lang, mission_name(card)),
        SERIF,
        HAND.int("name"),
        room,
        HAND.int("least_name"),
    )
    style = writing.Style(SERIF, size, (255, 244, 220))
    at = band.x + left + room / 2, band.centre[1] + size * writing.LETTER_DROP
    canvas.text(at, name, style, "m", kind="card name", room=room)


def _draw_benefit(canvas: Canvas, scene: Scene, theme: Theme, box: Rect, card: str) -> None:
    """Draw a mission's benefit in words."""
    benefit = i18n.message(scene.game, scene.lang, MISSIONS[card].benefit.describe())
    style = writing.Style(PLAIN, HAND.int("text"), theme.ink)
    words = rich_text.set_text(
        canvas,
        box,
        benefit[:1].upper() + benefit[1:],
        style,
        least=HAND.int("least"),
        middle=True,
    )
    canvas.record_region("words", words, card)


def _draw_window_strip(canvas: Canvas, theme: Theme, lang: str, strip: Rect, card: str) -> None:
    """Draw when a mission can be returned, and its points after that."""
    facts = MISSIONS[card]
    tone = PHASES[facts.window]
    canvas.paste_centred(_strip(strip.w, strip.h, tone), strip.centre)
    right, arrow = strip.right - HAND.int("returned"), HAND.int("arrow")
    left = strip.x + 10 + arrow + 8
    # the arrow stands before the moment, because that is when the card can be returned
    sign = sprites.back_arrow(arrow, COLOURS["sand"])
    canvas.paste_centred(sign, (strip.x + 10 + arrow / 2, strip.centre[1]))
    window_text, size = writing.fit(
        i18n.say(lang, f"tadmor.window.{facts.window}"), BOLD, 35, right - left - 6, 32
    )
    canvas.text(
        (left, strip.centre[1] + size * 0.3),
        window_text,
        writing.Style(BOLD, size, CREAM),
        kind="window",
    )
    # set apart, because the points are no bonus for the moment at the left
    apart = _strip(strip.w, strip.h, dark(tone, 0.4)).crop((right - strip.x, 0, strip.w, strip.h))
    canvas.paste_centred(apart, ((right + strip.right) / 2, strip.centre[1]))
    belongings.draw_points(
        canvas, theme, strip.right - 10, strip.centre[1] + 12, facts.returned, 38, CREAM
    )


@cached
def _band(w: int, h: int, card: str) -> Image.Image:
    """Return the background of a mission's name: that mission's dimmed scene.

    With an empty `card` it is plain.
    """
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


def _draw_line(
    canvas: Canvas,
    theme: Theme,
    frame: Rect,
    card: str,
    missing: dict[str, int] | None,
    *,
    done: bool,
) -> None:
    """Draw the cost at the left and the points at the right.

    `missing` are the goods that the viewer still needs (None: the card is not in hand, or the match
    is over); their numbers are red and underlined, and a cross stands behind them. A cost that can
    be paid has a tick, as a paid one (`done`).
    """
    facts = MISSIONS[card]
    canvas.pen.rectangle(
        (frame.x, frame.y, frame.right - 1, frame.bottom), fill=mix(theme.paper, theme.saffron, 0.2)
    )
    canvas.pen.line(
        (frame.x, frame.bottom, frame.right - 1, frame.bottom), fill=(120, 90, 60, 140), width=2
    )
    kinds = [(what, facts.cost[what]) for what in RESOURCES if facts.cost.get(what)]
    x, y, gap = frame.x + 6.0, frame.centre[1], HAND.get("cost_gap")[len(kinds) > MANY_KINDS]
    if done:
        canvas.paste_centred(markers.tick(40, theme.olive), (x + 26, y))
        kinds = []
    for what, n in kinds:
        canvas.paste_centred(sprites.cube(what, 33), (x + 17, y - 1))
        x += 34
        lacks = bool(missing and missing.get(what))
        style = writing.Style(HEAVY, HAND.int("number"), theme.madder if lacks else theme.ink)
        end = x + canvas.digits((x, y), str(n), style, kind="cost")
        if lacks:
            canvas.pen.line((x, y + 18, end, y + 18), fill=theme.madder, width=4)
        x = end + gap
    if missing is not None and kinds:
        sign = sprites.cross(30, theme.madder) if missing else markers.tick(32, theme.olive)
        canvas.paste_centred(sign, (x + 17, y))
    belongings.draw_points(canvas, theme, frame.right - 8, y + 14, facts.points, 44)


def _draw_small_missions(
    canvas: Canvas, scene: Scene, theme: Theme, frame: Rect, cards: list[tuple[str, str]]
) -> None:
    """Draw the other missions, small."""
    panels.lay_panel(canvas, theme, frame)
    mat = scene.view.mats[default_seat(scene.view)]
    key = "tadmor.held" if any(kind == "hand" for _, kind in cards) else "tadmor.finished"
    belongings.title(canvas, theme, frame, _summary(scene, key))
    is_high = frame.h > HAND.int("foot")
    y = frame.bottom - 20 if is_high else frame.y + 44
    belongings.draw_points(canvas, theme, frame.right - 18, y, mat.mission_points)
    if frame.h < HAND.int("foot"):
        return
    per_row, high = _beside_grid(len(cards), frame) if is_high else (len(cards), frame.h - 68)
    pitch = min(high + 8, (frame.w - 36) / per_row)
    letters = {mark.spot: mark for mark in scene.marks}
    for k, (card, kind) in enumerate(cards):
        x = frame.x + 18 + k % per_row * pitch
        y = frame.y + 60 + k // per_row * (high + HAND.int("beside_gap"))
        at = Rect(round(x), y, round(pitch - 12), high)
        if card in scene.changed or card in scene.ghost:
            places.draw_halo(canvas, theme, at, card, 12)
        belongings.draw_small_card(canvas, theme, at, card, kind)
        canvas.record_region("mission", at, card)
        if card in letters:
            places.lay_tag(canvas, theme, letters[card], (at.x + 12, at.y + 8), HAND.int("tag"))


def _beside_grid(n: int, frame: Rect) -> tuple[int, int]:
    """Return how many of `n` small cards stand in a row beside a large one, and their height.

    They fit above the sum; if they would be too low, more stand in a row.
    """
    gap, room = HAND.int("beside_gap"), frame.h - 60 - HAND.int("beside_sum")
    per_row = HAND.int("beside")
    while (height := (room + gap) // math.ceil(n / per_row) - gap) < HAND.int("beside_least"):
        per_row += 1
    return per_row, min(height, HAND.int("beside_high"))
