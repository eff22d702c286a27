"""Alt texts: no markup, every player, and no final score before the end."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.match import Match, TableView
from games.core.engine import walk
from games.core.engine.game import Game
from games.core.state.rng import Rng
from games.core.text.languages import LANGUAGES
from games.core.views.scene import Picture
from games.hosted import GAMES
from tests.ui.panels import match_of
from ui.components import MAX_ALT_CHARS, Embed, Message, fit_lines, strip_markup
from ui.delivery import to_discord
from ui.i18n import Translator
from ui.views.table.board_message import board_alt, end_message

NOW = ("if it ended now", "si acabara ahora")
MOST = 5  # seats that are tried
FEW, MANY = 60, 6000  # steps


@lru_cache
def position(game: Game[Any, Any], steps: int) -> Any:
    """Return a position after so many random steps, or at the end."""
    seats = max(n for n in game.players if n <= MOST)
    pos, rng = walk.start_with_events(game, game.defaults(seats), seats, "alt").pos, Rng.of(5)
    for _ in range(steps):
        if pos.outcome is not None:
            break
        seat = walk.actors(pos)[0]
        pos = walk.submit(pos, seat, walk.random_move(pos, seat, rng)).pos
    return pos


def look_at(game: Game[Any, Any], steps: int, lang: str) -> TableView:
    pos = position(game, steps)
    match: Match = match_of(max(n for n in game.players if n <= MOST))
    match.game, match.lang = game.id, "en" if lang == "en" else "es"
    if pos.outcome is not None:
        match.status = "ended"
    view = game.view(pos, None)
    said = tuple(game.describe(view))
    return TableView(match, None, view, said[0], said, tuple(walk.actors(pos)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("steps", [FEW, MANY])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_boards_words_name_every_player_with_how_they_stand(
    game: Game[Any, Any], steps: int, lang: str
) -> None:
    look = look_at(game, steps, lang)
    words = Translator.of(look.match)
    alt = board_alt(look, (), words)
    assert len(alt) <= MAX_ALT_CHARS
    assert alt.endswith(words("ui.alt.more"))
    board = game.score(position(game, steps))
    for seat, points in enumerate(board.total):
        told = alt.partition(f"{words.seat(seat)}{',' if game.id == 'imperial_settlers' else ':'}")[
            2
        ]
        out = f"{words.seat(seat)} has been out" in alt or f"{words.seat(seat)} está fuera" in alt
        assert told or out, (words.seat(seat), alt)
        if steps == MANY:
            assert str(points) in (told or alt).split(f"{words.seat(seat + 1)}")[0], (
                words.seat(seat),
                points,
                alt,
            )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_after_the_end_nothing_is_said_of_what_would_be(game: Game[Any, Any], lang: str) -> None:
    look = look_at(game, MANY, lang)
    words = Translator.of(look.match)
    assert position(game, MANY).outcome is not None
    assert not [line for line in map(words, look.words) if any(one in line for one in NOW)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_end_is_told_without_markup_and_names_keep_their_stars(lang: str) -> None:
    game = GAMES[0]
    match = look_at(game, MANY, lang).match
    match.seats[0].name = "A*na_*"
    alt = end_message(match, game.score(position(game, MANY)), Translator.of(match), None).alt
    assert "**" not in alt
    assert "\\" not in alt
    assert "● A*na_*" in alt


def test_whatever_a_picture_is_told_in_goes_out_without_markup() -> None:
    message = Message(
        embed=Embed(title="x", shows_picture=True), alt="1 ▲ **Bruno\\_** `◎` ||x|| ~~y~~ 100"
    )
    sent = to_discord.send_kwargs(message, Picture(b"", "board.webp", 1, 1))
    assert sent["file"].description == "1 ▲ Bruno_ ◎ x y 100"
    assert sent["embed"].to_dict()["image"]["description"] == "1 ▲ Bruno_ ◎ x y 100"


@given(st.text("ab*_`~|\\", max_size=20))
def test_bare_text_of_what_was_escaped_is_what_was_meant(name: str) -> None:
    escaped = "".join(f"\\{sign}" if sign in "\\*_~`|" else sign for sign in name)
    assert strip_markup(f"**{escaped}**") == name


@given(
    st.lists(st.text("x", min_size=1, max_size=300), max_size=4),
    st.lists(st.text("y", min_size=1, max_size=300), max_size=6),
)
def test_sentences_are_shortened_evenly(head: list[str], others: list[str]) -> None:
    said = fit_lines(head, others, 600)
    assert len(" ".join(said)) <= 600
    mine = said[len(said) - len(others) :]
    assert len(mine) == len(others)
    longest = max(
        (len(one) for one, whole in zip(mine, others, strict=True) if one != whole), default=0
    )
    for one, whole in zip(mine, others, strict=True):
        assert one == whole or len(one) >= longest - 1
        assert one == whole or one.endswith("…")
