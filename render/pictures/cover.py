"""Cover of a game: a painted landscape in the light of an hour and a season, with a title.

The landscape is a stored image, made by ``tools/art``.
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
TITLE_FACE, TAGLINE_FACE = HEAVY_SERIF, BOLD


def paint(scene: Scene, theme: Theme) -> Canvas:
    """Draw the cover of the scene's game.

    `scene.view` is (hour of the day, season), which are names in `[cover]` of the layout.
    """
    return _with_title(scene, theme, scene.view, about=True)


def painting(game: str, lights: Sequence[str]) -> Sheet:
    """Return the landscape of a game's cover without text, tinted by `lights`.

    `lights` is (hour of the day, season). At night there is another landscape, with lit windows.
    Raises `FileNotFoundError` if the game has no cover.
    """
    file = FORM.part(lights[0]).get("file")
    return _in_light(stored(panels.ASSETS.parent / game / "assets" / file), lights)


def _with_title(scene: Scene, theme: Theme, lights: Sequence[str], *, about: bool) -> Canvas:
    """Draw the landscape with the game's name; with `about`, also its tagline."""
    canvas = Canvas(painting(scene.game, lights))
    box, pad = canvas.box, FORM.int("pad")
    room = box.w - 2 * pad
    title, largest_size = header.title(scene, "name"), FORM.int("name")
    # the full name if it fits in the smallest size, else the short one
    if writing.width(title, TITLE_FACE, FORM.int("least")) > room:
        title = header.title(scene)
    name, size = writing.fit(title, TITLE_FACE, largest_size, room, theme.small)
    baseline = pad + size * FORM.float("rise")
    # the place of the tagline is darkened even without `about`
    tagline, tagline_size = writing.fit(
        _tagline(scene), TAGLINE_FACE, FORM.int("about"), room, theme.small
    )
    tagline_baseline = baseline + FORM.int("gap") + tagline_size
    _darken_top(canvas, theme, round(tagline_baseline + pad / 2))
    title_width = canvas.text((pad, baseline), name, writing.Style(TITLE_FACE, size, theme.title))
    rule_y = baseline + FORM.int("gap") * FORM.float("rule_at")
    canvas.pen.line(
        (pad, rule_y, pad + title_width * FORM.float("rule_long"), rule_y),
        fill=theme.saffron,
        width=FORM.int("rule"),
    )
    if about:
        _darken_behind(canvas, theme, (pad, tagline_baseline), tagline, tagline_size)
        canvas.text(
            (pad, tagline_baseline),
            tagline,
            writing.Style(TAGLINE_FACE, tagline_size, theme.bright),
        )
    return canvas


def shelf(scene: Scene, theme: Theme) -> Canvas:
    """Draw the covers of several games side by side.

    `scene.view` is (hour of the day, season, game, game, ...).
    """
    lights, games = scene.view[:2], scene.view[2:]
    part = FORM.part("shelf")
    columns, gap, width = part.int("columns"), part.int("gap"), part.int("wide")
    height = round(width * part.float("form"))
    rows = -(-len(games) // columns)
    canvas = Canvas(
        panels.planks(columns * width + (columns + 1) * gap, rows * height + (rows + 1) * gap)
    )
    for i, game in enumerate(games):
        row = games[i // columns * columns :][:columns]
        left = (canvas.box.w - len(row) * width - (len(row) - 1) * gap) / 2
        cover_sheet = _with_title(
            structs.replace(scene, game=game), theme, lights, about=False
        ).sheet
        x = round(left + i % columns * (width + gap))
        y = gap + i // columns * (height + gap)
        canvas.sheet.paste(
            cover_sheet.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=2), (x, y)
        )
        canvas.record_region("cover", Rect(x, y, width, height), game)
    return canvas


def _tagline(scene: Scene) -> str:
    """Return the game's tagline and its number of players."""
    game, key = find(scene.game), f"{scene.game}.tagline"
    people = i18n.say(scene.lang, "people", low=min(game.players), high=max(game.players))
    text = (
        i18n.say_for_game(scene.game, scene.lang, key)
        if i18n.catalogue(scene.lang, scene.game).has(key)
        else ""
    )
    return " · ".join(part for part in (text, people) if part)


def _in_light(sheet: Sheet, lights: Sequence[str]) -> Sheet:
    """Return the landscape with its colors multiplied by the color of each light.

    Some lights, such as winter, also make it paler.
    """
    out = sheet.copy()
    for name in lights:
        part = FORM.part(name)
        if pale := part.float("pale"):
            out = Image.blend(out, out.convert("L").convert("RGB"), pale)
        out = ImageChops.multiply(out, Image.new("RGB", out.size, parse(part.get("light"))))
    return out


def _darken_top(canvas: Canvas, theme: Theme, height: int) -> None:
    """Darken the background of the text, so that it is readable on every sky."""
    mask = Image.new("L", (1, height))
    for y in range(height):
        mask.putpixel((0, y), round(FORM.int("dark") * (1 - y / height) ** 0.7))
    canvas.sheet.paste(
        theme.shadow,
        (0, 0),
        mask.resize((canvas.box.w, height)).filter(ImageFilter.GaussianBlur(2)),
    )


def _darken_behind(
    canvas: Canvas, theme: Theme, at: tuple[int, float], text: str, size: int
) -> None:
    """Darken the ground around a line of text softly, because the text may lie over the sun."""
    soft, white = FORM.int("halo"), (255, 255, 255)
    pad = 3 * soft
    body = Image.new(
        "RGB", (round(writing.width(text, TAGLINE_FACE, size)) + 2 * pad, size + 2 * pad)
    )
    writing.write(
        ImageDraw.Draw(body),
        (pad, pad + size * 0.8),
        text,
        writing.Style(TAGLINE_FACE, size, white, soft // 2, white),
    )
    strong = [round(v * FORM.float("halo_share")) for v in range(256)]
    mask = body.getchannel("R").filter(ImageFilter.GaussianBlur(soft)).point(strong)
    canvas.sheet.paste(theme.shadow, (at[0] - pad, round(at[1] - pad - size * 0.8)), mask)
