"""Whole games: invariants at every move with all options, every card and op, saved games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.core.engine import walk
from games.core.state.options import Choice, Toggle
from games.core.state.rng import Rng
from games.eight_minute_empire import GAME
from games.eight_minute_empire.model.board import holders, rulers
from games.eight_minute_empire.model.catalog import CARDS
from games.eight_minute_empire.model.events import (
    ArmiesPlaced,
    Destroyed,
    Founded,
    Moved,
    TurnEnded,
)
from games.eight_minute_empire.model.operations import owner_key
from games.eight_minute_empire.model.options import PRESETS, SETTINGS, game_count
from games.eight_minute_empire.rules.turns import total_turns
from tests.games import saved
from tests.games.eight_minute_empire.positions import Pos, say

SAVED = Path(__file__).parent / "saved"


def mixes() -> list[Any]:
    """Return options with each value at least once for every number of players, the others random."""
    cases = []
    rng = Rng.of(77)
    for setting in SETTINGS:
        values = (
            setting.values
            if isinstance(setting, Choice)
            else (False, True)
            if isinstance(setting, Toggle)
            else ()
        )
        for value in values:
            for n in (2, 3, 4, 5):
                options: dict[str, Any] = {}
                for other in SETTINGS:
                    if isinstance(other, Choice) and other.id != "mode":
                        options[other.id] = rng.pick(other.values)
                    elif isinstance(other, Toggle):
                        options[other.id] = bool(rng.below(2))
                options[setting.id] = value
                cases.append(pytest.param(n, options, id=f"{setting.id}={value}-{n}"))
    return cases


def playout(pos: Pos, rng: Rng) -> list[Any]:
    """Play random moves with an audit after each; return the public events."""
    events = []
    while pos.outcome is None:
        seats = walk.actors(pos)
        seat = seats[rng.below(len(seats))]
        towns, purses = sum(map(sum, pos.state.cities.values())), list(pos.state.coins)
        game = pos.state.game
        events += [
            emitted.public for emitted in walk.apply(pos, seat, walk.random_move(pos, seat, rng))
        ]
        assert GAME.audit(pos) == []
        if pos.state.game == game:
            assert sum(map(sum, pos.state.cities.values())) >= towns
            assert all(now <= before for now, before in zip(pos.state.coins, purses, strict=True))
    return events


@pytest.mark.parametrize(("n", "options"), mixes())
def test_invariants_hold_at_every_step_over_all_options(
    n: int, options: dict[str, bool | str]
) -> None:
    pos = walk.start(GAME, options, n, f"{n}{sorted(options.items())}")
    events = playout(pos, Rng.of(n))
    turns = [event for event in events if isinstance(event, TurnEnded)]
    assert len(turns) == total_turns(n) * game_count(pos.options)
    scores = GAME.score(pos)
    assert scores.total == tuple(sum(row.values[seat] for row in scores.rows) for seat in range(n))
    assert pos.outcome is not None
    assert sorted((one.seat, one.place) for one in scores.ranking) == list(
        enumerate(pos.outcome.places)
    )
    assert len(GAME.codec.encode(pos)) < 12_000


@pytest.mark.parametrize("preset", [*PRESETS])
def test_presets_can_be_played(preset: str) -> None:
    for n in GAME.players:
        playout(walk.start(GAME, dict(PRESETS[preset]), n, preset), Rng.of(n))


def test_every_card_is_played_and_every_op_used() -> None:
    taken, used = set(), set()
    for seed in range(6):
        pos = walk.start(GAME, {"ore_card": "english_printing"}, 5, seed)
        for event in playout(pos, Rng.of(seed)):
            if isinstance(event, TurnEnded):
                taken.add(event.card)
                used |= {(event.card, step[0]) for step in event.steps}
    assert taken == set(CARDS)
    assert {verb for _, verb in used} == {"place", "move", "city", "destroy"}


@pytest.mark.parametrize("options", [{}, {"neutral_armies": True, "map_side": "side_b"}])
def test_the_end_of_a_turn_tells_all_regions_and_continents_that_changed_hands(
    options: dict[str, bool | str],
) -> None:
    pos, rng, told = walk.start(GAME, options, 2, 5), Rng.of(2), 0
    owners: dict[str, str] = {}
    while pos.outcome is None:
        seat = walk.actors(pos)[0]
        emitted = walk.apply(pos, seat, walk.random_move(pos, seat, rng))
        ended = [one.public for one in emitted if isinstance(one.public, TurnEnded)]
        if pos.state.turn and not ended:
            continue
        held = holders(pos.state.armies, pos.state.cities)
        now = {
            place: owner_key(who, 2) for place, who in (held | rulers(pos.state.map, held)).items()
        }
        for event in ended:
            changed = {
                place: (owners.get(place, ""), now.get(place, ""))
                for place in owners | now
                if owners.get(place) != now.get(place)
            }
            assert {place: (was, new) for place, was, new in event.changes} == changed
            told += len(changed)
        owners = now
    assert told > 10


def test_events_tell_what_changed_on_the_board() -> None:
    """Armies and cities counted from the events alone are those of the board."""
    pos = walk.start(GAME, {}, 3, 12)
    armies = {region: list(here) for region, here in pos.state.armies.items()}
    cities = {region: list(here) for region, here in pos.state.cities.items()}
    for event in playout(pos, Rng.of(9)):
        match event:
            case ArmiesPlaced():
                armies[event.region][event.seat] += event.n
            case Moved():
                armies[event.start][event.seat] -= 1
                armies[event.to][event.seat] += 1
            case Founded():
                cities[event.region][event.seat] += 1
            case Destroyed():
                armies[event.region][event.owner] -= 1
    assert (armies, cities) == (pos.state.armies, pos.state.cities)


def record(n: int, options: dict[str, Any], seed: str) -> dict[str, Any]:
    """Return a random game, as the saved games were made."""
    rng = Rng.of(2012)
    return saved.record(
        GAME, say, n, options, seed, lambda pos, seat: walk.random_move(pos, seat, rng)
    )


@pytest.mark.parametrize("name", ["v3_two", "v3_campaign"])
def test_saved_games_of_rules_3_play_as_they_did(name: str) -> None:
    saved.check(GAME, say, SAVED, name, rules=3)


def test_a_saved_game_of_rules_4_plays_as_it_did() -> None:
    """It has the paths of rules 4: several armies at once, an army that moves on."""
    saved.check(GAME, say, SAVED, "v4_three", rules=4)
    targets = [move[3] for move in saved.load(SAVED, "v4_three")["moves"] if move[1] == "move"]
    assert any("_x" in to for to in targets)
    assert any("-" in to for to in targets)


def test_a_saved_game_plays_as_it_did() -> None:
    """It has the paths of rules 5: one army over several borders."""
    saved.check(GAME, say, SAVED, "v5_three")
    targets = [move[3] for move in saved.load(SAVED, "v5_three")["moves"] if move[1] == "move"]
    assert any("_" in to for to in targets)
