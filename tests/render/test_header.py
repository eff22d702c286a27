"""Header of pictures: whose turn it is as one phrase, in every language."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from games.core.state.score import Rank, Scoreboard
from games.core.text.i18n import seat_mark
from games.core.text.messages import Msg, literal, msg, seat_name
from games.core.views.scene import News, PieceMovement, Scene
from render.base import theme
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.parts import header, move_arrows, panels
from render.pictures import drawing
from tests.render.eight_minute_empire import staged
from tests.render.scenes import LONG, boxes, colour_at, names
from tools.sight import contrast

PEOPLE = ("Ana", "Bruno", "Carla", "Diego", "Eva")
NEWS = Rect(0, 76, 1200, 52)
SENTENCE, OTHER = "starts", "bade"
WCAG_TEXT = 4.5  # least contrast of text


def turn_of(*actors: int, lang: str = "en", kind: str = "board", **more: Any) -> Scene:
    """Return a scene of a game in which these seats must act; `more` are fields of the view."""
    view = structs.replace(staged.view(5, phase="take", actors=actors), **more)
    return staged.scene(view, kind, names=PEOPLE, lang=lang)


def named(key: str, seat: int) -> Msg:
    """Return a sentence of the log that begins with the mark and name of a player."""
    return msg(f"eme.log.{key}", seat=seat_name(seat))


def phrase(scene: Scene) -> str:
    """Return what the header says at its right, without the pieces."""
    words = [words for words in names(drawing.paint(scene), "title") if words != "piece"]
    return words[2] if len(words) > 2 else ""


@pytest.mark.parametrize(
    ("lang", "one", "several", "own"),
    [
        ("en", "Bruno's turn", "3 to act", "Your turn"),
        ("es", "Turno de Bruno", "Faltan 3", "Tu turno"),
        ("pt-BR", "Vez de Bruno", "Faltam 3", "Sua vez"),
    ],
)
def test_the_header_says_whose_turn_it_is(lang: str, one: str, several: str, own: str) -> None:
    assert phrase(turn_of(1, lang=lang)) == one
    assert phrase(turn_of(0, 1, 4, lang=lang)) == several
    assert names(drawing.paint(turn_of(0, 1, 4)), "title").count("piece") == 3
    for kind in ("board", "private"):
        assert phrase(turn_of(1, lang=lang, kind=kind, viewer=1)) == own
        assert phrase(turn_of(0, 1, lang=lang, kind=kind, viewer=1)) == own


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "Visible only to you"), ("es", "Solo lo ves tú"), ("pt-BR", "Só você vê")],
)
def test_a_private_picture_says_so_while_others_act(lang: str, words: str) -> None:
    assert phrase(turn_of(1, lang=lang, kind="private", viewer=2)) == words


@pytest.mark.parametrize(
    ("lang", "one", "several"),
    [
        ("en", "Carla wins", "share the win"),
        ("es", "Gana Carla", "comparten la victoria"),
        ("pt-BR", "Vence Carla", "dividem a vitória"),
    ],
)
def test_the_header_names_the_winner_at_the_end(lang: str, one: str, several: str) -> None:
    alone = (Rank(1, 2), *(Rank(2 + i, seat) for i, seat in enumerate((0, 1, 3, 4))))
    shared = (Rank(1, 2), Rank(1, 0), *(Rank(3 + i, seat) for i, seat in enumerate((1, 3, 4))))
    for ranking, words in ((alone, one), (shared, several)):
        board = Scoreboard((), (5, 4, 5, 4, 4), ranking)
        canvas = Canvas(panels.table(1200, 200))
        scene = turn_of(lang=lang, scoreboard=board, phase="end")
        header.draw_header(lambda *_: "Final", canvas, scene, theme.load())
        assert words in names(canvas, "title")


def test_one_s_own_turn_stands_out_and_can_be_read() -> None:
    canvas = drawing.paint(turn_of(1, viewer=1))
    box = next(box for words, box in boxes(canvas, "title") if words == "Your turn")
    wood = panels.table(1200, 76).crop(box.sides)
    lightest = max(colour_at(wood, (x, y)) for x in range(wood.width) for y in range(wood.height))
    look = theme.load()
    assert contrast(look.own_turn, lightest) > WCAG_TEXT
    written = canvas.sheet.crop(box.sides)
    pixels = {colour_at(written, (x, y)) for x in range(box.w) for y in range(box.h)}
    assert look.own_turn in pixels
    assert look.bright not in pixels


@pytest.mark.parametrize("lang", ["en", "es", "pt-BR"])
def test_long_names_are_cut_within_the_phrase(lang: str) -> None:
    for seat in range(5):
        view = staged.view(5, phase="take", actors=(seat,), games=3, game_no=3, turn=34)
        canvas = drawing.paint(staged.scene(view, names=LONG, lang=lang))
        assert all(box.is_inside(canvas.box) for _, box in boxes(canvas, "title"))
        before, _, after = panels.phrase(lang, "plays").partition(panels.NAME_PLACEHOLDER)
        said = phrase(staged.scene(view, names=LONG, lang=lang))
        assert said.startswith(before)
        assert said.endswith(after)
        shown = said.removeprefix(before).removesuffix(after)
        assert len(shown) > 6 or shown in LONG[seat].split(), "many letters, or a whole word"


def test_a_phrase_that_does_not_fit_is_left_out() -> None:
    canvas = Canvas(panels.table(600, 200))
    look = theme.load()
    people = panels.seat_headers(turn_of(0, 1, 2, 3, 4), 5)
    panels.header(canvas, look, "Eight-Minute Empire", "", "5 to act", people)
    assert "5 to act" not in names(canvas, "title")
    assert names(canvas, "title").count("piece") == 5


def news_of(*said: Msg, seat: int | None = 1, people: tuple[str, ...] = PEOPLE) -> Canvas:
    """Return a header with what happened last below it."""
    view = staged.view(5, phase="take", actors=(1,))
    scene = structs.replace(
        staged.scene(view, names=people, lang="en"), news=News(tuple(said), seat)
    )
    canvas = Canvas(panels.table(1200, 200))
    header.draw_news(canvas, scene, theme.load(), NEWS)
    return canvas


def line(canvas: Canvas) -> str:
    return "".join(names(canvas, "news")).strip()


def test_the_news_are_one_line_with_the_piece_of_the_player_who_acted() -> None:
    canvas = news_of(named(SENTENCE, 1), named(OTHER, 1))
    assert names(canvas, "piece") == ["1", "1"], "the second sentence fits, too"
    assert line(canvas).startswith("Bruno goes first.  Bruno has")
    assert all(box.is_inside(NEWS) for _, box in boxes(canvas, "piece", "news"))
    assert min(box.x for _, box in boxes(canvas, "piece")) == panels.LAYOUT.int("margin")


def test_a_sentence_without_its_player_gets_the_piece() -> None:
    assert names(news_of(msg("core.trail", what=literal("Wood"), n=3)), "piece") == ["1"]
    assert names(news_of(msg("core.trail", what=literal("Wood"), n=3), seat=None), "piece") == []
    assert names(news_of(named(SENTENCE, 2)), "piece") == ["2"], "the sentence is about another"


def test_news_that_are_too_long_end_at_a_word() -> None:
    long = literal(f"{seat_mark(1)} Bruno " + "goes on and " * 20)
    canvas = news_of(long, named(OTHER, 1))
    assert line(canvas).endswith("…")
    assert line(canvas).removesuffix("…").split()[-1] in {"goes", "on", "and"}
    assert all(box.is_inside(NEWS) for _, box in boxes(canvas, "piece", "news"))


def test_long_names_leave_room_for_what_happened() -> None:
    for seat in range(5):
        canvas = news_of(named(SENTENCE, seat), seat=seat, people=LONG)
        assert "goes first" in line(canvas)
        assert all(box.is_inside(NEWS) for _, box in boxes(canvas, "piece", "news"))


@pytest.mark.parametrize(
    "people",
    [("Bartholomew Featherstonehaugh", "Bartholomew Wolfeschlegelstein"), ("W" * 32, "W" * 32)],
)
def test_long_names_with_the_same_beginning_leave_room(people: tuple[str, str]) -> None:
    for seat in range(2):
        canvas = news_of(named(SENTENCE, seat), seat=seat, people=people + PEOPLE[2:])
        assert line(canvas).endswith("goes first")


def test_without_news_there_is_no_strip() -> None:
    plain = panels.table(1200, 200).tobytes()
    assert news_of().sheet.tobytes() == plain
    assert news_of(named(SENTENCE, 1)).sheet.tobytes() != plain


def test_a_sentence_with_signs_that_cannot_be_drawn_is_left_out() -> None:
    canvas = news_of(literal("Dice revealed: \U0001f480 2"), named(SENTENCE, 1))
    assert line(canvas) == "Bruno goes first"


def test_the_news_are_large_enough_for_an_embed(written: list[tuple[int, str]]) -> None:
    news_of(named(SENTENCE, 1), named(OTHER, 1), literal("word " * 30))
    assert written
    assert min(size for size, _ in written) >= 33


def test_arrows_leave_the_news_free() -> None:
    canvas = news_of(named(SENTENCE, 1))
    before = canvas.sheet.crop(NEWS.sides)
    canvas.record_spot("a", Rect(200, 140, 40, 40))
    canvas.record_spot("b", Rect(900, 140, 40, 40))
    move_arrows.draw_moves(canvas, theme.load(), (PieceMovement(("a", "b"), 0),))
    assert names(canvas, "trail") == ["0"]
    assert canvas.sheet.crop(NEWS.sides).tobytes() == before.tobytes()
