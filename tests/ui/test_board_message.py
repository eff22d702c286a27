"""The public message at the end, and as a stranger sees it."""

from __future__ import annotations

import pytest
from msgspec import structs

from app.model.match import Match, Panel, SeatRow, TableView
from games.core.engine import walk
from games.core.engine.game import find
from games.core.state.score import Rank, Scoreboard, ScoreRow
from games.core.text.messages import literal
from tests.ui.panels import GAME, faults, match_of, panel_of
from ui.i18n import Translator
from ui.views.pages.common import position_pages, score_message
from ui.views.panel.panel import render_panel
from ui.views.table.board_message import _title, end_message, halted_message, waiting_text


def words() -> Translator:
    return Translator.of(match_of())


def test_who_has_left_is_not_called_at_the_end():
    match = match_of(status="ended")
    match.seats[1].resigned = True
    game = find(GAME)
    message = end_message(match, game.score(walk.start(game, {}, 3, "end")), words(), None)
    assert message.pings == (10, 12)
    assert "<@11>" not in message.content
    assert list(faults(message)) == []


def text_of(panel: Panel) -> str:
    card = render_panel(panel, words()).embed
    assert card is not None
    return f"{card.title}\n{card.text}"


def test_a_stranger_is_told_once_that_they_may_watch():
    assert (
        text_of(panel_of(None, seat=None, waiting=(0,))).count(
            "No tienes sitio en esta mesa, pero puedes mirar."
        )
        == 1
    )


def computers(**more) -> Match:
    """Bruno is a computer player's name here, and Carla is minded."""
    match = match_of(**more)
    match.seats[1] = SeatRow(1, None, "Bot 1", "fierce")
    match.seats[2].has_caretaker = True
    return match


def test_a_table_that_waits_for_a_computer_player_says_that_it_thinks():
    for seat, name in ((1, "■ Bot 1 ♕"), (2, "▲ Carla")):
        match = computers()
        match.seats[seat].awaited = True
        own = Translator.of(match)
        assert _title(match, own) == f"{name} está pensando"
        assert waiting_text(match, own) == f"{name} está pensando."
        assert _title(match, Translator.of(match, "en")) == f"{name} is thinking"
        card = render_panel(panel_of(None, match=match, waiting=(seat,)), own).embed
        assert card is not None
        assert "está pensando" in f"{card.title}{card.text}"


def test_a_table_that_waits_for_people_too_or_rests_says_so():
    match = computers()
    for seat in match.seats[:2]:
        seat.awaited = True
    assert _title(match, Translator.of(match)) == "Faltan 2 de 3"
    match.seats[0].awaited, match.paused = False, "consent"
    assert "pensando" not in _title(match, Translator.of(match))


def test_who_has_left_bears_no_strength():
    match = match_of()
    match.seats[1].computer, match.seats[1].resigned = "firm", True
    assert Translator.of(match).seat(1) == "■ Bruno"


def test_a_halted_table_is_not_called_over():
    assert "Mesa detenida" in text_of(panel_of(None, match=match_of(status="halted")))
    assert "La partida ha terminado" in text_of(panel_of(None, match=match_of(status="ended")))


def test_a_halt_of_many_findings_fits_a_message():
    message = halted_message(match_of(status="halted"), "a coin is missing; " * 500, words())
    assert list(faults(message)) == []


def test_who_played_alone_ends_and_does_not_win():
    match = match_of(status="ended")
    del match.seats[1:]
    board = Scoreboard(rows=[], total=[8], ranking=[Rank(0, 1)])
    message = end_message(match, board, words(), None, [literal("nivel Siervo")])
    assert message.embed is not None
    assert "termina con 8" in message.embed.title
    assert message.embed.text.splitlines() == [
        "nivel Siervo",
        "¿Otra partida con las mismas opciones?",
    ]


def test_a_long_grid_of_points_leaves_out_what_counted_for_nobody():
    rows = [ScoreRow(f"r{n}", literal(f"fila {n}"), [n % 2, 0]) for n in range(20)]
    board = Scoreboard(rows=rows, total=[10, 0], ranking=[Rank(0, 1), Rank(1, 2)])
    card = score_message(match_of(status="ended"), board, words()).embed
    assert card is not None
    assert "fila 1 " in card.text
    assert "fila 2" not in card.text
    board = Scoreboard(rows=rows[:4], total=[2, 0], ranking=board.ranking)
    card = score_message(match_of(status="ended"), board, words()).embed
    assert card is not None
    assert "fila 2" in card.text, "a short one is whole"


STANDING = ((64, 101), (88, 110))


@pytest.mark.parametrize(
    ("lang", "heading"),
    [
        ("en", "**Points so far → if the game ended now**"),
        ("es", "**Puntos anotados → si acabara ahora**"),
    ],
)
def test_the_points_of_a_running_game_say_who_leads(lang: str, heading: str):
    match, board = match_of(), Scoreboard((), (101, 110))
    card = score_message(match, board, Translator.of(match, lang), STANDING).embed
    assert card is not None
    assert card.text.splitlines()[:2] == [heading, "■ Bruno 88 → **110** · ● Ana 64 → **101**"]
    scored = score_message(match, board, words(), ((3, 3), (2, 2))).embed
    assert scored is not None
    assert scored.text.splitlines()[:2] == ["**Puntos anotados**", "● Ana **3** · ■ Bruno **2**"]


def test_the_position_as_text_has_the_points_of_all_players():
    match = match_of()
    view = TableView(match, None, None, literal("Ronda 5"), (literal("Ronda 5"),), (), (), STANDING)
    assert position_pages(view, words())[0].splitlines()[0] == "Ronda 5"
    assert "■ Bruno 88 → **110** · ● Ana 64 → **101**" in position_pages(view, words())[0]
    assert "→" not in "".join(position_pages(structs.replace(view, standing=()), words()))
    alone = structs.replace(view, standing=((64, 101),))
    assert "→" not in "".join(position_pages(alone, words())), "nobody to compare with"
