"""Header line of all pictures of a match, and which seat a close-up shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.core.state.score import Scoreboard
from games.core.text.i18n import SEAT_MARKS, seat_mark
from games.core.views.scene import Scene
from render.base import fonts, i18n, text_shaping
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import DARK, SMALL, Theme
from render.parts import captions, panels

# Function (view, language) -> short text about how far the game is: "Turn 5".
StageText = Callable[[Any, str], str]
NEWS_REGION = "strip"  # kind of the region of the news, which arrows leave free
OWN_TURN = "your_turn"  # key of the phrase about the viewer's own turn


def title(scene: Scene, form: str = "short") -> str:
    """Return the game's name; `form` is `short` or `name` (the full name)."""
    return i18n.say_for_game(scene.game, scene.lang, f"{scene.game}.{form}")


def winners(board: Scoreboard | None) -> list[int]:
    """Return the winning seats; several in a tie, none before the end (`board` None)."""
    return [rank.seat for rank in board.ranking if rank.place == 1] if board else []


def draw_header(
    moment: StageText,
    canvas: Canvas,
    scene: Scene,
    theme: Theme,
    name: str = "",
    middle: str = "",
    seat: int | None = None,
    *,
    verb: str = "plays",
    won: str = "wins",
) -> None:
    """Draw the header: the game's name, the state of the game, and whose turn it is.

    `moment` returns the text about the state of the game; `middle` replaces this text, and `name`
    the game's name. At the right is a phrase about the players who must act or, after the end,
    about the winners; if `seat` is given, it is only about that seat. `verb` and `won` are the keys
    of the phrases about a single acting player and about winners; "" leaves the phrase out.
    """
    view = scene.view
    shown_seats = list(view.actors)
    phrase = verb if len(view.actors) == 1 else "waiting"
    if view.scoreboard:
        shown_seats, phrase = winners(view.scoreboard), won
    if seat is not None:
        shown_seats = [seat]
        phrase = verb if list(view.actors) == [seat] else ""
    own = view.viewer in view.actors and seat in (None, view.viewer)
    if own:
        shown_seats, phrase = [view.viewer], OWN_TURN
    persons = panels.seat_headers(scene, view.n)
    panels.header(
        canvas,
        theme,
        name or title(scene),
        middle or moment(view, scene.lang),
        panels.phrase(scene.lang, phrase, len(shown_seats)) if shown_seats and phrase else "",
        [persons[shown] for shown in shown_seats],
        own=own,
    )


def draw_viewer_header(canvas: Canvas, scene: Scene, theme: Theme, name: str, middle: str) -> None:
    """Draw the header of a picture that only the viewer sees.

    Its phrase says that only they see the picture, or that it is their turn. `name` is at the left,
    `middle` after it.
    """
    view = scene.view
    own = view.viewer in view.actors
    panels.header(
        canvas,
        theme,
        name,
        middle,
        panels.phrase(scene.lang, OWN_TURN if own else "only_you"),
        [panels.seat_headers(scene, view.n)[view.viewer]],
        own=own,
    )


def draw_news(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the last events as one line in a dark strip; draw nothing if there are none.

    The line begins with the piece of the player who acted, unless the first sentence names them or
    begins with the piece of another player. The strip begins below the header, even if `frame`
    begins above.
    """
    persons = panels.seat_headers(scene, scene.view.n)
    edge = panels.LAYOUT.int("header.height") + panels.LAYOUT.int("news.edge")
    top = max(frame.y, edge)
    frame = Rect(frame.x, top, frame.w, frame.bottom - top)
    face, size = theme.type["header"]
    margin = panels.LAYOUT.int("margin")
    room = frame.w - 2 * margin
    words = _news_line(scene, persons, face, room)
    if not words:
        return
    shade = (*DARK, panels.LAYOUT.int("news.shade"))
    canvas.pen.rectangle((frame.x, frame.y, frame.right - 1, frame.bottom - 1), fill=shade)
    canvas.record_region(NEWS_REGION, frame)
    captions.write(
        canvas,
        theme,
        words,
        (frame.x + margin, frame.centre[1] + size * writing.LETTER_DROP),
        writing.Style(face, size, theme.bright),
        room,
        theme.small,
        anchor="l",
        kind="news",
    )


def _news_line(scene: Scene, persons: Sequence[panels.SeatHeader], face: str, room: float) -> str:
    """Return as many sentences on what happened last as fit `room` at the smallest size.

    The first sentence is returned even if it does not fit. Sentences with characters that no face
    has, such as emoji for dice, are left out, because without these characters they would be wrong.
    """
    # Long names would take the room of what happened.
    name = panels.name_formatter([person.brief for person in persons])
    said = [i18n.message(scene.game, scene.lang, sentence, name) for sentence in scene.news.said]
    said = [
        one
        for one in said
        if fonts.drawable(text_shaping.in_drawing_order(one, sentence=True), face)
    ]
    if not said:
        return ""
    seat = scene.news.seat
    line = said[0]
    if seat is not None and seat_mark(seat) not in line and line[0] not in SEAT_MARKS:
        line = f"{seat_mark(seat)} {line}"
    for sentence in said[1:]:
        if captions.width(f"{line} {sentence}", face, SMALL) > room:
            break
        line = f"{line} {sentence}"
    return line.removesuffix(".")


def default_seat(view: Any, asked: int | None = None) -> int:
    """Return the seat to show if the scene names none.

    It is the viewer's seat, else `asked`, else a seat that must act, else the first player. `asked`
    is the seat that the current question asks (None: none).
    """
    if view.viewer is not None:
        return int(view.viewer)
    if asked is not None and 0 <= asked < view.n:
        return asked
    return int(view.actors[0] if view.actors else view.first)


def shown_seat(scene: Scene, asked: int | None = None) -> int:
    """Return the seat of a close-up: `scene.focus`, else the `default_seat`.

    `asked` is the seat that the current question asks (None: none).
    """
    return default_seat(scene.view, asked) if scene.focus is None else scene.focus
