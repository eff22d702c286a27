"""A placement warns of marauders, and its proposals are what the seat can pay for."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import MoveReady, SelectPrompt
from games.tadmor.rules.turn.buying import Grants
from games.tadmor.rules.turn.placing import Placement, PlacePiece
from tests.games.tadmor.positions import Pos, begin, cards, put, say, stage, stock, tiles, towers


def placing(pos: Pos, seat: int = 0) -> SelectPrompt:
    stage(pos, PlacePiece(seat), Placement(at=1), resolving=False)
    form = walk.ask(pos, seat, ("place",))
    assert isinstance(form, SelectPrompt)
    return form


def hired(pos: Pos, seat: int, region: str, safe: str = "") -> Pos:
    """Let a seat have sent marauders to a region."""
    pos.state.players[seat].chosen = region
    pos.state.attacked = safe
    return pos


def lines(form: SelectPrompt) -> list[str]:
    """Return the lines of a prompt but that on the tax."""
    return [say(line, "en") for line in form.lines if not line.key.startswith("tad.tax")]


def detail(form: SelectPrompt, key: str) -> str:
    return say(next(one for one in form.options if one.key == key).detail, "en")


def test_without_hired_marauders_a_placement_warns_of_nothing() -> None:
    form = placing(begin(turn=4))
    assert not lines(form)
    assert form.prompt.key == "tad.place.prompt"
    assert detail(form, "traitor").startswith("Damascus · ")


def test_a_rival_of_who_hired_learns_which_region_is_safe_and_no_more() -> None:
    form = placing(hired(begin(turn=4), 1, "damascus", safe="ebla"))
    assert lines(form) == ["⚠️ Marauders hit a region chosen by ■ Bruno, not Ebla."]
    assert form.prompt.key == "tad.place.before_raid"
    assert detail(form, "tower_double").startswith("Damascus · ")
    assert detail(form, "temple_palmyra").startswith("Palmyra · ")
    assert detail(form, "tower_single").startswith("Ebla (safe this turn) · ")
    elsewhere = placing(hired(begin(turn=4), 1, "palmyra", safe="ebla"))
    assert elsewhere == form, "the region is secret"
    unsafe = placing(hired(begin(turn=4), 1, "damascus"))
    assert lines(unsafe) == ["⚠️ Marauders hit a region chosen by ■ Bruno."]


def test_who_hired_marauders_is_reminded_of_the_region() -> None:
    form = placing(hired(begin(turn=4), 0, "damascus", safe="ebla"))
    assert lines(form) == ["⚠️ Your marauders will clear Damascus, including your own pieces."]
    assert detail(form, "tower_double").startswith("Damascus (your attack) · ")
    assert detail(form, "temple_palmyra").startswith("Palmyra · ")


@pytest.mark.parametrize(("tile", "by"), [("i45", 1), ("i7", 0)])
def test_who_is_spared_is_told_so(tile: str, by: int) -> None:
    form = placing(hired(tiles(begin(turn=4), 0, tile), by, "damascus"))
    assert lines(form) == ["Marauders attack after placement, but they leave your pieces alone."]
    assert detail(form, "tower_double").startswith("Damascus · ")


def test_a_piece_in_a_region_at_risk_says_so_before_it_is_placed() -> None:
    pos = hired(begin(turn=4), 1, "damascus", safe="ebla")
    placing(pos)
    said = {}
    for space in ("tower_double", "tower_single"):
        ready = walk.ask(pos, 0, ("place", space))
        assert isinstance(ready, MoveReady)
        said[space] = [say(one, "en") for one in ready.effects]
    assert "Marauders may attack Damascus after placement." in said["tower_double"]
    assert not any("Marauders" in one for one in said["tower_single"])


def test_what_cannot_be_paid_for_is_not_proposed() -> None:
    assert "rare_grey" not in placing(begin(turn=8)).proposed
    rich = placing(stock(begin(turn=8), 0, gold=3))
    assert "rare_grey" in rich.proposed
    grey = next(one for one in rich.options if one.key == "rare_grey")
    assert say(grey.short, "en") == "⛵ Gray good (3 gold) S4"
    gathering = put(stock(begin(turn=8), 0, gold=2), 0, "desert_gold_camel")
    assert "rare_grey" in placing(gathering).proposed


def test_a_tower_that_can_rise_by_some_levels_is_proposed_first() -> None:
    for turn in (2, 5, 8):
        pos = stock(begin(turn=turn), 0, wood=4, stone=4, marble=4)
        assert placing(pos).proposed[:3] == ("several", "tower_double", "tower_single")


def test_war_supplies_are_named_and_promise_no_zero_points() -> None:
    form = placing(begin(turn=2))
    war = next(one for one in form.options if one.key == "war_supplies-camel")
    assert (say(war.label, "en"), say(war.short, "en")) == (
        "🐪 War supplies · R7",
        "🐪 War supplies R7",
    )
    assert "war_supplies-camel" not in form.proposed
    form = placing(towers(begin(turn=2), 3, 0))
    war = next(one for one in form.options if one.key == "war_supplies-camel")
    assert say(war.short, "en") == "🐪 War supplies +3 PP R7"


def test_the_window_after_the_upgrades_says_why_it_asks_and_how_to_stop_it() -> None:
    pos = cards(begin(turn=4), 0, "k25", to="face_up")
    stage(pos, Grants([0, 1]))
    form = walk.ask(pos, 0, ())
    assert isinstance(form, SelectPrompt)
    (line,) = lines(form)
    assert line.endswith("To stop this, go to Standing orders → “Skip mission reactions”.")
    assert form.default == "pass"
    assert {one.key: one.tone for one in form.options}["pass"] == "main"
