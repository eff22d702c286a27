"""Budget of presses for attacks, deals and other actions of El Mapa, in a whole game."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from games.core.engine import walk
from games.core.engine.bots import decide
from games.core.engine.context import StepContext
from games.core.prompts.prompt import DistributePrompt, SelectPrompt
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.el_mapa import GAME
from games.el_mapa.model.state import MapState, troop_count
from games.el_mapa.rules.moving.moving import starts
from tests.games.presses import presses, recorded

Pos = Position[MapState, object]
ATTACK, DEAL, HIRE = 5, 6, 4
MOST = {"end": 2, "stay": 2, "build": 6, "look": 4, "battle": 2, "accept": 2}


@lru_cache
def game() -> list[tuple[Pos, Seat, Path, int]]:
    """Return the moves of a game of computer players, with the presses for each."""
    rng = Rng.of(7)
    start = walk.start(GAME, {}, 3, "presses")
    return list(recorded(start, lambda pos, seat: decide(pos, seat, "game", rng)))


def test_no_action_takes_more_than_its_budget() -> None:
    most = Counter[str]()
    for _, _, path, taken in game():
        most[str(path[0])] = max(most[str(path[0])], taken)
    assert {what: most[what] for what in MOST if most[what] > MOST[what]} == {}
    assert most["build"]


def test_hiring_the_proposed_troops_takes_four_presses() -> None:
    hired = 0
    for pos, seat, path, _ in game():
        if path[0] == "hire":
            hired += 1
            assert presses(pos, seat, walk.default_path(pos, seat, ("hire",))) <= HIRE
    assert hired


def test_an_attack_on_neutrals_with_the_proposed_troops_takes_five_presses() -> None:
    attacks = 0
    for pos, seat, path, _ in game():
        if path[0] != "move" or pos.state.turn.seat != seat:
            continue
        for cell in starts(StepContext(GAME, pos), seat):
            form = walk.ask(pos, seat, ("move", cell))
            assert isinstance(form, DistributePrompt)
            where = walk.ask(pos, seat, ("move", cell, form.auto()))
            assert isinstance(where, SelectPrompt)
            for option in where.options:
                if option.key in pos.state.garrisons:
                    attacks += 1
                    whole = ("move", cell, form.auto(), option.key)
                    assert presses(pos, seat, whole) <= ATTACK, whole
    assert attacks > 5


def test_the_proposed_troops_leave_a_guard_in_a_village() -> None:
    guarded = 0
    for pos, seat, path, _ in game():
        if path[0] != "move" or pos.state.turn.seat != seat:
            continue
        s = pos.state
        for cell in starts(StepContext(GAME, pos), seat):
            form = walk.ask(pos, seat, ("move", cell))
            assert isinstance(form, DistributePrompt)
            proposed = form.auto()
            assert isinstance(proposed, dict)
            here = troop_count(s.players[seat].stacks[cell])
            if cell in s.castles and s.owners[cell] == seat and here > 1:
                guarded += 1
                assert 0 < sum(proposed.values()) < here
                everybody = {slot.key: slot.most for slot in form.slots}
                assert walk.ask(pos, seat, ("move", cell, everybody)), "all may go"
    assert guarded


def test_a_deal_of_the_proposed_goods_keeps_to_the_budget() -> None:
    deals = 0
    for pos, seat, path, _ in game():
        if path[0] not in ("trade", "end") or pos.state.turn.seat != seat:
            continue
        kinds = walk.ask(pos, seat, ("trade",))
        if not isinstance(kinds, SelectPrompt):
            continue
        if not any(option.key == "offer" for option in kinds.options):
            continue
        partners = walk.ask(pos, seat, ("trade", "offer"))
        assert isinstance(partners, SelectPrompt)
        offer: Path = ("trade", "offer", partners.options[0].key)
        while isinstance(form := walk.ask(pos, seat, offer), DistributePrompt):
            offer = (*offer, form.auto())
        deals += 1
        assert presses(pos, seat, offer) <= DEAL, offer
    assert deals
