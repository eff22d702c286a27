"""Player mats under the map: name, points, coins, reserve of armies and cities, goods."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.views.scene import Scene, area_of
from games.eight_minute_empire.views.view import GameView, SeatView
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect, split
from render.base.texture import Sprite
from render.base.theme import Theme, mix
from render.eight_minute_empire.pieces import sprites
from render.eight_minute_empire.pieces.style import LAYOUT, icon, trimmed
from render.parts import markers, panels

BLACK, BOLD = "alegreya-sans-900", "alegreya-sans-800"


def _measure(name: str, crowded: bool = False) -> int:
    """Return a number of the mat layout; crowded mats use the key with the suffix "5"."""
    return LAYOUT.int(f"mat.{name}5" if crowded else f"mat.{name}")


def _is_crowded(view: GameView) -> bool:
    """Return whether the mats are so narrow that name and points need a line each.

    True for five players, and for four in a campaign, whose mats also show earlier points.
    """
    return view.n == 5 or (view.n == 4 and view.games > 1)


@dataclass(frozen=True)
class Item:
    """Icon with a number to its right; `dim`: the number is pale like a zero."""

    sprite: Sprite
    text: str
    dim: bool = False

    def width(self, size: int) -> float:
        """Return the width in pixels at a text size."""
        return self.sprite.width + 2 + writing.width(self.text, BOLD, size)


def _goods(seat: SeatView, size: int) -> list[Item]:
    counts = [(good, seat.goods.get(good, 0)) for good in LAYOUT.get("goods.order")]
    return [Item(trimmed(good, size), str(count)) for good, count in counts if count]


def _rows(items: Sequence[Item], width: float, size: int) -> list[list[Item]]:
    """Break items into lines of at most `width` pixels."""
    lines: list[list[Item]] = [[]]
    line_width, gap = 0.0, _measure("goods_gap")
    for item in items:
        item_width = item.width(size)
        if lines[-1] and line_width + item_width > width:
            lines.append([])
            line_width = 0.0
        lines[-1].append(item)
        line_width += item_width + gap
    return lines


def _frames(view: GameView, left: int, top: int, width: int) -> list[Rect]:
    return split(
        Rect(left, top, width, height(view, width)), view.n, _measure("gap", _is_crowded(view))
    )


def _lines(view: GameView, seat: SeatView, width: int) -> list[list[Item]]:
    crowded = _is_crowded(view)
    mat = split(Rect(0, 0, width, 0), view.n, _measure("gap", crowded))[0].w
    room = mat - 2 * _measure("pad", crowded)
    sizes = LAYOUT.get("mat.icon_sizes5" if crowded else "mat.icon_sizes")
    return min((_rows(_goods(seat, size), room, _measure("digit")) for size in sizes), key=len)


def height(view: GameView, width: int) -> int:
    """Return the height of the mats, which depends on the player with the most lines of goods."""
    most = max(len(_lines(view, seat, width)) for seat in view.seats)
    return _measure("height", _is_crowded(view)) + (most - 1) * _measure(
        "goods_pitch", _is_crowded(view)
    )


def draw_mats(canvas: Canvas, scene: Scene, theme: Theme, left: int, top: int, width: int) -> None:
    """Draw all mats side by side; those of active players on warmer paper with a glow."""
    view: GameView = scene.view
    best = _winners(view)
    for seat, (person, frame) in enumerate(
        zip(panels.seat_headers(scene, view.n), _frames(view, left, top, width), strict=True)
    ):
        active = seat in view.actors or seat in best
        colour = theme.seats[seat].colour
        if active or f"seat{seat}" in scene.changed:
            canvas.glow(panels.panel_halo(frame.w, frame.h), frame.x, frame.y, theme.halo)
        base = theme.warm_paper if active else theme.paper
        sheet = panels.shadowed_panel(frame.w, frame.h, base, mix(colour, theme.ink, 0.35), 4, 7)
        canvas.paste_padded(sheet, frame.x, frame.y)
        canvas.record_region("mat", frame, person.name)
        band = panels.strip(frame.w, _measure("strip", _is_crowded(view)), colour, 70)
        canvas.sheet.paste(band, (frame.x, frame.y), band)
        _draw_strip(canvas, view, theme, person, frame)
        _draw_stats(canvas, view, theme, seat, frame)
        _draw_goods_lines(canvas, view, theme, seat, frame, width)


def _winners(view: GameView) -> set[int]:
    return (
        {rank.seat for rank in view.scoreboard.ranking if rank.place == 1}
        if view.scoreboard
        else set()
    )


def _draw_strip(
    canvas: Canvas, view: GameView, theme: Theme, person: panels.SeatHeader, frame: Rect
) -> None:
    """Draw the piece with the initial, the fitted name, and the points or the bid's state."""
    crowded = _is_crowded(view)
    size = _measure("piece", crowded)
    middle = frame.y + 5 + _measure("strip", crowded) / 2
    x = frame.x + _measure("pad", crowded) + size / 2 - 4
    canvas.paste_centred(panels.sign(theme, person, size, initial=34), (x, middle))
    canvas.record_spot(
        area_of(person.seat), Rect(round(x - size / 2), round(middle - size / 2), size, size)
    )
    right = (
        _bid(canvas, view, theme, person.seat, frame)
        if view.phase == "bid"
        else _points(canvas, view, theme, person.seat, frame)
    )
    left = frame.x + _measure("name_x", crowded)
    room = (frame.right if crowded else right) - 6 - left
    name, size = _name(person, room, theme.small, crowded=crowded)
    style = writing.Style("alegreya-700", size, theme.ink)
    canvas.text((left, frame.y + _measure("name_y", crowded)), name, style, kind="name", room=room)


def _name(person: panels.SeatHeader, room: float, small: int, *, crowded: bool) -> tuple[str, int]:
    """Return a fitted name and its size.

    On a crowded mat the name is smaller if that avoids an ellipsis.
    """
    fitted = panels.fit_name(person, _measure("name"), room, small, press=True)
    smaller = (
        panels.fit_name(person, _measure("name"), room, _measure("least", crowded))
        if crowded
        else fitted
    )
    return fitted if smaller[0].endswith(writing.ELLIPSIS) else smaller


def _bid(canvas: Canvas, view: GameView, theme: Theme, seat: int, frame: Rect) -> int:
    """Draw a tick if the seat has bid, else a coin with "?"; return the left end."""
    crowded = _is_crowded(view)
    size = _measure("bid_mark", crowded)
    sprite = markers.tick(size, theme.olive) if view.seats[seat].bid_in else sprites.coin("?", size)
    x = round(frame.x + _measure("name_x5") + size / 2 if crowded else frame.right - 12 - size / 2)
    y = frame.y + _measure("second") if crowded else frame.y + 5 + _measure("strip") / 2
    canvas.paste_centred(sprite, (x, y))
    canvas.record_region(
        "bid", Rect(round(x - size / 2), round(y - size / 2), size, size), str(seat)
    )
    return round(x - size / 2)


def _points(canvas: Canvas, view: GameView, theme: Theme, seat: int, frame: Rect) -> int:
    """Draw the points beside a wreath; return the left end.

    Crowded mats also show the sum of earlier games.
    """
    points, y = str(view.seats[seat].points), frame.y + _measure("points_y")
    gold = mix(theme.saffron, theme.ink, 0.35)
    size, x = _measure("wreath"), frame.right - 12
    if _is_crowded(view):
        x, y = frame.x + _measure("name_x5"), frame.y + _measure("second")
        canvas.paste_centred(icon("laurels", size, gold), (x + size / 2, y))
        base = y + _measure("digit") * writing.DIGIT_DROP
        x += size + 6
        x += (
            round(
                canvas.text(
                    (x, base),
                    points,
                    writing.Style(BLACK, _measure("digit"), theme.ink),
                    kind="points",
                )
            )
            + 12
        )
        if (earlier := _earlier(view, seat)) is not None:
            canvas.text(
                (x, base),
                f"+{earlier}",
                writing.Style(BOLD, _measure("digit"), panels.muted(theme)),
                kind="points",
            )
        return frame.x
    digit = _measure("score") if view.phase == "end" else _measure("points")
    canvas.paste_centred(icon("laurels", size, gold), (x - size / 2, frame.y + 30))
    base = y + (4 if view.phase == "end" else 0)
    return round(
        x
        - size
        - 4
        - canvas.text(
            (x - size - 4, base), points, writing.Style(BLACK, digit, theme.ink), "r", kind="points"
        )
    )


def _draw_stats(canvas: Canvas, view: GameView, theme: Theme, seat: int, frame: Rect) -> None:
    """Draw coins, reserve and cities, evenly spread; in a campaign also earlier points."""
    own, crowded = view.seats[seat], _is_crowded(view)
    colour = mix(
        theme.seats[seat].colour, theme.ink, 0.45 if theme.seats[seat].dark_digit else 0.25
    )
    items = [
        Item(sprites.coin("", _measure("coin")), str(own.coins)),
        Item(sprites.cube(_measure("cube")), str(own.reserve)),
        Item(icon("white-tower", _measure("tower"), colour), str(own.cities)),
    ]
    digit, room = _measure("digit"), frame.w - 2 * _measure("pad", crowded)
    if not crowded and (earlier := _earlier(view, seat)) is not None:
        items.append(
            Item(icon("laurels", _measure("wreath"), panels.muted(theme)), f"+{earlier}", dim=True)
        )
    gap = min(_max_gap(view.n), (room - sum(i.width(digit) for i in items)) / (len(items) - 1))
    _draw_line(
        canvas,
        theme,
        items,
        frame.x + _measure("pad", crowded),
        frame.y + _measure("stats_y", crowded),
        gap,
    )
    panels.hairline(canvas, frame.x + 14, frame.y + _measure("line_y", crowded), frame.w - 28)


def _earlier(view: GameView, seat: int) -> int | None:
    """Return the points of a campaign's finished games, or None if there are none."""
    return (
        view.sums[seat] if view.games > 1 and view.game_no > 1 and seat < len(view.sums) else None
    )


def _max_gap(n: int) -> int:
    """Return the largest gap in pixels between items of a mat for `n` players."""
    return {2: 64, 3: 40}.get(n, 26)


def _draw_goods_lines(
    canvas: Canvas, view: GameView, theme: Theme, seat: int, frame: Rect, width: int
) -> None:
    crowded = _is_crowded(view)
    for i, line in enumerate(_lines(view, view.seats[seat], width)):
        gap = _measure("goods_gap") + {2: 24, 3: 10}.get(view.n, 0)
        spare = (
            frame.w
            - 2 * _measure("pad", crowded)
            - sum(item.width(_measure("digit")) for item in line)
        )
        gap = int(min(gap, spare / max(1, len(line) - 1)))
        y = frame.y + _measure("goods_y", crowded) + i * _measure("goods_pitch", crowded)
        _draw_line(canvas, theme, line, frame.x + _measure("pad", crowded), y, gap)


def _draw_line(
    canvas: Canvas, theme: Theme, items: Sequence[Item], x: float, y: float, gap: float
) -> None:
    digit = _measure("digit")
    for item in items:
        body = item.sprite
        canvas.paste_centred(body, (x + body.width / 2, y))
        is_pale = item.text == "0" or item.dim
        style = writing.Style(BOLD, digit, panels.muted(theme) if is_pale else theme.ink)
        x += body.width + 2
        x += canvas.text((x, y + digit * 0.34), item.text, style, kind="number") + gap
