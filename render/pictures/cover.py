"""Cover of a game: a painted landscape in the light of an hour and a season, with a title.

The landscape was made once (``tools/art``).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from games.core.engine.game import find
from games.core.views.scene import Scene
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.texture import Sheet, stored
from render.base.theme import BOLD, HEAVY_SERIF, Theme, parse
from render.parts import header, panels

FORM = panels.LAYOUT.part("cover")
SERIF, SANS = HEAVY_SERIF, BOLD


def paint(scene: Scene, theme: Theme) -> Canvas:
    """Draw the cover of the scene's game.

    The view is a light and a season (`[cover]` of the layout).
    """
    return _titled(scene, theme, scene.view, about=True)


def painting(game: str, lights: Sequence[str]) -> Sheet:
    """Return the landscape of a game's cover in a light and a season, without text.

    Raises `FileNotFoundError` if the game has none.
    """
    return _lit(stored(panels.ASSETS.parent / game / "assets" / "cover.jpg"), lights)


def _titled(scene: Scene, theme: Theme, lights: Sequence[str], *, about: bool) -> Canvas:
    """Draw the landscape with the game's name and, with `about`, its tagline."""
    canvas = Canvas(painting(scene.game, lights))
    box, pad = canvas.box, FORM.int("pad")
    room = box.w - 2 * pad
    whole, large = header.title(scene, "name"), FORM.int("name")
    if writing.width(whole, SERIF, FORM.int("least")) > room:
        whole = header.title(scene)
    name, size = writing.fit(whole, SERIF, large, room, theme.small)
    line = pad + size * FORM.float("rise")
    what, small = writing.fit(_about(scene), SANS, FORM.int("about"), room, theme.small)
    below = line + FORM.int("gap") + small
    _shade(canvas, theme, round(below + pad / 2))
    written = canvas.text((pad, line), name, writing.Style(SERIF, size, theme.title))
    rule = line + FORM.int("gap") * FORM.float("rule_at")
    canvas.pen.line(
        (pad, rule, pad + written * FORM.float("rule_long"), rule),
        fill=theme.saffron,
        width=FORM.int("rule"),
    )
    if about:
        _halo(canvas, theme, (pad, below), what, small)
        canvas.text((pad, below), what, writing.Style(SANS, small, theme.bright))
    return canvas


def shelf(scene: Scene, theme: Theme) -> Canvas:
    """Draw several covers side by side; the view is a light, a season and the games."""
    lights, games = scene.view[:2], scene.view[2:]
    part = FORM.part("shelf")
    columns, gap, wide = part.int("columns"), part.int("gap"), part.int("wide")
    high = round(wide * part.float("form"))
    rows = -(-len(games) // columns)
    canvas = Canvas(
        panels.planks(columns * wide + (columns + 1) * gap, rows * high + (rows + 1) * gap)
    )
    for at, game in enumerate(games):
        row = games[at // columns * columns :][:columns]
        left = (canvas.box.w - len(row) * wide - (len(row) - 1) * gap) / 2
        one = _titled(structs.replace(scene, game=game), theme, lights, about=False).sheet
        x, y = round(left + at % columns * (wide + gap)), gap + at // columns * (high + gap)
        canvas.sheet.paste(
            one.resize((wide, high), Image.Resampling.LANCZOS, reducing_gap=2), (x, y)
        )
        canvas.record_region("cover", Rect(x, y, wide, high), game)
    return canvas


def _about(scene: Scene) -> str:
    """Return the tagline and the number of players."""
    game, key = find(scene.game), f"{scene.game}.tagline"
    people = i18n.say(scene.lang, "people", low=min(game.players), high=max(game.players))
    said = (
        i18n.of_game(scene.game, scene.lang, key)
        if i18n.catalogue(scene.lang, scene.game).has(key)
        else ""
    )
    return " · ".join(part for part in (said, people) if part)


def _lit(sheet: Sheet, lights: Sequence[str]) -> Sheet:
    """Return the landscape in other lights: colors multiplied, paler in winter."""
    out = sheet.copy()
    for name in lights:
        part = FORM.part(name)
        if pale := part.float("pale"):
            out = Image.blend(out, out.convert("L").convert("RGB"), pale)
        out = ImageChops.multiply(out, Image.new("RGB", out.size, parse(part.get("light"))))
    return out


def _shade(canvas: Canvas, theme: Theme, high: int) -> None:
    """Darken the background of the text, so that it is readable on every sky."""
    mask = Image.new("L", (1, high))
    for y in range(high):
        mask.putpixel((0, y), round(FORM.int("dark") * (1 - y / high) ** 0.7))
    canvas.sheet.paste(
        theme.shadow, (0, 0), mask.resize((canvas.box.w, high)).filter(ImageFilter.GaussianBlur(2))
    )


def _halo(canvas: Canvas, theme: Theme, at: tuple[int, float], said: str, size: int) -> None:
    """Darken softly around a line of text, which may lie over the sun."""
    soft, white = FORM.int("halo"), (255, 255, 255)
    air = 3 * soft
    body = Image.new("RGB", (round(writing.width(said, SANS, size)) + 2 * air, size + 2 * air))
    writing.write(
        ImageDraw.Draw(body),
        (air, air + size * 0.8),
        said,
        writing.Style(SANS, size, white, soft // 2, white),
    )
    strong = [round(v * FORM.float("halo_share")) for v in range(256)]
    mask = body.getchannel("R").filter(ImageFilter.GaussianBlur(soft)).point(strong)
    canvas.sheet.paste(theme.shadow, (at[0] - air, round(at[1] - air - size * 0.8)), mask)
