"""Final score table: one column per player, winners highlighted, totals below a line."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.views.scene import Scene
from render.base import i18n, rich_text
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Layout, Rect, split
from render.base.texture import Sprite, rounded, scaled
from render.base.theme import BLACK, CORNERS, HEAVY, SERIF, Theme, mix
from render.parts import awards, panels
from render.parts.header import winners


def table_layout(own: Layout) -> Layout:
    """Return the layout of a game's score table: `own`, completed by `[scores]`."""
    return own.with_defaults_from(panels.LAYOUT.part("scores"))


def names_height(layout: Layout, n: int) -> int:
    """Return the height of the row of names for `n` players.

    With several players, names are below places and pieces.
    """
    return layout.int("head_many" if n > 1 else "head")


def columns(layout: Layout, frame: Rect, n: int) -> list[Rect]:
    """Return one rectangle per player, the columns right of the labels."""
    labels, edge = layout.int("labels"), layout.int("edge")
    box = Rect(frame.x + labels, frame.y, frame.w - labels - edge, frame.h)
    return split(box, n, layout.int("gap"))


def halves(wreath: Sprite) -> tuple[Sprite, Sprite]:
    """Return the left and right branch of a wreath, to draw at both sides of a number."""
    half = wreath.width // 2
    return wreath.crop((0, 0, half, wreath.height)), wreath.crop(
        (half, 0, wreath.width, wreath.height)
    )


class ScoreTable:
    """Score table on paper. `y` is where the next row will be drawn.

    The first row begins `above` pixels below the top of `frame`. `paper` is the sheet of paper, if
    it is larger than the table's `frame`.
    """

    def __init__(
        self,
        canvas: Canvas,
        scene: Scene,
        theme: Theme,
        layout: Layout,
        frame: Rect,
        above: int,
        paper: Rect | None = None,
    ) -> None:
        view = scene.view
        self.canvas = canvas
        self.theme = theme
        self.lang = scene.lang
        self.lay = layout
        self.frame = frame
        self.y = frame.y + above
        self.above = above
        self.columns = columns(layout, frame, view.n)
        self.persons = panels.seat_headers(scene, view.n)
        ranking = view.scoreboard.ranking if view.n > 1 and view.scoreboard else ()
        self.places = {rank.seat: rank.place for rank in ranking}
        self.first = winners(view.scoreboard) if view.n > 1 else []
        paper, glow = paper or frame, layout.int("glow")
        canvas.paste_padded(
            panels.shadowed_panel(
                paper.w, paper.h, theme.paper, mix(theme.rim, theme.ink, 0.2), 3, 11
            ),
            paper.x,
            paper.y,
        )
        canvas.record_region("panel", paper)
        for seat, column in enumerate(self.columns):
            canvas.record_region("column", column, str(seat))
        for seat in self.first:
            box = self.columns[seat]
            canvas.tint(
                scaled(rounded(box.w, box.h - glow, CORNERS["field"]), 0.5),
                box.x,
                box.y + glow // 2,
                theme.halo,
            )

    def name(self, person: panels.SeatHeader) -> None:
        """Draw place, piece and name at the top of a player's column."""
        layout = self.lay
        box = self.columns[person.seat]
        piece = self.lay.int("piece")
        if len(self.columns) > 1:
            room = box.w - layout.int("name_room")
            name, size = panels.fit_name(
                person, layout.int("name"), room, layout.int("name_least"), press=True
            )
            x, middle = box.centre[0], box.y + layout.int("head_air") + piece / 2
            if place := self.places.get(person.seat):
                apart = (panels.PLACE + layout.int("place_gap")) / 2
                panels.draw_place(
                    self.canvas, self.theme, place, (x - apart - (piece - panels.PLACE) / 2, middle)
                )
                x += apart
            self.canvas.paste_centred(panels.sign(self.theme, person, piece), (x, middle))
            at = box.centre[0], box.y + layout.int("head_many") - 12
            self.canvas.text(
                at, name, writing.Style(SERIF, size, self.theme.ink), "m", kind="name", room=room
            )
            return
        room = box.w - piece - layout.int("name_air")
        name, size = panels.fit_name(
            person, layout.int("name"), room, layout.int("name_least"), press=True
        )
        x = box.x + (box.w - min(room, writing.width(name, SERIF, size)) - piece - 8) / 2
        middle, *lines = (box.y + layout.int("head") * share for share in layout.get("name_at"))
        base = lines[0] if lines else middle + size * writing.LETTER_DROP
        self.canvas.paste_centred(panels.sign(self.theme, person, piece), (x + piece / 2, middle))
        self.canvas.text(
            (x + piece + 8, base),
            name,
            writing.Style(SERIF, size, self.theme.ink),
            kind="name",
            room=room,
        )

    def row(
        self, sign: Sprite | None, label: str, values: Sequence[object], *, apart: bool = False
    ) -> None:
        """Draw one row: sign, label, and a value per player.

        Zeros are pale. With `apart`, all values are pale, because they are not part of the total.
        """
        layout, frame = self.lay, self._next_line("row")
        rule = layout.int("rule")
        number = layout.int("number")
        middle = frame.centre[1]
        panels.hairline(self.canvas, frame.x + rule, frame.y, frame.w - 2 * rule)
        if sign:
            self.canvas.paste_centred(sign, (frame.x + layout.int("sign"), middle))
        x = frame.x + layout.int("label_x" if sign else "bare_x")
        self._label(
            label, Rect(x, frame.y, self.columns[0].x - layout.int("label_air") - x, frame.h)
        )
        for value, column in zip(values, self.columns, strict=True):
            text = _with_minus_sign(value)
            tone = self.theme.madder if text.startswith("−") else self.theme.ink
            if apart or text == "0":
                tone = panels.muted(self.theme)
            at = column.centre[0], middle + number * writing.DIGIT_DROP
            self.canvas.text(at, text, writing.Style(HEAVY, number, tone), "m", kind="number")

    def _label(self, text: str, room: Rect) -> None:
        """Write the label of a row into `room`, in several lines if one would be too small."""
        label, size = writing.fit(
            text,
            SERIF,
            self.lay.int("label"),
            room.w / self.lay.float("label_press"),
            self.lay.int("label_least"),
        )
        style = writing.Style(SERIF, size, self.theme.ink)
        two_lines = 2 * size * rich_text.LEADING
        if label == text or room.h < two_lines:
            label, size = writing.fit_compressed(text, SERIF, size, room.w, size)
            at = room.x, room.centre[1] + size * writing.LETTER_DROP
            self.canvas.text(at, label, style, kind="label", room=room.w)
            return
        height = round(rich_text.height(rich_text.wrap(text, style, room.w), style))
        rich_text.set_text(
            self.canvas,
            Rect(room.x, round(room.centre[1] - height / 2), room.w, height + 8),
            text,
            style,
        )

    def note(self, text: str) -> None:
        """Write what the numbers mean into the corner left of the names."""
        layout = self.lay
        left = self.frame.x + layout.int("rule")
        box = Rect(left, self.frame.y + 4, self.columns[0].x - left - 4, self.above - 8)
        style = writing.Style(SERIF, layout.int("note"), panels.muted(self.theme))
        rich_text.set_text(self.canvas, box, text, style, middle=True)

    def total(self, values: Sequence[object], sides: tuple[Sprite, Sprite] | None = None) -> None:
        """Draw the row of the totals, with its sign and name.

        If there are `sides` (laurel branches) and the column is wide enough, a winner's total is
        between them.
        """
        canvas, layout, frame = self.canvas, self.lay, self._next_line("total")
        rule = layout.int("rule")
        big = layout.int("sum")
        middle = frame.centre[1] + 2
        canvas.pen.line(
            (frame.x + rule, frame.y + 2, frame.right - rule, frame.y + 2),
            fill=self.theme.ink,
            width=3,
        )
        canvas.paste_centred(
            awards.wreath(layout.int("crown_size")), (frame.x + layout.int("crown"), middle)
        )
        x = frame.x + layout.int("label_x")
        room = Rect(x, frame.y, self.columns[0].x - layout.int("label_air") - x, frame.h)
        self._label(i18n.say(self.lang, "total"), room)
        for seat, (value, column) in enumerate(zip(values, self.columns, strict=True)):
            at = column.centre[0], middle + big * writing.DIGIT_DROP
            width = canvas.text(
                at,
                _with_minus_sign(value),
                writing.Style(BLACK, big, self.theme.ink),
                "m",
                kind="points",
            )
            off = width / 2 + layout.int("laurel")
            half = sides[0].width / 2 + layout.int("laurel_air") if sides else 0
            if sides and seat in self.first and column.w >= 2 * (off + half):
                for side, beside in zip(sides, (-off, off), strict=True):
                    at = column.centre[0] + beside, middle
                    canvas.paste_centred(side, at)
                    box = Rect(
                        round(at[0] - side.width / 2), round(middle - side.height / 2), *side.size
                    )
                    canvas.record_region("branch", box, str(seat))

    def _next_line(self, what: str) -> Rect:
        """Return the rectangle of the next line, and move `y` below it.

        `what` is the layout's name of the line's height.
        """
        line = Rect(self.frame.x, self.y, self.frame.w, self.lay.int(what))
        self.y = line.bottom
        return line


def _with_minus_sign(value: object) -> str:
    return str(value).replace("-", "−")
