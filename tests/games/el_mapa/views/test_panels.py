"""Pictures of panels of El Mapa: the map where cells are chosen, marks only on what it shows."""

from __future__ import annotations

from typing import Any

from app.play.panel_builder import letters, marks
from games.core.engine import walk
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.core.text.messages import Path
from games.el_mapa import GAME
from games.el_mapa.rules.flow.proposals import is_quick
from games.el_mapa.rules.moving.exploring import Opening
from games.el_mapa.views.build_view import panel_picture
from tests.games.el_mapa.positions import castle, face, give, run, spend
from tests.games.el_mapa.staging import door, field, keys
from tests.games.wording import speaker

say = speaker(GAME)


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


def test_cells_are_marked_by_their_names() -> None:
    """Letters would read as columns: `A C2`, `B → D3`."""
    pos, seat = field()
    pos.state.players[seat].stacks = {"d4": {"levy": 2}, "f5": {"levy": 1}}
    give(pos, seat, "teleport")
    group = ("move", "d4", {"levy": 1})
    paths: list[Path] = [("move",), (*group, "step"), (*group, "jump", "card", {})]
    for path in paths:
        form = walk.ask(pos, seat, path)
        assert isinstance(form, SelectPrompt)
        assert form.options
        for option in form.options:
            if is_quick((option.key,)):
                continue
            assert option.spot is not None
            assert option.mark == option.spot.upper()
            assert option.mark in say(option.label)
    pos, attacker, defender = face({"soldier": 3}, {"soldier": 2})
    run(pos, attacker, ("end",))
    form = walk.ask(pos, defender, ("flee",))
    assert isinstance(form, SelectPrompt)
    assert [option.mark for option in form.options] == [one.key.upper() for one in form.options]


def test_rates_of_the_bank_have_no_letters() -> None:
    pos, seat = field()
    castle(pos, seat, "market")
    spend(pos, seat, gold=4, wood=2, stone=1)
    form = walk.ask(pos, seat, ("trade",))
    assert {"sell_wood-1", "buy_wood-1"} <= set(keys(pos, seat, "trade"))
    assert letters(form) == {}


def test_troops_of_a_battle_are_counted_with_their_player() -> None:
    pos, attacker, _ = face({"soldier": 3}, {"soldier": 2})
    before = GAME.view(pos, None).seats
    run(pos, attacker, ("end",))
    now = GAME.view(pos, None)
    assert now.battle is not None
    assert [one.troops for one in now.seats] == [one.troops for one in before]


def test_a_building_says_its_effect_also_as_a_button() -> None:
    """The picture of the shop shows the price but not the effect, so details may not be left out."""
    pos, seat = field()
    home = pos.state.homes[seat]
    spend(pos, seat, gold=1)
    form = walk.ask(pos, seat, ("build", home))
    assert isinstance(form, SelectPrompt)
    assert all(option.detail and option.art is None for option in form.options)
