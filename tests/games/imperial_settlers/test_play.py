"""Whole games: the invariants of section 17 with all options; timeouts end any game."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.engine import walk
from games.core.state.rng import Rng
from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import CARDS, RULES
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.effects.resolve import EFFECTS
from games.imperial_settlers.rules.flow.scoring import end_game_points
from games.imperial_settlers.rules.flow.turn import PlayerTurn
from tests.games.asking import default
from tests.games.imperial_settlers.cards.eager import eager
from tests.games.imperial_settlers.positions import (
    Pos,
    begin,
    deals,
    discarded,
    empire,
    foundation,
    go,
    hand,
    supply,
    virtual,
)

MIXES: list[dict[str, Any]] = [
    {"exploration": "standard"},
    {"exploration": "alternative", "peaceful": True},
    {"exploration": "advanced", "faction_reshuffle": True},
    {"exploration": "standard", "acting_troupe_pays": True, "peaceful": True},
    {
        "exploration": "advanced",
        "peaceful": True,
        "faction_reshuffle": True,
        "acting_troupe_pays": True,
    },
]


class Watch:
    """Invariants of two successive positions."""

    def __init__(self, pos: Pos) -> None:
        self.first = (pos.state.first - pos.state.round + 1) % pos.n

    def look(self, before: SettlersState, after: Pos) -> None:
        """Check the invariants after a move."""
        s, n = after.state, after.n
        assert GAME.audit(after) == []
        for old, new in zip(before.players, s.players, strict=True):
            assert new.points >= old.points, "17.3: points never fall"
            if not after.options["faction_reshuffle"]:
                assert len(new.deck) <= len(old.deck), "17.2: a faction deck never grows"
                assert set(new.deck) <= set(old.deck)
            assert all(n >= 0 for n in new.supply.values())
        assert s.round - before.round in (0, 1)
        moved = min(s.round, RULES.rounds) - 1
        if any(isinstance(frame, PlayerTurn) for frame in after.stack):
            assert s.first == (self.first + moved) % n, (
                "17.8: the marker goes to the left each round"
            )
        for _, one in s.all_locations():
            action = EFFECTS[one.card].action
            assert one.used <= (action.uses if action else 0), "17.3"
        if s.solo:
            assert len(s.collection) - len(before.collection) <= 4, "17.11"
        board = GAME.score(after)
        assert board.total == tuple(
            sum(row.values[seat] for row in board.rows) for seat in range(n)
        ), "17.10"


def play(pos: Pos, seed: int) -> Pos:
    """Play an eventful game with checks after every move."""
    watch, rng = Watch(pos), Rng.of(seed)
    while pos.outcome is None:
        before = GAME.codec.clone(pos).state
        seat = rng.pick(walk.actors(pos))
        walk.apply(pos, seat, eager(pos, seat, rng))
        watch.look(before, pos)
    return pos


@pytest.mark.parametrize("mix", range(len(MIXES)))
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_invariants_hold_in_every_mix_of_options(n: int, mix: int) -> None:
    pos = play(
        walk.start(GAME, {"factions": "random", **MIXES[mix]}, n, f"play-{mix}"), 100 * n + mix
    )
    s = pos.state
    assert s.round == RULES.rounds
    assert pos.outcome is not None
    assert len(pos.outcome.places) == n
    for seat, player in enumerate(s.players):  # 17.10, counted anew
        common = sum(CARDS[one.card].common for one in player.locations)
        ends = sum(end_game_points(one) for one in player.locations)
        assert (
            GAME.score(pos).total[seat]
            == player.points + common + 2 * (len(player.locations) - common) + ends
        )


def some(rng: Rng, cards: list[str], least: int, most: int) -> list[str]:
    """Return some random cards."""
    pool = list(cards)
    rng.shuffle(pool)
    return pool[: least + rng.below(most - least + 1)]


def crowded(seed: int) -> Pos:
    """Return large Empires, full hands and supplies, and decks that are nearly empty."""
    rng = Rng.of(seed)
    letters = list("brje")
    rng.shuffle(letters)
    pos = begin(
        "".join(letters[: 1 + seed % 4]),
        at=(1, 2, 4, 5)[rng.below(4)],
        seed=str(seed),
        **MIXES[seed % len(MIXES)],
    )
    s = pos.state
    for seat, player in enumerate(s.players):
        empire(pos, seat, *some(rng, player.deck, 3, 9), *some(rng, s.deck, 1, 6))
        hand(pos, seat, *some(rng, player.deck, 0, 5), *some(rng, s.deck, 0, 4))
        deals(pos, seat, *some(rng, player.deck, 0, 3))
        foundation(pos, seat, *some(rng, s.deck, 0, 1))
        supply(
            pos,
            seat,
            **{good: rng.below(7) for good in ("wood", "stone", "food", "worker", "raze", "gold")},
            defense=1,
        )
        if rng.below(3) == 0:
            discarded(pos, *player.deck)
    if s.solo:
        virtual(pos, *some(rng, s.deck, 2, 2))
    elif rng.below(3) == 0:
        discarded(pos, *s.deck)
    return pos


@pytest.mark.parametrize("seed", range(24))
def test_invariants_hold_on_crowded_tables(seed: int) -> None:
    pos = crowded(seed)
    assert GAME.audit(pos) == []
    assert play(pos, seed).state.round == RULES.rounds


@pytest.mark.parametrize("mix", range(len(MIXES)))
@pytest.mark.parametrize("n", [2, 3, 4])
def test_hands_grow_by_three_or_four_cards_in_each_exploration(n: int, mix: int) -> None:
    pos = walk.start(GAME, {"factions": "random", **MIXES[mix]}, n, f"grow-{mix}")
    more = 3 + pos.options["peaceful"]
    for at in range(1, RULES.rounds + 1):
        assert pos.state.round == at
        while not any(isinstance(frame, PlayerTurn) for frame in pos.stack):
            pos = go(pos, default(pos))
        assert [len(player.hand) for player in pos.state.players] == [4 + more * at] * n, "17.9"
        while pos.outcome is None and pos.state.round == at:
            pos = go(pos, ("pass",))
    assert pos.outcome is not None


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_time_outs_alone_end_any_game(n: int) -> None:
    pos = walk.start(GAME, {}, n, "idle")
    while pos.outcome is None:
        for seat in walk.actors(pos):
            pos = go(pos, default(pos, seat=seat), seat=seat)
    assert all(not player.locations for player in pos.state.players)
    assert GAME.score(pos).total == (0,) * n


@pytest.mark.parametrize("n", [1, 4])
def test_the_same_seed_and_paths_give_the_same_bytes(n: int) -> None:
    games = [play(walk.start(GAME, {"factions": "random"}, n, "twin"), 7) for _ in range(2)]
    assert GAME.codec.encode(games[0]) == GAME.codec.encode(games[1])
