"""Forecast of the dice as they lie: resources, food eaten, symbols, calamity."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.era_medieval_age.model.catalog import RESOURCES, RULES
from games.era_medieval_age.views.view import Forecast, GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import HAIRLINE, Theme, mix
from render.era_medieval_age.layers import trays
from render.era_medieval_age.pieces import carving
from render.era_medieval_age.pieces.style import TRACKS, icon
from render.parts import markers, panels

BLACK, BOLD = "alegreya-sans-900", "alegreya-sans-800"
SIGNS = {
    "hammers": "flat-hammer",
    "culture": "lyre",
    "swords": "broadsword",
    "shields": "checked-shield",
}
CALAMITIES = {
    "bandits": "robber",
    "disease": "plague-doctor-profile",
    "treason": "backstab",
    "fire": "flame",
    "attack": "siege-ram",
    "revolt": "primitive-torch",
}
LAYOUT = carving.LAYOUT.part("outcome")


def draw_outcome(canvas: Canvas, scene: Scene, theme: Theme, top: int) -> None:
    """Draw the panel under the tray.

    Before the first throw it shows the stock and the food that the dice will eat.
    """
    view: GameView = scene.view
    margin = panels.LAYOUT.int("margin")
    frame = Rect(margin, top, canvas.box.w - 2 * margin, LAYOUT.int("height"))
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, theme.paper, theme.rim, 2, LAYOUT.int("seed")),
        frame.x,
        frame.y,
    )
    canvas.record_region("panel", frame)
    cast = view.hand.ways.get(" ".join(scene.ghost), view.hand.forecast) if view.hand else None
    key = "stop" if cast and view.hand and view.hand.throws else "stands" if cast else "before"
    face, size = theme.type["name"][0], LAYOUT.int("title")
    pad = LAYOUT.int("pad")
    canvas.text(
        (frame.x + pad, frame.y + LAYOUT.int("title_y")),
        i18n.say(scene.lang, f"era.outcome.{key}"),
        writing.Style(face, size, theme.ink),
        kind="label",
    )
    _mates(canvas, scene, theme, frame)
    panels.hairline(canvas, frame.x + pad, frame.y + LAYOUT.int("line_y"), frame.w - 2 * pad)
    cast = cast or before(view)
    for at, what in enumerate(RESOURCES):
        _resource(
            canvas,
            theme,
            cast,
            what,
            frame.x,
            frame.y + LAYOUT.int("row_y") + at * LAYOUT.int("row_pitch"),
        )
    x = frame.x + LAYOUT.int("parting_x")
    canvas.pen.line(
        (x, frame.y + LAYOUT.int("line_y") + pad // 2, x, frame.bottom - pad // 2),
        fill=HAIRLINE,
        width=2,
    )
    _signs(canvas, theme, cast, frame)
    _calamity(canvas, scene, theme, cast, frame, known=key != "before")


def before(view: GameView) -> Forecast:
    """Return the stock as a forecast of no dice."""
    town = view.towns[view.viewer or 0]
    stock = dict(town.stock)
    return Forecast(stock, stock, {}, stock, 0, 0, 0, 0, 0, 0, 0, "", 0)


def _mates(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the other players: a tick if their dice are done, a die while they roll."""
    view: GameView = scene.view
    others = [seat for seat in range(view.n) if seat != view.viewer and view.towns[seat].dice]
    x, y = (
        frame.right - LAYOUT.int("pad") + LAYOUT.int("mate_nudge"),
        frame.y + LAYOUT.int("mate_y"),
    )
    piece, tick = LAYOUT.int("mate"), LAYOUT.int("mate_tick")
    for seat in reversed(others):
        x -= LAYOUT.int("mate_pitch")
        done = view.towns[seat].status == "done"
        canvas.paste_centred(markers.piece(theme, seat, piece), (x + piece / 2, y))
        sign = (
            markers.tick(tick, theme.olive)
            if done
            else icon("perspective-dice-six-faces-random", tick, panels.muted(theme))
        )
        canvas.paste_centred(sign, (x + piece + tick / 2, y))
        canvas.record_region(
            "mate",
            Rect(x, round(y - piece / 2), piece + tick, piece),
            f"{seat}:{'done' if done else 'open'}",
        )


def _arrow(canvas: Canvas, x: float, y: float, colour: tuple[int, int, int]) -> None:
    w, h = LAYOUT.point("arrow")
    canvas.pen.polygon([(x, y - h / 2), (x + w, y), (x, y + h / 2)], fill=colour)


def _resource(canvas: Canvas, theme: Theme, cast: Forecast, what: str, left: int, y: int) -> None:
    """Draw a track: number before and after, pegs; new pegs glow, lost ones are hollow."""
    name, colour = TRACKS[what]
    was, now = cast.before[what], cast.collected[what]
    size = LAYOUT.int("icon")
    canvas.paste_centred(
        icon(name, size, colour, mix(theme.paper, theme.light, 0.5), 2),
        (left + LAYOUT.int("icon_x") + size / 2, y),
    )
    number = LAYOUT.int("before")
    style = writing.Style(BOLD, number, mix(theme.ink, theme.paper, 0.35))
    canvas.text(
        (left + LAYOUT.int("before_x"), y + number * writing.DIGIT_DROP),
        str(was),
        style,
        "m",
        kind="number",
    )
    if was != now:
        _arrow(canvas, left + LAYOUT.int("arrow_x"), y, mix(theme.saffron, theme.ink, 0.2))
        number = LAYOUT.int("after")
        canvas.text(
            (left + LAYOUT.int("after_x"), y + number * writing.DIGIT_DROP),
            str(now),
            writing.Style(BLACK, number, theme.ink),
            "m",
            kind="number",
        )
    pitch, peg = _pegs(canvas, theme, cast, what, left + LAYOUT.int("pegs_x"), y)
    if what == "food" and cast.fed + cast.hungry:
        _eaten(canvas, theme, cast, left, y, (cast.fed - 1) * pitch + peg)


def _pegs(
    canvas: Canvas, theme: Theme, cast: Forecast, what: str, x: int, y: int
) -> tuple[float, int]:
    """Draw the pegs, holes and lost pegs of a track; return pitch and size of a peg."""
    most, colour, food = RULES.resources[what].most, TRACKS[what][1], what == "food"
    lost = min(cast.lost.get(what, 0), LAYOUT.int("food_lost_most" if food else "lost_most"))
    pitch = min(
        LAYOUT.int("peg_pitch"), LAYOUT.int("food_room" if food else "pegs_room") / (most + lost)
    )
    size = min(LAYOUT.int("peg"), int(pitch) - LAYOUT.int("peg_air"))
    was, now = cast.before[what], cast.collected[what]
    for at in range(most + lost):
        middle = x + at * pitch + size / 2, y
        state = "lost" if at >= most else "full" if at < now else "hole"
        body = carving.peg(colour, size, state)
        if was <= at < now:
            canvas.glow(
                carving.peg_halo(size), middle[0] - body.width / 2, y - body.height / 2, theme.halo
            )
        canvas.paste_centred(body, middle)
        canvas.record_region(
            "peg", Rect(round(middle[0] - size / 2), y - size // 2, size, size), f"{what}:{state}"
        )
    return pitch, size


def _eaten(canvas: Canvas, theme: Theme, cast: Forecast, left: int, y: int, wide: float) -> None:
    """Draw a bracket under the food that the dice eat, and the rest or the hungry dice."""
    low, rise, number = (
        y + LAYOUT.int("bracket_y"),
        LAYOUT.int("bracket_rise"),
        LAYOUT.int("before"),
    )
    base = y + number * writing.DIGIT_DROP
    if cast.fed:
        a = left + LAYOUT.int("pegs_x")
        b = a + wide
        canvas.pen.line(
            [(a, low - rise), (a, low), (b, low), (b, low - rise)],
            fill=theme.madder,
            width=4,
            joint="curve",
        )
    canvas.text(
        (left + LAYOUT.int("eaten_x"), base),
        f"−{cast.fed}",
        writing.Style(BLACK, number, theme.madder),
        kind="number",
    )
    if cast.hungry:
        small = LAYOUT.int("hungry_icon")
        canvas.paste_centred(
            icon(TRACKS["calamity"][0], small, theme.madder), (left + LAYOUT.int("hungry_x"), y)
        )
        canvas.text(
            (left + LAYOUT.int("hungry_text_x"), base),
            f"+{cast.hungry}",
            writing.Style(BLACK, number, theme.madder),
            kind="number",
        )
        return
    _arrow(canvas, left + LAYOUT.int("eaten_arrow_x"), y, theme.madder)
    number = LAYOUT.int("after")
    canvas.text(
        (left + LAYOUT.int("left_x"), y + number * writing.DIGIT_DROP),
        str(cast.after["food"]),
        writing.Style(BLACK, number, theme.ink),
        "m",
        kind="number",
    )


def _signs(canvas: Canvas, theme: Theme, cast: Forecast, frame: Rect) -> None:
    """Draw hammers, culture, swords and shields; zeros are pale."""
    x, y, size, number = (
        frame.x + LAYOUT.int("signs_x"),
        frame.y + LAYOUT.int("signs_y"),
        LAYOUT.int("sign"),
        LAYOUT.int("before"),
    )
    tones = {
        "hammers": theme.ink,
        "culture": TRACKS["culture"][1],
        "swords": (82, 84, 90),
        "shields": (62, 76, 100),
    }
    for at, (what, name) in enumerate(SIGNS.items()):
        n, left = getattr(cast, what), x + at * LAYOUT.int("signs_pitch")
        tone = tones[what] if n else mix(tones[what], theme.paper, 0.45)
        canvas.paste_centred(icon(name, size, tone), (left + size / 2, y))
        said = f"+{n}" if what == "culture" and n else str(n)
        style = writing.Style(BLACK, number, theme.ink if n else panels.muted(theme))
        canvas.text(
            (left + LAYOUT.int("sign_text"), y + number * writing.DIGIT_DROP),
            said,
            style,
            kind="number",
        )


def _calamity(
    canvas: Canvas, scene: Scene, theme: Theme, cast: Forecast, frame: Rect, *, known: bool
) -> None:
    """Draw the calamity of the skulls with its cost; olive without a skull."""
    place = LAYOUT.rect("box").moved(frame.x, frame.y)
    tone = theme.madder if cast.calamity else theme.olive if known else theme.rim
    base = mix(theme.paper, tone, 0.16)
    canvas.paste_padded(
        panels.shadowed_panel(place.w, place.h, base, tone, 4, LAYOUT.int("box_seed")),
        place.x,
        place.y,
    )
    canvas.record_region("calamity", place, cast.calamity)
    x, y = LAYOUT.point("calamity_title_at")
    key = f"era.calamity.{cast.calamity}"
    title = (
        i18n.of_game(scene.game, scene.lang, key)
        if cast.calamity
        else i18n.say(scene.lang, "era.price.none_title" if known else "era.price.before_title")
    )
    size, skulls = LAYOUT.int("calamity_title"), min(cast.skulls, LAYOUT.int("skulls_most"))
    room = place.w - 2 * x - skulls * LAYOUT.int("skull_pitch")
    said, size = writing.fit(title, "alegreya-800", size, room, theme.small)
    canvas.text(
        (place.x + x, place.y + y),
        said,
        writing.Style("alegreya-800", size, mix(tone, theme.ink, 0.25)),
        kind="label",
    )
    dx, dy = LAYOUT.point("skull_at")
    for at in range(skulls):
        spot = place.right + dx - at * LAYOUT.int("skull_pitch"), place.y + dy
        canvas.paste_centred(icon("death-skull", LAYOUT.int("skull"), theme.madder), spot)
        canvas.record_region("skull", trays.box(spot, LAYOUT.int("skull")), str(cast.skulls))
    _price(canvas, scene, theme, cast, place, known=known)


def _price(
    canvas: Canvas, scene: Scene, theme: Theme, cast: Forecast, place: Rect, *, known: bool
) -> None:
    """Draw the calamity's icon, two lines of text, and its cost in points where known."""
    x, y = LAYOUT.point("calamity_at")
    drawn = CALAMITIES.get(
        cast.calamity, "laurels" if known else "perspective-dice-six-faces-random"
    )
    tone = theme.madder if cast.calamity else theme.olive if known else theme.rim
    canvas.paste_centred(icon(drawn, LAYOUT.int("calamity_icon"), tone), (place.x + x, place.y + y))
    n = {"disease": cast.sick, "bandits": 1}.get(cast.calamity)
    right = place.right + LAYOUT.point("sum_at")[0]
    if n is not None:
        style = writing.Style(BLACK, LAYOUT.int("sum"), theme.madder)
        right -= (
            canvas.text(
                (right, place.y + LAYOUT.point("sum_at")[1]), f"+{n}", style, "r", kind="number"
            )
            + 8
        )
    solo = scene.view.n == 1 and cast.calamity in ("treason", "attack")
    key = (
        "before"
        if not known
        else "none"
        if not cast.calamity
        else f"{cast.calamity}_solo"
        if solo
        else cast.calamity
    )
    count = {"disease": cast.sick, "revolt": cast.collected["goods"]}.get(
        cast.calamity, cast.fed + cast.hungry
    )
    if key == "before":
        count = len(scene.view.towns[scene.view.viewer or 0].dice)
    left, size = place.x + LAYOUT.int("words_x"), LAYOUT.int("words")
    lines = i18n.say(scene.lang, f"era.price.{key}", n=count).split("|")
    for at, line in enumerate(lines):
        said, fitted = writing.fit(line, "alegreya-sans-700", size, right - left, theme.small)
        base = place.y + LAYOUT.int("words_y") + at * LAYOUT.int("words_pitch")
        canvas.text(
            (left, base), said, writing.Style("alegreya-sans-700", fitted, theme.ink), kind="label"
        )
