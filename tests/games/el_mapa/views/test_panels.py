"""Pictures of panels of El Mapa: the map where cells are chosen, marks only on what it shows."""

from __future__ import annotations

from typing import Any

from app.play.panel_builder import letters, marks
from games.core.engine import walk
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.el_mapa import GAME
from games.el_mapa.rules.moving.exploring import Opening
from games.el_mapa.views.build_view import panel_picture
from tests.games.el_mapa.positions import give, run
from tests.games.el_mapa.staging import door, field, keys


def test_the_picture_is_the_map_whenever_cells_are_chosen() -> None:
    """With Teleport, Light feet or Luck in hand, too: cards beside cells are no reason to hide the map."""
    pos, seat = field()
    pos.state.players[seat].stacks = {"d4": {"levy": 2}}
    give(pos, seat, "teleport", "light_feet", "luck")
    side = pos.state.board.side("d4", door(pos, "d4"))

    def picture_kind(*path: Any) -> str:
        answer = walk.ask(pos, seat, path)
        spots = (
            answer.ghost
            if isinstance(answer, MoveReady)
            else tuple(mark.spot for mark in marks(answer))
        )
        return panel_picture(GAME.view(pos, seat), spots)

    assert "jump" in keys(pos, seat, "move", "d4", {"levy": 1})
    assert {
        picture_kind("move", "d4", {"levy": 1}),
        picture_kind("move", "d4", {"levy": 1}, "jump", "card", {}),
    } <= {"crop", "board"}
    run(pos, seat, ("move", "d4", {"levy": 1}, "step", side))
    assert {"feet", "jump"} <= set(keys(pos, seat))
    assert picture_kind() in ("crop", "board")
    pos.state.chests["d4"] = 1
    run(pos, seat, ("stop",))
    pos.stack.append(Opening(seat, "d4", what="gold"))
    assert keys(pos, seat) == ["open", "luck"]
    assert picture_kind() in ("crop", "board")
    assert panel_picture(GAME.view(pos, seat), ("card.teleport", "d3")) == "crop", (
        "whatever stands beside a cell"
    )
    assert panel_picture(GAME.view(pos, seat), ("card.teleport", "card.luck")) == "cards"


def test_no_letter_is_given_to_what_the_map_does_not_show() -> None:
    pos, seat = field()
    pos.state.players[seat].stacks = {"d4": {"levy": 2}}
    give(pos, seat, "teleport")
    form = walk.ask(pos, seat, ("move", "d4", {"levy": 1}))
    assert "jump" not in letters(form)
    assert isinstance(form, SelectPrompt)
    assert "jump" in [option.key for option in form.options]
