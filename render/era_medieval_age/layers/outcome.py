"""Forecast of what the current dice will yield: resources, food eaten, symbols, calamity.

The panel lies beside the dice tray. `Forecast` (of the view) has the numbers.
"""

from __future__ import annotations

from games.core.views.scene import Scene
from games.era_medieval_age.model.catalog import PIECES, RESOURCES, RULES
from games.era_medieval_age.model.land import placed
from games.era_medieval_age.views.narrate import assumed_words
from games.era_medieval_age.views.view import Forecast, GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect, around
from render.base.theme import RGB, Theme, mix
from render.era_medieval_age.layers import trays
from render.era_medieval_age.pieces import dice_sprites, sprites
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
LAYOUT = dice_sprites.LAYOUT.part("outcome")


def draw_outcome(canvas: Canvas, scene: Scene, theme: Theme) -> None:
    """Draw the panel beside the tray: what the dice will yield as they are.

    Before the first throw it shows the stock.
    """
    view: GameView = scene.view
    frame = LAYOUT.rect("at")
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, theme.paper, theme.rim, 2, LAYOUT.int("seed")),
        frame.x,
        frame.y,
    )
    canvas.record_region("panel", frame)
    forecast = view.hand.ways.get(" ".join(scene.ghost), view.hand.forecast) if view.hand else None
    key = "stop" if view.hand and view.hand.throws else "stands"
    if not forecast:
        key = "before"
    face, size = theme.type["name"][0], LAYOUT.int("title")
    pad = LAYOUT.int("pad")
    room = frame.w - 2 * pad
    titles = assumption_titles(scene, forecast, outcome_title(scene, forecast, key))
    title = next(
        (one for one in titles if writing.width(one, face, theme.small) <= room), titles[-1]
    )
    title, size = writing.fit(title, face, size, room, theme.small)
    canvas.text(
        (frame.x + pad, frame.y + LAYOUT.int("title_y")),
        title,
        writing.Style(face, size, theme.ink),
        kind="label",
    )
    _draw_other_players(canvas, scene, theme, frame)
    if forecast:
        _draw_incomes(canvas, theme, view, frame)
    panels.hairline(canvas, frame.x + pad, frame.y + LAYOUT.int("line_y"), frame.w - 2 * pad)
    forecast = forecast or stock_only(view)
    for i, resource in enumerate(RESOURCES):
        _draw_resource(
            canvas,
            theme,
            scene.lang,
            forecast,
            resource,
            frame.x,
            frame.y + LAYOUT.int("row_y") + i * LAYOUT.int("row_pitch"),
        )
    for kind, all_of_kind in (("amount", "amounts"), ("peg", "pegs")):
        boxes = [region.box for region in canvas.regions if region.kind == kind]
        canvas.record_region(all_of_kind, around(boxes))
    panels.hairline(canvas, frame.x + pad, frame.y + LAYOUT.int("parting_y"), frame.w - 2 * pad)
    with canvas.group("signs"):
        _draw_signs(canvas, theme, forecast, frame)
    _draw_calamity(canvas, scene, theme, forecast, frame, known=key != "before")


def outcome_title(scene: Scene, forecast: Forecast | None, key: str) -> str:
    """Return the title of the panel.

    If the forecast is for one of the answers about dice with a choice, the title names what these
    dice give. Otherwise it is the text `era.outcome.<key>`.
    """
    hand = scene.view.hand
    answers = (answer for answer, one in hand.ways.items() if one == forecast) if hand else ()
    answer = next(iter(answers), "")
    if not answer:
        return i18n.say(scene.lang, f"era.outcome.{key}")
    # an answer such as `food2_stone1 wood1`: kinds with the number of dice that give them
    kinds = [part.rstrip("0123456789") for part in answer.replace("_", " ").split()]
    what = " + ".join(
        i18n.say_for_game(scene.game, scene.lang, f"era.good.{kind}")
        for kind in dict.fromkeys(kinds)
    )
    return i18n.say(scene.lang, "era.outcome.chosen", what=what)


def assumption_titles(scene: Scene, forecast: Forecast | None, title: str) -> list[str]:
    """Return titles that also say how dice with a choice are counted, longest first.

    The player has not chosen for these dice yet. If there are none, the only title is `title`.
    """
    assumed = assumed_words(forecast) if forecast else None
    if forecast is None or assumed is None:
        return [title]
    said = i18n.message(scene.game, scene.lang, assumed)
    kinds = " + ".join(
        i18n.say_for_game(scene.game, scene.lang, f"era.good.{kind}")
        for kind in dict.fromkeys(kind for _, kind in forecast.assumed)
    )
    soon = (
        i18n.say_for_game(scene.game, scene.lang, "era.text.now", what=what)
        for what in (said, kinds)
    )
    return [f"{title} ({said})", *soon]


def stock_only(view: GameView) -> Forecast:
    """Return a forecast without dice, which contains only the stock."""
    town = view.towns[view.viewer or 0]
    stock = dict(town.stock)
    return Forecast(stock, stock, {}, stock, 0, 0, 0, 0, 0, 0, 0, "", 0)


def _draw_other_players(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the other players: at the left those who still roll or choose, at the right those done.

    Words before each group say so, all small enough to fit.
    """
    view: GameView = scene.view
    others = [seat for seat in range(view.n) if seat != view.viewer and view.towns[seat].dice]
    done = [seat for seat in others if view.towns[seat].status == "done"]
    still = "era.still_rolling" if view.phase == "roll" else "era.still_choosing"
    pending = [seat for seat in others if seat not in done]
    groups = [
        (i18n.say(scene.lang, key), seats)
        for key, seats in ((still, pending), ("era.finished", done))
        if seats
    ]
    piece, tick, gap = (LAYOUT.int(name) for name in ("mate", "mate_tick", "mate_gap"))
    pitch = {True: piece + tick + gap // 2, False: LAYOUT.int("mate_pitch")}
    x, right = frame.x + LAYOUT.int("mate_x"), frame.right - LAYOUT.int("pad")
    y = frame.y + LAYOUT.int("mate_y")
    taken = sum(pitch[seat in done] for seat in others) + 2 * gap * len(groups)
    words = "".join(said for said, _ in groups)
    _, size = writing.fit(words, BOLD, LAYOUT.int("mate_words"), right - x - taken, theme.small)
    base, style = y + size * writing.LETTER_DROP, writing.Style(BOLD, size, theme.ink)
    for at, (said, seats) in enumerate(groups):
        if at:
            width = round(writing.width(said, BOLD, size)) + gap // 2
            x = right - width - len(seats) * pitch[True] + gap // 2
        x += round(canvas.text((x, base), said, style, kind="awaited")) + gap // 2
        for seat in seats:
            _draw_mate(canvas, theme, seat, (x, y), is_done=seat in done)
            x += pitch[seat in done]


def _draw_mate(
    canvas: Canvas, theme: Theme, seat: int, at: tuple[int, int], *, is_done: bool
) -> None:
    """Draw another player's piece right of `at`, with a tick if they are done."""
    (x, y), piece, tick = at, LAYOUT.int("mate"), LAYOUT.int("mate_tick")
    canvas.paste_centred(markers.piece(theme, seat, piece), (x + piece / 2, y))
    if is_done:
        canvas.paste_centred(markers.tick(tick, theme.olive), (x + piece + tick / 2, y))
    box = Rect(x, round(y - piece / 2), piece + (tick if is_done else 0), piece)
    canvas.record_region("mate", box, f"{seat}:{'done' if is_done else 'open'}")


def _draw_incomes(canvas: Canvas, theme: Theme, view: GameView, frame: Rect) -> None:
    """Draw what the buildings of the viewer add to each resource, beside the dice."""
    kinds = [placed(piece).kind for piece in view.towns[view.viewer or 0].pieces]
    (width, height), number = LAYOUT.get("income"), LAYOUT.int("income_number")
    for row, resource in enumerate(RESOURCES):
        givers = [kind for kind in kinds if PIECES[kind].income.get(resource)]
        if not givers:
            continue
        n = sum(PIECES[kind].income[resource] for kind in givers)
        x = frame.x + LAYOUT.int("income_x")
        y = frame.y + LAYOUT.int("row_y") + row * LAYOUT.int("row_pitch")
        body = sprites.thumbnail(givers[0], 0, (width, height))
        canvas.paste_centred(body, (x + width / 2, y))
        box = Rect(x, round(y - height / 2), width, height)
        canvas.record_region("income", box, f"{resource}:{n}")
        style = writing.Style(BLACK, number, mix(theme.ink, theme.paper, 0.2))
        canvas.digits((x + width, y), f"+{n}", style)


def _draw_arrow(canvas: Canvas, x: float, y: float, colour: tuple[int, int, int]) -> None:
    width, height = LAYOUT.point("arrow")
    canvas.pen.polygon([(x, y - height / 2), (x + width, y), (x, y + height / 2)], fill=colour)


def _draw_resource(
    canvas: Canvas,
    theme: Theme,
    lang: str,
    forecast: Forecast,
    resource: str,
    left: int,
    y: int,
) -> None:
    """Draw the track of a resource: the number before and after, and the pegs.

    New pegs have a bright ring. Pegs that did not fit are crosses.
    """
    name, colour = TRACKS[resource]
    before, after = forecast.before[resource], forecast.collected[resource]
    icon_size, before_size, after_size = map(LAYOUT.int, ("icon", "before", "after"))
    with canvas.group("amount", resource):
        canvas.paste_centred(
            icon(name, icon_size, colour, mix(theme.paper, theme.light, 0.5), 2),
            (left + LAYOUT.int("icon_x") + icon_size / 2, y),
        )
        style = writing.Style(BOLD, before_size, mix(theme.ink, theme.paper, 0.3))
        canvas.text(
            (left + LAYOUT.int("before_x"), y + before_size * writing.DIGIT_DROP),
            str(before),
            style,
            "m",
            kind="number",
        )
        if before != after:
            _draw_arrow(canvas, left + LAYOUT.int("arrow_x"), y, mix(theme.saffron, theme.ink, 0.2))
            canvas.text(
                (left + LAYOUT.int("after_x"), y + after_size * writing.DIGIT_DROP),
                str(after),
                writing.Style(BLACK, after_size, theme.ink),
                "m",
                kind="number",
            )
    pitch, peg = _draw_pegs(canvas, forecast, resource, left + LAYOUT.int("pegs_x"), y)
    mouths = forecast.fed + forecast.hungry
    if resource == "food" and mouths:
        shown = min(mouths, RULES.resources[resource].most)
        with canvas.group("eaten"):
            _draw_food_eaten(canvas, theme, lang, forecast, left, y, (shown - 1) * pitch + peg)


def _draw_pegs(
    canvas: Canvas, forecast: Forecast, resource: str, x: int, y: int
) -> tuple[float, int]:
    """Draw the pegs, holes and lost pegs of a track.

    Return the distance between two pegs and the size of a peg, in pixels.
    """
    capacity = RULES.resources[resource].most
    colour = TRACKS[resource][1]
    lost = min(forecast.lost.get(resource, 0), LAYOUT.int("lost_most"))
    pitch = min(LAYOUT.int("peg_pitch"), LAYOUT.int("pegs_room") / (capacity + lost))
    size = min(LAYOUT.int("peg"), int(pitch) - LAYOUT.int("peg_air"))
    before, after = forecast.before[resource], forecast.collected[resource]
    mouths = forecast.fed + forecast.hungry if resource == "food" else 0
    for i in range(capacity + lost):
        centre = x + i * pitch + size / 2, y
        state = "full" if i < after else "missing" if i < mouths else "hole"
        if i >= capacity:
            state = "lost"
        look = "waste" if state == "lost" else state
        if state == "full" and i >= before:
            look = "new"
        canvas.paste_centred(dice_sprites.peg(colour, size, look), centre)
        canvas.record_region("peg", trays.square_around(centre, size), f"{resource}:{state}")
    return pitch, size


def _draw_food_eaten(
    canvas: Canvas, theme: Theme, lang: str, forecast: Forecast, left: int, y: int, width: float
) -> None:
    """Draw a bracket under the food that the dice need, and below it what that means."""
    bracket_y = y + LAYOUT.int("bracket_y")
    bracket_rise = LAYOUT.int("bracket_rise")
    bracket_left = left + LAYOUT.int("pegs_x")
    bracket_right = bracket_left + width
    canvas.pen.line(
        [
            (bracket_left, bracket_y - bracket_rise),
            (bracket_left, bracket_y),
            (bracket_right, bracket_y),
            (bracket_right, bracket_y - bracket_rise),
        ],
        fill=theme.madder,
        width=4,
        joint="curve",
    )
    _draw_meal(canvas, theme, lang, forecast, left, y + LAYOUT.int("eaten_y"))


def _draw_meal(
    canvas: Canvas, theme: Theme, lang: str, forecast: Forecast, left: int, y: int
) -> None:
    """Say how much the dice eat and what is left, or how many go hungry at what price."""
    hungry = forecast.hungry
    key, n = ("hungry", hungry) if hungry else ("eats", forecast.fed)
    said = i18n.say(lang, f"era.{key}", n=n, fed=forecast.fed)
    number, size, air = (LAYOUT.int(name) for name in ("before", "eaten_words", "eaten_air"))
    sign = LAYOUT.int("hungry_icon") if hungry else int(LAYOUT.point("arrow")[0])
    count = f"+{hungry}" if hungry else str(forecast.after["food"])
    x: float = left + LAYOUT.int("eaten_x")
    room = LAYOUT.rect("at").w - 2 * LAYOUT.int("pad") - sign - 2 * air
    text, size = writing.fit(said, BOLD, size, room - writing.width(count, BLACK, number), 30)
    base = y + number * writing.DIGIT_DROP
    x += canvas.text((x, base), text, writing.Style(BOLD, size, theme.madder), kind="label") + air
    if hungry:
        canvas.paste_centred(icon(TRACKS["calamity"][0], sign, theme.madder), (x + sign / 2, y))
    else:
        _draw_arrow(canvas, x, y, theme.madder)
    tone = theme.madder if hungry else theme.ink
    canvas.text((x + sign + air, base), count, writing.Style(BLACK, number, tone), kind="number")


def _draw_signs(canvas: Canvas, theme: Theme, forecast: Forecast, frame: Rect) -> None:
    """Draw hammers, culture, swords and shields; zeros are pale."""
    x = frame.x + LAYOUT.int("signs_x")
    y = frame.y + LAYOUT.int("signs_y")
    size = LAYOUT.int("sign")
    number = LAYOUT.int("before")
    tones = {
        "hammers": theme.ink,
        "culture": TRACKS["culture"][1],
        "swords": (82, 84, 90),
        "shields": (62, 76, 100),
    }
    for i, (symbol, name) in enumerate(SIGNS.items()):
        n, left = getattr(forecast, symbol), x + i * LAYOUT.int("signs_pitch")
        tone = tones[symbol] if n else mix(tones[symbol], theme.paper, 0.45)
        canvas.paste_centred(icon(name, size, tone), (left + size / 2, y))
        text = f"+{n}" if symbol == "culture" and n else str(n)
        style = writing.Style(BLACK, number, theme.ink if n else panels.muted(theme))
        canvas.text(
            (left + LAYOUT.int("sign_text"), y + number * writing.DIGIT_DROP),
            text,
            style,
            kind="number",
        )


def _calamity_tone(theme: Theme, forecast: Forecast, *, known: bool) -> RGB:
    """Return the color of the panel of the calamity.

    It is red for a calamity, green if there will be none, and brown if that is not `known` yet.
    """
    if forecast.calamity:
        return theme.madder
    return theme.olive if known else theme.rim


def _draw_calamity(
    canvas: Canvas, scene: Scene, theme: Theme, forecast: Forecast, frame: Rect, *, known: bool
) -> None:
    """Draw the calamity that the skulls cause, with its cost.

    `known` is False before the first throw, when the calamity is not known yet.
    """
    place = LAYOUT.rect("box").moved(frame.x, frame.y)
    tone = _calamity_tone(theme, forecast, known=known)
    base = mix(theme.paper, tone, 0.16)
    canvas.paste_padded(
        panels.shadowed_panel(place.w, place.h, base, tone, 4, LAYOUT.int("box_seed")),
        place.x,
        place.y,
    )
    canvas.record_region("calamity", place, forecast.calamity)
    x, y = LAYOUT.point("calamity_title_at")
    key = f"era.calamity.{forecast.calamity}"
    if forecast.calamity:
        title = i18n.say_for_game(scene.game, scene.lang, key)
    else:
        title = i18n.say(scene.lang, f"era.price.{'none' if known else 'before'}_title")
    size = LAYOUT.int("calamity_title")
    skulls = min(forecast.skulls, LAYOUT.int("skulls_most"))
    room = place.w - 2 * x - skulls * LAYOUT.int("skull_pitch")
    text, size = writing.fit(title, "alegreya-800", size, room, theme.small)
    canvas.text(
        (place.x + x, place.y + y),
        text,
        writing.Style("alegreya-800", size, mix(tone, theme.ink, 0.25)),
        kind="label",
    )
    dx, dy = LAYOUT.point("skull_at")
    for i in range(skulls):
        spot = place.right + dx - i * LAYOUT.int("skull_pitch"), place.y + dy
        canvas.paste_centred(icon("death-skull", LAYOUT.int("skull"), theme.madder), spot)
        canvas.record_region(
            "skull", trays.square_around(spot, LAYOUT.int("skull")), str(forecast.skulls)
        )
    _draw_calamity_cost(canvas, scene, theme, forecast, place, known=known)


def _draw_calamity_cost(
    canvas: Canvas, scene: Scene, theme: Theme, forecast: Forecast, place: Rect, *, known: bool
) -> None:
    """Draw the calamity's icon and two lines of text; for Disease, also its points."""
    x, y = LAYOUT.point("calamity_at")
    icon_name = CALAMITIES.get(
        forecast.calamity, "laurels" if known else "perspective-dice-six-faces-random"
    )
    tone = _calamity_tone(theme, forecast, known=known)
    canvas.paste_centred(
        icon(icon_name, LAYOUT.int("calamity_icon"), tone), (place.x + x, place.y + y)
    )
    sick = forecast.sick if forecast.calamity == "disease" else None
    right = place.right + LAYOUT.point("sum_at")[0]
    if sick:
        # darker than madder, which the tinted ground leaves too little contrast
        dark = mix(theme.madder, theme.ink, 0.25)
        style = writing.Style(BLACK, LAYOUT.int("sum"), dark)
        right -= (
            canvas.text(
                (right, place.y + LAYOUT.point("sum_at")[1]),
                f"+{sick}",
                style,
                "r",
                kind="number",
            )
            + 8
        )
    solo = scene.view.n == 1 and forecast.calamity in ("treason", "attack")
    if not known:
        key = "before"
    elif not forecast.calamity:
        key = "none"
    elif sick == 0:
        key = "disease_none"
    else:
        key = f"{forecast.calamity}_solo" if solo else forecast.calamity
    count = {"disease": forecast.sick, "revolt": forecast.collected["goods"]}.get(
        forecast.calamity, forecast.fed + forecast.hungry
    )
    if key == "before":
        count = len(scene.view.towns[scene.view.viewer or 0].dice)
    left, size = place.x + LAYOUT.int("words_x"), LAYOUT.int("words")
    lines = i18n.say(scene.lang, f"era.price.{key}", n=count).split("|")
    for i, line in enumerate(lines):
        text, fitted = writing.fit(line, "alegreya-sans-700", size, right - left, theme.small)
        base = place.y + LAYOUT.int("words_y") + i * LAYOUT.int("words_pitch")
        canvas.text(
            (left, base), text, writing.Style("alegreya-sans-700", fitted, theme.ink), kind="label"
        )
