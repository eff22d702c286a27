"""Sizes of pictures as Discord's desktop client shows them in a message, without a click.

Run as a program, it prints all kinds of pictures of some games:

    python -m tests.render.inline_sizes [game ...]
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from unittest import mock

from app.play import panel_builder
from games.core.engine import walk
from games.core.engine.game import find
from games.core.prompts.prompt import IllegalPath, MoveReady
from games.core.views.scene import News, Scene
from games.hosted import GAMES
from render.base import text as writing
from render.base.canvas import Canvas
from render.pictures import drawing
from tests.contract.playouts import Moment, played
from tests.render.scenes import scene

# Width and height in which the client shows an embed's picture, and any other picture.
EMBED, ATTACHMENT = (400, 300), (550, 350)
# Least sizes of words and figures, in pixels of a message.
WORDS, FIGURES = {EMBED: 11.0, ATTACHMENT: 13.75}, {EMBED: 14.0, ATTACHMENT: 15.58}
ROUNDING = 0.01
LATE = 0.9  # share of a game at which the search for a kind of picture begins
NO_TABLE = ("card", "cover")  # kinds that show no position
SIGNS = frozenset("0123456789+-−–×x*/.,:·→ ()")


class Written(NamedTuple):
    """Line of text: size in pixels of the picture, the kind of region, and the text."""

    size: int
    kind: str
    text: str

    @property
    def is_figure(self) -> bool:
        """Return whether the line has no word, but a digit."""
        return set(self.text) <= SIGNS and any(map(str.isdecimal, self.text))

    @property
    def is_words(self) -> bool:
        """Return whether the line has a word of two letters or more."""
        return sum(map(str.isalpha, self.text)) > 1


class DrawnLine(NamedTuple):
    """Arguments with which `Canvas.text` is called."""

    canvas: Canvas
    at: tuple[float, float]
    words: str
    style: writing.Style
    anchor: str
    kind: str
    room: float


class Measured(NamedTuple):
    """Picture as shown in a message: size, and the smallest words and figures of it."""

    width: int
    height: int
    frame: tuple[int, int]
    words: Written | None
    figure: Written | None

    @property
    def scale(self) -> float:
        """Return by how much the client reduces the picture."""
        return min(1.0, self.frame[0] / self.width, self.frame[1] / self.height)

    @property
    def is_landscape(self) -> bool:
        """Return whether the picture fills the width of the frame, by at most a pixel."""
        return self.height * self.frame[0] <= self.width * self.frame[1] + self.frame[0]

    def shown(self, line: Written | None) -> str:
        """Return the size of a line of text in a message, in pixels."""
        return "-" if line is None else f"{line.size * self.scale:.1f}"

    def faults(self) -> dict[str, str]:
        """Return what is wrong: `height`, `words` or `figures`, each with its measure."""
        out = {} if self.is_landscape else {"height": f"{self.width} x {self.height}"}
        for name, line, least in (
            ("words", self.words, WORDS[self.frame]),
            ("figures", self.figure, FIGURES[self.frame]),
        ):
            if line is not None and line.size * self.scale < least - ROUNDING:
                out[name] = self.shown(line)
        return out


def kind_group(kind: str) -> str:
    """Return a kind of picture without the number of a seat: `empire` for `empire2`."""
    return kind.rstrip("0123456789")


@lru_cache
def late_scenes(game: str) -> dict[str, Scene]:
    """Return a late scene with the most seats for each kind of picture of a game.

    A kind that no player is shown during a random game is missing.
    """
    rules = find(game)
    match = played(game, max(rules.players))
    kinds = {kind_group(kind) for kind in rules.pictures if kind not in NO_TABLE}
    found: dict[str, Scene] = {}
    last = match.moments[-1]
    if "end" in kinds:
        found["end"] = scene(last.step.pos, "end")
    late = round(LATE * (len(match.moments) - 1))
    found["board"] = _with_news(match.moments[: late + 1])
    for moment in [*match.moments[late::-1], *match.moments[late:]]:
        if found.keys() >= kinds:
            break
        for one in _scenes_of(moment):
            found.setdefault(kind_group(one.kind), one)
    return {kind: found[kind] for kind in sorted(kinds & found.keys())}


def _with_news(moments: Sequence[Moment]) -> Scene:
    """Return the public board after the last of these moves, with the newest sentences."""
    rules = find(moments[0].pos.game)
    for moment in reversed(moments):
        public = [event.public for event in moment.step.events if event.public is not None]
        if said := tuple(sentence for event in public if (sentence := rules.narrate(event))):
            return scene(moments[-1].step.pos, "board", news=News(said, moment.seat))
    return scene(moments[-1].step.pos, "board")


def _scenes_of(moment: Moment) -> Iterator[Scene]:
    """Yield the pictures that the player sees at each step of a move, and the close-ups."""
    pos, seat = moment.pos, moment.seat
    rules, view = find(pos.game), find(pos.game).view(pos, seat)
    for depth in range(len(moment.path) + 1):
        answer = walk.ask(pos, seat, moment.path[:depth])
        if isinstance(answer, IllegalPath):
            continue
        marks = panel_builder.marks(answer)
        ghost = answer.ghost if isinstance(answer, MoveReady) else ()
        spots = tuple(mark.spot for mark in marks) or ghost
        yield scene(pos, rules.panel_picture(view, spots), seat, marks=marks, ghost=ghost)
    if own := rules.own_picture(view):
        yield scene(pos, own, seat)
    for part in rules.closeups(view):
        yield scene(pos, part.picture, seat, focus=part.seat, spot=part.spot)


@contextlib.contextmanager
def noting_lines(note: Callable[[DrawnLine], None]) -> Iterator[None]:
    """Call `note` with each line of text that canvases write, just before they write it."""
    write = Canvas.text

    def spy(
        self: Canvas,
        at: tuple[float, float],
        words: str,
        style: writing.Style,
        anchor: str = "l",
        kind: str = "text",
        room: float = float("inf"),
    ) -> float:
        note(DrawnLine(self, at, words, style, anchor, kind, room))
        return write(self, at, words, style, anchor, kind, room)

    with mock.patch.object(Canvas, "text", spy):
        yield


def measured(shown: Scene) -> Measured:
    """Draw a scene and return its measures."""
    # The canvases are kept: a new one could have the id of one that is gone.
    lines: list[tuple[Canvas, Written]] = []

    def note(line: DrawnLine) -> None:
        lines.append((line.canvas, Written(line.style.size, line.kind, line.words)))

    with noting_lines(note):
        canvas = drawing.paint(shown)
    own = [line for drawn_on, line in lines if drawn_on is canvas]
    return Measured(
        canvas.sheet.width,
        canvas.sheet.height,
        EMBED if shown.kind == "board" else ATTACHMENT,
        min((line for line in own if line.is_words), default=None),
        min((line for line in own if line.is_figure), default=None),
    )


def table(games: list[str]) -> Iterator[str]:
    """Yield a line for each kind of picture of these games."""
    yield f"{'picture':<28}{'size':>12}{'shown':>11}{'words':>7}{'figures':>9}  smallest"
    for game in games:
        for kind, shown in late_scenes(game).items():
            it = measured(shown)
            faults = it.faults()
            smallest = [
                f"{line.text!r} ({line.kind}, {line.size} px)"
                for name, line in (("words", it.words), ("figures", it.figure))
                if line is not None and name in faults
            ]
            seen = f"{it.width * it.scale:.0f} x {it.height * it.scale:.0f}"
            yield (
                f"{game + ' ' + kind:<28}{f'{it.width} x {it.height}':>12}{seen:>11}"
                f"{it.shown(it.words):>7}{it.shown(it.figure):>9}  {'; '.join(smallest)}"
            )


def main(args: list[str]) -> None:
    """Print the table of these games or of all."""
    for line in table(args or [game.id for game in GAMES]):
        print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
