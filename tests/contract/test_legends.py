"""The legend below a panel explains the picture that the panel shows, or there is none."""

from __future__ import annotations

from itertools import chain

import pytest

from app.model.match import TableView, User
from games.core.guides.rulebook import legend_of, legends
from games.core.views.scene import Scene
from games.hosted import GAMES
from render.pictures import drawing
from tests.contract import playouts
from tests.contract.test_hand import asked
from ui.components import Message, Select
from ui.custom_ids import TableAction, TableId, decode
from ui.handlers.rules import RulesHandler
from ui.i18n import Translator
from ui.views.pages.rules import legend_lines
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel
from ui.views.panel.presenter import picture_kind

ANA = User(1, "Ana", "en")


def legend_args(message: Message) -> list[str]:
    """Return the arguments of the buttons to a legend."""
    buttons = chain.from_iterable(row for row in message.rows if not isinstance(row, Select))
    controls = [decode(one.id) for one in buttons]
    return [
        one.arg
        for one in controls
        if isinstance(one, TableId) and one.action is TableAction.SHOW_LEGEND
    ]


@pytest.mark.parametrize("game", [game.id for game in GAMES if legends(game.id)])
@pytest.mark.parametrize("hand", [False, True])
def test_the_legend_is_that_of_the_panels_picture(game: str, hand: bool) -> None:
    explained, unexplained = set[str](), set[str]()
    for panel in asked(game, min(playouts.ALL[game].players[-1], 3), 60):
        kind = picture_kind(panel, ANA, hand=hand) or ""
        words = Translator.of(panel.match, "en")
        state = PanelViewState(shows_help=True, shows_hand=hand, pictured=True, picture_kind=kind)
        args = legend_args(render_panel(panel, words, state))
        signs = legend_of(game, kind, panel.view)
        if not signs:
            assert args == []
            unexplained.add(kind)
            continue
        explained.add(kind)
        for arg in args:
            table = TableView(panel.match, panel.seat, panel.view, None, (), ())
            assert RulesHandler._named_picture(table, arg, words)[0] == kind
    assert explained or hand, "a hand of cards may need none"
    assert "board" not in unexplained


@pytest.mark.parametrize(
    ("game", "kind", "numbers"),
    [("eight_minute_empire", "private", ["1", "2", "3", "4"]), ("era_medieval_age", "domain", [])],
)
def test_a_screen_that_looks_different_at_the_start_has_no_legend_of_later_turns(
    game: str, kind: str, numbers: list[str]
) -> None:
    moment = playouts.played(game, 3).moments[0]
    view = playouts.ALL[game].view(moment.pos, moment.seat)
    assert playouts.ALL[game].own_picture(view) == kind
    scene = Scene(game, kind, view, ("Ana", "Bruno", "Carla"), "en", legend=True)
    drawn = [one.about for one in drawing.paint(scene).regions if one.kind == "callout"]
    assert drawn == numbers
    assert len(legend_lines(game, kind, Translator("en", game), view)) == len(numbers)
