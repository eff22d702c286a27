"""Hidden things: hands, decks, drafts, cards looked at, markers, cards under Gates, Foundations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.core.engine import walk
from games.core.engine.context import StepContext
from games.core.state.rng import Rng
from games.core.text.messages import Path, Seat
from games.imperial_settlers import GAME
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.catalog import CARDS, deck_of
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.flow.audit import determinize
from games.imperial_settlers.rules.flow.exploring import Draft
from tests.contract import playouts
from tests.games import parallel_answers
from tests.games.asking import keys
from tests.games.imperial_settlers.cards.eager import Pos, begin, eager
from tests.games.imperial_settlers.cards.table import (
    built,
    founded,
    go,
    hand,
    have,
    signed,
    table,
    who,
)
from tests.games.imperial_settlers.positions import hand_view

CODE = re.compile(rb"\b(?:com|bar|jap|rom|egi)\d{3}\b")
NAME = re.compile(rb'"imp\.card\.([a-z_]+)"')
TABLES = [(n, explore) for n in (2, 3, 4) for explore in ("standard", "alternative", "advanced")]


def game(n: int, salt: object, **options: Any) -> Iterator[tuple[Pos, Seat, Path, walk.MoveResult]]:
    """Yield the position before each move and the move, over a whole game."""
    pos, rng = begin(n, f"leak-{salt}", **options), Rng.of(n)
    while pos.outcome is None:
        seat = rng.pick(walk.actors(pos))
        path = eager(pos, seat, rng, tries=3, spare=("", "samurai", "gate")[n % 3])
        step = walk.submit(pos, seat, path)
        yield pos, seat, path, step
        pos = step.pos


def codes(what: Any) -> set[str]:
    """Return the cards named anywhere in an object."""
    return {one.decode() for one in CODE.findall(msgspec.json.encode(what))}


def names(what: Any) -> set[str]:
    """Return the ids of cards that a text names."""
    return {one.decode() for one in NAME.findall(msgspec.json.encode(what))}


def open_to(s: SettlersState, viewer: Seat | None) -> set[str]:
    """Return the cards that a viewer may know, by zone (rules 8)."""
    found = {*s.discard, *s.offer, *s.collection, *(one.card for _, one in s.all_locations())}
    for seat, player in enumerate(s.players):
        mine = seat == viewer
        found |= {
            *player.discard,
            *(deal.card for deal in player.deals if not deal.target and deal.card in CARDS),
        }
        found |= {one.card for one in player.foundations if one.known or mine}
        found |= {*player.hand, *player.looking, *player.kept} if mine else set()
    return found | {
        one.card for _, place in s.all_locations() for one in place.under if one.seat == viewer
    }


@pytest.mark.parametrize(("n", "explore"), TABLES)
def test_views_and_what_is_told_name_only_cards_that_the_viewer_may_know(
    n: int, explore: str
) -> None:
    """Over whole games: in every view, in every event and in the words of both."""
    for pos, _, _, step in game(n, explore, exploration=explore):
        for viewer in (None, *range(n)):
            seen = open_to(step.pos.state, viewer)
            view = GAME.view(step.pos, viewer)
            assert codes(view) <= seen
            was = open_to(pos.state, viewer)
            ids = {CARDS[card].id for card in seen | was}
            assert names(GAME.describe(view)) <= ids
            for one in step.events:
                event = one.seen_by(viewer)
                if event is not None:
                    assert codes(event) <= seen | was, event
                    assert names(GAME.narrate(event)) <= ids, event
                    assert codes(GAME.changed_spots(event)) <= seen | was


@pytest.mark.parametrize(("n", "explore"), TABLES)
def test_views_questions_and_scores_are_the_same_in_every_world(n: int, explore: str) -> None:
    rng = Rng.of(7)
    for at, (pos, _, _, _) in enumerate(game(n, f"w-{explore}", exploration=explore)):
        nested = type(pos.stack[-1]).__name__ not in ("PlayerTurn", "OpenRow")
        if at % 11 and not (nested and at % 3 == 0):
            continue
        for viewer in (None, *range(n)):
            world = playouts.guess(pos, viewer, rng)
            assert GAME.audit(world) == []
            assert GAME.view(world, viewer) == GAME.view(pos, viewer)
            assert GAME.describe(GAME.view(world, viewer)) == GAME.describe(GAME.view(pos, viewer))
            assert walk.actors(world) == walk.actors(pos)
            assert walk.optional_actors(world) == walk.optional_actors(pos)
            assert GAME.score(world) == GAME.score(pos)
            if viewer is not None:
                assert playouts.prefixes(world, viewer, Rng.of(1), 25) == playouts.prefixes(
                    pos, viewer, Rng.of(1), 25
                )


@pytest.mark.parametrize(("n", "explore"), TABLES)
def test_a_step_that_is_not_final_for_a_viewer_tells_them_nothing_new(n: int, explore: str) -> None:
    """Played from another world it looks and reads the same, to who acts and to who watches."""
    rng, checked = Rng.of(11), 0
    for at, (pos, seat, path, step) in enumerate(game(n, f"b-{explore}", exploration=explore)):
        for viewer in (seat, (seat + 1 + at) % n):
            if viewer in step.barrier or (viewer != seat and at % 4):
                continue
            world = playouts.guess(pos, viewer, rng)
            try:
                other = walk.submit(world, seat, path)
            except walk.IllegalMoveError:
                assert viewer != seat
                continue
            if [bool(lane) for lane in other.pos.lanes] != [bool(lane) for lane in step.pos.lanes]:
                continue
            checked += 1
            assert viewer not in other.barrier
            assert GAME.view(other.pos, viewer) == GAME.view(step.pos, viewer)
            assert [one.seen_by(viewer) for one in other.events] == [
                one.seen_by(viewer) for one in step.events
            ]
            assert walk.actors(other.pos) == walk.actors(step.pos)
    assert checked > 20


@pytest.mark.parametrize(("n", "explore"), [(1, "standard"), *TABLES])
def test_whatever_leaves_the_dark_is_final_for_who_sees_it(n: int, explore: str) -> None:
    """Revealing a hidden card is final: by drawing, revealing, markers, Gates, drafts."""
    options = {"exploration": explore} if n > 1 else {}
    for pos, seat, _, step in game(n, f"f-{explore}", **options):
        decks = [len(pos.state.deck), *(len(player.deck) for player in pos.state.players)]
        after = [len(step.pos.state.deck), *(len(player.deck) for player in step.pos.state.players)]
        if any(now < was for was, now in zip(decks, after, strict=True)):
            assert step.barrier == list(range(n)), "a draw is a barrier"
        for viewer in range(n):
            new = open_to(step.pos.state, viewer) - open_to(pos.state, viewer)
            played = set(who(pos, seat).hand) if viewer != seat else set()
            laid = {one.card for one in who(pos, seat).foundations}
            if new - played - laid:
                assert viewer in step.barrier, new


def test_guesses_keep_all_that_is_known_and_deal_the_rest_anew() -> None:
    pos = hand(
        built(table("japanese", "romans", "egyptians"), 0, "jap013", "com018"),
        0,
        "com001",
        "jap001",
    )
    hand(pos, 1, "com002", "rom001")
    pos = founded(
        founded(hand(pos, 2, "com003", "egi001"), 2, "com004", known=False), 2, "com005", known=True
    )
    pos = signed(pos, 1, "rom003")
    who(pos).deals.append(
        signed(table("japanese", "romans"), 0, "jap002").state.players[0].deals[0]
    )
    who(pos).deck.remove("jap002")
    who(pos).deals[0].target = "rom020"
    built(pos, 1, "rom020")
    pos = go(pos, ("gate", "jap013", ["com001"]))
    hidden: dict[str, set[str]] = {}
    for salt in range(40):
        for viewer in (None, 0, 1, 2):
            world = GAME.codec.clone(pos)
            determinize(world, viewer, Rng.of(salt))
            assert GAME.audit(world) == []
            s = world.state
            assert open_to(s, viewer) == open_to(pos.state, viewer)
            for old, new in zip(pos.state.players, s.players, strict=True):
                assert [CARDS[card].deck for card in old.hand] == [
                    CARDS[card].deck for card in new.hand
                ], "decks are public"
                assert (old.supply, old.points, old.discard) == (
                    new.supply,
                    new.points,
                    new.discard,
                )
                assert len(old.deck) == len(new.deck)
            for seat, player in enumerate(s.players):
                if seat == viewer:
                    assert player.hand == who(pos, seat).hand
                    continue
                hidden.setdefault(f"hand{seat}", set()).update(player.hand)
            hidden.setdefault("marker", set()).add(s.players[0].deals[0].card)
            if viewer != 0:
                hidden.setdefault("gate", set()).add(s.players[0].locations[0].under[0].card)
            if viewer != 2:
                hidden.setdefault("foundation", set()).add(s.players[2].foundations[0].card)
            assert s.players[2].foundations[1].card == "com005"
    assert all(len(found) > 5 for found in hidden.values()), hidden
    assert hidden["marker"] <= {*deck_of("japanese")}


@pytest.mark.parametrize("n", [2, 3, 4])
def test_the_hidden_draft_gives_the_same_bytes_in_any_order_of_answers(n: int) -> None:
    pos = begin(n, "draft", exploration="alternative")
    assert all(pos.lanes)
    for salt in range(3):
        orders = [
            list(range(n)),
            list(reversed(range(n))),
            [seat for seat in range(n) for _ in range(9)],
        ]
        first = {
            parallel_answers.encoded_after(GAME, pos, "leak-draft", order, salt) for order in orders
        }
        assert len(first) == 1


def test_the_draft_passes_two_to_the_left_and_shows_the_last_to_all() -> None:
    """Rules 4.1: one of three, two to the left, one of two, the other is discarded."""
    pos = begin(3, "pass", exploration="alternative")
    before = [len(player.hand) for player in pos.state.players]
    first = [list(player.looking) for player in pos.state.players]
    assert [len(cards) for cards in first] == [3, 3, 3]
    for seat in (2, 0, 1):
        others = [GAME.view(pos, viewer) for viewer in (None, *range(3)) if viewer != seat]
        step = walk.submit(pos, seat, ("take", first[seat][1]))
        assert next(one.seen_by(None) for one in step.events) == ev.Kept(seat)
        assert next(one.seen_by(seat) for one in step.events) == ev.Kept(seat, first[seat][1])
        if seat != 1:
            for view in others:
                now = GAME.view(step.pos, view.viewer)
                assert (now.hand, now.empires[seat].hand, now.discard) == (
                    view.hand,
                    view.empires[seat].hand,
                    view.discard,
                )
        pos = step.pos
    assert step.barrier == [0, 1, 2]
    second = [list(player.looking) for player in pos.state.players]
    assert second == [
        [card for at, card in enumerate(first[(seat - 1) % 3]) if at != 1] for seat in range(3)
    ]
    assert [player.kept for player in pos.state.players] == [[first[seat][1]] for seat in range(3)]
    for seat in range(3):
        step = walk.submit(pos, seat, ("take", second[seat][0]))
        pos = step.pos
    assert pos.state.discard == sorted(cards[1] for cards in second)
    got = [who(pos, seat).hand[before[seat] :][:2] for seat in range(3)]
    assert got == [[first[seat][1], second[seat][0]] for seat in range(3)]
    assert step.barrier == [0, 1, 2]


def test_what_one_does_in_secret_is_told_without_the_card() -> None:
    """A Foundation of the Sanctuary, a card under a Gate, cards looked at and kept, drawn cards."""
    pos = have(
        hand(built(table("egyptians", "romans"), 0, "egi014"), 0, "com001", "com002"), 0, "1K"
    )
    pos = go(pos, ("activate", "egi014"))
    step = walk.submit(pos, 0, ("hand_card_to_foundation", "com001"))
    assert next(one.seen_by(0) for one in step.events) == ev.Founded(0, "com001")
    assert [one.seen_by(viewer) for one in step.events for viewer in (1, None)][:2] == [
        ev.Founded(0)
    ] * 2
    views = [GAME.view(step.pos, viewer).empires[0].foundations for viewer in (0, 1, None)]
    assert views == [("com001",), ("",), ("",)]
    pos = hand(built(table("japanese", "romans"), 0, "jap013"), 0, "com001", "com002")
    step = walk.submit(pos, 0, ("gate", "jap013", ["com001", "com002"]))
    told = step.events[0]
    assert told.seen_by(1) == ev.BuriedCards(0, "jap013", 2)
    assert told.seen_by(0) == ev.BuriedCards(0, "jap013", 2, ["com001", "com002"])
    own, rival = (hand_view(step.pos, viewer) for viewer in (0, 1))
    assert (own.under, rival.under) == ({"jap013": ("com001", "com002")}, {})
    pos = go(
        have(built(table("barbarians", "romans"), 0, "bar028"), 0, "1K"),
        ("activate", "bar028"),
        ("look", {"common": 2}),
    )
    two = list(who(pos).looking)
    assert (hand_view(pos, 0).looking, hand_view(pos, 1).looking) == (tuple(two), ())
    step = walk.submit(pos, 0, ("keep", two[0]))
    assert step.events[0].seen_by(0) == ev.Selected(0, 1, [two[1]], [two[0]])
    assert step.events[0].seen_by(1) == ev.Selected(0, 1, [two[1]])
    pos = go(
        have(built(table("romans", "barbarians"), 0, "com046"), 0, "1K"),
        ("activate", "com046", "once"),
    )
    step = walk.submit(pos, 0, ("draw", "faction"))
    card = who(step.pos).hand[-1]
    assert [step.events[0].seen_by(viewer) for viewer in (0, 1)] == [
        ev.Drew(0, ["faction"], [card]),
        ev.Drew(0, ["faction"]),
    ]
    assert step.barrier == [0, 1]


def test_cards_under_a_captured_gate_are_known_to_who_put_them() -> None:
    """Rules 8; ruling R41."""
    pos = hand(
        hand(built(built(table("egyptians", "japanese"), 1, "jap013"), 0, "egi013"), 0, "com001"),
        1,
        "com002",
        "com003",
    )
    pos = go(pos, ("activate", "egi013"), ("pass",), ("gate", "jap013", "com001"))
    assert "gate" not in keys(pos), "for its owner it is no own Location"
    assert [hand_view(pos, viewer).under for viewer in (0, 1)] == [{"jap013": ("com001",)}, {}]
    assert who(pos).points == 1


@pytest.mark.parametrize(
    "cards", [("com002",), ("com002", "com003")], ids=["the only card", "one of two"]
)
def test_a_discard_that_somebody_is_made_to_do_can_not_be_taken_back(
    cards: tuple[str, ...],
) -> None:
    """Rules 13: D16 is irreversible, also when it is not asked; the actor's turn goes on with a token to place."""
    pos = have(
        hand(
            hand(built(table("egyptians", "romans"), 0, "egi001", "com018"), 0, "com001"), 1, *cards
        ),
        0,
        "1D",
    )
    have(pos, 1, "2R")
    step = walk.submit(pos, 0, ("activate", "egi001", "com001"))
    if len(cards) > 1:
        assert walk.actors(step.pos) == (1,)
        step = walk.submit(step.pos, 1, ("discard", "com003"))
    assert walk.actors(step.pos) == (0,)
    assert step.barrier == [0, 1]
    pos = have(
        hand(
            hand(built(table("egyptians", "romans"), 0, "egi001", "com018"), 0, "com001"), 1, *cards
        ),
        0,
        "",
    )
    step = walk.submit(pos, 0, ("activate", "egi001", "com001"))
    if len(cards) > 1:
        step = walk.submit(step.pos, 1, ("discard", "com003"))
    assert (walk.actors(step.pos), step.barrier) == ((1,), [0, 1]), (
        "the same where the turn is over with it"
    )


def test_cards_passed_on_in_the_draft_are_final_for_who_sees_them() -> None:
    """With five cards left the last to choose sees two new ones while the other has but one: that can't be taken back."""
    pos = table("romans", "barbarians", exploration="alternative")
    pos = hand(pos, 1, *pos.state.deck[5:])
    pos.stack = [pos.stack[0], Draft()]
    walk.run_automatic(GAME, pos, StepContext(GAME, pos))
    assert [len(player.looking) for player in pos.state.players] == [3, 2]
    pos = go(pos, ("take", who(pos).looking[0]), seat=0)
    known = who(pos, 1).looking[1]
    step = walk.submit(pos, 1, ("take", who(pos, 1).looking[0]))
    assert (walk.actors(step.pos), len(who(step.pos, 1).looking), who(step.pos).kept[1:]) == (
        (1,),
        2,
        [known],
    )
    assert step.barrier == [0, 1]
