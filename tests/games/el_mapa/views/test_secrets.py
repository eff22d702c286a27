"""Views, texts and prompts reveal no face-down tiles, hands, buried cards or decks.

Nor how others divide a strike.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from games.core.engine import walk
from games.core.engine.bots import determinize
from games.core.state.rng import Rng
from games.core.text.messages import Seat
from games.el_mapa import GAME
from games.el_mapa.model.catalog import LEVELS, TECHS, TILES
from games.el_mapa.model.events import Drew, Played
from games.el_mapa.model.terrain import connected
from games.el_mapa.rules.flow.setup import sectors
from tests.games.asking import version
from tests.games.el_mapa.busy_player import crowded, game
from tests.games.el_mapa.positions import SPOT, Pos, face, first_turn, give, run
from tests.games.el_mapa.staging import default, face_down, field, lasting


def guess(pos: Pos, viewer: Seat | None, rng: Rng) -> Pos:
    """Return another position that looks the same to a viewer."""
    other = GAME.codec.clone(pos)
    determinize(other, viewer, rng)
    return other


def seen(pos: Pos, viewer: Seat | None) -> bytes:
    """Return all that a viewer sees: view, description, score."""
    view = GAME.view(pos, viewer)
    return msgspec.json.encode([view, GAME.describe(view), GAME.score(pos)], order="sorted")


def asked(pos: Pos, seat: Seat) -> list[Any]:
    """Return the root prompt and the prompt after each of its verbs."""
    root = walk.ask(pos, seat)
    return [root, *(walk.ask(pos, seat, (one.key,)) for one in getattr(root, "options", ()))]


@pytest.mark.parametrize(("seed", "n"), [(600, 2), (601, 3), (602, 4), (603, 6), (604, 5)])
def test_views_words_questions_and_who_is_asked_are_the_same_in_every_world(
    seed: int, n: int
) -> None:
    pos, rng = crowded(seed, n), Rng.of(seed)
    for at, (seat, path) in enumerate(game(pos, Rng.of(seed), 3)):
        if at % (3 * n) == 0:
            for viewer in (None, seat, (seat + 1) % n):
                other = guess(pos, viewer, rng)
                assert GAME.audit(other) == []
                assert seen(other, viewer) == seen(pos, viewer)
                assert (walk.actors(other), walk.optional_actors(other)) == (
                    walk.actors(pos),
                    walk.optional_actors(pos),
                )
                if viewer in walk.actors(pos):
                    assert asked(other, viewer) == asked(pos, viewer)
        walk.apply(pos, seat, path)


@pytest.mark.parametrize(("seed", "n"), [(610, 2), (611, 3), (612, 4)])
def test_what_others_do_tells_no_more_than_it_says(seed: int, n: int) -> None:
    """A step that is played in another world of a bystander, where its maker holds what he played: the same is heard and asked,
    unless luck or a hidden tile came into it."""
    pos, rng, compared = crowded(seed, n), Rng.of(seed), 0
    for seat, path in game(pos, Rng.of(seed), 3):
        step = walk.submit(pos, seat, path)
        viewer = (seat + 1) % n
        if viewer not in step.barrier:
            other = guess(pos, viewer, rng)
            other.state.players[seat].hand = list(pos.state.players[seat].hand)
            try:
                again = walk.submit(other, seat, path)
            except walk.IllegalMoveError:
                again = None
            if again is not None:
                compared += 1
                assert [one.seen_by(viewer) for one in again.events] == [
                    one.seen_by(viewer) for one in step.events
                ]
                assert seen(again.pos, viewer) == seen(step.pos, viewer)
                assert walk.actors(again.pos) == walk.actors(step.pos)
        walk.apply(pos, seat, path)
    assert compared > 20


@pytest.mark.parametrize(
    ("n", "options"),
    [
        (2, {}),
        (3, {"deal": "global"}),
        (4, {}),
        (6, {}),
        (6, {"six_player_map": "6_boxed"}),
    ],
)
def test_a_guess_deals_face_down_tiles_anew_within_what_is_known(
    n: int, options: dict[str, str]
) -> None:
    """Contents stay in their sector, no kind beyond the box, the map hangs together; kinds and turns really change."""
    pos, rng, changed, turned = walk.start(GAME, options, n, "guess"), Rng.of(n), 0, 0
    s = pos.state
    for viewer in (None, 0):
        other = guess(pos, viewer, rng).state
        assert (other.up, other.garrisons, other.chests, other.owners) == (
            s.up,
            s.garrisons,
            s.chests,
            s.owners,
        )
        for at, cell in enumerate(s.board.cells):
            if s.open(cell):
                assert (other.kinds[at], other.turned[at]) == (s.kinds[at], s.turned[at])
            changed += other.kinds[at] != s.kinds[at]
            turned += other.turned[at] != s.turned[at]
            assert TILES[other.kind(cell)].level == s.board.level[cell]
        assert connected(other.board, {cell: other.red(cell) for cell in other.board.cells})
        assert other.breaches == []
        for level in (1, 2, 3):
            cells = [cell for cell in s.hidden() if s.board.level[cell] == level]
            for part in (
                sectors(s.board, cells)
                if level < 3 and pos.options["deal"] == "by_sector"
                else [cells]
            ):
                full = [
                    sorted(w.kind(cell) for cell in part if not TILES[w.kind(cell)].empty)
                    for w in (s, other)
                ]
                assert full[0] == full[1]
    assert changed
    assert turned


def test_a_guess_keeps_counts_and_what_the_viewer_holds_and_has_buried() -> None:
    pos, rng = crowded(620, 4), Rng.of(3)
    for player, level in zip(pos.state.players, ("1", "2", "3", "1"), strict=True):
        player.buried = pos.state.decks[level][:2]
        del pos.state.decks[level][:2]
    assert GAME.audit(pos) == []
    s, hands = pos.state, set()
    for viewer in (None, 0, 1, 2, 3):
        for _ in range(4):
            other = guess(pos, viewer, rng).state
            for seat, (mine, theirs) in enumerate(zip(s.players, other.players, strict=True)):
                for true, dealt in ((mine.hand, theirs.hand), (mine.buried, theirs.buried)):
                    assert Counter(TECHS[card].level for card in true) == Counter(
                        TECHS[card].level for card in dealt
                    )
                    assert seat != viewer or true == dealt
                assert mine.lasting == theirs.lasting
            assert {level: len(s.decks[level]) for level in LEVELS} == {
                level: len(other.decks[level]) for level in LEVELS
            }
            assert s.discards == other.discards
            hands.add(tuple(other.players[3].hand))
    assert len(hands) > 3


def test_a_hand_is_its_owners_and_its_backs_are_everybodys() -> None:
    pos, seat = field(3)
    give(pos, seat, "luck", "teleport", "speed", "speed")
    own, other, nobody = (GAME.view(pos, viewer) for viewer in (seat, (seat + 1) % 3, None))
    assert own.hand is not None
    assert own.hand.cards == ("luck", "speed", "speed", "teleport")
    assert other.hand is not None
    assert other.hand.cards == ()
    assert nobody.hand is None
    assert {view.seats[seat].hand["1"] for view in (own, other, nobody)} == {2}
    assert own.seats == other.seats == nobody.seats


def test_face_down_tiles_show_their_level_alone() -> None:
    pos = first_turn(4)
    for viewer in (None, 0, 3):
        for tile in GAME.view(pos, viewer).tiles:
            if not tile.up:
                assert (
                    tile.kind,
                    tile.land,
                    tile.closed,
                    tile.turned,
                    tile.treasures,
                    tile.garrison,
                ) == ("", (), (), 0, 0, ())
    shown = {wall[:-1] for wall in GAME.view(pos, 0).walls}
    assert all(
        pos.state.open(cell)
        or any(pos.state.open(other) for other in pos.state.board.orthogonal[cell])
        for cell in shown
    )


def test_how_the_other_divides_is_unseen_until_both_have() -> None:
    pos, attacker, defender = face({"cavalry": 2, "soldier": 3}, {"cavalry": 2, "soldier": 3})
    run(pos, attacker, ("end",))
    run(pos, defender, ("stay",))
    run(pos, attacker, ("stay",))
    ways = [("kill", {"soldier": 2}), ("kill", {"cavalry": 1})]
    after = [walk.submit(pos, attacker, way) for way in ways]
    assert [step.barrier for step in after] == [[], []], "it can be taken back"
    assert [step.events for step in after] == [[], []]
    for viewer in (None, defender):
        assert seen(after[0].pos, viewer) == seen(after[1].pos, viewer)
    assert asked(after[0].pos, defender) == asked(after[1].pos, defender)
    assert seen(after[0].pos, attacker) != seen(after[1].pos, attacker)
    ends = [walk.submit(step.pos, defender, default(step.pos, defender)) for step in after]
    assert ends[0].pos.state.reports[-1].blows != ends[1].pos.state.reports[-1].blows
    assert all(step.barrier == [0, 1] for step in ends)


@pytest.mark.parametrize(
    "hand", [("haggler",), ("light_feet",), ("luck", "teleport"), ("bloodlust", "shield")]
)
def test_who_is_asked_follows_from_backs(hand: tuple[str, ...]) -> None:
    """Two hands with the same backs: the same people are asked, on the way, before a treasure, in a battle."""
    same = {
        "haggler": "light_feet",
        "light_feet": "speed",
        "luck": "vision",
        "teleport": "quarryman",
        "bloodlust": "luck",
        "shield": "production",
    }
    awaited = []
    for cards in (hand, tuple(same[card] for card in hand)):
        trail: list[object] = []
        pos, attacker, defender = face({"levy": 3}, {"levy": 1}, cards=((), cards))
        run(pos, attacker, ("end",))
        trail.append(walk.actors(pos))
        pos, seat = field()
        give(pos, seat, *cards)
        start = next(
            cell
            for cell in pos.state.board.orthogonal[SPOT]
            if SPOT in pos.state.open_neighbors(cell)
        )
        pos.state.players[seat].stacks, pos.state.chests[SPOT] = {start: {"levy": 1}}, 1
        trail.append(pos.state.turn.seat)
        run(pos, seat, ("move", start, {"levy": 1}, "step", pos.state.board.side(start, SPOT)))
        trail.append(type(pos.stack[-1]).__name__)
        run(pos, seat, ("stop",))
        trail.append(type(pos.stack[-1]).__name__)
        awaited.append((trail, defender))
    assert awaited[0] == awaited[1]


def test_what_is_drawn_and_spent_is_told_to_its_owner_alone() -> None:
    pos, seat = field()
    give(lasting(pos, seat, "haggler"), seat, "production", "shield", "shield")
    pos.state.players[seat].produced = ["cards1", "cards3"]
    step = walk.submit(pos, seat, ("produce", "card", {"shield": 2}))
    names = {type(one.public).__name__: one for one in step.events}
    played, drew = version(names["Played"], Played), version(names["Drew"], Drew)
    assert (played.levels, played.spent) == ({"3": 2}, {})
    assert version(names["Played"], Played, seat).spent == {"shield": 2}
    assert (drew.levels, drew.cards) == ({"1": 2, "3": 2}, [])
    assert len(version(names["Drew"], Drew, seat).cards) == 4
    assert names["Drew"].seen_by(1 - seat) == names["Drew"].seen_by(None)
    assert step.barrier == [0, 1]


def test_a_watchtower_that_turns_tiles_tells_nothing_of_those_face_down() -> None:
    answers = set()
    for seed in range(6):
        pos, seat = field(2, watchtower="rotate")
        pos.state.castles[pos.state.homes[seat]].spaces = {"1-1": "watchtower"}
        face_down(
            pos, *[cell for cell in pos.state.board.cells if pos.state.board.level[cell] == 3][:12]
        )
        other = guess(pos, seat, Rng.of(seed))
        answers.add(msgspec.json.encode(asked(other, seat)))
    assert len(answers) == 1
