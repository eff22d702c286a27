"""Private screen of one player, with the cards below.

During bidding it shows the player's coins and bid, afterwards the goods and pieces.
"""

from __future__ import annotations

from games.core.views.scene import Scene
from games.eight_minute_empire.model.catalog import GOODS
from games.eight_minute_empire.views.standing import leaders, standing
from games.eight_minute_empire.views.view import GameView
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import Theme, mix
from render.eight_minute_empire.layers import mats, row
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import GOODS as LOOKS
from render.eight_minute_empire.pieces.style import LAYOUT, icon, trimmed
from render.eight_minute_empire.screens.board import WIDTH, draw_board, moment
from render.parts import header, markers, panels

STANDING = LAYOUT.part("private.standing")
BLACK, BOLD = "alegreya-sans-900", "alegreya-sans-800"


def _measure(name: str) -> int:
    return LAYOUT.int(f"private.{name}")


def draw_private(scene: Scene, theme: Theme) -> Canvas:
    """Draw the private screen of the view's viewer, or the board for a spectator."""
    view: GameView = scene.view
    if view.viewer is None:
        return draw_board(scene, theme)
    margin = panels.LAYOUT.int("margin")
    bottom = _measure("cards_top") + LAYOUT.get("card.size")[1] + _measure("foot")
    canvas = Canvas(panels.table(WIDTH, bottom))
    header.draw_viewer_header(
        canvas, scene, theme, header.title(scene, "name"), moment(view, scene.lang)
    )
    frame = Rect(margin, _measure("top"), WIDTH - 2 * margin, _measure("panel"))
    rim = panels.seat_rim(theme, view.viewer)
    canvas.paste_padded(
        panels.shadowed_panel(frame.w, frame.h, theme.paper, rim, 4, 7), frame.x, frame.y
    )
    canvas.record_region("panel", frame)
    if view.phase == "bid":
        _draw_purse(canvas, scene, theme, frame)
        _draw_offers(canvas, scene, theme, frame)
    else:
        _draw_tracks(canvas, scene, theme, frame)
        _draw_facts(canvas, scene, theme, frame)
        _draw_standings(canvas, scene, theme, frame)
    row.draw_row(canvas, scene, theme, Rect(margin, _measure("cards_top"), WIDTH - 2 * margin, 0))
    return canvas


def _draw_title(canvas: Canvas, theme: Theme, x: int, y: int, text: str) -> None:
    face, size = theme.type["name"]
    canvas.text((x, y), text, writing.Style(face, size, theme.ink))


def _draw_purse(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw all coins of the player in even rows; the coins of the bid are lifted and glow."""
    view: GameView = scene.view
    coins = view.seats[view.viewer or 0].coins
    canvas.text(
        (frame.x + _measure("pad"), frame.y + _measure("said_y")),
        f"{i18n.say(scene.lang, 'purse')}: {coins}",
        writing.Style(BLACK, _measure("said"), theme.ink),
    )
    (middle, top) = LAYOUT.point("private.coins_at")
    (pitch_x, pitch_y) = LAYOUT.get("private.coin_pitch")
    is_few = coins <= 2 * _measure("few_per_row")
    lines = -(-coins // _measure("few_per_row" if is_few else "coins_per_row"))
    per_row = -(-coins // max(1, lines))
    size, pitch_x, pitch_y = (
        round(n * (LAYOUT.float("private.larger") if is_few else 1))
        for n in (_measure("coin"), pitch_x, pitch_y)
    )
    for i in range(coins):
        in_row = min(per_row, coins - i // per_row * per_row)
        x = frame.x + middle + (i % per_row - (in_row - 1) / 2) * pitch_x
        y = frame.y + top + (i // per_row - (lines - 1) / 2) * pitch_y
        offered = i < (view.my_bid or 0)
        sprite = sprites.embossed_coin(size)
        if offered:
            y -= _measure("lift")
            glow = sprites.coin_halo(size)
            canvas.glow(glow, x - sprite.width / 2, y - sprite.height / 2, theme.halo)
        canvas.paste_centred(sprite, (x, y))
        canvas.record_region(
            "coin",
            Rect(round(x - size / 2), round(y - size / 2), size, size),
            "offered" if offered else "",
        )


def _draw_offers(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the player's own bid, what the highest bid is worth, and which seats have bid.

    Other seats' amounts are never drawn: the view does not have them.
    """
    view: GameView = scene.view
    x = frame.x + _measure("aside")
    text = (
        i18n.say(scene.lang, "no_offer")
        if view.my_bid is None
        else i18n.say(scene.lang, "offer", n=view.my_bid)
    )
    end = x + canvas.text(
        (x, frame.y + _measure("said_y")),
        text,
        writing.Style(BLACK, _measure("said"), theme.ink),
    )
    if view.my_bid is None:
        most = view.seats[view.viewer or 0].coins
        style = writing.Style(BOLD, _measure("words"), panels.muted(theme))
        canvas.text((end + 16, frame.y + _measure("said_y")), f"0–{most}", style)
    words = writing.Style("alegreya-sans-700", _measure("words"), theme.ink)
    room = Rect(
        x, frame.y + _measure("prize_y"), frame.right - _measure("pad") - x, _measure("prize_high")
    )
    rich_text.set_text(canvas, room, i18n.say(scene.lang, "eme.prize"), words, least=30)
    done = sum(seat.bid_in for seat in view.seats)
    canvas.text(
        (x, frame.y + _measure("bids_y")),
        i18n.say(scene.lang, "eme.bids_in", k=done, n=view.n),
        writing.Style("alegreya-sans-800", _measure("words"), theme.ink),
    )
    for seat in range(view.n):
        middle = (
            x
            + _measure("seat_piece") / 2
            + seat * _measure("seats_pitch") * min(1.0, 4.6 / view.n),
            frame.y + _measure("seats_y"),
        )
        person = panels.seat_headers(scene, view.n)[seat]
        canvas.paste_centred(
            markers.piece(theme, seat, _measure("seat_piece"), person.initial, 40), middle
        )
        size = _measure("bid_mark")
        sign = (
            markers.tick(size, theme.olive) if view.seats[seat].bid_in else sprites.coin("?", size)
        )
        canvas.paste_centred(sign, (middle[0], middle[1] + _measure("ready_below")))


def _lines(frame: Rect, left: float, right: float) -> Rect:
    """Return the box of all lines of goods between two x distances.

    `left` and `right` are measured from the left edge of the panel `frame`.
    """
    pitch = _measure("track_pitch")
    return Rect(
        round(frame.x + left),
        frame.y + _measure("tracks_y") - pitch // 2,
        round(right - left),
        pitch * len(GOODS),
    )


def _draw_tracks(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw each good's count, its thresholds (reached ones in color) and its points."""
    view: GameView = scene.view
    x = frame.x + _measure("tracks_x")
    wreath = mix(theme.saffron, theme.ink, 0.35)
    left, step = _measure("tracks_x"), _measure("track_step")
    steps, points = left + _measure("track_steps"), left + _measure("track_points")
    last = steps + 3 * step
    canvas.record_region("goods", _lines(frame, left - 4, left + _measure("track_count") + 22))
    canvas.record_region("steps", _lines(frame, steps - 26, last + 26))
    canvas.record_region("values", _lines(frame, points - 24, points + 46))
    _draw_title(canvas, theme, x, frame.y + _measure("title_y"), i18n.say(scene.lang, "goods"))
    for i, good in enumerate(GOODS.values()):
        y = frame.y + _measure("tracks_y") + i * _measure("track_pitch")
        count = row.symbols(view, good.id, view.viewer or 0)
        colour = LOOKS[good.id][1]
        base = y + theme.small * writing.DIGIT_DROP
        sprite = trimmed(good.id, _measure("track_icon"))
        canvas.paste_centred(sprite, (x + _measure("track_icon") / 2, y))
        canvas.text(
            (x + _measure("track_count"), base),
            str(count),
            writing.Style(BLACK, theme.small, theme.ink if count else panels.muted(theme)),
            "m",
        )
        for k, (threshold, _) in enumerate(good.steps):
            at = x + _measure("track_steps") + k * _measure("track_step")
            r = _measure("track_reached")
            if count >= threshold:
                canvas.paste_centred(sprites.dot(2 * r, colour), (at, y))
            fill = theme.cream if count >= threshold else mix(theme.ink, theme.paper, 0.3)
            canvas.text((at, base), str(threshold), writing.Style(BOLD, theme.small, fill), "m")
        points = good.points(count)
        at = x + _measure("track_points")
        canvas.paste_centred(
            icon("laurels", _measure("track_icon") - 6, wreath if points else panels.muted(theme)),
            (at, y),
        )
        fill = theme.ink if points else panels.muted(theme)
        canvas.text((at + 24, base), str(points), writing.Style(BLACK, theme.small, fill))


def _draw_facts(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the player's coins, unused armies and cities, wilds, regions, continents."""
    view: GameView = scene.view
    own, seat = view.seats[view.viewer or 0], view.viewer or 0
    colour = mix(
        theme.seats[seat].colour, theme.ink, 0.45 if theme.seats[seat].dark_digit else 0.25
    )
    size, number, tone = (
        _measure("fact_icon"),
        _measure("fact"),
        mix(theme.rim, theme.ink, 0.3),
    )
    facts = [
        (sprites.coin("", size), own.coins),
        (sprites.cube(size), own.reserve),
        (icon("white-tower", size, colour), own.cities),
        (icon(LOOKS["wild"][0], size, LOOKS["wild"][1]), own.goods.get("wild", 0)),
        (icon("flying-flag", size, tone), own.regions),
        (icon("compass", size, tone), own.continents),
    ]
    x = frame.x + _measure("facts_x")
    step, pitch = _measure("facts_step"), _measure("facts_pitch")
    top = frame.y + _measure("facts_y") - size // 2
    box = Rect(x - 4, top, step + size + 12 + 2 * number // 2, 2 * pitch + size)
    canvas.record_region("facts", box)
    for i, (sprite, count) in enumerate(facts):
        at = (
            x + (i % 2) * _measure("facts_step") + size / 2,
            frame.y + _measure("facts_y") + (i // 2) * _measure("facts_pitch"),
        )
        canvas.paste_centred(sprite, at)
        fill = theme.ink if count else panels.muted(theme)
        canvas.digits((at[0] + size / 2 + 8, at[1]), str(count), writing.Style(BLACK, number, fill))


def _draw_standings(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the points that each player would have if the game ended now."""
    view: GameView = scene.view
    size = _measure("standing_piece")
    room = frame.h - 2 * _measure("standings_air")
    pitch = min(_measure("standings_pitch"), room / view.n)
    top = frame.y + (frame.h - pitch * (view.n - 1)) / 2
    persons = panels.seat_headers(scene, view.n)
    left = frame.x + _measure("standings_x") - size // 2 - 4
    right = frame.right - _measure("standings_right") + 4
    high = round(pitch * (view.n - 1)) + size + 4
    box = Rect(left, round(top - size / 2) - 2, right - left, high)
    canvas.record_region("standings", box)
    for seat, (_, points) in enumerate(standing(view)):
        x, y = frame.x + _measure("standings_x"), top + seat * pitch
        sign = panels.sign(theme, persons[seat], size, initial=_measure("standing_initial"))
        canvas.paste_centred(sign, (x, y))
        right = frame.right - _measure("standings_right")
        mats.draw_points(canvas, theme, STANDING, str(points), right, y, seat in leaders(view))
