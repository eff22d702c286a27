"""*My hand* shows the own things as picture and text at every prompt, and panels lead to it."""

from __future__ import annotations

from itertools import chain

import pytest
from msgspec import structs

from app.model.match import Panel, User
from app.play.panel_builder import marks
from games.core.views.scene import Scene
from games.hosted import GAMES
from render.pictures import drawing
from tests.contract import playouts
from tests.contract.test_panels import match_of, panel_of
from ui.components import MAX_ROWS, Message, Select
from ui.custom_ids import TableId, decode
from ui.i18n import Translator
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel
from ui.views.panel.presenter import part_sentences, picture_kind, private_picture_kind

WITH = [game.id for game in GAMES if game.own_picture.__name__ != "_no_hand"]
WORDLESS = {"dice"}  # pictures whose words are the position's own
CASES = [pytest.param(game, min(playouts.ALL[game].players[-1], 3), id=game) for game in WITH]
ANA = User(1, "Ana", "en")


def asked(game: str, n: int, most: int) -> list[Panel]:
    """Yield panels at every depth of some moments."""
    played, found = playouts.played(game, n), []
    for moment in played.some(most):
        match = match_of(played, moment.pos)
        for end in range(len(moment.path) + 1):
            panel = panel_of(match, moment.pos, moment.seat, moment.path[:end])
            panel.view = played.game.view(moment.pos, moment.seat)
            found.append(panel)
    return found


def ways(message: Message) -> set[str]:
    """Return the verbs of the table's own controls in a panel."""
    buttons = chain.from_iterable(row for row in message.rows if not isinstance(row, Select))
    return {tap.action for one in buttons if isinstance(tap := decode(one.id), TableId)}


def test_every_game_has_one() -> None:
    assert set(WITH) == {game.id for game in GAMES}


@pytest.mark.parametrize(("game", "n"), CASES)
def test_my_hand_is_what_is_ones_own_during_every_question(game: str, n: int) -> None:
    known = set()
    for panel in asked(game, n, 40):
        kind = private_picture_kind(panel)
        if not kind:
            continue
        known.add(kind)
        assert kind in playouts.ALL[game].pictures
        assert picture_kind(panel, ANA, hand=True) == kind
        large = User(1, "Ana", "en", {"large": True})
        assert picture_kind(panel, large, hand=True) == kind
        assert picture_kind(panel, ANA, in_dm=True) == picture_kind(panel, ANA), "the question's"
        assert picture_kind(structs.replace(panel, asked=None), ANA, in_dm=True) == kind
        told = part_sentences(panel, kind, Translator.of(panel.match, "en"))
        assert bool(told) is (kind not in WORDLESS)
    assert known


@pytest.mark.parametrize(("game", "n"), CASES)
def test_who_only_looks_on_has_none(game: str, n: int) -> None:
    for moment in playouts.played(game, n).some(20):
        assert playouts.ALL[game].own_picture(playouts.ALL[game].view(moment.pos, None)) == ""


@pytest.mark.parametrize(("game", "n"), CASES)
def test_a_panel_leads_to_it_without_a_sixth_row(game: str, n: int) -> None:
    led = 0
    for panel in asked(game, n, 40):
        words = Translator.of(panel.match, "en")
        for show in (
            PanelViewState(shows_more=True),
            PanelViewState(shows_more=True, as_text=True),
        ):
            message = render_panel(panel, words, show)
            assert len(message.rows) <= MAX_ROWS
            assert all(isinstance(row, Select) or len(row) <= 5 for row in message.rows)
            led += "hand" in ways(message)
        assert "hand" not in ways(
            render_panel(panel, words, PanelViewState(shows_more=True, shows_hand=True))
        ), "that is where it leads"
        panel.asked = None
        assert ("hand" in ways(render_panel(panel, words))) is bool(private_picture_kind(panel))
    assert led


@pytest.mark.parametrize(("game", "n"), CASES)
def test_its_picture_is_drawn_whatever_the_question_marks(game: str, n: int) -> None:
    for panel in asked(game, n, 4):
        if kind := private_picture_kind(panel):
            names, ghost = (
                tuple(f"N{seat}" for seat in range(n)),
                getattr(panel.asked, "ghost", ()),
            )
            scene = Scene(
                game, kind, panel.view, names, "es", marks=marks(panel.asked), ghost=ghost
            )
            assert drawing.paint(scene).sheet.width > 600
