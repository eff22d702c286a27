"""Private screen of one player: purse during bidding, later goods and pieces; the cards."""

from __future__ import annotations

from games.core.views.scene import Scene
from games.eight_minute_empire.model.catalog import GOODS
from games.eight_minute_empire.views.view import GameView
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import Theme, mix
from render.eight_minute_empire.layers import row
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import GOODS as LOOKS
from render.eight_minute_empire.pieces.style import LAYOUT, icon, trimmed
from render.eight_minute_empire.screens.board import WIDTH, draw_board, moment
from render.parts import header, markers, panels

BLACK, BOLD = "alegreya-sans-900", "alegreya-sans-800"


def _n(name: str) -> int:
    return LAYOUT.int(f"private.{name}")


def draw_private(scene: Scene, theme: Theme) -> Canvas:
    """Draw the private screen of the view's viewer, or the board for a spectator."""
    view: GameView = scene.view
    if view.viewer is None:
        return draw_board(scene, theme)
    margin = panels.LAYOUT.int("margin")
    bottom = _n("cards_top") + LAYOUT.get("card.size")[1] + _n("foot")
    canvas = Canvas(panels.table(WIDTH, bottom))
    me = panels.people(scene, view.n)[view.viewer]
    panels.header(
        canvas,
        theme,
        header.title(scene, "name"),
        moment(view, scene.lang),
        i18n.say(scene.lang, "only_you"),
        [me],
    )
    frame = Rect(margin, _n("top"), WIDTH - 2 * margin, _n("panel"))
    rim = mix(theme.seats[view.viewer].colour, theme.ink, 0.35)
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, theme.paper, rim, 4, 7), frame.x, frame.y
    )
    canvas.record_region("panel", frame)
    if view.phase == "bid":
        _purse(canvas, scene, theme, frame)
        _offers(canvas, scene, theme, frame)
    else:
        _tracks(canvas, scene, theme, frame)
        _facts(canvas, scene, theme, frame)
    row.draw_row(canvas, scene, theme, Rect(margin, _n("cards_top"), WIDTH - 2 * margin, 0))
    return canvas


def _title(canvas: Canvas, theme: Theme, x: int, y: int, text: str) -> None:
    face, size = theme.type["name"]
    canvas.text((x, y), text, writing.Style(face, size, theme.ink))


def _purse(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw all coins of the player in even rows; the coins of the bid are lifted and glow."""
    view: GameView = scene.view
    own = view.seats[view.viewer or 0].coins
    _title(
        canvas,
        theme,
        frame.x + _n("pad"),
        frame.y + _n("title_y"),
        f"{i18n.say(scene.lang, 'purse')} · {own}",
    )
    (middle, top), (across, down) = (
        LAYOUT.point("private.coins_at"),
        LAYOUT.get("private.coin_pitch"),
    )
    few = own <= 2 * _n("few_per_row")
    lines = -(-own // _n("few_per_row" if few else "coins_per_row"))
    many = -(-own // max(1, lines))
    size, across, down = (
        round(n * (LAYOUT.float("private.larger") if few else 1))
        for n in (_n("coin"), across, down)
    )
    for i in range(own):
        here = min(many, own - i // many * many)
        x, y = (
            frame.x + middle + (i % many - (here - 1) / 2) * across,
            frame.y + top + (i // many - (lines - 1) / 2) * down,
        )
        offered = i < (view.my_bid or 0)
        sprite = sprites.struck(size)
        if offered:
            y -= _n("lift")
            glow = sprites.coin_halo(size)
            canvas.glow(glow, x - sprite.width / 2, y - sprite.height / 2, theme.halo)
        canvas.paste_centred(sprite, (x, y))
        canvas.record_region(
            "coin",
            Rect(round(x - size / 2), round(y - size / 2), size, size),
            "offered" if offered else "",
        )


def _offers(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the player's own bid, and which seats have bid.

    Never the amounts of others: the view does not hold them.
    """
    view: GameView = scene.view
    x = frame.x + _n("aside")
    said = (
        i18n.say(scene.lang, "no_offer")
        if view.my_bid is None
        else i18n.say(scene.lang, "offer", n=view.my_bid)
    )
    canvas.text(
        (x, frame.y + _n("said_y")), said, writing.Style(BLACK, LAYOUT.int("end.sum"), theme.ink)
    )
    for seat in range(view.n):
        middle = (
            x + _n("seat_piece") / 2 + seat * _n("seats_pitch") * min(1.0, 4.6 / view.n),
            frame.y + _n("seats_y"),
        )
        person = panels.people(scene, view.n)[seat]
        canvas.paste_centred(
            markers.piece(theme, seat, _n("seat_piece"), person.initial, 36), middle
        )
        size = LAYOUT.int("mat.bid_mark")
        sign = (
            markers.tick(size, theme.olive) if view.seats[seat].bid_in else sprites.coin("?", size)
        )
        canvas.paste_centred(sign, (middle[0], middle[1] + _n("ready_below")))


def symbols(view: GameView, good: str) -> int:
    """Return the viewer's symbols of a good.

    Counts cards, and tokens in controlled regions (rules 11.3).
    """
    me = view.viewer
    held = sum(
        token == good and view.control.get(region) == me for region, token in view.tokens.items()
    )
    return (view.seats[me].goods.get(good, 0) if me is not None else 0) + held


def _tracks(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw each good's count, its thresholds (reached ones in color) and its points."""
    view: GameView = scene.view
    x, wreath = frame.x + _n("tracks_x"), mix(theme.saffron, theme.ink, 0.35)
    _title(canvas, theme, x, frame.y + _n("title_y"), i18n.say(scene.lang, "goods"))
    for i, good in enumerate(GOODS.values()):
        y, count, colour = (
            frame.y + _n("tracks_y") + i * _n("track_pitch"),
            symbols(view, good.id),
            LOOKS[good.id][1],
        )
        base = y + theme.small * writing.DIGIT_DROP
        sprite = trimmed(good.id, _n("track_icon"))
        canvas.paste_centred(sprite, (x + _n("track_icon") / 2, y))
        canvas.text(
            (x + _n("track_count"), base),
            str(count),
            writing.Style(BLACK, theme.small, theme.ink if count else panels.muted(theme)),
            "m",
        )
        for k, (need, _) in enumerate(good.steps):
            at, r = x + _n("track_steps") + k * _n("track_step"), _n("track_reached")
            if count >= need:
                canvas.paste_centred(sprites.dot(2 * r, colour), (at, y))
            fill = theme.cream if count >= need else mix(theme.ink, theme.paper, 0.3)
            canvas.text((at, base), str(need), writing.Style(BOLD, theme.small, fill), "m")
        points = good.points(count)
        at = x + _n("track_points")
        canvas.paste_centred(
            icon("laurels", _n("track_icon") - 6, wreath if points else panels.muted(theme)),
            (at, y),
        )
        fill = theme.ink if points else panels.muted(theme)
        canvas.text((at + 24, base), str(points), writing.Style(BLACK, theme.small, fill))


def _facts(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw coins, armies, cities, wild cards and current points."""
    view: GameView = scene.view
    own, seat = view.seats[view.viewer or 0], view.viewer or 0
    colour = mix(
        theme.seats[seat].colour, theme.ink, 0.45 if theme.seats[seat].dark_digit else 0.25
    )
    size, number = LAYOUT.int("mat.bid_mark"), LAYOUT.int("mat.points")
    wilds = own.goods.get("wild", 0)
    facts = [
        (sprites.coin("", size), own.coins),
        (sprites.cube(size), own.reserve),
        (icon("white-tower", size, colour), own.cities),
        (icon(LOOKS["wild"][0], size, LOOKS["wild"][1]), wilds),
    ]
    x = frame.x + _n("facts_x")
    for i, (sprite, count) in enumerate(facts):
        at = (
            x + (i % 2) * _n("facts_step") + size / 2,
            frame.y + _n("facts_y") + (i // 2) * _n("facts_pitch"),
        )
        canvas.paste_centred(sprite, at)
        fill = theme.ink if count else panels.muted(theme)
        canvas.text(
            (at[0] + size / 2 + 8, at[1] + number * writing.DIGIT_DROP),
            str(count),
            writing.Style(BLACK, number, fill),
        )
    gold, big = mix(theme.saffron, theme.ink, 0.35), LAYOUT.int("end.sum")
    middle = (x + size / 2, frame.y + _n("facts_y") + 2 * _n("facts_pitch") + 12)
    canvas.paste_centred(icon("laurels", size + 14, gold), middle)
    base = middle[1] + big * writing.DIGIT_DROP
    canvas.text(
        (middle[0] + size / 2 + 16, base), str(own.points), writing.Style(BLACK, big, theme.ink)
    )
