"""News on the board: the turn that is not over, else the last event, in as few words as needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import structs

from games.core.text.i18n import seat_mark
from games.core.text.messages import Msg, listed, literal, msg, renamed
from games.core.views.scene import News, Scene
from games.eight_minute_empire.views.narrate import action_words
from games.eight_minute_empire.views.view import GameView
from render.base import i18n
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import SMALL, Theme
from render.parts import captions, header, panels

# Sentences about a turn: they begin with the seat and what it did.
TURNS = ("eme.log.turn", "eme.log.turn_won", "eme.log.turn_changed")


def draw_news(canvas: Canvas, scene: Scene, theme: Theme, frame: Rect) -> None:
    """Draw the news in the strip below the header; draw nothing if the scene has none."""
    room = frame.w - 2 * panels.LAYOUT.int("margin")
    header.draw_news(canvas, structs.replace(scene, news=news_of(scene, theme, room)), theme, frame)


def news_of(scene: Scene, theme: Theme, room: float) -> News:
    """Return the news to show in `room` pixels.

    During a turn the board shows the card taken and the pieces moved so far, and the log has no
    sentence yet: then the news is about this turn, not about the one before.
    """
    view: GameView = scene.view
    is_halfway = view.phase == "action" and len(view.actors) == 1
    if scene.news.said and is_halfway and view.seats[view.actors[0]].cards:
        return News((action_words(view),), view.actors[0])
    if len(scene.news.said) != 1 or scene.news.said[0].key not in TURNS:
        return scene.news
    every = list(_shorter(scene.news.said[0], view.n))
    fitting = (one for one in every if _width(scene, theme, one) <= room)
    return News((next(fitting, every[-1]),), scene.news.seat)


def _shorter(turn: Msg, n: int) -> Iterator[Msg]:
    """Yield the sentence about a turn, then shorter and shorter ones.

    First the card is named by its good alone, then players by their marks alone. Then the sentence
    leaves out the regions won and lost, which the map shows, and at last the card.
    """
    yield turn
    turn = _with_good(turn)
    yield turn
    marks = {seat: literal(seat_mark(seat)) for seat in range(n)}
    yield renamed(turn, marks)
    (seat, did) = turn.args["seat"], turn.args["did"]
    yield msg("eme.log.turn", seat=seat, did=did)
    (seat, did) = renamed(seat, marks), renamed(did, marks)
    yield msg("eme.log.turn", seat=seat, did=did)
    if did.key == "@list" and len(did.args["items"]) > 1:
        yield msg("eme.log.turn", seat=seat, did=listed(did.args["items"][1:]))


def _with_good(message: Any) -> Any:
    """Return a message in which cards are named by their good alone: "wood"."""
    match message:
        case Msg("eme.card.one" | "eme.card.double", {"good": good}):
            return good
        case Msg(key, args):
            return Msg(key, {name: _with_good(value) for name, value in args.items()})
        case list():
            return [_with_good(part) for part in message]
    return message


def _width(scene: Scene, theme: Theme, sentence: Msg) -> float:
    """Return the width in pixels of a sentence in the smallest letters, with short names."""
    persons = panels.seat_headers(scene, scene.view.n)
    name = panels.name_formatter([person.brief for person in persons])
    line = i18n.message(scene.game, scene.lang, sentence, name).removesuffix(".")
    return captions.width(line, theme.type["header"][0], SMALL)
