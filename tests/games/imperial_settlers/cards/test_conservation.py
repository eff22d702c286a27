"""The 204 cards and 16 Attack cards are each in one place after every move.

With all options, numbers of players, timeouts and left seats; the audit finds broken positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from games.core.engine import history, walk
from games.core.state.rng import Rng
from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import ATTACKS, CARDS, SUPPLY, deck_of
from games.imperial_settlers.model.state import (
    VIRTUAL,
    Buried,
    Foundation,
    Location,
    MadeDeal,
    SettlersState,
)
from games.imperial_settlers.rules.flow.exploring import OpenRow
from games.imperial_settlers.rules.flow.scoring import score
from games.imperial_settlers.rules.flow.turn import PlayerTurn
from tests.contract.playouts import LONG
from tests.games.imperial_settlers.cards.eager import Pos, begin, eager
from tests.games.imperial_settlers.cards.table import built, go, have, place, table, who

MIXES = [
    *(
        pytest.param(
            n,
            {
                "exploration": explore,
                "peaceful": peaceful,
                "faction_reshuffle": again,
                "acting_troupe_pays": pays,
            },
            id=f"{n}-{explore}{'-peaceful' * peaceful}{'-reshuffle' * again}{'-pays' * pays}",
        )
        for n in (2, 3, 4)
        for explore, peaceful, again, pays in product(
            ("standard", "alternative", "advanced"), (False, True), (False, True), (False, True)
        )
    ),
    *(
        pytest.param(
            1,
            {"faction_reshuffle": again, "acting_troupe_pays": pays},
            id=f"1{'-reshuffle' * again}{'-pays' * pays}",
        )
        for again, pays in product((False, True), repeat=2)
    ),
]


def everywhere(s: SettlersState) -> Counter[str]:
    """Return every card in the position, counted without the audit."""
    found = Counter([*s.deck, *s.discard, *s.offer, *s.collection, *s.attacks, *s.queue, *s.spent])
    found.update(one.card for one in s.virtual)
    for player in s.players:
        for zone in (player.hand, player.looking, player.kept, player.deck, player.discard):
            found.update(zone)
        found.update(deal.card for deal in player.deals if deal.card)
        found.update(one.card for one in player.foundations)
        found.update(one.card for one in player.locations)
    for place_ in [*s.virtual, *(one for player in s.players for one in player.locations)]:
        found.update(one.card for one in place_.under)
    return found


class Watch:
    """Invariants of a position, and of two successive ones (rules 17)."""

    def __init__(self, pos: Pos) -> None:
        s = pos.state
        decks = ["common", *(player.faction for player in s.players)]
        self.box = Counter(card for deck in decks for card in deck_of(deck)) + Counter(
            list(ATTACKS) if s.solo else []
        )

    def look(self, before: Pos, after: Pos) -> None:
        """Check the invariants after a move."""
        old, new = before.state, after.state
        assert everywhere(new) == self.box
        assert GAME.audit(after) == []
        again = after.options["faction_reshuffle"]
        for was, now in zip(old.players, new.players, strict=True):
            assert now.points >= was.points, "points are never lost"
            assert again or len(now.deck) <= len(was.deck), "a faction deck never grows"
            assert min(now.supply.values()) >= 0
        assert 0 <= new.round - old.round <= 1
        assert len(new.collection) >= len(old.collection)
        if new.solo:
            assert len(new.attacks) + len(new.queue) + len(new.spent) <= len(ATTACKS)
        assert all(len(looking) <= 3 for looking in (player.looking for player in new.players))


def end(pos: Pos, steps: int) -> None:
    """Check a finished game."""
    board = score(pos)
    assert pos.state.round == 5
    for seat, total in enumerate(board.total):
        assert total == sum(row.values[seat] for row in board.rows)
    assert steps < 1500
    assert len(GAME.codec.encode(pos)) < 12_000


@pytest.mark.parametrize(("n", "options"), MIXES if LONG else MIXES[::3])
def test_every_mix_of_options_keeps_every_card(n: int, options: dict[str, Any]) -> None:
    pos, rng = begin(n, f"mix-{sorted(options.items())}", **options), Rng.of(n)
    watch, steps = Watch(pos), 0
    while pos.outcome is None:
        seat = rng.pick(walk.actors(pos))
        after = walk.submit(pos, seat, eager(pos, seat, rng, tries=2 + n % 3)).pos
        watch.look(pos, after)
        pos, steps = after, steps + 1
    end(pos, steps)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("explore", ["standard", "alternative", "advanced"])
def test_time_outs_alone_end_the_game(n: int, explore: str) -> None:
    """Nobody answers anything: the first card, the Common deck, pass (rules 13)."""
    pos = walk.start(GAME, {"exploration": explore} if n > 1 else {}, n, "asleep")
    while type(pos.stack[-1]).__name__ == "Factions":
        pos = walk.submit(pos, walk.actors(pos)[0], walk.default_path(pos, walk.actors(pos)[0])).pos
    watch, steps = Watch(pos), 0
    while pos.outcome is None:
        seat = walk.actors(pos)[-1]
        path = walk.default_path(pos, seat)
        assert path[0] in ("take", "pass", "draw", "sacrifice")
        after = walk.submit(pos, seat, path).pos
        watch.look(pos, after)
        pos, steps = after, steps + 1
    assert all(not player.locations for player in pos.state.players)
    end(pos, steps)


@pytest.mark.parametrize("n", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_anybody_may_fall_asleep_or_leave_in_any_state(n: int, seed: int) -> None:
    """The others go on playing; who is absent answers by default, whatever effect is being resolved."""
    pos, rng = (
        begin(n, f"leave-{seed}", exploration=("standard", "alternative", "advanced")[seed % 3]),
        Rng.of(seed),
    )
    watch, steps = Watch(pos), 0
    absent: set[int] = set()
    while pos.outcome is None:
        steps += 1
        if steps % 37 == 0 and len(absent) < n:
            seat = rng.pick([seat for seat in range(n) if seat not in absent])
            absent.add(seat)
            if seed % 2:
                pos = history.replay(
                    pos, history.system_row(1, seat, "admin", ["@gone", seat], pos), "leave"
                )
                assert pos.gone[seat]
        seat = rng.pick(walk.actors(pos))
        after = walk.submit(
            pos, seat, walk.default_path(pos, seat) if seat in absent else eager(pos, seat, rng)
        ).pos
        watch.look(pos, after)
        pos = after
    end(pos, steps)


@pytest.mark.parametrize("n", [1, 2, 4])
def test_whoever_is_timed_out_at_any_question_gets_out_of_the_way(n: int) -> None:
    pos, rng = begin(n, "late"), Rng.of(n)
    while pos.outcome is None:
        for seat in walk.actors(pos):
            late, steps = pos, 0
            while (
                seat in walk.actors(late)
                and late.state.round == pos.state.round
                and steps < 60
                and (n > 1 or steps < 5)
            ):
                late = walk.submit(late, seat, walk.default_path(late, seat)).pos
                assert GAME.audit(late) == []
                steps += 1
            assert steps < 60
        seat = rng.pick(walk.actors(pos))
        pos = walk.submit(pos, seat, eager(pos, seat, rng, tries=2)).pos


def test_two_defense_tokens_stay_after_the_last_round_and_break_nothing() -> None:
    """Ruling R53: a captured Location may carry two; in round 5 there is no cleanup of tokens."""
    pos = have(
        built(
            built(table("egyptians", "romans", at=5), 1, "com018", "com069"), 0, "egi013", "com065"
        ),
        0,
        "1D",
    )
    place(pos, "com018").defense = 1
    pos = go(
        pos,
        ("activate", "egi013"),
        ("capture_location", "p1", "com018"),
        ("pass",),
        ("defend", "com018"),
        ("pass",),
    )
    assert (pos.outcome is None, place(pos, "com018").defense, place(pos, "com018").captor) == (
        False,
        2,
        None,
    )


def exploring() -> Pos:
    """Return a game of two in an exploration."""
    pos = table("japanese", "romans")
    pos.state.round = 2
    pos.stack = [pos.stack[0], OpenRow([[0, 3], [1, 2]])]
    pos.state.offer = [pos.state.deck.pop() for _ in range(3)]
    return built(pos, 0, "com018", "jap001", "com021")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda s: s.deck.pop(),
        lambda s: s.deck.append("com001"),
        lambda s: s.deck.reverse(),
        lambda s: s.discard.append(s.players[0].deck.pop()),
        lambda s: s.players[0].hand.append("com018"),
        lambda s: s.players[1].deck.append(s.players[0].deck.pop()),
        lambda s: s.players[0].discard.append(s.deck.pop()),
        lambda s: s.players[0].deck.reverse(),
        lambda s: s.players[0].supply.update(wood=-1),
        lambda s: setattr(s.players[0], "points", -1),
        lambda s: s.players[0].supply.update(worker=1),
        lambda s: s.players[0].supply.update(gold=1),
        lambda s: setattr(s.players[0].locations[2], "used", 3),
        lambda s: setattr(s.players[0].locations[0], "used", 1),
        lambda s: setattr(s.players[0].locations[0], "samurai", True),
        lambda s: setattr(s.players[0].locations[1], "defense", 1),
        lambda s: setattr(s.players[0].locations[0], "defense", 1),
        lambda s: setattr(s.players[0].locations[0], "captor", 1),
        lambda s: setattr(s.players[0].locations[2], "blocked", True),
        lambda s: s.players[0].locations[0].by.append(0),
        lambda s: s.players[0].deals.append(MadeDeal("gold", "", "rom001")),
        lambda s: setattr(s, "round", 6),
        lambda s: s.players[0].locations[1].under.append(Buried("com018", 0)),
        lambda s: s.players[0].foundations.append(Foundation("com018", known=True)),
        lambda s: s.collection.append("com021"),
        lambda s: s.virtual.append(Location(s.deck.pop())),
    ],
    ids=range(26),
)
def test_what_is_broken_is_found(spoil: Callable[..., Any]) -> None:
    pos = exploring()
    assert GAME.audit(pos) == []
    spoil(pos.state)
    assert GAME.audit(pos) != []


def test_what_is_broken_in_a_turn_is_found() -> None:
    pos = built(table("japanese", "romans"), 0, "com018", "jap001")
    assert GAME.audit(pos) == []
    spoils: list[Callable[[SettlersState], None]] = [
        lambda s: setattr(s.players[0], "passed", True),
        lambda s: setattr(s.players[0].locations[0], "captor", 0),
        lambda s: setattr(s.players[0].locations[0], "defense", 2),
    ]
    for spoil in spoils:
        other = GAME.codec.clone(pos)
        spoil(other.state)
        assert GAME.audit(other) != []
    assert isinstance(pos.stack[-1], PlayerTurn)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda s: s.attacks.pop(),
        lambda s: s.queue.append(s.attacks[0]),
        lambda s: s.spent.append(s.queue[0]),
        lambda s: s.players[0].deals.append(MadeDeal("wood", s.queue[0])),
        lambda s: s.collection.extend([s.deck.pop() for _ in range(9)]),
        lambda s: s.virtual.extend([Location(s.deck.pop()) for _ in range(3)]),
    ],
    ids=range(6),
)
def test_what_is_broken_in_a_solo_game_is_found(spoil: Callable[..., Any]) -> None:
    pos = table("romans")
    pos.state.queue = [pos.state.attacks.pop()]
    built(pos, VIRTUAL, "com018", "com021")
    assert GAME.audit(pos) == []
    spoil(pos.state)
    assert GAME.audit(pos) != []


def test_goods_are_not_limited_and_start_at_nothing() -> None:
    assert who(table("romans", "japanese")).supply == dict.fromkeys(SUPPLY, 0)
    assert len(CARDS) + len(ATTACKS) == 220
