"""The bot's choice of faction: by measured strength, random among near equals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.core.engine import walk
from games.core.engine.bots import Kind, decide
from games.core.state.rng import Rng
from games.imperial_settlers import GAME
from games.imperial_settlers.ai.factions import (
    FACTION_STRENGTH,
    MOST_MEASURED,
    NEAR_PERCENT,
    Policy,
    favourites,
)
from games.imperial_settlers.model.catalog import FACTIONS

KINDS: dict[Policy, Kind] = {"firm": "game", "fierce": "fierce"}
TABLES = [(policy, n) for policy in FACTION_STRENGTH for n in (2, 3, 4)]


def chosen(policy: Policy, n: int, seed: int) -> list[str]:
    """Return the factions in the order in which bots take them."""
    pos, rng, order = walk.start(GAME, {}, n, seed), Rng.of(seed), list[str]()
    while walk.question(pos, (seat := walk.actors(pos)[0])) == "factions":
        path: tuple[Any, ...] = decide(pos, seat, KINDS[policy], rng)
        walk.apply(pos, seat, path)
        order.append(path[1])
    return order


@pytest.mark.parametrize(("policy", "n"), [one for one in TABLES if one[1] <= MOST_MEASURED])
def test_all_factions_were_measured_and_won_as_often_as_there_are_games(
    policy: Policy, n: int
) -> None:
    strength = FACTION_STRENGTH[policy][n]
    assert strength.keys() == set(FACTIONS)
    assert sum(strength.values()) / 4 == pytest.approx(100 / n, abs=0.5)


@pytest.mark.parametrize(("policy", "n"), TABLES)
def test_each_takes_one_about_as_strong_as_the_strongest_left_and_by_lot_which(
    policy: Policy, n: int
) -> None:
    strength, firsts = FACTION_STRENGTH[policy][min(n, MOST_MEASURED)], Counter[str]()
    for seed in range(60):
        order = chosen(policy, n, seed)
        assert len(set(order)) == n
        for at, name in enumerate(order):
            best = max(share for other, share in strength.items() if other not in order[:at])
            assert strength[name] > best - NEAR_PERCENT
        firsts[order[0]] += 1
    near = {
        name for name, share in strength.items() if share > max(strength.values()) - NEAR_PERCENT
    }
    assert set(firsts) == near
    assert min(firsts.values()) > 60 / len(near) / 3


def test_two_firm_players_are_not_always_the_same_pair_in_the_same_order() -> None:
    assert {tuple(chosen("firm", 2, seed)) for seed in range(20)} >= {
        ("japanese", "romans"),
        ("romans", "japanese"),
    }


@pytest.mark.parametrize("policy", FACTION_STRENGTH)
def test_the_choice_is_the_same_for_the_same_position_and_luck(policy: Policy) -> None:
    pos = walk.start(GAME, {}, 2, "same")
    seat = walk.actors(pos)[0]
    found = [decide(pos, seat, KINDS[policy], Rng.of(luck)) for luck in range(40)]
    assert found == [decide(pos, seat, KINDS[policy], Rng.of(luck)) for luck in range(40)]
    assert len(set(found)) > 1


def test_what_nobody_measured_is_drawn_by_lot() -> None:
    firsts = Counter(favourites("firm", 1, (), luck)[0] for luck in range(200))
    assert set(firsts) == set(FACTIONS)
    assert sorted(favourites("fierce", 4, ("romans",), 1)) == sorted(set(FACTIONS) - {"romans"})
